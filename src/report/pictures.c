#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/records.h"
#include "plot/components.h"
#include "plot/margins.h"
#include "plot/flow.h"
#include "plot/heatmap.h"
#include "plot/scatter.h"
#include "plot/tracking.h"
#include "report/html.h"
#include "report/spread_rows.h"
#include "report/page.h"
#include "similarity/coassociation.h"

enum {
    CAPTION = 900,
    PIXELS = 600,
    POINTS = 3000,
    BINS = 90,
    OBJECTS = 10000,
    LEAST = 20,
    COLUMNS = 40,
    FLOWS = 12
};

/* After a failure: a picture and its table that no figure takes. */
static void drop(char *bytes, ce_output *table)
{
    free(bytes);
    ce_output_abandon(table);
}

static ce_partition chosen_of(const ce_page *report)
{
    const ce_label_table *results = report->input->results;
    size_t q = report->evidence->chosen;

    return (ce_partition){results->labels.n, ce_labels_column(&results->labels, q),
                          results->labels.k[q]};
}

/* The names of the clusters by their numbers in pictures; borrowed texts. */
static const char **names_by_number(const ce_page *report, ce_error *err)
{
    const ce_label_table *results = report->input->results;
    size_t q = report->evidence->chosen;
    const char **name = ce_alloc((size_t)results->labels.k[q], sizeof *name, err);

    for (int32_t c = 0; name && c < results->labels.k[q]; c++)
        name[report->evidence->rank[c]] = results->categories[q].text[c];
    return name;
}

/* ---- the consensus matrix ---- */

static int draw_consensus(const ce_page *report, const ce_spread_rows *part, char **bytes,
                          size_t *length, ce_error *err)
{
    size_t q = report->evidence->chosen;
    ce_text_column labels = {.value = part->partition.labels,
                             .n = part->partition.n,
                             .categories = report->input->results->categories[q]};
    ce_heatmap_options how = {.picture = ce_page_picture(640),
                              .palette = CE_PALETTE_VIRIDIS,
                              .most = PIXELS,
                              .labels = &labels};
    ce_similarity s = {0};
    int rc = ce_coassociation(&part->labels, NULL, &s, err);

    if (!rc)
        rc = ce_heatmap(&s, &how, bytes, length, err);
    ce_similarity_free(&s);
    return rc;
}

int ce_page_consensus(ce_page *report, ce_error *err)
{
    const ce_label_table *members = report->input->members;
    size_t n = members->labels.n, most = report->input->sample, length;
    char caption[CAPTION], reduced[300] = "", *bytes = NULL;
    ce_partition chosen = chosen_of(report);
    ce_spread_rows part = {0};
    int rc = ce_spread_rows_take(&part, members, &chosen, report->evidence->number, most, err);

    if (rc)
        return rc;
    ce_output_text(report->page, "<h2>Consensus</h2>\n");
    if (n > most)
        snprintf(reduced, sizeof reduced,
                 " Of %zu rows %zu are shown, at even steps in the order of the clusters.", n,
                 most);
    if (part.labels.n > PIXELS)
        snprintf(reduced + strlen(reduced), sizeof reduced - strlen(reduced),
                 " Each of %d x %d pixels is the mean of its entries.", PIXELS, PIXELS);
    snprintf(caption, sizeof caption,
             "How often the base clusterings put two objects together: yellow always, dark never. "
             "The objects of a cluster stand together, with white lines between clusters. In a "
             "good picture there are bright squares along the diagonal and darkness beside them; "
             "a square with shades in it is a cluster on which the base clusterings do not agree, "
             "and light beside the diagonal shows clusters that could be one.%s",
             reduced);
    rc = draw_consensus(report, &part, &bytes, &length, err);
    if (!rc)
        rc = ce_page_figure(report, bytes, length, "Heat map of the consensus matrix", caption,
                            NULL, NULL, NULL, err);
    if (!rc)
        ce_output_text(report->page, "<p class=\"soft\">The numbers: <code>ce-similarity ca</code> "
                                     "writes the matrix.</p>\n");
    ce_spread_rows_free(&part);
    return rc;
}

/* ---- confidence ---- */

