#include "generate/boost.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "kmeans/squared_distance.h"
#include "score/assignment.h"

enum { ROUNDS = 50, BLOCK = 256 /* objects */ };

/* A loss of 0 would give an infinite vote. It comes up where every object is a centre. */
static const double LEAST_LOSS = 1e-10;

/* A run under way. */
typedef struct {
    const ce_matrix *x;
    const ce_boost_options *options;
    int threads;
    double *weight;     /* n: w */
    double *sum;        /* n: w_1 + .. + w_i */
    size_t *times;      /* n: how often an object was drawn */
    ce_matrix sample;   /* room for n x d: the distinct objects drawn */
    double *count;      /* n: how often each of these was drawn */
    double *h;          /* n x k */
    double *votes;      /* n x k */
    double *quality;    /* n */
    int32_t *label;     /* n: argmax of h */
    int32_t *aggregate; /* n: argmax of votes */
    int32_t *name;      /* k: of each cluster of a round its name in the aggregate */
    double *centre;     /* k x stride */
} run;

void ce_boost_free(ce_boost_result *result)
{
    if (!result)
        return;
    free(result->round);
    ce_labels_free(&result->bases);
    ce_partition_free(&result->result);
    *result = (ce_boost_result){0};
}

static void run_free(run *r)
{
    free(r->weight);
    free(r->sum);
    free(r->times);
    ce_matrix_free(&r->sample);
    free(r->count);
    free(r->h);
    free(r->votes);
    free(r->quality);
    free(r->label);
    free(r->aggregate);
    free(r->name);
    free(r->centre);
}

static size_t stride(size_t d)
{
    return (d + CE_LANES - 1) / CE_LANES * CE_LANES;
}

static int run_alloc(run *r, ce_error *err)
{
    size_t n = r->x->rows, d = r->x->columns, k = r->options->k;
    int rc;

    if ((rc = ce_matrix_alloc(&r->sample, n, d, err)))
        return rc;
    r->weight = ce_alloc(n, sizeof *r->weight, err);
    r->sum = ce_alloc(n, sizeof *r->sum, err);
    r->times = ce_alloc(n, sizeof *r->times, err);
    r->count = ce_alloc(n, sizeof *r->count, err);
    r->h = ce_alloc(n, k * sizeof *r->h, err);
    r->votes = ce_calloc(n, k * sizeof *r->votes, err);
    r->quality = ce_alloc(n, sizeof *r->quality, err);
    r->label = ce_alloc(n, sizeof *r->label, err);
    r->aggregate = ce_alloc(n, sizeof *r->aggregate, err);
    r->name = ce_alloc(k, sizeof *r->name, err);
    r->centre = ce_calloc(k, stride(d) * sizeof *r->centre, err);
    if (!r->weight || !r->sum || !r->times || !r->count || !r->h || !r->votes || !r->quality ||
        !r->label || !r->aggregate || !r->name || !r->centre)
        return CE_ENOMEM;
    for (size_t i = 0; i < n; i++)
        r->weight[i] = 1 / (double)n;
    return CE_OK;
}

/* ---- steps 1 and 2 ---- */

