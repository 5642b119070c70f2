/* zscore, minmax, center, impute, noise, blank: changes of cells. */
#include "prepare.h"
#include "prepare/transform_values.h"

/* ---- scales ---- */

static const ce_option scale_rows[] = {PREPARE_ROWS_PARTS};

static void note_constant(const prepare_call *call, size_t constant)
{
    if (constant)
        ce_cli_note(call->cli, "%zu constant column%s: 0 everywhere now", constant,
                    constant == 1 ? "" : "s");
}

static int scale(const prepare_call *call, ce_data_table *data, ce_scale how, ce_error *err)
{
    size_t constant;
    int rc = ce_transform_scale(data, how, &constant, err);

    if (!rc)
        note_constant(call, constant);
    return rc;
}

static int scale_by_state(const prepare_call *call, const ce_moment_columns *columns,
                          ce_data_table *data, ce_scale how, ce_error *err)
{
    size_t constant;
    int rc = ce_transform_scale_by(data, &columns->moments, how, &constant, err);

    if (!rc)
        note_constant(call, constant);
    return rc;
}

static int apply_zscore(const prepare_call *call, ce_data_table *data, ce_error *err)
{
    return scale(call, data, CE_SCALE_ZSCORE, err);
}

static int zscore_by_state(const prepare_call *call, const ce_moment_columns *columns,
                         ce_data_table *data, ce_error *err)
{
    return scale_by_state(call, columns, data, CE_SCALE_ZSCORE, err);
}

static int apply_minmax(const prepare_call *call, ce_data_table *data, ce_error *err)
{
    return scale(call, data, CE_SCALE_MINMAX, err);
}

static int minmax_by_state(const prepare_call *call, const ce_moment_columns *columns,
                         ce_data_table *data, ce_error *err)
{
    return scale_by_state(call, columns, data, CE_SCALE_MINMAX, err);
}

/* Medians are no sums: they cannot come from parts. */
enum { BY_MEAN, BY_MEDIAN };

typedef struct {
    prepare_parts parts;
    int by;
} center_options;

static const ce_option center_rows[] = {
    {0, "by", CE_CHOICE, "WHAT", 0, 0, "mean|median", "mean", offsetof(center_options, by), NULL,
     "what is subtracted from a column"},
    PREPARE_ROWS_PARTS_ONLY("!state by=mean", "by=mean"),
};

static int apply_center(const prepare_call *call, ce_data_table *data, ce_error *err)
{
    const center_options *o = call->options;
    size_t constant;
    int rc;

    if (o->by == BY_MEAN)
        return scale(call, data, CE_SCALE_CENTER, err);
    rc = ce_transform_center_median(data, &constant, err);
    if (!rc)
        note_constant(call, constant);
    return rc;
}

static int center_by_state(const prepare_call *call, const ce_moment_columns *columns,
                         ce_data_table *data, ce_error *err)
{
    return scale_by_state(call, columns, data, CE_SCALE_CENTER, err);
}

const prepare_change prepare_zscore = {
    .about = {.name = "zscore",
              .summary = "scales numeric columns to mean 0 and standard deviation 1",
              .about = "The standard deviation has the divisor n. Columns in different units then "
                       "count alike in a distance. Categorical columns pass through unchanged, and "
                       "a constant column becomes 0.",
              .reads = CE_READS_DATA,
              .options = CE_OPTIONS(scale_rows, prepare_parts)},
    .read = prepare_read,
    .changes = PREPARE_NUMERIC,
    .takes_parts = 1,
    .depth = CE_MOMENTS_SQUARES,
    .apply = apply_zscore,
    .apply_state = zscore_by_state,
};

const prepare_change prepare_minmax = {
    .about = {.name = "minmax",
              .summary = "scales numeric columns to 0 .. 1",
              .about = "The smallest value of a column becomes 0, the largest 1. Categorical "
                       "columns pass through unchanged, and a constant column becomes 0.",
              .reads = CE_READS_DATA,
              .options = CE_OPTIONS(scale_rows, prepare_parts)},
    .read = prepare_read,
    .changes = PREPARE_NUMERIC,
    .takes_parts = 1,
    .depth = CE_MOMENTS_RANGE,
    .apply = apply_minmax,
    .apply_state = minmax_by_state,
};

