#include "core/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/mix.h"

void ce_random_set(gsl_rng *rng, uint64_t seed, ce_stream purpose, uint64_t index)
{
    uint64_t base = ce_mix_next(ce_mix_next(seed) ^ (uint64_t)purpose) ^ ce_mix_next(index >> 32);
    /* An odd multiplier makes 32-bit index -> generator seed one to one. */
    uint32_t start = (uint32_t)base + (uint32_t)index * UINT32_C(0x9e3779b9);

    /* GSL takes seed 0 for its default 4357. */
    gsl_rng_set(rng, start ? start : UINT32_C(0x6a09e667));
}

gsl_rng *ce_random_alloc(uint64_t seed, ce_stream purpose, uint64_t index, ce_error *err)
{
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

    if (!rng) {
        ce_fail(err, CE_ENOMEM, "out of memory for a random number generator");
        return NULL;
    }
    ce_random_set(rng, seed, purpose, index);
    return rng;
}

int ce_random_taken(const gsl_rng *rng, uint64_t seed, ce_stream purpose, uint64_t index,
                    int64_t *taken, ce_error *err)
{
    gsl_rng *other = ce_random_alloc(seed, purpose, index, err);

    if (!other)
        return CE_ENOMEM;
    *taken = 0;
    while (memcmp(gsl_rng_state(other), gsl_rng_state(rng), gsl_rng_size(rng))) {
        gsl_rng_get(other);
        ++*taken;
    }
    gsl_rng_free(other);
    return CE_OK;
}

size_t ce_random_below(gsl_rng *rng, size_t n)
{
    uint64_t limit, high, draw;

    if (n <= UINT32_MAX)
        return gsl_rng_uniform_int(rng, (unsigned long)n);
    limit = UINT64_MAX - UINT64_MAX % n;
    do {
        high = gsl_rng_get(rng);
        draw = high << 32 | gsl_rng_get(rng);
    } while (draw >= limit);
    return (size_t)(draw % n);
}

/* Fisher-Yates on an array of which only the touched entries exist, in a small map with open
 * addressing. */
static int choose_sparse(gsl_rng *rng, size_t n, size_t count, size_t *choice, ce_error *err)
{
    size_t capacity = 16, i, slot[2];
    size_t *key, *value;

    while (capacity < 4 * count)
        capacity *= 2;
    key = ce_calloc(2 * capacity, sizeof *key, err);
    if (!key)
        return CE_ENOMEM;
    value = key + capacity; /* 0: untouched; else its content + 1 */
    for (i = 0; i < count; i++) {
        size_t at[2] = {i, i + ce_random_below(rng, n - i)}, content[2];
        for (int s = 0; s < 2; s++) {
            size_t h = (size_t)ce_mix_next(at[s]) & (capacity - 1);
            while (value[h] && key[h] != at[s])
                h = (h + 1) & (capacity - 1);
            slot[s] = h;
            content[s] = value[h] ? value[h] - 1 : at[s];
            key[h] = at[s];
            value[h] = content[s] + 1;
        }
        choice[i] = content[1];
        value[slot[1]] = content[0] + 1;
        value[slot[0]] = content[1] + 1;
    }
    free(key);
    return CE_OK;
}

int ce_random_choose(gsl_rng *rng, size_t n, size_t count, size_t *choice, ce_error *err)
{
    size_t *all, i;

    if (count < n / 16)
        return choose_sparse(rng, n, count, choice, err);
    all = ce_alloc(n, sizeof *all, err);
    if (!all)
        return CE_ENOMEM;
    for (i = 0; i < n; i++)
        all[i] = i;
    for (i = 0; i < count; i++) {
        size_t j = i + ce_random_below(rng, n - i), t = all[i];
        all[i] = all[j];
        all[j] = t;
        choice[i] = all[i];
    }
    free(all);
    return CE_OK;
}

/* Weights are taken off one by one. A table of their sums would round otherwise. */
size_t ce_random_weighted(gsl_rng *rng, const double *weight, size_t count, double *rest)
{
    double total = 0, target;
    size_t i = 0;

    for (size_t j = 0; j < count; j++)
        total += weight[j];
    target = gsl_rng_uniform(rng) * total;
    while (i < count && target >= weight[i])
        target -= weight[i++];
    if (rest)
        *rest = target;
    return i;
}

ce_arrival ce_random_arrival(gsl_rng *rng, double weight, int32_t index)
{
    return (ce_arrival){-log(gsl_rng_uniform_pos(rng)) / weight, index};
}

int ce_arrival_compare(const void *a, const void *b)
{
    const ce_arrival *x = a, *y = b;

    if (x->time != y->time)
        return x->time < y->time ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

/* The latest arrival is on top. */
static void sift_down(ce_arrival *heap, size_t count, size_t at)
{
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        ce_arrival t;
        if (child + 1 < count && ce_arrival_compare(&heap[child], &heap[child + 1]) < 0)
            child++;
        if (ce_arrival_compare(&heap[at], &heap[child]) >= 0)
            return;
        t = heap[at];
        heap[at] = heap[child];
        heap[child] = t;
    }
}

/* The first `count` arrivals, of which the latest so far is on top of a heap. */
int ce_random_choose_weighted(gsl_rng *rng, const double *weight, size_t n, size_t count,
                              size_t *choice, ce_error *err)
{
    ce_arrival *heap = ce_alloc(count, sizeof *heap, err);

    if (!heap)
        return CE_ENOMEM;
    for (size_t i = 0; i < n; i++) {
        ce_arrival drawn = ce_random_arrival(rng, weight ? weight[i] : 1, (int32_t)i);
        if (i < count) {
            heap[i] = drawn;
            for (size_t at = i + 1 == count ? count / 2 : 0; at-- > 0;)
                sift_down(heap, count, at);
        } else if (count && ce_arrival_compare(&drawn, &heap[0]) < 0) {
            heap[0] = drawn;
            sift_down(heap, count, 0);
        }
    }
    qsort(heap, count, sizeof *heap, ce_arrival_compare);
    for (size_t j = 0; j < count; j++)
        choice[j] = (size_t)heap[j].index;
    free(heap);
    return CE_OK;
}
