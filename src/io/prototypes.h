/*
 * prototypes.h: the clusterings of a model file (model.h) in the form that labels objects: an
 * object has the label of the nearest prototype.
 *
 * Prototypes are the centroids of clusters, with weights of features or without; their modes, for
 * categories; or units, of which a cluster has any number. They stand in the order of the file, and
 * of those equally near the first one counts.
 */
#ifndef CE_IO_PROTOTYPES_H
#define CE_IO_PROTOTYPES_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "io/categories.h"
#include "io/csv.h"

struct ce_input;

/* Of one clustering. */
typedef struct {
    char *name;      /* owned */
    size_t features; /* that it sees */
    size_t *feature; /* owned; features: their numbers among those of the model */
    size_t count;
    double *value;  /* owned; count x features; of modes numbers of categories, or
                     * CE_MODEL_MISSING (model_lines.h) */
    double *weight; /* owned; count x features; or NULL */
    int32_t *label; /* owned; count: 0, 1, ..., or CE_MISSING (of units) */
    int32_t k;      /* the largest label + 1 */
    int is_mode;
} ce_prototypes;

/* Set to zero before use. */
typedef struct {
    size_t m, d;
    ce_prototypes *of;       /* owned; m */
    char **feature;          /* owned; d: names */
    ce_categories *category; /* owned; d: texts of modes */
} ce_prototype_model;

/* Reads a model. Where a file has units, its clusterings of centroids are maps, and are left out.
 * 0 or a failure; the model is empty after one.
 *
 * Refused besides what model_lines.h names: a clustering with rows of several kinds; two rows of
 * one kind for a cluster that is no unit; a gap in the numbers of such clusters; weights for some
 * only; clusters of one clustering that see different features, or none. */
int ce_prototype_model_read(ce_prototype_model *model, struct ce_input *input,
                            const ce_table_format *format, ce_error *err);
void ce_prototype_model_free(ce_prototype_model *model);

#endif
