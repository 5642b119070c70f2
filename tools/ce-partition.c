/* ce-partition: cuts the objects of a similarity matrix, of a bipartite graph, or of a hypergraph,
 * into clusters. The methods are in the folder partition/. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/tool.h"
#include "core/memory.h"
#include "io/beside.h"
#include "io/dendrogram_file.h"
#include "io/hypergraph_file.h"
#include "io/input.h"
#include "partition/partition.h"

#define LINKAGE "single complete average ward"
#define GRAPH "metis spectral random-walk"

static const ce_option table[] = {
    {0, "height", CE_REAL, "H", 0, 0, NULL, NULL, offsetof(partition_options, height), LINKAGE,
     "instead of -k: clusters whose members join at distance H or below"},
    {0, "lifetime", CE_FLAG, NULL, 0, 0, NULL, NULL, offsetof(partition_options, lifetime), LINKAGE,
     "instead of -k: the number of clusters with the longest lifetime"},
    {0, "tree", CE_TEXT, "FILE", 0, 0, NULL, NULL, offsetof(partition_options, tree),
     LINKAGE " hne", "write the tree of merges here; without -k, nothing else is written"},
    {0, "tree-format", CE_CHOICE, "FORM", 0, 0, "scipy|newick", "scipy",
     offsetof(partition_options, tree_format), LINKAGE " hne", "form of the tree"},
    {0, "input", CE_CHOICE, "KIND", 0, 0, "similarity|distance", "similarity",
     offsetof(partition_options, input), LINKAGE " coloring",
     "what the matrix holds; a similarity s is the distance 1 - s"},
    {0, "sizes", CE_TEXT, "FILE", 0, 0, NULL, NULL, offsetof(partition_options, sizes), NULL,
     "microcluster table: how many objects each row stands for"},
    {0, "theta", CE_REAL, "T", 0, 1e300, NULL, "0.3", offsetof(partition_options, theta),
     "hne coloring",
     "hne: an edge when the similarity is above T, which is below 1; coloring: no edge up to "
     "distance T, and no default"},
    {0, "leftover", CE_CHOICE, "RULE", 0, 0, "keep|absorb", "keep",
     offsetof(partition_options, leftover), "hne",
     "when no edge is left and there are more clusters than asked for"},
    {0, "tie", CE_CHOICE, "RULE", 0, 0, "index|meansim", "index", offsetof(partition_options, tie),
     "complete hne",
     "which of several nearest pairs merges: the first, or the one of largest mean similarity"},
    {0, "distance-to", CE_CHOICE, "HOW", 0, 0, "mean|rows|sum|max", "mean",
     offsetof(partition_options, distance_to), "coloring",
     "of a row to a colour: over its objects, its rows, all pairs of objects, or the farthest"},
    {0, "vertices", CE_CHOICE, "WHAT", 0, 0, "distinct|objects", "distinct",
     offsetof(partition_options, vertices), GRAPH " hypergraph coloring",
     "distinct: objects that nothing tells apart are one vertex of the graph"},
    {0, "scheme", CE_CHOICE, "HOW", 0, 0, "recursive|kway", "recursive",
     offsetof(partition_options, scheme), "metis", "METIS's scheme"},
    {0, "balance", CE_REAL, "B", 1, 1000, NULL, NULL, offsetof(partition_options, balance), "metis",
     "the heaviest cluster may weigh B times the mean; without it METIS aims at equal ones"},
    {0, "solver", CE_CHOICE, "HOW", 0, 0, "auto|dense|sparse", "auto",
     offsetof(partition_options, solver), "spectral",
     "of the eigenproblem: LAPACK (dense) or ARPACK (sparse)"},
    {0, "start", CE_CHOICE, "HOW", 0, 0, "plusplus|farthest", "plusplus",
     offsetof(partition_options, start), "transfer-cut",
     "of the k-means: k-means++, or one run from the first row and those farthest from it"},
    {0, "restarts", CE_INTEGER, "N", 1, 1000000, NULL, NULL, offsetof(partition_options, restarts),
     "spectral transfer-cut",
     "runs of k-means on the eigenvectors, the best is kept; spectral 10, transfer-cut 3"},
    {0, "iterations", CE_INTEGER, "N", 1, 1000000, NULL, "100",
     offsetof(partition_options, iterations), "transfer-cut", "of each run of k-means, at most"},
    {0, "neighbours", CE_INTEGER, "N", 1, 1000000000, NULL, "10",
     offsetof(partition_options, neighbours), "random-walk",
     "the walk keeps links to so many nearest of one end, and ties"},
    {0, "beta", CE_REAL, "B", 1e-6, 100, NULL, "30", offsetof(partition_options, beta),
     "random-walk", "a similarity s is a link of weight exp(-B (1 - s))"},
    {0, "core", CE_REAL, "S", 1e-6, 1, NULL, "0.9", offsetof(partition_options, core),
     "random-walk", "seed regions grow along similarities of S and above"},
    {0, "seeds", CE_TEXT, "FILE", 0, 0, NULL, NULL, offsetof(partition_options, seeds),
     "random-walk",
     "instead of -k: a label table of one column, the cluster of each seed, missing elsewhere"},
    {0, "from", CE_CHOICE, "KIND", 0, 0, "auto|hgr|labels", "auto",
     offsetof(partition_options, from), "hypergraph",
     "what FILE is: a hypergraph of hMETIS, or a label table, whose clusters are the edges"},
    {0, "edge-weight", CE_CHOICE, "WHAT", 0, 0, "equal|size", "equal",
     offsetof(partition_options, edge_weight), "hypergraph",
     "of the clusters of a label table: all the same, or their objects"},
    {0, "imbalance", CE_REAL, "B", 0.001, 49.999, NULL, "5", offsetof(partition_options, imbalance),
     "hypergraph", "each bisection keeps both halves within (50 +- B) %: UBfactor of hMETIS"},
    {0, "runs", CE_INTEGER, "N", 1, 1000000, NULL, "10", offsetof(partition_options, runs),
     "hypergraph", "of each bisection, the best is kept"},
    {0, "program", CE_TEXT, "CMD", 0, 0, NULL, NULL, offsetof(partition_options, program),
     "hypergraph", "let CMD FILE K B cut, which writes FILE.part.K as hMETIS does"},
    {0, "hgr", CE_TEXT, "FILE", 0, 0, NULL, NULL, offsetof(partition_options, hgr), "hypergraph",
     "write the hypergraph here; without -k, nothing else is written"},
};

static const ce_noun nouns[] = {
    {"single", "single linkage: the distance of the nearest pair"},
    {"complete", "complete linkage: the distance of the farthest pair"},
    {"average", "average linkage: the mean distance of all pairs"},
    {"ward", "Ward's method: the increase of the sum of squares (Euclidean distances only)"},
    {"hne", "agglomeration by normalized edges of the threshold graph"},
    {"coloring", "colours of the graph of distances above a threshold, of which no cluster holds "
                 "one (Welsh and Powell)"},
    {"metis", "the graph cut into parts of nearly equal size (METIS)"},
    {"spectral", "k-means on the eigenvectors of the normalized graph (Ng, Jordan and Weiss)"},
    {"random-walk", "each object to the seed region that a random walk reaches first (Grady)"},
    {"transfer-cut",
     "normalized cut of a bipartite graph: a table of objects by clusters (Li, Wu and Chang)"},
    {"hypergraph",
     "a hypergraph, or that of a label table, cut into parts of nearly equal size (as hMETIS)"},
    {NULL, NULL},
};

static const ce_tool tool = {
    .name = "ce-partition",
    .summary = "Cut the objects of a similarity matrix, of a bipartite graph, or of a hypergraph, "
               "into clusters.",
    .operands = "[FILE]",
    .max_operands = 1,
    .names = nouns,
    .options = CE_OPTIONS(table, partition_options),
    .shared = CE_WITH_K | CE_WITH_TABLE | CE_WITH_SEED | CE_WITH_THREADS,
    .k_help = "clusters: 3, 2..20 or 2,5,9; a column for each",
};

/* read and prepare (NULL: nothing to prepare) are called once, cut for every k. */
typedef struct {
    const char *noun;
    partition_read *read;
    partition_prepare *prepare;
    partition_cut *cut;
} method;

