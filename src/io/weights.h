/*
 * weights.h: a weight for each base clustering, from a file.
 */
#ifndef CE_IO_WEIGHTS_H
#define CE_IO_WEIGHTS_H

#include <stddef.h>

#include "core/error.h"
#include "io/label_table.h"

/*
 * Reads m weights, one for each column of a label table, in the order of its columns. The file has
 * one column `weight`, or one number per line. Its column `clustering` (in any case), else the
 * first that holds a text, must have the names of the label table. Weights are finite, at least 0
 * and not all 0. Of the format, the delimiter and the decimal sign count. *weights: owned by the
 * caller, untouched after a failure. 0 or a failure.
 */
int ce_weights_read(double **weights, const ce_label_table *table, const char *path,
                    const ce_table_format *format, ce_error *err);

/* Writes weights as ce_weights_read takes them: `clustering,weight`, a row for each column of the
 * label table. delimiter 0 means ','. */
int ce_weights_write(const double *weights, const ce_label_table *table, const char *path,
                     char delimiter, ce_error *err);

#endif
