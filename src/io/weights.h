/*
 * weights.h: a weight for each base clustering, from a file.
 */
#ifndef CE_IO_WEIGHTS_H
#define CE_IO_WEIGHTS_H

#include <stddef.h>

#include "core/error.h"
#include "io/label_table.h"

/*
 * Reads m weights, those of the columns of a label table in their order: a table with a column
 * `weight` (and, if it has a column `clustering`, its names must be those of the table's columns),
 * or one number per line. They are finite, at least 0 and not all 0. *weights: owned by the caller.
 * 0 or a failure.
 */
int ce_weights_read(double **weights, const ce_label_table *table, const char *path, char delimiter,
                    ce_error *err);

/* Writes them as ce_weights_read takes them: `clustering,weight`, a row a column of the label
 * table. delimiter 0 means ','. */
int ce_weights_write(const double *weights, const ce_label_table *table, const char *path,
                     char delimiter, ce_error *err);

#endif
