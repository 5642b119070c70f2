#include "io/biadjacency_table.h"

#include "io/input.h"
#include "io/label_table.h"

/* Sparse when fewer than one cell in so many is not 0. */
enum { SPARSE_SHARE = 4 };

/* Counts the cells that are not 0. A cell below 0 is refused. */
static int count_cells(const ce_data_table *table, const char *path, size_t *entries, ce_error *err)
{
    size_t d = table->values.columns;

    *entries = 0;
    for (size_t i = 0; i < table->values.rows; i++)
        for (size_t j = 0; j < d; j++) {
            double value = table->values.values[i * d + j];
            if (value < 0)
                return ce_fail(err, CE_EINPUT,
                               "%s: object %zu, column %s: %g, a number of 0 or more expected",
                               ce_path_name(path), i + 1, table->name[j], value);
            *entries += value > 0;
        }
    return CE_OK;
}

static int take_sparse(ce_biadjacency *b, const ce_matrix *values, size_t entries, ce_error *err)
{
    size_t e = 0;
    int rc = ce_biadjacency_alloc_sparse(b, values->rows, values->columns, entries, err);

    for (size_t i = 0; i < values->rows && !rc; i++) {
        for (size_t j = 0; j < values->columns; j++)
            if (values->values[i * values->columns + j] > 0) {
                b->column[e] = (int32_t)j;
                b->values[e++] = values->values[i * values->columns + j];
            }
        b->row_start[i + 1] = e;
    }
    return rc;
}

/* No column is one too many: each is a cluster. */
static int need_numbers(const ce_data_table *table, const char *path, ce_error *err)
{
    for (size_t s = 0; s < table->values.columns; s++)
        if (table->categories[s].count)
            return ce_fail(err, CE_EINPUT,
                           "%s: column %s is categorical ('%.40s'), numbers expected: ce-prepare "
                           "onehot makes a column of each cluster",
                           ce_path_name(path), table->name[s], table->categories[s].text[0]);
    return ce_data_table_need_numeric(table, path, err);
}

int ce_biadjacency_read(ce_biadjacency *b, ce_text_column *id, const char *path,
                        const ce_table_format *format, ce_error *err)
{
    ce_data_table table = {0};
    size_t entries = 0;
    int rc = ce_data_table_read(&table, path, format, err);

    ce_biadjacency_free(b);
    if (!rc)
        rc = need_numbers(&table, path, err);
    if (!rc)
        rc = count_cells(&table, path, &entries, err);
    if (!rc && entries < table.values.rows * table.values.columns / SPARSE_SHARE)
        rc = take_sparse(b, &table.values, entries, err);
    else if (!rc) {
        *b = (ce_biadjacency){.rows = table.values.rows,
                              .columns = table.values.columns,
                              .values = table.values.values};
        table.values.values = NULL;
    }
    if (!rc)
        ce_text_column_move(id, &table.id);
    ce_data_table_free(&table);
    return rc;
}
