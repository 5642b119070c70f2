/* Whether k clusters are enough for the edges between chunklets. */
#include <stdlib.h>
#include <string.h>

#include "constrain/chunklets_internal.h"
#include "core/compare.h"
#include "core/memory.h"

/* Notes the vertices of a conflict, each by its lowest object. */
static int note(const ce_chunklets *c, const int32_t *vertex, size_t count, int is_cycle,
                ce_k_conflict *conflict, ce_error *err)
{
    conflict->object = ce_alloc(count, sizeof *conflict->object, err);
    if (!conflict->object)
        return CE_ENOMEM;
    for (size_t v = 0; v < count; v++)
        conflict->object[v] = c->object[c->start[vertex[v]]];
    conflict->count = count;
    conflict->is_cycle = is_cycle;
    return CE_OK;
}

/* ---- cliques ---- */

static int is_edge(const ce_chunklets *c, int32_t u, int32_t v)
{
    size_t low, high;

    if (ce_chunklet_degree(c, (size_t)u) > ce_chunklet_degree(c, (size_t)v)) {
        int32_t other = u;
        u = v;
        v = other;
    }
    low = c->edge[u];
    high = c->edge[u + 1];
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (c->neighbour[middle] < v)
            low = middle + 1;
        else
            high = middle;
    }
    return low < c->edge[u + 1] && c->neighbour[low] == v;
}

/* Lists the neighbours of each vertex in the order of ce_chunklets: vertices, in that order, are
 * appended to the rows of their neighbours. */
static int rank_neighbours(const ce_chunklets *c, int32_t *ranked, ce_error *err)
{
    size_t *next = ce_alloc(c->count, sizeof *next, err);

    if (!next)
        return CE_ENOMEM;
    memcpy(next, c->edge, c->count * sizeof *next);
    for (size_t o = 0; o < c->count; o++)
        for (size_t v = (size_t)c->order[o], e = c->edge[v]; e < c->edge[v + 1]; e++)
            ranked[next[c->neighbour[e]]++] = (int32_t)v;
    free(next);
    return CE_OK;
}

/* Looks for k + 1 vertices that are all joined. From each vertex, its neighbours are added in turn
 * if they are joined to all so far. clique: room for k + 1. Returns how many were found last. */
static size_t find_clique(const ce_chunklets *c, size_t k, const int32_t *ranked, int32_t *clique)
{
    size_t size = 0;

    for (size_t o = 0; o < c->count && size <= k; o++) {
        int32_t v = c->order[o];
        if (ce_chunklet_degree(c, (size_t)v) < k)
            break;
        clique[0] = v;
        size = 1;
        for (size_t e = c->edge[v]; e < c->edge[v + 1] && size <= k; e++) {
            size_t fits = 1;
            while (fits < size && is_edge(c, clique[fits], ranked[e]))
                fits++;
            if (fits == size)
                clique[size++] = ranked[e];
        }
    }
    return size;
}

static int check_cliques(const ce_chunklets *c, size_t k, ce_k_conflict *conflict, ce_error *err)
{
    int32_t *ranked = ce_alloc(c->edge[c->count], sizeof *ranked, err),
            *clique = ce_alloc(k + 1, sizeof *clique, err);
    int rc = ranked && clique ? rank_neighbours(c, ranked, err) : CE_ENOMEM;

    if (!rc && find_clique(c, k, ranked, clique) > k) {
        qsort(clique, k + 1, sizeof *clique, ce_compare_int32);
        rc = note(c, clique, k + 1, 0, conflict, err);
    }
    free(ranked);
    free(clique);
    return rc;
}

/* ---- odd cycles ---- */

/* The tree of a walk by breadth: for each vertex the one it was reached from, and after how many
 * steps; -1: not yet. */
typedef struct {
    int32_t *from, *step, *queue;
} walk;

/* Walks through the component of `root`. Returns 1 if an edge joins two vertices after as many
 * steps, *u and *v. */
static int find_odd_edge(const ce_chunklets *c, walk *w, int32_t root, int32_t *u, int32_t *v)
{
    size_t reached = 1;

    w->queue[0] = root;
    w->step[root] = 0;
    w->from[root] = -1;
    for (size_t q = 0; q < reached; q++) {
        *u = w->queue[q];
        for (size_t e = c->edge[*u]; e < c->edge[*u + 1]; e++) {
            *v = c->neighbour[e];
            if (w->step[*v] == w->step[*u])
                return 1;
            if (w->step[*v] >= 0)
                continue;
            w->step[*v] = w->step[*u] + 1;
            w->from[*v] = *u;
            w->queue[reached++] = *v;
        }
    }
    return 0;
}

/* The cycle that the edge u-v closes: from where the ways to both part to u, then from v back
 * there. cycle: room for all vertices. Returns its length. */
static size_t trace_cycle(const walk *w, int32_t u, int32_t v, int32_t *cycle)
{
    size_t half = 0, count;

    for (int32_t a = u, b = v; ; a = w->from[a], b = w->from[b], half++) {
        cycle[half] = a;
        if (a == b)
            break;
    }
    for (size_t h = 0; h < (half + 1) / 2; h++) {
        int32_t other = cycle[h];
        cycle[h] = cycle[half - h];
        cycle[half - h] = other;
    }
    count = half + 1;
    for (int32_t b = v; b != cycle[0]; b = w->from[b])
        cycle[count++] = b;
    return count;
}

static int check_cycles(const ce_chunklets *c, ce_k_conflict *conflict, ce_error *err)
{
    walk w = {ce_alloc(c->count, sizeof *w.from, err), ce_alloc(c->count, sizeof *w.step, err),
              ce_alloc(c->count, sizeof *w.queue, err)};
    int32_t u = 0, v = 0;
    int rc = w.from && w.step && w.queue ? CE_OK : CE_ENOMEM, odd = 0;

    for (size_t a = 0; a < c->count && !rc; a++)
        w.step[a] = -1;
    for (size_t a = 0; a < c->count && !rc && !odd; a++)
        if (w.step[a] < 0)
            odd = find_odd_edge(c, &w, (int32_t)a, &u, &v);
    if (!rc && odd)
        rc = note(c, w.queue, trace_cycle(&w, u, v, w.queue), 1, conflict, err);
    free(w.from);
    free(w.step);
    free(w.queue);
    return rc;
}

static int refuse(const ce_k_conflict *conflict, size_t k, ce_error *err)
{
    if (conflict->is_cycle)
        return ce_fail(err, CE_EINPUT,
                       "a cycle of %zu chunklets, an odd number, of which neighbours cannot link: "
                       "2 clusters are too few",
                       conflict->count);
    return ce_fail(err, CE_EINPUT, "no two of %zu chunklets can link, %zu %s too few",
                   conflict->count, k, k == 1 ? "cluster is" : "clusters are");
}

int ce_chunklets_check_k(const ce_chunklets *chunklets, size_t k, ce_k_conflict *conflict,
                         ce_error *err)
{
    ce_k_conflict own = {0}, *found = conflict ? conflict : &own;
    int rc = CE_OK;

    ce_k_conflict_free(found);
    if (k < chunklets->count)
        rc = check_cliques(chunklets, k, found, err);
    if (!rc && !found->count && k == 2)
        rc = check_cycles(chunklets, found, err);
    if (!rc && !conflict && own.count)
        rc = refuse(&own, k, err);
    ce_k_conflict_free(&own);
    return rc;
}

void ce_k_conflict_free(ce_k_conflict *conflict)
{
    if (!conflict)
        return;
    free(conflict->object);
    *conflict = (ce_k_conflict){0};
}
