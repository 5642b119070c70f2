/*
 * 1. Some nodes of a group are its pivots. They stand in a chain: each is followed by the nearest
 *    of those left.
 * 2. Every node goes to the pivot with which it shares most clusters.
 * 3. The nodes of each pivot are a group in turn, until groups are small.
 */
#include "similarity/elite_order.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"

enum { STEP = 64, BYTE_SUM = 255, SMALL = 64, PIVOTS = 256, PER_PIVOT = 64, SERIAL = 4096 };

typedef struct {
    size_t n, width;   /* bytes of a row, a multiple of STEP */
    uint8_t *code;     /* owned; n x width: the low bytes of the labels, enough for an order */
    int32_t *order;    /* n */
    int32_t *moved;    /* owned; n: for the distribution of a group */
    int32_t *nearest;  /* owned; n: rank of the pivot of each place */
} ordering;

/* Places first .. first + count - 1. */
typedef struct {
    size_t first, count;
} group;

/* In how many columns two rows agree, padding included. */
CE_HOT static uint32_t agreement(const uint8_t *restrict a, const uint8_t *restrict b, size_t width)
{
    uint32_t sum = 0;

    for (size_t from = 0; from < width; from += STEP * BYTE_SUM) {
        size_t end = width - from < STEP * BYTE_SUM ? width : from + STEP * BYTE_SUM;
        uint8_t count[STEP] = {0};
        for (size_t s = from; s < end; s += STEP)
            for (size_t l = 0; l < STEP; l++)
                count[l] += a[s + l] == b[s + l];
        for (size_t l = 0; l < STEP; l++)
            sum += count[l];
    }
    return sum;
}

static const uint8_t *row_at(const ordering *o, size_t place)
{
    return o->code + (size_t)o->order[place] * o->width;
}

/* Pivots at even steps through the group, then the chain. */
static void choose_pivots(const ordering *o, group g, const uint8_t **pivot, size_t pivots)
{
    for (size_t p = 0; p < pivots; p++)
        pivot[p] = row_at(o, g.first + p * g.count / pivots);
    for (size_t p = 1; p < pivots; p++) {
        size_t best = p;
        uint32_t most = 0;
        for (size_t other = p; other < pivots; other++) {
            uint32_t same = agreement(pivot[p - 1], pivot[other], o->width);
            if (same > most) {
                most = same;
                best = other;
            }
        }
        const uint8_t *next = pivot[best];
        pivot[best] = pivot[p];
        pivot[p] = next;
    }
}

static int32_t nearest_pivot(const ordering *o, const uint8_t *row, const uint8_t *const *pivot,
                             size_t pivots)
{
    uint32_t most = 0;
    int32_t best = 0;

    for (size_t p = 0; p < pivots; p++) {
        uint32_t same = agreement(row, pivot[p], o->width);
        if (same > most) {
            most = same;
            best = (int32_t)p;
        }
    }
    return best;
}

/* Splits a group. Then start[p] .. start[p + 1] - 1 are the places of pivot p, counted from the
 * group's first. */
static void split(ordering *o, group g, size_t pivots, size_t start[PIVOTS + 1])
{
    const uint8_t *pivot[PIVOTS];
    size_t next[PIVOTS];

    choose_pivots(o, g, pivot, pivots);
#pragma omp parallel for schedule(static) if (g.count > SERIAL)
    for (size_t at = g.first; at < g.first + g.count; at++)
        o->nearest[at] = nearest_pivot(o, row_at(o, at), pivot, pivots);
    memset(start, 0, (pivots + 1) * sizeof *start);
    for (size_t at = g.first; at < g.first + g.count; at++)
        start[o->nearest[at] + 1]++;
    for (size_t p = 0; p < pivots; p++)
        start[p + 1] += start[p];
    memcpy(next, start, pivots * sizeof *next);
    for (size_t at = g.first; at < g.first + g.count; at++)
        o->moved[g.first + next[o->nearest[at]]++] = o->order[at];
    memcpy(o->order + g.first, o->moved + g.first, g.count * sizeof *o->order);
}

static size_t pivots_of(group g)
{
    size_t pivots = g.count / PER_PIVOT;

    if (pivots < 2)
        return 2;
    return pivots > PIVOTS ? PIVOTS : pivots;
}

static int split_all(ordering *o, ce_error *err)
{
    group *stack = NULL;
    size_t count = 0, capacity = 0, start[PIVOTS + 1];
    int rc = ce_grow(&stack, &capacity, 1, sizeof *stack, err);

    if (!rc)
        stack[count++] = (group){0, o->n};
    while (count && !rc) {
        group g = stack[--count];
        size_t pivots = pivots_of(g);
        if (g.count <= SMALL)
            continue;
        split(o, g, pivots, start);
        rc = ce_grow(&stack, &capacity, count + pivots, sizeof *stack, err);
        for (size_t p = 0; p < pivots && !rc; p++) {
            size_t size = start[p + 1] - start[p];
            if (size > SMALL && size < g.count) /* one pivot for all: nothing tells them apart */
                stack[count++] = (group){g.first + start[p], size};
        }
    }
    free(stack);
    return rc;
}

int ce_elite_order(const ce_labels *rows, int32_t *order, ce_error *err)
{
    ordering o = {.n = rows->n, .width = (rows->m + STEP - 1) / STEP * STEP, .order = order};
    int rc = CE_ENOMEM;

    for (size_t i = 0; i < o.n; i++)
        order[i] = (int32_t)i;
    o.code = ce_calloc(o.n, o.width, err);
    o.moved = ce_alloc(o.n, sizeof *o.moved, err);
    o.nearest = ce_alloc(o.n, sizeof *o.nearest, err);
    if (o.code && o.moved && o.nearest) {
        for (size_t q = 0; q < rows->m; q++)
            for (size_t i = 0; i < o.n; i++)
                o.code[i * o.width + q] = (uint8_t)ce_labels_column(rows, q)[i];
        rc = split_all(&o, err);
    }
    free(o.code);
    free(o.moved);
    free(o.nearest);
    return rc;
}
