/*
 * kcc and sec against their definitions, written out object by object.
 *
 *   kcc optima      on ensembles of up to 8 objects: no partition is better than the best of all,
 *                   and many starts find it nearly always; with and without missing labels,
 *                   weights of base clusterings and normalisation
 *   kcc identities  squared errors of 0/1 rows, and the association over pairs of objects
 *   kcc fixed       larger ensembles: k clusters, no object nearer to another centre, the value
 *                   never falls from one assignment to the next
 *   kcc steps       small ensembles with many missing labels, so that clusters become empty and
 *                   are filled: the labels of the steps of label_kmeans.h written down plainly
 *   kcc objects     sizes as weights give the labels of the objects; so do 1 and 3 threads
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "consensus/registry.h"
#include "core/parallel.h"
#include "random-ensemble.h"

enum { SEC = 8, METHODS = 9, MOST_M = 16, MOST_K = 8, WIDE_K = 48 };

static const char *const utility[] = {"c", "h", "cos", "lp"};

/* ---- the definitions ---- */

static double worth(int u, const double *share, int labels)
{
    double sum = 0;

    for (int v = 0; v < labels; v++) {
        double p = share[v];
        sum += u == 0 || u == 2 ? p * p : u == 3 ? pow(p, 5) : p > 0 ? p * log(p) / log(2.) : 0;
    }
    return u == 2 ? sqrt(sum) : u == 3 ? pow(sum, 1. / 5) : sum;
}

/* The shares of labels in column q among the objects of `cluster` (-1: all), and how many objects
 * these are. */
static double shares(const ce_labels *e, size_t q, const int32_t *label, int32_t cluster,
                     double *share)
{
    double n = 0;

    for (int32_t v = 0; v < e->k[q]; v++)
        share[v] = 0;
    for (size_t i = 0; i < e->n; i++)
        if (ce_labels_column(e, q)[i] >= 0 && (cluster < 0 || label[i] == cluster)) {
            share[ce_labels_column(e, q)[i]]++;
            n++;
        }
    for (int32_t v = 0; v < e->k[q] && n > 0; v++)
        share[v] /= n;
    return n;
}

static double weight_of(const ce_labels *e, size_t q, int u, int normalized, const double *given)
{
    double share[64], p;

    if (shares(e, q, NULL, -1, share) == 0)
        return 0;
    p = fabs(worth(u, share, e->k[q]));
    return (given ? given[q] : 1) * (normalized ? p > 0 ? 1 / p : 0 : 1);
}

/* The utility of a partition. */
static double utility_of(const ce_labels *e, int u, int normalized, const double *given,
                         const int32_t *label, int32_t k)
{
    double sum = 0, share[64];

    for (size_t q = 0; q < e->m; q++) {
        double n = shares(e, q, label, -1, share), part = 0;
        if (n == 0)
            continue;
        part = -worth(u, share, e->k[q]);
        for (int32_t l = 0; l < k; l++) {
            double members = shares(e, q, label, l, share);
            part += members / n * worth(u, share, e->k[q]);
        }
        sum += weight_of(e, q, u, normalized, given) * n / (double)e->n * part;
    }
    return sum;
}

static double degree(const ce_labels *e, size_t i)
{
    double sum = 0;

    for (size_t q = 0; q < e->m; q++)
        for (size_t j = 0; j < e->n && ce_labels_column(e, q)[i] >= 0; j++)
            sum += ce_labels_column(e, q)[j] == ce_labels_column(e, q)[i];
    return sum;
}

