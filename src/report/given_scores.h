/*
 * given_scores.h: measures of the results that somebody else computed, as ce-score writes them.
 */
#ifndef CE_REPORT_GIVEN_SCORES_H
#define CE_REPORT_GIVEN_SCORES_H

#include <stddef.h>

#include "core/error.h"
#include "io/data_table.h"
#include "io/label_table.h"

/* Set to zero before use. */
typedef struct {
    const ce_data_table *table; /* borrowed */
    size_t count;               /* measures: its columns but clustering and k */
    size_t *column;             /* owned: of each of them */
    size_t *row;                /* owned: of each result; SIZE_MAX: it has none */
} ce_given_scores;

/* Finds the rows of the results by their names in the column clustering. Rows of other clusterings
 * are passed over. 0, CE_ENOMEM, or CE_EINPUT: no column clustering, two columns of one name, no
 * measure, one that is no number or has the name of a result, a result that has two rows or another
 * k, no result with a row. Empty after a failure. */
int ce_given_scores_find(ce_given_scores *scores, const ce_data_table *table,
                         const ce_label_table *results, ce_error *err);
void ce_given_scores_free(ce_given_scores *scores);

/* The name of measure s, and its value of result r; NaN: none. */
const char *ce_given_scores_name(const ce_given_scores *scores, size_t s);
double ce_given_scores_value(const ce_given_scores *scores, size_t r, size_t s);

/* How many of the m results have no row. */
size_t ce_given_scores_without(const ce_given_scores *scores, size_t m);

#endif
