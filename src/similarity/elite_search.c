/*
 * The rows of one block of nodes are searched together, in one pass over the other blocks. Those
 * that may hold the most similar nodes come first. Each row keeps its candidates: all nodes not
 * below the K-th largest similarity seen so far. A block of which no pair can reach that is not
 * counted.
 */
#include "similarity/elite_search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "similarity/elite_blocks.h"

enum { LANES = CE_BLOCK, ROWS = CE_BLOCK_ROWS, GROUP = 8, DIGITS = 256, SERIAL = 1024 };

typedef struct {
    double weight;
    int32_t node;
} candidate;

/* The search of one row. */
typedef struct {
    candidate *found;     /* owned */
    size_t count, capacity;
    size_t next;          /* how many candidates call for a new threshold */
    double threshold;     /* the elite-th largest weight at the last look; 0: fewer so far */
    uint32_t need;        /* the least bound u that can reach it, >= 1; no gaps: the least count */
    int32_t node;
} row_search;

/* What one thread works with. */
typedef struct {
    row_search row[LANES];
    ce_elite_row label[LANES];         /* of each row */
    ce_elite_row group[LANES / GROUP]; /* of GROUP rows together: masks and holes only */
    uint32_t need[LANES];  /* of each row, as there */
    uint8_t *code;         /* owned; the codes of all rows */
    uint64_t *mask;        /* owned; the masks and holes of all rows and groups */
    uint32_t *bound;       /* owned; blocks: of each with the block that is searched */
    int32_t *by_bound;     /* owned; blocks, largest bound first */
    size_t *bucket;        /* owned; m + 2 */
    candidate *sorted;     /* owned; for the sort by node */
    size_t sorted_capacity;
} scratch;

typedef struct {
    ce_elite_blocks blocks;
    const ce_labels *rows;
    ce_elite_lists *lists;
    size_t elite;
    size_t limit;         /* entries that memory allows */
    int failed;
} search;

/* ---- the candidates of a row ---- */

static void swap(candidate *a, candidate *b)
{
    candidate c = *a;

    *a = *b;
    *b = c;
}

static double median(double a, double b, double c)
{
    return fmax(fmin(a, b), fmin(fmax(a, b), c));
}

/* The least u of a bound u / m that does not fall short of the threshold, give or take what
 * rounding could account for. */
static uint32_t least_bound(double threshold, double m)
{
    double u = ceil(threshold * m - 1e-6);

    return u < 1 ? 1 : (uint32_t)u;
}

/* Brings those not below the elite-th largest weight to the front, drops the others, and sets the
 * threshold. It is quickselect with a part for those equal to the pivot, since most are. Expected
 * O(count). */
static void settle(row_search *r, size_t elite, size_t m)
{
    candidate *c = r->found;
    size_t low = 0, high = r->count;

    r->next = elite;
    if (r->count < elite)
        return;
    for (;;) {
        double pivot = median(c[low].weight, c[low + (high - low) / 2].weight, c[high - 1].weight);
        size_t greater = low, at = low, less = high;
        while (at < less) {
            if (c[at].weight > pivot)
                swap(&c[at++], &c[greater++]);
            else if (c[at].weight < pivot)
                swap(&c[at], &c[--less]);
            else
                at++;
        }
        if (elite <= greater) {
            high = greater;
        } else if (elite <= less) {
            r->threshold = pivot;
            r->need = least_bound(pivot, (double)m);
            r->count = less;
            r->next = less + less / 2 + 16;
            return;
        } else {
            low = less;
        }
    }
}

/* By node, a byte at a time from the lowest. */
static int sort_by_node(row_search *r, size_t n, scratch *t)
{
    if (!r->count)
        return CE_OK;
    if (ce_grow(&t->sorted, &t->sorted_capacity, r->count, sizeof *t->sorted, NULL))
        return CE_ENOMEM;
    for (int shift = 0; shift < 32 && (n - 1) >> shift; shift += 8) {
        size_t start[DIGITS + 1] = {0};
        for (size_t e = 0; e < r->count; e++)
            start[(r->found[e].node >> shift & (DIGITS - 1)) + 1]++;
        for (size_t d = 0; d < DIGITS; d++)
            start[d + 1] += start[d];
        for (size_t e = 0; e < r->count; e++)
            t->sorted[start[r->found[e].node >> shift & (DIGITS - 1)]++] = r->found[e];
        if (r->count) /* found is NULL for a row without links */
            memcpy(r->found, t->sorted, r->count * sizeof *r->found);
    }
    return CE_OK;
}

