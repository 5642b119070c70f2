#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/memory.h"
#include "report/html.h"
#include "report/page.h"
#include "report/warnings_internal.h"
#include "score/cluster_jaccard.h"

/* A member whose mean NMI with the others is below this says little. The NMI of labels by chance
 * grows with the clusters and is larger for few objects: up to CHANCE_NMI a member says no more
 * than chance if its mean ARI is below CHANCE_ARI. By ARI alone a member of two clusters among
 * those of hundreds would look like chance; its NMI is .3. */
#define LITTLE     0.05
#define CHANCE_NMI 0.25
#define CHANCE_ARI 0.02
enum { NAMED = 10, FEW = 5 };

/* The share of the objects from which on a cluster has nearly all of them. */
#define NEARLY_ALL 0.95
/* Clusters of one or two objects are named where there are so many times as many objects as
 * clusters. */
enum { MANY = 10 };

ce_output *ce_warnings_next(ce_warnings *l)
{
    ce_output *page = l->report->page;

    ce_output_text(page, l->count++ ? "</li>\n<li>" : "<div class=\"warnings\">\n<ul>\n<li>");
    return page;
}

/* ---- members ---- */

/* Objects that have a label in base clustering q. */
static double count_labelled(const ce_page_input *input, size_t q)
{
    const ce_labels *labels = &input->members->labels;
    const double *size = input->members->size;
    double count = 0;

    for (size_t i = 0; i < labels->n; i++)
        if (ce_labels_column(labels, q)[i] >= 0)
            count += size ? size[i] : 1;
    return count;
}

/* Whether one cluster of base clustering q has nearly all labelled objects. */
static int is_nearly_one(const ce_page_input *input, size_t q)
{
    const ce_labels *labels = &input->members->labels;
    const int32_t *label = ce_labels_column(labels, q);
    const double *size = input->members->size;
    int32_t most = -1;
    double lead = 0, held = 0;

    for (size_t i = 0; i < labels->n; i++) { /* only `most` can be the label of more than half */
        double weight = size ? size[i] : 1;
        if (label[i] < 0)
            continue;
        if (label[i] != most && lead < weight) {
            most = label[i];
            lead = weight - lead;
        } else {
            lead += label[i] == most ? weight : -weight;
        }
    }
    for (size_t i = 0; i < labels->n; i++)
        if (label[i] == most && most >= 0)
            held += size ? size[i] : 1;
    return held >= NEARLY_ALL * count_labelled(input, q);
}

/* Why a member says nothing; NULL: it says something. *chance: it agrees with the others no better
 * than by chance. */
static const char *reason(const ce_page *report, size_t q, int *chance)
{
    const ce_labels *labels = &report->input->members->labels;
    double nmi = report->evidence->nmi[q];

    *chance = 0;
    if (!labels->k[q])
        return "it has no label";
    if (labels->k[q] == 1)
        return "it has one cluster";
    if (labels->k[q] == count_labelled(report->input, q))
        return "each object is a cluster of its own";
    if (isnan(nmi)) /* there are no others */
        return NULL;
    if (nmi >= CHANCE_NMI || (nmi >= LITTLE && report->evidence->ari[q] >= CHANCE_ARI))
        return NULL;
    *chance = 1;
    if (is_nearly_one(report->input, q))
        return "one of its clusters has nearly all objects";
    if (nmi < LITTLE)
        return "its mean NMI with the others is below 0.05";
    return "its mean ARI with the others is below 0.02: no more than chance";
}

static void warn_members(ce_warnings *l)
{
    const ce_label_table *members = l->report->input->members;
    size_t found = 0, all, by_chance = 0, m = members->labels.m;
    ce_output *page;
    int chance;

    for (size_t q = 0; q < m; q++) {
        found += reason(l->report, q, &chance) != NULL;
        by_chance += (size_t)chance;
    }
    if (!found)
        return;
    page = ce_warnings_next(l);
    ce_output_printf(page, "<strong>%zu of %zu base clusterings say%s nothing:</strong> ", found, m,
                     found == 1 ? "s" : "");
    all = found;
    found = 0;
    for (size_t q = 0; q < m && found <= NAMED; q++) {
        const char *why = reason(l->report, q, &chance);
        if (!why)
            continue;
        if (found++ == NAMED) {
            ce_output_text(page, ", and others");
            break;
        }
        ce_output_text(page, found > 1 ? "; " : "");
        ce_html_text(page, members->name[q]);
        ce_output_printf(page, " (%s)", why);
    }
    if (all == m && m > 1)
        ce_output_text(page, by_chance == m ? ". They agree no better than by chance: there is "
                                              "nothing to combine."
                                            : ". There is nothing to combine.");
    else
        ce_output_text(page, found == 1
                                 ? ". It only blurs the result: <code>ce-select names --names NAME "
                                   "--leave-out</code> leaves it out."
                                 : ". They only blur the result: <code>ce-select names --names "
                                   "NAMES --leave-out</code> leaves them out.");
}

