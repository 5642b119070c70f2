/*
 * kmeans: the engine against a slow, separate k-means written from the definition in
 * kmeans/kmeans.h: every object with every centre, in object order, means in quadruple precision,
 * equal rows looked for one by one. Labels must be the same to the last one.
 *
 * kmeans [ROUNDS [alone]]: the first round that fails is the last. alone leaves the slow one out,
 * for valgrind, which looks at the engine.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/parallel.h"
#include "core/random.h"
#include "kmeans/kmeans.h"

typedef struct {
    size_t n, d, k;
    double *x, *start, *weight; /* weight NULL: all 1 */
    int whole;                  /* weights are large whole numbers: means are exact */
    ce_kmeans_empty empty;
    size_t iterations, bound_bytes;
    int equal; /* rows that move: some are equal */
    int flat;  /* the same: the first centres are all 0 */
} problem;

typedef struct {
    int32_t *label;
    double *centre;
    int *alive;
    double inertia;
    size_t iterations;
} answer;

/* Eight partial sums and their order, as kmeans_internal.h says: this is part of the definition. */
static double squared_distance(const double *a, const double *b, size_t d)
{
    double sum[8] = {0}, p[4];
    size_t s = 0;

    for (; s + 8 <= d; s += 8)
        for (size_t l = 0; l < 8; l++)
            sum[l] += (a[s + l] - b[s + l]) * (a[s + l] - b[s + l]);
    for (; s < d; s++)
        sum[s % 8] += (a[s] - b[s]) * (a[s] - b[s]);
    for (int l = 0; l < 4; l++)
        p[l] = sum[l] + sum[l + 4];
    return (p[0] + p[2]) + (p[1] + p[3]);
}

static int same_row(const problem *p, size_t i, size_t j)
{
    for (size_t s = 0; s < p->d; s++)
        if (p->x[i * p->d + s] != p->x[j * p->d + s])
            return 0;
    return 1;
}

/* The first object with the same row. */
static size_t first_equal(const problem *p, size_t i)
{
    size_t j = 0;

    while (!same_row(p, i, j))
        j++;
    return j;
}

static int32_t nearest(const problem *p, const answer *a, const double *row)
{
    int32_t best = -1;
    double least = INFINITY;

    for (size_t j = 0; j < p->k; j++) {
        double distance = squared_distance(row, a->centre + j * p->d, p->d);
        if (a->alive[j] && distance < least) {
            least = distance;
            best = (int32_t)j;
        }
    }
    return best;
}

static size_t distinct_in(const problem *p, const answer *a, const size_t *first, int32_t j)
{
    size_t count = 0;

    for (size_t i = 0; i < p->n; i++)
        count += first[i] == i && a->label[i] == j;
    return count;
}

static void repair(const problem *p, answer *a, const size_t *first)
{
    double *own = malloc(p->n * sizeof *own);

    for (size_t i = 0; i < p->n; i++)
        own[i] = squared_distance(p->x + i * p->d, a->centre + (size_t)a->label[i] * p->d, p->d);
    for (size_t j = 0; j < p->k; j++) {
        size_t far = p->n;
        if (distinct_in(p, a, first, (int32_t)j))
            continue;
        for (size_t i = 0; i < p->n; i++)
            if (first[i] == i && own[i] >= 0 && (far == p->n || own[i] > own[far]) &&
                distinct_in(p, a, first, a->label[i]) > 1)
                far = i;
        own[far] = -1;
        for (size_t i = 0; i < p->n; i++)
            if (first[i] == far)
                a->label[i] = (int32_t)j;
    }
    free(own);
}

/* Each cluster's sums are taken in object order. */
static void means(const problem *p, answer *a)
{
    __float128 *sum = calloc(p->k * p->d, sizeof *sum), *mass = calloc(p->k, sizeof *mass);

    for (size_t i = 0; i < p->n; i++) {
        size_t j = (size_t)a->label[i];
        __float128 weight = p->weight ? p->weight[i] : 1;
        for (size_t s = 0; s < p->d; s++)
            sum[j * p->d + s] += weight * p->x[i * p->d + s];
        mass[j] += weight;
    }
    for (size_t e = 0; e < p->k * p->d; e++)
        if (mass[e / p->d] > 0)
            a->centre[e] = (double)(sum[e] / mass[e / p->d]);
    free(sum);
    free(mass);
}

