/*
 * Short forms of rows and centres with many features, which rule most centres out before a distance
 * is computed.
 *
 * Let B be orthonormal rows, R x what is left of x, and m a vector. Then |x - c|^2 = |B(x - c)|^2 +
 * |R(x - c)|^2, and |R(x - c)| is at least the difference between |R(x - m)| and |R(c - m)|. So the
 * distance of the sketches (B(x - m), |R(x - m)|) is at most that of x and c. B is the first
 * principal axes of some rows and m their mean: any others would be right, but rule out less.
 *
 * Sketches are times run->scale, so their lengths are at most 1. Rounding to single precision moves
 * one by at most 2^-24. |R(x - m)|^2 is a difference in double that misses by d 2^-52 at most, its
 * root therefore by 5e-7. So the distance of two sketches is off by 1.2e-6 at most, and by 1e-6 of
 * itself as it is summed in single precision. CE_SKETCH_ROOM is more than either.
 */
#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "kmeans/kmeans_bounds_internal.h"

enum {
    LEAST_FEATURES = 96,
    MOST_FEATURES = 1024,
    AXES = CE_SKETCH - 1,
    SAMPLE = 1024, /* rows that axes are found from */
    BLOCK = 512,
    WORTH = 4 /* products with all centres cost so many times as much as axes do */
};

/* Exponents of a scale with which no square leaves double precision. */
enum { MOST_EXPONENT = 300 };

/* The axes have to see this share of the variance. */
static const double SHARE = 0.5;

/* Rows that are spread over all. x: room for SAMPLE of them. */
static void take_sample(const ce_kmeans_data *data, ce_matrix *x)
{
    for (size_t i = 0; i < x->rows; i++)
        memcpy(x->values + i * data->d, ce_kmeans_row(data, i * data->count / x->rows),
               data->d * sizeof *x->values);
}

static int is_worth(const ce_kmeans_run *run)
{
    double d = (double)run->data->d, count = (double)run->data->count;

    return run->data->d >= LEAST_FEATURES && run->data->d <= MOST_FEATURES &&
           run->groups == run->k && run->data->count >= SAMPLE &&
           count * (double)run->k > WORTH * d * (SAMPLE + d);
}

int ce_kmeans_sketch_alloc(ce_kmeans_run *run, ce_error *err)
{
    ce_kmeans_sketch *s = &run->sketch;
    ce_matrix sample = {0};
    ce_error failure = {0};
    double seen = 0;
    int rc;

    if (!is_worth(run))
        return CE_OK;
    rc = ce_matrix_alloc(&sample, SAMPLE, run->data->d, err);
    if (!rc) {
        take_sample(run->data, &sample);
        if (ce_pca_fit(&s->pca, &sample, AXES, &failure))
            ce_pca_free(&s->pca); /* without sketches labels are the same */
        for (size_t a = 0; a < s->pca.components; a++)
            seen += s->pca.variance[a];
    }
    ce_matrix_free(&sample);
    if (rc || !(seen >= SHARE * s->pca.total) || !isfinite(seen))
        return rc;
    s->row = ce_alloc(run->data->count, CE_SKETCH * sizeof *s->row, err);
    s->centre = ce_alloc(run->k, CE_SKETCH * sizeof *s->centre, err);
    s->block = ce_alloc(BLOCK * run->data->d, sizeof *s->block, err);
    return s->row && s->centre && s->block ? CE_OK : CE_ENOMEM;
}

void ce_kmeans_sketch_free(ce_kmeans_run *run)
{
    ce_pca_free(&run->sketch.pca);
    free(run->sketch.row);
    free(run->sketch.centre);
    free(run->sketch.block);
}

/* Sketches of the rows of s->block. */
static int draw(const ce_kmeans_run *run, size_t count, float *to)
{
    const ce_kmeans_sketch *s = &run->sketch;
    size_t d = run->data->d;
    ce_matrix x = {.values = s->block, .rows = count, .columns = d}, scores = {0};
    ce_error failure = {0};

    if (ce_pca_apply(&s->pca, &x, &scores, &failure))
        return 0;
    for (size_t i = 0; i < count; i++, to += CE_SKETCH) {
        double left = 0;
        for (size_t f = 0; f < d; f++) {
            double step = s->block[i * d + f] - s->pca.mean[f];
            left += step * step;
        }
        for (size_t a = 0; a < AXES; a++) {
            double score = scores.values[i * AXES + a];
            left -= score * score;
            to[a] = (float)(score * run->scale);
        }
        to[AXES] = (float)(sqrt(left > 0 ? left : 0) * run->scale);
    }
    ce_matrix_free(&scores);
    return 1;
}

void ce_kmeans_sketch_begin(ce_kmeans_run *run)
{
    ce_kmeans_sketch *s = &run->sketch;
    size_t d = run->data->d;
    int exponent;

    if (!s->row)
        return;
    if (!run->assigned) {
        frexp(run->scale, &exponent);
        s->used = exponent <= MOST_EXPONENT && exponent >= -MOST_EXPONENT;
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
