#include "io/cluster_table.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/memory.h"
#include "io/output.h"

/* The label of cluster v as it was read. number: room for the number of a cluster without a
 * label. */
static const char *label_of(const ce_label_table *labels, size_t q, size_t v, char number[24])
{
    if (labels->categories && labels->categories[q].text)
        return labels->categories[q].text[v];
    snprintf(number, 24, "%zu", v + 1);
    return number;
}

/* The name CLUSTERING:LABEL; free it. */
static char *column_name(const ce_label_table *labels, size_t q, size_t v, ce_error *err)
{
    char number[24];

    return ce_join(labels->name[q], ':', label_of(labels, q, v, number), err);
}

static int write_header(ce_output *output, const ce_label_table *labels, char delimiter,
                        ce_error *err)
{
    size_t columns = 0;

    if (labels->id.name)
        ce_output_name(output, labels->id.name, delimiter);
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
    size_t at = b->row_start ? b->row_start[i] : i * b->columns,
           end = b->row_start ? b->row_start[i + 1] : at + b->columns;

    for (size_t c = 0; c < b->columns; c++) {
        double value = 0;
        if (at < end && (!b->row_start || (size_t)b->column[at] == c))
            value = b->values[at++];
        if (c)
            ce_output_char(output, delimiter);
        if (value == 0)
            ce_output_char(output, '0');
        else
            ce_output_result(output, value);
    }
    ce_output_char(output, '\n');
}

int ce_cluster_table_write(const ce_biadjacency *b, const int32_t *of, const ce_label_table *labels,
                           const char *path, char delimiter, ce_error *err)
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

/* Writes the rows of one base clustering. size: room for its clusters. */
static void write_clusters(ce_output *output, const ce_label_table *labels, size_t q,
                           const double *value, double *size, char delimiter)
{
    const int32_t *label = ce_labels_column(&labels->labels, q);
    size_t k = (size_t)labels->labels.k[q];
    char number[24];

    for (size_t v = 0; v < k; v++)
        size[v] = 0;
    for (size_t i = 0; i < labels->labels.n; i++)
        if (label[i] >= 0)
            size[label[i]] += labels->size ? labels->size[i] : 1;
    for (size_t v = 0; v < k; v++) {
        ce_output_cell(output, labels->name[q], delimiter);
        ce_output_char(output, delimiter);
        ce_output_cell(output, label_of(labels, q, v, number), delimiter);
        ce_output_char(output, delimiter);
        ce_output_real(output, size[v]);
        ce_output_char(output, delimiter);
        ce_output_result(output, value[v]);
        ce_output_char(output, '\n');
    }
}

int ce_cluster_values_write(const double *value, const char *name, const ce_label_table *labels,
                            const char *path, char delimiter, ce_error *err)
{
    double *size = ce_alloc(ce_labels_total(&labels->labels), sizeof *size, err);
    char between = delimiter ? delimiter : ',';
    ce_output *output;
    int rc = size ? ce_output_open(&output, path, err) : CE_ENOMEM;

    if (!rc) {
        ce_output_printf(output, "clustering%ccluster%csize%c%s\n", between, between, between,
                         name);
        for (size_t q = 0; q < labels->labels.m; value += labels->labels.k[q++])
            write_clusters(output, labels, q, value, size, between);
        rc = ce_output_close(output, err);
    }
    free(size);
    return rc;
}
