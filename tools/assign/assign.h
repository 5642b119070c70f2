/*
 * assign.h: what the parts of ce-assign share.
 *
 * models.c      model files, and which of their clusterings are needed
 * old.c         the old objects: their label table and the result on it
 * rows.c        the rows of FILE: base labels, consensus labels
 * confidence.c  the table of scores
 */
#ifndef CE_TOOLS_ASSIGN_H
#define CE_TOOLS_ASSIGN_H

#include "cli/tool.h"
#include "consensus/further_objects.h"
#include "generate/assigner.h"
#include "io/label_stream.h"
#include "io/label_table.h"
#include "io/row_stream.h"

typedef struct {
    ce_common common;
    const char *model, *table, *result, *prefix, *confidence;
} assign_options;

typedef struct assign_confidence assign_confidence;

/* No column of FILE, and no clustering of a model, for a base clustering of the old objects. */
#define ASSIGN_NONE ((size_t)-1)

/* One call. main sets it to zero, and frees it. */
typedef struct {
    const ce_cli *cli;
    const assign_options *options;
    const char *path; /* FILE */
    ce_assigner *assigner; /* with models */
    /* with old objects: */
    ce_label_table old, result;
    ce_further_objects *further;
    size_t *from; /* owned; of each base clustering: the clustering of the models, or ASSIGN_NONE */
    int32_t **number; /* owned, as each is; with models: the old label for each of theirs */
    /* rows of FILE: */
    ce_row_want *want; /* owned; without models */
    size_t wants;
    char **name; /* owned, as each is: of the columns that are written */
    int32_t *k;  /* owned */
    size_t m;
    ce_label_stream *out;
    assign_confidence *confidence;
    size_t rows, total; /* so far; of FILE, 0: not known */
    size_t exact, voted, none; /* consensus labels */
    size_t unlabelled;  /* base labels, without old objects */
    char *known;        /* owned; of each base clustering: a bit for labels that are known, and one
                         * for others */
    const ce_progress *progress;
} assign_work;

/* Reads the files of --model. 0 or a failure. */
int assign_read_models(assign_work *w, ce_error *err);

/* Reads --table and --result. 0 or a failure. */
int assign_read_old(assign_work *w, ce_error *err);

/* Finds the clustering of the models for each base clustering of the old objects, and leaves out
 * the others. 0 or a failure. */
int assign_match_models(assign_work *w, ce_error *err);

/* Names of columns or clusterings, and the same told apart as those of a label table are: NAME#1,
 * NAME#2, ... where several have one name. */
typedef struct {
    size_t count;
    const char *const *given; /* the caller's */
    char **apart;             /* owned, as each is */
} assign_names;

/* How a base clustering was found. SEVERAL: there are several of its name where the old objects
 * have one. BY_ORDER: one of several of a name, as there. */
typedef enum { ASSIGN_BY_NAME, ASSIGN_BY_ORDER, ASSIGN_SEVERAL } assign_match;

/* After a failure names can only be freed. */
int assign_names_init(assign_names *names, const char *const *name, size_t count, ce_error *err);
void assign_names_free(assign_names *names);

/* *at: where the name is; ASSIGN_NONE: nowhere. */
assign_match assign_names_find(const assign_names *names, const char *name, size_t *at);

/* Whether the names of the columns are not those of a header, but c1, c2, ... */
int assign_are_numbered(const ce_label_table *table);

/* Finds the columns of FILE, a label table, for the base clusterings of the old objects: w->want.
 * 0 or a failure. */
int assign_match_columns(assign_work *w, const ce_row_head *head, ce_error *err);

/* Reads FILE and writes the labels. 0 or a failure. */
int assign_rows(assign_work *w, ce_error *err);

void assign_work_free(assign_work *w);

/* ---- the table of scores ---- */

/* id: the name of the id column, or NULL. 0 or a failure; *made is NULL after one. */
int assign_confidence_open(assign_confidence **made, const assign_work *w, const char *id,
                           ce_error *err);

/* choice: count x results. id: count texts or NULL. 0 or a failure. */
int assign_confidence_write(assign_confidence *confidence, const ce_further_choice *choice,
                            const char *const *id, size_t count, ce_error *err);

/* Ends the table and frees. 0 or a failure. */
int assign_confidence_close(assign_confidence *confidence, ce_error *err);
void assign_confidence_abandon(assign_confidence *confidence);

#endif
