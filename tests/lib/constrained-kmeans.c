/* COP-KMeans and Constrained-KMeans against themselves written down plainly: objects one after
 * another, every pair of the closure looked at, every mean taken anew in long double. From the same
 * starts and orders labels, iterations, flags and dead ends must be the same, inertia equal to
 * 1e-9. constrained-kmeans [RUNS] */
#include <math.h>
#include <stdio.h>

#include "check.h"
#include "constrain/chunklet_assign.h"
#include "constrain/chunklet_start.h"
#include "core/parallel.h"
#include "generate/kmeans_ensemble.h"
#include "kmeans/kmeans.h"
#include "random-chunklets.h"

enum { MOST = 90, MOST_D = 20, MOST_K = 7 };

typedef struct {
    size_t n, d, k, iterations, most;
    const double *x;
    double centre[MOST_K * MOST_D];
    unsigned char must[MOST][MOST], cannot[MOST][MOST]; /* closed */
    const int32_t *seed; /* Constrained-KMeans; else NULL */
    const unsigned char *held;
    size_t order[MOST];
    int32_t label[MOST], before[MOST];
    int converged, refill;
    long double inertia;
} plain;

static long double squared(const plain *p, size_t i, size_t j)
{
    long double sum = 0;

    for (size_t s = 0; s < p->d; s++)
        sum += ((long double)p->x[i * p->d + s] - p->centre[j * p->d + s]) *
               ((long double)p->x[i * p->d + s] - p->centre[j * p->d + s]);
    return sum;
}

static int violates(const plain *p, size_t i, int32_t j)
{
    for (size_t o = 0; o < p->n; o++)
        if (p->label[o] >= 0 &&
            ((p->must[i][o] && p->label[o] != j) || (p->cannot[i][o] && p->label[o] == j)))
            return 1;
    return 0;
}

/* 0: an object finds no centre. */
static int assign(plain *p)
{
    for (size_t i = 0; i < p->n; i++)
        p->label[i] = -1;
    for (size_t t = 0; t < p->n; t++) {
        size_t i = p->order[t];
        long double least = INFINITY;
        if (p->seed && p->seed[i] >= 0) {
            p->label[i] = p->seed[i];
            continue;
        }
        for (size_t j = 0; j < p->k; j++)
            if (squared(p, i, j) < least && !violates(p, i, (int32_t)j)) {
                least = squared(p, i, j);
                p->label[i] = (int32_t)j;
            }
        if (p->label[i] < 0)
            return 0;
    }
    return 1;
}

static size_t size_of(const plain *p, const int32_t *label, size_t j)
{
    size_t size = 0;

    for (size_t i = 0; i < p->n; i++)
        size += label[i] == (int32_t)j;
    return size;
}

/* Empty clusters take the object farthest from its centre, none that is held. */
static int refill(plain *p)
{
    unsigned char served[MOST] = {0};
    long double own[MOST];
    int filled = 0;

    for (size_t i = 0; i < p->n; i++)
        own[i] = squared(p, i, (size_t)p->label[i]);
    for (size_t j = 0; j < p->k; j++) {
        size_t far = p->n;
        if (size_of(p, p->label, j))
            continue;
        for (size_t i = 0; i < p->n; i++)
            if (!served[i] && !p->held[i] && own[i] > 0 &&
                size_of(p, p->label, (size_t)p->label[i]) > 1 && (far == p->n || own[i] > own[far]))
                far = i;
        if (far == p->n)
            break;
        served[far] = 1;
        p->label[far] = (int32_t)j;
        filled = 1;
    }
    return filled;
}

static void means(plain *p)
{
    for (size_t j = 0; j < p->k; j++) {
        size_t size = size_of(p, p->label, j);
        for (size_t s = 0; s < p->d && size; s++) {
            long double sum = 0;
            for (size_t i = 0; i < p->n; i++)
                sum += p->label[i] == (int32_t)j ? p->x[i * p->d + s] : 0;
            p->centre[j * p->d + s] = (double)(sum / size);
        }
    }
}

/* The same clusters, whatever their numbers. */
static int same_clusters(const plain *p)
{
    for (size_t a = 0; a < p->n; a++)
        for (size_t b = 0; b < a; b++)
            if ((p->label[a] == p->label[b]) != (p->before[a] == p->before[b]))
                return 0;
    return 1;
}

/* 0: a dead end. */
static int run(plain *p)
{
    p->converged = 0;
    for (p->iterations = 1;; p->iterations++) {
        int renamed;
        if (!assign(p))
            return 0;
        p->converged = p->iterations > 1 && !memcmp(p->label, p->before, p->n * sizeof *p->label);
        if (p->converged || p->iterations > p->most)
            break;
        renamed = p->iterations > 1 && same_clusters(p);
        if (p->refill && refill(p))
            renamed = 0;
        means(p);
        memcpy(p->before, p->label, p->n * sizeof *p->label);
        if ((p->converged = renamed))
            break;
    }
    if (p->iterations > p->most)
        p->iterations = p->most;
    p->inertia = 0;
    for (size_t i = 0; i < p->n; i++)
        p->inertia += squared(p, i, (size_t)p->label[i]);
    return 1;
}

