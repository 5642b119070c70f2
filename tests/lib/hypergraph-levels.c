/* hypergraph-levels: the smaller hypergraphs on the way to a bisection, against a plain list of
 * edges; which vertices become one, against the rule of first choice; moves between two sides, by
 * what must hold, and against the same rule with every gain and load counted anew; and the moves
 * between all parts, likewise. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "core/random.h"
#include "partition/hypergraph/hypergraph_coarsen.h"
#include "partition/hypergraph/hypergraph_kway.h"
#include "partition/hypergraph/hypergraph_moves.h"

enum { VERTICES = 16, EDGES = 14, PARTS = 5, PASSES = 8 };

static unsigned long state = 3;

static int draw(int below)
{
    state = state * 6364136223846793005UL + 1442695040888963407UL;
    return (int)((double)(state >> 11) / 9007199254740992.0 * below);
}

typedef struct {
    int n, edges, k;
    char in[EDGES][VERTICES];
    int64_t weight[EDGES], load[VERTICES], low[PARTS], high[PARTS];
} problem;

typedef struct {
    int64_t cut, spread; /* weight of the edges in several parts; of all, times their parts */
} cost;

static cost count_cost(const problem *p, const int32_t *part)
{
    cost c = {0, 0};

    for (int e = 0; e < p->edges; e++) {
        char seen[PARTS] = {0};
        int spanned = 0;
        for (int v = 0; v < p->n; v++)
            if (p->in[e][v] && !seen[part[v]]) {
                seen[part[v]] = 1;
                spanned++;
            }
        c.cut += spanned > 1 ? p->weight[e] : 0;
        c.spread += spanned * p->weight[e];
    }
    return c;
}

static int is_less(cost a, cost b)
{
    return a.cut < b.cut || (a.cut == b.cut && a.spread < b.spread);
}

/* How far the load of a part is outside of its bounds. */
static int64_t outside(const problem *p, const int32_t *part, int of)
{
    int64_t load = 0;

    for (int v = 0; v < p->n; v++)
        load += part[v] == of ? p->load[v] : 0;
    if (load > p->high[of])
        return load - p->high[of];
    return load < p->low[of] ? p->low[of] - load : 0;
}

static int members(const problem *p, const int32_t *part, int of)
{
    int count = 0;

    for (int v = 0; v < p->n; v++)
        count += part[v] == of;
    return count;
}

/* Moves every vertex to the part where the cut costs least, in the order of the vertices. */
static int pass(const problem *p, int32_t *part)
{
    int moved = 0;

    for (int v = 0; v < p->n; v++) {
        int32_t from = part[v], best = from;
        cost least = count_cost(p, part);
        int64_t was = outside(p, part, from);
        if (members(p, part, from) == 1)
            continue;
        for (int to = 0; to < p->k; to++) {
            int64_t there;
            if (to == from)
                continue;
            there = outside(p, part, to);
            part[v] = to;
            if (is_less(count_cost(p, part), least) && outside(p, part, from) <= was &&
                outside(p, part, to) <= there) {
                least = count_cost(p, part);
                best = to;
            }
            part[v] = from;
        }
        part[v] = best;
        moved += best != from;
    }
    return moved;
}

static void make(problem *p, int32_t *part)
{
    int64_t sum = 0;
    int weighted = draw(2);

    *p = (problem){.n = 6 + draw(VERTICES - 5), .edges = 3 + draw(EDGES - 2), .k = 2 + draw(4)};
    for (int v = 0; v < p->n; v++) {
        sum += p->load[v] = weighted ? draw(4) : 1;
        part[v] = v < p->k ? v : draw(p->k);
    }
    for (int e = 0; e < p->edges; e++) {
        int size = 2 + draw(4);
        p->weight[e] = 1 + draw(weighted ? 5 : 1);
        for (int i = 0; i < size; i++)
            p->in[e][(e + draw(3) * p->k + (i ? draw(3) : 0)) % p->n] = 1;
        p->in[e][e % p->n] = p->in[e][(e + 1) % p->n] = 1; /* two vertices at least */
    }
    for (int of = 0; of < p->k; of++) {
        p->low[of] = sum / p->k - draw(3);
        p->high[of] = sum / p->k + draw(3);
    }
}

