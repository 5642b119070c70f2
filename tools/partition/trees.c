/* Methods that grow a dendrogram: linkage and normalized edges. */
#include "partition.h"

#include <string.h>

#include "partition/normalized_edges.h"
#include "partition/linkage/linkage.h"

int partition_grow_linkage(partition_job *j, ce_error *err)
{
    ce_linkage_method method = !strcmp(j->noun, "single")     ? CE_LINKAGE_SINGLE
                               : !strcmp(j->noun, "complete") ? CE_LINKAGE_COMPLETE
                               : !strcmp(j->noun, "average")  ? CE_LINKAGE_AVERAGE
                                                              : CE_LINKAGE_WARD;

    if (method == CE_LINKAGE_COMPLETE && j->options->tie)
        method = CE_LINKAGE_COMPLETE_MEANSIM;
    return ce_linkage(&j->matrix, j->options->input, j->objects, method, &j->tree, err);
}

int partition_cut_tree(partition_job *j, size_t k, ce_partition *partition, ce_error *err)
{
    return ce_dendrogram_cut(&j->tree, k, partition, err);
}

int partition_grow_hne(partition_job *j, ce_error *err)
{
    ce_hne_options options = {j->options->theta, (ce_hne_leftover)j->options->leftover,
                              (ce_hne_tie)j->options->tie};
    ce_threshold_graph graph = {0};
    int rc = ce_threshold_graph_build(&graph, &j->matrix, options.theta, 0, err);

    if (!rc)
        rc = ce_hne_tree(&graph, &j->matrix, j->objects, &options, &j->tree, err);
    ce_threshold_graph_free(&graph);
    return rc;
}

int partition_cut_hne(partition_job *j, size_t k, ce_partition *partition, ce_error *err)
{
    int rc = ce_hne_cut(&j->tree, &j->matrix, j->objects, k, (ce_hne_leftover)j->options->leftover,
                        partition, err);

    if (!rc && (size_t)partition->k > k)
        ce_cli_note(j->cli,
                    "%d clusters, %zu asked for: the threshold graph has so many components (see "
                    "--leftover)",
                    partition->k, k);
    return rc;
}
