#include "constrain/chunklet_assign.h"

#include <stdlib.h>
#include <string.h>

#include "constrain/chunklet_assign_internal.h"
#include "core/compare.h"
#include "core/memory.h"

/* What an assignment needs besides its arguments. */
typedef struct {
    const ce_chunklets *chunklets;
    const double *cost;
    size_t k;
    int32_t *rank;      /* count: where a vertex stands in chunklets->order; NULL until needed */
    int32_t *place;     /* count: of the component under way */
    int32_t *vertex;    /* count: of the component under way */
    unsigned char *met; /* count: 1 for vertices of components that were searched */
    int32_t *other;     /* count: what the search has found */
    int32_t *taken;     /* k: a neighbour of vertex taken[l] has cluster l */
} assignment;

/* ---- Algorithm 8 ---- */

/* The cheapest cluster of v that no neighbour has (ties: the lowest); -1: there is none. Neighbours
 * without a cluster have a negative one. */
static int32_t cheapest_free(assignment *a, int32_t v, const int32_t *cluster)
{
    const ce_chunklets *c = a->chunklets;
    const double *cost = a->cost + (size_t)v * a->k;
    int32_t best = -1;

    for (size_t e = c->edge[v]; e < c->edge[v + 1]; e++)
        if (cluster[c->neighbour[e]] >= 0)
            a->taken[cluster[c->neighbour[e]]] = v;
    for (size_t l = 0; l < a->k; l++)
        if (a->taken[l] != v && (best < 0 || cost[l] < cost[best]))
            best = (int32_t)l;
    return best;
}

static int32_t cheapest(const double *cost, size_t k)
{
    size_t best = 0;

    for (size_t l = 1; l < k; l++)
        best = cost[l] < cost[best] ? l : best;
    return (int32_t)best;
}

/* Assigns the vertices of a list, one after another. Returns how many met a dead end. dead: count,
 * is set to 1 for these; or NULL. */
static size_t greedy(assignment *a, const int32_t *vertex, size_t count, int32_t *cluster,
                     unsigned char *dead)
{
    size_t ends = 0;

    memset(a->taken, -1, a->k * sizeof *a->taken);
    for (size_t i = 0; i < count; i++)
        cluster[vertex[i]] = -1;
    for (size_t i = 0; i < count; i++) {
        int32_t v = vertex[i], l = cheapest_free(a, v, cluster);
        if (dead)
            dead[v] = l < 0;
        ends += l < 0;
        cluster[v] = l < 0 ? cheapest(a->cost + (size_t)v * a->k, a->k) : l;
    }
    return ends;
}

/* ---- components ---- */

static void assignment_free(assignment *a)
{
    free(a->rank);
    free(a->place);
    free(a->vertex);
    free(a->met);
    free(a->other);
    free(a->taken);
}

/* Allocates what only components need. */
static int prepare_components(assignment *a, ce_error *err)
{
    size_t count = a->chunklets->count;

    a->rank = ce_alloc(count, sizeof *a->rank, err);
    a->place = ce_alloc(count, sizeof *a->place, err);
    a->vertex = ce_alloc(count, sizeof *a->vertex, err);
    a->met = ce_calloc(count, sizeof *a->met, err);
    a->other = ce_alloc(count, sizeof *a->other, err);
    if (!a->rank || !a->place || !a->vertex || !a->met || !a->other)
        return CE_ENOMEM;
    for (size_t i = 0; i < count; i++)
        a->rank[a->chunklets->order[i]] = (int32_t)i;
    return CE_OK;
}

/* The component of vertex v. */
static ce_chunklet_component component_of(assignment *a, int32_t v)
{
    const ce_chunklets *c = a->chunklets;
    size_t count = 0;

    a->vertex[count++] = v;
    a->met[v] = 1;
    for (size_t i = 0; i < count; i++) {
        int32_t u = a->vertex[i];
        for (size_t e = c->edge[u]; e < c->edge[u + 1]; e++)
            if (!a->met[c->neighbour[e]]) {
                a->met[c->neighbour[e]] = 1;
                a->vertex[count++] = c->neighbour[e];
            }
    }
    for (size_t i = 0; i < count; i++)
        a->vertex[i] = a->rank[a->vertex[i]];
    qsort(a->vertex, count, sizeof *a->vertex, ce_compare_int32);
    for (size_t i = 0; i < count; i++) {
        a->vertex[i] = c->order[a->vertex[i]];
        a->place[a->vertex[i]] = (int32_t)i;
    }
    return (ce_chunklet_component){c, a->cost, a->k, count, a->vertex, a->place};
}

/* Edges of a list of vertices with both ends in one cluster. A neighbour of a vertex of the list is
 * in it too. */
static size_t violated_among(const ce_chunklets *c, const int32_t *vertex, size_t count,
                             const int32_t *cluster)
{
    size_t violated = 0;

    for (size_t i = 0; i < count; i++)
        for (size_t e = c->edge[vertex[i]]; e < c->edge[vertex[i] + 1]; e++)
            violated +=
                vertex[i] < c->neighbour[e] && cluster[vertex[i]] == cluster[c->neighbour[e]];
    return violated;
}

/* Searches a component that has the greedy assignment. What is found is taken if it violates fewer
 * edges, or none. */
