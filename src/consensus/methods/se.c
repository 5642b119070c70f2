/*
 * se, he, sm, hm: the soft or hard partition that is nearest to all base clusterings [hornik2005];
 * and dwh, one pass over them [dimitriadou2002].
 *
 * U_b has the memberships in base clustering b. Wanted are M, n x k, and for each b a map P_b of its
 * clusters to different columns of M, with the least
 *
 *     se, he   sum_b w_b sum of (M - U_b P_b)^2          M soft, or of 0 and 1
 *     sm, hm   sum_b w_b sum of |M - U_b P_b|            likewise
 *
 * over all entries; a cluster without a column counts against 0. From a start, two steps alternate
 * until the sum changes by less than 1.5e-8 of itself, or `iterations` times:
 * - Each P_b is a best assignment for M, by the products of columns or by sums of smaller entries.
 * - M becomes the best for these maps. se: the mean, moved so that rows sum to 1 where clusters have
 *   no column. sm: in each row the point of least distance whose sum is 1. he, hm: the column with
 *   the largest mean.
 * The start with the least sum is kept; ties: the first. An object goes to the column of its largest
 * share; ties: the lowest.
 *
 * dwh: M is the first base clustering; each further one is mapped to M, and joins the mean.
 *
 * A base clustering that says nothing of an object takes no part in its row. Microclusters weighted
 * by their sizes give the sums of objects. See doc/readings.md, hornik2005.
 */
#include "consensus/method.h"
#include "consensus/shared_options.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "consensus/soft_members.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "core/restarts.h"

enum { START_DWH, START_RANDOM };
enum { ORDER_RANDOM, ORDER_GIVEN };

static const double tolerance = 1.4901161193847656e-08; /* of the relative change of the sum */
static const double tie = 1e-9;                          /* shares that differ by less are equal */
static const double grain = 1e-10; /* so are sums that differ by this part of the largest */

typedef struct {
    int start, restarts, iterations, objects;
} se_options;

typedef struct {
    int order, objects;
} dwh_options;

static const ce_option rows[] = {
    {0, "start", CE_CHOICE, "FROM", 0, 0, "dwh|random", "dwh", offsetof(se_options, start), NULL,
     "first memberships: those of dwh in a random order, or drawn at random"},
    {0, "restarts", CE_INTEGER, "N", 1, 1e6, NULL, "10", offsetof(se_options, restarts), NULL,
     "random starts; the one with the least distance is kept"},
    {0, "iterations", CE_INTEGER, "N", 1, 1e6, NULL, "100", offsetof(se_options, iterations), NULL,
     "largest number of rounds in each start"},
    CE_ROW_OBJECTS(se_options, objects),
};

static const ce_option dwh_rows[] = {
    {0, "order", CE_CHOICE, "HOW", 0, 0, "random|given", "random", offsetof(dwh_options, order),
     NULL, "in which order the base clusterings join the mean"},
    CE_ROW_OBJECTS(dwh_options, objects),
};

/* What the methods differ in; ce_method.own. */
typedef struct {
    int absolute; /* distances, not squares */
    int hard;     /* M of 0 and 1 */
    const char *what;
} criterion;

typedef struct {
    ce_soft_members s;
    criterion by;
    size_t k, widest;     /* widest: the most clusters of a base clustering, or k */
    size_t stride;        /* columns of M in memory */
    size_t iterations;
    int start;
    const double *weight; /* m */
    double *ones;         /* owned: the weights where none are given */
    double *present;      /* owned; count: weights of the base clusterings that say something */
    double most;          /* the part of the sum that depends on the base clusterings only */
    size_t *first;        /* owned; m + 1: first cluster of each */
} problem;

/* One start. */
typedef struct {
    double *share;   /* owned; M: count x stride */
    double *overlap; /* owned; clusters x stride */
    int32_t *column; /* owned; clusters: P_b, or CE_MISSING */
    int32_t *cluster; /* owned; m x stride: its inverse */
    double *potential; /* owned; of the assignment, and its distances */
    int32_t *link;     /* owned */
    size_t *order;     /* owned; m: of dwh */
    double *seen;      /* owned; count: weights that M has, in dwh */
    struct segment *segment; /* owned; for the rows of sm */
    struct point *point;     /* owned */
} work;

/* A piece of the cost of a column, which is piecewise linear, and a share of one object. */
typedef struct segment {
    double slope, length;
    size_t column, from;
} segment;
typedef struct point {
    double at, weight;
} point;

/* ---- assignment ---- */

