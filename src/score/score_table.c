#include "score/score_table.h"

#include <stdlib.h>

#include "core/each.h"
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
    int is_symmetric;       /* each other: the measure, so that half of the pairs will do */
    ce_score_table *scores; /* the rows go here */
    int64_t *left_out;      /* owned: of each row: objects */
    size_t *unknown;        /* owned: of each row: constraints */
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

/* An empty table, and what each row reports. */
static int job_start(job *j, size_t columns, ce_error *err)
{
    ce_score_table *scores = j->scores;

    ce_score_table_free(scores);
    scores->rows = j->labels->m;
    scores->columns = columns;
    scores->objects = count_objects(j->labels, j->size, NULL);
    scores->value = ce_alloc(scores->rows * columns, sizeof *scores->value, err);
    j->left_out = ce_calloc(scores->rows, sizeof *j->left_out, err);
    j->unknown = ce_calloc(scores->rows, sizeof *j->unknown, err);
    return scores->value && j->left_out && j->unknown ? CE_OK : CE_ENOMEM;
}

static void sum_up(const job *j)
{
    ce_score_table *scores = j->scores;

    scores->least_out = scores->rows ? j->left_out[0] : 0;
    for (size_t q = 0; q < scores->rows; q++) {
        if (j->left_out[q] < scores->least_out)
            scores->least_out = j->left_out[q];
        if (j->left_out[q] > scores->most_out)
            scores->most_out = j->left_out[q];
        if (j->unknown[q] > scores->most_unknown)
            scores->most_unknown = j->unknown[q];
    }
}

static int job_end(job *j, int rc)
{
    free(j->unconstrained);
    free(j->left_out);
    free(j->unknown);
    if (rc)
        ce_score_table_free(j->scores);
    return rc;
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

static int compute_row(void *state, size_t q, ce_error *err)
{
    const job *j = state;
    const ce_score_reference *reference = j->reference;
    double *value = j->scores->value + q * j->scores->columns;
    ce_contingency overlap = {0};
    ce_constrained_part part = {0};
    int rc = CE_OK;

    if (reference->classes)
        rc = build_against(j, reference->classes, q, &overlap, err);
    if (!rc && j->unconstrained)
        rc = build_against(j, j->unconstrained, q, &part.unconstrained, err);
    if (!rc && reference->constraints)
        part.violations =
            ce_violations_count(reference->constraints, ce_labels_column(j->labels, q));
    if (!rc)
        rc = ce_scores_compute(&overlap, &part, j->which, j->count, value, err);
    j->left_out[q] = overlap.left_out;
    j->unknown[q] = part.violations.unknown;
    ce_contingency_free(&overlap);
    ce_contingency_free(&part.unconstrained);
    return rc;
}

int ce_score_table_compute(ce_score_table *scores, const ce_labels *labels, const double *size,
                           const ce_score_reference *reference, const int *which, size_t count,
                           ce_error *err)
{
    job j = {.labels = labels,
             .size = size,
             .reference = reference,
             .which = which,
             .count = count,
             .scores = scores};
    int rc = job_start(&j, count, err);

    if (!rc)
        rc = find_unconstrained(&j, err);
    if (!rc && reference->classes)
        scores->unclassed = count_objects(labels, size, reference->classes);
    if (!rc)
        rc = ce_each(labels->m, 0, compute_row, &j, NULL, err);
    if (!rc)
        sum_up(&j);
    return job_end(&j, rc);
}

/* ---- against each other ---- */

/* Row p: from the diagonal on when the measure is symmetric. Its report is the most objects that a
 * pair leaves out. */
static int pairwise_row(void *state, size_t p, ce_error *err)
{
    const job *j = state;
    ce_contingency overlap = {0};
    int rc = CE_OK;

    for (size_t q = j->is_symmetric ? p : 0; q < j->scores->columns && !rc; q++) {
        double *value = &j->scores->value[p * j->scores->columns + q];
        rc = ce_contingency_of_columns(&overlap, j->labels, p, q, j->size, err);
        if (!rc)
            rc = ce_scores_compute(&overlap, NULL, j->which, 1, value, err);
        if (!rc && overlap.left_out > j->left_out[p])
            j->left_out[p] = overlap.left_out;
    }
    ce_contingency_free(&overlap);
    return rc;
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
    int number = (int)which;
    job j = {.labels = labels,
             .size = size,
             .which = &number,
             .count = 1,
             .is_symmetric = ce_score_is_symmetric(which),
             .scores = scores};
    int rc = ce_memory_check(m, m, sizeof(double), "the pairwise table", "fewer clusterings", err);

    if (!rc)
        rc = job_start(&j, m, err);
    if (!rc)
        rc = ce_each(m, 0, pairwise_row, &j, NULL, err);
    if (!rc)
        sum_up(&j);
    if (!rc && j.is_symmetric)
        mirror(scores);
    return job_end(&j, rc);
}

void ce_score_table_free(ce_score_table *scores)
{
    if (!scores)
        return;
    free(scores->value);
    *scores = (ce_score_table){0};
}
