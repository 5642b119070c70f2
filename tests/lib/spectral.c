/* spectral: spectral clustering and HBGF by what must hold. One line a check; Bats compares. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/microclusters.h"
#include "core/parallel.h"
#include "partition/graph/bipartite.h"
#include "partition/graph/affinity.h"
#include "partition/graph/laplacian.h"
#include "partition/graph/graph_cut.h"
#include "partition/graph/merge_identical.h"
#include "partition/graph/spectral.h"

static double noise(unsigned long *state)
{
    *state = *state * 6364136223846793005UL + 1442695040888963407UL;
    return (double)(*state >> 11) / 9007199254740992.0;
}

static void print_labels(const char *name, int rc, const ce_partition *p, const ce_error *err)
{
    printf("%s:", name);
    if (rc)
        printf(" %s", err->text);
    for (size_t i = 0; i < p->n && !rc; i++)
        printf(" %d", p->labels[i] + 1);
    putchar('\n');
}

static int same(const ce_partition *a, const ce_partition *b)
{
    return a->n == b->n && a->k == b->k && !memcmp(a->labels, b->labels, a->n * sizeof *a->labels);
}

/* Points on two rings, radius 1 and 3, by turns. */
static void rings(double *x, size_t n)
{
    unsigned long state = 2;

    for (size_t i = 0; i < n; i++) {
        double angle = 2 * M_PI * noise(&state), radius = (i % 2 ? 3 : 1) + .2 * noise(&state);
        x[2 * i] = radius * cos(angle);
        x[2 * i + 1] = radius * sin(angle);
    }
}

/* Every form and solver gives the two rings. */
static void check_rings(void)
{
    enum { N = 700 };
    double *x = malloc(2 * N * sizeof *x);
    const double sigma[] = {.2, .2, 0, 0};
    const size_t neighbours[] = {0, 12, 0, 12};

    rings(x, N);
    for (int f = 0; f < 4; f++)
        for (int solver = CE_SOLVER_DENSE; solver <= CE_SOLVER_SPARSE; solver++) {
            ce_similarity a = {0};
            ce_partition p = {0};
            ce_error err = {0};
            size_t wrong = 0;
            if (ce_affinity_gaussian(x, N, 2, sigma[f], neighbours[f], &a, &err) ||
                ce_spectral(&a, NULL, &(ce_spectral_options){.k = 2, .solver = solver, .seed = 1},
                            &p, &err))
                puts(err.text);
            for (size_t i = 0; i < p.n; i++)
                wrong += (size_t)p.labels[i] != i % 2;
            printf("rings sigma=%g neighbours=%zu %s: %zu of %zu wrong\n", sigma[f], neighbours[f],
                   solver == CE_SOLVER_DENSE ? "dense" : "sparse", wrong, p.n);
            ce_similarity_free(&a);
            ce_partition_free(&p);
        }
    free(x);
}

/* A random affinity with weak groups, in packed and in compressed form, by both solvers, on 1 and 4
 * threads. */
