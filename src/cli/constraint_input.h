/*
 * constraint_input.h: the constraint file of a tool: read, closed (constrain/chunklets.h) and
 * checked. Messages name the file, the line, and objects as the file does.
 */
#ifndef CE_CLI_CONSTRAINT_INPUT_H
#define CE_CLI_CONSTRAINT_INPUT_H

#include <stddef.h>

#include "constrain/chunklets.h"
#include "core/error.h"
#include "io/constraint_table.h"

/* What becomes of constraints that cannot be kept: they are refused, or left out and counted. */
enum { CE_INFEASIBLE_STOP, CE_INFEASIBLE_COUNT };
/* In the order of the enum; for option rows. */
#define CE_INFEASIBLE_NAMES "stop|count"

/* Reads a constraint file, builds its chunklets and checks them for every k (count of them; none:
 * not checked): what a tool needs. tolerate: contradictions are left out and counted in *left_out
 * (which may be NULL), and k is not checked; a pair with itself or given twice is refused all the
 * same. table and chunklets are the caller's to free; empty after a failure. */
int ce_cli_chunklets_load(ce_chunklets *chunklets, ce_constraint_table *table, const char *path,
                          char delimiter, const ce_constraint_objects *objects, const int *k,
                          size_t count, int tolerate, size_t *left_out, ce_error *err);

/* ce_chunklets_build of a table. found NULL: a contradiction is refused with both ends and the
 * chain ("c.csv:17: 3 and 9 cannot link, but 3-7-9 must"). A chain of more than a dozen objects is
 * shortened in its middle, and says so. */
int ce_cli_chunklets_build(ce_chunklets *chunklets, const ce_constraint_table *table, int strict,
                           ce_contradictions *found, ce_error *err);

/* CE_EINPUT and a message where k clusters are seen to be too few ("c.csv: no two of 1, 3, 5 can
 * link, 2 clusters are too few"); each chunklet is named by its lowest object. */
int ce_cli_chunklets_check_k(const ce_chunklets *chunklets, const ce_constraint_table *table,
                             size_t k, ce_error *err);

#endif
