/*
 * options.h: one table per tool says everything about its command line; the parser fills the tool's
 * struct from it and prints
 * --help from it, so that neither can drift from the other.
 */
#ifndef CE_CLI_OPTIONS_H
#define CE_CLI_OPTIONS_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"

typedef enum {
    CE_FLAG,    /* int: 1 when given */
    CE_INTEGER, /* int: low .. high */
    CE_SEED,    /* uint64_t */
    CE_REAL,    /* double: low .. high */
    CE_TEXT,    /* const char *: as given */
    CE_CHAR,    /* char: one character, or \t */
    CE_CHOICE,  /* int: index into choices */
    CE_LIST     /* ce_int_list: 3 | 2..20 | 2,5,9, each low .. high */
} ce_option_type;

/* Whole numbers as given on the command line. value is owned by the ce_cli. */
typedef struct {
    size_t count;
    int *value;
    int is_range; /* written a..b: some tools draw from a range, and take a list as it is */
} ce_int_list;

typedef struct {
    char letter;            /* 0: none */
    const char *name;       /* without the dashes */
    ce_option_type type;
    const char *argument;   /* K, FILE, ...; NULL for a flag */
    double low, high;       /* range of numbers, both ends allowed; low = high = 0: any */
    const char *choices;    /* "auto|yes|no" */
    const char *by_default; /* parsed like an argument and printed in brackets; NULL: the field
                               stays zero */
    size_t offset;          /* of the field in the tool's struct */
    const char *nouns;      /* "kmeans rpcl": only with these; NULL: with all */
    const char *help;       /* one line, without the default */
} ce_option;

typedef struct {
    const char *name, *help;
} ce_noun;

/* Shared rows that a tool can take; -o -q -v --help --version go with every tool. */
enum {
    CE_WITH_K = 1,       /* -k */
    CE_WITH_SEED = 2,    /* --seed */
    CE_WITH_THREADS = 4, /* -j */
    CE_WITH_TABLE = 8,   /* -d --header --id --class */
    CE_WITH_PROGRESS = 16,
    CE_WITH_CATEGORICAL = 32 /* --categorical */
};

/* The fields of the shared rows: the first member of every tool's struct. */
typedef struct {
    const char *output;
    int quiet, verbose;
    ce_int_list k;
    uint64_t seed;
    int threads; /* 0: the cores given to the process */
    char delimiter;
    int header;
    const char *id, *class_, *categorical;
    int progress; /* 0 auto, 1 always, 2 never */
} ce_common;

typedef struct {
    const char *name;     /* ce-score */
    const char *summary;  /* one line */
    const char *operands; /* "[FILE]" */
    int max_operands;
    const ce_noun *nouns; /* ends with a NULL name; NULL: the tool has no noun */
    int noun_list;        /* several nouns in one word, comma separated */
    const ce_option *options;
    size_t option_count;
    unsigned shared; /* CE_WITH_... */
    const char *k_help; /* what -k means here, with CE_WITH_K; NULL: "clusters" */
} ce_tool;

typedef struct ce_cli_allocation ce_cli_allocation;

typedef struct {
    const ce_tool *tool;
    ce_common *common;
    const char **noun; /* nouns given: noun[0 .. nouns-1] */
    size_t nouns;
    char **operand; /* what is left: files */
    int operands;
    uint64_t given; /* bit per row of the tool's own table */
    unsigned shared_given; /* CE_WITH_K when -k was given, ... */
    ce_cli_allocation *allocations;
} ce_cli;

/*
 * Reads the command line into options (a struct whose first member is a ce_common). Prints help or
 * version and exits 0; prints what is wrong and exits 2. Otherwise returns with every field set, by
 * default or as given, GSL's error handler off and the number of threads set.
 */
void ce_cli_parse(ce_cli *cli, const ce_tool *tool, int argc, char **argv, void *options);

void ce_cli_free(ce_cli *cli);

/* 1 when the option with this long name was on the command line. */
int ce_cli_given(const ce_cli *cli, const char *name);

/* Wrong use found after parsing: prints "tool: message" and the hint to --help, exits 2. */
void ce_cli_usage(const ce_cli *cli, const char *format, ...)
    __attribute__((format(printf, 2, 3), noreturn));

#endif
