/*
 * simrank: SRS and ASRS on microclusters against their definitions on objects, in plain loops. One
 * line a check; Bats compares.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "core/parallel.h"
#include "core/random.h"
#include "linalg/linalg.h"
#include "similarity/simrank.h"

enum { MAX_N = 40, MAX_M = 5, MAX_C = 64 };

/* An ensemble of objects as a table of cluster numbers over all base clusterings; -1: missing. */
typedef struct {
    size_t n, m, nc;
    int cluster[MAX_N][MAX_M];
    double size[MAX_C];
} objects;

/* Few clusters, so that many objects are equal; one label in seven is missing when `missing`, and
 * then object 2 has none at all. */
static void random_ensemble(gsl_rng *rng, size_t n, size_t m, size_t k, int missing,
                            ce_labels *labels, objects *o)
{
    ce_error err = {0};

    must(!ce_labels_alloc(labels, n, m, &err), err.text);
    *o = (objects){.n = n, .m = m};
    for (size_t q = 0; q < m; q++) {
        int32_t *column = ce_labels_column(labels, q);
        for (size_t i = 0; i < n; i++)
            column[i] = missing && (i == 2 || ce_random_below(rng, 7) == 0)
                            ? CE_MISSING
                            : (int32_t)ce_random_below(rng, k + q % 2);
        must(!ce_labels_renumber(column, n, &labels->k[q], &err), err.text);
        for (size_t i = 0; i < n; i++) {
            o->cluster[i][q] = column[i] < 0 ? -1 : (int)o->nc + column[i];
            if (column[i] >= 0)
                o->size[o->nc + (size_t)column[i]]++;
        }
        o->nc += (size_t)labels->k[q];
    }
}

static double labelled(const objects *o, size_t i)
{
    double count = 0;

    for (size_t q = 0; q < o->m; q++)
        count += o->cluster[i][q] >= 0;
    return count;
}

/* sum of c over the clusters of i and of j / (p_i p_j); 0 where one has no labels. */
static double mean_link(const objects *o, double c[MAX_C][MAX_C], size_t i, size_t j)
{
    double sum = 0, pairs = labelled(o, i) * labelled(o, j);

    for (size_t q = 0; q < o->m; q++)
        for (size_t r = 0; r < o->m; r++)
            if (o->cluster[i][q] >= 0 && o->cluster[j][r] >= 0)
                sum += c[o->cluster[i][q]][o->cluster[j][r]];
    return pairs > 0 ? sum / pairs : 0;
}

static int member(const objects *o, size_t i, size_t a)
{
    for (size_t q = 0; q < o->m; q++)
        if (o->cluster[i][q] == (int)a)
            return 1;
    return 0;
}

/* The iteration as it is defined, old values on the right. */
static void slow_simrank(const objects *o, double decay, size_t rounds, double s[MAX_N][MAX_N])
{
    static double c[MAX_C][MAX_C], new_s[MAX_N][MAX_N], new_c[MAX_C][MAX_C];

    for (size_t i = 0; i < o->n; i++)
        for (size_t j = 0; j < o->n; j++)
            s[i][j] = i == j;
    for (size_t a = 0; a < o->nc; a++)
        for (size_t b = 0; b < o->nc; b++)
            c[a][b] = a == b;
    for (size_t t = 1; t < rounds; t++) {
        for (size_t i = 0; i < o->n; i++)
            for (size_t j = 0; j < o->n; j++)
                new_s[i][j] = i == j ? 1 : decay * mean_link(o, c, i, j);
        for (size_t a = 0; a < o->nc; a++)
            for (size_t b = 0; b < o->nc; b++) {
                double sum = 0;
                for (size_t i = 0; i < o->n; i++)
                    for (size_t j = 0; j < o->n; j++)
                        if (member(o, i, a) && member(o, j, b))
                            sum += s[i][j];
                new_c[a][b] = a == b ? 1 : decay * sum / (o->size[a] * o->size[b]);
            }
        memcpy(s, new_s, sizeof new_s);
        memcpy(c, new_c, sizeof new_c);
    }
}

static double shared(const objects *o, size_t a, size_t b)
{
    double both = 0;

    for (size_t i = 0; i < o->n; i++)
        both += member(o, i, a) && member(o, i, b);
    return both;
}

static void slow_approximate(const objects *o, double decay, double s[MAX_N][MAX_N])
{
    static double w[MAX_C][MAX_C], cs[MAX_C][MAX_C];
    double degree[MAX_C] = {0}, largest = 0;

    for (size_t a = 0; a < o->nc; a++)
        for (size_t b = 0; b < o->nc; b++) {
            double both = shared(o, a, b);
            w[a][b] = a == b ? 0 : both / (o->size[a] + o->size[b] - both);
            degree[a] += w[a][b] > 0;
        }
    for (size_t a = 0; a < o->nc; a++)
        for (size_t b = 0; b < o->nc; b++) {
            double sum = 0;
            for (size_t c = 0; c < o->nc; c++)
                sum += w[a][c] * w[b][c];
            cs[a][b] = a != b && degree[a] * degree[b] > 0 ? sum / (degree[a] * degree[b]) : 0;
            largest = fmax(largest, cs[a][b]);
        }
    for (size_t a = 0; a < o->nc; a++)
        for (size_t b = 0; b < o->nc; b++)
            cs[a][b] = a == b ? 1 : largest > 0 ? decay * cs[a][b] / largest : 0;
    for (size_t i = 0; i < o->n; i++)
        for (size_t j = 0; j < o->n; j++)
            s[i][j] = i == j ? 1 : mean_link(o, cs, i, j);
}