static void check_solvers(void)
{
    enum { N = 240, K = 4 };
    ce_similarity dense = {0}, sparse = {0};
    ce_partition p[4] = {{0}};
    ce_error err = {0};
    unsigned long state = 77;
    size_t e = 0;

    if (ce_similarity_alloc_dense(&dense, N, "", "", &err) ||
        ce_similarity_alloc_sparse(&sparse, N, N * N, &err))
        return;
    for (size_t i = 0; i < N; i++)
        for (size_t j = i; j < N; j++)
            dense.values[ce_packed_index(N, i, j)] =
                noise(&state) < (i % K == j % K ? .4 : .1) ? noise(&state) : 0;
    for (size_t i = 0; i < N; i++) {
        for (size_t j = 0; j < N; j++)
            if (ce_similarity_get(&dense, i, j) > 0) {
                sparse.column[e] = (int32_t)j;
                sparse.values[e++] = ce_similarity_get(&dense, i, j);
            }
        sparse.row_start[i + 1] = e;
    }
    for (int f = 0; f < 4; f++) {
        ce_threads_set(f % 2 ? 4 : 1);
        if (ce_spectral(f / 2 ? &sparse : &dense, NULL,
                        &(ce_spectral_options){.k = K,
                                               .solver = f % 2 ? CE_SOLVER_SPARSE : CE_SOLVER_DENSE,
                                               .seed = 3},
                        &p[f], &err))
            puts(err.text);
    }
    printf("solvers: k=%d, %s\n", p[0].k,
           same(&p[0], &p[1]) && same(&p[0], &p[2]) && same(&p[0], &p[3]) ? "ok" : "WRONG");
    for (int f = 0; f < 4; f++)
        ce_partition_free(&p[f]);
    ce_similarity_free(&dense);
    ce_similarity_free(&sparse);
}

static void from_rows(ce_similarity *s, size_t n, const double *full)
{
    ce_error err = {0};

    if (ce_similarity_alloc_dense(s, n, "", "", &err))
        exit(1);
    for (size_t i = 0; i < n; i++)
        for (size_t j = i; j < n; j++)
            s->values[ce_packed_index(n, i, j)] = full[i * n + j];
}

static void check_awkward(void)
{
    static const double components[] = {
        1, 0, 0, .5, 0,  0, /* {1 4} {2 5} {3} {6}: 3 and 6 are isolated */
        0, 1, 0, 0,  .9, 0, 0, 0, 1, 0, 0, 0, .5, 0, 0,
        1, 0, 0, 0,  .9, 0, 0, 1, 0, 0, 0, 0, 0,  0, 1};
    static const double triple[] = {1,  .1, 0, 0, 0, 0, 0,  .1, 1,  0, 0, 0, 0, 0,  0,  0, 1,
                                    .2, .2, 0, 0, 0, 0, .2, 1,  .2, 0, 0, 0, 0, .2, .2, 1, 0,
                                    0,  0,  0, 0, 0, 0, 1,  .3, 0,  0, 0, 0, 0, .3, 1};
    static const double negative[] = {1, .5, -.25, .5, 1, .5, -.25, .5, 1};
    static const struct {
        const char *name;
        const double *full;
        size_t n, k;
    } cases[] = {{"disconnected k=2", components, 6, 2},
                 {"disconnected k=3", triple, 7, 3},
                 {"more components", triple, 7, 2},
                 {"isolated k=1", components, 6, 1},
                 {"negative", negative, 3, 2},
                 {"k > n", negative, 3, 4},
                 {"k = 0", negative, 3, 0},
                 {"one object", negative, 1, 1}};

    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
        for (int solver = CE_SOLVER_DENSE; solver <= CE_SOLVER_SPARSE; solver++) {
            ce_similarity s = {0};
            ce_partition p = {0};
            ce_error err = {0};
            int rc;
            from_rows(&s, cases[c].n, cases[c].full);
            rc = ce_spectral(&s, NULL,
                             &(ce_spectral_options){.k = cases[c].k, .solver = solver, .seed = 1},
                             &p, &err);
            print_labels(cases[c].name, rc, &p, &err);
            ce_similarity_free(&s);
            ce_partition_free(&p);
        }
}

/* A path whose N vertices are M twins each. Its normalised affinity has the eigenvalues
 * cos(pi j / (N - 1)), and sqrt(degree) cos(pi j i / (N - 1)) are the eigenvectors: they lie so
 * close together that the inverse finds them. */