static const char *cluster_name(const ce_page *report, int32_t c)
{
    return c < 0 ? NULL : report->input->results->categories[report->evidence->chosen].text[c];
}

/* The same columns as ce-stability object has, but ecc. */
static int objects_as_csv(const ce_page *report, const size_t *entry, size_t count,
                          ce_output **table, ce_error *err)
{
    static const char *const name[] = {"object", "cluster", "own", "next", "nearest", "margin"};
    const ce_evidence *e = report->evidence;
    ce_partition chosen = chosen_of(report);
    ce_records records;
    char room[32];
    int rc = ce_output_open_kept(table, err);

    if (rc)
        return rc;
    ce_records_begin(&records, *table, name, 6, 0, ',');
    for (size_t d = 0; d < count && d < OBJECTS; d++) {
        size_t r = entry[d], i = e->row[r];
        ce_records_text(&records, ce_page_id(report, i, room));
        ce_records_text(&records, cluster_name(report, chosen.labels[i]));
        ce_records_real(&records, e->own[r]);
        ce_records_real(&records, e->next[r]);
        ce_records_text(&records, cluster_name(report, e->nearest[r]));
        ce_records_real(&records, ce_evidence_margin(e, r));
    }
    ce_records_end(&records);
    return CE_OK;
}

static void write_least_sure(const ce_page *report, const size_t *entry, size_t count)
{
    const ce_evidence *e = report->evidence;
    ce_partition chosen = chosen_of(report);
    ce_output *page = report->page;
    char room[32];

    ce_output_printf(page, "<h3>The least sure</h3>\n<div class=\"scroll\"><table>\n<thead><tr>"
                           "<th>object</th><th>cluster</th><th>consensus with it</th><th>nearest "
                           "other</th><th>consensus with it</th><th>margin</th></tr></thead>\n"
                           "<tbody>\n");
    for (size_t d = 0; d < count && d < LEAST; d++) {
        size_t r = entry[d], i = e->row[r];
        const char *nearest = cluster_name(report, e->nearest[r]);
        ce_output_text(page, "<tr><td>");
        ce_html_text(page, ce_page_id(report, i, room));
        ce_output_text(page, "</td><td>");
        ce_html_text(page, cluster_name(report, chosen.labels[i]));
        ce_output_text(page, "</td><td>");
        ce_html_number(page, e->own[r], 3);
        ce_output_text(page, "</td><td>");
        ce_html_text(page, nearest ? nearest : "none");
        ce_output_text(page, "</td><td>");
        ce_html_number(page, e->next[r], 3);
        ce_output_text(page, "</td><td>");
        ce_html_number(page, ce_evidence_margin(e, r), 3);
        ce_output_text(page, "</td></tr>\n");
    }
    ce_output_text(page, "</tbody></table></div>\n");
}

static void write_clusters(const ce_page *report)
{
    const ce_evidence *e = report->evidence;
    ce_output *page = report->page;
    int32_t k = chosen_of(report).k;

    ce_output_text(page, "<h3>Clusters</h3>\n<div class=\"scroll\"><table>\n<thead><tr>"
                         "<th>cluster</th><th>objects</th><th>mean consensus inside</th></tr>"
                         "</thead>\n<tbody>\n");
    for (int32_t number = 0; number < k && number < 100; number++)
        for (int32_t c = 0; c < k; c++) {
            if (e->rank[c] != number)
                continue;
            ce_output_text(page, "<tr><td>");
            ce_html_text(page, cluster_name(report, c));
            ce_output_printf(page, "</td><td>%.0f</td><td>", e->size[c]);
            ce_html_number(page, e->cluster[c], 3);
            ce_output_text(page, "</td></tr>\n");
        }
    ce_output_text(page, "</tbody></table></div>\n");
    if (k > 100)
        ce_output_printf(page, "<p class=\"soft\">The first 100 of %d clusters.</p>\n", k);
}

