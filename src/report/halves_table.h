/*
 * halves_table.h: how far halves of the base clusterings agree at each k, as `ce-consensus
 * --agreement` writes it.
 */
#ifndef CE_REPORT_HALVES_TABLE_H
#define CE_REPORT_HALVES_TABLE_H

#include <stddef.h>

#include "core/error.h"
#include "io/data_table.h"
#include "io/label_table.h"

typedef struct {
    size_t function; /* a category of the column function */
    int k;
    double agreement; /* [0,1]; NaN: none */
    int chosen;
} ce_halves_row;

/* Set to zero before use. */
typedef struct {
    const ce_data_table *table; /* borrowed */
    size_t names;               /* its column function */
    size_t count;
    ce_halves_row *row; /* owned: by function as the table has them, then by k */
} ce_halves_table;

/* Reads the rows of a table, which must outlive it. 0, CE_ENOMEM or CE_EINPUT: no such columns, a k
 * that is no number of clusters, an agreement that can be none, `chosen` that is neither 0 nor 1, a
 * k twice for one function, no agreement at all. Empty after a failure. */
int ce_halves_table_build(ce_halves_table *halves, const ce_data_table *table, ce_error *err);
void ce_halves_table_free(ce_halves_table *halves);

/* The name of function f. */
const char *ce_halves_table_function(const ce_halves_table *halves, size_t f);

/* The row of a result by its name, FUNCTION.kK; NULL: there is none. */
const ce_halves_row *ce_halves_table_find(const ce_halves_table *halves, const char *name);

#endif
