#include "partition/graph/random_walk.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/graph.h"
#include "core/matrix.h"
#include "core/memory.h"
#include "partition/graph/seed_regions.h"
#include "partition/graph/walk_probabilities.h"

enum { NEIGHBOURS = 10 };
#define BETA            30.
#define CORE            .9
#define PROBABILITY_TIE 1e-9 /* closer ones count as equal: they differ by rounding */

static double objects(const double *size, size_t i)
{
    return size ? size[i] : 1;
}

/* ---- the graph ---- */

/* Puts a value into a heap of the `limit` largest, with the least on top. */
static void offer(double *heap, size_t *count, size_t limit, double value)
{
    size_t at, child;

    if (*count < limit) {
        for (at = (*count)++; at && heap[(at - 1) / 2] > value; at = (at - 1) / 2)
            heap[at] = heap[(at - 1) / 2];
    } else {
        if (value <= heap[0])
            return;
        for (at = 0; (child = 2 * at + 1) < limit; at = child) {
            if (child + 1 < limit && heap[child + 1] < heap[child])
                child++;
            if (heap[child] >= value)
                break;
            heap[at] = heap[child];
        }
    }
    heap[at] = value;
}

typedef struct {
    size_t limit;
    double *heap;  /* n x limit */
    size_t *count; /* n */
    double beta;
    const double *size;
    ce_graph *graph;
    size_t *next;
} knitter;

static void offer_pair(void *state, size_t i, size_t j, double value)
{
    knitter *k = state;

    offer(k->heap + i * k->limit, &k->count[i], k->limit, value);
    offer(k->heap + j * k->limit, &k->count[j], k->limit, value);
}

/* The weight of a link; 0: the link is not kept. */
static double link_weight(const knitter *k, size_t i, size_t j, double value)
{
    double least_i = k->count[i] < k->limit ? 0 : k->heap[i * k->limit];
    double least_j = k->count[j] < k->limit ? 0 : k->heap[j * k->limit];

    if (value < least_i - CE_SIMILARITY_TIE && value < least_j - CE_SIMILARITY_TIE)
        return 0;
    return exp(-k->beta * (1 - value)) * objects(k->size, i) * objects(k->size, j);
}

static void count_pair(void *state, size_t i, size_t j, double value)
{
    knitter *k = state;

    if (link_weight(k, i, j, value) > 0) {
        k->next[i]++;
        k->next[j]++;
    }
}

static void put_pair(void *state, size_t i, size_t j, double value)
{
    knitter *k = state;
    double weight = link_weight(k, i, j, value);

    if (!(weight > 0))
        return;
    k->graph->neighbour[k->next[i]] = (int32_t)j;
    k->graph->weight[k->next[i]++] = weight;
    k->graph->neighbour[k->next[j]] = (int32_t)i;
    k->graph->weight[k->next[j]++] = weight;
}

/* Pairs come by rows, so neighbours are in ascending order. */
static int build_graph(const ce_similarity *s, const double *size, size_t neighbours, double beta,
                       ce_graph *graph, ce_error *err)
{
    size_t n = s->n, limit = neighbours < n ? neighbours : n, entries = 0;
    knitter k = {.limit = limit, .beta = beta, .size = size, .graph = graph};
    int rc = ce_memory_check(n, limit + 2, sizeof *k.heap, "the nearest neighbours",
                             "fewer of them (" CE_OPT("neighbours") ")", err);

    if (rc)
        return rc;
    k.heap = ce_alloc(n * limit, sizeof *k.heap, err);
    k.count = ce_calloc(n, sizeof *k.count, err);
    k.next = ce_calloc(n, sizeof *k.next, err);
    if (!k.heap || !k.count || !k.next) {
        rc = CE_ENOMEM;
        goto done;
    }
    ce_similarity_pairs(s, offer_pair, &k);
    ce_similarity_pairs(s, count_pair, &k);
    for (size_t i = 0; i < n; i++)
        entries += k.next[i];
    rc = ce_memory_check(entries, 1, sizeof *graph->weight + sizeof *graph->neighbour,
                         "the graph of the random walk",
                         "fewer neighbours (" CE_OPT("neighbours") ")", err);
    if (!rc)
        rc = ce_graph_alloc(graph, n, entries, err);
    if (rc)
        goto done;
    for (size_t i = 0; i < n; i++) {
        graph->row_start[i + 1] = graph->row_start[i] + k.next[i];
        k.next[i] = graph->row_start[i];
    }
    ce_similarity_pairs(s, put_pair, &k);
done:
    free(k.heap);
    free(k.count);
    free(k.next);
    return rc;
}

