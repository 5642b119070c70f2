/* pca, onehot, drop-constant, keep-variable, columns, transpose: other columns, or some of them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "prepare.h"

#include "core/memory.h"
#include "core/shell_word.h"
#include "io/input.h"
#include "prepare/named_rows.h"
#include "prepare/transform_columns.h"
#include "prepare/transpose.h"

/* ---- pca ---- */

typedef struct {
    prepare_parts parts;
    int components;
} pca_options;

static const ce_option pca_rows[] = {
    PREPARE_ROWS_PARTS,
    {0, "components", CE_INTEGER, "C", 1, 1e9, NULL, "2", offsetof(pca_options, components), NULL,
     "principal components to keep"},
};

static void tell_explained(const prepare_call *call, double explained)
{
    const pca_options *o = call->options;

    ce_cli_detail(call->cli, "%d components hold %.4g%% of the variance", o->components,
                  100 * explained);
}

static int apply_pca(const prepare_call *call, ce_data_table *data, ce_error *err)
{
    const pca_options *o = call->options;
    const ce_table_format format = ce_cli_format(call->cli);
    double explained;
    int rc;

    ce_data_table_tell_tiny(data, ce_cli_operand(call->cli, 0), &format.listener);
    rc = ce_transform_pca(data, (size_t)o->components, &explained, err);
    if (!rc)
        tell_explained(call, explained);
    return rc;
}

/* One process takes another way for fewer objects than columns, which parts cannot take. */
static int pca_by_state(const prepare_call *call, const ce_moment_columns *columns,
                        ce_data_table *data, ce_error *err)
{
    const pca_options *o = call->options;
    const ce_moments *m = &columns->moments;
    const char *state = ce_path_name(o->parts.state);
    ce_pca pca = {0};
    ce_error inner = {0};
    double explained;
    int rc;

    if (m->present[0] < m->d)
        return ce_fail(err, CE_EINPUT,
                       "%s: %llu objects, at least as many as the %zu columns expected: give all "
                       "objects to one process",
                       state, (unsigned long long)m->present[0], m->d);
    rc = ce_transform_pca_fit(m, columns->name, (size_t)o->components, &pca, &inner);
    if (rc)
        ce_fail(err, rc, "%s: %s", state, inner.text);
    if (!rc)
        rc = ce_transform_pca_apply(data, &pca, &explained, err);
    if (!rc)
        tell_explained(call, explained);
    ce_pca_free(&pca);
    return rc;
}

const prepare_change prepare_pca = {
    .about = {.name = "pca",
              .summary = "replaces the columns by principal components",
              .about = "Columns are centred, not scaled, and must be numeric and complete. For "
                       "pictures in two dimensions, and for tables with many similar columns.",
              .reads = CE_READS_DATA,
              .options = CE_OPTIONS(pca_rows, pca_options)},
    .read = prepare_read_numeric,
    .takes_parts = 1,
    .depth = CE_MOMENTS_PRODUCTS,
    .apply = apply_pca,
    .apply_state = pca_by_state,
};

/* ---- onehot ---- */

typedef struct {
    int missing;
    char join;
} onehot_options;

static const ce_option onehot_rows[] = {
    {0, "missing", CE_CHOICE, "HOW", 0, 0, CE_ONEHOT_MISSING_NAMES, "blank",
     offsetof(onehot_options, missing), NULL,
     "a missing category: missing in all its columns, 0 in all, or a value of its own"},
    {0, "join", CE_CHAR, "C", 0, 0, NULL, "=", offsetof(onehot_options, join), NULL,
     "the character between name and value in the names of columns"},
};

/* A column of dates, of names or of ids makes as many columns as it has values. */
static void tell_many_values(const prepare_call *call, const ce_data_table *data)
{
    enum { MANY = 20 };
    size_t n = data->values.rows;

    for (size_t s = 0; s < data->values.columns; s++) {
        size_t count = data->categories[s].count;
        if (count >= MANY && 2 * count > n)
            ce_cli_note(call->cli,
                        "column %s has %zu values in %zu objects, and makes as many columns (--id "
                        "or --columns leaves it out)",
                        data->name[s], count, n);
    }
}

