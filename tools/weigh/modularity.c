/* ce-weigh nm: how well the clusters of a base clustering follow the edges of a graph. */
#include "score/modularity.h"

#include <string.h>

#include "io/beside.h"
#include "io/data_table.h"
#include "io/input.h"
#include "io/matrix_file.h"
#include "similarity/neighbour_graph.h"
#include "weigh.h"

typedef struct {
    const char *data, *graph;
    int neighbours, modularity;
} nm_options;

static const ce_option rows[] = {
    {0, "data", CE_INPUT, "FILE", 0, 0, NULL, NULL, offsetof(nm_options, data), NULL,
     "the data from which the graph of nearest neighbours is made"},
    {0, "neighbours", CE_INTEGER, "T", 1, 1e9, NULL, "10", offsetof(nm_options, neighbours), "data",
     "two objects have an edge if one is among the T nearest of the other"},
    {0, "graph", CE_INPUT, "FILE", 0, 0, NULL, NULL, offsetof(nm_options, graph), "!data",
     "a graph instead of --data: a matrix of similarities"},
    {0, "modularity", CE_CHOICE, "FORM", 0, 0, CE_MODULARITY_FORM_NAMES, "edges",
     offsetof(nm_options, modularity), NULL, "each edge counts 1, or its weight, or as printed"},
};

static void check(const ce_cli *cli, const void *noun)
{
    const nm_options *o = noun;

    if (!o->data && !o->graph)
        ce_cli_usage(cli, "which graph? one of --data and --graph is needed");
}

/* The affinities along the edges between nearest neighbours of --data. id: gets its ids. */
static int make_graph(const weigh_call *call, ce_similarity *graph, ce_text_column *id,
                      ce_error *err)
{
    const nm_options *o = call->noun;
    const char *path = ce_cli_operand(call->cli, 0);
    ce_table_format format = ce_cli_format(call->cli),
                    beside = ce_format_beside_labels(&format, &call->in, path);
    ce_data_table data = {0};
    ce_similarity distance = {0};
    int rc = ce_data_table_read(&data, o->data, &beside, err);

    for (size_t s = 0; !rc && s < data.values.columns; s++)
        if (data.categories[s].count)
            rc = ce_fail(err, CE_EINPUT,
                         "%s: column %s is categorical, numbers expected: ce-prepare onehot",
                         ce_path_name(o->data), data.name[s]);
    if (!rc)
        ce_data_table_tell_tiny(&data, o->data, &format.listener);
    if (!rc)
        rc = ce_neighbour_graph(&data.values, (size_t)o->neighbours, &distance, err);
    if (!rc)
        rc = ce_affinity_of_distances(&distance, CE_AFFINITY_GAUSSIAN, 0, graph, err);
    ce_similarity_free(&distance);
    *id = data.id;
    data.id = (ce_text_column){0};
    ce_data_table_free(&data);
    return rc;
}

static int run(const weigh_call *call, double *weight, ce_error *err)
{
    const nm_options *o = call->noun;
    const char *path = ce_path_name(ce_cli_operand(call->cli, 0));
    const char *side = o->graph ? o->graph : o->data;
    ce_table_format plain = ce_cli_format(call->cli),
                    format = ce_format_beside_labels(&plain, &call->in, path);
    ce_similarity graph = {0};
    ce_text_column id = {0};
    int rc;

    if (call->in.size)
        return ce_fail(err, CE_EINPUT,
                       "%s: a microcluster table, a row an object expected: ce-microcluster expand",
                       path);
    rc = o->graph ? ce_similarity_read_ids(&graph, &id, o->graph, &format, err)
                  : make_graph(call, &graph, &id, err);
    if (!rc)
        rc = ce_objects_check_count(graph.n, &id, side, call->in.labels.n, &call->in.id, path, "",
                                    err);
    if (!rc)
        rc = ce_ids_check(&id, side, &call->in.id, path, graph.n, &format.listener, err);
    if (!rc)
        rc = ce_normalized_modularity(&graph, &call->in.labels, (ce_modularity_form)o->modularity,
                                      weight, err);
    ce_similarity_free(&graph);
    ce_text_column_free(&id);
    return rc;
}

const weigh_noun weigh_nm = {
    .noun = {.name = "nm",
             .summary = "normalised modularity: how well it follows the edges of a graph (WSCE)",
             .about = "The modularity of the base clustering on the graph of nearest neighbours, "
                      "or on another graph, scaled to 1/4 .. 1. It judges each base clustering by "
                      "the data, not by the other base clusterings.",
             .reference = "wsce2015",
             .reads = CE_READS_LABELS,
             .takes = CE_USES_DATA,
             .cost = CE_COST_OBJECTS,
             .options = CE_OPTIONS(rows, nm_options)},
    .check = check,
    .run = run,
};
