#include "score/stability.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "core/microclusters.h"

typedef struct {
    double value, pairs;
} step;

static int by_value(const void *a, const void *b)
{
    double x = ((const step *)a)->value, y = ((const step *)b)->value;

    return (x > y) - (x < y);
}

/* The bins that hold pairs, as steps. Returns how many. *left_out: pairs without a consensus. */
static size_t collect(const ce_pair_counts *counts, step *steps, double *left_out)
{
    size_t width = counts->m + 1, count = 0;

    *left_out = 0;
    for (size_t both = counts->least; both <= counts->m; both++)
        for (size_t same = 0; same <= both; same++) {
            double pairs = counts->count[(both - counts->least) * width + same];
            if (pairs > 0 && both == 0)
                *left_out += pairs;
            else if (pairs > 0)
                steps[count++] = (step){(double)same / (double)both, pairs};
        }
    return count;
}

/* Equal fractions have equal quotients. Different ones have different quotients, since m is far
 * below 2^26. */
static size_t merge_equal(step *steps, size_t count)
{
    size_t kept = 0;

    for (size_t s = 0; s < count; s++)
        if (kept && steps[kept - 1].value == steps[s].value)
            steps[kept - 1].pairs += steps[s].pairs;
        else
            steps[kept++] = steps[s];
    return kept;
}

/* How many bins hold pairs. */
static size_t count_filled(const ce_pair_counts *counts)
{
    size_t bins = (counts->m - counts->least + 1) * (counts->m + 1), filled = 0;

    for (size_t b = 0; b < bins; b++)
        filled += counts->count[b] > 0;
    return filled;
}

int ce_consensus_distribution_build(ce_consensus_distribution *d, const ce_pair_counts *counts,
                                    ce_error *err)
{
    step *steps = ce_alloc(count_filled(counts), sizeof *steps, err);
    int rc = steps ? CE_OK : CE_ENOMEM;

    ce_consensus_distribution_free(d);
    if (rc)
        return rc;
    d->count = collect(counts, steps, &d->left_out);
    qsort(steps, d->count, sizeof *steps, by_value);
    d->count = merge_equal(steps, d->count);
    d->value = ce_alloc(d->count, sizeof *d->value, err);
    d->pairs = ce_alloc(d->count, sizeof *d->pairs, err);
    if (!d->value || !d->pairs) {
        rc = CE_ENOMEM;
        ce_consensus_distribution_free(d);
    }
    for (size_t s = 0; s < d->count; s++) {
        d->value[s] = steps[s].value;
        d->pairs[s] = steps[s].pairs;
        d->total += steps[s].pairs;
    }
    free(steps);
    return rc;
}

static int count_pairs(const ce_labels *labels, const double *size, size_t sample, uint64_t seed,
                       const ce_progress *progress, ce_pair_counts *counts, ce_error *err)
{
    ce_microclusters micro = {0};
    int rc;

    if (sample)
        return ce_pair_counts_sample(counts, labels, size, sample, seed, err);
    rc = ce_microclusters_build(&micro, labels, size, err);
    if (!rc)
        rc = ce_pair_counts_compute(counts, &micro, progress, err);
    ce_microclusters_free(&micro);
    return rc;
}

int ce_consensus_distribution_of_labels(const ce_labels *labels, const double *size, size_t sample,
                                        uint64_t seed, const ce_progress *progress,
                                        ce_consensus_distribution *distribution, ce_error *err)
{
    ce_pair_counts counts = {0};
    int rc = count_pairs(labels, size, sample, seed, progress, &counts, err);

    if (!rc)
        rc = ce_consensus_distribution_build(distribution, &counts, err);
    ce_pair_counts_free(&counts);
    return rc;
}

void ce_consensus_distribution_free(ce_consensus_distribution *d)
{
    if (!d)
        return;
    free(d->value);
    free(d->pairs);
    *d = (ce_consensus_distribution){0};
}

double ce_consensus_cdf(const ce_consensus_distribution *d, double x)
{
    double below = 0;

    for (size_t s = 0; s < d->count && d->value[s] <= x; s++)
        below += d->pairs[s];
    return d->total > 0 ? below / d->total : NAN;
}

double ce_pac(const ce_consensus_distribution *d, double low, double high)
{
    double between = 0;

    for (size_t s = 0; s < d->count; s++)
        if (d->value[s] > low && d->value[s] < high)
            between += d->pairs[s];
    return d->total > 0 ? between / d->total : NAN;
}

double ce_pac_half_open(const ce_consensus_distribution *d, double low, double high)
{
    return ce_consensus_cdf(d, high) - ce_consensus_cdf(d, low);
}

double ce_consensus_entropy(const ce_consensus_distribution *d)
{
    double entropy = 0;

    for (size_t s = 0; s < d->count; s++) {
        double x = d->value[s];
        if (x > 0 && x < 1)
            entropy -= d->pairs[s] * (x * log(x) + (1 - x) * log1p(-x));
    }
    return d->total > 0 ? entropy : NAN;
}

double ce_consensus_area(const ce_consensus_distribution *d)
{
    double together = 0;

    for (size_t s = 0; s < d->count; s++)
        together += d->value[s] * d->pairs[s];
    return d->total > 0 ? (d->total - together) / d->total : NAN;
}

double ce_consensus_delta(int k, double before, double area)
{
    if (k == 2)
        return area;
    return before > 0 ? (area - before) / before : NAN;
}
