#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/records.h"
#include "partition/linkage/linkage.h"
#include "plot/heatmap.h"
#include "report/html.h"
#include "report/page.h"
#include "report/spread_rows.h"
#include "similarity/coassociation.h"

/* Bytes of the matrix as CSV that a page holds at most. */
enum { MATRIX_BYTES = 300000 };

/* What is drawn. Set to zero before use. */
typedef struct {
    ce_spread_rows rows;
    ce_similarity s;
    ce_dendrogram tree; /* average linkage of s; empty for one row */
    size_t *order;      /* owned: position -> one of rows */
    ce_text_column ids; /* of the rows, or their numbers */
    ce_bars bars;
} heat;

static void heat_free(heat *h)
{
    ce_spread_rows_free(&h->rows);
    ce_similarity_free(&h->s);
    ce_dendrogram_free(&h->tree);
    ce_text_column_free(&h->ids);
    ce_bars_free(&h->bars);
    free(h->order);
}

/* A bar of the chosen result, in the colours of the other pictures, one of the classes, and those
 * of the table of bars. */
static int build_bars(const ce_page *report, heat *h, ce_error *err)
{
    const ce_label_table *results = report->input->results;
    const ce_text_column *classes = report->input->classes;
    size_t q = report->evidence->chosen, shown = h->rows.labels.n;
    ce_text_column chosen = {.value = ce_labels_column(&results->labels, q),
                             .n = results->labels.n,
                             .categories = results->categories[q]};
    const ce_text_column *column[] = {&chosen, classes};
    const char *name[] = {results->name[q], classes && classes->name ? classes->name : "class"};
    const int32_t *of_bars = report->input->bars_row;
    int32_t *row = ce_alloc(shown, sizeof *row, err), *bar = ce_alloc(shown, sizeof *bar, err);
    const ce_bars_source source = {.n = shown,
                                   .labels = column,
                                   .name = name,
                                   .count = classes ? 2 : 1,
                                   .row = row,
                                   .table = report->input->bars,
                                   .table_row = bar};
    int rc = row && bar ? CE_OK : CE_ENOMEM;

    for (size_t r = 0; r < shown && !rc; r++) {
        row[r] = (int32_t)h->rows.row[r];
        bar[r] = of_bars ? of_bars[row[r]] : row[r];
    }
    if (!rc)
        rc = ce_bars_build(&h->bars, &source, err);
    free(row);
    free(bar);
    return rc;
}

static int find_order(heat *h, ce_error *err)
{
    size_t shown = h->rows.labels.n;
    int rc = CE_OK;

    h->order = ce_calloc(shown, sizeof *h->order, err);
    if (!h->order)
        return CE_ENOMEM;
    if (shown > 1)
        rc = ce_linkage(&h->s, 0, h->rows.size, CE_LINKAGE_AVERAGE, &h->tree, err);
    return rc || shown < 2 ? rc : ce_dendrogram_order(&h->tree, h->order, err);
}

static int find_ids(const ce_page *report, heat *h, ce_error *err)
{
    char room[32];
    int rc = CE_OK;

    for (size_t r = 0; r < h->rows.labels.n && !rc; r++) {
        const char *id = ce_page_id(report, h->rows.row[r], room);
        rc = ce_text_column_append(&h->ids, id, strlen(id), err);
    }
    return rc;
}

static int find(const ce_page *report, heat *h, ce_error *err)
{
    ce_partition chosen = ce_page_chosen(report);
    int rc = ce_spread_rows_take(&h->rows, &report->evidence->sure.table, &chosen,
                                 report->evidence->number, report->input->sample, err);

    if (!rc)
        rc = ce_coassociation(&h->rows.labels, NULL, &h->s, NULL, err);
    if (!rc)
        rc = find_order(h, err);
    if (!rc)
        rc = find_ids(report, h, err);
    return rc ? rc : build_bars(report, h, err);
}

