/*
 * result_curves.h: pictures of small tables of ce-stability: the consensus of clusters as bars, and
 * the comparison with references against k.
 */
#ifndef CE_PLOT_RESULT_CURVES_H
#define CE_PLOT_RESULT_CURVES_H

#include <stddef.h>

#include "core/error.h"
#include "io/data_table.h"
#include "io/output.h"
#include "plot/gnuplot.h"

/* A table with the columns clustering (or k), cluster and consensus: a bar for each cluster,
 * clusterings side by side. A cluster without a consensus, that of one object, has none. Where the
 * picture is too narrow for them a bar is the mean of *each clusters that follow each other.
 * *bytes: the picture, free(). Returns 0, CE_ENOMEM, CE_EIO (gnuplot) or CE_EINPUT (columns that
 * are missing or no numbers, consensus outside 0 to 1). */
int ce_cluster_consensus_bars(const ce_data_table *table, const ce_picture *picture, char **bytes,
                              size_t *length, size_t *each, ce_error *err);

/* A table with the columns k, rcsi, rcsi_se, p and objective, as `ce-stability null` writes it: for
 * each objective RCSI against k, with one standard error to both sides, and above the curves a row
 * with the p of each k. Points of several objectives stand side by side. Returns as above. */
int ce_null_curves(const ce_data_table *table, const ce_picture *picture, char **bytes,
                   size_t *length, ce_error *err);

/* Write the bars: position, clustering (or k), cluster, consensus; and the points: series (an
 * objective), x, y, error, p. Return 0, or CE_EINPUT as above; then nothing is written. */
int ce_cluster_consensus_write(const ce_data_table *table, ce_output *output, char between,
                               ce_error *err);
int ce_null_curves_write(const ce_data_table *table, ce_output *output, char between,
                         ce_error *err);

#endif
