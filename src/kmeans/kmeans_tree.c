/*
 * A tree over the rows, for many rows of one to three features.
 *
 * The rows are halved along the widest side of their box, until few are left. A node is visited
 * with the centres that may be nearest to some row of its box. Those that are farther than another
 * everywhere in the box are left out: the difference of two squared distances is linear, so it is
 * least at a corner [Kanungo et al. 2002]. When one centre is left, all rows below have it, and
 * nothing is done where they had it before. So an iteration costs the rows near the borders of
 * clusters. Leaving out allows for rounding, and rows near borders are measured as everywhere, so
 * labels are those of comparing every row with every centre.
 */
#include <stdlib.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "kmeans/kmeans_bounds_internal.h"

enum {
    LEAST_ROWS = 1 << 11, /* with fewer a tree saves little */
    LEAF_ROWS = 32,
    ROWS_PER_CENTRE = 256, /* with fewer most leaves lie on a border */
    START_DEPTH = 9        /* at most 512 nodes are shared among the threads */
};

/* Relative room for rounding when a centre is left out, and absolute room for squares that
 * underflow. */
#define CORNER_ROOM  1e-12
#define CORNER_LEAST 1e-290

/* ---- the tree ---- */

typedef struct {
    double at[CE_GRID_FEATURES];
    int32_t row;
} point;

void ce_kmeans_tree_free(ce_kmeans_tree *t)
{
    if (!t)
        return;
    free(t->row);
    free(t->at);
    free(t->box);
    free(t);
}

/* Where the rows of a node are halved. */
static size_t middle(size_t first, size_t last)
{
    return first + (last - first) / 2;
}

static void swap(point *a, point *b)
{
    point x = *a;

    *a = *b;
    *b = x;
}

/* Puts the points so that those before `nth` are not above it in feature s, and those behind not
 * below it. Equal values are spread over both sides, so many of them take no longer. */
static void halve(point *p, size_t first, size_t last, size_t nth, size_t s)
{
    while (last - first > 1) {
        double low = p[first].at[s], mid = p[middle(first, last)].at[s], high = p[last - 1].at[s];
        double pivot = low < mid ? (mid < high   ? mid
                                    : low < high ? high
                                                 : low)
                                 : (low < high   ? low
                                    : mid < high ? high
                                                 : mid);
        size_t i = first, j = last - 1;

        for (;;) {
            while (p[i].at[s] < pivot)
                i++;
            while (p[j].at[s] > pivot)
                j--;
            if (i >= j)
                break;
            swap(&p[i++], &p[j--]);
        }
        /* first .. j are not above the pivot, the others not below it */
        if (i == j)
            j++;
        else
            j = i;
        if (nth < j)
            last = j == last ? last - 1 : j;
        else
            first = j;
    }
}

/* Sets the box of a node: least and largest value of each feature. Returns the widest. */
static size_t set_box(const point *p, size_t first, size_t last, size_t d, double *box)
{
    size_t widest = 0;

    for (size_t s = 0; s < d; s++) {
        double low = p[first].at[s], high = low;
        for (size_t i = first + 1; i < last; i++) {
            low = p[i].at[s] < low ? p[i].at[s] : low;
            high = p[i].at[s] > high ? p[i].at[s] : high;
        }
        box[2 * s] = low;
        box[2 * s + 1] = high;
        if (high - low > box[2 * widest + 1] - box[2 * widest])
            widest = s;
    }
    return widest;
}

static void build(ce_kmeans_tree *t, point *p, size_t node, size_t depth, size_t first, size_t last)
{
    size_t widest = set_box(p, first, last, t->d, t->box + node * 2 * t->d),
           half = middle(first, last);

    if (depth == t->depth)
        return;
    halve(p, first, last, half, widest);
    build(t, p, 2 * node + 1, depth + 1, first, half);
    build(t, p, 2 * node + 2, depth + 1, half, last);
}

