/*
 * WSBPA: WBPA, with a centroid and a weight vector for each part [wce2008 Algorithm 5, sec. 4.1].
 *
 * The problem: the parts of WBPA do not tell which features make a cluster.
 *
 * 1. Cut the bipartite graph as WBPA does.
 * 2. Compute for each part l
 *
 *        w_l = mean of the weight vectors of its cluster vertices [wce2008 eq. 3.7],
 *              1/D for each feature where it has none
 *        c_l = mean of its objects
 *
 * 3. Each object x gets the label argmin_l sum_s w_ls (x_s - c_ls)^2; ties: the lowest l.
 *
 * There can be fewer than k clusters: a part without objects has no centroid and is left out, and a
 * centroid can be the nearest one of no object. The report gets the centroids and weights of all
 * parts with objects (doc/readings.md, wce2008 7 and 8).
 */
#include "consensus/graph_cuts.h"

#include <stdlib.h>
#include <string.h>

#include "core/labels.h"
#include "core/memory.h"
#include "kmeans/weighted_distance.h"

/* How many objects row i stands for. */
static double objects(const ce_ensemble *ensemble, size_t i)
{
    return ensemble->weight ? ensemble->weight[i] : 1;
}

/* The means of the objects of each part. */
static void find_centroids(const ce_ensemble *ensemble, const ce_partition *part,
                           ce_result_model *found)
{
    for (size_t i = 0; i < part->n; i++) {
        const double *x = ensemble->beside.data->values + ce_ensemble_row(ensemble, i) * found->d;
        double *c = found->centroid + (size_t)part->labels[i] * found->d;
        for (size_t s = 0; s < found->d; s++)
            c[s] += objects(ensemble, i) * x[s];
        found->size[part->labels[i]] += objects(ensemble, i);
    }
    for (size_t l = 0; l < found->k; l++)
        for (size_t s = 0; s < found->d; s++)
            found->centroid[l * found->d + s] /= found->size[l];
}

/* The means of the weight vectors of each part's cluster vertices. cluster: the part of each
 * vertex. column: the row of each vertex in weights, or NULL where that is its own number. */
static int find_weights(const ce_matrix *weights, const int32_t *cluster, const size_t *column,
                        size_t clusters, ce_result_model *found, ce_error *err)
{
    size_t d = found->d;
    double *count = ce_calloc(found->k, sizeof *count, err);

    if (!count)
        return CE_ENOMEM;
    for (size_t c = 0; c < clusters; c++) {
        const double *w = weights->values + (column ? column[c] : c) * d;
        if (cluster[c] == CE_MISSING)
            continue;
        for (size_t s = 0; s < d; s++)
            found->weight[(size_t)cluster[c] * d + s] += w[s];
        count[cluster[c]]++;
    }
    for (size_t l = 0; l < found->k; l++)
        for (size_t s = 0; s < d; s++)
            found->weight[l * d + s] =
                count[l] > 0 ? found->weight[l * d + s] / count[l] : 1 / (double)d;
    free(count);
    return CE_OK;
}

/* Labels each object by its nearest centroid, numbered by first appearance, and puts the centroids
 * into the order of these labels. */
static int reassign(const ce_ensemble *ensemble, ce_result_model *found, ce_partition *result,
                    ce_error *err)
{
    size_t n = ensemble->labels->n, k = found->k, d = found->d;
    double *distance = ce_alloc(ensemble->n, k * sizeof *distance, err);
    int32_t *number = ce_alloc(k, sizeof *number, err), next = 0;
    ce_result_model ordered = {0};
    int rc = distance && number ? ce_partition_alloc(result, n, err) : CE_ENOMEM;

    if (!rc)
        rc = ce_result_model_alloc(&ordered, k, d, err);
    if (!rc)
        rc = ce_weighted_distances(ensemble->beside.data, found->centroid, found->weight, k,
                                   distance, err);
    for (size_t l = 0; l < k && !rc; l++)
        number[l] = CE_MISSING;
    for (size_t i = 0; i < n && !rc; i++) {
        const double *own = distance + ce_ensemble_row(ensemble, i) * k;
        size_t best = 0;
        for (size_t l = 1; l < k; l++)
            if (own[l] < own[best])
                best = l;
        if (number[best] == CE_MISSING)
            number[best] = next++;
        result->labels[i] = number[best];
        ordered.size[number[best]] += objects(ensemble, i);
    }
    for (size_t l = 0; l < k && !rc; l++) {
        size_t to = number[l] == CE_MISSING ? (size_t)next++ : (size_t)number[l];
        memcpy(ordered.centroid + to * d, found->centroid + l * d, d * sizeof(double));
        memcpy(ordered.weight + to * d, found->weight + l * d, d * sizeof(double));
    }
    if (!rc) {
        rc = ce_labels_renumber(result->labels, n, &result->k, err);
        ce_result_model_free(found);
        *found = ordered;
        ordered = (ce_result_model){0};
    }
    ce_result_model_free(&ordered);
    free(distance);
    free(number);
    return rc;
}

