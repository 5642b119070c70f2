/* ce-similarity: a similarity matrix of the objects, from an ensemble or from data. */
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
#include "io/membership_table.h"
#include "io/weights.h"
#include "partition/graph/spectral.h"
#include "similarity/cluster_tables.h"
#include "similarity/coassociation.h"
#include "similarity/euclidean.h"
#include "similarity/methods.h"
#include "similarity/psi.h"

struct options {
    ce_common common;
    int format, to, missing, neighbours, elite, steps, cap, rounds, iterations, kl, index;
    const char *weights, *rows;
    double sparse, theta, sigma, decay, low, high, penalty, growth, certainty, share, at_least;
};

#define AT(field) offsetof(struct options, field)
static const ce_option table[] = {
    {0, "format", CE_CHOICE, "FORMAT", 0, 0, "mtx|csv|npy|metis", "mtx", AT(format), NULL,
     "how the matrix is written"},
    {0, "to", CE_CHOICE, "WHAT", 0, 0, "objects|clusters", "objects", AT(to), "ca pts lwca",
     "similarities of objects to objects; or to clusters, as a table, for ce-partition "
     "transfer-cut"},
    {0, "weights", CE_TEXT, "FILE", 0, 0, NULL, NULL, AT(weights), "ca ne",
     "a weight for each base clustering"},
    {0, "missing", CE_CHOICE, "RULE", 0, 0, "pair|all", "pair", AT(missing), "ca",
     "divide by the base clusterings that label both objects, or by all"},
    {0, "sparse", CE_REAL, "T", 0, 1, NULL, NULL, AT(sparse), "ca",
     "only entries above T, and no n x n memory"},
    {0, "rows", CE_TEXT, "A-B", 0, 0, NULL, NULL, AT(rows), "ca",
     "only rows A to B, from 1: a part of the work for one machine"},
    {0, "theta", CE_REAL, "THETA", 0, .999999, NULL, "0.3", AT(theta), "ne",
     "an edge where the similarity is above this"},
    {0, "elite", CE_INTEGER, "K", 1, INT32_MAX, NULL, NULL, AT(elite), "pts elite",
     "links kept: the K heaviest of either end; without it half the root of the number of "
     "microclusters"},
    {0, "steps", CE_INTEGER, "T", 1, 1e6, NULL, NULL, AT(steps), "pts eca",
     "steps of the random walk; without it as many as --elite by default (pts), 20 (eca)"},
    {0, "cap", CE_INTEGER, "N", 1, INT32_MAX, NULL, NULL, AT(cap), "pts elite",
     "the defaults of --elite and --steps are at most N"},
    {0, "decay", CE_REAL, "D", 1e-9, 1, NULL, "0.8", AT(decay), "wct srs asrs",
     "how much the similarity of different clusters counts"},
    {0, "rounds", CE_INTEGER, "R", 1, 1e6, NULL, "5", AT(rounds), "srs",
     "rounds of SimRank, the first of which knows nothing"},
    {0, "low", CE_REAL, "L", 0, 1, NULL, "0.2", AT(low), "ecmc",
     "co-associations up to L are observed as 0"},
    {0, "high", CE_REAL, "H", 0, 1, NULL, "0.8", AT(high), "ecmc",
     "co-associations from H on are observed as 1"},
    {0, "penalty", CE_REAL, "C", 0, 1e9, NULL, "0", AT(penalty), "ecmc",
     "weight of errors in what was observed; 0: 1 / sqrt(n)"},
    {0, "growth", CE_REAL, "G", 1, 1e3, NULL, "1.5", AT(growth), "ecmc",
     "of the step in each iteration; 1 goes to the minimum, slowly"},
    {0, "iterations", CE_INTEGER, "N", 1, 1e6, NULL, "500", AT(iterations), "ecmc",
     "at most so many"},
    {0, "certainty", CE_REAL, "THETA", 1e-9, 1e9, NULL, "0.4", AT(certainty), "lwca",
     "the larger, the less a cluster's uncertainty counts"},
    {0, "index", CE_CHOICE, "INDEX", 0, 0, "apmm|max", "apmm", AT(index), "eeac",
     "of the stability of clusters"},
    {0, "share", CE_REAL, "S", 1e-9, 1, NULL, "0.5", AT(share), "eeac",
     "of the clusters, the most stable, that are kept"},
    {0, "at-least", CE_REAL, "T", 0, 1, NULL, NULL, AT(at_least), "eeac",
     "keep the clusters with a stability from T on instead"},
    {0, "kl", CE_FLAG, NULL, 0, 0, NULL, NULL, AT(kl), "psi",
     "by Kullback-Leibler divergences, not by cosines"},
    {0, "sigma", CE_REAL, "S", 0, 1e300, NULL, "0", AT(sigma), "gaussian",
     "width; 0: each object's own, the mean distance to its nearest neighbours"},
    {0, "neighbours", CE_INTEGER, "N", 0, 1e9, NULL, "0", AT(neighbours), "gaussian",
     "keep only pairs of which one is among the N nearest of the other; 0: keep all, and take 7 "
     "for the width"},
};

