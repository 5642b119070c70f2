/* The functions that read labels: the ensemble in, every method at every k, the labels out. */
#include "job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

/* One method at one k (or at that which it finds): a column of labels, and one of confidences. */
static int run(consensus_job *j, const ce_consensus_function *function, size_t k, ce_error *err)
{
    size_t n = j->in.labels.n, columns = j->out.labels.m;
    ce_partition result = {0};
    double *sure = NULL;
    char name[64];
    int rc = ce_consensus(&j->ensemble, function, &j->how, k, &result, err);

    if (rc)
        return rc;
    if (ce_consensus_finds_k(function)) {
        k = (size_t)result.k;
        consensus_tell_trace(j);
    }
    if ((size_t)result.k != k)
        ce_cli_note(j->cli, "%s: %d clusters, %zu asked for", function->name, result.k, k);
    if (j->ensemble.anchor)
        ce_cli_detail(j->cli, "%s: k = %zu: the clusters of %s are taken as known", function->name,
                      k, j->in.name[j->ensemble.anchor - 1]);
    j->ensemble.anchor = 0;
    snprintf(name, sizeof name, "%s.k%zu", function->name, k);
    j->out.labels.k[j->column] = result.k;
    for (size_t i = 0; i < n; i++)
        ce_labels_column(&j->out.labels, j->column)[i] = result.labels[i];
    if (!(j->out.name[j->column] = ce_strdup(name, err)))
        rc = CE_ENOMEM;
    if (!rc && j->options->confidence) {
        sure = ce_alloc(n, sizeof *sure, err);
        j->confidence.name[j->column] = ce_strdup(name, err);
        rc = sure && j->confidence.name[j->column]
                 ? ce_consensus_confidence(&j->in.labels, j->in.size, &result, sure, err)
                 : CE_ENOMEM;
        for (size_t i = 0; i < n && !rc; i++)
            j->confidence.values.values[i * columns + j->column] = sure[i];
    }
    if (!rc && j->found && j->ensemble.found.k) {
        j->found[j->column] = j->ensemble.found;
        j->ensemble.found = (ce_subspace_result){0};
    }
    if (!rc && !strcmp(function->name, "c-wbpa")) {
        if (!j->options->loose)
            consensus_tell_enforced(j->cli, name, &j->ensemble.enforced);
        consensus_tell_violations(j->cli, &j->constraints, name, result.labels);
    }
    j->column++;
    free(sure);
    ce_partition_free(&result);
    return rc;
}

static int tell(consensus_job *j, ce_error *err)
{
    const ce_microclusters *micro;
    int rc = ce_ensemble_micro(&j->ensemble, &micro, err);

    if (!rc)
        ce_cli_detail(j->cli,
                      "%zu objects, %zu base clusterings with %zu clusters, %zu microclusters",
                      j->ensemble.labels->n, j->ensemble.labels->m,
                      ce_labels_total(j->ensemble.labels), micro->count);
    return rc;
}

/* How many columns a function gets. */
static size_t columns_of(const consensus_job *j, const ce_consensus_function *function)
{
    return j->options->lifetime || ce_consensus_finds_k(function) ? 1 : j->options->common.k.count;
}

/* The k of the v-th column of a function; 0 for those that find it. */
static int find_k(consensus_job *j, const ce_consensus_function *function, size_t v, size_t *k,
                  ce_error *err)
{
    int rc;

    if (ce_consensus_finds_k(function) || !j->options->lifetime) {
        *k = ce_consensus_finds_k(function) ? 0 : (size_t)j->options->common.k.value[v];
        return CE_OK;
    }
    if (!(rc = ce_consensus_lifetime(&j->ensemble, function, &j->how, k, err)))
        ce_cli_note(j->cli, "%s: k = %zu has the longest lifetime", function->name, *k);
    return rc;
}

static int alloc(consensus_job *j, size_t columns, ce_error *err)
{
    int rc = ce_label_table_alloc(&j->out, j->in.labels.n, columns, err);

    if (!rc && j->options->confidence)
        rc = ce_data_table_alloc(&j->confidence, j->in.labels.n, columns, err);
    if (!rc && j->options->model && !(j->found = ce_calloc(columns, sizeof *j->found, err)))
        rc = CE_ENOMEM;
    return rc;
}