/* ---- one tile ---- */

/* 1 if some lane may reach the threshold. Mostly none does, and a vector loop finds that out. */
CE_HOT static int any_same(const uint32_t *same, uint32_t least)
{
    uint32_t any = 0;

    for (size_t l = 0; l < LANES; l++)
        any |= same[l] >= least;
    return any != 0;
}

/* The same for quotients. threshold is a little too low, so that rounding loses none. */
CE_HOT static int any_quotient(const uint32_t *same, const uint32_t *both, float threshold)
{
    uint32_t any = 0;

    for (size_t l = 0; l < LANES; l++)
        any |= (float)same[l] >= threshold * (float)both[l];
    return any != 0;
}

/* Adds the lanes of one row of a tile that reach its threshold. Counts of m are compared as whole
 * numbers. */
static int collect(const search *s, row_search *r, const uint32_t *same, const uint32_t *both,
                   size_t b)
{
    const ce_elite_blocks *x = &s->blocks;
    size_t first = b * LANES, count = x->n - first < LANES ? x->n - first : LANES;
    uint32_t least = both ? 1 : r->need;
    double m = (double)x->m;

    if (both ? !any_quotient(same, both, (float)r->threshold * (1 - 1e-5f))
             : !any_same(same, least))
        return CE_OK;
    if (ce_grow(&r->found, &r->capacity, r->count + LANES, sizeof *r->found, NULL))
        return CE_ENOMEM;
    for (size_t l = 0; l < count; l++) {
        double weight = both ? (double)same[l] / (double)both[l] : (double)same[l] / m;
        if (same[l] < least || (both && weight < r->threshold) || x->node[first + l] == r->node)
            continue;
        r->found[r->count++] = (candidate){weight, x->node[first + l]};
    }
    if (r->count >= r->next)
        settle(r, s->elite, x->m);
    return CE_OK;
}

/* ---- the rows of one block ---- */

static uint32_t lowest(const uint32_t *need, size_t count)
{
    uint32_t least = UINT32_MAX;

    for (size_t i = 0; i < count; i++)
        least = need[i] < least ? need[i] : least;
    return least;
}

/* The rows for which block b may hold an elite neighbour, found in groups first. */
static size_t choose_rows(const search *s, const scratch *t, size_t rows, size_t b,
                          uint8_t chosen[LANES])
{
    const ce_elite_blocks *x = &s->blocks;
    size_t count = 0;

    for (size_t g = 0; g * GROUP < rows; g++) {
        size_t first = g * GROUP, end = rows - first < GROUP ? rows : first + GROUP;
        uint32_t least = lowest(t->need + first, end - first), bound = t->bound[b];
        if (bound >= least)
            bound = ce_elite_blocks_bound(x, t->group[g].mask, t->group[g].hole, b);
        if (bound < least)
            continue;
        for (size_t i = first; i < end; i++)
            if (bound >= t->need[i] &&
                ce_elite_blocks_bound(x, t->label[i].mask, t->label[i].hole, b) >= t->need[i])
                chosen[count++] = (uint8_t)i;
    }
    return count;
}

/* All rows against block b, a few at a time. */
static int search_pair(const search *s, scratch *t, size_t rows, size_t b)
{
    const ce_elite_blocks *x = &s->blocks;
    uint8_t chosen[LANES];
    size_t count = choose_rows(s, t, rows, b, chosen);
    ce_elite_tile tile;

    for (size_t at = 0; at < count; at += ROWS) {
        const uint8_t *code[ROWS];
        for (size_t r = 0; r < ROWS; r++)
            code[r] = t->label[chosen[at + r < count ? at + r : at]].code;
        ce_elite_blocks_count(x, code, b, &tile);
        for (size_t r = 0; r < ROWS && at + r < count; r++) {
            row_search *row = &t->row[chosen[at + r]];
            if (collect(s, row, tile.same[r], x->gaps ? tile.both[r] : NULL, b))
                return CE_ENOMEM;
            t->need[chosen[at + r]] = row->need;
        }
    }
    return CE_OK;
}

