#include "consensus/pairs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "consensus/registry.h"
#include "core/memory.h"
#include "partition/linkage/linkage_labels.h"
#include "similarity/coassociation.h"

enum {
    /* With more microclusters average linkage works on labels, where it can. */
    FROM_LABELS = 5000,
    /* Up to so many base clusterings that takes less time than a matrix of whole counts. */
    FEW_MEMBERS = 40
};

/* ---- matrices ---- */

/* Writes the names of the methods that read labels alone and whose cost grows with the objects
 * only. */
static void name_linear_methods(char *text, size_t size)
{
    size_t used = 0;

    for (size_t i = 0; ce_methods[i] && used < size; i++) {
        const ce_descriptor *d = &ce_methods[i]->about;
        if (d->cost == CE_COST_OBJECTS && d->reads == CE_READS_LABELS && d->needs == CE_USES_K)
            used += (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "", d->name);
    }
    if (used < size)
        snprintf(text + used, size - used, ", which need no matrix of pairs,");
}

int ce_pairs_begin(ce_ensemble *ensemble, uint64_t objects, const char *what, const char *instead,
                   const ce_microclusters **micro, ce_error *err)
{
    size_t matrix = sizeof(double) / 2;
    char linear[300];
    int rc = ce_ensemble_micro(ensemble, (int)objects, micro, err);

    if (rc)
        return rc;
    if (!instead) {
        name_linear_methods(linear, sizeof linear);
        instead = linear;
    }
    return ce_ensemble_room(ensemble, (*micro)->count, (*micro)->count + 1, 2 * matrix, matrix,
                            what, instead, err);
}

void ce_pairs_free(void *similarity)
{
    ce_similarity_free(similarity);
}

static int build_ca(ce_ensemble *ensemble, const void *key, void *value, ce_messages *messages,
                    ce_error *err)
{
    const ce_pairs_ca_key *k = key;
    const ce_microclusters *micro;
    int rc = ce_pairs_begin(ensemble, k->objects, "the co-association matrix of the microclusters",
                            NULL, &micro, err);

    (void)messages;
    return rc ? rc : ce_coassociation(&micro->rows, NULL, value, ensemble->progress, err);
}

static int weights_ca(ce_ensemble *ensemble, const void *key, double **weight, double *divisor,
                      ce_error *err)
{
    (void)key;
    (void)weight;
    (void)err;
    *divisor = (double)ensemble->labels->m;
    return CE_OK;
}

const ce_pairs_kind ce_pairs_ca = {
    {sizeof(ce_similarity), sizeof(ce_pairs_ca_key), build_ca, ce_pairs_free, 1}, weights_ca, 1};

/* The divisor is the sum of the weights, so similarities are at most 1, as those of
 * ce_coassociation are. */
int ce_pairs_spread_weights(ce_ensemble *ensemble, uint64_t objects, const double *base,
                            double **weight, double *divisor, ce_error *err)
{
    const ce_clusters *clusters;
    int rc = ce_ensemble_clusters(ensemble, (int)objects, &clusters, err);

    if (rc)
        return rc;
    *weight = ce_alloc(clusters->count, sizeof **weight, err);
    if (!*weight)
        return CE_ENOMEM;
    *divisor = 0;
    for (size_t q = 0; q < clusters->m; q++) {
        *divisor += base[q];
        for (size_t c = clusters->start[q]; c < clusters->start[q + 1]; c++)
            (*weight)[c] = base[q];
    }
    return CE_OK;
}

/* ---- trees ---- */

typedef struct {
    const ce_pairs_kind *kind;
    uint64_t linkage;
    uint64_t count_rows; /* means count microclusters, not the objects behind them */
    uint64_t pairs[CE_PAIRS_KEY];
} tree_key;

/* Should average linkage work on labels? With whole counts the tree is the same either way, so the
 * free memory may decide. With weights the two ways round differently, so only the ensemble
 * decides. */
static int grows_from_labels(const ce_microclusters *micro, const ce_pairs_kind *kind)
{
    ce_error ignored = {0};

    if (!kind->weights || micro->count <= FROM_LABELS || ce_labels_have_missing(&micro->rows))
        return 0;
    return !kind->whole_counts || micro->rows.m <= FEW_MEMBERS ||
           ce_memory_check(micro->count, micro->count + 1, sizeof(double), "", "", &ignored);
}

static int grow_from_labels(ce_ensemble *ensemble, const ce_microclusters *micro,
                            const ce_pairs_kind *kind, const void *key, ce_dendrogram *tree,
                            ce_error *err)
{
    double *weight = NULL, divisor;
    int rc = kind->weights(ensemble, key, &weight, &divisor, err);

    if (!rc)
        rc = ce_average_linkage_labels(&micro->rows, weight, divisor, micro->size,
                                       ensemble->progress, tree, err);
    free(weight);
    return rc;
}

