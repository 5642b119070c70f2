#include "report/page.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "plot/curve.h"
#include "plot/shades.h"
#include "report/html.h"

ce_picture ce_page_picture(int height)
{
    return (ce_picture){CE_PICTURE_SVG, 720, height, NULL};
}

ce_partition ce_page_chosen(const ce_page *report)
{
    const ce_label_table *results = report->input->results;
    size_t q = report->evidence->chosen;

    return (ce_partition){results->labels.n, ce_labels_column(&results->labels, q),
                          results->labels.k[q]};
}

const char *ce_page_cluster(const ce_page *report, int32_t c)
{
    return c < 0 ? NULL : report->input->results->categories[report->evidence->chosen].text[c];
}

int ce_page_has_noise(const ce_page *report)
{
    for (int32_t c = 0; c < ce_page_chosen(report).k; c++)
        if (!strcmp(ce_page_cluster(report, c), "noise"))
            return 1;
    return 0;
}

int32_t ce_page_noise(const ce_page *report)
{
    return ce_page_has_noise(report) ? ce_page_chosen(report).k - 1 : CE_MISSING;
}

const char **ce_page_cluster_names(const ce_page *report, ce_error *err)
{
    int32_t k = ce_page_chosen(report).k;
    const char **name = ce_alloc((size_t)k, sizeof *name, err);

    for (int32_t c = 0; name && c < k; c++)
        name[report->evidence->rank[c]] = ce_page_cluster(report, c);
    return name;
}

int ce_page_is_fine(const ce_page *report)
{
    enum { TIMES = 3 };
    const ce_labels *labels = &report->evidence->sure.table.labels;

    return ce_labels_total(labels) >= (size_t)TIMES * labels->m * (size_t)ce_page_chosen(report).k;
}

const char *ce_page_tell_colours(const ce_page *report)
{
    return ce_page_chosen(report).k > CE_PLOT_SHADES
               ? " There are fewer colours than clusters: those of the first ones come again."
               : "";
}

const char *ce_page_tell_grey(const ce_page *report)
{
    return ce_page_chosen(report).k > CE_PLOT_SHADES
               ? " There are fewer colours than clusters: the last ones are grey."
               : "";
}

const char *ce_page_id(const ce_page *report, size_t i, char *room)
{
    const ce_text_column *id = &report->input->members->id;

    if (id->name)
        return ce_text_column_get(id, i);
    snprintf(room, 32, "%zu", i + 1);
    return room;
}

typedef struct {
    double value;
    size_t number;
} place;

