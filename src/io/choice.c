#include "io/choice.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/csv.h"
#include "io/input.h"
#include "io/output.h"

/* ---- tables ---- */

int ce_label_table_choose(ce_label_table *table, const size_t *choice, size_t count, ce_error *err)
{
    size_t n = table->labels.n, m = table->labels.m;
    ce_labels labels = {0};
    char **name = ce_calloc(count, sizeof *name, err);
    ce_categories *categories =
        table->categories ? ce_calloc(count, sizeof *categories, err) : NULL;
    int rc = name && (categories || !table->categories) ? ce_labels_alloc(&labels, n, count, err)
                                                        : CE_ENOMEM;

    if (rc) {
        free(name);
        free(categories);
        return rc;
    }
    for (size_t q = 0; q < count; q++) {
        size_t from = choice[q];
        memcpy(ce_labels_column(&labels, q), ce_labels_column(&table->labels, from),
               n * sizeof(int32_t));
        labels.k[q] = table->labels.k[from];
        name[q] = table->name[from];
        table->name[from] = NULL;
        if (categories) {
            categories[q] = table->categories[from];
            table->categories[from] = (ce_categories){0};
        }
    }
    ce_named_categories_free(table->name, table->categories, m);
    ce_labels_free(&table->labels);
    table->name = name;
    table->categories = categories;
    table->labels = labels;
    return CE_OK;
}

static int chosen_membership(ce_membership *chosen, const ce_membership *from, const size_t *choice,
                             size_t count, ce_error *err)
{
    int32_t *k = ce_alloc(count, sizeof *k, err);
    int rc = k ? CE_OK : CE_ENOMEM;

    for (size_t q = 0; q < count && !rc; q++)
        k[q] = from->k[choice[q]];
    if (!rc)
        rc = ce_membership_alloc(chosen, from->n, count, k, err);
    free(k);
    for (size_t i = 0; i < from->n && !rc; i++)
        for (size_t q = 0; q < count; q++)
            memcpy(ce_membership_of(chosen, i, q), ce_membership_of(from, i, choice[q]),
                   (size_t)chosen->k[q] * sizeof(float));
    return rc;
}

int ce_membership_table_choose(ce_membership_table *table, const size_t *choice, size_t count,
                               ce_error *err)
{
    ce_membership *old = &table->membership, chosen = {0};
    char **name = ce_calloc(count, sizeof *name, err), **cluster = NULL;
    int rc = name ? chosen_membership(&chosen, old, choice, count, err) : CE_ENOMEM;

    if (!rc && !(cluster = ce_calloc(chosen.columns, sizeof *cluster, err)))
        rc = CE_ENOMEM;
    if (rc) {
        free(name);
        ce_membership_free(&chosen);
        return rc;
    }
    for (size_t q = 0; q < count; q++) {
        char **from = table->cluster + old->start[choice[q]];
        name[q] = table->name[choice[q]];
        table->name[choice[q]] = NULL;
        memcpy(cluster + chosen.start[q], from, (size_t)chosen.k[q] * sizeof *cluster);
        memset(from, 0, (size_t)chosen.k[q] * sizeof *from);
    }
    ce_named_categories_free(table->name, NULL, old->m);
    ce_named_categories_free(table->cluster, NULL, old->columns);
    ce_membership_free(old);
    table->name = name;
    table->cluster = cluster;
    *old = chosen;
    return CE_OK;
}

/* ---- names ---- */

static int add_name(ce_name_list *list, const char *text, size_t length, ce_error *err)
{
    int rc = ce_grow(&list->name, &list->capacity, list->count + 1, sizeof *list->name, err);

    if (rc)
        return rc;
    if (!(list->name[list->count] = ce_strndup(text, length, err)))
        return CE_ENOMEM;
    list->count++;
    return CE_OK;
}

int ce_name_list_split(ce_name_list *list, const char *text, ce_error *err)
{
    int rc = CE_OK;

    ce_name_list_free(list);
    for (size_t length; text && !rc; text = text[length] ? text + length + 1 : NULL) {
        length = strcspn(text, ",");
        rc = add_name(list, text, length, err);
    }
    if (rc)
        ce_name_list_free(list);
    return rc;
}

static const char header[] = "clustering";

typedef struct {
    ce_name_list *list;
    size_t column; /* of the names; CE_NO_COLUMN until found */
    ce_error *err;
} reader;

static int on_cell(void *state, ce_csv *csv, const char *text, size_t length, size_t row,
                   size_t column)
{
    reader *r = state;

    (void)csv;
    if (row == 0 && r->column == CE_NO_COLUMN && !strcmp(text, header))
        r->column = column;
    /* the first cell of the first line is kept until it is known whether that line is a header */
    return column == (row ? r->column : 0) ? add_name(r->list, text, length, r->err) : CE_OK;
}

static int on_row(void *state, ce_csv *csv, size_t row, size_t columns)
{
    reader *r = state;

    if (row)
        return CE_OK;
    if (r->column != CE_NO_COLUMN) {
        free(r->list->name[--r->list->count]);
        return CE_OK;
    }
    r->column = 0;
    return columns == 1 ? CE_OK
                        : ce_csv_fail(csv, "%zu columns and none named '%s'", columns, header);
}

