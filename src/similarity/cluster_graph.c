#include "similarity/cluster_graph.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "similarity/probability_trajectory.h"

int ce_membership_graph(const ce_clusters *clusters, const ce_microclusters *micro,
                        const double *weight, ce_biadjacency *b, ce_error *err)
{
    size_t labels = 0, entries = 0;
    int rc;

    for (size_t at = 0; at < micro->count * micro->rows.m; at++)
        labels += micro->rows.labels[at] >= 0;
    rc = ce_biadjacency_alloc_sparse(b, micro->count, clusters->count, labels, err);
    for (size_t i = 0; i < micro->count && !rc; i++) {
        for (size_t q = 0; q < clusters->m; q++) {
            size_t c = ce_cluster_of(clusters, micro, i, q);
            double w = weight ? weight[q] : 1;
            if (c < clusters->count && w > 0) {
                b->column[entries] = (int32_t)c;
                b->values[entries++] = w;
            }
        }
        b->row_start[i + 1] = entries;
    }
    return rc;
}

int ce_trajectory_graph(const ce_clusters *clusters, const ce_microclusters *micro,
                        const ce_elite_graph *graph, size_t steps, const double *norm,
                        ce_biadjacency *b, ce_error *err)
{
    size_t n = micro->count, columns = clusters->count;
    double *x = NULL;
    int rc = ce_memory_check(n, columns, 2 * sizeof *x, "the graph of microclusters and clusters",
                             "a smaller ensemble", err);

    if (!rc)
        rc = ce_biadjacency_alloc_dense(b, n, columns, "the graph of microclusters and clusters",
                                        "a smaller ensemble", err);
    if (rc)
        return rc;
    x = ce_calloc(n * columns, sizeof *x, err);
    if (!x) {
        rc = CE_ENOMEM;
        goto done;
    }
    for (size_t i = 0; i < n; i++)
        for (size_t q = 0; q < clusters->m; q++) {
            size_t c = ce_cluster_of(clusters, micro, i, q);
            if (c < columns && norm[i] > 0)
                x[i * columns + c] = 1 / (sqrt(norm[i]) * clusters->rows[c]);
        }
    rc = ce_trajectory_product(graph, steps, x, b->values, columns, err);
    if (rc)
        goto done;
    for (size_t i = 0; i < n; i++) {
        for (size_t c = 0; c < columns && norm[i] > 0; c++)
            b->values[i * columns + c] /= sqrt(norm[i]);
        for (size_t q = 0; q < clusters->m && !(norm[i] > 0); q++) {
            size_t c = ce_cluster_of(clusters, micro, i, q);
            if (c < columns)
                b->values[i * columns + c] = 1 / clusters->rows[c];
        }
    }
done:
    free(x);
    if (rc)
        ce_biadjacency_free(b);
    return rc;
}
