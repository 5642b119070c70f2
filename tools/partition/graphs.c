/* Methods that cut a graph: that of a similarity matrix, or the bipartite one of a table. */
#include "partition.h"

#include <string.h>

#include "core/labels.h"
#include "io/biadjacency_table.h"
#include "io/input.h"
#include "io/matrix_file.h"
#include "partition/graph/graph_cut.h"
#include "partition/graph/merge_identical.h"
#include "partition/graph/random_walk.h"
#include "partition/graph/spectral.h"
#include "partition/graph/transfer_cut.h"

int partition_read_matrix(partition_job *j, const ce_table_format *format, ce_error *err)
{
    int rc = ce_similarity_read(&j->matrix, j->path, format, err);

    j->n = j->matrix.n;
    return rc;
}

int partition_read_table(partition_job *j, const ce_table_format *format, ce_error *err)
{
    int rc = ce_biadjacency_read(&j->table, &j->id, j->path, format, err);

    j->n = j->table.rows;
    return rc;
}

int partition_merge_vertices(partition_job *j, ce_error *err)
{
    if (j->options->vertices || j->seeds)
        return CE_OK;
    return (j->options->input ? ce_distance_merge_identical : ce_similarity_merge_identical)(
        &j->matrix, j->objects, &j->merged, &j->size, &j->vertex, err);
}

static int cut_vertices(const partition_job *j, const ce_similarity *graph, const double *size,
                        size_t k, ce_partition *labels, ce_error *err)
{
    const partition_options *o = j->options;

    if (!strcmp(j->noun, "metis"))
        return ce_metis_similarity(
            graph, size,
            &(ce_metis_options){k, (ce_metis_scheme)o->scheme, o->balance, o->common.seed}, labels,
            err);
    if (!strcmp(j->noun, "spectral"))
        return ce_spectral(
            graph, size,
            &(ce_spectral_options){k, (ce_solver)o->solver, (size_t)o->restarts, o->common.seed},
            labels, err);
    return ce_random_walk(
        graph, size,
        &(ce_random_walk_options){k, (size_t)o->neighbours, o->beta, o->core, j->seeds, NULL},
        labels, err);
}

int partition_tell(const partition_job *j, int rc, const ce_error *inner, size_t k,
                   const ce_partition *labels, ce_error *err)
{
    if (rc)
        return ce_fail(err, (ce_status)rc, "%s: %.900s", ce_path_name(j->path), inner->text);
    if ((size_t)labels->k < k)
        ce_cli_note(j->cli, "%d clusters, %zu asked for: no more can be told apart", labels->k, k);
    return CE_OK;
}

int partition_cut_graph(partition_job *j, size_t k, ce_partition *partition, ce_error *err)
{
    const ce_similarity *graph = j->vertex ? &j->merged : &j->matrix;
    ce_partition vertices = {0}, *labels = j->vertex ? &vertices : partition;
    ce_error inner = {0};
    int rc;

    if (k > graph->n)
        return ce_fail(err, CE_EINPUT,
                       "%s: %zu clusters asked for, but only %zu objects differ (see --vertices)",
                       ce_path_name(j->path), k, graph->n);
    rc = cut_vertices(j, graph, j->vertex ? j->size : j->objects, k, labels, &inner);
    rc = partition_tell(j, rc, &inner, k, labels, err);
    if (!rc && j->vertex)
        rc = ce_partition_expand(&vertices, j->vertex, j->matrix.n, partition, err);
    ce_partition_free(&vertices);
    return rc;
}

int partition_cut_table(partition_job *j, size_t k, ce_partition *partition, ce_error *err)
{
    const partition_options *o = j->options;
    ce_transfer_options options = {k, (ce_transfer_start)o->start, (size_t)o->restarts,
                                   (size_t)o->iterations, o->common.seed};
    ce_error inner = {0};
    int rc = ce_transfer_cut(&j->table, j->objects, &options, partition, &inner);

    return partition_tell(j, rc, &inner, k, partition, err);
}
