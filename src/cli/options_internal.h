/*
 * options_internal.h: what the files of the command line share.
 */
#ifndef CE_CLI_OPTIONS_INTERNAL_H
#define CE_CLI_OPTIONS_INTERNAL_H

#include "cli/options.h"

/* The rows that a tool takes of those that tools share: row[0 .. count-1]. */
enum { CE_SHARED_ROWS = 12 };
size_t ce_cli_shared_rows(const ce_tool *tool, const ce_option *row[CE_SHARED_ROWS]);

/* All shared rows, for a ce_common. */
extern const ce_options ce_cli_shared_options;

/* The help of the tool, or of one noun. */
void ce_cli_print_help(const ce_tool *tool, const ce_descriptor *noun);

/* The nouns as aligned text, csv or json. 0: no such form. */
int ce_cli_print_list(const ce_tool *tool, const char *form);

/* A row for every option: of the tool (no noun), of those that tools share, and of each noun. */
void ce_cli_print_options(const ce_tool *tool);

/* Whether a row of the tool goes with a noun: its @ conditions hold for it. */
int ce_cli_row_goes(const ce_option *row, const ce_descriptor *noun);

#endif
