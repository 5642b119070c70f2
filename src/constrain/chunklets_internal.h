/*
 * chunklets_internal.h: what the files of the chunklets share.
 */
#ifndef CE_CONSTRAIN_CHUNKLETS_INTERNAL_H
#define CE_CONSTRAIN_CHUNKLETS_INTERNAL_H

#include "constrain/chunklets.h"

/* The cannot-links inside one chunklet; chunklets: `of` is there. found: as in ce_chunklets_build.
 */
int ce_contradictions_find(ce_contradictions *found, const ce_chunklets *chunklets,
                           const ce_constraints *constraints, const ce_constraint_table *table,
                           ce_error *err);

/* Writes names of objects with a dash (or what `between` is) between them into text, at most a
 * dozen: "3-7-(9988 more)-9". */
void ce_object_names(const ce_constraint_table *table, const int32_t *object, size_t count,
                     const char *between, char *text, size_t size);

#endif
