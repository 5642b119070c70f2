/* penta-pairs: the pairs of penta-training against a search through all pairs of objects, as
 * Algorithm 11 is printed. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "consensus/methods/penta_pairs.h"
#include "core/random.h"

enum { MOST = 90, FEATURES = 11, COMPONENTS = 6, CLUSTERS = 5 };

typedef struct {
    size_t n, d, m;
    double x[MOST * FEATURES], weight[COMPONENTS][CLUSTERS * FEATURES];
    ce_labels labels;
} problem;

/* Objects on a grid, so that distances tie; labels by the side of random planes, so that they agree
 * in part. */
static void make(problem *p, gsl_rng *rng)
{
    ce_error err = {0};

    *p = (problem){.n = 2 + ce_random_below(rng, MOST - 1),
                   .d = 1 + ce_random_below(rng, FEATURES),
                   .m = 3 + ce_random_below(rng, 4)};
    for (size_t v = 0; v < p->n * p->d; v++)
        p->x[v] =
            ce_random_below(rng, 2) ? (double)ce_random_below(rng, 4) : gsl_rng_uniform(rng) * 4;
    must(!ce_labels_alloc(&p->labels, p->n, p->m, &err), "memory");
    for (size_t q = 0; q < p->m; q++) {
        for (size_t v = 0; v < CLUSTERS * p->d; v++)
            p->weight[q][v] = gsl_rng_uniform(rng) < .1 ? 0 : gsl_rng_uniform(rng);
        for (size_t i = 0; i < p->n; i++) {
            double at = p->x[i * p->d] + .5 * gsl_rng_uniform(rng);
            ce_labels_column(&p->labels, q)[i] =
                (int32_t)(at < 1.2 ? 0
                          : at < 2.5 + .2 * (double)q
                              ? 1
                              : 2 + (int)ce_random_below(rng, CLUSTERS - 2));
        }
        must(!ce_labels_renumber(ce_labels_column(&p->labels, q), p->n, &p->labels.k[q], &err),
             "memory");
    }
}

static int32_t label(const problem *p, size_t q, size_t i)
{
    return ce_labels_column(&p->labels, q)[i];
}

static double distance(const problem *p, const double *w, size_t i, size_t j)
{
    double sum = 0;

    for (size_t s = 0; s < p->d; s++)
        sum += (w ? w[s] : 1) * (p->x[i * p->d + s] - p->x[j * p->d + s]) *
               (p->x[i * p->d + s] - p->x[j * p->d + s]);
    return sqrt(sum);
}

static int is_candidate(const problem *p, size_t l, ce_link link, size_t i, size_t j)
{
    for (size_t q = 0; q < p->m; q++) {
        int together = label(p, q, i) == label(p, q, j);
        if (together != (link == CE_MUST_LINK ? q != l : q == l))
            return 0;
    }
    return 1;
}

static double score(const problem *p, size_t l, ce_link link, size_t i, size_t j)
{
    double sum = 0;

    if (link == CE_CANNOT_LINK)
        return distance(p, NULL, i, j);
    for (size_t q = 0; q < p->m; q++)
        if (q != l)
            sum += distance(p, p->weight[q] + (size_t)label(p, q, i) * p->d, i, j);
    return sum / (double)(p->m - 1);
}

/* Some pairs may not be taken. */
static int excluded(const void *state, int32_t i, int32_t j)
{
    return (i * 31 + j * 17) % *(const int *)state == 0;
}

/* Candidates that are as good as found->distance, or better. */
static void compare(const problem *p, size_t l, ce_link link, size_t top, int modulus,
                    const ce_penta_pair *found, size_t count)
{
    size_t all = 0;

    for (size_t i = 0; i < p->n; i++)
        for (size_t j = i + 1; j < p->n; j++)
            all += is_candidate(p, l, link, i, j) && !excluded(&modulus, (int32_t)i, (int32_t)j);
    must(count == (all < top ? all : top), "as many as there are, up to top");
    for (size_t f = 0; f < count; f++) {
        size_t i = (size_t)found[f].i, j = (size_t)found[f].j, better = 0, as_good = 0;
        double own = score(p, l, link, i, j);
        must(i < j && is_candidate(p, l, link, i, j) && !excluded(&modulus, found[f].i, found[f].j),
             "a candidate");
        must(fabs(own - found[f].distance) <= 1e-12 * (1 + own), "its distance");
        for (size_t a = 0; a < p->n; a++)
            for (size_t b = a + 1; b < p->n; b++) {
                double other;
                if (!is_candidate(p, l, link, a, b) || excluded(&modulus, (int32_t)a, (int32_t)b))
                    continue;
                other = score(p, l, link, a, b);
                better += link == CE_MUST_LINK ? other < own - 1e-9 : other > own + 1e-9;
                as_good += fabs(other - own) <= 1e-9 && (a < i || (a == i && b < j));
            }
        must(better <= f && f <= better + as_good, "its rank");
        must(!f || found[f].distance != found[f - 1].distance || found[f].i > found[f - 1].i ||
                 (found[f].i == found[f - 1].i && found[f].j > found[f - 1].j),
             "ties by the lowest");
    }
}

int main(void)
{
    static problem p;
    gsl_rng *rng = ce_random_alloc(5, CE_STREAM_SYNTH, 0, NULL);
    size_t musts = 0, cannots = 0, full = 0;

    must(rng != NULL, "memory");
    for (int trial = 0; trial < 400; trial++) {
        make(&p, rng);
        for (int link = CE_MUST_LINK; link <= CE_CANNOT_LINK; link++) {
            const ce_matrix x = {p.n, p.d, p.x};
            const double *weight[COMPONENTS];
            int modulus = 2 + (int)ce_random_below(rng, 5);
            ce_penta_search search = {&x,
                                      &p.labels,
                                      weight,
                                      ce_random_below(rng, p.m),
                                      (ce_link)link,
                                      1 + ce_random_below(rng, 12),
                                      excluded,
                                      &modulus};
            ce_penta_pair *pair = NULL;
            ce_error err = {0};
            size_t count = 0;
            for (size_t q = 0; q < p.m; q++)
                weight[q] = p.weight[q];
            must(!ce_penta_pairs(&search, &pair, &count, &err), "runs");
            compare(&p, search.component, search.link, search.top, modulus, pair, count);
            *(link == CE_MUST_LINK ? &musts : &cannots) += count;
            full += count == search.top;
            free(pair);
        }
        ce_labels_free(&p.labels);
    }
    printf("pairs: %zu must-links, %zu cannot-links, top reached %s\n", musts, cannots,
           full > 100 ? "often" : "seldom");
    printf("pairs: all as the search through all pairs has them: ok\n");
    gsl_rng_free(rng);
    return 0;
}