static answer naive(const problem *p)
{
    answer a = {malloc(p->n * sizeof *a.label), malloc(p->k * p->d * sizeof *a.centre),
                malloc(p->k * sizeof *a.alive), 0, 0};
    size_t *first = malloc(p->n * sizeof *first);

    memcpy(a.centre, p->start, p->k * p->d * sizeof *a.centre);
    for (size_t j = 0; j < p->k; j++)
        a.alive[j] = 1;
    for (size_t i = 0; i < p->n; i++) {
        first[i] = first_equal(p, i);
        a.label[i] = -1;
    }
    for (a.iterations = 1;; a.iterations++) {
        int changed = 0;
        for (size_t i = 0; i < p->n; i++) {
            int32_t now = nearest(p, &a, p->x + i * p->d);
            changed |= now != a.label[i];
            a.label[i] = now;
        }
        if (!changed || a.iterations > p->iterations)
            break;
        if (p->empty == CE_EMPTY_SINGLETON)
            repair(p, &a, first);
        for (size_t j = 0; j < p->k && p->empty == CE_EMPTY_DROP; j++)
            a.alive[j] = distinct_in(p, &a, first, (int32_t)j) > 0;
        means(p, &a);
    }
    if (a.iterations > p->iterations)
        a.iterations = p->iterations;
    for (size_t j = 0; j < p->k && p->empty == CE_EMPTY_DROP; j++)
        a.alive[j] = distinct_in(p, &a, first, (int32_t)j) > 0;
    for (size_t i = 0; i < p->n; i++)
        a.inertia += (p->weight ? p->weight[i] : 1) *
                     squared_distance(p->x + i * p->d, a.centre + (size_t)a.label[i] * p->d, p->d);
    free(first);
    return a;
}

static ce_kmeans_options options_of(const problem *p)
{
    return (ce_kmeans_options){.k = p->k,
                               .init = CE_INIT_GIVEN,
                               .empty = p->empty,
                               .max_iterations = p->iterations,
                               .start = p->start,
                               .bound_bytes = p->bound_bytes};
}

/* Of the labels only that they are clusters', and of the rest that it is finite. */
static int run_alone(const problem *p, int threads)
{
    ce_matrix x = {p->n, p->d, p->x};
    ce_kmeans_options options = options_of(p);
    ce_kmeans_data *data = NULL;
    ce_kmeans_result result = {0};
    ce_error err = {0};
    int failed = ce_kmeans_prepare(&data, &x, p->weight, &err) ||
                 ce_kmeans(data, &options, NULL, threads, &result, &err);

    for (size_t i = 0; i < p->n && !failed; i++)
        failed = result.labels[i] < 0 || (size_t)result.labels[i] >= result.k;
    for (size_t e = 0; e < result.k * p->d && !failed; e++)
        failed = !isfinite(result.centres[e]);
    failed = failed || !isfinite(result.inertia);
    if (failed)
        printf("n %zu d %zu k %zu: %s\n", p->n, p->d, p->k, err.text);
    ce_kmeans_data_free(data);
    ce_kmeans_free(&result);
    return failed;
}

/* With centres_only the centres and the iterations are the same, and there are no labels. */
static int compare_centres(const char *name, const problem *p, const ce_kmeans_data *data,
                           const ce_kmeans_result *whole, int threads)
{
    ce_kmeans_options options = options_of(p);
    ce_kmeans_result result = {0};
    ce_error err = {0};
    int failed;

    options.centres_only = 1;
    if (p->empty != CE_EMPTY_KEEP) {
        failed = ce_kmeans(data, &options, NULL, threads, &result, &err) != CE_EARG;
        if (failed)
            printf("%s: centres alone are not refused where clusters do not stay\n", name);
        ce_kmeans_free(&result);
        return failed;
    }
    failed = ce_kmeans(data, &options, NULL, threads, &result, &err) || result.labels ||
             result.k != whole->k || result.iterations != whole->iterations ||
             memcmp(result.centres, whole->centres, result.k * p->d * sizeof *result.centres);
    if (failed)
        printf("%s: n %zu d %zu k %zu: other centres without labels\n", name, p->n, p->d, p->k);
    ce_kmeans_free(&result);
    return failed;
}

