/*
 * bce-plain FILE K START RESTARTS ITERATIONS SMOOTHING SEED: Bayesian cluster ensembles written
 * down plainly, object by object, with phi of every label, the bound by its definition as a sum of
 * expectations, and alpha by bisection. START is rows or random. Only the random starts are those
 * of the method, on objects. Prints a line for each step of the best start, the bound and the sum
 * of alpha with which it was taken, and then the label of each object, numbered by first
 * appearance.
 */
#include <gsl/gsl_randist.h>
#include <gsl/gsl_sf_psi.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "core/random.h"
#include "io/label_table.h"
#include "print-clusters.h"

enum { OBJECTS = 200, VALUES = 20000, MEMBERS = 600, COMPONENTS = 12, STEPS = 1000 };

static ce_label_table table;
static size_t n, m, k, start[MEMBERS + 1];
static double smoothing, alpha[COMPONENTS], beta[VALUES][COMPONENTS], gamma_of[OBJECTS][COMPONENTS];
static double phi[OBJECTS][MEMBERS][COMPONENTS], count[VALUES][COMPONENTS];
static double mean_log[OBJECTS][COMPONENTS]; /* of theta */

typedef struct {
    double bound[STEPS], alpha[STEPS];
    int component[OBJECTS];
} result;

static int32_t label_of(size_t i, size_t j)
{
    return table.labels.labels[j * n + i];
}

/* Which row of count and beta; VALUES if the label is missing. */
static size_t value_of(size_t i, size_t j)
{
    return label_of(i, j) < 0 ? VALUES : start[j] + (size_t)label_of(i, j);
}

static void set_beta(void)
{
    for (size_t j = 0; j < m; j++)
        for (size_t h = 0; h < k; h++) {
            double sum = 0;
            for (size_t v = start[j]; v < start[j + 1]; v++)
                sum += count[v][h] + smoothing;
            for (size_t v = start[j]; v < start[j + 1]; v++)
                beta[v][h] = (count[v][h] + smoothing) / sum;
        }
}

static double apart(size_t a, size_t b)
{
    double both = 0, differ = 0;

    for (size_t j = 0; j < m; j++)
        if (label_of(a, j) >= 0 && label_of(b, j) >= 0) {
            both++;
            if (label_of(a, j) != label_of(b, j))
                differ++;
        }
    return both > 0 ? differ / both : 1;
}

static void count_near_rows(gsl_rng *rng)
{
    size_t drawn[COMPONENTS];
    double weight[OBJECTS];

    for (size_t h = 0; h < k; h++) {
        for (size_t i = 0; i < n; i++) {
            double least = 1;
            for (size_t c = 0; c < h; c++)
                least = fmin(least, apart(i, drawn[c]));
            weight[i] = least * least;
        }
        drawn[h] = ce_random_weighted(rng, weight, n, NULL);
        must(drawn[h] < n, "different rows");
    }
    for (size_t v = 0; v < start[m]; v++)
        for (size_t h = 0; h < k; h++)
            count[v][h] = 1 / (double)k;
    for (size_t i = 0; i < n; i++) {
        size_t nearest = 0;
        for (size_t h = 1; h < k; h++)
            if (apart(i, drawn[h]) < apart(i, drawn[nearest]))
                nearest = h;
        for (size_t j = 0; j < m; j++)
            if (label_of(i, j) >= 0)
                count[value_of(i, j)][nearest]++;
    }
}

/* phi for the expected logarithms of theta as they are, then gamma for these phi. */
static void expect(void)
{
    for (size_t i = 0; i < n; i++) {
        double all = 0;
        for (size_t h = 0; h < k; h++)
            gamma_of[i][h] = alpha[h];
        for (size_t j = 0; j < m; j++) {
            double sum = 0;
            if (label_of(i, j) < 0)
                continue;
            for (size_t h = 0; h < k; h++)
                sum += phi[i][j][h] = exp(mean_log[i][h]) * beta[value_of(i, j)][h];
            for (size_t h = 0; h < k; h++)
                gamma_of[i][h] += phi[i][j][h] /= sum;
        }
        for (size_t h = 0; h < k; h++)
            all += gamma_of[i][h];
        for (size_t h = 0; h < k; h++)
            mean_log[i][h] = gsl_sf_psi(gamma_of[i][h]) - gsl_sf_psi(all);
    }
}

/* The logarithm of the density of a Dirichlet distribution, where the logarithms of the shares are
 * expected to be so. */
static long double dirichlet(const double *parameter, const double *logs)
{
    long double all = 0, density = 0;

    for (size_t h = 0; h < k; h++) {
        all += parameter[h];
        density += (parameter[h] - 1.0L) * logs[h] - lgammal(parameter[h]);
    }
    return density + lgammal(all);
}

