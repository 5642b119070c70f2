#include "generate/mle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/matrix.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "core/random.h"
#include "kmeans/kmeans.h"
#include "linalg/linalg.h"

#define TOLERANCE 1e-3
#define MOST_P    .8
/* Over-relaxation: Y takes part in Z and W with this weight, the Z of before with the rest. */
#define RELAXATION 1.6
/* rho begins as this share of lambda. If one residual is UNBALANCED times the other it follows, at
 * most by a factor of 2. */
#define FIRST_RHO  .125
#define UNBALANCED 1.5
/* Y with no eigenvalue above this is 0. Two objects that are together make an eigenvalue of 2. */
#define LEAST_EIGENVALUE .01

enum {
    ITERATIONS = 500,
    ADAPTING = 200, /* then rho stays as it is, so that the iteration converges for certain */
    RESTARTS = 10,
    USUAL_ITERATIONS = 55 /* with TOLERANCE, on tables of 150 to 1797 objects: 49 to 63 */
};

/* Sums of a row: the squares of Y - Z, of the change of Z, of Y, of Z and of W; B Z; max(0, B -
 * W). */
enum { GAP, CHANGE, OF_Y, OF_Z, OF_W, FIT, ABOVE, SUMS };

typedef struct {
    size_t n;
    const ce_similarity *graph;
    double edge, none; /* B on an edge, and off it */
    double lambda, rho;
    double *z;   /* owned; n x n, the upper triangle used, as of w and m: Z */
    double *w;   /* owned: the multipliers */
    double *m;   /* owned: what is thresholded */
    double *sum; /* owned; n x SUMS */
} problem;

void ce_mle_report_free(ce_mle_report *report)
{
    free(report->step);
    *report = (ce_mle_report){0};
}

static void problem_free(problem *s)
{
    free(s->z);
    free(s->w);
    free(s->m);
    free(s->sum);
}

static int problem_alloc(problem *s, const ce_similarity *graph, ce_error *err)
{
    size_t n = graph->n;
    int rc = ce_memory_check(n, n, 6 * sizeof *s->z, "the matrices of maximum likelihood",
                             "a sample of the objects", err);

    *s = (problem){.n = n, .graph = graph};
    if (rc)
        return rc;
    s->z = ce_alloc(n * n, sizeof *s->z, err);
    s->w = ce_alloc(n * n, sizeof *s->w, err);
    s->m = ce_alloc(n * n, sizeof *s->m, err);
    s->sum = ce_alloc(n * SUMS, sizeof *s->sum, err);
    return s->z && s->w && s->m && s->sum ? CE_OK : CE_ENOMEM;
}

static size_t count_edges(const ce_similarity *graph)
{
    size_t entries = 0;

    for (size_t i = 0; i < graph->n; i++)
        for (size_t at = graph->row_start[i]; at < graph->row_start[i + 1]; at++)
            entries += (size_t)graph->column[at] != i;
    return entries / 2;
}

/* p, q, lambda of a k into the report, and what follows from them. */
static int set(problem *s, const ce_mle_options *o, size_t edges, int k, ce_mle_report *report,
               ce_error *err)
{
    double pairs = (double)s->n * (double)(s->n - 1) / 2, density = (double)edges / pairs;
    int clusters = k > 2 ? k : 2;

    report->p = o->p > 0 ? o->p : fmin(MOST_P, clusters * density);
    report->q = o->q > 0 ? o->q : fmin(density, report->p / 2);
    if (!(report->p < 1 && report->q < report->p))
        return ce_fail(err, CE_EARG,
                       "mle: edges with probability p = %g inside clusters and q = %g between "
                       "them, 0 < q < p < 1 expected",
                       report->p, report->q);
    s->edge = log(report->p / report->q);
    s->none = log((1 - report->p) / (1 - report->q));
    report->lambda = o->lambda > 0 ? o->lambda
                                   : sqrt(2 *
                                          ((double)edges * s->edge * s->edge +
                                           (pairs - (double)edges) * s->none * s->none) /
                                          (double)s->n);
    s->lambda = report->lambda;
    s->rho = o->rho > 0 ? o->rho : FIRST_RHO * s->lambda;
    return CE_OK;
}

