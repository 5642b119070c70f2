/*
 * Clusters for a component of the graph, so that none of its edges is violated: a coloring of its
 * vertices.
 *
 * k = 2: there are at most two colorings. The cheaper one is taken.
 *
 * k > 2:
 *   1. A vertex with fewer than k neighbours can be left for last, whatever clusters these have.
 *      Such vertices are taken out until there are none. What is left is the k-core.
 *   2. Each connected part of the core is searched by itself, depth first: the vertex with the
 *      fewest clusters left comes next (Brelaz's rule), and tries its clusters by their cost. Of
 *      the clusters that no vertex of the part has yet it tries one, since another would fail
 *      alike. If no cluster is left to it, the search goes back to the last vertex that has taken a
 *      cluster from it.
 *   3. The vertices taken out get clusters, the last one first.
 */
#include <stdlib.h>
#include <string.h>

#include "constrain/chunklet_assign_internal.h"
#include "core/compare.h"
#include "core/memory.h"

/* The most edges that are looked at for each part, beyond those of going straight through. */
static const size_t MOST_WORK = 4000000;

/* Turns of the annealing: where there may be a solution, and where some edge is violated anyhow. */
enum { TURNS = 10000, FEW_TURNS = 500 };

/* A set of levels. */
typedef struct {
    int32_t *level;
    size_t count, capacity;
} reasons;

/*
 * One part of the core, under search. A level is a place in the stack. why[level] holds the earlier
 * levels that have a part in the failure of its clusters so far: without them not all would have
 * failed. marked[level]: the number of the last union (add_reasons) that holds it.
 */
typedef struct {
    ce_chunklet_part is;
    size_t k;
    int32_t *left;        /* by number: clusters that no neighbour has */
    int32_t *heap;        /* vertices without a cluster, the next one first */
    int32_t *where;       /* by number: its place in the heap; -1: not there */
    size_t waiting;       /* vertices in the heap */
    size_t *used;         /* k: vertices with that cluster */
    int32_t *stack;       /* vertices that have a cluster, and the one that is to get one */
    int32_t *level;       /* by number: its place in the stack */
    int32_t *last;        /* by level: the cluster tried last; -1: none */
    unsigned char *fresh; /* by level: 1: a cluster that no vertex had was tried */
    reasons *why;         /* by level */
    size_t *marked;       /* by level */
    size_t unions;
    int32_t *first;       /* k: the first level that took a cluster from the vertex under way */
    size_t work;
} search;

/* ---- the heap: by clusters left, then by number ---- */

static int before(const search *p, int32_t a, int32_t b)
{
    return p->left[a] != p->left[b] ? p->left[a] < p->left[b] : a < b;
}

static void put(search *p, size_t i, int32_t v)
{
    p->heap[i] = v;
    p->where[v] = (int32_t)i;
}

static void sift_up(search *p, size_t i)
{
    int32_t v = p->heap[i];

    for (; i > 0 && before(p, v, p->heap[(i - 1) / 2]); i = (i - 1) / 2)
        put(p, i, p->heap[(i - 1) / 2]);
    put(p, i, v);
}

static void sift_down(search *p, size_t i)
{
    int32_t v = p->heap[i];

    for (;;) {
        size_t child = 2 * i + 1;
        if (child + 1 < p->waiting && before(p, p->heap[child + 1], p->heap[child]))
            child++;
        if (child >= p->waiting || !before(p, p->heap[child], v))
            break;
        put(p, i, p->heap[child]);
        i = child;
    }
    put(p, i, v);
}

static int32_t take_next(search *p)
{
    int32_t v = p->heap[0];

    p->where[v] = -1;
    if (--p->waiting) {
        put(p, 0, p->heap[p->waiting]);
        sift_down(p, 0);
    }
    return v;
}

static void put_back(search *p, int32_t v)
{
    put(p, p->waiting++, v);
    sift_up(p, p->waiting - 1);
}

/* ---- giving clusters and taking them away ---- */

/* Vertex v gets or loses cluster l. Returns a vertex that has no cluster and none left, or
 * -1 if there is none. */
