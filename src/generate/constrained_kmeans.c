#include "generate/constrained_kmeans.h"

#include <stdlib.h>
#include <string.h>

#include "constrain/chunklet_assign.h"
#include "constrain/chunklet_start.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "core/random.h"
#include "generate/constrained_internal.h"
#include "kmeans/squared_distance.h"

enum { DEFAULT_ATTEMPTS = 10, COP_ITERATIONS = 300 };

/* Ends a run that is to begin again. Failures are negative. */
enum { DEAD_END = 1 };

/* ---- COP-KMeans ---- */

/* One start. Vertices are chunklets. */
typedef struct {
    const ce_chunklets *chunklets;
    const ce_matrix *x;
    gsl_rng *rng;        /* draws the order; NULL: it was drawn, or is not random */
    int32_t *order;      /* count: vertices, as the first object of each comes */
    int32_t *first;      /* count: that object */
    int32_t *cluster;    /* count; -1: not yet */
    int32_t *forbidden;  /* k: 1 + the vertex that it was last forbidden to */
    double *cost;        /* count x k, of components that were searched; NULL until needed */
    int32_t *stack;      /* count: of the walk through a component */
    unsigned char *held; /* n: 1 for objects in chunklets */
    int search;          /* 1: a dead end is settled by search, and the run goes on */
    int dead_end;        /* 1: there was one */
} cop;

static void cop_free(cop *c)
{
    free(c->order);
    free(c->first);
    free(c->cluster);
    free(c->forbidden);
    free(c->cost);
    free(c->stack);
    free(c->held);
}

static int cop_alloc(cop *c, const ce_chunklets *chunklets, const ce_matrix *x, size_t k,
                     ce_error *err)
{
    size_t count = chunklets->count;

    *c = (cop){.chunklets = chunklets, .x = x};
    c->order = ce_alloc(count, sizeof *c->order, err);
    c->first = ce_alloc(count, sizeof *c->first, err);
    c->cluster = ce_alloc(count, sizeof *c->cluster, err);
    c->forbidden = ce_alloc(k, sizeof *c->forbidden, err);
    c->stack = ce_alloc(count, sizeof *c->stack, err);
    c->held = ce_alloc(x->rows, sizeof *c->held, err);
    if (!c->order || !c->first || !c->cluster || !c->forbidden || !c->stack || !c->held)
        return CE_ENOMEM;
    ce_constrained_hold(chunklets, c->held);
    for (size_t v = 0; v < count; v++) { /* vertices are numbered by their lowest objects */
        c->order[v] = (int32_t)v;
        c->first[v] = chunklets->object[chunklets->start[v]];
    }
    return CE_OK;
}

/* The order in which vertices come when objects come in random order. */
static int draw_order(cop *c, ce_error *err)
{
    const ce_chunklets *chunklets = c->chunklets;
    size_t n = c->x->rows, next = 0, *object = ce_alloc(n, sizeof *object, err);
    int rc = object ? ce_random_choose(c->rng, n, n, object, err) : CE_ENOMEM;

    memset(c->first, -1, chunklets->count * sizeof *c->first);
    for (size_t i = 0; i < n && !rc; i++) {
        int32_t v = chunklets->of[object[i]];
        if (v < 0 || c->first[v] >= 0)
            continue;
        c->first[v] = (int32_t)object[i];
        c->order[next++] = v;
    }
    c->rng = NULL;
    free(object);
    return rc;
}

/* Centres as they are while a pass goes on. */
typedef struct {
    const double *centre;
    size_t stride, k;
} centres;

/* The nearest centre to object i that is not forbidden to vertex v (ties: the lowest); -1: all are
 * forbidden. */
static CE_HOT int32_t nearest_allowed(const cop *c, size_t v, size_t i, const centres *at)
{
    const double *row = c->x->values + i * c->x->columns;
    double least = 0, tail[CE_LANES];
    int32_t best = -1;

    ce_squared_distance_tail(row, c->x->columns, tail);
    for (size_t l = 0; l < at->k; l++) {
        double squared;
        if (c->forbidden[l] == (int32_t)v + 1)
            continue;
        squared = ce_squared_distance(row, tail, at->centre + l * at->stride, c->x->columns);
        if (best >= 0 && !(squared < least))
            continue;
        least = squared;
        best = (int32_t)l;
    }
    return best;
}

