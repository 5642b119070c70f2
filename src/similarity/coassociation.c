#include "similarity/coassociation.h"

#include <stdlib.h>
#include <string.h>

#include "core/label_pairs.h"
#include "core/memory.h"
#include "core/pace.h"
#include "core/parallel.h"

enum { ROWS = CE_TILE_ROWS, LANES = CE_TILE_LANES };

/* What a matrix is made of. An entry is the sum of weights where two objects are together, over the
 * sum of those of `of` where both have a label. */
typedef struct {
    const ce_label_pairs *together, *of;
} quotient;

/* The quotients of one tile, in place of `same`; 0/0 = 0. */
CE_HOT static void divide(ce_pair_tile *tile, const ce_pair_tile *of, int has_gaps, double total)
{
    for (size_t r = 0; r < ROWS; r++)
        for (size_t l = 0; l < LANES; l++) {
            double both = has_gaps ? of->both[r][l] : total;
            tile->same[r][l] = both > 0 ? tile->same[r][l] / both : 0;
        }
}

/* row: room for the bytes of both. */
static void prepare_row(const quotient *q, size_t i, uint8_t *row)
{
    ce_label_pairs_row(q->together, i, row);
    if (q->of != q->together)
        ce_label_pairs_row(q->of, i, row + ce_label_pairs_row_bytes(q->together));
}

static void quotients(const quotient *q, const uint8_t *row, size_t j, ce_pair_tile *tile)
{
    ce_pair_tile of;

    ce_label_pairs_tile(q->together, row, j, tile);
    if (q->of != q->together && q->of->gaps)
        ce_label_pairs_tile(q->of, row + ce_label_pairs_row_bytes(q->together), j, &of);
    divide(tile, q->of != q->together ? &of : tile, q->of->gaps != 0, q->of->total);
}

/* Objects i .. i + ROWS - 1 against j .. n-1. j is the tile border at or before i (upper), or 0.
 * Each quotient is copied to out[r][j'], so out[r] is where column 0 of row i + r would be. */
static void fill_rows(const quotient *q, size_t i, size_t rows, int upper, uint8_t *row,
                      double *const out[ROWS])
{
    size_t n = q->together->n;
    ce_pair_tile tile;

    prepare_row(q, i, row);
    for (size_t j = upper ? i / LANES * LANES : 0; j < n; j += LANES) {
        size_t end = n - j < LANES ? n - j : LANES;
        quotients(q, row, j, &tile);
        for (size_t r = 0; r < rows; r++) {
            size_t from = upper && i + r > j ? i + r - j : 0;
            if (from < end)
                memcpy(out[r] + j + from, tile.same[r] + from, (end - from) * sizeof(double));
            if (i + r >= j && i + r < j + end)
                out[r][i + r] = 1;
        }
    }
}

/* Rows first .. last-1 of all columns into block, or (block NULL) the upper triangle into packed
 * values. */
static int fill(const quotient *q, size_t first, size_t last, double *block, double *packed,
                const ce_progress *progress, ce_error *err)
{
    size_t n = q->together->n, bytes = ce_label_pairs_row_bytes(q->together) +
                                       (q->of != q->together ? ce_label_pairs_row_bytes(q->of) : 0);
    size_t blocks = (last - first + ROWS - 1) / ROWS;
    ce_pace pace = ce_pace_of_pieces(progress, packed ? n * (n + 1) / 2 : (last - first) * n);
    int failed = 0;

#pragma omp parallel
    {
        uint8_t *row = ce_alloc(bytes, 1, NULL);
        if (!row) {
#pragma omp atomic write
            failed = 1;
        }
#pragma omp for schedule(dynamic, 4)
        for (size_t b = 0; b < blocks; b++) {
            size_t i = first + b * ROWS, rows = last - i < ROWS ? last - i : ROWS;
            double *out[ROWS];
            for (size_t r = 0; r < rows; r++)
                out[r] = packed ? packed + (ce_packed_index(n, i + r, i + r) - (i + r))
                                : block + (i + r - first) * n;
            if (row)
                fill_rows(q, i, rows, packed != NULL, row, out);
            ce_pace_pieces(&pace, packed ? rows * (n - i) - rows * (rows - 1) / 2 : rows * n);
        }
        free(row);
    }
    ce_pace_end(&pace);
    return failed ? ce_fail(err, CE_ENOMEM, "out of memory for the co-association matrix") : CE_OK;
}

int ce_coassociation(const ce_labels *labels, const double *weight, ce_similarity *s,
                     const ce_progress *progress, ce_error *err)
{
    ce_label_pairs pairs = {0};
    int rc = ce_similarity_alloc_dense(
        s, labels->n, "the co-association matrix",
        "only its entries above a threshold, blocks of its rows, or a consensus of microclusters,",
        err);

    if (!rc)
        rc = ce_label_pairs_build(&pairs, labels, weight, err);
    if (!rc)
        rc = fill(&(quotient){&pairs, &pairs}, 0, labels->n, NULL, s->values, progress, err);
    ce_label_pairs_free(&pairs);
    if (rc)
        ce_similarity_free(s);
    return rc;
}

/* m weights as shares of the largest; NULL without memory. */
static double *shares(const double *weight, size_t m, ce_error *err)
{
    double *share = ce_alloc(m, sizeof *share, err), largest = 0;

    for (size_t q = 0; q < m; q++)
        largest = weight[q] > largest ? weight[q] : largest;
    for (size_t q = 0; q < m && share; q++)
        share[q] = largest > 0 ? weight[q] / largest : 0;
    return share;
}

int ce_coassociation_mean(const ce_labels *labels, const double *weight, ce_similarity *s,
                          const ce_progress *progress, ce_error *err)
{
    ce_label_pairs weighed = {0}, counted = {0};
    double *share;
    int rc;

    if (!ce_labels_have_missing(labels))
        return ce_coassociation(labels, weight, s, progress, err);
    share = shares(weight, labels->m, err);
    if (!share)
        return CE_ENOMEM;
    rc = ce_similarity_alloc_dense(s, labels->n, "the weighted co-association matrix",
                                   "a consensus of microclusters", err);
    if (!rc)
        rc = ce_label_pairs_build(&weighed, labels, share, err);
    if (!rc)
        rc = ce_label_pairs_build(&counted, labels, NULL, err);
    if (!rc)
        rc = fill(&(quotient){&weighed, &counted}, 0, labels->n, NULL, s->values, progress, err);
    free(share);
    ce_label_pairs_free(&weighed);
    ce_label_pairs_free(&counted);
    if (rc)
        ce_similarity_free(s);
    return rc;
}

/* A copy in which every missing label is a cluster of its own: present, and shared with nobody. */
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

int ce_coassociation_over_all(const ce_labels *labels, const double *weight, ce_similarity *s,
                              const ce_progress *progress, ce_error *err)
{
    ce_labels copy = {0};
    int rc = missing_as_singletons(labels, &copy, err);

    if (!rc)
        rc = ce_coassociation(&copy, weight, s, progress, err);
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

int ce_coassociation_rows(const ce_labels *labels, const double *weight, size_t first, size_t last,
                          double *block, ce_error *err)
{
    ce_label_pairs pairs = {0};
    int rc;

    if (first > last || last > labels->n)
        return ce_fail(err, CE_EARG, "rows %zu to %zu, %zu objects", first + 1, last, labels->n);
    rc = ce_label_pairs_build(&pairs, labels, weight, err);
    if (!rc)
        rc = fill(&(quotient){&pairs, &pairs}, first, last, block, NULL, NULL, err);
    ce_label_pairs_free(&pairs);
    return rc;
}
