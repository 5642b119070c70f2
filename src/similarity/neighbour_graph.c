#include "similarity/neighbour_graph.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "similarity/distance_panels.h"
#include "similarity/neighbour_search.h"

enum { NEIGHBOURS = 10 };

static int by_object(const void *a, const void *b)
{
    const ce_neighbour *x = a, *y = b;

    return (x->object > y->object) - (x->object < y->object);
}

/* The nearest of each row: n x t, count[i] of them for row i, by number. */
typedef struct {
    size_t n, t;
    ce_neighbour *nearest;
    size_t *count;
} neighbour_lists;

static void sort_lists(const neighbour_lists *lists)
{
#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < lists->n; i++)
        qsort(lists->nearest + i * lists->t, lists->count[i], sizeof *lists->nearest, by_object);
}

static int is_among(const neighbour_lists *lists, size_t i, size_t object)
{
    ce_neighbour wanted = {0, (int32_t)object};

    return bsearch(&wanted, lists->nearest + i * lists->t, lists->count[i], sizeof wanted,
                   by_object) != NULL;
}

/* Row i of the graph holds its own nearest and those whose nearest it is. next: n zeros; then where
 * each row begins. */
static int count_entries(const neighbour_lists *lists, size_t *next, ce_similarity *distance,
                         ce_error *err)
{
    size_t entries = 0;
    int rc;

    for (size_t i = 0; i < lists->n; i++)
        for (size_t l = 0; l < lists->count[i]; l++) {
            size_t j = (size_t)lists->nearest[i * lists->t + l].object;
            next[i]++;
            next[j] += !is_among(lists, j, i);
        }
    for (size_t i = 0; i < lists->n; i++)
        entries += next[i];
    rc = ce_similarity_alloc_sparse(distance, lists->n, entries, err);
    if (rc)
        return rc;
    for (size_t i = 0; i < lists->n; i++) {
        distance->row_start[i + 1] = distance->row_start[i] + next[i];
        next[i] = distance->row_start[i];
    }
    return CE_OK;
}

static int join_lists(const neighbour_lists *lists, ce_similarity *distance, ce_error *err)
{
    size_t *next = ce_calloc(lists->n, sizeof *next, err);
    ce_neighbour *all = NULL;
    int rc = next ? count_entries(lists, next, distance, err) : CE_ENOMEM;

    if (!rc) {
        all = ce_alloc(distance->row_start[lists->n], sizeof *all, err);
        rc = all ? CE_OK : CE_ENOMEM;
    }
    for (size_t i = 0; i < lists->n && !rc; i++)
        for (size_t l = 0; l < lists->count[i]; l++) {
            ce_neighbour other = lists->nearest[i * lists->t + l];
            all[next[i]++] = other;
            if (!is_among(lists, (size_t)other.object, i))
                all[next[other.object]++] = (ce_neighbour){other.squared, (int32_t)i};
        }
    for (size_t i = 0; i < lists->n && !rc; i++) {
        size_t start = distance->row_start[i], end = distance->row_start[i + 1];
        qsort(all + start, end - start, sizeof *all, by_object);
        for (size_t e = start; e < end; e++) {
            distance->column[e] = all[e].object;
            distance->values[e] = sqrt(all[e].squared);
        }
    }
    free(next);
    free(all);
    return rc;
}

static int refuse_overflow(ce_error *err)
{
    return ce_fail(
        err, CE_EINPUT,
        "the distance of two objects is too large for a number: scale the features first");
}

int ce_neighbour_graph(const ce_matrix *x, size_t t, ce_similarity *distance, ce_error *err)
{
    size_t n = x->rows, wanted = t ? t : NEIGHBOURS;
    neighbour_lists lists = {.n = n, .t = wanted};
    int rc;

    if (wanted >= n)
        lists.t = n ? n - 1 : 0;
    rc = ce_memory_check(n, lists.t, 4 * sizeof(ce_neighbour), "the graph of nearest neighbours",
                         "fewer neighbours", err);
    if (rc)
        return rc;
    lists.nearest = ce_alloc(n, lists.t * sizeof *lists.nearest, err);
    lists.count = ce_calloc(n, sizeof *lists.count, err);
    rc = lists.nearest && lists.count ? CE_OK : CE_ENOMEM;
    if (!rc && lists.t)
        rc = ce_neighbour_search(x, lists.t, lists.nearest, lists.count, err);
    if (!rc) {
        sort_lists(&lists);
        rc = join_lists(&lists, distance, err);
    }
    for (size_t e = 0; !rc && e < distance->row_start[n]; e++)
        if (!isfinite(distance->values[e]))
            rc = refuse_overflow(err);
    free(lists.nearest);
    free(lists.count);
    if (rc)
        ce_similarity_free(distance);
    return rc;
}