static int apply_onehot(const prepare_call *call, ce_data_table *data, ce_error *err)
{
    const onehot_options *o = call->options;

    tell_many_values(call, data);
    return ce_transform_onehot(data, (ce_onehot_missing)o->missing, o->join, err);
}

const prepare_change prepare_onehot = {
    .about = {.name = "onehot",
              .summary = "makes a 0/1 column for each value of each categorical column",
              .about = "Methods for numbers can then read categories. Numeric columns stay. A "
                       "label table becomes a table of objects by clusters, which ce-partition "
                       "transfer-cut reads.",
              .reads = CE_READS_DATA,
              .options = CE_OPTIONS(onehot_rows, onehot_options)},
    .read = prepare_read,
    .changes = PREPARE_CATEGORICAL,
    .apply = apply_onehot,
};

/* ---- some columns ---- */

static int apply_drop_constant(const prepare_call *call, ce_data_table *data, ce_error *err)
{
    size_t dropped = 0;
    int rc = ce_transform_drop_constant(data, &dropped, err);

    if (!rc)
        ce_cli_detail(call->cli, "%zu columns left out", dropped);
    return rc;
}

const prepare_change prepare_drop_constant = {
    .about = {.name = "drop-constant",
              .summary = "leaves out columns with only one value",
              .about = "Missing cells do not count as a value. Such columns are useless for "
                       "clustering.",
              .reads = CE_READS_DATA},
    .read = prepare_read,
    .apply = apply_drop_constant,
};

/* ---- keep-variable ---- */

typedef struct {
    int features, by;
} variable_options;

static const ce_option variable_rows[] = {
    {0, "features", CE_INTEGER, "N", 1, 2147483647, NULL, NULL,
     offsetof(variable_options, features), NULL, "features to keep"},
    {0, "by", CE_CHOICE, "SPREAD", 0, 0, CE_SPREAD_NAMES, "mad", offsetof(variable_options, by),
     NULL, "how much a column varies: median distance from the median, or standard deviation"},
};

static void check_variable(const prepare_call *call)
{
    const variable_options *o = call->options;

    if (!o->features)
        ce_cli_usage(call->cli, "keep-variable: how many? --features is needed");
}

static int apply_variable(const prepare_call *call, ce_data_table *data, ce_error *err)
{
    const variable_options *o = call->options;

    return ce_transform_keep_variable(data, (size_t)o->features, (ce_spread)o->by, err);
}

const prepare_change prepare_keep_variable = {
    .about = {.name = "keep-variable",
              .summary = "keeps the columns that vary most",
              .about = "For tables with thousands of columns in one unit, such as genes: most of "
                       "them say little, and distances are clearer without them. Columns must be "
                       "numbers. Do it before zscore, after which all vary alike.",
              .reads = CE_READS_DATA,
              .options = CE_OPTIONS(variable_rows, variable_options)},
    .check = check_variable,
    .read = prepare_read_numbers,
    .apply = apply_variable,
};

/* ---- columns ---- */

static const ce_option column_rows[] = {PREPARE_ROWS_NAMES("columns", "COLS")};

static int apply_columns(const prepare_call *call, ce_data_table *data, ce_error *err)
{
    const prepare_names *o = call->options;

    return ce_transform_columns(data, o->keep ? o->keep : o->drop, !o->keep, err);
}

const prepare_change prepare_columns = {
    .about = {.name = "columns",
              .summary = "keeps some columns, by name",
              .about = "It keeps the columns that --keep names, or all but those that --drop "
                       "names, in the order of the input.",
              .reads = CE_READS_DATA,
              .options = CE_OPTIONS(column_rows, prepare_names)},
    .check = prepare_check_names,
    .read = prepare_read,
    .apply = apply_columns,
};

/* ---- transpose ---- */

#define CLASS_LEFT "the class column is left out: its cells belong to what are columns now"

enum { REPEATED_REFUSE, REPEATED_NUMBER, REPEATED_MEAN };

