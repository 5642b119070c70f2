/* drop-missing, classes, sample: some of the objects. */
#include "prepare.h"
#include "prepare/transform_columns.h"
#include "prepare/transform_rows.h"

/* ---- drop-missing ---- */

typedef struct {
    int columns;
} drop_options;

static const ce_option drop_rows[] = {
    {0, "drop-columns", CE_FLAG, NULL, 0, 0, NULL, NULL, offsetof(drop_options, columns), NULL,
     "drop columns, not objects"},
};

static int apply_drop_missing(const prepare_call *call, ce_data_table *data, ce_error *err)
{
    const drop_options *o = call->options;
    size_t dropped = 0;
    int rc;

    if (!o->columns)
        return ce_transform_drop_missing_rows(data, err);
    rc = ce_transform_drop_missing_columns(data, &dropped, err);
    if (!rc)
        ce_cli_detail(call->cli, "%zu columns left out", dropped);
    return rc;
}

const prepare_change prepare_drop_missing = {
    .about = {.name = "drop-missing",
              .summary = "objects (or columns) with missing cells left out",
              .about = "What is left is complete. For methods that need complete data, where "
                       "filled cells would mislead.",
              .reads = CE_READS_DATA,
              .options = CE_OPTIONS(drop_rows, drop_options)},
    .read = prepare_read,
    .apply = apply_drop_missing,
};

/* ---- classes ---- */

static const ce_option class_rows[] = {PREPARE_ROWS_NAMES("classes", "CLASSES")};

static int apply_classes(const prepare_call *call, ce_data_table *data, ce_error *err)
{
    const prepare_names *o = call->options;

    return ce_transform_classes(data, o->keep ? o->keep : o->drop, !o->keep, err);
}

const prepare_change prepare_classes = {
    .about = {.name = "classes",
              .summary = "the objects of some classes, by name",
              .about = "It keeps the objects of the classes that --keep names, or of all but those "
                       "that --drop names. The table needs a class column.",
              .reads = CE_READS_DATA,
              .options = CE_OPTIONS(class_rows, prepare_names)},
    .check = prepare_check_names,
    .read = prepare_read,
    .apply = apply_classes,
};

/* ---- sample ---- */

typedef struct {
    int objects, balance;
    double share;
} sample_options;

static const ce_option sample_rows[] = {
    {'n', "objects", CE_INTEGER, "N", 1, 2147483647, NULL, NULL, offsetof(sample_options, objects),
     NULL, "objects to keep; with --balance, of each class"},
    {0, "share", CE_REAL, "S", 0, 1, NULL, NULL, offsetof(sample_options, share),
     "!objects !balance", "share of the objects to keep"},
    {0, "balance", CE_FLAG, NULL, 0, 0, NULL, NULL, offsetof(sample_options, balance), NULL,
     "the same number of objects of each class: -n, or the size of the smallest class"},
};

static void check_sample(const prepare_call *call)
{
    const sample_options *o = call->options;

    if (!o->objects && !o->balance && !ce_cli_given(call->cli, "share"))
        ce_cli_usage(call->cli, "sample: how many? --objects, --share or --balance is needed");
}

static int apply_sample(const prepare_call *call, ce_data_table *data, ce_error *err)
{
    const sample_options *o = call->options;
    double share = o->share * (double)data->values.rows + 0.5;
    size_t count = (size_t)o->objects;

    if (o->balance)
        return ce_transform_balance(data, count, call->common->seed, err);
    if (!count)
        count = share < 1 ? 1 : (size_t)share;
    return ce_transform_sample(data, count, call->common->seed, err);
}

const prepare_change prepare_sample = {
    .about = {.name = "sample",
              .summary = "some objects at random, in the order of the input",
              .about = "Objects are drawn without replacement: so many, a share of them, or as "
                       "many of each class. One of --objects, --share and --balance is needed.",
              .reads = CE_READS_DATA,
              .options = CE_OPTIONS(sample_rows, sample_options)},
    .check = check_sample,
    .read = prepare_read,
    .apply = apply_sample,
};
