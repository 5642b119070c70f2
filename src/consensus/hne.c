/*
 * CA-HNE (card S1): agglomeration by normalized edges on the threshold graph of the co-association
 * matrix.
 *
 * It starts from single objects: the greedy order depends on cluster sizes, so microclusters would
 * change the result. They are the named approximation for large n (options->microclusters).
 *
 * The graph is built from sparse rows, so that memory follows its edges; the whole matrix is needed
 * only where mean similarities are (leftover = absorb, tie = meansim).
 */
#include "consensus/consensus.h"

#include "core/memory.h"
#include "similarity/coassociation.h"

/* Entries of the threshold graph of the objects, each edge from both ends, counted on
 * microclusters. */
static int count_entries(const ce_microclusters *micro, double keep, double *entries, ce_error *err)
{
    ce_similarity ca = {0};
    int rc = ce_coassociation_sparse(&micro->rows, NULL, keep, &ca, err);

    *entries = 0;
    for (size_t g = 0; g < micro->count && !rc; g++)
        for (size_t e = ca.row_start[g]; e < ca.row_start[g + 1]; e++) {
            size_t h = (size_t)ca.column[e];
            *entries += micro->size[g] * (h == g ? micro->size[g] - 1 : micro->size[h]);
        }
    ce_similarity_free(&ca);
    return rc;
}

/* Asks before the graph of the objects is built, where microclusters are few enough to count its
 * edges quickly. */
static int check_memory(const ce_ensemble *ensemble, double keep, ce_error *err)
{
    enum {
        BYTES = 28
    }; /* an entry: its similarity, its place in the graph, and in the clusters' maps */
    ce_microclusters micro = {0};
    double entries = 0;
    int rc = ce_microclusters_build(&micro, ensemble->labels, NULL, err);

    if (!rc && micro.count <= ensemble->labels->n / 2)
        rc = count_entries(&micro, keep, &entries, err);
    ce_microclusters_free(&micro);
    if (rc)
        return rc;
    return ce_memory_check((size_t)entries, 1, BYTES, "the threshold graph of hne on objects",
                           "--microclusters, an approximation, or a larger --theta", err);
}

/* Just below theta: the exact comparison, in whole numbers, is the graph's. */
static double below(double theta)
{
    return theta > 1e-6 ? theta - 1e-6 : 0;
}

static int build_tree(ce_ensemble *ensemble, const ce_hne_options *hne, ce_error *err)
{
    const ce_microclusters *rows = &ensemble->rows;
    int whole = hne->leftover == CE_LEFTOVER_ABSORB || hne->tie == CE_HNE_TIE_MEANSIM;
    size_t multiple = ce_labels_have_missing(&rows->rows) ? 0 : rows->rows.m;
    ce_threshold_graph graph = {0};
    int rc;

    rc = whole ? ce_coassociation(&rows->rows, NULL, &ensemble->hne_ca, err)
               : ce_coassociation_sparse(&rows->rows, NULL, below(hne->theta), &ensemble->hne_ca,
                                         err);
    if (rc || (rc = ce_threshold_graph_build(&graph, &ensemble->hne_ca, hne->theta, multiple, err)))
        return rc;
    if (!whole)
        ce_similarity_free(&ensemble->hne_ca);
    rc =
        ce_hne_tree(&graph, whole ? &ensemble->hne_ca : NULL, rows->size, hne, &ensemble->hne, err);
    ce_threshold_graph_free(&graph);
    return rc;
}

int ce_consensus_hne(ce_ensemble *ensemble, const ce_consensus_function *function,
                     const ce_consensus_options *options, size_t k, ce_partition *result,
                     ce_error *err)
{
    const ce_microclusters *rows;
    ce_partition small = {0};
    int rc = CE_OK;

    if (k > ensemble->labels->n)
        return ce_fail(err, CE_EINPUT, "%s: k = %zu, but there are only %zu objects",
                       function->name, k, ensemble->labels->n);
    if (!options->microclusters && !ensemble->hne.n)
        rc = check_memory(ensemble, below(options->hne.theta), err);
    if (!rc)
        rc = ce_ensemble_rows(ensemble, options->microclusters, &rows, err);
    if (!rc && !ensemble->hne.n)
        rc = build_tree(ensemble, &options->hne, err);
    if (!rc)
        rc = ce_hne_cut(&ensemble->hne, ensemble->hne_ca.n ? &ensemble->hne_ca : NULL, rows->size,
                        k, options->hne.leftover, &small, err);
    if (!rc)
        rc = ce_microclusters_expand(rows, &small, result, err);
    ce_partition_free(&small);
    return rc;
}
