/*
 * KCC, k-means-based consensus clustering [wu2015]: the partition into k clusters that is most
 * useful for the base clusterings, searched by k-means on the 0/1 table of labels.
 *
 * m_lq are the shares of the labels of base clustering q among the objects of cluster l that it
 * labels, n_lq their number; P_q and n_q are the same of all objects. The utility is
 *
 *     U = 1/n sum_q w_q [ sum_l n_lq f(m_lq) - n_q f(P_q) ]
 *
 *     c    f(x) = sum_v x_v^2           distance 1 + |m|^2 - 2 m_v
 *     h    f(x) = sum_v x_v log2 x_v    distance -log2 m_v
 *     cos  f(x) = |x|                   distance 1 - m_v / |m|
 *     lp   f(x) = |x|_5                 distance 1 - (m_v / |m|_5)^4
 *
 * The distance of an object to a centre is the sum over base clusterings q of w_q times the one
 * above, v being the label of the object; k-means with it makes U larger in every step. Normalised,
 * w_q is divided by |f(P_q)|; a base clustering of one cluster, where f(P_q) = 0 in h, drops out.
 *
 * Missing labels add neither to the distance nor to the centre. Where no object of a cluster has a
 * label in q, m_lq is P_q. The logarithm of 0 is minus infinity, but a centre that is a single row
 * at the start has a share of 0 for all labels but its own: each counts as 2^20 bits there, so that
 * the nearest centre is the one that has most of the labels. See doc/readings.md, wu2015.
 */
#include "consensus/label_kmeans.h"
#include "consensus/shared_options.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"

enum { UTILITY_C, UTILITY_H, UTILITY_COS, UTILITY_LP };
static const char *const utility_name[] = {"c", "h", "cos", "lp"};

static const double absent = 1048576; /* bits, of a label that a row at the start does not have */

typedef struct {
    int utility, normalized, restarts, iterations;
} kcc_options;

static const ce_option rows[] = {
    {0, "utility", CE_CHOICE, "NAME", 0, 0, "c|h|cos|lp", "cos", offsetof(kcc_options, utility),
     NULL, "utility of a centre's shares of labels: their squares, entropy, length, 5-norm"},
    {0, "normalized", CE_FLAG, NULL, 0, 0, NULL, NULL, offsetof(kcc_options, normalized), NULL,
     "divide the utility for each base clustering by that of its own shares"},
    CE_ROW_RESTARTS(kcc_options, restarts, NULL),
    {0, "iterations", CE_INTEGER, "N", 1, 1e6, NULL, "100", offsetof(kcc_options, iterations),
     NULL, "largest number of rounds in each start"},
};

typedef struct {
    int utility;
    double *weight; /* owned; m */
    double *total;  /* owned; for each label, how many objects have it */
    double base;    /* sum_q w_q n_q f(P_q) */
    double objects;
} kcc;

/* The x of a sum of x log2 x, with its limit. */
static double entropy_part(double x)
{
    return x > 0 ? x * log2(x) : 0;
}

static double power_5(double x)
{
    double square = x * x;

    return square * square * x;
}

/* n f(x / n), where n is the sum of the counts x, one every stride, and is not 0. *norm: what the
 * distances need of it. */
static double worth(int utility, const double *x, size_t count, size_t stride, double n,
                    double *norm)
{
    double sum = 0;

    for (size_t v = 0; v < count; v++) {
        double part = x[v * stride];
        sum += utility == UTILITY_H    ? entropy_part(part / n)
               : utility == UTILITY_LP ? power_5(part / n)
                                       : part / n * (part / n);
    }
    *norm = utility == UTILITY_COS ? sqrt(sum) : utility == UTILITY_LP ? pow(sum, .2) : sum;
    return n * *norm;
}

/* The distance of label v to a centre that has the share `share` of it. */
static double distance(int utility, double share, double norm, int first)
{
    double ratio = share / norm;

    switch (utility) {
    case UTILITY_C:
        return 1 + norm - 2 * share;
    case UTILITY_H:
        return share > 0 ? -log2(share) : first ? absent : INFINITY;
    case UTILITY_COS:
        return 1 - ratio;
    default:
        return 1 - ratio * ratio * (ratio * ratio);
    }
}

/* The part of the table for base clustering q and cluster c. Returns its part of the value. */
static double set_block(const kcc *s, const ce_label_shape *shape, size_t q, size_t c,
                        const double *count, int first, double *table)
{
    size_t stride = shape->stride, start = shape->start[q];
    size_t labels = shape->start[q + 1] - start, step = stride;
    const double *x = count + start * stride + c;
    double n = 0, norm, value, *out = table + start * stride + c;

    for (size_t v = 0; v < labels; v++)
        n += x[v * stride];
    if (n == 0) {
        x = s->total + start;
        step = 1;
        for (size_t v = 0; v < labels; v++)
            n += x[v];
        value = 0;
        worth(s->utility, x, labels, step, n, &norm);
    } else {
        value = worth(s->utility, x, labels, step, n, &norm);
    }
    for (size_t v = 0; v < labels; v++)
        out[v * stride] =
            s->weight[q] > 0
                ? s->weight[q] * distance(s->utility, x[v * step] / n, norm, first)
                : 0;
    return s->weight[q] * value;
}

