/*
 * plain-lac.h: for test programs: Algorithm 1 of [wce2008] and, with chunklets, Algorithms 8 and 9,
 * written down plainly: every sum anew, in long double. And data for them.
 */
#ifndef CE_TESTS_PLAIN_LAC_H
#define CE_TESTS_PLAIN_LAC_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/random.h"
#include "generate/lac.h"

/* Chunklets as Algorithm 7 leaves them: each object's, -1: none; how many; which two an edge joins
 * (chunklets x chunklets). */
typedef struct {
    const int32_t *of;
    size_t count;
    const unsigned char *joined;
} plain_chunklet_graph;

typedef struct {
    size_t n, d, k, iterations, filled, dead_ends;
    long double *c, *w, error;
    int *label, *size, converged, stopped;
    const plain_chunklet_graph *graph; /* NULL: no constraints */
} slow;

static inline long double distance(const double *x, const slow *s, size_t j)
{
    long double sum = 0;

    for (size_t f = 0; f < s->d; f++)
        sum += s->w[j * s->d + f] * (x[f] - s->c[j * s->d + f]) * (x[f] - s->c[j * s->d + f]);
    return sum;
}

static inline void flat(slow *s, size_t j, ce_lac_norm norm)
{
    for (size_t f = 0; f < s->d; f++)
        s->w[j * s->d + f] = norm == CE_LAC_L1 ? 1.0L / s->d : 1 / sqrtl(s->d);
}

/* ---- Algorithm 8 ---- */

static inline size_t degree(const plain_chunklet_graph *g, size_t v)
{
    size_t edges = 0;

    for (size_t u = 0; u < g->count; u++)
        edges += g->joined[v * g->count + u];
    return edges;
}

static inline size_t members(const slow *s, size_t v)
{
    size_t count = 0;

    for (size_t i = 0; i < s->n; i++)
        count += s->graph->of[i] == (int32_t)v;
    return count;
}

/* The vertex that comes next: descending degree, then size, then the lowest. */
static inline size_t next_vertex(const slow *s, const int *cluster)
{
    const plain_chunklet_graph *g = s->graph;
    size_t best = g->count;

    for (size_t v = 0; v < g->count; v++)
        if (cluster[v] < 0 &&
            (best == g->count || degree(g, v) > degree(g, best) ||
             (degree(g, v) == degree(g, best) && members(s, v) > members(s, best))))
            best = v;
    return best;
}

/* The nearest centroid to chunklet v that is not in S_c; -1: all are in it. */
static inline int nearest_to_chunklet(const slow *s, const ce_matrix *x, size_t v,
                                      const int *cluster, int look_at_neighbours)
{
    const plain_chunklet_graph *g = s->graph;
    long double least = INFINITY;
    int best = -1;

    for (size_t l = 0; l < s->k; l++) {
        long double sum = 0;
        int in_s = 0;
        for (size_t u = 0; u < g->count; u++)
            in_s |= g->joined[v * g->count + u] && cluster[u] == (int)l;
        if (in_s && look_at_neighbours)
            continue;
        for (size_t i = 0; i < s->n; i++)
            if (g->of[i] == (int32_t)v)
                sum += sqrtl(distance(x->values + i * s->d, s, l));
        if (sum < least) {
            least = sum;
            best = (int)l;
        }
    }
    return best;
}

static inline void assign_chunklets(slow *s, const ce_matrix *x)
{
    const plain_chunklet_graph *g = s->graph;
    int *cluster = malloc((g->count + 1) * sizeof *cluster);

    memset(cluster, -1, g->count * sizeof *cluster);
    for (size_t done = 0; done < g->count; done++) {
        size_t v = next_vertex(s, cluster);
        int to = nearest_to_chunklet(s, x, v, cluster, 1);
        s->dead_ends += to < 0;
        cluster[v] = to < 0 ? nearest_to_chunklet(s, x, v, cluster, 0) : to;
    }
    for (size_t i = 0; i < s->n; i++)
        if (g->of[i] >= 0)
            s->label[i] = cluster[g->of[i]];
    free(cluster);
}

/* ---- Algorithm 1, and 9 with chunklets ---- */

/* Steps 3 and 5; then empty clusters get the object worst placed. */
static inline int sets(slow *s, const ce_matrix *x, ce_lac_norm norm, int repair)
{
    int filled = 0;
    long double *own = calloc(s->n, sizeof *own);

    memset(s->size, 0, s->k * sizeof *s->size);
    for (size_t i = 0; i < s->n; i++) {
        s->label[i] = 0;
        for (size_t j = 0; j < s->k; j++)
            if (distance(x->values + i * s->d, s, j) <
                distance(x->values + i * s->d, s, (size_t)s->label[i]))
                s->label[i] = (int)j;
    }
    if (s->graph)
        assign_chunklets(s, x);
    for (size_t i = 0; i < s->n; i++) {
        s->size[s->label[i]]++;
        own[i] = distance(x->values + i * s->d, s, (size_t)s->label[i]);
    }
    for (size_t j = 0; j < s->k && repair; j++) {
        long double worst = -1;
        size_t far = 0;
        if (s->size[j])
            continue;
        for (size_t i = 0; i < s->n; i++)
            if (s->size[s->label[i]] > 1 && own[i] > worst && !(s->graph && s->graph->of[i] >= 0)) {
                worst = own[i];
                far = i;
            }
        if (worst < 0)
            continue;
        own[far] = -2;
        s->size[s->label[far]]--;
        s->label[far] = (int)j;
        s->size[j] = 1;
        for (size_t f = 0; f < s->d; f++)
            s->c[j * s->d + f] = x->values[far * s->d + f];
        flat(s, j, norm);
        filled++;
    }
    s->filled += (size_t)filled;
    free(own);
    return filled;
}

