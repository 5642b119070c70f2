/*
 * wcc.h: the base clusterings of weighted consensus clustering as matrices of pairs of objects,
 * from which weights make one.
 *
 * M_b is 1 for two objects that base clustering b puts together, and 0 for two that it separates.
 * Where b does not label both, M_b is their co-association: their share of being together in the
 * base clusterings that do, 0 if none does. So with equal weights the mean of all M_b is the
 * co-association matrix.
 */
#ifndef CE_CONSENSUS_METHODS_WCC_H
#define CE_CONSENSUS_METHODS_WCC_H

#include <stddef.h>
#include <stdint.h>

#include "consensus/nmf_factors.h"

/* Set to zero before use. */
typedef struct {
    const ce_microclusters *micro; /* the caller's */
    const ce_similarity *pairs; /* the co-association matrix, where labels are missing, else NULL;
                                 * the caller's */
    size_t m;
    size_t *first;    /* owned: see ce_nmf */
    double *products; /* owned: m x m, <M_b, M_d> over all pairs of objects */
    double square;    /* |M|^2 with equal weights */

    /* The base clusterings that get weights of their own: not those without labels, which get 0,
     * and of those with the same labels everywhere the first, with which they share. */
    size_t different;
    size_t *one;   /* owned: `different` numbers of base clusterings */
    size_t *as;    /* owned; m: an index into `one`; `different` for one without labels */
    size_t *equal; /* owned: how many share with each of `one` */
} ce_wcc_bases;

/* micro, pairs: see above. O(rows m^2), with missing labels O(rows^2 m^2). 0 or CE_ENOMEM; bases
 * can then only be freed. */
int ce_wcc_bases_init(ce_wcc_bases *bases, const ce_microclusters *micro,
                      const ce_similarity *pairs, ce_error *err);
void ce_wcc_bases_free(ce_wcc_bases *bases);

/* Room for what ce_wcc_weigh works on, in doubles. */
size_t ce_wcc_room(const ce_wcc_bases *bases);

/* weight: m, of sum 1, for which |sum of weight_b M_b - Q S Q'| is least (simplex.h). *square: the
 * squared norm of that sum. Changes f->sums. room: see above. O(rows m k), with missing labels
 * O(rows^2 (m + k)). 0 or CE_ENOMEM. */
int ce_wcc_weigh(const ce_wcc_bases *bases, const ce_nmf *nmf, ce_nmf_factors *f, double *weight,
                 double *square, double *room, ce_error *err);

/* The sum of weight_b M_b into mixed, a dense matrix, with missing labels only. O(rows^2 m). */
void ce_wcc_mix(const ce_wcc_bases *bases, const double *weight, ce_similarity *mixed);

#endif
