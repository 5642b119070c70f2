/* Reads the model of the base clusterings. */
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

/* The name of cluster l of base clustering q, as the membership table or the label table has it. */
static const char *cluster_name(const consensus_job *j, size_t q, size_t l)
{
    const ce_membership_table *table = &j->membership;

    if (table->membership.n)
        return table->cluster[table->membership.start[q] + l];
    return j->in.categories[q].text[l];
}

static size_t cluster_count(const consensus_job *j, size_t q)
{
    return (size_t)(j->membership.membership.n ? j->membership.membership.k[q] : j->in.labels.k[q]);
}

/* match: the row of the model for each cluster of the ensemble, in the order of ce_beside. */
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

/* Do the memberships of base clustering q follow from the distances? distance: of every `step`-th
 * object, `objects` of them. */
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

/* *agree: whether the memberships of some objects are those that [wce2008 eq. 3.1] gives for the
 * data and the model. They are not when the data are scaled otherwise. */
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

/* Copies centroids and weight vectors. A feature that the clustering did not see has weight 0. */
static int take_clusters(consensus_job *j, const ce_model *model, const size_t *match,
                         size_t clusters, ce_error *err)
{
    size_t d = model->d;
    int rc = ce_matrix_alloc(&j->centroids, clusters, d, err);

    if (!rc)
        rc = ce_matrix_alloc(&j->weights, clusters, d, err);
    if (rc)
        return rc;
    for (size_t c = 0; c < clusters; c++)
        for (size_t s = 0; s < d; s++) {
            double value = model->centroid[match[c] * d + s], w = model->weight[match[c] * d + s];
            j->centroids.values[c * d + s] = isnan(value) ? 0 : value;
            j->weights.values[c * d + s] = isnan(w) ? 0 : w;
        }
    return CE_OK;
}

/* Reads the model file and checks that it fits the data and has weights. */
static int read_model(const consensus_job *j, ce_model *model, ce_error *err)
{
    const char *data = j->options->data, *path = j->options->base_model;
    int rc = ce_model_read(model, path, &j->format, err);

    if (!rc)
        rc = ce_model_check_features(model, path, j->data.name, j->data.values.columns, data, err);
    if (!rc && !model->weight)
        rc = ce_fail(err, CE_EINPUT,
                     "%s: no weights; those that ce-generate lac --model writes are expected",
                     ce_path_name(path));
    return rc;
}

int consensus_read_subspaces(consensus_job *j, ce_error *err)
{
    const char *data = j->options->data, *path = j->options->base_model;
    size_t clusters = 0, *match = NULL;
    ce_model model = {0};
    int agree = 1, rc = read_model(j, &model, err);

    for (size_t q = 0; q < j->in.labels.m; q++)
        clusters += cluster_count(j, q);
    if (!rc) {
        match = ce_alloc(clusters, sizeof *match, err);
        rc = match ? match_clusters(j, &model, match, err) : CE_ENOMEM;
    }
    if (!rc)
        rc = take_clusters(j, &model, match, clusters, err);
    if (!rc && j->membership.membership.n)
        rc = memberships_agree(j, &agree, err);
    if (!rc && !agree)
        ce_cli_note(j->cli,
                    "%s: not the probabilities that %s and %s give; are the data scaled otherwise?",
                    ce_path_name(j->path), ce_path_name(data), ce_path_name(path));
    free(match);
    ce_model_free(&model);
    return rc;
}
