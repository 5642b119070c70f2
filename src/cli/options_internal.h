/*
 * options_internal.h: what the files of the command line share.
 *
 * options.c       the order of the steps
 * command_line.c  the command line taken apart
 * nouns.c         its nouns, and which option goes with which
 * set_options.c   its options, set in the structs of those who have them
 * synonyms.c      words of the field for nouns and measures, for messages
 * cut.c           --cut, and the --part that it implies
 * inputs.c        the files that are read, of which one can be standard input
 * outputs.c       two outputs that are one file, and the form by the name
 * shared.c        the rows that tools share
 * help.c          --help
 * list.c          --list, --list-options
 * complete.c      --completions, for the completions of shells
 */
#ifndef CE_CLI_OPTIONS_INTERNAL_H
#define CE_CLI_OPTIONS_INTERNAL_H

#include "cli/options.h"

/* The rows that a tool takes of those that tools share: row[0 .. count-1]. */
enum { CE_SHARED_ROWS = 19 };
size_t ce_cli_shared_rows(const ce_tool *tool, const ce_option *row[CE_SHARED_ROWS]);

/* All shared rows, for a ce_common. */
extern const ce_options ce_cli_shared_options;

/* The help of the tool, or of one noun. */
void ce_cli_print_help(const ce_tool *tool, const ce_descriptor *noun);

/* The nouns as aligned text, csv or json. 0: no such form. */
int ce_cli_print_list(const ce_tool *tool, const char *form);

/* A row for every option: of the tool (no noun), of those that tools share, and of each noun. */
void ce_cli_print_options(const ce_tool *tool);

/* Prints what the last of `words` words may become; see complete.c. */
void ce_cli_complete(const ce_tool *tool, int words, char **word);

/* ---- inputs.c ---- */

/* A file that the call reads. */
typedef struct {
    const char *option; /* NULL: an operand */
    char name[40];      /* "--option" or "FILE" */
    char *path;         /* owned; "-" is standard input, which no operand stands for too */
} ce_cli_input;

typedef struct {
    size_t count;
    ce_cli_input *input; /* owned */
} ce_cli_inputs;

/* The operands, then the options in their order. */
void ce_cli_find_inputs(const ce_cli *cli, ce_cli_inputs *all);
void ce_cli_inputs_free(ce_cli_inputs *all);

/* Wrong use: two of them are standard input. */
void ce_cli_check_inputs(const ce_cli *cli);

/* ---- outputs.c ---- */

/* A note where the result is named as an array of NumPy, and the tool writes none. */
void ce_cli_tell_name(const ce_cli *cli);

/* ---- options.c ---- */

/* block, or the end of a program whose memory is out before it began. */
void *ce_cli_need(const ce_cli *cli, void *block);

/* Ends the program after something was printed in place of work: with status 0, or 1 and a message
 * when it could not be written. */
void ce_cli_printed(const ce_cli *cli);

/* ---- command_line.c ---- */

/* An option on the command line, before its owner is known. */
typedef struct {
    const ce_option *row; /* the first one of its name */
    const char *text;     /* NULL: a flag */
    const char *implied;  /* by this option; NULL: it was given itself */
} ce_cli_given_option;

/* Every row that the tool knows, one of each name, and what was given. Set to zero before use. */
typedef struct ce_cli_command {
    const ce_option **row;
    size_t rows, capacity;
    ce_cli_given_option *given;
    size_t givens, givens_capacity;
    int help;
    const char *list, *cite;
    int list_options;

    /* what getopt reads; owned */
    char *letters;
    void *longs;
} ce_cli_command;

/* Reads all options; getopt's optind is then the first operand. Wrong use ends the program, and so
 * does --version. */
void ce_cli_command_read(const ce_cli *cli, ce_cli_command *c, int argc, char **argv);
void ce_cli_command_free(ce_cli_command *c);

/* ---- nouns.c ---- */

/* The number of a noun; that of the end of the list when there is none of that name. */
size_t ce_cli_find_noun(const ce_tool *tool, const char *text, size_t length);

/* Wrong use: names the noun that may be meant, or what there is. */
void ce_cli_refuse_noun(const ce_cli *cli, const char *text, size_t length);

/* Sets the nouns of the call, and settings by default for each. Wrong use ends the program. */
void ce_cli_parse_nouns(ce_cli *cli, const char *text);

/* Whether a row of the tool goes with a noun: its @ conditions hold for it. */
int ce_cli_row_goes(const ce_option *row, const ce_descriptor *noun);

/* Where --cut was given to a noun or tool that sums over parts, --part is given too; where both
 * were, they must be the same. Wrong use ends the program. */
void ce_cli_imply_part(ce_cli *cli, ce_cli_command *c);

/* Takes over --cut. Wrong use: to a noun that reads no table of objects. */
void ce_cli_settle_cut(ce_cli *cli);

/* Wrong use: an option that no noun of the call takes. */
void ce_cli_refuse_with(const ce_cli *cli, const char *name);

/* ---- set_options.c ---- */

/* Sets every option that was given. One that nobody takes, or that has no effect, is wrong use and
 * ends the program. */
void ce_cli_set_all(ce_cli *cli, const ce_cli_command *c);

#endif
