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

/* The first block of a part: those before it have part - 1 shares of the pairs of blocks. */
static size_t first_block(size_t blocks, size_t part, size_t parts)
{
    wide all = (wide)blocks * (blocks + 1) / 2, before = all * (part - 1) / parts;
    size_t low = 0, high = blocks;

    while (low < high) {
        size_t middle = (low + high) / 2;
        if ((wide)middle * (2 * blocks - middle + 1) / 2 < before)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static int count_all(const plan *p, const ce_pair_share *share, const ce_progress *progress,
                     wide *total, ce_error *err)
{
    size_t blocks = (p->pairs.n + ROWS - 1) / ROWS, all = 0, done = 0,
           first = first_block(blocks, share->part, share->parts),
           end = first_block(blocks, share->part + 1, share->parts);
    int failed = 0;

    for (size_t b = first; b < end; b++)
        all += blocks - b;

    ce_progress_report(progress, 0, all);
#pragma omp parallel
    {
        counter c = {0};
        if (counter_alloc(&c, p)) {
#pragma omp atomic write
            failed = 1;
        }
#pragma omp for schedule(dynamic, 4)
        for (size_t b = first; b < end; b++) {
            int stop;
#pragma omp atomic read
            stop = failed;
            if (stop)
                continue;
            count_block(p, &c, b * ROWS);
            if (progress) {
#pragma omp critical(ce_pair_counts_progress)
                {
                    done += blocks - b;
                    ce_progress_report(progress, done, all);
                }
            }
        }
        /* whole numbers: the order in which the threads end does not matter */
#pragma omp critical(ce_pair_counts_total)
        for (size_t b = 0; b < p->bins && !failed; b++)
            total[b] += c.total[b];
        counter_free(&c);
    }
    return failed ? ce_fail(err, CE_ENOMEM, "out of memory for counting pairs") : CE_OK;
}

/* ---- base clusterings of very many small clusters ---- */

/*
 * Such a base clustering makes nearly every object a microcluster of its own, and says little: few
 * pairs are together in it. They are left aside, the pairs of the others are counted, and each pair
 * that is together in some of those is then moved to the bin where it belongs.
 */
typedef struct {
    unsigned char *aside; /* m: 1: left aside */
    size_t count;
    ce_labels kept;       /* the others */
    ce_microclusters rest; /* of these */
} split;

static void split_free(split *s)
{
    free(s->aside);
    ce_labels_free(&s->kept);
    ce_microclusters_free(&s->rest);
}

/* In a base clustering with a label for each row that puts at most PAIRS_ROW n pairs of rows
 * together, how many these are; else a larger number. */
enum { PAIRS_ROW = 4 };

static int count_together(const ce_labels *rows, size_t q, size_t *pairs, ce_error *err)
{
    const int32_t *label = ce_labels_column(rows, q);
    size_t k = (size_t)rows->k[q], *size;

    *pairs = SIZE_MAX;
    if (k < rows->n / (2 * PAIRS_ROW + 1)) /* n (n / k - 1) / 2 at least */
        return CE_OK;
    size = ce_calloc(k ? k : 1, sizeof *size, err);
    if (!size)
        return CE_ENOMEM;
    *pairs = 0;
    for (size_t i = 0; i < rows->n && *pairs < SIZE_MAX; i++) {
        if (label[i] < 0)
            *pairs = SIZE_MAX;
        else
            *pairs += size[label[i]]++;
    }
    free(size);
    return CE_OK;
}

/* Chooses what to leave aside; nothing where that would not halve the rows. */
static int split_rows(split *s, const ce_microclusters *micro, ce_error *err)
{
    const ce_labels *rows = &micro->rows;
    size_t m = rows->m, pairs;
    int rc = CE_OK;

    s->aside = ce_calloc(m ? m : 1, 1, err);
    if (!s->aside)
        return CE_ENOMEM;
    for (size_t q = 0; q < m && !rc; q++) {
        rc = count_together(rows, q, &pairs, err);
        s->aside[q] = pairs <= PAIRS_ROW * rows->n;
        s->count += s->aside[q];
    }
    if (rc || !s->count)
        return rc;
    rc = ce_labels_alloc(&s->kept, rows->n, m - s->count, err);
    for (size_t q = 0, to = 0; q < m && !rc; q++) {
        if (s->aside[q])
            continue;
        memcpy(ce_labels_column(&s->kept, to), ce_labels_column(rows, q),
               rows->n * sizeof(int32_t));
        s->kept.k[to++] = rows->k[q];
    }
    if (!rc)
        rc = ce_microclusters_build(&s->rest, &s->kept, micro->size, err);
    if (!rc && s->rest.count > micro->count / 2)
        s->count = 0;
    return rc;
}

/* Moves `times` pairs of objects, one in row i and one in row j, out of the bin that the base
 * clusterings kept give them into that of all. */
static void move_pairs(const split *s, const ce_labels *rows, size_t i, size_t j, wide times,
                       size_t width, size_t least, wide *total)
{
    size_t same = 0, both = 0, more = 0;

    for (size_t q = 0; q < rows->m; q++) {
        int32_t a = ce_labels_column(rows, q)[i], b = ce_labels_column(rows, q)[j];
        both += a >= 0 && b >= 0;
        if (s->aside[q])
            more += a == b;
        else
            same += a >= 0 && a == b;
    }
    total[(both - least) * width + same] -= times;
    total[(both - least) * width + same + more] += times;
}

/* The first base clustering left aside that puts rows i and j together. */
static size_t first_aside(const split *s, const ce_labels *rows, size_t i, size_t j)
{
    size_t q = 0;

    while (q < rows->m && !(s->aside[q] &&
                            ce_labels_column(rows, q)[i] == ce_labels_column(rows, q)[j]))
        q++;
    return q;
}

/* All pairs of rows that base clustering q, left aside, puts together, unless an earlier one did.
 * before: of each row, the row before it in its cluster; last: of each cluster. */
static void move_of(const split *s, const ce_microclusters *micro, size_t q, size_t width,
                    size_t least, int32_t *before, int32_t *last, wide *total)
{
    const ce_labels *rows = &micro->rows;
    const int32_t *label = ce_labels_column(rows, q);

    for (int32_t c = 0; c < rows->k[q]; c++)
        last[c] = -1;
    for (size_t i = 0; i < rows->n; i++) {
        before[i] = last[label[i]];
        last[label[i]] = (int32_t)i;
        for (int32_t j = before[i]; j >= 0; j = before[j])
            if (first_aside(s, rows, (size_t)j, i) == q)
                move_pairs(s, rows, (size_t)j, i,
                           (wide)micro->size[j] * (wide)micro->size[i], width, least, total);
    }
}

/* What is left aside comes back into the bins: counts of the others, in rows of their width, go to
 * rows of m + 1; objects of one row are together in each base clustering that labels them. The
 * first part moves the pairs of all parts. */
static int put_back(const split *s, const ce_microclusters *micro, const ce_pair_share *share,
                    const wide *others, size_t other_m, size_t other_least, wide *total,
                    ce_error *err)
{
    size_t m = micro->rows.m, width = m + 1, least = other_least + s->count;
    int32_t *before, *last;

    for (size_t row = 0; row <= other_m - other_least; row++)
        for (size_t same = 0; same <= other_m; same++)
            total[row * width + same] = others[row * (other_m + 1) + same];
    if (share->part > 1)
        return CE_OK;
    before = ce_alloc(micro->count, sizeof *before, err);
    last = ce_alloc(micro->count, sizeof *last, err);
    if (!before || !last) {
        free(before);
        free(last);
        return CE_ENOMEM;
    }
    for (size_t i = 0; i < micro->count; i++) {
        wide size = (wide)micro->size[i];
        move_pairs(s, &micro->rows, i, i, size * (size - 1) / 2, width, least, total);
    }
    for (size_t q = 0; q < m; q++)
        if (s->aside[q])
            move_of(s, micro, q, width, least, before, last, total);
    free(before);
    free(last);
    return CE_OK;
}

/* ---- the way in ---- */

static int count_plain(const ce_microclusters *micro, const ce_pair_share *share,
                       const ce_progress *progress, wide **total, size_t *least, ce_error *err)
{
    plan p = {0};
    int rc = plan_build(&p, micro, err);

    if (!rc && !(*total = ce_calloc(p.bins, sizeof **total, err)))
        rc = CE_ENOMEM;
    if (!rc)
        rc = count_all(&p, share, progress, *total, err);
    *least = p.least;
    plan_free(&p);
    return rc;
}

static int count_split(const split *s, const ce_microclusters *micro, const ce_pair_share *share,
                       const ce_progress *progress, wide **total, size_t *least, ce_error *err)
{
    wide *others = NULL;
    size_t m = s->rest.rows.m;
    int rc = count_plain(&s->rest, share, progress, &others, least, err);

    if (!rc && !(*total = ce_calloc((m - *least + 1) * (micro->rows.m + 1), sizeof **total, err)))
        rc = CE_ENOMEM;
    if (!rc)
        rc = put_back(s, micro, share, others, m, *least, *total, err);
    *least += s->count;
    free(others);
    return rc;
}

/* *total: the counts of a part, of (m - *least + 1) x (m + 1) bins; owned by the caller. */
static int count_share(const ce_microclusters *micro, const ce_pair_share *share,
                       const ce_progress *progress, wide **total, size_t *least, ce_error *err)
{
    split s = {0};
    int rc = split_rows(&s, micro, err);

    if (!rc && s.count)
        rc = count_split(&s, micro, share, progress, total, least, err);
    else if (!rc)
        rc = count_plain(micro, share, progress, total, least, err);
    split_free(&s);
    return rc;
}

int ce_pair_counts_compute(ce_pair_counts *counts, const ce_microclusters *micro,
                           const ce_progress *progress, ce_error *err)
{
    const ce_pair_share all = {1, 1};
    wide *total = NULL;
    size_t m = micro->rows.m, least = 0, bins = 0;
    int rc = count_share(micro, &all, progress, &total, &least, err);

    ce_pair_counts_free(counts);
    if (!rc) {
        bins = (m - least + 1) * (m + 1);
        counts->count = ce_alloc(bins, sizeof *counts->count, err);
        rc = counts->count ? CE_OK : CE_ENOMEM;
    }
    for (size_t b = 0; b < bins && !rc; b++)
        counts->count[b] = (double)total[b];
    if (!rc) {
        counts->m = m;
        counts->least = least;
    }
    free(total);
    return rc;
}

/* Adds a whole number of up to 127 bits and a sign. */
static int add_wide(ce_exact_sums *sums, size_t i, wide value, ce_error *err)
{
    int negative = (int)(value >> 127), rc = ce_exact_reach(sums, 0, 128, err);

    if (negative)
        value = -value;
    for (int place = 0; place < 128 && !rc; place += 32)
        ce_exact_add_bits(sums, i, (uint64_t)(value >> place) & 0xffffffff, place, negative);
    return rc;
}

int ce_pair_sums_compute(ce_pair_sums *sums, const ce_microclusters *micro,
                         const ce_pair_share *share, const ce_progress *progress, ce_error *err)
{
    wide *total = NULL;
    size_t m = micro->rows.m, least = 0;
    int rc = count_share(micro, share, progress, &total, &least, err);

    ce_pair_sums_free(sums);
    sums->count.count = rc ? 0 : (m - least + 1) * (m + 1);
    for (size_t b = 0; b < sums->count.count && !rc; b++)
        rc = add_wide(&sums->count, b, total[b], err);
    if (rc)
        ce_pair_sums_free(sums);
    sums->m = rc ? 0 : m;
    sums->least = rc ? 0 : least;
    free(total);
    return rc;
}

int ce_pair_counts_of_sums(ce_pair_counts *counts, const ce_pair_sums *sums, ce_error *err)
{
    ce_pair_counts_free(counts);
    counts->count = ce_alloc(sums->count.count, sizeof *counts->count, err);
    if (!counts->count)
        return CE_ENOMEM;
    counts->m = sums->m;
    counts->least = sums->least;
    for (size_t b = 0; b < sums->count.count; b++)
        ce_exact_value(&sums->count, b, &counts->count[b], NULL);
    return CE_OK;
}

void ce_pair_sums_free(ce_pair_sums *sums)
{
    ce_exact_free(&sums->count);
    *sums = (ce_pair_sums){0};
}

void ce_pair_counts_free(ce_pair_counts *counts)
{
    if (!counts)
        return;
    free(counts->count);
    *counts = (ce_pair_counts){0};
}
