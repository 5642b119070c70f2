/* Steps 1 and 2 of U-SPEC: representatives, and the nearest of them for each object. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "core/random.h"
#include "generate/uspec_internal.h"
#include "kmeans/kmeans.h"
#include "kmeans/squared_distance.h"

/* As the authors' program has them. */
enum { SAMPLE = 10, ROUNDS = 10, GROUP_ROUNDS = 20, FACTOR = 10 };

/* Up to so many features the candidates of each representative lie side by side in memory. */
enum { FEW = 4 };

/* ---- rows ---- */

void ce_uspec_row(const ce_uspec_view *view, size_t i, double *row)
{
    const double *from = view->x->values + i * view->x->columns;
    double square = 0;

    if (view->feature)
        for (size_t s = 0; s < view->d; s++)
            row[s] = from[view->feature[s]];
    else
        memcpy(row, from, view->d * sizeof *row);
    if (!view->unit)
        return;
    for (size_t s = 0; s < view->d; s++)
        square += row[s] * row[s];
    square = sqrt(square);
    for (size_t s = 0; s < view->d; s++)
        row[s] = square > 0 ? row[s] / square : 0;
}

void ce_uspec_rows(const ce_uspec_view *view, size_t first, size_t count, double *block)
{
    if (!view->feature && !view->unit) {
        memcpy(block, view->x->values + first * view->d, count * view->d * sizeof *block);
        return;
    }
    for (size_t i = 0; i < count; i++)
        ce_uspec_row(view, first + i, block + i * view->d);
}

/* Rows of the objects `chosen`, or of all. */
static int take_rows(const ce_uspec_view *view, const size_t *chosen, size_t count, ce_matrix *rows,
                     ce_error *err)
{
    int rc = ce_matrix_alloc(rows, count, view->d, err);

    for (size_t i = 0; i < count && !rc; i++)
        ce_uspec_row(view, chosen ? chosen[i] : i, rows->values + i * view->d);
    return rc;
}

/* ---- step 1 ---- */

/* The rows among which representatives are chosen: of 10 p drawn objects, or of all. */
static int draw_sample(const ce_uspec_view *view, const ce_uspec_options *options, size_t p,
                       gsl_rng *rng, ce_matrix *rows, ce_error *err)
{
    size_t n = view->x->rows, count = p > n / SAMPLE ? n : SAMPLE * p, *chosen = NULL;
    int rc = CE_OK;

    if (options->choice == CE_REPRESENTATIVES_KMEANS)
        count = n;
    if (count < n) {
        chosen = ce_alloc(count, sizeof *chosen, err);
        rc = chosen ? ce_random_choose(rng, n, count, chosen, err) : CE_ENOMEM;
    }
    if (!rc)
        rc = take_rows(view, chosen, count, rows, err);
    free(chosen);
    return rc;
}

/* The rows of index->row, which is allocated here, and index->p. */
static int keep_rows(ce_uspec_index *index, const double *rows, size_t p, ce_error *err)
{
    index->row = ce_calloc(p * index->stride, sizeof *index->row, err);
    if (!index->row)
        return CE_ENOMEM;
    index->p = p;
    for (size_t j = 0; j < p; j++)
        memcpy(index->row + j * index->stride, rows + j * index->d, index->d * sizeof *rows);
    return CE_OK;
}

static int choose(ce_uspec_index *index, const ce_uspec_view *view, const ce_uspec_options *options,
                  gsl_rng *rng, int threads, ce_error *err)
{
    ce_kmeans_options how = {
        .init = CE_INIT_RANDOM, .empty = CE_EMPTY_KEEP, .max_iterations = ROUNDS};
    ce_kmeans_result found = {0};
    ce_kmeans_data *data = NULL;
    ce_matrix sample = {0};
    double *drawn = NULL;
    int rc = draw_sample(view, options, options->representatives, rng, &sample, err);

    if (!rc)
        rc = ce_kmeans_prepare(&data, &sample, NULL, err);
    if (rc)
        goto done;
    how.k = options->representatives;
    if (how.k > ce_kmeans_distinct(data))
        how.k = ce_kmeans_distinct(data);
    if (options->choice == CE_REPRESENTATIVES_RANDOM) {
        drawn = ce_alloc(how.k * index->d, sizeof *drawn, err);
        rc = drawn ? ce_kmeans_random_start(data, how.k, rng, drawn, err) : CE_ENOMEM;
        if (!rc)
            rc = keep_rows(index, drawn, how.k, err);
    } else {
        rc = ce_kmeans(data, &how, rng, threads, &found, err);
        if (!rc)
            rc = keep_rows(index, found.centres, found.k, err);
    }
done:
    free(drawn);
    ce_kmeans_free(&found);
    ce_kmeans_data_free(data);
    ce_matrix_free(&sample);
    return rc;
}