/* A map of few rows to different columns with the largest sum; gain[r * by_row + c * by_column].
 * few <= many. match: few. Shortest augmenting paths, row after row; ties: the lowest column. */
static void assign(const double *gain, size_t by_row, size_t by_column, size_t few, size_t many,
                   work *w, int32_t *match)
{
    double *u = w->potential, *v = u + few + 1, *least = v + many + 1;
    int32_t *row = w->link, *way = row + many + 1, *used = way + many + 1;

    for (size_t x = 0; x <= few; x++)
        u[x] = 0;
    for (size_t x = 0; x <= many; x++) {
        v[x] = 0;
        row[x] = 0;
    }
    for (size_t r = 1; r <= few; r++) {
        size_t at = 0;
        for (size_t x = 0; x <= many; x++) {
            least[x] = DBL_MAX;
            used[x] = 0;
        }
        row[0] = (int32_t)r;
        do {
            size_t i = (size_t)row[at], next = 0;
            double delta = DBL_MAX;
            used[at] = 1;
            for (size_t c = 1; c <= many; c++) {
                double cost;
                if (used[c])
                    continue;
                cost = -gain[(i - 1) * by_row + (c - 1) * by_column] - u[i] - v[c];
                if (cost < least[c]) {
                    least[c] = cost;
                    way[c] = (int32_t)at;
                }
                if (least[c] < delta) {
                    delta = least[c];
                    next = c;
                }
            }
            for (size_t c = 0; c <= many; c++)
                if (used[c]) {
                    u[row[c]] += delta;
                    v[c] -= delta;
                } else {
                    least[c] -= delta;
                }
            at = next;
        } while (row[at]);
        while (at) {
            size_t before = (size_t)way[at];
            row[at] = row[before];
            at = before;
        }
    }
    for (size_t c = 1; c <= many; c++)
        if (row[c])
            match[row[c] - 1] = (int32_t)(c - 1);
}

/* P_b from the overlaps with the first `columns` columns of M. Returns the overlap of all pairs. */
static double map_clusters(const problem *p, size_t b, size_t columns, work *w)
{
    size_t k = (size_t)p->s.k[b];
    const double *overlap = w->overlap + p->first[b] * p->stride;
    int32_t *column = w->column + p->first[b], *cluster = w->cluster + b * p->stride;
    double sum = 0;

    for (size_t l = 0; l < k; l++)
        column[l] = CE_MISSING;
    for (size_t j = 0; j < columns; j++)
        cluster[j] = CE_MISSING;
    if (k <= columns) {
        assign(overlap, p->stride, 1, k, columns, w, column);
        for (size_t l = 0; l < k; l++)
            cluster[column[l]] = (int32_t)l;
    } else {
        assign(overlap, 1, p->stride, columns, k, w, cluster);
        for (size_t j = 0; j < columns; j++)
            column[cluster[j]] = (int32_t)j;
    }
    for (size_t l = 0; l < k; l++)
        if (column[l] >= 0)
            sum += overlap[l * p->stride + (size_t)column[l]];
    return sum;
}

/* Adds row i to the overlaps of base clustering b. */
static inline void add_overlap(const problem *p, size_t i, size_t b, size_t columns, work *w)
{
    ce_soft_row row = ce_soft_members_row(&p->s, i, b);
    const double *m = w->share + i * p->stride;

    for (size_t l = row.from; l < row.to; l++) {
        double *overlap = w->overlap + (p->first[b] + l) * p->stride,
               u = ce_soft_row_share(&row, l), size = p->s.size[i];
        if (p->by.absolute && row.share)
            for (size_t j = 0; j < columns; j++)
                overlap[j] += size * fmin(u, m[j]);
        else
            for (size_t j = 0; j < columns; j++)
                overlap[j] += size * u * m[j];
    }
}

/* All maps for M. Returns the distance of M from all base clusterings, weighted. */
static double map_all(const problem *p, work *w)
{
    double value = p->most;

    memset(w->overlap, 0, p->first[p->s.m] * p->stride * sizeof *w->overlap);
    for (size_t i = 0; i < p->s.count; i++) {
        const double *m = w->share + i * p->stride;
        double own = 0;
        for (size_t b = 0; b < p->s.m; b++)
            add_overlap(p, i, b, p->k, w);
        for (size_t j = 0; j < p->k; j++)
            own += p->by.absolute ? m[j] : m[j] * m[j];
        value += p->s.size[i] * p->present[i] * own;
    }
    for (size_t b = 0; b < p->s.m; b++)
        value -= 2 * p->weight[b] * map_clusters(p, b, p->k, w);
    return value;
}

