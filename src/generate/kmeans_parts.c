/* k-means in parts: the steps from state to state. */
#include "generate/kmeans_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "core/random.h"
#include "generate/kmeans_parts_internal.h"
#include "generate/kmeans_sample.h"
#include "generate/members.h"
#include "io/sums_table.h"

/* ---- step 0: what was counted; the objects of the sample ---- */

static int step_sample(const ce_kmeans_ensemble_options *o, const ce_sums *sums, const char *path,
                       ce_sums *next, ce_error *err)
{
    uint64_t n = ce_sums_objects(sums);
    size_t *object = NULL, drawn, d;
    int rc = ce_rounds_copy_features(next, sums, path, &d, err);

    if (!rc)
        rc = ce_rounds_check_counted(sums, path, d, err);
    if (!rc)
        rc = ce_kmeans_sample_draw(o->seed, (size_t)n, o->sample, &object, &drawn, err);
    if (!rc)
        rc = ce_rounds_want(next, object, drawn, err);
    free(object);
    return rc ? rc : ce_rounds_set_next(next, "rows", err);
}

/* ---- step 1: starting centres ---- */

/* The same draws as of a member in one process: k, features, start. */
static int start_member(const ce_kmeans_ensemble_options *o, const ce_matrix *sample, size_t q,
                        ce_sums *next, int64_t *row, ce_error *err)
{
    char name[CE_ROUNDS_NAME];
    ce_sums_block *block;
    gsl_rng *rng = ce_random_alloc(o->seed, CE_STREAM_MEMBER, q, err);
    size_t *feature = NULL, features = sample->columns, k, distinct = 0;
    double *centre = NULL;
    int rc = CE_ENOMEM;

    if (!rng)
        return rc;
    k = (size_t)o->k[o->draw ? ce_random_below(rng, o->k_count) : q];
    row[ASKED] = (int64_t)k;
    rc = ce_draw_some(rng, sample->columns, o->features, &feature, err);
    if (feature)
        features = o->features;
    if (!rc)
        rc = ce_kmeans_sample_start(sample, feature, features, o->kmeans.init, rng, ce_threads(),
                                    &k, &distinct, &centre, err);
    row[K] = (int64_t)k;
    row[DISTINCT] = (int64_t)distinct;
    if (!rc && feature)
        rc = ce_sums_add(next, ce_rounds_block_name(name, "view", q), CE_SUMS_ADD, 1, features,
                         &block, err);
    for (size_t s = 0; s < features && !rc && feature; s++)
        block->count[s] = (int64_t)feature[s];
    if (!rc)
        rc = ce_sums_add(next, ce_rounds_block_name(name, "centres", q), CE_SUMS_LEAST, k, features,
                         &block, err);
    if (!rc)
        memcpy(block->value, centre, k * features * sizeof *centre);
    free(centre);
    free(feature);
    gsl_rng_free(rng);
    return rc;
}

static int step_start(const ce_kmeans_ensemble_options *o, const ce_sums *state,
                      const char *state_path, const ce_sums *sums, const char *path, ce_sums *next,
                      ce_error *err)
{
    const ce_sums_block *rows;
    ce_sums_block *members;
    ce_matrix sample = {0};
    size_t d;
    int rc = ce_rounds_copy_features(next, state, state_path, &d, err);

    if (!rc)
        rc = ce_rounds_wanted_rows(state, state_path, sums, path, d, &rows, err);
    if (!rc)
        rc = ce_sums_add(next, "members", CE_SUMS_ADD, o->members, COLUMNS, &members, err);
    if (rc)
        return rc;
    sample = (ce_matrix){rows->rows, d, rows->value};
    for (size_t q = 0; q < o->members && !rc; q++) {
        int64_t row[COLUMNS] = {0};
        rc = start_member(o, &sample, q, next, row, err);
        if (rc)
            break;
        rc = ce_sums_find(next, "members", CE_SUMS_ADD, COLUMNS, &members, path, err);
        memcpy(members->count + q * COLUMNS, row, sizeof row);
    }
    return rc ? rc : ce_rounds_set_next(next, "sums", err);
}

/* ---- later steps: new centres ---- */

/* What all parts have told of a member. */
typedef struct {
    int64_t *count;
    ce_exact_sums *sum;
    const double *first;
} told;

static int find_told(const ce_sums *sums, const char *path, size_t q,
                     const ce_kmeans_part_member *m, told *t, ce_error *err)
{
    char name[CE_ROUNDS_NAME];
    ce_sums_block *count, *sum, *first;
    uint64_t objects = 0;
    int rc = ce_sums_find(sums, ce_rounds_block_name(name, "count", q), CE_SUMS_ADD, 1, &count,
                          path, err);

    if (!rc)
        rc = ce_sums_find(sums, ce_rounds_block_name(name, "sum", q), CE_SUMS_EXACT, m->features,
                          &sum, path, err);
    if (!rc)
        rc = ce_sums_find(sums, ce_rounds_block_name(name, "first", q), CE_SUMS_LEAST, 1, &first,
                          path, err);
    if (rc)
        return rc;
    if (count->rows != m->k || sum->rows != m->k || first->rows != m->k)
        return ce_rounds_fail(path, "count", q, err);
    for (size_t j = 0; j < m->k; j++) {
        if (count->count[j] < 0 || (count->count[j] == 0) != (isnan(first->value[j]) != 0))
            return ce_rounds_fail(path, "count", q, err);
        objects += (uint64_t)count->count[j];
    }
    if (objects != ce_sums_objects(sums))
        return ce_rounds_fail(path, "count", q, err);
    *t = (told){count->count, &sum->exact, first->value};
    return CE_OK;
}

