/*
 * cluster-similarities: what is computed from overlaps of clusters, on microclusters and on
 * objects, against the formulas of the papers written out over objects.
 *
 * - random: random ensembles, with and without missing labels: one line a function, with the
 *   cases compared
 * - special: one base clustering, one cluster, all equal, all trivial, objects without any label
 * - hand: values worked out by hand
 * - threads: the same bits with 1, 2 and 5 threads
 * - minima: sums of minima of all pairs of rows are those of each pair, with any share of zeros
 * - refuse: messages
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random-ensemble.h"
#include "consensus/graph_cuts.h"
#include "core/parallel.h"
#include "core/random.h"
#include "score/ncai.h"
#include "similarity/cluster_walk.h"
#include "similarity/coassociation.h"
#include "similarity/connected_triple.h"
#include "similarity/local_weights.h"
#include "similarity/minima.h"
#include "similarity/source_aware.h"

enum { MOST = 90, CLUSTERS = 80 };

/* ---- ensembles ---- */

/* From text: a row of letters an object, '.' a missing label. */
static void ensemble_of(const char *const *row, size_t n, ce_labels *e)
{
    ce_error err = {0};
    size_t m = strlen(row[0]);

    must(!ce_labels_alloc(e, n, m, &err), "memory");
    for (size_t q = 0; q < m; q++) {
        for (size_t i = 0; i < n; i++)
            ce_labels_column(e, q)[i] = row[i][q] == '.' ? CE_MISSING : row[i][q] - 'a';
        must(!ce_labels_renumber(ce_labels_column(e, q), n, &e->k[q], &err), "memory");
    }
}

/* ---- the formulas, over objects ---- */

static int32_t label(const ce_labels *e, size_t i, size_t q)
{
    return ce_labels_column(e, q)[i];
}

/* All clusters side by side: base clustering and label of each. */
typedef struct {
    size_t count, of[CLUSTERS];
    int32_t label[CLUSTERS];
} listing;

static listing list_all(const ce_labels *e)
{
    listing l = {0};

    for (size_t q = 0; q < e->m; q++)
        for (int32_t v = 0; v < e->k[q]; v++) {
            must(l.count < CLUSTERS, "too many clusters for the test");
            l.of[l.count] = q;
            l.label[l.count++] = v;
        }
    return l;
}

static size_t number(const ce_labels *e, size_t q, int32_t v)
{
    size_t at = (size_t)v;

    for (size_t p = 0; p < q; p++)
        at += (size_t)e->k[p];
    return at;
}

static int in(const ce_labels *e, const listing *l, size_t c, size_t i)
{
    return label(e, i, l->of[c]) == l->label[c];
}

/* |a and b| / |a or b|; clusters of one base clustering have 0 in common anyway. */
static double slow_overlap(const ce_labels *e, const listing *l, size_t a, size_t b)
{
    double both = 0, either = 0;

    for (size_t i = 0; i < e->n; i++) {
        both += in(e, l, a, i) && in(e, l, b, i);
        either += in(e, l, a, i) || in(e, l, b, i);
    }
    return both / either;
}

/* The same for all pairs. */
static void slow_jaccard(const ce_labels *e, const listing *l, double j[CLUSTERS][CLUSTERS])
{
    for (size_t a = 0; a < l->count; a++)
        for (size_t b = 0; b < l->count; b++)
            j[a][b] = slow_overlap(e, l, a, b);
}

/* Mean over the base clusterings that label i and j of link[cluster of i][cluster of j]; the
 * diagonal is the caller's. */
static double slow_mean(const ce_labels *e, const double *link, size_t count, size_t i, size_t j)
{
    double sum = 0, both = 0;

    for (size_t q = 0; q < e->m; q++)
        if (label(e, i, q) >= 0 && label(e, j, q) >= 0) {
            sum += link[number(e, q, label(e, i, q)) * count + number(e, q, label(e, j, q))];
            both++;
        }
    return both > 0 ? sum / both : 0;
}

/* WCT (similarity/connected_triple.h): similarities of clusters, only those of one base
 * clustering. */