/* ---- M for given maps ---- */

/* The row sums to 1: what clusters without a column have is spread over all columns. */
static void fill_up(const problem *p, double *row)
{
    double sum = 0;

    if (p->widest == p->k)
        return;
    for (size_t j = 0; j < p->k; j++)
        sum += row[j];
    for (size_t j = 0; j < p->k; j++)
        row[j] = fmax(row[j] + (1 - sum) / (double)p->k, 0);
}

static size_t largest(const double *row, size_t k)
{
    size_t best = 0;

    for (size_t j = 1; j < k; j++)
        best = row[j] > row[best] + tie ? j : best;
    return best;
}

static int compare_points(const void *a, const void *b)
{
    const point *x = a, *y = b;

    return (x->at > y->at) - (x->at < y->at);
}

static int compare_segments(const void *a, const void *b)
{
    const segment *x = a, *y = b;

    if (x->slope != y->slope)
        return x->slope > y->slope ? 1 : -1;
    if (x->column != y->column)
        return x->column > y->column ? 1 : -1;
    return (x->from > y->from) - (x->from < y->from);
}

/* The shares in [0, 1] with the sum 1 and the least sum of distances from those of the base
 * clusterings. The distance of each column is a convex function of its share, made of straight
 * pieces; the steepest falls are taken first. */
static void fit_row(const problem *p, size_t i, work *w)
{
    double *m = w->share + i * p->stride, left = 1;
    size_t pieces = 0;

    for (size_t j = 0; j < p->k; j++) {
        double at = 0, slope = 0;
        size_t points = 0;
        for (size_t b = 0; b < p->s.m; b++) {
            int32_t l = w->cluster[b * p->stride + j];
            ce_soft_row row = ce_soft_members_row(&p->s, i, b);
            double u;
            if (row.from == row.to)
                continue;
            u = l >= (int32_t)row.from && l < (int32_t)row.to
                    ? fmin(ce_soft_row_share(&row, (size_t)l), 1)
                    : 0;
            w->point[points++] = (point){u, p->weight[b]};
            slope -= p->weight[b];
        }
        m[j] = 0;
        qsort(w->point, points, sizeof *w->point, compare_points);
        for (size_t e = 0; e <= points; e++) {
            double to = e < points ? w->point[e].at : 1;
            if (to > at)
                w->segment[pieces++] = (segment){slope, to - at, j, e};
            at = to > at ? to : at;
            slope += e < points ? 2 * w->point[e].weight : 0;
        }
    }
    qsort(w->segment, pieces, sizeof *w->segment, compare_segments);
    for (size_t e = 0; e < pieces && left > 0; e++) {
        double part = fmin(left, w->segment[e].length);
        m[w->segment[e].column] += part;
        left -= part;
    }
}

static void fit(const problem *p, work *w)
{
    for (size_t i = 0; i < p->s.count; i++) {
        double *m = w->share + i * p->stride;
        if (p->by.absolute && !p->by.hard && !p->s.labels) {
            fit_row(p, i, w);
            continue;
        }
        for (size_t j = 0; j < p->k; j++)
            m[j] = 0;
        for (size_t b = 0; b < p->s.m; b++) {
            ce_soft_row row = ce_soft_members_row(&p->s, i, b);
            for (size_t l = row.from; l < row.to; l++) {
                int32_t j = w->column[p->first[b] + l];
                if (j >= 0)
                    m[j] += p->weight[b] * ce_soft_row_share(&row, l);
            }
        }
        for (size_t j = 0; j < p->k && p->present[i] > 0; j++)
            m[j] /= p->present[i];
        if (p->by.hard || p->by.absolute) { /* of labels, the best soft row is a hard one */
            size_t best = largest(m, p->k);
            for (size_t j = 0; j < p->k; j++)
                m[j] = j == best;
        } else if (p->present[i] > 0) {
            fill_up(p, m);
        } else {
            for (size_t j = 0; j < p->k; j++)
                m[j] = 1 / (double)p->k;
        }
    }
}

/* ---- dwh ---- */

