#include "generate/lac.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "constrain/chunklet_start.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "core/random.h"
#include "generate/lac_internal.h"
#include "kmeans/kmeans.h"

/* Members take their passes together until they have so many centroids: more of them are no faster.
 */
enum { TOGETHER = 512 };

/* Fewer values than this are looked at faster by one thread. An exponential counts for eight. */
enum { WORTH_THREADS = 1 << 15 };

/* What all members share. */
typedef struct {
    const ce_matrix *x;
    const ce_lac_options *options;
    const ce_chunklets *chunklets; /* NULL: none */
    const ce_kmeans_data *data;
    ce_labels *labels;
    ce_lac_member *member;
    const ce_progress *progress;
    size_t done;
} ensemble;

/* Members that take their passes together. */
typedef struct {
    ce_lac_run *run;
    size_t runs;
    ce_lac_run **active; /* those that have not converged */
    size_t count;
    ce_lac_assigner *assigner;
    ce_lac_chunklet_assigner *constrained; /* NULL without chunklets */
    double *own; /* n: distances to the own centroid, for empty clusters; NULL until needed */
} group;

void ce_lac_members_free(ce_lac_member *member, size_t members)
{
    for (size_t q = 0; member && q < members; q++) {
        free(member[q].centroids);
        free(member[q].weights);
        free(member[q].size);
    }
    free(member);
}

size_t ce_lac_constant_feature(const ce_matrix *x)
{
    size_t s = 0;

    for (; s < x->columns; s++) {
        size_t i = 1;
        while (i < x->rows && x->values[i * x->columns + s] == x->values[s])
            i++;
        if (i >= x->rows)
            break;
    }
    return s;
}

void ce_lac_weights(const double *dispersion, size_t d, double inv_h, ce_lac_norm norm,
                    double *weight)
{
    double least = INFINITY, sum = 0;

    for (size_t s = 0; s < d; s++)
        least = dispersion[s] < least ? dispersion[s] : least;
    for (size_t s = 0; s < d; s++) {
        weight[s] = exp(-inv_h * (dispersion[s] - least));
        sum += norm == CE_LAC_L2 ? weight[s] * weight[s] : weight[s];
    }
    if (norm == CE_LAC_L2)
        sum = sqrt(sum);
    for (size_t s = 0; s < d; s++)
        weight[s] /= sum;
}

/* ---- a run ---- */

static void run_free(ce_lac_run *run)
{
    free(run->centre);
    free(run->weight);
    free(run->dispersion);
    free(run->sums);
    free(run->label);
    free(run->before);
    free(run->size);
    *run = (ce_lac_run){0};
}

/* Aligned memory, so that no two runs, which threads work on side by side, share a cache line. */
static int run_alloc(ce_lac_run *run, size_t n, ce_error *err)
{
    size_t k = run->k, d = run->d;

    run->centre = ce_alloc(k, d * sizeof *run->centre, err);
    run->weight = ce_alloc(k, d * sizeof *run->weight, err);
    run->dispersion = ce_alloc(k, d * sizeof *run->dispersion, err);
    run->sums = ce_alloc(ce_lac_sums_size(k, d), sizeof *run->sums, err);
    run->label = ce_alloc(n, sizeof *run->label, err);
    run->before = ce_alloc(n, sizeof *run->before, err);
    run->size = ce_alloc(k, sizeof *run->size, err);
    if (!run->centre || !run->weight || !run->dispersion || !run->sums || !run->label ||
        !run->before || !run->size)
        return CE_ENOMEM;
    memset(run->sums, 0, ce_lac_sums_size(k, d) * sizeof *run->sums);
    return CE_OK;
}

static void flat_weights(const ensemble *e, ce_lac_run *run, size_t j)
{
    double d = (double)run->d, flat = e->options->norm == CE_LAC_L2 ? 1 / sqrt(d) : 1 / d;

    for (size_t s = 0; s < run->d; s++)
        run->weight[j * run->d + s] = flat;
}

/* Which k member q has without a draw. */
static size_t k_of(const ce_lac_options *o, size_t q)
{
    return q / o->inv_h_count;
}

