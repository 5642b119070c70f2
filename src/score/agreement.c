#include "score/agreement.h"

#include <math.h>
#include <stdlib.h>

#include "core/each.h"
#include "core/memory.h"
#include "core/microclusters.h"
#include "core/mix.h"
#include "core/pace.h"
#include "score/ari.h"
#include "score/contingency.h"
#include "score/element_centric.h"
#include "score/standardised_information.h"

/* Grouping equal rows reads every label a few times. Below so many columns the pairs themselves
 * cost less. */
enum { GROUP_FROM = 8 };

static int agreement_alloc(ce_agreement *agreement, size_t m, int which, ce_error *err)
{
    int tables = (which & CE_AGREEMENT_NMI ? 1 : 0) + (which & CE_AGREEMENT_ARI ? 1 : 0) +
                 (which & CE_AGREEMENT_SMI ? 1 : 0) + (which & CE_AGREEMENT_ECS ? 1 : 0);
    int rc =
        ce_memory_check(m, m, (size_t)tables * sizeof(double),
                        "the agreement of all pairs of base clusterings", "fewer of them", err);

    ce_agreement_free(agreement);
    if (rc)
        return rc;
    agreement->m = m;
    if (which & CE_AGREEMENT_NMI &&
        !(agreement->nmi = ce_alloc(m * m, sizeof *agreement->nmi, err)))
        return CE_ENOMEM;
    if (which & CE_AGREEMENT_ARI &&
        !(agreement->ari = ce_alloc(m * m, sizeof *agreement->ari, err)))
        return CE_ENOMEM;
    if (which & CE_AGREEMENT_ECS &&
        !(agreement->ecs = ce_alloc(m * m, sizeof *agreement->ecs, err)))
        return CE_ENOMEM;
    if (which & CE_AGREEMENT_SMI &&
        !(agreement->smi = ce_alloc(m * m, sizeof *agreement->smi, err)))
        return CE_ENOMEM;
    return CE_OK;
}

static void put(double *matrix, size_t m, size_t p, size_t q, double value)
{
    matrix[p * m + q] = value;
    matrix[q * m + p] = value;
}

/* What all rows are filled from. */
typedef struct {
    const ce_agreement *agreement;
    const ce_labels *labels;
    const double *size;
    ce_normaliser normaliser;
    int64_t *left_out; /* of each row: the most that a pair leaves out */
    ce_pace *pace;
} rows;

/* Base clustering p with those after it. */
static int agree_with_later(const rows *r, size_t p, ce_error *err)
{
    const ce_agreement *agreement = r->agreement;
    size_t m = r->labels->m;
    ce_contingency table = {0};
    int rc = CE_OK;

    for (size_t q = p + 1; q < m; q++) {
        rc = ce_contingency_of_columns(&table, r->labels, p, q, r->size, err);
        if (rc)
            break;
        if (agreement->nmi)
            put(agreement->nmi, m, p, q, ce_nmi(&table, r->normaliser));
        if (agreement->ari)
            put(agreement->ari, m, p, q, ce_ari(&table));
        if (agreement->ecs)
            put(agreement->ecs, m, p, q, ce_element_similarity(&table));
        if (agreement->smi) {
            ce_smi smi;
            rc = ce_smi_compute(&table, &smi, err);
            if (rc)
                break;
            put(agreement->smi, m, p, q, smi.smi);
        }
        if (table.left_out > r->left_out[p])
            r->left_out[p] = table.left_out;
    }
    ce_contingency_free(&table);
    return rc;
}

/* Row p of all: with those after it, and with itself. */
static int fill_row(void *state, size_t p, ce_error *err)
{
    const rows *r = state;
    const ce_agreement *agreement = r->agreement;
    size_t m = r->labels->m;
    int rc = agree_with_later(r, p, err);

    if (agreement->nmi)
        agreement->nmi[p * m + p] = 1;
    if (agreement->ari)
        agreement->ari[p * m + p] = 1;
    if (agreement->ecs)
        agreement->ecs[p * m + p] = r->labels->k[p] ? 1 : NAN;
    if (agreement->smi)
        agreement->smi[p * m + p] = NAN;
    ce_pace_pieces(r->pace, m - p);
    return rc;
}

static int agree(ce_agreement *agreement, const ce_labels *labels, const double *size,
                 ce_normaliser normaliser, const ce_progress *progress, ce_error *err)
{
    size_t m = labels->m;
    ce_pace pace = ce_pace_of_pieces(progress, m * (m + 1) / 2);
    rows r = {agreement, labels, size, normaliser, ce_calloc(m, sizeof *r.left_out, err), &pace};
    int rc = r.left_out ? ce_each(m, 0, fill_row, &r, NULL, err) : CE_ENOMEM;

    ce_pace_end(&pace);
    for (size_t p = 0; p < m && !rc; p++)
        if (r.left_out[p] > agreement->most_out)
            agreement->most_out = r.left_out[p];
    free(r.left_out);
    return rc;
}

int ce_agreement_compute(ce_agreement *agreement, const ce_labels *labels, const double *size,
                         ce_normaliser normaliser, int which, const ce_progress *progress,
                         ce_error *err)
{
    ce_microclusters micro = {0};
    int grouped = labels->m >= GROUP_FROM, rc = agreement_alloc(agreement, labels->m, which, err);

    /* counts are whole numbers, so counting equal rows at once changes no bit */
    if (!rc && grouped)
        rc = ce_microclusters_build(&micro, labels, size, err);
    if (!rc && grouped)
        rc = agree(agreement, &micro.rows, micro.size, normaliser, progress, err);
    else if (!rc)
        rc = agree(agreement, labels, size, normaliser, progress, err);
    ce_microclusters_free(&micro);
    if (rc)
        ce_agreement_free(agreement);
    return rc;
}

