/* U-SPEC in parts: states. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/random.h"
#include "generate/uspec_parts_internal.h"

ce_uspec_made ce_uspec_parts_made(const ce_sums *state)
{
    if (ce_rounds_next_is(state, "distances"))
        return CE_USPEC_MADE_INDEX;
    return ce_rounds_next_is(state, "graph") ? CE_USPEC_MADE_SIGMA : CE_USPEC_MADE_CENTRES;
}

void ce_uspec_parts_free(ce_uspec_part_member *member, size_t members)
{
    for (size_t q = 0; member && q < members; q++) {
        ce_uspec_model_free(&member[q].model);
        free(member[q].sum);
        free(member[q].size);
    }
    free(member);
}

static int compare_objects(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return x < y ? -1 : x > y;
}

size_t ce_uspec_parts_place(const ce_sums_block *rows, uint64_t object)
{
    const uint64_t *found =
        bsearch(&object, rows->object, rows->rows, sizeof object, compare_objects);

    return found ? (size_t)(found - rows->object) : SIZE_MAX;
}

gsl_rng *ce_uspec_parts_stream(const ce_uspec_options *options, size_t q, int64_t draws,
                               ce_error *err)
{
    gsl_rng *rng = ce_random_alloc(options->seed, CE_STREAM_MEMBER, q, err);

    for (int64_t taken = 0; rng && taken < draws; taken++)
        gsl_rng_get(rng);
    return rng;
}

/* ---- writing ---- */

static int write_member(ce_sums *next, ce_uspec_part_member *m, size_t q, ce_error *err)
{
    char name[CE_ROUNDS_NAME];
    const char *kind;
    const ce_matrix *part;
    size_t k = m->model.map.columns;
    int rc = CE_OK;

    for (size_t t = 0; !rc && (part = ce_uspec_model_part(&m->model, t, &kind)) != NULL; t++) {
        ce_sums_block *block;
        if (!part->rows)
            continue;
        rc = ce_sums_add(next, ce_rounds_block_name(name, kind, q), CE_SUMS_LEAST, part->rows,
                         part->columns, &block, err);
        if (!rc)
            memcpy(block->value, part->values, part->rows * part->columns * sizeof *part->values);
    }
    if (!rc && m->sum && m->row[CE_USPEC_STATUS] == CE_USPEC_GOES_ON)
        rc = ce_rounds_add_counts(next, "sums", q, m->sum, k, k, err);
    if (!rc && m->sum && m->row[CE_USPEC_STATUS] == CE_USPEC_GOES_ON)
        rc = ce_rounds_add_counts(next, "sizes", q, m->size, k, 1, err);
    return rc;
}

int ce_uspec_parts_write(ce_sums *next, ce_uspec_part_member *member, size_t members, ce_error *err)
{
    ce_sums_block *block;
    int rc = ce_sums_add(next, "members", CE_SUMS_ADD, members, CE_USPEC_COLUMNS, &block, err);

    for (size_t q = 0; q < members && !rc; q++)
        memcpy(block->count + q * CE_USPEC_COLUMNS, member[q].row, sizeof member[q].row);
    for (size_t q = 0; q < members && !rc; q++)
        rc = write_member(next, &member[q], q, err);
    return rc;
}

/* ---- reading ---- */

/* *count: rows x columns numbers; NULL where there is no such block. */
static int read_counts(const ce_sums *state, const char *path, const char *what, size_t q,
                       size_t rows, size_t columns, int64_t **count, ce_error *err)
{
    char name[CE_ROUNDS_NAME];
    ce_sums_block *block;

    if (ce_sums_find(state, ce_rounds_block_name(name, what, q), CE_SUMS_ADD, columns, &block, path,
                     NULL))
        return CE_OK;
    if (block->rows != rows)
        return ce_rounds_fail(path, what, q, err);
    *count = ce_alloc(rows * columns, sizeof **count, err);
    if (!*count)
        return CE_ENOMEM;
    memcpy(*count, block->count, rows * columns * sizeof **count);
    return CE_OK;
}

/* One part of a model, which may not be there. */
static int read_part(const ce_sums *state, const char *path, const char *kind, size_t q,
                     ce_matrix *part, ce_error *err)
{
    char name[CE_ROUNDS_NAME];
    ce_sums_block *block;
    size_t values;
    int rc;

    if (ce_sums_find(state, ce_rounds_block_name(name, kind, q), CE_SUMS_LEAST, 0, &block, path,
                     NULL) ||
        !block->rows || !block->columns)
        return CE_OK;
    values = block->rows * block->columns;
    rc = ce_matrix_alloc(part, block->rows, block->columns, err);
    if (rc)
        return rc;
    memcpy(part->values, block->value, values * sizeof *part->values);
    for (size_t e = 0; e < values; e++)
        if (!isfinite(part->values[e]))
            return ce_rounds_fail(path, kind, q, err);
    return CE_OK;
}