/* cost: k: the sum of the squared distances of vertex v's objects to each centre. */
static CE_HOT void vertex_cost(const cop *c, size_t v, const centres *at, double *cost)
{
    size_t d = c->x->columns;
    double tail[CE_LANES];

    memset(cost, 0, at->k * sizeof *cost);
    for (size_t o = c->chunklets->start[v]; o < c->chunklets->start[v + 1]; o++) {
        const double *row = c->x->values + (size_t)c->chunklets->object[o] * d;
        ce_squared_distance_tail(row, d, tail);
        for (size_t l = 0; l < at->k; l++)
            cost[l] += ce_squared_distance(row, tail, at->centre + l * at->stride, d);
    }
}

/* Settles the component of vertex v as a whole. Only the costs of its vertices are set. */
static int search_component(cop *c, size_t v, const centres *at, ce_error *err)
{
    const ce_chunklets *chunklets = c->chunklets;
    size_t depth = 0;
    unsigned char *met = ce_calloc(chunklets->count, sizeof *met, err);
    int rc;

    if (!c->cost)
        c->cost = ce_alloc(chunklets->count, at->k * sizeof *c->cost, err);
    if (!met || !c->cost) {
        free(met);
        return CE_ENOMEM;
    }
    met[v] = 1;
    c->stack[depth++] = (int32_t)v;
    while (depth) {
        size_t u = (size_t)c->stack[--depth];
        vertex_cost(c, u, at, c->cost + u * at->k);
        for (size_t e = chunklets->edge[u]; e < chunklets->edge[u + 1]; e++) {
            int32_t w = chunklets->neighbour[e];
            if (!met[w])
                c->stack[depth++] = w;
            met[w] = 1;
        }
    }
    rc = ce_chunklets_assign_component(chunklets, v, c->cost, at->k, c->cluster, NULL, err);
    free(met);
    return rc;
}

/* Vertex v, whose turn it is, goes to the centre nearest to its first object that is not forbidden.
 * nearest: the nearest of all. */
static int settle_vertex(cop *c, size_t v, int32_t nearest, const centres *at, ce_error *err)
{
    const ce_chunklets *chunklets = c->chunklets;

    for (size_t e = chunklets->edge[v]; e < chunklets->edge[v + 1]; e++) {
        int32_t taken = c->cluster[chunklets->neighbour[e]];
        if (taken >= 0)
            c->forbidden[taken] = (int32_t)v + 1;
    }
    if (c->forbidden[nearest] == (int32_t)v + 1)
        nearest = nearest_allowed(c, v, (size_t)c->first[v], at);
    c->cluster[v] = nearest;
    if (nearest >= 0)
        return CE_OK;
    c->dead_end = 1;
    return c->search ? search_component(c, v, at, err) : DEAD_END;
}

static int settle_cop(void *state, const double *centre, size_t stride, size_t k, int32_t *label,
                      ce_error *err)
{
    cop *c = state;
    const ce_chunklets *chunklets = c->chunklets;
    centres at = {centre, stride, k};
    int rc;

    if (c->rng && (rc = draw_order(c, err)))
        return rc;
    memset(c->cluster, -1, chunklets->count * sizeof *c->cluster);
    memset(c->forbidden, 0, k * sizeof *c->forbidden);
    for (size_t i = 0; i < chunklets->count; i++) {
        size_t v = (size_t)c->order[i];
        if (c->cluster[v] < 0 && (rc = settle_vertex(c, v, label[c->first[v]], &at, err)))
            return rc;
    }
    for (size_t v = 0; v < chunklets->count; v++)
        for (size_t o = chunklets->start[v]; o < chunklets->start[v + 1]; o++)
            label[chunklets->object[o]] = c->cluster[v];
    return CE_OK;
}

