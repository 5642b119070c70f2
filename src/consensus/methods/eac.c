/* Evidence accumulation [fred2005]: linkage of the co-association matrix. */
#include "consensus/pairs.h"

static const ce_option rows[] = {
    CE_ROW_TIE(ce_tree_options, tie), /* complete linkage only */
    CE_ROW_OBJECTS(ce_tree_options, objects),
};

#define ABOUT \
    "The co-association of two objects is the share of the base clusterings that put them " \
    "together. Its dendrogram is cut into k clusters."
#define EAC(method, title, table) \
    .about = {.name = method, \
              .family = "evidence accumulation", \
              .summary = "evidence accumulation: co-association, " title " linkage", \
              .about = ABOUT, \
              .reference = "fred2005", \
              .page = "clens-eac", \
              .reads = CE_READS_LABELS, \
              .needs = CE_USES_K, \
              .reports = CE_REPORTS_TREE, \
              .cost = CE_COST_MICROCLUSTER_PAIRS, \
              .options = table}, \
    .run = ce_tree_run, .lifetime = ce_tree_lifetime

static const ce_tree_cut average = {&ce_pairs_ca, CE_LINKAGE_AVERAGE, ce_tree_plain_key, 0};
static const ce_tree_cut complete = {&ce_pairs_ca, CE_LINKAGE_COMPLETE, ce_tree_plain_key, 0};
static const ce_tree_cut single = {&ce_pairs_ca, CE_LINKAGE_SINGLE, ce_tree_plain_key, 0};

const ce_method ce_method_eac_al = {
    EAC("eac-al", "average", CE_OPTIONS_FROM(rows, 1, ce_tree_options)),
    .own = &average,
};

const ce_method ce_method_eac_cl = {
    EAC("eac-cl", "complete", CE_OPTIONS(rows, ce_tree_options)),
    .own = &complete,
};

const ce_method ce_method_eac_sl = {
    EAC("eac-sl", "single", CE_OPTIONS_FROM(rows, 1, ce_tree_options)),
    .own = &single,
};
