#include "io/categories.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

/* FNV-1a, 64 bits. */
static uint64_t hash(const char *text, size_t length)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);

    for (size_t i = 0; i < length; i++)
        h = (h ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
    return h ^ (h >> 29);
}

static size_t find_slot(const ce_categories *c, const char *text, size_t length)
{
    size_t h = (size_t)hash(text, length) & (c->slots - 1);

    while (c->slot[h]) {
        const char *other = c->text[c->slot[h] - 1];
        if (!strncmp(other, text, length) && !other[length])
            break;
        h = (h + 1) & (c->slots - 1);
    }
    return h;
}

static int enlarge_slots(ce_categories *c, ce_error *err)
{
    size_t slots = c->slots ? 2 * c->slots : 64;
    int32_t *slot = ce_calloc(slots, sizeof *slot, err), *old = c->slot;
    size_t old_slots = c->slots;

    if (!slot)
        return CE_ENOMEM;
    c->slot = slot;
    c->slots = slots;
    for (size_t h = 0; h < old_slots; h++)
        if (old[h]) {
            const char *text = c->text[old[h] - 1];
            slot[find_slot(c, text, strlen(text))] = old[h];
        }
    free(old);
    return CE_OK;
}

static int enlarge_direct(ce_categories *c, size_t need, ce_error *err)
{
    size_t old = c->direct_size;
    int rc = ce_grow(&c->direct, &c->direct_size, need, sizeof *c->direct, err);

    if (!rc)
        memset(c->direct + old, 0, (c->direct_size - old) * sizeof *c->direct);
    return rc;
}

static int32_t append(ce_categories *c, const char *text, size_t length, ce_error *err)
{
    int rc;

    if (c->count >= INT32_MAX - 1)
        return ce_fail(err, CE_EINPUT, "more than %d different labels in one column",
                       INT32_MAX - 1);
    if ((rc = ce_grow(&c->text, &c->text_capacity, c->count + 1, sizeof *c->text, err)))
        return rc;
    c->text[c->count] = ce_strndup(text, length, err);
    return c->text[c->count] ? (int32_t)c->count++ : CE_ENOMEM;
}

int32_t ce_categories_number(ce_categories *c, const char *text, size_t length, ce_error *err)
{
    int32_t small = ce_categories_small(text, length), number;
    size_t h;

    if (small >= 0) {
        number = ce_categories_known(c, text, length);
        if (number >= 0)
            return number;
        number = enlarge_direct(c, (size_t)small + 1, err);
        if (number)
            return number;
        number = append(c, text, length, err);
        if (number >= 0)
            c->direct[small] = number + 1;
        return number;
    }
    if (c->count + 1 > c->slots / 2 && (number = enlarge_slots(c, err)))
        return number;
    h = find_slot(c, text, length);
    if (c->slot[h])
        return c->slot[h] - 1;
    number = append(c, text, length, err);
    if (number >= 0)
        c->slot[h] = number + 1;
    return number;
}

int32_t ce_categories_find(const ce_categories *c, const char *text, size_t length)
{
    int32_t small = ce_categories_small(text, length);

    if (small >= 0)
        return (size_t)small < c->direct_size ? c->direct[small] - 1 : -1;
    return c->slots ? c->slot[find_slot(c, text, length)] - 1 : -1;
}

void ce_categories_free(ce_categories *c)
{
    if (!c)
        return;
    for (size_t i = 0; i < c->count; i++)
        free(c->text[i]);
    free(c->text);
    free(c->direct);
    free(c->slot);
    *c = (ce_categories){0};
}

void ce_named_categories_free(char **name, ce_categories *categories, size_t count)
{
    for (size_t c = 0; c < count; c++) {
        if (name)
            free(name[c]);
        if (categories)
            ce_categories_free(&categories[c]);
    }
    free(name);
    free(categories);
}
