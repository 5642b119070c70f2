#include "io/ids_watch.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/shell_word.h"
#include "io/input.h"
#include "io/objects.h"

/* In very few rows any text may be an id. */
enum { LEAST_ROWS = 5 };

/* What is known of a column. */
typedef struct ce_ids_watched {
    unsigned char *seen; /* owned: of each object, whether the column has its id; NULL: no id yet */
    size_t hits, again;  /* objects; cells with one of these, or with a text, once more */
    int32_t first;       /* the first object that it names */
    unsigned char over;  /* it does not name the objects */
    unsigned char text, moved; /* an id that is no number; one that stands in another row */
} watched;

/* Room for an id that is compared. A longer one is none of those that may be alike. */
enum { MOST_LENGTH = 256 };

static int keep_alike(ce_ids_watch *watch, ce_error *err)
{
    char alike[MOST_LENGTH];

    for (size_t i = 0; i < watch->objects->n; i++) {
        const char *text = ce_text_column_get(watch->objects, i);
        size_t length = strlen(text);
        int32_t number;
        watch->shortest = i && watch->shortest < length ? watch->shortest : length;
        watch->longest = watch->longest > length ? watch->longest : length;
        /* each object has its number: two that are alike would share one */
        if (length >= sizeof alike || (size_t)watch->alike.count < i)
            continue;
        ce_id_alike(alike, text, length);
        number = ce_categories_number(&watch->alike, alike, length, err);
        if (number < 0)
            return number;
    }
    if (watch->alike.count < watch->objects->n)
        ce_categories_free(&watch->alike);
    return CE_OK;
}

int ce_ids_watch_begin(ce_ids_watch *watch, const ce_columns *columns,
                       const ce_table_format *format, ce_error *err)
{
    const ce_text_column *objects = format->objects;

    if (!objects || !objects->name || columns->id != CE_NO_COLUMN ||
        (format->id_column && !strcmp(format->id_column, "none")))
        return CE_OK;
    watch->watched = ce_calloc(columns->columns, sizeof *watch->watched, err);
    if (!watch->watched)
        return CE_ENOMEM;
    watch->objects = objects;
    watch->columns = columns->columns;
    if (columns->class_ != CE_NO_COLUMN)
        watch->watched[columns->class_].over = 1;
    return keep_alike(watch, err);
}

/* The object that a text names, or -1. */
static int32_t find_object(const ce_ids_watch *watch, const char *text, size_t length)
{
    char alike[MOST_LENGTH];
    int32_t object;

    if (length < watch->shortest || length > watch->longest)
        return -1;
    object = ce_categories_find(&watch->objects->categories, text, length);
    if (object >= 0 || length >= sizeof alike || !watch->alike.count)
        return object;
    ce_id_alike(alike, text, length);
    return ce_categories_find(&watch->alike, alike, length);
}

/* One id in ten may be there again, by mistake: the table is refused all the same. */
static void count_again(watched *w)
{
    w->over = ++w->again > LEAST_ROWS && w->again > w->hits;
}

int ce_ids_watch_cell(ce_ids_watch *watch, const char *text, size_t length, size_t row,
                      size_t column, ce_error *err)
{
    watched *w = watch->objects ? &watch->watched[column] : NULL;
    int32_t object = w && !w->over ? find_object(watch, text, length) : -1;

    if (object < 0)
        return CE_OK;
    if (!w->seen && !(w->seen = ce_calloc(watch->objects->n, 1, err)))
        return CE_ENOMEM;
    if (w->seen[object]) {
        count_again(w);
        return CE_OK;
    }
    w->seen[object] = 1;
    w->first = w->hits++ ? w->first : object;
    w->moved |= (size_t)object != row;
    w->text |= text[strspn(text, "0123456789")] != '\0';
    return CE_OK;
}

void ce_ids_watch_repeat(ce_ids_watch *watch, size_t column)
{
    if (watch->objects)
        count_again(&watch->watched[column]);
}

/* Of how many ids half make a column one of ids. */
static size_t fewer_of(const ce_text_column *objects, size_t rows)
{
    return objects->n < rows ? objects->n : rows;
}

static int refuse_ids(const ce_ids_watch *watch, char *const *name, size_t rows, const char *path,
                      const char *objects_path, ce_error *err)
{
    for (size_t c = 0; c < watch->columns && rows >= LEAST_ROWS; c++) {
        const watched *w = &watch->watched[c];
        char shown[CE_SHELL_SHORT];
        if (w->over || 10 * w->again > w->hits || 2 * w->hits < fewer_of(watch->objects, rows) ||
            !(w->text || w->moved))
            continue;
        return ce_fail(err, CE_EINPUT,
                       "%s: column %.60s has ids of %s ('%.40s'): " CE_OPT(
                           "id") " %s matches the rows by them",
                       ce_path_name(path), name[c], ce_path_name(objects_path),
                       ce_text_column_get(watch->objects, (size_t)w->first),
                       ce_shell_short(shown, name[c]));
    }
    return CE_OK;
}

int ce_ids_watch_end(const ce_ids_watch *watch, const ce_columns *columns, size_t rows,
                     const char *path, const ce_table_format *format, ce_error *err)
{
    return refuse_ids(watch, columns->name, rows, path, format->objects_path, err);
}

/* The labels of clustering q as cells. */
static int watch_labels(ce_ids_watch *watch, const ce_label_table *table, size_t q, ce_error *err)
{
    const int32_t *label = ce_labels_column(&table->labels, q);
    int rc = CE_OK;

    for (size_t i = 0; i < table->labels.n && !rc; i++)
        if (label[i] >= 0) {
            const char *text = table->categories[q].text[label[i]];
            rc = ce_ids_watch_cell(watch, text, strlen(text), i, q, err);
        }
    return rc;
}

int ce_ids_watch_labels(const ce_text_column *id, const char *path, const ce_table_format *format,
                        ce_error *err)
{
    const ce_label_table *table = format->objects_labels;
    ce_ids_watch watch = {0};
    int rc = CE_OK;

    if (!table || table->id.name || !id->name || !table->categories ||
        (format->id_column && !strcmp(format->id_column, "none")))
        return CE_OK;
    for (size_t q = 0; q < table->labels.m && !rc; q++) {
        if (2 * table->categories[q].count < fewer_of(id, table->labels.n))
            continue;
        if (!watch.watched) {
            watch.watched = ce_calloc(table->labels.m, sizeof *watch.watched, err);
            if (!watch.watched)
                return CE_ENOMEM;
            watch.objects = id;
            watch.columns = table->labels.m;
            rc = keep_alike(&watch, err);
        }
        if (!rc)
            rc = watch_labels(&watch, table, q, err);
    }
    if (!rc && watch.watched)
        rc = refuse_ids(&watch, table->name, table->labels.n, format->objects_path, path, err);
    ce_ids_watch_free(&watch);
    return rc;
}

void ce_ids_watch_free(ce_ids_watch *watch)
{
    for (size_t c = 0; c < watch->columns; c++)
        free(watch->watched[c].seen);
    free(watch->watched);
    ce_categories_free(&watch->alike);
    *watch = (ce_ids_watch){0};
}
