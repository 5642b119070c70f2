/*
 * hypergraph_file.h: hypergraphs as hMETIS has them on file (.hgr), and parts as partitioners write
 * them.
 *
 *   EDGES VERTICES [FMT]        FMT 1: edges have weights, 10: vertices, 11: both
 *   [WEIGHT] VERTEX...          a line for each edge, vertices from 1
 *   WEIGHT                      a line for each vertex, with FMT 10 or 11
 *
 * Lines that begin with % are comments; empty lines are skipped. hMETIS wants whole weights; we
 * read and write any from 0 on.
 */
#ifndef CE_IO_HYPERGRAPH_FILE_H
#define CE_IO_HYPERGRAPH_FILE_H

#include <stddef.h>

#include "core/error.h"
#include "core/hypergraph.h"
#include "core/labels.h"
#include "io/input.h"

/* Reads all that is left of an open input. Refused with place: an edge without a vertex or with one
 * twice, numbers out of range, lines missing or left over; more vertices than there is memory to
 * cut them. 0 or a failure; graph is empty after one. */
int ce_hypergraph_read(ce_hypergraph *graph, ce_input *input, ce_error *err);

/* Edges without a vertex are left out: the format has no line for them. path as in ce_output_open.
 */
int ce_hypergraph_write(const ce_hypergraph *graph, const char *path, ce_error *err);

/* *yes: the first bytes are those of a hypergraph: a comment, or a line of numbers with space
 * between them. Before anything is read. */
int ce_hypergraph_is_next(ce_input *input, int *yes, ce_error *err);

/* A line for each of n vertices: its part, 0 .. k-1. The partition is numbered by first appearance
 * and has as many parts as occur. 0 or a failure. */
int ce_hypergraph_parts_read(ce_partition *partition, const char *path, size_t n, size_t k,
                             ce_error *err);

#endif
