#include "generate/coolcat.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "core/random.h"
#include "generate/members.h"

enum { LANES = 8 }; /* clusters that are summed side by side */

/*
 * What all members share. A value that only one object has adds nothing to any growth, so it needs
 * no counts. It has slot 0; the other values of an attribute have slots 1, 2, ... Logarithms are in
 * units of 2^-bits, so that they add up exactly: log(ab) = log a + log b.
 */
typedef struct {
    const ce_categorical *x;
    const ce_coolcat_options *options;
    ce_labels *labels;
    ce_coolcat_member *member;
    int32_t *slot;  /* owned; n x d: of each value */
    int32_t *slots; /* owned; d: slots of each attribute, 0 included */
    double *step;   /* owned; n + 1: f(c + 1) - f(c), f(c) = c log c */
    int64_t *log;   /* owned; n + 1: log c */
} ensemble;

/* One member while it is made. A row of count and gain belongs to one slot of one attribute that
 * it sees; it has `width` places, for k clusters. */
typedef struct {
    const ensemble *e;
    size_t k, width, features;
    const size_t *feature; /* NULL: all */
    size_t *base;          /* owned; features: the row of slot 0 of each */
    size_t rows;
    int32_t *count;        /* owned; rows x width: objects of the cluster with this slot */
    double *gain;          /* owned; rows x width: step[count]; 0 in the rows of slot 0 */
    int32_t *size;         /* owned; width */
    double *cost;          /* owned; width: features * step[size] */
    double *growth;        /* owned; width */
    size_t *at;            /* owned; features: where the counts of the object looked at begin */
    double tie;
    int32_t *label;        /* n; CE_MISSING so far */
} run;

static size_t feature_of(const run *r, size_t s)
{
    return r->feature ? r->feature[s] : s;
}

/* ---- counts and growths ---- */

/* Looks at object i: the rows of its values. */
static const int32_t *look_at(run *r, size_t i)
{
    const int32_t *slot = r->e->slot + i * r->e->x->d;

    for (size_t s = 0; s < r->features; s++)
        r->at[s] = (r->base[s] + (size_t)slot[feature_of(r, s)]) * r->width;
    return slot;
}

/* Growth of |C_j| H(C_j) by the object that is looked at, for all clusters. Each cluster has one
 * sum, with attributes in order, so that the width of vectors changes no bit. */
CE_HOT static void find_growths(const run *r)
{
    for (size_t j = 0; j < r->width; j += LANES) {
        double sum[LANES] = {0};
        for (size_t s = 0; s < r->features; s++) {
            const double *gain = r->gain + r->at[s] + j;
            for (size_t l = 0; l < LANES; l++)
                sum[l] += gain[l];
        }
        for (size_t l = 0; l < LANES; l++)
            r->growth[j + l] = r->cost[j + l] - sum[l];
    }
}

/* The cluster of least growth; ties: the lowest. */
static size_t least(const run *r)
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
static void change(run *r, const int32_t *slot, size_t j, int32_t by)
{
    const double *step = r->e->step;

    r->size[j] += by;
    r->cost[j] = (double)r->features * step[r->size[j]];
    for (size_t s = 0; s < r->features; s++) {
        int32_t c = r->count[r->at[s] + j] += by;
        if (slot[feature_of(r, s)])
            r->gain[r->at[s] + j] = step[c];
    }
}

static void begin_cluster(run *r, size_t i, size_t j)
{
    change(r, look_at(r, i), j, 1);
    r->label[i] = (int32_t)j;
}

static void place(run *r, size_t i)
{
    const int32_t *slot = look_at(r, i);
    size_t j;

    find_growths(r);
    j = least(r);
    change(r, slot, j, 1);
    r->label[i] = (int32_t)j;
}

/* ---- the first object of each cluster ---- */

/* Attributes in which two rows of `features` values differ. */
CE_HOT static int32_t differences(const int32_t *a, const int32_t *b, size_t features)
{
    int32_t sum = 0;

    for (size_t s = 0; s < features; s++)
        sum += a[s] != b[s];
    return sum;
}

