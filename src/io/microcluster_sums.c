#include "io/microcluster_sums.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/sums_names.h"
#include "io/sums_table.h"

#define COLUMNS "columns"
#define ROWS "microclusters"
#define MOST_OBJECTS (INT64_C(1) << 53)

int ce_microcluster_sums_fill(ce_sums *sums, const ce_microcluster_table *table, size_t part,
                              ce_error *err)
{
    ce_sums_key_writer key = {0};
    ce_sums_block *rows;
    int rc = ce_sums_names_add(sums, COLUMNS, table->name, table->m, part, err);

    if (!rc)
        rc = ce_sums_add(sums, ROWS, CE_SUMS_KEYED, 0, 1, &rows, err);
    for (size_t i = 0; i < table->count && !rc; i++) {
        size_t at;
        key.length = 0;
        for (size_t q = 0; q < table->m && !rc; q++) {
            int32_t label = table->row[i * table->m + q];
            const char *text = label < 0 ? "" : table->categories[q].text[label];
            rc = ce_sums_key_cell(&key, text, strlen(text), err);
        }
        if (!rc)
            rc = ce_sums_key(rows, key.text, key.length, part, i, &at, err);
        if (!rc)
            rows->count[at] = (int64_t)table->size[i];
    }
    free(key.text);
    return rc;
}

static int fail_row(const char *path, size_t i, ce_error *err)
{
    return ce_fail(err, CE_EINPUT,
                   "%s: block '" ROWS "': the labels or the size of row %zu are not those of a "
                   "microcluster", path, i + 1);
}

/* text: room for any label. */
static int read_row(const ce_sums_block *rows, size_t i, const char *path, char *text,
                    ce_microcluster_table *table, ce_error *err)
{
    size_t length, q = 0;
    const char *at = ce_sums_key_text(rows, i, &length), *end = at + length;
    int32_t *row = table->row + i * table->m;

    while ((at = ce_sums_key_next(at, end, text, &length))) {
        if (q == table->m || strlen(text) != length)
            return fail_row(path, i, err);
        row[q] = length ? ce_categories_number(&table->categories[q], text, length, err)
                        : CE_MISSING;
        if (length && row[q] < 0)
            return row[q];
        q++;
    }
    if (q < table->m || rows->count[i] < 1 || rows->count[i] > MOST_OBJECTS)
        return fail_row(path, i, err);
    table->size[i] = (double)rows->count[i];
    table->objects += table->size[i];
    return CE_OK;
}

int ce_microcluster_sums_read(const ce_sums *sums, const char *path, ce_microcluster_table *table,
                              ce_error *err)
{
    ce_sums_block *rows;
    char *text = NULL;
    int rc = ce_sums_find(sums, ROWS, CE_SUMS_KEYED, 1, &rows, path, err);

    if (!rc)
        rc = ce_sums_names_read(sums, COLUMNS, path, &table->name, &table->m, err);
    if (!rc && !rows->rows)
        rc = ce_fail(err, CE_EINPUT, "%s: no microcluster", path);
    if (!rc)
        rc = ce_memory_check(rows->rows, table->m, sizeof *table->row, "the table of microclusters",
                             "fewer base clusterings", err);
    if (!rc) {
        table->categories = ce_calloc(table->m, sizeof *table->categories, err);
        table->row = ce_alloc(rows->rows * table->m, sizeof *table->row, err);
        table->size = ce_alloc(rows->rows, sizeof *table->size, err);
        text = ce_alloc(rows->keys.used + 1, 1, err);
        rc = table->categories && table->row && table->size && text ? CE_OK : CE_ENOMEM;
    }
    for (size_t i = 0; !rc && i < rows->rows; i++) {
        rc = read_row(rows, i, path, text, table, err);
        table->count = i + 1;
    }
    if (!rc && table->objects > (double)MOST_OBJECTS)
        rc = ce_fail(err, CE_EINPUT, "%s: more than 2^53 objects", path);
    free(text);
    if (rc)
        ce_microcluster_table_free(table);
    return rc;
}
