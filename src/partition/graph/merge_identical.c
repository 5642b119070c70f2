#include "partition/graph/merge_identical.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/mix.h"

typedef struct {
    uint64_t a, b;
} row_hash;

/* The hash of a row is a sum over its entries that are not 0. So neither their order nor the form
 * (dense, sparse) matters. */
static void add_entry(row_hash *hash, size_t column, double value)
{
    uint64_t bits, h;

    if (value == 0)
        return;
    memcpy(&bits, &value, sizeof bits);
    h = ce_mix_next(bits ^ ce_mix_next(column));
    hash->a += h;
    hash->b += ce_mix_next(h ^ UINT64_C(0xd1b54a32d192ed03));
}

/* A matrix of similarities, or of distances. */
typedef struct {
    const ce_similarity *s;
    int is_distance;
} source;

/* The similarity of an object to an identical one: its diagonal entry, which is below 1 where
 * labels are missing, or 1 where it has none. The distance is 0. */
static double own_value(const source *m, size_t i)
{
    double own = m->is_distance ? 0 : ce_similarity_get(m->s, i, i);

    return own > 0 || m->is_distance ? own : 1;
}

static void hash_rows(const source *m, row_hash *hash)
{
    const ce_similarity *s = m->s;

    memset(hash, 0, s->n * sizeof *hash);
    for (size_t i = 0; i < s->n; i++)
        add_entry(&hash[i], i, own_value(m, i));
    if (s->row_start) {
        for (size_t i = 0; i < s->n; i++)
            for (size_t e = s->row_start[i]; e < s->row_start[i + 1]; e++)
                if ((size_t)s->column[e] != i)
                    add_entry(&hash[i], (size_t)s->column[e], s->values[e]);
        return;
    }
    for (size_t i = 0; i < s->n; i++)
        for (size_t j = i + 1; j < s->n; j++) {
            double value = s->values[ce_packed_index(s->n, i, j)];
            add_entry(&hash[i], j, value);
            add_entry(&hash[j], i, value);
        }
}

/* Whether i and j, of equal hashes, are one vertex. */
static int identical(const source *m, size_t i, size_t j)
{
    const ce_similarity *s = m->s;
    double together = ce_similarity_get(s, i, j);

    if (together != own_value(m, i) || together != own_value(m, j))
        return 0;
    if (!s->row_start) {
        for (size_t l = 0; l < s->n; l++)
            if (l != i && l != j &&
                ce_similarity_dense_get(s, i, l) != ce_similarity_dense_get(s, j, l))
                return 0;
        return 1;
    }
    for (size_t a = s->row_start[i], b = s->row_start[j];; a++, b++) {
        while (a < s->row_start[i + 1] &&
               (s->values[a] == 0 || (size_t)s->column[a] == i || (size_t)s->column[a] == j))
            a++;
        while (b < s->row_start[j + 1] &&
               (s->values[b] == 0 || (size_t)s->column[b] == i || (size_t)s->column[b] == j))
            b++;
        if (a == s->row_start[i + 1] || b == s->row_start[j + 1])
            return a == s->row_start[i + 1] && b == s->row_start[j + 1];
        if (s->column[a] != s->column[b] || s->values[a] != s->values[b])
            return 0;
    }
}

/* group: of each vertex. first[g]: the lowest vertex of each group. Looks groups up in an
 * open-addressing table of hashes. */
static int find_groups(const source *m, int32_t *group, size_t *first, size_t *groups,
                       ce_error *err)
{
    const ce_similarity *s = m->s;
    size_t capacity = 16, n = s->n;
    row_hash *hash = ce_alloc(n, sizeof *hash, err);
    int32_t *slot;

    while (capacity < 2 * n)
        capacity *= 2;
    slot = ce_alloc(capacity, sizeof *slot, err);
    if (!hash || !slot) {
        free(hash);
        free(slot);
        return CE_ENOMEM;
    }
    memset(slot, -1, capacity * sizeof *slot);
    hash_rows(m, hash);
    *groups = 0;
    for (size_t i = 0; i < n; i++) {
        size_t h = (size_t)ce_mix_next(hash[i].a) & (capacity - 1);
        for (; slot[h] >= 0; h = (h + 1) & (capacity - 1)) {
            size_t other = first[slot[h]];
            if (hash[other].a == hash[i].a && hash[other].b == hash[i].b && identical(m, other, i))
                break;
        }
        if (slot[h] < 0) {
            slot[h] = (int32_t)*groups;
            first[(*groups)++] = i;
        }
        group[i] = slot[h];
    }
    free(hash);
    free(slot);
    return CE_OK;
}

