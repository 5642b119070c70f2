/*
 * WOCCE, the wisdom of crowds cluster ensemble [alizadeh2015].
 *
 * The problem: base clusterings that resemble each other add nothing to an ensemble. The paper
 * names four demands (decentralisation, independence, diversity, aggregation) and leaves open how
 * they are met. The definitions below are readings (doc/readings.md, alizadeh2015).
 *
 * For each k:
 * 1. Six algorithms take turns: k-means, RPCL, average, complete and Ward linkage, and spectral
 *    clustering of the graph of ten nearest neighbours. Each result has a number of clusters drawn
 *    from k .. 2 k.
 * 2. A result is refused if it has fewer than k clusters, if its independence is below the option
 *    independence, or if its diversity is below the option diversity. Else it is taken.
 * 3. The set is complete after `members` results. After `tries` refusals in a row it stays smaller,
 *    and a note says so. The thresholds are never relaxed.
 * 4. Average linkage of the co-association of the taken results is cut into k clusters.
 *
 * Independence of a result is its mean independence of the taken results of the same algorithm, 1
 * where there is none. Of two results of one algorithm it is:
 * - k-means and RPCL: the mean of min(1, d / s) over their starting centres, matched one to one so
 *   that the sum is least. d is the distance of two matched centres, s the root mean squared
 *   distance of two objects. A centre without partner counts 1.
 * - The other algorithms, which have no start: 1 - min(k, k') / max(k, k').
 *
 * Diversity of a result is 1 - A3 (score/cluster_stability.h) over the taken results, without the
 * result itself.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "consensus/from_data.h"
#include "core/dendrogram.h"
#include "core/memory.h"
#include "core/microclusters.h"
#include "core/parallel.h"
#include "core/random.h"
#include "generate/rpcl.h"
#include "kmeans/kmeans.h"
#include "partition/linkage/linkage.h"
#include "partition/graph/spectral.h"
#include "score/assignment.h"
#include "score/cluster_stability.h"
#include "similarity/neighbour_graph.h"

/* Similarities of starting centres are matched as whole numbers. This one stands for 1. */
#define WHOLE 1048576.

enum { RPCL_EPOCHS = 30 };

typedef struct {
    int members, tries, raw;
    double independence, diversity;
} wocce_options;

static const ce_option rows[] = {
    {'m', "members", CE_INTEGER, "M", 1, 1e6, NULL, "20", offsetof(wocce_options, members), NULL,
     "number of base clusterings for each k"},
    {0, "independence", CE_REAL, "I", 0, 1, NULL, "0.2", offsetof(wocce_options, independence),
     NULL,
     "accept a result if its mean independence of accepted ones of its algorithm is at least this"},
    {0, "diversity", CE_REAL, "D", 0, 1, NULL, "0.05", offsetof(wocce_options, diversity), NULL,
     "accept a result if its diversity, 1 - A3 over all accepted ones, is at least this"},
    {0, "tries", CE_INTEGER, "N", 1, 1e6, NULL, "20", offsetof(wocce_options, tries), NULL,
     "largest number of refusals in a row"},
    CE_ROW_RAW(wocce_options, raw),
};

typedef enum { KMEANS, RPCL, AVERAGE, COMPLETE, WARD, SPECTRAL, ALGORITHMS } algorithm;

static const char *const name_of[] = {"kmeans", "rpcl", "average", "complete", "ward", "spectral"};

/* A result, taken or not. Zero-initialise before use. */
typedef struct {
    algorithm by;
    size_t asked;    /* number of clusters that was drawn */
    ce_matrix start; /* KMEANS, RPCL: asked x d, or fewer */
    int32_t *label;  /* owned; n, by first appearance */
    int32_t k;       /* clusters found */
} member;

typedef struct {
    ce_matrix x;                    /* owned: the features */
    ce_kmeans_data *data;           /* owned */
    size_t distinct;                /* rows of x that differ */
    double spread;                  /* s */
    ce_dendrogram tree[ALGORITHMS]; /* of the linkages; n = 0 until it is needed */
    ce_similarity affinity;         /* of the spectral clustering; n = 0 until it is needed */
    uint64_t seed;
    member *taken;       /* owned; the results taken for all k */
    size_t count, first; /* those of the current k are first .. count - 1 */
} crowd;

