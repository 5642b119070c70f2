/*
 * row_source.h: the matrix of objects by clusters of an ensemble, a row at a time: labels, of which
 * each is a 1, or memberships. What needs only one row after another is one code for both, and
 * writes neither out.
 */
#ifndef CE_CORE_ROW_SOURCE_H
#define CE_CORE_ROW_SOURCE_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"
#include "core/membership_rows.h"
#include "core/microclusters.h"

/* Zero-initialise before use. Refers to what it was made of. */
typedef struct {
    size_t rows, columns;
    size_t entries, longest; /* entries above 0 of all rows, and of the row with most */
    const double *size;      /* rows: objects of each */
    const ce_labels *labels; /* one of these two */
    size_t *offset;          /* owned; with labels: the number of a clustering's first cluster */
    const ce_membership_rows *membership;
    int unit;                /* each clustering's part of a row scaled to length 1 */
    int balanced; /* a row of which only some clusterings say something is times m / their number;
                     set after the calls below */
} ce_row_source;

/* 0/1: each microcluster in each of its clusters. */
int ce_row_source_labels(ce_row_source *source, const ce_microclusters *micro, ce_error *err);

/* The probabilities; with unit, each clustering's part of a row divided by its length (0/1
 * memberships stay as they are): then products of rows are sums of cosines. O(rows columns). */
void ce_row_source_membership(ce_row_source *source, const ce_membership_rows *rows, int unit);

void ce_row_source_free(ce_row_source *source);

/* The entries above 0 of row i, columns ascending, into column[] and value[] (room for `longest`);
 * returns how many. */
size_t ce_row_source_row(const ce_row_source *source, size_t i, size_t *column, double *value);

#endif
