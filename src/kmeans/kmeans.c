#include "kmeans/kmeans.h"

#include <stdlib.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "kmeans/kmeans_internal.h"

enum { DEFAULT_ITERATIONS = 100 };

/* With fewer values than this one thread sums faster. */
enum { WORTH_THREADS = 1 << 15 };

/* A run with the sums behind its centres. Each sum is a double and the errors of its additions. So
 * taking a row out again leaves no trace but some 1e-32 of its size, and centres depend on their
 * present members only, not on earlier ones. */
typedef struct {
    ce_kmeans_run run;
    double *sum, *rest;       /* k x stride: their total is the weighted row sum */
    double *mass, *mass_rest; /* k: weight */
    int32_t *rows;            /* k: distinct rows */
    double *next;             /* stride: a new centre */
    double *move;             /* k */
    double *own;              /* count: squared distances to the own centre, or NULL */
    int refilled;             /* 1: the last update refilled empty clusters */
} lloyd;

static void lloyd_free(lloyd *l)
{
    ce_kmeans_bounds_free(&l->run);
    ce_kmeans_rule_free(&l->run);
    free(l->run.centre);
    free(l->run.alive);
    free(l->run.label);
    free(l->run.changed);
    free(l->run.from);
    free(l->run.block_changes);
    free(l->sum);
    free(l->rest);
    free(l->mass);
    free(l->mass_rest);
    free(l->rows);
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
    l->sum = ce_alloc(k, row, err);
    l->rest = ce_alloc(k, row, err);
    l->mass = ce_alloc(k, sizeof *l->mass, err);
    l->mass_rest = ce_alloc(k, sizeof *l->mass_rest, err);
    l->rows = ce_alloc(k, sizeof *l->rows, err);
    l->next = ce_alloc(1, row, err);
    l->move = ce_alloc(k, sizeof *l->move, err);
    if (!run->centre || !run->alive || !run->label || !run->changed || !run->from ||
        !run->block_changes || !l->sum || !l->rest || !l->mass || !l->mass_rest || !l->rows ||
        !l->next || !l->move)
        return CE_ENOMEM;
    rc = ce_kmeans_rule_alloc(run, options->rule, err);
    return rc ? rc : ce_kmeans_bounds_alloc(run, options->bound_bytes, err);
}

static void lloyd_reset(lloyd *l)
{
    size_t k = l->run.k, row = l->run.stride * sizeof(double);

    l->run.begun = 0;
    memset(l->run.alive, 1, k);
    memset(l->sum, 0, k * row);
    memset(l->rest, 0, k * row);
    memset(l->mass, 0, k * sizeof *l->mass);
    memset(l->mass_rest, 0, k * sizeof *l->mass_rest);
    memset(l->rows, 0, k * sizeof *l->rows);
}

/* ---- sums ---- */

/* sum + rest += value, with the error of the addition (Knuth's two-sum). */
static inline __attribute__((always_inline)) void add_exactly(double *sum, double *rest,
                                                              double value)
{
    double s = *sum + value, v = s - *sum;

    *rest += (*sum - (s - v)) + (value - v);
    *sum = s;
}

/* The same for eight features of weight * x, with the error of the product by Dekker's method. */
static inline __attribute__((always_inline)) void add_lanes(double *sum, double *rest,
                                                            const double *x, double weight)
{
    ce_lanes value = *(const ce_lanes *)x, s, v;

    if (weight != 1 && weight != -1) {
        const double split = 134217729; /* 2^27 + 1 */
        double w_high = split * weight - (split * weight - weight), w_low = weight - w_high;
        ce_lanes x_high = split * value - (split * value - value), x_low = value - x_high,
                 product = weight * value;
        *(ce_lanes *)rest +=
            ((w_high * x_high - product) + w_high * x_low + w_low * x_high) + w_low * x_low;
        value = product;
    } else {
        value = weight * value;
    }
    s = *(ce_lanes *)sum + value;
    v = s - *(ce_lanes *)sum;
    *(ce_lanes *)rest += (*(ce_lanes *)sum - (s - v)) + (value - v);
    *(ce_lanes *)sum = s;
}

