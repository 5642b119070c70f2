#include "partition/coloring_matrix.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "partition/coloring.h"
#include "partition/linkage/fractions.h"

typedef struct {
    const ce_similarity *matrix;
    int is_distance;
    double q; /* all entries are whole multiples of 1/q; 0: no such q */
} matrix_state;

typedef struct {
    const matrix_state *state;
    const int32_t *order; /* place -> row; NULL: as they are */
    int32_t *place;       /* owned; row -> place, for sparse matrices; NULL: as they are */
} matrix_view;

static double dissimilarity(const matrix_state *s, double value)
{
    if (s->q > 0)
        return s->is_distance ? rint(value * s->q) : s->q - rint(value * s->q);
    return s->is_distance ? value : 1 - value;
}

static void close_view(void *view)
{
    matrix_view *v = view;

    free(v->place);
    free(v);
}

static int open_view(const void *state, const int32_t *order, void **view, size_t *scratch,
                     ce_error *err)
{
    const matrix_state *s = state;
    matrix_view *v = ce_calloc(1, sizeof *v, err);

    *scratch = 0;
    if (!v)
        return CE_ENOMEM;
    v->state = s;
    v->order = order;
    if (order && s->matrix->row_start) {
        if (!(v->place = ce_alloc(s->matrix->n, sizeof *v->place, err))) {
            close_view(v);
            return CE_ENOMEM;
        }
        for (size_t p = 0; p < s->matrix->n; p++)
            v->place[order[p]] = (int32_t)p;
    }
    *view = v;
    return CE_OK;
}

static void sparse_row(const matrix_view *v, size_t row, size_t first, size_t last, double *out)
{
    const ce_similarity *m = v->state->matrix;
    double absent = dissimilarity(v->state, 0);

    for (size_t p = first; p < last; p++)
        out[p - first] = absent;
    for (size_t e = m->row_start[row]; e < m->row_start[row + 1]; e++) {
        size_t p = (size_t)(v->place ? v->place[m->column[e]] : m->column[e]);
        if (p >= first && p < last)
            out[p - first] = dissimilarity(v->state, m->values[e]);
    }
}

static void matrix_rows(const void *view, void *scratch, const int32_t *at, size_t count,
                        size_t first, size_t last, double *out)
{
    const matrix_view *v = view;
    const ce_similarity *m = v->state->matrix;

    (void)scratch;
    for (size_t r = 0; r < count; r++, out += last - first) {
        size_t row = (size_t)(v->order ? v->order[at[r]] : at[r]);
        if (m->row_start) {
            sparse_row(v, row, first, last, out);
            continue;
        }
        for (size_t p = first; p < last; p++)
            out[p - first] = dissimilarity(
                v->state, ce_similarity_dense_get(m, row, v->order ? (size_t)v->order[p] : p));
    }
}

/* A similarity may exceed 1 by rounding. */
static int refuse_values(const ce_similarity *s, int is_distance, ce_error *err)
{
    size_t i, j;

    if (ce_similarity_within(s, is_distance ? 0 : -DBL_MAX, is_distance ? DBL_MAX : 1 + 1e-9, &i,
                             &j))
        return CE_OK;
    return ce_fail(err, CE_EINPUT, "row %zu, column %zu: %g, a %s expected", i + 1, j + 1,
                   ce_similarity_get(s, i, j),
                   is_distance ? "distance of 0 or more" : "similarity of at most 1");
}

int ce_coloring_matrix(const ce_similarity *matrix, int is_distance, const double *size,
                       double theta, ce_color_distance by, ce_partition *partition, ce_error *err)
{
    matrix_state state = {matrix, is_distance,
                          (double)ce_common_denominator(matrix, CE_DENOMINATOR_LIMIT)};
    ce_dissimilarities d = {matrix->n, size, &state, open_view, close_view, matrix_rows};
    int rc = refuse_values(matrix, is_distance, err);

    if (!rc)
        rc = ce_partition_alloc(partition, matrix->n, err);
    if (state.q > 0) {
        theta *= state.q;
        if (fabs(theta - rint(theta)) <= 1e-9 * state.q)
            theta = rint(theta);
    }
    if (!rc)
        rc = ce_coloring(&d, theta, by, NULL, partition->labels, &partition->k, err);
    if (!rc)
        rc = ce_labels_renumber(partition->labels, partition->n, &partition->k, err);
    if (rc)
        ce_partition_free(partition);
    return rc;
}
