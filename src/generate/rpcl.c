#include "generate/rpcl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/each.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "core/random.h"
#include "kmeans/kmeans.h"
#include "kmeans/squared_distance.h"

/* What all members share. moved: tolerance times the scale of the data; negative: epochs end only
 * by their number. */
typedef struct {
    const ce_matrix *x;
    const ce_rpcl_options *options;
    const ce_kmeans_data *data;
    double moved;
    ce_labels *labels;
    ce_centre_member *member;
} ensemble;

/* The units of one member. They stand by fours, feature by feature, as ce_squared_distance_four
 * wants them: feature s of unit j is at ((j / 4) d + s) 4 + j % 4. The last four are filled up with
 * infinity. */
typedef struct {
    size_t k, d;
    double *quads;    /* k, rounded up to fours, x d */
    double *before;   /* the same at the start of an epoch */
    double *distance; /* k, rounded up to fours */
    double *wins;     /* k: counts, as doubles */
    size_t *order;    /* n */
} units;

static size_t fours(size_t k)
{
    return (k + CE_QUAD - 1) / CE_QUAD * CE_QUAD;
}

/* Where the features of unit j begin; they are CE_QUAD apart. */
static inline __attribute__((always_inline)) double *unit(const units *u, size_t j)
{
    return u->quads + j / CE_QUAD * u->d * CE_QUAD + j % CE_QUAD;
}

static void units_free(units *u)
{
    free(u->quads);
    free(u->before);
    free(u->distance);
    free(u->wins);
    free(u->order);
}

static int units_alloc(units *u, size_t n, size_t d, size_t k, ce_error *err)
{
    *u = (units){.k = k, .d = d};
    u->quads = ce_alloc(fours(k), d * sizeof *u->quads, err);
    u->before = ce_alloc(fours(k), d * sizeof *u->before, err);
    u->distance = ce_alloc(fours(k), sizeof *u->distance, err);
    u->wins = ce_alloc(k, sizeof *u->wins, err);
    u->order = ce_alloc(n, sizeof *u->order, err);
    return u->quads && u->before && u->distance && u->wins && u->order ? CE_OK : CE_ENOMEM;
}

static int units_start(units *u, const ce_kmeans_data *data, gsl_rng *rng, ce_error *err)
{
    double *centre = ce_alloc(u->k, u->d * sizeof *centre, err);
    int rc = centre ? ce_kmeans_random_start(data, u->k, rng, centre, err) : CE_ENOMEM;

    for (size_t j = 0; j < fours(u->k) && !rc; j++)
        for (size_t s = 0; s < u->d; s++)
            unit(u, j)[s * CE_QUAD] = j < u->k ? centre[j * u->d + s] : INFINITY;
    for (size_t j = 0; j < u->k; j++)
        u->wins[j] = 1;
    free(centre);
    return rc;
}

/* The least and the second least of wins times distance. *rival is k if there is only one unit. */
static inline __attribute__((always_inline)) void compete(const units *u, const double *row,
                                                          size_t *winner, size_t *rival)
{
    double first = INFINITY, second = INFINITY;
    size_t one = u->k, two = u->k;

    for (size_t j = 0; j < u->k; j += CE_QUAD)
        ce_squared_distance_four(row, u->quads + j * u->d, u->d, u->distance + j);
    for (size_t j = 0; j < u->k; j++) {
        double cost = u->wins[j] * u->distance[j];
        if (cost < second || two == u->k) {
            if (cost < first || one == u->k) {
                second = first;
                two = one;
                first = cost;
                one = j;
            } else {
                second = cost;
                two = j;
            }
        }
    }
    *winner = one;
    *rival = two;
}

/* w += rate (x - w); a negative rate pushes away. */
static inline __attribute__((always_inline)) void move(const units *u, size_t j, const double *row,
                                                       double rate)
{
    double *w = unit(u, j);

    for (size_t s = 0; s < u->d; s++)
        w[s * CE_QUAD] += rate * (row[s] - w[s * CE_QUAD]);
}

static CE_HOT void learn(units *u, const ce_matrix *x, double rate, double rival_rate)
{
    for (size_t i = 0; i < x->rows; i++) {
        const double *row = x->values + u->order[i] * u->d;
        size_t winner, rival;
        if (i + 2 < x->rows)
            for (size_t s = 0; s < u->d; s += CE_LANES)
                __builtin_prefetch(x->values + u->order[i + 2] * u->d + s);
        compete(u, row, &winner, &rival);
        move(u, winner, row, rate);
        u->wins[winner]++;
        if (rival < u->k && rival_rate > 0)
            move(u, rival, row, -rival_rate);
    }
}

/* The farthest that a unit has moved in the epoch; units at infinity have not. */
static double farthest_move(const units *u)
{
    double most = 0;

    for (size_t j = 0; j < u->k; j++) {
        const double *now = unit(u, j), *was = u->before + (now - u->quads);
        double squared = 0;
        for (size_t s = 0; s < u->d; s++)
            squared +=
                (now[s * CE_QUAD] - was[s * CE_QUAD]) * (now[s * CE_QUAD] - was[s * CE_QUAD]);
        most = squared > most ? squared : most;
    }
    return sqrt(most);
}

