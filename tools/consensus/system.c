/* Runs the methods that read data. Writes their partitions, and on request their base clusterings
 * and how sure each object is. */
#include <stdio.h>
#include <stdlib.h>

#include "consensus/confidence.h"
#include "consensus/from_data.h"
#include "consensus/registry.h"
#include "core/memory.h"
#include "io/input.h"
#include "io/weights.h"
#include "job.h"

typedef struct {
    const ce_cli *cli;
    const consensus_options *options;
    ce_data_table data;
    consensus_constraints constraints; /* where there are any */
    ce_data_result *result;            /* of each method */
    consensus_output out;
} system_job;

/* The functions square the numbers, those of --raw as they are, or scale them before. */
static int check_range(const system_job *j, const char *path, const ce_listener *listener,
                       ce_error *err)
{
    int vanish = 0, rc = CE_OK;

    for (size_t f = 0; f < j->cli->nouns && !rc; f++) {
        int raw = ce_from_data_is_raw(&j->cli->settings[f]);
        rc = raw ? ce_data_table_need_squares(&j->data, path, err)
                 : ce_data_table_need_range(&j->data, path, err);
        vanish |= raw && !ce_method_find(j->cli->noun[f])->takes_tiny;
    }
    if (!rc && vanish)
        ce_data_table_tell_tiny(&j->data, path, listener);
    return rc;
}

static int read_data(system_job *j, ce_error *err)
{
    const char *path = ce_cli_operand(j->cli, 0);
    ce_table_format format = ce_cli_format(j->cli);
    int rc;

    format.map = format.single = 1;
    for (size_t f = 0; f < j->cli->nouns; f++)
        format.single &= ce_method_find(j->cli->noun[f])->takes_single;
    rc = ce_data_table_read(&j->data, path, &format, err);
    if (!rc)
        rc = ce_data_table_need_numbers(&j->data, path, err);
    for (size_t f = 0; f < j->cli->nouns && !rc; f++)
        if (!ce_method_find(j->cli->noun[f])->takes_missing)
            rc = ce_data_table_need_numeric(&j->data, path, err);
    if (!rc)
        rc = check_range(j, path, &format.listener, err);
    if (!rc && j->options->constraints)
        rc = consensus_read_constraints(j->cli, j->options, &j->data.id, j->data.values.rows, path,
                                        &j->constraints, err);
    return rc;
}

static void tell(const system_job *j, const char *name, const ce_data_result *r)
{
    const int *asked = j->options->common.k.value;

    for (size_t c = 0; c < r->labels.m; c++)
        if (r->labels.k[c] != asked[c])
            ce_cli_note(j->cli, "%s: %d cluster%s, %d asked for", name, r->labels.k[c],
                        r->labels.k[c] == 1 ? "" : "s", asked[c]);
    ce_cli_detail(j->cli, "%s: %zu objects, %zu base clusterings", name, j->data.values.rows,
                  r->members.m);
}

/* *sure: how sure each object is of column c, by the base clusterings of that k. The caller frees
 * it. NULL without --confidence. */
static int be_sure(const system_job *j, const ce_data_result *r, size_t c, double **sure,
                   ce_error *err)
{
    const ce_labels members = {r->labels.n, r->used[c], ce_labels_column(&r->members, r->first[c]),
                               r->members.k + r->first[c]};
    const ce_partition partition = {r->labels.n, ce_labels_column(&r->labels, c), r->labels.k[c]};

    *sure = NULL;
    if (!j->options->confidence)
        return CE_OK;
    *sure = ce_alloc(members.n, sizeof **sure, err);
    return *sure ? ce_consensus_confidence(&members, NULL, &partition, *sure, err) : CE_ENOMEM;
}

/* Takes the columns of one method into the output, from `column` on. */
static int take(system_job *j, const char *name, const ce_data_result *r, size_t column,
                ce_error *err)
{
    const ce_method *method = ce_method_find(name);
    int uses = j->options->constraints &&
               ((method->about.needs | method->about.takes) & CE_USES_CONSTRAINTS);
    int rc = CE_OK;

    for (size_t c = 0; c < r->labels.m && !rc; c++, column++) {
        const int32_t *label = ce_labels_column(&r->labels, c);
        double *sure;
        char text[64];
        snprintf(text, sizeof text, "%s.k%d", name, j->options->common.k.value[c]);
        rc = be_sure(j, r, c, &sure, err);
        if (!rc)
            rc = consensus_take_column(&j->out, column, text, label, r->labels.k[c], sure, err);
        if (!rc && uses)
            consensus_tell_violations(j->cli, &j->constraints, text, label);
        free(sure);
    }
    return rc;
}

static int run(system_job *j, size_t f, ce_error *err)
{
    const ce_int_list *ks = &j->options->common.k;
    const char *name = j->cli->noun[f];
    ce_report report = {0};
    ce_data_run call = {.method = ce_method_find(name),
                        .settings = &j->cli->settings[f],
                        .x = &j->data.values,
                        .single = j->data.single,
                        .k = ks->value,
                        .count = ks->count,
                        .seed = j->options->common.seed,
                        .constraints = j->options->constraints ? &j->constraints.kept : NULL,
                        .progress = ce_cli_progress(j->cli, name),
                        .report = &report};
    int rc = ce_consensus_of_data(&call, &j->result[f], err);

    if (!rc) {
        rc = consensus_take_report(j->cli, &j->out, f * ks->count, &report, err);
        tell(j, name, &j->result[f]);
    }
    if (!rc)
        rc = take(j, name, &j->result[f], f * ks->count, err);
    ce_report_free(&report);
    return rc;
}

static int run_all(system_job *j, ce_error *err)
{
    size_t columns = j->cli->nouns * j->options->common.k.count;
    int rc = consensus_output_alloc(&j->out, j->options, j->data.values.rows, columns, err);

    if (!rc) {
        j->result = ce_calloc(j->cli->nouns, sizeof *j->result, err);
        rc = j->result ? CE_OK : CE_ENOMEM;
    }
    for (size_t f = 0; f < j->cli->nouns && !rc; f++)
        rc = run(j, f, err);
    return rc;
}

/* Writes base clusterings and weights of the one method. The table borrows labels and names. */
static int write_members(system_job *j, ce_error *err)
{
    const consensus_options *o = j->options;
    ce_data_result *r = &j->result[0];
    ce_label_table members = {.labels = r->members, .name = r->name, .id = j->data.id};
    int rc = CE_OK;

    if (o->base)
        rc = ce_cli_write_labels(j->cli, o->common.labels_format, &members, o->base, err);
    if (!rc && o->base_weights)
        rc = ce_weights_write(r->weight, &members, o->base_weights, o->common.delimiter, err);
    return rc;
}

int consensus_systems(const ce_cli *cli, const consensus_options *options, ce_error *err)
{
    system_job j = {.cli = cli, .options = options};
    int rc = read_data(&j, err);

    if (!rc)
        rc = run_all(&j, err);
    if (!rc)
        rc = write_members(&j, err);
    if (!rc)
        rc = consensus_write(cli, &j.out, options, &j.data.id, NULL, 0, err);
    for (size_t f = 0; j.result && f < cli->nouns; f++)
        ce_data_result_free(&j.result[f]);
    free(j.result);
    consensus_constraints_free(&j.constraints);
    ce_data_table_free(&j.data);
    consensus_output_free(&j.out);
    return rc;
}
