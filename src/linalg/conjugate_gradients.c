#include "linalg/conjugate_gradients.h"

#include <stdlib.h>
#include <string.h>

#include "core/each.h"
#include "core/memory.h"
#include "core/parallel.h"

/* Columns solved together: one pass over S serves all of them. */
enum { WIDTH = 8 };

/* `width` columns that are being solved; arrays are n x width, row-major. */
typedef struct {
    const ce_unit_matrix *m;
    size_t width;
    double *x, *r, *p, *q;
    double now[WIDTH], first[WIDTH], step[WIDTH], sum[WIDTH]; /* r r, b b, and work */
} group;

static int group_alloc(group *g, const ce_unit_matrix *m, size_t width, ce_error *err)
{
    *g = (group){.m = m, .width = width};
    g->x = ce_calloc(m->n * width, sizeof *g->x, err);
    g->r = ce_alloc(m->n * width, sizeof *g->r, err);
    g->p = ce_alloc(m->n * width, sizeof *g->p, err);
    g->q = ce_alloc(m->n * width, sizeof *g->q, err);
    return g->x && g->r && g->p && g->q ? CE_OK : CE_ENOMEM;
}

static void group_free(group *g)
{
    free(g->x);
    free(g->r);
    free(g->p);
    free(g->q);
}

/* q = (I - S) p, and the sums of p q. */
CE_HOT static void apply(group *g)
{
    const ce_unit_matrix *m = g->m;
    size_t width = g->width;

    memset(g->sum, 0, sizeof g->sum);
    for (size_t i = 0; i < m->n; i++) {
        double row[WIDTH];
        for (size_t c = 0; c < width; c++)
            row[c] = g->p[i * width + c];
        for (size_t e = m->row_start[i]; e < m->row_start[i + 1]; e++) {
            const double *p = g->p + (size_t)m->column[e] * width;
            for (size_t c = 0; c < width; c++)
                row[c] -= m->values[e] * p[c];
        }
        for (size_t c = 0; c < width; c++) {
            g->q[i * width + c] = row[c];
            g->sum[c] += g->p[i * width + c] * row[c];
        }
    }
}

/* x += step p, r -= step q, and the sums of r r. */
CE_HOT static void advance(group *g)
{
    size_t width = g->width;

    memset(g->sum, 0, sizeof g->sum);
    for (size_t i = 0; i < g->m->n; i++)
        for (size_t c = 0, at = i * width; c < width; c++, at++) {
            g->x[at] += g->step[c] * g->p[at];
            g->r[at] -= g->step[c] * g->q[at];
            g->sum[c] += g->r[at] * g->r[at];
        }
}

/* p = r + step p. */
CE_HOT static void turn(group *g)
{
    size_t width = g->width;

    for (size_t i = 0; i < g->m->n; i++)
        for (size_t c = 0, at = i * width; c < width; c++, at++)
            g->p[at] = g->r[at] + g->step[c] * g->p[at];
}

static int is_open(const group *g, size_t c, double residual)
{
    return g->now[c] > residual * residual * g->first[c];
}

/* Runs until all columns are solved, and then returns 1. A column that is solved takes no more
 * steps. */
static int run(group *g, double residual, size_t limit)
{
    size_t open = 1;

    memcpy(g->p, g->r, g->m->n * g->width * sizeof *g->p);
    for (size_t i = 0; i < g->m->n; i++)
        for (size_t c = 0; c < g->width; c++)
            g->first[c] += g->r[i * g->width + c] * g->r[i * g->width + c];
    memcpy(g->now, g->first, sizeof g->now);
    for (size_t round = 0; open && round < limit; round++) {
        apply(g);
        for (size_t c = 0; c < g->width; c++)
            g->step[c] = is_open(g, c, residual) && g->sum[c] > 0 ? g->now[c] / g->sum[c] : 0;
        advance(g);
        open = 0;
        for (size_t c = 0; c < g->width; c++) {
            double before = g->now[c];
            g->now[c] = g->sum[c];
            g->step[c] = g->step[c] > 0 && is_open(g, c, residual) ? g->now[c] / before : 0;
            open += g->step[c] > 0;
        }
        turn(g);
    }
    return !open;
}

/* Systems of one matrix: so many right-hand sides in so many groups. */
typedef struct {
    const ce_unit_matrix *matrix;
    const double *b;
    size_t columns, groups;
    double residual;
    size_t limit;
    double *x;
} systems;

static int solve_group(void *state, size_t t, ce_error *err)
{
    const systems *s = state;
    const ce_unit_matrix *m = s->matrix;
    size_t columns = s->columns, start = columns * t / s->groups,
           width = columns * (t + 1) / s->groups - start;
    group g;
    int rc = group_alloc(&g, m, width, err);

    for (size_t i = 0; i < m->n && !rc; i++)
        memcpy(g.r + i * width, s->b + i * columns + start, width * sizeof *s->b);
    if (!rc && !run(&g, s->residual, s->limit))
        rc = ce_fail(err, CE_ENUM,
                     "conjugate gradients: a system of %zu equations is not solved after %zu steps",
                     m->n, s->limit);
    for (size_t i = 0; i < m->n && !rc; i++)
        memcpy(s->x + i * columns + start, g.x + i * width, width * sizeof *s->x);
    group_free(&g);
    return rc;
}

int ce_conjugate_gradients(const ce_unit_matrix *matrix, const double *b, size_t columns,
                           double residual, size_t limit, double *x, ce_error *err)
{
    systems s = {matrix, b, columns, (columns + WIDTH - 1) / WIDTH, residual, limit, x};
    int rc = ce_memory_check(matrix->n, columns, 4 * sizeof *x, "the right-hand sides",
                             "fewer clusters", err);

    return rc ? rc : ce_each(s.groups, 0, solve_group, &s, NULL, err);
}
