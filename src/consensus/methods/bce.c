/*
 * BCE, Bayesian cluster ensembles [wang2011]: each object is a mixture of k components of its own.
 *
 *     theta_i ~ Dirichlet(alpha)     the shares of the components in object i
 *     z_ij    ~ theta_i              the component from which base clustering j draws
 *     x_ij    ~ beta_(z_ij, j)       the label
 *
 * Given the labels, theta_i is taken as Dirichlet(gamma_i), and z_ij as drawn from phi_ij. Each
 * step makes a lower bound of the log likelihood larger, or keeps it:
 *
 * 1. phi_ijh is proportional to exp(psi(gamma_ih)) beta_hj(x_ij), and gamma_ih is alpha_h plus the
 *    sum of phi_ijh over the base clusterings j.
 * 2. beta_hj(v) is proportional to `smoothing` + the sum of phi_ijh over the objects with x_ij = v.
 * 3. alpha maximises its part of the bound, by Newton's method. A step is halved while it does not
 *    make this part larger; alpha stays within least_alpha and most_alpha.
 *
 * A start ends when the bound rises by at most `tolerance` of itself, or after `iterations` steps.
 * Of `restarts` starts that of the largest bound is kept; ties: the first. An object goes to the
 * component of its largest gamma; ties: the lowest. A component that is nobody's largest leaves
 * fewer than k clusters.
 *
 * Missing labels have no z, so they are left out everywhere. Microclusters weighted by their sizes
 * have the bound of the objects. See doc/readings.md, wang2011.
 */
#include "consensus/method.h"
#include "consensus/random_starts.h"
#include "consensus/shared_options.h"

#include <float.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_sf_gamma.h>
#include <gsl/gsl_sf_psi.h>
#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "core/random.h"

static const double least_alpha = 1e-6, most_alpha = 1e6;
static const double small_change = 1e-6; /* of the sum of alpha, which ends Newton's method */

enum { ROWS, RANDOM }; /* --start */

typedef struct {
    int objects, restarts, iterations, start;
    double tolerance, smoothing;
} bce_options;

static const ce_option rows[] = {
    {0, "start", CE_CHOICE, "HOW", 0, 0, "rows|random", "rows", offsetof(bce_options, start), NULL,
     "components start from k rows of labels far apart, or with random probabilities"},
    {0, "restarts", CE_INTEGER, "N", 1, 1e6, NULL, "10", offsetof(bce_options, restarts), NULL,
     "starts; the fit of the largest bound is kept"},
    {0, "iterations", CE_INTEGER, "N", 1, 1e6, NULL, "200", offsetof(bce_options, iterations), NULL,
     "largest number of steps in each start"},
    {0, "tolerance", CE_REAL, "X", 0, 1, NULL, "1e-5", offsetof(bce_options, tolerance), NULL,
     "a start ends when the bound rises by at most this part of itself"},
    {0, "smoothing", CE_REAL, "X", 1e-12, 1e6, NULL, "1e-6", offsetof(bce_options, smoothing), NULL,
     "added to the expected count of each label in each component"},
    CE_ROW_OBJECTS(bce_options, objects),
};

typedef struct {
    const ce_microclusters *micro;
    const bce_options *o;
    size_t k;
    size_t *start;   /* m + 1: label v of j and component h are at [(start[j] + v) * k + h] */
    double *present; /* of each microcluster, how many labels it has */
    double total;    /* objects */
} model;

/* The state of one start. */
typedef struct {
    double *beta;     /* start[m] x k */
    double *count;    /* start[m] x k: expected counts, from which beta comes */
    double *psi;      /* microclusters x k: psi(gamma) */
    double prior;     /* smoothing times the sum of log beta: its part of the bound */
    double *alpha;    /* k, and so are all below */
    double *all_logs; /* sum over objects of the expected log theta */
    double *weight;   /* of the row at hand: exp(psi(gamma)), the largest as 1, */
    double *log_weight;
    double *part;                         /* phi of one label times what they sum to, */
    double *sum;                          /* and the sum of phi over the labels */
    double *gradient, *curvature, *trial; /* of alpha */
} run_state;

static int32_t label_at(const model *b, size_t i, size_t j)
{
    return ce_labels_column(&b->micro->rows, j)[i];
}

static void run_free(run_state *run)
{
    free(run->beta);
    free(run->count);
    free(run->psi);
    free(run->alpha);
}

