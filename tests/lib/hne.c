/*
 * hne: agglomeration by normalized edges against its definition.
 *
 * - values: the numbers of NE for a few sizes
 * - random SEED: random similarities: merges equal those of the plain O(n^3) algorithm, ties by
 *   index and by mean similarity, with and without sizes, dense and sparse; so do the clusters
 *   where leftovers are absorbed
 * - rows SEED: the tree of the objects, from the graph of their microclusters and from their own
 * - shuffle SEED: similarities without ties: the order of the objects does not matter
 * - threshold: a similarity of just theta is no edge
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "core/random.h"
#include "partition/normalized_edges.h"
#include "similarity/coassociation.h"

static double ne(double edges, double a, double b, double theta)
{
    double e = 1 + (1 - theta) / (1 + theta), low = fmin(a, b), high = fmax(a, b);

    return edges / (pow(a + b, e) - pow(low, e) - pow(high, e));
}

/* Similarities that are multiples of 1/m (whole: counts 0 .. m), zero with probability 1 - density.
 */
static void random_similarity(gsl_rng *rng, size_t n, size_t m, double density, int sparse,
                              ce_similarity *s, int64_t *count)
{
    ce_similarity dense = {0};
    ce_error err = {0};
    size_t entries = 0;

    must(!ce_similarity_alloc_dense(&dense, n, "", "", &err), err.text);
    for (size_t i = 0; i < n; i++) {
        dense.values[ce_packed_index(n, i, i)] = 1;
        count[i * n + i] = (int64_t)m;
        for (size_t j = i + 1; j < n; j++) {
            int64_t c = gsl_rng_uniform(rng) < density ? 1 + (int64_t)ce_random_below(rng, m) : 0;
            count[i * n + j] = count[j * n + i] = c;
            entries += 2 * (c > 0);
            dense.values[ce_packed_index(n, i, j)] = (double)c / (double)m;
        }
    }
    if (!sparse) {
        *s = dense;
        return;
    }
    must(!ce_similarity_alloc_sparse(s, n, entries + n, &err), err.text);
    entries = 0;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++)
            if (count[i * n + j]) {
                s->column[entries] = (int32_t)j;
                s->values[entries++] = ce_similarity_get(&dense, i, j);
            }
        s->row_start[i + 1] = entries;
    }
    ce_similarity_free(&dense);
}

/* Edges (pairs of objects above the threshold) and summed counts between clusters a and b. */
static void between(const int64_t *count, const double *size, const int32_t *of, size_t n, size_t m,
                    double theta, size_t a, size_t b, double *edges, int64_t *sum)
{
    *edges = 0;
    *sum = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; of[i] == (int32_t)a && j < n; j++)
            if (of[j] == (int32_t)b) {
                /* theta is a multiple of 1/100 here: whole numbers again */
                *edges += 100 * count[i * n + j] > (int64_t)lround(100 * theta) * (int64_t)m
                              ? size[i] * size[j]
                              : 0;
                *sum += count[i * n + j] * (int64_t)(size[i] * size[j]);
            }
}

static size_t naive(const int64_t *count, const double *size, size_t n, size_t m, double theta,
                    int by_mean, int32_t (*merges)[2])
{
    int32_t *of = malloc(n * sizeof *of);
    double *mass = malloc(n * sizeof *mass);
    size_t t;

    for (size_t i = 0; i < n; i++) {
        of[i] = (int32_t)i;
        mass[i] = size[i];
    }
    for (t = 0; t + 1 < n; t++) {
        double best = 0, best_den = 1;
        int64_t best_sum = 0;
        for (size_t a = 0; a < n; a++)
            for (size_t b = a + 1; of[a] == (int32_t)a && b < n; b++) {
                double edges, value, den = mass[a] * mass[b];
                int64_t sum;
                if (of[b] != (int32_t)b)
                    continue;
                between(count, size, of, n, m, theta, a, b, &edges, &sum);
                value = ne(edges, mass[a], mass[b], theta);
                if (edges > 0 &&
                    (value > best || (by_mean && value == best &&
                                      (double)sum * best_den > (double)best_sum * den))) {
                    best = value;
                    best_sum = sum;
                    best_den = den;
                    merges[t][0] = (int32_t)a;
                    merges[t][1] = (int32_t)b;
                }
            }
        if (!(best > 0))
            break;
        mass[merges[t][0]] += mass[merges[t][1]];
        for (size_t i = 0; i < n; i++)
            if (of[i] == merges[t][1])
                of[i] = merges[t][0];
    }
    free(of);
    free(mass);
    return t;
}

