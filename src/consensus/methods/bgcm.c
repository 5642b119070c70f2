/*
 * BGCM, consensus maximization on the bipartite graph of objects and clusters [gao2009].
 *
 * Every object i has a vector u_i, every cluster j a vector q_j. The method minimises
 *
 *     sum_ij a_ij ||u_i - q_j||^2 + alpha sum_j k_j ||q_j - y_j||^2
 *
 * with a_ij = 1 where cluster j holds object i, and k_j = 1 where the class y_j of cluster j is
 * known.
 *
 * The problem: without supervision every k_j is 0, and any vectors that are all equal make the sum
 * 0. There are two readings (doc/readings.md, gao2009 1 to 4).
 *
 * - By default the trivial solution is forbidden by sum_j |j| q_j q_j^T = I, where |j| is the
 *   number of labels of cluster j. The least sum belongs to the k largest eigenvectors of
 *
 *       D_v^(-1/2) A^T D_n^(-1) A D_v^(-1/2)
 *
 *   and u_i is the mean of the vectors of its clusters. This is the transfer cut of A. k-means
 *   clusters the u_i, scaled to length 1.
 *
 * - With the option anchor the clusters of one base clustering count as known, with y_j the j-th
 *   unit vector.
 *   1. All u_i begin uniform.
 *   2. The q_j and the u_i are set in turns, each to the minimum given the others.
 *   3. An object goes to the largest entry of u_i.
 */
#include "consensus/graph_cuts.h"
#include "consensus/transfer.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "partition/graph/transfer_cut.h"

typedef struct {
    ce_transfer_run_options cut;
    int anchor, propagations;
    double alpha;
} bgcm_options;

static const ce_option rows[] = {
    {0, "anchor", CE_FLAG, NULL, 0, 0, NULL, NULL, offsetof(bgcm_options, anchor), NULL,
     "take as known the base clustering with k clusters that agrees best with the others"},
    {0, "alpha", CE_REAL, "A", 1e-9, 1e9, NULL, "2", offsetof(bgcm_options, alpha), "anchor",
     "weight of a known class, if each label of an object weighs 1"},
    {0, "propagations", CE_INTEGER, "N", 1, 1e6, NULL, "40", offsetof(bgcm_options, propagations),
     "anchor", "how often objects and clusters take turns"},
    CE_ROW_RESTARTS(bgcm_options, cut.restarts, "!anchor"),
    CE_ROW_OBJECTS(bgcm_options, cut.objects),
};

/* Entries of u_i are ties with the largest one if they differ from it by less, relatively, so that
 * rounding does not decide. */
#define TIE 1e-12

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

/* The number of the largest entry; ties: the lowest. */
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

static int run_anchor(const ce_run *run, ce_partition *result, ce_error *err)
{
    const bgcm_options *o = run->settings->values;
    const char *name = run->method->about.name;
    propagation p = {.k = run->k, .alpha = o->alpha};
    ce_partition small = {0};
    char text[32];
    int rc = ce_ensemble_check_k(run->ensemble, name, run->k, o->cut.objects, err);

    if (!rc)
        rc = ce_ensemble_micro(run->ensemble, o->cut.objects, &p.micro, err);
    if (!rc)
        rc = ce_ensemble_clusters(run->ensemble, o->cut.objects, &p.clusters, err);
    if (!rc)
        rc = ce_reference_clustering(p.micro, name, run->k, &p.anchor, err);
    if (!rc)
        rc = propagate(&p, (size_t)o->propagations, &small, err);
    if (!rc)
        rc = ce_microclusters_expand(p.micro, &small, result, err);
    if (!rc)
        ce_tell(&run->report->messages, CE_DETAIL,
                "%s: k = %zu: the clusters of %s are taken as known", name, run->k,
                ce_ensemble_name(run->ensemble, p.anchor, text));
    ce_partition_free(&small);
    return rc;
}

static int run_bgcm(const ce_run *run, ce_partition *result, ce_error *err)
{
    const bgcm_options *o = run->settings->values;

    if (o->anchor)
        return run_anchor(run, result, err);
    return ce_transfer_run_incidence(run, result, err);
}

const ce_method ce_method_bgcm = {
    .about = {.name = "bgcm",
              .family = "graph partitioning",
              .summary = "bipartite graph consensus maximisation: linked objects and clusters "
                         "get similar vectors",
              .about = "Each object and each cluster gets a vector, so that an object is near the "
                       "mean of its clusters and a cluster near the mean of its objects. The "
                       "vectors of the objects are clustered.",
              .reference = "gao2009",
              .page = "clens-bgcm",
              .reads = CE_READS_LABELS,
              .needs = CE_USES_K,
              .cost = CE_COST_OBJECTS,
              .options = CE_OPTIONS(rows, bgcm_options)},
    .run = run_bgcm,
};