/* Every method at every k, into out. */
static int run_all(consensus_job *j, ce_error *err)
{
    const ce_progress *progress = ce_cli_progress(j->cli, "consensus");
    size_t columns = 0;
    int rc;

    for (size_t f = 0; f < j->cli->nouns; f++)
        columns += columns_of(j, ce_consensus_find(j->cli->noun[f]));
    if ((rc = alloc(j, columns, err)) || (j->options->common.verbose && (rc = tell(j, err))))
        return rc;
    for (size_t f = 0; f < j->cli->nouns && !rc; f++) {
        const ce_consensus_function *function = ce_consensus_find(j->cli->noun[f]);
        for (size_t v = 0; v < columns_of(j, function) && !rc; v++) {
            size_t k = 0;
            if (!(rc = find_k(j, function, v, &k, err)))
                rc = run(j, function, k, err);
            if (!rc)
                ce_progress_report(progress, j->column, columns);
        }
    }
    if (!rc && j->ensemble.elite.n)
        ce_cli_detail(j->cli, "elite neighbours: K = %zu, T = %zu, %zu links",
                      j->ensemble.elite.elite, ce_ensemble_steps(&j->ensemble.elite, &j->how),
                      j->ensemble.elite.weight.row_start[j->ensemble.elite.n] / 2);
    return rc;
}

/* Notes, the confidences, the model, the labels. */
static int write_all(consensus_job *j, ce_error *err)
{
    const consensus_options *o = j->options;
    size_t left_out = j->ensemble.row ? j->in.labels.n - j->ensemble.labels->n : 0;
    int rc;

    if (left_out)
        ce_cli_note(j->cli, "objects without a label in any base clustering: %zu; they get NA",
                    left_out);
    if (j->ensemble.completion.lost > 0)
        ce_cli_note(j->cli,
                    "ecmc: objects left without similarity to any other: %.15g (see --penalty)",
                    j->ensemble.completion.lost);
    if (j->ensemble.selection.clusters)
        ce_cli_detail(j->cli, "apmm: %zu of %zu clusters kept, with a stability of %.6g or more",
                      j->ensemble.selection.kept, j->ensemble.selection.clusters,
                      j->ensemble.selection.least);
    if (j->ensemble.selection.uncovered > 0)
        ce_cli_note(j->cli, "apmm: objects in no cluster that was kept: %.15g (see --share)",
                    j->ensemble.selection.uncovered);
    if (j->ensemble.bound_violating)
        ce_cli_note(
            j->cli,
            "c-wbpa: base clusterings whose clusters cannot keep all cannot-links: %zu of %zu",
            j->ensemble.bound_violating, j->in.labels.m);
    if (j->ensemble.diverse)
        ce_cli_detail(j->cli, "smi: %zu of %zu base clusterings kept", j->ensemble.diverse_labels.m,
                      j->ensemble.labels->m);
    if (o->confidence) {
        ce_text_column_move(&j->confidence.id, &j->in.id);
        if ((rc = ce_data_table_write(&j->confidence, o->confidence, o->common.delimiter, err)))
            return rc;
        ce_text_column_move(&j->in.id, &j->confidence.id);
    }
    if ((o->model && (rc = consensus_write_model(j, err))) ||
        (o->trace && (rc = consensus_write_trace(j, err))))
        return rc;
    ce_text_column_move(&j->out.id, &j->in.id);
    return ce_label_table_write(&j->out, o->common.output, o->common.delimiter, err);
}

static void free_job(consensus_job *j)
{
    for (size_t c = 0; j->found && c < j->out.labels.m; c++)
        ce_subspace_result_free(&j->found[c]);
    free(j->found);
    ce_ensemble_free(&j->ensemble);
    ce_label_table_free(&j->in);
    ce_membership_table_free(&j->membership);
    ce_label_table_free(&j->out);
    ce_data_table_free(&j->confidence);
    ce_data_table_free(&j->data);
    ce_matrix_free(&j->centroids);
    ce_matrix_free(&j->weights);
    consensus_constraints_free(&j->constraints);
    free(j->base_weight);
}

int consensus_functions(const ce_cli *cli, const consensus_options *options,
                        const ce_consensus_options *how, ce_error *err)
{
    consensus_job j = {.cli = cli,
                       .options = options,
                       .how = *how,
                       .path = ce_cli_operand(cli, 0),
                       .format = ce_cli_format(cli)};
    int rc;

    if (!(rc = ce_ensemble_table_read(&j.in, &j.membership, j.path, &j.format, err)) &&
        !(rc = ce_ensemble_init(&j.ensemble, &j.in.labels, j.in.size, options->objects, err))) {
        if (j.membership.membership.n)
            j.ensemble.membership = &j.membership.membership;
        if (!(rc = consensus_read_beside(&j, err)) && !(rc = run_all(&j, err)))
            rc = write_all(&j, err);
    }
    free_job(&j);
    return rc;
}