static int compare(const char *name, const problem *p, int threads)
{
    ce_matrix x = {p->n, p->d, p->x};
    ce_kmeans_options options = options_of(p);
    ce_kmeans_data *data = NULL;
    ce_kmeans_result result = {0};
    ce_error err = {0};
    answer a = naive(p);
    size_t wrong = 0, centres = 0, k = 0;
    double squares = 0; /* centres carry 1e-32 or so of what has been in their clusters */
    int32_t *number = malloc(p->k * sizeof *number);
    int failed;

    for (size_t i = 0; i < p->n * p->d; i++)
        squares += p->x[i] * p->x[i];
    for (size_t j = 0; j < p->k; j++)
        number[j] = a.alive[j] ? (int32_t)k++ : -1;
    failed = ce_kmeans_prepare(&data, &x, p->weight, &err) ||
             ce_kmeans(data, &options, NULL, threads, &result, &err);
    if (failed)
        printf("%s: %s\n", name, err.text);
    for (size_t i = 0; i < p->n && !failed; i++)
        wrong += result.labels[i] != number[a.label[i]];
    for (size_t j = 0; j < p->k && !failed && (!p->weight || p->whole); j++)
        for (size_t s = 0; s < p->d && a.alive[j]; s++)
            centres += result.centres[(size_t)number[j] * p->d + s] != a.centre[j * p->d + s];
    if (centres) {
        printf("%s: n %zu d %zu k %zu iterations %zu: %zu values of centres differ\n", name, p->n,
               p->d, p->k, a.iterations, centres);
        failed = 1;
    }
    if (!failed && (wrong || result.k != k || result.iterations != a.iterations ||
                    fabs(result.inertia - a.inertia) > 1e-12 * a.inertia + 1e-60 * squares)) {
        printf("%s: n %zu d %zu k %zu empty %d threads %d: %zu labels differ; k %zu and %zu, "
               "iterations %zu and %zu, inertia "
               "%.17g and %.17g\n",
               name, p->n, p->d, p->k, (int)p->empty, threads, wrong, result.k, k,
               result.iterations, a.iterations, result.inertia, a.inertia);
        failed = 1;
    }
    if (!failed)
        failed = compare_centres(name, p, data, &result, threads);
    ce_kmeans_data_free(data);
    ce_kmeans_free(&result);
    free(a.label);
    free(a.centre);
    free(a.alive);
    free(number);
    return failed;
}

/* Kinds of data that tempt a fast k-means to err. */
enum { GRID, NEAR_TIES, FAR_FROM_ORIGIN, MANY_EQUAL, BLOBS, WILD_SCALES, TINY, FEW_AXES, KINDS };

static double draw(gsl_rng *rng, int kind, int many, size_t d, size_t s, size_t blob)
{
    double u = gsl_rng_uniform(rng);

    switch (kind) {
    case GRID: return (double)ce_random_below(rng, d > 8 ? 2 : many ? 100 : 5); /* ties */
    case NEAR_TIES: /* as much apart as bounds in floats or doubles tell, or less */
        return (double)ce_random_below(rng, d > 8  ? 2
                                            : many ? 100
                                                   : 9) +
               ldexp((double)ce_random_below(rng, 3), -10 - 8 * (int)blob);
    case FAR_FROM_ORIGIN: return 1e9 + (double)ce_random_below(rng, 64) / 64;
    case MANY_EQUAL: return (double)ce_random_below(rng, 2) * 0.1;
    case BLOBS: /* wide ones and narrow ones */
        return (double)((blob * 7 + s * 3) % 11) + u * (d % 2 ? 6 : 0.1);
    case FEW_AXES: /* a grid in three directions */
        return (double)(blob % 16) * sin((double)s) + (double)(blob / 16 % 16) * cos((double)s) +
               (double)(blob / 256) * sin(2.5 * (double)s);
    case WILD_SCALES: return s % 2 ? exp(40 * u) : u;
    default: return 1e-161 * u; /* squares underflow to numbers of a digit or two */
    }
}

