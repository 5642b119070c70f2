/*
 * GP-MGLA: the transfer cut of a bipartite graph [huang2015].
 *
 * Objects and clusters are on one side of the graph, clusters on the other. The labels of the
 * objects are the result. A part without objects leaves fewer than k clusters. k-means begins with
 * the first object and the farthest ones, so the result does not depend on chance (doc/readings.md,
 * huang2015 4 and 5).
 */
#include <stdlib.h>
#include <string.h>

#include "consensus/influence.h"
#include "consensus/shared_spectrum.h"
#include "consensus/shared_options.h"
#include "consensus/transfer.h"
#include "core/memory.h"
#include "partition/graph/transfer_cut.h"
#include "similarity/source_aware.h"

typedef struct {
    int objects, nmi;
    double beta;
} mgla_options;

static const ce_option rows[] = {
    CE_ROW_NMI(mgla_options),
    CE_ROW_BETA(mgla_options),
    CE_ROW_OBJECTS(mgla_options, objects),
};

/* The weight of links between objects and clusters, relative to links between clusters. */
static const double alpha = .5;

typedef struct {
    uint64_t objects, nmi;
    double beta;
} mgla_key;

static int build(ce_ensemble *ensemble, const void *key, void *value, ce_messages *messages,
                 ce_error *err)
{
    const mgla_key *k = key;
    const ce_microclusters *micro;
    const double *influence;
    int rc = ce_ensemble_micro(ensemble, (int)k->objects, &micro, err);

    (void)messages;
    if (!rc)
        rc = ce_influence_get(ensemble, k->objects, k->nmi, k->beta, &influence, err);
    return rc ? rc : ce_multigranularity_graph(micro, influence, alpha, value, err);
}

static const ce_product graph = {sizeof(ce_biadjacency), sizeof(mgla_key), build, ce_transfer_free,
                                 1};

static int cut(const ce_run *run, const ce_microclusters *micro, const ce_biadjacency *b,
               ce_partition *small, ce_error *err)
{
    ce_transfer_options how = {
        .k = run->k, .start = CE_TRANSFER_FARTHEST, .name = run->method->about.name};
    double *weight = ce_alloc(b->rows, sizeof *weight, err);
    ce_partition all = {0};
    int rc;

    if (!weight)
        return CE_ENOMEM;
    for (size_t i = 0; i < b->rows; i++)
        weight[i] = i < micro->count ? micro->size[i] : 1;
    rc = ce_shared_spectrum(run, &how.spectrum, err);
    if (!rc)
        rc = ce_transfer_cut(b, weight, &how, &all, err);
    if (!rc)
        rc = ce_partition_alloc(small, micro->count, err);
    if (!rc) {
        memcpy(small->labels, all.labels, micro->count * sizeof *all.labels);
        rc = ce_labels_renumber(small->labels, micro->count, &small->k, err);
    }
    free(weight);
    ce_partition_free(&all);
    return rc;
}

static int run_mgla(const ce_run *run, ce_partition *result, ce_error *err)
{
    const mgla_options *o = run->settings->values;
    const mgla_key key = {o->objects != 0, (uint64_t)o->nmi, o->beta};
    const ce_microclusters *micro;
    ce_partition small = {0};
    const void *b;
    int rc = ce_ensemble_check_k(run->ensemble, run->method->about.name, run->k, o->objects, err);

    if (!rc)
        rc = ce_ensemble_micro(run->ensemble, o->objects, &micro, err);
    if (!rc)
        rc = ce_ensemble_get(run->ensemble, &graph, &key, &b, NULL, err);
    if (!rc)
        rc = cut(run, micro, b, &small, err);
    if (!rc)
        rc = ce_microclusters_expand(micro, &small, result, err);
    ce_partition_free(&small);
    return rc;
}

const ce_method ce_method_gp_mgla = {
    .about = {.name = "gp-mgla",
              .family = "graph partitioning",
              .summary = "multi-granularity links of objects and clusters, transfer cut",
              .about = "A bipartite graph links objects with their clusters, and clusters with "
                       "clusters that overlap with the same others. Base clusterings are "
                       "weighted by crowd agreement. The graph is cut into k parts.",
              .reference = "huang2015",
              .page = "clens-weac",
              .reads = CE_READS_LABELS,
              .needs = CE_USES_K,
              .cost = CE_COST_OBJECTS,
              .options = CE_OPTIONS(rows, mgla_options)},
    .run = run_mgla,
};
