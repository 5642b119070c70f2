#include "linalg/shifted.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <suitesparse/cholmod.h>

#include "core/each.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "core/vectors.h"

/* What is cheap: entries of the factor for each entry of the matrix, and operations. */
#define MOST_FILL 40
#define MOST_OPERATIONS 2e10

struct ce_shifted {
    cholmod_common common;
    cholmod_factor *factor;
    cholmod_dense *b, *x, *y, *e; /* x, y and e are kept from one solution to the next */
    size_t n, entries;
};

void ce_shifted_free(ce_shifted *s)
{
    if (!s)
        return;
    cholmod_free_factor(&s->factor, &s->common);
    cholmod_free_dense(&s->b, &s->common);
    cholmod_free_dense(&s->x, &s->common);
    cholmod_free_dense(&s->y, &s->common);
    cholmod_free_dense(&s->e, &s->common);
    cholmod_finish(&s->common);
    free(s);
}

size_t ce_shifted_entries(const ce_shifted *s)
{
    return s->entries;
}

/* shift I - A: column i holds the rows j >= i. */
static cholmod_sparse *lay_out(const ce_similarity *a, double shift, cholmod_common *common)
{
    size_t n = a->n, most = a->row_start[n] / 2 + 2 * n, at = 0;
    cholmod_sparse *m = cholmod_allocate_sparse(n, n, most, 1, 1, -1, CHOLMOD_REAL, common);
    int *start, *row;
    double *value;

    if (!m)
        return NULL;
    start = m->p;
    row = m->i;
    value = m->x;
    for (size_t i = 0; i < n; i++) {
        size_t own = at++;
        start[i] = (int)own;
        row[own] = (int)i;
        value[own] = shift;
        for (size_t e = a->row_start[i]; e < a->row_start[i + 1]; e++) {
            size_t j = (size_t)a->column[e];
            if (j == i)
                value[own] -= a->values[e];
            else if (j > i) {
                row[at] = (int)j;
                value[at++] = -a->values[e];
            }
        }
    }
    start[n] = (int)at;
    return m;
}

/* Does the analysis foresee a cheap factor? */
static int is_cheap(const ce_shifted *s, size_t entries_of_a)
{
    ce_error ignored = {0};
    double entries = s->common.lnz;

    return entries <= MOST_FILL * (double)entries_of_a && s->common.fl <= MOST_OPERATIONS &&
           !ce_memory_check((size_t)entries, 1, 2 * (sizeof(double) + sizeof(int)), "", "",
                            &ignored);
}

/* 1: there is a factor, 0: there is none, or CE_ENOMEM. cheap: only where it is cheap. */
static int factorize(ce_shifted *s, const ce_similarity *a, double shift, int cheap)
{
    cholmod_sparse *m = lay_out(a, shift, &s->common);
    int made = 0;

    /* METIS draws numbers from a stream that all threads share. */
#pragma omp critical(ce_metis)
    if (m)
        s->factor = cholmod_analyze(m, &s->common);
    if (s->factor && (!cheap || is_cheap(s, a->row_start[a->n]))) {
        cholmod_factorize(m, s->factor, &s->common);
        made = s->common.status == CHOLMOD_OK && s->factor->minor == s->n;
        s->entries = (size_t)s->common.lnz;
    }
    cholmod_free_sparse(&m, &s->common);
    if (made)
        s->b = cholmod_allocate_dense(s->n, 1, s->n, CHOLMOD_REAL, &s->common);
    return s->common.status == CHOLMOD_OUT_OF_MEMORY ? CE_ENOMEM : made;
}

/* Is it within the numbers that CHOLMOD counts with? */
static int can_count(const ce_similarity *a)
{
    return a->row_start && a->n && a->row_start[a->n] <= INT_MAX / 4 && a->n <= INT_MAX / 4;
}

/* *shifted: NULL where there is no factor. */
static int make(const ce_similarity *a, double shift, int cheap, ce_shifted **shifted,
                ce_error *err)
{
    ce_shifted *s;
    int made;

    *shifted = NULL;
    if (!(s = ce_calloc(1, sizeof *s, err)))
        return CE_ENOMEM;
    s->n = a->n;
    cholmod_start(&s->common);
    s->common.print = 0;
    s->common.supernodal = CHOLMOD_SIMPLICIAL;
    s->common.final_ll = 1; /* fails where the matrix is not positive definite */
    s->common.nmethods = cheap ? 1 : 2; /* of two the one with fewer entries */
    s->common.method[0].ordering = CHOLMOD_AMD;
    s->common.method[1].ordering = CHOLMOD_METIS;
    made = factorize(s, a, shift, cheap);
    if (made == 1)
        *shifted = s;
    else
        ce_shifted_free(s);
    return made < 0 ? ce_fail(err, CE_ENOMEM, "out of memory for a sparse Cholesky factor") : CE_OK;
}

