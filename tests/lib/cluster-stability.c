/*
 * cluster-stability: the stability of clusters by tables of overlaps of microclusters, against
 * the formulas written out over objects.
 *
 * - random: random ensembles, with and without missing labels: microclusters, objects and sizes
 * - hand: APMM of a cluster of 4 of 20 objects, whole and split, and of an only cluster
 * - threads: the same bits with 1, 2 and 5 threads
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random-ensemble.h"
#include "core/parallel.h"
#include "core/random.h"
#include "score/cluster_stability.h"

enum { MOST = 80, CLUSTERS = 64 };

/* ---- the formulas, over objects ---- */

static int32_t label(const ce_labels *e, size_t i, size_t q)
{
    return ce_labels_column(e, q)[i];
}

/* Objects labelled in both q and r; of these, those in cluster a of q (a < 0: any) and b of r. */
static double count(const ce_labels *e, size_t q, int32_t a, size_t r, int32_t b)
{
    double objects = 0;

    for (size_t i = 0; i < e->n; i++)
        objects += label(e, i, q) >= 0 && label(e, i, r) >= 0 && (a < 0 || label(e, i, q) == a) &&
                   (b < 0 || label(e, i, r) == b);
    return objects;
}

/* x log(n / x), the form in which the paper prints it. */
static double part(double x, double n)
{
    return x > 0 ? x * log(n / x) : 0;
}

static double slow_apmm(const ce_labels *e, size_t q, int32_t a, size_t r)
{
    double n = count(e, q, -1, r, -1), c = count(e, q, a, r, -1), parts = 0;

    if (c == 0)
        return NAN;
    for (int32_t b = 0; b < e->k[r]; b++)
        parts += part(count(e, q, a, r, b), n);
    return parts > 0 ? 2 * part(c, n) / (part(c, n) + parts) : 1;
}

/* NMI of two sets and their complements: entropies of shares, not of conditional ones. */
static double slow_nmi(double n, double c, double d, double both)
{
    double h = part(c, n) + part(n - c, n), g = part(d, n) + part(n - d, n);
    double joint =
        part(both, n) + part(c - both, n) + part(d - both, n) + part(n - c - d + both, n);

    if (h == 0 || g == 0)
        return h == 0 && g == 0;
    return (h + g - joint) / sqrt(h * g);
}

static double slow_max(const ce_labels *e, size_t q, int32_t a, size_t r)
{
    double n = count(e, q, -1, r, -1), c = count(e, q, a, r, -1), best = -1, value = NAN;

    for (int32_t b = 0; b < e->k[r] && c > 0; b++) {
        double d = count(e, q, -1, r, b), both = count(e, q, a, r, b),
               jaccard = both / (c + d - both);
        if (jaccard > best) {
            best = jaccard;
            value = slow_nmi(n, c, d, both);
        }
    }
    return value;
}

static double slow_stability(const ce_labels *e, size_t q, int32_t a, ce_stability_index index)
{
    double sum = 1, terms = 1, largest = e->m == 1;

    for (size_t r = 0; r < e->m; r++) {
        double value = r == q                       ? NAN
                       : index == CE_STABILITY_APMM ? slow_apmm(e, q, a, r)
                                                    : slow_max(e, q, a, r);
        if (isnan(value))
            continue;
        sum += value;
        terms++;
        largest = fmax(largest, value);
    }
    return index == CE_STABILITY_APMM ? sum / terms : largest;
}

/* ---- random ---- */

static void compare(const ce_labels *e, const ce_microclusters *micro, ce_stability_index index)
{
    ce_error err = {0};
    double stability[CLUSTERS], weight[16];
    size_t c = 0;

    must(!ce_cluster_stability(micro, index, stability, &err) &&
             !ce_clustering_stability(micro, stability, weight, &err),
         err.text);
    for (size_t q = 0; q < e->m; q++) {
        double sum = 0, labelled = 0;
        for (int32_t a = 0; a < e->k[q]; a++, c++) {
            double value = slow_stability(e, q, a, index), size = count(e, q, a, q, a);
            must(fabs(stability[c] - value) < 1e-12, "a stability");
            must(stability[c] >= 0 && stability[c] <= 1, "a stability outside [0, 1]");
            sum += size * value;
            labelled += size;
        }
        must(fabs(weight[q] - (labelled > 0 ? sum / labelled : 0)) < 1e-12, "a weight");
    }
}

