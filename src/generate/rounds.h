/*
 * rounds.h: methods that pass over the objects of several parts in rounds (doc/parts.md): what they
 * have in common.
 *
 * In each round every part sums up its objects; the sums of all parts are joined; a step makes the
 * next state of them. A state is a table like the sums. Blocks that all methods have:
 *
 * sums, round 0   features   keyed: the names
 *                 least, largest   1 x d: of the values
 * sums, round 1   rows       the objects that the state asks for
 * state           next       keyed: its one key says what is summed next; done: nothing
 *                 features   keyed
 *                 objects    add, 1 x count: the objects whose rows round 1 tells
 *
 * path, state_path: names of tables and data for messages. A function that reads a table returns 0,
 * CE_ENOMEM, or CE_EINPUT where the table is damaged or does not fit.
 */
#ifndef CE_GENERATE_ROUNDS_H
#define CE_GENERATE_ROUNDS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "core/error.h"
#include "core/numbers.h"
#include "core/sums.h"

enum { CE_ROUNDS_NAME = 48 };

/* The name of a block of member q, which counts from 0: "WHAT 1". name: room for CE_ROUNDS_NAME. */
static inline const char *ce_rounds_block_name(char *name, const char *what, size_t q)
{
    snprintf(name, CE_ROUNDS_NAME, "%s %zu", what, q + 1);
    return name;
}

/* Fails with CE_EINPUT: a block of member q is damaged. */
int ce_rounds_fail(const char *path, const char *block, size_t q, ce_error *err);

/* Adds a block of counts of member q, which are copied: rows x columns. 0 or CE_ENOMEM. */
int ce_rounds_add_counts(ce_sums *to, const char *what, size_t q, const int64_t *count, size_t rows,
                         size_t columns, ce_error *err);

/* ---- a state ---- */

/* Whether the state says that this is summed next, and whether nothing is. */
int ce_rounds_next_is(const ce_sums *state, const char *what);
int ce_rounds_done(const ce_sums *state);

/* Begins a state: the round after the sums, with their parts. 0 or CE_ENOMEM. */
int ce_rounds_begin(ce_sums *next, const ce_sums *sums, ce_error *err);

/* Says what is summed next. 0 or CE_ENOMEM. */
int ce_rounds_set_next(ce_sums *next, const char *what, ce_error *err);

/* Copies the features of a table. *d: how many. */
int ce_rounds_copy_features(ce_sums *next, const ce_sums *from, const char *path, size_t *d,
                            ce_error *err);

/* The names of the features: *d of them. The caller frees each, and the array; both also after a
 * failure. */
int ce_rounds_features(const ce_sums *state, const char *path, char ***feature, size_t *d,
                       ce_error *err);

/* 0 where in the sums of round 0 all parts have the same d features, and values that have squares;
 * else CE_EINPUT. */
int ce_rounds_check_counted(const ce_sums *sums, const char *path, size_t d, ce_error *err);

/* Asks for the rows of `count` objects. 0 or CE_ENOMEM. */
int ce_rounds_want(ce_sums *next, const size_t *object, size_t count, ce_error *err);

/* The rows that were asked for: count x d, in ascending order of objects. Both belong to the sums.
 */
int ce_rounds_wanted_rows(const ce_sums *state, const char *state_path, const ce_sums *sums,
                          const char *path, size_t d, const ce_sums_block **rows, ce_error *err);

/* ---- the sums of a part ---- */

/* Round 0: features, least and largest values. x: the rows of the part, at least one; feature:
 * names. 0 or CE_ENOMEM. */
int ce_rounds_count(ce_sums *sums, const ce_numbers *x, char *const *feature, ce_error *err);

/* Round 1: the rows among x that the state asks for. first: the number of the first object of x. */
int ce_rounds_add_rows(ce_sums *sums, const ce_numbers *x, const ce_sums *state,
                       const char *state_path, uint64_t first, ce_error *err);

/* 0 where part and features are those that the state knows; else CE_EINPUT. */
int ce_rounds_check_part(const ce_sums *sums, const ce_sums *state, const char *state_path,
                         char *const *feature, size_t d, const char *path, ce_error *err);

#endif
