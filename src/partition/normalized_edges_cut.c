/* The cut of the tree of normalized edges, and the clusters that are left over. */
#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "partition/linkage/fractions.h"
#include "partition/normalized_edges.h"

/* Sums of similarities between the clusters of a partition, over pairs of objects. */
static int cluster_sums(const ce_similarity *s, const double *size, const ce_partition *partition,
                        ce_similarity *sums, double *cluster_size, ce_error *err)
{
    const int32_t *label = partition->labels;
    size_t q = ce_common_denominator(s, CE_DENOMINATOR_LIMIT), c = (size_t)partition->k;
    int rc = ce_similarity_alloc_dense(sums, c, "the similarities between leftover clusters",
                                       CE_OPT("leftover") " keep", err);

    for (size_t i = 0; i < s->n && !rc; i++) {
        size_t first = s->row_start ? s->row_start[i] : ce_packed_index(s->n, i, i);
        size_t count = s->row_start ? s->row_start[i + 1] - first : s->n - i;
        cluster_size[label[i]] += size ? size[i] : 1;
        for (size_t e = first; e < first + count; e++) {
            size_t j = s->row_start ? (size_t)s->column[e] : i + (e - first);
            size_t a = (size_t)label[i], b = (size_t)label[j];
            double value = q ? rint(s->values[e] * (double)q) : s->values[e];
            if (j <= i || a == b)
                continue;
            sums->values[ce_packed_index(c, a < b ? a : b, a < b ? b : a)] +=
                value * (size ? size[i] * size[j] : 1);
        }
    }
    return rc;
}

/* Joins the smallest cluster to the one of the largest mean similarity until k are left. to: the
 * cluster that each went to. Ties: the cluster of the smallest member. */
static void absorb(ce_similarity *sums, double *size, int32_t *to, size_t k)
{
    size_t count = sums->n;

    for (size_t left = count; left > k; left--) {
        size_t least = count, best = count, low, high;
        double most = 0;
        for (size_t a = 0; a < count; a++)
            if (to[a] == (int32_t)a && (least == count || size[a] < size[least]))
                least = a;
        for (size_t b = 0; b < count; b++) {
            double mean = ce_similarity_dense_get(sums, least, b) / (size[least] * size[b]);
            if (to[b] != (int32_t)b || b == least || (best < count && !(mean > most)))
                continue;
            best = b;
            most = mean;
        }
        low = least < best ? least : best;
        high = least < best ? best : least;
        size[low] += size[high];
        for (size_t x = 0; x < count; x++) {
            if (to[x] == (int32_t)high)
                to[x] = (int32_t)low;
            if (to[x] == (int32_t)x && x != low)
                sums->values[ce_packed_index(count, x < low ? x : low, x < low ? low : x)] +=
                    ce_similarity_dense_get(sums, high, x);
        }
    }
}

int ce_hne_absorb(ce_partition *partition, const ce_similarity *s, const double *size, size_t k,
                  ce_error *err)
{
    ce_similarity sums = {0};
    double *cluster_size = ce_calloc((size_t)partition->k, sizeof *cluster_size, err);
    int32_t *to = ce_alloc((size_t)partition->k, sizeof *to, err);
    int rc =
        cluster_size && to ? cluster_sums(s, size, partition, &sums, cluster_size, err) : CE_ENOMEM;

    if (!rc) {
        for (int32_t c = 0; c < partition->k; c++)
            to[c] = c;
        absorb(&sums, cluster_size, to, k);
        for (size_t i = 0; i < partition->n; i++)
            partition->labels[i] = to[partition->labels[i]];
        rc = ce_labels_renumber(partition->labels, partition->n, &partition->k, err);
    }
    ce_similarity_free(&sums);
    free(cluster_size);
    free(to);
    if (rc)
        ce_partition_free(partition);
    return rc;
}

int ce_hne_cut(const ce_dendrogram *tree, const ce_similarity *s, const double *size, size_t k,
               ce_hne_leftover leftover, ce_partition *partition, ce_error *err)
{
    int rc = ce_dendrogram_cut(tree, k, partition, err);

    if (rc || leftover == CE_LEFTOVER_KEEP || (size_t)partition->k <= k)
        return rc;
    return ce_hne_absorb(partition, s, size, k, err);
}
