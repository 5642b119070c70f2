#include "consensus/nmf_factors.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"

static const double vanishing = 1e-100;

int ce_nmf_first_labels(const ce_labels *labels, size_t **first, ce_error *err)
{
    *first = ce_calloc(labels->m + 1, sizeof **first, err);
    if (!*first)
        return CE_ENOMEM;
    for (size_t b = 0; b < labels->m; b++)
        (*first)[b + 1] = (*first)[b] + (size_t)labels->k[b];
    return CE_OK;
}

/* <M_b, M_d>; shared: room for a cell for each two clusters. */
static double product_of(const ce_microclusters *micro, size_t b, size_t d, double *shared)
{
    const int32_t *one = ce_labels_column(&micro->rows, b),
                  *two = ce_labels_column(&micro->rows, d);
    size_t k = (size_t)micro->rows.k[d], cells = (size_t)micro->rows.k[b] * k;
    double sum = 0;

    for (size_t at = 0; at < cells; at++)
        shared[at] = 0;
    for (size_t i = 0; i < micro->count; i++)
        shared[(size_t)one[i] * k + (size_t)two[i]] += micro->size[i];
    for (size_t at = 0; at < cells; at++)
        sum += shared[at] * shared[at];
    return sum;
}

int ce_nmf_products(const ce_microclusters *micro, double *products, double *sum, ce_error *err)
{
    size_t m = micro->rows.m, most = 1;
    double *shared;

    for (size_t b = 0; b < m; b++)
        most = (size_t)micro->rows.k[b] > most ? (size_t)micro->rows.k[b] : most;
    if (ce_memory_check(most, most, sizeof *shared, "a table of two base clusterings",
                        "base clusterings with fewer clusters", err))
        return CE_ENOMEM;
    shared = ce_alloc(most * most, sizeof *shared, err);
    if (!shared)
        return CE_ENOMEM;
    *sum = 0;
    for (size_t b = 0; b < m; b++)
        for (size_t d = 0; d <= b; d++) {
            double product = product_of(micro, b, d, shared);
            *sum += (b == d ? 1 : 2) * product;
            if (products)
                products[b * m + d] = products[d * m + b] = product;
        }
    free(shared);
    return CE_OK;
}

double ce_nmf_square_of_pairs(const ce_microclusters *micro, const ce_similarity *pairs)
{
    double square = 0;
    size_t at = 0;

    for (size_t i = 0; i < micro->count; i++)
        for (size_t j = i; j < micro->count; j++) {
            double value = pairs->values[at++];
            square += (i == j ? 1 : 2) * micro->size[i] * micro->size[j] * value * value;
        }
    return square;
}

/* ---- M Q ---- */

/* sums: for each label, of the rows of q with their sizes; already 0. */
CE_HOT CE_UNROLLED static void gather(const int32_t *restrict column, const double *restrict size,
                                      const double *restrict q, size_t n, size_t k,
                                      double *restrict sums)
{
    for (size_t i = 0; i < n; i++) {
        const double *restrict from = q + i * k;
        double *restrict to = sums + (size_t)column[i] * k;
        for (size_t c = 0; c < k; c++)
            to[c] += size[i] * from[c];
    }
}

/* product: each row grows by the sums under its label. */
CE_HOT CE_UNROLLED static void spread(const int32_t *restrict column, const double *restrict sums,
                                      size_t n, size_t k, double *restrict product)
{
    for (size_t i = 0; i < n; i++) {
        const double *restrict from = sums + (size_t)column[i] * k;
        double *restrict to = product + i * k;
        for (size_t c = 0; c < k; c++)
            to[c] += from[c];
    }
}

void ce_nmf_sum_labels(const ce_nmf *nmf, ce_nmf_factors *f, size_t b)
{
    const ce_labels *labels = &nmf->micro->rows;
    double *sums = f->sums + nmf->first[b] * nmf->k;

    memset(sums, 0, (size_t)labels->k[b] * nmf->k * sizeof *sums);
    gather(ce_labels_column(labels, b), nmf->micro->size, f->q, labels->n, nmf->k, sums);
}

