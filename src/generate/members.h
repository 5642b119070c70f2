/*
 * members.h: what a member of an ensemble sees.
 */
#ifndef CE_GENERATE_MEMBERS_H
#define CE_GENERATE_MEMBERS_H

#include <gsl/gsl_rng.h>
#include <stddef.h>

#include "core/error.h"

/* What a member sees: `count` of n numbers, drawn without replacement, ascending, into *choice,
 * which the caller frees. *choice is NULL if that is all of them (count 0 or n), and after a
 * failure. 0 or CE_ENOMEM. */
int ce_draw_some(gsl_rng *rng, size_t n, size_t count, size_t **choice, ce_error *err);

#endif
