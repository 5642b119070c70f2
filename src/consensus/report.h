/*
 * report.h: what a method tells besides its labels.
 */
#ifndef CE_CONSENSUS_REPORT_H
#define CE_CONSENSUS_REPORT_H

#include <stddef.h>

#include "core/error.h"
#include "core/message.h"

/* What the cells of a column of a trace are where it has no words. */
enum {
    CE_TRACE_NUMBER,
    CE_TRACE_OBJECT, /* counted from 0 */
    CE_TRACE_METHOD  /* an index into ce_methods (registry.h) */
};

/* A column of a trace. Its cells are indices into words, or where words is NULL what kind says. */
typedef struct {
    const char *name;
    const char *const *words;
    int kind; /* CE_TRACE_... */
} ce_trace_column;

/* The word of a cell: of the words of its column, or the name of its method. NULL: it is no word.
 * cell: an index that the column has. */
const char *ce_trace_word(const ce_trace_column *column, double cell);

/* What a method tried or did, step by step, as rows of numbers. Set to zero before use. */
typedef struct {
    const ce_trace_column *column; /* the method's own */
    size_t columns, rows, capacity;
    double *cell; /* owned; rows x columns */
} ce_trace;

/* Adds a row of trace->columns cells. 0 or CE_ENOMEM; the trace is then unchanged. */
int ce_trace_add(ce_trace *trace, const double *cells, ce_error *err);

/* The clusters of a result as centroids and weight vectors, in the order of the labels. Clusters
 * without objects come last. Set to zero before use. */
typedef struct {
    size_t k, d;      /* k = 0: there is none */
    double *centroid; /* owned; k x d */
    double *weight;   /* owned; k x d */
    double *size;     /* owned; k: objects with that label */
} ce_result_model;

/* Frees what the model has and allocates zeros. 0 or CE_ENOMEM; the model is then empty. */
int ce_result_model_alloc(ce_result_model *model, size_t k, size_t d, ce_error *err);
void ce_result_model_free(ce_result_model *model);

/* Set to zero before use. */
typedef struct {
    ce_messages messages;
    ce_trace trace;
    ce_result_model model;
    double *weight; /* owned; of methods that weigh the base clusterings, else NULL */
    size_t weights; /* how many base clusterings */
} ce_report;

/* Takes a copy of the weights of m base clusterings. 0 or CE_ENOMEM. */
int ce_report_weights(ce_report *report, const double *weight, size_t m, ce_error *err);

void ce_report_free(ce_report *report);

#endif
