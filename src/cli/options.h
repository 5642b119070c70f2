/*
 * options.h: the command line of every executable: VERB NOUN [options] [FILE].
 *
 * A tool has rows of its own; each of its nouns is a descriptor with more. The parser fills the
 * structs of both from these rows, and the help, the lists and the checks are made from them.
 *
 * 1. The options are taken apart by name: those of the tool, those that tools share, and those of
 *    all nouns, where several nouns may have one of the same name.
 * 2. The nouns are found.
 * 3. An option goes to the tool's struct, or to the struct of each noun of the call that has it.
 *    One that no noun of the call has is wrong use, and so is one that has no effect.
 */
#ifndef CE_CLI_OPTIONS_H
#define CE_CLI_OPTIONS_H

#include <stddef.h>
#include <stdint.h>

#include "core/descriptor.h"
#include "core/error.h"
#include "core/option.h"

/* Shared rows that a tool can take; -o --log -q -v --help --version go with every tool. */
enum {
    CE_WITH_K = 1,       /* -k */
    CE_WITH_SEED = 2,    /* --seed */
    CE_WITH_THREADS = 4, /* -j */
    CE_WITH_TABLE = 8,   /* -d --header --id --class --missing-words --decimal --cut */
    CE_WITH_PROGRESS = 16,
    CE_WITH_CATEGORICAL = 32, /* --categorical */
    CE_WITH_COLUMNS = 64,     /* --columns */
    CE_WITH_LABELS = 128,     /* --format */
    CE_WITH_DIGITS = 256      /* --digits */
};

/* Forms of a label table, entries of --format. */
enum { CE_LABELS_CSV, CE_LABELS_NPY };
/* In the order of the enum; for option rows. */
#define CE_LABELS_NAMES "csv|npy"

/* Of tools that write label tables. The field is an int. */
#define CE_ROW_LABELS_FORMAT(type, field) \
    { \
        0, "format", CE_CHOICE, "FORMAT", 0, 0, CE_LABELS_NAMES, "csv", offsetof(type, field), \
            NULL, "label tables as text, or NumPy arrays (so does -o X.npy)" \
    }

/* When a progress line is drawn. */
enum { CE_PROGRESS_AUTO, CE_PROGRESS_ALWAYS, CE_PROGRESS_NEVER };
/* In the order of the enum; for option rows. */
#define CE_PROGRESS_NAMES "auto|always|never"

/* The fields of the shared rows: the first member of every tool's struct. */
typedef struct {
    const char *output, *log;
    int quiet, verbose;
    ce_int_list k;
    uint64_t seed;
    int threads;         /* 0: the cores given to the process */
    char delimiter;      /* between cells that are written */
    char read_delimiter; /* as given; 0: found in the file */
    int header;          /* ce_header */
    const char *id, *class_, *categorical, *missing_words, *columns, *cut;
    char decimal;      /* '.' or ',' */
    int progress;      /* CE_PROGRESS_... */
    int labels_format; /* CE_LABELS_... */
    int digits;        /* 0: all */
} ce_common;

typedef struct {
    const char *name;     /* ce-score */
    const char *summary;  /* one line */
    const char *operands; /* "[FILE]" */
    int max_operands;
    const ce_descriptor *const *nouns; /* ends with NULL; NULL: the tool has no nouns */
    int noun_list;                     /* several nouns in one word, comma separated */
    const char *alone;                 /* the flag of the tool that goes without nouns, and without
                                        * its other options; NULL: none */
    const char *alone_with;            /* but with these, comma separated; NULL: with none */
    ce_options options;                /* the tool's own; the struct begins with a ce_common */
    unsigned shared;                   /* CE_WITH_... */
    const char *k_help;                /* what -k means here, with CE_WITH_K; NULL: "clusters" */
    int one_table;     /* 1: parts (--part) read the same table, so --cut does not imply one */
    int result_unsure; /* 1: it may write no result, and calls ce_cli_check_outputs if it does */
    int minds_name;    /* 1: it looks itself at what the name of its output ends in */
} ce_tool;

typedef struct {
    const ce_tool *tool;
    ce_common *common;
    size_t nouns;                     /* how many nouns were given */
    const char **noun;                /* their names */
    const ce_descriptor **descriptor; /* their descriptors, in tool->nouns */
    ce_settings *settings;            /* the options of each; .values is its struct */
    char **operand;                   /* the arguments that are left: files */
    int operands;
    struct ce_cli_command *command; /* while it is read: wrong use ends the program from there */
    ce_settings own;                /* the tool's own options */
    ce_settings shared;             /* of common */
    struct ce_table_cut *cut;       /* owned: what --cut says; NULL: nothing */
    int *waits;                     /* owned: 1 once it was told that a terminal is read */
} ce_cli;

/*
 * Reads the command line into options, the struct of tool->options. Prints help, a list or the
 * version and exits 0; prints what is wrong and exits 2. Otherwise returns with every field set, by
 * default or as given, GSL's error handler off and the number of threads set.
 */
void ce_cli_parse(ce_cli *cli, const ce_tool *tool, int argc, char **argv, void *options);

void ce_cli_free(ce_cli *cli);

/* 1 when the option with this long name was on the command line. */
int ce_cli_given(const ce_cli *cli, const char *name);

/* Wrong use: a number stands twice in the list of -k, where each makes a column of its own. */
void ce_cli_distinct_clusters(const ce_cli *cli);

/* Wrong use: two outputs of the call are one file, or both standard output. result: whether there
 * is one besides those of other options. ce_cli_parse does this for all tools but those whose
 * result is unsure. */
void ce_cli_check_outputs(const ce_cli *cli, int result);

/* The form of an output: the one of `choices` ("csv|npy") that its name ends in, .gz aside. `form`
 * if its name ends in none of them, it is standard output (NULL, -), or --format was given. */
int ce_cli_form_of(const ce_cli *cli, const char *choices, int form, const char *path);

/* A note where the name of an output ends as that of an array of NumPy does, and `what`, which is
 * text, goes there. */
void ce_cli_tell_text(const ce_cli *cli, const char *path, const char *what);

/* Wrong use found after parsing: prints "tool: message" and the hint to --help, exits 2. */
void ce_cli_usage(const ce_cli *cli, const char *format, ...)
    __attribute__((format(printf, 2, 3), noreturn));

/* Nothing where rc is 0. Else ends the process: with status 1 where memory ran out, or as wrong
 * use. */
void ce_cli_refuse(const ce_cli *cli, int rc, const ce_error *err);

#endif
