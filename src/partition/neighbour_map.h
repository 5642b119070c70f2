/*
 * neighbour_map.h: the neighbours of one cluster in a graph whose vertices merge: a hash table from
 * a cluster to what lies between the two. Open addressing; removal shifts entries back, so nothing
 * dead is left behind.
 */
#ifndef CE_PARTITION_NEIGHBOUR_MAP_H
#define CE_PARTITION_NEIGHBOUR_MAP_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"

/* Zero-initialise before use. Slot h is free when cluster[h] < 0. */
typedef struct {
    size_t slots; /* a power of two */
    size_t used;
    double *edges;    /* owned; one block: edges, sum, cluster */
    double *sum;      /* NULL when the map has no sums */
    int32_t *cluster;
} ce_neighbour_map;

/* An empty map with room for `entries`. with_sum: whether to keep sums. 0 or CE_ENOMEM. */
int ce_neighbour_map_init(ce_neighbour_map *map, size_t entries, int with_sum, ce_error *err);
void ce_neighbour_map_free(ce_neighbour_map *map);

/* Bytes that such a map takes. */
size_t ce_neighbour_map_bytes(size_t entries, int with_sum);

/* Adds to the entry of a cluster, which is made when it is new. 0 or CE_ENOMEM. */
int ce_neighbour_map_add(ce_neighbour_map *map, int32_t cluster, double edges, double sum,
                         ce_error *err);

/* Takes an entry out; *edges and *sum (may be NULL) get what it held. 1 when there was one, else 0.
 */
int ce_neighbour_map_take(ce_neighbour_map *map, int32_t cluster, double *edges, double *sum);

/* A map that has become much too wide is rebuilt, so that walking over its slots stays cheap. 0 or
 * CE_ENOMEM. */
int ce_neighbour_map_tidy(ce_neighbour_map *map, ce_error *err);

#endif
