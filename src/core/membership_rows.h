/*
 * membership_rows.h: the distinct rows of a membership table, as microclusters.h has those of
 * labels.
 *
 * Objects with the same probabilities in every base clustering are one row with their number as its
 * weight: always so for 0/1 memberships, often for those of categorical data, hardly ever for
 * distances of measured data, which cost nothing but the search then. A clustering that says
 * nothing of an object (NaN) is a value of its own.
 */
#ifndef CE_CORE_MEMBERSHIP_ROWS_H
#define CE_CORE_MEMBERSHIP_ROWS_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/membership.h"

/*
 * Clusters get numbers that do not depend on the order of the columns: in each clustering by first
 * appearance as an object's most likely one, as labels are numbered, then those that are nobody's
 * in the order of the columns; those without any probability get none. So 0/1 memberships have the
 * clusters of the labels. Zero-initialise before use.
 */
typedef struct {
    const ce_membership *membership; /* must stay valid */
    size_t n, count, columns;        /* objects that take part, distinct rows, numbered clusters */
    int32_t *of;                     /* owned; n: object -> distinct row */
    int32_t *first;                  /* owned; count: the first row of the table that is so */
    double *size;                    /* owned; count: objects of each */
    size_t *column;                  /* owned; columns: the table's column of a numbered cluster */
    size_t *clustering;              /* owned; columns: the base clustering that it is of */
} ce_membership_rows;

/* row: n rows of the table that take part, or NULL: all. weight: n sizes > 0 or NULL (all 1).
 * trivial: every object its own row. O(n columns). 0, CE_ENOMEM. */
int ce_membership_rows_build(ce_membership_rows *rows, const ce_membership *membership,
                             const int32_t *row, size_t n, const double *weight, int trivial,
                             ce_error *err);
void ce_membership_rows_free(ce_membership_rows *rows);

/* A membership table of the distinct rows, clusters in the order of their numbers; allocated here.
 * A clustering without any keeps one that nothing is said of. */
int ce_membership_rows_compact(const ce_membership_rows *rows, ce_membership *compact,
                               ce_error *err);

#endif
