/*
 * BGCM, consensus maximization on the bipartite graph of objects and clusters (card C13).
 *
 * [gao2009] Gao, Liang, Fan, Sun and Han, NIPS 22: every object has a vector u_i, every cluster a
 * vector q_j, and wanted are those with the least sum_ij a_ij ||u_i - q_j||^2 + alpha sum_j k_j
 * ||q_j - y_j||^2, a_ij = 1 where j holds i, k_j = 1 for the groups whose class y_j is known.
 *
 * Without supervision no k_j is 1, and vectors that are all equal make the sum 0: as printed it
 * says nothing. Two readings:
 * - The trivial solution is forbidden: with sum_j |q_j| q_j q_j^T = I the least sum is that of the
 * k largest eigenvectors of D_v^-1/2 A^T D_n^-1 A D_v^-1/2, and u_i is the mean of its clusters'
 * vectors: the transfer cut of A. k-means on the u_i, scaled to length 1, takes the place of the
 * largest entry, which means nothing where vectors may be rotated.
 * - An anchor: the clusters of one base clustering count as known, y_j the j-th unit vector; q_j
 * and u_i are set to what is best for the other by turns, and an object goes to its largest entry.
 * u begins uniform (the paper begins at random; where the turns lead is the same).
 */
#include "consensus/consensus.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "partition/graph/transfer_cut.h"

#define ALPHA 2.
enum { PROPAGATIONS = 40 };

/* Entries of u_i within this of the largest, relatively, are ties: rounding must not decide. */
#define TIE 1e-12

/* ---- the trivial solution forbidden ---- */

static int incidence(const ce_microclusters *micro, const ce_clusters *clusters, ce_biadjacency *a,
                     ce_error *err)
{
    size_t labels = 0;
    int rc;

    for (size_t at = 0; at < micro->count * micro->rows.m; at++)
        labels += micro->rows.labels[at] >= 0;
    if ((rc = ce_biadjacency_alloc_sparse(a, micro->count, clusters->count, labels, err)))
        return rc;
    for (size_t i = 0, at = 0; i < micro->count; i++) {
        for (size_t q = 0; q < clusters->m; q++) {
            size_t c = ce_cluster_of(clusters, micro, i, q);
            if (c == clusters->count)
                continue;
            a->column[at] = (int32_t)c;
            a->values[at++] = 1;
        }
        a->row_start[i + 1] = at;
    }
    return CE_OK;
}

static int cut(ce_ensemble *ensemble, const ce_microclusters *micro, const ce_clusters *clusters,
               const ce_consensus_options *options, size_t k, ce_partition *small, ce_error *err)
{
    ce_transfer_options how = {.k = k, .restarts = options->restarts, .seed = options->seed};
    ce_biadjacency *a = &ensemble->graph[CE_GRAPH_BGCM];
    int rc = a->rows ? CE_OK : incidence(micro, clusters, a, err);

    return rc ? rc : ce_transfer_cut(a, micro->size, &how, small, err);
}

/* ---- an anchor ---- */

typedef struct {
    const ce_microclusters *micro;
    const ce_clusters *clusters;
    size_t anchor, k;
    double alpha;
    double *u; /* count x k */
    double *q; /* N_c x k */
} propagation;

/* q_j = (sum_i a_ij u_i + alpha k_j y_j) / (sum_i a_ij + alpha k_j) for the clusters of one base
 * clustering. */
static void set_clusters(propagation *p, size_t base)
{
    const ce_clusters *clusters = p->clusters;
    const int32_t *label = ce_labels_column(&p->micro->rows, base);
    size_t first = clusters->start[base], end = clusters->start[base + 1], k = p->k;
    double *q = p->q + first * k, known = base == p->anchor ? p->alpha : 0;

    memset(q, 0, (end - first) * k * sizeof *q);
    for (size_t i = 0; i < p->micro->count; i++)
        for (size_t c = 0; c < k && label[i] >= 0; c++)
            q[(size_t)label[i] * k + c] += p->micro->size[i] * p->u[i * k + c];
    for (size_t j = first; j < end; j++, q += k) {
        if (known > 0)
            q[j - first] += known;
        for (size_t c = 0; c < k; c++)
            q[c] /= clusters->size[j] + known;
    }
}

/* u_i = sum_j a_ij q_j / sum_j a_ij; each row has a label somewhere. */
static void set_object(propagation *p, size_t i)
{
    double *u = p->u + i * p->k, labels = 0;

    memset(u, 0, p->k * sizeof *u);
    for (size_t b = 0; b < p->clusters->m; b++) {
        size_t j = ce_cluster_of(p->clusters, p->micro, i, b);
        if (j == p->clusters->count)
            continue;
        labels++;
        for (size_t c = 0; c < p->k; c++)
            u[c] += p->q[j * p->k + c];
    }
    for (size_t c = 0; c < p->k; c++)
        u[c] /= labels;
}

static int32_t largest(const double *u, size_t k)
{
    double most = 0;
    size_t c = 0;

    for (size_t l = 0; l < k; l++)
        most = u[l] > most ? u[l] : most;
    while (u[c] < most * (1 - TIE))
        c++;
    return (int32_t)c;
}

static int propagate(propagation *p, size_t turns, ce_partition *small, ce_error *err)
{
    size_t n = p->micro->count, k = p->k;
    int rc;

    p->u = ce_alloc(n * k, sizeof *p->u, err);
    p->q = ce_alloc(p->clusters->count * k, sizeof *p->q, err);
    rc = p->u && p->q ? ce_partition_alloc(small, n, err) : CE_ENOMEM;
    if (rc)
        goto done;
    for (size_t at = 0; at < n * k; at++)
        p->u[at] = 1 / (double)k;
    for (size_t t = 0; t < turns; t++) {
#pragma omp parallel for schedule(dynamic, 1)
        for (size_t b = 0; b < p->clusters->m; b++)
            set_clusters(p, b);
#pragma omp parallel for schedule(static)
        for (size_t i = 0; i < n; i++)
            set_object(p, i);
    }
    for (size_t i = 0; i < n; i++)
        small->labels[i] = largest(p->u + i * k, k);
done:
    free(p->u);
    free(p->q);
    return rc;
}

int ce_consensus_bgcm(ce_ensemble *ensemble, const ce_consensus_function *function,
                      const ce_consensus_options *options, size_t k, ce_partition *result,
                      ce_error *err)
{
    propagation p = {.k = k, .alpha = options->alpha > 0 ? options->alpha : ALPHA};
    ce_partition small = {0};
    int rc;

    if ((rc = ce_ensemble_check_k(ensemble, function->name, k, err)) ||
        (rc = ce_ensemble_micro(ensemble, &p.micro, err)) ||
        (rc = ce_ensemble_clusters(ensemble, &p.clusters, err)))
        return rc;
    if (!options->anchor) {
        rc = cut(ensemble, p.micro, p.clusters, options, k, &small, err);
    } else if (!(rc = ce_consensus_reference(p.micro, function->name, k, &p.anchor, err))) {
        ensemble->anchor = p.anchor + 1;
        rc = propagate(&p, options->propagations ? options->propagations : PROPAGATIONS, &small,
                       err);
    }
    if (!rc)
        rc = ce_microclusters_expand(p.micro, &small, result, err);
    ce_partition_free(&small);
    return rc;
}
