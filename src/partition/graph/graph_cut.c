#include "partition/graph/graph_cut.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/quiet.h"
#include "core/random.h"
#include "partition/graph/bipartite_refine.h"
#include "partition/graph/metis_graph.h"
#include "partition/graph/metis_refine.h"

enum {
    MAX_TRIES = 32,
    TRY_ENTRIES = 1 << 21,           /* work of all tries: stored edges times tries */
    BIPARTITE_TRIES = 8,             /* of large bipartite graphs, each refined */
    BIPARTITE_TRY_ENTRIES = 1 << 23, /* work of these: entries times tries */
    KWAY_VERTICES = 30,              /* vertices a part that METIS's k-way scheme needs */
    REFINE_VERTICES = 1024,          /* most vertices of a graph that is refined after METIS */
    REFINE_CELLS = 65536             /* most vertices times parts of such a graph */
};

/* How good a cut is. Less is better in each; the first that differs decides. */
typedef struct {
    double excess; /* how far a load is outside of what is allowed */
    int64_t cut;
    double squares; /* sum of the squared loads */
} cut_quality;

typedef struct {
    const ce_metis_options *options;
    gsl_rng *rng;
    size_t first, tries; /* numbers of the random streams */
    idx_t imbalance;     /* allowed in one call, in thousandths; 0: METIS's default */
    int32_t *part;       /* n: the present try */
    int64_t *load;       /* k */
    int64_t low, high;   /* loads that are as good as the mean */
} cutter;

/* One call of METIS: k parts of equal weight by its recursion or its k-way scheme (first 0), or two
 * that weigh first : k - first. */
static int call_metis(cutter *c, const ce_metis_graph *graph, size_t k, size_t first, idx_t *part,
                      ce_error *err)
{
    idx_t options[METIS_NOPTIONS], n = (idx_t)graph->n, constraints = 1,
                                   parts = first ? 2 : (idx_t)k, cut = 0;
    real_t share[2] = {(real_t)first / (real_t)k, (real_t)(k - first) / (real_t)k};
    int status;

    METIS_SetDefaultOptions(options);
    options[METIS_OPTION_SEED] = (idx_t)(gsl_rng_get(c->rng) & 0x7fffffff);
    if (c->imbalance)
        options[METIS_OPTION_UFACTOR] = c->imbalance;
#pragma omp critical(ce_metis)
    {
        ce_quiet quiet = ce_quiet_begin();
        if (first || c->options->scheme == CE_METIS_ONCE)
            status = METIS_PartGraphRecursive(&n, &constraints, graph->row_start, graph->neighbour,
                                              graph->load, NULL, graph->weight, &parts,
                                              first ? share : NULL, NULL, options, &cut, part);
        else
            status = METIS_PartGraphKway(&n, &constraints, graph->row_start, graph->neighbour,
                                         graph->load, NULL, graph->weight, &parts, NULL, NULL,
                                         options, &cut, part);
        ce_quiet_end(&quiet);
    }
    if (status == METIS_ERROR_MEMORY)
        return ce_fail(err, CE_ENOMEM,
                       "METIS ran out of memory on a graph of %zu vertices and %zu edges", graph->n,
                       graph->entries / 2);
    return status == METIS_OK
               ? CE_OK
               : ce_fail(err, CE_ENUM,
                         "METIS could not cut a graph of %zu vertices and %zu edges (status %d)",
                         graph->n, graph->entries / 2, status);
}

/* Weight of the edges of v into the side, less those out of it. */
static int64_t belonging(const ce_metis_graph *graph, const idx_t *side, size_t v)
{
    int64_t sum = 0;

    for (idx_t e = graph->row_start[v]; e < graph->row_start[v + 1]; e++)
        sum += side[graph->neighbour[e]] == side[v] ? graph->weight[e] : -graph->weight[e];
    return sum;
}

/* Gives each side at least as many vertices as it will have parts. The vertices of the other side
 * that cost least come over; ties: the lightest, then the lowest. */
