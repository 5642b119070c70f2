/* Average linkage from labels: agglomerate.h with counts in place of a matrix. */
#include "partition/linkage/linkage_labels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/microclusters.h"
#include "core/parallel.h"
#include "partition/linkage/agglomerate.h"
#include "partition/linkage/cost_matrix.h"

enum {
    BLOCK = 1024,         /* clusters compared at a time: their labels stay in the cache */
    CHUNK = 32,           /* rows that take such a block one after another at the start */
    MATRIX_BELOW = 5000,  /* so many clusters or fewer: their costs are kept, 100 MB */
    THREAD_WORK = 1 << 21 /* labels compared for a row from which on threads are used */
};

/* Objects of a cluster that has grown, by the clusters of the base clusterings, ascending. A row
 * that has not grown has no entries; it is described by its labels. */
typedef struct {
    size_t entries;
    int32_t *cluster;
    double *count;
} grown;

typedef struct {
    size_t n, m; /* rows, and base clusterings that put some of them together */
    size_t clusters;
    const double *weight; /* of the clusters; NULL: 1 */
    double unit;          /* what sums are multiplied by: 1 in whole numbers, else 1 / divisor */
    int is_whole;         /* all sums are whole numbers that a double can hold */

    /* m x n, column-major: number of the cluster. A row that has grown has the number `clusters`,
     * of weight and count 0. */
    int32_t *cell;
    grown *more;       /* n */
    int32_t *position; /* positions: the rows that have grown, ascending */
    size_t positions;
    double *table; /* clusters + 1: weight times objects of the cluster whose row is computed */
    ce_cost_matrix few; /* of the last clusters, in place of all this */
} counts;

/* ---- rows of costs ---- */

/* same[x]: in how many base clusterings row first + x has the label of one row. own: the labels of
 * that row, n apart. */
CE_HOT CE_UNROLLED static void count_same(const int32_t *cell, size_t n, size_t m,
                                          const int32_t *own, size_t first, size_t count,
                                          int32_t *restrict same)
{
    memset(same, 0, count * sizeof *same);
    for (size_t q = 0; q < m; q++) {
        const int32_t *restrict column = cell + q * n + first;
        int32_t label = own[q * n];
        for (size_t x = 0; x < count; x++)
            same[x] += column[x] == label;
    }
}

CE_HOT CE_UNROLLED static void weigh_same(const int32_t *cell, size_t n, size_t m,
                                          const int32_t *own, const double *weight, size_t first,
                                          size_t count, double *restrict sum)
{
    memset(sum, 0, count * sizeof *sum);
    for (size_t q = 0; q < m; q++) {
        const int32_t *restrict column = cell + q * n + first;
        int32_t label = own[q * n];
        double w = weight[label];
        for (size_t x = 0; x < count; x++)
            sum[x] += column[x] == label ? w : 0;
    }
}

CE_HOT CE_UNROLLED static void look_up(const int32_t *cell, size_t n, size_t m, const double *table,
                                       size_t first, size_t count, double *restrict sum)
{
    memset(sum, 0, count * sizeof *sum);
    for (size_t q = 0; q < m; q++) {
        const int32_t *restrict column = cell + q * n + first;
        for (size_t x = 0; x < count; x++)
            sum[x] += table[column[x]];
    }
}

CE_HOT CE_UNROLLED static void to_costs(const double *sum, const double *size, double factor,
                                        size_t count, double *restrict row)
{
    for (size_t x = 0; x < count; x++)
        row[x] = -(sum[x] * factor * size[x]);
}

/* Costs of a, which has not grown, with the block first .. first+count-1. Those with clusters that
 * have grown are wrong; row_from sets them. */
static void costs_of_row(const ce_agglomeration *g, size_t a, size_t first, size_t count,
                         double *row)
{
    const counts *c = g->costs;
    double sum[BLOCK], factor = g->size[a] * c->unit;

    if (c->weight)
        weigh_same(c->cell, c->n, c->m, c->cell + a, c->weight, first, count, sum);
    else {
        int32_t same[BLOCK];
        count_same(c->cell, c->n, c->m, c->cell + a, first, count, same);
        for (size_t x = 0; x < count; x++)
            sum[x] = same[x];
    }
    to_costs(sum, g->size + first, factor, count, row);
}

