/*
 * CA-HNE [hne2007]: agglomeration by normalized edges on the threshold graph of the co-association
 * matrix.
 *
 * It starts from single objects, since the order of merges depends on the sizes of clusters. The
 * graph is that of the microclusters all the same: normalized_edges.h keeps the single objects of
 * one together. Microclusters that are merged from the start, as the option has it, are an
 * approximation, exact where the graph has k components or more (doc/readings.md, hne2007 4).
 *
 * The graph is built from sparse rows, so that memory grows with its edges. The whole matrix is
 * built only where mean similarities are needed (leftover = absorb, tie = meansim).
 */
#include <string.h>

#include "consensus/method.h"
#include "consensus/shared_options.h"
#include "core/memory.h"
#include "partition/normalized_edges.h"
#include "similarity/coassociation.h"

typedef struct {
    double theta;
    int leftover, tie, microclusters;
} hne_options;

static const ce_option rows[] = {
    {0, "theta", CE_REAL, "T", 0, 0.999999, NULL, "0.3", offsetof(hne_options, theta), NULL,
     "two objects have an edge if their co-association exceeds this"},
    {0, "leftover", CE_CHOICE, "WHAT", 0, 0, CE_HNE_LEFTOVER_NAMES, "keep",
     offsetof(hne_options, leftover), NULL, "what to do if the graph falls into more than k parts"},
    CE_ROW_TIE(hne_options, tie),
    {0, "microclusters", CE_FLAG, NULL, 0, 0, NULL, NULL, offsetof(hne_options, microclusters),
     NULL, "merge equal objects first: an approximation, for large n"},
};

/* Just below theta. The graph then makes the exact comparison, in whole numbers. */
static double below(double theta)
{
    return theta > 1e-6 ? theta - 1e-6 : 0;
}

/* What the graph depends on, and its tree beside the rule for ties. */
typedef struct {
    uint64_t microclusters, whole, tie;
    double theta;
} hne_key;

/* The rows that the graph is of: microclusters; where rows of a table stand for several objects,
 * each row as it is. */
static int get_rows(ce_ensemble *ensemble, const hne_key *key, const ce_microclusters **micro,
                    ce_error *err)
{
    return ce_ensemble_micro(ensemble, ensemble->weight && !key->microclusters, micro, err);
}

typedef struct {
    ce_similarity ca; /* empty when neither cuts nor ties need it */
    ce_threshold_graph graph;
    ce_partition components;
} hne_graph;

static int build_graph(ce_ensemble *ensemble, const void *key, void *value, ce_messages *messages,
                       ce_error *err)
{
    const hne_key *k = key;
    const ce_microclusters *micro;
    hne_graph *out = value;
    int rc = get_rows(ensemble, k, &micro, err);

    (void)messages;
    if (rc)
        return rc;
    rc = k->whole ? ce_coassociation(&micro->rows, NULL, &out->ca, ensemble->progress, err)
                  : ce_coassociation_sparse(&micro->rows, NULL, below(k->theta), &out->ca, err);
    if (!rc)
        rc =
            ce_threshold_graph_build(&out->graph, &out->ca, k->theta,
                                     ce_labels_have_missing(&micro->rows) ? 0 : micro->rows.m, err);
    if (!rc)
        rc = ce_threshold_graph_components(&out->graph, &out->components, err);
    if (!k->whole)
        ce_similarity_free(&out->ca);
    return rc;
}

static void free_graph(void *value)
{
    hne_graph *g = value;

    ce_similarity_free(&g->ca);
    ce_threshold_graph_free(&g->graph);
    ce_partition_free(&g->components);
}

static const ce_product graph_product = {sizeof(hne_graph), sizeof(hne_key), build_graph,
                                         free_graph, 1};

/* The graph does not depend on the rule for ties. */
static int get_graph(ce_ensemble *ensemble, const hne_key *key, const hne_graph **graph,
                     ce_error *err)
{
    hne_key own = *key;
    const void *value = NULL;
    int rc;

    own.tie = 0;
    rc = ce_ensemble_get(ensemble, &graph_product, &own, &value, NULL, err);
    *graph = value;
    return rc;
}

