/*
 * whole_weights.h: real weights made whole by one common factor, for programs and files that take
 * whole numbers only.
 *
 * 1. ce_whole_add takes every weight.
 * 2. ce_whole_keep or ce_whole_fit chooses the factor.
 * 3. ce_whole_of gives each weight times the factor, rounded.
 *
 * The weights are counted in units of a power of two near the largest of them. So their sum is no
 * more infinite for weights of 1e307 than it vanishes for weights of 1e-310, and the whole numbers
 * do not depend on the unit of the weights.
 */
#ifndef CE_CORE_WHOLE_WEIGHTS_H
#define CE_CORE_WHOLE_WEIGHTS_H

#include <math.h>
#include <stdint.h>

/* Set to zero before use. */
typedef struct {
    double unit;         /* a power of two */
    double largest, sum; /* of the weights times unit */
    double factor;       /* of a weight times unit */
    int exponent;        /* unit is 2^-exponent */
    int broken;          /* a weight is not whole */
} ce_whole_scale;

/* Takes a weight that is counted `times` times: value * times. Both >= 0. */
void ce_whole_add(ce_whole_scale *scale, double value, double times);

/* Whole weights whose sum is at most `sum` stay as they are; others get that sum. */
void ce_whole_keep(ce_whole_scale *scale, double sum);

/* The largest weight becomes `each`, or the sum `sum` if that makes weights smaller. */
void ce_whole_fit(ce_whole_scale *scale, double each, double sum);

/* The weight as a whole number, at least 1. */
static inline int64_t ce_whole_of(const ce_whole_scale *scale, double value, double times)
{
    double whole = nearbyint(value * scale->unit * times * scale->factor);

    return whole > 1 ? (int64_t)whole : 1;
}

#endif
