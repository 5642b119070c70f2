/*
 * consensus.h: consensus functions: from an ensemble of base clusterings to one partition.
 *
 * A consensus function is one file of this room and one line in the table (table.c). It gets an
 * ensemble, which computes what functions share (microclusters, co-association matrix, dendrograms)
 * once, when first asked; its options; and a k; and it returns a partition of the rows of the
 * ensemble.
 */
#ifndef CE_CONSENSUS_CONSENSUS_H
#define CE_CONSENSUS_CONSENSUS_H

#include <stddef.h>
#include <stdint.h>

#include "consensus/enforce.h"
#include "constrain/chunklets.h"
#include "core/biadjacency.h"
#include "core/dendrogram.h"
#include "core/error.h"
#include "core/hypergraph.h"
#include "core/labels.h"
#include "core/membership.h"
#include "core/membership_rows.h"
#include "core/microclusters.h"
#include "core/row_source.h"
#include "core/similarity.h"
#include "partition/coloring.h"
#include "partition/normalized_edges.h"
#include "partition/linkage/linkage.h"
#include "partition/graph/random_walk.h"
#include "score/nmi.h"
#include "similarity/clusters.h"
#include "similarity/elite_graph.h"
#include "similarity/methods.h"

typedef enum { CE_WITH_METIS, CE_WITH_SPECTRAL } ce_cutter;

/* Where a field is 0 the default of the method holds. The same options must go with all calls on
 * one ensemble: it keeps what it computed. */
typedef struct {
    ce_cutter with;    /* the tool that cuts a graph: cspa, mcla, hbgf, wspa, wbpa, wsbpa */
    double cluster_weight; /* hbgf, wbpa, wsbpa by METIS: what a cluster vertex weighs in the
                              balance, an object 1; 0 is 0 */
    int objects;       /* run on objects even where microclusters give the answer */
    int microclusters; /* run hne on microclusters: an approximation */
    ce_hne_options hne;
    int tie_meansim;   /* complete linkage breaks ties by mean similarity (linkage.h) */
    size_t restarts;   /* mixture, and k-means inside spectral methods and transfer cuts; 0: 10 */
    size_t iterations; /* mixture; 0: 200 */
    uint64_t seed;
    ce_similarity_options similarity; /* of pta and ptgp, wct, srs, ecmc, lwea and lwgp, ecpcs,
                                         apmm; its weight is not looked at */
    double largest_held;   /* ptgp: entries of its bipartite graph up to which it is held; 0: 5e7 */
    double exact_diagonal; /* ptgp: multiplications that an exact diagonal may take; 0: 2e11 */
    int count_objects;             /* pta: means count objects, not microclusters */
    ce_normaliser nmi;             /* weac, gp-mgla: of the crowd agreement */
    double beta;                   /* its exponent; 0: 2 */
    double imbalance;                 /* hgpa: UBfactor of shmetis; 0: 5 */
    ce_hyperedge_weight edge_weight;  /* hgpa */
    ce_random_walk_options walker;    /* srw; its k and seeds are not looked at */
    int anchor; /* bgcm: the clusters of a base clustering are groups that are known */
    double alpha;              /* bgcm with anchor: what knowing weighs; 0: 2 */
    size_t propagations;       /* bgcm with anchor; 0: 40 */
    int loose; /* c-wbpa: the parts of the graph as they are (Algorithm 10 to the letter),
                  constraints not enforced in the end */
    double keep;               /* smi: the share of base clusterings that are kept; 0: .5 */
    ce_color_distance color_distance; /* gcons */
} ce_consensus_options;

/* The similarities of pairs that linkage methods cut (pairs.c). */
typedef enum {
    CE_PAIRS_CA,   /* co-association: eac */
    CE_PAIRS_PTS,  /* probability trajectories: pta */
    CE_PAIRS_NCAI, /* co-association weighted by crowd agreement: weac */
    CE_PAIRS_WCT,  /* connected triples: wct */
    CE_PAIRS_SRS,  /* SimRank: srs */
    CE_PAIRS_ECMC, /* completed co-association: ecmc */
    CE_PAIRS_LWCA, /* locally weighted co-association: lwea */
    CE_PAIRS_ECA,  /* walks on clusters: ecpcs-hc */
    CE_PAIRS_NM,   /* co-association weighted by weights that are given: weac-nm */
    CE_PAIRS_EEAC, /* co-association by stable clusters: apmm */
    CE_PAIRS_SMI,  /* co-association by diverse base clusterings: smi; that of another ensemble
                      (ce_ensemble_diverse) */
    CE_PAIRS       /* how many */
} ce_pairs;

