/*
 * null_curves.h: RCSI and its p against k, the comparison with references of ce-stability null.
 */
#ifndef CE_PLOT_NULL_CURVES_H
#define CE_PLOT_NULL_CURVES_H

#include <stddef.h>

#include "core/error.h"
#include "io/data_table.h"
#include "io/output.h"
#include "plot/gnuplot.h"

/* A table with the columns k, rcsi, rcsi_se, p and objective, as `ce-stability null` writes it: for
 * each objective RCSI against k, with one standard error to both sides, and above the curves a row
 * with the p of each k. Points of several objectives stand side by side. Returns 0, CE_ENOMEM,
 * CE_EIO (gnuplot) or CE_EINPUT (columns that are missing or no numbers). */
int ce_null_curves(const ce_data_table *table, const ce_picture *picture, char **bytes,
                   size_t *length, ce_error *err);

/* Writes the points: series (an objective), x, y, error, p. Returns 0, or CE_EINPUT as above; then
 * nothing is written. */
int ce_null_curves_write(const ce_data_table *table, ce_output *output, char between,
                         ce_error *err);

#endif
