/*
 * pairs.h: similarities of pairs of microclusters, as products of the ensemble, and consensus
 * functions that cut their dendrograms. Such a function is a similarity and a linkage: evidence
 * accumulation [fred2005] and its descendants.
 *
 * They run on microclusters. Each of these matrices on microclusters is exactly that of the
 * objects. Objects of one microcluster with similarity 1 merge first, and average linkage counts
 * objects, so the dendrogram above height 0 is that of the objects. At height 0 the orders differ:
 * - With complete labels this is inside microclusters only.
 * - With missing labels different microclusters can have distance 0. Single linkage may have so
 *   many of these that a cut falls among them.
 * Two objects of one microcluster can have a similarity below 1. With local weights they are still
 * each other's most similar ones and merge first. With SimRank and matrix completion they need not
 * be, nor with weights of the base clusterings where labels are missing: there objects could begin
 * elsewhere.
 */
#ifndef CE_CONSENSUS_PAIRS_H
#define CE_CONSENSUS_PAIRS_H

#include <stddef.h>
#include <stdint.h>

#include "consensus/method.h"
#include "consensus/shared_options.h"
#include "core/dendrogram.h"
#include "core/similarity.h"
#include "partition/linkage/linkage.h"

/* The key of a similarity: up to so many words of 8 bytes. */
enum { CE_PAIRS_KEY = 8 };

/* A similarity of pairs of microclusters. */
typedef struct {
    /* Its key begins with uint64_t objects, its value with a ce_similarity. */
    ce_product product;

    /* Average linkage can work on labels, without the matrix (linkage_labels.h), where the
     * similarity is a sum over the clusters that two rows share. *weight: of each cluster, owned by
     * the caller; stays NULL for whole counts. The sum is divided by *divisor. NULL: it is no such
     * sum. */
    int (*weights)(ce_ensemble *ensemble, const void *key, double **weight, double *divisor,
                   ce_error *err);
    int whole_counts; /* the sums are whole numbers: the tree is the same either way */
} ce_pairs_kind;

/* The co-association matrix [fred2005 eq. 1]. Its key: */
typedef struct {
    uint64_t objects;
} ce_pairs_ca_key;
extern const ce_pairs_kind ce_pairs_ca;

/* For builders: the microclusters, and room for a matrix of all their pairs with that of a linkage.
 * what, instead: see memory.h; instead NULL names the methods whose cost grows with the
 * objects only. */
int ce_pairs_begin(ce_ensemble *ensemble, uint64_t objects, const char *what, const char *instead,
                   const ce_microclusters **micro, ce_error *err);

/* For `weights`: each cluster weighs what its base clustering does; *divisor: the sum of these. */
int ce_pairs_spread_weights(ce_ensemble *ensemble, uint64_t objects, const double *base,
                            double **weight, double *divisor, ce_error *err);

/* The free of a value that is nothing but a ce_similarity. */
void ce_pairs_free(void *similarity);

/* ---- functions that cut a dendrogram ---- */

/* What means count, with count_rows (ce_tree_cut). */
enum { CE_AVERAGE_MICROCLUSTERS, CE_AVERAGE_OBJECTS };
/* In the order of the enum; for option rows. */
#define CE_AVERAGE_NAMES "microclusters|objects"

/* The first member of the options of each of them; rows: shared_options.h. */
typedef struct {
    int objects; /* run on objects, not on microclusters */
    int tie;     /* ce_tie: of complete linkage */
    int average; /* CE_AVERAGE_... */
} ce_tree_options;

/* The own part of their descriptor: ce_method.own points to it. */
typedef struct {
    const ce_pairs_kind *pairs;
    ce_linkage_method linkage;

    /* The key of the similarity, from the options of the run; room for CE_PAIRS_KEY words, which
     * are 0. */
    void (*key)(const ce_run *run, void *key);
    int count_rows; /* means count microclusters, not the objects behind them */
} ce_tree_cut;

/*
 * The descriptor of such a method, but for `own`, its ce_tree_cut. method, group, line, text, key,
 * manual: its name, family, summary, about, reference and page; then its options.
 */
#define CE_TREE_METHOD(method, group, line, text, key, manual, ...) \
    .about = {.name = method, \
              .family = group, \
              .summary = line, \
              .about = text, \
              .reference = key, \
              .page = manual, \
              .reads = CE_READS_LABELS, \
              .needs = CE_USES_K, \
              .reports = CE_REPORTS_TREE, \
              .cost = CE_COST_MICROCLUSTER_PAIRS, \
              .options = __VA_ARGS__}, \
    .run = ce_tree_run, .lifetime = ce_tree_lifetime

/* The ce_tree_cuts `average`, `complete` and `single` of a file whose methods differ in the linkage
 * only. */
#define CE_TREE_CUTS(pairs, key, count_rows) \
    static const ce_tree_cut average = {pairs, CE_LINKAGE_AVERAGE, key, count_rows}; \
    static const ce_tree_cut complete = {pairs, CE_LINKAGE_COMPLETE, key, count_rows}; \
    static const ce_tree_cut single = {pairs, CE_LINKAGE_SINGLE, key, count_rows}

/* The dendrogram of a similarity; key: as of its product. count_rows: means count microclusters,
 * not the objects behind them. tree: the caller's; after a failure empty. */
int ce_tree_grow(ce_ensemble *ensemble, const ce_pairs_kind *kind, const void *key,
                 ce_linkage_method linkage, int count_rows, ce_dendrogram *tree,
                 ce_messages *messages, ce_error *err);

/* The dendrogram of a run. Grown at the first call; then the same. */
int ce_tree_get(const ce_run *run, const ce_dendrogram **tree, ce_error *err);

/* The `run` and the `lifetime` of their descriptors. */
int ce_tree_run(const ce_run *run, ce_partition *result, ce_error *err);
int ce_tree_lifetime(const ce_run *run, size_t *k, ce_error *err);

/* The key of a similarity that depends on nothing but `objects`. */
void ce_tree_plain_key(const ce_run *run, void *key);

#endif
