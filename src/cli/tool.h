/*
 * tool.h: what every executable does besides its work: notes, progress, and the end of main.
 */
#ifndef CE_CLI_TOOL_H
#define CE_CLI_TOOL_H

#include "cli/options.h"
#include "core/progress.h"
#include "io/csv.h"
#include "io/label_table.h"

/* The table format that the shared options ask for, for tables of the objects: --cut cuts them.
 * Readers tell their notes as ce_cli_note does. It borrows cli. */
ce_table_format ce_cli_format(const ce_cli *cli);

/* The same for other tables, which are always read whole: microclusters, their results, centres. */
ce_table_format ce_cli_whole_format(const ce_cli *cli);

/* Wrong use where --cut was given: `noun` reads no table of objects, or one that must be whole. */
void ce_cli_refuse_cut(const ce_cli *cli, const char *noun);

/* Operand i, or NULL (standard input) when there are fewer. Says once that a terminal is waited for
 * when there is none and standard input is one. */
const char *ce_cli_operand(const ce_cli *cli, int i);

/* Prints a line on standard error: the name of the tool, and the text, in which control characters
 * are shown as \xHH, since they would act on a terminal. */
void ce_cli_print(const ce_cli *cli, const char *text);

/* Print such a line: warnings always, notes unless --quiet, details only with --verbose. */
void ce_cli_warn(const ce_cli *cli, const char *format, ...) __attribute__((format(printf, 2, 3)));
void ce_cli_note(const ce_cli *cli, const char *format, ...) __attribute__((format(printf, 2, 3)));
void ce_cli_detail(const ce_cli *cli, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Progress lines on standard error, as --progress says; NULL when none is to be written. At a
 * terminal, or with `always`, a line is kept up to date. Elsewhere a line a minute is written: of
 * what still takes a minute or more from its first second on, of all else once a minute has gone
 * without a line. */

/* "tool: what 12/30, about 3 min left": pieces that take about as long as each other. */
const ce_progress *ce_cli_progress(const ce_cli *cli, const char *what);

/* "tool: what 12/30": pieces that may differ, of which nobody can say how long the rest takes. */
const ce_progress *ce_cli_count(const ce_cli *cli, const char *what);

/* "tool: 12 % of this step, about 3 min left": one step of a long computation, which begins with a
 * report of 0 done. */
const ce_progress *ce_cli_step(const ce_cli *cli);

/* Writes a label table in a form of CE_LABELS_..., or in that of its name (ce_cli_form_of), with
 * the delimiter of the call; what an npy file leaves out is told. 0 or a failure. */
int ce_cli_write_labels(const ce_cli *cli, int format, const ce_label_table *table,
                        const char *path, ce_error *err);

/* The end of main. Frees the command line and prints the message of a failed call; a closed pipe
 * has none. Returns the exit status: 0 after success, 2 after wrong use (CE_EARG), else 1. */
int ce_cli_end(ce_cli *cli, int status, const ce_error *err);

#endif
