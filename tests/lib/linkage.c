/*
 * linkage: agglomeration against its definition.
 *
 * - ties SEED: random label ensembles, full of ties: trees of all methods and rules equal those of
 *   the plain O(n^3) algorithm in whole numbers, and partitions of objects equal those of
 *   microclusters; with so many objects too that sums are as large as a double can hold
 * - random SEED: distances and points without ties: likewise, within rounding
 * - points SEED: points on a grid: single linkage without a matrix equals single linkage of the
 *   matrix; distances that overflow are refused
 * - sizes SEED: the same tree when all sizes are halved, though they are then not whole
 * - labels SEED: average linkage from labels equals that of their matrix, also with weights and
 *   with any number of threads
 * - triangle SEED: the work matrix gives what a full matrix gives, packed or not
 * - tree METHOD: reads n and n (n-1) / 2 distances, prints the merges
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "core/microclusters.h"
#include "core/parallel.h"
#include "core/random.h"
#include "partition/linkage/linkage.h"
#include "partition/linkage/linkage_labels.h"
#include "partition/linkage/triangle.h"
#include "similarity/coassociation.h"

static const char *const method_name[] = {"single", "complete", "average", "ward",
                                          "complete last", "complete meansim",
                                          "complete chain"};
static const ce_linkage_method tie_method[] = {
    CE_LINKAGE_SINGLE,        CE_LINKAGE_COMPLETE,         CE_LINKAGE_AVERAGE,
    CE_LINKAGE_COMPLETE_LAST, CE_LINKAGE_COMPLETE_MEANSIM, CE_LINKAGE_COMPLETE_CHAIN};
enum { TIE_METHODS = 6 };

/* ---- the definition, in whole numbers: costs are counts, means are compared as fractions ---- */

typedef struct {
    int64_t num, den;
} fraction;

static int less(fraction a, fraction b)
{
    return (__int128)a.num * b.den < (__int128)b.num * a.den;
}

/* The mean over all pairs of objects, one in each of two clusters, and the cost of one pair of rows
 * in the order of the method. */
typedef struct {
    int64_t one;
    fraction mean;
} closeness;

static closeness closeness_of(const int64_t *cost, const double *size, size_t n, const int32_t *of,
                              int32_t a, int32_t b, ce_linkage_method method)
{
    closeness c = {method == CE_LINKAGE_SINGLE ? INT64_MAX : INT64_MIN, {0, 0}};

    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; of[i] == a && j < n; j++) {
            int64_t x = cost[i * n + j], weight = size ? (int64_t)(size[i] * size[j]) : 1;
            if (of[j] != b)
                continue;
            c.mean.num += x * weight;
            c.mean.den += weight;
            if (method == CE_LINKAGE_SINGLE ? x < c.one : x > c.one)
                c.one = x;
        }
    return c;
}

static int closer(closeness x, closeness y, ce_linkage_method method)
{
    if (method != CE_LINKAGE_AVERAGE && x.one != y.one)
        return x.one < y.one;
    return (method == CE_LINKAGE_AVERAGE || method == CE_LINKAGE_COMPLETE_MEANSIM) &&
           less(x.mean, y.mean);
}

/* cost: n x n; the pair of least (distance, i, j), or (distance, mean, i, j), merges and keeps the
 * name i; by the rule `last` the name j. */
static void naive(const int64_t *cost, const double *size, size_t n, ce_linkage_method method,
                  int32_t (*merges)[2])
{
    int32_t *of = malloc(n * sizeof *of);

    for (size_t i = 0; i < n; i++)
        of[i] = (int32_t)i;
    for (size_t t = 0; t + 1 < n; t++) {
        closeness best = {0, {0, 0}}, now;
        for (size_t a = 0; a < n; a++)
            for (size_t b = a + 1; of[a] == (int32_t)a && b < n; b++) {
                if (of[b] != (int32_t)b)
                    continue;
                now = closeness_of(cost, size, n, of, (int32_t)a, (int32_t)b, method);
                if (best.mean.den == 0 || closer(now, best, method)) {
                    best = now;
                    merges[t][0] = (int32_t)a;
                    merges[t][1] = (int32_t)b;
                }
            }
        int last = method == CE_LINKAGE_COMPLETE_LAST;
        for (size_t i = 0; i < n; i++)
            if (of[i] == merges[t][!last])
                of[i] = merges[t][last];
    }
    free(of);
}

