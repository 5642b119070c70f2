#include "core/label_pairs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"

enum { ROWS = CE_TILE_ROWS, LANES = CE_TILE_LANES, BYTE_SUM = 255 };

static int check_weights(const ce_labels *labels, const double *weight, ce_error *err)
{
    double largest = 0;

    for (size_t q = 0; q < labels->m; q++) {
        if (!isfinite(weight[q]) || weight[q] < 0)
            return ce_fail(err, CE_EARG, "weight %zu is %g, a finite number from 0 expected", q + 1,
                           weight[q]);
        largest = fmax(largest, weight[q]);
    }
    return largest > 0 ? CE_OK : ce_fail(err, CE_EARG, "all weights are 0");
}

/* Chooses the base clusterings that count, and keeps their weights if these differ. */
static int choose_columns(ce_label_pairs *pairs, const double *weight, ce_error *err)
{
    const ce_labels *labels = pairs->labels;
    int differ = 0;

    for (size_t q = 0; q < labels->m; q++) {
        if (weight && weight[q] == 0)
            continue;
        pairs->column[pairs->m++] = q;
        differ |= weight && weight[q] != weight[pairs->column[0]];
    }
    pairs->total = (double)pairs->m;
    if (!differ)
        return CE_OK;
    pairs->weight = ce_alloc(pairs->m, sizeof *pairs->weight, err);
    if (!pairs->weight)
        return CE_ENOMEM;
    pairs->total = 0;
    for (size_t q = 0; q < pairs->m; q++) {
        pairs->weight[q] = weight[pairs->column[q]];
        pairs->total += pairs->weight[q];
    }
    return CE_OK;
}

/* Numbers the planes and presence planes of each clustering. A missing label has two codes, so that
 * two missing labels are never equal: k for the second object of a pair and k + 1 for the first. */
static void lay_out(ce_label_pairs *pairs)
{
    for (size_t q = 0; q < pairs->m; q++) {
        size_t column = pairs->column[q], planes = 1;
        int missing = ce_column_has_missing(ce_labels_column(pairs->labels, column), pairs->n);
        uint64_t codes = (uint64_t)pairs->labels->k[column] + (missing ? 2 : 0);

        while (codes > UINT64_C(1) << 8 * planes)
            planes++;
        pairs->plane[q + 1] = pairs->plane[q] + planes;
        pairs->gap[q] = missing ? ++pairs->gaps : 0;
    }
}

static size_t planes_of(const ce_label_pairs *pairs)
{
    return pairs->plane[pairs->m];
}

/* Where the LANES objects from j on stand in plane p of `planes`. The planes of a tile stand side
 * by side, so that a comparison reads memory in its order. */
static size_t place(size_t planes, size_t p, size_t j)
{
    return (j / LANES * planes + p) * LANES + j % LANES;
}

static void fill_planes(ce_label_pairs *pairs, size_t q)
{
    const int32_t *label = ce_labels_column(pairs->labels, pairs->column[q]);
    uint32_t missing = (uint32_t)pairs->labels->k[pairs->column[q]];

    for (size_t p = pairs->plane[q], shift = 0; p < pairs->plane[q + 1]; p++, shift += 8)
        for (size_t i = 0; i < pairs->n; i++)
            pairs->code[place(planes_of(pairs), p, i)] =
                (uint8_t)((label[i] < 0 ? missing : (uint32_t)label[i]) >> shift);
    if (pairs->gap[q])
        for (size_t i = 0; i < pairs->n; i++)
            pairs->present[place(pairs->gaps, pairs->gap[q] - 1, i)] = label[i] >= 0;
}

int ce_label_pairs_build(ce_label_pairs *pairs, const ce_labels *labels, const double *weight,
                         ce_error *err)
{
    size_t n = labels->n, m = labels->m;
    int rc = CE_OK;

    ce_label_pairs_free(pairs);
    if (weight && (rc = check_weights(labels, weight, err)))
        return rc;
    pairs->labels = labels;
    pairs->n = n;
    pairs->padded = (n + LANES - 1) / LANES * LANES;
    pairs->column = ce_alloc(m, sizeof *pairs->column, err);
    pairs->plane = ce_calloc(m + 1, sizeof *pairs->plane, err);
    pairs->gap = ce_calloc(m, sizeof *pairs->gap, err);
    if (pairs->column && pairs->plane && pairs->gap)
        rc = choose_columns(pairs, weight, err);
    else
        rc = CE_ENOMEM;
    if (!rc) {
        lay_out(pairs);
        pairs->code = ce_alloc(pairs->plane[pairs->m] * pairs->padded, 1, err);
        pairs->present = ce_alloc(pairs->gaps * pairs->padded, 1, err);
        rc = pairs->code && pairs->present ? CE_OK : CE_ENOMEM;
    }
    if (rc) {
        ce_label_pairs_free(pairs);
        return rc;
    }
    /* the padding behind the last object is compared too, though nobody reads the result */
    memset(pairs->code, 0, pairs->plane[pairs->m] * pairs->padded);
    memset(pairs->present, 0, pairs->gaps * pairs->padded);
    for (size_t q = 0; q < pairs->m; q++)
        fill_planes(pairs, q);
    return CE_OK;
}

