/*
 * rpcl: the generator against a slow, separate RPCL written from the definition in generate/rpcl.h,
 * with the same random draws: every object with every unit, one after another. Labels and centres
 * must be the same to the last bit.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/random.h"
#include "generate/rpcl.h"
#include "kmeans/kmeans.h"

/* Eight partial sums and their order, as squared_distance.h says: this is part of the definition.
 */
static double squared_distance(const double *a, const double *b, size_t d)
{
    double sum[8] = {0}, p[4];

    for (size_t s = 0; s < d; s++)
        sum[s % 8] += (a[s] - b[s]) * (a[s] - b[s]);
    for (int l = 0; l < 4; l++)
        p[l] = sum[l] + sum[l + 4];
    return (p[0] + p[2]) + (p[1] + p[3]);
}

/* The unit of least wins times distance, `other` left out; -1: none. */
static int least(const double *x, const double *unit, const double *wins, size_t k, size_t d,
                 int other)
{
    int best = -1;
    double cost = 0;

    for (int j = 0; j < (int)k; j++) {
        double now = wins[j] * squared_distance(x, unit + (size_t)j * d, d);
        if (j != other && (best < 0 || now < cost)) {
            best = j;
            cost = now;
        }
    }
    return best;
}

static void slow(const ce_matrix *x, const ce_kmeans_data *data, size_t k, const ce_rpcl_options *o,
                 gsl_rng *rng, double *unit, int32_t *label)
{
    size_t n = x->rows, d = x->columns, *order = malloc(n * sizeof *order);
    double *wins = malloc(k * sizeof *wins), *ones = malloc(k * sizeof *ones);
    ce_error err = {0};

    ce_kmeans_random_start(data, k, rng, unit, &err);
    for (size_t j = 0; j < k; j++)
        wins[j] = ones[j] = 1;
    for (size_t t = 0; t < o->epochs; t++) {
        double part = 1 - (double)t / (double)o->epochs, rate = o->rate * part,
               away = o->rival_rate * part;
        ce_random_choose(rng, n, n, order, &err);
        for (size_t i = 0; i < n; i++) {
            const double *row = x->values + order[i] * d;
            int c = least(row, unit, wins, k, d, -1), r = least(row, unit, wins, k, d, c);
            for (size_t s = 0; s < d; s++)
                unit[(size_t)c * d + s] += rate * (row[s] - unit[(size_t)c * d + s]);
            wins[c]++;
            for (size_t s = 0; r >= 0 && s < d; s++)
                unit[(size_t)r * d + s] -= away * (row[s] - unit[(size_t)r * d + s]);
        }
    }
    for (size_t i = 0; i < n; i++)
        label[i] = least(x->values + i * d, unit, ones, k, d, -1);
    free(order);
    free(wins);
    free(ones);
}

/* Groups on a grid, with many equal rows and ties. */
static void fill(ce_matrix *x, gsl_rng *rng, size_t groups, double spread)
{
    for (size_t i = 0; i < x->rows; i++)
        for (size_t s = 0; s < x->columns; s++)
            x->values[i * x->columns + s] =
                (double)((i % groups) * (s + 1) % 7) + spread * floor(gsl_rng_uniform(rng) * 5);
}

/* 0 when labels are the same up to their numbers by first appearance, and each cluster's centre is
 * its unit. */
static int differs(const ce_labels *labels, const ce_centre_member *member,
                   const int32_t *slow_label, const double *unit, size_t k, size_t d)
{
    int32_t number[64], next = 0;

    memset(number, -1, sizeof number);
    for (size_t i = 0; i < labels->n; i++) {
        int32_t j = slow_label[i];
        if (number[j] < 0)
            number[j] = next++;
        if (labels->labels[i] != number[j])
            return 1;
    }
    for (size_t j = 0; j < k; j++)
        if (number[j] >= 0 &&
            memcmp(member->centres + (size_t)number[j] * d, unit + j * d, d * sizeof *unit))
            return 1;
    return next != labels->k[0] || member->k != (size_t)next;
}

int main(void)
{
    static const size_t features[] = {1, 3, 8, 9, 20};
    static const double rival[] = {0, 0.002, 0.05};
    gsl_rng *rng = ce_random_alloc(17, CE_STREAM_SYNTH, 0, NULL);
    int runs = 0, wrong = 0, fewer = 0;

    for (size_t f = 0; f < 5; f++)
        for (int k = 1; k < 14; k += 3)
            for (size_t b = 0; b < 3; b++) {
                ce_rpcl_options o = {.members = 1,
                                     .k = &k,
                                     .k_count = 1,
                                     .rate = 0.1,
                                     .rival_rate = rival[b],
                                     .epochs = 1 + b * 4,
                                     .seed = (uint64_t)runs,
                                     .keep_centres = 1};
                ce_matrix x = {0};
                ce_labels labels = {0};
                ce_error err = {0};
                ce_centre_member *member = calloc(1, sizeof *member);
                ce_kmeans_data *data = NULL;
                gsl_rng *draws = ce_random_alloc(o.seed, CE_STREAM_MEMBER, 0, &err);
                int32_t *label = malloc(100 * sizeof *label);
                size_t d = features[f], units;
                double *unit = malloc((size_t)k * d * sizeof *unit);

                ce_matrix_alloc(&x, 100, d, &err);
                fill(&x, rng, 3 + b, 0.1 * (double)f);
                ce_kmeans_prepare(&data, &x, NULL, &err);
                units = (size_t)k < ce_kmeans_distinct(data) ? (size_t)k : ce_kmeans_distinct(data);
                slow(&x, data, units, &o, draws, unit, label);
                wrong += ce_generate_rpcl(&x, &o, &labels, member, NULL, &err) != CE_OK ||
                         differs(&labels, member, label, unit, units, d);
                fewer += member->k < units;
                runs++;
                ce_kmeans_data_free(data);
                ce_matrix_free(&x);
                ce_labels_free(&labels);
                ce_centre_members_free(member, 1);
                gsl_rng_free(draws);
                free(label);
                free(unit);
            }
    gsl_rng_free(rng);
    if (wrong)
        printf("%d of %d runs differ from the slow RPCL\n", wrong, runs);
    else
        printf("%d runs: as the slow RPCL%s\n", runs,
               fewer ? ", some with fewer clusters than units" : "");
    return wrong != 0;
}
