/*
 * row-sketches: the short forms of rows (linalg/sketch.h) against their definition in long doubles.
 * Their distance is that of the parts along the axes and of the lengths of what is left, and never
 * above the distance of the rows.
 */
#include <math.h>
#include <string.h>

#include "check.h"
#include "core/memory.h"
#include "core/random.h"
#include "linalg/sketch.h"

enum { AXES = CE_SKETCH - 1 };

/* Rows along 40 directions, each of less weight than the one before it, far from the origin. */
static ce_matrix draw(size_t n, size_t d, gsl_rng *rng)
{
    ce_matrix x = {0};
    ce_error err = {0};

    must(!ce_matrix_alloc(&x, n, d, &err), "memory");
    for (size_t i = 0; i < n; i++) {
        double *row = x.values + i * d;
        for (size_t s = 0; s < d; s++)
            row[s] = 3 + 0.05 * gsl_rng_uniform(rng);
        for (size_t a = 0; a < 40; a++) {
            double share = (gsl_rng_uniform(rng) - 0.5) / (1 + 0.2 * (double)a);
            for (size_t s = 0; s < d; s++)
                row[s] += share * cos((double)((2 * a + 1) * s));
        }
    }
    return x;
}

/* A row less the mean: its parts along the axes, and what is left. along: AXES; left: d. */
static void split(const ce_pca *pca, const double *row, long double *along, long double *left)
{
    size_t d = pca->d;

    for (size_t s = 0; s < d; s++)
        left[s] = (long double)row[s] - pca->mean[s];
    for (size_t a = 0; a < AXES; a++) {
        along[a] = 0;
        for (size_t s = 0; s < d; s++)
            along[a] += pca->axis[a * d + s] * ((long double)row[s] - pca->mean[s]);
        for (size_t s = 0; s < d; s++)
            left[s] -= along[a] * pca->axis[a * d + s];
    }
}

static long double length(const long double *x, size_t d)
{
    long double sum = 0;

    for (size_t s = 0; s < d; s++)
        sum += x[s] * x[s];
    return sqrtl(sum);
}

/* All pairs of rows, those that the axes are of and others. */
static void check_bounds(size_t n, size_t d, gsl_rng *rng)
{
    ce_matrix x = draw(n, d, rng), part = {.values = x.values, .rows = 2 * n / 3, .columns = d};
    ce_sketch sketch = {0};
    ce_error err = {0};
    float *short_form = ce_alloc(n, CE_SKETCH * sizeof(float), &err);
    double *work = ce_alloc(ce_sketch_work(d), sizeof *work, &err);
    long double *along = malloc(n * AXES * sizeof *along), *left = malloc(n * sizeof *left),
                *rest = malloc(d * sizeof *rest), largest = 0;
    double scale;

    must(short_form && work && !ce_sketch_fit(&sketch, &part, &err) && sketch.pca.axis, "axes");
    for (size_t i = 0; i < n; i++) {
        split(&sketch.pca, x.values + i * d, along + i * AXES, rest);
        left[i] = length(rest, d);
        for (size_t s = 0; s < d; s++)
            rest[s] = (long double)x.values[i * d + s] - sketch.pca.mean[s];
        largest = fmaxl(largest, 2 * length(rest, d));
    }
    scale = (double)(1 / largest);
    ce_sketch_draw(&sketch, x.values, n, scale, short_form, work);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            long double step[CE_SKETCH], far, apart;
            float bound = ce_sketch_bound(short_form + i * CE_SKETCH, short_form + j * CE_SKETCH);
            double squared =
                (double)ce_sketch_squared(short_form + i * CE_SKETCH, short_form + j * CE_SKETCH);
            for (size_t a = 0; a < AXES; a++)
                step[a] = along[i * AXES + a] - along[j * AXES + a];
            step[AXES] = left[i] - left[j];
            apart = length(step, CE_SKETCH) * scale;
            for (size_t s = 0; s < d; s++)
                rest[s] = (long double)x.values[i * d + s] - x.values[j * d + s];
            far = length(rest, d) * scale;
            must(bound <= far, "a bound is not above the distance");
            must(fabsl(bound - apart) < 1e-5L, "a bound is the distance of the sketches");
            must(squared <= ce_sketch_reach((double)far), "a row that is as far is within reach");
            must(squared > ce_sketch_reach((double)apart - 1e-5) || apart < 1e-4L,
                 "one whose sketch is farther is not");
        }
    free(along);
    free(left);
    free(rest);
    free(short_form);
    free(work);
    ce_sketch_free(&sketch);
    ce_matrix_free(&x);
}

/* Rows at 1 and -1 of each coordinate, times first for coordinate 0 and rest for the others: the
 * coordinates are the axes, and squares their variances. */
static int has_axes(size_t d, size_t n, double first, double rest)
{
    ce_matrix x = {0};
    ce_sketch sketch = {0};
    ce_error err = {0};
    int found;

    must(!ce_matrix_alloc(&x, n, d, &err), "memory");
    memset(x.values, 0, n * d * sizeof *x.values);
    for (size_t i = 0; i < n; i++)
        x.values[i * d + i / 2 % d] = (i % 2 ? -1 : 1) * (i / 2 % d ? rest : first);
    must(!ce_sketch_fit(&sketch, &x, &err), "a fit");
    found = sketch.pca.axis != NULL;
    ce_sketch_free(&sketch);
    ce_matrix_free(&x);
    return found;
}

int main(void)
{
    ce_error err = {0};
    gsl_rng *rng = ce_random_alloc(1, CE_STREAM_SYNTH, 0, &err);

    must(rng != NULL, "memory");
    check_bounds(90, 96, rng);
    check_bounds(200, 131, rng);
    check_bounds(48, 300, rng); /* more features than rows */
    gsl_rng_free(rng);
    must(has_axes(200, 400, 12, 1), "12^2 + 30 of 12^2 + 199 is more than half of the variance");
    must(!has_axes(200, 400, 11, 1), "11^2 + 30 of 11^2 + 199 is less than half");
    must(has_axes(96, 64, 1, 1) && has_axes(1024, 32, 1, 1), "96 and 1024 features, 32 rows");
    must(!has_axes(95, 64, 9, 1) && !has_axes(1025, 32, 9, 1), "fewer or more features");
    must(!has_axes(96, 31, 9, 1), "fewer rows");
    must(!has_axes(96, 64, 1e200, 1e200), "squares that are infinite");
    must(ce_sketch_fits(1e-90) && ce_sketch_fits(1) && ce_sketch_fits(1e90), "scales");
    must(!ce_sketch_fits(1e-92) && !ce_sketch_fits(1e92), "scales with squares out of range");
    return EXIT_SUCCESS;
}