static void close_pairs(plain *p, const pairs *pair, const ce_chunklets *c)
{
    memset(p->must, 0, sizeof p->must);
    memset(p->cannot, 0, sizeof p->cannot);
    for (size_t a = 0; a < p->n; a++)
        for (size_t b = 0; b < p->n; b++)
            p->must[a][b] = a != b && c->of[a] >= 0 && c->of[a] == c->of[b];
    for (size_t t = 0; t < pair->count; t++) {
        size_t i = (size_t)pair->i[t], j = (size_t)pair->j[t];
        for (size_t a = 0; a < p->n && pair->cannot[t] && !p->must[i][j];
             a++) /* contradictions are left out */
            for (size_t b = 0; b < p->n; b++)
                if ((a == i || p->must[a][i]) && (b == j || p->must[b][j]))
                    p->cannot[a][b] = p->cannot[b][a] = 1;
    }
}

static void renumber(int32_t *label, size_t n)
{
    int32_t number[MOST_K], next = 0;

    memset(number, -1, sizeof number);
    for (size_t i = 0; i < n; i++) {
        if (number[label[i]] < 0)
            number[label[i]] = next++;
        label[i] = number[label[i]];
    }
}

typedef struct {
    size_t runs, constrained, dead, searched, stopped, renamed, equal_rows;
} tally;

/* Starting centres of one attempt, and the order, drawn as the library draws them. */
static void draw(plain *p, const ce_kmeans_ensemble_options *o, const ce_kmeans_data *merged,
                 gsl_rng *rng)
{
    ce_error err = {0};

    if (o->kmeans.init == CE_INIT_GIVEN)
        memcpy(p->centre, o->kmeans.start, p->k * p->d * sizeof *p->centre);
    else
        must(!ce_kmeans_random_start(merged, p->k, rng, p->centre, &err), "memory");
    for (size_t i = 0; i < p->n; i++)
        p->order[i] = i;
    if (o->random_order)
        must(!ce_random_choose(rng, p->n, p->n, p->order, &err), "memory");
}

static void compare(plain *p, const ce_labels *labels, const ce_centre_member *member)
{
    renumber(p->label, p->n);
    must(!memcmp(p->label, labels->labels, p->n * sizeof *p->label), "labels");
    must(member->iterations == p->iterations && member->converged == p->converged, "iterations");
    must(fabsl(member->inertia - p->inertia) <= 1e-9L * (1 + p->inertia), "inertia");
}

static void check_cop(plain *p, const ce_matrix *x, const pairs *pair, const ce_chunklets *c,
                      ce_kmeans_ensemble_options *o, tally *t)
{
    ce_kmeans_data *merged = NULL;
    ce_labels labels = {0};
    ce_centre_member member = {0};
    ce_error err = {0};
    size_t dead_ends = 0,
           attempts = o->kmeans.init == CE_INIT_GIVEN && !o->random_order ? 1 : o->attempts;
    int found = 0;
    gsl_rng *rng = ce_random_alloc(o->seed, CE_STREAM_MEMBER, 0, &err);

    close_pairs(p, pair, c);
    must(!ce_kmeans_prepare(&merged, x, NULL, &err), "memory");
    for (size_t a = 0; a < attempts && !found; a++) {
        draw(p, o, merged, rng);
        found = run(p);
        dead_ends += !found;
    }
    must(!ce_generate_kmeans(x, o, &labels, &member, NULL, &err), "a run");
    must(member.dead_ends == dead_ends, "dead ends");
    if (found)
        compare(p, &labels, &member);
    t->runs++;
    t->dead += dead_ends;
    t->searched += !found;
    t->stopped += !member.converged;
    for (size_t q = 0; q < pair->count && o->seed % 2;
         q++) { /* made from a truth of k clusters: can be kept */
        int together = labels.labels[pair->i[q]] == labels.labels[pair->j[q]];
        must(together != pair->cannot[q], "constraints that can be kept are kept");
    }
    gsl_rng_free(rng);
    ce_kmeans_data_free(merged);
    ce_labels_free(&labels);
}

static void check_constrained(plain *p, const ce_matrix *x, const ce_chunklets *c,
                              ce_kmeans_ensemble_options *o, tally *t)
{
    ce_labels labels = {0};
    ce_centre_member member = {0};
    ce_error err = {0};
    int32_t seed[MOST];
    unsigned char held[MOST];
    size_t seeded;

    memset(p->must, 0, sizeof p->must);
    memset(p->cannot, 0, sizeof p->cannot);
    must(!ce_chunklet_seeds(c, x, p->k, seed, p->centre, &seeded, &err), "seeds");
    for (size_t i = 0; i < p->n; i++) {
        held[i] = seed[i] >= 0;
        p->order[i] = i;
    }
    p->seed = seed;
    p->held = held;
    must(run(p), "no dead end without constraints");
    o->rule = CE_RULE_CONSTRAINED;
    must(!ce_generate_kmeans(x, o, &labels, &member, NULL, &err), "a run");
    compare(p, &labels, &member);
    t->constrained++;
    ce_labels_free(&labels);
}

