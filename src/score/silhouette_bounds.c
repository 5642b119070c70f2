#include "score/silhouette_bounds.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "score/cluster_cells.h"

enum { LANES = CE_DISTANCE_LANES, PROBES = 256 };

/* A target, in the order in which blocks take them. */
typedef struct {
    int32_t own, near; /* its cluster, and the other one that is likely to be the nearest */
    size_t target;
} place;

/* One clustering. */
typedef struct {
    const ce_internal_column *column;
    const ce_internal_input *input;
    size_t d, k, targets;
    size_t *start;    /* k + 1: rows of each cluster */
    size_t *position; /* n: the row of each object that has a label */
    double *values;   /* labelled x d: the objects cluster by cluster, in their order */
    ce_cells cells;
    double slack, margin;   /* what rounding can do to a bound: a share, and a length */
    ce_distances distances; /* of values */
    ce_distances centres;   /* of the cells */
    place *order;           /* targets with a label */
    size_t count;
    ce_silhouette *found; /* targets */
} clustering;

static void clustering_free(clustering *c)
{
    free(c->start);
    free(c->position);
    free(c->values);
    ce_cells_free(&c->cells);
    free(c->order);
    free(c->found);
}

static double distance(const double *a, const double *b, size_t d)
{
    double sum = 0;

    for (size_t s = 0; s < d; s++)
        sum += (a[s] - b[s]) * (a[s] - b[s]);
    return sqrt(sum);
}

/* Objects cluster by cluster. */
static void group(clustering *c)
{
    const ce_internal_column *column = c->column;
    const double *values = c->input->distances->values;
    size_t n = c->input->distances->n;

    for (size_t l = 0; l < c->k; l++)
        c->start[l + 1] = c->start[l] + column->size[l];
    for (size_t i = 0; i < n; i++)
        if (column->label[i] >= 0) {
            size_t row = c->start[column->label[i]]++;
            c->position[i] = row;
            memcpy(c->values + row * c->d, values + i * c->d, c->d * sizeof *values);
        }
    for (size_t l = c->k; l > 0; l--)
        c->start[l] = c->start[l - 1];
    c->start[0] = 0;
}

/* What rounding can do: the sums are of at most n terms. */
static void find_slack(clustering *c)
{
    size_t rows = c->start[c->k];
    double scale = 0;

    for (size_t s = 0; s < c->d; s++) {
        double most = 0;
        for (size_t r = 0; r < rows; r++)
            most = fmax(most, fabs(c->values[r * c->d + s]));
        scale = hypot(scale, most);
    }
    c->slack = 8 * DBL_EPSILON * (double)(rows + c->d);
    c->margin = c->slack * scale;
}

static int clustering_fill(clustering *c, const ce_internal_column *column,
                           const ce_internal_input *input, ce_error *err)
{
    int rc;

    *c = (clustering){.column = column,
                      .input = input,
                      .d = input->distances->d,
                      .k = (size_t)column->k,
                      .targets = input->sample ? input->samples : input->distances->n};
    c->start = ce_calloc(c->k + 1, sizeof *c->start, err);
    c->position = ce_calloc(input->distances->n, sizeof *c->position, err);
    c->values = ce_alloc(column->labelled, c->d * sizeof *c->values, err);
    if (!c->start || !c->position || !c->values)
        return CE_ENOMEM;
    group(c);
    find_slack(c);
    c->distances = (ce_distances){.n = column->labelled, .d = c->d, .values = c->values};
    rc = ce_cells_build(&c->cells, c->values, c->start, c->k, c->d, err);
    if (!rc)
        c->centres =
            (ce_distances){.n = c->cells.start[c->k], .d = c->d, .values = c->cells.centre};
    return rc;
}

static size_t object_of(const clustering *c, size_t target)
{
    return c->input->sample ? c->input->sample[target] : target;
}

/* ---- does it pay? ---- */

