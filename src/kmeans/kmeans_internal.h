/*
 * kmeans_internal.h: what the files of the k-means engine share. Other rooms do not use it.
 *
 * kmeans_data.c     merges equal rows
 * kmeans_init.c     starting centres
 * kmeans_assign.c   the nearest centre of every row, with bounds that save most distances
 * kmeans_bounds.c   the memory of these bounds, and what moves of the centres do to them
 * kmeans_grid.c     a grid over the centres, which finds the nearest where features are few
 * kmeans_tree.c     a tree over the rows, where these are many and features few
 * kmeans_screen.c   products in single precision, which find the nearest where they are many
 * kmeans_sketch.c   sketches of rows with many features, which save distances
 * kmeans_moved.c    only centres that have moved, where clusters have few rows
 * kmeans_rule.c     labels other than those of the nearest centre
 * kmeans_sums.c     the sums behind the centres, and the means
 * kmeans_transfer.c single rows that move where Lloyd's steps end
 * kmeans.c          the iteration: empty clusters, restarts
 * kmeans_nearest.c  centres that another method moves, and objects that took no part
 * fixed_centres.c   centres that do not move, with the products
 */
#ifndef CE_KMEANS_KMEANS_INTERNAL_H
#define CE_KMEANS_KMEANS_INTERNAL_H

#include <math.h>
#include <string.h>

#include "kmeans/kmeans.h"
#include "kmeans/squared_distance.h"
#include "linalg/sketch.h"

enum { CE_KMEANS_BLOCK = 512 };

/* Boxes of rows, halved and halved again (kmeans_tree.c). The children of node i are 2 i + 1 and
 * 2 i + 2, each with half of its rows; all leaves are as deep. */
enum { CE_GRID_FEATURES = 3 };
typedef struct {
    size_t d, depth, nodes; /* depth: of the leaves */
    int32_t *row;           /* owned; count: rows in the order of the leaves */
    double *at;             /* owned; count x d: their values */
    double *box;            /* owned; nodes x d x 2: least and largest values */
} ce_kmeans_tree;

struct ce_kmeans_data {
    const double *values; /* n x d; borrowed */
    size_t n, d;
    size_t count;         /* distinct rows, by first appearance */
    int32_t *of;          /* n: object -> distinct row; NULL: all distinct */
    int32_t *first;       /* count: its first object; NULL likewise */
    double *weight;       /* count: of all its objects; NULL: all 1 */
    double largest;       /* absolute value of all rows */
    int low_bit;          /* all values are multiples of 2^low_bit; 0 if all are 0 */
    ce_kmeans_tree *tree; /* owned; or NULL */
    /* Borrowed: sketches of all objects, times sketch_scale, and their axes; or NULL. */
    const ce_sketch *axes;
    const float *sketch;
    double sketch_scale;
    /* Owned. NULL unless equal rows are kept apart although there are some. It then has them
     * merged, for starting centres. */
    struct ce_kmeans_data *merged;
};

static inline const double *ce_kmeans_row(const ce_kmeans_data *data, size_t r)
{
    return data->values + (data->first ? (size_t)data->first[r] : r) * data->d;
}

static inline double ce_kmeans_weight(const ce_kmeans_data *data, size_t r)
{
    return data->weight ? data->weight[r] : 1;
}

/* Features rounded up to whole vectors. It is the length of a row of centres; the rest of the row
 * is 0. */
static inline size_t ce_kmeans_stride(size_t d)
{
    return (d + CE_LANES - 1) / CE_LANES * CE_LANES;
}

/*
 * A grid over the centres, built anew after they move. It finds the nearest centre and how far the
 * others are without looking at all of them.
 *
 * Cell (x, y, z) has number (z * cells[1] + y) * cells[0] + x. Centres stand in the order of their
 * cells: those of cell c at start[c] .. start[c + 1] - 1. Where there are fewer than three
 * features, the others have one cell.
 */
