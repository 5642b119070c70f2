/* Measures of a clustering and base clusterings. */
#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "io/input.h"
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

/* Tells of the clusterings that share no object with some base clustering. path: of these. */
static void tell_apart(const ce_cli *cli, const score_result *result, const ce_likeness *likeness,
                       size_t members, const char *path)
{
    for (size_t q = 0; q < result->table->labels.m; q++) {
        size_t apart = 0;
        for (size_t b = 0; b < members; b++)
            apart += isnan(likeness->ecs[q * members + b]);
        if (apart)
            ce_cli_note(cli,
                        "%s: %zu of %zu base clusterings %s no object with %s and %s out of its "
                        "means",
                        path, apart, members, apart == 1 ? "shares" : "share",
                        result->table->name[q], apart == 1 ? "is" : "are");
    }
}

static double count_objects(const double *size, size_t n)
{
    double objects = 0;

    for (size_t i = 0; i < n; i++)
        objects += size ? size[i] : 1;
    return objects;
}

int score_add_ensemble(const ce_cli *cli, const char *ensemble, const char *path, double ignored,
                       score_result *result, ce_error *err)
{
    const ce_label_table *table = result->table;
    ce_table_format format = ce_cli_format(cli);
    ce_label_table base = {0};
    ce_likeness likeness = {0};
    int64_t most_out = 0;
    const double *size;
    int rc;

    if (!ensemble)
        return CE_OK;
    format.class_column = NULL; /* it names a column of another table */
    rc = ce_label_table_read_for(&base, ensemble, &format, table, path, err);
    size = table->size ? table->size : base.size; /* results are often written without */
    if (!rc)
        rc = ce_agreement_with_consensus(&base.labels, size, &table->labels, CE_NMI_SQRT, &likeness,
                                         &most_out, err);
    if (!rc) {
        double out = (double)most_out - ignored;
        set_values(result, &likeness, base.labels.m);
        if (out > 0)
            ce_cli_note(cli,
                        "%s: up to %.0f of %.0f objects are left out where a clustering is "
                        "compared with a base clustering: no label",
                        ce_path_name(ensemble), out, count_objects(size, table->labels.n));
        tell_apart(cli, result, &likeness, base.labels.m, ce_path_name(ensemble));
    }
    ce_likeness_free(&likeness);
    ce_label_table_free(&base);
    return rc;
}
