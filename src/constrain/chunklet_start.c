#include "constrain/chunklet_start.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "kmeans/squared_distance.h"

/* ---- means ---- */

/* The mean of the objects of vertex v. Sums keep the errors of their additions (Knuth's two-sum),
 * so that it is correct to the last bit except in very rare cases. rest: scratch, d. */
static void chunklet_mean(const ce_chunklets *chunklets, size_t v, const ce_matrix *x, double *mean,
                          double *rest)
{
    size_t d = x->columns;
    double size = (double)ce_chunklet_size(chunklets, v);

    memset(mean, 0, d * sizeof *mean);
    memset(rest, 0, d * sizeof *rest);
    for (size_t at = chunklets->start[v]; at < chunklets->start[v + 1]; at++) {
        const double *row = x->values + (size_t)chunklets->object[at] * d;
        for (size_t s = 0; s < d; s++) {
            double sum = mean[s] + row[s], part = sum - mean[s];
            rest[s] += (mean[s] - (sum - part)) + (row[s] - part);
            mean[s] = sum;
        }
    }
    for (size_t s = 0; s < d; s++) {
        double quotient = mean[s] / size;
        mean[s] = quotient + (fma(-quotient, size, mean[s]) + rest[s]) / size;
    }
}

/* means: count x d, of the given vertices; vertex NULL: of the first. 0 or CE_ENOMEM. */
static int chunklet_means(const ce_chunklets *chunklets, const int32_t *vertex, size_t count,
                          const ce_matrix *x, double *means, ce_error *err)
{
    double *rest = ce_alloc(x->columns, sizeof *rest, err);

    if (!rest)
        return CE_ENOMEM;
    for (size_t i = 0; i < count; i++)
        chunklet_mean(chunklets, vertex ? (size_t)vertex[i] : i, x, means + i * x->columns, rest);
    free(rest);
    return CE_OK;
}

int ce_chunklet_means(const ce_chunklets *chunklets, const ce_matrix *x, double *means,
                      ce_error *err)
{
    return chunklet_means(chunklets, NULL, chunklets->count, x, means, err);
}

/* ---- the farthest of some points ---- */

/* Points, and for each the squared distance to the nearest of the centres so far; -1 if it is a
 * centre itself. */
typedef struct {
    const double *point; /* count x d */
    size_t count, d;
    double *nearest;     /* owned; count */
    double *padded;      /* owned; one centre, filled up to whole vectors */
} field;

static int field_alloc(field *f, const double *point, size_t count, size_t d, ce_error *err)
{
    *f = (field){.point = point, .count = count, .d = d};
    f->nearest = ce_alloc(count, sizeof *f->nearest, err);
    f->padded = ce_calloc((d + CE_LANES - 1) / CE_LANES * CE_LANES, sizeof *f->padded, err);
    if (!f->nearest || !f->padded)
        return CE_ENOMEM;
    for (size_t i = 0; i < count; i++)
        f->nearest[i] = INFINITY;
    return CE_OK;
}

static void field_free(field *f)
{
    free(f->nearest);
    free(f->padded);
}

static CE_HOT void field_lessen(field *f)
{
    double tail[CE_LANES];

    for (size_t i = 0; i < f->count; i++) {
        const double *row = f->point + i * f->d;
        double squared;
        ce_squared_distance_tail(row, f->d, tail);
        squared = ce_squared_distance(row, tail, f->padded, f->d);
        f->nearest[i] = squared < f->nearest[i] ? squared : f->nearest[i];
    }
}

/* Adds a centre. Returns the point that is then farthest from all of them (ties: the lowest). */
static size_t field_add(field *f, const double *centre)
{
    size_t far = 0;

    memcpy(f->padded, centre, f->d * sizeof *centre);
    field_lessen(f);
    for (size_t i = 1; i < f->count; i++)
        if (f->nearest[i] > f->nearest[far])
            far = i;
    return far;
}

