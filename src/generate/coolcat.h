/*
 * coolcat.h: COOLCAT (card G10): clusters of categorical objects that keep the expected entropy
 * small.
 *
 * [barbara2002] Barbara, Li, Couto, CIKM 2002. [wce2008] Al-Razgan, Weighted Clustering Ensembles,
 * dissertation, George Mason University, 2008, section 2.4.2, Algorithm 2, and section 5.2.
 *
 * H(C) = -sum_a sum_v p(v | a, C) log p(v | a, C): attributes are taken as independent, as
 * [barbara2002] computes. ([wce2008] prints the joint form, without the minus sign: in it every
 * distinct row of a cluster weighs the same, so that nothing tells small clusters apart.)
 *   1. Of a sample of objects, the pair that differs in most attributes begins two clusters (ties:
 * the first drawn), then always the object whose least number of differing attributes from those
 * chosen is largest. Where the sample has fewer distinct rows than k, the first objects beyond it
 * that equal none of those chosen are taken.
 *   2. The other objects, in random order, go to the cluster j with the least growth of |C_j|
 * H(C_j), that is of sum_a [f(|C_j|) - sum_v f(c_jav)], f(c) = c log c:  D (f(s+1) - f(s)) - sum_a
 * (f(c_a + 1) - f(c_a)), c_a the objects of C_j that have this object's value of a. Ties, which are
 * growths within CE_COOLCAT_TIE of the largest that there can be: the lowest j.
 *   3. After each batch, its objects of least fit prod_a c_a / |C_j| (ties, which are exact: the
 * lowest number) are taken out, and then placed again as in 2, lowest first. The first object of a
 * cluster is in no batch, so that no cluster gets empty.
 */
#ifndef CE_GENERATE_COOLCAT_H
#define CE_GENERATE_COOLCAT_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"
#include "core/membership.h"
#include "core/progress.h"
#include "generate/categorical.h"

#define CE_COOLCAT_TIE 1e-12

typedef struct {
    size_t members;
    const int *k;     /* values from 1 to n */
    size_t k_count;
    int draw; /* each member draws its k from these; else member q takes k[q], and members ==
                 k_count */
    size_t features;  /* each member sees so many, drawn without replacement; 0 or d: all */
    size_t sample; /* objects among which the first of each cluster are looked for; 0: max(8, 2 k);
                      more than n: n */
    size_t batch;     /* objects between two rounds of re-processing; 0: all */
    size_t reprocess; /* objects of least fit that are placed again after each batch */
    int modes;        /* fill in mode and size */
    int all_modes;    /* modes of all attributes, not only of those seen */
    uint64_t seed;
} ce_coolcat_options;

typedef struct {
    size_t asked, k; /* k as given or drawn; clusters, fewer when there are fewer distinct rows (of
                        the features seen): then all of them */
    double
        entropy; /* expected, sum_j |C_j| / n H(C_j), over the features seen, natural logarithm */
    size_t *feature;   /* owned; the features it saw, ascending; NULL: all */
    size_t features;
    size_t *mode_of;   /* owned; the features that have a mode, ascending; NULL: all */
    size_t modes;      /* how many */
    int32_t *mode; /* owned; k x modes, in the order of the labels: the most frequent value (ties:
                    * the one that is rarest in all data, then the lowest) */
    int32_t *size;     /* owned; k: objects of each cluster */
} ce_coolcat_member;

/*
 * labels: n x members, allocated here. member: room for `members`, zero-initialised. Member q draws
 * from stream q of CE_STREAM_MEMBER: its k, features, sample, order of objects. Members run side by
 * side; the result does not depend on threads. O(n k f) time a member, and O(s^2 f) for a sample of
 * s; memory k times the values that occur more than once. 0, CE_ENOMEM, CE_EARG (k above n).
 */
int ce_generate_coolcat(const ce_categorical *x, const ce_coolcat_options *options,
                        ce_labels *labels, ce_coolcat_member *member, const ce_progress *progress,
                        ce_error *err);
void ce_coolcat_members_free(ce_coolcat_member *member, size_t members);

/* Fills in mode_of, modes, mode and size of a member with k clusters; label: n of 0 .. k-1. O((n +
 * values) modes). 0 or CE_ENOMEM. */
int ce_coolcat_modes(const ce_categorical *x, const int32_t *label, int all,
                     ce_coolcat_member *member, ce_error *err);

/* P(cluster | object) [wce2008 eq. 3.1] by Jaccard distances to the modes, 1 - a / (2 f - a) with a
 * equal values of the f features that have modes [wce2008 eq. 5.1]. membership is allocated here.
 */
int ce_coolcat_membership(const ce_categorical *x, const ce_coolcat_member *member, size_t members,
                          ce_membership *membership, ce_error *err);

/* The modes of all members (io/model.h), kind `mode`: the text of the category, NA for a missing
 * cell, empty for a feature without a mode. name: of each member. */
int ce_coolcat_write_model(const ce_coolcat_member *member, char *const *name, size_t members,
                           const ce_data_table *data, const char *path, char delimiter,
                           ce_error *err);

/* clustering,k,entropy,features,seen: a row for each member; seen: the names of the features it
 * saw, with ; between them. */
int ce_coolcat_write_trace(const ce_coolcat_member *member, char *const *name, size_t members,
                           const ce_data_table *data, const char *path, char delimiter,
                           ce_error *err);

#endif
