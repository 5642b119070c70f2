/* EC-CMS: average linkage of the co-association matrix enhanced by its own high values [jia2023]
 * (enhanced_coassociation.h). */
#include <stdlib.h>

#include "consensus/pairs.h"
#include "core/memory.h"
#include "similarity/enhanced_coassociation.h"

typedef struct {
    ce_tree_options tree;
    double alpha, lambda, theta;
} ec_cms_options;

static const ce_option rows[] = {
    {0, "alpha", CE_REAL, "A", 0, 1, NULL, "0.75", offsetof(ec_cms_options, alpha), NULL,
     "least co-association that counts as high"},
    {0, "lambda", CE_REAL, "L", 1e-6, 1e6, NULL, "0.01", offsetof(ec_cms_options, lambda), NULL,
     "weight of the part of the matrix that is taken for error"},
    {0, "theta", CE_REAL, "T", 0.01, 1e6, NULL, "0.4", offsetof(ec_cms_options, theta), NULL,
     "scale of the certainty of clusters, as in lwea"},
    CE_ROW_OBJECTS(ec_cms_options, tree.objects),
};

typedef struct {
    uint64_t objects;
    double alpha, lambda, theta;
} ec_cms_key;

static void key_of(const ce_run *run, void *key)
{
    const ec_cms_options *o = run->settings->values;

    *(ec_cms_key *)key = (ec_cms_key){o->tree.objects != 0, o->alpha, o->lambda, o->theta};
}

static int build(ce_ensemble *ensemble, const void *key, void *value, ce_messages *messages,
                 ce_error *err)
{
    const ec_cms_key *k = key;
    const ce_enhanced_options how = {k->alpha, k->lambda, k->theta, ensemble->progress};
    const ce_microclusters *micro;
    size_t rounds;
    int rc = ce_pairs_begin(ensemble, k->objects,
                            "the enhanced co-association matrix of the microclusters", NULL, &micro,
                            err);

    if (!rc)
        rc = ce_ensemble_room(ensemble, micro->count, micro->count, CE_ENHANCED_MOST,
                              CE_ENHANCED_LEAST, "the matrices of ec-cms", "lwea", err);
    if (!rc)
        rc = ce_enhanced_coassociation(micro, &how, value, &rounds, err);
    if (!rc)
        ce_tell(messages, CE_DETAIL, "ec-cms: %zu rounds", rounds);
    return rc;
}

static const ce_pairs_kind enhanced = {
    .product = {sizeof(ce_similarity), sizeof(ec_cms_key), build, ce_pairs_free, 1}};

static const ce_tree_cut average = {&enhanced, CE_LINKAGE_AVERAGE, key_of, 0};

const ce_method ce_method_ec_cms = {
    CE_TREE_METHOD("ec-cms", "evidence accumulation",
                   "co-association enhanced by its high values, average linkage",
                   "High co-associations are trusted, and spread to the pairs near them in the "
                   "locally weighted matrix. Its dendrogram is cut into k clusters.",
                   "jia2023", "clens-ec-cms", CE_OPTIONS(rows, ec_cms_options)),
    .own = &average,
};
