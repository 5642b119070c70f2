/*
 * uspec_model.h: what members of ce-generate uspec need to label further objects, as a long CSV
 * `clustering,kind,row,column,value` (clens-formats(5)).
 */
#ifndef CE_IO_USPEC_MODEL_H
#define CE_IO_USPEC_MODEL_H

#include <stddef.h>

#include "core/error.h"
#include "core/matrix.h"
#include "io/csv.h"

/*
 * A member. Set to zero before use. The parts of 1 x 1 are settings. Numbers of features, groups
 * and labels count from 1.
 *
 * A row sees the features, at length 1 with cosine, and is divided by extent. group and mean are
 * empty where neighbours are looked for among all representatives. Either map and centre are there,
 * or component. single: centres are compared in single precision.
 */
typedef struct {
    char *name;               /* owned */
    ce_matrix cosine, single; /* 0 or 1 */
    ce_matrix neighbours;     /* K */
    ce_matrix extent, sigma;  /* sigma in units of extent */
    ce_matrix feature;        /* d x 1 */
    ce_matrix representative; /* p x d */
    ce_matrix group;          /* p x 1: of each representative */
    ce_matrix mean;           /* groups x d */
    ce_matrix map;            /* p x k: from representatives to the embedding, single precision */
    ce_matrix centre;         /* c x k: of the last k-means */
    ce_matrix component;      /* p x 1: numbers of labels */
    ce_matrix label;          /* c x 1: of each centre, or of each component; 0: none */
} ce_uspec_model;

void ce_uspec_model_free(ce_uspec_model *model);

/* Part `part` of a model, from 0 in the order of the file, and its kind; NULL behind the last. */
ce_matrix *ce_uspec_model_part(ce_uspec_model *model, size_t part, const char **kind);

/* How much of a model is made: what finds neighbours; sigma too; map and as many centres too; all.
 */
typedef enum {
    CE_USPEC_MADE_INDEX,
    CE_USPEC_MADE_SIGMA,
    CE_USPEC_MADE_CENTRES,
    CE_USPEC_MADE
} ce_uspec_made;

/* The kind of a part that is not there, does not fit the others or is out of range; NULL: none. Of
 * finite values. */
const char *ce_uspec_model_wrong(const ce_uspec_model *model, ce_uspec_made made);

/* Writes `count` models. 0 or a failure. */
int ce_uspec_models_write(const ce_uspec_model *model, size_t count, const char *path,
                          char delimiter, ce_error *err);

/* Reads them. *model: *count of them; the caller frees each, and the array. Refused with file and
 * line: another header, an unknown kind, rows that do not come as they are written; with the name
 * of the clustering: parts that are not there, do not fit each other or are out of range. */
int ce_uspec_models_read(ce_uspec_model **model, size_t *count, const char *path,
                         const ce_table_format *format, ce_error *err);

/* The same from a file that is open; it stays open. */
struct ce_input;
int ce_uspec_models_read_input(ce_uspec_model **model, size_t *count, struct ce_input *input,
                               const ce_table_format *format, ce_error *err);

#endif
