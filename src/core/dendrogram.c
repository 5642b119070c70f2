#include "core/dendrogram.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"

int ce_dendrogram_alloc(ce_dendrogram *tree, size_t n, ce_error *err)
{
    ce_dendrogram_free(tree);
    tree->merge = ce_alloc(n ? n - 1 : 0, sizeof *tree->merge, err);
    if (!tree->merge)
        return CE_ENOMEM;
    tree->n = n;
    return CE_OK;
}

void ce_dendrogram_free(ce_dendrogram *tree)
{
    if (!tree)
        return;
    free(tree->merge);
    *tree = (ce_dendrogram){0};
}

/* Does the first `count` merges. */
static int cut(const ce_dendrogram *tree, size_t count, ce_partition *partition, ce_error *err)
{
    size_t nodes = tree->n + count;
    int32_t *label = ce_alloc(nodes, sizeof *label, err);
    int rc = label ? ce_partition_alloc(partition, tree->n, err) : CE_ENOMEM;

    if (rc)
        goto done;
    /* from the last node down: a root takes its own number, a child that of its parent */
    for (size_t v = 0; v < nodes; v++)
        label[v] = (int32_t)v;
    for (size_t t = count; t-- > 0;) {
        label[tree->merge[t].left] = label[tree->n + t];
        label[tree->merge[t].right] = label[tree->n + t];
    }
    for (size_t i = 0; i < tree->n; i++)
        partition->labels[i] = label[i];
    rc = ce_labels_renumber(partition->labels, tree->n, &partition->k, err);
done:
    free(label);
    if (rc)
        ce_partition_free(partition);
    return rc;
}

int ce_dendrogram_cut(const ce_dendrogram *tree, size_t k, ce_partition *partition, ce_error *err)
{
    size_t count = k < tree->n ? tree->n - k : 0;

    return cut(tree, count < tree->merges ? count : tree->merges, partition, err);
}

int ce_dendrogram_cut_height(const ce_dendrogram *tree, double height, ce_partition *partition,
                             ce_error *err)
{
    size_t count = 0;

    while (count < tree->merges && tree->merge[count].height <= height)
        count++;
    return cut(tree, count, partition, err);
}

size_t ce_dendrogram_distinct(const ce_dendrogram *tree)
{
    size_t equal = 0;

    while (equal < tree->merges && !(tree->merge[equal].height > 0))
        equal++;
    return tree->n - equal;
}

/* Positions are given from the root down: a node knows where its leaves begin, and how many they
 * are. */
int ce_dendrogram_order(const ce_dendrogram *tree, size_t *order, ce_error *err)
{
    size_t nodes = tree->n + tree->merges, at = 0;
    size_t *leaves = ce_alloc(nodes, sizeof *leaves, err),
           *first = ce_alloc(nodes, sizeof *first, err);
    unsigned char *joined = ce_calloc(nodes, 1, err);
    int rc = leaves && first && joined ? CE_OK : CE_ENOMEM;

    for (size_t v = 0; v < nodes && !rc; v++) {
        const ce_merge *merge = v < tree->n ? NULL : &tree->merge[v - tree->n];
        leaves[v] = merge ? leaves[merge->left] + leaves[merge->right] : 1;
        if (merge)
            joined[merge->left] = joined[merge->right] = 1;
    }
    for (size_t v = 0; v < nodes && !rc; v++)
        if (!joined[v]) {
            first[v] = at;
            at += leaves[v];
        }
    for (size_t t = rc ? 0 : tree->merges; t-- > 0;) {
        const ce_merge *merge = &tree->merge[t];
        first[merge->left] = first[tree->n + t];
        first[merge->right] = first[tree->n + t] + leaves[merge->left];
    }
    for (size_t i = 0; i < tree->n && !rc; i++)
        order[first[i]] = i;
    free(leaves);
    free(first);
    free(joined);
    return rc;
}

int ce_dendrogram_life(const ce_dendrogram *tree, size_t k, double *from, double *to)
{
    size_t n = tree->n;
    int several = tree->merges > 0 && tree->merge[tree->merges - 1].size > (double)n;

    /* merge t (from 0) leaves n - t - 1 clusters, so there are k from merge n-k-1 to merge n-k */
    if (k < 2 || k + !several > n || n - k >= tree->merges)
        return 0;
    *from = k < n ? tree->merge[n - k - 1].height : 0;
    *to = tree->merge[n - k].height;
    return 1;
}

size_t ce_dendrogram_lifetime(const ce_dendrogram *tree, double *lifetime)
{
    size_t n = tree->n, best = n < 3 ? n : 2;
    double top = tree->merges ? fabs(tree->merge[tree->merges - 1].height) : 0;
    double longest = -1, from, to;

    for (size_t k = 2; ce_dendrogram_life(tree, k, &from, &to); k++)
        if (to - from > longest + 1e-12 * top) { /* rounding must not break ties */
            longest = to - from;
            best = k;
        }
    if (lifetime)
        *lifetime = longest < 0 ? 0 : longest;
    return best;
}
