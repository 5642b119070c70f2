#include "partition/graph/transfer_cut.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "linalg/linalg.h"
#include "partition/graph/embedding.h"
#include "partition/graph/laplacian.h"

/* An eigenvalue below this counts as 0. The largest is 1, and rounding leaves some 1e-15. */
#define LEAST_EIGENVALUE 1e-13

enum {
    RESTARTS = 3,
    ITERATIONS = 100,
    DENSE_ROWS = 1000,        /* of W: up to here LAPACK is as fast as ARPACK */
    DENSE_ROWS_OPERATOR = 64, /* the same where writing the matrix out costs a product a row */
    PRODUCTS = 200,           /* about what ARPACK needs */
    LEAST_PRODUCTS = 2000,    /* up to so many columns W is always formed */
    BLOCK_ENTRIES = 1 << 18,  /* of B at a time, so that they stay in the cache */
    BLOCK_ROWS = 512,         /* of B at a time, multiplied as a dense matrix */
    SPARSE_SHARE = 8,         /* below one entry in so many a block is sparse */
    BLOCKS = 16,              /* of rows in a product: fixed, so that threads do not change a sum */
    THREAD_WORK = 1 << 20     /* products from which on threads are used */
};

/* What both forms of B share. */
typedef struct source {
    size_t rows, columns;
    const double *weight; /* rows; NULL: all 1 */

    /* F = D_x^-1 B V. v: columns x c. f: rows x c; a row of zeros where B has one. */
    int (*lift)(struct source *, const ce_matrix *v, ce_matrix *f, ce_error *err);
} source;

static double weight_of(const source *s, size_t i)
{
    return s->weight ? s->weight[i] : 1;
}

/* ---- from the graph of the columns to labels of the rows ---- */

/* component[i]: of row i, -1 for a row of zeros. It is the mean of the numbers of its columns,
 * which are all equal. */
static int row_components(source *s, const ce_laplacian *l, int32_t *component, ce_error *err)
{
    ce_matrix number = {0}, mean = {0};
    int rc = ce_matrix_alloc(&number, s->columns, 1, err);

    for (size_t j = 0; j < s->columns && !rc; j++)
        number.values[j] = l->component[j] + 1;
    if (!rc)
        rc = ce_matrix_alloc(&mean, s->rows, 1, err);
    if (!rc)
        rc = s->lift(s, &number, &mean, err);
    for (size_t i = 0; i < s->rows && !rc; i++)
        component[i] = (int32_t)lround(mean.values[i]) - 1;
    ce_matrix_free(&number);
    ce_matrix_free(&mean);
    return rc;
}

/* The k - 1 components with the most rows, and the rest. */
static int group(source *s, const ce_laplacian *l, size_t k, ce_partition *partition, ce_error *err)
{
    double *weight = ce_calloc(s->columns, sizeof *weight, err);
    int32_t *first = ce_alloc(l->components, sizeof *first, err),
            *label = ce_alloc(s->columns, sizeof *label, err);
    int rc = weight && first && label ? ce_partition_alloc(partition, s->rows, err) : CE_ENOMEM;

    if (!rc)
        rc = row_components(s, l, partition->labels, err);
    for (size_t j = s->columns; j-- > 0 && !rc;)
        if (l->component[j] >= 0)
            first[l->component[j]] = (int32_t)j;
    for (size_t i = 0; i < s->rows && !rc; i++)
        if (partition->labels[i] >= 0)
            weight[first[partition->labels[i]]] += weight_of(s, i);
    if (!rc)
        rc = ce_laplacian_group(l, weight, k, label, err);
    for (size_t i = 0; i < s->rows && !rc; i++)
        partition->labels[i] =
            partition->labels[i] < 0 ? (int32_t)k - 1 : label[first[partition->labels[i]]];
    if (!rc)
        rc = ce_labels_renumber(partition->labels, s->rows, &partition->k, err);
    free(weight);
    free(first);
    free(label);
    return rc;
}

