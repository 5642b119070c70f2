/*
 * som: maps against a slow, separate one written from the definition in generate/som.h, with the
 * same random draws: every object with every unit, every unit with every other. And the search for
 * the nearest of moving centres against looking at all of them.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/parallel.h"
#include "core/random.h"
#include "generate/som.h"
#include "kmeans/kmeans.h"

static double squared(const double *a, const double *b, size_t d)
{
    double sum = 0;

    for (size_t s = 0; s < d; s++)
        sum += (a[s] - b[s]) * (a[s] - b[s]);
    return sum;
}

/* The nearest of the k but `other`. */
static size_t nearest(const double *row, const double *centre, size_t k, size_t d, size_t other)
{
    size_t best = k;
    double least = 0;

    for (size_t j = 0; j < k; j++) {
        double now = j == other ? 0 : squared(row, centre + j * d, d);
        if (j != other && (best == k || now < least)) {
            best = j;
            least = now;
        }
    }
    return best;
}

/* ---- the slow map ---- */

typedef struct {
    const ce_matrix *x;
    const ce_som_options *o;
    size_t units;
    double *m;
    gsl_rng *rng;
} slow;

static double between(const slow *w, size_t a, size_t b)
{
    size_t columns = w->o->columns;
    double ya = (double)(a / columns), yb = (double)(b / columns), xa = (double)(a % columns),
           xb = (double)(b % columns);

    if (w->o->lattice == CE_SOM_RECTANGULAR)
        return hypot(xa - xb, ya - yb);
    xa += fmod(ya, 2) / 2;
    xb += fmod(yb, 2) / 2;
    return hypot(xa - xb, sqrt(3) / 2 * (ya - yb));
}

static double weight(const slow *w, size_t a, size_t b, double radius)
{
    double apart = between(w, a, b);

    if (w->o->neighbourhood == CE_SOM_BUBBLE)
        return apart <= radius + 1e-9;
    return exp(-apart * apart / (2 * radius * radius));
}

static void batch(slow *w, double radius)
{
    size_t n = w->x->rows, d = w->x->columns;
    double *mean = calloc(w->units * d, sizeof *mean), *mass = calloc(w->units, sizeof *mass);

    for (size_t i = 0; i < n; i++) {
        const double *row = w->x->values + i * d;
        size_t b = nearest(row, w->m, w->units, d, w->units);
        for (size_t u = 0; u < w->units; u++) {
            double h = weight(w, b, u, radius);
            mass[u] += h;
            for (size_t s = 0; s < d; s++)
                mean[u * d + s] += h * row[s];
        }
    }
    for (size_t u = 0; u < w->units; u++)
        for (size_t s = 0; s < d && mass[u] > 0; s++)
            w->m[u * d + s] = mean[u * d + s] / mass[u];
    free(mean);
    free(mass);
}

static double along(double from, double to, size_t at, size_t of)
{
    return of < 2 ? from : from + (to - from) * (double)at / (double)(of - 1);
}

static void phase(slow *w, size_t epochs, double from, double to, double rate)
{
    size_t n = w->x->rows, d = w->x->columns, *order = malloc(n * sizeof *order);

    for (size_t e = 0; e < epochs; e++) {
        if (!w->o->online) {
            batch(w, along(from, to, e, epochs));
            continue;
        }
        ce_random_choose(w->rng, n, n, order, NULL);
        for (size_t i = 0; i < n; i++) {
            const double *row = w->x->values + order[i] * d;
            double a = rate * (1 - (double)(e * n + i) / (double)(epochs * n)),
                   radius = along(from, to, e * n + i, epochs * n);
            size_t b = nearest(row, w->m, w->units, d, w->units);
            for (size_t u = 0; u < w->units; u++)
                for (size_t s = 0; s < d; s++)
                    w->m[u * d + s] += a * weight(w, b, u, radius) * (row[s] - w->m[u * d + s]);
        }
    }
    free(order);
}

