/*
 * cluster_jaccard.h: how well the clusters of two partitions find each other, cluster by cluster.
 *
 * [hennig2007] Hennig, Computational Statistics and Data Analysis 52, 2007 (doc/readings.md,
 * hennig2007): a cluster is as stable as the most similar cluster of the other partition is, by the
 * Jaccard index of the two sets, |A and B| / |A or B|. He calls clusters stable from .75 on, and
 * those below .6 no clusters to trust.
 */
#ifndef CE_SCORE_CLUSTER_JACCARD_H
#define CE_SCORE_CLUSTER_JACCARD_H

#include "score/contingency.h"

#define CE_CLUSTER_JACCARD_STABLE 0.75

/* Digits with which a value below that is not rounded up to it: 2, or more where it is close. */
int ce_cluster_jaccard_digits(double value);

/* The mean over the clusters of the first partition and the mean over those of the second, added
 * and halved; in [0,1], and 1 only for identical partitions. Clusters count alike, whatever their
 * size, so single objects that are split off count as much as all others together would. NaN of 0
 * objects. O(rows + columns + cells). 0, or CE_ENOMEM with *mean untouched. */
int ce_cluster_jaccard(const ce_contingency *table, double *mean, ce_error *err);

#endif
