/*
 * uspec_scores.h: the directions of objects in the embedding, and their scores with centres. Inner
 * loops of uspec_directions.c and uspec_scores.c, and not for anyone else.
 *
 * The direction y of an object is the sum of its representatives' rows of the table, each times its
 * share, at length 1. Its score with centre c_l is y.c_l - |c_l|^2 / 2, in single precision, summed
 * in the order of coordinates: this number decides its label.
 *
 * A sketch of the score takes a fraction of the time: the products of all representatives' rows
 * with the centres are made once, and the object's are the sum of K of them. The sketch is off by
 * rounding. Where it cannot tell the best centre from the second, the scores are computed.
 */
#ifndef CE_GENERATE_USPEC_SCORES_H
#define CE_GENERATE_USPEC_SCORES_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#include "core/vectors.h"
#include "generate/uspec_internal.h"

/* Rows whose scores are computed together: one row's sums would wait for each other. */
enum { CE_USPEC_ROWS = 4 };

/* Rows and centres are of length at most 1, so no score is as low as less this. */
#define CE_USPEC_BEHIND 4.0f

/* Centres, and what scores need of them. Set to zero before use. */
typedef struct ce_uspec_scores {
    size_t k, stride; /* stride: k rounded up to CE_USPEC_WIDE */
    float *turned;    /* k x stride: coordinate t of centre l is turned[t * stride + l] */
    float *half;      /* stride: |c_l|^2 / 2; behind the centres CE_USPEC_BEHIND */
    float *zero;      /* stride */
    size_t p;         /* representatives; 0: no sketches */
    float *joint;     /* p x 2 stride: a row of the table, and its products with the centres */
    float *length;    /* p: at least that of the row */
} ce_uspec_scores;

/* Room for k centres and, with p > 0, for sketches. 0 or CE_ENOMEM. */
int ce_uspec_scores_alloc(ce_uspec_scores *scores, size_t k, size_t p, ce_error *err);
void ce_uspec_scores_free(ce_uspec_scores *scores);

/* Sets centre l to c: k coordinates, in single precision. Returns the square of how far it moved.
 */
double ce_uspec_scores_set(ce_uspec_scores *scores, size_t l, const double *c);
/* A centre that takes no object. */
void ce_uspec_scores_drop(ce_uspec_scores *scores, size_t l);
/* Makes the products, after the centres were set. table: p x stride. */
void ce_uspec_scores_join(ce_uspec_scores *scores, const float *table);

/* label: the numbers of the nearest centres of rows->n objects. Needs sketches. 0 or CE_ENOMEM. */
int ce_uspec_scores_label(const ce_uspec_scores *scores, const ce_uspec_rows_of *rows,
                          int32_t *label, ce_error *err);

/* How many octets hold k numbers. */
static inline size_t ce_uspec_octets(size_t k)
{
    return (k + CE_OCTET - 1) / CE_OCTET;
}

/* 1 / the root of the sum of CE_USPEC_WIDE partial sums, which are added by halves; 0 for 0. */
static inline __attribute__((always_inline)) float ce_uspec_over(const ce_octet *even,
                                                                 const ce_octet *odd)
{
    ce_octet x = *even + *odd;
    float length = sqrtf(((x[0] + x[4]) + (x[2] + x[6])) + ((x[1] + x[5]) + (x[3] + x[7])));

    return length > 0 ? 1 / length : 0;
}

/* The direction of object i into y: stride. */
static inline __attribute__((always_inline)) void ce_uspec_direction(const ce_uspec_rows_of *rows,
                                                                     size_t i, const float *table,
                                                                     size_t stride, float *y,
                                                                     size_t octets)
{
    size_t K = rows->K;
    const uint16_t *near = rows->near + i * K;
    const float *share = rows->share + i * K;
    ce_octet even = {0}, odd = {0};
    float over;

    for (size_t t = 0; t < octets; t++) {
        ce_octet sum = {0};
        for (size_t a = 0; a < K; a++)
            sum += share[a] * *(const ce_octet *)(table + near[a] * stride + t * CE_OCTET);
        *(ce_octet *)(y + t * CE_OCTET) = sum;
        if (t % 2)
            odd += sum * sum;
        else
            even += sum * sum;
    }
    over = ce_uspec_over(&even, &odd);
    for (size_t t = 0; t < octets; t++)
        *(ce_octet *)(y + t * CE_OCTET) *= over;
}

/* The products of `rows` rows y with the octets of centres that begin at number l, less `less`.
 * step: from row to row; to, to_step: likewise. */
static inline __attribute__((always_inline)) void ce_uspec_products(
    const ce_uspec_scores *c, const float *y, size_t step, size_t rows, size_t l, size_t octets,
    const float *less, float *to, size_t to_step)
{
    const float *from = c->turned + l;
    ce_octet sum[CE_USPEC_ROWS][2];

#pragma GCC unroll 4
    for (size_t r = 0; r < rows; r++)
#pragma GCC unroll 2
        for (size_t v = 0; v < octets; v++)
            sum[r][v] = -((const ce_octet *)(less + l))[v];
    for (size_t t = 0; t < c->k; t++, from += c->stride)
#pragma GCC unroll 4
        for (size_t r = 0; r < rows; r++)
#pragma GCC unroll 2
            for (size_t v = 0; v < octets; v++)
                sum[r][v] += y[r * step + t] * ((const ce_octet *)from)[v];
#pragma GCC unroll 4
    for (size_t r = 0; r < rows; r++)
#pragma GCC unroll 2
        for (size_t v = 0; v < octets; v++)
            ((ce_octet *)(to + r * to_step + l))[v] = sum[r][v];
}