/* One result: of the first start without a dead end, or of the last one, with search. */
static int try_cop(cop *c, const ce_kmeans_ensemble_options *o, const ce_kmeans_options *kmeans,
                   const ce_kmeans_data *data, gsl_rng *rng, int threads, ce_kmeans_result *result,
                   size_t *dead_ends, ce_error *err)
{
    size_t attempts = o->attempts ? o->attempts : DEFAULT_ATTEMPTS;
    int rc = DEAD_END;

    if (kmeans->init == CE_INIT_GIVEN && !o->random_order)
        attempts = 1; /* a second one would end where the first did */
    for (size_t a = 1; a <= attempts && rc == DEAD_END; a++) {
        c->rng = o->random_order ? rng : NULL;
        c->search = a == attempts;
        c->dead_end = 0;
        rc = ce_kmeans(data, kmeans, rng, threads, result, err);
        *dead_ends += (size_t)c->dead_end;
    }
    return rc;
}

/* Edges that the labels of a finished run violate. */
static size_t violated_edges(cop *c, const int32_t *label)
{
    for (size_t v = 0; v < c->chunklets->count; v++)
        c->cluster[v] = label[c->first[v]];
    return ce_chunklets_violated(c->chunklets, c->cluster);
}

/* As many results as restarts are asked for, of which one is kept. */
static int run_cop(const ce_kmeans_ensemble_options *o, ce_kmeans_options *kmeans,
                   const ce_matrix *x, const ce_kmeans_data *data, gsl_rng *rng, int threads,
                   ce_kmeans_result *result, size_t *dead_ends, ce_error *err)
{
    size_t restarts = kmeans->restarts ? kmeans->restarts : 1, least = SIZE_MAX;
    ce_kmeans_result one = {0};
    ce_kmeans_rule rule;
    cop c;
    int rc = cop_alloc(&c, o->chunklets, x, kmeans->k, err);

    if (kmeans->init == CE_INIT_GIVEN && !o->random_order)
        restarts = 1;
    rule = (ce_kmeans_rule){settle_cop, &c, c.held};
    kmeans->rule = &rule;
    kmeans->restarts = 1;
    kmeans->max_iterations = kmeans->max_iterations ? kmeans->max_iterations : COP_ITERATIONS;
    for (size_t t = 0; t < restarts && !rc; t++) {
        rc = try_cop(&c, o, kmeans, data, rng, threads, &one, dead_ends, err);
        if (!rc)
            ce_constrained_keep(result, &least, &one, violated_edges(&c, one.labels));
    }
    ce_kmeans_free(&one);
    cop_free(&c);
    return rc;
}

/* ---- Constrained-KMeans ---- */

typedef struct {
    const int32_t *seed; /* n: the cluster of an object in a seed, -1 for others */
    int32_t *object;     /* count: the objects in seeds */
    size_t count;
    unsigned char *held; /* n: 1 for objects in seeds */
} fixed;

static int settle_seeds(void *state, const double *centre, size_t stride, size_t k, int32_t *label,
                        ce_error *err)
{
    const fixed *f = state;

    (void)centre, (void)stride, (void)k, (void)err;
    for (size_t o = 0; o < f->count; o++)
        label[f->object[o]] = f->seed[f->object[o]];
    return CE_OK;
}

static int run_constrained(const int32_t *seed, ce_kmeans_options *kmeans,
                           const ce_kmeans_data *data, size_t n, gsl_rng *rng, int threads,
                           ce_kmeans_result *result, ce_error *err)
{
    fixed f = {.seed = seed,
               .object = ce_alloc(n, sizeof *f.object, err),
               .held = ce_alloc(n, sizeof *f.held, err)};
    ce_kmeans_rule rule = {settle_seeds, &f, f.held};
    int rc = CE_ENOMEM;

    if (f.object && f.held) {
        for (size_t i = 0; i < n; i++) {
            f.held[i] = seed[i] >= 0;
            if (f.held[i])
                f.object[f.count++] = (int32_t)i;
        }
        kmeans->rule = &rule;
        rc = ce_kmeans(data, kmeans, rng, threads, result, err);
    }
    free(f.object);
    free(f.held);
    return rc;
}

/* ---- all five ---- */

