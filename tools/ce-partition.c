/* ce-partition: cuts the objects of a similarity matrix, of a bipartite graph, or of a hypergraph, into clusters. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/tool.h"
#include "core/memory.h"
#include "core/microclusters.h"
#include "io/beside.h"
#include "io/biadjacency_table.h"
#include "io/dendrogram_file.h"
#include "io/hypergraph_file.h"
#include "io/input.h"
#include "io/label_table.h"
#include "io/matrix_file.h"
#include "partition/graph_cut.h"
#include "partition/hne.h"
#include "partition/hypergraph_cut.h"
#include "partition/hypergraph_program.h"
#include "partition/linkage.h"
#include "partition/random_walk.h"
#include "partition/spectral.h"
#include "partition/transfer_cut.h"

struct options {
    ce_common common;
    double height, theta, balance, beta, core, imbalance;
    int lifetime, tree_format, input, leftover, tie, vertices, scheme, solver, restarts, start, iterations, neighbours, runs, edge_weight, from;
    const char *tree, *sizes, *seeds, *program, *hgr;
};

#define LINKAGE "single complete average ward"
#define GRAPH "metis spectral random-walk"

static const ce_option table[] = {
    {0, "height", CE_REAL, "H", 0, 0, NULL, NULL, offsetof(struct options, height), LINKAGE,
     "instead of -k: clusters whose members join at distance H or below"},
    {0, "lifetime", CE_FLAG, NULL, 0, 0, NULL, NULL, offsetof(struct options, lifetime), LINKAGE,
     "instead of -k: the number of clusters with the longest lifetime"},
    {0, "tree", CE_TEXT, "FILE", 0, 0, NULL, NULL, offsetof(struct options, tree), LINKAGE " hne",
     "write the tree of merges here; without -k, nothing else is written"},
    {0, "tree-format", CE_CHOICE, "FORM", 0, 0, "scipy|newick", "scipy", offsetof(struct options, tree_format), LINKAGE " hne",
     "form of the tree"},
    {0, "input", CE_CHOICE, "KIND", 0, 0, "similarity|distance", "similarity", offsetof(struct options, input), LINKAGE,
     "what the matrix holds; a similarity s is the distance 1 - s"},
    {0, "sizes", CE_TEXT, "FILE", 0, 0, NULL, NULL, offsetof(struct options, sizes), NULL,
     "microcluster table: how many objects each row stands for"},
    {0, "theta", CE_REAL, "T", 0, 1, NULL, "0.3", offsetof(struct options, theta), "hne",
     "two objects have an edge when their similarity is above T, which is below 1"},
    {0, "leftover", CE_CHOICE, "RULE", 0, 0, "keep|absorb", "keep", offsetof(struct options, leftover), "hne",
     "when no edge is left and there are more clusters than asked for"},
    {0, "tie", CE_CHOICE, "RULE", 0, 0, "index|meansim", "index", offsetof(struct options, tie), "complete hne",
     "which of several nearest pairs merges: the first, or the one of largest mean similarity"},
    {0, "vertices", CE_CHOICE, "WHAT", 0, 0, "distinct|objects", "distinct", offsetof(struct options, vertices), GRAPH " hypergraph",
     "distinct: objects that nothing tells apart are one vertex of the graph"},
    {0, "scheme", CE_CHOICE, "HOW", 0, 0, "recursive|kway", "recursive", offsetof(struct options, scheme), "metis",
     "METIS's scheme"},
    {0, "balance", CE_REAL, "B", 1, 1000, NULL, NULL, offsetof(struct options, balance), "metis",
     "the heaviest cluster may weigh B times the mean; without it METIS aims at equal ones"},
    {0, "solver", CE_CHOICE, "HOW", 0, 0, "auto|dense|sparse", "auto", offsetof(struct options, solver), "spectral",
     "of the eigenproblem: LAPACK (dense) or ARPACK (sparse)"},
    {0, "start", CE_CHOICE, "HOW", 0, 0, "plusplus|farthest", "plusplus", offsetof(struct options, start), "transfer-cut",
     "of the k-means: k-means++, or one run from the first row and those farthest from it"},
    {0, "restarts", CE_INTEGER, "N", 1, 1000000, NULL, NULL, offsetof(struct options, restarts), "spectral transfer-cut",
     "runs of k-means on the eigenvectors, the best is kept; spectral 10, transfer-cut 3"},
    {0, "iterations", CE_INTEGER, "N", 1, 1000000, NULL, "100", offsetof(struct options, iterations), "transfer-cut",
     "of each run of k-means, at most"},
    {0, "neighbours", CE_INTEGER, "N", 1, 1000000000, NULL, "10", offsetof(struct options, neighbours), "random-walk",
     "the walk keeps links to so many nearest of one end, and ties"},
    {0, "beta", CE_REAL, "B", 1e-6, 100, NULL, "30", offsetof(struct options, beta), "random-walk",
     "a similarity s is a link of weight exp(-B (1 - s))"},
    {0, "core", CE_REAL, "S", 1e-6, 1, NULL, "0.9", offsetof(struct options, core), "random-walk",
     "seed regions grow along similarities of S and above"},
    {0, "seeds", CE_TEXT, "FILE", 0, 0, NULL, NULL, offsetof(struct options, seeds), "random-walk",
     "instead of -k: a label table of one column, the cluster of each seed, missing elsewhere"},
    {0, "from", CE_CHOICE, "KIND", 0, 0, "auto|hgr|labels", "auto", offsetof(struct options, from), "hypergraph",
     "what FILE is: a hypergraph of hMETIS, or a label table, whose clusters are the edges"},
    {0, "edge-weight", CE_CHOICE, "WHAT", 0, 0, "equal|size", "equal", offsetof(struct options, edge_weight), "hypergraph",
     "of the clusters of a label table: all the same, or their objects"},
    {0, "imbalance", CE_REAL, "B", 0.001, 49.999, NULL, "5", offsetof(struct options, imbalance), "hypergraph",
     "each bisection keeps both halves within (50 +- B) %: UBfactor of hMETIS"},
    {0, "runs", CE_INTEGER, "N", 1, 1000000, NULL, "10", offsetof(struct options, runs), "hypergraph",
     "of each bisection, the best is kept"},
    {0, "program", CE_TEXT, "CMD", 0, 0, NULL, NULL, offsetof(struct options, program), "hypergraph",
     "let CMD FILE K B cut, which writes FILE.part.K as hMETIS does"},
    {0, "hgr", CE_TEXT, "FILE", 0, 0, NULL, NULL, offsetof(struct options, hgr), "hypergraph",
     "write the hypergraph here; without -k, nothing else is written"},
};

static const ce_noun nouns[] = {
    {"single", "single linkage: the distance of the nearest pair"},
    {"complete", "complete linkage: the distance of the farthest pair"},
    {"average", "average linkage: the mean distance of all pairs"},
    {"ward", "Ward's method: the increase of the sum of squares (Euclidean distances only)"},
    {"hne", "agglomeration by normalized edges of the threshold graph"},
    {"metis", "the graph cut into parts of nearly equal size (METIS)"},
    {"spectral", "k-means on the eigenvectors of the normalized graph (Ng, Jordan and Weiss)"},
    {"random-walk", "each object to the seed region that a random walk reaches first (Grady)"},
    {"transfer-cut", "normalized cut of a bipartite graph: a table of objects by clusters (Li, Wu and Chang)"},
    {"hypergraph", "a hypergraph, or that of a label table, cut into parts of nearly equal size (as hMETIS)"},
    {NULL, NULL},
};

static const ce_tool tool = {
    .name = "ce-partition",
    .summary = "Cut the objects of a similarity matrix, of a bipartite graph, or of a hypergraph, into clusters.",
    .operands = "[FILE]",
    .max_operands = 1,
    .nouns = nouns,
    .options = table,
    .option_count = sizeof table / sizeof *table,
    .shared = CE_WITH_K | CE_WITH_TABLE | CE_WITH_SEED | CE_WITH_THREADS,
    .k_help = "clusters: 3, 2..20 or 2,5,9; a column for each",
};

/* One call: what came in, and what the method keeps between its two steps. */
typedef struct {
    const ce_cli *cli;
    const struct options *options;
    const char *noun, *path;
    size_t n, found;      /* rows; the number of clusters that seeds or --lifetime ask for */
    ce_similarity matrix; /* one of these is read */
    ce_biadjacency table;
    ce_hypergraph hypergraph; /* or made of */
    ce_label_table labels;
    ce_microclusters micro; /* of labels: the vertices of the hypergraph */
    ce_text_column id;
    double *objects; /* behind each row; NULL: one */
    int32_t *seeds;  /* cluster of each row, or missing; NULL: to be found */
    ce_dendrogram tree;
    ce_similarity merged; /* the graph methods' vertices, with their sizes, unless objects are the vertices */
    double *size;
    int32_t *vertex; /* object -> vertex */
} job;

