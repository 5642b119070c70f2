/*
 * uspec_internal.h: what the files of U-SPEC share. Not for anyone else.
 *
 * uspec_representatives.c  step 1 of uspec.h, and the index of representatives
 * uspec_near.c             step 2 for a block of objects
 * uspec_graph.c            steps 3 and 4
 * uspec_starts.c           step 5: on some objects
 * uspec_directions.c       step 5: on all
 * uspec_scores.c           the nearest centre of a direction
 * uspec.c                  members
 * uspec_further.c          what is kept of a member, and further objects
 */
#ifndef CE_GENERATE_USPEC_INTERNAL_H
#define CE_GENERATE_USPEC_INTERNAL_H

#include <gsl/gsl_rng.h>
#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/numbers.h"
#include "generate/uspec.h"
#include "kmeans/kmeans.h"
#include "kmeans/squared_distance.h"
#include "linalg/sketch.h"

/* Objects are worked on in blocks of so many. */
enum { CE_USPEC_BLOCK = 512 };

/* Rows of tables of k numbers are filled up with zeros to a multiple of CE_USPEC_WIDE. */
enum { CE_USPEC_WIDE = 16 };
static inline size_t ce_uspec_stride(size_t k)
{
    return (k + CE_USPEC_WIDE - 1) / CE_USPEC_WIDE * CE_USPEC_WIDE;
}

/* The default number of neighbours, for which the compiler unrolls loops. */
enum { CE_USPEC_USUAL = 5 };

/* What members share that see all features. Nothing: rows.values is NULL. */
typedef struct {
    ce_matrix rows; /* as the members see them; borrowed, or copy */
    double *copy;
    ce_kmeans_data *data; /* owned: of these rows, with their sketches */
    ce_sketch axes;
    float *sketch; /* owned; n x CE_SKETCH, times 1 / extent */
} ce_uspec_common;

/* The rows of x as a member sees them: some features, at length 1 with unit. */
typedef struct {
    const ce_numbers *x;
    const size_t *feature; /* NULL: all */
    size_t d;
    int unit;
    double extent;                 /* a power of two; no two rows are farther apart */
    const ce_uspec_common *common; /* or NULL */
} ce_uspec_view;

/* Squares of distances in a tiny extent vanish, or are below the normal numbers. Rows are then
 * taken times this power of two, which changes no other digit; else it is 1. */
static inline double ce_uspec_factor(double extent)
{
    return extent > 0 && extent < 0x1p-400 ? 0x1p600 : 1;
}

/* For the members whose view this is, which has no `common` yet. Shares nothing where that does not
 * pay, or where memory does not suffice. The view's x must outlive it. */
void ce_uspec_common_build(ce_uspec_common *common, const ce_uspec_view *view);
void ce_uspec_common_free(ce_uspec_common *common);

/* Rows first .. first + count - 1 into block: count x d, times the factor. */
void ce_uspec_rows(const ce_uspec_view *view, size_t first, size_t count, double *block);
/* Row i into row: d. */
void ce_uspec_row(const ce_uspec_view *view, size_t i, double *row);

/* Representatives, and what finds near ones. Set to zero before use. */
typedef struct {
    size_t p, d, stride; /* stride: d rounded up to 8 */
    size_t K;            /* neighbours of a row */
    double *row;         /* owned; p x stride, times the factor, filled up with zeros */
    size_t groups;       /* 0: search all */
    size_t *start;       /* owned; groups + 1: places of each group in member */
    uint16_t *member;    /* owned; p: representatives group by group, ascending in each */
    double *centres;     /* owned; means of the groups as quads (squared_distance.h) */
    double *members;     /* owned; rows of the groups as quads, each group from a quad of its own */
    size_t *quad;        /* owned; groups + 1: the first quad of each group */
    size_t candidates;   /* 10 K + 1, or p */
    uint16_t *candidate; /* owned; p x candidates: by ascending distance, itself first */
    double *apart;       /* owned; p x candidates: their distances, but for rounding */
    double *near;        /* owned, or NULL: rows of candidates as quads, for few features */
    double scale;        /* 1 / (extent times the factor)^2 of the view */
    double *middle;      /* owned; groups x stride: means of the groups, filled up with zeros */
    /* Sketches (linalg/sketch.h), or NULL: of the representatives, and of the means. */
    float *sketch, *middle_sketch;
    const ce_uspec_common *common; /* whose axes these are; or NULL: */
    ce_sketch axes;
} ce_uspec_index;

