/*
 * WSPA (card S6): the graph whose edge weights are Psi, the mean cosine of the objects'
 * memberships, cut into k parts [wce2008 Algorithm 3]. On labels, the 0/1 case, it is CSPA.
 *
 * Equal memberships are one vertex with their number as its weight, as in cspa.c. Spectral
 * clustering needs Psi only in products, so beyond LARGE vertices Psi is not built: Psi = U U^T.
 */
#include "consensus/consensus.h"

#include "core/labels.h"
#include "core/memory.h"
#include "partition/graph/spectral.h"
#include "similarity/psi.h"

enum {
    LARGE = 2000,       /* up to here spectral clustering solves the dense problem in any case */
    BYTES_OF_PAIR = 20  /* half of Psi and METIS's graph, and what METIS makes of it */
};

static int cut_products(const ce_membership *compact, const double *size,
                        const ce_consensus_options *options, size_t k, ce_partition *small,
                        ce_error *err)
{
    ce_spectral_options spectral = {.k = k, .restarts = options->restarts, .seed = options->seed};
    ce_matrix u = {0};
    int rc = ce_psi_factor(compact, &u, err);

    if (!rc)
        rc = ce_spectral_factor(&u, size, &spectral, small, err);
    ce_matrix_free(&u);
    return rc;
}

static int cut_pairs(const ce_membership *compact, const double *size,
                     const ce_consensus_options *options, size_t k, ce_partition *small,
                     ce_error *err)
{
    ce_similarity psi = {0};
    int rc = options->with == CE_WITH_SPECTRAL
                 ? CE_OK
                 : ce_memory_check(compact->n, compact->n, BYTES_OF_PAIR,
                                   "Psi and METIS's graph of it", "wbpa, or --with spectral,", err);

    if (!rc && !(rc = ce_psi(compact, &psi, err)))
        rc = ce_consensus_cut(&psi, size, options, k, small, err);
    ce_similarity_free(&psi);
    return rc;
}

int ce_consensus_wspa(ce_ensemble *ensemble, const ce_consensus_function *function,
                      const ce_consensus_options *options, size_t k, ce_partition *result,
                      ce_error *err)
{
    const ce_membership_rows *rows;
    ce_membership compact = {0};
    ce_partition small = {0};
    int rc;

    if (!ensemble->membership)
        return ce_consensus_cspa(ensemble, function, options, k, result, err);
    if ((rc = ce_ensemble_soft(ensemble, &rows, err)) ||
        (rc = ce_ensemble_check_groups(ensemble, function->name, k, rows->count, err)) ||
        (rc = ce_membership_rows_compact(rows, &compact, err)))
        return rc;
    rc = options->with == CE_WITH_SPECTRAL && rows->count > LARGE
             ? cut_products(&compact, rows->size, options, k, &small, err)
             : cut_pairs(&compact, rows->size, options, k, &small, err);
    if (!rc)
        rc = ce_partition_expand(&small, rows->of, rows->n, result, err);
    ce_membership_free(&compact);
    ce_partition_free(&small);
    return rc;
}
