#include "partition/linkage/agglomerate.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "partition/linkage/scan.h"
#include "partition/linkage/triangle.h"

enum { KEEP_BELOW = 64 };

int ce_agglomeration_alloc(ce_agglomeration *g, size_t n, const double *size, ce_error *err)
{
    g->width = g->live = n;
    g->pairs = n * (n - 1) / 2;
    g->size = ce_alloc(n, sizeof *g->size, err);
    g->bound = ce_alloc(n, sizeof *g->bound, err);
    g->nearest = ce_alloc(n, sizeof *g->nearest, err);
    g->stale = ce_calloc(n, 1, err);
    g->node = ce_alloc(n, sizeof *g->node, err);
    g->order = ce_alloc(n, sizeof *g->order, err);
    g->key = ce_alloc(n, sizeof *g->key, err);
    g->row = ce_calloc(CE_TRIANGLE_ROW(n), sizeof *g->row, err);
    if (!g->size || !g->bound || !g->nearest || !g->stale || !g->node || !g->order || !g->key ||
        !g->row)
        return CE_ENOMEM;
    for (size_t i = 0; i < n; i++) {
        g->size[i] = size ? size[i] : 1;
        g->node[i] = g->order[i] = (int32_t)i;
    }
    return CE_OK;
}

void ce_agglomeration_free(ce_agglomeration *g)
{
    free(g->size);
    free(g->bound);
    free(g->nearest);
    free(g->stale);
    free(g->node);
    free(g->order);
    free(g->key);
    free(g->row);
}

int ce_sizes_of_rows_check(const double *size, size_t n, ce_error *err)
{
    for (size_t i = 0; size && i < n; i++)
        if (!(size[i] > 0 && size[i] < INFINITY))
            return ce_fail(err, CE_EINPUT, "row %zu stands for %g objects, more than 0 expected",
                           i + 1, size[i]);
    return CE_OK;
}

/* ---- nearest clusters ---- */

/* Keys of the pairs (i, first .. width-1) from the costs in row. mass: objects of i. */
CE_HOT CE_UNROLLED static void keys(ce_agglomeration *g, double mass, const double *restrict row,
                                    size_t first)
{
    const double *restrict size = g->size;
    double *restrict key = g->key;
    size_t width = g->width;

    if (g->method == CE_LINKAGE_AVERAGE)
        for (size_t x = first; x < width; x++)
            key[x] = row[x] / (mass * size[x]);
    else
        for (size_t x = first; x < width; x++)
            key[x] = row[x] + (size[x] - size[x]); /* + 0, or NaN */
}

/* Sets the bound of cluster i from its keys, which must be there for i + 1 .. width-1. */
static void settle(ce_agglomeration *g, size_t i)
{
    g->nearest[i] =
        (int32_t)(i + 1 + ce_first_least(g->key + i + 1, g->width - i - 1, &g->bound[i]));
    g->stale[i] = 0;
}

void ce_agglomeration_begin(ce_agglomeration *g, size_t a)
{
    keys(g, g->size[a], g->row, a + 1);
    settle(g, a);
}

/* Updates the bounds of the clusters before b after a and b have become a. */
static void update_bounds(ce_agglomeration *g, size_t a, size_t b)
{
    for (size_t t = 0; t < g->live; t++) {
        size_t x = (size_t)g->order[t], near;
        if (x >= b)
            return;
        near = (size_t)g->nearest[x];
        if (x > a) {
            if (near == b)
                g->stale[x] = 1;
        } else if (x < a && g->key[x] < g->bound[x]) {
            g->bound[x] = g->key[x];
            g->nearest[x] = (int32_t)a;
            g->stale[x] = 0;
        } else if (x < a && g->key[x] == g->bound[x]) {
            /* Only rounding leads here. A stale bound that is met stays stale, because the first
             * index that meets it is not known. */
            if (near == b || near > a)
                g->nearest[x] = (int32_t)a;
        } else if (x < a && (near == a || near == b)) {
            g->stale[x] = 1;
        }
    }
}

/* The same where keys never fall (later_only). A row before a whose exact nearest was a has it
 * still if the key is the same, as it is among many ties. If its nearest was b, then a was farther
 * away, and so is the merged cluster. */
