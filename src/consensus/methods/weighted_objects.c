/*
 * WOSP and WOHB: WSPA and WBPA on memberships by distance to centroids of weighted objects
 * [ren2013].
 *
 * 1. An object weighs the more the less the base clusterings agree about it:
 *    w_i = (4 / n) sum_j a_ij (1 - a_ij), then (w_i + .01) / 1.01.
 * 2. The centroid of a cluster is the mean of its objects by these weights.
 * 3. P(C_l | x) = exp(-|x - c_l|^2 / t) / sum over the clusters of the base clustering. t is the
 *    mean of |x - c_l|^2 over the objects and clusters of the base clustering; equal shares if t is
 *    0.
 * 4. WOSP cuts the graph of mean cosines of the memberships, WOHB the bipartite graph of objects
 *    and clusters.
 *
 * An object takes no part in the centroids of a base clustering that does not label it, but has
 * memberships there, by its distances. One without any label takes no part at all, and no more does
 * a base clustering without any. See doc/readings.md, ren2013.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "consensus/graph_cuts.h"
#include "consensus/registry.h"
#include "core/memory.h"
#include "similarity/object_uncertainty.h"

#define SMOOTHING .01

static const ce_option wosp_rows[] = {
    CE_ROW_WITH(ce_cut_options, with, "spectral"),
    CE_ROW_RESTARTS(ce_cut_options, restarts, "with=spectral"),
    CE_ROW_OBJECTS(ce_cut_options, objects),
};

static const ce_option wohb_rows[] = {
    CE_ROW_WITH(ce_cut_options, with, "spectral"),
    CE_ROW_CLUSTER_WEIGHT(ce_cut_options, cluster_weight),
    CE_ROW_RESTARTS(ce_cut_options, restarts, "with=spectral"),
    CE_ROW_OBJECTS(ce_cut_options, objects),
};

/* The centroids of one base clustering and the distances to them. */
typedef struct {
    const ce_ensemble *ensemble;
    const double *weight; /* of the labelled rows */
    size_t k, d;
    double *centroid; /* owned; k x d */
    double *load;     /* owned; k: weight of the objects of each */
    double *distance; /* owned; labelled rows x k, squared */
} ball;

static const double *features(const ball *b, size_t i)
{
    return b->ensemble->beside.data->values + ce_ensemble_row(b->ensemble, i) * b->d;
}

static void place_centroids(ball *b, const int32_t *label)
{
    for (size_t c = 0; c < b->k * b->d; c++)
        b->centroid[c] = 0;
    for (size_t l = 0; l < b->k; l++)
        b->load[l] = 0;
    for (size_t i = 0; i < b->ensemble->labels->n; i++)
        if (label[i] >= 0) {
            const double *x = features(b, i);
            double *to = b->centroid + (size_t)label[i] * b->d;
            for (size_t s = 0; s < b->d; s++)
                to[s] += b->weight[i] * x[s];
            b->load[label[i]] += b->weight[i];
        }
    for (size_t l = 0; l < b->k; l++)
        for (size_t s = 0; s < b->d; s++)
            b->centroid[l * b->d + s] /= b->load[l];
}

/* The squared distances; returns their mean over objects and clusters. */
static double measure(ball *b)
{
    size_t n = b->ensemble->labels->n;
    double sum = 0, objects = 0;

#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
        const double *x = features(b, i);
        for (size_t l = 0; l < b->k; l++) {
            double square = 0;
            for (size_t s = 0; s < b->d; s++) {
                double by = x[s] - b->centroid[l * b->d + s];
                square += by * by;
            }
            b->distance[i * b->k + l] = square;
        }
    }
    for (size_t i = 0; i < n; i++) {
        double size = b->ensemble->weight ? b->ensemble->weight[i] : 1;
        for (size_t l = 0; l < b->k; l++)
            sum += size * b->distance[i * b->k + l];
        objects += size;
    }
    return sum / (objects * (double)b->k);
}

/* Shares are taken relative to the nearest centroid, which does not change them, so that not all
 * of them can vanish. */
