#include "partition/hypergraph/hypergraph_cut.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "partition/hypergraph/hypergraph_bisect.h"
#include "partition/hypergraph/hypergraph_kway.h"
#include "partition/hypergraph/hypergraph_level.h"
#include "partition/hypergraph/hypergraph_moves.h"

enum { DEFAULT_RUNS = 10 };

#define MOST_EDGES ((size_t)1 << 29)
#define REFINE_ENTRIES ((size_t)1 << 27) /* edges x k beyond which the last moves are left out */

typedef struct {
    size_t runs;
    double slack; /* how far one of two equal halves may be off, relative to its share */
    uint64_t seed;
    int32_t *part;       /* n */
    int64_t *low, *high; /* k: least and most that the bisections allow each part to weigh */
} splitter;

/* A set of vertices still to be cut into parts first .. first+k-1. */
typedef struct {
    const ce_hyper_level *level;
    const int32_t *name; /* of its vertices; NULL: their own numbers */
    size_t first, k;
    double low, high; /* least and most that it may weigh */
} portion;

static ce_bisection_bounds bisection_bounds(const ce_hyper_level *level, size_t k, double slack)
{
    size_t k0 = k - k / 2;
    double total = (double)level->total, share = (double)k0 / (double)k,
           room = slack * (1 - share) * total;
    ce_bisection_bounds bounds = {.need = {(int64_t)k0, (int64_t)(k / 2)}, .share = share};

    bounds.high[0] = (int64_t)floor(share * total + room + 1e-6);
    bounds.high[1] = (int64_t)floor((1 - share) * total + room + 1e-6);
    /* if the shares are no whole numbers */
    if (bounds.high[0] + bounds.high[1] < level->total)
        bounds.high[0] = level->total - bounds.high[1];
    return bounds;
}

static int split(const splitter *s, const portion *p, uint64_t number, ce_error *err);

/* One side of a portion. number: of the next bisection, for the random streams. */
static int split_side(const splitter *s, const portion *p, const char *side, char which,
                      uint64_t number, ce_error *err)
{
    size_t k1 = p->k / 2, k = which ? k1 : p->k - k1;
    double share = (double)k / (double)p->k, slack = s->slack * (double)k1 / (double)k;
    portion part = {.first = p->first + (which ? p->k - k1 : 0), .k = k};
    ce_hyper_level level = {0};
    int32_t *name = ce_alloc(p->level->n, sizeof *name, err);
    int rc = name ? ce_hyper_level_part(p->level, side, which, &level, name, err) : CE_ENOMEM;

    part.level = &level;
    part.name = name;
    part.low = p->low * share * (1 - slack);
    part.high = p->high * share * (1 + slack);
    for (size_t v = 0; v < level.n && p->name && !rc; v++)
        name[v] = p->name[name[v]];
    if (!rc)
        rc = split(s, &part, number, err);
    ce_hyper_level_free(&level);
    free(name);
    return rc;
}

/* A portion that is one part, or has a part for each vertex. */
static void settle(const splitter *s, const portion *p)
{
    for (size_t v = 0; v < p->level->n; v++) {
        int32_t name = p->name ? p->name[v] : (int32_t)v;
        s->part[name] = (int32_t)(p->first + (p->k == 1 ? 0 : v));
    }
    for (size_t c = 0; c < p->k; c++) {
        s->low[p->first + c] = (int64_t)floor(p->low / (double)p->k);
        s->high[p->first + c] = (int64_t)ceil(p->high / (double)p->k);
    }
}

static int split(const splitter *s, const portion *p, uint64_t number, ce_error *err)
{
    ce_bisection_bounds bounds;
    char *side;
    int rc;

    if (p->k == 1 || p->k == p->level->n) {
        settle(s, p);
        return CE_OK;
    }
    bounds = bisection_bounds(p->level, p->k, s->slack);
    side = ce_alloc(p->level->n, 1, err);
    rc = side ? ce_hyper_level_bisect(p->level, &bounds, s->runs, s->seed, number * (s->runs + 1),
                                      side, err)
              : CE_ENOMEM;
    if (!rc)
        rc = split_side(s, p, side, 0, number + 1, err);
    if (!rc) /* the first side took k0 - 1 bisections */
        rc = split_side(s, p, side, 1, number + p->k - p->k / 2, err);
    free(side);
    return rc;
}

static int cut_level(const ce_hyper_level *level, const ce_hypergraph_options *options,
                     int32_t *part, ce_error *err)
{
    size_t k = options->k;
    splitter s = {.runs = options->runs ? options->runs : DEFAULT_RUNS,
                  .slack =
                      (options->imbalance > 0 ? options->imbalance : CE_HYPERGRAPH_IMBALANCE) / 50,
                  .seed = options->seed,
                  .part = part,
                  .low = ce_alloc(k, sizeof *s.low, err),
                  .high = ce_alloc(k, sizeof *s.high, err)};
    portion all = {
        .level = level, .k = k, .low = (double)level->total, .high = (double)level->total};
    int rc = s.low && s.high ? split(&s, &all, 0, err) : CE_ENOMEM;

    if (!rc && k > 2 && level->edges <= REFINE_ENTRIES / k)
        rc = ce_hyper_level_refine(level, k, s.low, s.high, part, err);
    free(s.low);
    free(s.high);
    return rc;
}

int ce_hypergraph_check(const ce_hypergraph *graph, const ce_hypergraph_options *options,
                        ce_error *err)
{
    if (options->k == 0)
        return ce_fail(err, CE_EARG, "0 parts asked for");
    if (options->imbalance < 0 || !(options->imbalance < 50))
        return ce_fail(err, CE_EARG, "an imbalance of %g, from 0 to below 50 expected",
                       options->imbalance);
    if (options->k > graph->n)
        return ce_fail(err, CE_EINPUT, "%zu parts asked for, but there are only %zu vertices",
                       options->k, graph->n);
    if (graph->edges > MOST_EDGES)
        return ce_fail(err, CE_EINPUT, "a hypergraph of %zu edges; up to %zu can be cut",
                       graph->edges, MOST_EDGES);
    return CE_OK;
}

int ce_hypergraph_cut(const ce_hypergraph *graph, const ce_hypergraph_options *options,
                      ce_partition *partition, double *cut, ce_error *err)
{
    ce_hyper_level level = {0};
    int rc = ce_hypergraph_check(graph, options, err);

    if (!rc)
        rc = ce_hyper_level_build(&level, graph, err);
    if (!rc)
        rc = ce_partition_alloc(partition, graph->n, err);
    if (!rc)
        rc = cut_level(&level, options, partition->labels, err);
    if (!rc)
        rc = ce_labels_renumber(partition->labels, graph->n, &partition->k, err);
    if (!rc && cut)
        *cut = ce_hypergraph_weight_cut(graph, partition);
    ce_hyper_level_free(&level);
    if (rc)
        ce_partition_free(partition);
    return rc;
}

double ce_hypergraph_weight_cut(const ce_hypergraph *graph, const ce_partition *partition)
{
    double cut = 0;

    for (size_t e = 0; e < graph->edges; e++) {
        size_t p = graph->edge_start[e] + 1;
        while (p < graph->edge_start[e + 1] &&
               partition->labels[graph->pin[p]] == partition->labels[graph->pin[p - 1]])
            p++;
        if (p < graph->edge_start[e + 1])
            cut += graph->edge_weight ? graph->edge_weight[e] : 1;
    }
    return cut;
}
