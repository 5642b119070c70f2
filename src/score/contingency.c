#include "score/contingency.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

#define LARGEST_TOTAL INT64_C(9007199254740992) /* 2^53: every sum of counts is a double too */

/* Labels are shifted by one. So missing ones are counted like the others, in row 0 and column 0. */
typedef struct {
    const int32_t *first, *second;
    const double *weight;
    size_t n, rows, columns; /* rows, columns: with the missing ones */
} pairing;

int ce_sizes_check(const double *size, size_t n, ce_error *err)
{
    double total = 0;

    for (size_t i = 0; size && i < n; i++)
        total += size[i];
    return total <= (double)LARGEST_TOTAL
               ? CE_OK
               : ce_fail(err, CE_EINPUT, "sizes that sum to %.17g objects, at most 2^53 expected",
                         total);
}

/* Room for the cells found, sums at zero. */
static int table_alloc(ce_contingency *table, const pairing *p, size_t cells, ce_error *err)
{
    table->rows = p->rows - 1;
    table->columns = p->columns - 1;
    table->cells = cells;
    table->start = ce_calloc(table->rows + 1, sizeof *table->start, err);
    table->column = ce_alloc(cells, sizeof *table->column, err);
    table->count = ce_alloc(cells, sizeof *table->count, err);
    table->row_sum = ce_calloc(table->rows, sizeof *table->row_sum, err);
    table->column_sum = ce_calloc(table->columns, sizeof *table->column_sum, err);
    return table->start && table->column && table->count && table->row_sum && table->column_sum
               ? CE_OK
               : CE_ENOMEM;
}

/* ---- few possible cells: count into all of them ---- */

static void count_dense(const pairing *p, int64_t *cell)
{
    if (p->weight) {
        for (size_t i = 0; i < p->n; i++)
            cell[(size_t)(p->first[i] + 1) * p->columns + (size_t)(p->second[i] + 1)] +=
                (int64_t)p->weight[i];
    } else {
        for (size_t i = 0; i < p->n; i++)
            cell[(size_t)(p->first[i] + 1) * p->columns + (size_t)(p->second[i] + 1)]++;
    }
}

static int build_dense(ce_contingency *table, const pairing *p, ce_error *err)
{
    size_t cells = 0, at = 0;
    int64_t *cell = ce_calloc(p->rows * p->columns, sizeof *cell, err);
    int rc;

    if (!cell)
        return CE_ENOMEM;
    count_dense(p, cell);
    for (size_t j = 0; j < p->columns; j++)
        table->left_out += cell[j];
    for (size_t i = 1; i < p->rows; i++) {
        const int64_t *row = cell + i * p->columns;
        table->left_out += row[0];
        for (size_t j = 1; j < p->columns; j++)
            cells += row[j] != 0;
    }
    rc = table_alloc(table, p, cells, err);
    if (rc)
        goto done;
    for (size_t i = 1; i < p->rows; i++) {
        const int64_t *row = cell + i * p->columns;
        for (size_t j = 1; j < p->columns; j++)
            if (row[j]) {
                table->column[at] = (int32_t)j - 1;
                table->count[at++] = row[j];
            }
        table->start[i] = at;
    }
done:
    free(cell);
    return rc;
}

/* ---- many possible cells: sort the objects by column, then by row, and count runs ---- */

/* Stable counting sort of objects by label; there are k labels, CE_MISSING included, which comes
 * first. from: the order so far; NULL: 0 .. n-1. */
static int sort_by(const int32_t *label, size_t k, const int32_t *from, int32_t *to, size_t n,
                   ce_error *err)
{
    size_t *place = ce_calloc(k + 1, sizeof *place, err);

    if (!place)
        return CE_ENOMEM;
    for (size_t i = 0; i < n; i++)
        place[label[i] + 2]++;
    for (size_t l = 1; l <= k; l++)
        place[l] += place[l - 1];
    for (size_t i = 0; i < n; i++) {
        int32_t object = from ? from[i] : (int32_t)i;
        to[place[label[object] + 1]++] = object;
    }
    free(place);
    return CE_OK;
}

