/*
 * sums_names.h: names that all parts of a job have alike, such as those of columns, in a table of
 * sums: a keyed block whose keys are the number of a name, from 1, and the name.
 */
#ifndef CE_IO_SUMS_NAMES_H
#define CE_IO_SUMS_NAMES_H

#include <stddef.h>

#include "core/error.h"
#include "core/sums.h"

/* Adds a block of `count` names, each of which counts 1. part: the part that has them. 0 or
 * CE_ENOMEM. */
int ce_sums_names_add(ce_sums *sums, const char *block, char *const *name, size_t count,
                      size_t part, ce_error *err);

/* The names of such a block. *name: *count of them, at least one, which ce_named_categories_free
 * frees. path: of the table. 0, CE_ENOMEM, or CE_EINPUT when the parts have different names;
 * outputs are untouched after a failure. */
int ce_sums_names_read(const ce_sums *sums, const char *block, const char *path, char ***name,
                       size_t *count, ce_error *err);

#endif
