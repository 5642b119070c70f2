/*
 * PTGP [ptgp2016 sec. 3.6]: cuts the bipartite graph of microclusters and clusters.
 *
 * The weight B(i, c) is the mean trajectory similarity of microcluster i to the microclusters of
 * cluster c, itself included [ptgp2016 eq. 15]. The sizes of microclusters count in the walk and
 * not in the cut (doc/readings.md, ptgp2016 8).
 *
 * The problem: a matrix of all pairs of microclusters is too large. With D = diag(Z)^(-1/2), H the
 * incidence matrix of microclusters and clusters, and |c| the number of microclusters in c,
 *
 *     B = D Z D H diag(1 / |c|)
 *
 * so that sparse products and the diagonal of Z are enough.
 *
 * - Where B itself is too large, it is not built. The eigensolver then needs only products with it.
 * - The diagonal of Z is exact where that takes seconds, else estimated (doc/readings.md,
 *   ptgp2016 11).
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "consensus/elite.h"
#include "consensus/methods/ptgp.h"
#include "consensus/shared_spectrum.h"
#include "consensus/transfer.h"
#include "core/memory.h"
#include "partition/graph/transfer_cut.h"
#include "similarity/cluster_graph.h"
#include "similarity/option_rows.h"
#include "similarity/probability_trajectory.h"

typedef struct {
    ce_transfer_run_options cut;
    int elite, steps, cap;
} ptgp_options;

static const ce_option rows[] = {
    CE_ROW_ELITE(ptgp_options),
    CE_ROW_STEPS(ptgp_options),
    CE_ROW_CAP(ptgp_options),
    CE_ROW_RESTARTS(ptgp_options, cut.restarts, NULL),
    CE_ROW_OBJECTS(ptgp_options, cut.objects),
};

static int check(const ce_settings *settings, unsigned given, ce_error *err)
{
    (void)given;
    return ce_elite_check(settings, err);
}

/* Random projections for an estimate of the diagonal. Its standard error is 9 %. */
enum { PROJECTIONS = 256 };

/* What the operator works on. An isolated node is similar to itself only; its norm and scale are
 * 0. */
typedef struct {
    const ce_microclusters *micro;
    const ce_clusters *clusters;
    const ce_elite_graph *graph;
    size_t steps;
    const double *norm;    /* n: Z_ii; a product of the ensemble */
    double *scale;         /* n: norm^(-1/2), or 0; owned */
    double *node, *walked; /* n: scratch */
} trajectories;

/* ---- the diagonal of Z ---- */

typedef struct {
    uint64_t objects, elite, cap, steps, seed;
    double exact; /* ce_ptgp_limits */
} norms_key;

static int build_norms(ce_ensemble *ensemble, const void *key, void *value, ce_messages *messages,
                       ce_error *err)
{
    const norms_key *k = key;
    const ce_elite_graph *graph;
    double **norm = value, work;
    int rc = ce_elite_get(ensemble, k->objects, k->elite, k->cap, &graph, err);

    (void)messages;
    if (rc)
        return rc;
    work = (double)graph->n * (double)graph->weight.row_start[graph->n] * (double)k->steps;
    *norm = ce_alloc(graph->n, sizeof **norm, err);
    if (!*norm)
        return CE_ENOMEM;
    return ce_trajectory_norms(graph, (size_t)k->steps, work > k->exact ? PROJECTIONS : 0, k->seed,
                               *norm, ensemble->progress, err);
}

static void free_norms(void *value)
{
    free(*(double **)value);
}

static const ce_product norms = {sizeof(double *), sizeof(norms_key), build_norms, free_norms, 0};

/* ---- the graph ---- */

static int build_graph(ce_ensemble *ensemble, const void *key, void *value, ce_messages *messages,
                       ce_error *err)
{
    const norms_key *k = key;
    const ce_microclusters *micro;
    const ce_clusters *clusters;
    const ce_elite_graph *graph;
    const void *norm;
    int rc = ce_ensemble_micro(ensemble, (int)k->objects, &micro, err);

    (void)messages;
    if (!rc)
        rc = ce_ensemble_clusters(ensemble, (int)k->objects, &clusters, err);
    if (!rc)
        rc = ce_elite_get(ensemble, k->objects, k->elite, k->cap, &graph, err);
    if (!rc)
        rc = ce_ensemble_get(ensemble, &norms, key, &norm, NULL, err);
    if (!rc)
        rc = ce_trajectory_graph(clusters, micro, graph, (size_t)k->steps,
                                 *(double *const *)norm, value, err);
    return rc;
}

