/*
 * random-chunklets.h: for test programs: random pairs, and chunklets made of them by the plainest
 * means: labels are spread along must-links until none changes.
 */
#ifndef CE_TESTS_RANDOM_CHUNKLETS_H
#define CE_TESTS_RANDOM_CHUNKLETS_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "constrain/chunklets.h"
#include "core/random.h"

enum { MOST_PAIRS = 4000 };

typedef struct {
    size_t count;
    int32_t i[MOST_PAIRS], j[MOST_PAIRS];
    int cannot[MOST_PAIRS];
} pairs;

/* Up to `count` pairs of different objects. truth: n: must where equal; NULL: must with the given
 * share, whatever that leads to. */
static inline void random_pairs(gsl_rng *rng, size_t n, size_t count, const int32_t *truth,
                                double must_share, pairs *p)
{
    p->count = 0;
    for (size_t t = 0; t < count && n > 1; t++) {
        int32_t i = (int32_t)ce_random_below(rng, n), j = (int32_t)ce_random_below(rng, n);
        if (i == j)
            continue;
        p->i[p->count] = i;
        p->j[p->count] = j;
        p->cannot[p->count++] = truth ? truth[i] != truth[j] : !(gsl_rng_uniform(rng) < must_share);
    }
}

/* of: n: the lowest object of each one's component, -1: in no pair. */
static inline void plain_components(const pairs *p, size_t n, int32_t *of)
{
    int again = 1;

    for (size_t i = 0; i < n; i++)
        of[i] = -1;
    for (size_t t = 0; t < p->count; t++) {
        of[p->i[t]] = p->i[t];
        of[p->j[t]] = p->j[t];
    }
    while (again) {
        again = 0;
        for (size_t t = 0; t < p->count; t++) {
            int32_t *a = &of[p->i[t]], *b = &of[p->j[t]];
            if (p->cannot[t] || *a == *b)
                continue;
            *a = *b = *a < *b ? *a : *b;
            again = 1;
        }
    }
}

static const ce_chunklets *sorted_chunklets;

static inline int by_degree_and_size(const void *a, const void *b)
{
    const ce_chunklets *c = sorted_chunklets;
    size_t x = (size_t)*(const int32_t *)a, y = (size_t)*(const int32_t *)b;

    if (ce_chunklet_degree(c, x) != ce_chunklet_degree(c, y))
        return ce_chunklet_degree(c, x) < ce_chunklet_degree(c, y) ? 1 : -1;
    if (ce_chunklet_size(c, x) != ce_chunklet_size(c, y))
        return ce_chunklet_size(c, x) < ce_chunklet_size(c, y) ? 1 : -1;
    return x < y ? -1 : x > y;
}

/* Cannot-links inside a component are left out. O(count n + count^2). */
static inline void plain_chunklets(const pairs *p, size_t n, ce_chunklets *c)
{
    int32_t *root = malloc(n * sizeof *root), *number = malloc(n * sizeof *number);
    unsigned char *joined;

    *c = (ce_chunklets){.n = n};
    plain_components(p, n, root);
    for (size_t i = 0; i < n; i++)
        if (root[i] == (int32_t)i)
            number[i] = (int32_t)c->count++;
    c->of = malloc(n * sizeof *c->of);
    c->start = calloc(c->count + 1, sizeof *c->start);
    c->object = malloc((n + 1) * sizeof *c->object);
    c->edge = calloc(c->count + 1, sizeof *c->edge);
    c->neighbour = malloc((c->count * c->count + 1) * sizeof *c->neighbour);
    c->order = malloc((c->count + 1) * sizeof *c->order);
    joined = calloc(c->count * c->count + 1, 1);
    for (size_t i = 0; i < n; i++)
        c->of[i] = root[i] < 0 ? -1 : number[root[i]];
    for (size_t t = 0; t < p->count; t++) {
        size_t a = (size_t)c->of[p->i[t]], b = (size_t)c->of[p->j[t]];
        if (p->cannot[t] && a != b)
            joined[a * c->count + b] = joined[b * c->count + a] = 1;
    }
    for (size_t v = 0; v < c->count; v++) {
        c->start[v + 1] = c->start[v];
        for (size_t i = 0; i < n; i++)
            if (c->of[i] == (int32_t)v)
                c->object[c->start[v + 1]++] = (int32_t)i;
        c->edge[v + 1] = c->edge[v];
        for (size_t u = 0; u < c->count; u++)
            if (joined[v * c->count + u])
                c->neighbour[c->edge[v + 1]++] = (int32_t)u;
        c->order[v] = (int32_t)v;
    }
    sorted_chunklets = c;
    qsort(c->order, c->count, sizeof *c->order, by_degree_and_size);
    free(root);
    free(number);
    free(joined);
}

static inline void plain_chunklets_free(ce_chunklets *c)
{
    free(c->of);
    free(c->start);
    free(c->object);
    free(c->edge);
    free(c->neighbour);
    free(c->order);
    *c = (ce_chunklets){0};
}

#endif
