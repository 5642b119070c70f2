/*
 * hypergraph_program.h: a hypergraph cut by a program that is installed: hMETIS and those that are
 * called like it.
 */
#ifndef CE_PARTITION_HYPERGRAPH_PROGRAM_H
#define CE_PARTITION_HYPERGRAPH_PROGRAM_H

#include "core/error.h"
#include "core/hypergraph.h"
#include "core/labels.h"
#include "partition/hypergraph/hypergraph_cut.h"

/*
 * Writes graph.hgr into a new folder (in TMPDIR, else /tmp), runs `command FOLDER/graph.hgr K
 * IMBALANCE` by sh, as shmetis is called, reads FOLDER/graph.hgr.part.K, and removes the folder.
 * What the program prints is shown to nobody but where it fails: then its last line is in the
 * message. Its exit status is not looked at (hMETIS's means nothing), unless a signal ended it:
 * what counts is whether the parts are there, one of 0 .. k-1 for every vertex. partition: those
 * that are not empty. cut may be NULL. 0, CE_ENOMEM, CE_EARG, CE_EINPUT (k > n), CE_EIO.
 */
int ce_hypergraph_program(const ce_hypergraph *graph, const char *command,
                          const ce_hypergraph_options *options, ce_partition *partition,
                          double *cut, ce_error *err);

#endif
