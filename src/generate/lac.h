/*
 * lac.h: locally adaptive clustering: k-means in which every cluster weighs the features by how
 * little it spreads along them.
 *
 * [wce2008] Al-Razgan, Weighted Clustering Ensembles, dissertation, George Mason University, 2008,
 * section 2.3.3, Algorithm 1. [domeniconi2007] Domeniconi, Gunopulos, Ma, Yan, Al-Razgan,
 * Papadopoulos, Data Mining and Knowledge Discovery 14(1), 2007. See doc/readings.md, wce2008 and
 * domeniconi2007.
 *
 * There are centroids c and weights w, at first 1/D (norm l2: 1/sqrt D). An iteration takes these
 * steps, until no object changes its cluster:
 *   1. S_j: the objects whose sum_s w_js (x_s - c_js)^2 is least for j (ties: the lowest j).
 *   2. X_js: the mean over S_j of (c_js - x_s)^2, from the current centroid, not the mean of S_j.
 *   3. w_js = exp(-X_js / h) / sum_s exp(-X_js / h) [eq. 2.4]. Norm l2 (the form of 2004):
 *      exp(-X_js / h) / sqrt(sum_s exp(-2 X_js / h)). The least X_js is taken off in the exponent,
 *      so that not all weights underflow.
 *   4. S_j again, with these weights.
 *   5. c_j = the mean of S_j.
 * The last iteration is one whose second assignment is that of the iteration before, and that had
 * no empty cluster to fill. The steps need not descend and can cycle, so there is a cap, and a flag
 * for members that met it. These are assigned once more, so that labels always belong to the
 * centroids and weights returned [eq. 2.1].
 *
 * With chunklets it is CLAC ([wce2008] section 6.3, Algorithm 9). In both assignments of an
 * iteration objects in no constraint go to their nearest centroid as before. Each chunklet v goes
 * as one, by chunklet_assign.h, at the cost sum_{x in v} sqrt(sum_s w_ls (x_s - c_ls)^2). Objects
 * of chunklets are not taken for empty clusters; if there are no others, these stay as they are. If
 * there is an edge there are k clusters, also if fewer rows are distinct.
 *
 * Distances decide as computed in doubles from differences, with eight partial sums
 * (kmeans/weighted_distance.h). Products in single precision only spare distances that cannot
 * decide (lac_assign.c). Sums of members are exact up to some 1e-32 (lac_sums.c), so a centroid is
 * the mean to the last bit.
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

/*
 * Starting centroids.
 *   scattered  a random object, then always the object farthest from those chosen (max-min
 *              Euclidean; ties: the lowest)
 *   random     k different objects, each equally likely
 *   chunklets  the means of chunklets (constrain/chunklet_start.h), nothing drawn; without an edge
 *              between chunklets as scattered
 *   given      options.start
 */
typedef enum { CE_LAC_SCATTERED, CE_LAC_RANDOM, CE_LAC_CHUNKLETS, CE_LAC_GIVEN } ce_lac_init;
/* In the order of the enum, without CE_LAC_GIVEN; for option rows. */
#define CE_LAC_INIT_NAMES "scattered|random|chunklets"

typedef enum { CE_LAC_L1, CE_LAC_L2 } ce_lac_norm;
/* In the order of the enum; for option rows. */
#define CE_LAC_NORM_NAMES "l1|l2"

/*
 * draw: member q draws its k from those given and its own start, and has 1/h number q mod
 * inv_h_count. Without draw members = k_count inv_h_count, one for each pair (k outside, 1/h
 * inside), and members of one k share one start.
 *
 * keep_empty: an empty cluster keeps its centroid and weights. Without, it takes the object with
 * the largest weighted distance to its own centroid, out of the clusters of more than one object,
 * and weights 1/D.
 */
typedef struct {
    size_t members;
    const int *k;          /* values >= 1 */
    size_t k_count;
    const double *inv_h;   /* 1 / h, each > 0 and finite */
    size_t inv_h_count;
    int draw;
    ce_lac_init init;
    const double *start;   /* k x d for CE_LAC_GIVEN */
    ce_lac_norm norm;
    int keep_empty;
    size_t max_iterations; /* >= 1; usual: 200 */
    const ce_chunklets *chunklets; /* constraints; NULL or without vertices: none */
    int order;             /* find the order in which models are written */
    uint64_t seed;
} ce_lac_options;

/* What is known of a member besides its labels. Rows of centroids and weights are in the order of
 * the labels, those without objects last. error: sum_j sum_s w_js X_js of the labels, centroids and
 * weights returned [wce2008 eq. 2.2]. */
typedef struct {
    size_t asked;      /* k as given or drawn */
    size_t k;          /* clusters at the end; fewer if fewer rows are distinct */
    size_t distinct;   /* distinct rows if fewer than asked; else asked */
    double inv_h;
    double error;
    size_t iterations;
    int converged;
    size_t violated;   /* edges between chunklets that the labels violate */
    double *centroids; /* owned; k x d */
    double *weights;   /* owned; k x d */
    size_t *size;      /* owned; k */
    size_t *order;     /* owned; k: the rows as they are written (centre_order.h); 0, 1, ... if it
                        * was not asked for, and with chunklets */
} ce_lac_member;

/*
 * labels: n x members, allocated here. member: room for `members`, zero-initialised. A member draws
 * from a stream of CE_STREAM_MEMBER: with draw from that of its number, without from that of the
 * number of its k. Members take their passes over the data together. The result does not depend on
 * that nor on threads. 0, CE_ENOMEM, CE_EARG, CE_EINPUT (a value that is NaN or beyond
 * CE_LARGEST; a constant feature, which would take all the weight). After a failure labels
 * is empty, and member can only be freed. O(iterations n k d) for each member.
 */
int ce_generate_lac(const ce_matrix *x, const ce_lac_options *options, ce_labels *labels,
                    ce_lac_member *member, const ce_progress *progress, ce_error *err);
void ce_lac_members_free(ce_lac_member *member, size_t members);

/* The first feature that has the same value in all rows; x->columns if there is none. */
size_t ce_lac_constant_feature(const ce_matrix *x);

/* Weights of one cluster from its dispersions X_s >= 0, with inv_h = 1 / h [eq. 2.4]. weight: d; it
 * may be the array of the dispersions. With l1 the weights sum to 1, with l2 their squares do. */
void ce_lac_weights(const double *dispersion, size_t d, double inv_h, ce_lac_norm norm,
                    double *weight);

/* P(cluster | object) of each member by the weighted distances sqrt(sum_s w_ls (x_s - c_ls)^2)
 * [wce2008 eq. 3.1]. membership is allocated here, with member[q].k clusters in the order of the
 * labels. On ce_threads() threads. 0, or CE_ENOMEM, and membership is then empty. O(n k d) for each
 * member. */
int ce_lac_membership(const ce_matrix *x, const ce_lac_member *member, size_t members,
                      ce_membership *membership, ce_error *err);

#endif
