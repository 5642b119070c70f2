/* Gaussian affinities of points. */
#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "partition/spectral.h"

enum { TUNING_NEIGHBOURS = 7 };

CE_HOT static double squared_distance(const double *restrict a, const double *restrict b, size_t d)
{
    double sum[4] = {0, 0, 0, 0};
    size_t s = 0;

    for (; s + 4 <= d; s += 4)
        for (size_t u = 0; u < 4; u++)
            sum[u] += (a[s + u] - b[s + u]) * (a[s + u] - b[s + u]);
    for (; s < d; s++)
        sum[0] += (a[s] - b[s]) * (a[s] - b[s]);
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

typedef struct {
    double distance; /* squared */
    int32_t object;
} neighbour;

static int is_farther(const neighbour *a, const neighbour *b)
{
    return a->distance > b->distance || (a->distance == b->distance && a->object > b->object);
}

/* Keeps the `room` nearest in a heap with the farthest on top. */
static void heap_offer(neighbour *heap, size_t *count, size_t room, neighbour candidate)
{
    size_t at = 0;

    if (*count < room) {
        for (at = (*count)++; at > 0 && is_farther(&candidate, &heap[(at - 1) / 2]); at = (at - 1) / 2)
            heap[at] = heap[(at - 1) / 2];
        heap[at] = candidate;
        return;
    }
    if (!is_farther(&heap[0], &candidate))
        return;
    for (;;) {
        size_t child = 2 * at + 1;
        if (child + 1 < room && is_farther(&heap[child + 1], &heap[child]))
            child++;
        if (child >= room || !is_farther(&heap[child], &candidate))
            break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = candidate;
}

static int by_object(const void *a, const void *b)
{
    const neighbour *x = a, *y = b;

    return (x->object > y->object) - (x->object < y->object);
}

/* nearest: n x t, the t nearest other objects of each, by number; mean: their mean distance. */
static void find_nearest(const double *x, size_t n, size_t d, size_t t, neighbour *nearest, double *mean)
{
#pragma omp parallel for schedule(dynamic, 16)
    for (size_t i = 0; i < n; i++) {
        neighbour *own = nearest + i * t;
        size_t count = 0;
        for (size_t j = 0; j < n; j++)
            if (j != i)
                heap_offer(own, &count, t, (neighbour){squared_distance(x + i * d, x + j * d, d), (int32_t)j});
        qsort(own, t, sizeof *own, by_object);
        mean[i] = 0;
        for (size_t l = 0; l < t; l++)
            mean[i] += sqrt(own[l].distance) / (double)t;
    }
}

static double gaussian(double squared, double sigma, double si, double sj)
{
    double scale = sigma > 0 ? sigma * sigma : si * sj;

    return scale > 0 ? exp(-squared / (2 * scale)) : squared == 0;
}

static int is_among(const neighbour *nearest, size_t t, size_t i, int32_t object)
{
    neighbour wanted = {0, object};

    return bsearch(&wanted, nearest + i * t, t, sizeof *nearest, by_object) != NULL;
}

/* Row i: its own nearest and those whose nearest it is. */
static int fill_sparse(const neighbour *nearest, const double *mean, size_t n, size_t t, double sigma, ce_similarity *affinity,
                       ce_error *err)
{
    size_t *next = ce_calloc(n, sizeof *next, err), entries = 0;
    neighbour *all = NULL;
    int rc = next ? CE_OK : CE_ENOMEM;

    for (size_t i = 0; i < n && !rc; i++)
        for (size_t l = 0; l < t; l++) {
            size_t j = (size_t)nearest[i * t + l].object;
            next[i]++;
            next[j] += !is_among(nearest, t, j, (int32_t)i);
        }
    for (size_t i = 0; i < n && !rc; i++)
        entries += next[i];
    if (!rc)
        rc = ce_similarity_alloc_sparse(affinity, n, entries, err);
    if (!rc && !(all = ce_alloc(entries, sizeof *all, err)))
        rc = CE_ENOMEM;
    for (size_t i = 0; i < n && !rc; i++) {
        affinity->row_start[i + 1] = affinity->row_start[i] + next[i];
        next[i] = affinity->row_start[i];
    }
    for (size_t i = 0; i < n && !rc; i++)
        for (size_t l = 0; l < t; l++) {
            neighbour other = nearest[i * t + l];
            all[next[i]++] = other;
            if (!is_among(nearest, t, (size_t)other.object, (int32_t)i))
                all[next[other.object]++] = (neighbour){other.distance, (int32_t)i};
        }
    for (size_t i = 0; i < n && !rc; i++) {
        size_t start = affinity->row_start[i], end = affinity->row_start[i + 1];
        qsort(all + start, end - start, sizeof *all, by_object);
        for (size_t e = start; e < end; e++) {
            affinity->column[e] = all[e].object;
            affinity->values[e] = gaussian(all[e].distance, sigma, mean[i], mean[all[e].object]);
        }
    }
    free(next);
    free(all);
    return rc;
}

static int fill_dense(const double *x, const double *mean, size_t n, size_t d, double sigma, ce_similarity *affinity,
                      ce_error *err)
{
    int rc = ce_similarity_alloc_dense(affinity, n, "the affinity matrix", "a number of nearest neighbours to keep", err);

    if (rc)
        return rc;
#pragma omp parallel for schedule(dynamic, 16)
    for (size_t i = 0; i < n; i++) {
        double *row = affinity->values + ce_packed_index(n, i, i);
        for (size_t j = i + 1; j < n; j++)
            row[j - i] = gaussian(squared_distance(x + i * d, x + j * d, d), sigma, mean[i], mean[j]);
    }
    return CE_OK;
}

int ce_affinity_gaussian(const double *x, size_t n, size_t d, double sigma, size_t neighbours, ce_similarity *affinity,
                         ce_error *err)
{
    size_t t = neighbours ? neighbours : TUNING_NEIGHBOURS;
    neighbour *nearest = NULL;
    double *mean = NULL;
    int rc = CE_OK;

    if (!(sigma >= 0) || !isfinite(sigma))
        return ce_fail(err, CE_EARG, "a width of %g for the Gaussian affinity: 0 or more expected", sigma);
    if (n > 0 && t > n - 1)
        t = n - 1;
    mean = ce_calloc(n, sizeof *mean, err);
    if (!mean)
        return CE_ENOMEM;
    if (neighbours || sigma == 0) {
        nearest = ce_alloc(n * t, sizeof *nearest, err);
        if (!nearest) {
            rc = CE_ENOMEM;
            goto done;
        }
        find_nearest(x, n, d, t, nearest, mean);
        for (size_t i = 0; i < n && !rc; i++)
            if (!isfinite(mean[i]))
                rc = ce_fail(err, CE_EINPUT, "the distance of two objects is too large for a number: scale the features first");
        if (rc)
            goto done;
    }
    rc = neighbours ? fill_sparse(nearest, mean, n, t, sigma, affinity, err) : fill_dense(x, mean, n, d, sigma, affinity, err);
done:
    free(nearest);
    free(mean);
    if (rc)
        ce_similarity_free(affinity);
    return rc;
}
