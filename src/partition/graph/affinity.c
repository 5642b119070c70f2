#include "partition/graph/affinity.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/compare.h"
#include "core/matrix.h"
#include "core/memory.h"
#include "similarity/neighbour_graph.h"

enum { TUNING_NEIGHBOURS = 7 };

/* The mean distance of each object to its t nearest, the least t of its row. room: as many doubles
 * as the longest row. */
static void nearest_means(const ce_similarity *distance, size_t t, double *room, double *mean)
{
    for (size_t i = 0; i < distance->n; i++) {
        size_t start = distance->row_start[i], count = distance->row_start[i + 1] - start;
        memcpy(room, distance->values + start, count * sizeof *room);
        qsort(room, count, sizeof *room, ce_compare_reals);
        mean[i] = 0;
        for (size_t l = 0; l < t && l < count; l++)
            mean[i] += room[l] / (double)t;
    }
}

/* mean: n. t: as for ce_neighbour_graph, but at most n - 1. */
static int fill_means(const ce_similarity *distance, size_t t, double *mean, ce_error *err)
{
    size_t longest = 0;
    double *room;

    for (size_t i = 0; i < distance->n; i++)
        if (distance->row_start[i + 1] - distance->row_start[i] > longest)
            longest = distance->row_start[i + 1] - distance->row_start[i];
    if (!(room = ce_alloc(longest, sizeof *room, err)))
        return CE_ENOMEM;
    nearest_means(distance, t, room, mean);
    free(room);
    return CE_OK;
}

/* Distances to affinities, in place. */
static void weigh(ce_similarity *s, double sigma, const double *mean)
{
    size_t n = s->n;

#pragma omp parallel for schedule(dynamic, 16)
    for (size_t i = 0; i < n; i++)
        if (s->row_start)
            for (size_t e = s->row_start[i]; e < s->row_start[i + 1]; e++)
                s->values[e] =
                    ce_gaussian_affinity(s->values[e], sigma, mean[i], mean[s->column[e]]);
        else
            for (size_t j = i + 1; j < n; j++)
                s->values[ce_packed_index(n, i, j)] = ce_gaussian_affinity(
                    s->values[ce_packed_index(n, i, j)], sigma, mean[i], mean[j]);
}

int ce_affinity_gaussian(const double *x, size_t n, size_t d, double sigma, size_t neighbours,
                         ce_similarity *affinity, ce_error *err)
{
    size_t t = neighbours ? neighbours : TUNING_NEIGHBOURS;
    ce_matrix rows = {n, d, (double *)x}; /* is only read */
    ce_similarity near = {0};
    double *mean = ce_calloc(n, sizeof *mean, err);
    int rc = mean ? CE_OK : CE_ENOMEM;

    if (!(sigma >= 0) || !isfinite(sigma))
        rc = ce_fail(err, CE_EARG, "a width of %g for the Gaussian affinity: 0 or more expected",
                     sigma);
    if (!rc && (neighbours || sigma == 0))
        rc = ce_neighbour_graph(&rows, t, &near, err);
    if (!rc && sigma == 0)
        rc = fill_means(&near, n && t > n - 1 ? n - 1 : t, mean, err);
    if (!rc && neighbours) {
        ce_similarity_free(affinity);
        *affinity = near;
        near = (ce_similarity){0};
    } else if (!rc)
        rc = ce_distance_graph(&rows, affinity, err);
    if (!rc)
        weigh(affinity, sigma, mean);
    ce_similarity_free(&near);
    free(mean);
    if (rc)
        ce_similarity_free(affinity);
    return rc;
}
