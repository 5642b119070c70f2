#include "partition/graph/bipartite_refine.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"

enum {
    TURNS = 50,
    SWEEPS = 10, /* over the pairs of parts, in a turn */
    BLOCKS = 16  /* of rows in the sums of columns: fixed, so that threads do not change a sum */
};

/* An exchange or a turn must gain more than this share of the weight of all objects. */
#define LEAST_GAIN 1e-7

/* A turn that gains less than this share of the weight kept is the last. */
#define SMALL_TURN 1e-4

/* A sweep that gains less than this share of the first sweep of its turn is the last of it. */
#define SMALL_SHARE .01

/* How far loads may be off at first, as a share of the mean load, so that many objects find their
 * parts at once. */
#define LOOSE .1

/* What a row gains by going to another part, for each object in it. */
typedef struct {
    double gain;
    int32_t row;
} candidate;

typedef struct {
    const ce_row_source *rows;
    size_t n, d, k;
    double column_weight, mean, slack, least_gain;
    int32_t *part;      /* n + d */
    int32_t *before;    /* n + d: at the beginning of the turn */
    double *score;      /* n x k: weight of the edges of one object of a row to each part */
    double *share;      /* d x k: weight of the edges of a column to the rows of each part */
    double *load;       /* k */
    candidate *list[2]; /* n each */
} refiner;

static void refiner_free(refiner *r)
{
    free(r->before);
    free(r->score);
    free(r->share);
    free(r->load);
    free(r->list[0]);
    free(r->list[1]);
}

static int refiner_init(refiner *r, ce_error *err)
{
    int rc = ce_memory_check(r->n, r->k + 4, sizeof(double), "what each object gains by each part",
                             "spectral clustering", err);
    double sum = 0, weighing = (double)r->n + (r->column_weight > 0 ? (double)r->d : 0);

    if (rc)
        return rc;
    r->before = ce_alloc(r->n + r->d, sizeof *r->before, err);
    r->score = ce_alloc(r->n, r->k * sizeof *r->score, err);
    r->share = ce_alloc(r->d, r->k * sizeof *r->share, err);
    r->load = ce_alloc(r->k, sizeof *r->load, err);
    r->list[0] = ce_alloc(r->n, sizeof *r->list[0], err);
    r->list[1] = ce_alloc(r->n, sizeof *r->list[1], err);
    if (!r->before || !r->score || !r->share || !r->load || !r->list[0] || !r->list[1])
        return CE_ENOMEM;
    for (size_t i = 0; i < r->n; i++)
        sum += r->rows->size[i];
    r->least_gain = LEAST_GAIN * sum;
    sum += r->column_weight * (double)r->d;
    r->mean = sum / (double)r->k;
    r->slack = sum / weighing;
    return CE_OK;
}

/* Room for a row of the source, for each thread or block. */
typedef struct {
    size_t *column;
    double *value;
} row_room;

static int rooms_alloc(row_room *room, size_t count, size_t longest, ce_error *err)
{
    room->column = ce_alloc(count, longest * sizeof *room->column, err);
    room->value = ce_alloc(count, longest * sizeof *room->value, err);
    return room->column && room->value ? CE_OK : CE_ENOMEM;
}

static void rooms_free(row_room *room)
{
    free(room->column);
    free(room->value);
}

static int find_scores(refiner *r, ce_error *err)
{
    size_t longest = r->rows->longest;
    row_room room = {0};
    int rc = rooms_alloc(&room, (size_t)ce_threads(), longest, err);

    if (!rc) {
#pragma omp parallel for schedule(static)
        for (size_t i = 0; i < r->n; i++) {
            size_t *column = room.column + (size_t)ce_thread() * longest;
            double *value = room.value + (size_t)ce_thread() * longest,
                   *score = r->score + i * r->k;
            size_t count = ce_row_source_row(r->rows, i, column, value);
            memset(score, 0, r->k * sizeof *score);
            for (size_t e = 0; e < count; e++)
                score[r->part[r->n + column[e]]] += value[e];
        }
    }
    rooms_free(&room);
    return rc;
}

