/* Warnings from the comparison with data without clusters. */
#include <math.h>

#include "report/html.h"
#include "report/null_table.h"
#include "report/warnings_internal.h"

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
    ce_warnings *l;
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

static void warn_none(ce_warnings *l, int k)
{
    null_warning w = {.l = l, .k = k}, look = w;
    ce_output *page = l->report->page;
    size_t none = 0, all = 0;
    objective o;

    for (; next_objective(&look, &o); all++)
        none += o.all == CE_NULL_CHANCE;
    while (next_objective(&w, &o)) {
        if (o.all != CE_NULL_CHANCE)
            continue;
        if (!w.said && none < all)
            ce_output_printf(ce_warnings_next(l),
                             "<strong>By %zu of %zu objectives no k is clearer than "
                             "chance:</strong>",
                             none, all);
        else if (!w.said)
            ce_output_text(ce_warnings_next(l), "<strong>No k is clearer than chance:</strong>");
        write_none(&w, &o);
        if (o.own) {
            ce_output_printf(page, ", that of k = %d is ", k);
            write_p(page, o.own->p);
        }
    }
    if (w.said)
        ce_output_printf(page,
                         ". A p above %g means that data without clusters are as clear: one "
                         "cluster is as good.",
                         CE_NULL_LEVEL);
}

/* Says that the k of the result is no clearer than chance, though some k is. */
static int is_against(const objective *o)
{
    return o->k == CE_NULL_CHANCE && o->all != CE_NULL_CHANCE;
}

static void warn_chance(ce_warnings *l, int k)
{
    null_warning w = {.l = l, .k = k}, look = w;
    size_t against = 0, clearer = 0;
    ce_output *page = l->report->page;
    objective o;

    while (next_objective(&look, &o)) {
        against += is_against(&o);
        clearer += o.own && o.k == CE_NULL_CLEARER;
    }
    while (against && next_objective(&w, &o)) {
        if (!is_against(&o) && !(o.own && o.k == CE_NULL_CLEARER))
            continue;
        if (!w.said && clearer)
            ce_output_printf(ce_warnings_next(l),
                             "<strong>By %zu of %zu objectives k = %d is no clearer than "
                             "chance:</strong>",
                             against, against + clearer, k);
        else if (!w.said)
            ce_output_printf(ce_warnings_next(l),
                             "<strong>k = %d is no clearer than chance:</strong>", k);
        begin_objective(&w, &o);
        ce_output_text(page, " p is ");
        write_p(page, o.own->p);
    }
    if (w.said)
        ce_output_printf(page, ". A p above %g means that data without clusters are as clear.",
                         CE_NULL_LEVEL);
}

static void warn_few(ce_warnings *l, int k)
{
    null_warning w = {.l = l, .k = k};
    ce_output *page = l->report->page;
    double references = 0;
    objective o;

    while (next_objective(&w, &o)) {
        if (o.k != CE_NULL_FEW)
            continue;
        if (!w.said && k == 1)
            ce_output_text(ce_warnings_next(l),
                           "<strong>It is not known whether some k is clearer than chance:"
                           "</strong>");
        else if (!w.said)
            ce_output_printf(ce_warnings_next(l),
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
                         ". With %.0f reference%s no p is below %.3g, and a clear k has at most "
                         "%g: make %.0f references or more.",
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

static void warn_clearer(ce_warnings *l, int k)
{
    null_warning w = {.l = l, .k = k};
    ce_output *page = l->report->page;
    objective o;

    while (next_objective(&w, &o)) {
        if (!is_clearer(&o, k))
            continue;
        if (!w.said)
            ce_output_printf(ce_warnings_next(l),
                             "<strong>Another k is clearer than the %d of the result:</strong>", k);
        begin_objective(&w, &o);
        ce_output_printf(page, " k = %d%s with an RCSI of ", o.best->k,
                         o.best != o.first && o.best == &l->report->input->null->row[w.at - 1]
                             ? ", the largest tried,"
                             : "");
        write_rcsi(page, o.best);
        if (o.own) {
            ce_output_printf(page, ", k = %d with ", k);
            write_rcsi(page, o.own);
        }
    }
    if (w.said)
        ce_output_char(page, '.');
}

void ce_warnings_null(ce_warnings *l)
{
    const ce_null_table *null = l->report->input->null;
    int k = l->report->input->results->labels.k[l->report->evidence->chosen];
    size_t before = l->count;

    if (!null)
        return;
    if (k > 1) /* of one cluster ce_warnings_one says it */
        warn_none(l, k);
    warn_chance(l, k);
    warn_few(l, k);
    warn_clearer(l, k);
    if (l->count > before && ce_page_is_fine(l->report))
        ce_output_text(
            ce_warnings_next(l),
            "That comparison is by k-means, unless ce-stability null had another --by: it "
            "does not see rings and other bent groups, which base clusterings of many "
            "clusters follow.");
    if (k > 1 && !ce_null_table_find(null, 0, null->count, k))
        ce_output_printf(ce_warnings_next(l),
                         "k = %d of the result was not compared with data without clusters.", k);
}

void ce_warnings_one(ce_warnings *l)
{
    null_warning w = {.l = l, .k = 1};
    ce_output *page = ce_warnings_next(l);
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
