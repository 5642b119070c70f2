#include "consensus/report.h"

#include <stdlib.h>
#include <string.h>

#include "consensus/registry.h"
#include "core/memory.h"

int ce_trace_add(ce_trace *trace, const double *cells, ce_error *err)
{
    size_t width = trace->columns;
    int rc = ce_grow(&trace->cell, &trace->capacity, (trace->rows + 1) * width,
                     sizeof *trace->cell, err);

    if (!rc)
        memcpy(trace->cell + trace->rows++ * width, cells, width * sizeof *cells);
    return rc;
}

const char *ce_trace_word(const ce_trace_column *column, double cell)
{
    if (column->words)
        return column->words[(size_t)cell];
    return column->kind == CE_TRACE_METHOD ? ce_method_descriptors[(size_t)cell]->name : NULL;
}

int ce_result_model_alloc(ce_result_model *model, size_t k, size_t d, ce_error *err)
{
    ce_result_model_free(model);
    model->centroid = ce_calloc(k * d, sizeof(double), err);
    model->weight = ce_calloc(k * d, sizeof(double), err);
    model->size = ce_calloc(k, sizeof(double), err);
    if (!model->centroid || !model->weight || !model->size) {
        ce_result_model_free(model);
        return CE_ENOMEM;
    }
    model->k = k;
    model->d = d;
    return CE_OK;
}

void ce_result_model_free(ce_result_model *model)
{
    free(model->centroid);
    free(model->weight);
    free(model->size);
    *model = (ce_result_model){0};
}

int ce_report_weights(ce_report *report, const double *weight, size_t m, ce_error *err)
{
    double *copy = ce_alloc(m, sizeof *copy, err);

    if (!copy)
        return CE_ENOMEM;
    memcpy(copy, weight, m * sizeof *copy);
    free(report->weight);
    report->weight = copy;
    report->weights = m;
    return CE_OK;
}

void ce_report_free(ce_report *report)
{
    ce_messages_free(&report->messages);
    free(report->trace.cell);
    ce_result_model_free(&report->model);
    free(report->weight);
    *report = (ce_report){0};
}
