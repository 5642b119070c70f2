/*
 * clusters.h: the clusters of all base clusterings side by side, and how much they overlap.
 *
 * Cluster v of base clustering q is number start[q] + v; N_c is their number. Overlaps are counted
 * in objects: microclusters give what the objects behind them would give. Outputs are empty after a
 * failure.
 */
#ifndef CE_SIMILARITY_CLUSTERS_H
#define CE_SIMILARITY_CLUSTERS_H

#include <stddef.h>

#include "core/error.h"
#include "core/microclusters.h"
#include "core/similarity.h"

/* Set to zero before use. */
typedef struct {
    size_t count;  /* N_c */
    size_t m;      /* base clusterings */
    size_t *start; /* owned; m + 1 */
    double *size;  /* owned; count: objects in each, > 0 */
    double *rows;  /* owned; count: microclusters in each, > 0 */
} ce_clusters;

/* O(microclusters m). 0 or CE_ENOMEM. */
int ce_clusters_list(ce_clusters *clusters, const ce_microclusters *micro, ce_error *err);
void ce_clusters_free(ce_clusters *clusters);

/* The number of the cluster that holds microcluster i in base clustering q; N_c where it has no
 * label. */
static inline size_t ce_cluster_of(const ce_clusters *clusters, const ce_microclusters *micro,
                                   size_t i, size_t q)
{
    int32_t label = ce_labels_column(&micro->rows, q)[i];

    return label < 0 ? clusters->count : clusters->start[q] + (size_t)label;
}

/* How much all pairs of clusters share: the sum of load over the microclusters in both. load: of
 * each microcluster, >= 0; its size gives numbers of objects. 0 for two clusters of one base
 * clustering, diagonal the load of the cluster. An object whose label is missing in a base
 * clustering is in none of its clusters. Dense, N_c (N_c + 1) / 2 doubles. O(microclusters m^2) on
 * all threads; sums are taken in the order of the microclusters. 0 or CE_ENOMEM. */
int ce_clusters_overlap(const ce_clusters *clusters, const ce_microclusters *micro,
                        const double *load, ce_similarity *overlap, ce_error *err);

/* Makes overlaps into Jaccard indices, |a and b| / |a or b|. In [0, 1], diagonal 1. O(N_c^2). 0 or
 * CE_ENOMEM, and then they are unchanged. */
int ce_clusters_overlap_to_jaccard(ce_similarity *overlap, ce_error *err);

/* The Jaccard indices of all pairs of clusters, in objects: both of the above. */
int ce_clusters_jaccard(const ce_clusters *clusters, const ce_microclusters *micro,
                        ce_similarity *jaccard, ce_error *err);

/* Of base clusterings that agree in clusters there are fewer sets of objects than clusters. set[a]:
 * which one cluster a is, numbered as they come. first: the first cluster of each. Both have room
 * for N_c. Returns the number of sets. jaccard: as above, whose index of two clusters is 1 only if
 * they are one set. O(sets N_c). */
size_t ce_clusters_sets(const ce_similarity *jaccard, size_t *set, size_t *first);

#endif
