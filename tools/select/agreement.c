/* How base clusterings agree, and the choice of those that agree most or least. */
#include "score/agreement.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "io/weights.h"
#include "score/choose.h"
#include "select.h"

int select_agreement(const select_call *call, const select_measure *measure,
                     ce_agreement *agreement, const double **similarity, ce_error *err)
{
    static const int parts[] = {[SELECT_BY_NMI] = CE_AGREEMENT_NMI,
                                [SELECT_BY_ARI] = CE_AGREEMENT_ARI,
                                [SELECT_BY_SMI] = CE_AGREEMENT_SMI};
    int rc = ce_agreement_compute(agreement, &call->in->labels, call->in->size,
                                  (ce_normaliser)measure->nmi, parts[measure->by], NULL, err);
    const double *const found[] = {[SELECT_BY_NMI] = agreement->nmi,
                                   [SELECT_BY_ARI] = agreement->ari,
                                   [SELECT_BY_SMI] = agreement->smi};

    *similarity = found[measure->by];
    return rc;
}

static double *mean_agreement(const select_call *call, const select_measure *measure, ce_error *err)
{
    ce_agreement agreement = {0};
    const double *similarity;
    double *value = NULL;

    if (!select_agreement(call, measure, &agreement, &similarity, err))
        value = ce_alloc(agreement.m, sizeof *value, err);
    if (value)
        ce_agreement_mean_with_others(similarity, agreement.m, value);
    ce_agreement_free(&agreement);
    return value;
}

double *select_values(const select_call *call, const select_measure *measure, ce_error *err)
{
    static const char *const means[] = {[SELECT_BY_NMI] = "mean NMI with the others",
                                        [SELECT_BY_ARI] = "mean ARI with the others",
                                        [SELECT_BY_SMI] = "mean SMI with the others"};
    const char *what = measure->weights ? "weight" : means[measure->by];
    const ce_table_format format = ce_cli_format(call->cli);
    double *value = NULL;

    if (!measure->weights)
        value = mean_agreement(call, measure, err);
    else if (ce_weights_read(&value, call->in, measure->weights, &format, err))
        value = NULL;
    for (size_t q = 0; q < call->in->labels.m && value; q++) {
        if (isnan(value[q]))
            ce_cli_detail(call->cli, "%s: no %s", call->in->name[q], what);
        else
            ce_cli_detail(call->cli, "%s: %s %.6g", call->in->name[q], what, value[q]);
    }
    return value;
}

int select_by_value(select_call *call, const select_measure *measure, int members, int least,
                    ce_error *err)
{
    double *value;
    int rc = select_members(call, members, "chosen", err);

    if (rc)
        return rc;
    value = select_values(call, measure, err);
    rc = value ? ce_choose_best(value, call->in->labels.m, call->count, least, call->choice, err)
               : err->status;
    free(value);
    return rc;
}