/* Base clustering b, mapped to the first `columns` columns, joins the mean of each row. */
static void join_mean(const problem *p, size_t b, size_t columns, int last, work *w)
{
    for (size_t i = 0; i < p->s.count; i++) {
        ce_soft_row row = ce_soft_members_row(&p->s, i, b);
        double *m = w->share + i * p->stride, before = w->seen[i], after = before + p->weight[b];
        if (row.from < row.to && after > 0) {
            for (size_t j = 0; j < columns; j++)
                m[j] *= before / after;
            for (size_t l = row.from; l < row.to; l++) {
                int32_t j = w->column[p->first[b] + l];
                if (j >= 0)
                    m[j] += p->weight[b] / after * ce_soft_row_share(&row, l);
            }
            w->seen[i] = after;
        }
        if (w->seen[i] > 0 && last)
            fill_up(p, m);
        for (size_t j = p->k; j < columns && last; j++)
            m[j] = 0;
    }
}

/* M of the base clusterings in the order of w. */
static void run_order(const problem *p, work *w)
{
    size_t b = w->order[0], wide = (size_t)p->s.k[b] > p->k ? (size_t)p->s.k[b] : p->k;

    memset(w->share, 0, p->s.count * p->stride * sizeof *w->share);
    memset(w->seen, 0, p->s.count * sizeof *w->seen);
    for (size_t l = 0; l < (size_t)p->s.k[b]; l++)
        w->column[p->first[b] + l] = (int32_t)l;
    join_mean(p, b, wide, p->s.m == 1, w);
    for (size_t t = 1; t < p->s.m; t++) {
        size_t columns = t == 1 ? wide : p->k;
        b = w->order[t];
        memset(w->overlap + p->first[b] * p->stride, 0,
               (size_t)p->s.k[b] * p->stride * sizeof *w->overlap);
        for (size_t i = 0; i < p->s.count; i++)
            add_overlap(p, i, b, columns, w);
        map_clusters(p, b, columns, w);
        join_mean(p, b, columns, 1, w);
    }
}

/* ---- the starts ---- */

static void work_free(work *w)
{
    free(w->share);
    free(w->overlap);
    free(w->column);
    free(w->cluster);
    free(w->potential);
    free(w->link);
    free(w->order);
    free(w->seen);
    free(w->segment);
    free(w->point);
}

static int work_alloc(work *w, const problem *p, ce_error *err)
{
    size_t clusters = p->first[p->s.m];

    w->share = ce_alloc(p->s.count, p->stride * sizeof *w->share, err);
    w->overlap = ce_alloc(clusters, p->stride * sizeof *w->overlap, err);
    w->column = ce_alloc(clusters, sizeof *w->column, err);
    w->cluster = ce_alloc(p->s.m, p->stride * sizeof *w->cluster, err);
    w->potential = ce_alloc(p->widest + 1, 3 * sizeof *w->potential, err);
    w->link = ce_alloc(p->widest + 1, 3 * sizeof *w->link, err);
    w->order = ce_alloc(p->s.m, sizeof *w->order, err);
    w->seen = ce_alloc(p->s.count, sizeof *w->seen, err);
    w->segment = ce_alloc((p->s.m + 1) * p->k, sizeof *w->segment, err);
    w->point = ce_alloc(p->s.m, sizeof *w->point, err);
    return w->share && w->overlap && w->column && w->cluster && w->potential && w->link &&
                   w->order && w->seen && w->segment && w->point
               ? CE_OK
               : CE_ENOMEM;
}

static void start_random(const problem *p, gsl_rng *rng, work *w)
{
    for (size_t i = 0; i < p->s.count; i++) {
        double *m = w->share + i * p->stride, sum = 0;
        for (size_t j = 0; j < p->k; j++)
            sum += m[j] = gsl_rng_uniform_pos(rng);
        for (size_t j = 0; j < p->k; j++)
            m[j] /= sum;
    }
}

/* What a start finds. */
typedef struct {
    double value;
    double rank; /* the value in grains */
    size_t rounds;
    int32_t labels[];
} fit_result;

static void choose(const problem *p, const work *w, int32_t *labels)
{
    for (size_t i = 0; i < p->s.count; i++)
        labels[i] = (int32_t)largest(w->share + i * p->stride, p->k);
}

static int run_start(const void *state, gsl_rng *rng, void *result, ce_error *err)
{
    const problem *p = state;
    fit_result *found = result;
    work w = {0};
    double before;
    int rc = work_alloc(&w, p, err);

    if (!rc && p->start == START_DWH)
        rc = ce_random_choose(rng, p->s.m, p->s.m, w.order, err);
    if (rc)
        goto done;
    if (p->start == START_DWH)
        run_order(p, &w);
    else
        start_random(p, rng, &w);
    found->value = map_all(p, &w);
    for (found->rounds = 1; found->rounds <= p->iterations; found->rounds++) {
        before = found->value;
        fit(p, &w);
        found->value = map_all(p, &w);
        if (fabs(before - found->value) < tolerance * (fabs(before) + tolerance))
            break;
    }
    found->rank = rint(found->value / (p->most * grain));
    choose(p, &w, found->labels);
done:
    work_free(&w);
    return rc;
}

