/*
 * kmeans_sums.h: the sums behind the centres of k-means. For the files of the k-means engine.
 *
 * Each sum is a double and the errors of its additions. So taking a row out again leaves no trace
 * but some 1e-32 of its size, and centres depend on their present members only, not on earlier
 * ones.
 */
#ifndef CE_KMEANS_KMEANS_SUMS_H
#define CE_KMEANS_KMEANS_SUMS_H

#include "kmeans/kmeans_internal.h"

/* Set to zero before use. The functions below take the run whose rows are summed; its k and stride
 * stay the same. */
typedef struct {
    double *sum, *rest;       /* k x stride: their total is the weighted row sum */
    double *mass, *mass_rest; /* k: weight */
    int32_t *rows;            /* k: distinct rows */
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

/* The mean of cluster j, which has rows: d values. */
void ce_kmeans_sums_mean(const ce_kmeans_sums *sums, const ce_kmeans_run *run, size_t j,
                         double *centre);

#endif
