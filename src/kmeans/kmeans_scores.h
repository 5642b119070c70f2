/*
 * kmeans_scores.h: which centres products in single precision leave. For kmeans_screen.c and
 * kmeans_moved.c.
 *
 * f_a and f_b are rows and centres in single precision, whose distance, times shrink and less
 * shift, is at most that of the rows and centres, times the scale of the run; u = 2^-24.
 * |f_a|^2 + |f_b|^2 - 2 f_a f_b misses the squared distance by at most slack (|f_a|^2 + |f_b|^2),
 * with slack = 1.1 u (d + 8): d u for the product, whatever the order of its sum, 4 u for the
 * rounding of the f, and one u for each rounding of halves and scores.
 *
 * So with the score s_ab = f_a f_b - (1 - slack) |f_b|^2 / 2 the squared distance is at least
 * (1 - slack) |f_a|^2 - 2 s_ab. The centre with the highest score is measured exactly, and after it
 * all those that these bounds do not show to be farther. Labels are therefore those of measuring
 * every centre, on every machine.
 */
#ifndef CE_KMEANS_KMEANS_SCORES_H
#define CE_KMEANS_KMEANS_SCORES_H

#include "kmeans/kmeans_bounds_internal.h"

/* Underflow of products and halves comes to less than this. */
#define CE_SCORE_UNDERFLOW 1e-30

/* Exponents of a scale with which no square leaves single precision. */
enum { CE_SCORE_EXPONENT = 300 };

static inline double ce_score_slack(size_t d)
{
    return 1.1 * 0x1p-24 * (double)(d + 8);
}

static inline float ce_rounded_down(double value)
{
    float single = (float)value;

    return (double)single > value ? nextafterf(single, -HUGE_VALF) : single;
}

/* (1 - slack) |f_b|^2 / 2, from the squared length. */
static inline float ce_score_half(double slack, double square)
{
    return ce_rounded_down((1 - slack) * square / 2);
}

/* Takes the halves off the products, of `width` centres. Returns the place of the highest score;
 * *second: the highest of the others. */
static inline __attribute__((always_inline)) size_t ce_score_highest(float *score,
                                                                     const float *half,
                                                                     size_t width, float *second)
{
    float high[CE_OCTET], next[CE_OCTET];
    int32_t place[CE_OCTET];
    ce_octet first, after;
    ce_octet_masks here, where = {0};
    size_t best = 0;

    for (size_t l = 0; l < CE_OCTET; l++) {
        first[l] = after[l] = -HUGE_VALF;
        here[l] = (int32_t)l;
    }
    for (size_t g = 0; g < width; g += CE_OCTET) {
        ce_octet now = *(const ce_octet *)(score + g) - *(const ce_octet *)(half + g);
        ce_octet_masks more = now > first, rest;
        ce_octet less = (ce_octet)((more & (ce_octet_masks)first) | (~more & (ce_octet_masks)now));
        *(ce_octet *)(score + g) = now;
        first = (ce_octet)((more & (ce_octet_masks)now) | (~more & (ce_octet_masks)first));
        where = (more & here) | (~more & where);
        rest = less > after;
        after = (ce_octet)((rest & (ce_octet_masks)less) | (~rest & (ce_octet_masks)after));
        here += (int32_t)CE_OCTET;
    }
    memcpy(high, &first, sizeof high);
    memcpy(next, &after, sizeof next);
    memcpy(place, &where, sizeof place);
    for (size_t l = 1; l < CE_OCTET; l++)
        best = high[l] > high[best] ? l : best;
    *second = next[best];
    for (size_t l = 0; l < CE_OCTET; l++)
        if (l != best && high[l] > *second)
            *second = high[l];
    return (size_t)place[best];
}

/* The least score of a centre that is not farther than `upper`, a distance times scale. own: (1 -
 * slack) |f_a|^2. */
static inline __attribute__((always_inline)) float ce_score_least(double own, double upper,
                                                                  double shrink, double shift)
{
    double reach = (upper + shift) / shrink;

    return ce_rounded_down((own - reach * reach) / 2 - CE_SCORE_UNDERFLOW);
}

#endif
