/*
 * The nearest centroid of every object, for all members under way in one pass over the data: a
 * block of objects comes from memory once.
 *
 * With few features all distances are computed in doubles (kmeans/weighted_distance.h), and decide.
 * With more, they are first bounded in single precision, as D = sum_s w_s x_s^2 - 2 w_s c_s x_s +
 * w_s c_s^2. For all members at once the first two terms are one product of matrices, (x^2, x)
 * times (w, -2 w c). If that leaves more than one centroid that could be nearest, the distances of
 * these are computed in doubles. So labels are those of comparing every object with every centroid.
 *
 * The bound. x and c are taken from the mean of the data, and scaled by a power of two, so that
 * none exceeds 1. A sum of p products in single precision, in any order, with factors rounded to
 * it, errs by at most (p + 4) 2^-24 times the sum M of the absolute products. Sums of more than one
 * tile of features are added in doubles. Let A = sum w x^2 and K = sum w c^2. Then M <= A + 2
 * sqrt(A K) and sqrt A <= sqrt D + sqrt K, so M <= D + 4 sqrt(D K) + 3 K <= 2 D + 7 K. The error of
 * doubles is far below. Factors below LEAST are taken for 0; FEATURE_ROOM allows for that.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "generate/lac_internal.h"
#include "kmeans/weighted_distance.h"
#include "linalg/linalg.h"

/* Bytes and objects of a block without bounds: so large that turning its rows costs little beside
 * its distances, so small that it stays in the cache. */
enum { BLOCK_BYTES = 1 << 18, LEAST_BLOCK = 16, LARGEST_BLOCK = CE_WEIGHTED_MOST };

/* Objects and features of a tile of the product, and how many features make it worth while. */
enum { TILE_ROWS = 128, TILE = 128, MANY_FEATURES = 24 };

static const double ROUNDING = (2 * TILE + 8) * 0x1p-24 * 1.001, LEAST = 1e-30,
                    FEATURE_ROOM = 1e-29;

/* Fewer values than this are set faster by one thread. */
enum { WORTH_THREADS = 1 << 15 };

/* A quad in single precision. */
typedef float singles __attribute__((vector_size(16), aligned(4), may_alias));

/* What one thread needs. */
typedef struct {
    double *quads;    /* block x d: objects turned by fours; without bounds */
    float *objects;   /* TILE_ROWS x 2 TILE: squares and values of a tile */
    float *product;   /* TILE_ROWS x columns */
    double *distance; /* TILE_ROWS x columns: estimates without K */
} scratch;

struct ce_lac_assigner {
    const ce_matrix *x;
    int bounds;      /* whether distances are bounded first */
    size_t columns;  /* room for so many centroids */
    size_t block;    /* objects, a multiple of CE_QUAD */
    double *mean;    /* d: of the features */
    double largest;  /* difference of a value from its mean */
    double scale;    /* of the pass under way */
    float *clusters; /* tile after tile: columns x 2 features of the tile: w and -2 w c */
    double *square;  /* columns: K */
    int threads;
    scratch *thread;
};

/* ---- memory ---- */

void ce_lac_assigner_free(ce_lac_assigner *a)
{
    if (!a)
        return;
    for (int t = 0; a->thread && t < a->threads; t++) {
        free(a->thread[t].quads);
        free(a->thread[t].objects);
        free(a->thread[t].product);
        free(a->thread[t].distance);
    }
    free(a->thread);
    free(a->mean);
    free(a->clusters);
    free(a->square);
    free(a);
}

static int scratch_alloc(const ce_lac_assigner *a, scratch *s, ce_error *err)
{
    if (!a->bounds) {
        s->quads = ce_alloc(a->block, a->x->columns * sizeof *s->quads, err);
        return s->quads ? CE_OK : CE_ENOMEM;
    }
    s->objects = ce_alloc(TILE_ROWS, 2 * TILE * sizeof *s->objects, err);
    s->product = ce_alloc(TILE_ROWS, a->columns * sizeof *s->product, err);
    s->distance = ce_alloc(TILE_ROWS, a->columns * sizeof *s->distance, err);
    return s->objects && s->product && s->distance ? CE_OK : CE_ENOMEM;
}

/* The means, to no particular accuracy, and the largest difference from them. */
static void centre_data(ce_lac_assigner *a)
{
    size_t n = a->x->rows, d = a->x->columns;
    double largest = 0;

    memset(a->mean, 0, d * sizeof *a->mean);
    for (size_t i = 0; i < n; i++)
        for (size_t s = 0; s < d; s++)
            a->mean[s] += a->x->values[i * d + s];
    for (size_t s = 0; s < d; s++)
        a->mean[s] /= (double)n;
#pragma omp parallel for schedule(static) reduction(max : largest)
    for (size_t i = 0; i < n; i++)
        for (size_t s = 0; s < d; s++)
            largest = fmax(largest, fabs(a->x->values[i * d + s] - a->mean[s]));
    a->largest = largest;
}