static void check_tree(const ce_dendrogram *tree, size_t merges, int32_t (*expected)[2])
{
    int32_t *name = malloc(2 * tree->n * sizeof *name);

    for (size_t i = 0; i < tree->n; i++)
        name[i] = (int32_t)i;
    must(tree->merges == merges, "merging stops where no edge is left");
    for (size_t t = 0; t < merges; t++) {
        int32_t a = name[tree->merge[t].left], b = name[tree->merge[t].right], low = a < b ? a : b;
        if (low != expected[t][0] || (a < b ? b : a) != expected[t][1])
            printf("merge %zu: %d %d, expected %d %d\n", t, a, b, expected[t][0], expected[t][1]);
        must(low == expected[t][0] && (a < b ? b : a) == expected[t][1],
             "merges follow the definition and the tie rule");
        must(tree->merge[t].height == (double)t + 1, "heights count the merges");
        name[tree->n + t] = low;
    }
    free(name);
}

static double mass_of(const double *size, const int32_t *of, size_t n, size_t a)
{
    double mass = 0;

    for (size_t i = 0; i < n; i++)
        mass += of[i] == (int32_t)a ? size[i] : 0;
    return mass;
}

/* Joins the lightest cluster to the one of the largest mean similarity; of equal ones the first.
 * of: the cluster of each object, named by its smallest member. */
static void naive_absorb(const int64_t *count, const double *size, size_t n, size_t m, int32_t *of)
{
    double least = HUGE_VAL, best_mass = 0, edges;
    int64_t best_sum = 0, sum;
    int32_t light = 0, to = -1;

    for (size_t a = 0; a < n; a++)
        if (of[a] == (int32_t)a && mass_of(size, of, n, a) < least) {
            least = mass_of(size, of, n, a);
            light = (int32_t)a;
        }
    for (size_t b = 0; b < n; b++) {
        double mass = mass_of(size, of, n, b);
        if (of[b] != (int32_t)b || (int32_t)b == light)
            continue;
        between(count, size, of, n, m, 0, (size_t)light, b, &edges, &sum);
        if (to < 0 || (double)sum * best_mass > (double)best_sum * mass) {
            to = (int32_t)b;
            best_sum = sum;
            best_mass = mass;
        }
    }
    for (size_t i = 0; i < n; i++)
        if (of[i] == light || of[i] == to)
            of[i] = light < to ? light : to;
}

static void check_absorb(const ce_dendrogram *tree, const ce_similarity *s, const int64_t *count,
                         const double *size, const double *known_size, size_t m)
{
    size_t n = s->n, components = n - tree->merges;
    ce_partition kept = {0}, absorbed = {0};
    ce_error err = {0};
    int32_t *of = malloc(n * sizeof *of);

    must(!ce_hne_cut(tree, s, known_size, 1, CE_LEFTOVER_KEEP, &kept, &err), err.text);
    must((size_t)kept.k == components, "the components are kept");
    for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1; j-- > 0;)
            if (kept.labels[j] == kept.labels[i])
                of[i] = (int32_t)j;
    for (size_t k = components; k > 0; k--) {
        if (k < components)
            naive_absorb(count, size, n, m, of);
        must(!ce_hne_cut(tree, s, known_size, k, CE_LEFTOVER_ABSORB, &absorbed, &err), err.text);
        must((size_t)absorbed.k == k, "k clusters are left");
        for (size_t i = 0; i < n; i++)
            must(absorbed.labels[of[i]] == absorbed.labels[i],
                 "leftovers go where the definition says");
    }
    free(of);
    ce_partition_free(&kept);
    ce_partition_free(&absorbed);
}

static void check_one(gsl_rng *rng, size_t n, size_t m, double density, double theta, int variant)
{
    ce_similarity s = {0};
    ce_threshold_graph graph = {0};
    ce_dendrogram tree = {0};
    ce_hne_options options = {.theta = theta, .tie = variant & 1 ? CE_TIE_MEANSIM : CE_TIE_INDEX};
    ce_error err = {0};
    int64_t *count = malloc(n * n * sizeof *count);
    double *size = malloc(n * sizeof *size);
    int32_t(*expected)[2] = malloc(n * sizeof *expected);
    size_t merges;

    random_similarity(rng, n, m, density, variant & 2, &s, count);
    for (size_t i = 0; i < n; i++)
        size[i] = variant & 4 ? 1 + (double)ce_random_below(rng, 5) : 1;
    merges = naive(count, size, n, m, theta, variant & 1, expected);
    must(!ce_threshold_graph_build(&graph, &s, theta, variant & 8 ? m : 0, &err), err.text);
    must(!ce_hne_tree(&graph, &s, variant & 4 ? size : NULL, NULL, &options, &tree, &err),
         err.text);
    check_tree(&tree, merges, expected);
    check_absorb(&tree, &s, count, size, variant & 4 ? size : NULL, m);
    free(count);
    free(size);
    free(expected);
    ce_similarity_free(&s);
    ce_threshold_graph_free(&graph);
    ce_dendrogram_free(&tree);
}

