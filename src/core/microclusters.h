/*
 * microclusters.h: objects that agree in every base clustering form one microcluster ([ptgp2016]
 * Definition 1; the composite vertex of [gcons2010]).
 *
 * A missing label counts as a value of its own. Methods that see only labels run on microclusters,
 * with their sizes as weights. Their cost then follows the number of microclusters and not of
 * objects.
 *
 * After a failure outputs are empty.
 */
#ifndef CE_CORE_MICROCLUSTERS_H
#define CE_CORE_MICROCLUSTERS_H

#include "core/error.h"
#include "core/labels.h"

/* Set to zero before use. rows has the k of the ensemble. */
typedef struct {
    size_t n;       /* objects */
    size_t count;   /* microclusters */
    ce_labels rows; /* count x m: the distinct rows, in order of first appearance */
    double *size;   /* owned; count: objects of each, > 0, whole numbers below 2^53 */
    int32_t *of;    /* owned; n: object -> microcluster */
} ce_microclusters;

/* Groups the n rows of an ensemble. weight: n sizes > 0 when the rows are microclusters themselves,
 * or NULL (all 1). O(n m) time, O(n) extra memory. 0 or CE_ENOMEM. */
int ce_microclusters_build(ce_microclusters *micro, const ce_labels *ensemble, const double *weight,
                           ce_error *err);

/* Makes every object its own microcluster, for methods that must see objects. 0 or CE_ENOMEM. */
int ce_microclusters_trivial(ce_microclusters *micro, const ce_labels *ensemble,
                             const double *weight, ce_error *err);

void ce_microclusters_free(ce_microclusters *micro);

/* The partition of the objects that a partition of the microclusters gives (ce_partition_expand). 0
 * or CE_ENOMEM. */
int ce_microclusters_expand(const ce_microclusters *micro, const ce_partition *small,
                            ce_partition *objects, ce_error *err);

#endif
