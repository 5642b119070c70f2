/*
 * labels.h: an ensemble of n objects by m base clusterings, and partitions.
 *
 * After a failure outputs are empty.
 */
#ifndef CE_CORE_LABELS_H
#define CE_CORE_LABELS_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"

#define CE_MISSING (-1)

/*
 * Set to zero before use. n <= INT32_MAX.
 *
 * Column-major: the label of object i in base clustering q is labels[q * n + i]. It is 0 .. k[q]-1
 * or CE_MISSING. In every column each of 0 .. k[q]-1 occurs, and they are numbered by first
 * appearance. So nothing computed from a ce_labels can depend on the names of clusters, and there
 * are no empty clusters and no gaps.
 */
typedef struct {
    size_t n, m;
    int32_t *labels; /* owned */
    int32_t *k;      /* owned; clusters per column; 0: no labels */
} ce_labels;

/* Room for n x m labels, uninitialised; k is all 0. Frees what labels held before. 0, CE_ENOMEM, or
 * CE_EARG when n > INT32_MAX. */
int ce_labels_alloc(ce_labels *labels, size_t n, size_t m, ce_error *err);
void ce_labels_free(ce_labels *labels);

static inline int32_t *ce_labels_column(const ce_labels *labels, size_t q)
{
    return labels->labels + q * labels->n;
}

/* Renumbers a column of n labels (values >= 0, or CE_MISSING) to 0 .. k-1 by first appearance. *k:
 * the number of distinct labels. O(n + largest label). 0 or CE_ENOMEM; the column is untouched
 * after a failure. */
int ce_labels_renumber(int32_t *column, size_t n, int32_t *k, ce_error *err);

/* 1 if any label is missing, else 0. O(n m). */
int ce_labels_have_missing(const ce_labels *labels);

/* The same of a column of n labels. */
int ce_column_has_missing(const int32_t *column, size_t n);

/* The number of clusters of all base clusterings together (N_c), and the largest of one. */
size_t ce_labels_total(const ce_labels *labels);
size_t ce_labels_most(const ce_labels *labels);

/* A partition, the result of a consensus function. Set to zero before use. Labels are numbered as
 * in a column above. k is the number of clusters there are; it can differ from the number asked
 * for. */
typedef struct {
    size_t n;
    int32_t *labels; /* owned */
    int32_t k;
} ce_partition;

int ce_partition_alloc(ce_partition *partition, size_t n, ce_error *err);
void ce_partition_free(ce_partition *partition);

/* Gives n objects the labels of the groups that they are in, numbered by first appearance. group:
 * n, the group of each object, an index into small->labels. partition: allocated here, n labels.
 * small and partition must be different. O(n). 0 or CE_ENOMEM. */
int ce_partition_expand(const ce_partition *small, const int32_t *group, size_t n,
                        ce_partition *partition, ce_error *err);

#endif
