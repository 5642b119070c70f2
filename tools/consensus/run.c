/* Runs the methods that read labels: reads the ensemble, runs every method at every k, and writes
 * the labels. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "consensus/confidence.h"
#include "consensus/registry.h"
#include "core/memory.h"
#include "io/output.h"
#include "io/weights.h"
#include "job.h"
#include "score/agreement.h"

/* The call of method number f of the command line. */
static ce_run run_of(consensus_job *j, size_t f, size_t k, ce_report *report)
{
    return (ce_run){.ensemble = &j->ensemble,
                    .method = ce_method_find(j->cli->noun[f]),
                    .settings = &j->cli->settings[f],
                    .k = k,
                    .seed = j->options->common.seed,
                    .column = j->cli->noun[f],
                    .report = report};
}

/* *sure: how sure each object is, or NULL without --confidence. The caller frees it. */
static int be_sure(const consensus_job *j, const ce_partition *result, double **sure, ce_error *err)
{
    *sure = NULL;
    if (!j->options->confidence)
        return CE_OK;
    *sure = ce_alloc(result->n, sizeof **sure, err);
    return *sure ? ce_consensus_confidence(&j->in.labels, j->in.size, result, *sure, err)
                 : CE_ENOMEM;
}

/* Takes a result into its column. */
static int take(consensus_job *j, const ce_method *method, const char *name,
                const ce_partition *result, ce_report *report, ce_error *err)
{
    double *sure = NULL;
    int rc = consensus_take_report(j->cli, &j->out, j->column, report, err);

    if (!rc)
        rc = be_sure(j, result, &sure, err);
    if (!rc)
        rc = consensus_take_column(&j->out, j->column, name, result->labels, result->k, sure, err);
    if (!rc && (method->about.needs & CE_USES_CONSTRAINTS))
        consensus_tell_violations(j->cli, &j->constraints, name, result->labels);
    free(sure);
    return rc;
}

/* Runs one method at one k, or at the k that it finds, into a column of labels. */
static int run(consensus_job *j, size_t f, size_t k, ce_error *err)
{
    ce_report report = {0};
    ce_run call = run_of(j, f, k, &report);
    ce_partition result = {0};
    char name[64];
    int rc;

    snprintf(name, sizeof name, "%s.k%zu", j->cli->noun[f], k);
    call.column = name;
    rc = ce_consensus(&call, &result, err);
    if (!rc) {
        size_t found = (size_t)result.k;
        if (!k)
            snprintf(name, sizeof name, "%s.k%zu", j->cli->noun[f], found);
        else if (found != k)
            ce_cli_note(j->cli, "%s: %zu cluster%s, %zu asked for", j->cli->noun[f], found,
                        found == 1 ? "" : "s", k);
        rc = take(j, call.method, name, &result, &report, err);
    }
    if (rc)
        consensus_output_drop(&j->out, j->column);
    else
        j->column++;
    ce_report_free(&report);
    ce_partition_free(&result);
    return rc;
}

/* Says which methods read labels where the input has memberships. */
static void tell_labels(const consensus_job *j)
{
    for (size_t f = 0; f < j->cli->nouns && j->ensemble.membership; f++)
        if (!(ce_method_find(j->cli->noun[f])->about.reads & CE_READS_MEMBERSHIPS))
            ce_cli_detail(j->cli,
                          "%s reads labels: each object has that of its most likely cluster",
                          j->cli->noun[f]);
}

/* Columns that are pasted from tables whose rows are in different orders have nothing in common. */
static void tell_chance(const consensus_job *j)
{
    ce_chance found = ce_agreement_sample(j->ensemble.labels, j->ensemble.weight);

    if (found.chance)
        ce_cli_note(j->cli,
                    "%s: on average, two base clusterings agree no more than by chance (adjusted "
                    "Rand index %.2f): are the objects in one order in all of them?",
                    ce_path_name(j->path), rint(100 * found.mean) / 100 + 0.0);
}

static int tell(consensus_job *j, ce_error *err)
{
    const ce_microclusters *micro;
    double objects = 0;
    int rc = ce_ensemble_micro(&j->ensemble, ce_cli_given(j->cli, "objects"), &micro, err);

    for (size_t c = 0; !rc && c < micro->count; c++)
        objects += micro->size[c];
    if (!rc)
        ce_cli_detail(
            j->cli, "%.0f objects, %zu base clusterings with %zu clusters, %zu microclusters",
            objects, j->ensemble.labels->m, ce_labels_total(j->ensemble.labels), micro->count);
    if (!rc)
        tell_labels(j);
    return rc;
}

/* Whether a method is told k. */
static int is_told_k(const consensus_job *j, const ce_method *method)
{
    return j->options->common.k.count && ce_method_takes_k(method);
}

/* Whether one k is chosen for a method. */
static int is_chosen_k(const consensus_job *j, const ce_method *method)
{
    return j->options->choose && (!ce_method_finds_k(method) || is_told_k(j, method));
}

/* How many columns a method gets. */
static size_t columns_of(const consensus_job *j, size_t f)
{
    const ce_method *method = ce_method_find(j->cli->noun[f]);

    return is_told_k(j, method) && !j->options->choose ? j->options->common.k.count : 1;
}

static void tell_lifetime(const consensus_job *j, size_t f, size_t k)
{
    size_t most = ce_labels_most(&j->in.labels);

    if (k > most)
        ce_cli_note(
            j->cli,
            "%s: k = %zu has the longest lifetime, and no base clustering has more than %zu "
            "clusters: choose another k",
            j->cli->noun[f], k, most);
    else
        ce_cli_note(j->cli, "%s: k = %zu has the longest lifetime", j->cli->noun[f], k);
}

