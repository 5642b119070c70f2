#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "generate/lac.h"
#include "generate/weighted_distance.h"

/* Objects that are looked at together: each centroid is then fetched once for all of them. */
enum { BLOCK = 16 };

typedef struct {
    const double *centroids, *weights; /* k x d */
    size_t k;
} clusters;

/* distance: count x c->k, of the rows that were turned. */
static CE_HOT void block_distances(const double *quads, size_t count, size_t d, const clusters *c,
                                   double *distance)
{
    double four[CE_QUAD];

    for (size_t j = 0; j < c->k; j++)
        for (size_t i = 0; i < count; i += CE_QUAD) {
            ce_weighted_four(quads + i * d, c->centroids + j * d, c->weights + j * d, d, four);
            for (size_t l = 0; l < CE_QUAD && i + l < count; l++)
                distance[(i + l) * c->k + j] = sqrt(four[l]);
        }
}

static CE_HOT void turn_block(const ce_matrix *x, size_t first, size_t count, double *quads)
{
    for (size_t i = 0; i < count; i += CE_QUAD)
        ce_weighted_turn(x->values + (first + i) * x->columns,
                         count - i < CE_QUAD ? count - i : CE_QUAD, x->columns,
                         quads + i * x->columns);
}

int ce_weighted_distances(const ce_matrix *x, const double *centroids, const double *weights,
                          size_t k, double *distance, ce_error *err)
{
    clusters c = {centroids, weights, k};
    size_t n = x->rows, d = x->columns;
    double *quads = ce_alloc((size_t)ce_threads(), BLOCK * d * sizeof *quads, err);

    if (!quads)
        return CE_ENOMEM;
#pragma omp parallel for schedule(static) if (n > BLOCK)
    for (size_t first = 0; first < n; first += BLOCK) {
        size_t count = n - first < BLOCK ? n - first : BLOCK;
        double *own = quads + (size_t)ce_thread() * BLOCK * d;
        turn_block(x, first, count, own);
        block_distances(own, count, d, &c, distance + first * k);
    }
    free(quads);
    return CE_OK;
}

/* The probabilities of a block of objects in all members. */
static void block_membership(const double *quads, size_t first, size_t count, size_t d,
                             const ce_lac_member *member, size_t members, double *distance,
                             ce_membership *membership)
{
    for (size_t q = 0; q < members; q++) {
        clusters c = {member[q].centroids, member[q].weights, member[q].k};
        block_distances(quads, count, d, &c, distance);
        for (size_t i = 0; i < count; i++)
            ce_membership_of_distances(distance + i * c.k, c.k,
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

    if (!k)
        return CE_ENOMEM;
    for (size_t q = 0; q < members; q++) {
        k[q] = (int32_t)member[q].k;
        most = member[q].k > most ? member[q].k : most;
    }
    quads = ce_alloc(threads, BLOCK * d * sizeof *quads, err);
    distance = ce_alloc(threads, BLOCK * most * sizeof *distance, err);
    if (!quads || !distance || (rc = ce_membership_alloc(membership, n, members, k, err)))
        goto done;
#pragma omp parallel for schedule(static) if (n > BLOCK)
    for (size_t first = 0; first < n; first += BLOCK) {
        size_t count = n - first < BLOCK ? n - first : BLOCK, thread = (size_t)ce_thread();
        double *own = quads + thread * BLOCK * d;
        turn_block(x, first, count, own);
        block_membership(own, first, count, d, member, members, distance + thread * BLOCK * most,
                         membership);
    }
    rc = CE_OK;
done:
    free(k);
    free(quads);
    free(distance);
    return rc;
}
