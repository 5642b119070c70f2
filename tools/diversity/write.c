#include "diversity.h"

#include <stdlib.h>

#include "core/memory.h"
#include "io/output.h"
#include "io/records.h"

/* Without a consensus there is no column of its names. */
static void write_measures(const diversity_result *result, ce_output *output, int json,
                           char delimiter)
{
    static const char *const column[] = {"measure", "consensus", "value"},
                      *const bare[] = {"measure", "value"};
    int with = result->consensus && result->consensus->labels.m;
    ce_measures all = diversity_measures();
    ce_records records;

    ce_records_begin(&records, output, with ? column : bare, with ? 3 : 2, json, delimiter);
    for (size_t s = 0; s < result->measures->count; s++) {
        ce_diversity_measure measure = (ce_diversity_measure)result->measures->which[s];
        int about = ce_diversity_needs_consensus(measure);
        size_t rows = about ? result->consensus->labels.m : 1;
        for (size_t c = 0; c < rows; c++) {
            ce_records_text(&records, all.measure[measure].name);
            if (with)
                ce_records_text(&records, about ? result->consensus->name[c] : NULL);
            ce_records_real(&records, ce_diversity_value(&result->diversity, measure, c));
        }
    }
    ce_records_end(&records);
}

static void write_pairs(const diversity_result *result, ce_output *output, int json, char delimiter)
{
    static const char *const column[] = {"first", "second", "nmi", "d-nmi", "ari", "d-ari", "ecs"};
    const ce_agreement *agreement = &result->diversity.agreement;
    size_t m = result->table->labels.m;
    ce_records records;

    ce_records_begin(&records, output, column, 7, json, delimiter);
    for (size_t p = 0; p < m && !ce_output_failed(output); p++)
        for (size_t q = p + 1; q < m; q++) {
            double nmi = agreement->nmi[p * m + q], ari = agreement->ari[p * m + q];
            ce_records_text(&records, result->table->name[p]);
            ce_records_text(&records, result->table->name[q]);
            ce_records_real(&records, nmi);
            ce_records_real(&records, 1 - nmi);
            ce_records_real(&records, ari);
            ce_records_real(&records, 1 - ari);
            ce_records_real(&records, agreement->ecs[p * m + q]);
        }
    ce_records_end(&records);
}

static const char *const members_first[] = {"clustering", "k", "nmi", "ari", "ecs"};

enum { MEMBERS_FIRST = sizeof members_first / sizeof *members_first };

/* The name of column i: nmi.NAME, ari.NAME and ecs.NAME of each consensus follow the first ones. */
static char *members_column(const ce_label_table *consensus, size_t i, ce_error *err)
{
    static const char *const likeness[] = {"nmi", "ari", "ecs"};
    size_t about = i - MEMBERS_FIRST;

    if (i < MEMBERS_FIRST)
        return ce_strdup(members_first[i], err);
    return ce_join(likeness[about % 3], '.', consensus->name[about / 3], err);
}

/* *columns names. The caller owns each of them and the array. NULL when out of memory. */
static char **members_columns(const ce_label_table *consensus, size_t *columns, ce_error *err)
{
    char **name;

    *columns = MEMBERS_FIRST + 3 * (consensus ? consensus->labels.m : 0);
    name = ce_calloc(*columns, sizeof *name, err);
    for (size_t i = 0; name && i < *columns; i++) {
        name[i] = members_column(consensus, i, err);
        if (!name[i]) {
            ce_named_categories_free(name, NULL, *columns);
            return NULL;
        }
    }
    return name;
}

/* with_others: nmi, ari, ecs of each base clustering with the others, m of each. */
static void write_members_rows(const diversity_result *result, ce_records *records,
                               const double *with_others)
{
    const ce_labels *labels = &result->table->labels;
    size_t about = result->consensus ? result->consensus->labels.m : 0;

    for (size_t q = 0; q < labels->m; q++) {
        ce_records_text(records, result->table->name[q]);
        ce_records_integer(records, labels->k[q]);
        for (size_t l = 0; l < 3; l++)
            ce_records_real(records, with_others[l * labels->m + q]);
        for (size_t c = 0; c < about; c++) {
            ce_records_real(records, result->diversity.about.nmi[c * labels->m + q]);
            ce_records_real(records, result->diversity.about.ari[c * labels->m + q]);
            ce_records_real(records, result->diversity.about.ecs[c * labels->m + q]);
        }
    }
}

static int write_members(const diversity_result *result, ce_output *output, int json,
                         char delimiter, ce_error *err)
{
    const ce_agreement *agreement = &result->diversity.agreement;
    size_t m = result->table->labels.m, columns = 0;
    char **name = members_columns(result->consensus, &columns, err);
    double *with_others = ce_alloc(m, 3 * sizeof *with_others, err);
    ce_records records;
    int rc = name && with_others ? CE_OK : CE_ENOMEM;

    if (rc)
        goto done;
    ce_agreement_mean_with_others(agreement->nmi, m, with_others);
    ce_agreement_mean_with_others(agreement->ari, m, with_others + m);
    ce_agreement_mean_with_others(agreement->ecs, m, with_others + 2 * m);
    ce_records_begin(&records, output, (const char *const *)name, columns, json, delimiter);
    write_members_rows(result, &records, with_others);
    ce_records_end(&records);
done:
    ce_named_categories_free(name, NULL, name ? columns : 0);
    free(with_others);
    return rc;
}

static int write_view(const diversity_result *result, ce_output *output, int json, char delimiter,
                      ce_error *err)
{
    static const char *const key[] = {
        [DIVERSITY_MEASURES] = "diversity",
        [DIVERSITY_PAIRS] = "pairs",
        [DIVERSITY_MEMBERS] = "members",
    };
    ce_measures all = diversity_measures();
    int rc = CE_OK;

    if (json) {
        ce_output_text(output, "{\n");
        if (result->view == DIVERSITY_MEASURES)
            ce_measures_json(output, &all, result->measures);
        ce_output_printf(output, "  \"%s\": ", key[result->view]);
    }
    switch (result->view) {
    case DIVERSITY_MEASURES: write_measures(result, output, json, delimiter); break;
    case DIVERSITY_PAIRS: write_pairs(result, output, json, delimiter); break;
    case DIVERSITY_MEMBERS: rc = write_members(result, output, json, delimiter, err); break;
    }
    if (json)
        ce_output_text(output, "\n}\n");
    return rc;
}

int diversity_write(const diversity_result *result, const char *path, char delimiter, int json,
                    ce_error *err)
{
    ce_output *output;
    int rc = ce_output_open(&output, path, err);

    if (rc)
        return rc;
    rc = write_view(result, output, json, delimiter, err);
    if (rc) {
        ce_output_abandon(output);
        return rc;
    }
    return ce_output_close(output, err);
}