static void build(const problem *p, ce_hyper_level *level)
{
    size_t pins = 0;

    *level = (ce_hyper_level){.n = (size_t)p->n, .edges = (size_t)p->edges, .scale = 1};
    level->edge_start = calloc(EDGES + 1, sizeof *level->edge_start);
    level->pin = calloc(EDGES * VERTICES, sizeof *level->pin);
    level->vertex_start = calloc(VERTICES + 1, sizeof *level->vertex_start);
    level->edge = calloc(EDGES * VERTICES, sizeof *level->edge);
    level->weight = calloc(EDGES, sizeof *level->weight);
    level->load = calloc(VERTICES, sizeof *level->load);
    for (int e = 0; e < p->edges; e++) {
        for (int v = 0; v < p->n; v++)
            if (p->in[e][v])
                level->pin[pins++] = v;
        level->edge_start[e + 1] = pins;
        level->weight[e] = p->weight[e];
    }
    pins = 0;
    for (int v = 0; v < p->n; v++) {
        for (int e = 0; e < p->edges; e++)
            if (p->in[e][v])
                level->edge[pins++] = e;
        level->vertex_start[v + 1] = pins;
        level->total += level->load[v] = p->load[v];
    }
}

/* ---- smaller hypergraphs ---- */

/* An edge as the set of its vertices, and what cutting and scattering it costs. */
typedef struct {
    unsigned long of[EDGES];
    int64_t live[EDGES], spent[EDGES], scale, load[VERTICES], members[VERTICES];
    size_t n, edges;
} plain;

static int is_edge(unsigned long of)
{
    return (of & (of - 1)) != 0; /* two vertices at least */
}

static void add_edge(plain *p, unsigned long of, int64_t live, int64_t spent)
{
    size_t e = 0;

    while (e < p->edges && p->of[e] != of)
        e++;
    if (!is_edge(of))
        return;
    if (e == p->edges) {
        p->of[p->edges++] = of;
        p->live[e] = p->spent[e] = 0;
    }
    p->live[e] += live;
    p->spent[e] += spent;
}

static void check_level(const plain *p, const ce_hyper_level *level)
{
    int64_t total = 0;
    size_t pins = 0;

    must(level->n == p->n && level->edges == p->edges && level->scale == p->scale, "the sizes");
    for (size_t e = 0; e < level->edges; e++) {
        unsigned long of = 0;
        size_t same = 0;
        for (size_t a = level->edge_start[e]; a < level->edge_start[e + 1]; a++) {
            must(!(of >> level->pin[a] & 1), "each vertex of an edge once");
            of |= 1UL << level->pin[a];
        }
        while (same < p->edges && p->of[same] != of)
            same++;
        must(same < p->edges, "an edge of the list");
        must(level->weight[e] == p->scale * p->live[same] + p->spent[same],
             "the weight of an edge");
    }
    for (size_t v = 0; v < level->n; v++) {
        total += p->load[v];
        must(level->load[v] == p->load[v] && level->members[v] == p->members[v], "a vertex");
        for (size_t a = level->vertex_start[v]; a < level->vertex_start[v + 1]; a++) {
            int32_t e = level->edge[a];
            int found = 0;
            must(a == level->vertex_start[v] || level->edge[a - 1] < e, "edges ascend");
            for (size_t b = level->edge_start[e]; b < level->edge_start[e + 1]; b++)
                found |= level->pin[b] == (int32_t)v;
            must(found, "an edge of the vertex");
            pins++;
        }
    }
    must(pins == level->edge_start[level->edges] && total == level->total, "the sums");
}

/* The part of the vertices of one side, as a list. */
static plain part_of(const plain *from, const char *side, char which)
{
    plain p = {.scale = 1};
    int name[VERTICES];

    for (size_t v = 0; v < from->n; v++)
        if (side[v] == which) {
            name[v] = (int)p.n;
            p.load[p.n] = from->load[v];
            p.members[p.n++] = from->members[v];
        }
    for (size_t e = 0; e < from->edges; e++) {
        unsigned long of = 0;
        int all = 1;
        for (size_t v = 0; v < from->n; v++)
            if (from->of[e] >> v & 1) {
                all &= side[v] == which;
                of |= side[v] == which ? 1UL << name[v] : 0;
            }
        if (is_edge(of))
            p.scale += from->spent[e] + (all ? 0 : from->live[e]);
        add_edge(&p, of, all ? from->live[e] : 0, from->spent[e] + (all ? 0 : from->live[e]));
    }
    return p;
}