/* B_ij for ascending j of a row; *at: where in the graph's row we are. */
static inline double b_of(const problem *s, size_t i, size_t j, size_t *at)
{
    size_t end = s->graph->row_start[i + 1];

    while (*at < end && (size_t)s->graph->column[*at] < j)
        ++*at;
    if (i == j)
        return 0;
    return *at < end && (size_t)s->graph->column[*at] == j ? s->edge : s->none;
}

static inline double y_of(const problem *s, double z, double w, double b)
{
    double y = z + (b - w) / s->rho;

    if (y < 0)
        return 0;
    return y > 1 ? 1 : y;
}

/* Y = clip(Z + (B - W) / rho); M = relaxed Y + W / rho. */
static void set_matrix(problem *s)
{
    size_t n = s->n;

#pragma omp parallel for schedule(dynamic, 16)
    for (size_t i = 0; i < n; i++)
        for (size_t j = i, at = s->graph->row_start[i]; j < n; j++) {
            double z = s->z[i * n + j], w = s->w[i * n + j], y = y_of(s, z, w, b_of(s, i, j, &at));
            s->m[i * n + j] = RELAXATION * y + (1 - RELAXATION) * z + w / s->rho;
        }
}

/* M is the new Z: W += rho (relaxed Y - Z), and the sums of row i. */
static void correct_row(problem *s, size_t i)
{
    size_t n = s->n;
    double sum[SUMS] = {0};

    for (size_t j = i, at = s->graph->row_start[i]; j < n; j++) {
        double b = b_of(s, i, j, &at), old = s->z[i * n + j], w = s->w[i * n + j],
               y = y_of(s, old, w, b), z = s->m[i * n + j], twice = i == j ? 1 : 2;
        w += s->rho * (RELAXATION * y + (1 - RELAXATION) * old - z);
        s->z[i * n + j] = z;
        s->w[i * n + j] = w;
        sum[GAP] += twice * (y - z) * (y - z);
        sum[CHANGE] += twice * (z - old) * (z - old);
        sum[OF_Y] += twice * y * y;
        sum[OF_Z] += twice * z * z;
        sum[OF_W] += twice * w * w;
        sum[FIT] += twice * b * z;
        sum[ABOVE] += b > w ? twice * (b - w) : 0;
    }
    memcpy(s->sum + i * SUMS, sum, sizeof sum);
}

/* Summed in the order of the rows: the same for any number of threads. */
static ce_mle_step step_of(const problem *s, size_t rank, double nuclear)
{
    double all[SUMS] = {0}, larger;

    for (size_t i = 0; i < s->n; i++)
        for (size_t f = 0; f < SUMS; f++)
            all[f] += s->sum[i * SUMS + f];
    larger = fmax(all[OF_Y], all[OF_Z]);
    return (ce_mle_step){.primal = larger > 0 ? sqrt(all[GAP] / larger) : 0,
                         .dual = all[OF_W] > 0 ? s->rho * sqrt(all[CHANGE] / all[OF_W]) : 0,
                         .objective = all[FIT] - s->lambda * nuclear,
                         .bound = all[ABOVE],
                         .rho = s->rho,
                         .rank = rank};
}

static void balance(problem *s, const ce_mle_step *now)
{
    if (now->primal > UNBALANCED * now->dual || now->dual > UNBALANCED * now->primal)
        s->rho *= now->dual == 0 ? 2 : fmax(.5, fmin(2, sqrt(now->primal / now->dual)));
}

/* Of all solutions together: iterations before this one, and solutions that are left with it. */
typedef struct {
    const ce_progress *progress; /* or NULL */
    size_t before, left;
} course;

/* The residuals fall about as t^-1.5, so t0 iterations with the residual r0 make a whole of
 * t0 (r0 / tolerance)^(2/3). */
