#include "similarity/enhanced_coassociation.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "core/vectors.h"
#include "linalg/shifted.h"
#include "similarity/coassociation.h"
#include "similarity/local_weights.h"

/* TILE: rows and columns that are worked on together, as places (a, b) and (b, a) need each other.
 */
enum { MOST_ROUNDS = 100, USUAL_ROUNDS = 55, TILE = CE_SHIFTED_PANEL };

/* Of an entry of H, and of its copies while the factor is made. */
enum { COPY_BYTES = 24 };

static const double enough = .01;
static const double grain = 0x1p-30;

/* What one thread does in a second, roughly: operations of a solution, and places of a table. */
#define SOLVE_SPEED 5e9
#define PLACE_SPEED 6e7

/* A matrix of the form of the header: between different objects of microclusters a and b
 * table[place(a, b)], of an object with itself own[a]. */
typedef struct {
    double *table; /* owned; stride x stride */
    double *own;   /* owned; stride */
} block;

/* Squared norms of a round. */
enum { OLD_C, NEW_C, OLD_E, NEW_E, OLD_F, NEW_F, OLD_Y1, OLD_Y2, RES_1, RES_2, ALL_NORMS };

/* Tables are panels of TILE columns, so that a panel and a tile lie in one piece each. From row and
 * column n on they are 0. */
typedef struct {
    size_t n, stride;
    double lambda, nothing; /* nothing: (1e-12 ||A||)^2 */
    double start;           /* 1 in the first round, else 0 */
    unsigned char *high;    /* owned; stride x stride: H > 0 */
    double *size;           /* owned; stride */
    double *size_inverse;   /* owned; n */
    double *degree;         /* owned; n: Q, see make_factor */
    ce_shifted *factor;     /* owned */
    block a, c, f, y2;
    block right; /* A - E + Y1 + F - Y2, of which solve_c makes C; before that the last C */
    block ey;    /* Y1 where H > 0, and E is 0; elsewhere E, and Y1 is lambda E */
    double *sum; /* owned; ALL_NORMS for each row of tiles */
} problem;

static inline size_t place(const problem *p, size_t a, size_t b)
{
    return (b / TILE * p->stride + a) * TILE + b % TILE;
}

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
    block *all[] = {&p->a, &p->c, &p->f, &p->y2, &p->right, &p->ey};

    for (size_t x = 0; x < sizeof all / sizeof *all; x++)
        block_free(all[x]);
    free(p->high);
    free(p->size);
    free(p->size_inverse);
    free(p->degree);
    ce_shifted_free(p->factor);
    free(p->sum);
}

/* ---- the graph H ---- */

/* H, sparse. Between the objects of one microcluster it is 1. A co-association counts as alpha from
 * 4e-9 below it: ce_coassociation_sparse keeps what is above a threshold, and takes what is within
 * 1e-9 of a whole number of base clusterings for that number. */
static int find_high(const problem *p, const ce_microclusters *micro, double alpha,
                     ce_similarity *h, ce_error *err)
{
    ce_error inner = {0};
    int rc = ce_coassociation_sparse(&micro->rows, NULL, fmax(alpha - 4e-9, 0), h, &inner);

    if (rc)
        return ce_fail(err, rc,
                       "ec-cms: more pairs have a co-association of %g than memory holds: "
                       "a larger " CE_OPT("alpha") ", or lwea",
                       alpha);
    return ce_memory_check(h->row_start[p->n], 1, COPY_BYTES, "the high co-associations",
                           "a larger " CE_OPT("alpha"), err);
}

/* Where H is above 0. */
static int mark_high(problem *p, const ce_similarity *h, ce_error *err)
{
    p->high = ce_calloc(p->stride, p->stride, err);
    if (!p->high)
        return CE_ENOMEM;
    for (size_t a = 0; a < p->n; a++)
        for (size_t e = h->row_start[a]; e < h->row_start[a + 1]; e++)
            p->high[place(p, a, (size_t)h->column[e])] = 1;
    return CE_OK;
}

/*
 * 2 P + 2 I makes (Q S^-1 - 2 H) S x of a vector x whose entries are equal within each
 * microcluster, and Q x of one whose entries sum to 0 there. H is that between microclusters, Q is
 * 2 (D + I), and S has the sizes. What is factored is the sparse matrix in brackets.
 */