static const ce_product trajectory_graph = {sizeof(ce_biadjacency), sizeof(norms_key), build_graph,
                                            ce_transfer_free, 1};

/* ---- products with B, which is not built ---- */

static int prepare(trajectories *t, const ce_run *run, const norms_key *key, ce_error *err)
{
    size_t n = t->micro->count;
    const void *value;
    int rc = ce_ensemble_get(run->ensemble, &norms, key, &value, NULL, err);

    if (rc)
        return rc;
    t->norm = *(double *const *)value;
    t->scale = ce_alloc(3 * n, sizeof *t->scale, err);
    if (!t->scale)
        return CE_ENOMEM;
    t->node = t->scale + n;
    t->walked = t->node + n;
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
    rc = ce_trajectory_product(t->graph, t->steps, t->node, y, 1, err);
    if (rc)
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
    rc = ce_trajectory_product(t->graph, t->steps, t->node, t->walked, 1, err);
    if (rc)
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

static int cut_operator(const ce_run *run, trajectories *t, const norms_key *key,
                        ce_partition *small, ce_error *err)
{
    const ptgp_options *o = run->settings->values;
    ce_transfer_options how = {.k = run->k,
                               .restarts = (size_t)o->cut.restarts,
                               .seed = run->seed,
                               .name = run->method->about.name};
    ce_biadjacency_operator b = {t->micro->count, t->clusters->count, apply, apply_transposed, t};
    int rc = prepare(t, run, key, err);

    if (!rc)
        rc = ce_shared_spectrum(run, &how.spectrum, err);
    if (!rc)
        rc = ce_transfer_cut_operator(&b, NULL, &how, small, err);
    free(t->scale);
    return rc;
}

/* Can B be built? While it is, a second matrix of its size is needed. */
static int can_be_held(const trajectories *t, const ce_ptgp_limits *limits)
{
    size_t height = t->micro->count, columns = t->clusters->count;

    return (double)height * (double)columns <= limits->largest_held &&
           !ce_memory_check(height, columns, 2 * sizeof(double), "", "", NULL);
}

int ce_ptgp_run(const ce_run *run, const ce_ptgp_limits *limits, ce_partition *result,
                ce_error *err)
{
    const ptgp_options *o = run->settings->values;
    const ce_elite_options elite = {o->elite, o->steps, o->cap};
    norms_key key = {o->cut.objects != 0, (uint64_t)o->elite, (uint64_t)o->cap, 0, run->seed,
                     limits->exact_diagonal};
    trajectories t = {0};
    ce_partition small = {0};
    int rc = ce_ensemble_check_k(run->ensemble, run->method->about.name, run->k, o->cut.objects,
                                 err);

    if (!rc)
        rc = ce_ensemble_micro(run->ensemble, o->cut.objects, &t.micro, err);
    if (!rc)
        rc = ce_ensemble_clusters(run->ensemble, o->cut.objects, &t.clusters, err);
    if (!rc)
        rc = ce_elite_get(run->ensemble, key.objects, key.elite, key.cap, &t.graph, err);
    if (rc)
        return rc;
    t.steps = ce_elite_steps(t.graph, &elite);
    key.steps = t.steps;
    ce_elite_tell(t.graph, t.steps, &run->report->messages);
    if (can_be_held(&t, limits))
        return ce_transfer_run(run, &trajectory_graph, &key, 0, result, err);
    rc = cut_operator(run, &t, &key, &small, err);
    if (!rc)
        rc = ce_microclusters_expand(t.micro, &small, result, err);
    ce_partition_free(&small);
    return rc;
}

static int run_ptgp(const ce_run *run, ce_partition *result, ce_error *err)
{
    const ce_ptgp_limits limits = CE_PTGP_LIMITS;

    return ce_ptgp_run(run, &limits, result, err);
}

const ce_method ce_method_ptgp = {
    .about = {.name = "ptgp",
              .family = "random walks",
              .summary = "probability trajectories of microclusters to clusters, transfer cut",
              .about = "Random walks start from every microcluster on the graph of elite "
                       "neighbours. A bipartite graph joins each microcluster to each cluster by "
                       "how similar their walks are; it is cut into k parts.",
              .reference = "ptgp2016",
              .page = "clens-pta",
              .reads = CE_READS_LABELS,
              .needs = CE_USES_K,
              .cost = CE_COST_MICROCLUSTER_PAIRS,
              .options = CE_OPTIONS(rows, ptgp_options)},
    .run = run_ptgp,
    .check = check,
};
