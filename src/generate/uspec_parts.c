/* U-SPEC in parts: the steps from state to state. Each member draws what it draws in one process,
 * in the same order. */
#include "core/compare.h"
#include "core/each.h"
#include "generate/uspec_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "core/random.h"
#include "generate/uspec_parts_internal.h"

/* ---- step 0: the objects among which representatives are chosen ---- */

/* What a member draws. */
typedef struct {
    gsl_rng *rng; /* owned; after these draws */
    size_t k;
    ce_uspec_view view;
    size_t *feature;       /* owned; what it sees; NULL: all features */
    size_t *object, count; /* owned; its candidates; NULL: all objects */
} drawing;

/* x: what the view is of. Free it after a failure too. */
static int draw_member(drawing *m, const ce_uspec_step *s, size_t q, const double *range,
                       const ce_numbers *x, ce_error *err)
{
    int rc;

    *m = (drawing){.rng = ce_uspec_parts_stream(&s->options, q, 0, err)};
    if (!m->rng)
        return CE_ENOMEM;
    rc = ce_uspec_begin(&s->options, q, range, x, m->rng, &m->k, &m->view, &m->feature, err);
    return rc ? rc
              : ce_uspec_draw_candidates(&s->options, (size_t)s->n, m->rng, &m->object, &m->count,
                                         err);
}

static void drawing_free(drawing *m)
{
    free(m->feature);
    free(m->object);
    gsl_rng_free(m->rng);
}

/* Objects that members want, each once, ascending. */
typedef struct {
    size_t *object, count, capacity;
    int all; /* a member wants all of them */
} wanted;

static int want(wanted *w, const size_t *object, size_t count, ce_error *err)
{
    int rc;

    if (!object) {
        w->all = 1;
        return CE_OK;
    }
    rc = ce_grow(&w->object, &w->capacity, w->count + count, sizeof *w->object, err);
    if (rc)
        return rc;
    memcpy(w->object + w->count, object, count * sizeof *object);
    w->count += count;
    return CE_OK;
}

static int want_member(const ce_uspec_step *s, size_t q, const double *range, wanted *w,
                       ce_error *err)
{
    const ce_numbers x = {.rows = (size_t)s->n, .columns = s->d};
    drawing m;
    int rc = draw_member(&m, s, q, range, &x, err);

    if (!rc)
        rc = want(w, m.object, m.count, err);
    drawing_free(&m);
    return rc;
}

/* Brings them into order. */
static int settle(wanted *w, size_t n, ce_error *err)
{
    size_t kept = 0;

    if (w->all) {
        if (ce_grow(&w->object, &w->capacity, n, sizeof *w->object, err))
            return CE_ENOMEM;
        for (size_t i = 0; i < n; i++)
            w->object[i] = i;
        w->count = n;
        return CE_OK;
    }
    qsort(w->object, w->count, sizeof *w->object, ce_compare_sizes);
    for (size_t e = 0; e < w->count; e++)
        if (!e || w->object[e] != w->object[e - 1])
            w->object[kept++] = w->object[e];
    w->count = kept;
    return CE_OK;
}

static int step_counted(ce_uspec_step *s, ce_sums *next, ce_error *err)
{
    ce_sums_block *least, *largest, *range;
    wanted w = {0};
    int rc = ce_rounds_check_counted(s->sums, s->path, s->d, err);

    if (!rc && s->n > CE_USPEC_PARTS_MOST)
        rc = ce_fail(err, CE_EINPUT, "%s: %llu objects, at most %llu expected", s->path,
                     (unsigned long long)s->n, (unsigned long long)CE_USPEC_PARTS_MOST);
    if (!rc)
        rc = ce_sums_find(s->sums, "least", CE_SUMS_LEAST, s->d, &least, s->path, err);
    if (!rc)
        rc = ce_sums_find(s->sums, "largest", CE_SUMS_LARGEST, s->d, &largest, s->path, err);
    if (!rc)
        rc = ce_sums_add(next, "range", CE_SUMS_LEAST, 1, s->d, &range, err);
    if (rc)
        return rc;
    for (size_t f = 0; f < s->d; f++)
        range->value[f] = largest->value[f] - least->value[f];
    for (size_t q = 0; q < s->options.members && !rc; q++)
        rc = want_member(s, q, range->value, &w, err);
    if (!rc)
        rc = settle(&w, (size_t)s->n, err);
    if (!rc)
        rc = ce_rounds_want(next, w.object, w.count, err);
    free(w.object);
    return rc ? rc : ce_rounds_set_next(next, "rows", err);
}

/* ---- step 1: representatives ---- */

/* The rows of the objects that were drawn, in the order of the draws. */
static int take_candidates(const ce_uspec_step_job *j, size_t q, const size_t *object, size_t count,
                           ce_matrix *x, ce_error *err)
{
    size_t d = j->s->d;
    int rc = ce_matrix_alloc(x, count, d, err);

    for (size_t e = 0; e < count && !rc; e++) {
        size_t at = ce_uspec_parts_place(j->row, object ? object[e] : e);
        if (at == SIZE_MAX)
            rc = ce_rounds_fail(j->s->path, "rows", q, err);
        else
            memcpy(x->values + e * d, j->row->value + at * d, d * sizeof *x->values);
    }
    return rc;
}