/* The bipartite graphs that transfer cuts cut. */
typedef enum {
    CE_GRAPH_PTGP,
    CE_GRAPH_LWGP,
    CE_GRAPH_MGLA,
    CE_GRAPH_BGCM,
    CE_GRAPHS
} ce_bipartite_graph;

/* What wsbpa needs besides the ensemble. */
typedef struct {
    const ce_matrix *data;    /* n rows as given; no value missing */
    const ce_matrix *
        weights; /* a weight vector (d values >= 0) for each cluster: each column of the membership,
                  * or of labels the clusters of the first base clustering, of the second, ... */
} ce_subspaces;

/* What c-wbpa needs besides the ensemble. */
typedef struct {
    const ce_matrix *data;      /* n rows as given; no value missing */
    const ce_matrix *centroids; /* of each cluster, in the order of ce_subspaces, */
    const ce_matrix *weights;   /* and its weight vector */
    const ce_chunklets *chunklets; /* of the n rows */
} ce_constrained;

/* What wsbpa finds besides labels: of each cluster, in the order of the labels, those without
 * objects last. Zero-initialise before use. */
typedef struct {
    size_t k, d;
    double *centroid; /* owned; k x d */
    double *weight;   /* owned; k x d */
    double *size;     /* owned; k: objects with that label */
} ce_subspace_result;

void ce_subspace_result_free(ce_subspace_result *result);

/* What gcons tried: thresholds as shares of base clusterings, ascending. */
typedef struct {
    double theta, phi; /* phi in [0, 1] */
    int32_t colors;
} ce_gcons_step;

typedef struct {
    size_t count, chosen;
    ce_gcons_step *step; /* owned */
} ce_gcons_trace;

void ce_gcons_trace_free(ce_gcons_trace *trace);

/* The ensemble and what was computed from it so far; filled by the ce_ensemble_... functions. */
typedef struct ce_ensemble {
    size_t n;                /* rows as given */
    const ce_labels *labels; /* the rows with at least one label: the caller's, or `some` */
    const double *weight;    /* sizes of these rows (of a microcluster table), or NULL */
    ce_labels some;          /* when rows without any label had to be left out: the others, */
    double *some_weight;     /* their sizes, */
    int32_t *row;            /* and the row that each was; else NULL */
    const ce_membership *membership; /* the caller's, of n rows, when labels are its most likely
                                        clusters; or NULL. To be set after _init */
    ce_membership_rows soft; /* its distinct rows, when .count > 0 */
    const ce_subspaces *subspaces;   /* the caller's, for wsbpa; or NULL. Likewise */
    ce_subspace_result found; /* of the last run of wsbpa; whoever takes it sets it to zero */
    const ce_constrained *constrained; /* the caller's, for c-wbpa; or NULL. Likewise */
    ce_membership bound; /* c-wbpa: memberships, those of objects in chunklets by their clusters;
                            when .n > 0 */
    ce_membership_rows bound_rows;   /* its distinct rows, when .count > 0 */
    size_t bound_violating; /* base clusterings in which not all chunklets with an edge are apart:
                               mostly for they have too few clusters */
    ce_enforce_report enforced;      /* of the last run of c-wbpa */
    const double *base_weight; /* the caller's, a weight >= 0 for each base clustering, for weac-nm;
                                  or NULL. Likewise */
    size_t anchor; /* 1 + the base clustering that the last run of bgcm held on to; 0: none */
    int objects;             /* every row its own microcluster */
    ce_microclusters micro;  /* when micro.count > 0 */
    ce_microclusters rows;   /* what hne runs on: objects, or microclusters */
    ce_similarity pairs[CE_PAIRS];                          /* when .n > 0 */
    ce_dendrogram tree[CE_PAIRS][CE_LINKAGE_AVERAGE + 1];   /* by linkage, when .n > 0 */
    ce_elite_graph elite;    /* when elite.n > 0 */
    ce_clusters clusters;    /* of micro, when .count > 0 */
    double *influence;       /* ncai, a value a base clustering; NULL: not yet */
    ce_completion_report completion; /* of ecmc, when .iterations > 0 */
    ce_cluster_selection selection;  /* of apmm, when .clusters > 0 */
    ce_labels diverse_labels;        /* smi: the base clusterings that are kept, */
    struct ce_ensemble *diverse;     /* and their ensemble; owned; NULL: not yet */
    double *trajectory_norm; /* Z_ii of the microclusters, for ptgp; NULL: not yet */
    ce_biadjacency graph[CE_GRAPHS]; /* of microclusters and clusters, when .rows > 0 */
    ce_similarity walk;      /* of the clusters, for ecpcs-mc, when .n > 0 */
    ce_similarity hne_ca;
    ce_dendrogram hne;
    ce_gcons_trace gcons;    /* of its last run, when .count > 0 */
} ce_ensemble;

