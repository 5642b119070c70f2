/*
 * diclens against its definition: co-associations of all pairs of objects, all edges sorted, and
 * each division found and measured anew.
 *
 *   diclens random    random tables, with and without missing labels and repeated rows; every k
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "consensus/registry.h"
#include "core/random.h"

enum { MOST_N = 24, MOST_M = 6, MOST_K = 6, MOST_C = MOST_M * MOST_K };

/* ---- the definition ---- */

typedef struct {
    size_t n, m, count, labelled;      /* objects, base clusterings, clusters; M */
    int of[MOST_N][MOST_M];            /* the cluster of an object, or -1 */
    double together[MOST_N][MOST_N];   /* in how many base clusterings; how many label it */
    double size[MOST_C];
} table;

typedef struct {
    double weight;
    size_t a, b;
} edge;

typedef struct {
    int label[MOST_N]; /* of the objects: a group */
    double within, between, quality;
    size_t clusters;
} division;

static void list(const ce_labels *e, table *t)
{
    memset(t, 0, sizeof *t);
    t->n = e->n;
    t->m = e->m;
    for (size_t q = 0; q < e->m; q++) {
        for (size_t i = 0; i < e->n; i++) {
            int32_t label = ce_labels_column(e, q)[i];
            t->of[i][q] = label < 0 ? -1 : (int)t->count + label;
            if (label >= 0)
                t->size[t->of[i][q]]++;
        }
        t->count += (size_t)e->k[q];
        t->labelled += e->k[q] > 0;
    }
    for (size_t i = 0; i < e->n; i++)
        for (size_t j = 0; j < e->n; j++)
            for (size_t q = 0; q < e->m; q++)
                t->together[i][j] += t->of[i][q] >= 0 && t->of[i][q] == t->of[j][q];
}

static int holds(const table *t, size_t c, size_t i)
{
    for (size_t q = 0; q < t->m; q++)
        if (t->of[i][q] == (int)c)
            return 1;
    return 0;
}

static double weight_of(const table *t, size_t a, size_t b)
{
    double sum = 0;

    for (size_t i = 0; i < t->n; i++)
        for (size_t j = 0; j < t->n; j++)
            if (holds(t, a, i) && holds(t, b, j))
                sum += t->together[i][j];
    return sum / (t->size[a] * t->size[b]);
}

static int by_weight(const void *a, const void *b)
{
    const edge *x = a, *y = b;

    if (x->weight != y->weight)
        return x->weight > y->weight ? -1 : 1;
    return x->a != y->a ? (x->a < y->a ? -1 : 1) : x->b < y->b ? -1 : 1;
}

static void unite(int *group, size_t count, int a, int b)
{
    for (size_t c = 0; c < count; c++)
        if (group[c] == b)
            group[c] = a;
}

/* The tree: edges from the heaviest on, without circles. */
static size_t spanning_tree(const table *t, edge *tree)
{
    static edge all[MOST_C * MOST_C];
    int group[MOST_C];
    size_t edges = 0, kept = 0;

    for (size_t a = 0; a < t->count; a++) {
        group[a] = (int)a;
        for (size_t b = a + 1; b < t->count; b++)
            all[edges++] = (edge){weight_of(t, a, b), a, b};
    }
    qsort(all, edges, sizeof *all, by_weight);
    for (size_t e = 0; e < edges; e++)
        if (group[all[e].a] != group[all[e].b]) {
            unite(group, t->count, group[all[e].a], group[all[e].b]);
            tree[kept++] = all[e];
        }
    return kept;
}

/* The group that has most labels of object i; then the nearest clusters, then the first label. */
static int elect(const table *t, const int *group, size_t i)
{
    int best = -1, most = 0;
    double nearest = 0;

    for (size_t q = 0; q < t->m; q++) {
        int votes = 0, g = t->of[i][q] < 0 ? -1 : group[t->of[i][q]];
        double near = 0;
        for (size_t r = 0; r < t->m && g >= 0; r++)
            if (t->of[i][r] >= 0 && group[t->of[i][r]] == g) {
                double sum = 0;
                for (size_t j = 0; j < t->n; j++)
                    if (t->of[j][r] == t->of[i][r])
                        sum += t->together[i][j];
                near += sum / t->size[t->of[i][r]];
                votes++;
            }
        if (votes > most || (votes && votes == most && near > nearest)) {
            best = g;
            most = votes;
            nearest = near;
        }
    }
    return best;
}

