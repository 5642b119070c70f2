#include "similarity/minima.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "core/similarity.h"

enum {
    SUMS = 8,
    /* Rows that are compared with the others together. The others are so fetched once for all of
     * them. */
    BLOCK = 16,
    /* A pair of entries that are not 0 takes so many times as long as a column of two whole rows.
     */
    TIMES = 12
};

static double all_sums(const double sum[SUMS])
{
    return ((sum[0] + sum[1]) + (sum[2] + sum[3])) + ((sum[4] + sum[5]) + (sum[6] + sum[7]));
}

CE_HOT double ce_sum_of_minima(const double *a, const double *b, size_t n)
{
    double sum[SUMS] = {0};
    size_t c = 0;

    for (; c + SUMS <= n; c += SUMS)
        for (size_t l = 0; l < SUMS; l++)
            sum[l] += a[c + l] < b[c + l] ? a[c + l] : b[c + l];
    for (size_t l = 0; c < n; c++, l++)
        sum[l] += a[c] < b[c] ? a[c] : b[c];
    return all_sums(sum);
}

static void by_pairs(const double *rows, size_t count, size_t n, double *sum)
{
#pragma omp parallel for schedule(dynamic)
    for (size_t first = 0; first < count; first += BLOCK)
        for (size_t b = first; b < count; b++)
            for (size_t a = first; a < first + BLOCK && a <= b; a++)
                sum[ce_packed_index(count, a, b)] = ce_sum_of_minima(rows + a * n, rows + b * n, n);
}

/* The entries that are not 0, by columns, in the order of the rows. */
typedef struct {
    size_t *start; /* owned; n + 1 */
    uint32_t *row; /* owned */
    double *value; /* owned */
} entries;

static void entries_free(entries *e)
{
    free(e->start);
    free(e->row);
    free(e->value);
}

/* start[c + 1]: how many entries column c has. Returns over how many pairs of entries the sums go.
 */
static double count_entries(const double *rows, size_t count, size_t n, size_t *start)
{
    double pairs = 0;

    for (size_t a = 0; a < count; a++)
        for (size_t c = 0; c < n; c++)
            start[c + 1] += rows[a * n + c] != 0;
    for (size_t c = 0; c < n; c++)
        pairs += (double)start[c + 1] * ((double)start[c + 1] + 1) / 2;
    return pairs;
}

static int fill_entries(const double *rows, size_t count, size_t n, entries *e, ce_error *err)
{
    size_t *at = ce_alloc(n, sizeof *at, err);

    for (size_t c = 0; c < n; c++)
        e->start[c + 1] += e->start[c];
    e->row = ce_alloc(e->start[n], sizeof *e->row, err);
    e->value = ce_alloc(e->start[n], sizeof *e->value, err);
    if (!at || !e->row || !e->value) {
        free(at);
        return CE_ENOMEM;
    }
    memcpy(at, e->start, n * sizeof *at);
    for (size_t a = 0; a < count; a++)
        for (size_t c = 0; c < n; c++)
            if (rows[a * n + c] != 0) {
                e->row[at[c]] = (uint32_t)a;
                e->value[at[c]++] = rows[a * n + c];
            }
    free(at);
    return CE_OK;
}

/* The sums of row b with the rows up to it. Each entry goes into the sum to which ce_sum_of_minima
 * adds its column, in the same order; the zeros that are left out change nothing. */
static void add_row(const entries *e, const double *row, size_t b, size_t n, double *part)
{
    memset(part, 0, (b + 1) * SUMS * sizeof *part);
    for (size_t c = 0; c < n; c++) {
        size_t at = e->start[c];
        if (row[c] == 0)
            continue;
        for (;; at++) { /* b is in this column */
            part[e->row[at] * SUMS + c % SUMS] += e->value[at] < row[c] ? e->value[at] : row[c];
            if (e->row[at] == b)
                break;
        }
    }
}

static int by_entries(const entries *e, const double *rows, size_t count, size_t n, double *sum,
                      ce_error *err)
{
    int failed = 0;

#pragma omp parallel
    {
        double *part = ce_alloc(count * SUMS, sizeof *part, NULL);
        if (!part) {
#pragma omp atomic write
            failed = 1;
        }
#pragma omp for schedule(dynamic)
        for (size_t b = 0; b < count; b++) {
            if (!part)
                continue;
            add_row(e, rows + b * n, b, n, part);
            for (size_t a = 0; a <= b; a++)
                sum[ce_packed_index(count, a, b)] = all_sums(part + a * SUMS);
        }
        free(part);
    }
    return failed ? ce_fail(err, CE_ENOMEM, "out of memory for the links of %zu clusters", count)
                  : CE_OK;
}

int ce_minima_of_rows(const double *rows, size_t count, size_t n, double *sum, ce_error *err)
{
    entries e = {.start = ce_calloc(n + 1, sizeof *e.start, err)};
    int rc = e.start ? CE_OK : CE_ENOMEM;

    if (!rc && TIMES * count_entries(rows, count, n, e.start) >
                   (double)count * ((double)count + 1) / 2 * (double)n) {
        by_pairs(rows, count, n, sum);
    } else if (!rc) {
        rc = fill_entries(rows, count, n, &e, err);
        if (!rc)
            rc = by_entries(&e, rows, count, n, sum, err);
    }
    entries_free(&e);
    return rc;
}
