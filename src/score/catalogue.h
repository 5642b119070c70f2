/*
 * catalogue.h: measures by name, with their definitions: what --scores takes and --list prints.
 */
#ifndef CE_SCORE_CATALOGUE_H
#define CE_SCORE_CATALOGUE_H

#include <stddef.h>

#include "core/error.h"
#include "io/output.h"

typedef struct {
    const char *name;
    const char *definition; /* one line */
    int symmetric;          /* the same when the two labellings are exchanged */
    int direction;          /* 1: more is better, -1: less is better, 0: neither */
} ce_score_entry;

/* The measures of one tool; entry[i] is measure i. */
typedef struct {
    const ce_score_entry *entry;
    size_t count;
} ce_catalogue;

/* The index of a measure by name (length bytes), or -1. */
int ce_catalogue_find(const ce_catalogue *catalogue, const char *name, size_t length);

/* All names in a row, as "a, b, c" behind `before`, for --help; cut where text (size bytes) ends.
 */
void ce_catalogue_names(const ce_catalogue *catalogue, const char *before, char *text, size_t size);

/* The measures asked for, by index. Zero-initialise before use. */
typedef struct {
    size_t count;
    int *which; /* owned */
} ce_score_list;

/* "nmi,ari" or "all" to a list. 0, CE_ENOMEM, or CE_EARG for a name that is not known or asked for
 * twice. */
int ce_score_list_parse(ce_score_list *list, const ce_catalogue *catalogue, const char *text,
                        ce_error *err);
void ce_score_list_free(ce_score_list *list);

typedef enum { CE_SCORES_CSV, CE_SCORES_JSON } ce_score_format;

/* All measures as a table name,definition (JSON: an object of definitions). */
int ce_definitions_write(const ce_catalogue *catalogue, const char *path, char delimiter,
                         ce_score_format format, ce_error *err);

/* The member "definitions" of a JSON object, for the measures of a list, with the comma behind it.
 */
void ce_definitions_json(ce_output *output, const ce_catalogue *catalogue,
                         const ce_score_list *list);

#endif