/* The mean co-association of pairs of different objects, one in each group; 0 without pairs. */
static double similarity(const table *t, const int *label, int g, int h)
{
    double sum = 0, pairs = 0;

    for (size_t i = 0; i < t->n; i++)
        for (size_t j = 0; j < t->n; j++)
            if (i != j && label[i] == g && label[j] == h) {
                sum += t->together[i][j] / (double)t->labelled;
                pairs++;
            }
    return pairs > 0 ? sum / pairs : 0;
}

static void measure(const table *t, division *d)
{
    int used[MOST_C] = {0};
    double twos = 0;

    for (size_t i = 0; i < t->n; i++)
        used[d->label[i]] = 1;
    for (int g = 0; g < (int)t->count; g++) {
        if (!used[g])
            continue;
        d->clusters++;
        d->within += similarity(t, d->label, g, g);
        for (int h = g + 1; h < (int)t->count; h++)
            if (used[h]) {
                d->between += similarity(t, d->label, g, h);
                twos++;
            }
    }
    d->within /= (double)d->clusters;
    d->between = twos > 0 ? d->between / twos : 0;
}

/* d[s]: the division with s edges of the tree. */
static void divide(const table *t, division *d)
{
    edge tree[MOST_C];
    size_t edges = spanning_tree(t, tree);
    double low[2] = {2, 2}, high[2] = {-1, -1};

    must(edges + 1 == t->count, "a tree");
    for (size_t s = 0; s <= edges; s++) {
        int group[MOST_C];
        for (size_t c = 0; c < t->count; c++)
            group[c] = (int)c;
        for (size_t e = 0; e < s; e++)
            unite(group, t->count, group[tree[e].a], group[tree[e].b]);
        memset(&d[s], 0, sizeof d[s]);
        for (size_t i = 0; i < t->n; i++)
            d[s].label[i] = elect(t, group, i);
        measure(t, &d[s]);
        if (d[s].clusters > 1) {
            low[0] = fmin(low[0], d[s].within);
            high[0] = fmax(high[0], d[s].within);
            low[1] = fmin(low[1], d[s].between);
            high[1] = fmax(high[1], d[s].between);
        }
    }
    for (size_t s = 0; s <= edges; s++) {
        double in = high[0] - low[0], out = high[1] - low[1];
        if (d[s].clusters > 1)
            d[s].quality = (in > 1e-9 ? (d[s].within - low[0]) / in : 0) -
                           (out > 1e-9 ? (d[s].between - low[1]) / out : 0);
    }
}

/* The best division with k clusters, or of those with two or more; -1 where there is none. */
static int best(const division *d, size_t count, size_t k)
{
    int found = -1;

    for (size_t s = 0; s < count; s++)
        if ((k ? d[s].clusters == k : d[s].clusters > 1) &&
            (found < 0 || d[s].quality > d[found].quality - 1e-9))
            found = (int)s;
    return found < 0 && !k ? (int)count - 1 : found;
}

/* ---- the program ---- */

static int run(const ce_labels *e, int objects, size_t k, ce_partition *p, ce_report *report)
{
    const ce_method *method = ce_method_find("diclens");
    ce_ensemble ensemble = {0};
    ce_settings settings = {0};
    ce_error err = {0};
    const ce_run call = {.ensemble = &ensemble, .method = method, .settings = &settings, .k = k,
                         .column = "x", .report = report};
    int rc = ce_settings_init(&settings, &method->about.options, NULL, &err);

    if (!rc && objects)
        rc = ce_settings_set(&settings, "objects", NULL, &err);
    if (!rc)
        rc = ce_ensemble_init(&ensemble, e, NULL, &err);
    must(!rc, err.text);
    rc = ce_consensus(&call, p, &err);
    must(!rc || rc == CE_EINPUT, err.text);
    ce_settings_free(&settings);
    ce_ensemble_free(&ensemble);
    return !rc;
}

