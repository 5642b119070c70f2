/*
 * label_pairs.h: for blocks of pairs of objects, in how many base clusterings they share a cluster.
 *
 * The labels are kept as planes of bytes, one plane for a base clustering of up to 256 clusters and
 * one more for each further byte, so that one vector compare answers for 16 to 64 pairs. Pairs are
 * counted in tiles of CE_TILE_ROWS objects by CE_TILE_LANES objects.
 */
#ifndef CE_CORE_LABEL_PAIRS_H
#define CE_CORE_LABEL_PAIRS_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"

enum { CE_TILE_ROWS = 4, CE_TILE_LANES = 64 };

/* Zero-initialise before use. The labels it was made from must stay valid. */
typedef struct {
    const ce_labels *labels;
    size_t n, padded;        /* objects; the same rounded up to whole tiles */
    size_t m;                /* base clusterings of weight > 0 */
    size_t *column;          /* owned; m: which column of labels each is */
    double *weight;          /* owned; m; NULL when all are equal: then counts are taken */
    double total; /* sum of the weights, in the order of the columns; m when all are equal */
    size_t *plane;           /* owned; m + 1: first byte plane of each */
    uint8_t *code; /* owned; plane[m] x padded: byte of the label; missing labels have a code of
                      their own */
    size_t *gap; /* owned; m: 1 + which presence plane a clustering with missing labels has; 0: all
                    present */
    size_t gaps;             /* clusterings with missing labels */
    uint8_t *present;        /* owned; gaps x padded: 1 where the label is there */
} ce_label_pairs;

/* One tile: row r, lane l are objects (i + r, j + l). `same` and `both` are counts, or sums of
 * weights. */
typedef struct {
    double same[CE_TILE_ROWS][CE_TILE_LANES]; /* both in one cluster */
    double both[CE_TILE_ROWS][CE_TILE_LANES]; /* both have a label; written only when gaps > 0, else
                                                 all are `total` */
} ce_pair_tile;

/* weight: m finite weights >= 0, not all 0 (else CE_EARG), or NULL. Equal weights count as none.
 * O(n m). */
int ce_label_pairs_build(ce_label_pairs *pairs, const ce_labels *labels, const double *weight,
                         ce_error *err);
void ce_label_pairs_free(ce_label_pairs *pairs);

/* Memory for ce_label_pairs_row: bytes of the CE_TILE_ROWS objects that a row of tiles begins with.
 */
size_t ce_label_pairs_row_bytes(const ce_label_pairs *pairs);

/* Prepares the objects i .. i + CE_TILE_ROWS - 1 (those from n on repeat the last). row:
 * ce_label_pairs_row_bytes bytes. */
void ce_label_pairs_row(const ce_label_pairs *pairs, size_t i, uint8_t *row);

/* The same for any CE_TILE_ROWS objects, which need not be different. */
void ce_label_pairs_rows(const ce_label_pairs *pairs, const size_t object[CE_TILE_ROWS],
                         uint8_t *row);

/* The tile of those objects and of j .. j + CE_TILE_LANES - 1; j a multiple of CE_TILE_LANES below
 * n. Lanes from n on are meaningless. */
void ce_label_pairs_tile(const ce_label_pairs *pairs, const uint8_t *row, size_t j,
                         ce_pair_tile *tile);

/* The same as whole numbers, whatever the weights: both is written only when gaps > 0, else all are
 * m. m below 2^32. */
void ce_label_pairs_counts(const ce_label_pairs *pairs, const uint8_t *row, size_t j,
                           uint32_t same[CE_TILE_ROWS][CE_TILE_LANES],
                           uint32_t both[CE_TILE_ROWS][CE_TILE_LANES]);

/* What `both` is for one pair (counts or weights). O(gaps). */
double ce_label_pairs_both(const ce_label_pairs *pairs, size_t i, size_t j);

#endif
