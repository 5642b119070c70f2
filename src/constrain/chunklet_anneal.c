/*
 * Clusters for a part that search by depth does not settle: simulated annealing on the number of
 * violated edges.
 *
 * All vertices have a cluster all the time. Each in its turn tries another one, drawn at random. It
 * takes it if no more edges are violated, or else with probability exp(-more / temperature). The
 * temperature falls until no edge is violated, or in the end few are. The stream of random numbers
 * is always the same.
 *
 * Take a graph that was made from a coloring. With many edges to a vertex it has few other
 * colorings; search by depth does not come upon them, but the annealing does. With few edges it is
 * the other way round.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "constrain/chunklet_assign_internal.h"
#include "core/random.h"

/* The most edges and turns of all sweeps together. */
static const double MOST_WORK = 1.2e7;
enum { CHANCES = 64 };

/* In violated edges. */
static const double LAST_TEMPERATURE = 0.08, LEAST_FIRST = 0.4, ABOVE_ORDER = 1.1,
                    COOL_SLOWLY_TO = 0.5, SLOW_SHARE = 0.6;

typedef struct {
    const ce_chunklet_part *p;
    gsl_rng *rng;
    size_t violated;        /* edges */
    double chance[CHANCES]; /* of taking a cluster that violates so many edges more */
    double work;
} annealer;

/* Vertex v goes to cluster l. */
static void move(annealer *a, size_t v, int32_t l)
{
    const ce_chunklet_part *p = a->p;
    const ce_chunklets *g = p->c->chunklets;
    size_t k = p->c->k;
    int32_t u = p->c->vertex[p->place[v]], from = p->cluster[v];

    a->violated += (size_t)p->blocked[v * k + (size_t)l];
    a->violated -= (size_t)p->blocked[v * k + (size_t)from];
    a->work += (double)(g->edge[u + 1] - g->edge[u]);
    p->cluster[v] = l;
    for (size_t e = g->edge[u]; e < g->edge[u + 1]; e++) {
        int32_t w = p->number[p->c->place[g->neighbour[e]]];
        if (w < 0)
            continue;
        p->blocked[(size_t)w * k + (size_t)from]--;
        p->blocked[(size_t)w * k + (size_t)l]++;
    }
}

/* Puts all vertices into their cheapest clusters. Returns the mean number of neighbours. */
static double start(annealer *a)
{
    const ce_chunklet_part *p = a->p;
    const ce_chunklets *g = p->c->chunklets;
    size_t k = p->c->k, ends = 0, violated = 0;

    memset(p->blocked, 0, p->count * k * sizeof *p->blocked);
    for (size_t v = 0; v < p->count; v++) {
        const double *cost = p->c->cost + (size_t)p->c->vertex[p->place[v]] * k;
        p->cluster[v] = 0;
        for (size_t l = 1; l < k; l++)
            p->cluster[v] = cost[l] < cost[p->cluster[v]] ? (int32_t)l : p->cluster[v];
    }
    for (size_t v = 0; v < p->count; v++) {
        int32_t u = p->c->vertex[p->place[v]];
        for (size_t e = g->edge[u]; e < g->edge[u + 1]; e++) {
            int32_t w = p->number[p->c->place[g->neighbour[e]]];
            if (w < 0)
                continue;
            p->blocked[v * k + (size_t)p->cluster[w]]++;
            ends++;
        }
        violated += (size_t)p->blocked[v * k + (size_t)p->cluster[v]];
    }
    a->violated = violated / 2;
    return (double)ends / (double)p->count;
}

/*
 * The first temperature. At some temperature the vertices of a random graph with a hidden coloring
 * begin to order themselves by it: where degree lambda^2 = 1, lambda = (1 - x) / (k - 1 + x), x =
 * exp(-1 / temperature) (the bound of Kesten and Stigum). The annealing begins a little above.
 */
static double first_temperature(double degree, size_t k)
{
    double lambda = 1 / sqrt(degree), x = (1 - (double)(k - 1) * lambda) / (1 + lambda),
           first = x > 0 ? -ABOVE_ORDER / log(x) : 0;

    return first > LEAST_FIRST ? first : LEAST_FIRST;
}

/* One turn of every vertex. */
static void sweep(annealer *a)
{
    const ce_chunklet_part *p = a->p;
    size_t k = p->c->k;

    a->work += (double)p->count;
    for (size_t v = 0; v < p->count && a->violated; v++) {
        int32_t l = (int32_t)ce_random_below(a->rng, k - 1), more;
        l += l >= p->cluster[v];
        more = p->blocked[v * k + (size_t)l] - p->blocked[v * k + (size_t)p->cluster[v]];
        if (more <= 0 || (more < CHANCES && gsl_rng_uniform(a->rng) < a->chance[more]))
            move(a, v, l);
    }
}

/* The temperature when the share `done` of the work is done. Most work goes to temperatures at
 * which vertices order themselves. */
static double temperature_at(double first, double done)
{
    double middle = first * COOL_SLOWLY_TO;

    if (done < SLOW_SHARE)
        return first + (middle - first) * done / SLOW_SHARE;
    return middle * pow(LAST_TEMPERATURE / middle, (done - SLOW_SHARE) / (1 - SLOW_SHARE));
}

int ce_chunklet_anneal(const ce_chunklet_part *p, size_t turns, ce_error *err)
{
    annealer a = {.p = p, .rng = ce_random_alloc(1, CE_STREAM_CHUNKLETS, 0, err)};
    double first, most;

    if (!a.rng)
        return CE_ENOMEM;
    first = first_temperature(start(&a), p->c->k);
    most = fmin(MOST_WORK, (double)p->count * (double)turns);
    while (a.violated && a.work < most) {
        double temperature = temperature_at(first, a.work / most);
        for (int more = 0; more < CHANCES; more++)
            a.chance[more] = exp(-more / temperature);
        sweep(&a);
    }
    gsl_rng_free(a.rng);
    return CE_OK;
}
