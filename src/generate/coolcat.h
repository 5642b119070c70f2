/*
 * coolcat.h: COOLCAT (card G10): clusters of categorical objects that keep the expected entropy small.
 *
 * [barbara2002] Barbara, Li, Couto, CIKM 2002. [wce2008] section 2.4.2, Algorithm 2.
 *
 * H(C) = -sum_a sum_v p(v | a, C) log p(v | a, C): attributes are taken as independent. An object goes to the cluster j with the least
 * growth of |C_j| H(C_j) (ties: the lowest j).
 */
#ifndef CE_GENERATE_COOLCAT_H
#define CE_GENERATE_COOLCAT_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"
#include "core/membership.h"
#include "core/progress.h"

/* n objects with d categorical attributes: value[i * d + a] is 0 .. values[a]-1; a missing cell is a value of its own, numbered like any other. */
typedef struct {
    size_t n, d;
    int32_t *value;  /* owned */
    int32_t *values; /* owned; d: how many */
} ce_categorical;

void ce_categorical_free(ce_categorical *x);

typedef struct {
    size_t members;
    const int *k;     /* values >= 1 */
    size_t k_count;
    int draw;         /* each member draws its k from these; else member q takes k[q], and members == k_count */
    size_t features;  /* each member sees so many, drawn without replacement; 0 or d: all */
    size_t sample;    /* objects among which the first of each cluster are looked for; 0: (parenthesis: a documented default) */
    size_t batch;     /* objects between two rounds of re-processing; 0: all */
    size_t reprocess; /* objects of least fit that are placed again after each batch */
    uint64_t seed;
} ce_coolcat_options;

typedef struct {
    size_t asked, k;
    double entropy;   /* expected, sum_j |C_j| / n H(C_j), over the features seen, natural logarithm */
    size_t *feature;  /* owned; the features it saw, ascending; NULL: all */
    size_t features;
    int32_t *mode;    /* owned; k x features: the most frequent value of each (ties: the value that is rarest in the whole data, then the lowest) */
} ce_coolcat_member;

/* labels: n x members, allocated here. Member q draws from stream q of CE_STREAM_MEMBER: its k, features, sample, order of objects. */
int ce_generate_coolcat(const ce_categorical *x, const ce_coolcat_options *options, ce_labels *labels, ce_coolcat_member *member,
                        const ce_progress *progress, ce_error *err);
void ce_coolcat_members_free(ce_coolcat_member *member, size_t members);

/* P(cluster | object) by Jaccard distances to the modes, 1 - a / (2 f - a) with a equal values of f [wce2008 eq. 5.1]. */
int ce_coolcat_membership(const ce_categorical *x, const ce_coolcat_member *member, size_t members, ce_membership *membership,
                          ce_error *err);

#endif
