/*
 * impute: pairs whose co-association lies in a band, against all n x n of them one by one, compared
 * as whole numbers; how they are drawn; and what follows from answers, against the closure of all
 * pairs.
 */
#include <gsl/gsl_cdf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "constrain/answers.h"
#include "constrain/impute.h"
#include "core/parallel.h"
#include "core/random.h"
#include "random-ensemble.h"

enum { HUNDRED = 100 }; /* thresholds are so many hundredths */

static void count_shared(const ce_labels *e, size_t i, size_t j, long *same, long *both)
{
    *same = *both = 0;
    for (size_t q = 0; q < e->m; q++) {
        const int32_t *label = ce_labels_column(e, q);
        *both += label[i] >= 0 && label[j] >= 0;
        *same += label[i] >= 0 && label[i] == label[j];
    }
}

/* low - steps / m <= same / both <= high + steps / m. */
static int is_inside(long same, long both, long m, long low, long high, long steps)
{
    return both > 0 && HUNDRED * (same * m + steps * both) >= low * both * m &&
           HUNDRED * (same * m - steps * both) <= high * both * m;
}

static size_t count_inside(const ce_labels *e, long low, long high, long steps)
{
    size_t count = 0;
    long same, both;

    for (size_t i = 0; i < e->n; i++)
        for (size_t j = i + 1; j < e->n; j++) {
            count_shared(e, i, j, &same, &both);
            count += (size_t)is_inside(same, both, (long)e->m, low, high, steps);
        }
    return count;
}

static long slow_steps(const ce_labels *e, long low, long high, size_t queries)
{
    long steps = 0;

    while (count_inside(e, low, high, steps) < queries && steps < (long)e->m)
        steps++;
    return steps;
}

/* Every pair in the band, in order, none twice, with its share; when all are wanted, all. */
static void compare(const ce_labels *e, const ce_impute_result *r, long low, long high, long steps,
                    size_t queries)
{
    size_t inside = count_inside(e, low, high, steps);
    long same, both;

    must(r->in_band == (double)inside, "the number of pairs in the band");
    must(r->count == (queries ? queries : inside), "as many as asked for");
    for (size_t p = 0; p < r->count; p++) {
        const ce_uncertain_pair *pair = &r->pair[p], *before = p ? pair - 1 : pair;
        must(pair->i >= 0 && pair->i < pair->j && pair->j < (int32_t)e->n,
             "two objects, the first one first");
        must(!p || before->i < pair->i || (before->i == pair->i && before->j < pair->j),
             "in order, none twice");
        count_shared(e, (size_t)pair->i, (size_t)pair->j, &same, &both);
        must(is_inside(same, both, (long)e->m, low, high, steps), "in the band");
        must(pair->coassociation == (double)same / (double)both, "the co-association");
    }
}

static void must_be_same(const ce_impute_result *a, const ce_impute_result *b)
{
    must(a->count == b->count && a->low == b->low && a->high == b->high && a->in_band == b->in_band,
         "the same with more threads");
    for (size_t p = 0; p < a->count; p++)
        must(a->pair[p].i == b->pair[p].i && a->pair[p].j == b->pair[p].j &&
                 a->pair[p].coassociation == b->pair[p].coassociation,
             "the same pairs with more threads");
}

static void try_one(gsl_rng *rng, size_t n, size_t m, double missing)
{
    ce_labels e = {0};
    ce_error err = {0};
    ce_impute_result result = {0}, again = {0};
    long low = 5 * (long)ce_random_below(rng, 21),
         high = low + 5 * (long)ce_random_below(rng, (size_t)(21 - low / 5)), steps;
    ce_impute_options o = {(double)low / HUNDRED, (double)high / HUNDRED, 0,
                           (int)ce_random_below(rng, 2), 1 + ce_random_below(rng, 1000)};
    size_t inside, most;

    random_ensemble(rng, n, m, missing, &e);
    inside = count_inside(&e, low, high, 0);
    most = count_inside(&e, 0, HUNDRED, 0);
    o.queries = ce_random_below(rng, 3)
                    ? 1 + ce_random_below(rng, 2 * (o.widen ? most / 2 : inside) + 1)
                    : 0;
    steps = o.widen ? slow_steps(&e, low, high, o.queries) : 0;
    ce_threads_set(1);
    if (count_inside(&e, low, high, steps) < (o.queries ? o.queries : 1)) {
        must(ce_impute(&e, &o, &result, &err) == CE_EINPUT && !result.pair && !result.count,
             "too few pairs are refused");
    } else {
        must(!ce_impute(&e, &o, &result, &err), err.text);
        compare(&e, &result, low, high, steps, o.queries);
        ce_threads_set(3);
        must(!ce_impute(&e, &o, &again, &err), err.text);
        must_be_same(&result, &again);
    }
    ce_impute_result_free(&result);
    ce_impute_result_free(&again);
    ce_labels_free(&e);
}

