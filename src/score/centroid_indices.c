/* Calinski-Harabasz and Davies-Bouldin from the centroids of the clusters. */
#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "score/internal.h"

/* The means of the values that are there. They are counted from a value of the data: the sum of
 * values far from 0, such as times in seconds, would lose the digits in which they differ. Set to
 * zero before use. */
typedef struct {
    size_t k, d;
    double *origin;  /* owned: d: the first value of each feature; NaN: none has one */
    double *centre;  /* owned: (k + 1) x d, less origin: of clusters, then of all; NaN: no value */
    double *scatter; /* owned: k: the mean distance of the objects; NaN: none has one */
    double *step;    /* owned: d: room for a row less origin */
} centroids;

static void find_origin(centroids *all, const ce_matrix *data, const ce_internal_column *column)
{
    for (size_t s = 0; s < all->d; s++) {
        size_t i = 0;
        while (i < data->rows && (column->label[i] < 0 || isnan(data->values[i * all->d + s])))
            i++;
        all->origin[s] = i < data->rows ? data->values[i * all->d + s] : NAN;
    }
}

static int centroids_find(centroids *all, const ce_matrix *data, const ce_internal_column *column,
                          ce_error *err)
{
    size_t d = data->columns, k = (size_t)column->k, cells = (k + 1) * d;
    double *count = ce_calloc(cells, sizeof *count, err);

    all->k = k;
    all->d = d;
    all->centre = ce_calloc(cells, sizeof *all->centre, err);
    all->scatter = ce_calloc(k, sizeof *all->scatter, err);
    all->origin = ce_alloc(d, sizeof *all->origin, err);
    all->step = ce_alloc(d, sizeof *all->step, err);
    if (!count || !all->centre || !all->scatter || !all->origin || !all->step) {
        free(count);
        return CE_ENOMEM;
    }
    find_origin(all, data, column);
    for (size_t i = 0; i < data->rows; i++) {
        const double *row = data->values + i * d;
        size_t own, whole = k * d;
        if (column->label[i] < 0)
            continue;
        own = (size_t)column->label[i] * d;
        for (size_t s = 0; s < d; s++)
            if (!isnan(row[s])) {
                all->centre[own + s] += row[s] - all->origin[s];
                all->centre[whole + s] += row[s] - all->origin[s];
                count[own + s]++;
                count[whole + s]++;
            }
    }
    for (size_t e = 0; e < cells; e++)
        all->centre[e] = count[e] > 0 ? all->centre[e] / count[e] : NAN;
    free(count);
    return CE_OK;
}

static void centroids_free(centroids *all)
{
    free(all->origin);
    free(all->step);
    free(all->centre);
    free(all->scatter);
}

/* The squared distance over the features that both have, times d / (how many these are). NaN when
 * they share none. */
static double squared(const double *a, const double *b, size_t d)
{
    double sum = 0, shared = 0;

    for (size_t s = 0; s < d; s++) {
        double step = a[s] - b[s];
        if (isnan(step))
            continue;
        sum += step * step;
        shared++;
    }
    return sum * ((double)d / shared);
}

/* W, and the scatter of each cluster. */
static double sum_within(centroids *all, const ce_matrix *data, const ce_internal_column *column,
                         size_t *count)
{
    double within = 0;

    for (size_t i = 0; i < data->rows; i++) {
        int32_t c = column->label[i];
        double two;
        if (c < 0)
            continue;
        for (size_t s = 0; s < all->d; s++)
            all->step[s] = data->values[i * all->d + s] - all->origin[s];
        two = squared(all->step, all->centre + (size_t)c * all->d, all->d);
        if (isnan(two))
            continue;
        within += two;
        all->scatter[c] += sqrt(two);
        count[c]++;
    }
    for (size_t c = 0; c < all->k; c++)
        all->scatter[c] = count[c] ? all->scatter[c] / (double)count[c] : NAN;
    return within;
}

/* count: of each cluster the objects that have a value, so a distance to its centroid. The others
 * are no objects here, and their clusters no clusters. */
static double calinski_harabasz(const centroids *all, double within, const size_t *count)
{
    const double *whole = all->centre + all->k * all->d;
    double between = 0, n = 0, k = 0;

    for (size_t c = 0; c < all->k; c++)
        if (count[c]) {
            between += (double)count[c] * squared(all->centre + c * all->d, whole, all->d);
            n += (double)count[c];
            k++;
        }
    return within > 0 && k > 1 && n > k ? between / (k - 1) / (within / (n - k)) : NAN;
}

static double davies_bouldin(const centroids *all)
{
    double sum = 0, clusters = 0;

    for (size_t c = 0; c < all->k; c++) {
        double worst = -1;
        for (size_t e = 0; e < all->k; e++) {
            double apart, ratio;
            if (e == c)
                continue;
            apart = sqrt(squared(all->centre + c * all->d, all->centre + e * all->d, all->d));
            ratio = apart > 0 ? (all->scatter[c] + all->scatter[e]) / apart : NAN;
            worst = ratio > worst ? ratio : worst;
        }
        if (worst < 0)
            continue;
        sum += worst;
        clusters++;
    }
    return clusters > 0 ? sum / clusters : NAN;
}

int ce_centroid_indices(const ce_matrix *data, const ce_internal_column *column, unsigned wanted,
                        ce_internal *index, ce_error *err)
{
    centroids all = {0};
    size_t *count = ce_calloc((size_t)column->k, sizeof *count, err);
    int rc = count ? centroids_find(&all, data, column, err) : CE_ENOMEM;

    if (!rc) {
        double within = sum_within(&all, data, column, count);
        if (wanted & CE_INTERNAL_CH)
            index->ch = calinski_harabasz(&all, within, count);
        if (wanted & CE_INTERNAL_DB)
            index->db = davies_bouldin(&all);
    }
    centroids_free(&all);
    free(count);
    return rc;
}
