/*
 * transfer_cut.h: the normalized cut of a bipartite graph, solved on its smaller side (card 0.1).
 *
 * [li2012] Li, Wu and Chang, CVPR 2012. W = B^T D_x^-1 B; the k largest eigenvectors of D_y^-1/2 W D_y^-1/2; each row x gets
 * D_x^-1 B D_y^-1/2 of them, scaled to length 1; k-means on the rows. The published ensemble codes leave out the factor that the
 * exact lift has for each eigenvector, and so do we.
 */
#ifndef CE_PARTITION_TRANSFER_CUT_H
#define CE_PARTITION_TRANSFER_CUT_H

#include <stddef.h>
#include <stdint.h>

#include "core/biadjacency.h"
#include "core/error.h"
#include "core/labels.h"

typedef enum {
    CE_TRANSFER_PLUSPLUS, /* k-means++, `restarts` runs, the best kept */
    CE_TRANSFER_FARTHEST  /* one run from the first row, then always the row farthest from those chosen: no chance in it */
} ce_transfer_start;

typedef struct {
    size_t k;
    ce_transfer_start start;
    size_t restarts;   /* 0: 3 */
    size_t iterations; /* of the k-means; 0: 100 */
    uint64_t seed;
} ce_transfer_options;

/*
 * weight: how many equal rows each row of B stands for, or NULL: all 1. partition: a label for each row. A row of zeros, a column of zeros, a
 * graph in more than k pieces: (say here what happens, as in spectral.h.)
 * 0, CE_ENOMEM, CE_EARG (k = 0), CE_EINPUT (k above the number of rows, of columns that are not zero, or of independent ones), CE_ENUM.
 * (Say here cost and memory: which eigensolver when.)
 */
int ce_transfer_cut(const ce_biadjacency *b, const double *weight, const ce_transfer_options *options, ce_partition *partition,
                    ce_error *err);

/* The same where B is too large to be held: only its products are. y = B x and y = B^T x. */
typedef struct {
    size_t rows, columns;
    int (*apply)(void *state, const double *x, double *y, ce_error *err);
    int (*apply_transposed)(void *state, const double *x, double *y, ce_error *err);
    void *state;
} ce_biadjacency_operator;

int ce_transfer_cut_operator(const ce_biadjacency_operator *b, const double *weight, const ce_transfer_options *options,
                             ce_partition *partition, ce_error *err);

#endif
