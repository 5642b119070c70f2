/* transfer-cut: the normalized cut of a bipartite graph. */
#include "partition/graph/transfer_cut.h"
#include "io/biadjacency_table.h"
#include "partition.h"

typedef struct {
    int start, restarts, iterations;
} transfer_options;

static const ce_option rows[] = {
    {0, "start", CE_CHOICE, "HOW", 0, 0, CE_TRANSFER_START_NAMES, "plusplus",
     offsetof(transfer_options, start), NULL,
     "start of k-means: k-means++, or one run from the first row and those farthest from it"},
    {0, "restarts", CE_INTEGER, "N", 1, 1000000, NULL, "3", offsetof(transfer_options, restarts),
     "start=plusplus", "runs of k-means on the eigenvectors; the best is kept"},
    {0, "iterations", CE_INTEGER, "N", 1, 1000000, NULL, "100",
     offsetof(transfer_options, iterations), NULL,
     "largest number of iterations in each run of "
     "k-means"},
};

static int read_table(partition_job *j, const ce_table_format *format, ce_error *err)
{
    int rc = ce_biadjacency_read(&j->table, &j->id, j->path, format, err);

    j->n = j->table.rows;
    return rc;
}

static int cut(partition_job *j, size_t k, ce_partition *partition, ce_error *err)
{
    const transfer_options *o = j->options;
    ce_transfer_options how = {.k = k,
                               .start = (ce_transfer_start)o->start,
                               .restarts = (size_t)o->restarts,
                               .iterations = (size_t)o->iterations,
                               .seed = j->tool->common.seed};
    ce_error inner = {0};
    int rc = ce_transfer_cut(&j->table, j->objects, &how, partition, &inner);

    return partition_tell(j, rc, &inner, k, partition, err);
}

const partition_method partition_transfer_cut = {
    .about = {.name = "transfer-cut",
              .summary =
                  "normalised cut of a bipartite graph of objects and clusters (Li, Wu, Chang)",
              .about = "It reads a table with a row for each object and a column for each "
                       "cluster. The normalised cut is solved for the clusters and carried over "
                       "to the objects, and k-means finishes it. So many objects cost little.",
              .reference = "li2012",
              .reads = CE_READS_GRAPH,
              .needs = CE_USES_K,
              .cost = CE_COST_OBJECTS,
              .options = CE_OPTIONS(rows, transfer_options)},
    .read = read_table,
    .cut = cut,
};