static void fill(problem *p, gsl_rng *rng, int kind)
{
    for (size_t i = 0; i < p->n; i++) {
        size_t blob = ce_random_below(rng, kind == FEW_AXES ? 4096 : 6);
        for (size_t s = 0; s < p->d; s++)
            p->x[i * p->d + s] = draw(rng, kind, p->n > 3000, p->d, s, blob);
        if (p->weight)
            p->weight[i] = ce_random_below(rng, 2) ? (double)(1 + ce_random_below(rng, 9))
                                                   : 0.1 + gsl_rng_uniform(rng);
        if (p->weight && p->whole)
            p->weight[i] = ceil(p->weight[i] * 0x1p20);
    }
    for (size_t j = 0; j < p->k; j++) {
        size_t i = ce_random_below(rng, p->n);
        for (size_t s = 0; s < p->d; s++)
            /* some starts far away, where they stay empty */
            p->start[j * p->d + s] = p->x[i * p->d + s] * (j % 5 == 4 ? 3 : 1);
    }
}

/* Centres that come and go, as a map moves them: boxes of rows belong to one centre, to several, to
 * another one, to the first again. Rows of many features lie near a space of four. */
static int compare_moves(gsl_rng *rng, problem p, int turns)
{
    ce_matrix x = {p.n, p.d, malloc(p.n * p.d * sizeof(double))};
    double *home = malloc(p.k * p.d * sizeof *home), *centre = malloc(p.k * p.d * sizeof *centre);
    int *alive = malloc(p.k * sizeof *alive), failed = 0;
    int32_t *label = malloc(p.n * sizeof *label);
    double *squared = malloc(p.n * sizeof *squared);
    answer a = {.centre = centre, .alive = alive};
    ce_kmeans_nearest *finder = NULL;
    ce_kmeans_data *data = NULL;
    ce_error err = {0};

    for (size_t i = 0; i < p.n + p.k; i++) {
        double *row = i < p.n ? x.values + i * p.d : home + (i - p.n) * p.d, at[4];
        for (size_t v = 0; v < 4; v++)
            at[v] = gsl_rng_uniform(rng);
        if (p.equal && i % 8 == 7) {
            memcpy(row, row - p.d * (1 + i % 3), p.d * sizeof *row);
            continue;
        }
        for (size_t s = 0; s < p.d; s++)
            row[s] =
                p.d < 4 ? at[s] : at[s % 4] * (1 + (double)(s % 7)) + 0.1 * gsl_rng_uniform(rng);
    }
    for (size_t j = 0; j < p.k; j++)
        alive[j] = 1;
    failed = ce_kmeans_prepare(&data, &x, NULL, &err) ||
             ce_kmeans_nearest_alloc(&finder, data, p.k, 2, &err);
    for (int turn = 0; turn < turns && !failed; turn++) {
        /* by turns all of them move, or every fifth, some far and some a little */
        for (size_t j = 0; j < p.k; j++)
            for (size_t s = 0; s < p.d && (turn % 7 < 2 || j % 5 == (size_t)turn % 5); s++)
                centre[j * p.d + s] =
                    p.flat && !turn ? 0
                                    : home[j * p.d + s] + (turn % 3 ? (j % 2 ? 0.3 : 0.03) : 0) *
                                                              (gsl_rng_uniform(rng) - 0.5);
        if (turn > 2 && turn % 5 == 3) /* farther out than all before */
            centre[turn % p.d] = 10 * turn;
        ce_kmeans_nearest_find(finder, centre, label, turn % 2 ? squared : NULL);
        for (size_t i = 0; i < p.n && !failed; i++) {
            const double *row = x.values + i * p.d, *own = centre + (size_t)label[i] * p.d;
            if (label[i] != nearest(&p, &a, row) ||
                (turn % 2 && squared[i] != squared_distance(row, own, p.d))) {
                printf("moving centres: %zu features, turn %d, object %zu: wrong label, distance\n",
                       p.d, turn, i);
                failed = 1;
            }
        }
    }
    ce_kmeans_nearest_free(finder);
    ce_kmeans_data_free(data);
    free(home);
    free(centre);
    free(alive);
    free(label);
    free(squared);
    free(x.values);
    return failed;
}

