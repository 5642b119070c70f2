#include "consensus/label_kmeans.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "consensus/random_starts.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "core/vectors.h"

/* STRIP: quads of centres that are looked at together. */
enum { LANES = 8, STRIP = 8, BLOCK = 256 /* rows */ };

/* ---- the shape ---- */

static int shape_init(ce_label_shape *shape, const ce_labels *rows, size_t k, ce_error *err)
{
    *shape = (ce_label_shape){.m = rows->m, .k = k, .stride = (k + LANES - 1) / LANES * LANES};
    shape->start = ce_calloc(rows->m + 1, sizeof *shape->start, err);
    if (!shape->start)
        return CE_ENOMEM;
    for (size_t q = 0; q < rows->m; q++)
        shape->start[q + 1] = shape->start[q] + (size_t)rows->k[q];
    return CE_OK;
}

static void shape_free(ce_label_shape *shape)
{
    free(shape->start);
    *shape = (ce_label_shape){0};
}

/* ---- what all restarts share ---- */

typedef struct {
    const ce_microclusters *micro;
    const ce_label_shape *shape;
    size_t restarts, iterations;
    ce_label_centres *centres;
    const void *state;   /* for centres */
    const double *extra; /* or NULL */
    size_t labels;       /* of all base clusterings together; the number of a missing label */
    int threads;         /* for one restart */
    uint32_t *code;      /* rows x m: the numbers of the labels of a row, one row after another */
} problem;

static int problem_init(problem *p, ce_error *err)
{
    size_t n = p->micro->count, m = p->shape->m;

    p->labels = p->shape->start[m];
    p->threads = p->restarts > 1 ? 1 : ce_threads();
    p->code = ce_alloc(n * m, sizeof *p->code, err);
    if (!p->code)
        return CE_ENOMEM;
    for (size_t q = 0; q < m; q++) {
        const int32_t *column = ce_labels_column(&p->micro->rows, q);
        for (size_t i = 0; i < n; i++)
            p->code[i * m + q] =
                (uint32_t)(column[i] < 0 ? p->labels : p->shape->start[q] + (size_t)column[i]);
    }
    return CE_OK;
}

/* ---- one restart ---- */

/* What a restart finds. */
typedef struct {
    double value;
    size_t iterations;
    int32_t labels[];
} found;

typedef struct {
    const problem *p;
    size_t cells;   /* of a table: a row for each label, and one for missing labels */
    int32_t *label; /* rows: of the result; CE_MISSING before the first assignment */
    size_t *rows;   /* k: how many rows each cluster has */
    double *count;  /* cells; counts of missing labels mean nothing */
    double *table;  /* cells; 0 for missing labels, INFINITY for columns k .. stride-1 */
    double *last;   /* cells: the table of the last assignment */
    double *lost;   /* k: by how much a row of each cluster may have lost of its gap */
    double *gap; /* rows: at least so much nearer is its centre than others; 0 or less: unknown */
    double *change;  /* threads - 1 tables: what other threads do to the counts */
    size_t *arrived; /* threads x k: rows won, modulo the range of the type */
    double *far;     /* rows: distances to own centres, NULL until a cluster is empty */
    double slack;    /* more than rounding can do to a distance, a gap or a loss */
} state;

static void state_free(state *s)
{
    free(s->rows);
    free(s->count);
    free(s->table);
    free(s->last);
    free(s->lost);
    free(s->gap);
    free(s->change);
    free(s->arrived);
    free(s->far);
}

