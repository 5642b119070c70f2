/*
 * embedding.h: the second half of every spectral method, which clusters the rows of eigenvectors
 * (doc/readings.md, fern2004 and ng2002).
 */
#ifndef CE_PARTITION_EMBEDDING_H
#define CE_PARTITION_EMBEDDING_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"
#include "core/matrix.h"

/* Scales every row to length 1; a row of zeros stays. */
void ce_rows_normalise(ce_matrix *rows);

/*
 * The centres from which runs of k-means start.
 *
 * ORTHOGONAL: the first run starts from the centres of Ng, Jordan and Weiss: the first row, then
 * always the row with the least sum of absolute cosines to those chosen (ties, up to rounding: the
 * lowest). The other runs start from k-means++.
 *
 * DRAWN: as ORTHOGONAL, but the first of the centres is drawn. Every row that is not zero is
 * equally likely.
 *
 * FARTHEST: there is one run. It starts from the first row, then always the row farthest from the
 * nearest of those chosen (ties, up to rounding: the lowest).
 */
typedef enum {
    CE_START_ORTHOGONAL,
    CE_START_PLUSPLUS, /* all runs from k-means++ */
    CE_START_DRAWN,
    CE_START_FARTHEST
} ce_embedding_start;

typedef struct {
    size_t k;
    ce_embedding_start start;
    size_t candidates; /* except by k-means++, centres are among the first so many rows; 0: all */
    size_t restarts;   /* runs; 0: 1 */
    size_t iterations; /* 0: 200 */
    uint64_t seed;
    uint64_t stream; /* of the seed */
    int any_length;  /* rows may have any length, also 0; cosines are those of the directions */
} ce_embedding_options;

/*
 * k-means on rows of length 1, or of any length with any_length. The run of least inertia is kept;
 * ties: the first.
 *
 * A row of zeros among rows of length 1 is equally far from every centre, and rounding must not
 * decide. So it takes no part. Afterwards these rows are a cluster of their own if there are fewer
 * than k others, else they join the heaviest cluster (ties: the lowest).
 *
 * weight: one a row or NULL. partition: a label for each row; k is less than asked if fewer rows
 * are distinct. Returns 0 or a failure, with the partition empty.
 */
int ce_embedding_cluster(const ce_matrix *rows, const double *weight,
                         const ce_embedding_options *options, ce_partition *partition,
                         ce_error *err);

#endif
