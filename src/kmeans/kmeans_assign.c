/*
 * The nearest centre of every row.
 *
 * The first assignment computes all distances, or those that products in single precision leave
 * (kmeans_screen.c). Later ones compute those that the triangle
 * inequality cannot rule out [Elkan 2003]; groups of centres are those of [Ding et al. 2015].
 * Bounds are kept with the sum of all moves so far, so that nothing has to be updated when centres
 * move [Newling and Fleuret 2016]. They leave room for rounding and must rule out strictly. So a
 * centre that could be nearest, or equally near, always has its distance computed, and labels are
 * those of comparing every row with every centre.
 */
#include "core/parallel.h"
#include "kmeans/kmeans_bounds_internal.h"
#include "kmeans/quads.h"

/* ---- all distances of a row ---- */

/* Turns the centres into fours. Dropped centres, and those that fill up the last four, are
 * infinitely far. */
static void turn_centres(ce_kmeans_run *run)
{
    size_t d = run->data->d;

    for (size_t j = 0; j < ce_kmeans_rounded(run->k, CE_QUAD); j++)
        for (size_t s = 0; s < d; s++)
            run->quads[(j / CE_QUAD * d + s) * CE_QUAD + j % CE_QUAD] =
                j < run->k && run->alive[j] ? run->centre[j * run->stride + s] : INFINITY;
}

/* The same group by group, each from a quad of its own. */
static void turn_groups(ce_kmeans_run *run)
{
    size_t d = run->data->d;
    int32_t quad = 0;

    for (size_t g = 0; g < run->groups; g++) {
        int32_t first = run->group_start[g], end = run->group_start[g + 1];
        run->group_quad[g] = quad;
        for (int32_t at = first; at < end; at += CE_QUAD, quad++)
            for (size_t s = 0; s < d; s++)
                for (int32_t l = 0; l < CE_QUAD; l++) {
                    int32_t j = at + l < end ? run->member[at + l] : -1;
                    run->quads[((size_t)quad * d + s) * CE_QUAD + (size_t)l] =
                        j >= 0 && run->alive[j] ? run->centre[(size_t)j * run->stride + s]
                                                : INFINITY;
                }
    }
}

/* Looks at every centre. Sets s->distance and the row's upper and lower bound; returns the nearest
 * centre. */
static inline __attribute__((always_inline)) int32_t assign_fully(ce_kmeans_run *run,
                                                                  const ce_kmeans_scratch *s,
                                                                  size_t r)
{
    const double *row = ce_kmeans_row(run->data, r);
    size_t d = run->data->d, fours = ce_kmeans_rounded(run->k, CE_QUAD);
    ce_quad first = {INFINITY, INFINITY, INFINITY, INFINITY}, second = first, now;
    double one, two;
    int32_t best = 0;

    for (size_t j = 0; j < fours; j += CE_QUAD) {
        ce_squared_distance_four(row, run->quads + j * d, d, s->distance + j);
        now = *(const ce_quad *)(s->distance + j);
        ce_quad_sort_pairs(&first, &now);
        ce_quad_sort_pairs(&second, &now);
    }
    ce_quad_two_least(&first, &second, &one, &two);
    while (s->distance[best] != one)
        best++;
    run->upper[r] = ce_kmeans_upper_bound(run, one) - run->travel[best];
    run->lower[r] = sqrt(two) * run->scale * (1 - CE_DOUBLE_ROOM) + run->most_travel;
    return best;
}

/* The two nearest centres so far. */
typedef struct {
    double one, two;
    int32_t best;
} nearest_two;

/* Compares the centres at first .. last - 1 of the grid. */
static inline __attribute__((always_inline)) void compare_cells(const ce_kmeans_grid *g,
                                                                const double *row, size_t d,
                                                                int32_t first, int32_t last,
                                                                nearest_two *two)
{
    for (int32_t at = first; at < last; at++) {
        const double *centre = g->centre + (size_t)at * CE_GRID_FEATURES;
        double step[CE_GRID_FEATURES] = {0}, squared;
        int32_t j = g->number[at];

        for (size_t s = 0; s < d; s++)
            step[s] = row[s] - centre[s];
        /* as ce_squared_distance sums them */
        squared = (step[0] * step[0] + step[2] * step[2]) + step[1] * step[1];
        if (squared < two->one || (squared == two->one && j < two->best)) {
            two->two = two->one;
            two->one = squared;
            two->best = j;
        } else if (squared < two->two) {
            two->two = squared;
        }
    }
}