/* Vertices with the same map[] as one, as a list. */
static plain contracted(const plain *from, const int32_t *map, size_t count)
{
    plain p = {.scale = from->scale, .n = count};

    for (size_t v = 0; v < from->n; v++) {
        p.load[map[v]] += from->load[v];
        p.members[map[v]] += from->members[v];
    }
    for (size_t e = 0; e < from->edges; e++) {
        unsigned long of = 0;
        for (size_t v = 0; v < from->n; v++)
            of |= from->of[e] >> v & 1 ? 1UL << map[v] : 0;
        add_edge(&p, of, from->live[e], from->spent[e]);
    }
    return p;
}

/* Weights that are not whole, or too many, are scaled: edges to a sum of 2^30, vertices of 2^40. */
static double factor_of(const double *weight, size_t count, double limit)
{
    double sum = 0;
    int whole = 1;

    for (size_t i = 0; i < count; i++) {
        sum += weight[i];
        whole &= weight[i] == floor(weight[i]);
    }
    return whole && sum <= limit ? 1 : limit / sum;
}

static int64_t whole_of(double weight, double factor)
{
    return weight > 0 ? (int64_t)fmax(nearbyint(weight * factor), 1) : 0;
}

static void check_levels(double unit, double edge_sum, double load_sum)
{
    ce_hypergraph graph = {.n = 8 + (size_t)draw(VERTICES - 8), .edges = EDGES};
    size_t start[EDGES + 1] = {0};
    unsigned long of[EDGES] = {0};
    int32_t pin[EDGES * 4], map[VERTICES], name[VERTICES];
    double weight[EDGES], load[VERTICES], factor;
    char side[VERTICES];
    plain list = {.scale = 1, .n = graph.n};
    ce_hyper_level level = {0};
    ce_error err = {0};

    graph.edge_start = start;
    graph.pin = pin;
    graph.edge_weight = weight;
    graph.vertex_weight = load;
    for (size_t e = 0; e < EDGES; e++) {
        weight[e] = draw(4) ? (1 + draw(9)) * unit : 0;
        for (int size = draw(5), i = 0; i < size; i++)
            of[e] |= 1UL << (draw(2) ? (int)e % 5 + i : draw((int)graph.n));
        start[e + 1] = start[e];
        for (int32_t v = 0; v < VERTICES; v++)
            if (of[e] >> v & 1)
                pin[start[e + 1]++] = v;
    }
    for (size_t v = 0; v < graph.n; v++)
        load[v] = draw(5) * unit;
    factor = factor_of(weight, EDGES, edge_sum);
    for (size_t e = 0; e < EDGES; e++)
        if (weight[e] > 0)
            add_edge(&list, of[e], whole_of(weight[e], factor), 0);
    factor = factor_of(load, graph.n, load_sum);
    for (size_t v = 0; v < graph.n; v++) {
        list.load[v] = whole_of(load[v], factor);
        list.members[v] = 1;
    }
    must(!ce_hyper_level_build(&level, &graph, &err), "memory");
    check_level(&list, &level);
    for (int round = 0; round < 3; round++) { /* a part, and what is left with fewer vertices */
        ce_hyper_level part = {0}, coarse = {0};
        char which = (char)(round % 2);
        for (size_t v = 0; v < list.n; v++)
            side[v] = draw(4) ? which : !which;
        must(!ce_hyper_level_part(&level, side, which, &part, name, &err), "memory");
        for (size_t v = 0, w = 0; v < list.n; v++)
            must(side[v] != which || name[w++] == (int32_t)v, "the names of a part");
        list = part_of(&list, side, which);
        check_level(&list, &part);
        size_t count = list.n > 2 ? list.n - 1 : list.n;
        for (size_t v = 0; v < list.n; v++)
            map[v] = v < count ? (int32_t)v : draw((int)count);
        must(!ce_hyper_level_contract(&part, map, count, &coarse, &err), "memory");
        list = contracted(&list, map, count);
        check_level(&list, &coarse);
        ce_hyper_level_free(&part);
        ce_hyper_level_free(&level);
        level = coarse;
    }
    ce_hyper_level_free(&level);
}

/* ---- which vertices become one ---- */

/* A vertex and a cluster share w / (|e| - 1) for every edge of both and every vertex of the cluster
 * in it. *at: how many edges and vertices come before the first of these. */