/* Appends to `have` centres (>= 1) the object farthest from all of them, until there are k. */
static int fill_up(const ce_matrix *x, size_t k, size_t have, double *centre, ce_error *err)
{
    size_t d = x->columns, far = 0;
    field f;
    int rc = field_alloc(&f, x->values, x->rows, d, err);

    for (size_t j = 0; j + 1 < k && !rc; j++) {
        far = field_add(&f, centre + j * d);
        if (j + 1 < have)
            continue;
        memcpy(centre + (j + 1) * d, x->values + far * d, d * sizeof *centre);
        f.nearest[far] = -1;
    }
    field_free(&f);
    return rc;
}

/* Chooses k of more means (count x d): `first`, then always the one farthest from those chosen. */
static int choose_means(const double *means, size_t count, size_t d, size_t first, size_t k,
                        double *centre, ce_error *err)
{
    size_t chosen = first;
    field f;
    int rc = field_alloc(&f, means, count, d, err);

    for (size_t j = 0; j < k && !rc; j++) {
        memcpy(centre + j * d, means + chosen * d, d * sizeof *centre);
        f.nearest[chosen] = -1;
        if (j + 1 < k)
            chosen = field_add(&f, centre + j * d);
    }
    field_free(&f);
    return rc;
}

/* ---- the three starts ---- */

int ce_chunklet_start(const ce_chunklets *chunklets, const ce_matrix *x, size_t k, double *centre,
                      size_t *chosen, ce_error *err)
{
    size_t d = x->columns, count = 0, largest = 0;
    int32_t *vertex = ce_alloc(chunklets->count, sizeof *vertex, err);
    double *means = NULL;
    int rc = vertex ? CE_OK : CE_ENOMEM;

    for (size_t v = 0; v < chunklets->count && !rc; v++) {
        if (!ce_chunklet_degree(chunklets, v))
            continue;
        vertex[count] = (int32_t)v;
        if (ce_chunklet_size(chunklets, v) > ce_chunklet_size(chunklets, (size_t)vertex[largest]))
            largest = count;
        count++;
    }
    if (rc || !count)
        goto done;
    means = ce_alloc(count, d * sizeof *means, err);
    rc = means ? chunklet_means(chunklets, vertex, count, x, means, err) : CE_ENOMEM;
    if (rc)
        goto done;
    if (count > k) {
        rc = choose_means(means, count, d, largest, k, centre, err);
        goto done;
    }
    memcpy(centre, means, count * d * sizeof *centre);
    rc = count < k ? fill_up(x, k, count, centre, err) : CE_OK;
done:
    *chosen = count < k ? count : k;
    if (rc)
        *chosen = 0;
    free(vertex);
    free(means);
    return rc;
}

typedef struct {
    size_t size;
    int32_t vertex;
} sized_vertex;

static int by_descending_size(const void *a, const void *b)
{
    const sized_vertex *x = a, *y = b;

    if (x->size != y->size)
        return x->size < y->size ? 1 : -1;
    return (x->vertex > y->vertex) - (x->vertex < y->vertex);
}

/* Candidates are the vertices with an edge. If there is none, the largest vertex is the only one,
 * unless it has a single object. */
static size_t seed_candidates(const ce_chunklets *chunklets, sized_vertex *candidate)
{
    size_t count = 0, largest = 0;

    for (size_t v = 0; v < chunklets->count; v++) {
        if (ce_chunklet_degree(chunklets, v))
            candidate[count++] = (sized_vertex){ce_chunklet_size(chunklets, v), (int32_t)v};
        if (ce_chunklet_size(chunklets, v) > ce_chunklet_size(chunklets, largest))
            largest = v;
    }
    if (!count && chunklets->count && ce_chunklet_size(chunklets, largest) > 1)
        candidate[count++] = (sized_vertex){ce_chunklet_size(chunklets, largest), (int32_t)largest};
    qsort(candidate, count, sizeof *candidate, by_descending_size);
    return count;
}

