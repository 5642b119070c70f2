/*
 * The nearest centre of every row.
 *
 * The first assignment computes all distances. Later ones compute those that the triangle
 * inequality cannot rule out [Elkan 2003]; groups of centres are those of [Ding et al. 2015].
 * Bounds are kept with the sum of all moves so far, so that nothing has to be updated when centres
 * move [Newling and Fleuret 2016]. They leave room for rounding and must rule out strictly. So a
 * centre that could be nearest, or equally near, always has its distance computed, and labels are
 * those of comparing every row with every centre.
 *
 * Bounds are distances times run->scale. Let t be the sum of all moves of a centre so far. A
 * distance x that was found when the sum was t0 is now between x - (t - t0) and x + (t - t0). Upper
 * bounds are stored as x - t0, lower ones as x + t0.
 */
#include <float.h>
#include <stdlib.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "kmeans/kmeans_internal.h"

/*
 * Room for rounding.
 *   DOUBLE_ROOM  relative, for distances in double, whose error is near d / 8 * 2^-53
 *   FLOAT_ROOM   relative, for floats
 *   FLOAT_LEAST  absolute, in units of the largest distance: small floats lose digits
 *   LEAST        absolute, in units of the data: squares can underflow
 */
static const double DOUBLE_ROOM = 1e-9, FLOAT_ROOM = 1e-6, FLOAT_LEAST = 1e-30, LEAST = 1e-150;

/* Bounds per row and group take as much memory as the data, or 64 MiB when that is more. With few
 * features a bound costs as much as the distance, so there are none. */
enum { BOUND_BYTES = 64 << 20, FEW_FEATURES = 8 };

/* With fewer values than this in all pairs of centres one thread is faster. */
enum { WORTH_THREADS = 1 << 20 };

/* What one thread needs while it works on a row. */
typedef struct {
    double *distance;       /* k, rounded up to whole vectors: squared */
    double *first, *second; /* groups: the two least squared distances of each */
    int32_t *which;         /* groups: the centre of `first` */
    int32_t *open;          /* groups: those not ruled out */
} scratch;

static size_t rounded(size_t count, size_t to)
{
    return (count + to - 1) / to * to;
}

static size_t scratch_size(const ce_kmeans_run *run)
{
    size_t bytes = (rounded(run->k, CE_FLOATS) + 2 * run->groups) * sizeof(double) +
                   2 * run->groups * sizeof(int32_t);

    return (bytes + 127) / 64 * 64; /* threads do not share a cache line */
}

static scratch scratch_of(const ce_kmeans_run *run, int thread)
{
    double *at = (double *)(void *)((char *)run->scratch + (size_t)thread * scratch_size(run));
    scratch s = {.distance = at, .first = at + rounded(run->k, CE_FLOATS)};

    s.second = s.first + run->groups;
    s.which = (int32_t *)(void *)(s.second + run->groups);
    s.open = s.which + run->groups;
    return s;
}

/* The number of groups: as many as fit into `bytes`, in whole vectors. With k of them each centre
 * has its own bounds. */
static size_t choose_groups(const ce_kmeans_data *data, size_t k, size_t bytes)
{
    size_t most;

    if (data->d <= FEW_FEATURES)
        return 0;
    if (!bytes)
        bytes = data->count > BOUND_BYTES / sizeof(double) / data->d
                    ? data->count * data->d * sizeof(double)
                    : BOUND_BYTES;
    most = bytes / sizeof(float) / data->count / CE_FLOATS * CE_FLOATS;
    return k < most ? k : most;
}

int ce_kmeans_bounds_alloc(ce_kmeans_run *run, size_t bytes, ce_error *err)
{
    size_t k = run->k, count = run->data->count,
           groups = run->groups = choose_groups(run->data, k, bytes);
    size_t width = run->width = rounded(groups, CE_FLOATS);
    int pairs = k <= count / k;

    run->quads = ce_alloc(rounded(k, CE_QUAD), run->data->d * sizeof *run->quads, err);
    run->group = ce_alloc(k, sizeof *run->group, err);
    run->group_start = ce_alloc(groups + 1, sizeof *run->group_start, err);
    run->upper = ce_alloc(count, sizeof *run->upper, err);
    run->lower = ce_alloc(count, sizeof *run->lower, err);
    run->bound = ce_alloc(count, width * sizeof *run->bound, err);
    run->travel = ce_alloc(k, sizeof *run->travel, err);
    run->group_travel = ce_alloc(groups, sizeof *run->group_travel, err);
    run->group_travel_up = ce_alloc(width, sizeof *run->group_travel_up, err);
    run->group_travel_down = ce_alloc(width, sizeof *run->group_travel_down, err);
    run->near = ce_alloc(k, sizeof *run->near, err);
    run->half = pairs && groups == k ? ce_alloc(k, width * sizeof *run->half, err) : NULL;
    run->scratch = ce_alloc((size_t)run->threads, scratch_size(run), err);
    if (!run->quads || !run->group || !run->group_start || !run->upper || !run->lower ||
        !run->bound || !run->travel || !run->group_travel || !run->group_travel_up ||
        !run->group_travel_down || !run->near || !run->scratch ||
        (pairs && groups == k && !run->half))
        return CE_ENOMEM;
    /* consecutive centres share a group */
    run->group_start[0] = 0;
    for (size_t g = 1; g <= groups; g++)
        run->group_start[g] = (int32_t)(g * k / groups);
    for (size_t g = 0; g < groups; g++)
        for (int32_t j = run->group_start[g]; j < run->group_start[g + 1]; j++)
            run->group[j] = (int32_t)g;
    return CE_OK;
}

