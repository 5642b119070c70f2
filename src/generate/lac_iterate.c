/* The iteration of LAC: assignments, weights, means, empty clusters. */
#include <math.h>
#include <string.h>

#include "core/memory.h"
#include "generate/lac_internal.h"

/* Fewer values than this are looked at faster by one thread. An exponential counts for eight. */
enum { WORTH_THREADS = 1 << 15 };

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

/* ---- empty clusters ---- */

/* The object in no chunklet with the largest weighted distance to its own centroid (ties: the
 * first) out of the clusters of more than one object; n: there is none. own: the distances, -1 for
 * objects that have served. While a cluster is empty and k <= n there is such an object, unless all
 * objects are in chunklets. */
static size_t worst_placed(const ce_lac_ensemble *e, const ce_lac_run *run, const double *own)
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
static int refill(const ce_lac_ensemble *e, ce_lac_group *g, ce_lac_run *run, ce_error *err)
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
        ce_lac_flat_weights(e, run, j);
        run->refilled = 1;
    }
    return CE_OK;
}

/* ---- the iteration ---- */

/* S_j for all active runs. */
static int assign(const ce_lac_ensemble *e, ce_lac_group *g, int repair, ce_error *err)
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
static int spread(const ce_lac_ensemble *e, ce_lac_group *g, int first_time, ce_error *err)
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
            ce_lac_run_follow(e, run, &g->run[run->leader]);
    }
    return CE_OK;
}

/* New weights of all clusters that have objects. */
static void weigh(const ce_lac_ensemble *e, ce_lac_run *run)
{
    for (size_t j = 0; j < run->k; j++)
        if (run->size[j])
            ce_lac_weights(run->dispersion + j * run->d, run->d, run->inv_h, e->options->norm,
                           run->weight + j * run->d);
}

/* Whether the iteration was the last. */
static void note_labels(const ce_lac_ensemble *e, ce_lac_run *run, size_t iteration)
{
    size_t bytes = e->x->rows * sizeof *run->label;

    run->iterations = iteration;
    run->converged = iteration > 1 && !run->refilled && !memcmp(run->before, run->label, bytes);
    memcpy(run->before, run->label, bytes);
}

static void drop_converged(ce_lac_ensemble *e, ce_lac_group *g)
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

int ce_lac_iterate(ce_lac_ensemble *e, ce_lac_group *g, ce_error *err)
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
