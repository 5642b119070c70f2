/* Warnings that other measures of the page prefer another k than that of the result, and that it
 * was chosen by one that is no means to choose k. */
#include <math.h>
#include <stdlib.h>

#include "core/compare.h"
#include "report/html.h"
#include "report/warnings_internal.h"

/* Of fewer base clusterings of a k, PAC and the inconsistency say little. */
enum { ENOUGH = 10 };

/* What a measure prefers. */
typedef struct {
    const char *name;
    int k;        /* the one it prefers */
    double best;  /* its value there; NaN: that is said elsewhere */
    int other;    /* the k beside which this is shown: that of the result, or the next best */
    double value; /* its value there; NaN: it has none */
    int of_data;  /* it looks for round groups */
} vote;

enum { MOST = 9 }; /* measures below */

typedef struct {
    const ce_page *report;
    int k; /* of the result */
    size_t count;
    vote vote[MOST];
} votes;

/* ---- the measures of the results ---- */

typedef double measure(const ce_evidence *e, size_t r);

static double silhouette(const ce_evidence *e, size_t r)
{
    return e->internal[r].silhouette;
}

static double ch(const ce_evidence *e, size_t r)
{
    return e->internal[r].ch;
}

static double db(const ce_evidence *e, size_t r)
{
    return e->internal[r].db;
}

static double anmi(const ce_evidence *e, size_t r)
{
    return e->anmi[r];
}

static double aari(const ce_evidence *e, size_t r)
{
    return e->aari[r];
}

static int is_better(double a, double b, int less)
{
    if (isnan(a) || isnan(b))
        return !isnan(a);
    return less ? ce_rank_value(a) < ce_rank_value(b) : ce_rank_value(a) > ce_rank_value(b);
}

/* The best result but for those with k = `without`, or `from` where none is better; as many as
 * there are results: none. */
static size_t find_best(const ce_page *report, measure *of, int less, int without, size_t from)
{
    const ce_labels *results = &report->input->results->labels;
    const ce_evidence *e = report->evidence;
    size_t best = from;

    for (size_t r = 0; r < results->m; r++)
        if (results->k[r] != without &&
            is_better(of(e, r), best < results->m ? of(e, best) : NAN, less))
            best = r;
    return best;
}

/* Results of one k cannot be compared by k. leans: the measure grows with k in many ensembles, so
 * that it says something only where it prefers a smaller one. */
static void ask_results(votes *v, const char *name, measure *of, int less, int leans, int of_data)
{
    const ce_page *report = v->report;
    const ce_labels *results = &report->input->results->labels;
    const ce_evidence *e = report->evidence;
    size_t best, next;
    vote one = {.name = name, .of_data = of_data};

    if (isnan(of(e, e->chosen)))
        return;
    best = find_best(report, of, less, 0, e->chosen);
    one.k = results->k[best];
    one.best = of(e, best);
    next = find_best(report, of, less, one.k, results->m);
    if (next == results->m || (leans && one.k > v->k))
        return;
    if (one.k != v->k)
        next = e->chosen;
    one.other = results->k[next];
    one.value = of(e, next);
    v->vote[v->count++] = one;
}

/* ---- the measures of the base clusterings of each k ---- */

static double pac(const ce_of_k *of)
{
    return ce_of_k_pac(of);
}

static double inconsistency(const ce_of_k *of)
{
    return of->inconsistency;
}

/* Whether the page shows them, of enough base clusterings. */
static int has_by_k(const ce_page *report)
{
    const ce_by_k *by_k = &report->evidence->by_k;

    for (size_t g = 0; g < by_k->count; g++)
        if (by_k->of[g].members < ENOUGH)
            return 0;
    return by_k->count > 1 && !ce_page_is_fine(report);
}

/* As ce-stability k has it: the smallest, ties: the largest k, and no k where it is the last one,
 * since the measure falls as k grows in data of any kind. */