void ce_kmeans_bounds_free(ce_kmeans_run *run)
{
    free(run->quads);
    free(run->group);
    free(run->group_start);
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
}

/* No distance exceeds 2 sqrt(d) times the largest value, whether of a row or of a centre. */
static double scale_for(const ce_kmeans_run *run)
{
    double largest = run->data->largest;
    int exponent;

    for (size_t i = 0; i < run->k * run->stride; i++)
        largest = fmax(largest, fabs(run->centre[i]));
    if (largest == 0)
        return 1;
    frexp(2 * sqrt((double)run->data->d) * largest, &exponent);
    return ldexp(1, exponent < -1000 ? 1000 : -exponent);
}

void ce_kmeans_bounds_reset(ce_kmeans_run *run)
{
    run->scale = scale_for(run);
    run->assigned = 0;
    run->most_travel = 0;
    run->moves = 0;
    memset(run->travel, 0, run->k * sizeof *run->travel);
    memset(run->group_travel, 0, run->groups * sizeof *run->group_travel);
    memset(run->group_travel_up, 0, run->width * sizeof *run->group_travel_up);
    memset(run->group_travel_down, 0, run->width * sizeof *run->group_travel_down);
    memset(run->near, 0, run->k * sizeof *run->near);
    run->slack = FLOAT_LEAST + LEAST * run->scale;
}

void ce_kmeans_bounds_forget(ce_kmeans_run *run, size_t r)
{
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
            run->half[a * run->width + j] = (float)(half * (1 - FLOAT_ROOM));
    }
    for (size_t j = run->k; run->half && j < run->width; j++)
        run->half[a * run->width + j] = INFINITY;
    run->near[a] = least * (1 - DOUBLE_ROOM);
}

void ce_kmeans_bounds_move(ce_kmeans_run *run, const double *move)
{
    double most = 0;

    for (size_t j = 0; j < run->k; j++) {
        double length = move[j] * run->scale * (1 + DOUBLE_ROOM);
        run->travel[j] += length;
        most = length > most ? length : most;
    }
    for (size_t g = 0; g < run->groups; g++) {
        double greatest = 0;
        for (int32_t j = run->group_start[g]; j < run->group_start[g + 1]; j++)
            greatest = move[j] > greatest ? move[j] : greatest;
        run->group_travel[g] += greatest * run->scale * (1 + DOUBLE_ROOM);
        run->group_travel_up[g] = (float)(run->group_travel[g] * (1 + FLOAT_ROOM));
        run->group_travel_down[g] = (float)(run->group_travel[g] * (1 - FLOAT_ROOM));
    }
    run->most_travel += most;
    run->moves++;
    run->slack = FLOAT_LEAST + LEAST * run->scale +
                 (double)(run->moves + 8) * DBL_EPSILON * run->most_travel;
    if (run->k > run->data->count / run->k)
        return; /* pairs of centres would cost more than they save */
#pragma omp parallel for schedule(static) num_threads( \
    run->threads) if (run->threads > 1 && run->k * run->k * run->data->d > WORTH_THREADS)
    for (size_t a = 0; a < run->k; a++)
        half_distances(run, a);
}

/* A lower bound as it is stored. squared: a squared distance; INFINITY where there is no centre. */
static inline __attribute__((always_inline)) float keep(double squared, double scale,
                                                        float travel_down)
{
    return (float)(sqrt(squared) * (scale * (1 - FLOAT_ROOM)) + travel_down * (1 - FLOAT_ROOM));
}

/* least = min(least, now), float by float. */
static inline __attribute__((always_inline)) void lessen(ce_floats *least, const ce_floats *now)
{
    ce_masks less = *now < *least;

    *least = (ce_floats)((less & (ce_masks)*now) | (~less & (ce_masks)*least));
}

