/* What goes with an ensemble. Each function makes the new copy first, so that a failure changes
 * nothing. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "library/clens_ensemble.h"

/* ---- sizes ---- */

static int check_size(const clens_ensemble *e, const double *sizes, ce_error *err)
{
    if (e->data.rows)
        return ce_fail(err, CE_EARG, "sizes do not go with data, which are those of objects");
    for (size_t i = 0; i < e->labels.n; i++)
        if (!(sizes[i] >= 1 && sizes[i] <= INT32_MAX) || sizes[i] != floor(sizes[i]))
            return ce_fail(err, CE_EARG,
                           "row %zu: size %g, a whole number of objects from 1 expected", i + 1,
                           sizes[i]);
    return CE_OK;
}

static int set_sizes(clens_ensemble *e, const double *sizes, ce_error *err)
{
    size_t n = e->labels.n;
    double *copy = NULL, *before = e->size;
    int rc = sizes ? check_size(e, sizes, err) : CE_OK;

    if (rc)
        return rc;
    if (sizes) {
        copy = ce_alloc(n, sizeof *copy, err);
        if (!copy)
            return CE_ENOMEM;
        memcpy(copy, sizes, n * sizeof *copy);
    }
    e->size = copy;
    rc = ce_library_prepare(e, err);
    if (rc) {
        /* memory is out; what fitted before fits again */
        free(copy);
        e->size = before;
        ce_library_prepare(e, NULL);
    } else {
        free(before);
    }
    ce_library_attach(e);
    return rc;
}

int clens_ensemble_set_sizes(clens_ensemble *ensemble, const double *sizes, char *message,
                             size_t size)
{
    ce_library_call call;

    ce_library_begin(&call);
    return ce_library_end(&call, set_sizes(ensemble, sizes, &call.err), message, size);
}

/* ---- names ---- */

static void free_names(char **name, size_t m)
{
    for (size_t q = 0; name && q < m; q++)
        free(name[q]);
    free(name);
}

static int set_names(clens_ensemble *e, const char *const *names, ce_error *err)
{
    size_t m = e->labels.m;
    char **copy = names ? ce_calloc(m, sizeof *copy, err) : NULL;
    int rc = names && !copy ? CE_ENOMEM : CE_OK;

    for (size_t q = 0; q < m && names && !rc; q++) {
        if (names[q])
            copy[q] = ce_strdup(names[q], err);
        else
            ce_fail(err, CE_EARG, "base clustering %zu has no name", q + 1);
        if (!copy[q])
            rc = names[q] ? CE_ENOMEM : CE_EARG;
    }
    if (rc) {
        free_names(copy, m);
        return rc;
    }
    free_names(e->name, m);
    e->name = copy;
    ce_library_attach(e);
    return CE_OK;
}

int clens_ensemble_set_names(clens_ensemble *ensemble, const char *const *names, char *message,
                             size_t size)
{
    ce_library_call call;

    ce_library_begin(&call);
    return ce_library_end(&call, set_names(ensemble, names, &call.err), message, size);
}

/* ---- data ---- */

static int set_data(clens_ensemble *e, const double *values, size_t n, size_t d, ce_error *err)
{
    ce_matrix copy = {0};
    int rc = CE_OK;

    if (values && e->size)
        rc = ce_fail(err, CE_EARG, "data, which are those of objects, do not go with sizes");
    else if (values && n != e->labels.n)
        rc = ce_fail(err, CE_EARG, "data of %zu objects, %zu expected", n, e->labels.n);
    else if (values)
        rc = ce_library_copy(&copy, values, n, d, err);
    if (rc)
        return rc;
    ce_matrix_free(&e->data);
    e->data = copy;
    ce_library_attach(e);
    return CE_OK;
}

int clens_ensemble_set_data(clens_ensemble *ensemble, const double *values, size_t n, size_t d,
                            char *message, size_t size)
{
    ce_library_call call;

    ce_library_begin(&call);
    return ce_library_end(&call, set_data(ensemble, values, n, d, &call.err), message, size);
}

/* ---- the model ---- */

/* Rows as the caller orders the clusters, as rows in the order of the labels inside. NaN becomes
 * 0. */
