/* Consensus of an ensemble. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "consensus/split_half.h"
#include "core/memory.h"
#include "library/library.h"

/* Whether what the method reads besides the ensemble fits together. */
static int check_beside(const clens_ensemble *e, const ce_method *method, size_t k, ce_error *err)
{
    unsigned needs = method->about.needs;

    if ((needs & CE_USES_MODEL) && e->centroids.columns != e->data.columns)
        return ce_fail(err, CE_EARG, "a model of %zu features, %zu expected as in the data",
                       e->centroids.columns, e->data.columns);
    if ((needs & CE_USES_DATA) && ce_matrix_has_missing(&e->data))
        return ce_fail(err, CE_EINPUT, "%s: values are missing in the data, complete data expected",
                       method->about.name);
    for (size_t v = 0; (needs & CE_USES_DATA) && v < e->data.rows * e->data.columns; v++)
        if (fabs(e->data.values[v]) > CE_LARGEST)
            return ce_fail(err, CE_EINPUT,
                           "%s: object %zu, feature %zu: %g, at most %g expected",
                           method->about.name, v / e->data.columns + 1, v % e->data.columns + 1,
                           e->data.values[v], CE_LARGEST);
    if ((needs & CE_USES_CONSTRAINTS) && k)
        return ce_chunklets_check_k(&e->links.chunklets, k, NULL, err);
    return CE_OK;
}

/* What can be said before anything is computed. */
static int check(const clens_ensemble *e, const clens_options *options, ce_error *err)
{
    if (!e || !options)
        return ce_fail(err, CE_EARG, e ? "no options" : "no ensemble");
    return ce_library_check(options, ce_beside_given(&e->inner.beside), err);
}

static int check_k(const ce_method *method, size_t k, ce_error *err)
{
    if (!k && !ce_method_finds_k(method))
        return ce_fail(err, CE_EARG, "%s: k = 0, a number of clusters from 1 expected",
                       method->about.name);
    if (k && !ce_method_takes_k(method))
        return ce_fail(err, CE_EARG, "%s finds the number of clusters itself: k = 0 expected",
                       method->about.name);
    return CE_OK;
}

static int run(clens_ensemble *e, const clens_options *options, size_t k, ce_report *report,
               ce_partition *partition, ce_error *err)
{
    char column[64];
    const ce_run call = {.ensemble = &e->inner,
                         .method = options->method,
                         .settings = &options->settings,
                         .k = k,
                         .seed = options->seed,
                         .column = column,
                         .report = report};

    if (k)
        snprintf(column, sizeof column, "%s.k%zu", options->method->about.name, k);
    else
        snprintf(column, sizeof column, "%s", options->method->about.name);
    return ce_consensus(&call, partition, err);
}

int clens_consensus(clens_ensemble *ensemble, const clens_options *options, size_t k,
                    clens_result **result, char *message, size_t size)
{
    ce_library_call call;
    ce_partition partition = {0};
    ce_report report = {0};
    int rc;

    ce_library_begin(&call);
    *result = NULL;
    rc = check(ensemble, options, &call.err);
    if (!rc)
        rc = check_k(options->method, k, &call.err);
    if (!rc && options->method->run)
        rc = check_beside(ensemble, options->method, k, &call.err);
    if (!rc)
        rc = run(ensemble, options, k, &report, &partition, &call.err);
    if (!rc) {
        *result = ce_library_result(&report, &call.err);
        rc = *result ? CE_OK : CE_ENOMEM;
    }
    if (!rc)
        (*result)->partition = partition;
    else
        ce_partition_free(&partition);
    ce_report_free(&report);
    return ce_library_end(&call, rc, message, size);
}

int clens_lifetime(clens_ensemble *ensemble, const clens_options *options, size_t *k, char *message,
                   size_t size)
{
    ce_library_call call;
    ce_report report = {0};
    int rc;

    ce_library_begin(&call);
    *k = 0;
    rc = check(ensemble, options, &call.err);
    if (!rc) {
        const ce_run lifetime = {.ensemble = &ensemble->inner,
                                 .method = options->method,
                                 .settings = &options->settings,
                                 .seed = options->seed,
                                 .column = options->method->about.name,
                                 .report = &report};
        rc = ce_consensus_lifetime(&lifetime, k, &call.err);
    }
    if (rc)
        *k = 0;
    ce_report_free(&report);
    return ce_library_end(&call, rc, message, size);
}

/* Whether halves can be compared at these k. */
static int check_split_half(const clens_ensemble *e, const clens_options *options, const int32_t *k,
                            size_t count, size_t splits, ce_error *err)
{
    int rc = count ? CE_OK : ce_fail(err, CE_EARG, "no k");

    if (!rc && !splits)
        rc = ce_fail(err, CE_EARG, "0 splits, a number from 1 expected");
    for (size_t c = 0; c < count && !rc; c++) {
        if (k[c] < 1)
            return ce_fail(err, CE_EARG, "k = %d, a number of clusters from 1 expected", k[c]);
        for (size_t b = 0; b < c; b++)
            if (k[b] == k[c])
                return ce_fail(err, CE_EARG, "k = %d stands twice in the list", k[c]);
        rc = check_k(options->method, (size_t)k[c], err);
        if (!rc && options->method->run)
            rc = check_beside(e, options->method, (size_t)k[c], err);
    }
    return rc;
}

int clens_split_half(clens_ensemble *ensemble, const clens_options *options, const int32_t *k,
                     size_t count, size_t splits, double *agreement, size_t *best, char *message,
                     size_t size)
{
    ce_library_call call;
    ce_report report = {0};
    ce_split_half_row *row = NULL;
    int rc;

    ce_library_begin(&call);
    *best = 0;
    rc = check(ensemble, options, &call.err);
    if (!rc)
        rc = check_split_half(ensemble, options, k, count, splits, &call.err);
    if (!rc) {
        row = ce_alloc(count, sizeof *row, &call.err);
        rc = row ? CE_OK : CE_ENOMEM;
    }
    for (size_t c = 0; c < count && !rc; c++)
        row[c].k = k[c];
    if (!rc) {
        const ce_run run = {.ensemble = &ensemble->inner,
                            .method = options->method,
                            .settings = &options->settings,
                            .seed = options->seed,
                            .column = options->method->about.name,
                            .report = &report};
        rc = ce_split_half(&run, splits, NULL, row, count, &call.err);
    }
    for (size_t c = 0; c < count && !rc; c++)
        agreement[c] = row[c].agreement;
    if (!rc)
        *best = ce_split_half_best(row, count);
    free(row);
    ce_report_free(&report);
    return ce_library_end(&call, rc, message, size);
}