static void ask_by_k(votes *v, const char *name, double (*of)(const ce_of_k *))
{
    const ce_by_k *by_k = &v->report->evidence->by_k;
    size_t best = by_k->count, next = by_k->count, own = by_k->count;

    for (size_t g = 0; g < by_k->count; g++) {
        double value = of(&by_k->of[g]);
        if (by_k->of[g].k == v->k)
            own = g;
        if (isnan(value))
            continue;
        if (best == by_k->count || value <= of(&by_k->of[best])) {
            next = best;
            best = g;
        } else if (next == by_k->count || value <= of(&by_k->of[next])) {
            next = g;
        }
    }
    if (own == by_k->count || next == by_k->count || best + 1 == by_k->count)
        return;
    if (own != best)
        next = own;
    v->vote[v->count++] = (vote){.name = name,
                                 .k = by_k->of[best].k,
                                 .best = of(&by_k->of[best]),
                                 .other = by_k->of[next].k,
                                 .value = of(&by_k->of[next])};
}

/* ---- halves of the base clusterings ---- */

/* The best agreement of function f but for that of k = `without`; NULL: none. */
static const ce_halves_row *best_agreement(const ce_halves_table *halves, size_t f, int without)
{
    const ce_halves_row *best = NULL;

    for (size_t i = 0; i < halves->count; i++) {
        const ce_halves_row *row = &halves->row[i];
        if (row->function == f && row->k != without && !isnan(row->agreement) &&
            (!best || row->agreement > best->agreement))
            best = row;
    }
    return best;
}

/* The best agreement of those that were chosen, beside that of the result or the next best. */
static void ask_halves(votes *v)
{
    const ce_page_input *input = v->report->input;
    const char *name = input->results->name[v->report->evidence->chosen];
    const ce_halves_row *best = NULL, *other;

    for (size_t i = 0; input->halves && i < input->halves->count; i++) {
        const ce_halves_row *row = &input->halves->row[i];
        if (row->chosen && !isnan(row->agreement) && (!best || row->agreement > best->agreement))
            best = row;
    }
    if (!best)
        return;
    other = best->k == v->k ? best_agreement(input->halves, best->function, best->k)
                            : ce_halves_table_find(input->halves, name);
    v->vote[v->count++] = (vote){.name = "agreement of halves",
                                 .k = best->k,
                                 .best = best->agreement,
                                 .other = other ? other->k : 0,
                                 .value = other ? other->agreement : NAN};
}

/* The comparison with data without clusters, where it agrees: ce_warnings_null says the rest. */
static void ask_null(votes *v)
{
    const ce_null_table *null = v->report->input->null;

    if (null && ce_null_table_clearest(null) == v->k)
        v->vote[v->count++] = (vote){.name = "RCSI", .k = v->k, .best = NAN, .value = NAN};
}

/* ---- what is said ---- */

static size_t count_for(const votes *v, int k)
{
    size_t count = 0;

    for (size_t i = 0; i < v->count; i++)
        count += v->vote[i].k == k;
    return count;
}

/* Of the other k that are preferred, the one that comes behind `last` by the number of measures,
 * ties by k; 0: none. last 0: the first. */
static int next_k(const votes *v, int last)
{
    size_t below = last ? count_for(v, last) : MOST + 1;
    int best = 0;

    for (size_t i = 0; i < v->count; i++) {
        int k = v->vote[i].k;
        size_t count = count_for(v, k), most = best ? count_for(v, best) : 0;
        if (k == v->k || count > below || (count == below && k <= last))
            continue;
        if (count > most || (count == most && k < best))
            best = k;
    }
    return best;
}

static void write_votes(const votes *v, int k)
{
    ce_output *page = v->report->page;
    size_t said = 0;

    ce_output_printf(page, " k = %d is best by ", k);
    for (size_t i = 0; i < v->count; i++) {
        const vote *one = &v->vote[i];
        if (one->k != k)
            continue;
        ce_output_printf(page, "%s%s", said++ ? ", " : "", one->name);
        if (isnan(one->best))
            continue;
        ce_output_text(page, " (");
        ce_html_number(page, one->best, 4);
        if (!isnan(one->value)) {
            ce_output_printf(page, "; k = %d has ", one->other);
            ce_html_number(page, one->value, 4);
        }
        ce_output_char(page, ')');
    }
    ce_output_char(page, '.');
}