/* How far a row is at least from what lies outside the cells within `ring` of its own. */
static inline __attribute__((always_inline)) double beyond(const ce_kmeans_grid *g,
                                                           const double *row, size_t d,
                                                           const int64_t *place, int64_t ring)
{
    double least = INFINITY;

    for (size_t s = 0; s < d; s++) {
        double down = row[s] - (g->low[s] + (double)(place[s] - ring) * g->side[s]),
               up = g->low[s] + (double)(place[s] + ring + 1) * g->side[s] - row[s];
        if (place[s] - ring > 0 && down < least)
            least = down;
        if (place[s] + ring + 1 < (int64_t)g->cells[s] && up < least)
            least = up;
    }
    return least;
}

/* The same as assign_fully, by way of the grid: cells around that of the row, ring by ring, until
 * no centre farther out can be one of the two nearest. */
static inline __attribute__((always_inline)) int32_t assign_in_grid(ce_kmeans_run *run, size_t r,
                                                                    size_t d)
{
    const ce_kmeans_grid *g = &run->grid;
    const double *row = ce_kmeans_row(run->data, r);
    nearest_two two = {INFINITY, INFINITY, INT32_MAX};
    int64_t place[CE_GRID_FEATURES] = {0}, low[CE_GRID_FEATURES], high[CE_GRID_FEATURES];
    double room = run->data->largest * 1e-14;

    ce_kmeans_grid_cell(g, row, d, place);
    for (int64_t ring = 1;; ring++) {
        double out;
        for (size_t s = 0; s < CE_GRID_FEATURES; s++) {
            low[s] = place[s] > ring ? place[s] - ring : 0;
            high[s] =
                place[s] + ring < (int64_t)g->cells[s] ? place[s] + ring : (int64_t)g->cells[s] - 1;
        }
        for (int64_t z = low[2]; z <= high[2]; z++)
            for (int64_t y = low[1]; y <= high[1]; y++) {
                const int32_t *start =
                    g->start + (size_t)((z * (int64_t)g->cells[1] + y) * (int64_t)g->cells[0]);
                int edge = ring == 1 || z == place[2] - ring || z == place[2] + ring ||
                           y == place[1] - ring || y == place[1] + ring;

                if (edge) {
                    compare_cells(g, row, d, start[low[0]], start[high[0] + 1], &two);
                    continue;
                }
                if (low[0] == place[0] - ring)
                    compare_cells(g, row, d, start[low[0]], start[low[0] + 1], &two);
                if (high[0] == place[0] + ring)
                    compare_cells(g, row, d, start[high[0]], start[high[0] + 1], &two);
            }
        out = beyond(g, row, d, place, ring) * (1 - CE_DOUBLE_ROOM) - room;
        if (out > 0 && out * out > two.two)
            break;
    }
    run->upper[r] = ce_kmeans_upper_bound(run, two.one) - run->travel[two.best];
    run->lower[r] = sqrt(two.two) * run->scale * (1 - CE_DOUBLE_ROOM) + run->most_travel;
    return two.best;
}

/* Without groups of centres. */
static inline __attribute__((always_inline)) int32_t assign_alone(ce_kmeans_run *run,
                                                                  const ce_kmeans_scratch *s,
                                                                  size_t r)
{
    if (!run->grid.used)
        return assign_fully(run, s, r);
    return run->data->d == 2 ? assign_in_grid(run, r, 2) : assign_in_grid(run, r, run->data->d);
}

/* The first assignment of a row: sets the bounds of all groups. */
static inline __attribute__((always_inline)) int32_t assign_first(ce_kmeans_run *run,
                                                                  const ce_kmeans_scratch *s,
                                                                  size_t r)
{
    float *bound = run->bound + r * run->width;
    int32_t best;

    if (!run->groups)
        return assign_alone(run, s, r);
    best = assign_fully(run, s, r);
    s->distance[best] = INFINITY;
    if (run->groups == run->k) {
        for (size_t j = ce_kmeans_rounded(run->k, CE_QUAD); j < run->width; j++)
            s->distance[j] = INFINITY;
        for (size_t g = 0; g < run->width; g += CE_OCTET)
            for (size_t l = 0; l < CE_OCTET; l++)
                bound[g + l] = ce_kmeans_lower_bound(s->distance[g + l], run->scale, 0);
        return best;
    }
    for (size_t g = 0; g < run->groups; g++) {
        double least = INFINITY;
        for (int32_t at = run->group_start[g]; at < run->group_start[g + 1]; at++)
            least = fmin(least, s->distance[run->member[at]]);
        bound[g] = ce_kmeans_lower_bound(least, run->scale, 0);
    }
    for (size_t g = run->groups; g < run->width; g++)
        bound[g] = INFINITY;
    return best;
}

