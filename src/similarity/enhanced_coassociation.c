#include "similarity/enhanced_coassociation.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "core/vectors.h"
#include "linalg/linalg.h"
#include "similarity/coassociation.h"
#include "similarity/local_weights.h"

/* TILE: rows and columns that are worked on together, as places (a, b) and (b, a) need each other.
 */
enum { MOST_ROUNDS = 100, USUAL_ROUNDS = 55, TILE = 16 };

static const double enough = .01;
static const double grain = 0x1p-30;

/* What one thread does in a second, roughly: operations of a product, and places of a table. */
#define PRODUCT_SPEED 2e10
#define PLACE_SPEED   6e7

/* A matrix of the form of the header: between different objects of microclusters a and b
 * table[a * stride + b], of an object with itself own[a]. */
typedef struct {
    double *table; /* owned; stride x stride */
    double *own;   /* owned; stride */
} block;

/* Squared norms of a round. */
enum { OLD_C, NEW_C, OLD_E, NEW_E, OLD_F, NEW_F, OLD_Y1, OLD_Y2, RES_1, RES_2, ALL_NORMS };

/* Matrices have the microclusters in the order of the components of the graph H. Between two
 * components G is 0, so it is kept as square blocks along the diagonal. Tables consist of whole
 * tiles; from row and column n on they are 0. */
typedef struct {
    size_t n, stride;
    double lambda, nothing; /* nothing: (1e-12 ||A||)^2 */
    size_t components;
    size_t *order;       /* owned; n: the microcluster of a row */
    size_t *of;          /* owned; n: the component of a row */
    size_t *start;       /* owned; components + 1: first row of each */
    size_t *block_start; /* owned; components + 1: where its block begins in g and left */
    double *g;           /* owned; G between different objects */
    double *left;        /* owned; G times sizes, with G of an object with itself on the diagonal */
    double *left_own;    /* owned; n: G of an object with itself */
    unsigned char *high; /* owned; stride x stride: H > 0 */
    double *size;        /* owned; stride */
    double *right;       /* owned; stride x stride: A - E + Y1 + F - Y2 */
    block a, c, next, e, f, y1, y2;
    double *sum; /* owned; ALL_NORMS for each row of tiles */
} problem;

static int block_alloc(block *b, const problem *p, ce_error *err)
{
    b->table = ce_calloc(p->stride, p->stride * sizeof *b->table, err);
    b->own = ce_calloc(p->stride, sizeof *b->own, err);
    return b->table && b->own ? CE_OK : CE_ENOMEM;
}

static void block_free(block *b)
{
    free(b->table);
    free(b->own);
}

static void problem_free(problem *p)
{
    block *all[] = {&p->a, &p->c, &p->next, &p->e, &p->f, &p->y1, &p->y2};

    for (size_t x = 0; x < sizeof all / sizeof *all; x++)
        block_free(all[x]);
    free(p->order);
    free(p->of);
    free(p->start);
    free(p->block_start);
    free(p->g);
    free(p->left);
    free(p->left_own);
    free(p->high);
    free(p->size);
    free(p->right);
    free(p->sum);
}

/* ---- the graph H ---- */

/* The place of rows a and b of one component in its block. */
static inline size_t place(const problem *p, size_t a, size_t b)
{
    size_t c = p->of[a], first = p->start[c];

    return p->block_start[c] + (a - first) * (p->start[c + 1] - first) + b - first;
}

/* Rows are ordered by component, and components by their first microcluster. least: the
 * co-association from which H has it. */
