#include "consensus/method.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "consensus/registry.h"
#include "core/memory.h"
#include "core/numbers.h"

const ce_method *ce_method_find(const char *name)
{
    for (size_t i = 0; ce_methods[i]; i++)
        if (!strcmp(ce_methods[i]->about.name, name))
            return ce_methods[i];
    return NULL;
}

int ce_method_finds_k(const ce_method *method)
{
    return !(method->about.needs & CE_USES_K);
}

int ce_method_takes_k(const ce_method *method)
{
    return ((method->about.needs | method->about.takes) & CE_USES_K) != 0;
}

unsigned ce_beside_given(const ce_beside *beside)
{
    unsigned given = 0;

    if (beside->data)
        given |= CE_USES_DATA;
    if (beside->centroids && beside->weights)
        given |= CE_USES_MODEL;
    if (beside->chunklets)
        given |= CE_USES_CONSTRAINTS;
    if (beside->base_weight)
        given |= CE_USES_WEIGHTS;
    return given;
}

int ce_method_check(const ce_method *method, const ce_settings *settings, unsigned given,
                    ce_error *err)
{
    ce_descriptor missing = {.needs = method->about.needs & ~(given | CE_USES_K)};
    char text[100];
    int rc = CE_OK;

    ce_descriptor_needs(&missing, text, sizeof text);
    if (*text)
        return ce_fail(err, CE_EARG, "%s needs %s", method->about.name, text);
    if (settings && method->check)
        rc = method->check(settings, given, err);
    return rc;
}

int ce_consensus(const ce_run *run, ce_partition *result, ce_error *err)
{
    ce_ensemble *ensemble = run->ensemble;
    ce_partition some = {0};
    int rc = ce_method_check(run->method, NULL, ce_beside_given(&ensemble->beside), err);

    ensemble->call++;
    if (!rc && !run->method->run)
        rc = ce_fail(err, CE_EARG, "%s reads data", run->method->about.name);
    if (!rc)
        rc = run->method->run(run, ensemble->row ? &some : result, err);
    if (!rc && ensemble->row)
        rc = ce_ensemble_spread(ensemble, &some, result, err);
    if (rc)
        ce_partition_free(result);
    ce_partition_free(&some);
    return rc;
}

int ce_consensus_lifetime(const ce_run *run, size_t *k, ce_error *err)
{
    run->ensemble->call++;
    if (!run->method->lifetime)
        return ce_fail(err, CE_EARG,
                       "%s has no dendrogram: lifetimes need a function that cuts one",
                       run->method->about.name);
    return run->method->lifetime(run, k, err);
}

/* ---- data ---- */

void ce_data_result_free(ce_data_result *result)
{
    for (size_t q = 0; result->name && q < result->members.m; q++)
        free(result->name[q]);
    free(result->name);
    free(result->weight);
    free(result->first);
    free(result->used);
    ce_labels_free(&result->labels);
    ce_labels_free(&result->members);
    *result = (ce_data_result){0};
}

int ce_consensus_of_data(const ce_data_run *run, ce_data_result *result, ce_error *err)
{
    const char *name = run->method->about.name;
    const ce_numbers x = ce_numbers_of(run->x, run->single);
    size_t n = run->x->rows;
    int rc;

    if (!run->method->run_data)
        return ce_fail(err, CE_EARG, "%s reads labels", name);
    for (size_t c = 0; c < run->count; c++)
        if ((size_t)run->k[c] > n)
            return ce_fail(err, CE_EINPUT, "%s: k = %d, but " CE_ONLY, name, run->k[c],
                           CE_ONLY_OF(n, "object"));
    if (!run->x->values && !run->method->takes_single)
        return ce_fail(err, CE_EARG, "%s takes no values in single precision", name);
    if (!run->method->takes_missing && ce_numbers_have_missing(&x))
        return ce_fail(err, CE_EINPUT,
                       "%s: values are missing, complete data expected: impute the values or drop "
                       "the objects",
                       name);
    rc = ce_labels_alloc(&result->labels, n, run->count, err);
    if (rc)
        return rc;
    result->first = ce_calloc(run->count, sizeof *result->first, err);
    result->used = ce_calloc(run->count, sizeof *result->used, err);
    if (!result->first || !result->used)
        return CE_ENOMEM;
    return run->method->run_data(run, result, err);
}