static void check_inverse(void)
{
    enum { N = 300, M = 20, K = 3 };
    ce_similarity a = {0};
    ce_laplacian l = {0};
    ce_matrix rows = {0};
    ce_error err = {0};
    double values[K], worst_value = 0, worst = 0;
    size_t e = 0;

    if (ce_similarity_alloc_sparse(&a, N * M, 2 * (N - 1) * M * M, &err))
        exit(1);
    for (size_t i = 0; i < N * M; i++) {
        for (size_t j = i / M ? (i / M - 1) * M : M; j < N * M && j < (i / M + 2) * M; j++) {
            if (j / M == i / M)
                continue;
            a.column[e] = (int32_t)j;
            a.values[e++] = 1;
        }
        a.row_start[i + 1] = e;
    }
    if (ce_laplacian_build(&l, &a, NULL, 0, &err) ||
        ce_laplacian_eigenvectors(&l, K, CE_SOLVER_AUTO, values, &rows, &err))
        puts(err.text);
    for (size_t c = 0; c < K; c++) {
        double length = 0, sign;
        worst_value = fmax(worst_value, fabs(values[c] - cos(M_PI * (double)c / (N - 1))));
        for (size_t i = 0; i < N * M; i++)
            length += l.degree[i] * pow(cos(M_PI * (double)(c * (i / M)) / (N - 1)), 2);
        sign = rows.values[c] > 0 ? 1 : -1; /* the cosine of the first vertex is 1 */
        for (size_t i = 0; i < N * M; i++)
            worst = fmax(worst, fabs(sign * rows.values[i * K + c] -
                                     sqrt(l.degree[i] / length) *
                                         cos(M_PI * (double)(c * (i / M)) / (N - 1))));
    }
    printf("path of twins: %s, values %s, vectors %s\n",
           l.solved == CE_SOLVED_FACTOR ? "factor" : "no factor",
           worst_value < 1e-10 ? "ok" : "WRONG", worst < 1e-7 ? "ok" : "WRONG");
    ce_similarity_free(&a);
    ce_laplacian_free(&l);
    ce_matrix_free(&rows);
}

/* Objects that are alike, as rows of their own and as one row with a size: the same clusters. */
static void check_sizes(ce_solver solver, const char *name)
{
    enum { G = 40, K = 3 };
    double size[G];
    int32_t of[G * 5];
    ce_similarity small = {0}, large = {0};
    ce_partition p = {0}, expanded = {0}, q = {0};
    ce_error err = {0};
    unsigned long state = 41;
    size_t n = 0;

    if (ce_similarity_alloc_dense(&small, G, "", "", &err))
        return;
    for (size_t g = 0; g < G; g++) {
        size[g] = 1 + (double)(size_t)(5 * noise(&state));
        for (size_t c = 0; c < (size_t)size[g]; c++)
            of[n++] = (int32_t)g;
        for (size_t h = g; h < G; h++)
            small.values[ce_packed_index(G, g, h)] =
                g == h ? 1 : noise(&state) * (g % K == h % K ? .9 : .2);
    }
    if (ce_similarity_alloc_dense(&large, n, "", "", &err))
        return;
    for (size_t i = 0; i < n; i++)
        for (size_t j = i; j < n; j++)
            large.values[ce_packed_index(n, i, j)] =
                ce_similarity_get(&small, (size_t)of[i], (size_t)of[j]);
    ce_spectral_options options = {.k = K, .solver = solver, .seed = 1};
    if (ce_spectral(&small, size, &options, &p, &err) ||
        ce_partition_expand(&p, of, n, &expanded, &err) ||
        ce_spectral(&large, NULL, &options, &q, &err))
        puts(err.text);
    printf("sizes %s: k=%d, %s\n", name, q.k, same(&expanded, &q) ? "ok" : "WRONG");
    ce_similarity_free(&small);
    ce_similarity_free(&large);
    ce_partition_free(&p);
    ce_partition_free(&expanded);
    ce_partition_free(&q);
}

/* Objects merged by ce_similarity_merge_identical are the microclusters that the matrix was spread
 * from. */
