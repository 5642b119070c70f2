#include "partition/bipartite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "partition/embedding.h"
#include "partition/graph_cut.h"
#include "partition/laplacian.h"

/* An eigenvalue of the clusters' problem below this is 0: the largest is 1. */
#define LEAST_EIGENVALUE 1e-10

typedef struct {
    const ce_microclusters *micro;
    size_t n, m, clusters; /* microclusters, base clusterings, N_c */
    size_t *offset;        /* m: the number of a clustering's first cluster */
    double *size;          /* clusters: objects in each */
    double *present;       /* n: labels that are not missing */
} ensemble_graph;

static void graph_free(ensemble_graph *g)
{
    free(g->offset);
    free(g->size);
    free(g->present);
}

static int graph_build(ensemble_graph *g, const ce_microclusters *micro, ce_error *err)
{
    g->micro = micro;
    g->n = micro->count;
    g->m = micro->rows.m;
    g->clusters = ce_labels_total(&micro->rows);
    g->offset = ce_alloc(g->m, sizeof *g->offset, err);
    g->size = ce_calloc(g->clusters, sizeof *g->size, err);
    g->present = ce_calloc(g->n, sizeof *g->present, err);
    if (!g->offset || !g->size || !g->present)
        return CE_ENOMEM;
    for (size_t q = 0, next = 0; q < g->m; q++) {
        const int32_t *label = ce_labels_column(&micro->rows, q);
        g->offset[q] = next;
        next += (size_t)micro->rows.k[q];
        for (size_t i = 0; i < g->n; i++)
            if (label[i] != CE_MISSING) {
                g->size[g->offset[q] + (size_t)label[i]] += micro->size[i];
                g->present[i]++;
            }
    }
    return CE_OK;
}

/* The clusters of one microcluster, ascending; returns how many. */
static size_t clusters_of(const ensemble_graph *g, size_t i, size_t *cluster)
{
    size_t count = 0;

    for (size_t q = 0; q < g->m; q++) {
        int32_t label = ce_labels_column(&g->micro->rows, q)[i];
        if (label != CE_MISSING)
            cluster[count++] = g->offset[q] + (size_t)label;
    }
    return count;
}

/* Vertices: microclusters, then clusters. A cluster's row gets its microclusters in their order. */
static void fill_graph(const ensemble_graph *g, ce_graph *graph, size_t *cluster, size_t *next)
{
    for (size_t v = 0; v < g->n + g->clusters; v++)
        next[v] = 0;
    for (size_t i = 0; i < g->n; i++) {
        size_t count = clusters_of(g, i, cluster);
        next[i] = count;
        for (size_t c = 0; c < count; c++)
            next[g->n + cluster[c]]++;
    }
    for (size_t v = 0; v < g->n + g->clusters; v++) {
        graph->row_start[v + 1] = graph->row_start[v] + next[v];
        next[v] = graph->row_start[v];
        graph->vertex_weight[v] = v < g->n ? g->micro->size[v] : 1;
    }
    for (size_t i = 0; i < g->n; i++) {
        size_t count = clusters_of(g, i, cluster);
        for (size_t c = 0; c < count; c++) {
            size_t v = g->n + cluster[c];
            graph->neighbour[next[i]] = (int32_t)v;
            graph->weight[next[i]++] = g->micro->size[i];
            graph->neighbour[next[v]] = (int32_t)i;
            graph->weight[next[v]++] = g->micro->size[i];
        }
    }
}

static int cut_by_metis(const ensemble_graph *g, size_t k, uint64_t seed, ce_partition *partition, ce_error *err)
{
    ce_metis_options options = {.k = k, .scheme = CE_METIS_RECURSIVE, .seed = seed};
    ce_graph graph = {0};
    ce_partition all = {0};
    size_t vertices = g->n + g->clusters, entries = 0;
    size_t *cluster = ce_alloc(g->m, sizeof *cluster, err), *next = ce_alloc(vertices, sizeof *next, err);
    int rc = cluster && next ? CE_OK : CE_ENOMEM;

    for (size_t i = 0; i < g->n; i++)
        entries += 2 * (size_t)g->present[i];
    if (!rc)
        rc = ce_graph_alloc(&graph, vertices, entries, err);
    if (!rc && !(graph.vertex_weight = ce_alloc(vertices, sizeof *graph.vertex_weight, err)))
        rc = CE_ENOMEM;
    if (!rc) {
        fill_graph(g, &graph, cluster, next);
        rc = ce_metis(&graph, &options, &all, err);
    }
    if (!rc && !(rc = ce_partition_alloc(partition, g->n, err))) {
        memcpy(partition->labels, all.labels, g->n * sizeof *all.labels);
        rc = ce_labels_renumber(partition->labels, g->n, &partition->k, err);
    }
    free(cluster);
    free(next);
    ce_graph_free(&graph);
    ce_partition_free(&all);
    return rc;
}

/* H^T diag(size / present) H: its normalized form is the product of the scaled incidence matrix with itself, and its row sums
 * are the sizes of the clusters. */
static int cluster_affinity(const ensemble_graph *g, ce_similarity *affinity, ce_error *err)
{
    size_t *cluster = ce_alloc(g->m, sizeof *cluster, err);
    int rc = cluster ? ce_similarity_alloc_dense(affinity, g->clusters, "the matrix of clusters by clusters",
                                                 "fewer base clusterings or METIS", err)
                     : CE_ENOMEM;

    for (size_t i = 0; i < g->n && !rc; i++) {
        size_t count = clusters_of(g, i, cluster);
        double share = g->micro->size[i] / g->present[i];
        for (size_t a = 0; a < count; a++) {
            double *row = affinity->values + ce_packed_index(g->clusters, cluster[a], cluster[a]) - cluster[a];
            for (size_t b = a; b < count; b++)
                row[cluster[b]] += share;
        }
    }
    free(cluster);
    return rc;
}

