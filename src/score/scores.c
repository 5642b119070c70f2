#include "score/scores.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "score/ami.h"
#include "score/ari.h"
#include "score/assignment.h"
#include "score/nmi.h"
#include "score/standardised_information.h"

typedef enum {
    NMI, NMI_MAX, NMI_SUM, NMI_MIN, NMI_JOINT,
    AMI, AMI_SQRT, AMI_SUM, AMI_MIN, SMI,
    ARI, RAND, ERROR, ACCURACY, PURITY, INVERSE_PURITY,
    VMEASURE, HOMOGENEITY, COMPLETENESS,
    JACCARD, FMI, F, VI, MI, OBJECTS,
    ERROR_UNCONSTRAINED, VIOLATED, MUST_VIOLATED, CANNOT_VIOLATED
} score_kind;

/* U: classes, V: clusters, H: entropy, I: mutual information; S, A, B: pairs together in both, in
 * U, in V. */
static const ce_score_entry entries[] = {
    [NMI] = {"nmi", "mutual information I(U,V) / sqrt(H(U) H(V))", 1, 1},
    [NMI_MAX] = {"nmi-max", "mutual information I(U,V) / max(H(U), H(V))", 1, 1},
    [NMI_SUM] = {"nmi-sum", "mutual information 2 I(U,V) / (H(U) + H(V))", 1, 1},
    [NMI_MIN] = {"nmi-min", "mutual information I(U,V) / min(H(U), H(V))", 1, 1},
    [NMI_JOINT] = {"nmi-joint", "mutual information I(U,V) / H(U,V)", 1, 1},
    [AMI] = {"ami", "adjusted mutual information (I - E[I]) / (max(H(U), H(V)) - E[I])", 1, 1},
    [AMI_SQRT] = {"ami-sqrt", "adjusted mutual information (I - E[I]) / (sqrt(H(U) H(V)) - E[I])",
                  1, 1},
    [AMI_SUM] = {"ami-sum", "adjusted mutual information (I - E[I]) / ((H(U) + H(V))/2 - E[I])", 1,
                 1},
    [AMI_MIN] = {"ami-min", "adjusted mutual information (I - E[I]) / (min(H(U), H(V)) - E[I])", 1,
                 1},
    [SMI] = {"smi", "standardised mutual information (I - E[I]) / SD[I]", 1, 1},
    [ARI] = {"ari", "adjusted Rand index (S - AB/T) / ((A + B)/2 - AB/T)", 1, 1},
    [RAND] = {"rand", "Rand index: share of the pairs that are together in both or apart in both",
              1, 1},
    [ERROR] = {"error", "1 - accuracy", 1, -1},
    [ACCURACY] =
        {"accuracy",
         "share of the objects covered by the best one-to-one map between clusters and classes", 1,
         1},
    [PURITY] = {"purity", "share of the objects in the largest class of their cluster", 0, 1},
    [INVERSE_PURITY] = {"inverse-purity",
                        "share of the objects in the largest cluster of their class", 0, 1},
    [VMEASURE] = {"vmeasure", "harmonic mean of homogeneity and completeness", 1, 1},
    [HOMOGENEITY] = {"homogeneity", "1 - H(U|V) / H(U)", 0, 1},
    [COMPLETENESS] = {"completeness", "1 - H(V|U) / H(V)", 0, 1},
    [JACCARD] = {"jaccard", "Jaccard index of pairs S / (A + B - S)", 1, 1},
    [FMI] = {"fmi", "Fowlkes-Mallows index S / sqrt(AB)", 1, 1},
    [F] = {"f", "pairwise F: harmonic mean of the precision S/B and the recall S/A", 1, 1},
    [VI] = {"vi", "variation of information H(U|V) + H(V|U) in nats; 0 is best", 1, -1},
    [MI] = {"mi", "mutual information I(U,V) in nats", 1, 1},
    [OBJECTS] = {"n", "number of objects that are counted", 1, 0},
    [ERROR_UNCONSTRAINED] =
        {"error-unconstrained",
         "error of the objects that are in no constraint, with the best map for these", 1, -1},
    [VIOLATED] = {"violated", "number of constraints violated: must-violated + cannot-violated", 0,
                  -1},
    [MUST_VIOLATED] = {"must-violated", "number of must-links between two clusters", 0, -1},
    [CANNOT_VIOLATED] = {"cannot-violated", "number of cannot-links inside a cluster", 0, -1},
};

enum { ENTRIES = sizeof entries / sizeof *entries };

ce_catalogue ce_scores_catalogue(void)
{
    return (ce_catalogue){entries, ENTRIES};
}

size_t ce_scores(void)
{
    return ENTRIES;
}

const ce_score_entry *ce_score_entry_at(size_t index)
{
    return &entries[index];
}

int ce_score_find(const char *name, size_t length)
{
    ce_catalogue all = ce_scores_catalogue();

    return ce_catalogue_find(&all, name, length);
}

int ce_score_needs_truth(size_t index)
{
    return index <= ERROR_UNCONSTRAINED;
}

int ce_score_needs_constraints(size_t index)
{
    return index >= ERROR_UNCONSTRAINED;
}

double ce_inverse_purity(const ce_contingency *table)
{
    int64_t covered = 0;

    for (size_t i = 0; i < table->rows; i++) {
        int64_t largest = 0;
        for (size_t c = table->start[i]; c < table->start[i + 1]; c++)
            largest = table->count[c] > largest ? table->count[c] : largest;
        covered += largest;
    }
    return (double)covered / (double)table->n;
}

