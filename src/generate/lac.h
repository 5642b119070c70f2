/*
 * lac.h: locally adaptive clustering (cards S8, G9): k-means in which every cluster weighs the
 * features by how little it spreads along them.
 *
 * [wce2008] Al-Razgan, Weighted Clustering Ensembles, dissertation, George Mason University, 2008,
 * section 2.3.3, Algorithm 1. [domeniconi2007] Domeniconi, Gunopulos, Ma, Yan, Al-Razgan,
 * Papadopoulos, Data Mining and Knowledge Discovery 14(1), 2007.
 *
 * From centroids c and weights w = 1/D (norm l2: 1/sqrt D), until no object changes its cluster:
 *   S_j  = objects whose sum_s w_js (x_s - c_js)^2 is least for j        (ties: the lowest j)
 *   X_js = mean over S_j of (c_js - x_s)^2, from the current centroid, not the mean of S_j
 *   w_js = exp(-X_js / h) / sum_s exp(-X_js / h)  [eq. 2.4]; norm l2 (the form of 2004): exp(-X_js
 * / h) / sqrt(sum_s exp(-2 X_js / h)) S_j again with these weights, c_j = mean of S_j. The least
 * X_js is taken off in the exponent, so that not all weights underflow. The end is an iteration
 * whose second assignment is that of the iteration before (and that had no empty cluster to fill).
 * The steps need not descend and can cycle, so there is a cap, and a flag for members that met it;
 * these are assigned once more, so that labels always belong to the centroids and weights returned
 * [eq. 2.1].
 *
 * With chunklets it is CLAC (card S12; [wce2008] section 6.3, Algorithm 9): in both assignments of
 * an iteration objects in no constraint go to their nearest centroid as before, and each chunklet v
 * goes as one, by chunklet_assign.h, at the cost sum_{x in v} sqrt(sum_s w_ls (x_s - c_ls)^2).
 * Objects of chunklets are not taken for empty clusters; where there are no others these stay as
 * they are. With an edge there are k clusters also where fewer rows are distinct.
 *
 * Distances decide as computed in doubles from differences, with eight partial sums
 * (weighted_distance.h). Products in single precision only spare distances that cannot decide
 * (lac_assign.c). Sums of members are exact but for some 1e-32 (lac_sums.c), so a centroid is the
 * mean to the last bit.
 */
#ifndef CE_GENERATE_LAC_H
#define CE_GENERATE_LAC_H

#include <stddef.h>
#include <stdint.h>

#include "constrain/chunklets.h"
#include "core/error.h"
#include "core/labels.h"
#include "core/matrix.h"
#include "core/membership.h"
#include "core/progress.h"

typedef enum {
    CE_LAC_SCATTERED, /* a random object, then always the object farthest from those chosen (max-min
                         Euclidean; ties: lowest) */
    CE_LAC_RANDOM,    /* k different objects, each equally likely */
    CE_LAC_GIVEN,
    CE_LAC_CHUNKLETS /* the means of chunklets (chunklet_start.h), nothing drawn; without an edge
                        between chunklets as CE_LAC_SCATTERED */
} ce_lac_init;

typedef enum { CE_LAC_L1, CE_LAC_L2 } ce_lac_norm;

typedef struct {
    size_t members;
    const int *k;          /* values >= 1 */
    size_t k_count;
    const double *inv_h;   /* 1 / h, each > 0 and finite */
    size_t inv_h_count;
    int draw; /* member q draws its k from those given, its own start, and has 1/h number q mod
               * inv_h_count; else members = k_count inv_h_count, one for each pair (k outside, 1/h
               * inside), and members of one k share one start */
    ce_lac_init init;
    const double *start;   /* k x d for CE_LAC_GIVEN */
    ce_lac_norm norm;
    int keep_empty; /* an empty cluster keeps its centroid and weights; else it takes the object
                     * with the largest weighted distance to its own centroid (of a cluster of more
                     * than one), and weights 1/D */
    size_t max_iterations; /* >= 1; the card: 200 */
    const ce_chunklets
        *chunklets; /* constraints, or NULL; one without vertices is the same as NULL: see below */
    uint64_t seed;
} ce_lac_options;

/* What is known of a member besides its labels. */
typedef struct {
    size_t asked, k;     /* k as given or drawn; clusters at the end (fewer distinct rows: fewer) */
    size_t distinct;     /* distinct rows, when fewer than asked; else asked */
    double inv_h;
    double error; /* sum_j sum_s w_js X_js of labels, centroids and weights returned [wce2008
                     eq. 2.2] */
    size_t iterations;
    int converged;
    size_t violated; /* edges between chunklets that the labels violate; 0 without constraints */
    double *centroids;   /* owned; k x d, in the order of the labels, those without objects last */
    double *weights;     /* owned; likewise */
    size_t *size;        /* owned; k */
} ce_lac_member;

/*
 * labels: n x members, allocated here. member: room for `members`, zero-initialised. Streams:
 * CE_STREAM_MEMBER, of the member with draw, of the number of its k without. Members take their
 * passes over the data together; the result does not depend on that nor on threads. 0, CE_ENOMEM,
 * CE_EARG, CE_EINPUT (a value that is NaN or beyond CE_KMEANS_LARGEST; a feature that is constant:
 * it would take all the weight). O(iterations n k d) for each member.
 */
int ce_generate_lac(const ce_matrix *x, const ce_lac_options *options, ce_labels *labels,
                    ce_lac_member *member, const ce_progress *progress, ce_error *err);
void ce_lac_members_free(ce_lac_member *member, size_t members);

/* The number of a feature that has the same value in all rows; x->columns when there is none. */
size_t ce_lac_constant_feature(const ce_matrix *x);

/* Weights of one cluster from its dispersions X_s >= 0, with inv_h = 1 / h [eq. 2.4]. weight: d;
 * may be the same array. Those of l1 sum to 1, the squares of l2 do. */
void ce_lac_weights(const double *dispersion, size_t d, double inv_h, ce_lac_norm norm,
                    double *weight);

/* P(cluster | object) of each member by the weighted distances sqrt(sum_s w_ls (x_s - c_ls)^2)
 * [wce2008 eq. 3.1]; membership is allocated here, with member[q].k clusters in the order of the
 * labels. On ce_threads() threads. 0, CE_ENOMEM. O(n k d) for each member. */
int ce_lac_membership(const ce_matrix *x, const ce_lac_member *member, size_t members,
                      ce_membership *membership, ce_error *err);

#endif
