#include "consensus/methods/penta_pairs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/microclusters.h"
#include "core/parallel.h"
#include "kmeans/weighted_distance.h"

/* Rounding can change a bound by no more than this, relatively. */
#define SLACK 1e-9

typedef struct {
    const ce_penta_search *how;
    ce_microclusters micro;
    size_t *start;       /* micro.count + 1: a has object[start[a]] .. object[start[a + 1] - 1] */
    int32_t *object;     /* n */
    double *ones;        /* d */
    ce_penta_pair *heap; /* the best so far, the worst of them first */
    size_t count;        /* of these */

    /* For cannot-links. */
    double *radius; /* n: at e the distance of object[e] from the mean of its microcluster */
    double *mean;   /* micro.count x d */

    /* For must-links. `largest` is the size of the largest microcluster. */
    double *scale;  /* d: the means of the roots of the weights */
    double *scaled; /* 2 x largest x d: the objects of two microclusters, in scaled features */
    double *key;    /* largest: one scaled feature of the second microcluster, ascending */
    int32_t *order; /* largest: its objects in that order */
} search;

/* ---- the best so far ---- */

/* Is a a worse candidate than b? A total order. */
static int worse(const search *s, const ce_penta_pair *a, const ce_penta_pair *b)
{
    if (a->distance != b->distance)
        return (s->how->link == CE_MUST_LINK) == (a->distance > b->distance);
    return a->i != b->i ? a->i > b->i : a->j > b->j;
}

static void sift_down(search *s, size_t at)
{
    for (size_t child = 2 * at + 1; child < s->count; child = 2 * at + 1) {
        ce_penta_pair swap = s->heap[at];
        if (child + 1 < s->count && worse(s, &s->heap[child + 1], &s->heap[child]))
            child++;
        if (!worse(s, &s->heap[child], &swap))
            return;
        s->heap[at] = s->heap[child];
        s->heap[child] = swap;
        at = child;
    }
}

static void sift_up(search *s, size_t at)
{
    while (at && worse(s, &s->heap[at], &s->heap[(at - 1) / 2])) {
        ce_penta_pair swap = s->heap[at];
        s->heap[at] = s->heap[(at - 1) / 2];
        s->heap[(at - 1) / 2] = swap;
        at = (at - 1) / 2;
    }
}

static void offer(search *s, int32_t i, int32_t j, double distance)
{
    const ce_penta_search *how = s->how;
    const ce_penta_pair pair = {i < j ? i : j, i < j ? j : i, distance};
    int full = s->count == how->top;

    if ((full && !worse(s, &s->heap[0], &pair)) ||
        (how->excluded && how->excluded(how->state, pair.i, pair.j)))
        return;
    if (full) {
        s->heap[0] = pair;
        sift_down(s, 0);
    } else {
        s->heap[s->count++] = pair;
        sift_up(s, s->count - 1);
    }
}

/* Must-links above this distance are no longer wanted, nor cannot-links below it. */
static double limit(const search *s)
{
    if (s->count == s->how->top)
        return s->heap[0].distance;
    return s->how->link == CE_MUST_LINK ? INFINITY : -INFINITY;
}

/* ---- microclusters ---- */

static const double *row(const search *s, int32_t i)
{
    return s->how->x->values + (size_t)i * s->how->x->columns;
}

static int32_t label_of(const search *s, size_t a, size_t q)
{
    return ce_labels_column(&s->micro.rows, q)[a];
}

/* Are the pairs of two microclusters candidates? All components but l put them together (must-link)
 * or apart (cannot-link), and l does the other. */
static int has_pattern(const search *s, size_t a, size_t b)
{
    int together = s->how->link == CE_MUST_LINK;

    for (size_t q = 0; q < s->micro.rows.m; q++)
        if ((label_of(s, a, q) == label_of(s, b, q)) !=
            (q == s->how->component ? !together : together))
            return 0;
    return 1;
}

static int list_objects(search *s, size_t *largest, ce_error *err)
{
    size_t n = s->micro.n, count = s->micro.count;

    s->start = ce_calloc(count + 2, sizeof *s->start, err);
    s->object = ce_alloc(n, sizeof *s->object, err);
    if (!s->start || !s->object)
        return CE_ENOMEM;
    for (size_t i = 0; i < n; i++)
        s->start[s->micro.of[i] + 2]++;
    *largest = 0;
    for (size_t a = 2; a < count + 2; a++) {
        *largest = s->start[a] > *largest ? s->start[a] : *largest;
        s->start[a] += s->start[a - 1];
    }
    for (size_t i = 0; i < n; i++)
        s->object[s->start[s->micro.of[i] + 1]++] = (int32_t)i;
    return CE_OK;
}

