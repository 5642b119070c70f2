#include <stdio.h>
#include <stdlib.h>

#include "io/records.h"
#include "plot/histogram.h"
#include "report/html.h"
#include "report/page.h"

/* Rows of the table of the least consistent objects, and bars. */
enum { LEAST = 20, BINS = 25 };

/* Rows of a table that begins with the least consistent object. */
static int objects_as_csv(const ce_page *report, const size_t *order, size_t count,
                          ce_output **table, ce_error *err)
{
    static const char *const name[] = {"object", "cluster", "ecc"};
    ce_partition chosen = ce_page_chosen(report);
    ce_records records;
    char room[32];
    int rc = ce_page_table_begin(table, &records, name, 3, err);

    if (rc)
        return rc;
    for (size_t p = 0; p < count && p < CE_PAGE_OBJECTS; p++) {
        ce_records_text(&records, ce_page_id(report, order[p], room));
        ce_records_text(&records, ce_page_cluster(report, chosen.labels[order[p]]));
        ce_records_real(&records, report->evidence->ecc[order[p]]);
    }
    ce_records_end(&records);
    return CE_OK;
}

static void write_least(const ce_page *report, const size_t *order, size_t count)
{
    ce_partition chosen = ce_page_chosen(report);
    ce_output *page = report->page;
    char room[32];

    if (!count)
        return;
    ce_output_text(page, "<h3>The least consistent</h3>\n<div class=\"scroll\"><table>\n<thead>"
                         "<tr><th>object</th><th>cluster</th><th>ecc</th></tr></thead>\n<tbody>\n");
    for (size_t p = 0; p < count && p < LEAST; p++) {
        const char *cluster = ce_page_cluster(report, chosen.labels[order[p]]);
        ce_output_text(page, "<tr><td>");
        ce_html_text(page, ce_page_id(report, order[p], room));
        ce_output_text(page, "</td><td>");
        ce_html_text(page, cluster ? cluster : "none");
        ce_output_text(page, "</td><td>");
        ce_html_number(page, report->evidence->ecc[order[p]], 3);
        ce_output_text(page, "</td></tr>\n");
    }
    ce_output_text(page, "</tbody></table></div>\n");
}

static int draw(const ce_page *report, char **bytes, size_t *length, ce_error *err)
{
    const ce_evidence *e = report->evidence;
    const ce_label_table *members = report->input->members;
    ce_histogram_picture of = {.picture = ce_page_picture(360),
                               .n = members->labels.n,
                               .value = e->ecc,
                               .size = members->size,
                               .number = e->number,
                               .numbers = ce_page_chosen(report).k,
                               .noise = ce_page_has_noise(report),
                               .low = 0,
                               .high = 1,
                               .bins = BINS,
                               .axis = "ecc: consistency of an object"};

    return ce_histogram_draw(&of, bytes, length, err);
}

static int write_figure(ce_page *report, const size_t *order, size_t count, ce_error *err)
{
    char caption[CE_PAGE_CAPTION],
        cut[CE_PAGE_COMMAND + 160] = "", tool[CE_PAGE_COMMAND], sure[CE_PAGE_SURE],
                              pairs[CE_PAGE_SURE + 16] = "all pairs of them", *bytes = NULL;
    int of_k = report->evidence->sure.k != 0;
    ce_output *table = NULL;
    size_t length;
    int rc = draw(report, &bytes, &length, err);

    if (!rc)
        rc = objects_as_csv(report, order, count, &table, err);
    ce_page_command(report, "ce-stability object", "ce-stability object -c RESULTS", tool);
    if (count > CE_PAGE_OBJECTS)
        snprintf(cut, sizeof cut,
                 " The table has the %d least consistent of %zu; <code>%s</code> writes all.",
                 CE_PAGE_OBJECTS, count, tool);
    ce_page_name_sure(report, sure);
    if (of_k)
        snprintf(pairs, sizeof pairs, "all pairs of %s", sure);
    snprintf(caption, sizeof caption,
             "The bars count objects by their consistency: how much of its cluster an object keeps "
             "from one base clustering to another, in the mean of %s "
             "(element-centric consistency, ecc). The mean of all objects is %.3g. In a good "
             "picture the bars stand near 1; objects on the left change their company with every "
             "base clustering.%s The colours are those "
             "of the clusters of the result.%s%s",
             pairs, report->evidence->mean_ecc,
             of_k ? "" : " Base clusterings of different k lower it for all.",
             ce_page_tell_grey(report), cut);
    if (!rc)
        return ce_page_figure(report, bytes, length, "Histogram of the consistency of objects",
                              caption, table, "consistency.csv", tool, err);
    ce_page_drop(bytes, table);
    return rc;
}

/* What finds the consistency where the page does not. */
static void write_tool(const ce_page *report)
{
    char tool[CE_PAGE_COMMAND];

    ce_page_command(report, "ce-stability object", "ce-stability object -c RESULTS", tool);
    ce_output_text(report->page, "<p class=\"soft\">Left out, since it takes long with so many "
                                 "base clusterings: <code>");
    ce_html_text(report->page, tool);
    ce_output_text(report->page, "</code> finds it.</p>\n");
}

int ce_page_consistency(ce_page *report, ce_error *err)
{
    const ce_evidence *e = report->evidence;
    size_t *order = NULL, count = 0;
    int rc;

    ce_output_text(report->page, "<h2>How consistently each object is placed</h2>\n");
    if (e->sure.table.labels.m < 2) {
        ce_output_text(report->page, "<p class=\"soft\">There is one base clustering, so there is "
                                     "nothing to compare.</p>\n");
        return CE_OK;
    }
    if (!e->ecc) {
        write_tool(report);
        return CE_OK;
    }
    rc = ce_page_sort(e->ecc, report->input->members->labels.n, &order, &count, err);
    if (!rc)
        rc = write_figure(report, order, count, err);
    if (!rc)
        write_least(report, order, count);
    free(order);
    return rc;
}
