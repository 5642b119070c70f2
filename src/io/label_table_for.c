/* Tables of classes and labels about the objects of another table: by id, or in the same order. */
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/beside.h"
#include "io/input.h"
#include "io/label_check.h"
#include "io/label_table_internal.h"
#include "io/objects.h"

/* value[i] becomes what value[row[i]] was. buffer: room for n. */
static void order_values(int32_t *value, const int32_t *row, int32_t *buffer, size_t n)
{
    memcpy(buffer, value, n * sizeof *value);
    for (size_t i = 0; i < n; i++)
        value[i] = buffer[row[i]];
}

/* Brings m columns of n values (one after the other) into the order of the table's ids. */
static int order_by_id(int32_t *columns, size_t m, const ce_text_column *own_id, const char *path,
                       const ce_text_column *id, const char *table_path, ce_error *err)
{
    size_t n = id->n;
    int32_t *row = NULL, *buffer = ce_alloc(n, sizeof *buffer, err);
    int rc = buffer ? ce_objects_find(&row, own_id, path, id, table_path, err) : CE_ENOMEM;

    for (size_t q = 0; q < m && !rc; q++)
        order_values(columns + q * n, row, buffer, n);
    free(row);
    free(buffer);
    return rc;
}

/* One object more or less: a question about the first line, which may have been read amiss. Without
 * a header the first column is called c1. */
static const char *suspect_header(size_t own_n, const char *name, const char *path,
                                  const ce_label_table *table, const char *table_path)
{
    size_t n = table->labels.n;

    if (ce_path_is_npy(path) || ce_path_is_npy(table_path)) /* it has no lines */
        return "";
    if (own_n == n + 1 && !strcmp(name, "c1"))
        return "; is its first line the header (" CE_OPT("header") " yes)?";
    if (own_n + 1 == n && table->labels.m && !strcmp(table->name[0], "c1"))
        return "; is the first line of the other the header (" CE_OPT("header") " yes)?";
    if (own_n + 1 == n && strcmp(name, "class"))
        return "; was its first line taken for a header (" CE_OPT("header") ")?";
    return "";
}

/* Fails when a table about the objects of another has another number of them. own_n: its number;
 * own_id: their ids, if any; name: its first column of values. */
static int check_objects(size_t own_n, const ce_text_column *own_id, const char *name,
                         const char *path, const ce_table_format *format,
                         const ce_label_table *table, const char *table_path, ce_error *err)
{
    const char *more = format->header == CE_HEADER_AUTO
                           ? suspect_header(own_n, name, path, table, table_path)
                           : "";

    return ce_objects_check_count(own_n, own_id, path, table->labels.n, &table->id, table_path,
                                  more, err);
}

/* The same when both tables have ids. When only one has, a note says that order decides. */
static int match_rows(int32_t *columns, size_t m, const ce_text_column *own_id, const char *path,
                      const ce_table_format *format, const ce_label_table *table,
                      const char *table_path, ce_error *err)
{
    if (own_id->name && table->id.name)
        return order_by_id(columns, m, own_id, path, &table->id, table_path, err);
    ce_ids_tell_order(own_id, path, &table->id, table_path, &format->listener);
    return CE_OK;
}

/* Renumbers the labels of a column and their texts by first appearance. Needed when its rows were
 * put into another order. */
static int renumber_texts(int32_t *column, size_t n, int32_t *k, ce_categories *texts,
                          ce_error *err)
{
    ce_categories ordered = {0};

    for (size_t i = 0; i < n; i++) {
        const char *text;
        if (column[i] < 0)
            continue;
        text = texts->text[column[i]];
        column[i] = ce_categories_number(&ordered, text, strlen(text), err);
        if (column[i] < 0) {
            ce_categories_free(&ordered);
            return CE_ENOMEM;
        }
    }
    ce_categories_free(texts);
    *texts = ordered;
    *k = (int32_t)ordered.count;
    return CE_OK;
}

/* Both tables may say how many objects a row stands for. Where ids match the rows, nobody needs it
 * of the second one. */
