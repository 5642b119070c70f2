/*
 * model_lines.h: the rows of a model file (model.h) as they stand there. For model_read.c and
 * prototypes.c.
 */
#ifndef CE_IO_MODEL_LINES_H
#define CE_IO_MODEL_LINES_H

#include <stddef.h>

#include "core/error.h"
#include "io/columns.h"

struct ce_input;

/* What a row tells of a cluster. */
typedef enum {
    CE_MODEL_CENTROID = 1,
    CE_MODEL_WEIGHT = 2,
    CE_MODEL_MODE = 4, /* texts */
    CE_MODEL_UNIT = 8  /* one of several prototypes of a cluster, or of none */
} ce_model_kind;

#define CE_MODEL_NO_CLUSTER ((size_t)-1)

/* A cell of a mode that stands for a missing value. Other cells have the number of their text. */
#define CE_MODEL_MISSING (-1.0)

typedef struct {
    size_t line, clustering, cluster; /* cluster from 0, or CE_MODEL_NO_CLUSTER (of units) */
    double size;
    ce_model_kind kind;
} ce_model_line;

/* Set to zero before use. */
typedef struct {
    ce_columns columns; /* features from CE_MODEL_FIRST on */
    ce_categories clusterings;
    ce_categories *category; /* d: texts of modes */
    ce_model_line *line;     /* count */
    size_t count, capacity;
    double *values; /* count x d; NaN for an empty cell */
    size_t values_capacity;
    unsigned kinds; /* those that are read */
    ce_error *err;
} ce_model_lines;

/* The column of the first feature. */
enum { CE_MODEL_FIRST = 4 };

/* Reads the rows of these kinds. 0 or a failure; lines can only be freed after one. Refused with
 * file and line: another header, no feature, no rows, another kind, a cluster that is no whole
 * number from 1 (a unit may have none), cells that are no numbers, a weight below 0; and a last
 * clustering of fewer objects than all others have, as in a file that is cut at the end of a line.
 */
int ce_model_lines_read(ce_model_lines *lines, struct ce_input *input,
                        const ce_table_format *format, unsigned kinds, ce_error *err);
void ce_model_lines_free(ce_model_lines *lines);

#endif
