#include "core/microclusters.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

/*
 * Rows are grouped column by column. After column q, two objects share a group exactly when they
 * agree in columns 0..q. A new group is a pair (old group, label). While the number of possible
 * pairs is small, a pair is looked up in a table at old group * (k+1) + label + 1, otherwise in a
 * hash table. Columns are read in order, so only the table is accessed at random, and it is small
 * when there are few microclusters.
 */

typedef struct {
    uint64_t *key; /* pair + 1; 0 = free */
    int32_t *group;
    size_t capacity;
} pair_table;

static int pair_table_alloc(pair_table *table, size_t capacity, ce_error *err)
{
    table->key = ce_calloc(capacity, sizeof *table->key, err);
    table->group = ce_alloc(capacity, sizeof *table->group, err);
    table->capacity = capacity;
    return table->key && table->group ? CE_OK : CE_ENOMEM;
}

static void pair_table_free(pair_table *table)
{
    free(table->key);
    free(table->group);
    *table = (pair_table){0};
}

static size_t pair_slot(const pair_table *table, uint64_t pair)
{
    size_t h = (size_t)((pair * UINT64_C(0x9e3779b97f4a7c15)) >> 20) & (table->capacity - 1);

    while (table->key[h] && table->key[h] != pair + 1)
        h = (h + 1) & (table->capacity - 1);
    return h;
}

static int pair_table_double(pair_table *table, ce_error *err)
{
    pair_table larger = {0};
    int rc = pair_table_alloc(&larger, 2 * table->capacity, err);

    if (rc) {
        pair_table_free(&larger);
        return rc;
    }
    for (size_t h = 0; h < table->capacity; h++)
        if (table->key[h]) {
            size_t to = pair_slot(&larger, table->key[h] - 1);
            larger.key[to] = table->key[h];
            larger.group[to] = table->group[h];
        }
    pair_table_free(table);
    *table = larger;
    return CE_OK;
}

/* Splits the groups by one column. group: n, in place. *groups: their number, before and after. */
static int refine_direct(const int32_t *column, size_t width, int32_t *group, size_t n,
                         size_t *groups, ce_error *err)
{
    size_t cells = *groups * width;
    int32_t *cell = ce_alloc(cells, sizeof *cell, err), next = 0;

    if (!cell)
        return CE_ENOMEM;
    memset(cell, -1, cells * sizeof *cell);
    for (size_t i = 0; i < n; i++) {
        int32_t *c = &cell[(size_t)group[i] * width + (size_t)(column[i] + 1)];
        if (*c < 0)
            *c = next++;
        group[i] = *c;
    }
    free(cell);
    *groups = (size_t)next;
    return CE_OK;
}

static int refine_hashed(const int32_t *column, size_t width, int32_t *group, size_t n,
                         size_t *groups, ce_error *err)
{
    pair_table table = {0};
    int32_t next = 0;
    size_t start = 1024;
    int rc;

    while (start < 4 * *groups)
        start *= 2;
    if ((rc = pair_table_alloc(&table, start, err)))
        goto done;
    for (size_t i = 0; i < n; i++) {
        uint64_t pair = (uint64_t)group[i] * width + (uint64_t)(column[i] + 1);
        size_t h = pair_slot(&table, pair);
        if (!table.key[h]) {
            table.key[h] = pair + 1;
            table.group[h] = next++;
        }
        group[i] = table.group[h];
        if ((size_t)next * 2 > table.capacity && (rc = pair_table_double(&table, err)))
            goto done;
    }
    *groups = (size_t)next;
done:
    pair_table_free(&table);
    return rc;
}

/* The distinct rows and their sizes, from micro->of and micro->count. */
static int collect(ce_microclusters *micro, const ce_labels *ensemble, const double *weight,
                   ce_error *err)
{
    size_t *first = ce_alloc(micro->count, sizeof *first, err);
    int rc = first ? ce_labels_alloc(&micro->rows, micro->count, ensemble->m, err) : CE_ENOMEM;

    if (rc)
        goto done;
    micro->size = ce_calloc(micro->count, sizeof *micro->size, err);
    if (!micro->size) {
        rc = CE_ENOMEM;
        goto done;
    }
    for (size_t i = 0; i < micro->n; i++) {
        size_t g = (size_t)micro->of[i];
        if (micro->size[g] == 0)
            first[g] = i;
        micro->size[g] += weight ? weight[i] : 1;
    }
    memcpy(micro->rows.k, ensemble->k, ensemble->m * sizeof *ensemble->k);
    for (size_t q = 0; q < ensemble->m; q++)
        for (size_t g = 0; g < micro->count; g++)
            ce_labels_column(&micro->rows, q)[g] = ce_labels_column(ensemble, q)[first[g]];
done:
    free(first);
    return rc;
}

int ce_microclusters_build(ce_microclusters *micro, const ce_labels *ensemble, const double *weight,
                           ce_error *err)
{
    size_t n = ensemble->n, groups = 1;
    int rc = CE_OK;

    ce_microclusters_free(micro);
    micro->of = ce_calloc(n, sizeof *micro->of, err);
    if (!micro->of)
        return CE_ENOMEM;
    for (size_t q = 0; q < ensemble->m && !rc; q++) {
        size_t width = (size_t)ensemble->k[q] + 1;
        /* beyond the size of the column itself, clearing a direct table costs more than hashing */
        if (groups * width <= n + 4096)
            rc = refine_direct(ce_labels_column(ensemble, q), width, micro->of, n, &groups, err);
        else
            rc = refine_hashed(ce_labels_column(ensemble, q), width, micro->of, n, &groups, err);
    }
    micro->n = n;
    micro->count = n ? groups : 0;
    if (!rc)
        rc = collect(micro, ensemble, weight, err);
    if (rc)
        ce_microclusters_free(micro);
    return rc;
}

int ce_microclusters_trivial(ce_microclusters *micro, const ce_labels *ensemble,
                             const double *weight, ce_error *err)
{
    int rc;

    ce_microclusters_free(micro);
    micro->of = ce_alloc(ensemble->n, sizeof *micro->of, err);
    if (!micro->of)
        return CE_ENOMEM;
    for (size_t i = 0; i < ensemble->n; i++)
        micro->of[i] = (int32_t)i;
    micro->n = micro->count = ensemble->n;
    if ((rc = collect(micro, ensemble, weight, err)))
        ce_microclusters_free(micro);
    return rc;
}

void ce_microclusters_free(ce_microclusters *micro)
{
    if (!micro)
        return;
    ce_labels_free(&micro->rows);
    free(micro->size);
    free(micro->of);
    *micro = (ce_microclusters){0};
}

int ce_microclusters_expand(const ce_microclusters *micro, const ce_partition *small,
                            ce_partition *objects, ce_error *err)
{
    return ce_partition_expand(small, micro->of, micro->n, objects, err);
}
