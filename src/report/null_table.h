/*
 * null_table.h: the comparison with data without clusters that ce-stability null writes.
 */
#ifndef CE_REPORT_NULL_TABLE_H
#define CE_REPORT_NULL_TABLE_H

#include <stddef.h>

#include "core/error.h"
#include "io/data_table.h"
#include "score/null_reference.h"

/* NaN where the table has no number. */
typedef struct {
    size_t objective; /* a category of the column objective */
    int k;
    double score; /* of the data */
    double rcsi, se, p;
    double all; /* p over all k */
    double references;
} ce_null_row;

/* Set to zero before use. */
typedef struct {
    const ce_data_table *table; /* borrowed */
    size_t objective;           /* its column */
    int over_all;               /* there is a column of p over all k */
    size_t count;
    ce_null_row *row; /* owned: by objective as the table has them, then by k */
} ce_null_table;

/* Reads the rows of a table, which must outlive it. 0, CE_ENOMEM or CE_EINPUT: no such columns, a k
 * that is no number of clusters, a p or an error that can be none, a k twice for one objective, no
 * RCSI at all. Empty after a failure. */
int ce_null_table_build(ce_null_table *null, const ce_data_table *table, ce_error *err);
void ce_null_table_free(ce_null_table *null);

/* The name of the objective of a row. */
const char *ce_null_table_objective(const ce_null_table *null, const ce_null_row *row);

/* The end of the rows that have the objective of row `first`. */
size_t ce_null_table_end(const ce_null_table *null, size_t first);

/* Of the rows first .. end - 1: that of this k, and the clearest by ce_null_clearest. NULL: none.
 */
const ce_null_row *ce_null_table_find(const ce_null_table *null, size_t first, size_t end, int k);
const ce_null_row *ce_null_table_best(const ce_null_table *null, size_t first, size_t end);

/* What the rows first .. end - 1 say of all k together, at CE_NULL_LEVEL. *p: their p over all k,
 * or where it is not known the least p of a k; NaN: there is none. */
ce_null_verdict ce_null_table_judge(const ce_null_table *null, size_t first, size_t end, double *p);

/* The k that is clearest: the largest RCSI, above 0, by all objectives by which some k is clearer
 * than chance. 0: they disagree, or there is none. */
int ce_null_table_clearest(const ce_null_table *null);

/* What is said of the k of a row. */
ce_null_verdict ce_null_row_judge(const ce_null_row *row);

#endif
