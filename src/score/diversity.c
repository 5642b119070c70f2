#include "score/diversity.h"

#include <math.h>
#include <stdlib.h>

#include "core/each.h"
#include "core/memory.h"
#include "score/ari.h"
#include "score/contingency.h"
#include "score/element_centric.h"
#include "score/pair_counts.h"

double ce_diversity_mean(const double *similarity, size_t m)
{
    double sum = 0;
    size_t pairs = 0;

    for (size_t p = 0; p < m; p++)
        for (size_t q = p + 1; q < m; q++)
            if (!isnan(similarity[p * m + q])) {
                sum += 1 - similarity[p * m + q];
                pairs++;
            }
    return pairs ? sum / (double)pairs : NAN;
}

/* The entropy of a share same / both, in bits. */
static double binary_entropy(size_t same, size_t both)
{
    double p = (double)same / (double)both, q = (double)(both - same) / (double)both;

    return same == 0 || same == both ? 0 : -(p * log2(p) + q * log2(q));
}

int ce_diversity_entropy(const ce_microclusters *micro, const ce_progress *progress,
                         double *entropy, ce_error *err)
{
    ce_pair_counts counts = {0};
    double sum = 0, pairs = 0;
    int rc = ce_pair_counts_compute(&counts, micro, progress, err);

    if (rc)
        return rc;
    for (size_t both = counts.least ? counts.least : 1; both <= counts.m; both++)
        for (size_t same = 0; same <= both; same++) {
            double count = counts.count[(both - counts.least) * (counts.m + 1) + same];
            if (count == 0)
                continue;
            sum += count * binary_entropy(same, both);
            pairs += count;
        }
    *entropy = pairs > 0 ? sum / pairs : NAN;
    ce_pair_counts_free(&counts);
    return CE_OK;
}

/* The mean of the values that are defined, and their number. Summed from the first one on, so that
 * equal values are their own mean. */
static double mean_defined(const double *value, size_t m, size_t *count)
{
    double first = NAN, sum = 0;

    *count = 0;
    for (size_t q = 0; q < m; q++) {
        if (isnan(value[q]))
            continue;
        if (!(*count)++)
            first = value[q];
        sum += value[q] - first;
    }
    return *count ? first + sum / (double)*count : NAN;
}

void ce_likeness_free(ce_likeness *likeness)
{
    free(likeness->nmi);
    free(likeness->ari);
    free(likeness->ecs);
    *likeness = (ce_likeness){0};
}

void ce_diversity_of_consensus(const ce_likeness *likeness, size_t column, size_t m,
                               ce_diversity_about *about)
{
    const double *ari = likeness->ari + column * m;
    size_t count;
    double mean, squares = 0;

    about->anmi = mean_defined(likeness->nmi + column * m, m, &count);
    about->aecs = mean_defined(likeness->ecs + column * m, m, &count);
    mean = mean_defined(ari, m, &count);
    for (size_t q = 0; q < m; q++)
        if (!isnan(ari[q]))
            squares += (ari[q] - mean) * (ari[q] - mean);
    about->aari = mean;
    about->np1 = 1 - mean;
    about->np2 = count > 1 ? sqrt(squares / (double)(count - 1)) : NAN;
    about->ari = (1 - about->np1 + about->np2) / 2;
    about->np4 = about->np1 == 0 ? NAN : about->np2 / about->np1;
}

/* What base clusterings are compared with results by. */
typedef struct {
    const ce_labels *labels, *consensus;
    const double *size;
    ce_normaliser normaliser;
    ce_likeness *likeness;
    int64_t *left_out; /* of each base clustering: the most that a result leaves out */
} sides;

/* Base clustering q with all results. */
static int agree_with_all(void *state, size_t q, ce_error *err)
{
    const sides *s = state;
    size_t m = s->labels->m;
    ce_contingency table = {0};
    int rc = CE_OK;

    for (size_t c = 0; c < s->consensus->m && !rc; c++) {
        rc = ce_contingency_build(&table, ce_labels_column(s->labels, q), s->labels->k[q],
                                  ce_labels_column(s->consensus, c), s->consensus->k[c], s->size,
                                  s->labels->n, err);
        if (rc)
            break;
        s->likeness->nmi[c * m + q] = ce_nmi(&table, s->normaliser);
        s->likeness->ari[c * m + q] = ce_ari(&table);
        s->likeness->ecs[c * m + q] = ce_element_similarity(&table);
        if (table.left_out > s->left_out[q])
            s->left_out[q] = table.left_out;
    }
    ce_contingency_free(&table);
    return rc;
}

