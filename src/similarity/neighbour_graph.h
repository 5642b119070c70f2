/*
 * neighbour_graph.h: the graph of nearest neighbours of the rows of a data table. Spectral methods
 * begin with it [wsce2015 Alg. 2]. After a failure the matrix can only be freed.
 */
#ifndef CE_SIMILARITY_NEIGHBOUR_GRAPH_H
#define CE_SIMILARITY_NEIGHBOUR_GRAPH_H

#include <stddef.h>

#include "core/error.h"
#include "core/matrix.h"
#include "core/similarity.h"

/*
 * distance: sparse, without a diagonal. d is the Euclidean distance. A pair has an entry d_ij if
 * one of the two is among the t nearest other rows of the other (ties: the lowest). t = 0: 10; t
 * above n - 1 is n - 1. Equal rows are neighbours at distance 0: such an entry is stored.
 *
 * A value that is NaN is missing. The distance is then over the s features that both rows have, d^2
 * = (m / s) sum (x_is - x_js)^2. Rows that share no feature are no neighbours, and a row may have
 * none at all.
 *
 * Exact: distances computed in doubles from differences decide. O(n^2 m) on all threads, O(n t)
 * memory besides a copy of the data. 0, CE_ENOMEM, CE_EINPUT (a distance that overflows).
 */
int ce_neighbour_graph(const ce_matrix *x, size_t t, ce_similarity *distance, ce_error *err);

/* All pairs, dense: for small n and for the printed formulas. 0, CE_ENOMEM (asked for before it is
 * taken), CE_EINPUT (as above, and two rows that share no feature). */
int ce_distance_graph(const ce_matrix *x, ce_similarity *distance, ce_error *err);

/* exp(-d^2 / (2 sigma^2)). With sigma 0 it is exp(-d^2 / (2 s_i s_j)); where s_i s_j = 0 it is 1
 * for d = 0, else 0. */
double ce_gaussian_affinity(double distance, double sigma, double si, double sj);

/* How distances become affinities. */
typedef enum {
    /* ce_gaussian_affinity, s_i the mean of the entries of row i that are above 0. */
    CE_AFFINITY_GAUSSIAN,
    CE_AFFINITY_PRINTED /* exp(-d / sigma^2) as [wsce2015 eq. 17] prints it; sigma > 0 */
} ce_affinity_kernel;
/* In the order of the enum; for option rows. */
#define CE_AFFINITY_KERNEL_NAMES "gaussian|printed"

/* affinity: the same pairs as distance, in (0, 1]; 0 where it underflows. O(entries). 0, CE_ENOMEM,
 * CE_EARG. */
int ce_affinity_of_distances(const ce_similarity *distance, ce_affinity_kernel kernel, double sigma,
                             ce_similarity *affinity, ce_error *err);

#endif
