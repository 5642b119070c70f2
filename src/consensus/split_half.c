#include "consensus/split_half.h"

#include <math.h>
#include <stdlib.h>

#include "consensus/some_members.h"
#include "core/memory.h"
#include "core/random.h"
#include "score/cluster_jaccard.h"

/* What all splits share. */
typedef struct {
    const ce_run *run;
    ce_ensemble whole;   /* of these, with what goes with them; it has no cache */
    size_t count;        /* of k */
    size_t most_k;       /* the largest of them */
    double *value;       /* splits x count; NaN: none */
    ce_partition *first; /* count: the results of the first half, empty where there is none */
    ce_error failed;     /* of the first half that failed */
} work;

/* Whether the method sees nothing of an object but its labels. */
static int sees_labels_only(const ce_run *run)
{
    const ce_ensemble *e = run->ensemble;

    return !e->membership && !e->beside.data && !e->beside.chunklets && !e->beside.centroids &&
           !ce_settings_given(run->settings, "objects");
}

/* The ensemble to part: that of the caller, or its microclusters. */
static int begin(work *w, ce_error *err)
{
    ce_ensemble *given = w->run->ensemble;
    const ce_microclusters *micro;
    int rc;

    w->whole = *given;
    w->whole.cached = NULL;
    rc = given->all_weight ? ce_sizes_check(given->all_weight, given->n, err) : CE_OK;
    if (rc || !sees_labels_only(w->run))
        return rc;
    rc = ce_ensemble_micro(given, 0, &micro, err);
    if (rc)
        return rc;
    w->whole.n = micro->count;
    w->whole.all = &micro->rows;
    w->whole.all_weight = micro->size;
    return CE_OK;
}

/* Keeps why a half has no result, if nothing was kept before. CE_EARG is such a reason too, as
 * where all base clusterings of the half have the weight 0. 0, or a failure that ends all. */
static int keep_failure(work *w, int rc, const ce_error *own, ce_error *err)
{
    if (rc != CE_EINPUT && rc != CE_ENUM && rc != CE_EARG) {
        if (rc)
            *err = *own;
        return rc;
    }
    if (!w->failed.text[0])
        w->failed = *own;
    return CE_OK;
}

/* One half at one k. result: empty where the method fails, or gives another number of clusters. */
static int run_half(work *w, ce_ensemble *half, int k, uint64_t seed, ce_partition *result,
                    ce_error *err)
{
    ce_report report = {0};
    ce_error own = {0};
    ce_run inner = *w->run;
    int rc;

    inner.ensemble = half;
    inner.k = (size_t)k;
    inner.seed = seed;
    inner.report = &report;
    rc = ce_consensus(&inner, result, &own);
    ce_report_free(&report);
    if (!rc && result->k != k) {
        ce_fail(&own, CE_EINPUT, "%s: %d cluster%s, %d asked for", w->run->method->about.name,
                result->k, result->k == 1 ? "" : "s", k);
        rc = CE_EINPUT;
        ce_partition_free(result);
    }
    return keep_failure(w, rc, &own, err);
}

static int compare(const work *w, const ce_partition *a, const ce_partition *b, double *value,
                   ce_error *err)
{
    ce_contingency table = {0};
    int rc = ce_contingency_build(&table, a->labels, a->k, b->labels, b->k, w->whole.all_weight,
                                  a->n, err);

    if (!rc)
        rc = ce_cluster_jaccard(&table, value, err);
    ce_contingency_free(&table);
    return rc;
}

/* Runs the method on some base clusterings at every k. value: NULL for the first half, whose
 * results are kept; for the second they are compared with those of the first. */
static int do_half(work *w, const size_t *choice, size_t members, uint64_t seed,
                   const ce_split_half_row *row, double *value, ce_error *err)
{
    ce_some_members some = {0};
    ce_error own = {0};
    int rc = ce_some_members_take(&some, &w->whole, choice, members, &own);
    int ready = !rc;

    some.ensemble.evidence = "halves of the base clusterings";
    some.ensemble.most_k = w->most_k;
    rc = keep_failure(w, rc, &own, err);
    for (size_t c = 0; c < w->count && !rc && ready; c++) {
        ce_partition second = {0};
        if (value && !w->first[c].labels)
            continue;
        rc = run_half(w, &some.ensemble, row[c].k, seed, value ? &second : &w->first[c], err);
        if (!rc && value && second.labels)
            rc = compare(w, &w->first[c], &second, &value[c], err);
        ce_partition_free(&second);
    }
    ce_some_members_free(&some);
    return rc;
}