static int merge_dense(const source *m, const size_t *first, const size_t *members, size_t groups,
                       ce_similarity *merged, ce_error *err)
{
    const ce_similarity *s = m->s;
    int rc = ce_similarity_alloc_dense(merged, groups, "the similarity of distinct objects",
                                       "fewer objects", err);

    if (rc)
        return rc;
    for (size_t g = 0; g < groups; g++) {
        for (size_t h = g; h < groups; h++)
            merged->values[ce_packed_index(groups, g, h)] =
                ce_similarity_dense_get(s, first[g], first[h]);
        if (members[g] > 1)
            merged->values[ce_packed_index(groups, g, g)] = own_value(m, first[g]);
    }
    return CE_OK;
}

/* Writes one merged row (column NULL: counts only). Returns its number of entries. */
static size_t merge_row(const source *m, const int32_t *group, const size_t *first,
                        const size_t *members, size_t g, int32_t *column, double *value)
{
    const ce_similarity *s = m->s;
    size_t count = 0, i = first[g];
    int diagonal_due = members[g] > 1;

    for (size_t e = s->row_start[i]; e < s->row_start[i + 1]; e++) {
        size_t j = (size_t)s->column[e];
        if (first[group[j]] != j || (j == i && members[g] > 1))
            continue;
        if (diagonal_due && j > i) {
            if (column) {
                column[count] = (int32_t)g;
                value[count] = own_value(m, i);
            }
            count++;
            diagonal_due = 0;
        }
        if (column) {
            column[count] = group[j];
            value[count] = s->values[e];
        }
        count++;
    }
    if (diagonal_due) {
        if (column) {
            column[count] = (int32_t)g;
            value[count] = own_value(m, i);
        }
        count++;
    }
    return count;
}

static int merge_sparse(const source *m, const int32_t *group, const size_t *first,
                        const size_t *members, size_t groups, ce_similarity *merged, ce_error *err)
{
    size_t entries = 0;
    int rc;

    for (size_t g = 0; g < groups; g++)
        entries += merge_row(m, group, first, members, g, NULL, NULL);
    rc = ce_similarity_alloc_sparse(merged, groups, entries, err);
    if (rc)
        return rc;
    for (size_t g = 0; g < groups; g++) {
        size_t at = merged->row_start[g];
        merged->row_start[g + 1] =
            at + merge_row(m, group, first, members, g, merged->column + at, merged->values + at);
    }
    return CE_OK;
}

static int merge(const source *m, const double *size, ce_similarity *merged, double **merged_size,
                 int32_t **group, ce_error *err)
{
    const ce_similarity *s = m->s;
    size_t n = s->n, groups = 0;
    size_t *first = ce_alloc(n, sizeof *first, err), *members = ce_calloc(n, sizeof *members, err);
    int rc;

    *merged_size = ce_calloc(n, sizeof **merged_size, err);
    *group = ce_alloc(n, sizeof **group, err);
    rc = first && members && *merged_size && *group ? find_groups(m, *group, first, &groups, err)
                                                    : CE_ENOMEM;
    for (size_t i = 0; i < n && !rc; i++) {
        members[(*group)[i]]++;
        (*merged_size)[(*group)[i]] += size ? size[i] : 1;
    }
    if (!rc && s->row_start)
        rc = merge_sparse(m, *group, first, members, groups, merged, err);
    else if (!rc)
        rc = merge_dense(m, first, members, groups, merged, err);
    free(first);
    free(members);
    if (rc) {
        ce_similarity_free(merged);
        free(*merged_size);
        free(*group);
        *merged_size = NULL;
        *group = NULL;
    }
    return rc;
}

int ce_similarity_merge_identical(const ce_similarity *s, const double *size, ce_similarity *merged,
                                  double **merged_size, int32_t **group, ce_error *err)
{
    return merge(&(source){s, 0}, size, merged, merged_size, group, err);
}

int ce_distance_merge_identical(const ce_similarity *d, const double *size, ce_similarity *merged,
                                double **merged_size, int32_t **group, ce_error *err)
{
    return merge(&(source){d, 1}, size, merged, merged_size, group, err);
}