/* A consensus of few members takes few values; of one, two. */
static void warn_few(ce_warnings *l)
{
    const ce_sure_members *sure = &l->report->evidence->sure;
    size_t m = sure->table.labels.m;
    char of[40] = "";

    if (sure->k)
        snprintf(of, sizeof of, " with k = %d", sure->k);
    if (m == 1)
        ce_output_text(ce_warnings_next(l),
                       "<strong>There is one base clustering:</strong> the consensus is that "
                       "clustering, and nothing here says how sure a label is.");
    else if (m < FEW)
        ce_output_printf(ce_warnings_next(l),
                         "<strong>There are only %zu base clusterings%s:</strong> the consensus "
                         "takes few values, so that margins hardly say how sure a label is.",
                         m, of);
}

/* How many of the labels are missing. *none: objects without any. */
static double count_missing(const ce_label_table *table, double *none)
{
    const ce_labels *labels = &table->labels;
    double missing = 0;

    *none = 0;
    for (size_t i = 0; i < labels->n; i++) {
        size_t lacks = 0;
        double weight = table->size ? table->size[i] : 1;
        for (size_t q = 0; q < labels->m; q++)
            lacks += ce_labels_column(labels, q)[i] < 0;
        missing += weight * (double)lacks;
        *none += lacks == labels->m ? weight : 0;
    }
    return missing;
}

static void warn_missing(ce_warnings *l)
{
    const ce_label_table *members = l->report->input->members;
    double none, missing = count_missing(members, &none), objects = l->report->evidence->objects;

    if (none > 0)
        ce_output_printf(ce_warnings_next(l),
                         "<strong>%.0f object%s no label in any base clustering.</strong> "
                         "Nothing is known of %s.",
                         none, none == 1 ? " has" : "s have", none == 1 ? "it" : "them");
    if (missing > 0)
        ce_output_printf(ce_warnings_next(l),
                         "%.3g&nbsp;%% of the labels of base clusterings are missing. Pairs are "
                         "judged by the base clusterings that label both.",
                         100 * missing / objects / (double)members->labels.m);
}

/* Objects that are known only to base clusterings which do not tell how sure they are. */
static void warn_unknown(ce_warnings *l)
{
    const ce_sure_members *sure = &l->report->evidence->sure;
    double unknown, of_all;

    count_missing(&sure->table, &unknown);
    count_missing(l->report->input->members, &of_all);
    unknown -= of_all;
    if (unknown > 0)
        ce_output_printf(ce_warnings_next(l),
                         "%.0f object%s no label in any base clustering with k = %d. Nothing here "
                         "tells how sure %s.",
                         unknown, unknown == 1 ? " has" : "s have", sure->k,
                         unknown == 1 ? "it is" : "they are");
}

/* ---- results ---- */

/* Results that label nothing. */
static void warn_without_labels(ce_warnings *l)
{
    const ce_label_table *results = l->report->input->results;
    ce_output *page = NULL;
    size_t found = 0;

    for (size_t r = 0; r < results->labels.m; r++)
        found += !results->labels.k[r];
    if (!found)
        return;
    page = ce_warnings_next(l);
    ce_output_printf(page, "<strong>%zu of %zu results ha%s no label:</strong> ", found,
                     results->labels.m, found == 1 ? "s" : "ve");
    found = 0;
    for (size_t r = 0; r < results->labels.m && found <= NAMED; r++) {
        if (results->labels.k[r])
            continue;
        ce_output_text(page, found ? ", " : "");
        if (found++ == NAMED)
            ce_output_text(page, "and others");
        else
            ce_html_text(page, results->name[r]);
    }
    ce_output_char(page, '.');
}

static void warn_result(ce_warnings *l)
{
    const ce_page_input *input = l->report->input;
    const ce_evidence *e = l->report->evidence;
    int32_t k = input->results->labels.k[e->chosen];
    double single = 0, two = 0, out = 0, largest = 0, labelled = 0;

    for (int32_t c = 0; c < k; c++) {
        single += e->size[c] <= 1;
        two += e->size[c] == 2;
        largest = fmax(largest, e->size[c]);
        labelled += e->size[c];
    }
    for (size_t i = 0; i < input->results->labels.n; i++)
        if (e->number[i] < 0)
            out += input->members->size ? input->members->size[i] : 1;
    if (k == 1)
        ce_warnings_one(l);
    if (k > 1 && largest >= NEARLY_ALL * labelled)
        ce_output_printf(ce_warnings_next(l),
                         "<strong>One of %d clusters has %.3g&nbsp;%% of the objects.</strong> The "
                         "others may be outliers.",
                         k, 100 * largest / labelled);
    if (k > 1 && two > 0 && labelled >= MANY * k)
        ce_output_printf(ce_warnings_next(l), "%.0f of %d clusters ha%s one or two objects.",
                         single + two, k, single + two == 1 ? "s" : "ve");
    else if (k > 1 && single > 0)
        ce_output_printf(ce_warnings_next(l), "%.0f of %d clusters ha%s a single object.", single,
                         k, single == 1 ? "s" : "ve");
    if (out > 0)
        ce_output_printf(ce_warnings_next(l), "%.0f object%s no label in the result.", out,
                         out == 1 ? " has" : "s have");
    if (e->objects < 3)
        ce_output_printf(ce_warnings_next(l),
                         "<strong>%.0f object%s:</strong> too few for any "
                         "statement about clusters.",
                         e->objects, e->objects > 1 ? "s" : "");
}

