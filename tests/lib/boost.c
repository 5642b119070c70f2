/*
 * boost: runs against a slow, separate boost-clustering written from the definition in
 * generate/boost.h, with the same random draws: all n objects that were drawn are clustered as they
 * are, clusters are matched by trying all maps, votes are kept for all rounds and added up anew.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/parallel.h"
#include "core/random.h"
#include "generate/boost.h"
#include "kmeans/kmeans.h"

enum { MOST_K = 5, MOST_N = 200, MOST_ROUNDS = 12 };

typedef struct {
    const ce_matrix *x;
    const ce_boost_options *o;
    double w[MOST_N];
    double h[MOST_ROUNDS][MOST_N][MOST_K]; /* under the names of the aggregate */
    double loss[MOST_ROUNDS], beta[MOST_ROUNDS];
    int base[MOST_ROUNDS][MOST_N], aggregate[MOST_N];
    size_t rounds;
} slow;

static size_t by_size(const double *v, size_t k)
{
    size_t best = 0;

    for (size_t j = 1; j < k; j++)
        best = v[j] > v[best] ? j : best;
    return best;
}

/* Memberships by k-means on what was drawn, under its own names. */
static size_t cluster(slow *w, gsl_rng *rng, double h[MOST_N][MOST_K])
{
    size_t n = w->x->rows, d = w->x->columns, k = w->o->k;
    ce_kmeans_options options = {.k = k};
    ce_kmeans_result found = {0};
    ce_kmeans_data *data = NULL;
    ce_matrix sample = {0};
    ce_error err = {0};
    int times[MOST_N] = {0};
    double total = 0, at;
    size_t row = 0, centres;

    for (size_t i = 0; i < n; i++)
        total += w->w[i];
    for (size_t draw = 0; draw < n; draw++) {
        double sum = 0;
        size_t i = 0;
        at = gsl_rng_uniform(rng) * total;
        for (sum = w->w[0]; !(sum > at) && i + 1 < n; sum += w->w[++i])
            ;
        times[i]++;
    }
    ce_matrix_alloc(&sample, n, d, &err);
    for (size_t i = 0; i < n; i++)
        for (int time = 0; time < times[i]; time++)
            memcpy(sample.values + row++ * d, w->x->values + i * d, d * sizeof(double));
    ce_kmeans_prepare(&data, &sample, NULL, &err);
    ce_kmeans(data, &options, rng, 1, &found, &err);
    for (size_t i = 0; i < n; i++) {
        double apart[MOST_K], sum = 0;
        size_t zero = k;
        for (size_t j = 0; j < found.k; j++) {
            apart[j] = 0;
            for (size_t s = 0; s < d; s++)
                apart[j] += pow(w->x->values[i * d + s] - found.centres[j * d + s], 2);
            apart[j] = sqrt(apart[j]);
            if (apart[j] == 0 && zero == k)
                zero = j;
        }
        for (size_t j = 0; j < found.k; j++)
            sum += 1 / apart[j];
        for (size_t j = 0; j < k; j++)
            h[i][j] = j >= found.k ? 0 : zero < k ? j == zero : 1 / apart[j] / sum;
    }
    centres = found.k;
    ce_kmeans_free(&found);
    ce_kmeans_data_free(data);
    ce_matrix_free(&sample);
    return centres;
}

/* The map of clusters to names that shares the most objects; of equal ones the first, where a name
 * that is not shared counts as last. */
static void best_map(const slow *w, int shared[MOST_K][MOST_K], size_t *name)
{
    size_t k = w->o->k, map[MOST_K], all = 1, taken = 0, next = 0;
    int most = -1;
    size_t best[MOST_K] = {0};

    for (size_t j = 0; j < k; j++)
        all *= k;
    for (size_t code = 0; code < all; code++) {
        size_t rest = code, used = 0, order[MOST_K];
        int sum = 0, less = 0, more = 0;
        for (size_t j = 0; j < k; j++, rest /= k)
            map[j] = rest % k;
        for (size_t j = 0; j < k; j++)
            used |= (size_t)1 << map[j];
        if (used != ((size_t)1 << k) - 1)
            continue;
        for (size_t j = 0; j < k; j++) {
            sum += shared[j][map[j]];
            order[j] = shared[j][map[j]] ? map[j] : k;
            if (!less && !more) {
                less = order[j] < best[j];
                more = order[j] > best[j];
            }
        }
        if (sum > most || (sum == most && less)) {
            most = sum;
            memcpy(best, order, sizeof best);
        }
    }
    for (size_t j = 0; j < k; j++)
        taken |= best[j] < k ? (size_t)1 << best[j] : 0;
    for (size_t j = 0; j < k; j++) {
        while (taken >> next & 1)
            next++;
        name[j] = best[j] < k ? best[j] : next++;
    }
}

