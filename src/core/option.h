/*
 * option.h: options as rows. A row is the only place where an option stands: the parser of the
 * tools, their help, the defaults of the library, the checks, the test of the manual, completions
 * and bindings all read it.
 *
 * Who has options declares a struct for their values and an array of rows whose offsets point into
 * that struct. ce_settings holds such a struct, filled with the defaults; options are set in it by
 * name.
 */
#ifndef CE_CORE_OPTION_H
#define CE_CORE_OPTION_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"

/* The type of an option, and of its field in the struct. */
typedef enum {
    CE_FLAG,    /* int: 1 when given */
    CE_INTEGER, /* int: low .. high */
    CE_SEED,    /* uint64_t */
    CE_REAL,    /* double: low .. high */
    CE_TEXT,    /* const char *: as given; the caller's text must outlive the settings */
    CE_CHAR,    /* char: one character, or \t; 0 for a default that is a word, such as auto */
    CE_CHOICE,  /* int: index into choices */
    CE_LIST,    /* ce_int_list: 3 | 2..20 | 2,5..7,9, each low .. high */
    CE_REALS,   /* ce_real_list: 7 | 1,2.5,10 | 1..50, each above 0, none twice */
    CE_SHARE,   /* ce_share: 5, or a fraction with a point such as 0.5 */
    CE_OUTPUT,  /* as CE_TEXT: a file that is written; - is standard output */
    CE_SHARES,  /* ce_shares: a share, or two of one kind, from..to: 0.2..0.8 */
    CE_INPUT,   /* as CE_TEXT: a file that is read; - is standard input */
    CE_INPUTS   /* as CE_TEXT: such files with commas between them */
} ce_option_type;

/* Whether such an option names a file, or several. */
static inline int ce_option_names_file(ce_option_type type)
{
    return type == CE_OUTPUT || type == CE_INPUT || type == CE_INPUTS;
}

/* Whole numbers as given. The settings own value. */
typedef struct {
    size_t count;
    int *value;
    int is_range; /* one a..b alone: some tools draw from a range, and take a list as it is */
} ce_int_list;

/* Writes numbers as text, runs of three and more as 2..6, with a text of up to two bytes between
 * them: "2..6,9". 1, or 0 where fewer than CE_RANGE bytes are left for the next: then it holds the
 * first of them. */
enum { CE_RANGE = 32 };
int ce_ranges_text(char *text, size_t room, const int *value, size_t count, const char *between);

/* Real numbers as given. The settings own value. */
typedef struct {
    size_t count;
    double *value;
} ce_real_list;

/* So many of the things that there are, or a fraction of them; value 0: not given. */
typedef struct {
    double value;
    int is_fraction;
} ce_share;

/* From the first to the second, which are equal where one was given. */
typedef struct {
    ce_share low, high;
} ce_shares;

/* How many of `total` that are: a fraction rounded up, at least 1. May be above total. */
size_t ce_share_count(const ce_share *share, size_t total);

typedef struct {
    char letter;            /* 0: none */
    const char *name;       /* without the dashes */
    ce_option_type type;
    const char *argument;   /* K, FILE, ...; NULL for a flag */
    double low, high;       /* range of numbers, both ends allowed; low = high = 0: any */
    const char *choices;    /* "auto|yes|no"; of text: the names that a list of names may hold */
    const char *by_default; /* parsed like a value, shown in brackets; NULL: the field stays 0 */
    size_t offset;          /* of the field in the struct */
    const char *only;       /* when it has an effect, see below; NULL: always */
    const char *help;       /* one line, without the default */
} ce_option;

/*
 * `only` is a list of conditions, a blank between two, that must all hold:
 *   anchor          the option "anchor" of the same rows was given
 *   !dense          the option "dense" was not given
 *   with=metis      the choice "with" has this value, given or by default; with=metis|spectral: one
 *                   of these values
 *   @data           in the rows of a tool: one of the methods of the call uses or reports this
 *                   (descriptor.h); checked by the tool, which knows them
 * An option that is given where its conditions do not hold is an error: it would have no effect.
 */

/* The rows of one owner. */
typedef struct {
    const ce_option *row;
    size_t count;
    size_t size; /* of the struct that the offsets point into */
} ce_options;

/* An array of rows for a struct, as ce_options. */
#define CE_OPTIONS(rows, type) {rows, sizeof(rows) / sizeof *(rows), sizeof(type)}

/* The same without the first rows. */
#define CE_OPTIONS_FROM(rows, first, type) \
    {(rows) + (first), sizeof(rows) / sizeof *(rows) - (first), sizeof(type)}

/* Values of the options of one owner. Zero-initialise before use. */
typedef struct {
    ce_options options;
    void *values;         /* the struct; owned unless `borrowed` */
    int borrowed;
    unsigned char *given; /* owned; count: 1 when set by ce_settings_set */
    void *lists;          /* owned: the memory of lists, in a chain */
} ce_settings;

/* Every field by its default. values: the caller's struct, set to 0 first, which must outlive the
 * settings; NULL: memory of their own. 0 or CE_ENOMEM; after a failure settings are empty. */
int ce_settings_init(ce_settings *settings, const ce_options *options, void *values,
                     ce_error *err);
void ce_settings_free(ce_settings *settings);

/* The row of that name; NULL when there is none. */
const ce_option *ce_option_find(const ce_options *options, const char *name);

/* Sets an option from text (NULL for a flag). 0; CE_EARG with what was found and expected, in
 * words that begin with CE_OPT(name); CE_ENOMEM. After a failure the option keeps its value. */
int ce_settings_set(ce_settings *settings, const char *name, const char *text, ce_error *err);

/* 1 when the option was set. 0 also when there is no such option. */
int ce_settings_given(const ce_settings *settings, const char *name);

/* Whether the conditions of a row hold. When not, why (NULL: not asked for) gets in words what the
 * option goes with, such as "--anchor". */
int ce_settings_effective(const ce_settings *settings, const ce_option *row, char *why,
                          size_t size);

/* 0, or CE_EARG when an option was given that has no effect. */
int ce_settings_check(const ce_settings *settings, ce_error *err);

/* "flag", "integer", "choice", ...: the name of a type. */
const char *ce_option_type_name(ce_option_type type);

/* "a whole number from 1 to 9": what a number of this row may be. A limit of 1e9 or more stands for
 * none and is left out, unless both is 1: where a number is above it. */
void ce_option_range(const ce_option *row, int both, char *text, size_t size);

/* The text of value `index` of a choice, as a new string; NULL when memory is out. */
char *ce_option_choice(const ce_option *row, int index, ce_error *err);

#endif
