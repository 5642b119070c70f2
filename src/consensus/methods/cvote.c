/*
 * Cumulative voting [ayad2008].
 *
 * 1. Every base clustering spreads the vote of an object over the clusters of a reference
 *    (cumulative_votes.h). The numbers of clusters may all differ.
 * 2. The clusters of the reference are merged until k are left, those first whose merger loses
 *    least information about the objects.
 * 3. Each object takes the cluster with the largest share of its votes. Ties: the lowest.
 *
 * An object that gets no vote, because it shares no cluster with the others, takes the cluster with
 * the largest share of all votes. See doc/readings.md, ayad2008.
 */
#include "consensus/method.h"
#include "consensus/shared_options.h"

#include "consensus/cumulative_votes.h"

enum { ADAPTIVE, FIXED };

/* Shares that differ by less are equal. */
static const double tie = 1e-9;

typedef struct {
    int reference, normalized, objects;
} cvote_options;

static const ce_option rows[] = {
    {0, "reference", CE_CHOICE, "HOW", 0, 0, "adaptive|fixed", "adaptive",
     offsetof(cvote_options, reference), NULL,
     "the mean of the votes so far, or one base clustering throughout"},
    {0, "normalized", CE_FLAG, NULL, 0, 0, NULL, NULL, offsetof(cvote_options, normalized), NULL,
     "weigh votes so that the size of the clusters of the reference does not count"},
    CE_ROW_OBJECTS(cvote_options, objects),
};

static int add_step(void *state, size_t a, size_t b, double loss, ce_error *err)
{
    const ce_run *run = state;
    double cells[] = {(double)run->k, (double)(a + 1), (double)(b + 1), loss};

    return ce_trace_add(&run->report->trace, cells, err);
}

/* The cluster of each row. */
static void choose(const ce_soft_members *members, const ce_cumulative_votes *votes,
                   int32_t *label)
{
    const double *share = votes->share;
    size_t n = members->count, largest = 0;
    double most = -1;

    for (size_t c = 0; c < votes->columns; c++) {
        double all = 0;
        for (size_t i = 0; i < n; i++)
            all += members->size[i] * share[c * n + i];
        largest = all > most ? c : largest;
        most = all > most ? all : most;
    }
    for (size_t i = 0; i < n; i++) {
        size_t best = 0;
        for (size_t c = 1; c < votes->columns; c++)
            best = share[c * n + i] > share[best * n + i] + tie ? c : best;
        label[i] = (int32_t)(share[best * n + i] > 0 ? best : largest);
    }
}

static int run_cvote(const ce_run *run, ce_partition *result, ce_error *err)
{
    static const ce_trace_column column[] = {{"k", NULL, CE_TRACE_NUMBER},
                                             {"first", NULL, CE_TRACE_NUMBER},
                                             {"second", NULL, CE_TRACE_NUMBER},
                                             {"loss", NULL, CE_TRACE_NUMBER}};
    const cvote_options *o = run->settings->values;
    const char *name = run->method->about.name;
    ce_soft_members members = {0};
    ce_cumulative_votes votes = {0};
    ce_partition small = {0};
    char text[32];
    int rc = ce_soft_members_get(run->ensemble, name, run->k, o->objects, &members, err);

    run->report->trace.column = column;
    run->report->trace.columns = sizeof column / sizeof *column;
    if (!rc)
        rc = ce_cumulative_votes_cast(&members, name, run->k, o->reference == ADAPTIVE,
                                      o->normalized, &votes, err);
    if (!rc)
        ce_tell(&run->report->messages, CE_DETAIL,
                "%s: the reference is base clustering %s, of %zu cluster%s", run->column,
                ce_ensemble_name(run->ensemble, votes.reference, text), votes.columns,
                votes.columns == 1 ? "" : "s");
    if (!rc)
        rc = ce_cumulative_votes_merge(&members, run->k, &votes, add_step, (void *)run, err);
    if (!rc)
        rc = ce_partition_alloc(&small, members.count, err);
    if (!rc) {
        choose(&members, &votes, small.labels);
        rc = ce_partition_expand(&small, members.of, members.n, result, err);
    }
    ce_cumulative_votes_free(&votes);
    ce_soft_members_free(&members);
    ce_partition_free(&small);
    return rc;
}

const ce_method ce_method_cvote = {
    .about = {.name = "cvote",
              .family = "votes and mixtures",
              .summary = "cumulative voting: votes spread over the clusters of a reference",
              .about = "Every base clustering spreads the vote of an object over the clusters of "
                       "a reference, by how much they overlap. Clusters of the reference are "
                       "then merged with the least loss of information until k are left.",
              .reference = "ayad2008",
              .page = "clens-cvote",
              .reads = CE_READS_LABELS | CE_READS_MEMBERSHIPS,
              .needs = CE_USES_K,
              .reports = CE_REPORTS_TRACE,
              .cost = CE_COST_OBJECTS,
              .options = CE_OPTIONS(rows, cvote_options)},
    .run = run_cvote,
};
