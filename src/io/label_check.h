/*
 * label_check.h: whether the labels of a table can be labels.
 */
#ifndef CE_IO_LABEL_CHECK_H
#define CE_IO_LABEL_CHECK_H

#include <stddef.h>

#include "core/error.h"
#include "core/labels.h"
#include "io/categories.h"
#include "io/columns.h"
#include "io/csv.h"

/*
 * Looks at the labels of m columns of so many objects.
 *
 * Refused with CE_EINPUT: a column whose labels are all numbers, with more different decimals than
 * the square root of the number of objects, which holds a feature; a column with labels such as 5
 * and 5.0; the columns of a table of constraints; as many columns as objects, with decimals in
 * most. Told as notes, one for each kind: fewer decimals than that; labels that may mean a missing
 * one (nan, None and so on, and numbers below 0) where all others, and at least as many, are whole
 * numbers from 0; a single word beside two whole numbers or more; ten objects or more and a label
 * for at least nine of ten; words of two letters or more for the labels of some columns, where
 * three or more, and most, have numbers; 500 columns and more, and ten times as many as objects.
 *
 * path: for messages. O(labels).
 */
int ce_label_check(char *const *name, const ce_categories *categories, size_t m, double objects,
                   const char *path, const ce_table_format *format, ce_error *err);

/* Refused with CE_EINPUT: of ten objects or more with ids, a column that has ids of half of them,
 * in other rows, as paste leaves two tables in different order. Categories and labels of labels->m
 * columns; id->name may be NULL. O(labels) where a column has nearly as many labels as objects. */
int ce_label_check_ids(char *const *name, const ce_categories *categories, const ce_labels *labels,
                       const ce_text_column *id, const char *path, ce_error *err);

/* The same as ce_label_check for a column of classes. */
int ce_truth_check(const ce_text_column *truth, const char *path, const ce_table_format *format,
                   ce_error *err);

#endif
