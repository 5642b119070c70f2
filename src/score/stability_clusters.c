/* ce_trust_find. For each object and cluster it needs the sum of the object's consensus
 * with those of the cluster, and how many of these it has a consensus with.
 *
 * Without missing labels the sums are whole numbers: they follow from how many objects of the
 * cluster have each label. With missing labels pairs differ in what they are divided by, and all of
 * them are looked at. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/label_pairs.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "score/contingency.h"
#include "score/stability.h"

enum { ROWS = CE_TILE_ROWS, LANES = CE_TILE_LANES };

typedef struct {
    const ce_labels *labels;
    const double *size;
    const ce_partition *partition;
    size_t k;
    const ce_trust *trust;
    /* Owned: n. The sum of the row's consensus with the others of its cluster, and how many these
     * are, both times the size of the row. */
    double *within, *pairs;
} work;

static double size_of(const work *w, size_t i)
{
    return w->size ? w->size[i] : 1;
}

/* What is known of row i, from its sums and counts by cluster. */
static void finish_row(const work *w, size_t i, const double *sum, const double *count)
{
    int32_t own = w->partition->labels[i], nearest = -1;
    double next = NAN;

    for (size_t c = 0; c < w->k; c++)
        if ((int32_t)c != own && count[c] > 0 && (nearest < 0 || sum[c] / count[c] > next)) {
            nearest = (int32_t)c;
            next = sum[c] / count[c];
        }
    w->within[i] = own < 0 ? 0 : size_of(w, i) * sum[own];
    w->pairs[i] = own < 0 ? 0 : size_of(w, i) * count[own];
    if (w->trust->own) {
        w->trust->own[i] = w->pairs[i] > 0 ? sum[own] / count[own] : NAN;
        w->trust->next[i] = next;
        w->trust->nearest[i] = nearest;
    }
    for (size_t c = 0; c < w->k && w->trust->every; c++)
        w->trust->every[i * w->k + c] = count[c] > 0 ? sum[c] / count[c] : NAN;
}

/* ---- no label is missing ---- */

/* held[(first[q] + label) * k + c]: objects of cluster c with that label in base clustering q;
 * in[c]: objects of cluster c. */
typedef struct {
    size_t *first;
    double *held, *in;
} label_counts;

static void label_counts_free(label_counts *t)
{
    free(t->first);
    free(t->held);
    free(t->in);
}

static int label_counts_build(label_counts *t, const work *w, ce_error *err)
{
    const ce_labels *labels = w->labels;
    size_t total = ce_labels_total(labels);
    int rc =
        ce_memory_check(total, w->k, sizeof *t->held, "the labels of the objects of each cluster",
                        "fewer base clusterings", err);

    if (rc)
        return rc;
    t->first = ce_alloc(labels->m, sizeof *t->first, err);
    t->held = ce_calloc(total, w->k * sizeof *t->held, err);
    t->in = ce_calloc(w->k, sizeof *t->in, err);
    if (!t->first || !t->held || !t->in)
        return CE_ENOMEM;
    for (size_t q = 0, first = 0; q < labels->m; first += (size_t)labels->k[q++]) {
        const int32_t *column = ce_labels_column(labels, q);
        t->first[q] = first;
        for (size_t i = 0; i < labels->n; i++)
            if (w->partition->labels[i] >= 0)
                t->held[(first + (size_t)column[i]) * w->k + (size_t)w->partition->labels[i]] +=
                    size_of(w, i);
    }
    for (size_t i = 0; i < labels->n; i++)
        if (w->partition->labels[i] >= 0)
            t->in[w->partition->labels[i]] += size_of(w, i);
    return CE_OK;
}

CE_HOT static void add_row(double *restrict sum, const double *restrict held, size_t k)
{
    for (size_t c = 0; c < k; c++)
        sum[c] += held[c];
}

/* sum, count: room for k. */
static void complete_row(const work *w, const label_counts *t, size_t i, double *sum, double *count)
{
    int32_t own = w->partition->labels[i];
    double m = (double)w->labels->m;

    memset(sum, 0, w->k * sizeof *sum);
    for (size_t q = 0; q < w->labels->m; q++)
        add_row(sum, t->held + (t->first[q] + (size_t)ce_labels_column(w->labels, q)[i]) * w->k,
                w->k);
    for (size_t c = 0; c < w->k; c++)
        count[c] = m * t->in[c];
    if (own >= 0) {
        sum[own] -= m;
        count[own] -= m;
    }
    finish_row(w, i, sum, count);
}

static int complete(const work *w, ce_error *err)
{
    label_counts t = {0};
    int failed = 0, rc = label_counts_build(&t, w, err);

    if (rc)
        goto done;
#pragma omp parallel
    {
        double *sum = ce_alloc(2 * w->k, sizeof *sum, NULL);
        if (!sum) {
#pragma omp atomic write
            failed = 1;
        }
#pragma omp for schedule(static)
        for (size_t i = 0; i < w->labels->n; i++)
            if (sum)
                complete_row(w, &t, i, sum, sum + w->k);
        free(sum);
    }
    if (failed)
        rc = ce_fail(err, CE_ENOMEM, "out of memory for the consensus of clusters");
done:
    label_counts_free(&t);
    return rc;
}

/* ---- some labels are missing ---- */

