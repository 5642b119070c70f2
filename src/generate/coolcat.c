#include "generate/coolcat.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/each.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "core/random.h"
#include "generate/coolcat_internal.h"
#include "generate/members.h"

/* ---- a member ---- */

static size_t sample_size(const ce_coolcat_run *r)
{
    size_t n = r->e->x->n, size = r->e->options->sample;

    if (!size)
        size = 2 * r->k > 8 ? 2 * r->k : 8;
    return size < n ? size : n;
}

/* The objects that begin the clusters, and the order of all objects, are drawn here. */
static int draw(ce_coolcat_run *r, gsl_rng *rng, size_t *order, size_t *chosen, size_t *found,
                ce_error *err)
{
    size_t n = r->e->x->n, count = sample_size(r);
    size_t *sample = ce_alloc(count, sizeof *sample, err);
    int rc = sample ? ce_random_choose(rng, n, count, sample, err) : CE_ENOMEM;

    if (!rc)
        rc = ce_random_choose(rng, n, n, order, err);
    if (!rc)
        rc = ce_coolcat_choose_first(r, order, sample, count, chosen, found, err);
    free(sample);
    return rc;
}

static int cluster(ce_coolcat_run *r, ce_coolcat_member *member, gsl_rng *rng, ce_error *err)
{
    size_t n = r->e->x->n, *chosen = ce_alloc(r->k, sizeof *chosen, err),
           *order = ce_alloc(n, sizeof *order, err);
    int rc = chosen && order ? draw(r, rng, order, chosen, &member->k, err) : CE_ENOMEM;

    if (rc)
        goto done;
    r->k = member->k;
    for (size_t i = 0; i < n; i++)
        r->label[i] = CE_MISSING;
    if ((rc = ce_coolcat_run_alloc(r, err)))
        goto done;
    for (size_t j = 0; j < r->k; j++)
        ce_coolcat_begin(r, chosen[j], j);
    if ((rc = ce_coolcat_place_all(r, order, err)))
        goto done;
    member->entropy = ce_coolcat_entropy(r);
done:
    free(chosen);
    free(order);
    return rc;
}

static int run_member(void *state, size_t q, ce_error *err)
{
    const ce_coolcat_ensemble *e = state;
    const ce_coolcat_options *o = e->options;
    ce_coolcat_member *member = &e->member[q];
    ce_coolcat_run r = {.e = e, .label = ce_labels_column(e->labels, q)};
    gsl_rng *rng = ce_random_alloc(o->seed, CE_STREAM_MEMBER, q, err);
    int rc;

    if (!rng)
        return CE_ENOMEM;
    member->asked = r.k = (size_t)o->k[o->draw ? ce_random_below(rng, o->k_count) : q];
    if ((rc = ce_draw_some(rng, e->x->d, o->features, &member->feature, err)))
        goto done;
    r.feature = member->feature;
    member->features = r.features = member->feature ? o->features : e->x->d;
    rc = cluster(&r, member, rng, err);
    if (!rc)
        rc = ce_labels_renumber(r.label, e->x->n, &e->labels->k[q], err);
    if (!rc && o->modes)
        rc = ce_coolcat_modes(e->x, r.label, o->all_modes, member, err);
done:
    gsl_rng_free(rng);
    ce_coolcat_run_free(&r);
    return rc;
}

/* ---- the ensemble ---- */

static int number_slots(ce_coolcat_ensemble *e, ce_error *err)
{
    const ce_categorical *x = e->x;
    int32_t *slot_of = ce_alloc(x->first[x->d], sizeof *slot_of, err);

    e->slot = ce_alloc(x->n, x->d * sizeof *e->slot, err);
    e->slots = ce_alloc(x->d, sizeof *e->slots, err);
    if (!slot_of || !e->slot || !e->slots) {
        free(slot_of);
        return CE_ENOMEM;
    }
    for (size_t a = 0; a < x->d; a++) {
        e->slots[a] = 1;
        for (size_t v = x->first[a]; v < x->first[a + 1]; v++)
            slot_of[v] = x->frequency[v] > 1 ? e->slots[a]++ : 0;
    }
    for (size_t i = 0; i < x->n; i++)
        for (size_t a = 0; a < x->d; a++)
            e->slot[i * x->d + a] = slot_of[x->first[a] + (size_t)x->value[i * x->d + a]];
    free(slot_of);
    return CE_OK;
}