static void order_rows(const clens_ensemble *e, const double *from, size_t d, ce_matrix *to)
{
    const int32_t *rank = e->rank;

    for (size_t row = 0; row < to->rows && !rank; row++)
        memcpy(to->values + row * d, from + row * d, d * sizeof *from);
    for (size_t q = 0, start = 0; q < e->labels.m && rank; q++) {
        for (size_t l = 0; l < (size_t)e->labels.k[q]; l++)
            memcpy(to->values + (start + l) * d, from + (start + (size_t)rank[start + l]) * d,
                   d * sizeof *from);
        start += (size_t)e->labels.k[q];
    }
    for (size_t v = 0; v < to->rows * d; v++)
        if (isnan(to->values[v]))
            to->values[v] = 0;
}

static int check_model(const clens_ensemble *e, const double *centroids, const double *weights,
                       size_t clusters, size_t d, ce_error *err)
{
    if (!weights)
        return ce_fail(err, CE_EARG, "a model without weights");
    if (!d)
        return ce_fail(err, CE_EARG, "a model without features");
    if (clusters != clens_ensemble_clusters(e))
        return ce_fail(err, CE_EARG, "a model of %zu clusters, %zu expected: all of the ensemble",
                       clusters, clens_ensemble_clusters(e));
    for (size_t v = 0; v < clusters * d; v++)
        if (isinf(centroids[v]) || isinf(weights[v]) || weights[v] < 0)
            return ce_fail(
                err, CE_EARG,
                "the model of cluster %zu: a finite centroid and weights from 0 expected",
                v / d + 1);
    return CE_OK;
}

static int set_model(clens_ensemble *e, const double *centroids, const double *weights,
                     size_t clusters, size_t d, ce_error *err)
{
    ce_matrix c = {0}, w = {0};
    int rc = centroids ? check_model(e, centroids, weights, clusters, d, err) : CE_OK;

    if (!rc && centroids)
        rc = ce_matrix_alloc(&c, clusters, d, err);
    if (!rc && centroids)
        rc = ce_matrix_alloc(&w, clusters, d, err);
    if (rc) {
        ce_matrix_free(&c);
        return rc;
    }
    if (centroids) {
        order_rows(e, centroids, d, &c);
        order_rows(e, weights, d, &w);
    }
    ce_matrix_free(&e->centroids);
    ce_matrix_free(&e->weights);
    e->centroids = c;
    e->weights = w;
    ce_library_attach(e);
    return CE_OK;
}

int clens_ensemble_set_model(clens_ensemble *ensemble, const double *centroids,
                             const double *weights, size_t clusters, size_t d, char *message,
                             size_t size)
{
    ce_library_call call;

    ce_library_begin(&call);
    return ce_library_end(&call, set_model(ensemble, centroids, weights, clusters, d, &call.err),
                          message, size);
}

/* ---- constraints ---- */

static int set_links(clens_ensemble *e, const int32_t *i, const int32_t *j, const int32_t *link,
                     size_t count, ce_error *err)
{
    ce_library_links links = {0};
    int rc = i && j && link ? ce_library_link(&links, e->labels.n, i, j, link, count, err) : CE_OK;

    if (rc)
        return rc;
    ce_library_links_free(&e->links);
    e->links = links;
    ce_library_attach(e);
    return CE_OK;
}

int clens_ensemble_set_constraints(clens_ensemble *ensemble, const int32_t *i, const int32_t *j,
                                   const int32_t *link, size_t count, char *message, size_t size)
{
    ce_library_call call;

    ce_library_begin(&call);
    return ce_library_end(&call, set_links(ensemble, i, j, link, count, &call.err), message, size);
}

/* ---- weights ---- */

static int set_weights(clens_ensemble *e, const double *weights, ce_error *err)
{
    size_t m = e->labels.m;
    double *copy = NULL, largest = 0;

    for (size_t q = 0; q < m && weights; q++) {
        if (!isfinite(weights[q]) || weights[q] < 0)
            return ce_fail(err, CE_EARG,
                           "base clustering %zu: weight %g, a finite number from 0 expected", q + 1,
                           weights[q]);
        largest = fmax(largest, weights[q]);
    }
    if (weights && largest == 0)
        return ce_fail(err, CE_EARG, "all weights are 0");
    if (weights) {
        copy = ce_alloc(m, sizeof *copy, err);
        if (!copy)
            return CE_ENOMEM;
        memcpy(copy, weights, m * sizeof *copy);
    }
    free(e->weight);
    e->weight = copy;
    ce_library_attach(e);
    return CE_OK;
}

int clens_ensemble_set_weights(clens_ensemble *ensemble, const double *weights, char *message,
                               size_t size)
{
    ce_library_call call;

    ce_library_begin(&call);
    return ce_library_end(&call, set_weights(ensemble, weights, &call.err), message, size);
}
