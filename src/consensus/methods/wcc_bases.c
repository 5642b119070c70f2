#include "consensus/methods/wcc.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "linalg/linalg.h"
#include "linalg/simplex.h"

enum { PAIRS = 512 }; /* of a block */

/* ---- which base clusterings differ ---- */

static int find_different(ce_wcc_bases *bases, ce_error *err)
{
    const ce_labels *labels = &bases->micro->rows;
    size_t m = bases->m;

    bases->one = ce_alloc(m, sizeof *bases->one, err);
    bases->as = ce_alloc(m, sizeof *bases->as, err);
    bases->equal = ce_calloc(m, sizeof *bases->equal, err);
    if (!bases->one || !bases->as || !bases->equal)
        return CE_ENOMEM;
    for (size_t b = 0; b < m; b++) {
        size_t at = 0;
        /* labels are numbered by first appearance, so equal partitions have equal columns */
        while (at < bases->different &&
               memcmp(ce_labels_column(labels, b), ce_labels_column(labels, bases->one[at]),
                      labels->n * sizeof *labels->labels) != 0)
            at++;
        bases->as[b] = at;
        if (!labels->k[b])
            continue;
        if (at == bases->different)
            bases->one[bases->different++] = b;
        bases->equal[at]++;
    }
    for (size_t b = 0; b < m; b++)
        if (!labels->k[b])
            bases->as[b] = bases->different;
    return CE_OK;
}

/* ---- pairs, where labels are missing ---- */

/* entry: M_b of microclusters i and j, for every b, `step` apart. */
static void pair_entries(const ce_wcc_bases *bases, size_t i, size_t j, double *entry, size_t step)
{
    const ce_labels *labels = &bases->micro->rows;
    double mean = ce_similarity_dense_get(bases->pairs, i, j);

    for (size_t b = 0; b < bases->m; b++) {
        const int32_t *column = ce_labels_column(labels, b);
        int missing = column[i] == CE_MISSING || column[j] == CE_MISSING;
        entry[b * step] = missing ? mean : column[i] == column[j];
    }
}

/* products += entry entry', for a block of pairs: m x PAIRS. */
static void add_block(const ce_wcc_bases *bases, const double *entry, double *product)
{
    size_t cells = bases->m * bases->m;

    ce_product_transposed(entry, entry, product, bases->m, PAIRS, bases->m);
    for (size_t at = 0; at < cells; at++)
        bases->products[at] += product[at];
}

static int multiply_pairs(ce_wcc_bases *bases, ce_error *err)
{
    const double *size = bases->micro->size;
    size_t n = bases->micro->count, m = bases->m, used = 0;
    double *entry = ce_calloc(m * PAIRS, sizeof *entry, err);
    double *product = ce_alloc(m * m, sizeof *product, err);
    int rc = entry && product ? CE_OK : CE_ENOMEM;

    for (size_t i = 0; i < n && !rc; i++)
        for (size_t j = i; j < n; j++) {
            double root = sqrt((i == j ? 1 : 2) * size[i] * size[j]);
            pair_entries(bases, i, j, entry + used, PAIRS);
            for (size_t b = 0; b < m; b++)
                entry[b * PAIRS + used] *= root;
            if (++used < PAIRS && (i + 1 < n || j + 1 < n))
                continue;
            for (size_t b = 0; b < m; b++)
                memset(entry + b * PAIRS + used, 0, (PAIRS - used) * sizeof *entry);
            add_block(bases, entry, product);
            used = 0;
        }
    free(entry);
    free(product);
    return rc;
}

/* target: <M_b, Q S Q'>. entry: m */
static void target_of_pairs(const ce_wcc_bases *bases, const ce_nmf_factors *f, size_t k,
                            double *target, double *entry)
{
    const double *size = bases->micro->size;
    size_t n = bases->micro->count;

    memset(target, 0, bases->m * sizeof *target);
    for (size_t i = 0; i < n; i++)
        for (size_t j = i; j < n; j++) {
            double value = 0;
            for (size_t c = 0; c < k; c++)
                value += f->s[c] * f->q[i * k + c] * f->q[j * k + c];
            value *= (i == j ? 1 : 2) * size[i] * size[j];
            if (value == 0)
                continue;
            pair_entries(bases, i, j, entry, 1);
            for (size_t b = 0; b < bases->m; b++)
                target[b] += value * entry[b];
        }
}

