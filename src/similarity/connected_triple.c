#include "similarity/connected_triple.h"

#include <stdlib.h>

#include "core/memory.h"
#include "similarity/minima.h"

/* WCT of all pairs of clusters of base clustering q into its table (diagonal left 0). link: room
 * for k_q x N_c. */
static void add_minima(const ce_clusters *clusters, const ce_similarity *jaccard, size_t q,
                       double *link, double *table)
{
    size_t first = clusters->start[q], k = clusters->start[q + 1] - first, count = clusters->count;

    for (size_t a = 0; a < k; a++)
        for (size_t c = 0; c < count; c++)
            link[a * count + c] =
                c == first + a ? 0 : ce_similarity_dense_get(jaccard, first + a, c);
    for (size_t a = 0; a < k; a++)
        for (size_t b = a + 1; b < k; b++)
            table[a * k + b] = table[b * k + a] =
                ce_sum_of_minima(link + a * count, link + b * count, count);
}

/* decay WCT / WCT_max in place, and the diagonals. */
static void scale(const ce_clusters *clusters, double decay, ce_cluster_tables *tables)
{
    double largest = 0;

    for (size_t at = 0; at < tables->start[tables->m]; at++)
        if (tables->values[at] > largest)
            largest = tables->values[at];
    for (size_t at = 0; at < tables->start[tables->m] && largest > 0; at++)
        tables->values[at] = decay * (tables->values[at] / largest);
    for (size_t q = 0; q < tables->m; q++)
        for (size_t a = 0, k = clusters->start[q + 1] - clusters->start[q]; a < k; a++)
            tables->values[tables->start[q] + a * k + a] = 1;
}

int ce_connected_triple_tables(const ce_clusters *clusters, const ce_microclusters *micro,
                               double decay, ce_cluster_tables *tables, ce_error *err)
{
    ce_similarity jaccard = {0};
    int failed = 0, rc;

    if (!(decay > 0 && decay <= 1))
        return ce_fail(err, CE_EARG,
                       "connected triples: a decay of %g, above 0 and at most 1 expected", decay);
    rc = ce_cluster_tables_alloc(tables, &micro->rows, err);
    if (!rc)
        rc = ce_clusters_jaccard(clusters, micro, &jaccard, err);
    if (rc)
        goto done;
#pragma omp parallel for schedule(dynamic)
    for (size_t q = 0; q < clusters->m; q++) {
        double *link = ce_alloc((clusters->start[q + 1] - clusters->start[q]) * clusters->count,
                                sizeof *link, NULL);
        if (link) {
            add_minima(clusters, &jaccard, q, link, tables->values + tables->start[q]);
        } else {
#pragma omp atomic write
            failed = 1;
        }
        free(link);
    }
    if (failed)
        rc =
            ce_fail(err, CE_ENOMEM, "out of memory for the links of %zu clusters", clusters->count);
    else
        scale(clusters, decay, tables);
done:
    ce_similarity_free(&jaccard);
    if (rc)
        ce_cluster_tables_free(tables);
    return rc;
}

int ce_connected_triple(const ce_microclusters *micro, double decay, ce_similarity *s,
                        const ce_progress *progress, ce_error *err)
{
    ce_clusters clusters = {0};
    ce_cluster_tables tables = {0};
    int rc = ce_clusters_list(&clusters, micro, err);

    if (!rc)
        rc = ce_connected_triple_tables(&clusters, micro, decay, &tables, err);
    if (!rc)
        rc = ce_similarity_of_tables(&micro->rows, &tables, s, NULL, progress, err);
    ce_clusters_free(&clusters);
    ce_cluster_tables_free(&tables);
    return rc;
}
