/* The systems: a data table in, their partitions out, and on request their base clusterings and how
 * sure each object is. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/real_list.h"
#include "core/memory.h"
#include "io/input.h"
#include "io/weights.h"
#include "job.h"

typedef struct {
    const ce_cli *cli;
    const consensus_options *options;
    ce_system_options how;
    ce_data_table data;
    double *inv_h;                     /* penta */
    consensus_constraints constraints; /* penta, where there are any */
    ce_system_result *result; /* of each name */
    ce_label_table out;
    ce_data_table confidence; /* when asked for */
} system_job;

static ce_system_options how(const ce_cli *cli, const consensus_options *o, size_t components)
{
    return (ce_system_options){
        .raw = o->raw,
        .components = components,
        .neighbours = (size_t)o->neighbours,
        .dense = o->dense,
        .sigma = o->sigma,
        .unweighted = o->unweighted,
        .printed = o->printed,
        .iterations = (size_t)o->iterations,
        .members = (size_t)o->members,
        .independence = o->independence,
        .diversity = o->diversity,
        .tries = (size_t)o->tries,
        .top = (size_t)o->top,
        .rounds = ce_cli_given(cli, "rounds") ? o->rounds : -1,
        .with = (ce_cutter)o->with,
        .cluster_weight = o->cluster_weight,
        .loose = o->loose,
        .seed = o->common.seed,
    };
}

static int read_data(system_job *j, ce_error *err)
{
    const char *path = ce_cli_operand(j->cli, 0);
    ce_table_format format = ce_cli_format(j->cli);
    size_t components;
    int rc;

    if ((rc = ce_data_table_read(&j->data, path, &format, err)) ||
        (rc = ce_data_table_need_numbers(&j->data, path, err)) ||
        (rc = ce_cli_share(j->cli, "components", j->options->components, j->data.values.columns,
                           "features", path, &components, err)))
        return rc;
    for (size_t f = 0; f < j->cli->nouns; f++)
        if (!ce_system_find(j->cli->noun[f])->takes_missing &&
            (rc = ce_data_table_need_numeric(&j->data, path, err)))
            return rc;
    j->how = how(j->cli, j->options, components);
    return CE_OK;
}

/* What penta takes besides: 1/h of its components, constraints. */
static int read_penta(system_job *j, ce_error *err)
{
    const consensus_options *o = j->options;
    int rc = ce_cli_reals(j->cli, "inv-h", o->inv_h, &j->inv_h, &j->how.inv_h_count, err);

    if (rc)
        return rc;
    j->how.inv_h = j->inv_h;
    if (j->how.inv_h_count < 3)
        ce_cli_usage(j->cli, "--inv-h '%s', at least 3 numbers expected", o->inv_h);
    if (o->constraints &&
        !(rc = consensus_read_constraints(j->cli, o, &j->data.id, j->data.values.rows,
                                          ce_cli_operand(j->cli, 0), &j->constraints, err)))
        j->how.constraints = &j->constraints.kept;
    return rc;
}

static void tell_penta(const system_job *j, const ce_system_result *r)
{
    for (size_t c = 0; c < r->labels.m; c++) {
        const ce_penta_summary *p = &r->penta[c];
        char name[64];
        snprintf(name, sizeof name, "penta.k%d", j->options->common.k.value[c]);
        ce_cli_detail(j->cli, "%s: %zu rounds, %zu must-links and %zu cannot-links bootstrapped",
                      name, p->rounds, p->must, p->cannot);
        if (!p->converged && p->rounds)
            ce_cli_note(j->cli, "%s: components still changed in round %zu: stopped by --rounds",
                        name, p->rounds);
        if (p->violated)
            ce_cli_note(j->cli, "%s: cannot-links between chunklets that components violate: %zu",
                        name, p->violated);
        if (!j->how.constraints)
            continue;
        if (!j->how.loose)
            consensus_tell_enforced(j->cli, name, &p->enforced);
        consensus_tell_violations(j->cli, &j->constraints, name, ce_labels_column(&r->labels, c));
    }
}

static void tell(const system_job *j, const char *name, const ce_system_result *r)
{
    size_t n = j->data.values.rows;

    if (r->constant)
        ce_cli_note(j->cli, "%s: features that tell no objects apart and have no effect: %zu", name,
                    r->constant);
    if (r->components + r->isolated > 2)
        ce_cli_note(j->cli,
                    "%s: the graph of neighbours falls into %zu parts: base clusterings of fewer "
                    "clusters join the smallest",
                    name, r->components + r->isolated);
    for (size_t c = 0; c < r->labels.m; c++)
        if (r->labels.k[c] != j->options->common.k.value[c])
            ce_cli_note(j->cli, "%s: %d clusters, %d asked for", name, r->labels.k[c],
                        j->options->common.k.value[c]);
    ce_cli_detail(j->cli, "%s: %zu objects, %zu base clusterings", name, n, r->members.m);
    if (r->refused > 0)
        ce_cli_detail(j->cli, "%s: results refused: %.15g", name, r->refused);
    for (size_t c = 0; c < r->labels.m && r->wanted; c++)
        if (r->used[c] < r->wanted)
            ce_cli_note(
                j->cli,
                "%s: k = %d: %zu of %zu base clusterings, then %d results in a row were refused",
                name, j->options->common.k.value[c], r->used[c], r->wanted, j->options->tries);
    if (r->penta)
        tell_penta(j, r);
    for (size_t q = 0; r->weight && q < r->members.m; q++)
        ce_cli_detail(j->cli, "%s: %s: %d clusters, weight %.6g", name, r->name[q], r->members.k[q],
                      r->weight[q]);
}

