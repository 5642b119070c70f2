/*
 * DICLENS, divisive clustering ensemble with automatic cluster number [mimaroglu2012]. It finds the
 * number of clusters.
 *
 * 1. The vertices of a graph are all clusters. The weight of two is the mean co-association of
 *    their pairs of objects, one object in each. An object in both pairs with itself.
 * 2. A maximum spanning tree is found. Its edges are removed one by one, the weakest first, so that
 *    there are 1, 2, 3, ... groups of clusters. Each of these is a division.
 * 3. In each division an object goes to the group that has most of its labels. Ties: the group
 *    whose clusters that hold the object are nearest to it, by the sum of the mean co-associations
 *    of the object with them; then the group of its first label.
 * 4. Groups with objects are clusters. Within a cluster the similarity is the mean co-association
 *    of pairs of different objects, 0 where there is one object. Between two it is the mean over
 *    the pairs of objects across them. A division has the mean of each, within and between.
 * 5. Both are scaled to 0..1 over all divisions with two clusters or more. The division with the
 *    largest difference is the consensus; ties: the fewest groups. With a k only the divisions with
 *    k clusters are compared.
 *
 * No matrix of objects is held. With O the numbers of objects that clusters share, the weight of C
 * and D is (O O^T)_CD / (|C| |D| M). Divisions are built from the last to the first, by joining
 * groups. An object votes again only if one of its labels is in the smaller of the two groups: for
 * any other, each group has the same labels of its as before. See doc/readings.md, mimaroglu2012.
 *
 * A missing label is in no cluster: the pair counts as separate in that base clustering.
 */
#include "consensus/method.h"
#include "consensus/shared_options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "linalg/linalg.h"

typedef struct {
    int objects;
} diclens_options;

static const ce_option rows[] = {
    CE_ROW_OBJECTS(diclens_options, objects),
};

/* Qualities that differ by less are equal. */
#define TOLERANCE 1e-9

/* An edge of the tree, a < b. */
typedef struct {
    double weight; /* without the factor 1 / M */
    int32_t a, b;
} tree_edge;

/* A division. within and between have the factor 1 / M. */
typedef struct {
    double within, between, quality;
    int32_t clusters;
} division;

/* The clusters of the base clusterings and how they are grouped. */
typedef struct {
    const ce_microclusters *micro;
    const ce_clusters *list;
    size_t m;         /* base clusterings */
    double labelled;  /* base clusterings with a label: M */
    double *overlap;  /* owned; N_c x N_c: O, until the tree is there */
    int32_t *cluster; /* owned; microclusters x m: the cluster of each, or -1 */
    double *near;     /* owned; microclusters x m: mean co-association with that cluster, times M */
    int32_t *member;  /* owned; the microclusters of each cluster, one cluster after the other */
    size_t *from;     /* owned; N_c + 1: where those of each begin */
    tree_edge *edge;  /* owned; N_c - 1, the strongest first */
    int32_t *group;   /* owned; N_c: of each cluster, the number of one of its clusters */
    int32_t *next;    /* owned; N_c: the next cluster of its group, or -1 */
    int32_t *last;    /* owned; N_c: the last cluster of a group */
    size_t *entries;  /* owned; N_c: labels of microclusters in a group */
} forest;

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

static void forest_free(forest *f)
{
    free(f->overlap);
    free(f->cluster);
    free(f->near);
    free(f->member);
    free(f->from);
    free(f->edge);
    free(f->group);
    free(f->next);
    free(f->last);
    free(f->entries);
}

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

/* ---- the graph and its tree ---- */

/* Every cluster is a group of its own. */
static void separate(forest *f)
{
    for (size_t c = 0; c < f->list->count; c++) {
        f->group[c] = f->last[c] = (int32_t)c;
        f->next[c] = -1;
        f->entries[c] = f->from[c + 1] - f->from[c];
    }
}

