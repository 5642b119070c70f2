#include "similarity/matrix_completion.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "linalg/linalg.h"
#include "similarity/coassociation.h"

/* How far mu may grow, as in inexact ALM. */
#define MOST_GROWTH 1e7

typedef struct {
    size_t n;
    const ce_similarity *ca;
    double low, high, c;
    double mu, most;
    double *root;   /* owned; n: sqrt(size) */
    double *matrix; /* owned; n x n, upper triangle: root_i root_j times A_D - E + Y / mu */
    double *y;      /* owned; packed: the multipliers, 0 where nothing is observed */
    double *sum;    /* owned; 2 n: two sums for each row */
    double norm;    /* ||A_D||_F */
} problem;

enum { NOTHING = -1, USUAL_ITERATIONS = 30 };

/* What is observed of a pair: 0, 1, or NOTHING. */
static inline double observed(const problem *p, double ca)
{
    if (ca >= p->high)
        return 1;
    return ca <= p->low ? 0 : NOTHING;
}

static inline double soft(double x, double threshold)
{
    if (x > threshold)
        return x - threshold;
    return x < -threshold ? x + threshold : 0;
}

static void problem_free(problem *p)
{
    free(p->root);
    free(p->matrix);
    free(p->y);
    free(p->sum);
}

/* n sums of rows in their order: the same for any number of threads. */
static double total(const double *sum, size_t n)
{
    double all = 0;

    for (size_t i = 0; i < n; i++)
        all += sum[i];
    return all;
}

/* root_i root_j A_D into the matrix. Returns a sum over all pairs of objects: of A_D squared, or
 * (count_pairs) the number of pairs observed. Each row adds its part above and on the diagonal. */
static double lay_out(problem *p, int count_pairs)
{
    size_t n = p->n;

#pragma omp parallel for schedule(dynamic, 16)
    for (size_t i = 0; i < n; i++) {
        const double *ca = p->ca->values + ce_packed_index(n, i, i) - i;
        double sum = 0;
        for (size_t j = i; j < n; j++) {
            double a = i == j ? 1 : observed(p, ca[j]), w = p->root[i] * p->root[j];
            p->matrix[i * n + j] = a > 0 ? w : 0;
            if (a > 0 || (count_pairs && a == 0))
                sum += (i == j ? 1 : 2) * w * w;
        }
        p->sum[i] = sum;
    }
    return total(p->sum, n);
}

/* E = 0, Y = A_D / max(||A_D||_2, 1 / c), mu = 1.25 / ||A_D||_2. The largest entry of A_D is 1, on
 * the diagonal. */
static int begin(problem *p, ce_error *err)
{
    double largest, scale, *vector = ce_alloc(p->n, sizeof *vector, err);
    size_t n = p->n;
    int rc = vector ? CE_OK : CE_ENOMEM;

    if (rc)
        goto done;
    p->norm = sqrt(lay_out(p, 0));
    for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1; j < n; j++)
            p->matrix[j * n + i] = p->matrix[i * n + j];
    rc = ce_eigen_largest(p->matrix, n, 1, &largest, vector, err);
    if (rc)
        goto done;
    scale = 1 / fmax(largest, 1 / p->c);
    p->mu = 1.25 / largest;
    p->most = p->mu * MOST_GROWTH;
    lay_out(p, 0);
    for (size_t i = 0, at = 0; i < n; i++)
        for (size_t j = i; j < n; j++, at++) {
            p->y[at] = p->matrix[i * n + j] > 0 ? scale : 0;
            p->matrix[i * n + j] *= 1 + scale / p->mu;
        }
done:
    free(vector);
    return rc;
}

/* Row i of M (kept in s), E, R and Y. The matrix of the next step takes the place of M. The row's
 * parts of ||R||_F^2 and of the squared change of M go to the sums. */
