/*
 * meansim: complete linkage with ties broken by mean similarity, where similarities have no
 * small common denominator. (tests/lib/linkage.c has the trees on counts.)
 *
 * - objects SEED: similarities of groups, a few levels that mean out to many ties: objects give
 *   the partitions of groups, though sums of such numbers are rounded differently; equal means
 *   of different sizes are equal
 * - shuffle SEED: blocks without a tie inside, which all are at distance 1: the order of the
 *   rows does not matter
 * - threads SEED: the same tree with 1, 2 and 5 threads
 * - extreme: one row; sizes that are no whole numbers; more objects than exact sums allow; huge
 *   and small values
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

static void link_up(const ce_similarity *s, int is_distance, const double *size,
                    ce_dendrogram *tree)
{
    ce_error err = {0};

    must(!ce_linkage(s, is_distance, size, CE_LINKAGE_COMPLETE_MEANSIM, tree, &err), err.text);
    must(tree->merges + 1 == s->n, "all merges are done");
    for (size_t t = 1; t < tree->merges; t++)
        must(tree->merge[t].height >= tree->merge[t - 1].height, "heights do not fall");
}

static ce_similarity matrix_of(size_t n)
{
    ce_similarity s = {0};
    ce_error err = {0};

    must(!ce_similarity_alloc_dense(&s, n, "", "", &err), err.text);
    return s;
}

/* The same partition of the rows but for the names of clusters; place: where row i is in b, or
 * NULL. */
static int same(const ce_partition *a, const ce_partition *b, const size_t *place)
{
    int32_t *name = malloc((size_t)a->k * sizeof *name);
    int equal = a->k == b->k && a->n == b->n;

    for (int32_t c = 0; c < a->k; c++)
        name[c] = -1;
    for (size_t i = 0; i < a->n && equal; i++) {
        int32_t other = b->labels[place ? place[i] : i];
        if (name[a->labels[i]] < 0)
            name[a->labels[i]] = other;
        equal = name[a->labels[i]] == other;
    }
    free(name);
    return equal;
}

/* ---- groups of objects ---- */

static void check_groups(gsl_rng *rng, size_t n, size_t kinds, int is_distance)
{
    static const double level[] = {0, 0, 0.1234567891, 0.71};
    ce_labels labels = {0};
    ce_microclusters micro = {0};
    ce_similarity objects = matrix_of(n), small;
    ce_dendrogram tree = {0}, small_tree = {0};
    ce_partition a = {0}, b = {0}, expanded = {0};
    ce_error err = {0};

    must(!ce_labels_alloc(&labels, n, 1, &err), err.text);
    for (size_t i = 0; i < n; i++)
        ce_labels_column(&labels, 0)[i] = (int32_t)ce_random_below(rng, kinds);
    ce_labels_renumber(ce_labels_column(&labels, 0), n, &labels.k[0], &err);
    must(!ce_microclusters_build(&micro, &labels, NULL, &err), err.text);
    small = matrix_of(micro.count);
    for (size_t g = 0; g < micro.count; g++)
        for (size_t h = g + 1; h < micro.count; h++) {
            double s = level[ce_random_below(rng, sizeof level / sizeof *level)];
            small.values[ce_packed_index(micro.count, g, h)] = is_distance ? 1 - s : s;
        }
    for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1; j < n; j++) {
            size_t g = (size_t)micro.of[i], h = (size_t)micro.of[j];
            objects.values[ce_packed_index(n, i, j)] =
                g == h ? !is_distance : ce_similarity_get(&small, g, h);
        }
    link_up(&objects, is_distance, NULL, &tree);
    link_up(&small, is_distance, micro.size, &small_tree);
    for (size_t k = 1; k <= micro.count; k++) {
        must(!ce_dendrogram_cut(&tree, k, &a, &err) &&
                 !ce_dendrogram_cut(&small_tree, k, &b, &err) &&
                 !ce_microclusters_expand(&micro, &b, &expanded, &err),
             err.text);
        must(same(&a, &expanded, NULL), "groups give the partition of the objects");
    }
    ce_labels_free(&labels);
    ce_microclusters_free(&micro);
    ce_similarity_free(&objects);
    ce_similarity_free(&small);
    ce_dendrogram_free(&tree);
    ce_dendrogram_free(&small_tree);
    ce_partition_free(&a);
    ce_partition_free(&b);
    ce_partition_free(&expanded);
}