/* Draws `count` of n objects: *object, freed by the caller; NULL: they are all. 0 or CE_ENOMEM. */
int ce_uspec_draw(size_t n, size_t count, gsl_rng *rng, size_t **object, ce_error *err);

/* The objects among which the representatives of a member are chosen: *object, *count of n, freed
 * by the caller; NULL: all of them. 0 or CE_ENOMEM. */
int ce_uspec_draw_candidates(const ce_uspec_options *options, size_t n, gsl_rng *rng,
                             size_t **object, size_t *count, ce_error *err);

/* Draws candidates and chooses representatives; k: clusters, which must not be more. */
int ce_uspec_index_build(ce_uspec_index *index, const ce_uspec_view *view,
                         const ce_uspec_options *options, size_t k, gsl_rng *rng, int threads,
                         ce_error *err);
void ce_uspec_index_free(ce_uspec_index *index);

/* The K nearest representatives of each of count rows (count x d): near and squared distance over
 * extent^2, count x K, nearest first; ties: as candidates come. sketches: of the rows, of the
 * index's `common`; NULL: not drawn yet. nearest: room for K. */
void ce_uspec_index_find(const ce_uspec_index *index, const double *rows, const float *sketches,
                         size_t count, size_t K, uint16_t *near, float *squared, double *nearest);

/* ---- members (uspec.c) ---- */

/* Fills in the defaults for n objects, and checks what depends on n. 0, CE_EARG or CE_EINPUT. */
int ce_uspec_fill_in(ce_uspec_options *options, size_t n, ce_error *err);

/* What member q draws first: its k, and what it sees of x, of which only the columns count. range:
 * of each feature, the largest value less the least. *feature: NULL, or freed by the caller, also
 * after a failure. 0, CE_ENOMEM or CE_EINPUT. */
int ce_uspec_begin(const ce_uspec_options *options, size_t q, const double *range,
                   const ce_numbers *x, gsl_rng *rng, size_t *k, ce_uspec_view *view,
                   size_t **feature, ce_error *err);

/* How many quads hold `count` rows. */
static inline size_t ce_uspec_quads(size_t count)
{
    return (count + CE_QUAD - 1) / CE_QUAD;
}

/* The rows of B / row sums of a member, and the embedding of its representatives. */
typedef struct {
    size_t n, K, p; /* p: representatives */
    uint16_t *near; /* owned; n x K */
    float *share;   /* owned; n x K: squared distances first, then the entries of the row */
    /* owned; p: an order of the representatives in which those that are near each other stand near
     * each other; NULL: as they are numbered */
    uint16_t *place;
    double extent; /* of the view: the unit of distances */
    double sigma;  /* in that unit */
} ce_uspec_rows_of;

/* Step 2 for all objects: near, and squared distances in share; place is allocated. 0 or CE_ENOMEM.
 */
int ce_uspec_find_all(const ce_uspec_view *view, const ce_uspec_index *index, int threads,
                      ce_uspec_rows_of *rows, ce_error *err);

/* The sum of all distances, a whole number of a unit; sigma from it. Sums of parts can be added
 * up. */
int64_t ce_uspec_sum_distances(const ce_uspec_rows_of *rows, int threads);
double ce_uspec_sigma(int64_t sum, uint64_t distances);

/* Finds rows->sigma and turns squared distances into shares, with each row's representatives in
 * ascending order. *w: W, p x p, row-major, the upper triangle, in units of CE_USPEC_UNIT. The
 * caller frees it. */
#define CE_USPEC_UNIT 0x1p-32
int ce_uspec_weigh(ce_uspec_rows_of *rows, ce_uspec_distance distance, int threads, int64_t **w,
                   ce_error *err);

/* The same by the sigma that rows have. */
int ce_uspec_graph(ce_uspec_rows_of *rows, ce_uspec_distance distance, int threads, int64_t **w,
                   ce_error *err);

/* weight: p: how many objects have it as the lowest of their representatives, which are all in one
 * component. table: p x stride floats, stride k rounded up to 16, zeros behind. group: p labels,
 * instead, if there are more than k components. *components. Exactly one of table and group is not
 * NULL. */
int ce_uspec_embed(const int64_t *w, size_t p, size_t k, const double *weight, float **table,
                   int32_t **group, size_t *components, ce_error *err);