static void slow_triples(const ce_labels *e, double decay, double *link)
{
    listing l = list_all(e);
    double largest = 0, j[CLUSTERS][CLUSTERS];

    slow_jaccard(e, &l, j);
    for (size_t a = 0; a < l.count; a++)
        for (size_t b = 0; b < l.count; b++) {
            double *at = &link[a * l.count + b];
            *at = 0;
            for (size_t c = 0; c < l.count && l.of[a] == l.of[b] && a != b; c++)
                if (l.of[c] != l.of[a])
                    *at += fmin(j[a][c], j[b][c]);
            largest = fmax(largest, *at);
        }
    for (size_t a = 0; a < l.count; a++)
        for (size_t b = 0; b < l.count; b++)
            link[a * l.count + b] = a == b        ? 1
                                    : largest > 0 ? decay * link[a * l.count + b] / largest
                                                  : 0;
}

static double slow_entropy(const double *count, size_t k, double total, double (*logarithm)(double))
{
    double h = 0;

    for (size_t v = 0; v < k; v++)
        h -= count[v] > 0 ? count[v] / total * logarithm(count[v] / total) : 0;
    return h;
}

/* NMI of two base clusterings on the objects labelled in both: H(U) + H(V) - H(U, V) over the
 * divisor. */
static double slow_nmi(const ce_labels *e, size_t p, size_t q, ce_normaliser normaliser)
{
    double u[16] = {0}, v[16] = {0}, uv[256] = {0}, total = 0, hu, hv, joint, divisor;

    for (size_t i = 0; i < e->n; i++)
        if (label(e, i, p) >= 0 && label(e, i, q) >= 0) {
            u[label(e, i, p)]++;
            v[label(e, i, q)]++;
            uv[label(e, i, p) * 16 + label(e, i, q)]++;
            total++;
        }
    if (total == 0)
        return NAN;
    hu = slow_entropy(u, 16, total, log);
    hv = slow_entropy(v, 16, total, log);
    joint = slow_entropy(uv, 256, total, log);
    divisor = normaliser == CE_NMI_MAX    ? fmax(hu, hv)
              : normaliser == CE_NMI_SQRT ? sqrt(hu * hv)
              : normaliser == CE_NMI_SUM  ? (hu + hv) / 2
              : normaliser == CE_NMI_MIN  ? fmin(hu, hv)
                                          : joint;
    return hu + hv == 0 ? 1 : hu == 0 || hv == 0 ? 0 : (hu + hv - joint) / divisor;
}

/* NCAI (score/ncai.h). */
static void slow_ncai(const ce_labels *e, ce_normaliser normaliser, double beta, double *influence)
{
    double largest = 0;

    for (size_t q = 0; q < e->m; q++) {
        double sum = 0, pairs = 0;
        for (size_t p = 0; p < e->m; p++)
            if (p != q && !isnan(slow_nmi(e, p, q, normaliser))) {
                sum += slow_nmi(e, p, q, normaliser);
                pairs++;
            }
        influence[q] = pairs > 0 ? sum / pairs : 0;
        largest = fmax(largest, influence[q]);
    }
    for (size_t q = 0; q < e->m; q++)
        influence[q] = largest > 0 && e->m > 1 ? pow(influence[q] / largest, beta) : 1;
}

/* SACT (similarity/source_aware.h): source-aware triples of all clusters. */
static void slow_sact(const ce_labels *e, const double *influence, double *sact)
{
    listing l = list_all(e);
    double largest = 0, j[CLUSTERS][CLUSTERS];

    slow_jaccard(e, &l, j);
    for (size_t a = 0; a < l.count; a++)
        for (size_t b = 0; b < l.count; b++) {
            double *at = &sact[a * l.count + b];
            *at = 0;
            for (size_t c = 0; c < l.count; c++)
                *at += influence[l.of[c]] * fmin(j[a][c], j[b][c]);
            largest = fmax(largest, *at);
        }
    for (size_t a = 0; a < l.count; a++)
        for (size_t b = 0; b < l.count; b++)
            sact[a * l.count + b] = a == b ? 1 : largest > 0 ? sact[a * l.count + b] / largest : 0;
}

/* ECI (similarity/local_weights.h): uncertainty of each cluster, averaged over the base clusterings
 * that say something about it. */
static void slow_eci(const ce_labels *e, double theta, double *eci)
{
    listing l = list_all(e);

    for (size_t c = 0; c < l.count; c++) {
        double sum = 0, told = 0;
        for (size_t q = 0; q < e->m; q++) {
            double among[16] = {0}, total = 0;
            for (size_t i = 0; i < e->n; i++)
                if (in(e, &l, c, i) && label(e, i, q) >= 0) {
                    among[label(e, i, q)]++;
                    total++;
                }
            sum += total > 0 ? slow_entropy(among, 16, total, log2) : 0;
            told += total > 0;
        }
        eci[c] = exp(-sum / told / theta);
    }
}

