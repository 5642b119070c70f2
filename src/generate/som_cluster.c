#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/dendrogram.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "core/random.h"
#include "core/similarity.h"
#include "generate/som_internal.h"
#include "kmeans/kmeans.h"
#include "partition/linkage/linkage.h"

enum { RESTARTS = 100 };

/* ---- the Davies-Bouldin index ---- */

static double distance_between(const double *a, const double *b, size_t d)
{
    double sum = 0;

    for (size_t s = 0; s < d; s++)
        sum += (a[s] - b[s]) * (a[s] - b[s]);
    return sqrt(sum);
}

/* mean: k x d; spread: k, the mean distance to it; mass: k, zeros. */
static void describe(const ce_matrix *x, const double *weight, const int32_t *labels, double *mean,
                     double *spread, double *mass)
{
    size_t d = x->columns;

    for (size_t i = 0; i < x->rows; i++)
        mass[labels[i]] += weight ? weight[i] : 1;
    for (size_t i = 0; i < x->rows; i++)
        for (size_t s = 0; s < d; s++)
            mean[(size_t)labels[i] * d + s] +=
                (weight ? weight[i] : 1) / mass[labels[i]] * x->values[i * d + s];
    for (size_t i = 0; i < x->rows; i++)
        spread[labels[i]] += (weight ? weight[i] : 1) / mass[labels[i]] *
                             distance_between(x->values + i * d, mean + (size_t)labels[i] * d, d);
}

int ce_davies_bouldin(const ce_matrix *x, const double *weight, const int32_t *labels, int32_t k,
                      double *index, ce_error *err)
{
    size_t d = x->columns, clusters = k > 0 ? (size_t)k : 0;
    double *mean, *spread, *mass, sum = 0;
    int rc = CE_ENOMEM;

    *index = NAN;
    if (clusters < 2)
        return CE_OK;
    mean = ce_calloc(clusters, d * sizeof *mean, err);
    spread = ce_calloc(clusters, sizeof *spread, err);
    mass = ce_calloc(clusters, sizeof *mass, err);
    if (mean && spread && mass) {
        describe(x, weight, labels, mean, spread, mass);
        for (size_t a = 0; a < clusters; a++) {
            double most = 0;
            for (size_t b = 0; b < clusters; b++) {
                double apart = b == a ? 0 : distance_between(mean + a * d, mean + b * d, d);
                if (b != a)
                    most = fmax(most, apart > 0 ? (spread[a] + spread[b]) / apart : INFINITY);
            }
            sum += most;
        }
        *index = sum / (double)clusters;
        rc = CE_OK;
    }
    free(mean);
    free(spread);
    free(mass);
    return rc;
}

/* ---- clusters of units ---- */

/* Where the results go. */
typedef struct {
    ce_labels *labels;
    int32_t *unit; /* or NULL, */
    double *index; /* or NULL */
} results;

/* The units that are clustered. */
typedef struct {
    size_t count;
    size_t *unit;     /* count of them */
    ce_matrix values; /* their prototypes */
    double *weight;   /* count; NULL: all the same */
    int32_t *label;   /* count */
} chosen;

static void chosen_free(chosen *c)
{
    free(c->unit);
    free(c->weight);
    free(c->label);
    ce_matrix_free(&c->values);
}

static int choose_units(const ce_som *som, const ce_som_cluster_options *options, chosen *c,
                        ce_error *err)
{
    int rc;

    c->unit = ce_alloc(som->units, sizeof *c->unit, err);
    c->label = ce_alloc(som->units, sizeof *c->label, err);
    if (!c->unit || !c->label)
        return CE_ENOMEM;
    for (size_t u = 0; u < som->units; u++)
        if (!options->weight_hits || som->hits[u] > 0)
            c->unit[c->count++] = u;
    if ((rc = ce_matrix_alloc(&c->values, c->count, som->d, err)))
        return rc;
    if (options->weight_hits && !(c->weight = ce_alloc(c->count, sizeof *c->weight, err)))
        return CE_ENOMEM;
    for (size_t v = 0; v < c->count; v++) {
        memcpy(c->values.values + v * som->d, som->prototype + c->unit[v] * som->d,
               som->d * sizeof *som->prototype);
        if (c->weight)
            c->weight[v] = som->hits[c->unit[v]];
    }
    return CE_OK;
}

/* The labels of units whose objects have theirs. of: a number for the cluster of each unit, or
 * CE_MISSING; it becomes the label. column: labels of objects. */
static int label_units(const ce_som *som, const int32_t *column, int32_t k, int32_t *of,
                       ce_error *err)
{
    int32_t *label = ce_alloc(som->units, sizeof *label, err);

    if (!label)
        return CE_ENOMEM;
    for (size_t u = 0; u < som->units; u++)
        label[u] = CE_MISSING;
    for (size_t i = 0; i < som->n; i++)
        label[of[som->unit[i]]] = column[i];
    for (size_t u = 0; u < som->units; u++) {
        if (of[u] < 0)
            continue;
        if (label[of[u]] < 0)
            label[of[u]] = k++;
        of[u] = label[of[u]];
    }
    free(label);
    return CE_OK;
}

/* Sets the labels of objects, by those of their units, and of these, and the index of the
 * clustering of units. */
