/* k-means in parts: what a part tells in each round. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "generate/kmeans_parts_internal.h"
#include "io/sums_table.h"

/* ---- later rounds ---- */

/* What a member sees of the part. */
static int see(const ce_matrix *x, const ce_kmeans_part_member *m, ce_matrix *seen, ce_error *err)
{
    int rc;

    if (!m->feature) {
        *seen = *x;
        return CE_OK;
    }
    rc = ce_matrix_alloc(seen, x->rows, m->features, err);
    for (size_t i = 0; i < x->rows && !rc; i++)
        for (size_t s = 0; s < m->features; s++)
            seen->values[i * m->features + s] = x->values[i * x->columns + m->feature[s]];
    return rc;
}

/* Arrays of a member while it is summed up. Centres that were taken out are left out: number[j] is
 * the number of centre j in the state. */
typedef struct {
    size_t k;
    double *centre;
    size_t *number;
    int32_t *label, *rows;
    double *squared;
    ce_exact_sums sum;
} summing;

static void summing_free(summing *s)
{
    free(s->centre);
    free(s->number);
    free(s->label);
    free(s->rows);
    free(s->squared);
    ce_exact_free(&s->sum);
}

static int summing_alloc(summing *s, const ce_kmeans_part_member *m, size_t n, ce_error *err)
{
    s->centre = ce_alloc(m->k, m->features * sizeof *s->centre, err);
    s->number = ce_alloc(m->k, sizeof *s->number, err);
    s->label = ce_alloc(n, sizeof *s->label, err);
    s->rows = ce_alloc(m->k, sizeof *s->rows, err);
    if (m->status == REPAIRED_NEXT)
        s->squared = ce_alloc(n, sizeof *s->squared, err);
    if (!s->centre || !s->number || !s->label || !s->rows ||
        (m->status == REPAIRED_NEXT && !s->squared))
        return CE_ENOMEM;
    for (size_t j = 0; j < m->k; j++) {
        const double *centre = m->centre + j * m->features;
        if (!ce_kmeans_part_alive(centre))
            continue;
        memcpy(s->centre + s->k * m->features, centre, m->features * sizeof *centre);
        s->number[s->k++] = j;
    }
    s->sum.count = s->k * m->features;
    return CE_OK;
}

static int add_blocks(ce_sums *sums, size_t q, const ce_kmeans_part_member *m, const summing *s,
                      size_t n, uint64_t object, ce_error *err)
{
    char name[CE_ROUNDS_NAME];
    ce_sums_block *count, *sum, *first;
    size_t at = sums->blocks;
    int rc = ce_sums_add(sums, ce_rounds_block_name(name, "count", q), CE_SUMS_ADD, m->k, 1, &count,
                         err);

    if (!rc)
        rc = ce_sums_add(sums, ce_rounds_block_name(name, "sum", q), CE_SUMS_EXACT, m->k,
                         m->features, &sum, err);
    if (!rc)
        rc = ce_sums_add(sums, ce_rounds_block_name(name, "first", q), CE_SUMS_LEAST, m->k, 1,
                         &first, err);
    if (rc)
        return rc;
    count = &sums->block[at];
    sum = &sums->block[at + 1];
    for (size_t i = n; i-- > 0;) {
        size_t j = s->number[s->label[i]];
        count->count[j]++;
        first->value[j] = (double)(object + i);
    }
    for (size_t l = 0; l < s->k; l++)
        for (size_t f = 0; f < m->features && !rc; f++)
            rc = ce_exact_join(&sum->exact, s->number[l] * m->features + f, &s->sum,
                               l * m->features + f, err);
    return rc;
}

/* path: that of the state, for messages */
static int sum_member(const ce_matrix *x, size_t q, const ce_kmeans_part_member *m, uint64_t object,
                      ce_kmeans_data *whole, ce_sums *sums, const char *path, ce_error *err)
{
    ce_matrix seen = {0};
    ce_kmeans_data *own = NULL;
    summing s = {0};
    int rc = see(x, m, &seen, err);

    if (!rc)
        rc = summing_alloc(&s, m, x->rows, err);
    if (!rc && !s.k)
        rc = ce_fail(err, CE_EINPUT, "%s: member %zu has no centre, one at least expected", path,
                     q + 1);
    if (!rc && m->feature)
        rc = ce_kmeans_prepare(&own, &seen, NULL, err);
    if (!rc)
        rc = ce_kmeans_sum_up(own ? own : whole, s.centre, s.k, ce_threads(), s.label, s.rows,
                              &s.sum, s.squared, err);
    if (!rc)
        rc = add_blocks(sums, q, m, &s, x->rows, object, err);
    for (size_t i = 0; i < x->rows && !rc && s.squared; i++)
        s.label[i] = (int32_t)s.number[s.label[i]];
    if (!rc && s.squared)
        rc = ce_kmeans_repair_sum(sums, q, m->k, &seen, s.label, s.squared, object, err);
    ce_kmeans_data_free(own);
    if (m->feature)
        ce_matrix_free(&seen);
    summing_free(&s);
    return rc;
}

