/*
 * assigner.h: labels of objects that were not there, by the models that generators write.
 *
 * An object has the label of the nearest prototype of a clustering (io/prototypes.h): by the
 * squared Euclidean distance; by the one with the weights of the prototype's cluster; or, of modes,
 * by the number of features that are equal. Ties: the prototype that stands first in the file.
 * Models of U-SPEC: uspec.h.
 *
 * An object has no label (CE_MISSING) where a value is missing that the clustering sees, unless it
 * goes by modes, for which a missing value is one like others; where it has no value in common with
 * any mode; where its unit belongs to no cluster; and where a model of U-SPEC by cosine sees zeros
 * only.
 */
#ifndef CE_GENERATE_ASSIGNER_H
#define CE_GENERATE_ASSIGNER_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "io/csv.h"
#include "io/row_stream.h"

typedef struct ce_assigner ce_assigner;

/* 0 or CE_ENOMEM. */
int ce_assigner_alloc(ce_assigner **assigner, ce_error *err);
void ce_assigner_free(ce_assigner *assigner);

/* Reads a model file, whose kind its header tells, and adds its clusterings. 0 or a failure, after
 * which the assigner can only be freed. */
int ce_assigner_read(ce_assigner *assigner, const char *path, const ce_table_format *format,
                     ce_error *err);

/* Clusterings in the order of the files and in them; their names; their labels are 0 .. k - 1. */
size_t ce_assigner_members(const ce_assigner *assigner);
const char *ce_assigner_name(const ce_assigner *assigner, size_t member);
int32_t ce_assigner_k(const ce_assigner *assigner, size_t member);

/* The clustering is not asked for: it gives no labels, and nothing is done for it. */
void ce_assigner_leave_out(ce_assigner *assigner, size_t member);

/*
 * Finds the columns of the data that the clusterings see: for ce_row_receiver.begin. Features go by
 * name where model and data have names, else by their place; those of U-SPEC's models go by place.
 * path: of the data, for messages. *want: owned by the assigner.
 *
 * 0, CE_ENOMEM or CE_EINPUT: a feature that is not there or is there twice; by place, another
 * number of columns.
 */
int ce_assigner_bind(ce_assigner *assigner, const ce_row_head *head, const char *path,
                     const ce_row_want **want, size_t *wants, ce_error *err);

/* labels: block->count x members, row-major. On ce_threads() threads. 0 or CE_ENOMEM. */
int ce_assigner_label(ce_assigner *assigner, const ce_row_block *block, int32_t *labels,
                      ce_error *err);

/* How many objects so far had a missing number. */
size_t ce_assigner_incomplete(const ce_assigner *assigner);

#endif
