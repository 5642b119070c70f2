#include "partition/linkage/single_linkage.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/disjoint_sets.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "partition/linkage/scan.h"

enum { CHUNK = 1024 };

/* Where distances come from: a matrix, or points. Keys order pairs as distances do. They are
 * distances or -s, in units of 1/q if the entries have a common denominator q. */
typedef struct {
    size_t n;
    const ce_similarity *matrix; /* NULL: points */
    int is_distance;
    double q; /* 0: no common denominator */
    const ce_matrix *x;
    const ce_progress *progress; /* or NULL */
} source;

typedef struct {
    double key;
    int32_t u, v;
} edge;

static double key_of(const source *from, double value)
{
    if (from->q > 0)
        value = rint(value * from->q);
    return from->is_distance ? value : -value;
}

/* With a common denominator the height is one quotient of whole numbers, so 1 - 7/10 is 0.3. */
static double height_of(const source *from, double key)
{
    double q = from->q > 0 ? from->q : 1;

    return from->is_distance ? key / q : (q + key) / q;
}

/* Computes in the order of point_distances, so the same pair has the same bits. */
static double pair_key(const source *from, size_t u, size_t v)
{
    const double *a, *b;
    double sum = 0;

    if (from->matrix)
        return key_of(from, from->matrix->row_start ? ce_similarity_get(from->matrix, u, v)
                                                    : ce_similarity_dense_get(from->matrix, u, v));
    a = from->x->values + u * from->x->columns;
    b = from->x->values + v * from->x->columns;
    for (size_t s = 0; s < from->x->columns; s++)
        sum += (b[s] - a[s]) * (b[s] - a[s]);
    return sqrt(sum);
}

/* ---- the spanning tree ---- */

/* Writes the keys of the pairs (u, v) for vertices v outside the tree into row. The other places of
 * row do not matter. outside: the count vertices outside the tree below u, ascending. For them the
 * column above the diagonal is walked down, which misses the cache at every step. */
static void matrix_row(const source *from, size_t u, const int32_t *outside, size_t count,
                       double *row)
{
    const ce_similarity *s = from->matrix;
    size_t n = from->n;

    if (s->row_start) {
        double absent = key_of(from, 0);
        for (size_t v = 0; v < n; v++)
            row[v] = absent;
        for (size_t e = s->row_start[u]; e < s->row_start[u + 1]; e++)
            row[s->column[e]] = key_of(from, s->values[e]);
        return;
    }
    for (size_t t = 0; t < count; t++)
        row[outside[t]] = key_of(from, s->values[ce_packed_index(n, (size_t)outside[t], u)]);
    for (size_t v = u + 1; v < n; v++)
        row[v] = key_of(from, s->values[ce_packed_index(n, u, v)]);
}

/* The first place in an ascending list with a value that is not below u. */
static size_t lower_bound(const int32_t *list, size_t count, size_t u)
{
    size_t low = 0;

    while (low < count) {
        size_t middle = low + (count - low) / 2;
        if ((size_t)list[middle] < u)
            low = middle + 1;
        else
            count = middle;
    }
    return low;
}

/* Vertex u has joined the tree. Takes it as the nearest where its key is less than best, which is
 * NaN for vertices of the tree. nearest holds vertex numbers as doubles, so that both arrays are
 * blended alike. */
CE_HOT CE_UNROLLED static void relax(const double *row, double u, size_t n, double *restrict best,
                                     double *restrict nearest)
{
    for (size_t v = 0; v < n; v++) {
        int nearer = row[v] < best[v];
        best[v] = nearer ? row[v] : best[v];
        nearest[v] = nearer ? u : nearest[v];
    }
}

