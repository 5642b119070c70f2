#include "similarity/clusters.h"

#include <stdint.h>
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

/* What clusters of base clusterings q < r share, into the packed matrix. */
static void add_overlaps(const ce_clusters *clusters, const ce_microclusters *micro,
                         const double *load, size_t q, size_t r, ce_similarity *overlap)
{
    const int32_t *a = ce_labels_column(&micro->rows, q), *b = ce_labels_column(&micro->rows, r);

    for (size_t i = 0; i < micro->count; i++)
        if (a[i] >= 0 && b[i] >= 0)
            overlap->values[ce_packed_index(overlap->n, clusters->start[q] + (size_t)a[i],
                                            clusters->start[r] + (size_t)b[i])] += load[i];
}

static void add_loads(const ce_clusters *clusters, const ce_microclusters *micro,
                      const double *load, size_t q, ce_similarity *overlap)
{
    for (size_t i = 0; i < micro->count; i++) {
        size_t a = ce_cluster_of(clusters, micro, i, q);
        if (a < clusters->count)
            overlap->values[ce_packed_index(overlap->n, a, a)] += load[i];
    }
}

int ce_clusters_overlap(const ce_clusters *clusters, const ce_microclusters *micro,
                        const double *load, ce_similarity *overlap, ce_error *err)
{
    size_t m = clusters->m;
    int rc =
        ce_similarity_alloc_dense(overlap, clusters->count, "the matrix of all pairs of clusters",
                                  "fewer or coarser base clusterings", err);

    if (rc)
        return rc;
    /* base clusterings q and r write cells of their own */
#pragma omp parallel for schedule(dynamic)
    for (size_t q = 0; q < m; q++) {
        add_loads(clusters, micro, load, q, overlap);
        for (size_t r = q + 1; r < m; r++)
            add_overlaps(clusters, micro, load, q, r, overlap);
    }
    return CE_OK;
}

int ce_clusters_overlap_to_jaccard(ce_similarity *overlap, ce_error *err)
{
    size_t n = overlap->n;
    double *load = ce_alloc(n, sizeof *load, err);

    if (!load)
        return CE_ENOMEM;
    for (size_t a = 0; a < n; a++)
        load[a] = overlap->values[ce_packed_index(n, a, a)];
    for (size_t a = 0, at = 0; a < n; a++)
        for (size_t b = a; b < n; b++, at++) {
            double both = overlap->values[at];
            if (a == b)
                overlap->values[at] = 1;
            else if (both > 0)
                overlap->values[at] = both / (load[a] + load[b] - both);
        }
    free(load);
    return CE_OK;
}

int ce_clusters_jaccard(const ce_clusters *clusters, const ce_microclusters *micro,
                        ce_similarity *jaccard, ce_error *err)
{
    int rc = ce_clusters_overlap(clusters, micro, micro->size, jaccard, err);

    if (!rc)
        rc = ce_clusters_overlap_to_jaccard(jaccard, err);
    if (rc)
        ce_similarity_free(jaccard);
    return rc;
}

size_t ce_clusters_sets(const ce_similarity *jaccard, size_t *set, size_t *first)
{
    size_t count = jaccard->n, sets = 0;

    for (size_t a = 0; a < count; a++)
        set[a] = SIZE_MAX;
    for (size_t a = 0; a < count; a++) {
        const double *row = jaccard->values + ce_packed_index(count, a, a);
        if (set[a] != SIZE_MAX)
            continue;
        for (size_t b = a; b < count; b++)
            if (row[b - a] == 1)
                set[b] = sets;
        first[sets++] = a;
    }
    return sets;
}