/* Objects about some places, some of them equal; which place each is of. */
static void draw_data(gsl_rng *rng, ce_matrix *x, size_t places, double spread, int equal,
                      int32_t *place)
{
    double at[MOST_K * MOST_D];

    for (size_t i = 0; i < places * x->columns; i++)
        at[i] = gsl_rng_uniform(rng);
    for (size_t i = 0; i < x->rows; i++) {
        place[i] = (int32_t)ce_random_below(rng, places);
        for (size_t s = 0; s < x->columns; s++)
            x->values[i * x->columns + s] =
                at[(size_t)place[i] * x->columns + s] + spread * (gsl_rng_uniform(rng) - .5);
        if (equal && i && gsl_rng_uniform(rng) < .5)
            memcpy(x->values + i * x->columns, x->values + ce_random_below(rng, i) * x->columns,
                   x->columns * sizeof *x->values);
    }
}

static void one_case(uint64_t number, tally *t)
{
    static pairs pair;
    static plain p;
    ce_error err = {0};
    gsl_rng *rng = ce_random_alloc(number, CE_STREAM_SYNTH, 1, &err);
    size_t n = 12 + ce_random_below(rng, MOST - 12);
    int k = 2 + (int)ce_random_below(rng, MOST_K - 1), equal = number % 3 == 0;
    double start[MOST_K * MOST_D];
    int32_t place[MOST];
    unsigned char held[MOST];
    ce_matrix x = {0};
    ce_chunklets c = {0};
    ce_kmeans_ensemble_options o = {.members = 1,
                                    .k = &k,
                                    .k_count = 1,
                                    .seed = number,
                                    .chunklets = &c,
                                    .attempts = 1 + ce_random_below(rng, 4)};

    must(!ce_matrix_alloc(&x, n, 1 + ce_random_below(rng, MOST_D - 1), &err), "memory");
    draw_data(rng, &x, (size_t)k, .5 + 2 * gsl_rng_uniform(rng), equal, place);
    random_pairs(rng, n, 1 + ce_random_below(rng, 2 * n), number % 2 ? place : NULL, .5, &pair);
    plain_chunklets(&pair, n, &c);
    for (size_t i = 0; i < n; i++)
        held[i] = c.of[i] >= 0;
    for (size_t j = 0; j < (size_t)k; j++) /* far out: some clusters are empty */
        for (size_t s = 0; s < x.columns; s++)
            start[j * x.columns + s] = x.values[ce_random_below(rng, n) * x.columns + s] +
                                       (gsl_rng_uniform(rng) < .1 ? 3 : 0);
    o.kmeans = (ce_kmeans_options){
        .empty = ce_random_below(rng, 2) ? CE_EMPTY_KEEP : CE_EMPTY_SINGLETON,
        .max_iterations = ce_random_below(rng, 4) ? 50 : 1 + ce_random_below(rng, 3),
        .start = start};
    p = (plain){.n = n,
                .d = x.columns,
                .k = (size_t)k,
                .x = x.values,
                .most = o.kmeans.max_iterations,
                .held = held,
                .refill = o.kmeans.empty == CE_EMPTY_SINGLETON};
    for (int given = 0; given < 2; given++)
        for (int order = 0; order < 2; order++) {
            ce_kmeans_data *data = NULL;
            must(!ce_kmeans_prepare(&data, &x, NULL, &err), "memory");
            o.kmeans.init = given ? CE_INIT_GIVEN : CE_INIT_RANDOM;
            o.random_order = order;
            t->equal_rows += ce_kmeans_distinct(data) < n;
            if (ce_kmeans_distinct(data) >= (size_t)k)
                check_cop(&p, &x, &pair, &c, &o, t);
            ce_kmeans_data_free(data);
        }
    if (c.count)
        check_constrained(&p, &x, &c, &o, t);
    ce_matrix_free(&x);
    plain_chunklets_free(&c);
    gsl_rng_free(rng);
}

int main(int argc, char **argv)
{
    unsigned long cases = argc > 1 ? strtoul(argv[1], NULL, 10) : 400;
    tally t = {0};

    ce_threads_set(1);
    for (uint64_t number = 0; number < cases; number++)
        one_case(number, &t);
    must(t.dead > t.runs / 10 && t.searched > 20 && t.stopped > 20 && t.equal_rows > 100 &&
             t.runs > 3 * cases,
         "cases of every kind");
    printf("%zu runs of COP-KMeans and %zu of Constrained-KMeans: as the plain ones, dead ends "
           "among them\n",
           t.runs, t.constrained);
    return 0;
}