static int run_alloc(run_state *run, const model *b, ce_error *err)
{
    size_t k = b->k, cells = b->start[b->micro->rows.m] * k;

    run->beta = ce_alloc(cells, sizeof *run->beta, err);
    run->count = ce_alloc(cells, sizeof *run->count, err);
    run->psi = ce_alloc(b->micro->count * k, sizeof *run->psi, err);
    run->alpha = ce_alloc(9 * k, sizeof *run->alpha, err);
    if (!run->beta || !run->count || !run->psi || !run->alpha)
        return CE_ENOMEM;
    run->all_logs = run->alpha + k;
    run->weight = run->alpha + 2 * k;
    run->log_weight = run->alpha + 3 * k;
    run->part = run->alpha + 4 * k;
    run->sum = run->alpha + 5 * k;
    run->gradient = run->alpha + 6 * k;
    run->curvature = run->alpha + 7 * k;
    run->trial = run->alpha + 8 * k;
    return CE_OK;
}

/* psi(x), x > 0: recurrence and the asymptotic series. That of GSL takes six times as long, and is
 * the same to 2e-15. */
static double digamma(double x)
{
    static const double term[] = {1 / 12.,  -1 / 120.,     1 / 252., -1 / 240.,
                                  1 / 132., -691 / 32760., 1 / 12.};
    double before = 0, series = 0, y;

    for (; x < 8; x += 1)
        before += 1 / x;
    y = 1 / (x * x);
    for (size_t t = sizeof term / sizeof *term; t-- > 0;)
        series = (series + term[t]) * y;
    return log(x) - .5 / x - series - before;
}

/* beta from the smoothed counts. */
static void normalize(const model *b, run_state *run)
{
    size_t k = b->k;
    double smoothing = b->o->smoothing, logs = 0;

    for (size_t j = 0; j < b->micro->rows.m; j++)
        for (size_t h = 0; h < k; h++) {
            double sum = 0;
            for (size_t v = b->start[j]; v < b->start[j + 1]; v++)
                sum += run->count[v * k + h] + smoothing;
            for (size_t v = b->start[j]; v < b->start[j + 1]; v++) {
                run->beta[v * k + h] = (run->count[v * k + h] + smoothing) / sum;
                logs += log(run->beta[v * k + h]);
            }
        }
    run->prior = smoothing * logs;
}

/* The share of base clusterings in which two rows differ, of those that label both; 1 if none. */
static double distance(const model *b, size_t i, size_t other)
{
    size_t both = 0, differ = 0;

    for (size_t j = 0; j < b->micro->rows.m; j++) {
        int32_t x = label_at(b, i, j), y = label_at(b, other, j);
        both += x >= 0 && y >= 0;
        differ += x >= 0 && y >= 0 && x != y;
    }
    return both ? (double)differ / (double)both : 1;
}

/* Draws k rows as k-means++ draws its centres. label: the nearest of them for each row, the first
 * of equally near ones. near, weight: room for each row. */
static void draw_rows(const model *b, gsl_rng *rng, int32_t *label, double *near, double *weight)
{
    size_t n = b->micro->count;

    for (size_t i = 0; i < n; i++)
        weight[i] = b->micro->size[i];
    for (size_t h = 0; h < b->k; h++) {
        size_t drawn = ce_random_weighted(rng, weight, n, NULL);
        if (drawn == n) /* all rows are at no distance: they differ in missing labels only */
            drawn = ce_random_below(rng, n);
        for (size_t i = 0; i < n; i++) {
            double d = distance(b, i, drawn);
            if (!h || d < near[i]) {
                near[i] = d;
                label[i] = (int32_t)h;
            }
            weight[i] = b->micro->size[i] * near[i] * near[i];
        }
    }
}

/* Counts the labels of the rows nearest to each of k rows; each label counts 1 / k more, so that
 * no component excludes any. */