static int state_alloc(state *s, const problem *p, int32_t *label, ce_error *err)
{
    size_t k = p->shape->k, stride = p->shape->stride, n = p->micro->count;
    size_t threads = (size_t)p->threads;

    *s = (state){.p = p, .cells = (p->labels + 1) * stride, .label = label};
    s->rows = ce_calloc(k, sizeof *s->rows, err);
    s->count = ce_calloc(p->labels + 1, stride * sizeof *s->count, err);
    s->table = ce_calloc(p->labels + 1, stride * sizeof *s->table, err);
    s->last = ce_calloc(p->labels + 1, stride * sizeof *s->last, err);
    s->lost = ce_calloc(k, sizeof *s->lost, err);
    s->gap = ce_alloc(n, sizeof *s->gap, err);
    s->change = ce_alloc((threads - 1) * (p->labels + 1), stride * sizeof *s->change, err);
    s->arrived = ce_alloc(threads * k, sizeof *s->arrived, err);
    if (!s->rows || !s->count || !s->table || !s->last || !s->lost || !s->gap || !s->change ||
        !s->arrived)
        return CE_ENOMEM;
    for (size_t v = 0; v <= p->labels; v++)
        for (size_t c = k; c < stride; c++)
            s->table[v * stride + c] = s->last[v * stride + c] = INFINITY;
    for (size_t i = 0; i < n; i++) {
        label[i] = CE_MISSING;
        s->gap[i] = 0;
    }
    return CE_OK;
}

/* Counts row i, so many times, in cluster c. */
static inline void count_row(const problem *p, double *count, size_t i, size_t c, double times)
{
    const uint32_t *code = p->code + i * p->shape->m;

    for (size_t q = 0; q < p->shape->m; q++)
        count[code[q] * p->shape->stride + c] += times;
}

/* Step 1. */
static int start(state *s, gsl_rng *rng, ce_error *err)
{
    const problem *p = s->p;
    size_t k = p->shape->k;
    size_t *row = ce_alloc(k, sizeof *row, err);
    int rc = row ? ce_random_choose_weighted(rng, p->micro->size, p->micro->count, k, row, err)
                 : CE_ENOMEM;

    if (!rc) {
        for (size_t c = 0; c < k; c++)
            count_row(p, s->count, row[c], c, 1);
        p->centres(p->state, p->shape, s->count, 1, s->table);
        memset(s->count, 0, s->cells * sizeof *s->count);
    }
    free(row);
    return rc;
}

/* ---- step 2 ---- */

#define PICK(first, a, b) \
    ((ce_quad)(((ce_quad_masks)(a) & (first)) | ((ce_quad_masks)(b) & ~(first))))

/* The lanes of x in another order. Compilers have two builtins for it, and few have both. */
#if defined(__clang__) || __GNUC__ >= 12
#define TURNED(x, ...) __builtin_shufflevector(x, x, __VA_ARGS__)
#else
#define TURNED(x, ...) __builtin_shuffle(x, (ce_quad_masks){__VA_ARGS__})
#endif

/* x in all lanes becomes the least of them. */
#define LEAST_STEP(x, ...) \
    do { \
        ce_quad turned = TURNED(x, __VA_ARGS__); \
        ce_quad_masks less = turned < x; \
        x = PICK(less, turned, x); \
    } while (0)
#define LEAST(x) \
    do { \
        LEAST_STEP(x, 2, 3, 0, 1); \
        LEAST_STEP(x, 1, 0, 3, 2); \
    } while (0)

/* Of some centres the nearest one in each lane. Centre c is in lane c mod 4. */
typedef struct {
    ce_quad least;  /* its distance */
    ce_quad second; /* the distance of the next one */
    ce_quad centre; /* its number */
    ce_quad number; /* of the centre that comes next */
} nearest_centres;

/* Looks at the centres from number `from` on, `width` quads of them: at most STRIP. Their distances
 * add up the rows of the table for the labels of a row, and stay in registers. A sum is the same
 * bits whatever the width. */
static inline __attribute__((always_inline)) void look(const double *table, size_t stride,
                                                       const uint32_t *code, size_t m, size_t from,
                                                       size_t width, nearest_centres *near)
{
    ce_quad sum[STRIP];

#pragma GCC unroll 8
    for (size_t w = 0; w < width; w++)
        sum[w] = (ce_quad){0};
    for (size_t q = 0; q < m; q++) {
        const ce_quad *row = (const ce_quad *)(table + code[q] * stride + from);
#pragma GCC unroll 8
        for (size_t w = 0; w < width; w++)
            sum[w] += row[w];
    }
#pragma GCC unroll 8
    for (size_t w = 0; w < width; w++) {
        ce_quad_masks less = sum[w] < near->least, next;
        ce_quad larger = PICK(less, near->least, sum[w]);
        next = larger < near->second;
        near->second = PICK(next, larger, near->second);
        near->least = PICK(less, sum[w], near->least);
        near->centre = PICK(less, near->number, near->centre);
        near->number += (double)CE_QUAD;
    }
}

