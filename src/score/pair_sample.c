/* ce_pair_counts_sample: counts pairs of objects that are drawn at random. */
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "core/random.h"
#include "score/contingency.h"
#include "score/pair_counts.h"

enum {
    CHUNK = 1 << 16, /* pairs that draw from one random stream */
    LANES = 64,      /* bytes that are compared at a time */
    BLOCK = 256,     /* rows that are turned at a time */
    NONE = UINT8_MAX /* the code of a missing label */
};

/* The labels, a row after another. A row holds a byte for each base clustering of up to 255
 * clusters, filled up with NONE to a multiple of LANES. Then comes an int32 for each of the others.
 */
typedef struct {
    const ce_labels *labels;
    size_t bytes, wide, stride;
    uint8_t *row; /* owned: n x stride: a pair is two runs of memory */
    double *end;  /* owned: objects in the rows up to and with each; NULL: one object a row */
    double objects;
    size_t least, width, bins;
} plan;

static void plan_free(plan *p)
{
    free(p->row);
    free(p->end);
}

static int plan_sizes(plan *p, const double *size, ce_error *err)
{
    size_t n = p->labels->n;
    int rc = ce_sizes_check(size, n, err);

    p->objects = (double)n;
    if (rc || !size)
        return rc;
    p->end = ce_alloc(n, sizeof *p->end, err);
    if (!p->end)
        return CE_ENOMEM;
    p->objects = 0;
    for (size_t i = 0; i < n; i++)
        p->end[i] = p->objects += size[i];
    return CE_OK;
}

static int is_wide(const plan *p, size_t q)
{
    return p->labels->k[q] > NONE;
}

/* Rows first .. end - 1. */
static void turn_rows(plan *p, size_t first, size_t end)
{
    size_t byte = 0, wide = 0;

    for (size_t q = 0; q < p->labels->m; q++) {
        const int32_t *column = ce_labels_column(p->labels, q);
        if (is_wide(p, q)) {
            for (size_t i = first; i < end; i++)
                memcpy(p->row + i * p->stride + p->bytes + wide * sizeof *column, &column[i],
                       sizeof *column);
            wide++;
            continue;
        }
        for (size_t i = first; i < end; i++)
            p->row[i * p->stride + byte] = column[i] < 0 ? NONE : (uint8_t)column[i];
        byte++;
    }
}

/* The base clusterings without missing labels, and what follows from their number. */
static void plan_bins(plan *p)
{
    size_t n = p->labels->n, m = p->labels->m;

    for (size_t q = 0; q < m; q++) {
        const int32_t *column = ce_labels_column(p->labels, q);
        size_t i = 0;
        while (i < n && column[i] >= 0)
            i++;
        p->least += i == n;
        p->wide += (size_t)is_wide(p, q);
    }
    p->width = m + 1;
    p->bins = (m - p->least + 1) * p->width;
    p->bytes = (m - p->wide + LANES - 1) / LANES * LANES;
    p->stride = (p->bytes + p->wide * sizeof(int32_t) + LANES - 1) / LANES * LANES;
}

static int plan_build(plan *p, const ce_labels *labels, const double *size, ce_error *err)
{
    size_t n = labels->n, rows;
    int rc;

    p->labels = labels;
    plan_bins(p);
    rows = (size_t)ce_threads() * (labels->m - p->least + 1);
    rc = plan_sizes(p, size, err);
    if (!rc)
        rc = ce_memory_check(n, p->stride, 1, "sampling pairs of objects", "fewer base clusterings",
                             err);
    if (!rc)
        rc =
            ce_memory_check(rows, p->width, sizeof(uint64_t),
                            "counting pairs by their shared labels", "fewer base clusterings", err);
    if (rc)
        return rc;
    p->row = ce_alloc(n, p->stride, err);
    if (!p->row)
        return CE_ENOMEM;
    memset(p->row, NONE, n * p->stride);
    for (size_t i = 0; i < n; i += BLOCK)
        turn_rows(p, i, n - i < BLOCK ? n : i + BLOCK);
    return CE_OK;
}

