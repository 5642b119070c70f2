/* weighted: memberships, the row source, and what runs on it, by what must hold. One line a check;
 * Bats compares. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/membership_rows.h"
#include "core/microclusters.h"
#include "core/parallel.h"
#include "core/random.h"
#include "core/row_source.h"
#include "linalg/gram.h"
#include "partition/graph/bipartite.h"
#include "partition/graph/bipartite_refine.h"
#include "kmeans/coas_cut.h"
#include "kmeans/kmeans.h"
#include "kmeans/weighted_distance.h"
#include "partition/graph/spectral.h"

static double noise(unsigned long *state)
{
    *state = *state * 6364136223846793005UL + 1442695040888963407UL;
    return (double)(*state >> 11) / 9007199254740992.0;
}

static void must(int rc, const ce_error *err)
{
    if (rc) {
        printf("%s\n", err->text);
        exit(1);
    }
}

static int same(const ce_partition *a, const ce_partition *b)
{
    return a->n == b->n && a->k == b->k && !memcmp(a->labels, b->labels, a->n * sizeof *a->labels);
}

/* n objects, of class i mod 4; m clusterings of 3, 4, 5 ... 3 clusters. step > 0: probabilities in
 * such steps, so that rows repeat; 0: any; -1: 0 or 1. One clustering in 20 says nothing of an
 * object. */
static void make_membership(ce_membership *p, size_t n, size_t m, double step, unsigned long state)
{
    int32_t k[16];
    ce_error err = {0};

    for (size_t q = 0; q < m; q++)
        k[q] = 3 + (int32_t)(q % 3);
    must(ce_membership_alloc(p, n, m, k, &err), &err);
    for (size_t i = 0; i < n; i++)
        for (size_t q = 0; q < m; q++) {
            float *row = ce_membership_of(p, i, q);
            size_t own = (i % 4 + q) % (size_t)k[q], other = (size_t)(noise(&state) * k[q]);
            double share = step < 0 ? (noise(&state) < .8) : .35 + .6 * noise(&state);
            int silent = noise(&state) < .05;
            if (step > 0)
                share = floor(share / step) * step;
            for (int32_t l = 0; l < k[q]; l++)
                row[l] = 0;
            row[own] += (float)share;
            row[other] += (float)(1 - share);
            for (int32_t l = 0; l < k[q] && silent; l++)
                row[l] = NAN;
        }
}

static void source_of(const ce_membership *p, int trivial, int unit, ce_membership_rows *rows,
                      ce_row_source *source)
{
    ce_error err = {0};

    must(ce_membership_rows_build(rows, p, NULL, p->n, NULL, trivial, &err), &err);
    ce_row_source_membership(source, rows, unit);
}

/* The labels that 0/1 memberships are give the same rows, to the bit, and the same clusters. */
static void check_hard(void)
{
    ce_membership p = {0};
    ce_membership_rows rows = {0};
    ce_microclusters micro = {0};
    ce_row_source soft = {0}, hard = {0};
    ce_labels labels = {0};
    ce_error err = {0};
    size_t wrong = 0, column[2][64];
    double value[2][64];

    make_membership(&p, 900, 7, -1, 3);
    must(ce_membership_harden(&p, &labels, NULL, &err), &err);
    must(ce_microclusters_build(&micro, &labels, NULL, &err), &err);
    must(ce_row_source_labels(&hard, &micro, &err), &err);
    for (int unit = 0; unit < 2; unit++) {
        source_of(&p, 0, unit, &rows, &soft);
        wrong += soft.rows != hard.rows || soft.columns != hard.columns ||
                 soft.entries != hard.entries || soft.longest != hard.longest;
        wrong += memcmp(rows.of, micro.of, p.n * sizeof *micro.of) != 0;
        for (size_t i = 0; i < hard.rows && !wrong; i++) {
            size_t count = ce_row_source_row(&soft, i, column[0], value[0]);
            wrong += count != ce_row_source_row(&hard, i, column[1], value[1]) ||
                     soft.size[i] != hard.size[i];
            for (size_t e = 0; e < count && !wrong; e++)
                wrong += column[0][e] != column[1][e] || value[0][e] != value[1][e];
        }
    }
    printf("hard: %zu rows of %zu objects, %zu clusters, %s\n", hard.rows, p.n, hard.columns,
           wrong ? "WRONG" : "ok");
    ce_membership_free(&p);
    ce_membership_rows_free(&rows);
    ce_microclusters_free(&micro);
    ce_labels_free(&labels);
    ce_row_source_free(&hard);
}

