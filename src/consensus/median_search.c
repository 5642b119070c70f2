#include "consensus/median_search.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

/* Microclusters are numbered in the order in which they are placed. */
typedef struct {
    const ce_microclusters *micro;
    const ce_progress *progress;
    size_t n, most;
    size_t *order;  /* n */
    double *apart;  /* n x n: what a pair costs apart, */
    double *differ; /* n x n: and how much more together */
    double *rest;   /* n + 1: at least what pairs from this microcluster on cost */
    double *base;   /* n: its pairs with those placed, all apart */
    double *near;   /* n x n: what they cost more in this cluster */
    int32_t *label; /* n: of those placed, */
    int32_t *best;  /* n: and in the best partition */
    size_t *choice; /* n (n + 1) / 2: the clusters to try, for each depth */
    ce_median_found *found;
} search;

static void search_free(search *s)
{
    free(s->order);
    free(s->apart);
    free(s->differ);
    free(s->rest);
    free(s->base);
    free(s->near);
    free(s->label);
    free(s->best);
    free(s->choice);
}

static int search_alloc(search *s, ce_error *err)
{
    size_t n = s->n;
    int rc = ce_memory_check(n, n, 3 * sizeof *s->near + sizeof *s->choice / 2,
                             "the search for the median", "no " CE_OPT("search"), err);

    if (rc)
        return rc;
    s->order = ce_alloc(n, sizeof *s->order, err);
    s->apart = ce_alloc(n * n, sizeof *s->apart, err);
    s->differ = ce_alloc(n * n, sizeof *s->differ, err);
    s->rest = ce_alloc(n + 1, sizeof *s->rest, err);
    s->base = ce_calloc(n, sizeof *s->base, err);
    s->near = ce_calloc(n * n, sizeof *s->near, err);
    s->label = ce_alloc(n, sizeof *s->label, err);
    s->best = ce_alloc(n, sizeof *s->best, err);
    s->choice = ce_alloc(n * (n + 1) / 2, sizeof *s->choice, err);
    return s->order && s->apart && s->differ && s->rest && s->base && s->near && s->label &&
                   s->best && s->choice
               ? CE_OK
               : CE_ENOMEM;
}

/* ---- what pairs cost ---- */

static void count_pair(const search *s, size_t u, size_t v, double *apart, double *differ)
{
    const ce_labels *rows = &s->micro->rows;
    double pairs = s->micro->size[u] * s->micro->size[v];
    size_t both = 0, same = 0;

    for (size_t q = 0; q < rows->m; q++) {
        int32_t a = ce_labels_column(rows, q)[u], b = ce_labels_column(rows, q)[v];
        both += a >= 0 && b >= 0;
        same += a >= 0 && a == b;
    }
    *apart = pairs * (double)same;
    *differ = pairs * ((double)both - 2 * (double)same);
}

typedef struct {
    double weight;
    size_t micro;
} ranked;

static int by_weight(const void *a, const void *b)
{
    const ranked *one = a, *two = b;

    if (one->weight != two->weight)
        return one->weight > two->weight ? -1 : 1;
    return one->micro < two->micro ? -1 : one->micro > two->micro;
}

/* Those come first whose pairs differ most: they decide most. */
static int set_order(search *s, ce_error *err)
{
    ranked *list = ce_alloc(s->n, sizeof *list, err);

    if (!list)
        return CE_ENOMEM;
    for (size_t u = 0; u < s->n; u++) {
        list[u] = (ranked){0, u};
        for (size_t v = 0; v < u; v++) {
            double apart, differ;
            count_pair(s, u, v, &apart, &differ);
            list[u].weight += fabs(differ);
            list[v].weight += fabs(differ);
        }
    }
    qsort(list, s->n, sizeof *list, by_weight);
    for (size_t i = 0; i < s->n; i++)
        s->order[i] = list[i].micro;
    free(list);
    return CE_OK;
}

static void count_pairs(search *s)
{
    for (size_t i = 0; i < s->n; i++)
        for (size_t j = 0; j < i; j++) {
            size_t here = i * s->n + j, there = j * s->n + i;
            count_pair(s, s->order[i], s->order[j], &s->apart[here], &s->differ[here]);
            s->apart[there] = s->apart[here];
            s->differ[there] = s->differ[here];
        }
}

/* Of triples of i and two after it: the difference that is left of a pair becomes less where it is
 * counted. left: n x n, wants to be together below 0. Returns what they cost. */
