/*
 * kmeans_internal.h: what the files of the k-means engine share. Not for anyone else.
 *
 * kmeans_data.c  equal rows merged
 * kmeans_init.c  starting centres
 * kmeans_assign.c  the nearest centre of every row, with bounds that spare most distances
 * kmeans_rule.c  labels that are not those of the nearest centre
 * kmeans.c  the iteration: sums, empty clusters, restarts
 * kmeans_nearest.c  centres that another method moves
 */
#ifndef CE_PARTITION_KMEANS_INTERNAL_H
#define CE_PARTITION_KMEANS_INTERNAL_H

#include <math.h>
#include <string.h>

#include "kmeans/kmeans.h"
#include "kmeans/squared_distance.h"

enum { CE_FLOATS = 8, CE_KMEANS_BLOCK = 512 };

typedef int64_t ce_quad_masks __attribute__((vector_size(32), may_alias));
/* Eight floats, and what comparing them gives; gcc takes comparisons of longer vectors apart. */
typedef float ce_floats __attribute__((vector_size(32), may_alias));
typedef int32_t ce_masks __attribute__((vector_size(32), may_alias));

struct ce_kmeans_data {
    const double *values; /* n x d: the caller's */
    size_t n, d;
    size_t count;    /* distinct rows, in order of first appearance */
    int32_t *of;     /* n: object -> distinct row; NULL: all rows are distinct */
    int32_t *first;  /* count: its first object; NULL likewise */
    double *weight;  /* count: weight of all objects in it; NULL: all 1 */
    double largest;  /* absolute value in all rows */
    struct ce_kmeans_data *merged; /* owned; where equal rows are not merged though there are some:
                                      the same, merged, for starting centres; else NULL */
};

static inline const double *ce_kmeans_row(const ce_kmeans_data *data, size_t r)
{
    return data->values + (data->first ? (size_t)data->first[r] : r) * data->d;
}

static inline double ce_kmeans_weight(const ce_kmeans_data *data, size_t r)
{
    return data->weight ? data->weight[r] : 1;
}

/* Features rounded up to whole vectors: the length of a row of centres, which is filled up with
 * zeros. */
static inline size_t ce_kmeans_stride(size_t d)
{
    return (d + CE_LANES - 1) / CE_LANES * CE_LANES;
}

/* One clustering under way. Rows are distinct rows; bounds and travels are distances times scale.
 */
typedef struct {
    const ce_kmeans_data *data;
    int threads;
    size_t k, stride;
    double *centre;       /* k x stride */
    unsigned char *alive; /* k: 0 when CE_EMPTY_DROP took it out */
    int32_t *label;       /* count: the nearest centre */
    int32_t *settled;     /* count: the label that counts; without a rule the same array */
    size_t changes;       /* rows whose label the last assignment changed ... */
    int32_t *changed;     /* ... ascending (held rows last); room for count + k ... */
    int32_t *from;        /* ... and their labels before, -1 at first */
    size_t *block_changes; /* per block of rows */

    /* A rule (kmeans_rule.c). */
    const ce_kmeans_rule *rule; /* or NULL */
    int32_t *held;        /* held_count: the rows that it decides on, ascending */
    int32_t *before;      /* held_count: their labels an iteration before */
    int32_t *number;      /* 2 k: work */
    size_t held_count;
    int begun;            /* 0 before the first call of it */

    /* Bounds (kmeans_assign.c). */
    double scale;        /* a power of two that brings every distance to at most 1 */
    double *quads; /* centres by fours, feature by feature: centre 4 b + l, feature s at [(b * d +
                      s) * 4 + l] */
    size_t groups; /* groups of centres; k: each by itself; 0: only upper and lower are used, for
                      data of few features */
    size_t width;  /* groups rounded up to whole vectors; what is beyond is filled up so that it
                      never decides */
    int32_t *group;      /* k: group of each centre */
    int32_t
        *group_start;    /* groups + 1: first centre of each group, whose centres are consecutive */
    double *upper;       /* count: row to its own centre, less own travel when that was found */
    double *lower;       /* count: row to any other centre, plus greatest travel then */
    float *bound; /* count x width: row to the centres of a group other than its own, plus travel of
                     the group then */
    double *travel;      /* k: sum of all moves of a centre so far */
    double *group_travel; /* groups: sum of the greatest moves in a group */
    float *group_travel_up; /* width: the same, rounded up, to take from bounds */
    float *group_travel_down; /* width: the same, rounded down, to add to what becomes a bound */
    double most_travel;  /* sum of the greatest moves of all */
    double slack;        /* what rounding may have done to sums of moves */
    double *near;        /* k: half the distance to the nearest other centre */
    float *half; /* k x width: half the distance between two centres; NULL unless groups == k and
                    centres are few */
    size_t moves;         /* how often centres have moved */
    int assigned;         /* 0 before the first assignment */
    void *scratch;        /* per thread */
} ce_kmeans_run;

/* kmeans_init.c: k centres (k x stride, filled up with zeros); k <= count. CE_INIT_GIVEN copies the
 * first k of options->start. */
int ce_kmeans_start(const ce_kmeans_data *data, const ce_kmeans_options *options, size_t k,
                    gsl_rng *rng, int threads, double *centre, ce_error *err);

/* kmeans_assign.c */
int ce_kmeans_bounds_alloc(ce_kmeans_run *run, size_t bytes, ce_error *err);
void ce_kmeans_bounds_free(ce_kmeans_run *run);
/* Forgets what is known of all rows: new starting centres in run->centre. */
void ce_kmeans_bounds_reset(ce_kmeans_run *run);
/* Forgets what is known of one row, whose label the caller has changed. */
void ce_kmeans_bounds_forget(ce_kmeans_run *run, size_t r);
/* move: k distances (unscaled) by which centres have moved since the last assignment. */
void ce_kmeans_bounds_move(ce_kmeans_run *run, const double *move);
/* Sets label, changes, changed, from. */
void ce_kmeans_assign_rows(ce_kmeans_run *run);

/* kmeans_rule.c: sets settled, with its memory; rule NULL: to label. Called once label is there. 0
 * or CE_ENOMEM. */
int ce_kmeans_rule_alloc(ce_kmeans_run *run, const ce_kmeans_rule *rule, ce_error *err);
void ce_kmeans_rule_free(ce_kmeans_run *run);
/* Brings settled up to label, asks the rule, and makes changes, changed and from those of settled.
 * 0, or what the rule returns. O(changes + held_count) besides the rule. */
int ce_kmeans_settle(ce_kmeans_run *run, ce_error *err);
/* 1 when the last changes only gave clusters other numbers. rows: k: their sizes before. O(changes
 * + k). */
int ce_kmeans_only_renamed(const ce_kmeans_run *run, const int32_t *rows);

#endif
