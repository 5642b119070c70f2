/*
 * model.h: what a generator finds besides labels, as a long CSV
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

/* One row: the d values of one kind ("centroid", "weight") for a cluster with `size` objects.
 * cluster counts from 1, as in the label table; 0: none, an empty cell. NaN, for a feature that the
 * clustering did not use, is written as an empty cell. */
void ce_model_row(ce_output *output, const char *clustering, size_t cluster, size_t size,
                  const char *kind, const double *values, size_t d, char delimiter);

/* The same with d texts ("mode", for categories). */
void ce_model_row_texts(ce_output *output, const char *clustering, size_t cluster, size_t size,
                        const char *kind, const char *const *text, size_t d, char delimiter);

/* ---- reading ---- */

/*
 * The centroids of the clusters of some clusterings, and their weights if the model has them. Set
 * to zero before use.
 *
 * Clustering q has the clusters start[q] .. start[q+1]-1, cluster 1 first. Arrays of clusters x d
 * are row-major, and NaN is a feature that the clustering did not use.
 */
typedef struct {
    size_t m, d, clusters; /* clusters: of all clusterings */
    char **name;           /* owned; m: names, by first appearance */
    char **feature;        /* owned; d: names */
    size_t *start;         /* owned; m + 1 */
    double *size;          /* owned; clusters: objects of each */
    double *centroid;      /* owned; clusters x d */
    double *weight;        /* owned; clusters x d, >= 0; or NULL */
} ce_model;

/*
 * Reads a model; its rows may be in any order. 0 or a failure; the model is empty after one.
 *
 * Refused with file and line: another header; no feature; a kind other than centroid and weight; a
 * cluster number that is no whole number from 1; a gap in the numbers; two rows of one kind for a
 * cluster; a cluster without a centroid; weights for some clusters only, or with another size;
 * cells that are no numbers; a weight below 0; a feature with a centroid and no weight, or a weight
 * and no centroid.
 */
int ce_model_read(ce_model *model, const char *path, const ce_table_format *format, ce_error *err);
void ce_model_free(ce_model *model);

/* 0 when the model has exactly these features in this order. Else CE_EINPUT; the message names the
 * first that differs, in both files. */
int ce_model_check_features(const ce_model *model, const char *model_path, char *const *feature,
                            size_t d, const char *data_path, ce_error *err);

/* The number of the clustering with that name; model->m when there is none. */
size_t ce_model_find(const ce_model *model, const char *clustering);

#endif