static size_t size_of(const search *s, size_t a)
{
    return s->start[a + 1] - s->start[a];
}

/* ---- must-links ---- */

/* The weight vector that the objects of a microcluster have in component q. */
static const double *weight_of(const search *s, size_t a, size_t q)
{
    return s->how->weight[q] + (size_t)label_of(s, a, q) * s->how->x->columns;
}

static double mean_distance(const search *s, size_t a, int32_t i, int32_t j)
{
    size_t m = s->micro.rows.m;
    double sum = 0;

    for (size_t q = 0; q < m; q++)
        if (q != s->how->component)
            sum +=
                sqrt(ce_weighted_one(row(s, i), row(s, j), weight_of(s, a, q), s->how->x->columns));
    return sum / (double)(m - 1);
}

typedef struct {
    double key;
    int32_t at;
} keyed;

static int by_key(const void *a, const void *b)
{
    const keyed *x = a, *y = b;

    return x->key != y->key ? (x->key > y->key) - (x->key < y->key)
                            : (x->at > y->at) - (x->at < y->at);
}

/* The objects of a microcluster in scaled features. */
static void scale_objects(const search *s, size_t a, double *to)
{
    size_t d = s->how->x->columns;

    for (size_t e = s->start[a]; e < s->start[a + 1]; e++, to += d)
        for (size_t f = 0; f < d; f++)
            to[f] = row(s, s->object[e])[f] * s->scale[f];
}

/* The feature in which rows spread most. */
static size_t widest(const double *rows, size_t count, size_t d)
{
    size_t best = 0;
    double most = -1;

    for (size_t f = 0; f < d; f++) {
        double low = rows[f], high = rows[f];
        for (size_t e = 1; e < count; e++) {
            low = fmin(low, rows[e * d + f]);
            high = fmax(high, rows[e * d + f]);
        }
        if (high - low > most) {
            most = high - low;
            best = f;
        }
    }
    return best;
}

/* Orders the objects of the second microcluster by one scaled feature, into key and order. */
static int order_by(search *s, const double *rows, size_t count, size_t feature, ce_error *err)
{
    keyed *list = ce_alloc(count, sizeof *list, err);

    if (!list)
        return CE_ENOMEM;
    for (size_t e = 0; e < count; e++)
        list[e] = (keyed){rows[e * s->how->x->columns + feature], (int32_t)e};
    qsort(list, count, sizeof *list, by_key);
    for (size_t e = 0; e < count; e++) {
        s->key[e] = list[e].key;
        s->order[e] = list[e].at;
    }
    free(list);
    return CE_OK;
}

/* The first of ascending keys that is not below `value`. */
static size_t lower_bound(const double *key, size_t count, double value)
{
    size_t low = 0;

    while (low < count) {
        size_t middle = low + (count - low) / 2;
        if (key[middle] < value)
            low = middle + 1;
        else
            count = middle;
    }
    return low;
}

/* Offers pairs of one object of the first microcluster with those of the second. These come by
 * their difference in the key, smallest first. The search ends when a difference is too large. */
static void look_around(search *s, size_t a, int32_t i, const double *own, size_t feature, size_t b,
                        const double *rows)
{
    size_t d = s->how->x->columns, count = size_of(s, b),
           up = lower_bound(s->key, count, own[feature]), down = up;

    while (up < count || down > 0) {
        int upwards = down == 0 ||
                      (up < count && s->key[up] - own[feature] <= own[feature] - s->key[down - 1]);
        size_t at = upwards ? up++ : --down, e = (size_t)s->order[at];
        double worst = limit(s);
        if (fabs(s->key[at] - own[feature]) * (1 - SLACK) > worst)
            return;
        if (worst < INFINITY &&
            ce_weighted_one(own, rows + e * d, s->ones, d) * (1 - 2 * SLACK) > worst * worst)
            continue;
        offer(s, i, s->object[s->start[b] + e], mean_distance(s, a, i, s->object[s->start[b] + e]));
    }
}

static int must_links_of(search *s, size_t a, size_t b, ce_error *err)
{
    size_t d = s->how->x->columns, m = s->micro.rows.m, feature;
    double *first = s->scaled, *second = s->scaled + size_of(s, a) * d;

    memset(s->scale, 0, d * sizeof *s->scale);
    for (size_t q = 0; q < m; q++)
        for (size_t f = 0; f < d && q != s->how->component; f++)
            s->scale[f] += sqrt(weight_of(s, a, q)[f]) / (double)(m - 1);
    scale_objects(s, a, first);
    scale_objects(s, b, second);
    feature = widest(s->scaled, size_of(s, a) + size_of(s, b), d);
    if (order_by(s, second, size_of(s, b), feature, err))
        return CE_ENOMEM;
    for (size_t e = 0; e < size_of(s, a); e++)
        look_around(s, a, s->object[s->start[a] + e], first + e * d, feature, b, second);
    return CE_OK;
}

