/*
 * uspec.h: U-SPEC, spectral clusterings of many objects by way of a few representatives
 * (doc/readings.md, usenc2020).
 *
 * [usenc2020] Huang, Wang, Wu, Lai and Kwoh, IEEE TKDE 32(6), 2020.
 *
 * Of each member, with p representatives and K neighbours:
 * 1. Representatives: k-means centres of a sample, or drawn objects, or k-means centres of all.
 * 2. Each object i gets its K nearest representatives j at distances d_ij.
 * 3. B_ij = exp(-d_ij^2 / (2 sigma^2)), where sigma is the mean of all d_ij.
 * 4. W = B^T D_x^-1 B, D_x the row sums of B; V: the k largest eigenvectors of D_y^-1/2 W D_y^-1/2,
 *    times D_y^-1/2 [eq. 12 to 16].
 * 5. Object i stands at the direction of sum_j B_ij V_j. k-means clusters these directions.
 *
 * Steps 2, 3 and 5 pass over the objects and keep K numbers for each. All sums over objects are
 * sums of whole numbers (of fixed fractions), so no order of them can change a bit, and neither
 * threads nor a cut of the objects into parts do.
 */
#ifndef CE_GENERATE_USPEC_H
#define CE_GENERATE_USPEC_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"
#include "core/numbers.h"
#include "core/progress.h"
#include "io/uspec_model.h"

/* Where representatives come from. */
typedef enum {
    CE_REPRESENTATIVES_HYBRID, /* k-means on 10 p drawn objects */
    CE_REPRESENTATIVES_RANDOM, /* drawn objects */
    CE_REPRESENTATIVES_KMEANS  /* k-means on all objects */
} ce_representatives_choice;
/* In the order of the enum; for option rows. */
#define CE_REPRESENTATIVES_NAMES "hybrid|random|kmeans"

typedef enum { CE_USPEC_EUCLIDEAN, CE_USPEC_COSINE } ce_uspec_distance;
/* In the order of the enum; for option rows. */
#define CE_USPEC_DISTANCE_NAMES "euclidean|cosine"

/* How many representatives unless it is said. */
enum { CE_USPEC_REPRESENTATIVES = 1000 };

/*
 * exact: neighbours are found among all representatives. Else among the 10 K + 1 representatives
 * nearest to one that is near: the nearest of the group of representatives whose mean is nearest.
 * There are sqrt(p) groups.
 *
 * cosine: rows are taken at length 1, and B_ij = cos(i, j).
 *
 * features: a member sees so many, drawn from least_features .. most_features: whole numbers, or
 * with share_of_features fractions above 0, at most 1, of all features, rounded up. 0: all.
 *
 * representatives: 0 stands for one to 10 objects, but 4 to each cluster; at most 1000, and not
 * more than objects. As many as objects would leave a graph that falls apart.
 *
 * restarts, iterations: of the k-means of step 5. With more than 8192 objects, and more than 20 for
 * each cluster, the starts are tried on so many drawn ones, and the best goes on with all: at least
 * one assignment, and iterations as far as the drawn ones have left any.
 */
typedef struct {
    const int *k; /* k_count values >= 1 */
    size_t k_count;
    int draw; /* each member draws one of k; else member q has value q % k_count */
    size_t members;
    size_t representatives; /* p, 2 .. 65,535; 0: see above */
    size_t neighbours;      /* K >= 1; 0: 5, or all representatives where there are fewer */
    int spare_neighbours;   /* set where K was 0: a member with fewer has them all as neighbours */
    ce_representatives_choice choice;
    ce_uspec_distance distance;
    int exact;
    double least_features, most_features;
    int share_of_features;
    size_t restarts;   /* 0: 3 */
    size_t iterations; /* 0: 100 */
    uint64_t seed;
    ce_uspec_model *models; /* one for each member, set to zero before: gets what labels further
                             * objects, but no name; the caller frees it. NULL: not asked for */
} ce_uspec_options;

/* What a member was made of. */
typedef struct {
    size_t asked, k;        /* clusters asked for and found */
    size_t representatives; /* fewer than asked for where fewer rows differ */
    size_t features;
    size_t components; /* of the graph */
    size_t iterations; /* of the last k-means; converged: it stopped by itself */
    int converged;
    double sigma; /* 0 with cosine */
} ce_uspec_member;

/*
 * x: finite numbers, over whose rows each member passes; a row is in double precision while it is
 * worked on. labels: n x members, allocated here. report: members, the caller's; NULL: not
 * asked for. Member q draws from stream q of the seed.
 *
 * Returns 0, CE_ENOMEM, CE_EARG, CE_EINPUT (k or K above p; p above n; a row of zeros with cosine;
 * features without any difference between objects) or CE_ENUM. labels is empty after a failure.
 *
 * Time of a member: n (sqrt(p) + p / sqrt(p) + 10 K) d for the neighbours, n K^2 for W, n k^2 for
 * each iteration. Memory besides labels: 6 n K bytes, 8 p^2 for each thread.
 */
int ce_uspec(const ce_numbers *x, const ce_uspec_options *options, ce_labels *labels,
             ce_uspec_member *report, const ce_progress *progress, ce_error *err);

/* How many rows of x differ, as representatives would, but at most `most`; x is read only as far as
 * that takes. A number too small by one has a chance of most^2 / 2^64. seen: most; row: a row; both
 * are work space. O(n (d + most)). */
size_t ce_uspec_distinct(const ce_numbers *x, ce_uspec_distance distance, size_t most,
                         uint64_t *seen, double *row);

/*
 * Labels objects by a model, block by block: what is the same for all objects is made once. It
 * borrows the model. features: of the objects. 0, CE_ENOMEM or CE_EINPUT (a feature that they do
 * not have); *labeller is NULL after a failure.
 *
 * ce_uspec_labeller_find labels rows first .. first + count - 1 of x, as ce_uspec_assign does, but
 * a row that has a missing value, or is all zeros with cosine, gets CE_MISSING. labels: count.
 * Several threads may call it at once. 0 or CE_ENOMEM.
 */
typedef struct ce_uspec_labeller ce_uspec_labeller;
int ce_uspec_labeller_alloc(ce_uspec_labeller **labeller, const ce_uspec_model *model,
                            size_t features, ce_error *err);
int ce_uspec_labeller_find(const ce_uspec_labeller *labeller, const ce_numbers *x, size_t first,
                           size_t count, int32_t *labels, ce_error *err);
void ce_uspec_labeller_free(ce_uspec_labeller *labeller);

/*
 * Labels objects by a model. Rows that the member was made of get the labels that it gave them.
 * CE_MISSING: the object is nearest to what no object of the member was nearest to. labels: n.
 * 0, CE_ENOMEM or CE_EINPUT (a feature that x does not have, or a row of zeros with cosine).
 * Time: n (sqrt(p) + p / sqrt(p) + 10 K) d and n k^2.
 */
int ce_uspec_assign(const ce_uspec_model *model, const ce_numbers *x, int32_t *labels,
                    ce_error *err);

#endif
