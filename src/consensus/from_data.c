#include "consensus/from_data.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "consensus/given_weights.h"
#include "core/memory.h"
#include "prepare/transform_columns.h"
#include "prepare/transform_values.h"

int ce_from_data_is_raw(const ce_settings *settings)
{
    const ce_option *row = ce_option_find(&settings->options, "raw");

    return row && *(const int *)((const char *)settings->values + row->offset);
}

/* Copies x into a data table, which the transformations need. Columns are named by their numbers,
 * for messages. After a failure the table can only be freed. */
static int as_table(const ce_matrix *x, ce_data_table *table, ce_error *err)
{
    int rc = ce_data_table_alloc(table, x->rows, x->columns, err);
    char text[32];

    if (rc)
        return rc;
    memcpy(table->values.values, x->values, x->rows * x->columns * sizeof *x->values);
    for (size_t s = 0; s < x->columns; s++) {
        snprintf(text, sizeof text, "%zu", s + 1);
        table->name[s] = ce_strdup(text, err);
        if (!table->name[s])
            return CE_ENOMEM;
    }
    return CE_OK;
}

int ce_from_data_features(const ce_data_run *run, int raw, ce_matrix *y, ce_error *err)
{
    const char *name = run->method->about.name;
    ce_data_table table = {0};
    ce_error why = {0};
    size_t left_out = 0, constant = 0;
    int rc = as_table(run->x, &table, err);

    if (!rc) {
        rc = ce_transform_drop_constant(&table, &left_out, &why);
        if (rc == CE_EINPUT)
            ce_fail(err, CE_EINPUT, "%s: no two objects differ in any of %zu features", name,
                    run->x->columns);
        else if (rc)
            ce_fail(err, (ce_status)rc, "%s", why.text);
    }
    if (!rc && !raw)
        rc = ce_transform_scale(&table, CE_SCALE_ZSCORE, &constant, err);
    if (!rc) {
        left_out += constant; /* of a deviation too small for a double: all their values are 0 */
        ce_matrix_free(y);
        *y = table.values;
        table.values = (ce_matrix){.columns = y->columns}; /* its names are still to be freed */
        if (left_out)
            ce_tell(&run->report->messages, CE_NOTE,
                    "%s: features that tell no objects apart and have no effect: %zu", name,
                    left_out);
    }
    ce_data_table_free(&table);
    return rc;
}

int ce_from_data_look(const ce_data_run *run, int raw, ce_from_data_view *view, ce_error *err)
{
    const char *name = run->method->about.name;
    size_t d = run->x->columns, kept = 0, constant;
    int rc;

    view->x = ce_numbers_of(run->x, run->single);
    if (raw)
        return CE_OK;
    view->feature = ce_alloc(d, sizeof *view->feature, err);
    view->scale = ce_alloc(d, sizeof *view->scale, err);
    if (!view->feature || !view->scale)
        return CE_ENOMEM;
    rc = ce_feature_scales(&view->x, CE_SCALE_ZSCORE, NULL, view->scale, &constant, err);
    if (rc)
        return rc;
    for (size_t s = 0; s < d; s++)
        if (isfinite(view->scale[s].unit)) {
            view->feature[kept] = s;
            view->scale[kept++] = view->scale[s];
        }
    if (!kept)
        return ce_fail(err, CE_EINPUT, "%s: no two objects differ in any of %zu features", name, d);
    if (constant)
        ce_tell(&run->report->messages, CE_NOTE,
                "%s: features that tell no objects apart and have no effect: %zu", name, constant);
    view->x.columns = kept;
    view->x.feature = kept < d ? view->feature : NULL;
    view->x.scale = view->scale;
    return CE_OK;
}

void ce_from_data_view_free(ce_from_data_view *view)
{
    free(view->feature);
    free(view->scale);
    *view = (ce_from_data_view){0};
}

static const ce_tree_cut plain = {&ce_pairs_ca, CE_LINKAGE_AVERAGE, ce_tree_plain_key, 0};
static const ce_tree_cut weighted = {&ce_pairs_weighted, CE_LINKAGE_AVERAGE, ce_tree_plain_key, 0};

int ce_from_data_consensus(const ce_data_run *run, const ce_labels *members, const double *weight,
                           const ce_method *method, const ce_settings *settings, size_t c,
                           ce_data_result *result, ce_error *err)
{
    ce_ensemble ensemble = {0};
    ce_run cut = {.ensemble = &ensemble,
                  .method = method,
                  .settings = settings,
                  .k = (size_t)run->k[c],
                  .seed = run->seed,
                  .column = run->method->about.name,
                  .report = run->report};
    ce_partition partition = {0};
    int rc = ce_ensemble_init(&ensemble, members, NULL, err);

    ensemble.beside.base_weight = weight;
    if (!rc)
        rc = ce_consensus(&cut, &partition, err);
    if (!rc) {
        memcpy(ce_labels_column(&result->labels, c), partition.labels,
               members->n * sizeof *partition.labels);
        result->labels.k[c] = partition.k;
    }
    ce_partition_free(&partition);
    ce_ensemble_free(&ensemble);
    return rc;
}

int ce_from_data_average_linkage(const ce_data_run *run, const ce_labels *members,
                                 const double *weight, size_t c, ce_data_result *result,
                                 ce_error *err)
{
    ce_tree_options options = {0};
    const ce_settings settings = {.values = &options};
    const ce_method linkage = {.about = {.name = run->method->about.name},
                               .run = ce_tree_run,
                               .own = weight ? &weighted : &plain};

    return ce_from_data_consensus(run, members, weight, &linkage, &settings, c, result, err);
}