static void fill_sides(const ce_metis_graph *graph, const size_t *need, idx_t *side)
{
    size_t have[2] = {0, 0};

    for (size_t v = 0; v < graph->n; v++)
        have[side[v]]++;
    for (idx_t s = 0; s < 2; s++)
        while (have[s] < need[s]) {
            size_t best = graph->n;
            int64_t best_cost = 0;
            for (size_t v = 0; v < graph->n; v++) {
                int64_t cost = side[v] == s ? 0 : belonging(graph, side, v);
                if (side[v] != s && (best == graph->n || cost < best_cost ||
                                     (cost == best_cost && graph->load[v] < graph->load[best]))) {
                    best = v;
                    best_cost = cost;
                }
            }
            side[best] = s;
            have[s]++;
            have[1 - s]--;
        }
}

/* The name of vertex v in the whole graph. */
static int32_t name_of(const int32_t *name, size_t v)
{
    return name ? name[v] : (int32_t)v;
}

/* Cuts a part of the graph, whose vertices are called name[] (NULL: 0, 1, ...), into the parts
 * first .. first + k - 1. */
static int bisect(cutter *c, const ce_metis_graph *graph, const int32_t *name, size_t k,
                  int32_t first, ce_error *err)
{
    size_t need[2] = {k / 2, k - k / 2};
    idx_t *side = NULL;
    int rc = CE_OK;

    if (k == 1 || graph->n == k) {
        for (size_t v = 0; v < graph->n; v++)
            c->part[name_of(name, v)] = first + (k == 1 ? 0 : (int32_t)v);
        return CE_OK;
    }
    side = ce_calloc(graph->n, sizeof *side, err);
    rc = side ? call_metis(c, graph, k, need[0], side, err) : CE_ENOMEM;
    if (!rc)
        fill_sides(graph, need, side);
    for (idx_t s = 0; s < 2 && !rc; s++) {
        ce_metis_graph half = {0};
        int32_t *half_name = NULL, from = first + (s ? (int32_t)need[0] : 0);

        if (need[s] == 1) {
            for (size_t v = 0; v < graph->n; v++)
                if (side[v] == s)
                    c->part[name_of(name, v)] = from;
            continue;
        }
        half_name = ce_alloc(graph->n, sizeof *half_name, err);
        rc = half_name ? ce_metis_graph_part(&half, graph, side, s, name, half_name, err)
                       : CE_ENOMEM;
        if (!rc)
            rc = bisect(c, &half, half_name, need[s], from, err);
        ce_metis_graph_free(&half);
        free(half_name);
    }
    free(side);
    return rc;
}

static void measure(cutter *c, const ce_metis_graph *graph, size_t k, cut_quality *quality)
{
    *quality = (cut_quality){0, 0, 0};
    memset(c->load, 0, k * sizeof *c->load);
    for (size_t v = 0; v < graph->n; v++) {
        c->load[c->part[v]] += graph->load[v];
        for (idx_t e = graph->row_start[v]; e < graph->row_start[v + 1]; e++)
            if (c->part[graph->neighbour[e]] > c->part[v])
                quality->cut += graph->weight[e];
    }
    for (size_t p = 0; p < k; p++) {
        quality->squares += (double)c->load[p] * (double)c->load[p];
        quality->excess = fmax(quality->excess, (double)(c->load[p] - c->high));
        quality->excess = fmax(quality->excess, (double)(c->low - c->load[p]));
    }
}

static int is_better(const cut_quality *a, const cut_quality *b)
{
    if (a->excess != b->excess)
        return a->excess < b->excess;
    return a->cut != b->cut ? a->cut < b->cut : a->squares < b->squares;
}

/* METIS's own cut into k parts. *done: 0 when it left a part empty. */
static int try_whole(cutter *c, const ce_metis_graph *graph, size_t k, int *done, ce_error *err)
{
    idx_t *part = ce_calloc(graph->n, sizeof *part, err);
    int rc = part ? call_metis(c, graph, k, 0, part, err) : CE_ENOMEM;

    *done = 1;
    memset(c->load, 0, k * sizeof *c->load);
    for (size_t v = 0; v < graph->n && !rc; v++) {
        if (part[v] < 0 || (size_t)part[v] >= k) {
            rc = ce_fail(err, CE_ENUM, "METIS put a vertex into part %lld of %zu",
                         (long long)part[v], k);
            break;
        }
        c->part[v] = (int32_t)part[v];
        c->load[part[v]]++;
    }
    for (size_t p = 0; p < k; p++)
        *done &= c->load[p] > 0;
    free(part);
    return rc;
}