static int find_components(problem *p, const ce_similarity *ca, double least, ce_error *err)
{
    size_t n = p->n, rows = 0, count = 0, blocks = 0;
    char *seen = ce_calloc(n, 1, err);

    p->order = ce_alloc(n, sizeof *p->order, err);
    p->of = ce_alloc(n, sizeof *p->of, err);
    p->start = ce_alloc(n + 1, sizeof *p->start, err);
    p->block_start = ce_alloc(n + 1, sizeof *p->block_start, err);
    if (!seen || !p->order || !p->of || !p->start || !p->block_start) {
        free(seen);
        return CE_ENOMEM;
    }
    for (size_t v = 0; v < n; v++) {
        if (seen[v])
            continue;
        p->start[count] = rows;
        p->block_start[count] = blocks;
        seen[v] = 1;
        p->order[rows++] = v;
        for (size_t next = p->start[count]; next < rows; next++)
            for (size_t b = 0; b < n; b++)
                if (!seen[b] && ce_similarity_dense_get(ca, p->order[next], b) >= least) {
                    seen[b] = 1;
                    p->order[rows++] = b;
                }
        for (size_t r = p->start[count]; r < rows; r++)
            p->of[r] = count;
        blocks += (rows - p->start[count]) * (rows - p->start[count]);
        count++;
    }
    p->start[count] = rows;
    p->block_start[count] = blocks;
    p->components = count;
    free(seen);
    return CE_OK;
}

/* The components of H, H into g, and where it is above 0. An object is not its own neighbour, but
 * the others of its microcluster are. */
static int find_high(problem *p, const ce_microclusters *micro, double alpha, ce_error *err)
{
    double least = fmax(alpha - 1e-9 / (double)micro->rows.m, DBL_MIN);
    ce_similarity ca = {0};
    int rc = ce_coassociation(&micro->rows, NULL, &ca, NULL, err);

    if (!rc)
        rc = find_components(p, &ca, least, err);
    if (!rc) {
        size_t blocks = p->block_start[p->components];
        p->high = ce_calloc(p->stride, p->stride, err);
        p->g = ce_alloc(blocks, sizeof *p->g, err);
        p->left = ce_alloc(blocks, sizeof *p->left, err);
        rc = p->high && p->g && p->left ? CE_OK : CE_ENOMEM;
    }
    for (size_t a = 0; a < p->n && !rc; a++)
        for (size_t b = p->start[p->of[a]]; b < p->start[p->of[a] + 1]; b++) {
            double share = a == b ? 1 : ce_similarity_dense_get(&ca, p->order[a], p->order[b]);
            p->g[place(p, a, b)] = share >= least ? share : 0;
            p->high[a * p->stride + b] = share >= least;
        }
    ce_similarity_free(&ca);
    return rc;
}

/* G = (2 P + 2 I)^-1 of a component from its H, of order n. With S the sizes, S^1/2 (table) S^1/2 +
 * diagonal is an ordinary matrix of order n, and its inverse has the same form. g, left: its
 * blocks; q: n, becomes G of an object with itself. */
static int invert(const double *size, size_t n, double *g, double *left, double *q, ce_error *err)
{
    int rc;

    for (size_t a = 0; a < n; a++) {
        double degree = -g[a * n + a];
        for (size_t b = 0; b < n; b++)
            degree += size[b] * g[a * n + b];
        q[a] = 2 * (degree + 1 + g[a * n + a]);
    }
    for (size_t a = 0; a < n; a++)
        for (size_t b = 0; b < n; b++)
            g[a * n + b] = (a == b ? q[a] : 0) - 2 * sqrt(size[a] * size[b]) * g[a * n + b];
    rc = ce_inverse_positive(g, n, err);
    for (size_t a = 0; a < n && !rc; a++)
        for (size_t b = 0; b < n; b++) {
            double *x = &g[a * n + b];
            *x = (*x - (a == b ? 1 / q[a] : 0)) / sqrt(size[a] * size[b]);
            left[a * n + b] = *x * size[b] + (a == b ? 1 / q[a] : 0);
        }
    for (size_t a = 0; a < n && !rc; a++)
        q[a] = 1 / q[a];
    return rc;
}

static int invert_all(problem *p, ce_error *err)
{
    int rc = CE_OK;

    for (size_t c = 0; c < p->components && !rc; c++) {
        size_t first = p->start[c], n = p->start[c + 1] - first, at = p->block_start[c];
        rc = invert(p->size + first, n, p->g + at, p->left + at, p->left_own + first, err);
    }
    return rc;
}

/* ---- a round ---- */

