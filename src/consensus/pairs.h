/*
 * pairs.h: similarities of pairs of microclusters, as products of the ensemble, and consensus
 * functions that cut their dendrograms. Such a function consists of a similarity and a linkage:
 * evidence accumulation [fred2005] and its descendants.
 *
 * They run on microclusters, and every matrix here is exactly that of the objects. Where objects of
 * one microcluster have similarity 1 they merge first. Average linkage counts objects. So the
 * dendrogram above height 0 is that of the objects. At height 0 the orders differ:
 * - With complete labels they differ inside microclusters only.
 * - With missing labels different microclusters can have distance 0. With single linkage there may
 *   be so many of these that a cut falls among them.
 *
 * Two objects of one microcluster can also have a similarity below 1:
 * - With local weights they are still each other's most similar objects and merge first.
 * - With SimRank and matrix completion they need not be, nor with weights of base clusterings where
 *   labels are missing. There a dendrogram of the objects could begin with other merges.
 *
 * All functions return 0 or a failure. Outputs are then untouched, and a partition can only be
 * freed, where nothing else is said.
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

    /* Where the similarity is a sum over the clusters that two rows share, average linkage can work
     * on labels, without the matrix (linkage_labels.h). This function then gives the terms:
     * *weight, the weight of each cluster, owned by the caller, also after a failure; it stays NULL
     * for whole counts. The sum is divided by *divisor. Where the similarity is no such sum the
     * function is NULL. */
    int (*weights)(ce_ensemble *ensemble, const void *key, double **weight, double *divisor,
                   ce_error *err);
    int whole_counts; /* the sums are whole numbers: both ways give the same tree */
} ce_pairs_kind;

/* The co-association matrix [fred2005 eq. 1]. Its key: */
typedef struct {
    uint64_t objects;
} ce_pairs_ca_key;
extern const ce_pairs_kind ce_pairs_ca;

/* The first step of a builder: gets the microclusters, and asks for memory for a matrix of all
 * their pairs and for that of a linkage. what, instead: as in memory.h; instead NULL names the
 * methods whose cost grows with the objects only. */
int ce_pairs_begin(ce_ensemble *ensemble, uint64_t objects, const char *what, const char *instead,
                   const ce_microclusters **micro, ce_error *err);

/* For `weights`: each cluster gets the weight of its base clustering. base: these weights;
 * *divisor: their sum. */
int ce_pairs_spread_weights(ce_ensemble *ensemble, uint64_t objects, const double *base,
                            double **weight, double *divisor, ce_error *err);

/* Frees a value that begins with a ce_similarity and owns nothing else; for ce_product.free. */
void ce_pairs_free(void *similarity);

/* ---- functions that cut a dendrogram ---- */

/* What means count, with count_rows (ce_tree_cut). */
enum { CE_AVERAGE_MICROCLUSTERS, CE_AVERAGE_OBJECTS };
/* In the order of the enum; for option rows. */
#define CE_AVERAGE_NAMES "microclusters|objects"

/* The first member of the options of every such method. Its rows: shared_options.h. */
typedef struct {
    int objects; /* run on objects, not on microclusters */
    int tie;     /* ce_complete_tie */
    int average; /* CE_AVERAGE_..., with ce_tree_cut.count_rows */
} ce_tree_options;

/* What distinguishes such a method. ce_method.own points to it. */
typedef struct {
    const ce_pairs_kind *pairs;
    ce_linkage_method linkage;

    /* Writes the key of the similarity, from the options of the run. key: CE_PAIRS_KEY words of 8
     * bytes, 0 at first. */
    void (*key)(const ce_run *run, void *key);
    int count_rows; /* means count microclusters, not the objects behind them */
} ce_tree_cut;

/*
 * The descriptor of such a method, without `own`, its ce_tree_cut. method, group, line, text, key,
 * manual: its name, family, summary, about, reference and page. The options follow.
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

/* Defines a ce_tree_cut each: `average`, `complete` and `single`, of a file whose methods differ
 * only in the linkage. */
#define CE_TREE_CUTS(pairs, key, count_rows) \
    static const ce_tree_cut average = {pairs, CE_LINKAGE_AVERAGE, key, count_rows}; \
    static const ce_tree_cut complete = {pairs, CE_LINKAGE_COMPLETE, key, count_rows}; \
    static const ce_tree_cut single = {pairs, CE_LINKAGE_SINGLE, key, count_rows}

/* Grows the dendrogram of a similarity. key: that of its product. count_rows: means count
 * microclusters, not the objects behind them. tree: the caller frees it; after a failure it is
 * empty. */
int ce_tree_grow(ce_ensemble *ensemble, const ce_pairs_kind *kind, const void *key,
                 ce_linkage_method linkage, int count_rows, ce_dendrogram *tree,
                 ce_messages *messages, ce_error *err);

/* The dendrogram of a run, a product of the ensemble: it is grown at the first call only. */
int ce_tree_get(const ce_run *run, const ce_dendrogram **tree, ce_error *err);

/* The `run` and the `lifetime` of such methods. */
int ce_tree_run(const ce_run *run, ce_partition *result, ce_error *err);
int ce_tree_lifetime(const ce_run *run, size_t *k, ce_error *err);

/* Writes the key of a similarity that depends on `objects` only. */
void ce_tree_plain_key(const ce_run *run, void *key);

#endif
