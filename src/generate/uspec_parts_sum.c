/* U-SPEC in parts: what a part tells in each round. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/compare.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "generate/uspec_parts_internal.h"

/* The part, and where it is in the whole. */
typedef struct {
    const ce_numbers *x;
    const ce_uspec_options *options; /* as far as the state does not say it */
    uint64_t first, all;             /* objects before the part, and of all parts */
    ce_sums *sums;
    const char *state_path;
} part_of;

/* ---- round 0 ---- */

/* With cosine, that no row is zeros. */
static int check_rows(const ce_numbers *x, const char *path, ce_error *err)
{
    double *row = ce_alloc(x->columns, sizeof *row, err);

    if (!row)
        return CE_ENOMEM;
    for (size_t i = 0; i < x->rows; i++) {
        int nonzero = 0;
        ce_numbers_rows(x, i, 1, row);
        for (size_t s = 0; s < x->columns; s++)
            nonzero |= row[s] != 0;
        if (!nonzero) {
            free(row);
            return ce_fail(err, CE_EINPUT,
                           "%s: row %zu is all zeros and has no direction: cosine is not defined",
                           path, i + 1);
        }
    }
    free(row);
    return CE_OK;
}

/* ---- later rounds: of one member ---- */

/* Least object of each of `count` numbers, in the order of objects. */
static int add_first(ce_sums *sums, size_t q, size_t count, const int32_t *number, size_t n,
                     uint64_t first, ce_error *err)
{
    char name[CE_ROUNDS_NAME];
    ce_sums_block *block;
    int rc = ce_sums_add(sums, ce_rounds_block_name(name, "first", q), CE_SUMS_LEAST, count, 1,
                         &block, err);

    for (size_t i = n; i-- > 0 && !rc;)
        block->value[number[i]] = (double)(first + i);
    return rc;
}

/* Tells the representatives and shares of the objects on which starts are tried. */
static int add_starts(const part_of *p, size_t q, const ce_uspec_part_member *m,
                      const ce_uspec_rows_of *rows, ce_error *err)
{
    char name[CE_ROUNDS_NAME];
    size_t *object = NULL, count = 0, K = rows->K;
    ce_sums_block *block;
    double *values = ce_alloc(2 * K, sizeof *values, err);
    gsl_rng *rng = ce_uspec_parts_stream(p->options, q, m->row[CE_USPEC_DRAWS], err);
    int rc = values && rng ? CE_OK : CE_ENOMEM;

    if (!rc)
        rc = ce_uspec_draw_starts((size_t)p->all, (size_t)m->row[CE_USPEC_ASKED], rng, &object,
                                  &count, err);
    if (!rc)
        rc = ce_sums_add(p->sums, ce_rounds_block_name(name, "starts", q), CE_SUMS_ROWS, 0, 2 * K,
                         &block, err);
    if (!rc && object)
        qsort(object, count, sizeof *object, ce_compare_sizes);
    for (size_t e = 0; e < count && !rc; e++) {
        uint64_t i = object ? object[e] : e;
        if (i < p->first || i - p->first >= rows->n)
            continue;
        for (size_t a = 0; a < K; a++) {
            values[a] = rows->near[(i - p->first) * K + a];
            values[K + a] = (double)rows->share[(i - p->first) * K + a];
        }
        rc = ce_sums_row(block, i, values, err);
    }
    gsl_rng_free(rng);
    free(values);
    free(object);
    return rc;
}

/* Tells W, and what groups components. */
static int add_graph(const part_of *p, size_t q, const ce_uspec_part_member *m,
                     ce_uspec_rows_of *rows, ce_error *err)
{
    char name[CE_ROUNDS_NAME];
    size_t count = m->model.representative.rows;
    int64_t *w = NULL, *lowest = ce_calloc(count, sizeof *lowest, err);
    int32_t *number = ce_alloc(rows->n, sizeof *number, err);
    ce_sums_block *block;
    int rc = lowest && number
                 ? ce_uspec_graph(rows, p->options->distance, ce_threads(), &w, err)
                 : CE_ENOMEM;

    if (!rc)
        rc = ce_sums_add(p->sums, ce_rounds_block_name(name, "graph", q), CE_SUMS_ADD, count,
                         count / 2 + 1, &block, err);
    for (size_t a = 0; a < count && !rc; a++)
        for (size_t b = a; b < count; b++)
            block->count[ce_uspec_pair(a, b, count)] = w[a * count + b];
    free(w);
    for (size_t i = 0; i < rows->n && !rc; i++) {
        number[i] = rows->near[i * rows->K];
        lowest[number[i]]++;
    }
    if (!rc)
        rc = ce_rounds_add_counts(p->sums, "lowest", q, lowest, count, 1, err);
    if (!rc)
        rc = add_first(p->sums, q, count, number, rows->n, p->first, err);
    if (!rc && m->row[CE_USPEC_ASKED] > 1)
        rc = add_starts(p, q, m, rows, err);
    free(lowest);
    free(number);
    return rc;
}

