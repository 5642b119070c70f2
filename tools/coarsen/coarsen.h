/*
 * coarsen.h: what the ways to coarsen of ce-coarsen share. A way is a descriptor in a file of this
 * folder and a line in ../ce-coarsen.c.
 */
#ifndef CE_TOOLS_COARSEN_H
#define CE_TOOLS_COARSEN_H

#include "cli/tool.h"
#include "core/descriptor.h"
#include "core/error.h"
#include "io/label_table.h"

/* One call: noun points to the options of the way; path: where the table came from. */
typedef struct {
    const ce_cli *cli;
    const void *noun;
    const char *path;
} coarsen_call;

typedef struct {
    ce_descriptor noun;
    /* Merges clusters of the table, which has the labels as they were read. 0 or a failure. */
    int (*run)(const coarsen_call *call, ce_label_table *table, ce_error *err);
} coarsen_noun;

/* One for each name. */
extern const coarsen_noun coarsen_dune;

#endif