/* New centres; with centre NULL they are not written. Returns whether any differs from the old
 * one. */
static int move_centres(const ce_kmeans_ensemble_options *o, const ce_kmeans_part_member *m,
                        const told *t, double *centre)
{
    int moved = 0;

    for (size_t j = 0; j < m->k; j++)
        for (size_t s = 0; s < m->features; s++) {
            size_t at = j * m->features + s;
            double old = m->centre[at], value = o->kmeans.empty == CE_EMPTY_DROP ? NAN : old;
            if (t->count[j])
                value = ce_exact_mean(t->sum, at, (uint64_t)t->count[j]);
            moved |= value != old && !(isnan(value) && isnan(old));
            if (centre)
                centre[at] = value;
        }
    return moved;
}

static size_t empty_clusters(const ce_kmeans_part_member *m, const told *t)
{
    size_t empty = 0;

    for (size_t j = 0; j < m->k; j++)
        empty += !t->count[j] && ce_kmeans_part_alive(m->centre + j * m->features);
    return empty;
}

/* Keeps what the model says of the clusters. */
static int keep_sizes(ce_sums *next, size_t q, size_t k, const told *t, ce_error *err)
{
    char name[CE_ROUNDS_NAME];
    ce_sums_block *block;
    int rc =
        ce_sums_add(next, ce_rounds_block_name(name, "sizes", q), CE_SUMS_ADD, k, 1, &block, err);

    if (rc)
        return rc;
    memcpy(block->count, t->count, k * sizeof *block->count);
    rc =
        ce_sums_add(next, ce_rounds_block_name(name, "first", q), CE_SUMS_LEAST, k, 1, &block, err);
    if (!rc)
        memcpy(block->value, t->first, k * sizeof *block->value);
    return rc;
}

/*
 * One update of a member, as k-means does it in one process: of empty clusters, of centres. A
 * member ends when its centres stay, since its labels then stay too; or with the assignment after
 * the last update, which may be the one after which they would stay.
 */
/* A step of all members: from the state and the sums over the objects to the next state. */
typedef struct {
    const ce_kmeans_ensemble_options *options;
    const ce_sums *state, *sums;
    const char *state_path, *path; /* of the sums */
    ce_sums *next;
    size_t d;
    int going_on; /* a member has not ended */
} step;

/* Moves the centres of member q, which are copied to centre. row: what is told of the member. */
static int update_member(const step *s, size_t q, const ce_kmeans_part_member *m, double *centre,
                         int64_t *row, ce_error *err)
{
    const ce_kmeans_ensemble_options *o = s->options;
    size_t most = o->kmeans.max_iterations ? o->kmeans.max_iterations : 100, empty;
    told t;
    int rc = find_told(s->sums, s->path, q, m, &t, err);

    if (rc)
        return rc;
    empty = empty_clusters(m, &t);
    if (m->updates == most) {
        int repaired = empty && o->kmeans.empty == CE_EMPTY_SINGLETON;
        row[STATUS] = repaired || move_centres(o, m, &t, NULL) ? STOPPED : CONVERGED;
        for (size_t e = 0; e < m->k * m->features && o->kmeans.empty == CE_EMPTY_DROP; e++)
            if (!t.count[e / m->features])
                centre[e] = NAN;
        return keep_sizes(s->next, q, m->k, &t, err);
    }
    if (empty && o->kmeans.empty == CE_EMPTY_SINGLETON) {
        if (m->status == GOES_ON) {
            row[STATUS] = REPAIRED_NEXT;
            return CE_OK;
        }
        rc = ce_kmeans_repair_step(s->sums, s->path, q, m->k, m->features, t.count, t.sum, err);
        if (rc)
            return rc;
    }
    row[STATUS] = GOES_ON;
    row[UPDATES]++;
    if (move_centres(o, m, &t, centre))
        return CE_OK;
    row[STATUS] = CONVERGED;
    return keep_sizes(s->next, q, m->k, &t, err);
}

/* The features that member q sees, where it does not see all. */
static int copy_view(const step *s, size_t q, const ce_kmeans_part_member *m, ce_error *err)
{
    char name[CE_ROUNDS_NAME];
    ce_sums_block *view;
    int rc;

    if (!m->feature)
        return CE_OK;
    rc = ce_sums_add(s->next, ce_rounds_block_name(name, "view", q), CE_SUMS_ADD, 1, m->features,
                     &view, err);
    for (size_t f = 0; f < m->features && !rc; f++)
        view->count[f] = (int64_t)m->feature[f];
    return rc;
}

