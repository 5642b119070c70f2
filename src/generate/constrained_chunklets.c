/* k-means in which chunklets go as one (constrained_kmeans.h). */
#include <stdlib.h>
#include <string.h>

#include "constrain/chunklet_assign.h"
#include "constrain/chunklet_start.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "generate/constrained_internal.h"
#include "kmeans/squared_distance.h"

/* Vertices are chunklets. */
typedef struct {
    const ce_chunklets *chunklets;
    size_t d;
    double *mean;        /* count x d */
    double *cost;        /* count x k */
    int32_t *cluster;    /* count; -1 before the first assignment */
    unsigned char *held; /* n */
} wholes;

static void wholes_free(wholes *w)
{
    free(w->mean);
    free(w->cost);
    free(w->cluster);
    free(w->held);
}

static int wholes_alloc(wholes *w, const ce_chunklets *chunklets, const ce_matrix *x, size_t k,
                        ce_error *err)
{
    *w = (wholes){.chunklets = chunklets, .d = x->columns};
    w->mean = ce_alloc(chunklets->count, x->columns * sizeof *w->mean, err);
    w->cost = ce_alloc(chunklets->count, k * sizeof *w->cost, err);
    w->cluster = ce_alloc(chunklets->count, sizeof *w->cluster, err);
    w->held = ce_alloc(x->rows, sizeof *w->held, err);
    if (!w->mean || !w->cost || !w->cluster || !w->held)
        return CE_ENOMEM;
    ce_constrained_hold(chunklets, w->held);
    return ce_chunklet_means(chunklets, x, w->mean, err);
}

/* The squared distances of a chunklet's objects to a centre are those to its mean, which are the
 * same for every centre, and for each object that of the mean to the centre. */
static CE_HOT void set_costs(wholes *w, const double *centre, size_t stride, size_t k)
{
    double tail[CE_LANES];

    for (size_t v = 0; v < w->chunklets->count; v++) {
        const double *mean = w->mean + v * w->d;
        double size = (double)ce_chunklet_size(w->chunklets, v);
        ce_squared_distance_tail(mean, w->d, tail);
        for (size_t l = 0; l < k; l++)
            w->cost[v * k + l] =
                size * ce_squared_distance(mean, tail, centre + l * stride, w->d);
    }
}

static int settle_wholes(void *state, const double *centre, size_t stride, size_t k, int32_t *label,
                         ce_error *err)
{
    wholes *w = state;
    const ce_chunklets *chunklets = w->chunklets;
    int rc;

    set_costs(w, centre, stride, k);
    rc = ce_chunklets_reassign(chunklets, w->cost, k, w->cluster, err);
    for (size_t v = 0; v < chunklets->count && !rc; v++)
        for (size_t o = chunklets->start[v]; o < chunklets->start[v + 1]; o++)
            label[chunklets->object[o]] = w->cluster[v];
    return rc;
}

int ce_constrained_chunklets(ce_constrained_run *run, ce_kmeans_result *result, ce_error *err)
{
    const ce_chunklets *chunklets = run->options->chunklets;
    size_t restarts = ce_constrained_restarts(run), least = SIZE_MAX;
    ce_kmeans_result one = {0};
    wholes w;
    ce_kmeans_rule rule;
    int rc = wholes_alloc(&w, chunklets, run->x, run->kmeans->k, err);

    rule = (ce_kmeans_rule){settle_wholes, &w, w.held};
    run->kmeans->rule = &rule;
    run->kmeans->restarts = 1;
    for (size_t t = 0; t < restarts && !rc; t++) {
        memset(w.cluster, -1, chunklets->count * sizeof *w.cluster);
        rc = ce_constrained_draw(run, err);
        if (!rc)
            rc = ce_kmeans(run->data, run->kmeans, run->rng, run->threads, &one, err);
        if (!rc)
            ce_constrained_keep(result, &least, &one, ce_chunklets_violated(chunklets, w.cluster));
    }
    ce_kmeans_free(&one);
    wholes_free(&w);
    return rc;
}