static int find_shares(refiner *r, ce_error *err)
{
    size_t longest = r->rows->longest, cells = r->d * r->k;
    double *part = ce_calloc(BLOCKS, cells * sizeof *part, err);
    row_room room = {0};
    int rc = part ? rooms_alloc(&room, BLOCKS, longest, err) : CE_ENOMEM;

    if (!rc) {
#pragma omp parallel for schedule(dynamic)
        for (size_t b = 0; b < BLOCKS; b++)
            for (size_t i = r->n * b / BLOCKS; i < r->n * (b + 1) / BLOCKS; i++) {
                size_t *column = room.column + b * longest;
                double *value = room.value + b * longest;
                size_t count = ce_row_source_row(r->rows, i, column, value);
                for (size_t e = 0; e < count; e++)
                    part[b * cells + column[e] * r->k + (size_t)r->part[i]] +=
                        r->rows->size[i] * value[e];
            }
        memset(r->share, 0, cells * sizeof *r->share);
        for (size_t b = 0; b < BLOCKS; b++)
            for (size_t c = 0; c < cells; c++)
                r->share[c] += part[b * cells + c];
    }
    rooms_free(&room);
    free(part);
    return rc;
}

static void find_loads(refiner *r)
{
    memset(r->load, 0, r->k * sizeof *r->load);
    for (size_t i = 0; i < r->n; i++)
        r->load[r->part[i]] += r->rows->size[i];
    for (size_t c = 0; c < r->d; c++)
        r->load[r->part[r->n + c]] += r->column_weight;
}

/* Needs scores and loads. */
static ce_bipartite_quality measure(const refiner *r)
{
    ce_bipartite_quality quality = {0, 0};

    for (size_t p = 0; p < r->k; p++)
        quality.excess = fmax(quality.excess, fabs(r->load[p] - r->mean) - r->slack);
    for (size_t i = 0; i < r->n; i++)
        quality.kept += r->rows->size[i] * r->score[i * r->k + (size_t)r->part[i]];
    return quality;
}

int ce_bipartite_better(const ce_bipartite_quality *a, const ce_bipartite_quality *b,
                        double least_gain)
{
    return a->excess != b->excess ? a->excess < b->excess : a->kept > b->kept + least_gain;
}

static void move_columns(refiner *r)
{
    for (size_t c = 0; c < r->d; c++) {
        const double *share = r->share + c * r->k;
        size_t best = (size_t)r->part[r->n + c];
        for (size_t p = 0; p < r->k; p++)
            if (share[p] > share[best] + r->least_gain)
                best = p;
        r->part[r->n + c] = (int32_t)best;
    }
}

static int by_gain(const void *a, const void *b)
{
    const candidate *x = a, *y = b;

    if (x->gain != y->gain)
        return x->gain < y->gain ? 1 : -1;
    return (x->row > y->row) - (x->row < y->row);
}

/* Lists the rows of part p that gain more than `above` in part q, and returns how many. *largest:
 * the largest gain of all rows of p. */
static size_t collect(const refiner *r, size_t p, size_t q, double above, candidate *list,
                      double *largest)
{
    size_t count = 0;

    *largest = -HUGE_VAL;
    for (size_t i = 0; i < r->n; i++)
        if ((size_t)r->part[i] == p) {
            double gain = r->score[i * r->k + q] - r->score[i * r->k + p];
            *largest = fmax(*largest, gain);
            if (gain > above)
                list[count++] = (candidate){gain, (int32_t)i};
        }
    return count;
}

static void move(refiner *r, size_t i, size_t to)
{
    r->load[r->part[i]] -= r->rows->size[i];
    r->load[to] += r->rows->size[i];
    r->part[i] = (int32_t)to;
}

/* Moves rows from the heaviest to the lightest part, until no load is off by more than the slack or
 * nothing can be moved. */
static void balance(refiner *r)
{
    for (size_t step = 0; step < r->k * r->k; step++) {
        size_t p = 0, q = 0, count, moved = 0;
        double largest;
        for (size_t l = 1; l < r->k; l++) {
            p = r->load[l] > r->load[p] ? l : p;
            q = r->load[l] < r->load[q] ? l : q;
        }
        if (r->load[p] <= r->mean + r->slack && r->load[q] >= r->mean - r->slack)
            return;
        count = collect(r, p, q, -HUGE_VAL, r->list[0], &largest);
        qsort(r->list[0], count, sizeof *r->list[0], by_gain);
        for (size_t e = 0; e < count && r->load[p] > r->mean && r->load[q] < r->mean; e++) {
            double size = r->rows->size[r->list[0][e].row];
            if (size > r->load[p] - r->load[q] || size == 0)
                continue;
            move(r, (size_t)r->list[0][e].row, q);
            moved++;
        }
        if (!moved)
            return;
    }
}

/* Makes the exchange of rows between two parts that gains most, among those that take the best of
 * either list first. Returns what it gains. */
