/*
 * mix.h: bijections on 64 bits without visible order, of SplitMix64 (Steele, Lea and Flood 2014,
 * Fast splittable pseudorandom number generators).
 */
#ifndef CE_CORE_MIX_H
#define CE_CORE_MIX_H

#include <stdint.h>

/* The step from one state of the generator to the next. */
#define CE_MIX_STEP UINT64_C(0x9e3779b97f4a7c15)

/* The finaliser: the number of a state. 0 stays 0. */
static inline uint64_t ce_mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* The number of the state after z. */
static inline uint64_t ce_mix_next(uint64_t z)
{
    return ce_mix(z + CE_MIX_STEP);
}

#endif
