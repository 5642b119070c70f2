/*
 * constraint_table.h: constraint files `i,j,link` (clens-formats(5)).
 *
 * Each line is a pair. The link is `must` or `cannot`. i and j are the ids of the objects, or row
 * numbers from 1 where there are no ids. With a header line, columns are found by name, and others
 * are ignored. Without one, the pair is in the first three columns. If files were joined, the same
 * header line can occur again; it is skipped.
 */
#ifndef CE_IO_CONSTRAINT_TABLE_H
#define CE_IO_CONSTRAINT_TABLE_H

#include <stddef.h>

#include "core/constraints.h"
#include "core/error.h"
#include "io/columns.h"

/* The objects that a file speaks of. With n = 0 they are not known: the file may name any, and id
 * is NULL. */
typedef struct {
    size_t n;                 /* how many; 0: not known */
    const ce_text_column *id; /* n ids; NULL or id->name NULL: row numbers */
    const char *path;         /* of the table with the objects, for messages */
} ce_constraint_objects;

/* What is wrong with a line by itself, or together with an earlier one. */
typedef enum {
    CE_PAIR_SELF,  /* i is j */
    CE_PAIR_TWICE, /* the same pair and link again */
    CE_PAIR_BOTH   /* the same pair, with the other link */
} ce_pair_fault;

typedef struct {
    ce_pair_fault fault;
    int32_t i, j;
    ce_link link;
    size_t line, earlier; /* earlier: 0 for CE_PAIR_SELF */
} ce_faulty_pair;

/*
 * Set to zero before use.
 *
 * constraints are in the order of the file, without the faulty pairs. Those of CE_PAIR_BOTH stay in
 * it, for the closure to judge.
 *
 * id is a copy of the ids of the objects. When these are not known, it has the names that occur in
 * the file; id.name is NULL if those are row numbers.
 *
 * Line numbers run on from file to file: before[f] is the number of lines of the files before f.
 */
typedef struct {
    ce_constraints constraints;
    ce_faulty_pair *faulty; /* owned */
    size_t faults, faulty_capacity;
    ce_text_column id;
    const char *const *path; /* owned, not the names: `files` files */
    size_t *before;          /* owned; files: see above */
    size_t files;
} ce_constraint_table;

/* What to do with faulty pairs. */
typedef enum {
    CE_PAIRS_LISTED, /* all go to faulty[] */
    CE_PAIRS_OPPOSED /* CE_PAIR_BOTH go there, others fail: "c.csv:17: 3 and 9 again (line 4)" */
} ce_pair_tolerance;

/*
 * Reads a file. 0 or a failure; the table is empty after one. O(lines) expected.
 *
 * Always refused, with file and line: an object that does not exist ("c.csv:3: no object 'x' among
 * the ids of iris.csv", "... row 151, 150 objects in iris.csv"), a link that is neither must nor
 * cannot, missing cells or columns, an empty file. A file with only a header has no constraints.
 *
 * If objects is NULL or its n is 0, names decide. Names that are all whole numbers from 1 are row
 * numbers, and constraints.n is the largest. Otherwise all of them are ids, numbered by first
 * appearance.
 */
int ce_constraint_table_read(ce_constraint_table *table, const char *path, char delimiter,
                             const ce_constraint_objects *objects, ce_pair_tolerance tolerance,
                             ce_error *err);

/* Reads several files as one. Each has its own header, or none. paths: count >= 1 of them. */
int ce_constraint_table_read_all(ce_constraint_table *table, const char *const *paths, size_t count,
                                 char delimiter, const ce_constraint_objects *objects,
                                 ce_pair_tolerance tolerance, ce_error *err);

/* A short file can name objects of very high row numbers. Where these are few of many, numbers only
 * those that occur, in their order, and their row numbers become ids: all that follows costs as
 * much as the file is long. Otherwise, and where there are ids, nothing is done. 0 or CE_ENOMEM;
 * the table is as it was after a failure. O(lines log lines). */
int ce_constraint_table_compact(ce_constraint_table *table, ce_error *err);

/* Writes the message of a pair with itself, or of one that is there again in the same file. Returns
 * CE_EINPUT. */
int ce_constraint_table_fail(const ce_constraint_table *table, const ce_faulty_pair *faulty,
                             ce_error *err);

/* The name of object i in the file: its id or its row number. table may be NULL. text: room for a
 * number. */
enum { CE_OBJECT_TEXT = 24 };
const char *ce_constraint_table_name(const ce_constraint_table *table, size_t i,
                                     char text[CE_OBJECT_TEXT]);

/* The file that a line is in; *line becomes its number there. If *line is 0 or table is NULL: "the
 * constraints" and 0. */
const char *ce_constraint_table_place(const ce_constraint_table *table, size_t *line);

/* Writes constraints as a file, in their order. Without ids (id NULL, or its name NULL) row numbers
 * are written. */
int ce_constraints_write(const ce_constraints *constraints, const ce_text_column *id,
                         const char *path, char delimiter, ce_error *err);

void ce_constraint_table_free(ce_constraint_table *table);

#endif
