/*
 * membership_rows.h: the distinct rows of a membership table, as microclusters.h has those of
 * labels.
 *
 * Objects with the same probabilities in every base clustering become one row, and their number is
 * its weight. Rows of 0/1 memberships usually repeat, and those of categorical data often do.
 * Distances of measured data hardly ever do; then only the search costs time. A clustering that
 * says nothing of an object (NaN) counts as a value of its own.
 *
 * After a failure outputs are empty.
 */
#ifndef CE_CORE_MEMBERSHIP_ROWS_H
#define CE_CORE_MEMBERSHIP_ROWS_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/membership.h"

/*
 * Set to zero before use.
 *
 * Clusters are numbered so that the order of columns does not matter. In each clustering:
 *
 * 1. Clusters that are the most likely one of some object, by first appearance, as in labels.
 * 2. The other clusters of which any probability is above 0, in the order of the columns.
 * 3. Clusters without any probability get no number.
 *
 * So 0/1 memberships have the clusters of the labels.
 */
typedef struct {
    const ce_membership *membership; /* borrowed: must outlive this */
    size_t n, count, columns;        /* objects that take part, distinct rows, numbered clusters */
    int32_t *of;                     /* owned; n: object -> distinct row */
    int32_t *first;                  /* owned; count: the first such row of the table */
    double *size;                    /* owned; count: objects of each */
    size_t *column;                  /* owned; columns: the column of a numbered cluster */
    size_t *clustering;              /* owned; columns: its base clustering */
} ce_membership_rows;

/* row: the n rows of the table that take part, or NULL for all. weight: n sizes > 0, or NULL (all
 * 1). trivial: if 1, every object is a row of its own. O(n columns). 0 or CE_ENOMEM. */
int ce_membership_rows_build(ce_membership_rows *rows, const ce_membership *membership,
                             const int32_t *row, size_t n, const double *weight, int trivial,
                             ce_error *err);
void ce_membership_rows_free(ce_membership_rows *rows);

/* A membership table of the distinct rows, allocated here, with the clusters in the order of their
 * numbers. A clustering without numbered clusters keeps one, which is NaN throughout. 0 or
 * CE_ENOMEM. */
int ce_membership_rows_compact(const ce_membership_rows *rows, ce_membership *compact,
                               ce_error *err);

#endif