/* ---- what the bounds do not rule out ---- */

/* 1 when some group may hold a centre as near as `upper`. Updates the lower bound of the row. */
static inline __attribute__((always_inline)) int any_open(ce_kmeans_run *run, size_t r, float upper)
{
    const float *bound = run->bound + r * run->width, *half = ce_kmeans_half_of(run, run->label[r]);
    ce_octet least, now;
    ce_octet_masks any, open;

    ce_kmeans_open_mask(run, bound, half, 0, upper, &least, &any);
    for (size_t g = CE_OCTET; g < run->width; g += CE_OCTET) {
        ce_kmeans_open_mask(run, bound, half, g, upper, &now, &open);
        ce_kmeans_lessen(&least, &now);
        any |= open;
    }
    run->lower[r] = ce_kmeans_smallest(&least) + run->most_travel;
    return ce_kmeans_any_of(&any) != 0;
}

enum { FOUR_OCTETS = 4 * CE_OCTET };

/* The groups that may hold a centre as near as `upper`, ascending; returns how many. Four octets of
 * groups are looked at together, since few are open. */
static inline __attribute__((always_inline)) size_t open_groups(const ce_kmeans_run *run,
                                                                const float *bound, int32_t own,
                                                                float upper, int32_t *open)
{
    const float *half = ce_kmeans_half_of(run, own);
    size_t count = 0;

    for (size_t from = 0; from < run->width; from += FOUR_OCTETS) {
        ce_octet_masks bit = CE_LANE_BITS, bits = {0};
        for (size_t g = from; g < from + FOUR_OCTETS && g < run->width; g += CE_OCTET) {
            ce_octet now;
            ce_octet_masks mask;
            ce_kmeans_open_mask(run, bound, half, g, upper, &now, &mask);
            bits |= mask & bit;
            bit <<= CE_OCTET;
        }
        for (uint32_t left = ce_kmeans_any_of(&bits); left; left &= left - 1)
            open[count++] = (int32_t)from + __builtin_ctz(left);
    }
    return count;
}

/* The best centre of the row so far. */
typedef struct {
    double squared;
    int32_t centre;
} nearest;

/* Computes the distances to the centres of one group, other than the own centre. Which is nearer is
 * hard to guess, so nothing branches on it. */
static inline __attribute__((always_inline)) void look_into(const ce_kmeans_run *run,
                                                            const ce_kmeans_scratch *s,
                                                            const double *row, size_t g,
                                                            int32_t own, nearest *best)
{
    size_t d = run->data->d;
    const double *quad = run->quads + (size_t)run->group_quad[g] * CE_QUAD * d;
    const int32_t *member = run->member + run->group_start[g];
    int32_t at = 0, size = run->group_start[g + 1] - run->group_start[g];
    ce_quad least = {INFINITY, INFINITY, INFINITY, INFINITY}, next = least, now;
    double first, second, *squared = s->distance;

    for (; at < size; at += CE_QUAD, quad += CE_QUAD * d)
        ce_squared_distance_four(row, quad, d, squared + at);
    if (g == (size_t)run->group[own]) {
        for (at = 0; member[at] != own;)
            at++;
        squared[at] = INFINITY;
    }
    for (at = 0; at < size; at += CE_QUAD) {
        now = *(const ce_quad *)(squared + at);
        ce_quad_sort_pairs(&least, &now);
        ce_quad_sort_pairs(&next, &now);
    }
    ce_quad_two_least(&least, &next, &first, &second);
    for (at = 0; at < size && squared[at] != first;)
        at++;
    s->first[g] = first;
    s->second[g] = second;
    s->which[g] = first < INFINITY ? member[at] : -1; /* own, or dropped ones, are alone */
    if (first < INFINITY &&
        (first < best->squared || (first == best->squared && s->which[g] < best->centre)))
        *best = (nearest){first, s->which[g]};
}

/* Looks into the open groups, and updates their bounds. */
static inline __attribute__((always_inline)) void search_groups(ce_kmeans_run *run,
                                                                const ce_kmeans_scratch *s,
                                                                const double *row, float *bound,
                                                                size_t open, nearest *best)
{
    double scale = run->scale, own_squared = best->squared;
    int32_t own = best->centre;
    size_t looked = 0, home = (size_t)run->group[own];
    float upper = ce_kmeans_float_upper(run, ce_kmeans_upper_bound(run, own_squared));

    for (size_t o = 0; o < open; o++) {
        size_t g = (size_t)s->open[o];
        int32_t before = best->centre;
        if (bound[g] - run->group_travel_up[g] > upper)
            continue;
        look_into(run, s, row, g, own, best);
        if (best->centre != before)
            upper = ce_kmeans_float_upper(run, ce_kmeans_upper_bound(run, best->squared));
        s->open[looked++] = (int32_t)g;
    }
    if (best->centre != own)
        bound[home] = fminf(
            bound[home], ce_kmeans_lower_bound(own_squared, scale, run->group_travel_down[home]));
    for (size_t o = 0; o < looked; o++) {
        size_t g = (size_t)s->open[o];
        double least = s->which[g] == best->centre ? s->second[g] : s->first[g];
        if (best->centre != own && g == home && own_squared < least)
            least = own_squared;
        bound[g] = ce_kmeans_lower_bound(least, scale, run->group_travel_down[g]);
    }
}