/* ---- what is read ---- */

static int read_matrix(job *j, const ce_table_format *format, ce_error *err)
{
    int rc = ce_similarity_read(&j->matrix, j->path, format, err);

    j->n = j->matrix.n;
    return rc;
}

static int read_table(job *j, const ce_table_format *format, ce_error *err)
{
    int rc = ce_biadjacency_read(&j->table, &j->id, j->path, format, err);

    j->n = j->table.rows;
    return rc;
}

static int read_hypergraph(job *j, const ce_table_format *format, ce_error *err)
{
    const struct options *o = j->options;
    ce_input *input = NULL;
    int is_hgr = o->from == 1, rc = ce_input_open(&input, j->path, err);

    if (!rc && !o->from)
        rc = ce_hypergraph_is_next(input, &is_hgr, err);
    if (!rc && is_hgr && (ce_cli_given(j->cli, "vertices") || ce_cli_given(j->cli, "edge-weight")))
        rc = ce_fail(err, CE_EARG, "--vertices and --edge-weight go with a label table, and %s is a hypergraph", ce_path_name(j->path));
    if (!rc)
        rc = is_hgr ? ce_hypergraph_read(&j->hypergraph, input, err) : ce_label_table_read_input(&j->labels, input, format, err);
    ce_input_close(input);
    ce_text_column_move(&j->id, &j->labels.id);
    j->n = is_hgr ? j->hypergraph.n : j->labels.labels.n;
    return rc;
}