/* The nearest centre of each of some rows, ties: the lowest, and how much farther the next one is.
 * Lanes are compared without branches, which would be mispredicted. In a row all of whose distances
 * are infinite centre 0 is the nearest. */
static CE_HOT void find(const double *table, size_t stride, const uint32_t *code, size_t m,
                        const size_t *row, size_t rows, int32_t *at, double *gap)
{
    const ce_quad zero = {0}, infinite = zero + INFINITY;

    for (size_t r = 0; r < rows; r++) {
        const uint32_t *own = code + row[r] * m;
        nearest_centres near = {infinite, infinite, zero, {0, 1, 2, 3}};
        size_t from = 0, rest;
        for (; stride - from >= STRIP * CE_QUAD; from += STRIP * CE_QUAD)
            look(table, stride, own, m, from, STRIP, &near);
        rest = (stride - from) / CE_QUAD;
        if (rest == 6)
            look(table, stride, own, m, from, 6, &near);
        else if (rest == 4)
            look(table, stride, own, m, from, 4, &near);
        else if (rest == 2)
            look(table, stride, own, m, from, 2, &near);
        ce_quad least = near.least, lowest, next;
        ce_quad_masks equal;
        LEAST(least);
        equal = near.least == least;
        lowest = PICK(equal, near.centre, infinite);
        LEAST(lowest);
        equal = near.centre == lowest;
        next = PICK(equal, near.second, near.least);
        LEAST(next);
        at[r] = (int32_t)lowest[0];
        gap[r] = next[0] - least[0];
    }
}

/* Moves row i to a centre. count, arrived: where it is counted. */
static void move(state *s, size_t i, int32_t to, double *count, size_t *arrived)
{
    const problem *p = s->p;
    int32_t own = s->label[i];

    s->label[i] = to;
    arrived[to]++;
    count_row(p, count, i, (size_t)to, p->micro->size[i]);
    if (own < 0)
        return;
    arrived[own]--;
    count_row(p, count, i, (size_t)own, -p->micro->size[i]);
}

/* Lists the rows from *next on, before `last`, of which the centre may not be the nearest any more,
 * at most BLOCK of them. Returns their number. */
static size_t doubtful_rows(state *s, size_t *next, size_t last, size_t *row)
{
    size_t count = 0, i = *next;

    for (; i < last && count < BLOCK; i++) {
        double left = s->label[i] < 0 ? 0 : s->gap[i] - s->lost[s->label[i]];
        if (left > 0)
            s->gap[i] = left;
        else
            row[count++] = i;
    }
    *next = i;
    return count;
}

/* Assigns rows first .. last - 1. count, arrived: where it counts what moves. Returns how many
 * moved. */
static size_t assign_some(state *s, size_t first, size_t last, double *count, size_t *arrived)
{
    const problem *p = s->p;
    size_t row[BLOCK], rows, moved = 0;
    int32_t at[BLOCK];
    double gap[BLOCK];

    while (first < last) {
        rows = doubtful_rows(s, &first, last, row);
        find(s->table, p->shape->stride, p->code, p->shape->m, row, rows, at, gap);
        for (size_t r = 0; r < rows; r++) {
            int32_t own = s->label[row[r]];
            s->gap[row[r]] = own < 0 ? 0 : gap[r] - s->slack;
            if (at[r] == own)
                continue;
            move(s, row[r], at[r], count, arrived);
            moved++;
        }
    }
    return moved;
}

