#include "score/score_table.h"

#include <stdlib.h>

#include "core/memory.h"
#include "score/contingency.h"
#include "score/violations.h"

#define LARGEST_TOTAL INT64_C(9007199254740992) /* 2^53 */

/* What all rows are computed from. */
typedef struct {
    const ce_labels *labels;
    const double *size;
    const ce_score_reference *reference;
    int32_t *unconstrained; /* owned: n: the classes of the objects in no constraint, CE_MISSING
                             * for the others; NULL without classes or without constraints */
    const int *which;
    size_t count;
} job;

/* All objects; with classes: those that have none. */
static int64_t count_objects(const ce_labels *labels, const double *size, const int32_t *classes)
{
    double total = 0;

    for (size_t i = 0; i < labels->n; i++)
        if (!classes || classes[i] < 0)
            total += size ? size[i] : 1;
    return total < (double)LARGEST_TOTAL ? (int64_t)total : LARGEST_TOTAL;
}

static int table_start(ce_score_table *scores, const job *j, size_t columns, ce_error *err)
{
    ce_score_table_free(scores);
    scores->rows = j->labels->m;
    scores->columns = columns;
    scores->objects = count_objects(j->labels, j->size, NULL);
    scores->value = ce_alloc(scores->rows * columns, sizeof *scores->value, err);
    return scores->value ? CE_OK : CE_ENOMEM;
}

/* ---- what each row reports ---- */

/* An entry for each row. Rows are computed in any order, so each has a message of its own. */
typedef struct {
    ce_error *failure;
    int64_t *left_out; /* objects */
    size_t *unknown;   /* constraints */
} reports;

static int reports_alloc(reports *r, size_t rows, ce_error *err)
{
    r->failure = ce_calloc(rows, sizeof *r->failure, err);
    r->left_out = ce_calloc(rows, sizeof *r->left_out, err);
    r->unknown = ce_calloc(rows, sizeof *r->unknown, err);
    return r->failure && r->left_out && r->unknown ? CE_OK : CE_ENOMEM;
}

static void reports_free(reports *r)
{
    free(r->failure);
    free(r->left_out);
    free(r->unknown);
}

/* The first failure in the order of the rows, so that the message does not depend on the threads.
 */
static int first_failure(const reports *r, size_t rows, ce_error *err)
{
    for (size_t q = 0; q < rows; q++)
        if (r->failure[q].status)
            return ce_fail(err, r->failure[q].status, "%s", r->failure[q].text);
    return CE_OK;
}

static void sum_up(ce_score_table *scores, const reports *r)
{
    scores->least_out = scores->rows ? r->left_out[0] : 0;
    for (size_t q = 0; q < scores->rows; q++) {
        if (r->left_out[q] < scores->least_out)
            scores->least_out = r->left_out[q];
        if (r->left_out[q] > scores->most_out)
            scores->most_out = r->left_out[q];
        if (r->unknown[q] > scores->most_unknown)
            scores->most_unknown = r->unknown[q];
    }
}

/* ---- against classes and constraints ---- */

static int find_unconstrained(job *j, ce_error *err)
{
    const ce_score_reference *reference = j->reference;
    size_t n = j->labels->n;
    unsigned char *inside;

    if (!reference->classes || !reference->constraints)
        return CE_OK;
    inside = ce_alloc(n, 1, err);
    j->unconstrained = ce_alloc(n, sizeof *j->unconstrained, err);
    if (inside && j->unconstrained) {
        ce_constraints_mark(reference->constraints, inside);
        for (size_t i = 0; i < n; i++)
            j->unconstrained[i] = inside[i] ? CE_MISSING : reference->classes[i];
    }
    free(inside);
    return inside && j->unconstrained ? CE_OK : CE_ENOMEM;
}

static int build_against(const job *j, const int32_t *classes, size_t q, ce_contingency *overlap,
                         ce_error *err)
{
    return ce_contingency_build(overlap, classes, j->reference->k, ce_labels_column(j->labels, q),
                                j->labels->k[q], j->size, j->labels->n, err);
}