/* The nearest unit of every object, and the sum of squared distances. */
static CE_HOT double assign(const units *u, const ce_matrix *x, int32_t *column)
{
    double inertia = 0;

    for (size_t i = 0; i < x->rows; i++) {
        size_t best = 0;
        for (size_t j = 0; j < u->k; j += CE_QUAD)
            ce_squared_distance_four(x->values + i * u->d, u->quads + j * u->d, u->d,
                                     u->distance + j);
        for (size_t j = 1; j < u->k; j++)
            best = u->distance[j] < u->distance[best] ? j : best;
        column[i] = (int32_t)best;
        inertia += u->distance[best];
    }
    return inertia;
}

/* Leaves out the units without objects. The numbers of the others in column close up, and their
 * centres go to *centre (k x d), which the caller frees. */
static int drop_empty(const units *u, int32_t *column, size_t n, ce_centre_member *member,
                      double **centre, ce_error *err)
{
    int32_t *number = ce_alloc(u->k, sizeof *number, err);

    *centre = ce_alloc(u->k, u->d * sizeof **centre, err);
    if (!number || !*centre) {
        free(number);
        return CE_ENOMEM;
    }
    memset(number, -1, u->k * sizeof *number);
    for (size_t i = 0; i < n; i++)
        number[column[i]] = 0;
    member->k = 0;
    for (size_t j = 0; j < u->k; j++) {
        if (number[j] < 0)
            continue;
        for (size_t s = 0; s < u->d; s++)
            (*centre)[member->k * u->d + s] = unit(u, j)[s * CE_QUAD];
        number[j] = (int32_t)member->k++;
    }
    for (size_t i = 0; i < n; i++)
        column[i] = number[column[i]];
    free(number);
    return CE_OK;
}

static int train(const ensemble *e, units *u, ce_centre_member *member, gsl_rng *rng, ce_error *err)
{
    const ce_rpcl_options *o = e->options;
    size_t bytes = fours(u->k) * u->d * sizeof *u->quads;
    int rc;

    for (size_t t = 0; t < o->epochs && !member->converged; t++) {
        double part = 1 - (double)t / (double)o->epochs;
        if ((rc = ce_random_choose(rng, e->x->rows, e->x->rows, u->order, err)))
            return rc;
        memcpy(u->before, u->quads, bytes);
        learn(u, e->x, o->rate * part, o->rival_rate * part);
        member->iterations = t + 1;
        member->converged = farthest_move(u) <= e->moved;
    }
    return CE_OK;
}

static int run_member(void *state, size_t q, ce_error *err)
{
    const ensemble *e = state;
    const ce_rpcl_options *o = e->options;
    ce_centre_member *member = &e->member[q];
    size_t n = e->x->rows, d = e->x->columns;
    int32_t *column = ce_labels_column(e->labels, q);
    double *centre = NULL;
    units u = {0};
    gsl_rng *rng = ce_random_alloc(o->seed, CE_STREAM_MEMBER, q, err);
    size_t k;
    int rc;

    if (!rng)
        return CE_ENOMEM;
    member->asked = (size_t)o->k[o->draw ? ce_random_below(rng, o->k_count) : q];
    member->distinct = ce_kmeans_distinct(e->data);
    k = member->asked < member->distinct ? member->asked : member->distinct;
    rc = units_alloc(&u, n, d, k, err);
    if (!rc)
        rc = units_start(&u, e->data, rng, err);
    if (!rc)
        rc = train(e, &u, member, rng, err);
    if (rc)
        goto done;
    member->inertia = assign(&u, e->x, column);
    rc = drop_empty(&u, column, n, member, &centre, err);
    if (!rc && o->keep_centres)
        rc = ce_centre_member_keep(member, centre, NULL, d, d, column, n, err);
    if (!rc && o->keep_centres)
        rc = ce_centre_member_settle(member, e->x->values, NULL, d, d, column, n, err);
    if (!rc)
        rc = ce_labels_renumber(column, n, &e->labels->k[q], err);
done:
    free(centre);
    units_free(&u);
    gsl_rng_free(rng);
    return rc;
}

/* The root of the mean squared distance of objects to their mean. */
static int data_scale(const ce_matrix *x, double *scale, ce_error *err)
{
    size_t n = x->rows, d = x->columns;
    double *mean = ce_calloc(d, sizeof *mean, err), sum = 0;

    if (!mean)
        return CE_ENOMEM;
    for (size_t i = 0; i < n; i++)
        for (size_t s = 0; s < d; s++)
            mean[s] += x->values[i * d + s] / (double)n;
    for (size_t i = 0; i < n; i++)
        for (size_t s = 0; s < d; s++)
            sum += (x->values[i * d + s] - mean[s]) * (x->values[i * d + s] - mean[s]) / (double)n;
    *scale = sqrt(sum);
    free(mean);
    return CE_OK;
}

int ce_generate_rpcl(const ce_matrix *x, const ce_rpcl_options *options, ce_labels *labels,
                     ce_centre_member *member, const ce_progress *progress, ce_error *err)
{
    ce_kmeans_data *data = NULL;
    ensemble e = {.x = x, .options = options, .labels = labels, .member = member};
    double scale = 0;
    int rc;

    if ((rc = ce_labels_alloc(labels, x->rows, options->members, err)))
        return rc;
    rc = ce_kmeans_prepare(&data, x, NULL, err);
    if (!rc && options->tolerance > 0)
        rc = data_scale(x, &scale, err);
    if (rc)
        goto done;
    e.data = data;
    e.moved = options->tolerance > 0 ? options->tolerance * scale : -1;
    rc = ce_each(options->members, ce_threads(), run_member, &e, progress, err);
done:
    ce_kmeans_data_free(data);
    if (rc)
        ce_labels_free(labels);
    return rc;
}