/* With equal weights the sum is divided once, by m. */
static void multiply_labels(const ce_nmf *nmf, ce_nmf_factors *f)
{
    const ce_labels *labels = &nmf->micro->rows;
    size_t k = nmf->k;

    memset(f->product, 0, labels->n * k * sizeof *f->product);
    for (size_t b = 0; b < labels->m; b++) {
        double *sums = f->sums + nmf->first[b] * k;
        if (nmf->weight && nmf->weight[b] == 0)
            continue;
        ce_nmf_sum_labels(nmf, f, b);
        for (size_t at = 0; nmf->weight && at < (size_t)labels->k[b] * k; at++)
            sums[at] *= nmf->weight[b];
        spread(ce_labels_column(labels, b), sums, labels->n, k, f->product);
    }
    for (size_t at = 0; !nmf->weight && at < labels->n * k; at++)
        f->product[at] /= (double)labels->m;
}

static void multiply_pairs(const ce_nmf *nmf, ce_nmf_factors *f)
{
    size_t n = nmf->micro->count, k = nmf->k, at = 0;

    memset(f->product, 0, n * k * sizeof *f->product);
    for (size_t i = 0; i < n; i++)
        for (size_t j = i; j < n; j++) {
            double m = nmf->pairs->values[at++];
            double here = m * nmf->micro->size[j], there = m * nmf->micro->size[i];
            if (m == 0)
                continue;
            for (size_t c = 0; c < k; c++)
                f->product[i * k + c] += here * f->q[j * k + c];
            for (size_t c = 0; c < k && i != j; c++)
                f->product[j * k + c] += there * f->q[i * k + c];
        }
}

/* inner: Q' M Q, gram: Q' Q, both k x k and already 0. */
CE_HOT CE_UNROLLED static void multiply_columns(const double *restrict size,
                                                const double *restrict q,
                                                const double *restrict product, size_t n, size_t k,
                                                double *restrict inner, double *restrict gram)
{
    for (size_t i = 0; i < n; i++) {
        const double *restrict row = q + i * k, *restrict image = product + i * k;
        for (size_t a = 0; a < k; a++) {
            double weight = size[i] * row[a];
            if (weight == 0)
                continue;
            for (size_t c = 0; c < k; c++)
                inner[a * k + c] += weight * image[c];
            for (size_t c = 0; c < k; c++)
                gram[a * k + c] += weight * row[c];
        }
    }
}

void ce_nmf_multiply(const ce_nmf *nmf, ce_nmf_factors *f)
{
    size_t n = nmf->micro->count, k = nmf->k;

    if (nmf->pairs)
        multiply_pairs(nmf, f);
    else
        multiply_labels(nmf, f);
    memset(f->inner, 0, k * k * sizeof *f->inner);
    memset(f->gram, 0, k * k * sizeof *f->gram);
    multiply_columns(nmf->micro->size, f->q, f->product, n, k, f->inner, f->gram);
}

/* ---- updates ---- */

/* The cube roots of x, normal numbers above 0, to some units in the last place. A third of the
 * exponent, read from the bits, is within 4 %; each step of Halley's cubes the error. The C
 * library's own is more exact, but it takes one number at a time. */
CE_HOT CE_UNROLLED static void take_cube_roots(double *restrict x, size_t n)
{
    for (size_t c = 0; c < n; c++) {
        double value = x[c], y;
        uint64_t bits;
        memcpy(&bits, &value, sizeof bits);
        bits = (((bits >> 32) * 0x55555556U >> 32) + 0x2A9F7893U) << 32;
        memcpy(&y, &bits, sizeof y);
        for (int step = 0; step < 3; step++) {
            double cube = y * y * y;
            y *= (cube + 2 * value) / (2 * cube + value);
        }
        x[c] = y;
    }
}

CE_HOT CE_UNROLLED static void take_square_roots(double *restrict x, size_t n)
{
    for (size_t c = 0; c < n; c++)
        x[c] = sqrt(x[c]);
}

/* entry: n numbers, times the root of above / below. room: n. An entry or numerator of 0 gives 0.
 */
CE_HOT CE_UNROLLED static void times_quotients(int form, double *restrict entry,
                                               const double *restrict above,
                                               const double *restrict below, size_t n,
                                               double *restrict room)
{
    for (size_t c = 0; c < n; c++)
        room[c] = entry[c] > 0 && above[c] > 0 ? above[c] / below[c] : 1;
    if (form == CE_NMF_ORTHOGONAL)
        take_square_roots(room, n);
    else
        take_cube_roots(room, n);
    for (size_t c = 0; c < n; c++) {
        double value = entry[c] * room[c];
        entry[c] = above[c] > 0 && value >= vanishing ? value : 0;
    }
}

