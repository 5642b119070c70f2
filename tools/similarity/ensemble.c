/* From a label table to the matrix of its rows, or to the table of its rows and clusters. */
#include "similarity.h"

#include <stdlib.h>

#include "core/memory.h"
#include "io/cluster_table.h"
#include "io/input.h"
#include "io/matrix_file.h"
#include "io/weights.h"
#include "similarity/cluster_tables.h"

/* ---- reading ---- */

int similarity_read(const similarity_call *call, similarity_ensemble *e, ce_error *err)
{
    const similarity_options *o = call->options;
    ce_table_format format = ce_cli_format(call->cli);
    int rc = ce_label_table_read(&e->table, ce_cli_operand(call->cli, 0), &format, err);

    if (!rc && o->weights)
        rc = ce_weights_read(&e->weight, &e->table, o->weights, &format, err);
    return rc;
}

int similarity_read_micro(const similarity_call *call, similarity_ensemble *e, ce_error *err)
{
    int rc = similarity_read(call, e, err);

    if (!rc)
        rc = ce_microclusters_build(&e->micro, &e->table.labels, e->table.size, err);
    if (!rc)
        rc = ce_clusters_list(&e->clusters, &e->micro, err);
    if (!rc)
        ce_cli_detail(call->cli, "%zu rows, %zu microclusters, %zu clusters", e->micro.n,
                      e->micro.count, e->clusters.count);
    return rc;
}

void similarity_ensemble_free(similarity_ensemble *e)
{
    ce_clusters_free(&e->clusters);
    ce_microclusters_free(&e->micro);
    free(e->weight);
    ce_label_table_free(&e->table);
    *e = (similarity_ensemble){0};
}

/* ---- matrices ---- */

int similarity_write(const similarity_call *call, const ce_similarity *s, const ce_text_column *id,
                     ce_error *err)
{
    const similarity_options *o = call->options;
    size_t entries = s->row_start ? s->row_start[s->n] : s->n * (s->n + 1) / 2;

    ce_cli_detail(call->cli, "%s: %zu rows, %zu entries held", call->cli->noun[0], s->n, entries);
    return ce_similarity_write_ids(s, id, o->common.output, (ce_matrix_format)o->format,
                                   o->common.delimiter, err);
}

int similarity_twin_alloc(const ce_microclusters *micro, double **twin, ce_error *err)
{
    *twin = ce_alloc(micro->count, sizeof **twin, err);
    return *twin ? CE_OK : CE_ENOMEM;
}

/* The matrix of the rows that came in is that of their microclusters, unless some are equal. */
int similarity_write_pairs(const similarity_call *call, similarity_pairs *pairs, ce_error *err)
{
    similarity_ensemble e = {0};
    ce_similarity s = {0}, objects = {0};
    double *twin = NULL;
    int expand, rc = similarity_read_micro(call, &e, err);

    expand = e.micro.count < e.micro.n;
    if (!rc && expand)
        rc = ce_memory_check(
            e.micro.n, e.micro.n, sizeof(double) / 2, "the matrix of all pairs of objects",
            "a table of microclusters (ce-microcluster compress), or ce-consensus,", err);
    if (!rc)
        rc = pairs(call, &e.micro, &s, &twin, err);
    if (!rc && expand)
        rc = ce_similarity_to_objects(&s, &e.micro, twin, &objects, err);
    if (!rc)
        rc = similarity_write(call, expand ? &objects : &s, &e.table.id, err);
    free(twin);
    ce_similarity_free(&s);
    ce_similarity_free(&objects);
    similarity_ensemble_free(&e);
    return rc;
}

/* ---- rows and clusters ---- */

int similarity_write_graph(const similarity_call *call, similarity_graph *graph, ce_error *err)
{
    const ce_common *common = &call->options->common;
    similarity_ensemble e = {0};
    ce_biadjacency b = {0};
    int rc;

    if (ce_cli_given(call->cli, "format"))
        ce_cli_usage(call->cli, "--format does not go with --to clusters");
    rc = similarity_read_micro(call, &e, err);
    if (!rc && !e.clusters.count)
        rc = ce_fail(err, CE_EINPUT, "%s: no labels, so no clusters",
                     ce_path_name(ce_cli_operand(call->cli, 0)));
    if (!rc)
        rc = graph(call, &e, &b, err);
    if (!rc)
        rc = ce_cluster_table_write(&b, e.micro.of, &e.table, common->output, common->delimiter,
                                    err);
    ce_biadjacency_free(&b);
    similarity_ensemble_free(&e);
    return rc;
}
