/*
 * constrain.h: what the nouns of ce-constrain share: the objects that constraints are about.
 *
 * To add a noun:
 * 1. Write a file in this folder that has its options and ends with a constrain_noun.
 * 2. Declare the constrain_noun below.
 * 3. Add it to the list in ../ce-constrain.c.
 */
#ifndef CE_TOOLS_CONSTRAIN_H
#define CE_TOOLS_CONSTRAIN_H

#include "cli/tool.h"
#include "core/error.h"
#include "io/columns.h"
#include "io/constraint_table.h"

/* The tool has no options of its own. */
typedef struct {
    ce_common common;
} constrain_options;

/* options: the struct of the noun. check ends the program after wrong use of the options; or NULL.
 * run returns 0 or a failure. */
typedef struct {
    ce_descriptor about;
    int takes_files; /* several FILEs */
    void (*check)(const ce_cli *cli, const void *options);
    int (*run)(const ce_cli *cli, const void *options, ce_error *err);
} constrain_noun;

extern const constrain_noun constrain_check, constrain_close, constrain_impute;

/* The row of --objects; a member const char *objects. */
#define CONSTRAIN_ROW_OBJECTS(type, only)                                                          \
    {0, "objects", CE_INPUT, "TABLE", 0, 0, NULL, NULL, offsetof(type, objects), only,             \
     "any table of the objects, for their ids and number; default: the objects that FILE names"}

/* Reads the objects of the table of --objects. With path NULL, `objects` says that nothing is known
 * of them. id: gets their ids, to which `objects` points; the caller frees it. 0 or a failure. */
int constrain_read_objects(const ce_cli *cli, const char *path, ce_text_column *id,
                           ce_constraint_objects *objects, ce_error *err);

#endif
