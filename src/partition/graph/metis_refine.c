#include "partition/graph/metis_refine.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

enum {
    PATIENCE = 32, /* moves without a better cut after which a pass ends */
    MAX_PASSES = 50
};

typedef struct {
    const ce_metis_graph *graph;
    size_t k;
    int64_t low, high;
    int32_t *part;
    int64_t *link;   /* n x k: weight of the edges of a vertex to each part */
    int64_t *load;   /* k */
    size_t *members; /* k */
    char *locked;    /* n: moved in this pass */
    struct {
        int32_t vertex, from;
    } *move; /* n: the moves of this pass */
} refiner;

static void refiner_free(refiner *r)
{
    free(r->link);
    free(r->load);
    free(r->members);
    free(r->locked);
    free(r->move);
}

static int refiner_alloc(refiner *r, ce_error *err)
{
    const ce_metis_graph *graph = r->graph;

    r->link = ce_calloc(graph->n * r->k, sizeof *r->link, err);
    r->load = ce_calloc(r->k, sizeof *r->load, err);
    r->members = ce_calloc(r->k, sizeof *r->members, err);
    r->locked = ce_calloc(graph->n, 1, err);
    r->move = ce_alloc(graph->n, sizeof *r->move, err);
    if (!r->link || !r->load || !r->members || !r->locked || !r->move)
        return CE_ENOMEM;
    for (size_t v = 0; v < graph->n; v++) {
        r->load[r->part[v]] += graph->load[v];
        r->members[r->part[v]]++;
        for (idx_t e = graph->row_start[v]; e < graph->row_start[v + 1]; e++)
            r->link[v * r->k + (size_t)r->part[graph->neighbour[e]]] += graph->weight[e];
    }
    return CE_OK;
}

static void apply_move(refiner *r, size_t v, int32_t to)
{
    const ce_metis_graph *graph = r->graph;
    int32_t from = r->part[v];

    r->part[v] = to;
    r->load[from] -= graph->load[v];
    r->load[to] += graph->load[v];
    r->members[from]--;
    r->members[to]++;
    for (idx_t e = graph->row_start[v]; e < graph->row_start[v + 1]; e++) {
        int64_t *link = r->link + (size_t)graph->neighbour[e] * r->k;
        link[from] -= graph->weight[e];
        link[to] += graph->weight[e];
    }
}

/* How far a load is outside of what is allowed. */
static int64_t violation(const refiner *r, int64_t load)
{
    if (load > r->high)
        return load - r->high;
    return load < r->low ? r->low - load : 0;
}

/* A move must not take loads further out of their bounds, unless it brings the two parts closer. */
static int is_allowed(const refiner *r, size_t v, int32_t to)
{
    int64_t weight = r->graph->load[v], from_load = r->load[r->part[v]], to_load = r->load[to];

    return to_load + weight < from_load ||
           violation(r, from_load - weight) + violation(r, to_load + weight) <=
               violation(r, from_load) + violation(r, to_load);
}

/* The best move of a vertex that has not moved. Returns 0 when there is none. */
static int best_move(const refiner *r, size_t *vertex, int32_t *to, int64_t *gain)
{
    int found = 0;

    for (size_t v = 0; v < r->graph->n; v++) {
        int32_t own = r->part[v];
        const int64_t *link = r->link + v * r->k;
        if (r->locked[v] || r->members[own] == 1)
            continue;
        for (int32_t p = 0; p < (int32_t)r->k; p++) {
            if (p == own || (found && link[p] - link[own] <= *gain) || !is_allowed(r, v, p))
                continue;
            *vertex = v;
            *to = p;
            *gain = link[p] - link[own];
            found = 1;
        }
    }
    return found;
}

/* A pass must not raise this to lower the cut. */
static int64_t total_violation(const refiner *r)
{
    int64_t sum = 0;

    for (size_t p = 0; p < r->k; p++)
        sum += violation(r, r->load[p]);
    return sum;
}

/* One pass. Returns 1 when it lowered the cut, or brought loads closer to their bounds. */
static int pass(refiner *r)
{
    size_t moves = 0, kept = 0, v = 0;
    int64_t total = 0, best = 0, gain = 0, least = total_violation(r);
    int32_t to = 0;

    memset(r->locked, 0, r->graph->n);
    while (moves < kept + PATIENCE && best_move(r, &v, &to, &gain)) {
        int64_t over;
        r->move[moves].vertex = (int32_t)v;
        r->move[moves++].from = r->part[v];
        apply_move(r, v, to);
        r->locked[v] = 1;
        total += gain;
        over = total_violation(r);
        if (over < least || (over == least && total > best)) {
            least = over;
            best = total;
            kept = moves;
        }
    }
    while (moves > kept) {
        moves--;
        apply_move(r, (size_t)r->move[moves].vertex, r->move[moves].from);
    }
    return kept > 0;
}

int ce_metis_graph_refine(const ce_metis_graph *graph, size_t k, int64_t low, int64_t high,
                          int32_t *part, ce_error *err)
{
    refiner r = {.graph = graph, .k = k, .low = low, .high = high, .part = part};
    int rc = refiner_alloc(&r, err);

    for (int passes = 0; passes < MAX_PASSES && !rc && pass(&r); passes++)
        ;
    refiner_free(&r);
    return rc;
}
