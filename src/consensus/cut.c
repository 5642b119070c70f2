/* The graph of a similarity matrix, cut with the tool that the options say: cspa, wspa. */
#include "consensus/consensus.h"

#include <stdlib.h>

#include "core/labels.h"
#include "partition/graph/graph_cut.h"
#include "partition/graph/spectral.h"

static int cut(const ce_similarity *s, const double *size, const ce_consensus_options *options,
               size_t k, ce_partition *part, ce_error *err)
{
    ce_metis_options metis = {.k = k, .scheme = CE_METIS_RECURSIVE, .seed = options->seed};
    ce_spectral_options spectral = {.k = k, .restarts = options->restarts, .seed = options->seed};

    if (options->with == CE_WITH_SPECTRAL)
        return ce_spectral(s, size, &spectral, part, err);
    return ce_metis_similarity(s, size, &metis, part, err);
}

/* Cuts the merged graph and gives every row the part of its vertex. */
static int cut_merged(const ce_similarity *s, const double *size,
                      const ce_consensus_options *options, size_t k, ce_partition *partition,
                      ce_error *err)
{
    ce_similarity merged = {0};
    ce_partition part = {0};
    double *merged_size = NULL;
    int32_t *group = NULL;
    int rc = ce_similarity_merge_identical(s, size, &merged, &merged_size, &group, err);

    if (!rc && !(rc = cut(&merged, merged_size, options, k, &part, err)))
        rc = ce_partition_expand(&part, group, s->n, partition, err);
    ce_partition_free(&part);
    ce_similarity_free(&merged);
    free(merged_size);
    free(group);
    return rc;
}

int ce_consensus_cut(const ce_similarity *s, const double *size,
                     const ce_consensus_options *options, size_t k, ce_partition *partition,
                     ce_error *err)
{
    return options->objects ? cut(s, size, options, k, partition, err)
                            : cut_merged(s, size, options, k, partition, err);
}