/* *k: of the v-th column of a method; 0 where the method finds it. */
static int find_k(consensus_job *j, size_t f, size_t v, size_t *k, ce_error *err)
{
    ce_report report = {0};
    ce_run call = run_of(j, f, 0, &report);
    int rc = CE_OK;

    *k = 0;
    if (is_chosen_k(j, call.method))
        rc = consensus_choose_k(j, &call, k, err);
    else if (is_told_k(j, call.method))
        *k = (size_t)j->options->common.k.value[v];
    if (!rc && !v && j->options->agreement && !is_chosen_k(j, call.method) &&
        is_told_k(j, call.method))
        rc = consensus_compare_halves(j, &call, err);
    if (rc || *k || ce_method_finds_k(call.method))
        return rc;
    rc = ce_consensus_lifetime(&call, k, err);
    if (!rc)
        tell_lifetime(j, f, *k);
    ce_report_free(&report);
    return rc;
}

/* Of several functions the error says which failed; most say it themselves. */
static int name_function(const consensus_job *j, size_t f, int rc, ce_error *err)
{
    const char *name = j->cli->noun[f];
    size_t length = strlen(name);
    ce_error named = {0};

    if ((rc != CE_EINPUT && rc != CE_ENUM && rc != CE_ENOMEM) || j->cli->nouns == 1 ||
        (!strncmp(err->text, name, length) && strchr(":.", err->text[length])))
        return rc;
    ce_fail(&named, (ce_status)rc, "%s: %.900s", name, err->text);
    *err = named;
    return rc;
}

/* One column. */
static int run_one(consensus_job *j, size_t f, size_t v, ce_error *err)
{
    size_t k;
    int rc = find_k(j, f, v, &k, err);

    if (!rc)
        rc = run(j, f, k, err);
    return name_function(j, f, rc, err);
}

/* The same, but with --keep-going a failure is told, counted and no failure. */
static int run_or_go_on(consensus_job *j, size_t f, size_t v, ce_error *err)
{
    ce_error own = {0};
    char worded[2 * CE_ERROR_TEXT];
    int rc = run_one(j, f, v, j->options->keep_going ? &own : err);

    if (!rc || !j->options->keep_going)
        return rc;
    j->failed++;
    ce_error_word(own.text, "--", worded, sizeof worded);
    ce_cli_warn(j->cli, "%s", worded);
    return CE_OK;
}

/* Runs every method at every k, into out. */
static int run_all(consensus_job *j, ce_error *err)
{
    const ce_progress *progress = ce_cli_count(j->cli, "consensus");
    size_t columns = 0;
    int rc;

    j->ensemble.progress = ce_cli_step(j->cli);
    for (size_t f = 0; f < j->cli->nouns; f++)
        columns += columns_of(j, f);
    rc = consensus_output_alloc(&j->out, j->options, j->in.labels.n, columns, err);
    if (!rc)
        tell_chance(j);
    if (!rc && j->options->common.verbose)
        rc = tell(j, err);
    for (size_t f = 0; f < j->cli->nouns && !rc; f++)
        for (size_t v = 0; v < columns_of(j, f) && !rc; v++) {
            rc = run_or_go_on(j, f, v, err);
            if (!rc)
                ce_progress_report(progress, j->column + j->failed, columns);
        }
    if (!rc && j->failed == columns)
        return ce_fail(err, CE_EINPUT, "nothing succeeded: no table is written");
    if (!rc && j->failed)
        consensus_output_shorten(&j->out, j->column);
    return rc;
}

static void free_job(consensus_job *j)
{
    consensus_output_free(&j->out);
    consensus_choices_free(j);
    ce_ensemble_free(&j->ensemble);
    ce_label_table_free(&j->in);
    ce_membership_table_free(&j->membership);
    ce_data_table_free(&j->data);
    ce_matrix_free(&j->centroids);
    ce_matrix_free(&j->weights);
    consensus_constraints_free(&j->constraints);
    free(j->base_weight);
}

int consensus_functions(const ce_cli *cli, const consensus_options *options, ce_error *err)
{
    consensus_job j = {.cli = cli,
                       .options = options,
                       .path = ce_cli_operand(cli, 0),
                       .format = ce_cli_format(cli)};
    int rc = ce_ensemble_table_read(&j.in, &j.membership, j.path, &j.format, err);

    if (!rc)
        rc = ce_ensemble_init(&j.ensemble, &j.in.labels, j.in.size, err);
    if (!rc && j.membership.membership.n)
        j.ensemble.membership = &j.membership.membership;
    if (!rc)
        rc = consensus_check_choice(&j, err);
    if (!rc)
        rc = consensus_read_beside(&j, err);
    if (!rc)
        rc = run_all(&j, err);
    if (!rc && options->base_weights && j.out.base_weight)
        rc = ce_weights_write(j.out.base_weight, &j.in, options->base_weights,
                              options->common.delimiter, err);
    if (!rc && j.ensemble.row)
        ce_cli_note(cli, "objects without a label in any base clustering: %zu; they get NA",
                    j.in.labels.n - j.ensemble.labels->n);
    if (!rc && options->agreement)
        rc = consensus_write_agreement(&j, err);
    if (!rc)
        rc = consensus_write(cli, &j.out, options, &j.in.id, j.data.name, j.data.values.columns,
                             err);
    if (!rc && j.failed && !(rc = ce_output_name_held(err)))
        rc = ce_fail(err, CE_EINPUT, "%zu of %zu columns failed; the others are written", j.failed,
                     j.column + j.failed);
    free_job(&j);
    return rc;
}
