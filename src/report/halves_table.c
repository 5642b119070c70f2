#include "report/halves_table.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "plot/result_rows.h"
#include "score/k_groups.h"

void ce_halves_table_free(ce_halves_table *halves)
{
    if (!halves)
        return;
    free(halves->row);
    *halves = (ce_halves_table){0};
}

const char *ce_halves_table_function(const ce_halves_table *halves, size_t f)
{
    return halves->table->categories[halves->names].text[f];
}

typedef struct {
    size_t k, agreement, chosen;
} columns;

static int find_columns(ce_halves_table *halves, columns *at, ce_error *err)
{
    static const char source[] = "ce-consensus --agreement";
    const ce_data_table *table = halves->table;
    int rc = ce_result_column(table, "function", 0, source, &halves->names, err);

    if (!rc && !table->categories[halves->names].count)
        rc = ce_fail(err, CE_EINPUT, "column function has no name, such as lwea");
    if (!rc)
        rc = ce_result_column(table, "k", 1, source, &at->k, err);
    if (!rc)
        rc = ce_result_column(table, "agreement", 1, source, &at->agreement, err);
    if (!rc)
        rc = ce_result_column(table, "chosen", 1, source, &at->chosen, err);
    return rc;
}

static int read_row(const ce_halves_table *halves, const columns *at, size_t i, ce_halves_row *row,
                    ce_error *err)
{
    const ce_data_table *table = halves->table;
    double k = ce_result_number(table, i, at->k);
    double function = ce_result_number(table, i, halves->names);
    double agreement = ce_result_number(table, i, at->agreement);
    double chosen = ce_result_number(table, i, at->chosen);

    if (isnan(function))
        return ce_fail(err, CE_EINPUT, "row %zu: no function, such as lwea", i + 1);
    if (isnan(k))
        return ce_fail(err, CE_EINPUT, "row %zu: no k", i + 1);
    if (!(k >= 1 && k < INT_MAX && k == floor(k)))
        return ce_fail(err, CE_EINPUT, "row %zu: k %g, a whole number from 1 expected", i + 1, k);
    if (agreement < 0 || agreement > 1)
        return ce_fail(err, CE_EINPUT, "row %zu: agreement %g, a number from 0 to 1 expected",
                       i + 1, agreement);
    if (isnan(chosen))
        return ce_fail(err, CE_EINPUT, "row %zu: nothing in chosen, 0 or 1 expected", i + 1);
    if (chosen != 0 && chosen != 1)
        return ce_fail(err, CE_EINPUT, "row %zu: chosen %g, 0 or 1 expected", i + 1, chosen);
    *row = (ce_halves_row){
        .function = (size_t)function, .k = (int)k, .agreement = agreement, .chosen = chosen == 1};
    return CE_OK;
}

static int in_order(const void *a, const void *b)
{
    const ce_halves_row *x = a, *y = b;

    if (x->function != y->function)
        return x->function < y->function ? -1 : 1;
    return (x->k > y->k) - (x->k < y->k);
}

static int check_rows(const ce_halves_table *halves, ce_error *err)
{
    size_t known = 0;

    for (size_t i = 0; i < halves->count; i++) {
        const ce_halves_row *row = &halves->row[i];
        if (i && !in_order(row - 1, row))
            return ce_fail(err, CE_EINPUT, "k = %d twice for the function %.100s", row->k,
                           ce_halves_table_function(halves, row->function));
        known += !isnan(row->agreement);
    }
    return known ? CE_OK : ce_fail(err, CE_EINPUT, "no row has an agreement");
}

int ce_halves_table_build(ce_halves_table *halves, const ce_data_table *table, ce_error *err)
{
    columns at = {0};
    int rc;

    *halves = (ce_halves_table){.table = table, .count = table->values.rows};
    rc = find_columns(halves, &at, err);
    if (!rc) {
        halves->row = ce_alloc(halves->count, sizeof *halves->row, err);
        rc = halves->row ? CE_OK : CE_ENOMEM;
    }
    for (size_t i = 0; i < halves->count && !rc; i++)
        rc = read_row(halves, &at, i, &halves->row[i], err);
    if (!rc) {
        qsort(halves->row, halves->count, sizeof *halves->row, in_order);
        rc = check_rows(halves, err);
    }
    if (rc)
        ce_halves_table_free(halves);
    return rc;
}

const ce_halves_row *ce_halves_table_find(const ce_halves_table *halves, const char *name)
{
    size_t length;
    int k = ce_k_of_name(name, &length);

    for (size_t i = 0; i < halves->count && k; i++) {
        const char *function = ce_halves_table_function(halves, halves->row[i].function);
        if (halves->row[i].k == k && strlen(function) == length && !strncmp(function, name, length))
            return &halves->row[i];
    }
    return NULL;
}
