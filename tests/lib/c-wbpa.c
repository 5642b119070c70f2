/* c-wbpa: AN of C-WBPA by the plain formulas of Algorithm 10, and what enforcing constraints on a
 * partition does. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "consensus/enforced_cut.h"
#include "consensus/methods/c_wbpa.h"
#include "core/memory.h"
#include "core/random.h"

enum { OBJECTS = 40, FEATURES = 5, MEMBERS = 4, CLUSTERS = 4 };

typedef struct {
    size_t n, d, m, k[MEMBERS], columns;
    double x[OBJECTS * FEATURES], centroid[MEMBERS * CLUSTERS * FEATURES],
        weight[MEMBERS * CLUSTERS * FEATURES];
    ce_chunklets chunklets;
} problem;

/* Constraints that k classes keep, so many that some vertices meet all of them. */
static void draw_constraints(problem *p, gsl_rng *rng, size_t k, size_t pairs)
{
    ce_constraints c = {.n = p->n};
    ce_error err = {0};
    unsigned char seen[OBJECTS][OBJECTS] = {{0}};

    for (size_t t = 0; t < pairs; t++) {
        size_t i = ce_random_below(rng, p->n), j = ce_random_below(rng, p->n);
        if (i == j || seen[i][j])
            continue;
        seen[i][j] = seen[j][i] = 1;
        must(!ce_constraints_add(&c, (int32_t)i, (int32_t)j,
                                 i % k == j % k ? CE_MUST_LINK : CE_CANNOT_LINK, 0, &err),
             "memory");
    }
    must(!ce_chunklets_build(&p->chunklets, &c, 0, NULL, &err), "no contradiction");
    ce_constraints_free(&c);
}

static void make(problem *p, gsl_rng *rng)
{
    *p = (problem){.n = 4 + ce_random_below(rng, OBJECTS - 3),
                   .d = 1 + ce_random_below(rng, FEATURES),
                   .m = 1 + ce_random_below(rng, MEMBERS)};
    for (size_t q = 0; q < p->m; q++)
        p->columns += p->k[q] = 2 + ce_random_below(rng, CLUSTERS - 1);
    for (size_t v = 0; v < p->n * p->d; v++)
        p->x[v] = gsl_rng_uniform(rng);
    for (size_t v = 0; v < p->columns * p->d; v++) {
        p->centroid[v] = gsl_rng_uniform(rng);
        p->weight[v] = gsl_rng_uniform(rng);
    }
    draw_constraints(p, rng, 2 + ce_random_below(rng, 3), ce_random_below(rng, 2 * p->n));
}

static double distance(const problem *p, size_t i, size_t column)
{
    double sum = 0;

    for (size_t s = 0; s < p->d; s++) {
        double difference = p->x[i * p->d + s] - p->centroid[column * p->d + s];
        sum += p->weight[column * p->d + s] * difference * difference;
    }
    return sqrt(sum);
}

/* Algorithm 8 as printed, vertices in the order of the header. 1: no dead end. */
static int assign(const problem *p, size_t first, size_t k, int32_t *cluster)
{
    const ce_chunklets *c = &p->chunklets;

    for (size_t v = 0; v < c->count; v++)
        cluster[v] = -1;
    for (size_t o = 0; o < c->count; o++) {
        size_t v = (size_t)c->order[o];
        double least = INFINITY;
        for (size_t l = 0; l < k; l++) {
            double sum = 0;
            int taken = 0;
            for (size_t e = c->edge[v]; e < c->edge[v + 1]; e++)
                taken |= cluster[c->neighbour[e]] == (int32_t)l;
            for (size_t a = c->start[v]; a < c->start[v + 1]; a++)
                sum += distance(p, (size_t)c->object[a], first + l);
            if (!taken && sum < least) {
                least = sum;
                cluster[v] = (int32_t)l;
            }
        }
        if (cluster[v] < 0)
            return 0;
    }
    return 1;
}

/* Eq. 3.1. */
static double probability(const problem *p, size_t i, size_t first, size_t k, size_t l)
{
    double most = 0, sum = 0;

    for (size_t c = 0; c < k; c++) {
        most = fmax(most, distance(p, i, first + c));
        sum += distance(p, i, first + c);
    }
    return (most - distance(p, i, first + l) + 1) / ((double)k * most + (double)k - sum);
}

