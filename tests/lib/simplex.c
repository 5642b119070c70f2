/* simplex: the shares of least distance to a target, for random points in few and in many
 * dimensions, some of them equal, with the target inside and outside of their hull. Checked by what
 * holds at the minimum and nowhere else: the function falls towards none of the points. */
#include <math.h>
#include <stdio.h>

#include "check.h"
#include "core/random.h"
#include "linalg/simplex.h"

enum { MOST = 60 };

static double point[MOST + 1][MOST], g[MOST * MOST], b[MOST], w[MOST];

static double dot(const double *x, const double *y, size_t d)
{
    double sum = 0;

    for (size_t i = 0; i < d; i++)
        sum += x[i] * y[i];
    return sum;
}

/* m points and the target, which comes last. */
static void draw(gsl_rng *rng, size_t m, size_t d, int inside)
{
    for (size_t p = 0; p <= m; p++)
        for (size_t i = 0; i < d; i++)
            point[p][i] = gsl_rng_uniform(rng) < .3 ? 0 : gsl_rng_uniform(rng);
    for (size_t p = 3; p < m; p += 4)
        for (size_t i = 0; i < d; i++)
            point[p][i] = point[p - 2][i];
    for (size_t i = 0; i < d && inside; i++)
        point[m][i] = (point[0][i] + point[m / 2][i] + point[m - 1][i]) / 3;
    for (size_t p = 0; p < m; p++) {
        b[p] = dot(point[p], point[m], d);
        for (size_t q = 0; q < m; q++)
            g[p * m + q] = dot(point[p], point[q], d);
    }
}

static void check(size_t m, size_t d, int inside)
{
    double sum = 0, mean = 0, least = INFINITY, distance = 0;
    size_t used = 0;

    for (size_t p = 0; p < m; p++) {
        double slope = dot(g + p * m, w, m) - b[p];
        must(w[p] >= 0, "no share is negative");
        used += w[p] > 0;
        sum += w[p];
        mean += w[p] * slope;
        least = fmin(least, slope);
    }
    for (size_t i = 0; i < d; i++) {
        double at = -point[m][i];
        for (size_t p = 0; p < m; p++)
            at += w[p] * point[p][i];
        distance += at * at;
    }
    must(fabs(sum - 1) < 1e-12, "the sum is 1");
    must(used <= d + 1, "no more points than it takes");
    must(least > mean - 1e-10 * (double)d, "the function falls towards no point");
    must(!inside || distance < 1e-10 * (double)d, "a target inside is met");
}

int main(void)
{
    ce_error err = {0};
    gsl_rng *rng = ce_random_alloc(11, CE_STREAM_CONSENSUS, 0, &err);
    size_t cases = 0;

    must(rng != NULL, "memory");
    for (size_t t = 0; t < 3000; t++) {
        size_t m = 1 + ce_random_below(rng, MOST), d = 1 + ce_random_below(rng, MOST);
        int inside = t % 3 == 0;
        draw(rng, m, d, inside);
        must(!ce_simplex_least(g, b, m, w, &err), err.text);
        check(m, d, inside);
        cases++;
    }
    printf("%zu cases\n", cases);
    gsl_rng_free(rng);
    return 0;
}
