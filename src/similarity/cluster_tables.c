#include "similarity/cluster_tables.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/pace.h"
#include "core/parallel.h"

/* Objects of a row that are added up at once. The number is fixed so that the compiler makes whole
 * vectors of them. */
enum { LANES = 64 };

/* The labels as the inner loop reads them. A missing label is number k, and each table has a row
 * and a column k of zeros. */
typedef struct {
    size_t n, padded, m;
    int has_missing;
    int32_t *code;  /* owned; m x padded; objects from n on are missing */
    size_t *start;  /* owned; m: first entry of each table */
    size_t *width;  /* owned; m: k + 1 */
    double *values; /* owned */
} coded;

int ce_cluster_tables_alloc(ce_cluster_tables *tables, const ce_labels *labels, ce_error *err)
{
    ce_cluster_tables_free(tables);
    tables->start = ce_calloc(labels->m + 1, sizeof *tables->start, err);
    if (!tables->start)
        return CE_ENOMEM;
    for (size_t q = 0; q < labels->m; q++)
        tables->start[q + 1] = tables->start[q] + (size_t)labels->k[q] * (size_t)labels->k[q];
    tables->values = ce_calloc(tables->start[labels->m], sizeof *tables->values, err);
    if (!tables->values) {
        ce_cluster_tables_free(tables);
        return CE_ENOMEM;
    }
    tables->m = labels->m;
    return CE_OK;
}

void ce_cluster_tables_free(ce_cluster_tables *tables)
{
    if (!tables)
        return;
    free(tables->start);
    free(tables->values);
    *tables = (ce_cluster_tables){0};
}

static void coded_free(coded *c)
{
    free(c->code);
    free(c->start);
    free(c->width);
    free(c->values);
}

static int coded_build(coded *c, const ce_labels *rows, const ce_cluster_tables *tables,
                       ce_error *err)
{
    size_t total = 0;

    c->n = rows->n;
    c->m = rows->m;
    c->padded = (rows->n + LANES - 1) / LANES * LANES;
    c->has_missing = ce_labels_have_missing(rows);
    for (size_t q = 0; q < c->m; q++)
        total += ((size_t)rows->k[q] + 1) * ((size_t)rows->k[q] + 1);
    c->code = ce_alloc(c->m * c->padded, sizeof *c->code, err);
    c->start = ce_alloc(c->m, sizeof *c->start, err);
    c->width = ce_alloc(c->m, sizeof *c->width, err);
    c->values = ce_calloc(total, sizeof *c->values, err);
    if (!c->code || !c->start || !c->width || !c->values)
        return CE_ENOMEM;
    total = 0;
    for (size_t q = 0; q < c->m; q++) {
        const int32_t *label = ce_labels_column(rows, q);
        size_t k = (size_t)rows->k[q];
        c->start[q] = total;
        c->width[q] = k + 1;
        for (size_t a = 0; a < k; a++)
            memcpy(c->values + total + a * (k + 1), tables->values + tables->start[q] + a * k,
                   k * sizeof *c->values);
        for (size_t i = 0; i < c->padded; i++)
            c->code[q * c->padded + i] = i < c->n && label[i] >= 0 ? label[i] : (int32_t)k;
        total += (k + 1) * (k + 1);
    }
    return CE_OK;
}

/* sum[l] = what the tables say of object i and j + l, added up over the base clusterings. row[q]:
 * i's row of table q. */
CE_HOT static void add_tables(const coded *c, const double *const *row, size_t j, double sum[LANES])
{
    for (size_t l = 0; l < LANES; l++)
        sum[l] = 0;
    for (size_t q = 0; q < c->m; q++) {
        const int32_t *code = c->code + q * c->padded + j;
        const double *value = row[q];
        for (size_t l = 0; l < LANES; l++)
            sum[l] += value[code[l]];
    }
}

/* both[l]: the base clusterings that label i and j + l. */
CE_HOT static void count_both(const coded *c, size_t i, size_t j, double both[LANES])
{
    int32_t count[LANES] = {0};

    for (size_t q = 0; q < c->m; q++) {
        const int32_t *code = c->code + q * c->padded + j;
        int32_t missing = (int32_t)c->width[q] - 1;
        if (c->code[q * c->padded + i] != missing)
            for (size_t l = 0; l < LANES; l++)
                count[l] += code[l] != missing;
    }
    for (size_t l = 0; l < LANES; l++)
        both[l] = count[l];
}

