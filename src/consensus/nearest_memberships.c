#include "consensus/nearest_memberships.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "score/real_assignment.h"

static const double tie = 1e-9; /* shares that differ by less are equal */

/* A piece of the cost of a column, which is piecewise linear, and a share of one object. */
struct ce_nearest_segment {
    double slope, length;
    size_t column, from;
};
struct ce_nearest_point {
    double at, weight;
};
typedef ce_nearest_segment segment;
typedef ce_nearest_point point;

/* ---- maps ---- */

/* P_b from the overlaps with the first `columns` columns of M. Returns the overlap of all pairs. */
static double map_clusters(const ce_nearest *p, size_t b, size_t columns, ce_nearest_work *w)
{
    size_t k = (size_t)p->s.k[b];
    const double *overlap = w->overlap + p->first[b] * p->stride;
    int32_t *column = w->column + p->first[b], *cluster = w->cluster + b * p->stride;
    double sum = 0;

    for (size_t l = 0; l < k; l++)
        column[l] = CE_MISSING;
    for (size_t j = 0; j < columns; j++)
        cluster[j] = CE_MISSING;
    if (k <= columns) {
        ce_real_assignment(overlap, p->stride, 1, k, columns, w->potential, w->link, column);
        for (size_t l = 0; l < k; l++)
            cluster[column[l]] = (int32_t)l;
    } else {
        ce_real_assignment(overlap, 1, p->stride, columns, k, w->potential, w->link, cluster);
        for (size_t j = 0; j < columns; j++)
            column[cluster[j]] = (int32_t)j;
    }
    for (size_t l = 0; l < k; l++)
        if (column[l] >= 0)
            sum += overlap[l * p->stride + (size_t)column[l]];
    return sum;
}

/* Adds row i to the overlaps of base clustering b. */
static inline void add_overlap(const ce_nearest *p, size_t i, size_t b, size_t columns,
                               ce_nearest_work *w)
{
    ce_soft_row row = ce_soft_members_row(&p->s, i, b);
    const double *m = w->share + i * p->stride;

    for (size_t l = row.from; l < row.to; l++) {
        double *overlap = w->overlap + (p->first[b] + l) * p->stride,
               u = ce_soft_row_share(&row, l), size = p->s.size[i];
        if (p->by.absolute && row.share)
            for (size_t j = 0; j < columns; j++)
                overlap[j] += size * fmin(u, m[j]);
        else
            for (size_t j = 0; j < columns; j++)
                overlap[j] += size * u * m[j];
    }
}

double ce_nearest_map(const ce_nearest *p, ce_nearest_work *w)
{
    double value = p->most;

    memset(w->overlap, 0, p->first[p->s.m] * p->stride * sizeof *w->overlap);
    for (size_t i = 0; i < p->s.count; i++) {
        const double *m = w->share + i * p->stride;
        double own = 0;
        for (size_t b = 0; b < p->s.m; b++)
            add_overlap(p, i, b, p->k, w);
        for (size_t j = 0; j < p->k; j++)
            own += p->by.absolute ? m[j] : m[j] * m[j];
        value += p->s.size[i] * p->present[i] * own;
    }
    for (size_t b = 0; b < p->s.m; b++)
        value -= 2 * p->weight[b] * map_clusters(p, b, p->k, w);
    return value;
}

/* ---- M for given maps ---- */

/* The row sums to 1: what clusters without a column have is spread over all columns. */
static void fill_up(const ce_nearest *p, double *row)
{
    double sum = 0;

    if (p->widest == p->k)
        return;
    for (size_t j = 0; j < p->k; j++)
        sum += row[j];
    for (size_t j = 0; j < p->k; j++)
        row[j] = fmax(row[j] + (1 - sum) / (double)p->k, 0);
}

static size_t largest(const double *row, size_t k)
{
    size_t best = 0;

    for (size_t j = 1; j < k; j++)
        best = row[j] > row[best] + tie ? j : best;
    return best;
}

static int compare_points(const void *a, const void *b)
{
    const point *x = a, *y = b;

    return (x->at > y->at) - (x->at < y->at);
}

static int compare_segments(const void *a, const void *b)
{
    const segment *x = a, *y = b;

    if (x->slope != y->slope)
        return x->slope > y->slope ? 1 : -1;
    if (x->column != y->column)
        return x->column > y->column ? 1 : -1;
    return (x->from > y->from) - (x->from < y->from);
}

/* The shares in [0, 1] with the sum 1 and the least sum of distances from those of the base
 * clusterings. The distance of each column is a convex function of its share, made of straight
 * pieces; the steepest falls are taken first. */
