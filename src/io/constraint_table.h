/*
 * constraint_table.h: constraint files `i,j,link` (clens-formats(5)): a pair a line, link `must` or
 * `cannot`, i and j ids of the objects, or row numbers from 1 where there are no ids. With a header
 * line columns are found by name and others are not looked at; without one they are the first
 * three. The same header line again (of files that were joined) is skipped.
 */
#ifndef CE_IO_CONSTRAINT_TABLE_H
#define CE_IO_CONSTRAINT_TABLE_H

#include <stddef.h>

#include "core/constraints.h"
#include "core/error.h"
#include "io/columns.h"

/* The objects that a file speaks of. */
typedef struct {
    size_t n;                 /* how many; 0: not known: whatever the file names, and `id` NULL */
    const ce_text_column *id; /* their ids, of n values; NULL or id->name NULL: row numbers */
    const char *path;         /* of the table that has them, for messages */
} ce_constraint_objects;

/* What is wrong with a line by itself, or with it and an earlier one. */
typedef enum {
    CE_PAIR_SELF,  /* i is j */
    CE_PAIR_TWICE, /* the same pair and link as an earlier line */
    CE_PAIR_BOTH   /* the same pair as an earlier line, with the other link */
} ce_pair_fault;

typedef struct {
    ce_pair_fault fault;
    int32_t i, j;
    ce_link link;
    size_t line, earlier; /* earlier: 0 for CE_PAIR_SELF */
} ce_faulty_pair;

/* Zero-initialise before use. */
typedef struct {
    ce_constraints constraints; /* in the order of the file, without the faulty ones except
                                   CE_PAIR_BOTH, which stay for the closure to judge */
    ce_faulty_pair *faulty;     /* owned */
    size_t faults, faulty_capacity;
    ce_text_column id; /* a copy of the objects' ids, or the names the file has when they were not
                          known; name NULL: numbers */
    const char *const
        *path;      /* owned, but not the names: the files, `files` of them, for messages */
    size_t *before; /* owned; files: lines of the files before each one: line numbers run on */
    size_t files;
} ce_constraint_table;

/* What becomes of faulty pairs. */
typedef enum {
    CE_PAIRS_REFUSED, /* the first one is a failure: "c.csv:17: 3 and 9 again (line 4)" */
    CE_PAIRS_LISTED,  /* no failure */
    CE_PAIRS_OPPOSED  /* CE_PAIR_BOTH is listed, the others are failures */
} ce_pair_tolerance;

/*
 * Reads a file. Refused always, with file and line: an object that is not there ("c.csv:3: no
 * object 'x' among the ids of iris.csv", "... row 151, 150 objects in iris.csv"), a link that is
 * neither must nor cannot, missing cells and columns, an empty file. One with a header alone has no
 * constraints. With n unknown all whole numbers from 1 are row numbers, and constraints.n is the
 * largest; one cell that is none makes all of them names, numbered in the order in which they come.
 * O(lines) expected.
 */
int ce_constraint_table_read(ce_constraint_table *table, const char *path, char delimiter,
                             const ce_constraint_objects *objects, ce_pair_tolerance tolerance,
                             ce_error *err);

/* The same of several files as of one; each has its own header, or none. paths: count >= 1 of them.
 */
int ce_constraint_table_read_all(ce_constraint_table *table, const char *const *paths, size_t count,
                                 char delimiter, const ce_constraint_objects *objects,
                                 ce_pair_tolerance tolerance, ce_error *err);

/* CE_EINPUT and the message of a faulty pair. */
int ce_constraint_table_fail(const ce_constraint_table *table, const ce_faulty_pair *faulty,
                             ce_error *err);

/* How object i is called in the file: its id or its row number. table may be NULL. text: where a
 * number can be written. */
enum { CE_OBJECT_TEXT = 24 };
const char *ce_constraint_table_name(const ce_constraint_table *table, size_t i,
                                     char text[CE_OBJECT_TEXT]);

/* The file that a line is in, and its number there; line 0, or table NULL: "the constraints" and 0.
 */
const char *ce_constraint_table_place(const ce_constraint_table *table, size_t *line);

/* Writes constraints as a file, in their order. id: NULL or its name NULL: row numbers. */
int ce_constraints_write(const ce_constraints *constraints, const ce_text_column *id,
                         const char *path, char delimiter, ce_error *err);

void ce_constraint_table_free(ce_constraint_table *table);

#endif
