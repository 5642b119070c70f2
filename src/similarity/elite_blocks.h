/*
 * elite_blocks.h: nodes in blocks of similar ones, and in how many base clusterings a node shares a
 * cluster with those of a block. For elite_graph.c and elite_search.c.
 *
 * Labels are kept as bytes, block by block, so that one vector compare answers for a whole block of
 * CE_BLOCK nodes. Each block also keeps a mask for each base clustering: the labels that occur in
 * it (label mod 64, a bit each). Where two masks have no bit in common, no pair of the two blocks
 * shares a cluster. The masks so bound all similarities of two blocks without a look at them.
 */
#ifndef CE_SIMILARITY_ELITE_BLOCKS_H
#define CE_SIMILARITY_ELITE_BLOCKS_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"

enum { CE_BLOCK = 64, CE_BLOCK_ROWS = 4 };

/* Places 0 .. n-1 are the nodes in the order of the blocks. Block b holds the places from b *
 * CE_BLOCK on. Set to zero before use. */
typedef struct {
    size_t n, m, blocks;
    size_t narrow;  /* base clusterings whose codes fit one byte; they come first */
    size_t *column; /* owned; m: which column of the labels each is */
    size_t *plane;  /* owned; m + 1: first byte of each in a row of codes */
    size_t gaps;    /* base clusterings with missing labels */
    /* Owned; m: 1 + the number of its presence byte for a base clustering with missing labels; 0
     * where none is missing. */
    size_t *gap;
    size_t width;   /* bytes of a row: plane[m] + gaps */
    int32_t *node;  /* owned; n: the node at each place */
    /* Owned; blocks x width x CE_BLOCK: the codes, then presence (1: the label is there). */
    uint8_t *code;
    uint64_t *mask; /* owned; blocks x m: labels mod 64 that occur */
    /* Owned; blocks x m: all ones where a label is missing, else 0; NULL when gaps = 0. */
    uint64_t *hole;
} ce_elite_blocks;

/* One node's side of the comparison, owned by whoever made it. A missing label has a code that
 * equals no other. */
typedef struct {
    uint8_t *code;  /* width bytes */
    uint64_t *mask; /* m */
    uint64_t *hole; /* m; NULL when gaps = 0 */
} ce_elite_row;

/* Row r, lane l: counts for CE_BLOCK_ROWS nodes and the places of a block. Lanes from n on are
 * meaningless. */
typedef struct {
    uint32_t same[CE_BLOCK_ROWS][CE_BLOCK]; /* in one cluster */
    /* Both have a label. Written only when gaps > 0; else all are m. */
    uint32_t both[CE_BLOCK_ROWS][CE_BLOCK];
} ce_elite_tile;

/* Orders the nodes and lays them out. About 2 n m bytes while it works. O(n m) for each of a few
 * hundred pivots. 0, or CE_ENOMEM with empty blocks. */
int ce_elite_blocks_build(ce_elite_blocks *blocks, const ce_labels *rows, ce_error *err);
void ce_elite_blocks_free(ce_elite_blocks *blocks);

/* The row of the node at a place, into memory that the caller has put into *row. O(m). */
void ce_elite_blocks_row(const ce_elite_blocks *blocks, const ce_labels *rows, size_t place,
                         ce_elite_row *row);

/* Counts four rows (a pointer may occur twice) against block b. */
void ce_elite_blocks_count(const ce_elite_blocks *blocks, const uint8_t *const row[CE_BLOCK_ROWS],
                           size_t b, ce_elite_tile *tile);

/* The least whole u, 0 .. m, such that no similarity between a node behind mask and hole and one of
 * block b exceeds u / m. */
uint32_t ce_elite_blocks_bound(const ce_elite_blocks *blocks, const uint64_t *mask,
                               const uint64_t *hole, size_t b);

#endif
