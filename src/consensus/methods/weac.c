/* WEAC: linkage of the co-association matrix with base clusterings weighted by crowd agreement
 * [huang2015]. */
#include <stdlib.h>

#include "consensus/influence.h"
#include "consensus/pairs.h"
#include "core/memory.h"
#include "similarity/coassociation.h"

typedef struct {
    ce_tree_options tree;
    int nmi;
    double beta;
} weac_options;

static const ce_option rows[] = {
    CE_ROW_COMPLETE_TIE(weac_options, tree.tie, "meansim"), /* complete linkage only */
    CE_ROW_NMI(weac_options),
    CE_ROW_BETA(weac_options),
    CE_ROW_OBJECTS(weac_options, tree.objects),
};

typedef struct {
    uint64_t objects, nmi;
    double beta;
} weac_key;

static void key_of(const ce_run *run, void *key)
{
    const weac_options *o = run->settings->values;

    *(weac_key *)key = (weac_key){o->tree.objects != 0, (uint64_t)o->nmi, o->beta};
}

static int build(ce_ensemble *ensemble, const void *key, void *value, ce_messages *messages,
                 ce_error *err)
{
    const weac_key *k = key;
    const ce_microclusters *micro;
    const double *influence;
    int rc = ce_pairs_begin(ensemble, k->objects,
                            "the weighted co-association matrix of the microclusters",
                            NULL, &micro, err);

    (void)messages;
    if (!rc)
        rc = ce_influence_get(ensemble, k->objects, k->nmi, k->beta, &influence, err);
    return rc ? rc : ce_coassociation(&micro->rows, influence, value, ensemble->progress, err);
}

static int weights(ce_ensemble *ensemble, const void *key, double **weight, double *divisor,
                   ce_error *err)
{
    const weac_key *k = key;
    const double *influence;
    int rc = ce_influence_get(ensemble, k->objects, k->nmi, k->beta, &influence, err);

    return rc ? rc : ce_pairs_spread_weights(ensemble, k->objects, influence, weight, divisor, err);
}

static const ce_pairs_kind weac = {
    .product = {sizeof(ce_similarity), sizeof(weac_key), build, ce_pairs_free, 1},
    .weights = weights};

#define ABOUT \
    "A base clustering counts more if the others agree with it. The dendrogram of the " \
    "weighted co-association matrix is cut into k clusters."
#define WEAC(method, title, ...) \
    CE_TREE_METHOD(method, "evidence accumulation", \
                   "co-association weighted by crowd agreement, " title " linkage", \
                   ABOUT, "huang2015", "clens-weac", __VA_ARGS__)

CE_TREE_CUTS(&weac, key_of, 0);

const ce_method ce_method_weac_al = {
    WEAC("weac-al", "average", CE_OPTIONS_FROM(rows, 1, weac_options)),
    .own = &average,
};

const ce_method ce_method_weac_cl = {
    WEAC("weac-cl", "complete", CE_OPTIONS(rows, weac_options)),
    .own = &complete,
};

const ce_method ce_method_weac_sl = {
    WEAC("weac-sl", "single", CE_OPTIONS_FROM(rows, 1, weac_options)),
    .own = &single,
};
