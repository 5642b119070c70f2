/* The clusters that normalized edges begin with. */
#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "partition/linkage/fractions.h"
#include "partition/normalized_edges_internal.h"

enum { POWERS = 1 << 20 };

static int powers_init(ce_hne_powers *p, double theta, double objects, ce_error *err)
{
    p->exponent = 1 + (1 - theta) / (1 + theta);
    p->count = objects < POWERS ? (size_t)objects + 1 : POWERS;
    p->power = ce_alloc(p->count, sizeof *p->power, err);
    if (!p->power)
        return CE_ENOMEM;
    for (size_t n = 0; n < p->count; n++)
        p->power[n] = pow((double)n, p->exponent);
    return CE_OK;
}

/* Lists the objects row by row, ascending. */
static int list_members(ce_hne_state *st, const ce_microclusters *micro, ce_error *err)
{
    int32_t first = 0;

    st->member = ce_alloc(micro->n, sizeof *st->member, err);
    if (!st->member)
        return CE_ENOMEM;
    for (size_t g = 0; g < st->slots; g++)
        st->at[g].single = 0;
    for (size_t i = 0; i < micro->n; i++)
        st->at[micro->of[i]].single++;
    for (size_t g = 0; g < st->slots; g++) {
        st->at[g].next = first;
        first += st->at[g].single;
        st->at[g].single = 0;
    }
    for (size_t i = 0; i < micro->n; i++) {
        ce_hne_cluster *c = &st->at[micro->of[i]];
        st->member[c->next + c->single++] = (int32_t)i;
    }
    for (size_t g = 0; g < st->slots; g++)
        st->at[g].name = st->at[g].node = st->member[st->at[g].next];
    return CE_OK;
}

static int alloc_slots(ce_hne_state *st, size_t n, const double *size,
                       const ce_microclusters *micro, double theta, ce_error *err)
{
    double objects = 0;
    int rc = CE_OK;

    st->empty = -1;
    st->at = ce_calloc(n, sizeof *st->at, err);
    st->heap = ce_calloc(n, sizeof *st->heap, err);
    if (!st->at || !st->heap)
        return CE_ENOMEM;
    st->slots = st->capacity = st->heap_capacity = n;
    for (size_t i = 0; i < n; i++) {
        double own = size ? size[i] : 1;
        if (!(own > 0 && own < INFINITY))
            return ce_fail(err, CE_EINPUT, "row %zu stands for %g objects, more than 0 expected",
                           i + 1, own);
        objects += own;
        st->at[i] = (ce_hne_cluster){
            .size = own, .name = (int32_t)i, .node = (int32_t)i, .single = 1, .place = -1};
    }
    if (micro)
        rc = list_members(st, micro, err);
    return rc ? rc : powers_init(&st->powers, theta, micro ? (double)micro->n : objects, err);
}

/* The mean similarity needs the sums over all pairs, with or without an edge. So every entry that
 * is not 0 becomes a neighbour, perhaps with 0 edges. */
static int add_sums(ce_hne_state *st, const ce_similarity *s, ce_error *err)
{
    size_t q = ce_common_denominator(s, CE_DENOMINATOR_LIMIT);
    int rc = CE_OK;

    for (size_t i = 0; i < s->n; i++)
        for (size_t e = s->row_start ? s->row_start[i] : 0;
             e < (s->row_start ? s->row_start[i + 1] : s->n) && !rc; e++) {
            size_t j = s->row_start ? (size_t)s->column[e] : e;
            double value = s->row_start ? s->values[e] : ce_similarity_dense_get(s, i, j);
            if (j == i || value == 0)
                continue;
            value = q ? rint(value * (double)q) : value;
            rc = ce_neighbour_map_add(&st->at[i].map, (int32_t)j, 0,
                                      value * (st->at[i].size * st->at[j].size), err);
        }
    for (size_t i = 0; i < s->n && !rc; i++)
        if (st->at[i].single > 1)
            rc = ce_neighbour_map_add(&st->at[i].map, (int32_t)i, 0, q ? (double)q : 1, err);
    return rc;
}

/* The most neighbours that row i can start with. */
static size_t row_entries(const ce_hne_state *st, const ce_threshold_graph *graph,
                          const ce_similarity *s, size_t i)
{
    if (!st->by_mean)
        return graph->row_start[i + 1] - graph->row_start[i] + (st->at[i].single > 1);
    return s->row_start ? s->row_start[i + 1] - s->row_start[i] : s->n;
}

static int fill_maps(ce_hne_state *st, const ce_threshold_graph *graph, const ce_similarity *s,
                     ce_error *err)
{
    size_t bytes = 0;
    int rc;

    for (size_t i = 0; i < graph->n; i++)
        bytes += ce_neighbour_map_bytes(row_entries(st, graph, s, i), st->by_mean);
    rc = ce_memory_check(bytes, 1, 1, "the clusters' edges",
                         "a larger " CE_OPT("theta") ", or microclusters", err);
    for (size_t i = 0; i < graph->n && !rc; i++) {
        ce_hne_cluster *c = &st->at[i];
        rc = ce_neighbour_map_init(&c->map, row_entries(st, graph, s, i), st->by_mean, err);
        for (size_t e = graph->row_start[i]; e < graph->row_start[i + 1] && !rc; e++) {
            int32_t j = graph->neighbour[e];
            rc = ce_neighbour_map_add(&c->map, j, c->size * st->at[j].size, 0, err);
        }
        if (!rc && c->single > 1)
            rc = ce_neighbour_map_add(&c->map, (int32_t)i, 1, 0, err);
    }
    if (!rc && st->by_mean)
        rc = add_sums(st, s, err);
    return rc;
}

int ce_hne_state_init(ce_hne_state *st, const ce_threshold_graph *graph, const ce_similarity *s,
                      const double *size, const ce_microclusters *micro,
                      const ce_hne_options *options, ce_error *err)
{
    int rc = alloc_slots(st, graph->n, size, micro, options->theta, err);

    st->by_mean = options->tie == CE_TIE_MEANSIM;
    return rc ? rc : fill_maps(st, graph, s, err);
}

void ce_hne_state_free(ce_hne_state *st)
{
    for (size_t i = 0; i < st->slots; i++)
        ce_neighbour_map_free(&st->at[i].map);
    free(st->at);
    free(st->powers.power);
    free(st->member);
    free(st->heap);
}

int ce_hne_slot_take(ce_hne_state *st, int32_t *slot, ce_error *err)
{
    int rc = CE_OK;

    *slot = st->empty;
    if (*slot >= 0) {
        st->empty = st->at[*slot].next;
    } else {
        rc = ce_grow(&st->at, &st->capacity, st->slots + 1, sizeof *st->at, err);
        if (!rc)
            rc = ce_grow(&st->heap, &st->heap_capacity, st->slots + 1, sizeof *st->heap, err);
        if (rc)
            return rc;
        *slot = (int32_t)st->slots++;
    }
    st->at[*slot] = (ce_hne_cluster){.size = 1, .single = 1, .place = -1};
    return CE_OK;
}

void ce_hne_slot_give(ce_hne_state *st, int32_t slot)
{
    st->at[slot].next = st->empty;
    st->empty = slot;
}
