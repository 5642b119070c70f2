/*
 * Assigns chunklets to clusters [wce2008 Algorithm 8]. The cost of chunklet v in cluster l is
 * sum_{x in v} sqrt(sum_s w_ls (x_s - c_ls)^2).
 *
 * Objects come in blocks of the same size whatever the number of threads. If a chunklet reaches
 * into a block from the one before, that block's part of its cost is added in the end, block after
 * block. So the order of every sum is fixed.
 */
#include <stdlib.h>
#include <string.h>

#include "constrain/chunklet_assign.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "generate/lac_internal.h"
#include "kmeans/weighted_distance.h"

/* Objects whose distances to a centroid are computed together: a multiple of CE_QUAD. */
enum { BLOCK = 64 };

/* Fewer values than this are faster on one thread. */
enum { WORTH_THREADS = 1 << 15 };

/* What one run needs while it is assigned. */
typedef struct {
    double *cost;     /* vertices x k */
    double *carried;  /* blocks x k: the cost of the chunklet that began before the block */
    int32_t *cluster; /* vertices */
} slot;

struct ce_lac_chunklet_assigner {
    const ce_chunklets *chunklets;
    size_t objects, d, k; /* k: the most that a run has */
    size_t blocks;
    double *quads;     /* blocks x BLOCK x d: objects turned by fours, once and for all */
    double *distance;  /* threads x BLOCK x k */
    size_t slots;
    slot *slot;        /* one for each run that works side by side with others */
};

void ce_lac_chunklets_free(ce_lac_chunklet_assigner *a)
{
    if (!a)
        return;
    for (size_t i = 0; a->slot && i < a->slots; i++) {
        free(a->slot[i].cost);
        free(a->slot[i].carried);
        free(a->slot[i].cluster);
    }
    free(a->slot);
    free(a->quads);
    free(a->distance);
    free(a);
}

/* ce_weighted_turn of four objects that need not stand side by side; the last one again if there
 * are fewer. */
static void turn(const ce_matrix *x, const int32_t *object, size_t count, double *quad)
{
    size_t d = x->columns;

    for (size_t l = 0; l < CE_QUAD; l++) {
        const double *row = x->values + (size_t)object[l < count ? l : count - 1] * d;
        for (size_t s = 0; s < d; s++)
            quad[s * CE_QUAD + l] = row[s];
    }
}

int ce_lac_chunklets_alloc(ce_lac_chunklet_assigner **assigner, const ce_matrix *x,
                           const ce_chunklets *chunklets, size_t runs, size_t k, ce_error *err)
{
    ce_lac_chunklet_assigner *a = *assigner = ce_calloc(1, sizeof *a, err);
    size_t threads = (size_t)ce_threads();

    if (!a)
        return CE_ENOMEM;
    a->chunklets = chunklets;
    a->objects = chunklets->start[chunklets->count];
    a->d = x->columns;
    a->k = k;
    a->blocks = (a->objects + BLOCK - 1) / BLOCK;
    a->slots = runs < threads ? 1 : threads;
    a->quads = ce_alloc(a->blocks, BLOCK * a->d * sizeof *a->quads, err);
    a->distance = ce_alloc(threads, BLOCK * k * sizeof *a->distance, err);
    a->slot = ce_calloc(a->slots, sizeof *a->slot, err);
    if (!a->quads || !a->distance || !a->slot)
        return CE_ENOMEM;
    for (size_t i = 0; i < a->slots; i++) {
        slot *own = &a->slot[i];
        own->cost = ce_alloc(chunklets->count, k * sizeof *own->cost, err);
        own->carried = ce_alloc(a->blocks, k * sizeof *own->carried, err);
        own->cluster = ce_alloc(chunklets->count, sizeof *own->cluster, err);
        if (!own->cost || !own->carried || !own->cluster)
            return CE_ENOMEM;
    }
    for (size_t i = 0; i < a->objects; i += CE_QUAD)
        turn(x, chunklets->object + i, a->objects - i < CE_QUAD ? a->objects - i : CE_QUAD,
             a->quads + i * a->d);
    return CE_OK;
}

