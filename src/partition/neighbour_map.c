#include "partition/neighbour_map.h"

#include <stdlib.h>

#include "core/memory.h"

enum { LEAST_SLOTS = 4, TOO_WIDE = 16 };

/* A map is at most three quarters full. */
static size_t slots_for(size_t entries)
{
    size_t slots = LEAST_SLOTS;

    while (slots / 4 * 3 < entries)
        slots *= 2;
    return slots;
}

static size_t slot_bytes(int with_sum)
{
    return sizeof(int32_t) + (with_sum ? 2 : 1) * sizeof(double);
}

size_t ce_neighbour_map_bytes(size_t entries, int with_sum)
{
    return slots_for(entries) * slot_bytes(with_sum);
}

int ce_neighbour_map_init(ce_neighbour_map *map, size_t entries, int with_sum, ce_error *err)
{
    size_t slots = slots_for(entries);
    double *block = malloc(slots * slot_bytes(with_sum));

    if (!block)
        return ce_fail(err, CE_ENOMEM, "out of memory: a cluster with %zu neighbours", entries);
    map->slots = slots;
    map->used = 0;
    map->edges = block;
    map->sum = with_sum ? block + slots : NULL;
    map->cluster = (int32_t *)(void *)(block + (with_sum ? 2 : 1) * slots);
    for (size_t h = 0; h < slots; h++)
        map->cluster[h] = -1;
    return CE_OK;
}

void ce_neighbour_map_free(ce_neighbour_map *map)
{
    free(map->edges);
    *map = (ce_neighbour_map){0};
}

static size_t home(const ce_neighbour_map *map, int32_t cluster)
{
    return (size_t)(((uint64_t)(uint32_t)cluster * UINT64_C(0x9e3779b97f4a7c15)) >> 32) &
           (map->slots - 1);
}

/* The slot of this cluster, or the free one where it would go. */
static size_t slot_of(const ce_neighbour_map *map, int32_t cluster)
{
    size_t h = home(map, cluster);

    while (map->cluster[h] >= 0 && map->cluster[h] != cluster)
        h = (h + 1) & (map->slots - 1);
    return h;
}

static int rebuild(ce_neighbour_map *map, size_t entries, ce_error *err)
{
    ce_neighbour_map other = {0};
    int rc = ce_neighbour_map_init(&other, entries, map->sum != NULL, err);

    if (rc)
        return rc;
    for (size_t h = 0; h < map->slots; h++)
        if (map->cluster[h] >= 0) {
            size_t to = slot_of(&other, map->cluster[h]);
            other.cluster[to] = map->cluster[h];
            other.edges[to] = map->edges[h];
            if (map->sum)
                other.sum[to] = map->sum[h];
        }
    other.used = map->used;
    ce_neighbour_map_free(map);
    *map = other;
    return CE_OK;
}

int ce_neighbour_map_add(ce_neighbour_map *map, int32_t cluster, double edges, double sum,
                         ce_error *err)
{
    size_t h = slot_of(map, cluster);

    if (map->cluster[h] < 0) {
        if (map->used >= map->slots / 4 * 3) {
            int rc = rebuild(map, map->used + 1, err);
            if (rc)
                return rc;
            h = slot_of(map, cluster);
        }
        map->cluster[h] = cluster;
        map->edges[h] = 0;
        if (map->sum)
            map->sum[h] = 0;
        map->used++;
    }
    map->edges[h] += edges;
    if (map->sum)
        map->sum[h] += sum;
    return CE_OK;
}

int ce_neighbour_map_take(ce_neighbour_map *map, int32_t cluster, double *edges, double *sum)
{
    size_t mask = map->slots - 1, gap = slot_of(map, cluster);

    if (map->cluster[gap] < 0)
        return 0;
    if (edges)
        *edges = map->edges[gap];
    if (sum)
        *sum = map->sum ? map->sum[gap] : 0;
    map->used--;
    for (size_t h = (gap + 1) & mask; map->cluster[h] >= 0; h = (h + 1) & mask) {
        /* An entry may move back into the gap unless its home lies behind the gap. */
        if (((h - home(map, map->cluster[h])) & mask) < ((h - gap) & mask))
            continue;
        map->cluster[gap] = map->cluster[h];
        map->edges[gap] = map->edges[h];
        if (map->sum)
            map->sum[gap] = map->sum[h];
        gap = h;
    }
    map->cluster[gap] = -1;
    return 1;
}

int ce_neighbour_map_tidy(ce_neighbour_map *map, ce_error *err)
{
    return map->slots > LEAST_SLOTS && map->used < map->slots / TOO_WIDE
               ? rebuild(map, map->used, err)
               : CE_OK;
}
