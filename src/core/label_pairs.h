/*
 * label_pairs.h: in how many base clusterings two objects share a cluster, for blocks of pairs.
 *
 * Labels are kept as planes of bytes. A base clustering of up to 256 clusters has one plane, a
 * larger one has a plane for each byte. One vector comparison then answers for 16 to 64 pairs.
 * Pairs are counted in tiles of CE_TILE_ROWS objects by CE_TILE_LANES objects.
 *
 * To count all pairs:
 *
 * 1. ce_label_pairs_build, once.
 * 2. ce_label_pairs_row for every CE_TILE_ROWS-th object i.
 * 3. ce_label_pairs_tile or ce_label_pairs_counts for every tile of that row.
 * 4. ce_label_pairs_free.
 */
#ifndef CE_CORE_LABEL_PAIRS_H
#define CE_CORE_LABEL_PAIRS_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"

enum { CE_TILE_ROWS = 4, CE_TILE_LANES = 64 };

/*
 * Set to zero before use. It borrows the labels it was made from, which must outlive it.
 *
 * A missing label has a code of its own in its planes. total is the sum of the weights in the order
 * of the columns, or m when all weights are equal.
 */
typedef struct {
    const ce_labels *labels;
    size_t n, padded; /* objects; n rounded up to whole tiles */
    size_t m;         /* base clusterings of weight > 0 */
    size_t *column;   /* owned; m: their columns in labels */
    double *weight;   /* owned; m; NULL when all are equal: pairs are counted */
    double total;     /* sum of the weights, or m */
    size_t *plane;    /* owned; m + 1: first byte plane of each */
    uint8_t *code;    /* owned; plane[m] x padded, by tiles of lanes: bytes of the labels */
    size_t *gap;      /* owned; m: 1 + its presence plane; 0: no label is missing */
    size_t gaps;      /* clusterings with missing labels */
    uint8_t *present; /* owned; gaps x padded, by tiles too: 1 where there is a label */
} ce_label_pairs;

/* One tile: row r, lane l is the pair of objects (i + r, j + l). Both arrays hold counts, or sums
 * of weights. `both` is written only when gaps > 0; without gaps every entry would be `total`. */
typedef struct {
    double same[CE_TILE_ROWS][CE_TILE_LANES]; /* pairs in one cluster */
    double both[CE_TILE_ROWS][CE_TILE_LANES]; /* pairs with two labels */
} ce_pair_tile;

/* weight: m finite weights >= 0, not all 0 (else CE_EARG), or NULL. Equal weights are the same as
 * NULL. O(n m). 0, CE_ENOMEM or CE_EARG; pairs is empty after a failure. */
int ce_label_pairs_build(ce_label_pairs *pairs, const ce_labels *labels, const double *weight,
                         ce_error *err);
void ce_label_pairs_free(ce_label_pairs *pairs);

/* Bytes that ce_label_pairs_row needs for the CE_TILE_ROWS objects of a row of tiles. */
size_t ce_label_pairs_row_bytes(const ce_label_pairs *pairs);

/* Prepares the objects i .. i + CE_TILE_ROWS - 1; from n on the last object is repeated. row:
 * ce_label_pairs_row_bytes bytes. */
void ce_label_pairs_row(const ce_label_pairs *pairs, size_t i, uint8_t *row);

/* The same for any CE_TILE_ROWS objects, which need not be different. */
void ce_label_pairs_rows(const ce_label_pairs *pairs, const size_t object[CE_TILE_ROWS],
                         uint8_t *row);

/* The tile of the prepared objects and of j .. j + CE_TILE_LANES - 1. j: a multiple of
 * CE_TILE_LANES below n. Lanes from n on are meaningless. */
void ce_label_pairs_tile(const ce_label_pairs *pairs, const uint8_t *row, size_t j,
                         ce_pair_tile *tile);

/* The same as whole numbers, without the weights. `both` is written only when gaps > 0; without
 * gaps every entry would be m. m < 2^32. */
void ce_label_pairs_counts(const ce_label_pairs *pairs, const uint8_t *row, size_t j,
                           uint32_t same[CE_TILE_ROWS][CE_TILE_LANES],
                           uint32_t both[CE_TILE_ROWS][CE_TILE_LANES]);

/* The value of `both` for one pair (a count or a sum of weights). O(gaps). */
double ce_label_pairs_both(const ce_label_pairs *pairs, size_t i, size_t j);

#endif