static int read_member(const ce_sums *state, const char *path, const int64_t *row, size_t q,
                       ce_uspec_part_member *m, ce_error *err)
{
    const char *kind, *wrong;
    ce_matrix *part;
    size_t k;
    int rc = CE_OK;

    for (int c = 0; c < CE_USPEC_COLUMNS; c++)
        if (row[c] < 0 || row[c] > UINT32_MAX || row[CE_USPEC_STATUS] > CE_USPEC_STOPPED)
            return ce_rounds_fail(path, "members", q, err);
    memcpy(m->row, row, sizeof m->row);
    for (size_t t = 0; !rc && (part = ce_uspec_model_part(&m->model, t, &kind)) != NULL; t++)
        rc = read_part(state, path, kind, q, part, err);
    if (rc)
        return rc;
    wrong = ce_uspec_model_wrong(&m->model, row[CE_USPEC_STATUS] == CE_USPEC_GOES_ON
                                                ? ce_uspec_parts_made(state)
                                                : CE_USPEC_MADE);
    k = m->model.map.columns;
    if (!wrong && row[CE_USPEC_STATUS] == CE_USPEC_GOES_ON && !k &&
        ce_uspec_parts_made(state) > CE_USPEC_MADE_SIGMA)
        wrong = "map";
    if (wrong)
        return ce_rounds_fail(path, wrong, q, err);
    if (row[CE_USPEC_ASKED] < 1 || (size_t)row[CE_USPEC_ASKED] > m->model.representative.rows ||
        (k && k != (size_t)row[CE_USPEC_ASKED]))
        return ce_rounds_fail(path, "members", q, err);
    if (row[CE_USPEC_STATUS] == CE_USPEC_GOES_ON && k) {
        rc = read_counts(state, path, "sums", q, k, k, &m->sum, err);
        if (!rc)
            rc = read_counts(state, path, "sizes", q, k, 1, &m->size, err);
        if (!rc && !m->sum != !m->size)
            rc = ce_rounds_fail(path, "sizes", q, err);
    }
    return rc;
}

int ce_uspec_parts_read(const ce_sums *state, const char *path, size_t members,
                        ce_uspec_part_member **member, ce_error *err)
{
    ce_sums_block *block;
    int rc = ce_sums_find(state, "members", CE_SUMS_ADD, CE_USPEC_COLUMNS, &block, path, err);

    *member = NULL;
    if (!rc && block->rows != members)
        rc = ce_fail(err, CE_EINPUT, "%s: %zu members, %zu expected", path, block->rows, members);
    if (!rc) {
        *member = ce_calloc(members, sizeof **member, err);
        rc = *member ? CE_OK : CE_ENOMEM;
    }
    for (size_t q = 0; q < members && !rc; q++)
        rc = read_member(state, path, block->count + q * CE_USPEC_COLUMNS, q, &(*member)[q], err);
    return rc;
}

/* ---- the end ---- */

static ce_uspec_member report_of(const ce_uspec_part_member *m)
{
    ce_uspec_member report = {.asked = (size_t)m->row[CE_USPEC_ASKED],
                              .representatives = m->model.representative.rows,
                              .features = m->model.feature.rows,
                              .components = (size_t)m->row[CE_USPEC_COMPONENTS],
                              .iterations = (size_t)m->row[CE_USPEC_ITERATIONS],
                              .converged = m->row[CE_USPEC_STATUS] == CE_USPEC_CONVERGED,
                              .sigma = m->model.sigma.values[0] * m->model.extent.values[0]};

    for (size_t l = 0; l < m->model.label.rows; l++)
        report.k += m->model.label.values[l] > 0;
    return report;
}

int ce_uspec_parts_models(const ce_sums *state, const char *state_path, ce_uspec_model **model,
                          ce_uspec_member **report, size_t *members, ce_error *err)
{
    ce_uspec_part_member *member = NULL;
    ce_sums_block *block;
    int rc = ce_sums_find(state, "members", CE_SUMS_ADD, CE_USPEC_COLUMNS, &block, state_path, err);

    if (rc)
        return rc;
    *members = block->rows;
    rc = ce_uspec_parts_read(state, state_path, *members, &member, err);
    if (!rc) {
        *model = ce_calloc(*members, sizeof **model, err);
        *report = ce_calloc(*members, sizeof **report, err);
        rc = *model && *report ? CE_OK : CE_ENOMEM;
    }
    for (size_t q = 0; q < *members && !rc; q++) {
        if (member[q].row[CE_USPEC_STATUS] == CE_USPEC_GOES_ON) {
            rc = ce_rounds_fail(state_path, "members", q, err);
            break;
        }
        (*report)[q] = report_of(&member[q]);
        (*model)[q] = member[q].model;
        member[q].model = (ce_uspec_model){0};
    }
    ce_uspec_parts_free(member, *members);
    return rc;
}
