#include "core/labels.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

int ce_labels_alloc(ce_labels *labels, size_t n, size_t m, ce_error *err)
{
    size_t count;

    ce_labels_free(labels);
    if (n > INT32_MAX)
        return ce_fail(err, CE_EARG, "%zu objects, at most %d expected", n, INT32_MAX);
    if (__builtin_mul_overflow(n, m, &count))
        return ce_fail(err, CE_ENOMEM, "out of memory: %zu x %zu labels", n, m);
    labels->labels = ce_alloc(count, sizeof *labels->labels, err);
    labels->k = ce_calloc(m, sizeof *labels->k, err);
    if (!labels->labels || !labels->k) {
        ce_labels_free(labels);
        return CE_ENOMEM;
    }
    labels->n = n;
    labels->m = m;
    return CE_OK;
}

void ce_labels_free(ce_labels *labels)
{
    if (!labels)
        return;
    free(labels->labels);
    free(labels->k);
    *labels = (ce_labels){0};
}

int ce_labels_renumber(int32_t *column, size_t n, int32_t *k, ce_error *err)
{
    int32_t largest = -1, *map, next = 0;

    for (size_t i = 0; i < n; i++)
        if (column[i] > largest)
            largest = column[i];
    map = ce_alloc((size_t)largest + 1, sizeof *map, err);
    if (!map)
        return CE_ENOMEM;
    memset(map, -1, ((size_t)largest + 1) * sizeof *map);
    for (size_t i = 0; i < n; i++) {
        if (column[i] < 0)
            continue;
        if (map[column[i]] < 0)
            map[column[i]] = next++;
        column[i] = map[column[i]];
    }
    free(map);
    *k = next;
    return CE_OK;
}

int ce_labels_have_missing(const ce_labels *labels)
{
    for (size_t i = 0; i < labels->n * labels->m; i++)
        if (labels->labels[i] < 0)
            return 1;
    return 0;
}

/* Without a way out, so that the loop can take vectors. */
int ce_column_has_missing(const int32_t *column, size_t n)
{
    int32_t any = 0;

    for (size_t i = 0; i < n; i++)
        any |= column[i];
    return any < 0;
}

size_t ce_labels_total(const ce_labels *labels)
{
    size_t total = 0;

    for (size_t q = 0; q < labels->m; q++)
        total += (size_t)labels->k[q];
    return total;
}

size_t ce_labels_most(const ce_labels *labels)
{
    int32_t most = 0;

    for (size_t q = 0; q < labels->m; q++)
        most = labels->k[q] > most ? labels->k[q] : most;
    return (size_t)most;
}

int ce_partition_alloc(ce_partition *partition, size_t n, ce_error *err)
{
    ce_partition_free(partition);
    partition->labels = ce_alloc(n, sizeof *partition->labels, err);
    if (!partition->labels)
        return CE_ENOMEM;
    partition->n = n;
    return CE_OK;
}

void ce_partition_free(ce_partition *partition)
{
    if (!partition)
        return;
    free(partition->labels);
    *partition = (ce_partition){0};
}

int ce_partition_expand(const ce_partition *small, const int32_t *group, size_t n,
                        ce_partition *partition, ce_error *err)
{
    int rc = ce_partition_alloc(partition, n, err);

    if (rc)
        return rc;
    for (size_t i = 0; i < n; i++)
        partition->labels[i] = small->labels[group[i]];
    rc = ce_labels_renumber(partition->labels, n, &partition->k, err);
    if (rc)
        ce_partition_free(partition);
    return rc;
}
