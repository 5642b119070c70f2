/*
 * score/stability.h against its definitions written down plainly, from all pairs of objects one by
 * one, in long double.
 *
 * - stability [RUNS]: random base clusterings, with and without missing labels, rows of several
 *   objects, clusterings of more than 256 clusters, partitions with missing labels
 * - stability sample: pairs drawn at random: counts within five standard errors, two objects, one
 *   object
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/microclusters.h"
#include "core/random.h"
#include "score/stability.h"

typedef struct {
    ce_labels labels;
    double *size;           /* NULL: one object a row */
    int32_t *of;            /* row of each object */
    size_t objects;
    ce_partition partition; /* of the rows */
} world;

static int wrong;

static void complain(const char *what, size_t at, double here, double there)
{
    printf("WRONG %s %zu: %.17g, %.17g expected\n", what, at, here, there);
    wrong++;
}

static void compare(const char *what, size_t at, double here, long double there)
{
    if (isnan(here) != isnan(there) || fabsl(here - there) > 1e-12L)
        complain(what, at, here, (double)there);
}

static void make(world *w, size_t n, size_t m, size_t k, double gaps, int sizes, int wide,
                 gsl_rng *rng)
{
    ce_error err = {0};

    /* every fourth world: labels of few objects, or of one, in many base clusterings or in all */
    size_t most_small = ce_random_below(rng, 4) ? 0 : 1 + ce_random_below(rng, m);

    ce_labels_alloc(&w->labels, n, m, &err);
    ce_partition_alloc(&w->partition, n, &err);
    w->size = sizes ? malloc(n * sizeof *w->size) : NULL;
    w->objects = 0;
    for (size_t i = 0; i < n; i++) {
        size_t base = ce_random_below(rng, k), own = sizes ? 1 + ce_random_below(rng, 3) : 1;
        if (sizes)
            w->size[i] = (double)own;
        w->objects += own;
        w->partition.labels[i] =
            gsl_rng_uniform(rng) < gaps / 3
                ? CE_MISSING
                : (int32_t)(gsl_rng_uniform(rng) < .8 ? base : ce_random_below(rng, k));
        for (size_t q = 0; q < m; q++) {
            size_t clusters = wide && q % 3 == 1 ? 600 : k;
            int32_t *cell = &ce_labels_column(&w->labels, q)[i];
            *cell = (int32_t)(gsl_rng_uniform(rng) < (clusters > k ? .1 : .7)
                                  ? base
                                  : ce_random_below(rng, clusters));
            if (q != 2 && gsl_rng_uniform(rng) < gaps)
                *cell = CE_MISSING;
            if (m - q <= most_small)
                *cell = (int32_t)(q % 2 ? i : ce_random_below(rng, n));
        }
    }
    for (size_t q = 0; q < m; q++)
        ce_labels_renumber(ce_labels_column(&w->labels, q), n, &w->labels.k[q], &err);
    ce_labels_renumber(w->partition.labels, n, &w->partition.k, &err);
    w->of = malloc(w->objects * sizeof *w->of);
    for (size_t i = 0, at = 0; i < n; i++)
        for (size_t s = 0; s < (sizes ? (size_t)w->size[i] : 1); s++)
            w->of[at++] = (int32_t)i;
}

static void drop(world *w)
{
    ce_labels_free(&w->labels);
    ce_partition_free(&w->partition);
    free(w->size);
    free(w->of);
}

/* The consensus of two objects; NaN when no base clustering labels both. */
static long double consensus(const world *w, size_t x, size_t y)
{
    long double same = 0, both = 0;

    for (size_t q = 0; q < w->labels.m; q++) {
        int32_t a = ce_labels_column(&w->labels, q)[w->of[x]],
                b = ce_labels_column(&w->labels, q)[w->of[y]];
        both += a >= 0 && b >= 0;
        same += a >= 0 && a == b;
    }
    return both > 0 ? same / both : NAN;
}

static void check_distribution(const world *w)
{
    ce_error err = {0};
    ce_microclusters micro = {0};
    ce_pair_counts counts = {0};
    ce_consensus_distribution d = {0};
    long double total = 0, out = 0, sum = 0, at_most[3] = {0}, between = 0;
    const double x[3] = {0, .5, .9};

    if (ce_microclusters_build(&micro, &w->labels, w->size, &err) ||
        ce_pair_counts_compute(&counts, &micro, NULL, &err) ||
        ce_consensus_distribution_build(&d, &counts, &err))
        complain(err.text, 0, 0, 0);
    for (size_t i = 0; i < w->objects; i++)
        for (size_t j = i + 1; j < w->objects; j++) {
            long double v = consensus(w, i, j);
            out += isnan(v);
            total += !isnan(v);
            if (isnan(v))
                continue;
            sum += v;
            for (int t = 0; t < 3; t++)
                at_most[t] += (double)v <= x[t];
            between += (double)v > .1 && (double)v < .9;
        }
    compare("pairs", 0, d.total, total);
    compare("left out", 0, d.left_out, out);
    for (int t = 0; t < 3; t++)
        compare("F", (size_t)t, ce_consensus_cdf(&d, x[t]), total > 0 ? at_most[t] / total : NAN);
    compare("PAC", 0, ce_pac(&d, .1, .9), total > 0 ? between / total : NAN);
    compare("area", 0, ce_consensus_area(&d), total > 0 ? 1 - sum / total : NAN);
    for (size_t s = 1; s < d.count; s++)
        if (d.value[s] <= d.value[s - 1])
            complain("order", s, d.value[s], d.value[s - 1]);
    ce_consensus_distribution_free(&d);
    ce_pair_counts_free(&counts);
    ce_microclusters_free(&micro);
}

