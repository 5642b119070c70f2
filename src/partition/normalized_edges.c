#include "partition/normalized_edges.h"

#include <math.h>
#include <stdlib.h>

#include "partition/normalized_edges_internal.h"

/* ---- normalized edges [hne2007 eq. 3] ---- */

static double power(const ce_hne_powers *p, double n)
{
    return n < (double)p->count && n == (double)(size_t)n ? p->power[(size_t)n]
                                                          : pow(n, p->exponent);
}

/* The smaller size is taken first, so a and b may be exchanged without a change of a bit. */
static double normalized_edges(const ce_hne_powers *p, double edges, double a, double b)
{
    double low = a < b ? a : b, high = a < b ? b : a;

    return edges / (power(p, a + b) - power(p, low) - power(p, high));
}

static int compare_goodness(ce_hne_goodness a, ce_hne_goodness b)
{
    if (a.ne != b.ne)
        return a.ne < b.ne ? -1 : 1;
    return (a.mean > b.mean) - (a.mean < b.mean);
}

/* How good the pair of a cluster and its neighbour in slot h of its map is. */
static ce_hne_goodness goodness_of(const ce_hne_state *st, const ce_hne_cluster *c, size_t h)
{
    double a = c->size, b = st->at[c->map.cluster[h]].size;

    return (ce_hne_goodness){normalized_edges(&st->powers, c->map.edges[h], a, b),
                             st->by_mean ? c->map.sum[h] / (a * b) : 0};
}

/* ---- the heap ---- */

static int before(const ce_hne_cluster *a, const ce_hne_cluster *b)
{
    int order = compare_goodness(a->best, b->best);

    return order ? order > 0 : a->name < b->name;
}

/* Moves the slot to its place in the heap after its best or its name has changed. */
static void sift(ce_hne_state *st, int32_t slot)
{
    const ce_hne_cluster *c = &st->at[slot];
    size_t at = (size_t)c->place, child;

    while (at > 0 && before(c, &st->at[st->heap[(at - 1) / 2]])) {
        st->heap[at] = st->heap[(at - 1) / 2];
        st->at[st->heap[at]].place = (int32_t)at;
        at = (at - 1) / 2;
    }
    while ((child = 2 * at + 1) < st->heaped) {
        if (child + 1 < st->heaped &&
            before(&st->at[st->heap[child + 1]], &st->at[st->heap[child]]))
            child++;
        if (!before(&st->at[st->heap[child]], c))
            break;
        st->heap[at] = st->heap[child];
        st->at[st->heap[at]].place = (int32_t)at;
        at = child;
    }
    st->heap[at] = slot;
    st->at[slot].place = (int32_t)at;
}

static void heap_put(ce_hne_state *st, int32_t slot)
{
    if (st->at[slot].place < 0) {
        st->at[slot].place = (int32_t)st->heaped;
        st->heap[st->heaped++] = slot;
    }
    sift(st, slot);
}

static void heap_remove(ce_hne_state *st, int32_t slot)
{
    int32_t last, at = st->at[slot].place;

    if (at < 0)
        return;
    st->at[slot].place = -1;
    last = st->heap[--st->heaped];
    if (last == slot)
        return;
    st->heap[at] = last;
    st->at[last].place = at;
    sift(st, last);
}

/* ---- the best pair of a slot ---- */

/* The larger name of a pair that a slot makes with its neighbour x. */
static int32_t other_name(const ce_hne_state *st, int32_t slot, int32_t x)
{
    const ce_hne_cluster *c = &st->at[slot];

    if (x != slot)
        return st->at[x].name;
    return c->single > 1 ? st->member[c->next + 1] : INT32_MAX;
}

/* Looks through all neighbours of a slot for its best pair. */
static int settle(ce_hne_state *st, int32_t slot, ce_error *err)
{
    ce_hne_cluster *c = &st->at[slot];
    ce_neighbour_map *map = &c->map;
    int rc = ce_neighbour_map_tidy(map, err);

    if (rc)
        return rc;
    c->partner = -1;
    c->stale = 0;
    for (size_t h = 0; h < map->slots; h++) {
        int32_t x = map->cluster[h];
        ce_hne_goodness g;
        int order;
        if (x < 0 || st->at[x].name < c->name || !(map->edges[h] > 0))
            continue;
        g = goodness_of(st, c, h);
        order = c->partner < 0 ? 1 : compare_goodness(g, c->best);
        if (order > 0 ||
            (order == 0 && other_name(st, slot, x) < other_name(st, slot, c->partner))) {
            c->best = g;
            c->partner = x;
        }
    }
    if (c->partner < 0)
        heap_remove(st, slot);
    else
        heap_put(st, slot);
    return CE_OK;
}