/* Logarithms of whole numbers as sums of those of their prime factors, so that equal products have
 * equal sums. */
static void whole_logs(int64_t *log_of, size_t n, double unit)
{
    for (size_t p = 2; p <= n; p++) {
        int64_t own = log_of[p] ? 0 : llround(log((double)p) / unit);
        for (size_t power = p; own; power *= p) {
            for (size_t c = power; c <= n; c += power)
                log_of[c] += own;
            if (power > n / p)
                break;
        }
    }
}

static int make_tables(ce_coolcat_ensemble *e, ce_error *err)
{
    size_t n = e->x->n;
    double largest = (double)e->x->d * (log((double)n) + 1), unit = 0x1p-40;

    e->step = ce_alloc(n + 1, sizeof *e->step, err);
    e->log = ce_calloc(n + 1, sizeof *e->log, err);
    if (!e->step || !e->log)
        return CE_ENOMEM;
    e->step[0] = 0;
    for (size_t c = 1; c <= n; c++)
        e->step[c] = log((double)c + 1) + (double)c * log1p(1 / (double)c);
    while (largest / unit > 0x1p61)
        unit *= 2;
    whole_logs(e->log, n, unit);
    return CE_OK;
}

static int descending(const void *a, const void *b)
{
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;

    return (x < y) - (x > y);
}

/* How many members fit side by side; 0: not one; -1: out of memory. *rows, *width: the largest
 * table of counts of a member. */
static int fitting_threads(const ce_coolcat_ensemble *e, size_t *rows, size_t *width, ce_error *err)
{
    const ce_coolcat_options *o = e->options;
    size_t d = e->x->d, seen = o->features && o->features < d ? o->features : d,
           threads = (size_t)ce_threads(), fit;
    int32_t *slots = ce_alloc(d, sizeof *slots, err);

    if (!slots)
        return -1;
    memcpy(slots, e->slots, d * sizeof *slots);
    qsort(slots, d, sizeof *slots, descending);
    *rows = *width = 0;
    for (size_t s = 0; s < seen; s++)
        *rows += (size_t)slots[s];
    for (size_t i = 0; i < o->k_count; i++)
        *width = (size_t)o->k[i] > *width ? (size_t)o->k[i] : *width;
    *width = (*width + CE_COOLCAT_LANES - 1) / CE_COOLCAT_LANES * CE_COOLCAT_LANES;
    free(slots);
    fit = (size_t)((double)ce_memory_available() /
                   ((double)*rows * (double)*width * (sizeof(int32_t) + sizeof(double))));
    threads = threads < o->members ? threads : o->members;
    return (int)(fit < threads ? fit : threads);
}

int ce_generate_coolcat(const ce_categorical *x, const ce_coolcat_options *options,
                        ce_labels *labels, ce_coolcat_member *member, const ce_progress *progress,
                        ce_error *err)
{
    ce_coolcat_ensemble e = {.x = x, .options = options, .labels = labels, .member = member};
    size_t rows, width;
    int threads, rc;

    ce_labels_free(labels);
    for (size_t i = 0; i < options->k_count; i++)
        if ((size_t)options->k[i] > x->n)
            return ce_fail(err, CE_EARG, "%d clusters of %zu objects", options->k[i], x->n);
    rc = ce_labels_alloc(labels, x->n, options->members, err);
    if (!rc)
        rc = number_slots(&e, err);
    if (!rc)
        rc = make_tables(&e, err);
    if (rc)
        goto done;
    threads = fitting_threads(&e, &rows, &width, err);
    if (threads < 0)
        rc = CE_ENOMEM;
    else if (threads == 0)
        rc = ce_memory_check(rows, width, sizeof(int32_t) + sizeof(double),
                             "the table of counts of values in clusters",
                             "fewer clusters, or columns with fewer values,", err);
    if (!rc)
        rc = ce_each(options->members, threads, run_member, &e, progress, err);
done:
    free(e.slot);
    free(e.slots);
    free(e.step);
    free(e.log);
    if (rc)
        ce_labels_free(labels);
    return rc;
}
