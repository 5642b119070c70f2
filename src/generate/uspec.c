#include "generate/uspec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/each.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "core/random.h"
#include "generate/members.h"
#include "generate/uspec_internal.h"

/* Up to so many objects, members run side by side; above, each runs on all threads. */
enum { SIDE_BY_SIDE = 1 << 18 };

/* Of the number of representatives, unless it is given. */
enum { OBJECTS_OF_EACH = 10, REPRESENTATIVES_OF_EACH = 4 };

typedef struct {
    const ce_numbers *x;
    ce_uspec_options options; /* with defaults filled in */
    double *range;            /* owned; columns: largest value less the smallest */
    ce_labels *labels;
    ce_uspec_member *report; /* or NULL */
    int threads;             /* of a member */
    ce_uspec_common common;  /* owned */
} work;

/* The features that a member sees. *feature: NULL, or owned by the caller. */
static int draw_features(const ce_uspec_options *o, size_t all, gsl_rng *rng, size_t **feature,
                         size_t *d, ce_error *err)
{
    double share, low = o->least_features, high = o->most_features;

    *feature = NULL;
    *d = all;
    if (!(high > 0))
        return CE_OK;
    if (o->share_of_features) {
        share = low + (high - low) * gsl_rng_uniform(rng);
        *d = (size_t)ceil(share * (double)all - 1e-9);
    } else {
        *d = (size_t)low + ce_random_below(rng, (size_t)(high - low) + 1);
    }
    *d = *d < 1 ? 1 : *d > all ? all : *d;
    return ce_draw_some(rng, all, *d, feature, err);
}

/* A power of two above the diagonal of the box that holds all rows; 1 where they are all equal. */
static double extent_of(const ce_uspec_options *o, const double *range, const size_t *feature,
                        size_t d)
{
    double largest = 0, sum = 0;
    int exponent;

    if (o->distance == CE_USPEC_COSINE)
        return 2;
    for (size_t s = 0; s < d; s++)
        if (range[feature ? feature[s] : s] > largest)
            largest = range[feature ? feature[s] : s];
    if (!(largest > 0))
        return 0;
    for (size_t s = 0; s < d; s++) {
        double part = range[feature ? feature[s] : s] / largest;
        sum += part * part;
    }
    frexp(largest * sqrt(sum), &exponent);
    return ldexp(1, exponent);
}

/* Features are drawn once more where all of them are constant. */
int ce_uspec_begin(const ce_uspec_options *o, size_t q, const double *range, const ce_numbers *x,
                   gsl_rng *rng, size_t *k, ce_uspec_view *view, size_t **feature, ce_error *err)
{
    *k = (size_t)o->k[o->draw ? ce_random_below(rng, o->k_count) : q % o->k_count];
    for (int tries = 0; tries < 2; tries++) {
        int rc = draw_features(o, x->columns, rng, feature, &view->d, err);

        if (rc)
            return rc;
        view->extent = extent_of(o, range, *feature, view->d);
        if (view->extent > 0 || !*feature)
            break;
        if (tries == 0) {
            free(*feature);
            *feature = NULL;
        }
    }
    if (!(view->extent > 0)) {
        if (*feature)
            return ce_fail(err, CE_EINPUT,
                           "%zu features were drawn, and again: all objects are equal in them",
                           view->d);
        view->extent = 1;
    }
    view->x = x;
    view->feature = *feature;
    view->unit = o->distance == CE_USPEC_COSINE;
    return CE_OK;
}

int ce_uspec_find_all(const ce_uspec_view *view, const ce_uspec_index *index, int threads,
                      ce_uspec_rows_of *rows, ce_error *err)
{
    size_t n = rows->n, K = rows->K;
    int rc = CE_OK;

    rows->place = ce_alloc(index->p, sizeof *rows->place, err);
    if (!rows->place)
        return CE_ENOMEM;
    for (size_t at = 0; at < index->p; at++)
        rows->place[index->groups ? index->member[at] : at] = (uint16_t)at;
#pragma omp parallel num_threads(threads) if (threads > 1)
    {
        ce_error own = {0};
        double *block = ce_alloc(CE_USPEC_BLOCK * view->d, sizeof *block, &own),
               *nearest = ce_alloc(K, sizeof *nearest, &own);

        if (!block || !nearest) {
#pragma omp critical(ce_uspec)
            rc = ce_fail(err, CE_ENOMEM, "%s", own.text);
        }
#pragma omp barrier
        if (!rc) {
#pragma omp for schedule(dynamic, 16)
            for (size_t i = 0; i < n; i += CE_USPEC_BLOCK) {
                size_t count = n - i < CE_USPEC_BLOCK ? n - i : CE_USPEC_BLOCK;
                const double *row = block;
                const float *sketches = NULL;
                if (view->common) {
                    row = view->common->rows.values + i * view->d;
                    sketches = view->common->sketch + i * CE_SKETCH;
                } else {
                    ce_uspec_rows(view, i, count, block);
                }
                ce_uspec_index_find(index, row, sketches, count, K, rows->near + i * K,
                                    rows->share + i * K, nearest);
            }
        }
        free(block);
        free(nearest);
    }
    return rc;
}

