/*
 * Cheaper clusters for a component, by chains (Kempe). The chain of two clusters a, b from a vertex
 * holds the vertices of a and b that are reached from it through vertices of a and b. Its vertices
 * can change sides without violating an edge that is not violated before. A vertex that may simply
 * move is a chain of one.
 */
#include <stdlib.h>
#include <string.h>

#include "constrain/chunklet_assign_internal.h"
#include "core/memory.h"

/* The most edges that are looked at, and the most rounds through all vertices. */
enum { MOST_WORK = 2000000, MOST_ROUNDS = 20 };

typedef struct {
    const ce_chunklet_component *c;
    int32_t *cluster; /* of all vertices */
    int32_t *chain;   /* of at most all vertices of the component */
    size_t *visit;    /* by place: the number of the chain that it was seen in last */
    size_t chains;
    size_t work;
} improver;

/* Follows the chain from v between its own cluster and b. Returns the rise of the cost when the
 * chain changes sides. */
static double follow_chain(improver *m, int32_t v, int32_t b, size_t *length)
{
    const ce_chunklet_component *c = m->c;
    const ce_chunklets *g = c->chunklets;
    int32_t a = m->cluster[v];
    size_t count = 0;
    double rise = 0;

    m->visit[c->place[v]] = ++m->chains;
    m->chain[count++] = v;
    for (size_t i = 0; i < count && m->work <= MOST_WORK; i++) {
        int32_t u = m->chain[i], other = m->cluster[u] == a ? b : a;
        rise += c->cost[(size_t)u * c->k + (size_t)other] -
                c->cost[(size_t)u * c->k + (size_t)m->cluster[u]];
        m->work += g->edge[u + 1] - g->edge[u];
        for (size_t e = g->edge[u]; e < g->edge[u + 1]; e++) {
            int32_t w = g->neighbour[e];
            if (m->cluster[w] == other && m->visit[c->place[w]] != m->chains) {
                m->visit[c->place[w]] = m->chains;
                m->chain[count++] = w;
            }
        }
    }
    *length = count;
    return rise;
}

/* Looks at the chains that bring v to a cheaper cluster, and changes the first that lowers the
 * whole cost. Returns 1 if there was one. */
static int improve_at(improver *m, int32_t v)
{
    const double *cost = m->c->cost + (size_t)v * m->c->k;
    int32_t a = m->cluster[v];

    for (int32_t b = 0; b < (int32_t)m->c->k; b++) {
        size_t length;
        double rise;
        if (cost[b] >= cost[a])
            continue;
        rise = follow_chain(m, v, b, &length);
        if (m->work > MOST_WORK)
            return 0;
        if (rise >= 0)
            continue;
        for (size_t i = 0; i < length; i++)
            m->cluster[m->chain[i]] = m->cluster[m->chain[i]] == a ? b : a;
        return 1;
    }
    return 0;
}

int ce_chunklet_improve(const ce_chunklet_component *c, int32_t *cluster, ce_error *err)
{
    improver m = {.c = c, .cluster = cluster};
    int rc = CE_ENOMEM;

    m.chain = ce_alloc(c->count, sizeof *m.chain, err);
    m.visit = ce_calloc(c->count, sizeof *m.visit, err);
    if (!m.chain || !m.visit)
        goto done;
    rc = CE_OK;
    for (size_t round = 0; round < MOST_ROUNDS && m.work <= MOST_WORK; round++) {
        size_t changed = 0;
        for (size_t i = 0; i < c->count && m.work <= MOST_WORK; i++)
            changed += improve_at(&m, c->vertex[i]) != 0;
        if (!changed)
            break;
    }
done:
    free(m.chain);
    free(m.visit);
    return rc;
}