/* Rows without a label in any base clustering take no part; an ensemble of only such rows is
 * refused. labels (n x m) and weight (n sizes, or NULL) must outlive the ensemble. */
int ce_ensemble_init(ce_ensemble *ensemble, const ce_labels *labels, const double *weight,
                     int objects, ce_error *err);
void ce_ensemble_free(ce_ensemble *ensemble);

/* Computed at the first call; then the same pointer. On failure a negative status; *out untouched.
 */
int ce_ensemble_micro(ce_ensemble *ensemble, const ce_microclusters **out, ce_error *err);
int ce_ensemble_clusters(ce_ensemble *ensemble, const ce_clusters **out, ce_error *err);
int ce_ensemble_rows(ce_ensemble *ensemble, int microclusters, const ce_microclusters **out,
                     ce_error *err);
int ce_ensemble_influence(ce_ensemble *ensemble, const ce_consensus_options *options,
                          const double **out, ce_error *err);
int ce_ensemble_elite(ce_ensemble *ensemble, const ce_consensus_options *options,
                      const ce_elite_graph **out, ce_error *err);

/* Of the base clusterings whose mean SMI with the others is smallest, on the rows in
 * ensemble->labels. */
int ce_ensemble_diverse(ce_ensemble *ensemble, const ce_consensus_options *options,
                        ce_ensemble **out, ce_error *err);

/* Needs a membership. */
int ce_ensemble_soft(ce_ensemble *ensemble, const ce_membership_rows **out, ce_error *err);

/* The microclusters by the clusters. of: labelled row -> row of the source (ce_partition_expand).
 * Checked: k is not above its rows. The caller frees the source. */
int ce_ensemble_label_source(ce_ensemble *ensemble, const char *method, size_t k,
                             ce_row_source *source, const int32_t **of, ce_error *err);

/* What the weighted functions run on: likewise the distinct memberships by the clusters; without a
 * membership the above, which is its 0/1 case. unit: see row_source.h. */
int ce_ensemble_source(ce_ensemble *ensemble, const char *method, size_t k, int unit,
                       ce_row_source *source, const int32_t **of, ce_error *err);

/* The distinct rows of `bound` [wce2008 eq. 6.1]. Needs `constrained`. */
int ce_ensemble_bound(ce_ensemble *ensemble, const ce_membership_rows **out, ce_error *err);

/* A matrix stays until another needs its memory: use it before the next call that computes one. */
int ce_ensemble_pairs(ce_ensemble *ensemble, ce_pairs kind, const ce_consensus_options *options,
                      const ce_similarity **out, ce_error *err);
int ce_ensemble_tree(ce_ensemble *ensemble, ce_pairs kind, ce_linkage_method method,
                     const ce_consensus_options *options, const ce_dendrogram **out, ce_error *err);

/* T as given, or the paper's. */
size_t ce_ensemble_steps(const ce_elite_graph *graph, const ce_consensus_options *options);

/* 0, or CE_EINPUT with a message when the base clusterings tell fewer than k groups of objects
 * apart. */
int ce_ensemble_check_k(ce_ensemble *ensemble, const char *method, size_t k, ce_error *err);
int ce_ensemble_check_groups(const ce_ensemble *ensemble, const char *method, size_t k,
                             size_t groups, ce_error *err);

typedef struct ce_consensus_function ce_consensus_function;

/* result: a partition of the rows in ensemble->labels, at most k clusters (fewer only where the
 * method's file says so; more only for hne with leftovers). gcons finds k itself and does not look
 * at it. 0 or a failure. */
typedef int ce_consensus_run(ce_ensemble *ensemble, const ce_consensus_function *function,
                             const ce_consensus_options *options, size_t k, ce_partition *result,
                             ce_error *err);

