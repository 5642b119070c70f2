#include "consensus/methods/diclens.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"

/* The final clusters of one division after the other. */
typedef struct {
    int32_t *place;   /* owned; microclusters: the group of each */
    size_t *seen;     /* owned; microclusters: the join after which it voted last */
    int32_t *row_of;  /* owned; N_c: the row of a group that has objects, or -1 */
    int32_t *unused;  /* owned; rows without a group */
    int32_t *changed; /* owned; N_c: groups that a join has changed */
    char *touched;    /* owned; N_c: whether a group is among them */
    size_t rows, unuseds, changes;
    double *count;   /* owned; rows x N_c: objects of a final cluster in each cluster */
    double *objects; /* owned; rows: objects, */
    double *labels;  /* owned; rows: labels of them, */
    double *square;  /* owned; rows: and the sum of squares of the counts of a row */
    double *sum;     /* owned; N_c: of the rows, each divided by its number of objects */
    size_t updates;  /* of the sum, since it was taken anew */
} voting;

static void voting_free(voting *v)
{
    free(v->place);
    free(v->seen);
    free(v->row_of);
    free(v->unused);
    free(v->changed);
    free(v->touched);
    free(v->count);
    free(v->objects);
    free(v->labels);
    free(v->square);
    free(v->sum);
}

/* ---- votes ---- */

/* How many labels of microcluster i are in the group. */
static size_t votes_of(const ce_forest *f, size_t i, int32_t group)
{
    const int32_t *cluster = f->cluster + i * f->m;
    size_t votes = 0;

    for (size_t q = 0; q < f->m; q++)
        votes += cluster[q] >= 0 && f->group[cluster[q]] == group;
    return votes;
}

/* How near microcluster i is to its clusters in the group, by the sum over them. */
static double nearness(const ce_forest *f, size_t i, int32_t group)
{
    const int32_t *cluster = f->cluster + i * f->m;
    double near = 0;

    for (size_t q = 0; q < f->m; q++)
        if (cluster[q] >= 0 && f->group[cluster[q]] == group)
            near += f->near[i * f->m + q];
    return near;
}

/* Whether group a has the first label of microcluster i that is in one of the two. */
static int is_first(const ce_forest *f, size_t i, int32_t a, int32_t b)
{
    const int32_t *cluster = f->cluster + i * f->m;

    for (size_t q = 0; q < f->m; q++)
        if (cluster[q] >= 0 && (f->group[cluster[q]] == a || f->group[cluster[q]] == b))
            return f->group[cluster[q]] == a;
    return 0;
}

/* Whether microcluster i goes to group a rather than to group b. */
static int prefers(const ce_forest *f, size_t i, int32_t a, int32_t b)
{
    size_t of_a = votes_of(f, i, a), of_b = votes_of(f, i, b);
    double near_a, near_b;

    if (of_a != of_b)
        return of_a > of_b;
    near_a = nearness(f, i, a);
    near_b = nearness(f, i, b);
    return near_a != near_b ? near_a > near_b : is_first(f, i, a, b);
}

/* Step 3 for one microcluster: the group that it goes to. O(m^2). */
static int32_t vote(const ce_forest *f, size_t i)
{
    const int32_t *cluster = f->cluster + i * f->m;
    int32_t best = -1;
    size_t most = 0;
    double near = 0;

    for (size_t q = 0; q < f->m; q++) {
        int32_t group = cluster[q] >= 0 ? f->group[cluster[q]] : -1;
        size_t votes, r = 0;
        double its;
        while (r < q && (cluster[r] < 0 || f->group[cluster[r]] != group))
            r++;
        if (group < 0 || r < q) /* no label, or counted before */
            continue;
        votes = votes_of(f, i, group);
        if (votes < most)
            continue;
        its = nearness(f, i, group);
        if (votes > most || its > near) {
            best = group;
            most = votes;
            near = its;
        }
    }
    return best;
}

void ce_forest_vote(const ce_forest *f, int32_t *place)
{
#pragma omp parallel for schedule(dynamic, 256)
    for (size_t i = 0; i < f->micro->count; i++)
        place[i] = vote(f, i);
}

/* ---- how similar clusters are, within and between ---- */

/* Adds to the sum the part that the final cluster of this row has in it, or with sign -1 takes it
 * out. */
CE_HOT static void add_share(const voting *v, size_t row, size_t n_c, double sign)
{
    const double *count = v->count + row * n_c;
    double by = sign / v->objects[row];

    for (size_t c = 0; c < n_c; c++)
        v->sum[c] += count[c] * by;
}

static double square_sum(const double *x, size_t n)
{
    double sum = 0;

    for (size_t c = 0; c < n; c++)
        sum += x[c] * x[c];
    return sum;
}

/* A group is about to change: its part leaves the sum. */
static void touch(voting *v, int32_t group, size_t n_c)
{
    if (v->touched[group])
        return;
    v->touched[group] = 1;
    v->changed[v->changes++] = group;
    if (v->row_of[group] >= 0)
        add_share(v, (size_t)v->row_of[group], n_c, -1);
    else
        v->row_of[group] = v->unused[--v->unuseds];
}

