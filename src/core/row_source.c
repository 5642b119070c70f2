#include "core/row_source.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"

/* Scales a row in which only `speaking` of m clusterings say something, so that its object counts
 * as much as others. */
static void balance(const ce_row_source *source, size_t m, size_t speaking, double *value,
                    size_t count)
{
    for (size_t e = 0; e < count && source->balanced && speaking < m; e++)
        value[e] *= (double)m / (double)speaking;
}

static size_t label_row(const ce_row_source *source, size_t i, size_t *column, double *value)
{
    const ce_labels *labels = source->labels;
    size_t count = 0;

    for (size_t q = 0; q < labels->m; q++) {
        int32_t label = ce_labels_column(labels, q)[i];
        if (label != CE_MISSING) {
            column[count] = source->offset[q] + (size_t)label;
            value[count++] = 1;
        }
    }
    balance(source, labels->m, count, value, count);
    return count;
}

/* Divides the entries of one clustering by their length. */
static void scale_to_unit(double *value, size_t count)
{
    double sum = 0;

    for (size_t e = 0; e < count; e++)
        sum += value[e] * value[e];
    for (size_t e = 0; e < count; e++)
        value[e] /= sqrt(sum);
}

static size_t membership_row(const ce_row_source *source, size_t i, size_t *column, double *value)
{
    const ce_membership_rows *rows = source->membership;
    const float *p = rows->membership->values + (size_t)rows->first[i] * rows->membership->columns;
    size_t count = 0, speaking = 0;

    for (size_t c = 0, begin = 0; c < rows->columns; c++) {
        if (c && rows->clustering[c] != rows->clustering[c - 1])
            begin = count;
        if (p[rows->column[c]] > 0) {
            column[count] = c;
            value[count++] = (double)p[rows->column[c]];
        }
        if (c + 1 < rows->columns && rows->clustering[c + 1] == rows->clustering[c])
            continue;
        if (source->unit)
            scale_to_unit(value + begin, count - begin);
        speaking += count > begin;
    }
    balance(source, rows->membership->m, speaking, value, count);
    return count;
}

size_t ce_row_source_row(const ce_row_source *source, size_t i, size_t *column, double *value)
{
    return source->labels ? label_row(source, i, column, value)
                          : membership_row(source, i, column, value);
}

static void add_count(ce_row_source *source, size_t count)
{
    source->entries += count;
    if (count > source->longest)
        source->longest = count;
}

int ce_row_source_labels(ce_row_source *source, const ce_microclusters *micro, ce_error *err)
{
    const ce_labels *labels = &micro->rows;

    *source = (ce_row_source){0};
    source->offset = ce_alloc(labels->m, sizeof *source->offset, err);
    if (!source->offset)
        return CE_ENOMEM;
    source->rows = micro->count;
    source->size = micro->size;
    source->labels = labels;
    for (size_t q = 0; q < labels->m; q++) {
        source->offset[q] = source->columns;
        source->columns += (size_t)labels->k[q];
    }
    for (size_t i = 0; i < source->rows; i++) {
        size_t count = 0;
        for (size_t q = 0; q < labels->m; q++)
            count += ce_labels_column(labels, q)[i] != CE_MISSING;
        add_count(source, count);
    }
    return CE_OK;
}

void ce_row_source_membership(ce_row_source *source, const ce_membership_rows *rows, int unit)
{
    size_t columns = rows->membership->columns;

    *source = (ce_row_source){.rows = rows->count,
                              .columns = rows->columns,
                              .size = rows->size,
                              .membership = rows,
                              .unit = unit};
    for (size_t i = 0; i < source->rows; i++) {
        const float *p = rows->membership->values + (size_t)rows->first[i] * columns;
        size_t count = 0;
        for (size_t l = 0; l < columns; l++)
            count += p[l] > 0;
        add_count(source, count);
    }
}

void ce_row_source_free(ce_row_source *source)
{
    free(source->offset);
    *source = (ce_row_source){0};
}
