/* A grid over the centres, for data of one to three features. */
#include <stdlib.h>

#include "core/memory.h"
#include "kmeans/kmeans_bounds_internal.h"

/* Fewer centres are compared one after the other faster. A cell that holds more than this share of
 * them says that the grid does not fit, as with a centre far from all others. */
enum { LEAST_CENTRES = 12, CROWDED = 4 };

int ce_kmeans_grid_alloc(ce_kmeans_run *run, ce_error *err)
{
    ce_kmeans_grid *g = &run->grid;
    size_t k = run->k;

    if (run->data->d > CE_GRID_FEATURES || k < LEAST_CENTRES)
        return CE_OK;
    g->start = ce_alloc(2 * k + 2, sizeof *g->start, err);
    g->cell = ce_alloc(k, sizeof *g->cell, err);
    g->number = ce_alloc(k, sizeof *g->number, err);
    g->centre = ce_alloc(k, CE_GRID_FEATURES * sizeof *g->centre, err);
    return g->start && g->cell && g->number && g->centre ? CE_OK : CE_ENOMEM;
}

void ce_kmeans_grid_free(ce_kmeans_run *run)
{
    free(run->grid.start);
    free(run->grid.cell);
    free(run->grid.number);
    free(run->grid.centre);
}

/* Cells for about as many as there are centres, as near to cubes as it goes. Returns their number,
 * or 0 where the box of the centres is empty or not finite. */
static size_t choose_cells(ce_kmeans_grid *g, size_t k, size_t d, const double *high)
{
    double volume = 1, side;
    size_t cells = 1, wide = 0;

    for (size_t s = 0; s < d; s++) {
        double width = high[s] - g->low[s];
        if (width > 0 && width < 1e300) {
            volume *= pow(width, 1.0 / (double)d);
            wide++;
        } else if (width > 0) {
            return 0;
        }
    }
    if (wide < d)
        return 0;
    side = volume / pow((double)k, 1.0 / (double)d);
    if (!(side > 0))
        return 0;
    for (size_t s = 0; s < CE_GRID_FEATURES; s++) {
        g->cells[s] = 1;
        g->side[s] = 1;
        g->per[s] = 0;
    }
    for (size_t s = 0; s < d; s++) {
        double width = high[s] - g->low[s], count = floor(width / side);
        double most = (double)(2 * k / cells);
        if (count > most)
            count = most;
        g->cells[s] = count < 1 ? 1 : (size_t)count;
        g->side[s] = width / (double)g->cells[s];
        g->per[s] = (double)g->cells[s] / width;
        cells *= g->cells[s];
    }
    return cells;
}

void ce_kmeans_grid_build(ce_kmeans_run *run)
{
    ce_kmeans_grid *g = &run->grid;
    size_t d = run->data->d, cells, fullest = 0, alive = 0;
    double high[CE_GRID_FEATURES];

    g->used = 0;
    if (!g->start)
        return;
    for (size_t s = 0; s < d; s++) {
        g->low[s] = INFINITY;
        high[s] = -INFINITY;
    }
    for (size_t j = 0; j < run->k; j++) {
        const double *centre = run->centre + j * run->stride;
        if (!run->alive[j])
            continue;
        alive++;
        for (size_t s = 0; s < d; s++) {
            g->low[s] = fmin(g->low[s], centre[s]);
            high[s] = fmax(high[s], centre[s]);
        }
    }
    if (alive < LEAST_CENTRES || !(cells = choose_cells(g, alive, d, high)))
        return;
    memset(g->start, 0, (cells + 2) * sizeof *g->start);
    for (size_t j = 0; j < run->k; j++)
        if (run->alive[j]) {
            g->cell[j] = (int32_t)ce_kmeans_grid_cell(g, run->centre + j * run->stride, d, NULL);
            g->start[g->cell[j] + 2]++;
        }
    for (size_t c = 0; c < cells; c++) {
        if ((size_t)g->start[c + 2] > fullest)
            fullest = (size_t)g->start[c + 2];
        g->start[c + 2] += g->start[c + 1];
    }
    for (size_t j = 0; j < run->k; j++)
        if (run->alive[j]) {
            size_t at = (size_t)g->start[g->cell[j] + 1]++;
            g->number[at] = (int32_t)j;
            for (size_t s = 0; s < CE_GRID_FEATURES; s++)
                g->centre[at * CE_GRID_FEATURES + s] = s < d ? run->centre[j * run->stride + s] : 0;
        }
    g->used = fullest <= alive / CROWDED + CROWDED;
}
