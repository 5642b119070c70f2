/*
 * transfer_cut.h: the normalized cut of a bipartite graph, solved on its smaller side
 * (doc/readings.md, li2012).
 *
 * [li2012] Li, Wu and Chang, CVPR 2012.
 *
 * 1. W = B^T D_x^-1 B.
 * 2. The k largest eigenvectors of D_y^-1/2 W D_y^-1/2.
 * 3. Each row x gets D_x^-1 B D_y^-1/2 of them, scaled to length 1. The exact lift has a factor for
 *    each eigenvector. The published ensemble codes leave it out, and so does Clens.
 * 4. k-means on the rows.
 */
#ifndef CE_PARTITION_TRANSFER_CUT_H
#define CE_PARTITION_TRANSFER_CUT_H

#include <stddef.h>
#include <stdint.h>

#include "core/biadjacency.h"
#include "core/error.h"
#include "core/labels.h"
#include "partition/graph/spectrum.h"

typedef enum {
    CE_TRANSFER_PLUSPLUS, /* k-means++, `restarts` runs, the best kept */
    CE_TRANSFER_FARTHEST  /* one run without random numbers, as CE_START_FARTHEST */
} ce_transfer_start;
/* In the order of the enum; for option rows. */
#define CE_TRANSFER_START_NAMES "plusplus|farthest"

typedef struct {
    size_t k;
    ce_transfer_start start;
    size_t restarts;   /* 0: 3 */
    size_t iterations; /* of the k-means; 0: 100 */
    uint64_t seed;
    const char *name;      /* of a consensus function, whose columns are clusters; or NULL */
    ce_spectrum *spectrum; /* shared with other cuts of the same B; or NULL */
} ce_transfer_options;

/*
 * weight: how many equal rows each row of B stands for (> 0), or NULL: all 1. partition: a label
 * for each row, k of them.
 *
 * Columns of zeros are left out. A row of zeros joins the heaviest cluster (embedding.h). The
 * components of the graph are found first (laplacian.h). If there are more than k, the k - 1 with
 * the most rows (weights; ties: the first) are clusters, and all else, rows of zeros included, is
 * the last one. k = 1 is one cluster whatever B is. Entries below 1e-300 of the largest may count
 * as 0.
 *
 * Returns 0, CE_ENOMEM, CE_EARG (k = 0), CE_EINPUT (k above the number of rows, of columns that are
 * not zero, or of independent ones, whose eigenvalues are above 1e-13 of the largest; an entry
 * below 0 or not finite) or CE_ENUM. The partition is empty after a failure.
 *
 * Cost, with N_c columns: W takes 4 bytes for each of N_c x N_c, 8 more where rows are dense. It is
 * formed in entries x entries a row / 2 steps, blocks of dense rows by BLAS. LAPACK solves it up to
 * 1000 columns or for k > N_c / 4, else ARPACK. If N_c is above 2000 and products with B are
 * cheaper than those with W (many columns, few entries a row), W is not formed. The rows, n x k,
 * and the k-means need memory besides.
 */
int ce_transfer_cut(const ce_biadjacency *b, const double *weight,
                    const ce_transfer_options *options, ce_partition *partition, ce_error *err);

/* A B with entries >= 0 that is too large to be held. Only its products are known: y = B x (apply)
 * and y = B^T x (apply_transposed). They return 0 or a failure. */
typedef struct {
    size_t rows, columns;
    int (*apply)(void *state, const double *x, double *y, ce_error *err);
    int (*apply_transposed)(void *state, const double *x, double *y, ce_error *err);
    void *state;
} ce_biadjacency_operator;

/*
 * The same for such a B. A product that fails ends the cut with its status and message.
 *
 * Cost in products: the degrees take a pair of them. Each step of a breadth-first search over the
 * columns takes a pair too, so there are two pairs if the first column shares rows with all others
 * (the second finds nothing new). ARPACK takes 20 to some hundreds of pairs. With k > N_c / 4 or up
 * to 64 columns the matrix is written out by N_c pairs instead. The rows take k products with B.
 */
int ce_transfer_cut_operator(const ce_biadjacency_operator *b, const double *weight,
                             const ce_transfer_options *options, ce_partition *partition,
                             ce_error *err);

#endif