/* Triples of rows: the first two, of the same size, merge; then they are at distance 1 from the
 * third, with mean v/2 whatever their size: so these merge in the order of the rows. */
static void check_triples(gsl_rng *rng)
{
    enum { TRIPLES = 20, N = 3 * TRIPLES };
    ce_similarity s = matrix_of(N);
    ce_dendrogram tree = {0};
    double size[N], v = gsl_rng_uniform(rng) / 2;

    memset(s.values, 0, N * (N + 1) / 2 * sizeof *s.values);
    for (size_t i = 0; i < N; i += 3) {
        size[i] = size[i + 1] = 1 + (double)ce_random_below(rng, 30);
        size[i + 2] = 1 + (double)ce_random_below(rng, 30);
        s.values[ce_packed_index(N, i, i + 1)] = .9;
        s.values[ce_packed_index(N, i, i + 2)] = v;
    }
    link_up(&s, 0, size, &tree);
    for (int32_t t = 0; t < TRIPLES; t++) {
        must(tree.merge[t].left == 3 * t && tree.merge[t].right == 3 * t + 1,
             "twins merge in order");
        must(tree.merge[TRIPLES + t].left == 3 * t + 2 && tree.merge[TRIPLES + t].right == N + t,
             "equal means are equal");
    }
    ce_similarity_free(&s);
    ce_dendrogram_free(&tree);
}

static void groups(gsl_rng *rng)
{
    for (int round = 0; round < 150; round++)
        check_groups(rng, 1 + ce_random_below(rng, 120), 1 + ce_random_below(rng, 20), round & 1);
    check_groups(rng, 400, 180, 0);
    for (int round = 0; round < 20; round++)
        check_triples(rng);
}

/* ---- the order of the rows ---- */

/* Similar inside blocks of 6; between two blocks there is always a pair with nothing in common. */
static ce_similarity blocks(gsl_rng *rng, size_t n)
{
    ce_similarity s = matrix_of(n);

    for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1; j < n; j++) {
            double u = gsl_rng_uniform(rng);
            s.values[ce_packed_index(n, i, j)] = i / 6 == j / 6   ? .5 + u / 2
                                                 : i % 6 == j % 6 ? 0
                                                                  : u / 4;
        }
    return s;
}

static ce_similarity rearranged(const ce_similarity *s, const size_t *place)
{
    ce_similarity r = matrix_of(s->n);

    for (size_t i = 0; i < s->n; i++)
        for (size_t j = i + 1; j < s->n; j++) {
            size_t a = place[i] < place[j] ? place[i] : place[j],
                   b = place[i] < place[j] ? place[j] : place[i];
            r.values[ce_packed_index(s->n, a, b)] = s->values[ce_packed_index(s->n, i, j)];
        }
    return r;
}

static void shuffle(gsl_rng *rng)
{
    enum { N = 120 };
    size_t place[N];
    ce_dendrogram tree = {0}, other = {0};
    ce_partition a = {0}, b = {0};
    ce_error err = {0};

    for (int round = 0; round < 10; round++) {
        ce_similarity s = blocks(rng, N), r;
        for (size_t i = 0; i < N; i++) {
            size_t j = ce_random_below(rng, i + 1);
            place[i] = place[j];
            place[j] = i;
        }
        r = rearranged(&s, place);
        link_up(&s, 0, NULL, &tree);
        link_up(&r, 0, NULL, &other);
        for (size_t k = 1; k <= N; k++) {
            must(!ce_dendrogram_cut(&tree, k, &a, &err) && !ce_dendrogram_cut(&other, k, &b, &err),
                 err.text);
            must(same(&a, &b, place), "the order of the rows does not matter");
        }
        must(tree.merge[N - 20].height == 1 && tree.merge[N - 21].height < 1,
             "20 blocks are at distance 1");
        ce_similarity_free(&s);
        ce_similarity_free(&r);
    }
    ce_dendrogram_free(&tree);
    ce_dendrogram_free(&other);
    ce_partition_free(&a);
    ce_partition_free(&b);
}

