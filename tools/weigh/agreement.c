/* ce-weigh ncai, anmi and smi: how well the other base clusterings agree with each. */
#include "score/agreement.h"

#include <math.h>

#include "score/ncai.h"
#include "score/nmi.h"
#include "weigh.h"

/* int: ce_normaliser */
#define NMI_ROW(type, by_default) \
    {0, "nmi", CE_CHOICE, "FORM", 0, 0, CE_NORMALISER_NAMES, by_default, \
     offsetof(type, nmi), NULL, "divisor of the mutual information of two base clusterings"}

/* ---- ncai ---- */

typedef struct {
    double beta;
    int nmi;
} ncai_options;

static const ce_option ncai_rows[] = {
    {0, "beta", CE_REAL, "BETA", 0, 1000, NULL, "2", offsetof(ncai_options, beta), NULL,
     "the power of the index"},
    NMI_ROW(ncai_options, "max"),
};

static int run_ncai(const weigh_call *call, double *weight, ce_error *err)
{
    const ncai_options *o = call->noun;

    return ce_ncai(&call->in.labels, call->in.size, (ce_normaliser)o->nmi, o->beta, weight, err);
}

const weigh_noun weigh_ncai = {
    .noun = {.name = "ncai",
             .summary = "normalised crowd agreement: how well the others agree with it (WEAC, "
                        "GP-MGLA)",
             .about = "The mean normalised mutual information with the others, as a share of the "
                      "largest, raised to a power. The power sets how much a base clustering "
                      "loses if few others agree with it.",
             .reference = "huang2015",
             .reads = CE_READS_LABELS,
             .cost = CE_COST_OBJECTS,
             .options = CE_OPTIONS(ncai_rows, ncai_options)},
    .run = run_ncai,
};

/* ---- means with the others ---- */

/* The means with the others are weights, but for those that have none: a base clustering that
 * cannot be compared is worth nothing, a single one 1. */
static void settle(const weigh_call *call, const char *what, double *weight)
{
    for (size_t q = 0; q < call->in.labels.m; q++) {
        if (isnan(weight[q]))
            ce_cli_detail(call->cli, "%s: no %s with the others", call->in.name[q], what);
        else
            ce_cli_detail(call->cli, "%s: mean %s with the others %.6g", call->in.name[q], what,
                          weight[q]);
        if (isnan(weight[q]))
            weight[q] = call->in.labels.m == 1;
    }
}

typedef struct {
    int nmi;
} anmi_options;

static const ce_option anmi_rows[] = {NMI_ROW(anmi_options, "sqrt")};

static int run_anmi(const weigh_call *call, double *weight, ce_error *err)
{
    const anmi_options *o = call->noun;
    int rc = ce_nmi_mean_with_others(&call->in.labels, call->in.size, (ce_normaliser)o->nmi, weight,
                                     err);

    if (!rc)
        settle(call, "NMI", weight);
    return rc;
}

const weigh_noun weigh_anmi = {
    .noun = {.name = "anmi",
             .summary = "the mean normalised mutual information with the others",
             .about = "How much information a base clustering has about the others. If none "
                      "agrees with it, its weight is 0.",
             .reference = "strehl2002",
             .reads = CE_READS_LABELS,
             .cost = CE_COST_OBJECTS,
             .options = CE_OPTIONS(anmi_rows, anmi_options)},
    .run = run_anmi,
};

/* Weights are not below 0, and SMI is for those that agree less than chance does. */
static int run_smi(const weigh_call *call, double *weight, ce_error *err)
{
    size_t m = call->in.labels.m, below = 0;
    double least = 0;
    int rc = ce_smi_mean_with_others(&call->in.labels, call->in.size, weight, NULL, err);

    if (rc)
        return rc;
    settle(call, "SMI", weight);
    for (size_t q = 0; q < m; q++) {
        below += weight[q] < 0;
        least = fmin(least, weight[q]);
        weight[q] = fmax(weight[q], 0);
    }
    if (below)
        ce_cli_note(call->cli,
                    "%zu of %zu base clusterings agree with the others less than by chance (mean "
                    "SMI down to %.3g): weight 0",
                    below, m, least);
    return rc;
}

const weigh_noun weigh_smi = {
    .noun = {.name = "smi",
             .summary = "the mean standardised mutual information with the others, 0 where it is "
                        "negative",
             .about = "How far a base clustering agrees with the others beyond chance, in "
                      "standard deviations. Many clusters are no advantage, as they are with "
                      "anmi.",
             .reference = "romano2014",
             .reads = CE_READS_LABELS,
             .cost = CE_COST_OBJECTS},
    .run = run_smi,
};