static void update_nearest(ce_agglomeration *g, size_t a, size_t b)
{
    for (size_t t = 0; t < g->live; t++) {
        size_t x = (size_t)g->order[t], near;
        if (x >= b)
            return;
        near = (size_t)g->nearest[x];
        if (g->stale[x] || (near != a && near != b))
            continue;
        g->stale[x] = near == b || g->store->at(g, x, a) / (g->size[x] * g->size[a]) != g->bound[x];
    }
}

/* ---- merging ---- */

void ce_agglomeration_drop(ce_agglomeration *g, size_t a, size_t b)
{
    g->size[a] += g->size[b];
    g->size[b] = g->bound[b] = NAN;
    ce_triangle_drop(g->order, g->live--, b);
}

/* Packs the live clusters together. */
static int pack(ce_agglomeration *g)
{
    int32_t *place = (int32_t *)(void *)g->key; /* old number -> new one */

    g->store->pack(g);
    for (size_t t = 0; t < g->live; t++) {
        size_t from = (size_t)g->order[t];
        g->size[t] = g->size[from];
        g->bound[t] = g->bound[from];
        g->stale[t] = g->stale[from];
        g->node[t] = g->node[from];
        place[from] = (int32_t)t;
    }
    for (size_t t = 0; t < g->live; t++) {
        size_t from = (size_t)g->order[t];
        /* The last one has no nearest. A stale one may name a cluster that is gone; its bound is
         * computed again before it is used. */
        g->nearest[t] = g->stale[t] || t + 1 == g->live ? 0 : place[g->nearest[from]];
    }
    for (size_t t = 0; t < g->live; t++)
        g->order[t] = (int32_t)t;
    g->width = g->live;
    return g->store->packed ? g->store->packed(g) : CE_OK;
}

/* With a common denominator the distance is one quotient of whole numbers, so 1 - 7/10 is 0.3. */
static double height_of(const ce_agglomeration *g, size_t a, size_t b, double key)
{
    double pairs = g->method == CE_LINKAGE_AVERAGE ? g->size[a] * g->size[b] : 1;

    if (g->method == CE_LINKAGE_WARD)
        return sqrt(key);
    if (g->q > 0)
        return ((g->is_distance ? 0 : g->q * pairs) + g->store->at(g, a, b)) / (g->q * pairs);
    return g->is_distance ? key : 1 + key;
}

int ce_agglomerate(ce_agglomeration *g, ce_dendrogram *tree, ce_error *err)
{
    double last = -INFINITY;

    ce_progress_report(g->progress, g->before, g->before + g->pairs);
    while (g->live > 1) {
        double key, height;
        size_t a = ce_first_least(g->bound, g->width, &key), b;
        int32_t p, q;

        if (a >= g->width)
            return ce_fail(err, CE_EINPUT,
                           "the distances are so large that their sums or squares are no numbers: "
                           "divide them first");
        if (g->stale[a]) {
            g->store->read(g, a);
            ce_agglomeration_begin(g, a);
            continue;
        }
        b = (size_t)g->nearest[a];
        height = height_of(g, a, b, key);
        last = height > last ? height : last; /* rounding must not make the tree fall */
        p = g->node[a];
        q = g->node[b];
        tree->merge[tree->merges] =
            (ce_merge){p < q ? p : q, p < q ? q : p, last, g->size[a] + g->size[b]};
        g->node[a] = (int32_t)(tree->n + tree->merges++);
        if (g->store->merge(g, a, b) != CE_OK)
            goto no_memory;
        ce_progress_report(g->progress, g->before + g->pairs - g->live * (g->live - 1) / 2,
                           g->before + g->pairs);
        keys(g, g->size[a], g->row, g->store->later_only ? a + 1 : 0);
        if (g->store->later_only)
            update_nearest(g, a, b);
        else
            update_bounds(g, a, b);
        settle(g, a);
        if (g->live > KEEP_BELOW && g->live <= g->width / 4 * 3 && pack(g))
            goto no_memory;
    }
    return CE_OK;
no_memory:
    return ce_fail(err, CE_ENOMEM, "out of memory for the linkage");
}
