#include "kmeans/kmeans.h"

#include <stdlib.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "kmeans/kmeans_internal.h"
#include "kmeans/kmeans_sums.h"
#include "kmeans/kmeans_transfer.h"

enum { DEFAULT_ITERATIONS = 100, TRANSFER_PASSES = 1000 };

/* A run with the sums behind its centres. */
typedef struct {
    ce_kmeans_run run;
    ce_kmeans_sums sums;
    double *next; /* stride: a new centre */
    double *move; /* k */
    double *own;  /* count: squared distances to the own centre, or NULL */
    int refilled; /* 1: the last update refilled empty clusters */
} lloyd;

static void lloyd_free(lloyd *l)
{
    ce_kmeans_bounds_free(&l->run);
    ce_kmeans_rule_free(&l->run);
    ce_kmeans_sums_free(&l->sums);
    free(l->run.centre);
    free(l->run.alive);
    free(l->run.label);
    free(l->run.changed);
    free(l->run.from);
    free(l->run.block_changes);
    free(l->next);
    free(l->move);
    free(l->own);
}

static int lloyd_alloc(lloyd *l, const ce_kmeans_data *data, size_t k,
                       const ce_kmeans_options *options, int threads, ce_error *err)
{
    ce_kmeans_run *run = &l->run;
    size_t stride = ce_kmeans_stride(data->d), row = stride * sizeof(double);
    int rc;

    *l = (lloyd){.run = {.data = data, .threads = threads, .k = k, .stride = stride}};
    run->centre = ce_alloc(k, row, err);
    run->alive = ce_alloc(k, sizeof *run->alive, err);
    run->label = ce_alloc(data->count, sizeof *run->label, err);
    run->changed = ce_alloc(data->count, sizeof *run->changed, err);
    run->from = ce_alloc(data->count, sizeof *run->from, err);
    run->block_changes =
        ce_alloc(data->count / CE_KMEANS_BLOCK + 1, sizeof *run->block_changes, err);
    l->next = ce_alloc(1, row, err);
    l->move = ce_alloc(k, sizeof *l->move, err);
    if (!run->centre || !run->alive || !run->label || !run->changed || !run->from ||
        !run->block_changes || !l->next || !l->move)
        return CE_ENOMEM;
    rc = ce_kmeans_sums_alloc(&l->sums, run, err);
    if (!rc)
        rc = ce_kmeans_rule_alloc(run, options->rule, err);
    return rc ? rc : ce_kmeans_bounds_alloc(run, options->bound_bytes, err);
}

static void lloyd_reset(lloyd *l)
{
    l->run.begun = 0;
    memset(l->run.alive, 1, l->run.k);
    ce_kmeans_sums_reset(&l->sums, &l->run);
}

/* ---- empty clusters ---- */

static CE_HOT void own_distances(const ce_kmeans_run *run, size_t first, size_t last,
                                 double *distance)
{
    double tail[CE_LANES];

    for (size_t r = first; r < last; r++) {
        const double *row = ce_kmeans_row(run->data, r);
        ce_squared_distance_tail(row, run->data->d, tail);
        distance[r - first] = ce_squared_distance(
            row, tail, run->centre + (size_t)run->settled[r] * run->stride, run->data->d);
    }
}

/* Fills the empty clusters in ascending order. Each gets the row farthest from its centre (ties:
 * the first) out of the clusters of more than one row; a row serves once. While a cluster is empty
 * and k <= count there is such a row, unless a rule holds them. */
static int repair(lloyd *l, ce_error *err)
{
    ce_kmeans_run *run = &l->run;
    size_t count = run->data->count;

    if (!l->own && !(l->own = ce_alloc(count, sizeof *l->own, err)))
        return CE_ENOMEM;
#pragma omp parallel for schedule(static) num_threads(run->threads) if (run->threads > 1)
    for (size_t first = 0; first < count; first += CE_KMEANS_BLOCK)
        own_distances(run, first, first + CE_KMEANS_BLOCK < count ? first + CE_KMEANS_BLOCK : count,
                      l->own + first);
    for (size_t r = 0; run->rule && r < count; r++)
        if (run->rule->held[r] || l->own[r] == 0)
            l->own[r] = -1;
    for (size_t j = 0; j < run->k; j++) {
        size_t far = count;
        int32_t donor;
        if (l->sums.rows[j])
            continue;
        for (size_t r = 0; r < count; r++)
            if (l->sums.rows[run->settled[r]] > 1 && l->own[r] >= 0 &&
                (far == count || l->own[r] > l->own[far]))
                far = r;
        if (far == count)
            break;
        donor = run->settled[far];
        l->own[far] = -1;
        l->refilled = 1;
        run->label[far] = run->settled[far] = (int32_t)j;
        ce_kmeans_sums_move_row(&l->sums, run, far, donor, (int32_t)j);
        ce_kmeans_bounds_forget(run, far);
    }
    return CE_OK;
}

