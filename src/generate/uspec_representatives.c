/* Step 1 of U-SPEC: representatives, and an index of them. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/distinct_rows.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "core/random.h"
#include "generate/uspec_internal.h"
#include "kmeans/kmeans.h"
#include "kmeans/squared_distance.h"
#include "similarity/neighbour_search.h"

/* As the authors' program has them. */
enum { SAMPLE = 10, ROUNDS = 10, GROUP_ROUNDS = 20, FACTOR = 10 };

/* Up to so many features the candidates of each representative lie side by side in memory. */
enum { FEW = 4 };

/* ---- rows ---- */

static void multiply(double *row, size_t d, double factor)
{
    for (size_t s = 0; s < d && factor != 1; s++)
        row[s] *= factor;
}

static double square_of(const double *row, size_t d)
{
    double square = 0;

    for (size_t s = 0; s < d; s++)
        square += row[s] * row[s];
    return square;
}

/* Brings a row to length 1. */
static void to_unit(double *row, size_t d)
{
    double square = square_of(row, d);

    if (square < 0x1p-800) {
        multiply(row, d, 0x1p600);
        square = square_of(row, d);
    }
    square = sqrt(square);
    for (size_t s = 0; s < d; s++)
        row[s] = square > 0 ? row[s] / square : 0;
}

void ce_uspec_row(const ce_uspec_view *view, size_t i, double *row)
{
    if (view->feature)
        ce_numbers_some(view->x, i, view->feature, view->d, row);
    else
        ce_numbers_rows(view->x, i, 1, row);
    if (view->unit)
        to_unit(row, view->d);
    multiply(row, view->d, ce_uspec_factor(view->extent));
}

void ce_uspec_rows(const ce_uspec_view *view, size_t first, size_t count, double *block)
{
    if (!view->feature && !view->unit) {
        ce_numbers_rows(view->x, first, count, block);
        multiply(block, count * view->d, ce_uspec_factor(view->extent));
    } else
        for (size_t i = 0; i < count; i++)
            ce_uspec_row(view, first + i, block + i * view->d);
}