static void list_members(forest *f)
{
    size_t n_c = f->list->count, *at = f->entries;

    f->from[0] = 0;
    for (size_t c = 0; c < n_c; c++) {
        at[c] = f->from[c];
        f->from[c + 1] = f->from[c] + (size_t)f->list->rows[c];
    }
    for (size_t i = 0; i < f->micro->count; i++)
        for (size_t q = 0; q < f->m; q++) {
            size_t c = ce_cluster_of(f->list, f->micro, i, q);
            f->cluster[i * f->m + q] = c < n_c ? (int32_t)c : -1;
            if (c < n_c)
                f->member[at[c]++] = (int32_t)i;
        }
}

static int forest_init(forest *f, const ce_microclusters *micro, const ce_clusters *list,
                       ce_error *err)
{
    size_t n_c = list->count, labels = 0;

    f->micro = micro;
    f->list = list;
    f->m = list->m;
    for (size_t q = 0; q < list->m; q++)
        f->labelled += list->start[q + 1] > list->start[q];
    for (size_t c = 0; c < n_c; c++)
        labels += (size_t)list->rows[c];
    f->cluster = ce_alloc(micro->count * f->m, sizeof *f->cluster, err);
    f->near = ce_alloc(micro->count * f->m, sizeof *f->near, err);
    f->member = ce_alloc(labels, sizeof *f->member, err);
    f->from = ce_alloc(n_c + 1, sizeof *f->from, err);
    f->edge = ce_alloc(n_c, sizeof *f->edge, err);
    f->group = ce_alloc(n_c, sizeof *f->group, err);
    f->next = ce_alloc(n_c, sizeof *f->next, err);
    f->last = ce_alloc(n_c, sizeof *f->last, err);
    f->entries = ce_alloc(n_c, sizeof *f->entries, err);
    if (!f->cluster || !f->near || !f->member || !f->from || !f->edge || !f->group || !f->next ||
        !f->last || !f->entries)
        return CE_ENOMEM;
    list_members(f);
    separate(f);
    return CE_OK;
}

/* O in full. */
static int find_overlaps(forest *f, ce_error *err)
{
    size_t n_c = f->list->count;
    ce_similarity packed = {0};
    int rc;

    f->overlap = ce_alloc(n_c * n_c, sizeof *f->overlap, err);
    rc = f->overlap ? ce_clusters_overlap(f->list, f->micro, f->micro->size, &packed, err)
                    : CE_ENOMEM;
    if (rc)
        return rc;
#pragma omp parallel for schedule(dynamic, 16)
    for (size_t a = 0; a < n_c; a++)
        for (size_t b = 0; b < n_c; b++)
            f->overlap[a * n_c + b] = ce_similarity_dense_get(&packed, a, b);
    ce_similarity_free(&packed);
    return CE_OK;
}

typedef struct {
    const double *size; /* of the clusters */
    ce_similarity *weight;
} weighing;

/* A tile of O O^T into the matrix of weights. Whole numbers are divided by whole numbers, so equal
 * weights are equal to the bit. */
static void take_weights(void *state, double *tile, size_t row_tile, size_t first_row,
                         size_t height, size_t first_column, size_t columns)
{
    const weighing *w = state;

    (void)row_tile;
    for (size_t i = 0; i < height; i++)
        for (size_t j = 0; j < columns; j++) {
            size_t a = first_row + i, b = first_column + j;
            if (a <= b)
                w->weight->values[ce_packed_index(w->weight->n, a, b)] =
                    tile[i * columns + j] / (w->size[a] * w->size[b]);
        }
}

static tree_edge edge_between(const ce_similarity *weight, size_t a, size_t b)
{
    return (tree_edge){ce_similarity_dense_get(weight, a, b), (int32_t)(a < b ? a : b),
                       (int32_t)(a < b ? b : a)};
}

/* The strongest first; ties: the lowest clusters. No two edges are equal, so there is one tree. */
static int by_strength(const void *a, const void *b)
{
    const tree_edge *x = a, *y = b;

    if (x->weight != y->weight)
        return x->weight > y->weight ? -1 : 1;
    if (x->a != y->a)
        return x->a < y->a ? -1 : 1;
    return x->b < y->b ? -1 : x->b > y->b;
}

