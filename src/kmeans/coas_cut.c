#include "kmeans/coas_cut.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "core/random.h"
#include "kmeans/kmeans.h"
#include "linalg/gram.h"
#include "linalg/linalg.h"

enum { RESTARTS = 10 };

/* A smaller eigenvalue of G, relative to the largest, is 0 but for rounding. */
#define LEAST_EIGENVALUE 1e-14

/* T itself: rows x rows. */
static int write_out(const ce_row_source *source, ce_matrix *z, ce_error *err)
{
    size_t n = source->rows, d = source->columns,
           *column = ce_alloc(source->longest, sizeof *column, err);
    double *value = ce_alloc(source->longest, sizeof *value, err),
           *x = ce_calloc(n * d, sizeof *x, err);
    int rc = column && value && x ? ce_matrix_alloc(z, n, n, err) : CE_ENOMEM;

    for (size_t i = 0; i < n && !rc; i++) {
        size_t count = ce_row_source_row(source, i, column, value);
        for (size_t e = 0; e < count; e++)
            x[i * d + column[e]] = value[e];
    }
    if (!rc)
        ce_product_transposed(x, x, z->values, n, d, n);
    for (size_t i = 0; i < n && !rc; i++)
        for (size_t j = 0; j < n; j++)
            z->values[i * n + j] *= sqrt(source->size[j]);
    free(column);
    free(value);
    free(x);
    return rc;
}

/* G in full: columns x columns. */
static int build_gram(const ce_row_source *source, double *full, ce_error *err)
{
    size_t d = source->columns;
    ce_similarity gram = {0};
    int rc = ce_similarity_alloc_dense(&gram, d, "the matrix of clusters by clusters",
                                       "fewer base clusterings", err);

    if (!rc && !(rc = ce_gram_add(source, NULL, &gram, err)))
        for (size_t a = 0; a < d; a++)
            for (size_t b = 0; b < d; b++)
                full[a * d + b] = ce_similarity_dense_get(&gram, a, b);
    ce_similarity_free(&gram);
    return rc;
}

/* X Q L^1/2. */
static int project(const ce_row_source *source, ce_matrix *z, ce_error *err)
{
    size_t d = source->columns, rank = 0;
    double *gram = NULL, *values = NULL, *vectors = NULL;
    int rc = ce_memory_check(d, d, 6 * sizeof *gram, "the eigenproblem of clusters by clusters",
                             "fewer base clusterings", err);

    if (rc)
        return rc;
    gram = ce_alloc(d * d, sizeof *gram, err);
    values = ce_alloc(d, sizeof *values, err);
    vectors = ce_alloc(d * d, sizeof *vectors, err);
    if (!gram || !values || !vectors)
        rc = CE_ENOMEM;
    if (!rc)
        rc = build_gram(source, gram, err);
    if (!rc)
        rc = ce_eigen_largest(gram, d, d, values, vectors, err);
    if (rc)
        goto done;
    while (rank < d && values[rank] > LEAST_EIGENVALUE * values[0])
        rank++;
    /* Q L^1/2 takes the place of G */
    for (size_t a = 0; a < d; a++)
        for (size_t j = 0; j < rank; j++)
            gram[a * rank + j] = vectors[a * d + j] * sqrt(values[j]);
    /* k-means copies the rows in the order of its clusters, and needs as much again for bounds */
    rc = ce_memory_check(source->rows, rank, 2 * sizeof *gram,
                         "the table for k-means, as good as the co-association matrix,",
                         "fewer base clusterings", err);
    if (!rc)
        rc = ce_matrix_alloc(z, source->rows, rank, err);
    if (!rc)
        rc = ce_row_product(source, gram, rank, z->values, err);
done:
    if (rc)
        ce_matrix_free(z);
    free(gram);
    free(values);
    free(vectors);
    return rc;
}

int ce_coas_data(const ce_row_source *source, ce_matrix *z, ce_error *err)
{
    return source->rows <= source->columns ? write_out(source, z, err) : project(source, z, err);
}

int ce_coas_cut(const ce_row_source *source, size_t k, size_t restarts, uint64_t seed,
                ce_partition *partition, ce_error *err)
{
    ce_kmeans_options options = {
        .k = k, .init = CE_INIT_RANDOM, .restarts = restarts ? restarts : RESTARTS};
    gsl_rng *rng = ce_random_alloc(seed, CE_STREAM_CONSENSUS, 0, err);
    ce_kmeans_data *data = NULL;
    ce_kmeans_result result = {0};
    ce_matrix z = {0};
    int rc = rng ? ce_coas_data(source, &z, err) : CE_ENOMEM;

    if (!rc)
        rc = ce_kmeans_prepare(&data, &z, source->size, err);
    if (!rc)
        rc = ce_kmeans(data, &options, rng, ce_threads(), &result, err);
    if (!rc)
        rc = ce_partition_alloc(partition, source->rows, err);
    if (!rc) {
        memcpy(partition->labels, result.labels, source->rows * sizeof *result.labels);
        rc = ce_labels_renumber(partition->labels, source->rows, &partition->k, err);
    }
    if (rc)
        ce_partition_free(partition);
    ce_kmeans_data_free(data);
    ce_kmeans_free(&result);
    ce_matrix_free(&z);
    gsl_rng_free(rng);
    return rc;
}
