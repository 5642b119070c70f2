/*
 * Hartigan's method: single rows move from cluster to cluster while this lowers the inertia.
 *
 * Without a row of weight w, a cluster of weight W has w W / (W - w) times its squared distance
 * less inertia. With it, one has w W / (W + w) times its squared distance more. So a row can be
 * nearest to its own centre only because it is itself part of that mean, and Lloyd's steps never
 * move it.
 * Where there are more features than rows this holds for almost every row, since rows are about
 * equally far from each other, and Lloyd's steps end where they start [Telgarsky and Vattani 2010].
 *
 * Where no move helps Lloyd's steps end too: the factor of the own cluster is above 1, those of the
 * others are below.
 */
#include "kmeans/kmeans_transfer.h"

#include <stdlib.h>

#include "core/memory.h"
#include "core/parallel.h"

/* A move must lower the inertia by more than rounding. */
#define LEAST_GAIN 1e-12

/* Entries of distances that are kept. */
#define MOST_KEPT ((size_t)1 << 25)

/* Distances of rows to the centres as they were at some version of these. */
typedef struct {
    ce_kmeans_run *run;
    ce_kmeans_sums *sums;
    double *distance;  /* owned; count x k, or NULL */
    uint32_t *seen;    /* owned; count x k: the version of the centre; 0: none */
    uint32_t *version; /* owned; k: from 1 on */
} transfer;

static int transfer_alloc(transfer *t, ce_error *err)
{
    size_t count = t->run->data->count, k = t->run->k;

    t->version = ce_alloc(k, sizeof *t->version, err);
    if (!t->version)
        return CE_ENOMEM;
    for (size_t j = 0; j < k; j++)
        t->version[j] = 1;
    if (count > MOST_KEPT / k)
        return CE_OK;
    t->distance = ce_alloc(count * k, sizeof *t->distance, err);
    t->seen = ce_calloc(count * k, sizeof *t->seen, err);
    return t->distance && t->seen ? CE_OK : CE_ENOMEM;
}

static void transfer_free(transfer *t)
{
    free(t->distance);
    free(t->seen);
    free(t->version);
}

static double mass_of(const ce_kmeans_sums *sums, size_t j)
{
    return sums->mass[j] + sums->mass_rest[j];
}

static CE_HOT double find_distance(const ce_kmeans_run *run, size_t r, size_t j)
{
    const double *row = ce_kmeans_row(run->data, r);
    double tail[CE_LANES];

    ce_squared_distance_tail(row, run->data->d, tail);
    return ce_squared_distance(row, tail, run->centre + j * run->stride, run->data->d);
}

static double distance_to(const transfer *t, size_t r, size_t j)
{
    size_t at = r * t->run->k + j;

    if (!t->distance)
        return find_distance(t->run, r, j);
    if (t->seen[at] != t->version[j]) {
        t->distance[at] = find_distance(t->run, r, j);
        t->seen[at] = t->version[j];
    }
    return t->distance[at];
}

/* The cluster that row r moves to; its own: it stays. Ties: the lowest. A cluster of this row alone
 * keeps it, and an empty one gets none. */
static int32_t better(const transfer *t, size_t r)
{
    const ce_kmeans_run *run = t->run;
    int32_t own = run->label[r], best = own;
    double w = ce_kmeans_weight(run->data, r), mass = mass_of(t->sums, (size_t)own), least;

    if (t->sums->rows[own] < 2)
        return own;
    least = mass / (mass - w) * distance_to(t, r, (size_t)own) * (1 - LEAST_GAIN);
    for (size_t j = 0; j < run->k; j++) {
        double cost;
        if ((int32_t)j == own || !t->sums->rows[j])
            continue;
        mass = mass_of(t->sums, j);
        cost = mass / (mass + w) * distance_to(t, r, j);
        if (cost < least) {
            least = cost;
            best = (int32_t)j;
        }
    }
    return best;
}

/* The centre of a cluster whose rows have changed. */
static void set_centre(transfer *t, int32_t j)
{
    ce_kmeans_sums_mean(t->sums, t->run, (size_t)j, t->run->centre + (size_t)j * t->run->stride);
    t->version[j]++;
}

/* 1 when no row has moved in a whole pass. */
static int pass_over(transfer *t, size_t passes)
{
    ce_kmeans_run *run = t->run;
    size_t count = run->data->count, quiet = 0;

    for (size_t pass = 0; pass < passes; pass++)
        for (size_t r = 0; r < count; r++) {
            int32_t from = run->label[r], to = better(t, r);
            if (to != from) {
                run->label[r] = to;
                ce_kmeans_sums_move_row(t->sums, run, r, from, to);
                set_centre(t, from);
                set_centre(t, to);
                quiet = 0;
            } else if (++quiet == count) {
                return 1;
            }
        }
    return 0;
}

int ce_kmeans_transfer(ce_kmeans_run *run, ce_kmeans_sums *sums, size_t passes, int *converged,
                       ce_error *err)
{
    transfer t = {.run = run, .sums = sums};
    int rc = transfer_alloc(&t, err);

    if (!rc)
        *converged = pass_over(&t, passes);
    transfer_free(&t);
    return rc;
}
