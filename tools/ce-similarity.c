/* ce-similarity: a similarity matrix of the objects, from an ensemble or from data. */
#include <stdlib.h>
#include <string.h>

#include "cli/tool.h"
#include "core/memory.h"
#include "io/data_table.h"
#include "io/label_table.h"
#include "io/matrix_file.h"
#include "io/weights.h"
#include "partition/spectral.h"
#include "similarity/coassociation.h"
#include "similarity/euclidean.h"

struct options {
    ce_common common;
    int format, missing;
    const char *weights, *rows;
    double sparse, theta, sigma;
    int neighbours;
};

#define AT(field) offsetof(struct options, field)
static const ce_option table[] = {
    {0, "format", CE_CHOICE, "FORMAT", 0, 0, "mtx|csv|npy|metis", "mtx", AT(format), NULL, "how the matrix is written"},
    {0, "weights", CE_TEXT, "FILE", 0, 0, NULL, NULL, AT(weights), "ca ne", "a weight for each base clustering"},
    {0, "missing", CE_CHOICE, "RULE", 0, 0, "pair|all", "pair", AT(missing), "ca",
     "divide by the base clusterings that label both objects, or by all"},
    {0, "sparse", CE_REAL, "T", 0, 1, NULL, NULL, AT(sparse), "ca", "only entries above T, and no n x n memory"},
    {0, "rows", CE_TEXT, "A-B", 0, 0, NULL, NULL, AT(rows), "ca", "only rows A to B, from 1: a part of the work for one machine"},
    {0, "theta", CE_REAL, "THETA", 0, .999999, NULL, "0.3", AT(theta), "ne", "an edge where the similarity is above this"},
    {0, "sigma", CE_REAL, "S", 0, 1e300, NULL, "0", AT(sigma), "gaussian",
     "width; 0: each object's own, the mean distance to its nearest neighbours"},
    {0, "neighbours", CE_INTEGER, "N", 0, 1e9, NULL, "0", AT(neighbours), "gaussian",
     "keep only pairs of which one is among the N nearest of the other; 0: keep all, and take 7 for the width"},
};

static const ce_noun nouns[] = {
    {"ca", "co-association: the share of base clusterings that put two objects together"},
    {"ne", "normalized edges: the graph of pairs above a threshold of ca, as CA-HNE begins with it"},
    {"euclidean", "of a data table: 1 - distance / largest distance"},
    {"gaussian", "of a data table: exp(-d^2 / (2 sigma^2)), the affinity that spectral clustering begins with"},
    {NULL, NULL},
};

static const ce_tool tool = {
    .name = "ce-similarity",
    .summary = "A similarity matrix of the objects, from base clusterings or from data.",
    .operands = "[FILE]",
    .max_operands = 1,
    .nouns = nouns,
    .options = table,
    .option_count = sizeof table / sizeof *table,
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

static int write_matrix(const ce_cli *cli, const struct options *o, const ce_similarity *s, ce_error *err)
{
    size_t entries = s->row_start ? s->row_start[s->n] : s->n * (s->n + 1) / 2;

    ce_cli_detail(cli, "%s: %zu objects, %zu entries held", cli->noun[0], s->n, entries);
    return ce_similarity_write(s, o->common.output, (ce_matrix_format)o->format, o->common.delimiter, err);
}

static int write_rows(const ce_cli *cli, const struct options *o, const ce_labels *labels, const double *weight, ce_error *err)
{
    size_t first, last;
    double *block = NULL;
    int rc;

    parse_rows(cli, o->rows, &first, &last);
    if (last > labels->n)
        return ce_fail(err, CE_EINPUT, "rows %s of %zu objects", o->rows, labels->n);
    if ((rc = ce_memory_check(last - first, labels->n, sizeof *block, "the block of rows", "fewer rows", err)))
        return rc;
    if (!(block = ce_alloc((last - first) * labels->n, sizeof *block, err)))
        return CE_ENOMEM;
    if (!(rc = ce_coassociation_rows(labels, weight, first, last, block, err)))
        rc = ce_matrix_block_write(block, last - first, labels->n, o->common.output, (ce_matrix_format)o->format,
                                   o->common.delimiter, err);
    free(block);
    return rc;
}

static int from_labels(const ce_cli *cli, const struct options *o, ce_error *err)
{
    ce_table_format format = ce_cli_format(cli);
    ce_label_table in = {0};
    ce_similarity s = {0};
    double *weight = NULL;
    int rc;

    if ((rc = ce_label_table_read(&in, ce_cli_operand(cli, 0), &format, err)) ||
        (o->weights && (rc = ce_weights_read(&weight, &in, o->weights, o->common.delimiter, err))))
        goto done;
    if (o->rows) {
        rc = write_rows(cli, o, &in.labels, weight, err);
        goto done;
    }
    if (!strcmp(cli->noun[0], "ne"))
        rc = ce_normalized_edges(&in.labels, weight, o->theta, &s, err);
    else if (ce_cli_given(cli, "sparse"))
        rc = ce_coassociation_sparse(&in.labels, weight, o->sparse, &s, err);
    else if (o->missing)
        rc = ce_coassociation_over_all(&in.labels, weight, &s, err);
    else
        rc = ce_coassociation(&in.labels, weight, &s, err);
    if (!rc)
        rc = write_matrix(cli, o, &s, err);
done:
    free(weight);
    ce_similarity_free(&s);
    ce_label_table_free(&in);
    return rc;
}

static int from_data(const ce_cli *cli, const struct options *o, ce_error *err)
{
    ce_table_format format = ce_cli_format(cli);
    const char *path = ce_cli_operand(cli, 0);
    ce_data_table in = {0};
    ce_similarity s = {0};
    int rc;

    if (!(rc = ce_data_table_read(&in, path, &format, err)) && !(rc = ce_data_table_need_numeric(&in, path, err)) &&
        !(rc = strcmp(cli->noun[0], "gaussian") ? ce_euclidean_similarity(&in.values, &s, err)
                                                : ce_affinity_gaussian(in.values.values, in.values.rows, in.values.columns, o->sigma,
                                                                       (size_t)o->neighbours, &s, err)))
        rc = write_matrix(cli, o, &s, err);
    ce_similarity_free(&s);
    ce_data_table_free(&in);
    return rc;
}

int main(int argc, char **argv)
{
    struct options options = {0};
    size_t first, last;
    ce_cli cli;
    ce_error err = {0};
    int rc;

    ce_cli_parse(&cli, &tool, argc, argv, &options);
    if (options.rows) {
        parse_rows(&cli, options.rows, &first, &last);
        if (options.format == CE_MATRIX_METIS)
            ce_cli_usage(&cli, "--rows gives no whole graph: --format mtx, csv or npy");
        if (ce_cli_given(&cli, "sparse"))
            ce_cli_usage(&cli, "--rows and --sparse do not go together");
    }
    if (options.missing && (options.rows || ce_cli_given(&cli, "sparse")))
        ce_cli_usage(&cli, "--missing all goes with the whole matrix, not with --rows or --sparse");
    rc = !strcmp(cli.noun[0], "euclidean") || !strcmp(cli.noun[0], "gaussian") ? from_data(&cli, &options, &err) : from_labels(&cli, &options, &err);
    return ce_cli_end(&cli, rc, &err);
}
