#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/records.h"
#include "report/page.h"
#include "score/k_groups.h"

/* Results of one method, such as eac-al.k2, eac-al.k3. */
typedef struct {
    const char *name; /* of one of them; its first `length` bytes are those of the method */
    size_t length;
    size_t column; /* of the table that is drawn */
    int k;         /* of the first result */
    int several;   /* whether they differ in k */
} family;

typedef struct {
    size_t count;
    family *of;  /* owned; by their first results */
    size_t *in;  /* owned: the family of each result with a k and a value; else NONE */
    int *k;      /* owned: of each result */
    size_t many; /* families of several k, of which the first CE_PAGE_CURVES have a column */
} families;

static const size_t NONE = (size_t)-1;

static void families_free(families *f)
{
    free(f->of);
    free(f->in);
    free(f->k);
}

static size_t find_family(families *f, const char *name, size_t length, int k)
{
    size_t g = 0;

    while (g < f->count && (f->of[g].length != length || strncmp(f->of[g].name, name, length) != 0))
        g++;
    if (g == f->count)
        f->of[f->count++] = (family){.name = name, .length = length, .k = k};
    f->of[g].several |= f->of[g].k != k;
    return g;
}

static int find_families(families *f, const ce_page *report, ce_error *err)
{
    const ce_label_table *results = report->input->results;
    size_t m = results->labels.m;

    f->of = ce_calloc(m, sizeof *f->of, err);
    f->in = ce_alloc(m, sizeof *f->in, err);
    f->k = ce_alloc(m, sizeof *f->k, err);
    if (!f->of || !f->in || !f->k)
        return CE_ENOMEM;
    for (size_t r = 0; r < m; r++) {
        size_t length = 0;
        f->k[r] = ce_k_of_name(results->name[r], &length);
        f->in[r] = f->k[r] && !isnan(ce_evidence_worth(report->evidence, r))
                       ? find_family(f, results->name[r], length, f->k[r])
                       : NONE;
    }
    for (size_t g = 0; g < f->count; g++)
        if (f->of[g].several)
            f->of[g].column = ++f->many;
    return CE_OK;
}

/* A row for each result, with its k and its value in the column of its method. */
static int fill_table(const families *f, const ce_page *report, ce_data_table *table, ce_error *err)
{
    size_t m = report->input->results->labels.m,
           d = 1 + (f->many < CE_PAGE_CURVES ? f->many : CE_PAGE_CURVES);
    int rc = ce_data_table_alloc(table, m, d, err);

    if (rc)
        return rc;
    for (size_t e = 0; e < m * d; e++)
        table->values.values[e] = NAN;
    for (size_t r = 0; r < m; r++) {
        size_t column = f->in[r] == NONE ? 0 : f->of[f->in[r]].column;
        if (!column || column >= d)
            continue;
        table->values.values[r * d] = f->k[r];
        table->values.values[r * d + column] = ce_evidence_worth(report->evidence, r);
    }
    table->name[0] = ce_strdup("k", err);
    for (size_t g = 0; g < f->count; g++)
        if (f->of[g].column && f->of[g].column < d)
            table->name[f->of[g].column] = ce_strndup(f->of[g].name, f->of[g].length, err);
    for (size_t s = 0; s < d; s++)
        rc = table->name[s] ? rc : CE_ENOMEM;
    return rc;
}

/* The columns of ce-score, or of ce-diversity, with the k of the name. */
static int values_as_csv(const ce_page *report, const families *f, ce_output **table, ce_error *err)
{
    const char *name[] = {"clustering", "k", report->evidence->internal ? "silhouette" : "anmi"};
    ce_records records;
    int rc = ce_page_table_begin(table, &records, name, 3, err);

    if (rc)
        return rc;
    for (size_t r = 0; r < report->input->results->labels.m; r++) {
        if (f->in[r] == NONE || !f->of[f->in[r]].column)
            continue;
        ce_records_text(&records, report->input->results->name[r]);
        ce_records_integer(&records, f->k[r]);
        ce_records_real(&records, ce_evidence_worth(report->evidence, r));
    }
    ce_records_end(&records);
    return CE_OK;
}

static int write_figure(ce_page *report, const families *f, ce_error *err)
{
    int by_data = report->evidence->internal != NULL, rc;
    char caption[CE_PAGE_CAPTION], some[120] = "", *bytes = NULL;
    ce_data_table table = {0};
    ce_output *numbers = NULL;
    size_t length;

    rc = fill_table(f, report, &table, err);
    if (!rc)
        rc = ce_page_curves_by_k(&table,
                                 by_data ? "mean silhouette" : "mean NMI with the base clusterings",
                                 &bytes, &length, err);
    if (!rc)
        rc = values_as_csv(report, f, &numbers, err);
    if (f->many > CE_PAGE_CURVES)
        snprintf(some, sizeof some, " The first %d of %zu methods are drawn.", CE_PAGE_CURVES,
                 f->many);
    snprintf(caption, sizeof caption,
             "The %s of the results of %s method by the k in their names. In a good picture one k "
             "stands out above its neighbours%s. %s%s",
             by_data ? "mean silhouette" : "mean NMI with the base clusterings (ANMI)",
             f->many > 1 ? "each" : "one", f->many > 1 ? ", and methods agree on it" : "",
             by_data ? "Where the curve is flat the data do not tell which k it is."
                     : "ANMI grows with k in many ensembles, so the last k is not good because it "
                       "is highest.",
             some);
    if (!rc)
        rc = ce_page_figure(report, bytes, length, "Results by k", caption, numbers,
                            "results-by-k.csv", by_data ? "ce-score" : "ce-diversity", err);
    else
        ce_page_drop(bytes, numbers);
    ce_data_table_free(&table);
    return rc;
}

int ce_page_results_k(ce_page *report, ce_error *err)
{
    families f = {0};
    int rc = find_families(&f, report, err);

    if (!rc && f.many)
        rc = write_figure(report, &f, err);
    families_free(&f);
    return rc;
}
