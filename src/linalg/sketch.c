#include "linalg/sketch.h"

#include "core/parallel.h"
#include "linalg/linalg.h"

enum { AXES = CE_SKETCH - 1 };

/* Rows that are drawn together: they and the axes stay in the nearest caches. */
enum { BLOCK = 64 };

/* The axes have to see this share of the variance. */
static const double SHARE = 0.5;

void ce_sketch_free(ce_sketch *sketch)
{
    ce_pca_free(&sketch->pca);
}

int ce_sketch_fit(ce_sketch *sketch, const ce_matrix *rows, ce_error *err)
{
    ce_error failure = {0};
    double seen = 0;
    int rc;

    ce_sketch_free(sketch);
    if (rows->columns < CE_SKETCH_LEAST || rows->columns > CE_SKETCH_MOST || rows->rows < CE_SKETCH)
        return CE_OK;
    rc = ce_pca_fit(&sketch->pca, rows, NULL, AXES, &failure);
    for (size_t a = 0; !rc && a < AXES; a++)
        seen += sketch->pca.variance[a];
    if (rc || !isfinite(seen) || !(seen >= SHARE * sketch->pca.total))
        ce_sketch_free(sketch);
    return rc == CE_ENOMEM ? ce_fail(err, CE_ENOMEM, "%s", failure.text) : CE_OK;
}

/* Rows less the mean; square: their squared lengths. */
static CE_HOT void centre_rows(const double *row, const double *mean, size_t count, size_t d,
                               double *to, double *square)
{
    for (size_t i = 0; i < count; i++, row += d, to += d) {
        ce_quad sum = {0};
        double lane[CE_QUAD];
        size_t s = 0;

        for (; s + CE_QUAD <= d; s += CE_QUAD) {
            ce_quad values, middle, step;
            memcpy(&values, row + s, sizeof values);
            memcpy(&middle, mean + s, sizeof middle);
            step = values - middle;
            memcpy(to + s, &step, sizeof step);
            sum += step * step;
        }
        memcpy(lane, &sum, sizeof lane);
        for (; s < d; s++) {
            to[s] = row[s] - mean[s];
            lane[0] += to[s] * to[s];
        }
        square[i] = (lane[0] + lane[1]) + (lane[2] + lane[3]);
    }
}

/* The sketch from the scores of the axes and the squared length of a row. */
static void finish(const double *score, double left, double scale, float *to)
{
    for (size_t a = 0; a < AXES; a++) {
        left -= score[a] * score[a];
        to[a] = (float)(score[a] * scale);
    }
    to[AXES] = (float)(sqrt(left > 0 ? left : 0) * scale);
}

size_t ce_sketch_work(size_t d)
{
    return BLOCK * (d + AXES);
}

void ce_sketch_draw(const ce_sketch *sketch, const double *rows, size_t count, double scale,
                    float *to, double *work)
{
    const ce_pca *pca = &sketch->pca;
    size_t d = pca->d;
    double *scores = work + BLOCK * d, square[BLOCK];

    for (size_t first = 0; first < count; first += BLOCK) {
        size_t these = count - first < BLOCK ? count - first : BLOCK;
        centre_rows(rows + first * d, pca->mean, these, d, work, square);
        ce_product_transposed(work, pca->axis, scores, these, d, AXES);
        for (size_t i = 0; i < these; i++)
            finish(scores + i * AXES, square[i], scale, to + (first + i) * CE_SKETCH);
    }
}
