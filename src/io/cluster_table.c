#include "io/cluster_table.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/memory.h"
#include "io/output.h"

/* CLUSTERING:LABEL, to be freed. */
static char *column_name(const ce_label_table *labels, size_t q, size_t v, ce_error *err)
{
    char number[24];
    const char *label = number;

    if (labels->categories && labels->categories[q].text)
        label = labels->categories[q].text[v];
    else
        snprintf(number, sizeof number, "%zu", v + 1);
    return ce_join(labels->name[q], ':', label, err);
}

static int write_header(ce_output *output, const ce_label_table *labels, char delimiter, ce_error *err)
{
    size_t columns = 0;

    if (labels->id.name)
        ce_output_cell(output, labels->id.name, delimiter);
    for (size_t q = 0; q < labels->labels.m; q++)
        for (size_t v = 0; v < (size_t)labels->labels.k[q]; v++) {
            char *name = column_name(labels, q, v, err);
            if (!name)
                return CE_ENOMEM;
            if (columns++ || labels->id.name)
                ce_output_char(output, delimiter);
            ce_output_cell(output, name, delimiter);
            free(name);
        }
    ce_output_char(output, '\n');
    return CE_OK;
}

static void write_row(ce_output *output, const ce_biadjacency *b, size_t i, char delimiter)
{
    size_t at = b->row_start ? b->row_start[i] : i * b->columns, end = b->row_start ? b->row_start[i + 1] : at + b->columns;

    for (size_t c = 0; c < b->columns; c++) {
        double value = 0;
        if (at < end && (!b->row_start || (size_t)b->column[at] == c))
            value = b->values[at++];
        if (c)
            ce_output_char(output, delimiter);
        if (value == 0)
            ce_output_char(output, '0');
        else
            ce_output_real(output, value);
    }
    ce_output_char(output, '\n');
}

int ce_cluster_table_write(const ce_biadjacency *b, const int32_t *of, const ce_label_table *labels, const char *path,
                           char delimiter, ce_error *err)
{
    ce_output *output;
    char between = delimiter ? delimiter : ',';
    int rc = ce_output_open(&output, path, err);

    if (rc)
        return rc;
    if ((rc = write_header(output, labels, between, err))) {
        ce_output_abandon(output);
        return rc;
    }
    for (size_t i = 0; i < labels->labels.n && !ce_output_failed(output); i++) {
        if (labels->id.name) {
            ce_output_cell(output, ce_text_column_get(&labels->id, i), between);
            ce_output_char(output, between);
        }
        write_row(output, b, of ? (size_t)of[i] : i, between);
    }
    return ce_output_close(output, err);
}