/* C = G right into next, component by component. */
static void solve_c(problem *p)
{
    size_t n = p->n, stride = p->stride;

    for (size_t c = 0; c < p->components; c++) {
        size_t first = p->start[c], rows = p->start[c + 1] - first;
        ce_matrix_product(p->left + p->block_start[c], p->right + first * stride,
                          p->next.table + first * stride, rows, rows, stride);
    }
    for (size_t a = 0; a < n; a++)
        p->next.own[a] =
            1 - p->e.own[a] + p->y1.own[a] + p->f.own[a] - p->y2.own[a] - p->right[a * stride + a];
    for (size_t a = 0; a < n; a++)
        for (size_t b = p->start[p->of[a]]; b < p->start[p->of[a] + 1]; b++)
            p->next.table[a * stride + b] += p->g[place(p, a, b)] * p->next.own[b];
    for (size_t a = 0; a < n; a++)
        p->next.own[a] = p->next.own[a] * p->left_own[a] + p->next.table[a * stride + a];
}

/* TILE places side by side. across: C + Y2 of the places across the diagonal. high: H > 0; or NULL:
 * nowhere. right may be NULL. */
typedef struct {
    const double *a, *c, *was, *across, *weight;
    const unsigned char *high;
    double *e, *f, *y1, *y2, *right;
} places;

#define QUAD(pointer)    (*(const ce_quad *)(pointer))
#define ADD(norm, value) (*(ce_quad *)(sum + norm * TILE + j) += weight * (value) * (value))

/* What the other steps of a round make of places. sum: ALL_NORMS rows of TILE lanes. */
CE_HOT static void step(const places *x, double lambda, double *sum)
{
    const ce_quad none = {0}, one = none + 1;
    double trusted[TILE];

    for (size_t j = 0; j < TILE; j++)
        trusted[j] = x->high && x->high[j] ? 0 : 1;
    for (size_t j = 0; j < TILE; j += CE_QUAD) {
        ce_quad a = QUAD(x->a + j), c = QUAD(x->c + j), was = QUAD(x->was + j),
                old_e = QUAD(x->e + j), old_f = QUAD(x->f + j), y1 = QUAD(x->y1 + j),
                y2 = QUAD(x->y2 + j), weight = QUAD(x->weight + j);
        ce_quad e = QUAD(trusted + j) * ((a - c + y1) / (lambda + 1));
        ce_quad f = (c + y2 + QUAD(x->across + j)) / 2, r1 = a - c - e, r2;
        ce_quad_masks below = f < one;
        f = (ce_quad)(((ce_quad_masks)f & below & (f > none)) | ((ce_quad_masks)one & ~below));
        r2 = c - f;
        ADD(OLD_C, was);
        ADD(NEW_C, c - was);
        ADD(OLD_E, old_e);
        ADD(NEW_E, e - old_e);
        ADD(OLD_F, old_f);
        ADD(NEW_F, f - old_f);
        ADD(OLD_Y1, y1);
        ADD(OLD_Y2, y2);
        ADD(RES_1, r1);
        ADD(RES_2, r2);
        y1 += r1;
        y2 += r2;
        *(ce_quad *)(x->e + j) = e;
        *(ce_quad *)(x->f + j) = f;
        *(ce_quad *)(x->y1 + j) = y1;
        *(ce_quad *)(x->y2 + j) = y2;
        if (x->right)
            *(ce_quad *)(x->right + j) = a - e + y1 + f - y2;
    }
}

/* The objects of TILE rows with themselves. */
static void step_own(problem *p, size_t top, double *sum)
{
    double across[TILE];
    const places x = {.a = p->a.own + top,
                      .c = p->next.own + top,
                      .was = p->c.own + top,
                      .across = across,
                      .weight = p->size + top,
                      .e = p->e.own + top,
                      .f = p->f.own + top,
                      .y1 = p->y1.own + top,
                      .y2 = p->y2.own + top};

    for (size_t i = 0; i < TILE; i++)
        across[i] = x.c[i] + x.y2[i];
    step(&x, p->lambda, sum);
}