/* sum_i w_i |b_i / w_i - centre|^2, on rows of 0 and 1 written out; exponent 0: all w_i are 1. */
static double squared_error(const ce_labels *e, int weighted, const int32_t *label, int32_t k)
{
    double error = 0;

    for (int32_t l = 0; l < k; l++)
        for (size_t q = 0; q < e->m; q++)
            for (int32_t v = 0; v < e->k[q]; v++) {
                double weights = 0, sum = 0;
                for (size_t i = 0; i < e->n; i++)
                    if (label[i] == l) {
                        weights += weighted ? degree(e, i) : 1;
                        sum += ce_labels_column(e, q)[i] == v;
                    }
                for (size_t i = 0; i < e->n; i++)
                    if (label[i] == l) {
                        double w = weighted ? degree(e, i) : 1;
                        double gap = (ce_labels_column(e, q)[i] == v) / w - sum / weights;
                        error += w * gap * gap;
                    }
            }
    return error;
}

/* What method `which` makes as large as it can: 0 .. 7 a utility, normalised from 4 on. */
static double value_of(const ce_labels *e, int which, const double *given, const int32_t *label,
                       int32_t k)
{
    return which == SEC ? -squared_error(e, 1, label, k)
                        : utility_of(e, which % 4, which / 4, given, label, k);
}

/* ---- the program ---- */

typedef struct {
    int32_t label[RANDOM_ENSEMBLE_MOST], k;
    double said; /* the value in the message */
} outcome;

static void run_method(const ce_labels *e, const double *size, const double *given, int which,
                       size_t k, const char *restarts, const char *iterations, outcome *o)
{
    const ce_method *method = ce_method_find(which == SEC ? "sec" : "kcc");
    ce_ensemble ensemble = {0};
    ce_settings settings = {0};
    ce_report report = {0};
    ce_partition p = {0};
    ce_error err = {0};
    const ce_run run = {.ensemble = &ensemble,
                        .method = method,
                        .settings = &settings,
                        .k = k,
                        .seed = 1,
                        .column = "x",
                        .report = &report};
    const char *at;
    int rc = ce_settings_init(&settings, &method->about.options, NULL, &err);

    if (!rc)
        rc = ce_settings_set(&settings, "restarts", restarts, &err);
    if (!rc)
        rc = ce_settings_set(&settings, "iterations", iterations, &err);
    if (!rc && which != SEC)
        rc = ce_settings_set(&settings, "utility", utility[which % 4], &err);
    if (!rc && which != SEC && which / 4)
        rc = ce_settings_set(&settings, "normalized", NULL, &err);
    if (!rc)
        rc = ce_ensemble_init(&ensemble, e, size, &err);
    ensemble.beside.base_weight = which == SEC ? NULL : given;
    if (!rc)
        rc = ce_consensus(&run, &p, &err);
    must(!rc, err.text);
    must(p.n == e->n && report.messages.count == 1, "a partition of all rows and one message");
    memcpy(o->label, p.labels, p.n * sizeof *p.labels);
    o->k = p.k;
    at = strstr(report.messages.message[0].text, which == SEC ? "error " : "utility ");
    must(at != NULL, "a value in the message");
    at += strcspn(at, "0123456789-");
    o->said = which == SEC ? -atof(at) : atof(at);
    ce_partition_free(&p);
    ce_report_free(&report);
    ce_settings_free(&settings);
    ce_ensemble_free(&ensemble);
}

/* How many rows of labels differ. */
static size_t distinct(const ce_labels *e)
{
    size_t count = 0;

    for (size_t i = 0; i < e->n; i++) {
        int seen = 0;
        for (size_t j = 0; j < i && !seen; j++) {
            seen = 1;
            for (size_t q = 0; q < e->m; q++)
                seen &= ce_labels_column(e, q)[i] == ce_labels_column(e, q)[j];
        }
        count += !seen;
    }
    return count;
}

/* A random ensemble in which each object has a label, with at least `rows` rows that differ. */
static void draw(gsl_rng *rng, size_t n, size_t m, double missing, size_t rows, ce_labels *e)
{
    for (int whole = 0; !whole;) {
        ce_labels_free(e);
        random_ensemble(rng, n, m, missing, e);
        whole = distinct(e) >= rows;
        for (size_t i = 0; i < n; i++) {
            int any = 0;
            for (size_t q = 0; q < m; q++)
                any |= ce_labels_column(e, q)[i] >= 0;
            whole &= any;
        }
    }
}