typedef struct {
    int used; /* 0: compare all centres */
    size_t cells[CE_GRID_FEATURES];
    double low[CE_GRID_FEATURES], side[CE_GRID_FEATURES], per[CE_GRID_FEATURES]; /* per: 1 / side */
    int32_t *start;  /* owned; NULL: no grid is ever used */
    int32_t *cell;   /* owned; k: the cell of each centre */
    int32_t *number; /* owned; k: which centre stands there */
    double *centre;  /* owned; k x CE_GRID_FEATURES */
} ce_kmeans_grid;

/* Centres for products in single precision; kmeans_screen.c says how they are used. */
typedef struct {
    int used;      /* 0: rows are compared with all centres */
    size_t width;  /* k rounded up to whole vectors */
    float *centre; /* owned; k x d: f_b in the order of member; NULL: never used */
    float *half;   /* owned; width: (1 - slack) |f_b|^2 / 2; INFINITY for what is no centre */
    float *seed;   /* owned; groups x (d + 1): middles of the groups, half their squared lengths */
    double *sum;   /* owned; d */
    double *mean;  /* owned; d: of the centres */
    double slack;
    float *tile; /* owned; for each thread */
} ce_kmeans_screen;

/* Sketches of rows and centres (linalg/sketch.h). */
typedef struct {
    int used;
    float *row;            /* owned; count x CE_SKETCH; NULL: never used */
    float *centre;         /* owned; k x CE_SKETCH */
    double *room;          /* owned; for each thread, rows while they are drawn */
    ce_sketch own;         /* axes, */
    const ce_sketch *axes; /* or those of the data */
} ce_kmeans_sketch;

/* What is known of rows where clusters have few of them; kmeans_moved.c says how it is used. */
typedef struct {
    int used;        /* 1: there are no bounds */
    double *last;    /* owned; k x stride: the centres of the last assignment */
    int32_t *number; /* owned; k: centres that have moved since, ascending */
    size_t count;    /* how many */
    int32_t *place;  /* owned; k: where a centre stands among these; -1: it has not moved */
    float *centre;   /* owned; k x CE_SKETCH: their sketches */
    float *half;     /* owned; k in whole vectors: (1 - slack) |f_b|^2 / 2 of these */
    float *all_half; /* owned; likewise: of all centres */
    double *squared; /* owned; count: squared distance of a row to its own centre */
    float *least;    /* owned; count: no other centre is nearer, times scale */
    float *tile;     /* owned; for each thread */
} ce_kmeans_moved;

/* What a run knows of the nodes and rows of the tree. */
typedef struct {
    const ce_kmeans_tree *tree; /* NULL: not used; there are bounds then */
    int stale;                  /* labels of the run were changed by others */
    int32_t *owner;             /* owned; nodes: the label of all rows below; -1: not known */
    int32_t *label;             /* owned; count: labels in the order of the leaves */
    int32_t *was;               /* owned; count: by row, the label before where changed is set */
    unsigned char *changed;     /* owned; count, filled up to whole words: by row */
    int32_t *list;              /* owned; for each thread, lists of centres for each depth */
} ce_kmeans_walk;

/*
 * One clustering while it runs. Rows are distinct rows. Bounds and travels are distances times
 * scale.
 *
 * The last assignment changed the labels of `changes` rows. changed lists these rows, ascending but
 * with held rows last, and from their labels before (-1 at first).
 */
