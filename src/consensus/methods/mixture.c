/*
 * Latent-EM, a mixture of multinomials [topchy2005].
 *
 * The labels y of an object come from one of k components. In a component the base clusterings are
 * independent:
 *
 *     P(y) = sum_c alpha_c prod_q theta_qc(y_q)
 *
 * 1. Start with uniform alpha, and draw each theta_qc from Dirichlet(1).
 * 2. Take EM steps until the log likelihood changes by less than 1e-6 of itself, or `iterations`
 *    times. Missing labels are left out of both steps.
 * 3. Repeat with `restarts` starts. Keep the one of largest likelihood; ties: the first.
 * 4. Each object goes to its likeliest component; ties: the lowest. A component without objects
 *    leaves fewer than k clusters.
 *
 * Microclusters weighted by their sizes give the likelihood of the objects. See doc/readings.md,
 * topchy2005.
 */
#include "consensus/method.h"
#include "consensus/random_starts.h"
#include "consensus/shared_options.h"

#include <float.h>
#include <gsl/gsl_randist.h>
#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "core/parallel.h"

static const double smoothing = 1e-10; /* added to expected counts, so that no theta freezes at 0 */
static const double tolerance = 1e-6;  /* of the relative change of the log likelihood */

typedef struct {
    int objects, restarts, iterations;
} mixture_options;

static const ce_option rows[] = {
    {0, "restarts", CE_INTEGER, "N", 1, 1e6, NULL, "10", offsetof(mixture_options, restarts), NULL,
     "random starts; the most likely fit is kept"},
    {0, "iterations", CE_INTEGER, "N", 1, 1e6, NULL, "200", offsetof(mixture_options, iterations),
     NULL, "largest number of steps in each start"},
    CE_ROW_OBJECTS(mixture_options, objects),
};

typedef struct {
    const ce_microclusters *micro;
    size_t k;
    size_t *start; /* m + 1: label v of q and component c are at [(start[q] + v) * k + c] */
    size_t iterations;
} model;

/* The state of one restart. */
typedef struct {
    double *log_theta; /* start[m] x k */
    double *count;     /* start[m] x k: expected counts of the M step */
    double *log_alpha; /* k */
    double *mass;      /* k: expected objects of a component */
    double *z;         /* k: responsibilities of the row at hand */
} run_state;

static void run_free(run_state *run)
{
    free(run->log_theta);
    free(run->count);
    free(run->log_alpha);
}

static int run_alloc(run_state *run, const model *mix, ce_error *err)
{
    size_t cells = mix->start[mix->micro->rows.m] * mix->k;

    run->log_theta = ce_alloc(cells, sizeof *run->log_theta, err);
    run->count = ce_alloc(cells, sizeof *run->count, err);
    run->log_alpha = ce_alloc(3 * mix->k, sizeof *run->log_alpha, err);
    if (!run->log_theta || !run->count || !run->log_alpha)
        return CE_ENOMEM;
    run->mass = run->log_alpha + mix->k;
    run->z = run->mass + mix->k;
    return CE_OK;
}

/* Sets log theta from the smoothed counts, so that those of each base clustering and component sum
 * to 1. */
static void normalize(const model *mix, run_state *run)
{
    size_t k = mix->k;

    for (size_t q = 0; q < mix->micro->rows.m; q++)
        for (size_t c = 0; c < k; c++) {
            double sum = 0;
            for (size_t v = mix->start[q]; v < mix->start[q + 1]; v++)
                sum += run->count[v * k + c] + smoothing;
            for (size_t v = mix->start[q]; v < mix->start[q + 1]; v++)
                run->log_theta[v * k + c] = log((run->count[v * k + c] + smoothing) / sum);
        }
}

static void start_random(const model *mix, run_state *run, gsl_rng *rng)
{
    size_t cells = mix->start[mix->micro->rows.m] * mix->k;

    /* exponentials, normalised, are Dirichlet(1) */
    for (size_t at = 0; at < cells; at++)
        run->count[at] = gsl_ran_exponential(rng, 1);
    for (size_t c = 0; c < mix->k; c++)
        run->log_alpha[c] = -log((double)mix->k);
    normalize(mix, run);
}

/* Sets z for row i. Returns the log likelihood of the row. */
static double responsibilities(const model *mix, run_state *run, size_t i)
{
    size_t k = mix->k;
    double largest = -DBL_MAX, sum = 0;

    for (size_t c = 0; c < k; c++)
        run->z[c] = run->log_alpha[c];
    for (size_t q = 0; q < mix->micro->rows.m; q++) {
        int32_t label = ce_labels_column(&mix->micro->rows, q)[i];
        if (label < 0)
            continue;
        const double *theta = run->log_theta + (mix->start[q] + (size_t)label) * k;
        for (size_t c = 0; c < k; c++)
            run->z[c] += theta[c];
    }
    for (size_t c = 0; c < k; c++)
        largest = run->z[c] > largest ? run->z[c] : largest;
    for (size_t c = 0; c < k; c++) {
        run->z[c] = exp(run->z[c] - largest);
        sum += run->z[c];
    }
    for (size_t c = 0; c < k; c++)
        run->z[c] /= sum;
    return largest + log(sum);
}

