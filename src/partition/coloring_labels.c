#include "partition/coloring_labels.h"

#include <stdlib.h>

#include "core/label_pairs.h"
#include "core/memory.h"
#include "core/parallel.h"

enum { ROWS = CE_TILE_ROWS, LANES = CE_TILE_LANES };

/* Rows are counted four at a time. */
_Static_assert((int)CE_DISSIMILARITY_ROWS == (int)CE_TILE_ROWS,
               "a call asks for the rows of one tile");

int ce_label_dissimilarities_build(ce_label_dissimilarities *d, const ce_labels *labels,
                                   size_t denominator, ce_error *err)
{
    size_t m = labels->m, width = m + 1;

    ce_label_dissimilarities_free(d);
    d->labels = labels;
    d->unit = (double)m;
    if (!ce_labels_have_missing(labels))
        return CE_OK;
    d->unit = denominator ? (double)denominator : 1;
    d->value = ce_calloc(width * width, sizeof *d->value, err);
    if (!d->value) {
        ce_label_dissimilarities_free(d);
        return CE_ENOMEM;
    }
    d->value[0] = d->unit;
    for (size_t both = 1; both <= m; both++)
        for (size_t same = 0; same <= both; same++)
            d->value[both * width + same] =
                denominator ? (double)((both - same) * denominator) / (double)both
                            : 1 - (double)same / (double)both;
    return CE_OK;
}

void ce_label_dissimilarities_free(ce_label_dissimilarities *d)
{
    if (!d)
        return;
    free(d->value);
    *d = (ce_label_dissimilarities){0};
}

typedef struct {
    const ce_label_dissimilarities *d;
    ce_labels rows; /* in the order asked for; empty in their own order */
    ce_label_pairs pairs;
} label_view;

static void close_view(void *view)
{
    label_view *v = view;

    ce_label_pairs_free(&v->pairs);
    ce_labels_free(&v->rows);
    free(v);
}

static int open_view(const void *state, const int32_t *order, void **view, size_t *scratch,
                     ce_error *err)
{
    const ce_label_dissimilarities *d = state;
    const ce_labels *labels = d->labels;
    label_view *v = ce_calloc(1, sizeof *v, err);
    int rc = v ? CE_OK : CE_ENOMEM;

    if (!rc && order)
        rc = ce_labels_alloc(&v->rows, labels->n, labels->m, err);
    for (size_t q = 0; q < labels->m && !rc && order; q++) {
        const int32_t *from = ce_labels_column(labels, q);
        int32_t *to = ce_labels_column(&v->rows, q);
        v->rows.k[q] = labels->k[q];
        for (size_t p = 0; p < labels->n; p++)
            to[p] = from[order[p]];
    }
    if (!rc)
        rc = ce_label_pairs_build(&v->pairs, order ? &v->rows : labels, NULL, err);
    if (rc) {
        if (v)
            close_view(v);
        return rc;
    }
    v->d = d;
    *scratch = ce_label_pairs_row_bytes(&v->pairs);
    *view = v;
    return CE_OK;
}

CE_HOT static void separations(const uint32_t *restrict same, size_t count, uint32_t m,
                               double *restrict out)
{
    for (size_t l = 0; l < count; l++)
        out[l] = (double)(int32_t)(m - same[l]);
}

static void look_up(const double *value, size_t width, const uint32_t *same, const uint32_t *both,
                    size_t count, double *out)
{
    for (size_t l = 0; l < count; l++)
        out[l] = value[both[l] * width + same[l]];
}

static void label_rows(const void *view, void *scratch, const int32_t *at, size_t count,
                       size_t first, size_t last, double *out)
{
    const label_view *v = view;
    const ce_label_pairs *pairs = &v->pairs;
    uint32_t same[ROWS][LANES], both[ROWS][LANES];
    size_t object[ROWS], width = v->d->labels->m + 1;

    for (size_t r = 0; r < ROWS; r++)
        object[r] = (size_t)at[r < count ? r : count - 1];
    ce_label_pairs_rows(pairs, object, scratch);
    for (size_t j = first / LANES * LANES; j < last; j += LANES) {
        size_t from = first > j ? first - j : 0,
               lanes = (last - j < LANES ? last - j : LANES) - from;
        ce_label_pairs_counts(pairs, scratch, j, same, both);
        for (size_t r = 0; r < count; r++) {
            double *to = out + r * (last - first) + (j + from - first);
            if (pairs->gaps)
                look_up(v->d->value, width, same[r] + from, both[r] + from, lanes, to);
            else
                separations(same[r] + from, lanes, (uint32_t)pairs->m, to);
        }
    }
}

ce_dissimilarities ce_dissimilarities_of_labels(const ce_label_dissimilarities *d,
                                                const double *size)
{
    return (ce_dissimilarities){.n = d->labels->n,
                                .size = size,
                                .state = d,
                                .view = open_view,
                                .view_free = close_view,
                                .rows = label_rows};
}
