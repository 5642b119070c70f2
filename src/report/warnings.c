#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "report/html.h"
#include "report/page.h"

/* A member whose mean NMI with the others is below this says little. The NMI of labels by chance
 * grows with the clusters and is larger for few objects: up to CHANCE_NMI a member says no more
 * than chance if its mean ARI is below CHANCE_ARI. By ARI alone a member of two clusters among
 * those of hundreds would look like chance; its NMI is .3. */
#define LITTLE     0.05
#define CHANCE_NMI 0.25
#define CHANCE_ARI 0.02
enum { NAMED = 10 };

typedef struct {
    ce_page *report;
    size_t count; /* of warnings */
} list;

static ce_output *next_warning(list *l)
{
    ce_output *page = l->report->page;

    ce_output_text(page, l->count++ ? "</li>\n<li>" : "<div class=\"warnings\">\n<ul>\n<li>");
    return page;
}

/* ---- beside data without clusters ---- */

/* What one objective says of the k of the result, and of all k. */
typedef struct {
    const ce_null_row *first; /* any of its rows */
    const ce_null_row *own;   /* of the k of the result; NULL: the table does not have it */
    const ce_null_row *best;  /* of the largest RCSI; NULL: none */
    ce_null_verdict k, all;   /* one cluster is judged by all k */
    double p;                 /* by which `all` was found */
} objective;

/* A warning from the comparison, one line for all objectives. */
typedef struct {
    list *l;
    int k;       /* of the result */
    size_t at;   /* the row where the next objective begins */
    size_t said; /* objectives named so far */
} null_warning;

/* 0: there are no more objectives. */
static int next_objective(null_warning *w, objective *o)
{
    const ce_null_table *null = w->l->report->input->null;
    size_t first = w->at;

    if (first == null->count)
        return 0;
    w->at = ce_null_table_end(null, first);
    o->first = &null->row[first];
    o->own = ce_null_table_find(null, first, w->at, w->k);
    o->best = ce_null_table_best(null, first, w->at);
    o->all = ce_null_table_judge(null, first, w->at, &o->p);
    o->k = w->k > 1 ? CE_NULL_CLEARER : o->all; /* of a k that is not there nothing is said */
    if (w->k > 1 && o->own)
        o->k = ce_null_row_judge(o->own);
    return 1;
}

static void begin_objective(null_warning *w, const objective *o)
{
    const ce_page *report = w->l->report;

    ce_output_text(report->page, w->said++ ? "; by " : " by ");
    ce_html_text(report->page, ce_null_table_objective(report->input->null, o->first));
}

static void write_rcsi(ce_output *page, const ce_null_row *row)
{
    ce_html_number(page, row->rcsi, 3);
    if (!isnan(row->se))
        ce_output_printf(page, " &plusmn; %.2g", row->se);
}

static void write_p(ce_output *page, double p)
{
    if (isnan(p))
        ce_output_text(page, "not known");
    else
        ce_html_number(page, p, 3);
}

/* By which objectives no k is clearer than chance, and their p. */
static void write_none(null_warning *w, const objective *o)
{
    ce_output *page = w->l->report->page;

    begin_objective(w, o);
    ce_output_text(page, isnan(o->first->all) ? " the least p is " : " p over all k is ");
    write_p(page, o->p);
}

static void warn_none(list *l, int k)
{
    null_warning w = {.l = l, .k = k};
    ce_output *page = l->report->page;
    objective o;

    while (next_objective(&w, &o)) {
        if (o.all != CE_NULL_CHANCE)
            continue;
        if (!w.said)
            ce_output_text(next_warning(l), "<strong>No k is clearer than chance:</strong>");
        write_none(&w, &o);
        if (o.own) {
            ce_output_printf(page, ", that of k = %d is ", k);
            write_p(page, o.own->p);
        }
    }
    if (w.said)
        ce_output_printf(page,
                         ". Above %g data without clusters are as clear: one cluster is as "
                         "good.",
                         CE_NULL_LEVEL);
}

static void warn_chance(list *l, int k)
{
    null_warning w = {.l = l, .k = k};
    ce_output *page = l->report->page;
    objective o;

    while (next_objective(&w, &o)) {
        if (o.k != CE_NULL_CHANCE || o.all == CE_NULL_CHANCE)
            continue;
        if (!w.said)
            ce_output_printf(next_warning(l), "<strong>k = %d is no clearer than chance:</strong>",
                             k);
        begin_objective(&w, &o);
        ce_output_text(page, " p is ");
        write_p(page, o.own->p);
    }
    if (w.said)
        ce_output_printf(page, ". Above %g data without clusters are as clear.", CE_NULL_LEVEL);
}