static int make_index(void *state, size_t q, ce_error *err)
{
    const ce_uspec_step_job *j = state;
    const ce_uspec_options *o = &j->s->options;
    ce_uspec_part_member *m = &j->member[q];
    const ce_numbers columns = {.rows = (size_t)j->s->n, .columns = j->s->d};
    drawing seen;
    ce_uspec_index index = {0};
    ce_matrix x = {0};
    ce_numbers rows;
    int rc = draw_member(&seen, j->s, q, j->range, &columns, err);

    if (!rc)
        rc = take_candidates(j, q, seen.object, seen.count, &x, err);
    rows = ce_numbers_of(&x, NULL);
    seen.view.x = &rows; /* of these all are candidates, and no number is drawn for them */
    if (!rc)
        rc = ce_uspec_index_build(&index, &seen.view, o, seen.k, seen.rng, j->threads, err);
    if (!rc)
        rc = ce_uspec_keep_index(&m->model, &index, &seen.view, err);
    if (!rc && seen.view.unit)
        rc = ce_uspec_keep_sigma(&m->model, 0, err);
    m->row[CE_USPEC_ASKED] = (int64_t)seen.k;
    if (!rc)
        rc = ce_random_taken(seen.rng, o->seed, CE_STREAM_MEMBER, q, &m->row[CE_USPEC_DRAWS], err);
    ce_uspec_index_free(&index);
    ce_matrix_free(&x);
    drawing_free(&seen);
    return rc;
}

/* ---- step 2: sigma ---- */

static int make_sigma(void *state, size_t q, ce_error *err)
{
    const ce_uspec_step_job *j = state;
    ce_uspec_model *model = &j->member[q].model;
    ce_sums_block *block;
    int rc = ce_sums_find(j->s->sums, "distances", CE_SUMS_ADD, 1, &block, j->s->path, err);

    if (!rc && (block->rows != j->s->options.members || block->count[q] < 0))
        rc = ce_rounds_fail(j->s->path, "distances", q, err);
    return rc ? rc
              : ce_uspec_keep_sigma(
                    model,
                    ce_uspec_sigma(block->count[q], j->s->n * (size_t)model->neighbours.values[0]),
                    err);
}

/* ---- a step ---- */

/* Runs a step of all members, and writes the next state. */
static int step_members(const ce_uspec_step *s, ce_each_fn *run, ce_uspec_step_job *j,
                        ce_sums *next, ce_error *err)
{
    size_t members = s->options.members;
    int threads = ce_threads(), going_on = 0, rc;
    const char *what;

    j->beside = members > 1 ? threads : 1;
    j->threads = members > 1 ? 1 : threads;
    rc = ce_each(members, j->beside, run, j, NULL, err);
    for (size_t q = 0; q < members; q++)
        going_on |= j->member[q].row[CE_USPEC_STATUS] == CE_USPEC_GOES_ON;
    if (run == make_index)
        what = s->options.distance == CE_USPEC_COSINE ? "graph" : "distances";
    else if (run == make_sigma)
        what = "graph";
    else
        what = going_on ? "directions" : "done";
    if (!rc)
        rc = ce_uspec_parts_write(next, j->member, members, err);
    return rc ? rc : ce_rounds_set_next(next, what, err);
}

static int step_rows(const ce_uspec_step *s, ce_uspec_step_job *j, ce_sums *next, ce_error *err)
{
    ce_sums_block *range;
    int rc = ce_rounds_wanted_rows(s->state, s->state_path, s->sums, s->path, s->d, &j->row, err);

    if (!rc)
        rc = ce_sums_find(s->state, "range", CE_SUMS_LEAST, s->d, &range, s->state_path, err);
    if (!rc && range->rows != 1)
        rc = ce_fail(err, CE_EINPUT, "%s: block 'range' is damaged", s->state_path);
    if (!rc) {
        j->range = range->value;
        j->member = ce_calloc(s->options.members, sizeof *j->member, err);
        rc = j->member ? step_members(s, make_index, j, next, err) : CE_ENOMEM;
    }
    return rc;
}

static int step_later(const ce_uspec_step *s, ce_uspec_step_job *j, ce_sums *next, ce_error *err)
{
    ce_each_fn *run = ce_uspec_parts_move;
    int rc = ce_uspec_parts_read(s->state, s->state_path, s->options.members, &j->member, err);

    if (ce_rounds_next_is(s->state, "distances"))
        run = make_sigma;
    else if (ce_rounds_next_is(s->state, "graph"))
        run = ce_uspec_parts_embed;
    return rc ? rc : step_members(s, run, j, next, err);
}

int ce_uspec_parts_step(const ce_uspec_options *options, const ce_sums *state,
                        const char *state_path, const ce_sums *sums, const char *path,
                        ce_sums *next, ce_error *err)
{
    ce_uspec_step s = {.options = *options,
                       .state = state,
                       .sums = sums,
                       .state_path = state_path,
                       .path = path,
                       .n = ce_sums_objects(sums)};
    ce_uspec_step_job j = {.s = &s};
    int rc = ce_rounds_copy_features(next, state ? state : sums, path, &s.d, err);

    if (!rc)
        rc = ce_uspec_fill_in(&s.options, (size_t)s.n, err);
    if (!rc && !state)
        rc = step_counted(&s, next, err);
    else if (!rc && ce_rounds_next_is(state, "rows"))
        rc = step_rows(&s, &j, next, err);
    else if (!rc)
        rc = step_later(&s, &j, next, err);
    ce_uspec_parts_free(j.member, s.options.members);
    return rc;
}
