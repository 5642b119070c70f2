#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "core/random.h"
#include "generate/som_internal.h"
#include "kmeans/kmeans.h"
#include "kmeans/squared_distance.h"

/* Epochs per unit and object, the least epochs, and the rates of the online map. See
 * doc/readings.md, kohonen2001. */
enum { ROUGH_SHARE = 10, FINE_SHARE = 40, ROUGH_LEAST = 4, FINE_LEAST = 16 };
static const double ROUGH_RATE = 0.5, FINE_RATE = 0.05;

/* A unit with a sum of weights below this is reached by no object: its prototype would be a
 * quotient of numbers without digits. */
static const double NO_WEIGHT = 1e-200;

enum { BLOCK = 256 }; /* objects */

/* Training under way. */
typedef struct {
    const ce_matrix *x;
    const ce_som_options *options;
    ce_som *som;
    ce_kmeans_data *data;
    ce_kmeans_nearest *nearest;
    ce_som_kernel kernel;
    gsl_rng *rng;
    double *squared; /* n: squared distance to the best matching unit */
    double *origin;  /* d: the mean of the objects, from which they are summed */
    double *sums;    /* units x (d + 1): of objects less origin; then their number */
    double *spread;  /* units x (d + 1): the same, over neighbourhoods */
    size_t *order;   /* n: objects by unit, or in the order of an online epoch */
    size_t *start;   /* units + 1 */
} training;

void ce_som_free(ce_som *som)
{
    if (!som)
        return;
    free(som->prototype);
    free(som->position);
    free(som->hits);
    free(som->unit);
    free(som->epoch);
    *som = (ce_som){0};
}

static int map_alloc(ce_som *som, const ce_matrix *x, const ce_som_options *options, ce_error *err)
{
    int rc;

    ce_som_free(som);
    som->lattice = options->lattice;
    som->n = x->rows;
    som->d = x->columns;
    if ((rc = ce_som_size(x, options, &som->rows, &som->columns, err)))
        return rc;
    if (som->rows > INT32_MAX / som->columns)
        return ce_fail(err, CE_EARG, "a grid of %zu x %zu units, at most %d units expected",
                       som->rows, som->columns, INT32_MAX);
    som->units = som->rows * som->columns;
    som->prototype = ce_alloc(som->units, som->d * sizeof *som->prototype, err);
    som->position = ce_alloc(som->units, 2 * sizeof *som->position, err);
    som->hits = ce_calloc(som->units, sizeof *som->hits, err);
    som->unit = ce_alloc(som->n, sizeof *som->unit, err);
    if (!som->prototype || !som->position || !som->hits || !som->unit)
        return CE_ENOMEM;
    ce_som_positions(som);
    return CE_OK;
}

static void training_free(training *t)
{
    ce_kmeans_nearest_free(t->nearest);
    ce_kmeans_data_free(t->data);
    ce_som_kernel_free(&t->kernel);
    gsl_rng_free(t->rng);
    free(t->squared);
    free(t->origin);
    free(t->sums);
    free(t->spread);
    free(t->order);
    free(t->start);
}

/* The mean, as the first object and the mean of the differences from it: exact if all objects are
 * the same. */
static int find_origin(training *t, ce_error *err)
{
    size_t n = t->x->rows, d = t->x->columns;
    const double *first = t->x->values;

    if (!(t->origin = ce_calloc(d, sizeof *t->origin, err)))
        return CE_ENOMEM;
    for (size_t i = 1; i < n; i++)
        for (size_t s = 0; s < d; s++)
            t->origin[s] += t->x->values[i * d + s] / (double)n - first[s] / (double)n;
    for (size_t s = 0; s < d; s++)
        t->origin[s] += first[s];
    return CE_OK;
}