typedef struct {
    int repeated;
} transpose_options;

static const ce_option transpose_rows[] = {
    {0, "repeated", CE_CHOICE, "HOW", 0, 0, "refuse|number|mean", "refuse",
     offsetof(transpose_options, repeated), NULL,
     "what becomes of rows of one name: NAME#1 and NAME#2, or their mean"},
};

/* Whether a text is a number as a cell of data would be. */
static int is_number(const char *text)
{
    char *end;

    strtod(text, &end);
    return *text && !*end;
}

/* The first column holds names where --id says none: text, or what has no name above it, as R
 * writes it. */
static int check_names(const ce_data_table *data, const char *path, ce_error *err)
{
    const ce_categories *names = &data->class_.categories;
    size_t numbers = 0;

    if (!data->is_named)
        return ce_fail(err, CE_EINPUT,
                       "%s: the first line is read as a row, and names of objects are expected in "
                       "it: --header yes",
                       ce_path_name(path));
    for (size_t c = 0; c < names->count; c++)
        numbers += is_number(names->text[c]);
    if (numbers < names->count || !strcmp(data->class_.name, "c1"))
        return CE_OK;
    return ce_fail(err, CE_EINPUT,
                   "%s: the first column, %s, has numbers, names expected: --id names the column "
                   "of names",
                   ce_path_name(path), data->class_.name);
}

/* The classes of rows are none of columns. */
static int drop_class(const prepare_call *call, ce_data_table *data, ce_error *err)
{
    size_t d = data->values.columns, found = 0;
    unsigned char *keep = ce_alloc(d, 1, err);

    if (!keep)
        return CE_ENOMEM;
    for (size_t s = 0; s < d; s++) {
        keep[s] = strcasecmp(data->name[s], "class") != 0;
        found += !keep[s];
    }
    if (found == d) {
        free(keep);
        return ce_fail(err, CE_EINPUT, "%s: no column besides the names and the classes",
                       ce_path_name(ce_cli_operand(call->cli, 0)));
    }
    if (found) {
        ce_transform_keep_columns(data, keep);
        ce_cli_note(call->cli, "%s", CLASS_LEFT);
    }
    free(keep);
    return CE_OK;
}

/* Names may repeat where they are read as classes: those of --id, or the first column. */
static int read_named(const prepare_call *call, ce_data_table *data, ce_error *err)
{
    const transpose_options *o = call->options;
    ce_table_format format = ce_cli_format(call->cli);
    const char *path = ce_cli_operand(call->cli, 0), *names = format.id_column;
    ce_error inner = {0};
    size_t repeated = 0;
    int rc;

    format.id_column = "none";
    format.class_column = names ? names : "1";
    format.names_are_ids = 1;
    rc = ce_data_table_read(data, path, &format, err);
    if (!rc && !names)
        rc = check_names(data, path, err);
    if (!rc)
        rc = drop_class(call, data, err);
    if (!rc)
        rc = ce_data_table_need_numbers(data, path, err);
    if (rc)
        return rc;
    rc = ce_transform_named_rows(
        data, o->repeated == REPEATED_MEAN ? CE_REPEATED_MEAN : CE_REPEATED_NUMBER, &repeated,
        &inner);
    if (rc)
        return ce_fail(err, (ce_status)rc, "%s: %.900s", ce_path_name(path), inner.text);
    if (repeated)
        ce_cli_note(call->cli, "%s: %zu name%s of several rows: %s", ce_path_name(path), repeated,
                    repeated == 1 ? "" : "s",
                    o->repeated == REPEATED_MEAN ? "each has their mean" : "they are numbered");
    return CE_OK;
}

/* In a table with a row per feature a first column of text is what names them, be it of few rows.
 */
