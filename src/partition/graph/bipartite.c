#include "partition/graph/bipartite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "linalg/gram.h"
#include "partition/graph/column_products.h"
#include "partition/graph/embedding.h"
#include "partition/graph/graph_cut.h"
#include "partition/graph/laplacian.h"

/* An eigenvalue of the problem of the clusters below this counts as 0. The largest is 1. */
#define LEAST_EIGENVALUE 1e-10

/* A is sparse where fewer than one entry in so many is above 0. */
enum { SPARSE_SHARE = 4 };

typedef struct {
    const ce_row_source *rows;
    const ce_bipartite_options *options;
    size_t n, clusters;
    double *size;    /* clusters: column sums, over the objects */
    double *present; /* n: row sums */
    size_t *column;  /* room for a row */
    double *value;
} bipartite;

static void bipartite_free(bipartite *g)
{
    free(g->size);
    free(g->present);
    free(g->column);
    free(g->value);
}

static int bipartite_build(bipartite *g, const ce_row_source *rows,
                           const ce_bipartite_options *options, ce_error *err)
{
    *g = (bipartite){.rows = rows, .options = options, .n = rows->rows, .clusters = rows->columns};
    g->size = ce_calloc(g->clusters, sizeof *g->size, err);
    g->present = ce_calloc(g->n, sizeof *g->present, err);
    g->column = ce_alloc(rows->longest, sizeof *g->column, err);
    g->value = ce_alloc(rows->longest, sizeof *g->value, err);
    if (!g->size || !g->present || !g->column || !g->value)
        return CE_ENOMEM;
    for (size_t i = 0; i < g->n; i++) {
        size_t count = ce_row_source_row(rows, i, g->column, g->value);
        for (size_t e = 0; e < count; e++) {
            g->size[g->column[e]] += rows->size[i] * g->value[e];
            g->present[i] += g->value[e];
        }
    }
    return CE_OK;
}

/* all: a part for each row, then for each cluster. The parts of the rows are numbered by first
 * appearance. */
static int take_parts(const bipartite *g, const int32_t *all, ce_partition *partition,
                      int32_t *cluster, ce_error *err)
{
    size_t k = g->options->k;
    int32_t *number = ce_alloc(k, sizeof *number, err);
    int rc = number ? ce_partition_alloc(partition, g->n, err) : CE_ENOMEM;

    if (!rc) {
        memcpy(partition->labels, all, g->n * sizeof *all);
        rc = ce_labels_renumber(partition->labels, g->n, &partition->k, err);
    }
    for (size_t p = 0; p < k && !rc; p++)
        number[p] = CE_MISSING;
    for (size_t i = 0; i < g->n && !rc; i++)
        number[all[i]] = partition->labels[i];
    for (size_t c = 0; c < g->clusters && cluster && !rc; c++)
        cluster[c] = number[all[g->n + c]];
    free(number);
    return rc;
}

static int cut_by_metis(const bipartite *g, ce_partition *partition, int32_t *cluster,
                        ce_error *err)
{
    ce_metis_options options = {
        .k = g->options->k, .scheme = CE_METIS_RECURSIVE, .seed = g->options->seed};
    ce_partition all = {0};
    int rc = ce_metis_bipartite(g->rows, g->options->cluster_weight, &options, &all, err);

    if (!rc)
        rc = take_parts(g, all.labels, partition, cluster, err);
    ce_partition_free(&all);
    return rc;
}

/* A^T diag(size / present) A. Its normalized form is the product of the scaled matrix with itself,
 * and its row sums are the column sums of A. */
static int cluster_affinity(const bipartite *g, ce_similarity *affinity, ce_error *err)
{
    double *share = ce_alloc(g->n, sizeof *share, err);
    int rc = share ? ce_similarity_alloc_dense(affinity, g->clusters,
                                               "the matrix of clusters by clusters",
                                               "fewer base clusterings or METIS", err)
                   : CE_ENOMEM;

    for (size_t i = 0; i < g->n && !rc; i++)
        share[i] = g->present[i] > 0 ? g->rows->size[i] / g->present[i] : 0;
    if (!rc)
        rc = ce_gram_add(g->rows, share, affinity, err);
    free(share);
    return rc;
}

/* rows: (n + clusters) x k. The left singular vectors, u = R^-1/2 A C^-1/2 v / sigma, then the
 * right ones. */
static int stack_rows(const bipartite *g, const ce_matrix *right, const double *values,
                      ce_matrix *rows, ce_error *err)
{
    size_t k = right->columns;
    double *scaled = ce_alloc(g->clusters, k * sizeof *scaled, err);
    int rc = scaled ? ce_matrix_alloc(rows, g->n + g->clusters, k, err) : CE_ENOMEM;

    for (size_t c = 0; c < g->clusters && !rc; c++)
        for (size_t j = 0; j < k; j++)
            scaled[c * k + j] = right->values[c * k + j] / sqrt(g->size[c]);
    if (!rc)
        rc = ce_row_product(g->rows, scaled, k, rows->values, err);
    if (!rc) {
        for (size_t i = 0; i < g->n; i++)
            for (size_t j = 0; j < k && g->present[i] > 0; j++)
                rows->values[i * k + j] /= sqrt(g->present[i] * values[j]);
        memcpy(rows->values + g->n * k, right->values, g->clusters * k * sizeof *rows->values);
    }
    free(scaled);
    return rc;
}

