/*
 * transfer_cut_internal.h: what the files of the transfer cut share. Not for anyone else.
 *
 * transfer_cut.c           B is held
 * transfer_cut_operator.c  only products with B are known
 * transfer_cut_labels.c    from the graph of the columns to labels of the rows
 */
#ifndef CE_PARTITION_TRANSFER_CUT_INTERNAL_H
#define CE_PARTITION_TRANSFER_CUT_INTERNAL_H

#include <stddef.h>

#include "core/error.h"
#include "core/labels.h"
#include "core/matrix.h"
#include "partition/graph/spectrum.h"
#include "partition/graph/transfer_cut.h"

/* Up to so many columns an operator is written out, by a product a row, and solved by LAPACK. */
enum { CE_TRANSFER_DENSE_OPERATOR = 64 };

/* What both forms of B share. */
typedef struct ce_transfer_source {
    size_t rows, columns;
    const double *weight; /* rows; NULL: all 1 */

    /* F = D_x^-1 B V. v: columns x c. f: rows x c; a row of zeros where B has one. */
    int (*lift)(struct ce_transfer_source *, const ce_matrix *v, ce_matrix *f, ce_error *err);
} ce_transfer_source;

static inline double ce_transfer_weight(const ce_transfer_source *s, size_t i)
{
    return s->weight ? s->weight[i] : 1;
}

/* 0, CE_EARG (k = 0) or CE_EINPUT (k above the number of rows). */
int ce_transfer_check(const ce_transfer_source *s, const ce_transfer_options *options,
                      ce_error *err);

/* Labels of the rows by the graph of the columns: its components, or steps 2 to 4 of
 * transfer_cut.h. Up to dense_rows columns the dense solver is used. partition is allocated here.
 * Returns what ce_transfer_cut returns. */
int ce_transfer_labels(ce_transfer_source *s, ce_spectrum *spectrum,
                       const ce_transfer_options *options, size_t dense_rows,
                       ce_partition *partition, ce_error *err);

#endif
