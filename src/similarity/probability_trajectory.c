#include "similarity/probability_trajectory.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "similarity/trajectory_walk.h"

/* Columns first .. of Z into the upper triangle. */
static void strip_of_z(const ce_walk *walk, ce_walk_room *room, size_t first, double *strip, double *z)
{
    size_t n = walk->n, count = n - first < CE_STRIP ? n - first : CE_STRIP;
    double *start = ce_walk_room_start(room);

    for (size_t i = 0; i < n * CE_STRIP; i++)
        start[i] = 0;
    for (size_t c = 0; c < count; c++)
        start[(first + c) * CE_STRIP + c] = walk->inverse[first + c];
    ce_walk_product(walk, room, strip, first + count, 0);
    for (size_t i = 0; i < first + count; i++)
        for (size_t c = i > first ? i - first : 0; c < count; c++)
            z[ce_packed_index(n, i, first + c)] = strip[i * CE_STRIP + c];
}

static int fill(const ce_walk *walk, size_t steps, double *z, ce_error *err)
{
    size_t n = walk->n;
    int failed = 0;

#pragma omp parallel
    {
        ce_walk_room room = {0};
        double *strip = ce_alloc(n, CE_STRIP * sizeof *strip, NULL);
        int mine = !strip || ce_walk_room_alloc(&room, n, CE_STRIP, steps, SIZE_MAX, NULL);
        if (mine) {
#pragma omp atomic write
            failed = 1;
        }
#pragma omp for schedule(dynamic, 1)
        for (size_t first = 0; first < n; first += CE_STRIP)
            if (!mine)
                strip_of_z(walk, &room, first, strip, z);
        ce_walk_room_free(&room);
        free(strip);
    }
    return failed ? ce_fail(err, CE_ENOMEM, "out of memory for the probability trajectories of %zu nodes", n) : CE_OK;
}

/* Z_ij / sqrt(Z_ii Z_jj): root holds the square roots, so that twins have equal bits. */
static int normalise(ce_similarity *s, ce_error *err)
{
    size_t n = s->n;
    double *root = ce_alloc(n, sizeof *root, err);

    if (!root)
        return CE_ENOMEM;
    for (size_t i = 0; i < n; i++)
        root[i] = sqrt(s->values[ce_packed_index(n, i, i)]);
#pragma omp parallel for schedule(dynamic, 16)
    for (size_t i = 0; i < n; i++) {
        double *row = s->values + ce_packed_index(n, i, i);
        row[0] = 1;
        for (size_t j = i + 1; j < n; j++) {
            double both = root[i] * root[j], value = both > 0 ? row[j - i] / both : 0;
            row[j - i] = value < 0 ? 0 : value > 1 ? 1 : value;
        }
    }
    free(root);
    return CE_OK;
}

int ce_probability_trajectories(const ce_elite_graph *graph, size_t steps, ce_similarity *pts, ce_error *err)
{
    ce_walk walk = {0};
    int rc;

    if (!steps)
        return ce_fail(err, CE_EARG, "a trajectory of 0 steps, at least 1 expected");
    rc = ce_similarity_alloc_dense(pts, graph->n, "the matrix of probability trajectory similarities",
                                   "ptgp, which needs no matrix,", err);
    if (!rc && !(rc = ce_walk_of_graph(&walk, graph, err)) && !(rc = fill(&walk, steps, pts->values, err)))
        rc = normalise(pts, err);
    ce_walk_free(&walk);
    if (rc)
        ce_similarity_free(pts);
    return rc;
}