static int treat_empty(lloyd *l, ce_kmeans_empty rule, ce_error *err)
{
    size_t empty = 0;

    l->refilled = 0;
    for (size_t j = 0; j < l->run.k; j++)
        empty += l->sums.rows[j] == 0;
    if (!empty || rule == CE_EMPTY_KEEP)
        return CE_OK;
    if (rule == CE_EMPTY_SINGLETON)
        return repair(l, err);
    for (size_t j = 0; j < l->run.k; j++)
        l->run.alive[j] = l->sums.rows[j] > 0;
    return CE_OK;
}

/* ---- centres ---- */

/* Sets new centres from the sums, and how far each has moved. */
static void move_centres(lloyd *l)
{
    ce_kmeans_run *run = &l->run;
    size_t d = run->data->d;

    memset(l->next, 0, run->stride * sizeof *l->next);
    for (size_t j = 0; j < run->k; j++) {
        double *centre = run->centre + j * run->stride, tail[CE_LANES];
        l->move[j] = 0;
        if (l->sums.rows[j] == 0 || !l->sums.stale[j])
            continue; /* it stays where it is */
        ce_kmeans_sums_mean(&l->sums, run, j, l->next);
        ce_squared_distance_tail(l->next, d, tail);
        l->move[j] = sqrt(ce_squared_distance(l->next, tail, centre, d));
        memcpy(centre, l->next, run->stride * sizeof *centre);
    }
    ce_kmeans_bounds_move(run, l->move);
}

/* ---- the iterations ---- */

static double inertia(const ce_kmeans_run *run, double *block_sum)
{
    size_t count = run->data->count, blocks = (count + CE_KMEANS_BLOCK - 1) / CE_KMEANS_BLOCK;
    double total = 0;

#pragma omp parallel for schedule(static) num_threads(run->threads) if (run->threads > 1)
    for (size_t block = 0; block < blocks; block++) {
        size_t first = block * CE_KMEANS_BLOCK,
               size = count - first < CE_KMEANS_BLOCK ? count - first : CE_KMEANS_BLOCK;
        double distance[CE_KMEANS_BLOCK], sum = 0;
        own_distances(run, first, first + size, distance);
        for (size_t r = 0; r < size; r++)
            sum += ce_kmeans_weight(run->data, first + r) * distance[r];
        block_sum[block] = sum;
    }
    for (size_t block = 0; block < blocks; block++)
        total += block_sum[block];
    return total;
}

/* Whether single rows move after Lloyd's steps. */
static int moves_rows(const ce_kmeans_data *data, const ce_kmeans_options *options)
{
    if (options->algorithm != CE_KMEANS_EITHER)
        return options->algorithm == CE_KMEANS_HARTIGAN;
    return data->d > data->n && data->n <= CE_KMEANS_HARTIGAN_MOST && !options->rule &&
           !options->centres_only;
}

/* One run from the starting centres. It stops when an assignment changes nothing; the sums are then
 * up to date. Or it stops with the assignment after the last allowed update. Labels therefore
 * always belong to the centres that are returned. */
static int iterate(lloyd *l, const ce_kmeans_options *options, size_t *iterations, int *converged,
                   ce_error *err)
{
    size_t most = options->max_iterations ? options->max_iterations : DEFAULT_ITERATIONS;
    int rc, renamed;

    *converged = 0;
    ce_kmeans_bounds_reset(&l->run);
    for (*iterations = 1;; ++*iterations) {
        ce_kmeans_assign_rows(&l->run);
        if (l->run.rule && (rc = ce_kmeans_settle(&l->run, err)))
            return rc;
        *converged = l->run.changes == 0;
        if (*converged || *iterations > most)
            break;
        renamed = l->run.rule && ce_kmeans_only_renamed(&l->run, l->sums.rows);
        ce_kmeans_sums_update(&l->sums, &l->run);
        if ((rc = treat_empty(l, options->empty, err)))
            return rc;
        move_centres(l);
        *converged = renamed && !l->refilled;
        if (*converged)
            break; /* each centre is now that of the cluster under its new number */
        if (options->centres_only && *iterations == most)
            break;
    }
    if (*iterations > most)
        *iterations = most;
    if (*converged && moves_rows(l->run.data, options) &&
        (rc = ce_kmeans_transfer(&l->run, &l->sums, TRANSFER_PASSES, converged, err)))
        return rc;
    if (options->empty != CE_EMPTY_DROP)
        return CE_OK;
    ce_kmeans_sums_update(&l->sums, &l->run);
    return treat_empty(l, CE_EMPTY_DROP, err);
}

/* Keeps the labels of objects, if they are wanted, and the centres, without those that were taken
 * out. */
static int keep_result(const lloyd *l, int centres_only, ce_kmeans_result *result, ce_error *err)
{
    const ce_kmeans_run *run = &l->run;
    const ce_kmeans_data *data = run->data;
    int32_t *number = ce_alloc(run->k, sizeof *number, err);

    if (!result->labels && !centres_only)
        result->labels = ce_alloc(data->n, sizeof *result->labels, err);
    if (!result->centres)
        result->centres = ce_alloc(run->k, data->d * sizeof *result->centres, err);
    if (!number || (!result->labels && !centres_only) || !result->centres) {
        free(number);
        return CE_ENOMEM;
    }
    result->n = data->n;
    result->d = data->d;
    result->k = 0;
    for (size_t j = 0; j < run->k; j++) {
        if (!run->alive[j])
            continue;
        memcpy(result->centres + result->k * data->d, run->centre + j * run->stride,
               data->d * sizeof *run->centre);
        number[j] = (int32_t)result->k++;
    }
    for (size_t i = 0; i < data->n && !centres_only; i++)
        result->labels[i] = number[run->settled[data->of ? (size_t)data->of[i] : i]];
    free(number);
    return CE_OK;
}

