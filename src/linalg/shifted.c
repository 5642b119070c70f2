#include "linalg/shifted.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <suitesparse/cholmod.h>

#include "core/memory.h"

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

/* 1: there is a factor, 0: there is none, or CE_ENOMEM. */
static int factorize(ce_shifted *s, const ce_similarity *a, double shift)
{
    cholmod_sparse *m = lay_out(a, shift, &s->common);
    int made = 0;

    if (m && (s->factor = cholmod_analyze(m, &s->common)) && is_cheap(s, a->row_start[a->n])) {
        cholmod_factorize(m, s->factor, &s->common);
        made = s->common.status == CHOLMOD_OK && s->factor->minor == s->n;
        s->entries = (size_t)s->common.lnz;
    }
    cholmod_free_sparse(&m, &s->common);
    if (made)
        s->b = cholmod_allocate_dense(s->n, 1, s->n, CHOLMOD_REAL, &s->common);
    return s->common.status == CHOLMOD_OUT_OF_MEMORY ? CE_ENOMEM : made;
}

int ce_shifted_factor(const ce_similarity *a, double shift, ce_shifted **shifted, ce_error *err)
{
    ce_shifted *s;
    int made;

    *shifted = NULL;
    if (!a->row_start || !a->n || a->row_start[a->n] > INT_MAX / 4 || a->n > INT_MAX / 4)
        return CE_OK;
    if (!(s = ce_calloc(1, sizeof *s, err)))
        return CE_ENOMEM;
    s->n = a->n;
    cholmod_start(&s->common);
    s->common.print = 0;
    s->common.supernodal = CHOLMOD_SIMPLICIAL;
    s->common.final_ll = 1; /* fails where the matrix is not positive definite */
    s->common.nmethods = 1;
    s->common.method[0].ordering = CHOLMOD_AMD;
    made = factorize(s, a, shift);
    if (made == 1)
        *shifted = s;
    else
        ce_shifted_free(s);
    return made < 0 ? ce_fail(err, CE_ENOMEM, "out of memory for a sparse Cholesky factor") : CE_OK;
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