static int tree_of_matrix(const source *from, edge *edges, ce_error *err)
{
    size_t n = from->n, u = 0, left = n;
    double *row = ce_calloc(n, sizeof *row, err), *best = ce_alloc(n, sizeof *best, err);
    double *nearest = ce_alloc(n, sizeof *nearest, err);
    int32_t *outside = ce_alloc(n, sizeof *outside, err);
    int rc = row && best && nearest && outside ? CE_OK : CE_ENOMEM;

    for (size_t v = 0; v < n && !rc; v++) {
        best[v] = INFINITY;
        outside[v] = (int32_t)v;
    }
    for (size_t t = 0; t + 1 < n && !rc; t++) {
        size_t below = lower_bound(outside, left, u);

        left--;
        memmove(outside + below, outside + below + 1, (left - below) * sizeof *outside);
        best[u] = NAN;
        matrix_row(from, u, outside, below, row);
        relax(row, (double)u, n, best, nearest);
        u = ce_first_least(best, n, &edges[t].key);
        edges[t].u = (int32_t)nearest[u];
        edges[t].v = (int32_t)u;
        ce_progress_report(from->progress, t + 1, n - 1);
    }
    free(row);
    free(best);
    free(nearest);
    free(outside);
    return rc;
}

/* Squared distances between the point u and count points. Feature s of point j is at x[s * stride +
 * j]. */
CE_HOT CE_UNROLLED static void point_distances(const double *x, size_t stride, size_t d,
                                               const double *u, size_t count, double *restrict out)
{
    for (size_t j = 0; j < count; j++)
        out[j] = 0;
    for (size_t s = 0; s < d; s++) {
        const double *xs = x + s * stride;
        double us = u[s];
        for (size_t j = 0; j < count; j++)
            out[j] += (xs[j] - us) * (xs[j] - us);
    }
}

/* Points outside the tree stand in the first `left` places. When one leaves, the last one takes its
 * place. */
static int tree_of_points(const source *from, edge *edges, ce_error *err)
{
    size_t n = from->n, d = from->x->columns, at = 0, left = n;
    double *x = ce_alloc(n * d, sizeof *x, err), *best = ce_alloc(n, sizeof *best, err);
    double *nearest = ce_alloc(n, sizeof *nearest, err), row[CHUNK];
    int32_t *id = ce_alloc(n, sizeof *id, err);
    int rc = x && best && nearest && id ? CE_OK : CE_ENOMEM;

    for (size_t j = 0; j < n && !rc; j++) {
        for (size_t s = 0; s < d; s++)
            x[s * n + j] = from->x->values[j * d + s];
        best[j] = INFINITY;
        id[j] = (int32_t)j;
    }
    ce_progress_report(from->progress, 0, n * (n - 1) / 2);
    for (size_t t = 0; t + 1 < n && !rc; t++) {
        size_t u = (size_t)id[at];

        left--;
        for (size_t s = 0; s < d; s++)
            x[s * n + at] = x[s * n + left];
        best[at] = best[left];
        nearest[at] = nearest[left];
        id[at] = id[left];
        for (size_t j = 0; j < left; j += CHUNK) {
            size_t count = left - j < CHUNK ? left - j : CHUNK;
            point_distances(x + j, n, d, from->x->values + u * d, count, row);
            relax(row, (double)u, count, best + j, nearest + j);
        }
        at = ce_first_least(best, left, &edges[t].key);
        if (at == left)
            rc = ce_fail(err, CE_EINPUT,
                         "object %zu: its distances to others are too large for a double", u + 1);
        else
            edges[t] = (edge){sqrt(edges[t].key), (int32_t)nearest[at], id[at]};
        ce_progress_report(from->progress, n * (n - 1) / 2 - left * (left - 1) / 2,
                           n * (n - 1) / 2);
    }
    free(x);
    free(best);
    free(nearest);
    free(id);
    return rc;
}

/* ---- from the spanning tree to merges ---- */

