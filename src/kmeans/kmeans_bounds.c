/* The memory of the bounds, and what moves of the centres do to them. */
#include <float.h>
#include <stdlib.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "kmeans/kmeans_bounds_internal.h"

/* Bounds per row and group take as much memory as the data, or 64 MiB when that is more. With few
 * features a bound costs as much as the distance, so there are none. */
enum { BOUND_BYTES = 64 << 20, FEW_FEATURES = 8 };

/* With fewer values than this in all pairs of centres one thread is faster. */
enum { WORTH_THREADS = 1 << 20 };

/* Groups of near centres pay for many centres and cheap distances. A distance should then cost as
 * much as looking at the bounds that a group saves. Found by trying 16, 36, 64 and 256 features. */
enum { MANY_CENTRES = 256, GROUPED_VALUES = 128, LARGEST_GROUP = 10 };

static size_t group_size(size_t d)
{
    return GROUPED_VALUES / d < LARGEST_GROUP ? GROUPED_VALUES / d : LARGEST_GROUP;
}

/* The number of groups: as many as fit into `bytes`, in whole vectors. With k of them each centre
 * has its own bounds. */
static size_t choose_groups(const ce_kmeans_data *data, size_t k, size_t bytes)
{
    size_t most, groups;

    if (data->d <= FEW_FEATURES)
        return 0;
    if (!bytes)
        bytes = data->count > BOUND_BYTES / sizeof(double) / data->d
                    ? data->count * data->d * sizeof(double)
                    : BOUND_BYTES;
    most = bytes / sizeof(float) / data->count / CE_OCTET * CE_OCTET;
    groups = k < MANY_CENTRES || data->d > GROUPED_VALUES ? k : k / group_size(data->d);
    return groups < most ? groups : most;
}

int ce_kmeans_bounds_alloc(ce_kmeans_run *run, size_t bytes, ce_error *err)
{
    size_t k = run->k, count = run->data->count,
           groups = run->groups = choose_groups(run->data, k, bytes);
    size_t width = run->width = ce_kmeans_rounded(groups, CE_OCTET);
    int pairs = k <= count / k;

    if (ce_kmeans_walk_alloc(run, err) || ce_kmeans_sketch_alloc(run, err) ||
        ce_kmeans_moved_alloc(run, err))
        return CE_ENOMEM;
    if (run->moved.used)
        return CE_OK; /* there are no bounds */
    if (run->walk.tree)
        count = 0; /* there is no need of bounds of rows */
    /* each group may fill up a quad of its own */
    run->quads = ce_alloc(ce_kmeans_rounded(k, CE_QUAD) + (groups < k ? groups * CE_QUAD : 0),
                          run->data->d * sizeof *run->quads, err);
    run->group_quad = ce_alloc(groups, sizeof *run->group_quad, err);
    run->group = ce_alloc(k, sizeof *run->group, err);
    run->group_start = ce_alloc(groups + 1, sizeof *run->group_start, err);
    run->member = ce_alloc(k, sizeof *run->member, err);
    run->upper = ce_alloc(count, sizeof *run->upper, err);
    run->lower = ce_alloc(count, sizeof *run->lower, err);
    run->bound = ce_alloc(count, width * sizeof *run->bound, err);
    run->travel = ce_alloc(k, sizeof *run->travel, err);
    run->group_travel = ce_alloc(groups, sizeof *run->group_travel, err);
    run->group_travel_up = ce_alloc(width, sizeof *run->group_travel_up, err);
    run->group_travel_down = ce_alloc(width, sizeof *run->group_travel_down, err);
    run->near = ce_alloc(k, sizeof *run->near, err);
    run->half = pairs && groups == k ? ce_alloc(k, width * sizeof *run->half, err) : NULL;
    run->scratch = ce_alloc((size_t)run->threads, ce_kmeans_scratch_size(run), err);
    if (!run->quads || !run->group_quad || !run->group || !run->group_start || !run->member ||
        !run->upper || !run->lower || !run->bound || !run->travel || !run->group_travel ||
        !run->group_travel_up || !run->group_travel_down || !run->near || !run->scratch ||
        (pairs && groups == k && !run->half))
        return CE_ENOMEM;
    return ce_kmeans_grid_alloc(run, err) || ce_kmeans_screen_alloc(run, err) ? CE_ENOMEM : CE_OK;
}

void ce_kmeans_bounds_free(ce_kmeans_run *run)
{
    free(run->quads);
    free(run->group_quad);
    free(run->group);
    free(run->group_start);
    free(run->member);
    free(run->upper);
    free(run->lower);
    free(run->bound);
    free(run->travel);
    free(run->group_travel);
    free(run->group_travel_up);
    free(run->group_travel_down);
    free(run->near);
    free(run->half);
    free(run->scratch);
    ce_kmeans_grid_free(run);
    ce_kmeans_walk_free(run);
    ce_kmeans_screen_free(run);
    ce_kmeans_sketch_free(run);
    ce_kmeans_moved_free(run);
}

