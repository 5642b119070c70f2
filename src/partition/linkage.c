#include "partition/linkage.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "partition/complete_meansim.h"
#include "partition/fractions.h"
#include "partition/scan.h"
#include "partition/single_linkage.h"
#include "partition/triangle.h"

/*
 * Complete, average and Ward linkage: the generic algorithm of Muellner (2011). Each cluster i knows a lower bound of its
 * distance to the nearest cluster j > i; the smallest bound is looked up, made exact when it was not, and then is the pair to
 * merge: the first one in the order (distance, i, j), which is the tie rule. Clusters are numbered by their smallest
 * member, in the order of the objects.
 *
 * The work matrix is a ce_triangle, packed together when a quarter of the clusters are gone.
 *
 * Entries are costs, small where clusters are near:
 *   complete  the largest -s, or the largest distance
 *   average   the sum of -s (or of distances) over all pairs of objects; the key of a pair is this sum / (n_a n_b). When there is
 *             a common denominator q, sums are in units of 1/q and whole, so that equal means are equal doubles.
 *   Ward      2 n_a n_b / (n_a + n_b) times the squared distance of the centres
 */

enum { KEEP_BELOW = 64 };

#define CHEAPER "ce-consensus with a method that works on a bipartite graph (hbgf, ptgp), or single linkage"

typedef struct {
    ce_linkage_method method;
    int is_distance;
    double q;         /* common denominator; 0: none */
    size_t live;      /* clusters left */
    ce_triangle cost; /* of the pairs */
    double *size;     /* objects; NaN once merged into another: the cost of such a pair is NaN, and never the least */
    double *bound;    /* lower bound of the key to the nearest j > i; NaN for merged ones, infinite for the last */
    int32_t *nearest; /* that j, where the bound is exact */
    unsigned char *stale; /* 1: the bound need not be exact */
    int32_t *node;    /* number in the tree */
    int32_t *order;   /* the live ones, ascending */
    double *key;      /* work: keys of a row */
    double *row_a, *row_b; /* work: full rows of the two clusters that merge */
} work;

static void work_free(work *w)
{
    ce_triangle_free(&w->cost);
    free(w->size);
    free(w->bound);
    free(w->nearest);
    free(w->stale);
    free(w->node);
    free(w->order);
    free(w->key);
    free(w->row_a);
    free(w->row_b);
}

static int work_alloc(work *w, size_t n, const double *size, ce_error *err)
{
    int rc = ce_memory_check(n, n + 1, sizeof(double) / 2, "the work matrix of the linkage", CHEAPER, err);

    if (rc || (rc = ce_triangle_alloc(&w->cost, n, err)))
        return rc;
    w->live = n;
    w->size = ce_alloc(n, sizeof *w->size, err);
    w->bound = ce_alloc(n, sizeof *w->bound, err);
    w->nearest = ce_alloc(n, sizeof *w->nearest, err);
    w->stale = ce_calloc(n, 1, err);
    w->node = ce_alloc(n, sizeof *w->node, err);
    w->order = ce_alloc(n, sizeof *w->order, err);
    w->key = ce_alloc(n, sizeof *w->key, err);
    w->row_a = ce_calloc(CE_TRIANGLE_ROW(n), sizeof *w->row_a, err);
    w->row_b = ce_calloc(CE_TRIANGLE_ROW(n), sizeof *w->row_b, err);
    if (!w->size || !w->bound || !w->nearest || !w->stale || !w->node || !w->order || !w->key || !w->row_a ||
        !w->row_b)
        return CE_ENOMEM;
    for (size_t i = 0; i < n; i++) {
        w->size[i] = size ? size[i] : 1;
        w->node[i] = w->order[i] = (int32_t)i;
    }
    return CE_OK;
}

/* ---- nearest clusters ---- */

/* Keys of the pairs (i, first .. width-1) from the costs in row. */
CE_HOT __attribute__((optimize("O3"))) static void keys(work *w, double mass, const double *restrict row, size_t first)
{
    const double *restrict size = w->size;
    double *restrict key = w->key;
    size_t width = w->cost.width;

    if (w->method == CE_LINKAGE_AVERAGE)
        for (size_t x = first; x < width; x++)
            key[x] = row[x] / (mass * size[x]);
    else
        for (size_t x = first; x < width; x++)
            key[x] = row[x] + (size[x] - size[x]); /* + 0, or NaN */
}

/* Sets the bound of cluster i from the keys, which must hold those of i + 1 .. width-1. */
static void settle(work *w, size_t i)
{
    w->nearest[i] = (int32_t)(i + 1 + ce_first_least(w->key + i + 1, w->cost.width - i - 1, &w->bound[i]));
    w->stale[i] = 0;
}

