#include "partition/linkage/complete_slots.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "partition/linkage/scan.h"
#include "partition/linkage/triangle.h"

typedef struct {
    int is_distance;
    double q;             /* common denominator; 0: none */
    size_t n, live;       /* slots, and those that still hold a cluster */
    ce_triangle most;     /* distances of clusters, in units of 1/q if there is a q */
    const int32_t *row;   /* slot -> row of the matrix; NULL: the same */
    double *size;         /* objects; NaN: empty */
    int32_t *order;       /* the live slots, ascending */
    double *full, *other; /* work: distances from a slot to all others */

    /* last: as in agglomerate.h */
    double *bound;
    int32_t *nearest;
    unsigned char *stale;

    ce_merge *found; /* n - 1 merges: slots, not nodes, and heights in units of the distances */
    size_t count;
    const ce_progress *progress; /* or NULL */
} work;

static void work_free(work *w)
{
    ce_triangle_free(&w->most);
    free(w->size);
    free(w->order);
    free(w->full);
    free(w->other);
    free(w->bound);
    free(w->nearest);
    free(w->stale);
    free(w->found);
}

static int work_alloc(work *w, const double *size, ce_error *err)
{
    size_t n = w->n;
    int rc = ce_memory_check(n, n + 1, sizeof(double) / 2, "the work matrix of the linkage",
                             "a consensus function that works on a bipartite graph (hbgf, ptgp), "
                             "or single linkage",
                             err);

    if (!rc)
        rc = ce_triangle_alloc(&w->most, n, err);
    if (rc)
        return rc;
    w->live = n;
    w->size = ce_alloc(n, sizeof *w->size, err);
    w->order = ce_alloc(n, sizeof *w->order, err);
    w->full = ce_calloc(CE_TRIANGLE_ROW(n), sizeof *w->full, err);
    w->other = ce_calloc(CE_TRIANGLE_ROW(n), sizeof *w->other, err);
    w->bound = ce_alloc(n, sizeof *w->bound, err);
    w->nearest = ce_alloc(n, sizeof *w->nearest, err);
    w->stale = ce_calloc(n, 1, err);
    w->found = ce_alloc(n, sizeof *w->found, err);
    if (!w->size || !w->order || !w->full || !w->other || !w->bound || !w->nearest || !w->stale ||
        !w->found)
        return CE_ENOMEM;
    for (size_t p = 0; p < n; p++) {
        size_t row = w->row ? (size_t)w->row[p] : p;
        w->size[p] = size ? size[row] : 1;
        w->order[p] = (int32_t)p;
    }
    return CE_OK;
}

/* ---- filling the work matrix ---- */

static double distance(const work *w, double value)
{
    if (w->q > 0)
        return w->is_distance ? rint(value * w->q) : w->q - rint(value * w->q);
    return w->is_distance ? value : 1 - value;
}

/* Distances of slot p to the slots after it. row: work, n numbers, all 0 for a sparse matrix. */
static void fill_row(work *w, const ce_similarity *s, size_t p, double *row, double *out)
{
    size_t i = w->row ? (size_t)w->row[p] : p;

    if (s->row_start)
        for (size_t e = s->row_start[i]; e < s->row_start[i + 1]; e++)
            row[s->column[e]] = s->values[e];
    for (size_t u = p + 1; u < w->n; u++) {
        size_t j = w->row ? (size_t)w->row[u] : u;
        out[u] = distance(w, s->row_start ? row[j] : ce_similarity_dense_get(s, i, j));
    }
    if (s->row_start)
        for (size_t e = s->row_start[i]; e < s->row_start[i + 1]; e++)
            row[s->column[e]] = 0;
    ce_triangle_write(&w->most, p, out);
}

/* Threads fill rows side by side. Two rows share their cache lines, so pairs of rows go to one
 * thread. */
static int fill(work *w, const ce_similarity *s, ce_error *err)
{
    int failed = 0;

#pragma omp parallel reduction(| : failed)
    {
        double *row = ce_calloc(w->n, sizeof *row, NULL),
               *out = ce_calloc(CE_TRIANGLE_ROW(w->n), sizeof *out, NULL);
        failed = !row || !out;
#pragma omp for schedule(dynamic, 16)
        for (size_t pair = 0; pair < (w->n + 1) / 2; pair++)
            for (size_t p = 2 * pair; p < 2 * pair + 2 && p < w->n && !failed; p++)
                fill_row(w, s, p, row, out);
        free(row);
        free(out);
    }
    return failed ? ce_fail(err, CE_ENOMEM, "out of memory for the linkage") : CE_OK;
}

/* ---- merging ---- */

CE_HOT CE_UNROLLED static void larger(double *restrict a, const double *restrict b, size_t count)
{
    for (size_t x = 0; x < count; x++)
        a[x] = b[x] > a[x] ? b[x] : a[x];
}

/* Empty slots among first .. n-1 get NaN. */
CE_HOT CE_UNROLLED static void hide_empty(double *restrict full, const double *restrict size,
                                          size_t first, size_t n)
{
    for (size_t x = first; x < n; x++)
        full[x] += size[x] - size[x];
}

