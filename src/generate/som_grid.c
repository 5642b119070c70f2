#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "generate/som_internal.h"

static const double ROW_HEIGHT = 0.86602540378443864676; /* sqrt(3) / 2 */

int ce_som_kernel_alloc(ce_som_kernel *kernel, const ce_som *som,
                        ce_som_neighbourhood neighbourhood, ce_error *err)
{
    *kernel = (ce_som_kernel){.rows = som->rows,
                              .columns = som->columns,
                              .lattice = som->lattice,
                              .neighbourhood = neighbourhood};
    kernel->by_row = ce_alloc(som->rows, sizeof *kernel->by_row, err);
    kernel->by_column = ce_alloc(3, (2 * som->columns - 1) * sizeof *kernel->by_column, err);
    return kernel->by_row && kernel->by_column ? CE_OK : CE_ENOMEM;
}

void ce_som_kernel_free(ce_som_kernel *kernel)
{
    free(kernel->by_row);
    free(kernel->by_column);
    free(kernel->turned);
    *kernel = (ce_som_kernel){0};
}

void ce_som_kernel_set(ce_som_kernel *kernel, double radius)
{
    double height = kernel->lattice == CE_SOM_HEXAGONAL ? ROW_HEIGHT : 1,
           scale = 2 * radius * radius;
    size_t span = 2 * kernel->columns - 1;
    int bubble = kernel->neighbourhood == CE_SOM_BUBBLE;

    kernel->reach = (radius + CE_SOM_GRID_ROOM) * (radius + CE_SOM_GRID_ROOM);
    for (size_t r = 0; r < kernel->rows; r++) {
        double y = (double)r * height;
        kernel->by_row[r] = bubble ? y * y : exp(-y * y / scale);
    }
    for (size_t offset = 0; offset < 3; offset++)
        for (size_t c = 0; c < span; c++) {
            double x = (double)c - (double)(kernel->columns - 1) + ((double)offset - 1) / 2;
            kernel->by_column[offset * span + c] = bubble ? x * x : exp(-x * x / scale);
        }
}

static inline size_t odd(const ce_som_kernel *kernel, size_t r)
{
    return kernel->lattice == CE_SOM_HEXAGONAL ? r % 2 : 0;
}

const double *ce_som_kernel_columns(const ce_som_kernel *kernel, size_t r, size_t r0, size_t c0)
{
    size_t offset = odd(kernel, r) + 1 - odd(kernel, r0);

    return kernel->by_column + offset * (2 * kernel->columns - 1) + (kernel->columns - 1 - c0);
}

/* to += factor from. */
static inline __attribute__((always_inline)) void add(double *to, const double *from, double factor,
                                                      size_t width)
{
    for (size_t s = 0; s < width; s++)
        to[s] += factor * from[s];
}

/* One row of the grid, spread along itself, for rows with the parity of r. */
static CE_HOT void spread_along(const ce_som_kernel *kernel, size_t r, size_t r0,
                                const double *sums, size_t width, double *to)
{
    size_t columns = kernel->columns;

    memset(to, 0, columns * width * sizeof *to);
    for (size_t c0 = 0; c0 < columns; c0++) {
        const double *from = sums + c0 * width, *weight = ce_som_kernel_columns(kernel, r, r0, c0);
        for (size_t c = 0; c < columns && from[width - 1] != 0; c++)
            if (weight[c] > 0)
                add(to + c * width, from, weight[c], width);
    }
}

static CE_HOT void spread_across(const ce_som_kernel *kernel, size_t r, const double *turned,
                                 size_t width, double *to)
{
    size_t line = kernel->columns * width;

    memset(to, 0, line * sizeof *to);
    for (size_t r0 = 0; r0 < kernel->rows; r0++) {
        double weight = kernel->by_row[r > r0 ? r - r0 : r0 - r];
        if (weight > 0)
            add(to, turned + r0 * line, weight, line);
    }
}

/* A row of the grid from all units within reach of it. */
static CE_HOT void spread_bubble(const ce_som_kernel *kernel, size_t r, const double *sums,
                                 size_t width, double *to)
{
    size_t columns = kernel->columns;

    memset(to, 0, columns * width * sizeof *to);
    for (size_t r0 = 0; r0 < kernel->rows; r0++) {
        double across = kernel->by_row[r > r0 ? r - r0 : r0 - r];
        if (across > kernel->reach)
            continue;
        for (size_t c0 = 0; c0 < columns; c0++) {
            const double *from = sums + (r0 * columns + c0) * width,
                         *along = ce_som_kernel_columns(kernel, r, r0, c0);
            for (size_t c = 0; c < columns && from[width - 1] != 0; c++)
                if (across + along[c] <= kernel->reach)
                    add(to + c * width, from, 1, width);
        }
    }
}

int ce_som_spread(ce_som_kernel *kernel, const double *sums, size_t width, double *spread,
                  ce_error *err)
{
    size_t rows = kernel->rows, line = kernel->columns * width,
           parities = kernel->lattice == CE_SOM_HEXAGONAL && rows > 1 ? 2 : 1;
    int threads = ce_threads();

    if (kernel->neighbourhood == CE_SOM_BUBBLE) {
#pragma omp parallel for schedule(dynamic) num_threads(threads) if (threads > 1)
        for (size_t r = 0; r < rows; r++)
            spread_bubble(kernel, r, sums, width, spread + r * line);
        return CE_OK;
    }
    if (!kernel->turned &&
        !(kernel->turned = ce_alloc(parities * rows, line * sizeof *kernel->turned, err)))
        return CE_ENOMEM;
#pragma omp parallel for schedule(dynamic) num_threads(threads) if (threads > 1)
    for (size_t job = 0; job < parities * rows; job++)
        spread_along(kernel, job / rows, job % rows, sums + job % rows * line, width,
                     kernel->turned + job * line);
#pragma omp parallel for schedule(dynamic) num_threads(threads) if (threads > 1)
    for (size_t r = 0; r < rows; r++)
        spread_across(kernel, r, kernel->turned + (parities > 1 ? r % 2 : 0) * rows * line, width,
                      spread + r * line);
    return CE_OK;
}

int ce_som_adjacent(const ce_som *som, int32_t a, int32_t b)
{
    double x = som->position[2 * a] - som->position[2 * b],
           y = som->position[2 * a + 1] - som->position[2 * b + 1];

    return x * x + y * y <= 1 + CE_SOM_GRID_ROOM;
}

void ce_som_positions(ce_som *som)
{
    int hexagonal = som->lattice == CE_SOM_HEXAGONAL;

    for (size_t u = 0; u < som->units; u++) {
        size_t r = u / som->columns, c = u % som->columns;
        som->position[2 * u] = (double)c + (hexagonal && r % 2 ? 0.5 : 0);
        som->position[2 * u + 1] = (double)r * (hexagonal ? ROW_HEIGHT : 1);
    }
}
