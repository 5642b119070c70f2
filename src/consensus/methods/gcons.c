/*
 * GCons, consensus by coloring threshold graphs [gcons2010]. It finds the number of clusters.
 *
 * 1. The dissimilarity of two objects is the share of base clusterings that separate them, of those
 *    that label both.
 * 2. The thresholds are 0 and all values that it takes but the largest, where one color would do.
 * 3. At each threshold the graph has an edge where the dissimilarity exceeds it. The microclusters
 *    are colored (partition/coloring.h); each color is a cluster.
 * 4. The partition with the largest phi is the consensus. phi is the mean NMI (sqrt form) with the
 *    base clusterings (eq. 2). Ties: the fewest clusters, then the largest threshold.
 *
 * The degree of a vertex counts microclusters, not their objects. With the option objects the order
 * of the vertices, and so the result, can be another. See doc/readings.md, gcons2010 1 to 8.
 *
 * With missing labels shares have several denominators. They are compared and added as whole
 * numbers of the common denominator if that is at most CE_DENOMINATOR_LIMIT. The NMI with a base
 * clustering counts the objects that it labels; a base clustering without any label has no part in
 * phi.
 */
#include "consensus/method.h"
#include "consensus/shared_options.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "core/pace.h"
#include "partition/coloring.h"
#include "partition/coloring_labels.h"
#include "partition/linkage/fractions.h"
#include "score/contingency.h"
#include "score/nmi.h"
#include "score/pair_counts.h"

typedef struct {
    int objects, distance_to;
} gcons_options;

static const ce_option rows[] = {
    {0, "distance-to", CE_CHOICE, "HOW", 0, 0, CE_COLOR_DISTANCE_NAMES, "mean",
     offsetof(gcons_options, distance_to), NULL,
     "distance of an object to a colour: over its objects, its microclusters, all pairs, or the "
     "farthest"},
    CE_ROW_OBJECTS(gcons_options, objects),
};

/* A threshold that was tried. */
typedef struct {
    double theta, phi; /* phi in [0, 1] */
    int32_t colors;
} gcons_step;

/* All of them, by ascending theta. */
typedef struct {
    size_t count, chosen;
    gcons_step *step; /* owned */
} gcons_trace;

/* Values of phi that differ by less are equal. The order of its terms depends on the order of the
 * colors, so equal values can differ by rounding. */
#define PHI_TOLERANCE 1e-12

/* Up to so many degrees, of all microclusters at all thresholds, are counted in one pass. */
#define MOST_DEGREES ((size_t)1 << 26)