/* All rows; returns how many moved. The first thread counts in place, the others are added. */
static size_t assign(state *s)
{
    const problem *p = s->p;
    size_t k = p->shape->k, n = p->micro->count, threads = (size_t)p->threads, moved = 0;

    memset(s->arrived, 0, threads * k * sizeof *s->arrived);
    memset(s->change, 0, (threads - 1) * s->cells * sizeof *s->change);
#pragma omp parallel for schedule(static, 1) num_threads(p->threads) reduction(+ : moved) \
    if (threads > 1)
    for (size_t t = 0; t < threads; t++)
        moved += assign_some(s, n / threads * t, t + 1 < threads ? n / threads * (t + 1) : n,
                             t ? s->change + (t - 1) * s->cells : s->count, s->arrived + t * k);
    for (size_t t = 0; t < threads; t++) {
        for (size_t c = 0; c < k; c++)
            s->rows[c] += s->arrived[t * k + c];
        for (size_t at = 0; t && at < s->cells; at++)
            s->count[at] += s->change[(t - 1) * s->cells + at];
    }
    return moved;
}

/* ---- step 3 ---- */

/* Distances of all rows to their centres. */
static int measure(state *s, ce_error *err)
{
    const problem *p = s->p;
    size_t m = p->shape->m;

    if (!s->far)
        s->far = ce_alloc(p->micro->count, sizeof *s->far, err);
    if (!s->far)
        return CE_ENOMEM;
    for (size_t i = 0; i < p->micro->count; i++) {
        double sum = 0;
        for (size_t q = 0; q < m; q++)
            sum += s->table[p->code[i * m + q] * p->shape->stride + (size_t)s->label[i]];
        s->far[i] = p->extra ? sum + p->extra[i] : sum;
    }
    return CE_OK;
}

/* The row that an empty cluster takes. There is one, since there are k rows or more. */
static size_t farthest(const state *s)
{
    size_t best = 0;
    int any = 0;

    for (size_t i = 0; i < s->p->micro->count; i++)
        if (s->rows[s->label[i]] > 1 && (!any || s->far[i] > s->far[best])) {
            best = i;
            any = 1;
        }
    return best;
}

static int fill_empty(state *s, ce_error *err)
{
    const problem *p = s->p;
    size_t empty = 0;

    for (size_t c = 0; c < p->shape->k; c++)
        empty += !s->rows[c];
    if (empty && measure(s, err))
        return CE_ENOMEM;
    for (size_t c = 0; c < p->shape->k && empty; c++) {
        size_t i, own;
        if (s->rows[c])
            continue;
        i = farthest(s);
        own = (size_t)s->label[i];
        count_row(p, s->count, i, own, -p->micro->size[i]);
        count_row(p, s->count, i, c, p->micro->size[i]);
        s->label[i] = (int32_t)c;
        s->gap[i] = 0;
        s->rows[own]--;
        s->rows[c]++;
        empty--;
    }
    return CE_OK;
}

/* ---- step 4 ---- */

/* Adds, for each cluster, the most that one label of base clustering q makes its rows farther away
 * (up), and rows of other clusters nearer (down); and for all of them the largest entry. A row of a
 * cluster only has labels that the cluster counts. */
static void add_moves(const state *s, size_t q, double *up, double *down, double *largest)
{
    size_t k = s->p->shape->k, stride = s->p->shape->stride;
    const size_t *first = s->p->shape->start + q;
    double most = 0;

    for (size_t c = 0; c < k; c++) {
        double rise = 0, fall = 0;
        for (size_t v = first[0]; v < first[1]; v++) {
            double now = s->table[v * stride + c], then = s->last[v * stride + c];
            if (s->count[v * stride + c] > 0 && now - then > rise)
                rise = now - then;
            if (then - now > fall)
                fall = then - now;
            if (fabs(now) > most && fabs(now) < INFINITY)
                most = fabs(now);
        }
        up[c] += rise;
        down[c] += fall;
    }
    *largest += most;
}

/* What rows of each cluster may lose of their gap: their centre can move away, and another one,
 * whichever moves most, can come nearer. */
