/*
 * nmf_factors.h: a symmetric matrix M of microclusters near to a product of non-negative factors
 * with k columns [li2007], by multiplicative updates:
 *
 *     orthogonal   M ~ Q S Q', Q'Q = I, S diagonal:   Q <- Q sqrt(M Q S / (Q Q' M Q S)),
 *                  S <- S sqrt(Q' M Q / (Q' Q S Q' Q)); an object goes to the largest entry of its
 *                  row of Q sqrt(S)
 *     symmetric    M ~ H H':   H <- H cbrt(M H / (H H' H)); to the largest entry of its row of H
 *
 * Entries, products and quotients are meant one by one. In the first update the diagonal S cancels.
 * With the cube root the error |M - H H'| never rises.
 *
 * Objects of one microcluster have the same row of M. From the same start they keep the same row of
 * Q, so Q has a row for each microcluster, and sums over objects count it with its size. This is
 * exact. Without missing labels M is a sum over base clusterings, and no matrix of pairs is needed:
 * a product M Q costs O(rows m k). Else it costs O(rows^2 k).
 *
 * There is no epsilon: where an entry and its numerator are above 0, so is the denominator. Entries
 * below 1e-100 become 0.
 */
#ifndef CE_CONSENSUS_NMF_FACTORS_H
#define CE_CONSENSUS_NMF_FACTORS_H

#include <gsl/gsl_rng.h>
#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/microclusters.h"
#include "core/similarity.h"

enum { CE_NMF_ORTHOGONAL, CE_NMF_SYMMETRIC };
/* In the order of the enum; for option rows. */
#define CE_NMF_FORMS "orthogonal|symmetric"

/* M, and what it is to be near to. All pointers are the caller's. */
typedef struct {
    const ce_microclusters *micro;
    const ce_similarity *pairs; /* M, dense, where labels are missing; else NULL */
    const double *weight;       /* without pairs: m, the share of each base clustering in M, >= 0;
                                 * NULL: 1/m each */
    const size_t *first;        /* m + 1: the labels before each base clustering */
    size_t k;
    int form; /* CE_NMF_... */
} ce_nmf;

/* What one start works on. Set to zero before use. */
typedef struct {
    double *q;                     /* rows x k: Q or H */
    double *product;               /* rows x k: M Q */
    double *sums;                  /* for each label, k sums */
    double *inner;                 /* k x k: Q' M Q */
    double *gram;                  /* k x k: Q' Q */
    double *s;                     /* k: the diagonal of S; all 1 in the symmetric form */
    double *row, *room, *diagonal; /* k each, one allocation */
} ce_nmf_factors;

/* How much memory a start takes, in doubles for each row. */
static inline size_t ce_nmf_row_doubles(const ce_nmf *nmf)
{
    return 2 * nmf->k;
}

/* *first: the labels before each base clustering, m + 1 numbers, owned by the caller. 0 or
 * CE_ENOMEM. */
int ce_nmf_first_labels(const ce_labels *labels, size_t **first, ce_error *err);

/* |M_b|^2 and <M_b, M_d> for base clusterings b and d, where M_b is 1 for two objects that b puts
 * together and 0 else: tr(M_b M_d), the sum of the squares of the sizes that their clusters share.
 * No label may be missing. products: m x m, symmetric, or NULL. *sum: of all of them. O(rows m^2).
 * 0 or CE_ENOMEM. */
int ce_nmf_products(const ce_microclusters *micro, double *products, double *sum, ce_error *err);

/* |M|^2, for a dense M of pairs. O(rows^2). */
double ce_nmf_square_of_pairs(const ce_microclusters *micro, const ce_similarity *pairs);

/* Positive random Q, S = 1, and their products. 0 or CE_ENOMEM; the factors can then only be
 * freed. */
int ce_nmf_start(const ce_nmf *nmf, gsl_rng *rng, ce_nmf_factors *f, ce_error *err);
void ce_nmf_free(ce_nmf_factors *f);

/* f->sums: of the rows of Q, with their sizes, under each label of base clustering b. Without
 * pairs.
 */
void ce_nmf_sum_labels(const ce_nmf *nmf, ce_nmf_factors *f, size_t b);

/* The products with M of the present Q, after M has changed. */
void ce_nmf_multiply(const ce_nmf *nmf, ce_nmf_factors *f);

/* One update of Q and S. */
void ce_nmf_update(const ce_nmf *nmf, ce_nmf_factors *f);

/* |M - Q S Q'|^2, with |M|^2 = square. */
double ce_nmf_error(const ce_nmf *nmf, const ce_nmf_factors *f, double square);

/* label: the cluster of each row; ties: the lowest. Returns how many clusters have rows. */
size_t ce_nmf_label(const ce_nmf *nmf, ce_nmf_factors *f, int32_t *label);

#endif
