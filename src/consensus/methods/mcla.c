/*
 * MCLA, the meta-clustering algorithm [strehl2002].
 *
 * 1. Build the graph of all clusters, with their Jaccard indices as edge weights.
 * 2. Cut it into k meta-clusters that hold about equal numbers of objects.
 * 3. An object goes to the meta-cluster of which the largest share of clusters holds it. Shares are
 *    compared as exact fractions; ties go to the lowest.
 *
 * A meta-cluster that wins no object leaves fewer than k clusters. Overlaps are counted on
 * microclusters, so the cost is O(microclusters x m^2). See doc/readings.md, strehl2002 6 and 7.
 */
#include "consensus/graph_cuts.h"

#include <stdlib.h>

#include "core/memory.h"
#include "partition/graph/graph_cut.h"
#include "partition/graph/similarity_graph.h"
#include "partition/graph/spectral.h"
#include "similarity/clusters.h"

static const ce_option rows[] = {
    CE_ROW_WITH(ce_cut_options, with, "metis"),
    CE_ROW_RESTARTS(ce_cut_options, restarts, "with=spectral"),
    CE_ROW_OBJECTS(ce_cut_options, objects),
};

static int cut_clusters(const ce_similarity *jaccard, const ce_clusters *list,
                        const ce_cut_options *options, size_t k, uint64_t seed, ce_partition *meta,
                        ce_error *err)
{
    ce_metis_options metis = {.k = k, .scheme = CE_METIS_RECURSIVE, .seed = seed};
    ce_spectral_options spectral = {.k = k, .restarts = (size_t)options->restarts, .seed = seed};
    ce_graph graph = {0};
    int rc;

    if (options->with == CE_WITH_SPECTRAL)
        return ce_spectral(jaccard, NULL, &spectral, meta, err);
    rc = ce_graph_from_similarity(&graph, jaccard, NULL, err);
    if (rc)
        return rc;
    free(graph.vertex_weight);
    graph.vertex_weight = ce_alloc(list->count, sizeof *graph.vertex_weight, err);
    if (graph.vertex_weight) {
        for (size_t a = 0; a < list->count; a++)
            graph.vertex_weight[a] = list->size[a];
        rc = ce_metis(&graph, &metis, meta, err);
    } else {
        rc = CE_ENOMEM;
    }
    ce_graph_free(&graph);
    return rc;
}

static int run_mcla(const ce_run *run, ce_partition *result, ce_error *err)
{
    const ce_cut_options *o = run->settings->values;
    const char *name = run->method->about.name;
    const ce_microclusters *micro;
    const ce_clusters *list;
    ce_similarity jaccard = {0};
    ce_partition meta = {0}, small = {0};
    int rc = ce_ensemble_check_k(run->ensemble, name, run->k, o->objects, err);

    if (!rc)
        rc = ce_ensemble_micro(run->ensemble, o->objects, &micro, err);
    if (!rc)
        rc = ce_ensemble_clusters(run->ensemble, o->objects, &list, err);
    if (!rc)
        rc = ce_ensemble_check_clusters(list, name, run->k, err);
    if (!rc)
        rc = ce_clusters_jaccard(list, micro, &jaccard, err);
    if (!rc)
        rc = cut_clusters(&jaccard, list, o, run->k, run->seed, &meta, err);
    if (!rc)
        rc = ce_meta_clusters_compete(micro, list, &meta, &small, err);
    if (!rc)
        rc = ce_microclusters_expand(micro, &small, result, err);
    ce_similarity_free(&jaccard);
    ce_partition_free(&meta);
    ce_partition_free(&small);
    return rc;
}

const ce_method ce_method_mcla = {
    .about = {.name = "mcla",
              .family = "graph partitioning",
              .summary = "meta-clustering: clusters grouped by Jaccard index compete for objects",
              .about = "Clusters that share many of their objects are grouped into k "
                       "meta-clusters. An object goes to the meta-cluster whose clusters hold it "
                       "most often.",
              .reference = "strehl2002",
              .page = "clens-mcla",
              .reads = CE_READS_LABELS,
              .needs = CE_USES_K,
              .cost = CE_COST_OBJECTS,
              .options = CE_OPTIONS(rows, ce_cut_options)},
    .run = run_mcla,
};