const prepare_change prepare_center = {
    .about = {.name = "center",
              .summary = "shifts numeric columns to mean 0, or to median 0",
              .about = "The mean or the median of a column is subtracted from its values; their "
                       "spread stays. Categorical columns pass through unchanged.",
              .reads = CE_READS_DATA,
              .options = CE_OPTIONS(center_rows, center_options)},
    .read = prepare_read,
    .changes = PREPARE_NUMERIC,
    .takes_parts = 1,
    .depth = CE_MOMENTS_SUMS,
    .apply = apply_center,
    .apply_state = center_by_state,
};

/* ---- missing cells ---- */

typedef struct {
    int method;
} impute_options;

static const ce_option impute_rows[] = {
    {0, "method", CE_CHOICE, "HOW", 0, 0, CE_FILL_NAMES, "mean", offsetof(impute_options, method),
     NULL, "value that fills a numeric column; a categorical one gets its most frequent value"},
};

static int apply_impute(const prepare_call *call, ce_data_table *data, ce_error *err)
{
    const impute_options *o = call->options;
    size_t filled = 0;
    int rc = ce_transform_impute(data, (ce_fill)o->method, &filled, err);

    if (!rc)
        ce_cli_detail(call->cli, "%zu cells filled", filled);
    return rc;
}

const prepare_change prepare_impute = {
    .about = {.name = "impute",
              .summary = "fills missing cells",
              .about = "A missing cell gets the mean, the median or the most frequent value of its "
                       "column. For methods that need complete data.",
              .reads = CE_READS_DATA,
              .options = CE_OPTIONS(impute_rows, impute_options)},
    .read = prepare_read,
    .apply = apply_impute,
};

typedef struct {
    double share;
} blank_options;

static const ce_option blank_rows[] = {
    {0, "share", CE_REAL, "S", 0, 1, NULL, "0.1", offsetof(blank_options, share), NULL,
     "share of the cells to empty"},
};

static int apply_blank(const prepare_call *call, ce_data_table *data, ce_error *err)
{
    const blank_options *o = call->options;

    return ce_transform_blank(data, o->share, call->common->seed, err);
}

const prepare_change prepare_blank = {
    .about = {.name = "blank",
              .summary = "makes cells missing at random",
              .about = "The cells are drawn without replacement from those that are not missing. "
                       "For experiments with incomplete data.",
              .reads = CE_READS_DATA,
              .options = CE_OPTIONS(blank_rows, blank_options)},
    .read = prepare_read,
    .apply = apply_blank,
};

/* ---- noise ---- */

typedef struct {
    double share, sd;
} noise_options;

static const ce_option noise_rows[] = {
    {0, "share", CE_REAL, "S", 0, 1, NULL, "1", offsetof(noise_options, share), NULL,
     "share of the cells to change"},
    {0, "sd", CE_REAL, "S", 0, 1e6, NULL, "0.1", offsetof(noise_options, sd), NULL,
     "standard deviation of the noise, in units of that of the column"},
};

static int apply_noise(const prepare_call *call, ce_data_table *data, ce_error *err)
{
    const noise_options *o = call->options;

    return ce_transform_noise(data, o->sd, o->share, call->common->seed, err);
}

const prepare_change prepare_noise = {
    .about = {.name = "noise",
              .summary = "adds Gaussian noise to numeric cells",
              .about = "The cells are drawn without replacement from those that are not missing. "
                       "Categorical columns pass through unchanged. For experiments with "
                       "disturbed data.",
              .reads = CE_READS_DATA,
              .options = CE_OPTIONS(noise_rows, noise_options)},
    .read = prepare_read,
    .changes = PREPARE_NUMERIC,
    .apply = apply_noise,
};
