#include "plot/matched_table.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "plot/groups.h"
#include "plot/scarce.h"

/* A clustering, and how many clusters it has. */
typedef struct {
    int32_t k;
    size_t q;
} column;

/* Clusterings without labels come last. */
static int by_k(const void *a, const void *b)
{
    const column *x = a, *y = b;

    if (x->k != y->k) {
        if (!x->k || !y->k)
            return x->k ? -1 : 1;
        return x->k < y->k ? -1 : 1;
    }
    return (x->q > y->q) - (x->q < y->q);
}

static int put_in_order(const ce_labels *labels, size_t *order, ce_error *err)
{
    column *all = ce_alloc(labels->m, sizeof *all, err);

    if (!all)
        return CE_ENOMEM;
    for (size_t q = 0; q < labels->m; q++)
        all[q] = (column){labels->k[q], q};
    qsort(all, labels->m, sizeof *all, by_k);
    for (size_t q = 0; q < labels->m; q++)
        order[q] = all[q].q;
    free(all);
    return CE_OK;
}

/* Numbers of the clusters of clustering q, which is the first. */
static int number_first(const ce_label_table *table, size_t q, int32_t *number, ce_error *err)
{
    const ce_labels *labels = &table->labels;
    const ce_categories *names = table->categories ? &table->categories[q] : NULL;
    size_t k = (size_t)labels->k[q];
    double *size = ce_alloc(k, sizeof *size, err);
    int rc = size ? ce_groups_rank(number, ce_labels_column(labels, q), labels->n, labels->k[q],
                                   names, err)
                  : CE_ENOMEM;

    if (!rc) {
        ce_scarce_sizes(labels, q, table->size, size);
        for (size_t c = 0; c < k && names; c++)
            if (!strcmp(names->text[c], "noise")) /* it needs none of the colors */
                size[c] = 0;
        rc = ce_scarce_to_largest(number, size, k, 0, err);
    }
    free(size);
    return rc;
}

int ce_matched_table(ce_matched *matched, const ce_label_table *table, ce_error *err)
{
    const ce_labels *labels = &table->labels;
    size_t *order = ce_alloc(labels->m, sizeof *order, err);
    int32_t *number = NULL;
    int rc = order ? put_in_order(labels, order, err) : CE_ENOMEM;

    if (!rc) {
        number = ce_alloc((size_t)labels->k[order[0]], sizeof *number, err);
        rc = number ? number_first(table, order[0], number, err) : CE_ENOMEM;
    }
    if (!rc)
        rc = ce_matched_along(matched, labels, table->size, order, number, err);
    if (!rc)
        ce_matched_part_noise(matched, table->categories);
    free(order);
    free(number);
    return rc;
}
