/* Text columns that are held back. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/labels.h"
#include "core/memory.h"
#include "io/columns.h"

void ce_text_column_free(ce_text_column *column)
{
    if (!column)
        return;
    free(column->name);
    free(column->value);
    ce_categories_free(&column->categories);
    *column = (ce_text_column){0};
}

int ce_text_column_append(ce_text_column *column, const char *text, size_t length, ce_error *err)
{
    int32_t number = CE_MISSING;
    int rc = ce_grow(&column->value, &column->capacity, column->n + 1, sizeof *column->value, err);

    if (rc)
        return rc;
    if (!ce_is_missing(text, length) &&
        (number = ce_categories_number(&column->categories, text, length, err)) < 0)
        return number;
    column->value[column->n++] = number;
    return CE_OK;
}

int ce_text_column_copy(ce_text_column *to, const ce_text_column *from, ce_error *err)
{
    int rc = CE_OK;

    if (from->name && !(to->name = ce_strdup(from->name, err)))
        return CE_ENOMEM;
    for (size_t i = 0; i < from->n && !rc; i++) {
        const char *text = from->value[i] < 0 ? "" : from->categories.text[from->value[i]];
        rc = ce_text_column_append(to, text, strlen(text), err);
    }
    if (rc)
        ce_text_column_free(to);
    return rc;
}

const char *ce_text_column_get(const ce_text_column *column, size_t i)
{
    return column->value[i] < 0 ? "NA" : column->categories.text[column->value[i]];
}

const char *ce_object_name(const ce_text_column *id, size_t i, char text[CE_OBJECT_NAME])
{
    if (id && id->name)
        snprintf(text, CE_OBJECT_NAME, "object %zu (%.40s)", i + 1, ce_text_column_get(id, i));
    else
        snprintf(text, CE_OBJECT_NAME, "object %zu", i + 1);
    return text;
}
