/*
 * coloring.h: clusters as the colors of a threshold graph (doc/readings.md, gcons2010).
 *
 * [gcons2010] Elghazel, Benabdeslem and Hamdi, ESANN 2010. [welsh1967] Welsh and Powell, Computer
 * Journal 10(1), 1967. Rows whose dissimilarity is above theta are adjacent. Two adjacent rows
 * never have the same color, so every cluster has a diameter of at most theta.
 *
 * Dissimilarities are doubles. If they are whole multiples of a common fraction, as counts of base
 * clusterings are, they are given as these whole numbers. Their sums are then exact, and no
 * rounding breaks a tie.
 */
#ifndef CE_PARTITION_COLORING_H
#define CE_PARTITION_COLORING_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"

/* How far a row is from a color. Rows are compared for one color at a time, so the sum that a mean
 * is made of serves as well as the mean. */
typedef enum {
    CE_COLOR_MEAN, /* the mean over the objects in it */
    CE_COLOR_ROWS, /* the mean over its rows */
    CE_COLOR_SUM,  /* the sum over all pairs of objects, one in the row and one in the color */
    CE_COLOR_MAX
} ce_color_distance;
/* In the order of the enum; for option rows. */
#define CE_COLOR_DISTANCE_NAMES "mean|rows|sum|max"

enum { CE_DISSIMILARITY_ROWS = 4 };

/*
 * Where dissimilarities come from (coloring_labels.h; coloring_matrix.c).
 *
 * 1. view opens the rows in another order: row order[p] stands at place p (order NULL: as they
 *    are). The view lives as long as state and order. *scratch: bytes that rows needs to work.
 * 2. rows computes dissimilarities, 0 or more. at: count <= CE_DISSIMILARITY_ROWS places. out: for
 *    each of them the dissimilarities to the places first .. last - 1, so (last - first) numbers,
 *    one place after the other. The number for a place and itself may be anything. Several threads
 *    call it, each with its own scratch.
 * 3. view_free closes the view.
 */
typedef struct {
    size_t n;
    const double *size; /* objects a row, > 0; or NULL: 1 each */
    const void *state;
    int (*view)(const void *state, const int32_t *order, void **view, size_t *scratch,
                ce_error *err);
    void (*view_free)(void *view);
    void (*rows)(const void *view, void *scratch, const int32_t *at, size_t count, size_t first,
                 size_t last, double *out);
} ce_dissimilarities;

/*
 * Colors the rows, largest degree first, with the rule of homogeneity. Two rows are adjacent where
 * their dissimilarity is above theta. Degrees are those of the whole graph. Until all rows have a
 * color:
 *
 * 1. v is the first uncolored row by degree (ties: the lowest row).
 * 2. c is the lowest color without a neighbour of v. If there is none, v gets a new color.
 * 3. Otherwise the candidates for c are the uncolored rows of v's degree without a neighbour in c.
 *    The one that is nearest to c gets it (ties: the lowest).
 *
 * labels: n, colors 0 .. *k - 1 in the order in which they were made. degree: of each row, from
 * ce_threshold_degrees; NULL: counted here. Returns 0 or CE_ENOMEM; after a failure labels say
 * nothing and *k is 0. O(n^2) dissimilarities and O(n) memory. Contrived graphs cost more: where
 * more than some 60 colors take turns among many rows of one degree, sums are added up again.
 */
int ce_coloring(const ce_dissimilarities *d, double theta, ce_color_distance by,
                const int32_t *degree, int32_t *labels, int32_t *k, ce_error *err);

/* How many rows are adjacent to each, for several thresholds in one pass on all threads. degree:
 * count x n. Returns 0 or CE_ENOMEM; degree says nothing after a failure. */
int ce_threshold_degrees(const ce_dissimilarities *d, const double *theta, size_t count,
                         int32_t *degree, ce_error *err);

#endif
