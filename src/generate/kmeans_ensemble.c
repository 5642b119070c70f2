#include "generate/kmeans_ensemble.h"

#include <stdlib.h>
#include <string.h>

#include "core/each.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "core/random.h"
#include "generate/constrained_kmeans.h"
#include "generate/kmeans_sample.h"
#include "generate/members.h"

/* What all members share. */
typedef struct {
    const ce_matrix *x;
    const ce_kmeans_ensemble_options *options;
    const ce_kmeans_data *whole; /* x prepared, for members that see all of it; NULL: none may */
    ce_matrix sample;            /* owned: rows that starts are made of; empty: all */
    ce_labels *labels;
    ce_centre_member *member;
    size_t bound_bytes;          /* for the bounds of one member */
    int threads;                 /* inside one member */
} ensemble;

/* The part of the data that one member sees. */
typedef struct {
    size_t features, objects;
    size_t *feature, *object; /* ascending; NULL: all */
    ce_matrix seen;           /* objects x features; empty when the member sees everything */
    double *start;            /* k x features */
} view;

static void view_free(view *v)
{
    free(v->feature);
    free(v->object);
    free(v->start);
    ce_matrix_free(&v->seen);
}

/* Chosen rows and columns of from (rows x d, row-major) into to. */
static void gather(const double *from, size_t d, const size_t *row, size_t rows,
                   const size_t *column, size_t columns, double *to)
{
    for (size_t i = 0; i < rows; i++) {
        const double *source = from + (row ? row[i] : i) * d;
        for (size_t s = 0; s < columns; s++)
            to[i * columns + s] = source[column ? column[s] : s];
    }
}

/* The features that a member sees: those of its start, or drawn ones. */
static int view_features(view *v, const ensemble *e, const ce_kmeans_member_start *start,
                         gsl_rng *rng, ce_error *err)
{
    size_t d = e->x->columns;
    int rc;

    if (!start) {
        rc = ce_draw_some(rng, d, e->options->features, &v->feature, err);
        v->features = v->feature ? e->options->features : d;
        return rc;
    }
    v->features = start->features;
    if (start->features == d)
        return CE_OK;
    v->feature = ce_alloc(start->features, sizeof *v->feature, err);
    if (!v->feature)
        return CE_ENOMEM;
    memcpy(v->feature, start->feature, start->features * sizeof *v->feature);
    return CE_OK;
}

static int view_draw(view *v, const ensemble *e, const ce_kmeans_member_start *start, size_t k,
                     gsl_rng *rng, ce_error *err)
{
    const ce_kmeans_ensemble_options *o = e->options;
    size_t n = e->x->rows, d = e->x->columns;
    int rc = view_features(v, e, start, rng, err);

    if (!rc)
        rc = ce_draw_some(rng, n, o->objects, &v->object, err);
    if (rc)
        return rc;
    v->objects = v->object ? o->objects : n;
    if (!v->feature && !v->object)
        return CE_OK;
    if ((rc = ce_matrix_alloc(&v->seen, v->objects, v->features, err)))
        return rc;
    gather(e->x->values, d, v->object, v->objects, v->feature, v->features, v->seen.values);
    if (o->kmeans.init == CE_INIT_GIVEN && !start) {
        v->start = ce_alloc(k, v->features * sizeof *v->start, err);
        if (!v->start)
            return CE_ENOMEM;
        gather(o->kmeans.start, d, NULL, k, v->feature, v->features, v->start);
    }
    return CE_OK;
}

/* Labels of all n objects: those seen have theirs, the others none. */
static void label_seen(const ensemble *e, const view *v, const ce_kmeans_result *result,
                       int32_t *column)
{
    for (size_t i = 0; i < e->x->rows; i++)
        column[i] = CE_MISSING;
    for (size_t at = 0; at < v->objects; at++)
        column[v->object[at]] = result->labels[at];
}

/* Labels of all n objects. Those seen have theirs; the others go to the nearest centre, or with
 * CE_UNSEEN_MISSING have none. */
