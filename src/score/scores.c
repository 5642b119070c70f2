#include "score/scores.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "score/ami.h"
#include "score/ari.h"
#include "score/assignment.h"
#include "score/element_centric.h"
#include "score/nmi.h"
#include "score/standardised_information.h"

static int is_one_of(ce_score score, const ce_score *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (list[i] == score)
            return 1;
    return 0;
}

int ce_score_is_symmetric(ce_score score)
{
    static const ce_score one_sided[] = {
        CE_SCORE_PURITY,   CE_SCORE_INVERSE_PURITY, CE_SCORE_HOMOGENEITY,    CE_SCORE_COMPLETENESS,
        CE_SCORE_VIOLATED, CE_SCORE_MUST_VIOLATED,  CE_SCORE_CANNOT_VIOLATED};

    return !is_one_of(score, one_sided, sizeof one_sided / sizeof *one_sided);
}

int ce_score_direction(ce_score score)
{
    static const ce_score less_is_better[] = {CE_SCORE_ERROR,
                                              CE_SCORE_VI,
                                              CE_SCORE_ERROR_UNCONSTRAINED,
                                              CE_SCORE_VIOLATED,
                                              CE_SCORE_MUST_VIOLATED,
                                              CE_SCORE_CANNOT_VIOLATED,
                                              CE_SCORE_DB,
                                              CE_SCORE_CONNECTIVITY};

    if (score == CE_SCORE_OBJECTS)
        return 0;
    return is_one_of(score, less_is_better, sizeof less_is_better / sizeof *less_is_better) ? -1
                                                                                            : 1;
}

int ce_score_needs_truth(ce_score score)
{
    return score <= CE_SCORE_ERROR_UNCONSTRAINED;
}

int ce_score_needs_constraints(ce_score score)
{
    return score >= CE_SCORE_ERROR_UNCONSTRAINED && score <= CE_SCORE_CANNOT_VIOLATED;
}

int ce_score_needs_distances(ce_score score)
{
    return score >= CE_SCORE_SILHOUETTE && score <= CE_SCORE_CONNECTIVITY;
}

int ce_score_needs_ensemble(ce_score score)
{
    return score >= CE_SCORE_ANMI;
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
    if (is_wanted(which, count, CE_SCORE_ARI, CE_SCORE_RAND) ||
        is_wanted(which, count, CE_SCORE_JACCARD, CE_SCORE_F))
        ce_pairs_count(&p->pairs, p->table);
    if (is_wanted(which, count, CE_SCORE_AMI, CE_SCORE_AMI_MIN))
        rc = ce_expected_information(p->table, &p->expected, err);
    if (!rc && is_wanted(which, count, CE_SCORE_SMI, CE_SCORE_SMI))
        rc = ce_smi_compute(p->table, &p->smi, err);
    if (!rc && is_wanted(which, count, CE_SCORE_ERROR, CE_SCORE_ACCURACY))
        rc = ce_assignment_overlap(p->table, &p->overlap, err);
    if (!rc && is_wanted(which, count, CE_SCORE_PURITY, CE_SCORE_PURITY))
        rc = ce_purity(p->table, &p->purity, err);
    return rc;
}

static double value_of(ce_score kind, const shared_parts *p)
{
    const ce_contingency *table = p->table;

    switch (kind) {
    case CE_SCORE_NMI: return ce_nmi_of(&p->information, CE_NMI_SQRT);
    case CE_SCORE_NMI_MAX: return ce_nmi_of(&p->information, CE_NMI_MAX);
    case CE_SCORE_NMI_SUM: return ce_nmi_of(&p->information, CE_NMI_SUM);
    case CE_SCORE_NMI_MIN: return ce_nmi_of(&p->information, CE_NMI_MIN);
    case CE_SCORE_NMI_JOINT: return ce_nmi_of(&p->information, CE_NMI_JOINT);
    case CE_SCORE_AMI: return ce_ami_of(&p->information, p->expected, table, CE_NMI_MAX);
    case CE_SCORE_AMI_SQRT: return ce_ami_of(&p->information, p->expected, table, CE_NMI_SQRT);
    case CE_SCORE_AMI_SUM: return ce_ami_of(&p->information, p->expected, table, CE_NMI_SUM);
    case CE_SCORE_AMI_MIN: return ce_ami_of(&p->information, p->expected, table, CE_NMI_MIN);
    case CE_SCORE_SMI: return p->smi.smi;
    case CE_SCORE_ARI: return ce_ari_of(&p->pairs);
    case CE_SCORE_RAND: return ce_rand(&p->pairs);
    case CE_SCORE_ERROR: return (double)(table->n - p->overlap) / (double)table->n;
    case CE_SCORE_ACCURACY: return (double)p->overlap / (double)table->n;
    case CE_SCORE_PURITY: return p->purity;
    case CE_SCORE_INVERSE_PURITY: return ce_inverse_purity(table);
    case CE_SCORE_VMEASURE: return ce_vmeasure(&p->information);
    case CE_SCORE_HOMOGENEITY: return ce_homogeneity(&p->information);
    case CE_SCORE_COMPLETENESS: return ce_completeness(&p->information);
    case CE_SCORE_JACCARD: return ce_jaccard(&p->pairs);
    case CE_SCORE_FMI: return ce_fowlkes_mallows(&p->pairs);
    case CE_SCORE_F: return ce_pair_f(&p->pairs);
    case CE_SCORE_ECS: return ce_element_similarity(table);
    case CE_SCORE_VI: return ce_variation_of_information(&p->information);
    case CE_SCORE_MI: return p->information.mutual;
    case CE_SCORE_OBJECTS: break;
    case CE_SCORE_ERROR_UNCONSTRAINED:
    case CE_SCORE_VIOLATED:
    case CE_SCORE_MUST_VIOLATED:
    case CE_SCORE_CANNOT_VIOLATED:
    case CE_SCORE_SILHOUETTE:
    case CE_SCORE_CH:
    case CE_SCORE_DB:
    case CE_SCORE_DUNN:
    case CE_SCORE_CONNECTIVITY:
    case CE_SCORE_ANMI:
    case CE_SCORE_AARI:
    case CE_SCORE_AECS: break; /* not of this table */
    }
    return (double)table->n;
}

static double value_of_constraints(ce_score kind, const ce_constrained_part *part, int64_t overlap)
{
    const ce_contingency *table = &part->unconstrained;

    switch (kind) {
    case CE_SCORE_ERROR_UNCONSTRAINED:
        return table->n ? (double)(table->n - overlap) / (double)table->n : NAN;
    case CE_SCORE_MUST_VIOLATED: return (double)part->violations.must;
    case CE_SCORE_CANNOT_VIOLATED: return (double)part->violations.cannot;
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
        is_wanted(which, count, CE_SCORE_ERROR_UNCONSTRAINED, CE_SCORE_ERROR_UNCONSTRAINED))
        rc = ce_assignment_overlap(&part->unconstrained, &overlap, err);
    for (size_t s = 0; s < count && !rc; s++) {
        ce_score kind = (ce_score)which[s];
        if (ce_score_needs_constraints(kind))
            value[s] = value_of_constraints(kind, part, overlap);
        else if (ce_score_needs_distances(kind) || ce_score_needs_ensemble(kind))
            value[s] = NAN;
        else
            value[s] = table->n || kind == CE_SCORE_OBJECTS ? value_of(kind, &parts) : NAN;
    }
    return rc;
}