/* Steps 2 to 4 of the header. */
static int embed(source *s, ce_laplacian *l, const ce_transfer_options *options, ce_solver solver,
                 ce_partition *partition, ce_error *err)
{
    size_t k = options->k, rank = 0;
    ce_embedding_options kmeans = {.k = k, .seed = options->seed, .start = CE_START_PLUSPLUS};
    double *values = ce_alloc(k, sizeof *values, err);
    ce_matrix v = {0}, f = {0};
    int rc = values ? ce_laplacian_eigenvectors(l, k, solver, values, &v, err) : CE_ENOMEM;

    if (rc)
        goto done;
    if (options->start == CE_TRANSFER_FARTHEST)
        kmeans.start = CE_START_FARTHEST;
    kmeans.restarts = options->restarts ? options->restarts : RESTARTS;
    kmeans.iterations = options->iterations ? options->iterations : ITERATIONS;
    while (rank < k && values[rank] > LEAST_EIGENVALUE)
        rank++;
    if (rank < k) {
        rc = ce_fail(err, CE_EINPUT,
                     "%zu clusters asked for; columns that are independent of each other: %zu", k,
                     rank);
        goto done;
    }
    for (size_t j = 0; j < s->columns; j++)
        for (size_t c = 0; c < k; c++)
            v.values[j * k + c] *= l->scale[j];
    rc = ce_matrix_alloc(&f, s->rows, k, err);
    if (!rc)
        rc = s->lift(s, &v, &f, err);
    if (rc)
        goto done;
    ce_rows_normalise(&f);
    rc = ce_embedding_cluster(&f, s->weight, &kmeans, partition, err);
done:
    free(values);
    ce_matrix_free(&v);
    ce_matrix_free(&f);
    return rc;
}

static int cut(source *s, ce_laplacian *l, const ce_transfer_options *options, size_t dense_rows,
               ce_partition *partition, ce_error *err)
{
    size_t k = options->k, used = 0;

    if (l->components > k || k == 1)
        return group(s, l, k, partition, err);
    for (size_t j = 0; j < s->columns; j++)
        used += l->component[j] >= 0;
    if (k > used)
        return ce_fail(err, CE_EINPUT, "%zu clusters asked for; columns that are not zero: %zu", k,
                       used);
    return embed(s, l, options,
                 s->columns <= dense_rows || k > s->columns / 4 ? CE_SOLVER_DENSE
                                                                : CE_SOLVER_SPARSE,
                 partition, err);
}

static int check(const source *s, const ce_transfer_options *options, ce_error *err)
{
    if (options->k < 1)
        return ce_fail(err, CE_EARG, "a bipartite graph cannot be cut into 0 clusters");
    if (options->k > s->rows)
        return ce_fail(err, CE_EINPUT, "%zu clusters asked for; rows: %zu", options->k, s->rows);
    return CE_OK;
}

/* ---- B is held ---- */

/* B is multiplied by 2^-e, so that its largest entry is about 1 and no sum overflows. */
typedef struct {
    source source;
    const ce_biadjacency *b;
    double unit;    /* 2^-e */
    double *degree; /* rows: sum of B_ij unit, 0 for a row of zeros */
    double *part;   /* BLOCKS x columns: room for products */
} matrix_source;

static size_t entries_of(const ce_biadjacency *b)
{
    return b->row_start ? b->row_start[b->rows] : b->rows * b->columns;
}

/* Entries of row i: values and, when sparse, their columns (else NULL). */
static size_t row_of(const ce_biadjacency *b, size_t i, const double **values,
                     const int32_t **column)
{
    size_t start = b->row_start ? b->row_start[i] : i * b->columns;

    *values = b->values + start;
    *column = b->row_start ? b->column + start : NULL;
    return b->row_start ? b->row_start[i + 1] - start : b->columns;
}

static int scan_entries(const ce_biadjacency *b, double *largest, ce_error *err)
{
    const double *values;
    const int32_t *column;

    *largest = 0;
    for (size_t i = 0; i < b->rows; i++)
        for (size_t e = 0, count = row_of(b, i, &values, &column); e < count; e++) {
            if (!(values[e] >= 0 && values[e] <= DBL_MAX))
                return ce_fail(err, CE_EINPUT,
                               "row %zu, column %zu: %g, a number of 0 or more expected", i + 1,
                               (column ? (size_t)column[e] : e) + 1, values[e]);
            *largest = values[e] > *largest ? values[e] : *largest;
        }
    return CE_OK;
}

