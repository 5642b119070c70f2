/*
 * Coarsening by first choice (Karypis and Kumar's hMETIS). Every vertex in turn joins the vertex or
 * cluster with which it shares most, rated by the sum of w_e / (|e| - 1) over the edges in common.
 *
 * To look through the vertices of all edges costs sum |e|^2, too much for clusters of half the
 * objects. So only edges up to a size that keeps within a budget are looked through. For the larger
 * ones:
 *
 * 1. Edges are put into a random order in which heavy ones tend to be early.
 * 2. The hash of a vertex is its first three edges in that order (min-wise hashing, Broder 1997).
 * 3. Vertices are sorted by hash, and a vertex is compared with its neighbours in that order, over
 *    all edges that both have.
 */
#include "partition/hypergraph/hypergraph_coarsen.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/random.h"

enum { KEYS = 3, WINDOW = 3, SIZES = 1024, BUDGET = 1 << 19, BUDGET_PER_PIN = 4 };

typedef struct {
    const ce_hyper_level *level;
    const char *side;
    int64_t heaviest;
    size_t limit;     /* edges of up to so many vertices are looked through */
    double *value;    /* edges: w / (|e| - 1) */
    int32_t *cluster; /* n: the vertex that stands for its cluster; itself at first */
    int64_t *load;    /* n: of the cluster, at the vertex that stands for it */
    double *score;    /* n: rating of each cluster for the present vertex; 0 between vertices */
    int32_t *touched; /* n: clusters with a score */
    size_t count;     /* touched */
    int32_t *order;   /* n: sorted by hash; NULL when all edges are looked through */
    int32_t *place;   /* n: where a vertex is in order */
} matcher;

/* The largest size for which all edges up to it cost no more than the budget. */
static size_t look_limit(const ce_hyper_level *level)
{
    size_t budget = BUDGET + BUDGET_PER_PIN * level->edge_start[level->edges], limit = 1, sum = 0;
    size_t cost[SIZES + 1] = {0};

    for (size_t e = 0; e < level->edges; e++) {
        size_t size = level->edge_start[e + 1] - level->edge_start[e];
        if (size <= SIZES)
            cost[size] += size * size;
    }
    while (limit < SIZES && (sum += cost[limit + 1]) <= budget)
        limit++;
    return limit;
}

static int has_larger(const ce_hyper_level *level, size_t limit)
{
    for (size_t e = 0; e < level->edges; e++)
        if (level->edge_start[e + 1] - level->edge_start[e] > limit)
            return 1;
    return 0;
}

/* ---- the order by min-wise hash ---- */

/* rank[e]: place of an edge in the random order: drawn by their values, without replacement. */
static int draw_ranks(const matcher *m, gsl_rng *rng, int32_t *rank, ce_error *err)
{
    size_t edges = m->level->edges;
    ce_arrival *clock = ce_alloc(edges, sizeof *clock, err);

    if (!clock)
        return CE_ENOMEM;
    for (size_t e = 0; e < edges; e++)
        clock[e] = ce_random_arrival(rng, m->value[e], (int32_t)e);
    qsort(clock, edges, sizeof *clock, ce_arrival_compare);
    for (size_t e = 0; e < edges; e++)
        rank[clock[e].index] = (int32_t)e;
    free(clock);
    return CE_OK;
}

/* The lowest ranks among the edges of a vertex, ascending; `edges` in place of those it lacks. */
static void lowest_ranks(const ce_hyper_level *level, const int32_t *rank, size_t v, int32_t *key)
{
    for (int i = 0; i < KEYS; i++)
        key[i] = (int32_t)level->edges;
    for (size_t a = level->vertex_start[v]; a < level->vertex_start[v + 1]; a++) {
        int32_t r = rank[level->edge[a]];
        for (int i = 0; i < KEYS; i++)
            if (r < key[i]) {
                int32_t next = key[i];
                key[i] = r;
                r = next;
            }
    }
}

/* Sorts order by one key. Equal ones stay in their order. */
static void counting_sort(const int32_t *key, size_t which, size_t values, size_t n, size_t *start,
                          int32_t *order, int32_t *sorted)
{
    memset(start, 0, (values + 1) * sizeof *start);
    for (size_t v = 0; v < n; v++)
        start[key[v * KEYS + which] + 1]++;
    for (size_t i = 1; i <= values; i++)
        start[i] += start[i - 1];
    for (size_t i = 0; i < n; i++)
        sorted[start[key[(size_t)order[i] * KEYS + which]]++] = order[i];
    memcpy(order, sorted, n * sizeof *order);
}

static int sort_by_hash(matcher *m, gsl_rng *rng, ce_error *err)
{
    const ce_hyper_level *level = m->level;
    size_t n = level->n, values = level->edges + 1;
    int32_t *rank = ce_alloc(level->edges, sizeof *rank, err),
            *key = ce_alloc(n, KEYS * sizeof *key, err);
    size_t *start = ce_alloc(values + 1, sizeof *start, err);
    int rc;

    m->order = ce_alloc(n, sizeof *m->order, err);
    m->place = ce_alloc(n, sizeof *m->place, err);
    rc = rank && key && start && m->order && m->place ? draw_ranks(m, rng, rank, err) : CE_ENOMEM;
    for (size_t v = 0; v < n && !rc; v++) {
        lowest_ranks(level, rank, v, key + v * KEYS);
        m->order[v] = (int32_t)v;
    }
    for (size_t which = KEYS; which-- > 0 && !rc;)
        counting_sort(key, which, values, n, start, m->order, m->place);
    for (size_t i = 0; i < n && !rc; i++)
        m->place[m->order[i]] = (int32_t)i;
    free(rank);
    free(key);
    free(start);
    return rc;
}

/* ---- rating ---- */

static void rate(matcher *m, size_t v, size_t u, double value)
{
    size_t c = (size_t)m->cluster[u];

    if (c == v || value <= 0)
        return;
    if (m->score[c] == 0)
        m->touched[m->count++] = (int32_t)c;
    m->score[c] += value;
}

/* Sum of the values of the edges that two vertices share and that are not looked through. */
static double large_in_common(const matcher *m, size_t u, size_t v)
{
    const ce_hyper_level *level = m->level;
    size_t a = level->vertex_start[u], b = level->vertex_start[v];
    double sum = 0;

    while (a < level->vertex_start[u + 1] && b < level->vertex_start[v + 1]) {
        int32_t e = level->edge[a], f = level->edge[b];
        if (e == f && level->edge_start[e + 1] - level->edge_start[e] > m->limit)
            sum += m->value[e];
        a += e <= f;
        b += f <= e;
    }
    return sum;
}

static void rate_neighbours(matcher *m, size_t v)
{
    const ce_hyper_level *level = m->level;
    size_t place;

    m->count = 0;
    for (size_t a = level->vertex_start[v]; a < level->vertex_start[v + 1]; a++) {
        size_t e = (size_t)level->edge[a];
        if (level->edge_start[e + 1] - level->edge_start[e] > m->limit)
            continue;
        for (size_t p = level->edge_start[e]; p < level->edge_start[e + 1]; p++)
            rate(m, v, (size_t)level->pin[p], m->value[e]);
    }
    if (!m->order)
        return;
    place = (size_t)m->place[v];
    for (size_t step = 1; step <= WINDOW; step++) {
        if (place >= step)
            rate(m, v, (size_t)m->order[place - step],
                 large_in_common(m, v, (size_t)m->order[place - step]));
        if (place + step < level->n)
            rate(m, v, (size_t)m->order[place + step],
                 large_in_common(m, v, (size_t)m->order[place + step]));
    }
}

/* The cluster with the best score among those that v may join (ties: the lighter one); -1 when
 * there is none. Clears the scores. */
static int32_t best_cluster(matcher *m, size_t v)
{
    int32_t best = -1;
    double best_score = 0;

    for (size_t i = 0; i < m->count; i++) {
        int32_t c = m->touched[i];
        double score = m->score[c];
        m->score[c] = 0;
        if (score < best_score || m->load[c] + m->level->load[v] > m->heaviest ||
            (m->side && m->side[c] != m->side[v]))
            continue;
        if (best < 0 || score > best_score || m->load[c] < m->load[best]) {
            best = c;
            best_score = score;
        }
    }
    return best;
}

/* ---- matching ---- */

static int matcher_alloc(matcher *m, gsl_rng *rng, ce_error *err)
{
    const ce_hyper_level *level = m->level;
    size_t n = level->n;

    m->value = ce_alloc(level->edges, sizeof *m->value, err);
    m->cluster = ce_alloc(n, sizeof *m->cluster, err);
    m->load = ce_alloc(n, sizeof *m->load, err);
    m->score = ce_calloc(n, sizeof *m->score, err);
    m->touched = ce_alloc(n, sizeof *m->touched, err);
    if (!m->value || !m->cluster || !m->load || !m->score || !m->touched)
        return CE_ENOMEM;
    for (size_t e = 0; e < level->edges; e++)
        m->value[e] = (double)level->weight[e] /
                      (double)(level->edge_start[e + 1] - level->edge_start[e] - 1);
    for (size_t v = 0; v < n; v++) {
        m->cluster[v] = (int32_t)v;
        m->load[v] = level->load[v];
    }
    m->limit = look_limit(level);
    return has_larger(level, m->limit) ? sort_by_hash(m, rng, err) : CE_OK;
}

static void matcher_free(matcher *m)
{
    free(m->value);
    free(m->cluster);
    free(m->load);
    free(m->score);
    free(m->touched);
    free(m->order);
    free(m->place);
}

/* Takes vertices in random order. One that others have joined stays where it is. */
static int join_all(matcher *m, gsl_rng *rng, ce_error *err)
{
    const ce_hyper_level *level = m->level;
    size_t n = level->n;
    int32_t *visit = ce_alloc(n, sizeof *visit, err);
    char *joined = ce_calloc(n, 1, err);

    for (size_t i = 0; visit && joined && i < n; i++) {
        size_t j = ce_random_below(rng, i + 1);
        visit[i] = visit[j];
        visit[j] = (int32_t)i;
    }
    for (size_t i = 0; visit && joined && i < n; i++) {
        size_t v = (size_t)visit[i];
        int32_t c;
        if (joined[v] || level->load[v] >= m->heaviest)
            continue;
        rate_neighbours(m, v);
        c = best_cluster(m, v);
        if (c < 0)
            continue;
        m->cluster[v] = c;
        m->load[c] += level->load[v];
        joined[v] = joined[c] = 1;
    }
    free(visit);
    free(joined);
    return visit && joined ? CE_OK : CE_ENOMEM;
}

int ce_hyper_level_match(const ce_hyper_level *level, const char *side, int64_t heaviest,
                         gsl_rng *rng, int32_t *map, size_t *count, ce_error *err)
{
    matcher m = {.level = level, .side = side, .heaviest = heaviest};
    int rc = matcher_alloc(&m, rng, err);

    if (!rc)
        rc = join_all(&m, rng, err);
    *count = 0;
    for (size_t v = 0; v < level->n && !rc; v++)
        if ((size_t)m.cluster[v] == v)
            map[v] = (int32_t)(*count)++;
    for (size_t v = 0; v < level->n && !rc; v++)
        map[v] = map[m.cluster[v]];
    matcher_free(&m);
    return rc;
}
