#include "score/pair_counts.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/label_pairs.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "score/contingency.h"

/* Pairs of up to 2^53 objects need 105 bits. */
__extension__ typedef unsigned __int128 wide;

enum { ROWS = CE_TILE_ROWS, LANES = CE_TILE_LANES };

typedef struct {
    ce_label_pairs pairs;
    size_t least, width, bins; /* width: m + 1 */
    uint64_t *size;            /* owned: padded to whole tiles with 0 */
    int by_row;                /* each row is tallied before its size is multiplied */
} plan;

/* What one thread counts in. */
typedef struct {
    uint8_t *codes;
    uint64_t *tally; /* ROWS x bins: objects met by each row of a block; NULL unless by_row */
    wide *total;     /* bins */
} counter;

static int plan_build(plan *p, const ce_microclusters *micro, ce_error *err)
{
    int rc = ce_sizes_check(micro->size, micro->count, err);

    if (!rc)
        rc = ce_label_pairs_build(&p->pairs, &micro->rows, NULL, err);
    if (rc)
        return rc;
    p->width = p->pairs.m + 1;
    p->least = p->pairs.m - p->pairs.gaps;
    rc = ce_memory_check((size_t)ce_threads() * (p->pairs.gaps + 1), p->width, sizeof(wide),
                         "counting pairs by their shared labels",
                         "fewer base clusterings", err);
    if (rc)
        return rc;
    p->bins = (p->pairs.gaps + 1) * p->width;
    p->by_row = p->bins <= micro->count;
    if (p->bins > UINT32_MAX)
        return ce_fail(err, CE_ENOMEM,
                       "%zu base clusterings with missing labels are too many to count pairs by",
                       p->pairs.gaps);
    p->size = ce_calloc(p->pairs.padded, sizeof *p->size, err);
    if (!p->size)
        return CE_ENOMEM;
    for (size_t i = 0; i < micro->count; i++)
        p->size[i] = (uint64_t)micro->size[i];
    return CE_OK;
}

static void plan_free(plan *p)
{
    ce_label_pairs_free(&p->pairs);
    free(p->size);
}

static int counter_alloc(counter *c, const plan *p)
{
    c->codes = ce_alloc(ce_label_pairs_row_bytes(&p->pairs), 1, NULL);
    c->tally = p->by_row ? ce_calloc(ROWS * p->bins, sizeof *c->tally, NULL) : NULL;
    c->total = ce_calloc(p->bins, sizeof *c->total, NULL);
    return c->codes && (c->tally || !p->by_row) && c->total ? CE_OK : CE_ENOMEM;
}

static void counter_free(counter *c)
{
    free(c->codes);
    free(c->tally);
    free(c->total);
}

/* The bin of every pair of a tile. */
CE_HOT static void find_bins(uint32_t bin[ROWS][LANES], uint32_t both[ROWS][LANES], uint32_t least,
                             uint32_t width)
{
    for (size_t r = 0; r < ROWS; r++)
        for (size_t l = 0; l < LANES; l++)
            bin[r][l] += (both[r][l] - least) * width;
}

static void add_pair(const plan *p, counter *c, size_t i, size_t r, uint32_t bin, uint64_t size)
{
    if (p->by_row)
        c->tally[r * p->bins + bin] += size;
    else
        c->total[bin] += (wide)p->size[i + r] * size;
}

/* A whole tile beyond the diagonal. The rows take turns, since one row adds to the same bin again
 * and again. */
static void tally_tile(const plan *p, counter *c, size_t j, uint32_t bin[ROWS][LANES])
{
    const uint64_t *size = p->size + j;
    uint64_t *first = c->tally, *second = first + p->bins, *third = second + p->bins,
             *fourth = third + p->bins;

    for (size_t l = 0; l < LANES; l++) {
        first[bin[0][l]] += size[l];
        second[bin[1][l]] += size[l];
        third[bin[2][l]] += size[l];
        fourth[bin[3][l]] += size[l];
    }
}

/* Microclusters i .. i + ROWS - 1 with themselves and with all later ones. */
static void count_block(const plan *p, counter *c, size_t i)
{
    size_t n = p->pairs.n, rows = n - i < ROWS ? n - i : ROWS;
    uint32_t bin[ROWS][LANES], both[ROWS][LANES];

    ce_label_pairs_row(&p->pairs, i, c->codes);
    for (size_t j = i / LANES * LANES; j < n; j += LANES) {
        ce_label_pairs_counts(&p->pairs, c->codes, j, bin, both);
        if (p->pairs.gaps)
            find_bins(bin, both, (uint32_t)p->least, (uint32_t)p->width);
        if (p->by_row && j > i) {
            tally_tile(p, c, j, bin);
            continue;
        }
        /* the last block, which can have fewer rows, lies wholly on the diagonal */
        for (size_t r = 0; r < rows; r++)
            for (size_t l = i + r + 1 > j ? i + r + 1 - j : 0; l < LANES; l++)
                add_pair(p, c, i, r, bin[r][l], p->size[j + l]);
    }
    for (size_t r = 0; r < rows; r++) {
        wide size = p->size[i + r];
        size_t labels = (size_t)ce_label_pairs_both(&p->pairs, i + r, i + r);
        for (size_t b = 0; p->by_row && b < p->bins; b++)
            c->total[b] += size * c->tally[r * p->bins + b];
        c->total[(labels - p->least) * p->width + labels] += size * (size - 1) / 2;
    }
    if (p->by_row)
        memset(c->tally, 0, ROWS * p->bins * sizeof *c->tally);
}

static int count_all(const plan *p, wide *total, ce_error *err)
{
    size_t blocks = (p->pairs.n + ROWS - 1) / ROWS;
    int failed = 0;

#pragma omp parallel
    {
        counter c = {0};
        int out_of_memory = counter_alloc(&c, p);
        if (out_of_memory) {
#pragma omp atomic write
            failed = 1;
        }
#pragma omp for schedule(dynamic, 4)
        for (size_t b = 0; b < blocks; b++)
            if (!out_of_memory)
                count_block(p, &c, b * ROWS);
        /* whole numbers: the order in which the threads end does not matter */
#pragma omp critical(ce_pair_counts_total)
        for (size_t b = 0; b < p->bins && !out_of_memory; b++)
            total[b] += c.total[b];
        counter_free(&c);
    }
    return failed ? ce_fail(err, CE_ENOMEM, "out of memory for counting pairs") : CE_OK;
}

int ce_pair_counts_compute(ce_pair_counts *counts, const ce_microclusters *micro, ce_error *err)
{
    plan p = {0};
    wide *total = NULL;
    int rc = plan_build(&p, micro, err);

    ce_pair_counts_free(counts);
    if (rc)
        goto done;
    counts->m = p.pairs.m;
    counts->least = p.least;
    total = ce_calloc(p.bins, sizeof *total, err);
    counts->count = ce_alloc(p.bins, sizeof *counts->count, err);
    rc = total && counts->count ? count_all(&p, total, err) : CE_ENOMEM;
    for (size_t b = 0; b < p.bins && !rc; b++)
        counts->count[b] = (double)total[b];
done:
    free(total);
    plan_free(&p);
    if (rc)
        ce_pair_counts_free(counts);
    return rc;
}

void ce_pair_counts_free(ce_pair_counts *counts)
{
    if (!counts)
        return;
    free(counts->count);
    *counts = (ce_pair_counts){0};
}