static int training_alloc(training *t, ce_error *err)
{
    ce_som *som = t->som;
    size_t n = som->n, row = (som->d + 1) * sizeof(double);
    int rc;

    t->rng = ce_random_alloc(t->options->seed, CE_STREAM_MEMBER, t->options->member, err);
    if (!t->rng)
        return CE_ENOMEM;
    rc = ce_kmeans_prepare(&t->data, t->x, NULL, err);
    if (!rc)
        rc = ce_kmeans_nearest_alloc(&t->nearest, t->data, som->units, ce_threads(), err);
    if (!rc)
        rc = ce_som_kernel_alloc(&t->kernel, som, t->options->neighbourhood, err);
    if (!rc)
        rc = find_origin(t, err);
    if (rc)
        return rc;
    t->squared = ce_alloc(n, sizeof *t->squared, err);
    t->sums = ce_alloc(som->units, row, err);
    t->spread = ce_alloc(som->units, row, err);
    t->order = ce_alloc(n, sizeof *t->order, err);
    t->start = ce_alloc(som->units + 1, sizeof *t->start, err);
    return t->squared && t->sums && t->spread && t->order && t->start ? CE_OK : CE_ENOMEM;
}

/* Best matching units and the quantisation error. */
static double match(training *t)
{
    ce_som *som = t->som;
    double sum = 0;

    ce_kmeans_nearest_find(t->nearest, som->prototype, som->unit, t->squared);
    for (size_t i = 0; i < som->n; i++)
        sum += sqrt(t->squared[i]);
    return sum / (double)som->n;
}

/* ---- batch ---- */

/* Objects by unit, in their own order. */
static void sort_objects(training *t)
{
    const ce_som *som = t->som;
    size_t *start = t->start;

    memset(start, 0, (som->units + 1) * sizeof *start);
    for (size_t i = 0; i < som->n; i++)
        start[som->unit[i] + 1]++;
    for (size_t u = 0; u < som->units; u++)
        start[u + 1] += start[u];
    for (size_t i = 0; i < som->n; i++)
        t->order[start[som->unit[i]]++] = i;
    memmove(start + 1, start, som->units * sizeof *start);
    start[0] = 0;
}

static CE_HOT void sum_unit(const training *t, size_t u)
{
    size_t d = t->som->d;
    double *sum = t->sums + u * (d + 1);

    memset(sum, 0, d * sizeof *sum);
    sum[d] = (double)(t->start[u + 1] - t->start[u]);
    for (size_t at = t->start[u]; at < t->start[u + 1]; at++) {
        const double *row = t->x->values + t->order[at] * d;
        for (size_t s = 0; s < d; s++)
            sum[s] += row[s] - t->origin[s];
    }
}

static int batch_epoch(training *t, double radius, ce_error *err)
{
    ce_som *som = t->som;
    size_t d = som->d;
    int threads = ce_threads(), rc;

    sort_objects(t);
#pragma omp parallel for schedule(dynamic, 8) num_threads(threads) if (threads > 1)
    for (size_t u = 0; u < som->units; u++)
        sum_unit(t, u);
    ce_som_kernel_set(&t->kernel, radius);
    if ((rc = ce_som_spread(&t->kernel, t->sums, d + 1, t->spread, err)))
        return rc;
    for (size_t u = 0; u < som->units; u++) {
        const double *spread = t->spread + u * (d + 1);
        for (size_t s = 0; s < d && spread[d] >= NO_WEIGHT; s++)
            som->prototype[u * d + s] = t->origin[s] + spread[s] / spread[d];
    }
    return CE_OK;
}

/* ---- training ---- */

static size_t epochs_for(size_t share, size_t least, const ce_som *som)
{
    size_t epochs = (share * som->units + som->n - 1) / som->n;

    return epochs > least ? epochs : least;
}

static int plan(const ce_som_options *options, const ce_som *som, ce_som_phase phase[2],
                ce_error *err)
{
    double side = (double)(som->rows > som->columns ? som->rows : som->columns);
    double last = options->last_radius > 0 ? options->last_radius : 1;
    double first = options->first_radius > 0 ? options->first_radius : fmax(side / 4, last);
    double middle = fmax(first / 4, last);

    if (first < last)
        return ce_fail(err, CE_EARG, "a first radius of %g, at least the last one of %g expected",
                       first, last);
    phase[0] =
        (ce_som_phase){options->rough ? options->rough : epochs_for(ROUGH_SHARE, ROUGH_LEAST, som),
                       first, middle, ROUGH_RATE};
    phase[1] =
        (ce_som_phase){options->fine ? options->fine : epochs_for(FINE_SHARE, FINE_LEAST, som),
                       middle, last, FINE_RATE};
    return CE_OK;
}

