/*
 * bok and boem: the median partition, by Best-of-k and by Best-One-Element-Move [goder2008].
 *
 * A partition P has the disagreement Phi(P) with the ensemble: over the base clusterings, the
 * number of pairs of objects that are together in one of the two and apart in the other. With s_ij
 * the number of base clusterings that have i and j together, and m_ij of those that label both, a
 * pair costs m_ij - s_ij where P has it together, and s_ij where it is apart.
 *
 * bok   1. Take the base clustering with the smallest Phi; ties: the first. An object without a
 *          label there counts as a cluster of its own.
 *       2. Each microcluster without a label there goes to the cluster of step 1 where that lessens
 *          Phi most, or becomes a cluster; ties: the lowest cluster.
 * boem  1. Start from bok, from one cluster, or from a cluster for each object.
 *       2. Move one object to another cluster, or to a new one. Of all moves do the one that
 *          lessens Phi most; ties: the first microcluster, then the cluster to move to that
 *          appears first, a new cluster last. Stop when no move does.
 *       3. On request search all partitions for a better one (median_search.h).
 *
 * Both find the number of clusters. All counts are whole numbers, so threads change nothing.
 *
 * boem moves objects, not microclusters, but objects of a microcluster gain the same from a move,
 * so the pair (microcluster, cluster) stands for all of them. At the end they are together: if i in
 * a and j in b agree everywhere, moving i to b and moving j to a lessen Phi by 2 m_ij together.
 * Memory is microclusters x clusters. A move costs microclusters x base clusterings, and clusters
 * for each microcluster whose best move it touches (pair_moves.h).
 */
#include "consensus/method.h"

#include <stdlib.h>

#include "consensus/median_search.h"
#include "consensus/pair_moves.h"
#include "core/each.h"
#include "core/memory.h"
#include "score/contingency.h"

enum { FROM_BOK, FROM_ONE, FROM_SINGLETONS };

typedef struct {
    int start, search;
} boem_options;

static const ce_option boem_rows[] = {
    {0, "start", CE_CHOICE, "FROM", 0, 0, "bok|one|singletons", "bok",
     offsetof(boem_options, start), NULL,
     "first partition: that of bok, all objects in one cluster, or each in its own"},
    {0, "search", CE_INTEGER, "N", 0, 1e6, NULL, "0", offsetof(boem_options, search), NULL,
     "then look for a better partition, or a proof that there is none, in N million steps"},
};

/* ---- Best-of-k ---- */

typedef struct {
    const ce_microclusters *micro;
    double *phi; /* of each base clustering */
} members;

/* Phi of base clustering p. An object without a label there is apart from all others. */
static int find_disagreement(void *state, size_t p, ce_error *err)
{
    const members *s = state;
    const ce_microclusters *micro = s->micro;
    double *phi = &s->phi[p];
    ce_contingency table = {0};
    int rc = CE_OK;

    *phi = 0;
    for (size_t q = 0; q < micro->rows.m && !rc; q++) {
        double together;
        rc = ce_pairs_together(micro, q, &together, err);
        if (!rc)
            rc = ce_contingency_of_columns(&table, &micro->rows, p, q, micro->size, err);
        *phi += rc ? 0 : together;
        for (size_t a = 0; a < table.rows && !rc; a++)
            *phi += ce_pairs_of((double)table.row_sum[a]);
        for (size_t cell = 0; cell < table.cells && !rc; cell++)
            *phi -= 2 * ce_pairs_of((double)table.count[cell]);
    }
    ce_contingency_free(&table);
    return rc;
}

/* *best: the base clustering with the smallest Phi, of each of which phi gets its own. */
static int find_member(const ce_microclusters *micro, double *phi, size_t *best, ce_error *err)
{
    size_t m = micro->rows.m;
    members s = {micro, phi};
    int rc = ce_each(m, 0, find_disagreement, &s, NULL, err);

    *best = 0;
    for (size_t p = 0; p < m && !rc; p++)
        *best = phi[p] < phi[*best] ? p : *best;
    return rc;
}

/* Puts the microclusters without a label in base clustering p where they lessen Phi most beside
 * those that have one. */
static int place_others(ce_pair_moves *s, size_t p, ce_error *err)
{
    const int32_t *label = ce_labels_column(&s->micro->rows, p);
    size_t labelled = s->k, alone = 0;
    int rc = ce_pair_moves_near(s, err);

    for (size_t u = 0; u < s->micro->count && !rc; u++) {
        const int64_t *near = s->near + u * s->room;
        size_t best = 0;
        if (label[u] >= 0)
            continue;
        for (size_t c = 1; c < labelled; c++)
            best = near[c] > near[best] ? c : best;
        if (!labelled || near[best] <= 0)
            best = labelled + alone++;
        if (best == s->room)
            rc = ce_pair_moves_room(s, 2 * s->room, err);
        if (!rc)
            ce_pair_moves_hold(s, u, best, (int64_t)s->micro->size[u]);
    }
    return rc;
}

