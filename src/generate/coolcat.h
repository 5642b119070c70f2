/*
 * coolcat.h: COOLCAT: clusters of categorical objects that keep the expected entropy small.
 *
 * [barbara2002] Barbara, Li, Couto, CIKM 2002. [wce2008] Al-Razgan, Weighted Clustering Ensembles,
 * dissertation, George Mason University, 2008, section 2.4.2, Algorithm 2, and section 5.2. See
 * doc/readings.md, barbara2002.
 *
 * H(C) = -sum_a sum_v p(v | a, C) log p(v | a, C). Attributes are taken as independent, as
 * [barbara2002] computes. [wce2008] prints the joint form, without the minus sign. There every
 * distinct row of a cluster weighs the same, so that nothing tells small clusters apart.
 *   1. Each cluster gets its first object, out of a sample of objects. The pair that differs in
 *      most attributes begins two clusters (ties: the first drawn). Then always the object is taken
 *      whose least number of differing attributes from those chosen is largest. If the sample has
 *      fewer distinct rows than k, the first objects beyond it that equal none of those chosen are
 *      taken.
 *   2. The other objects, in random order, go to the cluster j with the least growth of |C_j|
 *      H(C_j) = sum_a [f(|C_j|) - sum_v f(c_jav)], f(c) = c log c. That growth is D (f(s+1) - f(s))
 *      - sum_a (f(c_a + 1) - f(c_a)), where D is the number of attributes, s = |C_j|, and c_a the
 *      number of objects of C_j that have this object's value of a. Growths tie if they are within
 *      CE_COOLCAT_TIE of the largest that there can be (ties: the lowest j).
 *   3. After each batch its objects of least fit prod_a c_a / |C_j| are taken out (ties, which are
 *      exact: the lowest number). Then they are placed again as in 2, the lowest fit first. The
 *      first object of a cluster is in no batch, so that no cluster gets empty.
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

/* k: with draw each member draws its k from these. Without, member q takes k[q], and members ==
 * k_count. sample: objects among which the first of each cluster are looked for; 0: max(8, 2 k);
 * more than n: n. */
typedef struct {
    size_t members;
    const int *k;     /* values from 1 to n */
    size_t k_count;
    int draw;
    size_t features;  /* each member sees so many, drawn without replacement; 0 or d: all */
    size_t sample;
    size_t batch;     /* objects between two rounds of re-processing; 0: all */
    size_t reprocess; /* objects of least fit that are placed again after each batch */
    int modes;        /* fill in mode and size */
    int all_modes;    /* modes of all attributes, not only of those seen */
    uint64_t seed;
} ce_coolcat_options;

/* The entropy is the expected one, sum_j |C_j| / n H(C_j), over the features seen, with the natural
 * logarithm. A mode is the most frequent value (ties: the one that is rarest in all data, then the
 * lowest). */
typedef struct {
    size_t asked;    /* k as given or drawn */
    size_t k;        /* clusters: fewer if there are fewer distinct rows of the features seen */
    double entropy;
    size_t *feature; /* owned; the features it saw, ascending; NULL: all */
    size_t features;
    size_t *mode_of; /* owned; the features that have a mode, ascending; NULL: all */
    size_t modes;    /* how many */
    int32_t *mode;   /* owned; k x modes, in the order of the labels */
    int32_t *size;   /* owned; k: objects of each cluster */
} ce_coolcat_member;

/*
 * labels: n x members, allocated here. member: room for `members`, zero-initialised. Member q draws
 * from stream q of CE_STREAM_MEMBER: its k, features, sample, order of objects. Members run side by
 * side; the result does not depend on threads. Time of a member: O(n k f), and O(s^2 f) for a
 * sample of s. Memory: k times the values that occur more than once. 0, CE_ENOMEM, CE_EARG (k above
 * n). After a failure labels is empty, and member can only be freed.
 */
int ce_generate_coolcat(const ce_categorical *x, const ce_coolcat_options *options,
                        ce_labels *labels, ce_coolcat_member *member, const ce_progress *progress,
                        ce_error *err);
void ce_coolcat_members_free(ce_coolcat_member *member, size_t members);

/* Fills in mode_of, modes, mode and size of a member with k clusters. label: n of 0 .. k-1. O((n +
 * values) modes). 0, or CE_ENOMEM, and member can then only be freed. */
int ce_coolcat_modes(const ce_categorical *x, const int32_t *label, int all,
                     ce_coolcat_member *member, ce_error *err);

/* P(cluster | object) [wce2008 eq. 3.1] by Jaccard distances to the modes: 1 - a / (2 f - a), where
 * a of the f features that have modes are equal [wce2008 eq. 5.1]. membership is allocated here.
 * 0, or CE_ENOMEM, and membership is then empty. */
int ce_coolcat_membership(const ce_categorical *x, const ce_coolcat_member *member, size_t members,
                          ce_membership *membership, ce_error *err);

/* Writes the modes of all members (io/model.h), kind `mode`: the text of the category, NA for a
 * missing cell, empty for a feature without a mode. name: of each member. */
int ce_coolcat_write_model(const ce_coolcat_member *member, char *const *name, size_t members,
                           const ce_data_table *data, const char *path, char delimiter,
                           ce_error *err);

/* Writes a table clustering,k,entropy,features,seen with a row for each member. seen: the names of
 * the features it saw, with ; between them. */
int ce_coolcat_write_trace(const ce_coolcat_member *member, char *const *name, size_t members,
                           const ce_data_table *data, const char *path, char delimiter,
                           ce_error *err);

#endif
