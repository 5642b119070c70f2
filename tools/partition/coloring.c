/* coloring: the colors of a threshold graph. */
#include "partition/coloring_matrix.h"
#include "partition.h"

typedef struct {
    double theta;
    int input, distance_to, vertices;
} coloring_options;

static const ce_option rows[] = {
    {0, "theta", CE_REAL, "T", 0, 1e300, NULL, NULL, offsetof(coloring_options, theta), NULL,
     "no edge up to distance T: the largest distance within a cluster; needed"},
    PARTITION_ROW_INPUT(coloring_options),
    {0, "distance-to", CE_CHOICE, "HOW", 0, 0, CE_COLOR_DISTANCE_NAMES, "mean",
     offsetof(coloring_options, distance_to), NULL,
     "distance of a row to a colour: over its objects, its rows, all pairs of objects, or the "
     "farthest"},
    PARTITION_ROW_VERTICES(coloring_options, NULL),
};

static int check(const partition_job *j)
{
    if (j->tool->common.k.count)
        ce_cli_usage(j->cli, "coloring finds the number of clusters itself: --theta, not -k");
    if (!ce_cli_given(j->cli, "theta"))
        ce_cli_usage(j->cli, "coloring needs --theta T: the largest distance within a cluster");
    return 1;
}

static int prepare(partition_job *j, ce_error *err)
{
    const coloring_options *o = j->options;

    if (o->vertices == PARTITION_VERTICES_OBJECTS)
        return CE_OK;
    return partition_merge_vertices(j, o->input == CE_INPUT_DISTANCE, err);
}

/* k is 0: colors are as many as it takes. */
static int color(const partition_job *j, const ce_similarity *graph, const double *size, size_t k,
                 ce_partition *labels, ce_error *err)
{
    const coloring_options *o = j->options;
    int rc = ce_coloring_matrix(graph, o->input == CE_INPUT_DISTANCE, size, o->theta,
                                (ce_color_distance)o->distance_to, labels, err);

    (void)k;
    if (!rc)
        ce_cli_detail(j->cli, "coloring: %zu vertices, %d colours", labels->n, labels->k);
    return rc;
}

static int cut(partition_job *j, size_t k, ce_partition *partition, ce_error *err)
{
    return partition_cut_graph(j, color, k, partition, err);
}

const partition_method partition_coloring = {
    .about = {.name = "coloring",
              .summary = "colours the graph of distances above a threshold (Welsh and Powell)",
              .about = "Rows further apart than T are joined by an edge, and the graph is "
                       "coloured with few colours. The colours are the clusters: none has two "
                       "rows further apart than T. It finds the number of clusters itself.",
              .reference = "gcons2010",
              .reads = CE_READS_MATRIX,
              .cost = CE_COST_OBJECT_PAIRS,
              .options = CE_OPTIONS(rows, coloring_options)},
    .check = check,
    .read = partition_read_pairs,
    .prepare = prepare,
    .cut = cut,
};
