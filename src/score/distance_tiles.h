/*
 * distance_tiles.h: the distances between all objects, a tile at a time, for indices that need
 * every pair and cannot keep them.
 *
 * A tile has the distances of CE_DISTANCE_LANES targets to at most CE_DISTANCE_ROWS objects in
 * order. They come from the rows of a data table or from a matrix:
 *
 *   data        Euclidean distances. With missing values: the square root of the sum of squares
 *               over the features that both objects have, times d / (how many these are). NaN when
 *               they share none.
 *   distances   the entries of the matrix
 *   similarity  1 - entry; an entry that a sparse matrix leaves out is 0
 *
 * The distance of an object to itself is 0. A distance does not depend on the tile that it is in.
 */
#ifndef CE_SCORE_DISTANCE_TILES_H
#define CE_SCORE_DISTANCE_TILES_H

#include <stddef.h>

#include "core/error.h"
#include "core/matrix.h"
#include "core/similarity.h"

enum { CE_DISTANCE_LANES = 16, CE_DISTANCE_ROWS = 128 };

/* Set to zero before use. It borrows the data or the matrix that it is of. */
typedef struct {
    size_t n, d;
    const double *values; /* n x d, 0 where a value is missing; NULL: of a matrix */
    double *filled;       /* owned: such values; NULL: the data are complete */
    double *present;      /* owned: n x d, 1 or 0; NULL: the data are complete */
    const ce_similarity *matrix;
    int is_distance; /* what the matrix holds */
} ce_distances;

/* NaN is a missing value, all others are finite. O(n d); two more tables of n x d where values are
 * missing. 0, CE_ENOMEM, or CE_EINPUT (distances that would overflow). Empty after a failure. */
int ce_distances_of_data(ce_distances *distances, const ce_matrix *data, ce_error *err);

/* What a matrix holds: distances; similarities from -1 to 1, such as correlations; or shares of
 * base clusterings, from 0 to 1. */
typedef enum { CE_MATRIX_DISTANCES, CE_MATRIX_SIMILARITIES, CE_MATRIX_SHARES } ce_matrix_kind;

/* 0, or CE_EINPUT: an entry outside this range, or negative (distances); a diagonal of zeros in
 * similarities, or one that is not 0 in distances, where n > 1. A sparse matrix may leave its
 * diagonal out. */
int ce_distances_of_matrix(ce_distances *distances, const ce_similarity *matrix,
                           ce_matrix_kind kind, ce_error *err);

void ce_distances_free(ce_distances *distances);

/* The doubles that a thread works in. */
size_t ce_distances_work(const ce_distances *distances);

/* Prepares tiles of these targets: CE_DISTANCE_LANES objects. work: ce_distances_work, kept for
 * ce_distances_tile. */
void ce_distances_begin(const ce_distances *distances, const size_t *target, double *work);

/* Distances to objects first .. first + count - 1. tile: count x CE_DISTANCE_LANES, row-major: that
 * between object first + r and target l is tile[r * CE_DISTANCE_LANES + l]. O(count d). */
void ce_distances_tile(const ce_distances *distances, const size_t *target, const double *work,
                       size_t first, size_t count, double *tile);

/* Adds the same distances to sum, CE_DISTANCE_LANES numbers, in the order of the objects: the bits
 * of adding the rows of tiles. Only for complete data. */
void ce_distances_add(const ce_distances *distances, const double *work, size_t first, size_t count,
                      double *sum);

#endif
