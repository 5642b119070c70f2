#include "consensus/some_members.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

static int take_labels(ce_labels *labels, const ce_labels *from, const size_t *choice, size_t count,
                       ce_error *err)
{
    int rc = ce_labels_alloc(labels, from->n, count, err);

    for (size_t c = 0; c < count && !rc; c++) {
        labels->k[c] = from->k[choice[c]];
        memcpy(ce_labels_column(labels, c), ce_labels_column(from, choice[c]),
               from->n * sizeof *from->labels);
    }
    return rc;
}

static int take_membership(ce_membership *membership, const ce_membership *from,
                           const size_t *choice, size_t count, ce_error *err)
{
    int32_t *k = ce_alloc(count, sizeof *k, err);
    int rc = k ? CE_OK : CE_ENOMEM;

    for (size_t c = 0; c < count && !rc; c++)
        k[c] = from->k[choice[c]];
    if (!rc)
        rc = ce_membership_alloc(membership, from->n, count, k, err);
    for (size_t i = 0; i < from->n && !rc; i++)
        for (size_t c = 0; c < count; c++)
            memcpy(ce_membership_of(membership, i, c), ce_membership_of(from, i, choice[c]),
                   (size_t)k[c] * sizeof *from->values);
    free(k);
    return rc;
}

/* The rows of a model of the clusters. k, m: clusters of all base clusterings. */
static int take_model(ce_matrix *model, const ce_matrix *from, const int32_t *k, size_t m,
                      const size_t *choice, size_t count, ce_error *err)
{
    size_t d = from->columns, rows = 0;
    size_t *start = ce_calloc(m + 1, sizeof *start, err);
    int rc = start ? CE_OK : CE_ENOMEM;

    for (size_t q = 0; q < m && !rc; q++)
        start[q + 1] = start[q] + (size_t)k[q];
    for (size_t c = 0; c < count && !rc; c++)
        rows += (size_t)k[choice[c]];
    if (!rc)
        rc = ce_matrix_alloc(model, rows, d, err);
    for (size_t c = 0, at = 0; c < count && !rc; c++) {
        size_t own = (size_t)k[choice[c]];
        memcpy(model->values + at * d, from->values + start[choice[c]] * d,
               own * d * sizeof *from->values);
        at += own;
    }
    free(start);
    return rc;
}

/* What there is for each base clustering. */
static int take_beside(ce_some_members *some, const ce_beside *from, const size_t *choice,
                       size_t count, ce_error *err)
{
    if (from->base_weight) {
        some->base_weight = ce_alloc(count, sizeof *some->base_weight, err);
        if (!some->base_weight)
            return CE_ENOMEM;
    }
    if (from->name) {
        some->name = ce_alloc(count, sizeof *some->name, err);
        if (!some->name)
            return CE_ENOMEM;
    }
    for (size_t c = 0; c < count; c++) {
        if (from->base_weight)
            some->base_weight[c] = from->base_weight[choice[c]];
        if (from->name)
            some->name[c] = from->name[choice[c]];
    }
    return CE_OK;
}

int ce_some_members_take(ce_some_members *some, const ce_ensemble *of, const size_t *choice,
                         size_t count, ce_error *err)
{
    const ce_membership *soft = of->membership;
    const ce_beside *beside = &of->beside;
    const int32_t *k = soft ? soft->k : of->all->k;
    int rc = take_labels(&some->labels, of->all, choice, count, err);

    if (!rc)
        rc = ce_ensemble_init(&some->ensemble, &some->labels, of->all_weight, err);
    if (!rc && soft)
        rc = take_membership(&some->membership, soft, choice, count, err);
    if (!rc)
        rc = take_beside(some, beside, choice, count, err);
    if (!rc && beside->centroids)
        rc = take_model(&some->centroids, beside->centroids, k, of->all->m, choice, count, err);
    if (!rc && beside->weights)
        rc = take_model(&some->weights, beside->weights, k, of->all->m, choice, count, err);
    if (rc)
        return rc;
    some->ensemble.membership = soft ? &some->membership : NULL;
    some->ensemble.evidence = of->evidence;
    some->ensemble.beside = (ce_beside){.data = beside->data,
                                        .centroids = beside->centroids ? &some->centroids : NULL,
                                        .weights = beside->weights ? &some->weights : NULL,
                                        .chunklets = beside->chunklets,
                                        .base_weight = some->base_weight,
                                        .name = some->name};
    return CE_OK;
}

void ce_some_members_free(ce_some_members *some)
{
    ce_ensemble_free(&some->ensemble);
    ce_labels_free(&some->labels);
    ce_membership_free(&some->membership);
    ce_matrix_free(&some->centroids);
    ce_matrix_free(&some->weights);
    free(some->base_weight);
    free(some->name);
    some->base_weight = NULL;
    some->name = NULL;
}
