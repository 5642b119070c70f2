/*
 * Plurality voting on labels [dudoit2003].
 *
 * 1. The reference is the base clustering with exactly k clusters that has the highest mean NMI
 *    with all others; ties: the first.
 * 2. The clusters of every base clustering are matched one to one to those of the reference, by the
 *    largest total overlap. Where a base clustering has more than k clusters, some have no partner
 *    and vote for nothing.
 * 3. Each object takes the cluster with the most votes. Ties: the cluster that the reference gives
 *    it, if that is among the tied, else the lowest.
 *
 * See doc/readings.md, dudoit2003.
 */
#include "consensus/graph_cuts.h"

#include <stdlib.h>

#include "core/memory.h"
#include "score/assignment.h"
#include "score/contingency.h"

typedef struct {
    int objects;
} voting_options;

static const ce_option rows[] = {CE_ROW_OBJECTS(voting_options, objects)};

/* Adds the votes of base clustering q. votes: count x k. */
static int vote(const ce_microclusters *micro, size_t q, size_t reference, size_t k, int32_t *votes,
                ce_error *err)
{
    const int32_t *label = ce_labels_column(&micro->rows, q);
    ce_contingency table = {0};
    int32_t *match = ce_alloc((size_t)micro->rows.k[q], sizeof *match, err);
    int rc = match ? ce_contingency_of_columns(&table, &micro->rows, q, reference, micro->size, err)
                   : CE_ENOMEM;

    if (!rc)
        rc = ce_assignment(&table, match, NULL, err);
    for (size_t i = 0; i < micro->count && !rc; i++)
        if (label[i] >= 0 && match[label[i]] >= 0)
            votes[i * k + (size_t)match[label[i]]]++;
    ce_contingency_free(&table);
    free(match);
    return rc;
}

static int32_t winner(const int32_t *votes, size_t k, int32_t of_reference)
{
    int32_t best = of_reference >= 0 ? of_reference : 0;

    for (size_t c = 0; c < k; c++)
        if (votes[c] > votes[best] ||
            (votes[c] == votes[best] && best != of_reference && (int32_t)c < best))
            best = (int32_t)c;
    return best;
}

static int run_voting(const ce_run *run, ce_partition *result, ce_error *err)
{
    const voting_options *o = run->settings->values;
    const char *name = run->method->about.name;
    size_t k = run->k, reference;
    const ce_microclusters *micro;
    ce_partition small = {0};
    int32_t *votes = NULL;
    int rc = ce_ensemble_check_k(run->ensemble, name, k, o->objects, err);

    if (!rc)
        rc = ce_ensemble_micro(run->ensemble, o->objects, &micro, err);
    if (!rc)
        rc = ce_reference_clustering(micro, name, k, &reference, err);
    if (rc)
        return rc;
    votes = ce_calloc(micro->count * k, sizeof *votes, err);
    rc = votes ? ce_partition_alloc(&small, micro->count, err) : CE_ENOMEM;
    for (size_t q = 0; q < micro->rows.m && !rc; q++)
        rc = vote(micro, q, reference, k, votes, err);
    for (size_t i = 0; i < micro->count && !rc; i++)
        small.labels[i] = winner(votes + i * k, k, ce_labels_column(&micro->rows, reference)[i]);
    if (!rc)
        rc = ce_microclusters_expand(micro, &small, result, err);
    free(votes);
    ce_partition_free(&small);
    return rc;
}

const ce_method ce_method_voting = {
    .about = {.name = "voting",
              .family = "votes and mixtures",
              .summary = "plurality voting after matching clusters to a reference",
              .about = "The clusters of every base clustering are matched to those of the base "
                       "clustering with k clusters that agrees best with the others. Each object "
                       "takes the cluster that most base clusterings give it.",
              .reference = "dudoit2003",
              .page = "clens-voting",
              .reads = CE_READS_LABELS,
              .needs = CE_USES_K,
              .cost = CE_COST_OBJECTS,
              .options = CE_OPTIONS(rows, voting_options)},
    .run = run_voting,
};
