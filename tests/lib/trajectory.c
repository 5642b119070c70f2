/*
 * trajectory: probability trajectories against the O(T n^3) definition. One line a check; Bats
 * compares.
 *
 * - example: the values of the paper's Table III example, T = 1 2 3
 * - random N LINKS SEED: a random graph of N nodes with about LINKS links each, several T:
 *   matrix, norms and products
 * - shapes: isolated nodes, components, a chain, long walks, wrong use
 * - estimate: how far the estimated norms are from the exact ones, against what the header
 *   promises
 * - late N T K: points in the plane in two halves, N in all, labelled by 10 Voronoi partitions,
 *   and two alone: the late steps are taken together, and matrix and norms are those of all
 *   steps
 * - strips: strips of columns made orthonormal and taken out of another, one of them dependent
 * - order: nodes one after another, each by its links to the last of those before
 * - bits THREADS: numbers that may not depend on THREADS, as a checksum
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/labels.h"
#include "core/memory.h"
#include "core/microclusters.h"
#include "core/parallel.h"
#include "linalg/linalg.h"
#include "similarity/elite_graph.h"
#include "similarity/probability_trajectory.h"
#include "similarity/trajectory_tail.h"
#include "similarity/trajectory_walk.h"

static double noise(unsigned long *state)
{
    *state = *state * 6364136223846793005UL + 1442695040888963407UL;
    return (double)(*state >> 11) / 9007199254740992.0;
}

/* The graph with these weights (n x n, symmetric, zero diagonal) and sizes. */
static ce_elite_graph graph_of(const double *w, const double *size, size_t n)
{
    ce_elite_graph g = {.n = n, .elite = n};
    size_t entries = 0;

    for (size_t i = 0; i < n * n; i++)
        entries += w[i] > 0;
    g.size = ce_alloc(n, sizeof *g.size, NULL);
    g.degree = ce_calloc(n, sizeof *g.degree, NULL);
    g.transition = ce_alloc(entries, sizeof *g.transition, NULL);
    if (ce_similarity_alloc_sparse(&g.weight, n, entries, NULL) || !g.size || !g.degree ||
        !g.transition)
        exit(3);
    entries = 0;
    for (size_t i = 0; i < n; i++) {
        g.size[i] = size ? size[i] : 1;
        for (size_t j = 0; j < n; j++)
            g.degree[i] += w[i * n + j] * (size ? size[j] : 1);
        for (size_t j = 0; j < n; j++)
            if (w[i * n + j] > 0) {
                g.weight.values[entries] = w[i * n + j];
                g.weight.column[entries] = (int32_t)j;
                g.transition[entries++] = w[i * n + j] * (size ? size[j] : 1) / g.degree[i];
            }
        g.weight.row_start[i + 1] = entries;
    }
    return g;
}

/* Z = sum_t P^t (P^t)^T, as it is written. */
static double *definition(const ce_elite_graph *g, size_t steps)
{
    size_t n = g->n;
    double *p = calloc(3 * n * n, sizeof *p), *power = p + n * n, *next = power + n * n,
           *z = calloc(n * n, sizeof *z);

    for (size_t i = 0; i < n; i++) {
        power[i * n + i] = 1;
        for (size_t e = g->weight.row_start[i]; e < g->weight.row_start[i + 1]; e++)
            p[i * n + (size_t)g->weight.column[e]] = g->transition[e];
    }
    for (size_t t = 0; t < steps; t++) {
        memset(next, 0, n * n * sizeof *next);
        for (size_t i = 0; i < n; i++)
            for (size_t l = 0; l < n; l++)
                for (size_t j = 0; j < n && power[i * n + l] != 0; j++)
                    next[i * n + j] += power[i * n + l] * p[l * n + j];
        memcpy(power, next, n * n * sizeof *next);
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++)
                for (size_t l = 0; l < n; l++)
                    z[i * n + j] += power[i * n + l] * power[j * n + l];
    }
    free(p);
    return z;
}