/* ---- the methods ---- */

static int grow_linkage(job *j, ce_error *err)
{
    ce_linkage_method method = !strcmp(j->noun, "single")     ? CE_LINKAGE_SINGLE
                               : !strcmp(j->noun, "complete") ? CE_LINKAGE_COMPLETE
                               : !strcmp(j->noun, "average")  ? CE_LINKAGE_AVERAGE
                                                              : CE_LINKAGE_WARD;

    if (method == CE_LINKAGE_COMPLETE && j->options->tie)
        method = CE_LINKAGE_COMPLETE_MEANSIM;
    return ce_linkage(&j->matrix, j->options->input, j->objects, method, &j->tree, err);
}

static int cut_tree(job *j, size_t k, ce_partition *partition, ce_error *err)
{
    return ce_dendrogram_cut(&j->tree, k, partition, err);
}

static int grow_hne(job *j, ce_error *err)
{
    ce_hne_options options = {j->options->theta, (ce_hne_leftover)j->options->leftover, (ce_hne_tie)j->options->tie};
    ce_threshold_graph graph = {0};
    int rc = ce_threshold_graph_build(&graph, &j->matrix, options.theta, 0, err);

    if (!rc)
        rc = ce_hne_tree(&graph, &j->matrix, j->objects, &options, &j->tree, err);
    ce_threshold_graph_free(&graph);
    return rc;
}

static int cut_hne(job *j, size_t k, ce_partition *partition, ce_error *err)
{
    int rc = ce_hne_cut(&j->tree, &j->matrix, j->objects, k, (ce_hne_leftover)j->options->leftover, partition, err);

    if (!rc && (size_t)partition->k > k)
        ce_cli_note(j->cli, "%d clusters, %zu asked for: the threshold graph has so many components (see --leftover)",
                    partition->k, k);
    return rc;
}

static int merge_vertices(job *j, ce_error *err)
{
    if (j->options->vertices || j->seeds)
        return CE_OK;
    return ce_similarity_merge_identical(&j->matrix, j->objects, &j->merged, &j->size, &j->vertex, err);
}