void ce_label_pairs_free(ce_label_pairs *pairs)
{
    if (!pairs)
        return;
    free(pairs->column);
    free(pairs->weight);
    free(pairs->plane);
    free(pairs->code);
    free(pairs->gap);
    free(pairs->present);
    *pairs = (ce_label_pairs){0};
}

/* The layout of a row: ROWS bytes for each code plane, then for each presence plane. */
size_t ce_label_pairs_row_bytes(const ce_label_pairs *pairs)
{
    return (pairs->plane[pairs->m] + pairs->gaps) * ROWS;
}

void ce_label_pairs_rows(const ce_label_pairs *pairs, const size_t object[ROWS], uint8_t *row)
{
    uint8_t *present = row + pairs->plane[pairs->m] * ROWS;

    for (size_t r = 0; r < ROWS; r++)
        for (size_t q = 0; q < pairs->m; q++) {
            int32_t label = ce_labels_column(pairs->labels, pairs->column[q])[object[r]];
            uint32_t code =
                label < 0 ? (uint32_t)pairs->labels->k[pairs->column[q]] + 1 : (uint32_t)label;
            for (size_t p = pairs->plane[q]; p < pairs->plane[q + 1]; p++, code >>= 8)
                row[p * ROWS + r] = (uint8_t)code;
            if (pairs->gap[q])
                present[(pairs->gap[q] - 1) * ROWS + r] = label >= 0 ? 1 : 2;
        }
}

void ce_label_pairs_row(const ce_label_pairs *pairs, size_t i, uint8_t *row)
{
    size_t object[ROWS];

    for (size_t r = 0; r < ROWS; r++)
        object[r] = i + r < pairs->n ? i + r : pairs->n - 1;
    ce_label_pairs_rows(pairs, object, row);
}

/* Adds to out the number of equal bytes in `count` planes, each a clustering of its own. The caller
 * makes sure that no count exceeds BYTE_SUM. */
CE_HOT CE_UNROLLED static void count_single_planes(const uint8_t *restrict first, size_t count,
                                                   const uint8_t *restrict row,
                                                   uint8_t out[restrict ROWS][LANES])
{
    uint8_t sum[ROWS][LANES];

    memcpy(sum, out, sizeof sum);
    for (size_t p = 0; p < count; p++, first += LANES, row += ROWS)
        for (size_t r = 0; r < ROWS; r++)
            for (size_t l = 0; l < LANES; l++)
                sum[r][l] += first[l] == row[r];
    memcpy(out, sum, sizeof sum);
}

/* One clustering of any number of planes: 1 where the bytes of all planes are equal. */
CE_HOT CE_UNROLLED static void compare_planes(const uint8_t *restrict first, size_t planes,
                                              const uint8_t *restrict row,
                                              uint8_t match[restrict ROWS][LANES])
{
    for (size_t r = 0; r < ROWS; r++) {
        for (size_t l = 0; l < LANES; l++)
            match[r][l] = first[l] == row[r];
        for (size_t p = 1; p < planes; p++)
            for (size_t l = 0; l < LANES; l++)
                match[r][l] &= first[p * LANES + l] == row[p * ROWS + r];
    }
}

/* Adds w where match is 1 (w * 0 = 0 is exact). */
CE_HOT static void add(double sum[ROWS][LANES], uint8_t match[ROWS][LANES], double w)
{
    for (size_t r = 0; r < ROWS; r++)
        for (size_t l = 0; l < LANES; l++)
            sum[r][l] += w * match[r][l];
}

static int is_single(const ce_label_pairs *pairs, size_t q)
{
    return pairs->plane[q + 1] - pairs->plane[q] == 1;
}

/* Counts for the clusterings from q on, at most BYTE_SUM of them. Returns the first one that is
 * left. */
static size_t count_some(const ce_label_pairs *pairs, const uint8_t *row, size_t j, size_t q,
                         uint8_t count[ROWS][LANES])
{
    size_t end = pairs->m - q < BYTE_SUM ? pairs->m : q + BYTE_SUM;
    uint8_t match[ROWS][LANES];

    memset(count, 0, ROWS * sizeof *count);
    while (q < end) {
        const uint8_t *first = pairs->code + place(planes_of(pairs), pairs->plane[q], j),
                      *codes = row + pairs->plane[q] * ROWS;
        size_t singles = 0;
        while (q + singles < end && is_single(pairs, q + singles))
            singles++;
        if (singles) {
            count_single_planes(first, singles, codes, count);
            q += singles;
            continue;
        }
        compare_planes(first, pairs->plane[q + 1] - pairs->plane[q], codes, match);
        for (size_t r = 0; r < ROWS; r++)
            for (size_t l = 0; l < LANES; l++)
                count[r][l] = (uint8_t)(count[r][l] + match[r][l]);
        q++;
    }
    return end;
}

