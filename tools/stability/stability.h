/*
 * stability.h: what the nouns of ce-stability share: the base clusterings and their groups. A noun
 * describes its options in a file of this folder, which ends with a stability_noun, and has its
 * place in the list of ../ce-stability.c.
 */
#ifndef CE_TOOLS_STABILITY_H
#define CE_TOOLS_STABILITY_H

#include "cli/tool.h"
#include "core/error.h"
#include "core/labels.h"
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
    int k;          /* 0: of any */
    ce_labels labels;
    ce_consensus_distribution distribution;
} stability_group;

/* Set to zero before use. */
typedef struct {
    const char *path;     /* of the first FILE, for messages */
    ce_label_table table; /* of all FILEs, side by side; those of -k only */
    int *k;               /* owned: of each of its base clusterings, 0 with --group none */
    stability_group *group; /* owned: ascending by k */
    size_t groups;
} stability_work;

/* Reads the FILEs, and puts every base clustering into the group that --group and its name, its
 * clusters or its FILE say. 0 or a failure. */
int stability_read(const ce_cli *cli, const stability_options *o, stability_work *w, ce_error *err);
void stability_free(stability_work *w);

/* Rows on the output of -o, which is opened before and closed, or abandoned, after. */
typedef struct {
    ce_output *output;
    ce_records records;
    int json;
} stability_rows;

int stability_begin(const stability_options *o, stability_rows *out, const char *const *column,
                    size_t columns, ce_error *err);
int stability_end(stability_rows *out, ce_error *err);

/* check: wrong use of the options ends the program. run: computes, writes, and says which k it
 * prefers; 0 or a failure. */
typedef struct {
    ce_descriptor about;
    void (*check)(const stability_call *call);
    int (*run)(const stability_call *call, stability_work *w, ce_error *err);
} stability_noun;

extern const stability_noun stability_k, stability_pac, stability_cdf, stability_area,
    stability_lifetime, stability_cluster, stability_object;

/* How many of the FILEs are standard input: one when there are none. */
int stability_inputs(const ce_cli *cli);

/* check, of nouns that look at all base clusterings together: --group says only what -k is about,
 * and nothing is drawn. */
void stability_check_together(const stability_call *call);

#endif
