#include "similarity/enhanced_coassociation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "linalg/linalg.h"
#include "similarity/coassociation.h"
#include "similarity/local_weights.h"

enum { MOST_ROUNDS = 100, USUAL_ROUNDS = 55 };

static const double enough = .01;
static const double grain = 0x1p-30;

/* Operations a second of a product on one thread, roughly. */
#define USUAL_SPEED 2e10

/* A matrix of the form of the header: between different objects of microclusters a and b
 * table[a * n + b], of an object with itself own[a]. */
typedef struct {
    double *table; /* owned; n x n */
    double *own;   /* owned; n */
} block;

/* Squared norms of a round. */
enum { OLD_C, NEW_C, OLD_E, NEW_E, OLD_F, NEW_F, OLD_Y1, OLD_Y2, RES_1, RES_2, ALL_NORMS };

typedef struct {
    size_t n;
    const double *size;
    double lambda, nothing; /* nothing: (1e-12 ||A||)^2 */
    ce_similarity a;     /* A; twin: between two objects of one microcluster */
    double *twin;        /* owned; n */
    unsigned char *high; /* owned; n x n: H > 0 */
    block left;          /* G times sizes, with its diagonal on that of the table; own: that of G */
    double *g;           /* owned; n x n: G between different objects */
    block c, next, e, f, y1, y2;
    double *sum; /* owned; n x ALL_NORMS */
} problem;

static int block_alloc(block *b, size_t n, ce_error *err)
{
    b->table = ce_calloc(n, n * sizeof *b->table, err);
    b->own = ce_calloc(n, sizeof *b->own, err);
    return b->table && b->own ? CE_OK : CE_ENOMEM;
}

static void block_free(block *b)
{
    free(b->table);
    free(b->own);
}

static void problem_free(problem *p)
{
    block *all[] = {&p->left, &p->c, &p->next, &p->e, &p->f, &p->y1, &p->y2};

    for (size_t x = 0; x < sizeof all / sizeof *all; x++)
        block_free(all[x]);
    ce_similarity_free(&p->a);
    free(p->twin);
    free(p->high);
    free(p->g);
    free(p->sum);
}

static inline double given(const problem *p, size_t a, size_t b)
{
    return a == b ? p->twin[a] : ce_similarity_dense_get(&p->a, a, b);
}

/* H into g, and where it is above 0. An object is not its own neighbour, but the others of its
 * microcluster are. */
static int find_high(problem *p, const ce_microclusters *micro, double alpha, ce_error *err)
{
    ce_similarity ca = {0};
    size_t n = p->n;
    int rc = ce_coassociation(&micro->rows, NULL, &ca, NULL, err);

    for (size_t a = 0; a < n && !rc; a++)
        for (size_t b = 0; b < n; b++) {
            double share = a == b ? 1 : ce_similarity_dense_get(&ca, a, b);
            int high = share >= alpha - 1e-9 / (double)micro->rows.m && share > 0;
            p->high[a * n + b] = (unsigned char)high;
            p->g[a * n + b] = high ? share : 0;
        }
    ce_similarity_free(&ca);
    return rc;
}

/* G = (2 P + 2 I)^-1 from H. With S the sizes, S^1/2 (table) S^1/2 + diagonal is an ordinary matrix
 * of order n, and its inverse has the same form. */
static int invert(problem *p, ce_error *err)
{
    size_t n = p->n;
    double *g = p->g, *q = p->left.own;
    int rc;

    for (size_t a = 0; a < n; a++) {
        double degree = -g[a * n + a];
        for (size_t b = 0; b < n; b++)
            degree += p->size[b] * g[a * n + b];
        q[a] = 2 * (degree + 1 + g[a * n + a]);
    }
    for (size_t a = 0; a < n; a++)
        for (size_t b = 0; b < n; b++)
            g[a * n + b] = (a == b ? q[a] : 0) - 2 * sqrt(p->size[a] * p->size[b]) * g[a * n + b];
    rc = ce_inverse_positive(g, n, err);
    for (size_t a = 0; a < n && !rc; a++)
        for (size_t b = 0; b < n; b++) {
            double *x = &g[a * n + b];
            *x = (*x - (a == b ? 1 / q[a] : 0)) / sqrt(p->size[a] * p->size[b]);
            p->left.table[a * n + b] = *x * p->size[b] + (a == b ? 1 / q[a] : 0);
        }
    for (size_t a = 0; a < n && !rc; a++)
        q[a] = 1 / q[a];
    return rc;
}

