/*
 * The nearest of centres that do not move.
 *
 * The products are those of the engine of k-means, borrowed by a run that has centres and no rows.
 * Rows may lie far from what the run knows of, so each is looked at: one that
 * is farther out than FAR times the largest centre is compared with every centre.
 */
#include "kmeans/fixed_centres.h"

#include <stdlib.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "kmeans/centre_raster.h"
#include "kmeans/kmeans_bounds_internal.h"
#include "kmeans/quads.h"

/* With fewer centres all of them are compared faster. */
enum { LEAST_RASTER = 3, LEAST_PRODUCTS = 16, FEW_FEATURES = 8 };

static const double FAR = 16;

struct ce_fixed_centres {
    ce_kmeans_run run;
    ce_kmeans_data data; /* what the run asks of its data */
    ce_centre_raster raster;
    double *copy; /* of the centres, k x d, for the raster */
    double *quads;
    double far;
};

void ce_fixed_centres_free(ce_fixed_centres *fixed)
{
    if (!fixed)
        return;
    ce_centre_raster_free(&fixed->raster);
    free(fixed->copy);
    ce_kmeans_screen_free(&fixed->run);
    free(fixed->run.centre);
    free(fixed->run.alive);
    free(fixed->run.member);
    free(fixed->quads);
    free(fixed);
}

/* The largest absolute value of all centres, at least one that has a reciprocal. */
static double largest_of(const double *centre, size_t values)
{
    double largest = 1e-300;

    for (size_t i = 0; i < values; i++)
        largest = fmax(largest, fabs(centre[i]));
    return largest;
}

static int prepare(ce_fixed_centres *f, const double *centre, size_t k, size_t d, ce_error *err)
{
    ce_kmeans_run *run = &f->run;

    run->centre = ce_calloc(k, run->stride * sizeof *run->centre, err);
    run->alive = ce_alloc(k, sizeof *run->alive, err);
    run->member = ce_alloc(k, sizeof *run->member, err);
    f->quads = ce_alloc(ce_quads(k) * CE_QUAD, d * sizeof *f->quads, err);
    f->copy = ce_alloc(k, d * sizeof *f->copy, err);
    if (!run->centre || !run->alive || !run->member || !f->quads || !f->copy)
        return CE_ENOMEM;
    memcpy(f->copy, centre, k * d * sizeof *f->copy);
    for (size_t j = 0; j < k; j++) {
        memcpy(run->centre + j * run->stride, centre + j * d, d * sizeof *centre);
        run->alive[j] = 1;
        run->member[j] = (int32_t)j;
    }
    ce_quads_turn(centre, k, d, f->quads);
    if (d <= CE_RASTER_FEATURES && k >= LEAST_RASTER)
        return ce_centre_raster_build(&f->raster, f->copy, k, d, err);
    if (d <= FEW_FEATURES || k < LEAST_PRODUCTS)
        return CE_OK;
    run->groups = k; /* each centre by itself */
    if (ce_kmeans_screen_alloc(run, err))
        return CE_ENOMEM;
    ce_kmeans_screen_begin(run);
    return CE_OK;
}

int ce_fixed_centres_alloc(ce_fixed_centres **fixed, const double *centre, size_t k, size_t d,
                           ce_error *err)
{
    ce_fixed_centres *f = ce_calloc(1, sizeof *f, err);

    *fixed = NULL;
    if (!f)
        return CE_ENOMEM;
    f->far = FAR * largest_of(centre, k * d);
    f->data = (ce_kmeans_data){.d = d, .largest = f->far};
    f->run = (ce_kmeans_run){.data = &f->data,
                             .threads = 1,
                             .k = k,
                             .stride = ce_kmeans_stride(d),
                             .scale = ce_kmeans_scale(d, f->far)};
    if (prepare(f, centre, k, d, err)) {
        ce_fixed_centres_free(f);
        return CE_ENOMEM;
    }
    *fixed = f;
    return CE_OK;
}

size_t ce_fixed_centres_work(const ce_fixed_centres *fixed)
{
    return fixed->run.screen.used ? ce_kmeans_screen_work(&fixed->run) : 0;
}

/* ---- every centre ---- */

static CE_HOT void compare_all(const ce_fixed_centres *f, const double *row, size_t count,
                               int32_t *label)
{
    size_t quads = ce_quads(f->run.k), d = f->data.d;

    for (size_t i = 0; i < count; i++)
        label[i] = (int32_t)ce_nearest_in_quads(row + i * d, f->quads, quads, d);
}

/* ---- the raster ---- */

static inline __attribute__((always_inline)) void look_up(const ce_fixed_centres *f,
                                                          const double *row, size_t count, size_t d,
                                                          int32_t *label)
{
    for (size_t i = 0; i < count; i++, row += d) {
        label[i] = ce_centre_raster_find(&f->raster, row, d);
        if (label[i] < 0)
            compare_all(f, row, 1, &label[i]);
    }
}

static CE_HOT void look_up_plane(const ce_fixed_centres *f, const double *row, size_t count,
                                 int32_t *label)
{
    look_up(f, row, count, 2, label);
}

static CE_HOT void look_up_all(const ce_fixed_centres *f, const double *row, size_t count,
                               int32_t *label)
{
    look_up(f, row, count, f->data.d, label);
}

/* ---- products ---- */

/* 1 when a value of the row is farther out than the bounds of the products allow. */
static int is_far(const ce_fixed_centres *f, const double *row)
{
    int far = 0;

    for (size_t s = 0; s < f->data.d; s++)
        far |= fabs(row[s]) > f->far;
    return far;
}

static void by_products(const ce_fixed_centres *f, const double *row, size_t count, void *work,
                        int32_t *label)
{
    size_t d = f->data.d;

    ce_kmeans_screen_labels(&f->run, row, count, work, label);
    for (size_t i = 0; i < count; i++)
        if (is_far(f, row + i * d))
            compare_all(f, row + i * d, 1, label + i);
}

void ce_fixed_centres_find(const ce_fixed_centres *fixed, const double *row, size_t count,
                           void *work, int32_t *label)
{
    size_t d = fixed->data.d;

    if (fixed->run.screen.used)
        by_products(fixed, row, count, work, label);
    else if (fixed->raster.of && d == 2)
        look_up_plane(fixed, row, count, label);
    else if (fixed->raster.of)
        look_up_all(fixed, row, count, label);
    else
        compare_all(fixed, row, count, label);
}
