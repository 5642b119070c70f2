/*
 * Chunklets to clusters (constrain/chunklet_assign.h) on random graphs, against Algorithm 8 of
 * wce2008 as it is printed, written down plainly, and against all colorings of small graphs.
 * `chunklet-assign large`: graphs of thousands of vertices.
 */
#include "constrain/chunklet_assign.h"

#include <float.h>
#include <string.h>
#include <time.h>

#include "check.h"
#include "core/random.h"

/* Far above what a large graph takes, for slow machines and checks at run time. */
enum { SECONDS = 10 };

/* A graph drawn here: vertices of one object each, or of up to `largest`. */
typedef struct {
    ce_chunklets c;
    unsigned char *joined; /* count x count; NULL for large ones */
} graph;

static const ce_chunklets *sorting;

static int by_degree(const void *x, const void *y)
{
    size_t a = (size_t) * (const int32_t *)x, b = (size_t) * (const int32_t *)y;
    size_t da = ce_chunklet_degree(sorting, a), db = ce_chunklet_degree(sorting, b);
    size_t sa = ce_chunklet_size(sorting, a), sb = ce_chunklet_size(sorting, b);

    return da != db ? (da < db ? 1 : -1) : sa != sb ? (sa < sb ? 1 : -1) : (a > b) - (a < b);
}

static int by_value(const void *x, const void *y)
{
    int32_t a = *(const int32_t *)x, b = *(const int32_t *)y;

    return (a > b) - (a < b);
}

/* Vertices of `size` objects (of 1 to 4 for 0), pair: `pairs` edges, in any order, perhaps twice.
 */
static void build(graph *g, size_t count, size_t pairs, const int32_t (*pair)[2], gsl_rng *rng,
                  size_t size)
{
    ce_chunklets *c = &g->c;
    size_t *fill;

    c->count = count;
    c->start = calloc(count + 1, sizeof *c->start);
    c->edge = calloc(count + 2, sizeof *c->edge);
    c->neighbour = calloc(2 * pairs + 1, sizeof *c->neighbour);
    c->order = calloc(count + 1, sizeof *c->order);
    fill = calloc(count + 1, sizeof *fill);
    for (size_t v = 0; v < count; v++)
        c->start[v + 1] = c->start[v] + (size ? size : 1 + ce_random_below(rng, 4));
    c->n = c->start[count];
    for (size_t p = 0; p < pairs; p++) {
        c->edge[pair[p][0] + 1]++;
        c->edge[pair[p][1] + 1]++;
    }
    for (size_t v = 0; v < count; v++)
        c->edge[v + 1] += c->edge[v];
    for (size_t p = 0; p < pairs; p++)
        for (int side = 0; side < 2; side++) {
            size_t v = (size_t)pair[p][side];
            c->neighbour[c->edge[v] + fill[v]++] = pair[p][1 - side];
        }
    /* each neighbour once, ascending */
    for (size_t v = 0, to = 0, from = 0; v < count; v++) {
        size_t end = c->edge[v + 1], first = to;
        qsort(c->neighbour + from, end - from, sizeof *c->neighbour, by_value);
        for (; from < end; from++)
            if (to == first || c->neighbour[to - 1] != c->neighbour[from])
                c->neighbour[to++] = c->neighbour[from];
        c->edge[v] = first;
        if (v + 1 == count)
            c->edge[count] = to;
    }
    for (size_t v = 0; v < count; v++)
        c->order[v] = (int32_t)v;
    sorting = c;
    qsort(c->order, count, sizeof *c->order, by_degree);
    free(fill);
}

/* Each pair of vertices an edge with probability p; with colors > 0 only between vertices whose
 * numbers differ modulo colors. */
static void draw_small(graph *g, size_t count, double p, size_t colors, gsl_rng *rng)
{
    int32_t(*pair)[2] = malloc((count * count + 1) * sizeof *pair);
    size_t pairs = 0;

    g->joined = calloc(count * count + 1, 1);
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++)
            if (gsl_rng_uniform(rng) < p && (!colors || i % colors != j % colors)) {
                pair[pairs][0] = (int32_t)i;
                pair[pairs++][1] = (int32_t)j;
                g->joined[i * count + j] = g->joined[j * count + i] = 1;
            }
    build(g, count, pairs, (const int32_t(*)[2])pair, rng, 0);
    free(pair);
}

static void graph_free(graph *g)
{
    free(g->c.start);
    free(g->c.edge);
    free(g->c.neighbour);
    free(g->c.order);
    free(g->joined);
    *g = (graph){0};
}