/* ---- the index ---- */

/* Places count rows, given by number, as quads: feature s of row l of a quad is at s * 4 + l. The
 * last quad is filled up with rows that are near nothing. */
static void make_quads(const double *row, size_t stride, size_t d, const uint16_t *number,
                       size_t count, double *quads)
{
    for (size_t q = 0; q * CE_QUAD < count; q++)
        for (size_t s = 0; s < d; s++)
            for (size_t l = 0; l < CE_QUAD; l++) {
                size_t at = q * CE_QUAD + l, from = at < count && number ? (size_t)number[at] : at;
                quads[(q * d + s) * CE_QUAD + l] = at < count ? row[from * stride + s] : DBL_MAX;
            }
}

static size_t quads_of(size_t count)
{
    return (count + CE_QUAD - 1) / CE_QUAD;
}

/* Groups of representatives by k-means. */
static int make_groups(ce_uspec_index *index, gsl_rng *rng, int threads, ce_error *err)
{
    size_t p = index->p, d = index->d, *next = NULL;
    ce_kmeans_options how = {.k = (size_t)sqrt((double)p),
                             .init = CE_INIT_RANDOM,
                             .empty = CE_EMPTY_DROP,
                             .max_iterations = GROUP_ROUNDS};
    ce_kmeans_result found = {0};
    ce_kmeans_data *data = NULL;
    ce_matrix rows = {0};
    int rc = ce_matrix_alloc(&rows, p, d, err);

    for (size_t j = 0; j < p && !rc; j++)
        memcpy(rows.values + j * d, index->row + j * index->stride, d * sizeof *rows.values);
    if (!rc)
        rc = ce_kmeans_prepare(&data, &rows, NULL, err);
    if (!rc)
        rc = ce_kmeans(data, &how, rng, threads, &found, err);
    if (rc)
        goto done;
    index->groups = found.k;
    index->start = ce_calloc(found.k + 1, sizeof *index->start, err);
    index->quad = ce_calloc(found.k + 1, sizeof *index->quad, err);
    next = ce_calloc(found.k + 1, sizeof *next, err);
    index->member = ce_alloc(p, sizeof *index->member, err);
    index->centres = ce_alloc(quads_of(found.k) * CE_QUAD * d, sizeof *index->centres, err);
    if (!index->start || !index->quad || !next || !index->member || !index->centres) {
        rc = CE_ENOMEM;
        goto done;
    }
    for (size_t j = 0; j < p; j++)
        index->start[found.labels[j] + 1]++;
    for (size_t g = 0; g < found.k; g++) {
        index->quad[g + 1] = index->quad[g] + quads_of(index->start[g + 1]);
        index->start[g + 1] += index->start[g];
        next[g] = index->start[g];
    }
    for (size_t j = 0; j < p; j++)
        index->member[next[found.labels[j]]++] = (uint16_t)j;
    make_quads(found.centres, d, d, NULL, found.k, index->centres);
    index->members = ce_alloc(index->quad[found.k] * CE_QUAD * d, sizeof *index->members, err);
    if (!index->members) {
        rc = CE_ENOMEM;
        goto done;
    }
    for (size_t g = 0; g < found.k; g++)
        make_quads(index->row, index->stride, d, index->member + index->start[g],
                   index->start[g + 1] - index->start[g],
                   index->members + index->quad[g] * CE_QUAD * d);
done:
    free(next);
    ce_kmeans_free(&found);
    ce_kmeans_data_free(data);
    ce_matrix_free(&rows);
    return rc;
}

