#include "similarity/neighbour_tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "similarity/neighbour_list.h"

enum {
    LEAF = 16, /* rows that are measured one by one */
    /* From 8 on a screen adds the squares up in another order, and ties could differ. */
    MOST_FEATURES = 7,
    /* From so many rows times 2^features on it takes less time than all distances. */
    LEAST_ROWS = 250,
    TASK = 256 /* rows that one thread takes at once */
};

/*
 * The rows in an order in which each node has a run of them. A node is cut in the middle of its
 * run, along the feature in which it is widest: the children of node v are 2 v + 1 and 2 v + 2.
 */
typedef struct {
    size_t n, d;
    int32_t *object; /* owned; n: the row of x at each place */
    double *point;   /* owned; n x d: these rows */
    double *box;     /* owned; nodes x 2 d: least and largest value of each feature */
    int32_t *least;  /* owned; nodes: the lowest number of an object */
} kd_tree;

static void tree_free(kd_tree *tree)
{
    free(tree->object);
    free(tree->point);
    free(tree->box);
    free(tree->least);
}

/* ---- building ---- */

typedef struct {
    double value;
    int32_t object;
} key;

static inline int is_before(key a, key b)
{
    return a.value < b.value || (a.value == b.value && a.object < b.object);
}

/* Puts the place-th of keys, in order, at its place, and what is before it before it. All keys
 * differ. */
static void select_key(key *k, size_t count, size_t place)
{
    size_t low = 0, high = count - 1;

    while (low < high) {
        key middle = k[low + (high - low) / 2];
        size_t i = low, j = high;
        for (;;) {
            while (is_before(k[i], middle))
                i++;
            while (is_before(middle, k[j]))
                j--;
            if (i >= j)
                break;
            key other = k[i];
            k[i++] = k[j];
            k[j--] = other;
        }
        if (place <= j)
            high = j;
        else
            low = j + 1;
    }
}

/* The box of a run of objects, and their lowest number. Returns the widest feature. */
static size_t measure(const kd_tree *tree, const ce_matrix *x, size_t node, size_t first,
                      size_t end)
{
    size_t d = tree->d, widest = 0;
    double *low = tree->box + node * 2 * d, *high = low + d;

    tree->least[node] = tree->object[first];
    for (size_t s = 0; s < d; s++)
        low[s] = high[s] = x->values[(size_t)tree->object[first] * d + s];
    for (size_t q = first + 1; q < end; q++) {
        const double *row = x->values + (size_t)tree->object[q] * d;
        if (tree->object[q] < tree->least[node])
            tree->least[node] = tree->object[q];
        for (size_t s = 0; s < d; s++) {
            low[s] = row[s] < low[s] ? row[s] : low[s];
            high[s] = row[s] > high[s] ? row[s] : high[s];
        }
    }
    for (size_t s = 1; s < d; s++)
        if (high[s] - low[s] > high[widest] - low[widest])
            widest = s;
    return widest;
}

static void build(kd_tree *tree, const ce_matrix *x, key *keys, size_t node, size_t first,
                  size_t end)
{
    size_t feature = measure(tree, x, node, first, end), middle = first + (end - first) / 2;

    if (end - first <= LEAF)
        return;
    for (size_t q = first; q < end; q++)
        keys[q] = (key){x->values[(size_t)tree->object[q] * tree->d + feature], tree->object[q]};
    select_key(keys + first, end - first, middle - first);
    for (size_t q = first; q < end; q++)
        tree->object[q] = keys[q].object;
    build(tree, x, keys, 2 * node + 1, first, middle);
    build(tree, x, keys, 2 * node + 2, middle, end);
}

/* Nodes of a tree whose largest leaf has at most LEAF rows. */
static size_t count_nodes(size_t n)
{
    size_t leaves = 1;

    for (; (n + leaves - 1) / leaves > LEAF; leaves *= 2)
        ;
    return 2 * leaves;
}