/* ECPCS (similarity/cluster_walk.h): trajectories written out, and their cosines. */
static void slow_walk(const ce_labels *e, size_t steps, double *link)
{
    static double p[CLUSTERS][CLUSTERS], power[CLUSTERS][CLUSTERS], next[CLUSTERS][CLUSTERS],
        z[CLUSTERS][CLUSTERS];
    listing l = list_all(e);
    double j[CLUSTERS][CLUSTERS];

    slow_jaccard(e, &l, j);
    for (size_t a = 0; a < l.count; a++) {
        double sum = 0;
        for (size_t b = 0; b < l.count; b++)
            sum += p[a][b] = a == b ? 0 : j[a][b];
        for (size_t b = 0; b < l.count; b++) {
            p[a][b] = sum > 0 ? p[a][b] / sum : 0;
            power[a][b] = a == b;
            z[a][b] = 0;
        }
    }
    for (size_t s = 0; s < steps; s++) {
        for (size_t a = 0; a < l.count; a++)
            for (size_t b = 0; b < l.count; b++) {
                next[a][b] = 0;
                for (size_t c = 0; c < l.count; c++)
                    next[a][b] += power[a][c] * p[c][b];
            }
        memcpy(power, next, sizeof power);
        for (size_t a = 0; a < l.count; a++)
            for (size_t b = 0; b < l.count; b++)
                for (size_t c = 0; c < l.count; c++)
                    z[a][b] += power[a][c] * power[b][c];
    }
    for (size_t a = 0; a < l.count; a++)
        for (size_t b = 0; b < l.count; b++)
            link[a * l.count + b] = a == b        ? 1
                                    : z[a][b] > 0 ? z[a][b] / sqrt(z[a][a] * z[b][b])
                                                  : 0;
}

/* ---- comparing ---- */

/* Expected values of object pairs: link of clusters averaged, or ready-made. */
typedef struct {
    const ce_labels *e;
    double *link; /* N_c x N_c */
    size_t count;
    double worst;
} expectation;

static void differ(double *worst, double is, double should)
{
    double off = fabs(is - should);

    *worst = off <= *worst ? *worst : isnan(off) ? HUGE_VAL : off;
}

/* s of rows `micro` (a microcluster for each object, or fewer) with its twins, against the mean of
 * the links. */
static void compare_pairs(expectation *x, const ce_microclusters *micro, const ce_similarity *s,
                          const double *twin)
{
    ce_similarity objects = {0};
    ce_error err = {0};

    must(!ce_similarity_to_objects(s, micro, twin, &objects, &err), err.text);
    must(objects.n == x->e->n, "a matrix of all objects");
    for (size_t i = 0; i < x->e->n; i++)
        for (size_t j = 0; j < x->e->n; j++)
            differ(&x->worst, ce_similarity_get(&objects, i, j),
                   i == j ? 1 : slow_mean(x->e, x->link, x->count, i, j));
    ce_similarity_free(&objects);
}

typedef void check(const ce_labels *e, const ce_microclusters *micro, double *worst);

/* Tables of 0 and 1: co-association, to the last bit. */
static void check_tables(const ce_labels *e, const ce_microclusters *micro, double *worst)
{
    ce_cluster_tables tables = {0};
    ce_similarity s = {0}, ca = {0};
    ce_error err = {0};

    (void)e;
    must(!ce_cluster_tables_alloc(&tables, &micro->rows, &err), err.text);
    for (size_t q = 0; q < tables.m; q++)
        for (size_t a = 0, k = (size_t)micro->rows.k[q]; a < k; a++)
            tables.values[tables.start[q] + a * k + a] = 1;
    must(!ce_similarity_of_tables(&micro->rows, &tables, &s, NULL, NULL, &err) &&
             !ce_coassociation(&micro->rows, NULL, &ca, NULL, &err),
         err.text);
    if (memcmp(s.values, ca.values, s.n * (s.n + 1) / 2 * sizeof *s.values))
        *worst = HUGE_VAL;
    ce_cluster_tables_free(&tables);
    ce_similarity_free(&s);
    ce_similarity_free(&ca);
}

static void check_triples(const ce_labels *e, const ce_microclusters *micro, double *worst)
{
    double link[CLUSTERS * CLUSTERS];
    expectation x = {e, link, ce_labels_total(e), 0};
    ce_similarity s = {0};
    ce_error err = {0};

    slow_triples(e, .7, link);
    must(!ce_connected_triple(micro, .7, &s, NULL, &err), err.text);
    compare_pairs(&x, micro, &s, NULL);
    *worst = fmax(*worst, x.worst);
    ce_similarity_free(&s);
}

