/* hne: agglomeration by normalized edges. */
#include "partition.h"
#include "partition/linkage/fractions.h"
#include "partition/normalized_edges.h"

typedef struct {
    partition_tree tree;
    double theta;
    int leftover, tie;
} hne_options;

static const ce_option rows[] = {
    {0, "theta", CE_REAL, "T", 0, 1, NULL, "0.3", offsetof(hne_options, theta), NULL,
     "two objects have an edge if their similarity is above T, which is below 1"},
    {0, "leftover", CE_CHOICE, "RULE", 0, 0, CE_HNE_LEFTOVER_NAMES, "keep",
     offsetof(hne_options, leftover), NULL,
     "what to do if no edge is left and there are more clusters than asked for"},
    PARTITION_ROW_TIE(hne_options),
    PARTITION_ROWS_TREE(hne_options),
};

static int check(const partition_job *j)
{
    if (ce_cli_given(j->cli, "leftover") && !j->tool->common.k.count)
        ce_cli_usage(j->cli, "--leftover goes with -k");
    return 0;
}

static int grow(partition_job *j, ce_error *err)
{
    const hne_options *o = j->options;
    ce_hne_options how = {o->theta, (ce_hne_leftover)o->leftover, (ce_tie)o->tie,
                          ce_cli_step(j->cli)};
    ce_threshold_graph graph = {0};
    int rc = ce_similarity_check(&j->matrix, "", err);

    if (!rc)
        rc = ce_threshold_graph_build(&graph, &j->matrix, how.theta, 0, err);
    if (!rc)
        rc = ce_hne_tree(&graph, &j->matrix, j->objects, NULL, &how, &j->tree, err);
    ce_threshold_graph_free(&graph);
    return rc;
}

static int cut(partition_job *j, size_t k, ce_partition *partition, ce_error *err)
{
    const hne_options *o = j->options;
    int rc = ce_hne_cut(&j->tree, &j->matrix, j->objects, k, (ce_hne_leftover)o->leftover,
                        partition, err);

    if (!rc && (size_t)partition->k > k)
        ce_cli_note(j->cli,
                    "%d clusters, %zu asked for: the threshold graph has so many components (see "
                    "--leftover)",
                    partition->k, k);
    return rc;
}

const partition_method partition_hne = {
    .about = {.name = "hne",
              .summary = "agglomeration by normalised edges of the threshold graph",
              .about = "Two objects have an edge if their similarity is above a threshold. The "
                       "two clusters with the most edges for their sizes merge first. It was "
                       "made for co-association matrices.",
              .reference = "hne2007",
              .reads = CE_READS_MATRIX,
              .needs = CE_USES_K,
              .reports = CE_REPORTS_TREE,
              .cost = CE_COST_OBJECT_PAIRS,
              .options = CE_OPTIONS(rows, hne_options)},
    .check = check,
    .beside = partition_tree_file,
    .read = partition_read_graph,
    .prepare = grow,
    .cut = cut,
    .write = partition_write_tree,
};
