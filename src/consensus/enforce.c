#include "consensus/enforce.h"

#include <stdlib.h>

#include "constrain/chunklet_assign.h"
#include "core/labels.h"
#include "core/memory.h"

typedef struct {
    const ce_chunklets *chunklets;
    const double *pull;
    size_t k;
    int32_t *label;

    /* Of each vertex: its part, SPLIT, or CE_MISSING where none of its objects has a label. */
    int32_t *part;
    unsigned char *wrong; /* vertices of components in which something is violated */
    size_t *stack;
} enforcer;

enum { SPLIT = -2 }; /* the objects of a chunklet are in several parts */

static int32_t part_of(const enforcer *e, size_t v)
{
    const ce_chunklets *c = e->chunklets;
    int32_t part = CE_MISSING;

    for (size_t a = c->start[v]; a < c->start[v + 1]; a++) {
        int32_t own = e->label[c->object[a]];
        if (own == CE_MISSING)
            continue;
        if (part != CE_MISSING && part != own)
            return SPLIT;
        part = own;
    }
    return part;
}

/* Marks the vertices whose objects are split, and both ends of the edges inside one part. */
static void find_wrong(enforcer *e, ce_enforce_report *report)
{
    const ce_chunklets *c = e->chunklets;

    for (size_t v = 0; v < c->count; v++) {
        e->part[v] = part_of(e, v);
        e->wrong[v] = e->part[v] == SPLIT;
        report->split += e->wrong[v];
    }
    for (size_t v = 0; v < c->count; v++)
        for (size_t b = c->edge[v]; b < c->edge[v + 1]; b++) {
            size_t u = (size_t)c->neighbour[b];
            if (u < v && e->part[u] >= 0 && e->part[u] == e->part[v]) {
                e->wrong[u] = e->wrong[v] = 1;
                report->joined++;
            }
        }
}

/* Marks the whole components of the marked vertices. */
static void spread_wrong(enforcer *e)
{
    const ce_chunklets *c = e->chunklets;
    size_t depth = 0;

    for (size_t v = 0; v < c->count; v++)
        if (e->wrong[v])
            e->stack[depth++] = v;
    while (depth) {
        size_t v = e->stack[--depth];
        for (size_t b = c->edge[v]; b < c->edge[v + 1]; b++) {
            size_t u = (size_t)c->neighbour[b];
            if (!e->wrong[u]) {
                e->wrong[u] = 1;
                e->stack[depth++] = u;
            }
        }
    }
}

/* The costs of one vertex. A vertex of a component without violations costs 0 in its own part and
 * 1 elsewhere, so that it stays. */
static void find_cost(const enforcer *e, size_t v, double *cost)
{
    const ce_chunklets *c = e->chunklets;

    for (size_t l = 0; l < e->k; l++)
        cost[l] = !e->wrong[v] && e->part[v] >= 0 && (size_t)e->part[v] != l;
    for (size_t a = c->start[v]; a < c->start[v + 1] && e->wrong[v]; a++) {
        const double *pull = e->pull + a * e->k;
        double most = 0;
        if (e->label[c->object[a]] == CE_MISSING)
            continue;
        for (size_t l = 0; l < e->k; l++)
            most = pull[l] > most ? pull[l] : most;
        for (size_t l = 0; l < e->k; l++)
            cost[l] += most - pull[l];
    }
}

/* Moves the marked components to the parts in `cluster`, and counts what is still violated. */
static void move(enforcer *e, const int32_t *cluster, ce_enforce_report *report)
{
    const ce_chunklets *c = e->chunklets;

    for (size_t v = 0; v < c->count; v++)
        for (size_t a = c->start[v]; a < c->start[v + 1] && e->wrong[v]; a++) {
            int32_t *label = &e->label[c->object[a]];
            if (*label == CE_MISSING || *label == cluster[v])
                continue;
            *label = cluster[v];
            report->moved++;
        }
    for (size_t v = 0; v < c->count; v++)
        e->part[v] = part_of(e, v);
    for (size_t v = 0; v < c->count; v++)
        for (size_t b = c->edge[v]; b < c->edge[v + 1]; b++)
            report->violated += (size_t)c->neighbour[b] < v && e->part[v] >= 0 &&
                                e->part[v] == e->part[c->neighbour[b]];
}

int ce_enforce(const ce_chunklets *chunklets, const double *pull, size_t k, int32_t *label,
               ce_enforce_report *report, ce_error *err)
{
    size_t count = chunklets->count;
    enforcer e = {.chunklets = chunklets, .pull = pull, .k = k, .label = label};
    ce_enforce_report found = {0};
    int32_t *cluster = NULL;
    double *cost = NULL;
    int rc = CE_OK;

    e.part = ce_alloc(count, sizeof *e.part, err);
    e.wrong = ce_alloc(count, sizeof *e.wrong, err);
    e.stack = ce_alloc(count, sizeof *e.stack, err);
    if (!e.part || !e.wrong || !e.stack) {
        rc = CE_ENOMEM;
        goto done;
    }
    find_wrong(&e, &found);
    if (!found.split && !found.joined)
        goto done;
    spread_wrong(&e);
    cluster = ce_alloc(count, sizeof *cluster, err);
    cost = ce_alloc(count, k * sizeof *cost, err);
    if (!cluster || !cost) {
        rc = CE_ENOMEM;
        goto done;
    }
    for (size_t v = 0; v < count; v++)
        find_cost(&e, v, cost + v * k);
    rc = ce_chunklets_assign(chunklets, cost, k, cluster, NULL, err);
    if (!rc)
        move(&e, cluster, &found);
done:
    free(e.part);
    free(e.wrong);
    free(e.stack);
    free(cluster);
    free(cost);
    if (!rc && report)
        *report = found;
    return rc;
}
