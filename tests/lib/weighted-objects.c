/*
 * womc, wosp and wohb against their definitions, written out object by object.
 *
 *   weighted-objects hand    the weights of five objects, printed
 *   weighted-objects womc    random ensembles: meta-clusters of the graph of weighted Jaccard
 *                            indices, by METIS and by spectral clustering
 *   weighted-objects data    random ensembles and data: wosp and wohb give the labels of wspa and
 *                            wbpa on the memberships
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "consensus/registry.h"
#include "core/membership.h"
#include "partition/graph/graph_cut.h"
#include "partition/graph/similarity_graph.h"
#include "partition/graph/spectral.h"
#include "random-ensemble.h"
#include "similarity/object_uncertainty.h"

enum { MOST_N = 60, MOST_CLUSTERS = 200, D = 3 };

/* ---- the definitions ---- */

static int32_t label_of(const ce_labels *e, size_t i, size_t q)
{
    return ce_labels_column(e, q)[i];
}

static void uncertainty(const ce_labels *e, double *w)
{
    for (size_t i = 0; i < e->n; i++) {
        double sum = 0;
        for (size_t j = 0; j < e->n; j++) {
            double both = 0, same = 0;
            for (size_t q = 0; q < e->m; q++)
                if (label_of(e, i, q) >= 0 && label_of(e, j, q) >= 0) {
                    both++;
                    same += label_of(e, i, q) == label_of(e, j, q);
                }
            if (both > 0)
                sum += same / both * (1 - same / both);
        }
        w[i] = 4 * sum / (double)e->n;
    }
}

static double smoothed(double w)
{
    return (w + .01) / 1.01;
}

/* ---- random ensembles in which every object has a label ---- */

static void draw(gsl_rng *rng, double missing, ce_labels *e)
{
    ce_error err = {0};

    random_ensemble(rng, 20 + ce_random_below(rng, MOST_N - 20), 4 + ce_random_below(rng, 6),
                    missing, e);
    for (size_t i = 0; i < e->n; i++) {
        size_t with = 0;
        for (size_t q = 0; q < e->m; q++)
            with += label_of(e, i, q) >= 0;
        if (!with)
            ce_labels_column(e, 0)[i] = 0;
    }
    for (size_t q = 0; q < e->m; q++)
        must(!ce_labels_renumber(ce_labels_column(e, q), e->n, &e->k[q], &err), "memory");
}

/* Runs a method; membership and data may be NULL. */
static void labels_of(const char *name, const char *with, const ce_labels *e,
                      const ce_membership *membership, const ce_matrix *data, size_t k,
                      uint64_t seed, ce_partition *p)
{
    const ce_method *method = ce_method_find(name);
    ce_ensemble ensemble = {0};
    ce_settings settings = {0};
    ce_report report = {0};
    ce_error err = {0};
    const ce_run run = {.ensemble = &ensemble, .method = method, .settings = &settings, .k = k,
                        .seed = seed, .column = "x", .report = &report};
    int rc = ce_settings_init(&settings, &method->about.options, NULL, &err);

    if (!rc)
        rc = ce_settings_set(&settings, "with", with, &err);
    if (!rc)
        rc = ce_ensemble_init(&ensemble, e, NULL, &err);
    ensemble.membership = membership;
    ensemble.beside.data = data;
    if (!rc)
        rc = ce_consensus(&run, p, &err);
    must(!rc, err.text);
    ce_report_free(&report);
    ce_settings_free(&settings);
    ce_ensemble_free(&ensemble);
}

/* ---- womc ---- */

/* The clusters side by side, and what they share. */
typedef struct {
    size_t count, start[16];
    double shared[MOST_CLUSTERS * MOST_CLUSTERS], load[MOST_CLUSTERS], root[MOST_CLUSTERS];
} clusters;

static void list(const ce_labels *e, const double *w, clusters *c)
{
    memset(c, 0, sizeof *c);
    for (size_t q = 0; q < e->m; q++) {
        c->start[q] = c->count;
        c->count += (size_t)e->k[q];
    }
    must(c->count <= MOST_CLUSTERS, "room");
    for (size_t i = 0; i < e->n; i++)
        for (size_t q = 0; q < e->m; q++) {
            size_t a;
            if (label_of(e, i, q) < 0)
                continue;
            a = c->start[q] + (size_t)label_of(e, i, q);
            c->load[a] += smoothed(w[i]);
            c->root[a] += sqrt(smoothed(w[i]));
            for (size_t r = 0; r < e->m; r++)
                if (r != q && label_of(e, i, r) >= 0)
                    c->shared[a * MOST_CLUSTERS + c->start[r] + (size_t)label_of(e, i, r)] +=
                        smoothed(w[i]);
        }
}

