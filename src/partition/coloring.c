#include "partition/coloring.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"

/*
 * Rows stand at places by degree. The rows of one degree are a group, and are next to each other.
 * When a group is reached, the dissimilarities of its rows to all rows that are colored before it
 * or with it are needed.
 *
 * In a group of up to SMALL rows all of them are computed. In a larger one only those of the first
 * uncolored row are. The dissimilarities between the members of a color and the group are computed
 * when that color is given to a row, and their sums are kept for the KEPT colors that were used
 * last.
 */
enum { BLOCK = CE_DISSIMILARITY_ROWS, SMALL = 32, BLOCKS = SMALL / BLOCK + 2, KEPT = 64 };

/* The sums of a color for the rows of the present group. */
typedef struct {
    int32_t color; /* -1: free */
    int32_t seen;  /* the last of its members that was added; -1: none */
    uint64_t used; /* when */
    double *sum;   /* owned; INFINITY: the row has a neighbour in the color. NULL: not yet */
} kept_sums;

typedef struct {
    const ce_dissimilarities *d;
    void *view, *scratch;
    size_t n;
    double theta;
    ce_color_distance by;
    const int32_t *degree; /* by row */
    int32_t *counted;      /* owned: degree, unless it was given */
    int32_t *order;        /* owned: the row at each place */
    int32_t *stop;         /* by place: the place after its group */
    size_t largest;        /* rows of the largest group */
    double *size;          /* by place */
    int32_t *color;        /* by place; -1: none yet */
    int32_t colors;

    /* The members of a color are a list of places, in the order in which they got it. */
    int32_t *first, *end; /* by color */
    int32_t *next;        /* by place */
    int32_t *mark;        /* by color: v + 1 when it has a neighbour of v */

    double *block[BLOCKS]; /* rows of BLOCK places each, n apart; NULL: not yet */
    size_t held[BLOCKS];   /* which block that is; SIZE_MAX: none */
    double *between;       /* BLOCK members to the group */
    size_t a, b;           /* the group: its first place and the one after its last */
    kept_sums kept[KEPT];
    int32_t *slot; /* by color: which of them; -1: none */
    uint64_t clock;
} state;

static void state_free(state *st)
{
    if (st->view)
        st->d->view_free(st->view);
    free(st->scratch);
    free(st->counted);
    free(st->order);
    free(st->stop);
    free(st->size);
    free(st->color);
    free(st->next);
    free(st->first);
    free(st->end);
    free(st->mark);
    free(st->between);
    free(st->slot);
    for (size_t b = 0; b < BLOCKS; b++)
        free(st->block[b]);
    for (size_t e = 0; e < KEPT; e++)
        free(st->kept[e].sum);
}

/* ---- degrees, and rows by degree ---- */

CE_HOT static int32_t count_above(const double *value, size_t count, double theta)
{
    int32_t above = 0;

    for (size_t j = 0; j < count; j++)
        above += value[j] > theta;
    return above;
}

static void count_block(const ce_dissimilarities *d, const void *view, void *scratch, double *row,
                        size_t i, const double *theta, size_t thetas, int32_t *degree)
{
    size_t n = d->n, count = n - i < BLOCK ? n - i : BLOCK;
    int32_t at[BLOCK];

    for (size_t r = 0; r < count; r++)
        at[r] = (int32_t)(i + r);
    d->rows(view, scratch, at, count, 0, n, row);
    for (size_t r = 0; r < count; r++) {
        row[r * n + i + r] = 0;
        for (size_t t = 0; t < thetas; t++)
            degree[t * n + i + r] = count_above(row + r * n, n, theta[t]);
    }
}

int ce_threshold_degrees(const ce_dissimilarities *d, const double *theta, size_t count,
                         int32_t *degree, ce_error *err)
{
    void *view = NULL;
    size_t scratch_bytes = 0;
    int failed = 0, rc = d->view(d->state, NULL, &view, &scratch_bytes, err);

    if (rc)
        return rc;
#pragma omp parallel
    {
        void *scratch = ce_alloc(scratch_bytes, 1, NULL);
        double *row = ce_alloc(BLOCK * d->n, sizeof *row, NULL);
        if (!scratch || !row) {
#pragma omp atomic write
            failed = 1;
        }
#pragma omp for schedule(dynamic, 4)
        for (size_t i = 0; i < d->n; i += BLOCK)
            if (scratch && row)
                count_block(d, view, scratch, row, i, theta, count, degree);
        free(scratch);
        free(row);
    }
    d->view_free(view);
    return failed ? ce_fail(err, CE_ENOMEM, "out of memory for the degrees of the threshold graph")
                  : CE_OK;
}

static int find_degrees(state *st, ce_error *err)
{
    if (st->degree)
        return CE_OK;
    st->degree = st->counted = ce_alloc(st->n, sizeof *st->counted, err);
    return st->counted ? ce_threshold_degrees(st->d, &st->theta, 1, st->counted, err) : CE_ENOMEM;
}

