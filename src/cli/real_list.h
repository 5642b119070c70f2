/*
 * real_list.h: options that take several numbers above 0: 7, 1,2.5,10 or 1..50.
 */
#ifndef CE_CLI_REAL_LIST_H
#define CE_CLI_REAL_LIST_H

#include <stddef.h>

#include "cli/options.h"
#include "core/error.h"

/* Numbers and ranges of whole numbers between commas, all above 0, none twice, in the order given.
 * *list is the caller's, also after a failure. option: its name without the dashes, for messages.
 * Wrong use ends the program. 0 or CE_ENOMEM. */
int ce_cli_reals(const ce_cli *cli, const char *option, const char *text, double **list,
                 size_t *count, ce_error *err);

#endif
