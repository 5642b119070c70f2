#include "consensus/enforced_cut.h"

#include <stdlib.h>

#include "core/memory.h"

/* The pull of each object of a chunklet to each part: its weight to the clusters there. cluster:
 * the part of each cluster. NULL: no memory. */
static double *find_pull(const ce_membership_rows *rows, const ce_chunklets *chunklets,
                         const int32_t *cluster, size_t k, ce_error *err)
{
    size_t objects = chunklets->start[chunklets->count];
    double *pull = ce_calloc(objects, k * sizeof *pull, err);

    for (size_t a = 0; a < objects && pull; a++) {
        const float *p =
            rows->membership->values + (size_t)chunklets->object[a] * rows->membership->columns;
        for (size_t c = 0; c < rows->columns; c++)
            if (cluster[c] != CE_MISSING && p[rows->column[c]] > 0)
                pull[a * k + (size_t)cluster[c]] += (double)p[rows->column[c]];
    }
    return pull;
}

/* Enforces the chunklets, which are of all rows, on the parts of the labelled rows. */
static int enforce(const ce_ensemble *ensemble, const ce_chunklets *chunklets, const double *pull,
                   size_t k, ce_partition *result, ce_enforce_report *report, ce_error *err)
{
    int32_t *label = ce_alloc(ensemble->n, sizeof *label, err);
    int rc;

    if (!label)
        return CE_ENOMEM;
    for (size_t i = 0; i < ensemble->n; i++)
        label[i] = CE_MISSING;
    for (size_t i = 0; i < result->n; i++)
        label[ce_ensemble_row(ensemble, i)] = result->labels[i];
    rc = ce_enforce(chunklets, pull, k, label, report, err);
    if (!rc && report->moved) {
        for (size_t i = 0; i < result->n; i++)
            result->labels[i] = label[ce_ensemble_row(ensemble, i)];
        rc = ce_labels_renumber(result->labels, result->n, &result->k, err);
    }
    free(label);
    return rc;
}

/* The same, with the pull computed first. cluster: the part of each cluster vertex. */
static int enforce_parts(const ce_ensemble *ensemble, const ce_membership_rows *rows,
                         const ce_chunklets *chunklets, const int32_t *cluster, size_t k,
                         ce_partition *result, ce_enforce_report *report, ce_error *err)
{
    double *pull = find_pull(rows, chunklets, cluster, k, err);
    int rc = pull ? enforce(ensemble, chunklets, pull, k, result, report, err) : CE_ENOMEM;

    free(pull);
    return rc;
}

int ce_enforced_cut(ce_ensemble *ensemble, const char *method, const ce_membership_rows *rows,
                    const ce_chunklets *chunklets, const ce_cut_options *options, size_t k,
                    uint64_t seed, ce_partition *result, ce_enforce_report *report, ce_error *err)
{
    ce_row_source source = {0};
    ce_partition small = {0};
    int32_t *cluster = NULL;
    const ce_cut cut = {.options = options, .k = k, .seed = seed};
    int rc = ce_ensemble_check_groups(ensemble, method, k, rows->count, err);

    *report = (ce_enforce_report){0};
    if (rc)
        return rc;
    ce_row_source_membership(&source, rows, 0);
    cluster = ce_alloc(rows->columns, sizeof *cluster, err);
    rc = cluster ? ce_cut_source(&source, &cut, &small, cluster, err) : CE_ENOMEM;
    if (!rc)
        rc = ce_partition_expand(&small, rows->of, rows->n, result, err);
    if (!rc && chunklets && chunklets->count)
        rc = enforce_parts(ensemble, rows, chunklets, cluster, k, result, report, err);
    if (rc) {
        ce_partition_free(result);
        *report = (ce_enforce_report){0};
    }
    ce_row_source_free(&source);
    ce_partition_free(&small);
    free(cluster);
    return rc;
}

void ce_enforced_tell(const char *name, const ce_enforce_report *report, ce_messages *messages)
{
    ce_tell(messages, CE_DETAIL,
            "%s: the parts separate %zu chunklets and join %zu that are to be apart; objects "
            "moved: %zu",
            name, report->split, report->joined, report->moved);
}
