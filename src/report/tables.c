#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/records.h"
#include "report/html.h"
#include "report/page.h"

/* A column of the table of results. */
typedef struct {
    const char *name, *help;
    double (*value)(const ce_page *report, size_t r);
} measure;

static double score_of(const ce_page *report, size_t r, size_t s)
{
    const ce_score_table *scores = &report->evidence->scores;

    return scores->value ? scores->value[r * scores->columns + s] : NAN;
}

static double k_of(const ce_page *report, size_t r)
{
    return report->input->results->labels.k[r];
}

static double anmi(const ce_page *report, size_t r)
{
    return report->evidence->anmi[r];
}

static double aari(const ce_page *report, size_t r)
{
    return report->evidence->aari[r];
}

static double nmi(const ce_page *report, size_t r)
{
    return score_of(report, r, 0);
}

static double ari(const ce_page *report, size_t r)
{
    return score_of(report, r, 1);
}

static double error(const ce_page *report, size_t r)
{
    return score_of(report, r, 2);
}

static double silhouette(const ce_page *report, size_t r)
{
    return report->evidence->internal[r].silhouette;
}

static double ch(const ce_page *report, size_t r)
{
    return report->evidence->internal[r].ch;
}

static double db(const ce_page *report, size_t r)
{
    return report->evidence->internal[r].db;
}

enum { OF_MEMBERS = 3, OF_CLASSES = 6, OF_DATA = 9 };

static const measure measures[] = {
    {"k", "clusters", k_of},
    {"anmi", "mean NMI with the base clusterings, 1 is best", anmi},
    {"aari", "mean adjusted Rand index with them, 1 is best, 0 is chance", aari},
    {"nmi", "NMI with the classes, 1 is best", nmi},
    {"ari", "adjusted Rand index with the classes, 1 is best, 0 is chance", ari},
    {"error",
     "share of the objects that the best one-to-one match of clusters and classes leaves out, 0 is "
     "best",
     error},
    {"silhouette", "from -1 to 1, 1 is best", silhouette},
    {"ch", "Calinski-Harabasz, more is better", ch},
    {"db", "Davies-Bouldin, less is better", db}};

/* The columns that can be there: those above, then the measures that were given. */
static size_t all_measures(const ce_page *report)
{
    return OF_DATA + (report->input->scores ? report->input->scores->count : 0);
}

static const char *name_of(const ce_page *report, size_t s)
{
    return s < OF_DATA ? measures[s].name
                       : ce_given_scores_name(report->input->scores, s - OF_DATA);
}

static double value_of(const ce_page *report, size_t r, size_t s)
{
    return s < OF_DATA ? measures[s].value(report, r)
                       : ce_given_scores_value(report->input->scores, r, s - OF_DATA);
}

/* A measure that was given is left out where the page has one of that name. */
static int is_there(const ce_page *report, size_t s)
{
    if (s < OF_MEMBERS)
        return 1;
    if (s < OF_DATA)
        return s < OF_CLASSES ? report->evidence->scores.value != NULL
                              : report->evidence->internal != NULL;
    for (size_t other = 0; other < OF_DATA; other++)
        if (is_there(report, other) && !strcmp(measures[other].name, name_of(report, s)))
            return 0;
    return 1;
}

static int results_as_csv(const ce_page *report, ce_output **table, ce_error *err)
{
    size_t all = all_measures(report), columns = 0;
    const char **name = ce_alloc(1 + all, sizeof *name, err);
    ce_records records;
    int rc;

    if (!name)
        return CE_ENOMEM;
    name[columns++] = "clustering";
    for (size_t s = 0; s < all; s++)
        if (is_there(report, s))
            name[columns++] = name_of(report, s);
    rc = ce_page_table_begin(table, &records, name, columns, err);
    for (size_t r = 0; r < report->input->results->labels.m && !rc; r++) {
        ce_records_text(&records, report->input->results->name[r]);
        for (size_t s = 0; s < all; s++)
            if (is_there(report, s))
                ce_records_real(&records, value_of(report, r, s));
    }
    if (!rc)
        ce_records_end(&records);
    free(name);
    return rc;
}

