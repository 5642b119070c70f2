/*
 * bipartite.h: the bipartite graph of objects and clusters, cut: HBGF (Fern & Brodley 2004; card
 * C4) and WBPA (card S7).
 *
 * [wce2008] Al-Razgan, Weighted Clustering Ensembles, dissertation, George Mason University, 2008,
 * section 3.2.2.
 *
 * Vertices are the objects and the clusters of all base clusterings. An edge joins an object to
 * each cluster that it is in, or with memberships to each that is possible for it, and weighs the
 * probability [wce2008 eq. 3.6]. Objects that agree in every base clustering are one vertex here,
 * of the weight of all of them.
 */
#ifndef CE_PARTITION_BIPARTITE_H
#define CE_PARTITION_BIPARTITE_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"
#include "core/row_source.h"

typedef struct {
    size_t k;
    int with_spectral;     /* else METIS */
    double cluster_weight; /* METIS: what a cluster vertex weighs in the balance, >= 0; an object
                              weighs 1. 1: as printed */
    size_t restarts;       /* spectral: runs of k-means; 0: 1 */
    uint64_t seed;
} ce_bipartite_options;

/*
 * k parts of the graph; partition: a label for each row, which expands to the objects. cluster:
 * `columns` values or NULL: the label of the part that each cluster vertex is in, or CE_MISSING
 * when that part has no object. METIS: an edge weighs its entry times the objects behind it. A part
 * that holds cluster vertices only gives no cluster of objects: then partition->k < k. Spectral:
 * the k largest singular vectors of R^-1/2 A C^-1/2 (A: objects x clusters; R: row sums; C: column
 * sums, over the objects; Dhillon 2001), through the eigenproblem of the clusters, which is exact
 * on microclusters; rows of objects and of clusters scaled to length 1 and clustered together by
 * k-means (embedding.h), its first run from rows of objects as far from each other as can be; with
 * one run this is the program of HBGF's authors. With more connected components than k: as in
 * spectral.h, by column sums. An object without any entry has no edge: the spectral method puts it
 * into the largest cluster. METIS: about 40 bytes an entry. Spectral: O(rows k + columns^2) memory,
 * the time of ce_gram_add, O(columns^3) up to 2000 columns. 0, CE_ENOMEM, CE_EARG (k = 0),
 * CE_EINPUT (k above the number of rows, of clusters, or of independent clusters: the rank of A),
 * CE_ENUM.
 */
int ce_bipartite_cut(const ce_row_source *rows, const ce_bipartite_options *options,
                     ce_partition *partition, int32_t *cluster, ce_error *err);

#endif