/* The same for a cluster that has grown, whose counts are in the table. */
static void costs_of_grown(const ce_agglomeration *g, size_t first, size_t count, double *row)
{
    const counts *c = g->costs;
    double sum[BLOCK];

    look_up(c->cell, c->n, c->m, c->table, first, count, sum);
    to_costs(sum, g->size + first, c->unit, count, row);
}

static double table_product(const counts *c, const grown *b)
{
    const double *table = c->table, *count = b->count;
    const int32_t *cluster = b->cluster;
    double lane[4] = {0};
    size_t e = 0;

    /* a sum of whole numbers may be taken in any order */
    if (c->is_whole)
        for (; e + 4 <= b->entries; e += 4) {
            lane[0] += table[cluster[e]] * count[e];
            lane[1] += table[cluster[e + 1]] * count[e + 1];
            lane[2] += table[cluster[e + 2]] * count[e + 2];
            lane[3] += table[cluster[e + 3]] * count[e + 3];
        }
    for (; e < b->entries; e++)
        lane[0] += table[cluster[e]] * count[e];
    return lane[0] + (lane[1] + (lane[2] + lane[3]));
}

/* Writes the counts of a cluster to the table or, with `on` 0, clears them. */
static void set_table(const ce_agglomeration *g, size_t a, int on)
{
    const counts *c = g->costs;
    const grown *own = &c->more[a];
    size_t entries = own->entries ? own->entries : c->m;

    for (size_t e = 0; e < entries; e++) {
        int32_t cluster = own->entries ? own->cluster[e] : c->cell[e * c->n + a];
        double count = own->entries ? own->count[e] : g->size[a];
        double weight = c->weight ? c->weight[cluster] : 1;
        c->table[cluster] = on ? count * weight : 0;
    }
}

/* Costs of a with all clusters from `first` on into g->row. */
static void row_from(ce_agglomeration *g, size_t a, size_t first)
{
    const counts *c = g->costs;
    size_t blocks = (g->width - first + BLOCK - 1) / BLOCK;
    int is_grown = c->more[a].entries > 0,
        threads = (g->width - first) * c->m < THREAD_WORK ? 1 : ce_threads();

    set_table(g, a, 1);
#pragma omp parallel num_threads(threads)
    {
#pragma omp for schedule(static)
        for (size_t b = 0; b < blocks; b++) {
            size_t from = first + b * BLOCK,
                   count = g->width - from < BLOCK ? g->width - from : BLOCK;
            if (is_grown)
                costs_of_grown(g, from, count, g->row + from);
            else
                costs_of_row(g, a, from, count, g->row + from);
        }
#pragma omp for schedule(static)
        for (size_t p = 0; p < c->positions; p++) {
            size_t x = (size_t)c->position[p];
            if (x >= first)
                g->row[x] = -(table_product(c, &c->more[x]) * c->unit);
        }
    }
    set_table(g, a, 0);
}

static void read_row(ce_agglomeration *g, size_t a)
{
    if (a + 1 < g->width)
        row_from(g, a, a + 1);
}

static double cost_at(const ce_agglomeration *g, size_t a, size_t b)
{
    const counts *c = g->costs;
    double sum = 0;

    set_table(g, a, 1);
    if (c->more[b].entries)
        sum = table_product(c, &c->more[b]);
    else
        for (size_t q = 0; q < c->m; q++)
            sum += c->table[c->cell[q * c->n + b]] * g->size[b];
    set_table(g, a, 0);
    return -(sum * c->unit);
}

/* ---- merging ---- */

/* The counts of cluster a as a list: its own, or one made of its labels in cluster and count (room
 * for m of each). */
static grown list_of(const ce_agglomeration *g, size_t a, int32_t *cluster, double *count)
{
    const counts *c = g->costs;

    if (c->more[a].entries)
        return c->more[a];
    for (size_t q = 0; q < c->m; q++) {
        cluster[q] = c->cell[q * c->n + a];
        count[q] = g->size[a];
    }
    return (grown){c->m, cluster, count};
}

static size_t merge_lists(const grown *a, const grown *b, int32_t *cluster, double *count)
{
    size_t i = 0, j = 0, made = 0;

    for (; i < a->entries || j < b->entries; made++) {
        int take_a = j == b->entries || (i < a->entries && a->cluster[i] <= b->cluster[j]);
        int take_b = i == a->entries || (j < b->entries && b->cluster[j] <= a->cluster[i]);
        cluster[made] = take_a ? a->cluster[i] : b->cluster[j];
        count[made] = (take_a ? a->count[i++] : 0) + (take_b ? b->count[j++] : 0);
    }
    return made;
}

