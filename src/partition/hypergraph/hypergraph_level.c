#include "partition/hypergraph/hypergraph_level.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/mix.h"
#include "core/whole_weights.h"

#define EDGE_SUM 1073741824.0    /* 2^30: times a scale of at most 2^30 + 1 it fits into 61 bits */
#define LOAD_SUM 1099511627776.0 /* 2^40 */

void ce_hyper_level_free(ce_hyper_level *level)
{
    free(level->edge_start);
    free(level->pin);
    free(level->vertex_start);
    free(level->edge);
    free(level->weight);
    free(level->load);
    free(level->members);
    *level = (ce_hyper_level){0};
}

static int alloc_level(ce_hyper_level *level, size_t n, size_t edges, size_t pins, ce_error *err)
{
    *level = (ce_hyper_level){.n = n, .scale = 1};
    level->edge_start = ce_calloc(edges + 1, sizeof *level->edge_start, err);
    level->pin = ce_alloc(pins, sizeof *level->pin, err);
    level->weight = ce_alloc(edges, sizeof *level->weight, err);
    level->vertex_start = ce_calloc(n + 1, sizeof *level->vertex_start, err);
    level->load = ce_calloc(n, sizeof *level->load, err);
    level->members = ce_calloc(n, sizeof *level->members, err);
    return level->edge_start && level->pin && level->weight && level->vertex_start && level->load &&
                   level->members
               ? CE_OK
               : CE_ENOMEM;
}

/* ---- a list of edges ---- */

/* Edges are added one after the other. Edges with the same vertices are merged. */
typedef struct {
    ce_hyper_level *level;
    int32_t *seen;  /* n: number of the edge that had this vertex last, plus 1 */
    int32_t *slot;  /* hash table: edge + 1 */
    uint64_t *hash; /* edges */
    size_t mask;
    int32_t stamp;
} edge_list;

static int edge_list_alloc(edge_list *list, ce_hyper_level *level, size_t edges, ce_error *err)
{
    size_t slots = 16;

    while (slots < 2 * edges)
        slots *= 2;
    *list = (edge_list){.level = level, .mask = slots - 1};
    list->seen = ce_calloc(level->n, sizeof *list->seen, err);
    list->slot = ce_calloc(slots, sizeof *list->slot, err);
    list->hash = ce_alloc(edges, sizeof *list->hash, err);
    return list->seen && list->slot && list->hash ? CE_OK : CE_ENOMEM;
}

static void edge_list_free(edge_list *list)
{
    free(list->seen);
    free(list->slot);
    free(list->hash);
}

/* Whether all vertices of edge e are marked with the current stamp. As many are marked as it has,
 * so it is then the same edge. */
static int has_marked(const edge_list *list, size_t e)
{
    for (size_t p = list->level->edge_start[e]; p < list->level->edge_start[e + 1]; p++)
        if (list->seen[list->level->pin[p]] != list->stamp)
            return 0;
    return 1;
}

/* Adds the edge of the vertices map[pin[..]] (map NULL: pin[..]) if they are two or more. Vertices
 * with a map below 0 are left out. */
static void edge_list_add(edge_list *list, const int32_t *pin, size_t pins, const int32_t *map,
                          int64_t weight)
{
    ce_hyper_level *to = list->level;
    size_t start = to->edge_start[to->edges], at = start, slot;
    uint64_t hash = 0;

    list->stamp++;
    for (size_t p = 0; p < pins; p++) {
        int32_t v = map ? map[pin[p]] : pin[p];
        if (v < 0 || list->seen[v] == list->stamp)
            continue;
        list->seen[v] = list->stamp;
        to->pin[at++] = v;
        hash += ce_mix((uint64_t)v + 1);
    }
    if (at - start < 2)
        return;
    for (slot = ce_mix(hash) & list->mask; list->slot[slot]; slot = (slot + 1) & list->mask) {
        size_t e = (size_t)list->slot[slot] - 1;
        if (list->hash[e] == hash && to->edge_start[e + 1] - to->edge_start[e] == at - start &&
            has_marked(list, e)) {
            to->weight[e] += weight;
            return;
        }
    }
    list->slot[slot] = (int32_t)to->edges + 1;
    list->hash[to->edges] = hash;
    to->weight[to->edges++] = weight;
    to->edge_start[to->edges] = at;
}

/* Frees the room that the edges did not fill, and lists the edges of each vertex. */
static int finish(ce_hyper_level *level, ce_error *err)
{
    size_t pins = level->edge_start[level->edges], *start = level->vertex_start;
    int32_t *pin = realloc(level->pin, (pins ? pins : 1) * sizeof *pin);

    if (pin)
        level->pin = pin;
    level->edge = ce_alloc(pins, sizeof *level->edge, err);
    if (!level->edge)
        return CE_ENOMEM;
    for (size_t p = 0; p < pins; p++)
        start[level->pin[p]]++;
    for (size_t v = 0, at = 0; v <= level->n; v++) {
        size_t count = v < level->n ? start[v] : 0;
        start[v] = at;
        at += count;
    }
    for (size_t e = 0; e < level->edges; e++)
        for (size_t p = level->edge_start[e]; p < level->edge_start[e + 1]; p++)
            level->edge[start[level->pin[p]]++] = (int32_t)e;
    /* start[v] is now where the edges of v end */
    memmove(start + 1, start, level->n * sizeof *start);
    start[0] = 0;
    level->total = 0;
    for (size_t v = 0; v < level->n; v++)
        level->total += level->load[v];
    return CE_OK;
}

