/* Generators of objects in parts: sums, and the steps between rounds (doc/parts.md). */
#include "cli/part.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/memory.h"
#include "generate.h"
#include "generate/rounds.h"
#include "io/sums_table.h"

void generate_check_part(const ce_cli *cli, const char *part, const char *model)
{
    ce_cli_part_of(cli, part);
    if (part && model)
        ce_cli_usage(cli, "--model is written with the last sums of all parts: not with --part");
}

int generate_lone_state(const generate_work *w, ce_error *err)
{
    return ce_fail(err, CE_EINPUT,
                   "%s: data; --state goes with --part, or with the sums of all parts",
                   ce_path_name(w->path));
}

int generate_set_number(ce_sums *sums, const char *name, uint64_t value, ce_error *err)
{
    char text[32];

    snprintf(text, sizeof text, "%llu", (unsigned long long)value);
    return ce_sums_set(sums, name, text, err);
}

int generate_set_k(ce_sums *sums, const int *k, size_t count, ce_error *err)
{
    char *text = ce_alloc(count + 1, 12, err);
    size_t used = 0;
    int rc;

    if (!text)
        return CE_ENOMEM;
    text[0] = '\0';
    for (size_t i = 0; i < count; i++)
        used += (size_t)snprintf(text + used, 12, "%s%d", i ? "," : "", k[i]);
    rc = ce_sums_set(sums, "clusters", text, err);
    free(text);
    return rc;
}

int generate_set_share(ce_sums *sums, const char *name, const ce_share *share, ce_error *err)
{
    char text[40];

    snprintf(text, sizeof text, share->is_fraction ? "%.17g of all" : "%.17g", share->value);
    return ce_sums_set(sums, name, text, err);
}

/* For messages. */
static const char *state_name(const generate_rounds *r)
{
    return r->state ? ce_path_name(r->state) : "";
}

/* The state, where one was given: of these options, for the round of the sums, if there are any. */
static int read_state(const ce_cli *cli, const generate_rounds *r, ce_sums *state, ce_error *err)
{
    ce_sums wanted = {0};
    int rc = ce_sums_read(state, r->state, err);

    wanted.round = state->round;
    if (!rc)
        rc = r->set_options(r->job, &wanted, err);
    if (!rc && !state->round)
        rc = ce_fail(err, CE_EINPUT, "%s: sums of round 0, a state expected", state_name(r));
    if (!rc)
        rc = ce_cli_sums_check(cli, state, &wanted, state_name(r), err);
    ce_sums_free(&wanted);
    return rc;
}

int generate_part(const ce_cli *cli, const generate_rounds *r, generate_work *w, ce_error *err)
{
    ce_cli_part which = ce_cli_part_of(cli, r->part);
    ce_sums before = {0}, sums = {0};
    size_t n = w->data.values.rows, d = w->data.values.columns;
    int rc = r->take_features(r->job, d, w->path, err);

    w->written = 1;
    if (!rc && r->state)
        rc = read_state(cli, r, &before, err);
    if (!rc)
        rc = ce_cli_sums_begin(cli, &sums, before.round, &which, n, r->state, err);
    if (!rc)
        rc = r->set_options(r->job, &sums, err);
    if (!rc)
        rc = r->sum(r->job, &w->data, r->state ? &before : NULL, state_name(r),
                    ce_path_name(w->path), &sums, err);
    if (!rc)
        rc = ce_sums_write(&sums, cli->common->output, err);
    ce_sums_free(&before);
    ce_sums_free(&sums);
    return rc;
}

/* How many features there are, by the first state or the sums before it. */
static int take_features(const generate_rounds *r, const ce_sums *sums, const ce_sums *state,
                         const char *path, ce_error *err)
{
    ce_sums_block *names;
    int rc =
        ce_sums_find(state->of ? state : sums, "features", CE_SUMS_KEYED, 1, &names, path, err);

    return rc ? rc : r->take_features(r->job, names->rows, path, err);
}

static int take_step(const generate_rounds *r, const ce_sums *state, const ce_sums *sums,
                     const char *path, ce_sums *next, ce_error *err)
{
    int rc = take_features(r, sums, state, path, err);

    if (!rc)
        rc = ce_sums_begin(next, sums->of, 0, 0, NULL, err);
    if (!rc)
        rc = r->set_options(r->job, next, err);
    if (!rc)
        rc = ce_rounds_begin(next, sums, err);
    if (!rc)
        rc = r->step(r->job, r->state ? state : NULL, state_name(r), sums, path, next, err);
    return rc;
}

int generate_next(const ce_cli *cli, const generate_rounds *r, ce_input *input, ce_error *err)
{
    ce_sums before = {0}, sums = {0}, next = {0}, wanted = {0};
    const ce_sums *now = &next;
    const char *path = ce_input_name(input);
    int rc = ce_sums_read_input(&sums, input, err);

    if (!rc && r->state)
        rc = read_state(cli, r, &before, err);
    wanted.round = before.round;
    if (!rc)
        rc = r->set_options(r->job, &wanted, err);
    if (!rc)
        rc = ce_cli_sums_check(cli, &sums, &wanted, path, err);
    if (!rc && r->state && ce_rounds_done(&before))
        now = &before;
    else if (!rc)
        rc = take_step(r, &before, &sums, path, &next, err);
    if (!rc)
        rc = ce_sums_write(now, cli->common->output, err);
    if (!rc && !ce_rounds_done(now))
        ce_cli_detail(cli, "round %zu is next", now->round);
    else if (!rc && r->model)
        rc = r->write_model(cli, r, now, r->state ? state_name(r) : path, err);
    ce_sums_free(&before);
    ce_sums_free(&sums);
    ce_sums_free(&next);
    ce_sums_free(&wanted);
    return rc;
}
