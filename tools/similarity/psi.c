/* ce-similarity psi: how alike the memberships of objects are. */
#include "similarity/psi.h"

#include "io/membership_table.h"
#include "similarity.h"
#include "similarity/coassociation.h"

typedef struct {
    int kl;
} psi_options;

static const ce_option rows[] = {
    {0, "kl", CE_FLAG, NULL, 0, 0, NULL, NULL, offsetof(psi_options, kl), NULL,
     "by Kullback-Leibler divergences, not by cosines"},
};

/* Hard labels are memberships of 0 and 1: their similarity, of either form, is the co-association
 * over all base clusterings. */
static int compute(const psi_options *o, const ce_label_table *labels,
                   const ce_membership_table *soft, ce_similarity *s, ce_error *err)
{
    if (!soft->membership.n)
        return ce_coassociation_over_all(&labels->labels, NULL, s, NULL, err);
    return o->kl ? ce_psi_divergence(&soft->membership, s, err) : ce_psi(&soft->membership, s, err);
}

static int run(const similarity_call *call, ce_error *err)
{
    ce_table_format format = ce_cli_format(call->cli);
    ce_label_table labels = {0};
    ce_membership_table soft = {0};
    ce_similarity s = {0};
    int rc = ce_ensemble_table_read(&labels, &soft, ce_cli_operand(call->cli, 0), &format, err);

    if (rc)
        goto done;
    ce_cli_detail(call->cli, "%s: %zu objects, %zu base clusterings",
                  soft.membership.n ? "memberships" : "labels", labels.labels.n, labels.labels.m);
    rc = compute(call->noun, &labels, &soft, &s, err);
    if (!rc)
        rc = similarity_write(call, &s, soft.membership.n ? &soft.id : &labels.id, err);
done:
    ce_similarity_free(&s);
    ce_label_table_free(&labels);
    ce_membership_table_free(&soft);
    return rc;
}

const similarity_noun similarity_psi = {
    .noun = {.name = "psi",
             .family = "memberships",
             .summary = "how similar the memberships of objects are (WSPA); from memberships or "
                        "labels",
             .about = "The mean over the base clusterings of the cosine of two objects' "
                      "memberships, or of a similarity made of their divergence. With labels it is "
                      "ca --missing all.",
             .reference = "wce2008",
             .reads = CE_READS_LABELS | CE_READS_MEMBERSHIPS,
             .cost = CE_COST_OBJECT_PAIRS,
             .options = CE_OPTIONS(rows, psi_options)},
    .run = run,
};
