/* mixture-plain FILE K RESTARTS ITERATIONS SEED: Latent-EM written down plainly, as products of
 * probabilities in long doubles, object by object. Prints the label of each object, numbered by
 * first appearance. Only the random starts are those of the method. */
#include <gsl/gsl_randist.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "check.h"
#include "core/random.h"
#include "io/label_table.h"
#include "print-clusters.h"

enum { OBJECTS = 200, VALUES = 200, COMPONENTS = 12 };

static ce_label_table table;
static size_t n, m, k, start[VALUES + 1];
static long double theta[VALUES][COMPONENTS], alpha[COMPONENTS], part[OBJECTS][COMPONENTS];

static int32_t label_of(size_t i, size_t q)
{
    return table.labels.labels[q * n + i];
}

/* theta(q, v, c) is proportional to the counts; those of one q and c sum to 1. */
static void normalize(long double count[VALUES][COMPONENTS])
{
    for (size_t q = 0; q < m; q++)
        for (size_t c = 0; c < k; c++) {
            long double sum = 0;
            for (size_t v = start[q]; v < start[q + 1]; v++)
                sum += count[v][c] + 1e-10L;
            for (size_t v = start[q]; v < start[q + 1]; v++)
                theta[v][c] = (count[v][c] + 1e-10L) / sum;
        }
}

/* P(y_i, c) for all objects; returns the sum of log P(y_i). part becomes P(c | y_i). */
static long double expect(void)
{
    long double likelihood = 0;

    for (size_t i = 0; i < n; i++) {
        long double sum = 0;
        for (size_t c = 0; c < k; c++) {
            part[i][c] = alpha[c];
            for (size_t q = 0; q < m; q++)
                if (label_of(i, q) >= 0)
                    part[i][c] *= theta[start[q] + (size_t)label_of(i, q)][c];
            sum += part[i][c];
        }
        for (size_t c = 0; c < k; c++)
            part[i][c] /= sum;
        likelihood += logl(sum);
    }
    return likelihood;
}

static void maximize(void)
{
    static long double count[VALUES][COMPONENTS];
    long double mass[COMPONENTS] = {0}, total = 0;

    for (size_t v = 0; v < start[m]; v++)
        for (size_t c = 0; c < k; c++)
            count[v][c] = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t c = 0; c < k; c++) {
            mass[c] += part[i][c];
            for (size_t q = 0; q < m; q++)
                if (label_of(i, q) >= 0)
                    count[start[q] + (size_t)label_of(i, q)][c] += part[i][c];
        }
    for (size_t c = 0; c < k; c++)
        total += mass[c] + 1e-10L;
    for (size_t c = 0; c < k; c++)
        alpha[c] = (mass[c] + 1e-10L) / total;
    normalize(count);
}

static long double fit(gsl_rng *rng, size_t iterations)
{
    static long double count[VALUES][COMPONENTS];
    long double likelihood, before;

    for (size_t v = 0; v < start[m]; v++)
        for (size_t c = 0; c < k; c++)
            count[v][c] = gsl_ran_exponential(rng, 1);
    for (size_t c = 0; c < k; c++)
        alpha[c] = 1 / (long double)k;
    normalize(count);
    likelihood = expect();
    for (size_t t = 1; t < iterations; t++) {
        before = likelihood;
        maximize();
        likelihood = expect();
        if (fabsl(likelihood - before) <= 1e-6L * fabsl(before))
            break;
    }
    return likelihood;
}

int main(int argc, char **argv)
{
    const ce_table_format format = {0};
    ce_error err = {0};
    long double best = -INFINITY;
    int component[OBJECTS] = {0};

    must(argc == 6, "FILE K RESTARTS ITERATIONS SEED");
    must(!ce_label_table_read(&table, argv[1], &format, &err), err.text);
    n = table.labels.n;
    m = table.labels.m;
    k = strtoul(argv[2], NULL, 10);
    for (size_t q = 0; q < m; q++)
        start[q + 1] = start[q] + (size_t)table.labels.k[q];
    must(n <= OBJECTS && start[m] <= VALUES && k <= COMPONENTS, "a small table");
    for (size_t r = 0; r < strtoul(argv[3], NULL, 10); r++) {
        gsl_rng *rng = ce_random_alloc(strtoull(argv[5], NULL, 10), CE_STREAM_CONSENSUS, r, &err);
        long double likelihood;
        must(rng != NULL, err.text);
        likelihood = fit(rng, strtoul(argv[4], NULL, 10));
        gsl_rng_free(rng);
        if (likelihood <= best)
            continue;
        best = likelihood;
        for (size_t i = 0; i < n; i++) {
            component[i] = 0;
            for (size_t c = 1; c < k; c++)
                if (part[i][c] > part[i][component[i]])
                    component[i] = (int)c;
        }
    }
    print_clusters(component, n, COMPONENTS);
    ce_label_table_free(&table);
    return 0;
}