/* Farthest first: every centre after the first is the first of the rows that are farthest from the
 * centres before it. n: rows about as many as a block has. */
static int compare_farthest(gsl_rng *rng, int kind, size_t n, int threads)
{
    problem p = {.n = n, .k = 30};
    ce_matrix x = {p.n, p.d = 1 + ce_random_below(rng, kind == NEAR_TIES ? 2 : 20),
                   malloc(p.n * p.d * sizeof(double))};
    double *centre = malloc(p.k * p.d * sizeof *centre), *least = malloc(p.n * sizeof *least);
    ce_kmeans_data *data = NULL;
    ce_error err = {0};
    int failed;

    p.x = x.values;
    p.start = malloc(p.k * p.d * sizeof *p.start);
    fill(&p, rng, kind);
    for (size_t s = 0; s < p.d; s++)
        p.x[(p.n - 1) * p.d + s] *= 3; /* the last row is one of them */
    failed = ce_kmeans_prepare(&data, &x, NULL, &err);
    if (!failed && ce_kmeans_distinct(data) < p.k)
        p.k = ce_kmeans_distinct(data);
    failed = failed || ce_kmeans_farthest_start(data, p.k, rng, threads, centre, &err);
    for (size_t i = 0; i < p.n; i++)
        least[i] = INFINITY;
    for (size_t j = 0; j + 1 < p.k && !failed; j++) {
        size_t far = 0;
        for (size_t i = 0; i < p.n; i++) {
            double now = squared_distance(x.values + i * p.d, centre + j * p.d, p.d);
            least[i] = now < least[i] ? now : least[i];
            far = least[i] > least[far] ? i : far;
        }
        if (memcmp(centre + (j + 1) * p.d, x.values + far * p.d, p.d * sizeof *centre)) {
            printf("farthest first: kind %d, centre %zu is not object %zu\n", kind, j + 1, far);
            failed = 1;
        }
    }
    ce_kmeans_data_free(data);
    free(centre);
    free(least);
    free(p.start);
    free(x.values);
    return failed;
}

/* k-means++: three rows with nearly all of the weight. The first centre is drawn by weight, the
 * second by weight and squared distance, the third is what is left. scale: of their values. */
static int compare_plusplus(gsl_rng *rng, const size_t heavy[3], double scale)
{
    enum { ROWS = 1100, DRAWS = 3000 };
    const double weight[3] = {4, 1, 2}, at[3] = {scale, 2 * scale, 4 * scale};
    double x[ROWS], w[ROWS], centre[3];
    size_t count[3][3] = {{0}};
    ce_matrix rows = {ROWS, 1, x};
    ce_kmeans_data *data = NULL;
    ce_error err = {0};
    int failed;

    for (size_t i = 0; i < ROWS; i++) {
        x[i] = 1e-7 * scale * (double)i;
        w[i] = 1e-9;
    }
    for (int h = 0; h < 3; h++) {
        x[heavy[h]] = at[h];
        w[heavy[h]] = weight[h];
    }
    failed = ce_kmeans_prepare(&data, &rows, w, &err) != 0;
    for (int draw = 0; draw < DRAWS && !failed; draw++) {
        size_t which[3] = {0};
        failed = ce_kmeans_starting_centres(data, CE_INIT_PLUSPLUS, 3, rng, 1, centre, &err) != 0;
        for (int c = 0; c < 3; c++)
            while (which[c] < 3 && at[which[c]] != centre[c])
                which[c]++;
        if (which[0] + which[1] + which[2] == 3)
            count[which[0]][which[1]]++;
    }
    for (int a = 0; a < 3 && !failed; a++)
        for (int b = 0; b < 3; b++) {
            int c = 3 - a - b;
            double to_b = weight[b] * (at[a] - at[b]) * (at[a] - at[b]), to_c, share;
            if (a == b)
                continue;
            to_c = weight[c] * (at[a] - at[c]) * (at[a] - at[c]);
            share = weight[a] / 7 * to_b / (to_b + to_c);
            failed |=
                fabs((double)count[a][b] - DRAWS * share) > 5 * sqrt(DRAWS * share * (1 - share));
        }
    if (failed)
        printf("k-means++: the draws have other shares %s\n", err.text);
    ce_kmeans_data_free(data);
    return failed;
}

