/* metis-refine: graphs as METIS takes them, with weights made whole by the plain rule; and the
 * refinement of small cuts, against the same rule with every load and every cut counted anew. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "core/graph.h"
#include "core/membership_rows.h"
#include "core/row_source.h"
#include "core/similarity.h"
#include "partition/graph/metis_refine.h"

enum { MOST = 14 };

static unsigned long state = 9;

static int draw(int below)
{
    state = state * 6364136223846793005UL + 1442695040888963407UL;
    return (int)((double)(state >> 11) / 9007199254740992.0 * below);
}

typedef struct {
    int n, k;
    int edge[MOST][MOST], load[MOST];
    int64_t low, high;
} problem;

static int64_t cut(const problem *p, const int32_t *part)
{
    int64_t sum = 0;

    for (int i = 0; i < p->n; i++)
        for (int j = i + 1; j < p->n; j++)
            sum += part[i] != part[j] ? p->edge[i][j] : 0;
    return sum;
}

static int64_t load(const problem *p, const int32_t *part, int of)
{
    int64_t sum = 0;

    for (int i = 0; i < p->n; i++)
        sum += part[i] == of ? p->load[i] : 0;
    return sum;
}

static int members(const problem *p, const int32_t *part, int of)
{
    int count = 0;

    for (int i = 0; i < p->n; i++)
        count += part[i] == of;
    return count;
}

/* How far two loads, or those of all parts, are outside of low .. high. */
static int64_t outside(const problem *p, const int32_t *part, int a, int b)
{
    int64_t sum = 0;

    for (int of = 0; of < p->k; of++) {
        int64_t own = load(p, part, of);
        if (a >= 0 && of != a && of != b)
            continue;
        sum += own > p->high ? own - p->high : 0;
        sum += own < p->low ? p->low - own : 0;
    }
    return sum;
}

/* The best move of a vertex that has not moved, tried out. Returns 0 when there is none. */
static int best_move(const problem *p, const int32_t *part, const char *moved, int *vertex, int *to)
{
    int64_t best = 0;
    int found = 0;

    for (int v = 0; v < p->n; v++)
        for (int q = 0; q < p->k; q++) {
            int32_t after[MOST];
            int64_t gain;
            if (moved[v] || q == part[v] || members(p, part, part[v]) == 1)
                continue;
            memcpy(after, part, sizeof after);
            after[v] = q;
            gain = cut(p, part) - cut(p, after);
            if (outside(p, after, part[v], q) > outside(p, part, part[v], q) &&
                load(p, part, q) + p->load[v] >= load(p, part, part[v]))
                continue;
            if (!found || gain > best) {
                best = gain;
                *vertex = v;
                *to = q;
                found = 1;
            }
        }
    return found;
}

/* Returns whether the pass brought anything. */
static int pass(const problem *p, int32_t *part)
{
    int32_t now[MOST];
    char moved[MOST] = {0};
    int v, to, brought = 0;

    memcpy(now, part, sizeof now);
    while (best_move(p, now, moved, &v, &to)) {
        int64_t more = outside(p, part, -1, -1);
        now[v] = to;
        moved[v] = 1;
        if (outside(p, now, -1, -1) < more ||
            (outside(p, now, -1, -1) == more && cut(p, now) < cut(p, part))) {
            memcpy(part, now, sizeof now);
            brought = 1;
        }
    }
    return brought;
}

static void make(problem *p, int32_t *part)
{
    int sum = 0, weighted = draw(2);

    *p = (problem){.n = 5 + draw(MOST - 4), .k = 2 + draw(3)};
    for (int i = 0; i < p->n; i++) {
        sum += p->load[i] = weighted ? draw(6) : 1;
        part[i] = i < p->k ? i : draw(p->k);
        for (int j = 0; j < i; j++)
            p->edge[i][j] = p->edge[j][i] = draw(3) ? draw(i % p->k == j % p->k ? 9 : 4) : 0;
    }
    p->low = sum / p->k - draw(3);
    p->high = sum / p->k + draw(3);
}