static inline __attribute__((always_inline)) float smallest_of(const ce_floats *floats)
{
    float lane[CE_FLOATS];

    memcpy(lane, floats, sizeof lane);
    for (int step = CE_FLOATS / 2; step; step /= 2)
        for (int l = 0; l < step; l++)
            lane[l] = lane[l + step] < lane[l] ? lane[l + step] : lane[l];
    return lane[0];
}

/* Bit l is set where mask[l] is. */
static inline __attribute__((always_inline)) uint32_t mask_bits(const ce_masks *mask)
{
    const ce_masks weight = {1, 2, 4, 8, 16, 32, 64, 128}, bits = *mask & weight;
    uint64_t part[CE_FLOATS / 2];

    memcpy(part, &bits, sizeof part);
    part[0] |= part[1] | part[2] | part[3];
    return (uint32_t)(part[0] | part[0] >> 32);
}

/* *open: which of the groups g .. g + 7 may hold a centre as near as `upper`. *now: their
 * bounds. */
static inline __attribute__((always_inline)) void open_mask(const ce_kmeans_run *run,
                                                            const float *bound, const float *half,
                                                            size_t g, float upper, ce_floats *now,
                                                            ce_masks *open)
{
    *now = *(const ce_floats *)(bound + g) - *(const ce_floats *)(run->group_travel_up + g);
    *open = ~(*now > upper);
    if (half)
        *open &= ~(*(const ce_floats *)(half + g) > upper);
}

static inline __attribute__((always_inline)) double least_bound(const ce_kmeans_run *run,
                                                                const float *bound)
{
    ce_floats least, now;
    ce_masks open;

    open_mask(run, bound, NULL, 0, 0, &least, &open);
    for (size_t g = CE_FLOATS; g < run->width; g += CE_FLOATS) {
        open_mask(run, bound, NULL, g, 0, &now, &open);
        lessen(&least, &now);
    }
    return smallest_of(&least);
}

static inline __attribute__((always_inline)) double upper_bound(const ce_kmeans_run *run,
                                                                double squared)
{
    return sqrt(squared) * run->scale * (1 + DOUBLE_ROOM);
}

/* ---- all distances of a row ---- */

/* Turns the centres into fours. Dropped centres, and those that fill up the last four, are
 * infinitely far. */
static void turn_centres(ce_kmeans_run *run)
{
    size_t d = run->data->d;

    for (size_t j = 0; j < rounded(run->k, CE_QUAD); j++)
        for (size_t s = 0; s < d; s++)
            run->quads[(j / CE_QUAD * d + s) * CE_QUAD + j % CE_QUAD] =
                j < run->k && run->alive[j] ? run->centre[j * run->stride + s] : INFINITY;
}

/* Number by number, a becomes the lesser of both and b the greater. */
static inline __attribute__((always_inline)) void sort_pairs(ce_quad *a, ce_quad *b)
{
    ce_quad x = *a, y = *b;
    ce_quad_masks less = x < y;

    *a = (ce_quad)((less & (ce_quad_masks)x) | (~less & (ce_quad_masks)y));
    *b = (ce_quad)((less & (ce_quad_masks)y) | (~less & (ce_quad_masks)x));
}

/* Looks at every centre. Sets s->distance and the row's upper and lower bound; returns the nearest
 * centre. */
static inline __attribute__((always_inline)) int32_t assign_fully(ce_kmeans_run *run,
                                                                  const scratch *s, size_t r)
{
    const double *row = ce_kmeans_row(run->data, r);
    size_t d = run->data->d, fours = rounded(run->k, CE_QUAD);
    ce_quad first = {INFINITY, INFINITY, INFINITY, INFINITY}, second = first, now;
    double one = INFINITY, two = INFINITY;
    int32_t best = 0;

    for (size_t j = 0; j < fours; j += CE_QUAD) {
        ce_squared_distance_four(row, run->quads + j * d, d, s->distance + j);
        now = *(const ce_quad *)(s->distance + j);
        sort_pairs(&first, &now);
        sort_pairs(&second, &now);
    }
    for (int l = 0; l < CE_QUAD; l++) {
        two = fmin(two, fmin(second[l], fmax(one, first[l])));
        one = fmin(one, first[l]);
    }
    while (s->distance[best] != one)
        best++;
    run->upper[r] = upper_bound(run, one) - run->travel[best];
    run->lower[r] = sqrt(two) * run->scale * (1 - DOUBLE_ROOM) + run->most_travel;
    return best;
}

