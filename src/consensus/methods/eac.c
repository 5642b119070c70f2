/* Evidence accumulation [fred2005]: linkage of the co-association matrix. */
#include "consensus/pairs.h"

static const ce_option rows[] = {
    CE_ROW_COMPLETE_TIE(ce_tree_options, tie, "meansim"), /* complete linkage only */
    CE_ROW_OBJECTS(ce_tree_options, objects),
};

#define ABOUT \
    "The co-association of two objects is the share of the base clusterings that put " \
    "them together. Its dendrogram is cut into k clusters."
#define EAC(method, title, ...) \
    CE_TREE_METHOD(method, "evidence accumulation", \
                   "evidence accumulation: co-association, " title " linkage", \
                   ABOUT, "fred2005", "clens-eac", __VA_ARGS__)

CE_TREE_CUTS(&ce_pairs_ca, ce_tree_plain_key, 0);

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