static void warn_few(list *l, int k)
{
    null_warning w = {.l = l, .k = k};
    ce_output *page = l->report->page;
    double references = 0;
    objective o;

    while (next_objective(&w, &o)) {
        if (o.k != CE_NULL_FEW)
            continue;
        if (!w.said && k == 1)
            ce_output_text(next_warning(l),
                           "<strong>It is not known whether some k is clearer than chance:"
                           "</strong>");
        else if (!w.said)
            ce_output_printf(next_warning(l),
                             "<strong>It is not known whether k = %d is clearer than chance:"
                             "</strong>",
                             k);
        begin_objective(&w, &o);
        ce_output_text(page, " p is ");
        write_p(page, k > 1 ? o.own->p : o.p);
        references = k > 1 ? o.own->references : o.first->references;
    }
    if (w.said)
        ce_output_printf(page,
                         ". With %.0f reference%s it is %.3g at least, and %g would be clearer: "
                         "%.0f or more are needed.",
                         references, references > 1 ? "s" : "", 1 / (references + 1), CE_NULL_LEVEL,
                         ce_null_references(CE_NULL_LEVEL));
}

/* Whether the k of largest RCSI speaks against the k of the result. One cluster has no RCSI. */
static int is_clearer(const objective *o, int k)
{
    if (!o->best || o->best->k == k || !(o->best->rcsi > 0) || o->all == CE_NULL_CHANCE)
        return 0;
    if (k == 1)
        return o->all == CE_NULL_CLEARER;
    return !o->own || !(o->own->rcsi >= o->best->rcsi);
}

static void warn_clearer(list *l, int k)
{
    null_warning w = {.l = l, .k = k};
    ce_output *page = l->report->page;
    objective o;

    while (next_objective(&w, &o)) {
        if (!is_clearer(&o, k))
            continue;
        if (!w.said)
            ce_output_printf(next_warning(l),
                             "<strong>Another k is clearer than the %d of the result:</strong>", k);
        begin_objective(&w, &o);
        ce_output_printf(page, " k = %d with an RCSI of ", o.best->k);
        write_rcsi(page, o.best);
        if (o.own) {
            ce_output_printf(page, ", k = %d with ", k);
            write_rcsi(page, o.own);
        }
    }
    if (w.said)
        ce_output_char(page, '.');
}

static void warn_null(list *l)
{
    const ce_null_table *null = l->report->input->null;
    int k = l->report->input->results->labels.k[l->report->evidence->chosen];

    if (!null)
        return;
    if (k > 1) /* of one cluster warn_one says it */
        warn_none(l, k);
    warn_chance(l, k);
    warn_few(l, k);
    warn_clearer(l, k);
    if (k > 1 && !ce_null_table_find(null, 0, null->count, k))
        ce_output_printf(next_warning(l),
                         "k = %d of the result was not compared with data without clusters.", k);
}

