/*
 * SRW [abdala2010]: an object goes to the seed region that a random walk on the graph of nearest
 * co-associations reaches first (doc/readings.md, abdala2010).
 *
 * Vertices are microclusters. An edge counts once for each pair of objects behind it. Regions and
 * pieces are joined by their mean similarity. Up to DENSE_ROWS microclusters it is computed from
 * the whole co-association matrix. Beyond that only the links to the nearest neighbours are known,
 * and other pairs count 0.
 */
#include "consensus/pairs.h"
#include "partition/graph/random_walk.h"
#include "similarity/elite_graph.h"

enum { DENSE_ROWS = 20000 };

typedef struct {
    int objects, neighbours;
    double beta, core;
} srw_options;

static const ce_option rows[] = {
    {0, "neighbours", CE_INTEGER, "N", 1, INT32_MAX, NULL, "10", offsetof(srw_options, neighbours),
     NULL, "links of an object that are kept: its nearest ones"},
    {0, "walk-beta", CE_REAL, "B", 1e-9, 100, NULL, "30", offsetof(srw_options, beta), NULL,
     "a link weighs exp(-B (1 - similarity))"},
    {0, "core", CE_REAL, "S", 1e-9, 1, NULL, "0.9", offsetof(srw_options, core), NULL,
     "similarities of at least S join objects into seeds"},
    CE_ROW_OBJECTS(srw_options, objects),
};

static int walk_sparse(const ce_microclusters *micro, const ce_random_walk_options *walker,
                       ce_partition *small, ce_error *err)
{
    ce_elite_graph graph = {0};
    int rc = ce_elite_graph_build(&graph, &micro->rows, micro->size,
                                  walker->neighbours, err);

    if (!rc)
        rc = ce_random_walk(&graph.weight, micro->size, walker, small, err);
    ce_elite_graph_free(&graph);
    return rc;
}

static int run_srw(const ce_run *run, ce_partition *result, ce_error *err)
{
    const srw_options *o = run->settings->values;
    const ce_random_walk_options walker = {.k = run->k,
                                           .neighbours = (size_t)o->neighbours,
                                           .beta = o->beta,
                                           .core = o->core};
    const ce_pairs_ca_key key = {o->objects != 0};
    const ce_microclusters *micro;
    const void *ca;
    ce_partition small = {0};
    int rc = ce_ensemble_check_k(run->ensemble, run->method->about.name, run->k, o->objects, err);

    if (!rc)
        rc = ce_ensemble_micro(run->ensemble, o->objects, &micro, err);
    if (!rc && micro->count > DENSE_ROWS) {
        rc = walk_sparse(micro, &walker, &small, err);
    } else if (!rc) {
        rc = ce_ensemble_get(run->ensemble, &ce_pairs_ca.product, &key, &ca, NULL, err);
        if (!rc)
            rc = ce_random_walk(ca, micro->size, &walker, &small, err);
    }
    if (!rc)
        rc = ce_microclusters_expand(micro, &small, result, err);
    ce_partition_free(&small);
    return rc;
}

const ce_method ce_method_srw = {
    .about = {.name = "srw",
              .family = "random walks",
              .summary = "seeded random walks on the graph of nearest co-associations",
              .about = "Objects that nearly always go together form seed regions of the graph of "
                       "nearest co-associations. Every other object goes to the region that a "
                       "random walk from it most likely reaches first.",
              .reference = "abdala2010",
              .page = "clens-srw",
              .reads = CE_READS_LABELS,
              .needs = CE_USES_K,
              .cost = CE_COST_MICROCLUSTER_PAIRS,
              .options = CE_OPTIONS(rows, srw_options)},
    .run = run_srw,
};