static void fill(const problem *p, ce_membership *membership)
{
    ce_error err = {0};
    int32_t k[MEMBERS];

    for (size_t q = 0; q < p->m; q++)
        k[q] = (int32_t)p->k[q];
    must(!ce_membership_alloc(membership, p->n, p->m, k, &err), "memory");
    for (size_t i = 0; i < p->n; i++)
        for (size_t q = 0; q < p->m; q++)
            for (size_t l = 0; l < p->k[q]; l++)
                ce_membership_of(membership, i, q)[l] =
                    (float)probability(p, i, membership->start[q], p->k[q], l);
}

/* Rows of AN in which Algorithm 8 met no dead end; *skipped: base clusterings where it did, *kept:
 * of which the edges are kept all the same. */
static size_t compare(const problem *p, const ce_membership *plain, const ce_membership *bound,
                      size_t *skipped)
{
    int32_t cluster[OBJECTS];
    size_t rows = 0;

    for (size_t q = 0; q < p->m; q++) {
        int greedy = assign(p, plain->start[q], p->k[q], cluster);
        *skipped += !greedy;
        for (size_t i = 0; i < p->n; i++) {
            int32_t v = p->chunklets.of[i];
            double sum = 0;
            for (size_t l = 0; l < p->k[q]; l++) {
                float own = ce_membership_of(bound, i, q)[l];
                sum += (double)own;
                if (v < 0)
                    must(own == ce_membership_of(plain, i, q)[l],
                         "others keep their probabilities");
                else
                    must(greedy ? own == (float)(cluster[v] == (int32_t)l) : own == 0 || own == 1,
                         "O is that of Algorithm 8");
            }
            must(fabs(sum - 1) < 1e-5, "rows sum to 1");
            rows += greedy;
        }
    }
    return rows;
}

static size_t test_rows(gsl_rng *rng, size_t *skipped)
{
    problem p;
    ce_membership membership = {0};
    ce_labels labels = {0};
    ce_ensemble ensemble = {0};
    const ce_membership_rows *rows;
    ce_error err = {0};
    size_t compared = 0;

    make(&p, rng);
    fill(&p, &membership);
    must(!ce_membership_harden(&membership, &labels, NULL, &err) &&
             !ce_ensemble_init(&ensemble, &labels, NULL, &err),
         "memory");
    const ce_matrix x = {p.n, p.d, p.x}, centroids = {p.columns, p.d, p.centroid},
                    weights = {p.columns, p.d, p.weight};
    ensemble.membership = &membership;
    ensemble.beside = (ce_beside){&x, &centroids, &weights, &p.chunklets, NULL, NULL};
    must(!ce_c_wbpa_bound(&ensemble, 0, &rows, NULL, &err), "runs");
    compared = compare(&p, &membership, rows->membership, skipped);
    ce_ensemble_free(&ensemble);
    ce_labels_free(&labels);
    ce_membership_free(&membership);
    ce_chunklets_free(&p.chunklets);
    return compared;
}

/* ---- enforcing ---- */

/* Is there an assignment of the vertices to k parts that separates all edges? Tries all, in the
 * order of the vertices. */
static int feasible(const ce_chunklets *c, size_t k, size_t v, int32_t *part)
{
    if (v == c->count)
        return 1;
    for (part[v] = 0; part[v] < (int32_t)k; part[v]++) {
        int apart = 1;
        for (size_t e = c->edge[v]; e < c->edge[v + 1]; e++)
            apart &= (size_t)c->neighbour[e] > v || part[c->neighbour[e]] != part[v];
        if (apart && feasible(c, k, v + 1, part))
            return 1;
    }
    return 0;
}

/* What labels violate: chunklets that are split, and edges within one part. reach: vertices of
 * components where there is any. */
