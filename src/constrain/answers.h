/*
 * answers.h: what is known of pairs while an oracle is asked about them: its answers, and what
 * follows from them. This is the closure of chunklets.h, one answer at a time.
 */
#ifndef CE_CONSTRAIN_ANSWERS_H
#define CE_CONSTRAIN_ANSWERS_H

#include <stddef.h>
#include <stdint.h>

#include "core/constraints.h"
#include "core/error.h"

typedef struct {
    ce_constraints given; /* the answers, in the order in which they came */
    int32_t *parent;      /* owned; n: trees of objects that must link; a root is its own parent */
} ce_answers;

/* No answers yet about n objects. Zero-initialise before. 0, or CE_ENOMEM, and answers is empty. */
int ce_answers_init(ce_answers *answers, size_t n, ce_error *err);
void ce_answers_free(ce_answers *answers);

/* What follows for two objects from the answers so far: CE_MUST_LINK, CE_CANNOT_LINK, or -1 for
 * nothing. O(answers). */
int ce_answers_follow(ce_answers *answers, int32_t i, int32_t j);

/* Adds an answer, which must not contradict what follows from the others. 0, or CE_ENOMEM, and the
 * answers stay as they were. */
int ce_answers_add(ce_answers *answers, int32_t i, int32_t j, ce_link link, ce_error *err);

#endif
