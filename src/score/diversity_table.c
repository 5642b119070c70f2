#include "score/diversity_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/microclusters.h"
#include "io/records.h"
#include "score/diversity.h"

/* P_i, P_j: base clusterings; P: the consensus; ar: adjusted Rand index. */
static const ce_score_entry entries[] = {
    [CE_D_NMI] = {"d-nmi", "mean of 1 - NMI(P_i,P_j) over the pairs of base clusterings", 1, 0},
    [CE_D_ENTROPY] = {"entropy",
                      "mean over the pairs of objects of -(p log2 p + (1-p) log2 (1-p)), p how "
                      "often they are together",
                      1, 0},
    [CE_D_P] = {"d-p", "mean of 1 - ar(P_i,P_j) over the pairs of base clusterings", 1, 0},
    [CE_D_NP1] = {"d-np1", "mean of 1 - ar(P_i,P) over the base clusterings", 1, 0},
    [CE_D_NP2] = {"d-np2", "standard deviation of 1 - ar(P_i,P) over the base clusterings", 1, 0},
    [CE_D_ARI] = {"d-ari", "(1 - d-np1 + d-np2) / 2", 1, 0},
    [CE_D_NP4] = {"d-np4", "d-np2 / d-np1", 1, 0},
    [CE_D_ANMI] = {"anmi",
                   "mean of NMI(P_i,P) over the base clusterings: an agreement, not a diversity", 1,
                   0},
};

enum { ENTRIES = sizeof entries / sizeof *entries };

ce_catalogue ce_diversity_catalogue(void)
{
    return (ce_catalogue){entries, ENTRIES};
}

/* ---- numbers ---- */

static int is_wanted(const ce_diversity *d, ce_diversity_measure measure)
{
    for (size_t s = 0; d->view == CE_DIVERSITY_MEASURES && s < d->measures->count; s++)
        if (d->measures->which[s] == (int)measure)
            return 1;
    return 0;
}

static int compute_entropy(ce_diversity *d, ce_error *err)
{
    ce_microclusters micro = {0};
    int rc = ce_microclusters_build(&micro, &d->table->labels, d->table->size, err);

    if (!rc)
        rc = ce_diversity_entropy(&micro, &d->entropy, err);
    ce_microclusters_free(&micro);
    return rc;
}

static int compute_about_consensus(ce_diversity *d, ce_normaliser normaliser, ce_error *err)
{
    size_t cells = d->consensus->labels.m * d->table->labels.m;

    d->nmi = ce_alloc(cells, sizeof *d->nmi, err);
    d->ari = ce_alloc(cells, sizeof *d->ari, err);
    return d->nmi && d->ari ? ce_agreement_with_consensus(&d->table->labels, d->table->size,
                                                          &d->consensus->labels, normaliser, d->nmi,
                                                          d->ari, &d->most_out, err)
                            : CE_ENOMEM;
}

int ce_diversity_compute(ce_diversity *d, ce_normaliser normaliser, ce_error *err)
{
    int all = d->view != CE_DIVERSITY_MEASURES, which = 0, rc = CE_OK;

    which |= all || is_wanted(d, CE_D_NMI) ? CE_AGREEMENT_NMI : 0;
    which |= all || is_wanted(d, CE_D_P) ? CE_AGREEMENT_ARI : 0;
    if (which)
        rc = ce_agreement_compute(&d->agreement, &d->table->labels, d->table->size, normaliser,
                                  which, err);
    d->most_out = d->agreement.most_out;
    if (!rc && is_wanted(d, CE_D_ENTROPY))
        rc = compute_entropy(d, err);
    if (!rc && d->consensus)
        rc = compute_about_consensus(d, normaliser, err);
    if (rc)
        ce_diversity_free(d);
    return rc;
}

void ce_diversity_free(ce_diversity *d)
{
    if (!d)
        return;
    ce_agreement_free(&d->agreement);
    free(d->nmi);
    free(d->ari);
    d->nmi = d->ari = NULL;
}

/* ---- text ---- */

static double about_consensus(const ce_diversity *d, size_t c, ce_diversity_measure measure)
{
    size_t m = d->table->labels.m;
    ce_diversity_about about;

    ce_diversity_of_consensus(d->nmi + c * m, d->ari + c * m, m, &about);
    switch (measure) {
    case CE_D_NP1: return about.np1;
    case CE_D_NP2: return about.np2;
    case CE_D_ARI: return about.ari;
    case CE_D_NP4: return about.np4;
    default: return about.anmi;
    }
}

static double of_ensemble(const ce_diversity *d, ce_diversity_measure measure)
{
    switch (measure) {
    case CE_D_NMI: return ce_diversity_mean(d->agreement.nmi, d->agreement.m);
    case CE_D_P: return ce_diversity_mean(d->agreement.ari, d->agreement.m);
    default: return d->entropy;
    }
}

