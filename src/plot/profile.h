/*
 * profile.h: a value of each object as bars, sorted within each cluster: silhouettes, and
 * item-consensus, also with every cluster.
 */
#ifndef CE_PLOT_PROFILE_H
#define CE_PLOT_PROFILE_H

#include <stddef.h>

#include "core/error.h"
#include "io/data_table.h"
#include "plot/gnuplot.h"
#include "plot/groups.h"

/* What is shown: a column of a table with the columns clustering (or k), object and cluster too. */
typedef struct {
    const char *column; /* of the values */
    const char *with;   /* a column of clusters, where an object has a row for each; or NULL */
    const char *axis;   /* their name in the picture */
    const char *source; /* what writes such tables, for messages */
    double low, high;   /* the range of the values */
} ce_profile_kind;

/* Silhouettes, as ce-score --objects writes them. */
extern const ce_profile_kind ce_profile_silhouettes;

/* The consensus of each object with its cluster, as ce-stability object writes it; the same with
 * every cluster, as its --every-cluster does. */
extern const ce_profile_kind ce_profile_items, ce_profile_every;

/* Set to zero before use; ce_profile_free. Object i is row[i] of the table. */
typedef struct {
    const ce_data_table *table; /* borrowed */
    const ce_profile_kind *kind;
    size_t n, others;      /* objects; other clusterings in the table */
    size_t missing;        /* objects without a value, with its own cluster */
    size_t clustering;     /* the column of the clusterings */
    size_t object;         /* that of the objects */
    size_t *row;           /* owned */
    ce_text_column labels; /* owned: clusters */
    ce_groups groups;      /* its order is that of the picture: the largest value first */
    double *value;         /* owned; NaN: missing */
    double *mean;          /* owned: of each group; NaN: no values */
    double overall;        /* mean of all values */
    double *stack;         /* owned: n x groups, with each of them, NaN: missing; NULL: of one */
    const int *color;      /* borrowed, to be set: of each group; NULL: its own number */
} ce_profile;

/* Finds the bars of a clustering (NULL: the first). Returns 0, CE_ENOMEM or CE_EINPUT (columns that
 * are missing or no numbers, values out of range, no value, no such clustering); the profile is
 * empty after a failure. O(n log n). */
int ce_profile_find(ce_profile *profile, const ce_data_table *table, const ce_profile_kind *kind,
                    const char *clustering, ce_error *err);
void ce_profile_free(ce_profile *profile);

/* *bytes: the picture, free(): clusters from top to bottom, a bar an object, the mean of each
 * cluster beside it, and a dashed line at the mean of all. With a stack the values with the other
 * clusters follow to the right, in their colors. Where objects are more than pixels, a
 * bar is the mean of several, as the picture says. Where there is no room for all clusters, the
 * largest are drawn (ties: the first); *left_out: how many are not. Returns 0, CE_ENOMEM or CE_EIO
 * (gnuplot). */
int ce_profile_draw(const ce_profile *profile, const ce_picture *picture, char **bytes,
                    size_t *length, size_t *left_out, ce_error *err);

/* Writes CSV, a row a bar: position,object,cluster,COLUMN,mean (of the cluster); with a stack
 * position,object,cluster,WITH,COLUMN, a row for each part. 0 or a failure. */
int ce_profile_write(const ce_profile *profile, const char *path, char delimiter, ce_error *err);

#endif