/* One E step, which also sums the expected counts. Returns the log likelihood of all objects. */
static double expectation(const model *mix, run_state *run)
{
    const ce_microclusters *micro = mix->micro;
    size_t k = mix->k, cells = mix->start[micro->rows.m] * k;
    double likelihood = 0;

    for (size_t at = 0; at < cells; at++)
        run->count[at] = 0;
    for (size_t c = 0; c < k; c++)
        run->mass[c] = 0;
    for (size_t i = 0; i < micro->count; i++) {
        likelihood += micro->size[i] * responsibilities(mix, run, i);
        for (size_t c = 0; c < k; c++) {
            run->z[c] *= micro->size[i];
            run->mass[c] += run->z[c];
        }
        for (size_t q = 0; q < micro->rows.m; q++) {
            int32_t label = ce_labels_column(&micro->rows, q)[i];
            if (label < 0)
                continue;
            double *count = run->count + (mix->start[q] + (size_t)label) * k;
            for (size_t c = 0; c < k; c++)
                count[c] += run->z[c];
        }
    }
    return likelihood;
}

/* One M step. */
static void maximization(const model *mix, run_state *run)
{
    double total = 0;

    for (size_t c = 0; c < mix->k; c++)
        total += run->mass[c] + smoothing;
    for (size_t c = 0; c < mix->k; c++)
        run->log_alpha[c] = log((run->mass[c] + smoothing) / total);
    normalize(mix, run);
}

/* What a restart finds. */
typedef struct {
    double likelihood; /* its logarithm */
    int32_t labels[];  /* a component per microcluster, ties to the lowest */
} fit;

static int run_restart(const void *state, gsl_rng *rng, ce_restart_steps *steps, void *result,
                       ce_error *err)
{
    const model *mix = state;
    fit *found = result;
    run_state run = {0};
    int rc = run_alloc(&run, mix, err);
    double before;

    if (rc)
        goto done;
    start_random(mix, &run, rng);
    found->likelihood = expectation(mix, &run);
    ce_restart_step(steps);
    for (size_t t = 1; t < mix->iterations; t++) {
        before = found->likelihood;
        maximization(mix, &run);
        found->likelihood = expectation(mix, &run);
        ce_restart_step(steps);
        if (fabs(found->likelihood - before) <= tolerance * fabs(before))
            break;
    }
    for (size_t i = 0; i < mix->micro->count; i++) {
        responsibilities(mix, &run, i);
        found->labels[i] = 0;
        for (size_t c = 1; c < mix->k; c++)
            if (run.z[c] > run.z[found->labels[i]])
                found->labels[i] = (int32_t)c;
    }
done:
    run_free(&run);
    return rc;
}

static int is_likelier(const void *a, const void *b)
{
    const fit *x = a, *y = b;

    return x->likelihood > y->likelihood;
}

/* The labels of the best restart into small. */
static int run_restarts(const ce_run *run, const model *mix, size_t restarts, ce_partition *small,
                        ce_error *err)
{
    size_t n = mix->micro->count, bytes = sizeof(fit) + n * sizeof(int32_t);
    const ce_restart_options options = {.restarts = restarts,
                                        .bytes = bytes,
                                        .run = run_restart,
                                        .better = is_likelier,
                                        .state = mix,
                                        .steps = mix->iterations,
                                        .may_end = 1};
    void *found = NULL;
    int rc = ce_random_start_labels(run, &options, n, offsetof(fit, labels), small, &found, err);

    free(found);
    return rc;
}

/* Each restart that runs has two tables and its labels. */
static int check_memory(const model *mix, size_t restarts, ce_error *err)
{
    size_t threads = (size_t)ce_threads(), at_once = restarts < threads ? restarts : threads;
    size_t tables = at_once * 2 * sizeof(double) * mix->k, labels = (at_once + 2) * sizeof(int32_t);
    int rc = ce_memory_check(mix->start[mix->micro->rows.m], tables, 1,
                             "the components of each restart", "fewer clusters or threads", err);

    return rc ? rc
              : ce_memory_check(mix->micro->count, labels, 1, "the labels of each restart",
                                "fewer threads", err);
}

static int run_mixture(const ce_run *run, ce_partition *result, ce_error *err)
{
    const mixture_options *o = run->settings->values;
    const ce_microclusters *micro;
    ce_partition small = {0};
    model mix = {.k = run->k, .iterations = (size_t)o->iterations};
    int rc = ce_ensemble_check_k(run->ensemble, run->method->about.name, run->k, o->objects, err);

    if (!rc)
        rc = ce_ensemble_micro(run->ensemble, o->objects, &micro, err);
    if (rc)
        return rc;
    mix.micro = micro;
    mix.start = ce_calloc(micro->rows.m + 1, sizeof *mix.start, err);
    if (!mix.start)
        return CE_ENOMEM;
    for (size_t q = 0; q < micro->rows.m; q++)
        mix.start[q + 1] = mix.start[q] + (size_t)micro->rows.k[q];
    rc = check_memory(&mix, (size_t)o->restarts, err);
    if (!rc)
        rc = run_restarts(run, &mix, (size_t)o->restarts, &small, err);
    if (!rc)
        rc = ce_microclusters_expand(micro, &small, result, err);
    free(mix.start);
    ce_partition_free(&small);
    return rc;
}

const ce_method ce_method_mixture = {
    .about = {.name = "mixture",
              .family = "votes and mixtures",
              .summary = "Latent-EM: a mixture of multinomials over labels",
              .about = "The labels of an object come from one of k components, and are "
                       "independent inside a component. The EM algorithm fits the components, "
                       "and an object goes to its most likely one.",
              .reference = "topchy2005",
              .page = "clens-mixture",
              .reads = CE_READS_LABELS,
              .needs = CE_USES_K,
              .cost = CE_COST_OBJECTS,
              .options = CE_OPTIONS(rows, mixture_options)},
    .run = run_mixture,
};