/* Gives half of the labels anew, so that many objects lie between centres. */
static void blur(gsl_rng *rng, ce_labels *e)
{
    ce_error err = {0};

    for (size_t q = 0; q < e->m; q++) {
        int32_t *column = ce_labels_column(e, q);
        for (size_t i = 0; i < e->n; i++)
            if (column[i] >= 0 && gsl_rng_uniform(rng) < .5)
                column[i] = (int32_t)ce_random_below(rng, 6);
        must(!ce_labels_renumber(column, e->n, &e->k[q], &err), "memory");
    }
}

/* ---- all partitions ---- */

typedef struct {
    const ce_labels *e;
    const double *given;
    int which;
    int32_t k, label[8];
    double best;
} search;

/* Objects at, at + 1, ... in all ways; used: clusters so far. */
static void try_all(search *s, size_t at, int32_t used)
{
    if (at == s->e->n) {
        if (used == s->k) {
            double value = value_of(s->e, s->which, s->given, s->label, s->k);
            s->best = value > s->best ? value : s->best;
        }
        return;
    }
    for (int32_t l = 0; l <= used && l < s->k; l++) {
        s->label[at] = l;
        try_all(s, at + 1, l == used ? used + 1 : used);
    }
}

static int is_near(double a, double b)
{
    return fabs(a - b) <= 1e-7 * (1 + fabs(b));
}

static void optima(gsl_rng *rng)
{
    size_t found = 0, all = 0;
    ce_labels e = {0};

    for (int round = 0; round < 45; round++) {
        size_t m = 1 + ce_random_below(rng, 5), k = 2 + ce_random_below(rng, 3);
        double given[MOST_M];
        for (size_t q = 0; q < m; q++)
            given[q] = q == 1 ? 0 : .25 + gsl_rng_uniform(rng);
        draw(rng, 5 + ce_random_below(rng, 4), m, round % 3 ? 0 : .2, k, &e);
        for (int which = 0; which < METHODS; which++) {
            search s = {&e, round % 2 ? given : NULL, which, (int32_t)k, {0}, -INFINITY};
            outcome o;
            double value;
            try_all(&s, 0, 0);
            run_method(&e, NULL, s.given, which, k, "100", "100", &o);
            must(o.k == (int32_t)k, "k clusters");
            value = value_of(&e, which, s.given, o.label, o.k);
            must(is_near(o.said, value), "the value in the message is that of the labels");
            must(value <= s.best + 1e-9, "no partition is better than the best");
            found += is_near(value, s.best);
            all++;
        }
    }
    ce_labels_free(&e);
    printf("%s\n", found * 100 >= all * 97 ? "found" : "not found");
    fprintf(stderr, "%zu of %zu\n", found, all);
}

/* ---- identities ---- */

/* sum_l (sum of co-associations of pairs within l) / (sum of degrees in l) */
static double association(const ce_labels *e, const int32_t *label, int32_t k)
{
    double sum = 0;

    for (int32_t l = 0; l < k; l++) {
        double within = 0, degrees = 0;
        for (size_t i = 0; i < e->n; i++) {
            degrees += label[i] == l ? degree(e, i) : 0;
            for (size_t j = 0; j < e->n; j++)
                for (size_t q = 0; q < e->m && label[i] == l && label[j] == l; q++)
                    within += ce_labels_column(e, q)[i] >= 0 &&
                              ce_labels_column(e, q)[i] == ce_labels_column(e, q)[j];
        }
        sum += within / degrees;
    }
    return sum;
}