/* C + Y2 of a tile, transposed. */
static void transpose(const problem *p, size_t top, size_t left, double *across)
{
    for (size_t i = 0; i < TILE; i++) {
        size_t at = (top + i) * p->stride + left;
        for (size_t j = 0; j < TILE; j++)
            across[j * TILE + i] = p->next.table[at + j] + p->y2.table[at + j];
    }
}

/* All places of a tile. across: TILE x TILE. */
static void step_tile(problem *p, size_t top, size_t left, const double *across, double *sum)
{
    for (size_t i = 0; i < TILE; i++) {
        size_t a = top + i, at = a * p->stride + left;
        double weight[TILE];
        const places x = {.a = p->a.table + at,
                          .c = p->next.table + at,
                          .was = p->c.table + at,
                          .across = across + i * TILE,
                          .weight = weight,
                          .high = p->high + at,
                          .e = p->e.table + at,
                          .f = p->f.table + at,
                          .y1 = p->y1.table + at,
                          .y2 = p->y2.table + at,
                          .right = p->right + at};
        for (size_t j = 0; j < TILE; j++)
            weight[j] = p->size[a] * (p->size[left + j] - (left + j == a));
        step(&x, p->lambda, sum);
    }
}

/* A row of tiles from the diagonal on, and the column of tiles across the diagonal. */
static void step_tiles(problem *p, size_t top)
{
    double sum[ALL_NORMS * TILE] = {0}, here[TILE * TILE], there[TILE * TILE];
    double *all = p->sum + top / TILE * ALL_NORMS;

    step_own(p, top, sum);
    for (size_t left = top; left < p->stride; left += TILE) {
        transpose(p, left, top, there);
        transpose(p, top, left, here);
        step_tile(p, top, left, there, sum);
        if (left > top)
            step_tile(p, left, top, here, sum);
    }
    for (size_t x = 0; x < ALL_NORMS; x++) {
        all[x] = 0;
        for (size_t lane = 0; lane < TILE; lane++)
            all[x] += sum[x * TILE + lane];
    }
}

/* |change| / |old|; 0 / 0 says nothing. Changes below `nothing` are rounding. */
static double relative(double change, double old, double nothing)
{
    if (change <= nothing)
        return 0;
    return old > nothing ? sqrt(change / old) : INFINITY;
}

/* The largest relative change of a round. */
static double steps(problem *p)
{
    double all[ALL_NORMS] = {0}, worst = 0;

#pragma omp parallel for schedule(dynamic)
    for (size_t a = 0; a < p->stride; a += TILE)
        step_tiles(p, a);
    for (size_t a = 0; a < p->stride / TILE; a++)
        for (size_t x = 0; x < ALL_NORMS; x++)
            all[x] += p->sum[a * ALL_NORMS + x];
    worst = fmax(worst, relative(all[NEW_C], all[OLD_C], p->nothing));
    worst = fmax(worst, relative(all[NEW_E], all[OLD_E], p->nothing));
    worst = fmax(worst, relative(all[NEW_F], all[OLD_F], p->nothing));
    worst = fmax(worst, relative(all[RES_1], all[OLD_Y1], p->nothing));
    return fmax(worst, relative(all[RES_2], all[OLD_Y2], p->nothing));
}

/* ---- begin and end ---- */

/* A, in the order of the rows, and what it starts. */
static int read_given(problem *p, const ce_microclusters *micro, const ce_enhanced_options *o,
                      ce_error *err)
{
    ce_similarity given = {0};
    double *twin = ce_alloc(p->n, sizeof *twin, err); /* between two objects of one microcluster */
    int rc =
        twin ? ce_locally_weighted(micro, o->theta, &given, twin, o->progress, err) : CE_ENOMEM;

    for (size_t a = 0; a < p->n && !rc; a++) {
        size_t i = p->order[a];
        for (size_t b = 0; b < p->n; b++) {
            double x = a == b ? twin[i] : ce_similarity_dense_get(&given, i, p->order[b]);
            p->a.table[a * p->stride + b] = p->y1.table[a * p->stride + b] = x;
            p->right[a * p->stride + b] = x + x;
            p->nothing += 1e-24 * p->size[a] * (p->size[b] - (a == b)) * x * x;
        }
        p->a.own[a] = p->y1.own[a] = 1;
        p->nothing += 1e-24 * p->size[a];
    }
    ce_similarity_free(&given);
    free(twin);
    return rc;
}

