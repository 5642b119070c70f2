#include "similarity/object_uncertainty.h"

#include "similarity/coassociation.h"

static double objects(const ce_microclusters *micro)
{
    double sum = 0;

    for (size_t i = 0; i < micro->count; i++)
        sum += micro->size[i];
    return sum;
}

/* With complete labels, m^2 sum_j a_ij (1 - a_ij) is (m - 1) times the sizes of the clusters of i,
 * less twice the numbers of objects that two of them share. */
static int from_overlaps(const ce_microclusters *micro, const ce_clusters *clusters,
                         double *weight, ce_error *err)
{
    size_t m = clusters->m;
    double least = 4 / (objects(micro) * (double)m * (double)m);
    ce_similarity overlap = {0};
    int rc = ce_clusters_overlap(clusters, micro, micro->size, &overlap, err);

    if (rc)
        return rc;
#pragma omp parallel for
    for (size_t i = 0; i < micro->count; i++) {
        double sizes = 0, shared = 0;
        for (size_t q = 0; q < m; q++) {
            size_t a = ce_cluster_of(clusters, micro, i, q);
            sizes += clusters->size[a];
            for (size_t r = q + 1; r < m; r++)
                shared += overlap.values[ce_packed_index(
                    overlap.n, a, ce_cluster_of(clusters, micro, i, r))];
        }
        weight[i] = least * ((double)(m - 1) * sizes - 2 * shared);
    }
    ce_similarity_free(&overlap);
    return CE_OK;
}

static int from_pairs(const ce_microclusters *micro, double *weight, ce_error *err)
{
    double n = objects(micro);
    ce_similarity a = {0};
    int rc = ce_coassociation(&micro->rows, NULL, &a, NULL, err);

    if (rc)
        return rc;
#pragma omp parallel for
    for (size_t i = 0; i < micro->count; i++) {
        double sum = 0;
        for (size_t j = 0; j < micro->count; j++) {
            double share = ce_similarity_dense_get(&a, i, j);
            sum += micro->size[j] * share * (1 - share);
        }
        weight[i] = 4 / n * sum;
    }
    ce_similarity_free(&a);
    return CE_OK;
}

int ce_object_uncertainty(const ce_microclusters *micro, const ce_clusters *clusters,
                          double *weight, ce_error *err)
{
    return ce_labels_have_missing(&micro->rows) ? from_pairs(micro, weight, err)
                                                : from_overlaps(micro, clusters, weight, err);
}