static void identities(gsl_rng *rng)
{
    ce_labels e = {0};
    outcome o;

    for (int round = 0; round < 40; round++) {
        size_t n = 10 + ce_random_below(rng, 30), m = 1 + ce_random_below(rng, 6), k = 2;
        double constant = 0, spread = 0, share[64];
        draw(rng, n, m, round % 2 ? .2 : 0, k, &e);
        run_method(&e, NULL, NULL, SEC, k, "5", "100", &o);
        for (size_t i = 0; i < n; i++) {
            double labels = 0;
            for (size_t q = 0; q < m; q++)
                labels += ce_labels_column(&e, q)[i] >= 0;
            constant += labels / degree(&e, i);
        }
        must(is_near(-o.said, constant - association(&e, o.label, o.k)),
             "the weighted squared error is a constant less the normalised association");
        if (round % 2)
            continue;
        run_method(&e, NULL, NULL, 0, k, "5", "100", &o);
        for (size_t q = 0; q < m; q++) {
            shares(&e, q, NULL, -1, share);
            spread += 1 - worth(0, share, e.k[q]);
        }
        must(is_near((double)n * (spread - o.said), squared_error(&e, 0, o.label, o.k)),
             "utility c is the squared error of 0/1 rows");
    }
    ce_labels_free(&e);
    puts("hold");
}

/* ---- larger ensembles ---- */

/* The distance of object i to cluster l of others and itself. none: the bits of a label that the
 * cluster does not have. */
static double distance(const ce_labels *e, int which, size_t i, const int32_t *label, int32_t l,
                       double none)
{
    double sum = 0, share[64], weights = 0, squares = 0, own = 0;

    for (size_t q = 0; q < e->m; q++) {
        int32_t v = ce_labels_column(e, q)[i];
        int u = which % 4;
        if (which == SEC) {
            double n = shares(e, q, label, l, share);
            for (int32_t w = 0; w < e->k[q]; w++)
                squares += n * share[w] * n * share[w];
            own += v >= 0 ? n * share[v] : 0;
            continue;
        }
        if (v < 0)
            continue;
        if (shares(e, q, label, l, share) == 0)
            shares(e, q, label, -1, share);
        double f = worth(u, share, e->k[q]), w = weight_of(e, q, u, which / 4, NULL);
        if (w > 0)
            sum += w * (u == 0   ? 1 + f - 2 * share[v]
                        : u == 1 ? share[v] > 0 ? -log(share[v]) / log(2.) : none
                        : u == 2 ? 1 - share[v] / f
                                 : 1 - pow(share[v] / f, 4));
    }
    if (which != SEC)
        return sum;
    for (size_t j = 0; j < e->n; j++)
        weights += label[j] == l ? degree(e, j) : 0;
    return degree(e, i) * squares / weights / weights - 2 * own / weights;
}

static void fixed(gsl_rng *rng)
{
    ce_labels e = {0};
    outcome o;

    for (int round = 0; round < 6; round++) {
        size_t n = 60 + ce_random_below(rng, 60), k = 2 + ce_random_below(rng, MOST_K - 1);
        draw(rng, n, 4 + ce_random_below(rng, MOST_M - 4), round % 2 ? .15 : 0, MOST_K, &e);
        if (round % 3)
            blur(rng, &e);
        for (int which = 0; which < METHODS; which++) {
            double before = -INFINITY;
            for (int rounds = 1; rounds < 16; rounds++) {
                char text[16];
                double value;
                snprintf(text, sizeof text, "%d", rounds);
                run_method(&e, NULL, NULL, which, k, "1", text, &o);
                must(o.k == (int32_t)k, "k clusters");
                value = value_of(&e, which, NULL, o.label, o.k);
                must(value >= before - 1e-12 * fabs(before), "the value never falls");
                before = value;
            }
            run_method(&e, NULL, NULL, which, k, "3", "1000", &o);
            for (size_t i = 0; i < n; i++) {
                double own = distance(&e, which, i, o.label, o.label[i], INFINITY);
                for (int32_t l = 0; l < o.k; l++)
                    must(own <= distance(&e, which, i, o.label, l, INFINITY) + 1e-9,
                         "the nearest centre");
            }
        }
    }
    ce_labels_free(&e);
    puts("fixed");
}

