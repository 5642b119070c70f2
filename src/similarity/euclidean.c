#include "similarity/euclidean.h"

#include <math.h>

#include "core/parallel.h"
#include "similarity/distance_panels.h"

/* The distances of all pairs, and the largest. s is empty after a failure. */
static int measure(const ce_matrix *x, ce_similarity *s, const char *what, double *largest,
                   ce_error *err)
{
    size_t entries = x->rows * (x->rows + 1) / 2;
    double most = 0;
    int rc = ce_similarity_alloc_dense(s, x->rows, what, "a sample of the objects", err);

    if (!rc)
        rc = ce_distances_fill(x, s, err);
    if (rc) {
        ce_similarity_free(s);
        return rc;
    }
#pragma omp parallel for schedule(static) reduction(max : most)
    for (size_t e = 0; e < entries; e++)
        most = s->values[e] > most ? s->values[e] : most;
    *largest = most;
    if (isfinite(most))
        return CE_OK;
    ce_similarity_free(s);
    return ce_fail(
        err, CE_EINPUT,
        "the distance of two objects is too large for a number: scale the features first");
}

int ce_euclidean_similarity(const ce_matrix *x, ce_similarity *s, ce_error *err)
{
    size_t entries = x->rows * (x->rows + 1) / 2;
    double largest;
    int rc = measure(x, s, "the matrix of Euclidean similarities", &largest, err);

    if (rc)
        return rc;
#pragma omp parallel for schedule(static)
    for (size_t e = 0; e < entries; e++)
        s->values[e] = largest > 0 ? 1 - s->values[e] / largest : 1;
    return CE_OK;
}

/* Values that are equal in exact numbers then tie; -0 becomes 0. */
static double rounded(double r)
{
    return fmax(-1, rint(r * 1e12) / 1e12) + 0.0;
}

int ce_unit_similarity(const ce_matrix *x, ce_similarity *s, ce_error *err)
{
    size_t entries = x->rows * (x->rows + 1) / 2;
    double largest;
    int rc = measure(x, s, "the matrix of correlations", &largest, err);

    if (rc)
        return rc;
#pragma omp parallel for schedule(static)
    for (size_t e = 0; e < entries; e++)
        s->values[e] = rounded(1 - s->values[e] * s->values[e] / 2);
    return CE_OK;
}