/* ---- cannot-links ---- */

/* Computes means and radii, and orders the objects of each microcluster by descending radius. */
static int measure(search *s, size_t largest, ce_error *err)
{
    size_t d = s->how->x->columns;
    keyed *list = ce_alloc(largest, sizeof *list, err);

    s->mean = ce_calloc(s->micro.count, d * sizeof *s->mean, err);
    s->radius = ce_alloc(s->micro.n, sizeof *s->radius, err);
    if (!list || !s->mean || !s->radius) {
        free(list);
        return CE_ENOMEM;
    }
    for (size_t a = 0; a < s->micro.count; a++) {
        double *mean = s->mean + a * d;
        int32_t *own = s->object + s->start[a];
        for (size_t e = 0; e < size_of(s, a); e++)
            for (size_t f = 0; f < d; f++)
                mean[f] += row(s, own[e])[f] / s->micro.size[a];
        for (size_t e = 0; e < size_of(s, a); e++)
            list[e] = (keyed){-sqrt(ce_weighted_one(row(s, own[e]), mean, s->ones, d)), own[e]};
        qsort(list, size_of(s, a), sizeof *list, by_key);
        for (size_t e = 0; e < size_of(s, a); e++) {
            s->radius[s->start[a] + e] = -list[e].key;
            own[e] = list[e].at;
        }
    }
    free(list);
    return CE_OK;
}

static void cannot_links_of(search *s, size_t a, size_t b)
{
    size_t d = s->how->x->columns;
    double between = sqrt(ce_weighted_one(s->mean + a * d, s->mean + b * d, s->ones, d));

    for (size_t e = s->start[a]; e < s->start[a + 1]; e++)
        for (size_t f = s->start[b]; f < s->start[b + 1]; f++) {
            double most = s->radius[e] + between + s->radius[f];
            if (most * (1 + SLACK) < limit(s)) {
                if (f == s->start[b])
                    return; /* all later e have a smaller radius */
                break;
            }
            offer(s, s->object[e], s->object[f],
                  sqrt(ce_weighted_one(row(s, s->object[e]), row(s, s->object[f]), s->ones, d)));
        }
}

/* ---- the search ---- */

static int prepare(search *s, ce_error *err)
{
    size_t d = s->how->x->columns, largest = 0;
    int rc = ce_microclusters_build(&s->micro, s->how->labels, NULL, err);

    if (!rc)
        rc = list_objects(s, &largest, err);
    if (rc)
        return rc;
    s->heap = ce_alloc(s->how->top, sizeof *s->heap, err);
    s->ones = ce_alloc(d, sizeof *s->ones, err);
    if (!s->heap || !s->ones)
        return CE_ENOMEM;
    for (size_t f = 0; f < d; f++)
        s->ones[f] = 1;
    if (s->how->link == CE_CANNOT_LINK)
        return measure(s, largest, err);
    s->scale = ce_alloc(d, sizeof *s->scale, err);
    s->scaled = ce_alloc(2 * largest, d * sizeof *s->scaled, err);
    s->key = ce_alloc(largest, sizeof *s->key, err);
    s->order = ce_alloc(largest, sizeof *s->order, err);
    return s->scale && s->scaled && s->key && s->order ? CE_OK : CE_ENOMEM;
}

static void search_free(search *s)
{
    ce_microclusters_free(&s->micro);
    free(s->start);
    free(s->object);
    free(s->ones);
    free(s->heap);
    free(s->radius);
    free(s->mean);
    free(s->scale);
    free(s->scaled);
    free(s->key);
    free(s->order);
}

int ce_penta_pairs(const ce_penta_search *how, ce_penta_pair **pair, size_t *count, ce_error *err)
{
    search s = {.how = how};
    int rc = prepare(&s, err);

    for (size_t a = 0; a < s.micro.count && !rc; a++)
        for (size_t b = a + 1; b < s.micro.count && !rc; b++)
            if (has_pattern(&s, a, b)) {
                if (how->link == CE_MUST_LINK)
                    rc = must_links_of(&s, a, b, err);
                else
                    cannot_links_of(&s, a, b);
            }
    *count = rc ? 0 : s.count;
    if (!rc) { /* sort: move the worst to the end, one after another */
        while (s.count > 1) {
            ce_penta_pair worst = s.heap[0];
            s.heap[0] = s.heap[--s.count];
            s.heap[s.count] = worst;
            sift_down(&s, 0);
        }
        *pair = s.heap;
        s.heap = NULL;
    }
    search_free(&s);
    return rc;
}