static void add_round(slow *w, size_t t, gsl_rng *rng)
{
    size_t n = w->x->rows, k = w->o->k, name[MOST_K] = {0, 1, 2, 3, 4}, centres;
    double h[MOST_N][MOST_K], q[MOST_N], sum = 0;
    int shared[MOST_K][MOST_K] = {{0}};

    centres = cluster(w, rng, h);
    for (size_t i = 0; i < n; i++)
        w->base[t][i] = (int)by_size(h[i], k);
    for (size_t i = 0; i < n && t > 0; i++)
        shared[w->base[t][i]][w->aggregate[i]]++;
    if (t > 0)
        best_map(w, shared, name);
    w->loss[t] = 0;
    for (size_t i = 0; i < n; i++) {
        double least = 1, most = 0, entropy = 0;
        for (size_t j = 0; j < k; j++) {
            w->h[t][i][name[j]] = h[i][j];
            least = j < centres ? fmin(least, h[i][j]) : least;
            most = fmax(most, h[i][j]);
            entropy += h[i][j] > 0 ? -h[i][j] * log(h[i][j]) / log((double)k) : 0;
        }
        q[i] = w->o->quality == CE_BOOST_MINMAX ? 1 - most + least : entropy;
        if (centres == 1 && k > 1)
            q[i] = 1;
        w->loss[t] += 0.5 * w->w[i] * q[i];
    }
    w->loss[t] = fmin(0.5, fmax(1e-10, w->loss[t]));
    w->beta[t] = (1 - w->loss[t]) / w->loss[t];
    for (size_t i = 0; i < n; i++)
        sum += w->w[i] *= pow(w->beta[t], q[i]);
    for (size_t i = 0; i < n; i++) {
        double votes[MOST_K] = {0};
        w->w[i] /= sum;
        for (size_t past = 0; past <= t; past++)
            for (size_t j = 0; j < k; j++)
                votes[j] += log(w->beta[past]) * w->h[past][i][j];
        w->aggregate[i] = (int)by_size(votes, k);
    }
}

static void run_slow(slow *w, gsl_rng *rng)
{
    double largest = 0;
    size_t below = 0;

    for (size_t i = 0; i < w->x->rows; i++)
        w->w[i] = 1 / (double)w->x->rows;
    for (w->rounds = 0; w->rounds < w->o->rounds;) {
        add_round(w, w->rounds, rng);
        if (w->loss[w->rounds] < largest)
            below++;
        else
            below = 0, largest = w->loss[w->rounds];
        w->rounds++;
        if (w->o->patience && below == w->o->patience)
            return;
    }
}

/* 1 when the labels are not the same partition. */
static int differ(const int32_t *a, const int *b, size_t n)
{
    int number[MOST_K] = {-1, -1, -1, -1, -1}, next = 0, wrong = 0;

    for (size_t i = 0; i < n; i++) {
        if (number[b[i]] < 0)
            number[b[i]] = next++;
        wrong |= a[i] != number[b[i]];
    }
    return wrong;
}

static int compare(const slow *w, const ce_boost_result *r)
{
    int wrong = r->rounds != w->rounds || differ(r->result.labels, w->aggregate, w->x->rows);

    for (size_t t = 0; t < w->rounds && !wrong; t++)
        wrong |= fabs(r->round[t].loss - w->loss[t]) > 1e-9 ||
                 fabs(r->round[t].beta / w->beta[t] - 1) > 1e-9 ||
                 differ(ce_labels_column(&r->bases, t), w->base[t], w->x->rows);
    return wrong;
}

int main(int argc, char **argv)
{
    size_t runs = argc > 1 ? strtoul(argv[1], NULL, 10) : 200, wrong = 0, stopped = 0;
    gsl_rng *data = ce_random_alloc(11, CE_STREAM_SYNTH, 0, NULL);
    slow *w = malloc(sizeof *w);

    ce_threads_set(2);
    for (size_t run = 0; run < runs; run++) {
        ce_boost_options o = {.k = 1 + run % MOST_K,
                              .rounds = 1 + run % MOST_ROUNDS,
                              .patience = run % 4,
                              .quality = run / 2 % 2};
        size_t n = o.k + ce_random_below(data, MOST_N - o.k), d = 1 + ce_random_below(data, 12);
        gsl_rng *draws = ce_random_alloc(run, CE_STREAM_MEMBER, 0, NULL);
        ce_boost_result result = {0};
        ce_matrix x = {0};
        ce_error err = {0};

        if (o.quality == CE_BOOST_ENTROPY && o.k == 1)
            o.k = 2, n = n < 2 ? 2 : n;
        ce_matrix_alloc(&x, n, d, &err);
        for (size_t i = 0; i < n * d; i++)
            x.values[i] = gsl_rng_uniform(data) + (double)(i / d % 3) * (run % 7 ? 1 : 5);
        *w = (slow){.x = &x, .o = &o};
        run_slow(w, draws);
        ce_random_set(draws, run, CE_STREAM_MEMBER, 0);
        wrong += ce_boost(&x, &o, draws, 1 + (int)(run % 2), &result, &err) != CE_OK ||
                 compare(w, &result);
        stopped += result.stopped != 0;
        ce_boost_free(&result);
        ce_matrix_free(&x);
        gsl_rng_free(draws);
    }
    gsl_rng_free(data);
    free(w);
    if (wrong)
        printf("%zu of %zu runs differ\n", wrong, runs);
    else
        printf("%zu runs as the slow one%s\n", runs, stopped ? ", some stopped by patience" : "");
    return wrong != 0;
}
