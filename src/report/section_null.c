#include <stdio.h>
#include <stdlib.h>

#include "io/records.h"
#include "plot/null_curves.h"
#include "report/html.h"
#include "report/page.h"

/* Rows of the table on the page. */
enum { ROWS = 100 };

/* The table as it was read. */
static int as_csv(const ce_data_table *from, ce_output **table, ce_error *err)
{
    size_t d = from->values.columns;
    ce_records records;
    int rc = ce_page_table_begin(table, &records, (const char *const *)from->name, d, err);

    if (rc)
        return rc;
    for (size_t i = 0; i < from->values.rows; i++)
        for (size_t s = 0; s < d; s++) {
            double value = from->values.values[i * d + s];
            if (from->categories[s].count)
                ce_records_text(&records,
                                value >= 0 ? from->categories[s].text[(size_t)value] : NULL);
            else
                ce_records_real(&records, value);
        }
    ce_records_end(&records);
    return CE_OK;
}

static void write_table(ce_output *page, const ce_null_table *null)
{
    size_t shown = null->count < ROWS ? null->count : ROWS;

    ce_html_more_begin(page, "Show the table", shown, 1);
    ce_output_text(page, "<div class=\"scroll\"><table>\n<thead><tr><th>k</th><th>objective</th>"
                         "<th>RCSI</th><th>its error</th><th>p</th>");
    if (null->over_all)
        ce_output_text(page, "<th>p over all k</th>");
    ce_output_text(page, "</tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < shown; i++) {
        const ce_null_row *row = &null->row[i];
        ce_output_printf(page, "<tr><td>%d</td><td>", row->k);
        ce_html_text(page, ce_null_table_objective(null, row));
        ce_output_text(page, "</td><td>");
        ce_html_number(page, row->rcsi, 4);
        ce_output_text(page, "</td><td>");
        ce_html_number(page, row->se, 2);
        ce_output_text(page, "</td><td>");
        ce_html_number(page, row->p, 3);
        if (null->over_all) {
            ce_output_text(page, "</td><td>");
            ce_html_number(page, row->all, 3);
        }
        ce_output_text(page, "</td></tr>\n");
    }
    ce_output_text(page, "</tbody></table></div>\n");
    if (null->count > ROWS)
        ce_output_printf(page, "<p class=\"soft\">The first %d of %zu.</p>\n", ROWS, null->count);
    ce_html_more_end(page, shown);
}

int ce_page_null(ce_page *report, ce_error *err)
{
    static const char caption[] =
        "How much clearer the consensus of each k is than in data without clusters. RCSI is the "
        "mean of ln(reference) &minus; ln(score), drawn with its standard error. p is the share of "
        "the data sets, these data among them, that are as clear. In a good picture one k stands "
        "above 0 "
        "and above its neighbours by more than the errors, and its p is small. Each p is about one "
        "k; of many values of k one can have a small p by chance. A p over all k is right for any "
        "number of them.";
    const ce_null_table *null = report->input->null;
    ce_picture picture = ce_page_picture(360);
    ce_output *numbers = NULL;
    char *bytes = NULL;
    size_t length;
    int rc;

    if (!null)
        return CE_OK;
    ce_output_text(report->page, "<h2>Beside data without clusters</h2>\n");
    rc = ce_null_curves(null->table, &picture, &bytes, &length, err);
    if (!rc)
        rc = as_csv(null->table, &numbers, err);
    if (!rc)
        rc = ce_page_figure(report, bytes, length, "Relative stability by k", caption, numbers,
                            "null.csv", "ce-stability null", err);
    else
        ce_page_drop(bytes, numbers);
    if (!rc)
        write_table(report->page, null);
    return rc;
}