static int32_t change(search *p, int32_t v, int32_t l, int gets)
{
    const ce_chunklets *g = p->is.c->chunklets;
    int32_t u = p->is.c->vertex[p->is.place[v]], stuck = -1;

    p->is.cluster[v] = gets ? l : -1;
    p->used[l] += gets ? 1 : (size_t)-1;
    p->work += g->edge[u + 1] - g->edge[u];
    for (size_t e = g->edge[u]; e < g->edge[u + 1]; e++) {
        int32_t w = p->is.number[p->is.c->place[g->neighbour[e]]], *blocked;
        if (w < 0)
            continue;
        blocked = &p->is.blocked[(size_t)w * p->k + (size_t)l];
        if (gets ? (*blocked)++ == 0 : --*blocked == 0) {
            p->left[w] += gets ? -1 : 1;
            if (p->where[w] < 0)
                continue;
            if (gets)
                sift_up(p, (size_t)p->where[w]);
            else
                sift_down(p, (size_t)p->where[w]);
            stuck = gets && !p->left[w] && stuck < 0 ? w : stuck;
        }
    }
    return stuck;
}

/* The cheapest cluster open to v after the one tried last at its level; -1: there is none. */
static int32_t next_cluster(const search *p, int32_t v, size_t level)
{
    const double *cost = p->is.c->cost + (size_t)p->is.c->vertex[p->is.place[v]] * p->k;
    int32_t last = p->last[level], best = -1;

    for (int32_t l = 0; l < (int32_t)p->k; l++) {
        if (p->is.blocked[(size_t)v * p->k + (size_t)l] || (p->fresh[level] && !p->used[l]))
            continue;
        if (last >= 0 && (cost[l] < cost[last] || (cost[l] == cost[last] && l <= last)))
            continue;
        if (best < 0 || cost[l] < cost[best])
            best = l;
    }
    return best;
}

/* ---- reasons of a failure ---- */

/* Adds the levels of `more`, except `level` itself, to the reasons of `level`. */
static int add_reasons(search *p, size_t level, const int32_t *more, size_t count, ce_error *err)
{
    reasons *r = &p->why[level];
    size_t stamp = ++p->unions;
    int rc;

    p->work += r->count + count;
    if ((rc = ce_grow(&r->level, &r->capacity, r->count + count, sizeof *r->level, err)))
        return rc;
    p->marked[level] = stamp;
    for (size_t i = 0; i < r->count; i++)
        p->marked[r->level[i]] = stamp;
    for (size_t i = 0; i < count; i++)
        if (more[i] >= 0 && p->marked[more[i]] != stamp) {
            p->marked[more[i]] = stamp;
            r->level[r->count++] = more[i];
        }
    return CE_OK;
}

/* Vertex w has no cluster left. The levels that took its clusters, for each cluster the first, are
 * added to the reasons of `level`. */
static int blame(search *p, int32_t w, size_t level, ce_error *err)
{
    const ce_chunklets *g = p->is.c->chunklets;
    int32_t u = p->is.c->vertex[p->is.place[w]];

    memset(p->first, -1, p->k * sizeof *p->first);
    p->work += g->edge[u + 1] - g->edge[u];
    for (size_t e = g->edge[u]; e < g->edge[u + 1]; e++) {
        int32_t x = p->is.number[p->is.c->place[g->neighbour[e]]], *first;
        if (x < 0 || p->is.cluster[x] < 0)
            continue;
        first = &p->first[p->is.cluster[x]];
        *first = *first < 0 || p->level[x] < *first ? p->level[x] : *first;
    }
    return add_reasons(p, level, p->first, p->k, err);
}

/* ---- the search ---- */

static void open_level(search *p, size_t depth)
{
    int32_t v = take_next(p);

    p->stack[depth] = v;
    p->level[v] = (int32_t)depth;
    p->last[depth] = -1;
    p->fresh[depth] = 0;
    p->why[depth].count = 0;
}

/* No cluster is left at *depth. Goes back to the last level that has a part in that, and adds the
 * reasons to those of that level. *none: 1 if there is no such level, and so no solution. */