static int label_objects(const ce_som *som, chosen *c, results *to, size_t q, ce_error *err)
{
    int32_t *of_unit = ce_alloc(som->units, sizeof *of_unit, err), found,
            *column = ce_labels_column(to->labels, q);
    int rc = of_unit ? CE_OK : CE_ENOMEM;

    for (size_t u = 0; u < som->units && !rc; u++)
        of_unit[u] = CE_MISSING;
    for (size_t v = 0; v < c->count && !rc; v++)
        of_unit[c->unit[v]] = c->label[v];
    for (size_t i = 0; i < som->n && !rc; i++)
        column[i] = of_unit[som->unit[i]];
    if (!rc)
        rc = ce_labels_renumber(column, som->n, &to->labels->k[q], err);
    if (!rc && to->unit) {
        rc = label_units(som, column, to->labels->k[q], of_unit, err);
        memcpy(to->unit + q * som->units, of_unit, som->units * sizeof *of_unit);
    }
    free(of_unit);
    if (rc || !to->index)
        return rc;
    rc = ce_labels_renumber(c->label, c->count, &found, err);
    if (rc)
        return rc;
    return ce_davies_bouldin(&c->values, c->weight, c->label, found, &to->index[q], err);
}

static int by_kmeans(const ce_som *som, const int *k, size_t count,
                     const ce_som_cluster_options *options, chosen *c, results *to, ce_error *err)
{
    ce_kmeans_data *data = NULL;
    ce_kmeans_result result = {0};
    gsl_rng *rng = ce_random_alloc(options->seed, CE_STREAM_PARTITION, options->stream, err);
    int rc = rng ? ce_kmeans_prepare(&data, &c->values, c->weight, err) : CE_ENOMEM;

    for (size_t q = 0; q < count && !rc; q++) {
        ce_kmeans_options o = {.k = (size_t)k[q],
                               .restarts = options->restarts ? options->restarts : RESTARTS};
        ce_random_set(rng, options->seed, CE_STREAM_PARTITION, options->stream + q);
        if ((rc = ce_kmeans(data, &o, rng, ce_threads(), &result, err)))
            break;
        memcpy(c->label, result.labels, c->count * sizeof *c->label);
        rc = label_objects(som, c, to, q, err);
    }
    ce_kmeans_free(&result);
    ce_kmeans_data_free(data);
    gsl_rng_free(rng);
    return rc;
}

/* Ward's tree. With weights a unit stands for as many objects. */
static int ward_tree(const chosen *c, ce_dendrogram *tree, ce_error *err)
{
    ce_similarity distances = {0};
    size_t d = c->values.columns;
    int rc;

    if (!c->weight)
        return ce_linkage_points(&c->values, CE_LINKAGE_WARD, NULL, tree, err);
    if ((rc = ce_similarity_alloc_dense(&distances, c->count, "distances between units",
                                        "a smaller grid", err)))
        return rc;
    for (size_t a = 0; a < c->count; a++)
        for (size_t b = a + 1; b < c->count; b++)
            distances.values[ce_packed_index(c->count, a, b)] =
                distance_between(c->values.values + a * d, c->values.values + b * d, d);
    rc = ce_linkage(&distances, 1, c->weight, CE_LINKAGE_WARD, tree, err);
    ce_similarity_free(&distances);
    return rc;
}

static int by_ward(const ce_som *som, const int *k, size_t count, chosen *c, results *to,
                   ce_error *err)
{
    ce_dendrogram tree = {0};
    ce_partition cut = {0};
    int rc = ward_tree(c, &tree, err);

    for (size_t q = 0; q < count && !rc; q++) {
        if ((rc = ce_dendrogram_cut(&tree, (size_t)k[q], &cut, err)))
            break;
        memcpy(c->label, cut.labels, c->count * sizeof *c->label);
        rc = label_objects(som, c, to, q, err);
    }
    ce_partition_free(&cut);
    ce_dendrogram_free(&tree);
    return rc;
}

static int by_unit(const ce_som *som, size_t count, results *to, ce_error *err)
{
    int rc = CE_OK;

    for (size_t q = 0; q < count && !rc; q++) {
        int32_t *column = ce_labels_column(to->labels, q);
        memcpy(column, som->unit, som->n * sizeof *som->unit);
        rc = ce_labels_renumber(column, som->n, &to->labels->k[q], err);
        for (size_t u = 0; u < som->units && to->unit; u++)
            to->unit[q * som->units + u] = CE_MISSING;
        for (size_t i = 0; i < som->n && to->unit; i++)
            to->unit[q * som->units + (size_t)som->unit[i]] = column[i];
        if (to->index)
            to->index[q] = NAN;
    }
    return rc;
}

int ce_som_cluster(const ce_som *som, const int *k, size_t count,
                   const ce_som_cluster_options *options, ce_labels *labels, int32_t *unit,
                   double *index, ce_error *err)
{
    results to = {labels, unit, index};
    chosen c = {0};
    int rc = ce_labels_alloc(labels, som->n, count, err);

    if (rc)
        return rc;
    if (options->by == CE_SOM_UNITS)
        rc = by_unit(som, count, &to, err);
    else
        rc = choose_units(som, options, &c, err);
    if (!rc && options->by == CE_SOM_KMEANS)
        rc = by_kmeans(som, k, count, options, &c, &to, err);
    if (!rc && options->by == CE_SOM_WARD)
        rc = by_ward(som, k, count, &c, &to, err);
    chosen_free(&c);
    if (rc)
        ce_labels_free(labels);
    return rc;
}