/* Base clustering p as a partition of all. */
static int start_from_member(ce_pair_moves *s, size_t p, ce_error *err)
{
    const int32_t *label = ce_labels_column(&s->micro->rows, p);
    int rc = ce_pair_moves_room(s, (size_t)s->micro->rows.k[p] + 2, err);

    for (size_t u = 0; u < s->micro->count && !rc; u++)
        if (label[u] >= 0)
            ce_pair_moves_hold(s, u, (size_t)label[u], (int64_t)s->micro->size[u]);
    return rc ? rc : place_others(s, p, err);
}

/* Best-of-k. The report gets a row for each base clustering where rows is 1. */
static int start_from_best(const ce_run *run, ce_pair_moves *s, int rows, ce_error *err)
{
    size_t m = s->micro->rows.m, best = 0;
    double *phi = ce_alloc(m, sizeof *phi, err);
    int rc = phi ? find_member(s->micro, phi, &best, err) : CE_ENOMEM;
    char text[32];

    for (size_t p = 0; p < m && !rc && rows; p++) {
        double cells[] = {(double)(p + 1), phi[p], p == best};
        rc = ce_trace_add(&run->report->trace, cells, err);
    }
    if (!rc)
        ce_tell(&run->report->messages, rows ? CE_NOTE : CE_DETAIL,
                "%s: base clustering %s has the smallest disagreement, %.0f",
                run->method->about.name, ce_ensemble_name(run->ensemble, best, text), phi[best]);
    if (!rc)
        rc = start_from_member(s, best, err);
    free(phi);
    return rc;
}

static int run_bok(const ce_run *run, ce_partition *result, ce_error *err)
{
    static const ce_trace_column column[] = {{"member", NULL, CE_TRACE_NUMBER},
                                             {"disagreement", NULL, CE_TRACE_NUMBER},
                                             {"chosen", NULL, CE_TRACE_NUMBER}};
    const ce_microclusters *micro;
    ce_pair_moves s = {0};
    int rc = ce_ensemble_micro(run->ensemble, 0, &micro, err);

    if (rc)
        return rc;
    run->report->trace.column = column;
    run->report->trace.columns = sizeof column / sizeof *column;
    rc = ce_pair_moves_alloc(&s, micro, 2, err);
    if (!rc)
        rc = start_from_best(run, &s, 1, err);
    if (!rc)
        rc = ce_pair_moves_take(&s, result, err);
    ce_pair_moves_free(&s);
    return rc;
}

/* ---- Best-One-Element-Move ---- */

static int add_step(const ce_run *run, const ce_pair_moves *s, double step, double phi,
                    ce_error *err)
{
    double cells[] = {step, (double)ce_pair_moves_clusters(s), phi};

    return ce_trace_add(&run->report->trace, cells, err);
}

/* All moves, from the partition of s. *least: its disagreement afterwards. For the progress each
 * object that could move now moves once. */
static int improve(const ce_run *run, ce_pair_moves *s, double *least, ce_error *err)
{
    const ce_progress *progress = run->ensemble->progress;
    double phi = 0, start;
    size_t moves = 0, clusters;
    int64_t gain = 1;
    int rc = ce_pair_moves_near(s, err);

    if (!rc)
        rc = ce_pair_moves_disagreement(s, &phi, err);
    if (!rc)
        rc = add_step(run, s, 0, phi, err);
    if (rc)
        return rc;
    start = phi;
    ce_progress_report(progress, 0, s->micro->count);
    ce_pair_moves_begin(s);
    while (!rc && gain) {
        rc = ce_pair_moves_step(s, &gain, err);
        phi -= (double)gain;
        if (!rc && gain)
            rc = add_step(run, s, (double)++moves, phi, err);
        if (progress)
            ce_progress_report(progress, moves, moves + ce_pair_moves_left(s));
    }
    clusters = ce_pair_moves_clusters(s);
    if (!rc)
        ce_tell(&run->report->messages, CE_NOTE,
                "%s: %zu cluster%s, disagreement %.0f, after %zu move%s from %.0f",
                run->method->about.name, clusters, clusters == 1 ? "" : "s", phi, moves,
                moves == 1 ? "" : "s", start);
    *least = phi;
    return rc;
}

static void tell_found(const ce_run *run, const ce_median_found *found)
{
    const char *name = run->method->about.name;

    if (found->bound >= found->least)
        ce_tell(&run->report->messages, CE_NOTE,
                "%s: the median: no partition has a disagreement below %.0f; %zu step%s", name,
                found->least, found->steps, found->steps == 1 ? "" : "s");
    else
        ce_tell(&run->report->messages, CE_NOTE,
                "%s: disagreement %.0f after %zu steps of the search; the median has at least %.0f",
                name, found->least, found->steps, found->bound);
}

