#include "generate/linkage_members.h"

#include <string.h>

int ce_generate_linkage(const ce_matrix *x, ce_linkage_method method, const int *k, size_t count,
                        ce_labels *labels, const ce_progress *progress, ce_error *err)
{
    ce_dendrogram tree = {0};
    ce_partition partition = {0};
    int rc = ce_labels_alloc(labels, x->rows, count, err);

    if (!rc)
        rc = ce_linkage_points(x, method, progress, &tree, err);
    for (size_t q = 0; q < count && !rc; q++) {
        if ((rc = ce_dendrogram_cut(&tree, (size_t)k[q], &partition, err)))
            break;
        memcpy(ce_labels_column(labels, q), partition.labels, x->rows * sizeof *partition.labels);
        labels->k[q] = partition.k;
    }
    ce_partition_free(&partition);
    ce_dendrogram_free(&tree);
    if (rc)
        ce_labels_free(labels);
    return rc;
}