static void of_random(void)
{
    ce_error err = {0};
    gsl_rng *rng = ce_random_alloc(5, CE_STREAM_SYNTH, 1, &err);
    size_t cases = 0;

    for (; cases < 120; cases++) {
        ce_labels e = {0};
        ce_microclusters micro = {0}, objects = {0}, again = {0};
        random_ensemble(rng, 3 + ce_random_below(rng, MOST - 3), 1 + ce_random_below(rng, 9),
                        cases % 3 ? 0 : .3, &e);
        must(!ce_microclusters_build(&micro, &e, NULL, &err) &&
                 !ce_microclusters_trivial(&objects, &e, NULL, &err) &&
                 !ce_microclusters_build(&again, &micro.rows, micro.size, &err),
             "microclusters");
        for (int index = CE_STABILITY_APMM; index <= CE_STABILITY_MAX; index++) {
            compare(&e, &micro, (ce_stability_index)index);
            compare(&e, &objects, (ce_stability_index)index);
            compare(&e, &again, (ce_stability_index)index);
        }
        ce_microclusters_free(&micro);
        ce_microclusters_free(&objects);
        ce_microclusters_free(&again);
        ce_labels_free(&e);
    }
    printf("%zu ensembles\n", cases);
    gsl_rng_free(rng);
}

/* ---- hand ---- */

/* AAPMM of the cluster of the first object in the first base clustering; a letter an object. */
static double of_letters(size_t m, const char *const *letter)
{
    ce_error err = {0};
    ce_labels e = {0};
    ce_microclusters micro = {0};
    double stability[CLUSTERS];

    must(!ce_labels_alloc(&e, strlen(letter[0]), m, &err), "memory");
    for (size_t q = 0; q < m; q++) {
        for (size_t i = 0; i < e.n; i++)
            ce_labels_column(&e, q)[i] = letter[q][i] - 'a';
        must(!ce_labels_renumber(ce_labels_column(&e, q), e.n, &e.k[q], &err), err.text);
    }
    must(!ce_microclusters_build(&micro, &e, NULL, &err) &&
             !ce_cluster_stability(&micro, CE_STABILITY_APMM, stability, &err),
         err.text);
    ce_microclusters_free(&micro);
    ce_labels_free(&e);
    return stability[0];
}

/* Of 20 objects, the first 4 are a cluster, split by another base clustering as the letters say. */
static double of_split(const char *second)
{
    char other[21] = {0};

    for (size_t i = 0; i < 20; i++)
        other[i] = second[i < 4 ? i : 4];
    /* the mean of the term and of 1 */
    return 2 * of_letters(2, (const char *[]){"aaaabbbbbbbbbbbbbbbb", other}) - 1;
}

static void by_hand(void)
{
    printf("%.6f %.6f %.6f %.6f\n", of_split("aaaab"), of_split("aaaaa"), of_split("aaabc"),
           of_split("aabbc"));
    printf("%.6f\n", of_letters(3, (const char *[]){"aaaaa", "aaaaa", "aaabb"}));
}

/* ---- threads ---- */

static void with_threads(void)
{
    ce_error err = {0};
    gsl_rng *rng = ce_random_alloc(9, CE_STREAM_SYNTH, 2, &err);
    ce_labels e = {0};
    ce_microclusters micro = {0};
    double one[CLUSTERS], more[CLUSTERS];
    size_t bytes;

    random_ensemble(rng, MOST, 9, .1, &e);
    must(!ce_microclusters_build(&micro, &e, NULL, &err), "memory");
    bytes = ce_labels_total(&micro.rows) * sizeof *one;
    for (int index = CE_STABILITY_APMM; index <= CE_STABILITY_MAX; index++) {
        ce_threads_set(1);
        must(!ce_cluster_stability(&micro, (ce_stability_index)index, one, &err), err.text);
        for (int threads = 2; threads <= 5; threads += 3) {
            ce_threads_set(threads);
            must(!ce_cluster_stability(&micro, (ce_stability_index)index, more, &err) &&
                     !memcmp(one, more, bytes),
                 "other bits");
        }
    }
    printf("same bits\n");
    ce_microclusters_free(&micro);
    ce_labels_free(&e);
    gsl_rng_free(rng);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";

    if (!strcmp(what, "random"))
        of_random();
    else if (!strcmp(what, "hand"))
        by_hand();
    else if (!strcmp(what, "threads"))
        with_threads();
    else
        return 2;
    return 0;
}
