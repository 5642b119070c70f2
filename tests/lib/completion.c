/*
 * completion: ECMC and the eigenpairs outside an interval.
 *
 * - checks: one line a check; Bats compares
 * - LABELS [LOW HIGH C GROWTH]: the completed matrix of the objects of a label table, as CSV; of
 *   objects, and compared with what microclusters give
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "core/microclusters.h"
#include "core/parallel.h"
#include "core/random.h"
#include "io/label_table.h"
#include "linalg/linalg.h"
#include "similarity/matrix_completion.h"

/* The spectrum of a known matrix: V diag V^T with V from the eigenvectors of a random one. */
static void check_outside(const char *name, size_t n, const double *spectrum, double threshold)
{
    gsl_rng *rng = ce_random_alloc(n, CE_STREAM_SYNTH, 0, NULL);
    double *a = malloc(n * n * sizeof *a), *v = malloc(n * n * sizeof *v),
           *w = malloc(n * sizeof *w), *values, *vectors;
    double worst = 0;
    size_t expected = 0, count;
    ce_error err = {0};

    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++)
            a[i * n + j] = a[j * n + i] = gsl_rng_uniform(rng) - .5;
    must(!ce_eigen_largest(a, n, n, w, v, &err), err.text);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            a[i * n + j] = 0;
            for (size_t h = 0; h < n; h++)
                a[i * n + j] += spectrum[h] * v[i * n + h] * v[j * n + h];
        }
    memcpy(v, a, n * n * sizeof *a);
    must(!ce_eigen_outside(v, n, threshold, &count, &values, &vectors, &err), err.text);
    for (size_t h = 0; h < n; h++)
        expected += fabs(spectrum[h]) > threshold;
    for (size_t j = 0; j < count; j++) {
        if (fabs(values[j]) < threshold - 1e-12 || (j && values[j] > values[j - 1]))
            worst = HUGE_VAL;
        for (size_t i = 0; i < n; i++) {
            double sum = 0;
            for (size_t l = 0; l < n; l++)
                sum += a[i * n + l] * vectors[l * count + j];
            worst = fmax(worst, fabs(sum - values[j] * vectors[i * count + j]));
        }
        for (size_t h = 0; h <= j; h++) {
            double dot = 0;
            for (size_t i = 0; i < n; i++)
                dot += vectors[i * count + j] * vectors[i * count + h];
            worst = fmax(worst, fabs(dot - (h == j)));
        }
    }
    printf("outside %s: %zu of %zu, %s\n", name, count, n,
           count == expected && worst < 1e-12 ? "ok" : "WRONG");
    free(a);
    free(v);
    free(w);
    free(values);
    free(vectors);
    gsl_rng_free(rng);
}

static void check_spectra(void)
{
    double spectrum[60], *none, *nothing, one[1] = {-3};
    size_t count;
    ce_error err = {0};

    for (size_t h = 0; h < 60; h++)
        spectrum[h] = (h % 2 ? -1 : 1) * (double)h / 10;
    check_outside("both ends", 60, spectrum, 2.05);
    check_outside("one end", 60, spectrum, 5.85);
    check_outside("none", 60, spectrum, 7);
    for (size_t h = 0; h < 60; h++)
        spectrum[h] = h < 20 ? 4 : h < 35 ? -4 : 0;
    check_outside("repeated", 60, spectrum, .5);
    check_outside("one object", 1, one, 2);
    check_outside("one object, none", 1, one, 4);
    must(ce_eigen_outside(one, 1, -1, &count, &none, &nothing, &err) == CE_EARG,
         "a negative threshold is refused");
    puts(err.text);
}

/* The matrix of objects, from objects (trivial) or from microclusters. */
static void complete(const ce_labels *labels, const ce_completion_options *o, int trivial,
                     double *full, ce_completion_report *report)
{
    ce_microclusters micro = {0};
    ce_similarity s = {0};
    ce_error err = {0};
    size_t n = labels->n;
    double *twin = malloc(n * sizeof *twin);

    must(!(trivial ? ce_microclusters_trivial : ce_microclusters_build)(&micro, labels, NULL, &err),
         err.text);
    must(!ce_completed_coassociation(&micro, o, &s, twin, report, &err), err.text);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            size_t g = (size_t)micro.of[i], h = (size_t)micro.of[j];
            full[i * n + j] = i == j ? 1 : g == h ? twin[g] : ce_similarity_get(&s, g, h);
        }
    free(twin);
    ce_similarity_free(&s);
    ce_microclusters_free(&micro);
}

