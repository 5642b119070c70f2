/* advise.h: what --advise has read, for what it says. */
#ifndef CE_TOOLS_CONSENSUS_ADVISE_H
#define CE_TOOLS_CONSENSUS_ADVISE_H

#include "consensus/advice.h"
#include "job.h"

/* What stands for a k that the user must give. */
#define ADVISE_UNKNOWN_K " -k K"

/* What is read. */
typedef struct {
    const ce_cli *cli;
    const char *path, *constraints; /* constraints: NULL without */
    char k[160];                    /* " -k 3" in the calls that are shown; "": k is found */
    size_t least_wanted;            /* of several k that are asked for; 0: none is */
    size_t without;                 /* one asked for that no base clustering has; 0: none */
    ce_ensemble_facts facts;
    size_t must, cannot;
    size_t contradictory; /* of those that cannot link */
    double available;
} advise_input;

/* Writes to --output what the base clusterings are like, the recommended functions with their
 * commands, the table of all, and remarks. 0 or CE_EIO. */
int advise_write(const advise_input *in, const ce_advice *advice, size_t count, ce_error *err);

#endif
