/*
 * batch.h: a description of a batch: parameters, and steps that are done for each choice of their
 * values. ce-batch(1) has the words of the file.
 *
 * A step has a task for each combination of the values of its parameters. Tasks are numbered from 0
 * in here and from 1 where people see them; the last parameter of `over` moves fastest.
 *
 * batch_lines.c     the file as keys and values
 * batch_values.c    lists of values, sizes, times
 * batch_read.c      the description from these
 * batch_pieces.c    texts with {placeholders}
 * batch_check.c     what the parts must agree on; the order of the work
 */
#ifndef CE_BATCH_BATCH_H
#define CE_BATCH_BATCH_H

#include <stddef.h>
#include <stdint.h>

#include "batch/batch_memory.h"
#include "core/error.h"

enum {
    CE_BATCH_PARAMETERS = 32,  /* at most */
    CE_BATCH_OUTPUTS = 16,     /* of a step, at most */
    CE_BATCH_TASKS = 10000000, /* at most */
    CE_BATCH_VALUES = 1000000  /* of a parameter, at most */
};

typedef struct {
    const char *name;
    size_t line;
    char **value;
    size_t count;
    const char *of_name; /* a value for each value of that parameter; NULL: its own */
    size_t of;           /* its number; SIZE_MAX: its own */
    int rounds;          /* 1: a step looks back at the value before */
} ce_batch_parameter;

/* What stands between braces. */
typedef enum {
    CE_PIECE_TEXT,      /* no braces: text */
    CE_PIECE_PARAMETER, /* {data} */
    CE_PIECE_OUTPUT,    /* {output}: of the step itself */
    CE_PIECE_INPUT,     /* {input}: the files of the step's input */
    CE_PIECE_THREADS,   /* {threads} */
    CE_PIECE_STEP       /* {members}: files that another step writes */
} ce_piece_kind;

typedef enum { CE_PARAMETER_VALUE, CE_PARAMETER_NAME, CE_PARAMETER_COUNT } ce_parameter_part;

/* [round-1] or [data=iris] */
typedef struct {
    size_t parameter, value;
    int previous;
} ce_piece_at;

typedef struct {
    ce_piece_kind kind;
    char quote;        /* of sh, in which it stands: ' or "; 0: none */
    const char *text;  /* of a text; of others the words before the name, or NULL */
    const char *words; /* as it stands in the file, without braces; for messages */
    size_t index;      /* of the parameter or the step */
    size_t output;     /* of a step: which one */
    ce_parameter_part part;
    ce_piece_at *at;
    size_t ats;
} ce_piece;

typedef struct {
    ce_piece *piece;
    size_t count, line;
} ce_pieces;

typedef struct {
    const char *name; /* "" for {output}, model for {output.model} */
    ce_pieces path;
} ce_batch_output;

typedef struct {
    const char *name;
    size_t line;
    size_t over[CE_BATCH_PARAMETERS], overs;
    ce_pieces *input; /* one for each word */
    size_t inputs;
    ce_batch_output output[CE_BATCH_OUTPUTS];
    size_t outputs;
    ce_pieces command;
    int pipes;                          /* 1: there is a | in the command */
    uint64_t memory;                    /* bytes; 0: not said */
    uint64_t seconds;                   /* 0: not said */
    int threads, threads_said, at_once; /* at_once 0: any number */
    const char *slurm;                  /* more options of sbatch, quoted for sh; NULL: none */
    size_t tasks;                       /* how many */
    size_t first;                       /* the tasks of the steps before */
} ce_batch_step;

/* Tasks of one step that can be done at the same time: all, or those of one round. */
typedef struct {
    size_t step, first, count;
} ce_batch_group;

/* Set to zero before use. */
typedef struct {
    const char *path; /* of the file; borrowed */
    const char *name, *slurm;
    ce_batch_parameter *parameter;
    size_t parameters;
    ce_batch_step *step;
    size_t steps, tasks;
    ce_batch_group *group; /* in the order of the work */
    size_t groups;
    ce_arena arena; /* of all texts */
} ce_batch;

/* Reads a description; path NULL or "-": standard input. 0, CE_EINPUT with FILE:LINE, CE_EIO or
 * CE_ENOMEM. After a failure the batch is empty. */
int ce_batch_read(ce_batch *batch, const char *path, ce_error *err);
void ce_batch_free(ce_batch *batch);

/* Fails with "FILE:LINE: message". */
int ce_batch_fail(const ce_batch *batch, size_t line, ce_error *err, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* The number of the parameter, or of the step, of that name; SIZE_MAX: none. */
size_t ce_batch_parameter_find(const ce_batch *batch, const char *name);
size_t ce_batch_step_find(const ce_batch *batch, const char *name);

/* Whether a step is over the parameter, or names it. */
int ce_batch_is_used(const ce_batch *batch, size_t parameter);

/* The parameter that rounds are counted by, which is the first of the step's; SIZE_MAX: none. */
size_t ce_batch_rounds(const ce_batch *batch, const ce_batch_step *step);

#endif
