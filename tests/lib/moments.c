/*
 * moments: the sums and products of columns (linalg/moments.h) against products added one by one,
 * bit for bit, for values that slices hold, leave something of, or do not reach; and blocks of any
 * size against each other.
 */
#include <math.h>
#include <string.h>

#include "check.h"
#include "core/random.h"
#include "linalg/moments.h"

enum { ROWS = 2500, COLUMNS = 6 };

static double values[ROWS * COLUMNS];

/* The value of a cell of a kind of data. */
static double draw(gsl_rng *rng, int kind, size_t column)
{
    double x = 2 * gsl_rng_uniform(rng) - 1;
    int spread = (int)gsl_rng_uniform_int(rng, 80) - 40;

    switch (kind) {
    case 0: return floor(255 * fabs(x));                      /* one slice */
    case 1: return (float)x;                                  /* two */
    case 2: return 1e9 * (double)(column + 1) + x;            /* three */
    case 3: return ldexp(x, spread);                          /* much is left */
    case 4: return gsl_rng_uniform(rng) < 0.7 ? 0 : x;        /* zeros */
    case 5: return ldexp(x, column ? -1000 : 900) * 1e-9;     /* out of reach */
    default: return column == 1 ? 3 : ldexp(x, 40 * (int)column - 100); /* of many sizes */
    }
}

static void add_all(ce_moments *m, size_t most)
{
    ce_error err = {0};

    must(!ce_moments_alloc(m, COLUMNS, CE_MOMENTS_PRODUCTS, &err), "moments");
    for (size_t i = 0; i < ROWS;) {
        size_t count = ROWS - i < most ? ROWS - i : most;
        must(!ce_moments_add(m, values + i * COLUMNS, count, &err), "a block is added");
        i += count;
    }
}

static void must_equal(const ce_exact_sums *a, const ce_exact_sums *b, size_t i, const char *what)
{
    char x[CE_EXACT_TEXT], y[CE_EXACT_TEXT];

    ce_exact_format(a, i, x);
    ce_exact_format(b, i, y);
    must(!strcmp(x, y), what);
}

static void compare(const ce_moments *m)
{
    ce_exact_sums sum = {.count = COLUMNS}, product = {.count = COLUMNS * (COLUMNS + 1) / 2};
    ce_error err = {0};

    for (size_t i = 0; i < ROWS; i++)
        for (size_t s = 0; s < COLUMNS; s++) {
            const double *row = values + i * COLUMNS;
            must(!ce_exact_add(&sum, s, row[s], &err), "a sum");
            for (size_t t = s; t < COLUMNS; t++)
                must(!ce_exact_add_product(&product, ce_moments_pair(m, s, t), row[s], row[t],
                                           &err),
                     "a product");
        }
    for (size_t s = 0; s < COLUMNS; s++)
        must_equal(&m->sum, &sum, s, "the sum of a column");
    for (size_t p = 0; p < product.count; p++)
        must_equal(&m->product, &product, p, "the products of two columns");
    ce_exact_free(&sum);
    ce_exact_free(&product);
}

int main(void)
{
    ce_error err = {0};
    gsl_rng *rng = ce_random_alloc(5, CE_STREAM_PREPARE, 0, &err);

    must(rng != NULL, "a random stream");
    for (int kind = 0; kind < 7; kind++) {
        const size_t most[] = {CE_MOMENTS_BLOCK, 700, 1};
        for (size_t c = 0; c < ROWS * COLUMNS; c++)
            values[c] = draw(rng, kind, c % COLUMNS);
        for (int b = 0; b < 3; b++) {
            ce_moments m = {0};
            add_all(&m, most[b]);
            compare(&m);
            ce_moments_free(&m);
        }
    }
    gsl_rng_free(rng);
    printf("7 kinds of data in 3 kinds of blocks\n");
    return 0;
}
