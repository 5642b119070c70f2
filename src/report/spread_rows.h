/*
 * spread_rows.h: some rows of a label table, spread evenly over the clusters of a partition.
 */
#ifndef CE_REPORT_SPREAD_ROWS_H
#define CE_REPORT_SPREAD_ROWS_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "io/label_table.h"

/* Set to zero before use. Empty after a failure. */
typedef struct {
    ce_labels labels;
    double *size;           /* owned; NULL where the table has none */
    ce_partition partition; /* of these rows, with the labels of the whole */
    size_t *row;            /* owned: their numbers in the table, ascending */
} ce_spread_rows;

/* All rows if there are no more than `most`; else `most` of them at even steps in the order of
 * number (a number of each row; ties: the table's order). 0 or CE_ENOMEM. */
int ce_spread_rows_take(ce_spread_rows *part, const ce_label_table *table,
                        const ce_partition *partition, const int32_t *number, size_t most,
                        ce_error *err);
void ce_spread_rows_free(ce_spread_rows *part);

#endif