static void check_ncai(const ce_labels *e, const ce_microclusters *micro, double *worst)
{
    static const double beta[] = {2, 1, .5, 0, 3};
    ce_error err = {0};

    for (int normaliser = CE_NMI_SQRT; normaliser <= CE_NMI_JOINT; normaliser++) {
        double is[16], should[16];
        slow_ncai(e, (ce_normaliser)normaliser, beta[normaliser], should);
        must(!ce_ncai(&micro->rows, micro->size, (ce_normaliser)normaliser, beta[normaliser], is,
                      &err),
             err.text);
        for (size_t q = 0; q < e->m; q++)
            differ(worst, is[q], should[q]);
    }
}

static void check_local_weights(const ce_labels *e, const ce_microclusters *micro, double *worst)
{
    double link[CLUSTERS * CLUSTERS] = {0}, eci[CLUSTERS], is[CLUSTERS], twin[MOST];
    expectation x = {e, link, ce_labels_total(e), 0};
    ce_clusters clusters = {0};
    ce_similarity s = {0};
    ce_error err = {0};

    slow_eci(e, .3, eci);
    must(!ce_clusters_list(&clusters, micro, &err) &&
             !ce_cluster_index(&clusters, micro, .3, is, &err),
         err.text);
    for (size_t c = 0; c < x.count; c++) {
        differ(worst, is[c], eci[c]);
        link[c * x.count + c] = eci[c];
    }
    must(!ce_locally_weighted(micro, .3, &s, twin, NULL, &err), err.text);
    compare_pairs(&x, micro, &s, twin);
    *worst = fmax(*worst, x.worst);
    ce_clusters_free(&clusters);
    ce_similarity_free(&s);
}

/* An entry of a sparse graph; how many entries it has must be right too. */
static double entry(const ce_biadjacency *b, size_t i, size_t c)
{
    for (size_t at = b->row_start[i]; at < b->row_start[i + 1]; at++)
        if (b->column[at] == (int32_t)c)
            return b->values[at];
    return 0;
}

/* Rows of objects (by way of their microclusters) against weight[cluster] where the object is in
 * the cluster; no zeros stored. */
static void compare_graph(const ce_labels *e, const ce_microclusters *micro,
                          const ce_biadjacency *b, const double *weight, double *worst)
{
    listing l = list_all(e);

    for (size_t i = 0; i < e->n; i++)
        for (size_t c = 0; c < l.count; c++)
            differ(worst, entry(b, (size_t)micro->of[i], c), in(e, &l, c, i) ? weight[c] : 0);
    for (size_t i = 0; i < b->rows; i++)
        for (size_t at = b->row_start[i]; at < b->row_start[i + 1]; at++)
            must(b->values[at] > 0 && (at == b->row_start[i] || b->column[at - 1] < b->column[at]),
                 "rows in order, without zeros");
}

static void check_local_graph(const ce_labels *e, const ce_microclusters *micro, double *worst)
{
    double eci[CLUSTERS];
    ce_biadjacency b = {0};
    ce_error err = {0};

    slow_eci(e, .5, eci);
    must(!ce_locally_weighted_graph(micro, .5, &b, &err), err.text);
    must(b.rows == micro->count && b.columns == ce_labels_total(e),
         "a row a microcluster, a column a cluster");
    compare_graph(e, micro, &b, eci, worst);
    ce_biadjacency_free(&b);
}

static void check_walk(const ce_labels *e, const ce_microclusters *micro, double *worst)
{
    static const size_t steps[] = {1, 2, 3, 5, 8, 20, 23};
    double link[CLUSTERS * CLUSTERS];
    expectation x = {e, link, ce_labels_total(e), 0};
    ce_clusters clusters = {0};
    ce_error err = {0};

    must(!ce_clusters_list(&clusters, micro, &err), err.text);
    for (size_t t = 0; t < sizeof steps / sizeof *steps; t++) {
        ce_similarity s = {0};
        slow_walk(e, steps[t], link);
        must(!ce_cluster_walk(&clusters, micro, steps[t], &s, &err), err.text);
        for (size_t a = 0; a < x.count; a++)
            for (size_t b = 0; b < x.count; b++)
                differ(worst, ce_similarity_get(&s, a, b), link[a * x.count + b]);
        must(!ce_walked_coassociation(micro, steps[t], &s, NULL, &err), err.text);
        compare_pairs(&x, micro, &s, NULL);
        ce_similarity_free(&s);
    }
    *worst = fmax(*worst, x.worst);
    ce_clusters_free(&clusters);
}

