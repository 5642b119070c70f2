/*
 * hypergraph_program.h: a hypergraph cut by an installed program: hMETIS, and programs that are
 * called like it.
 */
#ifndef CE_PARTITION_HYPERGRAPH_PROGRAM_H
#define CE_PARTITION_HYPERGRAPH_PROGRAM_H

#include "core/error.h"
#include "core/hypergraph.h"
#include "core/labels.h"
#include "partition/hypergraph/hypergraph_cut.h"

/*
 * 1. Writes graph.hgr into a new folder (in TMPDIR, else /tmp).
 * 2. Runs `command FOLDER/graph.hgr K IMBALANCE` by sh, as shmetis is called.
 * 3. Reads FOLDER/graph.hgr.part.K: a part 0 .. k-1 for every vertex.
 * 4. Removes the folder.
 *
 * The program fails if a signal ends it, or if the parts are not there. Its exit status does not
 * count, because that of hMETIS means nothing. What it prints is not shown, but after a failure its
 * last line is in the message.
 *
 * partition: the parts that are not empty. cut may be NULL. Returns 0, CE_ENOMEM, CE_EARG,
 * CE_EINPUT (k > n) or CE_EIO. After a failure the partition is empty and *cut untouched.
 */
int ce_hypergraph_program(const ce_hypergraph *graph, const char *command,
                          const ce_hypergraph_options *options, ce_partition *partition,
                          double *cut, ce_error *err);

#endif
