/*
 * constrain.h: what the nouns of ce-constrain share: the objects that constraints are about. A noun
 * describes its options in a file of this folder, which ends with a constrain_noun, and has its
 * place in the list of ../ce-constrain.c.
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

/* check: wrong use of the options ends the program; inputs: how many FILEs are standard input.
 * run: 0 or a failure. options: the struct of the noun. */
typedef struct {
    ce_descriptor about;
    int takes_files; /* several FILEs */
    void (*check)(const ce_cli *cli, const void *options, int inputs);
    int (*run)(const ce_cli *cli, const void *options, ce_error *err);
} constrain_noun;

extern const constrain_noun constrain_check, constrain_close, constrain_impute;

/* Whether a path is standard input, or output. NULL: neither. */
int constrain_is_standard(const char *path);

#define CONSTRAIN_ROW_OBJECTS(type, only)                                                          \
    {0, "objects", CE_TEXT, "TABLE", 0, 0, NULL, NULL, offsetof(type, objects), only,              \
     "any table of the objects, for their ids and their number; default: those that FILE names"}

/* check, of --objects: not standard input when a FILE is. */
void constrain_check_objects(const ce_cli *cli, const char *path, int inputs);

/* The objects of the table of --objects; nothing is known of them when path is NULL. id: room for
 * their ids, which `objects` points to; the caller frees it. 0 or a failure. */
int constrain_read_objects(const ce_cli *cli, const char *path, ce_text_column *id,
                           ce_constraint_objects *objects, ce_error *err);

#endif