/* Puts a among the rows that have grown, and takes b out; a < b. */
static void note_grown(counts *c, size_t a, size_t b)
{
    size_t kept = 0, at;

    for (size_t p = 0; p < c->positions; p++)
        if ((size_t)c->position[p] != a && (size_t)c->position[p] != b)
            c->position[kept++] = c->position[p];
    for (at = kept; at > 0 && (size_t)c->position[at - 1] > a; at--)
        c->position[at] = c->position[at - 1];
    c->position[at] = (int32_t)a;
    c->positions = kept + 1;
}

static void grown_free(grown *list)
{
    free(list->cluster);
    free(list->count);
    *list = (grown){0};
}

static size_t list_length(const counts *c, size_t a)
{
    return c->more[a].entries ? c->more[a].entries : c->m;
}

static int merge_clusters(ce_agglomeration *g, size_t a, size_t b)
{
    counts *c = g->costs;
    size_t most = list_length(c, a) + list_length(c, b);
    int32_t *room = ce_alloc(2 * c->m, sizeof *room, NULL),
            *cluster = ce_alloc(most, sizeof *cluster, NULL);
    double *count_room = ce_alloc(2 * c->m, sizeof *count_room, NULL),
           *count = ce_alloc(most, sizeof *count, NULL);

    if (room && cluster && count_room && count) {
        grown la = list_of(g, a, room, count_room),
              lb = list_of(g, b, room + c->m, count_room + c->m);
        most = merge_lists(&la, &lb, cluster, count);
    }
    free(room);
    free(count_room);
    if (!room || !cluster || !count_room || !count) {
        free(cluster);
        free(count);
        return CE_ENOMEM;
    }
    grown_free(&c->more[a]);
    grown_free(&c->more[b]);
    c->more[a] = (grown){most, cluster, count};
    for (size_t q = 0; q < c->m; q++)
        c->cell[q * c->n + a] = c->cell[q * c->n + b] = (int32_t)c->clusters;
    note_grown(c, a, b);
    ce_agglomeration_drop(g, a, b);
    if (!g->store->later_only)
        row_from(g, a, 0);
    else if (a + 1 < g->width)
        row_from(g, a, a + 1);
    return CE_OK;
}

static void pack(ce_agglomeration *g)
{
    counts *c = g->costs;

    c->positions = 0;
    for (size_t t = 0; t < g->live; t++) {
        size_t from = (size_t)g->order[t];
        grown moved = c->more[from];
        c->more[from] = (grown){0};
        c->more[t] = moved;
        if (moved.entries)
            c->position[c->positions++] = (int32_t)t;
    }
    for (size_t q = 0; q < c->m; q++)
        for (size_t t = 0; t < g->live; t++)
            c->cell[q * c->n + t] = c->cell[q * c->n + (size_t)g->order[t]];
}

/* Lists of counts grow, and clusters become few. From MATRIX_BELOW clusters on their costs are
 * computed once, and from there on rows of costs are added. */
static int keep_costs(ce_agglomeration *g)
{
    counts *c = g->costs;
    ce_error ignored = {0};

    if (g->live > MATRIX_BELOW)
        return CE_OK;
    if (ce_cost_matrix_alloc(&c->few, g->live, &ignored))
        return CE_ENOMEM;
    for (size_t a = 0; a + 1 < g->live; a++) {
        row_from(g, a, a + 1);
        ce_triangle_write(&c->few.triangle, a, g->row);
    }
    g->store = &ce_cost_matrix_store;
    g->costs = &c->few;
    return CE_OK;
}

static const ce_cost_store label_store = {read_row, merge_clusters, cost_at, pack, keep_costs, 0},
                           whole_store = {read_row, merge_clusters, cost_at, pack, keep_costs, 1};

/* ---- the beginning ---- */

