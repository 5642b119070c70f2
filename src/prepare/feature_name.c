#include "prepare/feature_name.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "core/memory.h"
#include "io/csv.h"

/* 1 when a reader of the table would take a column of this name for something else. */
static int is_taken(const char *name, const ce_data_table *table)
{
    double value;

    /* a table without a column `class` has its classes in one called `label` or `target` */
    return !strcasecmp(name, "id") || !strcasecmp(name, "class") || !strcasecmp(name, "label") ||
           !strcasecmp(name, "target") || (table->id.name && !strcmp(name, table->id.name)) ||
           (table->class_.name && !strcmp(name, table->class_.name)) ||
           ce_is_missing(name, strlen(name)) || ce_parse_real(name, strlen(name), &value);
}

char *ce_feature_name(const char *prefix, const char *text, const ce_data_table *table,
                      ce_error *err)
{
    enum { TAKEN = 4 }; /* so many names, or kinds of names, can be taken */
    size_t length = strlen(prefix) + strlen(text);
    char *name = ce_calloc(length + TAKEN + 1, 1, err);

    if (!name)
        return NULL;
    snprintf(name, length + 1, "%s%s", prefix, text);
    for (int i = 0; i < TAKEN && is_taken(name, table); i++)
        name[length++] = '_';
    return name;
}