size_t ce_constrained_restarts(const ce_constrained_run *run)
{
    const ce_kmeans_options *kmeans = run->kmeans;
    int drawn = run->given ? run->given < kmeans->k : kmeans->init != CE_INIT_GIVEN;

    if (run->options->rule == CE_RULE_PC && run->options->random_order)
        drawn = 1;
    return drawn && kmeans->restarts ? kmeans->restarts : 1;
}

int ce_constrained_draw(const ce_constrained_run *run, ce_error *err)
{
    size_t d = run->x->columns, rest = run->kmeans->k - run->given, *object;
    int rc;

    if (!run->given || !rest)
        return CE_OK;
    object = ce_alloc(rest, sizeof *object, err);
    rc = object ? ce_random_choose(run->rng, run->x->rows, rest, object, err) : CE_ENOMEM;
    for (size_t j = 0; j < rest && !rc; j++)
        memcpy(run->start + (run->given + j) * d, run->x->values + object[j] * d,
               d * sizeof *run->start);
    free(object);
    return rc;
}

void ce_constrained_hold(const ce_chunklets *chunklets, unsigned char *held)
{
    for (size_t i = 0; i < chunklets->n; i++)
        held[i] = chunklets->of[i] >= 0;
}

void ce_constrained_keep(ce_kmeans_result *result, size_t *least, ce_kmeans_result *one,
                         size_t violated)
{
    if (violated > *least || (violated == *least && !(one->inertia < result->inertia)))
        return;
    ce_kmeans_free(result);
    *result = *one;
    *one = (ce_kmeans_result){0};
    *least = violated;
}

/* Sets the start, where it comes from constraints. seed: n: clusters of the objects in seeds. */
static int set_start(ce_constrained_run *run, int32_t *seed, ce_error *err)
{
    const ce_kmeans_ensemble_options *o = run->options;
    size_t found = 0;
    int rc = CE_OK;

    if (o->rule == CE_RULE_SEEDED || o->rule == CE_RULE_CONSTRAINED)
        rc = ce_chunklet_seeds(o->chunklets, run->x, run->kmeans->k, seed, run->start, &found, err);
    else if (o->start == CE_START_CHUNKLETS)
        rc = ce_chunklet_start(o->chunklets, run->x, run->kmeans->k, run->start, &found, err);
    else if (o->start == CE_START_NEIGHBOURHOODS)
        rc = ce_chunklet_neighbourhoods(o->chunklets, run->x, run->kmeans->k, run->settled,
                                        run->start, &run->given, err);
    if (found || run->given) {
        run->kmeans->init = CE_INIT_GIVEN;
        run->kmeans->start = run->start;
    }
    return rc;
}

int ce_constrained_kmeans(const ce_kmeans_ensemble_options *options,
                          const ce_kmeans_options *kmeans, const ce_matrix *x,
                          const ce_kmeans_data *data, gsl_rng *rng, int threads,
                          ce_kmeans_result *result, size_t *dead_ends, ce_error *err)
{
    ce_kmeans_options own = *kmeans;
    double *start = ce_alloc(kmeans->k, x->columns * sizeof *start, err);
    int32_t *seed = ce_alloc(x->rows, sizeof *seed, err),
            *settled = ce_alloc(kmeans->k, sizeof *settled, err);
    ce_constrained_run run = {options, &own, x, data, rng, threads, start, settled, 0};
    int rc = start && seed && settled ? CE_OK : CE_ENOMEM;

    *dead_ends = 0;
    if (!rc)
        rc = set_start(&run, seed, err);
    if (rc)
        goto done;
    switch (options->rule) {
    case CE_RULE_COP:
        rc = run_cop(options, &own, x, data, rng, threads, result, dead_ends, err);
        break;
    case CE_RULE_CHUNKLET:
        rc = ce_constrained_chunklets(&run, result, err);
        break;
    case CE_RULE_PC:
        rc = ce_constrained_priced(&run, result, err);
        break;
    case CE_RULE_CONSTRAINED:
        rc = run_constrained(seed, &own, data, x->rows, rng, threads, result, err);
        break;
    case CE_RULE_SEEDED:
        rc = ce_kmeans(data, &own, rng, threads, result, err);
        break;
    }
done:
    free(start);
    free(seed);
    free(settled);
    if (rc)
        ce_kmeans_free(result);
    return rc;
}