static void fit_row(const ce_nearest *p, size_t i, ce_nearest_work *w)
{
    double *m = w->share + i * p->stride, left = 1;
    size_t pieces = 0;

    for (size_t j = 0; j < p->k; j++) {
        double at = 0, slope = 0;
        size_t points = 0;
        for (size_t b = 0; b < p->s.m; b++) {
            int32_t l = w->cluster[b * p->stride + j];
            ce_soft_row row = ce_soft_members_row(&p->s, i, b);
            double u;
            if (row.from == row.to)
                continue;
            u = l >= (int32_t)row.from && l < (int32_t)row.to
                    ? fmin(ce_soft_row_share(&row, (size_t)l), 1)
                    : 0;
            w->point[points++] = (point){u, p->weight[b]};
            slope -= p->weight[b];
        }
        m[j] = 0;
        qsort(w->point, points, sizeof *w->point, compare_points);
        for (size_t e = 0; e <= points; e++) {
            double to = e < points ? w->point[e].at : 1;
            if (to > at)
                w->segment[pieces++] = (segment){slope, to - at, j, e};
            at = to > at ? to : at;
            slope += e < points ? 2 * w->point[e].weight : 0;
        }
    }
    qsort(w->segment, pieces, sizeof *w->segment, compare_segments);
    for (size_t e = 0; e < pieces && left > 0; e++) {
        double part = fmin(left, w->segment[e].length);
        m[w->segment[e].column] += part;
        left -= part;
    }
}

void ce_nearest_fit(const ce_nearest *p, ce_nearest_work *w)
{
    for (size_t i = 0; i < p->s.count; i++) {
        double *m = w->share + i * p->stride;
        if (p->by.absolute && !p->by.hard && !p->s.labels) {
            fit_row(p, i, w);
            continue;
        }
        for (size_t j = 0; j < p->k; j++)
            m[j] = 0;
        for (size_t b = 0; b < p->s.m; b++) {
            ce_soft_row row = ce_soft_members_row(&p->s, i, b);
            for (size_t l = row.from; l < row.to; l++) {
                int32_t j = w->column[p->first[b] + l];
                if (j >= 0)
                    m[j] += p->weight[b] * ce_soft_row_share(&row, l);
            }
        }
        for (size_t j = 0; j < p->k && p->present[i] > 0; j++)
            m[j] /= p->present[i];
        if (p->by.hard || p->by.absolute) { /* of labels, the best soft row is a hard one */
            size_t best = largest(m, p->k);
            for (size_t j = 0; j < p->k; j++)
                m[j] = j == best;
        } else if (p->present[i] > 0) {
            fill_up(p, m);
        } else {
            for (size_t j = 0; j < p->k; j++)
                m[j] = 1 / (double)p->k;
        }
    }
}

/* ---- one pass over the base clusterings ---- */

/* Base clustering b, mapped to the first `columns` columns, joins the mean of each row. */
static void join_mean(const ce_nearest *p, size_t b, size_t columns, int last, ce_nearest_work *w)
{
    for (size_t i = 0; i < p->s.count; i++) {
        ce_soft_row row = ce_soft_members_row(&p->s, i, b);
        double *m = w->share + i * p->stride, before = w->seen[i], after = before + p->weight[b];
        if (row.from < row.to && after > 0) {
            for (size_t j = 0; j < columns; j++)
                m[j] *= before / after;
            for (size_t l = row.from; l < row.to; l++) {
                int32_t j = w->column[p->first[b] + l];
                if (j >= 0)
                    m[j] += p->weight[b] / after * ce_soft_row_share(&row, l);
            }
            w->seen[i] = after;
        }
        if (w->seen[i] > 0 && last)
            fill_up(p, m);
    }
}

void ce_nearest_pass(const ce_nearest *p, ce_nearest_work *w)
{
    size_t b = w->order[0], wide = (size_t)p->s.k[b] > p->k ? (size_t)p->s.k[b] : p->k;

    memset(w->share, 0, p->s.count * p->stride * sizeof *w->share);
    memset(w->seen, 0, p->s.count * sizeof *w->seen);
    for (size_t l = 0; l < (size_t)p->s.k[b]; l++)
        w->column[p->first[b] + l] = (int32_t)l;
    join_mean(p, b, wide, p->s.m == 1, w);
    for (size_t t = 1; t < p->s.m; t++) {
        size_t columns = t == 1 ? wide : p->k;
        b = w->order[t];
        memset(w->overlap + p->first[b] * p->stride, 0,
               (size_t)p->s.k[b] * p->stride * sizeof *w->overlap);
        for (size_t i = 0; i < p->s.count; i++)
            add_overlap(p, i, b, columns, w);
        map_clusters(p, b, columns, w);
        join_mean(p, b, columns, 1, w);
    }
}

/* ---- starts, memory, results ---- */

void ce_nearest_random(const ce_nearest *p, gsl_rng *rng, ce_nearest_work *w)
{
    for (size_t i = 0; i < p->s.count; i++) {
        double *m = w->share + i * p->stride, sum = 0;
        for (size_t j = 0; j < p->k; j++)
            sum += m[j] = gsl_rng_uniform_pos(rng);
        for (size_t j = 0; j < p->k; j++)
            m[j] /= sum;
    }
}

