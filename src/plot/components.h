/*
 * components.h: the first two principal components of a data table, as the axes of a scatter plot.
 */
#ifndef CE_PLOT_COMPONENTS_H
#define CE_PLOT_COMPONENTS_H

#include <stddef.h>

#include "core/error.h"
#include "io/data_table.h"

/* The features that are numbers without missing cells. */
size_t ce_components_usable(const ce_data_table *data);

/*
 * two: gets the columns "component 1 (N % of the variance)" and "component 2 ...", a row for each
 * object; ids and classes are moved into it from data. Features that are categorical or have a
 * missing cell are left out; *left_out: how many. standardise: features have mean 0 and variance 1
 * before. Where there is one feature or one object, the second component is 0. 0, CE_ENOMEM,
 * CE_ENUM, or CE_EINPUT: no feature is left. two is empty after a failure.
 */
int ce_components(ce_data_table *data, int standardise, ce_data_table *two, size_t *left_out,
                  ce_error *err);

#endif