/* The same where every group is one centre. */
static inline __attribute__((always_inline)) void search_centres(ce_kmeans_run *run,
                                                                 const ce_kmeans_scratch *s,
                                                                 size_t r, const double *tail,
                                                                 size_t open, nearest *best)
{
    const double *row = ce_kmeans_row(run->data, r);
    double scale = run->scale, own_squared = best->squared;
    float *bound = run->bound + r * run->width;
    int32_t own = best->centre;
    size_t looked = 0;
    float upper = ce_kmeans_float_upper(run, ce_kmeans_upper_bound(run, own_squared));

    for (size_t o = 0; o < open; o++) {
        int32_t j = s->open[o];
        double squared;
        if (bound[j] - run->group_travel_up[j] > upper || !run->alive[j])
            continue;
        if (run->sketch.used) {
            float least = ce_sketch_bound(run->sketch.row + r * CE_SKETCH,
                                          run->sketch.centre + (size_t)j * CE_SKETCH);
            if (least > upper) {
                least += run->group_travel_down[j] * (float)(1 - CE_FLOAT_ROOM);
                bound[j] = least > bound[j] ? least : bound[j];
                continue;
            }
        }
        squared =
            ce_squared_distance(row, tail, run->centre + (size_t)j * run->stride, run->data->d);
        s->distance[looked] = squared;
        s->open[looked++] = j;
        if (squared < best->squared || (squared == best->squared && j < best->centre)) {
            *best = (nearest){squared, j};
            upper = ce_kmeans_float_upper(run, ce_kmeans_upper_bound(run, squared));
        }
    }
    for (size_t o = 0; o < looked; o++)
        bound[s->open[o]] =
            ce_kmeans_lower_bound(s->distance[o], scale, run->group_travel_down[s->open[o]]);
    if (best->centre != own) {
        bound[own] = ce_kmeans_lower_bound(own_squared, scale, run->group_travel_down[own]);
        bound[best->centre] = INFINITY;
    }
}

static inline __attribute__((always_inline)) int32_t assign_again(ce_kmeans_run *run,
                                                                  const ce_kmeans_scratch *s,
                                                                  size_t r)
{
    const ce_kmeans_data *data = run->data;
    const double *row = ce_kmeans_row(data, r);
    nearest best = {0, run->label[r]};
    double upper, tail[CE_LANES];
    float *bound = run->bound + r * run->width;
    size_t open;

    ce_squared_distance_tail(row, data->d, tail);
    best.squared =
        ce_squared_distance(row, tail, run->centre + (size_t)best.centre * run->stride, data->d);
    upper = ce_kmeans_upper_bound(run, best.squared);
    if (upper < ce_kmeans_safe_distance(run, r)) {
        run->upper[r] = upper - run->travel[best.centre];
        return best.centre;
    }
    if (!run->groups)
        return assign_alone(run, s, r);
    open = open_groups(run, bound, best.centre, ce_kmeans_float_upper(run, upper), s->open);
    if (run->groups == run->k)
        search_centres(run, s, r, tail, open, &best);
    else
        search_groups(run, s, row, bound, open, &best);
    run->upper[r] = ce_kmeans_upper_bound(run, best.squared) - run->travel[best.centre];
    if (open)
        run->lower[r] = ce_kmeans_least_bound(run, bound) + run->most_travel;
    return best.centre;
}

static inline __attribute__((always_inline)) void fetch(const void *memory, size_t bytes)
{
    for (size_t at = 0; at < bytes; at += 64)
        __builtin_prefetch((const char *)memory + at);
}

enum { AHEAD = 4 }; /* rows to fetch while others are worked on */

