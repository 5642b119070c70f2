/*
 * COMUSA, combining multiple clusterings using similarity graph [mimaroglu2011]. It finds the
 * number of clusters.
 *
 * The vertices of a graph are the objects. S(v, w) is the co-association: of the base clusterings
 * that label v and w the share that puts them together, 0 if there is none. Where it is above 0
 * there is an edge. The attachment of an object is the mean S of its edges, 0 without edges.
 *
 * 1. Of the objects without a cluster the one of largest attachment is the pivot of a new one.
 *    Ties: the first.
 * 2. An object w without a cluster follows an object v of the cluster if v is nearly its most
 *    similar one: S(w, x) <= (1 + relaxation) S(v, w) for every other x without a cluster. This is
 *    repeated until nobody joins.
 *
 * All x give the same. If w did not follow some y that has a cluster, then some x without one is
 * more similar to w than y by more than the relaxation, and so on until w joins. So with M(w) the
 * largest S of w, w follows v if M(w) <= (1 + relaxation) S(v, w), at any time, and a cluster is
 * what can be reached from its pivot. See doc/readings.md, mimaroglu2011 2.
 *
 * An object is most similar to its twins, the others of its microcluster, and they follow it. So a
 * microcluster joins as a whole, M(w) = 1 if it has several objects, and its size counts in the
 * attachment. The result is that of objects.
 *
 * No matrix of pairs is held: rows of S are computed twice. S has few values, the fractions of
 * whole numbers up to m. They are numbered, so that equal ones are equal.
 */
#include "consensus/method.h"
#include "consensus/shared_options.h"

#include <stdlib.h>
#include <string.h>

#include "core/label_pairs.h"
#include "core/memory.h"
#include "core/pace.h"
#include "score/contingency.h"

typedef struct {
    double relaxation;
    int objects;
} comusa_options;

static const ce_option rows[] = {
    {0, "relaxation", CE_REAL, "X", 0, 1e6, NULL, "0.2", offsetof(comusa_options, relaxation), NULL,
     "an object joins though others are more similar to it, by up to this part"},
    CE_ROW_OBJECTS(comusa_options, objects),
};

enum { ROWS = CE_TILE_ROWS, LANES = CE_TILE_LANES };

/* Attachments that differ by less than this part of themselves are equal. */
#define TOLERANCE 1e-12

typedef uint32_t tile[ROWS][LANES];

/* The values of S, ascending: number 0 is 0. */
typedef struct {
    uint32_t least; /* labels that all pairs have in common; without missing labels m */
    size_t count;
    double *value;    /* owned; count: times m where no label is missing, so whole numbers */
    uint32_t *number; /* owned; of S = same / both, at [(both - least) * (m + 1) + same] */
} value_list;

typedef struct {
    const ce_microclusters *micro;
    ce_label_pairs pairs;
    value_list levels;
    size_t n;           /* microclusters */
    double most;        /* 1 + relaxation, and something for rounding */
    double *attachment; /* of each microcluster, and so are all below; all owned */
    uint32_t *highest;  /* the number of its largest S, M */
    int32_t *cluster;   /* -1: none yet */
    size_t *joined; /* those of the cluster that is growing, in the order in which they joined */
    size_t *order;  /* by attachment */
} graph;

/* ---- the values of S ---- */

typedef struct {
    uint32_t same, both;
} fraction;

static int ascending(const void *a, const void *b)
{
    const fraction *x = a, *y = b;
    uint64_t one = (uint64_t)x->same * y->both, two = (uint64_t)y->same * x->both;

    return one < two ? -1 : one > two;
}

static void levels_free(value_list *s)
{
    free(s->value);
    free(s->number);
}

