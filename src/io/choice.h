/*
 * choice.h: a choice of the base clusterings of a table, and lists of their names.
 */
#ifndef CE_IO_CHOICE_H
#define CE_IO_CHOICE_H

#include <stddef.h>

#include "core/error.h"
#include "io/label_table.h"
#include "io/membership_table.h"

/* Keeps only the base clusterings choice[0 .. count-1] of a table, which must be distinct, in that
 * order, with their names and clusters. Ids, sizes and classes stay. 0 or CE_ENOMEM; the table is
 * unchanged after a failure. */
int ce_label_table_choose(ce_label_table *table, const size_t *choice, size_t count, ce_error *err);
int ce_membership_table_choose(ce_membership_table *table, const size_t *choice, size_t count,
                               ce_error *err);

/* Names of base clusterings. Set to zero before use; empty after a failed call. */
typedef struct {
    char **name; /* owned, and each name */
    size_t count, capacity;
} ce_name_list;

/* Splits "a,b,c" into names. */
int ce_name_list_split(ce_name_list *list, const char *text, ce_error *err);

/* Reads names from a file: a table of one column, or the column `clustering` of a larger one. If
 * the first line is `clustering`, it is a header. Refused with file and line: several columns of
 * which none has that name. */
int ce_name_list_read(ce_name_list *list, const char *path, char delimiter, ce_error *err);
void ce_name_list_free(ce_name_list *list);

/* Puts the names of all base clusterings that a pattern means in its place, in the order of the
 * table: * stands for any text, ? for any character (fnmatch). A name that a base clustering has is
 * no pattern. Refused: a pattern that none matches. After a failure the list can only be freed. */
int ce_name_list_expand(ce_name_list *list, const ce_label_table *table, const char *path,
                        ce_error *err);

/* Finds the base clusterings of these names. choice: room for list->count of them, in the order of
 * the list; meaningless after a failure. path: that of the table, for messages. Refused: a name
 * that none or several of them have, a name listed twice. */
int ce_name_list_find(const ce_name_list *list, const ce_label_table *table, const char *path,
                      size_t *choice, ce_error *err);

/* Writes the names of a table's base clusterings, one to a line, as ce_name_list_read takes them.
 * The header is there only if the first of them has its name. */
int ce_names_write(const ce_label_table *table, const char *path, char delimiter, ce_error *err);

#endif
