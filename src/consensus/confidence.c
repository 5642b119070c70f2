/* Shares of votes, counted per cluster and never per pair of objects. */
#include "consensus/confidence.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"

/* counts of one base clustering */
typedef struct {
    double *together; /* k_q x k: at [v * k + c] the objects of label v in consensus cluster c */
    double *labelled; /* k: the objects of consensus cluster c that have a label here */
} vote_counts;

static void count_votes(const int32_t *base, const double *weight, const ce_partition *partition,
                        size_t base_k, vote_counts *votes)
{
    size_t k = (size_t)partition->k;

    for (size_t at = 0; at < base_k * k; at++)
        votes->together[at] = 0;
    for (size_t c = 0; c < k; c++)
        votes->labelled[c] = 0;
    for (size_t i = 0; i < partition->n; i++) {
        double w = weight ? weight[i] : 1;
        if (base[i] < 0 || partition->labels[i] < 0)
            continue;
        votes->together[(size_t)base[i] * k + (size_t)partition->labels[i]] += w;
        votes->labelled[partition->labels[i]] += w;
    }
}

/* Adds what one base clustering says. shared, asked: n x k counts of pairs, for each row and
 * consensus cluster. The row is an object of its own cluster and no partner of itself, so one
 * object is taken off there. */
static void add_votes(const int32_t *base, const ce_partition *partition, const vote_counts *votes,
                      double *shared, double *asked)
{
    size_t k = (size_t)partition->k;

    for (size_t i = 0; i < partition->n; i++) {
        if (base[i] < 0 || partition->labels[i] < 0)
            continue;
        const double *together = votes->together + (size_t)base[i] * k;
        for (size_t c = 0; c < k; c++) {
            shared[i * k + c] += together[c];
            asked[i * k + c] += votes->labelled[c];
        }
        shared[i * k + (size_t)partition->labels[i]] -= 1;
        asked[i * k + (size_t)partition->labels[i]] -= 1;
    }
}

static double share_of_own(const double *shared, const double *asked, size_t k, int32_t own_cluster)
{
    double own = 0, next = 0;

    for (size_t c = 0; c < k; c++) {
        double share = asked[c] > 0 ? shared[c] / asked[c] : 0;
        if ((int32_t)c == own_cluster)
            own = share;
        else if (share > next)
            next = share;
    }
    return own + next > 0 ? own / (own + next) : 1;
}

int ce_consensus_confidence(const ce_labels *labels, const double *weight,
                            const ce_partition *partition, double *confidence, ce_error *err)
{
    size_t n = labels->n, k = (size_t)partition->k, widest = 0;
    double *shared, *asked;
    vote_counts votes = {0};
    int rc = ce_memory_check(n, 2 * k, sizeof *shared,
                             "the confidence of every object for every cluster",
                             "fewer clusters", err);

    if (rc)
        return rc;
    for (size_t q = 0; q < labels->m; q++)
        widest = (size_t)labels->k[q] > widest ? (size_t)labels->k[q] : widest;
    shared = ce_calloc(n * k, sizeof *shared, err);
    asked = ce_calloc(n * k, sizeof *asked, err);
    votes.together = ce_alloc(widest * k, sizeof *votes.together, err);
    votes.labelled = ce_alloc(k, sizeof *votes.labelled, err);
    if (!shared || !asked || !votes.together || !votes.labelled) {
        rc = CE_ENOMEM;
        goto done;
    }
    for (size_t q = 0; q < labels->m; q++) {
        count_votes(ce_labels_column(labels, q), weight, partition, (size_t)labels->k[q], &votes);
        add_votes(ce_labels_column(labels, q), partition, &votes, shared, asked);
    }
    for (size_t i = 0; i < n; i++)
        confidence[i] = partition->labels[i] < 0
                            ? NAN
                            : share_of_own(shared + i * k, asked + i * k, k, partition->labels[i]);
done:
    free(shared);
    free(asked);
    free(votes.together);
    free(votes.labelled);
    return rc;
}
