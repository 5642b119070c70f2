/*
 * cluster_consensus.h: the consensus of clusters as bars, from a small table of ce-stability.
 */
#ifndef CE_PLOT_CLUSTER_CONSENSUS_H
#define CE_PLOT_CLUSTER_CONSENSUS_H

#include <stddef.h>

#include "core/error.h"
#include "io/data_table.h"
#include "io/output.h"
#include "plot/gnuplot.h"

/* A table with the columns clustering (or k), cluster and consensus: a bar for each cluster,
 * clusterings side by side, and those of each in the order of their labels; those of a single
 * clustering have their names below them. A cluster without a consensus, that of one object, has
 * none. Where the picture is too narrow for them a bar is the mean of *each clusters that follow
 * each other. *bytes: the picture, free(). Returns 0, CE_ENOMEM, CE_EIO (gnuplot) or CE_EINPUT
 * (columns that are missing or no numbers, consensus outside 0 to 1). */
int ce_cluster_consensus_bars(const ce_data_table *table, const ce_picture *picture, char **bytes,
                              size_t *length, size_t *each, ce_error *err);

/* Writes the bars: position, clustering (or k), cluster, consensus. Returns 0, or CE_EINPUT as
 * above; then nothing is written. */
int ce_cluster_consensus_write(const ce_data_table *table, ce_output *output, char between,
                               ce_error *err);

#endif