/* C = G (A - E + Y1 + F - Y2) into next; the sum goes into c after its old entries were counted. */
static void solve_c(problem *p, double *right)
{
    size_t n = p->n;

#pragma omp parallel for schedule(dynamic, 16)
    for (size_t a = 0; a < n; a++)
        for (size_t b = 0; b < n; b++) {
            size_t at = a * n + b;
            right[at] = given(p, a, b) - p->e.table[at] + p->y1.table[at] + p->f.table[at] -
                        p->y2.table[at];
        }
    ce_matrix_product(p->left.table, right, p->next.table, n, n, n);
    for (size_t a = 0; a < n; a++)
        p->next.own[a] =
            1 - p->e.own[a] + p->y1.own[a] + p->f.own[a] - p->y2.own[a] - right[a * n + a];
#pragma omp parallel for schedule(dynamic, 16)
    for (size_t a = 0; a < n; a++)
        for (size_t b = 0; b < n; b++)
            p->next.table[a * n + b] += p->g[a * n + b] * p->next.own[b];
    for (size_t a = 0; a < n; a++)
        p->next.own[a] = p->next.own[a] * p->left.own[a] + p->next.table[a * n + a];
}

/* The entries of one place: what the other steps of a round make of them. */
typedef struct {
    double a, c, was, e, f, y1, y2;
} entry;

static void step(const problem *p, entry *x, double b_mean, int high, double weight, double *sum)
{
    double e = high ? 0 : (x->a - x->c + x->y1) / (p->lambda + 1),
           f = fmin(fmax(b_mean, 0), 1), r1 = x->a - x->c - e, r2 = x->c - f;

    sum[OLD_C] += weight * x->was * x->was;
    sum[NEW_C] += weight * (x->c - x->was) * (x->c - x->was);
    sum[OLD_E] += weight * x->e * x->e;
    sum[NEW_E] += weight * (e - x->e) * (e - x->e);
    sum[OLD_F] += weight * x->f * x->f;
    sum[NEW_F] += weight * (f - x->f) * (f - x->f);
    sum[OLD_Y1] += weight * x->y1 * x->y1;
    sum[OLD_Y2] += weight * x->y2 * x->y2;
    sum[RES_1] += weight * r1 * r1;
    sum[RES_2] += weight * r2 * r2;
    x->e = e;
    x->f = f;
    x->y1 += r1;
    x->y2 += r2;
}

static entry table_entry(const problem *p, size_t a, size_t b)
{
    size_t at = a * p->n + b;

    return (entry){given(p, a, b),    p->next.table[at], p->c.table[at], p->e.table[at],
                   p->f.table[at], p->y1.table[at],   p->y2.table[at]};
}

static void put_entry(problem *p, size_t a, size_t b, const entry *x)
{
    size_t at = a * p->n + b;

    p->e.table[at] = x->e;
    p->f.table[at] = x->f;
    p->y1.table[at] = x->y1;
    p->y2.table[at] = x->y2;
}

