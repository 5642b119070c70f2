#include "core/sums.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

const char *const ce_sums_join_name[CE_SUMS_HOWS] = {"add",   "exact", "least", "largest",
                                                     "keyed", "rows",  "top"};

/* ---- making and freeing ---- */

static void keys_free(ce_sums_keys *keys)
{
    free(keys->text);
    free(keys->start);
    free(keys->part);
    free(keys->place);
    free(keys->slot);
}

static void block_free(ce_sums_block *block)
{
    free(block->name);
    free(block->count);
    ce_exact_free(&block->exact);
    free(block->value);
    free(block->object);
    keys_free(&block->keys);
}

void ce_sums_free(ce_sums *sums)
{
    free(sums->of);
    free(sums->part);
    for (size_t o = 0; o < sums->options; o++) {
        free(sums->option[o].name);
        free(sums->option[o].value);
    }
    free(sums->option);
    for (size_t b = 0; b < sums->blocks; b++)
        block_free(&sums->block[b]);
    free(sums->block);
    *sums = (ce_sums){0};
}

int ce_sums_begin(ce_sums *sums, const char *of, size_t round, size_t parts,
                  const ce_sums_part *part, ce_error *err)
{
    *sums = (ce_sums){.round = round, .parts = parts};
    sums->of = ce_strdup(of, err);
    if (part)
        sums->part = ce_alloc(1, sizeof *sums->part, err);
    if (!sums->of || (part && !sums->part)) {
        ce_sums_free(sums);
        return CE_ENOMEM;
    }
    if (part) {
        *sums->part = *part;
        sums->held = 1;
    }
    return CE_OK;
}

int ce_sums_set(ce_sums *sums, const char *name, const char *value, ce_error *err)
{
    size_t capacity = sums->options;
    ce_sums_option *o;

    if (ce_grow(&sums->option, &capacity, sums->options + 1, sizeof *sums->option, err))
        return CE_ENOMEM;
    o = &sums->option[sums->options];
    *o = (ce_sums_option){ce_strdup(name, err), ce_strdup(value, err)};
    sums->options++;
    return o->name && o->value ? CE_OK : CE_ENOMEM;
}

const char *ce_sums_get(const ce_sums *sums, const char *name)
{
    for (size_t o = 0; o < sums->options; o++)
        if (!strcmp(sums->option[o].name, name))
            return sums->option[o].value;
    return NULL;
}

int ce_sums_add(ce_sums *sums, const char *name, ce_sums_how join, size_t rows, size_t columns,
                ce_sums_block **block, ce_error *err)
{
    size_t capacity = sums->blocks, entries = rows * columns;
    ce_sums_block *b;

    if (ce_grow(&sums->block, &capacity, sums->blocks + 1, sizeof *sums->block, err))
        return CE_ENOMEM;
    b = &sums->block[sums->blocks++];
    *b = (ce_sums_block){.join = join, .rows = rows, .columns = columns, .most = SIZE_MAX};
    b->name = ce_strdup(name, err);
    if (!b->name)
        return CE_ENOMEM;
    switch (join) {
    case CE_SUMS_ADD: b->count = ce_calloc(entries, sizeof *b->count, err); break;
    case CE_SUMS_EXACT: b->exact.count = entries; break;
    case CE_SUMS_LEAST:
    case CE_SUMS_LARGEST:
        b->value = ce_alloc(entries, sizeof *b->value, err);
        for (size_t e = 0; e < entries && b->value; e++)
            b->value[e] = NAN;
        break;
    default: b->rows = 0;
    }
    *block = b;
    if ((join == CE_SUMS_ADD && !b->count) ||
        ((join == CE_SUMS_LEAST || join == CE_SUMS_LARGEST) && !b->value))
        return CE_ENOMEM;
    return CE_OK;
}

int ce_sums_find(const ce_sums *sums, const char *name, ce_sums_how join, size_t columns,
                 ce_sums_block **block, const char *path, ce_error *err)
{
    for (size_t b = 0; b < sums->blocks; b++) {
        ce_sums_block *at = &sums->block[b];
        if (strcmp(at->name, name))
            continue;
        if (at->join != join || (columns && at->columns != columns))
            return ce_fail(
                err, CE_EINPUT, "%s: block '%s' is %s with %zu columns, %s with %zu expected", path,
                name, ce_sums_join_name[at->join], at->columns, ce_sums_join_name[join], columns);
        *block = at;
        return CE_OK;
    }
    return ce_fail(err, CE_EINPUT, "%s: no block '%s'", path, name);
}

