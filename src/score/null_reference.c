#include "score/null_reference.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>

static double log_of(double score)
{
    return log(isnan(score) || score > CE_NULL_LEAST ? score : CE_NULL_LEAST);
}

/* Beyond this the beta distribution is a normal one to four digits, and its series is slow. */
static const double large_shape = 1e5;

static double beta_p(double score, double mean, double variance)
{
    double alpha = ((1 - mean) / variance - 1 / mean) * mean * mean, beta = alpha * (1 / mean - 1);

    if (!(mean > 0 && mean < 1 && variance > 0 && variance < mean * (1 - mean)))
        return NAN;
    if (alpha + beta > large_shape)
        return gsl_cdf_ugaussian_P((score - mean) / sqrt(variance));
    return gsl_cdf_beta_P(score, alpha, beta);
}

static double fitted_p(double score, double mean, double variance, ce_null_law law)
{
    if (law == CE_NULL_BETA)
        return beta_p(score, mean, variance);
    return variance > 0 ? gsl_cdf_ugaussian_P((score - mean) / sqrt(variance)) : NAN;
}

/* The mean of the logarithms, and their standard deviation, NaN for one. Of equal ones it is their
 * value to the last bit, and the deviation 0. */
static double mean_of_logs(const double *reference, size_t count, double *sd)
{
    double mean = 0, squares = 0, first = log_of(reference[0]);
    int differ = 0;

    for (size_t b = 0; b < count; b++) {
        mean += log_of(reference[b]);
        differ |= log_of(reference[b]) != first;
    }
    mean = differ ? mean / (double)count : first;
    for (size_t b = 0; b < count; b++)
        squares += pow(log_of(reference[b]) - mean, 2);
    *sd = count > 1 ? sqrt(squares / (double)(count - 1)) : NAN;
    return mean;
}

ce_null_result ce_null_compare(double score, const double *reference, size_t count, ce_null_law law)
{
    const ce_null_result unknown = {NAN, NAN, NAN, NAN, NAN, NAN};
    double mean = gsl_stats_mean(reference, 1, count), mean_log, sd_log, variance = NAN;
    size_t as_low = 1;

    if (isnan(score) || isnan(mean))
        return unknown;
    if (count > 1)
        variance = gsl_stats_variance_m(reference, 1, count, mean);
    for (size_t b = 0; b < count; b++)
        as_low += reference[b] <= score;
    mean_log = mean_of_logs(reference, count, &sd_log);
    return (ce_null_result){
        .mean = mean,
        .se = sqrt(variance / (double)count),
        .rcsi = mean_log - log_of(score),
        .rcsi_se = sd_log / sqrt((double)count),
        .p = (double)as_low / (double)(count + 1),
        .p_fit = fitted_p(fmax(score, CE_NULL_LEAST), mean, variance, law),
    };
}

/* The mean and the standard deviation of the logarithms of one column. The latter is 0 where all
 * are equal, and NaN where one is. */
static double spread_of(const double *score, size_t sets, size_t groups, double *mean)
{
    double squares = 0, first = log_of(score[0]);
    int differ = 0;

    *mean = 0;
    for (size_t i = 0; i < sets; i++) {
        double x = log_of(score[i * groups]);
        *mean += x / (double)sets;
        differ |= x != first;
    }
    for (size_t i = 0; i < sets; i++)
        squares += pow(log_of(score[i * groups]) - *mean, 2);
    return differ ? sqrt(squares / (double)sets) : 0;
}

/* What is equal by the formula differs in the last bits where it comes from different columns, such
 * as the only low score of one and of another. */
#define TIE 1e-9

static double number_at(const double *first, size_t stride, size_t g)
{
    return *(const double *)((const char *)first + g * stride);
}

size_t ce_null_clearest(const double *score, const double *rcsi, size_t stride, size_t groups)
{
    size_t best = groups;
    double most = NAN;

    for (size_t g = 0; g < groups; g++) {
        double here = number_at(rcsi, stride, g);
        if (isnan(here) || here <= most)
            continue;
        best = g;
        most = here;
    }
    if (best == groups || !(number_at(score, stride, best) < CE_NULL_LEAST))
        return best;
    for (size_t g = best + 1; g < groups; g++)
        if (number_at(score, stride, g) < CE_NULL_LEAST && number_at(rcsi, stride, g) > 0)
            best = g;
    return best;
}

double ce_null_any(const double *score, size_t sets, size_t groups, double *least)
{
    size_t as_low = 0;

    for (size_t i = 0; i < sets; i++)
        least[i] = INFINITY;
    for (size_t g = 0; g < groups; g++) {
        double mean, sd = spread_of(score + g, sets, groups, &mean);
        for (size_t i = 0; i < sets && sd > 0; i++)
            least[i] = fmin(least[i], (log_of(score[i * groups + g]) - mean) / sd);
    }
    for (size_t i = 0; i < sets; i++)
        as_low += least[i] <= least[0] + TIE * (1 + fabs(least[0]));
    return isinf(least[0]) ? NAN : (double)as_low / (double)sets;
}

ce_null_verdict ce_null_judge(double p, double references, double level)
{
    if (p <= level)
        return CE_NULL_CLEARER;
    return 1 / (references + 1) > level ? CE_NULL_FEW : CE_NULL_CHANCE;
}

double ce_null_references(double level)
{
    double count = ceil(1 / level) - 1;

    if (!(level > 0))
        return INFINITY;
    while (count < 1 || 1 / (count + 1) > level)
        count++;
    return count;
}