static size_t gcd(size_t a, size_t b)
{
    while (b) {
        size_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

/* The common denominator of the dissimilarities that occur; 0 where it is above the limit. */
static size_t denominator_of(const ce_pair_counts *counts)
{
    size_t q = 1, width = counts->m + 1;

    for (size_t both = counts->least > 0 ? counts->least : 1; both <= counts->m; both++)
        for (size_t same = 0; same <= both; same++)
            if (counts->count[(both - counts->least) * width + same] > 0) {
                size_t least = both / gcd(both, same);
                q = q / gcd(q, least) * least;
                if (q > CE_DENOMINATOR_LIMIT)
                    return 0;
            }
    return q;
}

static int ascending(const void *a, const void *b)
{
    double x = ((const gcons_step *)a)->theta, y = ((const gcons_step *)b)->theta;

    return x < y ? -1 : x > y;
}

/* The thresholds, in the units of d, ascending. */
static int find_thresholds(gcons_trace *trace, const ce_pair_counts *counts,
                           const ce_label_dissimilarities *d, ce_error *err)
{
    size_t width = counts->m + 1, kept = 0, found = 1;

    free(trace->step);
    trace->step = ce_calloc((counts->m - counts->least + 1) * width + 1, sizeof *trace->step, err);
    if (!trace->step)
        return CE_ENOMEM;
    for (size_t both = counts->least; both <= counts->m; both++)
        for (size_t same = 0; same <= both; same++)
            if (counts->count[(both - counts->least) * width + same] > 0)
                trace->step[found++].theta =
                    d->value ? d->value[both * width + same] : (double)(both - same);
    qsort(trace->step, found, sizeof *trace->step, ascending);
    for (size_t s = 1; s < found; s++)
        if (trace->step[s].theta > trace->step[kept].theta)
            trace->step[++kept] = trace->step[s];
    trace->count = kept ? kept : 1;
    return CE_OK;
}

/* phi(Pi, lambda) [gcons2010 eq. 2]; 0 when no base clustering labels an object. */
static int mean_nmi(const ce_microclusters *micro, const ce_partition *partition, double *phi,
                    ce_error *err)
{
    ce_contingency table = {0};
    double sum = 0;
    size_t count = 0;
    int rc = CE_OK;

    for (size_t q = 0; q < micro->rows.m; q++) {
        double nmi;
        rc = ce_contingency_build(&table, partition->labels, partition->k,
                                  ce_labels_column(&micro->rows, q), micro->rows.k[q], micro->size,
                                  micro->count, err);
        if (rc)
            break;
        nmi = ce_nmi(&table, CE_NMI_SQRT);
        if (!isnan(nmi)) {
            sum += nmi;
            count++;
        }
    }
    ce_contingency_free(&table);
    *phi = count ? sum / (double)count : 0;
    return rc;
}

/* The partition at one threshold. Clusters are numbered by first appearance, so that equal
 * partitions have the same phi to the last bit. */
static int color(const ce_dissimilarities *d, double theta, ce_color_distance by,
                 const int32_t *degree, ce_partition *partition, ce_error *err)
{
    int rc = ce_partition_alloc(partition, d->n, err);

    if (!rc)
        rc = ce_coloring(d, theta, by, degree, partition->labels, &partition->k, err);
    return rc ? rc : ce_labels_renumber(partition->labels, partition->n, &partition->k, err);
}

static int try_one(gcons_step *step, const ce_microclusters *micro, const ce_dissimilarities *d,
                   ce_color_distance by, const int32_t *degree, ce_error *err)
{
    ce_partition partition = {0};
    int rc = color(d, step->theta, by, degree, &partition, err);

    if (!rc)
        rc = mean_nmi(micro, &partition, &step->phi, err);
    step->colors = partition.k;
    ce_partition_free(&partition);
    return rc;
}

/* The degrees at all thresholds. Where they are too many, *degree stays NULL, and the degrees of
 * each threshold are counted when it is tried. */
static int find_degrees(const gcons_trace *trace, const ce_dissimilarities *d, int32_t **degree,
                        ce_error *err)
{
    double *theta;
    int rc;

    if (trace->count > MOST_DEGREES / d->n)
        return CE_OK;
    theta = ce_alloc(trace->count, sizeof *theta, err);
    *degree = ce_alloc(trace->count * d->n, sizeof **degree, err);
    rc = theta && *degree ? CE_OK : CE_ENOMEM;
    for (size_t s = 0; s < trace->count && !rc; s++)
        theta[s] = trace->step[s].theta;
    if (!rc)
        rc = ce_threshold_degrees(d, theta, trace->count, *degree, err);
    free(theta);
    return rc;
}

static int try_all(gcons_trace *trace, const ce_microclusters *micro,
                   const ce_dissimilarities *d, ce_color_distance by, const int32_t *degree,
                   const ce_progress *progress, ce_error *err)
{
    ce_pace pace = ce_pace_of_pieces(progress, trace->count);
    ce_error failure = {0};
    int failed = 0;

#pragma omp parallel for schedule(dynamic, 1) if (trace->count > 1)
    for (size_t s = 0; s < trace->count; s++) {
        ce_error own = {0};
        int rc = try_one(&trace->step[s], micro, d, by, degree ? degree + s * d->n : NULL, &own);
        if (rc) {
#pragma omp critical(ce_gcons_failure)
            {
                failure = own;
                failed = rc;
            }
        }
        ce_pace_pieces(&pace, 1);
    }
    ce_pace_end(&pace);
    return failed ? ce_fail(err, (ce_status)failed, "%s", failure.text) : CE_OK;
}

/* The largest phi; ties: the fewest clusters, then the largest threshold. */
static void choose(gcons_trace *trace)
{
    double best = 0;

    for (size_t s = 0; s < trace->count; s++)
        best = fmax(best, trace->step[s].phi);
    trace->chosen = trace->count;
    for (size_t s = 0; s < trace->count; s++)
        if (trace->step[s].phi >= best - PHI_TOLERANCE &&
            (trace->chosen == trace->count ||
             trace->step[s].colors <= trace->step[trace->chosen].colors))
            trace->chosen = s;
}

/* Writes what was tried into the report. */
static int tell(const gcons_trace *trace, ce_report *report, ce_error *err)
{
    static const ce_trace_column column[] = {
        {"theta", NULL, 0}, {"colours", NULL, 0}, {"phi", NULL, 0}, {"chosen", NULL, 0}};
    const gcons_step *best = &trace->step[trace->chosen];
    int rc = CE_OK;

    report->trace.column = column;
    report->trace.columns = sizeof column / sizeof *column;
    for (size_t s = 0; s < trace->count && !rc; s++) {
        const gcons_step *step = &trace->step[s];
        double cells[] = {step->theta, step->colors, step->phi, s == trace->chosen};
        rc = ce_trace_add(&report->trace, cells, err);
        ce_tell(&report->messages, CE_DETAIL, "gcons: theta = %g: %d colours, phi = %.6f",
                step->theta, step->colors, step->phi);
    }
    ce_tell(&report->messages, CE_NOTE,
            "gcons: %d clusters, at theta = %g, have the largest phi, %.6f", best->colors,
            best->theta, best->phi);
    return rc;
}

static int run_gcons(const ce_run *run, ce_partition *result, ce_error *err)
{
    const gcons_options *o = run->settings->values;
    const ce_color_distance by = (ce_color_distance)o->distance_to;
    const ce_microclusters *micro;
    gcons_trace trace = {0};
    ce_pair_counts counts = {0};
    ce_label_dissimilarities labels = {0};
    ce_dissimilarities d;
    ce_partition small = {0};
    int32_t *degree = NULL;
    int rc = ce_ensemble_micro(run->ensemble, o->objects, &micro, err);

    if (!rc)
        rc = ce_pair_counts_compute(&counts, micro, run->ensemble->progress, err);
    if (!rc)
        rc = ce_label_dissimilarities_build(&labels, &micro->rows, denominator_of(&counts), err);
    if (!rc)
        rc = find_thresholds(&trace, &counts, &labels, err);
    if (rc)
        goto done;
    d = ce_dissimilarities_of_labels(&labels, micro->size);
    rc = find_degrees(&trace, &d, &degree, err);
    if (!rc)
        rc = try_all(&trace, micro, &d, by, degree, run->ensemble->progress, err);
    if (rc)
        goto done;
    choose(&trace);
    rc = color(&d, trace.step[trace.chosen].theta, by, NULL, &small, err);
    if (!rc)
        rc = ce_microclusters_expand(micro, &small, result, err);
    for (size_t s = 0; s < trace.count; s++)
        trace.step[s].theta /= labels.unit;
    if (!rc)
        rc = tell(&trace, run->report, err);
done:
    free(trace.step);
    ce_pair_counts_free(&counts);
    ce_label_dissimilarities_free(&labels);
    free(degree);
    ce_partition_free(&small);
    return rc;
}

const ce_method ce_method_gcons = {
    .about = {.name = "gcons",
              .family = "threshold graphs",
              .summary = "colours of the threshold graph at every threshold, best mean NMI; finds "
                         "k itself",
              .about = "Objects that too many base clusterings separate get different colours. "
                       "Every threshold is tried, and the colouring that agrees most with the "
                       "base clusterings is kept. It finds the number of clusters itself.",
              .reference = "gcons2010",
              .page = "clens-gcons",
              .reads = CE_READS_LABELS,
              .reports = CE_REPORTS_TRACE,
              .cost = CE_COST_MICROCLUSTER_PAIRS,
              .options = CE_OPTIONS(rows, gcons_options)},
    .run = run_gcons,
};
