#include <stdio.h>

#include "io/records.h"
#include "plot/stability_curves.h"
#include "report/html.h"
#include "report/page.h"

/* Rows of the table on the page, curves of the picture, values of k that are named. */
enum { ROWS = 100, CURVES = 20, NAMED = 10, LEFT_TEXT = 320 };

/* Of fewer base clusterings each pair that not all agree on is between 10 % and 90 %. */
enum { FEW = 10 };

/* The rows of a table of numbers, where column 0 is whole. */
static int as_csv(const ce_data_table *from, ce_output **table, ce_error *err)
{
    size_t d = from->values.columns;
    ce_records records;
    int rc = ce_page_table_begin(table, &records, (const char *const *)from->name, d, err);

    if (rc)
        return rc;
    for (size_t i = 0; i < from->values.rows; i++) {
        ce_records_integer(&records, (int64_t)from->values.values[i * d]);
        for (size_t s = 1; s < d; s++)
            ce_records_real(&records, from->values.values[i * d + s]);
    }
    ce_records_end(&records);
    return CE_OK;
}

/* ---- the indices by k ---- */

/* The columns of ce-stability k without those of its tree, for the k that are shown. */
enum { K, MEMBERS, PAC, AREA, DELTA, IC, INDICES };
static const char *const index_name[] = {"k", "members", "pac", "area", "delta", "ic"};

static double index_of(const ce_by_k *by_k, size_t g, int which)
{
    const ce_of_k *of = &by_k->of[g];

    switch (which) {
    case K: return of->k;
    case MEMBERS: return (double)of->members;
    case PAC: return ce_of_k_pac(of);
    case AREA: return ce_consensus_area(&of->distribution);
    case DELTA: return ce_by_k_growth(by_k, g);
    default: return of->inconsistency;
    }
}

/* A row for each k, of these `count` columns. */
static int find_indices(const ce_by_k *by_k, const int *which, size_t count, ce_data_table *table,
                        ce_error *err)
{
    const char *name[INDICES];
    int rc;

    for (size_t s = 0; s < count; s++)
        name[s] = index_name[which[s]];
    rc = ce_page_rows_alloc(table, by_k->count, name, count, err);
    for (size_t g = 0; g < by_k->count && !rc; g++)
        for (size_t s = 0; s < count; s++)
            table->values.values[g * count + s] = index_of(by_k, g, which[s]);
    return rc;
}

static void write_indices(ce_output *page, const ce_by_k *by_k)
{
    size_t shown = by_k->count < ROWS ? by_k->count : ROWS;

    ce_html_more_begin(page, "Show the table", shown, 0);
    ce_output_text(page, "<div class=\"scroll\"><table>\n<thead><tr><th>k</th><th>base "
                         "clusterings</th><th>PAC</th><th>area "
                         "under the curve</th><th>its growth</th><th>inconsistency</th></tr>"
                         "</thead>\n<tbody>\n");
    for (size_t g = 0; g < shown; g++) {
        ce_output_printf(page, "<tr><td>%d</td><td>%zu", by_k->of[g].k, by_k->of[g].members);
        for (int s = PAC; s < INDICES; s++) {
            ce_output_text(page, "</td><td>");
            ce_html_number(page, index_of(by_k, g, s), 4);
        }
        ce_output_text(page, "</td></tr>\n");
    }
    ce_output_text(page, "</tbody></table></div>\n");
    if (by_k->count > ROWS)
        ce_output_printf(page, "<p class=\"soft\">The first %d of %zu.</p>\n", ROWS, by_k->count);
    ce_html_more_end(page, shown);
}

static size_t most_members(const ce_by_k *by_k)
{
    size_t most = 0;

    for (size_t g = 0; g < by_k->count; g++)
        most = by_k->of[g].members > most ? by_k->of[g].members : most;
    return most;
}

/* How many base clusterings the k have. Returns the fewest. */
static size_t say_members(const ce_by_k *by_k, char *text, size_t room)
{
    size_t least = by_k->of[0].members, most = most_members(by_k);

    for (size_t g = 1; g < by_k->count; g++)
        least = by_k->of[g].members < least ? by_k->of[g].members : least;
    if (least == most)
        snprintf(text, room, "%zu", least);
    else
        snprintf(text, room, "%zu to %zu", least, most);
    return least;
}

