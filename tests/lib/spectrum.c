/* spectrum: eigenvectors that cuts into several numbers of parts share. One line a check; Bats
 * compares. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/biadjacency.h"
#include "partition/graph/spectrum.h"
#include "partition/graph/transfer_cut.h"

enum { N = 600, MOST = 8 };

static double noise(unsigned long *state)
{
    *state = *state * 6364136223846793005UL + 1442695040888963407UL;
    return (double)(*state >> 11) / 9007199254740992.0;
}

/* Weights of a graph of five loose groups of unequal sizes, and one vertex without an edge. */
static double weight[N][N];
static size_t products;

static void draw(void)
{
    unsigned long state = 21;

    for (size_t i = 0; i + 1 < N; i++)
        for (size_t j = i; j + 1 < N; j++) {
            double near = i * i / 72000 == j * j / 72000 ? .3 : .02;
            weight[i][j] = weight[j][i] = i == j || noise(&state) < near ? noise(&state) : 0;
        }
}

static void multiply(void *state, const double *x, double *y)
{
    (void)state;
    products++;
    for (size_t i = 0; i < N; i++) {
        y[i] = 0;
        for (size_t j = 0; j < N; j++)
            y[i] += weight[i][j] * x[j];
    }
}

/* The largest difference of k eigenvalues and eigenvectors, whose signs do not matter. */
static double difference(const double *a, const ce_matrix *v, const double *b, const ce_matrix *w,
                         size_t k)
{
    double most = 0;

    for (size_t c = 0; c < k; c++) {
        double same = 0;
        most = fmax(most, fabs(a[c] - b[c]));
        for (size_t i = 0; i < N; i++)
            same += v->values[i * k + c] * w->values[i * k + c];
        most = fmax(most, fabs(fabs(same) - 1));
    }
    return most;
}

/* k eigenvectors of a shared spectrum and of one of their own. */
static void compare(ce_spectrum *shared, size_t k)
{
    ce_spectrum own = {0};
    ce_matrix v = {0}, w = {0};
    double a[N], b[N];
    ce_error err = {0};
    size_t before = products, wanted, used;

    wanted = ce_spectrum_wanted(shared, k);
    if (ce_spectrum_eigenvectors(shared, k, CE_SOLVER_SPARSE, a, &v, &err))
        puts(err.text);
    used = products - before;
    if (ce_laplacian_build_operator(&own.graph, N, multiply, NULL, &err) ||
        ce_spectrum_eigenvectors(&own, k, CE_SOLVER_SPARSE, b, &w, &err))
        puts(err.text);
    printf("k = %zu: %zu wanted, %s, %s, own keeps %zu\n", k, wanted,
           used ? "products" : "no product", difference(a, &v, b, &w, k) < 1e-8 ? "same" : "OTHER",
           own.kept);
    ce_matrix_free(&v);
    ce_matrix_free(&w);
    ce_spectrum_free(&own);
}

/* A transfer cut that is told of a spectrum forms its matrix once. */
static void check_cut(void)
{
    ce_biadjacency b = {0};
    ce_error err = {0};
    ce_spectrum shared = {.most = 6};
    unsigned long state = 5;

    if (ce_biadjacency_alloc_dense(&b, N, 40, "", "", &err))
        puts(err.text);
    for (size_t i = 0; i < N; i++)
        for (size_t j = 0; j < 40; j++)
            b.values[i * 40 + j] = noise(&state) < (i % 6 == j % 6 ? .8 : .1) ? noise(&state) : 0;
    for (size_t k = 2; k <= 6; k += 2) {
        ce_transfer_options how = {.k = k, .seed = 4};
        ce_partition p = {0}, q = {0};
        size_t other = 0;
        if (ce_transfer_cut(&b, NULL, &how, &p, &err))
            puts(err.text);
        how.spectrum = &shared;
        if (ce_transfer_cut(&b, NULL, &how, &q, &err))
            puts(err.text);
        for (size_t i = 0; i < N; i++)
            other += p.labels[i] != q.labels[i];
        printf("cut k = %zu: %zu other, %zu kept\n", k, other, shared.kept);
        ce_partition_free(&p);
        ce_partition_free(&q);
    }
    ce_spectrum_free(&shared);
    ce_biadjacency_free(&b);
}

int main(void)
{
    static const size_t k[] = {3, 2, 8, 5, 11, 4};
    ce_spectrum shared = {.most = MOST};
    ce_error err = {0};

    draw();
    if (ce_laplacian_build_operator(&shared.graph, N, multiply, NULL, &err))
        puts(err.text);
    for (size_t c = 0; c < sizeof k / sizeof *k; c++)
        compare(&shared, k[c]);
    shared.most = 2 * N;
    printf("of %d vertices: %zu wanted\n", N, ce_spectrum_wanted(&shared, 12));
    ce_spectrum_free(&shared);
    check_cut();
    return 0;
}
