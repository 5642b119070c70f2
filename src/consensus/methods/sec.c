/*
 * SEC, spectral ensemble clustering [liu2017]: the normalised cut of the co-association matrix, by
 * the weighted k-means that it is equal to.
 *
 * b_i is the row of object i in the 0/1 table of labels, and w_i the number of its entries times
 * the degree of the object: the sum of the sizes of the clusters that hold it. Over the partitions
 * into k clusters,
 *
 *     sum_i w_i |b_i / w_i - m_l(i)|^2, m_l = sum_(i in l) b_i / W_l, W_l = sum_(i in l) w_i
 *         = sum_i r_i / w_i - sum_l |sum_(i in l) b_i|^2 / W_l
 *
 * is made smaller in every step. r_i is the number of labels of object i, and the last sum is the
 * normalised association. The distance is taken apart by labels: a label that c objects have adds
 * c |m_l|^2 - 2 m_l(label), and r_i / w_i is the same for all centres. W_l follows from the counts
 * of labels. No matrix of pairs is made.
 *
 * A missing label is in no cluster. See doc/readings.md, liu2017.
 */
#include "consensus/label_kmeans.h"
#include "consensus/shared_options.h"

#include <stdlib.h>

#include "core/memory.h"

typedef struct {
    int restarts, iterations;
} sec_options;

static const ce_option rows[] = {
    CE_ROW_RESTARTS(sec_options, restarts, NULL),
    {0, "iterations", CE_INTEGER, "N", 1, 1e6, NULL, "100", offsetof(sec_options, iterations),
     NULL, "largest number of rounds in each start"},
};

typedef struct {
    double *total;  /* owned; for each label, how many objects have it */
    double *share;  /* owned; r_i / w_i of each microcluster */
    double constant; /* the sum of these over all objects */
} sec;

static double centres(const void *state, const ce_label_shape *shape, const double *count,
                      int first, double *table)
{
    const sec *s = state;
    size_t labels = shape->start[shape->m], stride = shape->stride;
    double value = 0;

    (void)first;
    for (size_t c = 0; c < shape->k; c++) {
        double weight = 0, squares = 0;
        for (size_t v = 0; v < labels; v++) {
            double x = count[v * stride + c];
            weight += x * s->total[v];
            squares += x * x;
        }
        value += squares / weight;
        for (size_t v = 0; v < labels; v++)
            table[v * stride + c] =
                s->total[v] * (squares / weight / weight) - 2 * count[v * stride + c] / weight;
    }
    return value;
}

static int sec_init(void *state, const ce_run *run, const ce_microclusters *micro,
                    const ce_label_shape *shape, const double **extra, ce_error *err)
{
    sec *s = state;
    size_t n = micro->count;

    (void)run;
    s->total = ce_calloc(shape->start[shape->m], sizeof *s->total, err);
    s->share = ce_alloc(n, sizeof *s->share, err);
    if (!s->total || !s->share)
        return CE_ENOMEM;
    for (size_t q = 0; q < shape->m; q++)
        for (size_t i = 0; i < n; i++)
            if (ce_labels_column(&micro->rows, q)[i] >= 0)
                s->total[shape->start[q] + (size_t)ce_labels_column(&micro->rows, q)[i]] +=
                    micro->size[i];
    for (size_t i = 0; i < n; i++) {
        double labels = 0, weight = 0;
        for (size_t q = 0; q < shape->m; q++) {
            int32_t label = ce_labels_column(&micro->rows, q)[i];
            if (label < 0)
                continue;
            labels++;
            weight += s->total[shape->start[q] + (size_t)label];
        }
        s->share[i] = labels / weight;
        s->constant += micro->size[i] * s->share[i];
    }
    *extra = s->share;
    return CE_OK;
}

static void tell(const void *state, const ce_run *run, const ce_label_kmeans_result *result)
{
    const sec_options *o = run->settings->values;
    const sec *s = state;

    ce_tell(&run->report->messages, CE_DETAIL,
            "%s: weighted squared error %.9g = %.9g - %.9g "
            "(starts: %d, rounds of the best: %zu)",
            run->column, s->constant - result->value, s->constant, result->value, o->restarts,
            result->iterations);
}

static int run_sec(const ce_run *run, ce_partition *result, ce_error *err)
{
    static const ce_label_kmeans_method method = {centres, sec_init, tell};
    const sec_options *o = run->settings->values;
    sec s = {0};
    int rc = ce_label_kmeans(run, &method, &s, o->restarts, o->iterations, result, err);

    free(s.total);
    free(s.share);
    return rc;
}

const ce_method ce_method_sec = {
    .about = {.name = "sec",
              .family = "k-means on labels",
              .summary = "spectral ensemble clustering, as weighted k-means",
              .about = "The normalised cut of the co-association matrix, without the matrix: "
                       "k-means on the rows of the 0/1 table of labels, each divided by the sum "
                       "of the sizes of its clusters and weighted by it.",
              .reference = "liu2017",
              .page = "clens-sec",
              .reads = CE_READS_LABELS,
              .needs = CE_USES_K,
              .cost = CE_COST_OBJECTS,
              .options = CE_OPTIONS(rows, sec_options)},
    .run = run_sec,
};