/* The chain of SciPy (scipy/cluster/_hierarchy.pyx, nn_chain), followed step by step on a full
 * matrix; then the stable sort, by insertion. */
static void naive_chain(const int64_t *cost, size_t n, int32_t (*merges)[2])
{
    int64_t *d = malloc(n * n * sizeof *d), *height = malloc(n * sizeof *height), now;
    int32_t *chain = malloc(n * sizeof *chain), x, y, pair[2];
    unsigned char *gone = calloc(n, 1);
    size_t length = 0;

    memcpy(d, cost, n * n * sizeof *d);
    for (size_t t = 0; t + 1 < n; t++) {
        if (!length) {
            for (chain[0] = 0; gone[chain[0]]; chain[0]++)
                ;
            length = 1;
        }
        for (;;) {
            x = chain[length - 1];
            y = length > 1 ? chain[length - 2] : -1;
            now = y < 0 ? INT64_MAX : d[x * (int32_t)n + y];
            for (int32_t i = 0; i < (int32_t)n; i++)
                if (!gone[i] && i != x && d[x * (int32_t)n + i] < now) {
                    now = d[x * (int32_t)n + i];
                    y = i;
                }
            if (length > 1 && y == chain[length - 2])
                break;
            chain[length++] = y;
        }
        length -= 2;
        pair[0] = x < y ? x : y;
        pair[1] = x < y ? y : x;
        gone[pair[0]] = 1;
        for (size_t i = 0; i < n; i++) {
            int64_t a = d[(size_t)pair[0] * n + i], *b = &d[(size_t)pair[1] * n + i];
            *b = a > *b ? a : *b;
            d[i * n + (size_t)pair[1]] = *b;
        }
        size_t at = t;
        for (; at > 0 && height[at - 1] > now; at--) {
            height[at] = height[at - 1];
            memcpy(merges[at], merges[at - 1], sizeof merges[at]);
        }
        height[at] = now;
        memcpy(merges[at], pair, sizeof pair);
    }
    free(d);
    free(height);
    free(chain);
    free(gone);
}

/* The tree's merges as pairs of smallest members, or (largest) of largest ones. */
static void names(const ce_dendrogram *tree, int largest, int32_t (*merges)[2])
{
    int32_t *name = malloc(2 * tree->n * sizeof *name);

    for (size_t i = 0; i < tree->n; i++)
        name[i] = (int32_t)i;
    for (size_t t = 0; t < tree->merges; t++) {
        int32_t a = name[tree->merge[t].left], b = name[tree->merge[t].right];
        merges[t][0] = a < b ? a : b;
        merges[t][1] = a < b ? b : a;
        name[tree->n + t] = merges[t][largest];
    }
    free(name);
}

static void check_against_naive(const ce_similarity *s, int is_distance, const int64_t *cost,
                                const double *size, ce_linkage_method method, ce_dendrogram *tree)
{
    size_t n = s->n;
    int32_t (*expected)[2] = malloc(n * sizeof *expected), (*found)[2] = malloc(n * sizeof *found);
    ce_error err = {0};

    must(ce_linkage(s, is_distance, size, method, tree, &err) == 0, err.text);
    must(tree->merges == n - 1, "all merges are done");
    if (method == CE_LINKAGE_COMPLETE_CHAIN)
        naive_chain(cost, n, expected);
    else
        naive(cost, size, n, method, expected);
    names(tree, method == CE_LINKAGE_COMPLETE_LAST || method == CE_LINKAGE_COMPLETE_CHAIN, found);
    for (size_t t = 0; t + 1 < n; t++)
        if (memcmp(expected[t], found[t], sizeof expected[t])) {
            printf("%s, n %zu, merge %zu: %d %d, expected %d %d\n", method_name[method], n, t,
                   found[t][0], found[t][1], expected[t][0], expected[t][1]);
            must(0, "merges follow the tie rule");
        }
    for (size_t t = 1; t + 1 < n; t++)
        must(tree->merge[t].height >= tree->merge[t - 1].height, "heights do not fall");
    free(expected);
    free(found);
}