/* Largest relative error of y = Z x for `columns` vectors; -1: the call failed. */
static double product_error(const ce_elite_graph *g, size_t steps, const double *z, size_t columns)
{
    size_t n = g->n;
    unsigned long state = 77 + columns;
    double *x = malloc(2 * n * columns * sizeof *x), *y = x + n * columns, worst = 0;
    ce_error err = {0};

    for (size_t i = 0; i < n * columns; i++)
        x[i] = noise(&state);
    if (ce_trajectory_product(g, steps, x, y, columns, &err))
        worst = -1;
    for (size_t i = 0; i < n && worst >= 0; i++)
        for (size_t c = 0; c < columns; c++) {
            double sum = 0;
            for (size_t j = 0; j < n; j++)
                sum += z[i * n + j] * x[j * columns + c];
            worst = fmax(worst,
                         sum > 0 ? fabs(y[i * columns + c] / sum - 1) : fabs(y[i * columns + c]));
        }
    free(x);
    return worst;
}

/* Matrix (absolute error), norms and products (relative) against the definition. */
static void compare(const char *name, const ce_elite_graph *g, size_t steps)
{
    static const size_t columns[] = {1, 2, 8, 9, 16, 21, 40};
    size_t n = g->n;
    double *z = definition(g, steps), *norm = calloc(n, sizeof *norm), matrix = 0, norms = 0,
           product = 0;
    ce_similarity pts = {0};
    ce_error err = {0};

    if (ce_probability_trajectories(g, steps, &pts, NULL, &err) ||
        ce_trajectory_norms(g, steps, 0, 1, norm, NULL, &err)) {
        printf("%s T=%zu: %s\n", name, steps, err.text);
        exit(3);
    }
    for (size_t i = 0; i < n; i++) {
        norms = fmax(norms, z[i * n + i] > 0 ? fabs(norm[i] / z[i * n + i] - 1) : fabs(norm[i]));
        for (size_t j = i; j < n; j++) {
            double both = sqrt(z[i * n + i] * z[j * n + j]),
                   value = ce_similarity_dense_get(&pts, i, j);
            matrix = fmax(matrix, fabs(value - (i == j ? 1 : both > 0 ? z[i * n + j] / both : 0)));
            if (!(value >= 0 && value <= 1))
                printf("%s: PTS(%zu, %zu) is %g\n", name, i, j, value);
        }
    }
    for (size_t c = 0; c < sizeof columns / sizeof *columns; c++) {
        double error = product_error(g, steps, z, columns[c]);
        product = error < 0 || product < 0 ? -1 : fmax(product, error);
    }
    printf("%s T=%zu: %s\n", name, steps,
           matrix < 1e-12 && norms < 1e-12 && product >= 0 && product < 1e-12 ? "ok" : "WRONG");
    if (getenv("TRAJECTORY_VERBOSE"))
        printf("  matrix %.1e norms %.1e product %.1e\n", matrix, norms, product);
    ce_similarity_free(&pts);
    free(norm);
    free(z);
}

/* Two labellings of 8 objects, microclusters of 3, 1, 2 and 2 objects in a chain [ptgp2016 Table
 * III]. */
static void example(void)
{
    const double w[16] = {0, .5, 0, 0, .5, 0, .5, 0, 0, .5, 0, .5, 0, 0, .5, 0},
                 size[4] = {3, 1, 2, 2};
    ce_elite_graph g = graph_of(w, size, 4);
    ce_error err = {0};

    for (size_t steps = 1; steps <= 3; steps++) {
        ce_similarity s = {0};
        if (ce_probability_trajectories(&g, steps, &s, NULL, &err))
            puts(err.text);
        printf("T=%zu:", steps);
        for (size_t i = 0; i < 4; i++)
            for (size_t j = i + 1; j < 4; j++)
                printf(" %.6f", ce_similarity_dense_get(&s, i, j));
        putchar('\n');
        ce_similarity_free(&s);
    }
    ce_elite_graph_free(&g);
}