/* Objects that took no part, and one assignment with its sums: rows as in the data, rows halfway
 * between two centres, rows far out, and centres that are equal. */
static int compare_assigned(gsl_rng *rng, int kind, size_t d, size_t k, int threads)
{
    problem p = {.n = 900, .d = d, .k = k};
    ce_matrix x = {p.n, d, p.x = malloc(p.n * d * sizeof *p.x)};
    int32_t *label = malloc(p.n * sizeof *label), *rows = malloc(k * sizeof *rows);
    int *alive = malloc(k * sizeof *alive), failed;
    double *squared = malloc(p.n * sizeof *squared);
    ce_exact_sums sum = {.count = k * d};
    ce_kmeans_data *data = NULL;
    answer a = {.label = label, .alive = alive};
    ce_error err = {0};

    a.centre = p.start = malloc(k * d * sizeof *p.start);
    fill(&p, rng, kind);
    for (size_t j = 0; j < k; j++)
        alive[j] = 1;
    if (k > 4)
        memcpy(p.start + (k - 1) * d, p.start + k / 2 * d, d * sizeof *p.start);
    for (size_t i = 0; i < p.n; i += 1 + ce_random_below(rng, 3)) {
        const double *one = p.start + ce_random_below(rng, k) * d,
                     *two = p.start + ce_random_below(rng, k) * d;
        for (size_t s = 0; s < d; s++)
            p.x[i * d + s] = i % 7    ? (one[s] + two[s]) / 2
                             : i % 14 ? 40 * one[s] - 39 * two[s]
                                      : 1e60 * one[s];
    }
    failed = ce_kmeans_assign(&x, p.start, k, label, &err) != 0;
    for (size_t i = 0; i < p.n && !failed; i++)
        if ((failed = label[i] != nearest(&p, &a, p.x + i * d)))
            printf("fixed centres: kind %d d %zu k %zu: object %zu has label %d\n", kind, d, k, i,
                   (int)label[i]);
    memset(label, -1, p.n * sizeof *label);
    failed = failed || ce_kmeans_prepare(&data, &x, NULL, &err) ||
             ce_kmeans_sum_up(data, p.start, k, threads, label, rows, &sum, squared, &err);
    for (size_t i = 0; i < p.n && !failed; i++)
        failed = label[i] != nearest(&p, &a, p.x + i * d) ||
                 squared[i] != squared_distance(p.x + i * d, p.start + (size_t)label[i] * d, d);
    for (size_t j = 0; j < k && !failed; j++) {
        ce_exact_sums all = {.count = d};
        int32_t distinct = 0;
        for (size_t i = 0; i < p.n && !failed; i++) {
            distinct += label[i] == (int32_t)j && first_equal(&p, i) == i;
            for (size_t s = 0; s < d && label[i] == (int32_t)j; s++)
                failed |= ce_exact_add(&all, s, p.x[i * d + s], &err);
        }
        failed = failed || distinct != rows[j];
        for (size_t s = 0; s < d && !failed; s++) {
            char one[CE_EXACT_TEXT] = "0", two[CE_EXACT_TEXT] = "0";
            ce_exact_format(&all, s, one);
            ce_exact_format(&sum, j * d + s, two);
            failed = strcmp(one, two) != 0;
        }
        ce_exact_free(&all);
    }
    if (failed)
        printf("one assignment: kind %d d %zu k %zu: other labels, distances, sizes or sums %s\n",
               kind, d, k, err.text);
    ce_kmeans_data_free(data);
    ce_exact_free(&sum);
    free(p.x);
    free(p.start);
    free(label);
    free(rows);
    free(alive);
    free(squared);
    return failed;
}

