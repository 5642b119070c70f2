#include "consensus/methods/diclens.h"

#include <stdlib.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "linalg/linalg.h"

void ce_forest_free(ce_forest *f)
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

/* ---- groups ---- */

void ce_forest_separate(ce_forest *f)
{
    for (size_t c = 0; c < f->list->count; c++) {
        f->group[c] = f->last[c] = (int32_t)c;
        f->next[c] = -1;
        f->entries[c] = f->from[c + 1] - f->from[c];
    }
}

void ce_forest_join(ce_forest *f, const ce_tree_edge *edge, int32_t *large, int32_t *small)
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

static void list_members(ce_forest *f)
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

int ce_forest_init(ce_forest *f, const ce_microclusters *micro, const ce_clusters *list,
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
    ce_forest_separate(f);
    return CE_OK;
}

/* ---- the graph and its tree ---- */

/* O in full. */
static int find_overlaps(ce_forest *f, ce_error *err)
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

static ce_tree_edge edge_between(const ce_similarity *weight, size_t a, size_t b)
{
    return (ce_tree_edge){ce_similarity_dense_get(weight, a, b), (int32_t)(a < b ? a : b),
                          (int32_t)(a < b ? b : a)};
}

/* The strongest first; ties: the lowest clusters. No two edges are equal, so there is one tree. */
static int by_strength(const void *a, const void *b)
{
    const ce_tree_edge *x = a, *y = b;

    if (x->weight != y->weight)
        return x->weight > y->weight ? -1 : 1;
    if (x->a != y->a)
        return x->a < y->a ? -1 : 1;
    return x->b < y->b ? -1 : x->b > y->b;
}

/* The tree by the algorithm of Prim. O(N_c^2). */
static int find_tree(const ce_similarity *weight, ce_tree_edge *edge, ce_error *err)
{
    size_t n = weight->n, rest = n - 1;
    ce_tree_edge *near = ce_alloc(n, sizeof *near, err); /* of clusters outside, to the tree */
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
            ce_tree_edge other = edge_between(weight, joined, out[i]);
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
static void find_near(ce_forest *f)
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

int ce_forest_grow(ce_forest *f, ce_error *err)
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