/* ---- label ensembles ---- */

static void random_labels(ce_labels *labels, gsl_rng *rng, size_t n, size_t m, size_t k,
                          size_t kinds)
{
    ce_error err = {0};
    int32_t *kind = malloc(kinds * m * sizeof *kind);

    must(ce_labels_alloc(labels, n, m, &err) == 0, err.text);
    for (size_t c = 0; c < kinds * m; c++)
        kind[c] = (int32_t)ce_random_below(rng, k);
    for (size_t i = 0; i < n; i++) {
        size_t c = ce_random_below(rng, kinds);
        for (size_t q = 0; q < m; q++)
            ce_labels_column(labels, q)[i] = kind[c * m + q];
    }
    for (size_t q = 0; q < m; q++)
        ce_labels_renumber(ce_labels_column(labels, q), n, &labels->k[q], &err);
    free(kind);
}

/* Co-association: counts agreeing columns; sums: adds 1/m so many times, which rounds. */
static void coassociation(const ce_labels *labels, int sums, int sparse, ce_similarity *s,
                          int64_t *cost)
{
    size_t n = labels->n, entries = 0;
    ce_similarity dense = {0};
    ce_error err = {0};

    must(ce_similarity_alloc_dense(&dense, n, "", "", &err) == 0, err.text);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            int64_t count = 0;
            double sum = 0;
            for (size_t q = 0; q < labels->m; q++)
                if (ce_labels_column(labels, q)[i] == ce_labels_column(labels, q)[j]) {
                    count++;
                    sum += 1 / (double)labels->m;
                }
            cost[i * n + j] = -count;
            entries += count > 0;
            if (i <= j)
                dense.values[ce_packed_index(n, i, j)] =
                    sums ? sum : (double)count / (double)labels->m;
        }
    if (!sparse) {
        *s = dense;
        return;
    }
    must(ce_similarity_alloc_sparse(s, n, entries, &err) == 0, err.text);
    entries = 0;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++)
            if (ce_similarity_get(&dense, i, j) > 0) {
                s->column[entries] = (int32_t)j;
                s->values[entries++] = ce_similarity_get(&dense, i, j);
            }
        s->row_start[i + 1] = entries;
    }
    ce_similarity_free(&dense);
}

static void same_cuts(const ce_dendrogram *objects, const ce_dendrogram *small,
                      const ce_microclusters *micro)
{
    ce_partition a = {0}, b = {0}, expanded = {0};
    ce_error err = {0};

    for (size_t k = 1; k <= micro->count; k++) {
        must(!ce_dendrogram_cut(objects, k, &a, &err) && !ce_dendrogram_cut(small, k, &b, &err) &&
                 !ce_microclusters_expand(micro, &b, &expanded, &err),
             err.text);
        must(a.k == (int32_t)k && !memcmp(a.labels, expanded.labels, a.n * sizeof *a.labels),
             "microclusters give the partition of the objects");
    }
    ce_partition_free(&a);
    ce_partition_free(&b);
    ce_partition_free(&expanded);
}

/* Rules by slots: the tree of microclusters in the order of their last objects. */
static void by_last(const ce_similarity *small, const ce_microclusters *micro,
                    ce_linkage_method method, ce_dendrogram *tree)
{
    int32_t *order = malloc(micro->count * sizeof *order);
    size_t left = micro->count;
    ce_error err = {0};

    for (size_t i = micro->n; i-- > 0;) {
        size_t seen = left;
        while (seen < micro->count && order[seen] != micro->of[i])
            seen++;
        if (seen == micro->count)
            order[--left] = micro->of[i];
    }
    must(!ce_linkage_ordered(small, 0, micro->size, order, method, NULL, tree, &err), err.text);
    free(order);
}

