/*
 * DICLENS, divisive clustering ensemble with automatic cluster number [mimaroglu2012]. It finds the
 * number of clusters.
 *
 * 1. The vertices of a graph are all clusters. The weight of two is the mean co-association of
 *    their pairs of objects, one object in each. An object in both pairs with itself.
 * 2. A maximum spanning tree is found. Its edges are removed one by one, the weakest first, so that
 *    there are 1, 2, 3, ... groups of clusters. Each of these is a division.
 * 3. In each division an object goes to the group that has most of its labels. Ties: the group
 *    whose clusters that hold the object are nearest to it, by the sum of the mean co-associations
 *    of the object with them; then the group of its first label.
 * 4. Groups with objects are clusters. Within a cluster the similarity is the mean co-association
 *    of pairs of different objects, 0 where there is one object. Between two it is the mean over
 *    the pairs of objects across them. A division has the mean of each, within and between.
 * 5. Both are scaled to 0..1 over all divisions with two clusters or more. The division with the
 *    largest difference is the consensus; ties: the fewest groups. With a k only the divisions with
 *    k clusters are compared.
 *
 * No matrix of objects is held. With O the numbers of objects that clusters share, the weight of C
 * and D is (O O^T)_CD / (|C| |D| M). Divisions are built from the last to the first, by joining
 * groups. An object votes again only if one of its labels is in the smaller of the two groups: for
 * any other, each group has the same labels of its as before. See doc/readings.md, mimaroglu2012.
 *
 * A missing label is in no cluster: the pair counts as separate in that base clustering.
 */
#include "consensus/method.h"
#include "consensus/shared_options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "consensus/methods/diclens.h"
#include "core/memory.h"

typedef struct {
    int objects;
} diclens_options;

static const ce_option rows[] = {
    CE_ROW_OBJECTS(diclens_options, objects),
};

/* Qualities that differ by less are equal. */
#define TOLERANCE 1e-9

/* ---- the choice ---- */

/* x of lowest..highest as a number of 0..1. */
static double scaled(double x, double lowest, double highest)
{
    return highest - lowest > TOLERANCE ? (x - lowest) / (highest - lowest) : 0;
}

/* Step 5: the quality of all divisions into two clusters or more. */
static void rate(ce_division *d, size_t count)
{
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};

    for (size_t s = 0; s < count; s++)
        if (d[s].clusters > 1) {
            low[0] = fmin(low[0], d[s].within);
            high[0] = fmax(high[0], d[s].within);
            low[1] = fmin(low[1], d[s].between);
            high[1] = fmax(high[1], d[s].between);
        }
    for (size_t s = 0; s < count; s++)
        d[s].quality = d[s].clusters > 1 ? scaled(d[s].within, low[0], high[0]) -
                                               scaled(d[s].between, low[1], high[1])
                                         : 0;
}

/* The best division, with k clusters where k > 0; count where there is none. One with a single
 * cluster is taken only where no other can be. */
static size_t choose(const ce_division *d, size_t count, size_t k)
{
    size_t best = count;

    for (size_t s = 0; s < count; s++)
        if ((!k || (size_t)d[s].clusters == k) &&
            (best == count || d[best].clusters < 2 ||
             (d[s].clusters > 1 && d[s].quality >= d[best].quality - TOLERANCE)))
            best = s;
    return best;
}

/* No division has k clusters. */
static int refuse(const ce_division *d, size_t count, const char *name, size_t k, ce_error *err)
{
    size_t below = 0, above = 0;

    for (size_t s = 0; s < count; s++) {
        size_t has = (size_t)d[s].clusters;
        if (has < k && has > below)
            below = has;
        if (has > k && (!above || has < above))
            above = has;
    }
    if (!above)
        return ce_fail(err, CE_EINPUT, "%s: k = %zu, but the divisions have at most %zu cluster%s",
                       name, k, below, below == 1 ? "" : "s");
    return ce_fail(err, CE_EINPUT,
                   "%s: k = %zu, but the nearest divisions have %zu and %zu "
                   "clusters",
                   name, k, below, above);
}

/* The labels of division s. */
static int label(ce_forest *f, size_t s, ce_partition *small, ce_error *err)
{
    int rc = ce_partition_alloc(small, f->micro->count, err);

    if (rc)
        return rc;
    ce_forest_separate(f);
    for (size_t e = 0; e < s; e++) {
        int32_t large, ceased;
        ce_forest_join(f, &f->edge[e], &large, &ceased);
    }
    ce_forest_vote(f, small->labels);
    small->k = (int32_t)f->list->count;
    return ce_labels_renumber(small->labels, small->n, &small->k, err);
}