static void check_merge(void)
{
    static const double full[] = {1,  1,   .5, 1, 0,  1, 1, .5, 1, 0,   .5, .5, 1,
                                  .5, .25, 1,  1, .5, 1, 0, 0,  0, .25, 0,  1};
    ce_similarity s = {0}, merged = {0};
    double *size = NULL;
    int32_t *group = NULL;
    ce_error err = {0};

    from_rows(&s, 5, full);
    s.values[ce_packed_index(5, 1, 1)] = 0; /* a diagonal that someone zeroed */
    if (ce_similarity_merge_identical(&s, NULL, &merged, &size, &group, &err))
        puts(err.text);
    printf("merged %zu: sizes %g %g %g, of %d %d %d %d %d, rows %g %g %g / %g %g / %g\n", merged.n,
           size[0], size[1], size[2], group[0], group[1], group[2], group[3], group[4],
           merged.values[0], merged.values[1], merged.values[2], merged.values[3], merged.values[4],
           merged.values[5]);
    ce_similarity_free(&s);
    ce_similarity_free(&merged);
    free(size);
    free(group);
}

/* A symmetric matrix in compressed form. Every third 0 is an entry all the same. */
static void compress(const ce_similarity *dense, ce_similarity *sparse)
{
    size_t n = dense->n, e = 0, zeros = 0;
    ce_error err = {0};

    if (ce_similarity_alloc_sparse(sparse, n, n * n, &err))
        exit(1);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            double value = ce_similarity_get(dense, i, j);
            if (value == 0 && zeros++ % 3)
                continue;
            sparse->column[e] = (int32_t)j;
            sparse->values[e++] = value;
        }
        sparse->row_start[i + 1] = e;
    }
}

/* What merge_identical.h says, pair by pair. first[g] is the first vertex of group g. Returns how
 * many groups there are. */
static size_t plain_groups(const ce_similarity *s, int is_distance, int32_t *group, size_t *first)
{
    size_t groups = 0, n = s->n;

    for (size_t i = 0; i < n; i++) {
        double own = is_distance ? 0 : ce_similarity_get(s, i, i);
        size_t g = 0;
        if (!is_distance && own == 0)
            own = 1;
        for (; g < groups; g++) {
            size_t j = first[g], l = 0;
            double other = is_distance ? 0 : ce_similarity_get(s, j, j);
            if (!is_distance && other == 0)
                other = 1;
            if (ce_similarity_get(s, i, j) != own || own != other)
                continue;
            while (l < n &&
                   (l == i || l == j || ce_similarity_get(s, i, l) == ce_similarity_get(s, j, l)))
                l++;
            if (l == n)
                break;
        }
        if (g == groups)
            first[groups++] = i;
        group[i] = (int32_t)g;
    }
    return groups;
}

/* 1: the merged matrix is what it must be. */
static int merges_as_defined(const ce_similarity *s, int is_distance, const double *size)
{
    size_t n = s->n, *first = malloc(n * sizeof *first), groups;
    int32_t *plain = malloc(n * sizeof *plain), *group = NULL;
    ce_similarity merged = {0};
    double *merged_size = NULL;
    ce_error err = {0};
    int ok;

    groups = plain_groups(s, is_distance, plain, first);
    if ((is_distance ? ce_distance_merge_identical
                     : ce_similarity_merge_identical)(s, size, &merged, &merged_size, &group, &err))
        exit(1);
    ok = merged.n == groups && !merged.row_start == !s->row_start;
    for (size_t i = 0; i < n && ok; i++)
        ok = group[i] == plain[i];
    for (size_t g = 0; g < groups && ok; g++) {
        double mass = 0, members = 0, own = ce_similarity_get(s, first[g], first[g]);
        for (size_t i = 0; i < n; i++)
            if (plain[i] == (int32_t)g) {
                mass += size ? size[i] : 1;
                members++;
            }
        if (members > 1)
            own = is_distance ? 0 : own > 0 ? own : 1;
        ok = merged_size[g] == mass && ce_similarity_get(&merged, g, g) == own;
        for (size_t h = 0; h < groups && ok; h++)
            ok = h == g ||
                 ce_similarity_get(&merged, g, h) == ce_similarity_get(s, first[g], first[h]);
        for (size_t e = s->row_start ? merged.row_start[g] + 1 : 0;
             s->row_start && e < merged.row_start[g + 1] && ok; e++)
            ok = merged.column[e] > merged.column[e - 1];
    }
    free(first);
    free(plain);
    free(merged_size);
    free(group);
    ce_similarity_free(&merged);
    return ok;
}

