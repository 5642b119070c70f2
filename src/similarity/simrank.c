#include "similarity/simrank.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/pace.h"
#include "core/parallel.h"
#include "linalg/linalg.h"
#include "similarity/clusters.h"

/* The clusters of each microcluster. */
typedef struct {
    const ce_microclusters *micro;
    ce_clusters clusters;
    size_t m, nc;
    int32_t *cluster; /* owned; count x m: cluster numbers; nc stands for a missing label */
    double *share;    /* owned; count: 1 / p_i; 0 without labels */
} links;

static void links_free(links *l)
{
    ce_clusters_free(&l->clusters);
    free(l->cluster);
    free(l->share);
}

static int links_init(links *l, const ce_microclusters *micro, ce_error *err)
{
    size_t count = micro->count, m = micro->rows.m;
    int rc;

    *l = (links){.micro = micro, .m = m};
    rc = ce_clusters_list(&l->clusters, micro, err);
    if (rc)
        return rc;
    l->nc = l->clusters.count;
    l->cluster = ce_alloc(count * m, sizeof *l->cluster, err);
    l->share = ce_alloc(count, sizeof *l->share, err);
    if (!l->cluster || !l->share)
        return CE_ENOMEM;
    for (size_t i = 0; i < count; i++) {
        size_t present = 0;
        for (size_t q = 0; q < m; q++) {
            int32_t label = ce_labels_column(&micro->rows, q)[i];
            l->cluster[i * m + q] =
                (int32_t)(label < 0 ? l->nc : l->clusters.start[q] + (size_t)label);
            present += label >= 0;
        }
        l->share[i] = present ? 1 / (double)present : 0;
    }
    return CE_OK;
}

/* Room for `count` matrices of all pairs of clusters side by side; the caller frees. */
static double *cluster_matrices(const links *l, size_t count, ce_error *err)
{
    if (ce_memory_check(l->nc, l->nc, count * sizeof(double), "SimRank of all pairs of clusters",
                        "fewer or coarser base clusterings", err))
        return NULL;
    return ce_alloc(count * l->nc * l->nc, sizeof(double), err);
}

/* overlap (nc x nc): the sum of weight over the microclusters that are in both clusters. */
static void sum_overlaps(const links *l, const double *weight, double *overlap)
{
    size_t nc = l->nc, m = l->m;

    memset(overlap, 0, nc * nc * sizeof *overlap);
    /* base clusterings q and r write cells of their own */
#pragma omp parallel for schedule(dynamic)
    for (size_t q = 0; q < m; q++)
        for (size_t i = 0; i < l->micro->count; i++) {
            const int32_t *of = l->cluster + i * m;
            for (size_t r = 0; r < m && (size_t)of[q] < nc; r++)
                if ((size_t)of[r] < nc)
                    overlap[(size_t)of[q] * nc + (size_t)of[r]] += weight[i];
        }
}

/* The formula for an object and another of the same microcluster. */
static double twin_sum(const links *l, const double *link, size_t i)
{
    const int32_t *of = l->cluster + i * l->m;
    double sum = 0;

    for (size_t q = 0; q < l->m; q++)
        for (size_t r = 0; r < l->m; r++)
            if ((size_t)of[q] < l->nc && (size_t)of[r] < l->nc)
                sum += link[(size_t)of[q] * l->nc + (size_t)of[r]];
    return sum * l->share[i] * l->share[i];
}

/* out[j] for first <= j < count: scale * sum of sums[] over the clusters of j; sums[nc] is 0. */
CE_HOT static void gather(const links *l, const double *sums, double scale, size_t first,
                          double *out)
{
    const int32_t *of = l->cluster + first * l->m;

    for (size_t j = first; j < l->micro->count; j++, of += l->m) {
        double sum = 0;
        for (size_t q = 0; q < l->m; q++)
            sum += sums[of[q]];
        out[j] = sum * (scale * l->share[j]);
    }
}

/* s_ij = factor / (p_i p_j) sum of link (nc x nc) over the clusters of i and of j; the diagonal 1.
 */
