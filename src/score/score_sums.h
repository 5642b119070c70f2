/*
 * score_sums.h: contingency tables of clusterings and true classes as tables of sums, so that parts
 * of the objects can be counted apart (doc/parts.md).
 */
#ifndef CE_SCORE_SCORE_SUMS_H
#define CE_SCORE_SCORE_SUMS_H

#include "core/error.h"
#include "core/sums.h"
#include "io/label_table.h"
#include "score/score_table.h"

/* Adds a keyed block for each clustering of the table, called by its name: how many objects have a
 * label and a class. Keys are two texts, label and class; an empty one is missing. truth: classes
 * of the objects of the table. 0, CE_ENOMEM or CE_EINPUT (sizes above 2^53). O(n m). */
int ce_score_sums_fill(ce_sums *sums, const ce_label_table *table, const ce_text_column *truth,
                       size_t part, ce_error *err);

/* The measures of those blocks, and what the report needs of the label table: names and numbers of
 * clusters. The same values as of the labels themselves. Both are empty after a failure; path: of
 * the sums. 0 or a failure. */
int ce_score_sums_compute(const ce_sums *sums, const char *path, const int *which, size_t count,
                          ce_score_table *scores, ce_label_table *table, ce_error *err);

#endif