static int settle(assignment *a, const ce_chunklet_component *c, int32_t *cluster,
                  ce_chunklet_report *report, ce_error *err)
{
    size_t violated = violated_among(c->chunklets, c->vertex, c->count, cluster), left = 0;
    ce_coloring_outcome found;
    int rc = ce_chunklet_search(c, a->other, &found, err);

    if (!rc && a->k > 2)
        rc = ce_chunklet_improve(c, a->other, err);
    if (rc)
        return rc;
    if (found != CE_COLORED)
        left = violated_among(c->chunklets, c->vertex, c->count, a->other);
    for (size_t i = 0; i < c->count && (!left || left < violated); i++)
        cluster[c->vertex[i]] = a->other[c->vertex[i]];
    report->violated += left < violated ? left : violated;
    report->proven &= found != CE_UNSETTLED;
    return CE_OK;
}

/* ---- all ---- */

int ce_chunklets_assign(const ce_chunklets *chunklets, const double *cost, size_t k,
                        int32_t *cluster, ce_chunklet_report *report, ce_error *err)
{
    assignment a = {.chunklets = chunklets, .cost = cost, .k = k};
    ce_chunklet_report own = {.proven = 1};
    unsigned char *dead = ce_alloc(chunklets->count, sizeof *dead, err);
    int rc = CE_ENOMEM;

    a.taken = ce_alloc(k, sizeof *a.taken, err);
    if (!dead || !a.taken)
        goto done;
    own.dead_ends = greedy(&a, chunklets->order, chunklets->count, cluster, dead);
    rc = own.dead_ends ? prepare_components(&a, err) : CE_OK;
    for (size_t i = 0; i < chunklets->count && own.dead_ends && !rc; i++) {
        int32_t v = chunklets->order[i];
        if (dead[v] && !a.met[v]) {
            ce_chunklet_component c = component_of(&a, v);
            rc = settle(&a, &c, cluster, &own, err);
        }
    }
    own.proven &= own.violated > 0;
    if (report)
        *report = own;
done:
    free(dead);
    assignment_free(&a);
    return rc;
}

int ce_chunklets_assign_component(const ce_chunklets *chunklets, size_t v, const double *cost,
                                  size_t k, int32_t *cluster, ce_chunklet_report *report,
                                  ce_error *err)
{
    assignment a = {.chunklets = chunklets, .cost = cost, .k = k};
    ce_chunklet_report own = {.proven = 1};
    ce_chunklet_component c;
    int rc;

    a.taken = ce_alloc(k, sizeof *a.taken, err);
    rc = a.taken ? prepare_components(&a, err) : CE_ENOMEM;
    if (rc)
        goto done;
    c = component_of(&a, (int32_t)v);
    own.dead_ends = greedy(&a, c.vertex, c.count, cluster, NULL);
    rc = settle(&a, &c, cluster, &own, err);
    own.proven &= own.violated > 0;
    if (report)
        *report = own;
done:
    assignment_free(&a);
    return rc;
}

/* ---- again, with other costs ---- */

static double cost_of(const ce_chunklet_component *c, const int32_t *cluster)
{
    double sum = 0;

    for (size_t i = 0; i < c->count; i++)
        sum += c->cost[(size_t)c->vertex[i] * c->k + (size_t)cluster[c->vertex[i]]];
    return sum;
}

/* fresh has the greedy assignment. It becomes what is searched, or made cheaper. */
static int renew(assignment *a, const ce_chunklet_component *c, const int32_t *cluster,
                 int32_t *fresh, ce_error *err)
{
    int before = cluster[c->vertex[0]] >= 0, search;
    ce_chunklet_report ignored = {0};

    if (before)
        search = a->k == 2 && !violated_among(c->chunklets, c->vertex, c->count, cluster);
    else
        search = a->k == 2 || violated_among(c->chunklets, c->vertex, c->count, fresh) > 0;
    return search ? settle(a, c, fresh, &ignored, err) : ce_chunklet_improve(c, fresh, err);
}

/* Settles one component: by what was, or by what is new. */
static int choose(assignment *a, const ce_chunklet_component *c, int32_t *fresh, int32_t *cluster,
                  ce_error *err)
{
    int rc = renew(a, c, cluster, fresh, err);

    if (!rc && cluster[c->vertex[0]] >= 0) {
        size_t was, is;
        rc = ce_chunklet_improve(c, cluster, err);
        if (rc)
            return rc;
        was = violated_among(c->chunklets, c->vertex, c->count, cluster);
        is = violated_among(c->chunklets, c->vertex, c->count, fresh);
        if (was < is || (was == is && cost_of(c, cluster) <= cost_of(c, fresh)))
            return CE_OK;
    }
    for (size_t i = 0; i < c->count && !rc; i++)
        cluster[c->vertex[i]] = fresh[c->vertex[i]];
    return rc;
}

int ce_chunklets_reassign(const ce_chunklets *chunklets, const double *cost, size_t k,
                          int32_t *cluster, ce_error *err)
{
    assignment a = {.chunklets = chunklets, .cost = cost, .k = k};
    int32_t *fresh = ce_alloc(chunklets->count, sizeof *fresh, err);
    int rc = CE_ENOMEM;

    a.taken = ce_alloc(k, sizeof *a.taken, err);
    if (fresh && a.taken)
        rc = prepare_components(&a, err);
    if (rc)
        goto done;
    greedy(&a, chunklets->order, chunklets->count, fresh, NULL);
    for (size_t i = 0; i < chunklets->count && !rc; i++) {
        int32_t v = chunklets->order[i];
        if (!ce_chunklet_degree(chunklets, (size_t)v)) {
            cluster[v] = fresh[v];
        } else if (!a.met[v]) {
            ce_chunklet_component c = component_of(&a, v);
            rc = choose(&a, &c, fresh, cluster, err);
        }
    }
done:
    free(fresh);
    assignment_free(&a);
    return rc;
}

size_t ce_chunklets_violated(const ce_chunklets *chunklets, const int32_t *cluster)
{
    return violated_among(chunklets, chunklets->order, chunklets->count, cluster);
}