static const ce_noun nouns[] = {
    {"ca", "co-association: the share of base clusterings that put two objects together"},
    {"ne",
     "normalized edges: the graph of pairs above a threshold of ca, as CA-HNE begins with it"},
    {"pts",
     "probability trajectories: how alike random walks from two microclusters are (PTA, PTGP)"},
    {"elite",
     "the graph of elite neighbours that pts walks on: ca of microclusters, its heaviest links"},
    {"wct", "weighted connected triples: clusters that overlap with the same others are alike"},
    {"srs", "SimRank: objects are alike whose clusters are, and clusters whose objects are"},
    {"asrs", "an approximation of srs: clusters are alike that overlap with the same others"},
    {"ecmc",
     "matrix completion: ca without its uncertain entries, filled in by a matrix of low rank"},
    {"lwca",
     "ca with each cluster weighted by how much the base clusterings agree with it (LWEA, LWGP)"},
    {"eca", "clusters are alike from which random walks on the graph of clusters are (ECPCS)"},
    {"eeac", "co-association by the most stable clusters only (EEAC)"},
    {"psi", "how alike the memberships of objects are (WSPA); of a membership table, or of labels"},
    {"euclidean", "of a data table: 1 - distance / largest distance"},
    {"gaussian",
     "of a data table: exp(-d^2 / (2 sigma^2)), the affinity that spectral clustering begins with"},
    {NULL, NULL},
};

static const ce_tool tool = {
    .name = "ce-similarity",
    .summary = "A similarity matrix of the objects, from base clusterings or from data.",
    .operands = "[FILE]",
    .max_operands = 1,
    .names = nouns,
    .options = CE_OPTIONS(table, struct options),
    .shared = CE_WITH_THREADS | CE_WITH_TABLE,
};

/* "A-B" with 1 <= A <= B; exits when it is not. */
static void parse_rows(const ce_cli *cli, const char *text, size_t *first, size_t *last)
{
    char *end = NULL;
    unsigned long a = *text >= '1' && *text <= '9' ? strtoul(text, &end, 10) : 0, b = 0;

    if (end && *end == '-' && end[1] >= '1' && end[1] <= '9')
        b = strtoul(end + 1, &end, 10);
    if (!a || b < a || *end || b > INT32_MAX)
        ce_cli_usage(cli, "--rows '%s', A-B with 1 <= A <= B expected", text);
    *first = a - 1;
    *last = b;
}

static int write_matrix(const ce_cli *cli, const struct options *o, const ce_similarity *s,
                        ce_error *err)
{
    size_t entries = s->row_start ? s->row_start[s->n] : s->n * (s->n + 1) / 2;

    ce_cli_detail(cli, "%s: %zu rows, %zu entries held", cli->noun[0], s->n, entries);
    return ce_similarity_write(s, o->common.output, (ce_matrix_format)o->format,
                               o->common.delimiter, err);
}

