/* Members of LAC: their memory, starting centroids and weights. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "constrain/chunklet_start.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "core/random.h"
#include "generate/lac_internal.h"

void ce_lac_run_free(ce_lac_run *run)
{
    free(run->centre);
    free(run->weight);
    free(run->dispersion);
    free(run->sums);
    free(run->label);
    free(run->before);
    free(run->size);
    *run = (ce_lac_run){0};
}

/* Aligned memory, so that no two runs, which threads work on side by side, share a cache line. */
static int run_alloc(ce_lac_run *run, size_t n, ce_error *err)
{
    size_t k = run->k, d = run->d;

    run->centre = ce_alloc(k, d * sizeof *run->centre, err);
    run->weight = ce_alloc(k, d * sizeof *run->weight, err);
    run->dispersion = ce_alloc(k, d * sizeof *run->dispersion, err);
    run->sums = ce_alloc(ce_lac_sums_size(k, d), sizeof *run->sums, err);
    run->label = ce_alloc(n, sizeof *run->label, err);
    run->before = ce_alloc(n, sizeof *run->before, err);
    run->size = ce_alloc(k, sizeof *run->size, err);
    if (!run->centre || !run->weight || !run->dispersion || !run->sums || !run->label ||
        !run->before || !run->size)
        return CE_ENOMEM;
    memset(run->sums, 0, ce_lac_sums_size(k, d) * sizeof *run->sums);
    return CE_OK;
}

void ce_lac_flat_weights(const ce_lac_ensemble *e, ce_lac_run *run, size_t j)
{
    double d = (double)run->d, flat = e->options->norm == CE_LAC_L2 ? 1 / sqrt(d) : 1 / d;

    for (size_t s = 0; s < run->d; s++)
        run->weight[j * run->d + s] = flat;
}

/* Which k member q has without a draw. */
static size_t k_of(const ce_lac_options *o, size_t q)
{
    return q / o->inv_h_count;
}

/* k different centroids, at most as many as there are distinct rows. */
static int different_centroids(const ce_lac_ensemble *e, ce_lac_run *run, size_t k, gsl_rng *rng,
                               ce_error *err)
{
    const ce_lac_options *o = e->options;
    size_t chosen = 0;
    int rc = CE_OK;

    if (o->init == CE_LAC_CHUNKLETS && e->chunklets)
        rc = ce_chunklet_start(e->chunklets, e->x, k, run->centre, &chosen, err);
    if (rc || chosen)
        return rc;
    if (o->init == CE_LAC_RANDOM)
        return ce_kmeans_random_start(e->data, k, rng, run->centre, err);
    return ce_kmeans_farthest_start(e->data, k, rng, ce_threads(), run->centre, err);
}

static int starting_centroids(const ce_lac_ensemble *e, ce_lac_run *run, gsl_rng *rng,
                              ce_error *err)
{
    size_t row = run->d * sizeof *run->centre, distinct = ce_kmeans_distinct(e->data),
           different = run->k < distinct ? run->k : distinct;
    int rc;

    if (e->options->init == CE_LAC_GIVEN) {
        memcpy(run->centre, e->options->start, run->k * row);
        return CE_OK;
    }
    if ((rc = different_centroids(e, run, different, rng, err)))
        return rc;
    /* The rest are the same again. Only a cannot-link between equal rows can need them. */
    for (size_t j = different; j < run->k; j++)
        memcpy(run->centre + j * run->d, run->centre + (j - different) * run->d, row);
    return CE_OK;
}

/* How many clusters can have objects: as many as there are distinct rows, with cannot-links as many
 * as there are objects. */
static size_t most_clusters(const ce_lac_ensemble *e)
{
    if (e->chunklets && e->chunklets->edge[e->chunklets->count])
        return e->x->rows;
    return ce_kmeans_distinct(e->data);
}

int ce_lac_run_start(const ce_lac_ensemble *e, ce_lac_run *run, size_t r, ce_error *err)
{
    const ce_lac_options *o = e->options;
    ce_lac_run *own = &run[r];
    size_t q = own->member, asked, distinct = ce_kmeans_distinct(e->data);
    gsl_rng *rng = ce_random_alloc(o->seed, CE_STREAM_MEMBER, o->draw ? q : k_of(o, q), err);
    int rc;

    if (!rng)
        return CE_ENOMEM;
    asked = (size_t)o->k[o->draw ? ce_random_below(rng, o->k_count) : k_of(o, q)];
    own->k = asked < most_clusters(e) ? asked : most_clusters(e);
    own->d = e->x->columns;
    own->inv_h = o->inv_h[q % o->inv_h_count];
    own->leader = r > 0 && !o->draw && k_of(o, q) == k_of(o, q - 1) ? run[r - 1].leader : r;
    e->member[q].asked = asked;
    e->member[q].distinct = distinct < asked ? distinct : asked;
    rc = run_alloc(own, e->x->rows, err);
    if (!rc && own->leader == r)
        rc = starting_centroids(e, own, rng, err);
    else if (!rc)
        memcpy(own->centre, run[own->leader].centre, own->k * own->d * sizeof *own->centre);
    for (size_t j = 0; j < own->k && !rc; j++)
        ce_lac_flat_weights(e, own, j);
    gsl_rng_free(rng);
    return rc;
}

void ce_lac_run_follow(const ce_lac_ensemble *e, ce_lac_run *run, const ce_lac_run *leader)
{
    size_t n = e->x->rows, values = run->k * run->d;

    memcpy(run->label, leader->label, n * sizeof *run->label);
    memcpy(run->size, leader->size, run->k * sizeof *run->size);
    memcpy(run->centre, leader->centre, values * sizeof *run->centre);
    memcpy(run->weight, leader->weight, values * sizeof *run->weight);
    memcpy(run->dispersion, leader->dispersion, values * sizeof *run->dispersion);
    run->refilled = leader->refilled;
}