/* The greatest difference of prototypes and errors. */
static double difference(slow *w, const ce_som *som)
{
    size_t n = w->x->rows, d = w->x->columns, torn = 0;
    double most = 0, error = 0;

    for (size_t i = 0; i < w->units * d; i++)
        most = fmax(most, fabs(w->m[i] - som->prototype[i]));
    for (size_t i = 0; i < n; i++) {
        const double *row = w->x->values + i * d;
        size_t b = nearest(row, w->m, w->units, d, w->units),
               second = nearest(row, w->m, w->units, d, b);
        error += sqrt(squared(row, w->m + b * d, d)) / (double)n;
        torn += w->units > 1 && between(w, b, second) > 1 + 1e-9;
    }
    most = fmax(most, fabs(error - som->quantisation_error));
    return fmax(most, fabs((double)torn / (double)n - som->topographic_error));
}

static int run_map(size_t run, gsl_rng *data)
{
    static const size_t features[] = {1, 2, 5, 9, 20};
    ce_som_options o = {.rows = 1 + ce_random_below(data, 6),
                        .columns = 1 + ce_random_below(data, 6),
                        .lattice = run % 2,
                        .neighbourhood = run / 2 % 2,
                        .init = CE_SOM_GIVEN,
                        .online = run / 4 % 2,
                        .rough = 1 + run % 3,
                        .fine = 1 + run % 4,
                        .first_radius = 1 + 3 * gsl_rng_uniform(data),
                        .last_radius = 0.5 + 0.5 * gsl_rng_uniform(data),
                        .seed = run,
                        .member = run % 7};
    size_t d = features[run % 5], n = 30 + ce_random_below(data, 100), units = o.rows * o.columns;
    slow w;
    ce_matrix x = {0};
    ce_som som = {0};
    ce_error err = {0};
    double middle, *start;
    int wrong;

    if (o.neighbourhood ==
        CE_SOM_BUBBLE) /* units that reach the same objects are equal, and rounding decides between
                          them: small bubbles on large maps */
        units = (o.rows += 4) * (o.columns += 4), o.first_radius = 1 + gsl_rng_uniform(data) / 2;
    middle = fmax(o.first_radius / 4, o.last_radius);
    w = (slow){.o = &o, .units = units, .m = malloc(units * d * sizeof *w.m)};
    start = malloc(units * d * sizeof *start);
    ce_matrix_alloc(&x, n, d, &err);
    for (size_t i = 0; i < n * d; i++)
        x.values[i] = 3 * gsl_rng_uniform(data) + (double)(i / d % 3);
    if (run % 11 == 0) /* equal objects */
        memcpy(x.values + d, x.values, d * sizeof *x.values);
    for (size_t i = 0; i < units * d; i++)
        start[i] = w.m[i] = 4 * gsl_rng_uniform(data);
    w.x = &x;
    w.rng = ce_random_alloc(o.seed, CE_STREAM_MEMBER, o.member, &err);
    o.start = start;
    phase(&w, o.rough, o.first_radius, middle, 0.5);
    phase(&w, o.fine, middle, o.last_radius, 0.05);
    wrong = ce_som_train(&x, &o, &som, NULL, &err) != CE_OK || !(difference(&w, &som) < 1e-9);
    gsl_rng_free(w.rng);
    ce_som_free(&som);
    ce_matrix_free(&x);
    free(w.m);
    free(start);
    return wrong;
}

/* ---- moving centres ---- */

