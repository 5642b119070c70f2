/* Collects and writes the results of a call: labels, confidences, trace and model. */
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/output.h"
#include "job.h"

int consensus_output_alloc(consensus_output *out, const consensus_options *options, size_t n,
                           size_t columns, ce_error *err)
{
    int rc = ce_label_table_alloc(&out->table, n, columns, err);

    if (!rc && options->confidence)
        rc = ce_data_table_alloc(&out->confidence, n, columns, err);
    if (!rc) {
        out->model = ce_calloc(columns, sizeof *out->model, err);
        rc = out->model ? CE_OK : CE_ENOMEM;
    }
    return rc;
}

void consensus_output_free(consensus_output *out)
{
    for (size_t c = 0; out->model && c < out->table.labels.m; c++)
        ce_result_model_free(&out->model[c]);
    free(out->model);
    free(out->trace.cell);
    free(out->base_weight);
    ce_messages_free(&out->told);
    ce_label_table_free(&out->table);
    ce_data_table_free(&out->confidence);
}

void consensus_output_drop(consensus_output *out, size_t column)
{
    ce_result_model_free(&out->model[column]);
    free(out->table.name[column]);
    out->table.name[column] = NULL;
    if (!out->confidence.name)
        return;
    free(out->confidence.name[column]);
    out->confidence.name[column] = NULL;
}

void consensus_output_shorten(consensus_output *out, size_t columns)
{
    size_t n = out->table.labels.n, before = out->table.labels.m;
    double *sure = out->confidence.values.values;

    for (size_t i = 0; sure && i < n; i++)
        memmove(sure + i * columns, sure + i * before, columns * sizeof *sure);
    if (sure)
        out->confidence.values.columns = columns;
    out->table.labels.m = columns;
}

/* ---- reports ---- */

static int was_told(const ce_messages *told, const ce_message *message)
{
    for (size_t i = 0; i < told->count; i++)
        if (!strcmp(told->message[i].text, message->text))
            return 1;
    return 0;
}

static int take_trace(ce_trace *all, ce_trace *own, ce_error *err)
{
    int rc = CE_OK;

    if (!own->columns)
        return CE_OK;
    all->column = own->column;
    all->columns = own->columns;
    for (size_t r = 0; r < own->rows && !rc; r++)
        rc = ce_trace_add(all, own->cell + r * own->columns, err);
    return rc;
}

int consensus_take_report(const ce_cli *cli, consensus_output *out, size_t column,
                          ce_report *report, ce_error *err)
{
    char worded[2 * CE_ERROR_TEXT];

    for (size_t i = 0; i < report->messages.count; i++) {
        const ce_message *message = &report->messages.message[i];
        if (was_told(&out->told, message))
            continue;
        ce_error_word(message->text, "--", worded, sizeof worded);
        (message->level == CE_NOTE ? ce_cli_note : ce_cli_detail)(cli, "%s", worded);
        ce_tell(&out->told, message->level, "%s", message->text);
    }
    out->model[column] = report->model;
    report->model = (ce_result_model){0};
    if (report->weight) {
        free(out->base_weight);
        out->base_weight = report->weight;
        report->weight = NULL;
    }
    return take_trace(&out->trace, &report->trace, err);
}

int consensus_take_column(consensus_output *out, size_t column, const char *name,
                          const int32_t *label, int32_t k, const double *sure, ce_error *err)
{
    size_t n = out->table.labels.n, columns = out->table.labels.m;

    memcpy(ce_labels_column(&out->table.labels, column), label, n * sizeof *label);
    out->table.labels.k[column] = k;
    out->table.name[column] = ce_strdup(name, err);
    if (!out->table.name[column])
        return CE_ENOMEM;
    if (!sure)
        return CE_OK;
    for (size_t i = 0; i < n; i++)
        out->confidence.values.values[i * columns + column] = sure[i];
    out->confidence.name[column] = ce_join(name, '.', "confidence", err);
    return out->confidence.name[column] ? CE_OK : CE_ENOMEM;
}

/* ---- files ---- */

static void write_object(ce_output *output, const ce_text_column *id, double object, char delimiter)
{
    if (id->name)
        ce_output_cell(output, ce_text_column_get(id, (size_t)object), delimiter);
    else
        ce_output_printf(output, "%.0f", object + 1);
}

static int write_trace(const ce_trace *trace, const ce_text_column *id,
                       const consensus_options *options, ce_error *err)
{
    char delimiter = options->common.delimiter;
    ce_output *output;
    int rc = ce_output_open(&output, options->trace, err);

    if (rc)
        return rc;
    for (size_t c = 0; c < trace->columns; c++) {
        ce_output_cell(output, trace->column[c].name, delimiter);
        ce_output_char(output, c + 1 < trace->columns ? delimiter : '\n');
    }
    for (size_t at = 0; at < trace->rows * trace->columns; at++) {
        const ce_trace_column *column = &trace->column[at % trace->columns];
        const char *word = ce_trace_word(column, trace->cell[at]);
        if (word)
            ce_output_cell(output, word, delimiter);
        else if (column->kind == CE_TRACE_OBJECT)
            write_object(output, id, trace->cell[at], delimiter);
        else
            ce_output_real(output, trace->cell[at]);
        ce_output_char(output, (at + 1) % trace->columns ? delimiter : '\n');
    }
    return ce_output_close(output, err);
}

static int write_model(const consensus_output *out, const consensus_options *options,
                       char *const *feature, size_t d, ce_error *err)
{
    char delimiter = options->common.delimiter;
    ce_output *output = NULL;
    int rc = ce_output_open(&output, options->model, err);

    if (rc)
        return rc;
    ce_model_header(output, feature, d, delimiter);
    for (size_t c = 0; c < out->table.labels.m; c++)
        for (size_t l = 0; l < out->model[c].k; l++) {
            const ce_result_model *model = &out->model[c];
            size_t size = (size_t)model->size[l];
            ce_model_row(output, out->table.name[c], l + 1, size, "centroid",
                         model->centroid + l * d, d, delimiter);
            ce_model_row(output, out->table.name[c], l + 1, size, "weight", model->weight + l * d,
                         d, delimiter);
        }
    return ce_output_close(output, err);
}

int consensus_write(const ce_cli *cli, consensus_output *out, const consensus_options *options,
                    ce_text_column *id, char *const *feature, size_t d, ce_error *err)
{
    char delimiter = options->common.delimiter;
    int rc = CE_OK;

    if (options->confidence) {
        ce_text_column_move(&out->confidence.id, id);
        rc = ce_data_table_write(&out->confidence, options->confidence, delimiter, err);
        ce_text_column_move(id, &out->confidence.id);
    }
    if (!rc && options->model)
        rc = write_model(out, options, feature, d, err);
    if (!rc && options->trace)
        rc = write_trace(&out->trace, id, options, err);
    if (rc)
        return rc;
    ce_text_column_move(&out->table.id, id);
    return ce_cli_write_labels(cli, options->common.labels_format, &out->table,
                               options->common.output, err);
}
