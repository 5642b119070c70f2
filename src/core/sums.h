/*
 * sums.h: tables of sums, what a part of the objects of a job tells about them (doc/parts.md).
 *
 * A table has a head, which says what it is, and blocks. Tables of other parts of the same job can
 * be joined to it, in any order; the result is that of all their objects.
 *
 * How the entries of blocks are joined:
 *   add      whole numbers are added; they must stay below 2^63
 *   exact    exact sums are added (exact_sum.h)
 *   least    the least value of each entry counts; NaN: there is none yet
 *   largest  likewise
 *   keyed    whole numbers under a key; those of equal keys are added
 *   rows     rows of values with the number of their object, each from one part
 *   top      the rows with the largest first value, at most so many; ties: the first object
 */
#ifndef CE_CORE_SUMS_H
#define CE_CORE_SUMS_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/exact_sum.h"

typedef enum {
    CE_SUMS_ADD,
    CE_SUMS_EXACT,
    CE_SUMS_LEAST,
    CE_SUMS_LARGEST,
    CE_SUMS_KEYED,
    CE_SUMS_ROWS,
    CE_SUMS_TOP,
    CE_SUMS_HOWS
} ce_sums_how;
/* In the order of the enum. */
extern const char *const ce_sums_join_name[CE_SUMS_HOWS];

/* Keys of a keyed block: text of any kind. Entry e was seen first in part `part`, as entry `place`
 * of that part. Keys are unique. */
typedef struct {
    char *text; /* owned: the keys one after the other */
    size_t used, capacity;
    size_t *start;   /* owned; rows + 1: where in text they begin */
    uint32_t *part;  /* owned; rows */
    uint64_t *place; /* owned; rows */
    uint32_t *slot;  /* owned: hash table of entry + 1 */
    size_t slots, start_capacity, part_capacity, place_capacity, count_capacity;
} ce_sums_keys;

/* rows x columns entries, row-major, in the array that belongs to the join. */
typedef struct {
    char *name; /* owned */
    ce_sums_how join;
    size_t rows, columns;
    size_t most;         /* top: rows that are kept */
    int64_t *count;      /* owned: add, keyed */
    ce_exact_sums exact; /* exact */
    double *value;       /* owned: least, largest, rows, top */
    uint64_t *object;    /* owned; rows: rows, top: numbers from 0 */
    size_t value_capacity, object_capacity;
    ce_sums_keys keys; /* keyed */
} ce_sums_block;

/* One of the parts that a table holds. */
typedef struct {
    size_t part; /* from 1 */
    uint64_t objects;
    uint32_t crc; /* of its input */
} ce_sums_part;

/* An option that decides the result, with its value as text. Both owned. */
typedef struct {
    char *name, *value;
} ce_sums_option;

/* Set to zero before use. */
typedef struct {
    char *of;           /* owned: the tool and its noun */
    size_t round;       /* from 0; of a job in rounds */
    size_t parts;       /* of the whole job */
    size_t held;        /* parts that this table holds */
    ce_sums_part *part; /* owned; held: in ascending order */
    size_t options;
    ce_sums_option *option; /* owned */
    size_t blocks;
    ce_sums_block *block; /* owned */
} ce_sums;

void ce_sums_free(ce_sums *sums);

/* A table of one part. 0 or CE_ENOMEM. */
int ce_sums_begin(ce_sums *sums, const char *of, size_t round, size_t parts,
                  const ce_sums_part *part, ce_error *err);

/* Adds an option. 0 or CE_ENOMEM. */
int ce_sums_set(ce_sums *sums, const char *name, const char *value, ce_error *err);

/* The value of an option, or NULL. */
const char *ce_sums_get(const ce_sums *sums, const char *name);

/* Adds a block of zeros; least and largest: of NaN; rows, top: without objects yet. *block is valid
 * until the next one is added. 0 or CE_ENOMEM. */
int ce_sums_add(ce_sums *sums, const char *name, ce_sums_how join, size_t rows, size_t columns,
                ce_sums_block **block, ce_error *err);

/* The block of this name and join, with so many columns (0: any); else CE_EINPUT and a message that
 * names the table, called `path`. */
int ce_sums_find(const ce_sums *sums, const char *name, ce_sums_how join, size_t columns,
                 ce_sums_block **block, const char *path, ce_error *err);

/* The entry of a key, which is added with counts of 0 where it is new. *at: its number. part,
 * place: where it was seen; the earliest counts. 0 or CE_ENOMEM. */
int ce_sums_key(ce_sums_block *block, const char *key, size_t length, size_t part, uint64_t place,
                size_t *at, ce_error *err);

/* Brings the entries of keyed blocks into the order in which they were seen: after the last join. 0
 * or CE_ENOMEM; as before after a failure. */
int ce_sums_order(ce_sums *sums, ce_error *err);

/* The key of an entry; it has no NUL at its end. */
const char *ce_sums_key_text(const ce_sums_block *block, size_t at, size_t *length);

/* Adds a row of values with its object, to a block of rows; or of top, where it may not be kept.
 * 0 or CE_ENOMEM. */
int ce_sums_row(ce_sums_block *block, uint64_t object, const double *value, ce_error *err);

/*
 * Adds the parts of `from` to `to`, which is another table of the same job. It is changed and
 * can only be freed after a failure. to_path, from_path: their names for messages.
 *
 * 0, CE_ENOMEM, or CE_EINPUT when they are of different jobs (the message says in what), hold a
 * part both, or a count would pass 2^63.
 */
int ce_sums_join(ce_sums *to, const ce_sums *from, const char *to_path, const char *from_path,
                 ce_error *err);

/* 0 when all parts are there; else CE_EINPUT, with the parts that are missing. */
int ce_sums_complete(const ce_sums *sums, const char *path, ce_error *err);

/* 0 when the table is of this tool and noun, round, and options (`wanted`, a table without blocks);
 * else CE_EINPUT. */
int ce_sums_check(const ce_sums *sums, const ce_sums *wanted, const char *path, ce_error *err);

/* All objects of the parts held. */
uint64_t ce_sums_objects(const ce_sums *sums);

/* The number in the whole of the first object of a part; all parts before it must be there. */
uint64_t ce_sums_first_object(const ce_sums *sums, size_t part);

#endif