static void member_free(member *m)
{
    ce_matrix_free(&m->start);
    free(m->label);
    *m = (member){0};
}

static void crowd_free(crowd *c)
{
    for (size_t q = 0; q < c->count; q++)
        member_free(&c->taken[q]);
    free(c->taken);
    for (size_t a = 0; a < ALGORITHMS; a++)
        ce_dendrogram_free(&c->tree[a]);
    ce_similarity_free(&c->affinity);
    ce_kmeans_data_free(c->data);
    ce_matrix_free(&c->x);
}

/* s^2 = 2 n / (n - 1) times the sum of the variances, each with the divisor n. */
static double spread_of(const ce_matrix *x)
{
    double squares = 0, n = (double)x->rows;

    for (size_t s = 0; s < x->columns; s++) {
        double mean = 0;
        for (size_t i = 0; i < x->rows; i++)
            mean += x->values[i * x->columns + s] / n;
        for (size_t i = 0; i < x->rows; i++) {
            double difference = x->values[i * x->columns + s] - mean;
            squares += difference * difference;
        }
    }
    return x->rows > 1 ? sqrt(2 * squares / (n - 1)) : 0;
}

/* ---- the algorithms ---- */

static int random_start(const crowd *c, member *m, gsl_rng *rng, ce_error *err)
{
    size_t k = m->asked < c->distinct ? m->asked : c->distinct;
    int rc = ce_matrix_alloc(&m->start, k, c->x.columns, err);

    return rc ? rc : ce_kmeans_random_start(c->data, k, rng, m->start.values, err);
}

static int by_kmeans(const crowd *c, member *m, gsl_rng *rng, ce_error *err)
{
    ce_kmeans_options how = {.k = m->asked, .init = CE_INIT_GIVEN};
    ce_kmeans_result result = {0};
    int rc = random_start(c, m, rng, err);

    how.start = m->start.values;
    how.k = m->start.rows;
    if (!rc)
        rc = ce_kmeans(c->data, &how, rng, ce_threads(), &result, err);
    if (!rc)
        memcpy(m->label, result.labels, c->x.rows * sizeof *m->label);
    ce_kmeans_free(&result);
    return rc;
}

/* RPCL draws its starting centres first (rpcl.h). A second stream of the same seed gives them
 * here. */
static int by_rpcl(const crowd *c, member *m, uint64_t seed, ce_error *err)
{
    const int k = (int)m->asked;
    const ce_rpcl_options how = {.members = 1,
                                 .k = &k,
                                 .k_count = 1,
                                 .rate = .05,
                                 .rival_rate = .002,
                                 .epochs = RPCL_EPOCHS,
                                 .tolerance = 1e-4,
                                 .seed = seed};
    ce_centre_member *centres = ce_calloc(1, sizeof *centres, err);
    ce_labels labels = {0};
    gsl_rng *rng = ce_random_alloc(seed, CE_STREAM_MEMBER, 0, err);
    int rc = rng && centres ? random_start(c, m, rng, err) : CE_ENOMEM;

    if (!rc)
        rc = ce_generate_rpcl(&c->x, &how, &labels, centres, NULL, err);
    if (!rc)
        memcpy(m->label, labels.labels, c->x.rows * sizeof *m->label);
    gsl_rng_free(rng);
    ce_centre_members_free(centres, 1);
    ce_labels_free(&labels);
    return rc;
}

static int by_linkage(crowd *c, member *m, ce_partition *p, ce_error *err)
{
    static const ce_linkage_method method[] = {
        [AVERAGE] = CE_LINKAGE_AVERAGE, [COMPLETE] = CE_LINKAGE_COMPLETE, [WARD] = CE_LINKAGE_WARD};
    ce_dendrogram *tree = &c->tree[m->by];
    int rc = tree->n ? CE_OK : ce_linkage_points(&c->x, method[m->by], NULL, tree, err);

    return rc ? rc : ce_dendrogram_cut(tree, m->asked, p, err);
}

