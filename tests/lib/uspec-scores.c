/*
 * uspec-scores: labels by sketches of scores (generate/uspec_scores.h) against the definition: the
 * direction and the scores of each object in single precision, in the order that the header says.
 * Many centres are equal or nearly so, and many rows of the table cancel each other.
 */
#include <math.h>
#include <string.h>

#include "check.h"
#include "core/memory.h"
#include "core/random.h"
#include "generate/uspec_scores.h"

enum { OBJECTS = 300 };

typedef struct {
    size_t k, p, stride;
    float *table;     /* p x stride */
    double *centre;   /* k x k */
    char *dropped;    /* k */
    float *y, *score; /* stride each: of the object that is looked at */
    ce_uspec_rows_of rows;
} problem;

/* Rows of the table of length 1 at most. Every other one is nearly the one before it, turned round;
 * every sixth is it exactly. */
static void draw_table(problem *p, gsl_rng *rng)
{
    for (size_t j = 0; j < p->p; j++) {
        float *row = p->table + j * p->stride;
        double square = 0;
        for (size_t t = 0; t < p->k; t++) {
            row[t] = (float)(2 * gsl_rng_uniform(rng) - 1);
            square += (double)row[t] * row[t];
        }
        for (size_t t = 0; t < p->k; t++)
            row[t] = (float)(row[t] / sqrt(square) * (0.4 + 0.6 * (double)(j % 3) / 2));
        for (size_t t = 0; j % 2 && t < p->k; t++)
            row[t] = -row[t - p->stride] * (j % 6 == 5 ? 1 : 1 + 1e-4f * row[t]);
    }
}

static void draw_rows(problem *p, gsl_rng *rng)
{
    size_t K = p->rows.K;

    for (size_t i = 0; i < OBJECTS; i++) {
        size_t first = ce_random_below(rng, p->p - K + 1) / 2 * 2;
        for (size_t a = 0; a < K; a++) {
            p->rows.near[i * K + a] = (uint16_t)(first + a);
            p->rows.share[i * K + a] =
                i % 3 ? 1 / (float)K : (float)(gsl_rng_uniform(rng) / (double)K);
        }
    }
}

/* The direction and the scores of object i. */
static void score_object(problem *p, size_t i)
{
    float sum[16] = {0}, part[8], length;
    size_t K = p->rows.K;

    for (size_t t = 0; t < p->k; t++) {
        p->y[t] = 0;
        for (size_t a = 0; a < K; a++)
            p->y[t] += p->rows.share[i * K + a] * p->table[p->rows.near[i * K + a] * p->stride + t];
        sum[t % 16] += p->y[t] * p->y[t];
    }
    for (size_t l = 0; l < 8; l++)
        part[l] = sum[l] + sum[l + 8];
    length = sqrtf(((part[0] + part[4]) + (part[2] + part[6])) +
                   ((part[1] + part[5]) + (part[3] + part[7])));
    for (size_t t = 0; t < p->k; t++)
        p->y[t] *= length > 0 ? 1 / length : 0;
    for (size_t l = 0; l < p->k; l++) {
        double square = 0;
        for (size_t t = 0; t < p->k; t++)
            square += pow((float)p->centre[l * p->k + t], 2);
        p->score[l] = p->dropped[l] ? -CE_USPEC_BEHIND : -(float)(square / 2);
        for (size_t t = 0; t < p->k; t++)
            p->score[l] += p->y[t] * (float)p->centre[l * p->k + t];
    }
}

/* Centres are directions of objects, shortened. Of three the second differs from the first in the
 * last digits, and the third not at all. */
static void draw_centres(problem *p, gsl_rng *rng)
{
    size_t k = p->k;

    for (size_t l = 0; l < k; l++) {
        size_t i = ce_random_below(rng, OBJECTS);
        score_object(p, i);
        for (size_t t = 0; t < k; t++)
            p->centre[l * k + t] =
                l % 3 ? (float)p->centre[(l - 1) * k + t] *
                            (l % 3 == 1 ? 1 + 1e-7 * (gsl_rng_uniform(rng) - 0.5) : 1)
                      : (double)p->y[t] * (0.5 + 0.5 * gsl_rng_uniform(rng));
    }
}

