/*
 * PTGP (card S4): the bipartite graph of microclusters and clusters, cut. B(i, c) is the mean
 * trajectory similarity of microcluster i to those of cluster c, itself included [ptgp2016 eq. 15].
 * Sizes play a part in the walk and none in the cut.
 *
 * With D = diag(Z)^(-1/2), B = D Z D H diag(1 / |c|): sparse products with the incidence matrix H
 * and the diagonal of Z are all it takes, no matrix of pairs. Where B itself is too large, or does
 * not fit, it is only applied, by an eigensolver that needs nothing else. The diagonal is exact as
 * long as it takes seconds, then estimated: it only weighs rows and terms of a mean.
 */
#include "consensus/consensus.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "partition/graph/transfer_cut.h"
#include "similarity/cluster_graph.h"
#include "similarity/probability_trajectory.h"

/* Entries of B up to which it is held (twice, 8 bytes each), */
#define LARGEST_HELD 5e7
/* and multiplications that the exact diagonal may take: some 20 s. Beyond, PROJECTIONS random ones:
 * an error of 9 %. */
#define EXACT_DIAGONAL 2e11
enum { PROJECTIONS = 256 };

typedef struct {
    const ce_microclusters *micro;
    const ce_clusters *clusters;
    const ce_elite_graph *graph;
    size_t steps;
    const double *
        norm; /* n: Z_ii, 0 for an isolated node, which is similar to itself only; the ensemble's */
    double *scale;      /* n: norm^(-1/2), or 0 */
    double *node, *walked; /* n: room for the operator */
} trajectories;

static void trajectories_free(trajectories *t)
{
    free(t->scale);
}

static int prepare(trajectories *t, ce_ensemble *ensemble, const ce_consensus_options *options,
                   ce_error *err)
{
    size_t n, projections;
    int rc;

    if ((rc = ce_ensemble_micro(ensemble, &t->micro, err)) ||
        (rc = ce_ensemble_clusters(ensemble, &t->clusters, err)) ||
        (rc = ce_ensemble_elite(ensemble, options, &t->graph, err)))
        return rc;
    n = t->micro->count;
    t->steps = ce_ensemble_steps(t->graph, options);
    projections = (double)n * (double)t->graph->weight.row_start[n] * (double)t->steps >
                          (options->exact_diagonal > 0 ? options->exact_diagonal : EXACT_DIAGONAL)
                      ? PROJECTIONS
                      : 0;
    if (!(t->scale = ce_alloc(3 * n, sizeof *t->scale, err)))
        return CE_ENOMEM;
    t->node = t->scale + n;
    t->walked = t->node + n;
    if (!ensemble->trajectory_norm) {
        double *norm = ce_alloc(n, sizeof *norm, err);
        rc = norm ? ce_trajectory_norms(t->graph, t->steps, projections, options->seed, norm, err)
                  : CE_ENOMEM;
        if (rc) {
            free(norm);
            return rc;
        }
        ensemble->trajectory_norm = norm;
    }
    t->norm = ensemble->trajectory_norm;
    for (size_t i = 0; i < n; i++)
        t->scale[i] = t->norm[i] > 0 ? 1 / sqrt(t->norm[i]) : 0;
    return CE_OK;
}

static int apply(void *state, const double *x, double *y, ce_error *err)
{
    trajectories *t = state;
    size_t n = t->micro->count;
    int rc;

    for (size_t i = 0; i < n; i++) {
        t->walked[i] = 0;
        for (size_t q = 0; q < t->clusters->m; q++) {
            size_t c = ce_cluster_of(t->clusters, t->micro, i, q);
            if (c < t->clusters->count)
                t->walked[i] += x[c] / t->clusters->rows[c];
        }
        t->node[i] = t->walked[i] * t->scale[i];
    }
    if ((rc = ce_trajectory_product(t->graph, t->steps, t->node, y, 1, err)))
        return rc;
    for (size_t i = 0; i < n; i++)
        y[i] = t->scale[i] > 0 ? y[i] * t->scale[i] : t->walked[i];
    return CE_OK;
}

static int apply_transposed(void *state, const double *x, double *y, ce_error *err)
{
    trajectories *t = state;
    size_t n = t->micro->count;
    int rc;

    for (size_t i = 0; i < n; i++)
        t->node[i] = x[i] * t->scale[i];
    if ((rc = ce_trajectory_product(t->graph, t->steps, t->node, t->walked, 1, err)))
        return rc;
    memset(y, 0, t->clusters->count * sizeof *y);
    for (size_t i = 0; i < n; i++) {
        double share = t->scale[i] > 0 ? t->walked[i] * t->scale[i] : x[i];
        for (size_t q = 0; q < t->clusters->m; q++) {
            size_t c = ce_cluster_of(t->clusters, t->micro, i, q);
            if (c < t->clusters->count)
                y[c] += share / t->clusters->rows[c];
        }
    }
    return CE_OK;
}

/* Once as the graph and once on the way to it. */
static int can_be_held(const trajectories *t, const ce_consensus_options *options)
{
    size_t rows = t->micro->count, columns = t->clusters->count;

    return (double)rows * (double)columns <=
               (options->largest_held > 0 ? options->largest_held : LARGEST_HELD) &&
           !ce_memory_check(rows, columns, 2 * sizeof(double), "", "", NULL);
}

int ce_consensus_ptgp(ce_ensemble *ensemble, const ce_consensus_function *function,
                      const ce_consensus_options *options, size_t k, ce_partition *result,
                      ce_error *err)
{
    ce_transfer_options how = {.k = k, .restarts = options->restarts, .seed = options->seed};
    trajectories t = {0};
    ce_biadjacency *b = &ensemble->graph[CE_GRAPH_PTGP];
    ce_partition small = {0};
    int rc;

    if ((rc = ce_ensemble_check_k(ensemble, function->name, k, err)) ||
        (rc = prepare(&t, ensemble, options, err)))
        goto done;
    if (b->rows || can_be_held(&t, options)) {
        if (!b->rows)
            rc = ce_trajectory_graph(t.clusters, t.micro, t.graph, t.steps, t.norm, b, err);
        if (!rc)
            rc = ce_transfer_cut(b, NULL, &how, &small, err);
    } else {
        ce_biadjacency_operator only_applied = {t.micro->count, t.clusters->count, apply,
                                                apply_transposed, &t};
        rc = ce_transfer_cut_operator(&only_applied, NULL, &how, &small, err);
    }
    if (!rc)
        rc = ce_microclusters_expand(t.micro, &small, result, err);
done:
    trajectories_free(&t);
    ce_partition_free(&small);
    return rc;
}