/* Slot x has a pair with slot `other` of larger name, as good as `now`. */
static void offer_pair(ce_hne_state *st, int32_t x, int32_t other, int was_partner,
                       ce_hne_goodness now)
{
    ce_hne_cluster *c = &st->at[x];
    int order = compare_goodness(now, c->best);

    if (order > 0) {
        c->best = now;
        c->partner = other;
        c->stale = 0;
        sift(st, x);
    } else if (order == 0 && (was_partner || other_name(st, x, c->partner) > st->at[other].name)) {
        /* A stale bound that is met stays stale, because others may meet it too. */
        c->partner = other;
    } else if (order < 0 && was_partner) {
        c->stale = 1;
    }
}

/* Updates the best pair of a neighbour x of the merged cluster. now: how good the pair of the two
 * is. gone: the slot that was emptied, or the merged one. */
static void update_neighbour(ce_hne_state *st, int32_t x, int32_t merged, int32_t gone,
                             ce_hne_goodness now, int has_edge)
{
    ce_hne_cluster *c = &st->at[x];
    int was_partner = c->partner == merged || c->partner == gone;

    if (c->place < 0)
        return;
    if (c->name < st->at[merged].name && has_edge)
        offer_pair(st, x, merged, was_partner, now);
    else if (was_partner)
        c->stale = 1;
}

static void update_neighbours(ce_hne_state *st, int32_t merged, int32_t gone)
{
    const ce_hne_cluster *c = &st->at[merged];

    for (size_t h = 0; h < c->map.slots; h++)
        if (c->map.cluster[h] >= 0 && c->map.cluster[h] != merged)
            update_neighbour(st, c->map.cluster[h], merged, gone, goodness_of(st, c, h),
                             c->map.edges[h] > 0);
}

/* ---- single objects that share a slot ---- */

/* The smallest object has left the slot. The pairs that it makes with names between the old one
 * and the new one are now those of the others. */
static void shrink(ce_hne_state *st, int32_t slot)
{
    ce_hne_cluster *c = &st->at[slot];
    int32_t old = c->name;

    c->next++;
    c->single--;
    c->name = c->node = st->member[c->next];
    if (c->single == 1)
        ce_neighbour_map_take(&c->map, slot, NULL, NULL);
    c->stale = 1;
    if (c->place >= 0)
        sift(st, slot);
    for (size_t h = 0; h < c->map.slots; h++) {
        int32_t x = c->map.cluster[h];
        ce_hne_cluster *other = x < 0 ? NULL : &st->at[x];
        if (!other || x == slot || other->name > c->name)
            continue;
        if (other->name < old) {
            /* of equally good pairs another one may be the first now */
            other->stale |= other->partner == slot;
        } else if (!(c->map.edges[h] > 0)) {
            continue;
        } else if (other->place < 0) {
            other->best = goodness_of(st, c, h);
            other->partner = slot;
            other->stale = 0;
            heap_put(st, x);
        } else {
            offer_pair(st, x, slot, 0, goodness_of(st, c, h));
        }
    }
}

/* Takes the smallest object of a slot out into a slot of its own, *alone. */
static int detach(ce_hne_state *st, int32_t slot, int32_t *alone, ce_error *err)
{
    const ce_neighbour_map *from;
    ce_neighbour_map *to;
    double own = 0, own_sum = 0;
    int rc = ce_hne_slot_take(st, alone, err);

    if (rc)
        return rc;
    from = &st->at[slot].map;
    to = &st->at[*alone].map;
    st->at[*alone].name = st->at[*alone].node = st->at[slot].name;
    rc = ce_neighbour_map_init(to, from->used + 1, st->by_mean, err);
    for (size_t h = 0; h < from->slots && !rc; h++) {
        int32_t x = from->cluster[h];
        double sum = from->sum ? from->sum[h] : 0;
        if (x < 0)
            continue;
        rc = ce_neighbour_map_add(to, x, from->edges[h], sum, err);
        if (x == slot) {
            own = from->edges[h];
            own_sum = sum;
        } else if (!rc) {
            rc = ce_neighbour_map_add(&st->at[x].map, *alone, from->edges[h], sum, err);
        }
    }
    if (!rc && own > 0)
        rc = ce_neighbour_map_add(&st->at[slot].map, *alone, own, own_sum, err);
    if (!rc)
        shrink(st, slot);
    return rc;
}

