/* bipartite-refine: small bipartite graphs of objects and clusters are refined. Then no choice of
 * the objects of two parts, among all that keep the loads in their bounds, cuts less: all are
 * tried. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "core/membership_rows.h"
#include "core/parallel.h"
#include "core/row_source.h"
#include "partition/graph/bipartite_refine.h"

enum { OBJECTS = 12, CLUSTERINGS = 4, CLUSTERS = 3, COLUMNS = CLUSTERINGS * CLUSTERS };

static unsigned long state = 5;

static size_t draw(size_t below)
{
    state = state * 6364136223846793005UL + 1442695040888963407UL;
    return (size_t)((double)(state >> 11) / 9007199254740992.0 * (double)below);
}

typedef struct {
    double edge[OBJECTS][COLUMNS]; /* in eighths, so that sums are exact */
    double column_weight;
    size_t k, columns; /* a cluster without objects has no column */
    int32_t part[OBJECTS + COLUMNS];
} graph;

static double weight_to(const graph *g, size_t i, size_t part)
{
    double sum = 0;

    for (size_t c = 0; c < g->columns; c++)
        sum += g->part[OBJECTS + c] == (int32_t)part ? g->edge[i][c] : 0;
    return sum;
}

static double kept(const graph *g)
{
    double sum = 0;

    for (size_t i = 0; i < OBJECTS; i++)
        sum += weight_to(g, i, (size_t)g->part[i]);
    return sum;
}

static double mean_load(const graph *g)
{
    return (OBJECTS + (double)g->columns * g->column_weight) / (double)g->k;
}

/* The mean weight of the vertices that weigh something. */
static double slack(const graph *g)
{
    double vertices = OBJECTS + (g->column_weight > 0 ? (double)g->columns : 0);

    return mean_load(g) * (double)g->k / vertices;
}

static double load(const graph *g, size_t part, int with_objects)
{
    double sum = 0;

    for (size_t v = with_objects ? 0 : OBJECTS; v < OBJECTS + g->columns; v++)
        if (g->part[v] == (int32_t)part)
            sum += v < OBJECTS ? 1 : g->column_weight;
    return sum;
}

static double excess(const graph *g)
{
    double most = 0;

    for (size_t p = 0; p < g->k; p++)
        most = fmax(most, fabs(load(g, p, 1) - mean_load(g)) - slack(g));
    return most;
}

/* The most that the objects of parts p and q can keep in these two, all choices tried. */
static double most_kept(const graph *g, size_t p, size_t q)
{
    const size_t part[2] = {p, q};
    double to[2][OBJECTS], low[2], high[2], clusters[2], best = -1;
    size_t count = 0;

    for (size_t i = 0; i < OBJECTS; i++)
        if (g->part[i] == (int32_t)p || g->part[i] == (int32_t)q) {
            to[0][count] = weight_to(g, i, p);
            to[1][count++] = weight_to(g, i, q);
        }
    for (size_t s = 0; s < 2; s++) {
        double now = load(g, part[s], 1), other = load(g, part[1 - s], 1);
        low[s] = fmin(mean_load(g) - slack(g), fmin(now, other));
        high[s] = fmax(mean_load(g) + slack(g), fmax(now, other));
        clusters[s] = load(g, part[s], 0);
    }
    for (size_t choice = 0; choice < (size_t)1 << count; choice++) {
        double sum = 0, of[2] = {clusters[0], clusters[1]};
        for (size_t e = 0; e < count; e++) {
            size_t s = choice >> e & 1;
            of[s]++;
            sum += to[s][e];
        }
        if (of[0] >= low[0] && of[0] <= high[0] && of[1] >= low[1] && of[1] <= high[1])
            best = fmax(best, sum);
    }
    return best;
}

/* An exchange begins with one object that changes its part. Two parts that are both as light as may
 * be, or both as heavy, cannot begin one. */
static int stuck(const graph *g, size_t p, size_t q)
{
    double a = load(g, p, 1) - mean_load(g), b = load(g, q, 1) - mean_load(g);

    return a == b && fabs(a) >= slack(g);
}

static void check_pairs(const graph *g)
{
    for (size_t p = 0; p < g->k; p++)
        for (size_t q = p + 1; q < g->k; q++) {
            double now = 0;
            for (size_t i = 0; i < OBJECTS; i++)
                if (g->part[i] == (int32_t)p || g->part[i] == (int32_t)q)
                    now += weight_to(g, i, (size_t)g->part[i]);
            must(stuck(g, p, q) || most_kept(g, p, q) == now, "no exchange of two parts cuts less");
        }
}

