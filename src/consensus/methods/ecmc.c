/* ECMC: linkage of the co-association matrix with its uncertain entries completed [yi2012]. */
#include <stdlib.h>

#include "consensus/pairs.h"
#include "core/memory.h"
#include "similarity/matrix_completion.h"
#include "similarity/option_rows.h"

typedef struct {
    ce_tree_options tree;
    double low, high, penalty, growth;
    int iterations;
} ecmc_options;

static const ce_option rows[] = {
    CE_ROW_COMPLETE_TIE(ecmc_options, tree.tie, "meansim"), /* complete linkage only */
    CE_ROW_COMPLETION_LOW(ecmc_options),
    CE_ROW_COMPLETION_HIGH(ecmc_options),
    CE_ROW_COMPLETION_PENALTY(ecmc_options),
    CE_ROW_COMPLETION_GROWTH(ecmc_options),
    CE_ROW_COMPLETION_ITERATIONS(ecmc_options, "completion-iterations", iterations),
    CE_ROW_OBJECTS(ecmc_options, tree.objects),
};

static int check(const ce_settings *settings, unsigned given, ce_error *err)
{
    const ecmc_options *o = settings->values;

    (void)given;
    if (o->low > o->high)
        return ce_fail(err, CE_EARG, CE_OPT("low") " %g is above " CE_OPT("high") " %g", o->low,
                       o->high);
    return CE_OK;
}

typedef struct {
    uint64_t objects;
    double low, high, penalty, growth;
    uint64_t iterations;
} ecmc_key;

static void key_of(const ce_run *run, void *key)
{
    const ecmc_options *o = run->settings->values;

    *(ecmc_key *)key = (ecmc_key){o->tree.objects != 0, o->low,    o->high,
                                  o->penalty,           o->growth, (uint64_t)o->iterations};
}

static int build(ce_ensemble *ensemble, const void *key, void *value, ce_messages *messages,
                 ce_error *err)
{
    const ecmc_key *k = key;
    const ce_completion_options how = {.low = k->low,
                                       .high = k->high,
                                       .c = k->penalty,
                                       .iterations = (size_t)k->iterations,
                                       .growth = k->growth,
                                       .progress = ensemble->progress};
    const ce_microclusters *micro;
    ce_completion_report report = {0};
    double *twin = NULL;
    int rc = ce_pairs_begin(ensemble, k->objects,
                            "the completed co-association matrix of the microclusters",
                            NULL, &micro, err);

    if (rc)
        return rc;
    twin = ce_alloc(micro->count, sizeof *twin, err);
    rc = twin ? ce_completed_coassociation(micro, &how, value, twin, &report, err) : CE_ENOMEM;
    free(twin);
    if (!rc && report.lost > 0)
        ce_tell(
            messages, CE_NOTE,
            "ecmc: objects left without similarity to any other: %.15g (see " CE_OPT("penalty") ")",
            report.lost);
    return rc;
}

static const ce_pairs_kind ecmc = {
    .product = {sizeof(ce_similarity), sizeof(ecmc_key), build, ce_pairs_free, 1}};

#define ABOUT \
    "Only co-associations near 0 and 1 count as known. A matrix of low rank gives the " \
    "others, and its dendrogram is cut into k clusters."
#define ECMC(method, title, ...) \
    CE_TREE_METHOD(method, "evidence accumulation", \
                   "matrix completion, " title " linkage", \
                   ABOUT, "yi2012", "clens-ecmc", __VA_ARGS__), .check = check

CE_TREE_CUTS(&ecmc, key_of, 0);

const ce_method ce_method_ecmc_al = {
    ECMC("ecmc-al", "average", CE_OPTIONS_FROM(rows, 1, ecmc_options)),
    .own = &average,
};

const ce_method ce_method_ecmc_cl = {
    ECMC("ecmc-cl", "complete", CE_OPTIONS(rows, ecmc_options)),
    .own = &complete,
};

const ce_method ce_method_ecmc_sl = {
    ECMC("ecmc-sl", "single", CE_OPTIONS_FROM(rows, 1, ecmc_options)),
    .own = &single,
};
