#include "similarity/probability_accumulation.h"

#include <math.h>

#include "similarity/cluster_tables.h"

void ce_accumulation_weights(const ce_clusters *clusters, double dimensions, double *weight)
{
    for (size_t c = 0; c < clusters->count; c++)
        weight[c] = 1 / (1 + pow(clusters->size[c], 1 / dimensions));
}

int ce_probability_accumulation(const ce_microclusters *micro, double dimensions, ce_similarity *s,
                                double *twin, const ce_progress *progress, ce_error *err)
{
    ce_clusters clusters = {0};
    ce_cluster_tables tables = {0};
    int rc;

    if (!(dimensions > 0 && isfinite(dimensions)))
        return ce_fail(err, CE_EARG,
                       "probability accumulation: %g dimensions, a finite number above 0 expected",
                       dimensions);
    rc = ce_clusters_list(&clusters, micro, err);
    if (!rc)
        rc = ce_cluster_tables_alloc(&tables, &micro->rows, err);
    if (rc)
        goto done;
    for (size_t q = 0; q < clusters.m; q++)
        for (size_t a = 0, k = clusters.start[q + 1] - clusters.start[q]; a < k; a++)
            tables.values[tables.start[q] + a * k + a] =
                1 / (1 + pow(clusters.size[clusters.start[q] + a], 1 / dimensions));
    rc = ce_similarity_of_tables(&micro->rows, &tables, s, twin, progress, err);
done:
    ce_clusters_free(&clusters);
    ce_cluster_tables_free(&tables);
    return rc;
}