/* Which k are left out, and why; "": none. */
static void say_left(const ce_by_k *by_k, char text[LEFT_TEXT])
{
    int used = 0;

    text[0] = 0;
    if (!by_k->left)
        return;
    used =
        snprintf(text, LEFT_TEXT,
                 " Few base clusterings agree more easily than many, so k with fewer than %zu of "
                 "them are left out:",
                 by_k->enough);
    for (size_t g = 0; g < by_k->left && g < NAMED; g++)
        used += snprintf(text + used, LEFT_TEXT - (size_t)used, "%s k = %d", g ? "," : "",
                         by_k->of[by_k->count + g].k);
    snprintf(text + used, LEFT_TEXT - (size_t)used, by_k->left > NAMED ? " and others." : ".");
}

/* The curves of these indices, with their numbers: as ce_page_figure, of the given height. */
static int draw_indices(ce_page *report, const int *which, size_t count, int height,
                        const char *about, const char *caption, const char *file, ce_error *err)
{
    ce_picture picture = ce_page_picture(height);
    ce_data_table table = {0};
    ce_output *numbers = NULL;
    char *bytes = NULL;
    size_t length;
    int rc = find_indices(&report->evidence->by_k, which, count, &table, err);

    if (!rc)
        rc = ce_stability_curves(&table, &picture, &bytes, &length, err);
    if (!rc)
        rc = as_csv(&table, &numbers, err);
    if (!rc)
        rc = ce_page_figure(report, bytes, length, about, caption, numbers, file, "ce-stability k",
                            err);
    else
        ce_page_drop(bytes, numbers);
    ce_data_table_free(&table);
    return rc;
}

static int write_pac(ce_page *report, ce_error *err)
{
    static const int which[] = {K, MEMBERS, PAC, AREA};
    const ce_by_k *by_k = &report->evidence->by_k;
    char caption[CE_PAGE_CAPTION], many[64], drawn[160] = "", left[LEFT_TEXT];
    const char *few = "";

    if (by_k->pairs)
        snprintf(drawn, sizeof drawn, " %zu pairs were drawn at random for each k.", by_k->pairs);
    if (say_members(by_k, many, sizeof many) < FEW)
        few =
            " Among fewer than ten a single one that disagrees makes a pair ambiguous, so PAC says "
            "little: make more base clusterings of fewer k.";
    say_left(by_k, left);
    snprintf(
        caption, sizeof caption,
        "The share of ambiguous pairs (PAC) among the base clusterings of each k (%s of them): "
        "pairs that "
        "more than 10 %% and fewer than 90 %% of them put together. In a good picture one k "
        "lies clearly below its neighbours. PAC falls as k grows in data of any kind, so the "
        "last k is not good because it is lowest.%s%s%s",
        many, few, drawn, left);
    return draw_indices(report, which, 4, 340, "Ambiguous pairs by k", caption, "k.csv", err);
}

/* ---- growth and inconsistency ---- */

static int write_growth(ce_page *report, ce_error *err)
{
    static const int which[] = {K, MEMBERS, AREA, DELTA, IC};
    const ce_by_k *by_k = &report->evidence->by_k;
    char caption[CE_PAGE_CAPTION], many[64];
    const char *unlike = "";

    if (say_members(by_k, many, sizeof many) < most_members(by_k))
        unlike = " It grows with the number of base clusterings, too: compare k that have about as "
                 "many.";
    snprintf(caption, sizeof caption,
             "The growth of the area is the share by which the area under these curves grows from "
             "one k to the next%s. In a good picture it is large up to one k and near 0 after it: "
             "more clusters than that make the consensus no clearer. The inconsistency of the base "
             "clusterings of a k is 1 where all are the same, and larger the more they differ. At "
             "a good k it is lower than at its neighbours.%s",
             by_k->of[0].k == 2 ? "; at k = 2 it is the area itself" : "", unlike);
    return draw_indices(report, which, 5, 460, "Growth of the area and inconsistency by k", caption,
                        "growth.csv", err);
}

/* ---- the distributions ---- */

