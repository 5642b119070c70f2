/*
 * vectors.h: vectors of numbers for inner loops, 32 bytes long: a register of AVX2. Loads need not
 * be aligned.
 *
 * They are no longer on purpose. gcc keeps a vector that is longer than a register of the processor
 * in memory, and a loop whose sums go through memory takes several times as long.
 *
 * Vectors go to functions by address: a processor without such registers has no rule by which to
 * pass them.
 */
#ifndef CE_CORE_VECTORS_H
#define CE_CORE_VECTORS_H

#include <stdint.h>

enum { CE_QUAD = 4, CE_OCTET = 8 };

/* Four doubles, and the results of comparing them. */
typedef double ce_quad __attribute__((vector_size(32), aligned(8), may_alias));
typedef int64_t ce_quad_masks __attribute__((vector_size(32), aligned(8), may_alias));

/* Eight floats, and the results of comparing them. */
typedef float ce_octet __attribute__((vector_size(32), aligned(4), may_alias));
typedef int32_t ce_octet_masks __attribute__((vector_size(32), aligned(4), may_alias));

#endif