/* The imbalance of one call, in thousandths, that gives the balance asked for. With imbalance b in
 * each of the bisections on the way to a part, a part has at most b^levels. */
static idx_t imbalance_for(double balance, int kway, double levels)
{
    double each = kway ? balance : pow(balance, 1 / levels);

    return (idx_t)fmin(fmax(nearbyint(1000 * (each - 1)), 1), 1e6);
}

/* Sets the limits of loads on this graph. Returns whether METIS's k-way scheme is used. */
static int settle(cutter *c, const ce_metis_graph *graph, const ce_metis_options *options)
{
    double k = (double)options->k, sum = 0, heaviest = 0, levels = ceil(log2(k)), weighing = 0,
           mean, slack;
    int kway = options->scheme == CE_METIS_KWAY && graph->n >= KWAY_VERTICES * options->k;

    for (size_t v = 0; v < graph->n; v++) {
        sum += (double)graph->load[v];
        heaviest = fmax(heaviest, (double)graph->load[v]);
        weighing += graph->load[v] > 0;
    }
    mean = sum / k;
    kway = kway && heaviest <= mean / 2;
    if (options->balance > 0)
        c->imbalance = imbalance_for(options->balance, kway, levels);
    slack = fmax(weighing > 0 ? sum / weighing : 0,
                 mean * (options->balance > 0 ? options->balance - 1 : 0));
    c->low = (int64_t)ceil(mean - slack);
    c->high = (int64_t)floor(mean + slack);
    return kway;
}

/* Whether cuts of such a graph are refined vertex by vertex. */
static int refines(size_t vertices, size_t k)
{
    return vertices <= REFINE_VERTICES && vertices * k <= REFINE_CELLS;
}

static size_t between(size_t least, size_t value, size_t most)
{
    if (value < least)
        return least;
    return value > most ? most : value;
}

/* How often a graph is cut. */
static size_t tries_of(const ce_metis_graph *graph, const ce_metis_options *options)
{
    size_t tries = graph->entries ? TRY_ENTRIES / graph->entries : MAX_TRIES;

    return options->scheme == CE_METIS_ONCE ? 1 : between(1, tries, MAX_TRIES);
}

static int cut_best(cutter *c, const ce_metis_graph *graph, const ce_metis_options *options,
                    int32_t *labels, ce_error *err)
{
    size_t k = options->k;
    int kway = settle(c, graph, options), once = options->scheme == CE_METIS_ONCE && k > 1,
        rc = CE_OK;
    cut_quality best = {0, 0, 0};

    for (size_t t = 0; t < c->tries && !rc; t++) {
        cut_quality quality;
        int done = 0;

        ce_random_set(c->rng, options->seed, CE_STREAM_PARTITION, c->first + t);
        if (kway || once)
            rc = try_whole(c, graph, k, &done, err);
        if (!rc && !done && !once)
            rc = bisect(c, graph, NULL, k, 0, err);
        if (rc)
            break;
        if (refines(graph->n, k) && !once)
            rc = ce_metis_graph_refine(graph, k, c->low, c->high, c->part, err);
        if (rc)
            break;
        measure(c, graph, k, &quality);
        if (t == 0 || is_better(&quality, &best)) {
            best = quality;
            memcpy(labels, c->part, graph->n * sizeof *labels);
        }
    }
    return rc;
}

static int check(size_t n, const ce_metis_options *options, ce_error *err)
{
    if (options->k < 1)
        return ce_fail(err, CE_EARG, "a graph cannot be cut into 0 parts");
    if (options->k > n)
        return ce_fail(err, CE_EINPUT,
                       "%zu clusters asked for, but the graph has only %zu vertices", options->k,
                       n);
    if (options->balance != 0 && !(options->balance >= 1))
        return ce_fail(err, CE_EARG, "a balance of %g: at least 1 expected", options->balance);
    return CE_OK;
}