/* Steps 2 and 3. */
static int place(const ce_run *run, const ce_partition *part, const int32_t *cluster,
                 size_t clusters, ce_partition *result, ce_error *err)
{
    ce_ensemble *ensemble = run->ensemble;
    const ce_cut_options *o = run->settings->values;
    ce_result_model *model = &run->report->model;
    const ce_membership_rows *soft = NULL;
    int rc = CE_OK;

    if (ensemble->membership)
        rc = ce_ensemble_soft(ensemble, o->objects, &soft, err);
    if (!rc)
        rc = ce_result_model_alloc(model, (size_t)part->k, ensemble->beside.data->columns, err);
    if (rc)
        return rc;
    find_centroids(ensemble, part, model);
    rc = find_weights(ensemble->beside.weights, cluster, soft ? soft->column : NULL, clusters,
                      model, err);
    if (!rc)
        rc = reassign(ensemble, model, result, err);
    if (rc)
        ce_result_model_free(model);
    return rc;
}

static int run_wsbpa(const ce_run *run, ce_partition *result, ce_error *err)
{
    const ce_cut_options *o = run->settings->values;
    ce_row_source source = {0};
    ce_partition small = {0}, part = {0};
    const int32_t *of;
    int32_t *cluster = NULL;
    ce_cut cut;
    int rc = ce_ensemble_source(run->ensemble, run->method->about.name, run->k, o->objects, 0,
                                &source, &of, err);

    if (!rc)
        rc = ce_cut_of_run(run, &cut, err);
    if (!rc) {
        cluster = ce_alloc(source.columns, sizeof *cluster, err);
        rc = cluster ? ce_cut_source(&source, &cut, &small, cluster, err) : CE_ENOMEM;
    }
    if (!rc)
        rc = ce_partition_expand(&small, of, run->ensemble->labels->n, &part, err);
    if (!rc)
        rc = place(run, &part, cluster, source.columns, result, err);
    ce_row_source_free(&source);
    ce_partition_free(&small);
    ce_partition_free(&part);
    free(cluster);
    return rc;
}

static const ce_option rows[] = {
    CE_ROW_WITH(ce_cut_options, with, "spectral"),
    CE_ROW_CLUSTER_WEIGHT(ce_cut_options, cluster_weight),
    CE_ROW_RESTARTS(ce_cut_options, restarts, "with=spectral"),
    CE_ROW_OBJECTS(ce_cut_options, objects),
};

const ce_method ce_method_wsbpa = {
    .about = {.name = "wsbpa",
              .family = "memberships",
              .summary = "wbpa, then each object to the nearest centroid by weighted features; "
                         "needs the data",
              .about = "The parts of wbpa get a centroid and a weight for each feature, the mean "
                       "of those of their base clusters. Each object goes to the nearest "
                       "centroid by these weights, which show the features of a cluster.",
              .reference = "wce2008",
              .page = "clens-wbpa",
              .reads = CE_READS_LABELS | CE_READS_MEMBERSHIPS,
              .needs = CE_USES_K | CE_USES_DATA | CE_USES_MODEL,
              .reports = CE_REPORTS_MODEL,
              .cost = CE_COST_OBJECTS,
              .options = CE_OPTIONS(rows, ce_cut_options)},
    .run = run_wsbpa,
};