static int levels_build(value_list *s, const ce_label_pairs *pairs, ce_error *err)
{
    size_t m = pairs->m, width = m + 1, cells = (pairs->gaps + 1) * width, used = 0;
    fraction *all;
    int rc =
        ce_memory_check(pairs->gaps + 1, width, sizeof *all + sizeof(double) + sizeof(uint32_t),
                        "the values of similarities", "fewer base clusterings", err);

    if (rc)
        return rc;
    all = ce_alloc(cells, sizeof *all, err);
    s->least = (uint32_t)(m - pairs->gaps);
    s->value = ce_alloc(cells, sizeof *s->value, err);
    s->number = ce_calloc(cells, sizeof *s->number, err);
    if (!all || !s->value || !s->number) {
        free(all);
        return CE_ENOMEM;
    }
    for (uint32_t both = s->least; both <= m; both++)
        for (uint32_t same = 1; same <= both; same++)
            all[used++] = (fraction){same, both};
    qsort(all, used, sizeof *all, ascending);
    s->value[0] = 0;
    s->count = 1;
    for (size_t at = 0; at < used; at++) {
        if (!at || ascending(&all[at - 1], &all[at]))
            s->value[s->count++] = pairs->gaps ? all[at].same / (double)all[at].both : all[at].same;
        s->number[(all[at].both - s->least) * width + all[at].same] = (uint32_t)s->count - 1;
    }
    free(all);
    return CE_OK;
}

/* ---- the graph ---- */

static void graph_free(graph *g)
{
    ce_label_pairs_free(&g->pairs);
    levels_free(&g->levels);
    free(g->attachment);
    free(g->highest);
    free(g->cluster);
    free(g->joined);
    free(g->order);
}

static int graph_init(graph *g, const ce_microclusters *micro, double relaxation, ce_error *err)
{
    size_t n = micro->count;
    int rc = ce_sizes_check(micro->size, n, err);

    g->micro = micro;
    g->n = n;
    g->most = (1 + relaxation) * (1 + TOLERANCE);
    if (!rc)
        rc = ce_label_pairs_build(&g->pairs, &micro->rows, NULL, err);
    if (!rc)
        rc = levels_build(&g->levels, &g->pairs, err);
    if (rc)
        return rc;
    g->attachment = ce_alloc(n, sizeof *g->attachment, err);
    g->highest = ce_calloc(n, sizeof *g->highest, err);
    g->cluster = ce_alloc(n, sizeof *g->cluster, err);
    g->joined = ce_alloc(n, sizeof *g->joined, err);
    g->order = ce_alloc(n, sizeof *g->order, err);
    return g->attachment && g->highest && g->cluster && g->joined && g->order ? CE_OK : CE_ENOMEM;
}

/* number: of S of the prepared microclusters and of j .. j + LANES - 1. */
static void similarities(const graph *g, const uint8_t *row, size_t j, tile number)
{
    size_t width = g->pairs.m + 1;
    tile both;

    ce_label_pairs_counts(&g->pairs, row, j, number, both);
    for (size_t r = 0; r < ROWS && g->pairs.gaps; r++)
        for (size_t l = 0; l < LANES && j + l < g->n; l++)
            number[r][l] = g->levels.number[(both[r][l] - g->levels.least) * width + number[r][l]];
}

/* The attachment of an object. objects: how many others it has at each S. They are added value by
 * value, so objects and microclusters get the same bits. */
static double attachment_of(const graph *g, const double *objects)
{
    double edges = 0, sum = 0;

    for (size_t at = 1; at < g->levels.count; at++) {
        edges += objects[at];
        sum += objects[at] * g->levels.value[at];
    }
    return edges > 0 ? sum / edges : 0;
}

/* The attachments and the largest S of microclusters i .. i + ROWS - 1. objects: ROWS x levels. */
static void measure(graph *g, size_t i, uint8_t *row, double *objects)
{
    size_t block = g->n - i < ROWS ? g->n - i : ROWS, levels = g->levels.count;
    tile number;

    memset(objects, 0, ROWS * levels * sizeof *objects);
    ce_label_pairs_row(&g->pairs, i, row);
    for (size_t j = 0; j < g->n; j += LANES) {
        size_t lanes = g->n - j < LANES ? g->n - j : LANES;
        similarities(g, row, j, number);
        for (size_t r = 0; r < block; r++)
            for (size_t l = 0; l < lanes; l++)
                objects[r * levels + number[r][l]] += g->micro->size[j + l];
    }
    for (size_t r = 0; r < block; r++) {
        double *own = objects + r * levels;
        uint32_t highest = (uint32_t)levels - 1;
        own[highest]--; /* an object is not its own neighbour */
        while (highest && !(own[highest] > 0))
            highest--;
        g->highest[i + r] = highest;
        g->attachment[i + r] = attachment_of(g, own);
    }
}

