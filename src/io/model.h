/*
 * model.h: what a generator found besides labels: long CSV `clustering,cluster,size,kind,FEATURE...` (clens-formats(5)).
 */
#ifndef CE_IO_MODEL_H
#define CE_IO_MODEL_H

#include <stddef.h>

#include "core/error.h"
#include "io/output.h"

/* The header line for d features. */
void ce_model_header(ce_output *output, char *const *feature, size_t d, char delimiter);

/* One row: d values of a kind ("centroid", "weight") of a cluster (numbered from 1, as in the label table) with `size` objects; NaN: an
 * empty cell, for a feature that the clustering did not see. */
void ce_model_row(ce_output *output, const char *clustering, size_t cluster, size_t size, const char *kind, const double *values,
                  size_t d, char delimiter);

#endif
