/*
 * transform_profiles.h: the numeric cells of each object changed by that object alone: its length,
 * the ranks of its cells, their logarithms.
 *
 * Every function changes the table in place. Missing and categorical cells stay as they are. After
 * a failure the table can only be freed.
 */
#ifndef CE_PREPARE_TRANSFORM_PROFILES_H
#define CE_PREPARE_TRANSFORM_PROFILES_H

#include <stddef.h>

#include "core/error.h"
#include "io/data_table.h"

/* Divides the numeric cells of each object by their length, the root of the sum of their squares;
 * with `center` it first subtracts their mean. The squared distance of two complete objects is then
 * 2 (1 - r): r is the cosine of the angle between them, and with `center` the correlation. An
 * object of length 0 becomes 0, with `center` one whose cells are all equal; *zero: how many there
 * were. 0 or CE_ENOMEM. O(n d). */
int ce_transform_unit(ce_data_table *table, int center, size_t *zero, ce_error *err);

/* Replaces the numeric cells of each object by their ranks among these, from 1; equal cells get the
 * mean of their ranks. Pearson's correlation of ranks is Spearman's. 0 or CE_ENOMEM. O(n d log d).
 */
int ce_transform_ranks(ce_data_table *table, ce_error *err);

/* The same of a matrix without gaps: with `ranks` rows become ranks, then they get mean 0 with
 * `center`, and length 1. *zero: the first row that has no direction, which becomes 0; x->rows:
 * there is none. 0 or CE_ENOMEM. */
int ce_unit_rows(ce_matrix *x, int ranks, int center, size_t *zero, ce_error *err);

/* Replaces numeric cells x by log_of(x + add), log_of being log2, log or log10. 0, or CE_EINPUT
 * where x + add is not above 0. O(n d). */
int ce_transform_log(ce_data_table *table, double (*log_of)(double), double add, ce_error *err);

#endif