/* Clusters under way. A cluster is named by its smallest member; its members are a list. */
typedef struct {
    const source *from;
    ce_dendrogram *tree;
    int32_t *parent;        /* n: union-find, smaller indices on top */
    int32_t *next, *tail;   /* n: member lists; next is -1 at the end, tail is set for names */
    int32_t *node;          /* n: the tree node of the cluster of this name */
    double *size;           /* n: its objects */
    int32_t *group;         /* n: union-find over the names that meet at the present height */
    int32_t (*meeting)[2];  /* 2 n: (group, name) */
    int32_t *waiting;       /* n: places in a group that no absorbed object has touched */
    unsigned char *touched; /* n: by place in the group; 1 touched, 2 absorbed */
} merger;

static void merger_free(merger *m)
{
    free(m->parent);
    free(m->next);
    free(m->tail);
    free(m->node);
    free(m->size);
    free(m->group);
    free(m->meeting);
    free(m->waiting);
    free(m->touched);
}

static int merger_init(merger *m, const source *from, const double *size, ce_dendrogram *tree,
                       ce_error *err)
{
    size_t n = from->n;

    *m = (merger){.from = from, .tree = tree};
    m->parent = ce_alloc(n, sizeof *m->parent, err);
    m->next = ce_alloc(n, sizeof *m->next, err);
    m->tail = ce_alloc(n, sizeof *m->tail, err);
    m->node = ce_alloc(n, sizeof *m->node, err);
    m->size = ce_alloc(n, sizeof *m->size, err);
    m->group = ce_alloc(n, sizeof *m->group, err);
    m->meeting = ce_alloc(n, 2 * sizeof *m->meeting, err);
    m->waiting = ce_alloc(n, sizeof *m->waiting, err);
    m->touched = ce_alloc(n, 1, err);
    if (!m->parent || !m->next || !m->tail || !m->node || !m->size || !m->group || !m->meeting ||
        !m->waiting || !m->touched)
        return CE_ENOMEM;
    for (size_t i = 0; i < n; i++) {
        m->parent[i] = m->tail[i] = m->node[i] = (int32_t)i;
        m->next[i] = -1;
        m->size[i] = size ? size[i] : 1;
    }
    return CE_OK;
}

/* Joins the clusters named a < b. */
static void join(merger *m, int32_t a, int32_t b, double key)
{
    ce_dendrogram *tree = m->tree;
    int32_t p = m->node[a], q = m->node[b];

    m->size[a] += m->size[b];
    tree->merge[tree->merges] =
        (ce_merge){p < q ? p : q, p < q ? q : p, height_of(m->from, key), m->size[a]};
    m->node[a] = (int32_t)(tree->n + tree->merges++);
    m->parent[b] = a;
    m->next[m->tail[a]] = b;
    m->tail[a] = m->tail[b];
}

/* Marks the clusters of the group that have a member at distance `key` from a member of cluster
 * `name`. Returns how many are still waiting; *first: the lowest place touched so far and not
 * absorbed. */
static size_t touch(merger *m, int32_t (*group)[2], int32_t name, double key, size_t waiting,
                    size_t *first)
{
    for (int32_t u = name; waiting && u >= 0; u = m->next[u])
        for (size_t w = waiting; w-- > 0;) {
            size_t place = (size_t)m->waiting[w];
            int32_t v = group[place][1];
            while (v >= 0 && pair_key(m->from, (size_t)u, (size_t)v) != key)
                v = m->next[v];
            if (v < 0)
                continue;
            m->touched[place] = 1;
            m->waiting[w] = m->waiting[--waiting];
            if (place < *first)
                *first = place;
        }
    return waiting;
}

/* Merges three or more clusters that meet at one height. The first absorbs its neighbours, always
 * the one of the smallest name next. */
static void join_group(merger *m, int32_t (*group)[2], size_t count, double key)
{
    int32_t name = group[0][1];
    size_t waiting = 0, next = count, joined = 1;

    for (size_t place = 1; place < count; place++) {
        m->touched[place] = 0;
        m->waiting[waiting++] = (int32_t)place;
    }
    waiting = touch(m, group, name, key, waiting, &next);
    while (joined < count) {
        unsigned char *found = memchr(m->touched + next, 1, count - next);
        size_t place = (size_t)(found - m->touched);
        m->touched[place] = 2;
        next = place + 1;
        waiting = touch(m, group, group[place][1], key, waiting, &next);
        join(m, name, group[place][1], key);
        joined++;
    }
}