static void fill_memberships(const ball *b, double t, size_t q, ce_membership *p)
{
#pragma omp parallel for
    for (size_t i = 0; i < b->ensemble->labels->n; i++) {
        const double *distance = b->distance + i * b->k;
        float *share = ce_membership_of(p, i, q);
        double least = distance[0], sum = 0;
        for (size_t l = 1; l < b->k; l++)
            if (distance[l] < least)
                least = distance[l];
        for (size_t l = 0; l < b->k; l++)
            sum += t > 0 ? exp((least - distance[l]) / t) : 1;
        for (size_t l = 0; l < b->k; l++)
            share[l] = (float)((t > 0 ? exp((least - distance[l]) / t) : 1) / sum);
    }
}

/* The base clusterings that have clusters. labels: those of the ensemble. */
static int keep_labelled(const ce_labels *labels, ce_labels *kept, ce_error *err)
{
    size_t m = 0;
    int rc;

    for (size_t q = 0; q < labels->m; q++)
        m += labels->k[q] > 0;
    rc = ce_labels_alloc(kept, labels->n, m, err);
    for (size_t q = 0, at = 0; q < labels->m && !rc; q++) {
        if (!labels->k[q])
            continue;
        kept->k[at] = labels->k[q];
        memcpy(ce_labels_column(kept, at++), ce_labels_column(labels, q),
               labels->n * sizeof *labels->labels);
    }
    return rc;
}

/* labels: the base clusterings that have clusters. */
static int memberships(const ce_ensemble *ensemble, const ce_labels *labels, const double *weight,
                       ce_membership *p, ce_error *err)
{
    ball b = {.ensemble = ensemble, .weight = weight, .d = ensemble->beside.data->columns};
    size_t widest = 1;
    int rc = ce_membership_alloc(p, labels->n, labels->m, labels->k, err);

    if (rc)
        return rc;
    for (size_t q = 0; q < labels->m; q++)
        if ((size_t)labels->k[q] > widest)
            widest = (size_t)labels->k[q];
    rc = ce_memory_check(labels->n, widest, sizeof *b.distance, "distances to all centroids",
                         "base clusterings of fewer clusters", err);
    if (rc)
        return rc;
    b.centroid = ce_alloc(widest * b.d, sizeof *b.centroid, err);
    b.load = ce_alloc(widest, sizeof *b.load, err);
    b.distance = ce_alloc(labels->n * widest, sizeof *b.distance, err);
    rc = b.centroid && b.load && b.distance ? CE_OK : CE_ENOMEM;
    for (size_t q = 0; q < labels->m && !rc; q++) {
        double t;
        b.k = (size_t)labels->k[q];
        place_centroids(&b, ce_labels_column(labels, q));
        t = measure(&b);
        if (isfinite(t))
            fill_memberships(&b, t, q, p);
        else
            rc = ce_fail(err, CE_ENUM, "squared distances exceed the range of numbers");
    }
    free(b.centroid);
    free(b.load);
    free(b.distance);
    return rc;
}

/* weight: of the labelled rows, with their sizes. */
static int weigh_objects(ce_ensemble *ensemble, double *weight, ce_error *err)
{
    const ce_microclusters *micro;
    const ce_clusters *list;
    double *of_micro;
    int rc = ce_ensemble_micro(ensemble, 0, &micro, err);

    if (!rc)
        rc = ce_ensemble_clusters(ensemble, 0, &list, err);
    if (rc)
        return rc;
    of_micro = ce_alloc(micro->count, sizeof *of_micro, err);
    rc = of_micro ? ce_object_uncertainty(micro, list, of_micro, err) : CE_ENOMEM;
    for (size_t i = 0; i < ensemble->labels->n && !rc; i++)
        weight[i] = (ensemble->weight ? ensemble->weight[i] : 1) *
                    (of_micro[micro->of[i]] + SMOOTHING) / (1 + SMOOTHING);
    free(of_micro);
    return rc;
}

/* ---- the ensemble of memberships, a product of the ensemble of labels ---- */