/* Column `column` of the table of confidences, from the base clusterings of that k. */
static int be_sure(system_job *j, const ce_system_result *r, size_t c, size_t column, ce_error *err)
{
    size_t n = r->labels.n, columns = j->out.labels.m;
    const ce_labels members = {n, r->used[c], ce_labels_column(&r->members, r->first[c]),
                               r->members.k + r->first[c]};
    const ce_partition partition = {n, ce_labels_column(&r->labels, c), r->labels.k[c]};
    double *sure = ce_alloc(n, sizeof *sure, err);
    int rc = sure ? ce_consensus_confidence(&members, NULL, &partition, sure, err) : CE_ENOMEM;

    for (size_t i = 0; i < n && !rc; i++)
        j->confidence.values.values[i * columns + column] = sure[i];
    free(sure);
    if (!rc && !(j->confidence.name[column] = ce_strdup(j->out.name[column], err)))
        rc = CE_ENOMEM;
    return rc;
}

static int take(system_job *j, const char *name, const ce_system_result *r, size_t column,
                ce_error *err)
{
    char text[64];
    int rc = CE_OK;

    for (size_t c = 0; c < r->labels.m && !rc; c++, column++) {
        snprintf(text, sizeof text, "%s.k%d", name, j->options->common.k.value[c]);
        j->out.labels.k[column] = r->labels.k[c];
        for (size_t i = 0; i < r->labels.n; i++)
            ce_labels_column(&j->out.labels, column)[i] = ce_labels_column(&r->labels, c)[i];
        if (!(j->out.name[column] = ce_strdup(text, err)))
            rc = CE_ENOMEM;
        else if (j->options->confidence)
            rc = be_sure(j, r, c, column, err);
    }
    return rc;
}

static int run_all(system_job *j, ce_error *err)
{
    const ce_int_list *ks = &j->options->common.k;
    size_t n = j->data.values.rows, columns = j->cli->nouns * ks->count;
    int rc = ce_label_table_alloc(&j->out, n, columns, err);

    if (!rc && j->options->confidence)
        rc = ce_data_table_alloc(&j->confidence, n, columns, err);
    if (!rc && !(j->result = ce_calloc(j->cli->nouns, sizeof *j->result, err)))
        rc = CE_ENOMEM;
    for (size_t f = 0; f < j->cli->nouns && !rc; f++) {
        const ce_system *system = ce_system_find(j->cli->noun[f]);
        rc = ce_system_start(system, &j->data.values, &j->how, ks->value, ks->count, &j->result[f],
                             ce_cli_progress(j->cli, system->name), err);
        if (!rc)
            tell(j, system->name, &j->result[f]);
        if (!rc)
            rc = take(j, system->name, &j->result[f], f * ks->count, err);
    }
    return rc;
}

/* Base clusterings and weights of the one system; their labels and names stay its own. */
static int write_members(system_job *j, ce_error *err)
{
    const consensus_options *o = j->options;
    ce_system_result *r = &j->result[0];
    ce_label_table members = {.labels = r->members, .name = r->name, .id = j->data.id};
    int rc = CE_OK;

    if (o->base)
        rc = ce_label_table_write(&members, o->base, o->common.delimiter, err);
    if (!rc && o->base_weights)
        rc = ce_weights_write(r->weight, &members, o->base_weights, o->common.delimiter, err);
    return rc;
}

static int write_all(system_job *j, ce_error *err)
{
    const consensus_options *o = j->options;
    int rc = write_members(j, err);

    for (size_t f = 0; f < j->cli->nouns && o->trace && !rc; f++)
        if (j->result[f].penta)
            rc = consensus_write_steps(&j->result[f], &j->data.id, o, err);
    if (!rc && o->confidence) {
        ce_text_column_move(&j->confidence.id, &j->data.id);
        rc = ce_data_table_write(&j->confidence, o->confidence, o->common.delimiter, err);
        ce_text_column_move(&j->data.id, &j->confidence.id);
    }
    if (rc)
        return rc;
    ce_text_column_move(&j->out.id, &j->data.id);
    return ce_label_table_write(&j->out, o->common.output, o->common.delimiter, err);
}

int consensus_systems(const ce_cli *cli, const consensus_options *options, ce_error *err)
{
    system_job j = {.cli = cli, .options = options};
    int rc = read_data(&j, err);

    for (size_t f = 0; f < cli->nouns && !rc; f++)
        if (!strcmp(cli->noun[f], "penta"))
            rc = read_penta(&j, err);
    if (!rc && !(rc = run_all(&j, err)))
        rc = write_all(&j, err);
    for (size_t f = 0; j.result && f < cli->nouns; f++)
        ce_system_result_free(&j.result[f]);
    free(j.result);
    free(j.inv_h);
    consensus_constraints_free(&j.constraints);
    ce_data_table_free(&j.data);
    ce_label_table_free(&j.out);
    ce_data_table_free(&j.confidence);
    return rc;
}
