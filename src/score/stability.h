/*
 * stability.h: which k, and how much to trust it: numbers about the co-association (consensus)
 * matrix of base clusterings.
 *
 * [monti2003] Monti, Tamayo, Mesirov and Golub, Machine Learning 52, 2003. [senbabaoglu2014]
 * Senbabaoglu, Michailidis and Li, Scientific Reports 4, 2014 (doc/readings.md, senbabaoglu2014). A
 * pair's consensus is the share of the base clusterings that label both in which they are together.
 * Pairs that no base clustering labels are left out everywhere.
 */
#ifndef CE_SCORE_STABILITY_H
#define CE_SCORE_STABILITY_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"
#include "core/progress.h"
#include "score/pair_counts.h"

/* The distribution of the consensus of pairs i < j. Set to zero before use. Each value is the
 * quotient of two whole numbers, so .1 is 1/10 to the last bit. */
typedef struct {
    size_t count;
    double *value;   /* owned: those that occur, ascending */
    double *pairs;   /* owned: how many pairs have it */
    double total;    /* pairs with a value */
    double left_out; /* pairs without */
} ce_consensus_distribution;

/* From the counts of all pairs (ce_pair_counts_compute) or of some (ce_pair_counts_sample). No n x
 * n matrix is built. O(bins log bins). 0, or CE_ENOMEM with an empty distribution. */
int ce_consensus_distribution_build(ce_consensus_distribution *distribution,
                                    const ce_pair_counts *counts, ce_error *err);

/* That of all pairs of the objects of these labels, or with `sample` of so many random pairs, which
 * the seed draws. size: objects in each row, or NULL. progress: or NULL. The cost is that of
 * pair_counts.h. 0 or a failure, with an empty distribution. */
int ce_consensus_distribution_of_labels(const ce_labels *labels, const double *size, size_t sample,
                                        uint64_t seed, const ce_progress *progress,
                                        ce_consensus_distribution *distribution, ce_error *err);
void ce_consensus_distribution_free(ce_consensus_distribution *distribution);

/* F(x): the share of pairs whose consensus is at most x. This and the next four are NaN without
 * pairs. */
double ce_consensus_cdf(const ce_consensus_distribution *distribution, double x);

/* PAC [senbabaoglu2014]: the share of pairs with low < consensus < high, both strictly: F(high-) -
 * F(low). */
double ce_pac(const ce_consensus_distribution *distribution, double low, double high);

/* The same with pairs of consensus `high` itself: F(high) - F(low), as scripts in R and M3C have it
 * [john2020]. */
double ce_pac_half_open(const ce_consensus_distribution *distribution, double low, double high);

/* The entropy of the consensus [john2020]: - sum over the pairs of x ln x + (1 - x) ln(1 - x), in
 * nats, 0 ln 0 = 0. It grows with the number of pairs. */
double ce_consensus_entropy(const ce_consensus_distribution *distribution);

/* Area below F over [0, 1] [monti2003 sec. 3.3.1]: the integral of the step function, 1 - the mean
 * consensus. The printed sum takes F at the right end of each step. It is larger by the sum of (x_i
 * - x_(i-1)) (F(x_i) - F(x_(i-1))), which falls with the number of values. */
double ce_consensus_area(const ce_consensus_distribution *distribution);

/* Delta [monti2003 sec. 3.3.1]: the share by which the area grows from one k (before) to the next.
 * That of k = 2 is its area. If the first k is another, `before` is NaN there, and so is delta. NaN
 * also where before is 0. */
double ce_consensus_delta(int k, double before, double area);

/*
 * The consensus of a partition's clusters and objects [monti2003 eq. 3, 4]. Each array is owned;
 * NULL: not asked for. Set to zero before use.
 *
 *   size[c]           objects of cluster c
 *   cluster[c]        mean consensus of the pairs inside it; NaN without a pair
 *   own[i]            mean consensus of an object of row i with the others of its cluster
 *   next[i]           the same with the objects of the other cluster where it is largest
 *   nearest[i]        that cluster (ties: the lowest), -1 for none
 *   every[i * k + c]  mean consensus of an object of row i with the others of cluster c
 *
 * own, next and every are NaN where nothing is known.
 */
typedef struct {
    double *size, *cluster, *own, *next, *every;
    int32_t *nearest;
} ce_trust;

/* What is asked for, as a sum of these. */
enum {
    CE_TRUST_CLUSTERS = 1, /* size, cluster */
    CE_TRUST_OBJECTS = 2,  /* own, next, nearest */
    CE_TRUST_EVERY = 4     /* every */
};

void ce_trust_free(ce_trust *trust);

/*
 * what: a sum of the above. In the partition the label CE_MISSING means: in no cluster. size:
 * objects in each row, or NULL. Where no label is missing the sums come from the label counts of
 * each cluster, O(n m k) at worst; else from all pairs, O(n^2 m). On all threads, without a matrix.
 * 0, CE_ENOMEM, CE_EINPUT (ce_sizes_check); trust is empty after a failure.
 */
int ce_trust_find(ce_trust *trust, const ce_labels *labels, const double *size,
                  const ce_partition *partition, unsigned what, ce_error *err);

#endif
