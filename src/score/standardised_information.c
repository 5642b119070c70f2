#include "score/standardised_information.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "score/size_classes.h"

enum {
    PARTS = 96, /* more than the series of a cell has before its terms are rounding errors */
    /* Points on either side of the mode: 12.5 standard deviations, of at most 1000 steps. */
    HALF = 16384,
    POINTS = 2 * HALF
};

/* Weights below this times the mode's do not count. c_r takes their roots, so nothing above 1e-15
 * is lost. */
#define NEGLIGIBLE 1e-30

/* A series ends when this share of the variance of its cell is left. */
#define CAPTURED 1e-14

/* ---- the distribution of one cell ---- */

/* n_ij is the number of objects of a cluster of b among a of n objects. */
typedef struct {
    double a, b, n;
} urn;

/* d(x) = x log(x / mu) - x + mu >= 0. To avoid cancellation near mu, x log(x / mu) = 2 x atanh(v),
 * v = (x - mu) / (x + mu). */
static double surplus(double x, double mu)
{
    double v = (x - mu) / (x + mu), square = v * v, power = v, sum = 0;

    if (x == 0)
        return mu;
    if (fabs(v) > .1)
        return x * log(x / mu) - (x - mu);
    for (int odd = 3; odd <= 19; odd += 2) {
        power *= square;
        sum += power / odd;
    }
    return v * (x - mu) + 2 * x * sum;
}

/* log of the weight of x / the weight of x - 1 = log (a+1-x)(b+1-x) / (x (n-a-b+x)). x need not be
 * whole. Ratios differ little from 1, so log1p is used: the numerator less the denominator is
 * linear in x. */
static double log_ratio(const urn *u, double x)
{
    return log1p(((u->a + 1) * (u->b + 1) - x * (u->n + 2)) / (x * (u->n - u->a - u->b + x)));
}

/* Its derivative. */
static double log_ratio_slope(const urn *u, double x)
{
    return -1 / (u->a + 1 - x) - 1 / (u->b + 1 - x) - 1 / x - 1 / (u->n - u->a - u->b + x);
}

/* The weight of x + stride / the weight of x, the product of the ratios between. For a stride above
 * 1 the sum of their logarithms comes from the Euler-Maclaurin formula. */
static double step_up(const urn *u, double x, double stride)
{
    double low = x + .5, high = low + stride;

    if (stride == 1)
        return (u->a - x) * (u->b - x) / ((x + 1) * (u->n - u->a - u->b + x + 1));
    return exp(stride / 6 *
                   (log_ratio(u, low) + 4 * log_ratio(u, (low + high) / 2) + log_ratio(u, high)) -
               (log_ratio_slope(u, high) - log_ratio_slope(u, low)) / 24);
}

/* The points of one cell, x[first] .. x[last - 1], ascending. Each array has room for POINTS; the
 * mode stands at HALF. value, now and before are times the roots of the weights. */
typedef struct {
    double *x, *weight;
    double *value;        /* d(x), less its mean */
    double *now, *before; /* two orthonormal polynomials that follow each other */
    size_t first, last;
} points;

static int points_alloc(points *p, ce_error *err)
{
    p->x = ce_alloc(5 * (size_t)POINTS, sizeof *p->x, err);
    if (!p->x)
        return CE_ENOMEM;
    p->weight = p->x + POINTS;
    p->value = p->weight + POINTS;
    p->now = p->value + POINTS;
    p->before = p->now + POINTS;
    return CE_OK;
}

/* Weights sum to 1. */
static void list_points(points *p, const urn *u)
{
    double low = fmax(0, u->a + u->b - u->n), high = fmin(u->a, u->b),
           mode = floor((u->a + 1) * ((u->b + 1) / (u->n + 2)));
    double deviation =
               sqrt(u->a / u->n * u->b * (u->n - u->a) / u->n * (u->n - u->b) / fmax(u->n - 1, 1)),
           sum = 0;
    double stride = deviation > 1000 ? floor(deviation / 64) : 1;

    p->first = HALF;
    p->x[HALF] = fmin(fmax(mode, low), high);
    p->weight[HALF] = 1;
    for (size_t i = HALF; i > 0 && p->x[i] - stride >= low && p->weight[i] > NEGLIGIBLE;
         p->first = --i) {
        p->x[i - 1] = p->x[i] - stride;
        p->weight[i - 1] = p->weight[i] / step_up(u, p->x[i - 1], stride);
    }
    p->last = HALF + 1;
    for (size_t i = HALF; i + 1 < POINTS && p->x[i] + stride <= high && p->weight[i] > NEGLIGIBLE;
         p->last = ++i + 1) {
        p->x[i + 1] = p->x[i] + stride;
        p->weight[i + 1] = p->weight[i] * step_up(u, p->x[i], stride);
    }
    for (size_t i = p->first; i < p->last; i++)
        sum += p->weight[i];
    for (size_t i = p->first; i < p->last; i++)
        p->weight[i] /= sum;
}