static void check_ensemble(gsl_rng *rng, size_t n, size_t m, size_t k, size_t kinds, int variant)
{
    ce_labels labels = {0};
    ce_microclusters micro = {0};
    ce_similarity s = {0}, small = {0};
    ce_dendrogram tree = {0}, small_tree = {0};
    ce_error err = {0};
    int64_t *cost = malloc(n * n * sizeof *cost), *small_cost = malloc(n * n * sizeof *cost);

    random_labels(&labels, rng, n, m, k, kinds);
    must(ce_microclusters_build(&micro, &labels, NULL, &err) == 0, err.text);
    coassociation(&labels, variant & 1, variant & 2, &s, cost);
    coassociation(&micro.rows, variant & 4, variant & 2, &small, small_cost);
    for (int t = 0; t < TIE_METHODS; t++) {
        ce_linkage_method method = tie_method[t];
        check_against_naive(&s, 0, cost, NULL, method, &tree);
        check_against_naive(&small, 0, small_cost, micro.size, method, &small_tree);
        if (method == CE_LINKAGE_COMPLETE_LAST || method == CE_LINKAGE_COMPLETE_CHAIN)
            by_last(&small, &micro, method, &small_tree);
        same_cuts(&tree, &small_tree, &micro);
        must(tree.merge[n - 2].size == (double)n &&
                 (micro.count < 2 || small_tree.merge[micro.count - 2].size == (double)n),
             "the root holds all objects");
    }
    free(cost);
    free(small_cost);
    ce_labels_free(&labels);
    ce_microclusters_free(&micro);
    ce_similarity_free(&s);
    ce_similarity_free(&small);
    ce_dendrogram_free(&tree);
    ce_dendrogram_free(&small_tree);
}

/* Rows that stand for so many objects that the sums of average linkage come near 2^53. */
static void check_large_sums(gsl_rng *rng, size_t n)
{
    enum { M = 10 };
    ce_labels labels = {0};
    ce_similarity s = {0};
    ce_dendrogram tree = {0};
    int64_t *cost = malloc(n * n * sizeof *cost);
    /* sums are at most M n_a n_b, and n_a n_b is at most (total / 2)^2 */
    double *size = malloc(n * sizeof *size), total = floor(sqrt(4 * 0x1p53 / M)), left = total;

    random_labels(&labels, rng, n, M, 3, n);
    coassociation(&labels, 0, 0, &s, cost);
    for (size_t i = 0; i < n; i++) {
        size[i] = i + 1 < n ? 1 + (double)ce_random_below(rng, (size_t)(total / (double)n)) : left;
        left -= size[i];
    }
    for (int t = 0; t < TIE_METHODS; t++)
        check_against_naive(&s, 0, cost, size, tie_method[t], &tree);
    free(cost);
    free(size);
    ce_labels_free(&labels);
    ce_similarity_free(&s);
    ce_dendrogram_free(&tree);
}

static void ties(uint64_t seed)
{
    gsl_rng *rng = ce_random_alloc(seed, CE_STREAM_SYNTH, 0, NULL);

    for (int round = 0; round < 120; round++)
        check_ensemble(rng, 2 + ce_random_below(rng, 28), 1 + ce_random_below(rng, 6),
                       1 + ce_random_below(rng, 4), 1 + ce_random_below(rng, 20), round);
    for (int round = 0; round < 60; round++)
        check_large_sums(rng, 2 + ce_random_below(rng, 20));
    /* large enough to pack the work matrix several times */
    check_ensemble(rng, 150, 3, 3, 150, 0);
    check_ensemble(rng, 150, 11, 5, 140, 1);
    gsl_rng_free(rng);
    puts("ok");
}

