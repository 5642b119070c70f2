#include <stdio.h>
#include <string.h>

#include "plot/heatmap.h"
#include "report/page.h"
#include "report/spread_rows.h"
#include "similarity/coassociation.h"

static int draw_consensus(const ce_page *report, const ce_spread_rows *part, char **bytes,
                          size_t *length, ce_error *err)
{
    size_t q = report->evidence->chosen;
    ce_text_column labels = {.value = part->partition.labels,
                             .n = part->partition.n,
                             .categories = report->input->results->categories[q]};
    ce_heatmap_options how = {.picture = ce_page_picture(640),
                              .palette = CE_PALETTE_VIRIDIS,
                              .most = CE_PAGE_PIXELS,
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
    char caption[CE_PAGE_CAPTION], reduced[300] = "", *bytes = NULL;
    ce_partition chosen = ce_page_chosen(report);
    ce_spread_rows part = {0};
    int rc = ce_spread_rows_take(&part, members, &chosen, report->evidence->number, most, err);

    if (rc)
        return rc;
    ce_output_text(report->page, "<h2>Consensus</h2>\n");
    if (n > most)
        snprintf(reduced, sizeof reduced,
                 " Of %zu rows %zu are shown, at even steps in the order of the clusters.", n,
                 most);
    if (part.labels.n > CE_PAGE_PIXELS)
        snprintf(reduced + strlen(reduced), sizeof reduced - strlen(reduced),
                 " Each of %d x %d pixels is the mean of its entries.", CE_PAGE_PIXELS,
                 CE_PAGE_PIXELS);
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