int ce_kmeans_tree_build(ce_kmeans_tree **tree, const ce_kmeans_data *data, ce_error *err)
{
    size_t d = data->d, n = data->count;
    ce_kmeans_tree *t;
    point *p;

    *tree = NULL;
    if (d > CE_GRID_FEATURES || n < LEAST_ROWS)
        return CE_OK;
    t = ce_calloc(1, sizeof *t, err);
    if (!t)
        return CE_ENOMEM;
    t->d = d;
    while (n >> t->depth > LEAF_ROWS)
        t->depth++;
    t->nodes = ((size_t)2 << t->depth) - 1;
    p = ce_alloc(n, sizeof *p, err);
    t->row = ce_alloc(n, sizeof *t->row, err);
    t->at = ce_alloc(n, d * sizeof *t->at, err);
    t->box = ce_alloc(t->nodes, 2 * d * sizeof *t->box, err);
    if (!p || !t->row || !t->at || !t->box) {
        free(p);
        ce_kmeans_tree_free(t);
        return CE_ENOMEM;
    }
    for (size_t r = 0; r < n; r++) {
        p[r].row = (int32_t)r;
        memcpy(p[r].at, ce_kmeans_row(data, r), d * sizeof *p[r].at);
    }
    build(t, p, 0, 0, 0, n);
    for (size_t i = 0; i < n; i++) {
        t->row[i] = p[i].row;
        memcpy(t->at + i * d, p[i].at, d * sizeof *t->at);
    }
    free(p);
    *tree = t;
    return CE_OK;
}

/* ---- a run ---- */

int ce_kmeans_walk_alloc(ce_kmeans_run *run, ce_error *err)
{
    const ce_kmeans_tree *t = run->data->tree;
    ce_kmeans_walk *w = &run->walk;
    size_t n = run->data->count;

    *w = (ce_kmeans_walk){0};
    if (!t || n / ROWS_PER_CENTRE < run->k)
        return CE_OK;
    w->owner = ce_alloc(t->nodes, sizeof *w->owner, err);
    w->label = ce_alloc(n, sizeof *w->label, err);
    w->was = ce_alloc(n, sizeof *w->was, err);
    w->changed = ce_calloc(n + 8, 1, err);
    w->list = ce_alloc((size_t)run->threads * (t->depth + 2), run->k * sizeof *w->list, err);
    w->tree = t;
    return w->owner && w->label && w->was && w->changed && w->list ? CE_OK : CE_ENOMEM;
}

void ce_kmeans_walk_free(ce_kmeans_run *run)
{
    free(run->walk.owner);
    free(run->walk.label);
    free(run->walk.was);
    free(run->walk.changed);
    free(run->walk.list);
}

/* Squared distance, with the sums of ce_squared_distance. */
static inline __attribute__((always_inline)) double squared_to(const double *row,
                                                               const double *centre, size_t d)
{
    double step[CE_GRID_FEATURES] = {0};

    for (size_t s = 0; s < d; s++)
        step[s] = row[s] - centre[s];
    return (step[0] * step[0] + step[2] * step[2]) + step[1] * step[1];
}

/* 1 when every point of the box is nearer to centre a than to centre b. reach: twice the square of
 * half the diagonal. */
static inline __attribute__((always_inline)) int is_farther(const double *box, const double *a,
                                                            const double *b, double reach, size_t d)
{
    double to_a = 0, to_b = 0;

    for (size_t s = 0; s < d; s++) {
        double corner = b[s] > a[s] ? box[2 * s + 1] : box[2 * s];
        to_a += (corner - a[s]) * (corner - a[s]);
        to_b += (corner - b[s]) * (corner - b[s]);
    }
    return to_b - to_a > (to_a + to_b + reach) * CORNER_ROOM + CORNER_LEAST;
}

/* The centres of `from` that may be nearest to some row in the box, ascending, into `to`. */
static inline __attribute__((always_inline)) size_t filter(const ce_kmeans_run *run,
                                                           const double *box, const int32_t *from,
                                                           size_t count, int32_t *to, size_t d)
{
    double mid[CE_GRID_FEATURES], least = INFINITY, reach = 0;
    size_t left = 0;
    int32_t best = from[0];

    for (size_t s = 0; s < d; s++) {
        mid[s] = box[2 * s] / 2 + box[2 * s + 1] / 2;
        reach += (box[2 * s + 1] - box[2 * s]) * (box[2 * s + 1] - box[2 * s]);
    }
    for (size_t c = 0; c < count; c++) {
        double now = squared_to(mid, run->centre + (size_t)from[c] * run->stride, d);
        if (now < least) {
            least = now;
            best = from[c];
        }
    }
    for (size_t c = 0; c < count; c++)
        if (from[c] == best ||
            !is_farther(box, run->centre + (size_t)best * run->stride,
                        run->centre + (size_t)from[c] * run->stride, 4 * reach, d))
            to[left++] = from[c];
    return left;
}

