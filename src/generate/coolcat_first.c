/* The first object of each cluster of COOLCAT (step 1 of coolcat.h). */
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "generate/coolcat_internal.h"

/* Attributes in which two rows of `features` values differ. */
CE_HOT static int32_t differences(const int32_t *a, const int32_t *b, size_t features)
{
    int32_t sum = 0;

    for (size_t s = 0; s < features; s++)
        sum += a[s] != b[s];
    return sum;
}

static void copy_row(const ce_coolcat_run *r, size_t i, int32_t *row)
{
    const int32_t *value = r->e->x->value + i * r->e->x->d;

    for (size_t s = 0; s < r->features; s++)
        row[s] = value[ce_coolcat_feature_of(r, s)];
}

/* The first row of the first pair of those that differ most. */
static size_t farthest(const int32_t *row, size_t count, size_t features)
{
    int32_t most = -1;
    size_t first = 0;

    for (size_t p = 0; p < count; p++)
        for (size_t q = p + 1; q < count; q++) {
            int32_t now = differences(row + p * features, row + q * features, features);
            if (now > most) {
                most = now;
                first = p;
            }
        }
    return first;
}

/* Chooses up to k different objects out of `count` with these rows. The first is one of the
 * farthest pair; then it is always the one farthest from those chosen, so the second completes the
 * pair. near: scratch, count. Returns how many were chosen. */
static size_t choose_in_sample(const int32_t *row, size_t count, size_t features, size_t k,
                               const size_t *object, int32_t *near, size_t *chosen)
{
    size_t next = farthest(row, count, features), found = 0;

    for (size_t p = 0; p < count; p++)
        near[p] = INT32_MAX;
    while (found < k && near[next] > 0) {
        const int32_t *own = row + next * features;
        chosen[found++] = object[next];
        next = 0;
        for (size_t p = 0; p < count; p++) {
            int32_t now = differences(row + p * features, own, features);
            near[p] = now < near[p] ? now : near[p];
            next = near[p] > near[next] ? p : next;
        }
    }
    return found;
}

/* Where the sample has fewer different rows than k: adds objects, in order, that equal none of
 * those chosen, until there are k. */
static int choose_beyond(const ce_coolcat_run *r, const size_t *order, size_t *chosen,
                         size_t *found, ce_error *err)
{
    size_t n = r->e->x->n, features = r->features;
    int32_t *row = ce_alloc(r->k + 1, features * sizeof *row, err),
            *own = row ? row + r->k * features : NULL;

    if (!row)
        return CE_ENOMEM;
    for (size_t j = 0; j < *found; j++)
        copy_row(r, chosen[j], row + j * features);
    for (size_t i = 0; i < n && *found < r->k; i++) {
        size_t j = 0;
        copy_row(r, order[i], own);
        while (j < *found && differences(row + j * features, own, features))
            j++;
        if (j < *found)
            continue;
        memcpy(row + *found * features, own, features * sizeof *row);
        chosen[(*found)++] = order[i];
    }
    free(row);
    return CE_OK;
}

int ce_coolcat_choose_first(const ce_coolcat_run *r, const size_t *order, const size_t *sample,
                            size_t count, size_t *chosen, size_t *found, ce_error *err)
{
    int32_t *row = ce_alloc(count, r->features * sizeof *row, err),
            *near = ce_alloc(count, sizeof *near, err);
    int rc = CE_ENOMEM;

    if (!row || !near)
        goto done;
    for (size_t p = 0; p < count; p++)
        copy_row(r, sample[p], row + p * r->features);
    *found = choose_in_sample(row, count, r->features, r->k, sample, near, chosen);
    rc = *found < r->k ? choose_beyond(r, order, chosen, found, err) : CE_OK;
done:
    free(row);
    free(near);
    return rc;
}