/* n objects, base clusterings in which all are alone but for pairs put together: object 2 p with 2
 * p + 1 in the first p of them. */
static void ladder(ce_labels *e, size_t m)
{
    ce_error err = {0};

    must(!ce_labels_alloc(e, 2 * (m + 1), m, &err), "memory");
    for (size_t q = 0; q < m; q++)
        for (size_t i = 0; i < e->n; i++)
            ce_labels_column(e, q)[i] = (int32_t)(i / 2 > q ? i / 2 * 2 : i);
    for (size_t q = 0; q < m; q++)
        must(!ce_labels_renumber(ce_labels_column(e, q), e->n, &e->k[q], &err), "memory");
}

/* Shares as they are written: for every m and every band of tenths, which of 1/m, ..., m/m are in
 * it. */
static void shares_are_exact(void)
{
    for (size_t m = 1; m <= 30; m++) {
        ce_labels e = {0};
        ladder(&e, m);
        for (long low = 10; low <= 100; low += 10)
            for (long high = low; high <= 100; high += 10) {
                ce_error err = {0};
                ce_impute_result result = {0};
                size_t inside = count_inside(&e, low, high, 0);
                int rc = ce_impute(
                    &e, &(ce_impute_options){(double)low / 100, (double)high / 100, 0, 0, 1},
                    &result, &err);
                must(rc == (inside ? CE_OK : CE_EINPUT) &&
                         (!inside || result.in_band == (double)inside),
                     "exact shares");
                ce_impute_result_free(&result);
            }
        ce_labels_free(&e);
    }
}

/* From .5 .. .5 by steps of a tenth: 4/10 and 6/10, then 3/10 and 7/10: a pair each, in an ensemble
 * of 10. */
static void widening_is_exact(void)
{
    ce_labels e = {0};

    ladder(&e, 10);
    for (size_t queries = 1; queries <= 9; queries++) {
        ce_error err = {0};
        ce_impute_result result = {0};
        size_t steps = queries / 2;
        must(!ce_impute(&e, &(ce_impute_options){.5, .5, queries, 1, 1}, &result, &err), err.text);
        must(result.in_band == (double)(1 + 2 * steps),
             "one more pair on both sides for each step");
        must(result.low > (5 - (double)steps) / 10 - 1e-12 &&
                 result.low < (5 - (double)steps) / 10 + 1e-12,
             "the band that it tells");
        ce_impute_result_free(&result);
    }
    ce_labels_free(&e);
}

/* Which of the pairs of the band a seed draws, over many seeds: each equally often, and each two of
 * them together equally often. */
static void draws_are_uniform(size_t queries)
{
    enum { SEEDS = 6000, MOST = 400 };
    ce_labels e = {0};
    ce_error err = {0};
    ce_impute_result all = {0}, some = {0};
    gsl_rng *rng = ce_random_alloc(1, CE_STREAM_SYNTH, 77, &err);
    double *one = calloc(MOST, sizeof *one), *two = calloc(MOST * MOST, sizeof *two), chi = 0,
           share, expected;
    size_t b, *at = calloc(queries, sizeof *at);

    must(rng && one && two && at, "memory");
    ce_threads_set(1); /* thousands of small tasks */
    random_ensemble(rng, 24, 7, .1, &e);
    must(!ce_impute(&e, &(ce_impute_options){.4, .5, 0, 0, 1}, &all, &err), err.text);
    b = all.count;
    must(b > 20 && b < MOST && b > 2 * queries, "some pairs in the band");
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        must(!ce_impute(&e, &(ce_impute_options){.4, .5, queries, 0, seed}, &some, &err), err.text);
        for (size_t p = 0; p < queries; p++) {
            for (at[p] = 0;
                 all.pair[at[p]].i != some.pair[p].i || all.pair[at[p]].j != some.pair[p].j;
                 at[p]++)
                must(at[p] + 1 < b, "drawn from the band");
            one[at[p]]++;
            for (size_t before = 0; before < p; before++)
                two[at[before] * MOST + at[p]]++;
        }
    }
    /* draws without replacement: the variance of each number is that of a share of the seeds, their
     * sum is fixed */
    share = (double)queries / (double)b;
    for (size_t p = 0; p < b; p++)
        chi += (one[p] - SEEDS * share) * (one[p] - SEEDS * share) / (SEEDS * share * (1 - share));
    chi *= ((double)b - 1) / (double)b;
    must(chi < gsl_cdf_chisq_Pinv(.999, (double)b - 1) &&
             chi > gsl_cdf_chisq_Pinv(.001, (double)b - 1),
         "each pair equally often");
    expected = SEEDS * (double)(queries * (queries - 1)) / (double)(b * (b - 1));
    chi = 0;
    for (size_t p = 0; p < b; p++)
        for (size_t q = p + 1; q < b; q++)
            chi += (two[p * MOST + q] - expected) * (two[p * MOST + q] - expected) / expected;
    must(queries != 2 || (chi < gsl_cdf_chisq_Pinv(.999, (double)b * ((double)b - 1) / 2 - 1) &&
                          chi > gsl_cdf_chisq_Pinv(.001, (double)b * ((double)b - 1) / 2 - 1)),
         "each two of them together equally often");
    ce_impute_result_free(&all);
    ce_impute_result_free(&some);
    ce_labels_free(&e);
    gsl_rng_free(rng);
    free(one);
    free(two);
    free(at);
}

