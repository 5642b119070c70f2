/*
 * kmeans_model.h: models as starting centres of ce-generate kmeans.
 */
#ifndef CE_TOOLS_GENERATE_KMEANS_MODEL_H
#define CE_TOOLS_GENERATE_KMEANS_MODEL_H

#include "generate.h"
#include "generate/kmeans_ensemble.h"
#include "io/prototypes.h"

/* The centroids of the clusterings of a model, in the order of the file. Set to zero before use. */
typedef struct {
    ce_prototype_model prototypes;
    ce_kmeans_member_start *start; /* owned; prototypes.m of them */
    int *k;                        /* owned; prototypes.m */
} kmeans_model_starts;

/* Whether a file begins as a model does. Only a regular file is looked at. */
int kmeans_is_model(const char *path);

/* Reads a model. Its features go by name to those of w->data. 0 or a failure; CE_EINPUT besides
 * what prototypes.h names: modes or units; a feature that the data do not have. */
int kmeans_read_model(kmeans_model_starts *starts, const ce_cli *cli, const char *path,
                      const generate_work *w, ce_error *err);
void kmeans_model_starts_free(kmeans_model_starts *starts);

#endif
