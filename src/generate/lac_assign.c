/*
 * The nearest centroid of every object, for all members under way in one pass over the data: a block of objects comes from memory once.
 */
#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "generate/lac_internal.h"
#include "generate/weighted_distance.h"

/* A block of objects is so large that turning its rows costs little beside its distances, and stays in the cache. */
enum { BLOCK_BYTES = 1 << 18, LEAST_BLOCK = 16, LARGEST_BLOCK = 512 };

struct ce_lac_assigner {
    const ce_matrix *x;
    size_t block; /* objects, a multiple of CE_QUAD */
    double *quads; /* per thread: block x d */
};

int ce_lac_assigner_alloc(ce_lac_assigner **assigner, const ce_matrix *x, size_t columns, ce_error *err)
{
    ce_lac_assigner *a = *assigner = ce_calloc(1, sizeof *a, err);
    size_t rows = BLOCK_BYTES / sizeof(double) / x->columns / CE_QUAD * CE_QUAD;

    (void)columns;
    if (!a)
        return CE_ENOMEM;
    a->x = x;
    a->block = rows < LEAST_BLOCK ? LEAST_BLOCK : rows > LARGEST_BLOCK ? LARGEST_BLOCK : rows;
    a->quads = ce_alloc((size_t)ce_threads() * a->block, x->columns * sizeof *a->quads, err);
    return a->quads ? CE_OK : CE_ENOMEM;
}

void ce_lac_assigner_free(ce_lac_assigner *assigner)
{
    if (!assigner)
        return;
    free(assigner->quads);
    free(assigner);
}

static CE_HOT void turn_block(const ce_matrix *x, size_t first, size_t count, double *quads)
{
    for (size_t i = 0; i < count; i += CE_QUAD)
        ce_weighted_turn(x->values + (first + i) * x->columns, count - i < CE_QUAD ? count - i : CE_QUAD, x->columns,
                         quads + i * x->columns);
}

/* The objects of a block to the nearest centroid of a run. Centroids come in the outer loop, so that each is fetched once for the block. */
static CE_HOT void nearest_in_block(const double *quads, const ce_lac_run *run, size_t first, size_t count)
{
    double best[LARGEST_BLOCK], distance[CE_QUAD];
    size_t d = run->d;

    for (size_t i = 0; i < count; i++)
        best[i] = INFINITY;
    for (size_t i = 0; i < count; i++)
        run->next[first + i] = 0;
    for (size_t j = 0; j < run->k; j++)
        for (size_t i = 0; i < count; i += CE_QUAD) {
            ce_weighted_four(quads + i * d, run->centre + j * d, run->weight + j * d, d, distance);
            for (size_t l = 0; l < CE_QUAD && i + l < count; l++)
                if (distance[l] < best[i + l]) {
                    best[i + l] = distance[l];
                    run->next[first + i + l] = (int32_t)j;
                }
        }
}

void ce_lac_assign(ce_lac_assigner *assigner, ce_lac_run *const *run, size_t runs)
{
    const ce_matrix *x = assigner->x;
    size_t n = x->rows, block = assigner->block;

#pragma omp parallel for schedule(dynamic) if (n > block)
    for (size_t first = 0; first < n; first += block) {
        size_t count = n - first < block ? n - first : block;
        double *quads = assigner->quads + (size_t)ce_thread() * block * x->columns;
        turn_block(x, first, count, quads);
        for (size_t r = 0; r < runs; r++)
            nearest_in_block(quads, run[r], first, count);
    }
}

static CE_HOT void own_distances(const ce_matrix *x, const ce_lac_run *run, size_t first, size_t last, double *distance)
{
    size_t d = run->d;

    for (size_t i = first; i < last; i++) {
        size_t j = (size_t)run->label[i];
        distance[i] = ce_weighted_one(x->values + i * d, run->centre + j * d, run->weight + j * d, d);
    }
}

void ce_lac_own_distances(const ce_matrix *x, const ce_lac_run *run, double *distance)
{
    size_t n = x->rows;

#pragma omp parallel for schedule(static) if (n > LARGEST_BLOCK)
    for (size_t first = 0; first < n; first += LARGEST_BLOCK)
        own_distances(x, run, first, first + LARGEST_BLOCK < n ? first + LARGEST_BLOCK : n, distance);
}
