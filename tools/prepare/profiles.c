/* unit, rank, log: changes of each object by itself. */
#include <math.h>

#include "prepare.h"
#include "prepare/transform_profiles.h"

/* ---- unit ---- */

typedef struct {
    int center;
} unit_options;

static const ce_option unit_rows[] = {
    {0, "center", CE_FLAG, NULL, 0, 0, NULL, NULL, offsetof(unit_options, center), NULL,
     "first subtract the mean of each object: distances then go by correlation"},
};

static int apply_unit(const prepare_call *call, ce_data_table *data, ce_error *err)
{
    const unit_options *o = call->options;
    size_t zero;
    int rc = ce_transform_unit(data, o->center, &zero, err);

    if (!rc && zero)
        ce_cli_note(call->cli, "%zu object%s of length 0: 0 everywhere", zero,
                    zero == 1 ? "" : "s");
    return rc;
}

const prepare_change prepare_unit = {
    .about = {.name = "unit",
              .summary = "divides each object by its length, so that distances go by direction",
              .about = "The squared distance of two objects is then 2 (1 - the cosine of the angle "
                       "between them); with --center, 2 (1 - their correlation). For documents, "
                       "and for profiles such as gene expression. Categorical columns stay.",
              .reads = CE_READS_DATA,
              .options = CE_OPTIONS(unit_rows, unit_options)},
    .read = prepare_read,
    .changes = PREPARE_NUMERIC,
    .apply = apply_unit,
};

/* ---- rank ---- */

static int apply_rank(const prepare_call *call, ce_data_table *data, ce_error *err)
{
    (void)call;
    return ce_transform_ranks(data, err);
}

const prepare_change prepare_rank = {
    .about = {.name = "rank",
              .summary = "replaces the numbers of each object by their ranks",
              .about = "The smallest number of an object becomes 1; equal numbers get the mean of "
                       "their ranks. For profiles in which only the order counts: after unit "
                       "--center, distances go by Spearman's correlation. Categorical columns "
                       "stay.",
              .reads = CE_READS_DATA},
    .read = prepare_read,
    .changes = PREPARE_NUMERIC,
    .apply = apply_rank,
};

/* ---- log ---- */

enum { BASE_2, BASE_E, BASE_10 };

typedef struct {
    int base;
    double add;
} log_options;

static const ce_option log_rows[] = {
    {0, "base", CE_CHOICE, "B", 0, 0, "2|e|10", "2", offsetof(log_options, base), NULL,
     "base of the logarithm"},
    {0, "add", CE_REAL, "A", 0, 1e300, NULL, "1", offsetof(log_options, add), NULL,
     "added to each number before"},
};

static int apply_log(const prepare_call *call, ce_data_table *data, ce_error *err)
{
    static double (*const log_of[])(double) = {[BASE_2] = log2, [BASE_E] = log, [BASE_10] = log10};
    const log_options *o = call->options;

    return ce_transform_log(data, log_of[o->base], o->add, err);
}

const prepare_change prepare_log = {
    .about = {.name = "log",
              .summary = "takes logarithms of the numbers: log2(x + 1)",
              .about = "For counts and other numbers that differ by factors, such as those of "
                       "sequencing. x + A must be above 0. Categorical columns stay.",
              .reads = CE_READS_DATA,
              .options = CE_OPTIONS(log_rows, log_options)},
    .read = prepare_read,
    .changes = PREPARE_NUMERIC,
    .apply = apply_log,
};