static int start_from_rows(const model *b, run_state *run, gsl_rng *rng, ce_error *err)
{
    size_t n = b->micro->count, k = b->k, cells = b->start[b->micro->rows.m] * k;
    int32_t *label = ce_alloc(n, sizeof *label, err);
    double *room = ce_alloc(n, 2 * sizeof *room, err);
    int rc = label && room ? CE_OK : CE_ENOMEM;

    for (size_t at = 0; at < cells; at++)
        run->count[at] = 1 / (double)k;
    if (!rc)
        draw_rows(b, rng, label, room, room + n);
    for (size_t i = 0; i < n && !rc; i++)
        for (size_t j = 0; j < b->micro->rows.m; j++) {
            int32_t v = label_at(b, i, j);
            if (v >= 0)
                run->count[(b->start[j] + (size_t)v) * k + (size_t)label[i]] += b->micro->size[i];
        }
    free(label);
    free(room);
    return rc;
}

static int start(const model *b, run_state *run, gsl_rng *rng, ce_error *err)
{
    size_t k = b->k, cells = b->start[b->micro->rows.m] * k;
    int rc = CE_OK;

    if (b->o->start == ROWS)
        rc = start_from_rows(b, run, rng, err);
    else /* exponentials, normalised, are Dirichlet(1) */
        for (size_t at = 0; at < cells; at++)
            run->count[at] = gsl_ran_exponential(rng, 1);
    if (rc)
        return rc;
    normalize(b, run);
    for (size_t h = 0; h < k; h++)
        run->alpha[h] = 1 / (double)k;
    for (size_t at = 0; at < b->micro->count * k; at++)
        run->psi[at] = 0; /* the same gamma for all components */
    return CE_OK;
}

/* weight and log_weight for row i. */
static void weigh(const model *b, run_state *run, size_t i)
{
    const double *psi = run->psi + i * b->k;
    double largest = -DBL_MAX;

    for (size_t h = 0; h < b->k; h++)
        largest = psi[h] > largest ? psi[h] : largest;
    for (size_t h = 0; h < b->k; h++) {
        run->log_weight[h] = psi[h] - largest;
        run->weight[h] = exp(run->log_weight[h]);
    }
}

/* Sets sum to the sum of phi over the labels of row i, and adds phi to the counts. Returns the sum
 * over the labels of the logarithms of what phi is divided by. */
CE_HOT CE_UNROLLED static double add_labels(const model *b, run_state *run, size_t i)
{
    size_t k = b->k;
    const double *weight = run->weight;
    double *restrict part = run->part, *restrict sum = run->sum;
    double size = b->micro->size[i], logs = 0, product = 1;

    for (size_t h = 0; h < k; h++)
        sum[h] = 0;
    for (size_t j = 0; j < b->micro->rows.m; j++) {
        int32_t v = label_at(b, i, j);
        if (v < 0)
            continue;
        size_t at = (b->start[j] + (size_t)v) * k;
        const double *beta = run->beta + at;
        double *restrict count = run->count + at;
        double all = 0;
        for (size_t h = 0; h < k; h++)
            part[h] = weight[h] * beta[h];
        for (size_t h = 0; h < k; h++)
            all += part[h];
        product *= all; /* a logarithm now and then; all is above 1e-30 */
        if (product < 1e-200) {
            logs += log(product);
            product = 1;
        }
        all = 1 / all;
        for (size_t h = 0; h < k; h++) {
            part[h] *= all;
            sum[h] += part[h];
            count[h] += size * part[h];
        }
    }
    return logs + log(product);
}

/* Step 1 for row i. Its label into *label. Returns its part of the bound, without what depends on
 * alpha and on the number of labels only. */
static double step_row(const model *b, run_state *run, size_t i, int32_t *label)
{
    double *psi = run->psi + i * b->k, bound, largest = 0;

    weigh(b, run, i);
    bound = add_labels(b, run, i);
    for (size_t h = 0; h < b->k; h++) {
        double gamma = run->alpha[h] + run->sum[h];
        bound += gsl_sf_lngamma(gamma) - run->sum[h] * run->log_weight[h];
        psi[h] = digamma(gamma);
        if (gamma > largest) {
            largest = gamma;
            *label = (int32_t)h;
        }
    }
    return bound;
}

