/*
 * k_groups.h: base clusterings by their k, which names such as kmeans.k7.r3 tell.
 */
#ifndef CE_SCORE_K_GROUPS_H
#define CE_SCORE_K_GROUPS_H

#include <stddef.h>

#include "core/error.h"
#include "core/labels.h"

/* The k of a name such as kmeans.k7.r3. It is a whole number between ".k" and the end, a point, or
 * the # of one of several columns of that name. The last one counts. 0 where there is none. *front:
 * the bytes before that ".k", unchanged where there is none; or NULL. */
int ce_k_of_name(const char *name, size_t *front);

/* Copies the columns q with k[q] == wanted into part, which is set to zero before: k has labels->m
 * values. 0, or a failure with an empty part. */
int ce_labels_of_k(const ce_labels *labels, const int *k, int wanted, ce_labels *part,
                   ce_error *err);

#endif