/* ---- levels ---- */

/* Adds weights and chooses their factor. weight: NULL: all 1. */
static ce_whole_scale whole_scale(const double *weight, size_t count, double sum)
{
    ce_whole_scale scale = {0};

    for (size_t i = 0; i < count && weight; i++)
        ce_whole_add(&scale, weight[i], 1);
    ce_whole_keep(&scale, sum);
    return scale;
}

static int64_t whole_weight(const double *weight, size_t i, const ce_whole_scale *scale)
{
    if (!weight)
        return 1;
    return weight[i] > 0 ? ce_whole_of(scale, weight[i], 1) : 0;
}

int ce_hyper_level_build(ce_hyper_level *level, const ce_hypergraph *graph, ce_error *err)
{
    ce_whole_scale edges = whole_scale(graph->edge_weight, graph->edges, EDGE_SUM),
                   loads = whole_scale(graph->vertex_weight, graph->n, LOAD_SUM);
    edge_list list = {0};
    int rc = alloc_level(level, graph->n, graph->edges, graph->edge_start[graph->edges], err);

    if (!rc)
        rc = edge_list_alloc(&list, level, graph->edges, err);
    for (size_t e = 0; e < graph->edges && !rc; e++) {
        int64_t weight = whole_weight(graph->edge_weight, e, &edges);
        size_t start = graph->edge_start[e];
        if (weight > 0)
            edge_list_add(&list, graph->pin + start, graph->edge_start[e + 1] - start, NULL,
                          weight);
    }
    for (size_t v = 0; v < graph->n && !rc; v++) {
        level->load[v] = whole_weight(graph->vertex_weight, v, &loads);
        level->members[v] = 1;
    }
    edge_list_free(&list);
    if (!rc)
        rc = finish(level, err);
    if (rc)
        ce_hyper_level_free(level);
    return rc;
}

int ce_hyper_level_contract(const ce_hyper_level *fine, const int32_t *map, size_t count,
                            ce_hyper_level *coarse, ce_error *err)
{
    edge_list list = {0};
    int rc = alloc_level(coarse, count, fine->edges, fine->edge_start[fine->edges], err);

    if (!rc)
        rc = edge_list_alloc(&list, coarse, fine->edges, err);
    for (size_t e = 0; e < fine->edges && !rc; e++)
        edge_list_add(&list, fine->pin + fine->edge_start[e],
                      fine->edge_start[e + 1] - fine->edge_start[e], map, fine->weight[e]);
    for (size_t v = 0; v < fine->n && !rc; v++) {
        coarse->load[map[v]] += fine->load[v];
        coarse->members[map[v]] += fine->members[v];
    }
    edge_list_free(&list);
    if (!rc) {
        coarse->scale = fine->scale;
        rc = finish(coarse, err);
    }
    if (rc)
        ce_hyper_level_free(coarse);
    return rc;
}

/* Pins of an edge on one side. */
static size_t pins_inside(const ce_hyper_level *level, size_t e, const char *side, char which)
{
    size_t inside = 0;

    for (size_t p = level->edge_start[e]; p < level->edge_start[e + 1]; p++)
        inside += side[level->pin[p]] == which;
    return inside;
}

/* Counts the edges and pins of a part, which deep in the recursion is far smaller than what it is
 * taken from. Returns the weight spent in it, which the new scale must exceed. */
static int64_t measure_part(const ce_hyper_level *from, const char *side, char which, size_t *edges,
                            size_t *pins)
{
    int64_t spent = 0;

    *edges = *pins = 0;
    for (size_t e = 0; e < from->edges; e++) {
        size_t inside = pins_inside(from, e, side, which);
        if (inside < 2)
            continue;
        *edges += 1;
        *pins += inside;
        spent += from->weight[e] % from->scale;
        if (inside < from->edge_start[e + 1] - from->edge_start[e])
            spent += from->weight[e] / from->scale;
    }
    return spent;
}

int ce_hyper_level_part(const ce_hyper_level *from, const char *side, char which,
                        ce_hyper_level *part, int32_t *name, ce_error *err)
{
    int32_t *map = ce_alloc(from->n, sizeof *map, err);
    size_t n = 0, edges, pins;
    int64_t scale = measure_part(from, side, which, &edges, &pins) + 1;
    edge_list list = {0};
    int rc = map ? CE_OK : CE_ENOMEM;

    for (size_t v = 0; v < from->n && !rc; v++) {
        map[v] = side[v] == which ? (int32_t)n : -1;
        if (side[v] == which)
            name[n++] = (int32_t)v;
    }
    if (!rc)
        rc = alloc_level(part, n, edges, pins, err);
    if (!rc)
        rc = edge_list_alloc(&list, part, edges, err);
    for (size_t e = 0; e < from->edges && !rc; e++) {
        size_t all = from->edge_start[e + 1] - from->edge_start[e],
               inside = pins_inside(from, e, side, which);
        int64_t live = from->weight[e] / from->scale, spent = from->weight[e] % from->scale;
        if (inside >= 2)
            edge_list_add(&list, from->pin + from->edge_start[e], all, map,
                          inside < all ? live + spent : live * scale + spent);
    }
    for (size_t v = 0; v < n && !rc; v++) {
        part->load[v] = from->load[name[v]];
        part->members[v] = from->members[name[v]];
    }
    free(map);
    edge_list_free(&list);
    if (!rc) {
        part->scale = scale;
        rc = finish(part, err);
    }
    if (rc)
        ce_hyper_level_free(part);
    return rc;
}
