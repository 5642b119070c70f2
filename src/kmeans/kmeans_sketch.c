/* Sketches of rows and centres, which rule most centres out before a distance is computed. */
#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "kmeans/kmeans_bounds_internal.h"

enum {
    SAMPLE = 1024, /* rows that axes are found from */
    BLOCK = 512,
    WORTH = 4 /* products with all centres cost so many times as much as axes do */
};

static int is_worth(const ce_kmeans_run *run)
{
    double d = (double)run->data->d, count = (double)run->data->count;

    return run->data->d >= CE_SKETCH_LEAST && run->data->d <= CE_SKETCH_MOST &&
           run->groups == run->k && run->data->count >= SAMPLE &&
           count * (double)run->k > WORTH * d * (SAMPLE + d);
}

int ce_kmeans_sketch_alloc(ce_kmeans_run *run, ce_error *err)
{
    ce_kmeans_sketch *s = &run->sketch;
    const ce_kmeans_data *data = run->data;
    ce_matrix sample = {0};
    int rc;

    if (!is_worth(run))
        return CE_OK;
    rc = ce_matrix_alloc(&sample, SAMPLE, data->d, err);
    for (size_t i = 0; i < SAMPLE && !rc; i++) /* spread over all */
        memcpy(sample.values + i * data->d, ce_kmeans_row(data, i * data->count / SAMPLE),
               data->d * sizeof *sample.values);
    if (!rc)
        rc = ce_sketch_fit(&s->axes, &sample, err);
    ce_matrix_free(&sample);
    if (rc || !s->axes.pca.axis)
        return rc;
    s->row = ce_alloc(data->count, CE_SKETCH * sizeof *s->row, err);
    s->centre = ce_alloc(run->k, CE_SKETCH * sizeof *s->centre, err);
    s->block = ce_alloc(BLOCK * data->d, sizeof *s->block, err);
    return s->row && s->centre && s->block ? CE_OK : CE_ENOMEM;
}

void ce_kmeans_sketch_free(ce_kmeans_run *run)
{
    ce_sketch_free(&run->sketch.axes);
    free(run->sketch.row);
    free(run->sketch.centre);
    free(run->sketch.block);
}

/* Without sketches, where memory runs out, labels are the same. */
static int draw(const ce_kmeans_run *run, size_t count, float *to)
{
    ce_error failure = {0};

    return !ce_sketch_draw(&run->sketch.axes, run->sketch.block, count, run->scale, to, &failure);
}

void ce_kmeans_sketch_begin(ce_kmeans_run *run)
{
    ce_kmeans_sketch *s = &run->sketch;
    size_t d = run->data->d;

    if (!s->row)
        return;
    if (!run->assigned) {
        s->used = ce_sketch_fits(run->scale);
        for (size_t r = 0; s->used && r < run->data->count; r += BLOCK) {
            size_t count = run->data->count - r < BLOCK ? run->data->count - r : BLOCK;
            for (size_t i = 0; i < count; i++)
                memcpy(s->block + i * d, ce_kmeans_row(run->data, r + i), d * sizeof *s->block);
            s->used = draw(run, count, s->row + r * CE_SKETCH);
        }
    }
    for (size_t j = 0; s->used && j < run->k; j += BLOCK) {
        size_t count = run->k - j < BLOCK ? run->k - j : BLOCK;
        for (size_t i = 0; i < count; i++)
            memcpy(s->block + i * d, run->centre + (j + i) * run->stride, d * sizeof *s->block);
        s->used = draw(run, count, s->centre + j * CE_SKETCH);
    }
}
