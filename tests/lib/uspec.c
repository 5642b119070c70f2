/*
 * uspec.c: the steps of U-SPEC against plain loops in doubles.
 *
 *   uspec card        the example of six objects and four representatives, worked out by NumPy
 *   uspec random SEED neighbours, W and the last k-means of random data
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "core/parallel.h"
#include "core/random.h"
#include "generate/uspec_internal.h"

static int near_to(double a, double b, double tolerance)
{
    return fabs(a - b) <= tolerance * (1 + fabs(b));
}

/* ---- six objects at 0 1 2 6 7 9, representatives at .5 1.5 6.5 8, two neighbours each ---- */

static void card(void)
{
    const double at[] = {0, 1, 2, 6, 7, 9}, representative[] = {0.5, 1.5, 6.5, 8};
    const uint16_t near[] = {0, 1, 0, 1, 1, 0, 2, 3, 2, 3, 3, 2};
    const double w[] = {1.184048, 0.952915, 0,        0,        0, 1.184048, 0, 0,
                        0,        0,        1.283180, 0.555330, 0, 0,        0, 0.864538};
    const double share[] = {0.891188, 0.354588, 0.891188, 0.891188, 0.354588, 0.891188,
                            0.891188, 0.158310, 0.891188, 0.630779, 0.056135, 0.630779};
    ce_uspec_rows_of rows = {.n = 6, .K = 2, .p = 4, .extent = 16};
    int64_t *sums = NULL, distances = 0;
    float *table = NULL;
    int32_t *group = NULL;
    size_t components = 0;
    ce_error err = {0};

    rows.near = malloc(sizeof near);
    rows.share = malloc(12 * sizeof *rows.share);
    memcpy(rows.near, near, sizeof near);
    for (size_t e = 0; e < 12; e++) {
        double step = (at[e / 2] - representative[near[e]]) / rows.extent;
        rows.share[e] = (float)(step * step);
    }
    for (size_t e = 0; e < 12; e++)
        distances += llround(ldexp(sqrt((double)rows.share[e]), 27));
    must(ce_uspec_sum_distances(&rows, 1) == distances, "the sum of distances, in whole units");
    must(!ce_uspec_weigh(&rows, CE_USPEC_EUCLIDEAN, 1, &sums, &err), "weighing");
    must(near_to(rows.sigma * rows.extent, 1.0416667, 1e-6), "sigma");
    for (size_t a = 0; a < 4; a++)
        for (size_t b = a; b < 4; b++)
            must(near_to((double)sums[a * 4 + b] * CE_USPEC_UNIT, w[a * 4 + b], 2e-6), "W");
    for (size_t i = 0; i < 6; i++) {
        double sum = share[2 * i] + share[2 * i + 1];
        must(rows.near[2 * i] < rows.near[2 * i + 1], "ascending representatives");
        must(near_to((double)rows.share[2 * i], share[2 * i] / sum, 2e-6) &&
                 near_to((double)rows.share[2 * i + 1], share[2 * i + 1] / sum, 2e-6),
             "shares");
    }
    must(!ce_uspec_embed(sums, 4, 1, NULL, &table, &group, &components, &err), "one cluster");
    must(components == 2 && group && !table, "two components for one cluster");
    free(group);
    must(!ce_uspec_embed(sums, 4, 2, NULL, &table, &group, &components, &err), "two clusters");
    must(components == 2 && table && !group, "two components, an embedding");
    for (size_t c = 0; c < 2; c++)
        must(near_to((double)table[c], (double)table[16 + c], 1e-5) &&
                 near_to((double)table[32 + c], (double)table[48 + c], 1e-5),
             "equal rows in a component");
    must(fabs((double)(table[0] * table[32] + table[1] * table[33])) < 1e-6,
         "rows of two components stand at right angles");
    free(table);
    free(sums);
    free(rows.near);
    free(rows.share);
}

/* ---- random data ---- */

static double squared_distance(const double *a, const double *b, size_t d)
{
    double sum = 0;

    for (size_t s = 0; s < d; s++)
        sum += (a[s] - b[s]) * (a[s] - b[s]);
    return sum;
}

/* The nearest K of `count` representatives, by looking for the least again and again. */
static void plain_nearest(const double *row, const ce_uspec_index *index, const uint16_t *number,
                          size_t count, size_t K, double *squared)
{
    char *taken = calloc(count, 1);

    for (size_t t = 0; t < K; t++) {
        size_t best = count;
        double least = INFINITY;
        for (size_t c = 0; c < count; c++) {
            size_t j = number ? number[c] : c;
            double x = squared_distance(row, index->row + j * index->stride, index->d);
            if (!taken[c] && x < least) {
                least = x;
                best = c;
            }
        }
        taken[best] = 1;
        squared[t] = least;
    }
    free(taken);
}

