#include "partition/hypergraph/hypergraph_bisect.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/restarts.h"
#include "partition/hypergraph/hypergraph_coarsen.h"

enum { COARSEST = 120, MAX_LEVELS = 64, STARTS = 10, CYCLES = 4, PULLS = 10, PULL_PINS = 1 << 20 };

/* Vertices of a hypergraph that one thread cuts as fast as several. */
enum { FEW = 500 };

/* The levels of one run; level[0] is the caller's. */
typedef struct {
    const ce_hyper_level *level[MAX_LEVELS];
    ce_hyper_level own[MAX_LEVELS];
    int32_t *map[MAX_LEVELS]; /* from level i to i + 1 */
    size_t count;
} pyramid;

static void pyramid_free(pyramid *p)
{
    for (size_t i = 1; i < p->count; i++)
        ce_hyper_level_free(&p->own[i]);
    for (size_t i = 0; i < MAX_LEVELS; i++)
        free(p->map[i]);
}

/* side: of n vertices; becomes that of the `coarse` ones that they are mapped to. */
static int carry_up(const int32_t *map, size_t n, size_t coarse, char *side, ce_error *err)
{
    char *up = ce_alloc(coarse, 1, err);

    if (!up)
        return CE_ENOMEM;
    for (size_t v = 0; v < n; v++)
        up[map[v]] = side[v];
    memcpy(side, up, coarse);
    free(up);
    return CE_OK;
}

/* Makes levels until few vertices are left or they no longer shrink. side (n at first, or NULL) is
 * carried along, and keeps vertices apart. */
static int coarsen(pyramid *p, const ce_hyper_level *level, gsl_rng *rng, char *side, ce_error *err)
{
    /* Light vertices balance better, heavy ones move whole clusters. So each run has its own limit.
     */
    int64_t heaviest = level->total / (int64_t)(8 + ce_random_below(rng, 41)) + 1;
    int rc = CE_OK;

    p->level[0] = level;
    p->count = 1;
    while (p->count < MAX_LEVELS && p->level[p->count - 1]->n > COARSEST) {
        const ce_hyper_level *fine = p->level[p->count - 1];
        int32_t *map = p->map[p->count - 1] = ce_alloc(fine->n, sizeof *map, err);
        size_t n;
        if (!map)
            return CE_ENOMEM;
        rc = ce_hyper_level_match(fine, side, heaviest, rng, map, &n, err);
        if (rc)
            return rc;
        if ((double)n > .95 * (double)fine->n)
            break;
        rc = ce_hyper_level_contract(fine, map, n, &p->own[p->count], err);
        if (rc)
            return rc;
        p->level[p->count] = &p->own[p->count];
        p->count++;
        if (side)
            rc = carry_up(map, fine->n, n, side, err);
        if (rc)
            return rc;
    }
    return CE_OK;
}

/* ---- starts ---- */

/* Vertices in the order given, each to the side with most room left. */
static void fill_by_room(const ce_hyper_level *level, const ce_bisection_bounds *bounds,
                         const int32_t *order, char *side)
{
    int64_t room[2] = {bounds->high[0], bounds->high[1]};

    for (size_t i = 0; i < level->n; i++) {
        int s = room[1] > room[0];
        side[order[i]] = (char)s;
        room[s] -= level->load[order[i]];
    }
}

typedef struct {
    int64_t load;
    int32_t vertex;
} loaded;

static int by_load(const void *a, const void *b)
{
    const loaded *x = a, *y = b;

    if (x->load != y->load)
        return x->load > y->load ? -1 : 1;
    return (x->vertex > y->vertex) - (x->vertex < y->vertex);
}

/* The heaviest vertices first, for the balance where single vertices decide it. */
static int heaviest_first(const ce_hyper_level *level, int32_t *order, ce_error *err)
{
    loaded *list = ce_alloc(level->n, sizeof *list, err);

    if (!list)
        return CE_ENOMEM;
    for (size_t v = 0; v < level->n; v++)
        list[v] = (loaded){level->load[v], (int32_t)v};
    qsort(list, level->n, sizeof *list, by_load);
    for (size_t v = 0; v < level->n; v++)
        order[v] = list[v].vertex;
    free(list);
    return CE_OK;
}

static void shuffle(int32_t *order, size_t n, gsl_rng *rng)
{
    for (size_t i = 0; i < n; i++) {
        size_t j = ce_random_below(rng, i + 1);
        order[i] = order[j];
        order[j] = (int32_t)i;
    }
}

/* Where single vertices are too heavy for the bounds, widens them to the nearest balance that is
 * found and half the slack around it. Without the slack there would be no choice between cuts. */