/* Lists the rows of a block that may have another nearest centre, as far as the bounds tell. */
static inline __attribute__((always_inline)) size_t doubtful_rows(ce_kmeans_run *run, size_t first,
                                                                  size_t last, int32_t *doubtful)
{
    size_t count = 0, left = 0, bytes = run->width * sizeof *run->bound;

    for (size_t r = first; r < last; r++) {
        doubtful[count] = (int32_t)r;
        count += !(run->upper[r] + run->travel[run->label[r]] < ce_kmeans_safe_distance(run, r));
    }
    if (!run->groups)
        return count;
    for (size_t i = 0; i < count; i++) {
        size_t r = (size_t)doubtful[i];
        if (i + AHEAD < count)
            fetch(run->bound + (size_t)doubtful[i + AHEAD] * run->width, bytes);
        doubtful[left] = (int32_t)r;
        left += (size_t)any_open(
            run, r, ce_kmeans_float_upper(run, run->upper[r] + run->travel[run->label[r]]));
    }
    return left;
}

/* An assignment without bounds. Returns how many labels have changed. */
static size_t assign_by_moves(ce_kmeans_run *run, size_t first, size_t last, int thread)
{
    int32_t before[CE_KMEANS_BLOCK];
    size_t changes = 0;

    for (size_t r = first; r < last; r++)
        before[r - first] = run->assigned ? run->label[r] : -1;
    ce_kmeans_moved_rows(run, first, last, thread);
    for (size_t r = first; r < last; r++) {
        if (run->label[r] == before[r - first])
            continue;
        run->changed[first + changes] = (int32_t)r;
        run->from[first + changes++] = before[r - first];
    }
    return changes;
}

static CE_HOT void assign_block(ce_kmeans_run *run, size_t block, int thread)
{
    size_t first = block * CE_KMEANS_BLOCK, last = first + CE_KMEANS_BLOCK, changes = 0, doubts;
    int32_t doubtful[CE_KMEANS_BLOCK + 1];
    ce_kmeans_scratch s;

    if (last > run->data->count)
        last = run->data->count;
    if (run->moved.used) {
        run->block_changes[block] = assign_by_moves(run, first, last, thread);
        return;
    }
    s = ce_kmeans_scratch_of(run, thread);
    if (!run->assigned) {
        if (run->screen.used)
            ce_kmeans_screen_rows(run, first, last, thread);
        for (size_t r = first; r < last; r++) {
            if (!run->screen.used)
                run->label[r] = assign_first(run, &s, r);
            run->changed[r] = (int32_t)r;
            run->from[r] = -1;
        }
        run->block_changes[block] = last - first;
        return;
    }
    doubts = doubtful_rows(run, first, last, doubtful);
    for (size_t i = 0; i < doubts; i++) {
        size_t r = (size_t)doubtful[i];
        int32_t before = run->label[r];
        if (i + AHEAD < doubts)
            fetch(ce_kmeans_row(run->data, (size_t)doubtful[i + AHEAD]),
                  run->data->d * sizeof(double));
        run->label[r] = assign_again(run, &s, r);
        if (run->label[r] == before)
            continue;
        run->changed[first + changes] = (int32_t)r;
        run->from[first + changes++] = before;
    }
    run->block_changes[block] = changes;
}

/* What an assignment with bounds needs of the centres as they are. */
static void prepare_bounds(ce_kmeans_run *run)
{
    if (!run->assigned)
        ce_kmeans_screen_begin(run);
    if (!run->groups || (!run->assigned && !run->screen.used))
        turn_centres(run);
    else if (run->assigned && run->groups < run->k)
        turn_groups(run);
    if (!run->groups)
        ce_kmeans_grid_build(run);
    if (run->sketch.row && !run->assigned)
        ce_kmeans_sketch_rows(run);
    if (run->sketch.used)
        ce_kmeans_sketch_centres(run, NULL, run->k, run->sketch.centre);
}

void ce_kmeans_assign_rows(ce_kmeans_run *run)
{
    size_t blocks = (run->data->count + CE_KMEANS_BLOCK - 1) / CE_KMEANS_BLOCK;

    if (run->walk.tree) {
        ce_kmeans_walk_rows(run);
        return;
    }
    if (run->moved.used)
        ce_kmeans_moved_begin(run);
    else
        prepare_bounds(run);
#pragma omp parallel for schedule(dynamic, 4) num_threads(run->threads) if (run->threads > 1)
    for (size_t block = 0; block < blocks; block++)
        assign_block(run, block, run->threads > 1 ? ce_thread() : 0);
    run->changes = 0;
    for (size_t block = 0; block < blocks; block++) {
        size_t from = block * CE_KMEANS_BLOCK, count = run->block_changes[block];
        memmove(run->changed + run->changes, run->changed + from, count * sizeof *run->changed);
        memmove(run->from + run->changes, run->from + from, count * sizeof *run->from);
        run->changes += count;
    }
    run->assigned = 1;
}