/* The same with all centres, so many at a time that their sums stay in registers. */
static inline __attribute__((always_inline)) void ce_uspec_all_products(const ce_uspec_scores *c,
                                                                        const float *y, size_t step,
                                                                        size_t rows,
                                                                        const float *less,
                                                                        float *to, size_t to_step)
{
    size_t l = 0;

    for (; l + CE_OCTET < c->k; l += 2 * CE_OCTET)
        ce_uspec_products(c, y, step, rows, l, 2, less, to, to_step);
    if (l < c->k)
        ce_uspec_products(c, y, step, rows, l, 1, less, to, to_step);
}

/* The direction of object i into y, and the sketch of its scores. Returns what two scores may
 * differ from each other more or less than their sketches do.
 *
 * With u = 2^-24 and M the sum of the shares times the lengths of the rows, over the length of
 * their sum: K products of k terms are off by (k + K + 3) u M at most, the coordinates of y by (K +
 * 1) u M, and the score, of which all partial sums are below 3/2, by 3/2 (k + 1) u. Twice the sum
 * of these is less than 4 u (k + 2 K + 8) (1 + M). */
static inline __attribute__((always_inline)) float ce_uspec_sketch(const ce_uspec_scores *c,
                                                                   const ce_uspec_rows_of *rows,
                                                                   size_t i, float *y, float *score,
                                                                   size_t K)
{
    size_t octets = ce_uspec_octets(c->k), stride = c->stride;
    const uint16_t *near = rows->near + i * K;
    const float *share = rows->share + i * K;
    ce_octet even = {0}, odd = {0};
    float over, lengths = 0;

    for (size_t a = 0; a < K; a++)
        lengths += share[a] * c->length[near[a]];
    for (size_t t = 0; t < octets; t++) {
        ce_octet sum = {0}, product = {0};
#pragma GCC unroll 8
        for (size_t a = 0; a < K; a++) {
            const float *from = c->joint + near[a] * 2 * stride + t * CE_OCTET;
            sum += share[a] * *(const ce_octet *)from;
            product += share[a] * *(const ce_octet *)(from + stride);
        }
        *(ce_octet *)(y + t * CE_OCTET) = sum;
        *(ce_octet *)(score + t * CE_OCTET) = product;
        if (t % 2)
            odd += sum * sum;
        else
            even += sum * sum;
    }
    over = ce_uspec_over(&even, &odd);
    for (size_t t = 0; t < octets; t++) {
        *(ce_octet *)(y + t * CE_OCTET) *= over;
        *(ce_octet *)(score + t * CE_OCTET) = *(const ce_octet *)(score + t * CE_OCTET) * over -
                                              *(const ce_octet *)(c->half + t * CE_OCTET);
    }
    return 0x1p-22f * (float)(c->k + 2 * K + 8) * (1 + lengths * over);
}

/* a becomes the greater of both, number by number, and b the less. */
static inline __attribute__((always_inline)) void ce_uspec_sort_pairs(ce_octet *a, ce_octet *b)
{
    ce_octet x = *a, y = *b;
    ce_octet_masks more = x > y;

    *a = (ce_octet)((more & (ce_octet_masks)x) | (~more & (ce_octet_masks)y));
    *b = (ce_octet)((more & (ce_octet_masks)y) | (~more & (ce_octet_masks)x));
}

/* Whether one of eight is x. */
static inline __attribute__((always_inline)) int ce_uspec_holds(const ce_octet *eight, float x)
{
    ce_octet_masks equal = *eight == x;
    ce_quad_masks both = (ce_quad_masks)equal;

    return ((both[0] | both[1]) | (both[2] | both[3])) != 0;
}

/* The two highest of some octets of scores. Returns the place of the first highest. */
static inline __attribute__((always_inline)) size_t ce_uspec_best_two(const float *score,
                                                                      size_t octets, float *best,
                                                                      float *second)
{
    ce_octet first = *(const ce_octet *)score, next;
    float one[CE_OCTET], two[CE_OCTET];
    size_t place = 0;

    for (size_t l = 0; l < CE_OCTET; l++)
        two[l] = -CE_USPEC_BEHIND;
    next = *(const ce_octet *)two;
    for (size_t w = 1; w < octets; w++) {
        ce_octet now = *(const ce_octet *)(score + w * CE_OCTET);
        ce_uspec_sort_pairs(&first, &now);
        ce_uspec_sort_pairs(&next, &now);
    }
    *(ce_octet *)one = first;
    *(ce_octet *)two = next;
    for (size_t half = CE_OCTET / 2; half; half /= 2)
        for (size_t l = 0; l < half; l++) {
            float less = one[l] < one[l + half] ? one[l] : one[l + half];
            one[l] = one[l] < one[l + half] ? one[l + half] : one[l];
            two[l] = two[l] < two[l + half] ? two[l + half] : two[l];
            two[l] = two[l] < less ? less : two[l];
        }
    *best = one[0];
    *second = two[0];
    while (!ce_uspec_holds((const ce_octet *)(score + place), one[0]))
        place += CE_OCTET;
    while (score[place] != one[0])
        place++;
    return place;
}

#endif