static void count_same(const ce_label_pairs *pairs, const uint8_t *row, size_t j,
                       ce_pair_tile *tile)
{
    uint8_t count[ROWS][LANES];

    for (size_t q = 0; q < pairs->m;) {
        q = count_some(pairs, row, j, q, count);
        add(tile->same, count, 1);
    }
}

static void weigh_same(const ce_label_pairs *pairs, const uint8_t *row, size_t j,
                       ce_pair_tile *tile)
{
    uint8_t match[ROWS][LANES];

    for (size_t q = 0; q < pairs->m; q++) {
        compare_planes(pairs->code + place(planes_of(pairs), pairs->plane[q], j),
                       pairs->plane[q + 1] - pairs->plane[q], row + pairs->plane[q] * ROWS, match);
        add(tile->same, match, pairs->weight[q]);
    }
}

/* Presence is compared like a label. It is 1 for an object of a lane that has a label. For the
 * object of the row it is 1 with a label and 2 without. */
static void count_both(const ce_label_pairs *pairs, const uint8_t *row_present, size_t j,
                       ce_pair_tile *tile)
{
    uint8_t match[ROWS][LANES];

    memset(match, 1, sizeof match);
    add(tile->both, match, (double)(pairs->m - pairs->gaps));
    for (size_t g = 0; g < pairs->gaps; g += BYTE_SUM) {
        size_t count = pairs->gaps - g < BYTE_SUM ? pairs->gaps - g : BYTE_SUM;
        memset(match, 0, sizeof match);
        count_single_planes(pairs->present + place(pairs->gaps, g, j), count,
                            row_present + g * ROWS, match);
        add(tile->both, match, 1);
    }
}

/* Sums in the order of the clusterings, as for `same`. A pair that agrees everywhere then has the
 * same value in both. */
static void weigh_both(const ce_label_pairs *pairs, const uint8_t *row_present, size_t j,
                       ce_pair_tile *tile)
{
    uint8_t match[ROWS][LANES];

    for (size_t q = 0; q < pairs->m; q++) {
        size_t g = pairs->gap[q] - 1;
        if (pairs->gap[q])
            compare_planes(pairs->present + place(pairs->gaps, g, j), 1, row_present + g * ROWS,
                           match);
        else
            memset(match, 1, sizeof match);
        add(tile->both, match, pairs->weight[q]);
    }
}

void ce_label_pairs_tile(const ce_label_pairs *pairs, const uint8_t *row, size_t j,
                         ce_pair_tile *tile)
{
    const uint8_t *row_present = row + pairs->plane[pairs->m] * ROWS;

    memset(tile->same, 0, sizeof tile->same);
    if (pairs->weight)
        weigh_same(pairs, row, j, tile);
    else
        count_same(pairs, row, j, tile);
    if (!pairs->gaps)
        return;
    memset(tile->both, 0, sizeof tile->both);
    if (pairs->weight)
        weigh_both(pairs, row_present, j, tile);
    else
        count_both(pairs, row_present, j, tile);
}

CE_HOT static void add_whole(uint32_t sum[ROWS][LANES], uint8_t count[ROWS][LANES])
{
    for (size_t r = 0; r < ROWS; r++)
        for (size_t l = 0; l < LANES; l++)
            sum[r][l] += count[r][l];
}

void ce_label_pairs_counts(const ce_label_pairs *pairs, const uint8_t *row, size_t j,
                           uint32_t same[ROWS][LANES], uint32_t both[ROWS][LANES])
{
    const uint8_t *present = row + pairs->plane[pairs->m] * ROWS;
    uint8_t count[ROWS][LANES];

    memset(same, 0, ROWS * sizeof *same);
    for (size_t q = 0; q < pairs->m;) {
        q = count_some(pairs, row, j, q, count);
        add_whole(same, count);
    }
    if (!pairs->gaps)
        return;
    for (size_t r = 0; r < ROWS; r++)
        for (size_t l = 0; l < LANES; l++)
            both[r][l] = (uint32_t)(pairs->m - pairs->gaps);
    for (size_t g = 0; g < pairs->gaps; g += BYTE_SUM) {
        size_t some = pairs->gaps - g < BYTE_SUM ? pairs->gaps - g : BYTE_SUM;
        memset(count, 0, sizeof count);
        count_single_planes(pairs->present + place(pairs->gaps, g, j), some, present + g * ROWS,
                            count);
        add_whole(both, count);
    }
}

double ce_label_pairs_both(const ce_label_pairs *pairs, size_t i, size_t j)
{
    double sum = 0;

    if (!pairs->gaps)
        return pairs->total;
    for (size_t q = 0; q < pairs->m; q++) {
        size_t g = pairs->gap[q] - 1;
        if (!pairs->gap[q] ||
            (pairs->present[place(pairs->gaps, g, i)] && pairs->present[place(pairs->gaps, g, j)]))
            sum += pairs->weight ? pairs->weight[q] : 1;
    }
    return sum;
}