static size_t block_without_bounds(size_t features)
{
    size_t rows = BLOCK_BYTES / sizeof(double) / features / CE_QUAD * CE_QUAD;

    if (rows < LEAST_BLOCK)
        return LEAST_BLOCK;
    return rows > LARGEST_BLOCK ? LARGEST_BLOCK : rows;
}

int ce_lac_assigner_alloc(ce_lac_assigner **assigner, const ce_matrix *x, size_t columns,
                          ce_error *err)
{
    ce_lac_assigner *a = *assigner = ce_calloc(1, sizeof *a, err);
    int rc = CE_OK;

    if (!a)
        return CE_ENOMEM;
    a->x = x;
    a->bounds = x->columns >= MANY_FEATURES;
    a->columns = columns;
    a->block = a->bounds ? TILE_ROWS : block_without_bounds(x->columns);
    a->threads = ce_threads();
    if (!(a->thread = ce_calloc((size_t)a->threads, sizeof *a->thread, err)))
        return CE_ENOMEM;
    for (int t = 0; t < a->threads && !rc; t++)
        rc = scratch_alloc(a, &a->thread[t], err);
    if (rc || !a->bounds)
        return rc;
    a->mean = ce_alloc(x->columns, sizeof *a->mean, err);
    a->clusters = ce_alloc(columns, 2 * x->columns * sizeof *a->clusters, err);
    a->square = ce_alloc(columns, sizeof *a->square, err);
    if (!a->mean || !a->clusters || !a->square)
        return CE_ENOMEM;
    centre_data(a);
    return CE_OK;
}

/* ---- all distances ---- */

static void assign_directly(ce_lac_assigner *a, ce_lac_run *const *run, size_t runs, size_t first,
                            size_t count)
{
    double *quads = a->thread[ce_thread()].quads;

    ce_weighted_block_turn(a->x, first, count, quads);
    for (size_t r = 0; r < runs; r++)
        ce_weighted_nearest(quads, count, a->x->columns, run[r]->centre, run[r]->weight, run[r]->k,
                            run[r]->label + first);
}

/* ---- distances bounded first ---- */

/* The power of two that brings all differences from the mean, of objects and centroids, to 1 or
 * below. */
static double scale_for(const ce_lac_assigner *a, ce_lac_run *const *run, size_t runs)
{
    size_t d = a->x->columns;
    double largest = a->largest;
    int exponent;

    for (size_t r = 0; r < runs; r++)
        for (size_t j = 0; j < run[r]->k; j++)
            for (size_t s = 0; s < d; s++)
                largest = fmax(largest, fabs(run[r]->centre[j * d + s] - a->mean[s]));
    frexp(largest, &exponent);
    return ldexp(1, exponent < -1000 ? 1000 : -exponent);
}

static inline __attribute__((always_inline)) float single(double value)
{
    return fabs(value) < LEAST ? 0 : (float)value;
}

/* Sets column `column` of the product to centroid j of a run: for each tile w, then -2 w c. */
static void set_cluster(ce_lac_assigner *a, size_t columns, const ce_lac_run *run, size_t j,
                        size_t column)
{
    size_t d = run->d;
    double square = 0;

    for (size_t first = 0; first < d; first += TILE) {
        size_t features = d - first < TILE ? d - first : TILE;
        float *to = a->clusters + 2 * (columns * first + column * features);
        for (size_t s = 0; s < features; s++) {
            double w = run->weight[j * d + first + s],
                   c = (run->centre[j * d + first + s] - a->mean[first + s]) * a->scale;
            to[s] = single(w);
            to[features + s] = single(-2 * w * c);
            square += w * c * c;
        }
    }
    a->square[column] = square;
}

static void set_clusters(ce_lac_assigner *a, size_t columns, ce_lac_run *const *run, size_t runs)
{
    a->scale = scale_for(a, run, runs);
#pragma omp parallel for schedule(dynamic) if (columns * a->x->columns > WORTH_THREADS)
    for (size_t r = 0; r < runs; r++) {
        size_t column = 0;
        for (size_t before = 0; before < r; before++)
            column += run[before]->k;
        for (size_t j = 0; j < run[r]->k; j++)
            set_cluster(a, columns, run[r], j, column + j);
    }
}

/* Squares and values of some features of some objects. Those of an object stand side by side: 2
 * features numbers. */
static CE_HOT void set_objects(const ce_lac_assigner *a, size_t first, size_t count, size_t feature,
                               size_t features, float *to)
{
    const double *mean = a->mean + feature;
    const ce_quad scale = (ce_quad){0} + a->scale;

    for (size_t i = 0; i < count; i++, to += 2 * features) {
        const double *row = a->x->values + (first + i) * a->x->columns + feature;
        size_t s = 0;
        for (; s + CE_QUAD <= features; s += CE_QUAD) {
            ce_quad value = (*(const ce_quad *)(row + s) - *(const ce_quad *)(mean + s)) * scale,
                    square = value * value;
            *(singles *)(to + s) = __builtin_convertvector(square, singles);
            *(singles *)(to + features + s) = __builtin_convertvector(value, singles);
        }
        for (; s < features; s++) {
            double value = (row[s] - mean[s]) * a->scale;
            to[s] = (float)(value * value);
            to[features + s] = (float)value;
        }
    }
}

