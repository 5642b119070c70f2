/*
 * measures.h: the measures that a tool offers by name. The option --scores takes their names, and
 * --list prints them.
 */
#ifndef CE_CLI_MEASURES_H
#define CE_CLI_MEASURES_H

#include <stddef.h>

#include "core/error.h"
#include "io/output.h"

typedef struct {
    const char *name;
    const char *definition; /* one line */
} ce_measure;

/* All measures of a tool; measure[i] is number i. */
typedef struct {
    const ce_measure *measure;
    size_t count;
} ce_measures;

/* Writes all names as "BEFORE a, b, c", for --help, and as "a|b|c", for the choices of a row. The
 * text is cut to fit into size bytes. */
void ce_measures_names(const ce_measures *all, const char *before, char *text, size_t size);
void ce_measures_choices(const ce_measures *all, char *text, size_t size);

/* The measures asked for, by number. Set to zero before use. */
typedef struct {
    size_t count;
    int *which; /* owned */
} ce_measure_list;

/* Reads "nmi,ari", or "all". 0, CE_ENOMEM, or CE_EARG for a name that is unknown or given twice.
 * The list is empty after a failure. */
int ce_measure_list_parse(ce_measure_list *list, const ce_measures *all, const char *text,
                          ce_error *err);
void ce_measure_list_free(ce_measure_list *list);

/* Writes all measures to path: a table name,definition, or (json) an object of definitions. 0 or a
 * failure. */
int ce_measures_write(const ce_measures *all, const char *path, char delimiter, int json,
                      ce_error *err);

/* Writes the member "definitions" of a JSON object, for the measures of a list, and a comma. */
void ce_measures_json(ce_output *output, const ce_measures *all, const ce_measure_list *list);

#endif
