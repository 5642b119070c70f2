/* Sketches of rows and centres, which rule most centres out before a distance is computed. */
#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "kmeans/kmeans_bounds_internal.h"

enum {
    SAMPLE = 1024, /* rows that axes are found from */
    BLOCK = 64,    /* rows that are drawn together */
    WORTH = 4      /* products with all centres cost so many times as much as axes do */
};

static int is_worth(const ce_kmeans_run *run)
{
    double d = (double)run->data->d, count = (double)run->data->count;

    return run->data->d >= CE_SKETCH_LEAST && run->data->d <= CE_SKETCH_MOST &&
           (run->groups == run->k || ce_kmeans_has_few_rows(run)) && run->data->count >= SAMPLE &&
           (run->data->sketch || count * (double)run->k > WORTH * d * (SAMPLE + d));
}

static int find_axes(ce_kmeans_run *run, ce_error *err)
{
    ce_kmeans_sketch *s = &run->sketch;
    const ce_kmeans_data *data = run->data;
    ce_matrix sample = {0};
    int rc = ce_matrix_alloc(&sample, SAMPLE, data->d, err);

    for (size_t i = 0; i < SAMPLE && !rc; i++) /* spread over all */
        memcpy(sample.values + i * data->d, ce_kmeans_row(data, i * data->count / SAMPLE),
               data->d * sizeof *sample.values);
    if (!rc)
        rc = ce_sketch_fit(&s->own, &sample, err);
    ce_matrix_free(&sample);
    return rc;
}

/* Doubles for one thread: rows side by side, and what drawing them needs. */
static size_t room(size_t d)
{
    return BLOCK * d + ce_sketch_work(d);
}

int ce_kmeans_sketch_alloc(ce_kmeans_run *run, ce_error *err)
{
    ce_kmeans_sketch *s = &run->sketch;
    const ce_kmeans_data *data = run->data;
    int rc = CE_OK;

    if (!is_worth(run))
        return CE_OK;
    s->axes = data->sketch ? data->axes : &s->own;
    if (!data->sketch)
        rc = find_axes(run, err);
    if (rc || !s->axes->pca.axis)
        return rc;
    s->row = ce_alloc(data->count, CE_SKETCH * sizeof *s->row, err);
    s->centre = ce_alloc(run->k, CE_SKETCH * sizeof *s->centre, err);
    s->room = ce_alloc((size_t)run->threads, room(data->d) * sizeof *s->room, err);
    return s->row && s->centre && s->room ? CE_OK : CE_ENOMEM;
}

void ce_kmeans_sketch_free(ce_kmeans_run *run)
{
    ce_sketch_free(&run->sketch.own);
    free(run->sketch.row);
    free(run->sketch.centre);
    free(run->sketch.room);
}

/* The sketches of the data, in the scale of the run: exact, since both are powers of two. */
static void borrow_rows(ce_kmeans_run *run)
{
    const ce_kmeans_data *data = run->data;
    float scale = (float)(run->scale / data->sketch_scale);

    for (size_t r = 0; r < data->count; r++) {
        const float *from = data->sketch + (data->first ? (size_t)data->first[r] : r) * CE_SKETCH;
        float *to = run->sketch.row + r * CE_SKETCH;
        for (size_t s = 0; s < CE_SKETCH; s++)
            to[s] = from[s] * scale;
    }
}

void ce_kmeans_sketch_rows(ce_kmeans_run *run)
{
    ce_kmeans_sketch *s = &run->sketch;
    const ce_kmeans_data *data = run->data;
    size_t d = data->d;

    s->used = ce_sketch_fits(run->scale);
    if (s->used && data->sketch)
        borrow_rows(run);
    if (!s->used || data->sketch)
        return;
#pragma omp parallel for schedule(static) num_threads(run->threads) if (run->threads > 1)
    for (size_t r = 0; r < data->count; r += BLOCK) {
        size_t count = data->count - r < BLOCK ? data->count - r : BLOCK;
        double *rows = s->room + (run->threads > 1 ? (size_t)ce_thread() : 0) * room(d);
        for (size_t i = 0; i < count; i++)
            memcpy(rows + i * d, ce_kmeans_row(data, r + i), d * sizeof *rows);
        ce_sketch_draw(s->axes, rows, count, run->scale, s->row + r * CE_SKETCH, rows + BLOCK * d);
    }
}

void ce_kmeans_sketch_centres(ce_kmeans_run *run, const int32_t *number, size_t count, float *to)
{
    const ce_kmeans_sketch *s = &run->sketch;
    size_t d = run->data->d;

    for (size_t first = 0; first < count; first += BLOCK) {
        size_t these = count - first < BLOCK ? count - first : BLOCK;
        for (size_t i = 0; i < these; i++) {
            size_t j = number ? (size_t)number[first + i] : first + i;
            memcpy(s->room + i * d, run->centre + j * run->stride, d * sizeof *s->room);
        }
        ce_sketch_draw(s->axes, s->room, these, run->scale, to + first * CE_SKETCH,
                       s->room + BLOCK * d);
    }
}
