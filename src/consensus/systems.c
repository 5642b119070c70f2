/* The systems by name, and what they share. A new one is a line here, a file beside this one, and
 * its declaration. */
#include "consensus/systems.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "consensus/consensus.h"
#include "core/memory.h"
#include "prepare/transform.h"

const ce_system ce_systems[] = {
    {"wsce",
     "data: spectral clusterings of 2 to k + 2 clusters, weac-nm [Yousefnezhad & Zhang 2015]", 1,
     ce_system_wsce},
    {"wocce",
     "data: algorithms of six kinds whose independent and diverse results are kept, eac-al "
     "[Alizadeh et al. 2015]",
     0, ce_system_wocce},
    {"penta",
     "data: penta-training: LAC clusterings that give each other constraints, wbpa [Al-Razgan "
     "2008]",
     0, ce_system_penta},
    {NULL, NULL, 0, NULL},
};

const ce_system *ce_system_find(const char *name)
{
    for (const ce_system *system = ce_systems; system->name; system++)
        if (!strcmp(system->name, name))
            return system;
    return NULL;
}

void ce_system_result_free(ce_system_result *result)
{
    for (size_t q = 0; result->name && q < result->members.m; q++)
        free(result->name[q]);
    free(result->name);
    free(result->weight);
    free(result->first);
    free(result->used);
    free(result->step);
    free(result->penta);
    ce_labels_free(&result->labels);
    ce_labels_free(&result->members);
    *result = (ce_system_result){0};
}

int ce_system_start(const ce_system *system, const ce_matrix *x, const ce_system_options *options,
                    const int *k, size_t count, ce_system_result *result,
                    const ce_progress *progress, ce_error *err)
{
    int rc;

    for (size_t c = 0; c < count; c++)
        if ((size_t)k[c] > x->rows)
            return ce_fail(err, CE_EINPUT, "%s: k = %d, but there are only %zu objects",
                           system->name, k[c], x->rows);
    if (!system->takes_missing && ce_matrix_has_missing(x))
        return ce_fail(
            err, CE_EINPUT,
            "%s: values are missing, complete data expected: ce-prepare impute or drop-missing",
            system->name);
    if ((rc = ce_labels_alloc(&result->labels, x->rows, count, err)))
        return rc;
    result->first = ce_calloc(count, sizeof *result->first, err);
    result->used = ce_calloc(count, sizeof *result->used, err);
    return result->first && result->used ? system->run(x, options, k, count, result, progress, err)
                                         : CE_ENOMEM;
}

/* A data table of x, for the functions that prepare one; columns are named by their numbers, for
 * messages. */
static int as_table(const ce_matrix *x, ce_data_table *table, ce_error *err)
{
    int rc = ce_data_table_alloc(table, x->rows, x->columns, err);
    char text[32];

    if (rc)
        return rc;
    memcpy(table->values.values, x->values, x->rows * x->columns * sizeof *x->values);
    for (size_t s = 0; s < x->columns; s++) {
        snprintf(text, sizeof text, "%zu", s + 1);
        if (!(table->name[s] = ce_strdup(text, err)))
            return CE_ENOMEM;
    }
    return CE_OK;
}

int ce_system_features(const char *system, const ce_matrix *x, int raw, ce_matrix *y,
                       size_t *left_out, ce_error *err)
{
    ce_data_table table = {0};
    ce_error ignored = {0};
    size_t constant = 0;
    int rc = as_table(x, &table, err);

    if (!rc && (rc = ce_transform_drop_constant(&table, left_out, &ignored)) == CE_EINPUT)
        ce_fail(err, CE_EINPUT, "%s: no two objects differ in any of %zu features", system,
                x->columns);
    if (!rc && !raw)
        rc = ce_transform_scale(&table, CE_SCALE_ZSCORE, &constant, err);
    if (!rc) {
        *left_out +=
            constant; /* the deviations of their values are too small to be told: all are 0 */
        ce_matrix_free(y);
        *y = table.values;
        table.values = (ce_matrix){.columns = y->columns}; /* its names are still to be freed */
    }
    ce_data_table_free(&table);
    return rc;
}

int ce_system_average_linkage(const char *system, const ce_labels *members, const double *weight,
                              size_t k, ce_system_result *result, size_t c, ce_error *err)
{
    ce_consensus_function function = *ce_consensus_find(weight ? "weac-nm" : "eac-al");
    ce_consensus_options options = {0};
    ce_partition partition = {0};
    ce_ensemble ensemble = {0};
    int rc = ce_ensemble_init(&ensemble, members, NULL, 0, err);

    function.name = system; /* in messages */
    ensemble.base_weight = weight;
    if (!rc && !(rc = ce_consensus(&ensemble, &function, &options, k, &partition, err))) {
        memcpy(ce_labels_column(&result->labels, c), partition.labels,
               members->n * sizeof *partition.labels);
        result->labels.k[c] = partition.k;
    }
    ce_partition_free(&partition);
    ce_ensemble_free(&ensemble);
    return rc;
}