/* rounds 0 stands for ASRS. Returns the largest difference; all entries and all twins are compared.
 */
static double difference(const ce_labels *labels, const objects *o, double decay, size_t rounds,
                         size_t *twins)
{
    static double slow[MAX_N][MAX_N];
    ce_microclusters micro = {0};
    ce_similarity s = {0}, again = {0};
    ce_error err = {0};
    double worst = 0, twin[MAX_N], twin_again[MAX_N];

    must(!ce_microclusters_build(&micro, labels, NULL, &err), err.text);
    for (int threads = 4; threads >= 1; threads -= 3) {
        ce_similarity *to = threads == 1 ? &again : &s;
        ce_threads_set(threads);
        must(!(rounds ? ce_simrank(&micro, decay, rounds, to, threads == 1 ? twin_again : twin,
                                   NULL, &err)
                      : ce_approximate_simrank(&micro, decay, to, threads == 1 ? twin_again : twin,
                                               &err)),
             err.text);
    }
    must(!memcmp(s.values, again.values, micro.count * (micro.count + 1) / 2 * sizeof(double)),
         "same bits on 1 and 4 threads");
    must(!memcmp(twin, twin_again, micro.count * sizeof *twin), "same twins on 1 and 4 threads");
    if (rounds)
        slow_simrank(o, decay, rounds, slow);
    else
        slow_approximate(o, decay, slow);
    for (size_t i = 0; i < o->n; i++)
        for (size_t j = 0; j < o->n; j++) {
            size_t g = (size_t)micro.of[i], h = (size_t)micro.of[j];
            double fast = i == j ? 1 : g == h ? twin[g] : ce_similarity_get(&s, g, h);
            *twins += i < j && g == h;
            worst = fmax(worst, fabs(fast - slow[i][j]));
        }
    ce_similarity_free(&s);
    ce_similarity_free(&again);
    ce_microclusters_free(&micro);
    return worst;
}

static void check(size_t n, size_t m, size_t k, int missing)
{
    gsl_rng *rng = ce_random_alloc(n * 100 + m, CE_STREAM_SYNTH, 0, NULL);
    ce_labels labels = {0};
    objects o;
    size_t twins = 0;
    double worst = 0;

    random_ensemble(rng, n, m, k, missing, &labels, &o);
    for (size_t rounds = 0; rounds <= 7; rounds++)
        worst = fmax(worst, difference(&labels, &o, .8, rounds, &twins));
    worst = fmax(worst, difference(&labels, &o, 1, 5, &twins));
    printf("n=%zu m=%zu k=%zu missing=%d: %s, %s\n", n, m, k, missing,
           worst < 1e-13 ? "ok" : "WRONG", twins ? "with twins" : "no twins");
    ce_labels_free(&labels);
    gsl_rng_free(rng);
}

static void check_refusals(void)
{
    ce_labels labels = {0};
    ce_microclusters micro = {0};
    ce_similarity s = {0};
    ce_error err = {0};
    int rc;

    must(!ce_labels_alloc(&labels, 2, 1, &err), err.text);
    labels.labels[0] = labels.labels[1] = CE_MISSING;
    labels.k[0] = 0;
    must(!ce_microclusters_trivial(&micro, &labels, NULL, &err), err.text);
    rc = ce_simrank(&micro, 0, 5, &s, NULL, NULL, &err);
    printf("decay 0: %d %s\n", rc == CE_EARG, err.text);
    err = (ce_error){0};
    rc = ce_approximate_simrank(&micro, 1.5, &s, NULL, &err);
    printf("decay 1.5: %d %s\n", rc == CE_EARG, err.text);
    err = (ce_error){0};
    rc = ce_simrank(&micro, .8, 0, &s, NULL, NULL, &err);
    printf("rounds 0: %d %s\n", rc == CE_EARG, err.text);
    err = (ce_error){0};
    must(!ce_simrank(&micro, .8, 5, &s, NULL, NULL, &err), err.text);
    printf("no labels: %g %g %g", s.values[0], s.values[1], s.values[2]);
    must(!ce_approximate_simrank(&micro, .8, &s, NULL, &err), err.text);
    printf(", %g %g %g\n", s.values[0], s.values[1], s.values[2]);
    ce_similarity_free(&s);
    ce_microclusters_free(&micro);
    ce_labels_free(&labels);
}

int main(void)
{
    ce_linalg_start();
    check(40, 3, 2, 0);
    check(40, 3, 3, 1);
    check(37, 5, 6, 1);
    check(25, 4, 12, 0);
    check(9, 1, 3, 0);
    check(3, 2, 1, 1);
    check_refusals();
    return 0;
}