/* ---- filling the work matrix, and the first bounds while a row is at hand ---- */

/* The costs of pairs (i, first .. first+count-1) from their similarities or distances. */
CE_HOT __attribute__((optimize("O3"))) static void costs(const work *w, size_t i, size_t first, size_t count, const double *value,
                                                         double *restrict out)
{
    const double *size = w->size + first;
    double mass = w->size[i], sign = w->is_distance ? 1 : -1, q = w->q;

    if (q > 0)
        for (size_t j = 0; j < count; j++)
            out[j] = sign * rint(value[j] * q);
    else
        for (size_t j = 0; j < count; j++)
            out[j] = sign * value[j];
    if (w->method == CE_LINKAGE_AVERAGE)
        for (size_t j = 0; j < count; j++)
            out[j] *= mass * size[j];
    if (w->method == CE_LINKAGE_WARD)
        for (size_t j = 0; j < count; j++)
            out[j] *= out[j] * (2 * (mass * size[j]) / (mass + size[j]));
}

/* Row i from similarities or distances value[0 ..] of the pairs (i, i + 1 ..). */
static void fill_row(work *w, size_t i, const double *value)
{
    costs(w, i, i + 1, w->cost.width - i - 1, value, w->row_a + i + 1);
    ce_triangle_write(&w->cost, i, w->row_a);
    keys(w, w->size[i], w->row_a, i + 1);
    settle(w, i);
}

/* Row i of the matrix into the work matrix. */
static void fill_matrix_row(work *w, const ce_similarity *s, size_t i)
{
    if (!s->row_start) {
        fill_row(w, i, s->values + ce_packed_index(s->n, i, i) + 1);
        return;
    }
    memset(w->row_b, 0, s->n * sizeof *w->row_b);
    for (size_t e = s->row_start[i]; e < s->row_start[i + 1]; e++)
        w->row_b[s->column[e]] = s->values[e];
    fill_row(w, i, w->row_b + i + 1);
}

/* Threads fill rows side by side, each with work rows of its own: most of the time goes into pages that are touched for the
 * first time. */
static int fill_from_matrix(work *w, const ce_similarity *s, ce_error *err)
{
    int failed = 0;

#pragma omp parallel reduction(| : failed)
    {
        work mine = *w;
        mine.key = ce_alloc(s->n, sizeof *mine.key, NULL);
        mine.row_a = ce_calloc(CE_TRIANGLE_ROW(s->n), sizeof *mine.row_a, NULL);
        mine.row_b = ce_calloc(CE_TRIANGLE_ROW(s->n), sizeof *mine.row_b, NULL);
        failed = !mine.key || !mine.row_a || !mine.row_b;
        /* two rows share their cache lines: pairs of rows go to one thread */
#pragma omp for schedule(dynamic, 16)
        for (size_t pair = 0; pair < (s->n + 1) / 2; pair++)
            for (size_t i = 2 * pair; i < 2 * pair + 2 && i < s->n && !failed; i++)
                fill_matrix_row(&mine, s, i);
        free(mine.key);
        free(mine.row_a);
        free(mine.row_b);
    }
    return failed ? ce_fail(err, CE_ENOMEM, "out of memory for the linkage") : CE_OK;
}

CE_HOT __attribute__((optimize("O3"))) static void add_squares(const double *x, double centre, size_t count, double *restrict sum)
{
    for (size_t j = 0; j < count; j++)
        sum[j] += (x[j] - centre) * (x[j] - centre);
}

/* Euclidean distances. Fails where they overflow. */
static int fill_from_points(work *w, const ce_matrix *x, ce_error *err)
{
    size_t n = x->rows, d = x->columns, bad = n;
    double *feature = ce_alloc(n * d, sizeof *feature, err);

    if (!feature)
        return CE_ENOMEM;
    for (size_t i = 0; i < n; i++)
        for (size_t s = 0; s < d; s++)
            feature[s * n + i] = x->values[i * d + s];
    for (size_t i = 0; i < n && bad == n; i++) {
        memset(w->row_b, 0, n * sizeof *w->row_b);
        for (size_t s = 0; s < d; s++)
            add_squares(feature + s * n + i + 1, x->values[i * d + s], n - i - 1, w->row_b + i + 1);
        for (size_t j = i + 1; j < n; j++) {
            w->row_b[j] = sqrt(w->row_b[j]);
            if (!isfinite(w->row_b[j]))
                bad = i;
        }
        fill_row(w, i, w->row_b + i + 1);
    }
    free(feature);
    if (bad < n)
        return ce_fail(err, CE_EINPUT, "object %zu: its distances to others are too large for a double", bad + 1);
    return CE_OK;
}

/* ---- merging ---- */

