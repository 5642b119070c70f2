/*
 * neighbour_map.h: the neighbours of one cluster in a graph whose vertices merge. It is a hash
 * table from each neighbour to the edges between the two. It uses open addressing; removal shifts
 * entries back, so no dead ones are left behind.
 */
#ifndef CE_PARTITION_NEIGHBOUR_MAP_H
#define CE_PARTITION_NEIGHBOUR_MAP_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"

/* Set to zero before use. Slot h is free when cluster[h] < 0. After a failure a map is as it was.
 */
typedef struct {
    size_t slots; /* a power of two */
    size_t used;
    double *edges; /* owned; one block: edges, sum, cluster */
    double *sum;   /* NULL when the map has no sums */
    int32_t *cluster;
} ce_neighbour_map;

/* Makes an empty map with room for `entries`. with_sum: whether to keep sums. Returns 0 or
 * CE_ENOMEM. */
int ce_neighbour_map_init(ce_neighbour_map *map, size_t entries, int with_sum, ce_error *err);
void ce_neighbour_map_free(ce_neighbour_map *map);

/* Bytes that such a map takes. */
size_t ce_neighbour_map_bytes(size_t entries, int with_sum);

/* Adds to the entry of a cluster, and makes it if it is new. Returns 0 or CE_ENOMEM. */
int ce_neighbour_map_add(ce_neighbour_map *map, int32_t cluster, double edges, double sum,
                         ce_error *err);

/* Takes an entry out. *edges and *sum (may be NULL): what it held. Returns 1 when there was one,
 * else 0. */
int ce_neighbour_map_take(ce_neighbour_map *map, int32_t cluster, double *edges, double *sum);

/* Rebuilds a map that has become much too wide, so that walking over its slots stays cheap. Returns
 * 0 or CE_ENOMEM. */
int ce_neighbour_map_tidy(ce_neighbour_map *map, ce_error *err);

#endif