/* Costs of a few values each, so that there are ties. */
static double *draw_costs(size_t count, size_t k, gsl_rng *rng)
{
    double *cost = malloc((count * k + 1) * sizeof *cost);
    int few = ce_random_below(rng, 2) == 0;

    for (size_t i = 0; i < count * k; i++)
        cost[i] = few ? (double)ce_random_below(rng, 4) : gsl_rng_uniform(rng);
    return cost;
}

/* Algorithm 8; S_c of all clusters: the nearest of all. Returns the dead ends. */
static size_t printed(const graph *g, const double *cost, size_t k, int *cluster)
{
    size_t count = g->c.count, ends = 0;

    for (size_t v = 0; v < count; v++)
        cluster[v] = -1;
    for (size_t i = 0; i < count; i++) {
        size_t v = (size_t)g->c.order[i];
        int best = -1, any = 0;
        for (size_t l = 0; l < k; l++) {
            int in_s = 0;
            for (size_t u = 0; u < count; u++)
                in_s |= g->joined[v * count + u] && cluster[u] == (int)l;
            if (!in_s && (best < 0 || cost[v * k + l] < cost[v * k + (size_t)best]))
                best = (int)l;
            if (cost[v * k + l] < cost[v * k + (size_t)any])
                any = (int)l;
        }
        ends += best < 0;
        cluster[v] = best < 0 ? any : best;
    }
    return ends;
}

/* Over all colorings of the vertices of one component (in: 1): least violated edges, and the least
 * cost without one (DBL_MAX: there is none). */
static size_t best_of_all(const graph *g, const unsigned char *in, const double *cost, size_t k,
                          double *least_cost)
{
    size_t count = g->c.count, vertex[16], m = 0, least = SIZE_MAX, color[16] = {0}, at;

    for (size_t v = 0; v < count; v++)
        if (in[v])
            vertex[m++] = v;
    *least_cost = DBL_MAX;
    do {
        size_t violated = 0;
        double sum = 0;
        for (size_t i = 0; i < m; i++) {
            sum += cost[vertex[i] * k + color[i]];
            for (size_t j = 0; j < i; j++)
                violated += g->joined[vertex[i] * count + vertex[j]] && color[i] == color[j];
        }
        least = violated < least ? violated : least;
        if (!violated && sum < *least_cost)
            *least_cost = sum;
        for (at = 0; at < m && ++color[at] == k; at++)
            color[at] = 0;
    } while (at < m);
    return least;
}

static void component(const graph *g, size_t v, unsigned char *in)
{
    size_t count = g->c.count, more = 1;

    memset(in, 0, count);
    in[v] = 1;
    while (more) {
        more = 0;
        for (size_t a = 0; a < count; a++)
            for (size_t b = 0; b < count; b++)
                if (in[a] && !in[b] && g->joined[a * count + b])
                    in[b] = 1, more = 1;
    }
}

static size_t violated_in(const graph *g, const unsigned char *in, const int32_t *cluster)
{
    size_t count = g->c.count, violated = 0;

    for (size_t a = 0; a < count; a++)
        for (size_t b = 0; b < a; b++)
            violated += in[a] && in[b] && g->joined[a * count + b] && cluster[a] == cluster[b];
    return violated;
}

/* What can be said of one component of the result. Returns whether it was infeasible. */
static int check_component(const graph *g, const unsigned char *in, const double *cost, size_t k,
                           const int32_t *cluster, const int *plain, size_t *above)
{
    size_t count = g->c.count, least, ends = 0;
    double least_cost, sum = 0;
    int same = 1;

    least = best_of_all(g, in, cost, k, &least_cost);
    for (size_t v = 0; v < count; v++)
        if (in[v]) {
            same &= cluster[v] == plain[v];
            sum += cost[v * k + (size_t)cluster[v]];
            for (size_t u = 0; u < v; u++)
                ends += in[u] && g->joined[v * count + u] && plain[u] == plain[v];
        }
    if (!ends)
        must(same, "a component without dead ends is as Algorithm 8 leaves it");
    must(same || violated_in(g, in, cluster) < ends,
         "what violates as many edges is as Algorithm 8 leaves it");
    *above += violated_in(g, in, cluster) - least;
    must(least || !violated_in(g, in, cluster), "a component that can be kept is kept");
    if (k == 2 && ends && !least)
        must(sum <= least_cost + 1e-9, "the cheaper of two sides");
    return least > 0;
}

static double cost_in(const graph *g, const unsigned char *in, const double *cost, size_t k,
                      const int32_t *cluster)
{
    double sum = 0;

    for (size_t v = 0; v < g->c.count; v++)
        sum += in[v] ? cost[v * k + (size_t)cluster[v]] : 0;
    return sum;
}