/* margin, number: of the entries of the evidence. */
static int draw_margins(const ce_page *report, char **bytes, size_t *length, size_t *shared,
                        ce_error *err)
{
    const ce_evidence *e = report->evidence;
    double *margin = ce_alloc(e->rows, sizeof *margin, err);
    int32_t *number = ce_alloc(e->rows, sizeof *number, err);
    const char **name = names_by_number(report, err);
    int rc = margin && number && name ? CE_OK : CE_ENOMEM;

    for (size_t r = 0; r < e->rows && !rc; r++) {
        margin[r] = ce_evidence_margin(e, r);
        number[r] = e->number[e->row[r]];
    }
    if (!rc) {
        ce_margins_picture of = {ce_page_picture(560), e->rows, margin, number,
                                 chosen_of(report).k,  name,    PIXELS};
        rc = ce_margins_draw(&of, bytes, length, shared, err);
    }
    free(margin);
    free(number);
    free(name);
    return rc;
}

int ce_page_confidence(ce_page *report, ce_error *err)
{
    char caption[CAPTION], reduced[160] = "", cut[160] = "", *bytes = NULL;
    size_t *entry = NULL, count, length, shared;
    ce_output *table = NULL;
    int rc = ce_page_least_sure(report, &entry, &count, err);

    if (rc)
        return rc;
    ce_output_text(report->page, "<h2>How sure each label is</h2>\n");
    rc = draw_margins(report, &bytes, &length, &shared, err);
    if (!rc)
        rc = objects_as_csv(report, entry, count, &table, err);
    if (!rc && shared > 1)
        snprintf(reduced, sizeof reduced, " A bar is the mean of %zu neighbours.", shared);
    if (count > OBJECTS)
        snprintf(cut, sizeof cut,
                 " The table has the %d least sure of %zu; <code>ce-stability "
                 "object</code> writes all.",
                 OBJECTS, count);
    snprintf(caption, sizeof caption,
             "A bar for each object, in the colour of its cluster: how much more often it is "
             "together with its own cluster than with the nearest other one. In a good picture "
             "the bars are long to the right in every cluster; bars to the left are objects "
             "without a home.%s%s",
             reduced, cut);
    if (!rc)
        rc = ce_page_figure(report, bytes, length, "Margin of each object by cluster", caption,
                            table, "objects.csv", "ce-stability object", err);
    else
        drop(bytes, table);
    if (!rc)
        write_least_sure(report, entry, count);
    if (!rc)
        write_clusters(report);
    free(entry);
    return rc;
}

/* ---- scatter ---- */

/* How sure each row is; rows without a margin as sure as can be. */
static double *spread_margins(const ce_page *report, ce_error *err)
{
    const ce_evidence *e = report->evidence;
    size_t n = report->input->members->labels.n;
    double *sure = ce_alloc(n, sizeof *sure, err);

    for (size_t i = 0; sure && i < n; i++)
        sure[i] = NAN;
    for (size_t r = 0; sure && r < e->rows; r++)
        sure[e->row[r]] = ce_evidence_margin(e, r);
    return sure;
}

static int points_as_csv(const ce_page *report, const ce_data_table *two, const double *sure,
                         ce_output **table, ce_error *err)
{
    static const char *const name[] = {"object", "x", "y", "cluster", "margin"};
    ce_partition chosen = chosen_of(report);
    ce_records records;
    char room[32];
    int rc = ce_output_open_kept(table, err);

    if (rc)
        return rc;
    ce_records_begin(&records, *table, name, 5, 0, ',');
    for (size_t i = 0; i < two->values.rows; i++) {
        ce_records_text(&records, ce_page_id(report, i, room));
        ce_records_real(&records, two->values.values[i * 2]);
        ce_records_real(&records, two->values.values[i * 2 + 1]);
        ce_records_text(&records, cluster_name(report, chosen.labels[i]));
        ce_records_real(&records, sure[i]);
    }
    ce_records_end(&records);
    return CE_OK;
}

/* The picture, and its table if it is not too long. */
static int draw_points(const ce_page *report, const ce_data_table *two, char **bytes,
                       size_t *length, ce_output **table, ce_error *err)
{
    ce_partition chosen = chosen_of(report);
    size_t n = two->values.rows, omitted;
    ce_text_column labels = {.value = chosen.labels,
                             .n = n,
                             .categories =
                                 report->input->results->categories[report->evidence->chosen]};
    double *sure = spread_margins(report, err);
    ce_scatter_options how = {.picture = ce_page_picture(560),
                              .y = 1,
                              .labels = &labels,
                              .sure = sure,
                              .bins = n > POINTS ? BINS : 0};
    int rc = sure ? ce_scatter(two, &how, bytes, length, &omitted, err) : CE_ENOMEM;

    if (!rc && n <= OBJECTS)
        rc = points_as_csv(report, two, sure, table, err);
    free(sure);
    return rc;
}