static int write_rows(const ce_cli *cli, const struct options *o, const ce_labels *labels,
                      const double *weight, ce_error *err)
{
    size_t first, last;
    double *block = NULL;
    int rc;

    parse_rows(cli, o->rows, &first, &last);
    if (last > labels->n)
        return ce_fail(err, CE_EINPUT, "rows %s of %zu objects", o->rows, labels->n);
    if ((rc = ce_memory_check(last - first, labels->n, sizeof *block, "the block of rows",
                              "fewer rows", err)))
        return rc;
    if (!(block = ce_alloc((last - first) * labels->n, sizeof *block, err)))
        return CE_ENOMEM;
    if (!(rc = ce_coassociation_rows(labels, weight, first, last, block, err)))
        rc = ce_matrix_block_write(block, last - first, labels->n, o->common.output,
                                   (ce_matrix_format)o->format, o->common.delimiter, err);
    free(block);
    return rc;
}

/* ---- on objects ---- */

static int of_objects(const ce_cli *cli, const struct options *o, ce_label_table *in,
                      const double *weight, ce_error *err)
{
    ce_similarity s = {0};
    int rc;

    if (o->rows)
        return write_rows(cli, o, &in->labels, weight, err);
    if (!strcmp(cli->noun[0], "ne"))
        rc = ce_normalized_edges(&in->labels, weight, o->theta, &s, err);
    else if (ce_cli_given(cli, "sparse"))
        rc = ce_coassociation_sparse(&in->labels, weight, o->sparse, &s, err);
    else if (o->missing)
        rc = ce_coassociation_over_all(&in->labels, weight, &s, err);
    else
        rc = ce_coassociation(&in->labels, weight, &s, err);
    if (!rc)
        rc = write_matrix(cli, o, &s, err);
    ce_similarity_free(&s);
    return rc;
}

/* ---- on microclusters ---- */

typedef struct {
    const ce_cli *cli;
    const struct options *options;
    const ce_similarity_method *method;
    ce_similarity_options how;
    ce_microclusters micro;
    ce_clusters clusters;
    ce_similarity s, objects;
    double *twin;
    ce_biadjacency graph;
    ce_similarity_report report;
} job;

static ce_similarity_options settings(const ce_cli *cli, const struct options *o,
                                      const double *weight)
{
    return (ce_similarity_options){
        .elite = (size_t)o->elite,
        .steps = (size_t)o->steps,
        .cap = (size_t)o->cap,
        .decay = o->decay,
        .rounds = (size_t)o->rounds,
        .completion = {.low = o->low,
                       .high = o->high,
                       .c = o->penalty,
                       .iterations = (size_t)o->iterations,
                       .growth = o->growth},
        .certainty = o->certainty,
        .selected = {(ce_stability_index)o->index, o->share, ce_cli_given(cli, "at-least"),
                     o->at_least},
        .weight = weight,
    };
}

static void tell(const job *j)
{
    const ce_similarity_report *r = &j->report;
    size_t n = j->micro.count;

    ce_cli_detail(j->cli, "%zu rows, %zu microclusters, %zu clusters", j->micro.n, n,
                  j->clusters.count);
    if (r->elite)
        ce_cli_detail(j->cli, "elite neighbours: K = %zu, %zu nodes, %zu links kept of %zu pairs",
                      r->elite, n, r->links, n * (n - 1) / 2);
    if (r->steps)
        ce_cli_detail(j->cli, "random walks: T = %zu steps", r->steps);
    if (r->completion.iterations)
        ce_cli_detail(j->cli,
                      "ecmc: %.3g of the pairs observed; %zu iterations, residual %.3g, rank %zu",
                      r->completion.observed, r->completion.iterations, r->completion.residual,
                      r->completion.rank);
    if (r->completion.iterations && r->completion.iterations == (size_t)j->options->iterations)
        ce_cli_note(j->cli,
                    "ecmc: stopped after %zu iterations with a residual of %.3g (see --iterations)",
                    r->completion.iterations, r->completion.residual);
    if (r->selection.clusters)
        ce_cli_detail(j->cli, "eeac: %zu of %zu clusters kept, with a stability of %.6g or more",
                      r->selection.kept, r->selection.clusters, r->selection.least);
    if (r->selection.uncovered > 0)
        ce_cli_note(j->cli, "eeac: objects in no cluster that was kept: %.15g (see --share)",
                    r->selection.uncovered);
    if (r->completion.lost > 0)
        ce_cli_note(j->cli,
                    "ecmc: objects left without similarity to any other: %.15g (see --penalty)",
                    r->completion.lost);
}

