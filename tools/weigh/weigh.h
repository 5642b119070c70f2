/*
 * weigh.h: what the measures of ce-weigh share: what each of them is, and one call. A measure is a
 * descriptor in a file of this folder and a line in ../ce-weigh.c.
 */
#ifndef CE_TOOLS_WEIGH_H
#define CE_TOOLS_WEIGH_H

#include "cli/tool.h"
#include "core/descriptor.h"
#include "core/error.h"
#include "io/label_table.h"

/* One call: noun points to the options of the measure. */
typedef struct {
    const ce_cli *cli;
    const void *noun;
    ce_label_table in;
} weigh_call;

typedef struct {
    ce_descriptor noun;
    /* Checks the options, and ends the program where they do not go together. NULL: none. */
    void (*check)(const ce_cli *cli, const void *noun);
    /* weight: one for each column of the label table. 0 or a failure. */
    int (*run)(const weigh_call *call, double *weight, ce_error *err);
} weigh_noun;

/* One for each name. */
extern const weigh_noun weigh_ncai, weigh_anmi, weigh_smi, weigh_apmm, weigh_max, weigh_nm;

#endif
