/* The transfer cut, from the graph of the columns to labels of the rows. */
#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "partition/graph/embedding.h"
#include "partition/graph/transfer_cut_internal.h"

/* An eigenvalue below this counts as 0. The largest is 1, and rounding leaves some 1e-15. */
#define LEAST_EIGENVALUE 1e-13

enum { RESTARTS = 3, ITERATIONS = 100 };

/* component[i]: of row i, -1 for a row of zeros. It is the mean of the numbers of its columns,
 * which are all equal. */
static int row_components(ce_transfer_source *s, const ce_laplacian *l, int32_t *component,
                          ce_error *err)
{
    ce_matrix number = {0}, mean = {0};
    int rc = ce_matrix_alloc(&number, s->columns, 1, err);

    for (size_t j = 0; j < s->columns && !rc; j++)
        number.values[j] = l->component[j] + 1;
    if (!rc)
        rc = ce_matrix_alloc(&mean, s->rows, 1, err);
    if (!rc)
        rc = s->lift(s, &number, &mean, err);
    for (size_t i = 0; i < s->rows && !rc; i++)
        component[i] = (int32_t)lround(mean.values[i]) - 1;
    ce_matrix_free(&number);
    ce_matrix_free(&mean);
    return rc;
}

/* The k - 1 components with the most rows, and the rest. */
static int group(ce_transfer_source *s, const ce_laplacian *l, size_t k, ce_partition *partition,
                 ce_error *err)
{
    double *weight = ce_calloc(s->columns, sizeof *weight, err);
    int32_t *first = ce_alloc(l->components, sizeof *first, err),
            *label = ce_alloc(s->columns, sizeof *label, err);
    int rc = weight && first && label ? ce_partition_alloc(partition, s->rows, err) : CE_ENOMEM;

    if (!rc)
        rc = row_components(s, l, partition->labels, err);
    for (size_t j = s->columns; j-- > 0 && !rc;)
        if (l->component[j] >= 0)
            first[l->component[j]] = (int32_t)j;
    for (size_t i = 0; i < s->rows && !rc; i++)
        if (partition->labels[i] >= 0)
            weight[first[partition->labels[i]]] += ce_transfer_weight(s, i);
    if (!rc)
        rc = ce_laplacian_group(l, weight, k, label, err);
    for (size_t i = 0; i < s->rows && !rc; i++)
        partition->labels[i] =
            partition->labels[i] < 0 ? (int32_t)k - 1 : label[first[partition->labels[i]]];
    if (!rc)
        rc = ce_labels_renumber(partition->labels, s->rows, &partition->k, err);
    free(weight);
    free(first);
    free(label);
    return rc;
}

/* Fewer columns are independent of each other than there are clusters. Returns CE_EINPUT. */
static int fail_groups(const ce_transfer_options *options, size_t groups, ce_error *err)
{
    const char *name = options->name ? options->name : "", *colon = options->name ? ": " : "";
    const char *evidence = options->name ? "the base clusterings" : "the columns";

    if (groups < 2)
        return ce_fail(err, CE_EINPUT, "%s%sk = %zu, but %s tell no objects apart", name, colon,
                       options->k, evidence);
    return ce_fail(err, CE_EINPUT, "%s%sk = %zu, but %s tell only %zu groups of objects apart",
                   name, colon, options->k, evidence, groups);
}

/* Steps 2 to 4 of the header. */
static int embed(ce_transfer_source *s, ce_spectrum *spectrum, const ce_transfer_options *options,
                 ce_solver solver, ce_partition *partition, ce_error *err)
{
    size_t k = options->k, rank = 0;
    ce_embedding_options kmeans = {.k = k, .seed = options->seed, .start = CE_START_PLUSPLUS};
    double *values = ce_alloc(k, sizeof *values, err);
    ce_matrix v = {0}, f = {0};
    int rc = values ? ce_spectrum_eigenvectors(spectrum, k, solver, values, &v, err) : CE_ENOMEM;

    if (rc)
        goto done;
    if (options->start == CE_TRANSFER_FARTHEST)
        kmeans.start = CE_START_FARTHEST;
    kmeans.restarts = options->restarts ? options->restarts : RESTARTS;
    kmeans.iterations = options->iterations ? options->iterations : ITERATIONS;
    while (rank < k && values[rank] > LEAST_EIGENVALUE)
        rank++;
    if (rank < k) {
        rc = fail_groups(options, rank, err);
        goto done;
    }
    for (size_t j = 0; j < s->columns; j++)
        for (size_t c = 0; c < k; c++)
            v.values[j * k + c] *= spectrum->graph.scale[j];
    rc = ce_matrix_alloc(&f, s->rows, k, err);
    if (!rc)
        rc = s->lift(s, &v, &f, err);
    if (rc)
        goto done;
    ce_rows_normalise(&f);
    rc = ce_embedding_cluster(&f, s->weight, &kmeans, partition, err);
done:
    free(values);
    ce_matrix_free(&v);
    ce_matrix_free(&f);
    return rc;
}

int ce_transfer_labels(ce_transfer_source *s, ce_spectrum *spectrum,
                       const ce_transfer_options *options, size_t dense_rows,
                       ce_partition *partition, ce_error *err)
{
    const ce_laplacian *l = &spectrum->graph;
    size_t k = options->k, used = 0, wanted;

    if (l->components > k || k == 1)
        return group(s, l, k, partition, err);
    for (size_t j = 0; j < s->columns; j++)
        used += l->component[j] >= 0;
    if (k > used)
        return ce_fail(err, CE_EINPUT, "%zu clusters asked for; columns that are not zero: %zu", k,
                       used);
    wanted = ce_spectrum_wanted(spectrum, k);
    return embed(s, spectrum, options,
                 s->columns <= dense_rows || wanted > s->columns / 4 ? CE_SOLVER_DENSE
                                                                     : CE_SOLVER_SPARSE,
                 partition, err);
}

int ce_transfer_check(const ce_transfer_source *s, const ce_transfer_options *options,
                      ce_error *err)
{
    if (options->k < 1)
        return ce_fail(err, CE_EARG, "a bipartite graph cannot be cut into 0 clusters");
    if (options->k > s->rows)
        return ce_fail(err, CE_EINPUT, "%zu clusters asked for; rows: %zu", options->k, s->rows);
    return CE_OK;
}