/* Gives slot `kept` the edges of the smallest object of a slot with several. */
static int add_edges(ce_hne_state *st, int32_t kept, int32_t slot, ce_error *err)
{
    const ce_neighbour_map *from = &st->at[slot].map;
    double own = 0, own_sum = 0;
    int rc = CE_OK;

    for (size_t h = 0; h < from->slots && !rc; h++) {
        int32_t x = from->cluster[h];
        double sum = from->sum ? from->sum[h] : 0;
        if (x == slot) {
            own = from->edges[h];
            own_sum = sum;
        }
        if (x < 0 || x == kept || x == slot)
            continue;
        rc = ce_neighbour_map_add(&st->at[x].map, kept, from->edges[h], sum, err);
        if (!rc)
            rc = ce_neighbour_map_add(&st->at[kept].map, x, from->edges[h], sum, err);
    }
    if (!rc && own > 0)
        rc = ce_neighbour_map_add(&st->at[slot].map, kept, own, own_sum, err);
    if (!rc && own > 0)
        rc = ce_neighbour_map_add(&st->at[kept].map, slot, own, own_sum, err);
    return rc;
}

/* ---- agglomeration ---- */

/* Moves the neighbours of slot `gone` to slot `kept`. */
static int move_edges(ce_hne_state *st, int32_t kept, int32_t gone, ce_error *err)
{
    ce_neighbour_map *from = &st->at[gone].map;
    int rc = CE_OK;

    for (size_t h = 0; h < from->slots && !rc; h++) {
        int32_t x = from->cluster[h];
        double sum = from->sum ? from->sum[h] : 0;
        if (x < 0 || x == kept)
            continue;
        ce_neighbour_map_take(&st->at[x].map, gone, NULL, NULL);
        rc = ce_neighbour_map_add(&st->at[x].map, kept, from->edges[h], sum, err);
        if (!rc)
            rc = ce_neighbour_map_add(&st->at[kept].map, x, from->edges[h], sum, err);
    }
    ce_neighbour_map_take(&st->at[kept].map, gone, NULL, NULL);
    ce_neighbour_map_free(from);
    return rc;
}

/* Merges slot a, a cluster, with slot b, a cluster or the smallest of several single objects. */
static int merge(ce_hne_state *st, int32_t a, int32_t b, ce_dendrogram *tree, ce_error *err)
{
    int is_shared = st->at[b].single > 1;
    int32_t kept = is_shared || st->at[a].map.used >= st->at[b].map.used ? a : b,
            gone = kept == a ? b : a;
    int32_t p = st->at[a].node, q = st->at[b].node, name = st->at[b].name;
    double size = st->at[a].size + st->at[b].size;
    size_t t = tree->merges++;
    int rc;

    tree->merge[t] = (ce_merge){p < q ? p : q, p < q ? q : p, (double)t + 1, size};
    heap_remove(st, a);
    if (!is_shared)
        heap_remove(st, b);
    if (st->at[a].name < name)
        name = st->at[a].name;
    rc = is_shared ? add_edges(st, kept, gone, err) : move_edges(st, kept, gone, err);
    if (rc)
        return rc;
    st->at[kept].node = (int32_t)(tree->n + t);
    st->at[kept].size = size;
    st->at[kept].name = name;
    if (is_shared)
        shrink(st, gone);
    else
        ce_hne_slot_give(st, gone);
    update_neighbours(st, kept, is_shared ? kept : gone);
    return settle(st, kept, err);
}

/* Merges the best pair, that of slot `top`. */
static int merge_best(ce_hne_state *st, int32_t top, ce_dendrogram *tree, ce_error *err)
{
    int32_t a = top, b = st->at[top].partner;
    int rc = CE_OK;

    if (st->at[a].single > 1 && st->at[b].single == 1) {
        a = b;
        b = top;
    } else if (st->at[a].single > 1) {
        rc = detach(st, top, &a, err);
    }
    return rc ? rc : merge(st, a, b, tree, err);
}

int ce_hne_tree(const ce_threshold_graph *graph, const ce_similarity *s, const double *size,
                const ce_microclusters *micro, const ce_hne_options *options, ce_dendrogram *tree,
                ce_error *err)
{
    ce_hne_state st = {0};
    size_t n = micro ? micro->n : graph->n;
    int rc = CE_OK;

    if (!(options->theta >= 0 && options->theta < 1))
        rc = ce_fail(err, CE_EARG, "theta %g: at least 0 and below 1 expected", options->theta);
    if (!rc)
        rc = ce_dendrogram_alloc(tree, n, err);
    if (!rc)
        rc = ce_hne_state_init(&st, graph, s, size, micro, options, err);
    ce_progress_report(options->progress, 0, n);
    for (size_t i = 0; i < graph->n && !rc; i++)
        rc = settle(&st, (int32_t)i, err);
    while (!rc && st.heaped > 0) {
        int32_t top = st.heap[0];
        if (st.at[top].stale) {
            rc = settle(&st, top, err);
            continue;
        }
        rc = merge_best(&st, top, tree, err);
        ce_progress_report(options->progress, tree->merges, n);
    }
    ce_hne_state_free(&st);
    if (rc)
        ce_dendrogram_free(tree);
    return rc;
}
