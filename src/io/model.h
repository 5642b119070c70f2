/*
 * model.h: what a generator found besides labels: long CSV
 * `clustering,cluster,size,kind,FEATURE...` (clens-formats(5)).
 */
#ifndef CE_IO_MODEL_H
#define CE_IO_MODEL_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "io/csv.h"
#include "io/output.h"

/* ---- writing ---- */

/* The header line for d features. */
void ce_model_header(ce_output *output, char *const *feature, size_t d, char delimiter);

/* One row: d values of a kind ("centroid", "weight") of a cluster (numbered from 1, as in the label
 * table) with `size` objects; NaN: an empty cell, for a feature that the clustering did not see. */
void ce_model_row(ce_output *output, const char *clustering, size_t cluster, size_t size,
                  const char *kind, const double *values, size_t d, char delimiter);

/* The same with d texts ("mode", of categories). */
void ce_model_row_texts(ce_output *output, const char *clustering, size_t cluster, size_t size,
                        const char *kind, const char *const *text, size_t d, char delimiter);

/* ---- reading ---- */

/* Centroids, and weights where the model has them, of the clusters of some clusterings.
 * Zero-initialise before use. */
typedef struct {
    size_t m, d, clusters; /* clusterings, features, clusters of all clusterings */
    char **name;           /* owned: m names, in order of first appearance */
    char **feature;        /* owned: d names */
    size_t *start; /* owned: m + 1; the clusters of clustering q are start[q] .. start[q+1]-1,
                      cluster 1 first */
    double *size;          /* owned: clusters; objects of each */
    double *centroid;      /* owned: clusters x d, row-major; NaN: a feature that it did not see */
    double *weight;        /* owned: likewise, >= 0; NULL when the model has none */
} ce_model;

/* Reads a model, its rows in any order. Refused with file and line: another header, no feature, a
 * kind that is neither centroid nor weight, a cluster number that is no whole number from 1, a gap
 * in the numbers, two rows of one kind for a cluster, a cluster without a centroid, weights for
 * some clusters only, another size in them, cells that are no numbers, a weight below 0, a feature
 * with a centroid and no weight or the other way round. 0 or a failure; empty after one. */
int ce_model_read(ce_model *model, const char *path, const ce_table_format *format, ce_error *err);
void ce_model_free(ce_model *model);

/* 0 when the model has exactly these features in this order; else CE_EINPUT, naming the first that
 * differs in both files. */
int ce_model_check_features(const ce_model *model, const char *model_path, char *const *feature,
                            size_t d, const char *data_path, ce_error *err);

/* The clustering of that name, or model->m. */
size_t ce_model_find(const ce_model *model, const char *clustering);

#endif