CE_HOT static void divide(double sum[LANES], const double both[LANES])
{
    for (size_t l = 0; l < LANES; l++)
        sum[l] /= both[l] > 0 ? both[l] : 1; /* nothing was added where both is 0 */
}

/* Entries (i, i) .. (i, n - 1); out: where (i, 0) would be. row: room for m pointers. */
static void fill_row(const coded *c, size_t i, const double **row, double *out, double *twin)
{
    double sum[LANES], both[LANES];

    for (size_t q = 0; q < c->m; q++)
        row[q] = c->values + c->start[q] + (size_t)c->code[q * c->padded + i] * c->width[q];
    for (size_t l = 0; l < LANES; l++)
        both[l] = (double)c->m;
    for (size_t j = i / LANES * LANES; j < c->n; j += LANES) {
        size_t from = i > j ? i - j : 0, end = c->n - j < LANES ? c->n - j : LANES;
        add_tables(c, row, j, sum);
        if (c->has_missing)
            count_both(c, i, j, both);
        divide(sum, both);
        if (i >= j) {
            if (twin)
                *twin = sum[from];
            sum[from] = 1;
        }
        memcpy(out + j + from, sum + from, (end - from) * sizeof *out);
    }
}

int ce_similarity_of_tables(const ce_labels *rows, const ce_cluster_tables *tables,
                            ce_similarity *s, double *twin, const ce_progress *progress,
                            ce_error *err)
{
    coded c = {0};
    ce_pace pace;
    int failed = 0, rc;

    rc = ce_similarity_alloc_dense(s, rows->n, "the similarity matrix",
                                   "a method that needs no matrix of pairs,", err);
    if (!rc)
        rc = coded_build(&c, rows, tables, err);
    if (rc)
        goto done;
    pace = ce_pace_of_pieces(progress, c.n * (c.n + 1) / 2);
#pragma omp parallel
    {
        const double **row = ce_alloc(c.m, sizeof *row, NULL);
        if (!row) {
#pragma omp atomic write
            failed = 1;
        }
#pragma omp for schedule(dynamic, 4)
        for (size_t i = 0; i < c.n; i++) {
            if (row)
                fill_row(&c, i, row, s->values + (ce_packed_index(c.n, i, i) - i),
                         twin ? twin + i : NULL);
            ce_pace_pieces(&pace, c.n - i);
        }
        free(row);
    }
    ce_pace_end(&pace);
    rc = failed ? ce_fail(err, CE_ENOMEM, "out of memory for the similarity matrix") : CE_OK;
done:
    coded_free(&c);
    if (rc)
        ce_similarity_free(s);
    return rc;
}

/* What objects of one microcluster have with each other. */
static double twin_of(const ce_microclusters *micro, const double *twin, size_t g)
{
    double has_label = 0;

    if (twin)
        return twin[g];
    for (size_t q = 0; q < micro->rows.m; q++)
        if (ce_labels_column(&micro->rows, q)[g] >= 0)
            has_label = 1;
    return has_label;
}

int ce_similarity_to_objects(const ce_similarity *small, const ce_microclusters *micro,
                             const double *twin, ce_similarity *objects, ce_error *err)
{
    size_t n = micro->n;
    int failed = 0, rc;

    rc = ce_similarity_alloc_dense(objects, n, "the similarity matrix of all pairs of objects",
                                   "a consensus of the microclusters", err);
    if (rc)
        return rc;
#pragma omp parallel
    {
        double *row = ce_alloc(micro->count, sizeof *row, NULL);
        if (!row) {
#pragma omp atomic write
            failed = 1;
        }
#pragma omp for schedule(dynamic, 16)
        for (size_t i = 0; i < n; i++) {
            size_t g = (size_t)micro->of[i];
            double *out = objects->values + (ce_packed_index(n, i, i) - i);
            if (!row)
                continue;
            for (size_t h = 0; h < micro->count; h++)
                row[h] = h == g ? twin_of(micro, twin, g) : ce_similarity_dense_get(small, g, h);
            out[i] = 1;
            for (size_t j = i + 1; j < n; j++)
                out[j] = row[micro->of[j]];
        }
        free(row);
    }
    if (failed) {
        ce_similarity_free(objects);
        return ce_fail(err, CE_ENOMEM, "out of memory for the similarity matrix");
    }
    return CE_OK;
}