/* Says how long the rounds take, of which nothing can be told before the first. */
static void tell_time(const problem *p, const ce_progress *progress)
{
    double n = (double)p->n;

    ce_progress_expect(
        progress, USUAL_ROUNDS * (2 * n * (double)p->block_start[p->components] / PRODUCT_SPEED +
                                  n * n / PLACE_SPEED));
}

static int begin(problem *p, const ce_microclusters *micro, const ce_enhanced_options *o,
                 ce_error *err)
{
    block *all[] = {&p->a, &p->c, &p->next, &p->e, &p->f, &p->y1, &p->y2};
    int rc = CE_OK;

    p->stride = (p->n + TILE - 1) / TILE * TILE;
    p->size = ce_calloc(p->stride, sizeof *p->size, err);
    p->left_own = ce_alloc(p->n, sizeof *p->left_own, err);
    p->right = ce_calloc(p->stride, p->stride * sizeof *p->right, err);
    p->sum = ce_alloc(p->stride / TILE, ALL_NORMS * sizeof *p->sum, err);
    if (!p->size || !p->left_own || !p->right || !p->sum)
        return CE_ENOMEM;
    for (size_t x = 0; x < sizeof all / sizeof *all && !rc; x++)
        rc = block_alloc(all[x], p, err);
    if (!rc)
        rc = find_high(p, micro, o->alpha, err);
    if (!rc)
        tell_time(p, o->progress);
    for (size_t a = 0; a < p->n && !rc; a++)
        p->size[a] = micro->size[p->order[a]];
    if (!rc)
        rc = invert_all(p, err);
    return rc ? rc : read_given(p, micro, o, err);
}

/* The mean of C and its transpose, by microcluster. */
static int symmetric_part(const problem *p, ce_similarity *s, ce_error *err)
{
    size_t n = p->n;
    int rc = ce_similarity_alloc_dense(s, n, "the enhanced matrix", "a sample of the objects", err);

    for (size_t a = 0; a < n && !rc; a++)
        for (size_t b = a; b < n; b++) {
            double mean = (p->c.table[a * p->stride + b] + p->c.table[b * p->stride + a]) / 2;
            size_t i = p->order[a], j = p->order[b];
            s->values[i < j ? ce_packed_index(n, i, j) : ce_packed_index(n, j, i)] =
                a == b ? 1 : rint(mean / grain) * grain;
        }
    return rc;
}

/* No entry may be above 1. Where one is, all pairs lose as much: linkage merges the same then. */
static void shift(ce_similarity *s)
{
    double above = 0;

    for (size_t at = 0; at < s->n * (s->n + 1) / 2; at++)
        above = fmax(above, s->values[at] - 1);
    for (size_t a = 0, at = 0; a < s->n; a++)
        for (size_t b = a; b < s->n; b++, at++)
            s->values[at] -= a == b ? 0 : above;
}

int ce_enhanced_coassociation(const ce_microclusters *micro, const ce_enhanced_options *options,
                              ce_similarity *s, size_t *rounds, ce_error *err)
{
    problem p = {.n = micro->count, .lambda = options->lambda};
    size_t done = 0;
    double change = INFINITY;
    int rc;

    rc = begin(&p, micro, options, err);
    while (!rc && done < MOST_ROUNDS && change >= enough) {
        block old = p.c;
        ce_progress_report(options->progress, done, done < USUAL_ROUNDS ? USUAL_ROUNDS : done + 1);
        solve_c(&p);
        change = steps(&p);
        p.c = p.next;
        p.next = old;
        done++;
    }
    if (!rc)
        rc = symmetric_part(&p, s, err);
    if (!rc)
        shift(s);
    if (rounds)
        *rounds = done;
    problem_free(&p);
    return rc;
}