/* v: the lowest vertex of a component that keeps its edges in two clusters. If the other side costs
 * the same, v is in the lower cluster. */
static void check_tie(const graph *g, const unsigned char *in, const double *cost, size_t v,
                      const int32_t *cluster)
{
    int32_t other[16];

    for (size_t u = 0; u < g->c.count; u++)
        other[u] = 1 - cluster[u];
    if (cost_in(g, in, cost, 2, cluster) == cost_in(g, in, cost, 2, other))
        must(cluster[v] == 0, "of equal sides the one that has the lowest vertex in cluster 0");
}

static void check_small(const graph *g, const double *cost, size_t k, size_t *seen)
{
    size_t count = g->c.count, ends, violated = 0, infeasible = 0;
    int32_t *cluster = malloc((count + 1) * sizeof *cluster),
            *alone = malloc((count + 1) * sizeof *alone);
    int *plain = malloc((count + 1) * sizeof *plain);
    unsigned char *in = malloc(count + 1), *done = calloc(count + 1, 1);
    ce_chunklet_report report, one;
    ce_error err = {0};

    must(!ce_chunklets_assign(&g->c, cost, k, cluster, &report, &err), "an assignment");
    ends = printed(g, cost, k, plain);
    must(report.dead_ends == ends, "as many dead ends as Algorithm 8 meets");
    for (size_t v = 0; v < count; v++) {
        int bad;
        must(cluster[v] >= 0 && (size_t)cluster[v] < k, "clusters from 0 to k - 1");
        if (done[v])
            continue;
        component(g, v, in);
        bad = check_component(g, in, cost, k, cluster, plain, &seen[3]);
        infeasible += (size_t)bad;
        memset(alone, -7, count * sizeof *alone);
        must(!ce_chunklets_assign_component(&g->c, v, cost, k, alone, &one, &err),
             "a component by itself");
        must(one.violated == violated_in(g, in, alone) && one.proven == bad &&
                 !one.violated == !bad,
             "what is said of a component");
        if (k == 2 && !bad)
            check_tie(g, in, cost, v, alone);
        for (size_t u = 0; u < count; u++) {
            must(in[u] ? alone[u] >= 0 && (size_t)alone[u] < k : alone[u] < 0,
                 "others are not touched");
            done[u] |= in[u];
            violated += in[u] && bad && u == v ? violated_in(g, in, cluster) : 0;
        }
    }
    must(report.violated == violated && report.violated == ce_chunklets_violated(&g->c, cluster),
         "violated edges are counted");
    must(report.proven == (infeasible > 0), "what is infeasible is proven to be");
    seen[0]++;
    seen[1] += ends > 0;
    seen[2] += infeasible > 0;
    free(cluster);
    free(alone);
    free(plain);
    free(in);
    free(done);
}

/* Fewer violated, or as many at no more cost. */
static int is_as_good(const graph *g, const unsigned char *in, const double *cost, size_t k,
                      const int32_t *cluster, const int32_t *other)
{
    size_t is = violated_in(g, in, cluster), was = violated_in(g, in, other);

    return is < was ||
           (is == was && cost_in(g, in, cost, k, cluster) <= cost_in(g, in, cost, k, other) + 1e-9);
}

/* Again with other costs: no component is worse than it was, or than Algorithm 8 leaves it, and of
 * two colorings it has the cheaper one. */
static void check_again(const graph *g, size_t k, gsl_rng *rng)
{
    size_t count = g->c.count;
    int32_t now[16], was[16], greedy[16];
    unsigned char in[16];
    ce_error err = {0};
    int unknown = ce_random_below(rng, 2) == 0;

    for (size_t v = 0; v < count; v++)
        now[v] = unknown ? -1 : (int32_t)ce_random_below(rng, k);
    for (int round = 0; round < 2; round++) {
        double *cost = draw_costs(count, k, rng), least_cost;
        int plain[16];
        memcpy(was, now, sizeof was);
        must(!ce_chunklets_reassign(&g->c, cost, k, now, &err), "assigned again");
        printed(g, cost, k, plain);
        for (size_t v = 0; v < count; v++)
            greedy[v] = plain[v];
        for (size_t v = 0; v < count; v++) {
            size_t least;
            component(g, v, in);
            must(is_as_good(g, in, cost, k, now, greedy), "as good as Algorithm 8 leaves it");
            must((unknown && !round) || is_as_good(g, in, cost, k, now, was), "as good as it was");
            least = best_of_all(g, in, cost, k, &least_cost);
            must(!unknown || least || !violated_in(g, in, now),
                 "kept from the start where it can be");
            if (k == 2 && !violated_in(g, in, now))
                must(cost_in(g, in, cost, k, now) <= least_cost + 1e-9, "the cheaper side again");
        }
        free(cost);
    }
}

