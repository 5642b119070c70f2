/*
 * json_tree.h: reads JSON text (RFC 8259) into a tree of values.
 */
#ifndef CE_IO_JSON_TREE_H
#define CE_IO_JSON_TREE_H

#include <stddef.h>

#include "core/error.h"

/* Values within values: deeper ones are refused. */
enum { CE_JSON_DEPTH = 64 };

typedef enum {
    CE_JSON_NULL,
    CE_JSON_FALSE,
    CE_JSON_TRUE,
    CE_JSON_NUMBER,
    CE_JSON_STRING,
    CE_JSON_ARRAY,
    CE_JSON_OBJECT
} ce_json_kind;

/* Values are named by their numbers in the tree; 0 is none. */
typedef struct {
    ce_json_kind kind;
    const char *key;  /* of a member of an object; else NULL */
    const char *text; /* of a string */
    double number;
    size_t first; /* the first value of an array or object; 0: it is empty */
    size_t next;  /* the value after this one in its array or object; 0: it is the last */
} ce_json_value;

/* Set to zero before use. Its texts lie in the text that was read, which must outlive it. */
typedef struct {
    size_t count, capacity;
    ce_json_value *value; /* owned; value[0] is not used */
} ce_json_tree;

/* Adds one value, which is all of `text` but for white space; *root is its number. The text is
 * changed: strings are decoded where they stand. \udc80 to \udcff become the bytes that they stand
 * for, as in Python; a NUL and other halves of pairs become U+FFFD. 0, CE_ENOMEM, or CE_EINPUT with
 * the number of the byte. */
int ce_json_parse(ce_json_tree *tree, char *text, size_t *root, ce_error *err);
void ce_json_tree_free(ce_json_tree *tree);

/* The member of this name and kind of an object, the first of several; NULL: it has none, or
 * `object` is no object. */
const ce_json_value *ce_json_member(const ce_json_tree *tree, size_t object, const char *key,
                                    ce_json_kind kind);

#endif