static int spread(const links *l, const double *link, double factor, ce_similarity *s, double *twin,
                  const ce_progress *progress, ce_error *err)
{
    size_t count = l->micro->count;
    ce_pace pace = ce_pace_of_pieces(progress, count * (count + 1) / 2);
    int failed = 0;

#pragma omp parallel
    {
        double *sums = ce_alloc(l->nc + 1, sizeof *sums, NULL);
        if (!sums) {
#pragma omp atomic write
            failed = 1;
        }
#pragma omp for schedule(dynamic, 16)
        for (size_t i = 0; i < count; i++) {
            double *row = s->values + ce_packed_index(count, i, i) - i;
            if (!sums)
                continue;
            memset(sums, 0, (l->nc + 1) * sizeof *sums);
            for (size_t q = 0; q < l->m; q++) {
                size_t a = (size_t)l->cluster[i * l->m + q];
                for (size_t b = 0; b < l->nc && a < l->nc; b++)
                    sums[b] += link[a * l->nc + b];
            }
            gather(l, sums, factor * l->share[i], i, row);
            row[i] = 1;
            if (twin)
                twin[i] = factor * twin_sum(l, link, i);
            ce_pace_pieces(&pace, count - i);
        }
        free(sums);
    }
    ce_pace_end(&pace);
    return failed ? ce_fail(err, CE_ENOMEM, "out of memory for the SimRank matrix") : CE_OK;
}

/* C after the first step, from S = I: decay |a and b| / (|a| |b|); link (nc x nc). */
static void first_step(const links *l, double decay, double *link)
{
    size_t nc = l->nc;

    sum_overlaps(l, l->micro->size, link);
    for (size_t a = 0; a < nc; a++)
        for (size_t b = 0; b < nc; b++)
            link[a * nc + b] =
                a == b ? 1 : decay * link[a * nc + b] / (l->clusters.size[a] * l->clusters.size[b]);
}

/*
 * C two steps on: S comes from C, and the next C from S. The C between belongs to the other half of
 * the rounds. G(a, b) is the sum of size / p over the microclusters in a and b. The sum of S over
 * the objects of a and of b is decay G C G, but for the objects that are in both: there S(i, i) is
 * 1. weight: count. link, overlap, work: nc x nc each.
 */
static void two_steps(const links *l, double decay, double *weight, double *link, double *overlap,
                      double *work)
{
    size_t nc = l->nc, count = l->micro->count;
    const double *size = l->clusters.size;

    for (size_t i = 0; i < count; i++)
        weight[i] = l->micro->size[i] * l->share[i];
    sum_overlaps(l, weight, overlap);
#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < count; i++)
        weight[i] = l->micro->size[i] * (1 - decay * twin_sum(l, link, i));
    ce_matrix_product(overlap, link, work, nc, nc, nc);
    ce_matrix_product(work, overlap, link, nc, nc, nc);
    sum_overlaps(l, weight, overlap);
    for (size_t a = 0; a < nc; a++) {
        link[a * nc + a] = 1;
        for (size_t b = a + 1; b < nc; b++)
            link[a * nc + b] = link[b * nc + a] =
                decay * (decay * link[a * nc + b] + overlap[a * nc + b]) / (size[a] * size[b]);
    }
}

static void identity(const ce_microclusters *micro, ce_similarity *s, double *twin)
{
    for (size_t i = 0; i < micro->count; i++) {
        s->values[ce_packed_index(s->n, i, i)] = 1;
        if (twin)
            twin[i] = 0;
    }
}

static int prepare(const ce_microclusters *micro, double decay, links *l, ce_similarity *s,
                   ce_error *err)
{
    int rc;

    *l = (links){0};
    if (!(decay > 0 && decay <= 1))
        return ce_fail(err, CE_EARG, "decay %g, above 0 and at most 1 expected", decay);
    rc = links_init(l, micro, err);
    if (rc)
        return rc;
    return ce_similarity_alloc_dense(s, micro->count, "the SimRank matrix",
                                     "a method that needs no matrix of pairs,",
                                     err);
}