/* Mean consensus of object x with the other objects of cluster c. */
static long double mean_with(const world *w, size_t x, int32_t c)
{
    long double sum = 0, count = 0;

    for (size_t y = 0; y < w->objects; y++) {
        long double v =
            y == x || w->partition.labels[w->of[y]] != c ? (long double)NAN : consensus(w, x, y);
        if (isnan(v))
            continue;
        sum += v;
        count++;
    }
    return count > 0 ? sum / count : NAN;
}

static void check_objects(const world *w, const ce_trust *t)
{
    size_t k = (size_t)w->partition.k;

    for (size_t x = 0; x < w->objects; x++) {
        size_t i = (size_t)w->of[x];
        int32_t c = w->partition.labels[i];
        long double most = NAN;
        compare("own", x, t->own[i], c < 0 ? (long double)NAN : mean_with(w, x, c));
        for (int32_t other = 0; other < w->partition.k; other++) {
            long double v = mean_with(w, x, other);
            compare("every", x, t->every[i * k + (size_t)other], v);
            if (other != c && !isnan(v) && !(v <= most))
                most = v;
        }
        compare("next", x, t->next[i], most);
        if ((t->nearest[i] < 0) != isnan(most) ||
            (t->nearest[i] >= 0 &&
             (t->nearest[i] == c || fabsl(mean_with(w, x, t->nearest[i]) - most) > 1e-12L)))
            complain("nearest", x, t->nearest[i], -1);
    }
}

static void check_clusters(const world *w)
{
    size_t k = (size_t)w->partition.k;
    ce_trust trust = {0};
    ce_error err = {0};

    if (ce_trust_find(&trust, &w->labels, w->size, &w->partition,
                      CE_TRUST_CLUSTERS | CE_TRUST_OBJECTS | CE_TRUST_EVERY, &err))
        complain(err.text, 0, 0, 0);
    check_objects(w, &trust);
    for (size_t c = 0; c < k; c++) {
        long double sum = 0, count = 0;
        for (size_t x = 0; x < w->objects; x++)
            for (size_t y = x + 1; y < w->objects; y++) {
                long double v;
                if (w->partition.labels[w->of[x]] != (int32_t)c ||
                    w->partition.labels[w->of[y]] != (int32_t)c || isnan(v = consensus(w, x, y)))
                    continue;
                sum += v;
                count++;
            }
        compare("cluster", c, trust.cluster[c], count > 0 ? sum / count : NAN);
    }
    ce_trust_free(&trust);
}

static void check_sample(const world *w, size_t pairs)
{
    ce_error err = {0};
    ce_microclusters micro = {0};
    ce_pair_counts all = {0}, some = {0};
    double total = (double)w->objects * ((double)w->objects - 1) / 2, drawn = 0;

    if (ce_microclusters_build(&micro, &w->labels, w->size, &err) ||
        ce_pair_counts_compute(&all, &micro, NULL, &err) ||
        ce_pair_counts_sample(&some, &w->labels, w->size, pairs, 3, &err))
        complain(err.text, 0, 0, 0);
    if (some.m != all.m || some.least != all.least)
        complain("bins", some.m, (double)some.least, (double)all.least);
    for (size_t b = 0; b < (all.m - all.least + 1) * (all.m + 1); b++) {
        double p = total > 0 ? all.count[b] / total : 0;
        drawn += some.count[b];
        if (fabs(some.count[b] - (double)pairs * p) > 5 * sqrt((double)pairs * p * (1 - p)))
            complain("drawn", b, some.count[b], (double)pairs * p);
    }
    compare("all drawn", 0, drawn, total > 0 ? (double)pairs : 0);
    ce_pair_counts_free(&all);
    ce_pair_counts_free(&some);
    ce_microclusters_free(&micro);
}

int main(int argc, char **argv)
{
    ce_error err = {0};
    gsl_rng *rng = ce_random_alloc(5, CE_STREAM_SYNTH, 0, &err);
    int sample = argc > 1 && !strcmp(argv[1], "sample");
    size_t runs = argc > 1 && !sample ? strtoul(argv[1], NULL, 10) : 24;

    for (size_t r = 0; r < runs; r++) {
        static const size_t rows[] = {1, 2, 3, 9, 37, 66, 131, 700}, columns[] = {1, 3, 5, 12, 70};
        size_t n = rows[r % 8], m = columns[r % 5];
        double gaps = r % 3 == 0 ? 0 : r % 3 == 1 ? .2 : .85;
        world w = {0};
        int32_t most = 0;
        make(&w, n, m, 1 + ce_random_below(rng, 5), gaps, r % 4 == 3, r % 8 > 5, rng);
        wrong = 0;
        if (sample)
            check_sample(&w, 200000);
        else {
            check_distribution(&w);
            check_clusters(&w);
        }
        for (size_t q = 0; q < m; q++)
            most = w.labels.k[q] > most ? w.labels.k[q] : most;
        if (!wrong)
            printf("n=%zu m=%zu gaps=%g k<=%d%s ok\n", n, m, gaps, most, w.size ? " sizes" : "");
        drop(&w);
    }
    gsl_rng_free(rng);
    return 0;
}