typedef struct {
    const ce_kmeans_data *data;
    int threads;
    size_t k, stride;
    double *centre;       /* k x stride */
    unsigned char *alive; /* k: 0 when CE_EMPTY_DROP removed it */
    int32_t *label;       /* count: the nearest centre */
    int32_t *settled;     /* count: the final label; label without a rule */
    size_t changes;
    int32_t *changed;      /* room for count + k */
    int32_t *from;         /* likewise */
    size_t *block_changes; /* changes per block of rows */

    /* A rule (kmeans_rule.c). */
    const ce_kmeans_rule *rule; /* or NULL */
    int32_t *held;              /* held_count: rows that it decides on, ascending */
    int32_t *before;            /* held_count: their labels an iteration before */
    int32_t *number;            /* 2 k: work space */
    size_t held_count;
    int begun; /* 0 before its first call */

    /*
     * Bounds (kmeans_bounds.c).
     *
     * groups is the number of groups of centres. With k groups each centre is by itself. With 0,
     * for data of few features, only upper and lower are used. Entries from groups to width never
     * decide.
     *
     * quads has the centres by fours, feature by feature. Feature s of centre l of quad b is
     * quads[(b * d + s) * 4 + l]. Where every centre is looked at, centres stand there by number;
     * where groups are, group by group, the first of group g in quad group_quad[g].
     *
     * A bound is stored with the travel when it was found: upper less that of the own centre, lower
     * plus the greatest one, bound plus that of the group. half is NULL unless groups == k and
     * there are few centres.
     */
    double scale;             /* a power of two; distances become at most 1 */
    double *quads;            /* see above */
    size_t groups;            /* see above */
    size_t width;             /* groups rounded up to whole vectors */
    int32_t *group_quad;      /* groups: see above */
    int32_t *group;           /* k: group of each centre */
    int32_t *group_start;     /* groups + 1: the first of its centres in member */
    int32_t *member;          /* k: centres group by group, ascending in each */
    double *upper;            /* count: row to its own centre */
    double *lower;            /* count: row to any other centre */
    float *bound;             /* count x width: row to each group without own centre */
    double *travel;           /* k: sum of all moves of a centre so far */
    double *group_travel;     /* groups: sum of the greatest moves of each */
    float *group_travel_up;   /* width: the same, rounded up, to subtract */
    float *group_travel_down; /* width: the same, rounded down, to add */
    double most_travel;       /* sum of the greatest moves of all centres */
    double slack;             /* rounding errors in sums of moves */
    double *near;             /* k: half the distance to the nearest other centre */
    float *half;              /* k x width: half the distance of two centres; see above */
    size_t moves;             /* how often the centres have moved */
    int assigned;             /* 0 before the first assignment */
    void *scratch;            /* for each thread */
    ce_kmeans_grid grid;
    ce_kmeans_screen screen;
    ce_kmeans_sketch sketch;
    ce_kmeans_moved moved;
    ce_kmeans_walk walk;
} ce_kmeans_run;

/* Whether clusters have so few rows that centres soon stop to move. */
enum { CE_KMEANS_FEW_ROWS = 128, CE_KMEANS_MANY_CENTRES = 64 };
static inline int ce_kmeans_has_few_rows(const ce_kmeans_run *run)
{
    return run->k >= CE_KMEANS_MANY_CENTRES && run->data->count / run->k < CE_KMEANS_FEW_ROWS;
}

/* kmeans_init.c: sets k centres (k x stride, filled up with zeros). k <= count. CE_INIT_GIVEN
 * copies the first k of options->start. */
int ce_kmeans_start(const ce_kmeans_data *data, const ce_kmeans_options *options, size_t k,
                    gsl_rng *rng, int threads, double *centre, ce_error *err);

/* kmeans_bounds.c */
int ce_kmeans_bounds_alloc(ce_kmeans_run *run, size_t bytes, ce_error *err);
void ce_kmeans_bounds_free(ce_kmeans_run *run);
/* The power of two that brings all distances to 1 or below. largest: value of a row or centre. No
 * distance exceeds 2 sqrt(d) times that. */
double ce_kmeans_scale(size_t d, double largest);
/* Forgets what is known of all rows, for new starting centres in run->centre. */
void ce_kmeans_bounds_reset(ce_kmeans_run *run);
/* Forgets what is known of one row, whose label the caller has changed. */
void ce_kmeans_bounds_forget(ce_kmeans_run *run, size_t r);
/* Tells that centres have moved since the last assignment. move: k distances, not scaled. */
void ce_kmeans_bounds_move(ce_kmeans_run *run, const double *move);
/* kmeans_grid.c: memory, if the data and k are for a grid; and the grid for the centres as they
 * are. */
