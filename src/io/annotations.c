#include "io/annotations.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/shell_word.h"
#include "io/beside.h"
#include "io/csv.h"
#include "io/input.h"
#include "io/objects.h"

/* A text that no two rows share is a name. In very few rows any text may be. */
enum { LEAST_NAMES = 5 };

static int refuse_names(const ce_data_table *table, const char *path, int objects_have_ids,
                        ce_error *err)
{
    size_t n = table->values.rows;
    /* without ids the table of the objects could hardly be read */
    const char *else_ = objects_have_ids ? "take it out of the table" : CE_OPT("id") " none";
    char shown[CE_SHELL_SHORT];

    for (size_t s = 0; s < table->values.columns && n >= LEAST_NAMES; s++)
        if (table->categories[s].count == n)
            return ce_fail(err, CE_EINPUT,
                           "%s: column %.60s has another text in every row ('%.40s'): " CE_OPT(
                               "id") " %s if it names the objects, else %s",
                           ce_path_name(path), table->name[s], table->categories[s].text[0],
                           ce_shell_short(shown, table->name[s]), else_);
    return CE_OK;
}

/* The row of each object, -1 where the table lacks it. */
static int find_rows(int32_t **row, const ce_text_column *of, const char *path,
                     const ce_text_column *id, const char *objects_path,
                     const ce_listener *listener, ce_error *err)
{
    size_t missing, first;
    char hint[CE_ID_HINT];
    int32_t *found;
    int rc = ce_objects_look_up(&found, of, id, &missing, &first, err);

    if (rc)
        return rc;
    if (missing == id->n) {
        free(found);
        return ce_fail(err, CE_EINPUT, "%s: no id of %s, such as '%.40s'%s", ce_path_name(path),
                       ce_path_name(objects_path), ce_text_column_get(id, first),
                       ce_id_hint(hint, of, ce_text_column_get(id, first)));
    }
    if (missing && listener->hear)
        ce_listener_tell(listener, CE_NOTE,
                         "%.250s: nothing of %zu of the %zu objects, such as '%.40s': grey%s",
                         ce_path_name(path), missing, id->n, ce_text_column_get(id, first),
                         ce_id_hint(hint, of, ce_text_column_get(id, first)));
    *row = found;
    return CE_OK;
}

/* Makes numbers of a column whose texts all are. */
static int take_numbers(ce_data_table *table, size_t s, const ce_table_format *format,
                        ce_error *err)
{
    ce_categories *texts = &table->categories[s];
    size_t d = table->values.columns, known = 0;
    double *value = ce_alloc(texts->count, sizeof *value, err);

    if (!value)
        return CE_ENOMEM;
    while (known < texts->count &&
           ce_cell_real(format, texts->text[known], strlen(texts->text[known]), &value[known]) == 1)
        known++;
    for (size_t i = 0; i < table->values.rows && known == texts->count; i++) {
        double *cell = &table->values.values[i * d + s];
        *cell = isnan(*cell) ? NAN : value[(size_t)*cell];
    }
    if (known == texts->count)
        ce_categories_free(texts);
    free(value);
    return CE_OK;
}

int ce_annotations_read(ce_data_table *table, const char *path, const ce_table_format *format,
                        const ce_text_column *id, const char *objects_path, size_t n, int32_t **row,
                        ce_error *err)
{
    ce_table_format plain = ce_format_beside(format, id, objects_path);
    int rc;

    *row = NULL;
    plain.listener = (ce_listener){0}; /* a strip is no feature */
    plain.features = NULL;
    plain.spare_id |= id->name && plain.id_column && !strcmp(id->name, plain.id_column);
    plain.categorical = "all"; /* a column of numbers may have a word, such as noise */
    rc = ce_data_table_read(table, path, &plain, err);
    for (size_t s = 0; s < table->values.columns && !rc; s++)
        rc = take_numbers(table, s, &plain, err);
    if (!rc && table->id.name && id->name)
        return find_rows(row, &table->id, path, id, objects_path, &format->listener, err);
    if (!rc && !table->id.name && !(plain.id_column && !strcmp(plain.id_column, "none")))
        rc = refuse_names(table, path, id->name != NULL, err);
    if (!rc && table->values.rows != n)
        rc = ce_fail(err, CE_EINPUT, "%s: %zu rows for the %zu objects of %s", ce_path_name(path),
                     table->values.rows, n, ce_path_name(objects_path));
    return rc;
}