void ce_wcc_mix(const ce_wcc_bases *bases, const double *weight, ce_similarity *mixed)
{
    const ce_labels *labels = &bases->micro->rows;
    size_t n = bases->micro->count, at = 0;

    for (size_t i = 0; i < n; i++)
        for (size_t j = i; j < n; j++, at++) {
            double together = 0, unknown = 0;
            for (size_t b = 0; b < bases->m; b++) {
                const int32_t *column = ce_labels_column(labels, b);
                if (column[i] == CE_MISSING || column[j] == CE_MISSING)
                    unknown += weight[b];
                else if (column[i] == column[j])
                    together += weight[b];
            }
            mixed->values[at] = together + unknown * bases->pairs->values[at];
        }
}

/* ---- labels ---- */

static void target_of_labels(const ce_wcc_bases *bases, const ce_nmf *nmf, ce_nmf_factors *f,
                             double *target)
{
    const ce_labels *labels = &bases->micro->rows;
    size_t k = nmf->k;

    for (size_t b = 0; b < bases->m; b++) {
        double *sums = f->sums + bases->first[b] * k;
        ce_nmf_sum_labels(nmf, f, b);
        target[b] = 0;
        for (size_t v = 0; v < (size_t)labels->k[b]; v++)
            for (size_t c = 0; c < k; c++)
                target[b] += f->s[c] * sums[v * k + c] * sums[v * k + c];
    }
}

/* ---- both ---- */

int ce_wcc_bases_init(ce_wcc_bases *bases, const ce_microclusters *micro,
                      const ce_similarity *pairs, ce_error *err)
{
    size_t m = micro->rows.m;
    int rc;

    bases->micro = micro;
    bases->pairs = pairs;
    bases->m = m;
    rc = ce_nmf_first_labels(&micro->rows, &bases->first, err);
    if (!rc)
        rc = ce_memory_check(m, m, sizeof(double), "the products of all pairs of base clusterings",
                             "fewer base clusterings", err);
    if (!rc) {
        bases->products = ce_calloc(m * m, sizeof *bases->products, err);
        rc = bases->products ? find_different(bases, err) : CE_ENOMEM;
    }
    if (rc)
        return rc;
    if (!pairs) {
        rc = ce_nmf_products(micro, bases->products, &bases->square, err);
        bases->square /= (double)m * (double)m;
        return rc;
    }
    rc = multiply_pairs(bases, err);
    bases->square = ce_nmf_square_of_pairs(micro, pairs);
    return rc;
}

void ce_wcc_bases_free(ce_wcc_bases *bases)
{
    free(bases->first);
    free(bases->products);
    free(bases->one);
    free(bases->as);
    free(bases->equal);
}

size_t ce_wcc_room(const ce_wcc_bases *bases)
{
    return bases->different * (bases->different + 2) + 2 * bases->m;
}

int ce_wcc_weigh(const ce_wcc_bases *bases, const ce_nmf *nmf, ce_nmf_factors *f, double *weight,
                 double *square, double *room, ce_error *err)
{
    size_t m = bases->m, different = bases->different;
    double *g = room, *b = g + different * different, *w = b + different;
    double *target = w + different, *entry = target + m;
    int rc;

    if (bases->pairs)
        target_of_pairs(bases, f, nmf->k, target, entry);
    else
        target_of_labels(bases, nmf, f, target);
    for (size_t p = 0; p < different; p++) {
        b[p] = target[bases->one[p]];
        for (size_t q = 0; q < different; q++)
            g[p * different + q] = bases->products[bases->one[p] * m + bases->one[q]];
    }
    rc = ce_simplex_least(g, b, different, w, err);
    if (rc)
        return rc;
    *square = 0;
    for (size_t p = 0; p < different; p++)
        for (size_t q = 0; q < different; q++)
            *square += w[p] * w[q] * g[p * different + q];
    for (size_t q = 0; q < m; q++) {
        size_t at = bases->as[q];
        weight[q] = at < different ? w[at] / (double)bases->equal[at] : 0;
    }
    return CE_OK;
}
