#include "score/silhouette_bounds.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"

enum { LANES = CE_DISTANCE_LANES, PROBES = 256 };

/* A target, in the order in which blocks take them. */
typedef struct {
    int32_t own, near; /* its cluster, and the other one with the nearest centroid */
    size_t target;
} place;

/* One clustering. */
typedef struct {
    const ce_internal_column *column;
    const ce_internal_input *input;
    size_t d, k, targets;
    size_t *start;        /* k + 1: rows of each cluster */
    size_t *position;     /* n: the row of each object that has a label */
    double *values;       /* labelled x d: the objects cluster by cluster, in their order */
    double *centroid;     /* k x d */
    double *spread;       /* k: the mean distance to the centroid */
    double slack, margin; /* what rounding can do to a bound: a share, and a length */
    ce_distances distances; /* of values */
    place *order;         /* targets with a label */
    size_t count;
    ce_silhouette *found; /* targets */
} clustering;

static void clustering_free(clustering *c)
{
    free(c->start);
    free(c->position);
    free(c->values);
    free(c->centroid);
    free(c->spread);
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

/* Centroids, spreads, and what rounding can do: the sums are of at most n terms. */
static void centre(clustering *c)
{
    size_t rows = c->start[c->k];
    double scale = 0;

    for (size_t l = 0; l < c->k; l++) {
        double *mean = c->centroid + l * c->d, sum = 0;
        size_t size = c->start[l + 1] - c->start[l];
        for (size_t r = c->start[l]; r < c->start[l + 1]; r++)
            for (size_t s = 0; s < c->d; s++)
                mean[s] += c->values[r * c->d + s] / (double)size;
        for (size_t r = c->start[l]; r < c->start[l + 1]; r++)
            sum += distance(c->values + r * c->d, mean, c->d);
        c->spread[l] = sum / (double)size;
    }
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
    *c = (clustering){.column = column,
                      .input = input,
                      .d = input->distances->d,
                      .k = (size_t)column->k,
                      .targets = input->sample ? input->samples : input->distances->n};
    c->start = ce_calloc(c->k + 1, sizeof *c->start, err);
    c->position = ce_calloc(input->distances->n, sizeof *c->position, err);
    c->values = ce_alloc(column->labelled, c->d * sizeof *c->values, err);
    c->centroid = ce_calloc(c->k, c->d * sizeof *c->centroid, err);
    c->spread = ce_calloc(c->k, sizeof *c->spread, err);
    if (!c->start || !c->position || !c->values || !c->centroid || !c->spread)
        return CE_ENOMEM;
    group(c);
    centre(c);
    c->distances = (ce_distances){.n = column->labelled, .d = c->d, .values = c->values};
    return CE_OK;
}

static size_t object_of(const clustering *c, size_t target)
{
    return c->input->sample ? c->input->sample[target] : target;
}

/* ---- does it pay? ---- */

/* The share of the objects that are in the cluster of a target or in one that may be the nearest
 * other. */
static double needed_share(const clustering *c, size_t object)
{
    const double *x = c->input->distances->values + object * c->d;
    int32_t own = c->column->label[object];
    double least = INFINITY;
    size_t needed = 0;

    for (size_t l = 0; l < c->k; l++)
        if ((int32_t)l != own)
            least = fmin(least, distance(x, c->centroid + l * c->d, c->d) + c->spread[l]);
    for (size_t l = 0; l < c->k; l++)
        if ((int32_t)l == own || distance(x, c->centroid + l * c->d, c->d) <= least)
            needed += c->column->size[l];
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
            bounded += 1.3 * probe(&c) * (features + 10);
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
    int *is_known; /* k: sum is computed */
} worker;

static void worker_free(worker *w)
{
    free(w->target);
    free(w->tile);
    free(w->sum);
    free(w->bound);
    free(w->is_known);
}

static int worker_alloc(worker *w, const clustering *c, ce_error *err)
{
    w->target = ce_alloc(ce_distances_work(&c->distances), sizeof(double), err);
    w->tile = ce_alloc((size_t)CE_DISTANCE_ROWS * LANES, sizeof(double), err);
    w->sum = ce_alloc(c->k * LANES, sizeof(double), err);
    w->bound = ce_alloc(c->k * LANES, sizeof(double), err);
    w->is_known = ce_alloc(c->k, sizeof *w->is_known, err);
    return w->target && w->tile && w->sum && w->bound && w->is_known ? CE_OK : CE_ENOMEM;
}

/* The targets of a block: 16 rows of values, of which the first `lanes` count. */
typedef struct {
    size_t row[LANES], lanes;
    int32_t own[LANES];
    double best[LANES]; /* the smallest mean distance to another cluster so far */
} block;

CE_HOT static void add_tile(const double *tile, size_t count, double *sum)
{
    for (size_t r = 0; r < count; r++)
        for (size_t l = 0; l < LANES; l++)
            sum[l] += tile[r * LANES + l];
}

/* The distances to cluster `cluster`, in the order of its objects. */
static void know(const clustering *c, worker *w, block *b, size_t cluster)
{
    size_t end = c->start[cluster + 1], size = end - c->start[cluster];
    double *sum = w->sum + cluster * LANES;

    for (size_t l = 0; l < LANES; l++)
        sum[l] = 0;
    for (size_t first = c->start[cluster]; first < end; first += CE_DISTANCE_ROWS) {
        size_t count = end - first < CE_DISTANCE_ROWS ? end - first : CE_DISTANCE_ROWS;
        ce_distances_tile(&c->distances, b->row, w->target, first, count, w->tile);
        add_tile(w->tile, count, sum);
    }
    w->is_known[cluster] = 1;
    for (size_t l = 0; l < LANES; l++)
        if (b->own[l] != (int32_t)cluster && sum[l] / (double)size < b->best[l])
            b->best[l] = sum[l] / (double)size;
}

static void find_bounds(const clustering *c, worker *w, const block *b)
{
    for (size_t cluster = 0; cluster < c->k; cluster++) {
        for (size_t l = 0; l < LANES; l++) {
            double far = distance(c->values + b->row[l] * c->d, c->centroid + cluster * c->d, c->d);
            w->bound[cluster * LANES + l] = far * (1 - c->slack) - c->margin;
            w->sum[cluster * LANES + l] = INFINITY;
        }
        w->is_known[cluster] = 0;
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
    find_bounds(c, w, &b);
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

/* Targets that need the same clusters come together. */
static int order_targets(clustering *c, ce_error *err)
{
    c->order = ce_alloc(c->targets, sizeof *c->order, err);
    c->found = ce_calloc(c->targets, sizeof *c->found, err);
    if (!c->order || !c->found)
        return CE_ENOMEM;
    for (size_t t = 0; t < c->targets; t++)
        if (c->column->label[object_of(c, t)] >= 0)
            c->order[c->count++].target = t;
#pragma omp parallel for schedule(static)
    for (size_t e = 0; e < c->count; e++) {
        size_t object = object_of(c, c->order[e].target);
        const double *x = c->input->distances->values + object * c->d;
        double least = INFINITY;
        c->order[e].own = c->column->label[object];
        c->order[e].near = c->order[e].own == 0;
        for (size_t l = 0; l < c->k; l++) {
            double far = distance(x, c->centroid + l * c->d, c->d);
            if ((int32_t)l != c->order[e].own && far < least) {
                least = far;
                c->order[e].near = (int32_t)l;
            }
        }
    }
    qsort(c->order, c->count, sizeof *c->order, compare_places);
    return CE_OK;
}

static int find_all(const clustering *c, ce_error *err)
{
    size_t threads = (size_t)ce_threads();
    worker *workers = ce_calloc(threads, sizeof *workers, err);
    int rc = workers ? CE_OK : CE_ENOMEM;

    for (size_t t = 0; t < threads && !rc; t++)
        rc = worker_alloc(&workers[t], c, err);
    if (!rc) {
#pragma omp parallel for schedule(dynamic, 4)
        for (size_t first = 0; first < c->count; first += LANES)
            run_block(c, &workers[ce_thread()], first);
    }
    for (size_t t = 0; workers && t < threads; t++)
        worker_free(&workers[t]);
    free(workers);
    return rc;
}

int ce_silhouette_bounds(const ce_internal_column *column, size_t m,
                         const ce_internal_input *input, ce_pass_sums *sums,
                         ce_silhouettes *silhouettes, ce_error *err)
{
    int rc = CE_OK;

    ce_progress_report(input->progress, 0, m);
    for (size_t q = 0; q < m && !rc; q++) {
        clustering c;
        if (column[q].skip)
            continue;
        rc = clustering_fill(&c, &column[q], input, err);
        if (!rc)
            rc = order_targets(&c, err);
        if (!rc)
            rc = find_all(&c, err);
        for (size_t t = 0; t < c.targets && !rc; t++)
            if (column[q].label[object_of(&c, t)] >= 0)
                ce_silhouette_add(&c.found[t], &sums[t / LANES * m + q], silhouettes,
                                  q * c.targets + t);
        clustering_free(&c);
        ce_progress_report(input->progress, q + 1, m);
    }
    return rc;
}
