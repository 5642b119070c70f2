/* metis: the graph of a similarity matrix in parts of nearly equal size. */
#include "partition.h"
#include "partition/graph/graph_cut.h"

typedef struct {
    int vertices, scheme;
    double balance;
} metis_options;

static const ce_option rows[] = {
    PARTITION_ROW_VERTICES(metis_options, NULL),
    {0, "scheme", CE_CHOICE, "HOW", 0, 0, CE_METIS_SCHEME_NAMES, "recursive",
     offsetof(metis_options, scheme), NULL, "METIS's scheme"},
    {0, "balance", CE_REAL, "B", 1, 1000, NULL, NULL, offsetof(metis_options, balance), NULL,
     "the heaviest cluster may weigh B times the mean; default: METIS aims at equal ones"},
};

static int prepare(partition_job *j, ce_error *err)
{
    const metis_options *o = j->options;

    if (o->vertices == PARTITION_VERTICES_OBJECTS)
        return CE_OK;
    return partition_merge_vertices(j, 0, err);
}

static int cut_vertices(const partition_job *j, const ce_similarity *graph, const double *size,
                        size_t k, ce_partition *labels, ce_error *err)
{
    const metis_options *o = j->options;
    ce_metis_options how = {k, (ce_metis_scheme)o->scheme, o->balance, j->tool->common.seed};
    int rc = k > 1 && k < graph->n ? partition_need_edges(graph, err) : CE_OK;

    return rc ? rc : ce_metis_similarity(graph, size, &how, labels, err);
}

static int cut(partition_job *j, size_t k, ce_partition *partition, ce_error *err)
{
    const metis_options *o = j->options;

    j->cutter = o->scheme == CE_METIS_ONCE ? "METIS" : NULL;
    return partition_cut_graph(j, cut_vertices, k, partition, err);
}

const partition_method partition_metis = {
    .about = {.name = "metis",
              .summary = "cuts the graph into parts of nearly equal size (METIS)",
              .about = "Cuts the graph of the objects, with an edge for each similarity above 0, "
                       "into K parts of nearly equal size with little similarity between them. "
                       "On a co-association matrix this is CSPA.",
              .reference = "karypis1998",
              .reads = CE_READS_MATRIX,
              .needs = CE_USES_K,
              .cost = CE_COST_OBJECT_PAIRS,
              .options = CE_OPTIONS(rows, metis_options)},
    .read = partition_read_graph,
    .prepare = prepare,
    .cut = cut,
};
