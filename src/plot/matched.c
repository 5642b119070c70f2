#include "plot/matched.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "plot/scarce.h"
#include "plot/shades.h"
#include "score/assignment.h"
#include "score/contingency.h"
#include "score/relabel.h"

void ce_matched_free(ce_matched *matched)
{
    if (!matched)
        return;
    free(matched->start);
    free(matched->number);
    *matched = (ce_matched){0};
}

/* A cluster asks for at most so many numbers, and remembers so many clusterings. */
enum { CLAIMS = 4, REMEMBERED = 64 };

/* A cluster asks for a number: how much it is the set of objects that had it. */
typedef struct {
    double score; /* 0: none */
    int32_t cluster, number;
    size_t away; /* how far back those objects had it; 0: in the clustering before */
} claim;

/* What goes from clustering to clustering. */
typedef struct {
    ce_matched *matched;
    const ce_labels *labels;
    const double *size;
    int32_t *last; /* owned: n, numbers of the objects in the clustering before */
    size_t *done;  /* owned: clusterings that have numbers, in the order in which they got them */
    size_t count;
} walk;

static int begin(walk *w, ce_matched *matched, const ce_labels *labels, const double *size,
                 ce_error *err)
{
    size_t m = labels->m;

    *w = (walk){matched, labels, size, NULL, NULL, 0};
    w->last = ce_alloc(labels->n, sizeof *w->last, err);
    w->done = ce_alloc(m, sizeof *w->done, err);
    matched->m = m;
    matched->noise = CE_MISSING;
    matched->start = ce_calloc(m + 1, sizeof *matched->start, err);
    matched->number = ce_calloc(ce_labels_total(labels), sizeof *matched->number, err);
    if (!w->last || !w->done || !matched->start || !matched->number)
        return CE_ENOMEM;
    for (size_t q = 0; q < m; q++)
        matched->start[q + 1] = matched->start[q] + (size_t)labels->k[q];
    return CE_OK;
}

static int end(walk *w, int rc)
{
    free(w->last);
    free(w->done);
    if (rc)
        ce_matched_free(w->matched);
    return rc;
}

/* The clustering before the next one is q. One without labels is none. */
static void stand_on(walk *w, size_t q)
{
    for (size_t i = 0; i < w->labels->n && w->labels->k[q]; i++)
        w->last[i] = ce_matched_of(w->matched, w->labels, i, q);
}

/* Clustering q has its numbers. */
static void finish(walk *w, size_t q)
{
    const ce_matched *matched = w->matched;

    for (size_t at = matched->start[q]; at < matched->start[q + 1]; at++)
        if (matched->number[at] >= w->matched->numbers)
            w->matched->numbers = matched->number[at] + 1;
    if (w->labels->k[q])
        w->done[w->count++] = q;
    stand_on(w, q);
}

/* The objects of row c and the column of cell e that are in both, as a share of those in either. */
static double share_of_union(const ce_contingency *table, int32_t c, size_t e)
{
    double both = (double)table->count[e];

    return both / ((double)table->row_sum[c] + (double)table->column_sum[table->column[e]] - both);
}

/* One more claim of a cluster; where it has as many as it may, the weakest goes. */
static void add_claim(claim *of_cluster, claim one)
{
    claim *least = of_cluster;

    for (claim *at = of_cluster; at < of_cluster + CLAIMS; at++) {
        if (at->score > 0 && at->number == one.number) {
            *at = one.score > at->score ? one : *at;
            return;
        }
        least = at->score < least->score ? at : least;
    }
    if (one.score > least->score)
        *least = one;
}

/* The partners in the clustering before. They count for more than equal sets further back: a
 * cluster that stays keeps its number. */
static int claim_partners(const walk *w, size_t q, claim *claims, ce_error *err)
{
    int32_t k = w->labels->k[q], *match = ce_alloc((size_t)k, sizeof *match, err);
    ce_contingency table = {0};
    int rc = match ? CE_OK : CE_ENOMEM;

    if (!rc)
        rc = ce_contingency_build(&table, ce_labels_column(w->labels, q), k, w->last,
                                  w->matched->numbers, w->size, w->labels->n, err);
    if (!rc)
        rc = ce_assignment(&table, match, NULL, err);
    for (int32_t c = 0; c < k && !rc; c++)
        for (size_t e = table.start[c]; e < table.start[c + 1]; e++)
            if (table.column[e] == match[c])
                add_claim(claims + c * CLAIMS,
                          (claim){(1 + share_of_union(&table, c, e)) / 2, c, match[c], 0});
    ce_contingency_free(&table);
    free(match);
    return rc;
}

