/*
 * stability.h: what the nouns of ce-stability share: the base clusterings and their groups.
 *
 * To add a noun:
 * 1. Write a file in this folder that has its options and ends with a stability_noun.
 * 2. Declare the stability_noun below.
 * 3. Add it to the list in ../ce-stability.c.
 */
#ifndef CE_TOOLS_STABILITY_H
#define CE_TOOLS_STABILITY_H

#include "cli/tool.h"
#include "core/error.h"
#include "core/labels.h"
#include "io/input.h"
#include "io/label_table.h"
#include "io/output.h"
#include "io/records.h"
#include "score/stability.h"

typedef enum { GROUP_AUTO, GROUP_NAME, GROUP_CLUSTERS, GROUP_FILE, GROUP_NONE } stability_grouping;
/* In the order of the enum; for option rows. */
#define STABILITY_GROUPING_NAMES "auto|name|clusters|file|none"

/* The options of the tool. */
typedef struct {
    ce_common common;
    int group, format;
} stability_options;

/* One call. */
typedef struct {
    const ce_cli *cli;
    const stability_options *tool;
    const void *options; /* the struct of the noun */
} stability_call;

/* Base clusterings of one k. */
typedef struct {
    int k; /* 0: of any k */
    ce_labels labels;
    ce_consensus_distribution distribution;
} stability_group;

/* Set to zero before use. */
typedef struct {
    const char *path;       /* of the first FILE, for messages */
    ce_label_table table;   /* of all FILEs, side by side; those of -k only */
    int *k;                 /* owned; the k of each of its base clusterings, 0 with --group none */
    stability_group *group; /* owned; ascending by k */
    size_t groups;
    int from_sums;       /* of parts: there is no table, groups have distributions */
    double *lifetime;    /* owned; groups: in the dendrogram, NaN: none; NULL: not asked for */
    size_t longest_k;    /* the k that lives longest, 0: none; */
    double longest_life; /* and its lifetime */
    double *inconsistency; /* owned; groups: of their base clusterings; NULL: not asked for */
} stability_work;

/* Reads the FILEs and groups the base clusterings. --group says whether by their names, by their
 * numbers of clusters or by FILE. first: the first FILE, which is open and stays so. 0 or a
 * failure; w can then only be freed. */
int stability_read(const ce_cli *cli, const stability_options *o, ce_input *first,
                   stability_work *w, ce_error *err);
/* The same for FILE f by itself, which it opens. */
int stability_read_one(const ce_cli *cli, const stability_options *o, int f, stability_work *w,
                       ce_error *err);
void stability_free(stability_work *w);

void stability_sort_k(int *k, size_t count);

/* Values of k to be named in a message. */
typedef struct {
    size_t count;
    int *k; /* owned; the user frees it */
    char text[160];
} stability_k_list;

/* An empty list with room for `most` values. 0 or CE_ENOMEM; there is then nothing to free. */
int stability_k_alloc(stability_k_list *list, size_t most, ce_error *err);
/* The text of the list, as in "3, 5..7"; it sorts the values. */
const char *stability_k_text(stability_k_list *list);

/* "BEFORE2, 3 and 4" of up to so many values of k; "" of none. Returns text. */
enum { STABILITY_NAMED = 3, STABILITY_NAMES = 80 };
const char *stability_names(const char *before, const int *k, size_t count,
                            char text[STABILITY_NAMES]);

/* Rows of the output. stability_begin opens the file of -o, stability_end closes it or, after a
 * failure, leaves it unwritten. */
typedef struct {
    ce_output *output;
    ce_records records;
    int json;
} stability_rows;

int stability_begin(const stability_options *o, stability_rows *out, const char *const *column,
                    size_t columns, ce_error *err);
/* The same for another file than that of -o, in the form of --format or of its own name. */
int stability_begin_file(const stability_call *call, const char *path, stability_rows *out,
                         const char *const *column, size_t columns, ce_error *err);
int stability_end(stability_rows *out, ce_error *err);

/* check ends the program after wrong use of the options. run computes, writes, and says which k it
 * prefers; it returns 0 or a failure. part: the text of --part, or NULL; write_part writes the sums
 * of a part in place of what run does, and read_sums fills w from those of all. Nouns without parts
 * have none of these. With reads_itself, run reads the FILEs, and w is empty. */
typedef struct {
    ce_descriptor about;
    void (*check)(const stability_call *call);
    int (*run)(const stability_call *call, stability_work *w, ce_error *err);
    const char *(*part)(const stability_call *call);
    int (*write_part)(const stability_call *call, stability_work *w, ce_error *err);
    int (*read_sums)(const stability_call *call, ce_input *input, stability_work *w, ce_error *err);
    int reads_itself;
} stability_noun;

extern const stability_noun stability_k, stability_pac, stability_cdf, stability_area,
    stability_lifetime, stability_null, stability_cluster, stability_object,
    stability_matrix, stability_resample;

/* The `check` of nouns that look at all base clusterings together. For them --group says only what
 * -k is about, and nothing is drawn. */
void stability_check_together(const stability_call *call);

#endif