static int make_factor(problem *p, ce_similarity *h, ce_error *err)
{
    for (size_t a = 0; a < p->n; a++) {
        double sum = 0;
        for (size_t e = h->row_start[a]; e < h->row_start[a + 1]; e++)
            sum += p->size[h->column[e]] * h->values[e];
        p->degree[a] = 2 * (sum + 1);
    }
    for (size_t a = 0; a < p->n; a++)
        for (size_t e = h->row_start[a]; e < h->row_start[a + 1]; e++)
            h->values[e] = 2 * h->values[e] -
                           ((size_t)h->column[e] == a ? p->degree[a] * p->size_inverse[a] : 0);
    return ce_shifted_factor(h, 0, &p->factor, err);
}

/* ---- a round ---- */

/* C = (2 P + 2 I)^-1 right, in the place of right. */
static int solve_c(problem *p, ce_error *err)
{
    size_t n = p->n;
    double *x = p->right.table, *own = p->right.own;
    int rc;

    for (size_t a = 0; a < n; a++) {
        own[a] -= x[place(p, a, a)];
        x[place(p, a, a)] += own[a] * p->size_inverse[a];
    }
    rc = ce_shifted_solve_panels(p->factor, x, p->stride, p->stride / TILE, p->size_inverse, err);
    for (size_t a = 0; a < n && !rc; a++) {
        own[a] /= p->degree[a];
        x[place(p, a, a)] -= own[a] * p->size_inverse[a];
        own[a] += x[place(p, a, a)];
    }
    return rc;
}

/* TILE places side by side. across: C + Y2 of the places across the diagonal. high: H > 0; or NULL:
 * nowhere. right: the last C at first. */
typedef struct {
    const double *a, *c, *across, *weight;
    const unsigned char *high;
    double *right, *ey, *f, *y2;
} places;

#define QUAD(pointer)    (*(ce_quad *)(pointer))
#define READ(pointer)    (*(const ce_quad *)(pointer))
#define ADD(norm, value) (*(ce_quad *)(sum + norm * TILE + j) += weight * (value) * (value))

/* What the other steps of a round make of places. sum: ALL_NORMS rows of TILE lanes. */
CE_HOT static void step(const places *x, double lambda, double start, double *sum)
{
    const ce_quad none = {0}, one = none + 1;
    double low[TILE];

    for (size_t j = 0; j < TILE; j++)
        low[j] = x->high && x->high[j] ? 0 : 1;
    for (size_t j = 0; j < TILE; j += CE_QUAD) {
        ce_quad a = READ(x->a + j), c = READ(x->c + j), was = QUAD(x->right + j),
                ey = QUAD(x->ey + j), old_f = QUAD(x->f + j), y2 = QUAD(x->y2 + j),
                weight = READ(x->weight + j), trusted = one - READ(low + j), old_e, y1, e, f, r1,
                r2;
        ce_quad_masks below;

        old_e = READ(low + j) * ey;
        y1 = trusted * ey + lambda * old_e + start * a;
        e = READ(low + j) * ((a - c + y1) / (lambda + 1));
        f = (c + y2 + READ(x->across + j)) / 2;
        below = f < one;
        f = (ce_quad)(((ce_quad_masks)f & below & (f > none)) | ((ce_quad_masks)one & ~below));
        r1 = a - c - e;
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
        QUAD(x->ey + j) = e + trusted * y1;
        QUAD(x->f + j) = f;
        QUAD(x->y2 + j) = y2;
        QUAD(x->right + j) = a - e + y1 + f - y2;
    }
}

/* The objects of TILE rows with themselves. */
static void step_own(problem *p, size_t top, double *sum)
{
    double across[TILE];
    const places x = {.a = p->a.own + top,
                      .c = p->c.own + top,
                      .across = across,
                      .weight = p->size + top,
                      .right = p->right.own + top,
                      .ey = p->ey.own + top,
                      .f = p->f.own + top,
                      .y2 = p->y2.own + top};

    for (size_t i = 0; i < TILE; i++)
        across[i] = x.c[i] + x.y2[i];
    step(&x, p->lambda, p->start, sum);
}

/* C + Y2 of a tile, transposed. */
static void transpose(const problem *p, size_t top, size_t left, double *across)
{
    const double *c = p->c.table + place(p, top, left), *y2 = p->y2.table + place(p, top, left);

    for (size_t i = 0; i < TILE; i++)
        for (size_t j = 0; j < TILE; j++)
            across[j * TILE + i] = c[i * TILE + j] + y2[i * TILE + j];
}