static void small(gsl_rng *rng)
{
    size_t seen[4] = {0};

    for (int run = 0; run < 4000; run++) {
        size_t k = 1 + ce_random_below(rng, 4), count = ce_random_below(rng, k > 3 ? 8 : 11);
        graph g = {0};
        double *cost = draw_costs(count, k, rng);
        draw_small(&g, count, gsl_rng_uniform(rng), run % 2 ? k : 0, rng);
        check_small(&g, cost, k, seen);
        if (run % 10 == 0)
            check_again(&g, k, rng);
        graph_free(&g);
        free(cost);
    }
    must(seen[1] > 200 && seen[2] > 200 && seen[1] - seen[2] > 50,
         "enough dead ends of both kinds");
    must(seen[3] < seen[2] / 20, "hardly ever more violated than must be");
    printf("%zu small graphs: as Algorithm 8, kept wherever they can be\n", seen[0]);
}

/* Edges drawn between vertices of different parts, `degree` a vertex on average. */
static void draw_large(graph *g, size_t count, size_t colors, double degree, gsl_rng *rng)
{
    size_t pairs = (size_t)((double)count * degree / 2), drawn = 0;
    int32_t(*pair)[2] = malloc((pairs + 1) * sizeof *pair);

    while (drawn < pairs) {
        size_t a = ce_random_below(rng, count), b = ce_random_below(rng, count);
        if (a % colors == b % colors)
            continue;
        pair[drawn][0] = (int32_t)a;
        pair[drawn++][1] = (int32_t)b;
    }
    build(g, count, pairs, (const int32_t(*)[2])pair, rng, 1);
    free(pair);
}

/* Graphs that k clusters can do, from sparse ones, which nearly any order colors, to dense ones,
 * which leave no choice. */
static void large(gsl_rng *rng, int tell)
{
    static const struct {
        size_t count, k;
        double degree;
    } graphs[] = {{10000, 3, 2},  {10000, 3, 4},   {10000, 3, 5},   {10000, 3, 6},  {10000, 3, 8},
                  {10000, 3, 12}, {10000, 3, 20},  {10000, 3, 60},  {10000, 4, 6},  {10000, 4, 9},
                  {10000, 4, 25}, {10000, 5, 10},  {10000, 5, 18},  {10000, 5, 40}, {2000, 3, 5},
                  {500, 3, 5},    {10000, 10, 30}, {10000, 10, 60}, {100000, 2, 2}, {100000, 3, 3}};
    size_t settled = 0, number = sizeof graphs / sizeof *graphs, in_time = 0;
    ce_error err = {0};

    for (size_t i = 0; i < number; i++) {
        size_t count = graphs[i].count, k = graphs[i].k;
        graph g = {0};
        ce_chunklet_report report;
        int32_t *cluster = malloc(count * sizeof *cluster);
        double *cost = malloc(count * k * sizeof *cost), seconds;
        clock_t began;
        draw_large(&g, count, k, graphs[i].degree, rng);
        for (size_t v = 0; v < count * k; v++)
            cost[v] = gsl_rng_uniform(rng);
        began = clock();
        must(!ce_chunklets_assign(&g.c, cost, k, cluster, &report, &err), "a large assignment");
        seconds = (double)(clock() - began) / CLOCKS_PER_SEC;
        must(report.violated == ce_chunklets_violated(&g.c, cluster) && !report.proven,
             "a large graph that can be kept is not said to be infeasible");
        settled += !report.violated;
        must(!report.dead_ends || report.violated < report.dead_ends,
             "fewer are violated than Algorithm 8 has dead ends");
        in_time += seconds < SECONDS;
        if (tell)
            printf("%zu vertices, k %zu, degree %g: %zu dead ends, %zu violated, %.3f s\n", count,
                   k, graphs[i].degree, report.dead_ends, report.violated, seconds);
        graph_free(&g);
        free(cluster);
        free(cost);
    }
    must(in_time == number, "a large graph takes no time to speak of");
    must(settled >= number * 2 / 3, "most large graphs that can be kept are kept");
    printf("%zu large graphs: most of them kept, in time\n", number);
}

int main(int argc, char **argv)
{
    ce_error err = {0};
    gsl_rng *rng = ce_random_alloc(5, CE_STREAM_SYNTH, 0, &err);

    if (argc > 1 && !strcmp(argv[1], "large"))
        large(rng, argc > 2);
    else
        small(rng);
    gsl_rng_free(rng);
    return 0;
}
