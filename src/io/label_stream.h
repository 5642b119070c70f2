/*
 * label_stream.h: writes a label table (label_table.h) whose rows come block by block. Memory does
 * not follow the number of rows.
 */
#ifndef CE_IO_LABEL_STREAM_H
#define CE_IO_LABEL_STREAM_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "io/categories.h"

typedef struct ce_label_stream ce_label_stream;

/* What is known before the first row. It is borrowed until the stream is closed. */
typedef struct {
    const char *path;                /* as for ce_output_open */
    int npy;                         /* else text */
    char delimiter;                  /* 0: a comma */
    const char *id;                  /* name of the id column; NULL: none. An npy file has none */
    size_t m;
    const char *const *name;         /* m */
    const int32_t *k;                /* m: labels are 0 .. k - 1 or CE_MISSING */
    const ce_categories *categories; /* m: what labels are called; NULL: 1, 2, ... */
} ce_label_stream_form;

/* 0 or a failure: CE_EINPUT for an npy file where labels are no whole numbers, or one is -1, which
 * stands for a missing label there. *stream is NULL after a failure. */
int ce_label_stream_open(ce_label_stream **stream, const ce_label_stream_form *form, ce_error *err);

/* labels: count x m, row-major. id: count texts, or NULL where there is no id column. Numbers are
 * written in the smallest signed type that holds all labels that can occur. 0 or a failure. */
int ce_label_stream_write(ce_label_stream *stream, const int32_t *labels, const char *const *id,
                          size_t count, ce_error *err);

/* Ends the table and frees. 0 or a failure. */
int ce_label_stream_close(ce_label_stream *stream, ce_error *err);

/* Throws away what was written and frees. NULL is allowed. */
void ce_label_stream_abandon(ce_label_stream *stream);

#endif