/* Step 3, from the partition of s with disagreement phi. *is_better: whether the result is set. */
static int search_median(const ce_run *run, const ce_pair_moves *s, double phi, int *is_better,
                         ce_partition *result, ce_error *err)
{
    const boem_options *o = run->settings->values;
    ce_partition small = {0};
    ce_median_found found;
    int rc = ce_median_search(s->micro, phi, (size_t)o->search * 1000000, run->ensemble->progress,
                              &small, &found, err);

    *is_better = found.is_better;
    if (!rc && found.is_better)
        rc = ce_microclusters_expand(s->micro, &small, result, err);
    if (!rc)
        tell_found(run, &found);
    ce_partition_free(&small);
    return rc;
}

/* All objects in one cluster, or each in its own. */
static int start_plain(ce_pair_moves *s, int alone, ce_error *err)
{
    double objects = 1;
    size_t next = 0;
    int rc;

    for (size_t u = 0; u < s->micro->count && alone; u++)
        objects += s->micro->size[u];
    rc = ce_memory_check(s->micro->count, objects < 1e15 ? (size_t)objects : (size_t)1e15,
                         2 * sizeof(int64_t), "the moves of all objects", CE_OPT("start") " bok",
                         err);
    if (!rc)
        rc = ce_pair_moves_room(s, (size_t)objects, err);
    for (size_t u = 0; u < s->micro->count && !rc; u++) {
        size_t parts = alone ? (size_t)s->micro->size[u] : 1;
        for (size_t e = 0; e < parts; e++)
            ce_pair_moves_hold(s, u, alone ? next++ : 0, alone ? 1 : (int64_t)s->micro->size[u]);
    }
    return rc;
}

static int run_boem(const ce_run *run, ce_partition *result, ce_error *err)
{
    static const ce_trace_column column[] = {{"move", NULL, CE_TRACE_NUMBER},
                                             {"clusters", NULL, CE_TRACE_NUMBER},
                                             {"disagreement", NULL, CE_TRACE_NUMBER}};
    const boem_options *o = run->settings->values;
    const ce_microclusters *micro;
    ce_pair_moves s = {0};
    double phi = 0;
    int is_better = 0, rc = ce_ensemble_micro(run->ensemble, 0, &micro, err);

    if (!rc)
        rc = ce_sizes_check(micro->size, micro->count, err);
    if (!rc && o->search && micro->count > CE_MEDIAN_MOST)
        rc = ce_fail(err, CE_EINPUT,
                     CE_OPT("search") " is for %d different rows at most: there are %zu",
                     CE_MEDIAN_MOST, micro->count);
    if (rc)
        return rc;
    run->report->trace.column = column;
    run->report->trace.columns = sizeof column / sizeof *column;
    rc = ce_pair_moves_alloc(&s, micro, 2, err);
    if (!rc && o->start == FROM_BOK)
        rc = start_from_best(run, &s, 0, err);
    else if (!rc)
        rc = start_plain(&s, o->start == FROM_SINGLETONS, err);
    if (!rc)
        rc = improve(run, &s, &phi, err);
    if (!rc && o->search)
        rc = search_median(run, &s, phi, &is_better, result, err);
    if (!rc && !is_better)
        rc = ce_pair_moves_take(&s, result, err);
    ce_pair_moves_free(&s);
    return rc;
}

const ce_method ce_method_bok = {
    .about = {.name = "bok",
              .family = "votes and mixtures",
              .summary = "Best-of-k: the base clustering that disagrees least with the others",
              .about = "Takes the base clustering with the fewest pairs of objects that it has "
                       "together and others apart, or the other way round. Finds the number of "
                       "clusters.",
              .reference = "goder2008",
              .page = "clens-boem",
              .reads = CE_READS_LABELS,
              .reports = CE_REPORTS_TRACE,
              .cost = CE_COST_OBJECTS},
    .run = run_bok,
};

const ce_method ce_method_boem = {
    .about = {.name = "boem",
              .family = "votes and mixtures",
              .summary = "Best-One-Element-Move: the median partition by moves of one object",
              .about = "From the base clustering that disagrees least, moves one object after the "
                       "other so that the pairs of objects that base clusterings have otherwise "
                       "become fewer. Finds the number of clusters.",
              .reference = "goder2008",
              .page = "clens-boem",
              .reads = CE_READS_LABELS,
              .reports = CE_REPORTS_TRACE,
              .cost = CE_COST_MICROCLUSTER_PAIRS,
              .options = CE_OPTIONS(boem_rows, boem_options)},
    .run = run_boem,
};