static int measure_all(graph *g, ce_pace *pace, ce_error *err)
{
    int failed = 0;

#pragma omp parallel reduction(| : failed)
    {
        uint8_t *row = ce_alloc(ce_label_pairs_row_bytes(&g->pairs), 1, NULL);
        double *objects = ce_alloc(ROWS * g->levels.count, sizeof *objects, NULL);
        failed |= !row || !objects;
#pragma omp for schedule(dynamic, 16)
        for (size_t i = 0; i < g->n; i += ROWS) {
            if (row && objects)
                measure(g, i, row, objects);
            ce_pace_pieces(pace, g->n - i < ROWS ? g->n - i : ROWS);
        }
        free(row);
        free(objects);
    }
    return failed ? ce_fail(err, CE_ENOMEM, "out of memory for rows of similarities") : CE_OK;
}

/* ---- clusters ---- */

/* Takes microcluster w to those that have joined, of which there are then *count. */
static void join(graph *g, size_t w, int32_t cluster, size_t *count)
{
    g->cluster[w] = cluster;
    g->joined[(*count)++] = w;
}

/* Those who follow one of the `block` microclusters that are prepared in row join. */
static void spread(graph *g, const uint8_t *row, size_t block, int32_t cluster, size_t *joined)
{
    const double *value = g->levels.value;
    tile number;

    for (size_t j = 0; j < g->n; j += LANES) {
        size_t lanes = g->n - j < LANES ? g->n - j : LANES;
        similarities(g, row, j, number);
        for (size_t l = 0; l < lanes; l++) {
            uint32_t nearest = 0;
            if (g->cluster[j + l] >= 0)
                continue;
            for (size_t r = 0; r < block; r++)
                nearest = number[r][l] > nearest ? number[r][l] : nearest;
            if (nearest && value[g->highest[j + l]] <= g->most * value[nearest])
                join(g, j + l, cluster, joined);
        }
    }
}

/* Grows the cluster of a pivot. */
static void grow(graph *g, size_t pivot, int32_t cluster, uint8_t *row, ce_pace *pace)
{
    size_t joined = 0;

    join(g, pivot, cluster, &joined);
    for (size_t done = 0; done < joined;) {
        size_t block = joined - done < ROWS ? joined - done : ROWS, object[ROWS];
        for (size_t r = 0; r < ROWS; r++)
            object[r] = g->joined[done + (r < block ? r : 0)];
        ce_label_pairs_rows(&g->pairs, object, row);
        done += block;
        spread(g, row, block, cluster, &joined);
        ce_pace_pieces(pace, block);
    }
}

typedef struct {
    double attachment;
    size_t at;
} candidate;

static int by_attachment(const void *a, const void *b)
{
    const candidate *x = a, *y = b;

    if (x->attachment != y->attachment)
        return x->attachment < y->attachment ? 1 : -1;
    return x->at < y->at ? -1 : 1;
}

/* order: the microclusters by falling attachment; ties, where only rounding differs: the first. */
static int sort(graph *g, ce_error *err)
{
    candidate *all = ce_alloc(g->n, sizeof *all, err);

    if (!all)
        return CE_ENOMEM;
    for (size_t i = 0; i < g->n; i++)
        all[i] = (candidate){g->attachment[i], i};
    qsort(all, g->n, sizeof *all, by_attachment);
    for (size_t i = 1; i < g->n; i++)
        if (all[i].attachment >= all[i - 1].attachment * (1 - TOLERANCE))
            all[i].attachment = all[i - 1].attachment;
    qsort(all, g->n, sizeof *all, by_attachment);
    for (size_t i = 0; i < g->n; i++)
        g->order[i] = all[i].at;
    free(all);
    return CE_OK;
}

