#include "partition/medoids.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "core/vectors.h"
#include "partition/linkage/linkage.h"

/* Sums of n terms that are added four by four, or from parts, can be off by such a share of all
 * that goes into them. What may be the best by that is added up again, term by term in the order of
 * the objects. Those sums decide, so that an exchange that gains nothing gains exactly 0. */
static const double rounding = 1e-12;

/* Distances times 2^-exponent, which is exact: the largest is from 1/2 to 1, and no sum overflows.
 * Rows are as long as whole vectors; what is behind the n distances is 0. */
struct ce_medoids {
    size_t n, stride, most;
    int exponent;
    double *distance; /* owned; n x stride */
    double *size;     /* owned; stride; 0 from n on */
    size_t *first;    /* owned; most: the medoids of BUILD */
};

static const double *row_of(const ce_medoids *m, size_t i)
{
    return m->distance + i * m->stride;
}

/* ---- distances ---- */

static double distance_of(const ce_similarity *s, int is_distance, size_t i, size_t j)
{
    double x = ce_similarity_get(s, i, j);

    if (i == j)
        return 0;
    return is_distance ? x : 1 - x;
}

static void fill(ce_medoids *m, const ce_similarity *s, int is_distance)
{
    double top = 0;

#pragma omp parallel for schedule(static) reduction(max : top)
    for (size_t i = 0; i < m->n; i++)
        for (size_t j = 0; j < m->n; j++) {
            double d = distance_of(s, is_distance, i, j);
            m->distance[i * m->stride + j] = d;
            top = d > top ? d : top;
        }
    frexp(top, &m->exponent);
#pragma omp parallel for schedule(static)
    for (size_t e = 0; e < m->n * m->stride; e++)
        m->distance[e] = ldexp(m->distance[e], -m->exponent);
}

/* ---- BUILD ---- */

/* What an object as one more medoid takes off the cost, roughly: of each object what it is nearer
 * than the nearest medoid so far. */