/* The tree by the algorithm of Prim. O(N_c^2). */
static int find_tree(const ce_similarity *weight, tree_edge *edge, ce_error *err)
{
    size_t n = weight->n, rest = n - 1;
    tree_edge *near = ce_alloc(n, sizeof *near, err); /* of clusters outside, to the tree */
    size_t *out = ce_alloc(n, sizeof *out, err);

    if (!near || !out) {
        free(near);
        free(out);
        return CE_ENOMEM;
    }
    for (size_t c = 1; c < n; c++) {
        out[c - 1] = c;
        near[c] = edge_between(weight, 0, c);
    }
    while (rest) {
        size_t best = 0, joined;
        for (size_t i = 1; i < rest; i++)
            if (by_strength(&near[out[i]], &near[out[best]]) < 0)
                best = i;
        joined = out[best];
        edge[n - 1 - rest] = near[joined];
        out[best] = out[--rest];
        for (size_t i = 0; i < rest; i++) {
            tree_edge other = edge_between(weight, joined, out[i]);
            if (by_strength(&other, &near[out[i]]) < 0)
                near[out[i]] = other;
        }
    }
    qsort(edge, n - 1, sizeof *edge, by_strength);
    free(near);
    free(out);
    return CE_OK;
}

/* How near each microcluster is to its clusters. O(microclusters m^2). */
static void find_near(forest *f)
{
    size_t n_c = f->list->count;

#pragma omp parallel for schedule(dynamic, 16)
    for (size_t i = 0; i < f->micro->count; i++) {
        const int32_t *cluster = f->cluster + i * f->m;
        for (size_t q = 0; q < f->m; q++) {
            double shared = 0;
            for (size_t r = 0; cluster[q] >= 0 && r < f->m; r++)
                shared +=
                    cluster[r] >= 0 ? f->overlap[(size_t)cluster[q] * n_c + (size_t)cluster[r]] : 0;
            f->near[i * f->m + q] = cluster[q] >= 0 ? shared / f->list->size[cluster[q]] : 0;
        }
    }
}

/* Steps 1 and 2, and what votes need. */
static int grow_tree(forest *f, ce_error *err)
{
    size_t n_c = f->list->count;
    ce_similarity weight = {0};
    weighing w = {f->list->size, &weight};
    int rc = find_overlaps(f, err);

    if (!rc)
        rc = ce_similarity_alloc_dense(&weight, n_c, "the weights of all pairs of clusters",
                                       "fewer or coarser base clusterings", err);
    if (!rc)
        rc = ce_product_tiles(f->overlap, f->overlap, n_c, n_c, take_weights, &w, err);
    if (!rc)
        rc = find_tree(&weight, f->edge, err);
    ce_similarity_free(&weight);
    if (!rc)
        find_near(f);
    free(f->overlap);
    f->overlap = NULL;
    return rc;
}

/* ---- votes ---- */

/* How many labels of microcluster i are in the group. */
static size_t votes_of(const forest *f, size_t i, int32_t group)
{
    const int32_t *cluster = f->cluster + i * f->m;
    size_t votes = 0;

    for (size_t q = 0; q < f->m; q++)
        votes += cluster[q] >= 0 && f->group[cluster[q]] == group;
    return votes;
}

/* How near microcluster i is to its clusters in the group, by the sum over them. */
static double nearness(const forest *f, size_t i, int32_t group)
{
    const int32_t *cluster = f->cluster + i * f->m;
    double near = 0;

    for (size_t q = 0; q < f->m; q++)
        if (cluster[q] >= 0 && f->group[cluster[q]] == group)
            near += f->near[i * f->m + q];
    return near;
}

/* Whether group a has the first label of microcluster i that is in one of the two. */
static int is_first(const forest *f, size_t i, int32_t a, int32_t b)
{
    const int32_t *cluster = f->cluster + i * f->m;

    for (size_t q = 0; q < f->m; q++)
        if (cluster[q] >= 0 && (f->group[cluster[q]] == a || f->group[cluster[q]] == b))
            return f->group[cluster[q]] == a;
    return 0;
}

/* Whether microcluster i goes to group a rather than to group b. */
static int prefers(const forest *f, size_t i, int32_t a, int32_t b)
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
static int32_t vote(const forest *f, size_t i)
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

static void vote_all(const forest *f, int32_t *place)
{
#pragma omp parallel for schedule(dynamic, 256)
    for (size_t i = 0; i < f->micro->count; i++)
        place[i] = vote(f, i);
}

