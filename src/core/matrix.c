#include "core/matrix.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"

int ce_matrix_alloc(ce_matrix *matrix, size_t rows, size_t columns, ce_error *err)
{
    size_t count;

    ce_matrix_free(matrix);
    if (__builtin_mul_overflow(rows, columns, &count))
        return ce_fail(err, CE_ENOMEM, "out of memory: a matrix of %zu x %zu", rows, columns);
    matrix->values = ce_alloc(count, sizeof *matrix->values, err);
    if (!matrix->values)
        return CE_ENOMEM;
    matrix->rows = rows;
    matrix->columns = columns;
    return CE_OK;
}

void ce_matrix_free(ce_matrix *matrix)
{
    if (!matrix)
        return;
    free(matrix->values);
    *matrix = (ce_matrix){0};
}

int ce_matrix_has_missing(const ce_matrix *matrix)
{
    for (size_t i = 0; i < matrix->rows * matrix->columns; i++)
        if (isnan(matrix->values[i]))
            return 1;
    return 0;
}
