#include "io/annotations.h"

#include <string.h>

#include "core/shell_word.h"
#include "io/beside.h"
#include "io/input.h"
#include "io/objects.h"

/* A text that no two rows share is a name. In very few rows any text may be. */
enum { LEAST_NAMES = 5 };

static int refuse_names(const ce_data_table *table, const char *path, ce_error *err)
{
    size_t n = table->values.rows;
    char shown[CE_SHELL_SHORT];

    for (size_t s = 0; s < table->values.columns && n >= LEAST_NAMES; s++)
        if (table->categories[s].count == n)
            return ce_fail(err, CE_EINPUT,
                           "%s: column %.60s has another text in every row ('%.40s'): " CE_OPT(
                               "id") " %s if it names the objects, else " CE_OPT("id") " none",
                           ce_path_name(path), table->name[s], table->categories[s].text[0],
                           ce_shell_short(shown, table->name[s]));
    return CE_OK;
}

int ce_annotations_read(ce_data_table *table, const char *path, const ce_table_format *format,
                        const ce_text_column *id, const char *objects_path, size_t n,
                        int32_t **row, ce_error *err)
{
    ce_table_format plain = *format;
    int rc;

    *row = NULL;
    plain.listener = (ce_listener){0}; /* a strip is no feature */
    plain.features = NULL;
    plain.spare_id |= id->name && plain.id_column && !strcmp(id->name, plain.id_column);
    rc = ce_data_table_read(table, path, &plain, err);
    if (!rc && table->id.name && id->name)
        return ce_objects_find(row, &table->id, path, id, objects_path, err);
    if (!rc && !table->id.name && !(plain.id_column && !strcmp(plain.id_column, "none")))
        rc = refuse_names(table, path, err);
    if (!rc && table->values.rows != n)
        rc = ce_fail(err, CE_EINPUT, "%s: %zu rows for the %zu objects of %s", ce_path_name(path),
                     table->values.rows, n, ce_path_name(objects_path));
    return rc;
}
