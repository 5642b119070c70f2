#include "report/spread_rows.h"

#include <stdlib.h>
#include <string.h>

#include "core/compare.h"
#include "core/memory.h"

void ce_spread_rows_free(ce_spread_rows *part)
{
    ce_labels_free(&part->labels);
    ce_partition_free(&part->partition);
    free(part->size);
    free(part->row);
    *part = (ce_spread_rows){0};
}

typedef struct {
    int32_t number;
    size_t row;
} place;

static int by_number(const void *a, const void *b)
{
    const place *x = a, *y = b;

    if (x->number != y->number)
        return x->number < y->number ? -1 : 1;
    return (x->row > y->row) - (x->row < y->row);
}

static int choose_rows(size_t *row, size_t count, const int32_t *number, size_t n, ce_error *err)
{
    place *sorted = ce_alloc(n, sizeof *sorted, err);

    if (!sorted)
        return CE_ENOMEM;
    for (size_t i = 0; i < n; i++)
        sorted[i] = (place){number[i], i};
    qsort(sorted, n, sizeof *sorted, by_number);
    for (size_t r = 0; r < count; r++)
        row[r] = sorted[r * n / count].row;
    qsort(row, count, sizeof *row, ce_compare_sizes);
    free(sorted);
    return CE_OK;
}

int ce_spread_rows_take(ce_spread_rows *part, const ce_label_table *table,
                        const ce_partition *partition, const int32_t *number, size_t most,
                        ce_error *err)
{
    size_t n = table->labels.n, m = table->labels.m, count = n < most ? n : most;
    int rc = ce_labels_alloc(&part->labels, count, m, err);

    part->row = ce_alloc(count, sizeof *part->row, err);
    if (table->size)
        part->size = ce_alloc(count, sizeof *part->size, err);
    if (!rc && (!part->row || (table->size && !part->size)))
        rc = CE_ENOMEM;
    if (!rc)
        rc = ce_partition_alloc(&part->partition, count, err);
    for (size_t r = 0; r < count && !rc && count == n; r++)
        part->row[r] = r;
    if (!rc && count < n)
        rc = choose_rows(part->row, count, number, n, err);
    if (rc) {
        ce_spread_rows_free(part);
        return rc;
    }
    part->partition.k = partition->k;
    for (size_t r = 0; r < count; r++) {
        part->partition.labels[r] = partition->labels[part->row[r]];
        if (part->size)
            part->size[r] = table->size[part->row[r]];
    }
    for (size_t q = 0; q < m && !rc; q++) {
        int32_t *column = ce_labels_column(&part->labels, q);
        for (size_t r = 0; r < count; r++)
            column[r] = ce_labels_column(&table->labels, q)[part->row[r]];
        part->labels.k[q] = table->labels.k[q];
        if (count < n)
            rc = ce_labels_renumber(column, count, &part->labels.k[q], err);
    }
    if (rc)
        ce_spread_rows_free(part);
    return rc;
}