static size_t violated(const ce_chunklets *c, const int32_t *label, unsigned char *reach)
{
    size_t count = 0;

    memset(reach, 0, c->count);
    for (size_t v = 0; v < c->count; v++)
        for (size_t a = c->start[v] + 1; a < c->start[v + 1]; a++)
            if (label[c->object[a]] != label[c->object[c->start[v]]]) {
                reach[v] = 1;
                count++;
            }
    for (size_t v = 0; v < c->count; v++)
        for (size_t e = c->edge[v]; e < c->edge[v + 1]; e++)
            if (label[c->object[c->start[v]]] == label[c->object[c->start[c->neighbour[e]]]]) {
                reach[v] = 1;
                count++;
            }
    for (size_t turn = 0; turn < c->count; turn++)
        for (size_t v = 0; v < c->count; v++)
            for (size_t e = c->edge[v]; e < c->edge[v + 1]; e++)
                reach[v] |= reach[c->neighbour[e]];
    return count;
}

/* A chunklet of no edge that is split goes, as a whole, to the part that its objects are pulled to
 * most. Returns how many there are. */
static size_t check_lone(const ce_chunklets *c, const double *pull, size_t k, const int32_t *before,
                         const int32_t *label)
{
    size_t lone = 0;

    for (size_t v = 0; v < c->count; v++) {
        double most = -1;
        int split = 0, best = 0;
        for (size_t a = c->start[v] + 1; a < c->start[v + 1]; a++)
            split |= before[c->object[a]] != before[c->object[c->start[v]]];
        if (!split || c->edge[v] < c->edge[v + 1])
            continue;
        for (size_t l = 0; l < k; l++) {
            double sum = 0;
            for (size_t a = c->start[v]; a < c->start[v + 1]; a++)
                sum += pull[a * k + l];
            if (sum > most) {
                most = sum;
                best = (int)l;
            }
        }
        for (size_t a = c->start[v]; a < c->start[v + 1]; a++)
            must(label[c->object[a]] == best, "a lone chunklet goes where it is pulled most");
        lone++;
    }
    return lone;
}

/* Cannot-links within a part; the objects of a chunklet are in one. */
static size_t count_joined(const ce_chunklets *c, const int32_t *label)
{
    size_t joined = 0;

    for (size_t v = 0; v < c->count; v++)
        for (size_t b = c->edge[v]; b < c->edge[v + 1]; b++) {
            size_t u = (size_t)c->neighbour[b];
            joined += u < v && label[c->object[c->start[v]]] == label[c->object[c->start[u]]];
        }
    return joined;
}

typedef struct {
    size_t trials, kept, infeasible, moved, lone;
} tally;

static void test_enforce(gsl_rng *rng, tally *t)
{
    problem p;
    int32_t label[OBJECTS], before[OBJECTS], part[OBJECTS];
    unsigned char reach[OBJECTS], after[OBJECTS];
    double *pull;
    size_t k = 2 + ce_random_below(rng, 3), moved = 0;
    ce_enforce_report report = {0};
    ce_error err = {0};

    make(&p, rng);
    for (size_t i = 0; i < p.n; i++)
        before[i] = label[i] =
            (int32_t)(ce_random_below(rng, 10) ? i % 3 < k ? i % 3 : 0 : ce_random_below(rng, k));
    must((pull = ce_calloc(p.chunklets.start[p.chunklets.count], k * sizeof *pull, &err)) != NULL,
         "memory");
    for (size_t v = 0; v < p.chunklets.start[p.chunklets.count] * k; v++)
        pull[v] = gsl_rng_uniform(rng);
    size_t wrong = violated(&p.chunklets, label, reach);
    must(!ce_enforce(&p.chunklets, pull, k, label, &report, &err), "runs");
    for (size_t i = 0; i < p.n; i++) {
        must(label[i] >= 0 && label[i] < (int32_t)k, "labels are parts");
        must(label[i] == before[i] || (p.chunklets.of[i] >= 0 && reach[p.chunklets.of[i]]),
             "only what is violated, and what hangs together with it, moves");
        moved += label[i] != before[i];
    }
    must(moved == report.moved && (wrong > 0) == (report.split + report.joined > 0), "the report");
    if (feasible(&p.chunklets, k, 0, part)) {
        must(!report.violated && !violated(&p.chunklets, label, after), "what can be kept is kept");
        t->kept++;
    } else {
        must(report.violated > 0 && report.violated == count_joined(&p.chunklets, label),
             "what cannot be kept is counted");
        t->infeasible++;
    }
    t->moved += moved > 0;
    t->lone += check_lone(&p.chunklets, pull, k, before, label);
    t->trials++;
    free(pull);
    ce_chunklets_free(&p.chunklets);
}