/* Places (a, b) and (b, a) for all b >= a, and the objects of a with themselves. */
static void step_row(problem *p, size_t a)
{
    double *sum = p->sum + a * ALL_NORMS;
    entry own = {1, p->next.own[a], p->c.own[a], p->e.own[a], p->f.own[a], p->y1.own[a],
                 p->y2.own[a]};

    memset(sum, 0, ALL_NORMS * sizeof *sum);
    step(p, &own, own.c + own.y2, 0, p->size[a], sum);
    p->e.own[a] = own.e;
    p->f.own[a] = own.f;
    p->y1.own[a] = own.y1;
    p->y2.own[a] = own.y2;
    for (size_t b = a; b < p->n; b++) {
        entry x = table_entry(p, a, b), y = table_entry(p, b, a);
        double mean = (x.c + x.y2 + y.c + y.y2) / 2;
        int high = p->high[a * p->n + b];
        step(p, &x, mean, high, p->size[a] * (p->size[b] - (a == b)), sum);
        put_entry(p, a, b, &x);
        if (a == b)
            continue;
        step(p, &y, mean, high, p->size[a] * p->size[b], sum);
        put_entry(p, b, a, &y);
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

#pragma omp parallel for schedule(dynamic, 16)
    for (size_t a = 0; a < p->n; a++)
        step_row(p, a);
    for (size_t a = 0; a < p->n; a++)
        for (size_t x = 0; x < ALL_NORMS; x++)
            all[x] += p->sum[a * ALL_NORMS + x];
    worst = fmax(worst, relative(all[NEW_C], all[OLD_C], p->nothing));
    worst = fmax(worst, relative(all[NEW_E], all[OLD_E], p->nothing));
    worst = fmax(worst, relative(all[NEW_F], all[OLD_F], p->nothing));
    worst = fmax(worst, relative(all[RES_1], all[OLD_Y1], p->nothing));
    return fmax(worst, relative(all[RES_2], all[OLD_Y2], p->nothing));
}

static int begin(problem *p, const ce_microclusters *micro, const ce_enhanced_options *o,
                 ce_error *err)
{
    block *all[] = {&p->left, &p->c, &p->next, &p->e, &p->f, &p->y1, &p->y2};
    size_t n = p->n;
    int rc = CE_OK;

    p->twin = ce_alloc(n, sizeof *p->twin, err);
    p->high = ce_alloc(n, n, err);
    p->g = ce_alloc(n, n * sizeof *p->g, err);
    p->sum = ce_alloc(n, ALL_NORMS * sizeof *p->sum, err);
    if (!p->twin || !p->high || !p->g || !p->sum)
        return CE_ENOMEM;
    for (size_t x = 0; x < sizeof all / sizeof *all && !rc; x++)
        rc = block_alloc(all[x], n, err);
    if (!rc)
        rc = find_high(p, micro, o->alpha, err);
    if (!rc)
        rc = ce_locally_weighted(micro, o->theta, &p->a, p->twin, o->progress, err);
    if (!rc)
        rc = invert(p, err);
    for (size_t a = 0; a < n && !rc; a++) {
        for (size_t b = 0; b < n; b++) {
            double x = p->y1.table[a * n + b] = given(p, a, b);
            p->nothing += 1e-24 * p->size[a] * (p->size[b] - (a == b)) * x * x;
        }
        p->y1.own[a] = 1;
        p->nothing += 1e-24 * p->size[a];
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
    problem p = {.n = micro->count, .size = micro->size, .lambda = options->lambda};
    size_t n = micro->count, done = 0;
    double change = INFINITY, *right = NULL;
    int rc;

    ce_progress_expect(options->progress, USUAL_ROUNDS * 2 * pow((double)n, 3) / USUAL_SPEED);
    rc = begin(&p, micro, options, err);
    if (!rc) {
        right = ce_alloc(n, n * sizeof *right, err);
        rc = right ? CE_OK : CE_ENOMEM;
    }
    while (!rc && done < MOST_ROUNDS && change >= enough) {
        block old = p.c;
        ce_progress_report(options->progress, done, done < USUAL_ROUNDS ? USUAL_ROUNDS : done + 1);
        solve_c(&p, right);
        change = steps(&p);
        p.c = p.next;
        p.next = old;
        done++;
    }
    if (!rc)
        rc = ce_similarity_alloc_dense(s, n, "the enhanced matrix", "a sample of the objects", err);
    for (size_t a = 0, at = 0; a < n && !rc; a++)
        for (size_t b = a; b < n; b++, at++) {
            double mean = (p.c.table[a * n + b] + p.c.table[b * n + a]) / 2;
            s->values[at] = a == b ? 1 : rint(mean / grain) * grain;
        }
    if (!rc)
        shift(s);
    if (rounds)
        *rounds = done;
    free(right);
    problem_free(&p);
    return rc;
}