static int by_spectral(crowd *c, member *m, ce_partition *p, ce_error *err)
{
    const ce_spectral_options how = {.k = m->asked, .seed = c->seed};
    ce_similarity distance = {0};
    int rc = CE_OK;

    if (!c->affinity.n) {
        rc = ce_neighbour_graph(&c->x, 0, &distance, err);
        if (!rc)
            rc = ce_affinity_of_distances(&distance, CE_AFFINITY_GAUSSIAN, 0, &c->affinity, err);
    }
    ce_similarity_free(&distance);
    return rc ? rc : ce_spectral(&c->affinity, NULL, &how, p, err);
}

/* By the algorithms that give a partition. */
static int by_partition(crowd *c, member *m, ce_error *err)
{
    ce_partition p = {0};
    int rc;

    if (m->by == SPECTRAL)
        rc = by_spectral(c, m, &p, err);
    else
        rc = by_linkage(c, m, &p, err);
    if (!rc)
        memcpy(m->label, p.labels, c->x.rows * sizeof *m->label);
    ce_partition_free(&p);
    return rc;
}

/* Result number t of this k, into *m. */
static int make(crowd *c, size_t k, size_t t, member *m, ce_error *err)
{
    size_t n = c->x.rows, most = 2 * k < c->distinct ? 2 * k : c->distinct;
    gsl_rng *rng = ce_random_alloc(c->seed, CE_STREAM_CONSENSUS, t, err);
    int rc = rng ? CE_OK : CE_ENOMEM;

    if (rc)
        return rc;
    m->by = (algorithm)(t % ALGORITHMS);
    m->asked = k + ce_random_below(rng, most - k + 1);
    m->label = ce_alloc(n, sizeof *m->label, err);
    if (!m->label)
        rc = CE_ENOMEM;
    else if (m->by == KMEANS)
        rc = by_kmeans(c, m, rng, err);
    else if (m->by == RPCL)
        rc = by_rpcl(c, m, gsl_rng_get(rng), err);
    else
        rc = by_partition(c, m, err);
    if (!rc)
        rc = ce_labels_renumber(m->label, n, &m->k, err);
    gsl_rng_free(rng);
    return rc;
}

/* ---- what a result is worth ---- */

/* A table with the starting centres of one result as rows, those of another as columns, and
 * 1 - min(1, d / s) in its cells, as whole numbers. After a failure it can only be freed. */
static int compare(const crowd *c, const ce_matrix *a, const ce_matrix *b, ce_contingency *table,
                   ce_error *err)
{
    size_t d = c->x.columns;

    *table = (ce_contingency){
        .rows = a->rows, .columns = b->rows, .rows_used = a->rows, .columns_used = b->rows};
    table->start = ce_calloc(a->rows + 1, sizeof *table->start, err);
    table->column = ce_alloc(a->rows * b->rows, sizeof *table->column, err);
    table->count = ce_alloc(a->rows * b->rows, sizeof *table->count, err);
    table->row_sum = ce_calloc(a->rows, sizeof *table->row_sum, err);
    table->column_sum = ce_calloc(b->rows, sizeof *table->column_sum, err);
    if (!table->start || !table->column || !table->count || !table->row_sum || !table->column_sum)
        return CE_ENOMEM;
    for (size_t i = 0; i < a->rows; i++) {
        for (size_t j = 0; j < b->rows; j++) {
            double squared = 0;
            int64_t near;
            for (size_t s = 0; s < d; s++)
                squared += (a->values[i * d + s] - b->values[j * d + s]) *
                           (a->values[i * d + s] - b->values[j * d + s]);
            near = (int64_t)(WHOLE * (1 - fmin(1, c->spread > 0 ? sqrt(squared) / c->spread : 0)));
            if (near <= 0)
                continue;
            table->column[table->cells] = (int32_t)j;
            table->count[table->cells++] = near;
            table->row_sum[i] += near;
            table->column_sum[j] += near;
            table->n += near;
        }
        table->start[i + 1] = table->cells;
    }
    return CE_OK;
}

/* The independence of two results of one algorithm. */
static int independence_of(const crowd *c, const member *a, const member *b, double *independence,
                           ce_error *err)
{
    size_t larger = a->asked > b->asked ? a->asked : b->asked,
           smaller = a->asked + b->asked - larger;
    ce_contingency table = {0};
    int64_t near = 0;
    int rc;

    if (a->by != KMEANS && a->by != RPCL) {
        *independence = 1 - (double)smaller / (double)larger;
        return CE_OK;
    }
    larger = a->start.rows > b->start.rows ? a->start.rows : b->start.rows;
    rc = compare(c, &a->start, &b->start, &table, err);
    if (!rc)
        rc = ce_assignment_overlap(&table, &near, err);
    if (!rc)
        *independence = 1 - (double)near / (WHOLE * (double)larger);
    ce_contingency_free(&table);
    return rc;
}

