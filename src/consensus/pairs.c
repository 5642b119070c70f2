/* The similarities of pairs of microclusters that consensus functions cut by linkage: how each is
 * computed, and when it is given up. On microclusters each of these matrices is exactly that of the
 * objects. */
#include "consensus/consensus.h"

#include <stdlib.h>

#include "core/memory.h"
#include "similarity/coassociation.h"
#include "similarity/methods.h"
#include "similarity/probability_trajectory.h"

typedef int builder(ce_ensemble *ensemble, const ce_consensus_options *options, ce_similarity *s,
                    ce_error *err);

static int build_ca(ce_ensemble *ensemble, const ce_consensus_options *options, ce_similarity *s,
                    ce_error *err)
{
    (void)options;
    return ce_coassociation(&ensemble->micro.rows, NULL, s, err);
}

static int build_pts(ce_ensemble *ensemble, const ce_consensus_options *options, ce_similarity *s,
                     ce_error *err)
{
    const ce_elite_graph *graph;
    int rc = ce_ensemble_elite(ensemble, options, &graph, err);

    return rc ? rc : ce_probability_trajectories(graph, ce_ensemble_steps(graph, options), s, err);
}

static int build_ncai(ce_ensemble *ensemble, const ce_consensus_options *options, ce_similarity *s,
                      ce_error *err)
{
    const double *influence;
    int rc = ce_ensemble_influence(ensemble, options, &influence, err);

    return rc ? rc : ce_coassociation(&ensemble->micro.rows, influence, s, err);
}

static int build_nm(ce_ensemble *ensemble, const ce_consensus_options *options, ce_similarity *s,
                    ce_error *err)
{
    (void)options;
    if (!ensemble->base_weight)
        return ce_fail(err, CE_EARG, "weac-nm needs a weight for each base clustering");
    return ce_coassociation_mean(&ensemble->micro.rows, ensemble->base_weight, s, err);
}

/* The others are computed from microclusters alone. */
static int build_named(const char *name, ce_ensemble *ensemble, const ce_consensus_options *options,
                       ce_similarity *s, ce_error *err)
{
    ce_similarity_report report = {0};
    double *twin = NULL;
    int rc = ce_similarity_method_find(name)->pairs(&ensemble->micro, &options->similarity, s,
                                                    &twin, &report, err);

    free(twin);
    if (!rc && report.completion.iterations)
        ensemble->completion = report.completion;
    if (!rc && report.selection.clusters)
        ensemble->selection = report.selection;
    return rc;
}

#define LINEAR "hbgf, lwgp, mcla or mixture, which need no matrix of pairs,"

static const struct {
    builder *build;   /* or */
    const char *name; /* of methods.h */
    const char *what, *instead; /* for the refusal when it does not fit */
} kinds[CE_PAIRS] = {
    [CE_PAIRS_CA] = {build_ca, NULL, "the co-association matrix of the microclusters", LINEAR},
    [CE_PAIRS_PTS] = {build_pts, NULL, "the trajectory similarities of the microclusters",
                      "ptgp with a small --cap, which needs no matrix of pairs,"},
    [CE_PAIRS_NCAI] = {build_ncai, NULL, "the weighted co-association matrix of the microclusters",
                       LINEAR},
    [CE_PAIRS_NM] = {build_nm, NULL, "the weighted co-association matrix of the microclusters",
                     LINEAR},
    [CE_PAIRS_WCT] = {NULL, "wct", "the connected-triple similarities of the microclusters",
                      LINEAR},
    [CE_PAIRS_SRS] = {NULL, "srs", "the SimRank similarities of the microclusters", LINEAR},
    [CE_PAIRS_ECMC] = {NULL, "ecmc", "the completed co-association matrix of the microclusters",
                       LINEAR},
    [CE_PAIRS_LWCA] = {NULL, "lwca",
                       "the locally weighted co-association matrix of the microclusters",
                       "lwgp, which needs no matrix of pairs,"},
    [CE_PAIRS_EEAC] = {NULL, "eeac", "the co-association matrix of selected clusters", LINEAR},
    [CE_PAIRS_SMI] = {build_ca, NULL, "the co-association matrix of the microclusters", LINEAR},
    [CE_PAIRS_ECA] = {NULL, "eca", "the walked co-association matrix of the microclusters",
                      "ecpcs-mc, which needs no matrix of pairs,"},
};

/* Room for a matrix of n rows and for the linkage, which works on a copy, or two; the other
 * matrices make room when there is none. */
static int make_room(ce_ensemble *ensemble, ce_pairs kind, size_t n, int copies, ce_error *err)
{
    size_t matrix = sizeof(double) / 2;
    ce_error ignored = {0};

    if (ce_memory_check(n, n + 1, matrix * (size_t)(1 + copies), kinds[kind].what,
                        kinds[kind].instead, &ignored))
        for (int other = 0; other < CE_PAIRS; other++)
            ce_similarity_free(&ensemble->pairs[other]);
    return ce_memory_check(n, n + 1, matrix, kinds[kind].what, kinds[kind].instead, err);
}

int ce_ensemble_pairs(ce_ensemble *ensemble, ce_pairs kind, const ce_consensus_options *options,
                      const ce_similarity **out, ce_error *err)
{
    const ce_microclusters *micro;
    int rc = ce_ensemble_micro(ensemble, &micro, err);

    if (!rc && !ensemble->pairs[kind].n &&
        !(rc = make_room(ensemble, kind, micro->count, options->tie_meansim ? 2 : 1, err)))
        rc = kinds[kind].build
                 ? kinds[kind].build(ensemble, options, &ensemble->pairs[kind], err)
                 : build_named(kinds[kind].name, ensemble, options, &ensemble->pairs[kind], err);
    if (!rc)
        *out = &ensemble->pairs[kind];
    return rc;
}
