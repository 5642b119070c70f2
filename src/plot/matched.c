#include "plot/matched.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "score/relabel.h"

void ce_matched_free(ce_matched *matched)
{
    if (!matched)
        return;
    free(matched->start);
    free(matched->number);
    *matched = (ce_matched){0};
}

/* Clustering q against `before`; where that is NULL the numbers are the labels. */
static int match_column(ce_matched *matched, const ce_labels *labels, size_t q, const double *size,
                        const int32_t *before, int32_t before_k, ce_error *err)
{
    int32_t *number = matched->number + matched->start[q], k = labels->k[q];
    int rc = CE_OK;

    for (int32_t c = 0; c < k && !before; c++)
        number[c] = c;
    if (before)
        rc = ce_relabel_numbers(ce_labels_column(labels, q), k, before, before_k, size, labels->n,
                                number, err);
    for (int32_t c = 0; c < k && !rc; c++)
        if (number[c] >= matched->numbers)
            matched->numbers = number[c] + 1;
    return rc;
}

/* The numbers of the objects in clustering q. A clustering without labels changes nothing. */
static void renumber(const ce_matched *matched, const ce_labels *labels, size_t q, int32_t *last)
{
    for (size_t i = 0; i < labels->n && labels->k[q]; i++)
        last[i] = ce_matched_of(matched, labels, i, q);
}

int ce_matched_build(ce_matched *matched, const ce_labels *labels, const double *size,
                     const int32_t *reference, int32_t reference_k, ce_error *err)
{
    size_t n = labels->n, m = labels->m;
    int32_t *last = ce_alloc(n, sizeof *last, err);
    int rc = last ? CE_OK : CE_ENOMEM, some = 0;

    matched->m = m;
    matched->start = ce_calloc(m + 1, sizeof *matched->start, err);
    matched->number = ce_calloc(ce_labels_total(labels), sizeof *matched->number, err);
    matched->numbers = reference ? reference_k : 0;
    if (!matched->start || !matched->number)
        rc = CE_ENOMEM;
    for (size_t q = 0; q < m && !rc; q++) {
        matched->start[q + 1] = matched->start[q] + (size_t)labels->k[q];
        if (reference)
            rc = match_column(matched, labels, q, size, reference, reference_k, err);
        else
            rc = match_column(matched, labels, q, size, some ? last : NULL, matched->numbers, err);
        if (!rc && !reference)
            renumber(matched, labels, q, last);
        some |= labels->k[q] > 0;
    }
    free(last);
    if (rc)
        ce_matched_free(matched);
    return rc;
}

int ce_matched_around(ce_matched *matched, const ce_labels *labels, const double *size,
                      size_t middle, const int32_t *numbers, ce_error *err)
{
    size_t m = labels->m;
    int32_t *last = ce_alloc(labels->n, sizeof *last, err);
    int rc = last ? CE_OK : CE_ENOMEM;

    matched->m = m;
    matched->start = ce_calloc(m + 1, sizeof *matched->start, err);
    matched->number = ce_calloc(ce_labels_total(labels), sizeof *matched->number, err);
    matched->numbers = labels->k[middle];
    if (!matched->start || !matched->number)
        rc = CE_ENOMEM;
    for (size_t q = 0; q < m && !rc; q++)
        matched->start[q + 1] = matched->start[q] + (size_t)labels->k[q];
    for (int32_t c = 0; c < labels->k[middle] && !rc; c++)
        matched->number[matched->start[middle] + (size_t)c] = numbers[c];
    for (int back = 0; back < 2; back++) {
        if (!rc)
            renumber(matched, labels, middle, last);
        for (size_t step = 1; step <= (back ? middle : m - 1 - middle) && !rc; step++) {
            size_t q = back ? middle - step : middle + step;
            rc = match_column(matched, labels, q, size, last, matched->numbers, err);
            if (!rc)
                renumber(matched, labels, q, last);
        }
    }
    free(last);
    if (rc)
        ce_matched_free(matched);
    return rc;
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