static int add_directions(const part_of *p, size_t q, const ce_uspec_part_member *m,
                          const ce_uspec_labeller *by, ce_uspec_rows_of *rows, ce_error *err)
{
    size_t k = m->model.map.columns;
    int64_t *sum = ce_alloc(k * k, sizeof *sum, err), *size = ce_alloc(k, sizeof *size, err);
    int32_t *label = ce_alloc(rows->n, sizeof *label, err);
    int rc = sum && size && label ? ce_uspec_share(rows, p->options->distance, err) : CE_ENOMEM;

    if (!rc)
        rc = ce_uspec_sum_directions(rows, by->table, k, &m->model.centre, ce_threads(), label, sum,
                                     size, err);
    if (!rc)
        rc = ce_rounds_add_counts(p->sums, "sums", q, sum, k, k, err);
    if (!rc)
        rc = ce_rounds_add_counts(p->sums, "sizes", q, size, k, 1, err);
    if (!rc)
        rc = add_first(p->sums, q, k, label, rows->n, p->first, err);
    free(sum);
    free(size);
    free(label);
    return rc;
}

static int add_distances(const part_of *p, size_t q, const ce_uspec_rows_of *rows, ce_error *err)
{
    ce_sums_block *block;
    int rc = ce_sums_find(p->sums, "distances", CE_SUMS_ADD, 1, &block, "", err);

    if (!rc)
        block->count[q] = ce_uspec_sum_distances(rows, ce_threads());
    return rc;
}

/* Squared distances of 1 are farther than any two objects are. Sums would not hold more. */
static int are_near(const ce_uspec_rows_of *rows)
{
    for (size_t e = 0; e < rows->n * rows->K; e++)
        if (!(rows->share[e] <= 1.01f))
            return 0;
    return 1;
}

/* Finds the representatives of all objects again, and tells what the round asks for. */
static int add_member(const part_of *p, size_t q, ce_uspec_made made, const ce_uspec_part_member *m,
                      ce_error *err)
{
    ce_uspec_labeller *by = NULL;
    size_t K = (size_t)m->model.neighbours.values[0], n = p->x->rows;
    ce_uspec_rows_of rows = {.n = n,
                             .K = K,
                             .p = m->model.representative.rows,
                             .extent = m->model.extent.values[0]};
    int rc = ce_memory_check(n, K, 6, "the nearest representatives of the objects",
                             "fewer " CE_OPT("neighbours") " or more parts", err);

    if (!rc)
        rc = ce_uspec_labeller_alloc(&by, &m->model, p->x->columns, err);
    if (!rc) {
        rows.near = ce_alloc(n * K, sizeof *rows.near, err);
        rows.share = ce_alloc(n * K, sizeof *rows.share, err);
        rc = rows.near && rows.share ? CE_OK : CE_ENOMEM;
    }
    if (!rc) {
        const ce_uspec_view view = {.x = p->x,
                                    .feature = by->feature,
                                    .d = m->model.feature.rows,
                                    .unit = p->options->distance == CE_USPEC_COSINE,
                                    .extent = rows.extent};
        rc = ce_uspec_find_all(&view, &by->index, ce_threads(), &rows, err);
    }
    if (!rc && !are_near(&rows))
        rc = ce_rounds_fail(p->state_path, "representative", q, err);
    if (!rc && made > CE_USPEC_MADE_INDEX)
        rows.sigma = m->model.sigma.values[0];
    if (!rc && made == CE_USPEC_MADE_INDEX)
        rc = add_distances(p, q, &rows, err);
    if (!rc && made == CE_USPEC_MADE_SIGMA)
        rc = add_graph(p, q, m, &rows, err);
    if (!rc && made == CE_USPEC_MADE_CENTRES)
        rc = add_directions(p, q, m, by, &rows, err);
    ce_uspec_labeller_free(by);
    free(rows.near);
    free(rows.share);
    free(rows.place);
    return rc;
}

static int add_members(const part_of *p, const ce_sums *state, ce_error *err)
{
    ce_uspec_made made = ce_uspec_parts_made(state);
    size_t members = p->options->members;
    ce_uspec_part_member *member = NULL;
    ce_sums_block *block;
    int rc = ce_uspec_parts_read(state, p->state_path, members, &member, err);

    if (!rc && made == CE_USPEC_MADE_INDEX)
        rc = ce_sums_add(p->sums, "distances", CE_SUMS_ADD, members, 1, &block, err);
    for (size_t q = 0; q < members && !rc; q++)
        if (member[q].row[CE_USPEC_STATUS] == CE_USPEC_GOES_ON)
            rc = add_member(p, q, made, &member[q], err);
    ce_uspec_parts_free(member, members);
    return rc;
}

int ce_uspec_parts_sum(const ce_numbers *x, char *const *feature, const ce_uspec_options *options,
                       const ce_sums *state, const char *state_path, const char *path,
                       ce_sums *sums, ce_error *err)
{
    part_of p = {.x = x, .options = options, .sums = sums, .state_path = state_path};
    int rc = CE_OK;

    if (!state) {
        if (options->distance == CE_USPEC_COSINE)
            rc = check_rows(x, path, err);
        return rc ? rc : ce_rounds_count(sums, x, feature, err);
    }
    rc = ce_rounds_check_part(sums, state, state_path, feature, x->columns, path, err);
    if (rc || ce_rounds_done(state))
        return rc;
    p.first = ce_sums_first_object(state, sums->part->part);
    p.all = ce_sums_objects(state);
    if (ce_rounds_next_is(state, "rows"))
        return ce_rounds_add_rows(sums, x, state, state_path, p.first, err);
    return add_members(&p, state, err);
}