static int label_all(const ensemble *e, const view *v, const ce_kmeans_result *result,
                     int32_t *column, ce_error *err)
{
    size_t n = e->x->rows, rest = 0, at = 0, *other;
    int32_t *label;
    ce_matrix unseen = {0};
    int rc = CE_ENOMEM;

    if (!v->object) {
        memcpy(column, result->labels, n * sizeof *column);
        return CE_OK;
    }
    if (e->options->unseen == CE_UNSEEN_MISSING) {
        label_seen(e, v, result, column);
        return CE_OK;
    }
    other = ce_alloc(n - v->objects, sizeof *other, err);
    label = ce_alloc(n - v->objects, sizeof *label, err);
    if (!other || !label || (rc = ce_matrix_alloc(&unseen, n - v->objects, v->features, err)))
        goto done;
    for (size_t i = 0; i < n; i++) {
        if (at < v->objects && v->object[at] == i)
            column[i] = result->labels[at++];
        else
            other[rest++] = i;
    }
    gather(e->x->values, e->x->columns, other, rest, v->feature, v->features, unseen.values);
    if ((rc = ce_kmeans_assign(&unseen, result->centres, result->k, label, err)))
        goto done;
    for (size_t i = 0; i < rest; i++)
        column[other[i]] = label[i];
done:
    free(other);
    free(label);
    ce_matrix_free(&unseen);
    return rc;
}

/* The bytes that each member may take for its bounds, so that all members side by side take at most
 * a quarter of the memory there is; 0: they take less anyway. */
static size_t bounds_for_each(const ensemble *e, int side_by_side)
{
    const ce_kmeans_ensemble_options *o = e->options;
    size_t n = e->x->rows, d = e->x->columns, most = 0,
           share = ce_memory_available() / 4 / (size_t)side_by_side;

    for (size_t i = 0; i < o->k_count; i++)
        most = (size_t)o->k[i] > most ? (size_t)o->k[i] : most;
    return most < share / sizeof(float) / n || d < share / sizeof(double) / n ? 0 : share;
}

static int constrained(const ce_kmeans_ensemble_options *o)
{
    return o->chunklets && o->chunklets->count;
}

/* Equal rows are not merged where a rule decides on some of them: they can go to different
 * clusters. */
static int prepare(const ce_kmeans_ensemble_options *o, const ce_matrix *x, ce_kmeans_data **data,
                   ce_error *err)
{
    if (constrained(o) && o->rule != CE_RULE_SEEDED)
        return ce_kmeans_prepare_rows(data, x, err);
    return ce_kmeans_prepare(data, x, NULL, err);
}

static int cluster(const ensemble *e, const view *v, const ce_kmeans_data *data,
                   const ce_kmeans_options *options, gsl_rng *rng, ce_kmeans_result *result,
                   ce_centre_member *member, ce_error *err)
{
    if (!constrained(e->options))
        return ce_kmeans(data, options, rng, e->threads, result, err);
    return ce_constrained_kmeans(e->options, options, v->feature ? &v->seen : e->x, data, rng,
                                 e->threads, result, &member->dead_ends, err);
}

/* The start of a member from the sample: options->start, its k, and v->start. */
static int start_from_sample(const ensemble *e, view *v, ce_kmeans_options *options, gsl_rng *rng,
                             ce_centre_member *member, ce_error *err)
{
    int rc = ce_kmeans_sample_start(&e->sample, v->feature, v->features, options->init, rng,
                                    e->threads, &options->k, &member->distinct, &v->start, err);

    options->init = CE_INIT_GIVEN;
    options->start = v->start;
    return rc;
}

/* The rows that starts are made of. */
static int take_sample(ensemble *e, ce_error *err)
{
    const ce_kmeans_ensemble_options *o = e->options;
    size_t *object = NULL, drawn;
    int rc;

    if (!o->sample)
        return CE_OK;
    rc = ce_kmeans_sample_draw(o->seed, e->x->rows, o->sample, &object, &drawn, err);
    if (!rc)
        rc = ce_matrix_alloc(&e->sample, drawn, e->x->columns, err);
    if (!rc)
        gather(e->x->values, e->x->columns, object, drawn, NULL, e->x->columns,
               e->sample.values);
    free(object);
    return rc;
}