/* k different centroids, at most as many as there are distinct rows. */
static int different_centroids(const ensemble *e, ce_lac_run *run, size_t k, gsl_rng *rng,
                               ce_error *err)
{
    const ce_lac_options *o = e->options;
    size_t chosen = 0;
    int rc = CE_OK;

    if (o->init == CE_LAC_CHUNKLETS && e->chunklets)
        rc = ce_chunklet_start(e->chunklets, e->x, k, run->centre, &chosen, err);
    if (rc || chosen)
        return rc;
    if (o->init == CE_LAC_RANDOM)
        return ce_kmeans_random_start(e->data, k, rng, run->centre, err);
    return ce_kmeans_farthest_start(e->data, k, rng, ce_threads(), run->centre, err);
}

static int starting_centroids(const ensemble *e, ce_lac_run *run, gsl_rng *rng, ce_error *err)
{
    size_t row = run->d * sizeof *run->centre, distinct = ce_kmeans_distinct(e->data),
           different = run->k < distinct ? run->k : distinct;
    int rc;

    if (e->options->init == CE_LAC_GIVEN) {
        memcpy(run->centre, e->options->start, run->k * row);
        return CE_OK;
    }
    if ((rc = different_centroids(e, run, different, rng, err)))
        return rc;
    /* The rest are the same again. Only a cannot-link between equal rows can need them. */
    for (size_t j = different; j < run->k; j++)
        memcpy(run->centre + j * run->d, run->centre + (j - different) * run->d, row);
    return CE_OK;
}

/* How many clusters can have objects: as many as there are distinct rows, with cannot-links as many
 * as there are objects. */
static size_t most_clusters(const ensemble *e)
{
    if (e->chunklets && e->chunklets->edge[e->chunklets->count])
        return e->x->rows;
    return ce_kmeans_distinct(e->data);
}

/* Draws what is to be drawn for member run[r].member. Runs that start with the same centroids are
 * next to each other, and the first of them leads. */
static int run_start(const ensemble *e, ce_lac_run *run, size_t r, ce_error *err)
{
    const ce_lac_options *o = e->options;
    ce_lac_run *own = &run[r];
    size_t q = own->member, asked, distinct = ce_kmeans_distinct(e->data);
    gsl_rng *rng = ce_random_alloc(o->seed, CE_STREAM_MEMBER, o->draw ? q : k_of(o, q), err);
    int rc;

    if (!rng)
        return CE_ENOMEM;
    asked = (size_t)o->k[o->draw ? ce_random_below(rng, o->k_count) : k_of(o, q)];
    own->k = asked < most_clusters(e) ? asked : most_clusters(e);
    own->d = e->x->columns;
    own->inv_h = o->inv_h[q % o->inv_h_count];
    own->leader = r > 0 && !o->draw && k_of(o, q) == k_of(o, q - 1) ? run[r - 1].leader : r;
    e->member[q].asked = asked;
    e->member[q].distinct = distinct < asked ? distinct : asked;
    rc = run_alloc(own, e->x->rows, err);
    if (!rc && own->leader == r)
        rc = starting_centroids(e, own, rng, err);
    else if (!rc)
        memcpy(own->centre, run[own->leader].centre, own->k * own->d * sizeof *own->centre);
    for (size_t j = 0; j < own->k && !rc; j++)
        flat_weights(e, own, j);
    gsl_rng_free(rng);
    return rc;
}

/* Copies what the leader has found before weights were set: a run with the same start would find
 * the same. */
static void follow(const ensemble *e, ce_lac_run *run, const ce_lac_run *leader)
{
    size_t n = e->x->rows, values = run->k * run->d;

    memcpy(run->label, leader->label, n * sizeof *run->label);
    memcpy(run->size, leader->size, run->k * sizeof *run->size);
    memcpy(run->centre, leader->centre, values * sizeof *run->centre);
    memcpy(run->weight, leader->weight, values * sizeof *run->weight);
    memcpy(run->dispersion, leader->dispersion, values * sizeof *run->dispersion);
    run->refilled = leader->refilled;
}

/* ---- empty clusters ---- */