static void tell_course(const course *c, const ce_mle_report *report, double tolerance,
                        size_t most)
{
    double done = (double)report->iterations,
           residual = fmax(report->last.primal, report->last.dual),
           all = fmax(done, fmin((double)most, done * pow(residual / tolerance, 2. / 3)));

    ce_progress_report(c->progress, c->before + report->iterations,
                       c->before + (size_t)ceil(all * (double)c->left));
}

/* Already the first eigenproblem may take long, and nothing can be reported from within it. */
static void begin_course(const course *c, const ce_mle_options *o, size_t n)
{
    size_t usual = o->iterations && o->iterations < USUAL_ITERATIONS ? o->iterations
                                                                     : USUAL_ITERATIONS;

    ce_progress_expect(c->progress, (double)(c->left * usual) * ce_threshold_seconds(n));
    ce_progress_report(c->progress, 0, c->left * usual);
}

static int solve(problem *s, const ce_mle_options *o, ce_mle_report *report, const course *c,
                 ce_error *err)
{
    size_t most = o->iterations ? o->iterations : ITERATIONS, n = s->n, rank, capacity = 0;
    double tolerance = o->tolerance > 0 ? o->tolerance : TOLERANCE, nuclear;
    int rc;

    memset(s->z, 0, n * n * sizeof *s->z);
    memset(s->w, 0, n * n * sizeof *s->w);
    while (report->iterations < most && !report->converged) {
        set_matrix(s);
        rc = ce_singular_threshold(s->m, n, s->lambda / s->rho, &rank, &nuclear, err);
        if (!rc)
            rc = ce_grow(&report->step, &capacity, report->iterations + 1, sizeof *report->step,
                         err);
        if (rc)
            return rc;
#pragma omp parallel for schedule(dynamic, 16)
        for (size_t i = 0; i < n; i++)
            correct_row(s, i);
        report->last = report->step[report->iterations++] = step_of(s, rank, nuclear);
        report->converged = report->last.primal < tolerance && report->last.dual < tolerance;
        if (!(o->rho > 0) && report->iterations < ADAPTING)
            balance(s, &report->last);
        tell_course(c, report, tolerance, most);
    }
    return CE_OK;
}

/* Z clipped, the whole of it, into the room of M. */
static void set_y(problem *s)
{
    size_t n = s->n;

    for (size_t i = 0; i < n; i++)
        for (size_t j = i; j < n; j++)
            s->m[i * n + j] = s->m[j * n + i] = fmax(0, fmin(1, s->z[i * n + j]));
}

/* k-means on the rows of Y with all but its k largest eigenvalues left out, from the start of each
 * repeat: columns c, c + count, ... */
static int by_eigenvectors(problem *s, const ce_mle_options *o, const ce_mle_report *report, int k,
                           ce_labels *labels, size_t c, size_t count, ce_error *err)
{
    ce_kmeans_options how = {
        .k = (size_t)k, .init = CE_INIT_PLUSPLUS, .restarts = o->restarts ? o->restarts : RESTARTS};
    size_t n = s->n, width = (size_t)k;
    ce_kmeans_data *data = NULL;
    ce_matrix rows = {0};
    double *values = ce_alloc(width, sizeof *values, err);
    int rc = values ? ce_matrix_alloc(&rows, n, width, err) : CE_ENOMEM;

    set_y(s);
    if (!rc)
        rc = ce_eigen_largest(s->m, n, width, values, rows.values, err);
    if (rc)
        goto done;
    if (values[0] < LEAST_EIGENVALUE) {
        rc = ce_fail(err, CE_EINPUT,
                     "mle: no objects have enough edges to be together at p = %.4g, q = %.4g and "
                     "lambda = %.4g: "
                     "a smaller p or lambda, or more neighbours",
                     report->p, report->q, report->lambda);
        goto done;
    }
    for (size_t i = 0; i < n; i++)
        for (size_t e = 0; e < width; e++)
            rows.values[i * width + e] *= values[e];
    rc = ce_kmeans_prepare(&data, &rows, NULL, err);
    for (size_t column = c; column < labels->m && !rc; column += count) {
        ce_kmeans_result result = {0};
        gsl_rng *rng = ce_random_alloc(o->seed, CE_STREAM_PARTITION, column / count, err);

        rc = rng ? ce_kmeans(data, &how, rng, ce_threads(), &result, err) : CE_ENOMEM;
        if (!rc)
            memcpy(ce_labels_column(labels, column), result.labels, n * sizeof *result.labels);
        ce_kmeans_free(&result);
        gsl_rng_free(rng);
    }
done:
    ce_kmeans_data_free(data);
    ce_matrix_free(&rows);
    free(values);
    return rc;
}