int ce_purity(const ce_contingency *table, double *purity, ce_error *err)
{
    int64_t *largest = ce_calloc(table->columns, sizeof *largest, err), covered = 0;

    if (!largest)
        return CE_ENOMEM;
    for (size_t c = 0; c < table->cells; c++)
        if (table->count[c] > largest[table->column[c]])
            largest[table->column[c]] = table->count[c];
    for (size_t j = 0; j < table->columns; j++)
        covered += largest[j];
    free(largest);
    *purity = (double)covered / (double)table->n;
    return CE_OK;
}

/* What several measures share. */
typedef struct {
    const ce_contingency *table;
    ce_information information;
    ce_pairs pairs;
    double expected, purity;
    ce_smi smi;
    int64_t overlap;
} shared_parts;

static int is_wanted(const int *which, size_t count, int first, int last)
{
    for (size_t s = 0; s < count; s++)
        if (which[s] >= first && which[s] <= last)
            return 1;
    return 0;
}

static int prepare(shared_parts *p, const int *which, size_t count, ce_error *err)
{
    int rc = CE_OK;

    ce_information_compute(&p->information, p->table);
    if (is_wanted(which, count, ARI, RAND) || is_wanted(which, count, JACCARD, F))
        ce_pairs_count(&p->pairs, p->table);
    if (is_wanted(which, count, AMI, AMI_MIN))
        rc = ce_expected_information(p->table, &p->expected, err);
    if (!rc && is_wanted(which, count, SMI, SMI))
        rc = ce_smi_compute(p->table, &p->smi, err);
    if (!rc && is_wanted(which, count, ERROR, ACCURACY))
        rc = ce_assignment_overlap(p->table, &p->overlap, err);
    if (!rc && is_wanted(which, count, PURITY, PURITY))
        rc = ce_purity(p->table, &p->purity, err);
    return rc;
}

static double value_of(score_kind kind, const shared_parts *p)
{
    const ce_contingency *table = p->table;

    switch (kind) {
    case NMI: return ce_nmi_of(&p->information, CE_NMI_SQRT);
    case NMI_MAX: return ce_nmi_of(&p->information, CE_NMI_MAX);
    case NMI_SUM: return ce_nmi_of(&p->information, CE_NMI_SUM);
    case NMI_MIN: return ce_nmi_of(&p->information, CE_NMI_MIN);
    case NMI_JOINT: return ce_nmi_of(&p->information, CE_NMI_JOINT);
    case AMI: return ce_ami_of(&p->information, p->expected, table, CE_NMI_MAX);
    case AMI_SQRT: return ce_ami_of(&p->information, p->expected, table, CE_NMI_SQRT);
    case AMI_SUM: return ce_ami_of(&p->information, p->expected, table, CE_NMI_SUM);
    case AMI_MIN: return ce_ami_of(&p->information, p->expected, table, CE_NMI_MIN);
    case SMI: return p->smi.smi;
    case ARI: return ce_ari_of(&p->pairs);
    case RAND: return ce_rand(&p->pairs);
    case ERROR: return (double)(table->n - p->overlap) / (double)table->n;
    case ACCURACY: return (double)p->overlap / (double)table->n;
    case PURITY: return p->purity;
    case INVERSE_PURITY: return ce_inverse_purity(table);
    case VMEASURE: return ce_vmeasure(&p->information);
    case HOMOGENEITY: return ce_homogeneity(&p->information);
    case COMPLETENESS: return ce_completeness(&p->information);
    case JACCARD: return ce_jaccard(&p->pairs);
    case FMI: return ce_fowlkes_mallows(&p->pairs);
    case F: return ce_pair_f(&p->pairs);
    case VI: return ce_variation_of_information(&p->information);
    case MI: return p->information.mutual;
    case OBJECTS: break;
    case ERROR_UNCONSTRAINED:
    case VIOLATED:
    case MUST_VIOLATED:
    case CANNOT_VIOLATED: break; /* not of this table */
    }
    return (double)table->n;
}

static double value_of_constraints(score_kind kind, const ce_constrained_part *part,
                                   int64_t overlap)
{
    const ce_contingency *table = &part->unconstrained;

    switch (kind) {
    case ERROR_UNCONSTRAINED:
        return table->n ? (double)(table->n - overlap) / (double)table->n : NAN;
    case MUST_VIOLATED: return (double)part->violations.must;
    case CANNOT_VIOLATED: return (double)part->violations.cannot;
    default: return (double)(part->violations.must + part->violations.cannot);
    }
}

int ce_scores_compute(const ce_contingency *table, const ce_constrained_part *part,
                      const int *which, size_t count, double *value, ce_error *err)
{
    shared_parts parts = {.table = table};
    int64_t overlap = 0; /* of the objects in no constraint */
    int rc = table->n ? prepare(&parts, which, count, err) : CE_OK;

    if (!rc && part && part->unconstrained.n &&
        is_wanted(which, count, ERROR_UNCONSTRAINED, ERROR_UNCONSTRAINED))
        rc = ce_assignment_overlap(&part->unconstrained, &overlap, err);
    for (size_t s = 0; s < count && !rc; s++) {
        score_kind kind = (score_kind)which[s];
        if (ce_score_needs_constraints((size_t)kind))
            value[s] = value_of_constraints(kind, part, overlap);
        else
            value[s] = table->n || kind == OBJECTS ? value_of(kind, &parts) : NAN;
    }
    return rc;
}