/* Nodes of a few groups; links mostly inside, weights of tenths, so that ties abound. Node 3 is
 * isolated. */
static ce_elite_graph random_graph(size_t n, double links, unsigned long seed, int sized)
{
    double *w = calloc(n * n, sizeof *w), *size = malloc(n * sizeof *size);
    unsigned long state = seed * 2654435761UL + 1;
    ce_elite_graph g;

    for (size_t i = 0; i < n; i++) {
        size[i] = sized ? floor(1 + 200 * pow(noise(&state), 4)) : 1;
        for (size_t j = 0; j < i; j++) {
            double share = i % 5 == j % 5 ? 4 * links / (double)n : .25 * links / (double)n;
            if (noise(&state) < share && i != 3 && j != 3)
                w[i * n + j] = w[j * n + i] = (1 + floor(10 * noise(&state))) / 10;
        }
    }
    g = graph_of(w, size, n);
    free(w);
    free(size);
    return g;
}

static void check_random(size_t n, double links, unsigned long seed)
{
    static const size_t steps[] = {1, 2, 3, 7, 20, 200};
    char name[64];

    for (int sized = 0; sized < 2; sized++) {
        ce_elite_graph g = random_graph(n, links, seed, sized);
        snprintf(name, sizeof name, "n=%zu links=%g %s", n, links, sized ? "sizes" : "ones");
        for (size_t t = 0; t < sizeof steps / sizeof *steps; t++)
            if (n <= 150 || steps[t] <= 20)
                compare(name, &g, steps[t]);
        ce_elite_graph_free(&g);
    }
}

/* Node a linked to node b with weight w. */
static void link(double *w, size_t n, size_t a, size_t b, double weight)
{
    w[a * n + b] = w[b * n + a] = weight;
}

static void shapes(void)
{
    double w[121] = {0}, size[11] = {5, 1, 2, 8, 1, 1, 3, 1, 1, 4, 2}, z[11];
    ce_elite_graph g;
    ce_similarity s = {0};
    ce_error err = {0};

    g = graph_of(w, size, 1);
    compare("one node", &g, 3);
    ce_elite_graph_free(&g);
    g = graph_of(w, size, 11);
    compare("no links", &g, 3);
    ce_elite_graph_free(&g);
    link(w, 11, 0, 1, .3);
    g = graph_of(w, size, 2);
    ce_elite_graph_free(&g);
    /* a triangle with a tail, a pair, a chain of four, and node 10 by itself */
    link(w, 11, 0, 2, .7);
    link(w, 11, 1, 2, .7);
    link(w, 11, 2, 3, .1);
    link(w, 11, 4, 5, .2);
    link(w, 11, 6, 7, .5);
    link(w, 11, 7, 8, .5);
    link(w, 11, 8, 9, .5);
    g = graph_of(w, size, 11);
    for (size_t t = 1; t < 400; t = 2 * t + 1)
        compare("components", &g, t);
    if (ce_probability_trajectories(&g, 7, &s, NULL, &err) ||
        ce_trajectory_norms(&g, 7, 0, 1, z, NULL, &err))
        puts(err.text);
    printf("neighbours in a chain %g %g, two steps apart %s, across components %g, alone %g %g, "
           "its norm %g\n",
           ce_similarity_dense_get(&s, 6, 7), ce_similarity_dense_get(&s, 4, 5),
           ce_similarity_dense_get(&s, 6, 8) > .5 ? "alike" : "not alike",
           ce_similarity_dense_get(&s, 0, 6), ce_similarity_dense_get(&s, 0, 10),
           ce_similarity_dense_get(&s, 10, 10), z[10]);
    printf("T=0: %d", ce_probability_trajectories(&g, 0, &s, NULL, &err));
    printf(" %d %d %s\n", ce_trajectory_norms(&g, 0, 0, 1, z, NULL, &err),
           ce_trajectory_product(&g, 0, z, size, 1, &err), err.text);
    ce_similarity_free(&s);
    ce_elite_graph_free(&g);
}