static void cut(const clusters *c, int spectral, size_t k, uint64_t seed, ce_partition *meta)
{
    ce_similarity s = {0};
    ce_graph graph = {0};
    ce_error err = {0};
    ce_metis_options metis = {.k = k, .scheme = CE_METIS_RECURSIVE, .seed = seed};
    ce_spectral_options by_spectral = {.k = k, .restarts = 10, .seed = seed};

    must(!ce_similarity_alloc_dense(&s, c->count, "x", "x", &err), "memory");
    for (size_t a = 0; a < c->count; a++)
        for (size_t b = a; b < c->count; b++) {
            double both = c->shared[a * MOST_CLUSTERS + b];
            s.values[ce_packed_index(s.n, a, b)] =
                a == b ? 1 : both / (c->load[a] + c->load[b] - both);
        }
    if (spectral) {
        must(!ce_spectral(&s, NULL, &by_spectral, meta, &err), err.text);
    } else {
        must(!ce_graph_from_similarity(&graph, &s, NULL, &err), err.text);
        free(graph.vertex_weight);
        graph.vertex_weight = malloc(c->count * sizeof *graph.vertex_weight);
        must(graph.vertex_weight != NULL, "memory");
        memcpy(graph.vertex_weight, c->root, c->count * sizeof *graph.vertex_weight);
        must(!ce_metis(&graph, &metis, meta, &err), err.text);
        ce_graph_free(&graph);
    }
    ce_similarity_free(&s);
}

/* Whether the meta-cluster with the largest share holds object i, ties to the lowest. */
static int32_t winner(const ce_labels *e, const clusters *c, const ce_partition *meta, size_t i)
{
    int32_t best = 0;
    double best_share = -1;

    for (int32_t g = 0; g < meta->k; g++) {
        double members = 0, votes = 0;
        for (size_t a = 0; a < c->count; a++)
            members += meta->labels[a] == g;
        for (size_t q = 0; q < e->m; q++)
            if (label_of(e, i, q) >= 0)
                votes += meta->labels[c->start[q] + (size_t)label_of(e, i, q)] == g;
        if (votes / members > best_share) {
            best = g;
            best_share = votes / members;
        }
    }
    return best;
}

static void check_same(const int32_t *a, const int32_t *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++)
            must((a[i] == a[j]) == (b[i] == b[j]), "the clusters of the definition");
}

static void run_womc(void)
{
    gsl_rng *rng = ce_random_alloc(1, CE_STREAM_SYNTH, 1, NULL);
    static clusters c;
    size_t tables = 0, other = 0;

    for (size_t t = 0; t < 24; t++) {
        int spectral = t % 2;
        size_t k = 2 + ce_random_below(rng, 2);
        int32_t expected[MOST_N];
        double w[MOST_N];
        ce_labels e = {0};
        ce_partition meta = {0}, ours = {0}, plain = {0};
        draw(rng, t % 3 ? 0 : .2, &e);
        uncertainty(&e, w);
        list(&e, w, &c);
        if (c.count >= k) {
            cut(&c, spectral, k, t, &meta);
            for (size_t i = 0; i < e.n; i++)
                expected[i] = winner(&e, &c, &meta, i);
            labels_of("womc", spectral ? "spectral" : "metis", &e, NULL, NULL, k, t, &ours);
            labels_of("mcla", spectral ? "spectral" : "metis", &e, NULL, NULL, k, t, &plain);
            check_same(expected, ours.labels, e.n);
            other += memcmp(plain.labels, ours.labels, e.n * sizeof *ours.labels) != 0;
            tables++;
        }
        ce_partition_free(&meta);
        ce_partition_free(&ours);
        ce_partition_free(&plain);
        ce_labels_free(&e);
    }
    printf("%zu tables, mcla gives other labels on some: %s\n", tables, other ? "yes" : "no");
    gsl_rng_free(rng);
}

/* ---- wosp and wohb ---- */