/* Bounds of the mean distance of x to a cluster. */
static void bound(const clustering *c, const double *x, size_t cluster, double *low, double *high)
{
    const ce_cells *cells = &c->cells;

    *low = *high = 0;
    for (size_t g = cells->start[cluster]; g < cells->start[cluster + 1]; g++) {
        double far = distance(x, cells->centre + g * c->d, c->d);
        *low += cells->share[g] * far;
        *high += cells->share[g] * sqrt(far * far + cells->variance[g]);
    }
}

/* The share of the objects that are in the cluster of a target or in one that may be the nearest
 * other. */
static double needed_share(const clustering *c, size_t object)
{
    const double *x = c->input->distances->values + object * c->d;
    int32_t own = c->column->label[object];
    double least = INFINITY, low, high;
    size_t needed = 0;

    for (size_t l = 0; l < c->k; l++)
        if ((int32_t)l != own) {
            bound(c, x, l, &low, &high);
            least = fmin(least, high);
        }
    for (size_t l = 0; l < c->k; l++) {
        bound(c, x, l, &low, &high);
        if ((int32_t)l == own || low <= least)
            needed += c->column->size[l];
    }
    return (double)needed / (double)c->column->labelled;
}

static double probe(const clustering *c)
{
    size_t step = c->targets / PROBES + 1, probes = 0;
    double sum = 0;

    for (size_t t = 0; t < c->targets; t += step) {
        size_t object = object_of(c, t);
        if (c->column->label[object] < 0)
            continue;
        sum += needed_share(c, object);
        probes++;
    }
    return probes ? sum / (double)probes : 1;
}

int ce_silhouette_bounds_pay(const ce_internal_column *column, size_t m,
                             const ce_internal_input *input, int *pay, ce_error *err)
{
    /* in steps of a feature: a root costs eight, to add a distance to a sum two */
    double features = input->distances->values ? (double)input->distances->d : 0, bounded = 0,
           together = features + 8;
    int rc = CE_OK;

    *pay = input->distances->values && !input->distances->present;
    for (size_t q = 0; q < m && *pay && !rc; q++) {
        clustering c;
        if (column[q].skip)
            continue;
        *pay = (size_t)column[q].k * LANES <= column[q].labelled;
        if (!*pay)
            break;
        rc = clustering_fill(&c, &column[q], input, err);
        if (!rc)
            bounded += (1.2 * probe(&c) + 3 * (double)c.centres.n / (double)column[q].labelled) *
                       (features + 9);
        clustering_free(&c);
        together += 2;
    }
    *pay = *pay && bounded < together;
    return rc;
}

/* ---- the silhouettes ---- */

/* What a thread works in. */
typedef struct {
    double *target; /* of ce_distances_begin */
    double *tile;
    double *sum;   /* k x LANES: distances to each cluster; infinite: not computed */
    double *bound; /* k x LANES: a mean distance is no less */
    double *about; /* k x LANES: it is about this */
    int *is_known; /* k: sum is computed */
} worker;

static void worker_free(worker *w)
{
    free(w->target);
    free(w->tile);
    free(w->sum);
    free(w->bound);
    free(w->about);
    free(w->is_known);
}

static int worker_alloc(worker *w, const clustering *c, ce_error *err)
{
    w->target = ce_alloc(ce_distances_work(&c->distances), sizeof(double), err);
    w->tile = ce_alloc((size_t)CE_DISTANCE_ROWS * LANES, sizeof(double), err);
    w->sum = ce_alloc(c->k * LANES, sizeof(double), err);
    w->bound = ce_alloc(c->k * LANES, sizeof(double), err);
    w->about = ce_alloc(c->k * LANES, sizeof(double), err);
    w->is_known = ce_alloc(c->k, sizeof *w->is_known, err);
    return w->target && w->tile && w->sum && w->bound && w->about && w->is_known ? CE_OK
                                                                                 : CE_ENOMEM;
}

/* The targets of a block: 16 rows of values, of which the first `lanes` count. */
typedef struct {
    size_t row[LANES], lanes;
    int32_t own[LANES];
    double best[LANES]; /* the smallest mean distance to another cluster so far */
} block;

