#include "consensus/nmf_factors.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

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

void ce_nmf_sum_labels(const ce_nmf *nmf, ce_nmf_factors *f, size_t b)
{
    const ce_labels *labels = &nmf->micro->rows;
    const int32_t *column = ce_labels_column(labels, b);
    size_t k = nmf->k;
    double *sums = f->sums + nmf->first[b] * k;

    memset(sums, 0, (size_t)labels->k[b] * k * sizeof *sums);
    for (size_t i = 0; i < labels->n; i++)
        for (size_t c = 0; c < k; c++)
            sums[(size_t)column[i] * k + c] += nmf->micro->size[i] * f->q[i * k + c];
}

/* With equal weights the sum is divided once, by m. */
static void multiply_labels(const ce_nmf *nmf, ce_nmf_factors *f)
{
    const ce_labels *labels = &nmf->micro->rows;
    size_t k = nmf->k;

    memset(f->product, 0, labels->n * k * sizeof *f->product);
    for (size_t b = 0; b < labels->m; b++) {
        const int32_t *column = ce_labels_column(labels, b);
        double *sums = f->sums + nmf->first[b] * k;
        if (nmf->weight && nmf->weight[b] == 0)
            continue;
        ce_nmf_sum_labels(nmf, f, b);
        for (size_t at = 0; nmf->weight && at < (size_t)labels->k[b] * k; at++)
            sums[at] *= nmf->weight[b];
        for (size_t i = 0; i < labels->n; i++)
            for (size_t c = 0; c < k; c++)
                f->product[i * k + c] += sums[(size_t)column[i] * k + c];
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

void ce_nmf_multiply(const ce_nmf *nmf, ce_nmf_factors *f)
{
    size_t n = nmf->micro->count, k = nmf->k;

    if (nmf->pairs)
        multiply_pairs(nmf, f);
    else
        multiply_labels(nmf, f);
    memset(f->inner, 0, k * k * sizeof *f->inner);
    memset(f->gram, 0, k * k * sizeof *f->gram);
    for (size_t i = 0; i < n; i++) {
        const double *q = f->q + i * k, *product = f->product + i * k;
        for (size_t a = 0; a < k; a++) {
            double weight = nmf->micro->size[i] * q[a];
            if (weight == 0)
                continue;
            for (size_t c = 0; c < k; c++) {
                f->inner[a * k + c] += weight * product[c];
                f->gram[a * k + c] += weight * q[c];
            }
        }
    }
}

/* ---- updates ---- */

static double times_quotient(int form, double entry, double above, double below)
{
    double quotient;

    if (entry == 0 || above == 0)
        return 0;
    quotient = above / below;
    entry *= form == CE_NMF_ORTHOGONAL ? sqrt(quotient) : cbrt(quotient);
    return entry < vanishing ? 0 : entry;
}

static void update_q(const ce_nmf *nmf, ce_nmf_factors *f)
{
    double *row = f->row;
    const double *by = nmf->form == CE_NMF_ORTHOGONAL ? f->inner : f->gram;
    size_t k = nmf->k;

    for (size_t i = 0; i < nmf->micro->count; i++) {
        double *q = f->q + i * k;
        for (size_t c = 0; c < k; c++)
            row[c] = 0;
        for (size_t a = 0; a < k; a++)
            for (size_t c = 0; c < k && q[a] > 0; c++)
                row[c] += q[a] * by[a * k + c];
        for (size_t c = 0; c < k; c++)
            q[c] = times_quotient(nmf->form, q[c], f->product[i * k + c], row[c]);
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
        f->s[c] = times_quotient(CE_NMF_ORTHOGONAL, f->s[c], f->inner[c * k + c], row[c]);
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
    f->row = ce_alloc(k, sizeof *f->row, err);
    if (!f->q || !f->product || !f->sums || !f->inner || !f->gram || !f->s || !f->row)
        return CE_ENOMEM;
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
