/* k-means in parts: reading a state. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "generate/kmeans_parts_internal.h"

static int read_view(const ce_sums *state, const char *path, size_t q, size_t d,
                     ce_kmeans_part_member *m, ce_error *err)
{
    char name[CE_ROUNDS_NAME];
    ce_sums_block *view;

    m->features = d;
    if (ce_sums_find(state, ce_rounds_block_name(name, "view", q), CE_SUMS_ADD, 0, &view, path,
                     NULL))
        return CE_OK; /* it sees all */
    m->features = view->columns;
    m->feature = ce_alloc(view->columns, sizeof *m->feature, err);
    if (!m->feature)
        return CE_ENOMEM;
    for (size_t s = 0; s < view->columns; s++) {
        if (view->rows != 1 || view->count[s] < 0 || (uint64_t)view->count[s] >= d)
            return ce_rounds_fail(path, "view", q, err);
        m->feature[s] = (size_t)view->count[s];
    }
    return CE_OK;
}

int ce_kmeans_part_member_read(const ce_sums *state, const char *path, size_t q, size_t d,
                               ce_kmeans_part_member *m, ce_error *err)
{
    char name[CE_ROUNDS_NAME];
    ce_sums_block *members, *centres;
    const int64_t *row;
    int rc = ce_sums_find(state, "members", CE_SUMS_ADD, COLUMNS, &members, path, err);

    if (rc)
        return rc;
    if (q >= members->rows)
        return ce_rounds_fail(path, "members", q, err);
    row = members->count + q * COLUMNS;
    for (int c = 0; c < COLUMNS; c++)
        if (row[c] < 0 || row[c] > INT32_MAX || (c == K && !row[c]) || row[STATUS] > STOPPED)
            return ce_rounds_fail(path, "members", q, err);
    m->asked = (size_t)row[ASKED];
    m->k = (size_t)row[K];
    m->distinct = (size_t)row[DISTINCT];
    m->updates = (size_t)row[UPDATES];
    m->status = (int)row[STATUS];
    m->ties = row[TIES] > 0;
    rc = read_view(state, path, q, d, m, err);
    if (!rc)
        rc = ce_sums_find(state, ce_rounds_block_name(name, "centres", q), CE_SUMS_LEAST,
                          m->features, &centres, path, err);
    if (rc)
        return rc;
    m->centre = centres->value;
    for (size_t e = 0; centres->rows == m->k && e < m->k * m->features; e++)
        if (fabs(centres->value[e]) > CE_LARGEST ||
            isnan(centres->value[e]) != isnan(centres->value[e / m->features * m->features]))
            return ce_rounds_fail(path, "centres", q, err);
    return centres->rows == m->k ? CE_OK : ce_rounds_fail(path, "centres", q, err);
}

/* ---- the end ---- */

/* The number of each centre in the label tables: by first object, those without any last. */
typedef struct {
    double first;
    size_t number;
} appearance;

static int compare_appearances(const void *a, const void *b)
{
    const appearance *x = a, *y = b;

    if (x->first != y->first)
        return x->first < y->first ? -1 : 1;
    return x->number < y->number ? -1 : x->number > y->number;
}

int ce_kmeans_part_order(const ce_sums *state, const char *path, size_t q,
                         const ce_kmeans_part_member *m, size_t *number, size_t *size, size_t *k,
                         ce_error *err)
{
    char name[CE_ROUNDS_NAME];
    ce_sums_block *sizes, *first;
    appearance *order = ce_alloc(m->k, sizeof *order, err);
    int rc = order ? CE_OK : CE_ENOMEM;

    if (!rc)
        rc = ce_sums_find(state, ce_rounds_block_name(name, "sizes", q), CE_SUMS_ADD, 1, &sizes,
                          path, err);
    if (!rc)
        rc = ce_sums_find(state, ce_rounds_block_name(name, "first", q), CE_SUMS_LEAST, 1, &first,
                          path, err);
    if (!rc && (sizes->rows != m->k || first->rows != m->k))
        rc = ce_rounds_fail(path, "sizes", q, err);
    for (size_t j = 0; j < m->k && !rc; j++)
        if (sizes->count[j] < 0)
            rc = ce_rounds_fail(path, "sizes", q, err);
    *k = 0;
    for (size_t j = 0; j < m->k && !rc; j++)
        if (ce_kmeans_part_alive(m->centre + j * m->features))
            order[(*k)++] = (appearance){isnan(first->value[j]) ? INFINITY : first->value[j], j};
    if (!rc)
        qsort(order, *k, sizeof *order, compare_appearances);
    for (size_t l = 0; l < *k && !rc; l++) {
        number[l] = order[l].number;
        size[l] = (size_t)sizes->count[order[l].number];
    }
    free(order);
    return rc;
}

/* The labels in the order in which one process numbers their centres. */
static int keep_order(ce_centre_member *member, const size_t *number, size_t most, ce_error *err)
{
    size_t *label = ce_alloc(most, sizeof *label, err), at = 0;

    member->order = ce_alloc(member->k, sizeof *member->order, err);
    if (!label || !member->order) {
        free(label);
        return CE_ENOMEM;
    }
    for (size_t j = 0; j < most; j++)
        label[j] = SIZE_MAX;
    for (size_t l = 0; l < member->k; l++)
        label[number[l]] = l;
    for (size_t j = 0; j < most; j++)
        if (label[j] != SIZE_MAX)
            member->order[at++] = label[j];
    free(label);
    return CE_OK;
}

static int fill_member(const ce_sums *state, const char *path, size_t q, size_t d,
                       ce_centre_member *member, ce_error *err)
{
    ce_kmeans_part_member m = {0};
    size_t *number = NULL;
    int rc = ce_kmeans_part_member_read(state, path, q, d, &m, err);

    if (!rc) {
        number = ce_alloc(m.k, sizeof *number, err);
        member->centres = ce_alloc(m.k, d * sizeof *member->centres, err);
        member->size = ce_alloc(m.k, sizeof *member->size, err);
        rc = number && member->centres && member->size ? CE_OK : CE_ENOMEM;
    }
    if (!rc)
        rc = ce_kmeans_part_order(state, path, q, &m, number, member->size, &member->k, err);
    if (!rc && m.ties)
        rc = keep_order(member, number, m.k, err);
    member->asked = m.asked;
    member->distinct = m.distinct;
    member->iterations = m.updates;
    member->converged = m.status == CONVERGED;
    for (size_t l = 0; l < member->k && !rc; l++) {
        const double *centre = m.centre + number[l] * m.features;
        for (size_t s = 0; s < d; s++)
            member->centres[l * d + s] = m.feature ? NAN : centre[s];
        for (size_t s = 0; s < m.features && m.feature; s++)
            member->centres[l * d + m.feature[s]] = centre[s];
    }
    free(number);
    free(m.feature);
    return rc;
}

int ce_kmeans_parts_members(const ce_sums *state, const char *state_path, ce_centre_member **member,
                            size_t *members, char ***feature, size_t *d, ce_error *err)
{
    ce_sums_block *block;
    int rc = ce_rounds_features(state, state_path, feature, d, err);

    if (!rc)
        rc = ce_sums_find(state, "members", CE_SUMS_ADD, COLUMNS, &block, state_path, err);
    if (rc)
        return rc;
    *members = block->rows;
    *member = ce_calloc(block->rows, sizeof **member, err);
    if (!*member)
        return CE_ENOMEM;
    for (size_t q = 0; q < block->rows && !rc; q++)
        rc = fill_member(state, state_path, q, *d, &(*member)[q], err);
    return rc;
}
