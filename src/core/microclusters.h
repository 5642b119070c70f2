/*
 * microclusters.h: objects that agree in every base clustering are one microcluster
 * ([ptgp2016] Definition 1; the composite vertex of [gcons2010]).
 *
 * A missing label is a value of its own here. Methods that see only labels run on microclusters
 * with their sizes as weights, so that their cost follows the number of microclusters and not of
 * objects.
 */
#ifndef CE_CORE_MICROCLUSTERS_H
#define CE_CORE_MICROCLUSTERS_H

#include "core/error.h"
#include "core/labels.h"

typedef struct {
    size_t n;         /* objects */
    size_t count;     /* microclusters */
    ce_labels
        rows; /* count x m: the distinct rows, in order of first appearance; k as in the ensemble */
    double *size;     /* count: objects in each, > 0 (whole numbers below 2^53) */
    int32_t *of;      /* n: object -> microcluster */
} ce_microclusters;

/* Groups the n rows of an ensemble. weight: n sizes > 0 when the rows are themselves microclusters,
 * or NULL (all 1). O(n m) time, O(n) extra memory. 0 or CE_ENOMEM. Zero-initialise micro before. */
int ce_microclusters_build(ce_microclusters *micro, const ce_labels *ensemble, const double *weight,
                           ce_error *err);

/* Every object its own microcluster: for methods that must see objects. */
int ce_microclusters_trivial(ce_microclusters *micro, const ce_labels *ensemble,
                             const double *weight, ce_error *err);

void ce_microclusters_free(ce_microclusters *micro);

/* A partition of microclusters to one of objects (renumbered by first appearance). 0 or CE_ENOMEM.
 */
int ce_microclusters_expand(const ce_microclusters *micro, const ce_partition *small,
                            ce_partition *objects, ce_error *err);

#endif
