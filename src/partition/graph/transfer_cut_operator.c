/* The transfer cut of a B of which only products are known. */
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "partition/graph/laplacian.h"
#include "partition/graph/transfer_cut.h"
#include "partition/graph/transfer_cut_internal.h"

typedef struct {
    ce_transfer_source source;
    const ce_biadjacency_operator *b;
    double *degree; /* rows: B 1 */
    double *row;    /* rows: room */
    int status; /* of the first product that failed; the callback of an eigensolver cannot fail */
    ce_error *err;
} operator_source;

/* row = D_x^-1 B x. Zeros once a product has failed. */
static void forward(operator_source *o, const double *x)
{
    size_t n = o->source.rows;

    if (!o->status)
        o->status = o->b->apply(o->b->state, x, o->row, o->err);
    if (o->status)
        memset(o->row, 0, n * sizeof *o->row);
    for (size_t i = 0; i < n; i++)
        o->row[i] = o->degree[i] > 0 ? o->row[i] / o->degree[i] : 0;
}

static void operator_product(void *state, const double *x, double *y)
{
    operator_source *o = state;

    forward(o, x);
    for (size_t i = 0; i < o->source.rows; i++)
        o->row[i] *= ce_transfer_weight(&o->source, i);
    if (!o->status)
        o->status = o->b->apply_transposed(o->b->state, o->row, y, o->err);
    if (o->status)
        memset(y, 0, o->source.columns * sizeof *y);
}

static int operator_lift(ce_transfer_source *s, const ce_matrix *v, ce_matrix *f, ce_error *err)
{
    operator_source *o = (operator_source *)s;
    size_t k = v->columns;
    double *x = ce_alloc(s->columns, sizeof *x, err);

    if (!x)
        return CE_ENOMEM;
    for (size_t c = 0; c < k; c++) {
        for (size_t j = 0; j < s->columns; j++)
            x[j] = v->values[j * k + c];
        forward(o, x);
        for (size_t i = 0; i < s->rows; i++)
            f->values[i * k + c] = o->row[i];
    }
    free(x);
    return o->status;
}

static int operator_init(operator_source *o, const ce_biadjacency_operator *b, const double *weight,
                         ce_error *err)
{
    double *ones = ce_alloc(b->columns, sizeof *ones, err);

    *o = (operator_source){
        .source = {b->rows, b->columns, weight, operator_lift}, .b = b, .err = err};
    o->degree = ce_alloc(b->rows, sizeof *o->degree, err);
    o->row = ce_alloc(b->rows, sizeof *o->row, err);
    for (size_t j = 0; j < b->columns && ones; j++)
        ones[j] = 1;
    o->status = ones && o->degree && o->row ? b->apply(b->state, ones, o->degree, err) : CE_ENOMEM;
    free(ones);
    return o->status;
}

int ce_transfer_cut_operator(const ce_biadjacency_operator *b, const double *weight,
                             const ce_transfer_options *options, ce_partition *partition,
                             ce_error *err)
{
    operator_source o = {0};
    ce_spectrum own = {0}, *spectrum = options->spectrum ? options->spectrum : &own;
    int rc = operator_init(&o, b, weight, err);

    if (!rc)
        rc = ce_transfer_check(&o.source, options, err);
    if (!rc && spectrum->kept < options->k)
        rc = ce_laplacian_build_operator(&spectrum->graph, b->columns, operator_product, &o, err);
    if (!rc && !o.status)
        rc = ce_transfer_labels(&o.source, spectrum, options, CE_TRANSFER_DENSE_OPERATOR, partition,
                                err);
    /* What was computed from a failed product means nothing, and neither does what was found wrong
     * with it. */
    if (o.status)
        rc = o.status;
    if (rc)
        ce_partition_free(partition);
    free(o.degree);
    free(o.row);
    ce_spectrum_free(&own);
    return rc;
}
