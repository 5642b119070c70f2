/*
 * hypergraph_file.h: hypergraphs as files of hMETIS (.hgr), and the parts that partitioners write.
 *
 *   EDGES VERTICES [FMT]        FMT 1: edges have weights, 10: vertices, 11: both
 *   [WEIGHT] VERTEX...          a line for each edge, vertices from 1
 *   WEIGHT                      a line for each vertex, with FMT 10 or 11
 *
 * Lines that begin with % are comments. Empty lines are skipped. hMETIS wants whole weights; Clens
 * reads and writes any number from 0 on.
 */
#ifndef CE_IO_HYPERGRAPH_FILE_H
#define CE_IO_HYPERGRAPH_FILE_H

#include <stddef.h>

#include "core/error.h"
#include "core/hypergraph.h"
#include "core/labels.h"
#include "io/input.h"

/* Reads the rest of an open input. Refused with file and line: an edge without a vertex, or with
 * one twice; numbers out of range; lines missing or left over; more vertices than there is memory
 * to cut them. 0 or a failure; graph is empty after one. */
int ce_hypergraph_read(ce_hypergraph *graph, ce_input *input, ce_error *err);

/* Leaves out edges without a vertex, which cannot be written in this format. path as in
 * ce_output_open. */
int ce_hypergraph_write(const ce_hypergraph *graph, const char *path, ce_error *err);

/* Looks at the first bytes, before anything is read. *yes: 1 if they are those of a hypergraph,
 * namely a comment or a line of numbers with space between them; 0 after a failure. */
int ce_hypergraph_is_next(ce_input *input, int *yes, ce_error *err);

/* Reads a line for each of n vertices, its part 0 .. k-1. Parts are renumbered by first
 * appearance; partition->k is the number of parts that occur. 0 or a failure; the partition is
 * empty after one. */
int ce_hypergraph_parts_read(ce_partition *partition, const char *path, size_t n, size_t k,
                             ce_error *err);

#endif