/* The first assignment of a row: sets the bounds of all groups. */
static inline __attribute__((always_inline)) int32_t assign_first(ce_kmeans_run *run,
                                                                  const scratch *s, size_t r)
{
    float *bound = run->bound + r * run->width;
    int32_t best = assign_fully(run, s, r);

    s->distance[best] = INFINITY;
    if (run->groups == run->k) {
        for (size_t j = rounded(run->k, CE_QUAD); j < run->width; j++)
            s->distance[j] = INFINITY;
        for (size_t g = 0; g < run->width; g += CE_FLOATS)
            for (size_t l = 0; l < CE_FLOATS; l++)
                bound[g + l] = keep(s->distance[g + l], run->scale, 0);
        return best;
    }
    for (size_t g = 0; g < run->groups; g++) {
        double least = INFINITY;
        for (int32_t j = run->group_start[g]; j < run->group_start[g + 1]; j++)
            least = s->distance[j] < least ? s->distance[j] : least;
        bound[g] = keep(least, run->scale, 0);
    }
    for (size_t g = run->groups; g < run->width; g++)
        bound[g] = INFINITY;
    return best;
}

/* ---- what the bounds do not rule out ---- */

/* An upper bound that can be compared with bounds in floats. */
static inline __attribute__((always_inline)) float float_upper(const ce_kmeans_run *run,
                                                               double upper)
{
    return (float)((upper + run->slack) * (1 + FLOAT_ROOM));
}

static inline __attribute__((always_inline)) const float *half_of(const ce_kmeans_run *run,
                                                                  int32_t own)
{
    return run->half ? run->half + (size_t)own * run->width : NULL;
}

/* 1 when some group may hold a centre as near as `upper`. Updates the lower bound of the row. */
static inline __attribute__((always_inline)) int any_open(ce_kmeans_run *run, size_t r, float upper)
{
    const float *bound = run->bound + r * run->width, *half = half_of(run, run->label[r]);
    ce_floats least, now;
    ce_masks any, open;

    open_mask(run, bound, half, 0, upper, &least, &any);
    for (size_t g = CE_FLOATS; g < run->width; g += CE_FLOATS) {
        open_mask(run, bound, half, g, upper, &now, &open);
        lessen(&least, &now);
        any |= open;
    }
    run->lower[r] = smallest_of(&least) + run->most_travel;
    return mask_bits(&any) != 0;
}

/* The groups that may hold a centre as near as `upper`, ascending; returns how many. */
static inline __attribute__((always_inline)) size_t open_groups(const ce_kmeans_run *run,
                                                                const float *bound, int32_t own,
                                                                float upper, int32_t *open)
{
    const float *half = half_of(run, own);
    size_t count = 0;

    for (size_t g = 0; g < run->width; g += CE_FLOATS) {
        ce_floats now;
        ce_masks mask;
        open_mask(run, bound, half, g, upper, &now, &mask);
        for (uint32_t bits = mask_bits(&mask); bits; bits &= bits - 1)
            open[count++] = (int32_t)g + __builtin_ctz(bits);
    }
    return count;
}

/* The best centre of the row so far. */
typedef struct {
    double squared;
    int32_t centre;
} nearest;

/* Computes the distances to the centres of one group, other than the own centre. */
static inline __attribute__((always_inline)) void look_into(const ce_kmeans_run *run,
                                                            const scratch *s, const double *row,
                                                            const double *tail, size_t g,
                                                            int32_t own, nearest *best)
{
    double first = INFINITY, second = INFINITY;
    int32_t which = -1;

    for (int32_t j = run->group_start[g]; j < run->group_start[g + 1]; j++) {
        double squared;
        if (j == own || !run->alive[j])
            continue;
        squared =
            ce_squared_distance(row, tail, run->centre + (size_t)j * run->stride, run->data->d);
        if (squared < first) {
            second = first;
            first = squared;
            which = j;
        } else if (squared < second) {
            second = squared;
        }
    }
    s->first[g] = first;
    s->second[g] = second;
    s->which[g] = which;
    if (first < best->squared || (first == best->squared && which < best->centre && which >= 0))
        *best = (nearest){first, which};
}

/* A row nearer to its own centre than this (scaled) has no nearer one. */
static inline __attribute__((always_inline)) double safe_distance(const ce_kmeans_run *run,
                                                                  size_t r)
{
    double lower = run->lower[r] - run->most_travel, near = run->near[run->label[r]];

    return (lower > near ? lower : near) - run->slack;
}

