/* Results. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "consensus/confidence.h"
#include "core/memory.h"
#include "library/library.h"

/* The messages of a report, worded, in a list of their own. */
static ce_messages word_messages(const ce_messages *messages)
{
    ce_messages worded = {0};
    char text[2 * CE_ERROR_TEXT];

    for (size_t i = 0; i < messages->count; i++) {
        ce_library_word(messages->message[i].text, text, sizeof text);
        ce_tell(&worded, messages->message[i].level, "%s", text);
    }
    return worded;
}

clens_result *ce_library_result(ce_report *report, ce_error *err)
{
    clens_result *result = ce_calloc(1, sizeof *result, err);

    if (!result)
        return NULL;
    result->report = *report;
    result->report.messages = word_messages(&report->messages);
    ce_messages_free(&report->messages);
    *report = (ce_report){0};
    return result;
}

void clens_result_free(clens_result *result)
{
    if (!result)
        return;
    for (size_t q = 0; result->name && q < result->members.m; q++)
        free(result->name[q]);
    free(result->name);
    free(result->member_weight);
    ce_labels_free(&result->members);
    ce_partition_free(&result->partition);
    ce_report_free(&result->report);
    free(result);
}

/* ---- labels ---- */

size_t clens_result_objects(const clens_result *result)
{
    return result->partition.n;
}

size_t clens_result_clusters(const clens_result *result)
{
    return (size_t)result->partition.k;
}

void clens_result_labels(const clens_result *result, int32_t *labels)
{
    memcpy(labels, result->partition.labels, result->partition.n * sizeof *labels);
}

int clens_confidence(const clens_ensemble *ensemble, const clens_result *result, double *confidence,
                     char *message, size_t size)
{
    const ce_labels *labels = ensemble ? &ensemble->labels : &result->members;
    ce_library_call call;
    int rc;

    ce_library_begin(&call);
    if (labels->n != result->partition.n)
        rc = ce_fail(&call.err, CE_EARG, "a result of %zu objects, an ensemble of %zu",
                     result->partition.n, labels->n);
    else
        rc = ce_consensus_confidence(labels, ensemble ? ensemble->size : NULL, &result->partition,
                                     confidence, &call.err);
    return ce_library_end(&call, rc, message, size);
}

/* ---- messages ---- */

size_t clens_result_message_count(const clens_result *result)
{
    return result->report.messages.count;
}

int clens_result_message_level(const clens_result *result, size_t index)
{
    const ce_messages *messages = &result->report.messages;

    return index < messages->count ? (int)messages->message[index].level : CLENS_NOTE;
}

const char *clens_result_message(const clens_result *result, size_t index)
{
    const ce_messages *messages = &result->report.messages;

    return index < messages->count ? messages->message[index].text : NULL;
}

/* ---- the model ---- */

size_t clens_result_model_clusters(const clens_result *result)
{
    return result->report.model.k;
}

size_t clens_result_model_features(const clens_result *result)
{
    return result->report.model.d;
}

static void copy(double *to, const double *from, size_t count)
{
    if (to && count)
        memcpy(to, from, count * sizeof *to);
}

void clens_result_model(const clens_result *result, double *centroids, double *weights,
                        double *sizes)
{
    const ce_result_model *model = &result->report.model;

    copy(centroids, model->centroid, model->k * model->d);
    copy(weights, model->weight, model->k * model->d);
    copy(sizes, model->size, model->k);
}

/* ---- the trace ---- */

size_t clens_result_trace_columns(const clens_result *result)
{
    return result->report.trace.columns;
}

size_t clens_result_trace_rows(const clens_result *result)
{
    return result->report.trace.rows;
}

/* NULL: no such column. */
static const ce_trace_column *trace_column(const clens_result *result, size_t column)
{
    const ce_trace *trace = &result->report.trace;

    return column < trace->columns ? &trace->column[column] : NULL;
}

const char *clens_result_trace_name(const clens_result *result, size_t column)
{
    const ce_trace_column *c = trace_column(result, column);

    return c ? c->name : NULL;
}

int clens_result_trace_kind(const clens_result *result, size_t column)
{
    const ce_trace_column *c = trace_column(result, column);

    if (c && (c->words || c->kind == CE_TRACE_METHOD))
        return CLENS_WORD;
    return c && c->kind == CE_TRACE_OBJECT ? CLENS_OBJECT : CLENS_NUMBER;
}

/* The list of words does not say where it ends: a word counts that some cell has. */
const char *clens_result_trace_word(const clens_result *result, size_t column, size_t number)
{
    const ce_trace *trace = &result->report.trace;
    const ce_trace_column *c = trace_column(result, column);

    for (size_t r = 0; r < trace->rows && c; r++)
        if (trace->cell[r * trace->columns + column] == (double)number)
            return ce_trace_word(c, (double)number);
    return NULL;
}

void clens_result_trace(const clens_result *result, double *cells)
{
    copy(cells, result->report.trace.cell,
         result->report.trace.rows * result->report.trace.columns);
}

/* ---- base clusterings ---- */

size_t clens_result_member_count(const clens_result *result)
{
    return result->members.m;
}

const char *clens_result_member_name(const clens_result *result, size_t index)
{
    return index < result->members.m ? result->name[index] : NULL;
}

double clens_result_member_weight(const clens_result *result, size_t index)
{
    if (index < result->report.weights)
        return result->report.weight[index];
    return index < result->members.m ? result->member_weight[index] : NAN;
}

void clens_result_member_labels(const clens_result *result, size_t index, int32_t *labels)
{
    if (index < result->members.m)
        memcpy(labels, ce_labels_column(&result->members, index),
               result->members.n * sizeof *labels);
}
