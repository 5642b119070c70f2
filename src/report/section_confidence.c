#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/memory.h"
#include "io/records.h"
#include "plot/margins.h"
#include "report/html.h"
#include "report/page.h"

/* Rows of the table of the least sure objects. */
enum { LEAST = 20 };

/* The same columns as ce-stability object has; ecc as far as it is known. */
static int objects_as_csv(const ce_page *report, const size_t *entry, size_t count,
                          ce_output **table, ce_error *err)
{
    static const char *const name[] = {"object",  "cluster", "own", "next",
                                       "nearest", "margin",  "ecc"};
    const ce_evidence *e = report->evidence;
    ce_partition chosen = ce_page_chosen(report);
    ce_records records;
    char room[32];
    int rc = ce_page_table_begin(table, &records, name, e->ecc ? 7 : 6, err);

    if (rc)
        return rc;
    for (size_t d = 0; d < count && d < CE_PAGE_OBJECTS; d++) {
        size_t r = entry[d], i = e->row[r];
        ce_records_text(&records, ce_page_id(report, i, room));
        ce_records_text(&records, ce_page_cluster(report, chosen.labels[i]));
        ce_records_real(&records, e->trust.own[r]);
        ce_records_real(&records, e->trust.next[r]);
        ce_records_text(&records, ce_page_cluster(report, e->trust.nearest[r]));
        ce_records_real(&records, ce_evidence_margin(e, r));
        if (e->ecc)
            ce_records_real(&records, e->ecc[i]);
    }
    ce_records_end(&records);
    return CE_OK;
}

static void write_least_sure(const ce_page *report, const size_t *entry, size_t count)
{
    const ce_evidence *e = report->evidence;
    ce_partition chosen = ce_page_chosen(report);
    ce_output *page = report->page;
    char room[32];

    if (!count)
        return;
    if (ce_page_is_part(report))
        ce_output_printf(page, "<h3>The least sure of the %zu that were looked at</h3>\n", count);
    else
        ce_output_text(page, "<h3>The least sure</h3>\n");
    ce_output_printf(page, "<div class=\"scroll\"><table>\n<thead><tr>"
                           "<th>object</th><th>cluster</th><th>consensus with it</th><th>nearest "
                           "other</th><th>consensus with it</th><th>margin</th></tr></thead>\n"
                           "<tbody>\n");
    for (size_t d = 0; d < count && d < LEAST; d++) {
        size_t r = entry[d], i = e->row[r];
        const char *nearest = ce_page_cluster(report, e->trust.nearest[r]);
        ce_output_text(page, "<tr><td>");
        ce_html_text(page, ce_page_id(report, i, room));
        ce_output_text(page, "</td><td>");
        ce_html_text(page, ce_page_cluster(report, chosen.labels[i]));
        ce_output_text(page, "</td><td>");
        ce_html_number(page, e->trust.own[r], 3);
        ce_output_text(page, "</td><td>");
        ce_html_text(page, nearest ? nearest : "none");
        ce_output_text(page, "</td><td>");
        ce_html_number(page, e->trust.next[r], 3);
        ce_output_text(page, "</td><td>");
        ce_html_number(page, ce_evidence_margin(e, r), 3);
        ce_output_text(page, "</td></tr>\n");
    }
    ce_output_text(page, "</tbody></table></div>\n");
}

/* The largest margin, as a number with one digit that is no less. */
static double span_of(const double *margin, size_t count)
{
    double most = 0, unit;

    for (size_t r = 0; r < count; r++)
        most = fmax(most, fabs(margin[r])); /* NaN is passed over */
    if (!(most > 0))
        return 1;
    unit = pow(10, floor(log10(most)));
    return fmin(1, ceil(most / unit) * unit);
}