/* First bounds of the rows from .. last-1. A block of columns serves all of them. */
static void begin_rows(ce_agglomeration *g, size_t from, size_t last)
{
    double row[BLOCK];

    for (size_t a = from; a < last; a++) {
        g->bound[a] = INFINITY;
        g->nearest[a] = (int32_t)g->width;
    }
    for (size_t block = from + 1; block < g->width; block += BLOCK) {
        size_t end = g->width - block < BLOCK ? g->width : block + BLOCK;
        for (size_t a = from; a < last; a++) {
            size_t first = a + 1 > block ? a + 1 : block;
            if (first >= end)
                continue;
            costs_of_row(g, a, first, end - first, row);
            for (size_t x = first; x < end; x++) {
                double key = row[x - first] / (g->size[a] * g->size[x]);
                if (key < g->bound[a]) {
                    g->bound[a] = key;
                    g->nearest[a] = (int32_t)x;
                }
            }
        }
    }
}

static void begin_all(ce_agglomeration *g)
{
    size_t done = 0;

    g->before = g->pairs;
    ce_progress_report(g->progress, 0, g->before + g->pairs);
#pragma omp parallel for schedule(dynamic)
    for (size_t chunk = 0; chunk < (g->width + CHUNK - 1) / CHUNK; chunk++) {
        size_t from = chunk * CHUNK, last = from + CHUNK < g->width ? from + CHUNK : g->width;
        begin_rows(g, from, last);
#pragma omp critical(ce_begin_progress)
        {
            done += (last - from) * (2 * g->width - from - last - 1) / 2;
            ce_progress_report(g->progress, done, g->before + g->pairs);
        }
    }
}

/* Are the sums of counts whole numbers that a double can hold? n_a n_b is at most (total / 2)^2. */
static int is_exact(const ce_labels *rows, const double *size)
{
    double total = 0;

    for (size_t i = 0; i < rows->n; i++) {
        if (size && size[i] != rint(size[i]))
            return 0;
        total += size ? size[i] : 1;
    }
    return (double)rows->m * (total * total / 4) <= 0x1p53;
}

/* Does a base clustering put two rows together? One with a label for each row, such as a column of
 * ids, adds nothing to any sum, and its entries would make every list of counts long. */
static int tells(const ce_labels *rows, size_t q)
{
    return (size_t)rows->k[q] < rows->n || ce_labels_column(rows, q)[0] < 0;
}

static int counts_alloc(counts *c, const ce_labels *rows, ce_error *err)
{
    c->n = rows->n;
    for (size_t q = 0; q < rows->m; q++)
        c->m += tells(rows, q);
    c->m += !c->m; /* a list of counts is never empty */
    c->cell = ce_alloc(c->n * c->m, sizeof *c->cell, err);
    c->more = ce_calloc(c->n, sizeof *c->more, err);
    c->position = ce_alloc(c->n, sizeof *c->position, err);
    if (!c->cell || !c->more || !c->position)
        return CE_ENOMEM;
    for (size_t q = 0, to = 0; q < rows->m; q++) {
        size_t start = c->clusters;
        c->clusters += (size_t)rows->k[q];
        if (to == c->m || !(tells(rows, q) || q + 1 == rows->m))
            continue;
        for (size_t i = 0; i < c->n; i++) {
            int32_t label = ce_labels_column(rows, q)[i];
            if (label < 0)
                return ce_fail(err, CE_EARG, "average linkage from labels takes no missing ones");
            c->cell[to * c->n + i] = (int32_t)start + label;
        }
        to++;
    }
    c->table = ce_calloc(c->clusters + 1, sizeof *c->table, err);
    return c->table ? CE_OK : CE_ENOMEM;
}

static void counts_free(counts *c)
{
    for (size_t i = 0; c->more && i < c->n; i++)
        grown_free(&c->more[i]);
    free(c->more);
    free(c->cell);
    free(c->position);
    free(c->table);
    ce_cost_matrix_free(&c->few);
}

/* ---- rows that differ only where each row has a label of its own ---- */

/* The rows without the base clusterings that tell nothing, as long as some are left. */
static int telling_columns(const ce_labels *rows, ce_labels *telling, ce_error *err)
{
    size_t m = 0;
    int rc;

    for (size_t q = 0; q < rows->m; q++)
        m += tells(rows, q);
    rc = ce_labels_alloc(telling, rows->n, m ? m : rows->m, err);
    for (size_t q = 0, to = 0; q < rows->m && !rc; q++) {
        if (m && !tells(rows, q))
            continue;
        memcpy(ce_labels_column(telling, to), ce_labels_column(rows, q), rows->n * sizeof(int32_t));
        telling->k[to++] = rows->k[q];
    }
    return rc;
}

