#include "similarity/source_aware.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "similarity/minima.h"

static int check_influence(const double *influence, size_t m, ce_error *err)
{
    for (size_t q = 0; q < m; q++)
        if (!(influence[q] >= 0 && isfinite(influence[q])))
            return ce_fail(
                err, CE_EARG,
                "source-aware triples: an influence of %g, a finite number from 0 expected",
                influence[q]);
    return CE_OK;
}

/* The rows of Jaccard indices of each set, column c times I(c). Since I >= 0, I min(x, y) =
 * min(I x, I y), to the bit. */
static double *weighted_rows(const ce_clusters *clusters, const ce_similarity *jaccard,
                             const double *influence, const size_t *first, size_t sets,
                             ce_error *err)
{
    size_t count = clusters->count;
    double *rows = NULL;

    if (!ce_memory_check(sets, count, sizeof *rows, "the matrix of all pairs of clusters",
                         "fewer or coarser base clusterings", err))
        rows = ce_alloc(sets * count, sizeof *rows, err);
    if (!rows)
        return NULL;
#pragma omp parallel for
    for (size_t s = 0; s < sets; s++)
        for (size_t q = 0; q < clusters->m; q++)
            for (size_t c = clusters->start[q]; c < clusters->start[q + 1]; c++)
                rows[s * count + c] = influence[q] * ce_similarity_dense_get(jaccard, first[s], c);
    return rows;
}

/* sum: of all pairs of sets, packed. */
static void scale_sums(const double *sum, size_t sets, const size_t *kind, ce_similarity *sact)
{
    size_t count = sact->n;
    double largest = 0;

    for (size_t at = 0; at < sets * (sets + 1) / 2; at++)
        largest = fmax(largest, sum[at]);
    for (size_t a = 0; a < count; a++) {
        double *row = sact->values + ce_packed_index(count, a, a);
        for (size_t b = a; b < count; b++) {
            size_t s = kind[a], t = kind[b];
            double of = sum[s < t ? ce_packed_index(sets, s, t) : ce_packed_index(sets, t, s)];
            row[b - a] = largest > 0 ? of / largest : of;
        }
        row[0] = 1;
    }
}

int ce_source_aware_triples(const ce_clusters *clusters, const ce_microclusters *micro,
                            const double *influence, ce_similarity *sact, ce_error *err)
{
    size_t count = clusters->count, *kind = ce_alloc(count, sizeof *kind, err),
           *first = ce_alloc(count, sizeof *first, err), sets = 0;
    double *rows = NULL, *sum = NULL;
    int rc = kind && first ? check_influence(influence, clusters->m, err) : CE_ENOMEM;

    if (!rc)
        rc = ce_clusters_jaccard(clusters, micro, sact, err);
    if (!rc) {
        sets = ce_clusters_sets(sact, kind, first);
        rows = weighted_rows(clusters, sact, influence, first, sets, err);
        if (rows)
            sum = ce_alloc(sets * (sets + 1) / 2, sizeof *sum, err);
        rc = sum ? ce_minima_of_rows(rows, sets, count, sum, err) : CE_ENOMEM;
    }
    if (!rc)
        scale_sums(sum, sets, kind, sact);
    else
        ce_similarity_free(sact);
    free(kind);
    free(first);
    free(rows);
    free(sum);
    return rc;
}

/* Entries of the graph that are not 0. */
static size_t count_entries(const ce_microclusters *micro, const ce_clusters *clusters,
                            const double *influence, const ce_similarity *sact)
{
    size_t entries = 0;

    for (size_t q = 0; q < clusters->m; q++)
        for (size_t i = 0; i < micro->count; i++)
            entries += influence[q] > 0 && ce_labels_column(&micro->rows, q)[i] >= 0;
    for (size_t a = 0; a < clusters->count; a++)
        for (size_t b = 0; b < clusters->count; b++)
            entries += ce_similarity_dense_get(sact, a, b) > 0;
    return entries;
}

static void fill_graph(const ce_microclusters *micro, const ce_clusters *clusters,
                       const double *influence, double alpha, const ce_similarity *sact,
                       ce_biadjacency *b)
{
    size_t at = 0;

    for (size_t i = 0; i < micro->count; i++) {
        for (size_t q = 0; q < clusters->m; q++) {
            int32_t label = ce_labels_column(&micro->rows, q)[i];
            if (label < 0 || influence[q] == 0)
                continue;
            b->column[at] = (int32_t)(clusters->start[q] + (size_t)label);
            b->values[at++] = alpha * influence[q];
        }
        b->row_start[i + 1] = at;
    }
    for (size_t a = 0; a < clusters->count; a++) {
        for (size_t c = 0; c < clusters->count; c++) {
            double value = ce_similarity_dense_get(sact, a, c);
            if (value == 0)
                continue;
            b->column[at] = (int32_t)c;
            b->values[at++] = value;
        }
        b->row_start[micro->count + a + 1] = at;
    }
}

int ce_multigranularity_graph(const ce_microclusters *micro, const double *influence, double alpha,
                              ce_biadjacency *b, ce_error *err)
{
    ce_clusters clusters = {0};
    ce_similarity sact = {0};
    int rc;

    if (!(alpha > 0 && isfinite(alpha)))
        return ce_fail(err, CE_EARG, "GP-MGLA: an alpha of %g, a finite number above 0 expected",
                       alpha);
    rc = ce_clusters_list(&clusters, micro, err);
    if (!rc)
        rc = ce_source_aware_triples(&clusters, micro, influence, &sact, err);
    if (!rc)
        rc = ce_biadjacency_alloc_sparse(b, micro->count + clusters.count, clusters.count,
                                         count_entries(micro, &clusters, influence, &sact), err);
    if (!rc)
        fill_graph(micro, &clusters, influence, alpha, &sact, b);
    ce_clusters_free(&clusters);
    ce_similarity_free(&sact);
    return rc;
}