static int fail_with_names(const ce_data_table *data, const char *path, ce_error *err)
{
    const char *name = data->name[0], *text = data->categories[0].text[0];
    char shown[CE_SHELL_SHORT];
    size_t n = data->values.rows, d = data->values.columns, i = 0;

    while (i < n && !isnan(data->values.values[i * d]))
        i++;
    if (i < n)
        return ce_fail(err, CE_EINPUT,
                       "%s: the first column is text ('%.40s'), and row %zu has no name there%s",
                       ce_path_name(path), text, i + 1,
                       data->is_named ? ""
                                      : " (--header yes: the first line has those of objects)");
    if (!data->is_named && data->categories[0].count == n)
        return ce_fail(err, CE_EINPUT,
                       "%s: the first line is read as a row ('%.40s'), and the first column is "
                       "text: --header yes --id %.40s if the line has the names of objects, else "
                       "--id %s",
                       ce_path_name(path), text, ce_shell_short(shown, text), name);
    if (data->categories[0].count == n)
        return ce_fail(err, CE_EINPUT,
                       "%s: column %s is text ('%.40s'): --id %.40s makes the names of the columns "
                       "of it",
                       ce_path_name(path), name, text, name);
    return ce_fail(err, CE_EINPUT,
                   "%s: the first column is text ('%.40s') in which some names are repeated: "
                   "--repeated mean or number",
                   ce_path_name(path), text);
}

static int read_transpose(const prepare_call *call, ce_data_table *data, ce_error *err)
{
    const transpose_options *o = call->options;
    const char *path = ce_cli_operand(call->cli, 0);
    ce_table_format format = ce_cli_format(call->cli);
    char shown[CE_SHELL_SHORT];
    ce_error inner = {0};
    int rc;

    if (o->repeated != REPEATED_REFUSE)
        return read_named(call, data, err);
    format.names_are_ids = 1;
    rc = prepare_read_as(call, &format, data, &inner);
    if (rc)
        return ce_fail(err, (ce_status)rc, "%.900s%s", inner.text,
                       strstr(inner.text, "a second time") ? " (--repeated mean or number)" : "");
    if (!data->id.name && data->categories[0].count)
        return fail_with_names(data, path, err);
    /* objects of the result, if it were let pass */
    if (!data->id.name && !ce_cli_given(call->cli, "id") && data->is_named &&
        ce_data_table_is_like_ids(data, 0))
        return ce_fail(err, CE_EINPUT,
                       "%s: column %.60s has another whole number in every row, and there is no "
                       "column of names: --id %.60s if it names the rows, else --id none",
                       ce_path_name(path), data->name[0], ce_shell_short(shown, data->name[0]));
    if (data->id.name && !data->is_named)
        ce_cli_note(call->cli,
                    "%s: the first line is read as a row, and the objects get no names: --header "
                    "yes if it has them",
                    ce_path_name(path));
    return ce_data_table_need_numbers(data, path, err);
}

static void check_transpose(const prepare_call *call)
{
    const transpose_options *o = call->options;
    const char *id = ce_cli_format(call->cli).id_column;

    if (o->repeated != REPEATED_REFUSE && ce_cli_given(call->cli, "class"))
        ce_cli_usage(call->cli, "--class does not go with --repeated: the classes of rows are none "
                                "of columns");
    if (o->repeated != REPEATED_REFUSE && id && !strcmp(id, "none"))
        ce_cli_usage(call->cli,
                     "--repeated goes by the names of rows, and --id none says there are none");
}

static int apply_transpose(const prepare_call *call, ce_data_table *data, ce_error *err)
{
    int had_class = data->class_.name != NULL;
    int rc = ce_transform_transpose(data, err);

    if (!rc && had_class)
        ce_cli_note(call->cli, "%s", CLASS_LEFT);
    return rc;
}

const prepare_change prepare_transpose = {
    .about = {.name = "transpose",
              .summary = "makes columns of the objects, and objects of the columns",
              .about = "For tables with a row per feature and a column per object, as gene "
                       "expression often comes. Names of columns become ids, and ids names of "
                       "columns. Columns must be numbers.",
              .reads = CE_READS_DATA,
              .options = CE_OPTIONS(transpose_rows, transpose_options)},
    .check = check_transpose,
    .read = read_transpose,
    .apply = apply_transpose,
};
