/*
 * coas_cut.h: k-means on the rows of a co-association matrix, used as a data table [Kuncheva,
 * Hadjitodorov and Todorova 2006; wce2008 section 4.1]. An object is described by how often it
 * shares a cluster with each other object. doc/readings.md, wce2008.
 */
#ifndef CE_KMEANS_COAS_CUT_H
#define CE_KMEANS_COAS_CUT_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"
#include "core/matrix.h"
#include "core/row_source.h"

/*
 * A data table z, allocated here, whose rows have the same distances as the rows of T = X X^T over
 * all objects. k-means sees no difference, and T, with a row and a column for each object, is never
 * built.
 *
 * T_i - T_j|^2 = (x_i - x_j)^T G (x_i - x_j), with G = sum_l size_l x_l x_l^T. So z = X Q L^1/2,
 * where Q and L are the eigenvectors and eigenvalues of G that are not 0. With no more rows than
 * clusters, z is T itself, with each column times the root of the number of objects behind it.
 *
 * O(rows columns rank + columns^3) time, O(rows rank + columns^2) memory. 0, CE_ENOMEM or CE_ENUM;
 * z is empty after a failure.
 */
int ce_coas_data(const ce_row_source *source, ce_matrix *z, ce_error *err);

/* k-means on these data, started from random objects; the best of `restarts` runs (0: 10).
 * partition: a label for each row, empty after a failure. 0, CE_ENOMEM, CE_EARG or CE_ENUM. */
int ce_coas_cut(const ce_row_source *source, size_t k, size_t restarts, uint64_t seed,
                ce_partition *partition, ce_error *err);

#endif
