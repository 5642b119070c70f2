/* PCKMeans: violations at a price (constrained_kmeans.h). */
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "core/random.h"
#include "generate/constrained_internal.h"
#include "kmeans/squared_distance.h"

typedef struct {
    const ce_chunklets *chunklets;
    const ce_matrix *x;
    double price;           /* of a violated pair, as a squared distance */
    const int32_t *settled; /* given: chunklets whose means are the first centres */
    size_t given;
    gsl_rng *rng;           /* draws the order; NULL: it is that of the objects */
    size_t *order;          /* n */
    int begun;              /* 0 before the first pass of a run */
    int32_t *label;         /* n: of objects in chunklets; -1 before their first turn */
    int32_t *at;            /* count x k: objects of a chunklet in a cluster */
    int32_t *placed;        /* count: objects of a chunklet that have a label */
    double *pairs;          /* k: what the object under way violates in each cluster */
    unsigned char *held;    /* n */
} priced;

static void priced_free(priced *p)
{
    free(p->order);
    free(p->label);
    free(p->at);
    free(p->placed);
    free(p->pairs);
    free(p->held);
}

/* What an object costs on average if all are in one cluster: 0 where all are equal. */
static int mean_square(const ce_matrix *x, double *square, ce_error *err)
{
    size_t n = x->rows, d = x->columns;
    double *mean = ce_calloc(d, sizeof *mean, err);

    *square = 0;
    if (!mean)
        return CE_ENOMEM;
    for (size_t i = 0; i < n; i++)
        for (size_t s = 0; s < d; s++)
            mean[s] += x->values[i * d + s] / (double)n;
    for (size_t i = 0; i < n; i++)
        for (size_t s = 0; s < d; s++) {
            double step = x->values[i * d + s] - mean[s];
            *square += step * step / (double)n;
        }
    free(mean);
    return CE_OK;
}

static int priced_alloc(priced *p, const ce_constrained_run *run, ce_error *err)
{
    const ce_chunklets *chunklets = run->options->chunklets;
    size_t n = run->x->rows, k = run->kmeans->k;
    double square;
    int rc;

    *p = (priced){
        .chunklets = chunklets, .x = run->x, .settled = run->settled, .given = run->given};
    p->order = ce_alloc(n, sizeof *p->order, err);
    p->label = ce_alloc(n, sizeof *p->label, err);
    p->at = ce_alloc(chunklets->count, k * sizeof *p->at, err);
    p->placed = ce_alloc(chunklets->count, sizeof *p->placed, err);
    p->pairs = ce_alloc(k, sizeof *p->pairs, err);
    p->held = ce_alloc(n, sizeof *p->held, err);
    if (!p->order || !p->label || !p->at || !p->placed || !p->pairs || !p->held)
        return CE_ENOMEM;
    for (size_t i = 0; i < n; i++)
        p->order[i] = i;
    ce_constrained_hold(chunklets, p->held);
    rc = mean_square(run->x, &square, err);
    p->price = run->options->price * square;
    return rc;
}

/* Puts the chunklets that the run starts from into their clusters. No other object has a label. */
static int begin(priced *p, size_t k, ce_error *err)
{
    size_t n = p->x->rows;

    p->begun = 1;
    memset(p->label, -1, n * sizeof *p->label);
    memset(p->at, 0, p->chunklets->count * k * sizeof *p->at);
    memset(p->placed, 0, p->chunklets->count * sizeof *p->placed);
    for (size_t l = 0; l < p->given; l++) {
        size_t v = (size_t)p->settled[l];
        p->placed[v] = p->at[v * k + l] = (int32_t)ce_chunklet_size(p->chunklets, v);
        for (size_t o = p->chunklets->start[v]; o < p->chunklets->start[v + 1]; o++)
            p->label[p->chunklets->object[o]] = (int32_t)l;
    }
    return p->rng ? ce_random_choose(p->rng, n, n, p->order, err) : CE_OK;
}

/* pairs: what an object of chunklet v, which has no label now, violates in each cluster. */
static void count_pairs(const priced *p, size_t v, size_t k)
{
    const ce_chunklets *c = p->chunklets;

    for (size_t l = 0; l < k; l++)
        p->pairs[l] = p->placed[v] - p->at[v * k + l];
    for (size_t e = c->edge[v]; e < c->edge[v + 1]; e++)
        for (size_t l = 0; l < k; l++)
            p->pairs[l] += p->at[(size_t)c->neighbour[e] * k + l];
}

/* The cluster of least cost for object i (ties: the lowest). */
static CE_HOT int32_t cheapest(const priced *p, size_t i, const double *centre, size_t stride,
                               size_t k)
{
    size_t d = p->x->columns, best = 0;
    const double *row = p->x->values + i * d;
    double least = 0, tail[CE_LANES];

    ce_squared_distance_tail(row, d, tail);
    for (size_t l = 0; l < k; l++) {
        double cost =
            ce_squared_distance(row, tail, centre + l * stride, d) + p->price * p->pairs[l];
        if (l > 0 && !(cost < least))
            continue;
        least = cost;
        best = l;
    }
    return (int32_t)best;
}

static int settle_priced(void *state, const double *centre, size_t stride, size_t k, int32_t *label,
                         ce_error *err)
{
    priced *p = state;
    int rc = p->begun ? CE_OK : begin(p, k, err);

    for (size_t t = 0; t < p->x->rows && !rc; t++) {
        size_t i = p->order[t], v;
        if (!p->held[i])
            continue;
        v = (size_t)p->chunklets->of[i];
        if (p->label[i] >= 0) {
            p->at[v * k + (size_t)p->label[i]]--;
            p->placed[v]--;
        }
        count_pairs(p, v, k);
        label[i] = p->label[i] = cheapest(p, i, centre, stride, k);
        p->at[v * k + (size_t)label[i]]++;
        p->placed[v]++;
    }
    return rc;
}

/* Pairs of the closure that the labels of the last pass violate. */
static double violated_pairs(const priced *p, size_t k)
{
    const ce_chunklets *c = p->chunklets;
    double twice = 0;

    for (size_t v = 0; v < c->count; v++) {
        count_pairs(p, v, k);
        for (size_t l = 0; l < k; l++)
            twice += p->at[v * k + l] * p->pairs[l];
    }
    return twice / 2;
}

int ce_constrained_priced(ce_constrained_run *run, ce_kmeans_result *result, ce_error *err)
{
    size_t restarts = ce_constrained_restarts(run);
    double least = 0;
    ce_kmeans_result one = {0};
    priced p;
    ce_kmeans_rule rule;
    int rc = priced_alloc(&p, run, err);

    rule = (ce_kmeans_rule){settle_priced, &p, p.held};
    run->kmeans->rule = &rule;
    run->kmeans->restarts = 1;
    p.rng = run->options->random_order ? run->rng : NULL;
    for (size_t t = 0; t < restarts && !rc; t++) {
        double cost;
        p.begun = 0;
        rc = ce_constrained_draw(run, err);
        if (!rc)
            rc = ce_kmeans(run->data, run->kmeans, run->rng, run->threads, &one, err);
        if (rc)
            break;
        cost = one.inertia + p.price * violated_pairs(&p, run->kmeans->k);
        if (t > 0 && !(cost < least))
            continue;
        ce_kmeans_free(result);
        *result = one;
        one = (ce_kmeans_result){0};
        least = cost;
    }
    ce_kmeans_free(&one);
    priced_free(&p);
    return rc;
}
