/*
 * violations.h: how many constraints a clustering violates, and which objects are in a constraint.
 *
 * Constraints give part of the answer away. So measures of a constrained clustering report the
 * error of the objects in no constraint as well.
 */
#ifndef CE_SCORE_VIOLATIONS_H
#define CE_SCORE_VIOLATIONS_H

#include <stddef.h>
#include <stdint.h>

#include "core/constraints.h"

typedef struct {
    size_t must, cannot; /* violated: must-linked objects apart, cannot-linked ones together */
    size_t unknown;      /* constraints of objects without a label: neither kept nor violated */
} ce_violations;

/* label: n of any values; CE_MISSING is none. O(constraints). */
ce_violations ce_violations_count(const ce_constraints *constraints, const int32_t *label);

/* inside: n: 1 for objects in any constraint. */
void ce_constraints_mark(const ce_constraints *constraints, unsigned char *inside);

#endif
