/* ce-similarity euclidean, gaussian, pearson, spearman and cosine: of the rows of a data table. */
#include "io/data_table.h"
#include "partition/graph/affinity.h"
#include "prepare/transform_profiles.h"
#include "similarity.h"
#include "similarity/euclidean.h"

/* Computes the matrix of the rows of x, which it may change. 0 or a failure. */
typedef int of_rows(const similarity_call *call, ce_data_table *x, ce_similarity *s, ce_error *err);

static int write_data(const similarity_call *call, of_rows *compute, ce_error *err)
{
    ce_table_format format = ce_cli_format(call->cli);
    const char *path = ce_cli_operand(call->cli, 0);
    ce_data_table in = {0};
    ce_similarity s = {0};
    int rc = ce_data_table_read(&in, path, &format, err);

    if (!rc)
        rc = ce_data_table_need_numeric(&in, path, err);
    if (!rc)
        rc = ce_data_table_need_squares(&in, path, err);
    if (!rc) {
        ce_data_table_tell_tiny(&in, path, &format.listener);
        rc = compute(call, &in, &s, err);
    }
    if (!rc)
        rc = similarity_write(call, &s, &in.id, err);
    ce_similarity_free(&s);
    ce_data_table_free(&in);
    return rc;
}

/* ---- euclidean ---- */

static int of_distances(const similarity_call *call, ce_data_table *x, ce_similarity *s,
                        ce_error *err)
{
    (void)call;
    return ce_euclidean_similarity(&x->values, s, err);
}

static int run_euclidean(const similarity_call *call, ce_error *err)
{
    return write_data(call, of_distances, err);
}

const similarity_noun similarity_euclidean = {
    .noun = {.name = "euclidean",
             .family = "data",
             .summary = "for a data table: 1 - distance / largest distance",
             .about = "The Euclidean distance of two objects, as a share of the largest, turned "
                      "into a similarity. Compare it with ca to see what the ensemble adds.",
             .reference = "hne2007",
             .reads = CE_READS_DATA,
             .cost = CE_COST_OBJECT_PAIRS},
    .run = run_euclidean,
};

/* ---- gaussian ---- */

typedef struct {
    double sigma;
    int neighbours;
} gaussian_options;

static const ce_option gaussian_rows[] = {
    {0, "sigma", CE_REAL, "S", 0, 1e300, NULL, "0", offsetof(gaussian_options, sigma), NULL,
     "width; 0: each object's own, the mean distance to its nearest neighbours"},
    {0, "neighbours", CE_INTEGER, "N", 0, 1e9, NULL, "0", offsetof(gaussian_options, neighbours),
     NULL,
     "keep only pairs of which one object is among the N nearest of the other; 0: all, and 7 for "
     "the width"},
};

static int of_affinities(const similarity_call *call, ce_data_table *x, ce_similarity *s,
                         ce_error *err)
{
    const gaussian_options *o = call->noun;

    return ce_affinity_gaussian(x->values.values, x->values.rows, x->values.columns, o->sigma,
                                (size_t)o->neighbours, s, err);
}

static int run_gaussian(const similarity_call *call, ce_error *err)
{
    return write_data(call, of_affinities, err);
}

const similarity_noun similarity_gaussian = {
    .noun = {.name = "gaussian",
             .family = "data",
             .summary = "for a data table: exp(-d^2 / (2 sigma^2)), the affinity of spectral "
                        "clustering",
             .about = "An affinity that falls fast with the distance of two objects, with 0 on "
                      "the diagonal. ce-partition spectral reads it.",
             .reference = "ng2002",
             .reads = CE_READS_DATA,
             .cost = CE_COST_OBJECT_PAIRS,
             .options = CE_OPTIONS(gaussian_rows, gaussian_options)},
    .run = run_gaussian,
};

/* ---- pearson, spearman, cosine ---- */

static int of_directions(const similarity_call *call, ce_data_table *x, int ranks, int center,
                         ce_similarity *s, ce_error *err)
{
    char object[CE_OBJECT_NAME];
    size_t zero;
    int rc = ce_unit_rows(&x->values, ranks, center, &zero, err);

    if (!rc && zero < x->values.rows)
        rc = ce_fail(err, CE_EINPUT, "%s: %s: %s, so it has no %s with the others",
                     ce_path_name(ce_cli_operand(call->cli, 0)),
                     ce_object_name(&x->id, zero, object),
                     center ? "all its numbers are equal" : "all its numbers are 0",
                     center ? "correlation" : "angle");
    return rc ? rc : ce_unit_similarity(&x->values, s, err);
}

static int of_pearson(const similarity_call *call, ce_data_table *x, ce_similarity *s,
                      ce_error *err)
{
    return of_directions(call, x, 0, 1, s, err);
}

static int of_spearman(const similarity_call *call, ce_data_table *x, ce_similarity *s,
                       ce_error *err)
{
    return of_directions(call, x, 1, 1, s, err);
}

static int of_cosine(const similarity_call *call, ce_data_table *x, ce_similarity *s, ce_error *err)
{
    return of_directions(call, x, 0, 0, s, err);
}

static int run_pearson(const similarity_call *call, ce_error *err)
{
    return write_data(call, of_pearson, err);
}

static int run_spearman(const similarity_call *call, ce_error *err)
{
    return write_data(call, of_spearman, err);
}

static int run_cosine(const similarity_call *call, ce_error *err)
{
    return write_data(call, of_cosine, err);
}

#define OF_DIRECTIONS(noun_name, what, text) \
    { \
        .noun = {.name = #noun_name, \
                 .family = "data", \
                 .summary = "for a data table: " what, \
                 .about = text, \
                 .reads = CE_READS_DATA, \
                 .cost = CE_COST_OBJECT_PAIRS}, \
        .run = run_##noun_name \
    }

const similarity_noun similarity_pearson = OF_DIRECTIONS(
    pearson, "Pearson's correlation of each two objects",
    "How far the numbers of two objects rise and fall together over the features, from -1 to 1. "
    "For profiles, such as gene expression. 1 less the correlation serves as a distance.");

const similarity_noun similarity_spearman = OF_DIRECTIONS(
    spearman, "Spearman's rank correlation of each two objects",
    "Pearson's correlation of the ranks of the numbers in each object, equal ones with the mean of "
    "their ranks. For profiles in which only the order counts.");

const similarity_noun similarity_cosine = OF_DIRECTIONS(
    cosine, "the cosine of the angle between each two objects",
    "1 for objects of one direction, 0 for those without a feature in common. For documents.");