/* ---- pieces without a seed ---- */

typedef struct {
    size_t n, k;
    const ce_similarity *s;
    const double *size;
    ce_graph graph;
    int32_t *region; /* n: seeds, -1: none */
    int32_t *piece;  /* n: piece of the graph that has no seed; else -1 */
    size_t pieces;
    double *weight; /* k: objects of each region */
    double *reach;  /* pieces x k: sums of s */
} walker;

/* Marks vertices that a seed reaches with -1, and numbers the other pieces. */
static int find_pieces(walker *w, ce_error *err)
{
    int32_t *stack = ce_alloc(w->n, sizeof *stack, err);
    size_t height = 0;

    if (!stack)
        return CE_ENOMEM;
    for (size_t i = 0; i < w->n; i++) {
        w->piece[i] = w->region[i] >= 0 ? -1 : -2;
        if (w->region[i] >= 0)
            stack[height++] = (int32_t)i;
    }
    for (size_t i = 0; i <= w->n; i++) {
        int32_t number = (int32_t)w->pieces - 1; /* -1 while the pieces of the seeds are walked */
        while (height) {
            size_t v = (size_t)stack[--height];
            for (size_t e = w->graph.row_start[v]; e < w->graph.row_start[v + 1]; e++)
                if (w->piece[w->graph.neighbour[e]] == -2) {
                    w->piece[w->graph.neighbour[e]] = number;
                    stack[height++] = w->graph.neighbour[e];
                }
        }
        if (i < w->n && w->piece[i] == -2) {
            w->piece[i] = (int32_t)w->pieces++;
            stack[height++] = (int32_t)i;
        }
    }
    free(stack);
    return CE_OK;
}

static void reach_pair(void *state, size_t i, size_t j, double value)
{
    walker *w = state;

    if (w->piece[i] >= 0 && w->region[j] >= 0)
        w->reach[(size_t)w->piece[i] * w->k + (size_t)w->region[j]] +=
            value * objects(w->size, i) * objects(w->size, j);
    if (w->piece[j] >= 0 && w->region[i] >= 0)
        w->reach[(size_t)w->piece[j] * w->k + (size_t)w->region[i]] +=
            value * objects(w->size, i) * objects(w->size, j);
}

/* A piece without a seed goes to the region of its largest average similarity; ties: the lowest. */
static int label_pieces(walker *w, ce_matrix *p, ce_error *err)
{
    w->reach = ce_calloc(w->pieces * w->k, sizeof *w->reach, err);
    w->weight = ce_calloc(w->k, sizeof *w->weight, err);
    if (!w->reach || !w->weight)
        return CE_ENOMEM;
    if (w->pieces)
        ce_similarity_pairs(w->s, reach_pair, w);
    for (size_t i = 0; i < w->n; i++)
        if (w->region[i] >= 0)
            w->weight[w->region[i]] += objects(w->size, i);
    for (size_t i = 0; i < w->n; i++) {
        const double *reach = w->reach + (size_t)(w->piece[i] < 0 ? 0 : w->piece[i]) * w->k;
        size_t best = 0;
        if (w->piece[i] < 0)
            continue;
        for (size_t g = 1; g < w->k; g++)
            if (reach[g] / w->weight[g] > reach[best] / w->weight[best] * (1 + CE_SIMILARITY_TIE))
                best = g;
        p->values[i * w->k + best] = 1;
    }
    return CE_OK;
}

/* ---- the linear systems ---- */

/* ---- all together ---- */

static int check_pairs(const ce_similarity *s, ce_error *err)
{
    for (size_t i = 0; i < s->n; i++) {
        size_t start = s->row_start ? s->row_start[i] : ce_packed_index(s->n, i, i);
        size_t end = s->row_start ? s->row_start[i + 1] : start + s->n - i;
        for (size_t e = start; e < end; e++) {
            size_t j = s->row_start ? (size_t)s->column[e] : i + e - start;
            if (i != j && !(s->values[e] >= 0 && s->values[e] <= 1 + CE_SIMILARITY_TIE))
                return ce_fail(err, CE_EINPUT,
                               "row %zu, column %zu: %g, a similarity from 0 to 1 expected", i + 1,
                               j + 1, s->values[e]);
        }
    }
    return CE_OK;
}