static int same_cell(const pairing *p, int32_t x, int32_t y)
{
    return p->first[x] == p->first[y] && p->second[x] == p->second[y];
}

/* order: objects by row, then column. */
static int count_runs(ce_contingency *table, const pairing *p, const int32_t *order, ce_error *err)
{
    size_t cells = 0, at = 0;
    int rc;

    for (size_t i = 0; i < p->n; i++)
        cells += p->first[order[i]] >= 0 && p->second[order[i]] >= 0 &&
                 (i == 0 || !same_cell(p, order[i], order[i - 1]));
    rc = table_alloc(table, p, cells, err);
    if (rc)
        return rc;
    for (size_t i = 0; i < p->n; i++) {
        int32_t object = order[i];
        int64_t weight = p->weight ? (int64_t)p->weight[object] : 1;
        if (p->first[object] < 0 || p->second[object] < 0) {
            table->left_out += weight;
            continue;
        }
        if (i == 0 || !same_cell(p, object, order[i - 1])) {
            table->column[at] = p->second[object];
            table->count[at++] = 0;
            table->start[p->first[object] + 1]++;
        }
        table->count[at - 1] += weight;
    }
    for (size_t i = 0; i < table->rows; i++)
        table->start[i + 1] += table->start[i];
    return CE_OK;
}

static int build_sorted(ce_contingency *table, const pairing *p, ce_error *err)
{
    int32_t *by_column = ce_alloc(p->n, sizeof *by_column, err),
            *order = ce_alloc(p->n, sizeof *order, err);
    int rc = by_column && order ? CE_OK : CE_ENOMEM;

    if (!rc)
        rc = sort_by(p->second, p->columns, NULL, by_column, p->n, err);
    if (!rc)
        rc = sort_by(p->first, p->rows, by_column, order, p->n, err);
    if (!rc)
        rc = count_runs(table, p, order, err);
    free(by_column);
    free(order);
    return rc;
}

static void sum_up(ce_contingency *table)
{
    for (size_t i = 0; i < table->rows; i++)
        for (size_t c = table->start[i]; c < table->start[i + 1]; c++) {
            table->row_sum[i] += table->count[c];
            table->column_sum[table->column[c]] += table->count[c];
        }
    for (size_t i = 0; i < table->rows; i++) {
        table->n += table->row_sum[i];
        table->rows_used += table->row_sum[i] > 0;
    }
    for (size_t j = 0; j < table->columns; j++)
        table->columns_used += table->column_sum[j] > 0;
}

int ce_contingency_build(ce_contingency *table, const int32_t *first, int32_t first_k,
                         const int32_t *second, int32_t second_k, const double *weight, size_t n,
                         ce_error *err)
{
    pairing p = {first, second, weight, n, (size_t)first_k + 1, (size_t)second_k + 1};
    int rc = ce_sizes_check(weight, n, err);

    ce_contingency_free(table);
    if (rc)
        return rc;
    /* clearing and scanning all cells must not cost more than sorting the objects */
    if (p.rows * p.columns <= 4 * n + 4096)
        rc = build_dense(table, &p, err);
    else
        rc = build_sorted(table, &p, err);
    if (rc) {
        ce_contingency_free(table);
        return rc;
    }
    sum_up(table);
    return CE_OK;
}

int ce_contingency_of_columns(ce_contingency *table, const ce_labels *labels, size_t p, size_t q,
                              const double *weight, ce_error *err)
{
    return ce_contingency_build(table, ce_labels_column(labels, p), labels->k[p],
                                ce_labels_column(labels, q), labels->k[q], weight, labels->n, err);
}

void ce_contingency_free(ce_contingency *table)
{
    if (!table)
        return;
    free(table->start);
    free(table->column);
    free(table->count);
    free(table->row_sum);
    free(table->column_sum);
    *table = (ce_contingency){0};
}

int ce_contingency_is_identity(const ce_contingency *table)
{
    return table->cells == table->rows_used && table->cells == table->columns_used;
}
