/* ce_generate_lac with chunklets against Algorithms 8 and 9 of [wce2008] written down plainly
 * (plain-lac.h), from the same starting centroids: labels, iterations and flags must be the same,
 * centroids, weights and the error equal to 1e-9. Where Algorithm 8 meets a dead end the two part,
 * and what must hold is that nothing is violated that can be kept, and that labels belong to
 * chunklets. clac [RUNS] */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "constrain/chunklet_start.h"
#include "core/memory.h"
#include "core/random.h"
#include "generate/lac.h"
#include "plain-lac.h"
#include "random-chunklets.h"

typedef struct {
    int dead, filled, stopped, violated, from_chunklets;
} seen;

static plain_chunklet_graph graph_of(const ce_chunklets *c)
{
    unsigned char *joined = calloc(c->count * c->count + 1, 1);

    for (size_t v = 0; v < c->count; v++)
        for (size_t e = c->edge[v]; e < c->edge[v + 1]; e++)
            joined[v * c->count + (size_t)c->neighbour[e]] = 1;
    return (plain_chunklet_graph){c->of, c->count, joined};
}

/* Pairs that the labels violate, of those that chunklets hold to: contradictions are left out. */
static size_t violated_pairs(const pairs *p, const ce_chunklets *c, const int32_t *label,
                             size_t *must_apart)
{
    size_t cannot = 0;

    *must_apart = 0;
    for (size_t t = 0; t < p->count; t++) {
        int same = label[p->i[t]] == label[p->j[t]];
        *must_apart += !p->cannot[t] && !same;
        cannot += p->cannot[t] && same && c->of[p->i[t]] != c->of[p->j[t]];
    }
    return cannot;
}

/* What holds of any result. feasible: the pairs are those of a truth of at most k classes. */
static void check_result(const pairs *p, const ce_chunklets *c, const ce_labels *labels,
                         const ce_lac_member *m, int feasible)
{
    size_t apart, cannot = violated_pairs(p, c, labels->labels, &apart);

    must(!apart, "no must-link is violated");
    must(!cannot == !m->violated && m->violated <= cannot, "violated edges are counted");
    must(!feasible || !cannot, "what can be kept is kept");
}

static void start_from_objects(const ce_matrix *x, gsl_rng *rng, int k, double *start)
{
    for (int j = 0; j < k; j++)
        memcpy(start + (size_t)j * x->columns,
               x->values + ce_random_below(rng, x->rows) * x->columns, x->columns * sizeof *start);
}

/* Constraints: `by` 0: from the groups of the data, 1: from classes drawn at random, at most k; 2:
 * from more classes than clusters. */
static int32_t *draw_truth(gsl_rng *rng, size_t n, size_t k, const int32_t *group, int by)
{
    int32_t *truth = malloc(n * sizeof *truth);

    for (size_t i = 0; i < n; i++)
        truth[i] = by == 0 ? group[i] : (int32_t)ce_random_below(rng, by == 1 ? k : k + 2);
    return truth;
}

static int compare(const ce_matrix *x, const ce_lac_options *o, const pairs *p, int feasible,
                   seen *all)
{
    size_t k = (size_t)*o->k, d = x->columns;
    plain_chunklet_graph g = graph_of(o->chunklets);
    slow s = {.n = x->rows,
              .d = d,
              .k = k,
              .c = calloc(k * d, sizeof *s.c),
              .w = calloc(k * d, sizeof *s.w),
              .label = calloc(x->rows, sizeof *s.label),
              .size = calloc(k, sizeof *s.size),
              .graph = &g};
    ce_labels labels = {0};
    ce_error err = {0};
    ce_lac_member *member = calloc(1, sizeof *member);
    int wrong = 0;

    run_slow(&s, x, o);
    must(!ce_generate_lac(x, o, &labels, member, NULL, &err), "a run");
    check_result(p, o->chunklets, &labels, member, feasible && member->k >= k);
    if (!s.dead_ends)
        wrong = differs(&s, &labels, member);
    if (wrong)
        printf("n %zu, d %zu, k %zu, %zu vertices: %zu %zu iterations, error %.17g %.17g\n",
               x->rows, d, k, g.count, s.iterations, member->iterations, (double)s.error,
               member->error);
    all->dead += s.dead_ends > 0;
    all->filled += s.filled > 0;
    all->stopped += s.stopped;
    all->violated += member->violated > 0;
    ce_lac_members_free(member, 1);
    ce_labels_free(&labels);
    free(s.c);
    free(s.w);
    free(s.label);
    free(s.size);
    free((void *)g.joined);
    return wrong;
}

