/*
 * ce_generate_lac against Algorithm 1 of [wce2008] written down plainly: every sum anew, in long
 * double, from the same starting centroids.
 *
 * - lac [RUNS]: labels, iterations and flags must be the same, centroids, weights and the error
 *   equal to 1e-9
 * - lac weights: those of X = (1, 1.5, 3), 1/h = 2
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/random.h"
#include "generate/lac.h"
#include "plain-lac.h"

/* Objects as far from one of two centroids as from the other, but for some 1e-9 of the distance:
 * single precision cannot tell. */
static void fill_between(ce_matrix *x, gsl_rng *rng, double *start)
{
    size_t d = x->columns;

    for (size_t f = 0; f < d; f++) {
        start[f] = d % 2 && f == d - 1 ? 0 : f % 2 ? 1 : 0.5;
        start[d + f] = -start[f];
    }
    for (size_t i = 0; i < x->rows; i++) {
        double *row = x->values + i * d;
        for (size_t f = 0; f + 1 < d; f += 2) {
            row[f] = 2 * gsl_rng_uniform(rng) - 1;
            row[f + 1] = -row[f] / 2;
        }
        if (d % 2)
            row[d - 1] = gsl_rng_uniform(rng);
        row[0] += ce_random_below(rng, 2) ? 4e-8 : -4e-8;
    }
}

static void start_at(const ce_matrix *x, gsl_rng *rng, int k, int outside, double *start)
{
    for (int j = 0; j < k; j++) {
        size_t i = ce_random_below(rng, x->rows);
        memcpy(start + (size_t)j * x->columns, x->values + i * x->columns,
               x->columns * sizeof *start);
    }
    /* where nobody is, so that a cluster is empty */
    if (outside)
        for (size_t f = 0; f < x->columns; f++)
            start[(size_t)(k - 1) * x->columns + f] += 1e3;
}

static int one_run(gsl_rng *rng, int run, slow *s)
{
    static const size_t features[] = {1, 2, 3, 7, 8, 9, 17, 40, 130};
    static const double inv_h[] = {0.1, 1, 7, 50, 1e9}, far[] = {0, 0, -3, 1e4};
    size_t d = features[run % 9], n = 20 + ce_random_below(rng, 150);
    int k = d > 16 && run % 2 ? 2 : 1 + (int)ce_random_below(rng, 8), wrong, rc;
    double h = inv_h[run / 9 % 5], *start = malloc((size_t)k * d * sizeof *start);
    ce_lac_options o = {.members = 1,
                        .k = &k,
                        .k_count = 1,
                        .inv_h = &h,
                        .inv_h_count = 1,
                        .init = CE_LAC_GIVEN,
                        .start = start,
                        .norm = run % 3 == 1 ? CE_LAC_L2 : CE_LAC_L1,
                        .keep_empty = run % 4 == 2,
                        .max_iterations = run % 5 == 3 ? 2 : 60,
                        .seed = 1};
    ce_matrix x = {0};
    ce_labels labels = {0};
    ce_error err = {0};
    ce_lac_member *member = calloc(1, sizeof *member);

    ce_matrix_alloc(&x, n, d, &err);
    if (d > 16 && run % 2) {
        fill_between(&x, rng, start);
    } else {
        fill(&x, rng, 2 + (size_t)run % 3, far[run % 4], NULL);
        start_at(&x, rng, k, run % 7 == 0, start);
    }
    *s = (slow){.n = n,
                .d = d,
                .k = (size_t)k,
                .c = calloc((size_t)k * d, sizeof *s->c),
                .w = calloc((size_t)k * d, sizeof *s->w),
                .label = calloc(n, sizeof *s->label),
                .size = calloc((size_t)k, sizeof *s->size)};
    run_slow(s, &x, &o);
    rc = ce_generate_lac(&x, &o, &labels, member, NULL, &err);
    wrong = rc != CE_OK || differs(s, &labels, member);
    if (wrong)
        printf("run %d: n %zu, d %zu, k %d, 1/h %g, %s%s, at most %zu: %s %zu %zu, error %.17g "
               "%.17g\n",
               run, n, d, k, h, o.norm ? "l2" : "l1", o.keep_empty ? ", keep" : "",
               o.max_iterations, err.text, s->iterations, member->iterations, (double)s->error,
               member->error);
    ce_lac_members_free(member, 1);
    ce_matrix_free(&x);
    ce_labels_free(&labels);
    free(start);
    free(s->c);
    free(s->w);
    free(s->label);
    free(s->size);
    return wrong;
}

static int weights(void)
{
    const double dispersion[] = {1, 1.5, 3};
    double w[3];

    ce_lac_weights(dispersion, 3, 2, CE_LAC_L1, w);
    printf("%.6f %.6f %.6f\n", w[0], w[1], w[2]);
    ce_lac_weights(dispersion, 3, 2, CE_LAC_L2, w);
    printf("%.6f %.6f %.6f\n", w[0], w[1], w[2]);
    return 0;
}

int main(int argc, char **argv)
{
    int runs = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 180, wrong = 0, stopped = 0, filled = 0;
    ce_error err = {0};
    gsl_rng *rng = ce_random_alloc(11, CE_STREAM_SYNTH, 0, &err);

    if (argc > 1 && !strcmp(argv[1], "weights"))
        wrong = weights();
    for (int run = 0; run < runs; run++) {
        slow s;
        wrong += one_run(rng, run, &s);
        stopped += s.stopped;
        filled += s.filled > 0;
    }
    gsl_rng_free(rng);
    if (wrong)
        printf("%d of %d runs differ from the plain LAC\n", wrong, runs);
    else if (runs)
        printf("%d runs: as the plain LAC%s%s\n", runs,
               filled > runs / 50 ? ", some with empty clusters filled" : "",
               stopped > runs / 50 ? ", some stopped" : "");
    return wrong != 0;
}
