/*
 * scores.h: the one table of measures between a clustering and the true classes: name, definition,
 * computation. The help, --list, the JSON output and the tests of the manual page follow from it.
 *
 * U: the classes (rows of the contingency table), V: the clusters (columns). Definitions: see
 * nmi.h, ami.h, smi.h, ari.h, assignment.h.
 */
#ifndef CE_SCORE_SCORES_H
#define CE_SCORE_SCORES_H

#include <stddef.h>

#include "core/error.h"
#include "score/catalogue.h"
#include "score/contingency.h"
#include "score/violations.h"

/* All of them, for catalogue.h. */
ce_catalogue ce_scores_catalogue(void);

size_t ce_scores(void);                          /* how many there are */
const ce_score_entry *ce_score_entry_at(size_t index); /* index < ce_scores() */

/* The index of a measure by name (length bytes), or -1. */
int ce_score_find(const char *name, size_t length);

/* What a measure needs besides the clustering. */
int ce_score_needs_truth(size_t index);
int ce_score_needs_constraints(size_t index); /* such measures are the last ones */

/* What measures of a clustering and constraints are computed from (card SS6). */
typedef struct {
    ce_contingency unconstrained; /* of the objects in no constraint */
    ce_violations violations;
} ce_constrained_part;

/* The values of `count` measures, given by index, of one table; what they share is computed once.
 * part: NULL: none of them needs constraints. NaN when the table that a measure is computed from
 * has no object, except the number of objects itself. 0 or CE_ENOMEM. */
int ce_scores_compute(const ce_contingency *table, const ce_constrained_part *part,
                      const int *which, size_t count, double *value, ce_error *err);

/* Share of the objects that lie in the largest class of their cluster, (0,1], NaN for 0 objects;
 * and with the roles exchanged. The first needs memory for the columns: 0 or CE_ENOMEM. */
int ce_purity(const ce_contingency *table, double *purity, ce_error *err);
double ce_inverse_purity(const ce_contingency *table);

#endif