static double centres(const void *state, const ce_label_shape *shape, const double *count,
                      int first, double *table)
{
    const kcc *s = state;
    double value = 0;

    for (size_t q = 0; q < shape->m; q++)
        for (size_t c = 0; c < shape->k; c++)
            value += set_block(s, shape, q, c, count, first, table);
    return value;
}

/* What does not depend on the partition. */
static int kcc_init(void *state, const ce_run *run, const ce_microclusters *micro,
                    const ce_label_shape *shape, const double **extra, ce_error *err)
{
    const kcc_options *o = run->settings->values;
    const double *given =
        run->method->about.takes & CE_USES_WEIGHTS ? run->ensemble->beside.base_weight : NULL;
    kcc *s = state;
    double reach = 0; /* more than any sum of distances or utilities */

    (void)extra;
    s->utility = o->utility;
    s->weight = ce_alloc(shape->m, sizeof *s->weight, err);
    s->total = ce_calloc(shape->start[shape->m], sizeof *s->total, err);
    if (!s->weight || !s->total)
        return CE_ENOMEM;
    for (size_t i = 0; i < micro->count; i++)
        s->objects += micro->size[i];
    for (size_t q = 0; q < shape->m; q++) {
        const int32_t *column = ce_labels_column(&micro->rows, q);
        double *total = s->total + shape->start[q], n = 0, norm = 0, value = 0;
        for (size_t i = 0; i < micro->count; i++)
            if (column[i] >= 0) {
                total[column[i]] += micro->size[i];
                n += micro->size[i];
            }
        if (n > 0)
            value = worth(s->utility, total, (size_t)micro->rows.k[q], 1, n, &norm);
        s->weight[q] = given ? given[q] : 1;
        if (o->normalized)
            s->weight[q] = norm != 0 ? s->weight[q] / fabs(norm) : 0;
        s->base += s->weight[q] * value;
        reach += s->weight[q] * absent * (1 + s->objects);
    }
    if (!isfinite(reach))
        return ce_fail(err, CE_EINPUT, "kcc: weights so large that their sums overflow");
    return CE_OK;
}

static void tell(const void *state, const ce_run *run, const ce_label_kmeans_result *result)
{
    const kcc_options *o = run->settings->values;
    const kcc *s = state;

    ce_tell(&run->report->messages, CE_DETAIL,
            "%s: utility %s%s %.9g (starts: %d, rounds of the best: %zu)",
            run->column, o->normalized ? "normalised " : "", utility_name[o->utility],
            (result->value - s->base) / s->objects, o->restarts, result->iterations);
}

static int run_kcc(const ce_run *run, ce_partition *result, ce_error *err)
{
    static const ce_label_kmeans_method method = {centres, kcc_init, tell};
    const kcc_options *o = run->settings->values;
    kcc s = {0};
    int rc = ce_label_kmeans(run, &method, &s, o->restarts, o->iterations, result, err);

    free(s.weight);
    free(s.total);
    return rc;
}

const ce_method ce_method_kcc = {
    .about = {.name = "kcc",
              .family = "k-means on labels",
              .summary = "k-means-based consensus clustering: k-means on labels for a utility",
              .about = "k-means on the 0/1 table of labels, with the distance of a utility "
                       "function. It finds the partition with the most information about the "
                       "base clusterings, by squared shares of labels, entropies or lengths.",
              .reference = "wu2015",
              .page = "clens-kcc",
              .reads = CE_READS_LABELS,
              .needs = CE_USES_K,
              .takes = CE_USES_WEIGHTS,
              .cost = CE_COST_OBJECTS,
              .options = CE_OPTIONS(rows, kcc_options)},
    .run = run_kcc,
};

/* QMI: the first of this family. Utility c is its quadratic mutual information; the other fields of
 * the options stay 0. */
const ce_method ce_method_qmi = {
    .about = {.name = "qmi",
              .family = "k-means on labels",
              .summary = "quadratic mutual information: k-means on the 0/1 table of labels",
              .about = "k-means with Euclidean distances on the 0/1 table of labels. It finds the "
                       "partition from which the labels of the base clusterings can be predicted "
                       "best. It is kcc with the utility c.",
              .reference = "topchy2003",
              .page = "clens-kcc",
              .reads = CE_READS_LABELS,
              .needs = CE_USES_K,
              .cost = CE_COST_OBJECTS,
              .options = CE_OPTIONS_FROM(rows, 2, kcc_options)},
    .run = run_kcc,
};