int ce_shifted_cheap(const ce_similarity *a, double shift, ce_shifted **shifted, ce_error *err)
{
    *shifted = NULL;
    return can_count(a) ? make(a, shift, 1, shifted, err) : CE_OK;
}

int ce_shifted_factor(const ce_similarity *a, double shift, ce_shifted **shifted, ce_error *err)
{
    int rc;

    *shifted = NULL;
    if (!can_count(a))
        return ce_fail(err, CE_EARG, "a matrix of %zu rows is too large for CHOLMOD", a->n);
    rc = make(a, shift, 0, shifted, err);
    if (!rc && !*shifted)
        rc = ce_fail(err, CE_ENUM, "a matrix of %zu rows is not positive definite", a->n);
    return rc;
}

int ce_shifted_solve(ce_shifted *s, const double *b, double *x)
{
    memcpy(s->b->x, b, s->n * sizeof *b);
    if (!cholmod_solve2(CHOLMOD_A, s->factor, s->b, NULL, &s->x, NULL, &s->y, &s->e, &s->common)) {
        memset(x, 0, s->n * sizeof *x);
        return CE_ENOMEM;
    }
    memcpy(x, s->x->x, s->n * sizeof *x);
    return CE_OK;
}

/* ---- many columns ---- */

/* WIDTH: the columns of a panel. BLOCK: columns of the factor that are taken together where they
 * have the same rows, so that a row of the panel is read once for all of them. HALF: the registers
 * of a row that then are worked on together. */
enum { WIDTH = CE_SHIFTED_PANEL, QUADS = WIDTH / CE_QUAD, BLOCK = 4, HALF = 2 };

/* The factor L by columns, and a panel in its order. Rows ascend, so a column begins with its
 * diagonal. */
typedef struct {
    size_t n;
    const int *start, *row;
    const double *value;
    const unsigned char *block; /* n: of the first column of a block, how many it has */
} columns;

/* Has column j the rows of column j + 1, and its own? */
static int goes_on(const columns *l, size_t j)
{
    return l->start[j + 1] - l->start[j] == l->start[j + 2] - l->start[j + 1] + 1 &&
           l->row[l->start[j] + 1] == (int)j + 1;
}

static void find_blocks(const columns *l, unsigned char *block)
{
    for (size_t j = 0, next; j < l->n; j = next) {
        for (next = j + 1; next < l->n && next < j + BLOCK && goes_on(l, next - 1); next++)
            ;
        block[j] = (unsigned char)(next - j);
    }
}

static inline ce_quad *quads(double *panel, size_t row)
{
    return (ce_quad *)(panel + row * WIDTH);
}

/* The entries of column j of a block that lie below the block, which ends with column `last`. */
static inline const double *below(const columns *l, size_t j, size_t last)
{
    return l->value + (size_t)l->start[j] + last - j + 1;
}

/* Subtracts `count` columns from j on, of a block that ends with column `last`, times their rows of
 * the panel, from the rows below the block. */
static inline __attribute__((always_inline)) void spread(const columns *l, double *panel, size_t j,
                                                         size_t last, size_t count)
{
    const int *row = l->row + l->start[last] + 1, *end = l->row + l->start[last + 1];
    const double *value[BLOCK];
    ce_quad x[BLOCK][HALF];

    for (size_t half = 0; half < QUADS; half += HALF) {
        for (size_t t = 0; t < count; t++) {
            value[t] = below(l, j + t, last);
            for (size_t q = 0; q < HALF; q++)
                x[t][q] = quads(panel, j + t)[half + q];
        }
        for (const int *r = row; r < end; r++) {
            ce_quad *y = quads(panel, (size_t)*r) + half;
            ce_quad first = y[0], second = y[1];
            for (size_t t = 0; t < count; t++) {
                double v = *value[t]++;
                first -= v * x[t][0];
                second -= v * x[t][1];
            }
            y[0] = first;
            y[1] = second;
        }
    }
}

/* The reverse: subtracts the rows below the block, times the columns, from the rows of the columns.
 */
