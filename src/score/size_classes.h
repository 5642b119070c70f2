/*
 * size_classes.h: the cluster sizes of one side of a contingency table, equal ones together.
 *
 * What depends on two sizes only is then computed once for each pair of different sizes. n objects
 * have fewer than sqrt(2 n) different sizes.
 */
#ifndef CE_SCORE_SIZE_CLASSES_H
#define CE_SCORE_SIZE_CLASSES_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"

/* A cluster size and how many clusters have it. */
typedef struct {
    int64_t size, times;
} ce_size_class;

/* The distinct sizes > 0 of `count` sums, ascending. *classes: the caller frees it. 0, or CE_ENOMEM
 * with the outputs untouched. */
int ce_size_classes(const int64_t *sum, size_t count, ce_size_class **classes, size_t *found,
                    ce_error *err);

#endif