/* ---- average linkage without a matrix ---- */

static void same_trees(const ce_dendrogram *a, const ce_dendrogram *b, double tolerance)
{
    must(a->merges == b->merges, "as many merges");
    for (size_t t = 0; t < a->merges; t++)
        must(a->merge[t].left == b->merge[t].left && a->merge[t].right == b->merge[t].right &&
                 a->merge[t].size == b->merge[t].size &&
                 fabs(a->merge[t].height - b->merge[t].height) <= tolerance,
             "the tree of the labels is that of their matrix");
}

/* weighted: a weight of each base clustering: with thirty of them no two pairs of clusters tie.
 * ids: base clusterings, the last ones, that give each object a label of its own. */
static void check_labels(gsl_rng *rng, size_t n, size_t m, size_t k, size_t kinds, int weighted,
                         size_t ids)
{
    ce_labels labels = {0};
    ce_microclusters micro = {0};
    ce_similarity s = {0};
    ce_dendrogram of_matrix = {0}, of_labels = {0};
    ce_error err = {0};
    double *weight = malloc(m * sizeof *weight),
           *cluster_weight = malloc(m * (k > n ? k : n) * sizeof *cluster_weight), sum = 0;
    size_t clusters = 0;

    random_labels(&labels, rng, n, m, k, kinds);
    for (size_t q = m - ids; q < m; q++) {
        for (size_t i = 0; i < n; i++)
            ce_labels_column(&labels, q)[i] = (int32_t)i;
        labels.k[q] = (int32_t)n;
    }
    must(ce_microclusters_build(&micro, &labels, NULL, &err) == 0, err.text);
    for (size_t q = 0; q < m; q++) {
        sum += weight[q] = weighted ? .5 + gsl_rng_uniform(rng) : 1;
        for (int32_t v = 0; v < micro.rows.k[q]; v++)
            cluster_weight[clusters++] = weight[q];
    }
    must(!ce_coassociation(&micro.rows, weighted ? weight : NULL, &s, NULL, &err), err.text);
    must(!ce_linkage(&s, 0, micro.size, CE_LINKAGE_AVERAGE, &of_matrix, &err), err.text);
    must(!ce_average_linkage_labels(&micro.rows, weighted ? cluster_weight : NULL, sum, micro.size,
                                    NULL, &of_labels, &err),
         err.text);
    same_trees(&of_matrix, &of_labels, weighted ? 1e-12 : 0);
    free(weight);
    free(cluster_weight);
    ce_labels_free(&labels);
    ce_microclusters_free(&micro);
    ce_similarity_free(&s);
    ce_dendrogram_free(&of_matrix);
    ce_dendrogram_free(&of_labels);
}

static void from_labels(uint64_t seed)
{
    gsl_rng *rng = ce_random_alloc(seed, CE_STREAM_SYNTH, 3, NULL);

    for (int round = 0; round < 200; round++)
        check_labels(rng, 1 + ce_random_below(rng, 60), 1 + ce_random_below(rng, 9),
                     1 + ce_random_below(rng, 5), 1 + ce_random_below(rng, 50), 0, 0);
    for (int round = 0; round < 40; round++)
        check_labels(rng, 1 + ce_random_below(rng, 60), 30 + ce_random_below(rng, 9),
                     2 + ce_random_below(rng, 3), 1 + ce_random_below(rng, 50), 1, 0);
    for (int round = 0; round < 200; round++) {
        size_t m = 1 + ce_random_below(rng, 6);
        check_labels(rng, 1 + ce_random_below(rng, 60), m, 1 + ce_random_below(rng, 4), 20, 0,
                     ce_random_below(rng, m + 1));
    }
    /* rows of more labels than one thread takes */
    for (int threads = 1; threads <= 3; threads++) {
        ce_threads_set(threads);
        check_labels(rng, 2500, 60, 4, 2200, 0, 0);
        check_labels(rng, 2500, 60, 4, 2200, 1, 0);
    }
    gsl_rng_free(rng);
    puts("ok");
}

