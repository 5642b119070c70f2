/*
 * smi: the standardised mutual information, whose variance is summed by irreducible parts,
 * against ways that know nothing of these.
 *
 * - hand: two tables of 8 objects: n E[I] + const, n^2 Var[I], SMI
 * - permutations: random labellings of up to 8 objects: mean and variance over all permutations
 * - pairs: random tables of up to 60 objects: the sums over pairs of cells of the paper, in long
 *   double
 * - drawn: tables of 60 to 3000 objects: mean and variance over shuffled labellings, within 4
 *   standard errors
 * - large: 10^5 to 10^14 objects: E[I] as ce_expected_information has it, the variance on its
 *   way to (R-1)(C-1)/2
 * - special: trivial labellings, tables that all have the same I, no objects
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "core/random.h"
#include "score/ami.h"
#include "score/standardised_information.h"

enum { MOST = 4096, SIDE = 16 };

/* Labels renumbered to 0 .. k-1 (returned). */
static int32_t numbered(int32_t *label, size_t n)
{
    ce_error err = {0};
    int32_t k;

    must(!ce_labels_renumber(label, n, &k, &err), "memory");
    return k;
}

static ce_smi smi_of(int32_t *u, int32_t *v, const double *weight, size_t n, ce_contingency *table)
{
    ce_error err = {0};
    ce_smi smi = {0};

    must(!ce_contingency_build(table, u, numbered(u, n), v, numbered(v, n), weight, n, &err) &&
             !ce_smi_compute(table, &smi, &err),
         err.text);
    return smi;
}

static void draw_labels(gsl_rng *rng, int32_t *label, size_t n, size_t k, double skew)
{
    for (size_t i = 0; i < n; i++)
        label[i] = (int32_t)((double)k * pow(gsl_rng_uniform(rng), skew));
}

static long double phi(int64_t x)
{
    return x > 1 ? (long double)x * logl((long double)x) : 0;
}

/* X = sum phi(n_ij) = n I + this. */
static long double constant(const ce_contingency *t)
{
    long double sum = -phi(t->n);

    for (size_t i = 0; i < t->rows; i++)
        sum += phi(t->row_sum[i]);
    for (size_t j = 0; j < t->columns; j++)
        sum += phi(t->column_sum[j]);
    return sum;
}

/* ---- hand ---- */

static void by_hand(void)
{
    int32_t label[][8] = {{0, 0, 0, 1, 1, 1, 2, 2},
                          {0, 0, 1, 1, 1, 2, 2, 2},
                          {0, 0, 0, 0, 1, 1, 1, 1},
                          {0, 0, 1, 1, 2, 2, 2, 1}};

    for (size_t t = 0; t < 4; t += 2) {
        ce_contingency table = {0};
        ce_smi s = smi_of(label[t], label[t + 1], NULL, 8, &table);
        printf("%.8f %.8f %.6f\n", 8 * s.expected + (double)constant(&table),
               64 * s.deviation * s.deviation, s.smi);
        ce_contingency_free(&table);
    }
}

/* ---- permutations ---- */

typedef struct {
    long double count, mean, squares;
} moments;

static void welford(moments *m, long double x)
{
    long double d = x - m->mean;

    m->count++;
    m->mean += d / m->count;
    m->squares += d * (x - m->mean);
}

static long double value_of(const int32_t *u, const int32_t *v, size_t n)
{
    int64_t cell[SIDE][SIDE] = {{0}};
    long double sum = 0;

    for (size_t i = 0; i < n; i++)
        cell[u[i]][v[i]]++;
    for (size_t i = 0; i < SIDE; i++)
        for (size_t j = 0; j < SIDE; j++)
            sum += phi(cell[i][j]);
    return sum;
}

static void swap(int32_t *label, size_t i, size_t j)
{
    int32_t l = label[i];

    label[i] = label[j];
    label[j] = l;
}

static void permute(const int32_t *u, int32_t *v, size_t n, size_t at, moments *m)
{
    if (at == n)
        welford(m, value_of(u, v, n));
    for (size_t i = at; i < n; i++) {
        swap(v, at, i);
        permute(u, v, n, at + 1, m);
        swap(v, at, i);
    }
}

