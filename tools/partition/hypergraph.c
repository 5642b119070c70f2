/* hypergraph: of a file, or of the clusters of a label table, in parts of nearly equal size. */
#include <stdlib.h>

#include "io/hypergraph_file.h"
#include "io/input.h"
#include "partition.h"
#include "partition/hypergraph/hypergraph_cut.h"
#include "partition/hypergraph/hypergraph_program.h"

/* What FILE is. */
enum { FROM_AUTO, FROM_HGR, FROM_LABELS };
/* In the order of the enum; for option rows. */
#define FROM_NAMES "auto|hgr|labels"

typedef struct {
    int from, vertices, edge_weight, runs;
    double imbalance;
    const char *program, *hgr;
} hypergraph_options;

static const ce_option rows[] = {
    {0, "from", CE_CHOICE, "KIND", 0, 0, FROM_NAMES, "auto", offsetof(hypergraph_options, from),
     NULL, "FILE is a hypergraph of hMETIS, or a label table, whose clusters are the edges"},
    PARTITION_ROW_VERTICES(hypergraph_options, "from=auto|labels"),
    {0, "edge-weight", CE_CHOICE, "WHAT", 0, 0, CE_HYPEREDGE_WEIGHT_NAMES, "equal",
     offsetof(hypergraph_options, edge_weight), "from=auto|labels",
     "weight of the clusters of a label table: the same for all, or their numbers of objects"},
    {0, "imbalance", CE_REAL, "B", 0.001, 49.999, NULL, "5",
     offsetof(hypergraph_options, imbalance), NULL,
     "each bisection keeps both halves within (50 +- B) %: UBfactor of hMETIS"},
    {0, "runs", CE_INTEGER, "N", 1, 1000000, NULL, "10", offsetof(hypergraph_options, runs),
     "!program", "tries of each bisection; the best is kept"},
    {0, "program", CE_TEXT, "CMD", 0, 0, NULL, NULL, offsetof(hypergraph_options, program), NULL,
     "let CMD FILE K B cut; it writes FILE.part.K as hMETIS does"},
    {0, "hgr", CE_OUTPUT, "FILE", 0, 0, NULL, NULL, offsetof(hypergraph_options, hgr), NULL,
     "write the hypergraph here; without -k, nothing else is written"},
};

/* Without -k nothing is cut. */
static int check(const partition_job *j)
{
    static const char *const of_cut[] = {"imbalance", "runs", "program"};
    const hypergraph_options *o = j->options;

    for (size_t i = 0; i < sizeof of_cut / sizeof *of_cut; i++)
        if (o->hgr && !j->tool->common.k.count && ce_cli_given(j->cli, of_cut[i]))
            ce_cli_usage(j->cli, "--%s goes with -k", of_cut[i]);
    return 0;
}

static partition_file beside(const void *options)
{
    const hypergraph_options *o = options;

    return (partition_file){"hgr", o->hgr};
}

static int read_any(partition_job *j, const ce_table_format *format, ce_error *err)
{
    const hypergraph_options *o = j->options;
    ce_input *input = NULL;
    int is_hgr = o->from == FROM_HGR, rc = ce_input_open(&input, j->path, err);

    if (!rc && o->from == FROM_AUTO)
        rc = ce_hypergraph_is_next(input, &is_hgr, err);
    if (!rc && is_hgr && (ce_cli_given(j->cli, "vertices") || ce_cli_given(j->cli, "edge-weight")))
        rc = ce_fail(err, CE_EARG,
                     "--vertices and --edge-weight go with a label table, and %s is a hypergraph",
                     ce_path_name(j->path));
    if (!rc && is_hgr)
        ce_cli_refuse_cut(j->cli, "a hypergraph");
    if (!rc)
        rc = is_hgr ? ce_hypergraph_read(&j->hypergraph, input, err)
                    : ce_label_table_read_input(&j->labels, input, format, err);
    ce_input_close(input, err);
    ce_text_column_move(&j->id, &j->labels.id);
    j->n = is_hgr ? j->hypergraph.n : j->labels.labels.n;
    return rc;
}

/* A label table becomes a hypergraph; --sizes go before what the file says. */
static int prepare(partition_job *j, ce_error *err)
{
    const hypergraph_options *o = j->options;
    const ce_labels *labels = &j->labels.labels;
    const double *size = j->objects ? j->objects : j->labels.size;
    int by_object = o->vertices == PARTITION_VERTICES_OBJECTS, rc;

    if (!labels->n) {
        if (j->objects) {
            free(j->hypergraph.vertex_weight);
            j->hypergraph.vertex_weight = j->objects;
            j->objects = NULL;
        }
        return CE_OK;
    }
    rc = by_object ? ce_microclusters_trivial(&j->micro, labels, size, err)
                   : ce_microclusters_build(&j->micro, labels, size, err);
    if (!rc)
        rc = ce_hypergraph_from_labels(&j->hypergraph, &j->micro.rows,
                                       by_object && !size ? NULL : j->micro.size,
                                       (ce_hyperedge_weight)o->edge_weight, err);
    return rc;
}

static int cut(partition_job *j, size_t k, ce_partition *partition, ce_error *err)
{
    const hypergraph_options *o = j->options;
    ce_hypergraph_options how = {k, o->imbalance, (size_t)o->runs, j->tool->common.seed};
    ce_partition vertices = {0}, *labels = j->micro.count ? &vertices : partition;
    double weight = 0;
    ce_error inner = {0};
    int rc;

    if (k > j->hypergraph.n)
        return ce_fail(err, CE_EINPUT,
                       "%s: %zu clusters asked for, but only %zu objects differ (see --vertices)",
                       ce_path_name(j->path), k, j->hypergraph.n);
    rc = o->program
             ? ce_hypergraph_program(&j->hypergraph, o->program, &how, labels, &weight, &inner)
             : ce_hypergraph_cut(&j->hypergraph, &how, labels, &weight, &inner);
    if (rc == CE_EIO)
        return ce_fail(err, CE_EIO, "%s", inner.text);
    j->cutter = o->program;
    rc = partition_tell(j, rc, &inner, k, labels, err);
    if (rc)
        return rc;
    ce_cli_detail(j->cli, "%zu clusters of %zu vertices: edges of weight %.15g are cut", k,
                  j->hypergraph.n, weight);
    if (j->micro.count)
        rc = ce_microclusters_expand(&j->micro, &vertices, partition, err);
    ce_partition_free(&vertices);
    return rc;
}

static int write_hypergraph(const partition_job *j, const char *path, ce_error *err)
{
    return ce_hypergraph_write(&j->hypergraph, path, err);
}

const partition_method partition_hypergraph = {
    .about = {.name = "hypergraph",
              .summary = "cuts a hypergraph into parts of nearly equal size (as hMETIS)",
              .about =
                  "It cuts the hypergraph into K parts so that the edges with vertices in more "
                  "than one part weigh little. It also reads a label table, whose clusters are "
                  "the edges between its objects: this is HGPA.",
              .reference = "strehl2002",
              .reads = CE_READS_GRAPH | CE_READS_LABELS,
              .needs = CE_USES_K,
              .cost = CE_COST_OBJECTS,
              .options = CE_OPTIONS(rows, hypergraph_options)},
    .check = check,
    .beside = beside,
    .read = read_any,
    .prepare = prepare,
    .cut = cut,
    .write = write_hypergraph,
};
