#include "partition/linkage/complete_meansim.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "partition/linkage/scan.h"
#include "partition/linkage/triangle.h"

/*
 * The generic algorithm of agglomerate.h, with pairs in the order (distance, mean distance, i, j).
 *
 * The merge of a and b is never nearer to x, in this order, than the nearer of a and b: the larger
 * of two distances stays, and when they are equal the mean lies between the two means. So lower
 * bounds stay bounds. (The mean of one pair alone may fall, when b was nearer to x than a.)
 *
 * A cost is -s or a distance. Two triangles hold the largest cost of each pair of clusters, and the
 * sum of costs over all their pairs of objects.
 *
 * Sums are whole numbers. So they do not depend on the order in which clusters merged, and
 * microclusters have exactly the sums of their objects. Where the entries have a common denominator
 * q, the unit is 1/q. Otherwise entries are rounded, for the sums only, to a power of two so small
 * that a sum over all pairs is exact. If fewer than FINE bits were left, or if sizes are no whole
 * numbers, plain sums are taken.
 */

enum { KEEP_BELOW = 64, FINE = 24 };

typedef struct {
    int is_distance;
    double q;              /* common denominator; 0: none */
    double unit;           /* sums are whole multiples of 1 / unit; 0: plain sums */
    size_t live;           /* clusters left */
    ce_triangle most, sum; /* of the costs of a pair of clusters */
    double *size;          /* objects; NaN once merged into another */

    /* Lower bound of the key to the nearest j > i: NaN for merged clusters, infinite for the last
     * one. */
    double *bound, *mean_bound;
    int32_t *nearest;                      /* that j, where the bound is exact */
    unsigned char *stale;                  /* 1: the bound need not be exact */
    int32_t *node;                         /* number in the tree */
    int32_t *order;                        /* the live ones, ascending */
    double *key;                           /* work: distances of a row, NaN to merged ones */
    double *row_a, *row_b, *sum_a, *sum_b; /* work: full rows of the two clusters that merge */
} work;

static void work_free(work *w)
{
    ce_triangle_free(&w->most);
    ce_triangle_free(&w->sum);
    free(w->size);
    free(w->bound);
    free(w->mean_bound);
    free(w->nearest);
    free(w->stale);
    free(w->node);
    free(w->order);
    free(w->key);
    free(w->row_a);
    free(w->row_b);
    free(w->sum_a);
    free(w->sum_b);
}

static int work_alloc(work *w, size_t n, const double *size, ce_error *err)
{
    int rc = ce_memory_check(n, n + 1, sizeof(double), "the work matrices of the linkage",
                             CE_OPT("tie") " index, which needs half of it,", err);

    if (!rc)
        rc = ce_triangle_alloc(&w->most, n, err);
    if (!rc)
        rc = ce_triangle_alloc(&w->sum, n, err);
    if (rc)
        return rc;
    w->live = n;
    w->size = ce_alloc(n, sizeof *w->size, err);
    w->bound = ce_alloc(n, sizeof *w->bound, err);
    w->mean_bound = ce_alloc(n, sizeof *w->mean_bound, err);
    w->nearest = ce_alloc(n, sizeof *w->nearest, err);
    w->stale = ce_calloc(n, 1, err);
    w->node = ce_alloc(n, sizeof *w->node, err);
    w->order = ce_alloc(n, sizeof *w->order, err);
    w->key = ce_alloc(n, sizeof *w->key, err);
    w->row_a = ce_calloc(CE_TRIANGLE_ROW(n), sizeof *w->row_a, err);
    w->row_b = ce_calloc(CE_TRIANGLE_ROW(n), sizeof *w->row_b, err);
    w->sum_a = ce_calloc(CE_TRIANGLE_ROW(n), sizeof *w->sum_a, err);
    w->sum_b = ce_calloc(CE_TRIANGLE_ROW(n), sizeof *w->sum_b, err);
    if (!w->size || !w->bound || !w->mean_bound || !w->nearest || !w->stale || !w->node ||
        !w->order || !w->key || !w->row_a || !w->row_b || !w->sum_a || !w->sum_b)
        return CE_ENOMEM;
    for (size_t i = 0; i < n; i++) {
        w->size[i] = size ? size[i] : 1;
        w->node[i] = w->order[i] = (int32_t)i;
    }
    return CE_OK;
}