static size_t row_of(const plan *p, size_t object)
{
    size_t low = 0, high = p->labels->n - 1;

    if (!p->end)
        return object;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if ((double)object < p->end[middle])
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* Of LANES bytes: adds to *same those that are equal and not NONE, to *both those that are NONE in
 * neither. */
CE_HOT CE_UNROLLED static void compare_bytes(const uint8_t *restrict a, const uint8_t *restrict b,
                                             size_t *same, size_t *both)
{
    uint8_t equal = 0, there = 0;

    for (size_t l = 0; l < LANES; l++) {
        uint8_t labelled = (a[l] != NONE) & (b[l] != NONE);
        there = (uint8_t)(there + labelled);
        equal = (uint8_t)(equal + (labelled & (a[l] == b[l])));
    }
    *same += equal;
    *both += there;
}

static size_t bin_of(const plan *p, size_t i, size_t j)
{
    const uint8_t *a = p->row + i * p->stride, *b = p->row + j * p->stride;
    size_t same = 0, both = 0;

    for (size_t at = 0; at < p->bytes; at += LANES)
        compare_bytes(a + at, b + at, &same, &both);
    for (size_t q = 0; q < p->wide; q++) {
        int32_t x, y;
        memcpy(&x, a + p->bytes + q * sizeof x, sizeof x);
        memcpy(&y, b + p->bytes + q * sizeof y, sizeof y);
        both += x >= 0 && y >= 0;
        same += x >= 0 && x == y;
    }
    return (both - p->least) * p->width + same;
}

/* Two different objects, each pair equally likely. */
static void draw_pair(const plan *p, gsl_rng *rng, size_t *i, size_t *j)
{
    size_t first = ce_random_below(rng, (size_t)p->objects),
           second = ce_random_below(rng, (size_t)p->objects - 1);

    second += second >= first;
    *i = row_of(p, first);
    *j = row_of(p, second);
}

/* The chunks of a part. */
static int count_some(const plan *p, size_t pairs, uint64_t seed, const ce_pair_share *share,
                      uint64_t *total, ce_error *err)
{
    size_t chunks = (pairs + CHUNK - 1) / CHUNK, first = chunks * (share->part - 1) / share->parts,
           last = chunks * share->part / share->parts;
    int failed = 0;

#pragma omp parallel
    {
        uint64_t *own = ce_calloc(p->bins, sizeof *own, NULL);
        gsl_rng *rng = ce_random_alloc(seed, CE_STREAM_PAIRS, 0, NULL);
        int out_of_memory = !own || !rng;
        if (out_of_memory) {
#pragma omp atomic write
            failed = 1;
        }
#pragma omp for schedule(dynamic, 1)
        for (size_t c = first; c < last; c++) {
            size_t end = c + 1 < chunks ? CHUNK : pairs - c * CHUNK, i, j;
            if (out_of_memory)
                continue;
            ce_random_set(rng, seed, CE_STREAM_PAIRS, c);
            for (size_t s = 0; s < end; s++) {
                draw_pair(p, rng, &i, &j);
                own[bin_of(p, i, j)]++;
            }
        }
#pragma omp critical(ce_pair_sample_total)
        for (size_t b = 0; b < p->bins && !out_of_memory; b++)
            total[b] += own[b];
        gsl_rng_free(rng);
        free(own);
    }
    return failed ? ce_fail(err, CE_ENOMEM, "out of memory for counting pairs") : CE_OK;
}

int ce_pair_sums_sample(ce_pair_sums *sums, const ce_labels *labels, const double *size,
                        size_t pairs, uint64_t seed, const ce_pair_share *share, ce_error *err)
{
    plan p = {0};
    uint64_t *total = NULL;
    int rc = plan_build(&p, labels, size, err);

    ce_pair_sums_free(sums);
    if (rc)
        goto done;
    *sums = (ce_pair_sums){.m = labels->m, .least = p.least, .count.count = p.bins};
    total = ce_calloc(p.bins, sizeof *total, err);
    rc = total ? CE_OK : CE_ENOMEM;
    if (!rc && p.objects > 1)
        rc = count_some(&p, pairs, seed, share, total, err);
    for (size_t b = 0; b < p.bins && !rc; b++)
        rc = ce_exact_add_integer(&sums->count, b, (int64_t)total[b], err);
done:
    free(total);
    plan_free(&p);
    if (rc)
        ce_pair_sums_free(sums);
    return rc;
}

int ce_pair_counts_sample(ce_pair_counts *counts, const ce_labels *labels, const double *size,
                          size_t pairs, uint64_t seed, ce_error *err)
{
    const ce_pair_share all = {1, 1};
    ce_pair_sums sums = {0};
    int rc = ce_pair_sums_sample(&sums, labels, size, pairs, seed, &all, err);

    ce_pair_counts_free(counts);
    if (!rc)
        rc = ce_pair_counts_of_sums(counts, &sums, err);
    ce_pair_sums_free(&sums);
    return rc;
}
