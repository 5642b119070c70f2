#include "plot/matched_table.h"

#include <stdlib.h>

#include "core/memory.h"
#include "plot/groups.h"

/* Clusterings without labels come last. */
static void put_in_order(const ce_labels *labels, size_t *order)
{
    size_t at = 0;

    for (int without = 0; without < 2; without++)
        for (size_t q = 0; q < labels->m; q++)
            if ((labels->k[q] == 0) == without)
                order[at++] = q;
}

int ce_matched_table(ce_matched *matched, const ce_label_table *table, ce_error *err)
{
    const ce_labels *labels = &table->labels;
    size_t *order = ce_alloc(labels->m, sizeof *order, err), first;
    int32_t *rank = NULL;
    int rc = order ? CE_OK : CE_ENOMEM;

    if (!rc) {
        put_in_order(labels, order);
        first = order[0];
        rank = ce_alloc((size_t)labels->k[first], sizeof *rank, err);
        rc = rank ? ce_groups_rank(rank, ce_labels_column(labels, first), labels->n,
                                   labels->k[first],
                                   table->categories ? &table->categories[first] : NULL, err)
                  : CE_ENOMEM;
    }
    if (!rc)
        rc = ce_matched_along(matched, labels, table->size, order, rank, err);
    if (!rc)
        ce_matched_part_noise(matched, table->categories);
    free(order);
    free(rank);
    return rc;
}
