#include "partition/graph/spectrum.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

static void forget(ce_spectrum *s)
{
    s->kept = 0;
    free(s->values);
    s->values = NULL;
    ce_matrix_free(&s->vectors);
}

void ce_spectrum_free(ce_spectrum *s)
{
    ce_laplacian_free(&s->graph);
    forget(s);
    free(s->size);
    free(s->vertex);
    *s = (ce_spectrum){0};
}

/* An isolated vertex has no eigenvector that says anything. */
size_t ce_spectrum_wanted(const ce_spectrum *s, size_t k)
{
    size_t linked = 0;

    if (s->kept >= k)
        return s->kept;
    for (size_t i = 0; i < s->graph.n; i++)
        linked += s->graph.component[i] >= 0;
    linked = linked < s->most ? linked : s->most;
    return k > linked ? k : linked;
}

/* The first k columns of what is kept. */
static int take_first(const ce_spectrum *s, size_t k, double *values, ce_matrix *rows,
                      ce_error *err)
{
    int rc = ce_matrix_alloc(rows, s->graph.n, k, err);

    if (rc)
        return rc;
    memcpy(values, s->values, k * sizeof *values);
    for (size_t i = 0; i < s->graph.n; i++)
        memcpy(rows->values + i * k, s->vectors.values + i * s->kept, k * sizeof *values);
    return CE_OK;
}

static int find(ce_spectrum *s, size_t count, ce_solver solver, ce_error *err)
{
    int rc;

    forget(s);
    s->values = ce_alloc(count, sizeof *s->values, err);
    rc = s->values
             ? ce_laplacian_eigenvectors(&s->graph, count, solver, s->values, &s->vectors, err)
             : CE_ENOMEM;
    if (rc)
        forget(s);
    else
        s->kept = count;
    return rc;
}

int ce_spectrum_eigenvectors(ce_spectrum *s, size_t k, ce_solver solver, double *values,
                             ce_matrix *rows, ce_error *err)
{
    ce_error own = {0};
    int rc = CE_OK;

    if (!s->most)
        return ce_laplacian_eigenvectors(&s->graph, k, solver, values, rows, err);
    if (s->kept < k)
        rc = find(s, ce_spectrum_wanted(s, k), solver, &own);
    if (!rc)
        return take_first(s, k, values, rows, err);
    s->most = 0;
    return ce_laplacian_eigenvectors(&s->graph, k, solver, values, rows, err);
}