static void random_graphs(uint64_t seed)
{
    gsl_rng *rng = ce_random_alloc(seed, CE_STREAM_SYNTH, 0, NULL);
    static const double theta[] = {0, .1, .3, .5, .9};

    for (int round = 0; round < 160; round++)
        check_one(rng, 1 + ce_random_below(rng, 26), 1 + ce_random_below(rng, 30),
                  .05 + .95 * gsl_rng_uniform(rng), theta[round % 5], round);
    for (int variant = 0; variant < 2; variant++)
        check_one(rng, 110, 10, .2, .3, variant);
    gsl_rng_free(rng);
    puts("ok");
}

/* Few clusters, so that many objects have the same labels. */
static void random_labels(gsl_rng *rng, int with_missing, ce_labels *labels)
{
    size_t n = 10 + ce_random_below(rng, 50), m = 1 + ce_random_below(rng, 6);
    int32_t k = 2 + (int32_t)ce_random_below(rng, 3), *group = malloc(n * sizeof *group);
    ce_error err = {0};

    must(!ce_labels_alloc(labels, n, m, &err), err.text);
    for (size_t i = 0; i < n; i++)
        group[i] = (int32_t)ce_random_below(rng, (size_t)k);
    for (size_t q = 0; q < m; q++) {
        int32_t *column = ce_labels_column(labels, q);
        for (size_t i = 0; i < n; i++) {
            column[i] =
                gsl_rng_uniform(rng) < .3 ? (int32_t)ce_random_below(rng, (size_t)k) : group[i];
            if (with_missing && q && gsl_rng_uniform(rng) < .15)
                column[i] = CE_MISSING;
        }
        must(!ce_labels_renumber(column, n, &labels->k[q], &err), err.text);
    }
    free(group);
}

static void grow(const ce_labels *rows, const ce_microclusters *micro,
                 const ce_hne_options *options, ce_dendrogram *tree)
{
    ce_similarity s = {0};
    ce_threshold_graph graph = {0};
    ce_error err = {0};

    must(!ce_coassociation(rows, NULL, &s, NULL, &err), err.text);
    must(!ce_threshold_graph_build(&graph, &s, options->theta, 0, &err), err.text);
    must(!ce_hne_tree(&graph, &s, NULL, micro, options, tree, &err), err.text);
    ce_similarity_free(&s);
    ce_threshold_graph_free(&graph);
}

static void rows_and_objects(uint64_t seed)
{
    gsl_rng *rng = ce_random_alloc(seed, CE_STREAM_SYNTH, 2, NULL);
    static const double theta[] = {0, .1, .3, .5, .7};
    size_t equal = 0;

    for (int round = 0; round < 200; round++) {
        const ce_hne_options options = {.theta = theta[round % 5],
                                        .tie = round % 2 ? CE_TIE_MEANSIM : CE_TIE_INDEX};
        ce_labels labels = {0};
        ce_microclusters micro = {0};
        ce_dendrogram one = {0}, two = {0};
        ce_error err = {0};
        random_labels(rng, round % 3 == 0, &labels);
        must(!ce_microclusters_build(&micro, &labels, NULL, &err), err.text);
        equal += labels.n - micro.count;
        grow(&labels, NULL, &options, &one);
        grow(&micro.rows, &micro, &options, &two);
        must(one.n == two.n && one.merges == two.merges, "as many merges of as many objects");
        for (size_t t = 0; t < one.merges; t++)
            must(one.merge[t].left == two.merge[t].left &&
                     one.merge[t].right == two.merge[t].right &&
                     one.merge[t].size == two.merge[t].size,
                 "the same clusters merge, one after the other");
        ce_labels_free(&labels);
        ce_microclusters_free(&micro);
        ce_dendrogram_free(&one);
        ce_dendrogram_free(&two);
    }
    must(equal > 1000, "many objects are in one microcluster");
    gsl_rng_free(rng);
    puts("ok");
}

/* Two sets of objects labelled alike? */
static int same_partition(const ce_partition *a, const ce_partition *b, const size_t *at)
{
    for (size_t i = 0; i < a->n; i++)
        for (size_t j = 0; j < i; j++)
            if ((a->labels[i] == a->labels[j]) != (b->labels[at[i]] == b->labels[at[j]]))
                return 0;
    return 1;
}

