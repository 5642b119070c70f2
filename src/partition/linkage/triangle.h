/*
 * triangle.h: a number for each pair of clusters while clusters merge: the work matrices of
 * linkage.c and complete_meansim.c.
 *
 * The upper triangle is kept. For a merge the two full rows are gathered, for which columns must be
 * walked down above the diagonal: there nearly every step is a miss of the cache. So a cache line
 * holds 2 rows x 4 columns, and a walk down takes half the misses. When a good part of the clusters
 * are gone the triangle is packed together.
 */
#ifndef CE_PARTITION_TRIANGLE_H
#define CE_PARTITION_TRIANGLE_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"

enum { CE_TRIANGLE_LINE = 8 };

typedef struct {
    size_t width;  /* clusters in it, merged ones included until the next packing */
    double *value; /* pair (i, j), i < j: ce_triangle_at(t, i, j); owned */
    size_t *start; /* where row pair i / 2 would have its column 0; owned */
} ce_triangle;

/* Rows that go in and out as plain arrays have room for this many numbers: a few places before the
 * diagonal and after the end come along, and hold nothing. */
#define CE_TRIANGLE_ROW(n) ((n) + 3)

/* Room for n clusters, 4 n^2 bytes; the values are not set. 0 or CE_ENOMEM. The caller has asked
 * for the memory before. */
int ce_triangle_alloc(ce_triangle *t, size_t n, ce_error *err);
void ce_triangle_free(ce_triangle *t);

static inline size_t ce_triangle_offset(size_t j)
{
    return j / 4 * CE_TRIANGLE_LINE + j % 4;
}

static inline size_t ce_triangle_start(const ce_triangle *t, size_t i)
{
    return t->start[i / 2] + i % 2 * 4;
}

/* i < j */
static inline double ce_triangle_at(const ce_triangle *t, size_t i, size_t j)
{
    return t->value[ce_triangle_start(t, i) + ce_triangle_offset(j)];
}

/* Row i right of the diagonal, plain[i + 1 .. width-1]. Two rows (2 p and 2 p + 1) share cache
 * lines. */
void ce_triangle_read(const ce_triangle *t, size_t i, double *plain);
void ce_triangle_write(ce_triangle *t, size_t i, const double *plain);

/* order: the live clusters, ascending, with a < b among them. The values of a and b with all live
 * ones, except each with itself. */
void ce_triangle_gather(const ce_triangle *t, const int32_t *order, size_t a, size_t b,
                        double *full_a, double *full_b);
void ce_triangle_scatter(ce_triangle *t, const int32_t *order, size_t c, const double *full);

/* Takes b, which is there, out of an ascending list. */
void ce_triangle_drop(int32_t *order, size_t live, size_t b);

/* Keeps the `live` clusters of order only, renumbered 0 .. live-1. row_a, row_b: work. */
void ce_triangle_pack(ce_triangle *t, const int32_t *order, size_t live, double *row_a,
                      double *row_b);

#endif