static void correct_row(problem *p, size_t i, double next, double *s)
{
    size_t n = p->n, first = ce_packed_index(n, i, i) - i;
    const double *ca = p->ca->values + first;
    double *row = p->matrix + i * n, *y = p->y + first, *m = s + first, mu = p->mu, sum = 0,
           moved = 0;

    for (size_t j = i; j < n; j++) {
        double w = p->root[i] * p->root[j], a = i == j ? 1 : observed(p, ca[j]), e, r,
               new_m = row[j] / w, twice = i == j ? 1 : 2;
        moved += twice * (w * (new_m - m[j])) * (w * (new_m - m[j]));
        m[j] = new_m;
        if (a < 0) /* not observed: no residual, and the next matrix has M here, as it stands */
            continue;
        e = soft(a - m[j] + y[j] / mu, p->c / mu);
        r = a - m[j] - e;
        y[j] += mu * r;
        row[j] = w * (a - e + y[j] / next);
        sum += twice * (w * r) * (w * r);
    }
    p->sum[i] = sum;
    p->sum[n + i] = moved;
}

static int iterate(problem *p, const ce_completion_options *o, ce_similarity *s,
                   ce_completion_report *report, ce_error *err)
{
    size_t most = o->iterations ? o->iterations : 500;
    double tolerance = o->tolerance > 0 ? o->tolerance : 1e-7,
           growth = o->growth > 0 ? o->growth : 1.5;
    int rc;

    ce_progress_report(o->progress, 0, USUAL_ITERATIONS);
    do {
        double next = fmin(growth * p->mu, p->most);
        rc = ce_singular_threshold(p->matrix, p->n, 1 / p->mu, &report->rank, NULL, err);
        if (rc)
            return rc;
#pragma omp parallel for schedule(dynamic, 16)
        for (size_t i = 0; i < p->n; i++)
            correct_row(p, i, next, s->values);
        p->mu = next;
        report->residual = sqrt(total(p->sum, p->n)) / p->norm;
        report->change = sqrt(total(p->sum + p->n, p->n)) / p->norm;
        report->iterations++;
        ce_progress_report(o->progress, report->iterations,
                           report->iterations < USUAL_ITERATIONS ? USUAL_ITERATIONS
                                                                 : report->iterations + 1);
    } while ((report->residual >= tolerance || (growth == 1 && report->change >= tolerance)) &&
             report->iterations < most);
    return CE_OK;
}

/* The weight of errors, of so many objects. */
static double usual_weight(double objects)
{
    return 3 / sqrt(objects);
}

static int problem_init(problem *p, const ce_similarity *ca, const double *size,
                        const ce_completion_options *o, ce_completion_report *report, ce_error *err)
{
    size_t n = ca->n;
    double objects = 0;
    int rc;

    *p = (problem){.n = n, .ca = ca, .low = o->low, .high = o->high};
    if (!(o->low >= 0 && o->low <= o->high && o->high <= 1))
        return ce_fail(err, CE_EARG,
                       "matrix completion with entries up to %g observed as 0 and from %g as 1",
                       o->low, o->high);
    if (!(o->c >= 0) || !(o->growth == 0 || o->growth >= 1))
        return ce_fail(err, CE_EARG,
                       "matrix completion with errors that weigh %g and a penalty that grows by %g",
                       o->c, o->growth);
    /* the matrix, the multipliers, and eigenvectors twice, of which up to half are needed */
    rc = ce_memory_check(n, n, 5 * sizeof *p->y / 2, "the matrices of matrix completion",
                         "a sample of the objects", err);
    if (rc)
        return rc;
    p->root = ce_alloc(n, sizeof *p->root, err);
    p->matrix = ce_alloc(n * n, sizeof *p->matrix, err);
    p->y = ce_alloc(n * (n + 1) / 2, sizeof *p->y, err);
    p->sum = ce_alloc(2 * n, sizeof *p->sum, err);
    if (!p->root || !p->matrix || !p->y || !p->sum)
        return CE_ENOMEM;
    for (size_t i = 0; i < n; i++) {
        p->root[i] = size ? sqrt(size[i]) : 1;
        objects += size ? size[i] : 1;
    }
    p->c = o->c > 0 ? o->c : usual_weight(objects);
    report->observed = lay_out(p, 1) / (objects * objects);
    return begin(p, err);
}

/* Entries of M below this count as 0. */
#define LEAST_ENTRY 1e-6