/* SACT, and the graph of GP-MGLA, with one base clustering of no influence in the larger ensembles,
 * and where there is only one. */
static void check_source_aware(const ce_labels *e, const ce_microclusters *micro, double *worst)
{
    double sact[CLUSTERS * CLUSTERS], influence[16], weight[CLUSTERS];
    size_t count = ce_labels_total(e);
    listing l = list_all(e);
    ce_clusters clusters = {0};
    ce_similarity s = {0};
    ce_biadjacency b = {0};
    ce_error err = {0};

    for (size_t q = 0; q < e->m; q++)
        influence[q] = q == 4 || e->m == 1 ? 0 : (double)(q + 2) / 7;
    for (size_t c = 0; c < count; c++)
        weight[c] = .25 * influence[l.of[c]];
    slow_sact(e, influence, sact);
    must(!ce_clusters_list(&clusters, micro, &err) &&
             !ce_source_aware_triples(&clusters, micro, influence, &s, &err) &&
             !ce_multigranularity_graph(micro, influence, .25, &b, &err),
         err.text);
    must(b.rows == micro->count + count && b.columns == count,
         "rows for microclusters and clusters");
    for (size_t a = 0; a < count; a++)
        for (size_t c = 0; c < count; c++) {
            differ(worst, ce_similarity_get(&s, a, c), sact[a * count + c]);
            differ(worst, entry(&b, micro->count + a, c), sact[a * count + c]);
        }
    compare_graph(e, micro, &b, weight, worst);
    ce_clusters_free(&clusters);
    ce_similarity_free(&s);
    ce_biadjacency_free(&b);
}

static const struct {
    const char *name;
    check *run;
} checks[] = {
    {"tables", check_tables},
    {"wct", check_triples},
    {"ncai", check_ncai},
    {"lwca", check_local_weights},
    {"lwgp graph", check_local_graph},
    {"eca", check_walk},
    {"sact", check_source_aware},
};

enum { CHECKS = sizeof checks / sizeof *checks };

/* Every function on one ensemble, as microclusters and as objects. */
static void check_ensemble(const ce_labels *e, double worst[CHECKS], size_t *merged)
{
    ce_microclusters micro = {0}, objects = {0};
    ce_error err = {0};

    must(!ce_microclusters_build(&micro, e, NULL, &err) &&
             !ce_microclusters_trivial(&objects, e, NULL, &err),
         err.text);
    *merged += micro.count < e->n;
    for (size_t c = 0; c < CHECKS; c++) {
        checks[c].run(e, &micro, &worst[c]);
        checks[c].run(e, &objects, &worst[c]);
    }
    ce_microclusters_free(&micro);
    ce_microclusters_free(&objects);
}

static void report(const double worst[CHECKS])
{
    for (size_t c = 0; c < CHECKS; c++) {
        if (worst[c] <= 1e-12)
            printf("%s: ok\n", checks[c].name);
        else
            printf("%s: WRONG by %g\n", checks[c].name, worst[c]);
    }
}

/* Which part of the clusters an object goes to: the one of which the largest share holds it. */
static void check_competition(gsl_rng *rng, const ce_labels *e, size_t *objects)
{
    listing l = list_all(e);
    size_t parts = 1 + ce_random_below(rng, l.count < 6 ? l.count : 6);
    int32_t part[CLUSTERS];
    ce_partition meta = {.labels = part, .n = l.count, .k = (int32_t)parts}, small = {0};
    ce_microclusters micro = {0};
    ce_clusters clusters = {0};
    ce_error err = {0};

    for (size_t c = 0; c < l.count; c++)
        part[c] = (int32_t)(c < parts ? c : ce_random_below(rng, parts));
    must(!ce_microclusters_build(&micro, e, NULL, &err) &&
             !ce_clusters_list(&clusters, &micro, &err) &&
             !ce_meta_clusters_compete(&micro, &clusters, &meta, &small, &err),
         "memory");
    for (size_t i = 0; i < e->n; i++) {
        double most = -1;
        int32_t best = 0;
        for (size_t p = 0; p < parts; p++) {
            double held = 0, all = 0;
            for (size_t c = 0; c < l.count; c++) {
                held += part[c] == (int32_t)p && in(e, &l, c, i);
                all += part[c] == (int32_t)p;
            }
            if (held / all > most) {
                most = held / all;
                best = (int32_t)p;
            }
        }
        must(small.labels[micro.of[i]] == best, "the part that holds an object most");
        ++*objects;
    }
    ce_partition_free(&small);
    ce_microclusters_free(&micro);
    ce_clusters_free(&clusters);
}

