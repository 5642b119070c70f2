#include "similarity/local_weights.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "score/contingency.h"
#include "similarity/cluster_tables.h"

/*
 * The entropies of the clusters of q among those of r, and of r's among those of q, from one table
 * of overlaps. entropy: m x N_c; row r holds those among the clusters of r. NaN for a cluster of
 * which the other base clustering labels nothing.
 */
static int add_entropies(const ce_clusters *clusters, const ce_microclusters *micro, size_t q,
                         size_t r, double *entropy, ce_error *err)
{
    double *of_q = entropy + r * clusters->count + clusters->start[q],
           *of_r = entropy + q * clusters->count + clusters->start[r];
    ce_contingency table = {0};
    int rc = ce_contingency_of_columns(&table, &micro->rows, q, r, micro->size, err);

    for (size_t a = 0; a < table.rows; a++)
        of_q[a] = table.row_sum[a] ? 0 : NAN;
    for (size_t b = 0; b < table.columns; b++)
        of_r[b] = table.column_sum[b] ? 0 : NAN;
    for (size_t a = 0; a < table.rows; a++)
        for (size_t c = table.start[a]; c < table.start[a + 1]; c++) {
            double both = (double)table.count[c], in_a = (double)table.row_sum[a],
                   in_b = (double)table.column_sum[table.column[c]];
            of_q[a] += both / in_a * log2(in_a / both);
            of_r[table.column[c]] += both / in_b * log2(in_b / both);
        }
    ce_contingency_free(&table);
    return rc;
}

/* exp(-H / (theta m)) of each cluster, from its column of entropies. Its own base clustering adds
 * 0. */
static void index_clusters(const ce_clusters *clusters, const double *entropy, double theta,
                           double *eci)
{
    for (size_t q = 0; q < clusters->m; q++)
        for (size_t a = clusters->start[q]; a < clusters->start[q + 1]; a++) {
            double sum = 0, counted = 1;
            for (size_t r = 0; r < clusters->m; r++) {
                double h = entropy[r * clusters->count + a];
                if (r == q || isnan(h))
                    continue;
                sum += h;
                counted++;
            }
            eci[a] = exp(-sum / (theta * counted));
        }
}

int ce_cluster_index(const ce_clusters *clusters, const ce_microclusters *micro, double theta,
                     double *eci, ce_error *err)
{
    double *entropy;
    int rc;

    if (!(theta > 0 && isfinite(theta)))
        return ce_fail(err, CE_EARG,
                       "local weights: a theta of %g, a finite number above 0 expected", theta);
    rc = ce_memory_check(clusters->m, clusters->count, sizeof *entropy,
                         "the table of entropies of all clusters", "fewer base clusterings", err);
    if (rc)
        return rc;
    entropy = ce_alloc(clusters->m * clusters->count, sizeof *entropy, err);
    if (!entropy)
        return CE_ENOMEM;
    /* base clusterings q and r write cells of their own */
#pragma omp parallel for schedule(dynamic)
    for (size_t q = 0; q < clusters->m; q++)
        for (size_t r = q + 1; r < clusters->m; r++) {
            ce_error own = {0};
            int failed = add_entropies(clusters, micro, q, r, entropy, &own);
            if (failed) {
#pragma omp critical(ce_local_weights_failure)
                rc = ce_fail(err, (ce_status)failed, "%s", own.text);
            }
        }
    if (!rc)
        index_clusters(clusters, entropy, theta, eci);
    free(entropy);
    return rc;
}

/* The clusters of an ensemble and their eci (owned by the caller). */
static int index_all(const ce_microclusters *micro, double theta, ce_clusters *clusters,
                     double **eci, ce_error *err)
{
    int rc = ce_clusters_list(clusters, micro, err);

    if (rc)
        return rc;
    *eci = ce_alloc(clusters->count, sizeof **eci, err);
    return *eci ? ce_cluster_index(clusters, micro, theta, *eci, err) : CE_ENOMEM;
}

int ce_locally_weighted(const ce_microclusters *micro, double theta, ce_similarity *s, double *twin,
                        const ce_progress *progress, ce_error *err)
{
    ce_clusters clusters = {0};
    ce_cluster_tables tables = {0};
    double *eci = NULL;
    int rc = index_all(micro, theta, &clusters, &eci, err);

    if (!rc)
        rc = ce_cluster_tables_alloc(&tables, &micro->rows, err);
    if (rc)
        goto done;
    for (size_t q = 0; q < clusters.m; q++)
        for (size_t a = 0, k = clusters.start[q + 1] - clusters.start[q]; a < k; a++)
            tables.values[tables.start[q] + a * k + a] = eci[clusters.start[q] + a];
    rc = ce_similarity_of_tables(&micro->rows, &tables, s, twin, progress, err);
done:
    free(eci);
    ce_clusters_free(&clusters);
    ce_cluster_tables_free(&tables);
    return rc;
}

int ce_locally_weighted_graph(const ce_microclusters *micro, double theta, ce_biadjacency *b,
                              ce_error *err)
{
    ce_clusters clusters = {0};
    double *eci = NULL;
    size_t at = 0;
    int rc = index_all(micro, theta, &clusters, &eci, err);

    if (!rc)
        rc = ce_biadjacency_alloc_sparse(b, micro->count, clusters.count, micro->count * clusters.m,
                                         err);
    if (rc)
        goto done;
    for (size_t i = 0; i < micro->count; i++) {
        for (size_t q = 0; q < clusters.m; q++) {
            int32_t label = ce_labels_column(&micro->rows, q)[i];
            if (label < 0)
                continue;
            b->column[at] = (int32_t)(clusters.start[q] + (size_t)label);
            b->values[at] = eci[b->column[at]];
            at++;
        }
        b->row_start[i + 1] = at;
    }
done:
    free(eci);
    ce_clusters_free(&clusters);
    return rc;
}
