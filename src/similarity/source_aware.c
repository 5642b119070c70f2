#include "similarity/source_aware.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "similarity/minima.h"

/* Rows that are compared with the others together. The others are so fetched once for all of them.
 */
enum { BLOCK = 16 };

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

/* Full rows of Jaccard indices, column c times I(c). Since I >= 0, I min(x, y) = min(I x, I y), to
 * the bit. */
static double *weighted_rows(const ce_clusters *clusters, const ce_similarity *jaccard,
                             const double *influence, ce_error *err)
{
    size_t count = clusters->count;
    double *rows = NULL;

    if (!ce_memory_check(count, count, sizeof *rows, "the matrix of all pairs of clusters",
                         "fewer or coarser base clusterings", err))
        rows = ce_alloc(count * count, sizeof *rows, err);
    if (!rows)
        return NULL;
#pragma omp parallel for
    for (size_t a = 0; a < count; a++)
        for (size_t q = 0; q < clusters->m; q++)
            for (size_t c = clusters->start[q]; c < clusters->start[q + 1]; c++)
                rows[a * count + c] = influence[q] * ce_similarity_dense_get(jaccard, a, c);
    return rows;
}

int ce_source_aware_triples(const ce_clusters *clusters, const ce_microclusters *micro,
                            const double *influence, ce_similarity *sact, ce_error *err)
{
    size_t count = clusters->count, entries = count * (count + 1) / 2;
    double *rows, largest = 0;
    int rc;

    rc = check_influence(influence, clusters->m, err);
    if (!rc)
        rc = ce_clusters_jaccard(clusters, micro, sact, err);
    if (rc)
        return rc;
    rows = weighted_rows(clusters, sact, influence, err);
    if (!rows) {
        ce_similarity_free(sact);
        return CE_ENOMEM;
    }
#pragma omp parallel for schedule(dynamic)
    for (size_t first = 0; first < count; first += BLOCK)
        for (size_t b = first; b < count; b++)
            for (size_t a = first; a < first + BLOCK && a <= b; a++)
                sact->values[ce_packed_index(count, a, b)] =
                    ce_sum_of_minima(rows + a * count, rows + b * count, count);
    for (size_t at = 0; at < entries; at++)
        largest = fmax(largest, sact->values[at]);
    for (size_t at = 0; at < entries && largest > 0; at++)
        sact->values[at] /= largest;
    for (size_t a = 0; a < count; a++)
        sact->values[ce_packed_index(count, a, a)] = 1;
    free(rows);
    return CE_OK;
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