/* One table of all curves where they step, as ce-stability cdf writes it, of every `of` / `shown`th
 * k. */
static int find_curves(const ce_by_k *by_k, size_t shown, ce_data_table *table, ce_error *err)
{
    static const char *const name[] = {"k", "consensus", "cdf"};
    size_t rows = 0;
    double *at;
    int rc;

    for (size_t s = 0; s < shown; s++)
        rows += by_k->of[s * by_k->count / shown].distribution.count;
    rc = ce_page_rows_alloc(table, rows, name, 3, err);
    at = table->values.values;
    for (size_t s = 0; s < shown && !rc; s++) {
        const ce_of_k *of = &by_k->of[s * by_k->count / shown];
        const ce_consensus_distribution *d = &of->distribution;
        double below = 0;
        for (size_t v = 0; v < d->count; v++, at += 3) {
            below += d->pairs[v];
            at[0] = of->k;
            at[1] = d->value[v];
            at[2] = below / d->total;
        }
    }
    return rc;
}

static int write_curves(ce_page *report, ce_error *err)
{
    const ce_by_k *by_k = &report->evidence->by_k;
    size_t shown = by_k->count < CURVES ? by_k->count : CURVES, length;
    ce_picture picture = ce_page_picture(420);
    char caption[CE_PAGE_CAPTION], some[160] = "", *bytes = NULL;
    ce_data_table drawn = {0}, table = {0};
    ce_output *numbers = NULL;
    int rc = find_curves(by_k, shown, &drawn, err);

    if (!rc)
        rc = find_curves(by_k, by_k->count, &table, err);
    if (!rc)
        rc = ce_cdf_curves(&drawn, &picture, &bytes, &length, err);
    if (!rc)
        rc = as_csv(&table, &numbers, err);
    if (shown < by_k->count)
        snprintf(some, sizeof some, " %zu of %zu values of k are drawn.", shown, by_k->count);
    snprintf(caption, sizeof caption,
             "The share of the pairs whose consensus is at most that on the axis, for each k. The "
             "curve of a good k jumps at 0 and at 1 and is flat between them: its base clusterings "
             "agree on every pair.%s",
             some);
    if (!rc)
        rc = ce_page_figure(report, bytes, length, "Distribution of consensus by k", caption,
                            numbers, "cdf.csv", "ce-stability cdf", err);
    else
        ce_page_drop(bytes, numbers);
    ce_data_table_free(&drawn);
    ce_data_table_free(&table);
    return rc;
}

/* Whether a k is one of those that are left out. */
static int has_left(const ce_by_k *by_k, int k)
{
    for (size_t g = by_k->count; g < by_k->count + by_k->left; g++)
        if (by_k->of[g].k == k)
            return 1;
    return 0;
}

/* That the k of the result that is looked at is none of those that are shown. */
static void tell_absent(const ce_page *report)
{
    const ce_by_k *by_k = &report->evidence->by_k;
    int k = ce_page_chosen(report).k;

    for (size_t g = 0; g < by_k->count; g++)
        if (by_k->of[g].k == k)
            return;
    ce_output_printf(report->page,
                     "<p>The result that is looked at has %d clusters. Of this k there are %s "
                     "base clusterings, so it is not among those shown here.</p>\n",
                     k, has_left(by_k, k) ? "too few" : "no");
}

int ce_page_k(ce_page *report, ce_error *err)
{
    int rc;

    if (!report->evidence->by_k.count)
        return CE_OK;
    ce_output_text(report->page, "<h2>How clear each k is</h2>\n");
    if (ce_page_is_fine(report)) {
        ce_output_text(report->page,
                       "<p>The base clusterings have far more clusters than the result: how clear "
                       "their own k are says nothing of its k. <code>ce-consensus --choose</code> "
                       "looks for it by halves of them; <code>ce-stability resample</code> makes "
                       "base clusterings of each k.</p>\n");
        return CE_OK;
    }
    tell_absent(report);
    rc = write_pac(report, err);
    if (!rc)
        rc = write_curves(report, err);
    if (!rc)
        rc = write_growth(report, err);
    if (!rc)
        write_indices(report->page, &report->evidence->by_k);
    return rc;
}