/* Puts an edge back. *small: the group that ceases; its clusters, a chain that begins at its
 * number, become the end of the chain of *large. */
static void join(forest *f, const tree_edge *edge, int32_t *large, int32_t *small)
{
    int32_t a = f->group[edge->a], b = f->group[edge->b];

    *large = f->entries[a] < f->entries[b] ? b : a;
    *small = f->entries[a] < f->entries[b] ? a : b;
    for (int32_t c = *small; c >= 0; c = f->next[c])
        f->group[c] = *large;
    f->next[f->last[*large]] = *small;
    f->last[*large] = f->last[*small];
    f->entries[*large] += f->entries[*small];
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
static void count_in(voting *v, const forest *f, size_t i, int32_t group, double sign)
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
static division measure(const voting *v, const forest *f)
{
    division d = {.clusters = (int32_t)(v->rows - v->unuseds)};
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
static int voting_init(voting *v, const forest *f, ce_error *err)
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
    vote_all(f, v->place);
    for (size_t i = 0; i < count; i++) {
        touch(v, v->place[i], n_c);
        count_in(v, f, i, v->place[i], 1);
    }
    settle(v, n_c);
    return CE_OK;
}

/* Group `small` has joined `large`: the microclusters with a label in it vote again. */
static void vote_again(voting *v, const forest *f, int32_t large, int32_t small, size_t step)
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

/* Steps 3 and 4: d[s] is the division into N_c - s groups. */
static int measure_all(forest *f, division *d, ce_error *err)
{
    size_t n_c = f->list->count;
    voting v = {0};
    int rc = voting_init(&v, f, err);

    for (size_t s = 0; s < n_c && !rc; s++) {
        if (s) {
            int32_t large, small;
            join(f, &f->edge[s - 1], &large, &small);
            vote_again(&v, f, large, small, s);
        }
        d[s] = measure(&v, f);
    }
    voting_free(&v);
    return rc;
}

/* ---- the choice ---- */

/* x of lowest..highest as a number of 0..1. */
static double scaled(double x, double lowest, double highest)
{
    return highest - lowest > TOLERANCE ? (x - lowest) / (highest - lowest) : 0;
}

/* Step 5: the quality of all divisions into two clusters or more. */
static void rate(division *d, size_t count)
{
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};

    for (size_t s = 0; s < count; s++)
        if (d[s].clusters > 1) {
            low[0] = fmin(low[0], d[s].within);
            high[0] = fmax(high[0], d[s].within);
            low[1] = fmin(low[1], d[s].between);
            high[1] = fmax(high[1], d[s].between);
        }
    for (size_t s = 0; s < count; s++)
        d[s].quality = d[s].clusters > 1 ? scaled(d[s].within, low[0], high[0]) -
                                               scaled(d[s].between, low[1], high[1])
                                         : 0;
}

/* The best division, with k clusters where k > 0; count where there is none. One with a single
 * cluster is taken only where no other can be. */
static size_t choose(const division *d, size_t count, size_t k)
{
    size_t best = count;

    for (size_t s = 0; s < count; s++)
        if ((!k || (size_t)d[s].clusters == k) &&
            (best == count || d[best].clusters < 2 ||
             (d[s].clusters > 1 && d[s].quality >= d[best].quality - TOLERANCE)))
            best = s;
    return best;
}

/* No division has k clusters. */
static int refuse(const division *d, size_t count, const char *name, size_t k, ce_error *err)
{
    size_t below = 0, above = 0;

    for (size_t s = 0; s < count; s++) {
        size_t has = (size_t)d[s].clusters;
        if (has < k && has > below)
            below = has;
        if (has > k && (!above || has < above))
            above = has;
    }
    if (!above)
        return ce_fail(err, CE_EINPUT, "%s: k = %zu, but the divisions have at most %zu clusters",
                       name, k, below);
    return ce_fail(err, CE_EINPUT, "%s: k = %zu, but the nearest divisions have %zu and %zu "
                   "clusters", name, k, below, above);
}

