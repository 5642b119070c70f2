/*
 * stability.h: what the nouns of ce-stability share: the options, the base clusterings and their
 * groups.
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
typedef enum { LINKAGE_NONE, LINKAGE_SINGLE, LINKAGE_AVERAGE } stability_linkage;

typedef struct {
    ce_common common;
    double low, high, gain;
    int group, linkage, points, sample_pairs, format;
    const char *consensus;
} stability_options;

/* Base clusterings of one k. */
typedef struct {
    int k;          /* 0: of any */
    ce_labels labels;
    ce_consensus_distribution distribution;
} stability_group;

/* Zero-initialise before use. */
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

int stability_begin(const stability_options *o, stability_rows *rows, const char *const *column,
                    size_t columns, ce_error *err);
int stability_end(stability_rows *rows, ce_error *err);

/* A noun: computes, writes, and says which k it prefers. 0 or a failure. */
typedef int stability_run(const ce_cli *cli, const stability_options *o, stability_work *w,
                          ce_error *err);
stability_run stability_k, stability_pac, stability_cdf, stability_area, stability_lifetime,
    stability_cluster, stability_object;

#endif
