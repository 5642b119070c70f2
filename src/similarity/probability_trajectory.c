#include "similarity/probability_trajectory.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "core/pace.h"
#include "core/parallel.h"
#include "similarity/trajectory_tail.h"
#include "similarity/trajectory_walk.h"

/* What a thread works with. */
typedef struct {
    ce_walk_room room;
    double *strip; /* n x CE_STRIP */
    double *panel; /* 2 rank x CE_STRIP */
    int32_t *rows; /* n */
} desk;

static int desk_alloc(desk *d, size_t n, const ce_tail *tail)
{
    d->panel = ce_alloc(2 * tail->rank, CE_STRIP * sizeof *d->panel, NULL);
    d->strip = ce_alloc(n, CE_STRIP * sizeof *d->strip, NULL);
    d->rows = ce_alloc(n, sizeof *d->rows, NULL);
    if (!d->strip || !d->panel || !d->rows)
        return CE_ENOMEM;
    return ce_walk_room_alloc(&d->room, n, CE_STRIP, tail->head, (size_t)ce_threads(), NULL);
}

static void desk_free(desk *d)
{
    ce_walk_room_free(&d->room);
    free(d->strip);
    free(d->panel);
    free(d->rows);
}

/* Columns first .. first+CE_STRIP-1 of Z into the upper triangle. Only the rows up to the last of
 * them are needed. */
static void strip_of_z(const ce_walk *walk, const ce_tail *tail, desk *d, size_t first, double *z)
{
    size_t n = walk->n, columns = n - first < CE_STRIP ? n - first : CE_STRIP, count = 0;

    for (size_t a = 0; a < n; a++)
        if ((size_t)walk->node[a] < first + columns)
            d->rows[count++] = (int32_t)a;
    ce_walk_first(walk, first, columns, ce_walk_room_start(&d->room, 1));
    ce_walk_product(walk, &d->room, d->strip, 1, d->rows, count, 0);
    if (tail->rank)
        ce_tail_add(tail, walk, first, columns, d->rows, count, d->panel, d->strip);
    for (size_t r = 0; r < count; r++) {
        size_t a = (size_t)d->rows[r], i = (size_t)walk->node[a];
        for (size_t c = i > first ? i - first : 0; c < columns; c++) {
            int apart = tail->rank && tail->component[a] != tail->component[walk->place[first + c]];
            z[ce_packed_index(n, i, first + c)] = apart ? 0 : d->strip[a * CE_STRIP + c];
        }
    }
}

static int fill(const ce_walk *walk, const ce_tail *tail, double *z, const ce_progress *progress,
                ce_error *err)
{
    size_t n = walk->n;
    ce_pace pace = ce_pace_of_pieces(progress, (n + CE_STRIP - 1) / CE_STRIP);
    int failed = 0;

#pragma omp parallel
    {
        desk mine = {0};
        int usable = !desk_alloc(&mine, n, tail);
        if (!usable) {
#pragma omp atomic write
            failed = 1;
        }
#pragma omp for schedule(dynamic, 1)
        for (size_t first = 0; first < n; first += CE_STRIP) {
            if (usable)
                strip_of_z(walk, tail, &mine, first, z);
            ce_pace_pieces(&pace, 1);
        }
        desk_free(&mine);
    }
    ce_pace_end(&pace);
    return failed ? ce_fail(err, CE_ENOMEM,
                            "out of memory for the probability trajectories of %zu nodes", n)
                  : CE_OK;
}

/* Z_ij / sqrt(Z_ii Z_jj): root holds the square roots, so that twins have equal bits. */
static int normalise(ce_similarity *s, ce_error *err)
{
    size_t n = s->n;
    double *root = ce_alloc(n, sizeof *root, err);

    if (!root)
        return CE_ENOMEM;
    for (size_t i = 0; i < n; i++)
        root[i] = sqrt(s->values[ce_packed_index(n, i, i)]);
#pragma omp parallel for schedule(dynamic, 16)
    for (size_t i = 0; i < n; i++) {
        double *row = s->values + ce_packed_index(n, i, i);
        row[0] = 1;
        for (size_t j = i + 1; j < n; j++) {
            double both = root[i] * root[j], value = both > 0 ? row[j - i] / both : 0;
            if (value < 0)
                value = 0;
            row[j - i] = value > 1 ? 1 : value;
        }
    }
    free(root);
    return CE_OK;
}

int ce_probability_trajectories(const ce_elite_graph *graph, size_t steps, ce_similarity *pts,
                                const ce_progress *progress, ce_error *err)
{
    ce_walk walk = {0};
    ce_tail tail = {0};
    int rc;

    if (!steps)
        return ce_fail(err, CE_EARG, "a trajectory of 0 steps, at least 1 expected");
    rc = ce_similarity_alloc_dense(pts, graph->n,
                                   "the matrix of probability trajectory similarities",
                                   "a method that needs no matrix of pairs,", err);
    if (!rc)
        rc = ce_walk_of_graph(&walk, graph, 1, err);
    if (!rc)
        rc = ce_tail_build(&tail, &walk, steps, progress, err);
    if (!rc)
        rc = fill(&walk, &tail, pts->values, progress, err);
    if (!rc)
        rc = normalise(pts, err);
    ce_tail_free(&tail);
    ce_walk_free(&walk);
    if (rc)
        ce_similarity_free(pts);
    return rc;
}
