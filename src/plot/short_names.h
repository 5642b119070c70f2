/*
 * short_names.h: names cut so that they fit into a picture, and those that differ still differ.
 */
#ifndef CE_PLOT_SHORT_NAMES_H
#define CE_PLOT_SHORT_NAMES_H

#include <stddef.h>

#include "core/error.h"

/* Set to zero before use. */
typedef struct {
    size_t count;
    char **text; /* owned, and each text */
} ce_short_names;

/* Cuts each name to `most` letters (UTF-8) and one more. What is too long has "..." in its middle
 * (ce_plot_cut_text). Where names that differ would then be the same, "..." stands for what these
 * begin with in common, and, if they still were the same, for what they end with too. Names that
 * differ in more places than that may have one text. name: count, of which none is NULL.
 * O(letters + count log count). 0 or CE_ENOMEM; empty after a failure. */
int ce_short_names_build(ce_short_names *names, const char *const *name, size_t count, size_t most,
                         ce_error *err);
void ce_short_names_free(ce_short_names *names);

#endif