int ce_page_scatter(ce_page *report, ce_error *err)
{
    char caption[CAPTION], left[120] = "", *bytes = NULL;
    ce_data_table two = {0}, data;
    ce_output *table = NULL;
    size_t length, left_out;
    int rc;

    if (!report->input->data)
        return CE_OK;
    data = *report->input->data; /* its ids and classes are not needed here, and stay there */
    data.id = data.class_ = (ce_text_column){0};
    rc = ce_components(&data, 1, &two, &left_out, err);
    if (!rc)
        rc = draw_points(report, &two, &bytes, &length, &table, err);
    if (!rc && left_out)
        snprintf(left, sizeof left, " %zu features with missing cells are left out.", left_out);
    snprintf(caption, sizeof caption,
             "The objects along the first two principal components of the features, each scaled "
             "to variance 1, in the colour of their cluster; pale where the label is not sure. In "
             "a good picture colours do not mix, and pale points lie between clusters. Clusters "
             "that only more dimensions tell apart overlap here.%s%s",
             two.values.rows > POINTS ? " A square stands for the objects in a cell of a grid: the "
                                        "colour of most of them, larger where there are more."
                                      : "",
             left);
    ce_output_text(report->page, "<h2>In the space of the data</h2>\n");
    if (!rc)
        rc = ce_page_figure(report, bytes, length, "Scatter plot of the objects", caption, table,
                            "points.csv", "ce-plot scatter --pca --format csv", err);
    else
        drop(bytes, table);
    ce_data_table_free(&two);
    return rc;
}

/* ---- labels ---- */

/* The columns first .. first + count - 1, which owns nothing but the struct. */
static ce_label_table columns_of(const ce_label_table *table, const ce_label_table *ids,
                                 size_t first, size_t count)
{
    ce_label_table part = *table;

    part.labels.m = count;
    part.labels.labels += first * table->labels.n;
    part.labels.k += first;
    part.name += first;
    if (part.categories)
        part.categories += first;
    part.size = ids->size;
    part.id = ids->id;
    return part;
}

/* One picture of cells: results after each other, or members beside the chosen one. */
static int write_cells(ce_page *report, const ce_label_table *table, const ce_matched *matched,
                       const int32_t *first, int lie, const char *about, const char *text,
                       const char *file, const char *tool, ce_error *err)
{
    size_t n = table->labels.n, m = table->labels.m, length;
    size_t *order = ce_alloc(n, sizeof *order, err);
    ce_tracking_options how = {ce_page_picture(lie && m > 40 ? 900 : 560), PIXELS, lie, NULL};
    char caption[CAPTION], reduced[160] = "", grey[120] = "", *bytes = NULL;
    ce_tracking_note note;
    ce_output *numbers = NULL;
    int rc = order
                 ? ce_matched_order(matched, &table->labels, first, chosen_of(report).k, order, err)
                 : CE_ENOMEM;

    if (!rc)
        rc = ce_tracking(table, matched, order, &how, &bytes, &length, &note, err);
    if (!rc && n * m <= CE_HTML_FILE / 3)
        rc = ce_output_open_kept(&numbers, err);
    if (numbers)
        ce_tracking_write(table, matched, order, numbers, ',');
    if (!rc && note.objects > (double)note.pixels)
        snprintf(reduced, sizeof reduced,
                 " %.0f objects share %zu lines of pixels, each in the colour of most.",
                 note.objects, note.pixels);
    if (!rc && note.grey)
        snprintf(grey, sizeof grey, " %d clusters without a partner are grey.", note.grey);
    snprintf(caption, sizeof caption, "%s%s%s", text, reduced, grey);
    if (!rc)
        rc = ce_page_figure(report, bytes, length, about, caption, numbers, file, tool, err);
    else
        drop(bytes, numbers);
    free(order);
    return rc;
}

