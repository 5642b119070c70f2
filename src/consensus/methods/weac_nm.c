/*
 * WEAC by normalized modularity: average linkage of the co-association matrix with a weight for
 * each base clustering [wsce2015 eq. 28]. For the weights see given_weights.h.
 */
#include "consensus/given_weights.h"

typedef struct {
    ce_tree_options tree;
    int neighbours;
} weac_nm_options;

static const ce_option rows[] = {
    {0, "neighbours", CE_INTEGER, "N", 1, INT32_MAX, NULL, "10",
     offsetof(weac_nm_options, neighbours), NULL,
     "if weights are computed: links of an object to its nearest ones"},
    CE_ROW_OBJECTS(weac_nm_options, tree.objects),
};

static int check(const ce_settings *settings, unsigned given, ce_error *err)
{
    if (!(given & (CE_USES_WEIGHTS | CE_USES_DATA)))
        return ce_fail(
            err, CE_EARG,
            "weac-nm needs " CE_OPT("weights") ", or " CE_OPT("data") " to compute them");
    if ((given & CE_USES_WEIGHTS) && ce_settings_given(settings, "neighbours"))
        return ce_fail(err, CE_EARG,
                       CE_OPT("neighbours") " does not go with " CE_OPT("weights"));
    return CE_OK;
}

static void key_of(const ce_run *run, void *key)
{
    const weac_nm_options *o = run->settings->values;

    *(ce_pairs_weighted_key *)key =
        (ce_pairs_weighted_key){o->tree.objects != 0, (uint64_t)o->neighbours};
}

static const ce_tree_cut average = {&ce_pairs_weighted, CE_LINKAGE_AVERAGE, key_of, 0};

const ce_method ce_method_weac_nm = {
    .about = {.name = "weac-nm",
              .family = "evidence accumulation",
              .summary = "co-association weighted by normalised modularity, average linkage",
              .about = "A base clustering counts more if it follows the graph of nearest "
                       "neighbours of the data. The dendrogram of the weighted co-association "
                       "matrix is cut into k clusters.",
              .reference = "wsce2015",
              .page = "clens-wsce",
              .reads = CE_READS_LABELS,
              .needs = CE_USES_K,
              .takes = CE_USES_DATA | CE_USES_WEIGHTS,
              .reports = CE_REPORTS_TREE,
              .cost = CE_COST_MICROCLUSTER_PAIRS,
              .options = CE_OPTIONS(rows, weac_nm_options)},
    .run = ce_tree_run,
    .lifetime = ce_tree_lifetime,
    .check = check,
    .own = &average,
};