/* Both ways to the sums of products, against the plain triple loop, on 1 and 4 threads. */
static void check_gram(double step, const char *name)
{
    ce_membership p = {0};
    ce_membership_rows rows = {0};
    ce_row_source source = {0};
    ce_similarity gram[2] = {{0}, {0}};
    ce_error err = {0};
    double *x, worst = 0;

    make_membership(&p, 2500, 9, step, 5);
    for (size_t e = 0; e < p.n * p.columns && step == 0; e++)
        p.values[e] += .01f; /* no entry is 0 */
    source_of(&p, 1, 1, &rows, &source);
    for (int t = 0; t < 2; t++) {
        ce_threads_set(t ? 4 : 1);
        must(ce_similarity_alloc_dense(&gram[t], source.columns, "gram", "less", &err), &err);
        must(ce_gram_add(&source, NULL, &gram[t], &err), &err);
    }
    x = calloc(source.rows * source.columns, sizeof *x);
    for (size_t i = 0; i < source.rows; i++) {
        size_t column[64], count;
        double value[64];
        count = ce_row_source_row(&source, i, column, value);
        for (size_t e = 0; e < count; e++)
            x[i * source.columns + column[e]] = value[e];
    }
    for (size_t a = 0; a < source.columns; a++)
        for (size_t b = a; b < source.columns; b++) {
            double sum = 0;
            for (size_t i = 0; i < source.rows; i++)
                sum += x[i * source.columns + a] * x[i * source.columns + b];
            worst = fmax(worst, fabs(sum - gram[0].values[ce_packed_index(source.columns, a, b)]) /
                                    (1 + sum));
        }
    printf("gram %s: %s of the entries above 0, sums %s, threads %s\n", name,
           source.entries > source.rows * source.columns / 2 ? "most" : "few",
           worst < 1e-12 ? "ok" : "WRONG",
           memcmp(gram[0].values, gram[1].values,
                  source.columns * (source.columns + 1) / 2 * sizeof(double))
               ? "WRONG"
               : "ok");
    free(x);
    ce_membership_free(&p);
    ce_membership_rows_free(&rows);
    ce_similarity_free(&gram[0]);
    ce_similarity_free(&gram[1]);
}

/* Equal memberships as one row with their number give what the objects give; threads change
 * nothing; the clusters' parts too. */
static void check_bipartite(int with_spectral, double step)
{
    ce_bipartite_options options = {
        .k = 4, .with_spectral = with_spectral, .cluster_weight = 1, .seed = 1};
    ce_membership p = {0};
    ce_membership_rows rows = {0}, objects = {0};
    ce_row_source few = {0}, all = {0};
    ce_partition a = {0}, b = {0}, c = {0};
    int32_t cluster[2][64];
    ce_error err = {0};
    size_t wrong = 0, differ = 0, parts = 0;

    make_membership(&p, 600, step > 0 ? 3 : 8, step, 7);
    source_of(&p, 0, 0, &rows, &few);
    source_of(&p, 1, 0, &objects, &all);
    ce_threads_set(1);
    must(ce_bipartite_cut(&few, &options, &a, cluster[0], &err), &err);
    must(ce_bipartite_cut(&all, &options, &b, cluster[1], &err), &err);
    ce_threads_set(4);
    must(ce_bipartite_cut(&all, &options, &c, NULL, &err), &err);
    for (size_t i = 0; i < p.n; i++) {
        wrong += b.labels[i] != (int32_t)(i % 4);
        differ += a.labels[rows.of[i]] != b.labels[i];
    }
    for (size_t l = 0; l < all.columns; l++)
        parts += cluster[0][l] == cluster[1][l] && cluster[1][l] >= 0;
    printf("bipartite %s, %zu rows of %zu: %zu wrong, %zu differ, %zu of %zu clusters agree, "
           "threads %s\n",
           with_spectral ? "spectral" : "metis", few.rows, all.rows, wrong, differ, parts,
           all.columns, same(&b, &c) ? "ok" : "WRONG");
    ce_membership_free(&p);
    ce_membership_rows_free(&rows);
    ce_membership_rows_free(&objects);
    ce_partition_free(&a);
    ce_partition_free(&b);
    ce_partition_free(&c);
}