static int check(void)
{
    problem p;
    ce_metis_graph graph = {0};
    ce_error err = {0};
    int32_t part[MOST] = {0}, slow[MOST];
    size_t entries = 0;
    int passes = 0;

    make(&p, part);
    must(!ce_metis_graph_alloc(&graph, (size_t)p.n, MOST * MOST, &err), "memory");
    for (int i = 0; i < p.n; i++) {
        graph.row_start[i] = (idx_t)entries;
        graph.load[i] = p.load[i];
        for (int j = 0; j < p.n; j++)
            if (p.edge[i][j]) {
                graph.neighbour[entries] = j;
                graph.weight[entries++] = p.edge[i][j];
            }
    }
    graph.row_start[p.n] = (idx_t)entries;
    memcpy(slow, part, sizeof slow);
    while (pass(&p, slow))
        passes++;
    must(!ce_metis_graph_refine(&graph, (size_t)p.k, p.low, p.high, part, &err), "memory");
    must(!memcmp(part, slow, sizeof slow), "the parts of the slow form");
    ce_metis_graph_free(&graph);
    return passes > 1;
}

/* ---- weights made whole ---- */

/* The weight of every edge and vertex as it was given; 0: none. */
typedef struct {
    size_t n;
    double edge[MOST][MOST], load[MOST];
} weights;

/* Weights that are whole and sum to at most `limit` stay, others are scaled to that sum. */
static double scale_of(double sum, int whole, double limit)
{
    return whole && sum <= limit ? 1 : limit / sum;
}

static void check_whole(double value, double scale, idx_t ours)
{
    double expected = fmax(value * scale, 1);

    must(scale == 1 ? ours == expected : fabs(ours - expected) <= .5 + 1e-6 * scale,
         "a weight made whole");
}

static void check_graph(const weights *w, const ce_metis_graph *graph)
{
    double edges = 0, loads = 0;
    int whole_edges = 1, whole_loads = 1;

    must(graph->n == w->n, "as many vertices");
    for (size_t i = 0; i < w->n; i++) {
        loads += w->load[i];
        whole_loads &= w->load[i] == floor(w->load[i]);
        for (size_t j = 0; j < w->n; j++) {
            edges += w->edge[i][j];
            whole_edges &= w->edge[i][j] == floor(w->edge[i][j]);
        }
    }
    for (size_t i = 0; i < w->n; i++) {
        char seen[MOST] = {0};
        for (idx_t e = graph->row_start[i]; e < graph->row_start[i + 1]; e++) {
            idx_t j = graph->neighbour[e];
            must(w->edge[i][j] > 0 && !seen[j], "an edge, once");
            seen[j] = 1;
            check_whole(w->edge[i][j], scale_of(edges, whole_edges, 1e9), graph->weight[e]);
        }
        for (size_t j = 0; j < w->n; j++)
            must(seen[j] == (w->edge[i][j] > 0), "every edge");
        if (w->load[i] == 0)
            must(graph->load[i] == 0, "a vertex without weight");
        else
            check_whole(w->load[i], scale_of(loads, whole_loads, 1 << 30), graph->load[i]);
    }
}

/* Weights: whole, eighths, so large that they must be scaled, or with a sum below 1. */
static double draw_weight(int kind)
{
    static const double unit[] = {1, .125, 3e8, 1. / 8192};

    return draw(3) ? (1 + draw(20)) * unit[kind] : 0;
}

static void check_build(int kind_of_edge, int kind_of_load)
{
    weights w = {.n = 9};
    ce_graph from = {0};
    ce_metis_graph graph = {0};
    ce_error err = {0};
    size_t entries = 0;

    must(!ce_graph_alloc(&from, w.n, w.n * w.n, &err), "memory");
    from.vertex_weight = malloc(w.n * sizeof *from.vertex_weight);
    for (size_t i = 0; i < w.n; i++) {
        from.vertex_weight[i] = w.load[i] = draw_weight(kind_of_load);
        for (size_t j = 0; j < i; j++)
            w.edge[i][j] = w.edge[j][i] = draw_weight(kind_of_edge);
    }
    for (size_t i = 0; i < w.n; i++) {
        for (size_t j = 0; j < w.n; j++)
            if (w.edge[i][j] > 0) {
                from.neighbour[entries] = (int32_t)j;
                from.weight[entries++] = w.edge[i][j];
            }
        from.row_start[i + 1] = entries;
    }
    must(!ce_metis_graph_build(&graph, &from, &err), "memory");
    check_graph(&w, &graph);
    ce_metis_graph_free(&graph);
    ce_graph_free(&from);
}