/* Relative error of the estimate: its mean square is near 2 / projections at most, and another seed
 * gives another. */
static void estimate(void)
{
    ce_elite_graph g = random_graph(600, 20, 5, 1);
    double exact[600], z[600], again[600];
    ce_error err = {0};

    if (ce_trajectory_norms(&g, 9, 0, 1, exact, NULL, &err))
        puts(err.text);
    for (size_t projections = 20; projections <= 1280; projections *= 8) {
        double square = 0;
        size_t differ = 0;
        if (ce_trajectory_norms(&g, 9, projections, 1, z, NULL, &err) ||
            ce_trajectory_norms(&g, 9, projections, 2, again, NULL, &err))
            puts(err.text);
        for (size_t i = 0; i < 600; i++) {
            square += exact[i] > 0 ? (z[i] / exact[i] - 1) * (z[i] / exact[i] - 1) / 600 : z[i];
            differ += z[i] != again[i];
        }
        printf("%zu projections: %s\n", projections,
               square < 2.2 / (double)projections && square > .1 / (double)projections &&
                       differ > 590
                   ? "ok"
                   : "WRONG");
        if (getenv("TRAJECTORY_VERBOSE"))
            printf("  error %.4f, promised %.4f\n", sqrt(square), sqrt(2 / (double)projections));
    }
    ce_elite_graph_free(&g);
}

/* y = P x for a full n x n matrix, by rows of the graph. */
__attribute__((optimize("O3"))) static void times(const ce_elite_graph *g, const double *restrict x,
                                                  double *restrict y)
{
    size_t n = g->n;

    memset(y, 0, n * n * sizeof *y);
    for (size_t i = 0; i < n; i++)
        for (size_t e = g->weight.row_start[i]; e < g->weight.row_start[i + 1]; e++) {
            const double *row = x + (size_t)g->weight.column[e] * n;
            for (size_t j = 0; j < n; j++)
                y[i * n + j] += g->transition[e] * row[j];
        }
}

static void transpose(double *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++) {
            double swap = x[i * n + j];
            x[i * n + j] = x[j * n + i];
            x[j * n + i] = swap;
        }
}

/* Z by G <- P (I + G) P^T, T times. */
static double *recursion(const ce_elite_graph *g, size_t steps)
{
    size_t n = g->n;
    double *z = calloc(n * n, sizeof *z), *next = malloc(n * n * sizeof *next);

    for (size_t t = 0; t < steps; t++) {
        for (size_t i = 0; i < n; i++)
            z[i * n + i] += 1;
        times(g, z, next);
        transpose(next, n);
        times(g, next, z);
    }
    free(next);
    return z;
}

/* Two squares of points, each with its own 10 Voronoi partitions, and two objects that share no
 * cluster with anybody. */
static ce_elite_graph points_graph(size_t n, size_t elite, unsigned long seed)
{
    ce_labels labels = {0};
    ce_microclusters micro = {0};
    ce_elite_graph g = {0};
    ce_error err = {0};
    unsigned long state = seed;
    double *at = malloc(2 * n * sizeof *at), centre[2][40][2];

    for (size_t i = 0; i < 2 * n; i++)
        at[i] = noise(&state);
    if (ce_labels_alloc(&labels, n, 10, &err))
        exit(3);
    for (size_t q = 0; q < 10; q++) {
        size_t k = 5 + (size_t)(35 * noise(&state));
        int32_t *column = ce_labels_column(&labels, q);
        for (size_t c = 0; c < 2 * k; c++)
            for (size_t s = 0; s < 2; s++)
                centre[c % 2][c / 2][s] = noise(&state);
        for (size_t i = 0; i < n; i++) {
            size_t best = 0, half = i % 3 == 0;
            double least = 9;
            for (size_t c = 0; c < k; c++) {
                double d =
                    hypot(at[2 * i] - centre[half][c][0], at[2 * i + 1] - centre[half][c][1]);
                if (d < least) {
                    least = d;
                    best = c;
                }
            }
            column[i] = i < 2 ? 100 + (int32_t)i : (int32_t)(half * k + best);
        }
        if (ce_labels_renumber(column, n, labels.k + q, &err))
            exit(3);
    }
    if (ce_microclusters_build(&micro, &labels, NULL, &err) ||
        ce_elite_graph_build(&g, &micro.rows, micro.size,
                             elite ? elite : ce_elite_default(micro.count, 0), &err)) {
        puts(err.text);
        exit(3);
    }
    ce_microclusters_free(&micro);
    ce_labels_free(&labels);
    free(at);
    return g;
}