/* Adds row b to row a by the method's rule (Lance and Williams). ab: the cost of the pair itself. */
CE_HOT __attribute__((optimize("O3"))) static void merge_rows(const work *w, double *restrict ra, const double *restrict rb,
                                                              double na, double nb, double ab)
{
    const double *restrict size = w->size;
    size_t width = w->cost.width;

    switch (w->method) {
    case CE_LINKAGE_AVERAGE:
        for (size_t x = 0; x < width; x++)
            ra[x] += rb[x];
        break;
    case CE_LINKAGE_WARD:
        for (size_t x = 0; x < width; x++) {
            double sum = (size[x] + na) * ra[x] + (size[x] + nb) * rb[x] - size[x] * ab;
            sum /= size[x] + na + nb;
            ra[x] = sum < 0 ? 0 : sum;
        }
        break;
    default:
        for (size_t x = 0; x < width; x++)
            ra[x] = rb[x] > ra[x] ? rb[x] : ra[x];
    }
}

/* After a and b have become a: what the clusters before b thought was their nearest. */
static void update_bounds(work *w, size_t a, size_t b)
{
    for (size_t t = 0; t < w->live; t++) {
        size_t x = (size_t)w->order[t], near;
        if (x >= b)
            return;
        near = (size_t)w->nearest[x];
        if (x > a) {
            if (near == b)
                w->stale[x] = 1;
        } else if (x < a && w->key[x] < w->bound[x]) {
            w->bound[x] = w->key[x];
            w->nearest[x] = (int32_t)a;
            w->stale[x] = 0;
        } else if (x < a && w->key[x] == w->bound[x]) {
            /* by rounding only; and a stale bound that is met stays stale: which index meets it first is not known */
            if (near == b || near > a)
                w->nearest[x] = (int32_t)a;
        } else if (x < a && (near == a || near == b)) {
            w->stale[x] = 1;
        }
    }
}

static void merge_clusters(work *w, size_t a, size_t b)
{
    double na = w->size[a], nb = w->size[b];

    ce_triangle_gather(&w->cost, w->order, a, b, w->row_a, w->row_b);
    w->size[b] = w->bound[b] = NAN;
    ce_triangle_drop(w->order, w->live--, b);
    merge_rows(w, w->row_a, w->row_b, na, nb, w->row_a[b]);
    w->size[a] = na + nb;
    ce_triangle_scatter(&w->cost, w->order, a, w->row_a);
    keys(w, w->size[a], w->row_a, 0);
    update_bounds(w, a, b);
    settle(w, a);
}

/* Packs the live clusters together. */
static void pack(work *w)
{
    int32_t *place = (int32_t *)(void *)w->key; /* old number -> new one */

    ce_triangle_pack(&w->cost, w->order, w->live, w->row_a, w->row_b);
    for (size_t t = 0; t < w->live; t++) {
        size_t from = (size_t)w->order[t];
        w->size[t] = w->size[from];
        w->bound[t] = w->bound[from];
        w->stale[t] = w->stale[from];
        w->node[t] = w->node[from];
        place[from] = (int32_t)t;
    }
    for (size_t t = 0; t < w->live; t++) {
        size_t from = (size_t)w->order[t];
        /* the last one has no nearest; a stale one may name a cluster that is gone, and will look again */
        w->nearest[t] = w->stale[t] || t + 1 == w->live ? 0 : place[w->nearest[from]];
    }
    for (size_t t = 0; t < w->live; t++)
        w->order[t] = (int32_t)t;
}

/* With a common denominator the distance is one quotient of whole numbers, so 1 - 7/10 is 0.3. */
static double height_of(const work *w, size_t a, size_t b, double key)
{
    double pairs = w->method == CE_LINKAGE_AVERAGE ? w->size[a] * w->size[b] : 1;

    if (w->method == CE_LINKAGE_WARD)
        return sqrt(key);
    if (w->q > 0)
        return ((w->is_distance ? 0 : w->q * pairs) + ce_triangle_at(&w->cost, a, b)) / (w->q * pairs);
    return w->is_distance ? key : 1 + key;
}

static void agglomerate(work *w, ce_dendrogram *tree)
{
    double last = -INFINITY;

    while (w->live > 1) {
        double key, height;
        size_t a = ce_first_least(w->bound, w->cost.width, &key), b;
        int32_t p, q;

        if (w->stale[a]) {
            ce_triangle_read(&w->cost, a, w->row_a);
            keys(w, w->size[a], w->row_a, a + 1);
            settle(w, a);
            continue;
        }
        b = (size_t)w->nearest[a];
        height = height_of(w, a, b, key);
        last = height > last ? height : last; /* rounding must not make the tree fall */
        p = w->node[a];
        q = w->node[b];
        tree->merge[tree->merges] = (ce_merge){p < q ? p : q, p < q ? q : p, last, w->size[a] + w->size[b]};
        w->node[a] = (int32_t)(tree->n + tree->merges++);
        merge_clusters(w, a, b);
        if (w->live > KEEP_BELOW && w->live <= w->cost.width / 4 * 3)
            pack(w);
    }
}