static double shared(const problem *p, const int32_t *cluster, int v, int c, int *at)
{
    double sum = 0;

    *at = EDGES * VERTICES;
    for (int e = 0; e < p->edges; e++) {
        int size = 0;
        for (int u = 0; u < p->n; u++)
            size += p->in[e][u];
        for (int u = 0; u < p->n && p->in[e][v]; u++)
            if (p->in[e][u] && cluster[u] == c) {
                *at = sum > 0 ? *at : e * VERTICES + u;
                sum += (double)p->weight[e] / (size - 1);
            }
    }
    return sum;
}

/* First choice: every vertex joins the cluster with which it shares most; ties: the lightest, then
 * the one that it meets first among its edges. Clusters by number in `cluster`. */
static void slow_match(const problem *p, const char *side, int64_t heaviest, gsl_rng *rng,
                       int32_t *cluster)
{
    int visit[VERTICES], joined[VERTICES] = {0};
    int64_t load[VERTICES];

    for (int i = 0; i < p->n; i++) {
        int j = (int)ce_random_below(rng, (size_t)i + 1);
        visit[i] = visit[j];
        visit[j] = i;
        cluster[i] = i;
        load[i] = p->load[i];
    }
    for (int i = 0; i < p->n; i++) {
        int v = visit[i], best = -1, best_at = 0;
        double most = 0;
        for (int c = 0; c < p->n && !joined[v] && p->load[v] < heaviest; c++) {
            int at;
            double score = c == v ? 0 : shared(p, cluster, v, c, &at);
            if (score <= 0 || load[c] + p->load[v] > heaviest || (side && side[c] != side[v]))
                continue;
            if (best < 0 || score > most ||
                (score == most &&
                 (load[c] < load[best] || (load[c] == load[best] && at < best_at)))) {
                best = c;
                best_at = at;
                most = score;
            }
        }
        if (best < 0)
            continue;
        cluster[v] = best;
        load[best] += p->load[v];
        joined[v] = joined[best] = 1;
    }
}

/* Returns how many vertices were joined. */
static int check_match(unsigned seed)
{
    problem p;
    ce_hyper_level level;
    ce_error err = {0};
    gsl_rng *rng = ce_random_alloc(seed, CE_STREAM_SYNTH, 0, &err),
            *again = ce_random_alloc(seed, CE_STREAM_SYNTH, 0, &err);
    int32_t part[VERTICES] = {0}, map[VERTICES], cluster[VERTICES], name[VERTICES];
    char side[VERTICES];
    int apart = draw(2);
    int64_t heaviest;
    size_t count;
    int32_t clusters = 0;

    must(rng && again, "memory");
    make(&p, part);
    build(&p, &level);
    heaviest = 1 + draw((int)level.total);
    for (int v = 0; v < p.n; v++)
        side[v] = (char)draw(2);
    slow_match(&p, apart ? side : NULL, heaviest, again, cluster);
    must(!ce_hyper_level_match(&level, apart ? side : NULL, heaviest, rng, map, &count, &err),
         "memory");
    for (int v = 0; v < p.n; v++)
        name[v] = cluster[v] == v ? clusters++ : 0;
    must(count == (size_t)clusters, "the number of clusters by first choice");
    for (int v = 0; v < p.n; v++)
        must(map[v] == name[cluster[v]], "the clusters of first choice");
    ce_hyper_level_free(&level);
    gsl_rng_free(rng);
    gsl_rng_free(again);
    return p.n - clusters;
}

/* ---- moves between two sides ---- */

static int64_t excess_of(const problem *p, const char *side, const int64_t *high)
{
    int64_t load[2] = {0, 0}, most = 0;

    for (int v = 0; v < p->n; v++)
        load[(int)side[v]] += p->load[v];
    for (int s = 0; s < 2; s++)
        most = load[s] - high[s] > most ? load[s] - high[s] : most;
    return most;
}

static int64_t cut_of(const problem *p, const char *side)
{
    int32_t part[VERTICES] = {0};

    for (int v = 0; v < p->n; v++)
        part[v] = side[v];
    return count_cost(p, part).cut;
}

/* The moves of Fiduccia and Mattheyses, with every gain, load and excess counted anew. Of equal
 * gains the vertex comes first that was last put into its bucket: all are put there in their order,
 * and again whenever an edge changes their gain. */
typedef struct {
    const problem *p;
    const ce_bisection_bounds *bounds;
    char side[VERTICES], waiting[VERTICES];
    int stamp[VERTICES], clock;
} slow_sides;