typedef struct {
    ce_labels labels; /* of the base clusterings that have clusters */
    ce_membership membership;
    ce_ensemble soft; /* of these */
} weighted_ensemble;

/* Calls change its cache. */
typedef struct {
    weighted_ensemble *own;
} weighted_value;

/* There is nothing to choose. */
typedef struct {
    uint64_t none;
} weighted_key;

static int build_weighted(ce_ensemble *ensemble, const void *key, void *value,
                          ce_messages *messages, ce_error *err)
{
    weighted_value *v = value;
    weighted_ensemble *w = v->own = ce_calloc(1, sizeof *w, err);
    double *weight;
    int rc;

    (void)key;
    (void)messages;
    if (!w)
        return CE_ENOMEM;
    weight = ce_alloc(ensemble->labels->n, sizeof *weight, err);
    rc = weight ? weigh_objects(ensemble, weight, err) : CE_ENOMEM;
    if (!rc)
        rc = keep_labelled(ensemble->labels, &w->labels, err);
    if (!rc)
        rc = memberships(ensemble, &w->labels, weight, &w->membership, err);
    free(weight);
    if (!rc)
        rc = ce_ensemble_init(&w->soft, &w->labels, ensemble->weight, err);
    if (rc)
        return rc;
    w->soft.membership = &w->membership;
    w->soft.evidence = "the data";
    w->soft.most_k = ensemble->most_k;
    return CE_OK;
}

static void free_weighted(void *value)
{
    weighted_value *v = value;

    if (v->own) {
        ce_ensemble_free(&v->own->soft);
        ce_membership_free(&v->own->membership);
        ce_labels_free(&v->own->labels);
    }
    free(v->own);
}

static const ce_product weighted = {sizeof(weighted_value), sizeof(weighted_key), build_weighted,
                                    free_weighted, 1};

static int run_weighted(const ce_run *run,
                        int (*method)(const ce_run *, ce_partition *, ce_error *),
                        ce_partition *result, ce_error *err)
{
    const weighted_key key = {0};
    ce_ensemble *ensemble = run->ensemble;
    const ce_matrix *data = ensemble->beside.data;
    ce_run on_soft = *run;
    const void *value;
    int rc;

    if (data->rows != ensemble->n)
        return ce_fail(err, CE_EINPUT, "%zu objects in the data, %zu in the labels", data->rows,
                       ensemble->n);
    rc = ce_ensemble_get(ensemble, &weighted, &key, &value, NULL, err);
    if (rc)
        return rc;
    on_soft.ensemble = &((const weighted_value *)value)->own->soft;
    on_soft.ensemble->progress = ensemble->progress;
    on_soft.ensemble->call++;
    return method(&on_soft, result, err);
}

static int run_wosp(const ce_run *run, ce_partition *result, ce_error *err)
{
    return run_weighted(run, ce_method_find("wspa")->run, result, err);
}

static int run_wohb(const ce_run *run, ce_partition *result, ce_error *err)
{
    return run_weighted(run, ce_cut_bipartite, result, err);
}

#define WEIGHTED(method, line, how, growth, options_of, function) \
    .about = {.name = method, \
              .family = "graph partitioning", \
              .summary = line, \
              .about = "Objects that the base clusterings disagree about weigh more in the " \
                       "centroids of clusters; distances to these become memberships. " how, \
              .reference = "ren2013", \
              .page = "clens-weighted-objects", \
              .reads = CE_READS_LABELS, \
              .needs = CE_USES_K | CE_USES_DATA, \
              .cost = growth, \
              .options = CE_OPTIONS(options_of, ce_cut_options)}, \
    .run = function

const ce_method ce_method_wosp = {
    WEIGHTED("wosp", "wspa on memberships by distance to centroids of weighted objects",
             "wspa cuts the graph of their mean cosines.", CE_COST_OBJECT_PAIRS, wosp_rows,
             run_wosp),
};

const ce_method ce_method_wohb = {
    WEIGHTED("wohb", "wbpa on memberships by distance to centroids of weighted objects",
             "wbpa cuts the graph of objects and clusters.", CE_COST_OBJECTS, wohb_rows, run_wohb),
};
