#include "partition/normalized_edges.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "partition/linkage/fractions.h"
#include "partition/neighbour_map.h"

/* ---- normalized edges [hne2007 eq. 3] ---- */

enum { POWERS = 1 << 20 };

typedef struct {
    double exponent; /* 1 + f(theta) */
    double *power;   /* owned: n^exponent for n < count */
    size_t count;
} powers;

static int powers_init(powers *p, double theta, double objects, ce_error *err)
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

static double power(const powers *p, double n)
{
    return n < (double)p->count && n == (double)(size_t)n ? p->power[(size_t)n]
                                                          : pow(n, p->exponent);
}

/* The smaller size is taken first, so a and b may be exchanged without a change of a bit. */
static double normalized_edges(const powers *p, double edges, double a, double b)
{
    double low = a < b ? a : b, high = a < b ? b : a;

    return edges / (power(p, a + b) - power(p, low) - power(p, high));
}

/* ---- agglomeration ---- */

/* How good a pair is; larger is better. */
typedef struct {
    double ne;   /* normalized edges */
    double mean; /* mean similarity; 0 unless it breaks ties */
} goodness;

static int compare_goodness(goodness a, goodness b)
{
    if (a.ne != b.ne)
        return a.ne < b.ne ? -1 : 1;
    return (a.mean > b.mean) - (a.mean < b.mean);
}

/*
 * A cluster has a slot, and its name is its smallest member. When two merge, the one with fewer
 * neighbours moves into the slot of the other, so an edge moves O(log n) times.
 *
 * best[c] is an upper bound of the goodness of the best pair that c makes with a cluster of larger
 * name. Unless stale[c] it is exact, and partner[c] is the slot of that cluster. A heap holds the
 * slots that have such a pair, by (best, smallest name). When its top is exact, that is the pair to
 * merge, by the tie rule.
 */
typedef struct {
    size_t n;
    powers powers;
    int by_mean;
    ce_neighbour_map *map; /* n */
    double *size;          /* n */
    int32_t *name;         /* n */
    int32_t *node;         /* n: number in the tree */
    goodness *best;        /* n */
    int32_t *partner;      /* n */
    unsigned char *stale;  /* n */
    int32_t *heap;         /* slots */
    int32_t *place;        /* n: place in the heap, -1: not in it */
    size_t heaped;
} state;

static void state_free(state *st)
{
    for (size_t i = 0; st->map && i < st->n; i++)
        ce_neighbour_map_free(&st->map[i]);
    free(st->map);
    free(st->powers.power);
    free(st->size);
    free(st->name);
    free(st->node);
    free(st->best);
    free(st->partner);
    free(st->stale);
    free(st->heap);
    free(st->place);
}

static int state_alloc(state *st, size_t n, const double *size, const ce_hne_options *options,
                       ce_error *err)
{
    double objects = 0;

    st->n = n;
    st->by_mean = options->tie == CE_TIE_MEANSIM;
    st->map = ce_calloc(n, sizeof *st->map, err);
    st->size = ce_alloc(n, sizeof *st->size, err);
    st->name = ce_alloc(n, sizeof *st->name, err);
    st->node = ce_alloc(n, sizeof *st->node, err);
    st->best = ce_alloc(n, sizeof *st->best, err);
    st->partner = ce_alloc(n, sizeof *st->partner, err);
    st->stale = ce_calloc(n, 1, err);
    st->heap = ce_alloc(n, sizeof *st->heap, err);
    st->place = ce_alloc(n, sizeof *st->place, err);
    if (!st->map || !st->size || !st->name || !st->node || !st->best || !st->partner ||
        !st->stale || !st->heap || !st->place)
        return CE_ENOMEM;
    for (size_t i = 0; i < n; i++) {
        st->size[i] = size ? size[i] : 1;
        if (!(st->size[i] > 0 && st->size[i] < INFINITY))
            return ce_fail(err, CE_EINPUT, "row %zu stands for %g objects, more than 0 expected",
                           i + 1, st->size[i]);
        objects += st->size[i];
        st->name[i] = st->node[i] = (int32_t)i;
        st->place[i] = -1;
    }
    return powers_init(&st->powers, options->theta, objects, err);
}

/* The mean similarity needs the sums over all pairs, with or without an edge. So every entry that
 * is not 0 becomes a neighbour, perhaps with 0 edges. */
