/*
 * stability_curves.h: what ce-stability writes, as pictures: the distributions of consensus, and
 * the indices by k.
 */
#ifndef CE_PLOT_STABILITY_CURVES_H
#define CE_PLOT_STABILITY_CURVES_H

#include <stddef.h>

#include "core/error.h"
#include "io/data_table.h"
#include "plot/gnuplot.h"

/*
 * From columns k, consensus and cdf: a step function from 0 to 1 for each k, in its order, with a
 * colour of its own; rows without k are one more. *bytes: the picture, free(). 0, CE_ENOMEM, CE_EIO
 * (gnuplot), CE_EINPUT (a column that is not there or not numeric, a share outside [0, 1], a
 * missing consensus or cdf).
 */
int ce_cdf_curves(const ce_data_table *table, const ce_picture *picture, char **bytes,
                  size_t *length, ce_error *err);

/* From columns k and those of pac, delta and lifetime that are there: one below the other against
 * k. Rows that lack one of both are not part of it. Likewise; CE_EINPUT as well when nothing is
 * left to draw. */
int ce_stability_curves(const ce_data_table *table, const ce_picture *picture, char **bytes,
                        size_t *length, ce_error *err);

#endif
