/*
 * coloring.h: clusters as the colours of a threshold graph (card S5).
 *
 * [gcons2010] Elghazel, Benabdeslem and Hamdi. [welsh1967] Welsh and Powell, Computer Journal 10(1), 1967. Rows whose dissimilarity is above theta are
 * adjacent; no two adjacent ones get one colour, so every cluster has a diameter of at most theta.
 */
#ifndef CE_PARTITION_COLORING_H
#define CE_PARTITION_COLORING_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"
#include "core/similarity.h"

/* How far a row is from a colour. */
typedef enum { CE_COLOR_MEAN /* over the objects in it */, CE_COLOR_ROWS /* over its rows */, CE_COLOR_SUM, CE_COLOR_MAX } ce_color_distance;

/*
 * What rows are coloured by: whole numbers 0 .. most, so that no rounding decides. row i: distance(state, i, out) writes the n numbers of row i
 * (out[i] is not looked at); called from several threads.
 */
typedef struct {
    size_t n;
    int32_t most;
    void (*row)(const void *state, size_t i, int32_t *out);
    const void *state;
    const double *size; /* objects a row, or NULL */
} ce_dissimilarities;

/*
 * Largest first with the rule of homogeneity: the first uncoloured row v by degree (fixed, ties: the lowest row); c the lowest colour
 * without a neighbour of v; of the uncoloured rows of v's degree without a neighbour in c, that nearest to c gets it (ties: the lowest);
 * a new colour takes v itself. An edge where the dissimilarity is above theta. labels: n, colours 0 .. *k - 1. Memory O(n colours) and no n x n matrix; O(n^2 + n colours) rows' entries. 0, CE_ENOMEM.
 */
int ce_coloring(const ce_dissimilarities *d, int32_t theta, ce_color_distance by, int32_t *labels, int32_t *k, ce_error *err);

/* The same for a matrix of similarities (dissimilarity 1 - s) or, with is_distance, of dissimilarities; dense, or sparse with absent entries 0. */
int ce_coloring_matrix(const ce_similarity *matrix, int is_distance, const double *size, double theta, ce_color_distance by,
                       ce_partition *partition, ce_error *err);

#endif
