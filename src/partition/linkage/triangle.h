/*
 * triangle.h: a number for each pair of clusters while clusters merge. It is the work matrix of
 * linkage.c and complete_meansim.c.
 *
 * The upper triangle is kept. A merge gathers two full rows. For that it walks down columns above
 * the diagonal, where nearly every step misses the cache. So a cache line holds 2 rows x 4 columns,
 * which halves the misses. When many clusters are gone the triangle is packed together.
 */
#ifndef CE_PARTITION_TRIANGLE_H
#define CE_PARTITION_TRIANGLE_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"

enum { CE_TRIANGLE_LINE = 8 };

/* Set to zero before use. */
typedef struct {
    size_t width;  /* clusters in it, merged ones included until the next packing */
    double *value; /* owned; pair (i, j), i < j: ce_triangle_at(t, i, j) */
    size_t *start; /* owned; where row pair i / 2 would have its column 0 */
} ce_triangle;

/* Rows that go in and out as plain arrays need room for so many numbers. A few places before the
 * diagonal and after the end are copied too, and mean nothing. */
#define CE_TRIANGLE_ROW(n) ((n) + 3)

/* Room for n clusters, 4 n^2 bytes; the caller has checked before that they are there. The values
 * are not set. Returns 0 or CE_ENOMEM; t can then only be freed. */
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

/* Copies row i right of the diagonal out of the triangle or into it: plain[i + 1 .. width-1]. Two
 * rows (2 p and 2 p + 1) share cache lines. */
void ce_triangle_read(const ce_triangle *t, size_t i, double *plain);
void ce_triangle_write(ce_triangle *t, size_t i, const double *plain);

/* Copies the values of a and b with all live clusters, except each with itself, out of the triangle
 * (gather), or those of one cluster c into it (scatter). order: the live clusters, ascending, with
 * a < b or c among them. */
void ce_triangle_gather(const ce_triangle *t, const int32_t *order, size_t a, size_t b,
                        double *full_a, double *full_b);
void ce_triangle_scatter(ce_triangle *t, const int32_t *order, size_t c, const double *full);

/* Takes b, which must be there, out of an ascending list of `live` clusters. */
void ce_triangle_drop(int32_t *order, size_t live, size_t b);

/* Keeps the `live` clusters of order only, renumbered 0 .. live-1. row_a, row_b: work. */
void ce_triangle_pack(ce_triangle *t, const int32_t *order, size_t live, double *row_a,
                      double *row_b);

#endif
