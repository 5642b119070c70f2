/*
 * resample.h: what the files of the noun resample share: its options, the base clusterings, and
 * what is written besides the indices of k.
 */
#ifndef CE_TOOLS_STABILITY_RESAMPLE_H
#define CE_TOOLS_STABILITY_RESAMPLE_H

#include "core/similarity.h"
#include "io/data_table.h"
#include "subsamples.h"
#include "which_k.h"

enum { INPUT_DATA, INPUT_SIMILARITY, INPUT_DISTANCE };
/* In the order of the enum; for option rows. */
#define INPUT_NAMES "data|similarity|distance"

typedef struct {
    group_options indices; /* of the noun k, which writes the result */
    subsample_options subsamples;
    int input;
    const char *function, *labels, *clusters, *items, *every, *base;
} resample_options;

/* Set to zero before use. */
typedef struct {
    const stability_call *call;
    const resample_options *o;
    const char *path;
    ce_data_table data;
    ce_similarity matrix; /* with --input similarity or distance, in place of data */
    ce_text_column id;    /* of either; id.name NULL: none */
    size_t n;
    ce_subsample_options how;
    int *k; /* owned: of how */
    stability_work w;
} resample_work;

/* Reads the data or the matrix, and decides how it is clustered and for which k. 0 or a failure. */
int resample_read(resample_work *r, ce_error *err);

/* The base clusterings of each k, with a note where there are too few rows. 0 or a failure. */
int resample_cluster(resample_work *r, ce_error *err);

/* The files that the options ask for. 0 or a failure. */
int resample_write(resample_work *r, ce_error *err);

void resample_free(resample_work *r);

#endif