/* Sorts rows by degree, the largest first; equal ones by row. */
static int sort_rows(state *st, ce_error *err)
{
    size_t n = st->n, *place = ce_calloc(n + 1, sizeof *place, err);

    if (!place)
        return CE_ENOMEM;
    for (size_t i = 0; i < n; i++) {
        size_t group = ++place[n - (size_t)st->degree[i]];
        if (group > st->largest)
            st->largest = group;
    }
    for (size_t s = 1; s <= n; s++)
        place[s] += place[s - 1];
    for (size_t p = 0, s = 1; p < n; p++) {
        while (place[s] <= p)
            s++;
        st->stop[p] = (int32_t)place[s];
    }
    for (size_t i = 0; i < n; i++)
        st->order[place[n - 1 - (size_t)st->degree[i]]++] = (int32_t)i;
    free(place);
    return CE_OK;
}

static int state_alloc(state *st, ce_error *err)
{
    size_t n = st->n, scratch = 0;
    int rc;

    st->order = ce_alloc(n, sizeof *st->order, err);
    st->stop = ce_alloc(n, sizeof *st->stop, err);
    st->size = ce_alloc(n, sizeof *st->size, err);
    st->color = ce_alloc(n, sizeof *st->color, err);
    st->next = ce_alloc(n, sizeof *st->next, err);
    st->first = ce_alloc(n, sizeof *st->first, err);
    st->end = ce_alloc(n, sizeof *st->end, err);
    st->mark = ce_calloc(n, sizeof *st->mark, err);
    st->slot = ce_alloc(n, sizeof *st->slot, err);
    if (!st->order || !st->stop || !st->size || !st->color || !st->next || !st->first || !st->end ||
        !st->mark || !st->slot)
        return CE_ENOMEM;
    rc = find_degrees(st, err);
    if (!rc)
        rc = sort_rows(st, err);
    if (!rc)
        rc = st->d->view(st->d->state, st->order, &st->view, &scratch, err);
    if (rc)
        return rc;
    st->scratch = ce_alloc(scratch, 1, err);
    st->between = ce_alloc(BLOCK * st->largest, sizeof *st->between, err);
    if (!st->scratch || !st->between)
        return CE_ENOMEM;
    for (size_t p = 0; p < n; p++) {
        st->size[p] = st->d->size ? st->d->size[st->order[p]] : 1;
        st->color[p] = st->next[p] = st->slot[p] = -1;
    }
    for (size_t b = 0; b < BLOCKS; b++)
        st->held[b] = SIZE_MAX;
    for (size_t e = 0; e < KEPT; e++)
        st->kept[e].color = -1;
    return CE_OK;
}

/* ---- rows ---- */

/* The dissimilarities of a place to all places of its group and before; NULL: no memory. The rows
 * of the last BLOCKS blocks are kept. */
static const double *row_of(state *st, size_t place, ce_error *err)
{
    size_t block = place / BLOCK, b = block % BLOCKS, from = block * BLOCK,
           count = st->n - from < BLOCK ? st->n - from : BLOCK, last;
    int32_t at[BLOCK];

    if (!st->block[b] && !(st->block[b] = ce_alloc(BLOCK * st->n, sizeof *st->block[b], err)))
        return NULL;
    if (st->held[b] != block) {
        for (size_t r = 0; r < count; r++)
            at[r] = (int32_t)(from + r);
        last = (size_t)st->stop[from + count - 1];
        /* Rows come one beside the other. In the block they are n apart, so they are moved, the
         * last one first. */
        st->d->rows(st->view, st->scratch, at, count, 0, last, st->block[b]);
        for (size_t r = count; r-- > 1;)
            memmove(st->block[b] + r * st->n, st->block[b] + r * last, last * sizeof(double));
        st->held[b] = block;
    }
    return st->block[b] + (place - from) * st->n;
}

/* ---- how far the group is from a color ---- */

/* The dissimilarities of `count` members to the group, into between. */
static int fetch(state *st, const int32_t *member, size_t count, ce_error *err)
{
    size_t group = st->b - st->a;

    if (group > SMALL) {
        st->d->rows(st->view, st->scratch, member, count, st->a, st->b, st->between);
        return CE_OK;
    }
    for (size_t u = 0; u < group; u++) {
        const double *row = row_of(st, st->a + u, err);
        if (!row)
            return CE_ENOMEM;
        for (size_t r = 0; r < count; r++)
            st->between[r * group + u] = row[member[r]];
    }
    return CE_OK;
}

CE_HOT static void add_sums(double *restrict sum, const double *restrict value, size_t count,
                            double theta, double weight)
{
    for (size_t u = 0; u < count; u++)
        sum[u] = value[u] > theta ? INFINITY : sum[u] + weight * value[u];
}

CE_HOT static void add_maxima(double *restrict sum, const double *restrict value, size_t count,
                              double theta)
{
    for (size_t u = 0; u < count; u++) {
        double most = sum[u] > value[u] ? sum[u] : value[u];
        sum[u] = value[u] > theta ? INFINITY : most;
    }
}

