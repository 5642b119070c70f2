#include <stdlib.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "generate/lac.h"
#include "kmeans/weighted_distance.h"

enum { BLOCK = CE_WEIGHTED_BLOCK };

/* The probabilities of a block of objects in all members. */
static void block_membership(const double *quads, size_t first, size_t count, size_t d,
                             const ce_lac_member *member, size_t members, double *distance,
                             ce_membership *membership)
{
    for (size_t q = 0; q < members; q++) {
        size_t k = member[q].k;
        ce_weighted_block(quads, count, d, member[q].centroids, member[q].weights, k, distance);
        for (size_t i = 0; i < count; i++)
            ce_membership_of_distances(distance + i * k, k,
                                       ce_membership_of(membership, first + i, q));
    }
}

int ce_lac_membership(const ce_matrix *x, const ce_lac_member *member, size_t members,
                      ce_membership *membership, ce_error *err)
{
    size_t n = x->rows, d = x->columns, threads = (size_t)ce_threads(), most = 0;
    int32_t *k = ce_alloc(members, sizeof *k, err);
    double *quads = NULL, *distance = NULL;
    int rc = CE_ENOMEM;

    ce_membership_free(membership);
    if (!k)
        return CE_ENOMEM;
    for (size_t q = 0; q < members; q++) {
        k[q] = (int32_t)member[q].k;
        most = member[q].k > most ? member[q].k : most;
    }
    quads = ce_alloc(threads, BLOCK * d * sizeof *quads, err);
    distance = ce_alloc(threads, BLOCK * most * sizeof *distance, err);
    if (quads && distance)
        rc = ce_membership_alloc(membership, n, members, k, err);
    if (rc)
        goto done;
#pragma omp parallel for schedule(static) if (n > BLOCK)
    for (size_t first = 0; first < n; first += BLOCK) {
        size_t count = n - first < BLOCK ? n - first : BLOCK, thread = (size_t)ce_thread();
        double *own = quads + thread * BLOCK * d;
        ce_weighted_block_turn(x, first, count, own);
        block_membership(own, first, count, d, member, members, distance + thread * BLOCK * most,
                         membership);
    }
done:
    free(k);
    free(quads);
    free(distance);
    return rc;
}
