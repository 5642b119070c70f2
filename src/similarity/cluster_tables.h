/*
 * cluster_tables.h: from similarities of clusters to similarities of objects.
 *
 * Each base clustering has a table, k_q x k_q, of how alike its clusters are. Two objects are as
 * alike as the clusters that hold them, on average over the base clusterings. CTS (WCT), ECA
 * (ECPCS) and LWCA have this in common. After a failure outputs are empty, twin is undefined.
 */
#ifndef CE_SIMILARITY_CLUSTER_TABLES_H
#define CE_SIMILARITY_CLUSTER_TABLES_H

#include <stddef.h>

#include "core/error.h"
#include "core/labels.h"
#include "core/microclusters.h"
#include "core/progress.h"
#include "core/similarity.h"

/* Table q at values + start[q], row-major, symmetric. Set to zero before use. */
typedef struct {
    size_t m;
    size_t *start;  /* owned; m + 1 */
    double *values; /* owned; zeros at first */
} ce_cluster_tables;

/* 0 or CE_ENOMEM. */
int ce_cluster_tables_alloc(ce_cluster_tables *tables, const ce_labels *labels, ce_error *err);
void ce_cluster_tables_free(ce_cluster_tables *tables);

/*
 * s_ij = (1 / m_ij) sum_q t_q(label_q(i), label_q(j)) over the m_ij base clusterings that label
 * both; 0/0 = 0; s_ii = 1. Dense. rows, tables: of one ensemble.
 *
 * twin: n values, or NULL. It is what the formula gives for two different objects with row i's
 * labels: (1 / m_i) sum_q t_q(a, a), 0 where no label is.
 *
 * Summed in the order of the base clusterings: with tables of 0 and 1 it is ce_coassociation to the
 * last bit. O(n^2 m) time on all threads, same bits for any number of them. O(n m + size of the
 * tables) memory beside s. progress: or NULL. 0 or CE_ENOMEM.
 */
int ce_similarity_of_tables(const ce_labels *rows, const ce_cluster_tables *tables,
                            ce_similarity *s, double *twin, const ce_progress *progress,
                            ce_error *err);

/* From the matrix of microclusters (dense) to that of the objects, dense (asked for first). Two
 * objects of one microcluster have twin[their microcluster]. With twin NULL they have 1, or 0 where
 * no base clustering labels them. The diagonal is 1. 0 or CE_ENOMEM. */
int ce_similarity_to_objects(const ce_similarity *small, const ce_microclusters *micro,
                             const double *twin, ce_similarity *objects, ce_error *err);

#endif