/* Parts in which half of the objects are anywhere, and all clusters, are refined: the classes are
 * found, loads are even, what is kept is what the plain sum says, and threads change nothing. */
static void check_refine(double column_weight, double step, size_t m, int with_sizes)
{
    enum { N = 3000 };
    ce_membership p = {0};
    ce_membership_rows rows = {0};
    ce_row_source source = {0};
    ce_bipartite_quality quality = {0}, again = {0};
    ce_error err = {0};
    double *size = malloc(N * sizeof *size), load[4] = {0}, kept = 0, sum = 0, off = 0;
    int32_t *part, *threads;
    size_t total, wrong = 0;
    unsigned long state = 21;

    make_membership(&p, N, m, step, 13);
    for (size_t i = 0; i < N; i++)
        size[i] = with_sizes ? 1 + floor(4 * noise(&state)) : 1;
    must(ce_membership_rows_build(&rows, &p, NULL, N, size, 0, &err), &err);
    ce_row_source_membership(&source, &rows, 0);
    total = source.rows + source.columns;
    part = malloc(2 * total * sizeof *part);
    threads = part + total;
    for (size_t v = 0; v < total; v++)
        part[v] = threads[v] = (int32_t)(v < source.rows && noise(&state) < .5 ? rows.first[v] % 4
                                                                               : 4 * noise(&state));
    ce_threads_set(1);
    must(ce_bipartite_refine(&source, column_weight, 4, part, &quality, &err), &err);
    ce_threads_set(4);
    must(ce_bipartite_refine(&source, column_weight, 4, threads, &again, &err), &err);
    for (size_t i = 0; i < source.rows; i++) {
        size_t column[64], count;
        double value[64];
        count = ce_row_source_row(&source, i, column, value);
        for (size_t e = 0; e < count; e++)
            kept += part[source.rows + column[e]] == part[i] ? source.size[i] * value[e] : 0;
        load[part[i]] += source.size[i];
        wrong += part[i] != rows.first[i] % 4;
        sum += source.size[i];
    }
    for (size_t c = 0; c < source.columns; c++)
        load[part[source.rows + c]] += column_weight;
    sum += column_weight * (double)source.columns;
    for (size_t l = 0; l < 4; l++)
        off = fmax(off, fabs(load[l] - sum / 4));
    printf("refine, column weight %g%s: %zu of %zu wrong, loads %s, kept %s, threads %s\n",
           column_weight, with_sizes ? ", sizes" : "", wrong, source.rows,
           off <= sum / ((double)source.rows + (column_weight > 0 ? (double)source.columns : 0))
               ? "even"
               : "uneven",
           fabs(kept - quality.kept) < 1e-9 * kept ? "ok" : "WRONG",
           memcmp(part, threads, total * sizeof *part) || quality.kept != again.kept ? "WRONG"
                                                                                     : "ok");
    free(part);
    free(size);
    ce_membership_free(&p);
    ce_membership_rows_free(&rows);
}

/* T of all objects, plainly. */
static void write_out(const ce_row_source *source, const int32_t *of, size_t n, ce_matrix *t)
{
    double *x = calloc(source->rows * source->columns, sizeof *x);
    ce_error err = {0};

    must(ce_matrix_alloc(t, n, n, &err), &err);
    for (size_t i = 0; i < source->rows; i++) {
        size_t column[64], count;
        double value[64];
        count = ce_row_source_row(source, i, column, value);
        for (size_t e = 0; e < count; e++)
            x[i * source->columns + column[e]] = value[e];
    }
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            double sum = 0;
            for (size_t c = 0; c < source->columns; c++)
                sum +=
                    x[(size_t)of[i] * source->columns + c] * x[(size_t)of[j] * source->columns + c];
            t->values[i * n + j] = sum;
        }
    free(x);
}

/* k-means on the rows of T, written out for all objects, from the same random objects: the same
 * labels and inertia. */