/* E log p(theta, z, x) - E log q(theta, z) + the prior of beta. */
static double bound_of_all(void)
{
    long double bound = 0;

    for (size_t i = 0; i < n; i++) {
        bound += dirichlet(alpha, mean_log[i]) - dirichlet(gamma_of[i], mean_log[i]);
        for (size_t j = 0; j < m; j++)
            for (size_t h = 0; h < k; h++)
                if (label_of(i, j) >= 0 && phi[i][j][h] > 0)
                    bound += (long double)phi[i][j][h] *
                             (mean_log[i][h] + logl(beta[value_of(i, j)][h]) - logl(phi[i][j][h]));
    }
    for (size_t v = 0; v < start[m]; v++)
        for (size_t h = 0; h < k; h++)
            bound += smoothing * logl(beta[v][h]);
    return (double)bound;
}

/* The parameter in the allowed range whose psi is nearest to y. */
static double psi_inverse(double y)
{
    double low = 1e-6, high = 1e6;

    for (int t = 0; t < 60; t++) {
        double middle = sqrt(low * high);
        if (gsl_sf_psi(middle) < y)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* If alpha sums to `all`, each of its parts is best where the gradient is 0. Returns their sum. */
static double set_alpha(double all, const double *logs)
{
    double sum = 0;

    for (size_t h = 0; h < k; h++)
        sum += alpha[h] = psi_inverse(gsl_sf_psi(all) + logs[h]);
    return sum;
}

static void maximize(void)
{
    double logs[COMPONENTS] = {0}, low = 1e-7, high = 1e8;

    memset(count, 0, sizeof count);
    for (size_t i = 0; i < n; i++)
        for (size_t h = 0; h < k; h++) {
            logs[h] += mean_log[i][h] / (double)n;
            for (size_t j = 0; j < m; j++)
                if (label_of(i, j) >= 0)
                    count[value_of(i, j)][h] += phi[i][j][h];
        }
    set_beta();
    for (int t = 0; t < 60 && k > 1; t++) {
        double middle = sqrt(low * high);
        if (set_alpha(middle, logs) > middle)
            low = middle;
        else
            high = middle;
    }
}

static void run_start(gsl_rng *rng, int from_rows, size_t steps, result *found)
{
    if (from_rows)
        count_near_rows(rng);
    else
        for (size_t v = 0; v < start[m]; v++)
            for (size_t h = 0; h < k; h++)
                count[v][h] = gsl_ran_exponential(rng, 1);
    set_beta();
    for (size_t h = 0; h < k; h++)
        alpha[h] = 1 / (double)k;
    memset(mean_log, 0, sizeof mean_log);
    for (size_t t = 0; t < steps; t++) {
        if (t)
            maximize();
        expect();
        found->bound[t] = bound_of_all();
        found->alpha[t] = 0;
        for (size_t h = 0; h < k; h++)
            found->alpha[t] += alpha[h];
    }
    for (size_t i = 0; i < n; i++) {
        found->component[i] = 0;
        for (size_t h = 1; h < k; h++)
            if (gamma_of[i][h] > gamma_of[i][found->component[i]])
                found->component[i] = (int)h;
    }
}

int main(int argc, char **argv)
{
    const ce_table_format format = {0};
    static result best, found;
    ce_error err = {0};
    size_t restarts, steps;

    must(argc == 8, "FILE K START RESTARTS ITERATIONS SMOOTHING SEED");
    must(!ce_label_table_read(&table, argv[1], &format, &err), err.text);
    n = table.labels.n;
    m = table.labels.m;
    k = strtoul(argv[2], NULL, 10);
    restarts = strtoul(argv[4], NULL, 10);
    steps = strtoul(argv[5], NULL, 10);
    smoothing = strtod(argv[6], NULL);
    must(n <= OBJECTS && m <= MEMBERS && k <= COMPONENTS && steps <= STEPS, "a small table");
    for (size_t j = 0; j < m; j++)
        start[j + 1] = start[j] + (size_t)table.labels.k[j];
    must(start[m] <= VALUES, "few labels");
    for (size_t r = 0; r < restarts; r++) {
        gsl_rng *rng = ce_random_alloc(strtoull(argv[7], NULL, 10), CE_STREAM_CONSENSUS, r, &err);
        must(rng != NULL, err.text);
        run_start(rng, strcmp(argv[3], "rows") == 0, steps, &found);
        gsl_rng_free(rng);
        if (!r || found.bound[steps - 1] > best.bound[steps - 1])
            best = found;
    }
    for (size_t t = 0; t < steps; t++)
        printf("step %.12g %.9g\n", best.bound[t], best.alpha[t]);
    print_clusters(best.component, n, COMPONENTS);
    ce_label_table_free(&table);
    return 0;
}
