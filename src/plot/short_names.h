/*
 * short_names.h: names cut so that they fit into a picture, and those that differ still differ.
 */
#ifndef CE_PLOT_SHORT_NAMES_H
#define CE_PLOT_SHORT_NAMES_H

#include <stddef.h>

#include "core/error.h"

/* Letters of a text (UTF-8). */
size_t ce_plot_letters(const char *text);

/* Copies a text. Where it has more than `most` letters (UTF-8), "..." stands for those in its
 * middle: names of clusterings end in their k. size: 4 * most + 4 bytes. */
void ce_plot_cut_text(const char *text, size_t most, char *cut, size_t size);

/* Bytes that a text shares with the beginning of another, whole letters, at most `share`: what all
 * of several names begin with, if they are compared one after the other. */
size_t ce_plot_shared(const char *text, const char *other, size_t share);

/* The same as ce_plot_cut_text, for one of several names that begin with the same `shared` bytes:
 * where it is too long, and more than a few are shared, "..." stands for those first. */
void ce_plot_cut_name(const char *text, size_t shared, size_t most, char *cut, size_t size);

/* Set to zero before use. */
typedef struct {
    size_t count;
    char **text; /* owned, and each text */
} ce_short_names;

/* Cuts each name to `most` letters (UTF-8) and one more. What is too long has "..." in its middle
 * (ce_plot_cut_text). Where names that differ would then be the same, "..." stands for what these
 * begin with in common, and, if the rest has no room, for what they end with too. Names that differ
 * in more places than that may have one text. name: count, of which none is NULL.
 * O(letters + count log count). 0 or CE_ENOMEM; empty after a failure. */
int ce_short_names_build(ce_short_names *names, const char *const *name, size_t count, size_t most,
                         ce_error *err);
void ce_short_names_free(ce_short_names *names);

#endif