static inline __attribute__((always_inline)) void gather(const columns *l, double *panel, size_t j,
                                                         size_t last, size_t count)
{
    const int *row = l->row + l->start[last] + 1, *end = l->row + l->start[last + 1];
    const double *value[BLOCK];
    ce_quad x[BLOCK][HALF];

    for (size_t half = 0; half < QUADS; half += HALF) {
        for (size_t t = 0; t < count; t++) {
            value[t] = below(l, j + t, last);
            for (size_t q = 0; q < HALF; q++)
                x[t][q] = quads(panel, j + t)[half + q];
        }
        for (const int *r = row; r < end; r++) {
            const ce_quad *y = quads(panel, (size_t)*r) + half;
            for (size_t t = 0; t < count; t++) {
                double v = *value[t]++;
                x[t][0] -= v * y[0];
                x[t][1] -= v * y[1];
            }
        }
        for (size_t t = 0; t < count; t++)
            for (size_t q = 0; q < HALF; q++)
                quads(panel, j + t)[half + q] = x[t][q];
    }
}

/* The solution of L x = b for a panel. */
CE_HOT static void forward(const columns *l, double *panel)
{
    for (size_t j = 0; j < l->n; j += l->block[j]) {
        size_t block = l->block[j], last = j + block - 1;
        for (size_t t = j; t <= last; t++) {
            const double *value = l->value + l->start[t];
            for (size_t q = 0; q < QUADS; q++)
                quads(panel, t)[q] /= value[0];
            for (size_t u = t + 1; u <= last; u++)
                for (size_t q = 0; q < QUADS; q++)
                    quads(panel, u)[q] -= value[u - t] * quads(panel, t)[q];
        }
        if (block == BLOCK)
            spread(l, panel, j, last, BLOCK);
        else
            for (size_t t = j; t <= last; t++)
                spread(l, panel, t, last, 1);
    }
}

/* The solution of L' x = b for a panel. */
CE_HOT static void backward(const columns *l, double *panel)
{
    for (size_t end = l->n; end > 0;) {
        size_t last = end - 1, j = last;
        while (!l->block[j])
            j--;
        if (last - j + 1 == BLOCK)
            gather(l, panel, j, last, BLOCK);
        else
            for (size_t t = j; t <= last; t++)
                gather(l, panel, t, last, 1);
        for (size_t t = end; t-- > j;) {
            const double *value = l->value + l->start[t];
            for (size_t u = t + 1; u <= last; u++)
                for (size_t q = 0; q < QUADS; q++)
                    quads(panel, t)[q] -= value[u - t] * quads(panel, u)[q];
            for (size_t q = 0; q < QUADS; q++)
                quads(panel, t)[q] /= value[0];
        }
        end = j;
    }
}

typedef struct {
    columns factor;
    const int *order; /* the row of b of each row of the factor */
    double *x;
    size_t rows;
    const double *scale;
    double *room; /* a panel for each thread */
} panels;

static int solve_panel(void *state, size_t t, ce_error *err)
{
    const panels *p = state;
    size_t n = p->factor.n;
    double *x = p->x + t * p->rows * WIDTH, *panel = p->room + (size_t)ce_thread() * n * WIDTH;

    (void)err;
    for (size_t i = 0; i < n; i++)
        memcpy(panel + i * WIDTH, x + (size_t)p->order[i] * WIDTH, WIDTH * sizeof *panel);
    forward(&p->factor, panel);
    backward(&p->factor, panel);
    for (size_t i = 0; i < n; i++)
        for (size_t c = 0; c < WIDTH; c++)
            x[(size_t)p->order[i] * WIDTH + c] = p->scale[p->order[i]] * panel[i * WIDTH + c];
    return CE_OK;
}

int ce_shifted_solve_panels(const ce_shifted *shifted, double *x, size_t rows, size_t count,
                            const double *scale, ce_error *err)
{
    const cholmod_factor *f = shifted->factor;
    unsigned char *block = ce_calloc(f->n, 1, err);
    panels p = {{f->n, f->p, f->i, f->x, block}, f->Perm, x, rows, scale, NULL};
    int rc = CE_ENOMEM;

    p.room = ce_alloc((size_t)ce_threads() * f->n, WIDTH * sizeof *p.room, err);
    if (block && p.room) {
        find_blocks(&p.factor, block);
        rc = ce_each(count, 0, solve_panel, &p, NULL, err);
    }
    free(block);
    free(p.room);
    return rc;
}
