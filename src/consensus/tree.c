/* The dendrograms that consensus functions cut, each grown once. */
#include "consensus/consensus.h"

#include <stdlib.h>

#include "core/memory.h"
#include "partition/linkage/linkage_labels.h"
#include "similarity/local_weights.h"

enum {
    FROM_LABELS =
        5000, /* microclusters from which on average linkage works on labels, where it can */
    FEW_MEMBERS =
        40 /* base clusterings up to which that takes less time than a matrix of whole counts */
};

/* Is average linkage of this kind to be grown from labels? Whole counts give the same tree either
 * way, so that there the memory at hand may decide; with weights rounding could differ, and only
 * the ensemble decides. */
static int grows_from_labels(const ce_ensemble *ensemble, ce_pairs kind)
{
    const ce_microclusters *micro = &ensemble->micro;
    ce_error ignored = {0};

    if (micro->count <= FROM_LABELS || ce_labels_have_missing(&micro->rows))
        return 0;
    if (kind == CE_PAIRS_CA)
        return micro->rows.m <= FEW_MEMBERS ||
               ce_memory_check(micro->count, micro->count + 1, sizeof(double), "", "", &ignored);
    return kind == CE_PAIRS_NCAI || kind == CE_PAIRS_LWCA ||
           (kind == CE_PAIRS_NM && ensemble->base_weight);
}

/* weight: of each cluster; stays NULL for whole counts. The similarity is their sum over the
 * clusters shared / divisor. */
static int cluster_weights(ce_ensemble *ensemble, ce_pairs kind,
                           const ce_consensus_options *options, double **weight, double *divisor,
                           ce_error *err)
{
    const ce_clusters *clusters;
    const double *base = ensemble->base_weight;
    int rc;

    *divisor = (double)ensemble->micro.rows.m;
    if (kind == CE_PAIRS_CA)
        return CE_OK;
    if ((rc = ce_ensemble_clusters(ensemble, &clusters, err)))
        return rc;
    if (!(*weight = ce_alloc(clusters->count, sizeof **weight, err)))
        return CE_ENOMEM;
    if (kind == CE_PAIRS_LWCA)
        return ce_cluster_index(
            clusters, &ensemble->micro,
            options->similarity.certainty > 0 ? options->similarity.certainty : .4, *weight, err);
    if (kind == CE_PAIRS_NCAI && (rc = ce_ensemble_influence(ensemble, options, &base, err)))
        return rc;
    *divisor =
        0; /* as ce_coassociation has it: similarities up to 1, whatever the scale of the weights */
    for (size_t q = 0; q < clusters->m; q++) {
        *divisor += base[q];
        for (size_t c = clusters->start[q]; c < clusters->start[q + 1]; c++)
            (*weight)[c] = base[q];
    }
    return CE_OK;
}

static int grow_from_labels(ce_ensemble *ensemble, ce_pairs kind,
                            const ce_consensus_options *options, ce_dendrogram *tree, ce_error *err)
{
    double *weight = NULL, divisor;
    int rc = cluster_weights(ensemble, kind, options, &weight, &divisor, err);

    if (!rc)
        rc = ce_average_linkage_labels(&ensemble->micro.rows, weight, divisor, ensemble->micro.size,
                                       tree, err);
    free(weight);
    return rc;
}

/* pta counts microclusters in means [ptgp2016 eq. 14], the others the objects behind them. */
static int grow(ce_ensemble *ensemble, ce_pairs kind, ce_linkage_method method,
                const ce_consensus_options *options, ce_dendrogram *tree, ce_error *err)
{
    const ce_microclusters *micro;
    const ce_similarity *s;
    int rc = ce_ensemble_micro(ensemble, &micro, err);

    if (rc)
        return rc;
    if (method == CE_LINKAGE_AVERAGE && grows_from_labels(ensemble, kind))
        return grow_from_labels(ensemble, kind, options, tree, err);
    if (method == CE_LINKAGE_COMPLETE && options->tie_meansim)
        method = CE_LINKAGE_COMPLETE_MEANSIM;
    if ((rc = ce_ensemble_pairs(ensemble, kind, options, &s, err)))
        return rc;
    return ce_linkage(s, 0, kind == CE_PAIRS_PTS && !options->count_objects ? NULL : micro->size,
                      method, tree, err);
}

int ce_ensemble_tree(ce_ensemble *ensemble, ce_pairs kind, ce_linkage_method method,
                     const ce_consensus_options *options, const ce_dendrogram **out, ce_error *err)
{
    ce_dendrogram *tree = &ensemble->tree[kind][method];
    ce_ensemble *diverse;
    int rc;

    if (kind == CE_PAIRS_SMI)
        return (rc = ce_ensemble_diverse(ensemble, options, &diverse, err))
                   ? rc
                   : ce_ensemble_tree(diverse, CE_PAIRS_CA, method, options, out, err);
    rc = tree->n ? CE_OK : grow(ensemble, kind, method, options, tree, err);
    if (!rc)
        *out = tree;
    return rc;
}
