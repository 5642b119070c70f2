/* The rules chunklet and pc of k-means with constraints against themselves written down plainly, in
 * long double: chunklet with must-links only as k-means on the means of chunklets with their sizes
 * as weights; PCKMeans with a loop over all pairs of the closure. From the same starts labels and
 * iterations must be the same, and of several runs the best is kept. After each iteration the
 * objective is looked at, which never rises. constraint-rules [RUNS] */
#include <math.h>
#include <stdio.h>

#include "check.h"
#include "constrain/chunklet_assign.h"
#include "constrain/chunklet_start.h"
#include "core/parallel.h"
#include "generate/constrained_internal.h"
#include "kmeans/kmeans.h"
#include "random-chunklets.h"

enum { MOST = 80, MOST_D = 12, MOST_K = 6, LIMIT = 60 };

typedef struct {
    size_t n, d, k, iterations;
    const ce_matrix *x;
    const ce_chunklets *chunklets;
    long double centre[MOST_K][MOST_D];
    int32_t label[MOST], before[MOST];
} plain;

static long double squared(const plain *p, const long double *row, size_t l)
{
    long double sum = 0;

    for (size_t s = 0; s < p->d; s++)
        sum += (row[s] - p->centre[l][s]) * (row[s] - p->centre[l][s]);
    return sum;
}

static void get_row(const plain *p, size_t i, long double *row)
{
    for (size_t s = 0; s < p->d; s++)
        row[s] = p->x->values[i * p->d + s];
}

/* An empty cluster keeps its centre. */
static void move_centres(plain *p)
{
    for (size_t l = 0; l < p->k; l++) {
        long double sum[MOST_D] = {0}, size = 0;
        for (size_t i = 0; i < p->n; i++)
            for (size_t s = 0; s < p->d && p->label[i] == (int32_t)l; s++) {
                sum[s] += p->x->values[i * p->d + s];
                size += s == 0;
            }
        for (size_t s = 0; s < p->d && size > 0; s++)
            p->centre[l][s] = sum[s] / size;
    }
}

/* ---- chunklets as points with weights ---- */

/* Where the objects of one point go: those of chunklet v, or object i alone. */
static void place(plain *p, int32_t v, size_t i)
{
    long double mean[MOST_D] = {0}, weight = 0;
    size_t best = 0;

    for (size_t o = 0; o < p->n; o++) {
        long double row[MOST_D];
        if (v < 0 ? o != i : p->chunklets->of[o] != v)
            continue;
        get_row(p, o, row);
        for (size_t s = 0; s < p->d; s++)
            mean[s] += row[s];
        weight++;
    }
    for (size_t s = 0; s < p->d; s++)
        mean[s] /= weight;
    for (size_t l = 1; l < p->k; l++)
        if (squared(p, mean, l) < squared(p, mean, best))
            best = l;
    for (size_t o = 0; o < p->n; o++)
        if (v < 0 ? o == i : p->chunklets->of[o] == v)
            p->label[o] = (int32_t)best;
}

static void assign_points(plain *p)
{
    for (size_t v = 0; v < p->chunklets->count; v++)
        place(p, (int32_t)v, 0);
    for (size_t i = 0; i < p->n; i++)
        if (p->chunklets->of[i] < 0)
            place(p, -1, i);
}

/* ---- PCKMeans ---- */

/* 1: a and b must link; -1: they cannot. */
static int link_of(const plain *p, size_t a, size_t b)
{
    const ce_chunklets *c = p->chunklets;
    int32_t v = c->of[a], u = c->of[b];

    if (v < 0 || u < 0 || a == b)
        return 0;
    if (v == u)
        return 1;
    for (size_t e = c->edge[v]; e < c->edge[v + 1]; e++)
        if (c->neighbour[e] == u)
            return -1;
    return 0;
}

static long double violated_by(const plain *p, size_t i, int32_t l)
{
    long double count = 0;

    for (size_t o = 0; o < p->n; o++) {
        int link = p->label[o] < 0 ? 0 : link_of(p, i, o);
        count += (link > 0 && p->label[o] != l) || (link < 0 && p->label[o] == l);
    }
    return count;
}

static void assign_priced(plain *p, long double price)
{
    for (size_t i = 0; i < p->n; i++) {
        long double row[MOST_D], least = INFINITY;
        int32_t best = 0;
        get_row(p, i, row);
        for (size_t l = 0; l < p->k; l++) {
            long double cost = squared(p, row, l) + price * violated_by(p, i, (int32_t)l);
            if (!(cost < least))
                continue;
            least = cost;
            best = (int32_t)l;
        }
        p->label[i] = best;
    }
}

