/*
 * batch_internal.h: what the files that read a description share. Not for anyone else.
 */
#ifndef CE_BATCH_BATCH_INTERNAL_H
#define CE_BATCH_BATCH_INTERNAL_H

#include "batch/batch.h"

/* ---- batch_lines.c ---- */

/* key = value, below [section name] */
typedef struct {
    const char *section, *name; /* "", "parameters" or "step"; name: of the step */
    const char *key;            /* NULL: the line of the section itself */
    const char *value;          /* lines of a value that goes on have a line break between them */
    size_t line;
} ce_batch_entry;

typedef struct {
    ce_batch_entry *entry; /* owned */
    size_t count, capacity;
} ce_batch_entries;

/* Takes the text of a file apart. The entries' texts are in the batch's arena; free entry. */
int ce_batch_lines(ce_batch *batch, char *text, size_t length, ce_batch_entries *entries,
                   ce_error *err);

/* ---- batch_values.c ---- */

/* A word of a list, and whether some of it was quoted. */
typedef struct {
    const char *text;
    int quoted;
} ce_batch_word;

/* The words of a value, without its comment. In the arena. */
int ce_batch_words(ce_batch *batch, const ce_batch_entry *entry, ce_batch_word **word,
                   size_t *count, ce_error *err);

/* The values of a parameter: words, ranges and patterns of file names. */
int ce_batch_values(ce_batch *batch, const ce_batch_entry *entry, ce_batch_parameter *parameter,
                    ce_error *err);

/* 2G, 500M: bytes. 90s, 10m, 2h, 1d12h: seconds. */
int ce_batch_size(ce_batch *batch, const ce_batch_entry *entry, uint64_t *bytes, ce_error *err);
int ce_batch_time(ce_batch *batch, const ce_batch_entry *entry, uint64_t *seconds, ce_error *err);
int ce_batch_whole(ce_batch *batch, const ce_batch_entry *entry, int high, int *value,
                   ce_error *err);

/* 1 when the text is a name: a letter, then letters, digits, - and _ */
int ce_batch_is_name(const char *text, size_t length);

/* ---- batch_pieces.c ---- */

/* Takes a text with placeholders apart. command: it is for sh, so that quotes count, and shell
 * groups and the programs of awk in single quotes are left alone. step: whose text it is. */
int ce_batch_pieces(ce_batch *batch, const ce_batch_step *step, const char *text, size_t line,
                    int command, ce_pieces *pieces, ce_error *err);

/* ---- batch_check.c ---- */

/* What goes wrong between the parts of a description; sets rounds, the numbers of tasks and the
 * groups. */
int ce_batch_check(ce_batch *batch, ce_error *err);

#endif