static int warn_homeless(ce_warnings *l, ce_error *err)
{
    const ce_page *report = l->report;
    const ce_evidence *e = report->evidence;
    size_t *entry, count, below = 0, homeless = 0;
    const char *rows = report->input->members->size ? "rows" : "objects";
    char room[32], mixed[CE_PAGE_MIXED], sure[CE_PAGE_SURE];
    ce_output *page;
    int part = ce_page_is_part(report), rc = ce_page_least_sure(report, &entry, &count, err);

    if (rc)
        return rc;
    /* the mean over one object says little: those nearest to such a cluster are counted apart */
    for (; below < count && ce_evidence_margin(e, entry[below]) < 0; below++)
        if (e->size[e->trust.nearest[entry[below]]] > 1)
            entry[homeless++] = entry[below];
    ce_page_in_sure(report, sure);
    if (homeless) {
        page = ce_warnings_next(l);
        ce_output_printf(
            page,
            "<strong>%zu of %s%zu %s%s without a home:</strong> %s%s. The least "
            "sure: ",
            homeless, part ? "the " : "", count, rows, part ? " that were looked at are" : "",
            homeless == 1 ? "it is more often with another cluster than with its own"
                          : "they are more often with another cluster than with their own",
            sure);
        for (size_t h = 0; h < homeless && h < NAMED; h++) {
            ce_output_text(page, h ? ", " : "");
            ce_html_text(page, ce_page_id(report, e->row[entry[h]], room));
        }
        ce_output_text(page, homeless > NAMED ? ", and others." : ".");
        ce_page_tell_mixed(report, mixed);
        ce_output_text(page, mixed);
    }
    if (below > homeless)
        ce_output_printf(ce_warnings_next(l),
                         "%zu of %s%zu %s%s %s more often with a single object, a cluster of its "
                         "own, than with %s own cluster%s.",
                         below - homeless, part ? "the " : "", count, rows,
                         part ? " that were looked at" : "", below - homeless == 1 ? "is" : "are",
                         below - homeless == 1 ? "its" : "their", sure);
    free(entry);
    return CE_OK;
}

/* Clusters on which halves of the base clusterings do not agree. */
static void warn_halves(ce_warnings *l)
{
    const ce_page_input *input = l->report->input;
    const char *name = input->results->name[l->report->evidence->chosen];
    const ce_halves_row *row = input->halves ? ce_halves_table_find(input->halves, name) : NULL;

    if (row && row->agreement < CE_CLUSTER_JACCARD_STABLE)
        ce_output_printf(ce_warnings_next(l),
                         "<strong>Two halves of the base clusterings lead to different "
                         "clusters:</strong> at k = %d they agree by %.*f, and clusters are stable "
                         "from %.2f on.",
                         row->k, ce_cluster_jaccard_digits(row->agreement), row->agreement,
                         CE_CLUSTER_JACCARD_STABLE);
}

int ce_page_warnings(ce_page *report, ce_error *err)
{
    const ce_evidence *e = report->evidence;
    ce_warnings l = {report, 0};
    int rc;

    ce_warnings_k(&l);
    ce_warnings_by_anmi(&l);
    ce_warnings_null(&l);
    warn_halves(&l);
    warn_members(&l);
    warn_few(&l);
    warn_missing(&l);
    warn_unknown(&l);
    ce_warnings_edge(&l);
    warn_without_labels(&l);
    warn_result(&l);
    rc = warn_homeless(&l, err);
    if (ce_page_is_part(report))
        ce_output_printf(ce_warnings_next(&l),
                         "Labels are missing and there are many objects: consensus and margins are "
                         "those of %zu of them, spread evenly over the clusters, with each other.",
                         e->rows);
    if (l.count)
        ce_output_text(report->page, "</li>\n</ul>\n</div>\n");
    else
        ce_output_text(report->page,
                       "<p class=\"soft\">No warnings: every base clustering says "
                       "something, and every object is at home in its cluster.</p>\n");
    return rc;
}
