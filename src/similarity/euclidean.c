#include "similarity/euclidean.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/compare.h"
#include "core/memory.h"
#include "core/parallel.h"

enum { LANES = 64 };

/* Squared distances of one object to LANES others. Feature s of the others is at columns[s *
 * padded]. Summed over the features in order, so that the answer does not depend on vectors. */
CE_HOT static void square_distances(const double *object, const double *columns, size_t padded,
                                    size_t d, double sum[LANES])
{
    memset(sum, 0, LANES * sizeof *sum);
    for (size_t s = 0; s < d; s++)
        for (size_t l = 0; l < LANES; l++) {
            double difference = object[s] - columns[s * padded + l];
            sum[l] += difference * difference;
        }
}

/* d x padded, the features as rows. */
static double *transpose(const ce_matrix *x, size_t padded, ce_error *err)
{
    double *columns = ce_alloc(padded * x->columns, sizeof *columns, err);

    if (!columns)
        return NULL;
    for (size_t s = 0; s < x->columns; s++) {
        for (size_t i = 0; i < x->rows; i++)
            columns[s * padded + i] = x->values[i * x->columns + s];
        for (size_t i = x->rows; i < padded; i++)
            columns[s * padded + i] = 0;
    }
    return columns;
}

/* Squared distances into the upper triangle; returns the largest. */
static double fill_squares(const ce_matrix *x, const double *columns, size_t padded,
                           ce_similarity *s)
{
    size_t n = x->rows;
    double largest = 0;

#pragma omp parallel for schedule(dynamic, 8) reduction(max : largest)
    for (size_t i = 0; i < n; i++) {
        double sum[LANES], *row = s->values + ce_packed_index(n, i, i) - i;
        for (size_t j = i / LANES * LANES; j < n; j += LANES) {
            size_t from = i > j ? i - j : 0, end = n - j < LANES ? n - j : LANES;
            square_distances(x->values + i * x->columns, columns + j, padded, x->columns, sum);
            for (size_t l = from; l < end; l++) {
                row[j + l] = sum[l];
                largest = sum[l] > largest ? sum[l] : largest;
            }
        }
    }
    return largest;
}

/* The squared distances of all pairs. s is empty after a failure. */
static int square_all(const ce_matrix *x, ce_similarity *s, const char *what, double *largest,
                      ce_error *err)
{
    size_t padded = (x->rows + LANES - 1) / LANES * LANES;
    double *columns = NULL;
    int rc = ce_similarity_alloc_dense(s, x->rows, what, "a sample of the objects", err);

    if (!rc)
        columns = transpose(x, padded, err);
    if (!columns) {
        ce_similarity_free(s);
        return CE_ENOMEM;
    }
    *largest = fill_squares(x, columns, padded, s);
    free(columns);
    if (isfinite(*largest))
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
    int rc = square_all(x, s, "the matrix of Euclidean similarities", &largest, err);

    if (rc)
        return rc;
#pragma omp parallel for schedule(static)
    for (size_t e = 0; e < entries; e++)
        s->values[e] = largest > 0 ? 1 - sqrt(s->values[e]) / sqrt(largest) : 1;
    return CE_OK;
}

int ce_unit_similarity(const ce_matrix *x, ce_similarity *s, ce_error *err)
{
    size_t entries = x->rows * (x->rows + 1) / 2;
    double largest;
    int rc = square_all(x, s, "the matrix of correlations", &largest, err);

    if (rc)
        return rc;
#pragma omp parallel for schedule(static)
    for (size_t e = 0; e < entries; e++)
        s->values[e] = fmax(-1, ce_rank_value(1 - s->values[e] / 2));
    return CE_OK;
}
