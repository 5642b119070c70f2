#include "similarity/cluster_walk.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "linalg/linalg.h"
#include "similarity/cluster_tables.h"

enum { MOST_STEPS = 1000000 };

/* Symmetric matrices, full, count x count. */
typedef struct {
    size_t count;
    double *degree; /* owned; count: row sums of W */
    double *step;   /* owned; N */
    double *power;  /* owned; N^s */
    double *sum;    /* owned; sum of N^r D N^r, r = 1 .. s */
    double *room;   /* owned */
} walk_state;

static void walk_free(walk_state *w)
{
    free(w->degree);
    free(w->step);
    free(w->power);
    free(w->sum);
    free(w->room);
}

/* N, and D. */
static int walk_start(walk_state *w, const ce_similarity *jaccard, ce_error *err)
{
    size_t n = w->count = jaccard->n;
    int rc = ce_memory_check(n, n, 4 * sizeof(double), "the walk on the graph of all clusters",
                             "fewer or coarser base clusterings", err);

    if (rc)
        return rc;
    w->degree = ce_calloc(n, sizeof *w->degree, err);
    w->step = ce_calloc(n * n, sizeof *w->step, err);
    w->power = ce_alloc(n * n, sizeof *w->power, err);
    w->sum = ce_alloc(n * n, sizeof *w->sum, err);
    w->room = ce_alloc(n * n, sizeof *w->room, err);
    if (!w->degree || !w->step || !w->power || !w->sum || !w->room)
        return CE_ENOMEM;
    for (size_t a = 0; a < n; a++)
        for (size_t b = 0; b < n; b++)
            w->degree[a] += a == b ? 0 : ce_similarity_dense_get(jaccard, a, b);
    for (size_t a = 0; a < n; a++)
        for (size_t b = 0; b < n; b++) {
            double link = a == b ? 0 : ce_similarity_dense_get(jaccard, a, b);
            w->step[a * n + b] = link > 0 ? link / sqrt(w->degree[a] * w->degree[b]) : 0;
        }
    memcpy(w->power, w->step, n * n * sizeof *w->power);
    return CE_OK;
}

/* One step: sum = N D N. */
static void sum_start(walk_state *w)
{
    size_t n = w->count;

    for (size_t a = 0; a < n; a++)
        for (size_t b = 0; b < n; b++)
            w->room[a * n + b] = w->degree[a] * w->step[a * n + b];
    ce_product_symmetric(w->step, w->room, w->sum, n, 0);
}

/* One step more: sum = N (D + sum) N. */
static void sum_next(walk_state *w)
{
    size_t n = w->count;

    for (size_t a = 0; a < n; a++)
        w->sum[a * n + a] += w->degree[a];
    ce_matrix_product(w->sum, w->step, w->room, n, n, n);
    ce_product_symmetric(w->step, w->room, w->sum, n, 0);
}

/* Twice the steps: sum = sum + N^s sum N^s. */
static void sum_double(walk_state *w)
{
    size_t n = w->count;

    ce_matrix_product(w->sum, w->power, w->room, n, n, n);
    ce_product_symmetric(w->power, w->room, w->sum, n, 1);
}

/* N^s times N^s, or N. */
static void multiply_power(walk_state *w, const double *by)
{
    double *product = w->room;

    ce_product_symmetric(w->power, by, product, w->count, 0);
    w->room = w->power;
    w->power = product;
}

/* The sum over all steps, by the binary digits of their number from the second highest on. Each
 * digit doubles the steps; a 1 adds one step more. */
static void walk(walk_state *w, size_t steps)
{
    size_t bit = 1;

    while (bit <= steps / 2)
        bit *= 2;
    sum_start(w);
    for (bit /= 2; bit; bit /= 2) {
        sum_double(w);
        if (bit > 1)
            multiply_power(w, w->power);
        if (steps & bit) {
            sum_next(w);
            if (bit > 1)
                multiply_power(w, w->step);
        }
    }
}

static double cosine(const walk_state *w, size_t a, size_t b)
{
    size_t n = w->count;
    double both = w->sum[a * n + b];

    if (a == b)
        return 1;
    return both > 0 ? fmin(both / sqrt(w->sum[a * n + a] * w->sum[b * n + b]), 1) : 0;
}

/* Cosines from the sum, into the packed matrix. */
static void cosines(const walk_state *w, ce_similarity *s)
{
    size_t n = w->count;

    for (size_t a = 0, at = 0; a < n; a++)
        for (size_t b = a; b < n; b++, at++)
            s->values[at] = cosine(w, a, b);
}

int ce_cluster_walk(const ce_clusters *clusters, const ce_microclusters *micro, size_t steps,
                    ce_similarity *s, ce_error *err)
{
    walk_state w = {0};
    int rc;

    if (steps < 1 || steps > MOST_STEPS)
        return ce_fail(err, CE_EARG, "walks of %zu steps, 1 to %d expected", steps, MOST_STEPS);
    rc = ce_clusters_jaccard(clusters, micro, s, err);
    if (!rc)
        rc = walk_start(&w, s, err);
    if (!rc) {
        walk(&w, steps);
        cosines(&w, s);
    }
    walk_free(&w);
    if (rc)
        ce_similarity_free(s);
    return rc;
}

/* The similarities within base clustering q, from those of all clusters. */
static void copy_table(const ce_clusters *clusters, const ce_similarity *links, size_t q,
                       double *table)
{
    size_t first = clusters->start[q], k = clusters->start[q + 1] - first;

    for (size_t a = 0; a < k; a++)
        for (size_t b = 0; b < k; b++)
            table[a * k + b] = ce_similarity_dense_get(links, first + a, first + b);
}

int ce_walked_coassociation(const ce_microclusters *micro, size_t steps, ce_similarity *s,
                            const ce_progress *progress, ce_error *err)
{
    ce_clusters clusters = {0};
    ce_cluster_tables tables = {0};
    ce_similarity links = {0};
    int rc = ce_clusters_list(&clusters, micro, err);

    if (!rc)
        rc = ce_cluster_walk(&clusters, micro, steps, &links, err);
    if (!rc)
        rc = ce_cluster_tables_alloc(&tables, &micro->rows, err);
    if (rc)
        goto done;
    for (size_t q = 0; q < clusters.m; q++)
        copy_table(&clusters, &links, q, tables.values + tables.start[q]);
    ce_similarity_free(&links);
    rc = ce_similarity_of_tables(&micro->rows, &tables, s, NULL, progress, err);
done:
    ce_clusters_free(&clusters);
    ce_cluster_tables_free(&tables);
    ce_similarity_free(&links);
    return rc;
}
