/* Ensembles: from the caller's labels or memberships. What goes with them is in clens_beside.c. */
#include <stdlib.h>
#include <string.h>

#include "core/compare.h"
#include "core/memory.h"
#include "library/clens_ensemble.h"

int ce_library_prepare(clens_ensemble *e, ce_error *err)
{
    ce_ensemble_free(&e->inner);
    return ce_ensemble_init(&e->inner, &e->labels, e->size, err);
}

void ce_library_attach(clens_ensemble *e)
{
    ce_ensemble_forget(&e->inner);
    e->inner.membership = e->membership.n ? &e->membership : NULL;
    e->inner.beside = (ce_beside){.data = e->data.rows ? &e->data : NULL,
                                  .centroids = e->centroids.rows ? &e->centroids : NULL,
                                  .weights = e->weights.rows ? &e->weights : NULL,
                                  .chunklets = e->links.set ? &e->links.chunklets : NULL,
                                  .base_weight = e->weight,
                                  .name = (const char *const *)e->name};
}

static int check_sizes(size_t n, size_t m, ce_error *err)
{
    if (!n || !m)
        return ce_fail(err, CE_EARG,
                       "%zu objects and %zu base clusterings, at least 1 of each expected", n, m);
    return CE_OK;
}

/* ---- labels ---- */

/* The labels of a column, each once, ce_compare_int32, by sorting. */
static size_t list_by_sorting(const int32_t *column, size_t n, int32_t *label)
{
    size_t count = 0, kept = 0;

    for (size_t i = 0; i < n; i++)
        if (column[i] >= 0)
            label[count++] = column[i];
    qsort(label, count, sizeof *label, ce_compare_int32);
    for (size_t c = 0; c < count; c++)
        if (!kept || label[kept - 1] != label[c])
            label[kept++] = label[c];
    return kept;
}

/* The label's place among `count` ce_compare_int32 ones, of which it is one. */
static int32_t place_of(int32_t value, const int32_t *label, size_t count)
{
    size_t low = 0, high = count;

    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (label[middle] <= value)
            low = middle;
        else
            high = middle;
    }
    return (int32_t)low;
}

/* Labels that are many times more spread than there are objects become 0, 1, ... in the same order,
 * because ce_labels_renumber needs memory up to the largest. label: room for n. */
static void close_gaps(int32_t *column, size_t n, int32_t *label)
{
    int32_t largest = 0;
    size_t count;

    for (size_t i = 0; i < n; i++) {
        if (column[i] < 0)
            column[i] = CE_MISSING;
        if (column[i] > largest)
            largest = column[i];
    }
    if ((size_t)largest < 2 * n + 1024)
        return;
    count = list_by_sorting(column, n, label);
    for (size_t i = 0; i < n; i++)
        if (column[i] >= 0)
            column[i] = place_of(column[i], label, count);
}

/* rank: of each of k clusters, whose numbers are by first appearance: its place by `before`, the
 * label that it had. */
static int rank_clusters(const int32_t *before, const int32_t *column, size_t n, int32_t k,
                         int32_t *rank, ce_error *err)
{
    int32_t *label = ce_alloc((size_t)k, sizeof *label, err), *sorted, next = 0;
    int rc;

    sorted = ce_alloc((size_t)k, sizeof *sorted, err);
    if (label && sorted) {
        for (size_t i = 0; i < n && next < k; i++)
            if (column[i] == next)
                label[next++] = before[i];
        memcpy(sorted, label, (size_t)k * sizeof *sorted);
        qsort(sorted, (size_t)k, sizeof *sorted, ce_compare_int32);
        for (int32_t c = 0; c < k; c++)
            rank[c] = place_of(label[c], sorted, (size_t)k);
    }
    rc = label && sorted ? CE_OK : CE_ENOMEM;
    free(label);
    free(sorted);
    return rc;
}

/* All columns, as they are in labels, become labels by first appearance; their ranks go to e. */
static int renumber(clens_ensemble *e, ce_error *err)
{
    size_t n = e->labels.n, clusters = 0, capacity = 0;
    int32_t *before = ce_alloc(n, sizeof *before, err);
    int rc = before ? CE_OK : CE_ENOMEM;

    for (size_t q = 0; q < e->labels.m && !rc; q++) {
        int32_t *column = ce_labels_column(&e->labels, q), *k = &e->labels.k[q];
        close_gaps(column, n, before);
        memcpy(before, column, n * sizeof *column);
        rc = ce_labels_renumber(column, n, k, err);
        if (!rc)
            rc = ce_grow(&e->rank, &capacity, clusters + (size_t)*k + 1, sizeof *e->rank, err);
        if (!rc)
            rc = rank_clusters(before, column, n, *k, e->rank + clusters, err);
        clusters += (size_t)*k;
    }
    free(before);
    return rc;
}

static int take_labels(clens_ensemble *e, const int32_t *labels, size_t n, size_t m, int layout,
                       ce_error *err)
{
    int rc = check_sizes(n, m, err);

    if (!rc && layout != CLENS_ROW_MAJOR && layout != CLENS_COLUMN_MAJOR)
        rc = ce_fail(err, CE_EARG, "layout %d, CLENS_ROW_MAJOR or CLENS_COLUMN_MAJOR expected",
                     layout);
    if (!rc)
        rc = ce_labels_alloc(&e->labels, n, m, err);
    if (rc)
        return rc;
    if (layout == CLENS_COLUMN_MAJOR)
        memcpy(e->labels.labels, labels, n * m * sizeof *labels);
    for (size_t i = 0; i < n && layout == CLENS_ROW_MAJOR; i++)
        for (size_t q = 0; q < m; q++)
            ce_labels_column(&e->labels, q)[i] = labels[i * m + q];
    rc = renumber(e, err);
    return rc ? rc : ce_library_prepare(e, err);
}

