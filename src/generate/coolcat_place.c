/* The other objects of COOLCAT (steps 2 and 3 of coolcat.h): counts, growths, re-processing. */
#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "generate/coolcat_internal.h"

void ce_coolcat_run_free(ce_coolcat_run *r)
{
    free(r->base);
    free(r->count);
    free(r->gain);
    free(r->size);
    free(r->cost);
    free(r->growth);
    free(r->at);
}

int ce_coolcat_run_alloc(ce_coolcat_run *r, ce_error *err)
{
    r->width = (r->k + CE_COOLCAT_LANES - 1) / CE_COOLCAT_LANES * CE_COOLCAT_LANES;
    r->base = ce_alloc(r->features, sizeof *r->base, err);
    r->at = ce_alloc(r->features, sizeof *r->at, err);
    if (!r->base || !r->at)
        return CE_ENOMEM;
    for (size_t s = 0; s < r->features; s++) {
        r->base[s] = r->rows;
        r->rows += (size_t)r->e->slots[ce_coolcat_feature_of(r, s)];
    }
    r->count = ce_calloc(r->rows, r->width * sizeof *r->count, err);
    r->gain = ce_calloc(r->rows, r->width * sizeof *r->gain, err);
    r->size = ce_calloc(r->width, sizeof *r->size, err);
    r->cost = ce_calloc(r->width, sizeof *r->cost, err);
    r->growth = ce_calloc(r->width, sizeof *r->growth, err);
    r->tie = CE_COOLCAT_TIE * (double)r->features * r->e->step[r->e->x->n - 1];
    return r->count && r->gain && r->size && r->cost && r->growth ? CE_OK : CE_ENOMEM;
}

/* ---- counts and growths ---- */

/* Looks at object i: the rows of its values. */
static const int32_t *look_at(ce_coolcat_run *r, size_t i)
{
    const int32_t *slot = r->e->slot + i * r->e->x->d;

    for (size_t s = 0; s < r->features; s++)
        r->at[s] = (r->base[s] + (size_t)slot[ce_coolcat_feature_of(r, s)]) * r->width;
    return slot;
}

/* Growth of |C_j| H(C_j) by the object that is looked at, for all clusters. Each cluster has one
 * sum, with attributes in order, so that the width of vectors changes no bit. */
CE_HOT static void find_growths(const ce_coolcat_run *r)
{
    for (size_t j = 0; j < r->width; j += CE_COOLCAT_LANES) {
        double sum[CE_COOLCAT_LANES] = {0};
        for (size_t s = 0; s < r->features; s++) {
            const double *gain = r->gain + r->at[s] + j;
            for (size_t l = 0; l < CE_COOLCAT_LANES; l++)
                sum[l] += gain[l];
        }
        for (size_t l = 0; l < CE_COOLCAT_LANES; l++)
            r->growth[j + l] = r->cost[j + l] - sum[l];
    }
}

/* The cluster of least growth; ties: the lowest. */
static size_t least(const ce_coolcat_run *r)
{
    double low = r->growth[0];
    size_t j = 0;

    for (size_t l = 1; l < r->k; l++)
        low = r->growth[l] < low ? r->growth[l] : low;
    while (r->growth[j] > low + r->tie)
        j++;
    return j;
}

/* Puts object i, which is looked at, into cluster j (by = 1) or takes it out (by = -1). */
static void change(ce_coolcat_run *r, const int32_t *slot, size_t j, int32_t by)
{
    const double *step = r->e->step;

    r->size[j] += by;
    r->cost[j] = (double)r->features * step[r->size[j]];
    for (size_t s = 0; s < r->features; s++) {
        int32_t c = r->count[r->at[s] + j] += by;
        if (slot[ce_coolcat_feature_of(r, s)])
            r->gain[r->at[s] + j] = step[c];
    }
}

void ce_coolcat_begin(ce_coolcat_run *r, size_t i, size_t j)
{
    change(r, look_at(r, i), j, 1);
    r->label[i] = (int32_t)j;
}

static void place(ce_coolcat_run *r, size_t i)
{
    const int32_t *slot = look_at(r, i);
    size_t j;

    find_growths(r);
    j = least(r);
    change(r, slot, j, 1);
    r->label[i] = (int32_t)j;
}

/* ---- re-processing ---- */

typedef struct {
    int64_t fit; /* log of prod_a p(x_a | a, C) */
    size_t object;
} fitting;

static int64_t fit_of(ce_coolcat_run *r, size_t i)
{
    const int64_t *log_of = r->e->log;
    const int32_t *slot = look_at(r, i);
    size_t j = (size_t)r->label[i];
    int64_t sum = -(int64_t)r->features * log_of[r->size[j]];

    for (size_t s = 0; s < r->features; s++)
        sum += slot[ce_coolcat_feature_of(r, s)] ? log_of[r->count[r->at[s] + j]] : 0;
    return sum;
}

static int by_fit(const void *a, const void *b)
{
    const fitting *x = a, *y = b;

    return x->fit != y->fit ? (x->fit > y->fit) - (x->fit < y->fit)
                            : (x->object > y->object) - (x->object < y->object);
}

/* Places the worst of the objects batch[0 .. count-1] again. item: scratch, count. No cluster gets
 * empty: its first object is in no batch. */
static void reprocess(ce_coolcat_run *r, const size_t *batch, size_t count, fitting *item)
{
    size_t most = r->e->options->reprocess;

    for (size_t p = 0; p < count; p++)
        item[p] = (fitting){fit_of(r, batch[p]), batch[p]};
    qsort(item, count, sizeof *item, by_fit);
    for (size_t p = 0; p < count && p < most; p++) {
        size_t i = item[p].object;
        change(r, look_at(r, i), (size_t)r->label[i], -1);
    }
    for (size_t p = 0; p < count && p < most; p++)
        place(r, item[p].object);
}

/* ---- all objects ---- */

int ce_coolcat_place_all(ce_coolcat_run *r, size_t *order, ce_error *err)
{
    const ce_coolcat_options *o = r->e->options;
    size_t n = r->e->x->n, rest = 0, batch;
    fitting *item;

    for (size_t p = 0; p < n; p++)
        if (r->label[order[p]] == CE_MISSING)
            order[rest++] = order[p];
    batch = o->batch && o->batch < rest ? o->batch : rest;
    item = ce_alloc(batch, sizeof *item, err);
    if (!item)
        return CE_ENOMEM;
    for (size_t p = 0; p < rest; p += batch) {
        size_t count = rest - p < batch ? rest - p : batch;
        for (size_t t = p; t < p + count; t++)
            place(r, order[t]);
        if (o->reprocess)
            reprocess(r, order + p, count, item);
    }
    free(item);
    return CE_OK;
}

/* sum_j |C_j| / n H(C_j) = sum over clusters and values of c log(|C| / c) / n. Values of slot 0
 * have c = 1. */
double ce_coolcat_entropy(const ce_coolcat_run *r)
{
    double sum = 0;
    size_t next = 0;

    for (size_t row = 0; row < r->rows; row++) {
        int own = next < r->features && r->base[next] == row;
        next += (size_t)own;
        for (size_t j = 0; j < r->k; j++) {
            double c = r->count[row * r->width + j], size = r->size[j];
            if (c > 0)
                sum += c * log(own ? size : size / c);
        }
    }
    return sum / (double)r->e->x->n;
}
