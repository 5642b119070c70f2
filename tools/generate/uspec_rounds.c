/* U-SPEC of objects in parts. */
#include "generate/uspec_parts.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/memory.h"
#include "generate.h"

static int set_features(ce_sums *sums, const ce_shares *features, ce_error *err)
{
    int rc = generate_set_share(sums, "features", &features->low, err);

    return rc ? rc : generate_set_share(sums, "features, most", &features->high, err);
}

/* What decides the members besides the data. */
static int set_options(const void *job, ce_sums *sums, ce_error *err)
{
    const generate_uspec_job *j = job;
    const ce_uspec_options *e = &j->e;
    int rc = generate_set_k(sums, e->k, e->k_count, err);

    if (!rc)
        rc = set_features(sums, j->features, err);
    if (!rc)
        rc = generate_set_number(sums, "members", e->draw ? e->members : 0, err);
    if (!rc)
        rc = generate_set_number(sums, "representatives", e->representatives, err);
    if (!rc)
        rc = generate_set_number(sums, "choice", (uint64_t)e->choice, err);
    if (!rc)
        rc = generate_set_number(sums, "neighbours", e->neighbours, err);
    if (!rc)
        rc = generate_set_number(sums, "exact", (uint64_t)e->exact, err);
    if (!rc)
        rc = generate_set_number(sums, "distance", (uint64_t)e->distance, err);
    if (!rc)
        rc = generate_set_number(sums, "restarts", e->restarts, err);
    if (!rc)
        rc = generate_set_number(sums, "iterations", e->iterations, err);
    if (!rc)
        rc = generate_set_number(sums, "seed", e->seed, err);
    return rc;
}

static int take_features(void *job, size_t d, const char *path, ce_error *err)
{
    generate_uspec_job *j = job;

    return generate_uspec_features(j->features, d, path, &j->e, err);
}

static int sum(const void *job, const ce_data_table *data, const ce_sums *state,
               const char *state_path, const char *path, ce_sums *sums, ce_error *err)
{
    const generate_uspec_job *j = job;
    const ce_numbers x = ce_data_table_numbers(data);

    return ce_uspec_parts_sum(&x, data->name, &j->e, state, state_path, path, sums, err);
}

static int step(const void *job, const ce_sums *state, const char *state_path, const ce_sums *sums,
                const char *path, ce_sums *next, ce_error *err)
{
    const generate_uspec_job *j = job;

    return ce_uspec_parts_step(&j->e, state, state_path, sums, path, next, err);
}

static int write_model(const ce_cli *cli, const generate_rounds *r, const ce_sums *state,
                       const char *path, ce_error *err)
{
    ce_uspec_model *model = NULL;
    ce_uspec_member *member = NULL;
    size_t members = 0;
    int rc = ce_uspec_parts_models(state, path, &model, &member, &members, err);

    for (size_t q = 0; q < members && !rc; q++)
        rc = generate_member_name(&model[q].name, r->prefix, err, "uspec.k%zu.r%zu",
                                  member[q].asked, q + 1);
    if (!rc) {
        for (size_t q = 0; q < members; q++)
            generate_uspec_tell(cli, model[q].name, &member[q]);
        generate_uspec_note(cli, path, member, members);
        rc = ce_uspec_models_write(model, members, r->model, cli->common->delimiter, err);
    }
    for (size_t q = 0; model && q < members; q++)
        ce_uspec_model_free(&model[q]);
    free(model);
    free(member);
    return rc;
}

generate_rounds generate_uspec_rounds(generate_uspec_job *job)
{
    return (generate_rounds){.job = job,
                             .set_options = set_options,
                             .take_features = take_features,
                             .sum = sum,
                             .step = step,
                             .write_model = write_model};
}
