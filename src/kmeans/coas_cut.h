/*
 * coas.h: k-means on the rows of a co-association matrix, which is taken as a data table: an object
 * is described by how often it goes with each other (card S10; Kuncheva, Hadjitodorov and Todorova
 * 2006 [wce2008 section 4.1]).
 */
#ifndef CE_PARTITION_COAS_H
#define CE_PARTITION_COAS_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"
#include "core/matrix.h"
#include "core/row_source.h"

/*
 * Data whose rows have the same distances to each other as the rows of T = X X^T over all objects:
 * so k-means sees no difference, and T, with a row and a column an object, is never built. z is
 * allocated here. |T_i - T_j|^2 = (x_i - x_j)^T G (x_i - x_j), G = sum_l size_l x_l x_l^T, so z = X
 * Q L^1/2 of the eigenvectors of G whose eigenvalues are not 0; or with no more rows than clusters
 * T itself, each column times the root of the objects behind it. O(rows columns rank + columns^3)
 * time, O(rows rank + columns^2) memory. 0, CE_ENOMEM, CE_ENUM.
 */
int ce_coas_data(const ce_row_source *source, ce_matrix *z, ce_error *err);

/* k-means on these data, from random objects; the best of `restarts` runs (0: 10). partition: a
 * label for each row. 0, CE_ENOMEM, CE_EARG, CE_ENUM. */
int ce_coas_cut(const ce_row_source *source, size_t k, size_t restarts, uint64_t seed,
                ce_partition *partition, ce_error *err);

#endif
