/* Consensus of data. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "library/library.h"

/* ---- the data ---- */

static int fill(clens_data *data, const double *values, size_t n, size_t d, ce_error *err)
{
    if (!n || n > INT32_MAX)
        return ce_fail(err, CE_EARG, "%zu objects, 1 to %d expected", n, INT32_MAX);
    return ce_library_copy(&data->x, values, n, d, err);
}

int clens_data_new(const double *values, size_t n, size_t d, clens_data **data, char *message,
                   size_t size)
{
    ce_library_call call;
    clens_data *new;
    int rc;

    ce_library_begin(&call);
    *data = NULL;
    new = ce_calloc(1, sizeof *new, &call.err);
    rc = new ? fill(new, values, n, d, &call.err) : CE_ENOMEM;
    if (rc)
        clens_data_free(new);
    else
        *data = new;
    return ce_library_end(&call, rc, message, size);
}

void clens_data_free(clens_data *data)
{
    if (!data)
        return;
    ce_matrix_free(&data->x);
    ce_library_links_free(&data->links);
    free(data);
}

int clens_data_set_constraints(clens_data *data, const int32_t *i, const int32_t *j,
                               const int32_t *link, size_t count, char *message, size_t size)
{
    ce_library_call call;
    ce_library_links links = {0};
    int rc = CE_OK;

    ce_library_begin(&call);
    if (i && j && link)
        rc = ce_library_link(&links, data->x.rows, i, j, link, count, &call.err);
    if (!rc) {
        ce_library_links_free(&data->links);
        data->links = links;
    }
    return ce_library_end(&call, rc, message, size);
}

/* ---- checks ---- */

static int takes_links(const ce_method *method)
{
    return ((method->about.needs | method->about.takes) & CE_USES_CONSTRAINTS) != 0;
}

static int check_k(const clens_data *data, const ce_method *method, const int32_t *k, size_t count,
                   ce_error *err)
{
    int rc = CE_OK;

    if (!count)
        return ce_fail(err, CE_EARG, "no number of clusters");
    for (size_t c = 0; c < count && !rc; c++) {
        if (k[c] < 1)
            return ce_fail(err, CE_EARG, "%s: k = %d, a number of clusters from 1 expected",
                           method->about.name, k[c]);
        if (data->links.set && takes_links(method) && (size_t)k[c] <= data->x.rows)
            rc = ce_chunklets_check_k(&data->links.chunklets, (size_t)k[c], NULL, err);
    }
    return rc;
}

static int check(const clens_data *data, const clens_options *options, const int32_t *k,
                 size_t count, ce_error *err)
{
    int rc;

    if (!data || !options)
        return ce_fail(err, CE_EARG, data ? "no options" : "no data");
    rc = ce_library_check(options, data->links.set ? CE_USES_CONSTRAINTS : 0, err);
    return rc ? rc : check_k(data, options->method, k, count, err);
}

/* ---- results ---- */

static int copy_report(const ce_report *from, ce_report *to, ce_error *err)
{
    int rc = CE_OK;

    for (size_t i = 0; i < from->messages.count; i++)
        ce_tell(&to->messages, from->messages.message[i].level, "%s",
                from->messages.message[i].text);
    to->trace.column = from->trace.column;
    to->trace.columns = from->trace.columns;
    for (size_t r = 0; r < from->trace.rows && !rc; r++)
        rc = ce_trace_add(&to->trace, from->trace.cell + r * from->trace.columns, err);
    return rc;
}

static int copy_column(const ce_labels *labels, size_t c, ce_partition *to, ce_error *err)
{
    int rc = ce_partition_alloc(to, labels->n, err);

    if (rc)
        return rc;
    memcpy(to->labels, ce_labels_column(labels, c), labels->n * sizeof *to->labels);
    to->k = labels->k[c];
    return CE_OK;
}

/* The base clusterings of number c of the results. */
static int copy_members(const ce_data_result *from, size_t c, clens_result *to, ce_error *err)
{
    size_t first = from->first[c], used = from->used[c], n = from->labels.n;
    int rc = ce_labels_alloc(&to->members, n, used, err);

    if (rc)
        return rc;
    to->name = ce_calloc(used, sizeof *to->name, err);
    to->member_weight = ce_alloc(used, sizeof *to->member_weight, err);
    if (!to->name || !to->member_weight)
        return CE_ENOMEM;
    for (size_t q = 0; q < used; q++) {
        to->members.k[q] = from->members.k[first + q];
        memcpy(ce_labels_column(&to->members, q), ce_labels_column(&from->members, first + q),
               n * sizeof *to->members.labels);
        to->name[q] = ce_strdup(from->name[first + q], err);
        to->member_weight[q] = from->weight ? from->weight[first + q] : NAN;
        if (!to->name[q])
            return CE_ENOMEM;
    }
    return CE_OK;
}

/* Result number c of a call. */
static clens_result *one_result(const ce_data_result *all, size_t c, const ce_report *report,
                                ce_error *err)
{
    ce_report copy = {0};
    clens_result *result = NULL;
    int rc = copy_report(report, &copy, err);

    if (!rc)
        result = ce_library_result(&copy, err);
    ce_report_free(&copy);
    if (!result)
        return NULL;
    rc = copy_column(&all->labels, c, &result->partition, err);
    if (!rc)
        rc = copy_members(all, c, result, err);
    if (rc) {
        clens_result_free(result);
        result = NULL;
    }
    return result;
}

/* ---- the call ---- */

static int run(const clens_data *data, const clens_options *options, const int32_t *k, size_t count,
               clens_result **results, ce_error *err)
{
    ce_report report = {0};
    ce_data_result all = {0};
    const ce_data_run call = {
        .method = options->method,
        .settings = &options->settings,
        .x = &data->x,
        .k = k,
        .count = count,
        .seed = options->seed,
        .constraints = data->links.set && takes_links(options->method) ? &data->links.pairs : NULL,
        .report = &report};
    int rc = ce_consensus_of_data(&call, &all, err);

    for (size_t c = 0; c < count && !rc; c++) {
        results[c] = one_result(&all, c, &report, err);
        rc = results[c] ? CE_OK : CE_ENOMEM;
    }
    for (size_t c = 0; c < count && rc; c++) {
        clens_result_free(results[c]);
        results[c] = NULL;
    }
    ce_data_result_free(&all);
    ce_report_free(&report);
    return rc;
}

int clens_consensus_of_data(const clens_data *data, const clens_options *options, const int32_t *k,
                            size_t count, clens_result **results, char *message, size_t size)
{
    ce_library_call call;
    int rc;

    ce_library_begin(&call);
    for (size_t c = 0; c < count; c++)
        results[c] = NULL;
    rc = check(data, options, k, count, &call.err);
    if (!rc)
        rc = run(data, options, k, count, results, &call.err);
    return ce_library_end(&call, rc, message, size);
}
