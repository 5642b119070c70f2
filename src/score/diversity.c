#include "score/diversity.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "score/ari.h"
#include "score/contingency.h"
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

int ce_diversity_entropy(const ce_microclusters *micro, double *entropy, ce_error *err)
{
    ce_pair_counts counts = {0};
    double sum = 0, pairs = 0;
    int rc = ce_pair_counts_compute(&counts, micro, err);

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

void ce_diversity_of_consensus(const double *nmi, const double *ari, size_t m,
                               ce_diversity_about *about)
{
    size_t count;
    double mean, squares = 0;

    about->anmi = mean_defined(nmi, m, &count);
    mean = mean_defined(ari, m, &count);
    for (size_t q = 0; q < m; q++)
        if (!isnan(ari[q]))
            squares += (ari[q] - mean) * (ari[q] - mean);
    about->np1 = 1 - mean;
    about->np2 = count > 1 ? sqrt(squares / (double)(count - 1)) : NAN;
    about->ari = (1 - about->np1 + about->np2) / 2;
    about->np4 = about->np1 == 0 ? NAN : about->np2 / about->np1;
}

int ce_agreement_with_consensus(const ce_labels *labels, const double *size,
                                const ce_labels *consensus, ce_normaliser normaliser, double *nmi,
                                double *ari, int64_t *most_out, ce_error *err)
{
    size_t m = labels->m, n = labels->n;
    int64_t *left_out = ce_calloc(m, sizeof *left_out, err);
    ce_error *failure = ce_calloc(m, sizeof *failure, err);
    int rc = left_out && failure ? CE_OK : CE_ENOMEM;

    if (rc)
        goto done;
#pragma omp parallel for schedule(dynamic, 1)
    for (size_t q = 0; q < m; q++) {
        ce_contingency table = {0};
        for (size_t c = 0; c < consensus->m; c++) {
            if (ce_contingency_build(&table, ce_labels_column(labels, q), labels->k[q],
                                     ce_labels_column(consensus, c), consensus->k[c], size, n,
                                     &failure[q]))
                break;
            nmi[c * m + q] = ce_nmi(&table, normaliser);
            ari[c * m + q] = ce_ari(&table);
            if (table.left_out > left_out[q])
                left_out[q] = table.left_out;
        }
        ce_contingency_free(&table);
    }
    for (size_t q = 0; q < m && !rc; q++) {
        if (failure[q].status)
            rc = ce_fail(err, failure[q].status, "%s", failure[q].text);
        if (left_out[q] > *most_out)
            *most_out = left_out[q];
    }
done:
    free(left_out);
    free(failure);
    return rc;
}