/* All places of a tile. across: TILE x TILE. */
static void step_tile(problem *p, size_t top, size_t left, const double *across, double *sum)
{
    for (size_t i = 0; i < TILE; i++) {
        size_t a = top + i, at = place(p, a, left);
        double weight[TILE];
        const places x = {.a = p->a.table + at,
                          .c = p->c.table + at,
                          .across = across + i * TILE,
                          .weight = weight,
                          .high = p->high + at,
                          .right = p->right.table + at,
                          .ey = p->ey.table + at,
                          .f = p->f.table + at,
                          .y2 = p->y2.table + at};
        for (size_t j = 0; j < TILE; j++)
            weight[j] = p->size[a] * (p->size[left + j] - (left + j == a));
        step(&x, p->lambda, p->start, sum);
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

/* A, and what it starts: E is 0, and the first multiplier A. */
static int read_given(problem *p, const ce_microclusters *micro, const ce_enhanced_options *o,
                      ce_error *err)
{
    ce_similarity given = {0};
    double *twin = ce_alloc(p->n, sizeof *twin, err); /* between two objects of one microcluster */
    int rc =
        twin ? ce_locally_weighted(micro, o->theta, &given, twin, o->progress, err) : CE_ENOMEM;

    for (size_t a = 0; a < p->n && !rc; a++) {
        for (size_t b = 0; b < p->n; b++) {
            double x = a == b ? twin[a] : ce_similarity_dense_get(&given, a, b);
            p->a.table[place(p, a, b)] = x;
            p->right.table[place(p, a, b)] = x + x;
            p->nothing += 1e-24 * p->size[a] * (p->size[b] - (a == b)) * x * x;
        }
        p->a.own[a] = 1;
        p->right.own[a] = 2;
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

    ce_progress_expect(progress,
                       USUAL_ROUNDS * (4 * n * (double)ce_shifted_entries(p->factor) / SOLVE_SPEED +
                                       n * n / PLACE_SPEED));
}

static int begin(problem *p, const ce_microclusters *micro, const ce_enhanced_options *o,
                 ce_error *err)
{
    block *all[] = {&p->a, &p->c, &p->f, &p->y2, &p->right, &p->ey};
    ce_similarity h = {0};
    int rc;

    p->stride = (p->n + TILE - 1) / TILE * TILE;
    p->size = ce_calloc(p->stride, sizeof *p->size, err);
    p->size_inverse = ce_alloc(p->n, sizeof *p->size_inverse, err);
    p->degree = ce_alloc(p->n, sizeof *p->degree, err);
    p->sum = ce_alloc(p->stride / TILE, ALL_NORMS * sizeof *p->sum, err);
    if (!p->size || !p->size_inverse || !p->degree || !p->sum)
        return CE_ENOMEM;
    for (size_t a = 0; a < p->n; a++) {
        p->size[a] = micro->size[a];
        p->size_inverse[a] = 1 / p->size[a];
    }
    rc = find_high(p, micro, o->alpha, &h, err);
    if (!rc)
        rc = mark_high(p, &h, err);
    if (!rc)
        rc = make_factor(p, &h, err);
    ce_similarity_free(&h);
    for (size_t x = 0; x < sizeof all / sizeof *all && !rc; x++)
        rc = block_alloc(all[x], p, err);
    if (!rc)
        tell_time(p, o->progress);
    return rc ? rc : read_given(p, micro, o, err);
}

/* The mean of C and its transpose, by microcluster. */
static int symmetric_part(const problem *p, ce_similarity *s, ce_error *err)
{
    size_t n = p->n;
    int rc = ce_similarity_alloc_dense(s, n, "the enhanced matrix", "a sample of the objects", err);

    for (size_t a = 0; a < n && !rc; a++)
        for (size_t b = a; b < n; b++) {
            double mean = (p->c.table[place(p, a, b)] + p->c.table[place(p, b, a)]) / 2;
            s->values[ce_packed_index(n, a, b)] = a == b ? 1 : rint(mean / grain) * grain;
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
        ce_progress_report(options->progress, done, done < USUAL_ROUNDS ? USUAL_ROUNDS : done + 1);
        rc = solve_c(&p, err);
        if (!rc) {
            block old = p.c;
            p.c = p.right;
            p.right = old;
            p.start = done++ == 0;
            change = steps(&p);
        }
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