/* Random matrices of a few kinds of rows, most of them kept by every object of the kind. */
static void check_merge_random(void)
{
    unsigned long state = 51;
    size_t wrong = 0, merged = 0;

    for (int round = 0; round < 400; round++) {
        size_t n = 1 + (size_t)(30 * noise(&state)), kinds = 1 + (size_t)(9 * noise(&state));
        int is_distance = round % 2, changes = round / 2 % 3;
        double kind[100], size[32];
        int32_t of[32], group[32];
        size_t first[32];
        ce_similarity dense = {0}, sparse = {0};
        ce_error err = {0};

        for (size_t c = 0; c < kinds * kinds; c++)
            kind[c] = .25 * floor(4 * noise(&state));
        for (size_t i = 0; i < n; i++) {
            of[i] = (int32_t)((double)kinds * noise(&state));
            size[i] = floor(1 + 3 * noise(&state));
        }
        if (ce_similarity_alloc_dense(&dense, n, "", "", &err))
            exit(1);
        for (size_t i = 0; i < n; i++)
            for (size_t j = i; j < n; j++) {
                int32_t a = of[i] < of[j] ? of[i] : of[j], b = of[i] < of[j] ? of[j] : of[i];
                double value = kind[a * (int32_t)kinds + b];
                if (a == b && noise(&state) < .9) /* else the kind may not be like itself */
                    value = is_distance ? 0 : a % 2 ? .75 : i == j ? 0 : 1;
                dense.values[ce_packed_index(n, i, j)] = value;
            }
        for (int c = 0; c < changes; c++)
            dense.values[(size_t)((double)(n * (n + 1) / 2) * noise(&state))] = .5;
        compress(&dense, &sparse);
        merged += n - plain_groups(&dense, is_distance, group, first);
        wrong += !merges_as_defined(&dense, is_distance, round % 5 ? size : NULL);
        wrong += !merges_as_defined(&sparse, is_distance, round % 5 ? size : NULL);
        ce_similarity_free(&dense);
        ce_similarity_free(&sparse);
    }
    printf("merged by the definition: %zu wrong, %s\n", wrong, merged > 500 ? "many" : "few");
}

/* 1: the sparse form holds the entries that are not 0, each where it belongs. */
static int holds_nonzero(const ce_similarity *dense, const ce_similarity *sparse)
{
    size_t n = dense->n, entries = 0;
    int ok = sparse->n == n;

    for (size_t i = 0; i < n && ok; i++) {
        for (size_t j = 0; j < n && ok; j++) {
            double value = ce_similarity_get(dense, i, j);
            entries += value != 0;
            ok = ce_similarity_get(sparse, i, j) == value;
        }
        ok = ok && sparse->row_start[i + 1] == entries;
    }
    return ok && ce_similarity_nonzero(dense) == entries;
}

static void check_sparse_of(void)
{
    unsigned long state = 7;
    size_t wrong = 0;

    for (int round = 0; round < 100; round++) {
        size_t n = 1 + (size_t)(20 * noise(&state));
        ce_similarity dense = {0}, sparse = {0};
        ce_error err = {0};

        if (ce_similarity_alloc_dense(&dense, n, "", "", &err))
            exit(1);
        for (size_t e = 0; e < n * (n + 1) / 2; e++)
            dense.values[e] = noise(&state) < .01 * round ? noise(&state) : 0;
        wrong += ce_similarity_sparse_of(&sparse, &dense, &err) || !holds_nonzero(&dense, &sparse);
        ce_similarity_free(&dense);
        ce_similarity_free(&sparse);
    }
    printf("sparse form: %zu of 100 wrong\n", wrong);
}