static inline long double dispersion(const slow *s, const ce_matrix *x, size_t j, size_t f)
{
    long double sum = 0;

    for (size_t i = 0; i < s->n; i++)
        if (s->label[i] == (int)j)
            sum += (s->c[j * s->d + f] - x->values[i * s->d + f]) *
                   (s->c[j * s->d + f] - x->values[i * s->d + f]);
    return sum / s->size[j];
}

static inline void step4(slow *s, const ce_matrix *x, double inv_h, ce_lac_norm norm)
{
    for (size_t j = 0; j < s->k; j++) {
        long double least = INFINITY, sum = 0, *w = s->w + j * s->d;
        if (!s->size[j])
            continue;
        for (size_t f = 0; f < s->d; f++) {
            w[f] = dispersion(s, x, j, f);
            least = w[f] < least ? w[f] : least;
        }
        for (size_t f = 0; f < s->d; f++) {
            w[f] = expl(-(w[f] - least) * inv_h);
            sum += norm == CE_LAC_L1 ? w[f] : w[f] * w[f];
        }
        for (size_t f = 0; f < s->d; f++)
            w[f] /= norm == CE_LAC_L1 ? sum : sqrtl(sum);
    }
}

static inline void step6(slow *s, const ce_matrix *x)
{
    for (size_t j = 0; j < s->k; j++)
        for (size_t f = 0; f < s->d && s->size[j]; f++) {
            long double sum = 0;
            for (size_t i = 0; i < s->n; i++)
                if (s->label[i] == (int)j)
                    sum += x->values[i * s->d + f];
            s->c[j * s->d + f] = sum / s->size[j];
        }
}

static inline void run_slow(slow *s, const ce_matrix *x, const ce_lac_options *o)
{
    int *before = calloc(s->n, sizeof *before);

    for (size_t v = 0; v < s->k * s->d; v++)
        s->c[v] = o->start[v];
    for (size_t j = 0; j < s->k; j++)
        flat(s, j, o->norm);
    for (s->iterations = 1;; s->iterations++) {
        int filled = sets(s, x, o->norm, !o->keep_empty);
        step4(s, x, *o->inv_h, o->norm);
        filled += sets(s, x, o->norm, !o->keep_empty);
        step6(s, x);
        s->converged =
            s->iterations > 1 && !filled && !memcmp(before, s->label, s->n * sizeof *before);
        if (s->converged || s->iterations == o->max_iterations)
            break;
        memcpy(before, s->label, s->n * sizeof *before);
    }
    s->stopped = !s->converged;
    if (s->stopped)
        sets(s, x, o->norm, 0);
    for (size_t j = 0; j < s->k; j++)
        for (size_t f = 0; f < s->d && s->size[j]; f++)
            s->error += s->w[j * s->d + f] * dispersion(s, x, j, f);
    free(before);
}

static inline int near(double ours, long double theirs, double scale)
{
    return fabs(ours - (double)theirs) <= 1e-9 * scale;
}

static inline int differs(const slow *s, const ce_labels *labels, const ce_lac_member *m)
{
    size_t next = 0;
    int wrong = m->k != s->k || m->iterations != s->iterations || m->converged != s->converged ||
                !near(m->error, s->error, fabs((double)s->error));
    int *number = malloc(s->k * sizeof *number);

    memset(number, -1, s->k * sizeof *number);
    for (size_t i = 0; i < s->n; i++) {
        if (number[s->label[i]] < 0)
            number[s->label[i]] = (int)next++;
        wrong |= labels->labels[i] != number[s->label[i]];
    }
    wrong |= labels->k[0] != (int)next;
    for (size_t j = 0; j < s->k && !wrong; j++) {
        size_t to = number[j] < 0 ? next++ : (size_t)number[j];
        wrong |= m->size[to] != (size_t)s->size[j];
        for (size_t f = 0; f < s->d; f++)
            wrong |= !near(m->centroids[to * s->d + f], s->c[j * s->d + f],
                           1 + fabs((double)s->c[j * s->d + f])) ||
                     !near(m->weights[to * s->d + f], s->w[j * s->d + f], 1);
    }
    free(number);
    return wrong;
}

/* Groups that are narrow in some features each; some rows twice; `far` from the origin. of: n: the
 * group of each; NULL: not wanted. */
static inline void fill(ce_matrix *x, gsl_rng *rng, size_t groups, double far, int32_t *of)
{
    size_t d = x->columns;

    for (size_t i = 0; i < x->rows; i++) {
        size_t group = ce_random_below(rng, groups);
        if (of)
            of[i] = (int32_t)group;
        for (size_t f = 0; f < d; f++) {
            double width = (f + group) % groups == 0 ? 0.2 : 1.5,
                   middle = (double)((group * 7 + f * 3) % 5);
            x->values[i * d + f] =
                far + middle + width * (gsl_rng_uniform(rng) + gsl_rng_uniform(rng) - 1);
        }
        if (i > 2 && ce_random_below(rng, 10) == 0)
            memcpy(x->values + i * d, x->values + (i - 2) * d, d * sizeof(double));
    }
}

#endif