/* Step 2 as the paper has it, in plain loops. */
static void plain_find(const double *row, const ce_uspec_index *index, const double *centre,
                       size_t K, double *squared)
{
    size_t best = 0, nearest;
    double least = INFINITY;

    if (!index->groups) {
        plain_nearest(row, index, NULL, index->p, K, squared);
        return;
    }
    for (size_t g = 0; g < index->groups; g++) {
        double x = squared_distance(row, centre + g * index->d, index->d);
        if (x < least) {
            least = x;
            best = g;
        }
    }
    least = INFINITY;
    nearest = 0;
    for (size_t m = index->start[best]; m < index->start[best + 1]; m++) {
        double x = squared_distance(row, index->row + index->member[m] * index->stride, index->d);
        if (x < least) {
            least = x;
            nearest = index->member[m];
        }
    }
    plain_nearest(row, index, index->candidate + nearest * index->candidates, index->candidates, K,
                  squared);
}

static void check_neighbours(const ce_uspec_view *view, const ce_uspec_index *index,
                             ce_uspec_rows_of *rows)
{
    size_t K = rows->K, d = view->d;
    double *nearest = malloc(K * sizeof *nearest), *row = malloc(d * sizeof *row),
           *expected = malloc(K * sizeof *expected),
           *centre = calloc((index->groups + 1) * d, sizeof *centre);

    /* the means of the groups, back from quads */
    for (size_t g = 0; g < index->groups; g++)
        for (size_t s = 0; s < d; s++)
            centre[g * d + s] = index->centres[(g / 4 * d + s) * 4 + g % 4];
    for (size_t i = 0; i < rows->n; i++) {
        ce_uspec_row(view, i, row);
        ce_uspec_index_find(index, row, NULL, 1, K, rows->near + i * K, rows->share + i * K,
                            nearest);
        plain_find(row, index, centre, K, expected);
        for (size_t t = 0; t < K; t++) {
            must(near_to((double)rows->share[i * K + t], expected[t] * index->scale, 1e-6),
                 "the distances of the nearest");
            must(near_to(
                     squared_distance(row, index->row + rows->near[i * K + t] * index->stride, d) *
                         index->scale,
                     (double)rows->share[i * K + t], 1e-6),
                 "the representatives at these distances");
        }
    }
    free(nearest);
    free(row);
    free(expected);
    free(centre);
}

/* W and shares from the squared distances in rows, in doubles. Turns them into shares by
 * ce_uspec_weigh and compares. */
static int64_t *check_weights(ce_uspec_rows_of *rows, size_t p, ce_uspec_distance distance)
{
    size_t n = rows->n, K = rows->K;
    double *w = calloc(p * p, sizeof *w), *b = malloc(n * K * sizeof *b), sigma = 0, largest = 0;
    int64_t *sums = NULL, *again = NULL;
    uint16_t *near = malloc(n * K * sizeof *near);
    float *share = malloc(n * K * sizeof *share);
    uint16_t *place = malloc(p * sizeof *place); /* another order of sums */
    ce_uspec_rows_of copy = *rows;
    ce_error err = {0};

    for (size_t a = 0; a < p; a++)
        place[a] = (uint16_t)((a * 7 + 3) % p * (p % 7 != 0) + (p - 1 - a) * (p % 7 == 0));
    copy.place = place;

    for (size_t e = 0; e < n * K; e++)
        sigma += sqrt((double)rows->share[e]) / (double)(n * K);
    for (size_t e = 0; e < n * K; e++)
        b[e] = distance == CE_USPEC_COSINE
                   ? 1 - (double)rows->share[e] * rows->extent * rows->extent / 2
                   : exp(-(double)rows->share[e] / (2 * sigma * sigma));
    for (size_t i = 0; i < n; i++) {
        double sum = 0;
        for (size_t t = 0; t < K; t++)
            sum += b[i * K + t];
        for (size_t s = 0; s < K; s++)
            for (size_t t = 0; t < K; t++)
                w[rows->near[i * K + s] * p + rows->near[i * K + t]] +=
                    b[i * K + s] * b[i * K + t] / sum;
    }
    memcpy(near, rows->near, n * K * sizeof *near);
    memcpy(share, rows->share, n * K * sizeof *share);
    copy.near = near;
    copy.share = share;
    free(rows->place);
    rows->place = NULL;
    must(!ce_uspec_weigh(rows, distance, 1, &sums, &err), "weighing");
    must(!ce_uspec_weigh(&copy, distance, 3, &again, &err), "weighing on three threads");
    must(!memcmp(sums, again, p * p * sizeof *sums), "the same sums on three threads");
    must(!memcmp(rows->share, share, n * K * sizeof *share), "the same shares on three threads");
    must(distance == CE_USPEC_COSINE || near_to(rows->sigma, sigma, 1e-6), "sigma");
    for (size_t e = 0; e < p * p; e++)
        largest = w[e] > largest ? w[e] : largest;
    for (size_t a = 0; a < p; a++)
        for (size_t c = a; c < p; c++)
            must(fabs((double)sums[a * p + c] * CE_USPEC_UNIT - w[a * p + c]) <= 1e-5 * largest,
                 "W");
    free(w);
    free(b);
    free(near);
    free(share);
    free(place);
    free(again);
    return sums;
}