/* A new ensemble to the caller, or, after a failure, away. */
static void hand_over(clens_ensemble *made, int rc, clens_ensemble **ensemble)
{
    if (rc) {
        clens_ensemble_free(made);
        return;
    }
    ce_library_attach(made);
    *ensemble = made;
}

int clens_ensemble_of_labels(const int32_t *labels, size_t n, size_t m, int layout,
                             clens_ensemble **ensemble, char *message, size_t size)
{
    ce_library_call call;
    clens_ensemble *e;
    int rc;

    ce_library_begin(&call);
    *ensemble = NULL;
    e = ce_calloc(1, sizeof *e, &call.err);
    rc = e ? take_labels(e, labels, n, m, layout, &call.err) : CE_ENOMEM;
    hand_over(e, rc, ensemble);
    return ce_library_end(&call, rc, message, size);
}

/* ---- memberships ---- */

/* Values of one of the two types. */
typedef struct {
    const double *wide;
    const float *narrow;
} membership_values;

static double value_at(const membership_values *values, size_t at)
{
    return values->wide ? values->wide[at] : (double)values->narrow[at];
}

/* One object in one base clustering, from `at` on. */
static int take_row(const membership_values *values, size_t at, size_t k, float *to, size_t i,
                    size_t q, ce_error *err)
{
    size_t missing = 0;
    double sum = 0;

    for (size_t l = 0; l < k; l++) {
        double value = value_at(values, at + l);
        to[l] = (float)value + 0.0f; /* turns -0 into 0 */
        if (value != value)
            missing++;
        else if (!(to[l] >= 0 && to[l] <= 1))
            return ce_fail(err, CE_EINPUT,
                           "object %zu, base clustering %zu: membership %g, 0 to 1 expected", i + 1,
                           q + 1, value);
        else
            sum += (double)to[l];
    }
    if (missing && missing < k)
        return ce_fail(err, CE_EINPUT,
                       "object %zu, base clustering %zu: %zu of %zu memberships missing, all or "
                       "none expected",
                       i + 1, q + 1, missing, k);
    if (!missing && !(sum - 1 <= CE_MEMBERSHIP_SLACK && 1 - sum <= CE_MEMBERSHIP_SLACK))
        return ce_fail(err, CE_EINPUT,
                       "object %zu, base clustering %zu: memberships sum to %.6g, 1 expected",
                       i + 1, q + 1, sum);
    return CE_OK;
}

static int take_memberships(clens_ensemble *e, const membership_values *values, size_t n,
                            const int32_t *k, size_t m, ce_error *err)
{
    ce_membership *p = &e->membership;
    int rc = check_sizes(n, m, err);

    if (!rc)
        rc = ce_membership_alloc(p, n, m, k, err);
    for (size_t i = 0; i < n && !rc; i++)
        for (size_t q = 0; q < m && !rc; q++)
            rc = take_row(values, i * p->columns + p->start[q], (size_t)k[q],
                          ce_membership_of(p, i, q), i, q, err);
    if (!rc)
        rc = ce_membership_harden(p, &e->labels, NULL, err);
    return rc ? rc : ce_library_prepare(e, err);
}

static int new_memberships(const membership_values *values, size_t n, const int32_t *k, size_t m,
                           clens_ensemble **ensemble, char *message, size_t size)
{
    ce_library_call call;
    clens_ensemble *e;
    int rc;

    ce_library_begin(&call);
    *ensemble = NULL;
    e = ce_calloc(1, sizeof *e, &call.err);
    rc = e ? take_memberships(e, values, n, k, m, &call.err) : CE_ENOMEM;
    hand_over(e, rc, ensemble);
    return ce_library_end(&call, rc, message, size);
}

int clens_ensemble_of_memberships(const double *values, size_t n, const int32_t *k, size_t m,
                                  clens_ensemble **ensemble, char *message, size_t size)
{
    return new_memberships(&(membership_values){.wide = values}, n, k, m, ensemble, message, size);
}

int clens_ensemble_of_memberships_float(const float *values, size_t n, const int32_t *k, size_t m,
                                        clens_ensemble **ensemble, char *message, size_t size)
{
    return new_memberships(&(membership_values){.narrow = values}, n, k, m, ensemble, message,
                           size);
}

/* ---- sizes, and the end ---- */

void clens_ensemble_free(clens_ensemble *ensemble)
{
    if (!ensemble)
        return;
    ce_ensemble_free(&ensemble->inner);
    for (size_t q = 0; ensemble->name && q < ensemble->labels.m; q++)
        free(ensemble->name[q]);
    free(ensemble->name);
    free(ensemble->rank);
    free(ensemble->size);
    free(ensemble->weight);
    ce_labels_free(&ensemble->labels);
    ce_membership_free(&ensemble->membership);
    ce_matrix_free(&ensemble->data);
    ce_matrix_free(&ensemble->centroids);
    ce_matrix_free(&ensemble->weights);
    ce_library_links_free(&ensemble->links);
    free(ensemble);
}

size_t clens_ensemble_objects(const clens_ensemble *ensemble)
{
    return ensemble->labels.n;
}

size_t clens_ensemble_clusterings(const clens_ensemble *ensemble)
{
    return ensemble->labels.m;
}

size_t clens_ensemble_clusters(const clens_ensemble *ensemble)
{
    return ensemble->membership.n ? ensemble->membership.columns
                                  : ce_labels_total(&ensemble->labels);
}

void clens_ensemble_forget(clens_ensemble *ensemble)
{
    ce_ensemble_forget(&ensemble->inner);
}
