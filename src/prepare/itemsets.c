#include "prepare/itemsets.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"

typedef struct {
    const uint64_t *row;
    size_t items, words, support, size;
    unsigned char *in;  /* items: 1 in a frequent set of the size */
    unsigned char *out; /* items: 1 when known to be in none */
    /* The set that is being built, at each depth: */
    uint64_t *together; /* size x words: transactions that hold all of it */
    size_t *candidate;  /* size x items: what may join it */
    size_t set[CE_ITEMSET_LARGEST];
} search;

/* Transactions in both. */
CE_HOT static size_t count_both(const uint64_t *a, const uint64_t *b, size_t words)
{
    size_t count = 0;

    for (size_t w = 0; w < words; w++)
        count += (size_t)__builtin_popcountll(a[w] & b[w]);
    return count;
}

static size_t count_ones(const uint64_t *row, size_t words)
{
    return count_both(row, row, words);
}

static void mark_set(search *s, size_t members)
{
    for (size_t i = 0; i < members; i++)
        s->in[s->set[i]] = 1;
}

/* Completes a set of depth items. Each of the `count` candidates of the depth keeps it frequent.
 * Returns 1 when there is a complete set. Its items are then marked, and for the last place all
 * items that fit. */
static int complete(search *s, size_t depth, size_t count)
{
    const size_t *from = s->candidate + (depth - 1) * s->items;
    size_t *to = s->candidate + depth * s->items;
    const uint64_t *have = s->together + (depth - 1) * s->words;
    uint64_t *next = s->together + depth * s->words;

    if (depth + count < s->size)
        return 0;
    if (depth + 1 >= s->size) {
        mark_set(s, depth);
        for (size_t c = 0; c < count && depth < s->size; c++)
            s->in[from[c]] = 1;
        return 1;
    }
    for (size_t c = 0; c < count && depth + count - c >= s->size; c++) {
        const uint64_t *row = s->row + from[c] * s->words;
        size_t fit = 0;

        for (size_t w = 0; w < s->words; w++)
            next[w] = have[w] & row[w];
        for (size_t e = c + 1; e < count; e++)
            if (count_both(next, s->row + from[e] * s->words, s->words) >= s->support)
                to[fit++] = from[e];
        s->set[depth] = from[c];
        if (complete(s, depth + 1, fit))
            return 1;
    }
    return 0;
}

/* Looks for a frequent set with this item. */
static void look(search *s, size_t item)
{
    const uint64_t *row = s->row + item * s->words;
    size_t count = 0;

    memcpy(s->together, row, s->words * sizeof *row);
    s->set[0] = item;
    for (size_t j = 0; j < s->items; j++)
        if (j != item && !s->out[j] &&
            count_both(row, s->row + j * s->words, s->words) >= s->support)
            s->candidate[count++] = j;
    if (!complete(s, 1, count))
        s->out[item] = 1;
}

typedef struct {
    size_t item, count;
} item_count;

static int rarest_first(const void *a, const void *b)
{
    const item_count *x = a, *y = b;

    if (x->count != y->count)
        return x->count < y->count ? -1 : 1;
    return x->item < y->item ? -1 : x->item > y->item;
}

int ce_itemsets_mark(const uint64_t *row, size_t items, size_t words, size_t support, size_t size,
                     unsigned char *in, ce_error *err)
{
    search s = {
        .row = row, .items = items, .words = words, .support = support, .size = size, .in = in};
    item_count *order = ce_alloc(items, sizeof *order, err);
    int rc = CE_OK;

    memset(in, 0, items);
    s.out = ce_calloc(items, 1, err);
    s.together = ce_alloc(size * words, sizeof *s.together, err);
    s.candidate = ce_alloc(size * items, sizeof *s.candidate, err);
    if (!order || !s.out || !s.together || !s.candidate) {
        rc = CE_ENOMEM;
        goto done;
    }
    for (size_t i = 0; i < items; i++) {
        order[i] = (item_count){i, count_ones(row + i * words, words)};
        s.out[i] = order[i].count < support;
    }
    /* Rare items have few candidates. One that is in no set is no candidate for those after it. */
    qsort(order, items, sizeof *order, rarest_first);
    for (size_t o = 0; o < items; o++)
        if (!in[order[o].item] && !s.out[order[o].item])
            look(&s, order[o].item);
done:
    free(order);
    free(s.out);
    free(s.together);
    free(s.candidate);
    return rc;
}