static int jump_back(search *p, size_t *depth, int *none, ce_error *err)
{
    const reasons *why = &p->why[*depth];
    int32_t back = -1;
    int rc;

    if ((rc = blame(p, p->stack[*depth], *depth, err)))
        return rc;
    for (size_t i = 0; i < why->count; i++)
        back = why->level[i] > back ? why->level[i] : back;
    *none = back < 0;
    if (*none)
        return CE_OK;
    if ((rc = add_reasons(p, (size_t)back, why->level, why->count, err)))
        return rc;
    while (*depth > (size_t)back) {
        put_back(p, p->stack[*depth]);
        --*depth;
        change(p, p->stack[*depth], p->is.cluster[p->stack[*depth]], 0);
    }
    return CE_OK;
}

/* Searches the part. most: the work allowed. */
static int depth_first(search *p, size_t most, ce_coloring_outcome *found, ce_error *err)
{
    size_t depth = 0;
    int none = 0, rc = CE_OK;

    open_level(p, 0);
    *found = CE_UNSETTLED;
    while (p->work <= most && !rc) {
        int32_t v = p->stack[depth], l = next_cluster(p, v, depth), stuck;
        p->work += p->k;
        if (l < 0) {
            rc = jump_back(p, &depth, &none, err);
            if (none) {
                *found = CE_INFEASIBLE;
                break;
            }
            continue;
        }
        p->last[depth] = l;
        p->fresh[depth] |= !p->used[l];
        stuck = change(p, v, l, 1);
        if (stuck >= 0) {
            rc = blame(p, stuck, depth, err);
            change(p, v, l, 0);
            continue;
        }
        if (++depth == p->is.count) {
            *found = CE_COLORED;
            break;
        }
        open_level(p, depth);
    }
    return rc;
}

/* ---- parts ---- */

static void part_free(search *p)
{
    for (size_t level = 0; p->why && level < p->is.c->count; level++)
        free(p->why[level].level);
    free(p->is.number);
    free(p->is.place);
    free(p->is.cluster);
    free(p->is.blocked);
    free(p->left);
    free(p->heap);
    free(p->where);
    free(p->used);
    free(p->stack);
    free(p->level);
    free(p->last);
    free(p->fresh);
    free(p->why);
    free(p->marked);
    free(p->first);
}

/* Room for a part of all vertices. */
static int part_alloc(search *p, ce_error *err)
{
    size_t count = p->is.c->count, k = p->k;

    p->is.number = ce_alloc(count, sizeof *p->is.number, err);
    p->is.place = ce_alloc(count, sizeof *p->is.place, err);
    p->is.cluster = ce_alloc(count, sizeof *p->is.cluster, err);
    p->is.blocked = ce_alloc(count, k * sizeof *p->is.blocked, err);
    p->left = ce_alloc(count, sizeof *p->left, err);
    p->heap = ce_alloc(count, sizeof *p->heap, err);
    p->where = ce_alloc(count, sizeof *p->where, err);
    p->used = ce_alloc(k, sizeof *p->used, err);
    p->stack = ce_alloc(count, sizeof *p->stack, err);
    p->level = ce_alloc(count, sizeof *p->level, err);
    p->last = ce_alloc(count, sizeof *p->last, err);
    p->fresh = ce_alloc(count, sizeof *p->fresh, err);
    p->why = ce_calloc(count, sizeof *p->why, err);
    p->marked = ce_calloc(count, sizeof *p->marked, err);
    p->first = ce_alloc(k, sizeof *p->first, err);
    return p->is.number && p->is.place && p->is.cluster && p->is.blocked && p->left && p->heap &&
                   p->where && p->used && p->stack && p->level && p->last && p->fresh && p->why &&
                   p->marked && p->first
               ? CE_OK
               : CE_ENOMEM;
}

/* Takes the connected part that holds `place` out of the core. in: by place, 1 for vertices of the
 * core. */