/* Steps 3 to 5. */
static int cut(work *w, size_t q, ce_uspec_rows_of *rows, gsl_rng *rng, ce_uspec_member *report,
               ce_uspec_model *model, ce_error *err)
{
    size_t k = report->asked, p = rows->p;
    int32_t *labels = ce_labels_column(w->labels, q), *group = NULL;
    float *table = NULL;
    int64_t *graph = NULL;
    double *weight = ce_calloc(p, sizeof *weight, err);
    int rc =
        weight ? ce_uspec_weigh(rows, w->options.distance, w->threads, &graph, err) : CE_ENOMEM;

    for (size_t i = 0; i < rows->n && !rc; i++)
        weight[rows->near[i * rows->K]] += 1;
    if (!rc)
        rc = ce_uspec_embed(graph, p, k, weight, &table, &group, &report->components, err);
    free(graph);
    free(weight);
    if (!rc && group)
        for (size_t i = 0; i < rows->n; i++)
            labels[i] = group[rows->near[i * rows->K]];
    if (!rc && table)
        rc = ce_uspec_directions(rows, table, k, &w->options, rng, w->threads, labels, report,
                                 model, err);
    if (!rc && model)
        rc = ce_uspec_keep_labels(model, rows, p, k, table, group, labels, err);
    free(table);
    free(group);
    if (!rc)
        rc = ce_labels_renumber(labels, rows->n, &w->labels->k[q], err);
    if (!rc)
        report->k = (size_t)w->labels->k[q];
    return rc;
}

static int run_member(void *state, size_t q, ce_error *err)
{
    work *w = state;
    size_t n = w->x->rows, *feature = NULL;
    ce_uspec_rows_of rows = {.n = n};
    ce_uspec_member report = {.converged = 1};
    ce_uspec_model *model = w->options.models ? &w->options.models[q] : NULL;
    ce_uspec_index index = {0};
    ce_uspec_view view = {0};
    gsl_rng *rng = ce_random_alloc(w->options.seed, CE_STREAM_MEMBER, q, err);
    int rc = rng ? CE_OK : CE_ENOMEM;

    if (!rc)
        rc = ce_uspec_begin(&w->options, q, w->range, w->x, rng, &report.asked, &view, &feature,
                            err);
    if (w->common.rows.values)
        view.common = &w->common;
    if (!rc)
        rc = ce_uspec_index_build(&index, &view, &w->options, report.asked, rng, w->threads, err);
    if (!rc) {
        rows.K = index.K;
        rows.near = ce_alloc(n * rows.K, sizeof *rows.near, err);
        rows.share = ce_alloc(n * rows.K, sizeof *rows.share, err);
        rows.p = index.p;
        rows.extent = view.extent;
        rc = rows.near && rows.share ? ce_uspec_find_all(&view, &index, w->threads, &rows, err)
                                     : CE_ENOMEM;
    }
    if (!rc && model)
        rc = ce_uspec_keep_index(model, &index, &view, err);
    report.representatives = rows.p;
    report.features = view.d;
    ce_uspec_index_free(&index);
    if (!rc)
        rc = cut(w, q, &rows, rng, &report, model, err);
    report.sigma = rows.sigma * view.extent;
    if (!rc && w->report)
        w->report[q] = report;
    free(rows.near);
    free(rows.share);
    free(rows.place);
    free(feature);
    gsl_rng_free(rng);
    return rc;
}

/* ---- all members ---- */

/* As the header says. */
static size_t representatives_for(size_t n, const ce_uspec_options *o)
{
    size_t p = n / OBJECTS_OF_EACH;

    for (size_t q = 0; q < o->k_count; q++)
        if ((size_t)o->k[q] > p / REPRESENTATIVES_OF_EACH)
            p = REPRESENTATIVES_OF_EACH * (size_t)o->k[q];
    p = p < CE_USPEC_REPRESENTATIVES ? p : CE_USPEC_REPRESENTATIVES;
    return p < n ? p : n;
}