static int matrix_lift(source *s, const ce_matrix *v, ce_matrix *f, ce_error *err)
{
    const matrix_source *m = (const matrix_source *)s;
    size_t k = v->columns;

    (void)err;
#pragma omp parallel for schedule(static) if (entries_of(m->b) * k >= THREAD_WORK)
    for (size_t i = 0; i < s->rows; i++) {
        double *row = f->values + i * k;
        const double *values;
        const int32_t *column;
        size_t count = row_of(m->b, i, &values, &column);
        memset(row, 0, k * sizeof *row);
        for (size_t e = 0; e < count && m->degree[i] > 0; e++) {
            const double *to = v->values + (column ? (size_t)column[e] : e) * k;
            double share = values[e] * m->unit / m->degree[i];
            for (size_t c = 0; c < k; c++)
                row[c] += share * to[c];
        }
    }
    return CE_OK;
}

static int matrix_init(matrix_source *m, const ce_biadjacency *b, const double *weight,
                       ce_error *err)
{
    double largest;
    int exponent, rc = scan_entries(b, &largest, err);

    if (rc)
        return rc;
    *m = (matrix_source){.source = {b->rows, b->columns, weight, matrix_lift}, .b = b};
    frexp(largest, &exponent);
    m->unit = ldexp(1, -(exponent > -1000 ? exponent : -1000));
    m->degree = ce_alloc(b->rows, sizeof *m->degree, err);
    if (!m->degree)
        return CE_ENOMEM;
#pragma omp parallel for schedule(static) if (entries_of(b) >= THREAD_WORK)
    for (size_t i = 0; i < b->rows; i++) {
        const double *values;
        const int32_t *column;
        size_t count = row_of(b, i, &values, &column);
        m->degree[i] = 0;
        for (size_t e = 0; e < count; e++)
            m->degree[i] += values[e] * m->unit;
    }
    return CE_OK;
}

static void matrix_free(matrix_source *m)
{
    free(m->degree);
    free(m->part);
}

/* What entry B_ij adds to row j of W for each B_il, l >= j, without an overflow on the way. */
static double share_of(const matrix_source *m, size_t i, double value)
{
    return m->degree[i] > 0 ? weight_of(&m->source, i) * (value * m->unit / m->degree[i]) * m->unit
                            : 0;
}

/* W, and room to add what a block of rows of B contributes. */
typedef struct {
    ce_similarity *w;

    /* of a sparse block: */
    size_t *start, *next; /* columns + 1 */
    size_t *row, *entry;  /* where each entry of the block is, by columns */

    /* of a dense block: */
    double *left;    /* columns x BLOCK_ROWS */
    double *right;   /* BLOCK_ROWS x columns */
    double *product; /* columns x columns */
} accumulator;

static void accumulator_free(accumulator *a)
{
    free(a->start);
    free(a->next);
    free(a->row);
    free(a->entry);
    free(a->left);
    free(a->right);
    free(a->product);
}

/* Rows first .. last-1 as a dense matrix. */
static int add_dense(const matrix_source *m, accumulator *a, size_t first, size_t last,
                     ce_error *err)
{
    size_t c = m->source.columns, rows = last - first;

    if (!a->product) {
        int rc = ce_memory_check(c, c, sizeof *a->product, "the product of columns by columns",
                                 "fewer columns", err);
        if (rc)
            return rc;
        a->left = ce_alloc(c * BLOCK_ROWS, sizeof *a->left, err);
        a->right = ce_alloc(c * BLOCK_ROWS, sizeof *a->right, err);
        a->product = ce_alloc(c * c, sizeof *a->product, err);
        if (!a->left || !a->right || !a->product)
            return CE_ENOMEM;
    }
    memset(a->left, 0, c * rows * sizeof *a->left);
    memset(a->right, 0, c * rows * sizeof *a->right);
    for (size_t i = 0; i < rows; i++) {
        const double *values;
        const int32_t *column;
        size_t count = row_of(m->b, first + i, &values, &column);
        for (size_t e = 0; e < count; e++) {
            size_t j = column ? (size_t)column[e] : e;
            a->left[j * rows + i] = share_of(m, first + i, values[e]);
            a->right[i * c + j] = values[e];
        }
    }
    ce_matrix_product(a->left, a->right, a->product, c, rows, c);
    for (size_t j = 0; j < c; j++) {
        double *row = a->w->values + ce_packed_index(c, j, j) - j;
        for (size_t l = j; l < c; l++)
            row[l] += a->product[j * c + l];
    }
    return CE_OK;
}

