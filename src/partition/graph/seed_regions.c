#include "partition/graph/seed_regions.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/disjoint_sets.h"
#include "core/labels.h"
#include "core/memory.h"
#include "partition/linkage/linkage.h"

/* A core below one in so many of the mean cluster is no candidate at first. */
enum { SHARE_OF_CLUSTER = 10 };

void ce_similarity_pairs(const ce_similarity *s, ce_pair_fn *pair, void *state)
{
    for (size_t i = 0; i < s->n; i++)
        if (s->row_start) {
            for (size_t e = s->row_start[i]; e < s->row_start[i + 1]; e++)
                if ((size_t)s->column[e] > i && s->values[e] > 0)
                    pair(state, i, (size_t)s->column[e], s->values[e]);
        } else {
            const double *row = s->values + ce_packed_index(s->n, i, i) - i;
            for (size_t j = i + 1; j < s->n; j++)
                if (row[j] > 0)
                    pair(state, i, j, row[j]);
        }
}

static double objects(const double *size, size_t i)
{
    return size ? size[i] : 1;
}

/* ---- cores: components of strong links ---- */

typedef struct {
    int32_t *parent;
    double least;
} linker;

static void link_strong(void *state, size_t i, size_t j, double value)
{
    linker *l = state;

    if (value >= l->least)
        ce_sets_join(l->parent, (int32_t)i, (int32_t)j);
}

/* core[i]: numbered by first vertex. *count: cores, single vertices included. */
static int find_cores(const ce_similarity *s, double least, int32_t *core, size_t *count,
                      ce_error *err)
{
    linker l = {ce_alloc(s->n, sizeof *l.parent, err), least - CE_SIMILARITY_TIE};

    if (!l.parent)
        return CE_ENOMEM;
    ce_sets_begin(l.parent, s->n);
    ce_similarity_pairs(s, link_strong, &l);
    *count = 0;
    for (size_t i = 0; i < s->n; i++) {
        int32_t root = ce_sets_find(l.parent, (int32_t)i);
        core[i] = (size_t)root == i ? (int32_t)(*count)++ : core[root];
    }
    free(l.parent);
    return CE_OK;
}

typedef struct {
    double weight; /* objects */
    int32_t core;
} candidate;

static int heavier_first(const void *a, const void *b)
{
    const candidate *x = a, *y = b;

    if (x->weight != y->weight)
        return x->weight > y->weight ? -1 : 1;
    return (x->core > y->core) - (x->core < y->core);
}

/* Keeps the cores that are large enough, or needed for k. region[i]: from a core to the number of a
 * candidate, by first vertex, or -1. weight: room for a number a core; becomes the objects of each
 * candidate. */
static int keep_candidates(const double *size, size_t n, size_t k, size_t cores, int32_t *region,
                           double *weight, size_t *kept, ce_error *err)
{
    candidate *all = ce_alloc(cores, sizeof *all, err);
    int32_t *number = ce_alloc(cores, sizeof *number, err);
    double total = 0;
    size_t taken = 0;
    int rc = all && number ? CE_OK : CE_ENOMEM;

    for (size_t c = 0; c < cores && !rc; c++) {
        all[c] = (candidate){0, (int32_t)c};
        number[c] = -1;
    }
    for (size_t i = 0; i < n && !rc; i++) {
        all[region[i]].weight += objects(size, i);
        total += objects(size, i);
    }
    if (!rc)
        qsort(all, cores, sizeof *all, heavier_first);
    while (!rc && taken < cores && all[taken].weight >= 2 &&
           (taken < k || all[taken].weight * SHARE_OF_CLUSTER * (double)k >= total))
        number[all[taken++].core] = 0;
    *kept = 0;
    for (size_t c = 0; c < cores && !rc; c++)
        if (!number[c])
            number[c] = (int32_t)(*kept)++;
    for (size_t c = 0; c < *kept && !rc; c++)
        weight[c] = 0;
    for (size_t i = 0; i < n && !rc; i++) {
        region[i] = number[region[i]];
        if (region[i] >= 0)
            weight[region[i]] += objects(size, i);
    }
    free(all);
    free(number);
    return rc;
}

/* ---- more than k: merge ---- */

typedef struct {
    const int32_t *region;
    const double *size;
    ce_similarity between;
} averager;

static void add_between(void *state, size_t i, size_t j, double value)
{
    averager *a = state;
    size_t x, y;

    if (a->region[i] < 0 || a->region[j] < 0 || a->region[i] == a->region[j])
        return;
    x = (size_t)(a->region[i] < a->region[j] ? a->region[i] : a->region[j]);
    y = (size_t)(a->region[i] < a->region[j] ? a->region[j] : a->region[i]);
    a->between.values[ce_packed_index(a->between.n, x, y)] +=
        value * objects(a->size, i) * objects(a->size, j);
}