/* The sizes and the first objects of the clusters of member q, which has ended. */
static int copy_sizes(const step *s, size_t q, size_t k, ce_error *err)
{
    char name[CE_ROUNDS_NAME];
    ce_sums_block *sizes, *first;
    int rc = ce_sums_find(s->state, ce_rounds_block_name(name, "sizes", q), CE_SUMS_ADD, 1, &sizes,
                          s->state_path, err);

    if (!rc)
        rc = ce_sums_find(s->state, ce_rounds_block_name(name, "first", q), CE_SUMS_LEAST, 1,
                          &first, s->state_path, err);
    if (!rc && (sizes->rows != k || first->rows != k))
        rc = ce_rounds_fail(s->state_path, "sizes", q, err);
    return rc ? rc
              : keep_sizes(s->next, q, k, &(told){.count = sizes->count, .first = first->value},
                           err);
}

/* Copies the centres of a member, and moves those of one that has not ended. */
static int step_centres_of(const step *s, size_t q, const ce_kmeans_part_member *m, int64_t *row,
                           ce_error *err)
{
    char name[CE_ROUNDS_NAME];
    ce_sums_block *block;
    size_t at = s->next->blocks; /* adding blocks moves them */
    int rc = ce_sums_add(s->next, ce_rounds_block_name(name, "centres", q), CE_SUMS_LEAST, m->k,
                         m->features, &block, err);

    if (rc)
        return rc;
    memcpy(block->value, m->centre, m->k * m->features * sizeof *block->value);
    return m->status <= REPAIRED_NEXT ? update_member(s, q, m, s->next->block[at].value, row, err)
                                      : copy_sizes(s, q, m->k, err);
}

static int step_member(step *s, size_t q, ce_error *err)
{
    ce_sums_block *members;
    ce_kmeans_part_member m = {0};
    int64_t row[COLUMNS];
    int rc = ce_kmeans_part_member_read(s->state, s->state_path, q, s->d, &m, err);

    if (!rc)
        rc = ce_sums_find(s->state, "members", CE_SUMS_ADD, COLUMNS, &members, s->state_path, err);
    if (!rc)
        memcpy(row, members->count + q * COLUMNS, sizeof row);
    if (!rc)
        rc = copy_view(s, q, &m, err);
    if (!rc)
        rc = step_centres_of(s, q, &m, row, err);
    if (!rc)
        rc = ce_sums_find(s->next, "members", CE_SUMS_ADD, COLUMNS, &members, s->path, err);
    if (!rc) {
        memcpy(members->count + q * COLUMNS, row, sizeof row);
        s->going_on |= row[STATUS] <= REPAIRED_NEXT;
    }
    free(m.feature);
    return rc;
}

/* The head of the next state. */
static int begin_step(step *s, ce_error *err)
{
    ce_sums_block *members;
    int rc = ce_rounds_copy_features(s->next, s->state, s->state_path, &s->d, err);

    return rc ? rc
              : ce_sums_add(s->next, "members", CE_SUMS_ADD, s->options->members, COLUMNS, &members,
                            err);
}

static int step_centres(step *s, ce_error *err)
{
    int rc = begin_step(s, err);

    for (size_t q = 0; q < s->options->members && !rc; q++)
        rc = step_member(s, q, err);
    return rc ? rc : ce_rounds_set_next(s->next, s->going_on ? "sums" : "ties", err);
}

/* ---- the last step: whether ties decide the order of centres ---- */

static int step_ties(step *s, ce_error *err)
{
    ce_sums_block *ties, *members;
    int rc = ce_sums_find(s->sums, "ties", CE_SUMS_ADD, 1, &ties, s->path, err);

    if (!rc && ties->rows != s->options->members)
        rc = ce_fail(err, CE_EINPUT, "%s: block 'ties' is damaged", s->path);
    if (!rc)
        rc = begin_step(s, err);
    for (size_t q = 0; q < s->options->members && !rc; q++) {
        rc = step_member(s, q, err);
        if (!rc)
            rc = ce_sums_find(s->next, "members", CE_SUMS_ADD, COLUMNS, &members, s->path, err);
        if (!rc)
            members->count[q * COLUMNS + TIES] = ties->count[q] > 0;
    }
    return rc ? rc : ce_rounds_set_next(s->next, "done", err);
}

int ce_kmeans_parts_step(const ce_kmeans_ensemble_options *options, const ce_sums *state,
                         const char *state_path, const ce_sums *sums, const char *path,
                         ce_sums *next, ce_error *err)
{
    step s = {options, state, sums, state_path, path, next, 0, 0};

    if (!state)
        return step_sample(options, sums, path, next, err);
    if (ce_rounds_next_is(state, "rows"))
        return step_start(options, state, state_path, sums, path, next, err);
    return ce_rounds_next_is(state, "ties") ? step_ties(&s, err) : step_centres(&s, err);
}