static int run_phase(training *t, const ce_som_phase *phase, size_t total,
                     const ce_progress *progress, ce_error *err)
{
    ce_som *som = t->som;
    size_t n = som->n;
    int rc;

    for (size_t e = 0; e < phase->epochs; e++) {
        double radius = ce_som_phase_radius(phase, e, phase->epochs);
        if (t->options->online) {
            radius = ce_som_phase_radius(phase, (e + 1) * n - 1, phase->epochs * n);
            rc = ce_som_online_epoch(t->x, som, &t->kernel, t->rng, phase, e * n, t->order, err);
        } else {
            rc = batch_epoch(t, radius, err);
        }
        if (rc)
            return rc;
        som->epoch[som->epochs++] = (ce_som_epoch){radius, som->quantisation_error = match(t)};
        ce_progress_report(progress, som->epochs, total);
    }
    return CE_OK;
}

/* How many of objects first .. last-1 have two nearest units that are not adjacent. */
static CE_HOT size_t torn(const ce_matrix *x, const ce_som *som, size_t first, size_t last)
{
    size_t count = 0, d = som->d;

    for (size_t i = first; i < last && som->units > 1; i++) {
        const double *row = x->values + i * d;
        double least = INFINITY;
        int32_t second = -1;
        for (size_t u = 0; u < som->units; u++) {
            const double *m = som->prototype + u * d;
            double sum = 0;
            if ((int32_t)u == som->unit[i])
                continue;
            for (size_t s = 0; s < d; s++)
                sum += (row[s] - m[s]) * (row[s] - m[s]);
            if (sum < least || second < 0) {
                least = sum;
                second = (int32_t)u;
            }
        }
        count += !ce_som_adjacent(som, som->unit[i], second);
    }
    return count;
}

static void finish(const training *t)
{
    ce_som *som = t->som;
    size_t count = 0;
    int threads = ce_threads();

#pragma omp parallel for schedule(dynamic) num_threads(threads) \
    reduction(+ : count) if (threads > 1)
    for (size_t first = 0; first < som->n; first += BLOCK)
        count += torn(t->x, som, first, first + BLOCK < som->n ? first + BLOCK : som->n);
    som->topographic_error = (double)count / (double)som->n;
    for (size_t i = 0; i < som->n; i++)
        som->hits[som->unit[i]]++;
}

int ce_som_train(const ce_matrix *x, const ce_som_options *options, ce_som *som,
                 const ce_progress *progress, ce_error *err)
{
    training t = {.x = x, .options = options, .som = som};
    ce_som_phase phase[2];
    size_t total;
    int rc;

    ce_som_free(som);
    if (x->rows == 0 || x->columns == 0)
        return ce_fail(err, CE_EARG, "%zu objects with %zu features: at least one of each expected",
                       x->rows, x->columns);
    rc = map_alloc(som, x, options, err);
    if (!rc)
        rc = training_alloc(&t, err);
    if (!rc)
        rc = plan(options, som, phase, err);
    if (rc)
        goto done;
    total = phase[0].epochs + phase[1].epochs;
    som->epoch = ce_alloc(total, sizeof *som->epoch, err);
    rc = som->epoch ? ce_som_start(x, options, t.rng, som, err) : CE_ENOMEM;
    if (rc)
        goto done;
    ce_progress_report(progress, 0, total);
    som->quantisation_error = match(&t);
    rc = run_phase(&t, &phase[0], total, progress, err);
    if (!rc)
        rc = run_phase(&t, &phase[1], total, progress, err);
    if (!rc)
        finish(&t);
done:
    training_free(&t);
    if (rc)
        ce_som_free(som);
    return rc;
}