/* Looks into the open groups, and updates their bounds. */
static inline __attribute__((always_inline)) void search_groups(ce_kmeans_run *run,
                                                                const scratch *s, const double *row,
                                                                const double *tail, float *bound,
                                                                size_t open, nearest *best)
{
    double scale = run->scale, own_squared = best->squared;
    int32_t own = best->centre;
    size_t looked = 0, home = (size_t)run->group[own];
    float upper = float_upper(run, upper_bound(run, own_squared));

    for (size_t o = 0; o < open; o++) {
        size_t g = (size_t)s->open[o];
        int32_t before = best->centre;
        if (bound[g] - run->group_travel_up[g] > upper)
            continue;
        look_into(run, s, row, tail, g, own, best);
        if (best->centre != before)
            upper = float_upper(run, upper_bound(run, best->squared));
        s->open[looked++] = (int32_t)g;
    }
    if (best->centre != own)
        bound[home] = fminf(bound[home], keep(own_squared, scale, run->group_travel_down[home]));
    for (size_t o = 0; o < looked; o++) {
        size_t g = (size_t)s->open[o];
        double least = s->which[g] == best->centre ? s->second[g] : s->first[g];
        if (best->centre != own && g == home && own_squared < least)
            least = own_squared;
        bound[g] = keep(least, scale, run->group_travel_down[g]);
    }
}

/* The same where every group is one centre. */
static inline __attribute__((always_inline)) void search_centres(ce_kmeans_run *run,
                                                                 const scratch *s,
                                                                 const double *row,
                                                                 const double *tail, float *bound,
                                                                 size_t open, nearest *best)
{
    double scale = run->scale, own_squared = best->squared;
    int32_t own = best->centre;
    size_t looked = 0;
    float upper = float_upper(run, upper_bound(run, own_squared));

    for (size_t o = 0; o < open; o++) {
        int32_t j = s->open[o];
        double squared;
        if (bound[j] - run->group_travel_up[j] > upper || !run->alive[j])
            continue;
        squared =
            ce_squared_distance(row, tail, run->centre + (size_t)j * run->stride, run->data->d);
        s->distance[looked] = squared;
        s->open[looked++] = j;
        if (squared < best->squared || (squared == best->squared && j < best->centre)) {
            *best = (nearest){squared, j};
            upper = float_upper(run, upper_bound(run, squared));
        }
    }
    for (size_t o = 0; o < looked; o++)
        bound[s->open[o]] = keep(s->distance[o], scale, run->group_travel_down[s->open[o]]);
    if (best->centre != own) {
        bound[own] = keep(own_squared, scale, run->group_travel_down[own]);
        bound[best->centre] = INFINITY;
    }
}

static inline __attribute__((always_inline)) int32_t assign_again(ce_kmeans_run *run,
                                                                  const scratch *s, size_t r)
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
    upper = upper_bound(run, best.squared);
    if (upper < safe_distance(run, r)) {
        run->upper[r] = upper - run->travel[best.centre];
        return best.centre;
    }
    if (!run->groups)
        return assign_fully(run, s, r);
    open = open_groups(run, bound, best.centre, float_upper(run, upper), s->open);
    if (run->groups == run->k)
        search_centres(run, s, row, tail, bound, open, &best);
    else
        search_groups(run, s, row, tail, bound, open, &best);
    run->upper[r] = upper_bound(run, best.squared) - run->travel[best.centre];
    if (open)
        run->lower[r] = least_bound(run, bound) + run->most_travel;
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
        count += !(run->upper[r] + run->travel[run->label[r]] < safe_distance(run, r));
    }
    if (!run->groups)
        return count;
    for (size_t i = 0; i < count; i++) {
        size_t r = (size_t)doubtful[i];
        if (i + AHEAD < count)
            fetch(run->bound + (size_t)doubtful[i + AHEAD] * run->width, bytes);
        doubtful[left] = (int32_t)r;
        left +=
            (size_t)any_open(run, r, float_upper(run, run->upper[r] + run->travel[run->label[r]]));
    }
    return left;
}

static CE_HOT void assign_block(ce_kmeans_run *run, size_t block, int thread)
{
    size_t first = block * CE_KMEANS_BLOCK, last = first + CE_KMEANS_BLOCK, changes = 0, doubts;
    int32_t doubtful[CE_KMEANS_BLOCK + 1];
    scratch s = scratch_of(run, thread);

    if (last > run->data->count)
        last = run->data->count;
    if (!run->assigned) {
        for (size_t r = first; r < last; r++) {
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

void ce_kmeans_assign_rows(ce_kmeans_run *run)
{
    size_t blocks = (run->data->count + CE_KMEANS_BLOCK - 1) / CE_KMEANS_BLOCK;

    if (!run->assigned || !run->groups)
        turn_centres(run);
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
