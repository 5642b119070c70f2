#include "report/given_scores.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "plot/result_rows.h"

static const char source[] = "ce-score";

void ce_given_scores_free(ce_given_scores *scores)
{
    if (!scores)
        return;
    free(scores->column);
    free(scores->row);
    *scores = (ce_given_scores){0};
}

const char *ce_given_scores_name(const ce_given_scores *scores, size_t s)
{
    return scores->table->name[scores->column[s]];
}

double ce_given_scores_value(const ce_given_scores *scores, size_t r, size_t s)
{
    size_t row = scores->row[r];

    return row == SIZE_MAX ? NAN : ce_result_number(scores->table, row, scores->column[s]);
}

size_t ce_given_scores_without(const ce_given_scores *scores, size_t m)
{
    size_t without = 0;

    for (size_t r = 0; r < m; r++)
        without += scores->row[r] == SIZE_MAX;
    return without;
}

/* Where the columns are that are no measures. k: the number of columns where there is none. */
typedef struct {
    size_t clustering, k;
} keys;

/* A name that tells that this is another table. */
static int check_name(const ce_data_table *table, size_t s, const ce_label_table *results,
                      ce_error *err)
{
    for (size_t other = 0; other < s; other++)
        if (!strcmp(table->name[other], table->name[s]))
            return ce_fail(err, CE_EINPUT, "two columns %s", table->name[s]);
    for (size_t r = 0; r < results->labels.m; r++)
        if (!strcmp(results->name[r], table->name[s]))
            return ce_fail(err, CE_EINPUT,
                           "column %s is a result, not a measure: a table as %s writes it expected",
                           table->name[s], source);
    return CE_OK;
}

static int find_columns(ce_given_scores *scores, keys *at, const ce_label_table *results,
                        ce_error *err)
{
    const ce_data_table *table = scores->table;
    size_t column;
    int rc = ce_result_column(table, "clustering", 0, source, &at->clustering, err);

    at->k = table->values.columns;
    for (size_t s = 0; s < table->values.columns && !rc; s++) {
        rc = check_name(table, s, results, err);
        if (rc || s == at->clustering)
            continue;
        rc = ce_result_column(table, table->name[s], 1, source, &column, err);
        if (!strcmp(table->name[s], "k"))
            at->k = s;
        else
            scores->column[scores->count++] = s;
    }
    if (!rc && !scores->count)
        rc = ce_fail(err, CE_EINPUT, "no measure: a table as %s writes it expected", source);
    return rc;
}

/* A row of result r. */
static int take_row(ce_given_scores *scores, const keys *at, const ce_label_table *results,
                    size_t r, size_t row, ce_error *err)
{
    double k =
        at->k < scores->table->values.columns ? ce_result_number(scores->table, row, at->k) : NAN;

    if (scores->row[r] != SIZE_MAX)
        return ce_fail(err, CE_EINPUT, "row %zu: '%.40s' a second time", row + 1, results->name[r]);
    if (!isnan(k) && k != results->labels.k[r])
        return ce_fail(err, CE_EINPUT,
                       "row %zu: '%.40s' has k = %g, but %d clusters in the results", row + 1,
                       results->name[r], k, results->labels.k[r]);
    scores->row[r] = row;
    return CE_OK;
}

static int find_rows(ce_given_scores *scores, const keys *at, const ce_label_table *results,
                     ce_error *err)
{
    size_t m = results->labels.m, found = 0;
    char text[CE_RESULT_TEXT];
    int rc = CE_OK;

    for (size_t r = 0; r < m; r++)
        scores->row[r] = SIZE_MAX;
    for (size_t row = 0; row < scores->table->values.rows && !rc; row++) {
        const char *name = ce_result_text(scores->table, row, at->clustering, text);
        size_t r = 0;
        while (r < m && strcmp(results->name[r], name))
            r++;
        if (r == m)
            continue;
        found++;
        rc = take_row(scores, at, results, r, row, err);
    }
    if (!rc && !found)
        rc = ce_fail(err, CE_EINPUT, "no row of '%.40s' or of another result", results->name[0]);
    return rc;
}

int ce_given_scores_find(ce_given_scores *scores, const ce_data_table *table,
                         const ce_label_table *results, ce_error *err)
{
    keys at;
    int rc;

    scores->table = table;
    scores->column = ce_alloc(table->values.columns, sizeof *scores->column, err);
    scores->row = ce_alloc(results->labels.m, sizeof *scores->row, err);
    rc = scores->column && scores->row ? find_columns(scores, &at, results, err) : CE_ENOMEM;
    if (!rc)
        rc = find_rows(scores, &at, results, err);
    if (rc)
        ce_given_scores_free(scores);
    return rc;
}