/* Puts a representative among the K nearest so far, of which `have` are there. */
static inline size_t insert(double *nearest, uint16_t *near, size_t have, size_t K, double squared,
                            size_t j)
{
    size_t at = have < K ? have : K - 1;

    for (; at > 0 && squared < nearest[at - 1]; at--) {
        nearest[at] = nearest[at - 1];
        near[at] = near[at - 1];
    }
    nearest[at] = squared;
    near[at] = (uint16_t)j;
    return have < K ? have + 1 : K;
}

/* The K nearest of `count` representatives at these distances; number: which they are, or NULL. */
static inline void take_nearest(const double *squared, const uint16_t *number, size_t count,
                                size_t K, double *nearest, uint16_t *near)
{
    size_t have = 0;

    for (size_t t = 0; t < count; t++)
        if (have < K || squared[t] < nearest[K - 1])
            have = insert(nearest, near, have, K, squared[t], number ? number[t] : t);
}

/* The candidates of representative j. squared, nearest: room for p each. */
static void make_candidates(ce_uspec_index *index, size_t j, double *squared, double *nearest)
{
    size_t p = index->p, c = index->candidates, d = index->d;
    const double *own = index->row + j * index->stride;

    for (size_t l = 0; l < p; l++)
        squared[l] = ce_squared_distance(own, own + d / CE_LANES * CE_LANES,
                                         index->row + l * index->stride, d);
    squared[j] = -1; /* itself comes first, also where others lie on it */
    take_nearest(squared, NULL, p, c, nearest, index->candidate + j * c);
    if (index->near)
        make_quads(index->row, index->stride, d, index->candidate + j * c, c,
                   index->near + j * quads_of(c) * CE_QUAD * d);
}

static int make_all_candidates(ce_uspec_index *index, size_t K, int threads, ce_error *err)
{
    size_t p = index->p, c = FACTOR * K + 1;
    int rc = CE_OK;

    index->candidates = c < p ? c : p;
    index->candidate = ce_alloc(p * index->candidates, sizeof *index->candidate, err);
    if (!index->candidate)
        return CE_ENOMEM;
    if (index->d <= FEW) {
        index->near = ce_alloc(p * quads_of(index->candidates) * CE_QUAD * index->d,
                               sizeof *index->near, err);
        if (!index->near)
            return CE_ENOMEM;
    }
#pragma omp parallel num_threads(threads) if (threads > 1)
    {
        ce_error own = {0};
        double *order = ce_alloc(2 * p, sizeof *order, &own);

        if (!order) {
#pragma omp critical(ce_uspec)
            rc = ce_fail(err, CE_ENOMEM, "%s", own.text);
        }
#pragma omp barrier
#pragma omp for schedule(dynamic, 16)
        for (size_t j = 0; j < p; j++)
            if (!rc)
                make_candidates(index, j, order, order + p);
        free(order);
    }
    return rc;
}

/* Doubles for a row's tail, its distances to whatever it is compared with, and its K nearest. */
static size_t scratch_of(const ce_uspec_index *index, size_t K)
{
    size_t most = index->groups ? index->groups : index->p;

    for (size_t g = 0; g < index->groups; g++)
        if (index->start[g + 1] - index->start[g] > most)
            most = index->start[g + 1] - index->start[g];
    if (index->candidates > most)
        most = index->candidates;
    return quads_of(most) * CE_QUAD + index->stride + K;
}