/* ---- units of the sums ---- */

/* The largest |s_ij|, i != j, among the entries that are stored. */
static double largest_entry(const ce_similarity *s)
{
    double largest = 0;

    for (size_t i = 0; i < s->n; i++) {
        size_t first = s->row_start ? s->row_start[i] : ce_packed_index(s->n, i, i) + 1;
        size_t end = s->row_start ? s->row_start[i + 1] : first + s->n - i - 1;
        for (size_t e = first; e < end; e++)
            if (fabs(s->values[e]) > largest && !(s->row_start && (size_t)s->column[e] == i))
                largest = fabs(s->values[e]);
    }
    return largest;
}

/* The largest power of two for which a sum over all pairs of two clusters stays below 2^53; 0 when
 * sums are plain. Two clusters have at most (total / 2)^2 pairs. */
static double fine_unit(const ce_similarity *s, const double *size)
{
    double total = 0;
    int pairs, value;

    for (size_t i = 0; i < s->n; i++) {
        double mass = size ? size[i] : 1;
        if (mass != rint(mass))
            return 0;
        total += mass;
    }
    frexp(total * total / 4, &pairs);
    frexp(largest_entry(s), &value);
    if (52 - pairs < FINE)
        return 0;
    /* It is in range: entries near 0 have a common denominator, entries near DBL_MAX are refused.
     */
    return ldexp(1, 52 - pairs - value);
}

/* ---- nearest clusters ---- */

/* Distances of the pairs (i, first .. width-1), from a row. */
CE_HOT CE_UNROLLED static void keys(work *w, const double *restrict row, size_t first)
{
    const double *restrict size = w->size;
    double *restrict key = w->key;
    size_t width = w->most.width;

    for (size_t x = first; x < width; x++)
        key[x] = row[x] + (size[x] - size[x]); /* + 0, or NaN */
}

/* i < j */
static double mean_of(const work *w, size_t i, size_t j)
{
    return ce_triangle_at(&w->sum, i, j) / (w->size[i] * w->size[j]);
}

/* Sets the bound of cluster i from its keys, which must be there for i + 1 .. width-1. */
static void settle(work *w, size_t i)
{
    size_t width = w->most.width,
           near = i + 1 + ce_first_least(w->key + i + 1, width - i - 1, &w->bound[i]);
    double least = w->bound[i], mean = near < width ? mean_of(w, i, near) : INFINITY;

    for (size_t x = near + 1; x < width; x++)
        if (w->key[x] == least) {
            double other = mean_of(w, i, x);
            if (other < mean) {
                mean = other;
                near = x;
            }
        }
    w->nearest[i] = (int32_t)near;
    w->mean_bound[i] = mean;
    w->stale[i] = 0;
}

/* ---- filling the work matrices, and the first bounds while a row is at hand ---- */

/* Row i from similarities or distances value[0 ..] of the pairs (i, i + 1 ..). */
CE_HOT CE_UNROLLED static void costs(const work *w, size_t i, const double *restrict value,
                                     double *restrict most, double *restrict sum)
{
    const double *restrict size = w->size + i + 1;
    size_t count = w->most.width - i - 1;
    double sign = w->is_distance ? 1 : -1, mass = sign * w->size[i], q = w->q, unit = w->unit;

    if (q > 0)
        for (size_t j = 0; j < count; j++)
            most[j] = sign * rint(value[j] * q);
    else
        for (size_t j = 0; j < count; j++)
            most[j] = sign * value[j];
    if (unit > 0)
        for (size_t j = 0; j < count; j++)
            sum[j] = rint(value[j] * unit) * (mass * size[j]);
    else
        for (size_t j = 0; j < count; j++)
            sum[j] = value[j] * (mass * size[j]);
}

