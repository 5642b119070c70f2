/*
 * dune.h: Dune merges clusters within base clusterings while that makes the base clusterings agree
 * more [bezieux2024].
 *
 * One step: of all pairs of clusters of one base clustering, the pair whose merger raises the mean
 * agreement of all pairs of base clusterings most is merged. It ends when no merger raises it.
 *
 * Agreement is the adjusted Rand index, or the mutual information divided by the mean of the two
 * entropies. An object without a label in either of two base clusterings does not count for these
 * two; two without any object in common do not count in the mean. Gains that differ by less than
 * 1e-12 are equal, and the first is taken: base clusterings in their order, then pairs of clusters
 * (0,1), (0,2), ..., (1,2), ...
 */
#ifndef CE_SCORE_DUNE_H
#define CE_SCORE_DUNE_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"

typedef enum { CE_DUNE_ARI, CE_DUNE_NMI } ce_dune_measure;
/* In the order of the enum; for option rows. */
#define CE_DUNE_MEASURES "ari|nmi"

/* Cluster `from` of a base clustering becomes a part of cluster `into` < from. */
typedef struct {
    size_t clustering;
    int32_t into, from;
    double gain;      /* of the mean agreement */
    double agreement; /* the mean after this merger */
} ce_dune_merger;

/* Set to zero before use. */
typedef struct {
    double agreement;       /* the mean before the first merger; NaN: no two share an object */
    ce_dune_merger *merger; /* owned: count, in their order */
    size_t count, capacity;
} ce_dune_path;

/* Where to stop; whichever comes first. */
typedef struct {
    double share;    /* after the first merger with so much of the whole gain; 1: never */
    double clusters; /* when there are at most so many clusters in the mean; 0: never */
    size_t mergers;  /* after so many */
} ce_dune_stop;

/*
 * All mergers, or with stop->share 1, where no later merger matters, those up to the stop. size: n
 * whole numbers > 0, the objects of each row (microclusters), or NULL (all 1). apart: for each base
 * clustering the cluster that is never merged, or CE_MISSING. With c clusters in each of m base
 * clusterings: O(n m^2 + c^3 m^2) before the first step, a step O(c^2 m^2 / 8); memory 24 c^2 m^2
 * bytes. 0, CE_ENOMEM, or CE_EINPUT: one base clustering only, sizes that sum to more than 2^53.
 * The path is empty after a failure.
 */
int ce_dune(const ce_labels *labels, const double *size, ce_dune_measure measure,
            const int32_t *apart, const ce_dune_stop *stop, ce_dune_path *path, ce_error *err);

/* How many mergers of the path to make. apart as above: these do not count as clusters. */
size_t ce_dune_steps(const ce_dune_path *path, const ce_labels *labels, const int32_t *apart,
                     const ce_dune_stop *stop);

void ce_dune_path_free(ce_dune_path *path);

#endif
