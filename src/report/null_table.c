#include "report/null_table.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "plot/result_rows.h"

void ce_null_table_free(ce_null_table *null)
{
    if (!null)
        return;
    free(null->row);
    *null = (ce_null_table){0};
}

const char *ce_null_table_objective(const ce_null_table *null, const ce_null_row *row)
{
    return null->table->categories[null->objective].text[row->objective];
}

/* ---- rows ---- */

typedef struct {
    size_t k, score, rcsi, se, p, references, all;
    int counted; /* there is a column of references */
    int scored;  /* and one of the scores of the data */
} columns;

static int find_columns(ce_null_table *null, columns *at, ce_error *err)
{
    static const char source[] = "ce-stability null";
    const ce_data_table *table = null->table;
    ce_error none = {0};
    int rc = ce_result_column(table, "k", 1, source, &at->k, err);

    if (!rc)
        rc = ce_result_column(table, "objective", 0, source, &null->objective, err);
    if (!rc && !table->categories[null->objective].count)
        rc = ce_fail(err, CE_EINPUT, "column objective has no name, such as entropy");
    if (!rc)
        rc = ce_result_column(table, "rcsi", 1, source, &at->rcsi, err);
    if (!rc)
        rc = ce_result_column(table, "rcsi_se", 1, source, &at->se, err);
    if (!rc)
        rc = ce_result_column(table, "p", 1, source, &at->p, err);
    at->scored = !ce_result_column(table, "score", 1, source, &at->score, &none);
    at->counted = !ce_result_column(table, "references", 1, source, &at->references, &none);
    null->over_all = !ce_result_column(table, "p_all", 1, source, &at->all, &none);
    return rc;
}

static int read_row(const ce_null_table *null, const columns *at, size_t i, ce_null_row *row,
                    ce_error *err)
{
    const ce_data_table *table = null->table;
    double k = ce_result_number(table, i, at->k);
    double objective = ce_result_number(table, i, null->objective);

    if (!(k >= 1 && k < INT_MAX && k == floor(k)))
        return ce_fail(err, CE_EINPUT, "row %zu: k %g, a whole number from 1 expected", i + 1, k);
    if (isnan(objective))
        return ce_fail(err, CE_EINPUT, "row %zu: no objective, such as entropy", i + 1);
    *row =
        (ce_null_row){.objective = (size_t)objective,
                      .k = (int)k,
                      .score = at->scored ? ce_result_number(table, i, at->score) : NAN,
                      .rcsi = ce_result_number(table, i, at->rcsi),
                      .se = ce_result_number(table, i, at->se),
                      .p = ce_result_number(table, i, at->p),
                      .all = null->over_all ? ce_result_number(table, i, at->all) : NAN,
                      .references = at->counted ? ce_result_number(table, i, at->references) : NAN};
    if (row->se < 0)
        return ce_fail(err, CE_EINPUT, "row %zu: rcsi_se %g, a number from 0 expected", i + 1,
                       row->se);
    if (row->p <= 0 || row->p > 1)
        return ce_fail(err, CE_EINPUT, "row %zu: p %g, a number above 0 and at most 1 expected",
                       i + 1, row->p);
    if (row->all <= 0 || row->all > 1)
        return ce_fail(err, CE_EINPUT, "row %zu: p_all %g, a number above 0 and at most 1 expected",
                       i + 1, row->all);
    return CE_OK;
}

static int in_order(const void *a, const void *b)
{
    const ce_null_row *x = a, *y = b;

    if (x->objective != y->objective)
        return x->objective < y->objective ? -1 : 1;
    return (x->k > y->k) - (x->k < y->k);
}

static int check_rows(const ce_null_table *null, ce_error *err)
{
    size_t known = 0;

    for (size_t i = 0; i < null->count; i++) {
        const ce_null_row *row = &null->row[i];
        if (i && !in_order(row - 1, row))
            return ce_fail(err, CE_EINPUT, "k = %d twice for the objective %.100s", row->k,
                           ce_null_table_objective(null, row));
        known += !isnan(row->rcsi);
    }
    return known ? CE_OK : ce_fail(err, CE_EINPUT, "no row has an rcsi");
}

int ce_null_table_build(ce_null_table *null, const ce_data_table *table, ce_error *err)
{
    columns at = {0};
    int rc;

    *null = (ce_null_table){.table = table, .count = table->values.rows};
    rc = find_columns(null, &at, err);
    if (!rc) {
        null->row = ce_alloc(null->count, sizeof *null->row, err);
        rc = null->row ? CE_OK : CE_ENOMEM;
    }
    for (size_t i = 0; i < null->count && !rc; i++)
        rc = read_row(null, &at, i, &null->row[i], err);
    if (!rc) {
        qsort(null->row, null->count, sizeof *null->row, in_order);
        rc = check_rows(null, err);
    }
    if (rc)
        ce_null_table_free(null);
    return rc;
}

/* ---- what they say ---- */

size_t ce_null_table_end(const ce_null_table *null, size_t first)
{
    size_t end = first;

    while (end < null->count && null->row[end].objective == null->row[first].objective)
        end++;
    return end;
}

const ce_null_row *ce_null_table_find(const ce_null_table *null, size_t first, size_t end, int k)
{
    for (size_t i = first; i < end; i++)
        if (null->row[i].k == k)
            return &null->row[i];
    return NULL;
}

const ce_null_row *ce_null_table_best(const ce_null_table *null, size_t first, size_t end)
{
    size_t best = ce_null_clearest(&null->row[first].score, &null->row[first].rcsi,
                                   sizeof *null->row, end - first);

    return best < end - first ? &null->row[first + best] : NULL;
}

ce_null_verdict ce_null_row_judge(const ce_null_row *row)
{
    return ce_null_judge(row->p, row->references, CE_NULL_LEVEL);
}

ce_null_verdict ce_null_table_judge(const ce_null_table *null, size_t first, size_t end, double *p)
{
    double least = NAN, references = NAN;

    *p = NAN;
    for (size_t i = first; i < end; i++) {
        const ce_null_row *row = &null->row[i];
        *p = fmin(*p, row->all); /* fmin and fmax pass over NaN */
        least = fmin(least, row->p);
        references = fmax(references, row->references);
    }
    if (isnan(*p))
        *p = least;
    return ce_null_judge(*p, references, CE_NULL_LEVEL);
}

int ce_null_table_clearest(const ce_null_table *null)
{
    int k = 0;

    for (size_t first = 0, end; first < null->count; first = end) {
        const ce_null_row *best;
        double p;
        end = ce_null_table_end(null, first);
        if (ce_null_table_judge(null, first, end, &p) != CE_NULL_CLEARER)
            continue;
        best = ce_null_table_best(null, first, end);
        if (!best || !(best->rcsi > 0) || (k && best->k != k))
            return 0;
        k = best->k;
    }
    return k;
}