/* Adds a microcluster to the counts of a group, or with sign -1 takes it out. */
static void count_in(voting *v, const ce_forest *f, size_t i, int32_t group, double sign)
{
    const int32_t *cluster = f->cluster + i * f->m;
    size_t row = (size_t)v->row_of[group];
    double *count = v->count + row * f->list->count, size = sign * f->micro->size[i];

    for (size_t q = 0; q < f->m; q++)
        if (cluster[q] >= 0) {
            count[cluster[q]] += size;
            v->labels[row] += size;
        }
    v->objects[row] += size;
}

/* The changed groups come into the sum again; those without objects give their rows back. The sum
 * is taken anew before rounding errors can add up. */
static void settle(voting *v, size_t n_c)
{
    for (size_t g = 0; g < v->changes; g++) {
        int32_t group = v->changed[g], row = v->row_of[group];
        v->touched[group] = 0;
        if (v->objects[row] > 0) {
            v->square[row] = square_sum(v->count + (size_t)row * n_c, n_c);
            add_share(v, (size_t)row, n_c, 1);
        } else {
            v->row_of[group] = -1;
            v->unused[v->unuseds++] = row;
        }
    }
    v->updates += v->changes;
    v->changes = 0;
    if (v->updates <= v->rows - v->unuseds)
        return;
    v->updates = 0;
    memset(v->sum, 0, n_c * sizeof *v->sum);
    for (size_t row = 0; row < v->rows; row++)
        if (v->objects[row] > 0)
            add_share(v, row, n_c, 1);
}

/* Step 4. The pairs across two clusters, over all twos, are the square of the sum less the squares
 * of its parts. */
static ce_division measure(const voting *v, const ce_forest *f)
{
    ce_division d = {.clusters = (int32_t)(v->rows - v->unuseds)};
    double squares = 0, k = d.clusters;

    for (size_t row = 0; row < v->rows; row++) {
        double n = v->objects[row];
        if (n <= 0)
            continue;
        squares += v->square[row] / (n * n);
        if (n > 1)
            d.within += (v->square[row] - v->labels[row]) / (n * (n - 1));
    }
    d.within /= k * f->labelled;
    if (k > 1)
        d.between =
            fmax(0, square_sum(v->sum, f->list->count) - squares) / (k * (k - 1) * f->labelled);
    return d;
}

/* The last division, in which every cluster is a group. */
static int voting_init(voting *v, const ce_forest *f, ce_error *err)
{
    size_t n_c = f->list->count, count = f->micro->count;

    /* a group can gain its first object before another has lost its last */
    v->rows = v->unuseds = count + 1 < n_c ? count + 1 : n_c;
    v->place = ce_alloc(count, sizeof *v->place, err);
    v->seen = ce_calloc(count, sizeof *v->seen, err);
    v->row_of = ce_alloc(n_c, sizeof *v->row_of, err);
    v->unused = ce_alloc(v->rows, sizeof *v->unused, err);
    v->changed = ce_alloc(n_c, sizeof *v->changed, err);
    v->touched = ce_calloc(n_c, sizeof *v->touched, err);
    v->count = ce_calloc(v->rows * n_c, sizeof *v->count, err);
    v->objects = ce_calloc(v->rows, sizeof *v->objects, err);
    v->labels = ce_calloc(v->rows, sizeof *v->labels, err);
    v->square = ce_calloc(v->rows, sizeof *v->square, err);
    v->sum = ce_calloc(n_c, sizeof *v->sum, err);
    if (!v->place || !v->seen || !v->row_of || !v->unused || !v->changed || !v->touched ||
        !v->count || !v->objects || !v->labels || !v->square || !v->sum)
        return CE_ENOMEM;
    for (size_t row = 0; row < v->rows; row++)
        v->unused[row] = (int32_t)(v->rows - 1 - row);
    for (size_t c = 0; c < n_c; c++)
        v->row_of[c] = -1;
    ce_forest_vote(f, v->place);
    for (size_t i = 0; i < count; i++) {
        touch(v, v->place[i], n_c);
        count_in(v, f, i, v->place[i], 1);
    }
    settle(v, n_c);
    return CE_OK;
}

/* Group `small` has joined `large`: the microclusters with a label in it vote again. */
static void vote_again(voting *v, const ce_forest *f, int32_t large, int32_t small, size_t step)
{
    size_t n_c = f->list->count;

    for (int32_t c = small; c >= 0; c = f->next[c])
        for (size_t at = f->from[c]; at < f->from[c + 1]; at++) {
            size_t i = (size_t)f->member[at];
            int32_t old = v->place[i];
            if (v->seen[i] == step)
                continue;
            v->seen[i] = step;
            if (old == large || (old != small && !prefers(f, i, large, old)))
                continue;
            touch(v, old, n_c);
            touch(v, large, n_c);
            count_in(v, f, i, old, -1);
            count_in(v, f, i, large, 1);
            v->place[i] = large;
        }
    settle(v, n_c);
}

int ce_forest_measure(ce_forest *f, ce_division *d, ce_error *err)
{
    size_t n_c = f->list->count;
    voting v = {0};
    int rc = voting_init(&v, f, err);

    for (size_t s = 0; s < n_c && !rc; s++) {
        if (s) {
            int32_t large, small;
            ce_forest_join(f, &f->edge[s - 1], &large, &small);
            vote_again(&v, f, large, small, s);
        }
        d[s] = measure(&v, f);
    }
    voting_free(&v);
    return rc;
}
