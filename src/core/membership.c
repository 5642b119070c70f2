#include "core/membership.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "core/memory.h"

int ce_membership_alloc(ce_membership *membership, size_t n, size_t m, const int32_t *k,
                        ce_error *err)
{
    size_t columns = 0;
    int rc;

    ce_membership_free(membership);
    if (n > INT32_MAX)
        return ce_fail(err, CE_EARG, "%zu objects, at most %d can be handled", n, INT32_MAX);
    for (size_t q = 0; q < m; q++) {
        if (k[q] < 1)
            return ce_fail(err, CE_EARG, "base clustering %zu of %d clusters, at least 1 expected",
                           q + 1, k[q]);
        columns += (size_t)k[q];
    }
    if ((rc = ce_memory_check(n, columns, sizeof *membership->values, "the table of memberships",
                              "fewer base clusterings", err)))
        return rc;
    membership->values = ce_alloc(n, columns * sizeof *membership->values, err);
    membership->k = ce_alloc(m, sizeof *membership->k, err);
    membership->start = ce_calloc(m + 1, sizeof *membership->start, err);
    if (!membership->values || !membership->k || !membership->start) {
        ce_membership_free(membership);
        return CE_ENOMEM;
    }
    for (size_t q = 0; q < m; q++) {
        membership->k[q] = k[q];
        membership->start[q + 1] = membership->start[q] + (size_t)k[q];
    }
    membership->n = n;
    membership->m = m;
    membership->columns = columns;
    return CE_OK;
}

void ce_membership_free(ce_membership *membership)
{
    if (!membership)
        return;
    free(membership->values);
    free(membership->k);
    free(membership->start);
    *membership = (ce_membership){0};
}

static int32_t most_likely(const float *p, int32_t k)
{
    int32_t best = 0;

    if (isnan(p[0]))
        return CE_MISSING;
    for (int32_t l = 1; l < k; l++)
        if (p[l] > p[best])
            best = l;
    return best;
}

int ce_membership_harden(const ce_membership *membership, ce_labels *labels, int32_t *number,
                         ce_error *err)
{
    size_t n = membership->n, m = membership->m;
    int rc = ce_labels_alloc(labels, n, m, err);

    if (rc)
        return rc;
#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < n; i++)
        for (size_t q = 0; q < m; q++)
            labels->labels[q * n + i] =
                most_likely(ce_membership_of(membership, i, q), membership->k[q]);
    for (size_t l = 0; number && l < membership->columns; l++)
        number[l] = CE_MISSING;
    for (size_t q = 0; q < m && !rc; q++) {
        int32_t *label = ce_labels_column(labels, q),
                *own = number ? number + membership->start[q] : NULL, next = 0;
        for (size_t i = 0; own && i < n; i++)
            if (label[i] != CE_MISSING && own[label[i]] == CE_MISSING)
                own[label[i]] = next++;
        rc = ce_labels_renumber(label, n, &labels->k[q], err);
    }
    if (rc)
        ce_labels_free(labels);
    return rc;
}

void ce_membership_of_distances(const double *distance, size_t k, float *p)
{
    double largest = 0, sum = 0, scale;

    for (size_t l = 0; l < k; l++)
        largest = fmax(largest, distance[l]);
    /* a smaller scale keeps the sum finite */
    scale = largest < DBL_MAX / 2 / (double)k ? 1 : 1 / (double)k;
    /* the denominator is the sum of the numerators: k D - sum d would cancel where distances are
     * large */
    for (size_t l = 0; l < k; l++)
        sum += scale * (largest - distance[l] + 1);
    for (size_t l = 0; l < k; l++)
        p[l] = (float)(scale * (largest - distance[l] + 1) / sum);
}
