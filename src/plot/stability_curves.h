/*
 * stability_curves.h: the stability of clusterings by k as pictures. One shows the distributions of
 * consensus, the other the indices.
 */
#ifndef CE_PLOT_STABILITY_CURVES_H
#define CE_PLOT_STABILITY_CURVES_H

#include <stddef.h>

#include "core/error.h"
#include "io/data_table.h"
#include "io/output.h"
#include "plot/gnuplot.h"

/*
 * The columns k, consensus and cdf as a step function from 0 to 1 for each k, in the order of k,
 * each with its own color. Rows without k are one more. *bytes: the picture, free(). Returns 0,
 * CE_ENOMEM, CE_EIO (gnuplot) or CE_EINPUT (a column that is not there or not numeric, a share
 * outside [0, 1], a missing consensus or cdf). After a failure there is no picture to free.
 */
int ce_cdf_curves(const ce_data_table *table, const ce_picture *picture, char **bytes,
                  size_t *length, ce_error *err);

/* The columns pac, delta, lifetime and ic, as far as they are there, one below the other against
 * column k. A row without k or without the index is left out. Outputs and returns as above;
 * CE_EINPUT also when nothing is left to draw. */
int ce_stability_curves(const ce_data_table *table, const ce_picture *picture, char **bytes,
                        size_t *length, ce_error *err);

/* Write the points of these pictures: series, x, y. A series is a k or `all`, or the name of an
 * index. Return 0, CE_ENOMEM or CE_EINPUT as above; then nothing is written. */
int ce_cdf_curves_write(const ce_data_table *table, ce_output *output, char between, ce_error *err);
int ce_stability_curves_write(const ce_data_table *table, ce_output *output, char between,
                              ce_error *err);

#endif