static void member(const ce_labels *e, const double *w, const ce_matrix *x, ce_membership *p)
{
    ce_error err = {0};

    must(!ce_membership_alloc(p, e->n, e->m, e->k, &err), "memory");
    for (size_t q = 0; q < e->m; q++) {
        double centre[16][D] = {{0}}, load[16] = {0}, t = 0;
        for (size_t i = 0; i < e->n; i++)
            if (label_of(e, i, q) >= 0) {
                load[label_of(e, i, q)] += smoothed(w[i]);
                for (size_t s = 0; s < D; s++)
                    centre[label_of(e, i, q)][s] += smoothed(w[i]) * x->values[i * D + s];
            }
        for (int pass = 0; pass < 2; pass++)
            for (size_t i = 0; i < e->n; i++) {
                double part[16], sum = 0;
                for (int32_t l = 0; l < e->k[q]; l++) {
                    double square = 0;
                    for (size_t s = 0; s < D; s++)
                        square += pow(x->values[i * D + s] - centre[l][s] / load[l], 2);
                    if (!pass)
                        t += square / ((double)e->n * e->k[q]);
                    part[l] = exp(-square / t);
                    sum += part[l];
                }
                for (int32_t l = 0; l < e->k[q] && pass; l++)
                    ce_membership_of(p, i, q)[l] = (float)(part[l] / sum);
            }
    }
}

static void run_data(void)
{
    gsl_rng *rng = ce_random_alloc(1, CE_STREAM_SYNTH, 1, NULL);
    size_t others = 0;

    for (size_t t = 0; t < 8; t++) {
        const char *with = t % 2 ? "spectral" : "metis";
        size_t k = 2 + ce_random_below(rng, 2);
        double w[MOST_N];
        ce_labels e = {0};
        ce_matrix x = {0};
        ce_membership p = {0};
        ce_error err = {0};
        draw(rng, t % 3 ? 0 : .2, &e);
        must(!ce_matrix_alloc(&x, e.n, D, &err), "memory");
        for (size_t i = 0; i < e.n * D; i++)
            x.values[i] = 4 * gsl_rng_uniform(rng) + (double)label_of(&e, i / D, 0);
        uncertainty(&e, w);
        member(&e, w, &x, &p);
        for (int bipartite = 0; bipartite < 2; bipartite++) {
            ce_partition expected = {0}, ours = {0}, plain = {0};
            const char *soft = bipartite ? "wbpa" : "wspa";
            labels_of(soft, with, &e, &p, NULL, k, t, &expected);
            labels_of(bipartite ? "wohb" : "wosp", with, &e, NULL, &x, k, t, &ours);
            labels_of(soft, with, &e, NULL, NULL, k, t, &plain);
            must(!memcmp(expected.labels, ours.labels, e.n * sizeof *ours.labels),
                 "the labels of memberships by distance");
            others += memcmp(plain.labels, ours.labels, e.n * sizeof *ours.labels) != 0;
            ce_partition_free(&expected);
            ce_partition_free(&ours);
            ce_partition_free(&plain);
        }
        ce_membership_free(&p);
        ce_matrix_free(&x);
        ce_labels_free(&e);
    }
    printf("16 results, %zu of them not those of the labels alone\n", others);
    gsl_rng_free(rng);
}

static void run_hand(void)
{
    /* 1 and 2 are together in both, 3 with them in the first; 4 and 5 are apart in the second */
    const int32_t first[] = {0, 0, 0, 1, 1}, second[] = {0, 0, 1, 1, 2};
    ce_labels e = {0};
    ce_microclusters micro = {0};
    ce_clusters all = {0};
    ce_error err = {0};
    double w[5];

    for (int missing = 0; missing < 2; missing++) {
        must(!ce_labels_alloc(&e, 5, 2, &err), "memory");
        memcpy(ce_labels_column(&e, 0), first, sizeof first);
        memcpy(ce_labels_column(&e, 1), second, sizeof second);
        e.k[0] = 2;
        e.k[1] = 3;
        if (missing)
            ce_labels_column(&e, 1)[2] = CE_MISSING;
        must(!ce_microclusters_build(&micro, &e, NULL, &err), "memory");
        must(!ce_clusters_list(&all, &micro, &err), "memory");
        must(!ce_object_uncertainty(&micro, &all, w, &err), "memory");
        for (size_t i = 0; i < 5; i++)
            printf("%.12g%c", w[micro.of[i]], i < 4 ? ' ' : '\n');
        ce_clusters_free(&all);
        ce_microclusters_free(&micro);
        ce_labels_free(&e);
    }
}

int main(int argc, char **argv)
{
    must(argc == 2, "one argument: hand, womc or data");
    if (!strcmp(argv[1], "hand"))
        run_hand();
    else if (!strcmp(argv[1], "womc"))
        run_womc();
    else if (!strcmp(argv[1], "data"))
        run_data();
    else
        must(0, "hand, womc or data");
    return 0;
}
