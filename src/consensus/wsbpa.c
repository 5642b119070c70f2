/*
 * WSBPA (card S9): the parts of WBPA with centroids and weight vectors; each object then goes to
 * the nearest of these centroids [wce2008 Algorithm 5, section 4.1].
 *
 *   w_l = mean of the weight vectors of the cluster vertices in part l [wce2008 eq. 3.7], 1/D where
 * there are none c_l = mean of the objects in part l label = argmin_l sum_s w_ls (x_s - c_ls)^2,
 * ties: the lowest l.
 *
 * A part without objects has no centroid and is left out, so that there can be fewer clusters than
 * k; so can there be when a centroid is nobody's nearest. The result keeps the centroids and
 * weights of all parts, whose labels come from them.
 */
#include "consensus/consensus.h"

#include <stdlib.h>
#include <string.h>

#include "core/labels.h"
#include "core/memory.h"
#include "generate/lac.h"

void ce_subspace_result_free(ce_subspace_result *result)
{
    free(result->centroid);
    free(result->weight);
    free(result->size);
    *result = (ce_subspace_result){0};
}

static int result_alloc(ce_subspace_result *result, size_t k, size_t d, ce_error *err)
{
    ce_subspace_result_free(result);
    result->centroid = ce_calloc(k * d, sizeof(double), err);
    result->weight = ce_calloc(k * d, sizeof(double), err);
    result->size = ce_calloc(k, sizeof(double), err);
    if (!result->centroid || !result->weight || !result->size)
        return CE_ENOMEM;
    result->k = k;
    result->d = d;
    return CE_OK;
}

/* The row of the data that a labelled row is. */
static size_t data_row(const ce_ensemble *ensemble, size_t i)
{
    return ensemble->row ? (size_t)ensemble->row[i] : i;
}

static double objects(const ce_ensemble *ensemble, size_t i)
{
    return ensemble->weight ? ensemble->weight[i] : 1;
}

/* Means of the objects of each part. */
static void find_centroids(const ce_ensemble *ensemble, const ce_partition *part,
                           ce_subspace_result *found)
{
    for (size_t i = 0; i < part->n; i++) {
        const double *x = ensemble->subspaces->data->values + data_row(ensemble, i) * found->d;
        double *c = found->centroid + (size_t)part->labels[i] * found->d;
        for (size_t s = 0; s < found->d; s++)
            c[s] += objects(ensemble, i) * x[s];
        found->size[part->labels[i]] += objects(ensemble, i);
    }
    for (size_t l = 0; l < found->k; l++)
        for (size_t s = 0; s < found->d; s++)
            found->centroid[l * found->d + s] /= found->size[l];
}

/* Means of the weight vectors of each part's cluster vertices. cluster: the part of each; column:
 * its row among the weights, or NULL: its number. */
static int find_weights(const ce_matrix *weights, const int32_t *cluster, const size_t *column,
                        size_t clusters, ce_subspace_result *found, ce_error *err)
{
    size_t d = found->d;
    double *count = ce_calloc(found->k, sizeof *count, err);

    if (!count)
        return CE_ENOMEM;
    for (size_t c = 0; c < clusters; c++) {
        const double *w = weights->values + (column ? column[c] : c) * d;
        if (cluster[c] == CE_MISSING)
            continue;
        for (size_t s = 0; s < d; s++)
            found->weight[(size_t)cluster[c] * d + s] += w[s];
        count[cluster[c]]++;
    }
    for (size_t l = 0; l < found->k; l++)
        for (size_t s = 0; s < d; s++)
            found->weight[l * d + s] =
                count[l] > 0 ? found->weight[l * d + s] / count[l] : 1 / (double)d;
    free(count);
    return CE_OK;
}

/* The nearest centroid of each object, and the centroids in the order of these labels. */
static int reassign(const ce_ensemble *ensemble, ce_subspace_result *found, ce_partition *result,
                    ce_error *err)
{
    size_t n = ensemble->labels->n, k = found->k, d = found->d;
    double *distance = ce_alloc(ensemble->n, k * sizeof *distance, err);
    int32_t *number = ce_alloc(k, sizeof *number, err), next = 0;
    ce_subspace_result ordered = {0};
    int rc = distance && number ? ce_partition_alloc(result, n, err) : CE_ENOMEM;

    if (!rc && !(rc = result_alloc(&ordered, k, d, err)))
        rc = ce_weighted_distances(ensemble->subspaces->data, found->centroid, found->weight, k,
                                   distance, err);
    for (size_t l = 0; l < k && !rc; l++)
        number[l] = CE_MISSING;
    for (size_t i = 0; i < n && !rc; i++) {
        const double *own = distance + data_row(ensemble, i) * k;
        size_t best = 0;
        for (size_t l = 1; l < k; l++)
            if (own[l] < own[best])
                best = l;
        if (number[best] == CE_MISSING)
            number[best] = next++;
        result->labels[i] = number[best];
        ordered.size[number[best]] += objects(ensemble, i);
    }
    for (size_t l = 0; l < k && !rc; l++) {
        size_t to = number[l] == CE_MISSING ? (size_t)next++ : (size_t)number[l];
        memcpy(ordered.centroid + to * d, found->centroid + l * d, d * sizeof(double));
        memcpy(ordered.weight + to * d, found->weight + l * d, d * sizeof(double));
    }
    if (!rc) {
        rc = ce_labels_renumber(result->labels, n, &result->k, err);
        ce_subspace_result_free(found);
        *found = ordered;
        ordered = (ce_subspace_result){0};
    }
    ce_subspace_result_free(&ordered);
    free(distance);
    free(number);
    return rc;
}

int ce_consensus_wsbpa(ce_ensemble *ensemble, const ce_consensus_function *function,
                       const ce_consensus_options *options, size_t k, ce_partition *result,
                       ce_error *err)
{
    const ce_subspaces *in = ensemble->subspaces;
    ce_row_source source = {0};
    ce_partition small = {0}, part = {0};
    const int32_t *of;
    int32_t *cluster = NULL;
    int rc;

    if (!in)
        return ce_fail(err, CE_EARG, "%s: needs data and weight vectors", function->name);
    if (!(rc = ce_ensemble_source(ensemble, function->name, k, 0, &source, &of, err)) &&
        !(cluster = ce_alloc(source.columns, sizeof *cluster, err)))
        rc = CE_ENOMEM;
    if (rc || (rc = ce_consensus_bipartite(&source, options, k, &small, cluster, err)) ||
        (rc = ce_partition_expand(&small, of, ensemble->labels->n, &part, err)) ||
        (rc = result_alloc(&ensemble->found, (size_t)part.k, in->data->columns, err)))
        goto done;
    find_centroids(ensemble, &part, &ensemble->found);
    rc = find_weights(in->weights, cluster, ensemble->membership ? ensemble->soft.column : NULL,
                      source.columns, &ensemble->found, err);
    if (!rc)
        rc = reassign(ensemble, &ensemble->found, result, err);
done:
    ce_row_source_free(&source);
    ce_partition_free(&small);
    ce_partition_free(&part);
    free(cluster);
    return rc;
}
