/* ce-partition: cuts the objects of a similarity matrix into clusters. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/tool.h"
#include "core/memory.h"
#include "io/dendrogram_file.h"
#include "io/input.h"
#include "io/label_table.h"
#include "io/matrix_file.h"
#include "partition/graph_cut.h"
#include "partition/hne.h"
#include "partition/linkage.h"
#include "partition/spectral.h"

struct options {
    ce_common common;
    double height, theta, balance;
    int lifetime, tree_format, input, leftover, tie, vertices, scheme, solver, restarts;
    const char *tree, *sizes;
};

#define LINKAGE "single complete average ward"
#define GRAPH "metis spectral"

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
     "microcluster table: how many objects each row of the matrix stands for"},
    {0, "theta", CE_REAL, "T", 0, 1, NULL, "0.3", offsetof(struct options, theta), "hne",
     "two objects have an edge when their similarity is above T, which is below 1"},
    {0, "leftover", CE_CHOICE, "RULE", 0, 0, "keep|absorb", "keep", offsetof(struct options, leftover), "hne",
     "when no edge is left and there are more clusters than asked for"},
    {0, "tie", CE_CHOICE, "RULE", 0, 0, "index|meansim", "index", offsetof(struct options, tie), "hne",
     "which of several best pairs merges: the first, or the one of largest mean similarity"},
    {0, "vertices", CE_CHOICE, "WHAT", 0, 0, "distinct|objects", "distinct", offsetof(struct options, vertices), GRAPH,
     "distinct: objects that nothing tells apart are one vertex of the graph"},
    {0, "scheme", CE_CHOICE, "HOW", 0, 0, "recursive|kway", "recursive", offsetof(struct options, scheme), "metis",
     "METIS's scheme"},
    {0, "balance", CE_REAL, "B", 1, 1000, NULL, NULL, offsetof(struct options, balance), "metis",
     "the heaviest cluster may weigh B times the mean; without it METIS aims at equal ones"},
    {0, "solver", CE_CHOICE, "HOW", 0, 0, "auto|dense|sparse", "auto", offsetof(struct options, solver), "spectral",
     "of the eigenproblem: LAPACK (dense) or ARPACK (sparse)"},
    {0, "restarts", CE_INTEGER, "N", 1, 1000000, NULL, "10", offsetof(struct options, restarts), "spectral",
     "runs of k-means on the eigenvectors; the best is kept"},
};

static const ce_noun nouns[] = {
    {"single", "single linkage: the distance of the nearest pair"},
    {"complete", "complete linkage: the distance of the farthest pair"},
    {"average", "average linkage: the mean distance of all pairs"},
    {"ward", "Ward's method: the increase of the sum of squares (Euclidean distances only)"},
    {"hne", "agglomeration by normalized edges of the threshold graph"},
    {"metis", "the graph cut into parts of nearly equal size (METIS)"},
    {"spectral", "k-means on the eigenvectors of the normalized graph (Ng, Jordan and Weiss)"},
    {NULL, NULL},
};

static const ce_tool tool = {
    .name = "ce-partition",
    .summary = "Cut the objects of a similarity matrix into clusters.",
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
    const char *noun;
    ce_similarity matrix;
    double *objects; /* behind each row of the matrix; NULL: one */
    ce_dendrogram tree;
    ce_similarity merged; /* the graph methods' vertices, with their sizes, unless objects are the vertices */
    double *size;
    int32_t *vertex; /* object -> vertex */
} job;

/* ---- the methods ---- */

static int grow_linkage(job *j, ce_error *err)
{
    ce_linkage_method method = !strcmp(j->noun, "single")     ? CE_LINKAGE_SINGLE
                               : !strcmp(j->noun, "complete") ? CE_LINKAGE_COMPLETE
                               : !strcmp(j->noun, "average")  ? CE_LINKAGE_AVERAGE
                                                              : CE_LINKAGE_WARD;

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
    if (j->options->vertices)
        return CE_OK;
    return ce_similarity_merge_identical(&j->matrix, j->objects, &j->merged, &j->size, &j->vertex, err);
}