struct ce_consensus_function {
    const char *name;    /* as on the command line and in column names */
    const char *summary; /* one line, with the source */
    ce_consensus_run *run;
    int linkage;         /* a ce_linkage_method, for those that cut a dendrogram and can choose k by
                            lifetime; else -1 */
    ce_pairs pairs;      /* of what */
};

/* The table; ends with a NULL name. */
extern const ce_consensus_function ce_consensus_functions[];
const ce_consensus_function *ce_consensus_find(const char *name);

/* Whether it finds the number of clusters itself. */
int ce_consensus_finds_k(const ce_consensus_function *function);

/* Runs a function; result: a partition of all n rows, CE_MISSING for those without any label. */
int ce_consensus(ce_ensemble *ensemble, const ce_consensus_function *function,
                 const ce_consensus_options *options, size_t k, ce_partition *result,
                 ce_error *err);

/* The k with the longest lifetime in the dendrogram of a function that has one ([Fred & Jain 2005];
 * ties: the smallest). */
int ce_consensus_lifetime(ce_ensemble *ensemble, const ce_consensus_function *function,
                          const ce_consensus_options *options, size_t *k, ce_error *err);

/* Meta-clusters of clusters (mcla, ecpcs-mc) compete for objects: a microcluster goes to the one
 * with the largest share of clusters that hold it; exact fractions, ties to the lowest. meta: a
 * label for each of the N_c clusters. */
int ce_meta_clusters_compete(const ce_microclusters *micro, const ce_clusters *clusters,
                             const ce_partition *meta, ce_partition *small, ce_error *err);

/* The base clustering with exactly k clusters that has the highest mean NMI (sqrt form) with all
 * others; ties: the first. CE_EINPUT, with what there is, when none has k. */
int ce_consensus_reference(const ce_microclusters *micro, const char *method, size_t k,
                           size_t *reference, ce_error *err);

/* Cuts the graph of a similarity matrix with the tool that options say. Without options->objects
 * rows that nothing tells apart become one vertex first. size: of the rows, or NULL. */
int ce_consensus_cut(const ce_similarity *s, const double *size,
                     const ce_consensus_options *options, size_t k, ce_partition *partition,
                     ce_error *err);

/* Cuts the bipartite graph of a source: hbgf, wbpa, and with the parts of the clusters (or NULL)
 * wsbpa. */
int ce_consensus_bipartite(const ce_row_source *source, const ce_consensus_options *options,
                           size_t k, ce_partition *partition, int32_t *cluster, ce_error *err);

/*
 * Cuts the bipartite graph of memberships as wbpa does; chunklets (of all rows; NULL: none) are
 * enforced on its parts (enforce.h), by the weights that tie an object to the clusters of a part.
 * rows: the distinct memberships of the ensemble's labelled rows. result: of these. Checked: k is
 * not above their number.
 */
int ce_consensus_cut_enforced(ce_ensemble *ensemble, const char *method,
                              const ce_membership_rows *rows, const ce_chunklets *chunklets,
                              const ce_consensus_options *options, size_t k, ce_partition *result,
                              ce_enforce_report *report, ce_error *err);

/* One per file of this room. */
ce_consensus_run ce_consensus_linkage, ce_consensus_hne, ce_consensus_cspa, ce_consensus_hgpa,
    ce_consensus_mcla, ce_consensus_hbgf, ce_consensus_voting, ce_consensus_mixture,
    ce_consensus_ptgp, ce_consensus_lwgp, ce_consensus_gp_mgla, ce_consensus_ecpcs_mc,
    ce_consensus_srw, ce_consensus_wspa, ce_consensus_wbpa, ce_consensus_wsbpa, ce_consensus_c_wbpa,
    ce_consensus_coas, ce_consensus_wcoas, ce_consensus_bgcm, ce_consensus_smi, ce_consensus_gcons;

/*
 * How sure each row is of its cluster: own / (own + next), in [0, 1]; .5 is undecided. own is the
 * share of base clusterings that put the row into one cluster with another member of its consensus
 * cluster, over all those members and all base clusterings that label both; next is the largest
 * such share with the members of another consensus cluster. A row that shares a cluster with nobody
 * at all has 1; a cluster of one object has own = 0. With complete labels own is the mean
 * co-association with the rest of the cluster. confidence: n values, NaN where the partition has no
 * label. weight: sizes of the rows, or NULL. O(n m k).
 */
int ce_consensus_confidence(const ce_labels *labels, const double *weight,
                            const ce_partition *partition, double *confidence, ce_error *err);

#endif
