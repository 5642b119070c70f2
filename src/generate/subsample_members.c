#include "generate/subsample_members.h"

#include <stdlib.h>

#include "core/dendrogram.h"
#include "core/each.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "core/random.h"
#include "generate/kmeans_ensemble.h"
#include "generate/members.h"
#include "partition/linkage/linkage.h"
#include "partition/medoids.h"
#include "prepare/transform_profiles.h"
#include "similarity/distance_panels.h"
#include "similarity/euclidean.h"

enum { LINKAGE_MOST = 5000 };

const char *ce_subsample_name(ce_subsample_how how)
{
    static const char *const name[] = {"auto",    "kmeans", "single", "complete",
                                       "average", "ward",   "pam"};

    return name[how];
}

ce_subsample_how ce_subsample_auto(size_t objects, size_t features)
{
    return features > objects && objects <= LINKAGE_MOST ? CE_SUBSAMPLE_WARD : CE_SUBSAMPLE_KMEANS;
}

/* ---- by k-means ---- */

/* Every k has the same seed, so that its members see the same subsamples. */
static int by_kmeans(const ce_subsample_options *o, ce_labels *labels, size_t *few,
                     const ce_progress *progress, ce_error *err)
{
    int rc = CE_OK;

    for (size_t g = 0; g < o->k_count && !rc; g++) {
        const ce_kmeans_ensemble_options how = {.members = o->members,
                                                .k = &o->k[g],
                                                .k_count = 1,
                                                .draw = 1,
                                                .features = o->features,
                                                .objects = o->objects,
                                                .unseen = CE_UNSEEN_MISSING,
                                                .seed = o->seed,
                                                .kmeans = {.init = o->init,
                                                           .empty = CE_EMPTY_SINGLETON,
                                                           .max_iterations = o->iterations,
                                                           .restarts = o->restarts,
                                                           .algorithm = o->algorithm}};
        ce_centre_member *member = ce_calloc(o->members, sizeof *member, err);
        rc = member ? ce_generate_kmeans(o->data, &how, &labels[g], member, progress, err)
                    : CE_ENOMEM;
        if (member)
            ce_centre_members_free(member, o->members);
        for (size_t q = 0; q < o->members && !rc; q++)
            few[g] += labels[g].k[q] < o->k[g];
    }
    return rc;
}

/* ---- by distances ---- */

static const ce_linkage_method linkage_of[] = {[CE_SUBSAMPLE_SINGLE] = CE_LINKAGE_SINGLE,
                                               [CE_SUBSAMPLE_COMPLETE] = CE_LINKAGE_COMPLETE,
                                               [CE_SUBSAMPLE_AVERAGE] = CE_LINKAGE_AVERAGE,
                                               [CE_SUBSAMPLE_WARD] = CE_LINKAGE_WARD};

/* Of one subsample what is cut for each k: one of them. */
typedef struct {
    ce_dendrogram tree;
    ce_medoids *medoids; /* owned */
} clustering;

typedef struct {
    const ce_subsample_options *o;
    size_t n;
    ce_labels *labels;
    size_t *distinct; /* owned; members: how many of their rows differ */
} work;

/* The chosen rows and columns of the data; NULL: all. */
static int take_data(const ce_matrix *x, const size_t *row, size_t rows, const size_t *column,
                     size_t columns, ce_matrix *seen, ce_error *err)
{
    int rc = ce_matrix_alloc(seen, rows, columns, err);

    for (size_t i = 0; i < rows && !rc; i++) {
        const double *from = x->values + (row ? row[i] : i) * x->columns;
        for (size_t s = 0; s < columns; s++)
            seen->values[i * columns + s] = from[column ? column[s] : s];
    }
    return rc;
}

/* The chosen rows and columns of the matrix; NULL: all. */
static int take_pairs(const ce_similarity *pairs, const size_t *row, size_t rows,
                      ce_similarity *seen, ce_error *err)
{
    int rc = ce_similarity_alloc_dense(seen, rows, "the matrix of a subsample",
                                       "fewer threads, or smaller subsamples", err);

    for (size_t i = 0, at = 0; i < rows && !rc; i++)
        for (size_t j = i; j < rows; j++)
            seen->values[at++] = ce_similarity_get(pairs, row ? row[i] : i, row ? row[j] : j);
    return rc;
}

static int fail_direction(const ce_subsample_options *o, size_t i, int center, ce_error *err)
{
    int some = o->features && o->features < o->data->columns;
    char object[CE_OBJECT_NAME];

    return ce_fail(err, CE_EINPUT, "%s: all its numbers%s are %s, so it has no %s",
                   ce_object_name(o->id, i, object), some ? " in a subsample" : "",
                   center ? "equal" : "0", center ? "correlation" : "angle");
}

/* Similarities by the correlation of the rows of `seen`, which are made unit vectors. */
static int correlate(const ce_subsample_options *o, ce_matrix *seen, const size_t *row,
                     ce_similarity *pairs, ce_error *err)
{
    int center = o->distance != CE_DISTANCE_COSINE;
    size_t zero = 0;
    int rc = ce_unit_rows(seen, o->distance == CE_DISTANCE_SPEARMAN, center, &zero, err);

    if (!rc && zero < seen->rows)
        rc = fail_direction(o, row ? row[zero] : zero, center, err);
    return rc ? rc : ce_unit_similarity(seen, pairs, err);
}

static int measure(const ce_matrix *seen, ce_similarity *pairs, ce_error *err)
{
    int rc = ce_similarity_alloc_dense(pairs, seen->rows, "the distances of a subsample",
                                       "fewer threads, or smaller subsamples", err);

    return rc ? rc : ce_distances_fill(seen, pairs, err);
}

