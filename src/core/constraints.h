/*
 * constraints.h: pairs of objects that belong together, or do not (card SS1): M and C of [wce2008]
 * section 6.2.
 */
#ifndef CE_CORE_CONSTRAINTS_H
#define CE_CORE_CONSTRAINTS_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"

typedef enum { CE_MUST_LINK, CE_CANNOT_LINK } ce_link;

typedef struct {
    int32_t i, j; /* objects from 0, i < j */
    ce_link link;
    size_t line;  /* of the file it was read from, from 1; 0: of none */
} ce_constraint;

/* No pair stands in it twice, with the same or the other link, unless its maker says so.
 * Zero-initialise before use, n set. */
typedef struct {
    size_t n;            /* objects there are */
    ce_constraint *pair; /* owned */
    size_t count, capacity;
} ce_constraints;

/* Adds i-j in either order; i != j, both below n. 0 or CE_ENOMEM. */
int ce_constraints_add(ce_constraints *constraints, int32_t i, int32_t j, ce_link link, size_t line,
                       ce_error *err);

/* By i, then j, then must before cannot, then line. */
void ce_constraints_sort(ce_constraints *constraints);

/* The number of the given link. O(count). */
size_t ce_constraints_count(const ce_constraints *constraints, ce_link link);

int ce_constraints_copy(ce_constraints *to, const ce_constraints *from, ce_error *err);
void ce_constraints_free(ce_constraints *constraints);

#endif
