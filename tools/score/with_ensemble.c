/* Measures of a clustering and the base clusterings that it was made of. */
#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "io/label_table.h"
#include "score.h"
#include "score/diversity.h"

static double value_of(ce_score score, const ce_diversity_about *about)
{
    switch (score) {
    case CE_SCORE_ANMI: return about->anmi;
    case CE_SCORE_AARI: return about->aari;
    default: return about->aecs;
    }
}

static void set_values(score_result *result, const ce_likeness *likeness, size_t members)
{
    ce_score_table *scores = &result->scores;
    ce_diversity_about about;

    for (size_t q = 0; q < scores->rows; q++) {
        ce_diversity_of_consensus(likeness, q, members, &about);
        for (size_t s = 0; s < scores->columns; s++) {
            ce_score score = (ce_score)result->measures->which[s];
            if (ce_score_needs_ensemble(score))
                scores->value[q * scores->columns + s] = value_of(score, &about);
        }
    }
}

int score_add_ensemble(const ce_cli *cli, const char *ensemble, const char *path,
                       score_result *result, ce_error *err)
{
    const ce_label_table *table = result->table;
    ce_table_format format = ce_cli_format(cli);
    ce_label_table base = {0};
    ce_likeness likeness = {0};
    int64_t most_out = 0;
    int rc;

    if (!ensemble)
        return CE_OK;
    format.class_column = NULL; /* it names a column of another table */
    rc = ce_label_table_read_for(&base, ensemble, &format, table, path, err);
    if (!rc)
        rc = ce_agreement_with_consensus(&base.labels, table->size, &table->labels, CE_NMI_SQRT,
                                         &likeness, &most_out, err);
    if (!rc) {
        set_values(result, &likeness, base.labels.m);
        if (most_out)
            ce_cli_note(cli,
                        "%s: up to %.0f objects are left out where a clustering is compared with a "
                        "base clustering: no label",
                        ensemble, (double)most_out);
    }
    ce_likeness_free(&likeness);
    ce_label_table_free(&base);
    return rc;
}
