/*
 * kmeans_sums.h: the sums behind the centres of k-means. For the files of the k-means engine.
 *
 * Sums are exact. The bits that terms can have are cut into bins of some 26; what a term has in a
 * bin is a double, and so is the sum of these, without rounding [Demmel and Nguyen 2015, "Parallel
 * reproducible summation"]. So centres depend on the rows of their clusters only, not on earlier
 * ones, on the order of sums, or on what one process adds up.
 */
#ifndef CE_KMEANS_KMEANS_SUMS_H
#define CE_KMEANS_KMEANS_SUMS_H

#include "core/exact_sum.h"
#include "kmeans/kmeans_internal.h"

/* Set to zero before use. The functions below take the run whose rows are summed; its k and stride
 * stay the same. */
typedef struct {
    size_t bins;
    double *round;            /* owned; bins - 1: adding and subtracting it rounds to the bin */
    double *bin;              /* owned; bins x k x stride: the total of the bins is the weighted
                               * row sum */
    double *mass, *mass_rest; /* owned; k: weight; rest: where weights are no whole numbers */
    int32_t *rows;            /* owned; k: distinct rows */
    unsigned char *stale;     /* owned; k: the cluster has changed since its mean was taken last */
    int whole;                /* weights are whole numbers */
    ce_exact_sums one;        /* one sum, with room for all bits */
} ce_kmeans_sums;

/* 0, or CE_ENOMEM, and sums can then only be freed. */
int ce_kmeans_sums_alloc(ce_kmeans_sums *sums, const ce_kmeans_run *run, ce_error *err);
void ce_kmeans_sums_free(ce_kmeans_sums *sums);
/* No rows: every sum is 0. */
void ce_kmeans_sums_reset(ce_kmeans_sums *sums, const ce_kmeans_run *run);

/* Brings the sums up to the last assignment (changes, changed, from, settled of the run). The
 * result does not depend on threads. O(changes d). */
void ce_kmeans_sums_update(ce_kmeans_sums *sums, const ce_kmeans_run *run);

/* Moves one row from a cluster to another. */
void ce_kmeans_sums_move_row(ce_kmeans_sums *sums, const ce_kmeans_run *run, size_t r, int32_t from,
                             int32_t to);

/* The mean of cluster j, which has rows: d values, rounded to the nearest double (with weights that
 * are no whole numbers, but in the rarest cases). */
void ce_kmeans_sums_mean(ce_kmeans_sums *sums, const ce_kmeans_run *run, size_t j, double *centre);

/* Adds the sum of feature s of cluster j to a sum. 0 or CE_ENOMEM. */
int ce_kmeans_sums_give(const ce_kmeans_sums *sums, const ce_kmeans_run *run, size_t j, size_t s,
                        ce_exact_sums *to, size_t i, ce_error *err);

#endif