static int add_sums(state *st, const ce_similarity *s, ce_error *err)
{
    size_t q = ce_common_denominator(s, CE_DENOMINATOR_LIMIT);
    int rc = CE_OK;

    for (size_t i = 0; i < st->n; i++)
        for (size_t e = s->row_start ? s->row_start[i] : 0;
             e < (s->row_start ? s->row_start[i + 1] : st->n) && !rc; e++) {
            size_t j = s->row_start ? (size_t)s->column[e] : e;
            double value = s->row_start ? s->values[e] : ce_similarity_dense_get(s, i, j);
            if (j == i || value == 0)
                continue;
            value = q ? rint(value * (double)q) : value;
            rc = ce_neighbour_map_add(&st->map[i], (int32_t)j, 0,
                                      value * (st->size[i] * st->size[j]), err);
        }
    return rc;
}

/* The most neighbours that row i can start with. */
static size_t row_entries(const state *st, const ce_threshold_graph *graph, const ce_similarity *s,
                          size_t i)
{
    if (!st->by_mean)
        return graph->row_start[i + 1] - graph->row_start[i];
    return s->row_start ? s->row_start[i + 1] - s->row_start[i] : st->n;
}

static int fill_maps(state *st, const ce_threshold_graph *graph, const ce_similarity *s,
                     ce_error *err)
{
    size_t bytes = 0;
    int rc;

    for (size_t i = 0; i < st->n; i++)
        bytes += ce_neighbour_map_bytes(row_entries(st, graph, s, i), st->by_mean);
    rc = ce_memory_check(bytes, 1, 1, "the clusters' edges",
                         "a larger " CE_OPT("theta") ", or microclusters", err);
    for (size_t i = 0; i < st->n && !rc; i++) {
        rc = ce_neighbour_map_init(&st->map[i], row_entries(st, graph, s, i), st->by_mean, err);
        for (size_t e = graph->row_start[i]; e < graph->row_start[i + 1] && !rc; e++) {
            int32_t j = graph->neighbour[e];
            rc = ce_neighbour_map_add(&st->map[i], j, st->size[i] * st->size[j], 0, err);
        }
    }
    if (!rc && st->by_mean)
        rc = add_sums(st, s, err);
    return rc;
}

static goodness goodness_of(const state *st, double a, double b, double edges, double sum)
{
    return (goodness){normalized_edges(&st->powers, edges, a, b), st->by_mean ? sum / (a * b) : 0};
}

static int before(const state *st, int32_t a, int32_t b)
{
    int order = compare_goodness(st->best[a], st->best[b]);

    return order ? order > 0 : st->name[a] < st->name[b];
}

/* Moves the slot to its place in the heap after its best has changed. */
static void sift(state *st, int32_t slot)
{
    size_t at = (size_t)st->place[slot], child;

    while (at > 0 && before(st, slot, st->heap[(at - 1) / 2])) {
        st->heap[at] = st->heap[(at - 1) / 2];
        st->place[st->heap[at]] = (int32_t)at;
        at = (at - 1) / 2;
    }
    while ((child = 2 * at + 1) < st->heaped) {
        if (child + 1 < st->heaped && before(st, st->heap[child + 1], st->heap[child]))
            child++;
        if (!before(st, st->heap[child], slot))
            break;
        st->heap[at] = st->heap[child];
        st->place[st->heap[at]] = (int32_t)at;
        at = child;
    }
    st->heap[at] = slot;
    st->place[slot] = (int32_t)at;
}

static void heap_put(state *st, int32_t slot)
{
    if (st->place[slot] < 0) {
        st->place[slot] = (int32_t)st->heaped;
        st->heap[st->heaped++] = slot;
    }
    sift(st, slot);
}

static void heap_remove(state *st, int32_t slot)
{
    int32_t last, at = st->place[slot];

    if (at < 0)
        return;
    st->place[slot] = -1;
    last = st->heap[--st->heaped];
    if (last == slot)
        return;
    st->heap[at] = last;
    st->place[last] = at;
    sift(st, last);
}

/* Looks through all neighbours of a slot for its best pair. */
static int settle(state *st, int32_t slot, ce_error *err)
{
    ce_neighbour_map *map = &st->map[slot];
    int rc = ce_neighbour_map_tidy(map, err);

    if (rc)
        return rc;
    st->partner[slot] = -1;
    st->stale[slot] = 0;
    for (size_t h = 0; h < map->slots; h++) {
        int32_t x = map->cluster[h], partner = st->partner[slot];
        goodness g;
        int order;
        if (x < 0 || st->name[x] < st->name[slot] || !(map->edges[h] > 0))
            continue;
        g = goodness_of(st, st->size[slot], st->size[x], map->edges[h], map->sum ? map->sum[h] : 0);
        order = partner < 0 ? 1 : compare_goodness(g, st->best[slot]);
        if (order > 0 || (order == 0 && st->name[x] < st->name[partner])) {
            st->best[slot] = g;
            st->partner[slot] = x;
        }
    }
    if (st->partner[slot] < 0)
        heap_remove(st, slot);
    else
        heap_put(st, slot);
    return CE_OK;
}

