/*
 * kmeans_grid_internal.h: the nearest centre by way of a grid over the centres (kmeans_grid.c). For
 * kmeans_assign.c and fixed_centres.c.
 */
#ifndef CE_KMEANS_KMEANS_GRID_INTERNAL_H
#define CE_KMEANS_KMEANS_GRID_INTERNAL_H

#include "kmeans/kmeans_bounds_internal.h"

/* The two nearest centres so far. */
typedef struct {
    double one, two;
    int32_t best;
} ce_nearest_two;

/* Compares the centres at first .. last - 1 of the grid. */
static inline __attribute__((always_inline)) void ce_kmeans_grid_compare(const ce_kmeans_grid *g,
                                                                         const double *row,
                                                                         size_t d, int32_t first,
                                                                         int32_t last,
                                                                         ce_nearest_two *two)
{
    for (int32_t at = first; at < last; at++) {
        const double *centre = g->centre + (size_t)at * CE_GRID_FEATURES;
        double step[CE_GRID_FEATURES] = {0}, squared;
        int32_t j = g->number[at];

        for (size_t s = 0; s < d; s++)
            step[s] = row[s] - centre[s];
        /* as ce_squared_distance sums them */
        squared = (step[0] * step[0] + step[2] * step[2]) + step[1] * step[1];
        if (squared < two->one || (squared == two->one && j < two->best)) {
            two->two = two->one;
            two->one = squared;
            two->best = j;
        } else if (squared < two->two) {
            two->two = squared;
        }
    }
}

/* How far a row is at least from what lies outside the cells within `ring` of its own. */
static inline __attribute__((always_inline)) double ce_kmeans_grid_beyond(const ce_kmeans_grid *g,
                                                                          const double *row,
                                                                          size_t d,
                                                                          const int64_t *place,
                                                                          int64_t ring)
{
    double least = INFINITY;

    for (size_t s = 0; s < d; s++) {
        double down = row[s] - (g->low[s] + (double)(place[s] - ring) * g->side[s]),
               up = g->low[s] + (double)(place[s] + ring + 1) * g->side[s] - row[s];
        if (place[s] - ring > 0 && down < least)
            least = down;
        if (place[s] + ring + 1 < (int64_t)g->cells[s] && up < least)
            least = up;
    }
    return least;
}

/* Looks at the cells around that of the row, ring by ring, until no centre farther out can be as
 * near as *last: &two->two for the two nearest centres, &two->one for the nearest. room: what
 * coordinates may be off by rounding. */
static inline __attribute__((always_inline)) void ce_kmeans_grid_search(const ce_kmeans_grid *g,
                                                                        const double *row, size_t d,
                                                                        double room,
                                                                        const double *last,
                                                                        ce_nearest_two *two)
{
    int64_t place[CE_GRID_FEATURES] = {0}, low[CE_GRID_FEATURES], high[CE_GRID_FEATURES];

    ce_kmeans_grid_cell(g, row, d, place);
    for (int64_t ring = 1;; ring++) {
        double out;
        for (size_t s = 0; s < CE_GRID_FEATURES; s++) {
            low[s] = place[s] > ring ? place[s] - ring : 0;
            high[s] = place[s] + ring < (int64_t)g->cells[s] ? place[s] + ring
                                                             : (int64_t)g->cells[s] - 1;
        }
        for (int64_t z = low[2]; z <= high[2]; z++)
            for (int64_t y = low[1]; y <= high[1]; y++) {
                const int32_t *start =
                    g->start + (size_t)((z * (int64_t)g->cells[1] + y) * (int64_t)g->cells[0]);
                int edge = ring == 1 || z == place[2] - ring || z == place[2] + ring ||
                           y == place[1] - ring || y == place[1] + ring;

                if (edge) {
                    ce_kmeans_grid_compare(g, row, d, start[low[0]], start[high[0] + 1], two);
                    continue;
                }
                if (low[0] == place[0] - ring)
                    ce_kmeans_grid_compare(g, row, d, start[low[0]], start[low[0] + 1], two);
                if (high[0] == place[0] + ring)
                    ce_kmeans_grid_compare(g, row, d, start[high[0]], start[high[0] + 1], two);
            }
        out = ce_kmeans_grid_beyond(g, row, d, place, ring) * (1 - CE_DOUBLE_ROOM) - room;
        if (out > 0 && out * out > *last)
            break;
    }
}

#endif
