/*
 * runs.h: the runs that made the files of a report, out of a log that the tools wrote (--log).
 */
#ifndef CE_REPORT_RUNS_H
#define CE_REPORT_RUNS_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "io/json_tree.h"

/* A file that a run read or wrote, known by its content. */
typedef struct {
    const char *path; /* NULL: a standard stream */
    uint64_t bytes;
    uint32_t crc; /* as in trail.h */
} ce_logged_file;

typedef struct {
    const char *version, *seed; /* NULL: not told */
    size_t words, inputs, outputs;
    const char **word;              /* owned: of the command line */
    ce_logged_file *input, *output; /* owned */
    size_t number;                  /* on the page, from 1; 0: it made none of the files */
    const char *wrote;              /* by which name the file was read that it wrote */
} ce_logged_run;

/* Set to zero before use. */
typedef struct {
    const char *path; /* borrowed: of the log */
    char *text;       /* owned */
    ce_json_tree tree;
    size_t count, made; /* runs, and those that made a file */
    ce_logged_run *run; /* owned: in the order of the log; those that failed are left out */
} ce_runs;

/* 0, CE_ENOMEM, CE_EIO, or CE_EINPUT with the line: no line of JSON, no run. Empty after a failure.
 */
int ce_runs_read(ce_runs *runs, const char *path, ce_error *err);
void ce_runs_free(ce_runs *runs);

/* The run that wrote this content: of several the last before run `before`, else the last of all.
 * runs->count: there is none. */
size_t ce_runs_writer(const ce_runs *runs, const ce_logged_file *file, size_t before);

/* Numbers the runs that wrote one of these files, and those that wrote what such a run read, and so
 * on, in the order of the log. */
int ce_runs_trace(ce_runs *runs, const ce_logged_file *file, size_t count, ce_error *err);

#endif