static int check_seeds(const int32_t *seeds, size_t n, size_t k, ce_error *err)
{
    unsigned char *seen = ce_calloc(k, 1, err);
    int rc = seen ? CE_OK : CE_ENOMEM;

    for (size_t i = 0; i < n && !rc; i++) {
        if (seeds[i] >= 0 && (size_t)seeds[i] >= k)
            rc = ce_fail(err, CE_EARG, "vertex %zu: seed region %d of %zu", i + 1, seeds[i] + 1, k);
        else if (seeds[i] >= 0)
            seen[seeds[i]] = 1;
    }
    for (size_t g = 0; g < k && !rc; g++)
        if (!seen[g])
            rc = ce_fail(err, CE_EINPUT, "no seed for cluster %zu of %zu", g + 1, k);
    free(seen);
    return rc;
}

static int find_seeds(walker *w, const ce_random_walk_options *options, ce_error *err)
{
    int rc;

    w->region = ce_alloc(w->n, sizeof *w->region, err);
    w->piece = ce_alloc(w->n, sizeof *w->piece, err);
    if (!w->region || !w->piece)
        return CE_ENOMEM;
    if (!options->seeds)
        return ce_seed_regions(w->s, w->size, w->k, options->core > 0 ? options->core : CORE,
                               w->region, err);
    rc = check_seeds(options->seeds, w->n, w->k, err);
    if (rc)
        return rc;
    memcpy(w->region, options->seeds, w->n * sizeof *w->region);
    return CE_OK;
}

/* Each vertex gets its most probable region; ties: the lowest. */
static int label_vertices(const walker *w, const ce_matrix *p, ce_partition *partition,
                          ce_error *err)
{
    int rc = ce_partition_alloc(partition, w->n, err);

    for (size_t i = 0; i < w->n && !rc; i++) {
        const double *row = p->values + i * w->k;
        size_t best = 0;
        for (size_t g = 1; g < w->k; g++)
            if (row[g] > row[best] + PROBABILITY_TIE)
                best = g;
        partition->labels[i] = (int32_t)best;
    }
    return rc ? rc : ce_labels_renumber(partition->labels, w->n, &partition->k, err);
}

/* Room for the probabilities, with 1 for the seeds in their regions. */
static int begin_probabilities(const walker *w, ce_matrix *p, ce_error *err)
{
    int rc =
        ce_memory_check(w->n, w->k, sizeof *p->values, "the probabilities", "fewer clusters", err);

    if (!rc)
        rc = ce_matrix_alloc(p, w->n, w->k, err);
    if (rc)
        return rc;
    memset(p->values, 0, w->n * w->k * sizeof *p->values);
    for (size_t i = 0; i < w->n; i++)
        if (w->region[i] >= 0)
            p->values[i * w->k + (size_t)w->region[i]] = 1;
    return CE_OK;
}

static int check(const ce_similarity *s, const ce_random_walk_options *options, ce_error *err)
{
    if (options->k < 1)
        return ce_fail(err, CE_EARG, "a random walk to 0 clusters");
    if (options->k > s->n)
        return ce_fail(err, CE_EINPUT, "%zu clusters asked for, but " CE_ONLY, options->k,
                       CE_ONLY_OF(s->n, "object"));
    return check_pairs(s, err);
}

int ce_random_walk(const ce_similarity *s, const double *size,
                   const ce_random_walk_options *options, ce_partition *partition, ce_error *err)
{
    walker w = {.n = s->n, .k = options->k, .s = s, .size = size};
    ce_matrix p = {0};
    int rc = check(s, options, err);

    if (!rc)
        rc = find_seeds(&w, options, err);
    if (!rc)
        rc = build_graph(s, size, options->neighbours ? options->neighbours : NEIGHBOURS,
                         options->beta > 0 ? options->beta : BETA, &w.graph, err);
    if (!rc)
        rc = find_pieces(&w, err);
    if (!rc)
        rc = begin_probabilities(&w, &p, err);
    if (!rc)
        rc = label_pieces(&w, &p, err);
    if (!rc) {
        const ce_walk_to_regions walk = {&w.graph, w.k, w.region, w.piece};
        rc = ce_walk_probabilities(&walk, &p, err);
    }
    if (!rc)
        rc = label_vertices(&w, &p, partition, err);
    if (!rc && options->probability)
        memcpy(options->probability, p.values, w.n * w.k * sizeof *p.values);
    if (rc)
        ce_partition_free(partition);
    ce_graph_free(&w.graph);
    free(w.region);
    free(w.piece);
    free(w.weight);
    free(w.reach);
    ce_matrix_free(&p);
    return rc;
}
