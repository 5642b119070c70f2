/*
 * transfer_cut.h: the normalized cut of a bipartite graph, solved on its smaller side (card 0.1).
 *
 * [li2012] Li, Wu and Chang, CVPR 2012. W = B^T D_x^-1 B; the k largest eigenvectors of D_y^-1/2 W
 * D_y^-1/2; each row x gets D_x^-1 B D_y^-1/2 of them, scaled to length 1; k-means on the rows. The
 * published ensemble codes leave out the factor that the exact lift has for each eigenvector, and
 * so do we.
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
    CE_TRANSFER_FARTHEST  /* one run from the first row, then always the row farthest from those
                             chosen: no chance in it */
} ce_transfer_start;

typedef struct {
    size_t k;
    ce_transfer_start start;
    size_t restarts;   /* 0: 3 */
    size_t iterations; /* of the k-means; 0: 100 */
    uint64_t seed;
} ce_transfer_options;

/*
 * weight: how many equal rows each row of B stands for (> 0), or NULL: all 1. partition: a label
 * for each row, k of them. Columns of zeros are left out. A row of zeros has no place: it joins the
 * heaviest cluster (embedding.h). The components of the graph are found first (laplacian.h): with
 * more of them than k, the k - 1 with the most rows (weights; ties: the first) are clusters and all
 * else, rows of zeros included, is the last. k = 1 is one cluster whatever B. Entries below 1e-300
 * of the largest may count as 0. 0, CE_ENOMEM, CE_EARG (k = 0), CE_EINPUT (k above the number of
 * rows, of columns that are not zero, or of independent ones: eigenvalues above 1e-13 of the
 * largest; an entry below 0 or not finite), CE_ENUM. W is formed: 4 bytes for each of N_c x N_c, 8
 * more where rows are dense; entries x entries a row / 2 steps, blocks of dense rows by BLAS.
 * LAPACK solves it up to 1000 columns or for k > N_c / 4, else ARPACK. Where N_c is above 2000 and
 * products with B are cheaper than those with W (many columns, few entries a row), W is not formed.
 * Besides, memory is that of the rows, n x k, and of the k-means.
 */
int ce_transfer_cut(const ce_biadjacency *b, const double *weight,
                    const ce_transfer_options *options, ce_partition *partition, ce_error *err);

/* The same where B is too large to be held: only its products are known, y = B x and y = B^T x,
 * entries >= 0. The degrees take a pair of them, and so does each step of a breadth-first search
 * over the columns (two, where the first column shares rows with all others: the second finds
 * nothing new); ARPACK 20 to some hundreds of pairs, the rows k products with B. With k > N_c / 4
 * or up to 64 columns the matrix is written out by N_c pairs instead. A product that fails ends the
 * cut with its status and message. */
typedef struct {
    size_t rows, columns;
    int (*apply)(void *state, const double *x, double *y, ce_error *err);
    int (*apply_transposed)(void *state, const double *x, double *y, ce_error *err);
    void *state;
} ce_biadjacency_operator;

int ce_transfer_cut_operator(const ce_biadjacency_operator *b, const double *weight,
                             const ce_transfer_options *options, ce_partition *partition,
                             ce_error *err);

#endif