/* The matrix of the rows that came in: their microclusters', unless some were equal. The graph of
 * elite neighbours has microclusters for nodes as it is defined. */
static int write_pairs(job *j, ce_error *err)
{
    size_t n = j->micro.n;
    int is_graph = !strcmp(j->cli->noun[0], "elite"), expand = j->micro.count < n && !is_graph,
        rc = CE_OK;

    if (expand)
        rc = ce_memory_check(
            n, n, sizeof(double) / 2, "the matrix of all pairs of objects",
            "a table of microclusters (ce-microcluster compress), or ce-consensus,", err);
    if (rc || (rc = j->method->pairs(&j->micro, &j->how, &j->s, &j->twin, &j->report, err)) ||
        (expand && (rc = ce_similarity_to_objects(&j->s, &j->micro, j->twin, &j->objects, err))))
        return rc;
    tell(j);
    if (is_graph && j->micro.count < n)
        ce_cli_note(j->cli,
                    "elite: %zu nodes, the microclusters of %zu rows, as ce-microcluster compress "
                    "lists them",
                    j->micro.count, n);
    return write_matrix(j->cli, j->options, expand ? &j->objects : &j->s, err);
}

static int write_graph(job *j, const ce_label_table *in, ce_error *err)
{
    int rc;

    if (!j->clusters.count)
        return ce_fail(err, CE_EINPUT, "%s: no labels, so no clusters",
                       ce_path_name(ce_cli_operand(j->cli, 0)));
    if ((rc = j->method->graph(&j->micro, &j->clusters, &j->how, &j->graph, &j->report, err)))
        return rc;
    tell(j);
    return ce_cluster_table_write(&j->graph, j->micro.of, in, j->options->common.output,
                                  j->options->common.delimiter, err);
}

static int from_labels(const ce_cli *cli, const struct options *o, ce_error *err)
{
    ce_table_format format = ce_cli_format(cli);
    ce_label_table in = {0};
    double *weight = NULL;
    job j = {.cli = cli, .options = o, .method = ce_similarity_method_find(cli->noun[0])};
    int rc;

    if ((rc = ce_label_table_read(&in, ce_cli_operand(cli, 0), &format, err)) ||
        (o->weights && (rc = ce_weights_read(&weight, &in, o->weights, o->common.delimiter, err))))
        goto done;
    if (!o->to && (!j.method || !j.method->pairs)) {
        rc = of_objects(cli, o, &in, weight, err);
        goto done;
    }
    j.how = settings(cli, o, weight);
    if ((rc = ce_microclusters_build(&j.micro, &in.labels, in.size, err)) ||
        (rc = ce_clusters_list(&j.clusters, &j.micro, err)))
        goto done;
    rc = o->to ? write_graph(&j, &in, err) : write_pairs(&j, err);
done:
    free(weight);
    free(j.twin);
    ce_similarity_free(&j.s);
    ce_similarity_free(&j.objects);
    ce_biadjacency_free(&j.graph);
    ce_clusters_free(&j.clusters);
    ce_microclusters_free(&j.micro);
    ce_label_table_free(&in);
    return rc;
}

/* ---- on memberships ---- */

/* Hard labels are memberships of 0 and 1: their similarity, of either form, is the co-association
 * over all base clusterings. */