/* The best of some tries, with random streams from `first` on. */
static int cut(const ce_metis_graph *graph, const ce_metis_options *options, size_t first,
               size_t tries, ce_partition *partition, ce_error *err)
{
    cutter c = {.options = options, .first = first, .tries = tries};
    int rc = ce_partition_alloc(partition, graph->n, err);

    c.rng = ce_random_alloc(options->seed, CE_STREAM_PARTITION, 0, err);
    c.part = ce_alloc(graph->n, sizeof *c.part, err);
    c.load = ce_alloc(options->k, sizeof *c.load, err);
    if (!rc)
        rc = c.rng && c.part && c.load ? cut_best(&c, graph, options, partition->labels, err)
                                       : CE_ENOMEM;
    if (!rc)
        rc = ce_labels_renumber(partition->labels, partition->n, &partition->k, err);
    gsl_rng_free(c.rng);
    free(c.part);
    free(c.load);
    if (rc)
        ce_partition_free(partition);
    return rc;
}

int ce_metis(const ce_graph *graph, const ce_metis_options *options, ce_partition *partition,
             ce_error *err)
{
    ce_metis_graph whole = {0};
    int rc = check(graph->n, options, err);

    if (!rc)
        rc = ce_metis_graph_build(&whole, graph, err);
    if (!rc)
        rc = cut(&whole, options, 0, tries_of(&whole, options), partition, err);
    ce_metis_graph_free(&whole);
    if (rc)
        ce_partition_free(partition);
    return rc;
}

int ce_metis_similarity(const ce_similarity *s, const double *size, const ce_metis_options *options,
                        ce_partition *partition, ce_error *err)
{
    ce_metis_graph whole = {0};
    int rc = check(s->n, options, err);

    if (!rc)
        rc = ce_metis_graph_build_similarity(&whole, s, size, err);
    if (!rc)
        rc = cut(&whole, options, 0, tries_of(&whole, options), partition, err);
    ce_metis_graph_free(&whole);
    if (rc)
        ce_partition_free(partition);
    return rc;
}

/* One try on a graph that is too large to be refined vertex by vertex. */
static int try_bipartite(const ce_metis_graph *graph, const ce_row_source *rows,
                         double column_weight, const ce_metis_options *options, size_t number,
                         ce_partition *partition, ce_bipartite_quality *quality, ce_error *err)
{
    int rc = cut(graph, options, number, 1, partition, err);

    if (!rc)
        rc = ce_bipartite_refine(rows, column_weight, options->k, partition->labels, quality, err);
    if (!rc)
        rc = ce_labels_renumber(partition->labels, partition->n, &partition->k, err);
    return rc;
}

int ce_metis_bipartite(const ce_row_source *rows, double column_weight,
                       const ce_metis_options *options, ce_partition *partition, ce_error *err)
{
    size_t tries = rows->entries ? BIPARTITE_TRY_ENTRIES / rows->entries : 1;
    ce_metis_graph whole = {0};
    ce_partition again = {0};
    ce_bipartite_quality best, quality;
    int rc = check(rows->rows + rows->columns, options, err);

    if (!rc)
        rc = ce_metis_graph_build_bipartite(&whole, rows, column_weight, err);
    if (!rc && refines(whole.n, options->k)) {
        rc = cut(&whole, options, 0, tries_of(&whole, options), partition, err);
        goto done;
    }
    tries = options->scheme == CE_METIS_ONCE ? 1 : between(1, tries, BIPARTITE_TRIES);
    for (size_t t = 0; t < tries && !rc; t++) {
        rc = try_bipartite(&whole, rows, column_weight, options, t, &again, &quality, err);
        if (!rc && (t == 0 || ce_bipartite_better(&quality, &best, 0))) {
            ce_partition swap = *partition;
            *partition = again;
            again = swap;
            best = quality;
        }
    }
done:
    ce_metis_graph_free(&whole);
    ce_partition_free(&again);
    if (rc)
        ce_partition_free(partition);
    return rc;
}