/* The object in no chunklet with the largest weighted distance to its own centroid (ties: the
 * first) out of the clusters of more than one object; n: there is none. own: the distances, -1 for
 * objects that have served. While a cluster is empty and k <= n there is such an object, unless all
 * objects are in chunklets. */
static size_t worst_placed(const ensemble *e, const ce_lac_run *run, const double *own)
{
    size_t n = e->x->rows, far = n;

    for (size_t i = 0; i < n; i++)
        if (run->size[run->label[i]] > 1 && own[i] >= 0 && (far == n || own[i] > own[far]) &&
            !(e->chunklets && e->chunklets->of[i] >= 0))
            far = i;
    return far;
}

/* Each empty cluster, in ascending order, gets the object that is placed worst. That object is its
 * centroid; its weights are flat. An object serves once. */
static int refill(const ensemble *e, group *g, ce_lac_run *run, ce_error *err)
{
    size_t n = e->x->rows, d = run->d, empty = 0;

    for (size_t j = 0; j < run->k; j++)
        empty += run->size[j] == 0;
    if (!empty || e->options->keep_empty)
        return CE_OK;
    if (!g->own && !(g->own = ce_alloc(n, sizeof *g->own, err)))
        return CE_ENOMEM;
    ce_lac_own_distances(e->x, run, g->own);
    for (size_t j = 0; j < run->k; j++) {
        size_t far;
        if (run->size[j])
            continue;
        far = worst_placed(e, run, g->own);
        if (far == n)
            break;
        g->own[far] = -1;
        run->size[run->label[far]]--;
        run->label[far] = (int32_t)j;
        run->size[j] = 1;
        memcpy(run->centre + j * d, e->x->values + far * d, d * sizeof *run->centre);
        flat_weights(e, run, j);
        run->refilled = 1;
    }
    return CE_OK;
}

/* ---- the iteration ---- */

/* S_j for all active runs. */
static int assign(const ensemble *e, group *g, int repair, ce_error *err)
{
    int rc = CE_OK;

    ce_lac_assign(g->assigner, g->active, g->count);
    if (g->constrained && (rc = ce_lac_assign_chunklets(g->constrained, g->active, g->count, err)))
        return rc;
#pragma omp parallel for schedule(dynamic) if (g->count > 1 && \
                                               g->count * e->x->rows > WORTH_THREADS)
    for (size_t r = 0; r < g->count; r++) {
        ce_lac_run *run = g->active[r];
        memset(run->size, 0, run->k * sizeof *run->size);
        for (size_t i = 0; i < e->x->rows; i++)
            run->size[run->label[i]]++;
    }
    for (size_t r = 0; r < g->count && repair && !rc; r++)
        rc = refill(e, g, g->active[r], err);
    return rc;
}

/* Steps 1 and 2. The first time, runs that have the same start find the same, and only their leader
 * looks. */
static int spread(const ensemble *e, group *g, int first_time, ce_error *err)
{
    int rc;

    g->count = first_time ? 0 : g->count;
    for (size_t r = 0; r < g->runs && first_time; r++)
        if (g->run[r].leader == r)
            g->active[g->count++] = &g->run[r];
    for (size_t r = 0; r < g->count; r++)
        g->active[r]->refilled = 0;
    if ((rc = assign(e, g, 1, err)))
        return rc;
    ce_lac_dispersions(e->x, g->active, g->count);
    if (!first_time)
        return CE_OK;
    for (g->count = 0; g->count < g->runs; g->count++) {
        ce_lac_run *run = g->active[g->count] = &g->run[g->count];
        if (run->leader != g->count)
            follow(e, run, &g->run[run->leader]);
    }
    return CE_OK;
}

/* New weights of all clusters that have objects. */
static void weigh(const ensemble *e, ce_lac_run *run)
{
    for (size_t j = 0; j < run->k; j++)
        if (run->size[j])
            ce_lac_weights(run->dispersion + j * run->d, run->d, run->inv_h, e->options->norm,
                           run->weight + j * run->d);
}