static double count_triples(const search *s, size_t i, double *left)
{
    double sum = 0;

    for (size_t j = i + 1; j < s->n; j++)
        for (size_t k = j + 1; k < s->n && left[i * s->n + j] != 0; k++) {
            double *pair[3] = {left + i * s->n + j, left + i * s->n + k, left + j * s->n + k};
            double least = -1;
            size_t against = 0;
            for (size_t p = 0; p < 3; p++) {
                double size = fabs(*pair[p]);
                against += *pair[p] > 0;
                least = least < 0 || size < least ? size : least;
            }
            if (against != 1 || least == 0)
                continue;
            for (size_t p = 0; p < 3; p++)
                *pair[p] += *pair[p] > 0 ? -least : least;
            sum += least;
        }
    return sum;
}

static int bound_rests(search *s, ce_error *err)
{
    double *left = ce_alloc(s->n * s->n, sizeof *left, err);

    if (!left)
        return CE_ENOMEM;
    memcpy(left, s->differ, s->n * s->n * sizeof *left);
    s->rest[s->n] = 0;
    for (size_t i = s->n; i-- > 0;) {
        s->rest[i] = s->rest[i + 1] + count_triples(s, i, left);
        for (size_t j = i + 1; j < s->n; j++) {
            double differ = s->differ[i * s->n + j];
            s->rest[i] += s->apart[i * s->n + j] + (differ < 0 ? differ : 0);
        }
    }
    free(left);
    return CE_OK;
}

/* ---- the search ---- */

/* The clusters for microcluster i, the cheapest first; cluster k is a new one. */
static size_t *sort_choices(const search *s, size_t i, size_t k)
{
    size_t *choice = s->choice + i * (i + 1) / 2;
    const double *near = s->near + i * s->n; /* of the new one: 0 */

    for (size_t c = 0; c <= k; c++) {
        size_t at = c;
        for (; at > 0 && near[choice[at - 1]] > near[c]; at--)
            choice[at] = choice[at - 1];
        choice[at] = c;
    }
    return choice;
}

/* Puts i into cluster c (sign 1), or takes it out (-1). Returns at least what the pairs of those
 * that wait cost with those placed; clusters: how many there are then. */
static double place(search *s, size_t i, size_t c, double sign, size_t clusters)
{
    double sum = 0;

    for (size_t j = i + 1; j < s->n; j++) {
        double *near = s->near + j * s->n, least = 0;
        s->base[j] += sign * s->apart[i * s->n + j];
        near[c] += sign * s->differ[i * s->n + j];
        for (size_t b = 0; b < clusters; b++)
            least = near[b] < least ? near[b] : least;
        sum += s->base[j] + least;
    }
    return sum;
}

/* Microclusters from i on, beside those placed in k clusters at this cost. */
static void branch(search *s, size_t i, size_t k, double cost)
{
    const size_t *choice;

    if (i == s->n) {
        s->found->least = cost;
        s->found->is_better = 1;
        memcpy(s->best, s->label, s->n * sizeof *s->best);
        return;
    }
    choice = sort_choices(s, i, k);
    for (size_t at = 0; at <= k && s->found->steps < s->most; at++) {
        size_t c = choice[at], clusters = c == k ? k + 1 : k;
        double now = cost + s->base[i] + s->near[i * s->n + c], others;
        if (++s->found->steps % 4096 == 0)
            ce_progress_limit(s->progress, s->found->steps, s->most);
        if (now + s->rest[i + 1] >= s->found->least)
            continue;
        s->label[i] = (int32_t)c;
        others = place(s, i, c, 1, clusters);
        if (now + others + s->rest[i + 1] < s->found->least)
            branch(s, i + 1, clusters, now);
        place(s, i, c, -1, 0);
    }
}

static int take(const search *s, ce_partition *better, ce_error *err)
{
    int rc = ce_partition_alloc(better, s->n, err);

    for (size_t i = 0; i < s->n && !rc; i++)
        better->labels[s->order[i]] = s->best[i];
    return rc;
}

int ce_median_search(const ce_microclusters *micro, double phi, size_t steps,
                     const ce_progress *progress, ce_partition *better, ce_median_found *found,
                     ce_error *err)
{
    search s = {
        .micro = micro, .n = micro->count, .most = steps, .progress = progress, .found = found};
    int rc = search_alloc(&s, err);

    *found = (ce_median_found){.least = phi};
    if (!rc)
        rc = set_order(&s, err);
    if (!rc) {
        count_pairs(&s);
        rc = bound_rests(&s, err);
    }
    if (!rc) {
        branch(&s, 0, 0, 0);
        found->bound = found->steps < steps ? found->least : s.rest[0];
    }
    if (!rc && found->is_better)
        rc = take(&s, better, err);
    search_free(&s);
    return rc;
}