/* ---- the steps of label_kmeans.h, one distance after another ---- */

/* The distances of all rows to all clusters of `label`. */
static void measure(const ce_labels *e, int which, const int32_t *label, int32_t k, double none,
                    double *d)
{
    for (size_t i = 0; i < e->n; i++)
        for (int32_t l = 0; l < k; l++)
            d[i * WIDE_K + (size_t)l] = distance(e, which, i, label, l, none);
}

/* Step 2; returns how many rows moved. */
static int assign(size_t n, int32_t k, const double *d, int32_t *label)
{
    int moved = 0;

    for (size_t i = 0; i < n; i++) {
        int32_t best = 0;
        for (int32_t l = 1; l < k; l++)
            if (d[i * WIDE_K + (size_t)l] < d[i * WIDE_K + (size_t)best] - 1e-9)
                best = l;
        moved += label[i] != best;
        label[i] = best;
    }
    return moved;
}

/* Step 3; returns how many clusters were empty. */
static int fill(const ce_labels *e, int which, int32_t k, const double *d, int32_t *label)
{
    size_t rows[WIDE_K] = {0}, n = e->n;
    double far[RANDOM_ENSEMBLE_MOST];
    int empty = 0;

    for (size_t i = 0; i < n; i++) {
        rows[label[i]]++;
        far[i] = d[i * WIDE_K + (size_t)label[i]];
        for (size_t q = 0; q < e->m && which == SEC; q++)
            far[i] += (ce_labels_column(e, q)[i] >= 0) / degree(e, i);
    }
    for (int32_t l = 0; l < k; l++) {
        size_t best = n;
        if (rows[l])
            continue;
        for (size_t i = 0; i < n; i++)
            if (rows[label[i]] > 1 && (best == n || far[i] > far[best] + 1e-9))
                best = i;
        rows[label[best]]--;
        rows[l]++;
        label[best] = l;
        empty++;
    }
    return empty;
}

/* One start of rows that all differ. Returns how many clusters were empty after the first round. */
static int plain(const ce_labels *e, int which, int32_t k, int32_t *label)
{
    static double d[RANDOM_ENSEMBLE_MOST * WIDE_K];
    double size[RANDOM_ENSEMBLE_MOST], before = -INFINITY, value;
    gsl_rng *rng = ce_random_alloc(1, CE_STREAM_CONSENSUS, 0, NULL);
    size_t row[WIDE_K];
    int empty;

    for (size_t i = 0; i < e->n; i++) {
        size[i] = 1;
        label[i] = CE_MISSING;
    }
    must(!ce_random_choose_weighted(rng, size, e->n, (size_t)k, row, NULL), "starts");
    gsl_rng_free(rng);
    for (int32_t l = 0; l < k; l++)
        label[row[l]] = l;
    measure(e, which, label, k, 1048576, d);
    assign(e->n, k, d, label);
    empty = fill(e, which, k, d, label);
    value = value_of(e, which, NULL, label, k);
    while (value > before + 1e-12) {
        measure(e, which, label, k, INFINITY, d);
        if (!assign(e->n, k, d, label))
            break;
        empty += fill(e, which, k, d, label);
        before = value;
        value = value_of(e, which, NULL, label, k);
    }
    return empty;
}

