#include "partition/graph/walk_probabilities.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "linalg/conjugate_gradients.h"

/* ELIMINATE_MOST: vertices that are eliminated, 1.2 GB of links and some minutes. */
enum { LEAST_LIMIT = 1000, ELIMINATE_MOST = 12000 };
#define RESIDUAL 1e-14 /* of the conjugate gradients, relative to the right-hand side */
#define TRUSTED  1e-8  /* how far the sum of the probabilities of a vertex may be off 1 */

/* ---- elimination ---- */

/* to += share * from, for count values. */
CE_HOT static void add_share(double *to, const double *from, double share, size_t count)
{
    for (size_t i = 0; i < count; i++)
        to[i] += share * from[i];
}

/* The weight of the links of v to the vertices before it and to the regions. */
static double weight_of(const double *links, const double *exits, size_t v, size_t n, size_t k)
{
    double sum = 0;

    for (size_t u = 0; u < v; u++)
        sum += links[v * n + u];
    for (size_t c = 0; c < k; c++)
        sum += exits[v * k + c];
    return sum;
}

/*
 * The probabilities that a walk from each of n vertices first ends in each of k regions. links: n x
 * n, symmetric, the weights between vertices; destroyed. exits: n x k, the weight of the links of a
 * vertex into a region; becomes the probabilities. From every vertex some region is in reach.
 *
 * A vertex is taken out by giving each pair of its neighbours, regions among them, a link of
 * w_a w_b / (sum of its w), which changes no walk of the others. No number is ever subtracted, so
 * every probability is right to some n roundings, however differently the links weigh [Grassmann,
 * Taksar and Heyman, 1985]. n^3 / 3 + n^2 k products, on all threads, to the same bits.
 */
static void eliminate(double *links, double *exits, size_t n, size_t k)
{
    /* From the last vertex down: the links of v to those before it are then final. */
    for (size_t v = n; v-- > 1;) {
        const double *row = links + v * n, *out = exits + v * k;
        double total = weight_of(links, exits, v, n, k);
#pragma omp parallel for schedule(static) if (v > 256)
        for (size_t u = 0; u < v; u++) {
            double share = row[u] / total;
            if (!(share > 0))
                continue;
            add_share(links + u * n, row, share, v);
            links[u * n + u] = 0; /* from u to v and back: no step */
            add_share(exits + u * k, out, share, k);
        }
    }
    for (size_t v = 0; v < n; v++) {
        double *out = exits + v * k, total = weight_of(links, exits, v, n, k);
        for (size_t u = 0; u < v; u++)
            if (links[v * n + u] > 0)
                add_share(out, exits + u * k, links[v * n + u], k);
        for (size_t c = 0; c < k; c++)
            out[c] /= total;
    }
}

/* ---- conjugate gradients ---- */

/* (I - S) y = b with S = D^-1/2 W D^-1/2 among the unknowns and x = D^-1/2 y, for all regions but
 * the last. One more column is for all regions together: its x is 1, and what is found instead
 * tells how far the others can be trusted. */
typedef struct {
    size_t count;
    int32_t *vertex;  /* unknown -> vertex */
    int32_t *unknown; /* vertex -> unknown, or -1 */
    double *scale;    /* vertices: 1 / sqrt(degree), 0 without links */
    ce_graph s;       /* S: the rows of the unknowns */
    double *b;        /* count x k */
} systems;

static void systems_free(systems *y)
{
    free(y->vertex);
    free(y->unknown);
    free(y->scale);
    ce_graph_free(&y->s);
    free(y->b);
}

/* Numbers the unknowns and sets the scales. Returns the links among unknowns, each counted from
 * both ends. */
static size_t number_unknowns(const ce_walk_to_regions *w, systems *y)
{
    const ce_graph *g = w->graph;
    size_t links = 0;

    for (size_t i = 0; i < w->graph->n; i++) {
        double degree = 0;
        for (size_t e = g->row_start[i]; e < g->row_start[i + 1]; e++)
            degree += g->weight[e];
        y->scale[i] = degree > 0 ? 1 / sqrt(degree) : 0;
        y->unknown[i] = -1;
        if (w->region[i] < 0 && w->piece[i] < 0) {
            y->unknown[i] = (int32_t)y->count;
            y->vertex[y->count++] = (int32_t)i;
        }
    }
    for (size_t u = 0; u < y->count; u++)
        for (size_t e = g->row_start[y->vertex[u]]; e < g->row_start[y->vertex[u] + 1]; e++)
            links += y->unknown[g->neighbour[e]] >= 0;
    return links;
}