/* Adds vectors first .. last-1 of one row, times weight, to the sums of centre j. */
static inline __attribute__((always_inline)) void add_row(lloyd *l, size_t r, int32_t j,
                                                          double weight, size_t first, size_t last)
{
    const ce_kmeans_data *data = l->run.data;
    const double *row = ce_kmeans_row(data, r);
    size_t base = (size_t)j * l->run.stride, whole = data->d / CE_LANES, v = first;
    double tail[CE_LANES];

    for (; v < last && v < whole; v++)
        add_lanes(l->sum + base + v * CE_LANES, l->rest + base + v * CE_LANES, row + v * CE_LANES,
                  weight);
    if (v < last) {
        ce_squared_distance_tail(row, data->d, tail);
        add_lanes(l->sum + base + v * CE_LANES, l->rest + base + v * CE_LANES, tail, weight);
    }
}

static CE_HOT void move_changed(lloyd *l, size_t first, size_t last)
{
    const ce_kmeans_run *run = &l->run;

    for (size_t c = 0; c < run->changes; c++) {
        size_t r = (size_t)run->changed[c];
        double weight = ce_kmeans_weight(run->data, r);
        add_row(l, r, run->settled[r], weight, first, last);
        if (run->from[c] >= 0)
            add_row(l, r, run->from[c], -weight, first, last);
    }
}

static void move_mass(lloyd *l, size_t r, int32_t from, int32_t to)
{
    double weight = ce_kmeans_weight(l->run.data, r);

    add_exactly(&l->mass[to], &l->mass_rest[to], weight);
    l->rows[to]++;
    if (from >= 0) {
        add_exactly(&l->mass[from], &l->mass_rest[from], -weight);
        l->rows[from]--;
    }
}

/* Brings the sums up to the last assignment. Each thread takes some of the features, so each sum is
 * in the order of the rows. */
static void update_sums(lloyd *l)
{
    const ce_kmeans_run *run = &l->run;
    size_t vectors = run->stride / CE_LANES;
    int parts = run->changes * run->data->d < WORTH_THREADS || vectors == 1 ? 1 : run->threads;

    if ((size_t)parts > vectors)
        parts = (int)vectors;
#pragma omp parallel for schedule(static) num_threads(parts) if (parts > 1)
    for (int p = 0; p < parts; p++)
        move_changed(l, vectors * (size_t)p / (size_t)parts,
                     vectors * (size_t)(p + 1) / (size_t)parts);
    for (size_t c = 0; c < run->changes; c++)
        move_mass(l, (size_t)run->changed[c], run->from[c], run->settled[run->changed[c]]);
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
    size_t count = run->data->count, vectors = run->stride / CE_LANES;

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
        if (l->rows[j])
            continue;
        for (size_t r = 0; r < count; r++)
            if (l->rows[run->settled[r]] > 1 && l->own[r] >= 0 &&
                (far == count || l->own[r] > l->own[far]))
                far = r;
        if (far == count)
            break;
        donor = run->settled[far];
        l->own[far] = -1;
        l->refilled = 1;
        run->label[far] = run->settled[far] = (int32_t)j;
        move_mass(l, far, donor, (int32_t)j);
        add_row(l, far, (int32_t)j, ce_kmeans_weight(run->data, far), 0, vectors);
        add_row(l, far, donor, -ce_kmeans_weight(run->data, far), 0, vectors);
        ce_kmeans_bounds_forget(run, far);
    }
    return CE_OK;
}

static int treat_empty(lloyd *l, ce_kmeans_empty rule, ce_error *err)
{
    size_t empty = 0;

    l->refilled = 0;
    for (size_t j = 0; j < l->run.k; j++)
        empty += l->rows[j] == 0;
    if (!empty || rule == CE_EMPTY_KEEP)
        return CE_OK;
    if (rule == CE_EMPTY_SINGLETON)
        return repair(l, err);
    for (size_t j = 0; j < l->run.k; j++)
        l->run.alive[j] = l->rows[j] > 0;
    return CE_OK;
}

/* ---- centres ---- */

/* The quotient of two sums, correct to the last bit but in the rarest cases. */
static double mean(double sum, double rest, double mass, double mass_rest)
{
    double w = mass + mass_rest, w_rest = mass_rest - (w - mass), q = sum / w;

    return q + ((fma(-q, w, sum) + rest) - q * w_rest) / w;
}

