/* The components of a graph, and groups of them. */
#include <stdlib.h>
#include <string.h>

#include "core/disjoint_sets.h"
#include "core/memory.h"
#include "partition/graph/laplacian_internal.h"

/* Puts the ends of an edge into one component. The lower root stays. Refuses a negative one. */
static int join(int32_t *parent, size_t i, size_t j, double value, ce_error *err)
{
    if (!(value >= 0))
        return ce_fail(
            err, CE_EINPUT,
            "the affinity of objects %zu and %zu is %g; spectral clustering needs affinities >= 0",
            i + 1, j + 1, value);
    if (value == 0 || i == j)
        return CE_OK;
    ce_sets_join(parent, (int32_t)i, (int32_t)j);
    return CE_OK;
}

/* Finds components where only products are known, by what a 0/1 vector reaches. Numbers as below.
 */
static int spread_components(ce_laplacian *l, ce_error *err)
{
    double *reached = ce_alloc(l->n, sizeof *reached, err);

    if (!reached)
        return CE_ENOMEM;
    for (size_t i = 0; i < l->n; i++)
        l->component[i] = -1;
    for (size_t v = 0; v < l->n; v++) {
        if (l->component[v] >= 0 || !(l->degree[v] > 0))
            continue;
        memset(l->scaled, 0, l->n * sizeof *l->scaled);
        l->scaled[v] = 1;
        l->component[v] = (int32_t)l->components;
        for (int grown = 1; grown;) {
            grown = 0;
            ce_laplacian_multiply(l, l->scaled, reached);
            for (size_t i = 0; i < l->n; i++) {
                int is_new = reached[i] > 0 && l->component[i] < 0;
                l->scaled[i] = is_new;
                grown |= is_new;
                if (is_new)
                    l->component[i] = (int32_t)l->components;
            }
        }
        l->components++;
    }
    free(reached);
    return CE_OK;
}

/* component[v]: numbered by first appearance, -1 for vertices without an edge. */
static int find_components(ce_laplacian *l, ce_error *err)
{
    const ce_similarity *a = l->a;
    int32_t *parent = ce_alloc(l->n, sizeof *parent, err);
    int rc = parent ? CE_OK : CE_ENOMEM;

    if (!rc)
        ce_sets_begin(parent, l->n);
    for (size_t i = 0; i < l->n && !rc; i++)
        if (a->row_start)
            for (size_t e = a->row_start[i]; e < a->row_start[i + 1] && !rc; e++)
                rc = join(parent, i, (size_t)a->column[e], a->values[e], err);
        else
            for (size_t j = i; j < l->n && !rc; j++)
                rc = join(parent, i, j, a->values[ce_packed_index(l->n, i, j)], err);
    for (size_t i = 0; i < l->n && !rc; i++) {
        int32_t root = ce_sets_find(parent, (int32_t)i);
        if (!(l->degree[i] > 0))
            l->component[i] = -1;
        else
            l->component[i] = (size_t)root == i ? (int32_t)l->components++ : l->component[root];
    }
    free(parent);
    return rc;
}

/* Vertices that share a column are in one component. A vertex that is alone in all its columns is
 * isolated, unless it stands for several objects. */
static int find_factor_components(ce_laplacian *l, ce_error *err)
{
    size_t n = l->n, d = l->u->columns;
    const double *value;
    const int32_t *column;
    int32_t *parent = ce_alloc(n + d, sizeof *parent, err), *number = NULL;
    size_t *members = NULL;
    int rc = parent ? CE_OK : CE_ENOMEM;

    if (!rc)
        ce_sets_begin(parent, n + d);
    for (size_t i = 0; i < n && !rc; i++)
        for (size_t e = 0, count = ce_biadjacency_row(l->u, i, &value, &column); e < count && !rc;
             e++)
            rc = value[e] >= 0
                     ? join(parent, i, n + (column ? (size_t)column[e] : e), value[e], err)
                     : ce_fail(err, CE_EINPUT,
                               "object %zu has %g in a factor of affinities; entries >= 0 expected",
                               i + 1, value[e]);
    if (rc)
        goto done;
    members = ce_calloc(n + d, sizeof *members, err);
    number = ce_alloc(n + d, sizeof *number, err);
    if (!members || !number) {
        rc = CE_ENOMEM;
        goto done;
    }
    for (size_t v = 0; v < n + d; v++)
        number[v] = -1;
    for (size_t i = 0; i < n; i++)
        members[ce_sets_find(parent, (int32_t)i)]++;
    for (size_t i = 0; i < n; i++) {
        size_t root = (size_t)ce_sets_find(parent, (int32_t)i);
        int isolated = members[root] == 1 && !(l->own[i] * ce_laplacian_own_share(l, i) > 0);
        if (!isolated && number[root] < 0)
            number[root] = (int32_t)l->components++;
        l->component[i] = isolated ? -1 : number[root];
        if (isolated)
            l->degree[i] = 0;
    }
done:
    free(parent);
    free(members);
    free(number);
    return rc;
}

int ce_laplacian_number_components(ce_laplacian *l, ce_error *err)
{
    if (l->u)
        return find_factor_components(l, err);
    return l->a ? find_components(l, err) : spread_components(l, err);
}

int ce_laplacian_group(const ce_laplacian *l, const double *weight, size_t k, int32_t *labels,
                       ce_error *err)
{
    double *sum = ce_calloc(l->components, sizeof *sum, err);
    int32_t *label = ce_alloc(l->components, sizeof *label, err), last = (int32_t)k - 1;
    int rc = sum && label ? CE_OK : CE_ENOMEM;

    for (size_t i = 0; i < l->n && !rc; i++)
        if (l->component[i] >= 0)
            sum[l->component[i]] += weight ? weight[i] : 1;
    for (size_t c = 0; c < l->components && !rc; c++)
        label[c] = last;
    for (size_t g = 0; g + 1 < k && g < l->components && !rc; g++) {
        size_t best = l->components;
        for (size_t c = 0; c < l->components; c++)
            if (label[c] == last && (best == l->components || sum[c] > sum[best]))
                best = c;
        label[best] = (int32_t)g;
    }
    for (size_t i = 0; i < l->n && !rc; i++)
        labels[i] = l->component[i] < 0 ? last : label[l->component[i]];
    free(sum);
    free(label);
    return rc;
}