static int add_members(ce_sums *sums, const ce_matrix *x, const ce_sums *state, const char *path,
                       size_t members, uint64_t object, ce_error *err)
{
    ce_kmeans_data *whole = NULL;
    int rc = ce_kmeans_prepare(&whole, x, NULL, err);

    for (size_t q = 0; q < members && !rc; q++) {
        ce_kmeans_part_member m = {0};
        rc = ce_kmeans_part_member_read(state, path, q, x->columns, &m, err);
        if (!rc && m.status <= REPAIRED_NEXT)
            rc = sum_member(x, q, &m, object, whole, sums, path, err);
        free(m.feature);
    }
    ce_kmeans_data_free(whole);
    return rc;
}

/* ---- the last round ---- */

/* Whether an object has another label if centres stand in the order of labels. Their order in the
 * state is that of the method, by which labels were given. */
static int tell_ties(const ce_matrix *x, const ce_sums *state, const char *path, size_t q,
                     int64_t *ties, ce_error *err)
{
    ce_kmeans_part_member m = {0};
    ce_matrix seen = {0};
    double *centre = NULL;
    size_t *number = NULL, *size = NULL, k = 0;
    int32_t *by_number = ce_alloc(x->rows, sizeof *by_number, err),
            *by_label = ce_alloc(x->rows, sizeof *by_label, err);
    int rc = by_number && by_label ? ce_kmeans_part_member_read(state, path, q, x->columns, &m, err)
                                   : CE_ENOMEM;

    if (!rc) {
        centre = ce_alloc(2 * m.k, m.features * sizeof *centre, err);
        number = ce_alloc(m.k, sizeof *number, err);
        size = ce_alloc(m.k, sizeof *size, err);
        rc = centre && number && size ? see(x, &m, &seen, err) : CE_ENOMEM;
    }
    if (!rc)
        rc = ce_kmeans_part_order(state, path, q, &m, number, size, &k, err);
    if (!rc) {
        double *alive = centre + k * m.features;
        size_t at = 0, row = m.features * sizeof *centre;
        size_t *place = size; /* of each centre of the state among those that are there */
        for (size_t l = 0; l < k; l++)
            memcpy(centre + l * m.features, m.centre + number[l] * m.features, row);
        for (size_t j = 0; j < m.k; j++) {
            place[j] = at;
            if (ce_kmeans_part_alive(m.centre + j * m.features))
                memcpy(alive + at++ * m.features, m.centre + j * m.features, row);
        }
        rc = ce_kmeans_assign(&seen, alive, k, by_number, err);
        if (!rc)
            rc = ce_kmeans_assign(&seen, centre, k, by_label, err);
        for (size_t i = 0; i < x->rows && !rc; i++)
            *ties += place[number[by_label[i]]] != (size_t)by_number[i];
    }
    free(centre);
    free(number);
    free(size);
    free(by_number);
    free(by_label);
    if (m.feature)
        ce_matrix_free(&seen);
    free(m.feature);
    return rc;
}

static int add_ties(ce_sums *sums, const ce_matrix *x, const ce_sums *state, const char *path,
                    size_t members, ce_error *err)
{
    ce_sums_block *ties;
    int rc = ce_sums_add(sums, "ties", CE_SUMS_ADD, members, 1, &ties, err);

    for (size_t q = 0; q < members && !rc; q++)
        rc = tell_ties(x, state, path, q, &ties->count[q], err);
    return rc;
}

/* ---- a round ---- */

int ce_kmeans_parts_sum(const ce_matrix *x, char *const *feature,
                        const ce_kmeans_ensemble_options *options, const ce_sums *state,
                        const char *state_path, const char *path, ce_sums *sums, ce_error *err)
{
    const ce_numbers rows = ce_numbers_of(x, NULL);
    uint64_t first;
    int rc;

    if (!state)
        return ce_rounds_count(sums, &rows, feature, err);
    rc = ce_rounds_check_part(sums, state, state_path, feature, x->columns, path, err);
    if (rc || ce_rounds_done(state))
        return rc;
    first = ce_sums_first_object(state, sums->part->part);
    if (ce_rounds_next_is(state, "rows"))
        return ce_rounds_add_rows(sums, &rows, state, state_path, first, err);
    if (ce_rounds_next_is(state, "ties"))
        return add_ties(sums, x, state, state_path, options->members, err);
    return add_members(sums, x, state, state_path, options->members, first, err);
}