static int write_flow(ce_page *report, const ce_label_table *table, const ce_matched *matched,
                      ce_error *err)
{
    ce_flow_options how = {ce_page_picture(560), 20, 0.002};
    char caption[CAPTION], pooled[120] = "", thin[120] = "", *bytes = NULL;
    size_t length;
    ce_flow_note note;
    ce_output *numbers = NULL;
    int rc = ce_flow(table, matched, &how, &bytes, &length, &note, err);

    if (!rc)
        rc = ce_output_open_kept(&numbers, err);
    if (!rc)
        rc = ce_flow_write(table, numbers, ',', err);
    if (!rc && note.pooled)
        snprintf(pooled, sizeof pooled, " %zu small clusters share the grey bars.", note.pooled);
    if (!rc && note.bands)
        snprintf(thin, sizeof thin, " %zu bands of less than 0.2 %% of the objects are left out.",
                 note.bands);
    snprintf(caption, sizeof caption,
             "How objects go from the clusters of one result to those of the next. In a good "
             "picture clusters split and stay; bands that cross are objects on which the results "
             "disagree.%s%s",
             pooled, thin);
    if (!rc)
        return ce_page_figure(report, bytes, length, "Flow between results", caption, numbers,
                              "flow.csv", "ce-plot flow --format csv", err);
    drop(bytes, numbers);
    return rc;
}

/* The results around the chosen one, at most `most` of them. */
static int write_results(ce_page *report, size_t most, int flow, ce_error *err)
{
    const ce_page_input *input = report->input;
    size_t m = input->results->labels.m, count = m < most ? m : most,
           chosen = report->evidence->chosen, first = chosen < count / 2 ? 0 : chosen - count / 2;
    ce_label_table table;
    ce_matched matched = {0};
    int rc;

    if (first + count > m)
        first = m - count;
    table = columns_of(input->results, input->members, first, count);
    rc = ce_matched_around(&matched, &table.labels, table.size, chosen - first,
                           report->evidence->rank, err);
    if (rc)
        return rc;
    if (count < m)
        ce_output_printf(report->page,
                         "<p class=\"soft\">%s: %zu of %zu results, those around the "
                         "chosen one.</p>\n",
                         flow ? "Flow" : "Tracking", count, m);
    rc = flow ? write_flow(report, &table, &matched, err)
              : write_cells(report, &table, &matched, NULL, 0, "Tracking plot",
                            "The cluster of each object (from top to bottom) in one result after "
                            "the other; corresponding clusters have one colour. In a good picture "
                            "colours change only where a cluster splits, and blocks are whole.",
                            "tracking.csv", "ce-plot tracking --format csv", err);
    ce_matched_free(&matched);
    return rc;
}

static int write_members(ce_page *report, ce_error *err)
{
    const ce_page_input *input = report->input;
    size_t m = input->members->labels.m, shown = m < 200 ? m : 200;
    ce_label_table table = columns_of(input->members, input->members, 0, shown);
    const ce_evidence *e = report->evidence;
    ce_matched matched = {0};
    int rc =
        ce_matched_build(&matched, &table.labels, table.size, e->number, chosen_of(report).k, err);

    if (rc)
        return rc;
    if (shown < m)
        ce_output_printf(report->page,
                         "<p class=\"soft\">The first %zu of %zu base "
                         "clusterings.</p>\n",
                         shown, m);
    rc = write_cells(report, &table, &matched, e->number, 1, "Base clusterings by objects",
                     "A row for each base clustering; the objects stand from left to right, sorted "
                     "by the result, whose colours the clusters have that correspond to it. In a "
                     "good picture most rows show the same blocks; rows of noise belong to members "
                     "that say nothing, columns of noise to objects without a home.",
                     "labels.csv", "ce-plot members --format csv", err);
    ce_matched_free(&matched);
    return rc;
}

int ce_page_labels(ce_page *report, ce_error *err)
{
    int rc = CE_OK;

    if (report->input->results->labels.m > 1) {
        ce_output_text(report->page, "<h2>From result to result</h2>\n");
        rc = write_results(report, COLUMNS, 0, err);
        if (!rc)
            rc = write_results(report, FLOWS, 1, err);
    }
    if (!rc) {
        ce_output_text(report->page, "<h2>The members beside the result</h2>\n");
        rc = write_members(report, err);
    }
    return rc;
}
