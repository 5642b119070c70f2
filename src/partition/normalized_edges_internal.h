/*
 * normalized_edges_internal.h: the clusters of normalized_edges.h while they merge.
 *
 * A cluster has a slot, and its name is its smallest member. When two merge, the one with fewer
 * neighbours moves into the slot of the other, so an edge moves O(log n) times.
 *
 * Objects of one row have the same edges. Those of them that are single share a slot: its size is
 * 1, its edges are those of one of them, and its name is the smallest of them. Its edge to itself
 * joins two of them. The smallest leaves the slot to merge, and the slot then has the name of the
 * next. So there are never more slots than rows and clusters of several objects, and an edge is
 * held for two rows and not for their objects.
 */
#ifndef CE_PARTITION_NORMALIZED_EDGES_INTERNAL_H
#define CE_PARTITION_NORMALIZED_EDGES_INTERNAL_H

#include "partition/neighbour_map.h"
#include "partition/normalized_edges.h"

typedef struct {
    double exponent; /* 1 + f(theta) */
    double *power;   /* owned: n^exponent for n < count */
    size_t count;
} ce_hne_powers;

/* How good a pair is; larger is better. */
typedef struct {
    double ne;   /* normalized edges */
    double mean; /* mean similarity; 0 unless it breaks ties */
} ce_hne_goodness;

/*
 * best is an upper bound of the goodness of the best pair that the cluster makes with one of larger
 * name, or of a pair of its own single objects. Unless stale it is exact, and partner is the slot
 * of the other one.
 */
typedef struct {
    ce_neighbour_map map; /* slot of a neighbour -> edges to one of its clusters */
    double size;
    int32_t name, node; /* node: its number in the tree */
    int32_t single;     /* single objects that share the slot; 1: one object, or a cluster */
    int32_t next;       /* the place of the smallest of them in member; of an empty slot: the next
                           empty one */
    ce_hne_goodness best;
    int32_t partner, place; /* place: in the heap; -1: not in it */
    int stale;
} ce_hne_cluster;

typedef struct {
    ce_hne_powers powers;
    int by_mean;
    ce_hne_cluster *at; /* owned */
    size_t slots, capacity;
    int32_t empty;   /* the first empty slot; -1: none */
    int32_t *member; /* owned: the objects row by row; NULL: each row is a cluster */
    int32_t *heap;   /* owned: slots that have a pair, by (best, smallest name) */
    size_t heaped, heap_capacity;
} ce_hne_state;

/* The rows of the graph with their edges, as ce_hne_tree says. Returns 0, CE_ENOMEM or CE_EINPUT.
 * Set to zero before, and to be freed after a failure too. */
int ce_hne_state_init(ce_hne_state *st, const ce_threshold_graph *graph, const ce_similarity *s,
                      const double *size, const ce_microclusters *micro,
                      const ce_hne_options *options, ce_error *err);
void ce_hne_state_free(ce_hne_state *st);

/* A slot for one more cluster, without neighbours. Slots may move in memory. Returns 0 or
 * CE_ENOMEM. */
int ce_hne_slot_take(ce_hne_state *st, int32_t *slot, ce_error *err);

/* An empty slot that others may take. */
void ce_hne_slot_give(ce_hne_state *st, int32_t slot);

#endif
