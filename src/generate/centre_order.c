#include "generate/centre_order.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "kmeans/fixed_centres.h"
#include "kmeans/weighted_distance.h"

enum { BLOCK = CE_WEIGHTED_MOST };

void ce_centre_number(const int32_t *column, size_t n, size_t k, int32_t *number)
{
    int32_t next = 0;

    memset(number, -1, k * sizeof *number);
    for (size_t i = 0; i < n; i++)
        if (column[i] >= 0 && number[column[i]] < 0)
            number[column[i]] = next++;
    for (size_t j = 0; j < k; j++)
        if (number[j] < 0)
            number[j] = next++;
}

/* What one thread needs. */
typedef struct {
    double *rows, *quads;
    void *work;
    int32_t *label;
} scratch;

static void scratch_free(scratch *s)
{
    free(s->rows);
    free(s->quads);
    free(s->work);
    free(s->label);
}

static int scratch_alloc(scratch *s, const ce_centre_ties *t, const ce_fixed_centres *fixed,
                         ce_error *err)
{
    size_t row = t->features * sizeof *s->rows;

    *s = (scratch){.rows = ce_alloc(BLOCK, row, err),
                   .quads = ce_alloc(t->weight ? BLOCK : 0, row, err),
                   .work = ce_alloc(1, fixed ? ce_fixed_centres_work(fixed) : 0, err),
                   .label = ce_alloc(BLOCK, sizeof *s->label, err)};
    return s->rows && s->quads && s->work && s->label ? CE_OK : CE_ENOMEM;
}

/* 1 where the first of the nearest centres of an object is not that of its label. */
static int differs(const ce_centre_ties *t, const ce_fixed_centres *fixed, const int32_t *number,
                   size_t first, size_t count, const scratch *s)
{
    const ce_matrix rows = {count, t->features, s->rows};

    for (size_t i = 0; i < count; i++)
        for (size_t f = 0; f < t->features; f++)
            s->rows[i * t->features + f] =
                t->x[(first + i) * t->d + (t->feature ? t->feature[f] : f)];
    if (t->weight) {
        ce_weighted_block_turn(&rows, 0, count, s->quads);
        ce_weighted_nearest(s->quads, count, t->features, t->centre, t->weight, t->k, s->label);
    } else {
        ce_fixed_centres_find(fixed, s->rows, count, s->work, s->label);
    }
    for (size_t i = 0; i < count; i++) {
        int32_t own = t->column[first + i];
        if (own >= 0 && number[own] != s->label[i])
            return 1;
    }
    return 0;
}

/* *any: whether that is so for any object. */
static int compare(const ce_centre_ties *t, const ce_fixed_centres *fixed, const int32_t *number,
                   int *any, ce_error *err)
{
    int rc = CE_OK, found = 0;

#pragma omp parallel
    {
        ce_error failure = {0};
        scratch s;

        if (scratch_alloc(&s, t, fixed, &failure)) {
#pragma omp critical(ce_centre_order)
            rc = ce_fail(err, CE_ENOMEM, "%s", failure.text);
        }
#pragma omp barrier
#pragma omp for schedule(dynamic) reduction(| : found)
        for (size_t first = 0; first < t->n; first += BLOCK)
            if (!rc && !found)
                found |= differs(t, fixed, number, first,
                                 t->n - first < BLOCK ? t->n - first : BLOCK, &s);
        scratch_free(&s);
    }
    *any = found;
    return rc;
}

int ce_centre_order(const ce_centre_ties *ties, size_t *order, ce_error *err)
{
    int32_t *number = ce_alloc(ties->k, sizeof *number, err);
    ce_fixed_centres *fixed = NULL;
    int any = 0, rc = number ? CE_OK : CE_ENOMEM;

    if (!rc && !ties->weight)
        rc = ce_fixed_centres_alloc(&fixed, ties->centre, ties->k, ties->features, err);
    if (!rc) {
        ce_centre_number(ties->column, ties->n, ties->k, number);
        rc = compare(ties, fixed, number, &any, err);
    }
    for (size_t j = 0; j < ties->k && !rc; j++)
        order[j] = any ? (size_t)number[j] : j;
    ce_fixed_centres_free(fixed);
    free(number);
    return rc;
}