/* A result of one cluster, which the comparison may agree with. */
static void warn_one(list *l)
{
    null_warning w = {.l = l, .k = 1};
    ce_output *page = next_warning(l);
    objective o;

    ce_output_text(page, "<strong>The result has one cluster.</strong> It tells nothing about the "
                         "objects.");
    while (l->report->input->null && next_objective(&w, &o)) {
        if (o.all != CE_NULL_CHANCE)
            continue;
        if (!w.said)
            ce_output_text(page, " The comparison with data without clusters agrees that there is "
                                 "one:");
        write_none(&w, &o);
    }
    if (w.said)
        ce_output_char(page, '.');
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

/* Why a member says nothing; NULL: it says something. */
static const char *reason(const ce_page *report, size_t q)
{
    const ce_labels *labels = &report->input->members->labels;
    double nmi = report->evidence->nmi[q];

    if (!labels->k[q])
        return "it has no label";
    if (labels->k[q] == 1)
        return "it has one cluster";
    if (labels->k[q] == count_labelled(report->input, q))
        return "each object is a cluster of its own";
    if (nmi < LITTLE)
        return "its mean NMI with the others is below 0.05";
    if (nmi < CHANCE_NMI && report->evidence->ari[q] < CHANCE_ARI)
        return "its mean ARI with the others is below 0.02: no more than chance";
    return NULL;
}

static void warn_members(list *l)
{
    const ce_label_table *members = l->report->input->members;
    size_t found = 0, m = members->labels.m;
    ce_output *page;

    for (size_t q = 0; q < m; q++)
        found += reason(l->report, q) != NULL;
    if (!found)
        return;
    page = next_warning(l);
    ce_output_printf(page, "<strong>%zu of %zu base clusterings say nothing:</strong> ", found, m);
    found = 0;
    for (size_t q = 0; q < m && found <= NAMED; q++) {
        const char *why = reason(l->report, q);
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
    ce_output_text(page, ". They only blur the result: ce-select leaves them out.");
}

static void warn_missing(list *l)
{
    const ce_labels *labels = &l->report->input->members->labels;
    const double *size = l->report->input->members->size;
    double missing = 0, none = 0, objects = l->report->evidence->objects;

    for (size_t i = 0; i < labels->n; i++) {
        size_t lacks = 0;
        double weight = size ? size[i] : 1;
        for (size_t q = 0; q < labels->m; q++)
            lacks += ce_labels_column(labels, q)[i] < 0;
        missing += weight * (double)lacks;
        none += lacks == labels->m ? weight : 0;
    }
    if (none > 0)
        ce_output_printf(next_warning(l),
                         "<strong>%.0f objects have no label in any base clustering.</strong> "
                         "Nothing is known of them.",
                         none);
    if (missing > 0)
        ce_output_printf(next_warning(l),
                         "%.3g&nbsp;%% of the labels of base clusterings are missing. Pairs are "
                         "judged by the base clusterings that label both.",
                         100 * missing / objects / (double)labels->m);
}

/* ---- results ---- */

/* Results by the name METHOD.kK: whether the one looked at is the best of its method, and has the
 * smallest or the largest k. */
static void warn_edge(list *l)
{
    const ce_label_table *results = l->report->input->results;
    const ce_evidence *e = l->report->evidence;
    const char *best = results->name[e->chosen], *dot = strrchr(best, '.');
    long k, low, high;
    size_t like = 0;

    if (!dot || dot[1] != 'k' || isnan(ce_evidence_worth(e, e->chosen)))
        return;
    k = low = high = strtol(dot + 2, NULL, 10);
    for (size_t r = 0; r < results->labels.m; r++) {
        const char *name = results->name[r];
        size_t length = (size_t)(dot - best) + 2;
        long other;
        if (strncmp(name, best, length))
            continue;
        if (ce_evidence_worth(e, r) > ce_evidence_worth(e, e->chosen))
            return;
        other = strtol(name + length, NULL, 10);
        low = other < low ? other : low;
        high = other > high ? other : high;
        like++;
    }
    if (like < 3 || (k != low && k != high))
        return;
    ce_output_printf(next_warning(l),
                     "<strong>k is at the edge:</strong> of the results for k = %ld to %ld the one "
                     "with the highest %s has k = %ld. %s",
                     low, high, l->report->evidence->internal ? "silhouette" : "ANMI", k,
                     k == low ? "It may prefer a smaller k than was tried, or none at all: "
                                "ce-stability k and ce-stability null judge by other means."
                              : "A larger k may be better still.");
}

static void warn_result(list *l)
{
    const ce_page_input *input = l->report->input;
    const ce_evidence *e = l->report->evidence;
    int32_t k = input->results->labels.k[e->chosen];
    double single = 0, out = 0;

    for (int32_t c = 0; c < k; c++)
        single += e->size[c] <= 1;
    for (size_t i = 0; i < input->results->labels.n; i++)
        if (e->number[i] < 0)
            out += input->members->size ? input->members->size[i] : 1;
    if (k == 1)
        warn_one(l);
    if (k > 1 && single > 0)
        ce_output_printf(next_warning(l), "%.0f of %d clusters have a single object.", single, k);
    if (out > 0)
        ce_output_printf(next_warning(l), "%.0f objects have no label in the result.", out);
    if (e->objects < 3)
        ce_output_printf(next_warning(l),
                         "<strong>%.0f object%s:</strong> too few for any "
                         "statement about clusters.",
                         e->objects, e->objects > 1 ? "s" : "");
}

static int warn_homeless(list *l, ce_error *err)
{
    const ce_page *report = l->report;
    const ce_evidence *e = report->evidence;
    size_t *entry, count, homeless = 0;
    char room[32];
    ce_output *page;
    int rc = ce_page_least_sure(report, &entry, &count, err);

    if (rc)
        return rc;
    while (homeless < count && ce_evidence_margin(e, entry[homeless]) < 0)
        homeless++;
    if (homeless) {
        page = next_warning(l);
        ce_output_printf(page,
                         "<strong>%zu of %zu %s without a home:</strong> they are more often with "
                         "another cluster than with their own. The least sure: ",
                         homeless, count, report->input->members->size ? "rows" : "objects");
        for (size_t h = 0; h < homeless && h < NAMED; h++) {
            ce_output_text(page, h ? ", " : "");
            ce_html_text(page, ce_page_id(report, e->row[entry[h]], room));
        }
        ce_output_text(page, homeless > NAMED ? ", and others." : ".");
    }
    free(entry);
    return CE_OK;
}

int ce_page_warnings(ce_page *report, ce_error *err)
{
    const ce_evidence *e = report->evidence;
    list l = {report, 0};
    int rc;

    warn_null(&l);
    warn_members(&l);
    warn_missing(&l);
    warn_edge(&l);
    warn_result(&l);
    rc = warn_homeless(&l, err);
    if (e->rows < report->input->members->labels.n)
        ce_output_printf(next_warning(&l),
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
