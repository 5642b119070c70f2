#include "score/pair_pass.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "core/vectors.h"

enum { LANES = CE_DISTANCE_LANES, QUADS = LANES / CE_QUAD };

/* What all blocks share. */
typedef struct {
    const ce_internal_column *column;
    size_t m, clusters; /* clusters of all columns that are not skipped */
    const ce_internal_input *input;
    unsigned wanted;
    int with_counts; /* some pairs have no distance: they are counted */
    ce_pass_sums *sums;
    ce_silhouettes *silhouettes;
} pass;

/* What a thread works in. Arrays of clusters have LANES values for each cluster of each column. */
typedef struct {
    double *target;      /* of ce_distances_begin */
    double *tile;        /* CE_DISTANCE_ROWS x LANES */
    double *sum, *pairs; /* of clusters: distances to their objects, and how many they are */
    double *widest, *gap, *within, *total; /* m x LANES */
    double *near;        /* m x LANES x neighbours: the smallest distances, ascending */
    int32_t *who;        /* and the objects */
    double *own;         /* m x LANES: the labels of the targets, as numbers */
} worker;

/* ---- a tile ---- */

/* label: of the objects of the tile. sum: of the clusters of the column. Each cluster adds its
 * objects in their order. */
CE_HOT static void add_distances(const double *tile, const int32_t *label, size_t count,
                                 double *sum)
{
    for (size_t r = 0; r < count; r++) {
        const double *distance = tile + r * LANES;
        double *to;
        if (label[r] < 0)
            continue;
        to = sum + (size_t)label[r] * LANES;
#pragma GCC unroll 4
        for (size_t v = 0; v < QUADS; v++)
            *(ce_quad *)(to + v * CE_QUAD) += *(const ce_quad *)(distance + v * CE_QUAD);
    }
}

/* The same where a distance can be missing. */
static void add_present(const double *tile, const int32_t *label, size_t count, double *sum,
                        double *pairs)
{
    for (size_t r = 0; r < count; r++) {
        if (label[r] < 0)
            continue;
        for (size_t l = 0; l < LANES; l++) {
            double distance = tile[r * LANES + l];
            size_t at = (size_t)label[r] * LANES + l;
            sum[at] += isnan(distance) ? 0 : distance;
            pairs[at] += !isnan(distance);
        }
    }
}

/* The largest distance inside the cluster of each target, and the smallest to another. A distance
 * that is NaN is neither. */
CE_HOT static void bound_distances(const double *tile, const int32_t *label, size_t count,
                                   const double *own, double *widest, double *gap)
{
    for (size_t r = 0; r < count; r++) {
        double cluster = label[r];
        if (label[r] < 0)
            continue;
        for (size_t l = 0; l < LANES; l++) {
            double distance = tile[r * LANES + l], inside = own[l] == cluster ? distance : 0,
                   outside = own[l] == cluster ? INFINITY : distance;
            widest[l] = inside > widest[l] ? inside : widest[l];
            gap[l] = outside < gap[l] ? outside : gap[l];
        }
    }
}

/* Squared distances inside the cluster of each target, and to all objects with a label. */
CE_HOT static void square_distances(const double *tile, const int32_t *label, size_t count,
                                    const double *own, double *within, double *total)
{
    for (size_t r = 0; r < count; r++) {
        double cluster = label[r];
        if (label[r] < 0)
            continue;
        for (size_t l = 0; l < LANES; l++) {
            double two = tile[r * LANES + l] * tile[r * LANES + l];
            within[l] += own[l] == cluster ? two : 0;
            total[l] += two;
        }
    }
}

static void insert(double *near, int32_t *who, size_t most, double distance, int32_t object)
{
    size_t at = most - 1;

    for (; at > 0 && near[at - 1] > distance; at--) {
        near[at] = near[at - 1];
        who[at] = who[at - 1];
    }
    near[at] = distance;
    who[at] = object;
}

/* Objects come in their order, so that of equal distances the first stays in front. */
static void find_near(const double *tile, const int32_t *label, size_t first, size_t count,
                      const size_t *target, double *near, int32_t *who, size_t most)
{
    for (size_t r = 0; r < count; r++) {
        if (label[r] < 0)
            continue;
        for (size_t l = 0; l < LANES; l++) {
            double distance = tile[r * LANES + l];
            if (distance < near[l * most + most - 1] && target[l] != first + r)
                insert(near + l * most, who + l * most, most, distance, (int32_t)(first + r));
        }
    }
}