/* The sums of a color; NULL: no memory. If it has none, the color that was used least recently
 * loses its place. */
static kept_sums *keep(state *st, int32_t color, ce_error *err)
{
    kept_sums *k = st->kept;

    if (st->slot[color] >= 0) {
        k = &st->kept[st->slot[color]];
    } else {
        for (kept_sums *other = st->kept; other < st->kept + KEPT && k->color >= 0; other++)
            if (other->color < 0 || other->used < k->used)
                k = other;
        if (k->color >= 0)
            st->slot[k->color] = -1;
        if (!k->sum && !(k->sum = ce_alloc(st->largest, sizeof *k->sum, err)))
            return NULL;
        memset(k->sum, 0, (st->b - st->a) * sizeof *k->sum);
        k->color = color;
        k->seen = -1;
        st->slot[color] = (int32_t)(k - st->kept);
    }
    k->used = ++st->clock;
    return k;
}

/* Adds the members that the color got since its sums were last used. */
static int catch_up(state *st, kept_sums *k, ce_error *err)
{
    size_t group = st->b - st->a, count;

    for (int32_t w = k->seen < 0 ? st->first[k->color] : st->next[k->seen]; w >= 0;) {
        int32_t member[BLOCK];
        for (count = 0; w >= 0 && count < BLOCK; w = st->next[w])
            member[count++] = w;
        if (fetch(st, member, count, err))
            return CE_ENOMEM;
        for (size_t r = 0; r < count; r++) {
            double weight = st->by == CE_COLOR_ROWS ? 1 : st->size[member[r]];
            if (st->by == CE_COLOR_MAX)
                add_maxima(k->sum, st->between + r * group, group, st->theta);
            else
                add_sums(k->sum, st->between + r * group, group, st->theta, weight);
        }
        k->seen = member[count - 1];
    }
    return CE_OK;
}

/* *nearest: the uncolored row of the group that may have this color and is nearest to it. */
static int find_nearest(state *st, int32_t color, size_t *nearest, ce_error *err)
{
    kept_sums *k = keep(st, color, err);
    double least = INFINITY;

    if (!k || catch_up(st, k, err))
        return CE_ENOMEM;
    for (size_t u = 0; u < st->b - st->a; u++) {
        double value = st->by == CE_COLOR_SUM ? st->size[st->a + u] * k->sum[u] : k->sum[u];
        if (st->color[st->a + u] < 0 && value < least) {
            least = value;
            *nearest = st->a + u;
        }
    }
    return CE_OK;
}

/* ---- the coloring ---- */

static void give(state *st, size_t place, int32_t color)
{
    if (color == st->colors) {
        st->colors++;
        st->first[color] = (int32_t)place;
    } else {
        st->next[st->end[color]] = (int32_t)place;
    }
    st->end[color] = (int32_t)place;
    st->color[place] = color;
}

/* Colors rows of the group until place v has a color. *left: rows of the group without one. */
static int color_until(state *st, size_t v, size_t *left, ce_error *err)
{
    const double *row = row_of(st, v, err);
    int32_t stamp = (int32_t)v + 1, c = 0;
    size_t u = v;

    if (!row)
        return CE_ENOMEM;
    for (size_t p = 0; p < st->b; p++)
        if (st->color[p] >= 0 && row[p] > st->theta)
            st->mark[st->color[p]] = stamp;
    do {
        while (c < st->colors && st->mark[c] == stamp)
            c++;
        u = v;
        if (c < st->colors && *left > 1 && find_nearest(st, c, &u, err))
            return CE_ENOMEM;
        give(st, u, c);
        --*left;
        if (u != v && row[u] > st->theta)
            st->mark[c] = stamp;
    } while (u != v);
    return CE_OK;
}

static int color_group(state *st, ce_error *err)
{
    size_t left = st->b - st->a;
    int rc = CE_OK;

    for (size_t v = st->a; v < st->b && !rc; v++)
        if (st->color[v] < 0)
            rc = color_until(st, v, &left, err);
    for (size_t e = 0; e < KEPT; e++)
        if (st->kept[e].color >= 0) {
            st->slot[st->kept[e].color] = -1;
            st->kept[e].color = -1;
        }
    return rc;
}

int ce_coloring(const ce_dissimilarities *d, double theta, ce_color_distance by,
                const int32_t *degree, int32_t *labels, int32_t *k, ce_error *err)
{
    state st = {.d = d, .n = d->n, .theta = theta, .by = by, .degree = degree};
    int rc = state_alloc(&st, err);

    for (size_t a = 0; a < st.n && !rc; a = st.b) {
        st.a = a;
        st.b = (size_t)st.stop[a];
        rc = color_group(&st, err);
    }
    for (size_t p = 0; p < st.n && !rc; p++)
        labels[st.order[p]] = st.color[p];
    *k = rc ? 0 : st.colors;
    state_free(&st);
    return rc;
}