/* ---- distances ---- */

/* Whole distances 0 .. range-1 between n objects. */
static void check_whole_distances(gsl_rng *rng, size_t n, size_t range)
{
    ce_similarity s = {0};
    ce_dendrogram tree = {0};
    ce_error err = {0};
    int64_t *cost = calloc(n * n, sizeof *cost);

    must(ce_similarity_alloc_dense(&s, n, "", "", &err) == 0, err.text);
    for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1; j < n; j++) {
            cost[i * n + j] = cost[j * n + i] = (int64_t)ce_random_below(rng, range);
            s.values[ce_packed_index(n, i, j)] = (double)cost[i * n + j];
        }
    for (int t = 0; t < TIE_METHODS; t++)
        check_against_naive(&s, 1, cost, NULL, tie_method[t], &tree);
    free(cost);
    ce_similarity_free(&s);
    ce_dendrogram_free(&tree);
}

static void random_distances(uint64_t seed)
{
    gsl_rng *rng = ce_random_alloc(seed, CE_STREAM_SYNTH, 1, NULL);

    for (int round = 0; round < 60; round++)
        check_whole_distances(rng, 2 + ce_random_below(rng, 30),
                              (size_t)1 << ce_random_below(rng, 30));
    check_whole_distances(rng, 200, 1 << 20);
    gsl_rng_free(rng);
    puts("ok");
}

static void distances(const ce_matrix *x, ce_similarity *s)
{
    ce_error err = {0};

    must(!ce_similarity_alloc_dense(s, x->rows, "", "", &err), err.text);
    for (size_t i = 0; i < x->rows; i++)
        for (size_t j = i + 1; j < x->rows; j++) {
            double sum = 0;
            for (size_t f = 0; f < x->columns; f++)
                sum += pow(x->values[i * x->columns + f] - x->values[j * x->columns + f], 2);
            s->values[ce_packed_index(x->rows, i, j)] = sqrt(sum);
        }
}

/* Squares of these distances are infinite. */
static void refuse_far_points(void)
{
    ce_matrix x = {0};
    ce_dendrogram tree = {0};
    ce_error err = {0};

    must(!ce_matrix_alloc(&x, 3, 1, &err), err.text);
    memcpy(x.values, (const double[]){1e200, -1e200, 0}, 3 * sizeof(double));
    for (ce_linkage_method method = CE_LINKAGE_SINGLE; method <= CE_LINKAGE_WARD; method++) {
        must(ce_linkage_points(&x, method, NULL, &tree, &err) == CE_EINPUT,
             "far points are refused");
        must(!strcmp(err.text, "object 1: its distances to others are too large for a double"),
             err.text);
        must(!tree.merge && !tree.merges, "and leave no tree");
    }
    ce_matrix_free(&x);
}

/* Without ties any order of summation gives the same merges; on a grid, squares are whole and
 * distances exact roots. */
static void points(uint64_t seed)
{
    gsl_rng *rng = ce_random_alloc(seed, CE_STREAM_SYNTH, 2, NULL);
    ce_matrix x = {0};
    ce_similarity s = {0};
    ce_dendrogram a = {0}, b = {0};
    ce_error err = {0};

    for (int round = 0; round < 60; round++) {
        size_t n = 1 + ce_random_below(rng, 300);
        int grid = round & 1;
        size_t d = 1 + ce_random_below(rng, 3), range = 2 + ce_random_below(rng, 12);
        must(!ce_matrix_alloc(&x, n, d, &err), err.text);
        for (size_t c = 0; c < n * d; c++)
            x.values[c] = grid ? (double)ce_random_below(rng, range) : gsl_rng_uniform(rng);
        distances(&x, &s);
        for (ce_linkage_method method = CE_LINKAGE_SINGLE; method <= CE_LINKAGE_WARD; method++) {
            must(!ce_linkage_points(&x, method, NULL, &a, &err) &&
                     !ce_linkage(&s, 1, NULL, method, &b, &err),
                 err.text);
            must(a.merges == n - 1 && b.merges == n - 1, "all merges are done");
            for (size_t t = 0; t + 1 < n; t++) {
                must(a.merge[t].left == b.merge[t].left && a.merge[t].right == b.merge[t].right &&
                         a.merge[t].size == b.merge[t].size,
                     "points and their distances give the same merges");
                must(fabs(a.merge[t].height - b.merge[t].height) <= 1e-12 * b.merge[t].height,
                     "and the same heights");
            }
        }
    }
    ce_matrix_free(&x);
    ce_similarity_free(&s);
    ce_dendrogram_free(&a);
    ce_dendrogram_free(&b);
    gsl_rng_free(rng);
    refuse_far_points();
    puts("ok");
}

