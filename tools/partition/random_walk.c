/* random-walk: each object to the seed region that a random walk reaches first. */
#include "partition/graph/random_walk.h"
#include "io/beside.h"
#include "partition.h"

typedef struct {
    int vertices, neighbours;
    double beta, core;
    const char *seeds;
} walk_options;

static const ce_option rows[] = {
    PARTITION_ROW_VERTICES(walk_options, "!seeds"),
    {0, "neighbours", CE_INTEGER, "N", 1, 1000000000, NULL, "10",
     offsetof(walk_options, neighbours), NULL,
     "keep links to this many nearest of either end, and ties"},
    {0, "beta", CE_REAL, "B", 1e-6, 100, NULL, "30", offsetof(walk_options, beta), NULL,
     "a similarity s gives a link of weight exp(-B (1 - s))"},
    {0, "core", CE_REAL, "S", 1e-6, 1, NULL, "0.9", offsetof(walk_options, core), "!seeds",
     "seed regions grow along similarities of S and above"},
    {0, "seeds", CE_INPUT, "FILE", 0, 0, NULL, NULL, offsetof(walk_options, seeds), NULL,
     "instead of -k: a label table of one column, with the cluster of each seed and missing "
     "labels elsewhere"},
};

static int check(const partition_job *j)
{
    const walk_options *o = j->options;

    if (o->seeds && j->tool->common.k.count)
        ce_cli_usage(j->cli, "-k or --seeds: only one of them");
    return o->seeds != NULL;
}

static int read_matrix_and_seeds(partition_job *j, const ce_table_format *format, ce_error *err)
{
    const walk_options *o = j->options;
    int rc = partition_read_graph(j, format, err);

    if (!rc && o->seeds)
        rc = ce_seeds_read(&j->seeds, &j->seed_clusters, o->seeds, format, &j->id, j->path, j->n,
                           err);
    return rc;
}

/* Seeds are given for objects, which are the vertices then. */
static int prepare(partition_job *j, ce_error *err)
{
    const walk_options *o = j->options;

    if (o->vertices == PARTITION_VERTICES_OBJECTS || j->seeds)
        return CE_OK;
    return partition_merge_vertices(j, 0, err);
}

static int cut_vertices(const partition_job *j, const ce_similarity *graph, const double *size,
                        size_t k, ce_partition *labels, ce_error *err)
{
    const walk_options *o = j->options;
    ce_random_walk_options how = {k, (size_t)o->neighbours, o->beta, o->core, j->seeds, NULL};
    int rc = k > 1 && k < graph->n ? partition_need_edges(graph, err) : CE_OK;

    return rc ? rc : ce_random_walk(graph, size, &how, labels, err);
}

static int cut(partition_job *j, size_t k, ce_partition *partition, ce_error *err)
{
    return partition_cut_graph(j, cut_vertices, k ? k : j->seed_clusters, partition, err);
}

const partition_method partition_random_walk = {
    .about = {.name = "random-walk",
              .summary = "each object to the seed region that a random walk reaches first (Grady)",
              .about = "The probabilities come from a system of linear equations. Seeds are given, "
                       "or found in the matrix as Abdala, Wattuya and Jiang do for a consensus of "
                       "base clusterings.",
              .reference = "abdala2010",
              .reads = CE_READS_MATRIX,
              .takes = CE_USES_K,
              .cost = CE_COST_OBJECT_PAIRS,
              .options = CE_OPTIONS(rows, walk_options)},
    .check = check,
    .read = read_matrix_and_seeds,
    .prepare = prepare,
    .cut = cut,
};