static void set_centres(problem *p, ce_uspec_scores *scores, gsl_rng *rng)
{
    size_t k = p->k;
    double *before = calloc(k, sizeof *before);

    for (size_t l = 0; l < k; l++) {
        double moved = 0;
        for (size_t t = 0; t < k; t++) {
            before[t] = gsl_rng_uniform(rng);
            moved += pow((double)(float)before[t] - (double)(float)p->centre[l * k + t], 2);
        }
        ce_uspec_scores_set(scores, l, before);
        must(fabs(ce_uspec_scores_set(scores, l, p->centre + l * k) - moved) <= 1e-12 * moved,
             "how far a centre moved");
        p->dropped[l] = l % 7 == 3;
        if (p->dropped[l])
            ce_uspec_scores_drop(scores, l);
    }
    free(before);
}

/* Sketches differ from each other by what scores do, up to the doubt; and the two highest. */
static void check_sketch(problem *p, const ce_uspec_scores *scores, size_t i, float *room)
{
    float *y = room, *sketch = room + p->stride, best, second, highest = -INFINITY;
    float next = -INFINITY;
    float doubt = ce_uspec_sketch(scores, &p->rows, i, y, sketch, p->rows.K);
    size_t place = ce_uspec_best_two(sketch, ce_uspec_octets(p->k), &best, &second), first = 0;

    must(!memcmp(y, p->y, p->k * sizeof *y), "the direction of an object");
    for (size_t l = 0; l < p->k; l++)
        for (size_t j = 0; j < p->k; j++)
            must(fabs(((double)sketch[l] - (double)sketch[j]) -
                      ((double)p->score[l] - (double)p->score[j])) <= (double)doubt,
                 "sketches within the doubt");
    for (size_t l = 0; l < p->k; l++) {
        if (sketch[l] > highest)
            first = l;
        next = fmaxf(next, fminf(sketch[l], highest));
        highest = fmaxf(highest, sketch[l]);
    }
    must(place == first && best == highest, "the first of the highest");
    must(second == (p->k > 1 ? next : -CE_USPEC_BEHIND), "the second highest");
}

static void compare(size_t k, size_t p, size_t K, gsl_rng *rng)
{
    size_t stride = (k + 15) / 16 * 16;
    problem x = {.k = k, .p = p, .stride = stride, .rows = {.n = OBJECTS, .K = K, .p = p}};
    ce_uspec_scores scores = {0};
    ce_error err = {0};
    int32_t label[OBJECTS];
    float *room = ce_calloc(2 * stride, sizeof *room, &err);

    x.table = calloc(p * stride, sizeof *x.table);
    x.centre = calloc(k * k, sizeof *x.centre);
    x.dropped = calloc(k, 1);
    x.y = calloc(stride, sizeof *x.y);
    x.score = calloc(stride, sizeof *x.score);
    x.rows.near = calloc(OBJECTS * K, sizeof *x.rows.near);
    x.rows.share = calloc(OBJECTS * K, sizeof *x.rows.share);
    draw_table(&x, rng);
    draw_rows(&x, rng);
    draw_centres(&x, rng);
    must(room && !ce_uspec_scores_alloc(&scores, k, p, &err), "memory");
    set_centres(&x, &scores, rng);
    ce_uspec_scores_join(&scores, x.table);
    must(!ce_uspec_scores_label(&scores, &x.rows, label, &err), "labels");
    for (size_t i = 0; i < OBJECTS; i++) {
        int32_t best = 0;
        score_object(&x, i);
        for (size_t l = 1; l < k; l++)
            best = x.score[l] > x.score[best] ? (int32_t)l : best;
        must(label[i] == best, "the label of the highest score, of equal ones the first");
        check_sketch(&x, &scores, i, room);
    }
    ce_uspec_scores_free(&scores);
    free(room);
    free(x.table);
    free(x.centre);
    free(x.dropped);
    free(x.y);
    free(x.score);
    free(x.rows.near);
    free(x.rows.share);
}

int main(void)
{
    static const size_t clusters[] = {1, 2, 3, 7, 8, 9, 15, 16, 17, 24, 33, 41};
    ce_error err = {0};
    gsl_rng *rng = ce_random_alloc(1, CE_STREAM_SYNTH, 0, &err);

    must(rng != NULL, "memory");
    for (size_t c = 0; c < sizeof clusters / sizeof *clusters; c++)
        for (size_t K = 2; K <= 8; K += 3)
            compare(clusters[c], 16 + (c + K) % 4, K, rng);
    gsl_rng_free(rng);
    return EXIT_SUCCESS;
}