static int do_split(work *w, size_t s, gsl_rng *rng, size_t *order, const ce_split_half_row *row,
                    ce_error *err)
{
    size_t m = w->whole.all->m, half = m / 2;
    uint64_t seed[2];
    int rc;

    ce_random_set(rng, w->run->seed, CE_STREAM_HALVES, s);
    rc = ce_random_choose(rng, m, m, order, err);
    seed[0] = gsl_rng_get(rng);
    seed[1] = gsl_rng_get(rng);
    if (!rc)
        rc = do_half(w, order, half, seed[0], row, NULL, err);
    if (!rc)
        rc = do_half(w, order + half, m - half, seed[1], row, w->value + s * w->count, err);
    for (size_t c = 0; c < w->count; c++)
        ce_partition_free(&w->first[c]);
    return rc;
}

/* The mean and the standard deviation of the values of k number c. */
static void sum_up(const work *w, size_t splits, size_t c, ce_split_half_row *row)
{
    double sum = 0, squares = 0;

    for (size_t s = 0; s < splits; s++)
        sum += w->value[s * w->count + c];
    row->agreement = sum / (double)splits;
    for (size_t s = 0; s < splits; s++) {
        double off = w->value[s * w->count + c] - row->agreement;
        squares += off * off;
    }
    row->deviation = splits > 1 ? sqrt(squares / (double)(splits - 1)) : NAN;
}

static int all_splits(work *w, size_t splits, const ce_progress *progress, ce_split_half_row *row,
                      ce_error *err)
{
    size_t m = w->whole.all->m;
    size_t *order = ce_alloc(m, sizeof *order, err);
    gsl_rng *rng = order ? ce_random_alloc(w->run->seed, CE_STREAM_HALVES, 0, err) : NULL;
    int rc = rng ? CE_OK : CE_ENOMEM;

    for (size_t s = 0; s < splits && !rc; s++) {
        rc = do_split(w, s, rng, order, row, err);
        if (!rc)
            ce_progress_report(progress, s + 1, splits);
    }
    gsl_rng_free(rng);
    free(order);
    for (size_t c = 0; c < w->count && !rc; c++)
        sum_up(w, splits, c, &row[c]);
    return rc;
}

int ce_split_half(const ce_run *run, size_t splits, const ce_progress *progress,
                  ce_split_half_row *row, size_t count, ce_error *err)
{
    work w = {.run = run, .count = count};
    size_t m = run->ensemble->labels->m;
    int rc;

    if (m < CE_SPLIT_HALF_MEMBERS)
        return ce_fail(err, CE_EINPUT, "%zu base clustering%s, %d or more expected to be halved", m,
                       m == 1 ? "" : "s", CE_SPLIT_HALF_MEMBERS);
    for (size_t c = 0; c < count; c++)
        if (row[c].k > 0 && (size_t)row[c].k > w.most_k)
            w.most_k = (size_t)row[c].k;
    w.value = ce_alloc(splits * count, sizeof *w.value, err);
    w.first = ce_calloc(count, sizeof *w.first, err);
    rc = w.value && w.first ? begin(&w, err) : CE_ENOMEM;
    for (size_t c = 0; c < splits * count && !rc; c++)
        w.value[c] = NAN;
    if (!rc)
        rc = all_splits(&w, splits, progress, row, err);
    if (!rc && ce_split_half_best(row, count) == count)
        rc = ce_fail(err, CE_EINPUT, "%s; halves of the base clusterings have no result at any k",
                     w.failed.text);
    free(w.value);
    free(w.first);
    return rc;
}

/* The row of the largest agreement; count: there is none. */
static size_t largest(const ce_split_half_row *row, size_t count)
{
    size_t most = count;

    for (size_t c = 0; c < count; c++)
        if (!isnan(row[c].agreement) && (most == count || row[c].agreement > row[most].agreement))
            most = c;
    return most;
}

int ce_split_half_alike(const ce_split_half_row *row, size_t count, size_t c)
{
    size_t most = largest(row, count);

    return most < count && row[most].agreement - row[c].agreement < CE_SPLIT_HALF_ALIKE;
}

size_t ce_split_half_best(const ce_split_half_row *row, size_t count)
{
    size_t best = count;

    for (size_t c = 0; c < count; c++)
        if (ce_split_half_alike(row, count, c) && (best == count || row[c].k > row[best].k))
            best = c;
    return best;
}