static void run_random(void)
{
    double worst[CHECKS] = {0};
    ce_error err = {0};
    gsl_rng *rng = ce_random_alloc(5, CE_STREAM_SYNTH, 0, &err);
    size_t merged = 0, cases = 0, gaps = 0, objects = 0;

    must(rng != NULL, "memory");
    for (size_t t = 0; t < 60; t++) {
        ce_labels e = {0};
        random_ensemble(rng, 3 + ce_random_below(rng, MOST - 3), 1 + ce_random_below(rng, 8),
                        t % 3 ? 0 : .2, &e);
        gaps += (size_t)ce_labels_have_missing(&e);
        check_ensemble(&e, worst, &merged);
        if (list_all(&e).count)
            check_competition(rng, &e, &objects);
        ce_labels_free(&e);
        cases++;
    }
    must(merged > 40 && gaps > 15, "cases that have microclusters and missing labels");
    gsl_rng_free(rng);
    report(worst);
    printf("competition: %s\n", objects > 1000 ? "ok" : "of too few objects");
    printf("%zu ensembles\n", cases);
}

static void run_special(void)
{
    static const char
        *const one[] = {"a", "b", "a", "c"},
               *const single[] = {"ab", "ab", "aa"}, *const equal[] = {"aaa", "aaa", "bbb", "ccc"},
               *const trivial[] = {"aaa", "aaa", "aaa"}, *const gaps[] = {"a.a", "a.b", "...",
                                                                          "b.a", "...", "b.."},
               *const apart[] = {"a.", "b.", ".a", ".b"},
               *const island[] = {"a.", "a.", "ba", "ca", "cb", "cb"}, *const lone[] = {"aab"},
               *const none[] = {"..", "..", ".."}, *const twice[] = {"abab", "acac", "bcbc",
                                                                     "bbbb", "a.a.", "cccc"};
    static const struct {
        const char *name;
        const char *const *row;
        size_t n;
    } cases[] = {
        {"one base clustering", one, 4},  {"one with one cluster", single, 3},
        {"all equal", equal, 4},          {"all trivial", trivial, 3},
        {"no label at all", gaps, 6},     {"nothing in common", apart, 4},
        {"one cluster apart", island, 6}, {"one object", lone, 1},
        {"nothing but gaps", none, 3},    {"each base clustering twice", twice, 6},
    };

    for (size_t t = 0; t < sizeof cases / sizeof *cases; t++) {
        double worst[CHECKS] = {0}, most = 0;
        size_t merged = 0;
        ce_labels e = {0};
        ensemble_of(cases[t].row, cases[t].n, &e);
        check_ensemble(&e, worst, &merged);
        for (size_t c = 0; c < CHECKS; c++)
            most = fmax(most, worst[c]);
        printf("%s: %s\n", cases[t].name, most <= 1e-12 ? "ok" : "WRONG");
        if (most > 1e-12)
            report(worst);
        ce_labels_free(&e);
    }
}

static void print_pairs(const char *name, const ce_similarity *s)
{
    printf("%s:", name);
    for (size_t i = 0; i < s->n; i++)
        for (size_t j = i + 1; j < s->n; j++)
            printf(" %.6f", ce_similarity_get(s, i, j));
    putchar('\n');
}

