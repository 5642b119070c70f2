#include "similarity/elite_blocks.h"

#include <stdlib.h>
#include <string.h>

#include "core/labels.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "similarity/elite_order.h"

enum { LANES = CE_BLOCK, ROWS = CE_BLOCK_ROWS, BYTE_SUM = 255, SERIAL = 4096 };

/* ---- the layout ---- */

/* Bytes that hold a code. Codes are the labels. Where labels are missing there are two more, which
 * are never equal: k in a block and k + 1 in a row. */
static size_t code_bytes(const ce_labels *rows, size_t q, int missing)
{
    uint64_t codes = (uint64_t)rows->k[q] + (missing ? 2 : 0);
    size_t bytes = 1;

    while (codes > UINT64_C(1) << 8 * bytes)
        bytes++;
    return bytes;
}

/* Base clusterings of one byte come first, then those of two, three, four. Their order does not
 * change a count. */
static int lay_out(ce_elite_blocks *x, const ce_labels *rows, ce_error *err)
{
    uint8_t *missing = ce_alloc(rows->m, 1, err);
    size_t q = 0;

    if (!missing)
        return CE_ENOMEM;
    for (size_t c = 0; c < rows->m; c++)
        missing[c] = (uint8_t)ce_column_has_missing(ce_labels_column(rows, c), rows->n);
    for (size_t bytes = 1; q < rows->m; bytes++) {
        for (size_t c = 0; c < rows->m; c++) {
            if (code_bytes(rows, c, missing[c]) != bytes)
                continue;
            x->column[q] = c;
            x->gap[q] = missing[c] ? ++x->gaps : 0;
            x->plane[q + 1] = x->plane[q] + bytes;
            q++;
        }
        if (bytes == 1)
            x->narrow = q;
    }
    x->width = x->plane[x->m] + x->gaps;
    free(missing);
    return CE_OK;
}

/* One base clustering of one block. */
static void fill_column(ce_elite_blocks *x, const ce_labels *rows, size_t b, size_t q)
{
    const int32_t *label = ce_labels_column(rows, x->column[q]);
    uint32_t k = (uint32_t)rows->k[x->column[q]];
    uint8_t *code = x->code + (b * x->width + x->plane[q]) * LANES;
    uint8_t *present =
        x->gap[q] ? x->code + (b * x->width + x->plane[x->m] + x->gap[q] - 1) * LANES : NULL;
    size_t first = b * LANES, count = x->n - first < LANES ? x->n - first : LANES;
    uint64_t mask = 0, hole = 0;

    for (size_t l = 0; l < count; l++) {
        int32_t value = label[x->node[first + l]];
        uint32_t bytes = value < 0 ? k : (uint32_t)value;
        for (size_t p = 0; p < x->plane[q + 1] - x->plane[q]; p++, bytes >>= 8)
            code[p * LANES + l] = (uint8_t)bytes;
        if (present)
            present[l] = value >= 0;
        if (value < 0)
            hole = UINT64_MAX;
        else
            mask |= UINT64_C(1) << value % 64;
    }
    x->mask[b * x->m + q] = mask;
    if (x->hole)
        x->hole[b * x->m + q] = hole;
}

int ce_elite_blocks_build(ce_elite_blocks *x, const ce_labels *rows, ce_error *err)
{
    int rc;

    ce_elite_blocks_free(x);
    x->n = rows->n;
    x->m = rows->m;
    x->blocks = (rows->n + LANES - 1) / LANES;
    x->column = ce_alloc(x->m, sizeof *x->column, err);
    x->plane = ce_calloc(x->m + 1, sizeof *x->plane, err);
    x->gap = ce_calloc(x->m, sizeof *x->gap, err);
    x->node = ce_alloc(x->n, sizeof *x->node, err);
    rc = x->column && x->plane && x->gap && x->node ? CE_OK : CE_ENOMEM;
    if (!rc)
        rc = lay_out(x, rows, err);
    if (!rc)
        rc = ce_elite_order(rows, x->node, err);
    if (rc)
        goto failed;
    x->code = ce_calloc(x->blocks * LANES, x->width, err);
    x->mask = ce_alloc(x->blocks * x->m, sizeof *x->mask, err);
    x->hole = x->gaps ? ce_alloc(x->blocks * x->m, sizeof *x->hole, err) : NULL;
    rc = CE_ENOMEM;
    if (!x->code || !x->mask || (x->gaps && !x->hole))
        goto failed;
#pragma omp parallel for schedule(static) if (x->n > SERIAL)
    for (size_t b = 0; b < x->blocks; b++)
        for (size_t q = 0; q < x->m; q++)
            fill_column(x, rows, b, q);
    return CE_OK;
failed:
    ce_elite_blocks_free(x);
    return rc;
}

void ce_elite_blocks_free(ce_elite_blocks *x)
{
    if (!x)
        return;
    free(x->column);
    free(x->plane);
    free(x->gap);
    free(x->node);
    free(x->code);
    free(x->mask);
    free(x->hole);
    *x = (ce_elite_blocks){0};
}