/* Means do not change with the unit of the sizes. */
static void sizes(uint64_t seed)
{
    gsl_rng *rng = ce_random_alloc(seed, CE_STREAM_SYNTH, 5, NULL);
    enum { N = 20 };

    for (int round = 0; round < 20; round++) {
        ce_similarity s = {0};
        ce_error err = {0};
        double size[N], half[N];
        must(!ce_similarity_alloc_dense(&s, N, "", "", &err), err.text);
        for (size_t i = 0; i < N; i++) {
            size[i] = 1 + 2 * (double)ce_random_below(rng, 4);
            half[i] = size[i] / 2;
            for (size_t j = i; j < N; j++)
                s.values[ce_packed_index(N, i, j)] = gsl_rng_uniform(rng);
        }
        for (ce_linkage_method method = CE_LINKAGE_SINGLE; method <= CE_LINKAGE_AVERAGE; method++) {
            ce_dendrogram a = {0}, b = {0};
            must(!ce_linkage(&s, 0, size, method, &a, &err) &&
                     !ce_linkage(&s, 0, half, method, &b, &err),
                 err.text);
            for (size_t t = 0; t + 1 < N; t++)
                must(a.merge[t].left == b.merge[t].left && a.merge[t].right == b.merge[t].right &&
                         a.merge[t].size == 2 * b.merge[t].size &&
                         fabs(a.merge[t].height - b.merge[t].height) <= 1e-12,
                     "halved sizes give the same tree");
            ce_dendrogram_free(&a);
            ce_dendrogram_free(&b);
        }
        ce_similarity_free(&s);
    }
    gsl_rng_free(rng);
    puts("ok");
}

/* ---- the work matrix ---- */