int ce_uspec_fill_in(ce_uspec_options *o, size_t n, ce_error *err)
{
    if (!n || !o->members)
        return ce_fail(err, CE_EARG, "nothing to cluster");
    if (!o->representatives)
        o->representatives = representatives_for(n, o);
    o->spare_neighbours = !o->neighbours;
    if (!o->neighbours)
        o->neighbours = 5 < o->representatives ? 5 : o->representatives;
    if (!o->restarts)
        o->restarts = 3;
    if (!o->iterations)
        o->iterations = 100;
    if (o->representatives > UINT16_MAX)
        return ce_fail(err, CE_EINPUT, CE_OPT("representatives") " %zu, at most %d expected",
                       o->representatives, UINT16_MAX);
    if (o->representatives > n)
        return ce_fail(err, CE_EINPUT, CE_OPT("representatives") " %zu, but " CE_ONLY,
                       o->representatives, CE_ONLY_OF(n, "object"));
    if (o->neighbours > o->representatives)
        return ce_fail(err, CE_EINPUT,
                       CE_OPT("neighbours") " %zu, but there are %zu representatives",
                       o->neighbours, o->representatives);
    for (size_t q = 0; q < o->k_count; q++)
        if (o->k[q] < 1 || (size_t)o->k[q] > o->representatives)
            return ce_fail(err, CE_EINPUT,
                           "%d clusters of %zu representatives: " CE_OPT(
                               "representatives") " must be more, or clusters fewer",
                           o->k[q], o->representatives);
    return CE_OK;
}

/* Ranges of the features of a block of rows join low and high. *zero: the first row that is all
 * zeros, if there is one. */
static void look_at(const double *block, size_t first, size_t count, size_t d, double *low,
                    double *high, size_t *zero)
{
    for (size_t i = 0; i < count; i++) {
        const double *row = block + i * d;
        int nonzero = 0;
        for (size_t s = 0; s < d; s++) {
            low[s] = row[s] < low[s] ? row[s] : low[s];
            high[s] = row[s] > high[s] ? row[s] : high[s];
            nonzero |= row[s] != 0;
        }
        if (!nonzero && *zero > first + i)
            *zero = first + i;
    }
}

/* Ranges of the features; with cosine, that no row is zeros. */
static int look(work *w, ce_error *err)
{
    size_t n = w->x->rows, d = w->x->columns, zero = n;
    double *low = ce_alloc(d, sizeof *low, err), *high = ce_alloc(d, sizeof *high, err),
           *block = ce_alloc(CE_USPEC_BLOCK * d, sizeof *block, err);
    int rc = CE_OK;

    w->range = ce_alloc(d, sizeof *w->range, err);
    if (!low || !high || !block || !w->range) {
        rc = CE_ENOMEM;
        goto done;
    }
    for (size_t s = 0; s < d; s++) {
        low[s] = INFINITY;
        high[s] = -INFINITY;
    }
    for (size_t i = 0; i < n; i += CE_USPEC_BLOCK) {
        size_t count = n - i < CE_USPEC_BLOCK ? n - i : CE_USPEC_BLOCK;
        ce_numbers_rows(w->x, i, count, block);
        look_at(block, i, count, d, low, high, &zero);
    }
    if (zero < n && w->options.distance == CE_USPEC_COSINE)
        rc = ce_fail(err, CE_EINPUT,
                     "row %zu is all zeros and has no direction: cosine is not defined", zero + 1);
    for (size_t s = 0; s < d; s++)
        w->range[s] = high[s] - low[s];
done:
    free(low);
    free(high);
    free(block);
    return rc;
}

/* What members share, where all of them see all features. */
static void share(work *w)
{
    const ce_uspec_options *o = &w->options;
    ce_uspec_view view = {.x = w->x, .d = w->x->columns, .unit = o->distance == CE_USPEC_COSINE};

    view.extent = extent_of(o, w->range, NULL, view.d);
    if (view.extent > 0 && !(o->most_features > 0))
        ce_uspec_common_build(&w->common, &view);
}

int ce_uspec(const ce_numbers *x, const ce_uspec_options *options, ce_labels *labels,
             ce_uspec_member *report, const ce_progress *progress, ce_error *err)
{
    work w = {.x = x, .options = *options, .labels = labels, .report = report};
    int threads = ce_threads(), beside = 1, rc = ce_uspec_fill_in(&w.options, x->rows, err);

    if (rc)
        return rc;
    if (x->rows <= SIDE_BY_SIDE && options->members > 1)
        beside = threads;
    w.threads = beside > 1 ? 1 : threads;
    rc = look(&w, err);
    if (!rc)
        rc = ce_memory_check(x->rows, (size_t)beside * w.options.neighbours, 6,
                             "the nearest representatives of the objects",
                             "fewer " CE_OPT("neighbours"), err);
    if (!rc)
        rc = ce_labels_alloc(labels, x->rows, options->members, err);
    if (!rc && x->rows <= SIDE_BY_SIDE && options->members > 1)
        share(&w);
    if (!rc)
        rc = ce_each(options->members, beside, run_member, &w, progress, err);
    if (rc)
        ce_labels_free(labels);
    ce_uspec_common_free(&w.common);
    free(w.range);
    return rc;
}