/* The blocks by falling bound with block a. */
static void order_blocks(const search *s, size_t a, scratch *t)
{
    const ce_elite_blocks *x = &s->blocks;
    size_t *start = t->bucket;

    memset(start, 0, (x->m + 2) * sizeof *start);
    for (size_t b = 0; b < x->blocks; b++) {
        t->bound[b] =
            ce_elite_blocks_bound(x, x->mask + a * x->m, x->hole ? x->hole + a * x->m : NULL, b);
        start[x->m - t->bound[b] + 1]++;
    }
    for (size_t u = 0; u < x->m; u++)
        start[u + 1] += start[u];
    for (size_t b = 0; b < x->blocks; b++)
        t->by_bound[start[x->m - t->bound[b]]++] = (int32_t)b;
}

/* The candidates of all rows become the lists of their nodes. */
static int store(const search *s, size_t a, size_t rows, scratch *t, size_t *entries)
{
    ce_elite_lists *lists = s->lists;
    size_t at = 0;

    *entries = 0;
    for (size_t i = 0; i < rows; i++) {
        settle(&t->row[i], s->elite, s->blocks.m);
        if (sort_by_node(&t->row[i], s->blocks.n, t))
            return CE_ENOMEM;
        *entries += t->row[i].count;
    }
    lists->block_neighbour[a] = ce_alloc(*entries, sizeof(int32_t), NULL);
    lists->block_weight[a] = ce_alloc(*entries, sizeof(double), NULL);
    if (!lists->block_neighbour[a] || !lists->block_weight[a])
        return CE_ENOMEM;
    for (size_t i = 0; i < rows; i++) {
        const row_search *r = &t->row[i];
        lists->threshold[r->node] = r->threshold;
        lists->count[r->node] = r->count;
        lists->neighbour[r->node] = lists->block_neighbour[a] + at;
        lists->weight[r->node] = lists->block_weight[a] + at;
        for (size_t e = 0; e < r->count; e++, at++) {
            lists->block_neighbour[a][at] = r->found[e].node;
            lists->block_weight[a][at] = r->found[e].weight;
        }
    }
    return CE_OK;
}

/* The rows of block a with empty hands, and what occurs in each group of them. */
static void begin_rows(const search *s, size_t a, size_t rows, scratch *t)
{
    const ce_elite_blocks *x = &s->blocks;

    for (size_t i = 0; i < rows; i++) {
        row_search *r = &t->row[i];
        ce_elite_row *group = &t->group[i / GROUP];
        ce_elite_blocks_row(x, s->rows, a * LANES + i, &t->label[i]);
        r->node = x->node[a * LANES + i];
        r->count = 0;
        r->threshold = 0;
        r->next = s->elite;
        r->need = t->need[i] = 1;
        for (size_t q = 0; q < x->m; q++) {
            group->mask[q] = (i % GROUP ? group->mask[q] : 0) | t->label[i].mask[q];
            if (x->hole)
                group->hole[q] = (i % GROUP ? group->hole[q] : 0) | t->label[i].hole[q];
        }
    }
}

static int search_block(const search *s, size_t a, scratch *t, size_t *entries)
{
    const ce_elite_blocks *x = &s->blocks;
    size_t rows = x->n - a * LANES < LANES ? x->n - a * LANES : LANES;

    begin_rows(s, a, rows, t);
    order_blocks(s, a, t);
    for (size_t at = 0; at < x->blocks; at++) {
        size_t b = (size_t)t->by_bound[at];
        if (t->bound[b] < lowest(t->need, rows))
            break;
        if (search_pair(s, t, rows, b))
            return CE_ENOMEM;
    }
    return store(s, a, rows, t, entries);
}

/* ---- the search over all blocks ---- */

