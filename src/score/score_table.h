/*
 * score_table.h: measures of all clusterings of an ensemble, against true classes or against each
 * other. Clusterings are computed in parallel; the result does not depend on the number of threads.
 */
#ifndef CE_SCORE_SCORE_TABLE_H
#define CE_SCORE_SCORE_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "core/constraints.h"
#include "core/error.h"
#include "core/labels.h"
#include "score/scores.h"

/* Set to zero before use. Empty after a failure. */
typedef struct {
    size_t rows, columns;
    double *value;   /* owned: rows x columns, row-major; NaN: not defined */
    int64_t objects; /* the sum of the sizes, at most 2^53 */
    /* Objects that a clustering leaves out because it or the truth has no label for them. */
    int64_t least_out, most_out;
    int64_t unclassed; /* objects without a class, which every clustering leaves out */
    /* Constraints that a clustering neither keeps nor violates because it lacks a label of theirs:
     * the most that any clustering has. */
    size_t most_unknown;
} ce_score_table;

/* What clusterings are compared with. */
typedef struct {
    const int32_t *classes; /* n, 0 .. k-1 or CE_MISSING (left out); NULL: no measure needs them */
    int32_t k;              /* classes by number, some of them may be empty */
    const ce_constraints *constraints; /* NULL: no measure needs them */
} ce_score_reference;

/*
 * A row for each clustering, a column for each of the `count` measures. which: numbers of ce_score.
 * size: whole numbers > 0, the objects in each row, or NULL (all 1); constraints need NULL. 0,
 * CE_ENOMEM or CE_EINPUT (ce_contingency_build).
 */
int ce_score_table_compute(ce_score_table *scores, const ce_labels *labels, const double *size,
                           const ce_score_reference *reference, const int *which, size_t count,
                           ce_error *err);

/* Clusterings x clusterings by one measure that needs no constraints. The clustering of the row
 * takes the place of the classes. O(m^2) memory, asked for before it is taken. Errors as above. */
int ce_score_table_pairwise(ce_score_table *scores, const ce_labels *labels, const double *size,
                            ce_score which, ce_error *err);

void ce_score_table_free(ce_score_table *scores);

#endif