/* Four objects: {1 2} {3 4}, then {1 2 3} {4}, then {1} {2 3 4}. Each is a microcluster. */
static void run_hand(void)
{
    static const char *const row[] = {"aaa", "aab", "bab", "bbb"};
    ce_labels e = {0};
    ce_microclusters micro = {0};
    ce_clusters clusters = {0};
    ce_similarity s = {0};
    double influence[3] = {1, .5, .5}, eci[6];
    ce_error err = {0};

    ensemble_of(row, 4, &e);
    must(!ce_microclusters_build(&micro, &e, NULL, &err) &&
             !ce_clusters_list(&clusters, &micro, &err),
         err.text);
    must(!ce_connected_triple(&micro, .8, &s, NULL, &err), err.text);
    print_pairs("wct", &s);
    must(!ce_cluster_index(&clusters, &micro, .5, eci, &err), err.text);
    printf("eci:");
    for (size_t c = 0; c < clusters.count; c++)
        printf(" %.6f", eci[c]);
    putchar('\n');
    must(!ce_locally_weighted(&micro, .5, &s, NULL, NULL, &err), err.text);
    print_pairs("lwca", &s);
    must(!ce_source_aware_triples(&clusters, &micro, influence, &s, &err), err.text);
    print_pairs("sact", &s);
    must(!ce_cluster_walk(&clusters, &micro, 1, &s, &err), err.text);
    print_pairs("walk", &s);
    must(!ce_ncai(&e, NULL, CE_NMI_JOINT, 1, influence, &err), err.text);
    printf("ncai: %.6f %.6f %.6f\n", influence[0], influence[1], influence[2]);
    ce_labels_free(&e);
    ce_microclusters_free(&micro);
    ce_clusters_free(&clusters);
    ce_similarity_free(&s);
}

static void told(int rc, const char *said)
{
    printf("%d %s\n", rc, said);
}

/* A million steps are taken; one more is refused. */
static void check_longest_walk(const ce_labels *e, const ce_microclusters *micro,
                               const ce_clusters *clusters)
{
    double link[CLUSTERS * CLUSTERS], worst = 0;
    ce_similarity s = {0};
    ce_error err = {0};

    slow_walk(e, 1000000, link);
    must(!ce_cluster_walk(clusters, micro, 1000000, &s, &err), err.text);
    for (size_t a = 0; a < s.n; a++)
        for (size_t b = 0; b < s.n; b++)
            differ(&worst, ce_similarity_get(&s, a, b), link[a * s.n + b]);
    must(worst < 1e-9, "a million steps are those of the formula");
    ce_similarity_free(&s);
}

static void run_refuse(void)
{
    static const char *const row[] = {"aa", "ab", "ba"};
    const double negative[] = {1, -.5}, unknown[] = {NAN, 1}, fine[] = {1, 1};
    double value[4];
    ce_labels e = {0};
    ce_microclusters micro = {0};
    ce_clusters clusters = {0};
    ce_similarity s = {0};
    ce_biadjacency b = {0};
    ce_error err = {0};

    ensemble_of(row, 3, &e);
    must(!ce_microclusters_build(&micro, &e, NULL, &err) &&
             !ce_clusters_list(&clusters, &micro, &err),
         err.text);
    check_longest_walk(&e, &micro, &clusters);
#define TELL(call) err = (ce_error){0}, told(call, err.text)
    TELL(ce_connected_triple(&micro, 0, &s, NULL, &err));
    TELL(ce_connected_triple(&micro, 1.5, &s, NULL, &err));
    TELL(ce_connected_triple(&micro, NAN, &s, NULL, &err));
    TELL(ce_locally_weighted(&micro, 0, &s, NULL, NULL, &err));
    TELL(ce_locally_weighted_graph(&micro, HUGE_VAL, &b, &err));
    TELL(ce_cluster_index(&clusters, &micro, NAN, value, &err));
    TELL(ce_walked_coassociation(&micro, 0, &s, NULL, &err));
    TELL(ce_cluster_walk(&clusters, &micro, 1000001, &s, &err));
    TELL(ce_source_aware_triples(&clusters, &micro, negative, &s, &err));
    TELL(ce_multigranularity_graph(&micro, unknown, .5, &b, &err));
    TELL(ce_multigranularity_graph(&micro, fine, 0, &b, &err));
    TELL(ce_ncai(&e, NULL, CE_NMI_MAX, -1, value, &err));
    TELL(ce_ncai(&e, NULL, CE_NMI_MAX, HUGE_VAL, value, &err));
    must(!setenv("CE_MEMORY_LIMIT", "40", 1), "setenv");
    TELL(ce_connected_triple(&micro, .8, &s, NULL, &err));
    TELL(ce_cluster_index(&clusters, &micro, .4, value, &err));
    must(!setenv("CE_MEMORY_LIMIT", "100", 1), "setenv");
    TELL(ce_walked_coassociation(&micro, 3, &s, NULL, &err));
    TELL(ce_source_aware_triples(&clusters, &micro, fine, &s, &err));
    must(!setenv("CE_MEMORY_LIMIT", "30", 1), "setenv");
    TELL(ce_similarity_to_objects(&s, &micro, NULL, &s, &err));
    must(!s.values && !b.values, "nothing after a failure");
    ce_labels_free(&e);
    ce_microclusters_free(&micro);
    ce_clusters_free(&clusters);
}

