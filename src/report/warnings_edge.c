/* The warning that k is the smallest or the largest of those that were tried. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/warnings_internal.h"

/* So many k must have been tried. */
enum { TRIED = 3 };

typedef enum { BY_ANMI, BY_SILHOUETTE, BY_HALVES } criterion;

/* The k of a result that is the best of its method by a criterion, among those from low to high. */
typedef struct {
    criterion by;
    long k, low, high;
    size_t tried;
} edge;

static void take_k(edge *of, long k)
{
    of->low = !of->tried || k < of->low ? k : of->low;
    of->high = !of->tried || k > of->high ? k : of->high;
    of->tried++;
}

/* Where halves of the base clusterings chose the k of the result. */
static int find_halves(const ce_page *report, edge *of)
{
    const ce_halves_table *halves = report->input->halves;
    const char *name = report->input->results->name[report->evidence->chosen];
    const ce_halves_row *row = halves ? ce_halves_table_find(halves, name) : NULL;

    if (!row || !row->chosen)
        return 0;
    *of = (edge){.by = BY_HALVES, .k = row->k};
    for (size_t i = 0; i < halves->count; i++)
        if (halves->row[i].function == row->function && !isnan(halves->row[i].agreement))
            take_k(of, halves->row[i].k);
    return 1;
}

/* Where the result has the name METHOD.kK and none of its method is better. */
static int find_results(const ce_page *report, edge *of)
{
    const ce_label_table *results = report->input->results;
    const ce_evidence *e = report->evidence;
    const char *best = results->name[e->chosen], *dot = strrchr(best, '.');

    if (!dot || dot[1] != 'k' || isnan(ce_evidence_worth(e, e->chosen)))
        return 0;
    *of = (edge){.by = e->internal ? BY_SILHOUETTE : BY_ANMI, .k = strtol(dot + 2, NULL, 10)};
    for (size_t r = 0; r < results->labels.m; r++) {
        const char *name = results->name[r];
        size_t length = (size_t)(dot - best) + 2;
        if (strncmp(name, best, length))
            continue;
        if (ce_evidence_worth(e, r) > ce_evidence_worth(e, e->chosen))
            return 0;
        take_k(of, strtol(name + length, NULL, 10));
    }
    return 1;
}

static const char *advice_of_largest(const ce_page *report, criterion by)
{
    if (ce_warnings_is_by_anmi(report))
        return "ce-stability k judges by other means."; /* the rest is said already */
    if (by == BY_SILHOUETTE)
        return "A larger k may be better still.";
    if (by == BY_HALVES)
        return "Halves may agree as well at a larger one.";
    return "ANMI grows with k in many ensembles, so that this is no sign of a good k: ce-stability "
           "k judges by other means.";
}

static const char *advice(const ce_page *report, const edge *of)
{
    if (of->k == of->high)
        return advice_of_largest(report, of->by);
    if (of->k == 2)
        return "There may be no clusters at all: ce-stability null judges by other means.";
    return report->input->null
               ? "A smaller k than was tried may be better."
               : "A smaller k than was tried may be better, or none at all: ce-stability k and "
                 "ce-stability null judge by other means.";
}

void ce_warnings_edge(ce_warnings *l)
{
    const ce_page *report = l->report;
    ce_output *page;
    edge of;

    if (!find_halves(report, &of) && !find_results(report, &of))
        return;
    if (of.tried < TRIED || (of.k != of.low && of.k != of.high))
        return;
    if (of.k == 2 && of.k != of.high && report->input->null)
        return; /* no k is smaller, and whether there are clusters is answered */
    page = ce_warnings_next(l);
    if (of.by == BY_HALVES)
        ce_output_printf(page,
                         "<strong>k is at the edge:</strong> of k = %ld to %ld halves of the base "
                         "clusterings chose k = %ld. ",
                         of.low, of.high, of.k);
    else
        ce_output_printf(page,
                         "<strong>k is at the edge:</strong> of the results for k = %ld to %ld the "
                         "one with the highest %s has k = %ld. ",
                         of.low, of.high, of.by == BY_SILHOUETTE ? "silhouette" : "ANMI", of.k);
    ce_output_text(page, advice(report, &of));
}
