/*
 * part.h: options of tools that sum over one part of the objects of a job (doc/parts.md).
 */
#ifndef CE_CLI_PART_H
#define CE_CLI_PART_H

#include "cli/tool.h"
#include "core/object_part.h"
#include "core/sums.h"

/* Of tools that sum. The field is a const char *. */
#define CE_ROW_PART(type, field) CE_ROW_PART_ONLY(type, field, NULL)
/* The same under conditions. --cut implies --part unless one of them rules it out. */
#define CE_ROW_PART_ONLY(type, field, only) \
    { \
        0, "part", CE_TEXT, "I/N", 0, 0, NULL, NULL, offsetof(type, field), only, \
            "the input is part I of N: write a table of sums for ce-merge instead of the " \
            "result" \
    }

/* I of N, from the text "I/N" of an option; 0 of 0 where it is NULL. Ends the program where it is
 * none. */
typedef ce_object_part ce_cli_part;
ce_cli_part ce_cli_part_parse(const ce_cli *cli, const char *option, const char *text);

/* The same for --part of tools that sum: from here on checksums of what is read are kept. */
ce_cli_part ce_cli_part_of(const ce_cli *cli, const char *text);

/* Begins the table of sums of this part, of `objects` objects that were read from the files of the
 * call so far, but for `besides` (the name of one that is the same for all parts, or NULL). 0 or
 * CE_ENOMEM. */
int ce_cli_sums_begin(const ce_cli *cli, ce_sums *sums, size_t round, const ce_cli_part *part,
                      uint64_t objects, const char *besides, ce_error *err);

/* 0 where the tables are the sums of all parts of this tool, its noun and these options; `wanted`
 * has the options and nothing else. Else CE_EINPUT. */
int ce_cli_sums_check(const ce_cli *cli, const ce_sums *sums, ce_sums *wanted, const char *path,
                      ce_error *err);

#endif
