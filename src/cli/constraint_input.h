/*
 * constraint_input.h: reads the constraint file of a tool, makes its chunklets
 * (constrain/chunklets.h) and checks them. Messages name the file, the line, and objects as the
 * file does.
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

/*
 * Reads a constraint file, builds its chunklets, and checks that each of the `count` values of k
 * can do. tolerate: contradictions are left out and counted in *left_out, and k is not checked. A
 * pair of an object with itself, or given twice, is refused in any case. left_out may be NULL. The
 * caller frees table and chunklets; after a failure both are empty.
 */
int ce_cli_chunklets_load(ce_chunklets *chunklets, ce_constraint_table *table, const char *path,
                          char delimiter, const ce_constraint_objects *objects, const int *k,
                          size_t count, int tolerate, size_t *left_out, ce_error *err);

/* ce_chunklets_build for a table. found: gets the contradictions, which are left out. With found
 * NULL the first one is refused, and the message has both ends and the chain: "c.csv:17: 3 and 9
 * cannot link, but 3-7-9 must". In a chain of more than a dozen objects the middle is replaced by
 * the number of objects left out. chunklets is empty after a failure. */
int ce_cli_chunklets_build(ce_chunklets *chunklets, const ce_constraint_table *table, int strict,
                           ce_contradictions *found, ce_error *err);

/* CE_EINPUT where k clusters are found to be too few, with a message such as "c.csv: no two of 1,
 * 3, 5 can link, 2 clusters are too few". Each chunklet is named by its lowest object. */
int ce_cli_chunklets_check_k(const ce_chunklets *chunklets, const ce_constraint_table *table,
                             size_t k, ce_error *err);

#endif