static int cut_graph(job *j, size_t k, ce_partition *partition, ce_error *err)
{
    const struct options *options = j->options;
    const ce_similarity *graph = j->vertex ? &j->merged : &j->matrix;
    const double *size = j->vertex ? j->size : j->objects;
    ce_metis_options metis = {k, (ce_metis_scheme)options->scheme, options->balance, options->common.seed};
    ce_spectral_options spectral = {k, (ce_solver)options->solver, (size_t)options->restarts, options->common.seed};
    ce_partition vertices = {0}, *labels = j->vertex ? &vertices : partition;
    const char *file = ce_path_name(ce_cli_operand(j->cli, 0));
    ce_error inner = {0};
    int rc;

    if (k > graph->n)
        return ce_fail(err, CE_EINPUT, "%s: %zu clusters asked for, but only %zu objects differ (see --vertices)", file, k,
                       graph->n);
    rc = strcmp(j->noun, "metis") ? ce_spectral(graph, size, &spectral, labels, &inner)
                                  : ce_metis_similarity(graph, size, &metis, labels, &inner);
    if (rc)
        ce_fail(err, (ce_status)rc, "%s: %.900s", file, inner.text);
    else if ((size_t)labels->k < k)
        ce_cli_note(j->cli, "%d clusters, %zu asked for: no more can be told apart", labels->k, k);
    if (!rc && j->vertex)
        rc = ce_partition_expand(&vertices, j->vertex, j->matrix.n, partition, err);
    ce_partition_free(&vertices);
    return rc;
}

/* prepare is called once (NULL: nothing to prepare), cut for every k. */
static const struct {
    const char *noun;
    int (*prepare)(job *, ce_error *);
    int (*cut)(job *, size_t k, ce_partition *, ce_error *);
} methods[] = {
    {"single", grow_linkage, cut_tree}, {"complete", grow_linkage, cut_tree}, {"average", grow_linkage, cut_tree},
    {"ward", grow_linkage, cut_tree},   {"hne", grow_hne, cut_hne},           {"metis", merge_vertices, cut_graph},
    {"spectral", merge_vertices, cut_graph},
};

/* ---- the results ---- */

static int cut_column(job *j, size_t column, size_t k, ce_partition *partition, ce_error *err)
{
    const struct options *options = j->options;

    if (ce_cli_given(j->cli, "height"))
        return ce_dendrogram_cut_height(&j->tree, options->height, partition, err);
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (!strcmp(methods[i].noun, j->noun))
            return methods[i].cut(j, k, partition, err);
    return ce_fail(err, CE_EARG, "column %zu: no such method", column + 1);
}

/* A column named NOUN.kK for each k: as asked for, or as --height or --lifetime found it. */
static int cut_columns(job *j, ce_label_table *out, ce_error *err)
{
    const ce_int_list *list = &j->options->common.k;
    size_t n = j->matrix.n, columns = list->count ? list->count : 1, found = 0;
    ce_partition partition = {0};
    double lifetime = 0;
    int rc = ce_label_table_alloc(out, n, columns, err);

    if (j->options->lifetime) {
        found = ce_dendrogram_lifetime(&j->tree, &lifetime);
        ce_cli_detail(j->cli, "%zu clusters live from one merge to the next for %g of distance", found, lifetime);
    }
    for (size_t c = 0; c < columns && !rc; c++) {
        char name[64];
        size_t k = list->count ? (size_t)list->value[c] : found;
        if ((rc = cut_column(j, c, k, &partition, err)))
            break;
        snprintf(name, sizeof name, "%s.k%zu", j->noun, k ? k : (size_t)partition.k);
        out->name[c] = ce_strdup(name, err);
        if (!out->name[c])
            rc = CE_ENOMEM;
        memcpy(ce_labels_column(&out->labels, c), partition.labels, n * sizeof *partition.labels);
        out->labels.k[c] = partition.k;
    }
    ce_partition_free(&partition);
    return rc;
}

/* ---- the command line ---- */