/* The labels of division s. */
static int label(forest *f, size_t s, ce_partition *small, ce_error *err)
{
    int rc = ce_partition_alloc(small, f->micro->count, err);

    if (rc)
        return rc;
    separate(f);
    for (size_t e = 0; e < s; e++) {
        int32_t large, ceased;
        join(f, &f->edge[e], &large, &ceased);
    }
    vote_all(f, small->labels);
    small->k = (int32_t)f->list->count;
    return ce_labels_renumber(small->labels, small->n, &small->k, err);
}

/* Writes what was tried into the report, by growing numbers of groups. */
static int tell(const division *d, size_t count, size_t chosen, const ce_run *run, ce_error *err)
{
    static const ce_trace_column column[] = {{"groups", NULL, 0},  {"clusters", NULL, 0},
                                             {"within", NULL, 0},  {"between", NULL, 0},
                                             {"quality", NULL, 0}, {"chosen", NULL, 0}};
    ce_report *report = run->report;
    int rc = CE_OK;

    report->trace.column = column;
    report->trace.columns = sizeof column / sizeof *column;
    for (size_t s = count; s-- && !rc;) {
        double cells[] = {(double)(count - s), d[s].clusters, d[s].within,
                          d[s].between,        d[s].quality,  s == chosen};
        rc = ce_trace_add(&report->trace, cells, err);
    }
    ce_tell(&report->messages, run->k ? CE_DETAIL : CE_NOTE,
            "diclens: %d cluster%s: similarity %.6f within, %.6f between", d[chosen].clusters,
            d[chosen].clusters == 1 ? "" : "s", d[chosen].within, d[chosen].between);
    return rc;
}

static int divide(const ce_run *run, forest *f, ce_partition *small, ce_error *err)
{
    size_t n_c = f->list->count, chosen = n_c;
    division *d = ce_alloc(n_c, sizeof *d, err);
    int rc = d ? grow_tree(f, err) : CE_ENOMEM;

    if (!rc)
        rc = measure_all(f, d, err);
    if (!rc) {
        rate(d, n_c);
        chosen = choose(d, n_c, run->k);
        if (chosen == n_c)
            rc = refuse(d, n_c, run->method->about.name, run->k, err);
    }
    if (!rc)
        rc = label(f, chosen, small, err);
    if (!rc)
        rc = tell(d, n_c, chosen, run, err);
    free(d);
    return rc;
}

static int run_diclens(const ce_run *run, ce_partition *result, ce_error *err)
{
    const diclens_options *o = run->settings->values;
    const ce_microclusters *micro;
    const ce_clusters *list;
    forest f = {0};
    ce_partition small = {0};
    int rc = CE_OK;

    if (run->k)
        rc = ce_ensemble_check_k(run->ensemble, run->method->about.name, run->k, o->objects, err);
    if (!rc)
        rc = ce_ensemble_micro(run->ensemble, o->objects, &micro, err);
    if (!rc)
        rc = ce_ensemble_clusters(run->ensemble, o->objects, &list, err);
    if (!rc)
        rc = ce_ensemble_room(run->ensemble, list->count, list->count, 2 * sizeof(double),
                              2 * sizeof(double), "the similarities of all pairs of clusters",
                              "fewer or coarser base clusterings", err);
    if (!rc)
        rc = forest_init(&f, micro, list, err);
    if (!rc)
        rc = divide(run, &f, &small, err);
    if (!rc)
        rc = ce_microclusters_expand(micro, &small, result, err);
    forest_free(&f);
    ce_partition_free(&small);
    return rc;
}

const ce_method ce_method_diclens = {
    .about = {.name = "diclens",
              .family = "links between clusters",
              .summary = "a spanning tree of all clusters is cut; finds k itself, or takes it",
              .about = "All clusters are linked by a spanning tree, by the mean co-association of "
                       "their objects. Its weakest edges are cut one by one, and objects vote for "
                       "the groups. The cut with the most similar objects within clusters and the "
                       "least similar ones between them is kept.",
              .reference = "mimaroglu2012",
              .page = "clens-diclens",
              .reads = CE_READS_LABELS,
              .takes = CE_USES_K,
              .reports = CE_REPORTS_TRACE,
              .cost = CE_COST_OBJECTS,
              .options = CE_OPTIONS(rows, diclens_options)},
    .run = run_diclens,
};
