/*
 * graph_cut.h: graph partitioning by METIS (doc/readings.md, karypis1998).
 *
 * METIS bisects, and the recursion to k parts is done here. METIS's own recursion prints to
 * standard output, and leaves parts empty when a subgraph has fewer vertices than parts. If a side
 * of a bisection has fewer vertices than parts to come, it gets those of the other side that cost
 * least. So every part has a vertex, for all 1 <= k <= n.
 *
 * METIS's answer on a few dozen vertices depends on its random start, and one vertex is then a
 * large share of a part. So a graph is cut several times:
 *
 * 1. A graph is cut 32 times, less often when it has more than 32768 edges, once from 524288 on.
 * 2. Up to 1024 vertices, and 65536 vertices times parts, each cut is refined by moves of single
 *    vertices (metis_refine.h).
 * 3. The best cut is kept. Loads may differ from their mean by one mean vertex, or by what the
 *    balance allows if that is more. The cut that exceeds this least is best; then the one with the
 *    least weight cut; then the one with the most even loads (least sum of squares); then the
 *    first.
 *
 * The scheme ONCE does none of this: it is one call of METIS's own recursion, as pmetis is called.
 *
 * A partition is empty after a failure.
 */
#ifndef CE_PARTITION_GRAPH_CUT_H
#define CE_PARTITION_GRAPH_CUT_H

#include <stdint.h>

#include "core/error.h"
#include "core/graph.h"
#include "core/labels.h"
#include "core/row_source.h"
#include "core/similarity.h"

/* KWAY needs a graph large enough to be coarsened: at least 30 vertices a part, none heavier than
 * half a part. Other graphs are then cut by RECURSIVE. */
typedef enum { CE_METIS_RECURSIVE, CE_METIS_KWAY, CE_METIS_ONCE } ce_metis_scheme;
/* In the order of the enum; for option rows. */
#define CE_METIS_SCHEME_NAMES "recursive|kway|once"

typedef struct {
    size_t k;
    ce_metis_scheme
        scheme;     /* RECURSIVE and ONCE: the pmetis of the papers, with and without care */
    double balance; /* load of the heaviest part over the mean, e.g. 1.03; 0: METIS's own default */
    uint64_t seed;
} ce_metis_options;

/*
 * k parts of nearly equal vertex weight with little weight of cut edges. partition: n labels,
 * numbered by first appearance; k: parts that are not empty. By ONCE there can be fewer than asked
 * for.
 *
 * METIS takes whole numbers. Edge weights are used as they are if all are whole and their sum over
 * the graph, each edge counted from both ends, is at most 1e9. Otherwise they are scaled to that
 * sum by one common factor, and rounded to at least 1. The same holds for vertex weights, with a
 * sum of 2^30.
 *
 * Returns 0, CE_ENOMEM, CE_EARG (k = 0, a balance below 1), CE_EINPUT (k > n, a negative
 * similarity) or CE_ENUM (METIS's status). METIS keeps its random state in the process, so calls
 * from several threads wait for one another.
 */
int ce_metis(const ce_graph *graph, const ce_metis_options *options, ce_partition *partition,
             ce_error *err);

/* The same for the graph of ce_graph_from_similarity (similarity_graph.h), without that graph's
 * memory. */
int ce_metis_similarity(const ce_similarity *s, const double *size, const ce_metis_options *options,
                        ce_partition *partition, ce_error *err);

/*
 * The same for the bipartite graph of the rows of a source (first) and its columns, without that
 * graph's memory. partition: rows + columns labels.
 *
 * A row weighs its objects in the balance, and a column column_weight (>= 0). An edge weighs its
 * entry times the objects of the row. With column_weight 0 all parts have equally many objects, so
 * what all rows have in common in a column is subtracted first. This does not change the choice
 * between cuts.
 *
 * A graph that is too large to be refined vertex by vertex is refined as bipartite_refine.h says.
 * It is cut 8 times, less often when it has more than 1048576 entries, once from 4194305 on, and
 * the best result is kept. CE_ENOMEM also if METIS is not expected to have enough (40 bytes an
 * entry).
 */
int ce_metis_bipartite(const ce_row_source *rows, double column_weight,
                       const ce_metis_options *options, ce_partition *partition, ce_error *err);

#endif
