/*
 * Objects of chunklets go to clusters as chunklets [wce2008 Algorithm 8]: the cost of chunklet v in cluster l is sum_{x in v} sqrt(sum_s w_ls (x_s - c_ls)^2).
 *
 * Objects come in blocks of the same size whatever the number of threads. A chunklet that reaches into a block from the one before has that block's part of its
 * cost added in the end, block after block, so the order of its sum is fixed.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "constrain/chunklet_assign.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "generate/lac_internal.h"
#include "generate/weighted_distance.h"

/* Objects whose distances to a centroid are computed together: a multiple of CE_QUAD. */
enum { BLOCK = 64 };

/* Fewer values than this are faster on one thread. */
enum { WORTH_THREADS = 1 << 15 };

/* What one run needs at a time. */
typedef struct {
    const ce_matrix *x;
    const ce_chunklets *chunklets;
    const ce_lac_run *run;
    size_t objects, blocks;
    int32_t *vertex;   /* blocks: that of the first object of each */
    double *cost;      /* vertices x k */
    double *carried;   /* blocks x k: what a block adds to the cost of a chunklet that began before it */
    double *quads;     /* threads x BLOCK x d: objects turned by fours */
    double *distance;  /* threads x BLOCK x k */
    int32_t *cluster;  /* vertices */
} costs;

static void costs_free(costs *c)
{
    free(c->vertex);
    free(c->cost);
    free(c->carried);
    free(c->quads);
    free(c->distance);
    free(c->cluster);
}

static int costs_alloc(costs *c, const ce_matrix *x, const ce_chunklets *chunklets, const ce_lac_run *run, ce_error *err)
{
    size_t k = run->k, threads = (size_t)ce_threads();

    *c = (costs){.x = x, .chunklets = chunklets, .run = run, .objects = chunklets->start[chunklets->count]};
    c->blocks = (c->objects + BLOCK - 1) / BLOCK;
    c->vertex = ce_alloc(c->blocks, sizeof *c->vertex, err);
    c->cost = ce_alloc(chunklets->count, k * sizeof *c->cost, err);
    c->carried = ce_alloc(c->blocks, k * sizeof *c->carried, err);
    c->quads = ce_alloc(threads, BLOCK * x->columns * sizeof *c->quads, err);
    c->distance = ce_alloc(threads, BLOCK * k * sizeof *c->distance, err);
    c->cluster = ce_alloc(chunklets->count, sizeof *c->cluster, err);
    return c->vertex && c->cost && c->carried && c->quads && c->distance && c->cluster ? CE_OK : CE_ENOMEM;
}

/* Four objects that need not stand side by side, the last one again where there are fewer, as ce_weighted_turn does. */
static inline __attribute__((always_inline)) void turn(const ce_matrix *x, const int32_t *object, size_t count, double *quad)
{
    size_t d = x->columns;
    const double *row[CE_QUAD];

    for (size_t l = 0; l < CE_QUAD; l++)
        row[l] = x->values + (size_t)object[l < count ? l : count - 1] * d;
    for (size_t s = 0; s < d; s++)
        for (size_t l = 0; l < CE_QUAD; l++)
            quad[s * CE_QUAD + l] = row[l][s];
}

/* Distances of a block of objects to the centroids of the run: count x k. */
static CE_HOT void block_distances(const ce_matrix *x, const ce_lac_run *run, const int32_t *object, size_t count, double *quads, double *distance)
{
    size_t k = run->k, d = run->d;

    for (size_t i = 0; i < count; i += CE_QUAD)
        turn(x, object + i, count - i < CE_QUAD ? count - i : CE_QUAD, quads + i * d);
    for (size_t j = 0; j < k; j++)
        for (size_t i = 0; i < count; i += CE_QUAD) {
            ce_quad four;
            ce_weighted_four(quads + i * d, run->centre + j * d, run->weight + j * d, d, (double *)&four);
            for (size_t l = 0; l < CE_QUAD && i + l < count; l++)
                distance[(i + l) * k + j] = sqrt(four[l]);
        }
}

/* What the objects of a block add to the costs of their chunklets. */
static void add_block(costs *c, size_t block)
{
    const ce_chunklets *g = c->chunklets;
    size_t first = block * BLOCK, count = c->objects - first < BLOCK ? c->objects - first : BLOCK, k = c->run->k;
    double *quads = c->quads + (size_t)ce_thread() * BLOCK * c->run->d, *distance = c->distance + (size_t)ce_thread() * BLOCK * k;
    size_t v = (size_t)g->of[g->object[first]];
    double *sum = g->start[v] == first ? c->cost + v * k : c->carried + block * k;

    c->vertex[block] = (int32_t)v;
    block_distances(c->x, c->run, g->object + first, count, quads, distance);
    memset(sum, 0, k * sizeof *sum);
    for (size_t i = 0; i < count; i++) {
        if (first + i == g->start[v + 1]) {
            sum = c->cost + ++v * k;
            memset(sum, 0, k * sizeof *sum);
        }
        for (size_t j = 0; j < k; j++)
            sum[j] += distance[i * k + j];
    }
}

static void all_costs(costs *c)
{
    size_t k = c->run->k;

#pragma omp parallel for schedule(static) if (c->blocks > 1 && c->objects * c->run->d * k > WORTH_THREADS)
    for (size_t block = 0; block < c->blocks; block++)
        add_block(c, block);
    for (size_t block = 0; block < c->blocks; block++) {
        size_t v = (size_t)c->vertex[block];
        for (size_t j = 0; j < k && c->chunklets->start[v] < block * BLOCK; j++)
            c->cost[v * k + j] += c->carried[block * k + j];
    }
}

static int assign_run(const ce_matrix *x, const ce_chunklets *g, ce_lac_run *run, ce_error *err)
{
    costs c;
    int rc = costs_alloc(&c, x, g, run, err);

    if (rc)
        goto done;
    all_costs(&c);
    if ((rc = ce_chunklets_assign(g, c.cost, run->k, c.cluster, NULL, err)))
        goto done;
    for (size_t i = 0; i < c.objects; i++)
        run->label[g->object[i]] = c.cluster[g->of[g->object[i]]];
done:
    costs_free(&c);
    return rc;
}

int ce_lac_assign_chunklets(const ce_matrix *x, const ce_chunklets *chunklets, ce_lac_run *const *run, size_t runs, ce_error *err)
{
    int failed = CE_OK;

    /* side by side when that keeps all threads busy; else each run has them all */
#pragma omp parallel for schedule(dynamic) if (runs >= (size_t)ce_threads() && runs > 1)
    for (size_t r = 0; r < runs; r++) {
        ce_error own = {0};
        int rc = assign_run(x, chunklets, run[r], &own);
        if (!rc)
            continue;
#pragma omp critical(ce_lac_chunklets)
        if (!failed)
            failed = ce_fail(err, rc, "%s", own.text);
    }
    return failed;
}

int ce_lac_violated(const ce_chunklets *chunklets, const int32_t *label, size_t *violated, ce_error *err)
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
