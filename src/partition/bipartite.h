/*
 * bipartite.h: hybrid bipartite graph formulation, HBGF (Fern & Brodley 2004; card C4).
 *
 * Vertices are the objects and the clusters of all base clusterings; an edge joins an object to each cluster that it is in. Objects
 * that agree in every base clustering are one vertex here, of the weight of all of them.
 */
#ifndef CE_PARTITION_BIPARTITE_H
#define CE_PARTITION_BIPARTITE_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"
#include "core/microclusters.h"

/*
 * k parts of the graph; partition: a label for each microcluster, which expands to the objects.
 * METIS (with_spectral = 0): an edge weighs as many objects as are behind it; a cluster vertex weighs 1, as printed. A part that
 * holds cluster vertices only gives no cluster of objects: then partition->k < k.
 * Spectral: the k largest singular vectors of R^-1/2 H C^-1/2 (H: objects x clusters, 0/1; R: labels present of an object; C: objects
 * of a cluster), through the eigenproblem of the clusters, which is exact on microclusters; rows of objects and of
 * clusters scaled to length 1 and clustered together by one k-means run (embedding.h) whose starting centres are rows of objects.
 * With more connected components than k: as in spectral.h, by objects times labels. An object without any label has no edge: the
 * spectral method puts it into the largest cluster.
 * O(microclusters m^2 + N_c^2) memory and time, O(N_c^3) time up to 2000 clusters. 0, CE_ENOMEM, CE_EARG (k = 0), CE_EINPUT (k
 * above the number of microclusters, of clusters N_c, or of independent clusters: the rank of H), CE_ENUM.
 */
int ce_bipartite_cut(const ce_microclusters *micro, size_t k, int with_spectral, uint64_t seed, ce_partition *partition,
                     ce_error *err);

#endif