/* Means of four rows: a hair above and below the middle of two doubles; 1 among large numbers that
 * cancel; and a sum that is what a product was rounded by, where the first row alone has a weight
 * with a fraction. */
static int compare_means(void)
{
    const double third = 1 / 3.0, seventh = 1 / 7.0, product = third * seventh, far = 0x1p40;
    double x[4][4] = {{1 + 0x1p-51, 1, 2, 0x1p-110},
                      {1 + 0x1p-51, 1, 2, -0x1p-110},
                      {1, 0x1p60, 0x1p61, -0x3p60},
                      {seventh, -product, far, -far}},
           weight[4] = {third, 1, 1, 1},
           expected[4] = {1 + 0x1p-52, 1, 0.25, fma(third, seventh, -product) / (3 + third)};
    int failed = 0;

    for (int c = 0; c < 4 && !failed; c++) {
        ce_matrix rows = {4, 1, x[c]};
        ce_kmeans_options options = {.k = 1, .init = CE_INIT_GIVEN, .start = x[c]};
        ce_kmeans_data *data = NULL;
        ce_kmeans_result result = {0};
        ce_error err = {0};
        failed = ce_kmeans_prepare(&data, &rows, c == 3 ? weight : NULL, &err) ||
                 ce_kmeans(data, &options, NULL, 1, &result, &err) ||
                 fabs(result.centres[0] - expected[c]) > (c == 3) * 1e-15 * fabs(expected[c]);
        if (failed)
            printf("means, %d: %a and not %a %s\n", c, result.centres ? result.centres[0] : NAN,
                   expected[c], err.text);
        ce_kmeans_data_free(data);
        ce_kmeans_free(&result);
    }
    return failed;
}

