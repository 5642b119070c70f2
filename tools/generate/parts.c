/* k-means of objects in parts: sums, and the steps between rounds (doc/parts.md). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/part.h"
#include "core/memory.h"
#include "generate.h"
#include "generate/kmeans_parts.h"
#include "io/sums_table.h"

static int set_number(ce_sums *sums, const char *name, uint64_t value, ce_error *err)
{
    char text[32];

    snprintf(text, sizeof text, "%llu", (unsigned long long)value);
    return ce_sums_set(sums, name, text, err);
}

/* The values of -k, comma separated. */
static int set_k(ce_sums *sums, const ce_kmeans_ensemble_options *e, ce_error *err)
{
    char *text = ce_alloc(e->k_count + 1, 12, err);
    size_t used = 0;
    int rc;

    if (!text)
        return CE_ENOMEM;
    text[0] = '\0';
    for (size_t i = 0; i < e->k_count; i++)
        used += (size_t)snprintf(text + used, 12, "%s%d", i ? "," : "", e->k[i]);
    rc = ce_sums_set(sums, "clusters", text, err);
    free(text);
    return rc;
}

static int set_features(ce_sums *sums, const ce_share *features, ce_error *err)
{
    char text[40];

    snprintf(text, sizeof text, features->is_fraction ? "%.17g of all" : "%.17g", features->value);
    return ce_sums_set(sums, "features", text, err);
}

/* What decides the members besides the data. */
static int set_options(ce_sums *sums, const ce_kmeans_ensemble_options *e, const ce_share *features,
                       ce_error *err)
{
    int rc = set_k(sums, e, err);

    if (!rc)
        rc = set_features(sums, features, err);
    if (!rc)
        rc = set_number(sums, "members", e->draw ? e->members : 0, err);
    if (!rc)
        rc = set_number(sums, "init", (uint64_t)e->kmeans.init, err);
    if (!rc)
        rc = set_number(sums, "sample", e->sample, err);
    if (!rc)
        rc = set_number(sums, "iterations", e->kmeans.max_iterations, err);
    if (!rc)
        rc = set_number(sums, "empty", (uint64_t)e->kmeans.empty, err);
    if (!rc)
        rc = set_number(sums, "seed", e->seed, err);
    return rc;
}

/* The state, where one was given: of these options, for the round of the sums, if there are any. */
static int read_state(const ce_cli *cli, const char *path, const ce_kmeans_ensemble_options *e,
                      const ce_share *features, ce_sums *state, ce_error *err)
{
    ce_sums wanted = {0};
    int rc = ce_sums_read(state, path, err);

    wanted.round = state->round;
    if (!rc)
        rc = set_options(&wanted, e, features, err);
    if (!rc && !state->round)
        rc = ce_fail(err, CE_EINPUT, "%s: sums of round 0, a state expected", path);
    if (!rc)
        rc = ce_cli_sums_check(cli, state, &wanted, path, err);
    ce_sums_free(&wanted);
    return rc;
}

int generate_kmeans_part(const ce_cli *cli, const char *part, const char *state,
                         const ce_share *features, ce_kmeans_ensemble_options *e, generate_work *w,
                         ce_error *err)
{
    ce_cli_part which = ce_cli_part_of(cli, part);
    ce_sums before = {0}, sums = {0};
    const ce_matrix *x = &w->data.values;
    int rc = generate_count("features", features, x->columns, w->path, &e->features, err);

    w->written = 1;
    if (!rc && state)
        rc = read_state(cli, state, e, features, &before, err);
    if (!rc)
        rc = ce_cli_sums_begin(cli, &sums, before.round, &which, x->rows, state, err);
    if (!rc)
        rc = set_options(&sums, e, features, err);
    if (!rc)
        rc = ce_kmeans_parts_sum(x, w->data.name, e, state ? &before : NULL, state ? state : "",
                                 ce_path_name(w->path), &sums, err);
    if (!rc)
        rc = ce_sums_write(&sums, cli->common->output, err);
    ce_sums_free(&before);
    ce_sums_free(&sums);
    return rc;
}

/* How many features each member sees, of those of the sums. */
static int count_features(const ce_share *features, const ce_sums *sums, const ce_sums *state,
                          const char *path, ce_kmeans_ensemble_options *e, ce_error *err)
{
    ce_sums_block *names;
    int rc =
        ce_sums_find(state->of ? state : sums, "features", CE_SUMS_KEYED, 1, &names, path, err);

    return rc ? rc : generate_count("features", features, names->rows, path, &e->features, err);
}

static int write_model(const ce_cli *cli, const ce_sums *state, const char *path, const char *model,
                       ce_error *err)
{
    ce_centre_member *member = NULL;
    char **feature = NULL, **name = NULL, text[64];
    size_t members = 0, d = 0;
    int rc = ce_kmeans_parts_members(state, path, &member, &members, &feature, &d, err);

    if (!rc && !(name = ce_calloc(members, sizeof *name, err)))
        rc = CE_ENOMEM;
    for (size_t q = 0; q < members && !rc; q++) {
        snprintf(text, sizeof text, "kmeans.k%zu.r%zu", member[q].asked, q + 1);
        name[q] = ce_strdup(text, err);
        rc = name[q] ? CE_OK : CE_ENOMEM;
        if (!rc)
            ce_cli_detail(cli, "%s: %zu clusters, %zu iterations%s", text, member[q].k,
                          member[q].iterations, member[q].converged ? "" : " (stopped)");
    }
    if (!rc)
        rc = ce_centre_write_model(member, name, members, feature, d, model, cli->common->delimiter,
                                   err);
    ce_named_categories_free(name, NULL, members);
    ce_named_categories_free(feature, NULL, d);
    ce_centre_members_free(member, members);
    return rc;
}

int generate_kmeans_step(const ce_cli *cli, const char *state, const char *model,
                         const ce_share *features, ce_kmeans_ensemble_options *e, ce_input *input,
                         ce_error *err)
{
    ce_sums before = {0}, sums = {0}, next = {0}, wanted = {0};
    const char *path = ce_input_name(input);
    int done = 0, rc = ce_sums_read_input(&sums, input, err);

    if (!rc && state)
        rc = read_state(cli, state, e, features, &before, err);
    wanted.round = before.round;
    if (!rc)
        rc = set_options(&wanted, e, features, err);
    if (!rc)
        rc = ce_cli_sums_check(cli, &sums, &wanted, path, err);
    if (!rc && state && ce_kmeans_parts_done(&before)) {
        done = 1;
    } else if (!rc) {
        rc = count_features(features, &sums, &before, path, e, err);
        if (!rc)
            rc = ce_sums_begin(&next, sums.of, 0, 0, NULL, err);
        if (!rc)
            rc = set_options(&next, e, features, err);
        if (!rc)
            rc = ce_kmeans_parts_step(e, state ? &before : NULL, state ? state : "", &sums, path,
                                      &next, err);
    }
    if (!rc)
        rc = ce_sums_write(done ? &before : &next, cli->common->output, err);
    if (!rc && !ce_kmeans_parts_done(done ? &before : &next))
        ce_cli_detail(cli, "round %zu is next", next.round);
    else if (!rc && model)
        rc = write_model(cli, done ? &before : &next, state ? state : path, model, err);
    ce_sums_free(&before);
    ce_sums_free(&sums);
    ce_sums_free(&next);
    ce_sums_free(&wanted);
    return rc;
}