static void threads(gsl_rng *rng)
{
    static const int count[] = {1, 2, 5};
    ce_similarity s = blocks(rng, 300);
    ce_dendrogram tree[3] = {{0}, {0}, {0}};

    for (int t = 0; t < 3; t++) {
        ce_threads_set(count[t]);
        link_up(&s, 0, NULL, &tree[t]);
        for (size_t m = 0; m < tree[0].merges; m++)
            must(tree[t].merge[m].left == tree[0].merge[m].left &&
                     tree[t].merge[m].right == tree[0].merge[m].right &&
                     tree[t].merge[m].height == tree[0].merge[m].height,
                 "threads do not matter");
    }
    for (int t = 0; t < 3; t++)
        ce_dendrogram_free(&tree[t]);
    ce_similarity_free(&s);
}

/* ---- the ends of the range ---- */

/* Two pairs and a fifth object, which shares something with one of each pair: more with the second.
 */
static void check_five(double unit, int is_distance, double one_size, const char *what)
{
    static const double s[10] = {.9, 0, 0, .4, /* 1 */ 0, 0, 0, /* 2 */ .8, .6, /* 3 */ 0};
    double size[] = {one_size * 9, one_size, one_size, one_size, one_size};
    ce_similarity m = matrix_of(5);
    ce_dendrogram tree = {0};

    for (size_t i = 0, e = 0; i < 5; i++)
        for (size_t j = i + 1; j < 5; j++, e++)
            m.values[ce_packed_index(5, i, j)] = is_distance ? (1 - s[e]) * unit : s[e] * unit;
    link_up(&m, is_distance, NULL, &tree);
    must(tree.merge[2].left == 4 && tree.merge[2].right == 6, what); /* .3 on the mean against .2 */
    link_up(&m, is_distance, size, &tree);
    must(tree.merge[2].left == 4 && tree.merge[2].right == 5, what); /* .3 against .36 */
    ce_dendrogram_free(&tree);
    ce_similarity_free(&m);
}

static void extreme(void)
{
    ce_similarity one = matrix_of(1);
    ce_matrix x = {0};
    ce_dendrogram tree = {0};
    ce_error err = {0};

    link_up(&one, 0, NULL, &tree);
    check_five(1, 0, 1, "by hand");
    check_five(1, 1, 1, "by hand, distances");
    check_five(1 / M_PI, 0, 1, "no common denominator");
    check_five(1 / M_PI, 0, .3, "sizes that are no whole numbers");
    check_five(1 / M_PI, 0, 1e7, "more objects than exact sums allow");
    check_five(1, 0, 1e9, "more objects than exact sums allow, common denominator");
    check_five(1e-7 / M_PI, 0, 1, "small similarities");
    check_five(1e300 / M_PI, 1, 1, "huge distances");
    check_five(1e-7 / M_PI, 1, 1e4, "small distances");
    must(!ce_matrix_alloc(&x, 2, 1, &err), err.text);
    must(ce_linkage_points(&x, CE_LINKAGE_COMPLETE_MEANSIM, NULL, &tree, &err) == CE_EARG,
         "points are refused");
    ce_matrix_free(&x);
    ce_similarity_free(&one);
    ce_dendrogram_free(&tree);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    gsl_rng *rng =
        ce_random_alloc(argc > 2 ? strtoull(argv[2], NULL, 10) : 1, CE_STREAM_SYNTH, 0, NULL);

    must(rng != NULL, "a random stream");
    if (!strcmp(what, "objects"))
        groups(rng);
    else if (!strcmp(what, "shuffle"))
        shuffle(rng);
    else if (!strcmp(what, "threads"))
        threads(rng);
    else if (!strcmp(what, "extreme"))
        extreme();
    else
        return 2;
    gsl_rng_free(rng);
    puts("ok");
    return 0;
}
