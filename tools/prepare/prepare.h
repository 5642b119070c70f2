/*
 * prepare.h: what the changes of ce-prepare share. A change is a noun: it describes its options in
 * a file of this folder, which ends with a prepare_change, and has its place in the list of
 * ../ce-prepare.c.
 */
#ifndef CE_TOOLS_PREPARE_H
#define CE_TOOLS_PREPARE_H

#include "cli/part.h"
#include "cli/tool.h"
#include "core/error.h"
#include "io/data_table.h"
#include "prepare/moment_sums.h"

/* The tool has no options of its own. */
typedef struct {
    ce_common common;
} prepare_options;

/* One call. */
typedef struct {
    const ce_cli *cli;
    const ce_common *common;
    const void *options; /* the struct of the noun */
} prepare_call;

/* Options of changes that go by moments of the columns: the options of these begin with them. */
typedef struct {
    const char *part, *state;
} prepare_parts;

#define PREPARE_ROWS_PARTS PREPARE_ROWS_PARTS_ONLY("!state", NULL)
/* The same under further conditions: of --part and of --state. */
#define PREPARE_ROWS_PARTS_ONLY(with_part, with_state) \
    CE_ROW_PART_ONLY(prepare_parts, part, with_part), \
    { \
        0, "state", CE_INPUT, "FILE", 0, 0, NULL, NULL, offsetof(prepare_parts, state), \
            with_state, \
            "use these merged sums of all parts instead of those of the input" \
    }

typedef enum { PREPARE_ANY, PREPARE_NUMERIC, PREPARE_CATEGORICAL } prepare_kind;

/*
 * The steps of a change, in this order.
 * check: wrong use of the options ends the program. NULL: nothing to check.
 * read: makes the table. 0 or a failure.
 * changes: the kind of columns that it changes; a table without any is refused where these are
 * numbers, unless --categorical was given, else it comes out as it went in, which a note tells.
 * apply: changes it. 0 or a failure, whose message gets the name of the input. NULL: read did all.
 * takes_parts: it goes by moments of the columns, of this depth, and has --part and --state. Its
 * options begin with a prepare_parts.
 * apply_state: with --state, in place of apply: goes by the moments of the columns of all parts,
 * which are those of the table.
 */
typedef struct {
    ce_descriptor about;
    void (*check)(const prepare_call *call);
    int (*read)(const prepare_call *call, ce_data_table *data, ce_error *err);
    prepare_kind changes;
    int takes_parts;
    ce_moments_depth depth;
    int (*apply)(const prepare_call *call, ce_data_table *data, ce_error *err);
    int (*apply_state)(const prepare_call *call, const ce_moment_columns *columns,
                       ce_data_table *data, ce_error *err);
} prepare_change;

extern const prepare_change prepare_zscore, prepare_minmax, prepare_center, prepare_pca,
    prepare_unit, prepare_rank, prepare_log, prepare_onehot, prepare_impute, prepare_drop_missing,
    prepare_drop_constant, prepare_keep_variable, prepare_columns, prepare_transpose,
    prepare_classes, prepare_sample, prepare_noise, prepare_blank, prepare_reference, prepare_terms;

/* read: the data table of the operand. */
int prepare_read(const prepare_call *call, ce_data_table *data, ce_error *err);
/* The same in another format than that of the command line. */
int prepare_read_as(const prepare_call *call, const ce_table_format *format, ce_data_table *data,
                    ce_error *err);
/* The same as prepare_read where all its columns must be numbers; numeric: where no cell may be
 * missing either. */
int prepare_read_numbers(const prepare_call *call, ce_data_table *data, ce_error *err);
int prepare_read_numeric(const prepare_call *call, ce_data_table *data, ce_error *err);

/* --part: writes the sums of a part. text: I/N. 0 or a failure. */
int prepare_write_part(const prepare_call *call, const char *text, ce_moments_depth depth,
                       const ce_data_table *data, ce_error *err);

/* --state: what the merged sums of all parts tell of the columns, which are those of the table.
 * columns: ce_moment_columns_free in any case. 0 or a failure. */
int prepare_read_state(const prepare_call *call, const char *path, ce_moments_depth depth,
                       const ce_data_table *data, ce_moment_columns *columns, ce_error *err);

/* Some of several names: --keep and --drop. */
typedef struct {
    const char *keep, *drop;
} prepare_names;

#define PREPARE_ROWS_NAMES(what, names) \
    {0, "keep", CE_TEXT, names, 0, 0, NULL, NULL, offsetof(prepare_names, keep), NULL, \
     what " to keep, comma separated"}, \
        {0, "drop", CE_TEXT, names, 0, 0, NULL, NULL, offsetof(prepare_names, drop), NULL, \
         what " to leave out, comma separated"}

/* check: one of the two is needed. */
void prepare_check_names(const prepare_call *call);

#endif
