#include <stdlib.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "kmeans/fixed_centres.h"
#include "kmeans/kmeans_internal.h"

struct ce_kmeans_nearest {
    ce_kmeans_run run;
    double *move;        /* k */
    double *row_squared; /* count */
    /* The largest absolute value that the scale of the bounds allows; negative before the first
     * call. */
    double largest;
};

void ce_kmeans_nearest_free(ce_kmeans_nearest *nearest)
{
    if (!nearest)
        return;
    ce_kmeans_bounds_free(&nearest->run);
    free(nearest->run.centre);
    free(nearest->run.alive);
    free(nearest->run.label);
    free(nearest->run.changed);
    free(nearest->run.from);
    free(nearest->run.block_changes);
    free(nearest->move);
    free(nearest->row_squared);
    free(nearest);
}

int ce_kmeans_nearest_alloc(ce_kmeans_nearest **nearest, const ce_kmeans_data *data, size_t k,
                            int threads, ce_error *err)
{
    size_t stride = ce_kmeans_stride(data->d);
    ce_kmeans_nearest *made = ce_calloc(1, sizeof *made, err);
    ce_kmeans_run *run;

    *nearest = NULL;
    if (!made)
        return CE_ENOMEM;
    made->largest = -1;
    run = &made->run;
    *run = (ce_kmeans_run){
        .data = data, .threads = threads < 1 ? 1 : threads, .k = k, .stride = stride};
    run->centre = ce_calloc(k, stride * sizeof *run->centre, err);
    run->alive = ce_alloc(k, sizeof *run->alive, err);
    run->label = ce_alloc(data->count, sizeof *run->label, err);
    run->changed = ce_alloc(data->count, sizeof *run->changed, err);
    run->from = ce_alloc(data->count, sizeof *run->from, err);
    run->block_changes =
        ce_alloc(data->count / CE_KMEANS_BLOCK + 1, sizeof *run->block_changes, err);
    made->move = ce_alloc(k, sizeof *made->move, err);
    made->row_squared = ce_alloc(data->count, sizeof *made->row_squared, err);
    if (!run->centre || !run->alive || !run->label || !run->changed || !run->from ||
        !run->block_changes || !made->move || !made->row_squared ||
        ce_kmeans_bounds_alloc(run, 0, err)) {
        ce_kmeans_nearest_free(made);
        return CE_ENOMEM;
    }
    memset(run->alive, 1, k);
    *nearest = made;
    return CE_OK;
}

/* Takes new centres, and how far each has moved. Bounds stay valid unless a centre is too large for
 * their scale. */
static void take_centres(ce_kmeans_nearest *nearest, const double *centres)
{
    ce_kmeans_run *run = &nearest->run;
    size_t d = run->data->d;
    double largest = 0, tail[CE_LANES];

    for (size_t j = 0; j < run->k; j++) {
        const double *to = centres + j * d;
        double *centre = run->centre + j * run->stride;
        ce_squared_distance_tail(to, d, tail);
        nearest->move[j] = sqrt(ce_squared_distance(to, tail, centre, d));
        memcpy(centre, to, d * sizeof *centre);
        for (size_t s = 0; s < d; s++)
            largest = fmax(largest, fabs(to[s]));
    }
    if (largest > nearest->largest) {
        nearest->largest = fmax(largest, run->data->largest);
        ce_kmeans_bounds_reset(run);
    } else {
        ce_kmeans_bounds_move(run, nearest->move);
    }
}

static CE_HOT void own_distances(ce_kmeans_nearest *nearest, size_t first, size_t last)
{
    const ce_kmeans_run *run = &nearest->run;
    double tail[CE_LANES];

    for (size_t r = first; r < last; r++) {
        const double *row = ce_kmeans_row(run->data, r);
        ce_squared_distance_tail(row, run->data->d, tail);
        nearest->row_squared[r] = ce_squared_distance(
            row, tail, run->centre + (size_t)run->label[r] * run->stride, run->data->d);
    }
}

void ce_kmeans_nearest_find(ce_kmeans_nearest *nearest, const double *centres, int32_t *labels,
                            double *squared)
{
    ce_kmeans_run *run = &nearest->run;
    const ce_kmeans_data *data = run->data;

    take_centres(nearest, centres);
    ce_kmeans_assign_rows(run);
    for (size_t i = 0; i < data->n; i++)
        labels[i] = run->label[data->of ? (size_t)data->of[i] : i];
    if (!squared)
        return;
#pragma omp parallel for schedule(static) num_threads(run->threads) if (run->threads > 1)
    for (size_t first = 0; first < data->count; first += CE_KMEANS_BLOCK)
        own_distances(nearest, first,
                      first + CE_KMEANS_BLOCK < data->count ? first + CE_KMEANS_BLOCK
                                                            : data->count);
    for (size_t i = 0; i < data->n; i++)
        squared[i] = nearest->row_squared[data->of ? (size_t)data->of[i] : i];
}

/* ---- objects that took no part ---- */

int ce_kmeans_assign(const ce_matrix *x, const double *centres, size_t k, int32_t *labels,
                     ce_error *err)
{
    size_t n = x->rows, d = x->columns;
    ce_fixed_centres *fixed;
    int rc = ce_fixed_centres_alloc(&fixed, centres, k, d, err);

    if (rc)
        return rc;
#pragma omp parallel
    {
        ce_error failure = {0};
        void *work = ce_alloc(1, ce_fixed_centres_work(fixed), &failure);

        if (!work) {
#pragma omp critical(ce_kmeans_assign)
            rc = ce_fail(err, CE_ENOMEM, "%s", failure.text);
        }
#pragma omp barrier
#pragma omp for schedule(static)
        for (size_t first = 0; first < n; first += CE_KMEANS_BLOCK)
            if (!rc)
                ce_fixed_centres_find(fixed, x->values + first * d,
                                      n - first < CE_KMEANS_BLOCK ? n - first : CE_KMEANS_BLOCK,
                                      work, labels + first);
        free(work);
    }
    ce_fixed_centres_free(fixed);
    return rc;
}