/* Groups the components of clusters. A row is in one component with all its clusters. */
static int group(const bipartite *g, const ce_laplacian *l, ce_partition *partition,
                 int32_t *cluster, ce_error *err)
{
    int32_t *all = ce_alloc(g->n + g->clusters, sizeof *all, err),
            last = (int32_t)g->options->k - 1;
    int rc = all ? ce_laplacian_group(l, g->size, g->options->k, all + g->n, err) : CE_ENOMEM;

    for (size_t i = 0; i < g->n && !rc; i++)
        all[i] =
            ce_row_source_row(g->rows, i, g->column, g->value) ? all[g->n + g->column[0]] : last;
    if (!rc)
        rc = take_parts(g, all, partition, cluster, err);
    free(all);
    return rc;
}

static int embed(const bipartite *g, ce_spectrum *spectrum, ce_partition *partition,
                 int32_t *cluster, ce_error *err)
{
    size_t k = g->options->k, rank = 0;
    double *values = ce_alloc(k, sizeof *values, err),
           *weight = ce_alloc(g->n + g->clusters, sizeof *weight, err);
    ce_embedding_options kmeans = {
        .k = k, .candidates = g->n, .restarts = g->options->restarts, .seed = g->options->seed};
    ce_matrix right = {0}, rows = {0};
    ce_partition all = {0};
    int rc = values && weight
                 ? ce_spectrum_eigenvectors(spectrum, k, CE_SOLVER_AUTO, values, &right, err)
                 : CE_ENOMEM;

    if (rc)
        goto done;
    while (rank < k && values[rank] > LEAST_EIGENVALUE)
        rank++;
    if (rank < k) {
        rc = ce_fail(
            err, CE_EINPUT,
            "%zu clusters asked for, but the base clusterings have only %zu independent cluster%s",
            k, rank, rank == 1 ? "" : "s");
        goto done;
    }
    rc = stack_rows(g, &right, values, &rows, err);
    if (rc)
        goto done;
    ce_rows_normalise(&rows);
    for (size_t v = 0; v < g->n + g->clusters; v++)
        weight[v] = v < g->n ? g->rows->size[v] : 1;
    rc = ce_embedding_cluster(&rows, weight, &kmeans, &all, err);
    if (!rc)
        rc = take_parts(g, all.labels, partition, cluster, err);
done:
    free(values);
    free(weight);
    ce_matrix_free(&right);
    ce_matrix_free(&rows);
    ce_partition_free(&all);
    return rc;
}

/* A as a sparse matrix. */
static int write_rows(bipartite *g, ce_biadjacency *b, ce_error *err)
{
    int rc = ce_biadjacency_alloc_sparse(b, g->n, g->clusters, g->rows->entries, err);

    for (size_t i = 0; i < g->n && !rc; i++) {
        size_t first = b->row_start[i];
        size_t count = ce_row_source_row(g->rows, i, g->column, b->values + first);
        for (size_t e = 0; e < count; e++)
            b->column[first + e] = (int32_t)g->column[e];
        b->row_start[i + 1] = first + count;
    }
    return rc;
}

/* Products need A in memory: with memberships most of its entries can be above 0. */
static int can_hold(const bipartite *g)
{
    return (double)g->rows->entries < (double)g->n * (double)g->clusters / SPARSE_SHARE;
}

/* The graph of the clusters: by products with A where that is cheaper, else as a matrix. */
static int build_graph(bipartite *g, ce_biadjacency *b, ce_column_products *products,
                       ce_similarity *affinity, ce_laplacian *l, ce_error *err)
{
    int rc;

    if (!can_hold(g) || !ce_column_products_are_cheaper(g->n, g->clusters, g->rows->entries)) {
        rc = cluster_affinity(g, affinity, err);
        return rc ? rc : ce_laplacian_build(l, affinity, NULL, 1, err);
    }
    rc = write_rows(g, b, err);
    if (!rc)
        rc = ce_column_products_init(products, b, g->rows->size, err);
    return rc ? rc : ce_laplacian_build_operator(l, g->clusters, ce_column_product, products, err);
}

static int cut_by_spectrum(bipartite *g, ce_partition *partition, int32_t *cluster, ce_error *err)
{
    size_t k = g->options->k;
    ce_biadjacency b = {0};
    ce_column_products products = {0};
    ce_similarity affinity = {0};
    ce_spectrum own = {0}, *spectrum = g->options->spectrum ? g->options->spectrum : &own;
    const ce_laplacian *l = &spectrum->graph;
    int rc = spectrum->kept >= k ? CE_OK
                                 : build_graph(g, &b, &products, &affinity, &spectrum->graph, err);

    if (!rc)
        rc = l->components > k || k == 1 ? group(g, l, partition, cluster, err)
                                         : embed(g, spectrum, partition, cluster, err);
    ce_spectrum_free(&own);
    ce_similarity_free(&affinity);
    ce_column_products_free(&products);
    ce_biadjacency_free(&b);
    return rc;
}

int ce_bipartite_cut(const ce_row_source *rows, const ce_bipartite_options *options,
                     ce_partition *partition, int32_t *cluster, ce_error *err)
{
    bipartite g = {0};
    int rc = CE_OK;

    if (options->k < 1)
        rc = ce_fail(err, CE_EARG, "a bipartite graph cannot be cut into 0 clusters");
    else
        rc = bipartite_build(&g, rows, options, err);
    if (rc)
        goto done;
    if (options->k > g.clusters)
        rc = ce_fail(err, CE_EINPUT,
                     "%zu clusters asked for, but the base clusterings have only %zu", options->k,
                     g.clusters);
    else if (options->k > g.n)
        rc = ce_fail(err, CE_EINPUT,
                     "%zu clusters asked for, but only %zu objects differ in their labels",
                     options->k, g.n);
    else if (options->with_spectral)
        rc = cut_by_spectrum(&g, partition, cluster, err);
    else
        rc = cut_by_metis(&g, partition, cluster, err);
done:
    bipartite_free(&g);
    if (rc)
        ce_partition_free(partition);
    return rc;
}