/* Step 1, for all. Returns the bound, with beta and alpha as they are. */
static double expectation(const model *b, run_state *run, int32_t *label)
{
    size_t k = b->k, cells = b->start[b->micro->rows.m] * k;
    double bound = run->prior, all = 0, constant = 0;

    for (size_t at = 0; at < cells; at++)
        run->count[at] = 0;
    for (size_t h = 0; h < k; h++) {
        run->all_logs[h] = 0;
        all += run->alpha[h];
        constant -= gsl_sf_lngamma(run->alpha[h]);
    }
    constant += gsl_sf_lngamma(all);
    for (size_t i = 0; i < b->micro->count; i++) {
        double size = b->micro->size[i], mean = digamma(all + b->present[i]);
        bound += size * (constant - gsl_sf_lngamma(all + b->present[i]));
        bound += size * step_row(b, run, i, &label[i]);
        for (size_t h = 0; h < k; h++)
            run->all_logs[h] += size * (run->psi[i * k + h] - mean);
    }
    return bound;
}

/* The part of the bound that depends on alpha. */
static double alpha_part(const model *b, const run_state *run, const double *alpha)
{
    double all = 0, bound = 0;

    for (size_t h = 0; h < b->k; h++) {
        all += alpha[h];
        bound += alpha[h] * run->all_logs[h] - b->total * gsl_sf_lngamma(alpha[h]);
    }
    return bound + b->total * gsl_sf_lngamma(all);
}

/* gradient: Newton's step, to be subtracted from alpha. The Hessian is a diagonal plus a constant,
 * so this is O(k). What is at an end of the range and would leave it is held. Returns the sum of
 * alpha. */
static double newton_step(const model *b, run_state *run)
{
    double *gradient = run->gradient, *curvature = run->curvature;
    double all = 0, above = 0, below, psi;

    for (size_t h = 0; h < b->k; h++)
        all += run->alpha[h];
    psi = digamma(all);
    below = 1 / (b->total * gsl_sf_psi_1(all));
    for (size_t h = 0; h < b->k; h++) {
        double alpha = run->alpha[h];
        gradient[h] = b->total * (psi - digamma(alpha)) + run->all_logs[h];
        curvature[h] = -b->total * gsl_sf_psi_1(alpha);
        if ((alpha <= least_alpha && gradient[h] < 0) || (alpha >= most_alpha && gradient[h] > 0))
            curvature[h] = 0;
        else {
            above += gradient[h] / curvature[h];
            below += 1 / curvature[h];
        }
    }
    for (size_t h = 0; h < b->k; h++)
        gradient[h] = curvature[h] < 0 ? (gradient[h] - above / below) / curvature[h] : 0;
    return all;
}

/* Takes Newton's step, or the first of its halves, quarters, ... that makes *bound larger. Returns
 * by how much alpha changed; 0 if none does. */
static double take_step(const model *b, run_state *run, double *bound)
{
    for (double share = 1; share > 1e-12; share /= 2) {
        double change = 0, value;
        for (size_t h = 0; h < b->k; h++) {
            double to = run->alpha[h] - share * run->gradient[h];
            to = to < most_alpha ? to : most_alpha;
            run->trial[h] = to > least_alpha ? to : least_alpha;
        }
        value = alpha_part(b, run, run->trial);
        if (!(value > *bound))
            continue;
        for (size_t h = 0; h < b->k; h++) {
            change += fabs(run->trial[h] - run->alpha[h]);
            run->alpha[h] = run->trial[h];
        }
        *bound = value;
        return change;
    }
    return 0;
}

/* Step 3. With one component the bound does not depend on alpha. */
static void fit_alpha(const model *b, run_state *run)
{
    double bound = alpha_part(b, run, run->alpha), all, change;

    for (int t = 0; t < 100 && b->k > 1; t++) {
        all = newton_step(b, run);
        change = take_step(b, run, &bound);
        if (change <= small_change * all)
            return;
    }
}

/* What a start finds. */
typedef struct {
    double bound;
    double alpha; /* the sum */
    int steps;
    int32_t labels[]; /* a component per microcluster */
} fit;

static int run_restart(const void *state, gsl_rng *rng, ce_restart_steps *steps, void *result,
                       ce_error *err)
{
    const model *b = state;
    fit *found = result;
    run_state run = {0};
    double before;
    int rc = run_alloc(&run, b, err);

    if (!rc)
        rc = start(b, &run, rng, err);
    if (rc)
        goto done;
    found->bound = expectation(b, &run, found->labels);
    ce_restart_step(steps);
    for (found->steps = 1; found->steps < b->o->iterations; found->steps++) {
        before = found->bound;
        normalize(b, &run);
        fit_alpha(b, &run);
        found->bound = expectation(b, &run, found->labels);
        ce_restart_step(steps);
        if (found->bound - before <= b->o->tolerance * fabs(before)) {
            found->steps++;
            break;
        }
    }
    found->alpha = 0;
    for (size_t h = 0; h < b->k; h++)
        found->alpha += run.alpha[h];
done:
    run_free(&run);
    return rc;
}