static inline __attribute__((always_inline)) void relabel(ce_kmeans_run *run, size_t i, int32_t to)
{
    ce_kmeans_walk *w = &run->walk;
    size_t r = (size_t)w->tree->row[i];

    if (w->label[i] == to)
        return;
    w->was[r] = w->label[i];
    w->changed[r] = 1;
    w->label[i] = run->label[r] = to;
}

static inline __attribute__((always_inline)) void label_rows(ce_kmeans_run *run, size_t first,
                                                             size_t last, const int32_t *from,
                                                             size_t count, size_t d)
{
    for (size_t i = first; i < last; i++) {
        const double *row = run->walk.tree->at + i * d;
        double least = INFINITY;
        int32_t best = from[0];
        for (size_t c = 0; c < count; c++) {
            double now = squared_to(row, run->centre + (size_t)from[c] * run->stride, d);
            if (now < least) {
                least = now;
                best = from[c];
            }
        }
        relabel(run, i, best);
    }
}

/* Labels the rows of a node. from: the centres that may be nearest, ascending; room for the lists
 * of deeper nodes follows it, k each. */
static void visit(ce_kmeans_run *run, size_t node, size_t depth, size_t first, size_t last,
                  int32_t *from, size_t count)
{
    ce_kmeans_walk *w = &run->walk;
    const ce_kmeans_tree *t = w->tree;
    size_t d = t->d, half = middle(first, last);
    const double *box = t->box + node * 2 * d;
    int32_t *to = from + run->k;

    count = d == 2 ? filter(run, box, from, count, to, 2) : filter(run, box, from, count, to, d);
    if (count == 1) {
        for (size_t i = first; i < last && w->owner[node] != to[0]; i++)
            relabel(run, i, to[0]);
        w->owner[node] = to[0];
        return;
    }
    if (depth == t->depth) {
        w->owner[node] = -1;
        if (d == 2)
            label_rows(run, first, last, to, count, 2);
        else
            label_rows(run, first, last, to, count, d);
        return;
    }
    if (w->owner[node] >= 0)
        w->owner[2 * node + 1] = w->owner[2 * node + 2] = w->owner[node];
    w->owner[node] = -1;
    visit(run, 2 * node + 1, depth + 1, first, half, to, count);
    visit(run, 2 * node + 2, depth + 1, half, last, to, count);
}

/* Goes down to the start node with this number, and labels its rows. list: work space of a
 * thread. */
static void visit_start(ce_kmeans_run *run, size_t number, size_t depth, int32_t *list)
{
    size_t first = 0, last = run->data->count, node = 0, count = 0;

    for (size_t level = depth; level-- > 0;) {
        size_t half = middle(first, last), right = number >> level & 1;
        node = 2 * node + 1 + right;
        if (right)
            first = half;
        else
            last = half;
    }
    for (size_t j = 0; j < run->k; j++)
        if (run->alive[j])
            list[count++] = (int32_t)j;
    visit(run, node, depth, first, last, list, count);
}

/* Lists the rows whose labels have changed, ascending. */
static void list_changes(ce_kmeans_run *run)
{
    ce_kmeans_walk *w = &run->walk;
    size_t n = run->data->count;
    uint64_t eight;

    run->changes = 0;
    for (size_t r = 0; r < n; r += sizeof eight) {
        memcpy(&eight, w->changed + r, sizeof eight);
        if (!eight)
            continue;
        for (size_t l = r; l < r + sizeof eight && l < n; l++)
            if (w->changed[l]) {
                run->changed[run->changes] = (int32_t)l;
                run->from[run->changes++] = w->was[l];
            }
        memset(w->changed + r, 0, sizeof eight);
    }
}

void ce_kmeans_walk_rows(ce_kmeans_run *run)
{
    ce_kmeans_walk *w = &run->walk;
    size_t n = run->data->count, half = w->tree->depth / 2,
           depth = half < START_DEPTH ? half : START_DEPTH;

    if (!run->assigned || w->stale) {
        for (size_t node = 0; node < w->tree->nodes; node++)
            w->owner[node] = -1;
        for (size_t i = 0; i < n; i++)
            w->label[i] = run->assigned ? run->label[w->tree->row[i]] : -1;
        w->stale = 0;
    }
#pragma omp parallel for schedule(dynamic, 1) num_threads(run->threads) if (run->threads > 1)
    for (size_t number = 0; number < (size_t)1 << depth; number++)
        visit_start(run, number, depth,
                    w->list + (size_t)(run->threads > 1 ? ce_thread() : 0) * (w->tree->depth + 2) *
                                  run->k);
    list_changes(run);
    run->assigned = 1;
}