static void check_coas(size_t n, size_t m, double step, int unit)
{
    ce_kmeans_options options = {.k = 5, .init = CE_INIT_RANDOM, .restarts = 3};
    ce_membership p = {0};
    ce_membership_rows rows = {0};
    ce_row_source source = {0};
    ce_matrix t = {0}, z = {0};
    ce_kmeans_data *data = NULL;
    ce_kmeans_result plain = {0}, ours = {0};
    ce_error err = {0};
    gsl_rng *rng = ce_random_alloc(4, CE_STREAM_CONSENSUS, 0, &err);
    size_t differ = 0;

    make_membership(&p, n, m, step, 9);
    source_of(&p, 0, unit, &rows, &source);
    write_out(&source, rows.of, n, &t);
    must(ce_kmeans_prepare(&data, &t, NULL, &err), &err);
    must(ce_kmeans(data, &options, rng, 1, &plain, &err), &err);
    ce_kmeans_data_free(data);
    must(ce_coas_data(&source, &z, &err), &err);
    must(ce_kmeans_prepare(&data, &z, source.size, &err), &err);
    ce_random_set(rng, 4, CE_STREAM_CONSENSUS, 0);
    must(ce_kmeans(data, &options, rng, 1, &ours, &err), &err);
    for (size_t i = 0; i < n; i++)
        differ += plain.labels[i] != ours.labels[rows.of[i]];
    printf("coas: %zu rows of %zu objects, %zu clusters, %zu features: %zu labels differ, inertia "
           "%s, iterations %s\n",
           source.rows, n, source.columns, z.columns, differ,
           fabs(plain.inertia - ours.inertia) < 1e-9 * plain.inertia ? "ok" : "WRONG",
           plain.iterations == ours.iterations ? "ok" : "WRONG");
    gsl_rng_free(rng);
    ce_kmeans_data_free(data);
    ce_kmeans_free(&plain);
    ce_kmeans_free(&ours);
    ce_matrix_free(&t);
    ce_matrix_free(&z);
    ce_membership_free(&p);
    ce_membership_rows_free(&rows);
}

/* The same entries, without the zeros. */
static void make_sparse(const ce_biadjacency *dense, ce_biadjacency *sparse)
{
    size_t entries = 0;
    ce_error err = {0};

    must(ce_biadjacency_alloc_sparse(sparse, dense->rows, dense->columns,
                                     dense->rows * dense->columns, &err),
         &err);
    for (size_t i = 0; i < dense->rows; i++) {
        for (size_t c = 0; c < dense->columns; c++)
            if (dense->values[i * dense->columns + c] != 0) {
                sparse->column[entries] = (int32_t)c;
                sparse->values[entries++] = dense->values[i * dense->columns + c];
            }
        sparse->row_start[i + 1] = entries;
    }
}

/* U U^T as a matrix and as a factor, dense and sparse: the same clusters. groups: blocks of columns
 * that only their own rows use, so many components. */
static void check_factor(size_t n, size_t groups, size_t k, int with_size, int alone,
                         ce_solver solver)
{
    enum { EACH = 6 };
    ce_spectral_options options = {.k = k, .solver = solver, .seed = 1};
    size_t d = groups * EACH + 2;
    ce_biadjacency u = {0}, sparse = {0};
    ce_similarity a = {0};
    ce_partition plain = {0}, ours = {0}, third = {0};
    ce_error err = {0}, other = {0}, last = {0};
    double *size = malloc(n * sizeof *size);
    unsigned long state = 11;
    int rc[3];

    must(ce_biadjacency_alloc_dense(&u, n, d, "u", "less", &err), &err);
    for (size_t i = 0; i < n; i++) {
        size[i] = 1 + floor(3 * noise(&state));
        for (size_t c = 0; c < EACH; c++)
            u.values[i * d + i % groups * EACH + c] =
                (c == i / groups % 3 ? 2 : .2) * noise(&state);
    }
    for (size_t v = 0; v < 2 && alone; v++) { /* one of a single object, one of two */
        memset(u.values + (10 + v) * d, 0, d * sizeof *u.values);
        u.values[(10 + v) * d + d - 1 - v] = 1;
        size[10 + v] = (double)(1 + v);
    }
    must(ce_similarity_alloc_dense(&a, n, "a", "less", &err), &err);
    for (size_t i = 0; i < n; i++)
        for (size_t j = i; j < n; j++)
            for (size_t c = 0; c < d; c++)
                a.values[ce_packed_index(n, i, j)] += u.values[i * d + c] * u.values[j * d + c];
    rc[0] = ce_spectral(&a, with_size ? size : NULL, &options, &plain, &err);
    options.solver = CE_SOLVER_AUTO;
    rc[1] = ce_spectral_factor(&u, with_size ? size : NULL, &options, &ours, &other);
    make_sparse(&u, &sparse);
    rc[2] = ce_spectral_factor(&sparse, with_size ? size : NULL, &options, &third, &last);
    printf("factor: %zu rows, %zu groups, k=%zu%s%s: %s\n", n, groups, k,
           with_size ? ", sizes" : "", alone ? ", two alone" : "",
           rc[0] || rc[1] || rc[2]
               ? (strcmp(err.text, other.text) || strcmp(err.text, last.text) ? "WRONG" : err.text)
           : same(&plain, &ours) && same(&plain, &third) ? "ok"
                                                         : "WRONG");
    free(size);
    ce_biadjacency_free(&u);
    ce_biadjacency_free(&sparse);
    ce_similarity_free(&a);
    ce_partition_free(&plain);
    ce_partition_free(&ours);
    ce_partition_free(&third);
}