/* The distances to cluster `cluster`, in the order of its objects. */
static void know(const clustering *c, worker *w, block *b, size_t cluster)
{
    size_t size = c->start[cluster + 1] - c->start[cluster];
    double *sum = w->sum + cluster * LANES;

    for (size_t l = 0; l < LANES; l++)
        sum[l] = 0;
    ce_distances_add(&c->distances, w->target, c->start[cluster], size, sum);
    w->is_known[cluster] = 1;
    for (size_t l = 0; l < LANES; l++)
        if (b->own[l] != (int32_t)cluster && sum[l] / (double)size < b->best[l])
            b->best[l] = sum[l] / (double)size;
}

/* Adds the cells of a tile. inside: the share of a variance that lengthens distances. */
CE_HOT static void add_cells(const double *tile, const double *share, const double *variance,
                             double inside, size_t count, double *low, double *about)
{
    for (size_t r = 0; r < count; r++)
        for (size_t l = 0; l < LANES; l++) {
            double far = tile[r * LANES + l];
            low[l] += share[r] * far;
            about[l] += share[r] * sqrt(far * far + variance[r] * inside);
        }
}

/* Of the rows that ce_distances_begin has prepared. */
static void find_bounds(const clustering *c, worker *w)
{
    static const size_t none[LANES] = {-1, -1, -1, -1, -1, -1, -1, -1,
                                       -1, -1, -1, -1, -1, -1, -1, -1}; /* no row is a centre */
    const ce_cells *cells = &c->cells;
    double inside = (double)(c->d - 1) / (double)c->d;

    for (size_t cluster = 0; cluster < c->k; cluster++) {
        double *low = w->bound + cluster * LANES, *about = w->about + cluster * LANES;
        size_t first = cells->start[cluster], count = cells->start[cluster + 1] - first;
        for (size_t l = 0; l < LANES; l++)
            low[l] = about[l] = 0;
        ce_distances_tile(&c->centres, none, w->target, first, count, w->tile);
        add_cells(w->tile, cells->share + first, cells->variance + first, inside, count, low,
                  about);
        for (size_t l = 0; l < LANES; l++)
            low[l] = low[l] * (1 - c->slack) - c->margin;
    }
}

/* Whether the cluster can be the nearest other one of a target. */
static int may_matter(const worker *w, const block *b, size_t cluster)
{
    for (size_t l = 0; l < b->lanes; l++)
        if (b->own[l] != (int32_t)cluster && !(w->bound[cluster * LANES + l] > b->best[l]))
            return 1;
    return 0;
}

static void run_block(const clustering *c, worker *w, size_t first)
{
    block b = {.lanes = c->count - first < LANES ? c->count - first : LANES};

    for (size_t l = 0; l < LANES; l++) {
        const place *p = &c->order[first + (l < b.lanes ? l : b.lanes - 1)];
        b.row[l] = c->position[object_of(c, p->target)];
        b.own[l] = p->own;
        b.best[l] = INFINITY;
    }
    ce_distances_begin(&c->distances, b.row, w->target);
    find_bounds(c, w);
    for (size_t cluster = 0; cluster < c->k; cluster++) {
        w->is_known[cluster] = 0;
        for (size_t l = 0; l < LANES; l++)
            w->sum[cluster * LANES + l] = INFINITY;
    }
    for (size_t l = 0; l < b.lanes; l++) {
        const place *p = &c->order[first + l];
        if (!w->is_known[p->own])
            know(c, w, &b, (size_t)p->own);
        if (!w->is_known[p->near])
            know(c, w, &b, (size_t)p->near);
    }
    for (size_t cluster = 0; cluster < c->k; cluster++)
        if (!w->is_known[cluster] && may_matter(w, &b, cluster))
            know(c, w, &b, cluster);
    for (size_t l = 0; l < b.lanes; l++)
        c->found[c->order[first + l].target] =
            ce_silhouette_find(c->column, b.own[l], w->sum + l, NULL);
}

static int compare_places(const void *a, const void *b)
{
    const place *p = a, *q = b;

    if (p->own != q->own)
        return p->own < q->own ? -1 : 1;
    if (p->near != q->near)
        return p->near < q->near ? -1 : 1;
    return (p->target > q->target) - (p->target < q->target);
}