/* Rows i .. i + ROWS - 1. sum, count: room for ROWS x k. */
static void gap_rows(const work *w, const ce_label_pairs *pairs, size_t i, uint8_t *codes,
                     double *sum, double *count)
{
    size_t n = pairs->n, rows = n - i < ROWS ? n - i : ROWS;
    uint32_t same[ROWS][LANES], both[ROWS][LANES];

    memset(sum, 0, ROWS * w->k * sizeof *sum);
    memset(count, 0, ROWS * w->k * sizeof *count);
    ce_label_pairs_row(pairs, i, codes);
    for (size_t j = 0; j < n; j += LANES) {
        ce_label_pairs_counts(pairs, codes, j, same, both);
        for (size_t r = 0; r < rows; r++)
            for (size_t l = 0; l < LANES && j + l < n; l++) {
                int32_t c = w->partition->labels[j + l];
                /* an object is no pair with itself, but with the others of its row */
                double others = size_of(w, j + l) - (j + l == i + r);
                if (c < 0 || !both[r][l])
                    continue;
                sum[r * w->k + (size_t)c] += others * ((double)same[r][l] / (double)both[r][l]);
                count[r * w->k + (size_t)c] += others;
            }
    }
    for (size_t r = 0; r < rows; r++)
        finish_row(w, i + r, sum + r * w->k, count + r * w->k);
}

static int with_gaps(const work *w, ce_error *err)
{
    ce_label_pairs pairs = {0};
    size_t blocks = (w->labels->n + ROWS - 1) / ROWS;
    int failed = 0, rc = ce_label_pairs_build(&pairs, w->labels, NULL, err);

    if (rc)
        return rc;
#pragma omp parallel
    {
        uint8_t *codes = ce_alloc(ce_label_pairs_row_bytes(&pairs), 1, NULL);
        double *sum = ce_alloc(2 * ROWS * w->k, sizeof *sum, NULL);
        int out_of_memory = !codes || !sum;
        if (out_of_memory) {
#pragma omp atomic write
            failed = 1;
        }
#pragma omp for schedule(dynamic, 4)
        for (size_t b = 0; b < blocks; b++)
            if (!out_of_memory)
                gap_rows(w, &pairs, b * ROWS, codes, sum, sum + ROWS * w->k);
        free(codes);
        free(sum);
    }
    ce_label_pairs_free(&pairs);
    return failed ? ce_fail(err, CE_ENOMEM, "out of memory for the consensus of clusters") : CE_OK;
}

/* ---- both ---- */

static int sum_clusters(const work *w, ce_error *err)
{
    double *pairs = ce_calloc(w->k, sizeof *pairs, err), *cluster = w->trust->cluster;

    if (!pairs)
        return CE_ENOMEM;
    for (size_t i = 0; i < w->labels->n; i++) {
        int32_t c = w->partition->labels[i];
        if (c < 0)
            continue;
        w->trust->size[c] += size_of(w, i);
        cluster[c] += w->within[i];
        pairs[c] += w->pairs[i];
    }
    for (size_t c = 0; c < w->k; c++)
        cluster[c] = pairs[c] > 0 ? cluster[c] / pairs[c] : NAN;
    free(pairs);
    return CE_OK;
}

void ce_trust_free(ce_trust *trust)
{
    free(trust->size);
    free(trust->cluster);
    free(trust->own);
    free(trust->next);
    free(trust->every);
    free(trust->nearest);
    *trust = (ce_trust){0};
}

static int trust_alloc(ce_trust *trust, size_t n, size_t k, unsigned what, ce_error *err)
{
    int failed = 0;

    if (what & CE_TRUST_CLUSTERS) {
        failed |= !(trust->size = ce_calloc(k, sizeof *trust->size, err));
        failed |= !(trust->cluster = ce_calloc(k, sizeof *trust->cluster, err));
    }
    if (what & CE_TRUST_OBJECTS) {
        failed |= !(trust->own = ce_alloc(n, sizeof *trust->own, err));
        failed |= !(trust->next = ce_alloc(n, sizeof *trust->next, err));
        failed |= !(trust->nearest = ce_alloc(n, sizeof *trust->nearest, err));
    }
    if (what & CE_TRUST_EVERY) {
        int rc = ce_memory_check(n, k, sizeof *trust->every,
                                 "the consensus of each object with each cluster",
                                 "microclusters, or fewer clusters", err);
        if (rc)
            return rc;
        failed |= !(trust->every = ce_alloc(n, k * sizeof *trust->every, err));
    }
    return failed ? CE_ENOMEM : CE_OK;
}

int ce_trust_find(ce_trust *trust, const ce_labels *labels, const double *size,
                  const ce_partition *partition, unsigned what, ce_error *err)
{
    work w = {.labels = labels,
              .size = size,
              .partition = partition,
              .k = (size_t)partition->k,
              .trust = trust};
    int rc = ce_sizes_check(size, labels->n, err);

    if (!rc)
        rc = trust_alloc(trust, labels->n, w.k, what, err);
    if (rc)
        goto done;
    w.within = ce_alloc(labels->n, sizeof *w.within, err);
    w.pairs = ce_alloc(labels->n, sizeof *w.pairs, err);
    rc = w.within && w.pairs ? CE_OK : CE_ENOMEM;
    if (!rc)
        rc = ce_labels_have_missing(labels) ? with_gaps(&w, err) : complete(&w, err);
    if (!rc && trust->cluster)
        rc = sum_clusters(&w, err);
done:
    free(w.within);
    free(w.pairs);
    if (rc)
        ce_trust_free(trust);
    return rc;
}