static int cluster_pairs(const ce_subsample_options *o, const ce_similarity *pairs, int is_distance,
                         clustering *made, ce_error *err)
{
    int most = 1;

    if (o->by != CE_SUBSAMPLE_PAM)
        return ce_linkage(pairs, is_distance, NULL, linkage_of[o->by], &made->tree, err);
    for (size_t g = 0; g < o->k_count; g++)
        most = o->k[g] > most ? o->k[g] : most;
    return ce_medoids_build(pairs, is_distance, NULL, (size_t)most,
                            "fewer threads, or smaller subsamples", &made->medoids, err);
}

/* Linkages of Euclidean distances need no matrix of them. */
static int cluster_rows(const ce_subsample_options *o, ce_matrix *seen, const size_t *row,
                        clustering *made, ce_error *err)
{
    int euclidean = o->distance == CE_DISTANCE_EUCLIDEAN;
    ce_similarity pairs = {0};
    int rc;

    if (euclidean && o->by != CE_SUBSAMPLE_PAM)
        return ce_linkage_points(seen, linkage_of[o->by], NULL, &made->tree, err);
    rc = euclidean ? measure(seen, &pairs, err) : correlate(o, seen, row, &pairs, err);
    if (!rc)
        rc = cluster_pairs(o, &pairs, euclidean, made, err);
    ce_similarity_free(&pairs);
    return rc;
}

static int cluster_data(const ce_subsample_options *o, gsl_rng *rng, size_t **row, clustering *made,
                        ce_error *err)
{
    size_t d = o->data->columns, *column = NULL;
    ce_matrix seen = {0};
    int rc = ce_draw_some(rng, d, o->features, &column, err);

    if (!rc)
        rc = ce_draw_some(rng, o->data->rows, o->objects, row, err);
    if (!rc)
        rc = take_data(o->data, *row, o->objects, column, column ? o->features : d, &seen, err);
    if (!rc)
        rc = cluster_rows(o, &seen, *row, made, err);
    ce_matrix_free(&seen);
    free(column);
    return rc;
}

static int cluster_matrix(const ce_subsample_options *o, gsl_rng *rng, size_t **row,
                          clustering *made, ce_error *err)
{
    ce_similarity seen = {0};
    int rc = ce_draw_some(rng, o->pairs->n, o->objects, row, err);

    if (!rc)
        rc = take_pairs(o->pairs, *row, o->objects, &seen, err);
    if (!rc)
        rc = cluster_pairs(o, &seen, o->is_distance, made, err);
    ce_similarity_free(&seen);
    return rc;
}

/* Member q for value g of k. The objects that it does not see have no label. */
static int cut(const work *w, size_t g, size_t q, const size_t *row, const clustering *made,
               ce_error *err)
{
    int32_t *column = ce_labels_column(&w->labels[g], q);
    size_t k = (size_t)w->o->k[g];
    ce_partition cut = {0};
    int rc = made->medoids ? ce_medoids_cut(made->medoids, k, &cut, NULL, NULL, err)
                           : ce_dendrogram_cut(&made->tree, k, &cut, err);

    for (size_t i = 0; i < w->n; i++)
        column[i] = CE_MISSING;
    for (size_t i = 0; i < w->o->objects && !rc; i++)
        column[row ? row[i] : i] = cut.labels[i];
    w->labels[g].k[q] = cut.k;
    ce_partition_free(&cut);
    return rc;
}

/* Member q of every k: one subsample, cut for each. */
static int cluster_member(void *state, size_t q, ce_error *err)
{
    const work *w = state;
    const ce_subsample_options *o = w->o;
    gsl_rng *rng = ce_random_alloc(o->seed, CE_STREAM_MEMBER, q, err);
    size_t *row = NULL;
    clustering made = {0};
    int rc = rng ? CE_OK : CE_ENOMEM;

    if (!rc)
        rc = (o->data ? cluster_data : cluster_matrix)(o, rng, &row, &made, err);
    if (!rc)
        w->distinct[q] =
            made.medoids ? ce_medoids_distinct(made.medoids) : ce_dendrogram_distinct(&made.tree);
    for (size_t g = 0; g < o->k_count && !rc; g++)
        rc = cut(w, g, q, row, &made, err);
    ce_dendrogram_free(&made.tree);
    ce_medoids_free(made.medoids);
    free(row);
    gsl_rng_free(rng);
    return rc;
}

static int by_distances(const ce_subsample_options *o, ce_labels *labels, size_t *few,
                        const ce_progress *progress, ce_error *err)
{
    work w = {.o = o,
              .n = o->data ? o->data->rows : o->pairs->n,
              .labels = labels,
              .distinct = ce_calloc(o->members, sizeof *w.distinct, err)};
    int rc = w.distinct ? CE_OK : CE_ENOMEM;

    for (size_t g = 0; g < o->k_count && !rc; g++)
        rc = ce_labels_alloc(&labels[g], w.n, o->members, err);
    if (!rc)
        rc = ce_each(o->members, ce_threads(), cluster_member, &w, progress, err);
    for (size_t g = 0; g < o->k_count && !rc; g++)
        for (size_t q = 0; q < o->members; q++)
            few[g] += w.distinct[q] < (size_t)o->k[g];
    free(w.distinct);
    return rc;
}

int ce_generate_subsamples(const ce_subsample_options *options, ce_labels *labels, size_t *few,
                           const ce_progress *progress, ce_error *err)
{
    int rc;

    for (size_t g = 0; g < options->k_count; g++)
        few[g] = 0;
    rc = (options->by == CE_SUBSAMPLE_KMEANS ? by_kmeans : by_distances)(options, labels, few,
                                                                         progress, err);
    for (size_t g = 0; g < options->k_count && rc; g++)
        ce_labels_free(&labels[g]);
    return rc;
}