/* The vertex of the first object of a block. */
static size_t vertex_at(const ce_lac_chunklet_assigner *a, size_t block)
{
    return (size_t)a->chunklets->of[a->chunklets->object[block * BLOCK]];
}

/* Adds the objects of a block to the costs of their chunklets. distance: scratch, BLOCK x k. */
static CE_HOT void add_block(const ce_lac_chunklet_assigner *a, const ce_lac_run *run,
                             const slot *to, size_t block, double *distance)
{
    const size_t *start = a->chunklets->start;
    size_t first = block * BLOCK, count = a->objects - first < BLOCK ? a->objects - first : BLOCK,
           k = run->k, v = vertex_at(a, block);
    double *sum = start[v] == first ? to->cost + v * k : to->carried + block * k;

    ce_weighted_block(a->quads + first * a->d, count, a->d, run->centre, run->weight, k, distance);
    memset(sum, 0, k * sizeof *sum);
    for (size_t i = 0; i < count; i++) {
        if (first + i == start[v + 1]) {
            sum = to->cost + ++v * k;
            memset(sum, 0, k * sizeof *sum);
        }
        for (size_t j = 0; j < k; j++)
            sum[j] += distance[i * k + j];
    }
}

/* Assigns the chunklets of a run. thread: the one that has this run; -1: the run has all
 * threads. */
static int assign_run(const ce_lac_chunklet_assigner *a, ce_lac_run *run, int thread, ce_error *err)
{
    const slot *to = &a->slot[thread < 0 ? 0 : thread];
    const ce_chunklets *g = a->chunklets;
    size_t k = run->k;
    int rc;

#pragma omp parallel for schedule(static) if (thread < 0 && a->objects * run->d * k > WORTH_THREADS)
    for (size_t block = 0; block < a->blocks; block++)
        add_block(a, run, to, block,
                  a->distance + (size_t)(thread < 0 ? ce_thread() : thread) * BLOCK * a->k);
    for (size_t block = 0; block < a->blocks; block++) {
        size_t v = vertex_at(a, block);
        for (size_t j = 0; j < k && g->start[v] < block * BLOCK; j++)
            to->cost[v * k + j] += to->carried[block * k + j];
    }
    rc = ce_chunklets_assign(g, to->cost, k, to->cluster, NULL, err);
    if (rc)
        return rc;
    for (size_t v = 0; v < g->count; v++)
        for (size_t i = g->start[v]; i < g->start[v + 1]; i++)
            run->label[g->object[i]] = to->cluster[v];
    return CE_OK;
}

/* Runs side by side, each by one thread. For runs enough to keep all threads busy. */
static int assign_side_by_side(const ce_lac_chunklet_assigner *a, ce_lac_run *const *run,
                               size_t runs, ce_error *err)
{
    int failed = CE_OK;

#pragma omp parallel for schedule(dynamic)
    for (size_t r = 0; r < runs; r++) {
        ce_error own = {0};
        int rc = assign_run(a, run[r], ce_thread(), &own);
        if (!rc)
            continue;
#pragma omp critical(ce_lac_chunklets)
        if (!failed)
            failed = ce_fail(err, rc, "%s", own.text);
    }
    return failed;
}

int ce_lac_assign_chunklets(ce_lac_chunklet_assigner *a, ce_lac_run *const *run, size_t runs,
                            ce_error *err)
{
    int rc = CE_OK;

    if (runs > 1 && runs >= (size_t)ce_threads() && a->slots >= (size_t)ce_threads())
        return assign_side_by_side(a, run, runs, err);
    for (size_t r = 0; r < runs && !rc; r++)
        rc = assign_run(a, run[r], -1, err);
    return rc;
}

int ce_lac_violated(const ce_chunklets *chunklets, const int32_t *label, size_t *violated,
                    ce_error *err)
{
    int32_t *cluster = ce_alloc(chunklets->count, sizeof *cluster, err);

    if (!cluster)
        return CE_ENOMEM;
    for (size_t v = 0; v < chunklets->count; v++)
        cluster[v] = label[chunklets->object[chunklets->start[v]]];
    *violated = ce_chunklets_violated(chunklets, cluster);
    free(cluster);
    return CE_OK;
}