/* margin, number: of the entries of the evidence. */
static int draw_margins(const ce_page *report, char **bytes, size_t *length, size_t *shared,
                        ce_error *err)
{
    const ce_evidence *e = report->evidence;
    double *margin = ce_alloc(e->rows, sizeof *margin, err);
    int32_t *number = ce_alloc(e->rows, sizeof *number, err);
    const char **name = ce_page_cluster_names(report, err);
    int rc = margin && number && name ? CE_OK : CE_ENOMEM;

    for (size_t r = 0; r < e->rows && !rc; r++) {
        margin[r] = ce_evidence_margin(e, r);
        number[r] = e->number[e->row[r]];
    }
    if (!rc) {
        ce_margins_picture of = {ce_page_picture(560),
                                 e->rows,
                                 margin,
                                 number,
                                 ce_page_chosen(report).k,
                                 ce_page_has_noise(report),
                                 name,
                                 CE_PAGE_PIXELS,
                                 ce_page_is_fine(report) ? span_of(margin, e->rows) : 1};
        rc = ce_margins_draw(&of, bytes, length, shared, err);
    }
    free(margin);
    free(number);
    free(name);
    return rc;
}

/* No object has a margin: no cluster has two objects, or there is only one cluster. */
static int without_margins(ce_page *report, ce_error *err)
{
    const ce_evidence *e = report->evidence;
    int known = 0, rc = CE_OK;

    for (size_t r = 0; r < e->rows; r++)
        known |= e->number[e->row[r]] >= 0 && !isnan(e->trust.own[r]);
    ce_output_text(report->page,
                   known ? "<p>There is no other cluster that objects could belong to.</p>\n"
                         : "<p>No cluster of the result has two objects that base clusterings "
                           "label: there is nothing to be sure of.</p>\n");
    if (known)
        rc = ce_page_items(report, err);
    return rc ? rc : ce_page_clusters(report, err);
}

int ce_page_confidence(ce_page *report, ce_error *err)
{
    char caption[CE_PAGE_CAPTION], reduced[160] = "", cut[CE_PAGE_COMMAND + 160] = "",
                                   mixed[CE_PAGE_MIXED], part[CE_PAGE_MIXED], sure[CE_PAGE_SURE],
                                   tool[CE_PAGE_COMMAND], *bytes = NULL;
    size_t *entry = NULL, count, length, shared;
    ce_output *table = NULL;
    int rc = ce_page_least_sure(report, &entry, &count, err);

    if (rc)
        return rc;
    ce_output_text(report->page, "<h2>How sure each label is</h2>\n");
    if (!count) {
        free(entry);
        return without_margins(report, err);
    }
    rc = draw_margins(report, &bytes, &length, &shared, err);
    if (!rc)
        rc = objects_as_csv(report, entry, count, &table, err);
    if (!rc && shared > 1)
        snprintf(reduced, sizeof reduced, " A bar is the mean of %zu neighbours.", shared);
    ce_page_command(report, "ce-stability object", "ce-stability object -c RESULTS", tool);
    if (count > CE_PAGE_OBJECTS)
        snprintf(cut, sizeof cut,
                 " The table has the %d least sure of %zu; <code>%s</code> writes all.",
                 CE_PAGE_OBJECTS, count, tool);
    ce_page_tell_mixed(report, mixed);
    ce_page_tell_part(report, part);
    ce_page_in_sure(report, sure);
    snprintf(caption, sizeof caption,
             "A bar for each object%s, in the colour of its cluster: how much more often it is "
             "together with its own cluster than with the nearest other one%s. In a good picture "
             "the bars are long to the right in every cluster; bars to the left are objects "
             "without a home.%s%s%s%s%s",
             ce_page_is_part(report) ? " that was looked at" : "", sure, ce_page_tell_grey(report),
             mixed, part, reduced, cut);
    if (!rc)
        rc = ce_page_figure(report, bytes, length, "Margin of each object by cluster", caption,
                            table, ce_page_is_part(report) ? "sampled-objects.csv" : "objects.csv",
                            tool, err);
    else
        ce_page_drop(bytes, table);
    if (!rc)
        write_least_sure(report, entry, count);
    if (!rc)
        rc = ce_page_items(report, err);
    if (!rc)
        rc = ce_page_clusters(report, err);
    free(entry);
    return rc;
}
