#include "prepare/reference_data.h"

#include <float.h>
#include <gsl/gsl_randist.h>
#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "core/random.h"
#include "linalg/linalg.h"
#include "prepare/transform_columns.h"

int ce_reference_fit(const ce_data_table *table, ce_pca *pca, ce_error *err)
{
    size_t n = table->values.rows, d = table->values.columns;
    double rounding = DBL_EPSILON * (double)(n > d ? n : d);
    int rc = ce_transform_pca_axes(table, n < d ? n : d, pca, err);

    if (rc)
        return rc;
    for (size_t c = 0; c < pca->components; c++)
        if (pca->variance[c] <= pca->total * rounding)
            pca->variance[c] = 0;
    return CE_OK;
}

/* scores: n x components, the coordinates of the objects along the axes. */
static int draw_scores(const ce_pca *pca, size_t n, uint64_t seed, uint64_t number, double *scores,
                       ce_error *err)
{
    gsl_rng *rng = ce_random_alloc(seed, CE_STREAM_REFERENCE, number, err);

    if (!rng)
        return CE_ENOMEM;
    for (size_t i = 0; i < n; i++)
        for (size_t c = 0; c < pca->components; c++)
            scores[i * pca->components + c] =
                gsl_ran_gaussian_ziggurat(rng, 1) * sqrt(pca->variance[c]);
    gsl_rng_free(rng);
    return CE_OK;
}

int ce_reference_draw(const ce_pca *pca, size_t n, uint64_t seed, uint64_t number, ce_matrix *x,
                      ce_error *err)
{
    ce_matrix scores = {0};
    int rc = ce_matrix_alloc(&scores, n, pca->components, err);

    if (!rc)
        rc = draw_scores(pca, n, seed, number, scores.values, err);
    if (!rc)
        rc = ce_matrix_alloc(x, n, pca->d, err);
    if (!rc) {
        ce_matrix_product(scores.values, pca->axis, x->values, n, pca->components, pca->d);
        for (size_t i = 0; i < n; i++)
            for (size_t s = 0; s < pca->d; s++)
                x->values[i * pca->d + s] += pca->mean[s];
    }
    ce_matrix_free(&scores);
    return rc;
}