static int set_lost(state *s, ce_error *err)
{
    size_t k = s->p->shape->k, m = s->p->shape->m, next = k;
    double *up = ce_calloc(2 * k, sizeof *up, err), *down = up + k, largest = 0;

    if (!up)
        return CE_ENOMEM;
    for (size_t q = 0; q < m; q++)
        add_moves(s, q, up, down, &largest);
    /* a sum of m entries rounds by less than m times a unit of its largest value */
    s->slack = 8 * (double)(m + 2) * DBL_EPSILON * largest;
    for (size_t c = 0; c < k; c++)
        if (next == k || down[c] > down[next])
            next = c;
    for (size_t c = 0; c < k; c++) {
        double other = 0;
        if (c != next)
            other = down[next];
        else
            for (size_t d = 0; d < k; d++)
                if (d != c && down[d] > other)
                    other = down[d];
        s->lost[c] = up[c] + other + s->slack;
    }
    free(up);
    return CE_OK;
}

/* The table of the counts; the one before is kept. Returns the value. */
static double set_table(state *s)
{
    double *table = s->last;

    s->last = s->table;
    s->table = table;
    return s->p->centres(s->p->state, s->p->shape, s->count, 0, s->table);
}

static int run_restart(const void *shared, gsl_rng *rng, ce_restart_steps *steps, void *result,
                       ce_error *err)
{
    const problem *p = shared;
    found *f = result;
    state s;
    int rc = state_alloc(&s, p, f->labels, err);
    double before = -INFINITY;

    if (!rc)
        rc = start(&s, rng, err);
    if (rc)
        goto done;
    assign(&s);
    rc = fill_empty(&s, err);
    f->value = set_table(&s);
    f->iterations = 1;
    ce_restart_step(steps);
    while (!rc && f->value > before && f->iterations < p->iterations) {
        rc = set_lost(&s, err);
        if (rc || !assign(&s))
            break;
        f->iterations++;
        rc = fill_empty(&s, err);
        before = f->value;
        f->value = set_table(&s);
        ce_restart_step(steps);
    }
done:
    state_free(&s);
    return rc;
}

static int is_better(const void *a, const void *b)
{
    const found *x = a, *y = b;

    return x->value > y->value;
}

/* small: a partition of the microclusters, not renumbered. */
static int best_restart(const ce_run *run, problem *p, ce_partition *small,
                        ce_label_kmeans_result *result, ce_error *err)
{
    size_t n = p->micro->count, bytes = sizeof(found) + n * sizeof(int32_t);
    const ce_restart_options restarts = {.restarts = p->restarts,
                                         .bytes = bytes,
                                         .run = run_restart,
                                         .better = is_better,
                                         .state = p,
                                         .steps = p->iterations,
                                         .may_end = 1};
    void *kept = NULL;
    int rc = problem_init(p, err);

    if (!rc)
        rc = ce_random_start_labels(run, &restarts, n, offsetof(found, labels), small, &kept, err);
    if (!rc) {
        const found *best = kept;
        *result = (ce_label_kmeans_result){.value = best->value, .iterations = best->iterations};
    }
    free(p->code);
    free(kept);
    return rc;
}

int ce_label_kmeans(const ce_run *run, const ce_label_kmeans_method *method, void *own,
                    int restarts, int iterations, ce_partition *result, ce_error *err)
{
    ce_label_shape shape = {0};
    problem p = {.shape = &shape,
                 .restarts = (size_t)restarts,
                 .iterations = (size_t)iterations,
                 .centres = method->centres,
                 .state = own};
    ce_partition small = {0};
    ce_label_kmeans_result best;
    int rc = ce_ensemble_check_k(run->ensemble, run->method->about.name, run->k, 0, err);

    if (!rc)
        rc = ce_ensemble_micro(run->ensemble, 0, &p.micro, err);
    if (!rc)
        rc = shape_init(&shape, &p.micro->rows, run->k, err);
    if (!rc)
        rc = method->init(own, run, p.micro, &shape, &p.extra, err);
    if (!rc)
        rc = best_restart(run, &p, &small, &best, err);
    if (!rc) {
        method->tell(own, run, &best);
        rc = ce_microclusters_expand(p.micro, &small, result, err);
    }
    shape_free(&shape);
    ce_partition_free(&small);
    return rc;
}
