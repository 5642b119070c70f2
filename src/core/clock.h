/*
 * clock.h: how long something takes.
 */
#ifndef CE_CORE_CLOCK_H
#define CE_CORE_CLOCK_H

#include <time.h>

/* Seconds since some moment, which nobody can set back. */
static inline double ce_clock(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif
