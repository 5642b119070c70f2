/*
 * Fiduccia and Mattheyses's moves between two sides, with gain buckets.
 *
 * An edge keeps how many of its vertices are on each side, and the sum of their numbers. If one
 * vertex is alone on a side, the sum is its number. So a move touches the other vertices of an edge
 * only when the edge becomes cut or whole. Vertices move once in a pass, so this happens at most
 * three times to an edge. A pass costs O(pins), however large the edges are.
 */
#include "partition/hypergraph/hypergraph_moves.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/random.h"

enum {
    NONE = -1,
    MAX_BUCKETS = 1 << 17, /* a side; if there are more gains, several share a bucket */
    MAX_PASSES = 12,
    LOOKS = 16 /* vertices of the best gains tried for one that the balance lets move */
};

/* The state of a vertex. */
enum {
    WAITING, /* in its bucket */
    HELD,    /* stays on its side in this pass */
    ASIDE    /* out of the buckets: moved, or may not move */
};

typedef struct {
    int32_t count[2]; /* vertices on each side */
    int64_t sum[2];   /* of their numbers */
} edge_state;

struct ce_hyper_moves {
    const ce_hyper_level *level;
    const ce_bisection_bounds *bounds;
    char *side;
    edge_state *edge;         /* edges */
    int64_t *gain;            /* n */
    int32_t *next, *previous; /* n: in the list of a bucket; previous NONE: the first */
    char *state;              /* n */
    int32_t *moved;           /* n: the moves of this pass */
    int32_t *bucket[2];       /* MAX_BUCKETS: first vertex */
    int64_t top[2];           /* no bucket above has a vertex */
    size_t waiting[2];
    int64_t most; /* the largest gain there can be */
    int shift;    /* 2^shift gains share a bucket */
    int64_t load[2], members[2], cut;
};

int ce_hyper_moves_alloc(ce_hyper_moves **moves, size_t n, size_t edges, ce_error *err)
{
    ce_hyper_moves *m = ce_calloc(1, sizeof *m, err);

    *moves = m;
    if (!m)
        return CE_ENOMEM;
    m->edge = ce_alloc(edges, sizeof *m->edge, err);
    m->gain = ce_alloc(n, sizeof *m->gain, err);
    m->next = ce_alloc(n, sizeof *m->next, err);
    m->previous = ce_alloc(n, sizeof *m->previous, err);
    m->state = ce_alloc(n, 1, err);
    m->moved = ce_alloc(n, sizeof *m->moved, err);
    m->bucket[0] = ce_alloc(MAX_BUCKETS, sizeof *m->bucket[0], err);
    m->bucket[1] = ce_alloc(MAX_BUCKETS, sizeof *m->bucket[1], err);
    if (!m->edge || !m->gain || !m->next || !m->previous || !m->state || !m->moved ||
        !m->bucket[0] || !m->bucket[1])
        return CE_ENOMEM;
    for (size_t b = 0; b < MAX_BUCKETS; b++)
        m->bucket[0][b] = m->bucket[1][b] = NONE;
    return CE_OK;
}

void ce_hyper_moves_free(ce_hyper_moves *m)
{
    if (!m)
        return;
    free(m->edge);
    free(m->gain);
    free(m->next);
    free(m->previous);
    free(m->state);
    free(m->moved);
    free(m->bucket[0]);
    free(m->bucket[1]);
    free(m);
}

/* ---- buckets ---- */

static int64_t bucket_of(const ce_hyper_moves *m, int64_t gain)
{
    return (gain + m->most) >> m->shift;
}

static void bucket_add(ce_hyper_moves *m, int32_t v)
{
    int s = m->side[v];
    int64_t b = bucket_of(m, m->gain[v]);
    int32_t first = m->bucket[s][b];

    m->next[v] = first;
    m->previous[v] = NONE;
    if (first != NONE)
        m->previous[first] = v;
    m->bucket[s][b] = v;
    if (b > m->top[s])
        m->top[s] = b;
    m->waiting[s]++;
    m->state[v] = WAITING;
}

static void bucket_remove(ce_hyper_moves *m, int32_t v)
{
    int s = m->side[v];

    if (m->previous[v] != NONE)
        m->next[m->previous[v]] = m->next[v];
    else
        m->bucket[s][bucket_of(m, m->gain[v])] = m->next[v];
    if (m->next[v] != NONE)
        m->previous[m->next[v]] = m->previous[v];
    m->waiting[s]--;
    m->state[v] = ASIDE;
}

static void gain_add(ce_hyper_moves *m, int32_t v, int64_t change)
{
    if (m->state[v] != WAITING) {
        m->gain[v] += change;
        return;
    }
    bucket_remove(m, v);
    m->gain[v] += change;
    bucket_add(m, v);
}

/* The first vertex of the best bucket of a side; NONE when all are empty. */
static int32_t best_of(ce_hyper_moves *m, int s)
{
    if (!m->waiting[s])
        return NONE;
    while (m->bucket[s][m->top[s]] == NONE)
        m->top[s]--;
    return m->bucket[s][m->top[s]];
}

/* ---- the state of a bisection ---- */

static void count_sides(ce_hyper_moves *m)
{
    const ce_hyper_level *level = m->level;

    m->cut = 0;
    m->load[0] = m->load[1] = m->members[0] = m->members[1] = 0;
    for (size_t e = 0; e < level->edges; e++) {
        edge_state state = {{0, 0}, {0, 0}};
        for (size_t p = level->edge_start[e]; p < level->edge_start[e + 1]; p++) {
            int32_t v = level->pin[p];
            state.count[(int)m->side[v]]++;
            state.sum[(int)m->side[v]] += v;
        }
        m->edge[e] = state;
        if (state.count[0] && state.count[1])
            m->cut += level->weight[e];
    }
    for (size_t v = 0; v < level->n; v++) {
        m->load[(int)m->side[v]] += level->load[v];
        m->members[(int)m->side[v]] += level->members[v];
    }
}

/* Gains of all vertices, and the range of the buckets. */
static void count_gains(ce_hyper_moves *m)
{
    const ce_hyper_level *level = m->level;

    m->most = 1;
    for (size_t v = 0; v < level->n; v++) {
        int s = m->side[v];
        int64_t all = 0, gain = 0;
        for (size_t a = level->vertex_start[v]; a < level->vertex_start[v + 1]; a++) {
            int32_t e = level->edge[a];
            all += level->weight[e];
            if (m->edge[e].count[s] == 1)
                gain += level->weight[e];
            else if (m->edge[e].count[!s] == 0)
                gain -= level->weight[e];
        }
        m->gain[v] = gain;
        m->state[v] = ASIDE;
        if (all > m->most)
            m->most = all;
    }
    m->shift = 0;
    while ((2 * m->most) >> m->shift >= MAX_BUCKETS)
        m->shift++;
}

/* Buckets are empty between passes. Only those of vertices that still wait need a look. */
static void start_buckets(ce_hyper_moves *m)
{
    for (int s = 0; s < 2; s++) {
        m->top[s] = 0;
        m->waiting[s] = 0;
    }
}

static void empty_buckets(ce_hyper_moves *m)
{
    for (size_t v = 0; v < m->level->n; v++)
        if (m->state[v] == WAITING)
            m->bucket[(int)m->side[v]][bucket_of(m, m->gain[v])] = NONE;
}

static int64_t excess(const ce_hyper_moves *m, const int64_t load[2])
{
    int64_t above = load[0] - m->bounds->high[0], other = load[1] - m->bounds->high[1];

    above = above > other ? above : other;
    return above > 0 ? above : 0;
}

/* ---- one move ---- */

/* Updates edge e, and the gains of its other vertices, when v crosses from side s. */
static void update_edge(ce_hyper_moves *m, size_t e, int32_t v, int s)
{
    const ce_hyper_level *level = m->level;
    edge_state *state = m->edge + e;
    int64_t weight = level->weight[e], change = 0;

    if (state->count[!s] == 0) {
        change = weight; /* any other vertex would have cut it; now it is cut */
        m->cut += weight;
    } else if (state->count[!s] == 1) {
        gain_add(m, (int32_t)state->sum[!s], -weight);
    }
    state->count[s]--;
    state->count[!s]++;
    state->sum[s] -= v;
    state->sum[!s] += v;
    if (state->count[s] == 0) {
        change -= weight;
        m->cut -= weight;
    } else if (state->count[s] == 1) {
        gain_add(m, (int32_t)state->sum[s], weight);
    }
    if (change)
        for (size_t p = level->edge_start[e]; p < level->edge_start[e + 1]; p++)
            if (level->pin[p] != v)
                gain_add(m, level->pin[p], change);
}

static void shift_loads(ce_hyper_moves *m, int32_t v, int s)
{
    m->load[s] -= m->level->load[v];
    m->load[!s] += m->level->load[v];
    m->members[s] -= m->level->members[v];
    m->members[!s] += m->level->members[v];
}

static void move(ce_hyper_moves *m, int32_t v)
{
    const ce_hyper_level *level = m->level;
    int s = m->side[v];

    bucket_remove(m, v);
    for (size_t a = level->vertex_start[v]; a < level->vertex_start[v + 1]; a++)
        update_edge(m, (size_t)level->edge[a], v, s);
    m->side[v] = (char)!s;
    shift_loads(m, v, s);
}

/* Takes a move back. Gains are not updated, because the pass is over. */
static void take_back(ce_hyper_moves *m, int32_t v)
{
    const ce_hyper_level *level = m->level;
    int s = m->side[v];

    for (size_t a = level->vertex_start[v]; a < level->vertex_start[v + 1]; a++) {
        edge_state *state = m->edge + level->edge[a];
        state->count[s]--;
        state->count[!s]++;
        state->sum[s] -= v;
        state->sum[!s] += v;
    }
    m->side[v] = (char)!s;
    shift_loads(m, v, s);
}

/* ---- passes ---- */

/* Whether v may cross. Afterwards the load may exceed its bound by no more than the load of v, so
 * that another can cross back, or by less than before. */
static int may_move(const ce_hyper_moves *m, int32_t v)
{
    int s = m->side[v];
    int64_t load[2] = {m->load[0], m->load[1]}, after;

    load[s] -= m->level->load[v];
    load[!s] += m->level->load[v];
    after = excess(m, load);
    return m->members[s] - m->level->members[v] >= m->bounds->need[s] &&
           (after <= m->level->load[v] || after < excess(m, m->load));
}

/* The best vertex of a side that may cross, or NONE. Vertices that may not cross are put aside for
 * the rest of the pass. */
static int32_t best_allowed(ce_hyper_moves *m, int s)
{
    int32_t v = NONE;

    for (int look = 0; look < LOOKS && (v = best_of(m, s)) != NONE; look++) {
        if (may_move(m, v))
            return v;
        bucket_remove(m, v);
    }
    return NONE;
}

/* The move of best gain; of equal gains, that from the side that is nearer to its bound. If that
 * side exceeds its bound, only its vertices may move. */
static int32_t choose(ce_hyper_moves *m)
{
    int full = m->load[0] - m->bounds->high[0] >= m->load[1] - m->bounds->high[1] ? 0 : 1;
    int32_t v, u;

    if (m->load[full] > m->bounds->high[full])
        return best_allowed(m, full);
    v = best_of(m, full) != NONE ? best_allowed(m, full) : NONE;
    u = best_of(m, !full) != NONE ? best_allowed(m, !full) : NONE;
    if (v == NONE || (u != NONE && m->gain[u] > m->gain[v]))
        return u;
    return v;
}

/* One pass, in which the vertices of edge `held` stay (NONE: all may move). Returns 1 when it made
 * the cost better. */
static int pass(ce_hyper_moves *m, int32_t held, ce_bisection_cost *cost)
{
    const ce_hyper_level *level = m->level;
    size_t moves = 0, best = 0, patience = 50 + level->n / 50;
    ce_bisection_cost before = *cost;

    count_gains(m);
    start_buckets(m);
    for (size_t p = level->edge_start[held == NONE ? 0 : held];
         held != NONE && p < level->edge_start[held + 1]; p++)
        m->state[level->pin[p]] = HELD;
    for (size_t v = 0; v < level->n; v++)
        if (m->state[v] != HELD)
            bucket_add(m, (int32_t)v);
    while (moves - best <= patience) {
        ce_bisection_cost now;
        int32_t v = choose(m);
        if (v == NONE)
            break;
        move(m, v);
        m->moved[moves++] = v;
        now = (ce_bisection_cost){excess(m, m->load), m->cut};
        if (ce_bisection_better(now, *cost)) {
            *cost = now;
            best = moves;
        }
    }
    empty_buckets(m);
    while (moves > best)
        take_back(m, m->moved[--moves]);
    m->cut = cost->cut;
    return ce_bisection_better(*cost, before);
}

static void attach(ce_hyper_moves *m, const ce_hyper_level *level,
                   const ce_bisection_bounds *bounds, char *side)
{
    m->level = level;
    m->bounds = bounds;
    m->side = side;
    count_sides(m);
}

ce_bisection_cost ce_hyper_moves_refine(ce_hyper_moves *m, const ce_hyper_level *level,
                                        const ce_bisection_bounds *bounds, char *side)
{
    ce_bisection_cost cost;

    attach(m, level, bounds, side);
    cost = (ce_bisection_cost){excess(m, m->load), m->cut};
    for (int i = 0; i < MAX_PASSES && pass(m, NONE, &cost); i++)
        ;
    return cost;
}

/* The first edge on both sides from a random place on; NONE when there is none. */
static int32_t draw_cut_edge(const ce_hyper_moves *m, gsl_rng *rng)
{
    size_t edges = m->level->edges, start = edges ? ce_random_below(rng, edges) : 0;

    for (size_t i = 0; i < edges; i++) {
        size_t e = (start + i) % edges;
        if (m->edge[e].count[0] && m->edge[e].count[1])
            return (int32_t)e;
    }
    return NONE;
}

static void pull(ce_hyper_moves *m, int32_t e, int to)
{
    const ce_hyper_level *level = m->level;

    for (size_t p = level->edge_start[e]; p < level->edge_start[e + 1]; p++)
        if (m->side[level->pin[p]] != to)
            m->side[level->pin[p]] = (char)to;
}

ce_bisection_cost ce_hyper_moves_pull(ce_hyper_moves *m, const ce_hyper_level *level,
                                      const ce_bisection_bounds *bounds, size_t tries, gsl_rng *rng,
                                      char *side, char *trial)
{
    ce_bisection_cost best, cost;

    attach(m, level, bounds, side);
    best = (ce_bisection_cost){excess(m, m->load), m->cut};
    for (size_t t = 0; t < tries; t++) {
        int32_t e;
        int to;
        memcpy(trial, side, level->n);
        attach(m, level, bounds, trial);
        e = draw_cut_edge(m, rng);
        if (e == NONE)
            break;
        to = ce_random_below(rng, (size_t)(m->edge[e].count[0] + m->edge[e].count[1])) >=
             (size_t)m->edge[e].count[0];
        pull(m, e, to);
        count_sides(m);
        cost = (ce_bisection_cost){excess(m, m->load), m->cut};
        pass(m, e, &cost);
        for (int i = 0; i < MAX_PASSES && pass(m, NONE, &cost); i++)
            ;
        if (!ce_bisection_better(best, cost)) {
            best = cost;
            memcpy(side, trial, level->n);
        }
    }
    return best;
}

void ce_hyper_moves_grow(ce_hyper_moves *m, const ce_hyper_level *level,
                         const ce_bisection_bounds *bounds, size_t seed, char *side)
{
    double aim = bounds->share * (double)level->total;
    int32_t v = (int32_t)seed;

    memset(side, 1, level->n);
    attach(m, level, bounds, side);
    count_gains(m);
    start_buckets(m);
    for (size_t u = 0; u < level->n; u++)
        bucket_add(m, (int32_t)u);
    /* Ends where one more vertex would miss the aim by more than it is missed now. */
    while (v != NONE && (double)m->load[0] + (double)level->load[v] / 2 <= aim) {
        move(m, v);
        v = best_of(m, 1);
    }
    empty_buckets(m);
}