static int tree_build(kd_tree *tree, const ce_matrix *x, ce_error *err)
{
    size_t n = x->rows, d = x->columns, nodes = count_nodes(n);
    key *keys = ce_alloc(n, sizeof *keys, err);

    tree->n = n;
    tree->d = d;
    tree->object = ce_alloc(n, sizeof *tree->object, err);
    tree->point = ce_alloc(n, d * sizeof *tree->point, err);
    tree->box = ce_alloc(nodes, 2 * d * sizeof *tree->box, err);
    tree->least = ce_alloc(nodes, sizeof *tree->least, err);
    if (!keys || !tree->object || !tree->point || !tree->box || !tree->least) {
        free(keys);
        return CE_ENOMEM;
    }
    for (size_t q = 0; q < n; q++)
        tree->object[q] = (int32_t)q;
    build(tree, x, keys, 0, 0, n);
    free(keys);
    for (size_t q = 0; q < n; q++)
        memcpy(tree->point + q * d, x->values + (size_t)tree->object[q] * d, d * sizeof(double));
    return CE_OK;
}

/* ---- searching ---- */

/* The squared distance of a row to a box. It is summed as that of two rows is, so rounding does not
 * make it larger than that of any row in the box. */
static inline double to_box(const double *row, const double *box, size_t d)
{
    double sum = 0;

    for (size_t s = 0; s < d; s++) {
        double below = box[s] - row[s], above = row[s] - box[d + s];
        double step = below > above ? below : above;
        step = step > 0 ? step : 0;
        sum += step * step;
    }
    return sum;
}

/* Can a row of the node come into the list? */
static inline int may_help(const ce_near_list *list, double bound, int32_t least)
{
    return list->count < list->room || bound < list->top ||
           (bound == list->top && least < list->heap[0].object);
}

static inline __attribute__((always_inline)) void search_leaf(const kd_tree *tree, size_t place,
                                                              size_t first, size_t end, size_t d,
                                                              ce_near_list *list)
{
    const double *row = tree->point + place * d;

    for (size_t q = first; q < end; q++) {
        const double *other = tree->point + q * d;
        double squared = 0;
        for (size_t s = 0; s < d; s++)
            squared += (row[s] - other[s]) * (row[s] - other[s]);
        if (q != place && (squared <= list->top || list->count < list->room))
            ce_near_list_offer(list, squared, (size_t)tree->object[q]);
    }
}

/* The nearer child first; of two that are as near, the one with the lower number. */
static void search(const kd_tree *tree, size_t place, size_t node, size_t first, size_t end,
                   ce_near_list *list)
{
    size_t d = tree->d, middle = first + (end - first) / 2, left = 2 * node + 1;
    const double *row = tree->point + place * d;
    double bound[2];
    int begin;

    if (end - first <= LEAF) {
        switch (d) {
        case 1: search_leaf(tree, place, first, end, 1, list); return;
        case 2: search_leaf(tree, place, first, end, 2, list); return;
        case 3: search_leaf(tree, place, first, end, 3, list); return;
        default: search_leaf(tree, place, first, end, d, list); return;
        }
    }
    for (size_t c = 0; c < 2; c++)
        bound[c] = to_box(row, tree->box + (left + c) * 2 * d, d);
    begin =
        bound[0] > bound[1] || (bound[0] == bound[1] && tree->least[left] > tree->least[left + 1]);
    for (int turn = 0; turn < 2; turn++) {
        size_t c = (size_t)(begin ^ turn);
        if (may_help(list, bound[c], tree->least[left + c]))
            search(tree, place, left + c, c ? middle : first, c ? end : middle, list);
    }
}

int ce_neighbour_tree_fits(const ce_matrix *x, size_t t)
{
    return x->columns <= MOST_FEATURES && x->rows >> x->columns >= LEAST_ROWS && t < x->rows / 10;
}

int ce_neighbour_tree_search(const ce_matrix *x, size_t t, ce_neighbour *nearest, size_t *count,
                             ce_error *err)
{
    size_t n = x->rows;
    kd_tree tree = {0};
    int rc = tree_build(&tree, x, err);

    if (rc) {
        tree_free(&tree);
        return rc;
    }
    /* Neighbours in the order of the tree are near one another, so they see the same nodes. */
#pragma omp parallel for schedule(dynamic)
    for (size_t task = 0; task < (n + TASK - 1) / TASK; task++)
        for (size_t q = task * TASK; q < n && q < (task + 1) * TASK; q++) {
            size_t i = (size_t)tree.object[q];
            ce_near_list list;
            ce_near_list_start(&list, nearest, t, i, i + 1);
            search(&tree, q, 0, 0, n, &list);
            count[i] = list.count;
        }
    tree_free(&tree);
    return CE_OK;
}
