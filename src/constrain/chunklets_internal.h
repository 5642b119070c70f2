/*
 * chunklets_internal.h: what the files of the chunklets share. Not for anyone else.
 *
 * chunklets.c       components, edges, the order of vertices, implied constraints
 * contradictions.c  cannot-links inside a chunklet
 * feasible.c        whether k clusters are enough
 */
#ifndef CE_CONSTRAIN_CHUNKLETS_INTERNAL_H
#define CE_CONSTRAIN_CHUNKLETS_INTERNAL_H

#include "constrain/chunklets.h"

/* The cannot-links inside one chunklet; of chunklets only `of` is looked at. found: as in
 * ce_chunklets_build. */
int ce_contradictions_find(ce_contradictions *found, const ce_chunklets *chunklets,
                           const ce_constraints *constraints, ce_error *err);

#endif
