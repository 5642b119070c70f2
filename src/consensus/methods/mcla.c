/*
 * MCLA, the meta-clustering algorithm [strehl2002].
 *
 * 1. Build the graph of all clusters, with their Jaccard indices as edge weights.
 * 2. Cut it into k meta-clusters that hold about equal numbers of objects.
 * 3. An object goes to the meta-cluster of which the largest share of clusters holds it. Shares are
 *    compared as exact fractions; ties go to the lowest.
 *
 * A meta-cluster that wins no object leaves fewer than k clusters. Overlaps are counted on
 * microclusters, so the cost is O(microclusters x m^2). See doc/readings.md, strehl2002 6 to 10.
 *
 * WOMC, its form with weighted objects [ren2013], counts an object of weight w as w objects in
 * step 1, and as sqrt(w) in the sizes of clusters that step 2 balances. Step 3 is the same. The
 * weight is how much the base clusterings disagree about the object.
 *
 * The authors' program takes the one cut that pmetis makes. Where that leaves a meta-cluster empty,
 * the mean of no clusters is not a number, and no object gets a label. With the option as-published
 * this is done here too; all objects are then in one cluster.
 */
#include "consensus/graph_cuts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "consensus/shared_spectrum.h"
#include "core/memory.h"
#include "partition/graph/graph_cut.h"
#include "partition/graph/similarity_graph.h"
#include "partition/graph/spectral.h"
#include "similarity/clusters.h"
#include "similarity/object_uncertainty.h"

/* Added to a weight w: (w + SMOOTHING) / (1 + SMOOTHING). So the weights of objects about which all
 * base clusterings agree are above 0. */
#define SMOOTHING .01

typedef struct {
    ce_cut_options cut;
    int as_published;
} mcla_options;

static const ce_option rows[] = {
    CE_ROW_WITH(mcla_options, cut.with, "spectral"),
    CE_ROW_RESTARTS(mcla_options, cut.restarts, "with=spectral"),
    {0, "as-published", CE_FLAG, NULL, 0, 0, NULL, NULL, offsetof(mcla_options, as_published),
     "with=metis",
     "one cut by METIS, as the authors' program makes it; one cluster of all objects where a "
     "meta-cluster is empty"},
    CE_ROW_OBJECTS(mcla_options, cut.objects),
};

/* With more clusters than SPARSE_ROWS, the pairs that share no object are left out before spectral
 * clustering, where at most one pair in SPARSE_SHARE shares any. A Cholesky factor of what is left
 * pays only where clusters have few neighbours: there the graph may be long and thin. */
enum { SPARSE_ROWS = 500, SPARSE_SHARE = 6, FEW_NEIGHBOURS = 64 };

static int cut_spectral(const ce_similarity *jaccard, const ce_spectral_options *options,
                        ce_partition *meta, ce_error *err)
{
    ce_spectral_options chosen = *options;
    ce_similarity sparse = {0};
    size_t n = jaccard->n, entries = 0;
    int rc;

    if (n > SPARSE_ROWS && options->k <= n / 4)
        entries = ce_similarity_nonzero(jaccard);
    if (!entries || entries > n * n / SPARSE_SHARE)
        return ce_spectral(jaccard, NULL, options, meta, err);
    chosen.solver = entries > n * FEW_NEIGHBOURS ? CE_SOLVER_SPARSE : CE_SOLVER_AUTO;
    rc = ce_similarity_sparse_of(&sparse, jaccard, err);
    if (!rc)
        rc = ce_spectral(&sparse, NULL, &chosen, meta, err);
    ce_similarity_free(&sparse);
    return rc;
}

/* jaccard: NULL where the cut is solved. size: of the clusters. */
static int cut_clusters(const ce_similarity *jaccard, const double *size, const ce_run *run,
                        const ce_cut *cut, ce_partition *meta, ce_error *err)
{
    const mcla_options *options = run->settings->values;
    ce_metis_options metis = {.k = run->k,
                              .scheme = options->as_published ? CE_METIS_ONCE : CE_METIS_RECURSIVE,
                              .seed = run->seed};
    ce_spectral_options spectral = {.k = run->k,
                                    .restarts = (size_t)options->cut.restarts,
                                    .seed = run->seed,
                                    .spectrum = cut->spectrum};
    ce_graph graph = {0};
    int rc;

    if (ce_cut_is_solved(cut))
        return ce_spectral(NULL, NULL, &spectral, meta, err);
    if (options->cut.with == CE_WITH_SPECTRAL) {
        rc = ce_meta_clusters_check(jaccard, run->method->about.name, run->k, err);
        return rc ? rc : cut_spectral(jaccard, &spectral, meta, err);
    }
    rc = ce_graph_from_similarity(&graph, jaccard, NULL, err);
    if (rc)
        return rc;
    free(graph.vertex_weight);
    graph.vertex_weight = ce_alloc(jaccard->n, sizeof *graph.vertex_weight, err);
    if (graph.vertex_weight) {
        for (size_t a = 0; a < jaccard->n; a++)
            graph.vertex_weight[a] = size[a];
        rc = ce_metis(&graph, &metis, meta, err);
    } else {
        rc = CE_ENOMEM;
    }
    ce_graph_free(&graph);
    return rc;
}