static void late(size_t objects, size_t steps, size_t elite)
{
    ce_elite_graph g = points_graph(objects, elite, 11);
    size_t n = g.n, wrong_zeros = 0, isolated = 0;
    double *z = recursion(&g, steps), *norm = malloc(n * sizeof *norm), matrix = 0, norms = 0;
    ce_walk walk = {0};
    ce_tail tail = {0};
    ce_similarity pts = {0};
    ce_error err = {0};

    if (ce_walk_of_graph(&walk, &g, 1, &err) || ce_tail_build(&tail, &walk, steps, NULL, &err) ||
        ce_probability_trajectories(&g, steps, &pts, NULL, &err) ||
        ce_trajectory_norms(&g, steps, 0, 1, norm, NULL, &err))
        puts(err.text);
    for (size_t i = 0; i < n; i++) {
        isolated += !(g.degree[i] > 0);
        norms = fmax(norms, z[i * n + i] > 0 ? fabs(norm[i] / z[i * n + i] - 1) : fabs(norm[i]));
        for (size_t j = i + 1; j < n; j++) {
            double both = sqrt(z[i * n + i] * z[j * n + j]),
                   value = ce_similarity_dense_get(&pts, i, j);
            matrix = fmax(matrix, fabs(value - (both > 0 ? z[i * n + j] / both : 0)));
            wrong_zeros += tail.component &&
                           tail.component[walk.place[i]] != tail.component[walk.place[j]] &&
                           value != 0;
        }
    }
    printf("%s, %zu isolated, %zu pairs of two components not at 0: %s\n",
           tail.head < steps ? "late steps together" : "all steps one by one", isolated,
           wrong_zeros, matrix < 1e-12 && norms < 1e-12 ? "ok" : "WRONG");
    if (getenv("TRAJECTORY_VERBOSE"))
        printf("  n %zu, %.1f links a node, T %zu, head %zu rank %zu, matrix %.1e norms %.1e\n", n,
               (double)g.weight.row_start[n] / (double)n, steps, tail.head, tail.rank, matrix,
               norms);
    ce_tail_free(&tail);
    ce_walk_free(&walk);
    ce_similarity_free(&pts);
    ce_elite_graph_free(&g);
    free(norm);
    free(z);
}

static uint64_t checksum(const double *values, size_t count, uint64_t sum)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, values + i, sizeof bits);
        sum = (sum ^ bits) * 1099511628211UL;
    }
    return sum;
}