/* ---- runs ---- */

/* price < 0: chunklets as points. */
static void iterate(plain *p, long double price)
{
    for (p->iterations = 1; p->iterations <= LIMIT; p->iterations++) {
        if (price < 0)
            assign_points(p);
        else
            assign_priced(p, price);
        if (p->iterations > 1 && !memcmp(p->label, p->before, p->n * sizeof *p->label))
            return;
        move_centres(p);
        memcpy(p->before, p->label, p->n * sizeof *p->label);
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

static void ours(const ce_matrix *x, const ce_kmeans_ensemble_options *o, ce_labels *labels,
                 ce_centre_member *member)
{
    ce_error err = {0};

    *member = (ce_centre_member){0};
    must(!ce_generate_kmeans(x, o, labels, member, NULL, &err), "a run");
}

typedef struct {
    size_t weighted, priced, steps, reassigned, neighbourhoods;
} tally;

static void compare(plain *p, const ce_matrix *x, const ce_kmeans_ensemble_options *o,
                    long double price)
{
    ce_labels labels = {0};
    ce_centre_member member;

    iterate(p, price);
    must(p->iterations < LIMIT, "the plain one ends");
    ours(x, o, &labels, &member);
    renumber(p->label, p->n);
    must(!memcmp(p->label, labels.labels, p->n * sizeof *p->label), "labels");
    must(member.iterations == p->iterations && member.converged, "iterations");
    ce_labels_free(&labels);
}

static void begin(plain *p, const ce_matrix *x, const ce_chunklets *c, size_t k,
                  const double *start)
{
    *p = (plain){.n = x->rows, .d = x->columns, .k = k, .x = x, .chunklets = c};
    memset(p->label, -1, sizeof p->label);
    for (size_t l = 0; l < k; l++)
        for (size_t s = 0; s < p->d; s++)
            p->centre[l][s] = start[l * p->d + s];
}

/* Pairs of the closure that labels violate. */
static double violated_pairs(plain *p, const int32_t *label)
{
    double twice = 0;

    memcpy(p->label, label, p->n * sizeof *label);
    for (size_t i = 0; i < p->n; i++)
        twice += (double)violated_by(p, i, label[i]);
    return twice / 2;
}

static double mean_square(const ce_matrix *x)
{
    long double square = 0;

    for (size_t s = 0; s < x->columns; s++) {
        long double mean = 0;
        for (size_t i = 0; i < x->rows; i++)
            mean += x->values[i * x->columns + s];
        mean /= x->rows;
        for (size_t i = 0; i < x->rows; i++)
            square += (x->values[i * x->columns + s] - mean) *
                      (x->values[i * x->columns + s] - mean) / x->rows;
    }
    return (double)square;
}

/* The objective after one iteration, after two, and so on. feasible: nothing is violated. */
static void check_descent(plain *p, const ce_matrix *x, ce_kmeans_ensemble_options *o, int feasible,
                          tally *t)
{
    double last_violated = INFINITY, last = INFINITY,
           price = o->rule == CE_RULE_PC ? o->price * mean_square(x) : 0;

    for (size_t most = 1; most < LIMIT; most++) {
        ce_labels labels = {0};
        ce_centre_member member;
        double violated, cost;
        o->kmeans.max_iterations = most;
        ours(x, o, &labels, &member);
        violated = violated_pairs(p, labels.labels);
        cost = member.inertia + price * violated;
        if (o->rule == CE_RULE_CHUNKLET) {
            ce_labels column = labels;
            int32_t cluster[MOST];
            for (size_t v = 0; v < o->chunklets->count; v++) {
                cluster[v] = column.labels[o->chunklets->object[o->chunklets->start[v]]];
                for (size_t a = o->chunklets->start[v]; a < o->chunklets->start[v + 1]; a++)
                    must(column.labels[o->chunklets->object[a]] == cluster[v], "a chunklet is one");
            }
            violated = (double)ce_chunklets_violated(o->chunklets, cluster);
            must(!feasible || violated == 0, "what can be kept is kept");
            must(violated <= last_violated, "what is violated never rises");
            if (violated < last_violated)
                last = INFINITY;
            last_violated = violated;
        }
        must(cost <= last * (1 + 1e-12) + 1e-12, "the objective never rises");
        t->steps += cost < last && last < INFINITY;
        last = cost;
        ce_labels_free(&labels);
        if (member.converged)
            break;
    }
    o->kmeans.max_iterations = LIMIT;
}

/* The neighbourhoods, then objects that are drawn from rng. */
static void neighbourhoods(plain *p, const ce_matrix *x, const ce_kmeans_ensemble_options *o,
                           gsl_rng *rng)
{
    const ce_chunklets *c = o->chunklets;
    ce_error err = {0};
    size_t chosen = 0, larger = 0, object[MOST];
    unsigned char taken[MOST] = {0};
    double start[MOST_K * MOST_D] = {0};
    int32_t vertex[MOST_K];

    for (size_t v = 0; v < c->count; v++)
        larger += ce_chunklet_size(c, v) > 1;
    while (chosen < p->k && chosen < larger) {
        size_t best = c->count;
        for (size_t v = 0; v < c->count; v++)
            if (!taken[v] && ce_chunklet_size(c, v) > 1 &&
                (best == c->count || ce_chunklet_size(c, v) > ce_chunklet_size(c, best)))
                best = v;
        taken[best] = 1;
        vertex[chosen++] = (int32_t)best;
    }
    for (size_t v = 0; v < c->count && larger && chosen == larger && chosen < p->k; v++) {
        size_t apart = 0;
        for (size_t l = 0; l < larger; l++)
            apart += link_of(p, (size_t)c->object[c->start[v]],
                             (size_t)c->object[c->start[vertex[l]]]) < 0;
        if (ce_chunklet_size(c, v) == 1 && apart == larger)
            vertex[chosen++] = (int32_t)v;
    }
    if (chosen && chosen < p->k)
        must(!ce_random_choose(rng, p->n, p->k - chosen, object, &err), "memory");
    for (size_t l = 0; l < p->k && chosen; l++)
        for (size_t s = 0; s < p->d; s++) {
            long double sum = 0;
            if (l >= chosen) {
                start[l * p->d + s] = x->values[object[l - chosen] * p->d + s];
                continue;
            }
            for (size_t a = c->start[vertex[l]]; a < c->start[vertex[l] + 1]; a++)
                sum += x->values[(size_t)c->object[a] * p->d + s];
            start[l * p->d + s] = (double)(sum / ce_chunklet_size(c, (size_t)vertex[l]));
        }
    if (!chosen)
        must(!ce_kmeans_random_start(NULL, 0, rng, start, &err), "there are neighbourhoods");
    begin(p, x, c, p->k, start);
    for (size_t l = 0; l < chosen; l++)
        for (size_t a = c->start[vertex[l]]; a < c->start[vertex[l] + 1]; a++)
            p->label[c->object[a]] = (int32_t)l;
}

/* Several runs from neighbourhoods, each drawn after the one before: the one kept costs least, by
 * a price; without one it has the least inertia. */
static void compare_restarts(plain *p, const ce_matrix *x, ce_kmeans_ensemble_options *o,
                             size_t restarts)
{
    long double price = o->rule == CE_RULE_PC ? o->price * mean_square(x) : -1, least = INFINITY;
    ce_error err = {0};
    gsl_rng *rng = ce_random_alloc(o->seed, CE_STREAM_MEMBER, 0, &err);
    ce_labels labels = {0};
    ce_centre_member member;
    int32_t best[MOST];

    for (size_t t = 0; t < restarts; t++) {
        long double cost = 0;
        neighbourhoods(p, x, o, rng);
        iterate(p, price);
        for (size_t i = 0; i < p->n; i++) {
            long double row[MOST_D];
            get_row(p, i, row);
            cost += squared(p, row, (size_t)p->label[i]);
            if (price > 0)
                cost += price * violated_by(p, i, p->label[i]) / 2;
        }
        if (cost < least * (1 - 1e-12L) || t == 0)
            memcpy(best, p->label, sizeof best);
        least = cost < least ? cost : least;
    }
    o->kmeans.restarts = restarts;
    ours(x, o, &labels, &member);
    o->kmeans.restarts = 1;
    renumber(best, p->n);
    must(!memcmp(best, labels.labels, p->n * sizeof *best), "labels of the best run");
    ce_labels_free(&labels);
    gsl_rng_free(rng);
}

static size_t violated_edges(const ce_chunklets *c, const int32_t *label)
{
    int32_t cluster[MOST];

    for (size_t v = 0; v < c->count; v++)
        cluster[v] = label[c->object[c->start[v]]];
    return ce_chunklets_violated(c, cluster);
}

/* Chunklets that cannot all be kept apart: several runs give what the best of single runs from the
 * same starts gives, by edges that are violated, then by inertia. */
static void compare_single_runs(plain *p, const ce_matrix *x, ce_kmeans_ensemble_options *o,
                                size_t runs)
{
    ce_kmeans_ensemble_options single = *o;
    ce_error err = {0};
    gsl_rng *rng = ce_random_alloc(o->seed, CE_STREAM_MEMBER, 0, &err);
    double start[MOST_K * MOST_D], inertia = 0;
    ce_labels labels = {0};
    ce_centre_member member;
    int32_t best[MOST];
    size_t least = 0;

    single.kmeans.init = CE_INIT_GIVEN;
    single.kmeans.start = start;
    single.start = CE_START_KMEANS;
    for (size_t t = 0; t < runs; t++) {
        size_t violated;
        neighbourhoods(p, x, o, rng);
        for (size_t j = 0; j < p->k * p->d; j++)
            start[j] = (double)p->centre[j / p->d][j % p->d];
        ours(x, &single, &labels, &member);
        violated = violated_edges(o->chunklets, labels.labels);
        if (t == 0 || violated < least || (violated == least && member.inertia < inertia)) {
            memcpy(best, labels.labels, p->n * sizeof *best);
            least = violated;
            inertia = member.inertia;
        }
        ce_labels_free(&labels);
    }
    o->kmeans.restarts = runs;
    ours(x, o, &labels, &member);
    o->kmeans.restarts = 1;
    must(!memcmp(best, labels.labels, p->n * sizeof *best), "labels of the best single run");
    ce_labels_free(&labels);
    gsl_rng_free(rng);
}

/* An assignment with other costs: no worse than the one before, nor than the greedy one; with two
 * clusters the best. */
static void check_reassign(gsl_rng *rng, const ce_chunklets *c, size_t k, tally *t)
{
    double cost[MOST * MOST_K];
    int32_t cluster[MOST], before[MOST], greedy[MOST];
    ce_chunklet_report report;
    ce_error err = {0};

    memset(cluster, -1, sizeof cluster);
    for (int round = 0; round < 4; round++) {
        double is = 0, was = 0, other = 0;
        for (size_t i = 0; i < c->count * k; i++)
            cost[i] = gsl_rng_uniform(rng);
        memcpy(before, cluster, sizeof before);
        must(!ce_chunklets_reassign(c, cost, k, cluster, &err), "memory");
        must(!ce_chunklets_assign(c, cost, k, greedy, &report, &err), "memory");
        for (size_t v = 0; v < c->count; v++) {
            must(cluster[v] >= 0 && cluster[v] < (int32_t)k, "a cluster");
            is += cost[v * k + (size_t)cluster[v]];
            was += round ? cost[v * k + (size_t)before[v]] : 0;
            other += cost[v * k + (size_t)greedy[v]];
        }
        if (round)
            must(ce_chunklets_violated(c, cluster) <= ce_chunklets_violated(c, before), "edges");
        if (round && ce_chunklets_violated(c, cluster) == ce_chunklets_violated(c, before))
            must(is <= was + 1e-12, "no dearer than before");
        if (!report.dead_ends && !ce_chunklets_violated(c, cluster))
            must(is <= other + 1e-12, "no dearer than greedy");
        if (k == 2 && !report.violated) {
            other = 0;
            for (size_t v = 0; v < c->count; v++)
                if (ce_chunklet_degree(c, v))
                    must(!ce_chunklets_assign_component(c, v, cost, k, greedy, NULL, &err), "one");
            for (size_t v = 0; v < c->count; v++)
                other += cost[v * k + (size_t)greedy[v]];
            must(fabs(is - other) < 1e-12, "the cheaper coloring");
        }
        t->reassigned++;
    }
}

static void one_case(uint64_t number, tally *t)
{
    static pairs pair, musts;
    static plain p;
    ce_error err = {0};
    gsl_rng *rng = ce_random_alloc(number, CE_STREAM_SYNTH, 1, &err),
            *start_rng = ce_random_alloc(number, CE_STREAM_MEMBER, 0, &err);
    size_t n = 12 + ce_random_below(rng, MOST - 12), d = 1 + ce_random_below(rng, MOST_D - 1);
    int k = 2 + (int)ce_random_below(rng, MOST_K - 1);
    double start[MOST_K * MOST_D], spread = .5 + 2 * gsl_rng_uniform(rng), at[MOST_K * MOST_D];
    int32_t truth[MOST];
    ce_matrix x = {0};
    ce_chunklets c = {0}, whole = {0};
    ce_kmeans_ensemble_options o = {.members = 1, .k = &k, .k_count = 1, .seed = number};

    must(!ce_matrix_alloc(&x, n, d, &err), "memory");
    for (size_t i = 0; i < (size_t)k * d; i++)
        at[i] = gsl_rng_uniform(rng);
    for (size_t i = 0; i < n; i++) {
        truth[i] = (int32_t)ce_random_below(rng, (size_t)k);
        for (size_t s = 0; s < d; s++)
            x.values[i * d + s] =
                at[(size_t)truth[i] * d + s] + spread * (gsl_rng_uniform(rng) - .5);
    }
    for (size_t j = 0; j < (size_t)k * d; j++) /* no objects: their pair would have ties */
        start[j] = x.values[ce_random_below(rng, n) * d + j % d] + .1 * gsl_rng_uniform(rng);
    random_pairs(rng, n, 1 + ce_random_below(rng, 2 * n), number % 2 ? truth : NULL, .5, &pair);
    plain_chunklets(&pair, n, &c);
    musts.count = 0;
    for (size_t q = 0; q < pair.count; q++)
        if (!pair.cannot[q]) {
            musts.i[musts.count] = pair.i[q];
            musts.j[musts.count] = pair.j[q];
            musts.cannot[musts.count++] = 0;
        }
    plain_chunklets(&musts, n, &whole);
    o.kmeans = (ce_kmeans_options){
        .init = CE_INIT_GIVEN, .start = start, .empty = CE_EMPTY_KEEP, .max_iterations = LIMIT};

    o.rule = CE_RULE_CHUNKLET;
    if (whole.count) {
        o.chunklets = &whole;
        begin(&p, &x, &whole, (size_t)k, start);
        compare(&p, &x, &o, -1);
        t->weighted++;
    }
    o.chunklets = &c;
    begin(&p, &x, &c, (size_t)k, start);
    check_descent(&p, &x, &o, number % 2, t);
    o.kmeans.empty = CE_EMPTY_SINGLETON;
    check_descent(&p, &x, &o, number % 2, t);
    check_reassign(rng, &c, (size_t)k, t);

    o.rule = CE_RULE_PC;
    o.price = number % 5 ? gsl_rng_uniform(rng) : 0;
    check_descent(&p, &x, &o, 0, t);
    o.kmeans.empty = CE_EMPTY_KEEP;
    begin(&p, &x, &c, (size_t)k, start);
    compare(&p, &x, &o, o.price * mean_square(&x));
    t->priced++;
    if (whole.count) {
        o.kmeans.init = CE_INIT_RANDOM;
        o.start = CE_START_NEIGHBOURHOODS;
        neighbourhoods(&p, &x, &o, start_rng);
        compare(&p, &x, &o, o.price * mean_square(&x));
        compare_restarts(&p, &x, &o, 4);
        o.rule = CE_RULE_CHUNKLET;
        compare_single_runs(&p, &x, &o, 4);
        o.chunklets = &whole;
        compare_restarts(&p, &x, &o, 4);
        t->neighbourhoods++;
    }
    gsl_rng_free(rng);
    gsl_rng_free(start_rng);
    ce_matrix_free(&x);
    plain_chunklets_free(&c);
    plain_chunklets_free(&whole);
}

/* Which of two results is kept: by edges, then by inertia; of equal ones the first. */
static void check_keep(void)
{
    static const struct {
        size_t violated;
        double inertia;
        int kept;
    } next[] = {{5, 9, 1}, {6, 1, 0}, {5, 9, 0}, {5, 8, 1}, {4, 70, 1}, {4, 71, 0}, {5, 0, 0}};
    ce_kmeans_result kept = {0}, one = {0};
    size_t least = SIZE_MAX;

    for (size_t t = 0; t < sizeof next / sizeof *next; t++) {
        one.inertia = next[t].inertia;
        one.iterations = t + 1;
        ce_constrained_keep(&kept, &least, &one, next[t].violated);
        must((kept.iterations == t + 1) == next[t].kept, "which result is kept");
        must(!next[t].kept || least == next[t].violated, "what the result violates");
        must(one.iterations == 0 || !next[t].kept, "what was kept is taken");
    }
}

int main(int argc, char **argv)
{
    size_t runs = argc > 1 ? (size_t)atol(argv[1]) : 400;
    tally t = {0};

    check_keep();
    ce_threads_set(1); /* runs are so short that threads would only wait for each other */
    for (uint64_t number = 1; number <= runs; number++)
        one_case(number, &t);
    must(t.steps > runs, "objectives that fell");
    printf("%zu runs by chunklets, %zu of PCKMeans and %zu from neighbourhoods as the plain ones; "
           "the objective never rose; %zu assignments no dearer than others\n",
           t.weighted, t.priced, t.neighbourhoods, t.reassigned);
    return 0;
}
