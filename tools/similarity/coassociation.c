/* ce-similarity ca and ne: co-association of objects, and the graph of pairs above a threshold of
 * it. */
#include "similarity/coassociation.h"

#include <stdlib.h>

#include "core/memory.h"
#include "io/input.h"
#include "io/matrix_file.h"
#include "similarity.h"
#include "similarity/cluster_graph.h"

/* ---- ca ---- */

typedef struct {
    int to, missing;
    double sparse;
    const char *rows;
} ca_options;

/* What is divided by: the base clusterings that label both objects, or all. */
enum { MISSING_PAIR, MISSING_ALL };
/* In the order of the enum; for option rows. */
#define MISSING_NAMES "pair|all"

static const ce_option ca_rows[] = {
    SIMILARITY_ROW_TO(ca_options),
    {0, "missing", CE_CHOICE, "RULE", 0, 0, MISSING_NAMES, "pair", offsetof(ca_options, missing),
     "to=objects !sparse !rows",
     "divide by the base clusterings that label both objects, or by all"},
    {0, "sparse", CE_REAL, "T", 0, 1, NULL, NULL, offsetof(ca_options, sparse), "to=objects !rows",
     "only entries above T, and no n x n memory"},
    {0, "rows", CE_TEXT, "A-B", 0, 0, NULL, NULL, offsetof(ca_options, rows), "to=objects",
     "only rows A to B, from 1: a part of the work for one machine"},
};

/* "A-B" with 1 <= A <= B, as first = A - 1 and last = B. Ends the program when it is not. */
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

static int write_rows(const similarity_call *call, const similarity_ensemble *e, size_t first,
                      size_t last, ce_error *err)
{
    const similarity_options *o = call->options;
    const ca_options *ca = call->noun;
    const ce_labels *labels = &e->table.labels;
    double *block = NULL;
    int rc;

    if (last > labels->n)
        return ce_fail(err, CE_EINPUT, "rows %s of %zu objects", ca->rows, labels->n);
    rc = ce_memory_check(last - first, labels->n, sizeof *block, "the block of rows", "fewer rows",
                         err);
    if (rc)
        return rc;
    block = ce_alloc((last - first) * labels->n, sizeof *block, err);
    if (!block)
        return CE_ENOMEM;
    rc = ce_coassociation_rows(labels, e->weight, first, last, block, err);
    if (!rc)
        rc = ce_matrix_block_write(block, last - first, labels->n, o->common.output,
                                   (ce_matrix_format)o->format, o->common.delimiter, err);
    free(block);
    return rc;
}

static int read_labels(const similarity_call *call, similarity_ensemble *e, ce_error *err)
{
    int rc = similarity_read(call, e, err);

    if (!rc && !ce_labels_total(&e->table.labels))
        ce_cli_note(call->cli, "%s: all labels are missing: no object is similar to another",
                    ce_path_name(ce_cli_operand(call->cli, 0)));
    return rc;
}

static int write_block(const similarity_call *call, ce_error *err)
{
    const ca_options *ca = call->noun;
    similarity_ensemble e = {0};
    size_t first, last;
    int rc;

    parse_rows(call->cli, ca->rows, &first, &last);
    if (call->options->format == CE_MATRIX_METIS)
        ce_cli_usage(call->cli, "--rows gives no whole graph: --format mtx, csv or npy");
    rc = read_labels(call, &e, err);
    if (!rc)
        rc = write_rows(call, &e, first, last, err);
    similarity_ensemble_free(&e);
    return rc;
}

static int write_whole(const similarity_call *call, ce_error *err)
{
    const ca_options *ca = call->noun;
    similarity_ensemble e = {0};
    ce_similarity s = {0};
    int rc = read_labels(call, &e, err);

    if (rc)
        goto done;
    if (ce_cli_given(call->cli, "sparse"))
        rc = ce_coassociation_sparse(&e.table.labels, e.weight, ca->sparse, &s, err);
    else if (ca->missing == MISSING_ALL)
        rc = ce_coassociation_over_all(&e.table.labels, e.weight, &s, NULL, err);
    else
        rc = ce_coassociation(&e.table.labels, e.weight, &s, NULL, err);
    if (!rc)
        rc = similarity_write(call, &s, &e.table.id, err);
done:
    ce_similarity_free(&s);
    similarity_ensemble_free(&e);
    return rc;
}

static int ca_graph(const similarity_call *call, const similarity_ensemble *e, ce_biadjacency *b,
                    ce_error *err)
{
    (void)call;
    return ce_membership_graph(&e->clusters, &e->micro, e->weight, b, err);
}

static int run_ca(const similarity_call *call, ce_error *err)
{
    const ca_options *ca = call->noun;

    if (ca->to == SIMILARITY_TO_CLUSTERS)
        return similarity_write_graph(call, ca_graph, err);
    return ca->rows ? write_block(call, err) : write_whole(call, err);
}

const similarity_noun similarity_ca = {
    .noun = {.name = "ca",
             .family = "co-association",
             .summary = "co-association: the share of base clusterings that put two objects "
                        "together",
             .about = "The share of base clusterings that put two objects into one cluster, "
                      "among those that label both. Most consensus functions begin with it. "
                      "--sparse and --rows are for tables whose whole matrix does not fit into "
                      "memory.",
             .reference = "fred2005",
             .reads = CE_READS_LABELS,
             .takes = CE_USES_WEIGHTS,
             .cost = CE_COST_OBJECT_PAIRS,
             .options = CE_OPTIONS(ca_rows, ca_options)},
    .run = run_ca,
};

/* ---- ne ---- */

typedef struct {
    double theta;
} ne_options;

static const ce_option ne_rows[] = {
    {0, "theta", CE_REAL, "THETA", 0, .999999, NULL, "0.3", offsetof(ne_options, theta), NULL,
     "two objects have an edge if their similarity is above this"},
};

static int run_ne(const similarity_call *call, ce_error *err)
{
    const ne_options *ne = call->noun;
    similarity_ensemble e = {0};
    ce_similarity s = {0};
    int rc = read_labels(call, &e, err);

    if (!rc)
        rc = ce_normalized_edges(&e.table.labels, e.weight, ne->theta, &s, err);
    if (!rc)
        rc = similarity_write(call, &s, &e.table.id, err);
    ce_similarity_free(&s);
    similarity_ensemble_free(&e);
    return rc;
}

const similarity_noun similarity_ne = {
    .noun = {.name = "ne",
             .family = "co-association",
             .summary = "normalised edges: the graph of pairs with ca above a threshold, the "
                        "start of CA-HNE",
             .about = "A graph with an edge for each pair of objects whose co-association is above "
                      "THETA. All edges have the same weight, the normalised edge between two "
                      "single objects.",
             .reference = "hne2007",
             .reads = CE_READS_LABELS,
             .takes = CE_USES_WEIGHTS,
             .cost = CE_COST_OBJECT_PAIRS,
             .options = CE_OPTIONS(ne_rows, ne_options)},
    .run = run_ne,
};
