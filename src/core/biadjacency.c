#include "core/biadjacency.h"

#include <stdlib.h>

#include "core/memory.h"

int ce_biadjacency_alloc_dense(ce_biadjacency *b, size_t rows, size_t columns, const char *what,
                               const char *instead, ce_error *err)
{
    int rc = ce_memory_check(rows, columns, sizeof *b->values, what, instead, err);

    ce_biadjacency_free(b);
    if (rc)
        return rc;
    b->values = ce_calloc(rows * columns, sizeof *b->values, err);
    if (!b->values)
        return CE_ENOMEM;
    b->rows = rows;
    b->columns = columns;
    return CE_OK;
}

int ce_biadjacency_alloc_sparse(ce_biadjacency *b, size_t rows, size_t columns, size_t entries,
                                ce_error *err)
{
    ce_biadjacency_free(b);
    b->rows = rows;
    b->columns = columns;
    b->values = ce_alloc(entries, sizeof *b->values, err);
    b->row_start = ce_calloc(rows + 1, sizeof *b->row_start, err);
    b->column = ce_alloc(entries, sizeof *b->column, err);
    if (b->values && b->row_start && b->column)
        return CE_OK;
    ce_biadjacency_free(b);
    return CE_ENOMEM;
}

void ce_biadjacency_free(ce_biadjacency *b)
{
    free(b->values);
    free(b->row_start);
    free(b->column);
    *b = (ce_biadjacency){0};
}