static void use_tile(const pass *p, worker *w, const size_t *target, size_t first, size_t count)
{
    size_t most = p->input->neighbours;

    for (size_t q = 0; q < p->m; q++) {
        const ce_internal_column *column = &p->column[q];
        const int32_t *label = column->label + first;
        size_t lanes = q * LANES, clusters = column->start * LANES;
        if (column->skip)
            continue;
        if (p->wanted & CE_INTERNAL_SILHOUETTE && p->with_counts)
            add_present(w->tile, label, count, w->sum + clusters, w->pairs + clusters);
        else if (p->wanted & CE_INTERNAL_SILHOUETTE)
            add_distances(w->tile, label, count, w->sum + clusters);
        if (p->wanted & CE_INTERNAL_DUNN)
            bound_distances(w->tile, label, count, w->own + lanes, w->widest + lanes,
                            w->gap + lanes);
        if (p->wanted & CE_INTERNAL_CH)
            square_distances(w->tile, label, count, w->own + lanes, w->within + lanes,
                             w->total + lanes);
        if (p->wanted & CE_INTERNAL_CONNECTIVITY)
            find_near(w->tile, label, first, count, target, w->near + lanes * most,
                      w->who + lanes * most, most);
    }
}

/* ---- a target ---- */

ce_silhouette ce_silhouette_find(const ce_internal_column *column, int32_t own, const double *sum,
                                 const double *pairs)
{
    ce_silhouette found = {.own = NAN, .next = NAN, .silhouette = NAN, .nearest = -1};

    for (int32_t c = 0; c < column->k; c++) {
        size_t at = (size_t)c * LANES;
        double count = (double)column->size[c], mean;
        if (pairs)
            count = pairs[at];
        count -= c == own; /* the object itself, at distance 0 */
        mean = count > 0 ? sum[at] / count : NAN;
        if (c == own)
            found.own = mean;
        else if (!isnan(mean) && !(mean >= found.next)) {
            found.next = mean;
            found.nearest = c;
        }
    }
    if (column->size[own] == 1)
        found.silhouette = 0;
    else if (!isnan(found.own) && !isnan(found.next)) {
        double larger = found.own > found.next ? found.own : found.next;
        found.silhouette = larger > 0 ? (found.next - found.own) / larger : 0;
    }
    return found;
}

void ce_silhouette_add(const ce_silhouette *found, ce_pass_sums *sums, ce_silhouettes *all,
                       size_t at)
{
    if (!isnan(found->silhouette)) {
        sums->counted++;
        sums->silhouette += found->silhouette;
        sums->squares += found->silhouette * found->silhouette;
    }
    if (!all)
        return;
    all->own[at] = found->own;
    all->next[at] = found->next;
    all->silhouette[at] = found->silhouette;
    all->nearest[at] = found->nearest;
}

/* who: the nearest objects of the target, -1 behind the last one. */
static double find_connectivity(const int32_t *label, int32_t own, const int32_t *who, size_t most)
{
    double sum = 0;

    for (size_t r = 0; r < most && who[r] >= 0; r++)
        sum += label[who[r]] == own ? 0 : 1 / (double)(r + 1);
    return sum;
}

/* Target t in lane l, whose label is own, adds to the sums of the block. */
static void finish_target(const pass *p, const worker *w, size_t q, size_t t, size_t l, int32_t own,
                          ce_pass_sums *sums)
{
    const ce_internal_column *column = &p->column[q];
    size_t clusters = column->start * LANES + l, lane = q * LANES + l,
           most = p->input->neighbours;

    if (p->wanted & CE_INTERNAL_SILHOUETTE) {
        size_t at = p->silhouettes ? q * p->silhouettes->targets + t : 0;
        ce_silhouette found = ce_silhouette_find(column, own, w->sum + clusters,
                                                 p->with_counts ? w->pairs + clusters : NULL);
        ce_silhouette_add(&found, sums, p->silhouettes, at);
    }
    if (p->wanted & CE_INTERNAL_DUNN) {
        sums->widest = w->widest[lane] > sums->widest ? w->widest[lane] : sums->widest;
        sums->gap = w->gap[lane] < sums->gap ? w->gap[lane] : sums->gap;
    }
    if (p->wanted & CE_INTERNAL_CH) {
        sums->within += w->within[lane] / (2 * (double)column->size[own]);
        sums->total += w->total[lane] / (2 * (double)column->labelled);
    }
    if (p->wanted & CE_INTERNAL_CONNECTIVITY)
        sums->connectivity +=
            find_connectivity(column->label, own, w->who + lane * most, most);
}

/* ---- a block ---- */

/* Sets what the block sums up, and only what is wanted is there. */
static void clear(const pass *p, worker *w)
{
    size_t lanes = p->m * LANES, near = lanes * p->input->neighbours;

    if (p->wanted & CE_INTERNAL_SILHOUETTE)
        memset(w->sum, 0, p->clusters * LANES * sizeof *w->sum);
    if (p->with_counts)
        memset(w->pairs, 0, p->clusters * LANES * sizeof *w->pairs);
    for (size_t e = 0; e < lanes; e++) {
        w->widest[e] = w->within[e] = w->total[e] = 0;
        w->gap[e] = INFINITY;
    }
    for (size_t e = 0; e < near && p->wanted & CE_INTERNAL_CONNECTIVITY; e++) {
        w->near[e] = INFINITY;
        w->who[e] = -1;
    }
}