static void check_trace(const ce_trace *trace, const division *d, size_t count, int chosen)
{
    must(trace->rows == count && trace->columns == 6, "a row for each division");
    for (size_t row = 0; row < count; row++) {
        const double *cell = trace->cell + row * 6;
        const division *its = &d[count - 1 - row];
        must((size_t)cell[0] == row + 1, "groups");
        must((size_t)cell[1] == its->clusters, "clusters of a division");
        must(fabs(cell[2] - its->within) < 1e-10, "similarity within");
        must(fabs(cell[3] - its->between) < 1e-10, "similarity between");
        must(fabs(cell[4] - its->quality) < 1e-7, "quality");
        must((cell[5] > 0) == (count - 1 - row == (size_t)chosen), "the chosen division");
    }
}

static void check_labels(const ce_partition *p, const division *d, size_t n)
{
    must((size_t)p->k == d->clusters, "the number of clusters");
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++)
            must((p->labels[i] == p->labels[j]) == (d->label[i] == d->label[j]),
                 "the clusters of the definition");
}

/* Groups of objects with noise; every object has a label. empty: one base clustering has none. */
static void draw(gsl_rng *rng, double missing, int empty, ce_labels *e)
{
    ce_error err = {0};
    size_t n = 2 + ce_random_below(rng, MOST_N - 1), m = 1 + ce_random_below(rng, MOST_M);
    size_t kinds = 1 + ce_random_below(rng, 4);
    double noise = gsl_rng_uniform(rng);

    must(!ce_labels_alloc(e, n, m, &err), "memory");
    for (size_t q = 0; q < m; q++) {
        size_t k = 1 + ce_random_below(rng, MOST_K);
        for (size_t i = 0; i < n; i++)
            ce_labels_column(e, q)[i] =
                q && (gsl_rng_uniform(rng) < missing || (empty && q == m - 1))
                    ? CE_MISSING
                    : (int32_t)((gsl_rng_uniform(rng) < noise ? ce_random_below(rng, k)
                                                              : i % kinds) % k);
        must(!ce_labels_renumber(ce_labels_column(e, q), n, &e->k[q], &err), "memory");
    }
}

int main(int argc, char **argv)
{
    ce_error err = {0};
    gsl_rng *rng = ce_random_alloc(1, CE_STREAM_SYNTH, 1, &err);
    size_t partitions = 0, refused = 0, repeated = 0;

    must(argc == 2 && !strcmp(argv[1], "random"), "one argument: random");
    for (size_t round = 0; round < 400; round++) {
        static table t;
        static division d[MOST_C];
        ce_labels e = {0};
        draw(rng, round % 3 ? .3 * gsl_rng_uniform(rng) : 0, round % 5 == 4, &e);
        list(&e, &t);
        divide(&t, d);
        for (size_t k = 0; k <= t.n; k++) {
            ce_partition p = {0};
            ce_report report = {0};
            int chosen = best(d, t.count, k);
            int ours = run(&e, round % 2, k, &p, &report);
            must(ours == (chosen >= 0), "refused where it must be");
            if (ours) {
                check_labels(&p, &d[chosen], t.n);
                check_trace(&report.trace, d, t.count, chosen);
            }
            partitions += (size_t)ours;
            refused += !ours;
            ce_partition_free(&p);
            ce_report_free(&report);
        }
        for (size_t s = 1; s < t.count; s++)
            repeated += d[s].clusters == d[s - 1].clusters;
        ce_labels_free(&e);
    }
    printf("%zu partitions; some k refused: %s; divisions with as many clusters: %s\n", partitions,
           refused ? "yes" : "no", repeated ? "yes" : "no");
    gsl_rng_free(rng);
    return 0;
}