int ce_kmeans(const ce_kmeans_data *data, const ce_kmeans_options *options, gsl_rng *rng,
              int threads, ce_kmeans_result *result, ce_error *err)
{
    size_t most = options->rule ? data->count : ce_kmeans_distinct(data),
           k = options->k < most ? options->k : most;
    size_t restarts = options->restarts ? options->restarts : 1;
    double *block_sum = NULL;
    lloyd l;
    int rc;

    ce_kmeans_free(result);
    if (options->k == 0 || options->k > INT32_MAX ||
        (options->init == CE_INIT_GIVEN && !options->start))
        return ce_fail(err, CE_EARG, "k = %zu, a number from 1%s expected", options->k,
                       options->k ? " with its starting centres" : "");
    if (options->rule && (data->of || restarts > 1 || options->empty == CE_EMPTY_DROP))
        return ce_fail(err, CE_EARG,
                       "a rule needs rows that are not merged, one start, and clusters that stay");
    if (options->algorithm == CE_KMEANS_HARTIGAN && (options->rule || options->centres_only))
        return ce_fail(err, CE_EARG, "Hartigan's method goes without a rule, and gives labels");
    if (options->centres_only && (restarts > 1 || options->rule || options->empty != CE_EMPTY_KEEP))
        return ce_fail(err, CE_EARG, "centres alone need one start, and clusters that stay");
    rc = lloyd_alloc(&l, data, k, options, threads < 1 ? 1 : threads, err);
    if (!rc && !(block_sum = ce_alloc(data->count / CE_KMEANS_BLOCK + 1, sizeof *block_sum, err)))
        rc = CE_ENOMEM;
    for (size_t t = 0; t < restarts && !rc; t++) {
        size_t iterations;
        double sum;
        int converged;
        lloyd_reset(&l);
        rc = ce_kmeans_start(data, options, k, rng, l.run.threads, l.run.centre, err);
        if (!rc)
            rc = iterate(&l, options, &iterations, &converged, err);
        if (rc)
            break;
        sum = options->centres_only ? 0 : inertia(&l.run, block_sum);
        if (t > 0 && !(sum < result->inertia))
            continue;
        rc = keep_result(&l, options->centres_only, result, err);
        result->inertia = sum;
        result->iterations = iterations;
        result->converged = converged;
    }
    free(block_sum);
    lloyd_free(&l);
    if (rc)
        ce_kmeans_free(result);
    return rc;
}

/* The labels of objects, and the sums of the clusters. */
static int give_sums(const lloyd *l, int32_t *label, int32_t *rows, ce_exact_sums *sum,
                     ce_error *err)
{
    const ce_kmeans_data *data = l->run.data;
    int rc = CE_OK;

    for (size_t i = 0; i < data->n; i++)
        label[i] = l->run.label[data->of ? (size_t)data->of[i] : i];
    memcpy(rows, l->sums.rows, l->run.k * sizeof *rows);
    for (size_t j = 0; j < l->run.k && !rc; j++)
        for (size_t s = 0; s < data->d && !rc; s++)
            rc = ce_kmeans_sums_give(&l->sums, &l->run, j, s, sum, j * data->d + s, err);
    return rc;
}

int ce_kmeans_sum_up(const ce_kmeans_data *data, const double *centre, size_t k, int threads,
                     int32_t *label, int32_t *rows, ce_exact_sums *sum, double *squared,
                     ce_error *err)
{
    const ce_kmeans_options options = {.k = k, .init = CE_INIT_GIVEN, .start = centre};
    lloyd l;
    int rc = lloyd_alloc(&l, data, k, &options, threads < 1 ? 1 : threads, err);

    if (!rc) {
        lloyd_reset(&l);
        rc = ce_kmeans_start(data, &options, k, NULL, threads, l.run.centre, err);
    }
    if (!rc) {
        ce_kmeans_bounds_reset(&l.run);
        ce_kmeans_assign_rows(&l.run);
        ce_kmeans_sums_update(&l.sums, &l.run);
        rc = give_sums(&l, label, rows, sum, err);
    }
    if (!rc && squared && !(l.own = ce_alloc(data->count, sizeof *l.own, err)))
        rc = CE_ENOMEM;
    if (!rc && squared) {
        own_distances(&l.run, 0, data->count, l.own);
        for (size_t i = 0; i < data->n; i++)
            squared[i] = l.own[data->of ? (size_t)data->of[i] : i];
    }
    lloyd_free(&l);
    return rc;
}

void ce_kmeans_free(ce_kmeans_result *result)
{
    if (!result)
        return;
    free(result->labels);
    free(result->centres);
    *result = (ce_kmeans_result){0};
}