int ce_distance_graph(const ce_matrix *x, ce_similarity *distance, ce_error *err)
{
    size_t n = x->rows;
    int rc = ce_similarity_alloc_dense(distance, n, "the matrix of distances",
                                       "the graph of nearest neighbours", err);

    if (!rc && n)
        rc = ce_distances_fill(x, distance, err);
    for (size_t i = 0, e = 0; i < n && !rc; i++)
        for (size_t j = i; j < n && !rc; j++, e++)
            if (isnan(distance->values[e]))
                rc = ce_fail(
                    err, CE_EINPUT,
                    "objects %zu and %zu have no feature that is known of both, so no distance",
                    i + 1, j + 1);
            else if (!isfinite(distance->values[e]))
                rc = refuse_overflow(err);
    if (rc)
        ce_similarity_free(distance);
    return rc;
}

/* ---- affinities ---- */

/* s_i: the mean of the entries of row i that are above 0; 0 where there are none. */
static void mean_distances(const ce_similarity *distance, double *mean, size_t *count)
{
    size_t n = distance->n;

    for (size_t i = 0; i < n; i++) {
        mean[i] = 0;
        count[i] = 0;
    }
    for (size_t i = 0; i < n && distance->row_start; i++)
        for (size_t e = distance->row_start[i]; e < distance->row_start[i + 1]; e++) {
            mean[i] += distance->values[e];
            count[i] += distance->values[e] > 0;
        }
    for (size_t i = 0; i < n && !distance->row_start; i++)
        for (size_t j = i + 1; j < n; j++) {
            double value = distance->values[ce_packed_index(n, i, j)];
            mean[i] += value;
            mean[j] += value;
            count[i] += value > 0;
            count[j] += value > 0;
        }
    for (size_t i = 0; i < n; i++)
        if (count[i])
            mean[i] /= (double)count[i];
}

double ce_gaussian_affinity(double distance, double sigma, double si, double sj)
{
    double a = sigma > 0 ? sigma : si, b = sigma > 0 ? sigma : sj;

    if (!(a > 0 && b > 0))
        return distance == 0;
    return exp(-(distance / a) * (distance / b) / 2);
}

static double affinity_of(double distance, ce_affinity_kernel kernel, double sigma, double si,
                          double sj)
{
    return kernel == CE_AFFINITY_PRINTED ? exp(-distance / sigma / sigma)
                                         : ce_gaussian_affinity(distance, sigma, si, sj);
}

static int alloc_like(const ce_similarity *distance, ce_similarity *affinity, ce_error *err)
{
    size_t n = distance->n;
    int rc;

    if (!distance->row_start)
        return ce_similarity_alloc_dense(affinity, n, "the affinity matrix",
                                         "the graph of nearest neighbours", err);
    rc = ce_similarity_alloc_sparse(affinity, n, distance->row_start[n], err);
    if (rc)
        return rc;
    memcpy(affinity->row_start, distance->row_start, (n + 1) * sizeof *affinity->row_start);
    memcpy(affinity->column, distance->column, distance->row_start[n] * sizeof *affinity->column);
    return CE_OK;
}

int ce_affinity_of_distances(const ce_similarity *distance, ce_affinity_kernel kernel, double sigma,
                             ce_similarity *affinity, ce_error *err)
{
    size_t n = distance->n, *count;
    double *mean;
    int rc;

    if (!(sigma >= 0) || !isfinite(sigma) || (kernel == CE_AFFINITY_PRINTED && sigma == 0))
        return ce_fail(err, CE_EARG, "a width of %g for the kernel: %s expected", sigma,
                       kernel == CE_AFFINITY_PRINTED ? "a number above 0" : "0 or more");
    mean = ce_alloc(n, sizeof *mean, err);
    count = ce_alloc(n, sizeof *count, err);
    rc = mean && count ? alloc_like(distance, affinity, err) : CE_ENOMEM;
    if (!rc)
        mean_distances(distance, mean, count);
#pragma omp parallel for schedule(dynamic, 64) if (!rc)
    for (size_t i = 0; i < (rc ? 0 : n); i++)
        if (distance->row_start)
            for (size_t e = distance->row_start[i]; e < distance->row_start[i + 1]; e++)
                affinity->values[e] = affinity_of(distance->values[e], kernel, sigma, mean[i],
                                                  mean[distance->column[e]]);
        else
            for (size_t j = i + 1; j < n; j++) {
                size_t e = ce_packed_index(n, i, j);
                affinity->values[e] =
                    affinity_of(distance->values[e], kernel, sigma, mean[i], mean[j]);
            }
    free(mean);
    free(count);
    return rc;
}