static int is_better(const void *a, const void *b)
{
    const fit *x = a, *y = b;

    return x->bound > y->bound;
}

/* The labels of the best start into small. */
static int run_restarts(const ce_run *run, const model *b, ce_partition *small, ce_error *err)
{
    size_t n = b->micro->count, bytes = sizeof(fit) + n * sizeof(int32_t);
    const ce_restart_options options = {.restarts = (size_t)b->o->restarts,
                                        .bytes = bytes,
                                        .run = run_restart,
                                        .better = is_better,
                                        .state = b,
                                        .steps = (size_t)b->o->iterations,
                                        .may_end = 1};
    void *found = NULL;
    int rc = ce_random_start_labels(run, &options, n, offsetof(fit, labels), small, &found, err);

    if (!rc) {
        const fit *best = found;
        ce_tell(&run->report->messages, CE_DETAIL, "%s: bound %.9g, steps %d, sum of alpha %.3g",
                run->column, best->bound, best->steps, best->alpha);
    }
    free(found);
    return rc;
}

/* Each start that runs has two tables, what it knows of each microcluster, and labels. */
static int check_memory(const model *b, ce_error *err)
{
    size_t restarts = (size_t)b->o->restarts, threads = (size_t)ce_threads();
    size_t at_once = restarts < threads ? restarts : threads;
    size_t tables = at_once * 2 * sizeof(double) * b->k;
    size_t rest = at_once * (sizeof(double) * (b->k + 2) + 2 * sizeof(int32_t)) + sizeof(int32_t);
    int rc = ce_memory_check(b->start[b->micro->rows.m], tables, 1, "the components of each start",
                             "fewer clusters or threads", err);

    return rc ? rc
              : ce_memory_check(b->micro->count, rest, 1, "the memberships of each start",
                                "fewer clusters or threads", err);
}

/* start and present are the caller's to free, also after a failure. */
static int describe(model *b, ce_error *err)
{
    const ce_microclusters *micro = b->micro;

    b->start = ce_calloc(micro->rows.m + 1, sizeof *b->start, err);
    b->present = ce_calloc(micro->count, sizeof *b->present, err);
    if (!b->start || !b->present)
        return CE_ENOMEM;
    for (size_t j = 0; j < micro->rows.m; j++) {
        b->start[j + 1] = b->start[j] + (size_t)micro->rows.k[j];
        for (size_t i = 0; i < micro->count; i++)
            b->present[i] += label_at(b, i, j) >= 0;
    }
    for (size_t i = 0; i < micro->count; i++)
        b->total += micro->size[i];
    return check_memory(b, err);
}

static int run_bce(const ce_run *run, ce_partition *result, ce_error *err)
{
    const bce_options *o = run->settings->values;
    ce_partition small = {0};
    model b = {.k = run->k, .o = o};
    int rc = ce_ensemble_check_k(run->ensemble, run->method->about.name, run->k, o->objects, err);

    if (!rc)
        rc = ce_ensemble_micro(run->ensemble, o->objects, &b.micro, err);
    if (!rc)
        rc = describe(&b, err);
    if (!rc)
        rc = run_restarts(run, &b, &small, err);
    if (!rc)
        rc = ce_microclusters_expand(b.micro, &small, result, err);
    free(b.start);
    free(b.present);
    ce_partition_free(&small);
    return rc;
}

const ce_method ce_method_bce = {
    .about = {.name = "bce",
              .family = "votes and mixtures",
              .summary = "Bayesian cluster ensembles: each object is a mixture of components",
              .about = "Each object has shares of k components, drawn from a Dirichlet "
                       "distribution, and each of its labels comes from a component drawn by "
                       "these shares. A variational EM algorithm fits the components, and an "
                       "object goes to the one of its largest share.",
              .reference = "wang2011",
              .page = "clens-bce",
              .reads = CE_READS_LABELS,
              .needs = CE_USES_K,
              .cost = CE_COST_OBJECTS,
              .options = CE_OPTIONS(rows, bce_options)},
    .run = run_bce,
};
