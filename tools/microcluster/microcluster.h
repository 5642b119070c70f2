/*
 * microcluster.h: what the nouns of ce-microcluster share. A noun describes its options in a file
 * of this folder, which ends with a microcluster_noun, and has its place in the list of
 * ../ce-microcluster.c.
 */
#ifndef CE_TOOLS_MICROCLUSTER_H
#define CE_TOOLS_MICROCLUSTER_H

#include "cli/tool.h"
#include "core/error.h"

/* The tool has no options of its own. */
typedef struct {
    ce_common common;
} microcluster_options;

/* check: wrong use of the options ends the program; NULL: nothing to check. run: options: the
 * struct of the noun; 0 or a failure. */
typedef struct {
    ce_descriptor about;
    int takes_files; /* several FILEs */
    void (*check)(const ce_cli *cli, const void *options);
    int (*run)(const ce_cli *cli, const void *options, ce_error *err);
} microcluster_noun;

extern const microcluster_noun microcluster_compress, microcluster_merge, microcluster_expand;

#endif