static int by_components(problem *s, ce_labels *all, size_t c, ce_error *err)
{
    int32_t *labels = ce_labels_column(all, c);
    size_t n = s->n, *stack = ce_alloc(n, sizeof *stack, err), held;
    int32_t count = 0;

    if (!stack)
        return CE_ENOMEM;
    set_y(s);
    for (size_t i = 0; i < n; i++)
        labels[i] = CE_MISSING;
    for (size_t i = 0; i < n; i++) {
        if (labels[i] >= 0)
            continue;
        labels[stack[0] = i] = count;
        for (held = 1; held;) {
            const double *y = s->m + stack[--held] * n;
            for (size_t j = 0; j < n; j++)
                if (y[j] > .5 && labels[j] < 0)
                    labels[stack[held++] = j] = count;
        }
        count++;
    }
    free(stack);
    return CE_OK;
}

static int check(const ce_similarity *graph, const int *k, size_t count, const ce_mle_options *o,
                 ce_error *err)
{
    if (!graph->row_start || !(o->p >= 0 && o->p < 1) || !(o->q >= 0 && o->q < 1) ||
        !(o->lambda >= 0) || !(o->rho >= 0) || !(o->tolerance >= 0))
        return ce_fail(err, CE_EARG,
                       "mle: a sparse graph, p and q below 1, and nothing negative expected");
    if (o->repeats > 1 && o->by == CE_MLE_COMPONENTS)
        return ce_fail(err, CE_EARG, "mle: components are the same in every repeat");
    for (size_t c = 0; c < count; c++)
        if (k[c] < 1 || (size_t)k[c] > graph->n)
            return ce_fail(err, k[c] < 1 ? CE_EARG : CE_EINPUT, "mle: k = %d, but " CE_ONLY, k[c],
                           CE_ONLY_OF(graph->n, "object"));
    return CE_OK;
}

int ce_generate_mle(const ce_similarity *graph, const int *k, size_t count,
                    const ce_mle_options *options, ce_labels *labels, ce_mle_report *report,
                    const ce_progress *progress, ce_error *err)
{
    problem s = {0};
    course way = {.progress = progress, .left = options->p > 0 ? 1 : count};
    size_t edges;
    int rc = check(graph, k, count, options, err);

    ce_labels_free(labels);
    if (rc)
        return rc;
    edges = count_edges(graph);
    if (!edges)
        return ce_fail(err, CE_EINPUT, "mle: the graph has no edges");
    rc = ce_labels_alloc(labels, graph->n, count * (options->repeats ? options->repeats : 1), err);
    if (!rc)
        rc = problem_alloc(&s, graph, err);
    if (rc)
        goto done;
    begin_course(&way, options, graph->n);
    for (size_t c = 0; c < count && !rc; c++) {
        if (c && options->p > 0) {
            report[c] = report[c - 1];
            report[c].step = NULL;
        } else {
            rc = set(&s, options, edges, k[c], &report[c], err);
            if (!rc)
                rc = solve(&s, options, &report[c], &way, err);
            way.before += report[c].iterations;
            way.left--;
        }
        if (!rc && options->by == CE_MLE_COMPONENTS)
            rc = by_components(&s, labels, c, err);
        else if (!rc)
            rc = by_eigenvectors(&s, options, &report[c], k[c], labels, c, count, err);
    }
    for (size_t q = 0; q < labels->m && !rc; q++)
        rc = ce_labels_renumber(ce_labels_column(labels, q), graph->n, &labels->k[q], err);
done:
    problem_free(&s);
    if (rc)
        ce_labels_free(labels);
    return rc;
}
