/*
 * row_source.h: the objects-by-clusters matrix of an ensemble, one row at a time.
 *
 * A row comes from labels (1 for each cluster that holds the object) or from memberships. Code that
 * reads rows in order serves both and never builds the matrix.
 */
#ifndef CE_CORE_ROW_SOURCE_H
#define CE_CORE_ROW_SOURCE_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"
#include "core/membership_rows.h"
#include "core/microclusters.h"

/*
 * Set to zero before use. It borrows what it was made from, which must outlive it.
 *
 * Set `balanced` after one of the calls below. If it is 1, a row is multiplied by m / s where only
 * s of the m clusterings say something of the object.
 */
typedef struct {
    size_t rows, columns;
    size_t entries, longest; /* entries > 0 of all rows, and of the longest row */
    const double *size;      /* rows: objects of each */
    const ce_labels *labels; /* labels or membership is set, the other is NULL */
    size_t *offset;          /* owned; with labels: m, the first column of each clustering */
    const ce_membership_rows *membership;
    int unit;     /* each clustering's part of a row has length 1 */
    int balanced; /* see above */
} ce_row_source;

/* Rows of 0 and 1 from the labels of microclusters. 0 or CE_ENOMEM; the source is empty after a
 * failure. */
int ce_row_source_labels(ce_row_source *source, const ce_microclusters *micro, ce_error *err);

/* Rows of probabilities. With unit, each clustering's part of a row is divided by its length:
 * products of rows are then sums of cosines. 0/1 memberships stay as they are. O(rows columns). */
void ce_row_source_membership(ce_row_source *source, const ce_membership_rows *rows, int unit);

void ce_row_source_free(ce_row_source *source);

/* Writes the entries > 0 of row i, columns ascending, into column[] and value[], which have room
 * for `longest` of them. Returns their number. */
size_t ce_row_source_row(const ce_row_source *source, size_t i, size_t *column, double *value);

#endif