static void compute_row(ce_score_table *scores, const job *j, size_t q, reports *r)
{
    const ce_score_reference *reference = j->reference;
    ce_error *failure = &r->failure[q];
    ce_contingency overlap = {0};
    ce_constrained_part part = {0};
    int rc = CE_OK;

    if (reference->classes)
        rc = build_against(j, reference->classes, q, &overlap, failure);
    if (!rc && j->unconstrained)
        rc = build_against(j, j->unconstrained, q, &part.unconstrained, failure);
    if (!rc && reference->constraints)
        part.violations =
            ce_violations_count(reference->constraints, ce_labels_column(j->labels, q));
    if (!rc)
        ce_scores_compute(&overlap, &part, j->which, j->count, scores->value + q * scores->columns,
                          failure);
    r->left_out[q] = overlap.left_out;
    r->unknown[q] = part.violations.unknown;
    ce_contingency_free(&overlap);
    ce_contingency_free(&part.unconstrained);
}

int ce_score_table_compute(ce_score_table *scores, const ce_labels *labels, const double *size,
                           const ce_score_reference *reference, const int *which, size_t count,
                           ce_error *err)
{
    job j = {
        .labels = labels, .size = size, .reference = reference, .which = which, .count = count};
    reports r = {0};
    int rc = reports_alloc(&r, labels->m, err);

    if (!rc)
        rc = table_start(scores, &j, count, err);
    if (!rc)
        rc = find_unconstrained(&j, err);
    if (rc)
        goto done;
    if (reference->classes)
        scores->unclassed = count_objects(labels, size, reference->classes);
#pragma omp parallel for schedule(dynamic, 1)
    for (size_t q = 0; q < labels->m; q++)
        compute_row(scores, &j, q, &r);
    rc = first_failure(&r, labels->m, err);
    sum_up(scores, &r);
done:
    free(j.unconstrained);
    reports_free(&r);
    if (rc)
        ce_score_table_free(scores);
    return rc;
}

/* ---- against each other ---- */

/* Row p: from the diagonal on when the measure is symmetric. Its report is the most objects that a
 * pair leaves out. */
static void pairwise_row(ce_score_table *scores, const job *j, int symmetric, size_t p, reports *r)
{
    ce_contingency overlap = {0};

    for (size_t q = symmetric ? p : 0; q < scores->columns; q++) {
        double *value = &scores->value[p * scores->columns + q];
        if (ce_contingency_of_columns(&overlap, j->labels, p, q, j->size, &r->failure[p]) ||
            ce_scores_compute(&overlap, NULL, j->which, 1, value, &r->failure[p]))
            break;
        if (overlap.left_out > r->left_out[p])
            r->left_out[p] = overlap.left_out;
    }
    ce_contingency_free(&overlap);
}

static void mirror(ce_score_table *scores)
{
    size_t m = scores->rows;

    for (size_t p = 0; p < m; p++)
        for (size_t q = 0; q < p; q++)
            scores->value[p * m + q] = scores->value[q * m + p];
}

int ce_score_table_pairwise(ce_score_table *scores, const ce_labels *labels, const double *size,
                            ce_score which, ce_error *err)
{
    size_t m = labels->m;
    int number = (int)which, symmetric = ce_score_is_symmetric(which);
    job j = {.labels = labels, .size = size, .which = &number, .count = 1};
    reports r = {0};
    int rc = reports_alloc(&r, m, err);

    if (!rc)
        rc = ce_memory_check(m, m, sizeof(double), "the pairwise table", "fewer clusterings", err);
    if (!rc)
        rc = table_start(scores, &j, m, err);
    if (rc)
        goto done;
#pragma omp parallel for schedule(dynamic, 1)
    for (size_t p = 0; p < m; p++)
        pairwise_row(scores, &j, symmetric, p, &r);
    rc = first_failure(&r, m, err);
    sum_up(scores, &r);
    if (symmetric)
        mirror(scores);
done:
    reports_free(&r);
    if (rc)
        ce_score_table_free(scores);
    return rc;
}

void ce_score_table_free(ce_score_table *scores)
{
    if (!scores)
        return;
    free(scores->value);
    *scores = (ce_score_table){0};
}