/*
 * Two base clusterings of two clusters, which cut into two parts: the first ten objects are 0.8
 * sure of the first cluster of each, the others of the second. One of the first ten must link with
 * one of the last, and `sure` says which one pulls more.
 */
static void check_pull(size_t a, size_t b, double sure, int32_t expected)
{
    enum { N = 20, M = 2 };
    static const int32_t k[M] = {2, 2};
    const ce_cut_options cut = {.objects = 1, .with = CE_WITH_METIS};
    ce_constraints links = {.n = N};
    ce_chunklets chunklets = {0};
    ce_membership membership = {0};
    ce_ensemble ensemble = {0};
    ce_labels labels = {0};
    ce_partition result = {0};
    ce_enforce_report report;
    const ce_membership_rows *rows;
    ce_error err = {0};

    must(!ce_membership_alloc(&membership, N, M, k, &err), "memory");
    must(!ce_labels_alloc(&labels, N, M, &err), "memory");
    for (size_t i = 0; i < N; i++)
        for (size_t q = 0; q < M; q++) {
            float first = i < N / 2 ? .8f : .2f;
            if (i == b)
                first = (float)(1 - sure);
            membership.values[i * 4 + q * 2] = first;
            membership.values[i * 4 + q * 2 + 1] = 1 - first;
            ce_labels_column(&labels, q)[i] = first < .5f;
        }
    labels.k[0] = labels.k[1] = 2;
    must(!ce_constraints_add(&links, (int32_t)a, (int32_t)b, CE_MUST_LINK, 0, &err), "memory");
    must(!ce_chunklets_build(&chunklets, &links, 0, NULL, &err), "chunklets");
    must(!ce_ensemble_init(&ensemble, &labels, NULL, &err), "an ensemble");
    ensemble.membership = &membership;
    must(!ce_ensemble_soft(&ensemble, 1, &rows, &err), "rows");
    must(!ce_enforced_cut(&ensemble, "test", rows, &chunklets, &cut, 2, 1, &result, &report, &err),
         err.text);
    must(report.split == 1 && report.moved == 1 && !report.violated, "one object moves");
    for (size_t i = 0; i < N; i++)
        must(result.labels[i] == (i == a || i == b ? expected : i >= N / 2),
             "the others stay, the two go where they are pulled more");
    ce_partition_free(&result);
    ce_ensemble_free(&ensemble);
    ce_labels_free(&labels);
    ce_membership_free(&membership);
    ce_chunklets_free(&chunklets);
    ce_constraints_free(&links);
}

static void test_pull(void)
{
    for (size_t a = 1; a < 10; a += 3)
        for (size_t b = 10; b < 20; b += 3) {
            check_pull(a, b, .95, 1);
            check_pull(a, b, .65, 0);
        }
    puts("pull: two that must link go to the part that pulls more: ok");
}

int main(void)
{
    gsl_rng *rng = ce_random_alloc(3, CE_STREAM_SYNTH, 0, NULL);
    size_t rows = 0, skipped = 0;
    tally t = {0};

    must(rng != NULL, "memory");
    for (int trial = 0; trial < 500; trial++)
        rows += test_rows(rng, &skipped);
    printf("rows: AN is that of Algorithm 10, %s rows, %s base clusterings with a dead end: ok\n",
           rows > 10000 ? "many" : "few", skipped > 50 ? "many" : "few");
    for (int trial = 0; trial < 1000; trial++)
        test_enforce(rng, &t);
    printf("enforce: %zu cases, %s feasible, %s infeasible, %s with objects moved, %s "
           "lone chunklets: ok\n",
           t.trials, t.kept > 300 ? "many" : "few", t.infeasible > 50 ? "many" : "few",
           t.moved > 300 ? "many" : "few", t.lone > 100 ? "many" : "few");
    test_pull();
    gsl_rng_free(rng);
    return 0;
}