void ce_agreement_free(ce_agreement *agreement)
{
    if (!agreement)
        return;
    free(agreement->nmi);
    free(agreement->ari);
    free(agreement->ecs);
    free(agreement->smi);
    *agreement = (ce_agreement){0};
}

/* Neumaier's compensated sum of the values that are defined, but for value[but]. Returns how many
 * they are. */
static size_t sum_defined(const double *value, size_t m, size_t but, double *sum)
{
    double total = 0, lost = 0;
    size_t count = 0;

    for (size_t q = 0; q < m; q++) {
        double next = total + value[q];
        if (q == but || isnan(value[q]))
            continue;
        lost +=
            fabs(total) >= fabs(value[q]) ? (total - next) + value[q] : (value[q] - next) + total;
        total = next;
        count++;
    }
    *sum = total + lost;
    return count;
}

void ce_agreement_mean_with_others(const double *similarity, size_t m, double *mean)
{
    for (size_t q = 0; q < m; q++) {
        double sum;
        size_t count = sum_defined(similarity + q * m, m, q, &sum);
        mean[q] = count ? sum / (double)count : NAN;
    }
}

int ce_nmi_mean_with_others(const ce_labels *labels, const double *size, ce_normaliser normaliser,
                            double *mean, ce_error *err)
{
    ce_agreement agreement = {0};
    int rc =
        ce_agreement_compute(&agreement, labels, size, normaliser, CE_AGREEMENT_NMI, NULL, err);

    if (!rc)
        ce_agreement_mean_with_others(agreement.nmi, agreement.m, mean);
    ce_agreement_free(&agreement);
    return rc;
}

int ce_smi_mean_with_others(const ce_labels *labels, const double *size, double *mean,
                            const ce_progress *progress, ce_error *err)
{
    ce_agreement agreement = {0};
    int rc = ce_agreement_compute(&agreement, labels, size, CE_NMI_SQRT, CE_AGREEMENT_SMI, progress,
                                  err);

    if (!rc)
        ce_agreement_mean_with_others(agreement.smi, agreement.m, mean);
    ce_agreement_free(&agreement);
    return rc;
}

/* ---- of a sample ---- */

enum { SOME_MEMBERS = 10, SOME_ROWS = 10000, ROWS_TO_TELL = 100 };

static const double some_agreement = 0.01, errors = 3;

/* Part number i of `parts` that are spread evenly over n. */
static size_t spread(size_t i, size_t parts, size_t n)
{
    return n / parts * i + n % parts * i / parts;
}

/* A row from part number i. Rows at the same distance could all be of one class, where the classes
 * of the objects follow each other in turn. */
static size_t row_from(size_t i, size_t parts, size_t n)
{
    size_t first = spread(i, parts, n), end = spread(i + 1, parts, n);

    return first + (size_t)(ce_mix_next(i) % (end - first));
}

/* Some rows and columns of labels, and the sizes of these rows; some_size: NULL without sizes. Of
 * the columns only those are kept that can agree with others. */
static int take_some(const ce_labels *labels, const double *size, ce_labels *some,
                     double *some_size, ce_error *err)
{
    size_t kept = 0;
    int rc = CE_OK;

    for (size_t i = 0; i < some->n && some_size; i++)
        some_size[i] = size[row_from(i, some->n, labels->n)];
    for (size_t q = 0; q < some->m && !rc; q++) {
        const int32_t *from = ce_labels_column(labels, spread(q, some->m, labels->m));
        int32_t *to = ce_labels_column(some, kept);
        for (size_t i = 0; i < some->n; i++)
            to[i] = from[row_from(i, some->n, labels->n)];
        rc = ce_labels_renumber(to, some->n, &some->k[kept], err);
        kept += some->k[kept] > 1 && (size_t)some->k[kept] < some->n;
    }
    some->m = kept;
    return rc;
}

static ce_chance judge(const double *matrix, size_t m, size_t n)
{
    double sum = 0, squares = 0, error;
    size_t pairs = 0;
    ce_chance found = {NAN, 0};

    for (size_t p = 0; p < m; p++)
        for (size_t q = 0; q < p; q++) {
            double x = matrix[p * m + q];
            if (isnan(x))
                continue;
            sum += x;
            squares += x * x;
            pairs++;
        }
    if (!pairs)
        return found;
    found.mean = sum / (double)pairs;
    error = pairs == 1
                ? INFINITY
                : sqrt(fmax(squares - sum * found.mean, 0) / (double)(pairs - 1) / (double)pairs);
    found.chance = n >= ROWS_TO_TELL && fabs(found.mean) < some_agreement &&
                   fabs(found.mean) <= errors * error;
    return found;
}

ce_chance ce_agreement_sample(const ce_labels *labels, const double *size)
{
    size_t n = labels->n < SOME_ROWS ? labels->n : SOME_ROWS,
           m = labels->m < SOME_MEMBERS ? labels->m : SOME_MEMBERS;
    ce_error err;
    double *some_size = size ? ce_alloc(n, sizeof *some_size, &err) : NULL;
    ce_labels some = {0};
    ce_agreement agreement = {0};
    ce_chance found = {NAN, 0};

    if ((some_size || !size) && !ce_labels_alloc(&some, n, m, &err) &&
        !take_some(labels, size, &some, some_size, &err) &&
        !ce_agreement_compute(&agreement, &some, some_size, CE_NMI_SQRT, CE_AGREEMENT_ARI, NULL,
                              &err))
        found = judge(agreement.ari, some.m, n);
    ce_agreement_free(&agreement);
    ce_labels_free(&some);
    free(some_size);
    return found;
}
