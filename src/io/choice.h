/*
 * choice.h: some of the base clusterings of a table, and lists of their names.
 */
#ifndef CE_IO_CHOICE_H
#define CE_IO_CHOICE_H

#include <stddef.h>

#include "core/error.h"
#include "io/label_table.h"
#include "io/membership_table.h"

/* Keeps of a table the base clusterings choice[0 .. count-1], distinct, in that order, with their
 * names and clusters; ids, sizes and classes stay. 0 or CE_ENOMEM; unchanged after a failure. */
int ce_label_table_choose(ce_label_table *table, const size_t *choice, size_t count, ce_error *err);
int ce_membership_table_choose(ce_membership_table *table, const size_t *choice, size_t count,
                               ce_error *err);

/* Names of base clusterings. Zero-initialise before use. */
typedef struct {
    char **name; /* owned, and each name */
    size_t count, capacity;
} ce_name_list;

/* "a,b,c" to names. */
int ce_name_list_split(ce_name_list *list, const char *text, ce_error *err);

/* Names from a file: a table of one column, or its column `clustering`; a first line that is
 * `clustering` is a header. Refused with file and line: several columns and none of that name. */
int ce_name_list_read(ce_name_list *list, const char *path, char delimiter, ce_error *err);
void ce_name_list_free(ce_name_list *list);

/* The base clusterings of these names, in their order: choice, room for list->count. path: of the
 * table, for messages. Refused: a name that none has or that several have, a name that is listed
 * twice. 0 or a failure. */
int ce_name_list_find(const ce_name_list *list, const ce_label_table *table, const char *path,
                      size_t *choice, ce_error *err);

/* Writes the names of a table's base clusterings, one a line, as ce_name_list_read takes them. */
int ce_names_write(const ce_label_table *table, const char *path, char delimiter, ce_error *err);

#endif