/* Steps 1 and 2 with weighted objects. load: count values to work in; size: N_c values of 0. */
static int cut_weighted(const ce_run *run, const ce_cut *cut, const ce_microclusters *micro,
                        const ce_clusters *list, double *load, double *size, ce_partition *meta,
                        ce_error *err)
{
    ce_similarity jaccard = {0};
    int rc = ce_object_uncertainty(micro, list, load, err);

    for (size_t i = 0; i < micro->count && !rc; i++) {
        double weight = (load[i] + SMOOTHING) / (1 + SMOOTHING);
        load[i] = micro->size[i] * weight;
        for (size_t q = 0; q < list->m; q++) {
            size_t a = ce_cluster_of(list, micro, i, q);
            if (a < list->count)
                size[a] += micro->size[i] * sqrt(weight);
        }
    }
    if (!rc)
        rc = ce_clusters_overlap(list, micro, load, &jaccard, err);
    if (!rc)
        rc = ce_clusters_overlap_to_jaccard(&jaccard, err);
    if (!rc)
        rc = cut_clusters(&jaccard, size, run, cut, meta, err);
    ce_similarity_free(&jaccard);
    return rc;
}

static int meta_womc(const ce_run *run, const ce_cut *cut, const ce_microclusters *micro,
                     const ce_clusters *list, ce_partition *meta, ce_error *err)
{
    double *load = ce_alloc(micro->count, sizeof *load, err);
    double *size = ce_calloc(list->count, sizeof *size, err);
    int rc = load && size ? cut_weighted(run, cut, micro, list, load, size, meta, err) : CE_ENOMEM;

    free(load);
    free(size);
    return rc;
}

static int meta_mcla(const ce_run *run, const ce_cut *cut, const ce_microclusters *micro,
                     const ce_clusters *list, ce_partition *meta, ce_error *err)
{
    ce_similarity jaccard = {0};
    int rc = ce_clusters_jaccard(list, micro, &jaccard, err);

    if (!rc)
        rc = cut_clusters(&jaccard, list->size, run, cut, meta, err);
    ce_similarity_free(&jaccard);
    return rc;
}

/* What the methods differ in: how the clusters get their meta-clusters. */
typedef struct {
    int (*meta)(const ce_run *run, const ce_cut *cut, const ce_microclusters *micro,
                const ce_clusters *list, ce_partition *meta, ce_error *err);
} grouping;

/* The authors' program where a meta-cluster is empty. */
static int no_labels(const ce_run *run, const ce_microclusters *micro, size_t groups,
                     ce_partition *small, ce_error *err)
{
    int rc = ce_partition_alloc(small, micro->count, err);

    if (rc)
        return rc;
    memset(small->labels, 0, micro->count * sizeof *small->labels);
    small->k = 1;
    ce_tell(&run->report->messages, CE_NOTE,
            "%s: METIS leaves %zu of %zu meta-clusters empty: one cluster, as published",
            run->column, run->k - groups, run->k);
    return CE_OK;
}

static int run_mcla(const ce_run *run, ce_partition *result, ce_error *err)
{
    const grouping *group = run->method->own;
    const mcla_options *options = run->settings->values;
    const ce_cut_options *o = &options->cut;
    const char *name = run->method->about.name;
    const ce_microclusters *micro;
    const ce_clusters *list;
    ce_partition meta = {0}, small = {0};
    ce_cut cut = {.options = o, .k = run->k, .seed = run->seed};
    int rc = ce_ensemble_check_k(run->ensemble, name, run->k, o->objects, err);

    if (!rc)
        rc = ce_ensemble_micro(run->ensemble, o->objects, &micro, err);
    if (!rc)
        rc = ce_ensemble_clusters(run->ensemble, o->objects, &list, err);
    if (!rc)
        rc = ce_ensemble_check_clusters(list, name, run->k, err);
    if (!rc)
        rc = ce_shared_spectrum(run, &cut.spectrum, err);
    if (!rc && ce_cut_is_solved(&cut))
        rc = cut_clusters(NULL, list->size, run, &cut, &meta, err);
    else if (!rc)
        rc = group->meta(run, &cut, micro, list, &meta, err);
    if (!rc && options->as_published && (size_t)meta.k < run->k)
        rc = no_labels(run, micro, (size_t)meta.k, &small, err);
    else if (!rc)
        rc = ce_meta_clusters_compete(micro, list, &meta, &small, err);
    if (!rc)
        rc = ce_microclusters_expand(micro, &small, result, err);
    ce_partition_free(&meta);
    ce_partition_free(&small);
    return rc;
}

#define MCLA(method, line, how, cited, where, which) \
    .about = {.name = method, \
              .family = "graph partitioning", \
              .summary = line, \
              .about = "Clusters that share many of their objects are grouped into k " \
                       "meta-clusters. " how "An object goes to the meta-cluster whose clusters " \
                       "hold it most often.", \
              .reference = cited, \
              .page = where, \
              .reads = CE_READS_LABELS, \
              .needs = CE_USES_K, \
              .cost = CE_COST_OBJECTS, \
              .options = CE_OPTIONS(rows, mcla_options)}, \
    .run = run_mcla, .own = which

static const grouping plain = {meta_mcla}, weighted = {meta_womc};

const ce_method ce_method_mcla = {
    MCLA("mcla", "meta-clustering: clusters grouped by Jaccard index compete for objects", "",
         "strehl2002", "clens-mcla", &plain),
};

const ce_method ce_method_womc = {
    MCLA("womc", "mcla in which an object counts more the less certain its place is",
         "An object counts more here the more the base clusterings disagree about it. ", "ren2013",
         "clens-weighted-objects", &weighted),
};