/* The targets from number `first` on; the lanes behind the last one repeat it. */
static void run_block(const pass *p, worker *w, size_t first, size_t targets)
{
    const ce_internal_input *input = p->input;
    size_t lanes = targets - first < LANES ? targets - first : LANES, n = input->distances->n;
    size_t target[LANES];

    for (size_t l = 0; l < LANES; l++) {
        size_t t = first + (l < lanes ? l : lanes - 1);
        target[l] = input->sample ? input->sample[t] : t;
    }
    clear(p, w);
    for (size_t q = 0; q < p->m; q++)
        for (size_t l = 0; l < LANES; l++)
            w->own[q * LANES + l] = p->column[q].label[target[l]];
    ce_distances_begin(input->distances, target, w->target);
    for (size_t j = 0; j < n; j += CE_DISTANCE_ROWS) {
        size_t count = n - j < CE_DISTANCE_ROWS ? n - j : CE_DISTANCE_ROWS;
        ce_distances_tile(input->distances, target, w->target, j, count, w->tile);
        use_tile(p, w, target, j, count);
    }
    for (size_t q = 0; q < p->m; q++) {
        ce_pass_sums *sums = &p->sums[first / LANES * p->m + q];
        sums->gap = INFINITY;
        for (size_t l = 0; l < lanes && !p->column[q].skip; l++)
            if (p->column[q].label[target[l]] >= 0)
                finish_target(p, w, q, first + l, l, p->column[q].label[target[l]], sums);
    }
}

static int worker_alloc(worker *w, const pass *p, ce_error *err)
{
    size_t lanes = p->m * LANES, clusters = p->clusters * LANES,
           near = p->wanted & CE_INTERNAL_CONNECTIVITY ? lanes * p->input->neighbours : 0;

    w->target = ce_alloc(ce_distances_work(p->input->distances), sizeof(double), err);
    w->tile = ce_alloc((size_t)CE_DISTANCE_ROWS * LANES, sizeof(double), err);
    w->sum = ce_alloc(p->wanted & CE_INTERNAL_SILHOUETTE ? clusters : 0, sizeof(double), err);
    w->pairs = ce_alloc(p->with_counts ? clusters : 0, sizeof(double), err);
    w->widest = ce_alloc(lanes, sizeof(double), err);
    w->gap = ce_alloc(lanes, sizeof(double), err);
    w->within = ce_alloc(lanes, sizeof(double), err);
    w->total = ce_alloc(lanes, sizeof(double), err);
    w->own = ce_alloc(lanes, sizeof(double), err);
    w->near = ce_alloc(near, sizeof(double), err);
    w->who = ce_alloc(near, sizeof(int32_t), err);
    return w->target && w->tile && w->sum && w->pairs && w->widest && w->gap && w->within &&
                   w->total && w->own && w->near && w->who
               ? CE_OK
               : CE_ENOMEM;
}

static void worker_free(worker *w)
{
    free(w->target);
    free(w->tile);
    free(w->sum);
    free(w->pairs);
    free(w->widest);
    free(w->gap);
    free(w->within);
    free(w->total);
    free(w->own);
    free(w->near);
    free(w->who);
}

static void workers_free(worker *all, size_t threads)
{
    for (size_t t = 0; all && t < threads; t++)
        worker_free(&all[t]);
    free(all);
}

static int workers_alloc(worker **all, size_t threads, const pass *p, ce_error *err)
{
    int rc;

    *all = ce_calloc(threads, sizeof **all, err);
    rc = *all ? CE_OK : CE_ENOMEM;
    for (size_t t = 0; t < threads && !rc; t++)
        rc = worker_alloc(&(*all)[t], p, err);
    return rc;
}

int ce_pair_pass(const ce_internal_column *column, size_t m, const ce_internal_input *input,
                 unsigned wanted, ce_pass_sums *sums, ce_silhouettes *silhouettes, ce_error *err)
{
    pass p = {.column = column,
              .m = m,
              .input = input,
              .wanted = wanted,
              .with_counts =
                  input->distances->present != NULL && wanted & CE_INTERNAL_SILHOUETTE,
              .sums = sums,
              .silhouettes = silhouettes};
    size_t targets = input->sample ? input->samples : input->distances->n,
           blocks = (targets + LANES - 1) / LANES, threads = (size_t)ce_threads(), done = 0;
    worker *workers = NULL;
    int rc;

    for (size_t q = 0; q < m; q++)
        p.clusters += column[q].skip ? 0 : (size_t)column[q].k;
    if (!p.clusters)
        return CE_OK;
    rc = workers_alloc(&workers, threads, &p, err);
    if (rc)
        goto finish;
    ce_progress_report(input->progress, 0, blocks);
#pragma omp parallel for schedule(dynamic, 4)
    for (size_t b = 0; b < blocks; b++) {
        run_block(&p, &workers[ce_thread()], b * LANES, targets);
        if (input->progress) {
#pragma omp critical(ce_pair_pass_progress)
            ce_progress_report(input->progress, ++done, blocks);
        }
    }
finish:
    workers_free(workers, threads);
    return rc;
}
