/*
 * report.h: what a method tells besides its labels.
 */
#ifndef CE_CONSENSUS_REPORT_H
#define CE_CONSENSUS_REPORT_H

#include <stddef.h>

#include "core/error.h"
#include "core/message.h"

/* A column of a trace. Its cells are indices into words; where words is NULL they are numbers, or
 * with object objects, counted from 0. */
typedef struct {
    const char *name;
    const char *const *words;
    int object;
} ce_trace_column;

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
} ce_report;

void ce_report_free(ce_report *report);

#endif