/* Whether the iteration was the last. */
static void note_labels(const ensemble *e, ce_lac_run *run, size_t iteration)
{
    size_t bytes = e->x->rows * sizeof *run->label;

    run->iterations = iteration;
    run->converged = iteration > 1 && !run->refilled && !memcmp(run->before, run->label, bytes);
    memcpy(run->before, run->label, bytes);
}

static void drop_converged(ensemble *e, group *g)
{
    size_t left = 0;

    for (size_t r = 0; r < g->count; r++)
        if (!g->active[r]->converged)
            g->active[left++] = g->active[r];
    e->done += g->count - left;
    if (left < g->count)
        ce_progress_report(e->progress, e->done, e->options->members);
    g->count = left;
}

static int iterate(ensemble *e, group *g, ce_error *err)
{
    int rc = CE_OK;

    for (size_t t = 1; t <= e->options->max_iterations && (t == 1 || g->count); t++) {
        if ((rc = spread(e, g, t == 1, err)))
            return rc;
#pragma omp parallel for schedule( \
    dynamic) if (g->count > 1 && g->count * g->active[0]->k * e->x->columns > WORTH_THREADS / 8)
        for (size_t r = 0; r < g->count; r++)
            weigh(e, g->active[r]);
        if ((rc = assign(e, g, 1, err)))
            return rc;
        ce_lac_means(e->x, g->active, g->count, t == 1);
#pragma omp parallel for schedule(dynamic) if (g->count > 1 && \
                                               g->count * e->x->rows > WORTH_THREADS)
        for (size_t r = 0; r < g->count; r++)
            note_labels(e, g->active[r], t);
        drop_converged(e, g);
    }
    if (g->count)
        rc = assign(e, g, 0, err);
    e->done += g->count;
    ce_progress_report(e->progress, e->done, e->options->members);
    return rc;
}

/* ---- results ---- */

/* Into the member. Clusters come in the order in which their numbers first appear in the labels,
 * empty ones last. */
static int run_keep(const ensemble *e, const ce_lac_run *run, ce_error *err)
{
    ce_lac_member *member = &e->member[run->member];
    size_t k = run->k, d = run->d, n = e->x->rows, next = 0, row = d * sizeof(double);
    int32_t *number = ce_alloc(k, sizeof *number, err),
            *column = ce_labels_column(e->labels, run->member);
    int rc;

    member->k = k;
    member->inv_h = run->inv_h;
    member->iterations = run->iterations;
    member->converged = run->converged;
    member->centroids = ce_alloc(k, row, err);
    member->weights = ce_alloc(k, row, err);
    member->size = ce_calloc(k, sizeof *member->size, err);
    if (!number || !member->centroids || !member->weights || !member->size) {
        free(number);
        return CE_ENOMEM;
    }
    memset(number, -1, k * sizeof *number);
    for (size_t i = 0; i < n; i++)
        if (number[run->label[i]] < 0)
            number[run->label[i]] = (int32_t)next++;
    for (size_t j = 0; j < k; j++) {
        size_t to = number[j] < 0 ? next++ : (size_t)number[j];
        memcpy(member->centroids + to * d, run->centre + j * d, row);
        memcpy(member->weights + to * d, run->weight + j * d, row);
        member->size[to] = run->size[j];
    }
    free(number);
    if (e->chunklets && (rc = ce_lac_violated(e->chunklets, run->label, &member->violated, err)))
        return rc;
    memcpy(column, run->label, n * sizeof *column);
    return ce_labels_renumber(column, n, &e->labels->k[run->member], err);
}

/* The error of what all runs have found in the end. */
static void set_errors(const ensemble *e, group *g)
{
    for (g->count = 0; g->count < g->runs; g->count++)
        g->active[g->count] = &g->run[g->count];
    ce_lac_dispersions(e->x, g->active, g->count);
    for (size_t r = 0; r < g->runs; r++) {
        const ce_lac_run *run = &g->run[r];
        double sum = 0;
        for (size_t v = 0; v < run->k * run->d; v++)
            sum += run->weight[v] * run->dispersion[v];
        e->member[run->member].error = sum;
    }
}

/* ---- groups of members ---- */

