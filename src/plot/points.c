#include "plot/points.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"

/* A point, and where it lies. */
typedef struct {
    size_t cell;
    int32_t label;
    double sure;
    size_t number; /* sums of sure are taken in this order */
} placed;

static int by_cell(const void *a, const void *b)
{
    const placed *x = a, *y = b;

    if (x->cell != y->cell)
        return x->cell < y->cell ? -1 : 1;
    if (x->label != y->label)
        return x->label < y->label ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

/* The smallest value and the extent, which is not 0. */
typedef struct {
    double low, extent;
} range;

static range range_of(const ce_point *points, size_t count, int of_y)
{
    double low = INFINITY, high = -INFINITY;

    for (size_t p = 0; p < count; p++) {
        double value = of_y ? points[p].y : points[p].x;
        low = fmin(low, value);
        high = fmax(high, value);
    }
    return (range){low, high > low ? high - low : 1};
}

static size_t cell_along(double value, range r, size_t cells)
{
    size_t cell = (size_t)((value - r.low) / r.extent * (double)cells);

    return cell < cells ? cell : cells - 1;
}

/* The point of the cell of at[0 .. count-1], without its size. */
static ce_point point_of(const placed *at, size_t count, const range *along, size_t columns,
                         size_t rows)
{
    size_t most = 0, run = 0;
    ce_point point = {.objects = count};
    double column = (double)(at->cell % columns), row = (double)(at->cell / columns);

    point.x = along[0].low + (column + 0.5) / (double)columns * along[0].extent;
    point.y = along[1].low + (row + 0.5) / (double)rows * along[1].extent;
    for (size_t p = 0; p < count; p++) {
        run = p && at[p].label == at[p - 1].label ? run + 1 : 1;
        if (run > most) {
            most = run;
            point.label = at[p].label;
        }
        point.sure += at[p].sure / (double)count;
    }
    return point;
}

int ce_points_bin(ce_point *points, size_t *count, size_t bins, int width, int height,
                  ce_error *err)
{
    range along[2] = {range_of(points, *count, 0), range_of(points, *count, 1)};
    size_t rows = (size_t)fmax(1, round((double)bins * height / width)), cells = 0;
    placed *at = ce_alloc(*count, sizeof *at, err);
    size_t most = 1;

    if (!at)
        return CE_ENOMEM;
    for (size_t p = 0; p < *count; p++)
        at[p] = (placed){cell_along(points[p].y, along[1], rows) * bins +
                             cell_along(points[p].x, along[0], bins),
                         points[p].label, points[p].sure, p};
    qsort(at, *count, sizeof *at, by_cell);
    for (size_t first = 0, end; first < *count; first = end) {
        for (end = first; end < *count && at[end].cell == at[first].cell; end++)
            ;
        points[cells] = point_of(at + first, end - first, along, bins, rows);
        most = end - first > most ? end - first : most;
        cells++;
    }
    for (size_t c = 0; c < cells; c++)
        points[c].size = log1p((double)points[c].objects) / log1p((double)most);
    *count = cells;
    free(at);
    return CE_OK;
}