size_t ce_uspec_distinct(const ce_numbers *x, ce_uspec_distance distance, size_t most,
                         uint64_t *seen, double *row)
{
    const ce_uspec_view view = {.x = x, .d = x->columns, .unit = distance == CE_USPEC_COSINE};
    size_t distinct = 0;

    for (size_t i = 0; i < x->rows && distinct < most; i++) {
        size_t at = 0;
        ce_uspec_row(&view, i, row);
        seen[distinct] = ce_row_hash(row, view.d);
        while (seen[at] != seen[distinct])
            at++;
        distinct += at == distinct;
    }
    return distinct;
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

int ce_uspec_draw(size_t n, size_t count, gsl_rng *rng, size_t **object, ce_error *err)
{
    int rc;

    *object = NULL;
    if (count == n)
        return CE_OK;
    *object = ce_alloc(count, sizeof **object, err);
    rc = *object ? ce_random_choose(rng, n, count, *object, err) : CE_ENOMEM;
    if (rc) {
        free(*object);
        *object = NULL;
    }
    return rc;
}

int ce_uspec_draw_candidates(const ce_uspec_options *options, size_t n, gsl_rng *rng,
                             size_t **object, size_t *count, ce_error *err)
{
    size_t p = options->representatives;

    *count = options->choice == CE_REPRESENTATIVES_KMEANS || p > n / SAMPLE ? n : SAMPLE * p;
    return ce_uspec_draw(n, *count, rng, object, err);
}

/* The rows among which representatives are chosen: of 10 p drawn objects, or of all. rows: those of
 * the data, or empty. */
static int draw_sample(const ce_uspec_view *view, const ce_uspec_options *options, gsl_rng *rng,
                       ce_matrix *rows, ce_kmeans_data **data, ce_error *err)
{
    size_t *chosen, count;
    int rc = ce_uspec_draw_candidates(options, view->x->rows, rng, &chosen, &count, err);

    if (!rc && view->common)
        rc = ce_kmeans_part(data, view->common->data, chosen, count, err);
    if (!rc && !*data)
        rc = take_rows(view, chosen, count, rows, err);
    if (!rc && !*data)
        rc = ce_kmeans_prepare(data, rows, NULL, err);
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
    ce_kmeans_options how = {.init = CE_INIT_RANDOM,
                             .empty = CE_EMPTY_KEEP,
                             .max_iterations = ROUNDS,
                             .centres_only = 1};
    ce_kmeans_result found = {0};
    ce_kmeans_data *data = NULL;
    ce_matrix sample = {0};
    double *drawn = NULL;
    int rc = draw_sample(view, options, rng, &sample, &data, err);

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

/* Takes groups of representatives: of each its group, and the mean of each group. */
static int set_groups(ce_uspec_index *index, const int32_t *of, size_t groups, const double *means,
                      ce_error *err)
{
    size_t p = index->p, d = index->d, *next = NULL;
    int rc = CE_OK;

    index->groups = groups;
    index->start = ce_calloc(groups + 1, sizeof *index->start, err);
    index->quad = ce_calloc(groups + 1, sizeof *index->quad, err);
    next = ce_calloc(groups + 1, sizeof *next, err);
    index->member = ce_alloc(p, sizeof *index->member, err);
    index->centres = ce_alloc(ce_uspec_quads(groups) * CE_QUAD * d, sizeof *index->centres, err);
    index->middle = ce_calloc(groups * index->stride, sizeof *index->middle, err);
    if (!index->start || !index->quad || !next || !index->member || !index->centres ||
        !index->middle) {
        rc = CE_ENOMEM;
        goto done;
    }
    for (size_t j = 0; j < p; j++)
        index->start[of[j] + 1]++;
    for (size_t g = 0; g < groups; g++) {
        index->quad[g + 1] = index->quad[g] + ce_uspec_quads(index->start[g + 1]);
        index->start[g + 1] += index->start[g];
        next[g] = index->start[g];
    }
    for (size_t j = 0; j < p; j++)
        index->member[next[of[j]]++] = (uint16_t)j;
    make_quads(means, d, d, NULL, groups, index->centres);
    for (size_t g = 0; g < groups; g++)
        memcpy(index->middle + g * index->stride, means + g * d, d * sizeof *means);
    index->members = ce_alloc(index->quad[groups] * CE_QUAD * d, sizeof *index->members, err);
    if (!index->members) {
        rc = CE_ENOMEM;
        goto done;
    }
    for (size_t g = 0; g < groups; g++)
        make_quads(index->row, index->stride, d, index->member + index->start[g],
                   index->start[g + 1] - index->start[g],
                   index->members + index->quad[g] * CE_QUAD * d);
done:
    free(next);
    return rc;
}

/* Groups of representatives by k-means. rows: the representatives. */
static int make_groups(ce_uspec_index *index, const ce_matrix *rows, gsl_rng *rng, int threads,
                       ce_error *err)
{
    ce_kmeans_options how = {.k = (size_t)sqrt((double)index->p),
                             .init = CE_INIT_RANDOM,
                             .empty = CE_EMPTY_DROP,
                             .max_iterations = GROUP_ROUNDS};
    ce_kmeans_result found = {0};
    ce_kmeans_data *data = NULL;
    int rc = ce_kmeans_prepare(&data, rows, NULL, err);

    if (!rc)
        rc = ce_kmeans(data, &how, rng, threads, &found, err);
    if (!rc)
        rc = set_groups(index, found.labels, found.k, found.centres, err);
    ce_kmeans_free(&found);
    ce_kmeans_data_free(data);
    return rc;
}

static int by_distance(const void *a, const void *b)
{
    const ce_neighbour *x = a, *y = b;

    if (x->squared != y->squared)
        return x->squared < y->squared ? -1 : 1;
    return (x->object > y->object) - (x->object < y->object);
}

/* The candidates of representative j: itself first, also where others lie on it. */
static void list_candidates(ce_uspec_index *index, size_t j, ce_neighbour *nearest)
{
    size_t c = index->candidates, d = index->d;
    uint16_t *candidate = index->candidate + j * c;
    double *apart = index->apart + j * c;

    qsort(nearest, c - 1, sizeof *nearest, by_distance);
    candidate[0] = (uint16_t)j;
    apart[0] = 0;
    for (size_t t = 1; t < c; t++) {
        candidate[t] = (uint16_t)nearest[t - 1].object;
        apart[t] = sqrt(nearest[t - 1].squared);
    }
    if (index->near)
        make_quads(index->row, index->stride, d, candidate, c,
                   index->near + j * ce_uspec_quads(c) * CE_QUAD * d);
}

static int list_all_candidates(ce_uspec_index *index, const ce_matrix *rows, size_t K, int threads,
                               ce_error *err)
{
    size_t p = index->p, c = FACTOR * K + 1 < p ? FACTOR * K + 1 : p, *count = NULL;
    ce_neighbour *nearest = NULL;
    int rc = CE_OK;

    index->candidates = c;
    index->candidate = ce_alloc(p * c, sizeof *index->candidate, err);
    index->apart = ce_alloc(p * c, sizeof *index->apart, err);
    if (!index->candidate || !index->apart)
        return CE_ENOMEM;
    if (index->d <= FEW) {
        index->near =
            ce_alloc(p * ce_uspec_quads(c) * CE_QUAD * index->d, sizeof *index->near, err);
        if (!index->near)
            return CE_ENOMEM;
    }
    nearest = ce_alloc(p * (c - 1), sizeof *nearest, err);
    count = ce_alloc(p, sizeof *count, err);
    if (!nearest || !count)
        rc = CE_ENOMEM;
    if (!rc && c > 1)
        rc = ce_neighbour_search(rows, c - 1, nearest, count, err);
    if (!rc) {
#pragma omp parallel for schedule(static) num_threads(threads) if (threads > 1)
        for (size_t j = 0; j < p; j++)
            list_candidates(index, j, nearest + j * (c - 1));
    }
    free(nearest);
    free(count);
    return rc;
}

/* Sketches, where they are worth their while. rows: the representatives. Without them the same is
 * found. */
static int make_sketches(ce_uspec_index *index, const ce_matrix *rows, ce_error *err)
{
    const ce_sketch *axes = index->common ? &index->common->axes : &index->axes;
    double scale = sqrt(index->scale), *means, *work;
    size_t d = index->d;
    int rc = CE_OK;

    if (!ce_sketch_fits(scale))
        return CE_OK;
    if (!index->common)
        rc = ce_sketch_fit(&index->axes, rows, err);
    if (rc || !axes->pca.axis)
        return rc;
    index->sketch = ce_alloc(index->p, CE_SKETCH * sizeof *index->sketch, err);
    index->middle_sketch = ce_alloc(index->groups, CE_SKETCH * sizeof *index->sketch, err);
    means = ce_alloc(index->groups, d * sizeof *means, err);
    work = ce_alloc(ce_sketch_work(d), sizeof *work, err);
    rc = index->sketch && index->middle_sketch && means && work ? CE_OK : CE_ENOMEM;
    for (size_t g = 0; g < index->groups && !rc; g++)
        memcpy(means + g * d, index->middle + g * index->stride, d * sizeof *means);
    if (!rc) {
        ce_sketch_draw(axes, rows->values, index->p, scale, index->sketch, work);
        ce_sketch_draw(axes, means, index->groups, scale, index->middle_sketch, work);
    }
    free(means);
    free(work);
    return rc;
}

/* What finds near representatives without looking at all. */
static int make_index(ce_uspec_index *index, size_t K, gsl_rng *rng, int threads, ce_error *err)
{
    ce_matrix rows = {0};
    int rc = ce_matrix_alloc(&rows, index->p, index->d, err);

    for (size_t j = 0; j < index->p && !rc; j++)
        memcpy(rows.values + j * index->d, index->row + j * index->stride,
               index->d * sizeof *rows.values);
    if (!rc)
        rc = make_groups(index, &rows, rng, threads, err);
    if (!rc)
        rc = list_all_candidates(index, &rows, K, threads, err);
    if (!rc)
        rc = make_sketches(index, &rows, err);
    ce_matrix_free(&rows);
    return rc;
}

static void begin(ce_uspec_index *index, size_t d, double extent)
{
    double unit = extent * ce_uspec_factor(extent);

    *index = (ce_uspec_index){
        .d = d, .stride = (d + CE_LANES - 1) / CE_LANES * CE_LANES, .scale = 1 / (unit * unit)};
}

/* What a search among all representatives goes through. */
static int make_quads_of_all(ce_uspec_index *index, ce_error *err)
{
    index->members = ce_alloc(ce_uspec_quads(index->p) * CE_QUAD * index->d, sizeof(double), err);
    if (!index->members)
        return CE_ENOMEM;
    make_quads(index->row, index->stride, index->d, NULL, index->p, index->members);
    return CE_OK;
}

/* Behind "1 row", "2 row". */
static const char *differ(size_t count)
{
    return count == 1 ? " differs and can be a representative"
                      : "s differ and can be representatives";
}

int ce_uspec_index_build(ce_uspec_index *index, const ce_uspec_view *view,
                         const ce_uspec_options *options, size_t k, gsl_rng *rng, int threads,
                         ce_error *err)
{
    int rc;

    begin(index, view->d, view->extent);
    index->common = view->common;
    rc = choose(index, view, options, rng, threads, err);
    index->K = options->neighbours;
    if (options->spare_neighbours && index->K > index->p)
        index->K = index->p;
    if (!rc && index->p < index->K)
        rc = ce_fail(err, CE_EINPUT, CE_OPT("neighbours") " %zu, but only %zu row%s", index->K,
                     index->p, differ(index->p));
    if (!rc && !options->exact)
        rc = make_index(index, index->K, rng, threads, err);
    if (!rc && options->exact)
        rc = make_quads_of_all(index, err);
    if (!rc && k > index->p)
        rc = ce_fail(err, CE_EINPUT, "%zu clusters, but only %zu row%s: fewer clusters expected", k,
                     index->p, differ(index->p));
    if (rc)
        ce_uspec_index_free(index);
    return rc;
}

static int copy_times(const ce_matrix *from, double factor, ce_matrix *to, ce_error *err)
{
    size_t count = from->rows * from->columns;
    int rc = ce_matrix_alloc(to, from->rows, from->columns, err);

    if (rc)
        return rc;
    memcpy(to->values, from->values, count * sizeof *to->values);
    multiply(to->values, count, factor);
    return CE_OK;
}

int ce_uspec_index_restore(ce_uspec_index *index, double extent, const ce_matrix *representative,
                           const int32_t *group, const ce_matrix *mean, size_t K, int threads,
                           ce_error *err)
{
    double factor = ce_uspec_factor(extent);
    ce_matrix rows = {0}, means = {0};
    int rc;

    begin(index, representative->columns, extent);
    rc = copy_times(representative, factor, &rows, err);
    if (!rc && mean->rows)
        rc = copy_times(mean, factor, &means, err);
    if (!rc)
        rc = keep_rows(index, rows.values, rows.rows, err);
    if (!rc && !mean->rows)
        rc = make_quads_of_all(index, err);
    if (!rc && mean->rows)
        rc = set_groups(index, group, mean->rows, means.values, err);
    if (!rc && mean->rows)
        rc = list_all_candidates(index, &rows, K, threads, err);
    if (!rc && mean->rows)
        rc = make_sketches(index, &rows, err);
    ce_matrix_free(&rows);
    ce_matrix_free(&means);
    if (rc)
        ce_uspec_index_free(index);
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
    free(index->apart);
    free(index->near);
    free(index->middle);
    free(index->sketch);
    free(index->middle_sketch);
    ce_sketch_free(&index->axes);
    *index = (ce_uspec_index){0};
}
