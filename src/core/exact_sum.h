/*
 * exact_sum.h: sums of doubles without rounding.
 *
 * A sum is kept with all its bits, as a whole number of 2^low in limbs of 32 bits [Kulisch; Neal
 * 2015, "Fast exact summation using small and large superaccumulators"]. So it does not depend on
 * the order of its terms, and sums of parts can be added to the sum of the whole. It is rounded
 * once, at the end.
 *
 * The range of bits that is kept grows with the terms: doubles need at most 68 limbs, products of
 * two doubles 136. Numbers that are read from elsewhere may have bits from 2^CE_EXACT_LEAST to
 * below 2^CE_EXACT_MOST.
 */
#ifndef CE_CORE_EXACT_SUM_H
#define CE_CORE_EXACT_SUM_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "core/error.h"

enum { CE_EXACT_LEAST = -2176, CE_EXACT_MOST = 2240 };

/* `count` sums. Set to zero but for count before use: sums of 0. */
typedef struct {
    size_t count;
    int low;       /* what the first limb counts, 2^low; a multiple of 32 */
    int limbs;     /* of each sum; 0: all are zero */
    int64_t *limb; /* owned: count x limbs, lowest first; they carry late */
    uint32_t adds; /* since carries were taken */
} ce_exact_sums;

void ce_exact_free(ce_exact_sums *sums);

/* Makes room for terms with bits from 2^low_bit to 2^high_bit. 0 or CE_ENOMEM; the sums are as
 * before after a failure. */
int ce_exact_reach(ce_exact_sums *sums, int low_bit, int high_bit, ce_error *err);

/* Takes the carries, so that every limb but the last is in 0 .. 2^32 - 1. */
void ce_exact_carry(ce_exact_sums *sums);

/* Adds magnitude 2^place, or subtracts it. The room must be there (ce_exact_reach). */
static inline __attribute__((always_inline)) void ce_exact_add_bits(ce_exact_sums *sums, size_t i,
                                                                    uint64_t magnitude, int place,
                                                                    int subtract)
{
    unsigned offset = (unsigned)(place - sums->low), shift = offset % 32;
    int64_t *limb = sums->limb + i * (size_t)sums->limbs + offset / 32;
    uint64_t above = magnitude >> (32 - shift); /* 2^place is below it by shift bits */
    int64_t sign = -(int64_t)(subtract != 0);

    limb[0] += ((int64_t)(uint32_t)(magnitude << shift) ^ sign) - sign;
    limb[1] += ((int64_t)(uint32_t)above ^ sign) - sign;
    limb[2] += ((int64_t)(above >> 32) ^ sign) - sign;
    if (++sums->adds == UINT32_C(1) << 30)
        ce_exact_carry(sums);
}

/* x = +- magnitude 2^place, for a finite x. */
static inline __attribute__((always_inline)) void ce_exact_take_apart(double x, uint64_t *magnitude,
                                                                      int *place, int *negative)
{
    uint64_t bits;
    int exponent;

    memcpy(&bits, &x, sizeof bits);
    exponent = (int)(bits >> 52 & 0x7ff);
    *negative = (int)(bits >> 63);
    *magnitude = bits & ((UINT64_C(1) << 52) - 1);
    *magnitude |= (uint64_t)(exponent > 0) << 52;
    *place = (exponent > 0 ? exponent : 1) - 1075;
}

/* Adds a finite double. 0 or CE_ENOMEM. */
static inline __attribute__((always_inline)) int ce_exact_add(ce_exact_sums *sums, size_t i,
                                                              double x, ce_error *err)
{
    uint64_t magnitude;
    int place, negative, rc;

    if (x == 0)
        return CE_OK;
    ce_exact_take_apart(x, &magnitude, &place, &negative);
    if (place < sums->low || place + 160 > sums->low + 32 * sums->limbs) {
        rc = ce_exact_reach(sums, place, place + 53, err);
        if (rc)
            return rc;
    }
    ce_exact_add_bits(sums, i, magnitude, place, negative);
    return CE_OK;
}

/* Adds the product of two finite doubles. 0 or CE_ENOMEM. */
int ce_exact_add_product(ce_exact_sums *sums, size_t i, double x, double y, ce_error *err);

/* Adds a whole number. 0 or CE_ENOMEM. */
int ce_exact_add_integer(ce_exact_sums *sums, size_t i, int64_t x, ce_error *err);

/* to[i] += from[j]. 0 or CE_ENOMEM. */
int ce_exact_join(ce_exact_sums *to, size_t i, const ce_exact_sums *from, size_t j, ce_error *err);

/* -1, 0 or 1: the sign of a sum. */
int ce_exact_sign(const ce_exact_sums *sums, size_t i);

/* *high: the nearest double, ties to even, infinite above the largest one. *low: the nearest double
 * of the rest; NULL: not asked for. */
void ce_exact_value(const ce_exact_sums *sums, size_t i, double *high, double *low);

/* The double nearest to sum i over a count, 1 .. 2^63; ties to even. */
double ce_exact_mean(const ce_exact_sums *sums, size_t i, uint64_t count);

/* count * products - a * b, as *high and *low of ce_exact_value: count^2 times a covariance, where
 * `products` is a sum of x y, and a and b are the sums of x and y. count < 2^63. */
void ce_exact_moment(const ce_exact_sums *products, size_t i, uint64_t count,
                     const ce_exact_sums *a, size_t ia, const ce_exact_sums *b, size_t ib,
                     double *high, double *low);

/* The text of a sum: [-]HEXpEXPONENT, HEX 2^EXPONENT, with neither first nor last digit 0 and an
 * EXPONENT that is a multiple of 4; 0 for zero. A number has one text only. text: room for
 * CE_EXACT_TEXT bytes. Returns its length. */
enum { CE_EXACT_TEXT = 1200 };
size_t ce_exact_format(const ce_exact_sums *sums, size_t i, char *text);

/* Adds the number that a text of this form is. 1, 0 when it is none or has bits that are not kept,
 * or CE_ENOMEM. */
int ce_exact_parse(ce_exact_sums *sums, size_t i, const char *text, size_t length, ce_error *err);

#endif