static CE_HOT void add_product(const float *product, size_t count, double *distance, int first)
{
    for (size_t v = 0; v < count; v++)
        distance[v] = (first ? 0 : distance[v]) + (double)product[v];
}

/* Estimates of all distances of a block of objects, without K. */
static void estimate(const ce_lac_assigner *a, size_t columns, const scratch *s, size_t first,
                     size_t count)
{
    size_t d = a->x->columns;

    for (size_t feature = 0; feature < d; feature += TILE) {
        size_t features = d - feature < TILE ? d - feature : TILE;
        set_objects(a, first, count, feature, features, s->objects);
        ce_product_single(s->objects, 2 * features, a->clusters + 2 * columns * feature,
                          2 * features, s->product, columns, count, 2 * features, columns);
        add_product(s->product, count * columns, s->distance, feature == 0);
    }
}

/* The nearest centroid of an object from the estimates of its distances. These become lower bounds
 * here. */
static inline __attribute__((always_inline)) int32_t settle(const ce_lac_run *run,
                                                            const double *row, double *distance,
                                                            const double *square, double room)
{
    size_t k = run->k, d = run->d, open = 0;
    double most = INFINITY, least = INFINITY;
    int32_t nearest = 0;

    for (size_t j = 0; j < k; j++) {
        double estimate = distance[j] + square[j],
               error = ROUNDING * (2 * (estimate > 0 ? estimate : 0) + 7 * square[j]) + room;
        distance[j] = estimate - error;
        most = estimate + error < most ? estimate + error : most;
    }
    for (size_t j = 0; j < k; j++) {
        open += distance[j] <= most;
        nearest = distance[j] <= most ? (int32_t)j : nearest;
    }
    if (open == 1)
        return nearest;
    for (size_t j = 0; j < k; j++) {
        double exact;
        if (distance[j] > most)
            continue;
        exact = ce_weighted_one(row, run->centre + j * d, run->weight + j * d, d);
        if (exact < least) {
            least = exact;
            nearest = (int32_t)j;
        }
    }
    return nearest;
}

static CE_HOT void settle_block(const ce_matrix *x, ce_lac_run *run, size_t first, size_t count,
                                double *distance, size_t columns, const double *square)
{
    double room = (double)x->columns * FEATURE_ROOM;

    for (size_t i = 0; i < count; i++)
        run->label[first + i] =
            settle(run, x->values + (first + i) * x->columns, distance + i * columns, square, room);
}

static void assign_by_bounds(ce_lac_assigner *a, size_t columns, ce_lac_run *const *run,
                             size_t runs, size_t first, size_t count)
{
    const scratch *s = &a->thread[ce_thread()];
    size_t column = 0;

    estimate(a, columns, s, first, count);
    for (size_t r = 0; r < runs; column += run[r++]->k)
        settle_block(a->x, run[r], first, count, s->distance + column, columns, a->square + column);
}

/* ---- the pass ---- */

void ce_lac_assign(ce_lac_assigner *a, ce_lac_run *const *run, size_t runs)
{
    size_t n = a->x->rows, block = a->block, columns = 0;

    for (size_t r = 0; r < runs; r++)
        columns += run[r]->k;
    if (a->bounds)
        set_clusters(a, columns, run, runs);
#pragma omp parallel for schedule(dynamic) if (n > block && \
                                               n * a->x->columns * columns > WORTH_THREADS)
    for (size_t first = 0; first < n; first += block) {
        size_t count = n - first < block ? n - first : block;
        if (a->bounds)
            assign_by_bounds(a, columns, run, runs, first, count);
        else
            assign_directly(a, run, runs, first, count);
    }
}

static CE_HOT void own_distances(const ce_matrix *x, const ce_lac_run *run, size_t first,
                                 size_t last, double *distance)
{
    size_t d = run->d;

    for (size_t i = first; i < last; i++) {
        size_t j = (size_t)run->label[i];
        distance[i] =
            ce_weighted_one(x->values + i * d, run->centre + j * d, run->weight + j * d, d);
    }
}

void ce_lac_own_distances(const ce_matrix *x, const ce_lac_run *run, double *distance)
{
    size_t n = x->rows;

#pragma omp parallel for schedule(static) if (n > LARGEST_BLOCK)
    for (size_t first = 0; first < n; first += LARGEST_BLOCK)
        own_distances(x, run, first, first + LARGEST_BLOCK < n ? first + LARGEST_BLOCK : n,
                      distance);
}
