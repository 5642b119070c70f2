/* PTA: linkage of the similarities of probability trajectories [ptgp2016 sec. 3.5]. */
#include "consensus/elite.h"
#include "consensus/pairs.h"
#include "similarity/option_rows.h"
#include "similarity/probability_trajectory.h"

typedef struct {
    ce_tree_options tree;
    int elite, steps, cap;
} pta_options;

static const ce_option rows[] = {
    CE_ROW_COMPLETE_TIE(pta_options, tree.tie, "index"), /* complete linkage only */
    /* average linkage, and complete linkage with mean similarities */
    {0, "average", CE_CHOICE, "WHAT", 0, 0, CE_AVERAGE_NAMES, "microclusters",
     offsetof(pta_options, tree.average), NULL, "what mean similarities count as one"},
    CE_ROW_ELITE(pta_options),
    CE_ROW_STEPS(pta_options),
    CE_ROW_CAP(pta_options),
    CE_ROW_OBJECTS(pta_options, tree.objects),
};

static int check(const ce_settings *settings, unsigned given, ce_error *err)
{
    (void)given;
    return ce_elite_check(settings, err);
}

typedef struct {
    uint64_t objects, elite, steps, cap;
} pta_key;

static void key_of(const ce_run *run, void *key)
{
    const pta_options *o = run->settings->values;

    *(pta_key *)key = (pta_key){o->tree.objects != 0, (uint64_t)o->elite, (uint64_t)o->steps,
                                (uint64_t)o->cap};
}

static int build(ce_ensemble *ensemble, const void *key, void *value, ce_messages *messages,
                 ce_error *err)
{
    const pta_key *k = key;
    const ce_elite_options elite = {(int)k->elite, (int)k->steps, (int)k->cap};
    const ce_microclusters *micro;
    const ce_elite_graph *graph;
    size_t steps;
    int rc = ce_pairs_begin(ensemble, k->objects,
                            "the trajectory similarities of the microclusters",
                            "ptgp with a small " CE_OPT("cap") ", which needs no matrix of pairs,",
                            &micro, err);

    if (!rc)
        rc = ce_elite_get(ensemble, k->objects, k->elite, k->cap, &graph, err);
    if (rc)
        return rc;
    steps = ce_elite_steps(graph, &elite);
    ce_elite_tell(graph, steps, messages);
    return ce_probability_trajectories(graph, steps, value, ensemble->progress, err);
}

static const ce_pairs_kind pts = {
    .product = {sizeof(ce_similarity), sizeof(pta_key), build, ce_pairs_free, 1}};

#define ABOUT \
    "Random walks start from every microcluster on the graph of elite neighbours. " \
    "Microclusters are similar if their walks are; the dendrogram of these " \
    "similarities is cut into k clusters."
#define PTA(method, title, ...) \
    CE_TREE_METHOD(method, "random walks", \
                   "probability trajectories, " title " linkage", \
                   ABOUT, "ptgp2016", "clens-pta", __VA_ARGS__), .check = check

/* Means count microclusters [ptgp2016 eq. 14]. */
CE_TREE_CUTS(&pts, key_of, 1);

const ce_method ce_method_pta_al = {
    PTA("pta-al", "average", CE_OPTIONS_FROM(rows, 1, pta_options)),
    .own = &average,
};

const ce_method ce_method_pta_cl = {
    PTA("pta-cl", "complete", CE_OPTIONS(rows, pta_options)),
    .own = &complete,
};

const ce_method ce_method_pta_sl = {
    PTA("pta-sl", "single", CE_OPTIONS_FROM(rows, 2, pta_options)),
    .own = &single,
};
