/*
 * NMF: the co-association matrix as a product of non-negative matrices with k columns [li2007].
 *
 * M is the co-association matrix of the n objects. Two forms, both by multiplicative updates from a
 * random positive start:
 *
 *     orthogonal   M ~ Q S Q', Q'Q = I, S diagonal:   Q <- Q sqrt(M Q S / (Q Q' M Q S)),
 *                  S <- S sqrt(Q' M Q / (Q' Q S Q' Q)); an object goes to the largest entry of its
 *                  row of Q sqrt(S)
 *     symmetric    M ~ H H':   H <- H cbrt(M H / (H H' H)); to the largest entry of its row of H
 *
 * Entries, products and quotients are meant one by one. In the first update the diagonal S cancels.
 * With the cube root the error |M - H H'| never rises.
 *
 * Objects of one microcluster have the same row of M. From the same start they keep the same row of
 * Q, so Q has a row for each microcluster, and sums over objects count it with its size. This is
 * exact. Without missing labels M is the product of the 0/1 table of labels with itself divided by
 * m, and no matrix of pairs is needed: a product M Q costs O(rows m k). With missing labels it is
 * the matrix of pairs.
 *
 * There is no epsilon: where an entry and its numerator are above 0, so is the denominator. Entries
 * below 1e-100 become 0. Ties: the lowest column, the lowest start. A column can become nobody's
 * largest; of all starts those with the most clusters are compared, and if all lack one there are
 * fewer than k clusters, which a note says. See doc/readings.md, li2007.
 */
#include "consensus/method.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "consensus/pairs.h"
#include "consensus/random_starts.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "core/random.h"

enum { FORM_ORTHOGONAL, FORM_SYMMETRIC };
#define FORM_NAMES "orthogonal|symmetric"

typedef struct {
    int form, restarts, iterations, objects;
} nmf_options;

static const ce_option rows[] = {
    {0, "form", CE_CHOICE, "FORM", 0, 0, FORM_NAMES, "orthogonal", offsetof(nmf_options, form),
     NULL, "the product: Q S Q' with orthogonal columns, or H H'"},
    {0, "restarts", CE_INTEGER, "N", 1, 1e6, NULL, "10", offsetof(nmf_options, restarts), NULL,
     "random starts, of which the one of least error is kept"},
    {0, "iterations", CE_INTEGER, "N", 1, 1e6, NULL, "200", offsetof(nmf_options, iterations), NULL,
     "updates in each start"},
    CE_ROW_OBJECTS(nmf_options, objects),
};

static const double vanishing = 1e-100;

typedef struct {
    const ce_microclusters *micro;
    const ce_similarity *pairs; /* M, where labels are missing; else NULL */
    const size_t *first;        /* m + 1: the labels before each base clustering */
    size_t k;
    int form, iterations;
    double square; /* |M|^2 */
} problem;

/* What one start works on. */
typedef struct {
    double *q;       /* rows x k: Q or H */
    double *product; /* rows x k: M Q */
    double *sums;    /* for each label, k sums */
    double *inner;   /* k x k: Q' M Q */
    double *gram;    /* k x k: Q' Q */
    double *s;       /* k: the diagonal of S */
} factors;

typedef struct {
    double error;
    size_t clusters;
    int32_t label[];
} fit;

/* ---- M Q ---- */

static void multiply_labels(const problem *p, factors *f)
{
    const ce_labels *labels = &p->micro->rows;
    size_t k = p->k;

    memset(f->sums, 0, p->first[labels->m] * k * sizeof *f->sums);
    memset(f->product, 0, labels->n * k * sizeof *f->product);
    for (size_t b = 0; b < labels->m; b++) {
        const int32_t *column = ce_labels_column(labels, b);
        double *sums = f->sums + p->first[b] * k;
        for (size_t i = 0; i < labels->n; i++)
            for (size_t c = 0; c < k; c++)
                sums[(size_t)column[i] * k + c] += p->micro->size[i] * f->q[i * k + c];
    }
    for (size_t b = 0; b < labels->m; b++) {
        const int32_t *column = ce_labels_column(labels, b);
        const double *sums = f->sums + p->first[b] * k;
        for (size_t i = 0; i < labels->n; i++)
            for (size_t c = 0; c < k; c++)
                f->product[i * k + c] += sums[(size_t)column[i] * k + c];
    }
    for (size_t at = 0; at < labels->n * k; at++)
        f->product[at] /= (double)labels->m;
}

static void multiply_pairs(const problem *p, factors *f)
{
    size_t n = p->micro->count, k = p->k, at = 0;

    memset(f->product, 0, n * k * sizeof *f->product);
    for (size_t i = 0; i < n; i++)
        for (size_t j = i; j < n; j++) {
            double m = p->pairs->values[at++];
            double here = m * p->micro->size[j], there = m * p->micro->size[i];
            if (m == 0)
                continue;
            for (size_t c = 0; c < k; c++)
                f->product[i * k + c] += here * f->q[j * k + c];
            for (size_t c = 0; c < k && i != j; c++)
                f->product[j * k + c] += there * f->q[i * k + c];
        }
}