/* All clusters, into g->cluster. Their pivots are then the first *k of order. */
static int cluster_all(graph *g, ce_pace *pace, size_t *k, ce_error *err)
{
    uint8_t *row = ce_alloc(ce_label_pairs_row_bytes(&g->pairs), 1, err);
    int rc = row ? sort(g, err) : CE_ENOMEM;

    *k = 0;
    for (size_t i = 0; i < g->n; i++)
        g->cluster[i] = -1;
    for (size_t at = 0; at < g->n && !rc; at++) {
        size_t pivot = g->order[at];
        if (g->cluster[pivot] >= 0)
            continue;
        grow(g, pivot, (int32_t)*k, row, pace);
        g->order[(*k)++] = pivot;
    }
    free(row);
    return rc;
}

/* ---- the method ---- */

/* The trace: a row for each cluster, in the order in which they were found. */
static int tell(const ce_run *run, const graph *g, size_t k, const ce_partition *objects,
                ce_error *err)
{
    static const ce_trace_column column[] = {{"cluster", NULL, 0},
                                             {"pivot", NULL, CE_TRACE_OBJECT},
                                             {"attachment", NULL, 0},
                                             {"objects", NULL, 0}};
    ce_report *report = run->report;
    size_t *first = ce_alloc(g->n, sizeof *first, err); /* object of each microcluster */
    double *size = ce_calloc(k, sizeof *size, err);
    double unit = g->pairs.gaps ? 1 : g->pairs.total;
    int rc = first && size ? CE_OK : CE_ENOMEM;

    report->trace.column = column;
    report->trace.columns = sizeof column / sizeof *column;
    for (size_t i = g->micro->n; i-- > 0 && !rc;)
        first[g->micro->of[i]] = i;
    for (size_t i = 0; i < g->n && !rc; i++)
        size[g->cluster[i]] += g->micro->size[i];
    for (size_t c = 0; c < k && !rc; c++) {
        size_t pivot = g->order[c], object = first[pivot];
        const double cells[] = {objects->labels[object] + 1.,
                                (double)ce_ensemble_row(run->ensemble, object),
                                g->attachment[pivot] / unit, size[c]};
        rc = ce_trace_add(&report->trace, cells, err);
    }
    if (!rc)
        ce_tell(&report->messages, CE_NOTE, "comusa: %zu cluster%s", k, k == 1 ? "" : "s");
    free(first);
    free(size);
    return rc;
}

static int run_comusa(const ce_run *run, ce_partition *result, ce_error *err)
{
    const comusa_options *o = run->settings->values;
    const ce_microclusters *micro;
    graph g = {0};
    ce_partition small = {0};
    ce_pace pace;
    size_t k = 0;
    int rc = ce_ensemble_micro(run->ensemble, o->objects, &micro, err);

    if (rc)
        return rc;
    rc = graph_init(&g, micro, o->relaxation, err);
    if (!rc)
        rc = ce_partition_alloc(&small, micro->count, err);
    pace = ce_pace_of_pieces(run->ensemble->progress, 2 * micro->count);
    if (!rc)
        rc = measure_all(&g, &pace, err);
    if (!rc)
        rc = cluster_all(&g, &pace, &k, err);
    ce_pace_end(&pace);
    if (!rc) {
        memcpy(small.labels, g.cluster, micro->count * sizeof *small.labels);
        rc = ce_microclusters_expand(micro, &small, result, err);
    }
    if (!rc)
        rc = tell(run, &g, k, result, err);
    graph_free(&g);
    ce_partition_free(&small);
    return rc;
}

const ce_method ce_method_comusa = {
    .about = {.name = "comusa",
              .family = "threshold graphs",
              .summary =
                  "clusters grow from the objects most attached to their neighbours; finds k "
                  "itself",
              .about = "The object with the highest mean co-association with its neighbours is the "
                       "pivot of a cluster. Objects that have hardly anyone more similar than a "
                       "member of the cluster join it. Then comes the next pivot. It finds the "
                       "number of clusters itself.",
              .reference = "mimaroglu2011",
              .page = "clens-comusa",
              .reads = CE_READS_LABELS,
              .reports = CE_REPORTS_TRACE,
              .cost = CE_COST_MICROCLUSTER_PAIRS,
              .options = CE_OPTIONS(rows, comusa_options)},
    .run = run_comusa,
};
