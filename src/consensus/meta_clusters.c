#include "consensus/graph_cuts.h"

#include <stdlib.h>

#include "core/memory.h"

int ce_meta_clusters_check(const ce_similarity *similarity, const char *method, size_t k,
                           ce_error *err)
{
    size_t n = similarity->n;

    if (k == 1 || k >= n)
        return CE_OK;
    for (size_t a = 0; a < n; a++)
        for (size_t b = a + 1; b < n; b++)
            if (ce_similarity_dense_get(similarity, a, b) > 0)
                return CE_OK;
    return ce_fail(err, CE_EINPUT,
                   "%s: no two of %zu clusters have a similarity above 0, so they cannot be "
                   "grouped: add base clusterings with other clusters, or use another function, "
                   "such as eac-al",
                   method, n);
}

int ce_meta_clusters_compete(const ce_microclusters *micro, const ce_clusters *clusters,
                             const ce_partition *meta, ce_partition *small, ce_error *err)
{
    size_t parts = (size_t)meta->k;
    int64_t *members = ce_calloc(2 * parts, sizeof *members, err), *votes;
    int rc = members ? ce_partition_alloc(small, micro->count, err) : CE_ENOMEM;

    if (rc) {
        free(members);
        return rc;
    }
    votes = members + parts;
    for (size_t a = 0; a < clusters->count; a++)
        members[meta->labels[a]]++;
    for (size_t i = 0; i < micro->count; i++) {
        size_t best = 0;
        for (size_t c = 0; c < parts; c++)
            votes[c] = 0;
        for (size_t q = 0; q < micro->rows.m; q++) {
            int32_t label = ce_labels_column(&micro->rows, q)[i];
            if (label >= 0)
                votes[meta->labels[clusters->start[q] + (size_t)label]]++;
        }
        for (size_t c = 1; c < parts; c++)
            if (votes[c] * members[best] > votes[best] * members[c])
                best = c;
        small->labels[i] = (int32_t)best;
    }
    small->k = meta->k;
    free(members);
    return CE_OK;
}