static void bits(int threads)
{
    ce_elite_graph many;
    uint64_t sum = 1469598103934665603UL;
    ce_error err = {0};

    ce_threads_set(threads);
    for (size_t n = 40; n <= 640; n *= 4) {
        ce_elite_graph g = random_graph(n, 12, n, 1);
        ce_similarity s = {0};
        double *x = malloc(37 * n * sizeof *x), *y = malloc(37 * n * sizeof *y);
        unsigned long state = 5;

        for (size_t i = 0; i < 37 * n; i++)
            x[i] = noise(&state) - .5;
        if (ce_probability_trajectories(&g, 11, &s, NULL, &err))
            puts(err.text);
        sum = checksum(s.values, n * (n + 1) / 2, sum);
        for (size_t columns = 1; columns <= 37; columns += 12) {
            if (ce_trajectory_product(&g, 11, x, y, columns, &err))
                puts(err.text);
            sum = checksum(y, n * columns, sum);
        }
        if (ce_trajectory_norms(&g, 11, 0, 1, y, NULL, &err))
            puts(err.text);
        sum = checksum(y, n, sum);
        if (ce_trajectory_norms(&g, 11, 37, 1, y, NULL, &err))
            puts(err.text);
        sum = checksum(y, n, sum);
        ce_similarity_free(&s);
        ce_elite_graph_free(&g);
        free(x);
        free(y);
    }
    many = points_graph(1000, 80, 3); /* with late steps together */
    {
        ce_similarity s = {0};
        double *z = malloc(many.n * sizeof *z);
        if (ce_probability_trajectories(&many, 30, &s, NULL, &err) ||
            ce_trajectory_norms(&many, 30, 0, 1, z, NULL, &err))
            puts(err.text);
        sum = checksum(z, many.n, checksum(s.values, many.n * (many.n + 1) / 2, sum));
        ce_similarity_free(&s);
        free(z);
    }
    ce_elite_graph_free(&many);
    printf("%016lx\n", (unsigned long)sum);
}

/* ---- strips ---- */

enum { STRIPS = 3, TALL = 1100 };

static double *column_of(double *q, size_t c)
{
    return q + c / CE_STRIP * TALL * CE_STRIP + c % CE_STRIP;
}

static double product(const double *x, const double *y)
{
    double sum = 0;

    for (size_t i = 0; i < TALL; i++)
        sum += x[i * CE_STRIP] * y[i * CE_STRIP];
    return sum;
}

/* |x - Q Q^T x| for a column x. */
static double off_the_span(double *q, const double *x)
{
    double *left = malloc(TALL * CE_STRIP * sizeof *left), square;

    for (size_t i = 0; i < TALL; i++)
        left[i * CE_STRIP] = x[i * CE_STRIP];
    for (size_t c = 0; c < STRIPS * CE_STRIP; c++) {
        double *column = column_of(q, c), along = product(x, column);
        for (size_t i = 0; i < TALL; i++)
            left[i * CE_STRIP] -= along * column[i * CE_STRIP];
    }
    square = product(left, left);
    free(left);
    return sqrt(square);
}

static void check_strips(void)
{
    static double q[STRIPS * TALL * CE_STRIP], was[STRIPS * TALL * CE_STRIP],
        transposed[STRIPS * TALL * CE_STRIP], strip[TALL * CE_STRIP], before[TALL * CE_STRIP],
        g[STRIPS * CE_STRIP * CE_STRIP];
    const size_t columns = STRIPS * CE_STRIP, dependent = 70;
    unsigned long state = 5;
    double turned = 0, lost = 0, kept = 0;
    ce_error err = {0};

    for (size_t e = 0; e < STRIPS * TALL * CE_STRIP; e++)
        q[e] = noise(&state) - .4;
    for (size_t c = 0; c < columns; c++) /* long columns and short ones */
        for (size_t i = 0; i < TALL; i++)
            column_of(q, c)[i * CE_STRIP] *= ldexp(1, -(int)(c % 20));
    for (size_t i = 0; i < TALL; i++)
        column_of(q, dependent)[i * CE_STRIP] =
            column_of(q, 3)[i * CE_STRIP] - 2 * column_of(q, 40)[i * CE_STRIP];
    memcpy(was, q, sizeof was);
    if (ce_strips_orthonormalise(q, transposed, TALL, STRIPS, &err))
        puts(err.text);
    for (size_t a = 0; a < columns; a++) {
        for (size_t b = 0; b <= a; b++)
            turned = fmax(turned, fabs(product(column_of(q, a), column_of(q, b)) -
                                       (a == b && a != dependent)));
        lost = fmax(lost, off_the_span(q, column_of(was, a)));
        for (size_t i = 0; i < TALL; i++)
            kept += column_of(q, a)[i * CE_STRIP] !=
                    transposed[a / CE_STRIP * TALL * CE_STRIP + a % CE_STRIP * TALL + i];
    }
    printf("orthonormal: %s, same span: %s, transposed: %s\n", turned < 1e-13 ? "ok" : "WRONG",
           lost < 1e-12 ? "ok" : "WRONG", kept > 0 ? "WRONG" : "ok");
    for (size_t e = 0; e < TALL * CE_STRIP; e++)
        before[e] = strip[e] = noise(&state);
    ce_strips_project_out(q, transposed, TALL, STRIPS, strip, g);
    turned = lost = 0;
    for (size_t c = 0; c < CE_STRIP; c++) {
        double left = product(strip + c, strip + c), length = product(before + c, before + c);
        for (size_t a = 0; a < columns; a++) {
            double along = product(before + c, column_of(q, a));
            turned = fmax(turned, fabs(product(strip + c, column_of(q, a))));
            length -= along * along;
        }
        lost = fmax(lost, fabs(left - length)); /* Pythagoras */
    }
    printf("taken out: %s, the rest left: %s\n", turned < 1e-12 ? "ok" : "WRONG",
           lost < 1e-10 ? "ok" : "WRONG");
}