static double exchange(refiner *r, size_t p, size_t q)
{
    const size_t part[2] = {p, q};
    double largest[2], gain = 0, best = 0, load[2] = {r->load[p], r->load[q]};
    double low = fmin(r->mean - r->slack, fmin(load[0], load[1])),
           high = fmax(r->mean + r->slack, fmax(load[0], load[1]));
    size_t count[2], at[2] = {0, 0}, best_at[2] = {0, 0};

    collect(r, q, p, HUGE_VAL, r->list[1], &largest[1]);
    count[0] = collect(r, p, q, fmin(0, -largest[1]), r->list[0], &largest[0]);
    count[1] = collect(r, q, p, fmin(0, -largest[0]), r->list[1], &largest[1]);
    for (size_t s = 0; s < 2; s++)
        qsort(r->list[s], count[s], sizeof *r->list[s], by_gain);
    for (;;) {
        double next[2] = {-HUGE_VAL, -HUGE_VAL}, size[2] = {0, 0};
        int can[2];
        size_t s;
        for (s = 0; s < 2; s++) {
            if (at[s] < count[s]) {
                next[s] = r->list[s][at[s]].gain;
                size[s] = r->rows->size[r->list[s][at[s]].row];
            }
            can[s] = at[s] < count[s] && load[s] - size[s] >= low && load[1 - s] + size[s] <= high;
        }
        if (!can[0] && !can[1])
            break;
        s = can[0] && can[1] ? next[1] > next[0] : can[1];
        if (next[s] <= 0 && next[0] + next[1] <= 0)
            break;
        gain += size[s] * next[s];
        load[s] -= size[s];
        load[1 - s] += size[s];
        at[s]++;
        if (gain > best + r->least_gain) {
            best = gain;
            best_at[0] = at[0];
            best_at[1] = at[1];
        }
    }
    for (size_t s = 0; s < 2; s++)
        for (size_t e = 0; e < best_at[s]; e++)
            move(r, (size_t)r->list[s][e].row, part[1 - s]);
    return best;
}

/* One turn. If it brings nothing, part stays as it was. *better: it brought enough for another. */
static int turn(refiner *r, ce_bipartite_quality *quality, int *better, ce_error *err)
{
    ce_bipartite_quality now;
    double gain = 0, first = 0;
    int rc;

    memcpy(r->before, r->part, (r->n + r->d) * sizeof *r->part);
    rc = find_shares(r, err);
    if (rc)
        return rc;
    move_columns(r);
    rc = find_scores(r, err);
    if (rc)
        return rc;
    find_loads(r);
    balance(r);
    for (size_t sweep = 0; sweep < SWEEPS && gain >= SMALL_SHARE * first; sweep++) {
        gain = 0;
        for (size_t p = 0; p < r->k; p++)
            for (size_t q = p + 1; q < r->k; q++)
                gain += exchange(r, p, q);
        first = fmax(first, gain);
        if (gain == 0)
            break;
    }
    now = measure(r);
    *better = ce_bipartite_better(&now, quality, r->least_gain);
    if (!*better) {
        memcpy(r->part, r->before, (r->n + r->d) * sizeof *r->part);
        return CE_OK;
    }
    *better = now.excess < quality->excess || now.kept > quality->kept * (1 + SMALL_TURN);
    *quality = now;
    return CE_OK;
}

/* Turns until one brings nothing. */
static int refine(refiner *r, ce_bipartite_quality *quality, ce_error *err)
{
    int better = 1, rc = find_scores(r, err);

    if (!rc) {
        find_loads(r);
        *quality = measure(r);
    }
    for (size_t t = 0; t < TURNS && better && !rc; t++)
        rc = turn(r, quality, &better, err);
    return rc;
}

int ce_bipartite_refine(const ce_row_source *rows, double column_weight, size_t k, int32_t *part,
                        ce_bipartite_quality *quality, ce_error *err)
{
    refiner r = {.rows = rows,
                 .n = rows->rows,
                 .d = rows->columns,
                 .k = k,
                 .column_weight = column_weight,
                 .part = part};
    double slack[] = {LOOSE, LOOSE / 4, 0}, least;
    int rc = refiner_init(&r, err);

    least = r.slack;
    for (size_t s = 0; s < 3 && !rc; s++) {
        r.slack = fmax(least, slack[s] * r.mean);
        rc = refine(&r, quality, err);
    }
    refiner_free(&r);
    return rc;
}