/* Adds to row j of W what the rows of the block with an entry in column j contribute, in order. */
CE_HOT static void add_to_row(const matrix_source *m, const accumulator *a, size_t j, double *row)
{
    const ce_biadjacency *b = m->b;

    for (size_t t = a->start[j]; t < a->start[j + 1]; t++) {
        size_t end = b->row_start[a->row[t] + 1];
        double share = share_of(m, a->row[t], b->values[a->entry[t]]);
        for (size_t e = a->entry[t]; e < end; e++)
            row[b->column[e]] += share * b->values[e];
    }
}

/* Rows first .. last-1 as a sparse matrix. Their entries are sorted by columns. Then one row of W
 * at a time is filled, which stays in the cache. */
static int add_sparse(const matrix_source *m, accumulator *a, size_t first, size_t last,
                      ce_error *err)
{
    const ce_biadjacency *b = m->b;
    size_t c = b->columns, most = BLOCK_ENTRIES + c;

    if (!a->start) {
        a->start = ce_alloc(c + 1, sizeof *a->start, err);
        a->next = ce_alloc(c + 1, sizeof *a->next, err);
        a->row = ce_alloc(most, sizeof *a->row, err);
        a->entry = ce_alloc(most, sizeof *a->entry, err);
        if (!a->start || !a->next || !a->row || !a->entry)
            return CE_ENOMEM;
    }
    memset(a->start, 0, (c + 1) * sizeof *a->start);
    for (size_t e = b->row_start[first]; e < b->row_start[last]; e++)
        a->start[b->column[e] + 1]++;
    for (size_t j = 0; j < c; j++)
        a->start[j + 1] += a->start[j];
    memcpy(a->next, a->start, (c + 1) * sizeof *a->next);
    for (size_t i = first; i < last; i++)
        for (size_t e = b->row_start[i]; e < b->row_start[i + 1]; e++) {
            size_t t = a->next[b->column[e]]++;
            a->row[t] = i;
            a->entry[t] = e;
        }
#pragma omp parallel for schedule(dynamic, 16) if (entries_of(b) >= THREAD_WORK)
    for (size_t j = 0; j < c; j++)
        add_to_row(m, a, j, a->w->values + ce_packed_index(c, j, j) - j);
    return CE_OK;
}

/* W = B^T D_x^-1 B unit, packed. Blocks of rows are added in order. */
static int form_w(const matrix_source *m, ce_similarity *w, ce_error *err)
{
    const ce_biadjacency *b = m->b;
    accumulator a = {.w = w};
    int rc = ce_similarity_alloc_dense(w, b->columns, "the matrix of columns by columns",
                                       "fewer columns", err);

    for (size_t first = 0, last; first < b->rows && b->columns && !rc; first = last) {
        size_t entries = 0;
        for (last = first; last < b->rows && entries < BLOCK_ENTRIES && last - first < BLOCK_ROWS;
             last++)
            entries += b->row_start ? b->row_start[last + 1] - b->row_start[last] : b->columns;
        if (entries >= (last - first) * b->columns / SPARSE_SHARE) {
            rc = add_dense(m, &a, first, last, err);
            continue;
        }
        for (; last < b->rows && entries < BLOCK_ENTRIES; last++)
            entries += b->row_start[last + 1] - b->row_start[last];
        rc = add_sparse(m, &a, first, last, err);
    }
    accumulator_free(&a);
    return rc;
}