/* The numbers that most objects of a cluster had in clustering p: first where it was nearly the
 * same set, last, after all partners, where it was a part of a larger one. */
static int claim_again(const walk *w, size_t q, size_t p, size_t away, claim *claims, ce_error *err)
{
    const int32_t *number = w->matched->number + w->matched->start[p];
    ce_contingency table = {0};
    int rc = ce_contingency_of_columns(&table, w->labels, q, p, w->size, err);

    for (int32_t c = 0; c < w->labels->k[q] && !rc; c++)
        for (size_t e = table.start[c]; e < table.start[c + 1]; e++) {
            double share;
            if (2 * table.count[e] <= table.row_sum[c])
                continue;
            share = share_of_union(&table, c, e);
            add_claim(claims + c * CLAIMS,
                      (claim){share > 0.5 ? share : share / 2, c, number[table.column[e]], away});
        }
    ce_contingency_free(&table);
    return rc;
}

/* The strongest first. */
static int by_score(const void *a, const void *b)
{
    const claim *x = a, *y = b;

    if (x->score != y->score)
        return x->score > y->score ? -1 : 1;
    if (x->away != y->away)
        return x->away < y->away ? -1 : 1;
    if (x->cluster != y->cluster)
        return x->cluster < y->cluster ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

/* Of the clusters of q those with numbers from `next` on are new: the largest get the colors. */
static int prefer_large(const walk *w, size_t q, int32_t next, ce_error *err)
{
    size_t k = (size_t)w->labels->k[q];
    double *size;
    int rc;

    if (next >= CE_PLOT_SHADES || next + w->labels->k[q] <= CE_PLOT_SHADES)
        return CE_OK;
    size = ce_alloc(k, sizeof *size, err);
    if (!size)
        return CE_ENOMEM;
    ce_scarce_sizes(w->labels, q, w->size, size);
    rc = ce_scarce_to_largest(w->matched->number + w->matched->start[q], size, k, next, err);
    free(size);
    return rc;
}

/* Gives each number once, to the strongest claim; clusters that are left get new ones. */
static int grant(const walk *w, size_t q, claim *claims, ce_error *err)
{
    int32_t k = w->labels->k[q], next = w->matched->numbers,
            *number = w->matched->number + w->matched->start[q];
    unsigned char *taken = ce_calloc((size_t)next, 1, err);

    if (!taken)
        return CE_ENOMEM;
    for (int32_t c = 0; c < k; c++)
        number[c] = CE_MISSING;
    qsort(claims, (size_t)k * CLAIMS, sizeof *claims, by_score);
    for (const claim *at = claims; at < claims + (size_t)k * CLAIMS && at->score > 0; at++)
        if (number[at->cluster] < 0 && !taken[at->number]) {
            number[at->cluster] = at->number;
            taken[at->number] = 1;
        }
    for (int32_t c = 0; c < k; c++)
        if (number[c] < 0)
            number[c] = next++;
    free(taken);
    return prefer_large(w, q, w->matched->numbers, err);
}

/* The numbers of clustering q, from the one before and from those that are done. */
static int follow(walk *w, size_t q, ce_error *err)
{
    size_t k = (size_t)w->labels->k[q];
    claim *claims = ce_calloc(k * CLAIMS, sizeof *claims, err);
    int rc = claims ? CE_OK : CE_ENOMEM;

    if (!rc && k)
        rc = claim_partners(w, q, claims, err);
    for (size_t back = 1; back <= w->count && back <= REMEMBERED && k && !rc; back++)
        rc = claim_again(w, q, w->done[w->count - back], back, claims, err);
    if (!rc)
        rc = grant(w, q, claims, err);
    if (!rc)
        finish(w, q);
    free(claims);
    return rc;
}

int ce_matched_build(ce_matched *matched, const ce_labels *labels, const double *size,
                     const int32_t *reference, int32_t reference_k, ce_error *err)
{
    walk w;
    int rc = begin(&w, matched, labels, size, err);

    matched->numbers = reference ? reference_k : 0;
    for (size_t q = 0; q < labels->m && !rc; q++) {
        int32_t *number = matched->number + matched->start[q];
        if (!reference && w.count) {
            rc = follow(&w, q, err);
            continue;
        }
        for (int32_t c = 0; c < labels->k[q] && !reference; c++)
            number[c] = c;
        if (reference)
            rc = ce_relabel_numbers(ce_labels_column(labels, q), labels->k[q], reference,
                                    reference_k, size, labels->n, number, err);
        if (reference && !rc)
            rc = prefer_large(&w, q, reference_k, err);
        if (!rc)
            finish(&w, q);
    }
    return end(&w, rc);
}

/* Clustering q is the first, and has the numbers given. */
static void start_from(walk *w, size_t q, const int32_t *numbers)
{
    for (int32_t c = 0; c < w->labels->k[q]; c++)
        w->matched->number[w->matched->start[q] + (size_t)c] = numbers[c];
    finish(w, q);
}

int ce_matched_along(ce_matched *matched, const ce_labels *labels, const double *size,
                     const size_t *order, const int32_t *numbers, ce_error *err)
{
    walk w;
    int rc = begin(&w, matched, labels, size, err);

    if (!rc && labels->m)
        start_from(&w, order[0], numbers);
    for (size_t at = 1; at < labels->m && !rc; at++)
        rc = follow(&w, order[at], err);
    return end(&w, rc);
}

int ce_matched_around(ce_matched *matched, const ce_labels *labels, const double *size,
                      size_t middle, const int32_t *numbers, ce_error *err)
{
    walk w;
    int rc = begin(&w, matched, labels, size, err);

    matched->numbers = labels->k[middle];
    if (!rc)
        start_from(&w, middle, numbers);
    for (size_t q = middle + 1; q < labels->m && !rc; q++)
        rc = follow(&w, q, err);
    if (!rc)
        stand_on(&w, middle);
    for (size_t q = middle; q-- > 0 && !rc;)
        rc = follow(&w, q, err);
    return end(&w, rc);
}

size_t ce_matched_agree(const ce_matched *matched, const ce_labels *labels, size_t p, size_t q)
{
    size_t both = 0, same = 0;

    for (size_t i = 0; i < labels->n; i++) {
        int32_t a = ce_matched_of(matched, labels, i, p), b = ce_matched_of(matched, labels, i, q);
        both += a != CE_MISSING && b != CE_MISSING;
        same += a != CE_MISSING && a == b;
    }
    return 4 * same >= 3 * both ? same : 0;
}

void ce_matched_part_noise(ce_matched *matched, const ce_categories *categories)
{
    for (size_t q = 0; q < matched->m && categories; q++)
        for (size_t c = 0; c < matched->start[q + 1] - matched->start[q]; c++) {
            if (strcmp(categories[q].text[c], "noise"))
                continue;
            if (matched->noise < 0)
                matched->noise = matched->numbers++;
            matched->number[matched->start[q] + c] = matched->noise;
        }
}

uint32_t ce_matched_color(const ce_matched *matched, int32_t number, double strength)
{
    int noise = number >= 0 && number == matched->noise;

    return ce_plot_shade(noise ? CE_PLOT_NOISE : number, strength);
}

/* One step of a radix sort: order by key, which is below keys, stably. place: keys + 1. */
static void sort_by(const int32_t *key, size_t n, size_t keys, size_t *place, size_t *order,
                    size_t *other)
{
    memset(place, 0, (keys + 1) * sizeof *place);
    for (size_t i = 0; i < n; i++)
        place[key[i] + 1]++;
    for (size_t c = 0; c < keys; c++)
        place[c + 1] += place[c];
    for (size_t p = 0; p < n; p++)
        other[place[key[order[p]]]++] = order[p];
    memcpy(order, other, n * sizeof *order);
}

int ce_matched_order(const ce_matched *matched, const ce_labels *labels, const int32_t *first,
                     int32_t first_k, size_t *order, ce_error *err)
{
    size_t n = labels->n, *other = ce_alloc(n, sizeof *other, err), *place,
           keys = 1 + (size_t)(first_k > matched->numbers ? first_k : matched->numbers);
    int32_t *key = ce_alloc(n, sizeof *key, err), none = (int32_t)keys - 1;
    int rc = CE_OK;

    place = ce_alloc(keys + 1, sizeof *place, err);
    if (!other || !key || !place)
        rc = CE_ENOMEM;
    for (size_t i = 0; i < n; i++)
        order[i] = i;
    for (size_t q = labels->m + 1; q-- > 0 && !rc;) {
        if (!q && !first)
            break;
        for (size_t i = 0; i < n; i++) {
            int32_t number = q ? ce_matched_of(matched, labels, i, q - 1) : first[i];
            key[i] = number < 0 ? none : number;
        }
        sort_by(key, n, keys, place, order, other);
    }
    free(other);
    free(key);
    free(place);
    return rc;
}