/* The last k-means, of more objects than its sample: stopped by itself, each object is with the
 * nearest mean. */
static void check_directions(const ce_uspec_rows_of *rows, const float *table, size_t k)
{
    const ce_uspec_options options = {.restarts = 2, .iterations = 1000};
    size_t n = rows->n, stride = (k + 15) / 16 * 16, nearest = 0;
    int32_t *labels = malloc(n * sizeof *labels), *again = malloc(n * sizeof *again);
    double *y = calloc(n * k, sizeof *y), *mean = calloc(k * k, sizeof *mean),
           *count = calloc(k, sizeof *count);
    gsl_rng *rng = ce_random_alloc(1, CE_STREAM_MEMBER, 0, NULL);
    ce_uspec_member report = {0};
    ce_error err = {0};

    must(!ce_uspec_directions(rows, table, k, &options, rng, 1, labels, &report, NULL, &err),
         "k-means");
    must(report.converged, "k-means stopped by itself");
    ce_random_set(rng, 1, CE_STREAM_MEMBER, 0);
    must(!ce_uspec_directions(rows, table, k, &options, rng, 3, again, &report, NULL, &err),
         "again");
    must(!memcmp(labels, again, n * sizeof *labels), "the same labels on three threads");
    for (size_t i = 0; i < n; i++) {
        double length = 0;
        for (size_t t = 0; t < k; t++) {
            for (size_t a = 0; a < rows->K; a++)
                y[i * k + t] += (double)rows->share[i * rows->K + a] *
                                (double)table[rows->near[i * rows->K + a] * stride + t];
            length += y[i * k + t] * y[i * k + t];
        }
        count[labels[i]]++;
        for (size_t t = 0; t < k; t++) {
            y[i * k + t] /= sqrt(length);
            mean[(size_t)labels[i] * k + t] += y[i * k + t];
        }
    }
    for (size_t l = 0; l < k; l++)
        for (size_t t = 0; t < k; t++)
            mean[l * k + t] /= count[l];
    for (size_t i = 0; i < n; i++) {
        double own = squared_distance(y + i * k, mean + (size_t)labels[i] * k, k), least = own;
        for (size_t l = 0; l < k; l++)
            if (count[l] > 0)
                least = fmin(least, squared_distance(y + i * k, mean + l * k, k));
        must(own <= least + 1e-5, "each object is with the nearest mean");
        nearest += own == least;
    }
    must(nearest > n * 9 / 10, "most of them exactly");
    free(labels);
    free(again);
    free(y);
    free(mean);
    free(count);
    gsl_rng_free(rng);
}

/* Representatives and near ones of a member that shares what it can with others are those of one
 * that does all for itself. */
