#include "partition/linkage/cost_matrix.h"

#include <stdlib.h>

#include "core/memory.h"
#include "core/parallel.h"

int ce_cost_matrix_alloc(ce_cost_matrix *cost, size_t n, ce_error *err)
{
    int rc = ce_triangle_alloc(&cost->triangle, n, err);

    if (!rc && !(cost->row = ce_calloc(CE_TRIANGLE_ROW(n), sizeof *cost->row, err)))
        rc = CE_ENOMEM;
    return rc;
}

void ce_cost_matrix_free(ce_cost_matrix *cost)
{
    ce_triangle_free(&cost->triangle);
    free(cost->row);
}

/* Adds row b to row a by the rule of the method (Lance and Williams). ab: the cost of the pair a,
 * b. */
CE_HOT CE_UNROLLED static void merge_rows(const ce_agglomeration *g, double *restrict ra,
                                          const double *restrict rb, double na, double nb,
                                          double ab)
{
    const double *restrict size = g->size;
    size_t width = g->width;

    switch (g->method) {
    case CE_LINKAGE_AVERAGE:
        for (size_t x = 0; x < width; x++)
            ra[x] += rb[x];
        break;
    case CE_LINKAGE_WARD:
        for (size_t x = 0; x < width; x++) {
            double sum = (size[x] + na) * ra[x] + (size[x] + nb) * rb[x] - size[x] * ab;
            sum /= size[x] + na + nb;
            ra[x] = sum < 0 ? 0 : sum;
        }
        break;
    default:
        for (size_t x = 0; x < width; x++)
            ra[x] = rb[x] > ra[x] ? rb[x] : ra[x];
    }
}

static void read_row(ce_agglomeration *g, size_t a)
{
    ce_cost_matrix *cost = g->costs;

    ce_triangle_read(&cost->triangle, a, g->row);
}

static int merge_clusters(ce_agglomeration *g, size_t a, size_t b)
{
    ce_cost_matrix *cost = g->costs;
    double na = g->size[a], nb = g->size[b];

    ce_triangle_gather(&cost->triangle, g->order, a, b, g->row, cost->row);
    ce_agglomeration_drop(g, a, b);
    g->size[a] = na; /* Ward's rule reads the old size */
    merge_rows(g, g->row, cost->row, na, nb, g->row[b]);
    g->size[a] = na + nb;
    ce_triangle_scatter(&cost->triangle, g->order, a, g->row);
    return CE_OK;
}

static double cost_at(const ce_agglomeration *g, size_t a, size_t b)
{
    const ce_cost_matrix *cost = g->costs;

    return ce_triangle_at(&cost->triangle, a, b);
}

static void pack(ce_agglomeration *g)
{
    ce_cost_matrix *cost = g->costs;

    ce_triangle_pack(&cost->triangle, g->order, g->live, g->row, cost->row);
}

const ce_cost_store ce_cost_matrix_store = {read_row, merge_clusters, cost_at, pack, NULL, 0};