/* Cluster a joins b, a < b. */
static void merge_slots(work *w, size_t a, size_t b, double height)
{
    ce_triangle_gather(&w->most, w->order, a, b, w->other, w->full);
    w->size[b] += w->size[a];
    w->size[a] = NAN;
    ce_triangle_drop(w->order, w->live--, a);
    larger(w->full, w->other, w->n);
    ce_triangle_scatter(&w->most, w->order, b, w->full);
    w->found[w->count++] = (ce_merge){(int32_t)a, (int32_t)b, height, w->size[b]};
    ce_progress_report(w->progress, w->count, w->n - 1);
}

/* ---- last ---- */

/* The first nearest slot after a, from its distances in w->full. */
static void settle(work *w, size_t a)
{
    hide_empty(w->full, w->size, a + 1, w->n);
    w->nearest[a] = (int32_t)(a + 1 + ce_first_least(w->full + a + 1, w->n - a - 1, &w->bound[a]));
    w->stale[a] = 0;
}

/* Complete linkage never brings clusters nearer, so bounds stay bounds. */
static void follow_last(work *w)
{
    for (size_t p = 0; p < w->n; p++) {
        ce_triangle_read(&w->most, p, w->full);
        settle(w, p);
    }
    while (w->live > 1) {
        double least;
        size_t a = ce_first_least(w->bound, w->n, &least), b;
        if (w->stale[a]) {
            ce_triangle_read(&w->most, a, w->full);
            settle(w, a);
            continue;
        }
        b = (size_t)w->nearest[a];
        merge_slots(w, a, b, least);
        w->bound[a] = NAN;
        for (size_t t = 0; t < w->live && (size_t)w->order[t] < b; t++) {
            size_t x = (size_t)w->order[t], near = (size_t)w->nearest[x];
            if (near == a || near == b)
                w->stale[x] = 1;
        }
        settle(w, b);
    }
}

/* ---- chain ---- */

/* Distances of slot x to all others; NaN for itself and where no cluster is. */
static void read_all(work *w, size_t x)
{
    size_t at = ce_triangle_offset(x);

    ce_triangle_read(&w->most, x, w->full);
    for (size_t t = 0; (size_t)w->order[t] < x; t++) {
        size_t y = (size_t)w->order[t];
        w->full[y] = w->most.value[ce_triangle_start(&w->most, y) + at];
    }
    hide_empty(w->full, w->size, 0, w->n);
    w->full[x] = NAN;
}

static int follow_chain(work *w, ce_error *err)
{
    size_t length = 0;
    int32_t *chain = ce_alloc(w->n, sizeof *chain, err);

    if (!chain)
        return CE_ENOMEM;
    while (w->live > 1) {
        double height, least;
        size_t x, y;
        if (!length)
            chain[length++] = w->order[0];
        x = (size_t)chain[length - 1];
        read_all(w, x);
        y = ce_first_least(w->full, w->n, &least);
        if (length < 2 || least < w->full[chain[length - 2]]) {
            chain[length++] = (int32_t)y;
            continue;
        }
        y = (size_t)chain[length - 2];
        height = w->full[y];
        length -= 2;
        merge_slots(w, x < y ? x : y, x < y ? y : x, height);
    }
    free(chain);
    return CE_OK;
}

/* ---- the tree ---- */

/* Merges by height, stable: the sort compares where they were found. */
static int by_height(const void *a, const void *b)
{
    const ce_merge *x = *(ce_merge *const *)a, *y = *(ce_merge *const *)b;

    if (x->height != y->height)
        return x->height < y->height ? -1 : 1;
    return (x > y) - (x < y);
}

static double height_of(const work *w, double distance)
{
    return w->q > 0 ? distance / w->q : distance;
}

/* A union keeps the larger slot, and no merge comes before those that made its clusters: sorted or
 * not, a slot always names the cluster that was meant. */
static int write_tree(work *w, ce_dendrogram *tree, ce_error *err)
{
    ce_merge **sorted = ce_alloc(w->count, sizeof *sorted, err);
    int32_t *node = ce_alloc(w->n, sizeof *node, err);
    int rc = sorted && node ? CE_OK : CE_ENOMEM;

    for (size_t t = 0; t < w->count && !rc; t++)
        sorted[t] = w->found + t;
    for (size_t p = 0; p < w->n && !rc; p++)
        node[p] = w->row ? w->row[p] : (int32_t)p;
    if (!rc)
        qsort(sorted, w->count, sizeof(ce_merge *), by_height);
    for (size_t t = 0; t < w->count && !rc; t++) {
        ce_merge m = *sorted[t];
        int32_t a = node[m.left], b = node[m.right];
        node[m.right] = (int32_t)(tree->n + t);
        tree->merge[tree->merges++] =
            (ce_merge){a < b ? a : b, a < b ? b : a, height_of(w, m.height), m.size};
    }
    free(sorted);
    free(node);
    return rc;
}

int ce_complete_linkage_slots(const ce_similarity *matrix, int is_distance, size_t q,
                              const double *size, const int32_t *order, int chain,
                              const ce_progress *progress, ce_dendrogram *tree, ce_error *err)
{
    work w = {.is_distance = is_distance,
              .q = (double)q,
              .n = matrix->n,
              .row = order,
              .progress = progress};
    int rc = work_alloc(&w, size, err);

    if (!rc)
        rc = fill(&w, matrix, err);
    ce_progress_report(progress, 0, w.n - 1); /* a merge takes about as long as any other */
    if (!rc && chain)
        rc = follow_chain(&w, err);
    else if (!rc)
        follow_last(&w);
    if (!rc)
        rc = write_tree(&w, tree, err);
    work_free(&w);
    return rc;
}