int ce_simrank(const ce_microclusters *micro, double decay, size_t rounds, ce_similarity *s,
               double *twin, const ce_progress *progress, ce_error *err)
{
    links l;
    double *matrices = NULL, *link, *weight = NULL;
    int rc;

    if (!rounds)
        return ce_fail(err, CE_EARG, "0 rounds of SimRank, at least 1 expected");
    rc = prepare(micro, decay, &l, s, err);
    if (rc)
        goto done;
    if (rounds == 1) {
        identity(micro, s, twin);
        goto done;
    }
    matrices = link = cluster_matrices(&l, 3, err);
    weight = ce_alloc(micro->count, sizeof *weight, err);
    if (!matrices || !weight) {
        rc = CE_ENOMEM;
        goto done;
    }
    /* The last S needs C of round rounds - 2. This comes from C of two rounds before, and so on
     * down to C = I, or to the C that follows from S = I. */
    if (rounds % 2) {
        first_step(&l, decay, link);
    } else {
        memset(link, 0, l.nc * l.nc * sizeof *link);
        for (size_t a = 0; a < l.nc; a++)
            link[a * l.nc + a] = 1;
    }
    for (size_t t = rounds - 2; t >= 2; t -= 2)
        two_steps(&l, decay, weight, link, link + l.nc * l.nc, link + 2 * l.nc * l.nc);
    rc = spread(&l, link, decay, s, twin, progress, err);
done:
    free(matrices);
    free(weight);
    links_free(&l);
    if (rc)
        ce_similarity_free(s);
    return rc;
}

/* Puts CS into link, scaled by its largest value and the decay, diagonal 1. w: nc x nc, filled with
 * the Jaccard indices and a zero diagonal. */
static int connect_clusters(const links *l, double decay, double *w, double *link, ce_error *err)
{
    size_t nc = l->nc;
    ce_similarity jaccard = {0};
    double largest = 0, *neighbours = ce_calloc(nc, sizeof *neighbours, err);
    int rc = neighbours ? ce_clusters_jaccard(&l->clusters, l->micro, &jaccard, err) : CE_ENOMEM;

    if (rc)
        goto done;
    for (size_t a = 0; a < nc; a++)
        for (size_t b = 0; b < nc; b++) {
            w[a * nc + b] = a == b ? 0 : ce_similarity_dense_get(&jaccard, a, b);
            neighbours[a] += w[a * nc + b] > 0;
        }
    ce_matrix_product(w, w, link, nc, nc, nc);
    for (size_t a = 0; a < nc; a++)
        for (size_t b = a + 1; b < nc; b++) {
            double pairs = neighbours[a] * neighbours[b],
                   cs = pairs > 0 ? link[a * nc + b] / pairs : 0;
            link[a * nc + b] = cs;
            largest = cs > largest ? cs : largest;
        }
    for (size_t a = 0; a < nc; a++) {
        link[a * nc + a] = 1;
        for (size_t b = a + 1; b < nc; b++)
            link[a * nc + b] = link[b * nc + a] =
                largest > 0 ? decay * (link[a * nc + b] / largest) : 0;
    }
done:
    free(neighbours);
    ce_similarity_free(&jaccard);
    return rc;
}

int ce_approximate_simrank(const ce_microclusters *micro, double decay, ce_similarity *s,
                           double *twin, ce_error *err)
{
    links l;
    double *matrices = NULL;
    int rc = prepare(micro, decay, &l, s, err);

    if (rc)
        goto done;
    matrices = cluster_matrices(&l, 3, err);
    if (!matrices) {
        rc = CE_ENOMEM;
        goto done;
    }
    rc = connect_clusters(&l, decay, matrices + l.nc * l.nc, matrices, err);
    if (!rc)
        rc = spread(&l, matrices, 1, s, twin, NULL, err);
done:
    free(matrices);
    links_free(&l);
    if (rc)
        ce_similarity_free(s);
    return rc;
}
