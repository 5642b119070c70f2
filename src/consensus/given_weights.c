#include "consensus/given_weights.h"

#include <stdlib.h>

#include "core/memory.h"
#include "score/modularity.h"
#include "similarity/coassociation.h"
#include "similarity/neighbour_graph.h"

/* ---- weights from data ---- */

typedef struct {
    uint64_t neighbours;
} modularity_key;

static int build_modularity(ce_ensemble *ensemble, const void *key, void *value,
                            ce_messages *messages, ce_error *err)
{
    const modularity_key *k = key;
    const ce_labels *labels = ensemble->all;
    double **nm = value;
    ce_similarity graph = {0};
    char text[32];
    int rc;

    if (ensemble->beside.data->rows != labels->n)
        return ce_fail(err, CE_EINPUT, "%zu objects in the data, %zu in the labels",
                       ensemble->beside.data->rows, labels->n);
    *nm = ce_alloc(labels->m, sizeof **nm, err);
    rc = *nm ? ce_neighbour_graph(ensemble->beside.data, (size_t)k->neighbours, &graph, err)
             : CE_ENOMEM;
    if (!rc)
        rc = ce_normalized_modularity(&graph, labels, CE_MODULARITY_EDGES, *nm, err);
    ce_similarity_free(&graph);
    for (size_t q = 0; q < labels->m && !rc; q++)
        ce_tell(messages, CE_DETAIL, "%s: normalised modularity %.6g",
                ce_ensemble_name(ensemble, q, text), (*nm)[q]);
    return rc;
}

static void free_modularity(void *value)
{
    free(*(double **)value);
}

static const ce_product modularity = {sizeof(double *), sizeof(modularity_key), build_modularity,
                                      free_modularity, 0};

/* The weights of the base clusterings, given or computed. */
static int base_weights(ce_ensemble *ensemble, uint64_t neighbours, const double **weight,
                        ce_messages *messages, ce_error *err)
{
    const modularity_key key = {neighbours};
    const void *value;
    int rc;

    if (ensemble->beside.base_weight) {
        *weight = ensemble->beside.base_weight;
        return CE_OK;
    }
    if (!ensemble->beside.data)
        return ce_fail(err, CE_EARG,
                       "no weights of the base clusterings, and no data to compute them");
    rc = ce_ensemble_get(ensemble, &modularity, &key, &value, messages, err);
    if (!rc)
        *weight = *(double *const *)value;
    return rc;
}

/* ---- the matrix ---- */

static int build(ce_ensemble *ensemble, const void *key, void *value, ce_messages *messages,
                 ce_error *err)
{
    const ce_pairs_weighted_key *k = key;
    const ce_microclusters *micro;
    const double *weight = NULL;
    int rc = ce_pairs_begin(ensemble, k->objects,
                            "the weighted co-association matrix of the microclusters",
                            NULL, &micro, err);

    if (!rc)
        rc = base_weights(ensemble, k->neighbours, &weight, messages, err);
    return rc ? rc : ce_coassociation_mean(&micro->rows, weight, value, ensemble->progress, err);
}

static int weights(ce_ensemble *ensemble, const void *key, double **weight, double *divisor,
                   ce_error *err)
{
    const ce_pairs_weighted_key *k = key;
    const double *base = NULL;
    int rc = base_weights(ensemble, k->neighbours, &base, NULL, err);

    return rc ? rc : ce_pairs_spread_weights(ensemble, k->objects, base, weight, divisor, err);
}

const ce_pairs_kind ce_pairs_weighted = {
    .product = {sizeof(ce_similarity), sizeof(ce_pairs_weighted_key), build, ce_pairs_free, 1},
    .weights = weights};