static void put_all(slow_sides *x)
{
    for (int v = 0; v < x->p->n; v++) {
        x->waiting[v] = 1;
        x->stamp[v] = x->clock++;
    }
}

static int64_t gain_of(const slow_sides *x, int v)
{
    char side[VERTICES];

    memcpy(side, x->side, sizeof side);
    side[v] = !side[v];
    return cut_of(x->p, x->side) - cut_of(x->p, side);
}

static int best_of(const slow_sides *x, int s)
{
    int best = -1;

    for (int v = 0; v < x->p->n; v++) {
        int64_t more;
        if (!x->waiting[v] || x->side[v] != s)
            continue;
        more = best < 0 ? 1 : gain_of(x, v) - gain_of(x, best);
        if (more > 0 || (more == 0 && x->stamp[v] > x->stamp[best]))
            best = v;
    }
    return best;
}

static int may_cross(const slow_sides *x, int v)
{
    char side[VERTICES];
    int64_t after, left = -1;

    for (int u = 0; u < x->p->n; u++)
        left += x->side[u] == x->side[v];
    memcpy(side, x->side, sizeof side);
    side[v] = !side[v];
    after = excess_of(x->p, side, x->bounds->high);
    return left >= x->bounds->need[(int)x->side[v]] &&
           (after <= x->p->load[v] || after < excess_of(x->p, x->side, x->bounds->high));
}

/* Up to 16 are looked at; those that may not cross are out of the pass. */
static int best_allowed(slow_sides *x, int s)
{
    for (int look = 0; look < 16; look++) {
        int v = best_of(x, s);
        if (v < 0 || may_cross(x, v))
            return v;
        x->waiting[v] = 0;
    }
    return -1;
}

static int choose(slow_sides *x)
{
    int64_t room[2] = {x->bounds->high[0], x->bounds->high[1]};
    int full, v, u;

    for (int w = 0; w < x->p->n; w++)
        room[(int)x->side[w]] -= x->p->load[w];
    full = room[0] <= room[1] ? 0 : 1;
    v = best_allowed(x, full);
    if (room[full] < 0)
        return v;
    u = best_allowed(x, !full);
    return v < 0 || (u >= 0 && gain_of(x, u) > gain_of(x, v)) ? u : v;
}

static void touch(slow_sides *x, int v)
{
    if (x->waiting[v])
        x->stamp[v] = x->clock++;
}

/* v crosses. An edge changes the gain of the vertex that was alone on the other side, of the one
 * that is left alone, and where it becomes cut or whole, of all. */
static void cross(slow_sides *x, int v)
{
    const problem *p = x->p;

    x->waiting[v] = 0;
    for (int e = 0; e < p->edges; e++) {
        int count[2] = {0, 0}, last[2] = {0, 0}; /* left behind, on the other side */
        if (!p->in[e][v])
            continue;
        for (int u = 0; u < p->n; u++)
            if (p->in[e][u] && u != v) {
                int other = x->side[u] != x->side[v];
                count[other]++;
                last[other] = u;
            }
        if (count[1] == 1)
            touch(x, last[1]);
        if (count[0] == 1)
            touch(x, last[0]);
        for (int u = 0; u < p->n && !count[0] != !count[1]; u++)
            if (p->in[e][u] && u != v)
                touch(x, u);
    }
    x->side[v] = !x->side[v];
}

static ce_bisection_cost cost_of(const slow_sides *x)
{
    return (ce_bisection_cost){excess_of(x->p, x->side, x->bounds->high), cut_of(x->p, x->side)};
}

/* Moves until none is allowed, and the best sides on the way. Returns 1 when they are better. */
static int slow_pass(slow_sides *x)
{
    ce_bisection_cost before = cost_of(x), best = before;
    char kept[VERTICES];
    int v;

    memcpy(kept, x->side, sizeof kept);
    put_all(x);
    while ((v = choose(x)) >= 0) {
        cross(x, v);
        if (ce_bisection_better(cost_of(x), best)) {
            best = cost_of(x);
            memcpy(kept, x->side, sizeof kept);
        }
    }
    memcpy(x->side, kept, sizeof kept);
    return ce_bisection_better(best, before);
}

static void slow_grow(slow_sides *x, int seed)
{
    double total = 0, load = 0;
    int v = seed;

    memset(x->side, 1, sizeof x->side);
    put_all(x);
    for (int u = 0; u < x->p->n; u++)
        total += (double)x->p->load[u];
    while (v >= 0 && load + (double)x->p->load[v] / 2 <= x->bounds->share * total) {
        load += (double)x->p->load[v];
        cross(x, v);
        v = best_of(x, 1);
    }
}