/* y = B^T D_x^-1 B unit x. */
static void matrix_product(void *state, const double *x, double *y)
{
    matrix_source *m = state;
    size_t c = m->source.columns, n = m->source.rows;

#pragma omp parallel for schedule(dynamic)
    for (size_t t = 0; t < BLOCKS; t++) {
        double *part = m->part + t * c;
        memset(part, 0, c * sizeof *part);
        for (size_t i = n / BLOCKS * t + n % BLOCKS * t / BLOCKS;
             i < n / BLOCKS * (t + 1) + n % BLOCKS * (t + 1) / BLOCKS; i++) {
            const double *values;
            const int32_t *column;
            size_t count = row_of(m->b, i, &values, &column);
            double sum = 0;
            for (size_t e = 0; e < count; e++)
                sum += values[e] * x[column ? (size_t)column[e] : e];
            sum = share_of(m, i, sum);
            for (size_t e = 0; e < count; e++)
                part[column ? (size_t)column[e] : e] += values[e] * sum;
        }
    }
    for (size_t j = 0; j < c; j++) {
        y[j] = 0;
        for (size_t t = 0; t < BLOCKS; t++)
            y[j] += m->part[t * c + j];
    }
}

/* Forming W costs about entries x entries a row / 2, and each product with it columns^2 / 2.
 * Without W a product costs 2 x entries. */
static int products_are_cheaper(const ce_biadjacency *b)
{
    double columns = (double)b->columns, rows = (double)b->rows;
    double entries = (double)entries_of(b);

    return columns > LEAST_PRODUCTS &&
           2.0 * PRODUCTS * entries <
               entries * entries / rows / 2 + PRODUCTS * columns * columns / 2;
}

int ce_transfer_cut(const ce_biadjacency *b, const double *weight,
                    const ce_transfer_options *options, ce_partition *partition, ce_error *err)
{
    matrix_source m = {0};
    ce_similarity w = {0};
    ce_laplacian l = {0};
    int rc = matrix_init(&m, b, weight, err), operator_form = !rc && products_are_cheaper(b);

    if (!rc)
        rc = check(&m.source, options, err);
    if (!rc && operator_form) {
        m.part = ce_alloc(BLOCKS * b->columns, sizeof *m.part, err);
        rc = m.part ? ce_laplacian_build_operator(&l, b->columns, matrix_product, &m, err)
                    : CE_ENOMEM;
    } else if (!rc) {
        rc = form_w(&m, &w, err);
        if (!rc)
            rc = ce_laplacian_build(&l, &w, NULL, 1, err);
    }
    if (!rc)
        rc = cut(&m.source, &l, options, operator_form ? DENSE_ROWS_OPERATOR : DENSE_ROWS,
                 partition, err);
    matrix_free(&m);
    ce_similarity_free(&w);
    ce_laplacian_free(&l);
    if (rc)
        ce_partition_free(partition);
    return rc;
}

/* ---- only products are known ---- */

typedef struct {
    source source;
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
        o->row[i] *= weight_of(&o->source, i);
    if (!o->status)
        o->status = o->b->apply_transposed(o->b->state, o->row, y, o->err);
    if (o->status)
        memset(y, 0, o->source.columns * sizeof *y);
}

static int operator_lift(source *s, const ce_matrix *v, ce_matrix *f, ce_error *err)
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
    ce_laplacian l = {0};
    int rc = operator_init(&o, b, weight, err);

    if (!rc)
        rc = check(&o.source, options, err);
    if (!rc)
        rc = ce_laplacian_build_operator(&l, b->columns, operator_product, &o, err);
    if (!rc && !o.status)
        rc = cut(&o.source, &l, options, DENSE_ROWS_OPERATOR, partition, err);
    /* What was computed from a failed product means nothing, and neither does what was found wrong
     * with it. */
    if (o.status)
        rc = o.status;
    if (rc)
        ce_partition_free(partition);
    free(o.degree);
    free(o.row);
    ce_laplacian_free(&l);
    return rc;
}
