/* ce-similarity wct, srs and asrs: clusters are alike that overlap with the same others. */
#include "similarity.h"
#include "similarity/connected_triple.h"
#include "similarity/option_rows.h"
#include "similarity/simrank.h"

/* Of wct and asrs. */
typedef struct {
    double decay;
} link_options;

static const ce_option link_rows[] = {CE_ROW_DECAY(link_options)};

/* ---- wct ---- */

static int wct_pairs(const similarity_call *call, const ce_microclusters *micro, ce_similarity *s,
                     double **twin, ce_error *err)
{
    const link_options *o = call->noun;

    (void)twin;
    return ce_connected_triple(micro, o->decay, s, NULL, err);
}

static int run_wct(const similarity_call *call, ce_error *err)
{
    return similarity_write_pairs(call, wct_pairs, err);
}

const similarity_noun similarity_wct = {
    .noun = {.name = "wct",
             .family = "links of clusters",
             .summary = "weighted connected triples: clusters that overlap with the same others "
                        "are similar",
             .about = "Two clusters of one base clustering are similar if clusters of the others "
                      "overlap with both. Two objects are as similar as their clusters, on "
                      "average. It also distinguishes pairs that no base clustering puts "
                      "together.",
             .reference = "iamon2011",
             .reads = CE_READS_LABELS,
             .cost = CE_COST_MICROCLUSTER_PAIRS,
             .options = CE_OPTIONS(link_rows, link_options)},
    .run = run_wct,
};

/* ---- srs ---- */

typedef struct {
    double decay;
    int rounds;
} simrank_options;

static const ce_option simrank_rows[] = {
    CE_ROW_DECAY(simrank_options),
    CE_ROW_SIMRANK_ROUNDS(simrank_options),
};

static int srs_pairs(const similarity_call *call, const ce_microclusters *micro, ce_similarity *s,
                     double **twin, ce_error *err)
{
    const simrank_options *o = call->noun;
    int rc = similarity_twin_alloc(micro, twin, err);

    return rc ? rc : ce_simrank(micro, o->decay, (size_t)o->rounds, s, *twin, NULL, err);
}

static int run_srs(const similarity_call *call, ce_error *err)
{
    return similarity_write_pairs(call, srs_pairs, err);
}

const similarity_noun similarity_srs = {
    .noun = {.name = "srs",
             .family = "links of clusters",
             .summary = "SimRank: objects are similar if their clusters are, and clusters if "
                        "their objects are",
             .about = "A few rounds of SimRank on the graph of objects and clusters. Two objects "
                      "with the same labels are less similar than an object and itself.",
             .reference = "iamon2008",
             .reads = CE_READS_LABELS,
             .cost = CE_COST_MICROCLUSTER_PAIRS,
             .options = CE_OPTIONS(simrank_rows, simrank_options)},
    .run = run_srs,
};

/* ---- asrs ---- */

static int asrs_pairs(const similarity_call *call, const ce_microclusters *micro, ce_similarity *s,
                      double **twin, ce_error *err)
{
    const link_options *o = call->noun;
    int rc = similarity_twin_alloc(micro, twin, err);

    return rc ? rc : ce_approximate_simrank(micro, o->decay, s, *twin, err);
}

static int run_asrs(const similarity_call *call, ce_error *err)
{
    return similarity_write_pairs(call, asrs_pairs, err);
}

const similarity_noun similarity_asrs = {
    .noun = {.name = "asrs",
             .family = "links of clusters",
             .summary = "an approximation of srs: clusters that overlap with the same others are "
                        "similar",
             .about = "It replaces SimRank without its rounds. Two clusters are similar if they "
                      "overlap with the same clusters of other base clusterings.",
             .reference = "iamon2008",
             .reads = CE_READS_LABELS,
             .cost = CE_COST_MICROCLUSTER_PAIRS,
             .options = CE_OPTIONS(link_rows, link_options)},
    .run = run_asrs,
};
