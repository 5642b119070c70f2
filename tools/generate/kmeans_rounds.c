/* k-means of objects in parts. */
#include <stdio.h>
#include <stdlib.h>

#include "core/memory.h"
#include "generate.h"
#include "generate/kmeans_parts.h"

/* What decides the members besides the data. */
static int set_options(const void *job, ce_sums *sums, ce_error *err)
{
    const generate_kmeans_job *j = job;
    const ce_kmeans_ensemble_options *e = &j->e;
    int rc = generate_set_k(sums, e->k, e->k_count, err);

    if (!rc)
        rc = generate_set_share(sums, "features", j->features, err);
    if (!rc)
        rc = generate_set_number(sums, "members", e->draw ? e->members : 0, err);
    if (!rc)
        rc = generate_set_number(sums, "init", (uint64_t)e->kmeans.init, err);
    if (!rc)
        rc = generate_set_number(sums, "sample", e->sample, err);
    if (!rc)
        rc = generate_set_number(sums, "iterations", e->kmeans.max_iterations, err);
    if (!rc)
        rc = generate_set_number(sums, "empty", (uint64_t)e->kmeans.empty, err);
    if (!rc)
        rc = generate_set_number(sums, "seed", e->seed, err);
    return rc;
}

static int take_features(void *job, size_t d, const char *path, ce_error *err)
{
    generate_kmeans_job *j = job;

    return generate_count("features", j->features, d, path, &j->e.features, err);
}

static int sum(const void *job, const ce_data_table *data, const ce_sums *state,
               const char *state_path, const char *path, ce_sums *sums, ce_error *err)
{
    const generate_kmeans_job *j = job;

    return ce_kmeans_parts_sum(&data->values, data->name, &j->e, state, state_path, path, sums,
                               err);
}

static int step(const void *job, const ce_sums *state, const char *state_path, const ce_sums *sums,
                const char *path, ce_sums *next, ce_error *err)
{
    const generate_kmeans_job *j = job;

    return ce_kmeans_parts_step(&j->e, state, state_path, sums, path, next, err);
}

static int write_model(const ce_cli *cli, const generate_rounds *r, const ce_sums *state,
                       const char *path, ce_error *err)
{
    ce_centre_member *member = NULL;
    char **feature = NULL, **name = NULL;
    size_t members = 0, d = 0;
    int rc = ce_kmeans_parts_members(state, path, &member, &members, &feature, &d, err);

    if (!rc && !(name = ce_calloc(members, sizeof *name, err)))
        rc = CE_ENOMEM;
    for (size_t q = 0; q < members && !rc; q++) {
        rc = generate_member_name(&name[q], r->prefix, err, "kmeans.k%zu.r%zu", member[q].asked,
                                  q + 1);
        if (!rc)
            ce_cli_detail(cli, "%s: %zu clusters, %zu iterations%s", name[q], member[q].k,
                          member[q].iterations, member[q].converged ? "" : " (stopped)");
    }
    if (!rc)
        rc = ce_centre_write_model(member, name, members, feature, d, r->model,
                                   cli->common->delimiter, err);
    ce_named_categories_free(name, NULL, members);
    ce_named_categories_free(feature, NULL, d);
    ce_centre_members_free(member, members);
    return rc;
}

generate_rounds generate_kmeans_rounds(generate_kmeans_job *job)
{
    return (generate_rounds){.job = job,
                             .set_options = set_options,
                             .take_features = take_features,
                             .sum = sum,
                             .step = step,
                             .write_model = write_model};
}