/* Takes each candidate that is a neighbour of all those taken before. seed: room for k. joined: how
 * many of those taken are neighbours of a vertex. */
static int greedy_clique(const ce_chunklets *chunklets, size_t k, int32_t *seed, size_t *seeded,
                         ce_error *err)
{
    sized_vertex *candidate = ce_alloc(chunklets->count, sizeof *candidate, err);
    int32_t *joined = ce_calloc(chunklets->count, sizeof *joined, err);
    size_t count;

    *seeded = 0;
    if (!candidate || !joined) {
        free(candidate);
        free(joined);
        return CE_ENOMEM;
    }
    count = seed_candidates(chunklets, candidate);
    for (size_t i = 0; i < count && *seeded < k; i++) {
        size_t v = (size_t)candidate[i].vertex;
        if ((size_t)joined[v] != *seeded)
            continue;
        seed[(*seeded)++] = (int32_t)v;
        for (size_t e = chunklets->edge[v]; e < chunklets->edge[v + 1]; e++)
            joined[chunklets->neighbour[e]]++;
    }
    free(candidate);
    free(joined);
    return CE_OK;
}

int ce_chunklet_seeds(const ce_chunklets *chunklets, const ce_matrix *x, size_t k, int32_t *label,
                      double *centre, size_t *seeded, ce_error *err)
{
    int32_t *seed = ce_alloc(k, sizeof *seed, err);
    int rc = seed ? greedy_clique(chunklets, k, seed, seeded, err) : CE_ENOMEM;

    if (rc)
        goto done;
    for (size_t i = 0; i < x->rows; i++)
        label[i] = -1;
    for (size_t l = 0; l < *seeded; l++)
        for (size_t at = chunklets->start[seed[l]]; at < chunklets->start[seed[l] + 1]; at++)
            label[chunklets->object[at]] = (int32_t)l;
    if (*seeded)
        rc = chunklet_means(chunklets, seed, *seeded, x, centre, err);
    if (!rc && *seeded && *seeded < k)
        rc = fill_up(x, k, *seeded, centre, err);
done:
    if (rc)
        *seeded = 0;
    free(seed);
    return rc;
}

/* The lowest vertex of one object that is a neighbour of all larger vertices, of which there are
 * `larger`; -1: none. */
static int32_t apart_from_all(const ce_chunklets *chunklets, size_t larger)
{
    for (size_t v = 0; v < chunklets->count; v++) {
        size_t joined = 0;
        if (ce_chunklet_size(chunklets, v) > 1 || ce_chunklet_degree(chunklets, v) < larger)
            continue;
        for (size_t e = chunklets->edge[v]; e < chunklets->edge[v + 1]; e++)
            joined += ce_chunklet_size(chunklets, (size_t)chunklets->neighbour[e]) > 1;
        if (joined == larger)
            return (int32_t)v;
    }
    return -1;
}

int ce_chunklet_neighbourhoods(const ce_chunklets *chunklets, const ce_matrix *x, size_t k,
                               int32_t *vertex, double *centre, size_t *chosen, ce_error *err)
{
    sized_vertex *larger = ce_alloc(chunklets->count, sizeof *larger, err);
    size_t count = 0, taken = 0;
    int rc = larger ? CE_OK : CE_ENOMEM;

    for (size_t v = 0; v < chunklets->count && !rc; v++)
        if (ce_chunklet_size(chunklets, v) > 1)
            larger[count++] = (sized_vertex){ce_chunklet_size(chunklets, v), (int32_t)v};
    if (!rc) {
        qsort(larger, count, sizeof *larger, by_descending_size);
        for (; taken < count && taken < k; taken++)
            vertex[taken] = larger[taken].vertex;
        if (count && count < k && (vertex[taken] = apart_from_all(chunklets, count)) >= 0)
            taken++;
        rc = chunklet_means(chunklets, vertex, taken, x, centre, err);
    }
    *chosen = rc ? 0 : taken;
    free(larger);
    return rc;
}
