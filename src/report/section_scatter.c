#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/memory.h"
#include "io/records.h"
#include "plot/components.h"
#include "plot/scatter.h"
#include "report/page.h"

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

/* The same as a share of both, where margins are small for all; free(). */
static double *spread_shares(const ce_page *report, ce_error *err)
{
    const ce_evidence *e = report->evidence;
    double *sure = spread_margins(report, err);

    for (size_t r = 0; sure && r < e->rows; r++)
        sure[e->row[r]] /= fmax(e->trust.own[r] + e->trust.next[r], DBL_MIN);
    return sure;
}

static int points_as_csv(const ce_page *report, const ce_data_table *two, const double *sure,
                         ce_output **table, ce_error *err)
{
    static const char *const name[] = {"object", "x", "y", "cluster", "margin"};
    ce_partition chosen = ce_page_chosen(report);
    ce_records records;
    char room[32];
    int rc = ce_page_table_begin(table, &records, name, 5, err);

    if (rc)
        return rc;
    for (size_t i = 0; i < two->values.rows; i++) {
        ce_records_text(&records, ce_page_id(report, i, room));
        ce_records_real(&records, two->values.values[i * 2]);
        ce_records_real(&records, two->values.values[i * 2 + 1]);
        ce_records_text(&records, ce_page_cluster(report, chosen.labels[i]));
        ce_records_real(&records, sure[i]);
    }
    ce_records_end(&records);
    return CE_OK;
}

/* The picture, and its table if it is not too long. */
static int draw_points(const ce_page *report, const ce_data_table *two, char **bytes,
                       size_t *length, ce_output **table, ce_error *err)
{
    ce_partition chosen = ce_page_chosen(report);
    size_t n = two->values.rows;
    ce_scatter_note note;
    ce_text_column labels = {.value = chosen.labels,
                             .n = n,
                             .categories =
                                 report->input->results->categories[report->evidence->chosen]};
    double *sure = spread_margins(report, err),
           *drawn = ce_page_is_fine(report) ? spread_shares(report, err) : sure;
    ce_scatter_options how = {.picture = ce_page_picture(560),
                              .y = 1,
                              .labels = &labels,
                              .sure = drawn,
                              .bins = n > CE_SCATTER_POINTS ? CE_SCATTER_BINS : 0};
    int rc = sure && drawn ? ce_scatter(two, &how, bytes, length, &note, err) : CE_ENOMEM;

    if (!rc && n <= CE_PAGE_OBJECTS)
        rc = points_as_csv(report, two, sure, table, err);
    if (drawn != sure)
        free(drawn);
    free(sure);
    return rc;
}

/* The command that writes all points; free(). */
static int find_tool(const ce_page *report, char **tool, ce_error *err)
{
    ce_output *text;
    char *plot = NULL;
    size_t length;
    int rc = ce_output_open_kept(&text, err);

    if (rc)
        return rc;
    ce_output_text(text, "ce-prepare zscore ");
    if (report->input->columns) {
        ce_output_text(text, "--columns ");
        ce_output_shell(text, report->input->columns);
        ce_output_char(text, ' ');
    }
    ce_output_text(text, "DATA | ce-plot scatter --pca");
    rc = ce_output_take(text, &plot, &length, err);
    if (!rc)
        rc = ce_page_tool(report, plot, tool, err);
    free(plot);
    return rc;
}

int ce_page_scatter(ce_page *report, ce_error *err)
{
    char caption[CE_PAGE_CAPTION], left[120] = "", sure[CE_PAGE_SURE], *bytes = NULL, *tool = NULL;
    ce_data_table two = {0}, data;
    ce_output *table = NULL;
    size_t length, left_out;
    int rc;

    if (!report->input->data)
        return CE_OK;
    ce_output_text(report->page, "<h2>In the space of the data</h2>\n");
    if (!ce_components_usable(report->input->data)) {
        ce_output_text(report->page,
                       "<p>There is no picture: each feature has missing cells.</p>\n");
        return CE_OK;
    }
    data = *report->input->data; /* its ids and classes are not needed here, and stay there */
    data.id = data.class_ = (ce_text_column){0};
    rc = ce_components(&data, 1, &two, &left_out, err);
    if (!rc)
        rc = find_tool(report, &tool, err);
    if (!rc)
        rc = draw_points(report, &two, &bytes, &length, &table, err);
    if (!rc && left_out)
        snprintf(left, sizeof left, " %zu features with missing cells are left out.", left_out);
    ce_page_in_sure(report, sure);
    snprintf(caption, sizeof caption,
             "The objects along the first two principal components of the features, each scaled "
             "to variance 1, in the colour of their cluster; pale where the label is not sure%s. "
             "In a good picture colours do not mix, and pale points lie between clusters. Clusters "
             "that only more dimensions tell apart overlap here.%s%s%s",
             sure, ce_page_tell_colours(report),
             two.values.rows > CE_SCATTER_POINTS
                 ? " A square stands for the objects in a cell of a grid: the "
                   "colour of most of them, larger where there are more."
                 : "",
             left);
    if (!rc)
        rc = ce_page_figure(report, bytes, length, "Scatter plot of the objects", caption, table,
                            "points.csv", tool, err);
    else
        ce_page_drop(bytes, table);
    free(tool);
    ce_data_table_free(&two);
    return rc;
}