static void write_measures(const ce_diversity *d, ce_output *output, int json, char delimiter)
{
    static const char *const column[] = {"measure", "consensus", "value"};
    ce_records records;

    ce_records_begin(&records, output, column, 3, json, delimiter);
    for (size_t s = 0; s < d->measures->count; s++) {
        ce_diversity_measure measure = (ce_diversity_measure)d->measures->which[s];
        int about = ce_diversity_needs_consensus((int)measure);
        for (size_t c = 0; c < (about ? d->consensus->labels.m : 1); c++) {
            ce_records_text(&records, entries[measure].name);
            ce_records_text(&records, about ? d->consensus->name[c] : NULL);
            ce_records_real(&records,
                            about ? about_consensus(d, c, measure) : of_ensemble(d, measure));
        }
    }
    ce_records_end(&records);
}

static void write_pairs(const ce_diversity *d, ce_output *output, int json, char delimiter)
{
    static const char *const column[] = {"first", "second", "nmi", "d-nmi", "ari", "d-ari"};
    size_t m = d->table->labels.m;
    ce_records records;

    ce_records_begin(&records, output, column, 6, json, delimiter);
    for (size_t p = 0; p < m && !ce_output_failed(output); p++)
        for (size_t q = p + 1; q < m; q++) {
            double nmi = d->agreement.nmi[p * m + q], ari = d->agreement.ari[p * m + q];
            ce_records_text(&records, d->table->name[p]);
            ce_records_text(&records, d->table->name[q]);
            ce_records_real(&records, nmi);
            ce_records_real(&records, 1 - nmi);
            ce_records_real(&records, ari);
            ce_records_real(&records, 1 - ari);
        }
    ce_records_end(&records);
}

/* KIND.NAME, to be freed; NULL when out of memory. */
static char *joined_name(const char *kind, const char *name, ce_error *err)
{
    size_t size = strlen(kind) + strlen(name) + 2;
    char *text = ce_alloc(size, 1, err);

    if (text)
        snprintf(text, size, "%s.%s", kind, name);
    return text;
}

/* clustering,k,nmi,ari and two names for each consensus: *columns names, each owned by the caller
 * as the array is. NULL when out of memory. */
static char **members_columns(const ce_label_table *consensus, size_t *columns, ce_error *err)
{
    static const char *const first[] = {"clustering", "k", "nmi", "ari"};
    size_t about = consensus ? consensus->labels.m : 0;
    char **name = ce_calloc(4 + 2 * about, sizeof *name, err);
    int failed = !name;

    *columns = 4 + 2 * about;
    for (size_t i = 0; i < *columns && !failed; i++) {
        name[i] = i < 4 ? ce_strdup(first[i], err)
                        : joined_name(i % 2 ? "ari" : "nmi", consensus->name[(i - 4) / 2], err);
        failed = !name[i];
    }
    if (failed) {
        ce_named_categories_free(name, NULL, name ? *columns : 0);
        return NULL;
    }
    return name;
}

static int write_members(const ce_diversity *d, ce_output *output, int json, char delimiter,
                         ce_error *err)
{
    size_t m = d->table->labels.m, columns = 0;
    char **name = members_columns(d->consensus, &columns, err);
    double *nmi = ce_alloc(m, sizeof *nmi, err), *ari = ce_alloc(m, sizeof *ari, err);
    ce_records records;
    int rc = name && nmi && ari ? CE_OK : CE_ENOMEM;

    if (rc)
        goto done;
    ce_agreement_mean_with_others(d->agreement.nmi, m, nmi);
    ce_agreement_mean_with_others(d->agreement.ari, m, ari);
    ce_records_begin(&records, output, (const char *const *)name, columns, json, delimiter);
    for (size_t q = 0; q < m; q++) {
        ce_records_text(&records, d->table->name[q]);
        ce_records_integer(&records, d->table->labels.k[q]);
        ce_records_real(&records, nmi[q]);
        ce_records_real(&records, ari[q]);
        for (size_t c = 0; d->consensus && c < d->consensus->labels.m; c++) {
            ce_records_real(&records, d->nmi[c * m + q]);
            ce_records_real(&records, d->ari[c * m + q]);
        }
    }
    ce_records_end(&records);
done:
    ce_named_categories_free(name, NULL, name ? columns : 0);
    free(nmi);
    free(ari);
    return rc;
}

static int write_view(const ce_diversity *d, ce_output *output, int json, char delimiter,
                      ce_error *err)
{
    static const char *const key[] = {"diversity", "pairs", "members"};
    ce_catalogue all = ce_diversity_catalogue();
    int rc = CE_OK;

    if (json) {
        ce_output_text(output, "{\n");
        if (d->view == CE_DIVERSITY_MEASURES)
            ce_definitions_json(output, &all, d->measures);
        ce_output_printf(output, "  \"%s\": ", key[d->view]);
    }
    if (d->view == CE_DIVERSITY_MEASURES)
        write_measures(d, output, json, delimiter);
    else if (d->view == CE_DIVERSITY_PAIRS)
        write_pairs(d, output, json, delimiter);
    else
        rc = write_members(d, output, json, delimiter, err);
    if (json)
        ce_output_text(output, "\n}\n");
    return rc;
}

int ce_diversity_write(const ce_diversity *d, const char *path, char delimiter,
                       ce_score_format format, ce_error *err)
{
    ce_output *output;
    int rc = ce_output_open(&output, path, err);

    if (rc)
        return rc;
    if ((rc = write_view(d, output, format == CE_SCORES_JSON, delimiter, err))) {
        ce_output_abandon(output);
        return rc;
    }
    return ce_output_close(output, err);
}
