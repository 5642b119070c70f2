/* ce-weigh: what each base clustering of a label table is worth. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/tool.h"
#include "core/memory.h"
#include "core/microclusters.h"
#include "io/cluster_table.h"
#include "io/data_table.h"
#include "io/input.h"
#include "io/label_table.h"
#include "io/matrix_file.h"
#include "io/weights.h"
#include "score/agreement.h"
#include "score/cluster_stability.h"
#include "score/modularity.h"
#include "score/ncai.h"
#include "similarity/neighbour_graph.h"

struct options {
    ce_common common;
    double beta;
    int nmi, neighbours, modularity;
    const char *clusters, *data, *graph;
};

static const ce_option table[] = {
    {0, "beta", CE_REAL, "BETA", 0, 1000, NULL, "2", offsetof(struct options, beta), "ncai",
     "the power that the index is raised to"},
    {0, "nmi", CE_CHOICE, "FORM", 0, 0, "max|sqrt|sum|min|joint", NULL,
     offsetof(struct options, nmi), "ncai anmi",
     "what the mutual information of two base clusterings is divided by; without it max (ncai), "
     "sqrt (anmi)"},
    {0, "clusters", CE_TEXT, "FILE", 0, 0, NULL, NULL, offsetof(struct options, clusters),
     "apmm max", "write the stability of each cluster"},
    {0, "data", CE_TEXT, "FILE", 0, 0, NULL, NULL, offsetof(struct options, data), "nm",
     "the data, of which the graph of nearest neighbours is made"},
    {0, "neighbours", CE_INTEGER, "T", 1, 1e9, NULL, "10", offsetof(struct options, neighbours),
     "nm", "with --data: an edge where one object is among the T nearest of the other"},
    {0, "graph", CE_TEXT, "FILE", 0, 0, NULL, NULL, offsetof(struct options, graph), "nm",
     "a graph in place of --data: a matrix of similarities"},
    {0, "modularity", CE_CHOICE, "FORM", 0, 0, "edges|weighted|printed", "edges",
     offsetof(struct options, modularity), "nm",
     "each edge counts 1, or its weight, or as printed"},
};

/* The forms of NMI in the order of the choices. */
static const ce_normaliser normalisers[] = {CE_NMI_MAX, CE_NMI_SQRT, CE_NMI_SUM, CE_NMI_MIN,
                                            CE_NMI_JOINT};

/* What a noun works on. */
typedef struct {
    const ce_cli *cli;
    const struct options *options;
    const ce_label_table *in;
} weighing;

static int weigh_ncai(const weighing *w, double *weight, ce_error *err)
{
    return ce_ncai(&w->in->labels, w->in->size, normalisers[w->options->nmi], w->options->beta,
                   weight, err);
}

/* The means with the others are weights, but for those that have none: a base clustering that
 * cannot be compared is worth nothing, a single one 1. */
static void settle(const weighing *w, const char *what, double *weight)
{
    for (size_t q = 0; q < w->in->labels.m; q++) {
        if (isnan(weight[q]))
            ce_cli_detail(w->cli, "%s: no %s with the others", w->in->name[q], what);
        else
            ce_cli_detail(w->cli, "%s: mean %s with the others %.6g", w->in->name[q], what,
                          weight[q]);
        if (isnan(weight[q]))
            weight[q] = w->in->labels.m == 1;
    }
}

static int weigh_anmi(const weighing *w, double *weight, ce_error *err)
{
    ce_normaliser form = ce_cli_given(w->cli, "nmi") ? normalisers[w->options->nmi] : CE_NMI_SQRT;
    int rc = ce_nmi_mean_with_others(&w->in->labels, w->in->size, form, weight, err);

    if (!rc)
        settle(w, "NMI", weight);
    return rc;
}

/* Weights are not below 0, and SMI is for those that agree less than chance does. */
static int weigh_smi(const weighing *w, double *weight, ce_error *err)
{
    size_t below = 0;
    double least = 0;
    int rc = ce_smi_mean_with_others(&w->in->labels, w->in->size, weight, err);

    if (rc)
        return rc;
    settle(w, "SMI", weight);
    for (size_t q = 0; q < w->in->labels.m; q++) {
        below += weight[q] < 0;
        least = fmin(least, weight[q]);
        weight[q] = fmax(weight[q], 0);
    }
    if (below)
        ce_cli_note(w->cli,
                    "%zu of %zu base clusterings agree with the others less than by chance (mean "
                    "SMI down to %.3g): weight 0",
                    below, w->in->labels.m, least);
    return rc;
}

static int weigh_by_stability(const weighing *w, ce_stability_index index, double *weight,
                              ce_error *err)
{
    const struct options *o = w->options;
    ce_microclusters micro = {0};
    double *stability = NULL;
    int rc = ce_sizes_check(w->in->size, w->in->labels.n, err);

    if (rc || (rc = ce_microclusters_build(&micro, &w->in->labels, w->in->size, err)))
        goto done;
    stability = ce_alloc(ce_labels_total(&micro.rows), sizeof *stability, err);
    rc = stability ? ce_cluster_stability(&micro, index, stability, err) : CE_ENOMEM;
    if (!rc)
        rc = ce_clustering_stability(&micro, stability, weight, err);
    if (!rc && o->clusters)
        rc = ce_cluster_values_write(stability, "stability", w->in, o->clusters,
                                     o->common.delimiter, err);
done:
    free(stability);
    ce_microclusters_free(&micro);
    return rc;
}