static void fill_row(work *w, const ce_similarity *s, size_t i)
{
    const double *value = w->row_b + i + 1;

    if (!s->row_start) {
        value = s->values + ce_packed_index(s->n, i, i) + 1;
    } else {
        memset(w->row_b, 0, s->n * sizeof *w->row_b);
        for (size_t e = s->row_start[i]; e < s->row_start[i + 1]; e++)
            w->row_b[s->column[e]] = s->values[e];
    }
    costs(w, i, value, w->row_a + i + 1, w->sum_a + i + 1);
    ce_triangle_write(&w->most, i, w->row_a);
    ce_triangle_write(&w->sum, i, w->sum_a);
    keys(w, w->row_a, i + 1);
    settle(w, i);
}

/* Threads fill rows side by side, each with work rows of its own. */
static int fill(work *w, const ce_similarity *s, ce_error *err)
{
    int failed = 0;

#pragma omp parallel reduction(| : failed)
    {
        work mine = *w;
        mine.key = ce_alloc(s->n, sizeof *mine.key, NULL);
        mine.row_a = ce_calloc(CE_TRIANGLE_ROW(s->n), sizeof *mine.row_a, NULL);
        mine.row_b = ce_calloc(CE_TRIANGLE_ROW(s->n), sizeof *mine.row_b, NULL);
        mine.sum_a = ce_calloc(CE_TRIANGLE_ROW(s->n), sizeof *mine.sum_a, NULL);
        failed = !mine.key || !mine.row_a || !mine.row_b || !mine.sum_a;
        /* Two rows share their cache lines, so pairs of rows go to one thread. */
#pragma omp for schedule(dynamic, 16)
        for (size_t pair = 0; pair < (s->n + 1) / 2; pair++)
            for (size_t i = 2 * pair; i < 2 * pair + 2 && i < s->n && !failed; i++)
                fill_row(&mine, s, i);
        free(mine.key);
        free(mine.row_a);
        free(mine.row_b);
        free(mine.sum_a);
    }
    return failed ? ce_fail(err, CE_ENOMEM, "out of memory for the linkage") : CE_OK;
}

/* ---- merging ---- */

CE_HOT CE_UNROLLED static void merge_rows(size_t width, double *restrict most_a,
                                          const double *restrict most_b, double *restrict sum_a,
                                          const double *restrict sum_b)
{
    for (size_t x = 0; x < width; x++) {
        most_a[x] = most_b[x] > most_a[x] ? most_b[x] : most_a[x];
        sum_a[x] += sum_b[x];
    }
}

/* Updates the bound of cluster x < a after a and b have become a. The keys and sum_a are those of
 * a. */
static void update_bound(work *w, size_t x, size_t a, size_t b)
{
    size_t near = (size_t)w->nearest[x];
    double mean = 0;
    int order = (w->key[x] > w->bound[x]) - (w->key[x] < w->bound[x]);

    if (!order) {
        mean = w->sum_a[x] / (w->size[x] * w->size[a]);
        order = (mean > w->mean_bound[x]) - (mean < w->mean_bound[x]);
    }
    if (order > 0) {
        if (near == a || near == b)
            w->stale[x] = 1;
    } else if (order < 0) { /* only rounding leads here, and to equality */
        w->mean_bound[x] = mean;
        w->nearest[x] = (int32_t)a;
        w->stale[x] = 0;
    } else if (near == b || near > a) {
        /* A stale bound that is met stays stale, because the first index that meets it is not
         * known. */
        w->nearest[x] = (int32_t)a;
    }
}

