/* Step 5 of U-SPEC: starts of the last k-means, which are tried on some objects, and the nearest of
 * centres that were found. */
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/random.h"
#include "generate/uspec_internal.h"
#include "kmeans/kmeans.h"

enum { SAMPLE = 8192, SAMPLE_OF_EACH = 20 };

/* Rows on which starts are tried. */
static size_t sample_of(size_t n, size_t k)
{
    size_t count = k > SAMPLE / SAMPLE_OF_EACH ? SAMPLE_OF_EACH * k : SAMPLE;

    return count < n ? count : n;
}

int ce_uspec_goes_on(size_t n, size_t k)
{
    return sample_of(n, k) < n;
}

int ce_uspec_draw_starts(size_t n, size_t k, gsl_rng *rng, size_t **object, size_t *count,
                         ce_error *err)
{
    *count = sample_of(n, k);
    return ce_uspec_draw(n, *count, rng, object, err);
}

int ce_uspec_start(const ce_uspec_rows_of *rows, const float *table, size_t k, const size_t *chosen,
                   size_t count, const ce_uspec_options *options, gsl_rng *rng, int threads,
                   ce_kmeans_result *found, ce_error *err)
{
    const ce_kmeans_options how = {.k = k,
                                   .init = CE_INIT_PLUSPLUS,
                                   .empty = CE_EMPTY_KEEP,
                                   .restarts = options->restarts,
                                   .max_iterations = options->iterations};
    ce_kmeans_data *data = NULL;
    ce_matrix y = {0};
    int rc = ce_uspec_direction_rows(rows, table, k, chosen, count, &y, err);

    if (!rc)
        rc = ce_kmeans_prepare(&data, &y, NULL, err);
    if (!rc)
        rc = ce_kmeans(data, &how, rng, threads, found, err);
    ce_kmeans_data_free(data);
    ce_matrix_free(&y);
    return rc;
}

/* Where the sample had fewer distinct rows than k, the last centre comes again and stays empty. */
int ce_uspec_first_centres(const ce_kmeans_result *found, size_t k, ce_matrix *centre,
                           ce_error *err)
{
    int rc = ce_matrix_alloc(centre, k, k, err);

    for (size_t l = 0; l < k && !rc; l++) {
        const double *from = found->centres + (l < found->k ? l : found->k - 1) * k;
        for (size_t t = 0; t < k; t++)
            centre->values[l * k + t] = (double)(float)from[t];
    }
    return rc;
}

int ce_uspec_keep_found(const ce_kmeans_result *found, size_t k, ce_uspec_model *model,
                        ce_error *err)
{
    int rc = ce_matrix_alloc(&model->centre, found->k, k, err);

    if (!rc)
        memcpy(model->centre.values, found->centres, found->k * k * sizeof *found->centres);
    return rc;
}

int ce_uspec_nearest(const ce_uspec_rows_of *rows, const float *table, size_t k,
                     const ce_matrix *centre, int32_t *labels, ce_error *err)
{
    ce_matrix y = {0};
    int rc = ce_uspec_direction_rows(rows, table, k, NULL, rows->n, &y, err);

    if (!rc)
        rc = ce_kmeans_assign(&y, centre->values, centre->rows, labels, err);
    ce_matrix_free(&y);
    return rc;
}
