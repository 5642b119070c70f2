/* ce-select best and threshold: base clusterings that agree with the others, or weigh much. */
#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "io/input.h"
#include "score/choose.h"
#include "select.h"

/* ---- best ---- */

typedef struct {
    int members;
    select_measure measure;
} best_options;

static const ce_option best_rows[] = {
    SELECT_ROW_MEMBERS(best_options),
    SELECT_ROWS_MEASURE(best_options, NULL),
};

static int run_best(select_call *call, ce_error *err)
{
    const best_options *o = call->noun;

    return select_by_value(call, &o->measure, o->members, 0, err);
}

const select_noun select_best = {
    .noun = {.name = "best",
             .summary = "takes the M that agree most with the others, or have the largest weights",
             .about = "Leaves out base clusterings that the others do not confirm. The rest "
                      "differ less: diverse is the opposite choice.",
             .reads = CE_READS_LABELS | CE_READS_MEMBERSHIPS,
             .takes = CE_USES_WEIGHTS,
             .cost = CE_COST_OBJECTS,
             .options = CE_OPTIONS(best_rows, best_options)},
    .run = run_best,
};

/* ---- threshold ---- */

typedef struct {
    select_measure measure;
    double at_least, at_most;
} threshold_options;

static const ce_option threshold_rows[] = {
    SELECT_ROWS_MEASURE(threshold_options, NULL),
    {0, "at-least", CE_REAL, "VALUE", 0, 0, NULL, NULL, offsetof(threshold_options, at_least), NULL,
     "the smallest value that is kept"},
    {0, "at-most", CE_REAL, "VALUE", 0, 0, NULL, NULL, offsetof(threshold_options, at_most), NULL,
     "the largest value that is kept"},
};

static void check_threshold(const ce_cli *cli, const void *noun)
{
    const threshold_options *o = noun;
    int bounds = ce_cli_given(cli, "at-least") + ce_cli_given(cli, "at-most");

    if (!bounds)
        ce_cli_usage(cli, "threshold: --at-least or --at-most is needed");
    if (bounds == 2 && o->at_least > o->at_most)
        ce_cli_usage(cli, "--at-least %g is above --at-most %g", o->at_least, o->at_most);
}

/* The failure when no value lies within the bounds. */
static int refuse_bounds(const select_call *call, const double *value, ce_error *err)
{
    double least = NAN, most = NAN;

    for (size_t q = 0; q < call->in->labels.m; q++) {
        least = fmin(least, value[q]);
        most = fmax(most, value[q]);
    }
    if (isnan(least))
        return ce_fail(err, CE_EINPUT, "%s: no two base clusterings can be compared",
                       ce_path_name(call->path));
    return ce_fail(err, CE_EINPUT,
                   "%s: no base clustering has a value within the threshold; they lie from %.6g to "
                   "%.6g",
                   ce_path_name(call->path), least, most);
}

static int run_threshold(select_call *call, ce_error *err)
{
    const threshold_options *o = call->noun;
    size_t m = call->in->labels.m;
    double low = ce_cli_given(call->cli, "at-least") ? o->at_least : -INFINITY;
    double high = ce_cli_given(call->cli, "at-most") ? o->at_most : INFINITY;
    double *value = select_values(call, &o->measure, err);
    int rc = CE_OK;

    if (!value)
        return err->status;
    call->choice = ce_alloc(m, sizeof *call->choice, err);
    if (call->choice)
        call->count = ce_choose_between(value, m, low, high, call->choice);
    else
        rc = CE_ENOMEM;
    if (!rc && !call->count)
        rc = refuse_bounds(call, value, err);
    free(value);
    return rc;
}

const select_noun select_threshold = {
    .noun = {.name = "threshold",
             .summary = "takes those whose mean agreement with the others, or whose weight, is "
                        "within bounds",
             .about = "Like best, but by the values themselves: how many are kept depends on the "
                      "ensemble. An upper bound leaves out near copies of the others.",
             .reads = CE_READS_LABELS | CE_READS_MEMBERSHIPS,
             .takes = CE_USES_WEIGHTS,
             .cost = CE_COST_OBJECTS,
             .options = CE_OPTIONS(threshold_rows, threshold_options)},
    .check = check_threshold,
    .run = run_threshold,
};