/* An edge weighs its similarity times the objects at both ends. */
static void check_similarity(int kind_of_edge, int with_sizes)
{
    weights w = {.n = 9};
    ce_similarity s = {0};
    ce_metis_graph graph = {0};
    ce_error err = {0};

    must(!ce_similarity_alloc_dense(&s, w.n, "", "", &err), "memory");
    for (size_t i = 0; i < w.n; i++)
        w.load[i] = with_sizes ? 1 + draw(5) : 1;
    for (size_t i = 0; i < w.n; i++)
        for (size_t j = i; j < w.n; j++) {
            double value = draw_weight(kind_of_edge);
            s.values[ce_packed_index(w.n, i, j)] = value;
            if (i != j)
                w.edge[i][j] = w.edge[j][i] = value * w.load[i] * w.load[j];
        }
    must(!ce_metis_graph_build_similarity(&graph, &s, with_sizes ? w.load : NULL, &err), "memory");
    check_graph(&w, &graph);
    ce_metis_graph_free(&graph);
    ce_similarity_free(&s);
}

/* Six objects with two clusterings of two clusters: an edge weighs its entry times the objects of
 * the row; without weights of the columns, less what all rows have in common. */
static void check_bipartite(double column_weight, int with_sizes)
{
    enum { ROWS = 6, COLUMNS = 4 };
    static const int32_t clusters[2] = {2, 2};
    weights w = {.n = ROWS + COLUMNS};
    double size[ROWS], least[COLUMNS] = {9, 9, 9, 9};
    ce_membership p = {0};
    ce_membership_rows rows = {0};
    ce_row_source source = {0};
    ce_metis_graph graph = {0};
    ce_error err = {0};
    size_t column[COLUMNS];
    double value[COLUMNS], entry[ROWS][COLUMNS] = {{0}};

    must(!ce_membership_alloc(&p, ROWS, 2, clusters, &err), "memory");
    for (size_t i = 0; i < ROWS; i++) {
        size[i] = with_sizes ? 1 + draw(4) : 1;
        for (size_t q = 0; q < 2; q++) {
            float share = (float)(q ? 1 + draw(7) : draw(9)) / 8;
            ce_membership_of(&p, i, q)[0] = share;
            ce_membership_of(&p, i, q)[1] = 1 - share;
        }
    }
    must(!ce_membership_rows_build(&rows, &p, NULL, ROWS, size, 1, &err), "memory");
    ce_row_source_membership(&source, &rows, 0);
    must(source.rows == ROWS && source.columns == COLUMNS, "all clusters have objects");
    for (size_t i = 0; i < ROWS; i++) {
        size_t count = ce_row_source_row(&source, i, column, value);
        for (size_t e = 0; e < count; e++)
            entry[i][column[e]] = value[e];
        for (size_t c = 0; c < COLUMNS; c++)
            least[c] = fmin(least[c], entry[i][c]);
    }
    for (size_t v = 0; v < w.n; v++)
        w.load[v] = v < ROWS ? size[v] : column_weight;
    for (size_t i = 0; i < ROWS; i++)
        for (size_t c = 0; c < COLUMNS; c++) {
            double left = entry[i][c] - (column_weight > 0 ? 0 : least[c]);
            /* an edge stays where nothing is left of it */
            w.edge[i][ROWS + c] = w.edge[ROWS + c][i] =
                entry[i][c] > 0 ? fmax(left * size[i], 1e-300) : 0;
        }
    must(!ce_metis_graph_build_bipartite(&graph, &source, column_weight, &err), "memory");
    check_graph(&w, &graph);
    ce_metis_graph_free(&graph);
    ce_membership_rows_free(&rows);
    ce_membership_free(&p);
}

int main(void)
{
    int several = 0;

    for (int trial = 0; trial < 300; trial++)
        several += check();
    for (int trial = 0; trial < 16; trial++) {
        check_build(trial % 4, trial / 4);
        check_similarity(trial % 4, trial / 4);
        check_bipartite(trial % 3, trial / 4);
    }
    must(several > 50, "many cuts take more than one pass");
    return 0;
}