static void over_permutations(void)
{
    ce_error err = {0};
    gsl_rng *rng = ce_random_alloc(3, CE_STREAM_SYNTH, 1, &err);
    size_t cases = 0;

    for (; cases < 60; cases++) {
        size_t n = 2 + ce_random_below(rng, cases < 54 ? 6 : 7);
        int32_t u[8], v[8];
        ce_contingency table = {0};
        moments m = {0};
        ce_smi s;
        draw_labels(rng, u, n, 1 + ce_random_below(rng, 5), 1);
        draw_labels(rng, v, n, 1 + ce_random_below(rng, 5), 1.5);
        s = smi_of(u, v, NULL, n, &table);
        permute(u, v, n, 0, &m);
        m.squares /= m.count;
        must(fabsl((long double)n * s.expected + constant(&table) - m.mean) < 1e-13L, "the mean");
        must(fabsl((long double)n * n * s.deviation * s.deviation - m.squares) < 1e-13L,
             "the variance");
        if (s.deviation > 0)
            must(fabsl(s.smi - (value_of(u, v, n) - m.mean) / sqrtl(m.squares)) < 1e-12L, "SMI");
        else
            must(s.smi == 0 && m.squares < 1e-20L, "SMI without variance");
        ce_contingency_free(&table);
    }
    printf("%zu tables\n", cases);
    gsl_rng_free(rng);
}

/* ---- pairs of cells ---- */

static long double choose(int64_t n, int64_t k)
{
    return lgammal((long double)n + 1) - lgammal((long double)k + 1) -
           lgammal((long double)(n - k) + 1);
}

static long double weight_of(int64_t m, int64_t n, int64_t a, int64_t b)
{
    return expl(choose(a, m) + choose(n - a, b - m) - choose(n, b));
}

static int64_t least(int64_t n, int64_t a, int64_t b)
{
    return a + b > n ? a + b - n : 0;
}

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* The mean of phi of one cell. */
static long double mean_of(int64_t n, int64_t a, int64_t b)
{
    long double sum = 0;

    for (int64_t m = least(n, a, b); n > 0 && a > 0 && b > 0 && m <= smaller(a, b); m++)
        sum += weight_of(m, n, a, b) * phi(m);
    return sum;
}

/* The mean of phi, summed over all cells, given that cell (i, j) has m: four terms. */
static long double given(const ce_contingency *t, size_t i, size_t j, int64_t m)
{
    const int64_t *a = t->row_sum, *b = t->column_sum;
    long double z = phi(m);

    for (size_t x = 0; x < t->rows; x++) {
        int64_t others = t->n - a[i], drawn = b[j] - m;
        if (x == i)
            continue;
        z += mean_of(others, a[x], drawn);
        for (int64_t p = least(others, a[x], drawn); p <= smaller(a[x], drawn); p++) {
            long double inner = 0;
            for (size_t y = 0; y < t->columns; y++)
                inner += y == j ? 0 : mean_of(t->n - b[j], b[y], a[x] - p);
            z += weight_of(p, others, a[x], drawn) * inner;
        }
    }
    for (size_t y = 0; y < t->columns; y++)
        z += y == j ? 0 : mean_of(t->n - b[j], b[y], a[i] - m);
    return z;
}

static void over_pairs(void)
{
    ce_error err = {0};
    gsl_rng *rng = ce_random_alloc(4, CE_STREAM_SYNTH, 2, &err);
    size_t cases = 0;

    for (; cases < 16; cases++) {
        size_t n = 9 + ce_random_below(rng, 52);
        int32_t u[60], v[60];
        ce_contingency t = {0};
        long double mean = 0, squares = 0;
        ce_smi s;
        draw_labels(rng, u, n, 2 + ce_random_below(rng, 4), cases % 3 ? 1 : 4);
        draw_labels(rng, v, n, 2 + ce_random_below(rng, 4), cases % 4 ? 1 : 3);
        s = smi_of(u, v, NULL, n, &t);
        for (size_t i = 0; i < t.rows; i++)
            for (size_t j = 0; j < t.columns; j++)
                for (int64_t m = least(t.n, t.row_sum[i], t.column_sum[j]);
                     m <= smaller(t.row_sum[i], t.column_sum[j]); m++) {
                    long double w = weight_of(m, t.n, t.row_sum[i], t.column_sum[j]);
                    mean += w * phi(m);
                    squares += m > 1 ? w * phi(m) * given(&t, i, j, m) : 0;
                }
        must(fabsl((long double)n * s.expected + constant(&t) - mean) < 1e-12L * mean, "the mean");
        must(fabsl((long double)n * n * s.deviation * s.deviation - (squares - mean * mean)) <
                 1e-14L * squares,
             "the variance");
        ce_contingency_free(&t);
    }
    printf("%zu tables\n", cases);
    gsl_rng_free(rng);
}

/* ---- drawn ---- */

