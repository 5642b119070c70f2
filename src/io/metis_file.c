/* METIS's graph file: a line "n edges 001", then a line for each vertex with its neighbours and the
 * weights of its edges. */
#include <stdint.h>
#include <stdlib.h>

#include "core/memory.h"
#include "core/whole_weights.h"
#include "io/matrix_file.h"

typedef struct {
    size_t edges; /* each pair once */
    ce_whole_scale whole;
} edge_totals;

/* Row i of either form. Returns the number of its entries. *column is NULL for the dense form, for
 * which row has room for n doubles. */
static size_t row_entries(const ce_similarity *s, size_t i, double *row, const int32_t **column,
                          const double **values)
{
    if (s->row_start) {
        *column = s->column + s->row_start[i];
        *values = s->values + s->row_start[i];
        return s->row_start[i + 1] - s->row_start[i];
    }
    ce_similarity_expand(s, i, 1, row);
    *column = NULL;
    *values = row;
    return s->n;
}

static int add_up(const ce_similarity *s, double *row, edge_totals *totals, ce_error *err)
{
    const int32_t *column;
    const double *values;

    for (size_t i = 0; i < s->n; i++) {
        size_t count = row_entries(s, i, row, &column, &values);
        for (size_t e = 0; e < count; e++) {
            size_t j = column ? (size_t)column[e] : e;
            if (j <= i)
                continue;
            if (values[e] < 0)
                return ce_fail(
                    err, CE_EINPUT,
                    "entry (%zu, %zu) is %g: a graph for METIS takes no negative weights", i + 1,
                    j + 1, values[e]);
            totals->edges += values[e] > 0;
            ce_whole_add(&totals->whole, values[e], 1);
        }
    }
    return CE_OK;
}

int ce_metis_graph_write(const ce_similarity *s, ce_output *output, ce_error *err)
{
    double *row = ce_alloc(s->row_start ? 1 : s->n, sizeof *row, err);
    edge_totals totals = {0};
    const int32_t *column;
    const double *values;
    int rc = row ? add_up(s, row, &totals, err) : CE_ENOMEM;

    if (rc) {
        free(row);
        return rc;
    }
    ce_whole_fit(&totals.whole, 1e6, 1e9);
    ce_output_printf(output, "%zu %zu 001\n", s->n, totals.edges);
    for (size_t i = 0; i < s->n && !ce_output_failed(output); i++) {
        size_t count = row_entries(s, i, row, &column, &values);
        int first = 1;
        for (size_t e = 0; e < count; e++) {
            size_t j = column ? (size_t)column[e] : e;
            if (j == i || values[e] <= 0)
                continue;
            if (!first)
                ce_output_char(output, ' ');
            first = 0;
            ce_output_integer(output, (int64_t)j + 1);
            ce_output_char(output, ' ');
            ce_output_integer(output, ce_whole_of(&totals.whole, values[e], 1));
        }
        ce_output_char(output, '\n');
    }
    free(row);
    return CE_OK;
}
