/* ce-similarity lwca, pacc, eca and eeac: clusters are weighted, alike or chosen before pairs are
 * counted. */
#include "similarity.h"
#include "similarity/cluster_walk.h"
#include "similarity/local_weights.h"
#include "similarity/option_rows.h"
#include "similarity/probability_accumulation.h"
#include "similarity/selected_clusters.h"

/* ---- lwca ---- */

typedef struct {
    int to;
    double certainty;
} lwca_options;

static const ce_option lwca_rows[] = {
    SIMILARITY_ROW_TO(lwca_options),
    CE_ROW_CERTAINTY(lwca_options),
};

static int lwca_pairs(const similarity_call *call, const ce_microclusters *micro, ce_similarity *s,
                      double **twin, ce_error *err)
{
    const lwca_options *o = call->noun;
    int rc = similarity_twin_alloc(micro, twin, err);

    return rc ? rc : ce_locally_weighted(micro, o->certainty, s, *twin, NULL, err);
}

static int lwca_graph(const similarity_call *call, const similarity_ensemble *e, ce_biadjacency *b,
                      ce_error *err)
{
    const lwca_options *o = call->noun;

    return ce_locally_weighted_graph(&e->micro, o->certainty, b, err);
}

static int run_lwca(const similarity_call *call, ce_error *err)
{
    const lwca_options *o = call->noun;

    if (o->to == SIMILARITY_TO_CLUSTERS)
        return similarity_write_graph(call, lwca_graph, err);
    return similarity_write_pairs(call, lwca_pairs, err);
}

const similarity_noun similarity_lwca = {
    .noun = {.name = "lwca",
             .family = "co-association",
             .summary = "ca with each cluster weighted by how much the base clusterings agree with "
                        "it (LWEA, LWGP)",
             .about = "A cluster whose objects the other base clusterings scatter counts less. "
                      "Base clusterings of mixed quality can then be used as they are.",
             .reference = "huang2018",
             .reads = CE_READS_LABELS,
             .cost = CE_COST_MICROCLUSTER_PAIRS,
             .options = CE_OPTIONS(lwca_rows, lwca_options)},
    .run = run_lwca,
};

/* ---- pacc ---- */

typedef struct {
    double dimensions;
} pacc_options;

static const ce_option pacc_rows[] = {CE_ROW_DIMENSIONS(pacc_options)};

static int pacc_pairs(const similarity_call *call, const ce_microclusters *micro, ce_similarity *s,
                      double **twin, ce_error *err)
{
    const pacc_options *o = call->noun;
    int rc = similarity_twin_alloc(micro, twin, err);

    return rc ? rc : ce_probability_accumulation(micro, o->dimensions, s, *twin, NULL, err);
}

static int run_pacc(const similarity_call *call, ce_error *err)
{
    return similarity_write_pairs(call, pacc_pairs, err);
}

const similarity_noun similarity_pacc = {
    .noun = {.name = "pacc",
             .family = "co-association",
             .summary = "ca in which a cluster counts less the larger it is (PAcc)",
             .about = "Two objects in a small cluster are more alike than two in a large one. How "
                      "much more depends on the number of features of the data.",
             .reference = "wang2009",
             .reads = CE_READS_LABELS,
             .cost = CE_COST_MICROCLUSTER_PAIRS,
             .options = CE_OPTIONS(pacc_rows, pacc_options)},
    .run = run_pacc,
};

/* ---- eca ---- */

typedef struct {
    int steps;
} eca_options;

static const ce_option eca_rows[] = {CE_ROW_CLUSTER_STEPS(eca_options)};

static int eca_pairs(const similarity_call *call, const ce_microclusters *micro, ce_similarity *s,
                     double **twin, ce_error *err)
{
    const eca_options *o = call->noun;
    int rc = ce_walked_coassociation(micro, (size_t)o->steps, s, NULL, err);

    (void)twin;
    if (!rc)
        ce_cli_detail(call->cli, "random walks: T = %d steps", o->steps);
    return rc;
}

static int run_eca(const similarity_call *call, ce_error *err)
{
    return similarity_write_pairs(call, eca_pairs, err);
}

const similarity_noun similarity_eca = {
    .noun = {.name = "eca",
             .family = "random walks",
             .summary = "clusters are similar if random walks from them are (ECPCS)",
             .about = "Random walks go from cluster to cluster, more likely to those that "
                      "overlap more. Clusters are as similar as the walks from them, and two "
                      "objects as their clusters, on average.",
             .reference = "huang2021",
             .reads = CE_READS_LABELS,
             .cost = CE_COST_MICROCLUSTER_PAIRS,
             .options = CE_OPTIONS(eca_rows, eca_options)},
    .run = run_eca,
};

/* ---- eeac ---- */

typedef struct {
    int index, uncovered;
    double share, at_least;
} eeac_options;

static const ce_option eeac_rows[] = {
    CE_ROW_INDEX(eeac_options),
    CE_ROW_SHARE(eeac_options),
    CE_ROW_AT_LEAST(eeac_options),
    CE_ROW_UNCOVERED(eeac_options),
};

static int eeac_pairs(const similarity_call *call, const ce_microclusters *micro, ce_similarity *s,
                      double **twin, ce_error *err)
{
    const eeac_options *o = call->noun;
    ce_cluster_choice choice = {.index = (ce_stability_index)o->index,
                                .share = o->share,
                                .by_value = ce_cli_given(call->cli, "at-least"),
                                .at_least = o->at_least,
                                .uncovered = (ce_uncovered)o->uncovered};
    ce_cluster_selection kept = {0};
    int rc = ce_selected_coassociation(micro, &choice, s, &kept, err);

    (void)twin;
    if (!rc && kept.clusters)
        ce_cli_detail(call->cli, "eeac: %zu of %zu clusters kept, with a stability of %.6g or more",
                      kept.kept, kept.clusters, kept.least);
    if (!rc && kept.added)
        ce_cli_detail(call->cli, "eeac: %zu more, for objects in none of these", kept.added);
    if (!rc && kept.uncovered > 0)
        ce_cli_note(call->cli, "eeac: objects in no cluster that was kept: %.15g (see --share)",
                    kept.uncovered);
    return rc;
}

static int run_eeac(const similarity_call *call, ce_error *err)
{
    return similarity_write_pairs(call, eeac_pairs, err);
}

const similarity_noun similarity_eeac = {
    .noun = {.name = "eeac",
             .family = "co-association",
             .summary = "co-association by the most stable clusters only (EEAC)",
             .about = "Clusters that other base clusterings split, or do not come near to, are "
                      "left out before pairs are counted, but for the most stable cluster of "
                      "each object that would then be in none.",
             .reference = "alizadeh2014",
             .reads = CE_READS_LABELS,
             .cost = CE_COST_MICROCLUSTER_PAIRS,
             .options = CE_OPTIONS(eeac_rows, eeac_options)},
    .run = run_eeac,
};
