/*
 * bipartite.h: cuts of the bipartite graph of objects and clusters: HBGF (Fern & Brodley 2004;
 * doc/readings.md, fern2004) and WBPA (doc/readings.md, wce2008).
 *
 * [wce2008] Al-Razgan, Weighted Clustering Ensembles, dissertation, George Mason University, 2008,
 * section 3.2.2.
 *
 * Vertices are the objects and the clusters of all base clusterings. With labels an edge joins an
 * object to each cluster that it is in, with memberships to each cluster that is possible for it.
 * The edge weighs the probability [wce2008 eq. 3.6]. Objects that agree in every base clustering
 * are one vertex here, with the weight of all of them.
 */
#ifndef CE_PARTITION_BIPARTITE_H
#define CE_PARTITION_BIPARTITE_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"
#include "core/row_source.h"
#include "partition/graph/spectrum.h"

typedef struct {
    size_t k;
    int with_spectral;     /* else METIS */
    double cluster_weight; /* METIS: weight of a cluster in the balance, >= 0; paper: 1 */
    size_t restarts;       /* spectral: runs of k-means; 0: 1 */
    uint64_t seed;
    ce_spectrum *spectrum; /* spectral: shared with other cuts of the same graph; or NULL */
} ce_bipartite_options;

/*
 * k parts of the graph. partition: a label for each row, which expands to the objects. cluster:
 * `columns` values or NULL: the label of the part that each cluster vertex is in, or CE_MISSING if
 * that part has no object.
 *
 * METIS: an edge weighs its entry times the objects behind it, and an object weighs 1 in the
 * balance. A part that holds only cluster vertices gives no cluster of objects; then partition->k <
 * k. About 40 bytes an entry.
 *
 * Spectral (Dhillon 2001; A: objects x clusters, R: row sums, C: column sums over the objects):
 *
 * 1. The k largest singular vectors of R^-1/2 A C^-1/2 are found through the eigenproblem of the
 *    clusters, which is exact on microclusters.
 * 2. Rows of objects and of clusters are scaled to length 1 and clustered together by k-means
 *    (embedding.h). The first run starts from rows of objects that are as far from each other as
 *    possible. With one run this is the program of HBGF's authors.
 *
 * With more connected components than k, they are grouped as in spectral.h, by column sums. An
 * object without any entry has no edge; it joins the largest cluster. O(rows k + columns^2) memory,
 * the time of ce_gram_add, O(columns^3) up to 2000 columns.
 *
 * Returns 0, CE_ENOMEM, CE_EARG (k = 0), CE_EINPUT (k above the number of rows, of clusters, or of
 * independent clusters, the rank of A) or CE_ENUM. After a failure partition is empty and cluster
 * says nothing.
 */
int ce_bipartite_cut(const ce_row_source *rows, const ce_bipartite_options *options,
                     ce_partition *partition, int32_t *cluster, ce_error *err);

#endif