/* ---- keys ---- */

static uint64_t hash_bytes(const char *text, size_t length)
{
    uint64_t hash = 0xcbf29ce484222325u, word;

    for (; length >= sizeof word; text += sizeof word, length -= sizeof word) {
        memcpy(&word, text, sizeof word);
        hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
    }
    for (; length; length--)
        hash = (hash ^ (unsigned char)*text++) * 0x100000001b3u;
    hash *= 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 32;
}

const char *ce_sums_key_text(const ce_sums_block *block, size_t at, size_t *length)
{
    const ce_sums_keys *k = &block->keys;

    *length = k->start[at + 1] - k->start[at];
    return k->text + k->start[at];
}

/* The slot of a key, or the free one where it belongs. */
static size_t slot_of(const ce_sums_block *block, const char *key, size_t length)
{
    const ce_sums_keys *k = &block->keys;
    size_t slot = hash_bytes(key, length) & (k->slots - 1), other;

    for (; k->slot[slot]; slot = (slot + 1) & (k->slots - 1)) {
        const char *text = ce_sums_key_text(block, k->slot[slot] - 1, &other);
        if (other == length && !memcmp(text, key, length))
            break;
    }
    return slot;
}

static int more_slots(ce_sums_block *block, ce_error *err)
{
    ce_sums_keys *k = &block->keys;
    size_t slots = k->slots ? k->slots : 64;
    uint32_t *slot;

    while (slots < 4 * (block->rows + 1))
        slots *= 2;
    slot = ce_calloc(slots, sizeof *slot, err);
    if (!slot)
        return CE_ENOMEM;
    free(k->slot);
    k->slot = slot;
    k->slots = slots;
    for (size_t e = 0; e < block->rows; e++) {
        size_t length;
        const char *text = ce_sums_key_text(block, e, &length);
        slot[slot_of(block, text, length)] = (uint32_t)e + 1;
    }
    return CE_OK;
}

static int new_key(ce_sums_block *block, const char *key, size_t length, ce_error *err)
{
    ce_sums_keys *k = &block->keys;
    size_t e = block->rows, counts = (e + 1) * block->columns;

    if (e >= UINT32_MAX - 1)
        return ce_fail(err, CE_EINPUT, "more than %u different keys in '%s'", UINT32_MAX - 2,
                       block->name);
    if (ce_grow(&k->text, &k->capacity, k->used + length + 1, 1, err) ||
        ce_grow(&k->start, &k->start_capacity, e + 2, sizeof *k->start, err) ||
        ce_grow(&k->part, &k->part_capacity, e + 1, sizeof *k->part, err) ||
        ce_grow(&k->place, &k->place_capacity, e + 1, sizeof *k->place, err) ||
        ce_grow(&block->count, &k->count_capacity, counts + 1, sizeof *block->count, err))
        return CE_ENOMEM;
    memcpy(k->text + k->used, key, length);
    k->start[e] = k->used;
    k->used += length;
    k->start[e + 1] = k->used;
    memset(block->count + e * block->columns, 0, block->columns * sizeof *block->count);
    block->rows++;
    return CE_OK;
}

int ce_sums_key(ce_sums_block *block, const char *key, size_t length, size_t part, uint64_t place,
                size_t *at, ce_error *err)
{
    ce_sums_keys *k = &block->keys;
    size_t slot;

    if (2 * (block->rows + 1) > k->slots && more_slots(block, err))
        return CE_ENOMEM;
    slot = slot_of(block, key, length);
    if (k->slot[slot]) {
        *at = k->slot[slot] - 1;
        if (part < k->part[*at] || (part == k->part[*at] && place < k->place[*at])) {
            k->part[*at] = (uint32_t)part;
            k->place[*at] = place;
        }
        return CE_OK;
    }
    *at = block->rows;
    if (new_key(block, key, length, err))
        return CE_ENOMEM;
    k->part[*at] = (uint32_t)part;
    k->place[*at] = place;
    k->slot[slot] = (uint32_t)*at + 1;
    return CE_OK;
}