static void check_factors(void)
{
    ce_biadjacency u = {0};
    ce_partition p = {0};
    ce_spectral_options options = {.k = 2};
    ce_error err = {0}, above = {0}, below = {0};

    check_factor(700, 1, 3, 0, 0, CE_SOLVER_DENSE);
    check_factor(700, 1, 3, 1, 1, CE_SOLVER_DENSE);
    check_factor(700, 3, 5, 1, 0, CE_SOLVER_SPARSE);
    check_factor(700, 4, 4, 0, 1, CE_SOLVER_AUTO);
    check_factor(700, 6, 3, 1, 1, CE_SOLVER_AUTO);
    check_factor(60, 2, 40, 1, 0, CE_SOLVER_AUTO);
    must(ce_biadjacency_alloc_dense(&u, 3, 2, "u", "less", &err), &err);
    memcpy(u.values, (const double[]){1, 0, 0, 1, 0, 0}, 6 * sizeof(double));
    if (ce_spectral_factor(&u, NULL, &options, &p, &err))
        printf("factor, nothing shared: %s\n", err.text);
    options.k = 4;
    if (ce_spectral_factor(&u, NULL, &options, &p, &above))
        printf("factor, k > n: %s\n", above.text);
    u.values[1] = -1;
    options.k = 2;
    if (ce_spectral_factor(&u, NULL, &options, &p, &below))
        printf("factor, negative: %s\n", below.text);
    ce_biadjacency_free(&u);
    ce_partition_free(&p);
}

/* Weighted distances of so many rows that several threads have blocks of them at once. */
static void check_distances(void)
{
    enum { ROWS = 60001, FEATURES = 11, CENTRES = 3 };
    static double centre[CENTRES * FEATURES], weight[CENTRES * FEATURES];
    double *distance = malloc((size_t)ROWS * CENTRES * sizeof *distance);
    unsigned long state = 21;
    size_t wrong = 0;
    ce_matrix x = {0};
    ce_error err = {0};

    must(ce_matrix_alloc(&x, ROWS, FEATURES, &err), &err);
    for (size_t e = 0; e < (size_t)ROWS * FEATURES; e++)
        x.values[e] = noise(&state);
    for (size_t e = 0; e < CENTRES * FEATURES; e++) {
        centre[e] = noise(&state);
        weight[e] = noise(&state);
    }
    ce_threads_set(4);
    must(ce_weighted_distances(&x, centre, weight, CENTRES, distance, &err), &err);
    for (size_t i = 0; i < ROWS; i++)
        for (size_t j = 0; j < CENTRES; j++) {
            double sum = 0;
            for (size_t s = 0; s < FEATURES; s++) {
                double step = x.values[i * FEATURES + s] - centre[j * FEATURES + s];
                sum += weight[j * FEATURES + s] * step * step;
            }
            wrong += !(fabs(distance[i * CENTRES + j] - sqrt(sum)) <= 1e-14 * sqrt(sum));
        }
    printf("distances: %zu of %d wrong\n", wrong, ROWS * CENTRES);
    ce_matrix_free(&x);
    free(distance);
}

int main(void)
{
    check_hard();
    check_gram(.1, "sparse");
    check_gram(0, "dense");
    for (int spectral = 0; spectral < 2; spectral++) {
        check_bipartite(spectral, 0);
        check_bipartite(spectral, .3);
    }
    check_refine(1, 0, 8, 0);
    check_refine(0, 0, 8, 0);
    check_refine(1, .2, 6, 1);
    check_coas(400, 3, .3, 0);
    check_coas(400, 3, .3, 1);
    check_coas(300, 5, 0, 1);
    check_coas(200, 2, -1, 0);
    check_coas(30, 9, 0, 1);
    check_coas(16, 3, -1, 0);
    check_factors();
    check_distances();
    return 0;
}