/* Its mean over the taken results of m's algorithm. */
static int independence(const crowd *c, const member *m, double *mean, ce_error *err)
{
    double sum = 0, of_pair;
    size_t same = 0;
    int rc;

    for (size_t q = c->first; q < c->count; q++) {
        if (c->taken[q].by != m->by)
            continue;
        rc = independence_of(c, m, &c->taken[q], &of_pair, err);
        if (rc)
            return rc;
        sum += of_pair;
        same++;
    }
    *mean = same ? sum / (double)same : 1;
    return CE_OK;
}

/* The taken results from number `first` on, and m (or NULL) after them, as a table of labels. */
static int as_labels(const crowd *c, const member *m, size_t first, ce_labels *labels,
                     ce_error *err)
{
    size_t n = c->x.rows, taken = c->count - first, all = taken + (m != NULL);
    int rc = ce_labels_alloc(labels, n, all, err);

    for (size_t q = 0; q < all && !rc; q++) {
        const member *one = q < taken ? &c->taken[first + q] : m;
        memcpy(ce_labels_column(labels, q), one->label, n * sizeof *one->label);
        labels->k[q] = one->k;
    }
    return rc;
}

/* 1 - A3 over the taken results. The stability also compares m with itself, where each of its
 * clusters has 1. This term is taken out of the mean. */
static int diversity(const crowd *c, const member *m, double *diversity, ce_error *err)
{
    ce_labels labels = {0};
    ce_microclusters micro = {0};
    double *stability = NULL, *weight = NULL, others = (double)(c->count - c->first);
    int rc;

    *diversity = 1;
    if (c->count == c->first)
        return CE_OK;
    rc = as_labels(c, m, c->first, &labels, err);
    if (!rc)
        rc = ce_microclusters_build(&micro, &labels, NULL, err);
    if (rc)
        goto done;
    stability = ce_alloc(ce_labels_total(&labels), sizeof *stability, err);
    weight = ce_alloc(labels.m, sizeof *weight, err);
    rc = stability && weight ? ce_cluster_stability(&micro, CE_STABILITY_APMM, stability, err)
                             : CE_ENOMEM;
    if (!rc)
        rc = ce_clustering_stability(&micro, stability, weight, err);
    if (!rc)
        *diversity = 1 - (weight[labels.m - 1] * (others + 1) - 1) / others;
done:
    free(stability);
    free(weight);
    ce_microclusters_free(&micro);
    ce_labels_free(&labels);
    return rc;
}

/* ---- the crowd of one k ---- */

/* *good: whether m is to be taken. */
static int judge(const crowd *c, const wocce_options *o, size_t k, const member *m, int *good,
                 ce_error *err)
{
    double alone, differs;
    int rc;

    *good = 0;
    if ((size_t)m->k < k)
        return CE_OK;
    rc = independence(c, m, &alone, err);
    if (rc || alone < o->independence)
        return rc;
    rc = diversity(c, m, &differs, err);
    *good = !rc && differs >= o->diversity;
    return rc;
}

/* Takes results for k. *refused is raised by how many were refused. */
static int gather(crowd *c, const wocce_options *o, size_t k, double *refused,
                  const ce_progress *progress, ce_error *err)
{
    size_t wanted = (size_t)o->members, in_a_row = 0;
    int rc;

    c->first = c->count;
    for (size_t t = 0; c->count - c->first < wanted && in_a_row < (size_t)o->tries; t++) {
        member m = {0};
        int good = 0;
        rc = make(c, k, t, &m, err);
        if (!rc)
            rc = judge(c, o, k, &m, &good, err);
        if (rc) {
            member_free(&m);
            return rc;
        }
        if (good) {
            c->taken[c->count++] = m;
            in_a_row = 0;
            ce_progress_report(progress, c->count - c->first, wanted);
        } else {
            member_free(&m);
            in_a_row++;
            ++*refused;
        }
    }
    if (c->count == c->first)
        return ce_fail(err, CE_EINPUT, "wocce: k = %zu: no result has so many clusters", k);
    return CE_OK;
}