double ce_kmeans_scale(size_t d, double largest)
{
    int exponent;

    if (largest == 0)
        return 1;
    frexp(2 * sqrt((double)d) * largest, &exponent);
    return ldexp(1, exponent < -1000 ? 1000 : -exponent);
}

static double scale_for(const ce_kmeans_run *run)
{
    double largest = run->data->largest;

    for (size_t i = 0; i < run->k * run->stride; i++)
        largest = fmax(largest, fabs(run->centre[i]));
    return ce_kmeans_scale(run->data->d, largest);
}

/* Consecutive centres share a group. */
static void group_by_number(ce_kmeans_run *run)
{
    run->group_start[0] = 0;
    for (size_t g = 1; g <= run->groups; g++)
        run->group_start[g] = (int32_t)(g * run->k / run->groups);
    for (size_t g = 0; g < run->groups; g++)
        for (int32_t j = run->group_start[g]; j < run->group_start[g + 1]; j++)
            run->group[j] = (int32_t)g;
    for (size_t j = 0; j < run->k; j++)
        run->member[j] = (int32_t)j;
}

void ce_kmeans_bounds_reset(ce_kmeans_run *run)
{
    run->scale = scale_for(run);
    run->assigned = 0;
    if (run->moved.used)
        return;
    group_by_number(run);
    run->most_travel = 0;
    run->moves = 0;
    memset(run->travel, 0, run->k * sizeof *run->travel);
    memset(run->group_travel, 0, run->groups * sizeof *run->group_travel);
    memset(run->group_travel_up, 0, run->width * sizeof *run->group_travel_up);
    memset(run->group_travel_down, 0, run->width * sizeof *run->group_travel_down);
    memset(run->near, 0, run->k * sizeof *run->near);
    run->slack = CE_FLOAT_LEAST + CE_LEAST * run->scale;
}

void ce_kmeans_bounds_forget(ce_kmeans_run *run, size_t r)
{
    if (run->walk.tree) {
        run->walk.stale = 1;
        return;
    }
    if (run->moved.used) {
        ce_kmeans_moved_forget(run, r);
        return;
    }
    run->upper[r] = INFINITY;
    run->lower[r] = -INFINITY;
    for (size_t g = 0; g < run->groups; g++)
        run->bound[r * run->width + g] = -INFINITY;
}

/* Sets half the distance from centre a to each other one. A row nearer to a than that is not nearer
 * to the other. */
static CE_HOT void half_distances(ce_kmeans_run *run, size_t a)
{
    const double *centre = run->centre + a * run->stride;
    double least = INFINITY, tail[CE_LANES];

    ce_squared_distance_tail(centre, run->data->d, tail);
    for (size_t j = 0; j < run->k; j++) {
        double half = INFINITY;
        if (j != a && run->alive[j])
            half = 0.5 *
                   sqrt(ce_squared_distance(centre, tail, run->centre + j * run->stride,
                                            run->data->d)) *
                   run->scale;
        least = half < least ? half : least;
        if (run->half)
            run->half[a * run->width + j] = (float)(half * (1 - CE_FLOAT_ROOM));
    }
    for (size_t j = run->k; run->half && j < run->width; j++)
        run->half[a * run->width + j] = INFINITY;
    run->near[a] = least * (1 - CE_DOUBLE_ROOM);
}

void ce_kmeans_bounds_move(ce_kmeans_run *run, const double *move)
{
    double most = 0;

    if (run->walk.tree || run->moved.used)
        return;
    for (size_t j = 0; j < run->k; j++) {
        double length = move[j] * run->scale * (1 + CE_DOUBLE_ROOM);
        run->travel[j] += length;
        most = length > most ? length : most;
    }
    for (size_t g = 0; g < run->groups; g++) {
        double greatest = 0;
        for (int32_t at = run->group_start[g]; at < run->group_start[g + 1]; at++)
            greatest = fmax(greatest, move[run->member[at]]);
        run->group_travel[g] += greatest * run->scale * (1 + CE_DOUBLE_ROOM);
        run->group_travel_up[g] = (float)(run->group_travel[g] * (1 + CE_FLOAT_ROOM));
        run->group_travel_down[g] = (float)(run->group_travel[g] * (1 - CE_FLOAT_ROOM));
    }
    run->most_travel += most;
    run->moves++;
    run->slack = CE_FLOAT_LEAST + CE_LEAST * run->scale +
                 (double)(run->moves + 8) * DBL_EPSILON * run->most_travel;
    if (run->k > run->data->count / run->k)
        return; /* pairs of centres would cost more than they save */
#pragma omp parallel for schedule(static) num_threads( \
    run->threads) if (run->threads > 1 && run->k * run->k * run->data->d > WORTH_THREADS)
    for (size_t a = 0; a < run->k; a++)
        half_distances(run, a);
}