static int run_nearest(size_t run, gsl_rng *data)
{
    size_t n = 100 + ce_random_below(data, 300), d = 1 + ce_random_below(data, 20),
           k = 1 + ce_random_below(data, 40);
    double *centre = malloc(k * d * sizeof *centre), *apart = malloc(n * sizeof *apart);
    int32_t *label = malloc(n * sizeof *label);
    ce_kmeans_nearest *finder = NULL;
    ce_kmeans_data *prepared = NULL;
    ce_matrix x = {0};
    ce_error err = {0};
    int wrong = 0;

    ce_matrix_alloc(&x, n, d, &err);
    for (size_t i = 0; i < n * d; i++) /* few values: ties and equal rows */
        x.values[i] = (double)ce_random_below(data, run % 2 ? 3 : 1000);
    for (size_t i = 0; i < k * d; i++)
        centre[i] = (double)ce_random_below(data, run % 2 ? 3 : 1000);
    wrong |= ce_kmeans_prepare(&prepared, &x, NULL, &err) ||
             ce_kmeans_nearest_alloc(&finder, prepared, k, ce_threads(), &err);
    for (int move = 0; move < 12 && !wrong; move++) {
        ce_kmeans_nearest_find(finder, centre, label, apart);
        for (size_t i = 0; i < n; i++) {
            size_t best = nearest(x.values + i * d, centre, k, d, k);
            double least = squared(x.values + i * d, centre + best * d, d);
            wrong |= label[i] != (int32_t)best || fabs(least - apart[i]) > 1e-9 * (1 + least);
        }
        for (size_t i = 0; i < k * d; i++) /* small steps, now and then far away */
            centre[i] += (move == 7 ? 1000 : 1) * ((double)ce_random_below(data, 3) - 1);
    }
    ce_kmeans_nearest_free(finder);
    ce_kmeans_data_free(prepared);
    ce_matrix_free(&x);
    free(centre);
    free(apart);
    free(label);
    return wrong;
}

/* ---- the Davies-Bouldin index ---- */

/* scikit-learn 1.2.1:
 *   x = [[(i * i * (s + 3) + s) % 11 for s in range(3)] for i in range(40)]
 *   [davies_bouldin_score(x, [i % k for i in range(40)]) for k in (2, 3, 7)] */
static int check_index(void)
{
    static const int k[] = {2, 3, 7};
    static const double expected[] = {19.57934188591767, 18.029215938869324, 25.034565949192825};
    ce_matrix x = {0}, twice = {0};
    ce_error err = {0};
    int32_t label[40];
    double ones[40], index, weighed;
    int wrong = ce_matrix_alloc(&x, 40, 3, &err) || ce_matrix_alloc(&twice, 40, 3, &err);

    for (size_t i = 0; i < 120 && !wrong; i++)
        x.values[i] = (double)((i / 3 * (i / 3) * (i % 3 + 3) + i % 3) % 11);
    for (int c = 0; c < 3 && !wrong; c++) {
        for (int i = 0; i < 40; i++)
            label[i] = i % k[c];
        wrong |= ce_davies_bouldin(&x, NULL, label, k[c], &index, &err) ||
                 fabs(index - expected[c]) > 1e-12 * expected[c];
        /* a row of weight 2 and a copy of weight 0 are two rows */
        memcpy(twice.values, x.values, 120 * sizeof *x.values);
        memcpy(twice.values + 3 * (size_t)k[c], x.values, 3 * sizeof *x.values);
        for (int i = 0; i < 40; i++)
            ones[i] = i == 0 ? 2 : i == k[c] ? 0 : 1;
        wrong |= ce_davies_bouldin(&twice, ones, label, k[c], &weighed, &err) ||
                 ce_davies_bouldin(&twice, NULL, label, k[c], &index, &err) ||
                 fabs(weighed - index) > 1e-12 * index;
    }
    wrong |= ce_davies_bouldin(&x, NULL, label, 1, &index, &err) || !isnan(index);
    ce_matrix_free(&x);
    ce_matrix_free(&twice);
    return wrong;
}

int main(int argc, char **argv)
{
    size_t runs = argc > 1 ? strtoul(argv[1], NULL, 10) : 200, wrong = 0, lost = 0;
    gsl_rng *data = ce_random_alloc(5, CE_STREAM_SYNTH, 0, NULL);

    ce_threads_set(2);
    for (size_t run = 0; run < runs; run++)
        wrong += (size_t)run_map(run, data);
    for (size_t run = 0; run < runs; run++)
        lost += (size_t)run_nearest(run, data);
    gsl_rng_free(data);
    if (check_index()) {
        printf("the Davies-Bouldin index differs\n");
        return 1;
    }
    if (wrong || lost)
        printf("%zu of %zu maps differ, %zu searches\n", wrong, runs, lost);
    else
        printf("%zu maps as the slow one, %zu searches as looking at all\n", runs, runs);
    return wrong || lost;
}
