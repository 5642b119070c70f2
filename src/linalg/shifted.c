#include "linalg/shifted.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <suitesparse/cholmod.h>

#include "core/each.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "core/quiet.h"
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

/* *made: 1 if there is a factor. cheap: only where it is cheap. 0 or CE_ENOMEM. */
static int factorize(ce_shifted *s, const ce_similarity *a, double shift, int cheap, int *made,
                     ce_error *err)
{
    cholmod_sparse *m = lay_out(a, shift, &s->common);
    int wanted = 0, rc = CE_OK;

    /* METIS draws numbers from a stream that all threads share, and says where memory ends. */
#pragma omp critical(ce_metis)
    if (m) {
        ce_quiet quiet = ce_quiet_begin();
        s->factor = cholmod_analyze(m, &s->common);
        ce_quiet_end(&quiet);
    }
    *made = 0;
    if (s->factor)
        wanted = !cheap || is_cheap(s, a->row_start[a->n]);
    if (wanted && !cheap)
        rc = ce_memory_check((size_t)s->common.lnz, 1, 2 * (sizeof(double) + sizeof(int)),
                             "a sparse Cholesky factor", "fewer entries", err);
    if (wanted && !rc) {
        cholmod_factorize(m, s->factor, &s->common);
        *made = s->common.status == CHOLMOD_OK && s->factor->minor == s->n;
        s->entries = (size_t)s->common.lnz;
    }
    cholmod_free_sparse(&m, &s->common);
    if (*made)
        s->b = cholmod_allocate_dense(s->n, 1, s->n, CHOLMOD_REAL, &s->common);
    if (!rc && s->common.status == CHOLMOD_OUT_OF_MEMORY)
        rc = ce_fail(err, CE_ENOMEM, "out of memory for a sparse Cholesky factor");
    return rc;
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
    int made, rc;

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
    rc = factorize(s, a, shift, cheap, &made, err);
    if (!rc && made)
        *shifted = s;
    else
        ce_shifted_free(s);
    return rc;
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
        return ce_fail(err, CE_EARG, "a matrix of %zu rows has too many entries for CHOLMOD", a->n);
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
/* GROUP: panels that go at once over a factor of more than BIG entries, which the nearer caches do
 * not hold. */
enum {
    WIDTH = CE_SHIFTED_PANEL,
    QUADS = WIDTH / CE_QUAD,
    BLOCK = 4,
    HALF = 2,
    GROUP = 4,
    BIG = 1 << 19
};

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

/* Where the entries of `count` columns begin, and half of their rows of the panel. */
static inline __attribute__((always_inline)) void begin_half(const columns *l, double *panel,
                                                             size_t j, size_t last, size_t count,
                                                             size_t half, const double **value,
                                                             ce_quad x[][HALF])
{
    for (size_t t = 0; t < count; t++) {
        value[t] = below(l, j + t, last);
        for (size_t q = 0; q < HALF; q++)
            x[t][q] = quads(panel, j + t)[half + q];
    }
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
        begin_half(l, panel, j, last, count, half, value, x);
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
        begin_half(l, panel, j, last, count, half, value, x);
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

/* A block of L x = b. */
static inline __attribute__((always_inline)) void forward_block(const columns *l, double *panel,
                                                                size_t j)
{
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

/* A block of L' x = b. */
static inline __attribute__((always_inline)) void backward_block(const columns *l, double *panel,
                                                                 size_t j)
{
    size_t last = j + l->block[j] - 1;

    if (l->block[j] == BLOCK)
        gather(l, panel, j, last, BLOCK);
    else
        for (size_t t = j; t <= last; t++)
            gather(l, panel, t, last, 1);
    for (size_t t = last + 1; t-- > j;) {
        const double *value = l->value + l->start[t];
        for (size_t u = t + 1; u <= last; u++)
            for (size_t q = 0; q < QUADS; q++)
                quads(panel, t)[q] -= value[u - t] * quads(panel, u)[q];
        for (size_t q = 0; q < QUADS; q++)
            quads(panel, t)[q] /= value[0];
    }
}

/* The solution of L L' x = b for so many panels, one after the other. */
CE_HOT static void solve_group(const columns *l, double *panel, size_t count)
{
    for (size_t j = 0; j < l->n; j += l->block[j])
        for (size_t p = 0; p < count; p++)
            forward_block(l, panel + p * l->n * WIDTH, j);
    for (size_t end = l->n, j; end > 0; end = j) {
        for (j = end - 1; !l->block[j]; j--)
            ;
        for (size_t p = 0; p < count; p++)
            backward_block(l, panel + p * l->n * WIDTH, j);
    }
}

typedef struct {
    columns factor;
    const int *order; /* the row of b of each row of the factor */
    double *x;
    size_t rows, count, group; /* of x; panels, and how many are solved at once */
    const double *scale;
    double *room; /* a group of panels for each thread */
} panels;

static int solve_panels(void *state, size_t t, ce_error *err)
{
    const panels *p = state;
    size_t n = p->factor.n, first = t * p->group,
           count = p->count - first < p->group ? p->count - first : p->group;
    double *room = p->room + (size_t)ce_thread() * p->group * n * WIDTH;

    (void)err;
    for (size_t g = 0; g < count; g++)
        for (size_t i = 0; i < n; i++)
            memcpy(room + (g * n + i) * WIDTH,
                   p->x + ((first + g) * p->rows + (size_t)p->order[i]) * WIDTH,
                   WIDTH * sizeof *room);
    solve_group(&p->factor, room, count);
    for (size_t g = 0; g < count; g++)
        for (size_t i = 0; i < n; i++) {
            double *x = p->x + ((first + g) * p->rows + (size_t)p->order[i]) * WIDTH;
            for (size_t c = 0; c < WIDTH; c++)
                x[c] = p->scale[p->order[i]] * room[(g * n + i) * WIDTH + c];
        }
    return CE_OK;
}

int ce_shifted_solve_panels(const ce_shifted *shifted, double *x, size_t rows, size_t count,
                            const double *scale, ce_error *err)
{
    const cholmod_factor *f = shifted->factor;
    unsigned char *block = ce_calloc(f->n, 1, err);
    size_t group = shifted->entries > BIG ? GROUP : 1;
    panels p = {{f->n, f->p, f->i, f->x, block}, f->Perm, x, rows, count, group, scale, NULL};
    int rc = CE_ENOMEM;

    p.room = ce_alloc((size_t)ce_threads() * group * f->n, WIDTH * sizeof *p.room, err);
    if (block && p.room) {
        find_blocks(&p.factor, block);
        rc = ce_each((count + group - 1) / group, 0, solve_panels, &p, NULL, err);
    }
    free(block);
    free(p.room);
    return rc;
}