/* ---- the two ways in ---- */

static int refuse_size(const double *size, size_t n, ce_error *err)
{
    for (size_t i = 0; size && i < n; i++)
        if (!(size[i] > 0 && size[i] < INFINITY))
            return ce_fail(err, CE_EINPUT, "row %zu stands for %g objects, more than 0 expected", i + 1, size[i]);
    return CE_OK;
}

/* A similarity may exceed 1 by rounding. */
static int refuse_values(const ce_similarity *s, int is_distance, ce_error *err)
{
    double low = is_distance ? 0 : -DBL_MAX / 4, high = is_distance ? DBL_MAX / 4 : 1 + 1e-9, value;
    size_t i, j;

    if (ce_similarity_within(s, low, high, &i, &j))
        return CE_OK;
    value = ce_similarity_get(s, i, j);
    if (is_distance)
        return ce_fail(err, CE_EINPUT, "row %zu, column %zu: %g is no distance: a finite number, 0 or more, expected", i + 1,
                       j + 1, value);
    return ce_fail(err, CE_EINPUT, "row %zu, column %zu: similarity %g gives no distance 1 - s: at most 1 expected", i + 1, j + 1,
                   value);
}

/* The common denominator, when sums in its units stay whole numbers that a double can hold; else 0. */
static size_t exact_denominator(const ce_similarity *s, const double *size)
{
    size_t q = ce_common_denominator(s, CE_DENOMINATOR_LIMIT), i, j;
    double total = 0, most;

    for (i = 0; i < s->n; i++) {
        double mass = size ? size[i] : 1;
        if (mass != rint(mass))
            return 0;
        total += mass;
    }
    /* the most that n_a n_b can be is (total / 2)^2 */
    most = 0x1p53 / ((double)q * (total * total / 4));
    return q && ce_similarity_within(s, -most, most, &i, &j) ? q : 0;
}

int ce_linkage(const ce_similarity *matrix, int is_distance, const double *size, ce_linkage_method method,
               ce_dendrogram *tree, ce_error *err)
{
    work w = {.method = method, .is_distance = is_distance};
    size_t n = matrix->n, q;
    int rc;

    if (method == CE_LINKAGE_WARD && !is_distance)
        return ce_fail(err, CE_EARG, "Ward's method needs Euclidean distances, not similarities");
    if ((rc = refuse_size(size, n, err)) || (rc = refuse_values(matrix, is_distance, err)) ||
        (rc = ce_dendrogram_alloc(tree, n, err)))
        goto done;
    if (n < 2)
        goto done;
    q = method == CE_LINKAGE_WARD ? 0 : exact_denominator(matrix, size);
    if (method == CE_LINKAGE_SINGLE) {
        rc = ce_single_linkage(matrix, is_distance, q, size, tree, err);
        goto done;
    }
    if (method == CE_LINKAGE_COMPLETE_MEANSIM) {
        rc = ce_complete_linkage_meansim(matrix, is_distance, q, size, tree, err);
        goto done;
    }
    w.q = (double)q;
    if ((rc = work_alloc(&w, n, size, err)))
        goto done;
    if (!(rc = fill_from_matrix(&w, matrix, err)))
        agglomerate(&w, tree);
done:
    work_free(&w);
    if (rc)
        ce_dendrogram_free(tree);
    return rc;
}

int ce_linkage_points(const ce_matrix *x, ce_linkage_method method, ce_dendrogram *tree, ce_error *err)
{
    work w = {.method = method, .is_distance = 1};
    size_t n = x->rows;
    int rc;

    if (method == CE_LINKAGE_COMPLETE_MEANSIM)
        return ce_fail(err, CE_EARG, "ties of complete linkage are broken by mean similarity on a matrix only");
    if (ce_matrix_has_missing(x))
        return ce_fail(err, CE_EINPUT, "missing values: linkage needs all of them (ce-prepare impute or drop-missing)");
    if ((rc = ce_dendrogram_alloc(tree, n, err)) || n < 2)
        return rc;
    if (method == CE_LINKAGE_SINGLE)
        rc = ce_single_linkage_points(x, tree, err);
    else if (!(rc = work_alloc(&w, n, NULL, err)) && !(rc = fill_from_points(&w, x, err)))
        agglomerate(&w, tree);
    work_free(&w);
    if (rc)
        ce_dendrogram_free(tree);
    return rc;
}