static int begin(crowd *c, const ce_data_run *run, ce_error *err)
{
    const wocce_options *o = run->settings->values;
    int rc;

    c->seed = run->seed;
    rc = ce_from_data_features(run, o->raw, &c->x, err);
    if (!rc)
        rc = ce_kmeans_prepare(&c->data, &c->x, NULL, err);
    if (rc)
        return rc;
    c->distinct = ce_kmeans_distinct(c->data);
    c->spread = spread_of(&c->x);
    c->taken = ce_calloc((size_t)o->members * run->count, sizeof *c->taken, err);
    return c->taken ? CE_OK : CE_ENOMEM;
}

/* Hands over all that were taken. Names have the algorithm, the number of clusters that was drawn
 * and the number of the result. */
static int hand_over(const crowd *c, ce_data_result *result, ce_error *err)
{
    char text[64];
    int rc = as_labels(c, NULL, 0, &result->members, err);

    if (rc)
        return rc;
    result->name = ce_calloc(c->count, sizeof *result->name, err);
    if (!result->name)
        return CE_ENOMEM;
    for (size_t q = 0; q < c->count; q++) {
        snprintf(text, sizeof text, "%s.k%zu.r%zu", name_of[c->taken[q].by], c->taken[q].asked,
                 q + 1);
        result->name[q] = ce_strdup(text, err);
        if (!result->name[q])
            return CE_ENOMEM;
    }
    return CE_OK;
}

/* The set of k number v, and its partition. */
static int run_one(crowd *c, const ce_data_run *run, size_t v, double *refused,
                   ce_data_result *result, ce_error *err)
{
    const wocce_options *o = run->settings->values;
    ce_labels labels = {0};
    int rc;

    if ((size_t)run->k[v] > c->distinct)
        return ce_fail(err, CE_EINPUT, "wocce: k = %d, but only %zu objects are different",
                       run->k[v], c->distinct);
    rc = gather(c, o, (size_t)run->k[v], refused, run->progress, err);
    if (!rc)
        rc = as_labels(c, NULL, c->first, &labels, err);
    if (!rc)
        rc = ce_from_data_average_linkage(run, &labels, NULL, v, result, err);
    result->first[v] = c->first;
    result->used[v] = c->count - c->first;
    ce_labels_free(&labels);
    return rc;
}

static void tell(const ce_data_run *run, const ce_data_result *result, double refused)
{
    const wocce_options *o = run->settings->values;

    if (refused > 0)
        ce_tell(&run->report->messages, CE_DETAIL, "wocce: results refused: %.15g", refused);
    for (size_t v = 0; v < run->count; v++)
        if (result->used[v] < (size_t)o->members)
            ce_tell(&run->report->messages, CE_NOTE,
                    "wocce: k = %d: %zu of %d base clusterings, then %d results in a row were "
                    "refused",
                    run->k[v], result->used[v], o->members, o->tries);
}

static int run_wocce(const ce_data_run *run, ce_data_result *result, ce_error *err)
{
    crowd c = {0};
    double refused = 0;
    int rc = begin(&c, run, err);

    for (size_t v = 0; v < run->count && !rc; v++)
        rc = run_one(&c, run, v, &refused, result, err);
    if (!rc)
        rc = hand_over(&c, result, err);
    if (!rc)
        tell(run, result, refused);
    crowd_free(&c);
    return rc;
}

const ce_method ce_method_wocce = {
    .about = {.name = "wocce",
              .family = "from data",
              .summary = "independent and diverse results of six algorithms, then eac-al",
              .about = "Six algorithms cluster the data in turn. A result is kept if it is "
                       "independent of those kept from its algorithm and differs from all that "
                       "are kept. Average linkage of their co-association is cut into k clusters.",
              .reference = "alizadeh2015",
              .page = "clens-wocce",
              .reads = CE_READS_DATA,
              .needs = CE_USES_K,
              .reports = CE_REPORTS_MEMBERS,
              .cost = CE_COST_OBJECT_PAIRS,
              .options = CE_OPTIONS(rows, wocce_options)},
    .run_data = run_wocce,
};
