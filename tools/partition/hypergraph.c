/* The hypergraph of a file, or of the clusters of a label table. */
#include "partition.h"

#include <stdlib.h>

#include "io/hypergraph_file.h"
#include "io/input.h"
#include "partition/hypergraph/hypergraph_cut.h"
#include "partition/hypergraph/hypergraph_program.h"

int partition_read_hypergraph(partition_job *j, const ce_table_format *format, ce_error *err)
{
    const partition_options *o = j->options;
    ce_input *input = NULL;
    int is_hgr = o->from == 1, rc = ce_input_open(&input, j->path, err);

    if (!rc && !o->from)
        rc = ce_hypergraph_is_next(input, &is_hgr, err);
    if (!rc && is_hgr && (ce_cli_given(j->cli, "vertices") || ce_cli_given(j->cli, "edge-weight")))
        rc = ce_fail(err, CE_EARG,
                     "--vertices and --edge-weight go with a label table, and %s is a hypergraph",
                     ce_path_name(j->path));
    if (!rc)
        rc = is_hgr ? ce_hypergraph_read(&j->hypergraph, input, err)
                    : ce_label_table_read_input(&j->labels, input, format, err);
    ce_input_close(input);
    ce_text_column_move(&j->id, &j->labels.id);
    j->n = is_hgr ? j->hypergraph.n : j->labels.labels.n;
    return rc;
}

/* A label table becomes a hypergraph; --sizes go before what the file says. */
int partition_make_hypergraph(partition_job *j, ce_error *err)
{
    const ce_labels *labels = &j->labels.labels;
    const double *size = j->objects ? j->objects : j->labels.size;
    int objects = j->options->vertices, rc;

    if (!labels->n) {
        if (j->objects) {
            free(j->hypergraph.vertex_weight);
            j->hypergraph.vertex_weight = j->objects;
            j->objects = NULL;
        }
        return CE_OK;
    }
    rc = objects ? ce_microclusters_trivial(&j->micro, labels, size, err)
                 : ce_microclusters_build(&j->micro, labels, size, err);
    if (!rc)
        rc = ce_hypergraph_from_labels(&j->hypergraph, &j->micro.rows,
                                       objects && !size ? NULL : j->micro.size,
                                       (ce_hyperedge_weight)j->options->edge_weight, err);
    return rc;
}

int partition_cut_hypergraph(partition_job *j, size_t k, ce_partition *partition, ce_error *err)
{
    const partition_options *o = j->options;
    ce_hypergraph_options how = {k, o->imbalance, (size_t)o->runs, o->common.seed};
    ce_partition vertices = {0}, *labels = j->micro.count ? &vertices : partition;
    double cut = 0;
    ce_error inner = {0};
    int rc;

    if (k > j->hypergraph.n)
        return ce_fail(err, CE_EINPUT,
                       "%s: %zu clusters asked for, but only %zu objects differ (see --vertices)",
                       ce_path_name(j->path), k, j->hypergraph.n);
    rc = o->program ? ce_hypergraph_program(&j->hypergraph, o->program, &how, labels, &cut, &inner)
                    : ce_hypergraph_cut(&j->hypergraph, &how, labels, &cut, &inner);
    if (rc == CE_EIO)
        return ce_fail(err, CE_EIO, "%s", inner.text);
    if (!rc && o->program && (size_t)labels->k < k)
        ce_cli_note(j->cli, "%d clusters, %zu asked for: %s left the others empty", labels->k, k,
                    o->program);
    else if ((rc = partition_tell(j, rc, &inner, k, labels, err)))
        return rc;
    ce_cli_detail(j->cli, "%zu clusters of %zu vertices: edges of weight %.15g are cut", k,
                  j->hypergraph.n, cut);
    if (j->micro.count)
        rc = ce_microclusters_expand(&j->micro, &vertices, partition, err);
    ce_partition_free(&vertices);
    return rc;
}
