/*
 * categories.h: the distinct texts of a column, numbered by first appearance.
 */
#ifndef CE_IO_CATEGORIES_H
#define CE_IO_CATEGORIES_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"

/* Set to zero before use. text[number] is the text of a category. Most labels are small whole
 * numbers, so whole numbers from 0 to 65535 written in the usual way ("7", not "07") are found
 * without hashing. */
typedef struct {
    char **text; /* owned, and each text */
    size_t count;
    size_t text_capacity;
    int32_t *direct; /* owned: of a small number, its category + 1 */
    size_t direct_size;
    int32_t *slot; /* owned: hash table of category + 1 */
    size_t slots;
} ce_categories;

/* The number of this text, which is added when it is new. A negative ce_status on failure; then
 * nothing is added. */
int32_t ce_categories_number(ce_categories *categories, const char *text, size_t length,
                             ce_error *err);

/* The small whole number that this text is, written in the usual way. -1 when it is none, or above
 * 65535. */
static inline int32_t ce_categories_small(const char *text, size_t length)
{
    uint32_t value = 0;

    if (length - 1 > 4 || (length > 1 && text[0] == '0'))
        return -1;
    for (size_t i = 0; i < length; i++) {
        uint32_t digit = (uint32_t)(text[i] - '0');
        if (digit > 9)
            return -1;
        value = value * 10 + digit;
    }
    return value < 65536 ? (int32_t)value : -1;
}

/* The number of a text that is a small whole number and has occurred, else -1. This is the quick
 * part of ce_categories_number. */
static inline int32_t ce_categories_known(const ce_categories *categories, const char *text,
                                          size_t length)
{
    int32_t small = ce_categories_small(text, length);

    return small >= 0 && (size_t)small < categories->direct_size ? categories->direct[small] - 1
                                                                 : -1;
}

/* The number of this text, or -1 when it does not occur. */
int32_t ce_categories_find(const ce_categories *categories, const char *text, size_t length);

void ce_categories_free(ce_categories *categories);

/* Frees an array of `count` names and one of `count` categories with what they hold. Each may be
 * NULL. */
void ce_named_categories_free(char **name, ce_categories *categories, size_t count);

#endif