static int compare_meeting(const void *a, const void *b)
{
    const int32_t *x = a, *y = b;

    if (x[0] != y[0])
        return x[0] < y[0] ? -1 : 1;
    return (x[1] > y[1]) - (x[1] < y[1]);
}

static int compare_edges(const void *a, const void *b)
{
    const edge *x = a, *y = b;

    return (x->key > y->key) - (x->key < y->key);
}

/* All merges of one height: `count` tree edges of the same key. */
static void join_level(merger *m, const edge *edges, size_t count)
{
    size_t met = 0, distinct = 0, end;
    double key = edges[0].key;

    for (size_t e = 0; e < count; e++) {
        m->meeting[met++][1] = ce_sets_find(m->parent, edges[e].u);
        m->meeting[met++][1] = ce_sets_find(m->parent, edges[e].v);
    }
    for (size_t i = 0; i < met; i++)
        m->group[m->meeting[i][1]] = m->meeting[i][1];
    for (size_t i = 0; i < met; i += 2) {
        int32_t a = ce_sets_find(m->group, m->meeting[i][1]),
                b = ce_sets_find(m->group, m->meeting[i + 1][1]);
        m->group[a > b ? a : b] = a > b ? b : a;
    }
    for (size_t i = 0; i < met; i++)
        m->meeting[i][0] = ce_sets_find(m->group, m->meeting[i][1]);
    qsort(m->meeting, met, sizeof *m->meeting, compare_meeting);
    for (size_t i = 0; i < met; i++)
        if (i == 0 || m->meeting[i][1] != m->meeting[distinct - 1][1] ||
            m->meeting[i][0] != m->meeting[distinct - 1][0])
            memmove(m->meeting[distinct++], m->meeting[i], sizeof *m->meeting);
    for (size_t i = 0; i < distinct; i = end) {
        for (end = i + 1; end < distinct && m->meeting[end][0] == m->meeting[i][0];)
            end++;
        if (end - i == 2)
            join(m, m->meeting[i][1], m->meeting[i + 1][1], key);
        else
            join_group(m, m->meeting + i, end - i, key);
    }
}

/* The spanning tree, then its edges level by level. */
static int run(const source *from, const double *size, ce_dendrogram *tree, ce_error *err)
{
    merger m = {0};
    size_t n = from->n, end;
    edge *edges = ce_alloc(n, sizeof *edges, err);
    int rc = edges ? CE_OK : CE_ENOMEM;

    if (!rc && n > 1)
        rc = from->matrix ? tree_of_matrix(from, edges, err) : tree_of_points(from, edges, err);
    if (!rc && n > 1)
        rc = merger_init(&m, from, size, tree, err);
    if (rc || n < 2)
        goto done;
    qsort(edges, n - 1, sizeof *edges, compare_edges);
    for (size_t i = 0; i < n - 1; i = end) {
        for (end = i + 1; end < n - 1 && edges[end].key == edges[i].key;)
            end++;
        join_level(&m, edges + i, end - i);
    }
done:
    merger_free(&m);
    free(edges);
    return rc;
}

int ce_single_linkage(const ce_similarity *matrix, int is_distance, size_t denominator,
                      const double *size, const ce_progress *progress, ce_dendrogram *tree,
                      ce_error *err)
{
    source from = {.n = matrix->n,
                   .matrix = matrix,
                   .is_distance = is_distance,
                   .q = (double)denominator,
                   .progress = progress};

    ce_progress_report(progress, 0, from.n - 1);
    return run(&from, size, tree, err);
}

int ce_single_linkage_points(const ce_matrix *x, const ce_progress *progress, ce_dendrogram *tree,
                             ce_error *err)
{
    source from = {.n = x->rows, .is_distance = 1, .x = x, .progress = progress};

    return run(&from, NULL, tree, err);
}
