/* Recursive bisection never looks back at a side that it has left. So moves between all parts come
 * after it, rated by the hyperedge cut itself. */
#include "partition/hypergraph/hypergraph_kway.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

enum { MAX_PASSES = 8 };

typedef struct {
    const ce_hyper_level *level;
    size_t k;
    const int64_t *low, *high;
    int32_t *part;
    int32_t *count;   /* edges x k: vertices of an edge in each part */
    int32_t *spanned; /* edges: parts with a vertex of it */
    int64_t *load;    /* k */
    int64_t *members; /* k */
    struct gain {
        int64_t cut, spread;
    } *gain; /* k: of moving the present vertex to each part */
} refiner;

static int refiner_alloc(refiner *r, ce_error *err)
{
    const ce_hyper_level *level = r->level;

    r->count = ce_calloc(level->edges * r->k, sizeof *r->count, err);
    r->spanned = ce_calloc(level->edges, sizeof *r->spanned, err);
    r->load = ce_calloc(r->k, sizeof *r->load, err);
    r->members = ce_calloc(r->k, sizeof *r->members, err);
    r->gain = ce_calloc(r->k, sizeof *r->gain, err);
    if (!r->count || !r->spanned || !r->load || !r->members || !r->gain)
        return CE_ENOMEM;
    for (size_t e = 0; e < level->edges; e++)
        for (size_t p = level->edge_start[e]; p < level->edge_start[e + 1]; p++)
            r->spanned[e] += r->count[e * r->k + (size_t)r->part[level->pin[p]]]++ == 0;
    for (size_t v = 0; v < level->n; v++) {
        r->load[r->part[v]] += level->load[v];
        r->members[r->part[v]]++;
    }
    return CE_OK;
}

static void refiner_free(refiner *r)
{
    free(r->count);
    free(r->spanned);
    free(r->load);
    free(r->members);
    free(r->gain);
}

/* How far a load is outside of the bounds of its part. */
static int64_t outside(const refiner *r, size_t part, int64_t load)
{
    if (load > r->high[part])
        return load - r->high[part];
    return load < r->low[part] ? r->low[part] - load : 0;
}

static int is_allowed(const refiner *r, size_t v, size_t to)
{
    size_t from = (size_t)r->part[v];
    int64_t load = r->level->load[v];

    return outside(r, from, r->load[from] - load) <= outside(r, from, r->load[from]) &&
           outside(r, to, r->load[to] + load) <= outside(r, to, r->load[to]);
}

/* Gains of moving v to every part. The gain of leaving its part is the same for all, and is added
 * at the end. */
static void count_gains(refiner *r, size_t v)
{
    const ce_hyper_level *level = r->level;
    size_t from = (size_t)r->part[v];
    struct gain leave = {0, 0};

    memset(r->gain, 0, r->k * sizeof *r->gain);
    for (size_t a = level->vertex_start[v]; a < level->vertex_start[v + 1]; a++) {
        size_t e = (size_t)level->edge[a];
        const int32_t *count = r->count + e * r->k;
        int64_t weight = level->weight[e];
        int alone = count[from] == 1;
        leave.cut -= r->spanned[e] == 1 ? weight : 0;
        leave.spread -= alone ? 0 : weight;
        if (r->spanned[e] == 1)
            continue;
        for (size_t to = 0; to < r->k; to++)
            if (to != from && count[to]) {
                r->gain[to].spread += weight;
                r->gain[to].cut += alone && r->spanned[e] == 2 ? weight : 0;
            }
    }
    for (size_t to = 0; to < r->k; to++) {
        r->gain[to].cut += leave.cut;
        r->gain[to].spread += leave.spread;
    }
}

/* The part of best gain that v may move to; its own when no gain is above 0. */
static size_t best_part(refiner *r, size_t v)
{
    size_t best = (size_t)r->part[v];
    struct gain most = {0, 0};

    if (r->members[best] == 1)
        return best;
    count_gains(r, v);
    for (size_t to = 0; to < r->k; to++) {
        struct gain g = r->gain[to];
        if (to != (size_t)r->part[v] &&
            (g.cut > most.cut || (g.cut == most.cut && g.spread > most.spread)) &&
            is_allowed(r, v, to)) {
            most = g;
            best = to;
        }
    }
    return best;
}

static void move(refiner *r, size_t v, size_t to)
{
    const ce_hyper_level *level = r->level;
    size_t from = (size_t)r->part[v];

    for (size_t a = level->vertex_start[v]; a < level->vertex_start[v + 1]; a++) {
        size_t e = (size_t)level->edge[a];
        r->spanned[e] -= --r->count[e * r->k + from] == 0;
        r->spanned[e] += r->count[e * r->k + to]++ == 0;
    }
    r->load[from] -= level->load[v];
    r->load[to] += level->load[v];
    r->members[from]--;
    r->members[to]++;
    r->part[v] = (int32_t)to;
}

int ce_hyper_level_refine(const ce_hyper_level *level, size_t k, const int64_t *low,
                          const int64_t *high, int32_t *part, ce_error *err)
{
    refiner r = {.level = level, .k = k, .low = low, .high = high, .part = part};
    int rc = refiner_alloc(&r, err);
    size_t moved = !rc;

    for (int i = 0; i < MAX_PASSES && moved; i++) {
        moved = 0;
        for (size_t v = 0; v < level->n; v++) {
            size_t to = best_part(&r, v);
            if (to != (size_t)part[v]) {
                move(&r, v, to);
                moved++;
            }
        }
    }
    refiner_free(&r);
    return rc;
}