static int one_run(gsl_rng *rng, int run, seen *all)
{
    /* not one feature, nor one that has all the weight: sums of distances along a line from two
     * centroids inside a chunklet are equal but for rounding */
    static const size_t features[] = {2, 3, 7, 8, 9, 40};
    static const double inv_h[] = {0.1, 0.5, 1, 7};
    static const int clusters[] = {2, 3, 5, 1, 4};
    size_t d = features[run % 6], n = 20 + ce_random_below(rng, 120), chosen = 0;
    int k = clusters[run % 5], by = run % 3, wrong;
    double h = inv_h[run / 6 % 4], *start = malloc((size_t)k * d * sizeof *start);
    int32_t *group = malloc(n * sizeof *group), *truth;
    pairs *p = calloc(1, sizeof *p);
    ce_chunklets c;
    ce_matrix x = {0};
    ce_error err = {0};
    ce_lac_options o = {.members = 1,
                        .k = &k,
                        .k_count = 1,
                        .inv_h = &h,
                        .inv_h_count = 1,
                        .init = CE_LAC_GIVEN,
                        .start = start,
                        .chunklets = &c,
                        .norm = run % 4 == 1 ? CE_LAC_L2 : CE_LAC_L1,
                        .keep_empty = run % 7 == 2,
                        .max_iterations = run % 9 == 3 ? 1 : 60,
                        .seed = 1};

    ce_matrix_alloc(&x, n, d, &err);
    fill(&x, rng, (size_t)k, run % 4 == 3 ? 1e4 : 0, group);
    truth = draw_truth(rng, n, (size_t)k, group, by);
    random_pairs(rng, n, 1 + ce_random_below(rng, run % 4 == 2 ? 2 * n : n), truth, 0, p);
    plain_chunklets(p, n, &c);
    start_from_objects(&x, rng, k, start);
    /* where nobody is, so that a cluster is empty */
    if (run % 7 == 0)
        for (size_t f = 0; f < d; f++)
            start[(size_t)(k - 1) * d + f] += 1e3;
    if (run % 2)
        must(!ce_chunklet_start(&c, &x, (size_t)k, start, &chosen, &err), "a start from chunklets");
    if (chosen)
        o.init = CE_LAC_CHUNKLETS;
    all->from_chunklets += chosen > 0;
    wrong = compare(&x, &o, p, by < 2, all);
    if (wrong)
        printf("run %d differs\n", run);
    ce_matrix_free(&x);
    plain_chunklets_free(&c);
    free(start);
    free(group);
    free(truth);
    free(p);
    return wrong;
}

int main(int argc, char **argv)
{
    int runs = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 300, wrong = 0;
    seen all = {0};
    ce_error err = {0};
    gsl_rng *rng = ce_random_alloc(23, CE_STREAM_SYNTH, 0, &err);

    for (int run = 0; run < runs; run++)
        wrong += one_run(rng, run, &all);
    gsl_rng_free(rng);
    if (argc > 2)
        printf("dead %d, filled %d, stopped %d, violated %d, chunklet starts %d\n", all.dead,
               all.filled, all.stopped, all.violated, all.from_chunklets);
    if (wrong)
        printf("%d of %d runs differ from the plain CLAC\n", wrong, runs);
    else
        printf("%d runs: as the plain CLAC%s%s%s%s%s\n", runs,
               all.from_chunklets > runs / 4 ? ", some from chunklets" : "",
               all.dead > runs / 50 && all.dead < runs / 2 ? ", but for dead ends" : "",
               all.filled > runs / 50 ? ", some with empty clusters filled" : "",
               all.stopped > runs / 50 ? ", some stopped" : "",
               all.violated > runs / 100 ? ", some infeasible" : "");
    return wrong != 0;
}
