#include "linalg/sketch.h"

enum { AXES = CE_SKETCH - 1 };

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
    rc = ce_pca_fit(&sketch->pca, rows, AXES, &failure);
    for (size_t a = 0; !rc && a < AXES; a++)
        seen += sketch->pca.variance[a];
    if (rc || !isfinite(seen) || !(seen >= SHARE * sketch->pca.total))
        ce_sketch_free(sketch);
    return rc == CE_ENOMEM ? ce_fail(err, CE_ENOMEM, "%s", failure.text) : CE_OK;
}

int ce_sketch_draw(const ce_sketch *sketch, const double *rows, size_t count, double scale,
                   float *to, ce_error *err)
{
    const ce_pca *pca = &sketch->pca;
    size_t d = pca->d;
    ce_matrix x = {.values = (double *)(size_t)rows, .rows = count, .columns = d}, scores = {0};
    int rc = ce_pca_apply(pca, &x, &scores, err);

    for (size_t i = 0; !rc && i < count; i++, rows += d, to += CE_SKETCH) {
        double left = 0;
        for (size_t f = 0; f < d; f++)
            left += (rows[f] - pca->mean[f]) * (rows[f] - pca->mean[f]);
        for (size_t a = 0; a < AXES; a++) {
            double score = scores.values[i * AXES + a];
            left -= score * score;
            to[a] = (float)(score * scale);
        }
        to[AXES] = (float)(sqrt(left > 0 ? left : 0) * scale);
    }
    ce_matrix_free(&scores);
    return rc;
}