static int merge_candidates(const ce_similarity *s, const double *size, size_t k, size_t candidates,
                            const double *weight, int32_t *region, ce_error *err)
{
    averager a = {region, size, {0}};
    ce_dendrogram tree = {0};
    ce_partition merged = {0};
    int rc = ce_similarity_alloc_dense(&a.between, candidates, "the matrix of seed regions",
                                       "fewer clusters", err);

    if (!rc) {
        ce_similarity_pairs(s, add_between, &a);
        for (size_t x = 0; x < candidates; x++)
            for (size_t y = x + 1; y < candidates; y++) {
                double *value = a.between.values + ce_packed_index(candidates, x, y);
                *value = fmin(*value / weight[x] / weight[y], 1);
            }
        rc = ce_linkage(&a.between, 0, weight, CE_LINKAGE_AVERAGE, &tree, err);
    }
    if (!rc)
        rc = ce_dendrogram_cut(&tree, k, &merged, err);
    for (size_t i = 0; i < s->n && !rc; i++)
        if (region[i] >= 0)
            region[i] = merged.labels[region[i]];
    ce_similarity_free(&a.between);
    ce_dendrogram_free(&tree);
    ce_partition_free(&merged);
    return rc;
}

/* ---- fewer than k: the farthest vertices ---- */

typedef struct {
    const int32_t *region;
    const double *size;
    size_t regions;
    double *sum; /* n x regions: s to the objects of each */
} reacher;

static void add_reach(void *state, size_t i, size_t j, double value)
{
    reacher *r = state;

    if (r->region[j] >= 0)
        r->sum[i * r->regions + (size_t)r->region[j]] += value * objects(r->size, j);
    if (r->region[i] >= 0)
        r->sum[j * r->regions + (size_t)r->region[i]] += value * objects(r->size, i);
}

/* nearest[i]: the largest of the average similarities of vertex i to the regions. Objects of one
 * row have similarity 1. */
static int find_nearest(const ce_similarity *s, const double *size, size_t regions,
                        const double *weight, const int32_t *region, double *nearest, ce_error *err)
{
    reacher r = {region, size, regions, ce_calloc(s->n * regions, sizeof *r.sum, err)};

    if (!r.sum)
        return CE_ENOMEM;
    ce_similarity_pairs(s, add_reach, &r);
    for (size_t i = 0; i < s->n; i++) {
        if (region[i] >= 0)
            r.sum[i * regions + (size_t)region[i]] += objects(size, i);
        nearest[i] = 0;
        for (size_t g = 0; g < regions; g++)
            nearest[i] = fmax(nearest[i], r.sum[i * regions + g] / weight[g]);
    }
    free(r.sum);
    return CE_OK;
}

/* The vertex of least nearest[] that is not a region by itself. Without regions: the heaviest. */
static size_t farthest(const double *size, size_t n, const int32_t *region, const size_t *members,
                       size_t regions, const double *nearest)
{
    size_t best = n;

    for (size_t i = 0; i < n; i++) {
        if (region[i] >= 0 && members[region[i]] == 1)
            continue;
        if (best == n || (regions ? nearest[i] < nearest[best] - CE_SIMILARITY_TIE
                                  : objects(size, i) > objects(size, best)))
            best = i;
    }
    return best;
}

static int add_farthest(const ce_similarity *s, const double *size, size_t k, size_t regions,
                        const double *weight, int32_t *region, ce_error *err)
{
    double *nearest = ce_alloc(s->n, sizeof *nearest, err);
    size_t *members = ce_calloc(k, sizeof *members, err);
    int rc = nearest && members ? find_nearest(s, size, regions, weight, region, nearest, err)
                                : CE_ENOMEM;

    for (size_t i = 0; i < s->n && !rc; i++)
        if (region[i] >= 0)
            members[region[i]]++;
    for (; regions < k && !rc; regions++) {
        size_t v = farthest(size, s->n, region, members, regions, nearest);
        if (region[v] >= 0)
            members[region[v]]--;
        region[v] = (int32_t)regions;
        members[regions] = 1;
        for (size_t i = 0; i < s->n; i++)
            nearest[i] = fmax(nearest[i], ce_similarity_get(s, i, v));
    }
    free(nearest);
    free(members);
    return rc;
}

int ce_seed_regions(const ce_similarity *s, const double *size, size_t k, double core,
                    int32_t *region, ce_error *err)
{
    size_t cores = 0, regions = 0;
    double *weight = ce_alloc(s->n, sizeof *weight, err);
    int32_t found;
    int rc = weight ? find_cores(s, core, region, &cores, err) : CE_ENOMEM;

    if (!rc)
        rc = keep_candidates(size, s->n, k, cores, region, weight, &regions, err);
    if (!rc && regions > k)
        rc = merge_candidates(s, size, k, regions, weight, region, err);
    else if (!rc && regions < k)
        rc = add_farthest(s, size, k, regions, weight, region, err);
    if (!rc)
        rc = ce_labels_renumber(region, s->n, &found, err);
    free(weight);
    return rc;
}