/* Where halves speak, or could, the reader must know why others differ from them. */
static void write_round(const votes *v)
{
    int against = 0;

    for (size_t i = 0; i < v->count; i++)
        against |= v->vote[i].of_data && v->vote[i].k != v->k;
    if (against && (v->report->input->halves || ce_page_is_fine(v->report)))
        ce_output_text(v->report->page,
                       " Silhouette, ch and db prefer round groups; halves of the base clusterings "
                       "see groups of any shape.");
}

/* Names the best result with the k that most others prefer, unless fewer do than that of the
 * result, or this was chosen by more than the measures of the results. */
static void write_other(const votes *v, int k)
{
    const ce_label_table *results = v->report->input->results;
    const ce_evidence *e = v->report->evidence;
    size_t best = results->labels.m;

    if (count_for(v, k) < count_for(v, v->k) || v->report->input->chosen || e->by_halves ||
        e->clearest)
        return;
    for (size_t r = 0; r < results->labels.m; r++)
        if (results->labels.k[r] == k &&
            (best == results->labels.m ||
             is_better(ce_evidence_worth(e, r), ce_evidence_worth(e, best), 0)))
            best = r;
    if (best == results->labels.m)
        return;
    ce_output_text(v->report->page, " Look at ");
    ce_html_text(v->report->page, results->name[best]);
    ce_output_text(v->report->page, ", too, by <code>--choose</code>.");
}

void ce_warnings_k(ce_warnings *l)
{
    const ce_evidence *e = l->report->evidence;
    votes v = {.report = l->report, .k = l->report->input->results->labels.k[e->chosen]};
    ce_output *page;

    if (e->internal) {
        ask_results(&v, "silhouette", silhouette, 0, 0, 1);
        ask_results(&v, "ch", ch, 0, 0, 1);
        ask_results(&v, "db", db, 1, 0, 1);
    }
    ask_results(&v, "anmi", anmi, 0, 1, 0);
    ask_results(&v, "aari", aari, 0, 1, 0);
    if (has_by_k(l->report)) {
        ask_by_k(&v, "PAC", pac);
        ask_by_k(&v, "inconsistency", inconsistency);
    }
    ask_halves(&v);
    ask_null(&v);
    /* one measure of many that prefers another k is the rule, and no warning */
    if (!next_k(&v, 0) || 2 * count_for(&v, v.k) > v.count)
        return;
    page = ce_warnings_next(l);
    ce_output_printf(page, "<strong>Not all measures prefer k = %d, that of the result.</strong>",
                     v.k);
    if (count_for(&v, v.k))
        write_votes(&v, v.k);
    for (int k = next_k(&v, 0); k; k = next_k(&v, k))
        write_votes(&v, k);
    write_round(&v);
    write_other(&v, next_k(&v, 0));
}

/* ---- a choice by ANMI ---- */

/* The least and the largest k of the results that were looked at. */
static void find_range(const ce_page *report, int *low, int *high)
{
    const ce_labels *results = &report->input->results->labels;

    *low = *high = results->k[report->evidence->chosen];
    for (size_t r = 0; r < results->m; r++) {
        if (!results->k[r])
            continue;
        *low = results->k[r] < *low ? results->k[r] : *low;
        *high = results->k[r] > *high ? results->k[r] : *high;
    }
}

int ce_warnings_is_by_anmi(const ce_page *report)
{
    const ce_evidence *e = report->evidence;
    int low, high;

    find_range(report, &low, &high);
    return low < high && !report->input->chosen && !e->by_halves && !e->clearest && !e->internal;
}

void ce_warnings_by_anmi(ce_warnings *l)
{
    int low, high;

    if (!ce_warnings_is_by_anmi(l->report))
        return;
    find_range(l->report, &low, &high);
    ce_output_printf(ce_warnings_next(l),
                     "<strong>k = %d was chosen by ANMI, which is no means to choose k:</strong> "
                     "it grows with k in many ensembles. Better: <code>--data</code>, for the "
                     "silhouette; <code>ce-consensus -k %d..%d --agreement FILE</code>, where "
                     "halves of the base clusterings find k, and <code>--agreement FILE</code> "
                     "here (<code>ce-consensus --choose</code> writes the result of that k alone); "
                     "or <code>ce-stability null</code>, and <code>--null</code> here.",
                     l->report->input->results->labels.k[l->report->evidence->chosen],
                     low < 2 ? 2 : low, high);
}
