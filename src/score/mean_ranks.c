#include "score/mean_ranks.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <math.h>
#include <stdlib.h>

#include "core/compare.h"
#include "core/memory.h"

/* ---- the critical difference ---- */

/* P(the range of k normal values < q) = k int phi(z) (Phi(z) - Phi(z - q))^(k - 1) dz, by
 * Simpson's rule: the integrand is smooth, and nothing beyond -9 and 9. */
static double range_below(double q, size_t k)
{
    enum { STEPS = 1800 };
    double sum = 0, step = 18.0 / STEPS;

    for (int i = 0; i <= STEPS; i++) {
        double z = -9 + step * i, inside = gsl_cdf_ugaussian_P(z) - gsl_cdf_ugaussian_P(z - q),
               weight = i == 0 || i == STEPS ? 1
                        : i % 2              ? 4
                                             : 2;
        sum += weight * gsl_ran_ugaussian_pdf(z) * pow(fmax(inside, 0), (double)(k - 1));
    }
    return (double)k * sum * step / 3;
}

double ce_nemenyi_quantile(size_t k, double level)
{
    double low = 0, high = 20;

    while (high - low > 1e-10) {
        double middle = (low + high) / 2;
        if (range_below(middle, k) < 1 - level)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2 / sqrt(2);
}

/* ---- ranks ---- */

typedef struct {
    double value; /* infinite: missing */
    size_t method;
} entry;

/* The best first. Small values are the good ones here. */
static int by_value(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    double u = ce_rank_value(x->value), v = ce_rank_value(y->value);

    if (u != v)
        return u < v ? -1 : 1;
    return x->method < y->method ? -1 : x->method > y->method;
}

static int is_tie(const entry *a, const entry *b)
{
    return ce_rank_value(a->value) == ce_rank_value(b->value);
}

/* Adds the ranks of a data set, of `count` methods. Returns the sum of t^3 - t over its ties. */
static double add_ranks(ce_mean_ranks *r, entry *row, size_t count)
{
    double ties = 0, share = (double)(r->methods + 1) / (double)(count + 1);

    qsort(row, count, sizeof *row, by_value);
    for (size_t first = 0, end; first < count; first = end) {
        double t;
        for (end = first + 1; end < count && is_tie(&row[first], &row[end]); end++)
            ;
        t = (double)(end - first);
        ties += t * t * t - t;
        for (size_t e = first; e < end; e++) {
            r->rank[row[e].method] += (double)(first + end + 1) / 2 * share;
            r->firsts[row[e].method] += first || isinf(row[e].value) ? 0 : 1 / t;
        }
    }
    return ties;
}

static int any_missing(const double *row, size_t k)
{
    for (size_t j = 0; j < k; j++)
        if (isnan(row[j]))
            return 1;
    return 0;
}

/* Sums of ranks, values and firsts. Returns the sum of t^3 - t over all ties. */
static double add_sets(ce_mean_ranks *r, const ce_matrix *value, const ce_mean_rank_options *o,
                       entry *row)
{
    size_t k = r->methods;
    double ties = 0;

    for (size_t i = 0; i < value->rows; i++) {
        const double *cell = value->values + i * k;
        size_t count = 0;
        if (o->missing == CE_RANK_LEAVE && any_missing(cell, k)) {
            r->left_out++;
            continue;
        }
        r->sets++;
        for (size_t j = 0; j < k; j++) {
            if (!isnan(cell[j]))
                row[count++] = (entry){o->smaller ? cell[j] : -cell[j], j};
            else if (o->missing == CE_RANK_LAST)
                row[count++] = (entry){INFINITY, j};
            r->missing[j] += isnan(cell[j]);
            r->mean[j] += isnan(cell[j]) ? 0 : cell[j];
        }
        ties += add_ranks(r, row, count);
    }
    return ties;
}

/* Of the sums of ranks that the methods have now. */
static double friedman_p(const ce_mean_ranks *r, double ties)
{
    double n = (double)r->sets, k = (double)r->methods, squares = 0, scale;

    for (size_t j = 0; j < r->methods; j++)
        squares += (r->rank[j] - n * (k + 1) / 2) * (r->rank[j] - n * (k + 1) / 2);
    scale = n * k * (k + 1) - ties / (k - 1);
    return scale > 0 ? gsl_cdf_chisq_Q(12 * squares / scale, k - 1) : NAN;
}

static int any_of(const size_t *count, size_t k)
{
    for (size_t j = 0; j < k; j++)
        if (count[j])
            return 1;
    return 0;
}

/* Sums become means, and the methods get their order. */
static void finish(ce_mean_ranks *r, const ce_mean_rank_options *o, double ties, entry *row)
{
    double k = (double)r->methods, n = (double)r->sets;

    r->p = NAN;
    if (o->missing != CE_RANK_NONE || !any_of(r->missing, r->methods))
        r->p = friedman_p(r, ties);
    r->difference = ce_nemenyi_quantile(r->methods, o->level) * sqrt(k * (k + 1) / (6 * n));
    for (size_t j = 0; j < r->methods; j++) {
        size_t there = r->sets - r->missing[j];
        r->rank[j] /= o->missing == CE_RANK_NONE ? (double)there : n; /* 0 / 0: none */
        r->mean[j] = there ? r->mean[j] / (double)there : NAN;
        row[j] = (entry){isnan(r->rank[j]) ? INFINITY : r->rank[j], j};
    }
    qsort(row, r->methods, sizeof *row, by_value);
    for (size_t j = 0; j < r->methods; j++)
        r->order[j] = row[j].method;
}

int ce_mean_ranks_find(ce_mean_ranks *r, const ce_matrix *value, const ce_mean_rank_options *o,
                       ce_error *err)
{
    size_t k = value->columns;
    entry *row = NULL;
    double ties;
    int rc = CE_OK;

    ce_mean_ranks_free(r);
    if (k < 2)
        return ce_fail(err, CE_EINPUT, "%zu method, two or more expected", k);
    r->methods = k;
    r->rank = ce_calloc(k, sizeof *r->rank, err);
    r->mean = ce_calloc(k, sizeof *r->mean, err);
    r->firsts = ce_calloc(k, sizeof *r->firsts, err);
    r->missing = ce_calloc(k, sizeof *r->missing, err);
    r->order = ce_alloc(k, sizeof *r->order, err);
    row = ce_alloc(k, sizeof *row, err);
    if (!r->rank || !r->mean || !r->firsts || !r->missing || !r->order || !row)
        rc = CE_ENOMEM;
    if (!rc) {
        ties = add_sets(r, value, o, row);
        if (r->sets < 2)
            rc = ce_fail(err, CE_EINPUT, "%zu data set%s%s, two or more expected", r->sets,
                         r->sets == 1 ? "" : "s", r->left_out ? " without a missing value" : "");
        else
            finish(r, o, ties, row);
    }
    free(row);
    if (rc)
        ce_mean_ranks_free(r);
    return rc;
}

void ce_mean_ranks_free(ce_mean_ranks *r)
{
    if (!r)
        return;
    free(r->rank);
    free(r->mean);
    free(r->firsts);
    free(r->missing);
    free(r->order);
    *r = (ce_mean_ranks){0};
}