/* The order of nodes from its description: a score fades by .97 at each step, below .05 it is 0,
 * and where no node has one the lowest is next. Some links are fainter than that. */
static void check_order(void)
{
    enum { NODES = 150 };
    static double w[NODES * NODES];
    unsigned long state = 3;

    for (int share = 1; share <= 16; share *= 4) { /* links of a node: few, more, many */
        double score[NODES] = {0};
        int32_t node[NODES];
        int placed[NODES] = {0}, wrong = 0, jumps = 0;
        ce_elite_graph g;

        memset(w, 0, sizeof w);
        for (size_t a = 0; a < NODES; a++)
            for (size_t b = 0; b < a; b++)
                if (noise(&state) * 100 < share)
                    link(w, NODES, a, b, noise(&state) * (noise(&state) < .4 ? .1 : 1));
        g = graph_of(w, NULL, NODES);
        if (ce_walk_order(&g.weight, node, NULL))
            exit(3);
        for (size_t t = 0; t < NODES; t++) {
            size_t next = NODES;
            for (size_t i = 0; i < NODES; i++) {
                score[i] *= .97;
                if (placed[i] || score[i] < .05)
                    score[i] = 0;
                if (score[i] > 0 && (next == NODES || score[i] > score[next]))
                    next = i;
            }
            jumps += next == NODES;
            if (next == NODES)
                next = 0;
            while (placed[next])
                next++;
            wrong += node[t] != (int32_t)next;
            placed[next] = 1;
            for (size_t i = 0; i < NODES; i++)
                score[i] += placed[i] ? 0 : w[next * NODES + i];
        }
        printf("order, %d %% of the links, %s: %d wrong\n", share,
               jumps > 1 ? "several begins" : "one begin", wrong);
        ce_elite_graph_free(&g);
    }
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "";

    ce_linalg_start();
    if (!strcmp(mode, "example"))
        example();
    else if (!strcmp(mode, "random") && argc == 5)
        check_random(strtoul(argv[2], NULL, 10), strtod(argv[3], NULL), strtoul(argv[4], NULL, 10));
    else if (!strcmp(mode, "shapes"))
        shapes();
    else if (!strcmp(mode, "estimate"))
        estimate();
    else if (!strcmp(mode, "late") && argc == 5)
        late(strtoul(argv[2], NULL, 10), strtoul(argv[3], NULL, 10), strtoul(argv[4], NULL, 10));
    else if (!strcmp(mode, "strips"))
        check_strips();
    else if (!strcmp(mode, "order"))
        check_order();
    else if (!strcmp(mode, "bits") && argc == 3)
        bits((int)strtol(argv[2], NULL, 10));
    else
        return 2;
    return 0;
}