static int widen(const ce_hyper_level *level, ce_bisection_bounds *bounds, ce_error *err)
{
    int64_t slack = bounds->high[0] + bounds->high[1] - level->total, heaviest = 0;
    char *side = NULL;
    int32_t *order = NULL;
    ce_hyper_moves *moves = NULL;
    int rc = CE_OK;

    for (size_t v = 0; v < level->n; v++)
        heaviest = level->load[v] > heaviest ? level->load[v] : heaviest;
    if (heaviest <= slack)
        return CE_OK;
    side = ce_alloc(level->n, 1, err);
    order = ce_alloc(level->n, sizeof *order, err);
    rc = side && order ? heaviest_first(level, order, err) : CE_ENOMEM;
    if (!rc)
        rc = ce_hyper_moves_alloc(&moves, level->n, level->edges, err);
    if (!rc) {
        int64_t excess;
        fill_by_room(level, bounds, order, side);
        excess = ce_hyper_moves_refine(moves, level, bounds, side).excess;
        for (int s = 0; s < 2 && excess; s++)
            bounds->high[s] += excess + slack / 2;
    }
    ce_hyper_moves_free(moves);
    free(order);
    free(side);
    return rc;
}

/* The best of several starts: one by load, two at random, the others grown from a vertex. */
static int start(ce_hyper_moves *moves, const ce_hyper_level *level,
                 const ce_bisection_bounds *bounds, gsl_rng *rng, char *side, ce_error *err)
{
    char *trial = ce_alloc(level->n, 1, err);
    int32_t *order = ce_alloc(level->n, sizeof *order, err);
    ce_bisection_cost best = {0, 0}, cost;
    int rc = trial && order ? CE_OK : CE_ENOMEM;

    if (!rc)
        rc = heaviest_first(level, order, err);
    for (int t = 0; t < STARTS && !rc; t++) {
        if (t > 0)
            shuffle(order, level->n, rng);
        if (t < 3)
            fill_by_room(level, bounds, order, trial);
        else
            ce_hyper_moves_grow(moves, level, bounds, (size_t)order[0], trial);
        cost = ce_hyper_moves_refine(moves, level, bounds, trial);
        if (t == 0 || ce_bisection_better(cost, best)) {
            best = cost;
            memcpy(side, trial, level->n);
        }
    }
    free(trial);
    free(order);
    return rc;
}

/* ---- runs ---- */

/* How many edges are pulled at a level: fewer where a refinement takes long. */
static size_t pulls(const ce_hyper_level *level)
{
    size_t pins = level->edge_start[level->edges] + 1;

    return pins > PULL_PINS / PULLS ? PULL_PINS / pins : PULLS;
}

/* Carries the sides of the coarsest level down, and refines them at each level. side: room for n of
 * the finest. */
static ce_bisection_cost uncoarsen(const pyramid *p, ce_hyper_moves *moves,
                                   const ce_bisection_bounds *bounds, gsl_rng *rng, char *side,
                                   char *scratch)
{
    ce_bisection_cost cost = {0, 0};

    for (size_t i = p->count; i-- > 0;) {
        const ce_hyper_level *level = p->level[i];
        if (i + 1 < p->count) {
            memcpy(scratch, side, p->level[i + 1]->n);
            for (size_t v = 0; v < level->n; v++)
                side[v] = scratch[p->map[i][v]];
        }
        ce_hyper_moves_refine(moves, level, bounds, side);
        cost = ce_hyper_moves_pull(moves, level, bounds, pulls(level), rng, side, scratch);
    }
    return cost;
}

/* One run into side or, with `again`, one more cycle on the present sides. */
static int run(const ce_hyper_level *level, const ce_bisection_bounds *bounds, gsl_rng *rng,
               int again, char *side, ce_bisection_cost *cost, ce_error *err)
{
    pyramid *p = ce_calloc(1, sizeof *p, err);
    ce_hyper_moves *moves = NULL;
    char *scratch = ce_alloc(level->n, 1, err);
    int rc = p && scratch ? ce_hyper_moves_alloc(&moves, level->n, level->edges, err) : CE_ENOMEM;

    if (!rc)
        rc = coarsen(p, level, rng, again ? side : NULL, err);
    if (!rc && !again)
        rc = start(moves, p->level[p->count - 1], bounds, rng, side, err);
    if (!rc)
        *cost = uncoarsen(p, moves, bounds, rng, side, scratch);
    if (p)
        pyramid_free(p);
    free(p);
    ce_hyper_moves_free(moves);
    free(scratch);
    return rc;
}

/* What a run finds. */
typedef struct {
    ce_bisection_cost cost;
    char side[]; /* n */
} bisection;

typedef struct {
    const ce_hyper_level *level;
    const ce_bisection_bounds *bounds;
} task;

