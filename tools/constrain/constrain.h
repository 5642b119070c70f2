/*
 * constrain.h: what the nouns of ce-constrain share: the options, and the objects that constraints
 * are about. A noun is a file of this folder and its lines in ../ce-constrain.c.
 */
#ifndef CE_TOOLS_CONSTRAIN_H
#define CE_TOOLS_CONSTRAIN_H

#include "cli/tool.h"
#include "core/error.h"
#include "io/columns.h"
#include "io/constraint_table.h"

typedef struct {
    ce_common common;
    /* check, close */
    const char *objects, *labels, *chunklets;
    ce_int_list clusters;
    int compact, strict, infeasible;
    /* impute */
    double low, high;
    const char *queries, *truth, *data;
    int widen, ask, ask_implied;
} constrain_options;

enum { CONSTRAIN_STOP, CONSTRAIN_COUNT }; /* --infeasible */

/* The objects that --objects tells, or nothing about them. id: room for their ids, which `objects`
 * points to; the caller frees it. 0 or a failure. */
int constrain_read_objects(const ce_cli *cli, const constrain_options *o, ce_text_column *id,
                           ce_constraint_objects *objects, ce_error *err);

/* A noun: reads, computes, writes. 0 or a failure. */
typedef int constrain_run(const ce_cli *cli, const constrain_options *o, ce_error *err);
constrain_run constrain_check, constrain_close, constrain_impute;

#endif