/* below: the row q times the k x k matrix `by`. */
CE_HOT CE_UNROLLED static void multiply_row(const double *restrict q, const double *restrict by,
                                            size_t k, double *restrict below)
{
    for (size_t c = 0; c < k; c++)
        below[c] = 0;
    for (size_t a = 0; a < k; a++) {
        if (q[a] <= 0)
            continue;
        for (size_t c = 0; c < k; c++)
            below[c] += q[a] * by[a * k + c];
    }
}

static void update_q(const ce_nmf *nmf, ce_nmf_factors *f)
{
    const double *by = nmf->form == CE_NMF_ORTHOGONAL ? f->inner : f->gram;
    size_t k = nmf->k;

    for (size_t i = 0; i < nmf->micro->count; i++) {
        double *q = f->q + i * k;
        multiply_row(q, by, k, f->row);
        times_quotients(nmf->form, q, f->product + i * k, f->row, k, f->room);
    }
}

static void update_s(const ce_nmf *nmf, ce_nmf_factors *f)
{
    double *row = f->row;
    size_t k = nmf->k;

    for (size_t c = 0; c < k; c++) {
        row[c] = 0;
        for (size_t a = 0; a < k; a++)
            row[c] += f->gram[c * k + a] * f->gram[c * k + a] * f->s[a];
    }
    for (size_t c = 0; c < k; c++)
        f->diagonal[c] = f->inner[c * k + c];
    times_quotients(CE_NMF_ORTHOGONAL, f->s, f->diagonal, row, k, f->room);
}

void ce_nmf_update(const ce_nmf *nmf, ce_nmf_factors *f)
{
    update_q(nmf, f);
    ce_nmf_multiply(nmf, f);
    if (nmf->form == CE_NMF_ORTHOGONAL)
        update_s(nmf, f);
}

/* ---- a start ---- */

int ce_nmf_start(const ce_nmf *nmf, gsl_rng *rng, ce_nmf_factors *f, ce_error *err)
{
    size_t n = nmf->micro->count, k = nmf->k;
    size_t labels = nmf->pairs ? 0 : nmf->first[nmf->micro->rows.m];

    f->q = ce_alloc(n * k, sizeof *f->q, err);
    f->product = ce_alloc(n * k, sizeof *f->product, err);
    f->sums = ce_alloc(labels * k, sizeof *f->sums, err);
    f->inner = ce_alloc(k * k, sizeof *f->inner, err);
    f->gram = ce_alloc(k * k, sizeof *f->gram, err);
    f->s = ce_alloc(k, sizeof *f->s, err);
    f->row = ce_alloc(3 * k, sizeof *f->row, err);
    if (!f->q || !f->product || !f->sums || !f->inner || !f->gram || !f->s || !f->row)
        return CE_ENOMEM;
    f->room = f->row + k;
    f->diagonal = f->room + k;
    for (size_t at = 0; at < n * k; at++)
        f->q[at] = gsl_rng_uniform_pos(rng);
    for (size_t c = 0; c < k; c++)
        f->s[c] = 1;
    ce_nmf_multiply(nmf, f);
    return CE_OK;
}

void ce_nmf_free(ce_nmf_factors *f)
{
    free(f->q);
    free(f->product);
    free(f->sums);
    free(f->inner);
    free(f->gram);
    free(f->s);
    free(f->row);
}

double ce_nmf_error(const ce_nmf *nmf, const ce_nmf_factors *f, double square)
{
    size_t k = nmf->k;
    double error = square;

    for (size_t a = 0; a < k; a++) {
        error -= 2 * f->s[a] * f->inner[a * k + a];
        for (size_t c = 0; c < k; c++)
            error += f->s[a] * f->s[c] * f->gram[a * k + c] * f->gram[a * k + c];
    }
    return error;
}

size_t ce_nmf_label(const ce_nmf *nmf, ce_nmf_factors *f, int32_t *label)
{
    size_t k = nmf->k, clusters = 0;
    double *seen = f->row;

    for (size_t c = 0; c < k; c++)
        seen[c] = 0;
    for (size_t i = 0; i < nmf->micro->count; i++) {
        size_t best = 0;
        for (size_t c = 1; c < k; c++)
            if (f->q[i * k + c] * sqrt(f->s[c]) > f->q[i * k + best] * sqrt(f->s[best]))
                best = c;
        clusters += seen[best] == 0;
        seen[best] = 1;
        label[i] = (int32_t)best;
    }
    return clusters;
}