/* Entries are multiples of this. Half of it is below the tolerance of the iterations. */
#define GRAIN 0x1p-23

/* An entry in [0, 1], rounded: what is equal in exact numbers is then equal, and does not depend on
 * the last bits of the products of this processor. */
static double settled(double x)
{
    return rint(fmax(0, fmin(1, x)) / GRAIN) * GRAIN;
}

/* Clips M to [0, 1] and rounds it. Its diagonal goes to twin and becomes 1. Returns how many
 * objects have nothing
 * left. */
static double finish(const problem *p, const double *size, ce_similarity *s, double *twin)
{
    size_t n = p->n;
    double *largest = p->sum, lost = 0;

    for (size_t i = 0; i < n; i++)
        largest[i] = s->values[ce_packed_index(n, i, i)];
    for (size_t i = 0, at = 0; i < n; i++) {
        if (twin)
            twin[i] = settled(s->values[at]);
        s->values[at++] = 1;
        for (size_t j = i + 1; j < n; j++, at++) {
            s->values[at] = settled(s->values[at]);
            largest[i] = fmax(largest[i], s->values[at]);
            largest[j] = fmax(largest[j], s->values[at]);
        }
    }
    for (size_t i = 0; i < n; i++)
        if (largest[i] < LEAST_ENTRY)
            lost += size ? size[i] : 1;
    return lost;
}

/* Already the first eigenvector takes long, and nothing can be reported from within it. */
static void tell_time(const ce_completion_options *o, size_t n)
{
    ce_progress_expect(o->progress, USUAL_ITERATIONS * ce_threshold_seconds(n));
}

static int complete(const ce_similarity *ca, const double *size,
                    const ce_completion_options *options, ce_similarity *s, double *twin,
                    ce_completion_report *report, ce_error *err)
{
    problem p = {0};
    ce_completion_report own = {0};
    int rc =
        ce_similarity_alloc_dense(s, ca->n, "the completed matrix", "a sample of the objects", err);

    if (!rc)
        rc = problem_init(&p, ca, size, options, &own, err);
    if (!rc)
        rc = iterate(&p, options, s, &own, err);
    if (!rc) {
        own.lost = finish(&p, size, s, twin);
        if (report)
            *report = own;
    }
    problem_free(&p);
    if (rc)
        ce_similarity_free(s);
    return rc;
}

int ce_matrix_completion(const ce_similarity *ca, const double *size,
                         const ce_completion_options *options, ce_similarity *s, double *twin,
                         ce_completion_report *report, ce_error *err)
{
    tell_time(options, ca->n);
    return complete(ca, size, options, s, twin, report, err);
}

static int has_label(const ce_microclusters *micro, size_t i)
{
    for (size_t q = 0; q < micro->rows.m; q++)
        if (ce_labels_column(&micro->rows, q)[i] >= 0)
            return 1;
    return 0;
}

int ce_completed_coassociation(const ce_microclusters *micro, const ce_completion_options *options,
                               ce_similarity *s, double *twin, ce_completion_report *report,
                               ce_error *err)
{
    ce_completion_options with_c = *options;
    ce_similarity ca = {0};
    double objects = 0, *size = ce_alloc(micro->count, sizeof *size, err);
    int rc;

    tell_time(options, micro->count); /* before the co-associations, which take a while too */
    rc = size ? ce_coassociation(&micro->rows, NULL, &ca, options->progress, err) : CE_ENOMEM;
    if (rc)
        goto done;
    /* One row of objects without labels stands for all: their block is always a multiple of the
     * identity. */
    for (size_t i = 0; i < micro->count; i++) {
        size[i] = has_label(micro, i) ? micro->size[i] : 1;
        objects += micro->size[i];
    }
    if (options->c == 0)
        with_c.c = usual_weight(objects);
    rc = complete(&ca, size, &with_c, s, twin, report, err);
    for (size_t i = 0; i < micro->count && !rc && twin; i++)
        if (!has_label(micro, i))
            twin[i] = 0;
done:
    free(size);
    ce_similarity_free(&ca);
    return rc;
}