static void copy_row(const run *r, size_t i, int32_t *row)
{
    const int32_t *value = r->e->x->value + i * r->e->x->d;

    for (size_t s = 0; s < r->features; s++)
        row[s] = value[feature_of(r, s)];
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
static int choose_beyond(const run *r, const size_t *order, size_t *chosen, size_t *found,
                         ce_error *err)
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

/* Puts k different objects into chosen. *found: how many, fewer if there are fewer distinct
 * rows. */
static int choose_first(const run *r, const size_t *order, const size_t *sample, size_t count,
                        size_t *chosen, size_t *found, ce_error *err)
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

/* ---- re-processing ---- */

typedef struct {
    int64_t fit; /* log of prod_a p(x_a | a, C) */
    size_t object;
} fitting;

static int64_t fit_of(run *r, size_t i)
{
    const int64_t *log_of = r->e->log;
    const int32_t *slot = look_at(r, i);
    size_t j = (size_t)r->label[i];
    int64_t sum = -(int64_t)r->features * log_of[r->size[j]];

    for (size_t s = 0; s < r->features; s++)
        sum += slot[feature_of(r, s)] ? log_of[r->count[r->at[s] + j]] : 0;
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
static void reprocess(run *r, const size_t *batch, size_t count, fitting *item)
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

/* ---- a member ---- */

static void run_free(run *r)
{
    free(r->base);
    free(r->count);
    free(r->gain);
    free(r->size);
    free(r->cost);
    free(r->growth);
    free(r->at);
}

/* Counts of 0 for k clusters. */
static int run_alloc(run *r, ce_error *err)
{
    r->width = (r->k + LANES - 1) / LANES * LANES;
    r->base = ce_alloc(r->features, sizeof *r->base, err);
    r->at = ce_alloc(r->features, sizeof *r->at, err);
    if (!r->base || !r->at)
        return CE_ENOMEM;
    for (size_t s = 0; s < r->features; s++) {
        r->base[s] = r->rows;
        r->rows += (size_t)r->e->slots[feature_of(r, s)];
    }
    r->count = ce_calloc(r->rows, r->width * sizeof *r->count, err);
    r->gain = ce_calloc(r->rows, r->width * sizeof *r->gain, err);
    r->size = ce_calloc(r->width, sizeof *r->size, err);
    r->cost = ce_calloc(r->width, sizeof *r->cost, err);
    r->growth = ce_calloc(r->width, sizeof *r->growth, err);
    r->tie = CE_COOLCAT_TIE * (double)r->features * r->e->step[r->e->x->n - 1];
    return r->count && r->gain && r->size && r->cost && r->growth ? CE_OK : CE_ENOMEM;
}

/* Steps 2 and 3 for all objects that begin no cluster. */
static int place_all(run *r, size_t *order, ce_error *err)
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
static double expected_entropy(const run *r)
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

static size_t sample_size(const run *r)
{
    size_t n = r->e->x->n, size = r->e->options->sample;

    if (!size)
        size = 2 * r->k > 8 ? 2 * r->k : 8;
    return size < n ? size : n;
}

/* The objects that begin the clusters, and the order of all objects, are drawn here. */
static int draw(run *r, gsl_rng *rng, size_t *order, size_t *chosen, size_t *found, ce_error *err)
{
    size_t n = r->e->x->n, count = sample_size(r);
    size_t *sample = ce_alloc(count, sizeof *sample, err);
    int rc = sample ? ce_random_choose(rng, n, count, sample, err) : CE_ENOMEM;

    if (!rc)
        rc = ce_random_choose(rng, n, n, order, err);
    if (!rc)
        rc = choose_first(r, order, sample, count, chosen, found, err);
    free(sample);
    return rc;
}

static int cluster(run *r, ce_coolcat_member *member, gsl_rng *rng, ce_error *err)
{
    size_t n = r->e->x->n, *chosen = ce_alloc(r->k, sizeof *chosen, err),
           *order = ce_alloc(n, sizeof *order, err);
    int rc = chosen && order ? draw(r, rng, order, chosen, &member->k, err) : CE_ENOMEM;

    if (rc)
        goto done;
    r->k = member->k;
    for (size_t i = 0; i < n; i++)
        r->label[i] = CE_MISSING;
    if ((rc = run_alloc(r, err)))
        goto done;
    for (size_t j = 0; j < r->k; j++)
        begin_cluster(r, chosen[j], j);
    if ((rc = place_all(r, order, err)))
        goto done;
    member->entropy = expected_entropy(r);
done:
    free(chosen);
    free(order);
    return rc;
}

static int run_member(void *state, size_t q, ce_error *err)
{
    const ensemble *e = state;
    const ce_coolcat_options *o = e->options;
    ce_coolcat_member *member = &e->member[q];
    run r = {.e = e, .label = ce_labels_column(e->labels, q)};
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
    run_free(&r);
    return rc;
}

/* ---- the ensemble ---- */

static int number_slots(ensemble *e, ce_error *err)
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

static int make_tables(ensemble *e, ce_error *err)
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
static int fitting_threads(const ensemble *e, size_t *rows, size_t *width, ce_error *err)
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
    *width = (*width + LANES - 1) / LANES * LANES;
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
    ensemble e = {.x = x, .options = options, .labels = labels, .member = member};
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
        rc = ce_members_run(options->members, threads, run_member, &e, progress, err);
done:
    free(e.slot);
    free(e.slots);
    free(e.step);
    free(e.log);
    if (rc)
        ce_labels_free(labels);
    return rc;
}