static int run_task(const void *state, gsl_rng *rng, ce_restart_steps *steps, void *result,
                    ce_error *err)
{
    const task *t = state;
    bisection *found = result;

    (void)steps;
    return run(t->level, t->bounds, rng, 0, found->side, &found->cost, err);
}

static int is_better(const void *a, const void *b)
{
    const bisection *x = a, *y = b;

    return ce_bisection_better(x->cost, y->cost);
}

static int all_runs(const ce_hyper_level *level, const ce_bisection_bounds *bounds, size_t runs,
                    uint64_t seed, uint64_t index, bisection *best, ce_error *err)
{
    const task t = {level, bounds};
    ce_restart_options options = {.restarts = runs,
                                  .seed = seed,
                                  .stream = CE_STREAM_PARTITION,
                                  .first = index,
                                  .threads = level->n > FEW ? 0 : 1,
                                  .bytes = sizeof *best + level->n,
                                  .run = run_task,
                                  .better = is_better,
                                  .state = &t};

    return ce_restarts(&options, best, err);
}

/* ---- a side that lacks vertices ---- */

typedef struct {
    int64_t gain, load;
    int32_t vertex;
} candidate;

static int by_gain(const void *a, const void *b)
{
    const candidate *x = a, *y = b;

    if (x->gain != y->gain)
        return x->gain > y->gain ? -1 : 1;
    if (x->load != y->load)
        return x->load < y->load ? -1 : 1;
    return (x->vertex > y->vertex) - (x->vertex < y->vertex);
}

/* How much less the cut is when v alone crosses. */
static int64_t crossing_gain(const ce_hyper_level *level, const char *side, size_t v)
{
    int64_t gain = 0;

    for (size_t a = level->vertex_start[v]; a < level->vertex_start[v + 1]; a++) {
        size_t e = (size_t)level->edge[a], same = 0,
               size = level->edge_start[e + 1] - level->edge_start[e];
        for (size_t p = level->edge_start[e];
             p < level->edge_start[e + 1] && (same < 2 || same + level->edge_start[e] == p); p++)
            same += side[level->pin[p]] == side[v];
        if (same == 1)
            gain += level->weight[e];
        else if (same == size)
            gain -= level->weight[e];
    }
    return gain;
}

/* Gives a side the vertices that it needs and lacks: those that cost least, each seen alone, then
 * the lightest. The vertices of level are vertices of the given hypergraph. */
static int fill_needs(const ce_hyper_level *level, const ce_bisection_bounds *bounds, char *side,
                      ce_error *err)
{
    int64_t members[2] = {0, 0};
    candidate *list = NULL;
    size_t count = 0;
    int poor;

    for (size_t v = 0; v < level->n; v++)
        members[(int)side[v]]++;
    if (members[0] >= bounds->need[0] && members[1] >= bounds->need[1])
        return CE_OK;
    poor = members[0] < bounds->need[0] ? 0 : 1;
    list = ce_alloc((size_t)members[!poor], sizeof *list, err);
    if (!list)
        return CE_ENOMEM;
    for (size_t v = 0; v < level->n; v++)
        if (side[v] != poor)
            list[count++] = (candidate){crossing_gain(level, side, v), level->load[v], (int32_t)v};
    qsort(list, count, sizeof *list, by_gain);
    for (size_t i = 0; members[poor] < bounds->need[poor]; i++, members[poor]++)
        side[list[i].vertex] = (char)poor;
    free(list);
    return CE_OK;
}

int ce_hyper_level_bisect(const ce_hyper_level *level, const ce_bisection_bounds *bounds,
                          size_t runs, uint64_t seed, uint64_t index, char *side, ce_error *err)
{
    ce_bisection_bounds wide = *bounds;
    bisection *best = ce_alloc(sizeof *best + level->n, 1, err);
    gsl_rng *rng = ce_random_alloc(seed, CE_STREAM_PARTITION, index + runs, err);
    char *again = ce_alloc(level->n, 1, err);
    int rc = best && rng && again ? widen(level, &wide, err) : CE_ENOMEM;

    if (!rc)
        rc = all_runs(level, &wide, runs, seed, index, best, err);
    for (int cycle = 0; cycle < CYCLES && !rc && level->n > COARSEST; cycle++) {
        ce_bisection_cost cost;
        memcpy(again, best->side, level->n);
        rc = run(level, &wide, rng, 1, again, &cost, err);
        if (rc || !ce_bisection_better(cost, best->cost))
            break;
        best->cost = cost;
        memcpy(best->side, again, level->n);
    }
    if (!rc) {
        memcpy(side, best->side, level->n);
        rc = fill_needs(level, bounds, side, err);
    }
    gsl_rng_free(rng);
    free(best);
    free(again);
    return rc;
}
