/*
 * quiet.h: keeps what a foreign library prints from the screen, and from the data on standard
 * output.
 *
 * Only a program may do that, since descriptors belong to the whole process: the tools allow it at
 * their start, and elsewhere nothing happens.
 */
#ifndef CE_CORE_QUIET_H
#define CE_CORE_QUIET_H

void ce_quiet_allow(void);

/* Standard output and error between ce_quiet_begin and ce_quiet_end go nowhere. One thread at a
 * time. Where a descriptor is missing for it the lines are shown. */
typedef struct {
    int output, error; /* the real ones; -1: not changed */
} ce_quiet;

ce_quiet ce_quiet_begin(void);
void ce_quiet_end(ce_quiet *quiet);

#endif