static void set_ensemble(ce_labels *labels, size_t n, size_t m, const int32_t *rows)
{
    ce_error err = {0};

    if (ce_labels_alloc(labels, n, m, &err))
        exit(1);
    memcpy(labels->labels, rows, n * m * sizeof *rows);
    for (size_t q = 0; q < m; q++)
        if (ce_labels_renumber(ce_labels_column(labels, q), n, &labels->k[q], &err))
            exit(1);
}

static int cut_labels(const ce_microclusters *micro, size_t k, int with_spectral, uint64_t seed,
                      ce_partition *p, ce_error *err)
{
    ce_bipartite_options options = {
        .k = k, .with_spectral = with_spectral, .cluster_weight = 1, .seed = seed};
    ce_row_source rows = {0};
    int rc = ce_row_source_labels(&rows, micro, err);

    if (!rc)
        rc = ce_bipartite_cut(&rows, &options, p, NULL, err);
    ce_row_source_free(&rows);
    return rc;
}

/* The example of Strehl and Ghosh (2002): seven objects, four labellings, the last of them partial.
 */
static void check_seven_objects(void)
{
    static const int32_t rows[] = {1, 1, 1, 2, 2, 3, 3, 2, 2, 2,  3, 3, 1,  1,
                                   1, 1, 2, 2, 3, 3, 3, 1, 2, -1, 1, 2, -1, -1};
    static const size_t ks[] = {3, 1, 0, 6, 7, 12};
    ce_labels labels = {0};
    ce_microclusters micro = {0};
    ce_error err = {0};

    set_ensemble(&labels, 7, 4, rows);
    if (ce_microclusters_build(&micro, &labels, NULL, &err))
        puts(err.text);
    for (size_t c = 0; c < sizeof ks / sizeof *ks; c++)
        for (int spectral = 0; spectral < 2; spectral++) {
            ce_partition small = {0}, p = {0};
            ce_error why = {0};
            char name[64];
            int rc = cut_labels(&micro, ks[c], spectral, 1, &small, &why);
            if (!rc)
                rc = ce_microclusters_expand(&micro, &small, &p, &why);
            snprintf(name, sizeof name, "seven objects k=%zu %s", ks[c],
                     spectral ? "spectral" : "metis");
            print_labels(name, rc, &p, &why);
            ce_partition_free(&small);
            ce_partition_free(&p);
        }
    ce_labels_free(&labels);
    ce_microclusters_free(&micro);
}

/* A noisy ensemble of 3 groups: HBGF on microclusters and on objects, missing labels, many
 * clusters; seeds and threads. */