static void merge_clusters(work *w, size_t a, size_t b)
{
    ce_triangle_gather(&w->most, w->order, a, b, w->row_a, w->row_b);
    ce_triangle_gather(&w->sum, w->order, a, b, w->sum_a, w->sum_b);
    w->size[a] += w->size[b];
    w->size[b] = w->bound[b] = NAN;
    ce_triangle_drop(w->order, w->live--, b);
    merge_rows(w->most.width, w->row_a, w->row_b, w->sum_a, w->sum_b);
    ce_triangle_scatter(&w->most, w->order, a, w->row_a);
    ce_triangle_scatter(&w->sum, w->order, a, w->sum_a);
    keys(w, w->row_a, 0);
    for (size_t t = 0; t < w->live && (size_t)w->order[t] < b; t++) {
        size_t x = (size_t)w->order[t];
        if (x < a)
            update_bound(w, x, a, b);
        else if (x > a && (size_t)w->nearest[x] == b)
            w->stale[x] = 1;
    }
    settle(w, a);
}

/* Packs the live clusters together. */
static void pack(work *w)
{
    int32_t *place = (int32_t *)(void *)w->key; /* old number -> new one */

    ce_triangle_pack(&w->most, w->order, w->live, w->row_a, w->row_b);
    ce_triangle_pack(&w->sum, w->order, w->live, w->row_a, w->row_b);
    for (size_t t = 0; t < w->live; t++) {
        size_t from = (size_t)w->order[t];
        w->size[t] = w->size[from];
        w->bound[t] = w->bound[from];
        w->mean_bound[t] = w->mean_bound[from];
        w->stale[t] = w->stale[from];
        w->node[t] = w->node[from];
        place[from] = (int32_t)t;
    }
    for (size_t t = 0; t < w->live; t++) {
        size_t from = (size_t)w->order[t];
        /* The last one has no nearest. A stale one may name a cluster that is gone; its bound is
         * computed again before it is used. */
        w->nearest[t] = w->stale[t] || t + 1 == w->live ? 0 : place[w->nearest[from]];
    }
    for (size_t t = 0; t < w->live; t++)
        w->order[t] = (int32_t)t;
}

/* The first cluster with the least bound. */
static size_t choose(const work *w)
{
    double least;
    size_t a = ce_first_least(w->bound, w->most.width, &least);

    for (size_t x = a + 1; x < w->most.width; x++)
        if (w->bound[x] == least && w->mean_bound[x] < w->mean_bound[a])
            a = x;
    return a;
}

/* With a common denominator the distance is one quotient of whole numbers, so 1 - 7/10 is 0.3. */
static double height_of(const work *w, double key)
{
    double q = w->q > 0 ? w->q : 1;

    return w->is_distance ? key / q : (q + key) / q;
}

static void agglomerate(work *w, const ce_progress *progress, ce_dendrogram *tree)
{
    size_t pairs = w->live * (w->live - 1) / 2;

    ce_progress_report(progress, 0, pairs);
    while (w->live > 1) {
        size_t a = choose(w), b;
        int32_t p, q;

        if (w->stale[a]) {
            ce_triangle_read(&w->most, a, w->row_a);
            keys(w, w->row_a, a + 1);
            settle(w, a);
            continue;
        }
        b = (size_t)w->nearest[a];
        p = w->node[a];
        q = w->node[b];
        tree->merge[tree->merges] = (ce_merge){p < q ? p : q, p < q ? q : p,
                                               height_of(w, w->bound[a]), w->size[a] + w->size[b]};
        w->node[a] = (int32_t)(tree->n + tree->merges++);
        merge_clusters(w, a, b);
        ce_progress_report(progress, pairs - w->live * (w->live - 1) / 2, pairs);
        if (w->live > KEEP_BELOW && w->live <= w->most.width / 4 * 3)
            pack(w);
    }
}

int ce_complete_linkage_meansim(const ce_similarity *matrix, int is_distance, size_t q,
                                const double *size, const ce_progress *progress,
                                ce_dendrogram *tree, ce_error *err)
{
    work w = {.is_distance = is_distance, .q = (double)q};
    int rc = work_alloc(&w, matrix->n, size, err);

    if (!rc) {
        w.unit = q ? (double)q : fine_unit(matrix, size);
        rc = fill(&w, matrix, err);
    }
    if (!rc)
        agglomerate(&w, progress, tree);
    work_free(&w);
    return rc;
}
