/*
 * membership.h: an ensemble of soft clusterings: how likely each cluster of each base clustering is
 * for each object.
 *
 * After a failure outputs are empty.
 */
#ifndef CE_CORE_MEMBERSHIP_H
#define CE_CORE_MEMBERSHIP_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"

/*
 * Set to zero before use. n <= INT32_MAX.
 *
 * P(cluster | object), row-major. Base clustering q has the columns start[q] .. start[q+1]-1.
 * Object i has in it the k[q] values from values[i * columns + start[q]] on. Each is in [0, 1], and
 * they sum to 1 within CE_MEMBERSHIP_SLACK. If the clustering says nothing of the object, all of
 * them are NaN. Hard labels are memberships of 0 and 1.
 *
 * Values are in single precision: a million objects then need half the memory, and 0 and 1 stay
 * exact.
 */
typedef struct {
    size_t n, m, columns; /* columns = start[m] = sum of k */
    float *values;        /* owned; n x columns */
    int32_t *k;           /* owned; m */
    size_t *start;        /* owned; m + 1 */
} ce_membership;

#define CE_MEMBERSHIP_SLACK 1e-4

/* Room for n objects and m clusterings of k[q] clusters, values uninitialised. Asks first whether
 * they fit (ce_memory_check). 0, CE_ENOMEM, or CE_EARG (too many objects, or a k[q] below 1). */
int ce_membership_alloc(ce_membership *membership, size_t n, size_t m, const int32_t *k,
                        ce_error *err);
void ce_membership_free(ce_membership *membership);

static inline float *ce_membership_of(const ce_membership *membership, size_t i, size_t q)
{
    return membership->values + i * membership->columns + membership->start[q];
}

/* Assigns each object to its most likely cluster. Ties: the lowest. The label is CE_MISSING where
 * the clustering says nothing of the object. labels are allocated here and numbered by first
 * appearance. number: `columns` values or NULL. It gets the number of each cluster in labels, or
 * CE_MISSING for a cluster that is nobody's most likely one. 0 or CE_ENOMEM. */
int ce_membership_harden(const ce_membership *membership, ce_labels *labels, int32_t *number,
                         ce_error *err);

/*
 * Turns the distances of one object to k clusters into probabilities [wce2008 eq. 3.1]:
 *   p_l = (D - d_l + 1) / (k D + k - sum_l d_l), D = max_l d_l.
 * distance: k finite values >= 0. The + 1 is printed in the paper; it makes p depend on the scale
 * of the data.
 */
void ce_membership_of_distances(const double *distance, size_t k, float *p);

#endif
