/*
 * CA-HNE [hne2007]: agglomeration by normalized edges on the threshold graph of the co-association
 * matrix.
 *
 * It starts from single objects. The order of merges depends on the sizes of clusters, so
 * microclusters give another result. The option microclusters is an approximation for large n. Only
 * where no order matters, since all merges are made, it is not: the result is then the components
 * of the threshold graph, and those of microclusters are the same (doc/readings.md, hne2007 4).
 *
 * The graph is built from sparse rows, so that memory grows with its edges. The whole matrix is
 * built only where mean similarities are needed (leftover = absorb, tie = meansim).
 */
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
     NULL, "run on microclusters: an approximation, for large n"},
};

/* *entries: the entries of the threshold graph of the objects, each edge from both ends. They are
 * counted on microclusters. */
static int count_entries(const ce_microclusters *micro, double keep, double *entries, ce_error *err)
{
    ce_similarity ca = {0};
    int rc = ce_coassociation_sparse(&micro->rows, NULL, keep, &ca, err);

    *entries = 0;
    for (size_t g = 0; g < micro->count && !rc; g++)
        for (size_t e = ca.row_start[g]; e < ca.row_start[g + 1]; e++) {
            size_t h = (size_t)ca.column[e];
            *entries += micro->size[g] * (h == g ? micro->size[g] - 1 : micro->size[h]);
        }
    ce_similarity_free(&ca);
    return rc;
}

/* Bytes for an entry: its similarity, its place in the graph, and that in the clusters' maps. */
enum { ENTRY_BYTES = 28 };

/* Checks the memory for the graph of the objects before it is built. Its edges are counted only
 * where microclusters are few enough to do so quickly. */
static int check_memory(const ce_ensemble *ensemble, double keep, ce_error *err)
{
    ce_microclusters micro = {0};
    double entries = 0;
    int rc = ce_microclusters_build(&micro, ensemble->labels, NULL, err);

    if (!rc && micro.count <= ensemble->labels->n / 2)
        rc = count_entries(&micro, keep, &entries, err);
    ce_microclusters_free(&micro);
    if (rc)
        return rc;
    return ce_memory_check(
        (size_t)entries, 1, ENTRY_BYTES, "the threshold graph of hne on objects",
        CE_OPT("microclusters") ", an approximation, or a larger " CE_OPT("theta"), err);
}

/* Just below theta. The graph then makes the exact comparison, in whole numbers. */
static double below(double theta)
{
    return theta > 1e-6 ? theta - 1e-6 : 0;
}

typedef struct {
    uint64_t microclusters, whole, tie;
    double theta;
} hne_key;

/* The tree, and the matrix that it was grown from, where cuts need it. */
typedef struct {
    ce_similarity ca;
    ce_dendrogram tree;
} hne_tree;

static int build(ce_ensemble *ensemble, const void *key, void *value, ce_messages *messages,
                 ce_error *err)
{
    const hne_key *k = key;
    const ce_hne_options how = {k->theta, CE_LEFTOVER_KEEP, (ce_tie)k->tie};
    const ce_microclusters *micro;
    hne_tree *out = value;
    ce_threshold_graph graph = {0};
    size_t multiple;
    int rc = CE_OK;

    (void)messages;
    if (!k->microclusters)
        rc = check_memory(ensemble, below(k->theta), err);
    if (!rc)
        rc = ce_ensemble_micro(ensemble, !k->microclusters, &micro, err);
    if (rc)
        return rc;
    multiple = ce_labels_have_missing(&micro->rows) ? 0 : micro->rows.m;
    rc = k->whole ? ce_coassociation(&micro->rows, NULL, &out->ca, err)
                  : ce_coassociation_sparse(&micro->rows, NULL, below(k->theta), &out->ca, err);
    if (!rc)
        rc = ce_threshold_graph_build(&graph, &out->ca, k->theta, multiple, err);
    if (!k->whole)
        ce_similarity_free(&out->ca);
    if (!rc)
        rc = ce_hne_tree(&graph, k->whole ? &out->ca : NULL, micro->size, &how, &out->tree, err);
    ce_threshold_graph_free(&graph);
    return rc;
}

static void free_tree(void *value)
{
    hne_tree *t = value;

    ce_similarity_free(&t->ca);
    ce_dendrogram_free(&t->tree);
}

static const ce_product product = {sizeof(hne_tree), sizeof(hne_key), build, free_tree, 1};

/* *all: whether the result is every component of the threshold graph, so that microclusters give it
 * too. It is looked for only where microclusters are few beside the objects. The components that
 * absorb joins have means, which are rounded otherwise on microclusters. */
static int all_components(const ce_run *run, int *all, ce_error *err)
{
    const hne_options *o = run->settings->values;
    const hne_key key = {1, 0, CE_TIE_INDEX, o->theta};
    const ce_microclusters *micro;
    const void *value;
    int rc = ce_ensemble_micro(run->ensemble, 0, &micro, err);

    *all = 0;
    if (rc || o->leftover == CE_LEFTOVER_ABSORB || micro->count > run->ensemble->labels->n / 2)
        return rc;
    rc = ce_ensemble_get(run->ensemble, &product, &key, &value, NULL, err);
    if (!rc)
        *all = micro->count - ((const hne_tree *)value)->tree.merges >= run->k;
    return rc;
}

static int run_hne(const ce_run *run, ce_partition *result, ce_error *err)
{
    const hne_options *o = run->settings->values;
    hne_key key = {o->microclusters != 0,
                   o->leftover == CE_LEFTOVER_ABSORB || o->tie == CE_TIE_MEANSIM, (uint64_t)o->tie,
                   o->theta};
    int all = 0;
    const ce_microclusters *micro;
    const hne_tree *grown;
    const void *value;
    ce_partition small = {0};
    int rc;

    if (run->k > run->ensemble->labels->n)
        return ce_fail(err, CE_EINPUT, "%s: k = %zu, but there are only %zu objects",
                       run->method->about.name, run->k, run->ensemble->labels->n);
    rc = o->microclusters ? CE_OK : all_components(run, &all, err);
    if (all)
        key = (hne_key){1, 0, CE_TIE_INDEX, o->theta};
    if (!rc)
        rc = ce_ensemble_get(run->ensemble, &product, &key, &value, NULL, err);
    if (!rc)
        rc = ce_ensemble_micro(run->ensemble, !key.microclusters, &micro, err);
    if (rc)
        return rc;
    grown = value;
    rc = ce_hne_cut(&grown->tree, grown->ca.n ? &grown->ca : NULL, micro->size, run->k,
                    (ce_hne_leftover)o->leftover, &small, err);
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
              .cost = CE_COST_OBJECT_PAIRS,
              .options = CE_OPTIONS(rows, hne_options)},
    .run = run_hne,
};
