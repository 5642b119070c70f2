#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/memory.h"
#include "io/records.h"
#include "plot/cluster_consensus.h"
#include "report/html.h"
#include "report/page.h"

/* Rows of the table on the page. */
enum { ROWS = 100 };

/* The columns of ce-stability cluster, but the name of the clustering. */
static int clusters_as_csv(const ce_page *report, ce_output **table, ce_error *err)
{
    static const char *const name[] = {"cluster", "size", "consensus"};
    const ce_evidence *e = report->evidence;
    ce_records records;
    int rc = ce_page_table_begin(table, &records, name, 3, err);

    if (rc)
        return rc;
    for (int32_t c = 0; c < ce_page_chosen(report).k; c++) {
        ce_records_text(&records, ce_page_cluster(report, c));
        ce_records_real(&records, e->size[c]);
        ce_records_real(&records, e->trust.cluster[c]);
    }
    ce_records_end(&records);
    return CE_OK;
}

/* The clusters in the order of their numbers in pictures; free(). */
static int32_t *in_order(const ce_page *report, ce_error *err)
{
    int32_t k = ce_page_chosen(report).k, *order = ce_calloc((size_t)k, sizeof *order, err);

    for (int32_t c = 0; order && c < k; c++)
        order[report->evidence->rank[c]] = c;
    return order;
}

static void write_rows(const ce_page *report, const int32_t *order)
{
    const ce_evidence *e = report->evidence;
    ce_output *page = report->page;
    int32_t k = ce_page_chosen(report).k;

    ce_output_text(page, "<div class=\"scroll\"><table>\n<thead><tr><th>cluster</th><th>objects"
                         "</th><th>mean consensus inside</th></tr></thead>\n<tbody>\n");
    for (int32_t number = 0; number < k && number < ROWS; number++) {
        int32_t c = order[number];
        ce_output_text(page, "<tr><td>");
        ce_html_text(page, ce_page_cluster(report, c));
        ce_output_printf(page, "</td><td>%.0f</td><td>", e->size[c]);
        ce_html_number(page, e->trust.cluster[c], 3);
        ce_output_text(page, "</td></tr>\n");
    }
    ce_output_text(page, "</tbody></table></div>\n");
    if (k > ROWS)
        ce_output_printf(page, "<p class=\"soft\">The first %d of %d clusters.</p>\n", ROWS, k);
}

/* ---- the picture ---- */

/* Clusters without a consensus of their own. */
static int32_t count_unknown(const ce_page *report)
{
    int32_t unknown = 0;

    for (int32_t c = 0; c < ce_page_chosen(report).k; c++)
        unknown += isnan(report->evidence->trust.cluster[c]);
    return unknown;
}

enum { CLUSTERING, CLUSTER, CONSENSUS, COLUMNS };

static int find_table(const ce_page *report, const int32_t *order, ce_data_table *table,
                      ce_error *err)
{
    static const char *const name[] = {"clustering", "cluster", "consensus"};
    const char *result = report->input->results->name[report->evidence->chosen];
    int32_t k = ce_page_chosen(report).k;
    int rc = ce_page_rows_alloc(table, (size_t)k, name, COLUMNS, err);

    for (int32_t number = 0; number < k && !rc; number++) {
        size_t row = (size_t)number;
        table->values.values[row * COLUMNS + CONSENSUS] =
            report->evidence->trust.cluster[order[number]];
        rc = ce_page_set_text(table, row, CLUSTERING, result, err);
        if (!rc)
            rc = ce_page_set_text(table, row, CLUSTER, ce_page_cluster(report, order[number]), err);
    }
    return rc;
}

static int write_figure(ce_page *report, const int32_t *order, ce_error *err)
{
    ce_picture picture = ce_page_picture(340);
    char caption[CE_PAGE_CAPTION], shared[80] = "", alone[120] = "", part[CE_PAGE_MIXED],
                                   sure[CE_PAGE_SURE], tool[CE_PAGE_COMMAND], *bytes = NULL;
    int32_t unknown = count_unknown(report);
    ce_data_table table = {0};
    ce_output *numbers = NULL;
    size_t length, each = 1;
    int rc = find_table(report, order, &table, err);

    if (!rc)
        rc = ce_cluster_consensus_bars(&table, &picture, &bytes, &length, &each, err);
    if (!rc)
        rc = clusters_as_csv(report, &numbers, err);
    if (each > 1)
        snprintf(shared, sizeof shared, " A bar is the mean of %zu clusters.", each);
    if (unknown)
        snprintf(alone, sizeof alone, " %d cluster%s no bar: %s no pair with a consensus.", unknown,
                 unknown == 1 ? " has" : "s have", unknown == 1 ? "it has" : "they have");
    ce_page_tell_part(report, part);
    ce_page_name_sure(report, sure);
    ce_page_command(report, "ce-stability cluster", "ce-stability cluster -c RESULTS", tool);
    snprintf(caption, sizeof caption,
             "The mean consensus of the pairs of objects inside each cluster: the share of %s that "
             "put a pair together. In a good picture all bars are long; a "
             "short one is a cluster that the base clusterings often divide.%s%s%s%s",
             sure, ce_page_tell_colours(report), part, shared, alone);
    if (!rc)
        rc = ce_page_figure(report, bytes, length, "Mean consensus of each cluster", caption,
                            numbers, "clusters.csv", tool, err);
    else
        ce_page_drop(bytes, numbers);
    ce_data_table_free(&table);
    return rc;
}

int ce_page_clusters(ce_page *report, ce_error *err)
{
    int has_bars = count_unknown(report) < ce_page_chosen(report).k, rc = CE_OK;
    int32_t *order = in_order(report, err);
    ce_output *table;

    if (!order)
        return CE_ENOMEM;
    ce_output_text(report->page, "<h3>Clusters</h3>\n");
    if (has_bars)
        rc = write_figure(report, order, err);
    if (!rc)
        write_rows(report, order);
    if (!rc && !has_bars)
        rc = clusters_as_csv(report, &table, err);
    if (!rc && !has_bars)
        rc = ce_page_link(report, table, "clusters.csv", "ce-stability cluster", err);
    free(order);
    return rc;
}