static int systems_build(const ce_walk_to_regions *w, systems *y, ce_error *err)
{
    const ce_graph *g = w->graph;
    size_t columns = w->k, next = 0;
    int rc;

    y->vertex = ce_alloc(w->graph->n, sizeof *y->vertex, err);
    y->unknown = ce_alloc(w->graph->n, sizeof *y->unknown, err);
    y->scale = ce_alloc(w->graph->n, sizeof *y->scale, err);
    if (!y->vertex || !y->unknown || !y->scale)
        return CE_ENOMEM;
    next = number_unknowns(w, y);
    rc = ce_graph_alloc(&y->s, y->count, next, err);
    if (rc)
        return rc;
    y->b = ce_calloc(y->count * columns, sizeof *y->b, err);
    if (!y->b)
        return CE_ENOMEM;
    next = 0;
    for (size_t u = 0; u < y->count; u++) {
        size_t v = (size_t)y->vertex[u];
        for (size_t e = g->row_start[v]; e < g->row_start[v + 1]; e++) {
            size_t other = (size_t)g->neighbour[e];
            if (y->unknown[other] >= 0) {
                y->s.neighbour[next] = y->unknown[other];
                y->s.weight[next++] = g->weight[e] * y->scale[v] * y->scale[other];
            } else if (w->region[other] >= 0) {
                double weight = g->weight[e] * y->scale[v];
                if ((size_t)w->region[other] < columns - 1)
                    y->b[u * columns + (size_t)w->region[other]] += weight;
                y->b[u * columns + columns - 1] += weight;
            }
        }
        y->s.row_start[u + 1] = next;
    }
    return CE_OK;
}

/* Whether x of all regions together is 1. */
static int is_trusted(const ce_walk_to_regions *w, const systems *y)
{
    for (size_t u = 0; u < y->count; u++) {
        double x = y->b[u * w->k + w->k - 1] * y->scale[y->vertex[u]];
        if (!(fabs(x - 1) <= TRUSTED)) /* nor is what is no number */
            return 0;
    }
    return 1;
}

/* The same by elimination, where the links weigh too differently for the gradients. b becomes x. */
static int solve_by_elimination(const ce_walk_to_regions *w, systems *y, ce_error *err)
{
    const ce_graph *g = w->graph;
    size_t n = y->count, k = w->k;
    double *links = NULL;
    int rc;

    if (n > ELIMINATE_MOST)
        return ce_fail(err, CE_ENUM,
                       "the links of %zu objects weigh too differently to follow a walk; a smaller "
                       "%s, or fewer objects, may do",
                       n, CE_OPT("beta"));
    rc = ce_memory_check(n, n, sizeof *links, "the links of a walk", "fewer objects", err);
    if (rc)
        return rc;
    links = ce_calloc(n * n, sizeof *links, err);
    if (!links)
        return CE_ENOMEM;
    memset(y->b, 0, n * k * sizeof *y->b);
    for (size_t u = 0; u < n; u++) {
        size_t v = (size_t)y->vertex[u];
        for (size_t e = g->row_start[v]; e < g->row_start[v + 1]; e++) {
            size_t other = (size_t)g->neighbour[e];
            if (y->unknown[other] >= 0)
                links[u * n + (size_t)y->unknown[other]] = g->weight[e];
            else if (w->region[other] >= 0)
                y->b[u * k + (size_t)w->region[other]] += g->weight[e];
        }
    }
    eliminate(links, y->b, n, k);
    free(links);
    return CE_OK;
}

/* By conjugate gradients, and by elimination where they do not end or cannot be trusted. b becomes
 * x. */
static int solve(const ce_walk_to_regions *w, systems *y, ce_error *err)
{
    ce_unit_matrix matrix = {y->count, y->s.row_start, y->s.neighbour, y->s.weight};
    size_t limit = 10 * y->count > LEAST_LIMIT ? 10 * y->count : LEAST_LIMIT;
    ce_error inner = {0};
    int rc = ce_conjugate_gradients(&matrix, y->b, w->k, RESIDUAL, limit, y->b, &inner);

    if (rc == CE_ENUM || (!rc && !is_trusted(w, y)))
        return solve_by_elimination(w, y, err);
    if (rc)
        return ce_fail(err, (ce_status)rc, "%s", inner.text);
    for (size_t u = 0; u < y->count; u++)
        for (size_t c = 0; c < w->k; c++)
            y->b[u * w->k + c] *= y->scale[y->vertex[u]];
    return CE_OK;
}

/* The last region gets what the others leave. */
int ce_walk_probabilities(const ce_walk_to_regions *w, ce_matrix *p, ce_error *err)
{
    systems y = {0};
    size_t columns = w->k - 1;
    int rc = columns ? systems_build(w, &y, err) : CE_OK;

    if (!rc && y.count)
        rc = solve(w, &y, err);
    for (size_t i = 0; i < w->graph->n && !rc; i++) {
        double *row = p->values + i * w->k, left = 1;
        if (w->region[i] >= 0 || w->piece[i] >= 0)
            continue;
        for (size_t c = 0; c < columns; c++) {
            row[c] = fmin(fmax(y.b[(size_t)y.unknown[i] * w->k + c], 0), 1);
            left -= row[c];
        }
        row[columns] = fmax(left, 0);
    }
    systems_free(&y);
    return rc;
}