/* Updates the best pair of a neighbour x of the merged cluster. now: how good the pair of the two
 * is. gone: the slot that was emptied. */
static void update_neighbour(state *st, int32_t x, int32_t merged, int32_t gone, goodness now,
                             int has_edge)
{
    int was_partner = st->partner[x] == merged || st->partner[x] == gone;
    int order;

    if (st->place[x] < 0)
        return;
    if (st->name[x] > st->name[merged] || !has_edge) {
        if (was_partner)
            st->stale[x] = 1;
        return;
    }
    order = compare_goodness(now, st->best[x]);
    if (order > 0) {
        st->best[x] = now;
        st->partner[x] = merged;
        st->stale[x] = 0;
        sift(st, x);
    } else if (order == 0 && (was_partner || st->name[st->partner[x]] > st->name[merged])) {
        /* A stale bound that is met stays stale, because others may meet it too. */
        st->partner[x] = merged;
    } else if (order < 0 && was_partner) {
        st->stale[x] = 1;
    }
}

/* Moves the neighbours of slot `gone` to slot `kept`. */
static int move_edges(state *st, int32_t kept, int32_t gone, ce_error *err)
{
    ce_neighbour_map *from = &st->map[gone];
    int rc = CE_OK;

    for (size_t h = 0; h < from->slots && !rc; h++) {
        int32_t x = from->cluster[h];
        double sum = from->sum ? from->sum[h] : 0;
        if (x < 0 || x == kept)
            continue;
        ce_neighbour_map_take(&st->map[x], gone, NULL, NULL);
        rc = ce_neighbour_map_add(&st->map[x], kept, from->edges[h], sum, err);
        if (!rc)
            rc = ce_neighbour_map_add(&st->map[kept], x, from->edges[h], sum, err);
    }
    ce_neighbour_map_take(&st->map[kept], gone, NULL, NULL);
    ce_neighbour_map_free(from);
    return rc;
}

static int merge_slots(state *st, int32_t a, int32_t b, ce_dendrogram *tree, ce_error *err)
{
    int32_t kept = st->map[a].used >= st->map[b].used ? a : b, gone = kept == a ? b : a;
    int32_t p = st->node[a], q = st->node[b];
    double size = st->size[a] + st->size[b];
    size_t t = tree->merges++;
    ce_neighbour_map *map = &st->map[kept];
    int rc;

    tree->merge[t] = (ce_merge){p < q ? p : q, p < q ? q : p, (double)t + 1, size};
    heap_remove(st, a);
    heap_remove(st, b);
    rc = move_edges(st, kept, gone, err);
    if (rc)
        return rc;
    st->node[kept] = (int32_t)(tree->n + t);
    st->size[kept] = size;
    st->name[kept] = st->name[a] < st->name[b] ? st->name[a] : st->name[b];
    for (size_t h = 0; h < map->slots; h++)
        if (map->cluster[h] >= 0) {
            int32_t x = map->cluster[h];
            goodness now =
                goodness_of(st, st->size[x], size, map->edges[h], map->sum ? map->sum[h] : 0);
            update_neighbour(st, x, kept, gone, now, map->edges[h] > 0);
        }
    return settle(st, kept, err);
}

int ce_hne_tree(const ce_threshold_graph *graph, const ce_similarity *s, const double *size,
                const ce_hne_options *options, ce_dendrogram *tree, ce_error *err)
{
    state st = {0};
    int rc = CE_OK;

    if (!(options->theta >= 0 && options->theta < 1))
        rc = ce_fail(err, CE_EARG, "theta %g: at least 0 and below 1 expected", options->theta);
    if (!rc)
        rc = ce_dendrogram_alloc(tree, graph->n, err);
    if (!rc)
        rc = state_alloc(&st, graph->n, size, options, err);
    if (!rc)
        rc = fill_maps(&st, graph, s, err);
    for (size_t i = 0; i < st.n && !rc; i++)
        rc = settle(&st, (int32_t)i, err);
    while (!rc && st.heaped > 0) {
        int32_t top = st.heap[0];
        rc = st.stale[top] ? settle(&st, top, err)
                           : merge_slots(&st, top, st.partner[top], tree, err);
    }
    state_free(&st);
    if (rc)
        ce_dendrogram_free(tree);
    return rc;
}
