/*
 * further_objects.h: the consensus clusters of objects that were not there, by those of the old
 * objects.
 *
 * An object is a row of labels v, one for each base clustering q, or none. Old objects have rows,
 * and consensus clusters.
 *   Rule 1. Old objects with the same row (no label is equal to no label): the object goes where
 *     most of them are (ties: the lowest label).
 *   Rule 2. Else to the cluster c with the largest score
 *     score_c = sum_q n_q(c, v_q) / sum_q N_q(c), over the q in which the object has a label.
 *     n_q(c, l): old objects of c with label l in q; N_q(c): old objects of c with a label in q.
 *     Without missing labels that is the mean co-association of the object with those of c.
 *     Ties: the cluster of more old objects, then the lowest label.
 * No label: where the object has none in any q, unless rule 1 says so of old objects that have none
 * either; and where all scores are 0. A label that no old object has counts as none. Objects do not
 * depend on each other, and old ones get the clusters that they have.
 */
#ifndef CE_CONSENSUS_FURTHER_OBJECTS_H
#define CE_CONSENSUS_FURTHER_OBJECTS_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"

typedef struct ce_further_objects ce_further_objects;

typedef enum { CE_FURTHER_NONE, CE_FURTHER_EXACT, CE_FURTHER_VOTE } ce_further_rule;

/* In rule 1 the score is the share of the cluster among the old objects with that row. margin: how
 * far the score is above the next one. NaN, both, where there is no label. */
typedef struct {
    int32_t label; /* or CE_MISSING */
    ce_further_rule rule;
    double score, margin;
} ce_further_choice;

/*
 * old: n x m labels. size: how many objects each row is; NULL: 1. result: n x R consensus labels.
 * rank: of all labels of the result, column after column: the lowest label is that of rank 0.
 * Nothing is borrowed. 0, CE_ENOMEM or CE_EARG (result has another n). Memory: old, and the labels
 * of old times those of result, 8 bytes each.
 */
int ce_further_objects_build(ce_further_objects **further, const ce_labels *old, const double *size,
                             const ce_labels *result, const int32_t *rank, ce_error *err);
void ce_further_objects_free(ce_further_objects *further);

/* A label that no old object has. */
#define CE_FURTHER_UNKNOWN (-2)

/* choice: count x R. row: count x m labels of old, CE_MISSING or CE_FURTHER_UNKNOWN. On
 * ce_threads() threads. 0 or CE_ENOMEM. O(count m k) for each result with k clusters. */
int ce_further_objects_find(const ce_further_objects *further, const int32_t *row, size_t count,
                            ce_further_choice *choice, ce_error *err);

#endif