/* The first i whose sum is above `at`. */
static size_t first_above(const double *sum, size_t n, double at)
{
    size_t low = 0, high = n - 1;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (sum[middle] > at)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static void draw_sample(run *r, gsl_rng *rng)
{
    size_t n = r->x->rows, d = r->x->columns;
    double total = 0;

    for (size_t i = 0; i < n; i++)
        r->sum[i] = total += r->weight[i];
    memset(r->times, 0, n * sizeof *r->times);
    for (size_t i = 0; i < n; i++)
        r->times[first_above(r->sum, n, gsl_rng_uniform(rng) * total)]++;
    r->sample.rows = 0;
    for (size_t i = 0; i < n; i++) {
        if (!r->times[i])
            continue;
        memcpy(r->sample.values + r->sample.rows * d, r->x->values + i * d,
               d * sizeof *r->x->values);
        r->count[r->sample.rows++] = (double)r->times[i];
    }
}

/* An object that was drawn w times has weight w: the same as k-means on all n that were drawn. */
static int cluster_sample(run *r, gsl_rng *rng, ce_kmeans_result *result, ce_error *err)
{
    ce_kmeans_options options = r->options->kmeans;
    ce_kmeans_data *data = NULL;
    int rc = ce_kmeans_prepare(&data, &r->sample, r->count, err);

    options.k = r->options->k;
    if (!rc)
        rc = ce_kmeans(data, &options, rng, r->threads, result, err);
    ce_kmeans_data_free(data);
    return rc;
}

/* Memberships and labels of objects first .. last-1, by `found` centres. */
static CE_HOT void place(const run *r, size_t first, size_t last, size_t found)
{
    size_t d = r->x->columns, k = r->options->k, row_size = stride(d);
    double tail[CE_LANES];

    for (size_t i = first; i < last; i++) {
        const double *row = r->x->values + i * d;
        double *h = r->h + i * k, least = INFINITY, sum = 0;
        size_t best = 0;
        ce_squared_distance_tail(row, d, tail);
        for (size_t j = 0; j < found; j++) {
            h[j] = ce_squared_distance(row, tail, r->centre + j * row_size, d);
            if (h[j] < least) {
                least = h[j];
                best = j;
            }
        }
        r->label[i] = (int32_t)best;
        for (size_t j = 0; j < k; j++) {
            if (j >= found || least == 0)
                h[j] = j == best;
            else
                h[j] = sqrt(least / h[j]);
            sum += h[j];
        }
        for (size_t j = 0; j < k; j++)
            h[j] /= sum;
    }
}

static void place_all(const run *r, const ce_kmeans_result *clusters)
{
    size_t n = r->x->rows, d = r->x->columns;

    for (size_t j = 0; j < clusters->k; j++)
        memcpy(r->centre + j * stride(d), clusters->centres + j * d, d * sizeof *r->centre);
#pragma omp parallel for schedule(static) num_threads(r->threads) if (r->threads > 1)
    for (size_t first = 0; first < n; first += BLOCK)
        place(r, first, first + BLOCK < n ? first + BLOCK : n, clusters->k);
}

/* ---- step 3 ---- */

/* Sets r->name. Clusters without a partner get the names that are left, in order. */
static int find_names(run *r, ce_error *err)
{
    size_t n = r->x->rows, k = r->options->k, next = 0;
    ce_contingency table = {0};
    char *taken = ce_calloc(k, 1, err);
    int rc = CE_ENOMEM;

    if (taken)
        rc = ce_contingency_build(&table, r->label, (int32_t)k, r->aggregate, (int32_t)k, NULL, n,
                                  err);
    if (!rc)
        rc = ce_assignment(&table, r->name, NULL, err);
    for (size_t j = 0; j < k && !rc; j++)
        if (r->name[j] != CE_MISSING)
            taken[r->name[j]] = 1;
    for (size_t j = 0; j < k && !rc; j++) {
        if (r->name[j] != CE_MISSING)
            continue;
        while (taken[next])
            next++;
        r->name[j] = (int32_t)next++;
    }
    ce_contingency_free(&table);
    free(taken);
    return rc;
}

/* ---- steps 4 to 8 ---- */

static double uncertainty(const double *h, size_t found, size_t k, ce_boost_quality quality)
{
    double low = h[0], high = h[0], entropy = 0;

    if (found == 1 && k > 1)
        return 1;
    for (size_t j = 0; j < found; j++) {
        low = fmin(low, h[j]);
        high = fmax(high, h[j]);
        entropy -= h[j] > 0 ? h[j] * log(h[j]) : 0;
    }
    if (quality == CE_BOOST_MINMAX)
        return 1 - high + low;
    return k > 1 ? fmax(0, entropy / log((double)k)) : 0;
}

static ce_boost_round weigh(run *r, size_t found)
{
    size_t n = r->x->rows, k = r->options->k;
    double loss = 0, total = 0, beta;

#pragma omp parallel for schedule(static) num_threads(r->threads) if (r->threads > 1)
    for (size_t i = 0; i < n; i++)
        r->quality[i] = uncertainty(r->h + i * k, found, k, r->options->quality);
    for (size_t i = 0; i < n; i++)
        loss += r->weight[i] * r->quality[i] / 2;
    loss = fmin(fmax(loss, LEAST_LOSS), 0.5);
    beta = (1 - loss) / loss;
    for (size_t i = 0; i < n; i++)
        total += r->weight[i] *= pow(beta, r->quality[i]);
    for (size_t i = 0; i < n; i++)
        r->weight[i] /= total;
    return (ce_boost_round){.loss = loss, .beta = beta};
}

static void vote(run *r, double beta)
{
    size_t n = r->x->rows, k = r->options->k;
    double voice = log(beta);

#pragma omp parallel for schedule(static) num_threads(r->threads) if (r->threads > 1)
    for (size_t i = 0; i < n; i++) {
        double *votes = r->votes + i * k;
        size_t best = 0;
        for (size_t j = 0; j < k; j++)
            votes[r->name[j]] += voice * r->h[i * k + j];
        for (size_t j = 1; j < k; j++)
            best = votes[j] > votes[best] ? j : best;
        r->aggregate[i] = (int32_t)best;
    }
}

/* Round t, its labels into column. */
static int run_round(run *r, size_t t, gsl_rng *rng, ce_boost_round *round, int32_t *column,
                     int32_t *column_k, ce_error *err)
{
    size_t n = r->x->rows, k = r->options->k;
    ce_kmeans_result clusters = {0};
    size_t iterations, found;
    int rc;

    draw_sample(r, rng);
    if ((rc = cluster_sample(r, rng, &clusters, err)))
        return rc;
    place_all(r, &clusters);
    iterations = clusters.iterations;
    found = clusters.k;
    ce_kmeans_free(&clusters);
    for (size_t j = 0; j < k; j++)
        r->name[j] = (int32_t)j;
    if (t > 0 && (rc = find_names(r, err)))
        return rc;
    *round = weigh(r, found);
    round->iterations = iterations;
    vote(r, round->beta);
    memcpy(column, r->label, n * sizeof *column);
    return ce_labels_renumber(column, n, column_k, err);
}

int ce_boost(const ce_matrix *x, const ce_boost_options *options, gsl_rng *rng, int threads,
             ce_boost_result *result, ce_error *err)
{
    size_t n = x->rows, rounds = options->rounds ? options->rounds : ROUNDS, below = 0;
    run r = {.x = x, .options = options, .threads = threads < 1 ? 1 : threads};
    double largest = 0;
    int rc;

    ce_boost_free(result);
    if (n == 0 || options->k == 0)
        return ce_fail(err, CE_EARG, "%zu objects, k = %zu: at least one of each expected", n,
                       options->k);
    if (options->k > n)
        return ce_fail(err, CE_EINPUT, "%zu objects, k = %zu", n, options->k);
    result->round = ce_calloc(rounds, sizeof *result->round, err);
    if (!result->round) {
        rc = CE_ENOMEM;
        goto done;
    }
    rc = run_alloc(&r, err);
    if (!rc)
        rc = ce_labels_alloc(&result->bases, n, rounds, err);
    if (!rc)
        rc = ce_partition_alloc(&result->result, n, err);
    if (rc)
        goto done;
    while (result->rounds < rounds && !result->stopped) {
        size_t t = result->rounds++;
        rc = run_round(&r, t, rng, &result->round[t], ce_labels_column(&result->bases, t),
                       &result->bases.k[t], err);
        if (rc)
            goto done;
        below = result->round[t].loss < largest ? below + 1 : 0;
        largest = fmax(largest, result->round[t].loss);
        result->stopped = below > 0 && below == options->patience && result->rounds < rounds;
    }
    result->bases.m = result->rounds;
    memcpy(result->result.labels, r.aggregate, n * sizeof *r.aggregate);
    rc = ce_labels_renumber(result->result.labels, n, &result->result.k, err);
done:
    run_free(&r);
    if (rc)
        ce_boost_free(result);
    return rc;
}