static int is_nearer(const void *a, const void *b)
{
    const fit_result *x = a, *y = b;

    return x->rank < y->rank;
}

/* ---- runs ---- */

static void problem_free(problem *p)
{
    ce_soft_members_free(&p->s);
    free(p->ones);
    free(p->present);
    free(p->first);
}

/* What depends on the base clusterings only. */
static void add_up(problem *p)
{
    for (size_t i = 0; i < p->s.count; i++)
        for (size_t b = 0; b < p->s.m; b++) {
            ce_soft_row row = ce_soft_members_row(&p->s, i, b);
            double own = 0;
            for (size_t l = row.from; l < row.to; l++) {
                double u = ce_soft_row_share(&row, l);
                own += p->by.absolute ? u : u * u;
            }
            p->present[i] += row.from < row.to ? p->weight[b] : 0;
            p->most += p->s.size[i] * p->weight[b] * own;
        }
}

/* starts: how many may run, one to a thread. wide: M needs a column for every cluster at first.
 * instead: what needs less memory. */
static int problem_init(problem *p, const ce_run *run, int objects, size_t starts, int wide,
                        const char *instead, ce_error *err)
{
    size_t threads = (size_t)ce_threads(), at_once = starts < threads ? starts : threads, bytes;
    int rc = ce_soft_members_get(run->ensemble, run->method->about.name, run->k, objects, &p->s,
                                 err);

    if (rc)
        return rc;
    p->k = p->widest = run->k;
    p->first = ce_calloc(p->s.m + 1, sizeof *p->first, err);
    p->present = ce_calloc(p->s.count, sizeof *p->present, err);
    p->ones = ce_alloc(p->s.m, sizeof *p->ones, err);
    if (!p->first || !p->present || !p->ones)
        return CE_ENOMEM;
    for (size_t b = 0; b < p->s.m; b++) {
        p->first[b + 1] = p->first[b] + (size_t)p->s.k[b];
        p->widest = (size_t)p->s.k[b] > p->widest ? (size_t)p->s.k[b] : p->widest;
        p->ones[b] = 1;
    }
    p->weight = run->ensemble->beside.base_weight ? run->ensemble->beside.base_weight : p->ones;
    p->stride = wide ? p->widest : p->k;
    add_up(p);
    if (!isfinite(p->most))
        return ce_fail(err, CE_EINPUT, "%s: weights so large that their sums overflow",
                       run->method->about.name);
    bytes = at_once * (p->stride + 1) * sizeof(double) + (at_once + 2) * sizeof(int32_t);
    return ce_memory_check(p->s.count, bytes, 1, "the memberships of each start",
                           instead, err);
}

static int expand(const problem *p, const int32_t *labels, ce_partition *result, ce_error *err)
{
    ce_partition small = {0};
    int rc = ce_partition_alloc(&small, p->s.count, err);

    if (!rc) {
        memcpy(small.labels, labels, p->s.count * sizeof *labels);
        rc = ce_partition_expand(&small, p->s.of, p->s.n, result, err);
    }
    ce_partition_free(&small);
    return rc;
}

static int run_se(const ce_run *run, ce_partition *result, ce_error *err)
{
    const se_options *o = run->settings->values;
    problem p = {.by = *(const criterion *)run->method->own,
                 .iterations = (size_t)o->iterations,
                 .start = o->start};
    ce_restart_options options = {.restarts = (size_t)o->restarts,
                                  .seed = run->seed,
                                  .stream = CE_STREAM_CONSENSUS,
                                  .run = run_start,
                                  .better = is_nearer,
                                  .state = &p};
    fit_result *best = NULL;
    int wide = o->start == START_DWH;
    int rc = problem_init(&p, run, o->objects, (size_t)o->restarts, wide,
                          wide ? CE_OPT("start") " random" : "fewer clusters or threads", err);

    if (!rc) {
        options.bytes = sizeof *best + p.s.count * sizeof *best->labels;
        best = ce_alloc(options.bytes, 1, err);
        rc = best ? ce_restarts(&options, best, err) : CE_ENOMEM;
    }
    if (!rc)
        ce_tell(&run->report->messages, CE_DETAIL,
                "%s: %s %.9g (starts: %d, rounds of the best: %zu%s)", run->column, p.by.what,
                fmax(best->value, 0), o->restarts,
                best->rounds < p.iterations ? best->rounds : p.iterations,
                best->rounds > p.iterations ? ", which did not settle" : "");
    if (!rc)
        rc = expand(&p, best->labels, result, err);
    free(best);
    problem_free(&p);
    return rc;
}