/* The first columns are those of ce-plot matrix --order-file. */
static int order_as_csv(const ce_page *report, const heat *h, ce_output **table, ce_error *err)
{
    static const char *const name[] = {"position", "row", "id", "cluster"};
    ce_partition chosen = ce_page_chosen(report);
    ce_records records;
    char room[32];
    int rc = ce_page_table_begin(table, &records, name, 4, err);

    if (rc)
        return rc;
    for (size_t p = 0; p < h->rows.labels.n; p++) {
        size_t i = h->rows.row[h->order[p]];
        ce_records_integer(&records, (int64_t)p + 1);
        ce_records_integer(&records, (int64_t)i + 1);
        ce_records_text(&records, ce_page_id(report, i, room));
        ce_records_text(&records, ce_page_cluster(report, chosen.labels[i]));
    }
    ce_records_end(&records);
    return CE_OK;
}

/* Where members have far more clusters than the result: thrice the mean consensus of the objects
 * with their own cluster. */
static double end_of_colours(const ce_page *report)
{
    const ce_evidence *e = report->evidence;
    double sum = 0, count = 0;

    for (size_t r = 0; r < e->rows; r++)
        if (!isnan(e->trust.own[r])) {
            sum += e->trust.own[r];
            count++;
        }
    return sum > 0 ? fmin(1, 3 * sum / count) : 1;
}

/* The clusters of the result among the rows shown, without noise; 0: the tree cannot be cut into so
 * many. */
static size_t clusters_of_cut(const ce_page *report, const heat *h)
{
    ce_partition chosen = ce_page_chosen(report);
    int32_t noise = ce_page_noise(report);
    size_t count = 0;

    for (int32_t number = 0; number < chosen.k; number++) {
        size_t r = 0;
        while (r < h->rows.labels.n && report->evidence->number[h->rows.row[r]] != number)
            r++;
        count += r < h->rows.labels.n && number != noise;
    }
    return count > 1 && count < h->tree.n ? count : 0;
}

static void write_caption(const ce_page *report, const heat *h, size_t clusters,
                          char caption[CE_PAGE_CAPTION])
{
    size_t n = report->input->members->labels.n, shown = h->rows.labels.n;
    char reduced[160] = "", cut[240] = "", ends[160] = "", small[240] = "", mixed[CE_PAGE_MIXED],
         sure[CE_PAGE_SURE];
    int classes = report->input->classes != NULL, bars = report->input->bars != NULL;

    ce_page_tell_mixed(report, mixed);
    ce_page_name_sure(report, sure);
    if (shown < n)
        snprintf(reduced, sizeof reduced,
                 " Of %zu rows %zu are shown, at even steps in the order of the clusters.", n,
                 shown);
    if (ce_page_is_fine(report)) {
        if (end_of_colours(report) < 0.995) /* 1 is the most there is */
            snprintf(ends, sizeof ends, " The colours end at %.2g: what is yellow is that or more.",
                     end_of_colours(report));
        snprintf(small, sizeof small,
                 " The base clusterings cut each cluster into many small ones, so it is a row of "
                 "small squares along the diagonal, not one large one. In a good picture no small "
                 "square has objects of two clusters.");
    }
    if (clusters > 0)
        snprintf(cut, sizeof cut,
                 " The dashed line cuts the tree into %zu clusters, as many as the result has "
                 "here; where a branch has another colour than the bar below it, or none, tree and "
                 "result differ.",
                 clusters);
    snprintf(
        caption, CE_PAGE_CAPTION,
        "How often %s put two objects together: yellow always, dark never. "
        "The objects stand in the order of the tree above them (average linkage), which joins "
        "those that are together most often. The bars show the cluster of each in the "
        "result%s%s. In a good picture there are bright squares along the diagonal and darkness "
        "beside them, and each square has one colour in the bars. A square with shades in it "
        "is a group on which the base clusterings do not agree, and light beside the diagonal "
        "shows groups that could be one.%s%s%s%s%s%s",
        sure, classes ? (bars ? ", its class" : ", and its class") : "",
        bars ? ", and its values in the table of --bars" : "", cut, ends, small,
        ce_page_tell_colours(report), mixed, reduced);
}

