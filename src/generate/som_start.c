#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/random.h"
#include "generate/som_internal.h"
#include "linalg/pca.h"
#include "kmeans/kmeans.h"

/* Two components, or one if there is no second. */
static int components(const ce_matrix *x, ce_pca *pca, ce_error *err)
{
    size_t most = x->columns < x->rows ? x->columns : x->rows;

    return ce_pca_fit(pca, x, NULL, most < 2 ? most : 2, err);
}

static size_t at_least_two(double side)
{
    return side < 2 ? 2 : (size_t)(side + 0.5);
}

int ce_som_size(const ce_matrix *x, const ce_som_options *options, size_t *rows, size_t *columns,
                ce_error *err)
{
    double units = ceil(5 * sqrt((double)x->rows)),
           height = options->lattice == CE_SOM_HEXAGONAL ? sqrt(0.75) : 1, ratio = 1;
    ce_pca pca = {0};
    int rc = CE_OK;

    *rows = options->rows;
    *columns = options->columns;
    if (*rows && *columns)
        return CE_OK;
    if (!*rows && !*columns) {
        if ((rc = components(x, &pca, err)))
            return rc;
        /* else the shorter side would be less than one unit */
        if (pca.components > 1 && pca.variance[1] * units > pca.variance[0])
            ratio = sqrt(pca.variance[0] / pca.variance[1]);
        *columns = at_least_two(sqrt(units / ratio * height));
    }
    if (!*rows)
        *rows = at_least_two(units / (double)*columns);
    if (!*columns)
        *columns = at_least_two(units / (double)*rows);
    ce_pca_free(&pca);
    return rc;
}

/* -1 .. 1 along a side; 0 if there is only one unit. */
static double coordinate(size_t at, size_t side)
{
    return side > 1 ? 2 * (double)at / (double)(side - 1) - 1 : 0;
}

static int linear(const ce_matrix *x, ce_som *som, ce_error *err)
{
    size_t d = x->columns;
    ce_pca pca = {0};
    int rc = components(x, &pca, err);

    for (size_t u = 0; u < som->units && !rc; u++) {
        double along[2] = {coordinate(u / som->columns, som->rows),
                           coordinate(u % som->columns, som->columns)};
        if (som->columns > som->rows) {
            double first = along[1];
            along[1] = along[0];
            along[0] = first;
        }
        memcpy(som->prototype + u * d, pca.mean, d * sizeof *pca.mean);
        for (size_t a = 0; a < pca.components; a++)
            for (size_t s = 0; s < d; s++)
                som->prototype[u * d + s] += along[a] * sqrt(pca.variance[a]) * pca.axis[a * d + s];
    }
    ce_pca_free(&pca);
    return rc;
}

static int random_objects(const ce_matrix *x, gsl_rng *rng, ce_som *som, ce_error *err)
{
    size_t d = x->columns;
    ce_kmeans_data *data = NULL;
    int rc = ce_kmeans_prepare(&data, x, NULL, err);

    if (!rc && som->units <= ce_kmeans_distinct(data))
        rc = ce_kmeans_random_start(data, som->units, rng, som->prototype, err);
    else
        for (size_t u = 0; u < som->units && !rc; u++)
            memcpy(som->prototype + u * d, x->values + ce_random_below(rng, x->rows) * d,
                   d * sizeof *som->prototype);
    ce_kmeans_data_free(data);
    return rc;
}

int ce_som_start(const ce_matrix *x, const ce_som_options *options, gsl_rng *rng, ce_som *som,
                 ce_error *err)
{
    if (options->init == CE_SOM_LINEAR)
        return linear(x, som, err);
    if (options->init == CE_SOM_RANDOM)
        return random_objects(x, rng, som, err);
    memcpy(som->prototype, options->start, som->units * som->d * sizeof *som->prototype);
    return CE_OK;
}
