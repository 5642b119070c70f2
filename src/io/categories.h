/*
 * categories.h: the distinct texts of a column, numbered by first appearance.
 */
#ifndef CE_IO_CATEGORIES_H
#define CE_IO_CATEGORIES_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"

/* Zero-initialise before use. text[number] is the category's text. Whole numbers from 0 to 65535 written in the usual
 * way ("7", not "07") are found without hashing, since labels mostly look like that. */
typedef struct {
    char **text; /* owned, and each text */
    size_t count;
    size_t text_capacity;
    int32_t *direct; /* owned: number + 1 of the category that is the whole number at this index */
    size_t direct_size;
    int32_t *slot; /* owned: hash table of number + 1 */
    size_t slots;
} ce_categories;

/* The number of this text, adding it when new; negative ce_status on failure. */
int32_t ce_categories_number(ce_categories *categories, const char *text, size_t length, ce_error *err);

/* The number of this text, or -1 when it does not occur. */
int32_t ce_categories_find(const ce_categories *categories, const char *text, size_t length);

void ce_categories_free(ce_categories *categories);

#endif
