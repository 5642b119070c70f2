/*
 * coloring.h: clusters as the colours of a threshold graph (card S5).
 *
 * [gcons2010] Elghazel, Benabdeslem and Hamdi, ESANN 2010. [welsh1967] Welsh and Powell, Computer
 * Journal 10(1), 1967. Rows whose dissimilarity is above theta are adjacent; no two adjacent ones
 * get one colour, so every cluster has a diameter of at most theta.
 *
 * Dissimilarities are doubles. Those that are whole multiples of a common fraction, as counts of
 * base clusterings are, are given as these whole numbers: their sums are then exact, and no
 * rounding breaks a tie.
 */
#ifndef CE_PARTITION_COLORING_H
#define CE_PARTITION_COLORING_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"
#include "core/similarity.h"

/* How far a row is from a colour; it is compared for one colour at a time, so a mean is as good as
 * the sum that it is made of. */
typedef enum {
    CE_COLOR_MEAN, /* the mean over the objects in it */
    CE_COLOR_ROWS, /* the mean over its rows */
    CE_COLOR_SUM,  /* the sum over all pairs of objects, one in the row and one in the colour */
    CE_COLOR_MAX
} ce_color_distance;

enum { CE_DISSIMILARITY_ROWS = 4 };

/*
 * What rows are coloured by. view: the rows in another order, row order[p] at place p (order NULL:
 * as they are), for as long as state and order live; *scratch: bytes that rows wants to write to.
 * rows: for each of the count <= CE_DISSIMILARITY_ROWS places at[], the dissimilarities, 0 or more,
 * to the places first .. last - 1, (last - first) numbers one after the other in out; that of a
 * place to itself is not looked at. It is called from several threads, each with a scratch of its
 * own.
 */
typedef struct {
    size_t n;
    const double *size; /* objects a row, > 0; or NULL: 1 each */
    const void *state;
    int (*view)(const void *state, const int32_t *order, void **view, size_t *scratch,
                ce_error *err);
    void (*view_free)(void *view);
    void (*rows)(const void *view, void *scratch, const int32_t *at, size_t count, size_t first,
                 size_t last, double *out);
} ce_dissimilarities;

/*
 * Largest first with the rule of homogeneity: the first uncoloured row v by degree (fixed, ties:
 * the lowest row); c the lowest colour without a neighbour of v; of the uncoloured rows of v's
 * degree without a neighbour in c, that nearest to c gets it (ties: the lowest); a new colour takes
 * v itself. An edge where the dissimilarity is above theta. labels: n, colours 0 .. *k - 1 in the
 * order of their making. degree: of each row, from ce_threshold_degrees; NULL: counted here. O(n^2)
 * dissimilarities and O(n) memory, but for contrived graphs (more than some 60 colours that take
 * turns among many rows of one degree), whose sums are added up again. 0 or CE_ENOMEM.
 */
int ce_coloring(const ce_dissimilarities *d, double theta, ce_color_distance by,
                const int32_t *degree, int32_t *labels, int32_t *k, ce_error *err);

/* How many rows are adjacent to each, for several thresholds in one pass on all threads. degree:
 * count x n. 0 or CE_ENOMEM. */
int ce_threshold_degrees(const ce_dissimilarities *d, const double *theta, size_t count,
                         int32_t *degree, ce_error *err);

/*
 * The share of base clusterings that separate two rows, of those that label both (none of them: 1),
 * in units of 1 / unit. labels: must stay valid. Zero-initialise before use.
 */
typedef struct {
    const ce_labels *labels;
    double unit;   /* m when no label is missing; 1: shares as they are, 1 - same / both */
    double *value; /* owned; by both, (m + 1) of them, and same; NULL when no label is missing */
} ce_label_dissimilarities;

/* denominator: of the shares that occur, when labels are missing; 0: there is none that is small
 * enough. 0 or CE_ENOMEM. */
int ce_label_dissimilarities_build(ce_label_dissimilarities *d, const ce_labels *labels,
                                   size_t denominator, ce_error *err);
void ce_label_dissimilarities_free(ce_label_dissimilarities *d);
ce_dissimilarities ce_dissimilarities_of_labels(const ce_label_dissimilarities *d,
                                                const double *size);

/* Colours the rows of a matrix of similarities s (their dissimilarity is 1 - s) or, with
 * is_distance, of distances; dense, or sparse with absent entries 0. When all entries are multiples
 * of 1/q for a q up to CE_DENOMINATOR_LIMIT, whole numbers are compared, also with theta. 0,
 * CE_ENOMEM or CE_EINPUT (a negative dissimilarity). */
int ce_coloring_matrix(const ce_similarity *matrix, int is_distance, const double *size,
                       double theta, ce_color_distance by, ce_partition *partition, ce_error *err);

#endif