static int run_dwh(const ce_run *run, ce_partition *result, ce_error *err)
{
    const dwh_options *o = run->settings->values;
    problem p = {.by = {.what = "sum of squares"}};
    gsl_rng *rng = ce_random_alloc(run->seed, CE_STREAM_CONSENSUS, 0, err);
    int32_t *labels = NULL;
    work w = {0};
    int rc = rng ? problem_init(&p, run, o->objects, 1, 1, "se", err) : CE_ENOMEM;

    if (!rc)
        rc = work_alloc(&w, &p, err);
    if (!rc && o->order == ORDER_RANDOM)
        rc = ce_random_choose(rng, p.s.m, p.s.m, w.order, err);
    for (size_t b = 0; b < p.s.m && !rc && o->order == ORDER_GIVEN; b++)
        w.order[b] = b;
    if (!rc) {
        labels = ce_alloc(p.s.count, sizeof *labels, err);
        rc = labels ? CE_OK : CE_ENOMEM;
    }
    if (!rc) {
        run_order(&p, &w);
        choose(&p, &w, labels);
        ce_tell(&run->report->messages, CE_DETAIL, "%s: %s %.9g", run->column, p.by.what,
                fmax(map_all(&p, &w), 0));
        rc = expand(&p, labels, result, err);
    }
    gsl_rng_free(rng);
    free(labels);
    work_free(&w);
    problem_free(&p);
    return rc;
}

static const criterion soft_euclidean = {0, 0, "sum of squares"},
                       hard_euclidean = {0, 1, "sum of squares"},
                       soft_manhattan = {1, 0, "sum of distances"},
                       hard_manhattan = {1, 1, "sum of distances"};

#define NEAREST(method, line, text) \
    .about = {.name = method, \
              .family = "votes and mixtures", \
              .summary = line, \
              .about = text " The clusters of every base clustering are matched to its own, and " \
                            "both are improved in turn, from several starts.", \
              .reference = "hornik2005", \
              .page = "clens-se", \
              .reads = CE_READS_LABELS | CE_READS_MEMBERSHIPS, \
              .needs = CE_USES_K, \
              .takes = CE_USES_WEIGHTS, \
              .cost = CE_COST_OBJECTS, \
              .options = CE_OPTIONS(rows, se_options)}, \
    .run = run_se

const ce_method ce_method_se = {
    NEAREST("se", "soft Euclidean consensus: memberships of least squared distance",
            "Finds the memberships with the least sum of squared differences from those of all "
            "base clusterings."),
    .own = &soft_euclidean,
};

const ce_method ce_method_he = {
    NEAREST("he", "hard Euclidean consensus: the partition of least squared distance",
            "Finds the partition with the least sum of squared differences from the memberships "
            "of all base clusterings."),
    .own = &hard_euclidean,
};

const ce_method ce_method_sm = {
    NEAREST("sm", "soft Manhattan consensus: memberships of least absolute distance",
            "Finds the memberships with the least sum of absolute differences from those of all "
            "base clusterings."),
    .own = &soft_manhattan,
};

const ce_method ce_method_hm = {
    NEAREST("hm", "hard Manhattan consensus: the partition of least absolute distance",
            "Finds the partition with the least sum of absolute differences from the memberships "
            "of all base clusterings."),
    .own = &hard_manhattan,
};

const ce_method ce_method_dwh = {
    .about = {.name = "dwh",
              .family = "votes and mixtures",
              .summary = "one pass of soft voting: each base clustering is matched to the mean",
              .about = "The base clusterings come one after the other. The clusters of each are "
                       "matched to those of the mean of the earlier ones, and join it.",
              .reference = "dimitriadou2002",
              .page = "clens-se",
              .reads = CE_READS_LABELS | CE_READS_MEMBERSHIPS,
              .needs = CE_USES_K,
              .takes = CE_USES_WEIGHTS,
              .cost = CE_COST_OBJECTS,
              .options = CE_OPTIONS(dwh_rows, dwh_options)},
    .run = run_dwh,
};