/* The own cluster and the likely nearest other one of the places from `first` on. */
static void find_near(const clustering *c, worker *w, size_t first)
{
    size_t lanes = c->count - first < LANES ? c->count - first : LANES, row[LANES];

    for (size_t l = 0; l < LANES; l++)
        row[l] = c->position[object_of(c, c->order[first + (l < lanes ? l : lanes - 1)].target)];
    ce_distances_begin(&c->distances, row, w->target);
    find_bounds(c, w);
    for (size_t l = 0; l < lanes; l++) {
        place *p = &c->order[first + l];
        double least = INFINITY;
        p->own = c->column->label[object_of(c, p->target)];
        p->near = p->own == 0;
        for (size_t cluster = 0; cluster < c->k; cluster++)
            if ((int32_t)cluster != p->own && w->about[cluster * LANES + l] < least) {
                least = w->about[cluster * LANES + l];
                p->near = (int32_t)cluster;
            }
    }
}

/* Targets that need the same clusters come together. */
static int order_targets(clustering *c, worker *workers, ce_error *err)
{
    c->order = ce_alloc(c->targets, sizeof *c->order, err);
    c->found = ce_calloc(c->targets, sizeof *c->found, err);
    if (!c->order || !c->found)
        return CE_ENOMEM;
    for (size_t t = 0; t < c->targets; t++)
        if (c->column->label[object_of(c, t)] >= 0)
            c->order[c->count++].target = t;
#pragma omp parallel for schedule(static)
    for (size_t first = 0; first < c->count; first += LANES)
        find_near(c, &workers[ce_thread()], first);
    qsort(c->order, c->count, sizeof *c->order, compare_places);
    return CE_OK;
}

/* done, all: targets of all clusterings, for the progress. */
static int find_all(clustering *c, size_t *done, size_t all, ce_error *err)
{
    size_t threads = (size_t)ce_threads();
    worker *workers = ce_calloc(threads, sizeof *workers, err);
    int rc = workers ? CE_OK : CE_ENOMEM;

    for (size_t t = 0; t < threads && !rc; t++)
        rc = worker_alloc(&workers[t], c, err);
    if (!rc)
        rc = order_targets(c, workers, err);
    if (!rc) {
#pragma omp parallel for schedule(dynamic, 4)
        for (size_t first = 0; first < c->count; first += LANES) {
            run_block(c, &workers[ce_thread()], first);
            if (c->input->progress) {
#pragma omp critical(ce_silhouette_bounds_progress)
                {
                    *done += c->count - first < LANES ? c->count - first : LANES;
                    ce_progress_report(c->input->progress, *done, all);
                }
            }
        }
    }
    for (size_t t = 0; workers && t < threads; t++)
        worker_free(&workers[t]);
    free(workers);
    return rc;
}

/* Targets of a sample that have a label. */
static size_t labelled_of(const ce_internal_column *column, const ce_internal_input *input)
{
    size_t count = 0;

    for (size_t t = 0; t < input->samples; t++)
        count += column->label[input->sample[t]] >= 0;
    return count;
}

int ce_silhouette_bounds(const ce_internal_column *column, size_t m, const ce_internal_input *input,
                         ce_pass_sums *sums, ce_silhouettes *silhouettes, ce_error *err)
{
    size_t done = 0, all = 0;
    int rc = CE_OK;

    for (size_t q = 0; q < m; q++)
        all += column[q].skip
                   ? 0
                   : (input->sample ? labelled_of(&column[q], input) : column[q].labelled);
    ce_progress_report(input->progress, 0, all);
    for (size_t q = 0; q < m && !rc; q++) {
        clustering c;
        if (column[q].skip)
            continue;
        rc = clustering_fill(&c, &column[q], input, err);
        if (!rc)
            rc = find_all(&c, &done, all, err);
        for (size_t t = 0; t < c.targets && !rc; t++)
            if (column[q].label[object_of(&c, t)] >= 0)
                ce_silhouette_add(&c.found[t], &sums[t / LANES * m + q], silhouettes,
                                  q * c.targets + t);
        clustering_free(&c);
    }
    return rc;
}