static int scratch_alloc(scratch *t, const ce_elite_blocks *x)
{
    enum { ALL = LANES + LANES / GROUP };

    t->code = ce_alloc(LANES * x->width, 1, NULL);
    t->mask = ce_alloc(2 * ALL * x->m, sizeof *t->mask, NULL);
    t->bound = ce_alloc(x->blocks, sizeof *t->bound, NULL);
    t->by_bound = ce_alloc(x->blocks, sizeof *t->by_bound, NULL);
    t->bucket = ce_alloc(x->m + 2, sizeof *t->bucket, NULL);
    if (!t->code || !t->mask || !t->bound || !t->by_bound || !t->bucket)
        return CE_ENOMEM;
    for (size_t i = 0; i < ALL; i++) {
        ce_elite_row *row = i < LANES ? &t->label[i] : &t->group[i - LANES];
        *row = (ce_elite_row){.mask = t->mask + i * x->m};
        if (i < LANES)
            row->code = t->code + i * x->width;
        if (x->hole)
            row->hole = t->mask + (ALL + i) * x->m;
    }
    return CE_OK;
}

static void scratch_free(scratch *t)
{
    for (size_t i = 0; i < LANES; i++)
        free(t->row[i].found);
    free(t->code);
    free(t->mask);
    free(t->bound);
    free(t->by_bound);
    free(t->bucket);
    free(t->sorted);
}

static void search_all(search *s)
{
#pragma omp parallel if (s->blocks.n > SERIAL)
    {
        scratch t = {0};
        int rc = scratch_alloc(&t, &s->blocks), stop;
        if (rc) {
#pragma omp atomic write
            s->failed = 1;
        }
#pragma omp for schedule(dynamic, 1)
        for (size_t a = 0; a < s->blocks.blocks; a++) {
            size_t entries = 0;
#pragma omp atomic read
            stop = s->failed;
            if (stop)
                continue;
            rc = search_block(s, a, &t, &entries);
#pragma omp critical(ce_elite_search)
            {
                s->lists->entries += entries;
                if (rc || s->lists->entries > s->limit) {
#pragma omp atomic write
                    s->failed = 1;
                }
            }
        }
        scratch_free(&t);
    }
}

static int lists_alloc(ce_elite_lists *lists, size_t n, size_t blocks, ce_error *err)
{
    ce_elite_lists_free(lists);
    lists->n = n;
    lists->blocks = blocks;
    lists->threshold = ce_alloc(n, sizeof *lists->threshold, err);
    lists->count = ce_alloc(n, sizeof *lists->count, err);
    lists->neighbour = ce_alloc(n, sizeof *lists->neighbour, err);
    lists->weight = ce_alloc(n, sizeof *lists->weight, err);
    lists->block_neighbour = ce_calloc(blocks, sizeof *lists->block_neighbour, err);
    lists->block_weight = ce_calloc(blocks, sizeof *lists->block_weight, err);
    return lists->threshold && lists->count && lists->neighbour && lists->weight &&
                   lists->block_neighbour && lists->block_weight
               ? CE_OK
               : CE_ENOMEM;
}

void ce_elite_lists_free(ce_elite_lists *lists)
{
    if (!lists)
        return;
    for (size_t b = 0; b < lists->blocks; b++) {
        if (lists->block_neighbour)
            free(lists->block_neighbour[b]);
        if (lists->block_weight)
            free(lists->block_weight[b]);
    }
    free(lists->threshold);
    free(lists->count);
    free(lists->neighbour);
    free(lists->weight);
    free(lists->block_neighbour);
    free(lists->block_weight);
    *lists = (ce_elite_lists){0};
}

int ce_elite_search(ce_elite_lists *lists, const ce_labels *rows, size_t elite, ce_error *err)
{
    search s = {.rows = rows, .lists = lists, .elite = elite};
    int rc = ce_elite_blocks_build(&s.blocks, rows, err);

    if (!rc)
        rc = lists_alloc(lists, rows->n, s.blocks.blocks, err);
    if (rc)
        goto done;
    /* a link takes 12 bytes while it is looked for, at least 20 more in the graph */
    s.limit = ce_memory_available() / 32;
    search_all(&s);
    if (s.failed && lists->entries > s.limit)
        rc = ce_fail(err, CE_ENOMEM,
                     "the graph of elite neighbours has more than %zu links, more than memory "
                     "holds: use fewer neighbours (" CE_OPT("elite") ", " CE_OPT("cap") ")",
                     s.limit);
    else if (s.failed)
        rc = ce_fail(err, CE_ENOMEM, "out of memory for the graph of elite neighbours");
done:
    ce_elite_blocks_free(&s.blocks);
    if (rc)
        ce_elite_lists_free(lists);
    return rc;
}