enum { ASKED = 14 }; /* objects */

/* What follows of i and j from the relations must (transitive) and cannot. */
static int slow_follow(unsigned char must_link[ASKED][ASKED], unsigned char cannot[ASKED][ASKED],
                       size_t i, size_t j)
{
    if (must_link[i][j])
        return CE_MUST_LINK;
    for (size_t a = 0; a < ASKED; a++)
        for (size_t b = 0; b < ASKED; b++)
            if (cannot[a][b] && must_link[i][a] && must_link[b][j])
                return CE_CANNOT_LINK;
    return -1;
}

/* Pairs in a random order, answered by random classes: before each answer what follows of every
 * pair. */
static void answers_are_closed(gsl_rng *rng)
{
    unsigned char must_link[ASKED][ASKED] = {{0}}, cannot[ASKED][ASKED] = {{0}};
    size_t class_[ASKED], classes = 1 + ce_random_below(rng, 6), order[ASKED * ASKED];
    ce_answers answers = {0};
    ce_error err = {0};

    must(!ce_answers_init(&answers, ASKED, &err) &&
             !ce_random_choose(rng, ASKED * ASKED, ASKED * ASKED, order, &err),
         "memory");
    for (size_t i = 0; i < ASKED; i++) {
        class_[i] = ce_random_below(rng, classes);
        must_link[i][i] = 1;
    }
    for (size_t o = 0; o < ASKED * ASKED; o++) {
        size_t i = order[o] / ASKED, j = order[o] % ASKED;
        int same = class_[i] == class_[j];
        for (size_t a = 0; a < ASKED; a++)
            for (size_t b = 0; b < ASKED; b++)
                must(ce_answers_follow(&answers, (int32_t)a, (int32_t)b) ==
                         slow_follow(must_link, cannot, a, b),
                     "what follows from answers");
        if (i == j)
            continue;
        must(!ce_answers_add(&answers, (int32_t)i, (int32_t)j, same ? CE_MUST_LINK : CE_CANNOT_LINK,
                             &err),
             "memory");
        if (!same)
            cannot[i][j] = cannot[j][i] = 1;
        for (size_t a = 0; a < ASKED && same; a++)
            for (size_t b = 0; b < ASKED; b++)
                must_link[a][b] |=
                    (must_link[a][i] && must_link[j][b]) || (must_link[a][j] && must_link[i][b]);
    }
    must(answers.given.count == ASKED * (ASKED - 1), "all answers are kept");
    ce_answers_free(&answers);
}

static void degenerate(void)
{
    ce_labels e = {0};
    ce_error err = {0};
    ce_impute_result result = {0};

    must(!ce_labels_alloc(&e, 1, 1, &err), "memory");
    e.labels[0] = 0;
    e.k[0] = 1;
    must(ce_impute(&e, &(ce_impute_options){0, 1, 0, 1, 1}, &result, &err) == CE_EINPUT,
         "one object");
    must(!ce_labels_alloc(&e, 3, 1, &err), "memory");
    memset(e.labels, -1, 3 * sizeof *e.labels);
    e.k[0] = 0;
    err = (ce_error){0};
    must(ce_impute(&e, &(ce_impute_options){0, 1, 1, 1, 1}, &result, &err) == CE_EINPUT,
         "no labels");
    err = (ce_error){0};
    must(ce_impute(&e, &(ce_impute_options){.6, .4, 1, 1, 1}, &result, &err) == CE_EARG,
         "a band the wrong way round");
    ce_labels_free(&e);
}

int main(void)
{
    ce_error err = {0};
    gsl_rng *rng = ce_random_alloc(1, CE_STREAM_SYNTH, 6, &err);

    must(rng != NULL, "memory");
    for (int t = 0; t < 300; t++)
        try_one(rng, 2 + ce_random_below(rng, 150), 1 + ce_random_below(rng, 12), t % 3 ? 0 : .2);
    for (int t = 0; t < 4; t++)
        try_one(rng, 60, 300, t % 2 ? 0 : .3); /* more base clusterings than a byte counts */
    shares_are_exact();
    widening_is_exact();
    draws_are_uniform(2);
    draws_are_uniform(7);
    for (int t = 0; t < 10; t++)
        answers_are_closed(rng);
    degenerate();
    gsl_rng_free(rng);
    return 0;
}