static int cut_vertices(const job *j, const ce_similarity *graph, const double *size, size_t k, ce_partition *labels, ce_error *err)
{
    const struct options *o = j->options;

    if (!strcmp(j->noun, "metis"))
        return ce_metis_similarity(graph, size, &(ce_metis_options){k, (ce_metis_scheme)o->scheme, o->balance, o->common.seed},
                                   labels, err);
    if (!strcmp(j->noun, "spectral"))
        return ce_spectral(graph, size, &(ce_spectral_options){k, (ce_solver)o->solver, (size_t)o->restarts, o->common.seed}, labels,
                           err);
    return ce_random_walk(graph, size, &(ce_random_walk_options){k, (size_t)o->neighbours, o->beta, o->core, j->seeds, NULL}, labels,
                          err);
}

/* The message of a cut gets the file's name; fewer clusters than asked for get a note. */
static int tell_cut(const job *j, int rc, const ce_error *inner, size_t k, const ce_partition *labels, ce_error *err)
{
    if (rc)
        return ce_fail(err, (ce_status)rc, "%s: %.900s", ce_path_name(j->path), inner->text);
    if ((size_t)labels->k < k)
        ce_cli_note(j->cli, "%d clusters, %zu asked for: no more can be told apart", labels->k, k);
    return CE_OK;
}

static int cut_graph(job *j, size_t k, ce_partition *partition, ce_error *err)
{
    const ce_similarity *graph = j->vertex ? &j->merged : &j->matrix;
    ce_partition vertices = {0}, *labels = j->vertex ? &vertices : partition;
    ce_error inner = {0};
    int rc;

    if (k > graph->n)
        return ce_fail(err, CE_EINPUT, "%s: %zu clusters asked for, but only %zu objects differ (see --vertices)",
                       ce_path_name(j->path), k, graph->n);
    rc = cut_vertices(j, graph, j->vertex ? j->size : j->objects, k, labels, &inner);
    rc = tell_cut(j, rc, &inner, k, labels, err);
    if (!rc && j->vertex)
        rc = ce_partition_expand(&vertices, j->vertex, j->matrix.n, partition, err);
    ce_partition_free(&vertices);
    return rc;
}

static int cut_table(job *j, size_t k, ce_partition *partition, ce_error *err)
{
    const struct options *o = j->options;
    ce_transfer_options options = {k, (ce_transfer_start)o->start, (size_t)o->restarts, (size_t)o->iterations, o->common.seed};
    ce_error inner = {0};
    int rc = ce_transfer_cut(&j->table, j->objects, &options, partition, &inner);

    return tell_cut(j, rc, &inner, k, partition, err);
}

/* A label table becomes a hypergraph; --sizes go before what the file says. */
static int make_hypergraph(job *j, ce_error *err)
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
    rc = objects ? ce_microclusters_trivial(&j->micro, labels, size, err) : ce_microclusters_build(&j->micro, labels, size, err);
    if (!rc)
        rc = ce_hypergraph_from_labels(&j->hypergraph, &j->micro.rows, objects && !size ? NULL : j->micro.size,
                                       (ce_hyperedge_weight)j->options->edge_weight, err);
    return rc;
}

static int cut_hypergraph(job *j, size_t k, ce_partition *partition, ce_error *err)
{
    const struct options *o = j->options;
    ce_hypergraph_options how = {k, o->imbalance, (size_t)o->runs, o->common.seed};
    ce_partition vertices = {0}, *labels = j->micro.count ? &vertices : partition;
    double cut = 0;
    ce_error inner = {0};
    int rc;

    if (k > j->hypergraph.n)
        return ce_fail(err, CE_EINPUT, "%s: %zu clusters asked for, but only %zu objects differ (see --vertices)",
                       ce_path_name(j->path), k, j->hypergraph.n);
    rc = o->program ? ce_hypergraph_program(&j->hypergraph, o->program, &how, labels, &cut, &inner)
                    : ce_hypergraph_cut(&j->hypergraph, &how, labels, &cut, &inner);
    if (rc == CE_EIO)
        return ce_fail(err, CE_EIO, "%s", inner.text);
    if (!rc && o->program && (size_t)labels->k < k)
        ce_cli_note(j->cli, "%d clusters, %zu asked for: %s left the others empty", labels->k, k, o->program);
    else if ((rc = tell_cut(j, rc, &inner, k, labels, err)))
        return rc;
    ce_cli_detail(j->cli, "%zu clusters of %zu vertices: edges of weight %.15g are cut", k, j->hypergraph.n, cut);
    if (j->micro.count)
        rc = ce_microclusters_expand(&j->micro, &vertices, partition, err);
    ce_partition_free(&vertices);
    return rc;
}

