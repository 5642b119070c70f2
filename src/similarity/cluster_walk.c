#include "similarity/cluster_walk.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "linalg/linalg.h"
#include "similarity/cluster_tables.h"

enum { MOST_STEPS = 1000000 };

/* The walk on S sets of objects, each of one or more clusters. Matrices are symmetric, full, S x S,
 * and stand for those of clusters on vectors that are constant on each set, of which the unit
 * vectors have 1 / sqrt(clusters) in one set. */
typedef struct {
    size_t sets;
    size_t *set;      /* owned; the set of each cluster */
    size_t *first;    /* owned; a cluster of each set */
    double *clusters; /* owned; S: how many each set has */
    double *degree;   /* owned; S: row sums of W */
    double *step;     /* owned; N */
    double *power;    /* owned; N^s */
    double *sum;      /* owned; sum of N^r D N^r, r = 1 .. s */
    double *room;     /* owned */
    /* The same on vectors that sum to 0 in one set and are 0 in the others. W multiplies them by
     * -1, so that N^2, N^2s and the sum are one number a set. */
    double *within_step, *within_power, *within_sum; /* owned; S */
} walk_state;

static void walk_free(walk_state *w)
{
    free(w->set);
    free(w->first);
    free(w->clusters);
    free(w->degree);
    free(w->step);
    free(w->power);
    free(w->sum);
    free(w->room);
    free(w->within_step);
    free(w->within_power);
    free(w->within_sum);
}

/* The sets, and room for their walk. */
static int walk_alloc(walk_state *w, const ce_similarity *jaccard, ce_error *err)
{
    size_t n = jaccard->n, s;
    int rc = CE_OK;

    w->set = ce_alloc(n, sizeof *w->set, err);
    w->first = ce_alloc(n, sizeof *w->first, err);
    if (!w->set || !w->first)
        return CE_ENOMEM;
    w->sets = s = ce_clusters_sets(jaccard, w->set, w->first);
    rc = ce_memory_check(s, s, 4 * sizeof(double), "the walk on the graph of all clusters",
                         "fewer or coarser base clusterings", err);
    if (rc)
        return rc;
    w->clusters = ce_calloc(s, sizeof *w->clusters, err);
    w->degree = ce_calloc(s, sizeof *w->degree, err);
    w->step = ce_calloc(s * s, sizeof *w->step, err);
    w->power = ce_alloc(s * s, sizeof *w->power, err);
    w->sum = ce_alloc(s * s, sizeof *w->sum, err);
    w->room = ce_alloc(s * s, sizeof *w->room, err);
    w->within_step = ce_calloc(s, sizeof *w->within_step, err);
    w->within_power = ce_calloc(s, sizeof *w->within_power, err);
    w->within_sum = ce_calloc(s, sizeof *w->within_sum, err);
    return w->clusters && w->degree && w->step && w->power && w->sum && w->room && w->within_step &&
                   w->within_power && w->within_sum
               ? CE_OK
               : CE_ENOMEM;
}

/* N, and D. */
static void walk_start(walk_state *w, const ce_similarity *jaccard)
{
    size_t n = w->sets;

    for (size_t c = 0; c < jaccard->n; c++)
        w->clusters[w->set[c]]++;
    for (size_t a = 0; a < n; a++)
        for (size_t c = 0; c < jaccard->n; c++)
            w->degree[a] += c == w->first[a] ? 0 : ce_similarity_dense_get(jaccard, w->first[a], c);
    for (size_t a = 0; a < n; a++)
        for (size_t b = 0; b < n; b++) {
            double link = a == b ? w->clusters[a] - 1
                                 : sqrt(w->clusters[a] * w->clusters[b]) *
                                       ce_similarity_dense_get(jaccard, w->first[a], w->first[b]);
            w->step[a * n + b] = link > 0 ? link / sqrt(w->degree[a] * w->degree[b]) : 0;
        }
    memcpy(w->power, w->step, n * n * sizeof *w->power);
    for (size_t a = 0; a < n; a++)
        if (w->clusters[a] > 1)
            w->within_step[a] = w->within_power[a] = 1 / (w->degree[a] * w->degree[a]);
}

/* One step: sum = N D N. */
static void sum_start(walk_state *w)
{
    size_t n = w->sets;

    for (size_t a = 0; a < n; a++)
        for (size_t b = 0; b < n; b++)
            w->room[a * n + b] = w->degree[a] * w->step[a * n + b];
    ce_product_symmetric(w->step, w->room, w->sum, n, 0);
    for (size_t a = 0; a < n; a++)
        w->within_sum[a] = w->within_step[a] * w->degree[a];
}

/* One step more: sum = N (D + sum) N. */
static void sum_next(walk_state *w)
{
    size_t n = w->sets;

    for (size_t a = 0; a < n; a++) {
        w->sum[a * n + a] += w->degree[a];
        w->within_sum[a] = w->within_step[a] * (w->degree[a] + w->within_sum[a]);
    }
    ce_matrix_product(w->sum, w->step, w->room, n, n, n);
    ce_product_symmetric(w->step, w->room, w->sum, n, 0);
}

/* Twice the steps: sum = sum + N^s sum N^s. */
static void sum_double(walk_state *w)
{
    size_t n = w->sets;

    ce_matrix_product(w->sum, w->power, w->room, n, n, n);
    ce_product_symmetric(w->power, w->room, w->sum, n, 1);
    for (size_t a = 0; a < n; a++)
        w->within_sum[a] += w->within_power[a] * w->within_sum[a];
}

/* N^s times N^s, or N. */
static void multiply_power(walk_state *w, const double *by, const double *within)
{
    double *product = w->room;

    ce_product_symmetric(w->power, by, product, w->sets, 0);
    w->room = w->power;
    w->power = product;
    for (size_t a = 0; a < w->sets; a++)
        w->within_power[a] *= within[a];
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
            multiply_power(w, w->power, w->within_power);
        if (steps & bit) {
            sum_next(w);
            if (bit > 1)
                multiply_power(w, w->step, w->within_step);
        }
    }
}

/* Z of one cluster of a set with itself. */
static double own_sum(const walk_state *w, size_t set)
{
    double clusters = w->clusters[set];

    return (w->sum[set * w->sets + set] + (clusters - 1) * w->within_sum[set]) / clusters;
}

/* Of two clusters of sets a <= b; of one set with two clusters if a == b. */
static double cosine(const walk_state *w, const double *own, size_t a, size_t b)
{
    double both = w->sum[a * w->sets + b];

    both = a == b ? (both - w->within_sum[a]) / w->clusters[a]
                  : both / sqrt(w->clusters[a] * w->clusters[b]);
    return both > 0 ? fmin(both / sqrt(own[a] * own[b]), 1) : 0;
}

/* Cosines of all pairs of clusters from the sum, into the packed matrix. */
static void cosines(walk_state *w, ce_similarity *s)
{
    size_t n = w->sets;
    double *own = w->within_power; /* of no use any more */

    for (size_t a = 0; a < n; a++)
        own[a] = own_sum(w, a);
    for (size_t a = 0; a < n; a++)
        for (size_t b = a; b < n; b++)
            w->room[a * n + b] = w->room[b * n + a] = cosine(w, own, a, b);
    for (size_t c = 0, at = 0; c < s->n; c++)
        for (size_t d = c; d < s->n; d++, at++)
            s->values[at] = c == d ? 1 : w->room[w->set[c] * n + w->set[d]];
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
        rc = walk_alloc(&w, s, err);
    if (!rc) {
        walk_start(&w, s);
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