int main(int argc, char **argv)
{
    size_t rounds = argc > 1 ? strtoul(argv[1], NULL, 10) : 40;
    int alone = argc > 2;
    ce_error err = {0};
    gsl_rng *rng = ce_random_alloc(1, CE_STREAM_SYNTH, 0, &err);
    int failed = rng ? 0 : 1, runs = 0;

    failed |= compare_means();
    for (size_t round = 0; rng && round < rounds && !failed; round++) {
        problem p = {.n = 1 + ce_random_below(rng, round % 5 ? 60 : 900),
                     .d = 1 + ce_random_below(rng, 20),
                     .empty = (ce_kmeans_empty)(round % 3),
                     .iterations = 1 + ce_random_below(rng, 30),
                     .whole = round % 2};
        int many = round % 10 == 5; /* centres: those that are near share bounds */
        int few = round % 10 == 1 || round % 10 == 8; /* features: a grid holds the centres */
        if (many) {
            p.n = 400 + ce_random_below(rng, 400);
            p.d = 9 + ce_random_below(rng, 24);
            p.iterations = 1 + ce_random_below(rng, 6);
        }
        int screened = round % 10 == 3; /* rows and centres enough for products and bounds */
        if (screened) {
            p.n = 200 + ce_random_below(rng, 300);
            p.d = 9 + ce_random_below(rng, 12);
        }
        if (few) {
            p.n = 40 + ce_random_below(rng, 60);
            p.d = 1 + ce_random_below(rng, 3);
            p.empty = round % 20 > 10 ? CE_EMPTY_DROP : p.empty;
        }
        if (round % 10 == 7) { /* rows, of few features: they are in a tree */
            p.n = 4000 + ce_random_below(rng, 1000);
            p.d = 1 + ce_random_below(rng, 3);
        }
        if (round % 20 == 2) { /* many features: rows have short forms */
            p.n = 1100 + ce_random_below(rng, 100);
            p.d = 129 + ce_random_below(rng, 8);
            p.iterations = 1 + ce_random_below(rng, 12);
        }
        /* by turns bounds for every centre and for groups of them */
        p.bound_bytes = (many || screened ? round / 10 : round) % 2
                            ? p.n * sizeof(float) * (4 + ce_random_below(rng, 14))
                            : 0;
        p.x = malloc(p.n * p.d * sizeof *p.x);
        p.weight = ce_random_below(rng, 3) ? NULL : malloc(p.n * sizeof *p.weight);
        for (int kind = 0; kind < KINDS; kind++) {
            ce_matrix x = {p.n, p.d, p.x};
            ce_kmeans_data *data = NULL;
            p.k = 1;
            p.start = malloc(p.n * p.d * sizeof *p.start);
            fill(&p, rng, kind);
            if (!ce_kmeans_prepare(&data, &x, NULL, &err)) {
                size_t most = ce_kmeans_distinct(data);
                p.k = 1 + ce_random_below(rng, most < 40 ? most : 40);
                if (few && most > 24)
                    p.k = 12 + ce_random_below(rng, 6);
                if (screened && most > 40)
                    p.k = 16 + ce_random_below(rng, 16);
                if (many && most > 256)
                    p.k = most - ce_random_below(rng, most - 255);
                if (p.d > 128 && most > 700)
                    p.k = (kind % 2 ? 64 : 600) + ce_random_below(rng, 100);
                if (p.n > 3000 && most > 16)
                    p.k = 1 + ce_random_below(rng, 12);
            }
            ce_kmeans_data_free(data);
            for (size_t j = 0; j < p.k; j++)
                for (size_t s = 0; s < p.d; s++)
                    p.start[j * p.d + s] =
                        p.x[ce_random_below(rng, p.n) * p.d + s] * (j % 5 == 4 ? 3 : 1);
            if (alone)
                failed |= run_alone(&p, 1 + (int)(round % 4 / 2) * 2);
            else
                failed |= compare("kmeans", &p, 1 + (int)(round % 4 / 2) * 2);
            runs++;
            free(p.start);
        }
        free(p.x);
        free(p.weight);
    }
    for (int turn = 0; rng && turn < 4 * KINDS && !failed; turn++)
        if (turn % KINDS != TINY) /* where all squares are 0 other rules decide */
            failed |= compare_farthest(rng, turn % KINDS, 511 + (size_t)(turn / KINDS),
                                       1 + turn / KINDS / 2);
    /* in three blocks of rows, and in one, where squared distances are below 1 */
    failed = failed || (!alone && compare_plusplus(rng, (const size_t[]){100, 600, 1090}, 10));
    failed = failed || (!alone && compare_plusplus(rng, (const size_t[]){100, 107, 320}, .1));
    for (int kind = 0; rng && kind < KINDS && !alone; kind++) {
        static const size_t d[] = {1, 2, 3, 5, 12}, k[] = {1, 2, 3, 7, 17, 60};
        for (size_t c = 0; c < 30 && !failed; c++)
            failed = compare_assigned(rng, kind, d[c % 5], k[c / 5], 1 + (int)(c % 2));
    }
    failed = failed || compare_moves(rng, (problem){.n = 300, .d = 9, .k = 12, .flat = 1}, 3);
    failed = failed || compare_moves(rng, (problem){.n = 6000, .d = 2, .k = 6}, alone ? 5 : 200);
    /* sketches, with few rows to a cluster and with many */
    failed = failed || compare_moves(rng, (problem){.n = 2000, .d = 96, .k = 250}, alone ? 2 : 30);
    failed = failed || compare_moves(rng, (problem){.n = 1300, .d = 100, .k = 400, .equal = 1},
                                     alone ? 1 : 30);
    failed = failed || compare_moves(rng, (problem){.n = 12000, .d = 96, .k = 40}, alone ? 1 : 5);
    failed = failed ||
             compare_moves(rng, (problem){.n = 700, .d = 2, .k = 30, .equal = 1}, alone ? 3 : 30);
    failed = failed ||
             compare_moves(rng, (problem){.n = 700, .d = 20, .k = 12, .equal = 1}, alone ? 3 : 30);
    gsl_rng_free(rng);
    if (alone)
        printf("%d runs%s\n", runs, failed ? "" : " by itself");
    else
        printf("%d runs%s\n", runs, failed ? "" : ": the same labels as the slow k-means");
    return failed;
}