/* Where an entry stands, and where it was seen first. */
typedef struct {
    size_t at;
    uint64_t place;
    uint32_t part;
} seen;

static int compare_seen(const void *a, const void *b)
{
    const seen *x = a, *y = b;

    if (x->part != y->part)
        return x->part < y->part ? -1 : 1;
    return x->place < y->place ? -1 : x->place > y->place;
}

/* The entries of `sorted` are those of `block` in another order. */
static int take_in_order(ce_sums_block *sorted, const ce_sums_block *block, const seen *order,
                         ce_error *err)
{
    size_t bytes = block->columns * sizeof *block->count, length;
    const char *key;

    for (size_t e = 0; e < block->rows; e++) {
        key = ce_sums_key_text(block, order[e].at, &length);
        if (new_key(sorted, key, length, err))
            return CE_ENOMEM;
        sorted->keys.part[e] = order[e].part;
        sorted->keys.place[e] = order[e].place;
        memcpy(sorted->count + e * block->columns, block->count + order[e].at * block->columns,
               bytes);
    }
    return CE_OK;
}

static int order_keys(ce_sums_block *block, ce_error *err)
{
    ce_sums_block sorted = {
        .name = block->name, .join = block->join, .columns = block->columns, .most = block->most};
    seen *order = ce_alloc(block->rows, sizeof *order, err);
    int rc = order ? CE_OK : CE_ENOMEM, in_order = 1;

    for (size_t e = 0; e < block->rows && !rc; e++) {
        order[e] = (seen){e, block->keys.place[e], block->keys.part[e]};
        in_order = in_order && (!e || compare_seen(&order[e - 1], &order[e]) < 0);
    }
    if (!rc && !in_order) {
        qsort(order, block->rows, sizeof *order, compare_seen);
        rc = take_in_order(&sorted, block, order, err);
        if (!rc) {
            ce_sums_block old = *block;
            *block = sorted;
            sorted = old;
        }
        sorted.name = NULL;
        block_free(&sorted);
    }
    free(order);
    return rc;
}

int ce_sums_order(ce_sums *sums, ce_error *err)
{
    int rc = CE_OK;

    for (size_t b = 0; b < sums->blocks && !rc; b++)
        if (sums->block[b].join == CE_SUMS_KEYED)
            rc = order_keys(&sums->block[b], err);
    return rc;
}

/* ---- rows ---- */

static int put_row(ce_sums_block *block, size_t at, uint64_t object, const double *value,
                   ce_error *err)
{
    size_t have = block->rows, columns = block->columns;

    if (ce_grow(&block->object, &block->object_capacity, have + 1, sizeof *block->object, err) ||
        ce_grow(&block->value, &block->value_capacity, (have + 1) * columns, sizeof *block->value,
                err))
        return CE_ENOMEM;
    memmove(block->object + at + 1, block->object + at, (have - at) * sizeof *block->object);
    memmove(block->value + (at + 1) * columns, block->value + at * columns,
            (have - at) * columns * sizeof *block->value);
    block->object[at] = object;
    memcpy(block->value + at * columns, value, columns * sizeof *value);
    block->rows++;
    return CE_OK;
}

/* 1 when a row of `top` comes before row `at` of the block. */
static int comes_before(const ce_sums_block *block, uint64_t object, double first, size_t at)
{
    double other = block->value[at * block->columns];

    return first > other || (first == other && object < block->object[at]);
}

int ce_sums_row(ce_sums_block *block, uint64_t object, const double *value, ce_error *err)
{
    size_t at = block->rows;

    if (block->join == CE_SUMS_ROWS)
        while (at && object < block->object[at - 1])
            at--;
    else
        while (at && comes_before(block, object, value[0], at - 1))
            at--;
    if (at >= block->most)
        return CE_OK;
    if (put_row(block, at, object, value, err))
        return CE_ENOMEM;
    if (block->rows > block->most)
        block->rows = block->most;
    return CE_OK;
}