/* Merges clusters of a full matrix and of a triangle alike, at random, and packs now and then. */
static void check_triangle(gsl_rng *rng, size_t n)
{
    ce_triangle t = {0};
    ce_error err = {0};
    size_t live = n;
    double *full = malloc(n * n * sizeof *full), *row = calloc(CE_TRIANGLE_ROW(n), sizeof *row),
           *other = calloc(CE_TRIANGLE_ROW(n), sizeof *other);
    int32_t *order = malloc((n + 1) * sizeof *order), *name = malloc(n * sizeof *name);

    must(!ce_triangle_alloc(&t, n, &err), err.text);
    for (size_t i = 0; i < n; i++) {
        order[i] = name[i] = (int32_t)i; /* name: of a live cluster, in the full matrix */
        for (size_t j = i + 1; j < n; j++)
            full[i * n + j] = full[j * n + i] = gsl_rng_uniform(rng);
    }
    for (size_t i = 0; i < n; i++) {
        memcpy(row, full + i * n, n * sizeof *row);
        ce_triangle_write(&t, i, row);
    }
    while (live > 1) {
        size_t u = ce_random_below(rng, live - 1), v = u + 1 + ce_random_below(rng, live - u - 1);
        size_t a = (size_t)order[u], b = (size_t)order[v];
        for (size_t p = 0; p < live; p++) {
            ce_triangle_read(&t, (size_t)order[p], row);
            for (size_t q = p + 1; q < live; q++) {
                double expected = full[(size_t)name[p] * n + (size_t)name[q]];
                must(row[order[q]] == expected, "a row is read as it was written");
                must(ce_triangle_at(&t, (size_t)order[p], (size_t)order[q]) == expected,
                     "and so is a number");
            }
        }
        ce_triangle_gather(&t, order, a, b, row, other);
        for (size_t p = 0; p < live; p++) {
            must(p == u || row[order[p]] == full[(size_t)name[u] * n + (size_t)name[p]],
                 "the row of the first of two clusters");
            must(p == v || other[order[p]] == full[(size_t)name[v] * n + (size_t)name[p]],
                 "the row of the second");
        }
        for (size_t p = 0; p < live; p++)
            if (p != u)
                full[(size_t)name[u] * n + (size_t)name[p]] =
                    full[(size_t)name[p] * n + (size_t)name[u]] = row[order[p]] =
                        gsl_rng_uniform(rng);
        ce_triangle_scatter(&t, order, a, row);
        order[live] = INT32_MAX; /* what lies behind the list stays there */
        ce_triangle_drop(order, live, b);
        memmove(name + v, name + v + 1, (live - v - 1) * sizeof *name);
        live--;
        must(order[live + 1] == INT32_MAX, "nothing behind the list moves");
        if (ce_random_below(rng, 3))
            continue;
        ce_triangle_pack(&t, order, live, row, other);
        must(t.width == live, "a packed triangle is as wide as clusters live");
        for (size_t p = 0; p < live; p++)
            order[p] = (int32_t)p;
    }
    ce_triangle_free(&t);
    free(full);
    free(row);
    free(other);
    free(order);
    free(name);
}

static void triangles(uint64_t seed)
{
    gsl_rng *rng = ce_random_alloc(seed, CE_STREAM_SYNTH, 4, NULL);

    for (size_t n = 1; n < 45; n++)
        check_triangle(rng, n);
    gsl_rng_free(rng);
    puts("ok");
}

static ce_linkage_method method_of(const char *name)
{
    for (int method = 0; method < 4; method++)
        if (!strcmp(name, method_name[method]))
            return (ce_linkage_method)method;
    must(0, "a method is known");
    return CE_LINKAGE_SINGLE;
}

static void print_tree(ce_linkage_method method)
{
    ce_similarity s = {0};
    ce_dendrogram tree = {0};
    ce_error err = {0};
    size_t n;

    must(scanf("%zu", &n) == 1 && !ce_similarity_alloc_dense(&s, n, "", "", &err), "n is read");
    for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1; j < n; j++)
            must(scanf("%lf", &s.values[ce_packed_index(n, i, j)]) == 1, "distances are read");
    must(!ce_linkage(&s, 1, NULL, method, &tree, &err), err.text);
    for (size_t t = 0; t < tree.merges; t++)
        printf("%d,%d,%.17g,%g\n", tree.merge[t].left, tree.merge[t].right, tree.merge[t].height,
               tree.merge[t].size);
    ce_similarity_free(&s);
    ce_dendrogram_free(&tree);
}

int main(int argc, char **argv)
{
    const char *what = argc > 2 ? argv[1] : "";

    if (!strcmp(what, "ties"))
        ties(strtoull(argv[2], NULL, 10));
    else if (!strcmp(what, "random"))
        random_distances(strtoull(argv[2], NULL, 10));
    else if (!strcmp(what, "points"))
        points(strtoull(argv[2], NULL, 10));
    else if (!strcmp(what, "labels"))
        from_labels(strtoull(argv[2], NULL, 10));
    else if (!strcmp(what, "sizes"))
        sizes(strtoull(argv[2], NULL, 10));
    else if (!strcmp(what, "triangle"))
        triangles(strtoull(argv[2], NULL, 10));
    else if (!strcmp(what, "tree"))
        print_tree(method_of(argv[2]));
    else
        return 2;
    return 0;
}
