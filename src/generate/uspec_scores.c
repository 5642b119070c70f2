/* Centres in the embedding of U-SPEC, and the nearest of them to each object. */
#include "generate/uspec_scores.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"

int ce_uspec_scores_alloc(ce_uspec_scores *scores, size_t k, size_t p, ce_error *err)
{
    size_t stride = ce_uspec_stride(k);

    *scores = (ce_uspec_scores){.k = k,
                                .stride = stride,
                                .turned = ce_calloc(k * stride, sizeof(float), err),
                                .half = ce_calloc(stride, sizeof(float), err),
                                .zero = ce_calloc(stride, sizeof(float), err),
                                .p = p,
                                .joint = ce_calloc(p * 2 * stride, sizeof(float), err),
                                .length = ce_calloc(p, sizeof(float), err)};
    if (!scores->turned || !scores->half || !scores->zero || !scores->joint || !scores->length)
        return CE_ENOMEM;
    for (size_t l = k; l < stride; l++)
        ce_uspec_scores_drop(scores, l);
    return CE_OK;
}

void ce_uspec_scores_free(ce_uspec_scores *scores)
{
    free(scores->turned);
    free(scores->half);
    free(scores->zero);
    free(scores->joint);
    free(scores->length);
    *scores = (ce_uspec_scores){0};
}

double ce_uspec_scores_set(ce_uspec_scores *scores, size_t l, const double *c)
{
    double square = 0, moved = 0;

    for (size_t t = 0; t < scores->k; t++) {
        float *to = scores->turned + t * scores->stride + l, value = (float)c[t];
        moved += ((double)value - *to) * ((double)value - *to);
        square += (double)value * value;
        *to = value;
    }
    scores->half[l] = (float)(square / 2);
    return moved;
}

void ce_uspec_scores_drop(ce_uspec_scores *scores, size_t l)
{
    scores->half[l] = CE_USPEC_BEHIND;
}

CE_HOT static void join(ce_uspec_scores *c, const float *table)
{
    size_t stride = c->stride, j = 0;

    for (; j + CE_USPEC_ROWS <= c->p; j += CE_USPEC_ROWS)
        ce_uspec_all_products(c, table + j * stride, stride, CE_USPEC_ROWS, c->zero,
                              c->joint + (2 * j + 1) * stride, 2 * stride);
    for (; j < c->p; j++)
        ce_uspec_all_products(c, table + j * stride, stride, 1, c->zero,
                              c->joint + (2 * j + 1) * stride, 2 * stride);
}

void ce_uspec_scores_join(ce_uspec_scores *scores, const float *table)
{
    size_t stride = scores->stride;

    for (size_t j = 0; j < scores->p; j++) {
        const float *row = table + j * stride;
        double square = 0;
        for (size_t t = 0; t < scores->k; t++)
            square += (double)row[t] * row[t];
        scores->length[j] = (float)(sqrt(square) * (1 + 1e-6));
        memcpy(scores->joint + 2 * j * stride, row, stride * sizeof *row);
    }
    join(scores, table);
}

/* room: 2 rows of stride. */
static inline __attribute__((always_inline)) void label_some(const ce_uspec_scores *c,
                                                             const ce_uspec_rows_of *rows,
                                                             int32_t *label, float *room, size_t K)
{
    size_t octets = ce_uspec_octets(c->k);
    float *y = room, *score = room + c->stride;

    for (size_t i = 0; i < rows->n; i++) {
        float doubt = ce_uspec_sketch(c, rows, i, y, score, K), best, second;
        size_t l = ce_uspec_best_two(score, octets, &best, &second);
        if (!(best - second > doubt)) {
            ce_uspec_all_products(c, y, c->stride, 1, c->half, score, c->stride);
            l = ce_uspec_best_two(score, octets, &best, &second);
        }
        label[i] = (int32_t)l;
    }
}

CE_HOT static void label_all(const ce_uspec_scores *c, const ce_uspec_rows_of *rows, int32_t *label,
                             float *room)
{
    if (rows->K == CE_USPEC_USUAL)
        label_some(c, rows, label, room, CE_USPEC_USUAL);
    else
        label_some(c, rows, label, room, rows->K);
}

int ce_uspec_scores_label(const ce_uspec_scores *scores, const ce_uspec_rows_of *rows,
                          int32_t *label, ce_error *err)
{
    float *room = ce_calloc(2 * scores->stride, sizeof *room, err);

    if (!room)
        return CE_ENOMEM;
    label_all(scores, rows, label, room);
    free(room);
    return CE_OK;
}
