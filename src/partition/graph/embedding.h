/*
 * embedding.h: the second half of every spectral method: rows of eigenvectors to clusters (cards
 * C4, G5).
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

typedef enum {
    CE_START_ORTHOGONAL, /* the first run from the orthogonal centres of Ng, Jordan and Weiss: the
                            first row, then always the row with the least sum of absolute cosines to
                            those chosen (ties, up to rounding: the lowest); the others from
                            k-means++ */
    CE_START_PLUSPLUS,   /* all runs from k-means++ */
    CE_START_DRAWN,   /* as ORTHOGONAL, but the first of the centres is drawn, every row that is not
                         zero equally likely */
    CE_START_FARTHEST /* one run, from the first row and then always the row farthest from the
                         nearest of those chosen (ties, up to rounding: the lowest) */
} ce_embedding_start;

typedef struct {
    size_t k;
    ce_embedding_start start;
    size_t candidates; /* centres that are no k-means++ are among rows 0 .. candidates-1; 0: all */
    size_t restarts;   /* runs; 0: 1 */
    size_t iterations; /* 0: 200 */
    uint64_t seed;
    uint64_t stream;   /* of the seed */
    int any_length;    /* rows need not have length 1: cosines are then those of the rows brought to
                          it, and a row of zeros is a row like any */
} ce_embedding_options;

/*
 * k-means on rows of length 1 (or any: .any_length); the run of least inertia is kept, ties: the
 * first. A row of zeros is as far from every centre, and rounding must not decide: it takes no
 * part. Afterwards such rows are a cluster of their own when there are fewer than k others, else
 * they join the heaviest (ties: the lowest). weight: one a row or NULL. partition: a label for each
 * row; k is less than asked when fewer rows are distinct.
 */
int ce_embedding_cluster(const ce_matrix *rows, const double *weight,
                         const ce_embedding_options *options, ce_partition *partition,
                         ce_error *err);

#endif