void ce_nearest_choose(const ce_nearest *p, const ce_nearest_work *w, int32_t *labels)
{
    for (size_t i = 0; i < p->s.count; i++)
        labels[i] = (int32_t)largest(w->share + i * p->stride, p->k);
}

void ce_nearest_work_free(ce_nearest_work *w)
{
    free(w->share);
    free(w->overlap);
    free(w->column);
    free(w->cluster);
    free(w->potential);
    free(w->link);
    free(w->order);
    free(w->seen);
    free(w->segment);
    free(w->point);
}

int ce_nearest_work_alloc(ce_nearest_work *w, const ce_nearest *p, ce_error *err)
{
    size_t clusters = p->first[p->s.m];

    w->share = ce_alloc(p->s.count, p->stride * sizeof *w->share, err);
    w->overlap = ce_alloc(clusters, p->stride * sizeof *w->overlap, err);
    w->column = ce_alloc(clusters, sizeof *w->column, err);
    w->cluster = ce_alloc(p->s.m, p->stride * sizeof *w->cluster, err);
    w->potential = ce_alloc(p->widest + 1, 3 * sizeof *w->potential, err);
    w->link = ce_alloc(p->widest + 1, 3 * sizeof *w->link, err);
    w->order = ce_alloc(p->s.m, sizeof *w->order, err);
    w->seen = ce_alloc(p->s.count, sizeof *w->seen, err);
    w->segment = ce_alloc((p->s.m + 1) * p->k, sizeof *w->segment, err);
    w->point = ce_alloc(p->s.m, sizeof *w->point, err);
    return w->share && w->overlap && w->column && w->cluster && w->potential && w->link &&
                   w->order && w->seen && w->segment && w->point
               ? CE_OK
               : CE_ENOMEM;
}

void ce_nearest_free(ce_nearest *p)
{
    ce_soft_members_free(&p->s);
    free(p->ones);
    free(p->present);
    free(p->first);
}

/* What depends on the base clusterings only. */
static void add_up(ce_nearest *p)
{
    for (size_t i = 0; i < p->s.count; i++)
        for (size_t b = 0; b < p->s.m; b++) {
            ce_soft_row row = ce_soft_members_row(&p->s, i, b);
            double own = 0;
            for (size_t l = row.from; l < row.to; l++) {
                double u = ce_soft_row_share(&row, l);
                own += p->by.absolute ? u : u * u;
            }
            p->present[i] += row.from < row.to ? p->weight[b] : 0;
            p->most += p->s.size[i] * p->weight[b] * own;
        }
}

int ce_nearest_init(ce_nearest *p, const ce_run *run, int objects, size_t starts, int wide,
                    const char *instead, ce_error *err)
{
    size_t threads = (size_t)ce_threads(), at_once = starts < threads ? starts : threads, bytes;
    int rc =
        ce_soft_members_get(run->ensemble, run->method->about.name, run->k, objects, &p->s, err);

    if (rc)
        return rc;
    p->k = p->widest = run->k;
    p->first = ce_calloc(p->s.m + 1, sizeof *p->first, err);
    p->present = ce_calloc(p->s.count, sizeof *p->present, err);
    p->ones = ce_alloc(p->s.m, sizeof *p->ones, err);
    if (!p->first || !p->present || !p->ones)
        return CE_ENOMEM;
    for (size_t b = 0; b < p->s.m; b++) {
        p->first[b + 1] = p->first[b] + (size_t)p->s.k[b];
        p->widest = (size_t)p->s.k[b] > p->widest ? (size_t)p->s.k[b] : p->widest;
        p->ones[b] = 1;
    }
    p->weight = run->ensemble->beside.base_weight ? run->ensemble->beside.base_weight : p->ones;
    p->stride = wide ? p->widest : p->k;
    add_up(p);
    if (!isfinite(p->most))
        return ce_fail(err, CE_EINPUT, "%s: weights so large that their sums overflow",
                       run->method->about.name);
    bytes = at_once * (p->stride + 1) * sizeof(double) + (at_once + 2) * sizeof(int32_t);
    return ce_memory_check(p->s.count, bytes, 1, "the memberships of each start", instead, err);
}

int ce_nearest_expand(const ce_nearest *p, const int32_t *labels, ce_partition *result,
                      ce_error *err)
{
    ce_partition small = {0};
    int rc = ce_partition_alloc(&small, p->s.count, err);

    if (!rc) {
        memcpy(small.labels, labels, p->s.count * sizeof *labels);
        rc = ce_partition_expand(&small, p->s.of, p->s.n, result, err);
    }
    ce_partition_free(&small);
    return rc;
}
