/*
 * EEAC: average linkage of the co-association matrix of the most stable clusters only
 * [alizadeh2014].
 *
 * The problem: the clusters that are kept may not tell two microclusters apart. Such microclusters
 * have distance 0, and objects could merge in another order than microclusters do. So a cut that
 * would separate them is refused (doc/readings.md, alizadeh2014 8).
 */
#include "consensus/pairs.h"
#include "similarity/option_rows.h"
#include "similarity/selected_clusters.h"

typedef struct {
    ce_tree_options tree;
    int index, uncovered;
    double share, at_least;
} apmm_options;

static const ce_option rows[] = {
    CE_ROW_INDEX(apmm_options),
    CE_ROW_SHARE(apmm_options),
    CE_ROW_AT_LEAST(apmm_options),
    CE_ROW_UNCOVERED(apmm_options),
    CE_ROW_OBJECTS(apmm_options, tree.objects),
};

typedef struct {
    uint64_t objects, index, by_value, uncovered;
    double share, at_least;
} apmm_key;

typedef struct {
    ce_similarity s;
    ce_cluster_selection selection;
} selected;

static int build(ce_ensemble *ensemble, const void *key, void *value, ce_messages *messages,
                 ce_error *err)
{
    const apmm_key *k = key;
    const ce_cluster_choice choice = {(ce_stability_index)k->index, k->share, (int)k->by_value,
                                      k->at_least, (ce_uncovered)k->uncovered};
    selected *out = value;
    const ce_microclusters *micro;
    int rc = ce_pairs_begin(ensemble, k->objects, "the co-association matrix of selected clusters",
                            NULL, &micro, err);

    if (!rc)
        rc = ce_selected_coassociation(micro, &choice, &out->s, &out->selection, err);
    if (rc)
        return rc;
    ce_tell(messages, CE_DETAIL, "apmm: %zu of %zu clusters kept, with a stability of %.6g or more",
            out->selection.kept, out->selection.clusters, out->selection.least);
    if (out->selection.added)
        ce_tell(messages, CE_DETAIL, "apmm: %zu more, for objects in none of these",
                out->selection.added);
    if (out->selection.uncovered > 0)
        ce_tell(messages, CE_NOTE,
                "apmm: objects in no cluster that was kept: %.15g (see " CE_OPT("share") ")",
                out->selection.uncovered);
    return CE_OK;
}

static const ce_pairs_kind eeac = {
    .product = {sizeof(selected), sizeof(apmm_key), build, ce_pairs_free, 1}};

static apmm_key key_of_run(const ce_run *run)
{
    const apmm_options *o = run->settings->values;
    int by_value = ce_settings_given(run->settings, "at-least");

    return (apmm_key){.objects = o->tree.objects != 0,
                      .index = (uint64_t)o->index,
                      .by_value = by_value != 0,
                      .uncovered = (uint64_t)o->uncovered,
                      .share = by_value ? 0 : o->share,
                      .at_least = o->at_least};
}

/* Refuses a cut that would separate microclusters that the kept clusters do not tell apart. */
static int check_cut(const ce_run *run, const ce_dendrogram *tree, ce_error *err)
{
    const apmm_key key = key_of_run(run);
    size_t groups = tree->n;
    const void *value;
    int rc;

    for (size_t step = 0; step + 1 < tree->n; step++)
        groups -= tree->merge[step].height <= 0;
    if (run->k <= groups)
        return CE_OK;
    rc = ce_ensemble_get(run->ensemble, &eeac.product, &key, &value, NULL, err);
    if (rc)
        return rc;
    return ce_fail(err, CE_EINPUT,
                   "%s: k = %zu, but the %zu clusters that are kept tell only %zu groups of "
                   "objects apart",
                   run->method->about.name, run->k,
                   ((const selected *)value)->selection.kept +
                       ((const selected *)value)->selection.added,
                   groups);
}

static void key_of(const ce_run *run, void *key)
{
    *(apmm_key *)key = key_of_run(run);
}

static int run_apmm(const ce_run *run, ce_partition *result, ce_error *err)
{
    const apmm_options *o = run->settings->values;
    const ce_dendrogram *tree;
    int rc =
        ce_ensemble_check_k(run->ensemble, run->method->about.name, run->k, o->tree.objects, err);

    if (!rc)
        rc = ce_tree_get(run, &tree, err);
    if (!rc)
        rc = check_cut(run, tree, err);
    return rc ? rc : ce_tree_run(run, result, err);
}

static const ce_tree_cut average = {&eeac, CE_LINKAGE_AVERAGE, key_of, 0};

const ce_method ce_method_apmm = {
    .about = {.name = "apmm",
              .family = "evidence accumulation",
              .summary = "EEAC: co-association by the most stable clusters, average linkage",
              .about = "A cluster is stable if the other base clusterings hardly split it. Only "
                       "the most stable clusters are kept, and the dendrogram of their "
                       "co-associations is cut into k clusters.",
              .reference = "alizadeh2014",
              .page = "clens-apmm",
              .reads = CE_READS_LABELS,
              .needs = CE_USES_K,
              .reports = CE_REPORTS_TREE,
              .cost = CE_COST_MICROCLUSTER_PAIRS,
              .options = CE_OPTIONS(rows, apmm_options)},
    .run = run_apmm,
    .lifetime = ce_tree_lifetime,
    .own = &average,
};
