/* What several methods do: reading a matrix, writing a tree, cutting the graph of vertices. */
#include <string.h>

#include "io/dendrogram_file.h"
#include "io/input.h"
#include "io/matrix_file.h"
#include "partition.h"
#include "partition/graph/merge_identical.h"

static int read_matrix(partition_job *j, const ce_table_format *format, ce_error *err)
{
    int rc = ce_similarity_read_ids(&j->matrix, &j->id, j->path, format, err);

    j->n = j->matrix.n;
    return rc;
}

static void note_zero_diagonal(const partition_job *j)
{
    ce_cli_note(j->cli, "%s", CE_ZERO_DIAGONAL);
}

int partition_read_graph(partition_job *j, const ce_table_format *format, ce_error *err)
{
    int rc = read_matrix(j, format, err);

    if (!rc && ce_similarity_has_zero_diagonal(&j->matrix))
        note_zero_diagonal(j);
    return rc;
}

/* What --input says. */
static int is_distance(const partition_job *j)
{
    const ce_options *options = &j->method->about.options;
    int input = CE_INPUT_SIMILARITY;

    for (size_t i = 0; i < options->count; i++)
        if (!strcmp(options->row[i].name, "input"))
            memcpy(&input, (const char *)j->options + options->row[i].offset, sizeof input);
    return input == CE_INPUT_DISTANCE;
}

int partition_read_pairs(partition_job *j, const ce_table_format *format, ce_error *err)
{
    int rc = read_matrix(j, format, err);

    if (rc)
        return rc;
    if (is_distance(j) || !ce_cli_given(j->cli, "input"))
        return ce_similarity_need_kind(&j->matrix, is_distance(j), j->path, err);
    if (ce_similarity_has_zero_diagonal(&j->matrix))
        note_zero_diagonal(j);
    return CE_OK;
}

/* ---- trees ---- */

partition_file partition_tree_file(const void *options)
{
    const partition_tree *tree = options;

    return (partition_file){"tree", tree->path};
}

int partition_write_tree(const partition_job *j, const char *path, ce_error *err)
{
    const partition_tree *tree = j->options;

    return ce_dendrogram_write(&j->tree, path, j->id.name ? &j->id : NULL,
                               (ce_tree_format)tree->form, j->tool->common.delimiter, err);
}

/* ---- graphs ---- */

int partition_merge_vertices(partition_job *j, int is_distance, ce_error *err)
{
    return (is_distance ? ce_distance_merge_identical : ce_similarity_merge_identical)(
        &j->matrix, j->objects, &j->merged, &j->size, &j->vertex, err);
}

int partition_tell(const partition_job *j, int rc, const ce_error *inner, size_t k,
                   const ce_partition *labels, ce_error *err)
{
    if (rc)
        return ce_fail(err, (ce_status)rc, "%s: %.900s", ce_path_name(j->path), inner->text);
    if ((size_t)labels->k < k)
        ce_cli_note(j->cli, "%d cluster%s, %zu asked for: %s%s", labels->k,
                    labels->k == 1 ? "" : "s", k,
                    j->cutter ? j->cutter : "no more can be told apart",
                    j->cutter ? " left the others empty" : "");
    return CE_OK;
}

int partition_need_edges(const ce_similarity *graph, ce_error *err)
{
    for (size_t i = 0; i < graph->n; i++) {
        size_t first = graph->row_start ? graph->row_start[i] : ce_packed_index(graph->n, i, i) + 1,
               end = graph->row_start ? graph->row_start[i + 1]
                                      : ce_packed_index(graph->n, i, graph->n - 1) + 1;
        for (size_t e = first; e < end; e++)
            if (graph->values[e] > 0 && (!graph->row_start || (size_t)graph->column[e] != i))
                return CE_OK;
    }
    return ce_similarity_fail_empty(graph->n, "a similarity", err);
}

int partition_cut_graph(partition_job *j, partition_cut_vertices *cut, size_t k,
                        ce_partition *partition, ce_error *err)
{
    const ce_similarity *graph = j->vertex ? &j->merged : &j->matrix;
    ce_partition vertices = {0}, *labels = j->vertex ? &vertices : partition;
    ce_error inner = {0};
    int rc;

    if (k > graph->n)
        return ce_fail(err, CE_EINPUT,
                       "%s: %zu clusters asked for, but only %zu objects differ (see --vertices)",
                       ce_path_name(j->path), k, graph->n);
    rc = cut(j, graph, j->vertex ? j->size : j->objects, k, labels, &inner);
    rc = partition_tell(j, rc, &inner, k, labels, err);
    if (!rc && j->vertex)
        rc = ce_partition_expand(&vertices, j->vertex, j->matrix.n, partition, err);
    ce_partition_free(&vertices);
    return rc;
}