/* Whether labels are wanted at all. */
static int check_use(const ce_cli *cli, const struct options *options)
{
    int ways = (options->common.k.count > 0) + ce_cli_given(cli, "height") + options->lifetime;

    if (ways > 1)
        ce_cli_usage(cli, "-k, --height or --lifetime: only one of them");
    if (!ways && !options->tree)
        ce_cli_usage(cli, "how many clusters? -k is needed");
    if (!strcmp(cli->noun[0], "ward") && !options->input)
        ce_cli_usage(cli, "Ward's method needs Euclidean distances: --input distance");
    if (ways && options->tree && !strcmp(options->tree, "-") && (!options->common.output || !strcmp(options->common.output, "-")))
        ce_cli_usage(cli, "--tree and the labels both on standard output");
    if (!ways && options->common.output)
        ce_cli_usage(cli, "--output is for labels, and without -k there are none");
    return ways > 0;
}

static int check_k(const job *j, const char *path, ce_error *err)
{
    const ce_int_list *list = &j->options->common.k;

    for (size_t c = 0; c < list->count; c++)
        if ((size_t)list->value[c] > j->matrix.n)
            return ce_fail(err, CE_EINPUT, "%s: %zu objects, %d clusters asked for", ce_path_name(path), j->matrix.n,
                           list->value[c]);
    return CE_OK;
}

/* The sizes of a microcluster table, which must be that of the matrix. */
static int read_sizes(job *j, const char *path, const ce_table_format *format, ce_error *err)
{
    const char *sizes = j->options->sizes;
    ce_label_table micro = {0};
    int rc = sizes ? ce_label_table_read(&micro, sizes, format, err) : CE_OK;

    if (!sizes || rc)
        return rc;
    if (!micro.size)
        rc = ce_fail(err, CE_EINPUT, "%s: no column size, a microcluster table expected", ce_path_name(sizes));
    else if (micro.labels.n != j->matrix.n)
        rc = ce_fail(err, CE_EINPUT, "%s: %zu rows, %zu expected as in %s", ce_path_name(sizes), micro.labels.n, j->matrix.n,
                     ce_path_name(path));
    j->objects = micro.size;
    micro.size = NULL;
    ce_label_table_free(&micro);
    return rc;
}

static int prepare(job *j, const char *path, ce_error *err)
{
    ce_error inner = {0};
    int rc = CE_OK;

    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (!strcmp(methods[i].noun, j->noun) && methods[i].prepare)
            rc = methods[i].prepare(j, &inner);
    if (rc == CE_EINPUT)
        return ce_fail(err, CE_EINPUT, "%s: %.900s", ce_path_name(path), inner.text);
    return rc ? ce_fail(err, (ce_status)rc, "%s", inner.text) : CE_OK;
}

int main(int argc, char **argv)
{
    struct options options = {0};
    ce_cli cli;
    ce_error err = {0};
    job j = {.cli = &cli, .options = &options};
    ce_label_table out = {0};
    ce_table_format format;
    const char *path;
    int rc, labels;

    ce_cli_parse(&cli, &tool, argc, argv, &options);
    labels = check_use(&cli, &options);
    format = ce_cli_format(&cli);
    path = ce_cli_operand(&cli, 0);
    if (options.sizes && !strcmp(options.sizes, "-") && (!path || !strcmp(path, "-")))
        ce_cli_usage(&cli, "--sizes and FILE are both standard input");
    j.noun = cli.noun[0];
    if ((rc = ce_similarity_read(&j.matrix, path, &format, &err)) || (rc = check_k(&j, path, &err)) ||
        (rc = read_sizes(&j, path, &format, &err)) || (rc = prepare(&j, path, &err)) || (labels && (rc = cut_columns(&j, &out, &err))))
        goto done;
    ce_cli_detail(&cli, "%s: %zu objects", cli.noun[0], j.matrix.n);
    if (options.tree)
        rc = ce_dendrogram_write(&j.tree, options.tree, (ce_tree_format)options.tree_format, options.common.delimiter, &err);
    if (!rc && labels)
        rc = ce_label_table_write(&out, options.common.output, options.common.delimiter, &err);
done:
    ce_similarity_free(&j.matrix);
    free(j.objects);
    ce_dendrogram_free(&j.tree);
    ce_similarity_free(&j.merged);
    free(j.size);
    free(j.vertex);
    ce_label_table_free(&out);
    return ce_cli_end(&cli, rc, &err);
}