static void write_results(const ce_page *report)
{
    ce_output *page = report->page;
    const ce_label_table *results = report->input->results;

    ce_output_text(page, "<div class=\"scroll\"><table>\n<thead><tr><th>result</th>");
    for (size_t s = 0; s < all_measures(report); s++)
        if (is_there(report, s)) {
            ce_output_text(page, "<th>");
            ce_html_text(page, name_of(report, s));
            ce_output_text(page, "</th>");
        }
    ce_output_text(page, "</tr></thead>\n<tbody>\n");
    for (size_t r = 0; r < results->labels.m; r++) {
        ce_output_text(page,
                       r == report->evidence->chosen ? "<tr class=\"chosen\"><td>" : "<tr><td>");
        ce_html_text(page, results->name[r]);
        ce_output_text(page, "</td>");
        for (size_t s = 0; s < all_measures(report); s++)
            if (is_there(report, s)) {
                ce_output_text(page, "<td>");
                ce_html_number(page, value_of(report, r, s), 4);
                ce_output_text(page, "</td>");
            }
        ce_output_text(page, "</tr>\n");
    }
    ce_output_text(page, "</tbody></table></div>\n");
}

/* Whether result r has the clusters of the chosen one, under whatever names. partner: room for the
 * clusters of the two. */
static int is_same(const ce_page *report, size_t r, int32_t *partner)
{
    const ce_labels *labels = &report->input->results->labels;
    size_t chosen = report->evidence->chosen, k = (size_t)labels->k[chosen];
    const int32_t *a = ce_labels_column(labels, chosen), *b = ce_labels_column(labels, r);

    if (r == chosen || labels->k[r] != labels->k[chosen])
        return 0;
    for (size_t c = 0; c < 2 * k; c++)
        partner[c] = CE_MISSING;
    for (size_t i = 0; i < labels->n; i++) {
        int32_t *of_a = a[i] < 0 ? NULL : &partner[a[i]],
                *of_b = b[i] < 0 ? NULL : &partner[k + (size_t)b[i]];
        if (!of_a != !of_b)
            return 0;
        if (!of_a)
            continue;
        if (*of_a < 0 && *of_b < 0) {
            *of_a = b[i];
            *of_b = a[i];
        }
        if (*of_a != b[i] || *of_b != a[i])
            return 0;
    }
    return 1;
}

/* Names up to NAMED results that are the chosen clustering, so that no difference is looked for. */
static int tell_same(const ce_page *report, ce_error *err)
{
    enum { NAMED = 5 };
    const ce_label_table *results = report->input->results;
    ce_output *page = report->page;
    int32_t *partner =
        ce_alloc(2 * (size_t)results->labels.k[report->evidence->chosen], sizeof *partner, err);
    size_t found = 0;

    if (!partner)
        return CE_ENOMEM;
    for (size_t r = 0; r < results->labels.m && found <= NAMED; r++) {
        if (!is_same(report, r, partner))
            continue;
        ce_output_text(page, found == NAMED ? ", and others"
                             : found        ? ", "
                                            : " The same clustering as ");
        if (!found)
            ce_html_text(page, results->name[report->evidence->chosen]);
        ce_output_text(page, found ? "" : ": ");
        if (found++ < NAMED)
            ce_html_text(page, results->name[r]);
    }
    ce_output_text(page, found ? "." : "");
    free(partner);
    return CE_OK;
}

/* Names the measures that were given and are there, or that are left out. Returns how many. */
static size_t name_given(const ce_page *report, int there, const char *before)
{
    size_t said = 0;

    for (size_t s = OF_DATA; s < all_measures(report); s++)
        if (is_there(report, s) == there) {
            ce_output_printf(report->page, "%s<em>", said++ ? ", " : before);
            ce_html_text(report->page, name_of(report, s));
            ce_output_text(report->page, "</em>");
        }
    return said;
}

static void tell_given(const ce_page *report)
{
    size_t without;

    if (name_given(report, 1, "; "))
        ce_output_text(report->page, ": as given by --scores");
    ce_output_char(report->page, '.');
    if (!report->input->scores)
        return;
    if (name_given(report, 0, " The page has its own "))
        ce_output_text(report->page, ", so that of --scores is left out.");
    without = ce_given_scores_without(report->input->scores, report->input->results->labels.m);
    if (without)
        ce_output_printf(report->page, " %zu result%s no row in --scores.", without,
                         without == 1 ? " has" : "s have");
}