static int weigh_apmm(const weighing *w, double *weight, ce_error *err)
{
    return weigh_by_stability(w, CE_STABILITY_APMM, weight, err);
}

static int weigh_max(const weighing *w, double *weight, ce_error *err)
{
    return weigh_by_stability(w, CE_STABILITY_MAX, weight, err);
}

/* From --data, or from --graph. */
static int read_graph(const weighing *w, ce_similarity *graph, ce_error *err)
{
    const struct options *options = w->options;
    ce_table_format format = ce_cli_format(w->cli);
    ce_data_table data = {0};
    ce_similarity distance = {0};
    int rc;

    if (options->graph)
        return ce_similarity_read(graph, options->graph, &format, err);
    rc = ce_data_table_read(&data, options->data, &format, err);
    for (size_t s = 0; !rc && s < data.values.columns; s++)
        if (data.categories[s].count)
            rc = ce_fail(err, CE_EINPUT,
                         "%s: column %s is categorical, numbers expected: ce-prepare onehot",
                         ce_path_name(options->data), data.name[s]);
    if (!rc &&
        !(rc = ce_neighbour_graph(&data.values, (size_t)options->neighbours, &distance, err)))
        rc = ce_affinity_of_distances(&distance, CE_AFFINITY_GAUSSIAN, 0, graph, err);
    ce_similarity_free(&distance);
    ce_data_table_free(&data);
    return rc;
}

static int weigh_nm(const weighing *w, double *weight, ce_error *err)
{
    const struct options *o = w->options;
    const char *path = ce_path_name(ce_cli_operand(w->cli, 0));
    ce_similarity graph = {0};
    int rc = CE_OK;

    if (w->in->size)
        return ce_fail(err, CE_EINPUT,
                       "%s: a microcluster table, a row an object expected: ce-microcluster expand",
                       path);
    if (!(rc = read_graph(w, &graph, err)) && graph.n != w->in->labels.n)
        rc = ce_fail(err, CE_EINPUT, "%s: %zu objects, %zu expected as in %s",
                     ce_path_name(o->graph ? o->graph : o->data), graph.n, w->in->labels.n, path);
    if (!rc)
        rc = ce_normalized_modularity(&graph, &w->in->labels, (ce_modularity_form)o->modularity,
                                      weight, err);
    ce_similarity_free(&graph);
    return rc;
}

/* A noun and its function, in the same order. weight: one for each column of the label table. */
static const ce_noun nouns[] = {
    {"ncai", "normalized crowd agreement: how well the others agree with it (WEAC, GP-MGLA)"},
    {"anmi", "the mean normalised mutual information with the others"},
    {"smi", "the mean standardised mutual information with the others, 0 where it is negative"},
    {"apmm", "the mean stability of its clusters, by APMM: how little the others split them"},
    {"max", "the mean stability of its clusters, by MAX: how near to one the others come"},
    {"nm", "normalized modularity: how well it follows the edges of a graph (WSCE)"},
    {NULL, NULL},
};
static int (*const weighers[])(const weighing *w, double *weight, ce_error *err) = {
    weigh_ncai, weigh_anmi, weigh_smi, weigh_apmm, weigh_max, weigh_nm,
};

static const ce_tool tool = {
    .name = "ce-weigh",
    .summary = "Weigh base clusterings: a number for each column of a label table.",
    .operands = "[FILE]",
    .max_operands = 1,
    .names = nouns,
    .options = CE_OPTIONS(table, struct options),
    .shared = CE_WITH_TABLE | CE_WITH_THREADS,
};

static void check_use(const ce_cli *cli, const struct options *options)
{
    const char *labels = ce_cli_operand(cli, 0),
               *side = options->data ? options->data : options->graph;

    if (!strcmp(cli->noun[0], "nm") && !options->data == !options->graph)
        ce_cli_usage(cli, "which graph? one of --data and --graph is needed");
    if (options->graph && ce_cli_given(cli, "neighbours"))
        ce_cli_usage(cli, "--neighbours goes with --data");
    if (side && !strcmp(side, "-") && (!labels || !strcmp(labels, "-")))
        ce_cli_usage(cli, "--%s and FILE are both standard input",
                     options->data ? "data" : "graph");
    if (options->clusters && !strcmp(options->clusters, "-") &&
        (!options->common.output || !strcmp(options->common.output, "-")))
        ce_cli_usage(cli, "--clusters and the weights are both standard output");
}

int main(int argc, char **argv)
{
    struct options options = {0};
    ce_cli cli;
    ce_error err = {0};
    ce_label_table in = {0};
    ce_table_format format;
    weighing w = {&cli, &options, &in};
    double *weight = NULL;
    size_t noun = 0;
    int rc;

    ce_cli_parse(&cli, &tool, argc, argv, &options);
    check_use(&cli, &options);
    format = ce_cli_format(&cli);
    while (strcmp(nouns[noun].name, cli.noun[0]))
        noun++;
    if ((rc = ce_label_table_read(&in, ce_cli_operand(&cli, 0), &format, &err)))
        goto done;
    ce_cli_detail(&cli, "%zu objects, %zu base clusterings", in.labels.n, in.labels.m);
    weight = ce_alloc(in.labels.m, sizeof *weight, &err);
    rc = weight ? weighers[noun](&w, weight, &err) : CE_ENOMEM;
    if (!rc)
        rc = ce_weights_write(weight, &in, options.common.output, options.common.delimiter, &err);
done:
    free(weight);
    ce_label_table_free(&in);
    return ce_cli_end(&cli, rc, &err);
}