static void of_table(const char *path, const ce_completion_options *o)
{
    ce_label_table in = {0};
    ce_table_format format = {0};
    ce_completion_report on_objects = {0}, on_micro = {0};
    ce_error err = {0};
    double *slow, *fast, worst = 0;
    size_t n;

    must(!ce_label_table_read(&in, path, &format, &err), err.text);
    n = in.labels.n;
    slow = malloc(n * n * sizeof *slow);
    fast = malloc(n * n * sizeof *fast);
    complete(&in.labels, o, 1, slow, &on_objects);
    complete(&in.labels, o, 0, fast, &on_micro);
    for (size_t e = 0; e < n * n; e++)
        worst = fmax(worst, fabs(slow[e] - fast[e]));
    fprintf(stderr, "iterations %zu, residual %.2e, rank %zu; microclusters %s\n",
            on_objects.iterations, on_objects.residual, on_objects.rank,
            worst < 1e-9 && on_micro.rank == on_objects.rank &&
                    on_micro.iterations == on_objects.iterations
                ? "ok"
                : "WRONG");
    for (size_t e = 0; e < n * n; e++)
        printf("%.10f%s", slow[e], (e + 1) % n ? "," : "\n");
    free(slow);
    free(fast);
    ce_label_table_free(&in);
}

/* A run ends with the first iteration whose residual is below the tolerance, 1e-7 where it is 0. */
static void check_tolerance(const ce_similarity *ca, const ce_completion_options *options)
{
    static const double given[] = {0, 1e-3, 1e-7, 1e-9};

    for (size_t t = 0; t < sizeof given / sizeof *given; t++) {
        ce_completion_options o = *options;
        ce_completion_report report = {0}, before = {0};
        ce_similarity s = {0};
        ce_error err = {0};
        double tolerance = given[t] > 0 ? given[t] : 1e-7;

        o.tolerance = given[t];
        must(!ce_matrix_completion(ca, NULL, &o, &s, NULL, &report, &err), err.text);
        o.iterations = report.iterations - 1;
        o.tolerance = 1e-12;
        must(!ce_matrix_completion(ca, NULL, &o, &s, NULL, &before, &err), err.text);
        must(report.residual < tolerance && before.residual >= tolerance,
             "the first residual below the tolerance is the last");
        ce_similarity_free(&s);
    }
}

/* The same bits on one thread and on four; refusals. */
static void check_completion(void)
{
    enum { N = 90 };
    ce_completion_options o = {.low = .2, .high = .8};
    ce_similarity ca = {0}, s[2] = {{0}};
    ce_completion_report report = {0};
    gsl_rng *rng = ce_random_alloc(5, CE_STREAM_SYNTH, 0, NULL);
    ce_error err = {0};

    must(!ce_similarity_alloc_dense(&ca, N, "", "", &err), err.text);
    for (size_t e = 0; e < N * (N + 1) / 2; e++)
        ca.values[e] = gsl_rng_uniform(rng);
    for (int t = 0; t < 2; t++) {
        ce_threads_set(t ? 4 : 1);
        must(!ce_matrix_completion(&ca, NULL, &o, &s[t], NULL, &report, &err), err.text);
    }
    printf("threads: %s\n", memcmp(s[0].values, s[1].values, N * (N + 1) / 2 * sizeof(double))
                                ? "DIFFERENT"
                                : "same bits");
    check_tolerance(&ca, &o);
    o.iterations = 3;
    must(!ce_matrix_completion(&ca, NULL, &o, &s[0], NULL, &report, &err), err.text);
    printf("iterations: %zu, %s\n", report.iterations,
           report.residual > 1e-7 ? "not converged" : "converged");
    o.low = .9;
    must(ce_matrix_completion(&ca, NULL, &o, &s[0], NULL, &report, &err) == CE_EARG,
         "low above high is refused");
    printf("%s\n", err.text);
    ce_similarity_free(&ca);
    ce_similarity_free(&s[0]);
    ce_similarity_free(&s[1]);
    gsl_rng_free(rng);
}

int main(int argc, char **argv)
{
    ce_completion_options o = {.low = .2, .high = .8};

    ce_linalg_start();
    if (argc < 2)
        return 2;
    if (strcmp(argv[1], "checks")) {
        if (argc > 5) {
            o.growth = strtod(argv[5], NULL);
            o.low = strtod(argv[2], NULL);
            o.high = strtod(argv[3], NULL);
            o.c = strtod(argv[4], NULL);
        }
        of_table(argv[1], &o);
        return 0;
    }
    check_spectra();
    check_completion();
    return 0;
}
