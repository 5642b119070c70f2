/*
 * elite_search.h: for every node its elite neighbours: the nodes whose similarity is not below the
 * K-th largest of its row.
 */
#ifndef CE_SIMILARITY_ELITE_SEARCH_H
#define CE_SIMILARITY_ELITE_SEARCH_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"

/* Set to zero before use. The lists of a block are one allocation. */
typedef struct {
    size_t n, blocks;
    double *threshold;   /* owned; n: the K-th largest similarity of each row, zeros counted */
    size_t *count;       /* owned; n: neighbours of each node */
    int32_t **neighbour; /* owned; n: those of node i, ascending; in block_neighbour */
    double **weight;     /* owned; n: their similarities, > 0 and >= threshold[i]; likewise */
    int32_t **block_neighbour; /* owned; blocks: the allocations */
    double **block_weight;     /* likewise */
    size_t entries;            /* sum of count */
} ce_elite_lists;

/* All rows of the similarity matrix are searched, each alone. 12 bytes of memory for each
 * neighbour. 0, or CE_ENOMEM with empty lists. */
int ce_elite_search(ce_elite_lists *lists, const ce_labels *rows, size_t elite, ce_error *err);
void ce_elite_lists_free(ce_elite_lists *lists);

#endif
