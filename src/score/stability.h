/*
 * stability.h: which k, and how much to trust it: numbers about the co-association (consensus) matrix of base clusterings (card M12).
 *
 * [monti2003] Monti, Tamayo, Mesirov and Golub, Machine Learning 52, 2003. [senbabaoglu2014] Senbabaoglu, Michailidis and Li, Scientific
 * Reports 4, 2014. A pair's consensus is the share of the base clusterings that label both in which they are together; pairs that none
 * labels both are left out everywhere.
 */
#ifndef CE_SCORE_STABILITY_H
#define CE_SCORE_STABILITY_H

#include <stddef.h>

#include "core/error.h"
#include "core/labels.h"
#include "core/microclusters.h"

/* The distribution of the consensus of pairs i < j. Zero-initialise before use. */
typedef struct {
    size_t count;
    double *value;   /* owned; ascending, those that occur */
    double *pairs;   /* owned; how many pairs have it */
    double total;    /* pairs with a value */
    double left_out; /* pairs without */
} ce_consensus_distribution;

/* ce_pair_counts_compute, no n x n matrix. */
int ce_consensus_distribution_compute(ce_consensus_distribution *distribution, const ce_microclusters *micro, ce_error *err);
void ce_consensus_distribution_free(ce_consensus_distribution *distribution);

/* F(x): the share of pairs whose consensus is at most x. */
double ce_consensus_cdf(const ce_consensus_distribution *distribution, double x);

/* PAC [senbabaoglu2014]: the share of pairs with low < consensus < high, both strictly. NaN without pairs. */
double ce_pac(const ce_consensus_distribution *distribution, double low, double high);

/* Area below F over [0, 1] [monti2003 sec. 3.3.1]: the integral, = 1 - the mean consensus. */
double ce_consensus_area(const ce_consensus_distribution *distribution);

/*
 * For a partition of the objects [monti2003 eq. 3, 4]. cluster[c]: mean consensus of pairs inside cluster c (NaN for one object); own[i],
 * next[i]: mean consensus of object i with the others of its cluster, and with those of the other cluster where it is largest;
 * nearest[i]: that cluster, -1 for none. Any of them NULL: not wanted. From the label counts of each cluster, without a matrix, where no
 * label is missing: O(n m k). 0, CE_ENOMEM.
 */
int ce_consensus_of_clusters(const ce_labels *labels, const double *size, const ce_partition *partition, double *cluster, double *own, double *next,
                             int32_t *nearest, ce_error *err);

#endif