/* rows: (n + clusters) x k: left singular vectors from the right ones, u = R^-1/2 H C^-1/2 v / sigma, then those. */
static int stack_rows(const ensemble_graph *g, const ce_matrix *right, const double *values, ce_matrix *rows, ce_error *err)
{
    size_t k = right->columns, *cluster = ce_alloc(g->m, sizeof *cluster, err);
    int rc = cluster ? ce_matrix_alloc(rows, g->n + g->clusters, k, err) : CE_ENOMEM;

    for (size_t i = 0; i < g->n && !rc; i++) {
        double *row = rows->values + i * k;
        size_t count = clusters_of(g, i, cluster);
        memset(row, 0, k * sizeof *row);
        for (size_t c = 0; c < count; c++)
            for (size_t j = 0; j < k; j++)
                row[j] += right->values[cluster[c] * k + j] / sqrt(g->size[cluster[c]]);
        for (size_t j = 0; j < k && count; j++)
            row[j] /= sqrt(g->present[i] * values[j]);
    }
    if (!rc)
        memcpy(rows->values + g->n * k, right->values, g->clusters * k * sizeof *rows->values);
    free(cluster);
    return rc;
}

/* Labels of clusters to those of microclusters, which are in one component with all their clusters. */
static int group(const ensemble_graph *g, const ce_laplacian *l, size_t k, ce_partition *partition, ce_error *err)
{
    size_t *cluster = ce_alloc(g->m, sizeof *cluster, err);
    int32_t *label = ce_alloc(g->clusters, sizeof *label, err);
    int rc = cluster && label ? ce_laplacian_group(l, g->size, k, label, err) : CE_ENOMEM;

    if (!rc)
        rc = ce_partition_alloc(partition, g->n, err);
    for (size_t i = 0; i < g->n && !rc; i++)
        partition->labels[i] = clusters_of(g, i, cluster) ? label[cluster[0]] : (int32_t)k - 1;
    if (!rc)
        rc = ce_labels_renumber(partition->labels, g->n, &partition->k, err);
    free(cluster);
    free(label);
    return rc;
}

static int embed(const ensemble_graph *g, ce_laplacian *l, size_t k, uint64_t seed, ce_partition *partition, ce_error *err)
{
    double *values = ce_alloc(k, sizeof *values, err), *weight = ce_alloc(g->n + g->clusters, sizeof *weight, err);
    ce_embedding_options kmeans = {.k = k, .candidates = g->n, .seed = seed};
    ce_matrix right = {0}, rows = {0};
    ce_partition all = {0};
    size_t rank = 0;
    int rc = values && weight ? ce_laplacian_eigenvectors(l, k, CE_SOLVER_AUTO, values, &right, err) : CE_ENOMEM;

    if (rc)
        goto done;
    while (rank < k && values[rank] > LEAST_EIGENVALUE)
        rank++;
    if (rank < k) {
        rc = ce_fail(err, CE_EINPUT, "%zu clusters asked, but the base clusterings have only %zu independent clusters", k,
                     rank);
        goto done;
    }
    if ((rc = stack_rows(g, &right, values, &rows, err)))
        goto done;
    ce_rows_normalise(&rows);
    for (size_t v = 0; v < g->n + g->clusters; v++)
        weight[v] = v < g->n ? g->micro->size[v] : 1;
    if ((rc = ce_embedding_cluster(&rows, weight, &kmeans, &all, err)) ||
        (rc = ce_partition_alloc(partition, g->n, err)))
        goto done;
    memcpy(partition->labels, all.labels, g->n * sizeof *all.labels);
    rc = ce_labels_renumber(partition->labels, g->n, &partition->k, err);
done:
    free(values);
    free(weight);
    ce_matrix_free(&right);
    ce_matrix_free(&rows);
    ce_partition_free(&all);
    return rc;
}

static int cut_by_spectrum(const ensemble_graph *g, size_t k, uint64_t seed, ce_partition *partition, ce_error *err)
{
    ce_similarity affinity = {0};
    ce_laplacian l = {0};
    int rc = cluster_affinity(g, &affinity, err);

    if (!rc && !(rc = ce_laplacian_build(&l, &affinity, NULL, 1, err)))
        rc = l.components > k || k == 1 ? group(g, &l, k, partition, err) : embed(g, &l, k, seed, partition, err);
    ce_laplacian_free(&l);
    ce_similarity_free(&affinity);
    return rc;
}

int ce_bipartite_cut(const ce_microclusters *micro, size_t k, int with_spectral, uint64_t seed, ce_partition *partition,
                     ce_error *err)
{
    ensemble_graph g = {0};
    int rc;

    if (k < 1)
        return ce_fail(err, CE_EARG, "a bipartite graph cannot be cut into 0 clusters");
    if ((rc = graph_build(&g, micro, err)))
        goto done;
    if (k > g.clusters)
        rc = ce_fail(err, CE_EINPUT, "%zu clusters asked, but the base clusterings have only %zu", k, g.clusters);
    else if (k > g.n)
        rc = ce_fail(err, CE_EINPUT, "%zu clusters asked, but only %zu objects differ in their labels", k, g.n);
    else if (with_spectral)
        rc = cut_by_spectrum(&g, k, seed, partition, err);
    else
        rc = cut_by_metis(&g, k, seed, partition, err);
done:
    graph_free(&g);
    return rc;
}