/* read and prepare (NULL: nothing to prepare) are called once, cut for every k. */
typedef struct {
    const char *noun;
    int (*read)(job *, const ce_table_format *, ce_error *);
    int (*prepare)(job *, ce_error *);
    int (*cut)(job *, size_t k, ce_partition *, ce_error *);
} method;

static const method methods[] = {
    {"single", read_matrix, grow_linkage, cut_tree},       {"complete", read_matrix, grow_linkage, cut_tree},
    {"average", read_matrix, grow_linkage, cut_tree},      {"ward", read_matrix, grow_linkage, cut_tree},
    {"hne", read_matrix, grow_hne, cut_hne},               {"metis", read_matrix, merge_vertices, cut_graph},
    {"spectral", read_matrix, merge_vertices, cut_graph},  {"random-walk", read_matrix, merge_vertices, cut_graph},
    {"transfer-cut", read_table, NULL, cut_table},         {"hypergraph", read_hypergraph, make_hypergraph, cut_hypergraph},
};

/* There is one for every noun. */
static const method *method_of(const char *noun)
{
    const method *m = methods;

    while (strcmp(m->noun, noun))
        m++;
    return m;
}

/* ---- the results ---- */

/* A column named NOUN.kK for each k: as asked for, or as --height or --lifetime found it. */
static int cut_columns(job *j, const method *m, ce_label_table *out, ce_error *err)
{
    const ce_int_list *list = &j->options->common.k;
    size_t columns = list->count ? list->count : 1;
    ce_partition partition = {0};
    double lifetime = 0;
    int rc = ce_label_table_alloc(out, j->n, columns, err);

    if (j->options->lifetime) {
        j->found = ce_dendrogram_lifetime(&j->tree, &lifetime);
        ce_cli_detail(j->cli, "%zu clusters live from one merge to the next for %g of distance", j->found, lifetime);
    }
    for (size_t c = 0; c < columns && !rc; c++) {
        char name[64];
        size_t k = list->count ? (size_t)list->value[c] : j->found;
        rc = ce_cli_given(j->cli, "height") ? ce_dendrogram_cut_height(&j->tree, j->options->height, &partition, err)
                                            : m->cut(j, k, &partition, err);
        if (rc)
            break;
        snprintf(name, sizeof name, "%s.k%zu", j->noun, k ? k : (size_t)partition.k);
        out->name[c] = ce_strdup(name, err);
        if (!out->name[c])
            rc = CE_ENOMEM;
        memcpy(ce_labels_column(&out->labels, c), partition.labels, j->n * sizeof *partition.labels);
        out->labels.k[c] = partition.k;
    }
    ce_text_column_move(&out->id, &j->id);
    ce_partition_free(&partition);
    return rc;
}

/* ---- the command line ---- */

/* Whether labels are wanted at all. */
static int check_use(const ce_cli *cli, const struct options *options)
{
    int ways = (options->common.k.count > 0) + ce_cli_given(cli, "height") + options->lifetime + (options->seeds != NULL);

    if (ways > 1)
        ce_cli_usage(cli, "%s: only one of them", options->seeds ? "-k or --seeds" : "-k, --height or --lifetime");
    if (!ways && !options->tree && !options->hgr)
        ce_cli_usage(cli, "how many clusters? -k is needed");
    if (!strcmp(cli->noun[0], "ward") && !options->input)
        ce_cli_usage(cli, "Ward's method needs Euclidean distances: --input distance");
    if (ways && options->tree && !strcmp(options->tree, "-") && (!options->common.output || !strcmp(options->common.output, "-")))
        ce_cli_usage(cli, "--tree and the labels both on standard output");
    if (ways && options->hgr && !strcmp(options->hgr, "-") && (!options->common.output || !strcmp(options->common.output, "-")))
        ce_cli_usage(cli, "--hgr and the labels both on standard output");
    if (options->program && ce_cli_given(cli, "runs"))
        ce_cli_usage(cli, "--runs is for our own partitioner, not for --program");
    if (!ways && options->common.output)
        ce_cli_usage(cli, "--output is for labels, and without -k there are none");
    return ways > 0;
}