/* M Q, Q' M Q and Q' Q of the present Q. */
static void multiply(const problem *p, factors *f)
{
    size_t n = p->micro->count, k = p->k;

    if (p->pairs)
        multiply_pairs(p, f);
    else
        multiply_labels(p, f);
    memset(f->inner, 0, k * k * sizeof *f->inner);
    memset(f->gram, 0, k * k * sizeof *f->gram);
    for (size_t i = 0; i < n; i++) {
        const double *q = f->q + i * k, *product = f->product + i * k;
        for (size_t a = 0; a < k; a++) {
            double weight = p->micro->size[i] * q[a];
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
    entry *= form == FORM_ORTHOGONAL ? sqrt(quotient) : cbrt(quotient);
    return entry < vanishing ? 0 : entry;
}

static void update_q(const problem *p, factors *f, double *row)
{
    const double *by = p->form == FORM_ORTHOGONAL ? f->inner : f->gram;
    size_t k = p->k;

    for (size_t i = 0; i < p->micro->count; i++) {
        double *q = f->q + i * k;
        for (size_t c = 0; c < k; c++)
            row[c] = 0;
        for (size_t a = 0; a < k; a++)
            for (size_t c = 0; c < k && q[a] > 0; c++)
                row[c] += q[a] * by[a * k + c];
        for (size_t c = 0; c < k; c++)
            q[c] = times_quotient(p->form, q[c], f->product[i * k + c], row[c]);
    }
}

static void update_s(const problem *p, factors *f, double *row)
{
    size_t k = p->k;

    for (size_t c = 0; c < k; c++) {
        row[c] = 0;
        for (size_t a = 0; a < k; a++)
            row[c] += f->gram[c * k + a] * f->gram[c * k + a] * f->s[a];
    }
    for (size_t c = 0; c < k; c++)
        f->s[c] = times_quotient(FORM_ORTHOGONAL, f->s[c], f->inner[c * k + c], row[c]);
}

/* |M - Q S Q'|^2; S is 1 in the symmetric form. */
static double error_of(const problem *p, const factors *f)
{
    size_t k = p->k;
    double error = p->square;

    for (size_t a = 0; a < k; a++) {
        error -= 2 * f->s[a] * f->inner[a * k + a];
        for (size_t c = 0; c < k; c++)
            error += f->s[a] * f->s[c] * f->gram[a * k + c] * f->gram[a * k + c];
    }
    return error;
}

static void label_rows(const problem *p, const factors *f, fit *result)
{
    size_t k = p->k;

    for (size_t i = 0; i < p->micro->count; i++) {
        size_t best = 0;
        for (size_t c = 1; c < k; c++)
            if (f->q[i * k + c] * sqrt(f->s[c]) > f->q[i * k + best] * sqrt(f->s[best]))
                best = c;
        result->label[i] = (int32_t)best;
    }
}

static size_t count_clusters(const int32_t *label, size_t n, size_t k, double *seen)
{
    size_t clusters = 0;

    for (size_t c = 0; c < k; c++)
        seen[c] = 0;
    for (size_t i = 0; i < n; i++) {
        clusters += seen[label[i]] == 0;
        seen[label[i]] = 1;
    }
    return clusters;
}

static int run_start(const void *state, gsl_rng *rng, ce_restart_steps *steps, void *result,
                     ce_error *err)
{
    const problem *p = state;
    size_t n = p->micro->count, k = p->k;
    factors f = {.q = ce_alloc(n * k, sizeof(double), err),
                 .product = ce_alloc(n * k, sizeof(double), err),
                 .sums =
                     ce_alloc(p->pairs ? 0 : p->first[p->micro->rows.m] * k, sizeof(double), err),
                 .inner = ce_alloc(k * k, sizeof(double), err),
                 .gram = ce_alloc(k * k, sizeof(double), err),
                 .s = ce_alloc(k, sizeof(double), err)};
    double *row = ce_alloc(k, sizeof *row, err);
    fit *out = result;
    int rc = f.q && f.product && f.sums && f.inner && f.gram && f.s && row ? CE_OK : CE_ENOMEM;

    if (rc)
        goto done;
    for (size_t at = 0; at < n * k; at++)
        f.q[at] = gsl_rng_uniform_pos(rng);
    for (size_t c = 0; c < k; c++)
        f.s[c] = 1;
    multiply(p, &f);
    for (int t = 0; t < p->iterations; t++) {
        update_q(p, &f, row);
        multiply(p, &f);
        if (p->form == FORM_ORTHOGONAL)
            update_s(p, &f, row);
        ce_restart_step(steps);
    }
    out->error = error_of(p, &f);
    label_rows(p, &f, out);
    out->clusters = count_clusters(out->label, n, k, row);
done:
    free(f.q);
    free(f.product);
    free(f.sums);
    free(f.inner);
    free(f.gram);
    free(f.s);
    free(row);
    return rc;
}

static int is_better(const void *a, const void *b)
{
    const fit *one = a, *two = b;

    return one->clusters != two->clusters ? one->clusters > two->clusters : one->error < two->error;
}

/* ---- the method ---- */

/* |M|^2 of two base clusterings: the squares of the sizes that their clusters share. */
static double square_of(const ce_microclusters *micro, size_t b, size_t d, double *shared)
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

static int set_square(problem *p, ce_error *err)
{
    const ce_microclusters *micro = p->micro;
    size_t m = micro->rows.m, most = 1, at = 0;
    double *shared;

    for (size_t i = 0; p->pairs && i < micro->count; i++)
        for (size_t j = i; j < micro->count; j++) {
            double value = p->pairs->values[at++];
            p->square += (i == j ? 1 : 2) * micro->size[i] * micro->size[j] * value * value;
        }
    if (p->pairs)
        return CE_OK;
    for (size_t b = 0; b < m; b++)
        most = (size_t)micro->rows.k[b] > most ? (size_t)micro->rows.k[b] : most;
    if (ce_memory_check(most, most, sizeof *shared, "a table of two base clusterings",
                        "base clusterings with fewer clusters", err))
        return CE_ENOMEM;
    shared = ce_alloc(most * most, sizeof *shared, err);
    if (!shared)
        return CE_ENOMEM;
    for (size_t b = 0; b < m; b++)
        for (size_t d = 0; d <= b; d++)
            p->square += (b == d ? 1 : 2) * square_of(micro, b, d, shared);
    p->square /= (double)m * (double)m;
    free(shared);
    return CE_OK;
}

/* Each start that runs has two tables with k columns. */
static int check_memory(const problem *p, int restarts, ce_error *err)
{
    size_t threads = (size_t)ce_threads();
    size_t at_once = (size_t)restarts < threads ? (size_t)restarts : threads;

    return ce_memory_check(p->micro->count, at_once * 2 * p->k, sizeof(double),
                           "the factors of each start", "fewer clusters or threads", err);
}

static int search(const ce_run *run, const problem *p, ce_partition *small, ce_error *err)
{
    const nmf_options *o = run->settings->values;
    size_t n = p->micro->count, bytes = sizeof(fit) + n * sizeof(int32_t);
    const ce_restart_options options = {.restarts = (size_t)o->restarts,
                                        .bytes = bytes,
                                        .run = run_start,
                                        .better = is_better,
                                        .state = p,
                                        .steps = (size_t)o->iterations};
    void *found = NULL;
    int rc = ce_partition_alloc(small, n, err);

    if (!rc)
        rc = ce_random_starts(run, &options, &found, err);
    if (!rc) {
        const fit *best = found;
        memcpy(small->labels, best->label, n * sizeof *small->labels);
        ce_tell(&run->report->messages, CE_DETAIL,
                "%s: squared error %.9g of %.9g, the best of %d starts", run->column, best->error,
                p->square, o->restarts);
    }
    free(found);
    return rc;
}

static int get_pairs(const ce_run *run, problem *p, ce_error *err)
{
    const nmf_options *o = run->settings->values;
    ce_pairs_ca_key key = {o->objects != 0};
    const void *pairs;
    int rc;

    if (!ce_labels_have_missing(&p->micro->rows))
        return CE_OK;
    rc = ce_ensemble_get(run->ensemble, &ce_pairs_ca.product, &key, &pairs, &run->report->messages,
                         err);
    if (!rc)
        p->pairs = pairs;
    return rc;
}

static int run_nmf(const ce_run *run, ce_partition *result, ce_error *err)
{
    const nmf_options *o = run->settings->values;
    problem p = {.k = run->k, .form = o->form, .iterations = o->iterations};
    ce_partition small = {0};
    size_t *first = NULL;
    int rc = ce_ensemble_check_k(run->ensemble, run->method->about.name, run->k, o->objects, err);

    if (!rc)
        rc = ce_ensemble_micro(run->ensemble, o->objects, &p.micro, err);
    if (rc)
        return rc;
    first = ce_calloc(p.micro->rows.m + 1, sizeof *first, err);
    rc = first ? get_pairs(run, &p, err) : CE_ENOMEM;
    if (!rc) {
        for (size_t b = 0; b < p.micro->rows.m; b++)
            first[b + 1] = first[b] + (size_t)p.micro->rows.k[b];
        p.first = first;
        rc = set_square(&p, err);
    }
    if (!rc)
        rc = check_memory(&p, o->restarts, err);
    if (!rc)
        rc = search(run, &p, &small, err);
    if (!rc)
        rc = ce_microclusters_expand(p.micro, &small, result, err);
    free(first);
    ce_partition_free(&small);
    return rc;
}

const ce_method ce_method_nmf = {
    .about = {.name = "nmf",
              .family = "evidence accumulation",
              .summary = "the co-association matrix as a product of non-negative factors",
              .about = "The co-association matrix is approximated by a product of non-negative "
                       "matrices with k columns, which are clusters. An object goes to the "
                       "cluster of its largest entry.",
              .reference = "li2007",
              .page = "clens-nmf",
              .reads = CE_READS_LABELS,
              .needs = CE_USES_K,
              .cost = CE_COST_OBJECTS,
              .options = CE_OPTIONS(rows, nmf_options)},
    .run = run_nmf,
};