static int check_sizes(const ce_label_table *about, const char *path, const ce_label_table *table,
                       const char *table_path, ce_error *err)
{
    if (!about->size || !table->size || (about->id.name && table->id.name))
        return CE_OK;
    for (size_t i = 0; i < table->labels.n; i++)
        if (about->size[i] != table->size[i])
            return ce_fail(err, CE_EINPUT, "%s: row %zu has size %.15g, in %s it is %.15g",
                           ce_path_name(path), i + 1, about->size[i], ce_path_name(table_path),
                           table->size[i]);
    return CE_OK;
}

/* Tells of objects without a row in a table of classes, and of rows about none of them. */
static void tell_unmatched(const ce_text_column *own_id, const char *path, const ce_text_column *id,
                           const char *table_path, size_t missing, size_t first,
                           const ce_listener *listener)
{
    size_t matched = id->n - missing, ignored = own_id->n - matched, row = 0;
    char hint[CE_ID_HINT];
    const char *text;

    if (missing)
        ce_listener_tell(
            listener, CE_NOTE,
            "%.250s: no row for %zu of the %zu objects of %.250s, such as '%.40s': no class%s",
            ce_path_name(path), missing, id->n, ce_path_name(table_path),
            ce_text_column_get(id, first), ce_id_hint(hint, own_id, ce_text_column_get(id, first)));
    if (!ignored)
        return;
    do
        text = ce_text_column_get(own_id, row++);
    while (ce_categories_find(&id->categories, text, strlen(text)) >= 0);
    ce_listener_tell(
        listener, CE_NOTE,
        "%.250s: %zu of %zu rows %s about no object of %.250s, such as '%.40s': ignored",
        ce_path_name(path), ignored, own_id->n, ignored == 1 ? "is" : "are",
        ce_path_name(table_path), text);
}

/* The classes of n objects from the rows of a table of classes; negative: none. Classes keep their
 * order, and those of no object go. */
static int take_classes(ce_text_column *of, const int32_t *row, size_t n, ce_error *err)
{
    int32_t *value = ce_alloc(n, sizeof *value, err),
            *number = ce_alloc(of->categories.count, sizeof *number, err);
    ce_categories kept = {0};
    int rc = value && number ? CE_OK : CE_ENOMEM;

    for (size_t c = 0; c < of->categories.count && !rc; c++)
        number[c] = CE_MISSING;
    for (size_t i = 0; i < n && !rc; i++) {
        value[i] = row[i] < 0 ? CE_MISSING : of->value[row[i]];
        if (value[i] >= 0)
            number[value[i]] = 0;
    }
    for (size_t c = 0; c < of->categories.count && !rc; c++) {
        const char *text = of->categories.text[c];
        if (number[c] >= 0 &&
            (number[c] = ce_categories_number(&kept, text, strlen(text), err)) < 0)
            rc = CE_ENOMEM;
    }
    for (size_t i = 0; i < n && !rc; i++)
        value[i] = value[i] < 0 ? CE_MISSING : number[value[i]];
    free(number);
    if (rc) {
        free(value);
        ce_categories_free(&kept);
        return rc;
    }
    free(of->value);
    ce_categories_free(&of->categories);
    *of = (ce_text_column){of->name, value, n, n, kept};
    return CE_OK;
}

/* Finds the classes of the objects by id. A table of classes is often one of all that is known: it
 * may lack objects and have others. */