static void cut_part(search *p, int32_t place, unsigned char *in)
{
    const ce_chunklets *g = p->is.c->chunklets;

    p->is.count = 0;
    p->is.place[p->is.count++] = place;
    in[place] = 0;
    for (size_t i = 0; i < p->is.count; i++) {
        int32_t u = p->is.c->vertex[p->is.place[i]];
        for (size_t e = g->edge[u]; e < g->edge[u + 1]; e++) {
            int32_t w = p->is.c->place[g->neighbour[e]];
            if (in[w]) {
                in[w] = 0;
                p->is.place[p->is.count++] = w;
            }
        }
    }
    qsort(p->is.place, p->is.count, sizeof *p->is.place, ce_compare_int32);
}

static int violates(const search *p)
{
    const ce_chunklets *g = p->is.c->chunklets;

    for (size_t v = 0; v < p->is.count; v++) {
        int32_t u = p->is.c->vertex[p->is.place[v]];
        for (size_t e = g->edge[u]; e < g->edge[u + 1]; e++) {
            int32_t w = p->is.number[p->is.c->place[g->neighbour[e]]];
            if (w >= 0 && p->is.cluster[w] == p->is.cluster[v])
                return 1;
        }
    }
    return 0;
}

/* Searches the part; result: by place. */
static int search_part(search *p, int32_t *result, ce_coloring_outcome *found, ce_error *err)
{
    const ce_chunklets *g = p->is.c->chunklets;
    size_t edges = 0;
    int rc;

    memset(p->is.blocked, 0, p->is.count * p->k * sizeof *p->is.blocked);
    memset(p->used, 0, p->k * sizeof *p->used);
    p->waiting = p->is.count;
    p->work = 0;
    for (size_t v = 0; v < p->is.count; v++) {
        int32_t u = p->is.c->vertex[p->is.place[v]];
        edges += g->edge[u + 1] - g->edge[u];
        p->is.number[p->is.place[v]] = (int32_t)v;
        p->is.cluster[v] = -1;
        p->left[v] = (int32_t)p->k;
        put(p, v, (int32_t)v);
    }
    rc = depth_first(p, MOST_WORK + edges + p->k * p->is.count, found, err);
    if (!rc && *found != CE_COLORED)
        rc = ce_chunklet_anneal(&p->is, *found == CE_UNSETTLED ? TURNS : FEW_TURNS, err);
    if (!rc && *found == CE_UNSETTLED && !violates(p))
        *found = CE_COLORED;
    for (size_t v = 0; v < p->is.count; v++) {
        p->is.number[p->is.place[v]] = -1;
        result[p->is.place[v]] = p->is.cluster[v];
    }
    return rc;
}

/* ---- the component ---- */

/* Takes out vertices with fewer than k neighbours that are still in. in: by place, 1 for those that
 * stay. out: those taken out, in that order. Returns how many. */
static size_t take_out(const ce_chunklet_component *c, unsigned char *in, size_t *degree,
                       int32_t *out)
{
    const ce_chunklets *g = c->chunklets;
    size_t count = 0;

    for (size_t i = 0; i < c->count; i++) {
        degree[i] = ce_chunklet_degree(g, (size_t)c->vertex[i]);
        in[i] = degree[i] >= c->k;
        if (!in[i])
            out[count++] = (int32_t)i;
    }
    for (size_t i = 0; i < count; i++) {
        int32_t u = c->vertex[out[i]];
        for (size_t e = g->edge[u]; e < g->edge[u + 1]; e++) {
            int32_t w = c->place[g->neighbour[e]];
            if (in[w] && --degree[w] < c->k) {
                in[w] = 0;
                out[count++] = w;
            }
        }
    }
    return count;
}

/* The vertices taken out get clusters, the last one first: each the cheapest that its neighbours
 * leave. taken: k. */
static void bring_back(const ce_chunklet_component *c, const int32_t *out, size_t count,
                       int32_t *result, int32_t *taken)
{
    const ce_chunklets *g = c->chunklets;

    memset(taken, -1, c->k * sizeof *taken);
    while (count--) {
        int32_t v = out[count], u = c->vertex[v], best = -1;
        const double *cost = c->cost + (size_t)u * c->k;
        for (size_t e = g->edge[u]; e < g->edge[u + 1]; e++)
            if (result[c->place[g->neighbour[e]]] >= 0)
                taken[result[c->place[g->neighbour[e]]]] = v;
        for (size_t l = 0; l < c->k; l++)
            if (taken[l] != v && (best < 0 || cost[l] < cost[best]))
                best = (int32_t)l;
        result[v] = best;
    }
}