static void check_common(const ce_uspec_view *alone, const ce_uspec_options *options, int shares)
{
    size_t n = alone->x->rows, K = options->neighbours;
    ce_uspec_common common;
    ce_uspec_view view[2] = {*alone, *alone};
    ce_uspec_index index[2] = {{0}, {0}};
    ce_uspec_rows_of rows[2];
    ce_error err = {0};

    ce_uspec_common_build(&common, alone);
    must(!common.rows.values == !shares, "what is shared");
    view[1].common = shares ? &common : NULL;
    for (int c = 0; c < 2; c++) {
        gsl_rng *rng = ce_random_alloc(5, CE_STREAM_MEMBER, 0, NULL);
        must(!ce_uspec_index_build(&index[c], &view[c], options, 1, rng, 1, &err), err.text);
        rows[c] = (ce_uspec_rows_of){.n = n, .K = K, .p = index[c].p};
        rows[c].near = malloc(n * K * sizeof *rows[c].near);
        rows[c].share = malloc(n * K * sizeof *rows[c].share);
        must(!ce_uspec_find_all(&view[c], &index[c], 2, &rows[c], &err), err.text);
        gsl_rng_free(rng);
    }
    must(index[0].p == index[1].p &&
             !memcmp(index[0].row, index[1].row, index[0].p * index[0].stride * sizeof(double)),
         "the same representatives");
    must(!memcmp(rows[0].near, rows[1].near, n * K * sizeof *rows[0].near) &&
             !memcmp(rows[0].share, rows[1].share, n * K * sizeof *rows[0].share),
         "the same neighbours and distances");
    for (int c = 0; c < 2; c++) {
        free(rows[c].near);
        free(rows[c].share);
        free(rows[c].place);
        ce_uspec_index_free(&index[c]);
    }
    ce_uspec_common_free(&common);
}

static void random_data(uint64_t seed)
{
    gsl_rng *rng = ce_random_alloc(seed, CE_STREAM_SYNTH, 0, NULL);

    for (int run = 0; run < 12; run++) {
        static const size_t features[] = {1, 2, 3, 4, 5, 8, 17, 120};
        size_t n = 9000, d = features[run % 5 == 1 ? 7 : ce_random_below(rng, 7)],
               k = 2 + ce_random_below(rng, 22), components = 0;
        ce_uspec_distance distance = run % 3 == 2 && d > 1 ? CE_USPEC_COSINE : CE_USPEC_EUCLIDEAN;
        ce_uspec_options options = {.representatives = 60 + ce_random_below(rng, 100),
                                    .neighbours = 2 + ce_random_below(rng, 9),
                                    .choice = run % 2 ? CE_REPRESENTATIVES_RANDOM
                                                      : CE_REPRESENTATIVES_HYBRID,
                                    .distance = distance,
                                    .exact = run % 4 == 3};
        ce_matrix x = {0};
        ce_numbers all;
        ce_uspec_view view = {.x = &all, .d = d, .unit = distance == CE_USPEC_COSINE, .extent = 2};
        ce_uspec_index index = {0};
        ce_uspec_rows_of rows = {.n = n, .K = options.neighbours};
        ce_error err = {0};
        int64_t *sums;
        int32_t *group = NULL;
        float *table = NULL;
        double noise = 1. / 64;

        if (run == 6) { /* rows whose sketches are nearest are seldom nearest themselves */
            noise = .7;
            options.neighbours = rows.K = 2;
        }
        must(!ce_matrix_alloc(&x, n, d, &err), "memory");
        for (size_t i = 0; i < n; i++) {
            double a = gsl_rng_uniform(rng), b = gsl_rng_uniform(rng);
            for (size_t s = 0; s < d; s++) /* many features lie near a plane: sketches show it */
                x.values[i * d + s] = d > 17 ? a * sin((double)s) + b * cos((double)s) + 1 +
                                                   gsl_rng_uniform(rng) * noise
                                             : gsl_rng_uniform(rng) + (double)(i % 3) * 1.5;
        }
        all = ce_numbers_of(&x, NULL);
        if (distance == CE_USPEC_EUCLIDEAN)
            view.extent = d > 17 ? 64 : ldexp(1, 3 + (int)d / 8);
        must(!ce_uspec_index_build(&index, &view, &options, 1, rng, 1, &err), err.text);
        rows.p = index.p;
        rows.extent = view.extent;
        rows.near = malloc(n * rows.K * sizeof *rows.near);
        rows.share = malloc(n * rows.K * sizeof *rows.share);
        check_neighbours(&view, &index, &rows);
        check_common(&view, &options, d > 17);
        if (d > 17) { /* of which two are equal */
            memcpy(x.values, x.values + d, d * sizeof *x.values);
            check_common(&view, &options, 1);
            options.choice = CE_REPRESENTATIVES_KMEANS;
            check_common(&view, &options, 1);
        }
        sums = check_weights(&rows, index.p, distance);
        must(!ce_uspec_embed(sums, index.p, k, NULL, &table, &group, &components, &err), err.text);
        if (table)
            check_directions(&rows, table, k);
        free(table);
        free(group);
        free(sums);
        free(rows.near);
        free(rows.share);
        ce_uspec_index_free(&index);
        ce_matrix_free(&x);
    }
    gsl_rng_free(rng);
}

int main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "card"))
        card();
    else
        random_data(argc > 2 ? strtoull(argv[2], NULL, 10) : 1);
    return EXIT_SUCCESS;
}