static const method methods[] = {
    {"single", partition_read_matrix, partition_grow_linkage, partition_cut_tree},
    {"complete", partition_read_matrix, partition_grow_linkage, partition_cut_tree},
    {"average", partition_read_matrix, partition_grow_linkage, partition_cut_tree},
    {"ward", partition_read_matrix, partition_grow_linkage, partition_cut_tree},
    {"hne", partition_read_matrix, partition_grow_hne, partition_cut_hne},
    {"coloring", partition_read_matrix, partition_merge_vertices, partition_cut_colors},
    {"metis", partition_read_matrix, partition_merge_vertices, partition_cut_graph},
    {"spectral", partition_read_matrix, partition_merge_vertices, partition_cut_graph},
    {"random-walk", partition_read_matrix, partition_merge_vertices, partition_cut_graph},
    {"transfer-cut", partition_read_table, NULL, partition_cut_table},
    {"hypergraph", partition_read_hypergraph, partition_make_hypergraph, partition_cut_hypergraph},
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
static int cut_columns(partition_job *j, const method *m, ce_label_table *out, ce_error *err)
{
    const ce_int_list *list = &j->options->common.k;
    size_t columns = list->count ? list->count : 1;
    ce_partition partition = {0};
    double lifetime = 0;
    int rc = ce_label_table_alloc(out, j->n, columns, err);

    if (j->options->lifetime) {
        j->found = ce_dendrogram_lifetime(&j->tree, &lifetime);
        ce_cli_detail(j->cli, "%zu clusters live from one merge to the next for %g of distance",
                      j->found, lifetime);
    }
    for (size_t c = 0; c < columns && !rc; c++) {
        char name[64];
        size_t k = list->count ? (size_t)list->value[c] : j->found;
        rc = ce_cli_given(j->cli, "height")
                 ? ce_dendrogram_cut_height(&j->tree, j->options->height, &partition, err)
                 : m->cut(j, k, &partition, err);
        if (rc)
            break;
        snprintf(name, sizeof name, "%s.k%zu", j->noun, k ? k : (size_t)partition.k);
        out->name[c] = ce_strdup(name, err);
        if (!out->name[c])
            rc = CE_ENOMEM;
        memcpy(ce_labels_column(&out->labels, c), partition.labels,
               j->n * sizeof *partition.labels);
        out->labels.k[c] = partition.k;
    }
    ce_text_column_move(&out->id, &j->id);
    ce_partition_free(&partition);
    return rc;
}

/* ---- the command line ---- */

static void check_theta(const ce_cli *cli, const partition_options *options, int colors)
{
    if (colors && options->common.k.count)
        ce_cli_usage(cli, "coloring finds the number of clusters itself: --theta, not -k");
    if (colors && !ce_cli_given(cli, "theta"))
        ce_cli_usage(cli, "coloring needs --theta T: the largest distance within a cluster");
    if (!colors && options->theta > 1)
        ce_cli_usage(cli, "--theta '%g', a number from 0 to 1 expected", options->theta);
}

/* Whether labels are wanted at all. */
static int check_use(const ce_cli *cli, const partition_options *options)
{
    int colors = !strcmp(cli->noun[0], "coloring");
    int ways = colors + (options->common.k.count > 0) + ce_cli_given(cli, "height") +
               options->lifetime + (options->seeds != NULL);

    check_theta(cli, options, colors);
    if (ways > 1)
        ce_cli_usage(cli, "%s: only one of them",
                     options->seeds ? "-k or --seeds" : "-k, --height or --lifetime");
    if (!ways && !options->tree && !options->hgr)
        ce_cli_usage(cli, "how many clusters? -k is needed");
    if (!strcmp(cli->noun[0], "ward") && !options->input)
        ce_cli_usage(cli, "Ward's method needs Euclidean distances: --input distance");
    if (ways && options->tree && !strcmp(options->tree, "-") &&
        (!options->common.output || !strcmp(options->common.output, "-")))
        ce_cli_usage(cli, "--tree and the labels both on standard output");
    if (ways && options->hgr && !strcmp(options->hgr, "-") &&
        (!options->common.output || !strcmp(options->common.output, "-")))
        ce_cli_usage(cli, "--hgr and the labels both on standard output");
    if (options->program && ce_cli_given(cli, "runs"))
        ce_cli_usage(cli, "--runs is for our own partitioner, not for --program");
    if (!ways && options->common.output)
        ce_cli_usage(cli, "--output is for labels, and without -k there are none");
    return ways > 0;
}

static int check_k(const partition_job *j, ce_error *err)
{
    const ce_int_list *list = &j->options->common.k;

    for (size_t c = 0; c < list->count; c++)
        if ((size_t)list->value[c] > j->n)
            return ce_fail(err, CE_EINPUT, "%s: %zu objects, %d clusters asked for",
                           ce_path_name(j->path), j->n, list->value[c]);
    return CE_OK;
}

/* Everything up to the first cut. */
static int prepare(partition_job *j, const method *m, const ce_table_format *format, ce_error *err)
{
    const partition_options *o = j->options;
    ce_error inner = {0};
    int rc;

    if ((rc = m->read(j, format, err)) || (rc = check_k(j, err)) ||
        (o->sizes && (rc = ce_sizes_read(&j->objects, o->sizes, format, j->path, j->n, err))) ||
        (o->seeds &&
         (rc = ce_seeds_read(&j->seeds, &j->found, o->seeds, format, j->path, j->n, err))))
        return rc;
    rc = m->prepare ? m->prepare(j, &inner) : CE_OK;
    if (rc == CE_EINPUT)
        return ce_fail(err, CE_EINPUT, "%s: %.900s", ce_path_name(j->path), inner.text);
    return rc ? ce_fail(err, (ce_status)rc, "%s", inner.text) : CE_OK;
}

static void job_free(partition_job *j)
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
static void check_inputs(const ce_cli *cli, const partition_options *options)
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
    partition_options options = {0};
    ce_cli cli;
    ce_error err = {0};
    partition_job j = {.cli = &cli, .options = &options};
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
        rc = ce_dendrogram_write(&j.tree, options.tree, (ce_tree_format)options.tree_format,
                                 options.common.delimiter, &err);
    if (!rc && options.hgr)
        rc = ce_hypergraph_write(&j.hypergraph, options.hgr, &err);
    if (!rc && labels)
        rc = ce_label_table_write(&out, options.common.output, options.common.delimiter, &err);
done:
    job_free(&j);
    ce_label_table_free(&out);
    return ce_cli_end(&cli, rc, &err);
}