/* Where clusters weigh nothing, each is with the part that has most of it. */
static void check_columns(const graph *g)
{
    for (size_t c = 0; c < g->columns; c++) {
        double share[4] = {0};
        for (size_t i = 0; i < OBJECTS; i++)
            share[g->part[i]] += g->edge[i][c];
        for (size_t p = 0; p < g->k; p++)
            must(share[p] <= share[g->part[OBJECTS + c]], "each cluster is where most of it is");
    }
}

/* Memberships in eighths, of objects that are in k groups more or less. */
static void make(size_t k, ce_membership *p)
{
    static const int32_t clusters[CLUSTERINGS] = {CLUSTERS, CLUSTERS, CLUSTERS, CLUSTERS};
    ce_error err = {0};

    must(!ce_membership_alloc(p, OBJECTS, CLUSTERINGS, clusters, &err), "memory");
    for (size_t i = 0; i < OBJECTS; i++)
        for (size_t q = 0; q < CLUSTERINGS; q++) {
            float *row = ce_membership_of(p, i, q);
            size_t own = draw(3) ? (i + q) % k % CLUSTERS : draw(CLUSTERS), eighths = 4 + draw(5);
            memset(row, 0, CLUSTERS * sizeof *row);
            row[own] += (float)eighths / 8;
            row[draw(CLUSTERS)] += (float)(8 - eighths) / 8;
        }
}

static void read_edges(graph *g, const ce_row_source *source)
{
    size_t column[COLUMNS];
    double value[COLUMNS];

    for (size_t i = 0; i < OBJECTS; i++) {
        size_t count = ce_row_source_row(source, i, column, value);
        for (size_t e = 0; e < count; e++)
            g->edge[i][column[e]] = value[e];
    }
}

static void check_graph(size_t k, double column_weight)
{
    graph g = {.k = k, .column_weight = column_weight};
    ce_membership p = {0};
    ce_membership_rows rows = {0};
    ce_row_source source = {0};
    ce_bipartite_quality quality;
    int32_t before[OBJECTS + COLUMNS];
    ce_error err = {0};

    make(k, &p);
    must(!ce_membership_rows_build(&rows, &p, NULL, OBJECTS, NULL, 1, &err), "memory");
    ce_row_source_membership(&source, &rows, 0);
    must(source.rows == OBJECTS, "a row for each object");
    g.columns = source.columns;
    read_edges(&g, &source);
    for (size_t v = 0; v < OBJECTS + g.columns; v++)
        g.part[v] = (int32_t)(v % 3 ? draw(k) : 0); /* the first part is too heavy */
    memcpy(before, g.part, sizeof before);
    must(!ce_bipartite_refine(&source, column_weight, k, g.part, &quality, &err), "memory");
    must(quality.excess == excess(&g), "the excess is what the loads say");
    must(quality.kept == kept(&g), "what is kept is what the parts say");
    must(column_weight > 0 || excess(&g) == 0, "objects can always be in balance");
    if (memcmp(before, g.part, sizeof before)) /* a turn was made */
        check_pairs(&g);
    if (column_weight == 0)
        check_columns(&g);
    ce_membership_rows_free(&rows);
    ce_membership_free(&p);
}

/* Objects a b | c d and clusters {a b}, {c d}, {a c}: d begins in the wrong part, so a turn is
 * made. The last cluster has as much in either part, and stays where it is. */
static void check_tie(int32_t part_of_last)
{
    static const int32_t clusters[3] = {1, 1, 1};
    static const float in[4][3] = {{1, 0, 1}, {1, 0, 0}, {0, 1, 1}, {0, 1, 0}};
    int32_t part[7] = {0, 0, 1, 0, 0, 1, part_of_last};
    const int32_t expected[7] = {0, 0, 1, 1, 0, 1, part_of_last};
    ce_membership p = {0};
    ce_membership_rows rows = {0};
    ce_row_source source = {0};
    ce_bipartite_quality quality;
    ce_error err = {0};

    must(!ce_membership_alloc(&p, 4, 3, clusters, &err), "memory");
    for (size_t i = 0; i < 4; i++)
        for (size_t q = 0; q < 3; q++)
            *ce_membership_of(&p, i, q) = in[i][q];
    must(!ce_membership_rows_build(&rows, &p, NULL, 4, NULL, 1, &err), "memory");
    ce_row_source_membership(&source, &rows, 0);
    must(!ce_bipartite_refine(&source, 0, 2, part, &quality, &err), "memory");
    must(!memcmp(part, expected, sizeof part), "a cluster that ties stays where it is");
    must(quality.kept == 5 && quality.excess == 0, "the quality by hand");
    ce_membership_rows_free(&rows);
    ce_membership_free(&p);
}

int main(void)
{
    ce_threads_set(1);
    for (size_t trial = 0; trial < 100; trial++)
        for (size_t k = 2; k <= 4; k++) {
            check_graph(k, 0);
            check_graph(k, 1);
        }
    check_tie(0);
    check_tie(1);
    return 0;
}