static void over_draws(void)
{
    ce_error err = {0};
    gsl_rng *rng = ce_random_alloc(6, CE_STREAM_SYNTH, 3, &err);
    static const size_t size[] = {60, 200, 700, 3000};
    static int32_t u[MOST], v[MOST];

    for (size_t t = 0; t < 4; t++) {
        size_t n = size[t], draws = 4000;
        ce_contingency table = {0};
        moments m = {0};
        long double fourth = 0, x[4000];
        ce_smi s;
        draw_labels(rng, u, n, 5 + 3 * t, 1.5);
        draw_labels(rng, v, n, 12, 1);
        s = smi_of(u, v, NULL, n, &table);
        for (size_t d = 0; d < draws; d++) {
            for (size_t i = n - 1; i > 0; i--)
                swap(v, i, ce_random_below(rng, i + 1));
            welford(&m, x[d] = value_of(u, v, n));
        }
        m.squares /= (long double)(draws - 1);
        for (size_t d = 0; d < draws; d++)
            fourth += powl(x[d] - m.mean, 4) / (long double)draws;
        must(fabsl((long double)n * s.expected + constant(&table) - m.mean) <
                 4 * sqrtl(m.squares / (long double)draws),
             "the mean");
        must(fabsl((long double)n * n * s.deviation * s.deviation - m.squares) <
                 4 * sqrtl((fourth - m.squares * m.squares) / (long double)draws), "the variance");
        ce_contingency_free(&table);
    }
    printf("4 tables\n");
    gsl_rng_free(rng);
}

/* ---- large ---- */

/* R = 3, C = 4, n = 66 size and a little: the mean and the variance of n I approach (R-1)(C-1)/2 =
 * 3 as 1 / n. Sums in strides begin on the way. */
static void of_large(void)
{
    static const double share[12] = {3, 1, 7, 9, 2, 8, 5, 4, 6, 2, 9, 10};
    double excess = 0;

    for (double size = 1e4; size < 2e12; size *= 10) {
        int32_t u[12], v[12];
        double weight[12], n, variance, expected;
        ce_contingency table = {0};
        ce_error err = {0};
        ce_smi s;
        for (size_t i = 0; i < 12; i++) {
            u[i] = (int32_t)i / 4;
            v[i] = (int32_t)i % 4;
            weight[i] = share[i] * size;
        }
        s = smi_of(u, v, weight, 12, &table);
        n = (double)table.n;
        variance = n * n * s.deviation * s.deviation;
        if (size < 2e5) { /* that function adds terms of either sign, and its own digits go */
            must(!ce_expected_information(&table, &expected, &err), "memory");
            must(fabs(s.expected / expected - 1) < 1e-9, "E[I]");
        }
        must(fabs(n * s.expected - 3) < 2 / size + 1e-9 && fabs(variance - 3) < 1 / size + 1e-11,
             "the limit");
        must(excess == 0 || size > 2e8 || fabs((variance - 3) * size / excess - 1) < .001,
             "the way to the limit");
        excess = (variance - 3) * size;
        ce_contingency_free(&table);
    }
    printf("9 tables\n");
}

/* ---- special ---- */

static void tell(const char *what, size_t n, const char *first, const char *second)
{
    int32_t u[32], v[32];
    ce_contingency table = {0};
    ce_smi s;

    for (size_t i = 0; i < n; i++) {
        u[i] = first[i] == '.' ? CE_MISSING : first[i] - 'a';
        v[i] = second[i] == '.' ? CE_MISSING : second[i] - 'a';
    }
    s = smi_of(u, v, NULL, n, &table);
    printf("%s: %g %g %g\n", what, s.smi, s.expected, s.deviation);
    ce_contingency_free(&table);
}

static void of_special(void)
{
    tell("no objects", 0, "", "");
    tell("no objects in common", 2, "a.", ".a");
    tell("one object", 1, "a", "a");
    tell("one cluster", 4, "aaaa", "aabb");
    tell("both one cluster", 4, "aaaa", "aaaa");
    tell("single objects", 4, "abcd", "aabb");
    tell("all tables alike", 8, "abbbbbbb", "aaaabbbb");
    tell("the same", 4, "aabb", "ccdd");
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } tests[] = {{"hand", by_hand},     {"permutations", over_permutations},
                 {"pairs", over_pairs}, {"drawn", over_draws},
                 {"large", of_large},   {"special", of_special}};

    for (size_t t = 0; argc > 1 && t < sizeof tests / sizeof *tests; t++)
        if (!strcmp(argv[1], tests[t].name)) {
            tests[t].run();
            return 0;
        }
    return 2;
}
