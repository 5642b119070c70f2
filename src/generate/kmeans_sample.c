#include "generate/kmeans_sample.h"

#include <stdlib.h>

#include "core/compare.h"
#include "core/memory.h"
#include "core/random.h"

int ce_kmeans_sample_draw(uint64_t seed, size_t n, size_t count, size_t **object, size_t *drawn,
                          ce_error *err)
{
    gsl_rng *rng = ce_random_alloc(seed, CE_STREAM_SAMPLE, 0, err);
    size_t *chosen;
    int rc = CE_ENOMEM;

    *drawn = count < n ? count : n;
    chosen = ce_alloc(*drawn, sizeof *chosen, err);
    if (rng && chosen)
        rc = ce_random_choose(rng, n, *drawn, chosen, err);
    if (!rc)
        qsort(chosen, *drawn, sizeof *chosen, ce_compare_sizes);
    gsl_rng_free(rng);
    if (rc)
        free(chosen);
    else
        *object = chosen;
    return rc;
}

/* The features of a member. */
static int take_features(const ce_matrix *sample, const size_t *feature, size_t features,
                         ce_matrix *seen, ce_error *err)
{
    int rc = ce_matrix_alloc(seen, sample->rows, features, err);

    for (size_t i = 0; i < sample->rows && !rc; i++)
        for (size_t s = 0; s < features; s++)
            seen->values[i * features + s] = sample->values[i * sample->columns + feature[s]];
    return rc;
}

int ce_kmeans_sample_start(const ce_matrix *sample, const size_t *feature, size_t features,
                           ce_kmeans_init init, gsl_rng *rng, int threads, size_t *k,
                           size_t *distinct, double **centre, ce_error *err)
{
    ce_matrix seen = {0};
    ce_kmeans_data *data = NULL;
    int rc = feature ? take_features(sample, feature, features, &seen, err) : CE_OK;

    *centre = NULL;
    if (!rc)
        rc = ce_kmeans_prepare(&data, feature ? &seen : sample, NULL, err);
    if (!rc) {
        *distinct = ce_kmeans_distinct(data);
        *k = *k < *distinct ? *k : *distinct;
        *centre = ce_alloc(*k, features * sizeof **centre, err);
        rc = *centre ? ce_kmeans_starting_centres(data, init, *k, rng, threads, *centre, err)
                     : CE_ENOMEM;
    }
    ce_kmeans_data_free(data);
    ce_matrix_free(&seen);
    if (rc) {
        free(*centre);
        *centre = NULL;
    }
    return rc;
}