void ce_elite_blocks_row(const ce_elite_blocks *x, const ce_labels *rows, size_t place,
                         ce_elite_row *row)
{
    size_t node = (size_t)x->node[place];

    for (size_t q = 0; q < x->m; q++) {
        int32_t label = ce_labels_column(rows, x->column[q])[node];
        uint32_t code = label < 0 ? (uint32_t)rows->k[x->column[q]] + 1 : (uint32_t)label;
        for (size_t p = x->plane[q]; p < x->plane[q + 1]; p++, code >>= 8)
            row->code[p] = (uint8_t)code;
        if (x->gap[q])
            row->code[x->plane[x->m] + x->gap[q] - 1] = label >= 0 ? 1 : 2;
        row->mask[q] = label < 0 ? 0 : UINT64_C(1) << label % 64;
        if (x->hole)
            row->hole[q] = label < 0 ? UINT64_MAX : 0;
    }
}

/* ---- counting ---- */

/* Adds to out the counts of equal bytes over `count` planes, at most BYTE_SUM. */
CE_HOT CE_UNROLLED static void count_bytes(const uint8_t *restrict lane,
                                           const uint8_t *const row[restrict ROWS], size_t from,
                                           size_t count, uint8_t out[restrict ROWS][LANES])
{
    uint8_t sum[ROWS][LANES];

    memcpy(sum, out, sizeof sum);
    for (size_t p = from; p < from + count; p++)
        for (size_t r = 0; r < ROWS; r++)
            for (size_t l = 0; l < LANES; l++)
                sum[r][l] += lane[p * LANES + l] == row[r][p];
    memcpy(out, sum, sizeof sum);
}

/* One base clustering of several bytes: adds 1 where all are equal. */
CE_HOT CE_UNROLLED static void count_wide(const uint8_t *restrict lane,
                                          const uint8_t *const row[restrict ROWS], size_t from,
                                          size_t end, uint8_t out[restrict ROWS][LANES])
{
    for (size_t r = 0; r < ROWS; r++) {
        uint8_t match[LANES];
        memset(match, 1, sizeof match);
        for (size_t p = from; p < end; p++)
            for (size_t l = 0; l < LANES; l++)
                match[l] &= lane[p * LANES + l] == row[r][p];
        for (size_t l = 0; l < LANES; l++)
            out[r][l] = (uint8_t)(out[r][l] + match[l]);
    }
}

CE_HOT static void widen(uint8_t count[ROWS][LANES], uint32_t sum[ROWS][LANES])
{
    for (size_t r = 0; r < ROWS; r++)
        for (size_t l = 0; l < LANES; l++)
            sum[r][l] += count[r][l];
}

static void count_planes(const uint8_t *lane, const uint8_t *const row[ROWS], size_t from,
                         size_t end, uint32_t sum[ROWS][LANES])
{
    uint8_t count[ROWS][LANES];

    for (size_t p = from; p < end; p += BYTE_SUM) {
        memset(count, 0, sizeof count);
        count_bytes(lane, row, p, end - p < BYTE_SUM ? end - p : BYTE_SUM, count);
        widen(count, sum);
    }
}

void ce_elite_blocks_count(const ce_elite_blocks *x, const uint8_t *const row[ROWS], size_t b,
                           ce_elite_tile *tile)
{
    const uint8_t *lane = x->code + b * x->width * LANES;

    memset(tile->same, 0, sizeof tile->same);
    count_planes(lane, row, 0, x->narrow, tile->same);
    for (size_t q = x->narrow; q < x->m; q += BYTE_SUM) {
        uint8_t count[ROWS][LANES] = {{0}};
        for (size_t w = q; w < x->m && w < q + BYTE_SUM; w++)
            count_wide(lane, row, x->plane[w], x->plane[w + 1], count);
        widen(count, tile->same);
    }
    if (!x->gaps)
        return;
    for (size_t r = 0; r < ROWS; r++)
        for (size_t l = 0; l < LANES; l++)
            tile->both[r][l] = (uint32_t)(x->m - x->gaps);
    count_planes(lane, row, x->plane[x->m], x->width, tile->both);
}

/* ---- bounds ---- */

CE_HOT CE_UNROLLED static size_t count_common(const uint64_t *restrict a,
                                              const uint64_t *restrict b, size_t m)
{
    uint64_t common = 0;

    for (size_t q = 0; q < m; q++)
        common += (a[q] & b[q]) != 0;
    return common;
}

/* Base clusterings in which a pair may share a cluster, or one of the two may lack a label. */
CE_HOT CE_UNROLLED static size_t count_open(const uint64_t *restrict a,
                                            const uint64_t *restrict hole_a,
                                            const uint64_t *restrict b,
                                            const uint64_t *restrict hole_b, size_t m)
{
    uint64_t open = 0;

    for (size_t q = 0; q < m; q++)
        open += ((a[q] & b[q]) | hole_a[q] | hole_b[q]) != 0;
    return open;
}

/* A pair that shares s clusters has s / (s + closed) at most. In the `closed` base clusterings both
 * nodes have labels, and these differ. The bound grows with s. */
uint32_t ce_elite_blocks_bound(const ce_elite_blocks *x, const uint64_t *mask, const uint64_t *hole,
                               size_t b)
{
    size_t common = count_common(mask, x->mask + b * x->m, x->m), closed;

    if (!x->gaps || !common)
        return (uint32_t)common;
    closed = x->m - count_open(mask, hole, x->mask + b * x->m, x->hole + b * x->m, x->m);
    return (uint32_t)((common * x->m + common + closed - 1) / (common + closed));
}