int ce_agreement_with_consensus(const ce_labels *labels, const double *size,
                                const ce_labels *consensus, ce_normaliser normaliser,
                                ce_likeness *likeness, int64_t *most_out, ce_error *err)
{
    size_t m = labels->m, cells = consensus->m * m;
    sides s = {labels,     consensus, size,
               normaliser, likeness,  ce_calloc(m, sizeof *s.left_out, err)};
    int rc = CE_ENOMEM;

    likeness->nmi = ce_alloc(cells, sizeof *likeness->nmi, err);
    likeness->ari = ce_alloc(cells, sizeof *likeness->ari, err);
    likeness->ecs = ce_alloc(cells, sizeof *likeness->ecs, err);
    if (s.left_out && likeness->nmi && likeness->ari && likeness->ecs)
        rc = ce_each(m, 0, agree_with_all, &s, NULL, err);
    for (size_t q = 0; q < m && !rc; q++)
        if (s.left_out[q] > *most_out)
            *most_out = s.left_out[q];
    if (rc)
        ce_likeness_free(likeness);
    free(s.left_out);
    return rc;
}

int ce_diversity_needs_consensus(ce_diversity_measure measure)
{
    return measure >= CE_D_NP1;
}

int ce_diversity_parts(const int *which, size_t count)
{
    int parts = 0;

    for (size_t s = 0; s < count; s++) {
        if (which[s] == CE_D_NMI)
            parts |= CE_DIVERSITY_NMI;
        if (which[s] == CE_D_P)
            parts |= CE_DIVERSITY_ARI;
        if (which[s] == CE_D_ECS || which[s] == CE_D_IC)
            parts |= CE_DIVERSITY_ECS;
        if (which[s] == CE_D_ENTROPY)
            parts |= CE_DIVERSITY_ENTROPY;
    }
    return parts;
}

static int compute_agreement(ce_diversity *d, const ce_labels *labels, const double *size,
                             ce_normaliser normaliser, int parts, ce_error *err)
{
    int which = 0, rc;

    if (parts & CE_DIVERSITY_NMI)
        which |= CE_AGREEMENT_NMI;
    if (parts & CE_DIVERSITY_ARI)
        which |= CE_AGREEMENT_ARI;
    if (parts & CE_DIVERSITY_ECS)
        which |= CE_AGREEMENT_ECS;
    if (!which)
        return CE_OK;
    rc = ce_agreement_compute(&d->agreement, labels, size, normaliser, which, NULL, err);
    d->most_out = d->agreement.most_out;
    return rc;
}

static int compute_entropy(ce_diversity *d, const ce_labels *labels, const double *size,
                           const ce_progress *progress, ce_error *err)
{
    ce_microclusters micro = {0};
    int rc = ce_microclusters_build(&micro, labels, size, err);

    if (!rc)
        rc = ce_diversity_entropy(&micro, progress, &d->entropy, err);
    ce_microclusters_free(&micro);
    return rc;
}

int ce_diversity_compute(ce_diversity *d, const ce_labels *labels, const double *size,
                         const ce_labels *consensus, ce_normaliser normaliser, int parts,
                         const ce_progress *progress, ce_error *err)
{
    int rc;

    ce_diversity_free(d);
    d->m = labels->m;
    rc = compute_agreement(d, labels, size, normaliser, parts, err);
    if (!rc && parts & CE_DIVERSITY_ENTROPY)
        rc = compute_entropy(d, labels, size, progress, err);
    if (!rc && consensus)
        rc = ce_agreement_with_consensus(labels, size, consensus, normaliser, &d->about,
                                         &d->most_out, err);
    if (rc)
        ce_diversity_free(d);
    return rc;
}

void ce_diversity_free(ce_diversity *d)
{
    if (!d)
        return;
    ce_agreement_free(&d->agreement);
    ce_likeness_free(&d->about);
    *d = (ce_diversity){0};
}

double ce_diversity_value(const ce_diversity *d, ce_diversity_measure measure, size_t column)
{
    ce_diversity_about about = {0};

    if (ce_diversity_needs_consensus(measure))
        ce_diversity_of_consensus(&d->about, column, d->m, &about);
    switch (measure) {
    case CE_D_NMI: return ce_diversity_mean(d->agreement.nmi, d->m);
    case CE_D_P: return ce_diversity_mean(d->agreement.ari, d->m);
    case CE_D_ECS: return 1 - ce_diversity_mean(d->agreement.ecs, d->m);
    case CE_D_IC: return ce_inconsistency(d->agreement.ecs, d->m);
    case CE_D_ENTROPY: return d->entropy;
    case CE_D_NP1: return about.np1;
    case CE_D_NP2: return about.np2;
    case CE_D_ARI: return about.ari;
    case CE_D_NP4: return about.np4;
    case CE_D_ANMI: return about.anmi;
    case CE_D_AARI: return about.aari;
    case CE_D_AECS: break;
    }
    return about.aecs;
}
