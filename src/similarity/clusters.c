#include "similarity/clusters.h"

#include <stdlib.h>

#include "core/memory.h"

void ce_clusters_free(ce_clusters *clusters)
{
    free(clusters->start);
    free(clusters->size);
    free(clusters->rows);
    *clusters = (ce_clusters){0};
}

int ce_clusters_list(ce_clusters *clusters, const ce_microclusters *micro, ce_error *err)
{
    const ce_labels *rows = &micro->rows;

    ce_clusters_free(clusters);
    clusters->m = rows->m;
    clusters->count = ce_labels_total(rows);
    clusters->start = ce_calloc(rows->m + 1, sizeof *clusters->start, err);
    clusters->size = ce_calloc(clusters->count, sizeof *clusters->size, err);
    clusters->rows = ce_calloc(clusters->count, sizeof *clusters->rows, err);
    if (!clusters->start || !clusters->size || !clusters->rows) {
        ce_clusters_free(clusters);
        return CE_ENOMEM;
    }
    for (size_t q = 0; q < rows->m; q++) {
        const int32_t *label = ce_labels_column(rows, q);
        clusters->start[q + 1] = clusters->start[q] + (size_t)rows->k[q];
        for (size_t i = 0; i < micro->count; i++)
            if (label[i] >= 0) {
                clusters->size[clusters->start[q] + (size_t)label[i]] += micro->size[i];
                clusters->rows[clusters->start[q] + (size_t)label[i]]++;
            }
    }
    return CE_OK;
}

/* Numbers of objects that clusters of base clusterings q < r share, into the packed matrix. */
static void count_overlaps(const ce_clusters *clusters, const ce_microclusters *micro, size_t q,
                           size_t r, ce_similarity *jaccard)
{
    const int32_t *a = ce_labels_column(&micro->rows, q), *b = ce_labels_column(&micro->rows, r);

    for (size_t i = 0; i < micro->count; i++)
        if (a[i] >= 0 && b[i] >= 0)
            jaccard->values[ce_packed_index(jaccard->n, clusters->start[q] + (size_t)a[i],
                                            clusters->start[r] + (size_t)b[i])] += micro->size[i];
}

/* Of two clusters of these sizes with so many objects in both. */
static double jaccard_index(double a, double b, double both)
{
    return both > 0 ? both / (a + b - both) : 0;
}

int ce_clusters_jaccard(const ce_clusters *clusters, const ce_microclusters *micro,
                        ce_similarity *jaccard, ce_error *err)
{
    size_t m = clusters->m;
    int rc =
        ce_similarity_alloc_dense(jaccard, clusters->count, "the matrix of all pairs of clusters",
                                  "fewer or coarser base clusterings", err);

    if (rc)
        return rc;
    /* base clusterings q and r write cells of their own */
#pragma omp parallel for schedule(dynamic)
    for (size_t q = 0; q < m; q++)
        for (size_t r = q + 1; r < m; r++)
            count_overlaps(clusters, micro, q, r, jaccard);
    for (size_t a = 0, at = 0; a < clusters->count; a++)
        for (size_t b = a; b < clusters->count; b++, at++) {
            double index = jaccard_index(clusters->size[a], clusters->size[b], jaccard->values[at]);
            jaccard->values[at] = a == b ? 1 : index;
        }
    return CE_OK;
}