static int match_classes(ce_label_table *own, const char *path, const ce_text_column *id,
                         const char *table_path, const ce_listener *listener, ce_error *err)
{
    size_t missing, first, classed = 0;
    char hint[CE_ID_HINT];
    int32_t *row;
    int rc = ce_objects_look_up(&row, &own->id, id, &missing, &first, err);

    if (rc)
        return rc;
    if (missing == id->n)
        rc = ce_fail(err, CE_EINPUT, "%s: no id of %s, such as '%.40s'%s", ce_path_name(path),
                     ce_path_name(table_path), ce_text_column_get(id, first),
                     ce_id_hint_first(hint, &own->id, ce_text_column_get(id, first)));
    if (!rc)
        rc = take_classes(&own->class_, row, id->n, err);
    free(row);
    for (size_t i = 0; i < id->n && !rc; i++)
        classed += own->class_.value[i] >= 0;
    if (!rc && classed < 2 && (missing || own->id.n > id->n))
        rc = ce_fail(err, CE_EINPUT, "%s: a class for %zu of the %zu objects of %s, two expected",
                     ce_path_name(path), classed, id->n, ce_path_name(table_path));
    if (!rc)
        tell_unmatched(&own->id, path, id, table_path, missing, first, listener);
    return rc;
}

int ce_truth_read_for(ce_text_column *truth, const char *path, const ce_table_format *format,
                      const ce_label_table *table, const char *table_path, ce_error *err)
{
    ce_table_format beside = ce_format_beside_labels(format, table, table_path);
    ce_label_table own = {0};
    ce_text_column *class_ = &own.class_;
    int rc = ce_label_table_read_classes(&own, path, &beside, err),
        by_id = own.id.name && table->id.name;

    if (!rc)
        rc = ce_truth_check(class_, path, format, err);
    if (!rc && !by_id)
        rc = check_objects(class_->n, &own.id, class_->name, path, format, table, table_path, err);
    if (!rc)
        rc = check_sizes(&own, path, table, table_path, err);
    if (!rc && class_->categories.count == 0)
        rc = ce_fail(err, CE_EINPUT, "%s: no object has a class", ce_path_name(path));
    if (!rc && by_id)
        rc = match_classes(&own, path, &table->id, table_path, &format->listener, err);
    else if (!rc)
        ce_ids_tell_order(&own.id, path, &table->id, table_path, &format->listener);
    if (!rc)
        ce_text_column_move(truth, class_);
    ce_label_table_free(&own);
    return rc;
}

/* Puts the sizes of the rows into the order of those of `table`, by id. */
static int order_sizes(ce_label_table *about, const char *path, const ce_label_table *table,
                       const char *table_path, ce_error *err)
{
    size_t n = about->labels.n;
    int32_t *row = NULL;
    double *size = NULL;
    int rc;

    if (!about->size || !about->id.name || !table->id.name)
        return CE_OK;
    row = ce_alloc(n, sizeof *row, err);
    size = ce_alloc(n, sizeof *size, err);
    rc = row && size ? CE_OK : CE_ENOMEM;
    for (size_t i = 0; i < n && !rc; i++)
        row[i] = (int32_t)i;
    if (!rc)
        rc = order_by_id(row, 1, &about->id, path, &table->id, table_path, err);
    for (size_t i = 0; i < n && !rc; i++)
        size[i] = about->size[row[i]];
    free(row);
    if (rc) {
        free(size);
        return rc;
    }
    free(about->size);
    about->size = size;
    return CE_OK;
}

int ce_label_table_read_for(ce_label_table *about, const char *path, const ce_table_format *format,
                            const ce_label_table *table, const char *table_path, ce_error *err)
{
    ce_table_format beside = ce_format_beside_labels(format, table, table_path);
    ce_labels *labels = &about->labels;
    int rc = ce_label_table_read(about, path, &beside, err);

    if (!rc)
        rc = check_objects(labels->n, &about->id, about->name[0], path, format, table, table_path,
                           err);
    if (!rc)
        rc = check_sizes(about, path, table, table_path, err);
    if (!rc)
        rc = match_rows(labels->labels, labels->m, &about->id, path, format, table, table_path,
                        err);
    if (!rc)
        rc = order_sizes(about, path, table, table_path, err);
    for (size_t q = 0; q < labels->m && !rc; q++)
        rc = renumber_texts(ce_labels_column(labels, q), labels->n, &labels->k[q],
                            &about->categories[q], err);
    if (rc)
        ce_label_table_free(about);
    else
        ce_text_column_free(&about->id);
    return rc;
}