static int from_memberships(const ce_cli *cli, const struct options *o, ce_error *err)
{
    ce_table_format format = ce_cli_format(cli);
    ce_label_table labels = {0};
    ce_membership_table soft = {0};
    ce_similarity s = {0};
    int rc = ce_ensemble_table_read(&labels, &soft, ce_cli_operand(cli, 0), &format, err);

    if (rc)
        goto done;
    ce_cli_detail(cli, "%s: %zu objects, %zu base clusterings",
                  soft.membership.n ? "memberships" : "labels", labels.labels.n, labels.labels.m);
    if (!soft.membership.n)
        rc = ce_coassociation_over_all(&labels.labels, NULL, &s, err);
    else
        rc = o->kl ? ce_psi_divergence(&soft.membership, &s, err)
                   : ce_psi(&soft.membership, &s, err);
    if (!rc)
        rc = write_matrix(cli, o, &s, err);
done:
    ce_similarity_free(&s);
    ce_label_table_free(&labels);
    ce_membership_table_free(&soft);
    return rc;
}

/* ---- on data ---- */

static int from_data(const ce_cli *cli, const struct options *o, ce_error *err)
{
    ce_table_format format = ce_cli_format(cli);
    const char *path = ce_cli_operand(cli, 0);
    ce_data_table in = {0};
    ce_similarity s = {0};
    int rc;

    if (!(rc = ce_data_table_read(&in, path, &format, err)) &&
        !(rc = ce_data_table_need_numeric(&in, path, err)) &&
        !(rc = strcmp(cli->noun[0], "gaussian")
                   ? ce_euclidean_similarity(&in.values, &s, err)
                   : ce_affinity_gaussian(in.values.values, in.values.rows, in.values.columns,
                                          o->sigma, (size_t)o->neighbours, &s, err)))
        rc = write_matrix(cli, o, &s, err);
    ce_similarity_free(&s);
    ce_data_table_free(&in);
    return rc;
}

/* Options that contradict each other are wrong use. */
static void check_options(const ce_cli *cli, const struct options *o)
{
    static const char *const of_matrix[] = {"format", "missing", "sparse", "rows"};
    size_t first, last;

    if (o->rows) {
        parse_rows(cli, o->rows, &first, &last);
        if (o->format == CE_MATRIX_METIS)
            ce_cli_usage(cli, "--rows gives no whole graph: --format mtx, csv or npy");
        if (ce_cli_given(cli, "sparse"))
            ce_cli_usage(cli, "--rows and --sparse do not go together");
    }
    if (o->missing && (o->rows || ce_cli_given(cli, "sparse")))
        ce_cli_usage(cli, "--missing all goes with the whole matrix, not with --rows or --sparse");
    for (size_t i = 0; i < sizeof of_matrix / sizeof *of_matrix && o->to; i++)
        if (ce_cli_given(cli, of_matrix[i]))
            ce_cli_usage(cli, "--to clusters writes a table: --%s does not go with it",
                         of_matrix[i]);
    if (ce_cli_given(cli, "share") && ce_cli_given(cli, "at-least"))
        ce_cli_usage(
            cli, "--share and --at-least both say which clusters to keep: one of them expected");
    if (o->low > o->high)
        ce_cli_usage(cli, "--low %g is above --high %g", o->low, o->high);
}

int main(int argc, char **argv)
{
    struct options options = {0};
    ce_cli cli;
    ce_error err = {0};
    int rc;

    ce_cli_parse(&cli, &tool, argc, argv, &options);
    check_options(&cli, &options);
    if (!strcmp(cli.noun[0], "euclidean") || !strcmp(cli.noun[0], "gaussian"))
        rc = from_data(&cli, &options, &err);
    else
        rc = !strcmp(cli.noun[0], "psi") ? from_memberships(&cli, &options, &err)
                                         : from_labels(&cli, &options, &err);
    return ce_cli_end(&cli, rc, &err);
}