/* The matrix in the order of the picture, as ce-similarity --format csv writes one. */
static int matrix_as_csv(const heat *h, char **bytes, size_t *length, ce_error *err)
{
    size_t n = h->rows.labels.n;
    const char **name = ce_alloc(n + 1, sizeof *name, err);
    ce_output *table;
    ce_records records;
    int rc;

    if (!name)
        return CE_ENOMEM;
    name[0] = "id";
    for (size_t p = 0; p < n; p++)
        name[p + 1] = ce_text_column_get(&h->ids, h->order[p]);
    rc = ce_page_table_begin(&table, &records, name, n + 1, err);
    for (size_t p = 0; p < n && !rc; p++) {
        ce_records_text(&records, name[p + 1]);
        for (size_t q = 0; q < n; q++)
            ce_records_real(&records, ce_similarity_dense_get(&h->s, h->order[p], h->order[q]));
    }
    free(name);
    if (rc)
        return rc;
    ce_records_end(&records);
    return ce_output_take(table, bytes, length, err);
}

/* The matrix where it is small, and the command that writes it in the order of the rows. */
static int write_matrix(const ce_page *report, const heat *h, ce_error *err)
{
    size_t n = h->rows.labels.n, length = 0;
    char tool[CE_PAGE_COMMAND], *bytes = NULL;
    int rc = 2 * n * n > MATRIX_BYTES ? CE_OK : matrix_as_csv(h, &bytes, &length, err);

    if (rc)
        return rc;
    ce_output_text(report->page, "<p class=\"soft\">");
    if (bytes && length <= MATRIX_BYTES) {
        ce_output_text(report->page, "<span class=\"file\">The matrix in this order: ");
        ce_html_file(report->page, "matrix.csv", bytes, length);
        ce_output_text(report->page, ". </span>");
    }
    ce_page_command(report, "ce-similarity ca", "ce-similarity ca", tool);
    ce_output_text(report->page, "The matrix itself: <code>");
    ce_html_text(report->page, tool);
    ce_output_text(report->page, "</code> writes it.</p>\n");
    free(bytes);
    return CE_OK;
}

int ce_page_consensus(ce_page *report, ce_error *err)
{
    char caption[CE_PAGE_CAPTION], tool[CE_PAGE_COMMAND], *bytes = NULL;
    ce_output *table = NULL;
    size_t length, hidden;
    heat h = {0};
    int rc = find(report, &h, err);
    ce_heatmap_options how = {.picture = ce_page_picture(0),
                              .palette = CE_PALETTE_VIRIDIS,
                              .most = CE_PAGE_PIXELS,
                              .tree = h.tree.n ? &h.tree : NULL,
                              .cut = {0, NAN},
                              .cut_is_of_bar = 1,
                              .bars = &h.bars,
                              .ids = &h.ids,
                              .name = "consensus",
                              .caption = h.tree.n ? "order of average linkage" : NULL};

    if (!rc && ce_page_is_fine(report))
        how.high = end_of_colours(report);
    if (!rc)
        how.cut.k = clusters_of_cut(report, &h);
    if (!rc)
        rc = ce_heatmap(&h.s, &how, &bytes, &length, &hidden, err);
    if (!rc)
        rc = order_as_csv(report, &h, &table, err);
    if (!rc) {
        write_caption(report, &h, how.cut.k, caption);
        ce_page_command(report, "ce-plot matrix --order-file",
                        "ce-similarity ca | ce-plot matrix --order-file", tool);
        ce_output_text(report->page, "<h2>Consensus</h2>\n");
        rc = ce_page_figure(report, bytes, length, "Heat map of the consensus matrix", caption,
                            table, "order.csv", tool, err);
    } else {
        ce_page_drop(bytes, table);
    }
    if (!rc)
        rc = write_matrix(report, &h, err);
    heat_free(&h);
    return rc;
}
