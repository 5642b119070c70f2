/* ce-weigh apmm and max: how stable the clusters of a base clustering are. */
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/microclusters.h"
#include "io/cluster_table.h"
#include "score/cluster_stability.h"
#include "score/contingency.h"
#include "weigh.h"

typedef struct {
    const char *clusters;
} stability_options;

static const ce_option rows[] = {
    {0, "clusters", CE_OUTPUT, "FILE", 0, 0, NULL, NULL, offsetof(stability_options, clusters),
     NULL, "write the stability of each cluster"},
};

static int weigh(const weigh_call *call, ce_stability_index index, double *weight, ce_error *err)
{
    const stability_options *o = call->noun;
    ce_microclusters micro = {0};
    double *stability = NULL;
    int rc = ce_sizes_check(call->in.size, call->in.labels.n, err);

    if (!rc)
        rc = ce_microclusters_build(&micro, &call->in.labels, call->in.size, err);
    if (rc)
        goto done;
    stability = ce_alloc(ce_labels_total(&micro.rows), sizeof *stability, err);
    rc = stability ? ce_cluster_stability(&micro, index, stability, err) : CE_ENOMEM;
    if (!rc)
        rc = ce_clustering_stability(&micro, stability, weight, err);
    if (!rc && o->clusters)
        rc = ce_cluster_values_write(stability, "stability", &call->in, o->clusters,
                                     call->cli->common->delimiter, err);
done:
    free(stability);
    ce_microclusters_free(&micro);
    return rc;
}

static int run_apmm(const weigh_call *call, double *weight, ce_error *err)
{
    return weigh(call, CE_STABILITY_APMM, weight, err);
}

static int run_max(const weigh_call *call, double *weight, ce_error *err)
{
    return weigh(call, CE_STABILITY_MAX, weight, err);
}

const weigh_noun weigh_apmm = {
    .noun = {.name = "apmm",
             .summary = "the mean stability of its clusters, by APMM: how little the others split "
                        "them",
             .about = "A cluster is stable if the other base clusterings keep its objects "
                      "together. Only splits of a cluster count, so many small clusters are more "
                      "stable than few large ones.",
             .reference = "alizadeh2014",
             .reads = CE_READS_LABELS,
             .cost = CE_COST_OBJECTS,
             .options = CE_OPTIONS(rows, stability_options)},
    .run = run_apmm,
};

const weigh_noun weigh_max = {
    .noun = {.name = "max",
             .summary = "the mean stability of its clusters, by MAX: how near to one the others "
                        "come",
             .about = "A cluster is stable if one of the other base clusterings has nearly the "
                      "same cluster. It is measured by the mutual information of the cluster and "
                      "the nearest other one.",
             .reference = "alizadeh2014",
             .reads = CE_READS_LABELS,
             .cost = CE_COST_OBJECTS,
             .options = CE_OPTIONS(rows, stability_options)},
    .run = run_max,
};
