#include "score/cluster_cells.h"

#include <stdlib.h>

#include "core/memory.h"

/* Cuts of a cluster, one below the other; objects of a cell where there can be so many. */
enum { CUTS = 6, OBJECTS = 64 };

typedef struct {
    ce_cells *cells;
    const double *values;
    size_t d, count; /* cells so far */
    size_t size;     /* objects of the cluster */
} building;

void ce_cells_free(ce_cells *cells)
{
    if (!cells)
        return;
    free(cells->start);
    free(cells->centre);
    free(cells->share);
    free(cells->variance);
    free(cells->order);
    *cells = (ce_cells){0};
}

static unsigned cuts_of(size_t size)
{
    unsigned cuts = 0;

    while (cuts < CUTS && size >> (cuts + 1) >= OBJECTS)
        cuts++;
    return cuts;
}

/* The objects order[low .. high - 1] become a cell. */
static void add_cell(building *b, size_t low, size_t high)
{
    const size_t *order = b->cells->order;
    double *centre = b->cells->centre + b->count * b->d, sum = 0, size = (double)(high - low);

    for (size_t p = low; p < high; p++)
        for (size_t s = 0; s < b->d; s++)
            centre[s] += b->values[order[p] * b->d + s] / size;
    for (size_t p = low; p < high; p++)
        for (size_t s = 0; s < b->d; s++) {
            double step = b->values[order[p] * b->d + s] - centre[s];
            sum += step * step;
        }
    b->cells->share[b->count] = size / (double)b->size;
    b->cells->variance[b->count++] = sum / size;
}

/* The feature in which they lie farthest apart, and the mean there. */
static size_t widest_feature(const building *b, size_t low, size_t high, double *mean)
{
    const size_t *order = b->cells->order;
    double most = -1;
    size_t widest = 0;

    for (size_t s = 0; s < b->d; s++) {
        double least = b->values[order[low] * b->d + s], largest = least, sum = 0;
        for (size_t p = low; p < high; p++) {
            double value = b->values[order[p] * b->d + s];
            least = value < least ? value : least;
            largest = value > largest ? value : largest;
            sum += value / (double)(high - low);
        }
        if (largest - least > most) {
            most = largest - least;
            widest = s;
            *mean = sum;
        }
    }
    return widest;
}

/* Objects below the mean come first; returns where the others begin. */
static size_t cut(const building *b, size_t low, size_t high)
{
    size_t *order = b->cells->order, at = low;
    double mean = 0;
    size_t s = widest_feature(b, low, high, &mean);

    for (size_t p = low; p < high; p++)
        if (b->values[order[p] * b->d + s] < mean) {
            size_t object = order[p];
            order[p] = order[at];
            order[at++] = object;
        }
    return at;
}

static void divide(building *b, size_t low, size_t high, unsigned cuts)
{
    size_t middle = cuts && high - low >= OBJECTS ? cut(b, low, high) : low;

    if (middle == low || middle == high) {
        add_cell(b, low, high);
        return;
    }
    divide(b, low, middle, cuts - 1);
    divide(b, middle, high, cuts - 1);
}

int ce_cells_build(ce_cells *cells, const double *values, const size_t *first, size_t k, size_t d,
                   ce_error *err)
{
    building b = {.cells = cells, .values = values, .d = d};
    size_t most = 0;

    for (size_t c = 0; c < k; c++)
        most += (size_t)1 << cuts_of(first[c + 1] - first[c]);
    *cells = (ce_cells){.start = ce_calloc(k + 1, sizeof *cells->start, err),
                        .centre = ce_calloc(most, d * sizeof *cells->centre, err),
                        .share = ce_calloc(most, sizeof *cells->share, err),
                        .variance = ce_calloc(most, sizeof *cells->variance, err),
                        .order = ce_alloc(first[k], sizeof *cells->order, err)};
    if (!cells->start || !cells->centre || !cells->share || !cells->variance || !cells->order) {
        ce_cells_free(cells);
        return CE_ENOMEM;
    }
    for (size_t r = 0; r < first[k]; r++)
        cells->order[r] = r;
    for (size_t c = 0; c < k; c++) {
        b.size = first[c + 1] - first[c];
        divide(&b, first[c], first[c + 1], cuts_of(b.size));
        cells->start[c + 1] = b.count;
    }
    return CE_OK;
}
