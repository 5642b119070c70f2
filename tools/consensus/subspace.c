/* The model of the base clusterings. */
#include "job.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/input.h"
#include "kmeans/weighted_distance.h"

enum { CHECKED_OBJECTS = 300 };

/* Memberships are written in single precision. */
#define CHECKED_SLACK 1e-4

/* The name of a cluster as the ensemble has it: of column l of a membership table, or of cluster l
 * of a label column. */
static const char *cluster_name(const consensus_job *j, size_t q, size_t l)
{
    return j->membership.membership.n ? j->membership.cluster[j->membership.membership.start[q] + l]
                                      : j->in.categories[q].text[l];
}

static size_t cluster_count(const consensus_job *j, size_t q)
{
    return (size_t)(j->membership.membership.n ? j->membership.membership.k[q] : j->in.labels.k[q]);
}

/* The row of the model for each cluster of the ensemble, in the order of ce_beside. */
static int match_clusters(const consensus_job *j, const ce_model *model, size_t *match,
                          ce_error *err)
{
    for (size_t q = 0, next = 0; q < j->in.labels.m; q++) {
        size_t own = ce_model_find(model, j->in.name[q]);
        if (own == model->m)
            return ce_fail(err, CE_EINPUT, "%s: no clustering %s, which %s has",
                           ce_path_name(j->options->base_model), j->in.name[q],
                           ce_path_name(j->path));
        for (size_t l = 0; l < cluster_count(j, q); l++) {
            const char *name = cluster_name(j, q, l);
            int32_t number = ce_categories_small(name, strlen(name));
            if (number < 1 || (size_t)number > model->start[own + 1] - model->start[own])
                return ce_fail(err, CE_EINPUT, "%s: clustering %s has no cluster %s, which %s has",
                               ce_path_name(j->options->base_model), j->in.name[q], name,
                               ce_path_name(j->path));
            match[next++] = model->start[own] + (size_t)number - 1;
        }
    }
    return CE_OK;
}

/* One base clustering of that many objects, each `step` rows from the one before. */
static int clustering_agrees(const ce_membership *p, size_t q, size_t step, const double *distance,
                             size_t objects, float *expected)
{
    size_t k = (size_t)p->k[q];

    for (size_t i = 0; i < objects; i++) {
        const float *own = ce_membership_of(p, i * step, q);
        if (k == 0 || isnan(own[0]))
            continue;
        ce_membership_of_distances(distance + i * k, k, expected);
        for (size_t l = 0; l < k; l++)
            if (!(fabs((double)own[l] - (double)expected[l]) <= CHECKED_SLACK))
                return 0;
    }
    return 1;
}

/* Whether memberships are what eq. 3.1 makes of the data and the model, on some objects: not so
 * when the data are scaled otherwise. */
static int memberships_agree(const consensus_job *j, int *agree, ce_error *err)
{
    const ce_membership *p = &j->membership.membership;
    size_t d = j->centroids.columns, step = p->n / CHECKED_OBJECTS + 1,
           objects = (p->n + step - 1) / step;
    double *distance = ce_alloc(objects, p->columns * sizeof *distance, err);
    float *expected = ce_alloc(p->columns, sizeof *expected, err);
    ce_matrix x = {0};
    int rc = distance && expected ? ce_matrix_alloc(&x, objects, d, err) : CE_ENOMEM;

    for (size_t i = 0; i < objects && !rc; i++)
        memcpy(x.values + i * d, j->data.values.values + i * step * d, d * sizeof *x.values);
    *agree = 1;
    for (size_t q = 0; q < p->m && *agree && !rc; q++) {
        rc = ce_weighted_distances(&x, j->centroids.values + p->start[q] * d,
                                   j->weights.values + p->start[q] * d, (size_t)p->k[q], distance,
                                   err);
        *agree = rc || clustering_agrees(p, q, step, distance, objects, expected);
    }
    free(distance);
    free(expected);
    ce_matrix_free(&x);
    return rc;
}

/* Centroids and weight vectors. A feature that the clustering did not see has weight 0. */
static int take_clusters(consensus_job *j, const ce_model *model, const size_t *match,
                         size_t clusters, ce_error *err)
{
    size_t d = model->d;
    int rc;

    if ((rc = ce_matrix_alloc(&j->centroids, clusters, d, err)) ||
        (rc = ce_matrix_alloc(&j->weights, clusters, d, err)))
        return rc;
    for (size_t c = 0; c < clusters; c++)
        for (size_t s = 0; s < d; s++) {
            double value = model->centroid[match[c] * d + s], w = model->weight[match[c] * d + s];
            j->centroids.values[c * d + s] = isnan(value) ? 0 : value;
            j->weights.values[c * d + s] = isnan(w) ? 0 : w;
        }
    return CE_OK;
}

int consensus_read_subspaces(consensus_job *j, ce_error *err)
{
    const char *data = j->options->data, *path = j->options->base_model;
    size_t clusters = 0, *match = NULL;
    ce_model model = {0};
    int agree = 1, rc;

    for (size_t q = 0; q < j->in.labels.m; q++)
        clusters += cluster_count(j, q);
    if ((rc = ce_data_table_need_numeric(&j->data, data, err)) ||
        (rc = ce_model_read(&model, path, &j->format, err)) ||
        (rc = ce_model_check_features(&model, path, j->data.name, j->data.values.columns, data,
                                      err)))
        goto done;
    if (!model.weight) {
        rc = ce_fail(err, CE_EINPUT,
                     "%s: no weights; those that ce-generate lac --model writes are expected",
                     ce_path_name(path));
        goto done;
    }
    match = ce_alloc(clusters, sizeof *match, err);
    if (!match)
        rc = CE_ENOMEM;
    if (rc || (rc = match_clusters(j, &model, match, err)) ||
        (rc = take_clusters(j, &model, match, clusters, err)))
        goto done;
    if (j->membership.membership.n && !(rc = memberships_agree(j, &agree, err)) && !agree)
        ce_cli_note(j->cli,
                    "%s: not the probabilities that %s and %s give; are the data scaled otherwise?",
                    ce_path_name(j->path), ce_path_name(data), ce_path_name(path));
done:
    free(match);
    ce_model_free(&model);
    return rc;
}