static int run_member(void *state, size_t q, ce_error *err)
{
    const ensemble *e = state;
    const ce_kmeans_ensemble_options *o = e->options;
    const ce_kmeans_member_start *start = o->starts ? &o->starts[q % o->starts_count] : NULL;
    ce_centre_member *member = &e->member[q];
    ce_kmeans_options options = o->kmeans;
    ce_kmeans_result result = {0};
    ce_kmeans_data *own = NULL;
    view v = {0};
    int32_t *column = ce_labels_column(e->labels, q);
    gsl_rng *rng = ce_random_alloc(o->seed, CE_STREAM_MEMBER, q, err);
    int rc = CE_ENOMEM, all;

    if (!rng)
        return CE_ENOMEM;
    member->asked = options.k =
        start ? (size_t)start->k : (size_t)o->k[o->draw ? ce_random_below(rng, o->k_count) : q];
    if ((rc = view_draw(&v, e, start, options.k, rng, err)))
        goto done;
    if (v.start)
        options.start = v.start;
    if (start)
        options.start = start->centre;
    options.bound_bytes = e->bound_bytes;
    all = !v.feature && !v.object;
    if (!all && (rc = prepare(o, &v.seen, &own, err)))
        goto done;
    member->distinct = ce_kmeans_distinct(all ? e->whole : own);
    if (e->sample.values && (rc = start_from_sample(e, &v, &options, rng, member, err)))
        goto done;
    rc = cluster(e, &v, all ? e->whole : own, &options, rng, &result, member, err);
    if (!rc)
        rc = label_all(e, &v, &result, column, err);
    if (rc)
        goto done;
    member->k = result.k;
    if (o->keep_centres &&
        (rc = ce_centre_member_keep(member, result.centres, v.feature, v.features, e->x->columns,
                                    column, e->x->rows, err)))
        goto done;
    if (o->keep_centres && !constrained(o) &&
        (rc = ce_centre_member_settle(member, e->x->values, v.feature, v.features, e->x->columns,
                                      column, e->x->rows, err)))
        goto done;
    member->inertia = result.inertia;
    member->iterations = result.iterations;
    member->converged = result.converged;
    rc = ce_labels_renumber(column, e->labels->n, &e->labels->k[q], err);
done:
    gsl_rng_free(rng);
    view_free(&v);
    ce_kmeans_data_free(own);
    ce_kmeans_free(&result);
    return rc;
}

/* One after another on all threads when there are fewer members than threads. */
static int run_members(ensemble *e, const ce_progress *progress, ce_error *err)
{
    size_t members = e->options->members;
    int threads = ce_threads(), side_by_side = members < (size_t)threads ? 1 : threads;

    e->bound_bytes = bounds_for_each(e, side_by_side);
    e->threads = side_by_side > 1 ? 1 : threads;
    return ce_each(members, side_by_side, run_member, e, progress, err);
}

int ce_generate_kmeans(const ce_matrix *x, const ce_kmeans_ensemble_options *options,
                       ce_labels *labels, ce_centre_member *member, const ce_progress *progress,
                       ce_error *err)
{
    ce_kmeans_data *whole = NULL;
    ensemble e = {.x = x, .options = options, .labels = labels, .member = member};
    int all = (options->starts || options->features == 0 || options->features >= x->columns) &&
              (options->objects == 0 || options->objects >= x->rows);
    int rc;

    ce_labels_free(labels);
    if (constrained(options) && options->objects && options->objects < x->rows)
        return ce_fail(err, CE_EARG, "constraints on subsamples: no member would see them all");
    if (options->sample &&
        (constrained(options) || options->objects || options->kmeans.init == CE_INIT_GIVEN ||
         options->kmeans.restarts > 1))
        return ce_fail(err, CE_EARG, "starts from a sample: no constraints, subsamples, given "
                                     "centres or restarts");
    if ((rc = ce_labels_alloc(labels, x->rows, options->members, err)))
        return rc;
    if ((rc = take_sample(&e, err)))
        goto done;
    if (all && (rc = prepare(options, x, &whole, err)))
        goto done;
    e.whole = whole;
    rc = run_members(&e, progress, err);
done:
    ce_matrix_free(&e.sample);
    ce_kmeans_data_free(whole);
    if (rc)
        ce_labels_free(labels);
    return rc;
}