int ce_kmeans_grid_alloc(ce_kmeans_run *run, ce_error *err);
void ce_kmeans_grid_free(ce_kmeans_run *run);
void ce_kmeans_grid_build(ce_kmeans_run *run);
/* kmeans_tree.c: *tree is NULL, and 0 returned, where the data are not for a tree. */
int ce_kmeans_tree_build(ce_kmeans_tree **tree, const ce_kmeans_data *data, ce_error *err);
void ce_kmeans_tree_free(ce_kmeans_tree *tree);
/* Memory, if there is a tree and k is not too large for it; and an assignment as
 * ce_kmeans_assign_rows says. */
int ce_kmeans_walk_alloc(ce_kmeans_run *run, ce_error *err);
void ce_kmeans_walk_free(ce_kmeans_run *run);
void ce_kmeans_walk_rows(ce_kmeans_run *run);
/* kmeans_screen.c: memory, if there are groups of bounds and k is worth it; the centres as they are
 * before the first assignment; and the first assignment of rows first .. last - 1, with their
 * bounds. */
int ce_kmeans_screen_alloc(ce_kmeans_run *run, ce_error *err);
void ce_kmeans_screen_free(ce_kmeans_run *run);
void ce_kmeans_screen_begin(ce_kmeans_run *run);
void ce_kmeans_screen_rows(ce_kmeans_run *run, size_t first, size_t last, int thread);
/* Labels alone, of `count` rows that are not those of the run. work: ce_kmeans_screen_work bytes.
 * Groups are single centres. */
size_t ce_kmeans_screen_work(const ce_kmeans_run *run);
void ce_kmeans_screen_labels(const ce_kmeans_run *run, const double *row, size_t count, void *work,
                             int32_t *label);
/* kmeans_sketch.c: memory and axes, if the data and k are worth it; sketches of the rows before the
 * first assignment, where `used` is set; and of count centres, number[i] or i, as they are. */
int ce_kmeans_sketch_alloc(ce_kmeans_run *run, ce_error *err);
void ce_kmeans_sketch_free(ce_kmeans_run *run);
void ce_kmeans_sketch_rows(ce_kmeans_run *run);
void ce_kmeans_sketch_centres(ce_kmeans_run *run, const int32_t *number, size_t count, float *to);
/* kmeans_moved.c: memory, if there are sketches and clusters have few rows; before an assignment;
 * and that of rows first .. last - 1. ce_kmeans_moved_forget is ce_kmeans_bounds_forget. */
int ce_kmeans_moved_alloc(ce_kmeans_run *run, ce_error *err);
void ce_kmeans_moved_free(ce_kmeans_run *run);
void ce_kmeans_moved_begin(ce_kmeans_run *run);
void ce_kmeans_moved_rows(ce_kmeans_run *run, size_t first, size_t last, int thread);
void ce_kmeans_moved_forget(ce_kmeans_run *run, size_t r);
/* kmeans_assign.c: sets label, changes, changed, from. */
void ce_kmeans_assign_rows(ce_kmeans_run *run);

/* kmeans_rule.c: allocates `settled`; with rule NULL it is `label`. Call it when label is
 * allocated. 0 or CE_ENOMEM. */
int ce_kmeans_rule_alloc(ce_kmeans_run *run, const ce_kmeans_rule *rule, ce_error *err);
void ce_kmeans_rule_free(ce_kmeans_run *run);
/* Updates settled from label and asks the rule. changes, changed and from are then those of
 * settled. 0, or what the rule returns. O(changes + held_count) besides the rule. */
int ce_kmeans_settle(ce_kmeans_run *run, ce_error *err);
/* 1 when the last changes only gave clusters other numbers. rows: k sizes before them. O(changes +
 * k). */
int ce_kmeans_only_renamed(const ce_kmeans_run *run, const int32_t *rows);

#endif
