/*
 * select.h: what the ways to choose of ce-select share: what each of them is, one call, and how
 * base clusterings agree. A way is a descriptor in a file of this folder and a line in
 * ../ce-select.c.
 */
#ifndef CE_TOOLS_SELECT_H
#define CE_TOOLS_SELECT_H

#include <stddef.h>

#include "cli/tool.h"
#include "core/descriptor.h"
#include "core/error.h"
#include "io/label_table.h"
#include "score/agreement.h"
#include "score/nmi.h"

/* The tool's own options. */
typedef struct {
    ce_common common;
    const char *list;
} select_options;

/* One call: noun points to the options of the way. What it chooses from, and what it chose. */
typedef struct {
    const ce_cli *cli;
    const void *noun;
    const char *path;
    const ce_label_table *in;
    size_t *choice; /* owned by main: count, in the order of the output */
    size_t count;
} select_call;

typedef struct {
    ce_descriptor noun;
    /* Checks the options, and ends the program where they do not go together. NULL: none. */
    void (*check)(const ce_cli *cli, const void *noun);
    /* Sets choice and count. 0 or a failure. */
    int (*run)(select_call *call, ce_error *err);
} select_noun;

/* One for each name. */
extern const select_noun select_random, select_best, select_threshold, select_diverse, select_names;

#define SELECT_ROW_MEMBERS(type) \
    {'m', "members", CE_INTEGER, "M", 1, 1e9, NULL, "10", offsetof(type, members), NULL, \
     "base clusterings to choose"}

/* Room for the choice of that many, which are `what`: drawn, chosen. More than there are is a
 * failure. */
int select_members(select_call *call, int members, const char *what, ce_error *err);

/* ---- by agreement, or by weights (agreement.c) ---- */

/* How two base clusterings agree. */
enum { SELECT_BY_NMI, SELECT_BY_ARI, SELECT_BY_SMI };
/* In the order of the enum; for option rows. */
#define SELECT_BY_NAMES "nmi|ari|smi"

/* by: SELECT_BY_...; nmi: ce_normaliser; weights: a file, or NULL. */
typedef struct {
    int by, nmi;
    const char *weights;
} select_measure;

/* The rows of a select_measure, the member `measure` of type. only: of --weights. */
#define SELECT_ROWS_MEASURE(type, only) \
    {0, "by", CE_CHOICE, "MEASURE", 0, 0, SELECT_BY_NAMES, "nmi", offsetof(type, measure.by), \
     "!weights", "how two base clusterings agree"}, \
    {0, "nmi", CE_CHOICE, "FORM", 0, 0, CE_NORMALISER_NAMES, "sqrt", \
     offsetof(type, measure.nmi), "!weights by=nmi", "divisor of the mutual information"}, \
    {0, "weights", CE_INPUT, "FILE", 0, 0, NULL, NULL, offsetof(type, measure.weights), only, \
     "choose by these weights, as ce-weigh writes them, instead of agreement"}

/* The agreement of all pairs; *similarity points into it. 0 or a failure. */
int select_agreement(const select_call *call, const select_measure *measure,
                     ce_agreement *agreement, const double **similarity, ce_error *err);

/* What each base clustering is chosen by: its weight, or its mean agreement with the others. Owned
 * by the caller; NULL after a failure. */
double *select_values(const select_call *call, const select_measure *measure, ce_error *err);

/* Chooses those with the largest values; least: the smallest. 0 or a failure. */
int select_by_value(select_call *call, const select_measure *measure, int members, int least,
                    ce_error *err);

#endif