int ce_page_results(ce_page *report, ce_error *err)
{
    ce_output *page = report->page, *table;
    size_t said = 0;
    int rc = results_as_csv(report, &table, err);

    if (rc)
        return rc;
    ce_output_text(page, "<h2>Results</h2>\n<p>A row for each result. A good one stands out in "
                         "several columns. ");
    for (size_t s = 1; s < OF_DATA; s++)
        if (is_there(report, s)) {
            ce_output_text(page, said++ ? "; <em>" : "<em>");
            ce_html_text(page, measures[s].name);
            ce_output_text(page, "</em>: ");
            ce_html_text(page, measures[s].help);
        }
    tell_given(report);
    if (report->evidence->samples)
        ce_output_printf(page, " Silhouettes are the mean of %zu objects drawn at random.",
                         report->evidence->samples);
    rc = tell_same(report, err);
    ce_output_text(page, "</p>\n");
    if (rc) {
        ce_output_abandon(table);
        return rc;
    }
    write_results(report);
    return ce_page_link(report, table, "results.csv", "ce-score", err);
}

/* ---- members ---- */

static void row_of_member(const ce_page *report, size_t q)
{
    const ce_evidence *e = report->evidence;
    const ce_labels *labels = &report->input->members->labels;
    double value[3] = {e->nmi[q], e->ari[q], e->diversity.about.nmi[e->chosen * labels->m + q]};

    ce_output_text(report->page, "<tr><td>");
    ce_html_text(report->page, report->input->members->name[q]);
    ce_output_printf(report->page, "</td><td>%d</td>", labels->k[q]);
    for (size_t v = 0; v < 3; v++) {
        ce_output_text(report->page, "<td>");
        ce_html_number(report->page, value[v], 4);
        ce_output_text(report->page, "</td>");
    }
    ce_output_text(report->page, "</tr>\n");
}

static int members_as_csv(const ce_page *report, ce_output **table, ce_error *err)
{
    static const char *const name[] = {"clustering", "k", "nmi", "ari", "nmi_with_result"};
    const ce_evidence *e = report->evidence;
    const ce_label_table *members = report->input->members;
    size_t m = members->labels.m;
    ce_records records;
    int rc = ce_page_table_begin(table, &records, name, 5, err);

    if (rc)
        return rc;
    for (size_t q = 0; q < m; q++) {
        ce_records_text(&records, members->name[q]);
        ce_records_integer(&records, members->labels.k[q]);
        ce_records_real(&records, e->nmi[q]);
        ce_records_real(&records, e->ari[q]);
        ce_records_real(&records, e->diversity.about.nmi[e->chosen * m + q]);
    }
    ce_records_end(&records);
    return CE_OK;
}

int ce_page_members(ce_page *report, ce_error *err)
{
    size_t m = report->input->members->labels.m, shown = m < 500 ? m : 500;
    ce_output *page = report->page, *table;
    int rc = members_as_csv(report, &table, err);

    if (rc)
        return rc;
    ce_output_text(page, "<h2>Base clusterings</h2>\n<p>How alike each one is to the others "
                         "(mean NMI and adjusted Rand index) and to the result. A good ensemble "
                         "has no member near 0, and members that are not all alike.</p>\n");
    ce_html_more_begin(page, "Show the table", shown, 0);
    ce_output_text(page, "<div class=\"scroll\"><table>\n<thead><tr><th>base clustering</th>"
                         "<th>k</th><th>NMI</th><th>ARI</th><th>NMI with the result</th></tr>"
                         "</thead>\n<tbody>\n");
    for (size_t q = 0; q < shown; q++)
        row_of_member(report, q);
    ce_output_text(page, "</tbody></table></div>\n");
    if (shown < m)
        ce_output_printf(page, "<p class=\"soft\">The first %zu of %zu.</p>\n", shown, m);
    ce_html_more_end(page, shown);
    return ce_page_link(report, table, "members.csv", "ce-diversity --members", err);
}