/* The most clusters of a division as good as the chosen one. */
static int32_t most_as_good(const ce_division *d, size_t count, size_t chosen)
{
    int32_t most = d[chosen].clusters;

    for (size_t s = 0; s < count; s++)
        if (d[s].clusters > most && d[s].quality >= d[chosen].quality - TOLERANCE)
            most = d[s].clusters;
    return most;
}

/* Writes what was tried into the report, by growing numbers of groups. */
static int tell(const ce_division *d, size_t count, size_t chosen, const ce_run *run, ce_error *err)
{
    static const ce_trace_column column[] = {{"groups", NULL, 0},  {"clusters", NULL, 0},
                                             {"within", NULL, 0},  {"between", NULL, 0},
                                             {"quality", NULL, 0}, {"chosen", NULL, 0}};
    ce_report *report = run->report;
    int32_t most = most_as_good(d, count, chosen);
    int rc = CE_OK;

    report->trace.column = column;
    report->trace.columns = sizeof column / sizeof *column;
    for (size_t s = count; s-- && !rc;) {
        double cells[] = {(double)(count - s), d[s].clusters, d[s].within,
                          d[s].between,        d[s].quality,  s == chosen};
        rc = ce_trace_add(&report->trace, cells, err);
    }
    ce_tell(&report->messages, run->k ? CE_DETAIL : CE_NOTE,
            "diclens: %d cluster%s: similarity %.6f within, %.6f between", d[chosen].clusters,
            d[chosen].clusters == 1 ? "" : "s", d[chosen].within, d[chosen].between);
    if (!run->k && most > d[chosen].clusters)
        ce_tell(&report->messages, CE_NOTE,
                "diclens: a division into %d clusters is as good; the fewest groups are taken",
                most);
    return rc;
}

static int divide(const ce_run *run, ce_forest *f, ce_partition *small, ce_error *err)
{
    size_t n_c = f->list->count, chosen = n_c;
    ce_division *d = ce_alloc(n_c, sizeof *d, err);
    int rc = d ? ce_forest_grow(f, err) : CE_ENOMEM;

    if (!rc)
        rc = ce_forest_measure(f, d, err);
    if (!rc) {
        rate(d, n_c);
        chosen = choose(d, n_c, run->k);
        if (chosen == n_c)
            rc = refuse(d, n_c, run->method->about.name, run->k, err);
    }
    if (!rc)
        rc = label(f, chosen, small, err);
    if (!rc)
        rc = tell(d, n_c, chosen, run, err);
    free(d);
    return rc;
}

static int run_diclens(const ce_run *run, ce_partition *result, ce_error *err)
{
    const diclens_options *o = run->settings->values;
    const ce_microclusters *micro;
    const ce_clusters *list;
    ce_forest f = {0};
    ce_partition small = {0};
    int rc = CE_OK;

    if (run->k)
        rc = ce_ensemble_check_k(run->ensemble, run->method->about.name, run->k, o->objects, err);
    if (!rc)
        rc = ce_ensemble_micro(run->ensemble, o->objects, &micro, err);
    if (!rc)
        rc = ce_ensemble_clusters(run->ensemble, o->objects, &list, err);
    if (!rc)
        rc = ce_ensemble_room(run->ensemble, list->count, list->count, 2 * sizeof(double),
                              2 * sizeof(double), "the similarities of all pairs of clusters",
                              "fewer or coarser base clusterings", err);
    if (!rc)
        rc = ce_forest_init(&f, micro, list, err);
    if (!rc)
        rc = divide(run, &f, &small, err);
    if (!rc)
        rc = ce_microclusters_expand(micro, &small, result, err);
    ce_forest_free(&f);
    ce_partition_free(&small);
    return rc;
}

const ce_method ce_method_diclens = {
    .about = {.name = "diclens",
              .family = "links between clusters",
              .summary = "a spanning tree of all clusters is cut; finds k itself, or takes it",
              .about = "All clusters are linked by a spanning tree, by the mean co-association of "
                       "their objects. Its weakest edges are cut one by one, and objects vote for "
                       "the groups. The cut with the most similar objects within clusters and the "
                       "least similar ones between them is kept.",
              .reference = "mimaroglu2012",
              .page = "clens-diclens",
              .reads = CE_READS_LABELS,
              .takes = CE_USES_K,
              .reports = CE_REPORTS_TRACE,
              .cost = CE_COST_OBJECTS,
              .options = CE_OPTIONS(rows, diclens_options)},
    .run = run_diclens,
};