int ce_name_list_read(ce_name_list *list, const char *path, char delimiter, ce_error *err)
{
    /* names may hold blanks */
    ce_table_format format = {.delimiter = delimiter ? delimiter : CE_DELIMITER_TEXT};
    reader r = {.list = list, .column = CE_NO_COLUMN, .err = err};
    int rc;

    ce_name_list_free(list);
    rc = ce_csv_read(path, &format, on_cell, on_row, &r, NULL, err);
    if (!rc && !list->count)
        rc = ce_fail(err, CE_EINPUT, "%s: no names, at least one expected", ce_path_name(path));
    if (rc)
        ce_name_list_free(list);
    return rc;
}

void ce_name_list_free(ce_name_list *list)
{
    if (!list)
        return;
    ce_named_categories_free(list->name, NULL, list->count);
    *list = (ce_name_list){0};
}

/* A name that no column has. Columns that had it together were numbered when they were read. */
static int refuse_name(const ce_categories *names, const char *name, const char *path,
                       ce_error *err)
{
    size_t length = strlen(name);
    char *numbered = ce_alloc(length + 3, 1, err);
    int several;

    if (!numbered)
        return CE_ENOMEM;
    memcpy(numbered, name, length);
    memcpy(numbered + length, "#1", 3);
    several = ce_categories_find(names, numbered, strlen(numbered)) >= 0;
    free(numbered);
    if (several)
        return ce_fail(err, CE_EINPUT,
                       "%s: several base clusterings '%.60s': they are '%.60s#1', '%.60s#2' ...",
                       ce_path_name(path), name, name, name);
    return ce_fail(err, CE_EINPUT, "%s: no base clustering '%.60s'", ce_path_name(path), name);
}

static int has_name(const ce_label_table *table, const char *name)
{
    for (size_t q = 0; q < table->labels.m; q++)
        if (!strcmp(table->name[q], name))
            return 1;
    return 0;
}

/* Adds what a word means: itself, or all that match it. */
static int add_matches(ce_name_list *list, const char *word, const ce_label_table *table,
                       const char *path, ce_error *err)
{
    size_t before = list->count;
    int rc = CE_OK;

    if (!strpbrk(word, "*?[") || has_name(table, word))
        return add_name(list, word, strlen(word), err);
    for (size_t q = 0; q < table->labels.m && !rc; q++)
        if (!fnmatch(word, table->name[q], 0))
            rc = add_name(list, table->name[q], strlen(table->name[q]), err);
    if (!rc && list->count == before)
        rc = ce_fail(err, CE_EINPUT, "%s: no base clustering matches '%.60s'", ce_path_name(path),
                     word);
    return rc;
}

int ce_name_list_expand(ce_name_list *list, const ce_label_table *table, const char *path,
                        ce_error *err)
{
    ce_name_list all = {0};
    int rc = CE_OK;

    for (size_t c = 0; c < list->count && !rc; c++)
        rc = add_matches(&all, list->name[c], table, path, err);
    ce_name_list_free(list);
    *list = all;
    return rc;
}

int ce_name_list_find(const ce_name_list *list, const ce_label_table *table, const char *path,
                      size_t *choice, ce_error *err)
{
    size_t m = table->labels.m;
    ce_categories names = {0};
    char *asked = ce_calloc(m, 1, err); /* for a name */
    size_t *column = ce_alloc(m, sizeof *column, err);
    int rc = asked && column ? CE_OK : CE_ENOMEM;

    for (size_t q = 0; q < m && !rc; q++) { /* readers number columns of one name: all differ */
        int32_t number = ce_categories_number(&names, table->name[q], strlen(table->name[q]), err);
        if (number < 0)
            rc = number;
        else
            column[number] = q;
    }
    for (size_t c = 0; c < list->count && !rc; c++) {
        int32_t number = ce_categories_find(&names, list->name[c], strlen(list->name[c]));
        if (number < 0)
            rc = refuse_name(&names, list->name[c], path, err);
        else if (asked[number])
            rc = ce_fail(err, CE_EINPUT, "base clustering '%.60s' is asked for twice",
                         list->name[c]);
        if (rc)
            break;
        asked[number] = 1;
        choice[c] = column[number];
    }
    ce_categories_free(&names);
    free(asked);
    free(column);
    return rc;
}

int ce_names_write(const ce_label_table *table, const char *path, char delimiter, ce_error *err)
{
    char between = delimiter && strchr(",;\t ", delimiter) ? '\0' : delimiter; /* one column */
    ce_output *output;
    int rc = ce_output_open(&output, path, err);

    if (rc)
        return rc;
    if (!strcmp(table->name[0], header)) { /* or this name would be taken for the header */
        ce_output_text(output, header);
        ce_output_char(output, '\n');
    }
    for (size_t q = 0; q < table->labels.m; q++) {
        ce_output_cell(output, table->name[q], between);
        ce_output_char(output, '\n');
    }
    return ce_output_close(output, err);
}