/* k >= 2. */
static int by_search(const ce_chunklet_component *c, int32_t *cluster, ce_coloring_outcome *found,
                     ce_error *err)
{
    search p = {.is = {.c = c}, .k = c->k};
    unsigned char *in = ce_alloc(c->count, sizeof *in, err);
    size_t *degree = ce_alloc(c->count, sizeof *degree, err), outside;
    int32_t *out = ce_alloc(c->count, sizeof *out, err),
            *result = ce_alloc(c->count, sizeof *result, err);
    int rc = in && degree && out && result ? part_alloc(&p, err) : CE_ENOMEM;

    *found = CE_COLORED;
    if (rc)
        goto done;
    memset(result, -1, c->count * sizeof *result);
    memset(p.is.number, -1, c->count * sizeof *p.is.number);
    outside = take_out(c, in, degree, out);
    for (size_t i = 0; i < c->count && !rc; i++) {
        ce_coloring_outcome one = CE_COLORED;
        if (!in[i])
            continue;
        cut_part(&p, (int32_t)i, in);
        rc = search_part(&p, result, &one, err);
        *found = one == CE_COLORED || *found == CE_INFEASIBLE ? *found : one;
    }
    if (rc)
        goto done;
    bring_back(c, out, outside, result, p.first);
    for (size_t i = 0; i < c->count; i++)
        cluster[c->vertex[i]] = result[i];
done:
    free(in);
    free(degree);
    free(out);
    free(result);
    part_free(&p);
    return rc;
}

/* k = 2: the cheaper of the two colorings (ties: the lowest vertex in the lower cluster). */
static int by_sides(const ce_chunklet_component *c, int32_t *cluster, ce_coloring_outcome *found,
                    ce_error *err)
{
    const ce_chunklets *g = c->chunklets;
    int32_t *side = ce_alloc(c->count, sizeof *side, err),
            *queue = ce_alloc(c->count, sizeof *queue, err);
    size_t lowest = 0, waiting = 0;
    double difference = 0;
    int rc = side && queue ? CE_OK : CE_ENOMEM;

    if (rc)
        goto done;
    *found = CE_COLORED;
    memset(side, -1, c->count * sizeof *side);
    for (size_t i = 1; i < c->count; i++)
        lowest = c->vertex[i] < c->vertex[lowest] ? i : lowest;
    queue[waiting++] = (int32_t)lowest;
    side[lowest] = 0;
    for (size_t i = 0; i < waiting && *found == CE_COLORED; i++) {
        int32_t u = c->vertex[queue[i]];
        const double *cost = c->cost + (size_t)u * 2;
        difference += side[queue[i]] ? cost[1] - cost[0] : cost[0] - cost[1];
        for (size_t e = g->edge[u]; e < g->edge[u + 1]; e++) {
            int32_t w = c->place[g->neighbour[e]];
            if (side[w] < 0) {
                side[w] = 1 - side[queue[i]];
                queue[waiting++] = w;
            } else if (side[w] == side[queue[i]]) {
                *found = CE_INFEASIBLE;
            }
        }
    }
    for (size_t i = 0; i < c->count && *found == CE_COLORED; i++)
        cluster[c->vertex[i]] = difference > 0 ? 1 - side[i] : side[i];
done:
    free(side);
    free(queue);
    return rc;
}

int ce_chunklet_search(const ce_chunklet_component *c, int32_t *cluster, ce_coloring_outcome *found,
                       ce_error *err)
{
    int rc = CE_OK;

    *found = CE_INFEASIBLE;
    if (c->k == 1) {
        for (size_t i = 0; i < c->count; i++)
            cluster[c->vertex[i]] = 0;
        *found = c->count > 1 ? CE_INFEASIBLE : CE_COLORED;
        return CE_OK;
    }
    if (c->k == 2)
        rc = by_sides(c, cluster, found, err);
    if (!rc && *found != CE_COLORED)
        rc = by_search(c, cluster, found, err);
    return rc;
}