/* Four sums side by side, in a fixed order. */
CE_HOT static double dot(const double *x, const double *y, size_t n)
{
    double sum[4] = {0};
    size_t i = 0;

    for (; i + 4 <= n; i += 4)
        for (size_t l = 0; l < 4; l++)
            sum[l] += x[i + l] * y[i + l];
    for (; i < n; i++)
        sum[0] += x[i] * y[i];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

/* y += factor x */
CE_HOT static void add(double *y, double factor, const double *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        y[i] += factor * x[i];
}

CE_HOT static void scale(double *x, double factor, size_t n)
{
    for (size_t i = 0; i < n; i++)
        x[i] *= factor;
}

/* ((x - mu) now - beta before) into before. */
CE_HOT static void multiply(const double *x, double mu, const double *now, double beta,
                            double *before, size_t n)
{
    for (size_t i = 0; i < n; i++)
        before[i] = (x[i] - mu) * now[i] - beta * before[i];
}

/* The next orthonormal polynomial becomes p->now, by Stieltjes' recurrence. Returns 0 when there is
 * none. */
static int next_polynomial(points *p, double mu, double *beta)
{
    size_t n = p->last - p->first;
    double *now = p->now + p->first, *next = p->before + p->first, *swap = p->now;

    multiply(p->x + p->first, mu, now, *beta, next, n);
    add(next, -dot(next, now, n), now, n);
    *beta = sqrt(dot(next, next, n));
    if (!(*beta > 0))
        return 0;
    scale(next, 1 / *beta, n);
    p->now = p->before;
    p->before = swap;
    return 1;
}

/* Returns E[d]. coefficient[r], r = 1 .. *parts <= most: the c_r. */
static double expand(points *p, const urn *u, size_t most, double *coefficient, size_t *parts)
{
    double mu = u->a / u->n * u->b, mean = 0, beta = 0, left, all;
    size_t n;

    list_points(p, u);
    n = p->last - p->first;
    for (size_t i = p->first; i < p->last; i++) {
        p->value[i] = surplus(p->x[i], mu);
        mean += p->weight[i] * p->value[i];
    }
    for (size_t i = p->first; i < p->last; i++) {
        p->now[i] = sqrt(p->weight[i]);
        p->before[i] = 0;
        p->value[i] = p->now[i] * (p->value[i] - mean);
    }
    all = left = dot(p->value + p->first, p->value + p->first, n);
    *parts = 0;
    while (*parts < most && *parts + 1 < n && left > CAPTURED * all &&
           next_polynomial(p, mu, &beta)) {
        double c = dot(p->value + p->first, p->now + p->first, n);
        coefficient[++*parts] = c;
        left -= c * c;
    }
    return mean;
}

/* ---- the sum over cells ---- */

/* The clusters of one side by size. root and sum have PARTS + 1 values a class, for r = 0 .. PARTS.
 * A class has no parts above its limit: there are none, or they are beyond any number (a cluster of
 * nearly all objects) and do not count. */
typedef struct {
    ce_size_class *class_;
    size_t count;
    double *root;  /* u_r, r = 1 .. limit */
    size_t *limit; /* <= PARTS */
    double *sum;   /* of c times the other side's roots */
} side;

static int side_alloc(side *s, const int64_t *sum, size_t clusters, double n, ce_error *err)
{
    int rc = ce_size_classes(sum, clusters, &s->class_, &s->count, err);

    if (rc)
        return rc;
    s->root = ce_alloc(s->count * (PARTS + 1), sizeof *s->root, err);
    s->limit = ce_calloc(s->count, sizeof *s->limit, err);
    s->sum = ce_calloc(s->count * (PARTS + 1), sizeof *s->sum, err);
    if (!s->root || !s->limit || !s->sum)
        return CE_ENOMEM;
    for (size_t i = 0; i < s->count; i++) {
        double size = (double)s->class_[i].size, square = 1;
        for (size_t r = 1; r <= PARTS && (double)r <= fmin(size, n - size); r++) {
            square *= (size - (double)r + 1) / (n - size - (double)r + 1);
            if (!(square < 1e140))
                break;
            s->root[i * (PARTS + 1) + r] = sqrt(square);
            s->limit[i] = r;
        }
    }
    return CE_OK;
}

static void side_free(side *s)
{
    free(s->class_);
    free(s->root);
    free(s->limit);
    free(s->sum);
}

/* Returns n E[I]. own[r] and all[r]: the sums of part r over single cells and over all cells.
 * *terms: the size of the variance's terms before they cancel. */
static double add_cells(side *rows, side *columns, double n, points *p, double *own, double *all,
                        double *terms)
{
    double mean = 0, c[PARTS + 1];

    for (size_t i = 0; i < rows->count; i++)
        for (size_t j = 0; j < columns->count; j++) {
            const double *u = rows->root + i * (PARTS + 1), *v = columns->root + j * (PARTS + 1);
            double in_row = (double)rows->class_[i].times,
                   in_column = (double)columns->class_[j].times, times = in_row * in_column;
            urn cell = {(double)rows->class_[i].size, (double)columns->class_[j].size, n};
            size_t parts,
                most = rows->limit[i] < columns->limit[j] ? rows->limit[i] : columns->limit[j];
            mean += times * expand(p, &cell, most, c, &parts);
            for (size_t r = 1; r <= parts; r++) {
                double sign = r % 2 ? -1 : 1, square = c[r] * c[r];
                own[r] += times * square * (1 - sign * u[r] * u[r]) * (1 - sign * v[r] * v[r]);
                rows->sum[i * (PARTS + 1) + r] += in_column * v[r] * c[r];
                columns->sum[j * (PARTS + 1) + r] += in_row * u[r] * c[r];
                all[r] += times * u[r] * v[r] * c[r];
                *terms += times * square * (1 + u[r] * u[r]) * (1 + v[r] * v[r]);
            }
        }
    return mean;
}

/* sum over the clusters of (1 -+ u^2)(their sums)^2 */
static double sum_of_squares(const side *s, size_t r, double sign)
{
    double sum = 0;

    for (size_t i = 0; i < s->count; i++) {
        double u = s->root[i * (PARTS + 1) + r], c = s->sum[i * (PARTS + 1) + r];
        if (r <= s->limit[i])
            sum += (double)s->class_[i].times * (1 - sign * u * u) * c * c;
    }
    return sum;
}

/* n E[I] and the variance of n I. */
static int moments(const ce_contingency *table, double *mean, double *variance, ce_error *err)
{
    double n = (double)table->n, own[PARTS + 1] = {0}, all[PARTS + 1] = {0}, scale = 0;
    side rows = {0}, columns = {0};
    points p = {0};
    int rc = side_alloc(&rows, table->row_sum, table->rows, n, err);

    if (!rc)
        rc = side_alloc(&columns, table->column_sum, table->columns, n, err);
    if (!rc)
        rc = points_alloc(&p, err);
    if (rc)
        goto done;
    *mean = add_cells(&rows, &columns, n, &p, own, all, &scale);
    *variance = 0;
    for (size_t r = 1; r <= PARTS; r++) {
        double sign = r % 2 ? -1 : 1;
        *variance += own[r] + sign * sum_of_squares(&columns, r, sign) +
                     sign * sum_of_squares(&rows, r, sign) + all[r] * all[r];
    }
    if (*variance <= 1e-12 * scale)
        *variance = 0;
done:
    free(p.x);
    side_free(&rows);
    side_free(&columns);
    return rc;
}

/* n I >= 0, summed as d over all cells, as in the moments. d of an empty cell is mu. */
static double observed(const ce_contingency *table)
{
    double n = (double)table->n, sum = 0, seen = 0;

    for (size_t i = 0; i < table->rows; i++)
        for (size_t c = table->start[i]; c < table->start[i + 1]; c++) {
            double mu = (double)table->row_sum[i] / n * (double)table->column_sum[table->column[c]];
            sum += surplus((double)table->count[c], mu);
            seen += mu;
        }
    return sum + fmax(n - seen, 0);
}

static int is_trivial(size_t clusters, int64_t n)
{
    return clusters == 1 || (int64_t)clusters == n;
}

int ce_smi_compute(const ce_contingency *table, ce_smi *smi, ce_error *err)
{
    double n = (double)table->n, mean, variance;
    int rc;

    *smi = (ce_smi){.smi = NAN, .expected = NAN, .deviation = NAN};
    if (table->n == 0)
        return CE_OK;
    if (is_trivial(table->rows_used, table->n) || is_trivial(table->columns_used, table->n)) {
        *smi = (ce_smi){.expected = observed(table) / n};
        return CE_OK;
    }
    rc = moments(table, &mean, &variance, err);
    if (rc)
        return rc;
    smi->expected = mean / n;
    smi->deviation = sqrt(variance) / n;
    smi->smi = variance > 0 ? (observed(table) - mean) / sqrt(variance) : 0;
    return CE_OK;
}
