/* U-SPEC in parts: the steps from state to state. Each member draws what it draws in one process,
 * in the same order. */
#include "generate/uspec_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "core/random.h"
#include "generate/members.h"
#include "generate/uspec_parts_internal.h"

/* Tables by their names for messages. options: with defaults filled in. */
typedef struct {
    ce_uspec_options options;
    const ce_sums *state, *sums;
    const char *state_path, *path;
    uint64_t n; /* all objects */
    size_t d;   /* features */
} step;

static int fail_sums(const step *s, const char *block, size_t q, ce_error *err)
{
    return ce_rounds_fail(s->path, block, q, err);
}

static int find(const step *s, const char *what, size_t q, ce_sums_how join, size_t rows,
                size_t columns, ce_sums_block **block, ce_error *err)
{
    char name[CE_ROUNDS_NAME];
    int rc = ce_sums_find(s->sums, ce_rounds_block_name(name, what, q), join, columns, block,
                          s->path, err);

    return !rc && (*block)->rows != rows ? fail_sums(s, what, q, err) : rc;
}

/* ---- step 0: the objects among which representatives are chosen ---- */

static int compare_numbers(const void *a, const void *b)
{
    size_t x = *(const size_t *)a, y = *(const size_t *)b;

    return x < y ? -1 : x > y;
}