static void group_free(group *g)
{
    for (size_t r = 0; r < g->runs; r++)
        run_free(&g->run[r]);
    free(g->run);
    free(g->active);
    free(g->own);
    ce_lac_assigner_free(g->assigner);
    ce_lac_chunklets_free(g->constrained);
}

/* Starts members from q on, until they are as many as fit together. */
static int group_start(const ensemble *e, group *g, size_t q, ce_error *err)
{
    size_t members = e->options->members, columns = 0, n = e->x->rows, d = e->x->columns,
           share = ce_memory_available() / 4;
    size_t most = members - q, bytes = 0, largest = 0;
    int rc;

    g->run = ce_calloc(most, sizeof *g->run, err);
    g->active = ce_calloc(most, sizeof *g->active, err);
    if (!g->run || !g->active)
        return CE_ENOMEM;
    while (g->runs < most && columns < TOGETHER && bytes < share) {
        ce_lac_run *run = &g->run[g->runs++];
        run->member = q++;
        if ((rc = run_start(e, g->run, g->runs - 1, err)))
            return rc;
        columns += run->k;
        largest = run->k > largest ? run->k : largest;
        bytes += 2 * n * sizeof *run->label + 6 * run->k * d * sizeof *run->sums;
    }
    if (e->chunklets &&
        (rc = ce_lac_chunklets_alloc(&g->constrained, e->x, e->chunklets, g->runs, largest, err)))
        return rc;
    return ce_lac_assigner_alloc(&g->assigner, e->x, columns, err);
}

static int group_run(ensemble *e, size_t *q, ce_error *err)
{
    group g = {0};
    int rc;

    rc = group_start(e, &g, *q, err);
    if (!rc)
        rc = iterate(e, &g, err);
    if (rc)
        goto done;
    set_errors(e, &g);
    for (size_t r = 0; r < g.runs && !rc; r++)
        rc = run_keep(e, &g.run[r], err);
    *q += g.runs;
done:
    group_free(&g);
    return rc;
}

static int check(const ce_matrix *x, const ce_lac_options *o, ce_error *err)
{
    size_t s;

    if (!o->members || !o->k_count || !o->inv_h_count ||
        (!o->draw && o->members != o->k_count * o->inv_h_count) || !o->max_iterations ||
        (o->init == CE_LAC_GIVEN && !o->start))
        return ce_fail(
            err, CE_EARG,
            "LAC: members, k, 1/h, iterations and starting centroids do not go together");
    for (size_t i = 0; i < o->k_count; i++)
        if (o->k[i] < 1)
            return ce_fail(err, CE_EARG, "k = %d, a number from 1 expected", o->k[i]);
    for (size_t i = 0; i < o->inv_h_count; i++)
        if (!(o->inv_h[i] > 0) || !isfinite(o->inv_h[i]))
            return ce_fail(err, CE_EARG, "1/h = %g, a finite number above 0 expected", o->inv_h[i]);
    s = ce_lac_constant_feature(x);
    if (s < x->columns)
        return ce_fail(err, CE_EINPUT, "feature %zu is constant: it would take all the weight",
                       s + 1);
    return CE_OK;
}

int ce_generate_lac(const ce_matrix *x, const ce_lac_options *options, ce_labels *labels,
                    ce_lac_member *member, const ce_progress *progress, ce_error *err)
{
    ensemble e = {
        .x = x, .options = options, .labels = labels, .member = member, .progress = progress};
    ce_kmeans_data *data = NULL;
    int rc;

    rc = ce_kmeans_prepare(&data, x, NULL, err);
    if (!rc)
        rc = check(x, options, err);
    if (!rc)
        rc = ce_labels_alloc(labels, x->rows, options->members, err);
    if (rc)
        goto done;
    e.data = data;
    e.chunklets = options->chunklets && options->chunklets->count ? options->chunklets : NULL;
    ce_progress_report(progress, 0, options->members);
    for (size_t q = 0; q < options->members && !rc;)
        rc = group_run(&e, &q, err);
done:
    ce_kmeans_data_free(data);
    if (rc)
        ce_labels_free(labels);
    return rc;
}
