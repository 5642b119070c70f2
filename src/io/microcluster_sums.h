/*
 * microcluster_sums.h: microclusters as a table of sums, so that parts of the objects can be
 * compressed apart (doc/parts.md). Blocks:
 *   columns        the names of the base clusterings (sums_names.h)
 *   microclusters  how many objects a row has, keyed by its labels; an empty text: a missing one
 */
#ifndef CE_IO_MICROCLUSTER_SUMS_H
#define CE_IO_MICROCLUSTER_SUMS_H

#include "core/error.h"
#include "core/sums.h"
#include "io/microcluster_table.h"

/* Adds the blocks of a table, read from one part. 0 or CE_ENOMEM. O(count m). */
int ce_microcluster_sums_fill(ce_sums *sums, const ce_microcluster_table *table, size_t part,
                              ce_error *err);

/* The table of these blocks, in the order in which its rows were seen first in the whole. It can be
 * written, but no rows added. table: empty before, and after a failure. path: of the sums. 0,
 * CE_ENOMEM, or CE_EINPUT: parts with different columns, blocks that are damaged. */
int ce_microcluster_sums_read(const ce_sums *sums, const char *path, ce_microcluster_table *table,
                              ce_error *err);

#endif