/*
 * Whole counts. Rows that agree wherever a base clustering puts any rows together are the nearest
 * of all, and merge first: by the tie rule one after another into the first row of each group.
 * Writes these merges. node: of each group in the tree. q: base clusterings, m of which tell.
 */
static void merge_groups(const ce_microclusters *groups, const double *size, size_t q, size_t m,
                         ce_dendrogram *tree, const int32_t *next, int32_t *node)
{
    for (size_t i = 0; i < groups->count; i++) {
        size_t row = (size_t)node[i];
        double total = size ? size[row] : 1;
        for (int32_t x = next[row]; x >= 0; x = next[x]) {
            double one = size ? size[x] : 1, pairs = total * one,
                   height = ((double)q * pairs - (double)m * pairs) / ((double)q * pairs);
            int32_t a = node[i] < x ? node[i] : x, b = node[i] < x ? x : node[i];
            total += one;
            tree->merge[tree->merges] = (ce_merge){a, b, height, total};
            node[i] = (int32_t)(tree->n + tree->merges++);
        }
    }
}

/* next: of each row, the next one of its group, or -1. node: the first row of each group. */
static void chain_groups(const ce_microclusters *groups, int32_t *next, int32_t *node)
{
    for (size_t i = 0; i < groups->count; i++)
        node[i] = -1;
    for (size_t i = groups->n; i-- > 0;) {
        next[i] = node[groups->of[i]];
        node[groups->of[i]] = (int32_t)i;
    }
}

static int grow(ce_agglomeration *g, const ce_labels *rows, const double *size, const int32_t *node,
                ce_dendrogram *tree, ce_error *err)
{
    int rc = counts_alloc(g->costs, rows, err);

    if (!rc)
        rc = ce_agglomeration_alloc(g, rows->n, size, err);
    if (rc)
        return rc;
    if (node)
        memcpy(g->node, node, rows->n * sizeof *node);
    begin_all(g);
    return ce_agglomerate(g, tree, err);
}

/* With whole counts: merges the groups, then grows the tree of what is left. */
static int grow_groups(ce_agglomeration *g, const ce_labels *rows, const double *size,
                       ce_dendrogram *tree, ce_error *err)
{
    ce_labels telling = {0};
    ce_microclusters groups = {0};
    int32_t *next = ce_alloc(rows->n, sizeof *next, err),
            *node = ce_alloc(rows->n, sizeof *node, err);
    int rc = next && node ? telling_columns(rows, &telling, err) : CE_ENOMEM;

    if (!rc)
        rc = ce_microclusters_build(&groups, &telling, size, err);
    if (!rc) {
        chain_groups(&groups, next, node);
        merge_groups(&groups, size, rows->m, telling.m, tree, next, node);
        free(next);
        next = NULL;
        ce_labels_free(&telling);
        if (groups.count > 1)
            rc = grow(g, &groups.rows, groups.size, node, tree, err);
    }
    free(next);
    free(node);
    ce_labels_free(&telling);
    ce_microclusters_free(&groups);
    return rc;
}

/* ---- the way in ---- */

static int has_telling_and_other(const ce_labels *rows)
{
    size_t m = 0;

    for (size_t q = 0; q < rows->m; q++)
        m += tells(rows, q);
    return m > 0 && m < rows->m;
}

int ce_average_linkage_labels(const ce_labels *rows, const double *weight, double divisor,
                              const double *size, const ce_progress *progress, ce_dendrogram *tree,
                              ce_error *err)
{
    int exact = !weight && is_exact(rows, size);
    counts c = {.weight = weight, .unit = exact ? 1 : 1 / divisor, .is_whole = exact};
    ce_agglomeration g = {.method = CE_LINKAGE_AVERAGE,
                          .q = exact ? (double)rows->m : 0,
                          .store = exact ? &whole_store : &label_store,
                          .costs = &c,
                          .progress = progress};
    int rc = ce_sizes_of_rows_check(size, rows->n, err);

    if (!rc)
        rc = ce_dendrogram_alloc(tree, rows->n, err);
    if (!rc && rows->n < 2)
        return CE_OK;
    if (!rc && exact && has_telling_and_other(rows))
        rc = grow_groups(&g, rows, size, tree, err);
    else if (!rc)
        rc = grow(&g, rows, size, NULL, tree, err);
    ce_agglomeration_free(&g);
    counts_free(&c);
    if (rc)
        ce_dendrogram_free(tree);
    return rc;
}