CE_HOT static double rough_gain(const double *row, const double *near, const double *size,
                                size_t stride)
{
    const ce_quad none = {0};
    ce_quad sum = {0};

    for (size_t i = 0; i < stride; i += CE_QUAD) {
        ce_quad gain = *(const ce_quad *)(near + i) - *(const ce_quad *)(row + i);
        gain = (ce_quad)((ce_quad_masks)gain & (gain > none));
        sum += *(const ce_quad *)(size + i) * gain;
    }
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

/* The same, term by term. */
static double gain_of(const double *row, const double *near, const double *size, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        if (row[i] < near[i])
            sum += size[i] * (near[i] - row[i]);
    return sum;
}

/* One more medoid: the last of the objects that gain most. */
static size_t take_best(const ce_medoids *m, const double *near, double *gain,
                        const unsigned char *taken)
{
    size_t best = m->n;
    double most = -1, cost = 0;

    for (size_t i = 0; i < m->n; i++)
        cost += m->size[i] * near[i];
#pragma omp parallel for schedule(static)
    for (size_t h = 0; h < m->n; h++)
        gain[h] = taken[h] ? -1 : rough_gain(row_of(m, h), near, m->size, m->stride);
    for (size_t h = 0; h < m->n; h++)
        most = fmax(most, gain[h]);
    most -= rounding * cost;
#pragma omp parallel for schedule(dynamic, 16)
    for (size_t h = 0; h < m->n; h++)
        gain[h] = taken[h] || gain[h] < most ? -1 : gain_of(row_of(m, h), near, m->size, m->n);
    for (size_t h = 0; h < m->n; h++)
        if (gain[h] >= 0 && (best == m->n || gain[h] >= gain[best]))
            best = h;
    return best;
}

/* near: stride; of each object the distance to the nearest medoid. Before the first it is further
 * than any object, so that the first has the least sum of distances. */
static void build(ce_medoids *m, double *near, double *gain, unsigned char *taken)
{
    for (size_t i = 0; i < m->n; i++)
        near[i] = 2;
    for (size_t c = 0; c < m->most; c++) {
        size_t best = take_best(m, near, gain, taken);
        m->first[c] = best;
        taken[best] = 1;
        for (size_t i = 0; i < m->n; i++)
            near[i] = fmin(near[i], row_of(m, best)[i]);
    }
}

int ce_medoids_build(const ce_similarity *matrix, int is_distance, const double *size, size_t most,
                     const char *instead, ce_medoids **medoids, ce_error *err)
{
    size_t n = matrix->n;
    double *near = NULL, *gain = NULL;
    unsigned char *taken = NULL;
    ce_medoids *m;
    int rc = ce_linkage_check_values(matrix, is_distance, err);

    *medoids = NULL;
    if (rc)
        return rc;
    m = ce_calloc(1, sizeof *m, err);
    if (!m)
        return CE_ENOMEM;
    m->n = n;
    m->most = most;
    m->stride = (n + CE_QUAD - 1) / CE_QUAD * CE_QUAD;
    rc = ce_memory_check(n, m->stride, sizeof *m->distance, "the distances for the medoids",
                         instead, err);
    if (!rc) {
        m->distance = ce_calloc(n, m->stride * sizeof *m->distance, err);
        m->size = ce_calloc(m->stride, sizeof *m->size, err);
        m->first = ce_alloc(most, sizeof *m->first, err);
        near = ce_calloc(m->stride, sizeof *near, err);
        gain = ce_alloc(n, sizeof *gain, err);
        taken = ce_calloc(n, 1, err);
        rc = m->distance && m->size && m->first && near && gain && taken ? CE_OK : CE_ENOMEM;
    }
    if (!rc) {
        for (size_t i = 0; i < n; i++)
            m->size[i] = size ? size[i] : 1;
        fill(m, matrix, is_distance);
        build(m, near, gain, taken);
        *medoids = m;
    } else {
        ce_medoids_free(m);
    }
    free(near);
    free(gain);
    free(taken);
    return rc;
}

void ce_medoids_free(ce_medoids *medoids)
{
    if (!medoids)
        return;
    free(medoids->distance);
    free(medoids->size);
    free(medoids->first);
    free(medoids);
}

size_t ce_medoids_distinct(const ce_medoids *medoids)
{
    size_t distinct = 0;

    for (size_t i = 0; i < medoids->n; i++) {
        const double *row = row_of(medoids, i);
        size_t j = 0;
        while (j < i && row[j] > 0)
            j++;
        distinct += j == i;
    }
    return distinct;
}

/* ---- SWAP ---- */

/* What SWAP works on. Medoid c is in the place of medoid c of BUILD. */
typedef struct {
    const ce_medoids *m;
    size_t k;
    size_t *medoid;         /* k */
    int32_t *owner;         /* stride: the nearest medoid of each object */
    double *near, *further; /* stride: the distances to it and to the next one */
    double *change;     /* n: what the best exchange for an object adds to the cost; medoids: inf */
    int32_t *leaves;    /* n: the medoid that it replaces */
    double *loss;       /* k: what each medoid adds to the cost where it is missing */
    double *sum;        /* k for each thread */
    double cost, error; /* error: of a sum that is added up roughly */
} exchange;

static void find_nearest(exchange *x)
{
    const ce_medoids *m = x->m;

    for (size_t i = 0; i < m->n; i++) {
        const double *row = row_of(m, i);
        x->near[i] = x->further[i] = DBL_MAX;
        for (size_t c = 0; c < x->k; c++) {
            double d = row[x->medoid[c]];
            if (x->medoid[c] == i)
                d = -1; /* its own */
            if (d < x->near[i] || (d == x->near[i] && x->medoid[c] < x->medoid[x->owner[i]])) {
                x->further[i] = x->near[i];
                x->near[i] = d;
                x->owner[i] = (int32_t)c;
            } else if (d < x->further[i]) {
                x->further[i] = d;
            }
        }
        x->near[i] = fmax(x->near[i], 0);
    }
    x->cost = x->error = 0;
    for (size_t c = 0; c < x->k; c++)
        x->loss[c] = 0;
    for (size_t i = 0; i < m->n; i++) {
        x->cost += m->size[i] * x->near[i];
        x->loss[x->owner[i]] += m->size[i] * (x->further[i] - x->near[i]);
    }
    for (size_t c = 0; c < x->k; c++)
        x->error += rounding * x->loss[c];
    x->error += rounding * x->cost;
}

/* What object h as one more medoid adds to the cost of the objects that it is nearest to then, and
 * adds to sum[c] what is more where medoid c goes. */
CE_HOT static double weigh(const exchange *x, const double *row, double *sum)
{
    const double *near = x->near, *further = x->further, *size = x->m->size;
    const ce_quad none = {0};
    ce_quad shared = {0};

    for (size_t i = 0; i < x->m->stride; i += CE_QUAD) {
        ce_quad d = *(const ce_quad *)(row + i), change = d - *(const ce_quad *)(near + i);
        ce_quad_masks reached = d < *(const ce_quad *)(further + i);
        if (!(reached[0] | reached[1] | reached[2] | reached[3]))
            continue;
        change = (ce_quad)((ce_quad_masks)change & (change < none));
        shared += *(const ce_quad *)(size + i) * change;
        for (size_t j = i; j < i + CE_QUAD; j++)
            if (row[j] < further[j])
                sum[x->owner[j]] += size[j] * ((row[j] < near[j] ? near[j] : row[j]) - further[j]);
    }
    return (shared[0] + shared[1]) + (shared[2] + shared[3]);
}

/* What the exchange of medoid c for an object adds to the cost, term by term. */
static double change_of(const exchange *x, const double *row, size_t c)
{
    double sum = 0;

    for (size_t i = 0; i < x->m->n; i++) {
        double before = x->near[i], other = (size_t)x->owner[i] == c ? x->further[i] : before;
        if (row[i] < other || other > before)
            sum += x->m->size[i] * (fmin(row[i], other) - before);
    }
    return sum;
}

/* What the best exchange for object h adds, roughly. *sum gets what it adds for each medoid. */
static double rough_change(const exchange *x, size_t h, double **sum)
{
    double least = INFINITY, shared;

    *sum = x->sum + (size_t)ce_thread() * x->k;
    memcpy(*sum, x->loss, x->k * sizeof **sum);
    shared = weigh(x, row_of(x->m, h), *sum);
    for (size_t c = 0; c < x->k; c++) {
        (*sum)[c] += shared;
        least = fmin(least, (*sum)[c]);
    }
    return least;
}

/* The best exchange for object h among those that add no more than `most`, roughly. Of equal ones
 * it is that of the first medoid among the objects. */
static void find_exchange(exchange *x, size_t h, double most)
{
    double *sum;

    if (x->change[h] > most)
        return;
    x->change[h] = INFINITY;
    rough_change(x, h, &sum);
    for (size_t c = 0; c < x->k; c++) {
        double change;
        if (sum[c] > most)
            continue;
        change = change_of(x, row_of(x->m, h), c);
        if (change < x->change[h] ||
            (change == x->change[h] && x->medoid[c] < x->medoid[x->leaves[h]])) {
            x->change[h] = change;
            x->leaves[h] = (int32_t)c;
        }
    }
}

/* Makes the exchange that lessens the cost most; 0: none does. */
static int swap_once(exchange *x)
{
    size_t n = x->m->n, best = 0, left;
    double least = INFINITY, was = x->cost;

#pragma omp parallel for schedule(static)
    for (size_t h = 0; h < n; h++) {
        double *sum;
        x->change[h] = x->medoid[x->owner[h]] == h ? INFINITY : rough_change(x, h, &sum);
    }
    for (size_t h = 0; h < n; h++)
        least = fmin(least, x->change[h]);
    if (least > x->error)
        return 0;
    least += 2 * x->error;
#pragma omp parallel for schedule(dynamic, 16)
    for (size_t h = 0; h < n; h++)
        find_exchange(x, h, least);
    for (size_t h = 1; h < n; h++)
        if (x->change[h] < x->change[best])
            best = h;
    if (x->change[best] >= 0)
        return 0;
    left = x->medoid[x->leaves[best]];
    x->medoid[x->leaves[best]] = best;
    find_nearest(x);
    if (x->cost < was)
        return 1;
    x->medoid[x->leaves[best]] = left; /* it was rounding */
    find_nearest(x);
    return 0;
}

/* With one medoid there is no next one, and BUILD has found the best. */
static size_t swap_all(exchange *x)
{
    size_t rounds = 0;

    find_nearest(x);
    while (x->k > 1 && swap_once(x))
        rounds++;
    return rounds;
}

static void describe(const exchange *x, const ce_partition *labels, ce_medoid *medoid)
{
    for (size_t c = 0; c < x->k; c++)
        medoid[labels->labels[x->medoid[c]]] = (ce_medoid){.row = x->medoid[c]};
    for (size_t i = 0; i < x->m->n; i++) {
        ce_medoid *of = &medoid[labels->labels[i]];
        of->objects += x->m->size[i];
        of->mean += x->m->size[i] * x->near[i];
        of->largest = fmax(of->largest, x->near[i]);
    }
    for (size_t c = 0; c < x->k; c++) {
        medoid[c].mean = ldexp(medoid[c].mean / medoid[c].objects, x->m->exponent);
        medoid[c].largest = ldexp(medoid[c].largest, x->m->exponent);
    }
}

/* Labels are numbered by first appearance. */
static int finish(const exchange *x, ce_partition *labels, ce_medoid *medoid, ce_error *err)
{
    size_t n = x->m->n;
    int rc = ce_partition_alloc(labels, n, err);

    if (!rc)
        memcpy(labels->labels, x->owner, n * sizeof *labels->labels);
    if (!rc)
        rc = ce_labels_renumber(labels->labels, n, &labels->k, err);
    if (rc)
        ce_partition_free(labels);
    else if (medoid)
        describe(x, labels, medoid);
    return rc;
}

int ce_medoids_cut(const ce_medoids *medoids, size_t k, ce_partition *labels, ce_medoid *medoid,
                   size_t *rounds, ce_error *err)
{
    size_t n = medoids->n, stride = medoids->stride, done;
    exchange x = {.m = medoids,
                  .k = k,
                  .medoid = ce_alloc(k, sizeof *x.medoid, err),
                  .owner = ce_calloc(stride, sizeof *x.owner, err),
                  .near = ce_calloc(stride, sizeof *x.near, err),
                  .further = ce_calloc(stride, sizeof *x.further, err),
                  .change = ce_alloc(n, sizeof *x.change, err),
                  .leaves = ce_alloc(n, sizeof *x.leaves, err),
                  .loss = ce_alloc(k, sizeof *x.loss, err),
                  .sum = ce_alloc((size_t)ce_threads(), k * sizeof *x.sum, err)};
    int rc = x.medoid && x.owner && x.near && x.further && x.change && x.leaves && x.loss && x.sum
                 ? CE_OK
                 : CE_ENOMEM;

    if (!rc) {
        memcpy(x.medoid, medoids->first, k * sizeof *x.medoid);
        done = swap_all(&x);
        if (rounds)
            *rounds = done;
        rc = finish(&x, labels, medoid, err);
    }
    free(x.medoid);
    free(x.owner);
    free(x.near);
    free(x.further);
    free(x.change);
    free(x.leaves);
    free(x.loss);
    free(x.sum);
    return rc;
}
