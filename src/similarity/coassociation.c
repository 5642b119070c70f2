#include "similarity/coassociation.h"

#include <stdlib.h>
#include <string.h>

#include "core/label_pairs.h"
#include "core/memory.h"
#include "core/parallel.h"

enum { ROWS = CE_TILE_ROWS, LANES = CE_TILE_LANES };

/* The quotients of one tile, in place of `same`; 0/0 = 0. */
CE_HOT static void divide(ce_pair_tile *tile, int has_gaps, double total)
{
    for (size_t r = 0; r < ROWS; r++)
        for (size_t l = 0; l < LANES; l++) {
            double both = has_gaps ? tile->both[r][l] : total;
            tile->same[r][l] = both > 0 ? tile->same[r][l] / both : 0;
        }
}

/* Objects i .. i + ROWS - 1 against j .. n-1, where j is the tile border at or before i (upper) or 0; each quotient is
 * copied to out[r][j'], so out[r] is where column 0 of row i + r would be. */
static void fill_rows(const ce_label_pairs *pairs, size_t i, size_t rows, int upper, uint8_t *row, double *const out[ROWS])
{
    ce_pair_tile tile;

    ce_label_pairs_row(pairs, i, row);
    for (size_t j = upper ? i / LANES * LANES : 0; j < pairs->n; j += LANES) {
        size_t end = pairs->n - j < LANES ? pairs->n - j : LANES;
        ce_label_pairs_tile(pairs, row, j, &tile);
        divide(&tile, pairs->gaps != 0, pairs->total);
        for (size_t r = 0; r < rows; r++) {
            size_t from = upper && i + r > j ? i + r - j : 0;
            if (from < end)
                memcpy(out[r] + j + from, tile.same[r] + from, (end - from) * sizeof(double));
            if (i + r >= j && i + r < j + end)
                out[r][i + r] = 1;
        }
    }
}

/* Rows first .. last-1 of all columns into block, or (block NULL) the upper triangle into packed values. */
static int fill(const ce_label_pairs *pairs, size_t first, size_t last, double *block, double *packed, ce_error *err)
{
    size_t n = pairs->n, blocks = (last - first + ROWS - 1) / ROWS;
    int failed = 0;

#pragma omp parallel
    {
        uint8_t *row = ce_alloc(ce_label_pairs_row_bytes(pairs), 1, NULL);
        if (!row) {
#pragma omp atomic write
            failed = 1;
        }
#pragma omp for schedule(dynamic, 4)
        for (size_t b = 0; b < blocks; b++) {
            size_t i = first + b * ROWS, rows = last - i < ROWS ? last - i : ROWS;
            double *out[ROWS];
            for (size_t r = 0; r < rows; r++)
                out[r] = packed ? packed + (ce_packed_index(n, i + r, i + r) - (i + r)) : block + (i + r - first) * n;
            if (row)
                fill_rows(pairs, i, rows, packed != NULL, row, out);
        }
        free(row);
    }
    return failed ? ce_fail(err, CE_ENOMEM, "out of memory for the co-association matrix") : CE_OK;
}

int ce_coassociation(const ce_labels *labels, const double *weight, ce_similarity *s, ce_error *err)
{
    ce_label_pairs pairs = {0};
    int rc = ce_similarity_alloc_dense(s, labels->n, "the co-association matrix",
                                       "only its entries above a threshold (ce-similarity --sparse), blocks of its rows "
                                       "(--rows), or ce-consensus, which works on microclusters,",
                                       err);

    if (!rc && !(rc = ce_label_pairs_build(&pairs, labels, weight, err)))
        rc = fill(&pairs, 0, labels->n, NULL, s->values, err);
    ce_label_pairs_free(&pairs);
    if (rc)
        ce_similarity_free(s);
    return rc;
}

/* A copy in which every missing label is a cluster of its own: shared with nobody, and present. */
static int missing_as_singletons(const ce_labels *labels, ce_labels *copy, ce_error *err)
{
    int rc = ce_labels_alloc(copy, labels->n, labels->m, err);

    for (size_t q = 0; q < labels->m && !rc; q++) {
        const int32_t *from = ce_labels_column(labels, q);
        int32_t *to = ce_labels_column(copy, q);
        copy->k[q] = labels->k[q];
        for (size_t i = 0; i < labels->n; i++)
            to[i] = from[i] < 0 ? copy->k[q]++ : from[i];
    }
    return rc;
}

int ce_coassociation_over_all(const ce_labels *labels, const double *weight, ce_similarity *s, ce_error *err)
{
    ce_labels copy = {0};
    int rc = missing_as_singletons(labels, &copy, err);

    if (!rc)
        rc = ce_coassociation(&copy, weight, s, err);
    ce_labels_free(&copy);
    for (size_t i = 0; i < labels->n && !rc; i++) {
        double present = 0, total = 0;
        for (size_t q = 0; q < labels->m; q++) {
            double w = weight ? weight[q] : 1;
            present += ce_labels_column(labels, q)[i] >= 0 ? w : 0;
            total += w;
        }
        s->values[ce_packed_index(s->n, i, i)] = present / total;
    }
    return rc;
}

int ce_coassociation_rows(const ce_labels *labels, const double *weight, size_t first, size_t last, double *block,
                          ce_error *err)
{
    ce_label_pairs pairs = {0};
    int rc;

    if (first > last || last > labels->n)
        return ce_fail(err, CE_EARG, "rows %zu to %zu, %zu objects", first + 1, last, labels->n);
    if (!(rc = ce_label_pairs_build(&pairs, labels, weight, err)))
        rc = fill(&pairs, first, last, block, NULL, err);
    ce_label_pairs_free(&pairs);
    return rc;
}