/* The same bits with 1, 2 and 5 threads, where there is work for more than one block. */
static void run_threads(void)
{
    static const int threads[] = {1, 2, 5};
    ce_labels e = {0};
    ce_microclusters micro = {0};
    ce_clusters clusters = {0};
    ce_similarity first[4] = {{0}};
    ce_error err = {0};
    int same = 1;
    double influence[24];

    must(!ce_labels_alloc(&e, 700, 24, &err), "memory");
    for (size_t q = 0; q < e.m; q++) {
        influence[q] = (double)(q + 3) / 50;
        for (size_t i = 0; i < e.n; i++)
            ce_labels_column(&e, q)[i] = (i * (q + 7) + i * i % (q + 3)) % 97 == 3
                                             ? CE_MISSING
                                             : (int32_t)((i + i * q % 5) / 7 % (5 + q));
        must(!ce_labels_renumber(ce_labels_column(&e, q), e.n, &e.k[q], &err), "memory");
    }
    must(!ce_microclusters_build(&micro, &e, NULL, &err) &&
             !ce_clusters_list(&clusters, &micro, &err),
         err.text);
    for (size_t t = 0; t < 3; t++) {
        ce_similarity s[4] = {{0}};
        ce_threads_set(threads[t]);
        must(!ce_connected_triple(&micro, .8, &s[0], NULL, &err) &&
                 !ce_locally_weighted(&micro, .4, &s[1], NULL, NULL, &err) &&
                 !ce_walked_coassociation(&micro, 20, &s[2], NULL, &err) &&
                 !ce_source_aware_triples(&clusters, &micro, influence, &s[3], &err),
             err.text);
        for (size_t f = 0; f < 4; f++) {
            if (t == 0) {
                first[f] = s[f];
                continue;
            }
            same &= !memcmp(first[f].values, s[f].values,
                            s[f].n * (s[f].n + 1) / 2 * sizeof *s[f].values);
            ce_similarity_free(&s[f]);
        }
    }
    printf("%zu microclusters, %zu clusters: %s\n", micro.count, clusters.count,
           same ? "same bits" : "DIFFERENT");
    for (size_t f = 0; f < 4; f++)
        ce_similarity_free(&first[f]);
    ce_labels_free(&e);
    ce_microclusters_free(&micro);
    ce_clusters_free(&clusters);
}

/* A line for each share of entries that are not 0. */
static void run_minima(void)
{
    enum { COUNT = 70, COLUMNS = 261 };
    static const double share[] = {0, .02, .2, .8, 1};
    static double rows[COUNT * COLUMNS], sum[COUNT * (COUNT + 1) / 2];
    ce_error err = {0};
    gsl_rng *rng = ce_random_alloc(5, CE_STREAM_SYNTH, 0, &err);

    must(rng != NULL, "memory");
    for (size_t t = 0; t < sizeof share / sizeof *share; t++) {
        size_t differ = 0;
        double total = 0;
        for (size_t e = 0; e < COUNT * COLUMNS; e++)
            rows[e] = gsl_rng_uniform(rng) < share[t] ? sqrt(gsl_rng_uniform(rng)) : 0;
        must(!ce_minima_of_rows(rows, COUNT, COLUMNS, sum, &err), err.text);
        for (size_t a = 0; a < COUNT; a++)
            for (size_t b = a; b < COUNT; b++) {
                double one = ce_sum_of_minima(rows + a * COLUMNS, rows + b * COLUMNS, COLUMNS);
                differ += sum[ce_packed_index(COUNT, a, b)] != one;
                total += one;
            }
        printf("%g: %s, %zu of %d differ\n", share[t], total > 0 ? "above 0" : "0", differ,
               COUNT * (COUNT + 1) / 2);
    }
    gsl_rng_free(rng);
}

int main(int argc, char **argv)
{
    if (argc == 2 && !strcmp(argv[1], "hand"))
        run_hand();
    else if (argc == 2 && !strcmp(argv[1], "refuse"))
        run_refuse();
    else if (argc == 2 && !strcmp(argv[1], "threads"))
        run_threads();
    else if (argc == 2 && !strcmp(argv[1], "minima"))
        run_minima();
    else if (argc == 2 && !strcmp(argv[1], "random"))
        run_random();
    else if (argc == 2 && !strcmp(argv[1], "special"))
        run_special();
    else
        return 2;
    return 0;
}
