/*
 * membership.h: an ensemble of soft clusterings: for each object, how likely each cluster of each
 * base clustering is.
 */
#ifndef CE_CORE_MEMBERSHIP_H
#define CE_CORE_MEMBERSHIP_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"

/*
 * P(cluster | object), row-major: clusters start[q] .. start[q+1]-1 of base clustering q side by
 * side, so that object i has in clustering q the values at values[i * columns + start[q]]. Each in
 * [0, 1], and k[q] of them sum to 1 (within CE_MEMBERSHIP_SLACK); or all are NaN, where the
 * clustering says nothing of the object. Hard labels are the 0/1 case. Single precision: the table
 * of a million objects is then half as large, and 0, 1 and a hard label lose nothing. n <=
 * INT32_MAX. Zero-initialise before use.
 */
typedef struct {
    size_t n, m, columns; /* columns = start[m] = sum of k */
    float *values;        /* owned; n x columns */
    int32_t *k;           /* owned; m */
    size_t *start;        /* owned; m + 1 */
} ce_membership;

#define CE_MEMBERSHIP_SLACK 1e-4

/* Room for n objects and m clusterings of k[q] clusters, uninitialised values. After asking whether
 * it fits (ce_memory_check). 0, CE_ENOMEM, CE_EARG (n, a k below 1). */
int ce_membership_alloc(ce_membership *membership, size_t n, size_t m, const int32_t *k,
                        ce_error *err);
void ce_membership_free(ce_membership *membership);

static inline float *ce_membership_of(const ce_membership *membership, size_t i, size_t q)
{
    return membership->values + i * membership->columns + membership->start[q];
}

/* Each object to its most likely cluster (ties: the lowest), CE_MISSING where the clustering says
 * nothing. number: `columns` values or NULL: the number that each cluster got in labels, which are
 * numbered by first appearance, or CE_MISSING for one that is nobody's. labels are allocated here.
 */
int ce_membership_harden(const ce_membership *membership, ce_labels *labels, int32_t *number,
                         ce_error *err);

/*
 * The distances of one object to k clusters as probabilities [wce2008 eq. 3.1]:
 *   p_l = (D - d_l + 1) / (k D + k - sum_l d_l), D = max_l d_l.
 * distance: k values >= 0, finite. The + 1 makes p depend on the scale of the data, as printed.
 */
void ce_membership_of_distances(const double *distance, size_t k, float *p);

#endif