static int is_of_objects(const ce_ensemble *ensemble, const hne_key *key)
{
    return !key->microclusters && !ensemble->weight;
}

static int build_tree(ce_ensemble *ensemble, const void *key, void *value, ce_messages *messages,
                      ce_error *err)
{
    const hne_key *k = key;
    const ce_hne_options how = {k->theta, CE_LEFTOVER_KEEP, (ce_tie)k->tie, ensemble->progress};
    const int single = is_of_objects(ensemble, k);
    const ce_microclusters *micro;
    const hne_graph *g;
    int rc = get_graph(ensemble, k, &g, err);

    (void)messages;
    if (!rc)
        rc = get_rows(ensemble, k, &micro, err);
    return rc ? rc
              : ce_hne_tree(&g->graph, k->whole ? &g->ca : NULL, single ? NULL : micro->size,
                            single ? micro : NULL, &how, value, err);
}

static void free_tree(void *value)
{
    ce_dendrogram_free(value);
}

static const ce_product tree_product = {sizeof(ce_dendrogram), sizeof(hne_key), build_tree,
                                        free_tree, 1};

/* No more than the components of the graph are asked for: no merge is needed to know them. */
static int take_components(const hne_graph *g, const ce_microclusters *micro, size_t k,
                           ce_hne_leftover leftover, ce_partition *result, ce_error *err)
{
    ce_partition small = {0};
    int rc = ce_partition_alloc(&small, micro->count, err);

    if (rc)
        return rc;
    memcpy(small.labels, g->components.labels, micro->count * sizeof *small.labels);
    small.k = g->components.k;
    if (leftover == CE_LEFTOVER_ABSORB && (size_t)small.k > k)
        rc = ce_hne_absorb(&small, &g->ca, micro->size, k, err);
    if (!rc)
        rc = ce_microclusters_expand(micro, &small, result, err);
    ce_partition_free(&small);
    return rc;
}

static int run_hne(const ce_run *run, ce_partition *result, ce_error *err)
{
    const hne_options *o = run->settings->values;
    const hne_key key = {o->microclusters != 0,
                         o->leftover == CE_LEFTOVER_ABSORB || o->tie == CE_TIE_MEANSIM,
                         (uint64_t)o->tie, o->theta};
    const ce_microclusters *micro = NULL;
    const hne_graph *g = NULL;
    const void *tree;
    ce_partition small = {0};
    int rc = ce_ensemble_check_objects(run->ensemble, run->method->about.name, run->k, err);

    if (!rc)
        rc = get_graph(run->ensemble, &key, &g, err);
    if (!rc)
        rc = get_rows(run->ensemble, &key, &micro, err);
    if (rc)
        return rc;
    if (run->k <= (size_t)g->components.k)
        return take_components(g, micro, run->k, (ce_hne_leftover)o->leftover, result, err);
    rc = ce_ensemble_get(run->ensemble, &tree_product, &key, &tree, NULL, err);
    if (rc)
        return rc;
    if (run->k > micro->count)
        ce_tell(&run->report->messages, CE_NOTE,
                "%s: k = %zu, but only %zu row%s: objects of the same labels are put into several "
                "clusters",
                run->column, run->k, micro->count,
                micro->count == 1 ? " of labels differs" : "s of labels differ");
    if (is_of_objects(run->ensemble, &key))
        return ce_dendrogram_cut(tree, run->k, result, err);
    rc = ce_dendrogram_cut(tree, run->k, &small, err);
    if (!rc)
        rc = ce_microclusters_expand(micro, &small, result, err);
    ce_partition_free(&small);
    return rc;
}

const ce_method ce_method_hne = {
    .about = {.name = "hne",
              .family = "threshold graphs",
              .summary = "CA-HNE: normalised edges of the co-association matrix, on objects",
              .about = "An edge joins objects that more than a share theta of the base "
                       "clusterings put together. The two clusters with the most edges for their "
                       "sizes merge, which keeps elongated and unequal clusters whole.",
              .reference = "hne2007",
              .page = "clens-hne",
              .reads = CE_READS_LABELS,
              .needs = CE_USES_K,
              .cost = CE_COST_MICROCLUSTER_PAIRS,
              .options = CE_OPTIONS(rows, hne_options)},
    .run = run_hne,
};