static void steps(gsl_rng *rng)
{
    ce_labels e = {0};
    outcome o;
    int with = 0, other = 0;

    ce_threads_set(1);
    for (int round = 0; round < 300; round++) {
        /* now and then more clusters than one strip of sums has room for */
        int wide = round % 10 == 0;
        size_t n = wide ? 60 : 10 + ce_random_below(rng, 10);
        size_t k = wide ? 12 + ce_random_below(rng, WIDE_K - 11) : 3 + ce_random_below(rng, 6);
        draw(rng, n, 4 + ce_random_below(rng, 3) + (wide ? 2 : 0), wide ? .2 : .4, n, &e);
        for (int which = 0; which < METHODS; which++) {
            int32_t label[RANDOM_ENSEMBLE_MOST], count;
            with += plain(&e, which, (int32_t)k, label) > 0;
            run_method(&e, NULL, NULL, which, k, "1", "1000", &o);
            must(!ce_labels_renumber(label, n, &count, NULL), "memory");
            other += memcmp(label, o.label, n * sizeof *label) != 0;
        }
    }
    ce_labels_free(&e);
    fprintf(stderr, "%d runs with empty clusters, %d with other labels\n", with, other);
    must(with > 500, "clusters that become empty");
    must(other <= 15, "the labels of the plain steps, but for ties that rounding decides");
    puts("steps");
}

/* The rows of e that differ, in order of first appearance, and how often each is there. */
static void compress(const ce_labels *e, ce_labels *rows, double *size, size_t *of)
{
    ce_error err = {0};
    size_t count = 0, first[RANDOM_ENSEMBLE_MOST];

    for (size_t i = 0; i < e->n; i++) {
        for (of[i] = 0; of[i] < count; of[i]++) {
            int same = 1;
            for (size_t q = 0; q < e->m; q++)
                same &= ce_labels_column(e, q)[i] == ce_labels_column(e, q)[first[of[i]]];
            if (same)
                break;
        }
        if (of[i] == count) {
            first[count] = i;
            size[count++] = 0;
        }
        size[of[i]]++;
    }
    must(!ce_labels_alloc(rows, count, e->m, &err), "memory");
    for (size_t q = 0; q < e->m; q++) {
        for (size_t i = 0; i < count; i++)
            ce_labels_column(rows, q)[i] = ce_labels_column(e, q)[first[i]];
        rows->k[q] = e->k[q];
    }
}

static void objects(gsl_rng *rng)
{
    static const char *const starts[] = {"1", "7"};
    ce_labels e = {0}, rows = {0};
    static outcome whole, small, alone;
    static double size[RANDOM_ENSEMBLE_MOST];
    static size_t of[RANDOM_ENSEMBLE_MOST];

    for (int round = 0; round < 8; round++) {
        draw(rng, 600, 3 + ce_random_below(rng, 6), round % 2 ? .1 : 0, 20, &e);
        compress(&e, &rows, size, of);
        for (int which = 0; which < METHODS; which++)
            for (int s = 0; s < 2; s++) {
                ce_threads_set(3);
                run_method(&e, NULL, NULL, which, 6, starts[s], "100", &whole);
                run_method(&rows, size, NULL, which, 6, starts[s], "100", &small);
                ce_threads_set(1);
                run_method(&e, NULL, NULL, which, 6, starts[s], "100", &alone);
                must(whole.said == small.said && whole.said == alone.said, "the same value");
                for (size_t i = 0; i < e.n; i++)
                    must(whole.label[i] == small.label[of[i]] && whole.label[i] == alone.label[i],
                         "the same labels");
            }
    }
    ce_labels_free(&e);
    ce_labels_free(&rows);
    puts("same");
}

int main(int argc, char **argv)
{
    gsl_rng *rng = ce_random_alloc(5, CE_STREAM_SYNTH, 0, NULL);
    const char *what = argc > 1 ? argv[1] : "";

    if (!strcmp(what, "optima"))
        optima(rng);
    if (!strcmp(what, "identities"))
        identities(rng);
    if (!strcmp(what, "fixed"))
        fixed(rng);
    if (!strcmp(what, "steps"))
        steps(rng);
    if (!strcmp(what, "objects"))
        objects(rng);
    gsl_rng_free(rng);
    return 0;
}
