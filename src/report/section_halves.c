#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/memory.h"
#include "io/records.h"
#include "report/page.h"

/* The functions that have an agreement at some k, of which the first CE_PAGE_CURVES are taken: how
 * many there are. */
static size_t find_curves(const ce_halves_table *halves, size_t function[CE_PAGE_CURVES])
{
    size_t count = 0, last = SIZE_MAX;

    for (size_t i = 0; i < halves->count; i++) {
        const ce_halves_row *row = &halves->row[i];
        if (isnan(row->agreement) || row->function == last)
            continue;
        last = row->function;
        if (count < CE_PAGE_CURVES)
            function[count] = last;
        count++;
    }
    return count;
}

/* A row for each row of the table, with its k and its agreement in the column of its function. */
static int fill_table(const ce_halves_table *halves, const size_t *function, size_t curves,
                      ce_data_table *table, ce_error *err)
{
    size_t d = 1 + curves;
    const char *name[1 + CE_PAGE_CURVES] = {"k"};
    int rc;

    for (size_t f = 0; f < curves; f++)
        name[1 + f] = ce_halves_table_function(halves, function[f]);
    rc = ce_page_rows_alloc(table, halves->count, name, d, err);
    for (size_t i = 0; i < halves->count && !rc; i++) {
        const ce_halves_row *row = &halves->row[i];
        double *cell = table->values.values + i * d;
        cell[0] = row->k;
        for (size_t f = 0; f < curves; f++)
            cell[1 + f] = function[f] == row->function ? row->agreement : NAN;
    }
    return rc;
}

static int as_csv(const ce_halves_table *halves, ce_output **numbers, ce_error *err)
{
    static const char *const name[] = {"function", "k", "agreement", "chosen"};
    ce_records records;
    int rc = ce_page_table_begin(numbers, &records, name, sizeof name / sizeof *name, err);

    if (rc)
        return rc;
    for (size_t i = 0; i < halves->count; i++) {
        ce_records_text(&records, ce_halves_table_function(halves, halves->row[i].function));
        ce_records_integer(&records, halves->row[i].k);
        ce_records_real(&records, halves->row[i].agreement);
        ce_records_integer(&records, halves->row[i].chosen);
    }
    ce_records_end(&records);
    return CE_OK;
}

int ce_page_halves(ce_page *report, ce_error *err)
{
    const ce_halves_table *halves = report->input->halves;
    char caption[CE_PAGE_CAPTION], some[120] = "", *bytes = NULL;
    ce_data_table table = {0};
    ce_output *numbers = NULL;
    size_t function[CE_PAGE_CURVES], functions, length;
    int rc;

    if (!halves)
        return CE_OK;
    ce_output_text(report->page, "<h2>Do halves of the base clusterings agree?</h2>\n");
    functions = find_curves(halves, function);
    if (functions > CE_PAGE_CURVES)
        snprintf(some, sizeof some, " The first %d of %zu functions are drawn.", CE_PAGE_CURVES,
                 functions);
    snprintf(caption, sizeof caption,
             "The base clusterings are halved at random several times, and the clusters of both "
             "halves are compared: the mean Jaccard index of each cluster with the most similar "
             "one of the other half. In a good picture one k stands above its neighbours and near "
             "1. Below 0.75 clusters are not stable. Data without clusters can have 0.9 in two "
             "dimensions.%s",
             some);
    rc = fill_table(halves, function, functions < CE_PAGE_CURVES ? functions : CE_PAGE_CURVES,
                    &table, err);
    if (!rc)
        rc = ce_page_curves_by_k(&table, "agreement of halves", &bytes, &length, err);
    if (!rc)
        rc = as_csv(halves, &numbers, err);
    if (!rc)
        rc = ce_page_figure(report, bytes, length, "Agreement of halves by k", caption, numbers,
                            "agreement.csv", "ce-consensus --agreement", err);
    else
        ce_page_drop(bytes, numbers);
    ce_data_table_free(&table);
    return rc;
}