static int check_k(const job *j, ce_error *err)
{
    const ce_int_list *list = &j->options->common.k;

    for (size_t c = 0; c < list->count; c++)
        if ((size_t)list->value[c] > j->n)
            return ce_fail(err, CE_EINPUT, "%s: %zu objects, %d clusters asked for", ce_path_name(j->path), j->n, list->value[c]);
    return CE_OK;
}

/* Everything up to the first cut. */
static int prepare(job *j, const method *m, const ce_table_format *format, ce_error *err)
{
    const struct options *o = j->options;
    ce_error inner = {0};
    int rc;

    if ((rc = m->read(j, format, err)) || (rc = check_k(j, err)) ||
        (o->sizes && (rc = ce_sizes_read(&j->objects, o->sizes, format, j->path, j->n, err))) ||
        (o->seeds && (rc = ce_seeds_read(&j->seeds, &j->found, o->seeds, format, j->path, j->n, err))))
        return rc;
    rc = m->prepare ? m->prepare(j, &inner) : CE_OK;
    if (rc == CE_EINPUT)
        return ce_fail(err, CE_EINPUT, "%s: %.900s", ce_path_name(j->path), inner.text);
    return rc ? ce_fail(err, (ce_status)rc, "%s", inner.text) : CE_OK;
}

static void job_free(job *j)
{
    ce_similarity_free(&j->matrix);
    ce_biadjacency_free(&j->table);
    ce_text_column_free(&j->id);
    ce_hypergraph_free(&j->hypergraph);
    ce_label_table_free(&j->labels);
    ce_microclusters_free(&j->micro);
    free(j->objects);
    free(j->seeds);
    ce_dendrogram_free(&j->tree);
    ce_similarity_free(&j->merged);
    free(j->size);
    free(j->vertex);
}

/* Standard input can be read once. */
static void check_inputs(const ce_cli *cli, const struct options *options)
{
    const char *path = ce_cli_operand(cli, 0), *file[] = {"FILE", "--sizes", "--seeds"};
    const char *name[] = {path ? path : "-", options->sizes, options->seeds};

    for (int a = 1; a < 3; a++)
        for (int b = 0; b < a; b++)
            if (name[a] && name[b] && !strcmp(name[a], "-") && !strcmp(name[b], "-"))
                ce_cli_usage(cli, "%s and %s are both standard input", file[a], file[b]);
}

int main(int argc, char **argv)
{
    struct options options = {0};
    ce_cli cli;
    ce_error err = {0};
    job j = {.cli = &cli, .options = &options};
    ce_label_table out = {0};
    ce_table_format format;
    const method *m;
    int rc, labels;

    ce_cli_parse(&cli, &tool, argc, argv, &options);
    labels = check_use(&cli, &options);
    check_inputs(&cli, &options);
    format = ce_cli_format(&cli);
    j.path = ce_cli_operand(&cli, 0);
    j.noun = cli.noun[0];
    m = method_of(j.noun);
    if ((rc = prepare(&j, m, &format, &err)) || (labels && (rc = cut_columns(&j, m, &out, &err))))
        goto done;
    ce_cli_detail(&cli, "%s: %zu objects", j.noun, j.n);
    if (options.tree)
        rc = ce_dendrogram_write(&j.tree, options.tree, (ce_tree_format)options.tree_format, options.common.delimiter, &err);
    if (!rc && options.hgr)
        rc = ce_hypergraph_write(&j.hypergraph, options.hgr, &err);
    if (!rc && labels)
        rc = ce_label_table_write(&out, options.common.output, options.common.delimiter, &err);
done:
    job_free(&j);
    ce_label_table_free(&out);
    return ce_cli_end(&cli, rc, &err);
}
