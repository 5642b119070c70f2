#include "partition/linkage/triangle.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"

enum { LINE = CE_TRIANGLE_LINE };

/* Lays out `width` rows and returns how many doubles they take. Row pair p begins with column 2 p,
 * or a little before it to fill a line. */
static size_t lay_out(size_t *start, size_t width)
{
    size_t lines = (width + 3) / 4, at = 0;

    for (size_t p = 0; p < (width + 1) / 2; p++) {
        start[p] = at - p / 2 * LINE;
        at += (lines - p / 2) * LINE;
    }
    return at;
}

int ce_triangle_alloc(ce_triangle *t, size_t n, ce_error *err)
{
    ce_triangle_free(t);
    t->width = n;
    t->start = ce_alloc(n / 2 + 1, sizeof *t->start, err);
    if (!t->start)
        return CE_ENOMEM;
    t->value = ce_alloc(lay_out(t->start, n), sizeof *t->value, err);
    return t->value ? CE_OK : CE_ENOMEM;
}

void ce_triangle_free(ce_triangle *t)
{
    free(t->value);
    free(t->start);
    *t = (ce_triangle){0};
}

CE_HOT CE_UNROLLED void ce_triangle_read(const ce_triangle *t, size_t i, double *restrict plain)
{
    const double *restrict row = t->value + ce_triangle_start(t, i);

    for (size_t g = (i + 1) / 4; g < (t->width + 3) / 4; g++)
        for (size_t l = 0; l < 4; l++)
            plain[4 * g + l] = row[LINE * g + l];
}

CE_HOT CE_UNROLLED void ce_triangle_write(ce_triangle *t, size_t i, const double *restrict plain)
{
    double *restrict row = t->value + ce_triangle_start(t, i);

    for (size_t g = (i + 1) / 4; g < (t->width + 3) / 4; g++)
        for (size_t l = 0; l < 4; l++)
            row[LINE * g + l] = plain[4 * g + l];
}

void ce_triangle_gather(const ce_triangle *t, const int32_t *order, size_t a, size_t b,
                        double *restrict full_a, double *restrict full_b)
{
    size_t x, at_a = ce_triangle_offset(a), at_b = ce_triangle_offset(b);

    ce_triangle_read(t, a, full_a);
    ce_triangle_read(t, b, full_b);
    for (; (x = (size_t)*order) < a; order++) {
        const double *row = t->value + ce_triangle_start(t, x);
        full_a[x] = row[at_a];
        full_b[x] = row[at_b];
    }
    for (; (x = (size_t)*order) < b; order++)
        full_b[x] = t->value[ce_triangle_start(t, x) + at_b];
}

void ce_triangle_scatter(ce_triangle *t, const int32_t *order, size_t c,
                         const double *restrict full)
{
    size_t at = ce_triangle_offset(c);

    for (; (size_t)*order < c; order++) {
        size_t x = (size_t)*order;
        t->value[ce_triangle_start(t, x) + at] = full[x];
    }
    ce_triangle_write(t, c, full);
}

void ce_triangle_drop(int32_t *order, size_t live, size_t b)
{
    size_t low = 0, high = live;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if ((size_t)order[middle] < b)
            low = middle + 1;
        else
            high = middle;
    }
    memmove(order + low, order + low + 1, (live - low - 1) * sizeof *order);
}

/* The row of the u-th live cluster, with the columns of live clusters only. */
static void squeeze_row(const ce_triangle *t, const int32_t *order, size_t live, size_t u,
                        double *restrict plain)
{
    const double *row = t->value + ce_triangle_start(t, (size_t)order[u]);

    for (size_t v = u + 1; v < live; v++)
        plain[v] = row[ce_triangle_offset((size_t)order[v])];
}

/* No row moves to a higher place. So once both rows of a pair have been read, their new place and
 * its start hold nothing that is still to be read. */
void ce_triangle_pack(ce_triangle *t, const int32_t *order, size_t live, double *row_a,
                      double *row_b)
{
    size_t lines = (live + 3) / 4, at = 0;

    t->width = live;
    for (size_t u = 0; u < live; u += 2) {
        squeeze_row(t, order, live, u, row_a);
        if (u + 1 < live)
            squeeze_row(t, order, live, u + 1, row_b);
        t->start[u / 2] = at - u / 4 * LINE;
        at += (lines - u / 4) * LINE;
        ce_triangle_write(t, u, row_a);
        if (u + 1 < live)
            ce_triangle_write(t, u + 1, row_b);
    }
}