/* Sets new centres from the sums, and how far each has moved. */
static void move_centres(lloyd *l)
{
    ce_kmeans_run *run = &l->run;
    size_t d = run->data->d;

    memset(l->next, 0, run->stride * sizeof *l->next);
    for (size_t j = 0; j < run->k; j++) {
        double *centre = run->centre + j * run->stride, tail[CE_LANES];
        size_t base = j * run->stride;
        l->move[j] = 0;
        if (l->rows[j] == 0)
            continue;
        for (size_t s = 0; s < d; s++)
            l->next[s] = mean(l->sum[base + s], l->rest[base + s], l->mass[j], l->mass_rest[j]);
        ce_squared_distance_tail(l->next, d, tail);
        l->move[j] = sqrt(ce_squared_distance(l->next, tail, centre, d));
        memcpy(centre, l->next, run->stride * sizeof *centre);
    }
    ce_kmeans_bounds_move(run, l->move);
}

/* ---- the whole ---- */

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
        renamed = l->run.rule && ce_kmeans_only_renamed(&l->run, l->rows);
        update_sums(l);
        if ((rc = treat_empty(l, options->empty, err)))
            return rc;
        move_centres(l);
        *converged = renamed && !l->refilled;
        if (*converged)
            break; /* each centre is now that of the cluster under its new number */
    }
    if (*iterations > most)
        *iterations = most;
    if (options->empty != CE_EMPTY_DROP)
        return CE_OK;
    update_sums(l);
    return treat_empty(l, CE_EMPTY_DROP, err);
}

/* Keeps the labels of objects and the centres, without those that were taken out. */
static int keep_result(const lloyd *l, ce_kmeans_result *result, ce_error *err)
{
    const ce_kmeans_run *run = &l->run;
    const ce_kmeans_data *data = run->data;
    int32_t *number = ce_alloc(run->k, sizeof *number, err);

    if (!result->labels)
        result->labels = ce_alloc(data->n, sizeof *result->labels, err);
    if (!result->centres)
        result->centres = ce_alloc(run->k, data->d * sizeof *result->centres, err);
    if (!number || !result->labels || !result->centres) {
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
    for (size_t i = 0; i < data->n; i++)
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
        sum = inertia(&l.run, block_sum);
        if (t > 0 && !(sum < result->inertia))
            continue;
        rc = keep_result(&l, result, err);
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

void ce_kmeans_free(ce_kmeans_result *result)
{
    if (!result)
        return;
    free(result->labels);
    free(result->centres);
    *result = (ce_kmeans_result){0};
}

static CE_HOT void assign_some(const ce_matrix *x, size_t first, size_t last, const double *centre,
                               size_t k, int32_t *labels)
{
    size_t d = x->columns, stride = ce_kmeans_stride(d);
    double tail[CE_LANES];

    for (size_t i = first; i < last; i++) {
        const double *row = x->values + i * d;
        double best = INFINITY;
        labels[i] = 0;
        ce_squared_distance_tail(row, d, tail);
        for (size_t j = 0; j < k; j++) {
            double squared = ce_squared_distance(row, tail, centre + j * stride, d);
            if (squared < best) {
                best = squared;
                labels[i] = (int32_t)j;
            }
        }
    }
}

int ce_kmeans_assign(const ce_matrix *x, const double *centres, size_t k, int32_t *labels,
                     ce_error *err)
{
    size_t d = x->columns, stride = ce_kmeans_stride(d);
    double *centre = ce_calloc(k, stride * sizeof *centre, err);

    if (!centre)
        return CE_ENOMEM;
    for (size_t j = 0; j < k; j++)
        memcpy(centre + j * stride, centres + j * d, d * sizeof *centre);
#pragma omp parallel for schedule(static)
    for (size_t first = 0; first < x->rows; first += CE_KMEANS_BLOCK)
        assign_some(x, first, first + CE_KMEANS_BLOCK < x->rows ? first + CE_KMEANS_BLOCK : x->rows,
                    centre, k, labels);
    free(centre);
    return CE_OK;
}
