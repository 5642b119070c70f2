/* ce-similarity ecmc: co-association with its uncertain entries completed. */
#include "similarity.h"
#include "similarity/matrix_completion.h"
#include "similarity/option_rows.h"

typedef struct {
    double low, high, penalty, growth;
    int iterations;
} ecmc_options;

static const ce_option rows[] = {
    CE_ROW_COMPLETION_LOW(ecmc_options),
    CE_ROW_COMPLETION_HIGH(ecmc_options),
    CE_ROW_COMPLETION_PENALTY(ecmc_options),
    CE_ROW_COMPLETION_GROWTH(ecmc_options),
    CE_ROW_COMPLETION_ITERATIONS(ecmc_options, "iterations", iterations),
};

static void tell(const similarity_call *call, const ce_completion_report *r)
{
    const ecmc_options *o = call->noun;

    if (r->iterations)
        ce_cli_detail(call->cli,
                      "ecmc: %.3g of the pairs observed; %zu iterations, residual %.3g, rank %zu",
                      r->observed, r->iterations, r->residual, r->rank);
    if (r->iterations == (size_t)o->iterations)
        ce_cli_note(call->cli,
                    "ecmc: stopped after %zu iterations with a residual of %.3g (see --iterations)",
                    r->iterations, r->residual);
    if (r->lost > 0)
        ce_cli_note(call->cli,
                    "ecmc: objects left without similarity to any other: %.15g (see --penalty)",
                    r->lost);
}

static int ecmc_pairs(const similarity_call *call, const ce_microclusters *micro, ce_similarity *s,
                      double **twin, ce_error *err)
{
    const ecmc_options *o = call->noun;
    ce_completion_options completion = {.low = o->low,
                                        .high = o->high,
                                        .c = o->penalty,
                                        .iterations = (size_t)o->iterations,
                                        .growth = o->growth,
                                        .progress = ce_cli_step(call->cli)};
    ce_completion_report report = {0};
    int rc = similarity_twin_alloc(micro, twin, err);

    if (!rc)
        rc = ce_completed_coassociation(micro, &completion, s, *twin, &report, err);
    if (!rc)
        tell(call, &report);
    return rc;
}

static int run(const similarity_call *call, ce_error *err)
{
    const ecmc_options *o = call->noun;

    if (o->low > o->high)
        ce_cli_usage(call->cli, "--low %g is above --high %g", o->low, o->high);
    return similarity_write_pairs(call, ecmc_pairs, err);
}

const similarity_noun similarity_ecmc = {
    .noun = {.name = "ecmc",
             .family = "co-association",
             .summary = "matrix completion: replaces uncertain entries of ca by those of a "
                        "matrix of low rank",
             .about = "High co-associations count as 1, low ones as 0, and the others as "
                      "unknown. A matrix of low rank, with few errors, gives the unknown ones. "
                      "It is slow: time grows with the cube of the number of microclusters.",
             .reference = "yi2012",
             .reads = CE_READS_LABELS,
             .cost = CE_COST_MICROCLUSTER_PAIRS,
             .options = CE_OPTIONS(rows, ecmc_options)},
    .run = run,
};