/* Sizes are drawn from so many that no two pairs have the same NE. */
static void shuffle(uint64_t seed)
{
    gsl_rng *rng = ce_random_alloc(seed, CE_STREAM_SYNTH, 1, NULL);
    enum { N = 24 };
    ce_similarity s = {0}, t = {0};
    ce_hne_options options = {.theta = .3};
    ce_error err = {0};
    double size[N], moved_size[N];
    size_t at[N];

    for (int round = 0; round < 40; round++) {
        ce_threshold_graph graph = {0};
        ce_dendrogram one = {0}, two = {0};
        ce_partition a = {0}, b = {0};
        must(!ce_similarity_alloc_dense(&s, N, "", "", &err) &&
                 !ce_similarity_alloc_dense(&t, N, "", "", &err),
             err.text);
        must(!ce_random_choose(rng, N, N, at, &err), err.text);
        for (size_t i = 0; i < N; i++) {
            size[i] = (double)(1 + ce_random_below(rng, 1 << 20));
            moved_size[at[i]] = size[i];
        }
        for (size_t i = 0; i < N; i++)
            for (size_t j = i; j < N; j++) {
                size_t p = at[i] < at[j] ? at[i] : at[j], q = at[i] < at[j] ? at[j] : at[i];
                double v = gsl_rng_uniform(rng) < .3 ? gsl_rng_uniform(rng) : 0;
                s.values[ce_packed_index(N, i, j)] = t.values[ce_packed_index(N, p, q)] = v;
            }
        must(!ce_threshold_graph_build(&graph, &s, .3, 0, &err) &&
                 !ce_hne_tree(&graph, &s, size, NULL, &options, &one, &err),
             err.text);
        must(!ce_threshold_graph_build(&graph, &t, .3, 0, &err) &&
                 !ce_hne_tree(&graph, &t, moved_size, NULL, &options, &two, &err),
             err.text);
        for (size_t k = 1; k <= N; k++)
            for (int leftover = 0; leftover < 2; leftover++) {
                must(!ce_hne_cut(&one, &s, size, k, (ce_hne_leftover)leftover, &a, &err) &&
                         !ce_hne_cut(&two, &t, moved_size, k, (ce_hne_leftover)leftover, &b, &err),
                     err.text);
                must(a.k == b.k && same_partition(&a, &b, at),
                     "shuffling objects gives the same partition");
                must(leftover ? a.k == (int32_t)k
                              : a.k == (int32_t)(k > N - one.merges ? k : N - one.merges),
                     "keep returns the components, absorb exactly k clusters");
            }
        ce_threshold_graph_free(&graph);
        ce_dendrogram_free(&one);
        ce_dendrogram_free(&two);
        ce_partition_free(&a);
        ce_partition_free(&b);
    }
    ce_similarity_free(&s);
    ce_similarity_free(&t);
    gsl_rng_free(rng);
    puts("ok");
}

static size_t edges_of_pair(double s, double theta, size_t multiple_of)
{
    ce_similarity pair = {0};
    ce_threshold_graph graph = {0};
    ce_error err = {0};
    size_t edges;

    must(!ce_similarity_alloc_dense(&pair, 2, "", "", &err), err.text);
    pair.values[1] = s;
    must(!ce_threshold_graph_build(&graph, &pair, theta, multiple_of, &err), err.text);
    edges = graph.row_start[2] / 2;
    ce_threshold_graph_free(&graph);
    ce_similarity_free(&pair);
    return edges;
}

static void threshold(void)
{
    double running = 1 / 10. + 1 / 10. + 1 / 10.;

    must(running > .3, "three times 1/10 is more than 0.3 in doubles");
    must(edges_of_pair(running, .3, 10) == 0 && edges_of_pair(running, .3, 0) == 0,
         "3/10 is no edge at 0.3");
    must(edges_of_pair(9 / 30., .3, 30) == 0 && edges_of_pair(10 / 30., .3, 30) == 1,
         "9/30 is no edge at 0.3, 10/30 is one");
    must(edges_of_pair(21 / 30., .7, 30) == 0 && edges_of_pair(22 / 30., .7, 0) == 1,
         "nor 21/30 at 0.7");
    must(edges_of_pair(.3000001234567, .3, 0) == 1,
         "a similarity without denominator is compared as it is");
    puts("ok");
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";

    if (!strcmp(what, "values"))
        printf("%.6f %.6f\n", ne(1, 1, 1, .3), ne(4, 2, 3, .3));
    else if (!strcmp(what, "random") && argc > 2)
        random_graphs(strtoull(argv[2], NULL, 10));
    else if (!strcmp(what, "rows") && argc > 2)
        rows_and_objects(strtoull(argv[2], NULL, 10));
    else if (!strcmp(what, "shuffle") && argc > 2)
        shuffle(strtoull(argv[2], NULL, 10));
    else if (!strcmp(what, "threshold"))
        threshold();
    else
        return 2;
    return 0;
}