/* The microclusters in the order of their last objects, which is what the rules of complete_slots.h
 * need to give the partitions of the objects. */
static int order_by_last(const ce_microclusters *micro, int32_t **order, ce_error *err)
{
    size_t left = micro->count;
    unsigned char *seen = ce_calloc(micro->count, 1, err);

    *order = ce_alloc(micro->count, sizeof **order, err);
    if (!seen || !*order) {
        free(seen);
        return CE_ENOMEM;
    }
    for (size_t i = micro->n; i-- > 0;)
        if (!seen[micro->of[i]]) {
            seen[micro->of[i]] = 1;
            (*order)[--left] = micro->of[i];
        }
    free(seen);
    return CE_OK;
}

int ce_tree_grow(ce_ensemble *ensemble, const ce_pairs_kind *kind, const void *key,
                 ce_linkage_method linkage, int count_rows, ce_dendrogram *tree,
                 ce_messages *messages, ce_error *err)
{
    uint64_t objects = *(const uint64_t *)key;
    const ce_microclusters *micro;
    const void *s;
    int32_t *order = NULL;
    int rc = ce_ensemble_micro(ensemble, (int)objects, &micro, err);

    if (rc)
        return rc;
    if (linkage == CE_LINKAGE_AVERAGE && grows_from_labels(micro, kind))
        return grow_from_labels(ensemble, micro, kind, key, tree, err);
    if (linkage == CE_LINKAGE_COMPLETE_MEANSIM) /* it works on two copies of the matrix */
        ce_ensemble_room(ensemble, micro->count, micro->count + 1, 3 * sizeof(double) / 2, 0, "",
                         "", NULL);
    rc = ce_ensemble_get(ensemble, &kind->product, key, &s, messages, err);
    if (!rc && (linkage == CE_LINKAGE_COMPLETE_LAST || linkage == CE_LINKAGE_COMPLETE_CHAIN))
        rc = order_by_last(micro, &order, err);
    if (!rc)
        rc = ce_linkage_ordered(s, 0, count_rows ? NULL : micro->size, order, linkage,
                                ensemble->progress, tree, err);
    free(order);
    return rc;
}

static int build_tree(ce_ensemble *ensemble, const void *key, void *value, ce_messages *messages,
                      ce_error *err)
{
    const tree_key *k = key;

    return ce_tree_grow(ensemble, k->kind, k->pairs, (ce_linkage_method)k->linkage,
                        (int)k->count_rows, value, messages, err);
}

static void free_tree(void *value)
{
    ce_dendrogram_free(value);
}

static const ce_product tree_product = {sizeof(ce_dendrogram), sizeof(tree_key), build_tree,
                                        free_tree, 0};

void ce_tree_plain_key(const ce_run *run, void *key)
{
    const ce_tree_options *o = run->settings->values;

    *(uint64_t *)key = o->objects != 0;
}

int ce_tree_get(const ce_run *run, const ce_dendrogram **tree, ce_error *err)
{
    const ce_tree_cut *cut = run->method->own;
    const ce_tree_options *o = run->settings->values;
    const int count_rows = cut->count_rows && o->average == CE_AVERAGE_MICROCLUSTERS;
    tree_key key = {cut->pairs, (uint64_t)cut->linkage, count_rows, {0}};
    const void *value;
    int rc;

    if (cut->linkage == CE_LINKAGE_COMPLETE)
        key.linkage = ce_linkage_complete_by((ce_complete_tie)o->tie);
    cut->key(run, key.pairs);
    rc = ce_ensemble_get(run->ensemble, &tree_product, &key, &value, &run->report->messages, err);
    if (!rc)
        *tree = value;
    return rc;
}

int ce_tree_run(const ce_run *run, ce_partition *result, ce_error *err)
{
    const ce_tree_options *o = run->settings->values;
    const ce_microclusters *micro;
    const ce_dendrogram *tree;
    ce_partition small = {0};
    int rc = ce_ensemble_check_k(run->ensemble, run->method->about.name, run->k, o->objects, err);

    if (!rc)
        rc = ce_tree_get(run, &tree, err);
    if (!rc)
        rc = ce_dendrogram_cut(tree, run->k, &small, err);
    if (!rc)
        rc = ce_ensemble_micro(run->ensemble, o->objects, &micro, err);
    if (!rc)
        rc = ce_microclusters_expand(micro, &small, result, err);
    ce_partition_free(&small);
    return rc;
}

int ce_tree_lifetime(const ce_run *run, size_t *k, ce_error *err)
{
    const ce_dendrogram *tree;
    int rc = ce_tree_get(run, &tree, err);

    if (!rc)
        *k = ce_dendrogram_lifetime(tree, NULL);
    return rc;
}