int ce_uspec_index_build(ce_uspec_index *index, const ce_uspec_view *view,
                         const ce_uspec_options *options, gsl_rng *rng, int threads, ce_error *err)
{
    int rc;

    *index = (ce_uspec_index){.d = view->d,
                              .stride = (view->d + CE_LANES - 1) / CE_LANES * CE_LANES,
                              .scale = 1 / (view->extent * view->extent)};
    rc = choose(index, view, options, rng, threads, err);
    if (!rc && index->p < options->neighbours)
        rc = ce_fail(err, CE_EINPUT,
                     "%zu representatives, since no more rows differ, and " CE_OPT(
                         "neighbours") " %zu of them asked for",
                     index->p, options->neighbours);
    if (!rc && !options->exact)
        rc = make_groups(index, rng, threads, err);
    if (!rc && !options->exact)
        rc = make_all_candidates(index, options->neighbours, threads, err);
    if (!rc && options->exact) {
        index->members = ce_alloc(quads_of(index->p) * CE_QUAD * index->d, sizeof(double), err);
        rc = index->members ? CE_OK : CE_ENOMEM;
        if (!rc)
            make_quads(index->row, index->stride, index->d, NULL, index->p, index->members);
    }
    if (rc)
        ce_uspec_index_free(index);
    else
        index->scratch = scratch_of(index, options->neighbours);
    return rc;
}

void ce_uspec_index_free(ce_uspec_index *index)
{
    free(index->row);
    free(index->start);
    free(index->member);
    free(index->centres);
    free(index->members);
    free(index->quad);
    free(index->candidate);
    free(index->near);
    *index = (ce_uspec_index){0};
}

/* ---- step 2 ---- */

/* Squared distances of a row to `count` quads. */
static inline __attribute__((always_inline)) void to_quads(const double *row, const double *quads,
                                                           size_t count, size_t d, double *squared)
{
    for (size_t q = 0; q < count; q++)
        ce_squared_distance_four(row, quads + q * d * CE_QUAD, d, squared + q * CE_QUAD);
}

static inline size_t least(const double *value, size_t count)
{
    size_t best = 0;

    for (size_t l = 1; l < count; l++)
        if (value[l] < value[best])
            best = l;
    return best;
}

/* d: a constant where the compiler can use it. */
static inline __attribute__((always_inline)) void find(const ce_uspec_index *index,
                                                       const double *rows, size_t count, size_t K,
                                                       uint16_t *near, float *squared,
                                                       double *scratch, size_t d)
{
    double *nearest = scratch, *tail = nearest + K, *distance = tail + index->stride;
    size_t c = index->candidates, quads = quads_of(c);

    for (size_t i = 0; i < count; i++, near += K, squared += K) {
        const double *row = rows + i * d;

        if (!index->groups) {
            to_quads(row, index->members, quads_of(index->p), d, distance);
            take_nearest(distance, NULL, index->p, K, nearest, near);
        } else {
            size_t g, r;

            to_quads(row, index->centres, quads_of(index->groups), d, distance);
            g = least(distance, index->groups);
            to_quads(row, index->members + index->quad[g] * CE_QUAD * d,
                     index->quad[g + 1] - index->quad[g], d, distance);
            r = (size_t)index->member[index->start[g] +
                                      least(distance, index->start[g + 1] - index->start[g])];
            if (index->near) {
                to_quads(row, index->near + r * quads * CE_QUAD * d, quads, d, distance);
            } else {
                ce_squared_distance_tail(row, d, tail);
                for (size_t t = 0; t < c; t++)
                    distance[t] = ce_squared_distance(
                        row, tail, index->row + (size_t)index->candidate[r * c + t] * index->stride,
                        d);
            }
            take_nearest(distance, index->candidate + r * c, c, K, nearest, near);
        }
        for (size_t t = 0; t < K; t++)
            squared[t] = (float)(nearest[t] * index->scale);
    }
}

CE_HOT static void find_plane(const ce_uspec_index *index, const double *rows, size_t count,
                              size_t K, uint16_t *near, float *squared, double *scratch)
{
    find(index, rows, count, K, near, squared, scratch, 2);
}

CE_HOT static void find_any(const ce_uspec_index *index, const double *rows, size_t count, size_t K,
                            uint16_t *near, float *squared, double *scratch)
{
    find(index, rows, count, K, near, squared, scratch, index->d);
}

void ce_uspec_index_find(const ce_uspec_index *index, const double *rows, size_t count, size_t K,
                         uint16_t *near, float *squared, double *scratch)
{
    if (index->d == 2)
        find_plane(index, rows, count, K, near, squared, scratch);
    else
        find_any(index, rows, count, K, near, squared, scratch);
}
