/*
 * constraints.h: pairs of objects that must or cannot be in one cluster: the sets M and C of
 * [wce2008 section 6.2]; doc/readings.md, wagstaff2001.
 */
#ifndef CE_CORE_CONSTRAINTS_H
#define CE_CORE_CONSTRAINTS_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"

typedef enum { CE_MUST_LINK, CE_CANNOT_LINK } ce_link;

typedef struct {
    int32_t i, j; /* objects from 0; i < j */
    ce_link link;
    size_t line; /* of the file it was read from, from 1; 0: no file */
} ce_constraint;

/* Set to zero before use, then set n. No pair is in it twice, with the same link or the other one,
 * unless whoever made it says otherwise. */
typedef struct {
    size_t n;            /* number of objects */
    ce_constraint *pair; /* owned */
    size_t count, capacity;
} ce_constraints;

/* Adds the pair i, j in either order. i != j, both below n. line: see ce_constraint. 0 or
 * CE_ENOMEM; nothing is added after a failure. */
int ce_constraints_add(ce_constraints *constraints, int32_t i, int32_t j, ce_link link, size_t line,
                       ce_error *err);

/* Sorts by i, then j, then must before cannot, then line. */
void ce_constraints_sort(ce_constraints *constraints);

/* The number of pairs with the given link. O(count). */
size_t ce_constraints_count(const ce_constraints *constraints, ce_link link);

int ce_constraints_copy(ce_constraints *to, const ce_constraints *from, ce_error *err);
void ce_constraints_free(ce_constraints *constraints);

#endif