static int least_first(const void *a, const void *b)
{
    const place *x = a, *y = b;

    if (x->value != y->value)
        return x->value < y->value ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

int ce_page_sort(const double *value, size_t n, size_t **order, size_t *count, ce_error *err)
{
    place *sorted = ce_alloc(n, sizeof *sorted, err);
    size_t found = 0;

    *count = 0;
    *order = ce_alloc(n, sizeof **order, err);
    if (!sorted || !*order) {
        free(sorted);
        free(*order);
        *order = NULL;
        return CE_ENOMEM;
    }
    for (size_t i = 0; i < n; i++)
        if (!isnan(value[i]))
            sorted[found++] = (place){value[i], i};
    qsort(sorted, found, sizeof *sorted, least_first);
    for (size_t p = 0; p < found; p++)
        (*order)[p] = sorted[p].number;
    *count = found;
    free(sorted);
    return CE_OK;
}

int ce_page_least_sure(const ce_page *report, size_t **entry, size_t *count, ce_error *err)
{
    const ce_evidence *e = report->evidence;
    double *margin = ce_alloc(e->rows, sizeof *margin, err);
    int rc;

    if (!margin)
        return CE_ENOMEM;
    for (size_t r = 0; r < e->rows; r++)
        margin[r] = e->number[e->row[r]] >= 0 ? ce_evidence_margin(e, r) : NAN;
    rc = ce_page_sort(margin, e->rows, entry, count, err);
    free(margin);
    return rc;
}

/* The link to a table, or where it is too large (NULL, or by its bytes) what writes it: an element
 * of this name. On paper only the latter is there. */
static void write_link(ce_output *page, const char *element, const char *file, const char *bytes,
                       size_t length, const char *tool)
{
    int holds = bytes && ce_html_holds(length);

    ce_output_printf(page, "<%s class=\"soft%s\">The numbers: ", element, holds ? " file" : "");
    if (holds) {
        ce_html_file(page, file, bytes, length);
        ce_output_char(page, '.');
    } else {
        ce_output_text(page, "too large for this page; <code>");
        ce_html_text(page, tool);
        ce_output_text(page, "</code> writes them.");
    }
    ce_output_printf(page, "</%s>", element);
}

int ce_page_table_begin(ce_output **table, ce_records *records, const char *const *name,
                        size_t columns, ce_error *err)
{
    int rc = ce_output_open_kept(table, err);

    if (!rc)
        ce_records_begin(records, *table, name, columns, 0, ',');
    return rc;
}

int ce_page_figure(ce_page *report, char *bytes, size_t length, const char *about,
                   const char *caption, ce_output *numbers, const char *file, const char *tool,
                   ce_error *err)
{
    char *table = NULL;
    size_t size = 0;
    int rc = numbers ? ce_output_take(numbers, &table, &size, err) : CE_OK;

    if (!rc) {
        ce_output_text(report->page, "<figure>\n<figcaption>");
        ce_output_text(report->page, caption);
        ce_output_char(report->page, ' ');
        write_link(report->page, "span", file, table, size, tool);
        ce_output_text(report->page, "</figcaption>\n");
        ce_html_picture(report->page, bytes, length, ++report->pictures, about);
        ce_output_text(report->page, "</figure>\n");
    }
    free(bytes);
    free(table);
    return rc;
}

int ce_page_link(ce_page *report, ce_output *table, const char *file, const char *tool,
                 ce_error *err)
{
    char *bytes = NULL;
    size_t length = 0;
    int rc = ce_output_take(table, &bytes, &length, err);

    if (rc)
        return rc;
    write_link(report->page, "p", file, bytes, length, tool);
    ce_output_char(report->page, '\n');
    free(bytes);
    return CE_OK;
}

int ce_page_tool(const ce_page *report, const char *plot, char **tool, ce_error *err)
{
    ce_output *text;
    size_t length;
    int rc = ce_output_open_kept(&text, err);

    if (rc)
        return rc;
    ce_output_printf(text, "%s --labels RESULTS --column ", plot);
    ce_output_shell(text, report->input->results->name[report->evidence->chosen]);
    ce_output_text(text, " --format csv");
    return ce_output_take(text, tool, &length, err);
}

int ce_page_rows_alloc(ce_data_table *table, size_t rows, const char *const *name, size_t columns,
                       ce_error *err)
{
    int rc = ce_data_table_alloc(table, rows, columns, err);

    for (size_t s = 0; s < columns && !rc; s++)
        if (!(table->name[s] = ce_strdup(name[s], err)))
            rc = CE_ENOMEM;
    return rc;
}

int ce_page_set_text(ce_data_table *table, size_t row, size_t column, const char *text,
                     ce_error *err)
{
    double *cell = &table->values.values[row * table->values.columns + column];
    int32_t number;

    *cell = NAN;
    if (!text)
        return CE_OK;
    number = ce_categories_number(&table->categories[column], text, strlen(text), err);
    *cell = number;
    return number < 0 ? number : CE_OK;
}

int ce_page_curves_by_k(const ce_data_table *table, const char *label, char **bytes, size_t *length,
                        ce_error *err)
{
    static const size_t columns[CE_PAGE_CURVES] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    ce_curve_options how = {.picture = ce_page_picture(360),
                            .x = 0,
                            .y = columns,
                            .curves = table->values.columns - 1,
                            .style = CE_CURVE_BOTH,
                            .tried_x = 1,
                            .y_label = label};

    return ce_curve(table, &how, bytes, length, err);
}

void ce_page_drop(char *bytes, ce_output *table)
{
    free(bytes);
    ce_output_abandon(table);
}

/* ---- the page ---- */

static void write_summary(ce_page *report)
{
    const ce_page_input *input = report->input;
    const ce_evidence *e = report->evidence;
    size_t members = input->members->labels.m, results = input->results->labels.m;

    ce_output_printf(report->page, "<p>%.0f object%s, %zu base clustering%s, %zu result%s. ",
                     e->objects, e->objects == 1 ? "" : "s", members, members == 1 ? "" : "s",
                     results, results == 1 ? "" : "s");
    ce_output_text(report->page, "This page looks at <strong>");
    ce_html_text(report->page, input->results->name[e->chosen]);
    ce_output_printf(report->page, "</strong> (%d cluster%s)", input->results->labels.k[e->chosen],
                     input->results->labels.k[e->chosen] == 1 ? "" : "s");
    if (e->by_halves)
        ce_output_printf(
            report->page, ", at whose k halves of the base clusterings agree best (%.2f)",
            ce_halves_table_find(input->halves, input->results->name[e->chosen])->agreement);
    else if (!input->chosen && results > 1)
        ce_output_printf(report->page, ", the result with the highest %s",
                         e->internal ? "mean silhouette of the data"
                                     : "mean NMI with the base clusterings");
    if (e->clearest && results > 1 && !e->by_halves)
        ce_output_printf(report->page,
                         " among those with k = %d, the clearest k beside data without clusters",
                         e->clearest);
    ce_output_text(
        report->page,
        ".</p>\n<p class=\"soft printed\">On paper there are no links: the CSV files with "
        "the numbers behind the pictures are in the page itself.</p>\n");
}

int ce_page_write(ce_output *page, const ce_page_input *input, const ce_evidence *evidence,
                  const ce_page_run *run, ce_error *err)
{
    static int (*const section[])(ce_page *, ce_error *) = {
        ce_page_sure,       ce_page_warnings,    ce_page_results,    ce_page_results_k,
        ce_page_halves,     ce_page_k,           ce_page_null,       ce_page_consensus,
        ce_page_confidence, ce_page_consistency, ce_page_silhouette, ce_page_scatter,
        ce_page_labels,     ce_page_members};
    ce_page report = {page, input, evidence, run, 0};
    int rc = CE_OK;

    ce_html_begin(page, run->title);
    write_summary(&report);
    for (size_t s = 0; s < sizeof section / sizeof *section && !rc; s++)
        rc = section[s](&report, err);
    if (!rc)
        rc = ce_page_about(&report, err);
    ce_html_end(page);
    return rc;
}