static void check_bipartite(int with_spectral, const char *name)
{
    enum { N = 300, M = 9 };
    int32_t *rows = malloc(N * M * sizeof *rows);
    ce_labels labels = {0};
    ce_microclusters micro = {0}, trivial = {0};
    ce_partition a = {0}, b = {0}, c = {0}, small = {0};
    ce_error err = {0};
    unsigned long state = 4;
    size_t wrong = 0;

    for (size_t q = 0; q < M; q++)
        for (size_t i = 0; i < N; i++) {
            double u = noise(&state);
            rows[q * N + i] = u < .05   ? -1
                              : u < .15 ? (int32_t)(3 * noise(&state))
                                        : (int32_t)(i % 3);
        }
    for (size_t q = 0; q < M; q++)
        rows[q * N + 5] = -1; /* an object of which nothing is known */
    set_ensemble(&labels, N, M, rows);
    ce_threads_set(1);
    if (ce_microclusters_build(&micro, &labels, NULL, &err) ||
        ce_microclusters_trivial(&trivial, &labels, NULL, &err) ||
        cut_labels(&micro, 3, with_spectral, 1, &small, &err) ||
        ce_microclusters_expand(&micro, &small, &a, &err) ||
        cut_labels(&trivial, 3, with_spectral, 1, &b, &err))
        puts(err.text);
    ce_threads_set(4);
    if (cut_labels(&micro, 3, with_spectral, 1, &small, &err) ||
        ce_microclusters_expand(&micro, &small, &c, &err))
        puts(err.text);
    for (size_t i = 0; i < a.n; i++)
        wrong += (size_t)a.labels[i] != i % 3 && i != 5;
    printf("bipartite %s: %zu wrong, objects %s, threads %s\n", name, wrong,
           !with_spectral || same(&a, &b) ? "ok" : "WRONG", same(&a, &c) ? "ok" : "WRONG");
    free(rows);
    ce_labels_free(&labels);
    ce_microclusters_free(&micro);
    ce_microclusters_free(&trivial);
    ce_partition_free(&a);
    ce_partition_free(&b);
    ce_partition_free(&c);
    ce_partition_free(&small);
}

/* More than 2000 clusters, so that ARPACK has the clusters' problem: each is a part of one of five
 * groups, but for one label in ten. */
static void check_many_clusters(void)
{
    enum { N = 2000, M = 12 };
    int32_t *rows = malloc(N * M * sizeof *rows);
    ce_labels labels = {0};
    ce_microclusters micro = {0};
    ce_partition small = {0}, p = {0};
    ce_error err = {0};
    unsigned long state = 8;
    size_t wrong = 0;

    for (size_t i = 0; i < N * M; i++)
        rows[i] = (int32_t)((noise(&state) < .1 ? (size_t)(5 * noise(&state)) : i % N % 5) * 36 +
                            (size_t)(36 * noise(&state)));
    set_ensemble(&labels, N, M, rows);
    if (ce_microclusters_build(&micro, &labels, NULL, &err) ||
        cut_labels(&micro, 5, 1, 1, &small, &err) ||
        ce_microclusters_expand(&micro, &small, &p, &err))
        puts(err.text);
    for (size_t i = 0; i < p.n; i++)
        wrong += (size_t)p.labels[i] != i % 5;
    printf("bipartite of %zu clusters: %zu of %zu wrong\n", ce_labels_total(&labels), wrong, p.n);
    free(rows);
    ce_labels_free(&labels);
    ce_microclusters_free(&micro);
    ce_partition_free(&small);
    ce_partition_free(&p);
}

/* Two base clusterings whose clusters are unions of each other's: rank 2 of 4 clusters; and one of
 * all labels missing. */
static void check_rank(void)
{
    static const int32_t rows[] = {0, 0, 1, 1, 0, 0, 1, 1, 0, 1, 0, 1, -1, -1, -1, -1};
    ce_labels labels = {0};
    ce_microclusters micro = {0};
    ce_partition p = {0};
    ce_error err = {0};
    int rc;

    set_ensemble(&labels, 4, 4, rows);
    rc = ce_microclusters_build(&micro, &labels, NULL, &err);
    if (!rc)
        rc = cut_labels(&micro, 4, 1, 1, &p, &err);
    print_labels("rank", rc, &p, &err);
    ce_labels_free(&labels);
    ce_microclusters_free(&micro);
    ce_partition_free(&p);
}

int main(void)
{
    check_rings();
    check_solvers();
    check_awkward();
    check_inverse();
    check_sizes(CE_SOLVER_DENSE, "dense");
    check_sizes(CE_SOLVER_SPARSE, "sparse");
    check_merge();
    check_merge_random();
    check_sparse_of();
    check_seven_objects();
    check_bipartite(0, "metis");
    check_bipartite(1, "spectral");
    check_many_clusters();
    check_rank();
    return 0;
}