/* The objects of member q: *object, *count, NULL: all. What it sees of x. */
static int draw_member(const step *s, size_t q, const double *range, const ce_numbers *x,
                       gsl_rng *rng, size_t *k, ce_uspec_view *view, size_t **feature,
                       size_t **object, size_t *count, ce_error *err)
{
    int rc = ce_uspec_begin(&s->options, q, range, x, rng, k, view, feature, err);

    *object = NULL;
    return rc ? rc
              : ce_uspec_draw_candidates(&s->options, (size_t)s->n, rng, object, count, err);
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

static int want_member(const step *s, size_t q, const double *range, wanted *w, ce_error *err)
{
    const ce_numbers x = {.rows = (size_t)s->n, .columns = s->d};
    size_t *feature = NULL, *object = NULL, count, k;
    ce_uspec_view view;
    gsl_rng *rng = ce_uspec_parts_stream(&s->options, q, 0, err);
    int rc = rng ? draw_member(s, q, range, &x, rng, &k, &view, &feature, &object, &count, err)
                 : CE_ENOMEM;

    if (!rc)
        rc = want(w, object, count, err);
    free(feature);
    free(object);
    gsl_rng_free(rng);
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
    qsort(w->object, w->count, sizeof *w->object, compare_numbers);
    for (size_t e = 0; e < w->count; e++)
        if (!e || w->object[e] != w->object[e - 1])
            w->object[kept++] = w->object[e];
    w->count = kept;
    return CE_OK;
}

static int step_counted(step *s, ce_sums *next, ce_error *err)
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

/* What members work on, side by side. */
typedef struct {
    const step *s;
    ce_uspec_part_member *member;
    int beside, threads;      /* so many at a time, and threads of each */
    const double *range;      /* step 1 */
    const ce_sums_block *row; /* step 1 */
} job;

static int compare_objects(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return x < y ? -1 : x > y;
}

/* Where the row of an object is in a block of rows in ascending order; SIZE_MAX: nowhere. */
static size_t place_of(const ce_sums_block *rows, uint64_t object)
{
    const uint64_t *found =
        bsearch(&object, rows->object, rows->rows, sizeof object, compare_objects);

    return found ? (size_t)(found - rows->object) : SIZE_MAX;
}

/* The rows of the objects that were drawn, in the order of the draws. */
static int take_candidates(const job *j, size_t q, const size_t *object, size_t count, ce_matrix *x,
                           ce_error *err)
{
    size_t d = j->s->d;
    int rc = ce_matrix_alloc(x, count, d, err);

    for (size_t e = 0; e < count && !rc; e++) {
        size_t at = place_of(j->row, object ? object[e] : e);
        if (at == SIZE_MAX)
            rc = fail_sums(j->s, "rows", q, err);
        else
            memcpy(x->values + e * d, j->row->value + at * d, d * sizeof *x->values);
    }
    return rc;
}

static int make_index(void *state, size_t q, ce_error *err)
{
    const job *j = state;
    const ce_uspec_options *o = &j->s->options;
    ce_uspec_part_member *m = &j->member[q];
    const ce_numbers columns = {.rows = (size_t)j->s->n, .columns = j->s->d};
    size_t *feature = NULL, *object = NULL, count = 0, k = 0;
    ce_uspec_view view = {0};
    ce_uspec_index index = {0};
    ce_matrix x = {0};
    ce_numbers rows;
    gsl_rng *rng = ce_uspec_parts_stream(o, q, 0, err);
    int rc = rng ? draw_member(j->s, q, j->range, &columns, rng, &k, &view, &feature, &object,
                               &count, err)
                 : CE_ENOMEM;

    if (!rc)
        rc = take_candidates(j, q, object, count, &x, err);
    rows = ce_numbers_of(&x, NULL);
    view.x = &rows; /* of these all are candidates, and no number is drawn for them */
    if (!rc)
        rc = ce_uspec_index_build(&index, &view, o, k, rng, j->threads, err);
    if (!rc)
        rc = ce_uspec_keep_index(&m->model, &index, &view, o, err);
    if (!rc && view.unit)
        rc = ce_uspec_keep_sigma(&m->model, 0, err);
    m->row[ASKED] = (int64_t)k;
    if (!rc)
        rc = ce_random_taken(rng, o->seed, CE_STREAM_MEMBER, q, &m->row[DRAWS], err);
    ce_uspec_index_free(&index);
    ce_matrix_free(&x);
    free(feature);
    free(object);
    gsl_rng_free(rng);
    return rc;
}

/* ---- step 2: sigma ---- */

static int make_sigma(void *state, size_t q, ce_error *err)
{
    const job *j = state;
    ce_uspec_model *model = &j->member[q].model;
    ce_sums_block *block;
    int rc = ce_sums_find(j->s->sums, "distances", CE_SUMS_ADD, 1, &block, j->s->path, err);

    if (!rc && (block->rows != j->s->options.members || block->count[q] < 0))
        rc = fail_sums(j->s, "distances", q, err);
    return rc ? rc
              : ce_uspec_keep_sigma(model,
                                    ce_uspec_sigma(block->count[q],
                                                   j->s->n * (size_t)model->neighbours.values[0]),
                                    err);
}

/* ---- the end of a member ---- */

typedef struct {
    double first;
    size_t number;
} appearance;

static int compare_appearances(const void *a, const void *b)
{
    const appearance *x = a, *y = b;

    return x->first < y->first ? -1 : x->first > y->first;
}

/* The labels of `count` clusters by their first objects, as one process numbers them; NaN: none. */
static int keep_labels(ce_uspec_model *model, const double *first, size_t count, ce_error *err)
{
    appearance *order = ce_alloc(count, sizeof *order, err);
    size_t labels = 0;
    int rc = order ? ce_matrix_alloc(&model->label, count, 1, err) : CE_ENOMEM;

    for (size_t l = 0; l < count && !rc; l++) {
        model->label.values[l] = 0;
        if (!isnan(first[l]))
            order[labels++] = (appearance){first[l], l};
    }
    if (!rc)
        qsort(order, labels, sizeof *order, compare_appearances);
    for (size_t e = 0; e < labels && !rc; e++)
        model->label.values[order[e].number] = (double)e + 1;
    free(order);
    if (!rc && model->centre.rows)
        ce_uspec_drop_empty(&model->centre, &model->label);
    return rc;
}

/* Components are the clusters. first: of each representative. */
static int end_by_components(ce_uspec_part_member *m, const int32_t *group, const double *first,
                             ce_error *err)
{
    size_t p = m->model.representative.rows, k = (size_t)m->row[ASKED];
    double *of = ce_alloc(k, sizeof *of, err);
    int rc = of ? ce_uspec_keep_embedding(&m->model, p, k, NULL, group, 0, err) : CE_ENOMEM;

    for (size_t l = 0; l < k && !rc; l++)
        of[l] = NAN;
    for (size_t j = 0; j < p && !rc; j++)
        if (!isnan(first[j]) && !(of[group[j]] <= first[j]))
            of[group[j]] = first[j];
    if (!rc)
        rc = keep_labels(&m->model, of, k, err);
    free(of);
    m->row[STATUS] = CONVERGED;
    return rc;
}

/* Starts were tried on all objects, and labelled them. */
static int end_by_start(ce_uspec_part_member *m, const ce_kmeans_result *found, size_t n,
                        ce_error *err)
{
    double *first = ce_alloc(found->k, sizeof *first, err);
    int rc = first ? ce_uspec_keep_found(found, (size_t)m->row[ASKED], &m->model, err) : CE_ENOMEM;

    for (size_t l = 0; l < found->k && !rc; l++)
        first[l] = NAN;
    for (size_t i = n; i-- > 0 && !rc;)
        first[found->labels[i]] = (double)i;
    if (!rc)
        rc = keep_labels(&m->model, first, found->k, err);
    free(first);
    m->row[STATUS] = found->converged ? CONVERGED : STOPPED;
    return rc;
}

/* ---- step 3: the embedding, and starts in it ---- */

/* Takes what was told of an object: K representatives, K shares. 0: it is none of them. */
static int take_shares(const double *value, size_t K, size_t p, uint16_t *near, float *share)
{
    for (size_t a = 0; a < K; a++) {
        if (!(value[a] >= 0 && value[a] < (double)p && value[K + a] >= 0 && value[K + a] <= 1))
            return 0;
        near[a] = (uint16_t)value[a];
        share[a] = (float)value[K + a];
    }
    return 1;
}

/* Representatives and shares of the objects that were drawn for starts. rows: near and share are
 * allocated here. */
static int take_starts(const step *s, size_t q, const ce_uspec_part_member *m, const size_t *object,
                       size_t count, ce_uspec_rows_of *rows, ce_error *err)
{
    char name[CE_ROUNDS_NAME];
    size_t K = (size_t)m->model.neighbours.values[0];
    ce_sums_block *block;
    int rc = ce_sums_find(s->sums, ce_rounds_block_name(name, "starts", q), CE_SUMS_ROWS, 2 * K,
                          &block, s->path, err);

    rows->n = count;
    rows->K = K;
    rows->near = ce_alloc(count * K, sizeof *rows->near, err);
    rows->share = ce_alloc(count * K, sizeof *rows->share, err);
    if (!rc && (!rows->near || !rows->share))
        rc = CE_ENOMEM;
    for (size_t e = 0; e < count && !rc; e++) {
        size_t at = place_of(block, object ? object[e] : e);
        if (at == SIZE_MAX ||
            !take_shares(block->value + at * 2 * K, K, m->model.representative.rows,
                         rows->near + e * K, rows->share + e * K))
            rc = fail_sums(s, "starts", q, err);
    }
    return rc;
}

static int make_start(const job *j, size_t q, const float *table, ce_error *err)
{
    const step *s = j->s;
    ce_uspec_part_member *m = &j->member[q];
    size_t k = (size_t)m->row[ASKED], *object = NULL, count = 0;
    ce_uspec_rows_of rows = {0};
    ce_kmeans_result found = {0};
    gsl_rng *rng = ce_uspec_parts_stream(&s->options, q, m->row[DRAWS], err);
    int rc = rng ? ce_uspec_draw_starts((size_t)s->n, k, rng, &object, &count, err) : CE_ENOMEM;

    if (!rc)
        rc = take_starts(s, q, m, object, count, &rows, err);
    if (!rc)
        rc = ce_uspec_start(&rows, table, k, &s->options, rng, j->threads, &found, err);
    if (!rc)
        rc = ce_uspec_keep_embedding(&m->model, m->model.representative.rows, k, table, NULL,
                                     object != NULL, err);
    m->row[ITERATIONS] = (int64_t)found.iterations;
    if (!rc && object)
        rc = ce_uspec_first_centres(&found, k, &m->model.centre, err);
    if (!rc && !object)
        rc = end_by_start(m, &found, count, err);
    ce_kmeans_free(&found);
    free(rows.near);
    free(rows.share);
    free(object);
    gsl_rng_free(rng);
    return rc;
}

/* W, p x p, of which the upper triangle counts, from what was told. */
static int take_graph(const step *s, size_t q, size_t p, int64_t *w, ce_error *err)
{
    ce_sums_block *block;
    int rc = find(s, "graph", q, CE_SUMS_ADD, p, p / 2 + 1, &block, err);

    for (size_t a = 0; a < p && !rc; a++)
        for (size_t b = a; b < p && !rc; b++) {
            w[a * p + b] = block->count[ce_uspec_pair(a, b, p)];
            if (w[a * p + b] < 0)
                rc = fail_sums(s, "graph", q, err);
        }
    return rc;
}

static int make_embedding(void *state, size_t q, ce_error *err)
{
    const job *j = state;
    ce_uspec_part_member *m = &j->member[q];
    size_t p = m->model.representative.rows, components = 0;
    double *weight = NULL;
    int64_t *w = NULL;
    float *table = NULL;
    int32_t *group = NULL;
    ce_sums_block *lowest, *first;
    int rc = ce_memory_check(p * (size_t)j->beside, p, sizeof *w, "the graph of representatives",
                             "fewer " CE_OPT("representatives") " or threads", err);

    if (!rc) {
        weight = ce_alloc(p, sizeof *weight, err);
        w = ce_calloc(p * p, sizeof *w, err);
        rc = weight && w ? take_graph(j->s, q, p, w, err) : CE_ENOMEM;
    }
    if (!rc)
        rc = find(j->s, "lowest", q, CE_SUMS_ADD, p, 1, &lowest, err);
    if (!rc)
        rc = find(j->s, "first", q, CE_SUMS_LEAST, p, 1, &first, err);
    for (size_t e = 0; e < p && !rc; e++) {
        weight[e] = (double)lowest->count[e];
        if (lowest->count[e] < 0 || (lowest->count[e] == 0) != (isnan(first->value[e]) != 0))
            rc = fail_sums(j->s, "lowest", q, err);
    }
    if (!rc)
        rc = ce_uspec_embed(w, p, (size_t)m->row[ASKED], weight, &table, &group, &components, err);
    free(w);
    free(weight);
    m->row[COMPONENTS] = (int64_t)components;
    if (!rc)
        rc = table ? make_start(j, q, table, err) : end_by_components(m, group, first->value, err);
    free(table);
    free(group);
    return rc;
}

/* ---- later steps: centres of directions ---- */

static int take_sums(const step *s, size_t q, size_t k, const int64_t **sum, const int64_t **size,
                     const double **first, ce_error *err)
{
    ce_sums_block *sums, *sizes, *firsts;
    uint64_t objects = 0;
    int rc = find(s, "sums", q, CE_SUMS_ADD, k, k, &sums, err);

    if (!rc)
        rc = find(s, "sizes", q, CE_SUMS_ADD, k, 1, &sizes, err);
    if (!rc)
        rc = find(s, "first", q, CE_SUMS_LEAST, k, 1, &firsts, err);
    for (size_t l = 0; l < k && !rc; l++) {
        if (sizes->count[l] < 0 || (sizes->count[l] == 0) != (isnan(firsts->value[l]) != 0))
            rc = fail_sums(s, "sizes", q, err);
        objects += (uint64_t)sizes->count[l];
    }
    if (!rc && objects != s->n)
        rc = fail_sums(s, "sizes", q, err);
    if (!rc) {
        *sum = sums->count;
        *size = sizes->count;
        *first = firsts->value;
    }
    return rc;
}

/* Keeps the sums for the next step, which sees by them whether a label has changed. */
static int keep_sums(ce_uspec_part_member *m, size_t k, const int64_t *sum, const int64_t *size,
                     ce_error *err)
{
    if (!m->sum) {
        m->sum = ce_alloc(k * k, sizeof *m->sum, err);
        m->size = ce_alloc(k, sizeof *m->size, err);
        if (!m->sum || !m->size)
            return CE_ENOMEM;
    }
    memcpy(m->sum, sum, k * k * sizeof *sum);
    memcpy(m->size, size, k * sizeof *size);
    return CE_OK;
}

/* One iteration, as in one process: where no sum has changed, no centre moves any more. */
static int move_centres(void *state, size_t q, ce_error *err)
{
    const job *j = state;
    ce_uspec_part_member *m = &j->member[q];
    size_t k = m->model.map.columns;
    const int64_t *sum, *size;
    const double *first;
    int same, rc;

    if (m->row[STATUS] != GOES_ON)
        return CE_OK;
    rc = take_sums(j->s, q, k, &sum, &size, &first, err);
    if (rc)
        return rc;
    same = m->sum && !memcmp(m->sum, sum, k * k * sizeof *sum) &&
           !memcmp(m->size, size, k * sizeof *size);
    m->row[ITERATIONS] += m->sum != NULL;
    if (same || (uint64_t)m->row[ITERATIONS] >= j->s->options.iterations) {
        m->row[STATUS] = same ? CONVERGED : STOPPED;
        return keep_labels(&m->model, first, k, err);
    }
    ce_uspec_move_centres(&m->model.centre, sum, size);
    return keep_sums(m, k, sum, size, err);
}

/* ---- a step ---- */

/* Runs a step of all members, and writes the next state. */
static int step_members(const step *s, ce_member_run *run, job *j, ce_sums *next, ce_error *err)
{
    size_t members = s->options.members;
    int threads = ce_threads(), going_on = 0, rc;
    const char *what;

    j->beside = members > 1 ? threads : 1;
    j->threads = members > 1 ? 1 : threads;
    rc = ce_members_run(members, j->beside, run, j, NULL, err);
    for (size_t q = 0; q < members; q++)
        going_on |= j->member[q].row[STATUS] == GOES_ON;
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

static int step_rows(const step *s, job *j, ce_sums *next, ce_error *err)
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

static int step_later(const step *s, job *j, ce_sums *next, ce_error *err)
{
    ce_member_run *run = move_centres;
    int rc = ce_uspec_parts_read(s->state, s->state_path, s->options.members, &j->member, err);

    if (ce_rounds_next_is(s->state, "distances"))
        run = make_sigma;
    else if (ce_rounds_next_is(s->state, "graph"))
        run = make_embedding;
    return rc ? rc : step_members(s, run, j, next, err);
}

int ce_uspec_parts_step(const ce_uspec_options *options, const ce_sums *state,
                        const char *state_path, const ce_sums *sums, const char *path,
                        ce_sums *next, ce_error *err)
{
    step s = {.options = *options,
              .state = state,
              .sums = sums,
              .state_path = state_path,
              .path = path,
              .n = ce_sums_objects(sums)};
    job j = {.s = &s};
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