/* labels: n. Numbers of centres; some may not occur. model: NULL, or gets the centres. */
int ce_uspec_directions(const ce_uspec_rows_of *rows, const float *table, size_t k,
                        const ce_uspec_options *options, gsl_rng *rng, int threads, int32_t *labels,
                        ce_uspec_member *report, ce_uspec_model *model, ce_error *err);

/* ---- the same in pieces ---- */

/* The objects on which starts are tried: *object, *count of n, freed by the caller; NULL: all. 0 or
 * CE_ENOMEM. */
int ce_uspec_draw_starts(size_t n, size_t k, gsl_rng *rng, size_t **object, size_t *count,
                         ce_error *err);
/* The directions of `count` rows: those of `chosen`, or the first ones; count x k. 0 or CE_ENOMEM.
 */
int ce_uspec_direction_rows(const ce_uspec_rows_of *rows, const float *table, size_t k,
                            const size_t *chosen, size_t count, ce_matrix *to, ce_error *err);
/* k-means on these. 0 or CE_ENOMEM. */
int ce_uspec_start(const ce_uspec_rows_of *rows, const float *table, size_t k, const size_t *chosen,
                   size_t count, const ce_uspec_options *options, gsl_rng *rng, int threads,
                   ce_kmeans_result *found, ce_error *err);
/* Its centres: those from which all rows go on, k x k, or where there are no more rows those of the
 * model. 0 or CE_ENOMEM. */
int ce_uspec_first_centres(const ce_kmeans_result *found, size_t k, ce_matrix *centre,
                           ce_error *err);
int ce_uspec_keep_found(const ce_kmeans_result *found, size_t k, ce_uspec_model *model,
                        ce_error *err);
/* Labels rows by k centres. sum (k x k), count (k): of the rows of each cluster. 0 or
 * CE_ENOMEM. */
int ce_uspec_sum_directions(const ce_uspec_rows_of *rows, const float *table, size_t k,
                            const ce_matrix *centre, int threads, int32_t *labels, int64_t *sum,
                            int64_t *count, ce_error *err);
/* The means of these sums; a cluster without rows keeps its centre. */
void ce_uspec_move_centres(ce_matrix *centre, const int64_t *sum, const int64_t *count);

/* 1 where k-means goes on with all of n rows from starts on some. */
int ce_uspec_goes_on(size_t n, size_t k);

/* ---- further objects, by a model (uspec_further.c) ---- */

/* A model in the forms that the steps take. */
struct ce_uspec_labeller {
    const ce_uspec_model *model;
    ce_uspec_index index;
    size_t *feature;
    int32_t *group;
    float *table;
    struct ce_uspec_scores *scores; /* where centres come from more rows than starts are tried on */
};

/* The shares of rows by rows->sigma, as ce_uspec_weigh has them. */
int ce_uspec_share(ce_uspec_rows_of *rows, ce_uspec_distance distance, ce_error *err);

/* The nearest of centres from k-means on all rows, in double precision. labels: n. */
int ce_uspec_nearest(const ce_uspec_rows_of *rows, const float *table, size_t k,
                     const ce_matrix *centre, int32_t *labels, ce_error *err);

/* An index of representatives that were kept, without the factor. group: of each; without mean,
 * search all. */
int ce_uspec_index_restore(ce_uspec_index *index, double extent, const ce_matrix *representative,
                           const int32_t *group, const ce_matrix *mean, size_t K, int threads,
                           ce_error *err);

/* Keeps sigma; a table or groups (one is NULL), and whether all rows went on from starts on some. 0
 * or CE_ENOMEM. */
int ce_uspec_keep_sigma(ce_uspec_model *model, double sigma, ce_error *err);
int ce_uspec_keep_embedding(ce_uspec_model *model, size_t p, size_t k, const float *table,
                            const int32_t *group, int single, ce_error *err);
/* Drops centres without objects. The others keep their order, in which ties are broken. */
void ce_uspec_drop_empty(ce_matrix *centre, ce_matrix *label);

/* Keeps what finds neighbours; then the embedding and the labels of what clusters it: raw are the
 * numbers of centres or components of n objects, which ce_labels_renumber has not changed yet. */
int ce_uspec_keep_index(ce_uspec_model *model, const ce_uspec_index *index,
                        const ce_uspec_view *view, ce_error *err);
int ce_uspec_keep_labels(ce_uspec_model *model, const ce_uspec_rows_of *rows, size_t p, size_t k,
                         const float *table, const int32_t *group, const int32_t *raw,
                         ce_error *err);

#endif