/* The cost is a plain count's and no worse than before, both sides keep the vertices that they
 * need, where no load is bounded no single move that these allow cuts less, and the sides are those
 * of the slow form. One work space serves all, so what a hypergraph leaves there is in the way. */
static void check_moves(ce_hyper_moves *moves, int bounded)
{
    problem p;
    ce_hyper_level level;
    ce_bisection_bounds bounds = {{0, 0}, {1 + draw(3), 1 + draw(3)}, .2 + .1 * draw(7)};
    slow_sides slow = {.p = &p, .bounds = &bounds};
    ce_bisection_cost now, before;
    int32_t part[VERTICES] = {0}, members[VERTICES];
    char side[VERTICES];
    int64_t have[2] = {0, 0};
    int unit = draw(3) ? 1 : 1 + draw(500), seed;

    make(&p, part);
    for (int e = 0; e < p.edges; e++)
        p.weight[e] *= unit;
    build(&p, &level);
    level.members = members;
    for (int v = 0; v < p.n; v++)
        members[v] = 1;
    for (int s = 0; s < 2; s++)
        bounds.high[s] = bounded ? level.total / 2 + draw(3) : level.total;
    seed = draw(p.n);
    slow_grow(&slow, seed);
    ce_hyper_moves_grow(moves, &level, &bounds, (size_t)seed, side);
    must(!memcmp(side, slow.side, level.n), "the first sides of the slow form");
    for (int v = 0; v < p.n; v++)
        slow.side[v] = side[v] = (char)(v < 3 ? 0 : v < 6 ? 1 : draw(2));
    before = (ce_bisection_cost){excess_of(&p, side, bounds.high), cut_of(&p, side)};
    now = ce_hyper_moves_refine(moves, &level, &bounds, side);
    for (int i = 0; i < 12 && slow_pass(&slow); i++)
        ;
    must(!memcmp(side, slow.side, level.n), "the sides of the slow form");
    must(now.excess == excess_of(&p, side, bounds.high), "the excess of a plain count");
    must(now.cut == cut_of(&p, side), "the cut of a plain count");
    must(!ce_bisection_better(before, now), "no worse than before");
    for (int v = 0; v < p.n; v++)
        have[(int)side[v]]++;
    must(have[0] >= bounds.need[0] && have[1] >= bounds.need[1], "the vertices that a side needs");
    for (int v = 0; v < p.n && !bounded; v++) {
        if (have[(int)side[v]] == bounds.need[(int)side[v]])
            continue;
        side[v] = !side[v];
        must(cut_of(&p, side) >= now.cut, "no move of one vertex cuts less");
        side[v] = !side[v];
    }
    level.members = NULL;
    ce_hyper_level_free(&level);
}

int main(void)
{
    ce_hyper_moves *moves = NULL;
    ce_error failure = {0};
    int several = 0, joined = 0;

    for (int trial = 0; trial < 500; trial++) {
        problem p;
        ce_hyper_level level;
        ce_error err = {0};
        int32_t part[VERTICES] = {0}, slow[VERTICES];
        int passes = 0;
        make(&p, part);
        build(&p, &level);
        memcpy(slow, part, sizeof slow);
        while (passes < PASSES && pass(&p, slow))
            passes++;
        several += passes > 1;
        must(!ce_hyper_level_refine(&level, (size_t)p.k, p.low, p.high, part, &err), "memory");
        must(!memcmp(part, slow, sizeof slow), "the parts of the slow form");
        ce_hyper_level_free(&level);
    }
    for (int trial = 0; trial < 200; trial++) {
        static const double unit[] = {1, .125, 1e12, 1. / 1024};
        check_levels(unit[trial % 4], 1 << 30, 1099511627776.);
    }
    for (unsigned trial = 0; trial < 600; trial++)
        joined += check_match(trial);
    must(joined > 1200, "many vertices are joined");
    must(!ce_hyper_moves_alloc(&moves, VERTICES, EDGES, &failure), "memory");
    for (int trial = 0; trial < 600; trial++)
        check_moves(moves, trial % 2);
    ce_hyper_moves_free(moves);
    must(several > 50, "many cuts take more than one pass");
    return 0;
}
