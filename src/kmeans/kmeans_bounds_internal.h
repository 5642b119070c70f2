/*
 * kmeans_bounds_internal.h: bounds of distances of rows to centres, and how they rule centres out.
 * For kmeans_bounds.c and kmeans_assign.c.
 *
 * Bounds are distances times run->scale. Let t be the sum of all moves of a centre so far. A
 * distance x that was found when the sum was t0 is now between x - (t - t0) and x + (t - t0). Upper
 * bounds are stored as x - t0, lower ones as x + t0.
 */
#ifndef CE_KMEANS_KMEANS_BOUNDS_INTERNAL_H
#define CE_KMEANS_KMEANS_BOUNDS_INTERNAL_H

#include "kmeans/kmeans_internal.h"

/*
 * Room for rounding.
 *   CE_DOUBLE_ROOM  relative, for distances in double, whose error is near d / 8 * 2^-53
 *   CE_FLOAT_ROOM   relative, for floats
 *   CE_FLOAT_LEAST  absolute, in units of the largest distance: small floats lose digits
 *   CE_LEAST        absolute, in units of the data: squares can underflow
 */
#define CE_DOUBLE_ROOM 1e-9
#define CE_FLOAT_ROOM  1e-6
#define CE_FLOAT_LEAST 1e-30
#define CE_LEAST       1e-150

/* What one thread needs while it works on a row. */
typedef struct {
    double *distance;       /* k, rounded up to whole vectors: squared */
    double *first, *second; /* groups: the two least squared distances of each */
    int32_t *which;         /* groups: the centre of `first` */
    int32_t *open;          /* groups: those not ruled out */
} ce_kmeans_scratch;

static inline size_t ce_kmeans_rounded(size_t count, size_t to)
{
    return (count + to - 1) / to * to;
}

static inline size_t ce_kmeans_scratch_size(const ce_kmeans_run *run)
{
    size_t bytes = (ce_kmeans_rounded(run->k, CE_OCTET) + 2 * run->groups) * sizeof(double) +
                   2 * run->groups * sizeof(int32_t);

    return (bytes + 127) / 64 * 64; /* threads do not share a cache line */
}

static inline ce_kmeans_scratch ce_kmeans_scratch_of(const ce_kmeans_run *run, int thread)
{
    double *at =
        (double *)(void *)((char *)run->scratch + (size_t)thread * ce_kmeans_scratch_size(run));
    ce_kmeans_scratch s = {.distance = at, .first = at + ce_kmeans_rounded(run->k, CE_OCTET)};

    s.second = s.first + run->groups;
    s.which = (int32_t *)(void *)(s.second + run->groups);
    s.open = s.which + run->groups;
    return s;
}

/* A lower bound as it is stored. squared: a squared distance; INFINITY where there is no centre. */
static inline __attribute__((always_inline)) float ce_kmeans_lower_bound(double squared,
                                                                         double scale,
                                                                         float travel_down)
{
    return (float)(sqrt(squared) * (scale * (1 - CE_FLOAT_ROOM)) +
                   travel_down * (1 - CE_FLOAT_ROOM));
}

/* least = min(least, now), float by float. */
static inline __attribute__((always_inline)) void ce_kmeans_lessen(ce_octet *least,
                                                                   const ce_octet *now)
{
    ce_octet_masks less = *now < *least;

    *least = (ce_octet)((less & (ce_octet_masks)*now) | (~less & (ce_octet_masks)*least));
}

static inline __attribute__((always_inline)) float ce_kmeans_smallest(const ce_octet *floats)
{
    float lane[CE_OCTET];

    memcpy(lane, floats, sizeof lane);
    for (int step = CE_OCTET / 2; step; step /= 2)
        for (int l = 0; l < step; l++)
            lane[l] = lane[l + step] < lane[l] ? lane[l + step] : lane[l];
    return lane[0];
}

/* The numbers of all lanes, joined by "or". */
static inline __attribute__((always_inline)) uint32_t ce_kmeans_any_of(const ce_octet_masks *bits)
{
    uint64_t part[CE_OCTET / 2];

    memcpy(part, bits, sizeof part);
    part[0] |= part[1] | part[2] | part[3];
    return (uint32_t)(part[0] | part[0] >> 32);
}

/* Bit l in lane l. */
#define CE_LANE_BITS ((ce_octet_masks){1, 2, 4, 8, 16, 32, 64, 128})

/* Bit l is set where mask[l] is. */
static inline __attribute__((always_inline)) uint32_t ce_kmeans_mask_bits(
    const ce_octet_masks *mask)
{
    ce_octet_masks bits = *mask & CE_LANE_BITS;

    return ce_kmeans_any_of(&bits);
}

/* *open: which of the groups g .. g + 7 may hold a centre as near as `upper`. *now: their
 * bounds. */
static inline __attribute__((always_inline)) void ce_kmeans_open_mask(const ce_kmeans_run *run,
                                                                      const float *bound,
                                                                      const float *half, size_t g,
                                                                      float upper, ce_octet *now,
                                                                      ce_octet_masks *open)
{
    *now = *(const ce_octet *)(bound + g) - *(const ce_octet *)(run->group_travel_up + g);
    *open = ~(*now > upper);
    if (half)
        *open &= ~(*(const ce_octet *)(half + g) > upper);
}

static inline __attribute__((always_inline)) double ce_kmeans_least_bound(const ce_kmeans_run *run,
                                                                          const float *bound)
{
    ce_octet least, now;
    ce_octet_masks open;

    ce_kmeans_open_mask(run, bound, NULL, 0, 0, &least, &open);
    for (size_t g = CE_OCTET; g < run->width; g += CE_OCTET) {
        ce_kmeans_open_mask(run, bound, NULL, g, 0, &now, &open);
        ce_kmeans_lessen(&least, &now);
    }
    return ce_kmeans_smallest(&least);
}

static inline __attribute__((always_inline)) double ce_kmeans_upper_bound(const ce_kmeans_run *run,
                                                                          double squared)
{
    return sqrt(squared) * run->scale * (1 + CE_DOUBLE_ROOM);
}

/* An upper bound that can be compared with bounds in floats. */
static inline __attribute__((always_inline)) float ce_kmeans_float_upper(const ce_kmeans_run *run,
                                                                         double upper)
{
    return (float)((upper + run->slack) * (1 + CE_FLOAT_ROOM));
}

static inline __attribute__((always_inline)) const float *ce_kmeans_half_of(
    const ce_kmeans_run *run, int32_t own)
{
    return run->half ? run->half + (size_t)own * run->width : NULL;
}

/* The cell of a point; one outside the grid has the cell next to it. place: its coordinates, or
 * NULL. */
static inline __attribute__((always_inline)) size_t ce_kmeans_grid_cell(const ce_kmeans_grid *g,
                                                                        const double *point,
                                                                        size_t d, int64_t *place)
{
    size_t cell = 0;

    for (size_t s = d; s-- > 0;) {
        double at = (point[s] - g->low[s]) * g->per[s], last = (double)(g->cells[s] - 1);
        int64_t whole = (int64_t)(at > 0 ? at < last ? at : last : 0);
        cell = cell * g->cells[s] + (size_t)whole;
        if (place)
            place[s] = whole;
    }
    return cell;
}

/* A row nearer to its own centre than this (scaled) has no nearer one. */
static inline __attribute__((always_inline)) double ce_kmeans_safe_distance(
    const ce_kmeans_run *run, size_t r)
{
    double lower = run->lower[r] - run->most_travel, near = run->near[run->label[r]];

    return (lower > near ? lower : near) - run->slack;
}

#endif
